//! How one arrangement becomes another.

use std::fmt;
use std::ptr::NonNull;
use std::slice;

use crate::boundary::{call, destroy, make};
use crate::position::{known, of_section};
use crate::read::{bytes, text};
use crate::{
    Change, DecodeOptions, DiffOptions, ItemKey, Position, PositionMap, Result, SectionName, Side, Snapshot,
    Splice, Status, Summary,
};
use iqlist_sys::*;

/// How one arrangement becomes another, with the fewest moves: first of sections, then of the items within
/// each. It comes in three dialects, [`batch`](Self::batch), [`steps`](Self::steps) and
/// [`splices`](Self::splices), each built when first requested and borrowed from the changeset.
///
/// It is immutable, and may be read by any number of threads.
///
/// ```
/// use iqlist::{ChangeKind, Key, List};
///
/// let keys = |range: std::ops::Range<u64>| range.map(Key::from).collect::<Vec<_>>();
/// let list = List::<()>::new()?;
/// list.set_items(&keys(0..5))?;
/// let changes = list.set_items(&keys(2..5))?;
/// let said: Vec<_> = changes.batch()?.iter().map(|change| (change.kind(), change.before_range())).collect();
/// assert_eq!(said, [(ChangeKind::ItemDelete, 0..2)]);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// A borrowed dialect does not outlive it:
///
/// ```compile_fail,E0505
/// # let list = iqlist::List::<()>::new()?;
/// let changes = list.set_items(&[iqlist::Key::from(1u64)])?;
/// let batch = changes.batch()?;
/// drop(changes);
/// println!("{batch:?}");
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Changeset(NonNull<iq_changeset>);

// SAFETY: changesets are immutable and have no models, and the library lets any thread read and destroy them.
unsafe impl Send for Changeset {}
// SAFETY: as above.
unsafe impl Sync for Changeset {}

/// Computes the changes that turn `before` into `after`, without a list.
///
/// ```
/// use iqlist::{diff, DiffOptions, Key, Snapshot};
///
/// let before = Snapshot::<()>::of_items(&[Key::from(1u64), Key::from(2u64)])?;
/// let after = Snapshot::of_items(&[Key::from(2u64)])?;
/// assert_eq!(diff(&before, &after, DiffOptions::new())?.summary()?.item_deletes, 1);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub fn diff<M: 'static, S: SectionName, T: SectionName>(
    before: &Snapshot<M, S>,
    after: &Snapshot<M, T>,
    options: DiffOptions,
) -> Result<Changeset> {
    // SAFETY: both are alive.
    make(|out| unsafe { iq_diff(before.as_ptr(), after.as_ptr(), &options.0, out) }, Changeset)
}

// SAFETY (of all calls below): the changeset is alive, and their outputs are ours.
impl Changeset {
    pub(crate) fn own(changeset: NonNull<iq_changeset>) -> Self {
        Self(changeset)
    }

    /// Another owner of the same changeset. Both share everything.
    pub fn try_clone(&self) -> Result<Self> {
        // SAFETY: it is alive, and the output is ours.
        make(|out| unsafe { iq_changeset_copy(self.as_ptr(), out) }, Self::own)
    }

    /// The pointer, for functions of `iqlist_sys`. This changeset owns it.
    pub fn as_ptr(&self) -> *const iq_changeset {
        self.0.as_ptr()
    }

    /// The number of changes, in sections, items and supplementary elements.
    pub fn summary(&self) -> Result<Summary> {
        let mut summary = iq_summary::new();
        call(|| unsafe { iq_changeset_get_summary(self.as_ptr(), &mut summary) })?;
        Ok(summary.into())
    }

    /// The changes as a batch, to be applied all at once, with positions before and after. In this order: items
    /// taken out, section deletes, section moves and inserts, items put in, updates, supplementary changes.
    pub fn batch(&self) -> Result<&[Change]> {
        let (mut first, mut count) = (std::ptr::null(), 0);
        call(|| unsafe { iq_changeset_get_batch(self.as_ptr(), &mut first, &mut count) })?;
        Ok(unsafe { lent(first.cast(), count) })
    }

    /// The changes as steps, to be applied one after another: every position, before and after, is as of that
    /// moment. A move's position after is counted after the removal.
    pub fn steps(&self) -> Result<&[Change]> {
        self.steps_of(0)
    }

    /// As [`steps`](Self::steps), one item or section a step.
    pub fn single_steps(&self) -> Result<&[Change]> {
        self.steps_of(IQ_STEPS_SINGLE)
    }

    /// As [`steps`](Self::steps), for one flat list, the sections one after another: deletes, moves, inserts and
    /// updates of items, without sections.
    ///
    /// ```
    /// use iqlist::{Change, ChangeKind, Key, List};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_items(&[1, 2, 3].map(|it: u64| Key::from(it)))?;
    /// let changes = list.set_items(&[3, 1, 2].map(|it: u64| Key::from(it)))?;
    /// let said = |step: &Change| (step.kind(), step.before_range(), step.after_range());
    /// let steps: Vec<_> = changes.flat_steps()?.iter().map(said).collect();
    /// assert_eq!(steps, [(ChangeKind::ItemMove, 2..3, 0..1)]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn flat_steps(&self) -> Result<&[Change]> {
        self.steps_of(IQ_STEPS_FLAT)
    }

    /// As [`flat_steps`](Self::flat_steps), one item a step.
    pub fn flat_single_steps(&self) -> Result<&[Change]> {
        self.steps_of(IQ_STEPS_FLAT | IQ_STEPS_SINGLE)
    }

    fn steps_of(&self, flags: u32) -> Result<&[Change]> {
        let (mut first, mut count) = (std::ptr::null(), 0);
        call(|| unsafe { iq_changeset_get_steps(self.as_ptr(), flags, &mut first, &mut count) })?;
        Ok(unsafe { lent(first.cast(), count) })
    }

    /// The changes as splices of one flat list, the sections one after another. An update is an item removed and
    /// added.
    pub fn splices(&self) -> Result<&[Splice]> {
        self.splices_of(0)
    }

    /// As [`splices`](Self::splices), without updates.
    pub fn splices_without_updates(&self) -> Result<&[Splice]> {
        self.splices_of(IQ_SPLICES_WITHOUT_UPDATES)
    }

    fn splices_of(&self, flags: u32) -> Result<&[Splice]> {
        let (mut first, mut count) = (std::ptr::null(), 0);
        call(|| unsafe { iq_changeset_get_splices(self.as_ptr(), flags, &mut first, &mut count) })?;
        Ok(unsafe { lent(first.cast(), count) })
    }

    /// The position on the other side of the item at a position on one side; `None` if it was deleted or
    /// inserted.
    pub fn map_position(&self, side: Side, position: Position) -> Result<Option<Position>> {
        Ok(self.mapped(side, position.raw())?.and_then(Position::known))
    }

    /// The position on the other side of the section at a position on one side; `None` if it was deleted or
    /// inserted.
    pub fn map_section(&self, side: Side, section: usize) -> Result<Option<usize>> {
        Ok(self.mapped(side, of_section(section))?.and_then(|other| known(other.section)))
    }

    fn mapped(&self, side: Side, position: iq_position) -> Result<Option<iq_position>> {
        let mut other = iq_position::default();
        let map =
            || unsafe { iq_changeset_map_position(self.as_ptr(), side as iq_side, position, &mut other) };
        match call(map) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Some(other)),
        }
    }

    /// For each item of a side its index on the other side, counted over all sections.
    pub fn map(&self, side: Side) -> Result<PositionMap<'_>> {
        let (mut first, mut count) = (std::ptr::null(), 0);
        call(|| unsafe { iq_changeset_get_map(self.as_ptr(), side as iq_side, &mut first, &mut count) })?;
        Ok(PositionMap::new(unsafe { lent(first, count) }))
    }

    /// The positions of a key before and after. Requires [`DiffOptions::keep_keys`].
    pub fn find_key(&self, key: impl Into<ItemKey>) -> Result<(Option<Position>, Option<Position>)> {
        let (key, mut before, mut after) = (key.into(), iq_position::default(), iq_position::default());
        let section = crate::key::optional(&key.section);
        call(|| unsafe {
            iq_changeset_find_key(self.as_ptr(), section, key.key.raw(), &mut before, &mut after)
        })?;
        Ok((Position::known(before), Position::known(after)))
    }

    /// Applies the changes to a snapshot that shows the state before, all or nothing. New items have no models.
    /// [`Status::Mismatch`] if it shows another state. Requires [`DiffOptions::payload`], as the following
    /// functions do. For a list see [`List::apply_changeset`](crate::List::apply_changeset).
    pub fn apply_to<M: 'static, S: SectionName>(&self, snapshot: &mut Snapshot<M, S>) -> Result<()> {
        call(|| unsafe { iq_changeset_apply(self.as_ptr(), snapshot.as_mut_ptr()) })
    }

    /// The changeset that turns the state after into the state before.
    pub fn invert(&self) -> Result<Self> {
        make(|out| unsafe { iq_changeset_invert(self.as_ptr(), out) }, Self)
    }

    /// This changeset and then `next`, as one.
    pub fn compose(&self, next: &Self) -> Result<Self> {
        make(|out| unsafe { iq_changeset_compose(self.as_ptr(), next.as_ptr(), out) }, Self)
    }

    /// Encodes it as bytes, the same on every machine.
    pub fn encode(&self) -> Result<Vec<u8>> {
        bytes(0, |buffer, capacity, length| unsafe {
            iq_changeset_encode(self.as_ptr(), buffer, capacity, length)
        })
    }

    /// Decodes bytes, whoever wrote them. [`Status::Format`] if they are no encoding or damaged,
    /// [`Status::NotFound`] if a class is not registered in this process.
    ///
    /// A few bytes may describe two billion items that stay, for which [`map`](Self::map) then takes 4 bytes
    /// each. [`decode_with`](Self::decode_with) sets limits.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        Self::decode_with(bytes, DecodeOptions::new())
    }

    /// The same, with limits.
    pub fn decode_with(bytes: &[u8], options: DecodeOptions) -> Result<Self> {
        crate::version::check()?;
        let decode =
            |out| unsafe { iq_changeset_decode(bytes.as_ptr().cast(), bytes.len(), &options.0, out) };
        make(decode, Self)
    }

    /// The summary, then the batch, for people and tests.
    pub fn dump(&self) -> Result<String> {
        text(|buffer, capacity, length| unsafe { iq_changeset_dump(self.as_ptr(), buffer, capacity, length) })
    }

    /// The reason why an item changed, or did not: `moved 1:0 -> 0:1; reconfigured: content differs`.
    pub fn explain(&self, side: Side, position: Position) -> Result<String> {
        text(|buffer, capacity, length| unsafe {
            iq_changeset_explain(self.as_ptr(), side as iq_side, position.raw(), buffer, capacity, length)
        })
    }
}

/// # Safety
/// There are `count` values, as long as the changeset that the result borrows lives; or none, at any address.
unsafe fn lent<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: as promised.
    unsafe { slice::from_raw_parts(first, count) }
}

impl Drop for Changeset {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        destroy(|| unsafe { iq_changeset_destroy(self.0.as_ptr()) });
    }
}

/// As [`Changeset::dump`].
impl fmt::Debug for Changeset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.dump().map_err(|_| fmt::Error)?.trim_end())
    }
}
