//! What the user does with an item, as the host reports it: taps, swipes, menus.

use super::action::{
    BEGAN_SELECTION, DELETE, DID_SWIPE, ENDED_SELECTION, INSERT, PRIMARY, WILL_DISPLAY_MENU,
};
use super::tree::find_section;
use super::{AnyCellViewModel, AnyViewModel, Driver, OpenMenu, SwipeAction, SwipeCompletion};
use crate::{Changeset, Edit, Error, Item, Key, Result, SetStates, States, Status, Target, Traits};

/// Who does something with an item. What the program does is reported to no view model, section or coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The program: it may do all.
    Program,
    /// The user: the view model may refuse it.
    User,
}

/// How an item looks while its list is being edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditingStyle {
    /// As ever.
    #[default]
    None,
    /// With a control that deletes it.
    Delete,
    /// With a control that inserts an item beside it.
    Insert,
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

    /// Focuses an item, and no other.
    pub fn focus(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::FOCUSED, SetStates::ON, by)
    }

    /// Focuses it no longer.
    pub fn unfocus(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::FOCUSED, SetStates::OFF, by)
    }

    /// Expands an item, in a driver that [follows](Driver::following) an outline: what is directly below it is shown from
    /// the next poll on.
    pub fn expand(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::EXPANDED, SetStates::ON, by)
    }

    /// Collapses it.
    pub fn collapse(&self, item: Item, by: By) -> Result<()> {
        self.set_state(item, States::EXPANDED, SetStates::OFF, by)
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

    /// The user deletes items: each of them gets [`Behaviour::Delete`](super::Behaviour::Delete) by the next poll. The
    /// library deletes nothing by itself. [`Status::Refused`] if one of them is not deletable, and [`Status::Handle`] if
    /// one has gone: then none gets it.
    pub fn delete(&self, items: &[Item]) -> Result<()> {
        for item in items {
            let traits = self.view_model(*item)?.map(|model| model.0.erased().traits());
            if traits.is_some_and(|traits| !traits.contains(Traits::DELETABLE)) {
                return Err(Error::new(Status::Refused, "an item is not deletable"));
            }
        }
        items.iter().try_for_each(|item| self.list.emit(Target::Item(*item), DELETE, 0))
    }

    /// The user inserts an item beside this one, which gets [`Behaviour::Insert`](super::Behaviour::Insert).
    /// [`Status::Refused`] if it is not insertable.
    pub fn insert(&self, item: Item) -> Result<()> {
        self.list.emit(Target::Item(item), INSERT, 0)
    }

    /// The user drags items: the edit moves them, its commit drops them, its drop cancels the drag. What the program
    /// [updates](Self::update) meanwhile is shown afterwards. [`Status::Refused`] unless all are movable,
    /// [`Status::Busy`] while another edit is open.
    pub fn drag(&self, items: &[Item]) -> Result<Edit<'_, AnyViewModel>> {
        self.list.begin_reorder(items)
    }

    /// How an item looks while the list is being edited: what its view model says.
    pub fn editing_style(&self, item: Item) -> Result<EditingStyle> {
        Ok(self.view_model(item)?.map(|model| model.0.erased().editing_style()).unwrap_or_default())
    }

    /// The user begins to select several items, as by a drag with two fingers:
    /// [`Behaviour::MultipleSelectionBegan`](super::Behaviour::MultipleSelectionBegan) tells the coordinator. How many
    /// may be selected is the list's [selection](crate::List::set_selection).
    pub fn begin_multiple_selection(&self) -> Result<()> {
        self.list.emit(Target::List, BEGAN_SELECTION, 0)
    }

    /// The user ends that.
    pub fn end_multiple_selection(&self) -> Result<()> {
        self.list.emit(Target::List, ENDED_SELECTION, 0)
    }

    /// Shows items anew, each in another cell: for objects that were changed in place. [`Status::Handle`] if one has gone,
    /// [`Status::Busy`] while an edit or a drag is open.
    pub fn reload(&self, items: &[Item]) -> Result<Changeset> {
        let mut edit = self.list.edit()?;
        edit.reload_items(items)?;
        edit.commit()
    }

    /// Configures the cells of items again, likewise.
    pub fn reconfigure(&self, items: &[Item]) -> Result<Changeset> {
        let mut edit = self.list.edit()?;
        edit.reconfigure_items(items)?;
        edit.commit()
    }

    /// Removes a section with its items. [`Status::NotFound`] if there is none of that id, [`Status::Busy`] while an edit
    /// or a drag is open.
    pub fn remove_section(&self, section: impl Into<Key>) -> Result<Changeset> {
        let mut edit = self.list.edit()?;
        edit.delete_sections(&[find_section(&self.list, section.into())?])?;
        edit.commit()
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
