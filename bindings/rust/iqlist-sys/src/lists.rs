//! Lists: what is shown.

use crate::*;

pub const IQ_MAX_ITEMS: usize = 2147483646;
pub const IQ_MAX_SECTIONS: usize = 16777214;
pub const IQ_LIST_DROP_EMPTY_SECTIONS: u32 = 1;
pub const IQ_LIST_REGISTERED_CLASSES: u32 = 2;
pub const IQ_LIST_PAYLOAD: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_list_options {
    pub struct_size: usize,
    pub duplicates: iq_duplicates,
    pub flags: u32,
    pub reload_threshold: usize,
    pub max_items: usize,
    pub max_sections: usize,
    pub splice_threshold: usize,
}

extern "C" {
    pub fn iq_list_create(options: *const iq_list_options, list: *mut *mut iq_list) -> iq_status;
    pub fn iq_list_destroy(list: *mut iq_list);
    pub fn iq_list_register_class(list: *mut iq_list, cell_class: iq_class) -> iq_status;
    pub fn iq_list_apply(
        list: *mut iq_list,
        snapshot: *const iq_snapshot,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_list_set(
        list: *mut iq_list,
        sections: *const iq_section_entry,
        section_count: usize,
        items: *const iq_columns,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_list_set_items(
        list: *mut iq_list,
        items: *const iq_columns,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_list_set_section_items(
        list: *mut iq_list,
        section: iq_key,
        items: *const iq_columns,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_list_snapshot(list: *mut iq_list, snapshot: *mut *mut iq_snapshot) -> iq_status;
    pub fn iq_list_count(list: *const iq_list, sections: *mut usize, items: *mut usize) -> iq_status;
    pub fn iq_list_section_at(list: *const iq_list, position: usize, section: *mut iq_section) -> iq_status;
    pub fn iq_list_section_for_key(list: *const iq_list, key: iq_key, section: *mut iq_section) -> iq_status;
    pub fn iq_list_item_at(list: *const iq_list, index: usize, item: *mut iq_item) -> iq_status;
    pub fn iq_list_item_in_section(
        list: *const iq_list,
        section: iq_section,
        position: usize,
        item: *mut iq_item,
    ) -> iq_status;
    pub fn iq_list_item_for_key(
        list: *const iq_list,
        section: *const iq_key,
        key: iq_key,
        item: *mut iq_item,
    ) -> iq_status;
    pub fn iq_list_section_info(
        list: *const iq_list,
        section: iq_section,
        info: *mut iq_section_info,
    ) -> iq_status;
    pub fn iq_list_supplementaries(
        list: *const iq_list,
        section: iq_section,
        flags: u32,
        elements: *mut iq_supplementary,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
    pub fn iq_list_supplementary(
        list: *const iq_list,
        section: iq_section,
        kind: u32,
        index: u32,
        flags: u32,
        element: *mut iq_supplementary,
    ) -> iq_status;
    pub fn iq_list_item_info(
        list: *const iq_list,
        item: iq_item,
        flags: u32,
        info: *mut iq_item_info,
    ) -> iq_status;
    pub fn iq_list_item_position(
        list: *const iq_list,
        item: iq_item,
        position: *mut iq_position,
    ) -> iq_status;
    pub fn iq_list_index_of(list: *const iq_list, position: iq_position, index: *mut usize) -> iq_status;
    pub fn iq_list_read_items(
        list: *const iq_list,
        first: usize,
        count: usize,
        buffers: *const iq_item_buffers,
    ) -> iq_status;
    pub fn iq_list_trim(list: *mut iq_list) -> iq_status;
    pub fn iq_list_reserve(list: *mut iq_list, items: usize) -> iq_status;
}
