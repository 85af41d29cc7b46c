//! Lists: what is shown. `list/read.rs` asks them, `update.rs` tells them what to show, `edit.rs` changes them
//! where they stand.

mod read;

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, destroy, make};
use crate::{
    Changeset, Columns, DiffOptions, Edit, Key, ListOptions, Model, Result, SectionEntry, Snapshot,
    Statistics, Update,
};
use iqlist_sys::*;

/// What is shown: sections and items, with models of type `M`. Told what to show next, it answers with the
/// changes; or it is changed bit by bit, see [`edit`](Self::edit).
///
/// Any thread may use it: updates follow one another, reads go on beside a diff. From inside a callback of
/// its class or a model's drop, any list may be read and other lists may be changed.
///
/// ```
/// use iqlist::{Key, List, Row};
///
/// let list = List::new()?;
/// list.set_items(&[Row::new(1u64).content(7).model("Ada"), Row::new(2u64).content(2).model("Ben")])?;
/// let changes = list.set_items(&[Row::new(2u64).content(3).model("Ben"), Row::new(1u64).content(7).model("Ada")])?;
/// let summary = changes.summary()?;
/// assert_eq!((summary.item_moves, summary.item_reconfigures), (1, 1));
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// It is sent and shared between threads if its models may be; a list without models always is:
///
/// ```
/// fn shared<T: Send + Sync>(_: T) {}
/// shared(iqlist::List::<()>::new().unwrap());
/// ```
/// ```compile_fail,E0277
/// fn shared<T: Sync>(_: T) {}
/// shared(iqlist::List::<std::rc::Rc<u8>>::new().unwrap());
/// ```
/// ```compile_fail,E0277
/// // What is shared is dropped by any thread: a model that may only be sent is not enough.
/// fn sent<T: Send>(_: T) {}
/// sent(iqlist::List::<std::cell::Cell<u8>>::new().unwrap());
/// ```
pub struct List<M = ()>(NonNull<iq_list>, PhantomData<Model<M>>);

// SAFETY: the library lets any thread use it. It owns and hands out models as a collection of `Model<M>` does.
unsafe impl<M: Send + Sync> Send for List<M> {}
unsafe impl<M: Send + Sync> Sync for List<M> {}

// SAFETY (of all calls below): the list is alive, and what they write to is ours.
impl<M: 'static> List<M> {
    /// An empty list, with all defaults.
    pub fn new() -> Result<Self> {
        Self::with_options(ListOptions::new())
    }

    /// An empty list.
    pub fn with_options(options: ListOptions) -> Result<Self> {
        crate::version::check()?;
        make(|out| unsafe { iq_list_create(&options.0, out) }, |list| Self(list, PhantomData))
    }

    /// For functions of `iqlist_sys`. It stays this list's.
    pub fn as_ptr(&self) -> *mut iq_list {
        self.0.as_ptr()
    }

    /// Makes it show what the snapshot says.
    pub fn apply(&self, snapshot: &Snapshot<M>) -> Result<Changeset> {
        self.with(DiffOptions::new()).apply(snapshot)
    }

    /// Says the whole list in one call: sections, and the items of all of them in order.
    ///
    /// ```
    /// use iqlist::{Key, List, SectionEntry};
    ///
    /// let list = List::<()>::new()?;
    /// let sections = [SectionEntry::new(Key::of("even"), 0), SectionEntry::new(Key::of("odd"), 2)];
    /// list.set(&sections, &[2u64, 4, 1, 3, 5].map(Key::from))?;
    /// assert_eq!(list.section_info(list.section_at(1)?)?.count, 3);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set<'a>(
        &self,
        sections: &[SectionEntry<M>],
        items: impl Into<Columns<'a, M>>,
    ) -> Result<Changeset> {
        self.with(DiffOptions::new()).set(sections, items)
    }

    /// The same with one section, whose key is 16 zero bytes.
    pub fn set_items<'a>(&self, items: impl Into<Columns<'a, M>>) -> Result<Changeset> {
        self.with(DiffOptions::new()).set_items(items)
    }

    /// Replaces the items of one section. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn set_section_items<'a>(&self, section: Key, items: impl Into<Columns<'a, M>>) -> Result<Changeset> {
        self.with(DiffOptions::new()).set_section_items(section, items)
    }

    /// Carries out a changeset that starts from what is shown; see [`Changeset::apply_to`].
    pub fn apply_changeset(&self, changeset: &Changeset) -> Result<Changeset> {
        self.with(DiffOptions::new()).apply_changeset(changeset)
    }

    /// For an update with options.
    pub fn with(&self, options: DiffOptions) -> Update<'_, M, Changeset> {
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
    pub fn silently(&self) -> Update<'_, M, ()> {
        Update::new(self, DiffOptions::new())
    }

    /// Opens an edit, which changes the list where it stands. [`Status::Busy`](crate::Status::Busy) if there
    /// is one.
    pub fn edit(&self) -> Result<Edit<'_, M>> {
        make(|out| unsafe { iq_edit_begin(self.as_ptr(), out) }, |edit| Edit::own(self, edit))
    }

    /// A snapshot of what is shown. No work per item.
    pub fn snapshot(&self) -> Result<Snapshot<M>> {
        make(|out| unsafe { iq_list_snapshot(self.as_ptr(), out) }, Snapshot::own)
    }

    /// Gives back the memory that is kept for the next update.
    pub fn trim(&self) -> Result<()> {
        call(|| unsafe { iq_list_trim(self.as_ptr()) })
    }

    /// What the last update did and cost, and what the list holds.
    pub fn statistics(&self) -> Result<Statistics> {
        let mut statistics = Statistics::empty();
        call(|| unsafe { iq_list_statistics(self.as_ptr(), &mut statistics) })?;
        Ok(statistics.into())
    }
}

impl<M> Drop for List<M> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_list_destroy(self.0.as_ptr()) });
    }
}
