//! View models behind one interface, whatever their types are.

use std::any::{type_name, Any};

use super::registration::class_of;
use super::{
    AccessibilityOptions, ActionSender, AnyViewModel, Cell, CellViewModel, ContextMenu, Registration, Route,
    RoutedEvent, SupplementaryViewModel, SwipeAction,
};
use crate::{Class, Key, Model, Result, Traits};

/// What a list does with a view model of any type.
pub(super) trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn type_name(&self) -> &'static str;
    fn id(&self) -> Key;
    fn equals(&self, other: &dyn Any) -> bool;
    fn class(&self) -> Result<Class<AnyViewModel>>;
    fn registration(&self) -> Registration;
    fn create(&self, registration: &Registration) -> Box<dyn Any>;
    /// Whether a cell is of its type. The functions below leave others alone.
    fn is_cell(&self, cell: &dyn Any) -> bool;
    fn configure(&self, cell: &mut dyn Any);
    fn prepare_for_reuse(&self, cell: &mut dyn Any);
    fn register_action(&self, cell: &mut dyn Any, action: &ActionSender);
    fn accessibility(&self) -> (Option<String>, AccessibilityOptions);
    fn handle(&self, event: &RoutedEvent<'_>) -> Route;

    fn traits(&self) -> Traits {
        Traits::NONE
    }

    fn leading_swipe_actions(&self) -> Vec<SwipeAction> {
        Vec::new()
    }

    fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
        Vec::new()
    }

    fn context_menu(&self) -> Option<ContextMenu> {
        None
    }
}

/// What both traits have.
macro_rules! erased_methods {
    ($of:ident) => {
        fn as_any(&self) -> &dyn Any {
            &self.0
        }

        fn type_name(&self) -> &'static str {
            type_name::<T>()
        }

        fn id(&self) -> Key {
            self.0.id()
        }

        fn equals(&self, other: &dyn Any) -> bool {
            other.downcast_ref::<T>().is_some_and(|other| self.0 == *other)
        }

        fn class(&self) -> Result<Class<AnyViewModel>> {
            class_of::<Self>(type_name::<T>(), T::registration)
        }

        fn registration(&self) -> Registration {
            T::registration()
        }

        fn create(&self, registration: &Registration) -> Box<dyn Any> {
            Box::new(<T::Cell as Cell>::create(registration))
        }

        fn is_cell(&self, cell: &dyn Any) -> bool {
            cell.is::<T::Cell>()
        }

        fn configure(&self, cell: &mut dyn Any) {
            cell.downcast_mut().into_iter().for_each(|cell| self.0.configure(cell));
        }

        fn prepare_for_reuse(&self, cell: &mut dyn Any) {
            cell.downcast_mut().into_iter().for_each(|cell| self.0.prepare_for_reuse(cell));
        }

        fn register_action(&self, cell: &mut dyn Any, action: &ActionSender) {
            cell.downcast_mut().into_iter().for_each(|cell| self.0.register_action(cell, action));
        }

        fn accessibility(&self) -> (Option<String>, AccessibilityOptions) {
            (self.0.accessibility_identifier(), self.0.accessibility_options())
        }

        fn handle(&self, event: &RoutedEvent<'_>) -> Route {
            $of::handle(&self.0, event)
        }
    };
}

pub(super) struct Item<T>(pub(super) T);

impl<T: CellViewModel> Erased for Item<T> {
    erased_methods!(CellViewModel);

    fn traits(&self) -> Traits {
        self.0.traits()
    }

    fn leading_swipe_actions(&self) -> Vec<SwipeAction> {
        self.0.leading_swipe_actions()
    }

    fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
        self.0.trailing_swipe_actions()
    }

    fn context_menu(&self) -> Option<ContextMenu> {
        self.0.context_menu()
    }
}

pub(super) struct Element<T>(pub(super) T);

impl<T: SupplementaryViewModel> Erased for Element<T> {
    erased_methods!(SupplementaryViewModel);
}

/// That of a model, if it is a view model.
pub(super) fn erased(model: &Option<Model<AnyViewModel>>) -> Option<&dyn Erased> {
    model.as_ref()?.erased()
}
