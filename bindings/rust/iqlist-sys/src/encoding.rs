//! Encoding: snapshots and changesets as bytes.

use std::ffi::c_void;

use crate::*;

extern "C" {
    pub fn iq_snapshot_encode(
        snapshot: *const iq_snapshot,
        buffer: *mut c_void,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    pub fn iq_snapshot_decode(
        bytes: *const c_void,
        length: usize,
        options: *const iq_snapshot_options,
        snapshot: *mut *mut iq_snapshot,
    ) -> iq_status;
    pub fn iq_changeset_encode(
        changeset: *const iq_changeset,
        buffer: *mut c_void,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_decode_options {
    pub struct_size: usize,
    pub max_items: usize,
    pub max_sections: usize,
}

extern "C" {
    pub fn iq_changeset_decode(
        bytes: *const c_void,
        length: usize,
        options: *const iq_decode_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
}
