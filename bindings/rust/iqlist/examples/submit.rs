//! submit - a thread submits what a list is to show, and waits for it; the main thread polls.

use std::future::Future;
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use iqlist::{EventKind, List, Row, Snapshot, SubmitOptions};

/// Runs a future: the thread sleeps until the poll of the list wakes it.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let (mut future, waker) = (pin!(future), Waker::from(Arc::new(Unpark(thread::current()))));
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

fn produce(list: &List<&'static str>) -> iqlist::Result<()> {
    for names in [vec!["Ada", "Ben", "Cem"], vec!["Cem", "Ada", "Eve"]] {
        let rows: Vec<_> = names.into_iter().map(|name| Row::new(name).model(name)).collect();
        // Any thread may submit; without `each` a later submission replaces one that waits.
        let ticket = list.submit_with(&Snapshot::of_items(&rows)?, SubmitOptions::new().each())?;
        block_on(ticket)?;
    }
    Ok(())
}

fn main() -> iqlist::Result<()> {
    let list = List::new()?;
    list.set_events(EventKind::UPDATE)?;
    thread::scope(|scope| {
        let producer = scope.spawn(|| produce(&list));
        // An event loop would wait until list.wakeup() is readable.
        while !producer.is_finished() {
            for event in list.events() {
                let event = event?;
                for splice in event.changeset.iter().flat_map(|changes| changes.splices()).flatten() {
                    let (removed, added) = (splice.removed().len(), splice.added().len());
                    println!("{}: at {}: {removed} removed, {added} added", event.number, splice.position());
                }
            }
            thread::yield_now();
        }
        producer.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
