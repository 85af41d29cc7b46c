//! Filters: their bits, their ends, and their functions.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;

use crate::support::Alive;
use crate::trees::*;
use iqlist::{EventKind, Filter, Filtered, Key, List, Outline, Passes, Status, SubmitOptions};
use std::time::Duration;

fn numbers(alive: &Alive, count: u64) -> List<crate::support::Counted> {
    source(alive, &(0..count).map(|key| node(key, 0)).collect::<Vec<_>>())
}

#[test]
fn bits_are_those_of_the_source_as_it_is() {
    let alive = Alive::default();
    for count in [0, 1, 63, 64, 65, 200] {
        let source = numbers(&alive, count);
        let list = source.filtered(Filtered::new()).unwrap();
        let version = source.info().unwrap().version;
        filter(&list, Filter::bits((0..count).map(|key| key % 3 == 0), version));
        assert_eq!(keys(&list), (0..count).filter(|key| key % 3 == 0).collect::<Vec<_>>());
        // The library would read beyond the end.
        let words = count.div_ceil(64) as usize;
        for other in [words + 1, words.wrapping_sub(1)].into_iter().filter(|other| *other < 100) {
            let refused = list.set_filter(Filter::words(vec![!0u64; other], version));
            assert_eq!(refused.unwrap_err().status(), Status::Argument);
        }
        let refused = list.set_filter(Filter::words(vec![!0u64; words], version + 1));
        assert_eq!(refused.unwrap_err().status(), Status::State);
    }
}

#[test]
fn bits_are_busy_while_an_edit_is_open_and_a_function_waits() {
    let alive = Alive::default();
    let source = numbers(&alive, 10);
    let list = source.filtered(Filtered::new()).unwrap();
    let edit = source.edit().unwrap();
    let version = source.info().unwrap().version;
    let refused = list.set_filter(Filter::bits([true; 10], version));
    assert_eq!(refused.unwrap_err().status(), Status::Busy);
    let refused = source.outline(Outline::new());
    assert_eq!(refused.unwrap_err().status(), Status::Busy);
    let ticket = list.set_filter(Filter::by_key(|key| key == Key::from(3u64))).unwrap();
    drop(edit);
    settle(&list, Some(&ticket));
    assert_eq!(keys(&list), [3]);
}

#[test]
fn many_are_asked_in_one_call() {
    let alive = Alive::default();
    let source = numbers(&alive, 3000);
    let list = source.filtered(Filtered::new()).unwrap();
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    filter(
        &list,
        Filter::in_batches(move |keys, models: &[Option<&crate::support::Counted>], passes| {
            assert!(keys.len() == models.len() && keys.len() == passes.len() && keys.len() <= 1024);
            counted.fetch_add(1, SeqCst);
            for ((key, model), passes) in keys.iter().zip(models).zip(passes) {
                let number = model.unwrap().number;
                *passes = *key == Key::from(number) && number % 3 == 0;
            }
        }),
    );
    assert_eq!(keys(&list), (0..3000).filter(|key| key % 3 == 0).collect::<Vec<_>>());
    assert_eq!(calls.load(SeqCst), 3);
}

#[test]
fn only_what_can_differ_is_asked() {
    let alive = Alive::default();
    let source = numbers(&alive, 100);
    let list = source.filtered(Filtered::new()).unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let below = |limit| {
        let asked = asked.clone();
        Filter::by(move |_, model: &crate::support::Counted| {
            asked.fetch_add(1, SeqCst);
            model.number < limit
        })
    };
    let count = || asked.swap(0, SeqCst);
    filter(&list, below(40));
    assert_eq!((count(), list.len()), (100, 40));
    filter(&list, below(30).stricter());
    assert_eq!((count(), list.len()), (40, 30));
    filter(&list, below(60).looser());
    assert_eq!((count(), list.len()), (70, 60));
    // What is new and what is changed.
    let mut edit = source.edit().unwrap();
    edit.insert_items_after(source.item_at(99).unwrap(), &[row(&alive, node(50_000, 0))]).unwrap();
    edit.update_item(source.item_at(99).unwrap(), &row(&alive, Node { number: 7, ..node(99, 0) })).unwrap();
    edit.commit_silently().unwrap();
    settle(&list, None);
    assert_eq!((count(), list.len()), (2, 61));
    assert_eq!(list.keys(60..).unwrap(), [Key::from(99u64)]);
}

#[test]
fn more_items_than_a_poll_asks_take_several_and_the_next_filter_supersedes() {
    let alive = Alive::default();
    let source = numbers(&alive, 20_000);
    let list = source.filtered(Filtered::new()).unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let first = list.set_filter(Filter::by_key(move |_| {
        counted.fetch_add(1, SeqCst);
        false
    }));
    let first = first.unwrap();
    assert!(list.poll().unwrap().is_none());
    assert!((1..=8192).contains(&asked.load(SeqCst)) && list.len() == 20_000);
    let second = list.set_filter(Filter::by(|_, model: &crate::support::Counted| model.number < 5)).unwrap();
    let events = settle(&list, Some(&second));
    assert_eq!(first.try_result().unwrap().unwrap_err().status(), Status::Superseded);
    assert!(asked.load(SeqCst) <= 8192);
    let updates: Vec<_> = events.iter().map(|event| (event.kind, event.number)).collect();
    assert_eq!(updates, [(EventKind::UPDATE, second.number())]);
    assert_eq!(events[0].changeset.as_ref().unwrap().summary().unwrap().item_deletes, 19_995);
    assert_eq!(keys(&list), [0, 1, 2, 3, 4]);
}

#[test]
fn a_filter_can_be_cancelled_and_has_the_options_of_a_submission() {
    let alive = Alive::default();
    let list = numbers(&alive, 10).filtered(Filtered::new()).unwrap();
    let _ = list; // Its source was dropped.
    let source = numbers(&alive, 10);
    let list = source.filtered(Filtered::new()).unwrap();
    let late = SubmitOptions::new().delay(Duration::from_secs(3600));
    let held = alive.model(0);
    let ticket = list
        .set_filter_with(
            Filter::by_key(move |_| {
                let held = &held;
                held.number == 1
            }),
            late,
        )
        .unwrap();
    assert!(list.poll().unwrap().is_none() && ticket.try_result().is_none());
    let before = alive.count();
    ticket.cancel().unwrap();
    settle(&list, Some(&ticket));
    assert_eq!(ticket.try_result().unwrap().unwrap_err().status(), Status::Cancelled);
    settle(&list, None);
    assert_eq!((list.len(), alive.count()), (10, before - 1));

    let (sender, ended) = std::sync::mpsc::channel();
    let number = list
        .set_filter_then(Filter::everything(), SubmitOptions::new(), move |end| sender.send(end).unwrap())
        .unwrap();
    assert!(number > ticket.number());
    settle(&list, None);
    assert!(ended.try_recv().unwrap().is_ok());
}

#[test]
fn what_passes_and_what_waits_can_be_read() {
    let alive = Alive::default();
    let source = numbers(&alive, 3);
    let list = source.filtered(Filtered::new()).unwrap();
    let state = || list.filter().map(|filter| (filter.passes, filter.ticket, filter.waiting)).unwrap();
    assert_eq!(state(), (Passes::All, 0, 0));
    let ticket = list.set_filter(Filter::by_key(|_| true)).unwrap();
    assert_eq!(state(), (Passes::All, 0, 1));
    settle(&list, Some(&ticket));
    assert_eq!(state(), (Passes::Function, 1, 0));
    filter(&list, Filter::bits([true; 3], source.info().unwrap().version));
    assert_eq!(state(), (Passes::Bits, 2, 0));
    assert_eq!(source.outline(Outline::new()).unwrap().filter().unwrap_err().status(), Status::State);
}

#[test]
fn an_outline_has_no_filter() {
    let alive = Alive::default();
    let source = numbers(&alive, 3);
    let outline = source.outline(Outline::new()).unwrap();
    for filter in [Filter::everything(), Filter::by_key(|_| true), Filter::bits([true; 3], 1)] {
        assert_eq!(outline.set_filter(filter).unwrap_err().status(), Status::State);
    }
}

#[test]
fn a_function_may_read_and_change_all_lists_but_not_poll_its_own() {
    let alive = Alive::default();
    let source = Arc::new(numbers(&alive, 10));
    let list = source.filtered(Filtered::new()).unwrap();
    let (own, of, live) = (list.list().clone(), Arc::downgrade(&source), alive.clone());
    let weak = Arc::downgrade(&own);
    drop(own);
    let ticket = list.set_filter(Filter::by(move |key, model: &crate::support::Counted| {
        let own = weak.upgrade().unwrap();
        assert_eq!(own.poll().unwrap_err().status(), Status::Busy);
        assert!(own.len() <= 10);
        if model.number == 4 {
            // The model that is lent stays.
            let of = of.upgrade().unwrap();
            let rest: Vec<_> = (5..10).map(|key| row(&live, node(key, 0))).collect();
            of.silently().set_items(&rest).unwrap();
            assert_eq!(model.number, 4);
        }
        key != Key::from(6u64)
    }));
    settle(&list, Some(&ticket.unwrap()));
    settle(&list, None);
    assert_eq!(keys(&list), [5, 7, 8, 9]);
}
