//! The handles of a list's sections and items, and what is read about them.

use crate::{Class, Key, Model, Position, States};
use iqlist_sys::*;

/// The handle of an item: it stays valid as long as the item's key is in the list, across any number of updates
/// and moves. Another list refuses it, and so does its own after the item was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Item(pub(crate) u64);

/// The handle of a section, as [`Item`] is of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Section(pub(crate) u64);

impl Item {
    pub(crate) fn raw(self) -> iq_item {
        iq_item { id: self.0 }
    }
}

impl Section {
    pub(crate) fn raw(self) -> iq_section {
        iq_section { id: self.0 }
    }

    /// A section, or the list itself.
    pub(crate) fn optional(section: Option<Self>) -> iq_section {
        section.map_or(iq_section { id: 0 }, Self::raw)
    }
}

/// What is read about a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionInfo<S = Key> {
    /// Its key.
    pub key: Key,
    /// Its name: the key, unless the list or snapshot [stores names](crate::List::named). `None` if it was
    /// created without one: by decoding, by a changeset, or as the only section of
    /// [`set_items`](crate::List::set_items).
    pub name: Option<S>,
    /// Its position among sections.
    pub position: usize,
    /// The number of its items.
    pub count: usize,
    /// The number of items in the sections before it, which is the index of its first item.
    pub first: usize,
    /// The number of its supplementary elements.
    pub supplementary_count: usize,
    /// Its states; none in a snapshot.
    pub states: States,
}

impl<S> SectionInfo<S> {
    /// The indexes of its items, counted over all sections.
    pub fn items(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    pub(crate) fn new(raw: iq_section_info, name: Option<S>) -> Self {
        let iq_section_info { key, position, count, first, supplementary_count, states, .. } = raw;
        let states = States::of(states);
        Self { key: key.into(), name, position, count, first, supplementary_count, states }
    }
}

/// What is read about an item.
#[derive(Debug)]
pub struct ItemInfo<M: 'static = ()> {
    /// Its key.
    pub key: Key,
    /// Its content.
    pub content: u64,
    /// Its model.
    pub model: Option<Model<M>>,
    /// Its class, if that is not the [default one](crate::List::with_default_class) of the list.
    pub class: Option<Class<M>>,
    /// Its position.
    pub position: Position,
    /// Its index, counted over all sections.
    pub index: usize,
    /// Its section's handle; `None` in a snapshot, which has no handles.
    pub section: Option<Section>,
    /// Its states; none in a snapshot.
    pub states: States,
    /// Its level: see [`Columns::levels`](crate::Columns::levels).
    pub level: u16,
    /// Of a [`Derived`](crate::Derived) list: the source has items below it, or it may have: see
    /// [`Traits::HAS_CHILDREN`](crate::Traits::HAS_CHILDREN).
    pub has_children: bool,
}
