//! The options of lists, snapshots, diffs and edits.

use std::time::Duration;

use iqlist_sys::*;

/// The policy for keys of items or sections that occur more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Duplicates {
    /// [`Status::Duplicate`](crate::Status::Duplicate).
    #[default]
    Refuse = IQ_DUPLICATES_REFUSE,
    /// The first occurrence stays, later ones are dropped and counted.
    KeepFirst = IQ_DUPLICATES_KEEP_FIRST,
    /// The last occurrence stays, with its position and content.
    KeepLast = IQ_DUPLICATES_KEEP_LAST,
    /// All stay: the n-th occurrence gets a key made of its own and n.
    Number = IQ_DUPLICATES_NUMBER,
    /// Item keys are unique within their section only, and an item never moves to another section.
    Scope = IQ_DUPLICATES_SCOPE,
}

/// Options of a list.
///
/// ```
/// use iqlist::{Duplicates, Key, List, ListOptions};
///
/// let list = List::<()>::with_options(ListOptions::new().duplicates(Duplicates::KeepFirst))?;
/// list.set_items(&[Key::from(1u64), Key::from(1u64)])?;
/// assert_eq!(list.len(), 1);
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ListOptions(pub(crate) iq_list_options);

impl ListOptions {
    /// All defaults: duplicates are refused, no limits.
    pub const fn new() -> Self {
        Self(iq_list_options {
            struct_size: size_of::<iq_list_options>(),
            duplicates: IQ_DUPLICATES_REFUSE,
            flags: 0,
            reload_threshold: 0,
            max_items: 0,
            max_sections: 0,
        })
    }

    /// The policy for duplicates.
    #[must_use]
    pub const fn duplicates(mut self, duplicates: Duplicates) -> Self {
        self.0.duplicates = duplicates as u32;
        self
    }

    /// Sections without items are not shown.
    #[must_use]
    pub const fn drop_empty_sections(mut self) -> Self {
        self.0.flags |= IQ_LIST_DROP_EMPTY_SECTIONS;
        self
    }

    /// An update with more changed items than this is a full reload. 0: no threshold.
    #[must_use]
    pub const fn reload_threshold(mut self, items: usize) -> Self {
        self.0.reload_threshold = items;
        self
    }

    /// The most items that it takes; 0: as many as the library allows.
    #[must_use]
    pub const fn max_items(mut self, items: usize) -> Self {
        self.0.max_items = items;
        self
    }

    /// The most sections that it takes; 0: as many as the library allows.
    #[must_use]
    pub const fn max_sections(mut self, sections: usize) -> Self {
        self.0.max_sections = sections;
        self
    }
}

impl ListOptions {
    pub(crate) fn is_numbering(&self) -> bool {
        self.0.duplicates == IQ_DUPLICATES_NUMBER
    }
}

impl Default for ListOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Limits for a changeset that is decoded.
///
/// ```
/// use iqlist::{Changeset, DecodeOptions, DiffOptions, Key, List, Status};
///
/// let list = List::<()>::new()?;
/// let changes = list.with(DiffOptions::new().payload()).set_items(&[Key::from(1u64), Key::from(2u64)])?;
/// let bytes = changes.encode()?;
/// assert!(Changeset::decode_with(&bytes, DecodeOptions::new().max_items(2)).is_ok());
/// let refused = Changeset::decode_with(&bytes, DecodeOptions::new().max_items(1)).unwrap_err();
/// assert_eq!(refused.status(), Status::Limit);
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DecodeOptions(pub(crate) iq_decode_options);

impl DecodeOptions {
    /// As many items and sections as a list can hold.
    pub const fn new() -> Self {
        Self(iq_decode_options { struct_size: size_of::<iq_decode_options>(), max_items: 0, max_sections: 0 })
    }

    /// More items on either side are [`Status::Limit`](crate::Status::Limit); 0: as many as there can be.
    #[must_use]
    pub const fn max_items(mut self, items: usize) -> Self {
        self.0.max_items = items;
        self
    }

    /// More sections on either side are [`Status::Limit`](crate::Status::Limit); 0: as many as there can be.
    #[must_use]
    pub const fn max_sections(mut self, sections: usize) -> Self {
        self.0.max_sections = sections;
        self
    }
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Options of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotOptions(pub(crate) iq_snapshot_options);

impl SnapshotOptions {
    /// All defaults: duplicates are refused, empty sections stay.
    pub const fn new() -> Self {
        Self(iq_snapshot_options {
            struct_size: size_of::<iq_snapshot_options>(),
            duplicates: IQ_DUPLICATES_REFUSE,
            flags: 0,
        })
    }

    /// The policy for duplicates.
    #[must_use]
    pub const fn duplicates(mut self, duplicates: Duplicates) -> Self {
        self.0.duplicates = duplicates as u32;
        self
    }

    /// Sections without items are dropped when the snapshot is used.
    #[must_use]
    pub const fn drop_empty_sections(mut self) -> Self {
        self.0.flags |= IQ_SNAPSHOT_DROP_EMPTY_SECTIONS;
        self
    }
}

impl SnapshotOptions {
    pub(crate) fn is_numbering(&self) -> bool {
        self.0.duplicates == IQ_DUPLICATES_NUMBER
    }
}

impl Default for SnapshotOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Options of a diff, or of an update of a list.
///
/// ```
/// use iqlist::{DiffOptions, Key, List};
///
/// let list = List::<()>::new()?;
/// let changes = list.with(DiffOptions::new().payload().verify()).set_items(&[Key::from(1u64)])?;
/// assert!(!changes.encode()?.is_empty());
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DiffOptions(pub(crate) iq_diff_options);

impl DiffOptions {
    /// All defaults.
    pub const fn new() -> Self {
        let struct_size = size_of::<iq_diff_options>();
        Self(iq_diff_options { struct_size, flags: 0, reserved: 0, reload_threshold: 0 })
    }

    const fn flag(mut self, flag: u32) -> Self {
        self.0.flags |= flag;
        self
    }

    /// No diff: the changeset is a full reload.
    #[must_use]
    pub const fn reload(self) -> Self {
        self.flag(IQ_DIFF_RELOAD)
    }

    /// Replays the batch before it is returned, at a cost that follows the list.
    #[must_use]
    pub const fn verify(self) -> Self {
        self.flag(IQ_DIFF_VERIFY)
    }

    /// The changeset stores keys, for [`Changeset::find_key`](crate::Changeset::find_key).
    #[must_use]
    pub const fn keep_keys(self) -> Self {
        self.flag(IQ_DIFF_KEEP_KEYS)
    }

    /// The changeset can be applied, inverted, composed and encoded.
    #[must_use]
    pub const fn payload(self) -> Self {
        self.flag(IQ_DIFF_PAYLOAD)
    }

    /// More changed items than this are a full reload. 0: the list's threshold, or none.
    #[must_use]
    pub const fn reload_threshold(mut self, items: usize) -> Self {
        self.0.reload_threshold = items;
        self
    }
}

impl Default for DiffOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Options of an edit: see [`List::edit_with`](crate::List::edit_with).
#[derive(Clone, Copy, Debug)]
pub struct EditOptions(pub(crate) iq_edit_options);

impl EditOptions {
    /// All defaults: while another edit is open, this one is refused at once.
    pub const fn new() -> Self {
        let struct_size = size_of::<iq_edit_options>();
        Self(iq_edit_options { struct_size, wait_milliseconds: 0, reserved: 0 })
    }

    /// How long this edit waits for the end of another one: in milliseconds, rounded up, and at most 49 days.
    #[must_use]
    pub const fn wait(mut self, time: Duration) -> Self {
        let milliseconds = time.as_nanos().div_ceil(1_000_000);
        let longest = u32::MAX - 1;
        self.0.wait_milliseconds = if milliseconds < longest as u128 { milliseconds as u32 } else { longest };
        self
    }

    /// Waits without limit.
    #[must_use]
    pub const fn wait_forever(mut self) -> Self {
        self.0.wait_milliseconds = u32::MAX;
        self
    }
}

impl Default for EditOptions {
    fn default() -> Self {
        Self::new()
    }
}
