//! Lists: creating and owning them. `list/read.rs` reads them, `list/rows.rs` goes through them, `list/states.rs` sets
//! states of their items, `update.rs` replaces what they show, `edit.rs` changes them in place.

mod read;
mod rows;
mod states;

pub use rows::ListRows;

use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex};

use crate::boundary::{call, destroy, make, make_two};
use crate::class::DefaultClass;
use crate::model::Models;
use crate::names::{Names, SharedNames};
use crate::ticket::Submitter;
use crate::{
    Changeset, Class, DiffOptions, Key, ListOptions, Result, SectionName, Snapshot, Statistics, UndoBytes,
    ViewId,
};
use iqlist_sys::*;

/// A list has no screen, and anyone may poll it.
pub(crate) const NO_SCREEN: u8 = 0;
/// It has a screen, which polls it.
pub(crate) const HAS_SCREEN: u8 = 1;
/// Its screen was dropped, and views that are laid out still have cells on that thread.
pub(crate) const HAS_VIEWS: u8 = 2;
pub(crate) const VIEWS_ARE_LEFT: &str =
    "the list's former screen was dropped, but not its views that are laid out: drop these first";

/// What is shown: sections and items, with models of type `M`. An update replaces it and returns the changes;
/// an [`edit`](Self::edit) changes it in place.
///
/// Any thread may use it: updates run one after another, reads run beside a diff. From inside a callback of its
/// class or a model's drop, any list may be read and other lists may be changed.
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
/// shared(iqlist::List::<()>::new()?);
/// # Ok::<(), iqlist::Error>(())
/// ```
/// ```compile_fail,E0277
/// fn shared<T: Sync>(_: T) {}
/// shared(iqlist::List::<std::rc::Rc<u8>>::new()?);
/// # Ok::<(), iqlist::Error>(())
/// ```
/// ```compile_fail,E0277
/// // Any thread may drop a shared model: one that is only `Send` is not enough.
/// fn sent<T: Send>(_: T) {}
/// sent(iqlist::List::<std::cell::Cell<u8>>::new()?);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct List<M = (), S = Key> {
    list: NonNull<iq_list>,
    pub(crate) names: Arc<SharedNames<S>>,
    pub(crate) polled: Mutex<Polled>,
    pub(crate) submitter: Arc<Submitter>,
    /// It has a screen, which is the only one to poll it.
    pub(crate) has_screen: Arc<AtomicU8>,
    pub(crate) default_class: DefaultClass<M>,
    models: Models<M>,
}

/// An event that was handed out and is not copied yet, and its view.
#[derive(Default)]
pub(crate) struct Polled(pub(crate) Option<(iq_event, Option<ViewId>)>);

// SAFETY: the library lets any thread use it. It owns and returns models as a collection of `Model<M>` does, and
// names as one of `Arc<S>`.
unsafe impl<M: Send + Sync, S: Send + Sync> Send for List<M, S> {}
// SAFETY: as above.
unsafe impl<M: Send + Sync, S: Send + Sync> Sync for List<M, S> {}

// SAFETY (of all calls below): the list is alive, and their outputs are ours.
impl<M: 'static> List<M> {
    /// An empty list, with all defaults.
    pub fn new() -> Result<Self> {
        Self::with_options(ListOptions::new())
    }

    /// An empty list.
    pub fn with_options(options: ListOptions) -> Result<Self> {
        crate::version::check()?;
        let names = Arc::new(SharedNames::new(Names::new(options.is_numbering())));
        let own = |list| Self::own(list, names, DefaultClass::OF_TYPE);
        make(|out| unsafe { iq_list_create(&options.0, out) }, own)
    }

    /// An empty list whose items are compared by `==`: where neither of two items has a content, it is an update if
    /// their models are not equal. So they need neither a content nor a class. It is a list with the
    /// [default class](Self::with_default_class) [`Class::comparing`].
    ///
    /// ```
    /// use iqlist::{List, Row};
    ///
    /// #[derive(PartialEq)]
    /// struct Chat { name: &'static str, unread: u32 }
    ///
    /// let list = List::comparing()?;
    /// let show = |unread| list.set_items(&[Row::new(1).model(Chat { name: "Ada", unread })]);
    /// show(7)?;
    /// assert_eq!(show(7)?.summary()?.item_reconfigures, 0);
    /// assert_eq!(show(8)?.summary()?.item_reconfigures, 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    /// ```compile_fail,E0277
    /// struct Opaque;
    /// iqlist::List::<Opaque>::comparing()?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn comparing() -> Result<Self>
    where
        M: PartialEq,
    {
        Ok(Self::new()?.with_default_class(Class::comparing()?))
    }

    /// Makes the list store the names of its sections, which are values of this type:
    /// [`SectionInfo::name`](crate::SectionInfo::name). From then on sections are created with such names.
    ///
    /// The names of deleted sections are stored too, until they are many more than those that are shown: a
    /// section that an undo restores has its name again.
    ///
    /// ```
    /// use iqlist::{Key, List, Row, SectionEntry};
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq)]
    /// enum Team { Red, Blue }
    ///
    /// impl From<Team> for Key {
    ///     fn from(team: Team) -> Self {
    ///         Key::from(team as u64)
    ///     }
    /// }
    ///
    /// let list = List::new()?.named::<Team>();
    /// let teams = [SectionEntry::new(Team::Red, 0), SectionEntry::new(Team::Blue, 2)];
    /// list.set(&teams, &[Row::new(1).model("Ada"), Row::new(2).model("Ben"), Row::new(3).model("Cem")])?;
    /// let last = list.section_info(list.section_at(1)?)?;
    /// assert_eq!((last.name, last.count), (Some(Team::Blue), 1));
    /// assert_eq!(list.find_section(Team::Red)?, Some(list.section_at(0)?));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn named<S: SectionName>(self) -> List<M, S> {
        let list = std::mem::ManuallyDrop::new(self);
        // SAFETY: each is read once, and `self` not dropped.
        let (names, polled, submitter, has_screen) = unsafe {
            let List { names, polled, submitter, has_screen, .. } = &*list;
            let (names, polled) = (std::ptr::read(names), std::ptr::read(polled));
            (names, polled, std::ptr::read(submitter), std::ptr::read(has_screen))
        };
        names.remove_list(list.list);
        let names = Arc::new(SharedNames::new(names.get().renamed()));
        names.add_list(list.list);
        let default_class = list.default_class;
        List { list: list.list, names, polled, submitter, has_screen, default_class, models: PhantomData }
    }
}

impl<M, S> List<M, S> {
    /// Takes over a list of the library, whose models are of this type and whose sections have these names.
    pub(crate) fn own(
        list: NonNull<iq_list>,
        names: Arc<SharedNames<S>>,
        default_class: DefaultClass<M>,
    ) -> Self {
        names.add_list(list);
        let submitter = Arc::new(Submitter::new(list));
        Self {
            list,
            names,
            polled: Mutex::default(),
            submitter,
            has_screen: Arc::default(),
            default_class,
            models: PhantomData,
        }
    }
}

// SAFETY (of all calls below): as above.
impl<M: 'static, S: SectionName> List<M, S> {
    /// Makes this the class of all rows and elements with a model and without a class that updates and edits bring in
    /// from now on. Without it that is [`Class::of_models`], which compares nothing. Lists that are derived from it
    /// afterwards, and its snapshots, have the same default class; a snapshot that is made by itself has
    /// [its own](Snapshot::with_default_class).
    ///
    /// Where items are read, a class that is just the default one is `None`, as it was in the rows that came in. It is
    /// not registered by itself with a list that has
    /// [`registered_classes`](crate::ListOptions::registered_classes).
    ///
    /// ```
    /// use iqlist::{Class, List, Row};
    ///
    /// let chats = Class::<String>::builder("chats").changed(|_, after| after.len() as u64).register()?;
    /// let list = List::new()?.with_default_class(chats);
    /// list.set_items(&[Row::new(1).content(1).model(String::from("Ada"))])?;
    /// let changes = list.set_items(&[Row::new(1).content(2).model(String::from("Eva L."))])?;
    /// assert_eq!(changes.batch()?[0].mask(), 6);
    /// assert_eq!((list.rows(..)?[0].class, list.default_class()?), (None, chats));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// It is a class of the list's models:
    ///
    /// ```compile_fail,E0308
    /// use iqlist::{Class, List};
    ///
    /// List::<String>::new()?.with_default_class(Class::<u8>::of_models()?);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn with_default_class(mut self, class: Class<M>) -> Self {
        self.default_class = DefaultClass::of(class);
        self
    }

    /// The class of what comes in with a model and without a class.
    pub fn default_class(&self) -> Result<Class<M>> {
        self.default_class.class()
    }

    /// The pointer, for functions of `iqlist_sys`. This list owns it.
    pub fn as_ptr(&self) -> *mut iq_list {
        self.list.as_ptr()
    }

    /// A snapshot of what is shown. No work per item.
    pub fn snapshot(&self) -> Result<Snapshot<M, S>> {
        // No name that the snapshot may need is dropped until it is made.
        let _changing = self.names.changing();
        let own = |snapshot| Snapshot::own(snapshot, self.names.get(), self.default_class);
        make(|out| unsafe { iq_list_snapshot(self.as_ptr(), out) }, own)
    }

    /// What has changed since a snapshot that was taken of this list, or since it was empty: the changes that lead
    /// from it to the present state, and a snapshot of that. `None` if nothing was committed since. The changes may be
    /// empty, as where only models differ. They have what [`diff`](crate::diff) finds between the two, and what the
    /// commits between them have marked.
    ///
    /// It only reads: it polls nothing, and sees no submission that waits.
    ///
    /// Fails with `Status::Busy` while an edit is open, and with `Status::Mismatch` if `before` is of another list,
    /// was edited, or was taken while an edit was open.
    ///
    /// ```
    /// use iqlist::{DiffOptions, Key, List};
    ///
    /// let list = List::<()>::new()?;
    /// let mut shown = None;
    /// for keys in [vec![1u64], vec![2, 1], vec![2, 1]] {
    ///     list.set_items(&keys.into_iter().map(Key::from).collect::<Vec<_>>())?;
    ///     if let Some((changes, after)) = list.changes_since(shown.as_ref(), DiffOptions::new())? {
    ///         assert_eq!(changes.summary()?.item_inserts, 1);
    ///         shown = Some(after);
    ///     }
    /// }
    /// assert_eq!(shown.map_or(0, |shown| shown.len()), 2);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn changes_since(
        &self,
        before: Option<&Snapshot<M, S>>,
        options: DiffOptions,
    ) -> Result<Option<(Changeset, Snapshot<M, S>)>> {
        // As in `snapshot`.
        let _changing = self.names.changing();
        let before = before.map_or(ptr::null(), |before| before.as_ptr());
        make_two(
            |changes, after| unsafe {
                iq_list_changes_since(self.as_ptr(), before, &options.0, changes, after)
            },
            |changes, after| {
                let after = Snapshot::own(after, self.names.get(), self.default_class);
                (Changeset::own(changes), after)
            },
        )
    }

    /// Frees the memory that is reserved for the next update, and what the list still holds from a time when it
    /// was larger. Handles stay valid.
    pub fn trim(&self) -> Result<()> {
        call(|| unsafe { iq_list_trim(self.as_ptr()) })
    }

    /// Reserves memory for `items` items in all, so that the list's tables do not grow until it has so many.
    /// Changes nothing that can be read but the byte counts of `statistics`; less than the list holds has no
    /// effect. `trim` frees what is reserved, and so may an update that replaces all items by others. Without it
    /// a list grows in steps. O(n + items).
    ///
    /// Fails with `Status::Limit` if the list's options do not allow so many, with `Status::Busy` while an edit
    /// is open, and with `Status::NoMemory`, after which a part may be reserved.
    pub fn reserve(&self, items: usize) -> Result<()> {
        call(|| unsafe { iq_list_reserve(self.as_ptr(), items) })
    }

    /// Registers a class with a list that has [`registered_classes`](crate::ListOptions::registered_classes).
    /// There, an update or an edit that would bring in an item or element with another class is refused as a whole,
    /// with `Status::NotFound` and its key; so is such an element of the list itself. O(1).
    ///
    /// ```
    /// use iqlist::{Class, List, ListOptions, Row, Status};
    ///
    /// let list = List::<String>::with_options(ListOptions::new().registered_classes())?;
    /// let rows = [Row::new(1u64).model(String::from("one"))];
    /// assert_eq!(list.set_items(&rows).err().map(|error| error.status()), Some(Status::NotFound));
    /// list.register_class(Class::of_models()?)?;
    /// list.set_items(&rows)?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// Fails with `Status::NoMemory`.
    pub fn register_class(&self, class: Class<M>) -> Result<()> {
        call(|| unsafe { iq_list_register_class(self.as_ptr(), class.raw()) })
    }

    /// Keeps the last commits as steps, up to so many bytes: [`undo`](Self::undo) and [`redo`](Self::redo) go
    /// through them. 0, as at first: none. Models do not count, and stay alive while a step may put them back.
    ///
    /// Fails with `Status::Busy` while an edit is open.
    ///
    /// ```
    /// use iqlist::{Key, List};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_undo(1 << 20)?;
    /// list.set_items(&[1u64, 2].map(Key::from))?;
    /// list.set_items(&[Key::from(2u64)])?;
    /// assert_eq!(list.undo()?.summary()?.item_inserts, 1);
    /// list.silently().redo()?;
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_undo(&self, bytes: usize) -> Result<()> {
        call(|| unsafe { iq_list_set_undo(self.as_ptr(), bytes) })
    }

    /// How many bytes of steps are kept at most, and how many there are.
    pub fn undo_bytes(&self) -> Result<UndoBytes> {
        let mut bytes = UndoBytes::default();
        call(|| unsafe { iq_list_get_undo(self.as_ptr(), &mut bytes.limit, &mut bytes.used) })?;
        Ok(bytes)
    }

    /// Figures of the last update, and of what the list holds.
    pub fn statistics(&self) -> Result<Statistics> {
        let mut statistics = iq_statistics::new();
        call(|| unsafe { iq_list_get_statistics(self.as_ptr(), &mut statistics) })?;
        Ok(statistics.into())
    }
}

impl<M, S> Drop for List<M, S> {
    fn drop(&mut self) {
        self.submitter.end();
        self.names.remove_list(self.list);
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_list_destroy(self.list.as_ptr()) });
    }
}
