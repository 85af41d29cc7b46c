//! What the library tells of itself.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void, CStr};
use std::sync::{Arc, PoisonError, RwLock};

use crate::boundary::{call, catching};
use crate::Result;
use iqlist_sys::*;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum LogLevel {
    /// Nothing.
    Off = IQ_LOG_OFF,
    /// Failures, with their message.
    Error = IQ_LOG_ERROR,
    /// Each update: what it did, how long it took.
    Info = IQ_LOG_INFO,
    /// Each phase of an update.
    Debug = IQ_LOG_DEBUG,
}

type Callback = dyn Fn(LogLevel, &str) + Send + Sync;

static CALLBACK: RwLock<Option<Arc<Callback>>> = RwLock::new(None);

/// Tells what the library does, line by line, at most `level`; for the whole process. The callback may come
/// from any thread that uses the library. It may not use the library itself: what it calls answers
/// [`Status::State`](crate::Status::State), and what it drops is leaked.
///
/// ```
/// use iqlist::{log_to, Key, List, LogLevel};
///
/// log_to(LogLevel::Error, |_, line| eprintln!("{line}"))?;
/// List::<()>::new()?.item_at(3).unwrap_err();
/// log_to(LogLevel::Off, |_, _| {})?;
/// # Ok::<(), iqlist::Error>(())
/// ```
pub fn log_to(level: LogLevel, callback: impl Fn(LogLevel, &str) + Send + Sync + 'static) -> Result<()> {
    let wanted: Option<Arc<Callback>> = if level == LogLevel::Off { None } else { Some(Arc::new(callback)) };
    // Not dropped before the lock is left: it is the host's.
    let _former = std::mem::replace(&mut *CALLBACK.write().unwrap_or_else(PoisonError::into_inner), wanted);
    // SAFETY: the function takes any context.
    call(|| unsafe { iq_log_set(Some(tell), std::ptr::null_mut(), level as iq_log_level) })
}

unsafe extern "C" fn tell(_: *mut c_void, level: iq_log_level, message: *const c_char) {
    let level = match level {
        IQ_LOG_ERROR => LogLevel::Error,
        IQ_LOG_INFO => LogLevel::Info,
        _ => LogLevel::Debug,
    };
    // SAFETY: the message is text, and there for the call.
    let line = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    let keep = |lines: &mut Vec<_>| lines.push((level, line.to_string()));
    let is_kept = POSTPONED.try_with(|postponed| postponed.borrow_mut().as_mut().map(keep).is_some());
    if is_kept == Ok(false) {
        tell_now(level, &line);
    }
}

thread_local! {
    static TELLING: Cell<bool> = const { Cell::new(false) };
    static POSTPONED: RefCell<Option<Vec<(LogLevel, String)>>> = const { RefCell::new(None) };
}

fn tell_now(level: LogLevel, line: &str) {
    let callback = CALLBACK.read().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(callback) = callback else { return };
    let outer = TELLING.replace(true);
    catching((), || callback(level, line));
    TELLING.set(outer);
}

/// Whether the thread is inside a log callback. A thread whose storage is gone is not.
pub(crate) fn is_telling() -> bool {
    TELLING.try_with(Cell::get).unwrap_or(false)
}

/// Runs `body` without the callback: its lines are kept for `tell_postponed`.
pub(crate) fn postponing<R>(body: impl FnOnce() -> R) -> R {
    let _ = POSTPONED.try_with(|postponed| postponed.replace(Some(Vec::new())));
    body()
}

/// Tells what was postponed.
pub(crate) fn tell_postponed() {
    let lines = POSTPONED.try_with(|postponed| postponed.replace(None)).unwrap_or(None);
    lines.into_iter().flatten().for_each(|(level, line)| tell_now(level, &line));
}
