//! The other style: the program names a type of cells and gives plain models, and what there is to say is said by the
//! cell's type.

use std::fmt;
use std::marker::PhantomData;

use super::defaults::{self, Handling, Question};
use super::{
    AccessibilityOptions, ActionSender, AnyCellViewModel, Cell, CellViewModel, ContextMenu, Registration,
    Route, RoutedEvent, Section, SwipeAction,
};
use crate::{Key, Size, SizeRule, Traits};

/// A type of cells that shows models of one type, and says how they respond: as a [`CellViewModel`], which it makes of
/// each model. All but [`set_model`](Self::set_model) is asked of the model, which has a cell only while it is visible.
///
/// ```
/// use iqlist::kit::{Behaviour, Driver, ModelCell, Route, RoutedEvent, Section};
/// use iqlist::{Key, Target};
///
/// #[derive(Clone, PartialEq)]
/// struct User {
///     id: u64,
///     name: &'static str,
/// }
///
/// #[derive(Default)]
/// struct UserCell {
///     name: String,
/// }
///
/// impl ModelCell for UserCell {
///     type Model = User;
///
///     fn id(user: &User) -> Key {
///         user.id.into()
///     }
///
///     fn set_model(&mut self, user: &User) {
///         self.name = user.name.to_string();
///     }
///
///     fn handle(user: &User, event: &RoutedEvent<'_>) -> Route {
///         match event.behaviour {
///             Behaviour::Select => println!("to the page of {}", user.name),
///             _ => return Route::PassOn,
///         }
///         Route::Handled
///     }
/// }
///
/// let users = [User { id: 1, name: "Ada" }, User { id: 2, name: "Ben" }];
/// let driver = Driver::new([Section::empty("first").append_models::<UserCell>(users)])?;
/// driver.show(0..2, 0)?;
/// driver.poll()?;
/// let ben = Target::Item(driver.list().item_at(1)?);
/// assert_eq!(driver.with_cell(ben, |cell: &mut UserCell| cell.name.clone())?.as_deref(), Some("Ben"));
/// # Ok::<(), iqlist::Error>(())
/// ```
pub trait ModelCell: Cell {
    /// What it shows.
    type Model: PartialEq + Send + Sync + 'static;

    /// The identity of a model.
    fn id(model: &Self::Model) -> Key;

    /// Shows a model: when the cell is bound to it, and when it has changed.
    fn set_model(&mut self, model: &Self::Model);

    /// As [`CellViewModel::set_edges`].
    fn set_edges(&mut self, is_first: bool, is_last: bool) {
        let _ = (is_first, is_last);
    }

    /// The cell will show another model or none.
    fn prepare_for_reuse(&mut self) {}

    /// As [`CellViewModel::registration`].
    fn registration() -> Registration {
        Registration::class::<Self>()
    }

    /// As [`CellViewModel::pool_size`].
    fn pool_size() -> u32 {
        0
    }

    /// As [`CellViewModel::register_action`].
    fn register_action(&mut self, action: &ActionSender) {
        let _ = action;
    }

    /// What the user may do with a model.
    fn traits(model: &Self::Model) -> Traits {
        let _ = model;
        Traits::NONE
    }

    /// How large the cells of models are in a window of this size, where neither the
    /// [coordinator](super::Coordinator::size_for) nor the section says that: see [`CellViewModel::class_size`].
    fn size(model: &Self::Model, window: Size) -> Option<SizeRule> {
        let _ = (model, window);
        defaults::leave::<Self>(Question::ClassSize);
        None
    }

    /// How large the cells of a section are assumed to be until they are measured: see
    /// [`CellViewModel::class_estimated_size`].
    fn estimated_size(model: &Self::Model, window: Size) -> Option<SizeRule> {
        let _ = (model, window);
        defaults::leave::<Self>(Question::ClassEstimatedSize);
        None
    }

    /// How large it is with the model that it shows, where it is as large as its content: see
    /// [`CellViewModel::fitting_size`].
    fn fitting_size(&mut self, room: Size) -> Option<Size> {
        let _ = room;
        None
    }

    /// Responds to what happens to a model: [`RoutedEvent::behaviour`].
    fn handle(model: &Self::Model, event: &RoutedEvent<'_>) -> Route {
        let _ = model;
        defaults::leave::<Self>(Question::Event(event.behaviour));
        Route::PassOn
    }

    /// As [`CellViewModel::leading_swipe_actions`].
    fn leading_swipe_actions(model: &Self::Model) -> Vec<SwipeAction> {
        let _ = model;
        Vec::new()
    }

    /// As [`CellViewModel::trailing_swipe_actions`].
    fn trailing_swipe_actions(model: &Self::Model) -> Vec<SwipeAction> {
        let _ = model;
        Vec::new()
    }

    /// As [`CellViewModel::context_menu`].
    fn context_menu(model: &Self::Model) -> Option<ContextMenu> {
        let _ = model;
        None
    }

    /// As [`CellViewModel::accessibility_identifier`], and what is added to it.
    fn accessibility(model: &Self::Model) -> Option<(String, AccessibilityOptions)> {
        let _ = model;
        None
    }
}

/// A model that a [`ModelCell`] shows: its view model.
pub struct Shown<C: ModelCell> {
    /// The model.
    pub model: C::Model,
    /// It says which cells show it, and has none.
    cell: PhantomData<fn() -> C>,
}

impl<C: ModelCell> Shown<C> {
    /// The view model of a model.
    pub fn new(model: C::Model) -> Self {
        Self { model, cell: PhantomData }
    }
}

impl<C: ModelCell> PartialEq for Shown<C> {
    fn eq(&self, other: &Self) -> bool {
        self.model == other.model
    }
}

impl<C: ModelCell> fmt::Debug for Shown<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in {}", C::id(&self.model), std::any::type_name::<C>())
    }
}

impl<C: ModelCell> CellViewModel for Shown<C> {
    type Cell = C;

    fn id(&self) -> Key {
        C::id(&self.model)
    }

    fn set_edges(&self, cell: &mut C, is_first: bool, is_last: bool) {
        cell.set_edges(is_first, is_last);
    }

    fn configure(&self, cell: &mut C) {
        cell.set_model(&self.model);
    }

    fn prepare_for_reuse(&self, cell: &mut C) {
        cell.prepare_for_reuse();
    }

    fn registration() -> Registration {
        C::registration()
    }

    fn pool_size() -> u32 {
        C::pool_size()
    }

    fn register_action(&self, cell: &mut C, action: &ActionSender) {
        cell.register_action(action);
    }

    fn traits(&self) -> Traits {
        C::traits(&self.model)
    }

    fn class_size(&self, window: Size) -> Option<SizeRule> {
        defaults::wrapping::<Self, C, _>(Question::ClassSize, || C::size(&self.model, window))
    }

    fn class_estimated_size(&self, window: Size) -> Option<SizeRule> {
        let question = Question::ClassEstimatedSize;
        defaults::wrapping::<Self, C, _>(question, || C::estimated_size(&self.model, window))
    }

    fn fitting_size(&self, cell: &mut C, room: Size) -> Option<Size> {
        cell.fitting_size(room)
    }

    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        let question = Question::Event(event.behaviour);
        defaults::wrapping::<Handling<Self>, C, _>(question, || C::handle(&self.model, event))
    }

    fn leading_swipe_actions(&self) -> Vec<SwipeAction> {
        C::leading_swipe_actions(&self.model)
    }

    fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
        C::trailing_swipe_actions(&self.model)
    }

    fn context_menu(&self) -> Option<ContextMenu> {
        C::context_menu(&self.model)
    }

    fn accessibility_identifier(&self) -> Option<String> {
        C::accessibility(&self.model).map(|(identifier, _)| identifier)
    }

    fn accessibility_options(&self) -> AccessibilityOptions {
        C::accessibility(&self.model).map_or(AccessibilityOptions::NONE, |(_, options)| options)
    }
}

impl Section {
    /// Adds items behind the others: models, each shown in a cell of this type.
    #[must_use]
    pub fn append_models<C: ModelCell>(self, models: impl IntoIterator<Item = C::Model>) -> Self {
        self.append(models.into_iter().map(|model| AnyCellViewModel::new(Shown::<C>::new(model))))
    }
}
