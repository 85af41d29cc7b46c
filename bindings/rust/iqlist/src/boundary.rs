//! Calls of the library: statuses become errors, panics of callbacks are resumed, and no call is made from
//! inside a log callback.

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

/// Refuses calls inside a log callback.
fn refuse_log() -> Result<()> {
    if is_reporting() {
        return Err(Error::new(Status::State, "a log callback may not call the library"));
    }
    Ok(())
}

/// A call that returns a status.
pub(crate) fn call(body: impl FnOnce() -> iq_status) -> Result<()> {
    refuse_log()?;
    carrying(|| checked(body()))
}

/// A call that creates an object, which `own` wraps into its owner.
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

/// A call that creates two objects, which `own` wraps into their owners, or neither.
pub(crate) fn make_two<T, U, O>(
    body: impl FnOnce(*mut *mut T, *mut *mut U) -> iq_status,
    own: impl FnOnce(NonNull<T>, NonNull<U>) -> O,
) -> Result<Option<O>> {
    refuse_log()?;
    carrying(|| {
        let (mut one, mut other) = (ptr::null_mut(), ptr::null_mut());
        checked(body(&mut one, &mut other))?;
        Ok(NonNull::new(one).zip(NonNull::new(other)).map(|(one, other)| own(one, other)))
    })
}

/// A call that destroys an object. Inside a log callback it is leaked, since that may not call the library.
pub(crate) fn destroy(body: impl FnOnce()) {
    if is_reporting() {
        return;
    }
    carrying_out(body);
}

/// Runs `body` with one of our locks held. No code of the host runs meanwhile, which might wait for the lock:
/// log lines are reported afterwards.
pub(crate) fn locked<G, R>(lock: impl FnOnce() -> G, body: impl FnOnce(&mut G) -> Result<R>) -> Result<R> {
    refuse_log()?;
    let result = {
        let mut guard = lock();
        postponing(|| body(&mut guard))
    };
    carrying(report_postponed);
    result
}
