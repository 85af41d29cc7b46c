//! Views that are laid out: the calls about sizes, scenes and scrolling.

mod geometry;

use std::ops::{Bound, RangeBounds};
use std::rc::Rc;

use crate::boundary::call;
use crate::functions::{forget, number_of};
use crate::views::{RawView, Views};
use crate::{
    Anchor, Cells, Column, Error, Item, LaidOutView, Result, Scene, Scroll, ScrollPosition, ScrollTarget,
    Section, SectionLayout, Size, Status, Target, ViewOptions,
};
use iqlist_sys::*;

/// A further way to a view that is laid out, for the functions of its [`Cells`] while
/// [`layout`](LaidOutView::layout) is under way. Made by [`LaidOutView::handle`]. After the view or its screen was
/// dropped all calls are [`Status::Handle`].
#[derive(Clone)]
pub struct LayoutHandle {
    view: RawView,
    views: Rc<Views>,
}

impl LayoutHandle {
    /// As [`LaidOutView::set_sizes`].
    pub fn set_sizes(&self, sizes: impl IntoIterator<Item = (Target, Size)>) -> Result<()> {
        let sizes = raw_sizes(sizes);
        self.views.check_alive(self.view.id)?;
        // SAFETY: the view is alive, and the sizes are ours.
        call(|| unsafe { iq_view_set_sizes(self.view.pointer.as_ptr(), sizes.as_ptr(), sizes.len()) })
    }

    /// As [`LaidOutView::scroll`]: it takes effect with the next layout.
    pub fn scroll(&self, offset: f64, how: Scroll) -> Result<()> {
        self.views.check_alive(self.view.id)?;
        // SAFETY: the view is alive.
        call(|| unsafe { iq_view_scroll(self.view.pointer.as_ptr(), offset, how.raw()) })
    }
}

impl std::fmt::Debug for LayoutHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LayoutHandle").field(&self.view.id).finish()
    }
}

/// The host's iterator runs here, outside of the library.
fn raw_sizes(sizes: impl IntoIterator<Item = (Target, Size)>) -> Vec<iq_element_size> {
    let raw = |(target, size): (Target, Size)| iq_element_size { element: target.raw(), size: size.raw() };
    sizes.into_iter().map(raw).collect()
}

/// `None` for [`Status::NotFound`].
fn found<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(error) if error.status() == Status::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// A view that knows where everything is. It is told how large the window is, how sections are laid out and, as far as
/// that is known, how large items are; it keeps an offset, and says what is to be drawn, where, in which cell.
///
/// All calls are [`Status::Busy`] while a layout of the view is under way, and [`Status::Handle`] after its screen was
/// dropped.
// SAFETY (of all calls below): a view lives as long as this, and the list as long as its screen, which is checked.
// Outputs are ours.
impl<M: 'static, C: Cells<M>> LaidOutView<M, C> {
    fn run(&self, body: impl FnOnce(*mut iq_view) -> iq_status) -> Result<()> {
        self.views().check()?;
        call(|| body(self.raw().pointer.as_ptr()))
    }

    /// Sets the options anew. Another grain or axis forgets all sizes. The next layout takes time in proportion to the
    /// number of sections. [`Status::Argument`] if the grain is none of its values, [`Status::Range`] if a length is
    /// negative, more than 2^20 or no number.
    pub fn set_options(&self, options: ViewOptions) -> Result<()> {
        let raw = options.laid_out();
        self.run(|view| unsafe { iq_view_set_options(view, &raw) })
    }

    /// Sets the size of the window in units, which is 0 x 0 at first. Another one across lays out anew, and sizes that
    /// were measured become guesses. [`Status::Range`] if a length is negative, more than 2^20 or no number.
    pub fn set_size(&self, width: f64, height: f64) -> Result<()> {
        self.run(|view| unsafe { iq_view_set_size(view, width, height) })
    }

    /// Sets how a section is laid out; with `None` all sections that have no layout of their own, and the elements of
    /// the list itself. Without a layout the section is like those again, and those are a
    /// [list](SectionLayout::list) of items that are measured. A layout can be set in any number of sections and views.
    /// Setting one again, even an equal one, chooses [lanes](SectionLayout::lanes) and asks a
    /// [`CustomLayout`](crate::CustomLayout) anew.
    ///
    /// [`Status::Argument`] if there are more than 64 columns, or 32 lanes, [`Status::Range`] if a length is negative,
    /// more than 2^20 or no number, [`Status::Handle`] if the section has gone, [`Status::Limit`] if there are 65,535
    /// layouts.
    ///
    /// ```
    /// use iqlist::{Cells, LaidOutView, Length, Result, Section, SectionLayout, SizeRule};
    ///
    /// fn tiles<M: 'static, C: Cells<M>>(view: &LaidOutView<M, C>, section: Section) -> Result<()> {
    ///     let square = SizeRule::height(Length::Aspect(1.0));
    ///     view.set_layout(Some(section), Some(&SectionLayout::grid(4).item(square)))
    /// }
    /// ```
    pub fn set_layout(&self, section: Option<Section>, layout: Option<&SectionLayout<M>>) -> Result<()> {
        let section = Section::optional(section);
        let Some(layout) = layout else {
            return self.run(|view| unsafe { iq_view_set_layout(view, section, std::ptr::null()) });
        };
        let set = |number| {
            layout.lend(number, |raw| self.run(|view| unsafe { iq_view_set_layout(view, section, raw) }))
        };
        if layout.functions().is_empty() {
            return set(None);
        }
        self.views().check()?;
        let (number, is_new) = number_of(self.id(), layout.functions())
            .ok_or_else(|| Error::new(Status::State, "the thread is about to end"))?;
        let result = set(Some(number));
        if result.is_err() && is_new {
            forget(number);
        }
        result
    }

    /// Sets sizes: measured, known, or other ones than before; [`Size::UNKNOWN`] forgets one. Of a size what counts is
    /// the length along the axis, which overrides the section's rule; in a grid sizes of items have no effect. Items and
    /// elements that have gone are passed over. Inside a function of a cell: [`LayoutHandle::set_sizes`].
    ///
    /// [`Status::Range`] if a length is negative or more than 2^20, [`Status::Argument`] for a section or the list; none
    /// is set then.
    pub fn set_sizes(&self, sizes: impl IntoIterator<Item = (Target, Size)>) -> Result<()> {
        let sizes = raw_sizes(sizes);
        self.run(|view| unsafe { iq_view_set_sizes(view, sizes.as_ptr(), sizes.len()) })
    }

    /// Sets the lengths along the axis, in units, of items from index `first` on, in one call. `version` is
    /// [`ListInfo::version`](crate::ListInfo::version) of the list that they belong to.
    ///
    /// [`Status::State`] if the list has another version now, [`Status::Range`] if a length is negative or more than
    /// 2^20, or if there are fewer items; none is set then.
    pub fn set_lengths<'c>(
        &self,
        version: u64,
        first: usize,
        lengths: impl Into<Column<'c, f64>>,
    ) -> Result<()> {
        let lengths = lengths.into();
        let (address, stride) = lengths.raw();
        self.run(|view| unsafe { iq_view_set_extents(view, version, first, lengths.len(), address, stride) })
    }

    /// Makes guesses of the sizes of a range of items, counted over all sections: after another font. All of them,
    /// `..`, are those of elements too. [`Status::Range`] if there are fewer items.
    pub fn invalidate(&self, range: impl RangeBounds<usize>) -> Result<()> {
        let first = match range.start_bound() {
            Bound::Included(first) => *first,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let count = match range.end_bound() {
            Bound::Included(last) => last.saturating_add(1).saturating_sub(first),
            Bound::Excluded(end) => end.saturating_sub(first),
            Bound::Unbounded => IQ_END,
        };
        self.run(|view| unsafe { iq_view_invalidate(view, first, count) })
    }

    /// Lays out the list as it is now: what to draw. It creates, binds and unbinds cells, and asks the functions of
    /// layouts. If nothing has changed, O(1); else in proportion to the number of places and of changes.
    ///
    /// A panic of a function of a layout or of [`Cells`] comes out of it when it has completed; the next layout has the
    /// scene, and asks again. [`Status::Busy`] inside a poll and inside functions of cells.
    ///
    /// ```
    /// use iqlist::{Cells, Event, List, Row, Size, Target, ViewOptions};
    ///
    /// struct Labels;
    ///
    /// impl Cells<&'static str> for Labels {
    ///     type Cell = String;
    ///
    ///     fn create(&self, _: &Event<&'static str>) -> String {
    ///         String::new()
    ///     }
    ///
    ///     fn bind(&self, cell: &mut String, event: &Event<&'static str>) {
    ///         *cell = event.model.as_deref().map_or(String::new(), |name| name.to_uppercase());
    ///     }
    /// }
    ///
    /// let list = List::new()?;
    /// list.set_items(&[Row::new(1u64).model("Ada"), Row::new(2u64).model("Ben"), Row::new(3u64).model("Cem")])?;
    /// let screen = list.screen()?;
    /// let mut view = screen.laid_out_view(Labels, ViewOptions::new().grain(1.0))?;
    /// view.set_size(80.0, 24.0)?;
    /// view.set_sizes([(Target::Item(list.item_at(0)?), Size::new(80.0, 2.0))])?;
    ///
    /// let scene = view.layout()?;
    /// for place in scene.places() {
    ///     let line = scene.with_cell(&place, |label| format!("{} at {}", label, place.frame().y))?;
    ///     println!("{line}");
    /// }
    /// assert_eq!(scene.places().map(|place| place.frame().y).collect::<Vec<_>>(), [0.0, 2.0]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn layout(&mut self) -> Result<Scene<'_, M, C>> {
        self.views().check()?;
        self.views().check_alone()?;
        let mut raw = iq_scene::new();
        {
            let _inside = self.views().enter();
            call(|| unsafe { iq_view_layout(self.raw().pointer.as_ptr(), &mut raw) })?;
        }
        // SAFETY: the view is borrowed by the scene, and its destruction waits for its own drop.
        Ok(unsafe { Scene::new(self, raw) })
    }

    /// Sets the offset, in units, with the next layout. It ends [`scroll_to`](Self::scroll_to), unless it moves nothing.
    /// [`Status::Range`] if the offset is no finite number.
    pub fn scroll(&self, offset: f64, how: Scroll) -> Result<()> {
        self.run(|view| unsafe { iq_view_scroll(view, offset, how.raw()) })
    }

    /// Scrolls to an item, element or section with the next layout, and keeps it there, whatever is measured or changes
    /// around it, until the next [`scroll`](Self::scroll). [`Status::Handle`] if the item or section has gone,
    /// [`Status::NotFound`] if there is no such element.
    ///
    /// ```
    /// use iqlist::{Align, Cells, Item, LaidOutView, Result, ScrollTarget, Target};
    ///
    /// fn show<M: 'static, C: Cells<M>>(view: &LaidOutView<M, C>, item: Item) -> Result<()> {
    ///     view.scroll_to(item)?;
    ///     view.scroll_to(ScrollTarget::new(Target::Item(item)).align(Align::Start).margin(4.0))
    /// }
    /// ```
    pub fn scroll_to(&self, target: impl Into<ScrollTarget>) -> Result<()> {
        let raw = target.into().raw();
        self.run(|view| unsafe { iq_view_scroll_to(view, &raw) })
    }

    /// The offset, in units, that [`scroll_to`](Self::scroll_to) would lead to now; with the same errors. It changes
    /// nothing: a host that animates asks in every frame.
    pub fn offset_for(&self, target: impl Into<ScrollTarget>) -> Result<f64> {
        let (raw, mut offset) = (target.into().raw(), 0.0);
        self.run(|view| unsafe { iq_view_get_offset(view, &raw, &mut offset) })?;
        Ok(offset)
    }

    /// Sets what stays where it is when the list or sizes change. The item, if there is one, is held instead while it is
    /// visible: a row that the user opens. [`Status::Handle`] if the item has gone.
    pub fn set_anchor(&self, anchor: Anchor, item: Option<Item>) -> Result<()> {
        let item = item.map_or(iq_item { id: 0 }, Item::raw);
        self.run(|view| unsafe { iq_view_set_anchor(view, anchor as iq_anchor, item) })
    }

    /// The scroll position of the last scene. `None` if there is no scene yet, or if it shows no item.
    pub fn scroll_position(&self) -> Result<Option<ScrollPosition>> {
        let mut raw = iq_scroll_position::new();
        let read = self.run(|view| unsafe { iq_view_get_scroll_position(view, &mut raw) });
        Ok(found(read)?.map(|()| ScrollPosition::of(&raw)))
    }

    /// Scrolls there with the first layout that has the item, unless the view is scrolled before.
    pub fn set_scroll_position(&self, position: &ScrollPosition) -> Result<()> {
        let raw = position.raw();
        self.run(|view| unsafe { iq_view_set_scroll_position(view, &raw) })
    }

    /// A further way to the view, for the functions of its cells:
    ///
    /// ```
    /// use iqlist::{Cells, Event, LayoutHandle, List, Row, Size, Target, ViewOptions};
    /// use std::cell::OnceCell;
    ///
    /// /// Labels that know how high they are once they are bound.
    /// #[derive(Default)]
    /// struct Labels {
    ///     view: OnceCell<LayoutHandle>,
    /// }
    ///
    /// impl Cells<String> for Labels {
    ///     type Cell = ();
    ///
    ///     fn create(&self, _: &Event<String>) {}
    ///
    ///     fn bind(&self, _: &mut (), event: &Event<String>) {
    ///         if let (Some(view), Some(item), Some(text)) = (self.view.get(), event.item, &event.model) {
    ///             let height = text.lines().count() as f64;
    ///             if let Err(error) = view.set_sizes([(Target::Item(item), Size::new(80.0, height))]) {
    ///                 eprintln!("{error}");
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let list = List::new()?;
    /// list.set_items(&[Row::new(1u64).model("one\ntwo\nthree".to_string())])?;
    /// let screen = list.screen()?;
    /// let mut view = screen.laid_out_view(Labels::default(), ViewOptions::new())?;
    /// view.cells().view.get_or_init(|| view.handle());
    /// view.set_size(80.0, 24.0)?;
    /// assert_eq!(view.layout()?.places().next().map(|place| place.frame().height), Some(3.0));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn handle(&self) -> LayoutHandle {
        LayoutHandle { view: self.raw(), views: self.views().clone() }
    }
}
