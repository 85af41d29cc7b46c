//! The cursor in a view that is laid out: keys lead from row to row, however many lines these have.

use std::ops::Range;

use super::{Cursor, Place};
use crate::{
    Align, Cells, Direction, Item, LaidOutView, List, Position, Result, Scroll, ScrollTarget, SectionName,
    Target,
};

impl Cursor {
    /// The selected item.
    pub fn item<M: 'static, S: SectionName>(&self, list: &List<M, S>) -> Result<Option<Item>> {
        self.index(list)?.map(|index| list.item_at(index)).transpose()
    }

    /// Selects the item to which a key leads in a view that is laid out, see [`LaidOutView::neighbour`], and scrolls to
    /// it with the next layout, no further than necessary. If there is none on that side it stays. If none is selected:
    /// the first item, or upwards the last one. `window` are the [offset](crate::Scene::offset) of the last scene and
    /// the end of the window there, in units.
    ///
    /// Of an item that is larger than the window, keys first scroll to what is left of it: by a line, or by a window but
    /// one line. One that is reached from below is shown from its end.
    ///
    /// The list is as after the last update that was [followed](Self::follow).
    /// [`Status::Range`](crate::Status::Range) if the cursor is in none of its places.
    ///
    /// ```
    /// use iqlist::terminal::Cursor;
    /// use iqlist::{Cells, Direction, LaidOutView, List, Result};
    ///
    /// fn key<C: Cells<String>>(
    ///     cursor: &mut Cursor,
    ///     list: &List<String>,
    ///     view: &mut LaidOutView<String, C>,
    ///     height: f64,
    /// ) -> Result<()> {
    ///     let offset = view.layout()?.offset();
    ///     cursor.step(list, view, Direction::Down, offset..offset + height)
    /// }
    /// ```
    pub fn step<M: 'static, S: SectionName, C: Cells<M>>(
        &mut self,
        list: &List<M, S>,
        view: &LaidOutView<M, C>,
        direction: Direction,
        window: Range<f64>,
    ) -> Result<()> {
        let is_back = matches!(direction, Direction::Up | Direction::Left | Direction::PageUp);
        let Some(item) = self.item(list)? else {
            self.move_by(list, if is_back { -1 } else { 1 })?;
            let Some(item) = self.item(list)? else { return Ok(()) };
            return view.scroll_to(item);
        };
        let lines = match direction {
            Direction::PageUp | Direction::PageDown => (window.end - window.start - 1.0).max(1.0),
            _ => 1.0,
        };
        if let Some(offset) = rest(view, item, is_back, lines, &window)? {
            return view.scroll(offset, Scroll::TO);
        }
        let item = match view.neighbour(item, direction)? {
            Some(next) => {
                let Position { section, item } = list.position(next)?;
                self.selected = Some(Place { section, item: Some(item) });
                next
            }
            None => item,
        };
        let align = match bounds(view, item)? {
            (start, end) if start >= end => Align::Nearest,
            _ if is_back => Align::End,
            _ => Align::Start,
        };
        view.scroll_to(ScrollTarget::new(Target::Item(item)).align(align))
    }
}

/// The offsets that show an item from its start and up to its end. The second one is larger only if the item is larger
/// than the window without what is stuck there.
fn bounds<M: 'static, C: Cells<M>>(view: &LaidOutView<M, C>, item: Item) -> Result<(f64, f64)> {
    let offset = |align| view.offset_for(ScrollTarget::new(Target::Item(item)).align(align));
    Ok((offset(Align::Start)?, offset(Align::End)?))
}

/// The offset that shows so many more lines of an item that is larger than the window, if some of it are left there.
fn rest<M: 'static, C: Cells<M>>(
    view: &LaidOutView<M, C>,
    item: Item,
    is_back: bool,
    lines: f64,
    window: &Range<f64>,
) -> Result<Option<f64>> {
    let (start, end) = bounds(view, item)?;
    let frame = view.frame(Target::Item(item))?;
    let is_visible = frame.y < window.end && frame.y + frame.height > window.start;
    if start >= end || !is_visible {
        return Ok(None);
    }
    let (is_left, offset) = match is_back {
        true => (window.start > start, (window.start - lines).max(start)),
        false => (window.start < end, (window.start + lines).min(end)),
    };
    Ok(is_left.then_some(offset))
}
