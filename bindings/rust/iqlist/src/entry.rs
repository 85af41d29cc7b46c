//! Sections as input of a list or snapshot that is replaced as a whole.

use crate::class::DefaultClass;
use crate::names::Given;
use crate::{Key, Result, SectionName, Supplementary};
use iqlist_sys::*;

/// A section for [`List::set`](crate::List::set) and [`Snapshot::set`](crate::Snapshot::set): it has the items
/// from `first_item` up to the next section's. The first section begins at 0.
#[derive(Clone, Copy, Debug)]
pub struct SectionEntry<'a, M: 'static = (), S = Key> {
    name: S,
    first_item: usize,
    supplementaries: &'a [Supplementary<M>],
}

/// Sections as C takes them.
pub(crate) struct RawEntries {
    entries: Vec<iq_section_entry>,
    /// The memory that they point to.
    _elements: Vec<iq_supplementary>,
}

impl RawEntries {
    /// `sections` owns the models.
    pub(crate) fn new<M: 'static, S: SectionName>(
        sections: &[SectionEntry<M, S>],
        given: &Given<S>,
        default: DefaultClass<M>,
    ) -> Result<Self> {
        let elements = sections.iter().flat_map(|section| section.supplementaries);
        let elements = elements.map(|element| element.raw(default));
        let elements = elements.collect::<Result<Vec<iq_supplementary>>>()?;
        let mut next = elements.as_ptr();
        let entry = |(section, key): (&SectionEntry<M, S>, &Key)| {
            let (supplementaries, supplementary_count) = (next, section.supplementaries.len());
            next = next.wrapping_add(supplementary_count);
            let struct_size = size_of::<iq_section_entry>();
            let (key, first_item) = (key.raw(), section.first_item);
            iq_section_entry { struct_size, key, first_item, supplementaries, supplementary_count }
        };
        let entries = sections.iter().zip(given.keys()).map(entry).collect();
        Ok(Self { entries, _elements: elements })
    }

    pub(crate) fn raw(&self) -> (*const iq_section_entry, usize) {
        (self.entries.as_ptr(), self.entries.len())
    }
}

impl<M: 'static, S: SectionName> SectionEntry<'_, M, S> {
    pub(crate) fn names(sections: &[Self]) -> Given<S> {
        Given::<S>::new(sections.iter().map(|section| section.name.clone()))
    }
}

impl<'a, M, S> SectionEntry<'a, M, S> {
    /// A section whose key is made of this name, and its first item.
    pub fn new(name: impl Into<S>, first_item: usize) -> Self {
        Self { name: name.into(), first_item, supplementaries: &[] }
    }

    /// Its supplementary elements.
    #[must_use]
    pub fn supplementaries(mut self, elements: &'a [Supplementary<M>]) -> Self {
        self.supplementaries = elements;
        self
    }
}
