//! Changesets with a payload: applied, inverted and composed.

use crate::*;

extern "C" {
    pub fn iq_changeset_apply(changeset: *const iq_changeset, snapshot: *mut iq_snapshot) -> iq_status;
    pub fn iq_changeset_apply_to_list(
        changeset: *const iq_changeset,
        list: *mut iq_list,
        options: *const iq_diff_options,
        applied: *mut *mut iq_changeset,
    ) -> iq_status;
    pub fn iq_changeset_invert(changeset: *const iq_changeset, inverse: *mut *mut iq_changeset) -> iq_status;
    pub fn iq_changeset_compose(
        first: *const iq_changeset,
        second: *const iq_changeset,
        combined: *mut *mut iq_changeset,
    ) -> iq_status;
}
