//! The library's log.

use std::sync::Arc;

use crate::boundary::call;
use crate::reporting::{self, report, Callback};
use crate::{LogLevel, Result};
use iqlist_sys::*;

/// Sets the callback that receives the library's log lines, of at most `level`, for the whole process. It is
/// called on any thread that uses the library. It may not use the library itself: calls return
/// [`Status::State`](crate::Status::State), and objects that it drops are leaked.
///
/// ```
/// use iqlist::{log_to, Key, List, LogLevel};
///
/// log_to(LogLevel::Error, |_, line| eprintln!("{line}"))?;
/// // The line says what the error says.
/// assert!(List::<()>::new()?.item_at(3).is_err());
/// log_to(LogLevel::Off, |_, _| {})?;
/// # Ok::<(), iqlist::Error>(())
/// ```
pub fn log_to(level: LogLevel, callback: impl Fn(LogLevel, &str) + Send + Sync + 'static) -> Result<()> {
    let wanted: Option<Arc<Callback>> = if level == LogLevel::Off { None } else { Some(Arc::new(callback)) };
    reporting::set(wanted);
    // SAFETY: the function takes any context.
    call(|| unsafe { iq_log_set(Some(report), std::ptr::null_mut(), level as iq_log_level) })
}
