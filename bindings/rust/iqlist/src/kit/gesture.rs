//! What the user does with an item, as the host reports it: taps, swipes, menus.

use super::action::{DID_SWIPE, WILL_DISPLAY_MENU};
use super::driver::erased;
use super::{AnyViewModel, Driver, OpenMenu, SwipeAction};
use crate::{Item, Model, Result, SetStates, States, Target};

/// The number of the library's primary action, of deleting and of inserting.
const PRIMARY: u64 = 1;
const DELETE: u64 = 2;
const INSERT: u64 = 3;

impl Driver {
    fn model(&self, item: Item) -> Result<Option<Model<AnyViewModel>>> {
        Ok(self.list.item_info(item)?.model)
    }

    /// The user selects an item. [`Status::Refused`](crate::Status::Refused) if the view model is not selectable.
    /// What the program selects by [`List::set_states`](crate::List::set_states) is told to no view model.
    pub fn select(&self, item: Item) -> Result<()> {
        self.list.set_states(&[item], States::SELECTED, SetStates::ON | SetStates::BY_USER)
    }

    /// The user deselects an item, likewise.
    pub fn deselect(&self, item: Item) -> Result<()> {
        self.list.set_states(&[item], States::SELECTED, SetStates::OFF | SetStates::BY_USER)
    }

    /// The user highlights an item, or does so no longer.
    pub fn set_highlighted(&self, item: Item, is_on: bool) -> Result<()> {
        let how = if is_on { SetStates::ON } else { SetStates::OFF };
        self.list.set_states(&[item], States::HIGHLIGHTED, how | SetStates::BY_USER)
    }

    /// The user activates an item. [`Status::Refused`](crate::Status::Refused) if it is not activatable.
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

    /// The actions of a swipe over an item from the leading edge, which begins. None: no swipe.
    pub fn leading_swipe_actions(&self, item: Item) -> Result<Vec<SwipeAction>> {
        let model = self.model(item)?;
        Ok(erased(&model).map_or_else(Vec::new, |erased| erased.leading_swipe_actions()))
    }

    /// The actions of a swipe from the trailing edge, likewise.
    pub fn trailing_swipe_actions(&self, item: Item) -> Result<Vec<SwipeAction>> {
        let model = self.model(item)?;
        Ok(erased(&model).map_or_else(Vec::new, |erased| erased.trailing_swipe_actions()))
    }

    /// Performs an action of a swipe over an item. `completion` is called exactly once, with whether the action was
    /// done: when its handler says so, or when that has dropped its [`SwipeCompletion`](super::SwipeCompletion).
    /// A panic of the handler comes out of this.
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
    /// let delete = driver.trailing_swipe_actions(item)?.remove(0);
    /// driver.perform_swipe(item, delete, |is_done| assert!(is_done))?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn perform_swipe(
        &self,
        item: Item,
        action: SwipeAction,
        completion: impl FnOnce(bool) + 'static,
    ) -> Result<()> {
        let told = self.list.emit(Target::Item(item), DID_SWIPE, 0);
        action.perform(completion);
        told
    }

    /// The menu of an item, which is about to be shown: until the result is dropped.
    pub fn begin_menu(&self, item: Item) -> Result<Option<OpenMenu<'_>>> {
        let model = self.model(item)?;
        let Some(menu) = erased(&model).and_then(|erased| erased.context_menu()) else { return Ok(None) };
        self.list.emit(Target::Item(item), WILL_DISPLAY_MENU, 0)?;
        Ok(Some(OpenMenu::new(self, item, menu)))
    }
}
