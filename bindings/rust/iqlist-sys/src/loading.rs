//! What is shown in place of the items of an empty list, and the elements of the list itself.

use crate::*;

pub const IQ_LOADING_NO: u32 = 0;
pub const IQ_LOADING_YES: u32 = 1;
pub const IQ_LOADING_FAILED: u32 = 2;

pub const IQ_PLACEHOLDER_NONE: u32 = 0;
pub const IQ_PLACEHOLDER_EMPTY: u32 = 1;
pub const IQ_PLACEHOLDER_LOADING: u32 = 2;
pub const IQ_PLACEHOLDER_FAILED: u32 = 3;

extern "C" {
    pub fn iq_list_set_loading(list: *mut iq_list, loading: u32) -> iq_status;
}

pub const IQ_KIND_EMPTY: u32 = 3;
pub const IQ_KIND_LOADING: u32 = 4;
pub const IQ_KIND_FAILED: u32 = 5;

extern "C" {
    pub fn iq_list_set_supplementary(list: *mut iq_list, element: *const iq_supplementary) -> iq_status;
    pub fn iq_list_remove_supplementary(list: *mut iq_list, kind: u32, index: u32) -> iq_status;
}
