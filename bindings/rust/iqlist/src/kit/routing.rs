//! From the list's events to those who respond to them.
//!
//! ```text
//!     poll: event ──► behaviour ──► view model ── passes on ──► section ── passes on ──► coordinator
//! ```

use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

use super::action::{DID_END_MENU, DID_SWIPE, EMPTY_ACTION, PREVIEW_ACTION, WILL_DISPLAY_MENU};
use super::any::AnyViewModel;
use super::driver::erased;
use super::section::SectionInfo;
use super::{Behaviour, Driver, Route, RoutedEvent};
use crate::{Event, EventKind, Kind, Model, Result, Section, States};

impl Driver {
    /// Hands out all that has happened, and what happens meanwhile: updates take place, cells are brought in line with
    /// what is visible, completions are called. Returns the number of the list's events. An event loop calls it when
    /// [`List::wakeup`](crate::List::wakeup) of the [`list`](Self::list) is readable.
    ///
    /// A panic of one who responds is resumed when all other events are handed out. One of a cell or a completion ends
    /// the poll at once; no event is lost by that, and the next poll goes on. A handler may poll.
    /// [`Status::Busy`] inside functions of cells.
    pub fn poll(&self) -> Result<usize> {
        let (mut count, mut panic): (usize, Option<Box<dyn Any + Send>>) = (0, None);
        let mut result = Ok(());
        loop {
            let polled = match catch_unwind(AssertUnwindSafe(|| self.screen.poll())) {
                Ok(Ok(Some(event))) => event,
                Ok(Ok(None)) => break,
                Ok(Err(error)) => {
                    result = Err(error);
                    break;
                }
                Err(payload) => {
                    panic.get_or_insert(payload);
                    break;
                }
            };
            count += 1;
            match catch_unwind(AssertUnwindSafe(|| self.deliver(&polled))) {
                Ok(delivered) => result = result.and(delivered),
                Err(payload) => {
                    panic.get_or_insert(payload);
                }
            }
        }
        match panic {
            Some(payload) => resume_unwind(payload),
            None => result.map(|()| count),
        }
    }

    fn deliver(&self, event: &Event<AnyViewModel>) -> Result<()> {
        let coordinator = self.coordinator.borrow().clone();
        coordinator.observe(event);
        if event.kind == EventKind::STATES {
            return self.deliver_states(event);
        }
        if event.kind == EventKind::UPDATE {
            self.follow_paging()?;
        }
        if let Some(placeholder) = event.placeholder() {
            self.follow_placeholder(placeholder)?;
        }
        if event.kind == EventKind::PAGE {
            if let Some(section) = event.section {
                return self.load_page(section, event.number);
            }
        }
        if let Some(behaviour) = behaviour_of(event) {
            let mut routed = RoutedEvent::new(self, event, behaviour);
            if behaviour == Behaviour::UserAction {
                routed.action = self.updater.name(event.number);
            }
            if behaviour == Behaviour::EmptyAction {
                let element = self.list.supplementary(None, Kind::EMPTY, 0)?;
                routed.model = element.and_then(|element| element.row.model);
            }
            self.route(&routed);
        }
        Ok(())
    }

    /// View model, section, coordinator, until one has handled it.
    fn route(&self, event: &RoutedEvent<'_>) {
        if erased(&event.model).is_some_and(|erased| erased.handle(event) == Route::Handled) {
            return;
        }
        let info = event.section.and_then(|section| self.section_info(section));
        let info = info.as_ref().and_then(|info| info.as_section());
        if info.is_some_and(|info| info.handle(event) == Route::Handled) {
            return;
        }
        let coordinator = self.coordinator.borrow().clone();
        coordinator.handle(event);
    }

    /// What the section has beside its items. None if it has nothing, or has gone.
    pub(super) fn section_info(&self, section: Section) -> Option<Model<AnyViewModel>> {
        self.list.supplementary(section, SectionInfo::KIND, 0).ok()??.row.model
    }

    /// Only what the user does is routed: a run of items item by item. If the list was changed since, by another
    /// thread, its positions are not known any more: then the first item is told for all.
    fn deliver_states(&self, event: &Event<AnyViewModel>) -> Result<()> {
        if !event.is_by_user() {
            return Ok(());
        }
        let behaviours = state_behaviours(event.states, event.is_on());
        let run = match event.index {
            Some(first) if event.count > 1 && self.list.info()?.version == event.version => {
                let (range, list) = (first..first + event.count, &self.list);
                let items = list.items(range.clone()).and_then(|items| Ok((items, list.rows(range)?)));
                items.map(|(items, rows)| items.into_iter().zip(rows).collect()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        for behaviour in behaviours {
            let mut routed = RoutedEvent::new(self, event, behaviour);
            if run.is_empty() {
                self.route(&routed);
            }
            for (offset, (item, row)) in run.iter().enumerate() {
                (routed.item, routed.key) = (Some(*item), Some(row.key));
                routed.index = event.index.map(|first| first + offset);
                routed.model.clone_from(&row.model);
                if let Ok(info) = self.list.item_info(*item) {
                    routed.section = info.section;
                    let section = info.section.and_then(|section| self.list.section_info(section).ok());
                    routed.section_key = section.map(|section| section.key);
                }
                self.route(&routed);
            }
        }
        Ok(())
    }
}

fn state_behaviours(states: States, is_on: bool) -> impl Iterator<Item = Behaviour> {
    let all = [
        (States::SELECTED, Behaviour::DidSelect, Behaviour::DidDeselect),
        (States::HIGHLIGHTED, Behaviour::DidHighlight, Behaviour::DidUnhighlight),
        (States::FOCUSED, Behaviour::DidFocus, Behaviour::DidUnfocus),
        (States::EXPANDED, Behaviour::DidExpand, Behaviour::DidCollapse),
    ];
    let given = all.into_iter().filter(move |(state, _, _)| states.contains(*state));
    given.map(move |(_, on, off)| if is_on { on } else { off })
}

fn behaviour_of(event: &Event<AnyViewModel>) -> Option<Behaviour> {
    let is_section = event.item.is_none() && event.element.is_none();
    Some(match event.kind {
        EventKind::UPDATE => Behaviour::DidUpdate,
        EventKind::WILL_UPDATE => Behaviour::WillUpdate,
        EventKind::CLASS_FIRST_USED => Behaviour::DidUseClass,
        EventKind::BOUND => Behaviour::DidBind,
        EventKind::WILL_DISPLAY if is_section => Behaviour::WillDisplaySection,
        EventKind::WILL_DISPLAY => Behaviour::WillDisplay,
        EventKind::DID_END_DISPLAY if is_section => Behaviour::DidEndDisplaySection,
        EventKind::DID_END_DISPLAY => Behaviour::DidEndDisplay,
        EventKind::ACTION => match event.number {
            1 => Behaviour::PrimaryAction,
            2 => Behaviour::CommitDelete,
            3 => Behaviour::CommitInsert,
            DID_SWIPE => Behaviour::DidSwipe,
            WILL_DISPLAY_MENU => Behaviour::WillDisplayMenu,
            DID_END_MENU => Behaviour::DidEndMenu,
            PREVIEW_ACTION => Behaviour::PerformPreviewAction,
            EMPTY_ACTION => Behaviour::EmptyAction,
            _ => Behaviour::UserAction,
        },
        EventKind::PLACEHOLDER => Behaviour::DidChangePlaceholder,
        EventKind::PAGE => Behaviour::NeedPage,
        EventKind::PREFETCH if event.is_cancelled() => Behaviour::CancelPrefetch,
        EventKind::PREFETCH => Behaviour::Prefetch,
        EventKind::REORDER => Behaviour::DidReorder,
        _ => return None,
    })
}
