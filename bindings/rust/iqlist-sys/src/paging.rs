//! More items at the ends of a list or a section.

use crate::*;

pub type iq_edge = u32;
pub const IQ_EDGE_START: iq_edge = 0;
pub const IQ_EDGE_END: iq_edge = 1;

pub const IQ_PAGE_OFF: u32 = 0;
pub const IQ_PAGE_MORE: u32 = 1;
pub const IQ_PAGE_LOADING: u32 = 2;
pub const IQ_PAGE_FAILED: u32 = 3;
pub const IQ_PAGE_ENDED: u32 = 4;

pub const IQ_PAGE_SHOW_LOADING: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct iq_page {
    pub struct_size: usize,
    pub state: u32,
    pub distance: u32,
    pub flags: u32,
    pub reserved: u32,
    pub token: u64,
}

extern "C" {
    pub fn iq_list_set_page(
        list: *mut iq_list,
        section: iq_section,
        edge: iq_edge,
        page: *const iq_page,
    ) -> iq_status;
    pub fn iq_list_page(
        list: *const iq_list,
        section: iq_section,
        edge: iq_edge,
        page: *mut iq_page,
    ) -> iq_status;
    pub fn iq_list_reach_edge(list: *mut iq_list, section: iq_section, edge: iq_edge) -> iq_status;
}
