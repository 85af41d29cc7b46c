//! Lists in terminals: a cursor for lists of text lines, and the lines of a screen for rows of several.
//!
//! Toolkits of terminals are told two numbers each time they draw, the first visible line and the selected one, as
//! ratatui's `ListState` has them (`offset`, `selected`). A [`Cursor`] finds them, for a list of items or for one of
//! sections with a header line each:
//!
//! ```text
//!     events ──► changeset ──► Cursor::follow        once for each, in order
//!     keys ────────────────► Cursor::move_by
//!     height ──► Cursor::place ──► Window { offset, selected, rows } ──► Cursor::line of each visible row
//! ```
//!
//! It uses no toolkit, copies no rows, and draws nothing. `examples/cursor.rs` is a program that does, in plain text.
//! With ratatui only the visible lines are made:
//!
//! ```
//! # // What the program below uses of ratatui.
//! # #[derive(Default)]
//! # struct ListState { selected: Option<usize> }
//! # impl ListState {
//! #     fn with_selected(self, selected: Option<usize>) -> Self { Self { selected } }
//! # }
//! use iqlist::terminal::{Cursor, Line};
//! use iqlist::{Key, List};
//!
//! let list = List::<()>::new()?;
//! let mut cursor = Cursor::new();
//! for keys in [vec![1, 2, 3, 4], vec![2, 9, 3]] {
//!     let changes = list.set_items(&keys.into_iter().map(|key: u64| Key::from(key)).collect::<Vec<_>>())?;
//!     cursor.follow(&changes)?;
//!     cursor.select(&list, Some(2))?;
//! }
//! let window = cursor.place(&list, 2)?; // the height of the area
//! let lines = window.rows().map(|row| Ok(format!("{:?}", cursor.line(&list, row)?)));
//! let lines: Vec<String> = lines.collect::<iqlist::Result<_>>()?;
//! let mut state = ListState::default().with_selected(window.selected_line());
//! // frame.render_stateful_widget(ratatui::widgets::List::new(lines), area, &mut state);
//! assert_eq!((window.offset, window.selected, state.selected), (1, Some(2), Some(1)));
//! assert_eq!(lines, ["Item(1)", "Item(2)"]);
//! # Ok::<(), iqlist::Error>(())
//! ```
//!
//! Where all lines are given to the widget, the state is
//! `ListState::default().with_offset(window.offset).with_selected(window.selected)`.
//!
//! # Rows of several lines
//!
//! For rows of several lines, and headers that stick, a [view that is laid out](crate::LaidOutView) says what is where, and
//! [`Lines`] which lines of a screen that is. [`Cursor::step`] moves the cursor over rows:
//!
//! ```text
//!     events ──► changeset ──► Cursor::follow
//!     keys ────────────────► Cursor::step ──► view
//!     wheel ───────────────────────────────► LaidOutView::scroll
//!     size ──► LaidOutView::layout ──► Scene ──► Lines ──► runs: which lines of which row are where
//! ```
//!
//! With ratatui each run is a paragraph in its part of the area, of which the lines above the screen are scrolled away:
//!
//! ```
//! # // What the program below uses of ratatui.
//! # #[derive(Clone, Copy)]
//! # struct Rect { x: u16, y: u16, width: u16, height: u16 }
//! # struct Paragraph<'a> { lines: Vec<&'a str>, skipped: usize, is_reversed: bool }
//! # impl<'a> Paragraph<'a> {
//! #     fn new(text: &'a str) -> Self { Self { lines: text.lines().collect(), skipped: 0, is_reversed: false } }
//! #     fn scroll(self, (y, _): (u16, u16)) -> Self { Self { skipped: y.into(), ..self } }
//! #     fn reversed(self) -> Self { Self { is_reversed: true, ..self } }
//! # }
//! # struct Frame { lines: Vec<String> }
//! # impl Frame {
//! #     fn area(&self) -> Rect { Rect { x: 0, y: 0, width: 20, height: 5 } }
//! #     fn render_widget(&mut self, shown: Paragraph, area: Rect) {
//! #         let lines = shown.lines.into_iter().skip(shown.skipped).take(area.height.into());
//! #         let mark = if shown.is_reversed { '>' } else { ' ' };
//! #         for (y, line) in (area.y..).zip(lines) { self.lines[usize::from(y)] = format!("{mark}{line}"); }
//! #     }
//! # }
//! use iqlist::terminal::{Cursor, Lines};
//! use iqlist::{Cells, Direction, Event, LaidOutView, Length, List, Measured, Row, SectionEntry};
//! use iqlist::{SectionLayout, Size, SizeRule, Supplementary, ViewOptions};
//!
//! /// Places have the models of their rows: no cells are needed.
//! struct NoCells;
//!
//! impl Cells<&'static str> for NoCells {
//!     type Cell = ();
//!
//!     fn create(&self, _: &Event<&'static str>) {}
//!
//!     fn bind(&self, _: &mut (), _: &Event<&'static str>) {}
//! }
//!
//! fn draw(
//!     frame: &mut Frame,
//!     view: &mut LaidOutView<&'static str, NoCells>,
//!     selected: Option<usize>,
//! ) -> iqlist::Result<()> {
//!     let area = frame.area();
//!     view.set_size(area.width.into(), area.height.into())?;
//!     let scene = view.layout()?;
//!     for run in Lines::of(&scene, area.height.into()).runs() {
//!         let text = Paragraph::new(run.place.model().copied().unwrap_or_default());
//!         let text = text.scroll((run.lines.start as u16, 0));
//!         let is_selected = run.place.index().is_some() && run.place.index() == selected;
//!         let part = Rect { y: area.y + run.screen.start as u16, height: run.screen.len() as u16, ..area };
//!         frame.render_widget(if is_selected { text.reversed() } else { text }, part);
//!     }
//!     Ok(())
//! }
//!
//! let list = List::new()?;
//! let title = [Supplementary::header(Row::new("fruit").model("FRUIT"))];
//! let rows = ["apple", "fig\n(dried)", "pear", "plum\n(from May on)"].map(|text| Row::new(text).model(text));
//! let (screen, mut cursor) = (list.screen()?, Cursor::new());
//! cursor.follow(&list.set(&[SectionEntry::new("fruit", 0).supplementaries(&title)], &rows)?)?;
//!
//! let mut view = screen.laid_out_view(NoCells, ViewOptions::new().grain(1.0))?;
//! let layout = SectionLayout::list()
//!     .item(SizeRule::height(Length::Auto(1.0)))
//!     .header(SizeRule::height(Length::Fixed(1.0)))
//!     .sticky_header()
//!     .measured_by(|row: &Measured<'_, &'static str>| {
//!         Some(Size::new(row.assumed.width, row.model?.lines().count() as f64))
//!     });
//! view.set_layout(None, Some(&layout))?;
//!
//! // terminal.draw(|frame| ...), after the key "end".
//! let mut frame = Frame { lines: vec![String::new(); 5] };
//! draw(&mut frame, &mut view, None)?;
//! cursor.step(&list, &view, Direction::Up, 0.0..5.0)?;
//! draw(&mut frame, &mut view, cursor.index(&list)?)?;
//! assert_eq!(frame.lines, [" FRUIT", " (dried)", " pear", ">plum", ">(from May on)"]);
//! # Ok::<(), iqlist::Error>(())
//! ```

use std::ops::Range;
use std::sync::Arc;

use crate::{
    Change, ChangeKind, Changeset, Derived, Error, List, Position, Result, SectionName, Side, Snapshot,
    Status,
};

mod lines;
mod steps;

pub use lines::{Lines, Run};

mod sealed {
    pub trait Sealed {}
}

/// What a [`Cursor`] stands in: a [`List`], a [`Derived`] list, or a [`Snapshot`] if other threads change the list.
/// Also a shared one, in an [`Arc`].
pub trait Arrangement: sealed::Sealed {
    #[doc(hidden)]
    fn sections(&self) -> usize;
    #[doc(hidden)]
    fn items(&self) -> usize;
    /// The indexes of a section's items, counted over all sections.
    #[doc(hidden)]
    fn items_of(&self, section: usize) -> Result<Range<usize>>;
}

impl<M: 'static, S: SectionName> sealed::Sealed for List<M, S> {}

impl<M: 'static, S: SectionName> Arrangement for List<M, S> {
    fn sections(&self) -> usize {
        self.section_count()
    }

    fn items(&self) -> usize {
        self.len()
    }

    fn items_of(&self, section: usize) -> Result<Range<usize>> {
        Ok(self.section_info(self.section_at(section)?)?.items())
    }
}

/// Gives what leads to an arrangement those of that.
macro_rules! leads {
    ($($of:ty, $to:ty => [$($generics:tt)*];)*) => {
        $(impl<$($generics)*> sealed::Sealed for $of {}

        impl<$($generics)*> Arrangement for $of {
            fn sections(&self) -> usize {
                <$to as Arrangement>::sections(self)
            }

            fn items(&self) -> usize {
                <$to as Arrangement>::items(self)
            }

            fn items_of(&self, section: usize) -> Result<Range<usize>> {
                <$to as Arrangement>::items_of(self, section)
            }
        })*
    };
}

leads! {
    Derived<M, S>, List<M, S> => [M: 'static, S: SectionName];
    Arc<A>, A => [A: Arrangement + ?Sized];
}

impl<M: 'static, S: SectionName> sealed::Sealed for Snapshot<M, S> {}

impl<M: 'static, S: SectionName> Arrangement for Snapshot<M, S> {
    fn sections(&self) -> usize {
        self.section_count()
    }

    fn items(&self) -> usize {
        self.len()
    }

    fn items_of(&self, section: usize) -> Result<Range<usize>> {
        Ok(self.section_at(section)?.items())
    }
}

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// The header of the section at a position.
    Header(usize),
    /// The item at an index, counted over all sections.
    Item(usize),
}

/// What is visible: the result of [`Cursor::place`]. Rows count all lines, those of headers too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Window {
    /// The first visible row.
    pub offset: usize,
    /// The row of the selected item.
    pub selected: Option<usize>,
    /// The number of visible rows: at most the height.
    pub count: usize,
}

impl Window {
    /// The visible rows.
    pub fn rows(&self) -> Range<usize> {
        self.offset..self.offset + self.count
    }

    /// The line of the selected item, counted from the first visible one. `None` too if the height is 0.
    pub fn selected_line(&self) -> Option<usize> {
        self.selected.filter(|row| self.rows().contains(row)).map(|row| row - self.offset)
    }
}

/// A line by the position of its section, and its item's there. It does not depend on what comes before the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    section: usize,
    /// `None`: the header.
    item: Option<usize>,
}

/// What a changeset says of a place before it.
enum Fate {
    Stays(Place),
    Goes,
    /// The section has no such item.
    IsNone,
}

/// The selected item and the first visible line of a list of lines. Both stay what they are while the list changes:
/// [`follow`](Self::follow).
///
/// ```
/// use iqlist::terminal::{Cursor, Line};
/// use iqlist::{Key, List, SectionEntry};
///
/// let list = List::<()>::new()?;
/// let mut cursor = Cursor::with_headers();
/// let sections = [SectionEntry::new("even", 0), SectionEntry::new("odd", 2)];
/// cursor.follow(&list.set(&sections, &[2u64, 4, 1, 3].map(Key::from))?)?;
/// cursor.select(&list, Some(2))?;
/// // The lines are even, 2, 4, odd, 1, 3.
/// assert_eq!(cursor.place(&list, 9)?.selected, Some(4));
/// assert_eq!(cursor.line(&list, 3)?, Line::Header(1));
///
/// let sections = [SectionEntry::new("odd", 0), SectionEntry::new("even", 2)];
/// cursor.follow(&list.set(&sections, &[5u64, 3, 2].map(Key::from))?)?;
/// // 1 has gone: the next one is 3.
/// assert_eq!(cursor.place(&list, 9)?.selected, Some(2));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cursor {
    has_headers: bool,
    selected: Option<Place>,
    top: Place,
}

impl Default for Cursor {
    fn default() -> Self {
        Self::new()
    }
}

impl Cursor {
    /// At the first line of a list without header lines, with sections or without. Nothing is selected.
    pub const fn new() -> Self {
        Self { has_headers: false, selected: None, top: Place { section: 0, item: Some(0) } }
    }

    /// The same of a list in which each section, also an empty one, begins with a header line. Headers are not
    /// selected.
    pub const fn with_headers() -> Self {
        Self { has_headers: true, selected: None, top: Place { section: 0, item: None } }
    }

    /// The position of the selected item.
    pub fn selected(&self) -> Option<Position> {
        let Place { section, item } = self.selected?;
        item.map(|item| Position { section, item })
    }

    /// Goes along with an update, of which each is to be passed on once and in order: as calls return them, or as
    /// events bring them. No list is read: it may have changed again.
    ///
    /// The selected item stays selected, wherever it moves. If it goes, the next one is selected that stays, else the
    /// nearest one before it, else none. So it is with the first visible line; if none stays, it is the first of all.
    ///
    /// O(log k) for a changeset of k changes, and for each of those by which neighbours go with the item.
    pub fn follow(&mut self, changes: &Changeset) -> Result<()> {
        let selected = match self.selected {
            Some(place) => Walk { changes, has_headers: false }.nearest(place)?,
            None => None,
        };
        let top = Walk { changes, has_headers: self.has_headers }.nearest(self.top)?;
        (self.selected, self.top) = (selected, top.unwrap_or(self.start()));
        Ok(())
    }

    /// Finds what is visible in an area of so many lines, once per drawing. The first visible line stays first, unless
    /// that would leave lines empty or the selected item out of view: then as few lines are scrolled as it takes. With
    /// the first item of a section its header is in view, if there are two lines.
    ///
    /// The list is as after the last update that was [followed](Self::follow).
    /// [`Status::Range`] if the cursor is in none of its places. O(log n) for a list of n sections and items.
    pub fn place(&mut self, shown: &impl Arrangement, height: usize) -> Result<Window> {
        let all = shown.items() + self.headers(shown.sections());
        let selected = self.selected.map(|place| self.row(shown, place)).transpose()?;
        // An empty list has no first line.
        let top = if self.top == self.start() { 0 } else { self.row(shown, self.top)? };
        let mut offset = top.min(all.saturating_sub(height));
        if let Some(row) = selected.filter(|_| height > 0) {
            let has_header = self.has_headers && height > 1;
            let is_below = has_header && self.selected.is_some_and(|place| place.item == Some(0));
            let first = row - usize::from(is_below);
            offset = offset.clamp((row + 1).saturating_sub(height), first);
        }
        self.top = self.place_at(shown, offset)?.unwrap_or(self.start());
        Ok(Window { offset, selected, count: height.min(all - offset) })
    }

    /// Selects the item at an index, counted over all sections: the last one if there are not so many. Or none.
    pub fn select(&mut self, shown: &impl Arrangement, index: Option<usize>) -> Result<()> {
        let last = shown.items().checked_sub(1);
        let index = index.and_then(|index| Some(index.min(last?)));
        self.selected = index.map(|index| find(shown, index, 0)).transpose()?.flatten();
        Ok(())
    }

    /// Selects the item so many items further down, or with a negative number up; at most the last one or the first
    /// one. If none is selected: the first one, or upwards the last one.
    pub fn move_by(&mut self, shown: &impl Arrangement, items: isize) -> Result<()> {
        let index = match self.index(shown)? {
            Some(index) => index.saturating_add_signed(items),
            None if items < 0 => usize::MAX,
            None => 0,
        };
        self.select(shown, Some(index))
    }

    /// The index of the selected item, counted over all sections.
    pub fn index(&self, shown: &impl Arrangement) -> Result<Option<usize>> {
        let Some(Position { section, item }) = self.selected() else { return Ok(None) };
        Ok(Some(shown.items_of(section)?.start + item))
    }

    /// Scrolls: makes a row the first visible one, as far as [`place`](Self::place) can. Beyond the end: the last one.
    pub fn scroll_to(&mut self, shown: &impl Arrangement, row: usize) -> Result<()> {
        let all = shown.items() + self.headers(shown.sections());
        let row = row.min(all.saturating_sub(1));
        self.top = self.place_at(shown, row)?.unwrap_or(self.start());
        Ok(())
    }

    /// What a row shows. [`Status::Range`] beyond the end. O(log n).
    pub fn line(&self, shown: &impl Arrangement, row: usize) -> Result<Line> {
        match self.place_at(shown, row)? {
            Some(Place { section, item: None }) => Ok(Line::Header(section)),
            Some(Place { section, .. }) => Ok(Line::Item(row - self.headers(section + 1))),
            None => Err(Error::new(Status::Range, &format!("there is no row {row}"))),
        }
    }

    fn start(&self) -> Place {
        Place { section: 0, item: (!self.has_headers).then_some(0) }
    }

    /// The header lines of so many sections.
    fn headers(&self, sections: usize) -> usize {
        if self.has_headers {
            sections
        } else {
            0
        }
    }

    fn row(&self, shown: &impl Arrangement, place: Place) -> Result<usize> {
        let items = shown.items_of(place.section)?;
        let header = items.start + self.headers(place.section);
        match place.item {
            None => Ok(header),
            Some(item) if item < items.len() => Ok(header + self.headers(1) + item),
            Some(_) => Err(Error::new(Status::Range, "the list is not the one that the cursor has followed")),
        }
    }

    fn place_at(&self, shown: &impl Arrangement, row: usize) -> Result<Option<Place>> {
        find(shown, row, self.headers(1))
    }
}

/// The place at a row where each section begins with so many header lines: 0 or 1. `None` beyond the end.
fn find(shown: &impl Arrangement, row: usize, headers: usize) -> Result<Option<Place>> {
    let sections = shown.sections();
    if row >= shown.items() + headers * sections {
        return Ok(None);
    }
    // The last section that begins at the row or before; those before it that are empty begin there too.
    let (mut first, mut end) = (0, sections);
    while end - first > 1 {
        let middle = first + (end - first) / 2;
        let begin = shown.items_of(middle)?.start + headers * middle;
        if begin <= row {
            first = middle;
        } else {
            end = middle;
        }
    }
    let within = row - shown.items_of(first)?.start - headers * first;
    Ok(Some(Place { section: first, item: within.checked_sub(headers) }))
}

/// The places before a changeset, and what becomes of them.
struct Walk<'a> {
    changes: &'a Changeset,
    has_headers: bool,
}

impl Walk<'_> {
    /// The place after the changeset of the nearest one that stays: it, the next ones, then those before it.
    fn nearest(&self, place: Place) -> Result<Option<Place>> {
        match self.forwards(place)? {
            None => self.backwards(place),
            found => Ok(found),
        }
    }

    fn forwards(&self, place: Place) -> Result<Option<Place>> {
        let (mut at, sections) = (place, self.changes.summary()?.sections_before);
        while at.section < sections {
            at = match (self.fate(at)?, at.item) {
                (Fate::Stays(after), _) => return Ok(Some(after)),
                (Fate::Goes, None) => Place { item: Some(0), ..at },
                (Fate::Goes, Some(item)) => Place { item: Some(self.gone(at.section, item)?.end), ..at },
                (Fate::IsNone, _) => Place { section: at.section + 1, item: None },
            };
        }
        Ok(None)
    }

    fn backwards(&self, place: Place) -> Result<Option<Place>> {
        let mut at = place;
        loop {
            at = match at.item {
                Some(item) if item > 0 => Place { item: Some(item - 1), ..at },
                Some(_) => Place { item: None, ..at },
                None if at.section == 0 => return Ok(None),
                None => {
                    let section = at.section - 1;
                    Place { section, item: self.count(section)?.checked_sub(1) }
                }
            };
            match (self.fate(at)?, at.item) {
                (Fate::Stays(after), _) => return Ok(Some(after)),
                (_, Some(item)) => at.item = Some(self.gone(at.section, item)?.start),
                _ => {}
            }
        }
    }

    fn fate(&self, place: Place) -> Result<Fate> {
        let after = match place.item {
            None if !self.has_headers => Ok(None),
            None => {
                let header = |section| Place { section, item: None };
                self.changes.map_section(Side::Before, place.section).map(|after| after.map(header))
            }
            Some(item) => {
                let position = Position { section: place.section, item };
                let of_item = |after: Position| Place { section: after.section, item: Some(after.item) };
                self.changes.map_position(Side::Before, position).map(|after| after.map(of_item))
            }
        };
        match after {
            Ok(Some(after)) => Ok(Fate::Stays(after)),
            Ok(None) => Ok(Fate::Goes),
            Err(error) if error.status() == Status::Range => Ok(Fate::IsNone),
            Err(error) => Err(error),
        }
    }

    /// The items that go together with one that goes, in one change.
    fn gone(&self, section: usize, item: usize) -> Result<Range<usize>> {
        let batch = self.changes.batch()?;
        // In a batch they come first, in order.
        let is_gone = |kind| matches!(kind, ChangeKind::ItemDelete | ChangeKind::ItemMoveOut);
        let gone = &batch[..batch.partition_point(|change| is_gone(change.kind()))];
        let end = |change: &Change| (change.before_section(), change.before_range().end);
        let at = gone.partition_point(|change| end(change) <= (Some(section), item));
        // A full reload lists no changes.
        Ok(gone.get(at).map_or(item..item + 1, |change| change.before_range()))
    }

    /// The number of items that a section had.
    fn count(&self, section: usize) -> Result<usize> {
        let is_item = |item| Ok(!matches!(self.fate(Place { section, item: Some(item) })?, Fate::IsNone));
        let mut end = 1;
        while is_item(end - 1)? {
            end *= 2;
        }
        let mut first = end / 2;
        // Those before `first` are items, that before `end` is none.
        while first + 1 < end {
            let middle = first + (end - first) / 2;
            if is_item(middle - 1)? {
                first = middle;
            } else {
                end = middle;
            }
        }
        Ok(first)
    }
}
