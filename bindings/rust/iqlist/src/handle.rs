//! The handles that a list knows its sections and items by, and what it tells of them.

use crate::{Class, Key, Model, Position};
use iqlist_sys::*;

/// The handle of an item: it stays the item's for as long as its key is in the list, across any number of
/// updates and moves. Another list refuses it, and so does its own once the item is gone.
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
}

/// All about a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionInfo<S = Key> {
    /// Who it is.
    pub key: Key,
    /// What named it: the key, unless the list or snapshot [keeps names](crate::List::named). `None` if the
    /// section came without: from bytes, with a changeset, or as the only one of
    /// [`set_items`](crate::List::set_items).
    pub name: Option<S>,
    /// Its position among sections.
    pub position: usize,
    /// How many items it has.
    pub count: usize,
    /// How many items the sections before it have: where its own begin, counted over all sections.
    pub first: usize,
    /// How many supplementary elements it has.
    pub supplementary_count: usize,
}

impl<S> SectionInfo<S> {
    /// Its items, counted over all sections.
    pub fn items(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    pub(crate) fn empty() -> iq_section_info {
        iq_section_info { struct_size: size_of::<iq_section_info>(), ..Default::default() }
    }

    pub(crate) fn new(raw: iq_section_info, name: Option<S>) -> Self {
        let iq_section_info { key, position, count, first, supplementary_count, .. } = raw;
        Self { key: key.into(), name, position, count, first, supplementary_count }
    }
}

/// All about an item.
#[derive(Debug)]
pub struct ItemInfo<M: 'static = ()> {
    /// Who it is.
    pub key: Key,
    /// What it looks like.
    pub content: u64,
    /// What is kept with it.
    pub model: Option<Model<M>>,
    /// Its class, where that is not the one of its model's type.
    pub class: Option<Class<M>>,
    /// Where it is.
    pub position: Position,
    /// Where it is, counted over all sections.
    pub index: usize,
    /// Its section's handle; none in a snapshot, which has no handles.
    pub section: Option<Section>,
}
