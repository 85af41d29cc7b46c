//! Where a view that is laid out scrolls to, and what it holds.

use std::ops::{BitOr, BitOrAssign};

use crate::flags::debug_flags;
use crate::{Item, Key, Target};
use iqlist_sys::*;

/// How [`LaidOutView::scroll`](crate::LaidOutView::scroll) sets the offset.
///
/// ```
/// use iqlist::Scroll;
///
/// let wheel = Scroll::BY | Scroll::CLAMP;
/// assert_ne!(wheel, Scroll::TO);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Scroll(u32);

impl Scroll {
    /// To the offset.
    pub const TO: Self = Self(0);
    /// The offset is added to the present one.
    pub const BY: Self = Self(IQ_SCROLL_BY);
    /// No further than there is content. Without it the offset may be beyond.
    pub const CLAMP: Self = Self(IQ_SCROLL_CLAMP);
    /// A finger holds the content, until a call without it: the view does not go to the end by itself.
    pub const HELD: Self = Self(IQ_SCROLL_HELD);
    /// A scroll bar is held, until a call without it, or [`scroll_to`](crate::LaidOutView::scroll_to): the size of the
    /// content and the range of offsets in scenes stand still, although sizes are measured and the list changes. The
    /// offset is one of the bar's, within its range, and the scene's is what was asked for; the content moves by as much
    /// of what is left to its end as the bar does. So nothing jumps, and the bar's ends are the real ends, where the
    /// content stays while the bar is there.
    pub const BAR: Self = Self(IQ_SCROLL_BAR);

    pub(crate) const fn raw(self) -> u32 {
        self.0
    }
}

debug_flags!(Scroll, TO, BY CLAMP HELD BAR);

impl BitOr for Scroll {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Scroll {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Where in the window a target is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Align {
    /// Where it is, if it is visible; else at the nearer edge.
    #[default]
    Nearest = IQ_ALIGN_NEAREST,
    /// At the start, below what is stuck there.
    Start = IQ_ALIGN_START,
    /// In the middle.
    Center = IQ_ALIGN_CENTER,
    /// At the end, above what is stuck there.
    End = IQ_ALIGN_END,
}

/// What to show, and where. An item or a [`Target`] is one: at the nearer edge.
///
/// ```
/// use iqlist::{Align, ScrollTarget, Target};
///
/// let end = ScrollTarget::new(Target::List).align(Align::End);
/// let roomy = ScrollTarget::new(Target::List).align(Align::Start).margin(8.0);
/// assert_ne!(end, roomy);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrollTarget {
    target: Target,
    align: Align,
    margin: f64,
}

impl ScrollTarget {
    /// An item, an element, a section, or with [`Target::List`] the start or end of all content.
    pub const fn new(target: Target) -> Self {
        Self { target, align: Align::Nearest, margin: 0.0 }
    }

    /// Where it is to be.
    #[must_use]
    pub const fn align(mut self, align: Align) -> Self {
        self.align = align;
        self
    }

    /// Units left free between it and the edge; not for [`Align::Center`].
    #[must_use]
    pub const fn margin(mut self, units: f64) -> Self {
        self.margin = units;
        self
    }

    pub(crate) fn raw(self) -> iq_scroll_target {
        iq_scroll_target {
            element: self.target.raw(),
            align: self.align as iq_align,
            margin: self.margin,
            ..iq_scroll_target::new()
        }
    }
}

impl From<Target> for ScrollTarget {
    fn from(target: Target) -> Self {
        Self::new(target)
    }
}

impl From<Item> for ScrollTarget {
    fn from(item: Item) -> Self {
        Self::new(Target::Item(item))
    }
}

/// What stays where it is when the list or sizes change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Anchor {
    /// What is visible; but at the start, the start.
    #[default]
    Visible = IQ_ANCHOR_VISIBLE,
    /// What is visible, also at the start: history comes in above.
    Hold = IQ_ANCHOR_HOLD,
    /// At the end, the end; else what is visible: chats, logs.
    End = IQ_ANCHOR_END,
    /// The offset.
    None = IQ_ANCHOR_NONE,
}

/// A scroll position by key. It can be stored and outlives the process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrollPosition {
    /// The key of the section.
    pub section: Key,
    /// The key of the first visible item.
    pub item: Key,
    /// Units from the item's start to the window's.
    pub within: f64,
    /// The view was at the start of its content.
    pub at_start: bool,
    /// The view was at the end of its content.
    pub at_end: bool,
}

impl ScrollPosition {
    pub(crate) fn of(raw: &iq_scroll_position) -> Self {
        Self {
            section: raw.section.into(),
            item: raw.item.into(),
            within: raw.within,
            at_start: raw.flags & IQ_SCENE_AT_START != 0,
            at_end: raw.flags & IQ_SCENE_AT_END != 0,
        }
    }

    pub(crate) fn raw(self) -> iq_scroll_position {
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        iq_scroll_position {
            section: self.section.into(),
            item: self.item.into(),
            within: self.within,
            flags: flag(self.at_start, IQ_SCENE_AT_START) | flag(self.at_end, IQ_SCENE_AT_END),
            ..iq_scroll_position::new()
        }
    }
}

/// A direction in the window, from right to left or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Direction {
    /// To smaller `y`.
    Up = IQ_DIRECTION_UP,
    /// To larger `y`.
    Down = IQ_DIRECTION_DOWN,
    /// To smaller `x`.
    Left = IQ_DIRECTION_LEFT,
    /// To larger `x`.
    Right = IQ_DIRECTION_RIGHT,
    /// Towards the start, by a window without what is stuck in it.
    PageUp = IQ_DIRECTION_PAGE_UP,
    /// Towards the end, likewise.
    PageDown = IQ_DIRECTION_PAGE_DOWN,
}
