//! Updates of lists: the whole list, or the items of a section, replaced.

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, make};
use crate::entry::RawEntries;
use crate::{Changeset, Columns, Key, List, Result, SectionEntry, SectionName, Snapshot, UpdateOptions};
use iqlist_sys::*;

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Changeset {}
    impl Sealed for () {}
}

/// The result of an update: a [`Changeset`], or nothing.
pub trait UpdateOutput: sealed::Sealed + Sized {
    #[doc(hidden)]
    fn of(update: impl FnOnce(*mut *mut iq_changeset) -> iq_status) -> Result<Self>;
}

impl UpdateOutput for Changeset {
    fn of(update: impl FnOnce(*mut *mut iq_changeset) -> iq_status) -> Result<Self> {
        make(update, |changeset: NonNull<iq_changeset>| Changeset::own(changeset))
    }
}

impl UpdateOutput for () {
    fn of(update: impl FnOnce(*mut *mut iq_changeset) -> iq_status) -> Result<Self> {
        call(|| update(std::ptr::null_mut()))
    }
}

/// An update of a list, before it is applied: see [`List::with`] and [`List::silently`].
#[derive(Debug)]
#[must_use = "it does nothing by itself"]
pub struct Update<'a, M: 'static, T, S: SectionName = Key> {
    list: &'a List<M, S>,
    options: UpdateOptions,
    /// It makes one, and has none.
    output: PhantomData<fn() -> T>,
}

impl<M: 'static, S: SectionName> List<M, S> {
    /// Makes the list show what the snapshot describes.
    pub fn apply(&self, snapshot: &Snapshot<M, S>) -> Result<Changeset> {
        self.with(UpdateOptions::new()).apply(snapshot)
    }

    /// Replaces the whole list in one call: sections, and the items of all of them in order.
    ///
    /// ```
    /// use iqlist::{Key, List, SectionEntry};
    ///
    /// let list = List::<()>::new()?;
    /// let sections = [SectionEntry::new("even", 0), SectionEntry::new("odd", 2)];
    /// list.set(&sections, &[2u64, 4, 1, 3, 5].map(Key::from))?;
    /// assert_eq!(list.section_info(list.section_at(1)?)?.count, 3);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set<'a>(
        &self,
        sections: &[SectionEntry<M, S>],
        items: impl Into<Columns<'a, M>>,
    ) -> Result<Changeset> {
        self.with(UpdateOptions::new()).set(sections, items)
    }

    /// Replaces the whole list by one section with these items, whose key is 16 zero bytes.
    pub fn set_items<'a>(&self, items: impl Into<Columns<'a, M>>) -> Result<Changeset> {
        self.with(UpdateOptions::new()).set_items(items)
    }

    /// Replaces the items of one section. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn set_section_items<'a>(
        &self,
        section: impl Into<Key>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<Changeset> {
        self.with(UpdateOptions::new()).set_section_items(section, items)
    }

    /// Applies a changeset that starts from what is shown; see [`Changeset::apply_to`].
    pub fn apply_changeset(&self, changeset: &Changeset) -> Result<Changeset> {
        self.with(UpdateOptions::new()).apply_changeset(changeset)
    }

    /// Undoes the last step that is not undone: see [`set_undo`](Self::set_undo).
    /// [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn undo(&self) -> Result<Changeset> {
        self.with(UpdateOptions::new()).undo()
    }

    /// Redoes the step that was undone last, likewise.
    pub fn redo(&self) -> Result<Changeset> {
        self.with(UpdateOptions::new()).redo()
    }

    /// Starts an update with options.
    pub fn with(&self, options: UpdateOptions) -> Update<'_, M, Changeset, S> {
        Update::new(self, options)
    }

    /// Starts an update that returns no changeset. Finding the fewest moves is a large part of the cost.
    ///
    /// ```
    /// let list = iqlist::List::<()>::new()?;
    /// list.silently().set_items(&[iqlist::Key::from(1u64)])?;
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn silently(&self) -> Update<'_, M, (), S> {
        Update::new(self, UpdateOptions::new())
    }
}

// SAFETY (of all calls below): list, snapshot and changeset are alive, arrays are there for the call.
impl<'l, M: 'static, T: UpdateOutput, S: SectionName> Update<'l, M, T, S> {
    fn new(list: &'l List<M, S>, options: UpdateOptions) -> Self {
        Self { list, options, output: PhantomData }
    }

    fn list(&self) -> *mut iq_list {
        self.list.as_ptr()
    }

    /// As [`List::apply`].
    pub fn apply(self, snapshot: &Snapshot<M, S>) -> Result<T> {
        let changing = self.list.names.changing();
        changing.add_all(&snapshot.names);
        let output =
            T::of(|out| unsafe { iq_list_apply(self.list(), snapshot.as_ptr(), &self.options.0, out) });
        self.list.drop_names();
        output
    }

    /// As [`List::set`].
    pub fn set<'a>(self, sections: &[SectionEntry<M, S>], items: impl Into<Columns<'a, M>>) -> Result<T> {
        let given = SectionEntry::names(sections);
        let entries = RawEntries::new(sections, &given, self.list.default_class)?;
        let changing = self.list.names.changing();
        changing.add_all(&self.list.names.get().numbered(&given));
        let output = items.into().lend(self.list.default_class, |items| {
            T::of(|out| unsafe {
                let (sections, count) = entries.raw();
                iq_list_set(self.list(), sections, count, items, &self.options.0, out)
            })
        });
        self.list.drop_names();
        output
    }

    /// As [`List::set_items`].
    pub fn set_items<'a>(self, items: impl Into<Columns<'a, M>>) -> Result<T> {
        items.into().lend(self.list.default_class, |items| {
            T::of(|out| unsafe { iq_list_set_items(self.list(), items, &self.options.0, out) })
        })
    }

    /// As [`List::set_section_items`].
    pub fn set_section_items<'a>(
        self,
        section: impl Into<Key>,
        items: impl Into<Columns<'a, M>>,
    ) -> Result<T> {
        let section = section.into();
        items.into().lend(self.list.default_class, |items| {
            T::of(|out| unsafe {
                iq_list_set_section_items(self.list(), section.raw(), items, &self.options.0, out)
            })
        })
    }

    /// As [`List::apply_changeset`].
    pub fn apply_changeset(self, changeset: &Changeset) -> Result<T> {
        T::of(|out| unsafe {
            iq_changeset_apply_to_list(changeset.as_ptr(), self.list(), &self.options.0, out)
        })
    }

    /// As [`List::undo`].
    pub fn undo(self) -> Result<T> {
        T::of(|out| unsafe { iq_list_undo(self.list(), &self.options.0, out) })
    }

    /// As [`List::redo`].
    pub fn redo(self) -> Result<T> {
        T::of(|out| unsafe { iq_list_redo(self.list(), &self.options.0, out) })
    }
}
