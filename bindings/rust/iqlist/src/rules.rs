//! How large the items and elements of a section are that have no size of their own.

use crate::{Insets, Size};
use iqlist_sys::*;

/// A width or height. Values are finite and not negative; the result is cut to 2^20 units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Length {
    /// As its content: [measured](crate::SectionLayout::measured_by) or [set](crate::LaidOutView::set_sizes); so many
    /// units until then. 0 is 44, of headers and footers 22.
    Auto(f64),
    /// So many units.
    Fixed(f64),
    /// So many times the window, without the view's insets.
    Relative(f64),
    /// By the other length: width / height. 0 is 1.
    Aspect(f64),
}

impl Length {
    const fn raw(self) -> iq_length {
        let (unit, value) = match self {
            Self::Auto(value) => (IQ_LENGTH_AUTO, value),
            Self::Fixed(value) => (IQ_LENGTH_FIXED, value),
            Self::Relative(value) => (IQ_LENGTH_RELATIVE, value),
            Self::Aspect(value) => (IQ_LENGTH_ASPECT, value),
        };
        iq_length { unit: unit as u64, value }
    }
}

/// `Auto(0.0)`.
impl Default for Length {
    fn default() -> Self {
        Self::Auto(0.0)
    }
}

/// How large items, headers or footers are that have no size of their own. What counts is the length along the axis
/// in which the view scrolls: `height`, or `width` if that is [horizontal](crate::ViewOptions::horizontal). Across, an
/// item takes its column, and an element the room of the view.
///
/// ```
/// use iqlist::{Length, SizeRule};
///
/// let rule = SizeRule { indent: 8.0, ..SizeRule::height(Length::Fixed(20.0)) };
/// assert_eq!(rule.height, Length::Fixed(20.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SizeRule {
    /// From side to side.
    pub width: Length,
    /// From top to bottom.
    pub height: Length,
    /// Added to what the lengths say.
    pub additional: Size,
    /// Around the cell, within its place.
    pub insets: Insets,
    /// Left free at the leading side.
    pub indent: f64,
    /// More, for each level of the item.
    pub level_indent: f64,
}

impl SizeRule {
    /// For views that scroll up and down.
    pub fn height(height: Length) -> Self {
        Self { height, ..Self::default() }
    }

    /// For views that scroll from side to side.
    pub fn width(width: Length) -> Self {
        Self { width, ..Self::default() }
    }

    pub(crate) const fn raw(self) -> iq_size_rule {
        iq_size_rule {
            width: self.width.raw(),
            height: self.height.raw(),
            additional: self.additional.raw(),
            insets: self.insets.raw(),
            indent: self.indent,
            level_indent: self.level_indent,
        }
    }
}
