//! From layouts, which leave things out and speak of widths, to what a view takes: columns, rules and spacing for a
//! window.
//!
//! ```text
//!     window 320, width 100     columns 3, spacing 10, column 100        justified
//!     window 320, width 200     columns 1, trailing inset 120            at the leading side
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::{Layout, Sizing};
use crate::{Insets, Length, Size, SizeRule, ViewOptions};

/// As many as a view takes.
const MOST_COLUMNS: f64 = 64.0;

const SLACK: f64 = 1e-9;

/// The window of a view, and its axis. Along is the axis that it scrolls, across the other one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) size: Size,
    pub(super) is_horizontal: bool,
    /// The start of the axis is at the right.
    pub(super) is_mirrored: bool,
    insets: Insets,
    grain: f64,
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

    /// The sums of insets along and across.
    fn insets(&self, insets: Insets) -> (f64, f64) {
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

    fn lengths(&self, rule: &SizeRule) -> (Length, Length) {
        if self.is_horizontal {
            (rule.width, rule.height)
        } else {
            (rule.height, rule.width)
        }
    }

    fn with_along(&self, rule: SizeRule, along: Length) -> SizeRule {
        let SizeRule { additional, .. } = rule;
        if self.is_horizontal {
            SizeRule { width: along, additional: Size { width: 0.0, ..additional }, ..rule }
        } else {
            SizeRule { height: along, additional: Size { height: 0.0, ..additional }, ..rule }
        }
    }

    /// The length along that a rule says, with what is additional, as a view computes it. `None`: it is as long as its
    /// content.
    pub(super) fn length(&self, rule: &SizeRule, across: f64) -> Option<f64> {
        let length = match self.lengths(rule).0 {
            Length::Fixed(units) => units,
            Length::Relative(times) => self.free() * times,
            Length::Aspect(ratio) if self.is_horizontal => across * whole(ratio),
            Length::Aspect(ratio) => across / whole(ratio),
            _ => return None,
        };
        Some(length + self.along(rule.additional))
    }

    /// The length that is assumed of what is as long as its content.
    fn assumed(&self, rule: &SizeRule, default: f64) -> f64 {
        let units = match self.lengths(rule).0 {
            Length::Auto(units) if units > 0.0 => units,
            _ => default,
        };
        units + self.along(rule.additional)
    }

    /// The length across that a rule says: `None` if it takes what there is.
    fn width(&self, rule: &SizeRule) -> Option<f64> {
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
        Some(width + self.across(rule.additional)).filter(|width| *width > 0.0)
    }

    /// The room of a cell in a place of this size, given the rule of that place.
    pub(super) fn room_of_cell(&self, place: Size, rule: &SizeRule, level: u16) -> Size {
        let indent = rule.indent + rule.level_indent * f64::from(level);
        let Insets { top, leading, bottom, trailing } = rule.insets;
        let left = |length: f64, taken: f64| (length - taken).max(0.0);
        Size::new(left(place.width, leading + trailing + indent), left(place.height, top + bottom))
    }

    /// What a place is longer than its cell, given the rule of the place.
    pub(super) fn around_cell(&self, rule: &SizeRule, level: u16) -> f64 {
        let indent = rule.indent + rule.level_indent * f64::from(level);
        self.insets(rule.insets).0 + if self.is_horizontal { indent } else { 0.0 }
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

/// What the layouts say of items, headers, footers or loaders: of the section, and of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Levels {
    pub(super) section: Option<SizeRule>,
    pub(super) list: Option<SizeRule>,
    /// What the view takes.
    pub(super) rule: SizeRule,
}

impl Levels {
    /// Another length is assumed of what is as long as its content, or asked.
    pub(super) fn assume(&mut self, window: &Window, length: Option<f64>) {
        if let (Some(length), Length::Auto(_)) = (length, window.lengths(&self.rule).0) {
            // 0 would be the default of the view.
            self.rule = window.with_along(self.rule, Length::Auto(length.max(window.grain)));
        }
    }
}

/// Who may say something by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Asks {
    pub(super) items: bool,
    pub(super) elements: bool,
}

impl Asks {
    /// What was asked before is asked from then on: the view has sizes of it that its rule does not change.
    pub(super) fn since(self, former: Option<&Resolved>) -> Self {
        let Some(former) = former else { return self };
        Self { items: self.items || former.asks.items, elements: self.elements || former.asks.elements }
    }
}

/// A layout for a window, with nothing left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Resolved {
    pub(super) columns: u32,
    pub(super) item: Levels,
    pub(super) header: Levels,
    pub(super) footer: Levels,
    pub(super) page: Levels,
    pub(super) insets: Insets,
    pub(super) line_spacing: f64,
    pub(super) item_spacing: f64,
    pub(super) sticky_header: bool,
    pub(super) sticky_footer: bool,
    pub(super) window: Window,
    /// The room of a row.
    pub(super) inner: f64,
    /// The lengths that are assumed of items: of the section, and of the list.
    pub(super) estimates: (Option<f64>, Option<f64>),
    /// The first item has said what is assumed.
    pub(super) is_assumed: bool,
    /// Who is asked or measured.
    pub(super) asks: Asks,
}

/// Equal ones are equal here.
impl Hash for Resolved {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut number = |value: f64| value.to_bits().hash(state);
        for levels in [&self.item, &self.header, &self.footer, &self.page] {
            for rule in [Some(levels.rule), levels.section, levels.list].into_iter().flatten() {
                for length in [rule.width, rule.height] {
                    match length {
                        Length::Auto(value)
                        | Length::Fixed(value)
                        | Length::Relative(value)
                        | Length::Aspect(value) => number(value + 0.0),
                    }
                }
            }
        }
        number(self.inner + 0.0);
        self.columns.hash(state);
    }
}

impl Resolved {
    /// A number for look-ups: equal ones have the same.
    pub(super) fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// What is assumed of items and loaders, and of headers and footers.
const ITEM: f64 = 44.0;
const ELEMENT: f64 = 22.0;

impl Resolved {
    /// Calls the sizing objects.
    pub(super) fn new(section: Option<&Layout>, list: &Layout, window: Window, asks: Asks) -> Self {
        fn either<T>(
            section: Option<&Layout>,
            list: &Layout,
            field: impl Fn(&Layout) -> Option<T>,
        ) -> Option<T> {
            section.and_then(&field).or_else(|| field(list))
        }
        let insets = either(section, list, |it| it.insets).unwrap_or_default();
        let spacing = either(section, list, |it| it.item_spacing).unwrap_or_default();
        let inner = (window.room() - window.insets(insets).1).max(0.0);
        let columns = either(section, list, |it| it.columns);
        let rule = |layout: &Layout| layout.item.as_ref().map(|item| item.rule(window.size));
        let (of_section, of_list) = (section.and_then(rule), rule(list));
        let said = of_section.or(of_list).unwrap_or_default();
        let row = Row::new(&window, &said, columns, inner, spacing);

        let item = Levels {
            section: of_section.map(|rule| row.fixed(&window, rule)),
            list: of_list.map(|rule| row.fixed(&window, rule)),
            rule: row.narrowed(&window, row.fixed(&window, said)),
        };
        let estimates = (section.and_then(|section| section.estimate), list.estimate);
        let estimate = estimates.0.or(estimates.1);
        let item = match row.columns {
            1 => Levels { rule: asked(&window, item.rule, inner, asks.items, estimate, ITEM), ..item },
            _ => item,
        };
        let is_auto = |levels: &Levels| matches!(window.lengths(&levels.rule).0, Length::Auto(_));
        let elements = |which: fn(&Layout) -> Option<&Arc<dyn Sizing>>, default| {
            let rule = |layout: &Layout| which(layout).map(|sizing| sizing.rule(window.size));
            let (of_section, of_list) = (section.and_then(rule), rule(list));
            let said = of_section.or(of_list).unwrap_or_default();
            let rule = asked(&window, said, window.room(), asks.elements, None, default);
            Levels { section: of_section, list: of_list, rule }
        };
        let header = elements(|it| it.header.as_ref(), ELEMENT);
        let footer = elements(|it| it.footer.as_ref(), ELEMENT);
        let page = elements(|it| it.page.as_ref(), ITEM);
        let asks = Asks {
            items: asks.items || (row.columns == 1 && is_auto(&item)),
            elements: asks.elements || [&header, &footer, &page].into_iter().any(is_auto),
        };
        Self {
            columns: row.columns,
            item,
            header,
            footer,
            page,
            insets,
            line_spacing: either(section, list, |it| it.line_spacing).unwrap_or_default(),
            item_spacing: row.spacing,
            sticky_header: either(section, list, |it| it.sticky_header).unwrap_or_default(),
            sticky_footer: either(section, list, |it| it.sticky_footer).unwrap_or_default(),
            window,
            inner,
            estimates,
            is_assumed: false,
            asks,
        }
    }
}

/// The rule that a view takes: where something is asked by itself it is as long as its content, with an assumed length.
fn asked(
    window: &Window,
    rule: SizeRule,
    across: f64,
    is_asked: bool,
    assumed: Option<f64>,
    default: f64,
) -> SizeRule {
    let said = window.length(&rule, across);
    if said.is_some() && !is_asked {
        return rule;
    }
    let length = assumed.or(said).unwrap_or_else(|| window.assumed(&rule, default));
    // 0 would be the default of the view.
    window.with_along(rule, Length::Auto(length.max(window.grain)))
}

/// The items of a row.
struct Row {
    columns: u32,
    spacing: f64,
    /// Of a single item that does not fill the row: its width, and what is left.
    narrow: Option<(f64, f64)>,
}

impl Row {
    fn new(window: &Window, rule: &SizeRule, columns: Option<u32>, inner: f64, spacing: f64) -> Self {
        let full = Self { columns: 1, spacing, narrow: None };
        if let Some(columns) = columns {
            return Self { columns: columns.max(1), ..full };
        }
        let Some(width) = window.width(rule) else { return full };
        // A third of 300 may be a little more than 100.
        let fit = ((inner + spacing) / (width + spacing) + SLACK).floor().clamp(1.0, MOST_COLUMNS);
        if fit < 2.0 {
            let left = inner - width;
            return Self { narrow: (left > 0.0).then_some((width, left)), ..full };
        }
        // A column is so many whole units wide: what is left goes between them, rounded down so that they fit.
        let column = if width < 1.0 { width } else { (width + SLACK).floor() };
        let between = ((inner - fit * column) / (fit - 1.0)).max(0.0);
        let between = (between / window.grain).floor() * window.grain;
        Self { columns: fit as u32, spacing: between, narrow: None }
    }

    /// A length that follows from the width of a single item which does not fill the row.
    fn fixed(&self, window: &Window, rule: SizeRule) -> SizeRule {
        match (self.narrow, window.lengths(&rule).0) {
            (Some((width, _)), Length::Aspect(_)) => {
                let length = window.length(&rule, width).unwrap_or_default();
                window.with_along(rule, Length::Fixed(length))
            }
            _ => rule,
        }
    }

    /// A single item that does not fill the row is at the leading side.
    fn narrowed(&self, window: &Window, rule: SizeRule) -> SizeRule {
        let Some((_, left)) = self.narrow else { return rule };
        let insets = match window.is_horizontal {
            true => Insets { bottom: rule.insets.bottom + left, ..rule.insets },
            false => Insets { trailing: rule.insets.trailing + left, ..rule.insets },
        };
        SizeRule { insets, ..rule }
    }
}
