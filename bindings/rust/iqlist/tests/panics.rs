//! A panic in a callback comes out of the call that caused it, which has done its work; and nothing is lost.

mod support;

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use iqlist::{log_to, Class, Key, List, LogLevel, Row, Snapshot, Status};
use support::{Alive, Counted};

/// The text of the panic that comes out of `body`.
fn panic_of<R>(body: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(body)).err().expect("it panics");
    let text = payload.downcast_ref::<String>().cloned();
    text.or(payload.downcast_ref::<&str>().map(|text| text.to_string())).expect("a text")
}

/// A model whose drop panics if it is told to.
struct Grenade(Counted, Arc<AtomicBool>);

impl Drop for Grenade {
    fn drop(&mut self) {
        if self.1.load(SeqCst) {
            panic!("drop of {}", self.0.number);
        }
    }
}

fn grenades(alive: &Alive, is_armed: &Arc<AtomicBool>, count: u64) -> Vec<Row<Grenade>> {
    (0..count).map(|key| Row::new(key).model(Grenade(alive.model(key), is_armed.clone()))).collect()
}

#[test]
fn in_equal() {
    let class = Class::<u64>::builder("panics.rs: equal").equal(|_, after| panic!("equal of {after}"));
    let class = class.register().unwrap();
    let rows = |number| [1u64, 2, 3].map(|key| Row::new(key).model(number).class(class));
    let list = List::new().unwrap();
    list.set_items(&rows(1)).unwrap();
    assert_eq!(panic_of(|| list.set_items(&rows(2))), "equal of 2");
    // The update was made, and the thread carries nothing on.
    assert_eq!(list.models(..).unwrap().iter().map(|model| **model.as_ref().unwrap()).sum::<u64>(), 6);
    assert!(list.rows(..).unwrap() == list.rows(..).unwrap());
}

#[test]
fn in_changed() {
    let class =
        Class::<u64>::builder("panics.rs: changed").changed(|before, _| panic!("changed of {before}"));
    let class = class.register().unwrap();
    let list = List::new().unwrap();
    list.set_items(&[Row::new(1u64).model(1u64).class(class)]).unwrap();
    let mut edit = list.edit().unwrap();
    edit.update_item(list.item_at(0).unwrap(), &Row::new(1u64).content(5).model(2u64).class(class)).unwrap();
    assert_eq!(panic_of(|| edit.commit()), "changed of 1");
    assert_eq!(list.contents(..).unwrap(), [5]);
    drop(list.edit().unwrap());
}

#[test]
fn in_the_drop_of_a_model_all_others_are_dropped_too() {
    let (alive, is_armed) = (Alive::default(), Arc::new(AtomicBool::new(false)));
    let list = List::new().unwrap();
    list.set_items(&grenades(&alive, &is_armed, 5)).unwrap();
    is_armed.store(true, SeqCst);
    let nothing: [Key; 0] = [];
    let told = panic_of(|| list.set_items(&nothing));
    assert!(told.starts_with("drop of "), "{told}");
    assert_eq!((alive.count(), list.len()), (0, 0));
}

#[test]
fn in_the_drop_of_a_list_a_snapshot_an_edit() {
    let (alive, is_armed) = (Alive::default(), Arc::new(AtomicBool::new(false)));
    let list = List::new().unwrap();
    list.set_items(&grenades(&alive, &is_armed, 3)).unwrap();
    let snapshot = Snapshot::of_items(&grenades(&alive, &is_armed, 3)).unwrap();
    let mut edit = list.edit().unwrap();
    edit.set_section_items(list.section_at(0).unwrap(), &grenades(&alive, &is_armed, 2)).unwrap();
    is_armed.store(true, SeqCst);
    for told in [panic_of(|| drop(edit)), panic_of(|| drop(snapshot)), panic_of(|| drop(list))] {
        assert!(told.starts_with("drop of "), "{told}");
    }
    assert_eq!(alive.count(), 0);
}

#[test]
fn during_another_panic_it_is_passed_over() {
    let (alive, is_armed) = (Alive::default(), Arc::new(AtomicBool::new(false)));
    let told = panic_of(|| {
        let list = List::new().unwrap();
        list.set_items(&grenades(&alive, &is_armed, 3)).unwrap();
        is_armed.store(true, SeqCst);
        panic!("the first");
    });
    assert_eq!((told.as_str(), alive.count()), ("the first", 0));
}

#[test]
fn of_a_call_within_a_callback_it_comes_out_of_both() {
    let inner = Class::<u8>::builder("panics.rs: inner").equal(|_, _| panic!("inner")).register().unwrap();
    let told = Arc::new(Mutex::new(String::new()));
    let heard = told.clone();
    let outer = Class::<u16>::builder("panics.rs: outer").equal(move |_, _| {
        let list = List::new().unwrap();
        list.set_items(&[Row::new(1u64).model(1u8).class(inner)]).unwrap();
        *heard.lock().unwrap() = panic_of(|| list.set_items(&[Row::new(1u64).model(2u8).class(inner)]));
        panic!("outer")
    });
    let outer = outer.register().unwrap();
    let list = List::new().unwrap();
    list.set_items(&[Row::new(1u64).model(1u16).class(outer)]).unwrap();
    assert_eq!(panic_of(|| list.set_items(&[Row::new(1u64).model(2u16).class(outer)])), "outer");
    assert_eq!(*told.lock().unwrap(), "inner");
}

#[test]
fn a_call_within_a_callback_does_not_resume_what_the_outer_one_carries() {
    /// The middle one, whenever it is dropped, is so after one that panics.
    struct Nested(u8, Arc<Mutex<Vec<bool>>>);
    impl Drop for Nested {
        fn drop(&mut self) {
            if self.0 != 1 {
                panic!("drop of {}", self.0);
            }
            let inner = catch_unwind(|| List::<()>::new().unwrap().set_items(&[Key::from(1u64)]).is_ok());
            self.1.lock().unwrap().push(inner.unwrap_or(false));
        }
    }
    let went_well = Arc::new(Mutex::new(Vec::new()));
    let list = List::new().unwrap();
    list.set_items(&[0, 1, 2].map(|at| Row::new(at as u64).model(Nested(at, went_well.clone())))).unwrap();
    assert!(panic_of(|| drop(list)).starts_with("drop of "));
    assert_eq!(*went_well.lock().unwrap(), [true]);
}

#[test]
fn a_callback_may_read_its_list_and_change_others_but_not_its_own() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::new(List::<u32>::new().unwrap());
    let (heard, shown) = (told.clone(), Arc::downgrade(&list));
    let class = Class::<u32>::builder("panics.rs: curious").equal(move |before, after| {
        let shown = shown.upgrade().unwrap();
        let read = **shown.models(..).unwrap()[0].as_ref().unwrap();
        let refused = shown.set_items(&[Key::from(9u64)]).unwrap_err().status();
        let others = List::<u32>::new().unwrap().set_items(&[Key::from(9u64)]).is_ok();
        heard.lock().unwrap().push((read, refused, others));
        before == after
    });
    let class = class.register().unwrap();
    list.set_items(&[Row::new(1u64).model(1u32).class(class)]).unwrap();
    let changes = list.set_items(&[Row::new(1u64).model(2u32).class(class)]).unwrap();
    assert_eq!(*told.lock().unwrap(), [(1, Status::Busy, true)]);
    assert!(changes.batch().unwrap()[0].is_by_equal());
}

#[test]
fn a_log_callback_is_told_may_not_use_the_library_and_may_panic() {
    // The log is the process's, and hears of the other tests too: their threads are told apart.
    let (told, thread) = (Arc::new(Mutex::new(Vec::new())), std::thread::current().id());
    let (heard, list) = (told.clone(), Arc::new(List::<String>::new().unwrap()));
    let other = list.clone();
    log_to(LogLevel::Error, move |level, line| {
        if std::thread::current().id() == thread {
            let refused = other.rows(..).unwrap_err().status();
            heard.lock().unwrap().push((level, line.to_string(), refused));
            panic!("log");
        }
    })
    .unwrap();
    // With models held, and without.
    list.set_items(&[Row::new(1u64).model("one".to_string())]).ok();
    let item = List::<String>::new().unwrap();
    item.set_items(&[Row::new(1u64).model("one".to_string())]).unwrap();
    let foreign = item.item_at(0).unwrap();
    drop(item);
    let (first, second) = (panic_of(|| list.item_at(7)), panic_of(|| list.item_info(foreign)));
    log_to(LogLevel::Off, |_, _| {}).unwrap();
    assert_eq!((first.as_str(), second.as_str()), ("log", "log"));
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|told| told.0 == LogLevel::Error && told.2 == Status::State), "{told:?}");
    assert!(told[0].1.contains("IQ_ERROR_RANGE") && told[1].1.contains("IQ_ERROR_HANDLE"), "{told:?}");
}
