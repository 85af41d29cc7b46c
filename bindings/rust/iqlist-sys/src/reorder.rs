//! Items that a user drags.

use crate::*;

pub const IQ_REORDER_BEGAN: u32 = 1;
pub const IQ_REORDER_DROPPED: u32 = 2;
pub const IQ_REORDER_CANCELLED: u32 = 4;

extern "C" {
    pub fn iq_list_begin_reorder(
        list: *mut iq_list,
        items: *const iq_item,
        count: usize,
        edit: *mut *mut iq_edit,
    ) -> iq_status;
}
