//! From layouts, which leave things out and speak of widths, to what a view takes: lines and rules for a window.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::layout::Asking;
use super::lines::{Alignment, Arrangement, Known, Lines};
use super::windows::Window;
use super::{Layout, Sizing};
use crate::{Insets, Length, SizeRule};

/// What the layouts say of items, headers, footers or loaders: of the section, and of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Levels {
    pub(super) section: Option<SizeRule>,
    pub(super) list: Option<SizeRule>,
    /// What the view takes.
    pub(super) rule: SizeRule,
}

impl Levels {
    /// Other lengths are assumed of what is as large as its content, or asked.
    pub(super) fn assume(&mut self, window: &Window, known: Known) {
        // 0 would be the default of the view.
        let auto = |length: f64| Length::Auto(length.max(window.grain));
        let (along, across) = window.lengths(&self.rule);
        if let (Some(length), Length::Auto(_)) = (known.length, along) {
            self.rule = window.with_along(self.rule, auto(length));
        }
        if let (Some(width), Length::Auto(_)) = (known.width, across) {
            self.rule = window.with_across(self.rule, auto(width));
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
    pub(super) lines: Lines,
    pub(super) alignment: Alignment,
    pub(super) item: Levels,
    pub(super) header: Levels,
    pub(super) footer: Levels,
    pub(super) page: Levels,
    pub(super) insets: Insets,
    pub(super) line_spacing: f64,
    pub(super) sticky_header: bool,
    pub(super) sticky_footer: bool,
    pub(super) window: Window,
    /// What the layouts ask about single items and elements: the section's, and the list's.
    pub(super) asking: (Option<Asking>, Option<Asking>),
    /// The layouts leave it to the first item how many columns there are: what that says.
    pub(super) first: Option<SizeRule>,
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
        number(self.lines.room + 0.0);
        self.lines.columns.hash(state);
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

impl Resolved {
    /// Whether the layouts ask about single items.
    pub(super) fn is_asking(&self) -> bool {
        self.asking.0.is_some() || self.asking.1.is_some()
    }

    /// Whether the first item says how many columns there are.
    pub(super) fn is_left_to_first(section: Option<&Layout>, list: &Layout, window: &Window) -> bool {
        let arrangement = section.and_then(|section| section.arrangement).or(list.arrangement);
        let has_width = |layout: &Layout| {
            let rule = layout.item.as_ref().map(|item| item.rule(window.size));
            rule.is_some_and(|rule| window.width(&rule).is_some())
        };
        Arrangement::is_by_width(arrangement) && !has_width(list) && !section.is_some_and(has_width)
    }
}

/// What is assumed of items and loaders, and of headers and footers.
const ITEM: f64 = 44.0;
const ELEMENT: f64 = 22.0;

impl Resolved {
    /// Calls the sizing objects. `first` is what the first item says.
    pub(super) fn new(
        section: Option<&Layout>,
        list: &Layout,
        window: Window,
        asks: Asks,
        first: Option<SizeRule>,
    ) -> Self {
        fn either<T>(
            section: Option<&Layout>,
            list: &Layout,
            field: impl Fn(&Layout) -> Option<T>,
        ) -> Option<T> {
            section.and_then(&field).or_else(|| field(list))
        }
        let asking = (section.and_then(|it| it.size_for.clone()), list.size_for.clone());
        let is_asking = asking.0.is_some() || asking.1.is_some();
        let asks = Asks { items: asks.items || is_asking, elements: asks.elements || is_asking };
        let insets = either(section, list, |it| it.insets).unwrap_or_default();
        let spacing = either(section, list, |it| it.item_spacing).unwrap_or_default();
        let room = (window.room() - window.insets(insets).1).max(0.0);
        let rule = |layout: &Layout| layout.item.as_ref().map(|item| item.rule(window.size));
        let (of_section, of_list) = (section.and_then(rule), rule(list));
        let said = of_section.or(of_list).unwrap_or_default();
        let of_columns = window.width(&said).map(|_| said).or(first).unwrap_or_default();
        let lines =
            Lines::new(&window, either(section, list, |it| it.arrangement), &of_columns, room, spacing);

        let estimates = (section.and_then(|section| section.estimate), list.estimate);
        let estimate = estimates.0.or(estimates.1);
        let known = lines.known(&window, &said, false);
        let fitted = lines.fitted(&window, said);
        let mut view_rule = asked(&window, fitted, lines.width(known.width), asks.items, estimate, ITEM);
        if let (Some(width), true) = (known.width, asks.items) {
            view_rule = window.with_across(view_rule, Length::Auto(width.max(window.grain)));
        }
        let item = Levels { section: of_section, list: of_list, rule: view_rule };
        let is_auto = |levels: &Levels| matches!(window.lengths(&levels.rule).0, Length::Auto(_));
        let elements = |which: fn(&Layout) -> Option<&Arc<dyn Sizing>>, default| {
            let rule = |layout: &Layout| which(layout).map(|sizing| sizing.rule(window.size));
            let (of_section, of_list) = (section.and_then(rule), rule(list));
            let said = of_section.or(of_list).unwrap_or_default();
            let rule = asked(&window, said, Some(window.room()), asks.elements, None, default);
            Levels { section: of_section, list: of_list, rule }
        };
        let header = elements(|it| it.header.as_ref(), ELEMENT);
        let footer = elements(|it| it.footer.as_ref(), ELEMENT);
        let page = elements(|it| it.page.as_ref(), ITEM);
        let asks = Asks {
            items: asks.items || is_auto(&item) || (lines.is_flow && known.width.is_none()),
            elements: asks.elements || [&header, &footer, &page].into_iter().any(is_auto),
        };
        Self {
            lines,
            alignment: either(section, list, |it| it.alignment).unwrap_or_default(),
            item,
            header,
            footer,
            page,
            insets,
            line_spacing: either(section, list, |it| it.line_spacing).unwrap_or_default(),
            sticky_header: either(section, list, |it| it.sticky_header).unwrap_or_default(),
            sticky_footer: either(section, list, |it| it.sticky_footer).unwrap_or_default(),
            window,
            asking,
            first,
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
    across: Option<f64>,
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
