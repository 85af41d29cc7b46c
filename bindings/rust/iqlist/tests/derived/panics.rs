//! A panic in a filter comes out of the poll, which has done its work.

use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::support::{Alive, Counted};
use crate::trees::*;
use iqlist::{Derived, Filter, Filtered};

/// The text of the panic that comes out of `body`.
fn panic_of<R>(body: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(body)).err().expect("it panics");
    let text = payload.downcast_ref::<String>().cloned();
    text.or(payload.downcast_ref::<&str>().map(|text| text.to_string())).expect("a text")
}

fn filtered(alive: &Alive) -> (iqlist::List<Counted>, Derived<Counted>) {
    let source = source(alive, &[1, 2, 3, 4].map(|key| node(key, 0)));
    let list = source.filtered(Filtered::new()).unwrap();
    (source, list)
}

#[test]
fn the_item_does_not_pass_and_the_others_are_asked() {
    let alive = Alive::default();
    let (source, list) = filtered(&alive);
    let ticket = list.set_filter(Filter::by(|_, model: &Counted| match model.number {
        2 | 3 => panic!("filter of {}", model.number),
        _ => true,
    }));
    let ticket = ticket.unwrap();
    assert_eq!(panic_of(|| settle(&list, Some(&ticket))), "filter of 2");
    settle(&list, Some(&ticket));
    ticket.try_result().unwrap().unwrap();
    assert_eq!(keys(&list), [1, 4]);
    // A changed item is asked again, and nothing is carried on.
    let update = |index, number| {
        let mut edit = source.edit().unwrap();
        let changed = Node { number, ..node(index as u64 + 1, 0) };
        edit.update_item(source.item_at(index).unwrap(), &row(&alive, changed)).unwrap();
        edit.commit_silently().unwrap();
    };
    update(1, 20);
    settle(&list, None);
    assert_eq!(keys(&list), [1, 2, 4]);
    update(0, 3);
    assert_eq!(panic_of(|| settle(&list, None)), "filter of 3");
    settle(&list, None);
    assert_eq!(keys(&list), [2, 4]);
}

#[test]
fn none_of_a_call_passes() {
    let alive = Alive::default();
    let (_source, list) = filtered(&alive);
    let ticket = list.set_filter(Filter::in_batches(|_, _: &[Option<&Counted>], passes| {
        passes.fill(true);
        panic!("filter of {}", passes.len());
    }));
    let ticket = ticket.unwrap();
    assert_eq!(panic_of(|| settle(&list, Some(&ticket))), "filter of 4");
    settle(&list, Some(&ticket));
    assert_eq!(keys(&list), [0; 0]);
}

/// What a function owns, whose drop panics.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        std::panic::panic_any(String::from("drop of a filter"));
    }
}

#[test]
fn the_drop_of_a_function_panics_out_of_the_call_that_drops_it() {
    let alive = Alive::default();
    let (_source, list) = filtered(&alive);
    let armed = || {
        let grenade = Grenade;
        Filter::by_key(move |_| {
            let _held = &grenade;
            true
        })
    };
    filter(&list, armed());
    let ticket = list.set_filter(Filter::everything()).unwrap();
    assert_eq!(
        panic_of(|| {
            settle(&list, Some(&ticket));
            settle(&list, None)
        }),
        "drop of a filter"
    );
    settle(&list, Some(&ticket));
    filter(&list, armed());
    assert_eq!(panic_of(|| drop(list)), "drop of a filter");
}

#[test]
fn the_end_of_a_filter_may_panic() {
    let alive = Alive::default();
    let (_source, list) = filtered(&alive);
    let options = iqlist::SubmitOptions::new();
    list.set_filter_then(Filter::everything(), options, |_| panic!("end of {}", "a filter")).unwrap();
    assert_eq!(panic_of(|| settle(&list, None)), "end of a filter");
    settle(&list, None);
    assert_eq!(list.len(), 4);
}
