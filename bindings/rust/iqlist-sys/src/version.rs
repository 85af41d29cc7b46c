//! Version: the version that this crate declares, and the running one.

use std::ffi::{c_char, CStr};

pub const IQ_VERSION_MAJOR: u32 = 0;
pub const IQ_VERSION_MINOR: u32 = 3;
pub const IQ_VERSION_PATCH: u32 = 0;
pub const IQ_VERSION_STRING: &CStr = c"0.3.0";
pub const IQ_VERSION: u32 = 0x000300;

extern "C" {
    pub fn iq_version() -> u32;
    pub fn iq_version_string() -> *const c_char;
    pub fn iq_build_info() -> *const c_char;
}
