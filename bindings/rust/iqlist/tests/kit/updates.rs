//! Updates: at once and from threads, animated or not; each completion is called exactly once, on the polling thread.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{channel, Receiver};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Status, SubmitOptions, Target};

/// Submits an update that waits for an hour: its number, and how its completion says here that it has ended.
fn waiting(driver: &Driver) -> (u64, Receiver<Status>) {
    let ((sender, ends), here) = (channel(), thread::current().id());
    let done = move |result: iqlist::Result<()>| {
        assert_eq!(thread::current().id(), here);
        sender.send(result.unwrap_err().status()).unwrap();
    };
    let options = SubmitOptions::new().delay(Duration::from_secs(3600));
    (driver.updater().perform_updates_with([people(&["Ada"])], options, done).unwrap(), ends)
}

#[test]
fn data_that_is_set_reloads_every_visible_cell() {
    let driver = showing(0..1, [people(&["Ada", "Ben"])]);
    let mark = |cell: &mut PersonCell| std::mem::replace(&mut cell.configured, 100);
    let ada = Target::Item(item(&driver, 0));
    assert_eq!(cell(&driver, ada, mark), Some(1));
    driver.set_data([people(&["Ada", "Ben"])]).unwrap();
    driver.poll().unwrap();
    // Another cell shows the same item.
    assert_eq!(cell(&driver, ada, mark), Some(1));
}

#[test]
fn the_drop_of_the_driver_calls_completions_here_and_later_updates_are_refused() {
    let driver = Driver::new([people(&[])]).unwrap();
    let ((_, ends), updater) = (waiting(&driver), driver.updater());
    drop(driver);
    assert_eq!(ends.iter().collect::<Vec<_>>(), [Status::Cancelled]);
    // A completion that cannot come is dropped with the error.
    let (sender, results) = channel::<()>();
    let refused = updater.perform_updates([people(&["Ada"])], move |_| sender.send(()).unwrap());
    assert_eq!(refused.unwrap_err().status(), Status::Handle);
    assert_eq!(results.iter().count(), 0);
}

#[test]
fn each_completion_is_called_once_here_whatever_becomes_of_the_update_and_of_the_driver() {
    for round in 0..crate::support::scaled(60) {
        let driver = Driver::new([people(&[])]).unwrap();
        let (calls, here) = (Arc::new(AtomicUsize::new(0)), thread::current().id());
        let producers: Vec<_> = (0..2)
            .map(|_| {
                let (updater, calls) = (driver.updater(), calls.clone());
                thread::spawn(move || {
                    let done = move |calls: Arc<AtomicUsize>| {
                        move |result: iqlist::Result<()>| {
                            assert_eq!(thread::current().id(), here);
                            let end = result.map_err(|error| error.status());
                            let others = [Err(Status::Superseded), Err(Status::Cancelled)];
                            assert!(end.is_ok() || others.contains(&end), "{end:?}");
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
        // One round in seven polls until the threads are done; the others drop the driver beside them.
        let is_over = || producers.iter().all(|producer| producer.is_finished());
        let polls = (0..).take_while(|polls| if round % 7 == 6 { !is_over() } else { *polls < round % 7 });
        for _ in polls {
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
    let (driver, notes) = noted([people(&[])]);
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
    let ((number, ends), updater) = (waiting(&driver), driver.updater());
    updater.cancel(number).unwrap();
    assert!(ends.try_recv().is_err());
    driver.poll().unwrap();
    assert_eq!(ends.iter().collect::<Vec<_>>(), [Status::Cancelled]);
    assert_eq!(updater.cancel(number).unwrap_err().status(), Status::State);
}

#[test]
fn an_equal_collection_is_no_change_whatever_its_sections_respond() {
    let requests = |_: PageRequest| ();
    let section = || {
        let section = people(&["Ada", "Ben"]).header("People").on_select(|_| ());
        section.register_action("tap", Part::Cell, |_| ()).paging(Paging::new(true, requests).loader("..."))
    };
    let (driver, notes) = hearing([section()], |event, notes| {
        if event.behaviour == Behaviour::DidUpdate {
            notes.add(format!("{}", event.event.is_unchanged()));
        }
    });
    assert!(update(&driver, [section()]).batch().unwrap().is_empty());
    // Nor for those who respond.
    assert_eq!(notes.take(), ["false", "true"]);
}

#[test]
fn an_update_that_is_refused_changes_nothing_and_says_why() {
    let (driver, notes) = noted([people(&["Ada"])]);
    let twice = || [Section::new("people", [person(1, "Ada"), person(1, "Ben")])];
    let refused = driver.update(twice()).unwrap_err();
    assert_eq!((refused.status(), driver.list().len()), (Status::Duplicate, 1));
    // One that is submitted is refused there, or its completion says so: nobody hears of an update.
    let (sender, results) = channel();
    let submitted = driver.perform_updates(twice(), move |result| sender.send(result).unwrap());
    settle(&driver);
    let end = submitted.and_then(|_| results.try_recv().unwrap());
    assert_eq!(end.unwrap_err().status(), Status::Duplicate);
    assert_eq!(driver.list().len(), 1);
    assert!(about(notes.take(), Behaviour::DidUpdate).is_empty());
}

#[test]
fn a_panic_in_a_completion_comes_out_of_the_poll() {
    let driver = Driver::new([people(&[])]).unwrap();
    driver.perform_updates([people(&["Ada"])], |_| panic!("done")).unwrap();
    let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| settle(&driver))).unwrap_err();
    assert_eq!(*payload.downcast::<&str>().unwrap(), "done");
    assert_eq!(driver.list().len(), 1);
    driver.poll().unwrap();
}
