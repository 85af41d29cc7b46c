//! Panics in the functions of cells: they come out of the call, and the next poll tries again.

use std::collections::BTreeSet;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::labels::*;
use crate::support::Alive;
use iqlist::EventKind;

#[test]
fn a_panic_in_create_or_bind_comes_out_of_the_poll_and_the_next_one_tries_again() {
    for is_bind in [false, true] {
        let (alive, labels) = (Alive::default(), Labels::default());
        let list = list_of(&alive, 0..5);
        list.set_events(EventKind::BOUND | EventKind::WILL_DISPLAY).unwrap();
        let screen = list.screen().unwrap();
        let view = screen.view(labels.clone()).unwrap();
        view.set_visible(0..4, 0).unwrap();
        let fails = if is_bind { &labels.0.fails_bind } else { &labels.0.fails_create };
        fails.set(Some(1));
        let (mut shown, mut texts) = (BTreeSet::new(), Vec::new());
        for _ in 0..20 {
            match catch_unwind(AssertUnwindSafe(|| screen.poll().unwrap())) {
                Ok(event) => shown.extend(event.and_then(|event| event.index)),
                Err(payload) => texts.push(*payload.downcast::<String>().unwrap()),
            }
        }
        let bad = if is_bind { "bind of 1" } else { "create for 1" };
        assert!(texts.len() > 1 && texts.iter().all(|text| text == bad), "{texts:?}");
        // The others are there, and no event is lost.
        assert!(shown.is_superset(&[0, 2, 3].into()), "{shown:?}");
        assert_eq!([0, 2, 3].map(|at| shown_by(&view, &list, at).map(|it| it.1)), [0, 2, 3].map(Some));
        assert_eq!(shown_by(&view, &list, 1), None);
        fails.set(None);
        let events = settle(&screen);
        assert!(events.iter().any(|event| event.kind == EventKind::BOUND && event.index == Some(1)));
        assert_eq!(shown_by(&view, &list, 1).map(|it| it.1), Some(1));
        drop((view, screen));
        assert_eq!(labels.alive(), 0);
    }
}

#[test]
fn after_a_panic_a_cell_that_was_bound_is_bound_again_later() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..3);
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..3, 0).unwrap();
    settle(&screen);
    labels.0.fails_bind.set(Some(21));
    list.silently().set_items(&[row(&alive, 0, 20), row(&alive, 1, 21), row(&alive, 2, 22)]).unwrap();
    assert_eq!(panic_of(|| settle(&screen)), "bind of 21");
    assert_eq!(shown_by(&view, &list, 1), Some((2, 1)));
    labels.0.fails_bind.set(None);
    settle(&screen);
    assert_eq!([0, 1, 2].map(|at| shown_by(&view, &list, at).unwrap()), [(1, 20), (2, 21), (3, 22)]);
}

#[test]
fn a_panic_in_unbind_or_in_the_drop_of_a_cell_keeps_none_of_the_others_back() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..5);
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..5, 0).unwrap();
    settle(&screen);
    labels.calls();
    labels.0.fails_unbind.set(Some(2));
    view.set_visible(0..0, 0).unwrap();
    assert_eq!(panic_of(|| settle(&screen)), "unbind of 2");
    settle(&screen);
    assert_eq!(labels.calls().iter().filter(|call| matches!(call, Unbind(..))).count(), 5);
    labels.0.fails_drop.set(true);
    let text = panic_of(|| drop(view));
    assert!(text.starts_with("drop of cell "), "{text}");
    assert_eq!((labels.alive(), list.info().unwrap().views), (0, 0));
    // Also if the view is dropped during another panic.
    let other = Labels::default();
    let text = panic_of(|| {
        let view = screen.view(other.clone()).unwrap();
        view.set_visible(0..2, 0).unwrap();
        settle(&screen);
        other.0.fails_drop.set(true);
        panic!("the first");
    });
    assert_eq!((text.as_str(), other.alive()), ("the first", 0));
    assert!(screen.poll().unwrap().is_none());
}
