//! What is shown in place of the items of an empty list.

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
