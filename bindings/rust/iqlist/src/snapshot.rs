//! Descriptions of what a list should show: making and building them. `snapshot/read.rs` asks them.

mod marks;
mod read;

pub use read::Rows;

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, destroy, make};
use crate::key::{optional, pointer};
use crate::read::bytes;
use crate::{Columns, ItemKey, Key, Model, Result, SnapshotOptions};
use iqlist_sys::*;

/// A description of what a list should show, built step by step on any thread, and applied as often and to as
/// many lists as you like. A [`copy`](Self::copy), and a snapshot of what a list shows now, share storage with
/// their origin and cost nothing per item.
///
/// ```
/// use iqlist::{Key, List, Snapshot};
///
/// let mut wanted = Snapshot::<()>::new()?;
/// wanted.append_sections(&[Key::of("friends"), Key::of("others")])?;
/// wanted.append_items(Some(Key::of("friends")), &[Key::of("Ada"), Key::of("Ben")])?;
/// wanted.append_items(None, &[Key::of("Cem")])?;
///
/// let list = List::new()?;
/// list.apply(&wanted)?;
/// wanted.move_item_to_section(Key::of("Ben"), Key::of("others"))?;
/// assert_eq!(list.apply(&wanted)?.summary()?.item_moves, 1);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// It is sent and shared between threads if its models may be:
///
/// ```compile_fail,E0277
/// fn sent<T: Send>(_: T) {}
/// sent(iqlist::Snapshot::<std::rc::Rc<u8>>::new().unwrap());
/// ```
pub struct Snapshot<M = ()>(NonNull<iq_snapshot>, PhantomData<Model<M>>);

// SAFETY: the library lets any thread use it, and reads of it overlap; changes take it exclusively. It owns and
// hands out models as a collection of `Model<M>` does.
unsafe impl<M: Send + Sync> Send for Snapshot<M> {}
unsafe impl<M: Send + Sync> Sync for Snapshot<M> {}

// SAFETY (of all calls below): the snapshot is alive; keys, columns and elements are there for the call.
impl<M: 'static> Snapshot<M> {
    pub(crate) fn own(snapshot: NonNull<iq_snapshot>) -> Self {
        Self(snapshot, PhantomData)
    }

    /// An empty one, with all defaults.
    pub fn new() -> Result<Self> {
        Self::with_options(SnapshotOptions::new())
    }

    /// An empty one.
    pub fn with_options(options: SnapshotOptions) -> Result<Self> {
        crate::version::check()?;
        make(|out| unsafe { iq_snapshot_create(&options.0, out) }, Self::own)
    }

    /// One of items in a single section, whose key is 16 zero bytes: what
    /// [`List::set_items`](crate::List::set_items) shows.
    pub fn of_items<'a>(items: impl Into<Columns<'a, M>>) -> Result<Self> {
        let mut snapshot = Self::new()?;
        snapshot.append_sections(&[Key::default()])?;
        snapshot.append_items(None, items)?;
        Ok(snapshot)
    }

    /// An independent copy, marks included. No work per item.
    pub fn copy(&self) -> Result<Self> {
        make(|out| unsafe { iq_snapshot_copy(self.as_ptr(), out) }, Self::own)
    }

    /// For functions of `iqlist_sys`. It stays this snapshot's.
    pub fn as_ptr(&self) -> *const iq_snapshot {
        self.0.as_ptr()
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut iq_snapshot {
        self.0.as_ptr()
    }

    /// Puts empty sections at the end.
    pub fn append_sections(&mut self, keys: &[Key]) -> Result<()> {
        call(|| unsafe { iq_snapshot_append_sections(self.as_mut_ptr(), pointer(keys), keys.len()) })
    }

    /// Puts empty sections before another. [`Status::NotFound`](crate::Status::NotFound) if that is not there.
    pub fn insert_sections_before(&mut self, anchor: Key, keys: &[Key]) -> Result<()> {
        call(|| unsafe {
            iq_snapshot_insert_sections_before(self.as_mut_ptr(), anchor.raw(), pointer(keys), keys.len())
        })
    }

    /// Puts empty sections behind another.
    pub fn insert_sections_after(&mut self, anchor: Key, keys: &[Key]) -> Result<()> {
        call(|| unsafe {
            iq_snapshot_insert_sections_after(self.as_mut_ptr(), anchor.raw(), pointer(keys), keys.len())
        })
    }

    /// Moves a section before another.
    pub fn move_section_before(&mut self, section: Key, anchor: Key) -> Result<()> {
        call(|| unsafe { iq_snapshot_move_section_before(self.as_mut_ptr(), section.raw(), anchor.raw()) })
    }

    /// Moves a section behind another.
    pub fn move_section_after(&mut self, section: Key, anchor: Key) -> Result<()> {
        call(|| unsafe { iq_snapshot_move_section_after(self.as_mut_ptr(), section.raw(), anchor.raw()) })
    }

    /// Deletes sections with their items; answers how many were not there.
    pub fn delete_sections(&mut self, keys: &[Key]) -> Result<usize> {
        let mut missing = 0;
        call(|| unsafe {
            iq_snapshot_delete_sections(self.as_mut_ptr(), pointer(keys), keys.len(), &mut missing)
        })?;
        Ok(missing)
    }

    /// Back to empty.
    pub fn delete_all(&mut self) -> Result<()> {
        call(|| unsafe { iq_snapshot_delete_all(self.as_mut_ptr()) })
    }

    /// Puts items at the end of a section, or of the last one.
    pub fn append_items<'a>(&mut self, section: Option<Key>, items: impl Into<Columns<'a, M>>) -> Result<()> {
        items.into().lend(|items| {
            call(|| unsafe { iq_snapshot_append_items(self.as_mut_ptr(), optional(&section), items) })
        })
    }

    /// Puts items before another. The first such call indexes the snapshot.
    pub fn insert_items_before<'a>(
        &mut self,
        anchor: impl Into<ItemKey>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let ItemKey { section, key } = anchor.into();
        items.into().lend(|items| {
            call(|| unsafe {
                iq_snapshot_insert_items_before(self.as_mut_ptr(), optional(&section), key.raw(), items)
            })
        })
    }

    /// Puts items behind another.
    pub fn insert_items_after<'a>(
        &mut self,
        anchor: impl Into<ItemKey>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let ItemKey { section, key } = anchor.into();
        items.into().lend(|items| {
            call(|| unsafe {
                iq_snapshot_insert_items_after(self.as_mut_ptr(), optional(&section), key.raw(), items)
            })
        })
    }

    /// Moves an item before another, which may be in another section. Where keys are scoped both are looked
    /// up in the item's.
    pub fn move_item_before(&mut self, item: impl Into<ItemKey>, anchor: Key) -> Result<()> {
        let ItemKey { section, key } = item.into();
        call(|| unsafe {
            iq_snapshot_move_item_before(self.as_mut_ptr(), optional(&section), key.raw(), anchor.raw())
        })
    }

    /// Moves an item behind another.
    pub fn move_item_after(&mut self, item: impl Into<ItemKey>, anchor: Key) -> Result<()> {
        let ItemKey { section, key } = item.into();
        call(|| unsafe {
            iq_snapshot_move_item_after(self.as_mut_ptr(), optional(&section), key.raw(), anchor.raw())
        })
    }

    /// Moves an item to the end of a section.
    pub fn move_item_to_section(&mut self, item: Key, section: Key) -> Result<()> {
        call(|| unsafe { iq_snapshot_move_item_to_section(self.as_mut_ptr(), item.raw(), section.raw()) })
    }

    /// Deletes items; answers how many were not there. `section` is needed where keys are scoped.
    pub fn delete_items(&mut self, section: Option<Key>, keys: &[Key]) -> Result<usize> {
        let (section, mut missing) = (optional(&section), 0);
        call(|| unsafe {
            iq_snapshot_delete_items(self.as_mut_ptr(), section, pointer(keys), keys.len(), &mut missing)
        })?;
        Ok(missing)
    }

    /// Deletes all items of a section, or of all; the sections stay.
    pub fn delete_all_items(&mut self, section: Option<Key>) -> Result<()> {
        call(|| unsafe { iq_snapshot_delete_all_items(self.as_mut_ptr(), optional(&section)) })
    }

    /// As bytes, the same on every machine, marks included. Models do not travel.
    pub fn encode(&self) -> Result<Vec<u8>> {
        bytes(0, |buffer, capacity, length| unsafe {
            iq_snapshot_encode(self.as_ptr(), buffer, capacity, length)
        })
    }

    /// From bytes, wherever they come from. [`Status::Format`](crate::Status::Format) if they are not sound.
    pub fn decode(bytes: &[u8], options: SnapshotOptions) -> Result<Self> {
        crate::version::check()?;
        let decode = |out| unsafe { iq_snapshot_decode(bytes.as_ptr().cast(), bytes.len(), &options.0, out) };
        make(decode, Self::own)
    }
}

impl<M> Drop for Snapshot<M> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_snapshot_destroy(self.0.as_ptr()) });
    }
}
