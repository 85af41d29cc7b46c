//! Updates from threads.

use std::ffi::c_int;

use crate::*;

extern "C" {
    pub fn iq_list_submit(
        list: *mut iq_list,
        snapshot: *const iq_snapshot,
        options: *const iq_diff_options,
        ticket: *mut u64,
    ) -> iq_status;
    pub fn iq_list_cancel(list: *mut iq_list, ticket: u64) -> iq_status;
    pub fn iq_list_wakeup(list: *mut iq_list, descriptor: *mut c_int) -> iq_status;
}
