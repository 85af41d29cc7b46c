//! States that the user has given to items, or taken from them.

use super::any::AnyViewModel;
use super::routing::Outcome;
use super::{Behaviour, Driver, RoutedEvent};
use crate::{Event, Item, Result, Row, States};

impl Driver {
    /// Only what the user does is routed. One event may be about a run of items, each of which is told. If the list
    /// was changed since, the positions of the run are not known any more: then its first item is told for all.
    pub(super) fn deliver_states(&self, event: &Event<AnyViewModel>, outcome: &mut Outcome) {
        if !event.is_by_user() {
            return;
        }
        let mut run = Vec::new();
        if event.count > 1 {
            outcome.run(|| {
                run = self.run(event)?;
                Ok(())
            });
        }
        for behaviour in behaviours(event.states, event.is_on()) {
            let mut routed = RoutedEvent::new(self, event, behaviour);
            if run.is_empty() {
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

fn behaviours(states: States, is_on: bool) -> impl Iterator<Item = Behaviour> {
    let all = [
        (States::SELECTED, Behaviour::DidSelect, Behaviour::DidDeselect),
        (States::HIGHLIGHTED, Behaviour::DidHighlight, Behaviour::DidUnhighlight),
        (States::FOCUSED, Behaviour::DidFocus, Behaviour::DidUnfocus),
        (States::EXPANDED, Behaviour::DidExpand, Behaviour::DidCollapse),
    ];
    let given = all.into_iter().filter(move |(state, _, _)| states.contains(*state));
    given.map(move |(_, on, off)| if is_on { on } else { off })
}
