//! Replays: a changeset carried out element by element.

use crate::*;

opaque!(iq_replay);

pub const IQ_REPLAY_STEPS: u32 = 0;
pub const IQ_REPLAY_SPLICES: u32 = 1;

extern "C" {
    pub fn iq_replay_create(
        changeset: *const iq_changeset,
        before: *const iq_snapshot,
        dialect: u32,
        flags: u32,
        replay: *mut *mut iq_replay,
    ) -> iq_status;
    pub fn iq_replay_destroy(replay: *mut iq_replay);
    pub fn iq_replay_next(replay: *mut iq_replay) -> iq_status;
    pub fn iq_replay_count(replay: *const iq_replay, section: u32, count: *mut usize) -> iq_status;
    pub fn iq_replay_find(
        replay: *const iq_replay,
        position: iq_position,
        side: *mut iq_side,
        found: *mut iq_position,
    ) -> iq_status;
}
