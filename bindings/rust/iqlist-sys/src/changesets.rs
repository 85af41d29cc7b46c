//! Changesets: how one arrangement becomes another.

use std::ffi::c_void;

use crate::*;

pub type iq_change_kind = u32;
pub const IQ_ITEM_DELETE: iq_change_kind = 1;
pub const IQ_ITEM_MOVE_OUT: iq_change_kind = 2;
pub const IQ_ITEM_MOVE_IN: iq_change_kind = 3;
pub const IQ_ITEM_MOVE: iq_change_kind = 4;
pub const IQ_ITEM_INSERT: iq_change_kind = 5;
pub const IQ_ITEM_UPDATE: iq_change_kind = 6;
pub const IQ_SECTION_DELETE: iq_change_kind = 7;
pub const IQ_SECTION_MOVE: iq_change_kind = 8;
pub const IQ_SECTION_INSERT: iq_change_kind = 9;
pub const IQ_SECTION_UPDATE: iq_change_kind = 10;
pub const IQ_SUPPLEMENTARY_DELETE: iq_change_kind = 11;
pub const IQ_SUPPLEMENTARY_INSERT: iq_change_kind = 12;
pub const IQ_SUPPLEMENTARY_UPDATE: iq_change_kind = 13;
pub const IQ_CHANGE_RELOAD: u32 = 1;
pub const IQ_CHANGE_RECONFIGURE: u32 = 2;
pub const IQ_CHANGE_BY_CONTENT: u32 = 4;
pub const IQ_CHANGE_BY_CLASS: u32 = 8;
pub const IQ_CHANGE_BY_EQUAL: u32 = 16;
pub const IQ_CHANGE_BY_MARK: u32 = 32;
pub const IQ_CHANGE_BY_KEY: u32 = 64;
pub const IQ_CHANGE_BY_LEVEL: u32 = 128;
pub const IQ_CHANGE_BY_CHILDREN: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_change {
    pub kind: iq_change_kind,
    pub flags: u32,
    pub before_section: u32,
    pub before_item: u32,
    pub after_section: u32,
    pub after_item: u32,
    pub final_section: u32,
    pub final_item: u32,
    pub count: u32,
    pub element_kind: u32,
    pub element_index: u32,
    pub reserved: u32,
    pub mask: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_splice {
    pub position: u32,
    pub removed: u32,
    pub added: u32,
}

pub const IQ_DIFF_RELOAD: u32 = 1;
pub const IQ_DIFF_VERIFY: u32 = 2;
pub const IQ_DIFF_KEEP_KEYS: u32 = 4;
pub const IQ_DIFF_PAYLOAD: u32 = 8;

pub const IQ_UPDATE_PLAIN: u32 = 0x10000;
pub const IQ_UPDATE_KEEP_LOADING: u32 = 0x20000;
pub const IQ_UPDATE_HERE: u32 = 0x40000;
pub const IQ_UPDATE_EACH: u32 = 0x80000;
pub const IQ_UPDATE_NO_STEP: u32 = 0x100000;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_diff_options {
    pub struct_size: usize,
    pub flags: u32,
    pub animation: u32,
    pub reload_threshold: usize,
    pub splice_threshold: usize,
    pub delay_milliseconds: u32,
    pub reserved: u32,
    pub done: Option<unsafe extern "C" fn(context: *mut c_void, ticket: u64, status: iq_status)>,
    pub context: *mut c_void,
}

extern "C" {
    pub fn iq_diff(
        before: *const iq_snapshot,
        after: *const iq_snapshot,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_changeset_destroy(changeset: *mut iq_changeset);
    pub fn iq_changeset_copy(changeset: *const iq_changeset, copy: *mut *mut iq_changeset) -> iq_status;
}

pub const IQ_RELOAD_NO: u32 = 0;
pub const IQ_RELOAD_ASKED: u32 = 1;
pub const IQ_RELOAD_THRESHOLD: u32 = 2;
pub const IQ_UNCOUNTED: usize = usize::MAX;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_summary {
    pub struct_size: usize,
    pub reload: u32,
    pub reserved: u32,
    pub sections_before: usize,
    pub sections_after: usize,
    pub items_before: usize,
    pub items_after: usize,
    pub section_deletes: usize,
    pub section_inserts: usize,
    pub section_moves: usize,
    pub section_updates: usize,
    pub item_deletes: usize,
    pub item_inserts: usize,
    pub item_moves: usize,
    pub item_reloads: usize,
    pub item_reconfigures: usize,
    pub supplementary_deletes: usize,
    pub supplementary_inserts: usize,
    pub supplementary_updates: usize,
    pub duplicates_dropped: usize,
    pub duplicates_numbered: usize,
}

extern "C" {
    pub fn iq_changeset_summary(changeset: *const iq_changeset, summary: *mut iq_summary) -> iq_status;
    pub fn iq_changeset_batch(
        changeset: *const iq_changeset,
        changes: *mut *const iq_change,
        count: *mut usize,
    ) -> iq_status;
    pub fn iq_changeset_steps(
        changeset: *const iq_changeset,
        flags: u32,
        changes: *mut *const iq_change,
        count: *mut usize,
    ) -> iq_status;
}

pub const IQ_STEPS_FLAT: u32 = 1;
pub const IQ_STEPS_SINGLE: u32 = 2;

extern "C" {
    pub fn iq_change_destination(r#move: *const iq_change, destination: *mut u32) -> iq_status;
}

pub const IQ_SPLICES_WITHOUT_UPDATES: u32 = 1;

extern "C" {
    pub fn iq_changeset_splices(
        changeset: *const iq_changeset,
        flags: u32,
        splices: *mut *const iq_splice,
        count: *mut usize,
    ) -> iq_status;
}

pub type iq_side = u32;
pub const IQ_BEFORE: iq_side = 0;
pub const IQ_AFTER: iq_side = 1;

extern "C" {
    pub fn iq_changeset_map_position(
        changeset: *const iq_changeset,
        side: iq_side,
        position: iq_position,
        other: *mut iq_position,
    ) -> iq_status;
    pub fn iq_changeset_map(
        changeset: *const iq_changeset,
        side: iq_side,
        map: *mut *const u32,
        count: *mut usize,
    ) -> iq_status;
    pub fn iq_changeset_find_key(
        changeset: *const iq_changeset,
        section: *const iq_key,
        key: iq_key,
        before: *mut iq_position,
        after: *mut iq_position,
    ) -> iq_status;
}
