//! Who owns what: the source may go first, a filter's function goes once, and chains are as deep as they may be.

use std::sync::Arc;
use std::thread;

use crate::support::{Alive, Counted, Random};
use crate::trees::*;
use iqlist::{Cells, Derived, Event, EventKind, Filter, Filtered, Key, List, Outline, States, Status};

const TREE: [(u64, u16); 5] = [(1, 0), (2, 1), (3, 1), (4, 0), (5, 1)];

fn tree(alive: &Alive) -> List<Counted> {
    source(alive, &TREE.map(|(key, level)| node(key, level)))
}

#[test]
fn the_source_may_be_dropped_first() {
    let alive = Alive::default();
    {
        let list = tree(&alive);
        let filtered = list.filtered(Filtered::new()).unwrap();
        let outline = list.outline(Outline::new()).unwrap();
        outline.expand(outline.item_at(0).unwrap()).unwrap();
        settle(&outline, None);
        let version = list.info().unwrap().version;
        let waits = filtered.set_filter(Filter::by_key(|_| false)).unwrap();
        drop(list);

        settle(&filtered, Some(&waits));
        waits.try_result().unwrap().unwrap();
        let bits = filtered.set_filter(Filter::bits([true; 5], version));
        assert_eq!(bits.unwrap_err().status(), Status::State);
        assert_eq!((keys(&filtered), keys(&outline)), (vec![], vec![1, 2, 3, 4]));
        filter(&filtered, Filter::by(|_, model: &Counted| model.number > 2));
        assert_eq!(keys(&filtered), [3, 4, 5]);
        assert_eq!(outline.find_item(Key::from(3u64)).unwrap(), Some(outline.item_at(2).unwrap()));
        assert_eq!(outline.find_item(Key::from(5u64)).unwrap(), None);
        outline.expand_all().unwrap();
        settle(&outline, None);
        assert_eq!(keys(&outline), [1, 2, 3, 4, 5]);
        let rows = [row(&alive, node(3, 0))];
        assert_eq!(outline.set_items(&rows).unwrap_err().status(), Status::State);
        assert_eq!(filtered.edit().unwrap_err().status(), Status::State);
    }
    assert_eq!(alive.count(), 0);
}

#[test]
fn the_source_of_a_filter_may_be_dropped_while_another_list_follows_that() {
    let alive = Alive::default();
    let list = tree(&alive);
    let middle = list.filtered(Filtered::new()).unwrap();
    let last = middle.outline(Outline::new().expanded()).unwrap();
    drop(list);
    filter(&middle, Filter::by_key(|key| key < Key::from(3u64)));
    settle(&last, None);
    assert_eq!(keys(&last), [1, 2]);
    filter(&middle, Filter::everything());
    drop(middle);
    settle(&last, None);
    assert_eq!(keys(&last), [1, 2]);
}

#[test]
fn a_function_is_dropped_once_whatever_ends_it() {
    let alive = Alive::default();
    let holds = Alive::default();
    let filter_of = |number| {
        let held = holds.holding(number);
        Filter::by_key(move |_| held() > 0)
    };
    let source = tree(&alive);
    let list = source.filtered(Filtered::new()).unwrap();
    // Never given.
    drop(filter_of(1));
    assert_eq!(holds.count(), 0);
    // Refused.
    let outline = source.outline(Outline::new()).unwrap();
    outline.set_filter(filter_of(1)).unwrap_err();
    assert_eq!(holds.count(), 0);
    // Superseded before it was asked, and replaced.
    let [first, second] = [1, 2].map(|number| list.set_filter(filter_of(number)).unwrap());
    assert_eq!(holds.count(), 2);
    settle(&list, Some(&first));
    settle(&list, Some(&second));
    settle(&list, None);
    assert_eq!(holds.count(), 1);
    filter(&list, Filter::everything());
    settle(&list, None);
    assert_eq!(holds.count(), 0);
    // Cancelled.
    let ticket = list.set_filter(filter_of(3)).unwrap();
    ticket.cancel().unwrap();
    assert_eq!(holds.count(), 1);
    settle(&list, Some(&ticket));
    settle(&list, None);
    assert_eq!(holds.count(), 0);
    // With the list: one in effect, one that waits.
    filter(&list, filter_of(4));
    let waits = list.set_filter(filter_of(5)).unwrap();
    let clone = list.clone();
    drop(list);
    assert_eq!((holds.count(), keys(&clone).len()), (2, 5));
    drop(clone);
    assert_eq!(holds.count(), 0);
    assert_eq!(waits.try_result().unwrap().unwrap_err().status(), Status::Cancelled);
    // With the source, at the next polls.
    let list = source.filtered(Filtered::new()).unwrap();
    filter(&list, filter_of(6));
    drop(source);
    settle(&list, None);
    drop(list);
    assert_eq!(holds.count(), 0);
}

#[test]
fn chains_are_eight_deep_at_most() {
    let alive = Alive::default();
    let source = tree(&alive);
    let mut chain: Vec<Derived<Counted>> = Vec::new();
    for depth in 0..8 {
        let last: &List<Counted> = chain.last().map_or(&source, |last| last);
        let next = match depth % 2 {
            0 => last.filtered(Filtered::new()).unwrap(),
            _ => last.outline(Outline::new().expanded()).unwrap(),
        };
        chain.push(next);
    }
    let ninth = chain[7].filtered(Filtered::new());
    assert_eq!(ninth.unwrap_err().status(), Status::Limit);
    source.silently().set_items(&[row(&alive, node(6, 0)), row(&alive, node(7, 1))]).unwrap();
    for list in &chain {
        settle(list, None);
        assert_eq!(keys(list), [6, 7]);
    }
    // Whichever goes, those below it keep what they hold of it.
    let random = &mut Random(1);
    drop(source);
    while !chain.is_empty() {
        drop(chain.remove(random.below(chain.len())));
        for list in &chain {
            settle(list, None);
            assert_eq!(keys(list), [6, 7]);
        }
    }
    assert_eq!(alive.count(), 0);
}

#[test]
fn many_threads_change_the_source_while_others_poll() {
    let alive = Alive::default();
    {
        let source = Arc::new(tree(&alive));
        let filtered = source.filtered(Filtered::new()).unwrap();
        let outline = filtered.outline(Outline::new().expanded()).unwrap();
        thread::scope(|scope| {
            for thread in 0..2u64 {
                let (source, filtered, alive) = (source.clone(), filtered.clone(), alive.clone());
                scope.spawn(move || {
                    let random = &mut Random(thread);
                    for _ in 0..200 {
                        let keys = (0..30).filter(|_| random.chance(60));
                        let rows: Vec<_> = keys.map(|key| row(&alive, node(key, (key % 3) as u16))).collect();
                        source.silently().set_items(&rows).unwrap();
                        let limit = random.below(30) as u64;
                        let _ticket = filtered
                            .set_filter(Filter::by(move |_, model: &Counted| model.number < limit))
                            .unwrap();
                        let bits = Filter::bits(
                            (0..source.len()).map(|at| at % 2 == 0),
                            source.info().unwrap().version,
                        );
                        match filtered.set_filter(bits) {
                            Ok(_) => {}
                            Err(error) => assert!(matches!(error.status(), Status::State | Status::Argument)),
                        }
                    }
                });
            }
            for list in [&filtered, &outline] {
                scope.spawn(move || {
                    for _ in 0..600 {
                        settle(list, None);
                        thread::yield_now();
                    }
                });
            }
        });
        filter(&filtered, Filter::by(|_, model: &Counted| model.number % 2 == 0));
        settle(&outline, None);
        // What was new without anything below it was not expanded.
        outline.expand_all().unwrap();
        settle(&outline, None);
        let even: Vec<u64> = keys(&source).into_iter().filter(|key| key % 2 == 0).collect();
        assert_eq!((keys(&filtered), keys(&outline)), (even.clone(), even));
    }
    assert_eq!(alive.count(), 0);
}

/// Cells that are texts.
struct Labels;

impl Cells<Counted> for Labels {
    type Cell = u64;

    fn create(&self, _: &Event<Counted>) -> u64 {
        0
    }

    fn bind(&self, cell: &mut u64, event: &Event<Counted>) {
        *cell = event.model.as_ref().unwrap().number;
    }
}

#[test]
fn a_screen_shows_a_derived_list() {
    let alive = Alive::default();
    let source = tree(&alive);
    let outline = source.outline(Outline::new()).unwrap();
    outline.set_events(EventKind::WILL_DISPLAY).unwrap();
    let screen = outline.list().shared_screen().unwrap();
    let view = screen.view(Labels).unwrap();
    view.set_visible(0..10, 0).unwrap();
    let drawn = || {
        let cells: Vec<u32> = screen.events().filter_map(|event| event.unwrap().cell).collect();
        cells.into_iter().map(|cell| view.with_cell(cell, |cell| *cell).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(drawn(), [1, 4]);
    outline.expand(outline.item_at(0).unwrap()).unwrap();
    assert_eq!(outline.poll().unwrap_err().status(), Status::Busy);
    assert_eq!(drawn(), [2, 3]);
    drop(source);
    assert_eq!(drawn(), []);
    assert!(outline.states(..1).unwrap()[0].contains(States::EXPANDED));
}
