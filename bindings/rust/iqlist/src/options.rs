//! The options of lists, snapshots, diffs, updates and edits.

use std::time::Duration;

use crate::Insets;
use iqlist_sys::*;

/// The methods of options: `new`, which sets none, and one for each field or flag that can be set.
///
/// `method(value: type) { field = given }`; a flag's is `method() { flags |= FLAG }`.
macro_rules! options {
    (
        $name:ident of $raw:ident;
        $(#[$defaults:meta])*
        new;
        $(
            $(#[$about:meta])*
            $method:ident($($value:ident: $type:ty)?) { $field:ident $operator:tt $given:expr }
        )*
    ) => {
        impl $name {
            $(#[$defaults])*
            pub const fn new() -> Self {
                Self($raw::new())
            }

            $(
                $(#[$about])*
                #[must_use]
                pub const fn $method(mut self $(, $value: $type)?) -> Self {
                    self.0.$field $operator $given;
                    self
                }
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}
pub(crate) use options;

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

options! {
    ListOptions of iq_list_options;

    /// All defaults: duplicates are refused, no limits.
    new;

    /// The policy for duplicates.
    duplicates(duplicates: Duplicates) { duplicates = duplicates as u32 }

    /// Sections without items are not shown.
    drop_empty_sections() { flags |= IQ_LIST_DROP_EMPTY_SECTIONS }

    /// Items and elements may only have classes that were registered with the list: see
    /// [`List::register_class`](crate::List::register_class).
    registered_classes() { flags |= IQ_LIST_REGISTERED_CLASSES }

    /// An update with more changed items than this is a full reload. 0: no threshold.
    reload_threshold(items: usize) { reload_threshold = items }

    /// An update with more splices than this is a full reload. 0: no threshold.
    splice_threshold(splices: usize) { splice_threshold = splices }

    /// The changesets of events have a payload.
    event_payload() { flags |= IQ_LIST_PAYLOAD }

    /// The most items that it takes; 0: as many as the library allows.
    max_items(items: usize) { max_items = items }

    /// The most sections that it takes; 0: as many as the library allows.
    max_sections(sections: usize) { max_sections = sections }
}

impl ListOptions {
    pub(crate) fn is_numbering(&self) -> bool {
        self.0.duplicates == IQ_DUPLICATES_NUMBER
    }
}

/// Options of a [view that is laid out](crate::LaidOutView). Lengths are in units of the host, from 0 to 2^20.
///
/// ```
/// use iqlist::{Insets, ViewOptions};
///
/// let terminal = ViewOptions::new().grain(1.0).sticky_header();
/// let pixels = ViewOptions::new().insets(Insets::all(8.0)).section_spacing(16.0).overscan(100.0);
/// # let _ = (terminal, pixels);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewOptions(iq_view_options);

options! {
    ViewOptions of iq_view_options;

    /// It scrolls up and down, from left to right, in units that are rounded to 1/1024.
    new;

    /// It scrolls from side to side.
    horizontal() { flags |= IQ_VIEW_HORIZONTAL }

    /// Leading is right, and `x` is mirrored wherever it goes in or out.
    right_to_left() { flags |= IQ_VIEW_RTL }

    /// Content that is smaller than the window stands at its end.
    gravity_end() { flags |= IQ_VIEW_GRAVITY_END }

    /// The list's own header stays at the window's start: a table's header.
    sticky_header() { flags |= IQ_VIEW_STICKY_HEADER }

    /// The list's own footer stays at the window's end.
    sticky_footer() { flags |= IQ_VIEW_STICKY_FOOTER }

    /// A cell is bound again when its item becomes, or is no longer, the first or last one of its section:
    /// [`Event::is_first`](crate::Event::is_first), [`Event::is_last`](crate::Event::is_last).
    bind_edges() { flags |= IQ_VIEW_BIND_EDGES }

    /// For toolkits that own the offset: corrections move the start of the content,
    /// [`Scene::minimum`](crate::Scene::minimum), which may be less than 0 or more, and never the offset, so that what is
    /// shown stays at its coordinates. The offset changes by what [`scroll`](crate::LaidOutView::scroll) and
    /// [`scroll_to`](crate::LaidOutView::scroll_to) ask for only, and one that is set is a distance from the last one, as
    /// with [`Scroll::BY`](crate::Scroll::BY). All offsets are in these coordinates, and so is what
    /// [`frame`](crate::LaidOutView::frame) and [`find_range`](crate::LaidOutView::find_range) speak of. Options without
    /// it, set anew, put the start back to 0.
    free_origin() { flags |= IQ_VIEW_FREE_ORIGIN }

    /// All lengths are multiples of it: a power of two from 1/1024 to 1; 0: 1/1024. With 1 everything is integral, for
    /// terminals.
    grain(units: f64) { grain = units }

    /// Around all content: what covers the window.
    insets(insets: Insets) { insets = insets.raw() }

    /// Between sections.
    section_spacing(units: f64) { section_spacing = units }

    /// Beyond both edges of the window, with places and cells.
    overscan(units: f64) { overscan = units }

    /// Beyond that, with [`EventKind::PREFETCH`](crate::EventKind::PREFETCH); 0: one window, ahead of the scroll.
    prefetch(units: f64) { prefetch = units }

    /// So near the end counts as at it; 0: less than 1.
    end_threshold(units: f64) { end_threshold = units }

    /// So many measured sizes of items with a content are kept by key, at most 2^20: one that leaves and comes again is
    /// not measured anew; 0: 4096.
    kept_sizes(count: usize) { kept_sizes = count }
}

impl ViewOptions {
    /// Whether the view scrolls from side to side.
    pub const fn is_horizontal(&self) -> bool {
        self.0.flags & IQ_VIEW_HORIZONTAL != 0
    }

    /// Whether leading is right.
    pub const fn is_right_to_left(&self) -> bool {
        self.0.flags & IQ_VIEW_RTL != 0
    }

    /// The room around all content.
    pub const fn insets_of_window(&self) -> Insets {
        let iq_insets { top, leading, bottom, trailing } = self.0.insets;
        Insets { top, leading, bottom, trailing }
    }

    /// What all lengths are multiples of.
    pub fn smallest_length(&self) -> f64 {
        if self.0.grain > 0.0 {
            self.0.grain
        } else {
            1.0 / 1024.0
        }
    }

    /// The options of a view that shows the range that it is given.
    pub(crate) fn told(self) -> iq_view_options {
        self.0
    }

    /// The options of a view that is laid out.
    pub(crate) fn laid_out(self) -> iq_view_options {
        iq_view_options { flags: self.0.flags | IQ_VIEW_LAID_OUT, ..self.0 }
    }
}

/// Limits for a changeset that is decoded.
///
/// ```
/// use iqlist::{Changeset, DecodeOptions, Key, List, Status, UpdateOptions};
///
/// let list = List::<()>::new()?;
/// let changes = list.with(UpdateOptions::new().payload()).set_items(&[Key::from(1u64), Key::from(2u64)])?;
/// let bytes = changes.encode()?;
/// assert!(Changeset::decode_with(&bytes, DecodeOptions::new().max_items(2)).is_ok());
/// let refused = Changeset::decode_with(&bytes, DecodeOptions::new().max_items(1));
/// assert_eq!(refused.err().map(|error| error.status()), Some(Status::Limit));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DecodeOptions(pub(crate) iq_decode_options);

options! {
    DecodeOptions of iq_decode_options;

    /// As many items and sections as a list can hold.
    new;

    /// More items on either side are [`Status::Limit`](crate::Status::Limit); 0: as many as there can be.
    max_items(items: usize) { max_items = items }

    /// More sections on either side are [`Status::Limit`](crate::Status::Limit); 0: as many as there can be.
    max_sections(sections: usize) { max_sections = sections }
}

/// Options of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotOptions(pub(crate) iq_snapshot_options);

options! {
    SnapshotOptions of iq_snapshot_options;

    /// All defaults: duplicates are refused, empty sections stay.
    new;

    /// The policy for duplicates.
    duplicates(duplicates: Duplicates) { duplicates = duplicates as u32 }

    /// Sections without items are dropped when the snapshot is used.
    drop_empty_sections() { flags |= IQ_SNAPSHOT_DROP_EMPTY_SECTIONS }
}

impl SnapshotOptions {
    pub(crate) fn is_numbering(&self) -> bool {
        self.0.duplicates == IQ_DUPLICATES_NUMBER
    }
}

/// The options that diffs and updates have in common, and those of updates. The numbers of the flags are the same.
macro_rules! options_of_changes {
    ($name:ident of $raw:ident; $($others:tt)*) => {
        options! {
            $name of $raw;

            /// All defaults.
            new;

            /// No diff: the changeset is a full reload.
            reload() { flags |= IQ_DIFF_RELOAD }

            /// Replays the batch before it is returned, at a cost that follows the list.
            verify() { flags |= IQ_DIFF_VERIFY }

            /// The changeset stores keys, for [`Changeset::find_key`](crate::Changeset::find_key).
            keep_keys() { flags |= IQ_DIFF_KEEP_KEYS }

            /// The changeset can be applied, inverted, composed and encoded.
            payload() { flags |= IQ_DIFF_PAYLOAD }

            /// More changed items than this are a full reload. 0: the list's threshold, or none.
            reload_threshold(items: usize) { reload_threshold = items }

            /// More splices than this are a full reload. 0: the list's threshold, or none.
            splice_threshold(splices: usize) { splice_threshold = splices }

            $($others)*
        }
    };
}

/// Options of [`diff`](crate::diff) and of [`List::changes_since`](crate::List::changes_since).
///
/// ```
/// use iqlist::{diff, DiffOptions, Key, Snapshot};
///
/// let (before, after) = (Snapshot::<()>::new()?, Snapshot::of_items(&[Key::from(1u64)])?);
/// let changes = diff(&before, &after, DiffOptions::new().payload().verify())?;
/// assert!(!changes.encode()?.is_empty());
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DiffOptions(pub(crate) iq_diff_options);

options_of_changes! {
    DiffOptions of iq_diff_options;
}

/// Options of an update of a list: see [`List::with`](crate::List::with) and
/// [`Edit::commit_with`](crate::Edit::commit_with).
///
/// ```
/// use iqlist::{Key, List, UpdateOptions};
///
/// let list = List::<()>::new()?;
/// let changes = list.with(UpdateOptions::new().payload().verify()).set_items(&[Key::from(1u64)])?;
/// assert!(!changes.encode()?.is_empty());
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UpdateOptions(pub(crate) iq_update_options);

options_of_changes! {
    UpdateOptions of iq_update_options;

    /// The event says that the update is not to be animated.
    plain() { flags |= IQ_UPDATE_PLAIN }

    /// The list is loading afterwards if it was before, see [`List::set_loading`](crate::List::set_loading).
    keep_loading() { flags |= IQ_UPDATE_KEEP_LOADING }

    /// The commit is no step to undo, for changes that are not the user's. Undo and redo pass over it if it only
    /// inserts items; if it changes anything else, there is no step before it any more.
    no_step() { flags |= IQ_UPDATE_NO_STEP }

    /// A number of the host's own, for the event.
    animation(animation: u32) { animation = animation }
}

/// Options of an edit: see [`List::edit_with`](crate::List::edit_with).
#[derive(Clone, Copy, Debug)]
pub struct EditOptions(pub(crate) iq_edit_options);

options! {
    EditOptions of iq_edit_options;

    /// All defaults: while another edit is open, this one is refused at once.
    new;

    /// How long this edit waits for the end of another one: in milliseconds, rounded up, and at most 49 days.
    wait(time: Duration) { wait_milliseconds = milliseconds(time) }

    /// Waits without limit.
    wait_forever() { wait_milliseconds = u32::MAX }
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
