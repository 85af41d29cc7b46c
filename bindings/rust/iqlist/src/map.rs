//! Where all items of one side of a changeset are on the other.

use std::fmt;

use crate::position::known;

/// Where the items of one side are on the other, both counted over all sections: what
/// [`Changeset::map`](crate::Changeset::map) lends.
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

    /// Where the item at this index is. `None` if nowhere, or if there is no such item.
    pub fn get(&self, index: usize) -> Option<usize> {
        self.0.get(index).copied().and_then(known)
    }

    /// How many items the side has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the side has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where each item of the side is, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<usize>> + DoubleEndedIterator + 'a {
        self.0.iter().copied().map(known)
    }
}

impl fmt::Debug for PositionMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
