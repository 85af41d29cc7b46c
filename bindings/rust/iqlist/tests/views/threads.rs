//! Threads that change and submit to a list while its screen polls: cells stay on their thread.

use std::thread::{self, ThreadId};

use crate::labels::*;
use crate::support::{scaled, Alive, Counted, Random};
use iqlist::{Cells, Event, EventKind, List, Row, Snapshot, SubmitOptions, Target};

/// Cells that know their thread, and what they show.
struct Bound {
    thread: ThreadId,
    shows: Option<u64>,
}

struct OfThread;

impl Cells<Counted> for OfThread {
    type Cell = Bound;

    fn create(&self, _: &Event<Counted>) -> Bound {
        Bound { thread: thread::current().id(), shows: None }
    }

    fn bind(&self, cell: &mut Bound, event: &Event<Counted>) {
        assert_eq!(cell.thread, thread::current().id());
        cell.shows = Some(number(event));
    }

    fn unbind(&self, cell: &mut Bound, event: &Event<Counted>) {
        assert_eq!((cell.thread, cell.shows.take()), (thread::current().id(), Some(number(event))));
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        assert_eq!(self.thread, thread::current().id());
    }
}

fn shuffled(alive: &Alive, random: &mut Random) -> Vec<Row<Counted>> {
    let mut rows = rows(alive, (0..50).filter(|_| random.chance(60)));
    let by = random.below(rows.len() + 1);
    rows.rotate_left(by);
    rows
}

#[test]
fn three_threads_update_the_list_while_its_screen_polls() {
    let (alive, list) = (Alive::default(), List::<Counted>::new().unwrap());
    list.set_events(EventKind::WILL_DISPLAY | EventKind::DID_END_DISPLAY).unwrap();
    thread::scope(|scope| {
        let producers: Vec<_> = (0..3)
            .map(|seed| {
                let (list, alive) = (&list, &alive);
                scope.spawn(move || {
                    let random = &mut Random(seed);
                    for _ in 0..scaled(150) {
                        let rows = shuffled(alive, random);
                        match seed {
                            0 => list.silently().set_items(&rows).unwrap(),
                            _ => {
                                let wanted = Snapshot::of_items(&rows).unwrap();
                                list.submit_then(&wanted, SubmitOptions::new(), |_| ()).unwrap();
                                thread::yield_now();
                            }
                        }
                    }
                })
            })
            .collect();
        let (screen, random) = (list.screen().unwrap(), &mut Random(99));
        let views = [screen.view(OfThread).unwrap(), screen.view(OfThread).unwrap()];
        while !producers.iter().all(|producer| producer.is_finished()) {
            let first = random.below(40);
            views[random.below(2)].set_visible(first..first + random.below(9), 1).unwrap();
            settle(&screen);
        }
        // Until the last submission was committed.
        while list.info().unwrap().submissions > 0 {
            settle(&screen);
        }
        settle(&screen);
        for view in &views {
            for at in view.visible().unwrap() {
                let info = list.item_info(list.item_at(at).unwrap()).unwrap();
                let found = view.find_cell(Target::Item(list.item_at(at).unwrap())).unwrap().unwrap();
                let shows = view.with_cell(found.cell.unwrap(), |cell| cell.shows).unwrap();
                assert_eq!(shows, info.model.map(|model| model.number));
            }
        }
    });
    assert_eq!(list.info().unwrap().views, 0);
    drop(list);
    assert_eq!(alive.count(), 0);
}
