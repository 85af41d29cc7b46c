//! Edits: a list changed in place.

use crate::*;

opaque!(iq_edit);
pub const IQ_END: usize = usize::MAX;

pub const IQ_COLUMN_CONTENT: u32 = 1;
pub const IQ_COLUMN_MODEL: u32 = 2;
pub const IQ_COLUMN_CLASS: u32 = 4;
pub const IQ_COLUMN_LEVEL: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_edit_options {
    pub struct_size: usize,
    pub wait_milliseconds: u32,
    pub reserved: u32,
}

extern "C" {
    pub fn iq_edit_begin(
        list: *mut iq_list,
        options: *const iq_edit_options,
        edit: *mut *mut iq_edit,
    ) -> iq_status;
    pub fn iq_edit_commit(
        edit: *mut iq_edit,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_edit_destroy(edit: *mut iq_edit);
    pub fn iq_edit_insert_items(
        edit: *mut iq_edit,
        section: iq_section,
        position: usize,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_edit_insert_items_before(
        edit: *mut iq_edit,
        anchor: iq_item,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_edit_insert_items_after(
        edit: *mut iq_edit,
        anchor: iq_item,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_edit_insert_children(
        edit: *mut iq_edit,
        parent: iq_item,
        index: usize,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_edit_delete_items(edit: *mut iq_edit, items: *const iq_item, count: usize) -> iq_status;
    pub fn iq_edit_delete_item_range(
        edit: *mut iq_edit,
        section: iq_section,
        first: usize,
        count: usize,
    ) -> iq_status;
    pub fn iq_edit_move_item_range(
        edit: *mut iq_edit,
        section: iq_section,
        first: usize,
        count: usize,
        target: iq_section,
        position: usize,
    ) -> iq_status;
    pub fn iq_edit_move_item_before(edit: *mut iq_edit, item: iq_item, anchor: iq_item) -> iq_status;
    pub fn iq_edit_move_item_after(edit: *mut iq_edit, item: iq_item, anchor: iq_item) -> iq_status;
    pub fn iq_edit_update_items(
        edit: *mut iq_edit,
        items: *const iq_item,
        columns: *const iq_columns,
        flags: u32,
    ) -> iq_status;
    pub fn iq_edit_reload_items(edit: *mut iq_edit, items: *const iq_item, count: usize) -> iq_status;
    pub fn iq_edit_reconfigure_items(edit: *mut iq_edit, items: *const iq_item, count: usize) -> iq_status;
    pub fn iq_edit_set_section_items(
        edit: *mut iq_edit,
        section: iq_section,
        items: *const iq_columns,
    ) -> iq_status;
    pub fn iq_edit_insert_sections(
        edit: *mut iq_edit,
        position: usize,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_edit_insert_sections_before(
        edit: *mut iq_edit,
        anchor: iq_section,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_edit_insert_sections_after(
        edit: *mut iq_edit,
        anchor: iq_section,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    pub fn iq_edit_delete_sections(
        edit: *mut iq_edit,
        sections: *const iq_section,
        count: usize,
    ) -> iq_status;
    pub fn iq_edit_delete_section_range(edit: *mut iq_edit, first: usize, count: usize) -> iq_status;
    pub fn iq_edit_move_section_range(
        edit: *mut iq_edit,
        first: usize,
        count: usize,
        position: usize,
    ) -> iq_status;
    pub fn iq_edit_move_section_before(
        edit: *mut iq_edit,
        section: iq_section,
        anchor: iq_section,
    ) -> iq_status;
    pub fn iq_edit_move_section_after(
        edit: *mut iq_edit,
        section: iq_section,
        anchor: iq_section,
    ) -> iq_status;
    pub fn iq_edit_reload_sections(
        edit: *mut iq_edit,
        sections: *const iq_section,
        count: usize,
    ) -> iq_status;
    pub fn iq_edit_set_supplementary(
        edit: *mut iq_edit,
        section: iq_section,
        element: *const iq_supplementary,
    ) -> iq_status;
    pub fn iq_edit_remove_supplementary(
        edit: *mut iq_edit,
        section: iq_section,
        kind: u32,
        index: u32,
    ) -> iq_status;
}
