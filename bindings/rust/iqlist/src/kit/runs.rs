//! Events about runs of items: states that the user has given to them or taken, items to be prefetched.

use super::any::AnyViewModel;
use super::routing::Outcome;
use super::{Behaviour, Driver, RoutedEvent};
use crate::{Event, EventKind, Item, Result, Row, States};

impl Driver {
    /// Each item of the run is told. If the list was changed since, the positions of the run are not known any more:
    /// then its first item is told for all, if it is known.
    pub(super) fn deliver_run(&self, event: &Event<AnyViewModel>, outcome: &mut Outcome) {
        let behaviours = behaviours(event);
        let is_run = !behaviours.is_empty() && (event.count > 1 || event.item.is_none());
        let run = outcome.run(|| if is_run { self.run(event) } else { Ok(Vec::new()) }).unwrap_or_default();
        for behaviour in behaviours {
            let mut routed = RoutedEvent::new(self, event, behaviour);
            if run.is_empty() && (event.item.is_some() || event.section.is_some()) {
                self.route(&routed, outcome);
            }
            for (offset, (item, row)) in run.iter().enumerate() {
                (routed.item, routed.key) = (Some(*item), Some(row.key));
                routed.index = event.index.map(|first| first + offset);
                routed.model.clone_from(&row.model);
                routed.section = self.list.item_info(*item).ok().and_then(|info| info.section);
                let section = routed.section.and_then(|section| self.list.section_info(section).ok());
                routed.section_key = section.map(|section| section.key);
                self.route(&routed, outcome);
            }
        }
    }

    /// The items that an event is about, if their positions are known.
    fn run(&self, event: &Event<AnyViewModel>) -> Result<Vec<(Item, Row<AnyViewModel>)>> {
        let Some(first) = event.index else { return Ok(Vec::new()) };
        let range = first..first + event.count;
        if self.list.info()?.version != event.version || range.end > self.list.len() {
            return Ok(Vec::new());
        }
        let (items, rows) = (self.list.items(range.clone())?, self.list.rows(range)?);
        Ok(items.into_iter().zip(rows).collect())
    }
}

/// Of states: only what the user does.
fn behaviours(event: &Event<AnyViewModel>) -> Vec<Behaviour> {
    match event.kind {
        EventKind::PREFETCH if event.is_cancelled() => return vec![Behaviour::CancelPrefetch],
        EventKind::PREFETCH => return vec![Behaviour::Prefetch],
        _ if !event.is_by_user() => return Vec::new(),
        _ => {}
    }
    let all = [
        (States::SELECTED, Behaviour::Select, Behaviour::Deselect),
        (States::HIGHLIGHTED, Behaviour::Highlight, Behaviour::Unhighlight),
        (States::FOCUSED, Behaviour::Focus, Behaviour::Unfocus),
        (States::EXPANDED, Behaviour::Expand, Behaviour::Collapse),
    ];
    let given = all.into_iter().filter(|(state, _, _)| event.states.contains(*state));
    given.map(|(_, on, off)| if event.is_on() { on } else { off }).collect()
}
