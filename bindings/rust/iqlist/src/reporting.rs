//! The host's log callback, and the state of a thread that is inside it, or must not call it now. `log.rs` sets
//! it.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void, CStr};
use std::sync::{Arc, PoisonError, RwLock};

use crate::panics::catching;
use iqlist_sys::*;

/// The level of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum LogLevel {
    /// Nothing.
    Off = IQ_LOG_OFF,
    /// Failures, with their message.
    Error = IQ_LOG_ERROR,
    /// Each update: what it did, and how long.
    Info = IQ_LOG_INFO,
    /// Each phase of an update.
    Debug = IQ_LOG_DEBUG,
}

pub(crate) type Callback = dyn Fn(LogLevel, &str) + Send + Sync;

static CALLBACK: RwLock<Option<Arc<Callback>>> = RwLock::new(None);

/// Sets the callback; `None` ends the log.
pub(crate) fn set(callback: Option<Arc<Callback>>) {
    // The old one is dropped after the lock is released: its drop is the host's code.
    let _former = std::mem::replace(&mut *CALLBACK.write().unwrap_or_else(PoisonError::into_inner), callback);
}

pub(crate) unsafe extern "C" fn report(_: *mut c_void, level: iq_log_level, message: *const c_char) {
    let level = match level {
        IQ_LOG_ERROR => LogLevel::Error,
        IQ_LOG_INFO => LogLevel::Info,
        _ => LogLevel::Debug,
    };
    // SAFETY: the message is text, and valid for the call.
    let line = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    let keep = |lines: &mut Vec<_>| lines.push((level, line.to_string()));
    let is_kept = POSTPONED.try_with(|postponed| postponed.borrow_mut().as_mut().map(keep).is_some());
    if is_kept == Ok(false) {
        report_now(level, &line);
    }
}

thread_local! {
    static REPORTING: Cell<bool> = const { Cell::new(false) };
    static POSTPONED: RefCell<Option<Vec<(LogLevel, String)>>> = const { RefCell::new(None) };
}

fn report_now(level: LogLevel, line: &str) {
    let callback = CALLBACK.read().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(callback) = callback else { return };
    let outer = REPORTING.replace(true);
    catching((), || callback(level, line));
    REPORTING.set(outer);
}

/// Whether the thread is inside a log callback. A thread whose storage was destroyed is not.
pub(crate) fn is_reporting() -> bool {
    REPORTING.try_with(Cell::get).unwrap_or(false)
}

/// Runs `body` without the callback: its lines are stored for `report_postponed`.
pub(crate) fn postponing<R>(body: impl FnOnce() -> R) -> R {
    let _ = POSTPONED.try_with(|postponed| postponed.replace(Some(Vec::new())));
    body()
}

/// Reports the lines that were postponed.
pub(crate) fn report_postponed() {
    let lines = POSTPONED.try_with(|postponed| postponed.replace(None)).unwrap_or(None);
    lines.into_iter().flatten().for_each(|(level, line)| report_now(level, &line));
}
