//! View models whose types are hidden: the models of a driver's list.
//!
//! ```text
//!     Person ─────────────► AnyCellViewModel ──────────┐
//!     Total ──► Element ──► AnySupplementaryViewModel ─┴─ one Model<AnyViewModel> ──► List<AnyViewModel>
//! ```

use std::any::TypeId;
use std::fmt;

use super::erased::{Element, Erased};
use super::registration::class_of;
use super::section::SectionInfo;
use super::{CellViewModel, Registration, SupplementaryViewModel};
use crate::{Class, Key, Model, Result};

/// A view model whose type is hidden, as the list of a [`Driver`](super::Driver) has it.
pub struct AnyViewModel {
    is_item: bool,
    erased: Box<dyn Erased>,
}

impl AnyViewModel {
    /// One that belongs to an item, or not: to an element, or to a section for what that has beside its items.
    pub(super) fn new(is_item: bool, view_model: impl CellViewModel) -> Model<Self> {
        Model::new(Self { is_item, erased: Box::new(view_model) })
    }

    pub(super) fn as_section(&self) -> Option<&SectionInfo> {
        self.downcast_ref()
    }

    pub(super) fn erased(&self) -> &dyn Erased {
        &*self.erased
    }

    /// The view model, if it is of this type: that of an item or of an element.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        let any = self.erased.as_any();
        any.downcast_ref().or_else(|| any.downcast_ref().map(|Element(element)| element))
    }

    pub(super) fn class(&self) -> Result<Class<AnyViewModel>> {
        self.erased.class()
    }

    pub(super) fn type_id(&self) -> TypeId {
        self.erased.as_any().type_id()
    }
}

/// Equality of the view models, which are of one type.
impl PartialEq for AnyViewModel {
    fn eq(&self, other: &Self) -> bool {
        self.erased.equals(other.erased.as_any())
    }
}

impl fmt::Debug for AnyViewModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.erased.type_name(), self.erased.id())
    }
}

macro_rules! any_view_model {
    ($(#[$doc:meta])* $name:ident, $of:ident, $is_item:literal, $erased:ty, $wrap:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name(pub(super) Model<AnyViewModel>);

        impl $name {
            pub(super) fn new<T: $of>(view_model: T) -> Self {
                Self(AnyViewModel::new($is_item, $wrap(view_model)))
            }

            pub(super) fn class_of<T: $of>() -> Result<Class<AnyViewModel>> {
                class_of::<$erased>()
            }

            /// Its identity.
            pub fn id(&self) -> Key {
                self.0.erased().id()
            }

            /// The view model, if it is of this type.
            pub fn downcast_ref<T: $of>(&self) -> Option<&T> {
                self.0.downcast_ref()
            }

            /// How its cells are made, unless the driver says something else.
            pub fn registration(&self) -> Registration {
                self.0.erased().registration()
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
    AnyCellViewModel, CellViewModel, true, T, |item: T| item
}

any_view_model! {
    /// A [`SupplementaryViewModel`] whose type is hidden, likewise.
    AnySupplementaryViewModel, SupplementaryViewModel, false, Element<T>, Element
}

impl AnyCellViewModel {
    /// That of an item that was read from the list.
    pub fn of(model: &Model<AnyViewModel>) -> Option<Self> {
        model.is_item.then(|| Self(model.clone()))
    }
}
