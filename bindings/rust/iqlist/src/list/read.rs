//! Reading a list. Other threads may change it meanwhile: each result is of one moment, two results are of two.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::ptr::NonNull;

use crate::boundary::call;
use crate::key::optional;
use crate::read::{item_info, reads, resolved, supplementaries, supplementary, text, Buffers, Wanted};
use crate::{
    Item, ItemInfo, ItemKey, Key, Kind, List, Model, Position, Result, Row, Section, SectionInfo,
    SectionName, States, Status, Supplementary,
};
use iqlist_sys::*;

reads!(List: iq_list_get_count, iq_list_find_index, iq_list_dump);

// SAFETY (of all calls below): the list is alive, its models are of type `M`, the outputs are ours.
impl<M: 'static, S: SectionName> List<M, S> {
    /// The section at a position.
    pub fn section_at(&self, position: usize) -> Result<Section> {
        let mut section = iq_section::default();
        call(|| unsafe { iq_list_find_section_at(self.as_ptr(), position, &mut section) })?;
        Ok(Section(section.id))
    }

    /// The section of a key.
    pub fn find_section(&self, key: impl Into<Key>) -> Result<Option<Section>> {
        let (key, mut section) = (key.into(), iq_section::default());
        match call(|| unsafe { iq_list_find_section(self.as_ptr(), key.raw(), &mut section) }) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Some(Section(section.id))),
        }
    }

    /// The item at an index, counted over all sections.
    pub fn item_at(&self, index: usize) -> Result<Item> {
        let mut item = iq_item::default();
        call(|| unsafe { iq_list_find_item_at(self.as_ptr(), index, &mut item) })?;
        Ok(Item(item.id))
    }

    /// The item at a position within a section.
    pub fn item_in_section(&self, section: Section, position: usize) -> Result<Item> {
        let mut item = iq_item::default();
        call(|| unsafe { iq_list_find_item_in_section(self.as_ptr(), section.raw(), position, &mut item) })?;
        Ok(Item(item.id))
    }

    /// The item of a key.
    pub fn find_item(&self, key: impl Into<ItemKey>) -> Result<Option<Item>> {
        let (ItemKey { section, key }, mut item) = (key.into(), iq_item::default());
        let section = optional(&section);
        match call(|| unsafe { iq_list_find_item(self.as_ptr(), section, key.raw(), &mut item) }) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Some(Item(item.id))),
        }
    }

    /// Reads a section.
    pub fn section_info(&self, section: Section) -> Result<SectionInfo<S>> {
        // No name is dropped until it is read.
        let _changing = self.names.changing();
        let mut info = iq_section_info::new();
        call(|| unsafe { iq_list_get_section_info(self.as_ptr(), section.raw(), &mut info) })?;
        Ok(SectionInfo::new(info, self.names.get().name(info.key.into())))
    }

    /// Drops the names of deleted sections, if they are many.
    pub(crate) fn drop_names(&self) {
        // SAFETY: the names call it for lists that are alive.
        self.names.drop_others(|list| unsafe { section_count(list) }, |list| unsafe { section_keys(list) });
    }

    /// The supplementary elements of a section, or with `None` of the list itself, ordered by kind and index.
    pub fn supplementaries(&self, section: impl Into<Option<Section>>) -> Result<Vec<Supplementary<M>>> {
        let section = Section::optional(section.into());
        unsafe {
            supplementaries(self.default_class, |flags, elements, capacity, count| {
                iq_list_get_supplementaries(self.as_ptr(), section, flags, elements, capacity, count)
            })
        }
    }

    /// The supplementary element of that kind and index of a section, or with `None` of the list itself, if there
    /// is one.
    pub fn supplementary(
        &self,
        section: impl Into<Option<Section>>,
        kind: Kind,
        index: u32,
    ) -> Result<Option<Supplementary<M>>> {
        let section = Section::optional(section.into());
        let read = |flags, element: *mut _| unsafe {
            iq_list_get_supplementary(self.as_ptr(), section, kind.0, index, flags, element)
        };
        match unsafe { supplementary(self.default_class, read) } {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(Some),
        }
    }

    /// Reads an item.
    ///
    /// ```
    /// use iqlist::{List, Row};
    ///
    /// let list = List::new()?;
    /// list.set_items(&[Row::new(7).model("Ada")])?;
    /// if let Some(ada) = list.find_item(7)? {
    ///     let info = list.item_info(ada)?;
    ///     assert_eq!((info.index, info.model.as_deref()), (0, Some(&"Ada")));
    /// }
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn item_info(&self, item: Item) -> Result<ItemInfo<M>> {
        unsafe {
            item_info(self.default_class, |flags, info| {
                iq_list_get_item_info(self.as_ptr(), item.raw(), flags, info)
            })
        }
    }

    /// The parent of an item in the list as it is: the nearest item before it in its section with a lower
    /// level. O(log n), and the items between them.
    ///
    /// ```
    /// use iqlist::{List, Row};
    ///
    /// let list = List::new()?;
    /// list.set_items(&[Row::new(1).model("src"), Row::new(2).model("main.rs").level(1)])?;
    /// let parent = list.parent(list.item_at(1)?)?;
    /// assert_eq!(parent, Some(list.item_at(0)?));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn parent(&self, item: Item) -> Result<Option<Item>> {
        let mut parent = iq_item::default();
        match call(|| unsafe { iq_list_find_parent(self.as_ptr(), item.raw(), &mut parent) }) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Some(Item(parent.id))),
        }
    }

    /// The current position of an item.
    pub fn position(&self, item: Item) -> Result<Position> {
        let mut position = iq_position::default();
        call(|| unsafe { iq_list_find_position(self.as_ptr(), item.raw(), &mut position) })?;
        Ok(Position::of_item(position))
    }

    fn read(&self, wanted: Wanted, range: impl RangeBounds<usize>) -> Result<Buffers<M>> {
        let bounds = (range.start_bound().cloned(), range.end_bound().cloned());
        loop {
            let count = self.counted()?.1;
            let read = unsafe {
                Buffers::read(
                    wanted,
                    resolved(bounds, count),
                    count,
                    self.default_class,
                    |first, count, buffers| iq_list_get_items(self.as_ptr(), first, count, buffers),
                )
            };
            match read {
                // The list had become shorter since it was counted; it may have grown again.
                Err(error)
                    if error.status() == Status::Range
                        && bounds.1 == Bound::Unbounded
                        && resolved(bounds, count).start <= count => {}
                read => return read,
            }
        }
    }

    /// Whether items of a [`Derived`](crate::Derived) list have children: see
    /// [`ItemInfo::has_children`](crate::ItemInfo::has_children).
    pub fn have_children(&self, range: impl RangeBounds<usize>) -> Result<Vec<bool>> {
        let read = self.read(Wanted { children: true, ..Wanted::default() }, range)?;
        Ok(read.children.iter().map(|children| *children != 0).collect())
    }

    /// The handles of items.
    pub fn items(&self, range: impl RangeBounds<usize>) -> Result<Vec<Item>> {
        let mut read = self.read(Wanted { items: true, ..Wanted::default() }, range)?;
        Ok(std::mem::take(&mut read.items))
    }

    /// The states of items.
    pub fn states(&self, range: impl RangeBounds<usize>) -> Result<Vec<States>> {
        let mut read = self.read(Wanted { states: true, ..Wanted::default() }, range)?;
        Ok(std::mem::take(&mut read.states))
    }

    /// Whole items. To go through all of them: [`iter`](Self::iter).
    pub fn rows(&self, range: impl RangeBounds<usize>) -> Result<Vec<Row<M>>> {
        Ok(self.read(Wanted::ROWS, range)?.rows())
    }
}

/// # Safety
/// The list is alive.
unsafe fn section_count(list: NonNull<iq_list>) -> usize {
    let mut sections = 0;
    // SAFETY: as promised; here and below, outputs are ours.
    let counted = call(|| unsafe { iq_list_get_count(list.as_ptr(), &mut sections, std::ptr::null_mut()) });
    debug_assert!(counted.is_ok(), "a list can be counted");
    sections
}

/// # Safety
/// As above.
unsafe fn section_keys(list: NonNull<iq_list>) -> Result<Vec<Key>> {
    let key = |position| {
        let (mut section, mut info) = (iq_section::default(), iq_section_info::new());
        call(|| unsafe { iq_list_find_section_at(list.as_ptr(), position, &mut section) })?;
        call(|| unsafe { iq_list_get_section_info(list.as_ptr(), section, &mut info) })?;
        Ok(info.key.into())
    };
    (0..unsafe { section_count(list) }).map(key).collect()
}
