//! Calls of the library: statuses become errors, panics of callbacks are resumed, and none is made from inside a
//! log callback.

use std::ptr::{self, NonNull};

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
