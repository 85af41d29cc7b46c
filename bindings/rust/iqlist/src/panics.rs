//! A panic in a callback is resumed by the call of the library that invoked the callback.
//!
//! ```text
//!   call ── library ── callback ── panic
//!     │                   └ caught, carried by the thread
//!     └ resumed, once the library has returned
//! ```
//!
//! Further panics of the same call are dropped. Calls nest, since a callback may use other lists: each
//! resumes its own.

use std::any::Any;
use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

type Payload = Box<dyn Any + Send>;

thread_local! {
    static CARRIED: Cell<Option<Payload>> = const { Cell::new(None) };
}

/// Replaces the panic that the thread carries. A thread whose storage was destroyed carries none.
fn replace(payload: Option<Payload>) -> Option<Payload> {
    CARRIED.try_with(|carried| carried.replace(payload)).unwrap_or(None)
}

/// Runs `body`, which calls the library, and resumes the panic of a callback. The result of `body` is dropped
/// then.
pub(crate) fn carrying<R>(body: impl FnOnce() -> R) -> R {
    let outer = replace(None);
    let result = body();
    if let Some(payload) = replace(outer) {
        resume_unwind(payload);
    }
    result
}

/// As `carrying`, for calls in a drop: during another panic, the callback's is dropped.
pub(crate) fn carrying_out(body: impl FnOnce()) {
    let outer = replace(None);
    body();
    match replace(outer) {
        // A second panic would end the process.
        Some(payload) if std::thread::panicking() => forget(payload),
        Some(payload) => resume_unwind(payload),
        None => {}
    }
}

/// Runs a callback's body; returns `otherwise` if it panics.
pub(crate) fn catching<R>(otherwise: R, body: impl FnOnce() -> R) -> R {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => {
            match replace(None) {
                None => drop(replace(Some(payload))),
                first => {
                    replace(first);
                    forget(payload);
                }
            }
            otherwise
        }
    }
}

/// Whether a callback of the call under way has panicked.
pub(crate) fn is_carrying() -> bool {
    let carried = replace(None);
    let is_carrying = carried.is_some();
    replace(carried);
    is_carrying
}

/// Drops a payload, whose own drop might panic too.
fn forget(payload: Payload) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(another);
    }
}
