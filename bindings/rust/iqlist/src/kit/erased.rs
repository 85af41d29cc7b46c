//! View models behind one interface, whatever their types are. An element is erased as an item that is never one.

use std::any::{type_name, Any, TypeId};

use super::defaults::{self, Handling, Question};
use super::registration::{class_of_one, hears_nothing};
use super::{
    AccessibilityOptions, ActionSender, AnyViewModel, Cell, CellViewModel, ContextMenu, EditingStyle,
    Registration, Route, RoutedEvent, SupplementaryViewModel, SwipeAction,
};
use crate::{Class, Key, Model, Result, Size, SizeRule, Traits};

/// What a list does with a view model of any type. Cells of other types than its own are left alone.
pub(super) trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn type_name(&self) -> &'static str;
    fn id(&self) -> Key;
    fn equals(&self, other: &dyn Any) -> bool;
    fn class(&self) -> Result<Class<AnyViewModel>>;
    fn registration(&self) -> Registration;
    fn create(&self, registration: &Registration) -> Box<dyn Any>;
    fn is_cell(&self, cell: &dyn Any) -> bool;
    fn set_edges(&self, cell: &mut dyn Any, is_first: bool, is_last: bool);
    fn configure(&self, cell: &mut dyn Any);
    fn prepare_for_reuse(&self, cell: &mut dyn Any);
    fn register_action(&self, cell: &mut dyn Any, action: &ActionSender);
    fn accessibility(&self) -> (Option<String>, AccessibilityOptions);
    fn handle(&self, event: &RoutedEvent<'_>) -> Route;
    fn traits(&self) -> Traits;
    fn editing_style(&self) -> EditingStyle;
    fn leading_swipe_actions(&self) -> Vec<SwipeAction>;
    fn trailing_swipe_actions(&self) -> Vec<SwipeAction>;
    fn context_menu(&self) -> Option<ContextMenu>;
    fn size(&self, window: Size) -> Option<SizeRule>;
    fn class_size(&self, window: Size) -> Option<SizeRule>;
    fn estimated_size(&self, window: Size) -> Option<SizeRule>;
    fn class_estimated_size(&self, window: Size) -> Option<SizeRule>;
    fn fitting_size(&self, cell: &mut dyn Any, room: Size) -> Option<Size>;
}

impl<T: CellViewModel> Erased for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn type_name(&self) -> &'static str {
        type_name::<T>()
    }

    fn id(&self) -> Key {
        CellViewModel::id(self)
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn class(&self) -> Result<Class<AnyViewModel>> {
        class_of_one(self)
    }

    fn registration(&self) -> Registration {
        <T as CellViewModel>::registration()
    }

    fn create(&self, registration: &Registration) -> Box<dyn Any> {
        Box::new(<T::Cell as Cell>::create(registration))
    }

    fn is_cell(&self, cell: &dyn Any) -> bool {
        cell.is::<T::Cell>()
    }

    fn set_edges(&self, cell: &mut dyn Any, is_first: bool, is_last: bool) {
        cell.downcast_mut()
            .into_iter()
            .for_each(|cell| CellViewModel::set_edges(self, cell, is_first, is_last));
    }

    fn configure(&self, cell: &mut dyn Any) {
        cell.downcast_mut().into_iter().for_each(|cell| CellViewModel::configure(self, cell));
    }

    fn prepare_for_reuse(&self, cell: &mut dyn Any) {
        cell.downcast_mut().into_iter().for_each(|cell| CellViewModel::prepare_for_reuse(self, cell));
    }

    fn register_action(&self, cell: &mut dyn Any, action: &ActionSender) {
        cell.downcast_mut().into_iter().for_each(|cell| CellViewModel::register_action(self, cell, action));
    }

    fn accessibility(&self) -> (Option<String>, AccessibilityOptions) {
        (self.accessibility_identifier(), self.accessibility_options())
    }

    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        let question = Question::Event(event.behaviour);
        let of = TypeId::of::<Handling<T>>();
        let (route, is_left) = defaults::asking(of, question, || CellViewModel::handle(self, event));
        if is_left {
            hears_nothing::<T>(event.behaviour);
        }
        route
    }

    fn traits(&self) -> Traits {
        CellViewModel::traits(self)
    }

    fn editing_style(&self) -> EditingStyle {
        CellViewModel::editing_style(self)
    }

    fn leading_swipe_actions(&self) -> Vec<SwipeAction> {
        CellViewModel::leading_swipe_actions(self)
    }

    fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
        CellViewModel::trailing_swipe_actions(self)
    }

    fn context_menu(&self) -> Option<ContextMenu> {
        CellViewModel::context_menu(self)
    }

    fn size(&self, window: Size) -> Option<SizeRule> {
        CellViewModel::size(self, window)
    }

    fn class_size(&self, window: Size) -> Option<SizeRule> {
        CellViewModel::class_size(self, window)
    }

    fn estimated_size(&self, window: Size) -> Option<SizeRule> {
        CellViewModel::estimated_size(self, window)
    }

    fn class_estimated_size(&self, window: Size) -> Option<SizeRule> {
        CellViewModel::class_estimated_size(self, window)
    }

    fn fitting_size(&self, cell: &mut dyn Any, room: Size) -> Option<Size> {
        cell.downcast_mut().and_then(|cell| CellViewModel::fitting_size(self, cell, room))
    }
}

/// An element, with what it has in common with an item.
#[derive(PartialEq)]
pub(super) struct Element<T>(pub(super) T);

impl<T: SupplementaryViewModel> CellViewModel for Element<T> {
    type Cell = T::Cell;

    fn id(&self) -> Key {
        self.0.id()
    }

    fn configure(&self, cell: &mut T::Cell) {
        self.0.configure(cell);
    }

    fn prepare_for_reuse(&self, cell: &mut T::Cell) {
        self.0.prepare_for_reuse(cell);
    }

    fn registration() -> Registration {
        T::registration()
    }

    fn pool_size() -> u32 {
        T::pool_size()
    }

    fn register_action(&self, cell: &mut T::Cell, action: &ActionSender) {
        self.0.register_action(cell, action);
    }

    fn size(&self, window: Size) -> Option<SizeRule> {
        defaults::wrapping::<Self, T, _>(Question::Size, || self.0.size(window))
    }

    fn class_size(&self, window: Size) -> Option<SizeRule> {
        defaults::wrapping::<Self, T, _>(Question::ClassSize, || self.0.class_size(window))
    }

    fn fitting_size(&self, cell: &mut T::Cell, room: Size) -> Option<Size> {
        self.0.fitting_size(cell, room)
    }

    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        let question = Question::Event(event.behaviour);
        defaults::wrapping::<Handling<Self>, Handling<T>, _>(question, || self.0.handle(event))
    }

    fn accessibility_identifier(&self) -> Option<String> {
        self.0.accessibility_identifier()
    }

    fn accessibility_options(&self) -> AccessibilityOptions {
        self.0.accessibility_options()
    }
}

/// That of a model, if there is one.
pub(super) fn erased(model: &Option<Model<AnyViewModel>>) -> Option<&dyn Erased> {
    model.as_ref().map(|model| model.erased())
}
