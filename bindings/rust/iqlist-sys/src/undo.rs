//! Steps of a list that can be undone and redone.

use crate::*;

extern "C" {
    pub fn iq_list_set_undo(list: *mut iq_list, bytes: usize) -> iq_status;
    pub fn iq_list_undo(
        list: *mut iq_list,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_list_redo(
        list: *mut iq_list,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
}
