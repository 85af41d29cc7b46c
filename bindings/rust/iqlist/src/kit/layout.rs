//! How sections are laid out, as far as they say it.

use std::any::{Any, TypeId};
use std::fmt;
use std::mem::size_of_val;
use std::sync::Arc;

use super::lines::{Alignment, Arrangement};
use super::{Section, SizeQuestion};
use crate::{Insets, Length, Size, SizeRule};

/// A sizing object: it says how large items, headers or footers are, given the size of the window. A [`SizeRule`] is one,
/// which says the same of all windows; and so is a function.
///
/// ```
/// use iqlist::kit::{Layout, Sizing};
/// use iqlist::{Length, Size, SizeRule};
///
/// /// A third of the window, but not more than 200.
/// struct Thirds {
///     indent_level: u16,
/// }
///
/// impl Sizing for Thirds {
///     fn rule(&self, window: Size) -> SizeRule {
///         let height = (window.height / 3.0).min(200.0);
///         SizeRule { indent: 8.0 * f64::from(self.indent_level), ..SizeRule::height(Length::Fixed(height)) }
///     }
/// }
///
/// let thirds = Layout::new().item(Thirds { indent_level: 1 });
/// let halves = Layout::new().item(|window: Size| SizeRule::height(Length::Fixed(window.height / 2.0)));
/// # let _ = (thirds, halves);
/// ```
///
/// It is asked by [`Driver::layout`](super::Driver::layout), again when the size of the window has changed. Before the
/// first [`set_size`](super::Driver::set_size) that is 0 x 0.
pub trait Sizing: Send + Sync + 'static {
    /// The rule for a window of this size.
    fn rule(&self, window: Size) -> SizeRule;
}

impl Sizing for SizeRule {
    fn rule(&self, _: Size) -> SizeRule {
        *self
    }
}

impl<F: Fn(Size) -> SizeRule + Send + Sync + 'static> Sizing for F {
    fn rule(&self, window: Size) -> SizeRule {
        self(window)
    }
}

/// How a section is laid out: as a [`SectionLayout`](crate::SectionLayout), but each field may be left out. What a
/// [section](Section::layout) leaves out is the list's, the [driver's](super::DriverBuilder::layout) layout; what that
/// leaves out is the default of `SectionLayout`: rows of one item, which is measured.
///
/// ```
/// use iqlist::kit::{Driver, Layout, Section};
/// use iqlist::{Length, SizeRule};
/// # use iqlist::kit::CellViewModel;
/// # #[derive(PartialEq)]
/// # struct Tile(u64);
/// # impl CellViewModel for Tile {
/// #     type Cell = String;
/// #     fn id(&self) -> iqlist::Key { self.0.into() }
/// #     fn configure(&self, _: &mut String) {}
/// # }
///
/// let fixed = |height| SizeRule::height(Length::Fixed(height));
/// let layout = Layout::new().item(fixed(44.0)).header(fixed(20.0)).sticky_header(true);
/// let tiles = Section::new("tiles", (0..7).map(Tile)).layout(Layout::grid_of(4));
/// let driver = Driver::builder().layout(layout).build([tiles.header("Tiles")])?;
/// driver.set_size(320.0, 568.0)?;
/// assert_eq!(driver.layout()?.content().height, 20.0 + 2.0 * 80.0);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// # Widths, columns, flows and lanes
///
/// A width in the rule of items, other than [`Length::Auto`], gives the number of columns: as many items as fit into a
/// row, with the spacing of items between them. What is left of the row goes between the columns. If only one fits, it
/// takes that width at the leading side. In a [horizontal](crate::ViewOptions::horizontal) view it is the height. Without
/// a width in the layouts, that of the first item gives it. [`columns`](Self::columns) say it otherwise: then a column
/// takes its share of the row. A row is as long as its longest item, and an item that says by itself that it is wider
/// than a column takes as many as it needs.
///
/// In a [`flow`](Self::flow) there are no columns: in each line are as many items as fit, each as wide as it says. With
/// [`lanes`](Self::lanes) the columns grow by themselves, and an item is as wide as its lane.
///
/// # Who says how large something is
///
/// The first one that says something: [`Driver::set_sizes`](super::Driver::set_sizes);
/// [`CellViewModel::size`](super::CellViewModel::size); [`Coordinator::size_for`](super::Coordinator::size_for); the
/// section's layout, its [`size_for`](Self::size_for) before its rules;
/// [`CellViewModel::class_size`](super::CellViewModel::class_size), which is
/// [`ModelCell::size`](super::ModelCell::size); the list's layout; else it is [`Length::Auto`]. What is so is as large as
/// [`CellViewModel::fitting_size`](super::CellViewModel::fitting_size) says, or the host measures it: until then 44 units
/// of items and loaders, 22 of headers and footers.
///
/// Of an answer of one item or element the length along the axis counts, of an item that of the width too, where the
/// layout has a use for it, with what is [additional](SizeRule::additional); insets and indents are those of the layouts.
/// The sizes are asked for near the window only. A section whose items never say anything by themselves is laid out by its rule alone.
#[derive(Clone, Default)]
#[must_use = "it does nothing by itself"]
pub struct Layout {
    pub(super) arrangement: Option<Arrangement>,
    pub(super) alignment: Option<Alignment>,
    pub(super) size_for: Option<Asking>,
    pub(super) item: Option<Arc<dyn Sizing>>,
    pub(super) header: Option<Arc<dyn Sizing>>,
    pub(super) footer: Option<Arc<dyn Sizing>>,
    pub(super) page: Option<Arc<dyn Sizing>>,
    pub(super) estimate: Option<f64>,
    pub(super) insets: Option<Insets>,
    pub(super) line_spacing: Option<f64>,
    pub(super) item_spacing: Option<f64>,
    pub(super) sticky_header: Option<bool>,
    pub(super) sticky_footer: Option<bool>,
}

type Ask = dyn Fn(&SizeQuestion<'_>, Size) -> Option<SizeRule> + Send + Sync;

/// What a layout asks about single items and elements, and the type that it is of.
#[derive(Clone)]
pub(super) struct Asking(Arc<Ask>, TypeId);

impl Asking {
    pub(super) fn ask(&self, about: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
        (self.0)(about, window)
    }
}

/// Whether both are one function: what has captured something is so as long as it was not made anew.
impl PartialEq for Asking {
    fn eq(&self, other: &Self) -> bool {
        let is_plain = self.1 == other.1 && size_of_val(&*self.0) == 0;
        is_plain || Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Asking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").finish_non_exhaustive()
    }
}

/// The methods that set one field.
macro_rules! set {
    ($($(#[$about:meta])* $method:ident($value:ident: $type:ty) = $given:expr;)*) => {
        $(
            $(#[$about])*
            pub fn $method(mut self, $value: $type) -> Self {
                self.$method = Some($given);
                self
            }
        )*
    };
}

impl Layout {
    /// Leaves all out.
    pub fn new() -> Self {
        Self::default()
    }

    /// A grid of so many square items a row. Its row is as wide as the window.
    ///
    /// ```
    /// use iqlist::kit::Layout;
    ///
    /// let photos = Layout::grid_of(4);
    /// // Of a window of 375: cells of 85 x 105.
    /// let named = Layout::grid_of(4).horizontal_padding(10.0).item_spacing(5.0).additional_height(20.0);
    /// // A width of 85, and a height of 85 / 1.5.
    /// let wide = Layout::grid_of(4).horizontal_padding(10.0).item_spacing(5.0).aspect_ratio(1.5);
    /// # let _ = (photos, named, wide);
    /// ```
    pub fn grid_of(items_per_row: u32) -> Self {
        Self::new().columns(items_per_row).aspect_ratio(1.0)
    }

    /// Lines of as many items as fit, at most 64, each as wide as it says, but not wider than the window. The spacings are
    /// the least that is between items, and between lines.
    ///
    /// ```
    /// use iqlist::kit::Layout;
    /// use iqlist::{Length, SizeRule};
    ///
    /// let tags = Layout::flow().item_spacing(8.0).line_spacing(4.0).justified(true);
    /// // A share of the window for each item.
    /// let shares = Layout::flow().size_for(|asked, window| {
    ///     let share = f64::from(asked.level) / 10.0;
    ///     Some(SizeRule { width: Length::Fixed(window.width * share), ..SizeRule::height(Length::Fixed(20.0)) })
    /// });
    /// # let _ = (tags, shares);
    /// ```
    pub fn flow() -> Self {
        Self { arrangement: Some(Arrangement::Flow), ..Self::default() }
    }

    /// So many lanes beside each other, at most 32, each of which grows by itself; 0: as many as there would be columns
    /// of the width of items. An item goes to the lane that is the shortest, and stays there while the list changes.
    /// Another layout, or another size of the window, chooses the lanes anew.
    ///
    /// ```
    /// use iqlist::kit::Layout;
    /// use iqlist::{Length, SizeRule};
    ///
    /// // Pictures of unequal heights, in three lanes, or in lanes of 120 units.
    /// let three = Layout::lanes(3).item_spacing(4.0).line_spacing(4.0);
    /// let narrow = Layout::lanes(0).item(SizeRule { width: Length::Fixed(120.0), ..SizeRule::default() });
    /// # let _ = (three, narrow);
    /// ```
    pub fn lanes(lanes: u32) -> Self {
        Self { arrangement: Some(Arrangement::Lanes(lanes)), ..Self::default() }
    }

    /// Asks, in the place of this layout, how large each item, header, footer and loader is, as
    /// [`Coordinator::size_for`](super::Coordinator::size_for) is asked. `None`: as the rules of the layout say.
    pub fn size_for(
        mut self,
        ask: impl Fn(&SizeQuestion<'_>, Size) -> Option<SizeRule> + Send + Sync + 'static,
    ) -> Self {
        let of = ask.type_id();
        self.size_for = Some(Asking(Arc::new(ask), of));
        self
    }

    /// So many items a row, from 1 to 64, whatever their width is, in place of a [`flow`](Self::flow) or
    /// [`lanes`](Self::lanes).
    pub fn columns(mut self, items: u32) -> Self {
        self.arrangement = Some(Arrangement::Columns(items));
        self
    }

    /// Whether the items of a row, or line, stand in the middle of the room.
    pub fn centered(self, is_centered: bool) -> Self {
        self.aligned(Alignment::Centered, is_centered)
    }

    /// Whether what a row leaves of the room is given to the gaps between its items; not of the last one. Of this and
    /// [`centered`](Self::centered) the later one counts.
    pub fn justified(self, is_justified: bool) -> Self {
        self.aligned(Alignment::Justified, is_justified)
    }

    fn aligned(mut self, alignment: Alignment, is_so: bool) -> Self {
        self.alignment = Some(if is_so { alignment } else { Alignment::Leading });
        self
    }

    /// Items are this wide, as a multiple of their height. Their width is that of a column.
    pub fn aspect_ratio(self, width_to_height: f64) -> Self {
        let additional =
            self.item.as_ref().map_or(Size::default(), |item| item.rule(Size::default()).additional);
        self.item(SizeRule { additional, ..SizeRule::height(Length::Aspect(width_to_height)) })
    }

    /// Items are higher by so many units than the rest of their rule says.
    pub fn additional_height(self, units: f64) -> Self {
        let former = self.item.clone();
        self.item(move |window: Size| {
            let rule = former.as_ref().map_or_else(SizeRule::default, |former| former.rule(window));
            SizeRule { additional: Size::new(rule.additional.width, rule.additional.height + units), ..rule }
        })
    }

    /// Room at both sides of the items.
    pub fn horizontal_padding(self, units: f64) -> Self {
        let insets = self.insets.unwrap_or_default();
        self.insets(Insets { leading: units, trailing: units, ..insets })
    }

    /// How large items are.
    pub fn item(mut self, sizing: impl Sizing) -> Self {
        self.item = Some(Arc::new(sizing));
        self
    }

    /// How large headers are.
    pub fn header(mut self, sizing: impl Sizing) -> Self {
        self.header = Some(Arc::new(sizing));
        self
    }

    /// How large footers are.
    pub fn footer(mut self, sizing: impl Sizing) -> Self {
        self.footer = Some(Arc::new(sizing));
        self
    }

    /// How large the loaders of pages are.
    pub fn page(mut self, sizing: impl Sizing) -> Self {
        self.page = Some(Arc::new(sizing));
        self
    }

    set! {
        /// The length along the axis that is assumed of items until they are measured; else it is what their rule says.
        estimate(units: f64) = units;

        /// Around the items, not around headers and footers.
        insets(insets: Insets) = insets;

        /// Between rows or lines, or the items of a lane, in units.
        line_spacing(units: f64) = units;

        /// Between the items of a row, or lanes, in units: at least.
        item_spacing(units: f64) = units;

        /// Whether the headers stay in view while their section is.
        sticky_header(is_sticky: bool) = is_sticky;

        /// Whether the footers stay in view likewise, at the window's end.
        sticky_footer(is_sticky: bool) = is_sticky;
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Layout");
        let mut field = |name, value: Option<String>| {
            value.map(|value| fields.field(name, &format_args!("{value}")));
        };
        field("arrangement", self.arrangement.map(|it| format!("{it:?}")));
        field("alignment", self.alignment.map(|it| format!("{it:?}")));
        field("size_for", self.size_for.as_ref().map(|_| "..".to_string()));
        field("estimate", self.estimate.map(|it| it.to_string()));
        field("insets", self.insets.map(|it| format!("{it:?}")));
        field("line_spacing", self.line_spacing.map(|it| it.to_string()));
        field("item_spacing", self.item_spacing.map(|it| it.to_string()));
        field("sticky_header", self.sticky_header.map(|it| it.to_string()));
        field("sticky_footer", self.sticky_footer.map(|it| it.to_string()));
        fields.finish_non_exhaustive()
    }
}

impl Section {
    /// Sets how it is laid out, in a [driver with a layout](super::DriverBuilder::layout). Another layout by itself is no
    /// change of the list: it takes effect with the first layout after the update.
    ///
    /// ```
    /// use iqlist::kit::{Layout, Section};
    /// use iqlist::{Insets, Length, SizeRule};
    ///
    /// let half = SizeRule { width: Length::Relative(0.5), ..SizeRule::height(Length::Relative(1.0)) };
    /// let pages = Section::empty("pages").layout(Layout::new().item(half).insets(Insets::NONE));
    /// # let _ = pages;
    /// ```
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> Self {
        self.info.layout = Some(layout);
        self
    }
}
