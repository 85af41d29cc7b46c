//! Memory and log: the allocator of the process, and the library's log lines.

use std::ffi::{c_char, c_void};

use crate::*;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_allocator {
    pub struct_size: usize,
    pub context: *mut c_void,
    pub allocate: Option<unsafe extern "C" fn(context: *mut c_void, size: usize) -> *mut c_void>,
    pub reallocate:
        Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void, size: usize) -> *mut c_void>,
    pub release: Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void)>,
}

extern "C" {
    pub fn iq_memory_set_allocator(allocator: *const iq_allocator) -> iq_status;
    pub fn iq_memory_used() -> usize;
    pub fn iq_memory_peak() -> usize;
    pub fn iq_memory_trim() -> iq_status;
}

pub type iq_log_level = u32;
pub const IQ_LOG_OFF: iq_log_level = 0;
pub const IQ_LOG_ERROR: iq_log_level = 1;
pub const IQ_LOG_INFO: iq_log_level = 2;
pub const IQ_LOG_DEBUG: iq_log_level = 3;
pub type iq_log_callback =
    Option<unsafe extern "C" fn(context: *mut c_void, level: iq_log_level, message: *const c_char)>;

extern "C" {
    pub fn iq_log_set(callback: iq_log_callback, context: *mut c_void, level: iq_log_level) -> iq_status;
}
