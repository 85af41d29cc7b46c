//! A changeset carried out element by element.

use std::fmt;
use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::boundary::{call, destroy, make};
use crate::model::Models;
use crate::position::{narrowed, of_section};
use crate::{Changeset, Position, Result, SectionName, Side, Snapshot, Status};
use iqlist_sys::*;

/// What a [`Replay`] carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// [`Changeset::steps`].
    Steps,
    /// [`Changeset::single_steps`].
    SingleSteps,
    /// [`Changeset::flat_steps`].
    FlatSteps,
    /// [`Changeset::flat_single_steps`].
    FlatSingleSteps,
    /// [`Changeset::splices`].
    Splices,
    /// [`Changeset::splices_without_updates`].
    SplicesWithoutUpdates,
}

impl Dialect {
    fn raw(self) -> (u32, u32) {
        match self {
            Self::Steps => (IQ_REPLAY_STEPS, 0),
            Self::SingleSteps => (IQ_REPLAY_STEPS, IQ_STEPS_SINGLE),
            Self::FlatSteps => (IQ_REPLAY_STEPS, IQ_STEPS_FLAT),
            Self::FlatSingleSteps => (IQ_REPLAY_STEPS, IQ_STEPS_FLAT | IQ_STEPS_SINGLE),
            Self::Splices => (IQ_REPLAY_SPLICES, 0),
            Self::SplicesWithoutUpdates => (IQ_REPLAY_SPLICES, IQ_SPLICES_WITHOUT_UPDATES),
        }
    }
}

/// The steps or splices of a changeset, carried out one by one: for a toolkit that is told them one by one, and
/// reads rows in between, when the list is neither the one before nor the one after. It says for each position of
/// that moment where the item is found: before, if it is deleted or updated later on, else after. Rows are then read
/// from two snapshots, that of before and one taken with the update.
///
/// It holds the changeset, and the models of before.
///
/// ```
/// use iqlist::{Dialect, Key, List, Replay, Side};
///
/// let list = List::<()>::new()?;
/// list.set_items(&[1, 2, 3].map(|it: u64| Key::from(it)))?;
/// let before = list.snapshot()?;
/// let changes = list.set_items(&[3, 1].map(|it: u64| Key::from(it)))?;
/// let mut replay = Replay::new(&changes, &before, Dialect::FlatSteps)?;
/// assert_eq!(replay.find_index(1)?, (Side::Before, 1)); // it is deleted by the first step
/// assert!(replay.advance()?);
/// assert_eq!(replay.find_index(1)?, (Side::After, 0)); // 3, which is the first in the end
/// assert!(replay.advance()?); // 3 moves
/// assert!(!replay.advance()?); // nothing is left
/// assert_eq!(replay.count()?, 2);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// It is sent and shared between threads if its models may be, which are dropped with it:
///
/// ```
/// fn shared<T: Send + Sync>() {}
/// shared::<iqlist::Replay<String>>();
/// ```
/// ```compile_fail,E0277
/// fn sent<T: Send>() {}
/// sent::<iqlist::Replay<std::rc::Rc<u8>>>();
/// ```
/// ```compile_fail,E0277
/// fn shared<T: Sync>() {}
/// shared::<iqlist::Replay<std::cell::Cell<u8>>>();
/// ```
pub struct Replay<M = ()> {
    replay: NonNull<iq_replay>,
    models: Models<M>,
}

// SAFETY: the library lets any thread use it, one at a time; it refuses a second one. It owns models as a snapshot
// does, which the thread that destroys it may be the last to release.
unsafe impl<M: Send + Sync> Send for Replay<M> {}
// SAFETY: as above.
unsafe impl<M: Send + Sync> Sync for Replay<M> {}

// SAFETY (of all calls below): the replay is alive, and their outputs are ours.
impl<M: 'static> Replay<M> {
    /// Begins a replay, with nothing carried out. `before` is the state that the changeset starts from:
    /// [`Status::Mismatch`] if its counts are others, [`Status::State`] if the changeset is a full reload.
    pub fn new<S: SectionName>(
        changes: &Changeset,
        before: &Snapshot<M, S>,
        dialect: Dialect,
    ) -> Result<Self> {
        let (dialect, flags) = dialect.raw();
        // SAFETY: both are alive.
        make(
            |out| unsafe { iq_replay_create(changes.as_ptr(), before.as_ptr(), dialect, flags, out) },
            |replay| Self { replay, models: PhantomData },
        )
    }

    /// Carries out the next element. False if there is none left.
    pub fn advance(&mut self) -> Result<bool> {
        match call(|| unsafe { iq_replay_next(self.replay.as_ptr()) }) {
            Err(error) if error.status() == Status::State => Ok(false),
            done => done.map(|()| true),
        }
    }

    /// The sections at this moment; of flat steps and of splices, the items.
    pub fn count(&self) -> Result<usize> {
        self.counted(IQ_NONE)
    }

    /// The items of a section at this moment. [`Status::Range`] if there is none.
    pub fn items(&self, section: usize) -> Result<usize> {
        self.counted(narrowed(section))
    }

    fn counted(&self, section: u32) -> Result<usize> {
        let mut count = 0;
        call(|| unsafe { iq_replay_get_count(self.replay.as_ptr(), section, &mut count) })?;
        Ok(count)
    }

    /// Where the item at a position of this moment is found. [`Status::Range`] if there is none.
    pub fn find(&self, position: Position) -> Result<(Side, Position)> {
        self.found(position.raw()).map(|(side, found)| (side, Position::of_item(found)))
    }

    /// Where a section of this moment is found.
    pub fn find_section(&self, section: usize) -> Result<(Side, usize)> {
        self.found(of_section(section)).map(|(side, found)| (side, found.section as usize))
    }

    /// Where the item at an index of a flat list is found: its index over all sections there.
    pub fn find_index(&self, index: usize) -> Result<(Side, usize)> {
        let position = iq_position { section: IQ_NONE, item: narrowed(index) };
        self.found(position).map(|(side, found)| (side, found.item as usize))
    }

    fn found(&self, position: iq_position) -> Result<(Side, iq_position)> {
        let (mut side, mut found) = (IQ_BEFORE, iq_position::default());
        call(|| unsafe { iq_replay_find(self.replay.as_ptr(), position, &mut side, &mut found) })?;
        Ok((if side == IQ_AFTER { Side::After } else { Side::Before }, found))
    }
}

impl<M> Drop for Replay<M> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_replay_destroy(self.replay.as_ptr()) });
    }
}

impl<M> fmt::Debug for Replay<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay").finish_non_exhaustive()
    }
}
