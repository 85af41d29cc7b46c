//! From the list's events to those who respond to them.
//!
//! ```text
//!     poll: event ──► behaviour ──► view model ── passes on ──► section ── passes on ──► coordinator
//! ```

use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

use super::action::{
    BEGAN_SELECTION, DELETE, DID_END_MENU, DID_SWIPE, EMPTY_ACTION, ENDED_SELECTION, INSERT, MENU_ACTION,
    PREVIEW_ACTION, PRIMARY, SWIPE_ENDED, WILL_DISPLAY_MENU,
};
use super::any::AnyViewModel;
use super::cells::is_equal;
use super::defaults::{self, Question};
use super::ends::Failure;
use super::erased::erased;
use super::menu::Choice;
use super::section::SectionInfo;
use super::sizes::Coordinating;
use super::{Behaviour, Driver, Route, RoutedEvent};
use crate::{Event, EventKind, Model, Reorder, Result, Section};

/// How often a poll looks again for an update of a handler: the library ends what was cancelled before it, then prepares
/// it, then commits it.
const IDLE_POLLS: u32 = 4;

/// What has gone wrong while events were handed out: the first panic, the first error.
pub(super) struct Outcome {
    panic: Option<Box<dyn Any + Send>>,
    result: Result<()>,
}

impl Outcome {
    pub(super) fn new() -> Self {
        Self { panic: None, result: Ok(()) }
    }

    /// The first panic is resumed; else the first error is returned.
    pub(super) fn end(self) -> Result<()> {
        match self.panic {
            Some(payload) => resume_unwind(payload),
            None => self.result,
        }
    }

    /// Whoever fails keeps no other one from its event.
    pub(super) fn run<R>(&mut self, body: impl FnOnce() -> Result<R>) -> Option<R> {
        match catch_unwind(AssertUnwindSafe(body)) {
            Ok(Ok(done)) => return Some(done),
            Ok(Err(error)) if self.result.is_ok() => self.result = Err(error),
            Ok(Err(_)) => {}
            Err(payload) => {
                self.panic.get_or_insert(payload);
            }
        }
        None
    }
}

impl Driver {
    /// Hands out all that has happened, and what happens meanwhile: updates are committed, cells are brought in line with
    /// what is visible, completions are called. Returns the number of the list's events. An event loop calls it when
    /// [`List::wakeup`](crate::List::wakeup) of the [`list`](Self::list) is readable. One update of another thread
    /// is committed at most, so that threads that update without end do not keep it: the next poll goes on. What handlers
    /// have updated is shown before it returns.
    ///
    /// A panic of one who responds is resumed when all events are handed out; the first one, if there are several. One
    /// of a cell or a completion ends the poll at once; no event is lost by that, and the next poll goes on. A handler
    /// may poll. [`Status::Busy`](crate::Status::Busy) inside functions of cells; otherwise the error of an update that
    /// [nobody has heard of](super::Coordinator::update_failed).
    pub fn poll(&self) -> Result<usize> {
        let ends = self.updater.ends();
        let _polling = ends.polling();
        let (mut count, mut outcome) = (0, Outcome::new());
        let (mut has_updated, mut idle) = (false, 0);
        loop {
            outcome.run(|| self.weave_again());
            let event = outcome.run(|| self.screen.poll()).flatten();
            ends.take_failures().into_iter().for_each(|failure| self.tell(failure, &mut outcome));
            let Some(event) = event else {
                // What was updated meanwhile is shown before this returns, unless something else is before it.
                idle += 1;
                if idle > IDLE_POLLS
                    || ends.deferred().is_none()
                    || outcome.run(|| self.list.info()).map_or(true, |info| info.edit_open)
                {
                    break;
                }
                continue;
            };
            idle = 0;
            count += 1;
            self.deliver(&event, &mut outcome);
            match event.kind {
                EventKind::WILL_UPDATE if has_updated && Some(event.number) != ends.deferred() => break,
                EventKind::UPDATE => has_updated |= event.number != 0,
                _ => {}
            }
        }
        outcome.end().map(|()| count)
    }

    /// Tells the section that the error names, the coordinator, or else whoever polls.
    fn tell(&self, failure: Failure, outcome: &mut Outcome) {
        let Failure { error, number, handlers, is_heard } = failure;
        outcome.run(|| {
            let is_handled = handlers.iter().any(|call| call(&error, number) == Route::Handled)
                || self.coordinator().update_failed(&error, number) == Route::Handled;
            if is_handled || is_heard {
                Ok(())
            } else {
                Err(error)
            }
        });
    }

    fn deliver(&self, event: &Event<AnyViewModel>, outcome: &mut Outcome) {
        let coordinator = self.coordinator();
        outcome.run(|| {
            coordinator.observe(event);
            Ok(())
        });
        match event.kind {
            EventKind::STATES | EventKind::PREFETCH => self.deliver_run(event, outcome),
            EventKind::WILL_UPDATE => self.updater.ends().set_due(event.number),
            EventKind::UPDATE => {
                self.updater.ends().committed(event);
                outcome.run(|| self.follow_paging());
            }
            EventKind::PAGE => {
                let is_asked = outcome.run(|| self.load_page(event)).unwrap_or(true);
                if is_asked || event.section.is_some() {
                    return;
                }
            }
            EventKind::PLACEHOLDER => drop(outcome.run(|| self.follow_placeholder(event.placeholder()))),
            EventKind::ACTION if event.number == SWIPE_ENDED => {
                outcome.run(|| {
                    self.swipes.end(event.sender);
                    Ok(())
                });
            }
            _ => {}
        }
        let Some(behaviour) = behaviour_of(event) else { return };
        let mut routed = RoutedEvent::new(self, event, behaviour);
        if behaviour == Behaviour::UserAction {
            routed.action = self.updater.name(event.number);
        }
        if let (EventKind::ACTION, MENU_ACTION | PREVIEW_ACTION) = (event.kind, event.number) {
            match self.choices.take(event.sender) {
                Some(Choice::Action(action)) => {
                    routed.action = Some(action.title.as_str().into());
                    outcome.run(|| {
                        action.perform(&routed);
                        Ok(())
                    });
                    return;
                }
                Some(Choice::Preview(preview)) => routed.preview = preview,
                None => {}
            }
        }
        if let (EventKind::ACTION, Some((kind, index))) = (event.kind, event.element) {
            // The list does not say the model of an element that an action is about.
            let element = self.list.supplementary(event.section, kind, index);
            routed.model = element.ok().flatten().and_then(|element| element.row.model);
        }
        self.route(&routed, outcome);
    }

    /// View model, section, coordinator, until one has handled it.
    pub(super) fn route(&self, event: &RoutedEvent<'_>, outcome: &mut Outcome) {
        outcome.run(|| {
            if erased(&event.model).is_some_and(|erased| erased.handle(event) == Route::Handled) {
                return Ok(());
            }
            let info = event.section.and_then(|section| self.section_info(section));
            // A group has none: there it is that of the section which the item has in the source.
            let of_source = || self.source.as_ref()?.info_around(event.item.and(event.key)?);
            let info = info.or_else(of_source);
            let info = info.as_ref().and_then(|info| info.as_section());
            if !info.is_some_and(|info| info.handle(event) == Route::Handled) {
                self.ask_coordinator(event);
            }
            Ok(())
        });
    }

    fn ask_coordinator(&self, event: &RoutedEvent<'_>) {
        let Coordinating { coordinator, handling, .. } = self.coordinating.borrow().clone();
        let question = Question::Event(event.behaviour);
        let (_, is_left) = defaults::asking(handling, question, || coordinator.handle(event));
        if let (true, Ok(laid_out)) = (is_left, self.view.laid_out()) {
            laid_out.note_left(event.behaviour);
        }
    }

    /// What the section has beside its items. None if it has nothing, or has gone.
    pub(super) fn section_info(&self, section: Section) -> Option<Model<AnyViewModel>> {
        self.list.supplementary(section, SectionInfo::KIND, 0).ok()??.row.model
    }
}

fn behaviour_of(event: &Event<AnyViewModel>) -> Option<Behaviour> {
    let is_element = event.element.is_some();
    let is_section = event.item.is_none() && !is_element;
    Some(match event.kind {
        // Whoever has submitted it is told by its completion.
        EventKind::UPDATE if event.failure.is_some() => return None,
        EventKind::UPDATE => Behaviour::DidUpdate,
        EventKind::WILL_UPDATE => Behaviour::WillUpdate,
        EventKind::CLASS_FIRST_USED => Behaviour::ClassFirstUsed,
        EventKind::BOUND if is_equal(event) => return None,
        EventKind::BOUND if is_element => Behaviour::ModifyElement,
        EventKind::BOUND => Behaviour::ModifyCell,
        EventKind::WILL_DISPLAY if is_section => Behaviour::WillDisplaySection,
        EventKind::WILL_DISPLAY if is_element => Behaviour::WillDisplayElement,
        EventKind::WILL_DISPLAY => Behaviour::WillDisplay,
        EventKind::DID_END_DISPLAY if is_section => Behaviour::DidEndDisplaySection,
        EventKind::DID_END_DISPLAY if is_element => Behaviour::DidEndDisplayElement,
        EventKind::DID_END_DISPLAY => Behaviour::DidEndDisplay,
        EventKind::ACTION => match event.number {
            PRIMARY => Behaviour::PrimaryAction,
            DELETE => Behaviour::Delete,
            INSERT => Behaviour::Insert,
            DID_SWIPE => Behaviour::Swipe,
            WILL_DISPLAY_MENU => Behaviour::MenuWillDisplay,
            DID_END_MENU => Behaviour::MenuWillEnd,
            PREVIEW_ACTION => Behaviour::PreviewAction,
            EMPTY_ACTION => Behaviour::EmptyAction,
            BEGAN_SELECTION => Behaviour::MultipleSelectionBegan,
            ENDED_SELECTION => Behaviour::MultipleSelectionEnded,
            SWIPE_ENDED => return None,
            _ => Behaviour::UserAction,
        },
        EventKind::CHILDREN => Behaviour::ChildrenNeeded,
        EventKind::PLACEHOLDER => Behaviour::Placeholder,
        EventKind::PAGE => Behaviour::Page,
        EventKind::REORDER => match event.reorder()? {
            Reorder::Began => Behaviour::ReorderBegan,
            Reorder::Dropped => Behaviour::ReorderDropped,
            Reorder::Cancelled => Behaviour::ReorderCancelled,
        },
        _ => return None,
    })
}
