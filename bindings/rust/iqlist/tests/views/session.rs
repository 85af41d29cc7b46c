//! A random session beside a slow model of what each view shows.

use std::collections::HashSet;
use std::ops::Range;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::labels::*;
use crate::support::{seeds, Alive, Random};
use iqlist::{EventKind, Item, Key, Target};

/// What a view is expected to show: the slow model.
#[derive(Clone, Default)]
struct Window {
    first: usize,
    count: usize,
    /// What was visible at the last poll, of all keys; none after a range was set.
    shown: Option<(Range<usize>, Vec<Key>)>,
    /// Items with cells that were taken, once for each time. One that goes and comes back is another item.
    taken: Vec<(Item, u32)>,
}

impl Window {
    /// The list has changed to these keys.
    fn follow(&mut self, now: &[Key]) {
        let Some((shown, before)) = &self.shown else { return };
        let above = shown.start.saturating_sub(shown.len());
        let places: Vec<_> =
            before[above..shown.end].iter().map(|key| now.iter().position(|other| other == key)).collect();
        let mut chains = vec![Vec::new(); places.len()];
        for (row, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            let joins = |other: &usize| matches!(places[*other], Some(at) if (at + 1..=at + shown.len()).contains(place));
            let mut chain = longest((0..row).filter(joins).map(|other| &chains[other]));
            chain.push(row);
            chains[row] = chain;
        }
        let seen = shown.start - above;
        let chain: Vec<_> = longest(chains.iter()).into_iter().filter(|row| *row >= seen).collect();
        let left = places[seen..].iter().flatten().count();
        self.first = shown.start;
        if shown.start > 0 && !chain.is_empty() && 2 * chain.len() >= left {
            self.first = places[chain[0]].unwrap().saturating_sub(chain[0] - seen);
        }
        self.first = self.first.min(now.len().saturating_sub(shown.len()));
    }

    fn range(&self, length: usize) -> Range<usize> {
        let first = self.first.min(length);
        first..(first + self.count).min(length)
    }
}

/// The first of those that are longest.
fn longest<'a>(chains: impl Iterator<Item = &'a Vec<usize>>) -> Vec<usize> {
    chains.fold(Vec::new(), |best, chain| if chain.len() > best.len() { chain.clone() } else { best })
}

#[test]
fn a_random_session_shows_what_a_slow_model_shows() {
    seeds(60, |seed| {
        let random = &mut Random(seed);
        let (alive, labels) = (Alive::default(), [Labels::default(), Labels::default()]);
        let list = list_of(&alive, 0..20);
        list.set_events(EventKind::WILL_DISPLAY | EventKind::DID_END_DISPLAY).unwrap();
        let screen = list.screen().unwrap();
        let views = [0, 1].map(|at: usize| screen.view(labels[at].clone()).unwrap());
        let (mut windows, mut displayed) =
            ([0, 1].map(|_| Window::default()), [0, 1].map(|_| HashSet::new()));
        let mut next = 1000;
        for _ in 0..60 {
            let at = random.below(2);
            match random.below(6) {
                0 | 1 => {
                    let (first, count) = (random.below(40), random.below(12));
                    views[at].set_visible(first..first + count, random.below(3)).unwrap();
                    (windows[at].first, windows[at].count) = (first, count);
                    windows[at].shown = None;
                }
                2 => {
                    let mut keys: Vec<u64> = (0..40).filter(|_| random.chance(60)).collect();
                    let by = random.below(keys.len() + 1);
                    keys.rotate_left(by);
                    let mut numbered = |key: u64| {
                        let changed = random.chance(20);
                        next += u64::from(changed);
                        row(&alive, key, if changed { next } else { key })
                    };
                    let rows: Vec<_> = keys.iter().map(|key| numbered(*key)).collect();
                    list.silently().set_items(&rows).unwrap();
                }
                3 if !list.is_empty() => {
                    let items = list.items(..).unwrap();
                    let item = items[random.below(items.len())];
                    let mut edit = list.edit().unwrap();
                    match random.below(3) {
                        0 => edit.reload_items(&[item]).unwrap(),
                        1 => edit.delete_items(&[item]).unwrap(),
                        _ => edit.reconfigure_items(&[item]).unwrap(),
                    }
                    edit.commit_silently().unwrap();
                }
                4 if !list.is_empty() => {
                    let item = list.item_at(random.below(list.len())).unwrap();
                    let taken = views[at].take_cell(Target::Item(item)).unwrap();
                    windows[at].taken.push((item, taken.cell.unwrap()));
                }
                5 if !windows[at].taken.is_empty() => {
                    let which = random.below(windows[at].taken.len());
                    let (_, cell) = windows[at].taken.swap_remove(which);
                    views[at].give_cell(cell).unwrap();
                }
                _ => {}
            }
            let now = list.keys(..).unwrap();
            windows.iter_mut().for_each(|window| window.follow(&now));
            // Binding an item fails for a while; what the model expects is there afterwards.
            let failing = &labels[random.below(2)].0.fails_bind;
            if let Some(Some(model)) = list.models(..).unwrap().get(random.below(40)) {
                failing.set(random.chance(40).then_some(model.number));
            }
            let mut events = Vec::new();
            for _ in 0..random.below(4) {
                let polled = catch_unwind(AssertUnwindSafe(|| screen.poll().unwrap()));
                events.extend(polled.unwrap_or_default());
            }
            failing.set(None);
            events.extend(settle(&screen));
            for event in events {
                let at = views.iter().position(|view| event.view == Some(view.id())).unwrap();
                let is_known = match event.kind {
                    EventKind::WILL_DISPLAY => displayed[at].insert((event.item, event.section)),
                    _ => displayed[at].remove(&(event.item, event.section)),
                };
                assert!(is_known, "each comes and goes once: {event:?}");
            }
            let items = list.items(..).unwrap();
            let models = list.models(..).unwrap();
            for at in [0, 1] {
                let (view, window) = (&views[at], &mut windows[at]);
                let range = window.range(now.len());
                assert_eq!(view.visible().unwrap(), range);
                for (index, item) in items.iter().enumerate() {
                    let found = view.find_cell(Target::Item(*item)).unwrap();
                    let is_taken = window.taken.iter().any(|(taken, _)| taken == item);
                    assert_eq!(found.is_some(), is_taken || range.contains(&index), "item {index}");
                    let Some(cell) = found.and_then(|found| found.cell) else { continue };
                    let shows = view.with_cell(cell, |label| label.shows).unwrap();
                    assert_eq!(shows, Some(models[index].as_ref().unwrap().number));
                    // A reload has put another cell into the place of the one that was taken.
                    let taken = window.taken.iter_mut().filter(|(taken, _)| taken == item);
                    taken.for_each(|(_, of)| *of = cell);
                }
                for (_, cell) in &window.taken {
                    assert!(view.read_cell(*cell).unwrap().is_some());
                }
                let on_screen: HashSet<_> = displayed[at].iter().filter_map(|(item, _)| *item).collect();
                assert_eq!(on_screen, range.clone().map(|index| items[index]).collect());
                window.shown = Some((range, now.clone()));
            }
        }
        drop(views);
        assert_eq!(labels.each_ref().map(Labels::alive), [0, 0]);
        drop(screen);
        drop(list);
        assert_eq!(alive.count(), 0);
    });
}
