//! Sizes, rectangles and insets, in the units of the host: points, pixels, terminal cells.

use iqlist_sys::*;

/// A size. Lengths are from 0 to 2^20, or NaN in [`Size::UNKNOWN`].
///
/// ```
/// use iqlist::Size;
///
/// assert_eq!(Size::new(320.0, 20.0), Size { width: 320.0, height: 20.0 });
/// assert!(Size::UNKNOWN.height.is_nan());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// From side to side.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Size {
    /// No size: NaN. What is set to it is [forgotten](crate::LaidOutView::set_sizes).
    pub const UNKNOWN: Self = Self { width: f64::NAN, height: f64::NAN };

    /// A width and a height.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    pub(crate) const fn of(raw: iq_size) -> Self {
        Self { width: raw.width, height: raw.height }
    }

    pub(crate) const fn raw(self) -> iq_size {
        iq_size { width: self.width, height: self.height }
    }
}

/// A rectangle, whose corner at the smallest `x` and `y` is given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// From side to side.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Rect {
    /// A corner and a size.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// Whether a point is in it: the left and upper edges are, the right and lower ones are not.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.x + self.width && y >= self.y && y < self.y + self.height
    }

    pub(crate) const fn of(raw: iq_rect) -> Self {
        Self { x: raw.x, y: raw.y, width: raw.width, height: raw.height }
    }

    pub(crate) const fn raw(self) -> iq_rect {
        let Self { x, y, width, height } = self;
        iq_rect { x, y, width, height }
    }
}

/// Room left free at the four sides. Leading is left, or right in a view from
/// [right to left](crate::ViewOptions::right_to_left). Lengths are from 0 to 2^20.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Insets {
    /// At the top.
    pub top: f64,
    /// Where lines begin.
    pub leading: f64,
    /// At the bottom.
    pub bottom: f64,
    /// Where lines end.
    pub trailing: f64,
}

impl Insets {
    /// None at any side.
    pub const NONE: Self = Self::all(0.0);

    /// The same at all sides.
    pub const fn all(length: f64) -> Self {
        Self { top: length, leading: length, bottom: length, trailing: length }
    }

    pub(crate) const fn raw(self) -> iq_insets {
        let Self { top, leading, bottom, trailing } = self;
        iq_insets { top, leading, bottom, trailing }
    }
}
