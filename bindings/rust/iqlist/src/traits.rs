//! What the user may do with an item.

use std::ops::{BitOr, BitOrAssign};

use crate::flags::debug_flags;
use iqlist_sys::*;

/// What the user may do with an item: of all items of a class, or of one by its model. Without any, an item can be
/// selected, deselected, highlighted, focused and activated, and not be moved, deleted or inserted beside.
///
/// ```
/// use iqlist::{Class, Traits};
///
/// struct Row { is_header: bool }
///
/// let class = Class::<Row>::builder("traits/row")
///     .traits(Traits::MOVABLE | Traits::DELETABLE)
///     .traits_of(|row| if row.is_header { Traits::NOT_SELECTABLE } else { Traits::MOVABLE })
///     .register()?;
/// assert_eq!(class.name(), "traits/row");
/// assert!((Traits::MOVABLE | Traits::DELETABLE).contains(Traits::MOVABLE));
/// assert_eq!(format!("{:?}", Traits::MOVABLE | Traits::DELETABLE), "Traits(MOVABLE | DELETABLE)");
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Traits(u32);

impl Traits {
    /// None at all.
    pub const NONE: Traits = Traits(0);
    /// The user cannot select it.
    pub const NOT_SELECTABLE: Traits = Traits(IQ_TRAIT_NOT_SELECTABLE);
    /// The user cannot deselect it.
    pub const NOT_DESELECTABLE: Traits = Traits(IQ_TRAIT_NOT_DESELECTABLE);
    /// The user cannot highlight it.
    pub const NOT_HIGHLIGHTABLE: Traits = Traits(IQ_TRAIT_NOT_HIGHLIGHTABLE);
    /// The user cannot activate it.
    pub const NOT_ACTIVATABLE: Traits = Traits(IQ_TRAIT_NOT_ACTIVATABLE);
    /// The user cannot focus it.
    pub const NOT_FOCUSABLE: Traits = Traits(IQ_TRAIT_NOT_FOCUSABLE);
    /// The user can drag it elsewhere.
    pub const MOVABLE: Traits = Traits(IQ_TRAIT_MOVABLE);
    /// The user can delete it.
    pub const DELETABLE: Traits = Traits(IQ_TRAIT_DELETABLE);
    /// The user can insert an item beside it.
    pub const INSERTABLE: Traits = Traits(IQ_TRAIT_INSERTABLE);
    /// It has children, to be shown when it is expanded.
    pub const HAS_CHILDREN: Traits = Traits(IQ_TRAIT_HAS_CHILDREN);

    /// The bits of the C interface.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether it has all of `other`.
    pub const fn contains(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

debug_flags! {
    Traits, NONE,
    NOT_SELECTABLE NOT_DESELECTABLE NOT_HIGHLIGHTABLE NOT_ACTIVATABLE NOT_FOCUSABLE MOVABLE DELETABLE
    INSERTABLE HAS_CHILDREN
}

impl BitOr for Traits {
    type Output = Traits;

    fn bitor(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

impl BitOrAssign for Traits {
    fn bitor_assign(&mut self, other: Traits) {
        self.0 |= other.0;
    }
}
