//! Telling a list what to show.

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, make};
use crate::{Changeset, Columns, DiffOptions, Key, List, Result, Snapshot, Supplementary};
use iqlist_sys::*;

mod told {
    pub trait Told {}
    impl Told for crate::Changeset {}
    impl Told for () {}
}

/// What an update answers with: a [`Changeset`], or nothing.
pub trait Told: told::Told + Sized {
    #[doc(hidden)]
    fn told(update: impl FnOnce(*mut *mut iq_changeset) -> iq_status) -> Result<Self>;
}

impl Told for Changeset {
    fn told(update: impl FnOnce(*mut *mut iq_changeset) -> iq_status) -> Result<Self> {
        make(update, |changeset: NonNull<iq_changeset>| Changeset::own(changeset))
    }
}

impl Told for () {
    fn told(update: impl FnOnce(*mut *mut iq_changeset) -> iq_status) -> Result<Self> {
        call(|| update(std::ptr::null_mut()))
    }
}

/// A section for [`List::set`]: it has the items from `first_item` up to the next one's. The first begins at 0.
#[derive(Clone, Copy, Debug)]
pub struct SectionEntry<'a, M: 'static = ()> {
    key: Key,
    first_item: usize,
    supplementaries: &'a [Supplementary<M>],
}

impl<'a, M> SectionEntry<'a, M> {
    /// Key and first item.
    pub fn new(key: Key, first_item: usize) -> Self {
        Self { key, first_item, supplementaries: &[] }
    }

    /// The elements that stand beside its items.
    #[must_use]
    pub fn supplementaries(mut self, elements: &'a [Supplementary<M>]) -> Self {
        self.supplementaries = elements;
        self
    }
}

/// An update of a list, about to be told what to show: see [`List::with`] and [`List::silently`].
#[derive(Debug)]
#[must_use = "it does nothing by itself"]
pub struct Update<'a, M: 'static, T> {
    list: &'a List<M>,
    options: DiffOptions,
    told: PhantomData<fn() -> T>,
}

// SAFETY (of all calls below): list, snapshot and changeset are alive, arrays are there for the call.
impl<'l, M: 'static, T: Told> Update<'l, M, T> {
    pub(crate) fn new(list: &'l List<M>, options: DiffOptions) -> Self {
        Self { list, options, told: PhantomData }
    }

    fn list(&self) -> *mut iq_list {
        self.list.as_ptr()
    }

    /// As [`List::apply`].
    pub fn apply(self, snapshot: &Snapshot<M>) -> Result<T> {
        T::told(|out| unsafe { iq_list_apply(self.list(), snapshot.as_ptr(), &self.options.0, out) })
    }

    /// As [`List::set`].
    pub fn set<'a>(self, sections: &[SectionEntry<M>], items: impl Into<Columns<'a, M>>) -> Result<T> {
        let elements = sections.iter().flat_map(|section| section.supplementaries).map(Supplementary::raw);
        let elements = elements.collect::<Result<Vec<iq_supplementary>>>()?;
        let mut next = elements.as_ptr();
        let entry = |section: &SectionEntry<M>| {
            let (supplementaries, supplementary_count) = (next, section.supplementaries.len());
            next = next.wrapping_add(supplementary_count);
            let struct_size = size_of::<iq_section_entry>();
            let (key, first_item) = (section.key.raw(), section.first_item);
            iq_section_entry { struct_size, key, first_item, supplementaries, supplementary_count }
        };
        let entries: Vec<iq_section_entry> = sections.iter().map(entry).collect();
        items.into().lend(|items| {
            T::told(|out| unsafe {
                iq_list_set(self.list(), entries.as_ptr(), entries.len(), items, &self.options.0, out)
            })
        })
    }

    /// As [`List::set_items`].
    pub fn set_items<'a>(self, items: impl Into<Columns<'a, M>>) -> Result<T> {
        items.into().lend(|items| {
            T::told(|out| unsafe { iq_list_set_items(self.list(), items, &self.options.0, out) })
        })
    }

    /// As [`List::set_section_items`].
    pub fn set_section_items<'a>(self, section: Key, items: impl Into<Columns<'a, M>>) -> Result<T> {
        items.into().lend(|items| {
            T::told(|out| unsafe {
                iq_list_set_section_items(self.list(), section.raw(), items, &self.options.0, out)
            })
        })
    }

    /// As [`List::apply_changeset`].
    pub fn apply_changeset(self, changeset: &Changeset) -> Result<T> {
        T::told(|out| unsafe {
            iq_changeset_apply_to_list(changeset.as_ptr(), self.list(), &self.options.0, out)
        })
    }
}
