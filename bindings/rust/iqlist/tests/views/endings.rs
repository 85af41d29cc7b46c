//! Who polls, and what is left when lists, screens and views go.

use std::sync::Mutex;
use std::thread;

use crate::labels::*;
use crate::support::Alive;
use iqlist::{EventKind, Key, Status, Target};

#[test]
fn models_live_as_long_as_a_cell_is_bound_to_them() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..4);
    list.set_events(EventKind::DID_END_DISPLAY).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..2, 0).unwrap();
    settle(&screen);
    let nothing: [Key; 0] = [];
    list.silently().set_items(&nothing).unwrap();
    assert_eq!(alive.count(), 2);
    settle(&screen);
    assert_eq!((alive.count(), labels.alive()), (0, 2));
    // A screen that is dropped with its cells bound releases them too.
    list.silently().set_items(&rows(&alive, 0..4)).unwrap();
    settle(&screen);
    list.silently().set_items(&nothing).unwrap();
    drop(screen);
    assert_eq!((alive.count(), labels.alive()), (0, 0));
    assert_eq!(view.set_visible(0..1, 0).unwrap_err().status(), Status::Handle);
    assert_eq!(view.find_cell(Target::List).unwrap_err().status(), Status::Handle);
}

/// Leaks a value, and keeps its address, so that no checker reports it as lost.
fn leak<T>(value: T) {
    static LEAKED: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    LEAKED.lock().unwrap().push(Box::into_raw(Box::new(value)) as usize);
}

#[test]
fn list_screen_and_views_go_in_any_order() {
    for order in 0..6 {
        let (alive, labels) = (Alive::default(), Labels::default());
        let list = list_of(&alive, 0..10);
        list.set_events(EventKind::BOUND).unwrap();
        let screen = list.screen().unwrap();
        let make = |range| {
            let view = screen.view(labels.clone()).unwrap();
            view.set_visible(range, 1).unwrap();
            view
        };
        let (first, second) = (make(0..3), make(2..9));
        if order % 2 == 0 {
            settle(&screen);
        } else {
            // The events of a view that is dropped are too.
            assert!(screen.poll().unwrap().is_some());
        }
        match order / 2 {
            0 => {
                drop(first);
                assert!(settle(&screen).iter().all(|event| event.view == Some(second.id())));
                drop(screen);
                drop(second);
            }
            1 => {
                drop(screen);
                assert_eq!(labels.alive(), 0);
                // A view that is dropped late does not end the next screen.
                let again = list.screen().unwrap();
                drop((first, second));
                assert_eq!(list.poll().unwrap_err().status(), Status::Busy);
                drop(again);
            }
            _ => {
                leak(screen);
                // Nobody else polls a list whose screen was leaked; its views can still go.
                assert_eq!(list.screen().unwrap_err().status(), Status::Busy);
                drop(list);
                assert_eq!(first.set_visible(0..1, 0).unwrap_err().status(), Status::Handle);
                drop((first, second));
                assert_eq!((alive.count(), labels.alive()), (0, 0));
                continue;
            }
        }
        assert_eq!((labels.alive(), list.info().unwrap().views), (0, 0));
        assert!(list.poll().is_ok());
        drop(list);
        assert_eq!(alive.count(), 0);
    }
}

#[test]
fn a_screen_is_the_only_one_that_polls() {
    let list = list_of(&Alive::default(), 0..3);
    list.set_events(EventKind::ACTION).unwrap();
    list.emit(Target::List, 256, 0).unwrap();
    let screen = list.screen().unwrap();
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            assert_eq!(list.poll().unwrap_err().status(), Status::Busy);
            assert_eq!(list.screen().unwrap_err().status(), Status::Busy);
            assert_eq!(list.len(), 3);
        });
        other.join().unwrap();
    });
    assert_eq!(screen.poll().unwrap().unwrap().number, 256);
    drop(screen);
    // Another thread may have the next one.
    thread::scope(|scope| {
        let next = || {
            let (screen, labels) = (list.screen().unwrap(), Labels::default());
            let view = screen.view(labels.clone()).unwrap();
            view.set_visible(0..3, 0).unwrap();
            settle(&screen);
            assert_eq!(labels.alive(), 3);
        };
        scope.spawn(next).join().unwrap();
    });
    assert!(list.poll().unwrap().is_none());
}
