//! Positions. Positions, indexes and counts are `usize` throughout the crate, as in slices; no position is
//! `None`.

use std::fmt;

use iqlist_sys::*;

/// The position of an item: that of its section, and its own within it, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The section's position.
    pub section: usize,
    /// The item's within it.
    pub item: usize,
}

impl Position {
    /// A section's position, and an item's within it.
    pub const fn new(section: usize, item: usize) -> Self {
        Self { section, item }
    }

    pub(crate) fn raw(self) -> iq_position {
        iq_position { section: narrowed(self.section), item: narrowed(self.item) }
    }

    /// The position of an item, if it is one.
    pub(crate) fn known(raw: iq_position) -> Option<Self> {
        Some(Self { section: known(raw.section)?, item: known(raw.item)? })
    }

    /// The position of an existing item.
    pub(crate) fn of_item(raw: iq_position) -> Self {
        Self::known(raw).expect("an item has a position")
    }
}

/// A position as C's records have it.
pub(crate) fn known(raw: u32) -> Option<usize> {
    (raw != IQ_NONE).then_some(raw as usize)
}

/// A position for C's records. One that is too large for them is beyond every end, and refused as such.
pub(crate) fn narrowed(position: usize) -> u32 {
    u32::try_from(position).map_or(IQ_NONE - 1, |position| position.min(IQ_NONE - 1))
}

/// The position of a section alone, for C.
pub(crate) fn of_section(section: usize) -> iq_position {
    iq_position { section: narrowed(section), item: IQ_NONE }
}

/// As in dumps: `1:0`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.section, self.item)
    }
}

/// As in dumps: `1:0`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A side of a changeset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Side {
    /// The state before.
    Before = IQ_BEFORE,
    /// The state after.
    After = IQ_AFTER,
}
