//! Snapshots: descriptions of what a list should show.

use std::ffi::c_void;

use crate::*;

opaque!(iq_snapshot);
opaque!(iq_list);
opaque!(iq_changeset);
pub type iq_duplicates = u32;
pub const IQ_DUPLICATES_REFUSE: iq_duplicates = 0;
pub const IQ_DUPLICATES_KEEP_FIRST: iq_duplicates = 1;
pub const IQ_DUPLICATES_KEEP_LAST: iq_duplicates = 2;
pub const IQ_DUPLICATES_NUMBER: iq_duplicates = 3;
pub const IQ_DUPLICATES_SCOPE: iq_duplicates = 4;
pub const IQ_SNAPSHOT_DROP_EMPTY_SECTIONS: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_snapshot_options {
    pub struct_size: usize,
    pub duplicates: iq_duplicates,
    pub flags: u32,
}

extern "C" {
    pub fn iq_snapshot_create(
        options: *const iq_snapshot_options,
        snapshot: *mut *mut iq_snapshot,
    ) -> iq_status;
    pub fn iq_snapshot_copy(snapshot: *const iq_snapshot, copy: *mut *mut iq_snapshot) -> iq_status;
    pub fn iq_snapshot_destroy(snapshot: *mut iq_snapshot);
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_section_entry {
    pub struct_size: usize,
    pub key: iq_key,
    pub first_item: usize,
    pub supplementaries: *const iq_supplementary,
    pub supplementary_count: usize,
}

extern "C" {
    pub fn iq_snapshot_set(
        snapshot: *mut iq_snapshot,
        sections: *const iq_section_entry,
        section_count: usize,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_snapshot_append_sections(
        snapshot: *mut iq_snapshot,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_snapshot_insert_sections_before(
        snapshot: *mut iq_snapshot,
        anchor: iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_snapshot_insert_sections_after(
        snapshot: *mut iq_snapshot,
        anchor: iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_snapshot_move_section_before(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        anchor: iq_key,
    ) -> iq_status;
    pub fn iq_snapshot_move_section_after(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        anchor: iq_key,
    ) -> iq_status;
    pub fn iq_snapshot_delete_sections(
        snapshot: *mut iq_snapshot,
        keys: *const iq_key,
        count: usize,
        missing: *mut usize,
    ) -> iq_status;
    pub fn iq_snapshot_delete_all(snapshot: *mut iq_snapshot) -> iq_status;
    pub fn iq_snapshot_append_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_snapshot_insert_items_before(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        anchor: iq_key,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_snapshot_insert_items_after(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        anchor: iq_key,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_snapshot_move_item_before(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        item: iq_key,
        anchor: iq_key,
    ) -> iq_status;
    pub fn iq_snapshot_move_item_after(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        item: iq_key,
        anchor: iq_key,
    ) -> iq_status;
    pub fn iq_snapshot_move_item_to_section(
        snapshot: *mut iq_snapshot,
        item: iq_key,
        section: iq_key,
    ) -> iq_status;
    pub fn iq_snapshot_delete_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        count: usize,
        missing: *mut usize,
    ) -> iq_status;
    pub fn iq_snapshot_delete_all_items(snapshot: *mut iq_snapshot, section: *const iq_key) -> iq_status;
    pub fn iq_snapshot_reload_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_snapshot_reconfigure_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_snapshot_reload_sections(
        snapshot: *mut iq_snapshot,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_snapshot_clear_marks(snapshot: *mut iq_snapshot) -> iq_status;
    pub fn iq_snapshot_set_supplementary(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        element: *const iq_supplementary,
    ) -> iq_status;
    pub fn iq_snapshot_remove_supplementary(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        kind: u32,
        index: u32,
    ) -> iq_status;
    pub fn iq_snapshot_count(
        snapshot: *const iq_snapshot,
        sections: *mut usize,
        items: *mut usize,
    ) -> iq_status;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_section_info {
    pub struct_size: usize,
    pub key: iq_key,
    pub position: usize,
    pub count: usize,
    pub first: usize,
    pub supplementary_count: usize,
    pub states: u32,
    pub reserved: u32,
}

extern "C" {
    pub fn iq_snapshot_section_at(
        snapshot: *const iq_snapshot,
        position: usize,
        info: *mut iq_section_info,
    ) -> iq_status;
    pub fn iq_snapshot_section_for_key(
        snapshot: *const iq_snapshot,
        key: iq_key,
        info: *mut iq_section_info,
    ) -> iq_status;
    pub fn iq_snapshot_supplementaries(
        snapshot: *const iq_snapshot,
        section: iq_key,
        flags: u32,
        elements: *mut iq_supplementary,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
    pub fn iq_snapshot_supplementary(
        snapshot: *const iq_snapshot,
        section: iq_key,
        kind: u32,
        index: u32,
        flags: u32,
        element: *mut iq_supplementary,
    ) -> iq_status;
    pub fn iq_snapshot_item_for_key(
        snapshot: *const iq_snapshot,
        section: *const iq_key,
        key: iq_key,
        position: *mut iq_position,
    ) -> iq_status;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_item_info {
    pub struct_size: usize,
    pub key: iq_key,
    pub content: u64,
    pub model: *mut c_void,
    pub cell_class: iq_class,
    pub position: iq_position,
    pub index: u32,
    pub section: iq_section,
    pub states: u32,
    pub level: u16,
    pub children: u16,
}

extern "C" {
    pub fn iq_snapshot_item_info(
        snapshot: *const iq_snapshot,
        position: iq_position,
        flags: u32,
        info: *mut iq_item_info,
    ) -> iq_status;
    pub fn iq_snapshot_index_of(
        snapshot: *const iq_snapshot,
        position: iq_position,
        index: *mut usize,
    ) -> iq_status;
    pub fn iq_snapshot_read_items(
        snapshot: *const iq_snapshot,
        first: usize,
        count: usize,
        buffers: *const iq_item_buffers,
    ) -> iq_status;
}
