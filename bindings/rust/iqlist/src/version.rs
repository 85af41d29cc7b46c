//! The version of the running library.

use std::ffi::{c_char, CStr};

use crate::{Error, Result, Status};
use iqlist_sys::*;

/// The version of the running library, such as `0.11.0`.
pub fn version() -> &'static str {
    // SAFETY: the string is static.
    text(unsafe { iq_version_string() })
}

/// One line for bug reports: version, language mode, word size.
pub fn build_info() -> &'static str {
    // SAFETY: the string is static.
    text(unsafe { iq_build_info() })
}

fn text(string: *const c_char) -> &'static str {
    // SAFETY: both functions return a static string.
    unsafe { CStr::from_ptr(string) }.to_str().unwrap_or_default()
}

/// Refuses a library with another interface: until 1.0 a minor version may break it.
pub(crate) fn check() -> Result<()> {
    // SAFETY: cannot fail.
    let running = unsafe { iq_version() };
    if running >> 8 == IQ_VERSION >> 8 {
        return Ok(());
    }
    let message =
        format!("libiqlist {} was loaded, {IQ_VERSION_MAJOR}.{IQ_VERSION_MINOR} is needed", version());
    Err(Error::new(Status::State, &message))
}
