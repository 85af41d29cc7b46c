//! The names of the sections of lists and snapshots. The library has only their keys; the names are here.
//!
//! ```text
//!     list.set([Team::Red ...])
//!        ├─ key ──────────► library
//!        └─ key ─ name ───► table of the list ◄── shared until one of them changes ── table of a snapshot
//! ```
//!
//! A key is made of its name, so an entry is never wrong, only no longer needed. A list's table therefore grows
//! before a section is shown and shrinks when nothing is under way that could restore a section: see
//! `SharedNames`. No code of the host (clone, drop, `Into<Key>`) runs while its lock is held.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::boundary::locked;
use crate::{Hasher, Key, Result};
use iqlist_sys::iq_list;

/// The type of sections' names: anything that can be cloned and turned into a [`Key`], such as text, integers
/// and keys; a type of your own with `impl From<YourType> for Key`. See [`List::named`](crate::List::named).
#[diagnostic::on_unimplemented(
    message = "sections cannot be named by `{Self}`",
    note = "names are `Clone` and `Into<Key>`: write `impl From<{Self}> for Key`"
)]
pub trait SectionName: Clone + Into<Key> + 'static {}

impl<S: Clone + Into<Key> + 'static> SectionName for S {}

/// Sections named by their keys need no table.
fn is_key<S: 'static>() -> bool {
    TypeId::of::<S>() == TypeId::of::<Key>()
}

/// Names as they were given, with their keys.
pub(crate) struct Given<S> {
    keys: Vec<Key>,
    /// As many, or none if they are the keys themselves.
    names: Vec<Arc<S>>,
}

impl<S: SectionName> Given<S> {
    pub(crate) fn new<N: Into<S>>(names: impl IntoIterator<Item = N>) -> Self {
        let names = names.into_iter().map(N::into);
        if is_key::<S>() {
            return Self { keys: names.map(S::into).collect(), names: Vec::new() };
        }
        let names: Vec<Arc<S>> = names.map(Arc::new).collect();
        Self { keys: names.iter().map(|name| S::clone(name).into()).collect(), names }
    }

    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }
}

type Table<S> = HashMap<Key, Arc<S>>;

/// The names of a snapshot: exactly those of its sections that were given one.
pub(crate) struct Names<S> {
    table: Option<Arc<Table<S>>>,
    /// A duplicate key is replaced by one made of it and a number.
    is_numbering: bool,
}

impl<S> Names<S> {
    pub(crate) fn new(is_numbering: bool) -> Self {
        Self { table: None, is_numbering }
    }

    /// An empty table, for names of another type.
    pub(crate) fn renamed<T>(&self) -> Names<T> {
        Names::new(self.is_numbering)
    }

    fn table_mut(&mut self) -> &mut Table<S> {
        // Only the pointers are copied.
        Arc::make_mut(self.table.get_or_insert_with(Arc::default))
    }

    fn len(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.len())
    }
}

impl<S> Clone for Names<S> {
    fn clone(&self) -> Self {
        Self { table: self.table.clone(), is_numbering: self.is_numbering }
    }
}

impl<S: SectionName> Names<S> {
    fn find(&self, key: Key) -> Option<Arc<S>> {
        self.table.as_ref()?.get(&key).cloned()
    }

    pub(crate) fn name(&self, key: Key) -> Option<S> {
        named_by_itself(key).or_else(|| self.find(key).map(|name| S::clone(&name)))
    }

    /// Adds the names that it does not have.
    pub(crate) fn add(&mut self, given: &Given<S>) {
        for (key, name) in given.keys.iter().zip(&given.names) {
            let key = if self.is_numbering { self.free(*key) } else { *key };
            if self.find(key).is_none() {
                self.table_mut().insert(key, name.clone());
            }
        }
    }

    /// The names of a whole description, in a table of its own.
    pub(crate) fn numbered(&self, given: &Given<S>) -> Self {
        let mut names = Self::new(self.is_numbering);
        names.add(given);
        names
    }

    /// The first of the keys that the library numbers which has no name yet.
    fn free(&self, key: Key) -> Key {
        let numbered = |number| match number {
            1 => key,
            _ => Hasher::new().key_field(key).unsigned(number).key(),
        };
        (1..).map(numbered).find(|key| self.find(*key).is_none()).expect("there are more numbers than names")
    }

    /// Adds the names that it does not have.
    fn add_all(&mut self, other: &Self) {
        match (&self.table, &other.table) {
            (None, _) => self.table.clone_from(&other.table),
            (Some(table), Some(others)) if !Arc::ptr_eq(table, others) => {
                let missing = others.iter().filter(|(key, _)| !table.contains_key(*key));
                let missing: Vec<_> = missing.map(|(key, name)| (*key, name.clone())).collect();
                if !missing.is_empty() {
                    self.table_mut().extend(missing);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn remove(&mut self, keys: &[Key]) {
        if self.table.is_some() {
            let table = self.table_mut();
            let _removed: Vec<_> = keys.iter().map(|key| table.remove(key)).collect();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.table = None;
    }
}

/// A key as the name that it is, where names are keys.
fn named_by_itself<S: SectionName>(key: Key) -> Option<S> {
    (&key as &dyn Any).downcast_ref::<S>().cloned()
}

/// The names of a list and of those derived from it: of all sections that they show, and of some that were deleted.
/// Each change that may add
/// or restore a section is counted while it is under way (`Changing`); names are dropped only beside no other.
pub(crate) struct SharedNames<S> {
    shared: Mutex<Shared<S>>,
    /// A submission has ended since names were dropped last.
    has_ended: AtomicBool,
}

/// A list that shows sections with these names.
struct Shower(NonNull<iq_list>);

// SAFETY: the library lets any thread use a list.
unsafe impl Send for Shower {}

struct Shared<S> {
    names: Names<S>,
    /// Each list that shows sections with these names, sources before what is derived from them. They are alive while
    /// the lock is held.
    lists: Vec<Shower>,
    changes: usize,
    /// The names of each submission that has not ended, by a number of its own. They are kept.
    pending: Vec<(u64, Names<S>)>,
    last_pending: u64,
}

/// So many names of deleted sections cost little, and may be needed again when an update is undone.
const KEPT: usize = 1024;

impl<S> SharedNames<S> {
    pub(crate) fn new(names: Names<S>) -> Self {
        let shared = Shared { names, lists: Vec::new(), changes: 0, pending: Vec::new(), last_pending: 0 };
        Self { shared: Mutex::new(shared), has_ended: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, Shared<S>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self) -> Names<S> {
        self.lock().names.clone()
    }

    /// A further list with these names.
    pub(crate) fn add_list(&self, list: NonNull<iq_list>) {
        self.lock().lists.push(Shower(list));
    }

    /// A list that is about to be destroyed, or has other names from now on.
    pub(crate) fn remove_list(&self, list: NonNull<iq_list>) {
        self.lock().lists.retain(|other| other.0 != list);
    }
}

impl<S: SectionName> SharedNames<S> {
    /// Counts a change as under way until the result is dropped.
    pub(crate) fn changing(&self) -> Changing<'_, S> {
        if is_key::<S>() {
            return Changing(None);
        }
        self.lock().changes += 1;
        Changing(Some(self))
    }

    /// Adds all names of the snapshot of a submission, and keeps them until the result is dropped.
    pub(crate) fn pending(names: &Arc<Self>, added: &Names<S>) -> Pending<S> {
        if is_key::<S>() {
            return Pending(None);
        }
        let mut shared = names.lock();
        shared.names.add_all(added);
        shared.last_pending += 1;
        let number = shared.last_pending;
        shared.pending.push((number, added.clone()));
        Pending(Some((names.clone(), number)))
    }

    /// Whether a submission has ended since this was called last.
    pub(crate) fn take_ended(&self) -> bool {
        self.has_ended.load(Relaxed) && self.has_ended.swap(false, Relaxed)
    }

    /// Drops the names of sections that none of the lists shows, if they are many and no other change is under way.
    /// `count` is the number of sections of a list, `shown` has their keys.
    pub(crate) fn drop_others(
        &self,
        count: impl Fn(NonNull<iq_list>) -> usize,
        shown: impl Fn(NonNull<iq_list>) -> Result<Vec<Key>>,
    ) {
        if is_key::<S>() || self.lock().names.len() <= KEPT {
            return;
        }
        // The old table is dropped outside of the lock.
        let _dropped = locked(
            || self.lock(),
            |shared| {
                if shared.changes > 1 {
                    return Ok(None);
                }
                let names = &shared.names;
                if names.len() / 2 <= shared.lists.iter().map(|list| count(list.0)).sum() {
                    return Ok(None);
                }
                let mut kept = Table::<S>::new();
                // A section goes from a source to what is derived from it, never back: in this order none is missed.
                for Shower(list) in &shared.lists {
                    let keys = shown(*list)?.into_iter();
                    kept.extend(keys.filter_map(|key| Some((key, names.find(key)?))));
                }
                for table in shared.pending.iter().filter_map(|(_, names)| names.table.as_ref()) {
                    kept.extend(table.iter().map(|(key, name)| (*key, name.clone())));
                }
                let table = Some(Arc::new(kept));
                Ok(std::mem::replace(&mut shared.names.table, table))
            },
        );
    }
}

/// A change of a list that is under way.
pub(crate) struct Changing<'a, S>(Option<&'a SharedNames<S>>);

impl<S: SectionName> Changing<'_, S> {
    /// Adds the names of sections that will be shown.
    pub(crate) fn add(&self, given: &Given<S>) {
        if let Some(shared) = self.0 {
            shared.lock().names.add(given);
        }
    }

    /// Adds all names of a snapshot that will be shown.
    pub(crate) fn add_all(&self, names: &Names<S>) {
        if let Some(shared) = self.0 {
            shared.lock().names.add_all(names);
        }
    }
}

/// A submission that has not ended.
pub(crate) struct Pending<S>(Option<(Arc<SharedNames<S>>, u64)>);

impl<S> Drop for Pending<S> {
    fn drop(&mut self) {
        let Some((names, number)) = &self.0 else { return };
        // The names are dropped outside of the lock.
        let _ended = {
            let pending = &mut names.lock().pending;
            let at = pending.iter().position(|(other, _)| other == number);
            at.map(|at| pending.remove(at))
        };
        names.has_ended.store(true, Relaxed);
    }
}

impl<S> Drop for Changing<'_, S> {
    fn drop(&mut self) {
        if let Some(shared) = self.0 {
            shared.lock().changes -= 1;
        }
    }
}
