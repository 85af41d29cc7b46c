//! Panics of whoever is asked: they come out of the poll, and nobody else misses anything.

use std::cell::Cell as Slot;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Event, Key};

fn message(driver: &Driver) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(|| driver.poll().unwrap())).err()?;
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}

thread_local!(static FAILS: Slot<bool> = const { Slot::new(false) });

#[derive(PartialEq)]
struct Fragile(u64, &'static str);

impl CellViewModel for Fragile {
    type Cell = PersonCell;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut PersonCell) {
        assert!(!FAILS.get() || self.0 != 2, "configure");
        cell.text = self.1.to_string();
    }
}

#[test]
fn a_panic_in_configure_comes_out_of_the_poll_and_the_next_one_tries_again() {
    let all = |text| [Fragile(1, "a"), Fragile(2, text), Fragile(3, "c")];
    let driver = Driver::new([Section::new("all", all("b"))]).unwrap();
    driver.show(0..3, 0).unwrap();
    FAILS.set(true);
    for _ in 0..3 {
        assert_eq!(message(&driver).as_deref(), Some("configure"));
    }
    assert_eq!(text(&driver, 1), None);
    FAILS.set(false);
    assert_eq!(message(&driver), None);
    assert_eq!([0, 1, 2].map(|index| text(&driver, index).unwrap()), ["a", "b", "c"]);
    // Likewise when it is bound already.
    driver.set_items("all", all("B")).unwrap();
    FAILS.set(true);
    assert_eq!(message(&driver).as_deref(), Some("configure"));
    FAILS.set(false);
    assert_eq!(message(&driver), None);
    assert_eq!(text(&driver, 1).as_deref(), Some("B"));
    // Also if an equal view model comes before it has succeeded.
    driver.set_items("all", all("b!")).unwrap();
    FAILS.set(true);
    assert_eq!(message(&driver).as_deref(), Some("configure"));
    FAILS.set(false);
    driver.set_items("all", all("b!")).unwrap();
    driver.poll().unwrap();
    assert_eq!(text(&driver, 1).as_deref(), Some("b!"));
}

#[test]
fn a_panic_of_the_observer_keeps_nobody_from_the_event() {
    struct Fails(Notes);
    impl Coordinator for Fails {
        fn observe(&self, _: &Event<AnyViewModel>) {
            panic!("observed");
        }

        fn on_select(&self, _: &RoutedEvent<'_>) -> Route {
            self.0.add("selected");
            panic!("selected");
        }
    }
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Fails(notes.clone())).build([people(&["Ada"])]).unwrap();
    driver.select(item(&driver, 0), By::User).unwrap();
    assert_eq!(message(&driver).as_deref(), Some("observed"), "the first one");
    assert_eq!(notes.take(), ["selected"]);
    assert_eq!(message(&driver), None);
}

#[test]
fn a_provider_of_empty_views_that_panics_is_asked_the_next_time_again() {
    let fails = Rc::new(Slot::new(true));
    let failing = fails.clone();
    let provider = move || {
        assert!(!failing.get(), "provider");
        "Nobody"
    };
    let driver = Driver::builder().empty_view_provider(provider).build([people(&["Ada"])]).unwrap();
    driver.poll().unwrap();
    driver.update([people(&[])]).unwrap();
    assert_eq!(message(&driver).as_deref(), Some("provider"));
    assert_eq!(message(&driver), None);
    fails.set(false);
    update(&driver, [people(&["Ada"])]);
    driver.update([people(&[])]).unwrap();
    assert_eq!(message(&driver), None);
    assert!(driver.list().supplementary(None, iqlist::Kind::EMPTY, 0).unwrap().is_some());
}

#[test]
fn a_panic_in_a_comparison_comes_out_of_the_update() {
    struct Odd(u64);
    impl PartialEq for Odd {
        fn eq(&self, _: &Self) -> bool {
            panic!("compared");
        }
    }
    impl CellViewModel for Odd {
        unseen!();
    }
    let driver = Driver::new([Section::new("all", [Odd(1)])]).unwrap();
    let update = || driver.update([Section::new("all", [Odd(1), Odd(2)])]);
    let payload = catch_unwind(AssertUnwindSafe(update)).unwrap_err();
    assert_eq!(*payload.downcast::<&str>().unwrap(), "compared");
    // It was committed.
    assert_eq!(driver.list().len(), 2);
}
