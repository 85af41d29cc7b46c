//! How updates end that were submitted: who waits for them, and who gets the result.
//!
//! ```text
//!     submit ──► waiting ──► committed: changes ──► completion or ticket
//!                   └──────► failed ──► section ──► coordinator ──► the poll's result      and as above
//! ```

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::section::FailureHandler;
use super::{AnyViewModel, Collection};
use crate::{Changeset, Error, Event, Key, Result, Status, UpdateOptions};

/// Who waits for the end of an update. A ticket gets it by itself.
pub(super) enum Told {
    Nobody,
    Completion(Box<dyn FnOnce(Result<Option<Changeset>>) + Send>),
    Ticket,
}

/// An update that has failed, until a poll tells of it.
pub(super) struct Failure {
    pub(super) error: Error,
    /// Of its ticket.
    pub(super) number: u64,
    /// Those of the section that the error names.
    pub(super) handlers: Vec<FailureHandler>,
    /// There is a completion or a ticket.
    pub(super) is_heard: bool,
}

/// The ends of a driver's updates. No lock is held while code of the host's runs.
#[derive(Default)]
pub(super) struct Ends {
    /// How many polls are under way, one inside the other.
    polls: AtomicUsize,
    /// The last update of a handler.
    deferred: AtomicU64,
    /// The update that the next poll of the list commits.
    due: AtomicU64,
    waiting: Mutex<Waiting>,
    /// The changes of the last update that was committed, until its end.
    changes: Mutex<Option<(u64, Changeset)>>,
    failures: Mutex<Vec<Failure>>,
}

/// The updates that wait, by a number that is known before that of their ticket.
#[derive(Default)]
struct Waiting {
    last: u64,
    updates: HashMap<u64, Update>,
}

#[derive(Default)]
struct Update {
    /// Of its ticket.
    number: Option<u64>,
    /// Of one that keeps what the list has below its items.
    woven: Option<Woven>,
    /// What became of it, if it was described again and shown at once.
    shown: Option<Result<Changeset>>,
}

/// What an update describes that keeps what the list has below its items, as that was in this version of the list.
#[derive(Clone)]
pub(super) struct Woven {
    pub(super) collection: Collection,
    pub(super) options: UpdateOptions,
    pub(super) version: u64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A poll that is under way, until it is dropped.
pub(super) struct Polling<'a>(&'a Ends);

impl Drop for Polling<'_> {
    fn drop(&mut self) {
        self.0.polls.fetch_sub(1, SeqCst);
    }
}

impl Ends {
    pub(super) fn polling(&self) -> Polling<'_> {
        self.polls.fetch_add(1, SeqCst);
        Polling(self)
    }

    pub(super) fn is_polling(&self) -> bool {
        self.polls.load(SeqCst) > 0
    }

    /// The ticket of the last update that was made where it could not be shown at once, if it has not ended.
    pub(super) fn deferred(&self) -> Option<u64> {
        let deferred = Some(self.deferred.load(SeqCst));
        locked(&self.waiting)
            .updates
            .values()
            .map(|update| update.number)
            .find(|number| *number == deferred)?
    }

    pub(super) fn set_deferred(&self, number: u64) {
        self.deferred.store(number, SeqCst);
    }

    /// An update is being submitted.
    pub(super) fn begin(&self, woven: Option<Woven>) -> u64 {
        let mut waiting = locked(&self.waiting);
        waiting.last += 1;
        let last = waiting.last;
        waiting.updates.insert(last, Update { woven, ..Update::default() });
        last
    }

    /// It has a number now, unless it has ended meanwhile.
    pub(super) fn submitted(&self, id: u64, number: u64) {
        if let Some(update) = locked(&self.waiting).updates.get_mut(&id) {
            update.number = Some(number);
        }
    }

    /// An update that could not be submitted, or has ended.
    fn remove(&self, id: u64) -> Option<Update> {
        locked(&self.waiting).updates.remove(&id)
    }

    pub(super) fn refused(&self, id: u64) {
        drop(self.remove(id));
    }

    /// The next poll of the list commits the update of this ticket.
    pub(super) fn set_due(&self, number: u64) {
        self.due.store(number, SeqCst);
    }

    /// The update that is due, if it keeps what the list has below its items; once.
    pub(super) fn take_due(&self) -> Option<(u64, u64, Woven)> {
        let number = match self.due.swap(0, SeqCst) {
            0 => return None,
            number => number,
        };
        let waiting = locked(&self.waiting);
        let (id, update) = waiting.updates.iter().find(|(_, update)| update.number == Some(number))?;
        Some((*id, number, update.woven.clone()?))
    }

    /// What became of an update in place of which another was shown.
    pub(super) fn shown(&self, id: u64, shown: Result<Changeset>) {
        if let Some(update) = locked(&self.waiting).updates.get_mut(&id) {
            update.shown = Some(shown);
        }
    }

    /// The tickets of the updates that wait now.
    pub(super) fn waiting(&self) -> Vec<u64> {
        locked(&self.waiting).updates.values().filter_map(|update| update.number).collect()
    }

    /// What an update has changed is kept for whoever waits for its end.
    pub(super) fn committed(&self, event: &Event<AnyViewModel>) {
        if event.number != 0 {
            let changes = event.changeset.as_ref().and_then(|changes| changes.try_clone().ok());
            *locked(&self.changes) = changes.map(|changes| (event.number, changes));
        }
    }

    /// An update has ended, with the result that is returned. Those of its sections that want to hear of it have their
    /// handlers by the sections' keys.
    pub(super) fn ended(
        &self,
        (id, number): (u64, u64),
        result: Result<()>,
        handlers: HashMap<Key, Vec<FailureHandler>>,
        told: Told,
    ) -> Result<()> {
        let shown = self.remove(id).and_then(|update| update.shown);
        let changes = locked(&self.changes).take_if(|(of, _)| *of == number).map(|(_, changes)| changes);
        let (result, changes) = match shown {
            Some(Ok(shown)) => (Ok(()), Some(shown)),
            Some(Err(error)) => (Err(error), None),
            None => (result, changes),
        };
        if let Err(error) = &result {
            if !matches!(error.status(), Status::Cancelled | Status::Superseded) {
                let handlers = error.section().and_then(|section| handlers.get(&section).cloned());
                let (error, is_heard) = (error.clone(), !matches!(told, Told::Nobody));
                let handlers = handlers.unwrap_or_default();
                locked(&self.failures).push(Failure { error, number, handlers, is_heard });
            }
        }
        if let Told::Completion(completion) = told {
            completion(result.clone().map(|()| changes));
        }
        result
    }

    pub(super) fn take_failures(&self) -> Vec<Failure> {
        std::mem::take(&mut *locked(&self.failures))
    }
}
