//! How the items of a section stand across: columns, items that take several, the lines of a flow, lanes.
//!
//! ```text
//!     window 320, width 100     columns 3, spacing 10, column 100        justified
//!     window 320, width 200     columns 1, trailing inset 120            at the leading side
//!     columns of 100            an item of 101 takes two: 210
//!     flow, room 320            widths 100 150 60 | 320 | 40
//!     3 lanes, spacing 10       100 each, whatever an item says
//! ```

use super::windows::Window;
use crate::{Insets, Length, SizeRule};

/// As many as a view takes.
const MOST_COLUMNS: f64 = 64.0;
const MOST_LANES: f64 = 32.0;

const SLACK: f64 = 1e-9;

/// What a layout says about them. One of another kind has its place here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arrangement {
    Columns(u32),
    Flow,
    /// 0: the width of the rule makes them.
    Lanes(u32),
}

impl Arrangement {
    /// Whether it is left to widths how many columns there are.
    pub(super) fn is_by_width(arrangement: Option<Self>) -> bool {
        matches!(arrangement, None | Some(Self::Lanes(0)))
    }
}

/// Where the items of a row or line are, if they leave room.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Alignment {
    #[default]
    Leading,
    Centered,
    Justified,
}

/// The rows of a section, the lines of its flow, or its lanes, which are columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    /// Of a row, or line.
    pub(super) room: f64,
    pub(super) columns: u32,
    pub(super) spacing: f64,
    pub(super) is_flow: bool,
    pub(super) is_lanes: bool,
    /// The width of the cells of a single column that do not fill it.
    narrow: Option<f64>,
}

/// What is known of the place of an item: its length, and its own width. See [`Lines::own_width`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub(super) length: Option<f64>,
    pub(super) width: Option<f64>,
}

impl Lines {
    /// The width of the rule makes columns, where the layout does not say how many there are.
    pub(super) fn new(
        window: &Window,
        arrangement: Option<Arrangement>,
        rule: &SizeRule,
        room: f64,
        spacing: f64,
    ) -> Self {
        let is_lanes = matches!(arrangement, Some(Arrangement::Lanes(_)));
        let single = Self { room, columns: 1, spacing, is_flow: false, is_lanes, narrow: None };
        let width = match arrangement {
            Some(Arrangement::Flow) => return Self { is_flow: true, ..single },
            Some(Arrangement::Columns(columns)) => return Self { columns: columns.max(1), ..single },
            Some(Arrangement::Lanes(lanes)) if lanes > 0 => return Self { columns: lanes, ..single },
            Some(Arrangement::Lanes(_)) | None => window.width(rule).filter(|width| *width > 0.0),
        };
        let Some(width) = width else { return single };
        let most = if is_lanes { MOST_LANES } else { MOST_COLUMNS };
        // A third of 300 may be a little more than 100.
        let fit = ((room + spacing) / (width + spacing) + SLACK).floor().clamp(1.0, most);
        if fit < 2.0 {
            return Self { narrow: Some(width).filter(|width| *width < room), ..single };
        }
        // What is left goes between them, rounded down so that they fit.
        let between = ((room - fit * whole_units(width)) / (fit - 1.0)).max(0.0);
        let between = (between / window.grain).floor() * window.grain;
        Self { columns: fit as u32, spacing: between, ..single }
    }

    /// The width of a column.
    pub(super) fn column(&self) -> f64 {
        let columns = f64::from(self.columns);
        match self.columns {
            1 => self.room,
            _ => whole_units((self.room - (columns - 1.0) * self.spacing) / columns),
        }
    }

    /// How wide the place of an item is that says a width. `None`: it is as wide as a column, or lane, and in a flow that
    /// is not known. One that is wider than a column takes as many as it needs; what columns lose to whole units makes no item
    /// wider.
    pub(super) fn own_width(&self, width: Option<f64>) -> Option<f64> {
        let width = width?.min(self.room);
        let step = (self.room + self.spacing) / f64::from(self.columns);
        if self.is_flow || self.is_lanes || self.columns == 1 || step <= 0.0 {
            return self.is_flow.then_some(width);
        }
        let taken = ((whole_units(width) + self.spacing) / step - SLACK).ceil();
        (taken > 1.0).then(|| taken * (self.column() + self.spacing) - self.spacing)
    }

    /// How wide an item is, given its own width. `None`: that is not known.
    pub(super) fn width(&self, own: Option<f64>) -> Option<f64> {
        match self.is_flow {
            true => own,
            false => own.or(self.narrow).or_else(|| Some(self.column())),
        }
    }

    /// How wide its place is, with what does not fill the row; in a flow, at most.
    pub(super) fn place(&self, own: Option<f64>) -> f64 {
        own.unwrap_or_else(|| self.across())
    }

    /// The width that sizes are measured for.
    pub(super) fn across(&self) -> f64 {
        match self.is_flow {
            true => self.room,
            false => self.column(),
        }
    }

    /// What a rule says of a place. `is_own`: of this one alone; of a layout it says what columns there are, and no item
    /// takes several by it.
    pub(super) fn known(&self, window: &Window, rule: &SizeRule, is_own: bool) -> Known {
        let width = self.own_width(window.width(rule).filter(|_| is_own || self.is_flow));
        Known { length: window.length(rule, self.width(width)), width }
    }

    /// The rule of the places of a single column: what does not fill the row stands at its leading side.
    pub(super) fn fitted(&self, window: &Window, rule: SizeRule) -> SizeRule {
        let Some(narrow) = self.narrow else { return rule };
        let rule = match window.lengths(&rule).0 {
            Length::Aspect(_) => {
                let length = window.length(&rule, Some(narrow)).unwrap_or_default();
                window.with_along(rule, Length::Fixed(length))
            }
            _ => rule,
        };
        let left = self.room - narrow;
        let insets = match window.is_horizontal {
            true => Insets { bottom: rule.insets.bottom + left, ..rule.insets },
            false => Insets { trailing: rule.insets.trailing + left, ..rule.insets },
        };
        SizeRule { insets, ..rule }
    }
}

impl Known {
    /// Whether nothing is to be measured.
    pub(super) fn is_complete(&self, lines: Option<&Lines>) -> bool {
        self.length.is_some() && (self.width.is_some() || !lines.is_some_and(|lines| lines.is_flow))
    }
}

/// A width as columns have it; one of less than a unit is as it is.
fn whole_units(width: f64) -> f64 {
    if width < 1.0 {
        width
    } else {
        (width + SLACK).floor()
    }
}
