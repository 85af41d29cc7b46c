//! Updates: what a driver is to show from now on.
//!
//! ```text
//!     the driver's thread:   shown at once; inside a poll, or while an edit is open: prepared, and shown afterwards
//!     any other thread:      submit ──► prepared by the library ──► shown by a poll of the driver
//! ```

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use super::collection::Described;
use super::ends::{Told, Woven};
use super::{AnyViewModel, Collection, Driver, Updater};
use crate::{Changeset, Error, List, Result, Status, SubmitOptions, Ticket, UpdateOptions};

impl Updater {
    /// Shows this from now on. On the thread that made the driver as [`Driver::update`]: at once, and the changes are
    /// returned, unless it is inside a poll of the driver or while an edit or a drag is open. There, and on any other
    /// thread, it returns `None`: the update is submitted, a poll of the driver shows it, and while it waits a later
    /// update replaces it.
    ///
    /// `completion` is called exactly once, on the thread of the driver: before this returns if the update is shown at
    /// once; else by a poll of the driver, when the update has taken place, was replaced or cancelled or has failed, or by
    /// the driver's drop. It gets the changes, or `None` where the driver was dropped before it could hear of them. It is
    /// dropped and not called if this fails: with what refuses the collection, with [`Status::Handle`] if the driver was
    /// dropped.
    ///
    /// A failure afterwards is reported to the section and the coordinator as well: see
    /// [`Coordinator::update_failed`](super::Coordinator::update_failed).
    pub fn perform_updates(
        &self,
        collection: impl Into<Collection>,
        completion: impl FnOnce(Result<Option<Changeset>>) + Send + 'static,
    ) -> Result<Option<Changeset>> {
        self.perform_updates_with(collection, SubmitOptions::new(), completion)
    }

    /// The same, with options: whether it is animated, whether a later one may replace it. Where it is shown at once only
    /// those of the update itself count.
    pub fn perform_updates_with(
        &self,
        collection: impl Into<Collection>,
        options: SubmitOptions,
        completion: impl FnOnce(Result<Option<Changeset>>) + Send + 'static,
    ) -> Result<Option<Changeset>> {
        let (collection, told) = (collection.into(), Told::Completion(Box::new(completion)));
        if self.is_here() {
            return self.show(&collection, options.of_update(), told);
        }
        self.with_list(|list| {
            self.submitted(list, &self.described(list, &collection)?, &collection, options, told)
        })?;
        Ok(None)
    }

    /// Submits what the driver is to show, from any thread and never at once: the library finds the changes on a thread of
    /// its own, and a poll of the driver commits them; while it waits, a later update replaces it. The ticket is the
    /// future of its end, and cancels it.
    ///
    /// Fails with what refuses the collection, with [`Status::Handle`] if the driver was dropped.
    pub fn submit(&self, collection: impl Into<Collection>) -> Result<Ticket> {
        self.submit_with(collection, SubmitOptions::new())
    }

    /// The same, with options.
    pub fn submit_with(&self, collection: impl Into<Collection>, options: SubmitOptions) -> Result<Ticket> {
        let collection = collection.into();
        self.with_list(|list| {
            self.submitted(list, &self.described(list, &collection)?, &collection, options, Told::Ticket)
        })
    }

    /// Shows it at once, or else after the poll or the edit that this is inside of. What waits is cancelled.
    fn show(&self, collection: &Collection, options: UpdateOptions, told: Told) -> Result<Option<Changeset>> {
        // What another thread submits from here on is newer.
        let waiting = self.ends().waiting();
        let mut told = Some(told);
        let shown = self.with_list(|list| {
            let described = self.described(list, collection)?;
            let shown = match self.ends().is_polling() {
                true => None,
                false => match list.with(options).set(&described.entries(), &described.rows) {
                    Err(error) if error.status() == Status::Busy => None,
                    shown => Some(shown?),
                },
            };
            if let Some(told) = told.take_if(|_| shown.is_none()) {
                let options = SubmitOptions::new().update(options).here();
                let ticket = self.submitted(list, &described, collection, options, told)?;
                self.ends().set_deferred(ticket.number());
            }
            // One that has ended meanwhile needs nothing.
            waiting.into_iter().for_each(|number| drop(list.cancel(number)));
            Ok(shown)
        })?;
        if let (Some(changes), Some(Told::Completion(completion))) = (&shown, told) {
            completion(Ok(changes.try_clone().ok()));
        }
        Ok(shown)
    }

    /// Submits an update, whose end is reported.
    fn submitted(
        &self,
        list: &List<AnyViewModel>,
        described: &Described,
        collection: &Collection,
        options: SubmitOptions,
        told: Told,
    ) -> Result<Ticket> {
        let snapshot = described.snapshot(list)?;
        // Not the sections themselves: an update that is replaced gives back its models there.
        let sections = collection.sections().iter().filter(|section| !section.failure_handlers().is_empty());
        let handlers: HashMap<_, _> =
            sections.map(|section| (section.id(), section.failure_handlers().to_vec())).collect();
        let woven = collection.keeps_children().then(|| {
            let (collection, options) = (collection.clone(), options.of_update());
            Woven { collection, options, version: described.version }
        });
        let (updater, id) = (self.clone(), self.ends().begin(woven));
        let ended = move |number, result| updater.ends().ended((id, number), result, handlers, told);
        let submitted = list.submit_told(&snapshot, options, ended);
        match &submitted {
            Ok(ticket) => self.ends().submitted(id, ticket.number()),
            Err(_) => self.ends().refused(id),
        }
        submitted
    }
}

impl Driver {
    /// Shows this from now on, and returns the changes. Animated, as the update's event says. What was submitted before
    /// and still waits is cancelled.
    ///
    /// Inside a poll of this driver, which is where its handlers are called, and while an edit or a drag of the list is
    /// open, it is prepared, and shown afterwards: by the same poll, or by the poll after the drop. Then `None` is
    /// returned, and a failure of the update is reported to the section and the coordinator: see
    /// [`Coordinator::update_failed`](super::Coordinator::update_failed). If nobody handles it the poll returns it.
    ///
    /// Fails with what refuses the collection: [`Status::Duplicate`], for example.
    pub fn update(&self, collection: impl Into<Collection>) -> Result<Option<Changeset>> {
        self.update_with(collection, UpdateOptions::new())
    }

    /// The same, with options: [`UpdateOptions::plain`] for an update that is not to be animated.
    pub fn update_with(
        &self,
        collection: impl Into<Collection>,
        options: UpdateOptions,
    ) -> Result<Option<Changeset>> {
        self.updater.show(&collection.into(), options, Told::Nobody)
    }

    /// Shows this from now on likewise, without looking for changes: every visible cell is reloaded.
    pub fn set_data(&self, collection: impl Into<Collection>) -> Result<()> {
        self.update_with(collection, UpdateOptions::new().reload()).map(drop)
    }

    /// As [`Updater::perform_updates`]: as [`update`](Self::update), with a completion.
    pub fn perform_updates(
        &self,
        collection: impl Into<Collection>,
        completion: impl FnOnce(Result<Option<Changeset>>) + Send + 'static,
    ) -> Result<Option<Changeset>> {
        self.updater.perform_updates(collection, completion)
    }

    /// As [`Updater::submit`]: the ticket is the future of the update's end.
    pub fn submit(&self, collection: impl Into<Collection>) -> Result<Ticket> {
        self.updater.submit(collection)
    }

    /// Polls until no update waits, for tests and programs without an event loop. Errors of its polls come out of it.
    ///
    /// [`Status::Busy`] if updates wait for an edit or a drag that is open.
    ///
    /// ```
    /// use iqlist::kit::{Collection, Driver};
    ///
    /// let driver = Driver::new(Collection::default())?;
    /// let ticket = driver.submit(Collection::default())?;
    /// driver.wait()?;
    /// assert!(ticket.try_result().is_some());
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn wait(&self) -> Result<()> {
        self.wait_until(|| Ok(self.list.info()?.submissions == 0))?;
        // The one that calls the completions.
        self.poll().map(drop)
    }

    /// Polls until the update of a ticket has ended, likewise, and returns its result.
    pub fn wait_for(&self, ticket: &Ticket) -> Result<()> {
        self.wait_until(|| Ok(ticket.try_result().is_some()))?;
        ticket.try_result().unwrap_or(Ok(()))
    }

    /// An update that is due keeps what the list has below its items: if that has changed since it was submitted, it is
    /// described again and shown at once.
    pub(super) fn weave_again(&self) -> Result<()> {
        let ends = self.updater.ends();
        let Some((id, number, Woven { collection, options, version })) = ends.take_due() else {
            return Ok(());
        };
        let info = self.list.info()?;
        if info.edit_open {
            // Nothing is committed meanwhile.
            ends.set_due(number);
            return Ok(());
        }
        // It may have been cancelled since.
        if info.version == version || self.list.cancel(number).is_err() {
            return Ok(());
        }
        let described = self.updater.described(&self.list, &collection);
        let shown = described
            .and_then(|described| self.list.with(options).set(&described.entries(), &described.rows));
        ends.shown(id, shown);
        Ok(())
    }

    fn wait_until(&self, is_over: impl Fn() -> Result<bool>) -> Result<()> {
        loop {
            self.poll()?;
            if is_over()? {
                return Ok(());
            }
            if self.list.info()?.edit_open {
                return Err(Error::new(Status::Busy, "the update waits for the end of an open edit"));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}
