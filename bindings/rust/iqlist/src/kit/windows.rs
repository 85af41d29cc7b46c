//! The window of a view, and what sizes are in it.

use super::lines::Known;
use crate::{Insets, Length, Size, SizeRule, ViewOptions};

/// The window of a view, and its axis. Along is the axis that it scrolls, across the other one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) size: Size,
    pub(super) is_horizontal: bool,
    /// The start of the axis is at the right.
    pub(super) is_mirrored: bool,
    insets: Insets,
    pub(super) grain: f64,
}

impl Window {
    pub(super) fn new(options: ViewOptions, size: Size) -> Self {
        Self {
            size,
            is_horizontal: options.is_horizontal(),
            is_mirrored: options.is_horizontal() && options.is_right_to_left(),
            insets: options.insets_of_window(),
            grain: options.smallest_length(),
        }
    }

    pub(super) fn along(&self, size: Size) -> f64 {
        if self.is_horizontal {
            size.width
        } else {
            size.height
        }
    }

    pub(super) fn across(&self, size: Size) -> f64 {
        if self.is_horizontal {
            size.height
        } else {
            size.width
        }
    }

    /// Whether sizes that were set for this window hold in another one.
    pub(super) fn keeps_sizes(&self, other: &Self) -> bool {
        let same = |window: &Self| (window.is_horizontal, window.grain, window.room());
        same(self) == same(other)
    }

    pub(super) fn size_of(&self, along: f64, across: f64) -> Size {
        if self.is_horizontal {
            Size::new(along, across)
        } else {
            Size::new(across, along)
        }
    }

    /// What is known of a place as a view takes it: what is not known is no number. `None`: its length is not.
    pub(super) fn answer(&self, known: Known) -> Option<Size> {
        Some(self.size_of(known.length?, known.width.unwrap_or(f64::NAN)))
    }

    /// The sums of insets along and across.
    pub(super) fn insets(&self, insets: Insets) -> (f64, f64) {
        let (width, height) = (insets.leading + insets.trailing, insets.top + insets.bottom);
        if self.is_horizontal {
            (width, height)
        } else {
            (height, width)
        }
    }

    /// The window along, without its insets.
    fn free(&self) -> f64 {
        (self.along(self.size) - self.insets(self.insets).0).max(0.0)
    }

    /// The window across, without its insets.
    pub(super) fn room(&self) -> f64 {
        (self.across(self.size) - self.insets(self.insets).1).max(0.0)
    }

    pub(super) fn lengths(&self, rule: &SizeRule) -> (Length, Length) {
        if self.is_horizontal {
            (rule.width, rule.height)
        } else {
            (rule.height, rule.width)
        }
    }

    pub(super) fn with_along(&self, rule: SizeRule, along: Length) -> SizeRule {
        let SizeRule { additional, .. } = rule;
        if self.is_horizontal {
            SizeRule { width: along, additional: Size { width: 0.0, ..additional }, ..rule }
        } else {
            SizeRule { height: along, additional: Size { height: 0.0, ..additional }, ..rule }
        }
    }

    pub(super) fn with_across(&self, rule: SizeRule, across: Length) -> SizeRule {
        let SizeRule { additional, .. } = rule;
        if self.is_horizontal {
            SizeRule { height: across, additional: Size { height: 0.0, ..additional }, ..rule }
        } else {
            SizeRule { width: across, additional: Size { width: 0.0, ..additional }, ..rule }
        }
    }

    /// The length along that a rule says of what is so wide, with what is additional, as a view computes it. `None`: it is
    /// as long as its content, or follows from a width that is not known.
    pub(super) fn length(&self, rule: &SizeRule, across: Option<f64>) -> Option<f64> {
        let length = match self.lengths(rule).0 {
            Length::Fixed(units) => units,
            Length::Relative(times) => self.free() * times,
            Length::Aspect(ratio) if self.is_horizontal => across? * whole(ratio),
            Length::Aspect(ratio) => across? / whole(ratio),
            _ => return None,
        };
        Some(length + self.along(rule.additional))
    }

    /// The length that is assumed of what is as long as its content.
    pub(super) fn assumed(&self, rule: &SizeRule, default: f64) -> f64 {
        let units = match self.lengths(rule).0 {
            Length::Auto(units) if units > 0.0 => units,
            _ => default,
        };
        units + self.along(rule.additional)
    }

    /// The length across that a rule says: `None` if it takes what there is, or is measured.
    pub(super) fn width(&self, rule: &SizeRule) -> Option<f64> {
        let (along, across) = self.lengths(rule);
        let width = match across {
            Length::Fixed(units) => units,
            Length::Relative(times) => self.room() * times,
            Length::Aspect(ratio) => {
                let along = match along {
                    Length::Fixed(units) => units,
                    Length::Relative(times) => self.free() * times,
                    _ => return None,
                };
                if self.is_horizontal {
                    along / whole(ratio)
                } else {
                    along * whole(ratio)
                }
            }
            _ => return None,
        };
        Some(width + self.across(rule.additional))
    }

    /// By how much a place is larger than its cell, along and across, given the rule of the place.
    pub(super) fn around_cell(&self, rule: &SizeRule, level: u16) -> (f64, f64) {
        let indent = rule.indent + rule.level_indent * f64::from(level);
        let (along, across) = self.insets(rule.insets);
        match self.is_horizontal {
            true => (along + indent, across),
            false => (along, across + indent),
        }
    }
}

/// A ratio of 0 is 1.
fn whole(ratio: f64) -> f64 {
    if ratio == 0.0 {
        1.0
    } else {
        ratio
    }
}
