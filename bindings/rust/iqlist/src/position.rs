//! Where things are, and the handles that a list knows them by.

use std::fmt;

use crate::{Class, Key, Model};
use iqlist_sys::*;

/// "No position", in maps and records.
pub const NONE: u32 = IQ_NONE;

/// Where an item is: its section's position, and its own within it, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The section's position.
    pub section: u32,
    /// The item's within it; [`NONE`] of a section alone.
    pub item: u32,
}

impl Position {
    /// An item's.
    pub const fn new(section: u32, item: u32) -> Self {
        Self { section, item }
    }

    /// A section's.
    pub const fn of_section(section: u32) -> Self {
        Self { section, item: NONE }
    }

    pub(crate) const fn raw(self) -> iq_position {
        iq_position { section: self.section, item: self.item }
    }

    /// The position, unless it is none at all.
    pub(crate) fn known(raw: iq_position) -> Option<Self> {
        (raw.section != NONE).then(|| raw.into())
    }
}

impl From<iq_position> for Position {
    fn from(raw: iq_position) -> Self {
        Self::new(raw.section, raw.item)
    }
}

/// As in dumps: `1:0`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item {
            NONE => write!(f, "{}", self.section),
            item => write!(f, "{}:{item}", self.section),
        }
    }
}

/// A side of a changeset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Side {
    /// What was shown.
    Before = IQ_BEFORE,
    /// What is shown.
    After = IQ_AFTER,
}

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
pub struct SectionInfo {
    /// Who it is.
    pub key: Key,
    /// Its position among sections.
    pub position: usize,
    /// How many items it has.
    pub count: usize,
    /// How many items the sections before it have: where its own begin, counted over all sections.
    pub first: usize,
    /// How many supplementary elements it has.
    pub supplementary_count: usize,
}

impl SectionInfo {
    /// Its items, counted over all sections.
    pub fn items(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    pub(crate) fn empty() -> iq_section_info {
        iq_section_info { struct_size: size_of::<iq_section_info>(), ..Default::default() }
    }
}

impl From<iq_section_info> for SectionInfo {
    fn from(raw: iq_section_info) -> Self {
        let iq_section_info { key, position, count, first, supplementary_count, .. } = raw;
        Self { key: key.into(), position, count, first, supplementary_count }
    }
}

/// All about an item of a list.
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
    /// Its section.
    pub section: Section,
}
