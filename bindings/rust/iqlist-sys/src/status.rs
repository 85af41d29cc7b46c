//! Status and error: the kind of failure, and its detail.

use std::ffi::c_char;

pub type iq_status = i32;
pub const IQ_OK: iq_status = 0;
pub const IQ_ERROR_ARGUMENT: iq_status = 1;
pub const IQ_ERROR_STRUCT_SIZE: iq_status = 2;
pub const IQ_ERROR_HANDLE: iq_status = 3;
pub const IQ_ERROR_NO_MEMORY: iq_status = 4;
pub const IQ_ERROR_LIMIT: iq_status = 5;
pub const IQ_ERROR_BUSY: iq_status = 6;
pub const IQ_ERROR_RANGE: iq_status = 7;
pub const IQ_ERROR_NOT_FOUND: iq_status = 8;
pub const IQ_ERROR_DUPLICATE: iq_status = 9;
pub const IQ_ERROR_NO_SECTION: iq_status = 10;
pub const IQ_ERROR_SCOPE: iq_status = 11;
pub const IQ_ERROR_NO_KEYS: iq_status = 12;
pub const IQ_ERROR_STATE: iq_status = 13;
pub const IQ_ERROR_VERIFY: iq_status = 14;
pub const IQ_ERROR_NO_PAYLOAD: iq_status = 15;
pub const IQ_ERROR_MISMATCH: iq_status = 16;
pub const IQ_ERROR_FORMAT: iq_status = 17;
pub const IQ_ERROR_REFUSED: iq_status = 18;
pub const IQ_ERROR_CANCELLED: iq_status = 19;
pub const IQ_ERROR_SUPERSEDED: iq_status = 20;
pub const IQ_ERROR_CALLBACK: iq_status = 21;

extern "C" {
    pub fn iq_status_name(status: iq_status) -> *const c_char;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_key {
    pub bytes: [u8; 16],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_position {
    pub section: u32,
    pub item: u32,
}

pub const IQ_ERROR_HAS_KEY: u32 = 1;
pub const IQ_ERROR_HAS_SECTION: u32 = 2;
pub const IQ_ERROR_HAS_POSITION: u32 = 4;
pub const IQ_ERROR_HAS_OTHER: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_error {
    pub struct_size: usize,
    pub status: iq_status,
    pub argument: u32,
    pub flags: u32,
    pub key: iq_key,
    pub section: iq_key,
    pub position: iq_position,
    pub other: iq_position,
    pub message: [c_char; 192],
}

extern "C" {
    pub fn iq_last_error(error: *mut iq_error) -> iq_status;
}
