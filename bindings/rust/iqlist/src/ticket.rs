//! The end of a submission, reported once: to a ticket, which is a future, or to a function of the host.
//!
//! ```text
//!     list.submit ──► context of `done` ──── the library ────► done(context, status)
//!        │                    └──────────── outcome ◄────────────────┘  in a poll, or in the list's drop
//!        └──► ticket ── reads ─────────────────┘ └── waker
//! ```

use std::ffi::c_void;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::task::{Context, Poll, Waker};

use crate::boundary::{call, locked};
use crate::panics::catching;
use crate::{Error, Result, Status};
use iqlist_sys::*;

/// What ends a submission, which is told its number: the context of its `done`, behind one more box, whose pointer is
/// thin.
pub(crate) type End = Box<dyn FnOnce(u64, Result<()>)>;

/// # Safety
/// The context is an `End` in a box, which nobody else has. The library calls this once for each ticket.
pub(crate) unsafe extern "C" fn done(context: *mut c_void, ticket: u64, status: iq_status) {
    // SAFETY: as promised.
    let end = unsafe { Box::from_raw(context.cast::<End>()) };
    catching((), || {
        let result = if status == IQ_OK { Ok(()) } else { Err(Error::last(status)) };
        end(ticket, result);
    });
}

/// What a ticket waits for.
#[derive(Default)]
pub(crate) struct Outcome(Mutex<State>);

#[derive(Default)]
struct State {
    result: Option<Result<()>>,
    waker: Option<Waker>,
}

impl Outcome {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakers are the host's code: none runs while the lock is held.
    pub(crate) fn end(&self, result: Result<()>) {
        let waker = {
            let mut state = self.lock();
            state.result = Some(result);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn result(&self) -> Option<Result<()>> {
        self.lock().result.clone()
    }
}

/// A list as its tickets know it: the pointer, until the list is dropped. A ticket of another thread cancels while
/// the lock is held, so that it never is the last one to use the list, and drops no models there.
pub(crate) struct Submitter(RwLock<Option<NonNull<iq_list>>>);

// SAFETY: the library lets any thread cancel, which calls nothing of the host's but its log.
unsafe impl Send for Submitter {}
// SAFETY: as above.
unsafe impl Sync for Submitter {}

impl Submitter {
    pub(crate) fn new(list: NonNull<iq_list>) -> Self {
        Self(RwLock::new(Some(list)))
    }

    pub(crate) fn end(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Calls the library, which then calls nothing of the host's but its log. The list is alive meanwhile;
    /// `otherwise` says that it was dropped.
    pub(crate) fn call(
        &self,
        otherwise: &str,
        body: impl FnOnce(NonNull<iq_list>) -> iq_status,
    ) -> Result<()> {
        let lock = || self.0.read().unwrap_or_else(PoisonError::into_inner);
        locked(lock, |list| match **list {
            Some(list) => call(|| body(list)),
            None => Err(Error::new(Status::State, otherwise)),
        })
    }

    fn cancel(&self, number: u64) -> Result<()> {
        // SAFETY: the list is alive.
        self.call("the list was dropped, which has ended its submissions", |list| unsafe {
            iq_list_cancel(list.as_ptr(), number)
        })
    }
}

/// An update that was submitted: see [`List::submit`](crate::List::submit). It is a future of any runtime: it is
/// ready when the submission has ended, which is in a poll of the list, or in the list's drop. To drop it cancels
/// nothing: who does not ask for the result need not keep it.
///
/// ```
/// #![deny(unused_must_use)]
/// use iqlist::{Key, List, Snapshot};
///
/// let list = List::<()>::new()?;
/// list.submit(&Snapshot::of_items(&[Key::from(1u64)])?)?;
/// while list.is_empty() {
///     list.poll()?;
/// }
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// ```
/// use iqlist::{Key, List, Snapshot, Status};
/// use std::thread::yield_now;
///
/// let list = List::<()>::new()?;
/// let ticket = list.submit(&Snapshot::of_items(&[Key::from(1u64)])?)?;
/// while ticket.try_result().is_none() {
///     list.poll()?;
///     yield_now();
/// }
/// assert!(matches!(ticket.try_result(), Some(Ok(()))) && list.len() == 1);
///
/// let left = list.submit(&Snapshot::new()?)?;
/// drop(list);
/// assert!(matches!(left.try_result(), Some(Err(error)) if error.status() == Status::Cancelled));
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Ticket {
    number: u64,
    list: Arc<Submitter>,
    outcome: Arc<Outcome>,
}

impl Ticket {
    pub(crate) fn new(number: u64, list: Arc<Submitter>, outcome: Arc<Outcome>) -> Self {
        Self { number, list, outcome }
    }

    /// Its number: [`Event::number`](crate::Event::number) of its events. Numbers count from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The result, if it has ended: `Ok` if the update was committed, also if nothing has changed.
    pub fn try_result(&self) -> Option<Result<()>> {
        self.outcome.result()
    }

    /// Cancels the submission: it ends with [`Status::Cancelled`]. [`Status::State`] if it was committed, or has
    /// ended otherwise.
    pub fn cancel(&self) -> Result<()> {
        self.list.cancel(self.number)
    }
}

/// As [`try_result`](Ticket::try_result), also when it is polled again.
impl Future for Ticket {
    type Output = Result<()>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Cloned before the lock is taken, and the former one dropped after it.
        let waker = context.waker().clone();
        let _former = {
            let mut state = self.outcome.lock();
            if let Some(result) = &state.result {
                return Poll::Ready(result.clone());
            }
            state.waker.replace(waker)
        };
        Poll::Pending
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("number", &self.number).field("result", &self.try_result()).finish()
    }
}
