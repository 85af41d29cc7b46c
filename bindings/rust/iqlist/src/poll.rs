//! The queue of a list's events, and its state.

use std::ptr::NonNull;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::TryLockError;

use crate::boundary::{call, make};
use crate::cells::view_at;
use crate::lending::lending;
use crate::list::{HAS_SCREEN, HAS_VIEWS, VIEWS_ARE_LEFT};
use crate::{
    Changeset, Error, Event, EventKind, Item, Key, List, Loading, Placeholder, Result, Section, SectionName,
    Status, Target,
};
use iqlist_sys::*;

/// The state of a list at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListInfo {
    /// Counts what readers can see change: updates that changed something, each call of an open edit, and its
    /// commit or abandonment.
    pub version: u64,
    /// The number of sections.
    pub sections: usize,
    /// The number of items.
    pub items: usize,
    /// Whether its items are being loaded.
    pub loading: Loading,
    /// What is to be shown in place of items.
    pub placeholder: Placeholder,
    /// How many steps can be undone.
    pub undo_steps: usize,
    /// How many steps can be redone.
    pub redo_steps: usize,
    /// How many items are selected.
    pub selected: usize,
    /// The item that is focused.
    pub focused: Option<Item>,
    /// The section that is focused.
    pub focused_section: Option<Section>,
    /// How many submissions have neither been committed nor ended.
    pub submissions: usize,
    /// How many views it has.
    pub views: usize,
    /// Whether an edit is open.
    pub edit_open: bool,
    /// How often it is held: see [`List::hold`].
    pub holds: u32,
    /// How many items polls have still to ask a filter or an order about, as of the last poll: for a progress bar. 1 at
    /// least while something is left to ask.
    pub pending: usize,
}

/// The events of a list, one after another: see [`List::events`].
#[derive(Debug)]
pub struct Events<'a, M: 'static, S: SectionName = Key> {
    list: &'a List<M, S>,
}

impl<M: 'static, S: SectionName> Iterator for Events<'_, M, S> {
    type Item = Result<Event<M>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.list.poll().transpose()
    }
}

// SAFETY (of all calls below): the list is alive, its models are of type `M`, the outputs are ours.
impl<M: 'static, S: SectionName> List<M, S> {
    /// Sets which kinds of event are made from now on; at first none. With [`EventKind::UPDATE`] every update
    /// makes its changeset, also a silent one. Events that wait stay.
    pub fn set_events(&self, kinds: EventKind) -> Result<()> {
        call(|| unsafe { iq_list_set_events(self.as_ptr(), kinds.bits()) })
    }

    /// Which kinds of event are made: see [`set_events`](Self::set_events).
    pub fn event_kinds(&self) -> Result<EventKind> {
        let mut kinds = 0;
        call(|| unsafe { iq_list_get_events(self.as_ptr(), &mut kinds) })?;
        Ok(EventKind::from_bits(kinds))
    }

    /// The next event, or `None` if there is none now. It also lets the next [submission](Self::submit) take
    /// place, and ends those that have: their futures are woken, their functions called. One thread at a time: the
    /// others get [`Status::Busy`](crate::Status::Busy), and so do all while the list has a
    /// [`Screen`](crate::Screen), which polls instead, or a [`LaidOutView`](crate::LaidOutView) of one that was dropped.
    ///
    /// ```
    /// use iqlist::{EventKind, List, Row, Target};
    ///
    /// let list = List::new()?;
    /// list.set_events(EventKind::UPDATE | EventKind::ACTION)?;
    /// list.silently().set_items(&[Row::new(1u64).model("Ada"), Row::new(2u64).model("Ben")])?;
    /// list.emit(Target::Item(list.item_at(1)?), 256, 7)?;
    /// while let Some(event) = list.poll()? {
    ///     match (event.kind, event.changeset) {
    ///         (EventKind::UPDATE, Some(changes)) => assert_eq!(changes.summary()?.item_inserts, 2),
    ///         _ => {
    ///             assert_eq!((event.number, event.sender, event.index), (256, 7, Some(1)));
    ///             assert_eq!(event.model.as_deref(), Some(&"Ben"));
    ///         }
    ///     }
    /// }
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn poll(&self) -> Result<Option<Event<M>>> {
        self.poll_inside(false, || ())
    }

    /// The same for its screen, on the screen's thread, or for anyone. What `enter` returns lives while the library
    /// polls: if its drop panics, no event is lost.
    pub(crate) fn poll_inside<G>(&self, is_screen: bool, enter: impl Fn() -> G) -> Result<Option<Event<M>>> {
        if self.names.take_ended() {
            let _changing = self.names.changing();
            self.drop_names();
        }
        let mut polled = match self.polled.try_lock() {
            Ok(polled) => polled,
            Err(TryLockError::Poisoned(polled)) => polled.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::new(Status::Busy, "another poll of the list is under way"));
            }
        };
        // A screen begins under the lock: what is read here stays so for this poll.
        match self.has_screen.load(SeqCst) {
            HAS_SCREEN if !is_screen => {
                return Err(Error::new(Status::Busy, "the list has a screen, which polls it"));
            }
            HAS_VIEWS if !is_screen => return Err(Error::new(Status::Busy, VIEWS_ARE_LEFT)),
            _ => {}
        }
        loop {
            // An event stays there until all of it is copied, so that a failure or a panic loses none.
            if polled.0.is_none() {
                let _inside = enter();
                call(|| {
                    let (mut raw, mut count) = (iq_event::new(), 0);
                    let poll = || unsafe { iq_list_poll(self.as_ptr(), &mut raw, 1, &mut count) };
                    let status = lending(poll);
                    // Also if the function of a cell has failed.
                    polled.0 = (count == 1).then(|| (raw, view_at(raw.view)));
                    status
                })?;
            }
            let Some((raw, view)) = polled.0 else { return Ok(None) };
            // Meanwhile its view was destroyed: so is the event.
            if view != view_at(raw.view) {
                polled.0 = None;
                continue;
            }
            let changeset = match raw.changeset.is_null() {
                true => None,
                false => {
                    let own = |copy: NonNull<iq_changeset>| Changeset::own(copy);
                    Some(make(|out| unsafe { iq_changeset_copy(raw.changeset, out) }, own)?)
                }
            };
            polled.0 = None;
            return Ok(Some(unsafe { Event::of(&raw, changeset) }));
        }
    }

    /// The events that wait, and those that come while it runs: [`poll`](Self::poll) again and again, until
    /// there is none.
    pub fn events(&self) -> Events<'_, M, S> {
        Events { list: self }
    }

    /// Puts an action into the queue: a button was pressed, a menu entry chosen. Actions 1 to 3 are the
    /// library's (primary, delete, insert), those from 256 on the host's. `sender` is passed on.
    ///
    /// Fails with [`Status::Handle`](crate::Status::Handle) if the item or section has gone, with
    /// [`Status::Refused`](crate::Status::Refused) if the item's [traits](crate::Traits) forbid one of the library's
    /// actions, with [`Status::Argument`](crate::Status::Argument) for another number.
    pub fn emit(&self, target: Target, action: u64, sender: usize) -> Result<()> {
        let element = target.raw();
        call(|| unsafe { iq_list_emit(self.as_ptr(), &element, action, sender as *mut _) })
    }

    /// The state of the list at this moment.
    pub fn info(&self) -> Result<ListInfo> {
        let mut info = iq_list_info::new();
        call(|| unsafe { iq_list_get_info(self.as_ptr(), &mut info) })?;
        Ok(ListInfo {
            version: info.version,
            sections: info.sections,
            items: info.items,
            loading: Loading::of(info.loading),
            placeholder: Placeholder::of(info.placeholder),
            undo_steps: info.undo_steps,
            redo_steps: info.redo_steps,
            selected: info.selected,
            focused: (info.focused.id != 0).then_some(Item(info.focused.id)),
            focused_section: (info.focused_section.id != 0).then_some(Section(info.focused_section.id)),
            submissions: info.submissions,
            views: info.views,
            edit_open: info.edit_open != 0,
            holds: info.holds,
            pending: info.pending,
        })
    }
}
