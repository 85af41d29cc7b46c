//! Events: what happened to a list, and its state.

use std::ffi::c_void;

use crate::*;

pub type iq_event_kind = u32;
pub const IQ_EVENT_UPDATE: u32 = 1;
pub const IQ_EVENT_WILL_UPDATE: u32 = 2;
pub const IQ_EVENT_CLASS_FIRST_USED: u32 = 4;
pub const IQ_EVENT_BOUND: u32 = 8;
pub const IQ_EVENT_WILL_DISPLAY: u32 = 16;
pub const IQ_EVENT_DID_END_DISPLAY: u32 = 32;
pub const IQ_EVENT_STATES: u32 = 64;
pub const IQ_EVENT_ACTION: u32 = 128;
pub const IQ_EVENT_PLACEHOLDER: u32 = 256;
pub const IQ_EVENT_PAGE: u32 = 512;
pub const IQ_EVENT_CHILDREN: u32 = 1024;
pub const IQ_EVENT_PREFETCH: u32 = 2048;
pub const IQ_EVENT_REORDER: u32 = 4096;
pub const IQ_UPDATE_UNCHANGED: u32 = 0x1000000;
pub const IQ_UPDATE_REORDERED: u32 = 0x2000000;
pub const IQ_UPDATE_UNDONE: u32 = 0x4000000;
pub const IQ_UPDATE_REDONE: u32 = 0x8000000;
pub const IQ_CELL_NEW: u32 = 1;
pub const IQ_CELL_RECONFIGURED: u32 = 2;
pub const IQ_CELL_RELOADED: u32 = 4;
pub const IQ_CELL_BY_HAND: u32 = 8;
pub const IQ_PREFETCH_CANCEL: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_event {
    pub struct_size: usize,
    pub kind: iq_event_kind,
    pub flags: u32,
    pub version: u64,
    pub item: iq_item,
    pub section: iq_section,
    pub key: iq_key,
    pub section_key: iq_key,
    pub position: iq_position,
    pub index: u32,
    pub element_kind: u32,
    pub element_index: u32,
    pub cell: u32,
    pub object: *mut c_void,
    pub model: *mut c_void,
    pub cell_class: iq_class,
    pub states: u32,
    pub mask: u64,
    pub number: u64,
    pub count: usize,
    pub sender: *mut c_void,
    pub view: *mut iq_view,
    pub changeset: *const iq_changeset,
    pub status: iq_status,
    pub animation: u32,
}

extern "C" {
    pub fn iq_list_set_events(list: *mut iq_list, kinds: u32) -> iq_status;
    pub fn iq_list_poll(
        list: *mut iq_list,
        events: *mut iq_event,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_element {
    pub item: iq_item,
    pub section: iq_section,
    pub kind: u32,
    pub index: u32,
}

pub const IQ_ACTION_PRIMARY: u64 = 1;
pub const IQ_ACTION_DELETE: u64 = 2;
pub const IQ_ACTION_INSERT: u64 = 3;
pub const IQ_ACTION_HOST: u64 = 256;
extern "C" {
    pub fn iq_list_emit(
        list: *mut iq_list,
        element: *const iq_element,
        action: u64,
        sender: *mut c_void,
    ) -> iq_status;
}

pub const IQ_STATES_ON: u32 = 1;
pub const IQ_STATES_BY_USER: u32 = 2;
pub const IQ_STATES_CLEARED: u32 = 4;
pub const IQ_STATES_GONE: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_list_info {
    pub struct_size: usize,
    pub version: u64,
    pub sections: usize,
    pub items: usize,
    pub loading: u32,
    pub placeholder: u32,
    pub undo_steps: usize,
    pub redo_steps: usize,
    pub selected: usize,
    pub focused: iq_item,
    pub focused_section: iq_section,
    pub submissions: usize,
    pub views: usize,
}

extern "C" {
    pub fn iq_list_read_info(list: *const iq_list, info: *mut iq_list_info) -> iq_status;
}
