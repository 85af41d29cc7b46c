//! Calls of the library: statuses become errors, panics of callbacks are resumed, and none is made from inside a
//! log callback.

use std::ptr::{self, NonNull};
use std::sync::{PoisonError, RwLock};

use crate::panics::{carrying, carrying_out};
use crate::reporting::{is_reporting, postponing, report_postponed};
use crate::{Error, Result, Status};
use iqlist_sys::{iq_status, IQ_OK};

fn checked(status: iq_status) -> Result<()> {
    if status == IQ_OK {
        Ok(())
    } else {
        Err(Error::last(status))
    }
}

/// Refuses to go on inside a log callback.
fn refuse_log() -> Result<()> {
    if is_reporting() {
        return Err(Error::new(Status::State, "a log callback may not call the library"));
    }
    Ok(())
}

/// A call that answers a status.
pub(crate) fn call(body: impl FnOnce() -> iq_status) -> Result<()> {
    refuse_log()?;
    carrying(|| checked(body()))
}

/// A call that makes an object, which `own` becomes the owner of.
pub(crate) fn make<T, O>(
    body: impl FnOnce(*mut *mut T) -> iq_status,
    own: impl FnOnce(NonNull<T>) -> O,
) -> Result<O> {
    refuse_log()?;
    carrying(|| {
        let mut object = ptr::null_mut();
        checked(body(&mut object))?;
        Ok(own(NonNull::new(object).expect("a call that succeeded has written its output")))
    })
}

/// A call that destroys an object. Inside a log callback it is left alone, as that may not call the library.
pub(crate) fn destroy(body: impl FnOnce()) {
    if is_reporting() {
        return;
    }
    carrying_out(body);
}

/// Models of a list may be let go by one thread while another copies their addresses out. A reader holds the
/// gate until it has made the models its own; whoever lets go waits for the readers that are inside.
static GATE: RwLock<()> = RwLock::new(());

/// Runs `body`, which reads models and makes them its own.
pub(crate) fn holding_models<R>(body: impl FnOnce() -> Result<R>) -> Result<R> {
    locked(|| GATE.read().unwrap_or_else(PoisonError::into_inner), |_| body())
}

/// Runs `body` with a lock of ours held. Nothing of the host's runs meanwhile, which might wait for it: log
/// lines are reported afterwards.
pub(crate) fn locked<G, R>(lock: impl FnOnce() -> G, body: impl FnOnce(&mut G) -> Result<R>) -> Result<R> {
    refuse_log()?;
    let result = {
        let mut guard = lock();
        postponing(|| body(&mut guard))
    };
    carrying(report_postponed);
    result
}

/// Waits until all who read models have made them their own.
pub(crate) fn await_readers() {
    drop(GATE.write().unwrap_or_else(PoisonError::into_inner));
}

#[cfg(test)]
mod tests {
    use super::holding_models;
    use crate::{List, Row};
    use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
    use std::time::Duration;

    struct Telling(Sender<()>);

    impl Drop for Telling {
        fn drop(&mut self) {
            self.0.send(()).unwrap();
        }
    }

    #[test]
    fn no_model_is_let_go_while_a_reader_makes_it_its_own() {
        let (dropped, is_dropped) = channel();
        let list = List::new().unwrap();
        list.set_items(&[Row::new(1u64).model(Telling(dropped))]).unwrap();
        let dropping = holding_models(|| {
            let dropping = std::thread::spawn(move || drop(list));
            let waited = is_dropped.recv_timeout(Duration::from_millis(100));
            assert_eq!(waited, Err(RecvTimeoutError::Timeout));
            Ok(dropping)
        });
        dropping.unwrap().join().unwrap();
        is_dropped.recv().unwrap();
    }
}
