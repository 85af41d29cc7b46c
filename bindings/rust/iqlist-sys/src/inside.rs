//! Looking inside: dumps, explanations, statistics.

use std::ffi::c_char;

use crate::*;

extern "C" {
    pub fn iq_list_dump(
        list: *const iq_list,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    pub fn iq_snapshot_dump(
        snapshot: *const iq_snapshot,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    pub fn iq_changeset_dump(
        changeset: *const iq_changeset,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    pub fn iq_changeset_explain(
        changeset: *const iq_changeset,
        side: iq_side,
        position: iq_position,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_statistics {
    pub struct_size: usize,
    pub changes: iq_summary,
    pub match_nanoseconds: u64,
    pub solve_nanoseconds: u64,
    pub prepare_nanoseconds: u64,
    pub commit_nanoseconds: u64,
    pub lookups: usize,
    pub leaves_compared: usize,
    pub leaves_kept: usize,
    pub leaves_written: usize,
    pub tree_bytes: usize,
    pub index_bytes: usize,
    pub slot_bytes: usize,
    pub scratch_bytes: usize,
}

extern "C" {
    pub fn iq_list_statistics(list: *const iq_list, statistics: *mut iq_statistics) -> iq_status;
}
