//! The positions of all items of one side of a changeset on the other.

use std::fmt;

use crate::position::known;

/// The indexes on the other side of all items of one side, both counted over all sections: the result of
/// [`Changeset::map`](crate::Changeset::map).
///
/// ```
/// use iqlist::{Key, List, Side};
///
/// let list = List::<()>::new()?;
/// list.set_items(&["a", "b", "c"].map(Key::from))?;
/// let changes = list.set_items(&["c", "d", "a"].map(Key::from))?;
/// let map = changes.map(Side::Before)?;
/// assert!(map.iter().eq([Some(2), None, Some(0)]));
/// assert_eq!((map.len(), map.get(0), map.get(7)), (3, Some(2), None));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PositionMap<'a>(&'a [u32]);

impl<'a> PositionMap<'a> {
    pub(crate) fn new(raw: &'a [u32]) -> Self {
        Self(raw)
    }

    /// The index on the other side of the item at this index. `None` if the other side does not have it, or if
    /// there is no such item.
    pub fn get(&self, index: usize) -> Option<usize> {
        self.0.get(index).copied().and_then(known)
    }

    /// The number of items of the side.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the side has no items.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The index on the other side of each item of the side, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<usize>> + DoubleEndedIterator + 'a {
        self.0.iter().copied().map(known)
    }
}

impl fmt::Debug for PositionMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
