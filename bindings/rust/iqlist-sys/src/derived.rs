//! Derived lists.

use std::ffi::{c_int, c_void};

use crate::*;

pub const IQ_DERIVE_EXCLUSIVE: u32 = 2;
pub const IQ_DERIVE_EXPANDED: u32 = 4;
pub const IQ_DERIVE_FILTER: u32 = 8;
pub const IQ_DERIVE_SECTIONS: u32 = 16;
pub const IQ_DERIVE_DROP_EMPTY_SECTIONS: u32 = 32;
pub const IQ_DERIVE_KEEP_PARENTS: u32 = 64;
pub const IQ_MAX_DERIVED_DEPTH: usize = 8;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_derive_options {
    pub struct_size: usize,
    pub flags: u32,
    pub reserved: u32,
}

extern "C" {
    pub fn iq_list_derive(
        source: *mut iq_list,
        options: *const iq_derive_options,
        list: *mut *mut iq_list,
    ) -> iq_status;
}

pub const IQ_FILTER_DIFFERENT: u32 = 0;
pub const IQ_FILTER_STRICTER: u32 = 1;
pub const IQ_FILTER_LOOSER: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_filter {
    pub struct_size: usize,
    pub change: u32,
    pub reserved: u32,
    pub bits: *const u64,
    pub version: u64,
    pub passes:
        Option<unsafe extern "C" fn(context: *mut c_void, key: iq_key, model: *const c_void) -> c_int>,
    pub context: *mut c_void,
    pub destroy: Option<unsafe extern "C" fn(context: *mut c_void)>,
}

extern "C" {
    pub fn iq_list_set_filter(
        list: *mut iq_list,
        filter: *const iq_filter,
        options: *const iq_diff_options,
        ticket: *mut u64,
    ) -> iq_status;
}
