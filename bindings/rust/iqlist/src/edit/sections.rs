//! The sections of a list that is edited.

use std::ops::RangeBounds;

use crate::boundary::call;
use crate::key::pointer;
use crate::names::Given;
use crate::read::counted;
use crate::{Edit, Kind, Result, Section, SectionName, Supplementary};
use iqlist_sys::*;

// SAFETY (of all calls below): the edit and its list are alive; keys, handles and elements are there for the call.
impl<M: 'static, S: SectionName> Edit<'_, M, S> {
    /// Inserts empty sections, the first of them at `position` or at the [`END`](crate::END).
    pub fn insert_sections<N: Into<S>>(
        &mut self,
        position: usize,
        names: impl IntoIterator<Item = N>,
    ) -> Result<()> {
        self.insert(names, |edit, keys, count| unsafe {
            iq_edit_insert_sections(edit, position, keys, count)
        })
    }

    /// Inserts empty sections before another section.
    pub fn insert_sections_before<N: Into<S>>(
        &mut self,
        anchor: Section,
        names: impl IntoIterator<Item = N>,
    ) -> Result<()> {
        self.insert(names, |edit, keys, count| unsafe {
            iq_edit_insert_sections_beside(edit, IQ_PUT_BEFORE, anchor.raw(), keys, count)
        })
    }

    /// Inserts empty sections after another section.
    pub fn insert_sections_after<N: Into<S>>(
        &mut self,
        anchor: Section,
        names: impl IntoIterator<Item = N>,
    ) -> Result<()> {
        self.insert(names, |edit, keys, count| unsafe {
            iq_edit_insert_sections_beside(edit, IQ_PUT_AFTER, anchor.raw(), keys, count)
        })
    }

    fn insert<N: Into<S>>(
        &mut self,
        names: impl IntoIterator<Item = N>,
        body: impl FnOnce(*mut iq_edit, *const iq_key, usize) -> iq_status,
    ) -> Result<()> {
        let given = Given::<S>::new(names);
        self.names.add(&given);
        call(|| body(self.as_ptr(), pointer(given.keys()), given.keys().len()))
    }

    /// Deletes sections, with their items and supplementary elements.
    /// [`Status::Handle`](crate::Status::Handle) if one does not exist, [`Status::Argument`](crate::Status::Argument)
    /// if one is given twice.
    pub fn delete_sections(&mut self, sections: &[Section]) -> Result<()> {
        call(|| unsafe { iq_edit_delete_sections(self.as_ptr(), sections.as_ptr().cast(), sections.len()) })
    }

    /// Deletes a range of sections.
    pub fn delete_section_range(&mut self, range: impl RangeBounds<usize>) -> Result<()> {
        let (first, count) = counted(range, self.list.section_count())?;
        call(|| unsafe { iq_edit_delete_section_range(self.as_ptr(), first, count) })
    }

    /// Moves a range of sections: afterwards the first of them is at `position`.
    pub fn move_section_range(&mut self, range: impl RangeBounds<usize>, position: usize) -> Result<()> {
        let (first, count) = counted(range, self.list.section_count())?;
        call(|| unsafe { iq_edit_move_section_range(self.as_ptr(), first, count, position) })
    }

    /// Moves a section before another.
    pub fn move_section_before(&mut self, section: Section, anchor: Section) -> Result<()> {
        call(|| unsafe {
            iq_edit_move_section_beside(self.as_ptr(), section.raw(), IQ_PUT_BEFORE, anchor.raw())
        })
    }

    /// Moves a section after another.
    pub fn move_section_after(&mut self, section: Section, anchor: Section) -> Result<()> {
        call(|| unsafe {
            iq_edit_move_section_beside(self.as_ptr(), section.raw(), IQ_PUT_AFTER, anchor.raw())
        })
    }

    /// Marks sections for reload, with their items and supplementary elements.
    pub fn reload_sections(&mut self, sections: &[Section]) -> Result<()> {
        call(|| unsafe { iq_edit_reload_sections(self.as_ptr(), sections.as_ptr().cast(), sections.len()) })
    }

    /// Sets a supplementary element of a section; it replaces one of the same kind and index.
    pub fn set_supplementary(&mut self, section: Section, element: &Supplementary<M>) -> Result<()> {
        let raw = element.raw(self.list().default_class)?;
        call(|| unsafe { iq_edit_set_supplementary(self.as_ptr(), section.raw(), &raw) })
    }

    /// Removes a supplementary element. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn remove_supplementary(&mut self, section: Section, kind: Kind, index: u32) -> Result<()> {
        call(|| unsafe { iq_edit_remove_supplementary(self.as_ptr(), section.raw(), kind.0, index) })
    }
}
