//! What the user does with an item, as the host reports it: taps, swipes, menus.

use super::action::{DELETE, DID_SWIPE, INSERT, PRIMARY, WILL_DISPLAY_MENU};
use super::{AnyCellViewModel, Driver, OpenMenu, SwipeAction, SwipeCompletion};
use crate::{Item, Result, SetStates, States, Status, Target};

/// Who does something with an item. What the program does is reported to no view model, section or coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The program: it may do all.
    Program,
    /// The user: the view model may refuse it.
    User,
}

impl Driver {
    fn set_state(&self, item: Item, state: States, how: SetStates, by: By) -> Result<()> {
        let how = if by == By::User { how | SetStates::BY_USER } else { how };
        self.list.set_states(&[item], state, how)
    }

    /// Selects an item, as far as the list's [selection](crate::List::set_selection) goes.
    /// [`Status::Refused`] if the user may not.
    pub fn select(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::SELECTED, SetStates::ON, by)
    }

    /// Deselects an item, likewise.
    pub fn deselect(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::SELECTED, SetStates::OFF, by)
    }

    /// Highlights an item, likewise.
    pub fn highlight(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::HIGHLIGHTED, SetStates::ON, by)
    }

    /// Highlights it no longer.
    pub fn unhighlight(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::HIGHLIGHTED, SetStates::OFF, by)
    }

    /// The user has tapped an item: it is highlighted for a moment, selected, and its primary action follows, as far
    /// as the view model allows each of them.
    pub fn tap(&self, item: Item) -> Result<()> {
        allowed(self.highlight(item, By::User).and_then(|()| self.unhighlight(item, By::User)))?;
        allowed(self.select(item, By::User))?;
        allowed(self.perform_primary_action(item))
    }

    /// The user activates an item. [`Status::Refused`] if it is not activatable.
    pub fn perform_primary_action(&self, item: Item) -> Result<()> {
        self.list.emit(Target::Item(item), PRIMARY, 0)
    }

    /// The user deletes an item: the library deletes nothing by itself. Refused if it is not deletable.
    pub fn commit_delete(&self, item: Item) -> Result<()> {
        self.list.emit(Target::Item(item), DELETE, 0)
    }

    /// The user inserts an item beside this one. Refused if it is not insertable.
    pub fn commit_insert(&self, item: Item) -> Result<()> {
        self.list.emit(Target::Item(item), INSERT, 0)
    }

    /// The actions of a swipe over an item from the leading edge, which begins: those of the view model, else of the
    /// coordinator. None: no swipe.
    pub fn leading_swipe_actions(&self, item: Item) -> Result<Vec<SwipeAction>> {
        let Some(model) = self.view_model(item)? else { return Ok(Vec::new()) };
        let actions = model.0.erased().leading_swipe_actions();
        Ok(if actions.is_empty() { self.coordinator().leading_swipe_actions(&model) } else { actions })
    }

    /// The actions of a swipe from the trailing edge, likewise.
    pub fn trailing_swipe_actions(&self, item: Item) -> Result<Vec<SwipeAction>> {
        let Some(model) = self.view_model(item)? else { return Ok(Vec::new()) };
        let actions = model.0.erased().trailing_swipe_actions();
        Ok(if actions.is_empty() { self.coordinator().trailing_swipe_actions(&model) } else { actions })
    }

    /// Performs an action of a swipe over an item. `completion` is called exactly once, with whether the action was
    /// done: by the poll after its handler has said so, or has dropped its [`SwipeCompletion`], at whatever time and on
    /// whatever thread; or by the driver's drop. A panic of the handler comes out of this.
    ///
    /// [`Status::Handle`] if the item has gone; then nothing is called.
    ///
    /// ```
    /// use iqlist::kit::{Driver, SwipeAction};
    /// # use iqlist::kit::{CellViewModel, Section};
    /// # #[derive(PartialEq)]
    /// # struct Mail(u64);
    /// # impl CellViewModel for Mail {
    /// #     type Cell = String;
    /// #     fn id(&self) -> iqlist::Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// #     fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
    /// #         vec![SwipeAction::new("Delete", |completion| completion.finish(true))]
    /// #     }
    /// # }
    /// # let driver = Driver::new([Section::new("mail", [Mail(1)])])?;
    /// let item = driver.list().item_at(0)?;
    /// if let Some(delete) = driver.trailing_swipe_actions(item)?.into_iter().next() {
    ///     driver.perform_swipe_action(item, delete, |is_done| assert!(is_done))?;
    /// }
    /// driver.poll()?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn perform_swipe_action(
        &self,
        item: Item,
        action: SwipeAction,
        completion: impl FnOnce(bool) + 'static,
    ) -> Result<()> {
        self.list.emit(Target::Item(item), DID_SWIPE, 0)?;
        let number = self.swipes.begin(completion);
        action.perform(SwipeCompletion::new(self.updater(), number));
        Ok(())
    }

    /// The menu of an item, which is about to be shown until the result is dropped: that of the view model, else of the
    /// coordinator.
    pub fn open_menu(&self, item: Item) -> Result<Option<OpenMenu<'_>>> {
        let Some(model) = self.view_model(item)? else { return Ok(None) };
        let menu = model.0.erased().context_menu().or_else(|| self.coordinator().context_menu(&model));
        let Some(menu) = menu else { return Ok(None) };
        self.list.emit(Target::Item(item), WILL_DISPLAY_MENU, 0)?;
        Ok(Some(OpenMenu::new(self, item, menu)))
    }

    /// The view model of an item.
    pub fn view_model(&self, item: Item) -> Result<Option<AnyCellViewModel>> {
        Ok(self.list.item_info(item)?.model.as_ref().and_then(AnyCellViewModel::of))
    }
}

/// What the view model does not allow does not happen.
fn allowed(result: Result<()>) -> Result<()> {
    result.or_else(|error| if error.status() == Status::Refused { Ok(()) } else { Err(error) })
}
