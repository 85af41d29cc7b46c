//! Scenes: what to draw now.

use std::fmt;
use std::ops::Range;

use crate::{Cells, Error, LaidOutView, Place, Places, Position, Rect, Result, Size, Status, Target};
use iqlist_sys::*;

/// What to draw now: see [`LaidOutView::layout`](crate::LaidOutView::layout). It borrows the view, which is laid out
/// again only after the last use of the scene and its places:
///
/// ```compile_fail,E0499
/// # use iqlist::{Cells, Event, LaidOutView};
/// fn twice<C: Cells<u64>>(view: &mut LaidOutView<u64, C>) -> iqlist::Result<()> {
///     let scene = view.layout()?;
///     view.layout()?;
///     println!("{}", scene.places().len());
///     Ok(())
/// }
/// ```
pub struct Scene<'a, M: 'static, C: Cells<M>> {
    view: &'a LaidOutView<M, C>,
    raw: iq_scene,
}

/// What is at a point: see [`Scene::find_at`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// The index of its place.
    pub place: usize,
    /// The item or element.
    pub target: Target,
    /// Before which item those go that are dropped here, in the list as it is now: for
    /// [`Edit::move_items_to`](crate::Edit::move_items_to). An empty section whose length is 0 is at no point.
    pub insertion: Position,
    /// The gap there, in the window; without spacing its width or height is 0.
    pub mark: Rect,
}

impl Hit {
    pub(crate) fn of(raw: &iq_hit) -> Self {
        Self {
            place: raw.place,
            target: Target::of(&raw.element),
            insertion: Position::of_item(raw.insertion),
            mark: Rect::of(raw.mark),
        }
    }
}

/// # Safety
/// The address is that of so many places, which live for `'a`.
unsafe fn slice<'a>(places: *const iq_place, count: usize) -> &'a [iq_place] {
    match count {
        0 => &[],
        // SAFETY: as promised.
        _ => unsafe { std::slice::from_raw_parts(places, count) },
    }
}

impl<'a, M: 'static, C: Cells<M>> Scene<'a, M, C> {
    /// # Safety
    /// It is what the last layout of the view has written, and there is none while it is borrowed.
    pub(crate) unsafe fn new(view: &'a LaidOutView<M, C>, raw: iq_scene) -> Self {
        Self { view, raw }
    }

    fn now(&self) -> &'a [iq_place] {
        // SAFETY: they live until the second next layout, and the view's cells as long; both are here, and below, of
        // a list of `M`.
        unsafe { slice(self.raw.places, self.raw.count) }
    }

    /// What is drawn, in the order of drawing.
    pub fn places(&self) -> Places<'a, M> {
        // SAFETY: as above.
        unsafe { Places::new(self.now(), None) }
    }

    /// The places of the last scene, which have moved with the offset if nothing else [has changed](Self::is_changed).
    pub fn previous(&self) -> Places<'a, M> {
        // SAFETY: as above.
        unsafe { Places::new(slice(self.raw.previous, self.raw.previous_count), Some(self.now())) }
    }

    /// The place at an index, as in [`Hit::place`] or in [`Place::other`] of a previous one.
    pub fn place(&self, index: usize) -> Option<Place<'a, M>> {
        self.places().nth(index)
    }

    /// Lends the cell of a place, also of a previous one. [`Status::NotFound`] if it has none, or one without an object:
    /// what has no class, or a cell that was unbound and dropped. [`Status::Busy`] if the cell is in use.
    pub fn with_cell<R>(&self, place: &Place<'_, M>, body: impl FnOnce(&mut C::Cell) -> R) -> Result<R> {
        if place.cell().is_none() {
            return Err(Error::new(Status::NotFound, "the place has no cell"));
        }
        self.view.with_object(place.raw().object, body)
    }

    /// What is at a point of the window, what is stuck first. With `is_nearest`, the nearest place if there is none at
    /// the point. `None` if there is none. [`Status::Range`] if a coordinate is no finite number. O(places).
    pub fn find_at(&self, x: f64, y: f64, is_nearest: bool) -> Result<Option<Hit>> {
        self.view.find_at(x, y, is_nearest)
    }

    fn has(&self, flag: u32) -> bool {
        self.raw.flags & flag != 0
    }

    /// Something but the offset is different. Otherwise no place is new, bound or moved.
    pub fn is_changed(&self) -> bool {
        self.has(IQ_SCENE_CHANGED)
    }

    /// The offset is different.
    pub fn is_scrolled(&self) -> bool {
        self.has(IQ_SCENE_SCROLLED)
    }

    /// A place asks to be [measured](crate::PlaceFlags::MEASURE).
    pub fn is_to_be_measured(&self) -> bool {
        self.has(IQ_SCENE_MEASURE)
    }

    /// The offset is the minimum, or less.
    pub fn is_at_start(&self) -> bool {
        self.has(IQ_SCENE_AT_START)
    }

    /// The offset is the maximum, but for the [threshold](crate::ViewOptions::end_threshold), or more.
    pub fn is_at_end(&self) -> bool {
        self.has(IQ_SCENE_AT_END)
    }

    /// The list's version, which positions belong to.
    pub fn version(&self) -> u64 {
        self.raw.version
    }

    /// The size of all content, in units.
    pub fn content(&self) -> Size {
        Size::of(self.raw.content)
    }

    /// Where the window starts in the content, in units, as corrected.
    pub fn offset(&self) -> f64 {
        self.raw.offset
    }

    /// By how many units the offset was corrected since the last scene, so that what is visible stays.
    pub fn correction(&self) -> f64 {
        self.raw.correction
    }

    /// The smallest offset that shows content only.
    pub fn minimum(&self) -> f64 {
        self.raw.minimum
    }

    /// The largest offset that shows content only.
    pub fn maximum(&self) -> f64 {
        self.raw.maximum
    }

    /// The items in the window, without overscan, counted over all sections.
    pub fn visible(&self) -> Range<usize> {
        self.raw.first..self.raw.first + self.raw.visible
    }

    /// The number of items in the list.
    pub fn items(&self) -> usize {
        self.raw.items
    }
}

impl<M: 'static, C: Cells<M>> Clone for Scene<'_, M, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: 'static, C: Cells<M>> Copy for Scene<'_, M, C> {}

impl<M: 'static, C: Cells<M>> fmt::Debug for Scene<'_, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scene")
            .field("offset", &self.offset())
            .field("content", &self.content())
            .field("visible", &self.visible())
            .field("places", &self.places())
            .finish_non_exhaustive()
    }
}
