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
            splice_threshold: 0,
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

    /// Items may only have classes that were registered with the list: see
    /// [`List::register_class`](crate::List::register_class).
    #[must_use]
    pub const fn registered_classes(mut self) -> Self {
        self.0.flags |= IQ_LIST_REGISTERED_CLASSES;
        self
    }

    /// An update with more changed items than this is a full reload. 0: no threshold.
    #[must_use]
    pub const fn reload_threshold(mut self, items: usize) -> Self {
        self.0.reload_threshold = items;
        self
    }

    /// An update with more splices than this is a full reload. 0: no threshold.
    #[must_use]
    pub const fn splice_threshold(mut self, splices: usize) -> Self {
        self.0.splice_threshold = splices;
        self
    }

    /// The changesets of events have a payload.
    #[must_use]
    pub const fn event_payload(mut self) -> Self {
        self.0.flags |= IQ_LIST_PAYLOAD;
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

// SAFETY: the pointer is that of a submission, which sets it in a copy; here it is NULL.
unsafe impl Send for DiffOptions {}
// SAFETY: as above.
unsafe impl Sync for DiffOptions {}

impl DiffOptions {
    /// All defaults.
    pub const fn new() -> Self {
        let struct_size = size_of::<iq_diff_options>();
        Self(iq_diff_options {
            struct_size,
            flags: 0,
            animation: 0,
            reload_threshold: 0,
            splice_threshold: 0,
            delay_milliseconds: 0,
            reserved: 0,
            done: None,
            context: std::ptr::null_mut(),
        })
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

    /// Of updates of lists only: the event says that the update is not to be animated.
    #[must_use]
    pub const fn plain(self) -> Self {
        self.flag(IQ_UPDATE_PLAIN)
    }

    /// Of updates of lists only: the list is loading afterwards if it was before, see
    /// [`List::set_loading`](crate::List::set_loading).
    #[must_use]
    pub const fn keep_loading(self) -> Self {
        self.flag(IQ_UPDATE_KEEP_LOADING)
    }

    /// Of updates of lists only: the commit is no step to undo, and if it changes something, there is none before
    /// it any more. For changes that are not the user's.
    #[must_use]
    pub const fn no_step(self) -> Self {
        self.flag(IQ_UPDATE_NO_STEP)
    }

    /// Of updates of lists only: a number of the host's own, for the event.
    #[must_use]
    pub const fn animation(mut self, animation: u32) -> Self {
        self.0.animation = animation;
        self
    }

    /// An update with more splices than this is a full reload. 0: the list's threshold, or none.
    #[must_use]
    pub const fn splice_threshold(mut self, splices: usize) -> Self {
        self.0.splice_threshold = splices;
        self
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
        self.0.wait_milliseconds = milliseconds(time);
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

/// A time in milliseconds, rounded up, and at most 49 days.
pub(crate) const fn milliseconds(time: Duration) -> u32 {
    let milliseconds = time.as_nanos().div_ceil(1_000_000);
    let longest = u32::MAX - 1;
    if milliseconds < longest as u128 {
        milliseconds as u32
    } else {
        longest
    }
}
