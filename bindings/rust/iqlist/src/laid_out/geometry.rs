//! What is where in a view that is laid out: at a point, in the content, on the sides of an item.

use std::ops::Range;

use super::found;
use crate::{Cells, Direction, Hit, Item, LaidOutView, Rect, Result, Target};
use iqlist_sys::*;

// SAFETY (of all calls below): as above, in `laid_out.rs`.
impl<M: 'static, C: Cells<M>> LaidOutView<M, C> {
    /// As [`Scene::find_at`](crate::Scene::find_at), of the last scene.
    pub fn find_at(&self, x: f64, y: f64, is_nearest: bool) -> Result<Option<Hit>> {
        let (mut raw, flags) = (iq_hit::new(), if is_nearest { IQ_AT_NEAREST } else { 0 });
        let read = self.run(|view| unsafe { iq_view_find_at(view, x, y, flags, &mut raw) });
        Ok(found(read)?.map(|()| Hit::of(&raw)))
    }

    /// Where an item, element or section is in the content, in units, if it were not stuck; with [`Target::List`] all of
    /// the content. It is about the list as it is now, in view or not. [`Status::Handle`](crate::Status::Handle) if the
    /// item or section has gone, [`Status::NotFound`](crate::Status::NotFound) if there is no such element.
    pub fn frame(&self, target: Target) -> Result<Rect> {
        let (element, mut frame) = (target.raw(), iq_rect::default());
        self.run(|view| unsafe { iq_view_get_frame(view, &element, &mut frame) })?;
        Ok(Rect::of(frame))
    }

    /// The item to which a key leads, over rows and sections: along the axis the nearest one of the next row, across
    /// the next one of the row; in a [`CustomLayout`](crate::CustomLayout) the one whose middle is nearest. `None` if there
    /// is none on that side. [`Status::Handle`](crate::Status::Handle) if the item has gone.
    pub fn neighbour(&self, item: Item, direction: Direction) -> Result<Option<Item>> {
        let mut neighbour = iq_item { id: 0 };
        let read = self.run(|view| unsafe {
            iq_view_find_neighbour(view, item.raw(), direction as iq_direction, &mut neighbour)
        });
        Ok(found(read)?.map(|()| Item(neighbour.id)))
    }

    /// The items, counted over all sections, that a stretch of the content shows, from the first to the last one: for the
    /// pages of a printer, or a map beside the list. It begins at the start, and the end does not belong to it. In lanes and
    /// custom layouts not all of them need be in it. Without any, an empty range at the next one that follows. Nothing is
    /// measured. [`Status::Range`](crate::Status::Range) if the end is less than the start, or one is no finite number.
    ///
    /// ```
    /// use iqlist::{Cells, LaidOutView, Result, Target};
    /// use std::ops::Range;
    ///
    /// /// What is on each page. An item that does not end on its page is on the next one as well.
    /// fn pages<M: 'static, C: Cells<M>>(view: &LaidOutView<M, C>, height: f64) -> Result<Vec<Range<usize>>> {
    ///     let content = view.frame(Target::List)?.height;
    ///     let starts = (0..(content / height).ceil() as usize).map(|page| page as f64 * height);
    ///     starts.map(|start| view.find_range(start..start + height)).collect()
    /// }
    /// ```
    pub fn find_range(&self, along: Range<f64>) -> Result<Range<usize>> {
        let (mut first, mut count) = (0, 0);
        self.run(|view| unsafe { iq_view_find_range(view, along.start, along.end, &mut first, &mut count) })?;
        Ok(first..first + count)
    }
}
