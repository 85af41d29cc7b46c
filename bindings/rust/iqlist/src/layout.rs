//! How sections are laid out, and who measures what is in them or says where it is.

use std::fmt;
use std::ptr;
use std::rc::Rc;

use crate::functions::{custom_layout, destroy, measure, Functions, RawMeasure};
use crate::model::Invariant;
use crate::{Class, CustomLayout, Insets, Key, Size, SizeRule, Target};
use iqlist_sys::*;

/// What is to be measured: an item or element.
#[derive(Debug)]
#[non_exhaustive]
pub struct Measured<'a, M: 'static> {
    /// The item or element.
    pub target: Target,
    /// Its key.
    pub key: Key,
    /// Its content.
    pub content: u64,
    /// Its model.
    pub model: Option<&'a M>,
    /// Its class.
    pub class: Option<Class<M>>,
    /// The level of an item.
    pub level: u16,
    /// The size that is assumed. Across it is the room that there is: the width to wrap text at.
    pub assumed: Size,
}

impl<M: 'static> Measured<'_, M> {
    /// # Safety
    /// It is of a list of `M`, and alive.
    unsafe fn of(raw: &iq_measured, assumed: iq_size) -> Self {
        let class = Class::from_raw(raw.cell_class);
        // SAFETY: models of classes of `M` are of that type.
        let model = class.and_then(|_| unsafe { raw.model.cast_const().cast::<M>().as_ref() });
        Self {
            target: Target::of(&raw.element),
            key: raw.key.into(),
            content: raw.content,
            model,
            class,
            level: u16::try_from(raw.level).unwrap_or(u16::MAX),
            assumed: Size::of(assumed),
        }
    }
}

/// How a section is laid out: rows of one item, or of several in columns, lines, lanes, or as the host says. See
/// [`LaidOutView::set_layout`](crate::LaidOutView::set_layout).
///
/// ```
/// use iqlist::{Insets, Length, SectionLayout, Size, SizeRule};
///
/// let tiles = SectionLayout::<()>::grid(3)
///     .item(SizeRule::height(Length::Aspect(1.0)))
///     .header(SizeRule::height(Length::Fixed(30.0)))
///     .sticky_header()
///     .insets(Insets::all(8.0))
///     .line_spacing(4.0)
///     .item_spacing(4.0);
/// let wrapped = SectionLayout::<String>::list().measured_by(|asked| {
///     let letters = asked.model?.len() as f64;
///     Some(Size::new(asked.assumed.width, (letters / asked.assumed.width).ceil()))
/// });
/// # let _ = (tiles, wrapped);
/// ```
///
/// A clone has the same functions. They are dropped when the layouts that have them are, and no view calls them any
/// more.
#[must_use = "it does nothing by itself"]
pub struct SectionLayout<M: 'static = ()> {
    raw: iq_section_layout,
    functions: Functions,
    models: Invariant<M>,
}

/// The methods that set one field or flag.
macro_rules! set {
    ($($(#[$about:meta])* $method:ident($($value:ident: $type:ty)?) { $field:ident $operator:tt $given:expr })*) => {
        $(
            $(#[$about])*
            pub fn $method(mut self $(, $value: $type)?) -> Self {
                self.raw.$field $operator $given;
                self
            }
        )*
    };
}

impl<M: 'static> SectionLayout<M> {
    /// A row for each item, which is as long as its content: 44 units until that is known.
    pub fn list() -> Self {
        Self { raw: iq_section_layout::new(), functions: Functions::default(), models: Invariant::default() }
    }

    /// Rows of so many items, at most 64, else `set_layout` is [`Status::Argument`](crate::Status::Argument); 1 is a
    /// list, and so is 0: a number of columns that was computed for a narrow window may be that. A column is
    /// floor((room - (columns - 1) * item spacing) / columns) units wide. A row is as long along the axis as its longest
    /// item. An item of a grid that is wider than its column takes as many as it needs; if these are not left in the row,
    /// it begins the next one.
    pub fn grid(columns: u32) -> Self {
        Self { raw: iq_section_layout { columns, ..iq_section_layout::new() }, ..Self::list() }
    }

    /// Lines of as many items as fit, at most 64, each as wide as its own size or rule says, but not wider than the room.
    ///
    /// ```
    /// use iqlist::{Length, SectionLayout, Size, SizeRule};
    ///
    /// let tags = SectionLayout::<String>::flow()
    ///     .item(SizeRule { width: Length::Auto(60.0), ..SizeRule::height(Length::Fixed(20.0)) })
    ///     .item_spacing(8.0)
    ///     .centered()
    ///     .measured_by(|asked| Some(Size::new(8.0 * asked.model?.len() as f64, 20.0)));
    /// # let _ = tags;
    /// ```
    pub fn flow() -> Self {
        Self { raw: iq_section_layout { kind: IQ_LAYOUT_FLOW, ..iq_section_layout::new() }, ..Self::list() }
    }

    /// So many lanes beside each other, at most 32, else `set_layout` is [`Status::Argument`](crate::Status::Argument); 0
    /// counts as one. They are as wide as the columns of a [`grid`](Self::grid), and each grows by itself. An item goes to the lane that
    /// is the shortest before it, when its size is set or when it is first drawn, and stays there while it is in the
    /// section; but for the last items, behind all that are drawn, which may go to a lane that has become shorter. Items
    /// that have no lane yet stand in rows below the longest lane.
    ///
    /// ```
    /// use iqlist::{SectionLayout, Size};
    ///
    /// let photos = SectionLayout::<f64>::lanes(3)
    ///     .line_spacing(4.0)
    ///     .item_spacing(4.0)
    ///     .measured_by(|asked| Some(Size::new(asked.assumed.width, asked.assumed.width / asked.model?)));
    /// # let _ = photos;
    /// ```
    pub fn lanes(lanes: u32) -> Self {
        let raw = iq_section_layout { kind: IQ_LAYOUT_LANES, columns: lanes, ..iq_section_layout::new() };
        Self { raw, ..Self::list() }
    }

    /// Where the host's own functions say. Headers, footers and loaders are as in the others.
    ///
    /// ```
    /// use iqlist::{CustomLayout, Insets, Rect, Room, SectionLayout};
    /// use std::ops::Range;
    ///
    /// /// A week in a row, whose days are squares.
    /// struct Calendar;
    ///
    /// impl Calendar {
    ///     fn day(room: &Room) -> f64 {
    ///         (room.across / 7.0).floor().max(1.0)
    ///     }
    /// }
    ///
    /// impl CustomLayout for Calendar {
    ///     fn extent(&self, room: &Room) -> f64 {
    ///         room.count.div_ceil(7) as f64 * Self::day(room)
    ///     }
    ///
    ///     fn items(&self, room: &Room, along: Range<f64>) -> Range<usize> {
    ///         let week = |at: f64| (at / Self::day(room)) as usize;
    ///         7 * week(along.start)..7 * (week(along.end) + 1)
    ///     }
    ///
    ///     fn frame(&self, room: &Room, index: usize) -> Rect {
    ///         let day = Self::day(room);
    ///         Rect::new((index % 7) as f64 * day, (index / 7) as f64 * day, day, day)
    ///     }
    /// }
    ///
    /// let month = SectionLayout::<String>::custom(Calendar).insets(Insets::all(8.0)).sticky_header();
    /// # let _ = month;
    /// ```
    pub fn custom(layout: impl CustomLayout) -> Self {
        Self {
            raw: iq_section_layout { kind: IQ_LAYOUT_CUSTOM, ..iq_section_layout::new() },
            functions: Functions { custom: Some(Rc::new(layout)), ..Functions::default() },
            ..Self::list()
        }
    }

    set! {
        /// How large items are that have no size of their own.
        item(rule: SizeRule) { item = rule.raw() }

        /// How large headers are.
        header(rule: SizeRule) { header = rule.raw() }

        /// How large footers are.
        footer(rule: SizeRule) { footer = rule.raw() }

        /// How large the loaders of [pages](crate::Page) are.
        page(rule: SizeRule) { page = rule.raw() }

        /// The headers stay in view while their section is: its end pushes them out.
        sticky_header() { flags |= IQ_SECTION_LAYOUT_STICKY_HEADER }

        /// The footers stay in view likewise, at the window's end.
        sticky_footer() { flags |= IQ_SECTION_LAYOUT_STICKY_FOOTER }

        /// The items of a row, or line, stand in the middle of the room.
        centered() { flags |= IQ_SECTION_LAYOUT_CENTER }

        /// What a row leaves of the room is given to the gaps between its items; not of the last one. Not together with
        /// [`centered`](Self::centered).
        justified() { flags |= IQ_SECTION_LAYOUT_JUSTIFY }

        /// As many columns of a [`grid`](Self::grid), or [`lanes`](Self::lanes), as fit if each is as wide as the rule of
        /// [`item`](Self::item) says, or wider: at least one, and at most as many as the layout says; 0: 64, lanes 32.
        /// Across, a [`Length::Auto`](crate::Length::Auto) is its number.
        ///
        /// ```
        /// use iqlist::{Length, SectionLayout, SizeRule};
        ///
        /// let square = SizeRule { width: Length::Fixed(120.0), ..SizeRule::height(Length::Aspect(1.0)) };
        /// let photos = SectionLayout::<()>::grid(0).item(square).fit();
        /// # let _ = photos;
        /// ```
        fit() { flags |= IQ_SECTION_LAYOUT_FIT }

        /// Around the items, not around headers and footers.
        insets(insets: Insets) { insets = insets.raw() }

        /// Between rows, or the items of a lane, in units.
        line_spacing(units: f64) { line_spacing = units }

        /// Between the items of a row, or lanes, in units.
        item_spacing(units: f64) { item_spacing = units }
    }

    /// A function that says how large an item or element is whose length is [`Length::Auto`](crate::Length::Auto), or
    /// `None` if that is not known yet. It is called by [`layout`](crate::LaidOutView::layout), when the item comes near
    /// the window, once for each content, class, level and room across. It may read and change lists, and use other
    /// views.
    ///
    /// If it panics, the sizes of that batch stay guesses, and the next layout asks again. The layout resumes the panic
    /// when it has completed.
    pub fn measured_by(self, measure: impl Fn(&Measured<'_, M>) -> Option<Size> + 'static) -> Self {
        self.measured_in_batches(move |asked, sizes| {
            for (asked, size) in asked.iter().zip(sizes) {
                *size = measure(asked);
            }
        })
    }

    /// The same for many items and elements in one call. Given are a size for each, which is `None` before.
    ///
    /// ```
    /// use iqlist::{Measured, SectionLayout, Size};
    ///
    /// let wrapped = SectionLayout::<String>::list().measured_in_batches(|asked, sizes| {
    ///     for (asked, size) in asked.iter().zip(sizes) {
    ///         *size = asked.model.map(|text| Size::new(asked.assumed.width, text.lines().count() as f64));
    ///     }
    /// });
    /// # let _ = wrapped;
    /// ```
    pub fn measured_in_batches(
        mut self,
        measure: impl Fn(&[Measured<'_, M>], &mut [Option<Size>]) + 'static,
    ) -> Self {
        self.functions.measure = Some(Rc::new(Measure { function: Box::new(measure) }));
        self
    }

    pub(crate) fn functions(&self) -> &Functions {
        &self.functions
    }

    /// Lends `body` what the library is given: its functions by their number, unless it has none.
    pub(crate) fn lend<R>(&self, number: Option<usize>, body: impl FnOnce(&iq_section_layout) -> R) -> R {
        let Some(number) = number else { return body(&self.raw) };
        let custom = custom_layout(number);
        body(&iq_section_layout {
            context: number as *mut _,
            measure: self.functions.measure.as_ref().map(|_| measure as _),
            destroy: Some(destroy),
            custom: self.functions.custom.as_ref().map_or(ptr::null(), |_| &custom),
            ..self.raw
        })
    }
}

impl<M: 'static> Clone for SectionLayout<M> {
    fn clone(&self) -> Self {
        Self { raw: self.raw, functions: self.functions.clone(), models: self.models }
    }
}

/// [`SectionLayout::list`].
impl<M: 'static> Default for SectionLayout<M> {
    fn default() -> Self {
        Self::list()
    }
}

impl<M: 'static> fmt::Debug for SectionLayout<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.raw.columns.max(1);
        let Functions { measure, custom } = &self.functions;
        f.debug_struct("SectionLayout")
            .field("columns", &columns)
            .field("is_measured", &measure.is_some())
            .field("is_custom", &custom.is_some())
            .finish_non_exhaustive()
    }
}

type Function<M> = dyn Fn(&[Measured<'_, M>], &mut [Option<Size>]);

struct Measure<M: 'static> {
    function: Box<Function<M>>,
}

impl<M: 'static> RawMeasure for Measure<M> {
    unsafe fn measure(&self, elements: &[iq_measured], sizes: &mut [iq_size]) {
        // SAFETY: as promised.
        let asked = elements.iter().zip(&*sizes).map(|(raw, size)| unsafe { Measured::of(raw, *size) });
        let asked: Vec<_> = asked.collect();
        let mut known = vec![None; asked.len()];
        (self.function)(&asked, &mut known);
        for (size, known) in sizes.iter_mut().zip(known) {
            *size = known.unwrap_or(Size::UNKNOWN).raw();
        }
    }
}
