//! States of items, and how they are set. `list/states.rs` sets and reads them.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use crate::flags::{debug_flags, Names};
use iqlist_sys::*;

/// States of an item: the sum of some. A section can be focused, expanded, and in the host's own states.
///
/// ```
/// use iqlist::States;
///
/// const UNREAD: States = States::host(0);
/// let both = States::SELECTED | UNREAD;
/// assert!(both.contains(UNREAD) && !both.contains(States::FOCUSED));
/// assert_eq!(format!("{both:?}"), "States(SELECTED | host(0))");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct States(u32);

impl States {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// Selected: see [`List::set_selection`](crate::List::set_selection).
    pub const SELECTED: Self = Self(IQ_STATE_SELECTED);
    /// Highlighted.
    pub const HIGHLIGHTED: Self = Self(IQ_STATE_HIGHLIGHTED);
    /// Focused: one item or section at most.
    pub const FOCUSED: Self = Self(IQ_STATE_FOCUSED);
    /// Expanded.
    pub const EXPANDED: Self = Self(IQ_STATE_EXPANDED);

    /// One of the host's own states.
    ///
    /// # Panics
    /// There are eight: `number` is less.
    pub const fn host(number: u32) -> Self {
        assert!(number < 8, "there are eight states of the host's own");
        Self(IQ_STATE_HOST << number)
    }

    pub(crate) const fn of(raw: u32) -> Self {
        Self(raw)
    }

    /// The bits of the C interface.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether it has all of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The names of the states, those of the host's own as it makes them.
const NAMES: [(u32, &str); 12] = [
    (IQ_STATE_SELECTED, "SELECTED"),
    (IQ_STATE_HIGHLIGHTED, "HIGHLIGHTED"),
    (IQ_STATE_FOCUSED, "FOCUSED"),
    (IQ_STATE_EXPANDED, "EXPANDED"),
    (IQ_STATE_HOST, "host(0)"),
    (IQ_STATE_HOST << 1, "host(1)"),
    (IQ_STATE_HOST << 2, "host(2)"),
    (IQ_STATE_HOST << 3, "host(3)"),
    (IQ_STATE_HOST << 4, "host(4)"),
    (IQ_STATE_HOST << 5, "host(5)"),
    (IQ_STATE_HOST << 6, "host(6)"),
    (IQ_STATE_HOST << 7, "host(7)"),
];

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("States").field(&Names { bits: self.0, none: "NONE", known: &NAMES }).finish()
    }
}

impl BitOr for States {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for States {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// How states are set.
///
/// ```
/// use iqlist::SetStates;
///
/// let tapped = SetStates::ONLY | SetStates::BY_USER;
/// assert_ne!(tapped, SetStates::ON);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SetStates(u32);

impl SetStates {
    /// The items get the states.
    pub const ON: Self = Self(0);
    /// The items lose the states: alone, or with `BY_USER`.
    pub const OFF: Self = Self(IQ_SET_OFF);
    /// Each item by itself gets those that it has not, and loses those that it has.
    pub const TOGGLE: Self = Self(IQ_SET_TOGGLE);
    /// All other items lose the states.
    pub const ONLY: Self = Self(IQ_SET_ONLY);
    /// The user does it: the [traits](crate::Traits) of items and the [`Selection`] decide. A call about one item
    /// that refuses is [`Status::Refused`](crate::Status::Refused), a call about several passes over it. Without
    /// [`Selection::keeping`] a selection by the user is a tap: it is reported, and nothing stays selected.
    pub const BY_USER: Self = Self(IQ_SET_BY_USER);

    pub(crate) const fn raw(self) -> u32 {
        self.0
    }
}

debug_flags!(SetStates, ON, OFF TOGGLE ONLY BY_USER);

impl BitOr for SetStates {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How many items can be selected: see [`List::set_selection`](crate::List::set_selection).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Selection(u32);

impl Selection {
    /// One at most.
    pub const SINGLE: Self = Self(IQ_SELECTION_SINGLE);
    /// Any number.
    pub const MULTIPLE: Self = Self(IQ_SELECTION_MULTIPLE);
    /// None by the user.
    pub const NONE: Self = Self(IQ_SELECTION_NONE);

    /// What the user selects stays selected. Without it a selection by the user is reported
    /// ([`Event::is_cleared`](crate::Event::is_cleared)), and the item is not selected afterwards.
    #[must_use]
    pub const fn keeping(self) -> Self {
        Self(self.0 | IQ_SELECTION_KEEPS)
    }

    pub(crate) const fn raw(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_raw(mode: u32) -> Self {
        Self(mode)
    }
}

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = [(IQ_SELECTION_MULTIPLE, "MULTIPLE"), (IQ_SELECTION_NONE, "NONE")];
        let mode = Names { bits: self.0 & !IQ_SELECTION_KEEPS, none: "SINGLE", known: &known };
        match self.0 & IQ_SELECTION_KEEPS {
            0 => f.debug_tuple("Selection").field(&mode).finish(),
            _ => f.debug_tuple("Selection").field(&format_args!("{mode:?} | KEEPS")).finish(),
        }
    }
}
