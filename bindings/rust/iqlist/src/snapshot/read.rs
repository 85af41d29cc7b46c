//! Reading a snapshot.

use std::fmt;
use std::ops::{Range, RangeBounds};

use crate::boundary::call;
use crate::key::optional;
use crate::read::{item_info, reads, resolved, supplementaries, supplementary, text, Buffers, Wanted};
use crate::{
    ItemInfo, ItemKey, Key, Kind, Model, Position, Result, Row, SectionInfo, SectionName, Snapshot, Status,
    Supplementary,
};
use iqlist_sys::*;

reads!(Snapshot: iq_snapshot_get_count, iq_snapshot_find_index, iq_snapshot_dump);

// SAFETY (of all calls below): the snapshot is alive, its models are of type `M`, the outputs are ours.
impl<M: 'static, S: SectionName> Snapshot<M, S> {
    /// The section at a position.
    pub fn section_at(&self, position: usize) -> Result<SectionInfo<S>> {
        let mut info = iq_section_info::new();
        call(|| unsafe { iq_snapshot_get_section_info_at(self.as_ptr(), position, &mut info) })?;
        Ok(self.section_info(info))
    }

    fn section_info(&self, raw: iq_section_info) -> SectionInfo<S> {
        SectionInfo::new(raw, self.names.name(raw.key.into()))
    }

    /// The section of a key.
    pub fn find_section(&self, key: impl Into<Key>) -> Result<Option<SectionInfo<S>>> {
        let (key, mut info) = (key.into(), iq_section_info::new());
        match call(|| unsafe { iq_snapshot_get_section_info(self.as_ptr(), key.raw(), &mut info) }) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Some(self.section_info(info))),
        }
    }

    /// The position of an item. The first query by key indexes the snapshot, and reports duplicates.
    pub fn find_item(&self, key: impl Into<ItemKey>) -> Result<Option<Position>> {
        let (ItemKey { section, key }, mut position) = (key.into(), iq_position::default());
        let find = || unsafe {
            iq_snapshot_find_position(self.as_ptr(), optional(&section), key.raw(), &mut position)
        };
        match call(find) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Position::known(position)),
        }
    }

    /// A section's supplementary elements, ordered by kind and index.
    pub fn supplementaries(&self, section: impl Into<Key>) -> Result<Vec<Supplementary<M>>> {
        let section = section.into();
        unsafe {
            supplementaries(self.default_class, |flags, elements, capacity, count| {
                iq_snapshot_get_supplementaries(
                    self.as_ptr(),
                    section.raw(),
                    flags,
                    elements,
                    capacity,
                    count,
                )
            })
        }
    }

    /// A section's supplementary element of that kind and index, if it has one. [`Status::NotFound`] if there
    /// is no such section.
    pub fn supplementary(
        &self,
        section: impl Into<Key>,
        kind: Kind,
        index: u32,
    ) -> Result<Option<Supplementary<M>>> {
        let section = section.into();
        let read = |flags, element: *mut _| unsafe {
            iq_snapshot_get_supplementary(self.as_ptr(), section.raw(), kind.0, index, flags, element)
        };
        match unsafe { supplementary(self.default_class, read) } {
            Err(error) if error.status() == Status::NotFound && self.find_section(section)?.is_some() => {
                Ok(None)
            }
            found => found.map(Some),
        }
    }

    /// Reads the item at a position.
    pub fn item_info(&self, position: Position) -> Result<ItemInfo<M>> {
        unsafe {
            item_info(self.default_class, |flags, info| {
                iq_snapshot_get_item_info_at(self.as_ptr(), position.raw(), flags, info)
            })
        }
    }

    fn read(&self, wanted: Wanted, range: impl RangeBounds<usize>) -> Result<Buffers<M>> {
        let count = self.counted()?.1;
        unsafe {
            Buffers::read(
                wanted,
                resolved(range, count),
                count,
                self.default_class,
                |first, count, buffers| iq_snapshot_get_items(self.as_ptr(), first, count, buffers),
            )
        }
    }

    /// Whole items.
    pub fn rows(&self, range: impl RangeBounds<usize>) -> Result<Vec<Row<M>>> {
        Ok(self.read(Wanted::ROWS, range)?.rows())
    }

    /// All items, one after another, over all sections.
    ///
    /// ```
    /// use iqlist::{Key, Row, Snapshot};
    ///
    /// let snapshot = Snapshot::<()>::of_items(&[Row::new(1u64).content(5), Row::new(2u64).content(6)])?;
    /// assert_eq!(snapshot.iter().map(|row| row.content).sum::<u64>(), 11);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn iter(&self) -> Rows<'_, M, S> {
        Rows { snapshot: self, rest: 0..self.len(), read: Vec::new().into_iter() }
    }
}

impl<'a, M: 'static, S: SectionName> IntoIterator for &'a Snapshot<M, S> {
    type Item = Row<M>;
    type IntoIter = Rows<'a, M, S>;

    fn into_iter(self) -> Rows<'a, M, S> {
        self.iter()
    }
}

/// The items of a snapshot, see [`Snapshot::iter`].
#[derive(Debug)]
pub struct Rows<'a, M: 'static = (), S: SectionName = Key> {
    snapshot: &'a Snapshot<M, S>,
    /// The items that are not read yet. They are read in pieces.
    rest: Range<usize>,
    read: std::vec::IntoIter<Row<M>>,
}

const PIECE: usize = 256;

impl<M, S: SectionName> Iterator for Rows<'_, M, S> {
    type Item = Row<M>;

    fn next(&mut self) -> Option<Row<M>> {
        if self.read.len() == 0 && !self.rest.is_empty() {
            let first = self.rest.start;
            let piece = self.snapshot.rows(first..self.rest.end.min(first + PIECE));
            // Reading one item allocates nothing in the library.
            let piece = piece.or_else(|_| self.snapshot.rows(first..first + 1));
            self.read = piece.expect("a snapshot can be read where it has items").into_iter();
            self.rest.start += self.read.len();
        }
        self.read.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.read.len() + self.rest.len();
        (left, Some(left))
    }
}

impl<M, S: SectionName> ExactSizeIterator for Rows<'_, M, S> {}
