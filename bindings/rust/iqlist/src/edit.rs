//! A list changed in place: opening and ending an edit, and its items. `edit/sections.rs` has its sections.

mod sections;

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::ptr::NonNull;

use crate::boundary::{call, destroy, make};
use crate::names::Changing;
use crate::read::counted;
use crate::{
    Changeset, Columns, EditOptions, Error, Item, Key, List, Position, Result, Row, Section, SectionName,
    Status, UpdateOptions, UpdateOutput,
};
use iqlist_sys::*;

/// As a position: at the end.
pub const END: usize = IQ_END;

/// Changes a list in place, at a cost that follows the change and not the list. Every read of the list
/// meanwhile sees it edited; any other change of it returns [`Status::Busy`].
///
/// An edit that is dropped without [`commit`](Self::commit) is abandoned: the list is again as it was,
/// including handles and models. Each call is all or nothing.
///
/// ```
/// use iqlist::{Key, List, Row, END};
///
/// let list = List::new()?;
/// list.set_items(&[Row::new(1u64).model("fetch"), Row::new(2u64).model("compile")])?;
///
/// let mut edit = list.edit()?;
/// edit.delete_items(&[list.item_at(0)?])?;
/// edit.insert_items(None, END, &[Row::new(3u64).model("link")])?;
/// let changes = edit.commit()?;
/// assert_eq!(changes.splices()?.len(), 2);
///
/// let mut edit = list.edit()?;
/// edit.delete_item_range(None, ..)?;
/// assert!(list.is_empty());
/// drop(edit);
/// assert_eq!(list.len(), 2);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// After the commit there is no edit:
///
/// ```compile_fail,E0382
/// # let list = iqlist::List::<()>::new()?;
/// let mut edit = list.edit()?;
/// edit.commit()?;
/// edit.insert_sections(0, ["a"])?;
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// Nor is there one without its list:
///
/// ```compile_fail,E0505
/// # let list = iqlist::List::<()>::new()?;
/// let mut edit = list.edit()?;
/// drop(list);
/// edit.insert_sections(0, ["a"])?;
/// # Ok::<(), iqlist::Error>(())
/// ```
#[must_use = "an edit that is dropped is abandoned"]
pub struct Edit<'a, M: 'static = (), S = Key> {
    list: &'a List<M, S>,
    edit: NonNull<iq_edit>,
    /// Until it ends, since deleted sections are restored if it is abandoned.
    names: Changing<'a, S>,
}

// SAFETY: as of the list; each of its calls takes it exclusively, or reads the list.
unsafe impl<M: Send + Sync, S: Send + Sync> Send for Edit<'_, M, S> {}
// SAFETY: as above.
unsafe impl<M: Send + Sync, S: Send + Sync> Sync for Edit<'_, M, S> {}

impl<M: 'static, S: SectionName> List<M, S> {
    /// Opens an edit, which changes the list in place. [`Status::Busy`](crate::Status::Busy) if another is
    /// open.
    pub fn edit(&self) -> Result<Edit<'_, M, S>> {
        self.edit_with(EditOptions::new())
    }

    /// The same with options: an edit may wait for its turn. Threads are served in the order in which they began
    /// to wait. [`Status::Busy`](crate::Status::Busy) when the time is over, and at once from inside a callback
    /// of a class or a model's drop. A thread that waits for an edit of its own waits the whole time.
    ///
    /// ```
    /// use iqlist::{EditOptions, Key, List, END};
    /// use std::time::Duration;
    ///
    /// let list = List::<()>::new()?;
    /// let patient = EditOptions::new().wait(Duration::from_secs(60));
    /// std::thread::scope(|scope| {
    ///     for number in 0..4 {
    ///         let list = &list;
    ///         scope.spawn(move || -> iqlist::Result<()> {
    ///             let mut edit = list.edit_with(patient)?;
    ///             edit.insert_items(None, END, &[Key::from(number)])?;
    ///             edit.commit_silently()
    ///         });
    ///     }
    /// });
    /// assert_eq!(list.len(), 4);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn edit_with(&self, options: EditOptions) -> Result<Edit<'_, M, S>> {
        let names = self.names.changing();
        let own = |edit| Edit::own(self, edit, names);
        // SAFETY: the list is alive, and stays so while it is borrowed.
        make(|out| unsafe { iq_edit_begin(self.as_ptr(), &options.0, out) }, own)
    }
}

// SAFETY (of all calls below): the edit and its list are alive; columns and handles are there for the call.
impl<'l, M: 'static, S: SectionName> Edit<'l, M, S> {
    pub(crate) fn own(list: &'l List<M, S>, edit: NonNull<iq_edit>, names: Changing<'l, S>) -> Self {
        Self { list, edit, names }
    }

    /// The list, as it is now.
    pub fn list(&self) -> &'l List<M, S> {
        self.list
    }

    /// The pointer, for functions of `iqlist_sys`. This edit owns it.
    pub fn as_ptr(&mut self) -> *mut iq_edit {
        self.edit.as_ptr()
    }

    /// Commits the changes. On failure the edit is abandoned.
    pub fn commit(self) -> Result<Changeset> {
        self.commit_with(UpdateOptions::new())
    }

    /// Commits the changes, and returns a changeset of these options.
    pub fn commit_with(self, options: UpdateOptions) -> Result<Changeset> {
        self.end(options)
    }

    /// Commits the changes, and returns no changeset.
    pub fn commit_silently(self) -> Result<()> {
        self.end(UpdateOptions::new())
    }

    fn end<T: UpdateOutput>(mut self, options: UpdateOptions) -> Result<T> {
        let output = T::of(|out| unsafe { iq_edit_commit(self.as_ptr(), &options.0, out) })?;
        self.list.drop_names();
        Ok(output)
    }

    /// Inserts items into a section, the first of them at `position` or at the [`END`].
    ///
    /// Here and below, the section `None` is the only section of a flat list; in a list without sections it is
    /// created here, as by [`List::set_items`]. [`Status::NoSection`] if there are several.
    pub fn insert_items<'a>(
        &mut self,
        section: impl Into<Option<Section>>,
        position: usize,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let (section, items) = (section.into(), items.into());
        if section.is_some() || self.list.section_count() > 0 {
            return self.insert_items_into(self.section(section)?, position, items);
        }
        let section = self.insert_only_section()?;
        let inserted = self.insert_items_into(section, position, items);
        if inserted.is_err() {
            // Restores the list, unless an allocation fails.
            self.delete_section_range(..).ok();
        }
        inserted
    }

    fn insert_items_into(&mut self, section: Section, position: usize, items: Columns<'_, M>) -> Result<()> {
        items.lend(self.list.default_class, |items| {
            call(|| unsafe { iq_edit_insert_items(self.as_ptr(), section.raw(), position, items) })
        })
    }

    /// Inserts items before another item.
    pub fn insert_items_before<'a>(&mut self, anchor: Item, items: impl Into<Columns<'a, M>>) -> Result<()> {
        items.into().lend(self.list.default_class, |items| {
            call(|| unsafe { iq_edit_insert_items_beside(self.as_ptr(), IQ_PUT_BEFORE, anchor.raw(), items) })
        })
    }

    /// Inserts items after another item.
    pub fn insert_items_after<'a>(&mut self, anchor: Item, items: impl Into<Columns<'a, M>>) -> Result<()> {
        items.into().lend(self.list.default_class, |items| {
            call(|| unsafe { iq_edit_insert_items_beside(self.as_ptr(), IQ_PUT_AFTER, anchor.raw(), items) })
        })
    }

    /// Inserts items below the item `parent`, each one level deeper than it, to which its own level is added: the
    /// first of them becomes child number `index` of `parent`; [`END`](crate::END), like the number of its children, is
    /// behind the last one. [`Status::Range`] if the index is more, [`Status::Argument`] if a level would be more
    /// than 65,535.
    ///
    /// ```
    /// use iqlist::{Key, List};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_items(&["a", "b"].map(Key::from))?;
    /// let mut edit = list.edit()?;
    /// edit.insert_children(list.item_at(0)?, 0, &["c", "d"].map(Key::from))?;
    /// edit.commit()?;
    /// assert_eq!(list.levels(..)?, [0, 1, 1, 0]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn insert_children<'a>(
        &mut self,
        parent: Item,
        index: usize,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        items.into().lend(self.list.default_class, |items| {
            call(|| unsafe { iq_edit_insert_children(self.as_ptr(), parent.raw(), index, items) })
        })
    }

    /// Deletes items, of any sections. [`Status::Handle`] if one does not exist, [`Status::Argument`] if one is given
    /// twice.
    pub fn delete_items(&mut self, items: &[Item]) -> Result<()> {
        call(|| unsafe { iq_edit_delete_items(self.as_ptr(), items.as_ptr().cast(), items.len()) })
    }

    /// Deletes a range of a section's items. A range without an end goes to the section's end.
    pub fn delete_item_range(
        &mut self,
        section: impl Into<Option<Section>>,
        range: impl RangeBounds<usize>,
    ) -> Result<()> {
        let section = self.section(section.into())?;
        let (first, count) = self.item_range(section, range)?;
        call(|| unsafe { iq_edit_delete_item_range(self.as_ptr(), section.raw(), first, count) })
    }

    /// Moves a range of a section's items: afterwards the first of them is at `position` of `target`, which may
    /// be the same section. [`Status::Scope`] if it is another section and keys are scoped.
    pub fn move_item_range(
        &mut self,
        section: impl Into<Option<Section>>,
        range: impl RangeBounds<usize>,
        target: impl Into<Option<Section>>,
        position: usize,
    ) -> Result<()> {
        let (section, target) = (self.section(section.into())?, self.section(target.into())?);
        let (first, count) = self.item_range(section, range)?;
        call(|| unsafe {
            iq_edit_move_item_range(self.as_ptr(), section.raw(), first, count, target.raw(), position)
        })
    }

    /// Moves items, of any sections, so that they follow each other in this order before the item at
    /// `position`, which is that of now, while all are still where they are: [`Hit::insertion`] fits as it is.
    /// The number of items is the end of the section. [`Status::Range`] if there is no such position,
    /// [`Status::Argument`] if an item is given twice.
    ///
    /// ```
    /// use iqlist::{List, Position, Row};
    ///
    /// let list = List::new()?;
    /// list.set_items(&["a", "b", "c", "d"].map(|name| Row::new(name).model(name)))?;
    /// let (a, d) = (list.item_at(0)?, list.item_at(3)?);
    /// let mut edit = list.edit()?;
    /// edit.move_items_to(&[d, a], Position::new(0, 2))?;
    /// edit.commit()?;
    /// let shown: Vec<_> = list.models(..)?.into_iter().flatten().map(|name| *name).collect();
    /// assert_eq!(shown, ["b", "d", "a", "c"]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// [`Hit::insertion`]: crate::Hit::insertion
    pub fn move_items_to(&mut self, items: &[Item], position: Position) -> Result<()> {
        call(|| unsafe {
            iq_edit_move_items_to(self.as_ptr(), items.as_ptr().cast(), items.len(), position.raw())
        })
    }

    /// Moves an item before another.
    pub fn move_item_before(&mut self, item: Item, anchor: Item) -> Result<()> {
        call(|| unsafe { iq_edit_move_item_beside(self.as_ptr(), item.raw(), IQ_PUT_BEFORE, anchor.raw()) })
    }

    /// Moves an item after another.
    pub fn move_item_after(&mut self, item: Item, anchor: Item) -> Result<()> {
        call(|| unsafe { iq_edit_move_item_beside(self.as_ptr(), item.raw(), IQ_PUT_AFTER, anchor.raw()) })
    }

    /// Updates an item: it gets content, model and class of `row`, whose key is not read.
    pub fn update_item(&mut self, item: Item, row: &Row<M>) -> Result<()> {
        self.update_items(&[item], std::slice::from_ref(row))
    }

    /// Updates items: item `i` gets row `i` of the columns that are present, and its other values stay. Keys
    /// are not read, and models require classes, as everywhere. [`Status::Argument`] if an item is given twice,
    /// or would keep its model without a class.
    ///
    /// ```
    /// use iqlist::{Columns, List, Row};
    ///
    /// let list = List::new()?;
    /// list.set_items(&[1, 2].map(|key| Row::new(key).content(1).model("open")))?;
    /// let items = list.items(..)?;
    /// let mut edit = list.edit()?;
    /// edit.update_items(&items, Columns::without_keys(2).contents(&[1, 2]))?;
    /// assert_eq!(edit.commit()?.summary()?.item_reconfigures, 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn update_items<'a>(&mut self, items: &[Item], columns: impl Into<Columns<'a, M>>) -> Result<()> {
        let columns = columns.into();
        columns.check_updates(items.len(), |index| Ok(self.list.item_info(items[index])?.model.is_some()))?;
        let flags = columns.flags();
        if items.is_empty() || flags == 0 {
            return Ok(());
        }
        columns.lend(self.list.default_class, |columns| {
            call(|| unsafe { iq_edit_update_items(self.as_ptr(), items.as_ptr().cast(), columns, flags) })
        })
    }

    /// Marks items for reload: an update with a new cell, even if nothing differs.
    pub fn reload_items(&mut self, items: &[Item]) -> Result<()> {
        call(|| unsafe { iq_edit_reload_items(self.as_ptr(), items.as_ptr().cast(), items.len()) })
    }

    /// Marks items for reconfigure: an update with the same cell bound again.
    pub fn reconfigure_items(&mut self, items: &[Item]) -> Result<()> {
        call(|| unsafe { iq_edit_reconfigure_items(self.as_ptr(), items.as_ptr().cast(), items.len()) })
    }

    /// Replaces the items of a section. Items whose keys are among the new ones keep their handles.
    pub fn set_section_items<'a>(
        &mut self,
        section: impl Into<Option<Section>>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<()> {
        let section = self.section(section.into())?;
        items.into().lend(self.list.default_class, |items| {
            call(|| unsafe { iq_edit_set_section_items(self.as_ptr(), section.raw(), items) })
        })
    }

    /// The section, or the only one.
    fn section(&self, section: Option<Section>) -> Result<Section> {
        match (section, self.list.section_count()) {
            (Some(section), _) => Ok(section),
            (None, 1) => self.list.section_at(0),
            (None, count) => {
                let message = format!("there are {count} sections, and none is given");
                Err(Error::new(Status::NoSection, &message))
            }
        }
    }

    /// The section of a flat list.
    fn insert_only_section(&mut self) -> Result<Section> {
        let key = Key::default().raw();
        call(|| unsafe { iq_edit_insert_sections(self.as_ptr(), 0, &key, 1) })?;
        self.list.section_at(0)
    }

    fn item_range(&self, section: Section, range: impl RangeBounds<usize>) -> Result<(usize, usize)> {
        let length = match range.end_bound() {
            Bound::Unbounded => self.list.section_info(section)?.count,
            _ => 0,
        };
        counted(range, length)
    }
}

impl<M, S> Drop for Edit<'_, M, S> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_edit_destroy(self.edit.as_ptr()) });
    }
}

/// As that of the list: what it shows now.
impl<M: 'static, S: SectionName> fmt::Debug for Edit<'_, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}
