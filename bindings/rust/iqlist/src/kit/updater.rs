//! The part of a driver that any thread may use.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use super::action::number_of;
use super::collection::Described;
use super::ends::Ends;
use super::registration::Registrations;
use super::section::SectionInfo;
use super::{AnySupplementaryViewModel, AnyViewModel, Collection, Section};
use crate::{Error, Key, Kind, List, Model, Result, Status, Target};

/// Asked for the header or footer of a section, before what the section itself has.
pub(super) type ElementFor = Box<dyn Fn(&Section) -> Option<AnySupplementaryViewModel> + Send + Sync>;

/// Updates what a [`Driver`](super::Driver) shows, from any thread: made by
/// [`Driver::updater`](super::Driver::updater). A clone is the same one. After the driver was dropped its calls fail
/// with [`Status::Handle`].
#[derive(Clone)]
pub struct Updater(Arc<Shared>);

struct Shared {
    users: Mutex<Users>,
    /// A thread uses the list no longer.
    left: Condvar,
    names: Mutex<HashMap<u64, Arc<str>>>,
    is_paged: AtomicBool,
    /// The thread that made the driver.
    thread: ThreadId,
    ends: Ends,
    /// Held while a page is read and set.
    pages: Mutex<()>,
    registrations: Registrations,
    header_for: Option<ElementFor>,
    footer_for: Option<ElementFor>,
}

struct Users {
    /// Until the driver is dropped, whose thread is the last owner of the list: so completions are called there.
    list: Option<Arc<List<AnyViewModel>>>,
    /// The threads that use it, once for each call: code of the host's that runs meanwhile may make further ones.
    inside: Vec<ThreadId>,
}

impl Shared {
    fn users(&self) -> MutexGuard<'_, Users> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that uses the list, until it is dropped.
struct Inside<'a>(&'a Shared);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        let (mut users, thread) = (self.0.users(), thread::current().id());
        let at = users.inside.iter().rposition(|other| *other == thread);
        at.map(|at| users.inside.swap_remove(at));
        self.0.left.notify_all();
    }
}

impl Updater {
    pub(super) fn new(
        list: Arc<List<AnyViewModel>>,
        registrations: Registrations,
        header_for: Option<ElementFor>,
        footer_for: Option<ElementFor>,
    ) -> Self {
        let users = Mutex::new(Users { list: Some(list), inside: Vec::new() });
        let (left, names, is_paged) = (Condvar::new(), Mutex::default(), AtomicBool::new(false));
        let (pages, ends, thread) = (Mutex::default(), Ends::default(), thread::current().id());
        let shared = Shared {
            users,
            left,
            names,
            is_paged,
            thread,
            ends,
            pages,
            registrations,
            header_for,
            footer_for,
        };
        Self(Arc::new(shared))
    }

    /// A user action was performed: the next poll of the driver hands it to the view model, the section, then the
    /// coordinator. `sender` says by what: any number of the host's.
    pub fn emit(&self, target: Target, name: &str, sender: usize) -> Result<()> {
        let number = number_of(name);
        self.0.names.lock().unwrap_or_else(PoisonError::into_inner).entry(number).or_insert(name.into());
        self.with_list(|list| list.emit(target, number, sender))
    }

    /// Whether this is the thread that made the driver.
    pub(super) fn is_here(&self) -> bool {
        self.0.thread == thread::current().id()
    }

    pub(super) fn ends(&self) -> &Ends {
        &self.0.ends
    }

    /// The name that was emitted with a number.
    pub(super) fn name(&self, number: u64) -> Option<Arc<str>> {
        self.0.names.lock().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    /// Whether a section with paging was ever described.
    pub(super) fn is_paged(&self) -> bool {
        self.0.is_paged.load(SeqCst)
    }

    pub(super) fn pages(&self) -> MutexGuard<'_, ()> {
        self.0.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the list takes, with the headers and footers that the data source provides.
    pub(super) fn described(&self, list: &List<AnyViewModel>, collection: &Collection) -> Result<Described> {
        if collection.sections().iter().any(Section::is_paged) {
            self.0.is_paged.store(true, SeqCst);
        }
        let needs = self.registrations().needs();
        match &*self.0 {
            Shared { header_for: None, footer_for: None, .. } => collection.described(list, needs),
            _ => {
                let sections = collection.sections().iter().cloned();
                Collection::new(sections.map(|section| self.provided(section))).described(list, needs)
            }
        }
    }

    pub(super) fn registrations(&self) -> &Registrations {
        &self.0.registrations
    }

    fn provided(&self, mut section: Section) -> Section {
        for (kind, provider) in [(Kind::HEADER, &self.0.header_for), (Kind::FOOTER, &self.0.footer_for)] {
            if let Some(element) = provider.as_ref().and_then(|provider| provider(&section)) {
                section = section.element(kind, 0, element);
            }
        }
        section
    }

    /// The list does not go meanwhile. No lock is held.
    pub(super) fn with_list<R>(&self, body: impl FnOnce(&List<AnyViewModel>) -> Result<R>) -> Result<R> {
        let mut users = self.0.users();
        let Some(list) = users.list.clone() else {
            return Err(Error::new(Status::Handle, "the driver was dropped"));
        };
        users.inside.push(thread::current().id());
        drop(users);
        // Left last: if the driver is dropped meanwhile on this thread, the list goes before that.
        let _inside = Inside(&self.0);
        let list = list;
        body(&list)
    }

    /// What the section of an item has beside its items. None if it has nothing, or the item or the driver has gone.
    pub(super) fn info_around(&self, key: Key) -> Option<Model<AnyViewModel>> {
        let element = self.with_list(|list| {
            let Some(item) = list.find_item(key)? else { return Ok(None) };
            let Some(section) = list.item_info(item)?.section else { return Ok(None) };
            list.supplementary(section, SectionInfo::KIND, 0)
        });
        element.ok()??.row.model
    }

    /// The driver is being dropped: other threads leave the list first.
    pub(super) fn end(&self) {
        let (mut users, thread) = (self.0.users(), thread::current().id());
        let _list = users.list.take();
        while users.inside.iter().any(|other| *other != thread) {
            users = self.0.left.wait(users).unwrap_or_else(PoisonError::into_inner);
        }
        drop(users);
    }
}

impl fmt::Debug for Updater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Updater").finish_non_exhaustive()
    }
}
