//! States of items: selected, highlighted, focused, expanded, and eight of the host's own.

use crate::*;

pub const IQ_STATE_SELECTED: u32 = 1;
pub const IQ_STATE_HIGHLIGHTED: u32 = 2;
pub const IQ_STATE_FOCUSED: u32 = 4;
pub const IQ_STATE_EXPANDED: u32 = 8;
pub const IQ_STATE_HOST: u32 = 256;

pub const IQ_SET_OFF: u32 = 1;
pub const IQ_SET_TOGGLE: u32 = 2;
pub const IQ_SET_ONLY: u32 = 4;
pub const IQ_SET_BY_USER: u32 = 8;

extern "C" {
    pub fn iq_list_set_states(
        list: *mut iq_list,
        items: *const iq_item,
        count: usize,
        states: u32,
        flags: u32,
    ) -> iq_status;
    pub fn iq_list_set_range_states(
        list: *mut iq_list,
        first: usize,
        count: usize,
        states: u32,
        flags: u32,
    ) -> iq_status;
    pub fn iq_list_set_section_states(
        list: *mut iq_list,
        section: iq_section,
        states: u32,
        flags: u32,
    ) -> iq_status;
    pub fn iq_list_items_in_state(
        list: *const iq_list,
        states: u32,
        first: usize,
        items: *mut iq_item,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
    pub fn iq_list_set_key_states(
        list: *mut iq_list,
        sections: *const iq_key,
        keys: *const iq_key,
        count: usize,
        states: u32,
        flags: u32,
        missing: *mut usize,
    ) -> iq_status;
    pub fn iq_list_keys_in_state(
        list: *const iq_list,
        states: u32,
        first: usize,
        sections: *mut iq_key,
        keys: *mut iq_key,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
}

pub const IQ_SELECTION_SINGLE: u32 = 0;
pub const IQ_SELECTION_MULTIPLE: u32 = 1;
pub const IQ_SELECTION_NONE: u32 = 2;
pub const IQ_SELECTION_KEEPS: u32 = 16;

extern "C" {
    pub fn iq_list_set_selection(list: *mut iq_list, mode: u32) -> iq_status;
}
