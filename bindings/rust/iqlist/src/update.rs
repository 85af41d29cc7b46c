//! Updates of lists: the whole, or a section, described anew.

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, make};
use crate::entry::RawEntries;
use crate::{Changeset, Columns, DiffOptions, Key, List, Result, SectionEntry, SectionName, Snapshot};
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

/// An update of a list, about to be told what to show: see [`List::with`] and [`List::silently`].
#[derive(Debug)]
#[must_use = "it does nothing by itself"]
pub struct Update<'a, M: 'static, T, S: SectionName = Key> {
    list: &'a List<M, S>,
    options: DiffOptions,
    told: PhantomData<fn() -> T>,
}

impl<M: 'static, S: SectionName> List<M, S> {
    /// Makes it show what the snapshot says.
    pub fn apply(&self, snapshot: &Snapshot<M, S>) -> Result<Changeset> {
        self.with(DiffOptions::new()).apply(snapshot)
    }

    /// Says the whole list in one call: sections, and the items of all of them in order.
    ///
    /// ```
    /// use iqlist::{Key, List, SectionEntry};
    ///
    /// let list = List::<()>::new()?;
    /// let sections = [SectionEntry::new("even", 0), SectionEntry::new("odd", 2)];
    /// list.set(&sections, &[2u64, 4, 1, 3, 5].map(Key::from))?;
    /// assert_eq!(list.section_info(list.find_section("odd")?.unwrap())?.count, 3);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set<'a>(
        &self,
        sections: &[SectionEntry<M, S>],
        items: impl Into<Columns<'a, M>>,
    ) -> Result<Changeset> {
        self.with(DiffOptions::new()).set(sections, items)
    }

    /// The same with one section, whose key is 16 zero bytes.
    pub fn set_items<'a>(&self, items: impl Into<Columns<'a, M>>) -> Result<Changeset> {
        self.with(DiffOptions::new()).set_items(items)
    }

    /// Replaces the items of one section. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn set_section_items<'a>(
        &self,
        section: impl Into<Key>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<Changeset> {
        self.with(DiffOptions::new()).set_section_items(section, items)
    }

    /// Carries out a changeset that starts from what is shown; see [`Changeset::apply_to`].
    pub fn apply_changeset(&self, changeset: &Changeset) -> Result<Changeset> {
        self.with(DiffOptions::new()).apply_changeset(changeset)
    }

    /// For an update with options.
    pub fn with(&self, options: DiffOptions) -> Update<'_, M, Changeset, S> {
        Update::new(self, options)
    }

    /// For an update that answers with nothing. To find the fewest moves is a good part of the work.
    ///
    /// ```
    /// let list = iqlist::List::<()>::new()?;
    /// list.silently().set_items(&[iqlist::Key::from(1u64)])?;
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn silently(&self) -> Update<'_, M, (), S> {
        Update::new(self, DiffOptions::new())
    }
}

// SAFETY (of all calls below): list, snapshot and changeset are alive, arrays are there for the call.
impl<'l, M: 'static, T: Told, S: SectionName> Update<'l, M, T, S> {
    fn new(list: &'l List<M, S>, options: DiffOptions) -> Self {
        Self { list, options, told: PhantomData }
    }

    fn list(&self) -> *mut iq_list {
        self.list.as_ptr()
    }

    /// As [`List::apply`].
    pub fn apply(self, snapshot: &Snapshot<M, S>) -> Result<T> {
        let changing = self.list.names.changing();
        changing.add_all(&snapshot.names);
        let told =
            T::told(|out| unsafe { iq_list_apply(self.list(), snapshot.as_ptr(), &self.options.0, out) });
        self.list.forget_names();
        told
    }

    /// As [`List::set`].
    pub fn set<'a>(self, sections: &[SectionEntry<M, S>], items: impl Into<Columns<'a, M>>) -> Result<T> {
        let given = SectionEntry::names(sections);
        let entries = RawEntries::new(sections, &given)?;
        let changing = self.list.names.changing();
        changing.add_all(&self.list.names.get().numbered(&given));
        let told = items.into().lend(|items| {
            T::told(|out| unsafe {
                let (sections, count) = entries.raw();
                iq_list_set(self.list(), sections, count, items, &self.options.0, out)
            })
        });
        self.list.forget_names();
        told
    }

    /// As [`List::set_items`].
    pub fn set_items<'a>(self, items: impl Into<Columns<'a, M>>) -> Result<T> {
        items.into().lend(|items| {
            T::told(|out| unsafe { iq_list_set_items(self.list(), items, &self.options.0, out) })
        })
    }

    /// As [`List::set_section_items`].
    pub fn set_section_items<'a>(
        self,
        section: impl Into<Key>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<T> {
        let section = section.into();
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
