//! Updates: at once and from threads, animated or not; each completion is called exactly once, on the polling thread.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{channel, Receiver};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Changeset, Duplicates, Key, ListOptions, Status, SubmitOptions, Target};

/// Updates on another thread: whose completion says here, on this thread, how that has ended.
fn performing(driver: &Driver, options: SubmitOptions, shown: Section) -> Receiver<Result<usize, Status>> {
    let ((sender, ends), here, updater) = (channel(), thread::current().id(), driver.updater());
    let done = move |result: iqlist::Result<Option<Changeset>>| {
        assert_eq!(thread::current().id(), here);
        let changed = result.map(|changes| changes.unwrap().summary().unwrap().item_inserts);
        sender.send(changed.map_err(|error| error.status())).unwrap();
    };
    let perform = move || updater.perform_updates_with([shown], options, done).unwrap();
    assert!(thread::spawn(perform).join().unwrap().is_none());
    ends
}

/// An update that waits for an hour.
fn waiting(driver: &Driver) -> Receiver<Result<usize, Status>> {
    performing(driver, SubmitOptions::new().delay(Duration::from_secs(3600)), people(&["Ada"]))
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
    let (ends, updater) = (waiting(&driver), driver.updater());
    drop(driver);
    assert_eq!(ends.iter().collect::<Vec<_>>(), [Err(Status::Cancelled)]);
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
                        move |result: iqlist::Result<Option<Changeset>>| {
                            assert_eq!(thread::current().id(), here);
                            let end = result.map(drop).map_err(|error| error.status());
                            let others = [Err(Status::Superseded), Err(Status::Cancelled)];
                            assert!(end.is_ok() || others.contains(&end), "{end:?}");
                            calls.fetch_add(1, SeqCst);
                        }
                    };
                    let update = || updater.perform_updates([people(&["Ada"])], done(calls.clone()));
                    // Not without end: a poll ends all that were replaced, and must come to its own end.
                    let updates = std::iter::repeat_with(update).take(200);
                    let ends = updates.map(|updated| updated.map(drop).map_err(|error| error.status()));
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
        driver.updater().submit_with(shown, each).unwrap();
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
fn an_update_that_is_cancelled_ends_with_the_next_poll() {
    let driver = Driver::new([people(&[])]).unwrap();
    let options = SubmitOptions::new().delay(Duration::from_secs(3600));
    let ticket = driver.updater().submit_with([people(&["Ada"])], options).unwrap();
    ticket.cancel().unwrap();
    assert!(ticket.try_result().is_none());
    driver.poll().unwrap();
    assert_eq!(driver.wait_for(&ticket).unwrap_err().status(), Status::Cancelled);
    assert_eq!(ticket.cancel().unwrap_err().status(), Status::State);
}

#[test]
fn what_is_submitted_follows_the_options_of_the_list_as_what_is_shown_at_once_does() {
    let options = ListOptions::new().drop_empty_sections().duplicates(Duplicates::Number);
    let driver = Driver::builder().options(options).build(Collection::default()).unwrap();
    let shown = || [people(&[]), Section::new("twice", [person(1, "Ada"), person(1, "Ben")])];
    driver.update(shown()).unwrap();
    let keys = driver.list().keys(..).unwrap();
    assert_eq!((driver.list().section_count(), keys.len()), (1, 2));
    let ticket = driver.submit(shown()).unwrap();
    driver.wait_for(&ticket).unwrap();
    assert_eq!((driver.list().section_count(), driver.list().keys(..).unwrap()), (1, keys));
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

/// A collection that the list refuses: which one, only a poll finds out.
fn twice() -> Section {
    Section::new("people", [person(1, "Ada"), person(1, "Ben")])
}

/// A driver whose coordinator notes failures, and handles them or not.
fn failing(route: Route, sections: impl Into<Collection>) -> (Driver, Notes) {
    struct Failures(Notes, Route);
    impl Coordinator for Failures {
        fn update_failed(&self, error: &iqlist::Error, ticket: u64) -> Route {
            self.0.add(format!("coordinator {:?} {ticket}", error.status()));
            self.1
        }

        fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
            let section = event.section_key;
            assert_eq!(section, Some("people".into()));
            assert!(event.driver.update([twice()]).unwrap().is_none());
            Route::Handled
        }
    }
    let notes = Notes::default();
    (Driver::builder().coordinator(Failures(notes.clone(), route)).build(sections).unwrap(), notes)
}

#[test]
fn an_update_that_is_refused_at_once_changes_nothing_and_calls_no_completion() {
    let (driver, notes) = noted([people(&["Ada"])]);
    let ends = waiting(&driver);
    for refused in
        [driver.update([twice()]), driver.perform_updates([twice()], |_| panic!("it has not ended"))]
    {
        assert_eq!((refused.unwrap_err().status(), driver.list().len()), (Status::Duplicate, 1));
    }
    driver.poll().unwrap();
    // Nor has what waits.
    assert!(ends.try_recv().is_err());
    assert!(about(notes.take(), Behaviour::DidUpdate).is_empty());
    drop(driver);
    assert_eq!(ends.iter().collect::<Vec<_>>(), [Err(Status::Cancelled)]);
}

#[test]
fn a_failure_is_told_to_its_section_then_to_the_coordinator_and_to_whoever_waits() {
    let section_route = |route: Route| {
        let notes = Notes::default();
        let heard = notes.clone();
        let section = twice().update_failed(move |error, ticket| {
            heard.add(format!("section {:?} {ticket}", error.status()));
            route
        });
        (notes, section)
    };
    let (driver, notes) = failing(Route::PassOn, [people(&["Ada"])]);
    let (heard, section) = section_route(Route::PassOn);
    // A completion is called as well, with the same; so the poll returns nothing.
    let ends = performing(&driver, SubmitOptions::new(), section);
    driver.wait().unwrap();
    assert_eq!(ends.iter().collect::<Vec<_>>(), [Err(Status::Duplicate)]);
    assert_eq!(
        (heard.take(), notes.take()),
        (vec!["section Duplicate 1".into()], vec!["coordinator Duplicate 1".into()])
    );
    // A ticket likewise, and what the section has handled the coordinator does not hear of.
    let (heard, section) = section_route(Route::Handled);
    let ticket =
        driver.submit([section, Section::empty("other").update_failed(|_, _| panic!("not its"))]).unwrap();
    assert_eq!(driver.wait_for(&ticket).unwrap_err().status(), Status::Duplicate);
    assert_eq!(
        (heard.take(), notes.take()),
        (vec![format!("section Duplicate {}", ticket.number())], vec![])
    );
    // What is cancelled or replaced has not failed.
    let cancelled = waiting(&driver);
    let replaced = waiting(&driver);
    driver.update([people(&["Ada"])]).unwrap();
    driver.wait().unwrap();
    for ends in [cancelled, replaced] {
        let end = ends.iter().collect::<Vec<_>>();
        assert!([vec![Err(Status::Cancelled)], vec![Err(Status::Superseded)]].contains(&end), "{end:?}");
    }
    assert!(notes.take().is_empty());
    assert_eq!(driver.list().len(), 1);
}

#[test]
fn a_failure_that_nobody_has_heard_of_comes_out_of_the_poll() {
    for route in [Route::PassOn, Route::Handled] {
        let (driver, notes) = failing(route, [people(&["Ada"])]);
        driver.select(item(&driver, 0), By::User).unwrap();
        let polled = driver.poll();
        match route {
            Route::PassOn => assert_eq!(polled.unwrap_err().status(), Status::Duplicate),
            Route::Handled => drop(polled.unwrap()),
        }
        assert_eq!((notes.take().len(), driver.list().len()), (1, 1));
        driver.poll().unwrap();
    }
}

#[test]
fn what_is_shown_at_once_is_there_on_return_and_cancels_what_waits() {
    let driver = Driver::new([people(&[])]).unwrap();
    let each = SubmitOptions::new().each();
    let ends = [performing(&driver, each, people(&["Cem"])), waiting(&driver)];
    let (sender, told) = channel();
    let changes = driver.perform_updates([people(&["Ada", "Ben"])], move |result| {
        sender.send(result.unwrap().unwrap().summary().unwrap().item_inserts).unwrap();
    });
    assert_eq!(changes.unwrap().unwrap().summary().unwrap().item_inserts, 2);
    assert_eq!((told.iter().collect::<Vec<_>>(), driver.list().len()), (vec![2], 2));
    driver.wait().unwrap();
    for ends in ends {
        assert_eq!(ends.iter().collect::<Vec<_>>(), [Err(Status::Cancelled)]);
    }
    assert_eq!(driver.list().len(), 2);
    // A later one of another thread is shown by a poll, and its completion gets the changes.
    let ends = performing(&driver, SubmitOptions::new(), people(&["Ada", "Ben", "Cem"]));
    driver.wait().unwrap();
    assert_eq!((ends.iter().collect::<Vec<_>>(), driver.list().len()), (vec![Ok(1)], 3));
}

#[test]
fn an_update_inside_a_handler_or_a_completion_is_shown_by_the_same_poll() {
    let (driver, notes) = hearing([people(&["Ada", "Ben"])], |event, notes| {
        let driver = event.driver;
        match event.behaviour {
            Behaviour::Select => {
                let completed = notes.clone();
                // The first one is replaced by the second, whose completion goes on.
                let first = driver.perform_updates([people(&[])], move |end| {
                    completed.add(format!("{:?}", end.unwrap_err().status()));
                });
                let (completed, updater) = (notes.clone(), driver.updater());
                let second = driver.perform_updates([people(&["Ada", "Ben", "Cem"])], move |end| {
                    let inserts = end.unwrap().unwrap().summary().unwrap().item_inserts;
                    completed.add(format!("{inserts} came"));
                    let third = [people(&["Ada", "Ben", "Cem", "Dot"])];
                    assert!(updater.perform_updates(third, |_| ()).unwrap().is_none());
                });
                assert!(first.unwrap().is_none() && second.unwrap().is_none());
                // Positions are those of the event.
                notes.add(format!("{} there", driver.list().len()));
            }
            Behaviour::Highlight => notes.add(format!("{} still there", driver.list().len())),
            _ => {}
        }
    });
    driver.poll().unwrap();
    driver.select(item(&driver, 0), By::User).unwrap();
    driver.highlight(item(&driver, 1), By::User).unwrap();
    driver.poll().unwrap();
    assert_eq!(driver.list().len(), 4);
    let notes = notes.take();
    assert_eq!(notes[..2], ["2 there", "2 still there"]);
    let mut ends = notes[2..].to_vec();
    ends.sort();
    assert!(ends == ["1 came", "Cancelled"] || ends == ["1 came", "Superseded"], "{ends:?}");
}

#[test]
fn an_update_of_a_handler_is_shown_by_the_poll_that_has_shown_one_of_a_thread() {
    let (driver, notes) = hearing([people(&[])], |event, notes| {
        if event.behaviour == Behaviour::DidUpdate && event.driver.list().len() == 1 {
            event.driver.update([people(&["Ada", "Ben"])]).unwrap();
            notes.add("updated");
        }
    });
    driver.poll().unwrap();
    let here = SubmitOptions::new().here();
    let ends = performing(&driver, here, people(&["Ada"]));
    driver.poll().unwrap();
    assert_eq!((notes.take(), driver.list().len()), (vec!["updated".to_string()], 2));
    assert_eq!(ends.iter().collect::<Vec<_>>(), [Ok(1)]);
}

#[test]
fn an_update_while_a_user_drags_is_shown_after_the_drop() {
    #[derive(PartialEq)]
    struct Movable(u64);
    impl CellViewModel for Movable {
        unseen!();
        fn is_movable(&self) -> bool {
            true
        }
    }
    let rows = |ids: &[u64]| [Section::new("rows", ids.iter().map(|id| Movable(*id)))];
    let driver = Driver::new(rows(&[1, 2, 3])).unwrap();
    let list = driver.list();
    for is_dropped in [true, false] {
        let mut drag = list.begin_reorder(&[item(&driver, 0)]).unwrap();
        drag.move_item_after(item(&driver, 0), item(&driver, 1)).unwrap();
        assert!(driver.update(rows(&[4, 3])).unwrap().is_none());
        driver.poll().unwrap();
        assert_eq!(list.len(), if is_dropped { 3 } else { 2 }, "it waits for the drop");
        assert_eq!(driver.wait().unwrap_err().status(), Status::Busy);
        if is_dropped {
            drag.commit().unwrap();
        } else {
            drop(drag);
        }
        driver.poll().unwrap();
        assert_eq!(list.keys(..).unwrap(), [4u64, 3].map(Key::from));
    }
}

#[test]
fn a_panic_in_a_completion_comes_out_of_the_poll_or_of_the_update_that_is_shown_at_once() {
    for is_at_once in [false, true] {
        let driver = Driver::new([people(&[])]).unwrap();
        let updater = driver.updater();
        let perform = move || updater.perform_updates([people(&["Ada"])], |_| panic!("done")).map(drop);
        let update = || {
            if is_at_once {
                return perform();
            }
            thread::scope(|scope| scope.spawn(perform).join().unwrap())?;
            driver.wait()
        };
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(update)).unwrap_err();
        assert_eq!(*payload.downcast::<&str>().unwrap(), "done");
        assert_eq!(driver.list().len(), 1);
        driver.poll().unwrap();
    }
}
