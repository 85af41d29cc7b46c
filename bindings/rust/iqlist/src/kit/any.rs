//! View models whose types are hidden: the models of a driver's list.
//!
//! ```text
//!     Person ── erase ──► AnyCellViewModel ──┐
//!     Total ─── erase ──► AnySupplementary… ─┴─ one Model<AnyViewModel> ──► List<AnyViewModel>
//! ```

use std::any::{type_name, TypeId};
use std::fmt;

use super::erased::{Element, Erased, Item};
use super::registration::class_of;
use super::section::SectionInfo;
use super::{CellViewModel, Registration, SupplementaryViewModel};
use crate::{Class, Key, Model, Result};

/// A view model whose type is hidden, as the list of a [`Driver`](super::Driver) has it.
pub struct AnyViewModel(Content);

enum Content {
    Item(Box<dyn Erased>),
    Element(Box<dyn Erased>),
    /// What a section has beside its items: it travels in the list, and so takes effect with its update.
    Section(SectionInfo),
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
