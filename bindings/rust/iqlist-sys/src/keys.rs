//! Keys and hashing: the identity of an item, and its content.

use std::ffi::{c_char, c_int, c_void};

use crate::*;

pub const IQ_CONTENT_NONE: u64 = 0;

extern "C" {
    pub fn iq_key_from_bytes(bytes: *const c_void, length: usize, key: *mut iq_key) -> iq_status;
    pub fn iq_key_from_digest(digest: *const c_void, length: usize, key: *mut iq_key) -> iq_status;
    pub fn iq_key_from_u64(value: u64) -> iq_key;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_hasher {
    pub state: [u64; 8],
}

extern "C" {
    pub fn iq_hasher_init(hasher: *mut iq_hasher) -> iq_status;
    pub fn iq_hasher_add_unsigned(hasher: *mut iq_hasher, value: u64) -> iq_status;
    pub fn iq_hasher_add_signed(hasher: *mut iq_hasher, value: i64) -> iq_status;
    pub fn iq_hasher_add_double(hasher: *mut iq_hasher, value: f64) -> iq_status;
    pub fn iq_hasher_add_bytes(hasher: *mut iq_hasher, bytes: *const c_void, length: usize) -> iq_status;
    pub fn iq_hasher_add_string(hasher: *mut iq_hasher, string: *const c_char, length: usize) -> iq_status;
    pub fn iq_hasher_add_key(hasher: *mut iq_hasher, key: iq_key) -> iq_status;
    pub fn iq_hasher_add_bool(hasher: *mut iq_hasher, value: c_int) -> iq_status;
    pub fn iq_hasher_add_nothing(hasher: *mut iq_hasher) -> iq_status;
    pub fn iq_hasher_key(hasher: *const iq_hasher, key: *mut iq_key) -> iq_status;
    pub fn iq_hasher_content(hasher: *const iq_hasher, content: *mut u64) -> iq_status;
    pub fn iq_hash_records(
        fields: *const c_void,
        length: usize,
        ends: *const usize,
        count: usize,
        keys: *mut iq_key,
        contents: *mut u64,
    ) -> iq_status;
}
