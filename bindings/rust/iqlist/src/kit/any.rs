//! View models whose types are hidden: the models of a driver's list.
//!
//! ```text
//!     Person ── erase ──► AnyCellViewModel ──┐
//!     Total ─── erase ──► AnySupplementary… ─┴─ one Model<AnyViewModel> ──► List<AnyViewModel>
//! ```

use std::any::{type_name, Any, TypeId};
use std::fmt;

use super::registration::class_of;
use super::section::SectionInfo;
use super::{
    AccessibilityOptions, ActionSender, Cell, CellViewModel, ContextMenu, Registration, Route, RoutedEvent,
    SupplementaryViewModel, SwipeAction,
};
use crate::{Class, Key, Model, Result, Traits};

/// A view model whose type is hidden, as the list of a [`Driver`](super::Driver) has it.
pub struct AnyViewModel(Content);

enum Content {
    Item(Box<dyn Erased>),
    Element(Box<dyn Erased>),
    /// What a section has beside its items: it travels in the list, and so takes effect with its update.
    Section(SectionInfo),
}

/// What a list does with a view model of any type.
pub(super) trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn type_name(&self) -> &'static str;
    fn id(&self) -> Key;
    fn equals(&self, other: &dyn Any) -> bool;
    fn class(&self) -> Result<Class<AnyViewModel>>;
    fn registration(&self) -> Registration;
    fn create(&self, registration: &Registration) -> Box<dyn Any>;
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

        fn configure(&self, cell: &mut dyn Any) {
            self.0.configure(typed(cell));
        }

        fn prepare_for_reuse(&self, cell: &mut dyn Any) {
            self.0.prepare_for_reuse(typed(cell));
        }

        fn register_action(&self, cell: &mut dyn Any, action: &ActionSender) {
            self.0.register_action(typed(cell), action);
        }

        fn accessibility(&self) -> (Option<String>, AccessibilityOptions) {
            (self.0.accessibility_identifier(), self.0.accessibility_options())
        }

        fn handle(&self, event: &RoutedEvent<'_>) -> Route {
            $of::handle(&self.0, event)
        }
    };
}

fn typed<C: 'static>(cell: &mut dyn Any) -> &mut C {
    cell.downcast_mut().expect("the cells of a class are those of its view models")
}

struct Item<T>(T);

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

struct Element<T>(T);

impl<T: SupplementaryViewModel> Erased for Element<T> {
    erased_methods!(SupplementaryViewModel);
}

impl AnyViewModel {
    pub(super) fn of_section(info: SectionInfo) -> Self {
        Self(Content::Section(info))
    }

    pub(super) fn as_section(&self) -> Option<&SectionInfo> {
        match &self.0 {
            Content::Section(info) => Some(info),
            _ => None,
        }
    }

    pub(super) fn erased(&self) -> Option<&dyn Erased> {
        match &self.0 {
            Content::Item(erased) | Content::Element(erased) => Some(&**erased),
            Content::Section(_) => None,
        }
    }

    fn is_item(&self) -> bool {
        matches!(self.0, Content::Item(_))
    }

    /// The view model, if it is of this type: that of an item or of an element.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        self.erased()?.as_any().downcast_ref()
    }

    pub(super) fn class(&self) -> Result<Class<AnyViewModel>> {
        match self.erased() {
            Some(erased) => erased.class(),
            None => class_of::<SectionInfo>("section", Registration::class::<()>),
        }
    }

    pub(super) fn type_id(&self) -> TypeId {
        self.erased().map_or_else(TypeId::of::<SectionInfo>, |erased| erased.as_any().type_id())
    }
}

/// Equality of the view models, which are of one type. What a section has beside its items is never a change.
impl PartialEq for AnyViewModel {
    fn eq(&self, other: &Self) -> bool {
        match (self.erased(), other.erased()) {
            (Some(mine), Some(other)) => mine.equals(other.as_any()),
            (mine, other) => mine.is_none() && other.is_none(),
        }
    }
}

impl fmt::Debug for AnyViewModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.erased() {
            Some(erased) => write!(f, "{} {:?}", erased.type_name(), erased.id()),
            None => f.write_str("a section"),
        }
    }
}

macro_rules! any_view_model {
    ($(#[$doc:meta])* $name:ident, $of:ident, $wrapper:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name(pub(super) Model<AnyViewModel>);

        impl $name {
            pub(super) fn new(view_model: impl $of) -> Self {
                Self(Model::new(AnyViewModel(Content::$wrapper(Box::new($wrapper(view_model))))))
            }

            pub(super) fn erased(&self) -> &dyn Erased {
                self.0.erased().expect("it is a view model")
            }

            pub(super) fn class_of<T: $of>() -> Result<Class<AnyViewModel>> {
                class_of::<$wrapper<T>>(type_name::<T>(), T::registration)
            }

            /// Its identity.
            pub fn id(&self) -> Key {
                self.erased().id()
            }

            /// The view model, if it is of this type.
            pub fn downcast_ref<T: $of>(&self) -> Option<&T> {
                self.0.downcast_ref()
            }

            /// How its cells are made, unless the driver says something else.
            pub fn registration(&self) -> Registration {
                self.erased().registration()
            }
        }

        impl<T: $of> From<T> for $name {
            fn from(view_model: T) -> Self {
                Self::new(view_model)
            }
        }
    };
}

any_view_model! {
    /// A [`CellViewModel`] whose type is hidden; a clone is the same one. An update in which an item keeps it compares
    /// nothing.
    AnyCellViewModel, CellViewModel, Item
}

any_view_model! {
    /// A [`SupplementaryViewModel`] whose type is hidden, likewise.
    AnySupplementaryViewModel, SupplementaryViewModel, Element
}

impl AnyCellViewModel {
    /// That of an item that was read from the list.
    pub fn of(model: &Model<AnyViewModel>) -> Option<Self> {
        model.is_item().then(|| Self(model.clone()))
    }
}
