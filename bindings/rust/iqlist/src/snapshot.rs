//! Descriptions of what a list should show: creating and building them. `snapshot/read.rs` reads them.

mod marks;
mod read;

pub use read::Rows;

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, destroy, make};
use crate::class::DefaultClass;
use crate::entry::RawEntries;
use crate::key::{collected, optional, pointer};
use crate::model::Models;
use crate::names::{Given, Names};
use crate::read::bytes;
use crate::{Class, Columns, ItemKey, Key, Result, SectionEntry, SectionName, SnapshotOptions};
use iqlist_sys::*;

/// A description of what a list should show, built step by step on any thread, and applied as often and to as
/// many lists as you like. A [`copy`](Self::copy), and a snapshot of what a list shows, share storage with their
/// origin and cost nothing per item.
///
/// ```
/// use iqlist::{Key, List, Snapshot};
///
/// let mut wanted = Snapshot::<()>::new()?;
/// wanted.append_sections(["friends", "others"])?;
/// wanted.append_items(Some("friends".into()), &["Ada", "Ben"].map(Key::from))?;
/// wanted.append_items(None, &[Key::from("Cem")])?;
///
/// let list = List::new()?;
/// list.apply(&wanted)?;
/// wanted.move_item_to_section("Ben", "others")?;
/// assert_eq!(list.apply(&wanted)?.summary()?.item_moves, 1);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// It is sent and shared between threads if its models may be:
///
/// ```compile_fail,E0277
/// fn sent<T: Send>(_: T) {}
/// sent(iqlist::Snapshot::<std::rc::Rc<u8>>::new()?);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Snapshot<M = (), S = Key> {
    snapshot: NonNull<iq_snapshot>,
    pub(crate) names: Names<S>,
    pub(crate) default_class: DefaultClass<M>,
    models: Models<M>,
}

// SAFETY: the library lets any thread use it, and reads of it overlap; changes take it exclusively. It owns and
// returns models as a collection of `Model<M>` does, and names as one of `Arc<S>`.
unsafe impl<M: Send + Sync, S: Send + Sync> Send for Snapshot<M, S> {}
// SAFETY: as above.
unsafe impl<M: Send + Sync, S: Send + Sync> Sync for Snapshot<M, S> {}

// SAFETY (of all calls below): the snapshot is alive; keys, columns and elements are there for the call.
impl<M: 'static> Snapshot<M> {
    /// An empty snapshot, with all defaults.
    pub fn new() -> Result<Self> {
        Self::with_options(SnapshotOptions::new())
    }

    /// An empty snapshot.
    pub fn with_options(options: SnapshotOptions) -> Result<Self> {
        crate::version::check()?;
        let own = |snapshot| Self::own(snapshot, Names::new(options.is_numbering()), DefaultClass::OF_TYPE);
        make(|out| unsafe { iq_snapshot_create(&options.0, out) }, own)
    }

    /// A snapshot of one section with these items, whose key is 16 zero bytes: what
    /// [`List::set_items`](crate::List::set_items) shows.
    pub fn of_items<'a>(items: impl Into<Columns<'a, M>>) -> Result<Self> {
        let mut snapshot = Self::new()?;
        snapshot.append_sections([Key::default()])?;
        snapshot.append_items(None, items)?;
        Ok(snapshot)
    }

    /// Decodes bytes, whoever wrote them. [`Status::Format`](crate::Status::Format) if they are no encoding or
    /// damaged.
    pub fn decode(bytes: &[u8], options: SnapshotOptions) -> Result<Self> {
        crate::version::check()?;
        let decode = |out| unsafe { iq_snapshot_decode(bytes.as_ptr().cast(), bytes.len(), &options.0, out) };
        let own = |snapshot| Self::own(snapshot, Names::new(options.is_numbering()), DefaultClass::OF_TYPE);
        make(decode, own)
    }

    /// Makes the snapshot store the names of its sections, as [`List::named`](crate::List::named) does.
    ///
    /// ```
    /// use iqlist::{List, Snapshot};
    ///
    /// let mut wanted = Snapshot::<()>::new()?.named::<String>();
    /// wanted.append_sections(["friends", "others"])?;
    /// assert_eq!(wanted.section_at(1)?.name.as_deref(), Some("others"));
    /// let list = List::new()?.named();
    /// list.apply(&wanted)?;
    /// assert_eq!(list.section_info(list.section_at(0)?)?.name.as_deref(), Some("friends"));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn named<S: SectionName>(self) -> Snapshot<M, S> {
        let snapshot = std::mem::ManuallyDrop::new(self);
        // A table of keys is empty: nothing is lost.
        let (names, default_class) = (snapshot.names.renamed(), snapshot.default_class);
        Snapshot { snapshot: snapshot.snapshot, names, default_class, models: PhantomData }
    }
}

// SAFETY (of all calls below): as above.
impl<M: 'static, S: SectionName> Snapshot<M, S> {
    pub(crate) fn own(
        snapshot: NonNull<iq_snapshot>,
        names: Names<S>,
        default_class: DefaultClass<M>,
    ) -> Self {
        Self { snapshot, names, default_class, models: PhantomData }
    }

    /// Makes this the class of what is put in with a model and without a class, from now on, as
    /// [`List::with_default_class`](crate::List::with_default_class) does. A snapshot of a list has the list's; one that
    /// is made by itself has [`Class::of_models`], whatever list it is applied to.
    ///
    /// ```
    /// use iqlist::{List, Row, Snapshot};
    ///
    /// let list = List::comparing()?;
    /// for name in ["Ada", "Ada", "Eve"] {
    ///     let mut wanted = Snapshot::new()?.with_default_class(list.default_class()?);
    ///     wanted.append_sections(["people"])?;
    ///     wanted.append_items(None, &[Row::new(1).model(name)])?;
    ///     let changes = list.apply(&wanted)?;
    ///     assert_eq!(changes.summary()?.item_reconfigures, usize::from(name == "Eve"));
    /// }
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn with_default_class(mut self, class: Class<M>) -> Self {
        self.default_class = DefaultClass::of(class);
        self
    }

    /// The class of what is put in with a model and without a class.
    pub fn default_class(&self) -> Result<Class<M>> {
        self.default_class.class()
    }

    /// An independent copy, including marks. No work per item.
    pub fn copy(&self) -> Result<Self> {
        make(
            |out| unsafe { iq_snapshot_copy(self.as_ptr(), out) },
            |copy| Self::own(copy, self.names.clone(), self.default_class),
        )
    }

    /// The pointer, for functions of `iqlist_sys`. This snapshot owns it.
    pub fn as_ptr(&self) -> *const iq_snapshot {
        self.snapshot.as_ptr()
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut iq_snapshot {
        self.snapshot.as_ptr()
    }

    /// Replaces the whole snapshot in one call, including marks: sections, and the items of all of them in
    /// order. Much faster than appending many small sections.
    ///
    /// ```
    /// use iqlist::{Key, SectionEntry, Snapshot};
    ///
    /// let mut wanted = Snapshot::<()>::new()?;
    /// let sections = [SectionEntry::new("even", 0), SectionEntry::new("odd", 2)];
    /// wanted.set(&sections, &[2u64, 4, 1, 3, 5].map(Key::from))?;
    /// assert_eq!(wanted.section_at(1)?.count, 3);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set<'a>(
        &mut self,
        sections: &[SectionEntry<M, S>],
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let given = SectionEntry::names(sections);
        let entries = RawEntries::new(sections, &given, self.default_class)?;
        let (sections, count) = entries.raw();
        items.into().lend(self.default_class, |items| {
            call(|| unsafe { iq_snapshot_set(self.as_mut_ptr(), sections, count, items) })
        })?;
        self.names.clear();
        self.names.add(&given);
        Ok(())
    }

    /// Appends empty sections.
    pub fn append_sections<N: Into<S>>(&mut self, names: impl IntoIterator<Item = N>) -> Result<()> {
        self.insert(names, |snapshot, keys, count| unsafe {
            iq_snapshot_append_sections(snapshot, keys, count)
        })
    }

    /// Inserts empty sections, the first of them at `position` or at the [`END`](crate::END).
    /// [`Status::Range`](crate::Status::Range) if the position is more than there are sections.
    pub fn insert_sections<N: Into<S>>(
        &mut self,
        position: usize,
        names: impl IntoIterator<Item = N>,
    ) -> Result<()> {
        self.insert(names, |snapshot, keys, count| unsafe {
            iq_snapshot_insert_sections(snapshot, position, keys, count)
        })
    }

    /// Inserts empty sections before the section `anchor`. [`Status::NotFound`](crate::Status::NotFound) if
    /// there is none.
    pub fn insert_sections_before<N: Into<S>>(
        &mut self,
        anchor: impl Into<Key>,
        names: impl IntoIterator<Item = N>,
    ) -> Result<()> {
        let anchor = anchor.into();
        self.insert(names, |snapshot, keys, count| unsafe {
            iq_snapshot_insert_sections_beside(snapshot, IQ_PUT_BEFORE, anchor.raw(), keys, count)
        })
    }

    /// Inserts empty sections after the section `anchor`.
    pub fn insert_sections_after<N: Into<S>>(
        &mut self,
        anchor: impl Into<Key>,
        names: impl IntoIterator<Item = N>,
    ) -> Result<()> {
        let anchor = anchor.into();
        self.insert(names, |snapshot, keys, count| unsafe {
            iq_snapshot_insert_sections_beside(snapshot, IQ_PUT_AFTER, anchor.raw(), keys, count)
        })
    }

    fn insert<N: Into<S>>(
        &mut self,
        names: impl IntoIterator<Item = N>,
        body: impl FnOnce(*mut iq_snapshot, *const iq_key, usize) -> iq_status,
    ) -> Result<()> {
        let given = Given::<S>::new(names);
        call(|| body(self.as_mut_ptr(), pointer(given.keys()), given.keys().len()))?;
        self.names.add(&given);
        Ok(())
    }

    /// Moves a section before another.
    pub fn move_section_before(&mut self, section: impl Into<Key>, anchor: impl Into<Key>) -> Result<()> {
        let (section, anchor) = (section.into(), anchor.into());
        call(|| unsafe {
            iq_snapshot_move_section_beside(self.as_mut_ptr(), section.raw(), IQ_PUT_BEFORE, anchor.raw())
        })
    }

    /// Moves a section after another.
    pub fn move_section_after(&mut self, section: impl Into<Key>, anchor: impl Into<Key>) -> Result<()> {
        let (section, anchor) = (section.into(), anchor.into());
        call(|| unsafe {
            iq_snapshot_move_section_beside(self.as_mut_ptr(), section.raw(), IQ_PUT_AFTER, anchor.raw())
        })
    }

    /// Deletes sections with their items, and returns the number of keys that did not exist.
    pub fn delete_sections<K: Into<Key>>(&mut self, keys: impl IntoIterator<Item = K>) -> Result<usize> {
        let (keys, mut missing) = (collected(keys), 0);
        call(|| unsafe {
            iq_snapshot_delete_sections(self.as_mut_ptr(), pointer(&keys), keys.len(), &mut missing)
        })?;
        self.names.remove(&keys);
        Ok(missing)
    }

    /// Deletes all sections and items.
    pub fn delete_all(&mut self) -> Result<()> {
        call(|| unsafe { iq_snapshot_delete_all(self.as_mut_ptr()) })?;
        self.names.clear();
        Ok(())
    }

    /// Appends items to a section; with `None` to the last one.
    pub fn append_items<'a>(&mut self, section: Option<Key>, items: impl Into<Columns<'a, M>>) -> Result<()> {
        items.into().lend(self.default_class, |items| {
            call(|| unsafe { iq_snapshot_append_items(self.as_mut_ptr(), optional(&section), items) })
        })
    }

    /// Inserts items into a section, the first of them at `position` or at the [`END`](crate::END).
    /// [`Status::Range`](crate::Status::Range) if the position is more than the section has items.
    ///
    /// ```
    /// use iqlist::{Key, Snapshot, END};
    ///
    /// let mut wanted = Snapshot::<()>::new()?;
    /// wanted.insert_sections(0, ["friends"])?;
    /// wanted.insert_items("friends", 0, &["Ben"].map(Key::from))?;
    /// wanted.insert_items("friends", 0, &["Ada"].map(Key::from))?;
    /// wanted.insert_items("friends", END, &["Cem"].map(Key::from))?;
    /// assert_eq!(wanted.keys(..)?, ["Ada", "Ben", "Cem"].map(Key::from));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn insert_items<'a>(
        &mut self,
        section: impl Into<Key>,
        position: usize,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let section = section.into();
        items.into().lend(self.default_class, |items| {
            call(|| unsafe { iq_snapshot_insert_items(self.as_mut_ptr(), section.raw(), position, items) })
        })
    }

    /// Inserts items before the item `anchor`. The first such call indexes the snapshot.
    pub fn insert_items_before<'a>(
        &mut self,
        anchor: impl Into<ItemKey>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let ItemKey { section, key } = anchor.into();
        items.into().lend(self.default_class, |items| {
            call(|| unsafe {
                iq_snapshot_insert_items_beside(
                    self.as_mut_ptr(),
                    optional(&section),
                    IQ_PUT_BEFORE,
                    key.raw(),
                    items,
                )
            })
        })
    }

    /// Inserts items after the item `anchor`.
    pub fn insert_items_after<'a>(
        &mut self,
        anchor: impl Into<ItemKey>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let ItemKey { section, key } = anchor.into();
        items.into().lend(self.default_class, |items| {
            call(|| unsafe {
                iq_snapshot_insert_items_beside(
                    self.as_mut_ptr(),
                    optional(&section),
                    IQ_PUT_AFTER,
                    key.raw(),
                    items,
                )
            })
        })
    }

    /// Inserts items below the item `parent`, each one level deeper than it, to which its own level is added: the
    /// first of them becomes child number `index` of `parent`; [`END`](crate::END), like the number of its children,
    /// is behind the last one. [`Status::Range`](crate::Status::Range) if the index is more,
    /// [`Status::Argument`](crate::Status::Argument) if a level would be more than 65,535.
    ///
    /// ```
    /// use iqlist::{Key, Snapshot};
    ///
    /// let mut wanted = Snapshot::<()>::of_items(&["a", "b"].map(Key::from))?;
    /// wanted.insert_children("a", 0, &["c", "d"].map(Key::from))?;
    /// assert_eq!(wanted.levels(..)?, [0, 1, 1, 0]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn insert_children<'a>(
        &mut self,
        parent: impl Into<ItemKey>,
        index: usize,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let ItemKey { section, key } = parent.into();
        items.into().lend(self.default_class, |items| {
            call(|| unsafe {
                iq_snapshot_insert_children(self.as_mut_ptr(), optional(&section), key.raw(), index, items)
            })
        })
    }

    /// Replaces the items of a section. A key that another section has is a duplicate.
    pub fn set_section_items<'a>(
        &mut self,
        section: impl Into<Key>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let section = section.into();
        items.into().lend(self.default_class, |items| {
            call(|| unsafe { iq_snapshot_set_section_items(self.as_mut_ptr(), section.raw(), items) })
        })
    }

    /// Updates items where they are: the item of key `i` gets row `i` of the columns that are present, and its other
    /// values stay. The rows' own keys are not read, and models require classes, as everywhere. `section` is required
    /// where keys are scoped. [`Status::NotFound`](crate::Status::NotFound) if a key does not exist,
    /// [`Status::Argument`](crate::Status::Argument) if one is given twice, or its item would keep its model without a
    /// class.
    ///
    /// ```
    /// use iqlist::{diff, Columns, DiffOptions, Key, Snapshot};
    ///
    /// let before = Snapshot::<()>::of_items(&["a", "b"].map(Key::from))?;
    /// let mut after = before.copy()?;
    /// after.update_items(None, ["b"], Columns::without_keys(1).contents(&[7]))?;
    /// assert_eq!(diff(&before, &after, DiffOptions::new())?.summary()?.item_reconfigures, 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn update_items<'a, K: Into<Key>>(
        &mut self,
        section: Option<Key>,
        keys: impl IntoIterator<Item = K>,
        columns: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let (keys, columns) = (collected(keys), columns.into());
        columns.check_updates(keys.len(), |index| {
            match self.find_item(ItemKey { section, key: keys[index] })? {
                Some(position) => Ok(self.item_info(position)?.model.is_some()),
                None => Ok(false),
            }
        })?;
        let flags = columns.flags();
        if keys.is_empty() || flags == 0 {
            return Ok(());
        }
        columns.lend(self.default_class, |columns| {
            call(|| unsafe {
                let section = optional(&section);
                iq_snapshot_update_items(self.as_mut_ptr(), section, pointer(&keys), columns, flags)
            })
        })
    }

    /// Moves an item before another, also of another section. Where keys are scoped both are looked up in the
    /// item's section.
    pub fn move_item_before(&mut self, item: impl Into<ItemKey>, anchor: impl Into<Key>) -> Result<()> {
        let (ItemKey { section, key }, anchor) = (item.into(), anchor.into());
        call(|| unsafe {
            iq_snapshot_move_item_beside(
                self.as_mut_ptr(),
                optional(&section),
                key.raw(),
                IQ_PUT_BEFORE,
                anchor.raw(),
            )
        })
    }

    /// Moves an item after another.
    pub fn move_item_after(&mut self, item: impl Into<ItemKey>, anchor: impl Into<Key>) -> Result<()> {
        let (ItemKey { section, key }, anchor) = (item.into(), anchor.into());
        call(|| unsafe {
            iq_snapshot_move_item_beside(
                self.as_mut_ptr(),
                optional(&section),
                key.raw(),
                IQ_PUT_AFTER,
                anchor.raw(),
            )
        })
    }

    /// Moves an item to the end of a section.
    pub fn move_item_to_section(&mut self, item: impl Into<Key>, section: impl Into<Key>) -> Result<()> {
        let (item, section) = (item.into(), section.into());
        call(|| unsafe { iq_snapshot_move_item_to_end(self.as_mut_ptr(), section.raw(), item.raw()) })
    }

    /// Deletes items, and returns the number of keys that did not exist. `section` is required where keys are
    /// scoped.
    pub fn delete_items<K: Into<Key>>(
        &mut self,
        section: Option<Key>,
        keys: impl IntoIterator<Item = K>,
    ) -> Result<usize> {
        let (section, keys, mut missing) = (optional(&section), collected(keys), 0);
        call(|| unsafe {
            iq_snapshot_delete_items(self.as_mut_ptr(), section, pointer(&keys), keys.len(), &mut missing)
        })?;
        Ok(missing)
    }

    /// Deletes all items of a section, or of all; the sections stay.
    pub fn delete_all_items(&mut self, section: Option<Key>) -> Result<()> {
        call(|| unsafe { iq_snapshot_delete_all_items(self.as_mut_ptr(), optional(&section)) })
    }

    /// Encodes it as bytes, including marks, the same on every machine. Models are not encoded.
    pub fn encode(&self) -> Result<Vec<u8>> {
        bytes(0, |buffer, capacity, length| unsafe {
            iq_snapshot_encode(self.as_ptr(), buffer, capacity, length)
        })
    }
}

impl<M, S> Drop for Snapshot<M, S> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_snapshot_destroy(self.snapshot.as_ptr()) });
    }
}
