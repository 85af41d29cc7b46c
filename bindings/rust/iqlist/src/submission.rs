//! Updates from threads: submitted to a list, prepared beforehand, made by a poll.

use std::fmt;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::time::Duration;

use crate::boundary::call;
use crate::names::SharedNames;
use crate::options::milliseconds;
use crate::ticket::{done, End, Outcome};
use crate::{List, Result, SectionName, Snapshot, Ticket, UpdateOptions};
use iqlist_sys::*;

/// Options of a submission.
///
/// ```
/// use iqlist::{UpdateOptions, SubmitOptions};
/// use std::time::Duration;
///
/// let burst = SubmitOptions::new().delay(Duration::from_millis(20));
/// let plain = SubmitOptions::new().update(UpdateOptions::new().plain()).each();
/// # let _ = (burst, plain);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SubmitOptions {
    update: UpdateOptions,
    flags: u32,
    delay_milliseconds: u32,
}

impl SubmitOptions {
    /// All defaults: the library's thread prepares it at once, and a later one replaces it while it waits.
    pub const fn new() -> Self {
        Self { update: UpdateOptions::new(), flags: 0, delay_milliseconds: 0 }
    }

    /// The options of the update itself.
    #[must_use]
    pub const fn update(mut self, options: UpdateOptions) -> Self {
        self.update = options;
        self
    }

    /// No later submission replaces it.
    #[must_use]
    pub const fn each(mut self) -> Self {
        self.flags |= IQ_SUBMIT_EACH;
        self
    }

    /// The thread that submits prepares it, without a delay.
    #[must_use]
    pub const fn here(mut self) -> Self {
        self.flags |= IQ_SUBMIT_HERE;
        self
    }

    /// It is not prepared before, so that a burst of submissions becomes one update: counted from the first of
    /// those that were replaced, in milliseconds, rounded up, and at most 49 days.
    #[must_use]
    pub const fn delay(mut self, time: Duration) -> Self {
        self.delay_milliseconds = milliseconds(time);
        self
    }

    /// The options of the update itself.
    pub(crate) const fn of_update(&self) -> UpdateOptions {
        self.update
    }

    fn raw(&self, context: *mut End) -> iq_submit_options {
        let Self { update: UpdateOptions(update), flags, delay_milliseconds } = *self;
        // The flags of updates have the same numbers here.
        let flags = update.flags | flags;
        let (animation, reload_threshold) = (update.animation, update.reload_threshold);
        let splice_threshold = update.splice_threshold;
        let (done, context) = (Some(done as _), context.cast());
        iq_submit_options {
            flags,
            animation,
            reload_threshold,
            splice_threshold,
            delay_milliseconds,
            done,
            context,
            ..iq_submit_options::new()
        }
    }

    /// Submits something that ends with `end`, and returns its number. `body` is the library's function, which takes
    /// options and an output.
    pub(crate) fn submit(
        &self,
        end: End,
        body: impl FnOnce(&iq_submit_options, *mut u64) -> iq_status,
    ) -> Result<u64> {
        let (mut number, mut refused) = (0, None);
        let submitted = call(|| {
            let context = Box::into_raw(Box::new(end));
            let status = body(&self.raw(context), &mut number);
            if status != IQ_OK {
                // SAFETY: there is no ticket, so it is still ours. Dropped after the error was read.
                refused = Some(unsafe { Box::from_raw(context) });
            }
            status
        });
        drop(refused);
        submitted.map(|()| number)
    }
}

// SAFETY (of all calls below): list and snapshot are alive, the outputs are ours.
/// Holds a list still: see [`List::held`].
#[must_use = "the list goes on when this is dropped"]
pub struct Held<'a, M: 'static, S: SectionName>(&'a List<M, S>);

impl<M: 'static, S: SectionName> Drop for Held<'_, M, S> {
    fn drop(&mut self) {
        // Whoever has resumed it has ended this as well.
        let _ = self.0.resume();
    }
}

impl<M: 'static, S: SectionName> fmt::Debug for Held<'_, M, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Held")
    }
}

impl<M: 'static, S: SectionName> List<M, S> {
    /// Submits what the snapshot describes now, from any thread: it is prepared by a thread of the library, and
    /// is committed in a [`poll`](Self::poll) of the list. While it waits, a later submission replaces it.
    ///
    /// The ticket is a future without a runtime: whoever waits for it is woken by the poll that ends it. So
    /// somebody must poll the list, when [`wakeup`](Self::wakeup) is readable.
    ///
    /// ```
    /// use iqlist::{Key, List, Snapshot};
    /// use std::future::Future;
    /// use std::pin::pin;
    /// use std::sync::Arc;
    /// use std::task::{Context, Wake, Waker};
    /// use std::thread::{self, Thread};
    ///
    /// struct Unpark(Thread);
    /// impl Wake for Unpark {
    ///     fn wake(self: Arc<Self>) {
    ///         self.0.unpark();
    ///     }
    /// }
    ///
    /// let list = Arc::new(List::<()>::new()?);
    /// let producer = thread::spawn({
    ///     let list = list.clone();
    ///     move || -> iqlist::Result<()> {
    ///         let mut ticket = pin!(list.submit(&Snapshot::of_items(&[1u64, 2].map(Key::from))?)?);
    ///         let waker = Waker::from(Arc::new(Unpark(thread::current())));
    ///         while ticket.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
    ///             thread::park();
    ///         }
    ///         Ok(())
    ///     }
    /// });
    /// while !producer.is_finished() {
    ///     list.poll()?;
    ///     thread::yield_now();
    /// }
    /// producer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    /// assert_eq!(list.len(), 2);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn submit(&self, snapshot: &Snapshot<M, S>) -> Result<Ticket> {
        self.submit_with(snapshot, SubmitOptions::new())
    }

    /// Submits with options.
    pub fn submit_with(&self, snapshot: &Snapshot<M, S>, options: SubmitOptions) -> Result<Ticket> {
        self.submit_told(snapshot, options, |_, result| result)
    }

    /// Submits; `told` is called at the end with the number and the result, and answers what its ticket gets.
    pub(crate) fn submit_told(
        &self,
        snapshot: &Snapshot<M, S>,
        options: SubmitOptions,
        told: impl FnOnce(u64, Result<()>) -> Result<()> + 'static,
    ) -> Result<Ticket> {
        let outcome = Arc::new(Outcome::default());
        let ended = outcome.clone();
        let number =
            self.submit_end(snapshot, options, move |number, result| ended.end(told(number, result)))?;
        Ok(Ticket::new(number, self.submitter.clone(), outcome))
    }

    /// Submits; `done` is called once when it has ended, by a poll of the list or by its drop. Returns the number
    /// of the submission, for [`cancel`](Self::cancel). If submitting fails, `done` is dropped and not called.
    ///
    /// A panic in `done` is resumed by the poll that called it, after it has completed.
    ///
    /// ```
    /// use iqlist::{Key, List, Snapshot, SubmitOptions};
    /// use std::sync::mpsc::channel;
    ///
    /// let (list, (sender, ended)) = (List::<()>::new()?, channel());
    /// let wanted = Snapshot::of_items(&[Key::from(1u64)])?;
    /// let done = move |result: iqlist::Result<()>| {
    ///     // Nobody may listen any longer.
    ///     let _ = sender.send(result.is_ok());
    /// };
    /// list.submit_then(&wanted, SubmitOptions::new().here(), done)?;
    /// assert!(ended.try_recv().is_err());
    /// list.poll()?;
    /// assert_eq!(ended.try_recv(), Ok(true));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn submit_then(
        &self,
        snapshot: &Snapshot<M, S>,
        options: SubmitOptions,
        done: impl FnOnce(Result<()>) + Send + 'static,
    ) -> Result<u64> {
        self.submit_end(snapshot, options, |_, result| done(result))
    }

    fn submit_end(
        &self,
        snapshot: &Snapshot<M, S>,
        options: SubmitOptions,
        end: impl FnOnce(u64, Result<()>) + 'static,
    ) -> Result<u64> {
        // The names that the snapshot needs stay until it has ended.
        let pending = SharedNames::pending(&self.names, &snapshot.names);
        let end: End = Box::new(move |number, result| {
            let _pending = pending;
            end(number, result);
        });
        options.submit(end, |options, ticket| unsafe {
            iq_list_submit(self.as_ptr(), snapshot.as_ptr(), options, ticket)
        })
    }

    /// Ends the submission of that number with [`Status::Cancelled`](crate::Status::Cancelled).
    /// [`Status::State`](crate::Status::State) if it was committed, or has ended otherwise.
    pub fn cancel(&self, number: u64) -> Result<()> {
        // The library takes 0 for all of them.
        let number = if number == 0 { u64::MAX } else { number };
        call(|| unsafe { iq_list_cancel(self.as_ptr(), number) })
    }

    /// Ends all submissions that were not committed with [`Status::Cancelled`](crate::Status::Cancelled).
    pub fn cancel_all(&self) -> Result<()> {
        match call(|| unsafe { iq_list_cancel(self.as_ptr(), 0) }) {
            // Nobody has ever submitted.
            Err(error) if error.status() == crate::Status::NotFound => Ok(()),
            cancelled => cancelled,
        }
    }

    /// Holds the list still while the user points at it, swipes or has a menu open: until [`resume`](Self::resume) was
    /// called as often, polls commit no snapshot that was submitted and follow no newer version of a source. Expansions
    /// and filters take place all the same, on what is shown, and so do direct updates, edits and states. What waits does
    /// not make the descriptor readable. [`Status::Limit`](crate::Status::Limit) if it is held 65,535 times.
    ///
    /// ```
    /// use iqlist::{Key, List, Snapshot, SubmitOptions};
    ///
    /// let list = List::<()>::new()?;
    /// list.hold()?;
    /// list.submit_with(&Snapshot::of_items(&[Key::from(1u64)])?, SubmitOptions::new().here())?;
    /// list.poll()?;
    /// assert!(list.is_empty());
    /// list.resume()?;
    /// list.poll()?;
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn hold(&self) -> Result<()> {
        call(|| unsafe { iq_list_hold(self.as_ptr()) })
    }

    /// Ends one [`hold`](Self::hold). After the last one the descriptor becomes readable if something waits.
    /// [`Status::State`](crate::Status::State) if the list is not held.
    pub fn resume(&self) -> Result<()> {
        call(|| unsafe { iq_list_resume(self.as_ptr()) })
    }

    /// Holds the list, see [`hold`](Self::hold), until the guard is dropped.
    ///
    /// ```
    /// let list = iqlist::List::<()>::new()?;
    /// let held = list.held()?;
    /// assert_eq!(list.info()?.holds, 1);
    /// drop(held);
    /// assert_eq!(list.info()?.holds, 0);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn held(&self) -> Result<Held<'_, M, S>> {
        self.hold()?;
        Ok(Held(self))
    }

    /// A file descriptor that is readable while a poll of the list would find something to do: for any event
    /// loop. It belongs to the list, from which it is borrowed, and is not read. Loops that wait for edges, such as
    /// tokio's, clear the readiness, then poll at least once: a poll that leaves something to do makes another edge.
    /// After a fork the child calls this again, for a descriptor of its own, and uses no other.
    ///
    /// [`Status::Limit`](crate::Status::Limit) if the process has no descriptor left.
    ///
    /// ```
    /// use iqlist::List;
    /// use std::os::fd::{AsFd, AsRawFd};
    ///
    /// let list = List::<()>::new()?;
    /// // What takes a descriptor takes it by `AsFd`, or by its number.
    /// let wakeup = list.wakeup()?;
    /// assert_eq!(wakeup.as_fd().as_raw_fd(), list.wakeup()?.as_raw_fd());
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// It is not there without its list:
    ///
    /// ```compile_fail,E0505
    /// # fn main() -> iqlist::Result<()> {
    /// let list = iqlist::List::<()>::new()?;
    /// let wakeup = list.wakeup()?;
    /// drop(list);
    /// println!("{wakeup:?}");
    /// # Ok(())
    /// # }
    /// ```
    pub fn wakeup(&self) -> Result<BorrowedFd<'_>> {
        let mut descriptor = -1;
        call(|| unsafe { iq_list_get_wakeup(self.as_ptr(), &mut descriptor) })?;
        // SAFETY: it is open, and the list closes it only when it is dropped, which it is not while it is borrowed.
        Ok(unsafe { BorrowedFd::borrow_raw(descriptor) })
    }
}
