//! Updates: at once and from threads, animated or not; each completion is called exactly once, on the polling thread.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Status, SubmitOptions, Target, UpdateOptions};

/// Notes whether each update is animated.
#[derive(Default)]
struct Animations(Notes);

impl Coordinator for Animations {
    fn did_update(&self, event: &RoutedEvent<'_>) -> Route {
        let changes = event.event.changeset.as_ref().unwrap().summary().unwrap();
        let how = if event.event.is_plain() { "plain" } else { "animated" };
        self.0.add(format!("{how} {}", changes.item_inserts));
        Route::Handled
    }
}

#[test]
fn the_first_load_is_not_animated_and_all_others_are_unless_told() {
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Animations(notes.clone())).build([people(&["Ada"])]).unwrap();
    driver.poll().unwrap();
    driver.update([people(&["Ada", "Ben"])]).unwrap();
    driver.poll().unwrap();
    driver.update_with([people(&["Ada", "Ben", "Cem", "Dot"])], UpdateOptions::new().plain()).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["plain 1", "animated 1", "plain 2"]);
}

#[test]
fn data_that_is_set_reloads_every_visible_cell() {
    let driver = Driver::new([people(&["Ada", "Ben"])]).unwrap();
    driver.show(0..1, 0).unwrap();
    driver.poll().unwrap();
    let mark = |cell: &mut PersonCell| std::mem::replace(&mut cell.configured, 100);
    let ada = Target::Item(item(&driver, 0));
    assert_eq!(driver.with_cell(ada, mark).unwrap(), Some(1));
    driver.set_data([people(&["Ada", "Ben"])]).unwrap();
    driver.poll().unwrap();
    // Another cell shows the same item.
    assert_eq!(driver.with_cell(ada, mark).unwrap(), Some(1));
}

#[test]
fn each_completion_is_called_once_on_the_polling_thread_whatever_becomes_of_the_update() {
    const COUNT: usize = 40;
    let driver = Driver::new([people(&[])]).unwrap();
    let (calls, here) = (Arc::new(AtomicUsize::new(0)), thread::current().id());
    let (sender, results) = channel();
    let producers: Vec<_> = (0..4)
        .map(|of| {
            let (updater, calls, sender) = (driver.updater(), calls.clone(), sender.clone());
            thread::spawn(move || {
                for number in 0..COUNT {
                    let (calls, sender) = (calls.clone(), sender.clone());
                    let names = ["Ada", "Ben", "Cem"];
                    let shown = people(&names[..=(of + number) % 3]);
                    let done = move |result: iqlist::Result<()>| {
                        assert_eq!(thread::current().id(), here);
                        calls.fetch_add(1, SeqCst);
                        sender.send(result.map_err(|error| error.status())).unwrap();
                    };
                    updater.perform_updates(Collection::from([shown]), done).unwrap();
                }
            })
        })
        .collect();
    while producers.iter().any(|producer| !producer.is_finished()) {
        driver.poll().unwrap();
    }
    producers.into_iter().for_each(|producer| producer.join().unwrap());
    // The last one has its completion called by the drop, if no poll has.
    drop(driver);
    assert_eq!(calls.load(SeqCst), 4 * COUNT);
    drop(sender);
    let ends: Vec<_> = results.iter().collect();
    let others =
        |end: &Result<(), Status>| !matches!(end, Ok(()) | Err(Status::Superseded) | Err(Status::Cancelled));
    assert_eq!(ends.iter().find(|end| others(end)), None);
    assert_eq!(ends.len(), 4 * COUNT);
}

#[test]
fn the_drop_of_the_driver_calls_completions_here_and_later_updates_are_refused() {
    let driver = Driver::new([people(&[])]).unwrap();
    let (sender, results) = channel();
    let here = thread::current().id();
    let done = move |result: iqlist::Result<()>| {
        assert_eq!(thread::current().id(), here);
        sender.send(result.unwrap_err().status()).unwrap();
    };
    let waiting = SubmitOptions::new().delay(std::time::Duration::from_secs(3600));
    driver.updater().perform_updates_with([people(&["Ada"])], waiting, done).unwrap();
    let updater = driver.updater();
    drop(driver);
    assert_eq!(results.iter().collect::<Vec<_>>(), [Status::Cancelled]);
    // A completion that cannot come is dropped with the error.
    let (sender, results) = channel::<()>();
    let refused = updater.perform_updates([people(&["Ada"])], move |_| sender.send(()).unwrap());
    assert_eq!(refused.unwrap_err().status(), Status::Handle);
    assert_eq!(results.iter().count(), 0);
}

#[test]
fn a_driver_that_is_dropped_beside_threads_that_update_it_calls_each_completion_once() {
    for round in 0..crate::support::scaled(60) {
        let driver = Driver::new([people(&[])]).unwrap();
        let (calls, here) = (Arc::new(AtomicUsize::new(0)), thread::current().id());
        let producers: Vec<_> = (0..2)
            .map(|_| {
                let (updater, calls) = (driver.updater(), calls.clone());
                thread::spawn(move || {
                    let done = move |calls: Arc<AtomicUsize>| {
                        move |_: iqlist::Result<()>| {
                            assert_eq!(thread::current().id(), here);
                            calls.fetch_add(1, SeqCst);
                        }
                    };
                    let update = || updater.perform_updates([people(&["Ada"])], done(calls.clone()));
                    // Not without end: a poll ends all that were replaced, and must come to its own end.
                    let updates = std::iter::repeat_with(update).take(200);
                    let ends = updates.map(|updated| updated.map_err(|error| error.status()));
                    let taken: Vec<_> = ends.take_while(|end| *end != Err(Status::Handle)).collect();
                    assert!(taken.iter().all(Result::is_ok));
                    taken.len()
                })
            })
            .collect();
        for _ in 0..round % 7 {
            driver.poll().unwrap();
        }
        drop(driver);
        let taken: usize = producers.into_iter().map(|producer| producer.join().unwrap()).sum();
        assert_eq!(calls.load(SeqCst), taken, "round {round}");
    }
}

#[test]
fn a_poll_lets_one_update_of_a_thread_take_place() {
    const COUNT: usize = 5;
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Last(notes.clone())).build([people(&[])]).unwrap();
    driver.poll().unwrap();
    let names = ["Ada", "Ben", "Cem", "Dot", "Eve"];
    let each = SubmitOptions::new().each().here();
    for count in 1..=COUNT {
        let shown = [people(&names[..count])];
        driver.updater().perform_updates_with(shown, each, |result| result.unwrap()).unwrap();
    }
    let mut lengths = Vec::new();
    while driver.list().info().unwrap().submissions > 0 {
        notes.take();
        driver.poll().unwrap();
        assert!(about(notes.take(), Behaviour::DidUpdate).len() < 2);
        lengths.push(driver.list().len());
    }
    lengths.dedup();
    assert_eq!(lengths, (1..=COUNT).collect::<Vec<_>>());
}

#[test]
fn an_update_that_is_cancelled_has_its_completion_called_by_the_next_poll() {
    let driver = Driver::new([people(&[])]).unwrap();
    let (sender, results) = channel();
    let waiting = SubmitOptions::new().delay(std::time::Duration::from_secs(3600));
    let done = move |result: iqlist::Result<()>| sender.send(result.unwrap_err().status()).unwrap();
    let updater = driver.updater();
    let number = updater.perform_updates_with([people(&["Ada"])], waiting, done).unwrap();
    updater.cancel(number).unwrap();
    assert!(results.try_recv().is_err());
    driver.poll().unwrap();
    assert_eq!(results.iter().collect::<Vec<_>>(), [Status::Cancelled]);
    assert_eq!(updater.cancel(number).unwrap_err().status(), Status::State);
}

#[test]
fn an_equal_collection_is_no_change_whatever_its_sections_respond() {
    let requests = |_: PageRequest| ();
    let section = || {
        let section = people(&["Ada", "Ben"]).header("People").on_select(|_| ());
        section.register_action("tap", Part::Cell, |_| ()).paging(Paging::new(true, requests).loader("..."))
    };
    let driver = Driver::new([section()]).unwrap();
    assert!(driver.update([section()]).unwrap().batch().unwrap().is_empty());
    // Nor for those who respond.
    struct Unchanged(Notes);
    impl Coordinator for Unchanged {
        fn did_update(&self, event: &RoutedEvent<'_>) -> Route {
            self.0.add(format!("{}", event.event.is_unchanged()));
            Route::Handled
        }
    }
    driver.poll().unwrap();
    let notes = Notes::default();
    driver.set_coordinator(Unchanged(notes.clone()));
    driver.update([section()]).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["true"]);
}

#[test]
fn an_update_is_a_future() {
    struct Unpark(thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let driver = Driver::new([people(&[])]).unwrap();
    let updater = driver.updater();
    let waiting = thread::spawn(move || {
        let mut ticket = pin!(updater.submit([people(&["Ada"])]).unwrap());
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        loop {
            match ticket.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(result) => return result,
                Poll::Pending => thread::park(),
            }
        }
    });
    while !waiting.is_finished() {
        driver.poll().unwrap();
        thread::yield_now();
    }
    waiting.join().unwrap().unwrap();
    assert_eq!(driver.list().len(), 1);
}

#[test]
fn an_update_that_is_refused_changes_nothing_and_says_why() {
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Last(notes.clone())).build([people(&["Ada"])]).unwrap();
    driver.poll().unwrap();
    notes.take();
    let twice = || [Section::new("people", [person(1, "Ada"), person(1, "Ben")])];
    let refused = driver.update(twice()).unwrap_err();
    assert_eq!((refused.status(), driver.list().len()), (Status::Duplicate, 1));
    // One that is submitted is refused there, or its completion says so: nobody hears of an update.
    let (sender, results) = channel();
    let submitted = driver.perform_updates(twice(), move |result| sender.send(result).unwrap());
    while driver.list().info().unwrap().submissions > 0 {
        driver.poll().unwrap();
    }
    driver.poll().unwrap();
    let end = submitted.and_then(|_| results.try_recv().unwrap());
    assert_eq!(end.unwrap_err().status(), Status::Duplicate);
    assert_eq!(driver.list().len(), 1);
    assert!(about(notes.take(), Behaviour::DidUpdate).is_empty());
}

#[test]
fn a_panic_in_a_completion_comes_out_of_the_poll() {
    let driver = Driver::new([people(&[])]).unwrap();
    driver.perform_updates([people(&["Ada"])], |_| panic!("done")).unwrap();
    let poll = || std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| driver.poll().unwrap()));
    let payload = (0..10_000).find_map(|_| {
        thread::yield_now();
        poll().err()
    });
    assert_eq!(*payload.unwrap().downcast::<&str>().unwrap(), "done");
    assert_eq!(driver.list().len(), 1);
    poll().unwrap();
}
