//! Views: what is visible of a list, and the cells there.

use crate::*;

pub const IQ_MAX_VIEWS: usize = 8;

opaque!(iq_view);

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct iq_view_options {
    pub struct_size: usize,
    pub flags: u32,
    pub reserved: u32,
}

extern "C" {
    pub fn iq_view_create(
        list: *mut iq_list,
        options: *const iq_view_options,
        view: *mut *mut iq_view,
    ) -> iq_status;
    pub fn iq_view_destroy(view: *mut iq_view);
    pub fn iq_view_set_visible(view: *mut iq_view, first: usize, count: usize, ahead: usize) -> iq_status;
    pub fn iq_view_visible(view: *const iq_view, first: *mut usize, count: *mut usize) -> iq_status;
    pub fn iq_view_take_cell(
        view: *mut iq_view,
        element: *const iq_element,
        event: *mut iq_event,
    ) -> iq_status;
    pub fn iq_view_give_cell(view: *mut iq_view, cell: u32) -> iq_status;
    pub fn iq_view_find_cell(
        view: *const iq_view,
        cell: u32,
        element: *const iq_element,
        event: *mut iq_event,
    ) -> iq_status;
}
