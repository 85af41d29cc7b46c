//! Counts and costs.

use std::time::Duration;

use crate::boundary::call;
use crate::Result;
use iqlist_sys::*;

/// Why a changeset is a full reload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reload {
    /// It is not.
    No,
    /// It was requested.
    Asked,
    /// More items changed than the threshold.
    Threshold,
}

/// The number of changes in a changeset, in sections, items and supplementary elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub struct Summary {
    /// Whether, and why, it is a full reload.
    pub reload: Reload,
    pub sections_before: usize,
    pub sections_after: usize,
    pub items_before: usize,
    pub items_after: usize,
    pub section_deletes: usize,
    pub section_inserts: usize,
    pub section_moves: usize,
    pub section_updates: usize,
    pub item_deletes: usize,
    pub item_inserts: usize,
    pub item_moves: usize,
    /// Updates that want a new cell.
    pub item_reloads: usize,
    /// Updates that want the same cell bound again.
    pub item_reconfigures: usize,
    pub supplementary_deletes: usize,
    pub supplementary_inserts: usize,
    pub supplementary_updates: usize,
    /// By [`Duplicates::KeepFirst`](crate::Duplicates::KeepFirst) and `KeepLast`.
    pub duplicates_dropped: usize,
    /// By [`Duplicates::Number`](crate::Duplicates::Number).
    pub duplicates_numbered: usize,
}

/// How many bytes of steps a list keeps: see [`List::undo_bytes`](crate::List::undo_bytes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndoBytes {
    /// At most.
    pub limit: usize,
    /// Those of the steps that there are.
    pub used: usize,
}

/// The number of moves in [`Statistics`] if no changeset was requested: they were not computed.
pub const UNCOUNTED: usize = IQ_UNCOUNTED;

impl From<iq_summary> for Summary {
    fn from(raw: iq_summary) -> Self {
        Self {
            reload: match raw.reload {
                IQ_RELOAD_NO => Reload::No,
                IQ_RELOAD_THRESHOLD => Reload::Threshold,
                _ => Reload::Asked,
            },
            sections_before: raw.sections_before,
            sections_after: raw.sections_after,
            items_before: raw.items_before,
            items_after: raw.items_after,
            section_deletes: raw.section_deletes,
            section_inserts: raw.section_inserts,
            section_moves: raw.section_moves,
            section_updates: raw.section_updates,
            item_deletes: raw.item_deletes,
            item_inserts: raw.item_inserts,
            item_moves: raw.item_moves,
            item_reloads: raw.item_reloads,
            item_reconfigures: raw.item_reconfigures,
            supplementary_deletes: raw.supplementary_deletes,
            supplementary_inserts: raw.supplementary_inserts,
            supplementary_updates: raw.supplementary_updates,
            duplicates_dropped: raw.duplicates_dropped,
            duplicates_numbered: raw.duplicates_numbered,
        }
    }
}

/// Figures of the last update of a list, and of what the list holds now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The changes. Moves are [`UNCOUNTED`] if no changeset was requested.
    pub changes: Summary,
    /// Comparing and looking up.
    pub matching: Duration,
    /// The fewest moves, and the changeset.
    pub solving: Duration,
    /// New leaves, models retained.
    pub preparing: Duration,
    /// Committing the new state.
    pub committing: Duration,
    /// Keys looked up.
    pub lookups: usize,
    /// Leaves whose items were read.
    pub leaves_compared: usize,
    /// Leaves of before that are in after.
    pub leaves_kept: usize,
    /// Leaves that were written.
    pub leaves_written: usize,
    /// Bytes of items and their order; shared leaves count whole.
    pub tree_bytes: usize,
    /// Bytes of the index from key to item.
    pub index_bytes: usize,
    /// Bytes of handles.
    pub slot_bytes: usize,
    /// Bytes kept for the next update, 0 or more than 1 MB: see [`List::trim`](crate::List::trim).
    pub scratch_bytes: usize,
}

impl From<iq_statistics> for Statistics {
    fn from(raw: iq_statistics) -> Self {
        Self {
            changes: raw.changes.into(),
            matching: Duration::from_nanos(raw.match_nanoseconds),
            solving: Duration::from_nanos(raw.solve_nanoseconds),
            preparing: Duration::from_nanos(raw.prepare_nanoseconds),
            committing: Duration::from_nanos(raw.commit_nanoseconds),
            lookups: raw.lookups,
            leaves_compared: raw.leaves_compared,
            leaves_kept: raw.leaves_kept,
            leaves_written: raw.leaves_written,
            tree_bytes: raw.tree_bytes,
            index_bytes: raw.index_bytes,
            slot_bytes: raw.slot_bytes,
            scratch_bytes: raw.scratch_bytes,
        }
    }
}

/// The memory of the library, for the whole process.
pub mod memory {
    use super::*;

    /// The bytes that the library holds.
    pub fn used() -> usize {
        // SAFETY: cannot fail.
        unsafe { iq_memory_used() }
    }

    /// The most bytes that it has held.
    pub fn peak() -> usize {
        // SAFETY: cannot fail.
        unsafe { iq_memory_peak() }
    }

    /// Frees the scratch memory that updates have given back, at most 8 MB, and once no object is left the
    /// table of handles; what classes take stays.
    ///
    /// # Safety
    /// An object lives, or no other thread calls the library meanwhile.
    pub unsafe fn trim() -> Result<()> {
        // SAFETY: as promised.
        call(|| unsafe { iq_memory_trim() })
    }
}
