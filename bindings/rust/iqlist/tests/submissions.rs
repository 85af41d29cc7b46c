//! Updates from threads: each ends once, in the order in which they were submitted; futures are woken without a
//! runtime; panics come out of the poll; and the list may be dropped at any moment.

mod support;

use std::ffi::{c_int, c_short, c_ulong};
use std::future::Future;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use iqlist::{
    Class, Duplicates, EventKind, Key, List, Result, Row, SectionEntry, Snapshot, SnapshotOptions, Status,
    SubmitOptions, Ticket, UpdateOptions,
};
use support::{scaled, seeds, Alive, Counted, Random};

const LONGEST: Duration = Duration::from_secs(60);
const HERE: SubmitOptions = SubmitOptions::new().here();

fn keys(numbers: &[u64]) -> Snapshot {
    Snapshot::of_items(&numbers.iter().map(|number| Key::from(*number)).collect::<Vec<_>>()).unwrap()
}

fn models(alive: &Alive, numbers: &[u64]) -> Snapshot<Counted> {
    let rows: Vec<_> = numbers.iter().map(|number| Row::new(*number).model(alive.model(*number))).collect();
    Snapshot::of_items(&rows).unwrap()
}

fn status(result: Option<Result<()>>) -> Option<Result<(), Status>> {
    result.map(|result| result.map_err(|error| error.status()))
}

fn is_readable(descriptor: BorrowedFd<'_>, time: Duration) -> bool {
    #[repr(C)]
    struct Waiting {
        descriptor: c_int,
        events: c_short,
        found: c_short,
    }
    extern "C" {
        fn poll(waiting: *mut Waiting, count: c_ulong, milliseconds: c_int) -> c_int;
    }
    let mut waiting = Waiting { descriptor: descriptor.as_raw_fd(), events: 1, found: 0 };
    // SAFETY: it is one.
    unsafe { poll(&mut waiting, 1, time.as_millis() as c_int) == 1 }
}

/// Polls, as an event loop does, until it is so.
fn poll_until<M: 'static>(list: &List<M>, is_done: impl Fn() -> bool) {
    let descriptor = list.wakeup().unwrap();
    while !is_done() {
        if is_readable(descriptor, Duration::from_millis(20)) {
            list.events().for_each(|event| drop(event.unwrap()));
        }
    }
}

/// The text of the panic that comes out of `body`.
fn panic_of<R>(body: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(body)).err().expect("it panics");
    let text = payload.downcast_ref::<String>().cloned();
    text.or(payload.downcast_ref::<&str>().map(|text| text.to_string())).expect("a text")
}

/// The executor: a thread that sleeps until its future's waker is called.
struct Unpark(Thread, AtomicBool);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.1.store(true, SeqCst);
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let (mut future, woken) = (pin!(future), Arc::new(Unpark(thread::current(), AtomicBool::new(true))));
    let waker = Waker::from(woken.clone());
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < LONGEST, "nobody has woken it");
        if !woken.1.swap(false, SeqCst) {
            thread::park_timeout(Duration::from_secs(1));
        } else if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
    }
}

#[test]
fn tickets_are_sent_between_threads_whatever_the_models_are() {
    fn check<T: Send + Sync + Unpin>(_: &T) {}
    let list = List::<Rc<u8>>::new().unwrap();
    let wanted = Snapshot::of_items(&[Row::new(1u64).model(Rc::new(7))]).unwrap();
    let ticket = list.submit_with(&wanted, SubmitOptions::new().delay(LONGEST)).unwrap();
    check(&ticket);
    thread::scope(|scope| scope.spawn(|| ticket.cancel().unwrap()).join().unwrap());
    list.poll().unwrap();
    assert_eq!(status(ticket.try_result()), Some(Err(Status::Cancelled)));
}

#[test]
fn futures_are_woken_by_the_poll_that_ends_them() {
    const THREADS: u64 = 4;
    let (list, alive, left) = (List::new().unwrap(), Alive::default(), AtomicUsize::new(THREADS as usize));
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (list, alive, left) = (&list, &alive, &left);
            scope.spawn(move || {
                let mut last = 0;
                for round in 0..scaled(200) {
                    let wanted = models(alive, &[thread, THREADS + round]);
                    let ticket = list.submit_with(&wanted, SubmitOptions::new().each()).unwrap();
                    assert!(ticket.number() > last);
                    last = ticket.number();
                    block_on(ticket).unwrap();
                }
                left.fetch_sub(1, SeqCst);
            });
        }
        poll_until(&list, || left.load(SeqCst) == 0);
    });
    assert_eq!((list.len(), alive.count()), (2, 2));
}

#[test]
fn a_future_is_ready_again_and_by_reference() {
    let list = List::<()>::new().unwrap();
    let mut ticket = list.submit_with(&keys(&[1]), HERE).unwrap();
    assert!(format!("{ticket:?}").contains("None"));
    let waker = Waker::from(Arc::new(Unpark(thread::current(), AtomicBool::new(false))));
    let mut context = Context::from_waker(&waker);
    assert!(pin!(&mut ticket).poll(&mut context).is_pending());
    list.poll().unwrap();
    assert!(pin!(&mut ticket).poll(&mut context).is_ready());
    assert!(block_on(&mut ticket).is_ok() && block_on(ticket).is_ok());
}

/// What becomes of the tickets of a session: each is counted when it ends.
#[derive(Default)]
struct Ended {
    submitted: AtomicUsize,
    calls: Mutex<Vec<(usize, Option<Status>)>>,
}

impl Ended {
    /// A function for `submit_then`, which holds a model.
    fn next(self: &Arc<Self>, alive: &Alive) -> (usize, impl FnOnce(Result<()>) + Send) {
        let number = self.submitted.fetch_add(1, SeqCst);
        let (ended, held) = (self.clone(), alive.holding(number as u64));
        let end = move |result: Result<()>| {
            let call = (held() as usize, result.err().map(|error| error.status()));
            ended.calls.lock().unwrap().push(call);
        };
        (number, end)
    }
}

#[test]
fn each_ends_once_though_the_list_is_dropped_meanwhile() {
    seeds(60, |seed| {
        let (alive, ended) = (Alive::default(), Arc::new(Ended::default()));
        let tickets = Mutex::new(Vec::<Ticket>::new());
        let list = Arc::new(List::<Counted>::new().unwrap());
        // Whoever uses the list last drops it.
        let goes_on = AtomicBool::new(true);
        let owned = |list: &Weak<List<Counted>>| list.upgrade().filter(|_| goes_on.load(SeqCst));
        list.set_items(&[Row::new(0u64).model(alive.model(0))]).unwrap();
        if seed % 2 == 0 {
            list.set_events(EventKind::UPDATE | EventKind::WILL_UPDATE).unwrap();
        }
        thread::scope(|scope| {
            for thread in 0..3 {
                let (weak, alive, ended) = (Arc::downgrade(&list), &alive, &ended);
                let (tickets, owned) = (&tickets, &owned);
                scope.spawn(move || {
                    let random = &mut Random(seed * 3 + thread);
                    while let Some(list) = owned(&weak) {
                        let numbers: Vec<u64> = (0..random.below(5) as u64).collect();
                        let (wanted, mut options) = (models(alive, &numbers), SubmitOptions::new());
                        match random.below(4) {
                            0 => options = options.each(),
                            1 => options = options.here(),
                            2 => options = options.delay(Duration::from_millis(1)),
                            _ => {}
                        }
                        if random.chance(50) {
                            let (_, end) = ended.next(alive);
                            let number = list.submit_then(&wanted, options, end).unwrap();
                            if random.chance(20) {
                                let _ = list.cancel(number);
                            }
                        } else {
                            let ticket = list.submit_with(&wanted, options).unwrap();
                            drop(list);
                            if random.chance(20) {
                                let _ = ticket.cancel();
                            }
                            tickets.lock().unwrap().push(ticket);
                        }
                    }
                });
            }
            let (weak, owned) = (Arc::downgrade(&list), &owned);
            scope.spawn(move || {
                while let Some(list) = owned(&weak) {
                    drop(list.poll().unwrap());
                }
            });
            let (time, goes_on) = (Random(seed).below(3000) as u64, &goes_on);
            scope.spawn(move || {
                thread::sleep(Duration::from_micros(time));
                drop(list);
                goes_on.store(false, SeqCst);
            });
        });
        let expected = |status| matches!(status, None | Some(Status::Cancelled | Status::Superseded));
        let mut calls = std::mem::take(&mut *ended.calls.lock().unwrap());
        assert!(calls.iter().all(|(_, status)| expected(*status)), "{calls:?}");
        calls.sort_by_key(|(number, _)| *number);
        let numbers: Vec<usize> = calls.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (0..ended.submitted.load(SeqCst)).collect::<Vec<_>>());
        for ticket in tickets.into_inner().unwrap() {
            let result = ticket.try_result().expect("the list was dropped");
            assert!(expected(result.err().map(|error| error.status())));
            assert_eq!(ticket.cancel().unwrap_err().status(), Status::State);
        }
        assert_eq!(alive.count(), 0);
    });
}

#[test]
fn a_later_one_replaces_one_that_waits_unless_each_is_wanted() {
    let (list, later) = (List::<()>::new().unwrap(), SubmitOptions::new().delay(LONGEST));
    let first = list.submit_with(&keys(&[1]), later).unwrap();
    let each = list.submit_with(&keys(&[1, 2]), SubmitOptions::new().each().delay(LONGEST)).unwrap();
    let last = list.submit_with(&keys(&[1, 2, 3]), later).unwrap();
    assert_eq!(list.info().unwrap().submissions, 2);
    assert_eq!((list.poll().unwrap().is_none(), list.len()), (true, 0));
    assert_eq!(status(first.try_result()), Some(Err(Status::Superseded)));
    assert!(each.try_result().is_none() && last.try_result().is_none());
    list.cancel_all().unwrap();
    list.poll().unwrap();
    for ticket in [each, last] {
        assert_eq!(status(ticket.try_result()), Some(Err(Status::Cancelled)));
        assert_eq!(ticket.cancel().unwrap_err().status(), Status::State);
    }
    assert_eq!(
        (list.cancel(0).unwrap_err().status(), list.info().unwrap().submissions),
        (Status::NotFound, 0)
    );
    List::<()>::new().unwrap().cancel_all().unwrap();
}

#[test]
fn events_have_the_numbers_of_tickets_and_the_options_of_the_update() {
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::UPDATE | EventKind::WILL_UPDATE).unwrap();
    let options = HERE.update(UpdateOptions::new().plain().animation(3));
    let ticket = list.submit_with(&keys(&[1, 2]), options).unwrap();
    assert_eq!(list.info().unwrap().submissions, 1);
    let will = list.poll().unwrap().unwrap();
    assert_eq!((will.kind, will.number, list.len()), (EventKind::WILL_UPDATE, ticket.number(), 0));
    let update = list.poll().unwrap().unwrap();
    assert_eq!((update.kind, update.number, list.len()), (EventKind::UPDATE, ticket.number(), 2));
    assert!(update.is_plain() && update.animation == 3 && update.failure.is_none());
    assert_eq!(update.changeset.unwrap().summary().unwrap().item_inserts, 2);
    assert!(ticket.try_result().is_none() && list.poll().unwrap().is_none());
    assert!(ticket.try_result().unwrap().is_ok());
    list.set_items(&[Key::from(1u64)]).unwrap();
    assert_eq!(list.poll().unwrap().unwrap().number, 0);
}

#[test]
fn a_failure_has_its_detail_and_an_event() {
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    let ticket = list.submit_with(&keys(&[7, 8, 7]), HERE).unwrap();
    let event = list.poll().unwrap().unwrap();
    assert_eq!((event.failure, event.number), (Some(Status::Duplicate), ticket.number()));
    assert!(event.changeset.is_none() && list.is_empty() && list.poll().unwrap().is_none());
    let error = ticket.try_result().unwrap().unwrap_err();
    assert_eq!(error.key(), Some(Key::from(7u64)));
    assert_eq!(error.to_string(), "IQ_ERROR_DUPLICATE: key 7 at 0:2 occurs first at 0:0");
}

#[test]
fn one_that_is_refused_drops_its_function() {
    let (list, alive) = (List::<Counted>::new().unwrap(), Alive::default());
    let scoped = SnapshotOptions::new().duplicates(Duplicates::Scope);
    let wanted = Snapshot::<Counted>::with_options(scoped).unwrap();
    let held = alive.holding(1);
    let refused = list.submit_then(&wanted, HERE, move |_| panic!("called with {}", held()));
    assert_eq!((refused.unwrap_err().status(), alive.count()), (Status::Scope, 0));
    let both = HERE.delay(Duration::from_millis(1));
    assert_eq!(list.submit_with(&models(&alive, &[1]), both).unwrap_err().status(), Status::Argument);
    assert!(list.poll().unwrap().is_none() && alive.count() == 0);
}

#[test]
fn an_edit_and_direct_changes_come_first() {
    let list = List::<()>::new().unwrap();
    let ticket = list.submit_with(&keys(&[1]), HERE).unwrap();
    let mut edit = list.edit().unwrap();
    edit.insert_items(None, 0, &[Key::from(5u64)]).unwrap();
    assert!(list.poll().unwrap().is_none() && ticket.try_result().is_none());
    edit.commit().unwrap();
    poll_until(&list, || ticket.try_result().is_some());
    assert_eq!(list.keys(..).unwrap(), [Key::from(1u64)]);
}

#[test]
fn names_of_sections_come_with_a_submission() {
    let list = List::<()>::new().unwrap().named::<String>();
    let wanted = |round: usize| {
        let names: Vec<_> = (0..40).map(|at| SectionEntry::new(format!("{round}.{at}"), at)).collect();
        let made = List::<()>::new().unwrap().named::<String>();
        made.set(&names, &(0..40u64).map(Key::from).collect::<Vec<_>>()).unwrap();
        made.snapshot().unwrap()
    };
    // More names than are kept of deleted sections.
    for round in 0..60 {
        let ticket = list.submit_with(&wanted(round), HERE).unwrap();
        while ticket.try_result().is_none() {
            list.poll().unwrap();
        }
        let last = list.section_info(list.section_at(39).unwrap()).unwrap();
        assert_eq!(last.name, Some(format!("{round}.39")));
    }
}

#[test]
fn a_panic_at_the_end_comes_out_of_the_poll_and_of_the_drop() {
    let (list, alive) = (List::<Counted>::new().unwrap(), Alive::default());
    let held = alive.holding(1);
    let end = move |result: Result<()>| panic!("end of {} {}", held(), result.is_ok());
    list.submit_then(&models(&alive, &[1, 2]), HERE, end).unwrap();
    assert_eq!(panic_of(|| list.poll()), "end of 1 true");
    assert_eq!((list.len(), alive.count()), (2, 2));
    assert!(list.poll().unwrap().is_none());

    let ended = Arc::new(AtomicUsize::new(0));
    for number in 0..3 {
        let (held, ended) = (alive.holding(number), ended.clone());
        let end = move |result: Result<()>| {
            ended.fetch_add(1, SeqCst);
            panic!("{} {}", held(), result.unwrap_err().status() == Status::Cancelled);
        };
        list.submit_then(&models(&alive, &[3]), SubmitOptions::new().each().delay(LONGEST), end).unwrap();
    }
    assert_eq!(panic_of(|| drop(list)), "0 true");
    assert_eq!((ended.load(SeqCst), alive.count()), (3, 0));
}

#[test]
fn a_panic_of_a_waker_comes_out_of_the_poll_and_the_ticket_has_ended() {
    struct Panicking;
    impl Wake for Panicking {
        fn wake(self: Arc<Self>) {
            panic!("waker");
        }
    }
    let list = List::<()>::new().unwrap();
    let mut ticket = list.submit_with(&keys(&[1]), HERE).unwrap();
    let waker = Waker::from(Arc::new(Panicking));
    assert!(pin!(&mut ticket).poll(&mut Context::from_waker(&waker)).is_pending());
    assert_eq!(panic_of(|| list.poll()), "waker");
    assert!(ticket.try_result().unwrap().is_ok());
}

#[test]
fn a_panic_in_equal_comes_out_of_the_poll_and_its_event_is_not_lost() {
    let class = Class::<u64>::builder("submissions.rs: equal").equal(|_, after| panic!("equal of {after}"));
    let class = class.register().unwrap();
    let wanted = |number| Snapshot::of_items(&[Row::new(1u64).model(number).class(class)]).unwrap();
    let list = List::new().unwrap();
    list.apply(&wanted(1u64)).unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    let ticket = list.submit_with(&wanted(2), HERE).unwrap();
    assert_eq!(panic_of(|| list.poll()), "equal of 2");
    assert_eq!(**list.models(..).unwrap()[0].as_ref().unwrap(), 2);
    assert_eq!(list.poll().unwrap().unwrap().number, ticket.number());
    assert!(list.poll().unwrap().is_none() && ticket.try_result().unwrap().is_ok());
}

#[test]
fn a_function_at_the_end_may_use_the_list_but_poll() {
    let list = Arc::new(List::<()>::new().unwrap());
    let (inside, seen) = (list.clone(), Arc::new(Mutex::new(None)));
    let sees = seen.clone();
    let end = move |_| {
        let polled = inside.poll().unwrap_err().status();
        inside.set_items(&[Key::from(9u64)]).unwrap();
        *sees.lock().unwrap() = Some((polled, inside.submit_with(&keys(&[1, 2]), HERE).unwrap()));
    };
    list.submit_then(&keys(&[1]), HERE, end).unwrap();
    list.poll().unwrap();
    let (polled, ticket) = seen.lock().unwrap().take().unwrap();
    assert_eq!((polled, list.len()), (Status::Busy, 1));
    poll_until(&list, || ticket.try_result().is_some());
    assert_eq!(list.len(), 2);
}
