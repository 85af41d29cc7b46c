//! Sorted lists: their orders, whom they ask, their ends, and their functions.

use std::cmp::Reverse;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::time::Duration;

use crate::support::{Alive, Counted};
use crate::trees::*;
use iqlist::{Derived, Filtered, Key, List, Order, Row, Sorted, Status, SubmitOptions};

fn numbers(alive: &Alive, numbers: &[u64]) -> List<Counted> {
    source(alive, &numbers.iter().map(|number| node(*number, 0)).collect::<Vec<_>>())
}

/// Sets an order and waits for it.
fn sort(list: &Derived<Counted>, order: Order<Counted>) {
    let ticket = list.set_order(order).unwrap();
    settle(list, Some(&ticket));
    ticket.try_result().unwrap().unwrap();
}

#[test]
fn every_kind_of_order_sorts_and_what_is_equal_stays() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 4, 15, 9, 26, 5]);
    let list = source.sorted(Sorted::new()).unwrap();
    assert_eq!(keys(&list), [31, 4, 15, 9, 26, 5]);
    sort(&list, Order::by(|model: &Counted| model.number));
    assert_eq!(keys(&list), [4, 5, 9, 15, 26, 31]);
    sort(&list, Order::by(|model: &Counted| model.number).descending());
    assert_eq!(keys(&list), [31, 26, 15, 9, 5, 4]);
    sort(&list, Order::by(|model: &Counted| model.number % 2));
    assert_eq!(keys(&list), [4, 26, 31, 15, 9, 5]);
    sort(&list, Order::by(|model: &Counted| model.number % 2).descending());
    assert_eq!(keys(&list), [31, 15, 9, 5, 4, 26]);
    sort(&list, Order::by(|model: &Counted| (model.number % 2, Reverse(model.number))));
    assert_eq!(keys(&list), [26, 4, 31, 15, 9, 5]);
    sort(&list, Order::by_ref(|model: &Counted| &model.number));
    assert_eq!(keys(&list), [4, 5, 9, 15, 26, 31]);
    sort(&list, Order::by_key(|key| Reverse(number_of(key))));
    assert_eq!(keys(&list), [31, 26, 15, 9, 5, 4]);
    sort(&list, Order::comparing(|a: &Counted, b| (a.number % 10).cmp(&(b.number % 10))));
    assert_eq!(keys(&list), [31, 4, 15, 5, 26, 9]);
    let by_number = |a: &Counted, b: &Counted| a.number.cmp(&b.number);
    sort(&list, Order::by(|model: &Counted| model.number % 2).then_comparing(by_number));
    assert_eq!(keys(&list), [4, 26, 5, 9, 15, 31]);
    sort(&list, Order::of_source());
    assert_eq!(keys(&list), [31, 4, 15, 9, 26, 5]);
}

#[test]
fn the_order_in_effect_and_the_one_that_waits_can_be_read() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 4, 15]);
    let list = source.sorted(Sorted::new()).unwrap();
    let state =
        || list.order().map(|order| (order.descending, order.frozen, order.ticket, order.waiting)).unwrap();
    assert_eq!(state(), (false, false, 0, 0));
    let ticket = list.set_order(Order::by(|model: &Counted| model.number).descending()).unwrap();
    assert_eq!(state(), (false, false, 0, 1));
    settle(&list, Some(&ticket));
    assert_eq!(state(), (true, false, 1, 0));
    sort(&list, Order::by(|model: &Counted| model.number).frozen());
    assert_eq!(state(), (false, true, 2, 0));
    assert_eq!(source.filtered(Filtered::new()).unwrap().order().unwrap_err().status(), Status::State);
}

#[test]
fn the_info_counts_what_is_still_to_be_asked() {
    let alive = Alive::default();
    let source = numbers(&alive, &(0..10_000).collect::<Vec<_>>());
    let list = source.sorted(Sorted::new()).unwrap();
    let ticket = list.set_order(Order::by(|model: &Counted| Reverse(model.number))).unwrap();
    list.poll().unwrap();
    assert_eq!(list.info().unwrap().pending, 10_000 - 8_192);
    settle(&list, Some(&ticket));
    assert_eq!(list.info().unwrap().pending, 0);
}

#[test]
fn keys_that_are_longer_than_a_rank_are_asked_for_in_parts() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2, 0]);
    let list = source.sorted(Sorted::new()).unwrap();
    for length in [0, 1, 14, 15, 16, 17, 31, 32, 33, 100] {
        for filling in ["x", "\0"] {
            let text = move |number: u64| format!("{}{number}", filling.repeat(length));
            sort(&list, Order::by(move |model: &Counted| text(model.number)));
            assert_eq!(keys(&list), [0, 1, 2, 3], "{length} of {filling:?}");
            sort(&list, Order::by(move |model: &Counted| Reverse(text(model.number))));
            assert_eq!(keys(&list), [3, 2, 1, 0], "{length} of {filling:?}");
        }
    }
}

#[test]
fn zeroes_within_a_key_do_not_end_it() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2, 0]);
    let list = source.sorted(Sorted::new()).unwrap();
    sort(&list, Order::by(|model: &Counted| (0u128, 0u128, model.number)));
    assert_eq!(keys(&list), [0, 1, 2, 3]);
}

#[test]
fn only_what_is_new_or_has_changed_is_asked_about() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2]);
    let list = source.sorted(Sorted::new()).unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let order = || {
        let asked = asked.clone();
        Order::by(move |model: &Counted| {
            asked.fetch_add(1, SeqCst);
            model.number
        })
    };
    let count = || asked.swap(0, SeqCst);
    sort(&list, order());
    assert_eq!(count(), 3);
    sort(&list, order().descending().keep_ranks());
    assert_eq!((count(), keys(&list)), (0, vec![3, 2, 1]));
    let mut edit = source.edit().unwrap();
    edit.insert_items_after(source.item_at(2).unwrap(), &[row(&alive, node(9, 0))]).unwrap();
    edit.update_item(source.item_at(0).unwrap(), &row(&alive, Node { number: 0, ..node(3, 0) })).unwrap();
    edit.commit_silently().unwrap();
    settle(&list, None);
    assert_eq!((count(), keys(&list)), (2, vec![9, 2, 1, 3]));
    // Frozen, what is shown stays, and only what is new is asked about.
    sort(&list, order().descending().keep_ranks().frozen());
    let mut edit = source.edit().unwrap();
    edit.insert_items_after(source.item_at(2).unwrap(), &[row(&alive, node(5, 0))]).unwrap();
    edit.update_item(source.item_at(1).unwrap(), &row(&alive, Node { number: 7, ..node(1, 0) })).unwrap();
    edit.commit_silently().unwrap();
    settle(&list, None);
    assert_eq!((count(), keys(&list)), (1, vec![9, 5, 2, 1, 3]));
    sort(&list, order().descending());
    assert_eq!(keys(&list), [9, 1, 5, 2, 3]);
}

#[test]
fn items_without_a_model_come_first() {
    let source = List::<u64>::new().unwrap();
    source.set_items(&[Row::new(1u64).model(7), Row::new(2u64), Row::new(3u64).model(5)]).unwrap();
    let list = source.sorted(Sorted::new()).unwrap();
    for order in [Order::by(|number: &u64| *number), Order::comparing(|a: &u64, b: &u64| a.cmp(b))] {
        let ticket = list.set_order(order).unwrap();
        while ticket.try_result().is_none() {
            list.poll().unwrap();
        }
        assert_eq!(list.keys(..).unwrap(), [2u64, 3, 1].map(Key::from));
    }
}

#[test]
fn an_order_is_superseded_can_be_cancelled_and_is_dropped_once() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2]);
    let list = source.sorted(Sorted::new()).unwrap();
    let order = || {
        let held = alive.holding(0);
        Order::by(move |model: &Counted| model.number + held())
    };
    let before = alive.count();
    let first = list.set_order(order().batch(1)).unwrap();
    list.poll().unwrap();
    let second = list.set_order(order().descending()).unwrap();
    settle(&list, Some(&second));
    assert_eq!(first.try_result().unwrap().unwrap_err().status(), Status::Superseded);
    settle(&list, None);
    assert_eq!((keys(&list), alive.count()), (vec![3, 2, 1], before + 1));
    let late = SubmitOptions::new().delay(Duration::from_secs(3600));
    let waiting = list.set_order_with(order(), late).unwrap();
    waiting.cancel().unwrap();
    settle(&list, Some(&waiting));
    assert_eq!(waiting.try_result().unwrap().unwrap_err().status(), Status::Cancelled);
    assert_eq!(
        source.filtered(iqlist::Filtered::new()).unwrap().set_order(order()).unwrap_err().status(),
        Status::State
    );
    drop(list);
    assert_eq!(alive.count(), before);
}

#[test]
fn a_panic_comes_out_of_the_poll_and_nothing_has_changed() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2]);
    let list = source.sorted(Sorted::new()).unwrap();
    let fails = Arc::new(AtomicBool::new(true));
    let check = |fails: &AtomicBool| {
        if fails.load(SeqCst) {
            resume_unwind(Box::new("an order"));
        }
    };
    let (asking, comparing) = (fails.clone(), fails.clone());
    let by = Order::by(move |model: &Counted| {
        check(&asking);
        model.number
    });
    let compare = Order::comparing(move |a: &Counted, b| {
        check(&comparing);
        b.number.cmp(&a.number)
    });
    for (order, before, after) in [(by, [3, 1, 2], [1, 2, 3]), (compare, [1, 2, 3], [3, 2, 1])] {
        fails.store(true, SeqCst);
        let ticket = list.set_order(order).unwrap();
        for _ in 0..3 {
            let payload = catch_unwind(AssertUnwindSafe(|| settle(&list, Some(&ticket)))).err().unwrap();
            assert_eq!(payload.downcast_ref::<&str>(), Some(&"an order"));
            assert_eq!(keys(&list), before);
        }
        fails.store(false, SeqCst);
        settle(&list, Some(&ticket));
        assert_eq!(keys(&list), after);
    }
}

#[test]
fn a_list_goes_on_sorting_after_its_source_was_dropped() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2]);
    let list = source.sorted(Sorted::new()).unwrap();
    drop(source);
    sort(&list, Order::by(|model: &Counted| model.number));
    assert_eq!(keys(&list), [1, 2, 3]);
    drop(list);
    assert_eq!(alive.count(), 0);
}
