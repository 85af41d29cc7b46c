//! A driver that is laid out: its layouts, and what a layout does.
//!
//! ```text
//!     layout    prepare    what sections and the list say, for the window, is set in the view (applied.rs)
//!               lay out    the view measures (sizes.rs) and binds cells; what fits its cell is set
//!               copy       places, so that nothing is borrowed any more
//!               features   set cells up, move frames
//!               tell       scrolling, visibility
//! ```

use std::cell::{Cell as Slot, Ref, RefCell};
use std::rc::Rc;

use super::applied::Applied;
use super::cells::KitCells;
use super::erased::erased;
use super::kit_view::{busy, reading, Shared};
use super::routing::Outcome;
use super::scene::Drawn;
use super::scrolling::ScrollState;
use super::sizes::Sizes;
use super::visibility::Seen;
use super::windows::Window;
use super::{AnyViewModel, Behaviour, Driver, Feature, Layout, Scene};
use crate::{LaidOutView, LayoutHandle, PlaceFlags, Result, Size, Target, ViewOptions};

/// How often a layout is made again because cells have said how large they are.
const MOST_ROUNDS: u32 = 16;

/// The view of a driver that is laid out, and what belongs to it.
pub(super) struct LaidOut {
    view: Shared,
    handle: LayoutHandle,
    options: Slot<ViewOptions>,
    pub(super) sizes: Rc<Sizes>,
    /// The list's.
    layout: RefCell<Layout>,
    pub(super) applied: RefCell<Applied>,
    /// What is asked has changed in a way that the list does not tell: the window, the list's layout, the coordinator.
    pub(super) is_stale: Slot<bool>,
    /// The coordinator was not asked yet whether it says something about sizes.
    pub(super) is_coordinator_new: Slot<bool>,
    /// The coordinator has left these to others: changes of visibility, and of the fraction.
    is_coordinator_deaf: Slot<[bool; 2]>,
    is_laying_out: Slot<bool>,
    features: RefCell<Vec<Rc<dyn Feature>>>,
    /// How many features have seen all cells, and the offset that they know.
    features_known: Slot<(usize, Option<f64>)>,
    pub(super) scrolling: RefCell<ScrollState>,
    pub(super) seen: RefCell<Vec<Rc<Seen>>>,
    /// The items that the last scene showed.
    visible: Slot<(usize, usize)>,
    pub(super) has_scene: Slot<bool>,
}

/// What is under way ends, also by a panic.
struct Ending<'a>(&'a Slot<bool>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl LaidOut {
    pub(super) fn new(
        view: LaidOutView<AnyViewModel, KitCells>,
        options: ViewOptions,
        sizes: Rc<Sizes>,
        layout: Layout,
        features: Vec<Rc<dyn Feature>>,
    ) -> Self {
        let handle = view.handle();
        sizes.begin(handle.clone());
        Self {
            view: RefCell::new(view),
            handle,
            options: Slot::new(options),
            sizes,
            layout: RefCell::new(layout),
            applied: RefCell::default(),
            is_stale: Slot::new(true),
            is_coordinator_new: Slot::new(true),
            is_coordinator_deaf: Slot::default(),
            is_laying_out: Slot::new(false),
            features: RefCell::new(features),
            features_known: Slot::new((0, None)),
            scrolling: RefCell::default(),
            seen: RefCell::default(),
            visible: Slot::new((0, 0)),
            has_scene: Slot::new(false),
        }
    }

    pub(super) fn view(&self) -> &Shared {
        &self.view
    }

    pub(super) fn reading(&self) -> Result<Ref<'_, LaidOutView<AnyViewModel, KitCells>>> {
        reading(&self.view)
    }

    pub(super) fn handle(&self) -> &LayoutHandle {
        &self.handle
    }

    pub(super) fn options(&self) -> ViewOptions {
        self.options.get()
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout.borrow().clone()
    }

    pub(super) fn visible(&self) -> std::ops::Range<usize> {
        self.visible.get().0..self.visible.get().1
    }

    /// There is another coordinator.
    pub(super) fn meet_coordinator_again(&self) {
        self.is_coordinator_new.set(true);
        self.is_coordinator_deaf.set([false; 2]);
        self.sizes.is_coordinator_asked.set(true);
        self.is_stale.set(true);
    }

    pub(super) fn is_coordinator_hearing(&self) -> bool {
        self.is_coordinator_deaf.get().contains(&false)
    }

    /// The coordinator has left an event to others.
    pub(super) fn note_left(&self, behaviour: Behaviour) {
        let [mut visibility, mut fraction] = self.is_coordinator_deaf.get();
        visibility |= behaviour == Behaviour::Visibility;
        fraction |= behaviour == Behaviour::VisibleFraction;
        self.is_coordinator_deaf.set([visibility, fraction]);
    }

    // Features.

    pub(super) fn add_feature(&self, feature: Rc<dyn Feature>) {
        self.features.borrow_mut().push(feature);
    }

    pub(super) fn features(&self) -> Vec<Rc<dyn Feature>> {
        self.features.borrow().clone()
    }

    /// Notes the offset. Whether it is another one than before.
    pub(super) fn features_scrolled_to(&self, offset: f64) -> bool {
        let (count, last) = self.features_known.get();
        self.features_known.set((count, Some(offset)));
        last.is_some_and(|last| last != offset)
    }

    /// Notes how many features there are. Whether there are more than before.
    pub(super) fn are_features_new(&self, count: usize) -> bool {
        let (last, offset) = self.features_known.get();
        self.features_known.set((count, offset));
        last != count
    }

    // A layout.

    fn lay_out(&self) -> Result<Drawn> {
        let mut view = self.view.try_borrow_mut().map_err(|_| busy())?;
        let scene = view.layout()?;
        self.has_scene.set(true);
        Ok(Drawn::of(&scene))
    }

    /// Asks the cells that have places of unknown sizes how large they are. Whether one has said that.
    fn fit(&self, driver: &Driver, drawn: &Drawn) -> Result<bool> {
        let mut is_known = false;
        if !self.sizes.has_fitting() {
            return Ok(false);
        }
        for place in drawn.places.iter().filter(|place| place.has(PlaceFlags::MEASURE)) {
            let Some(bound) = Scene::bound_in(driver, place)? else { continue };
            let (Some(cell), Some(erased)) = (bound.cell, erased(&bound.model)) else { continue };
            match self.reading()?.with_cell(cell, |cell| self.sizes.fit(place.target, erased, cell))? {
                Ok(is_fit) => is_known |= is_fit,
                Err(error) => self.sizes.refuse(error),
            }
        }
        Ok(is_known)
    }

    /// Brings the view's layouts in line with what the list shows. [`Busy`](crate::Status::Busy) while that is under
    /// way, or a layout, which begins with it and ends with the result.
    fn prepared(&self, driver: &Driver) -> Result<Ending<'_>> {
        if self.is_laying_out.replace(true) {
            return Err(busy());
        }
        let ending = Ending(&self.is_laying_out);
        self.prepare(driver).map(|()| ending)
    }

    /// The view, for what is about the list as it is now.
    pub(super) fn reading_now(
        &self,
        driver: &Driver,
    ) -> Result<Ref<'_, LaidOutView<AnyViewModel, KitCells>>> {
        drop(self.prepared(driver)?);
        self.reading()
    }

    fn scene(&self, driver: &Driver) -> Result<Drawn> {
        let mut drawn: Option<Drawn> = None;
        let mut has_polled = false;
        for _ in 0..MOST_ROUNDS {
            let mut next = {
                let _ending = self.prepared(driver)?;
                self.lay_out()?
            };
            if let Some(former) = drawn.take() {
                next = next.after(former);
            }
            let is_again = if next.has_new_class && !has_polled {
                has_polled = true;
                driver.poll()?;
                true
            } else {
                self.fit(driver, &next)?
            };
            drawn = Some(next);
            if !is_again {
                break;
            }
        }
        Ok(drawn.unwrap_or_default())
    }
}

/// Of a driver with a [layout](super::DriverBuilder::layout); else these are
/// [`Status::State`](crate::Status::State).
impl Driver {
    /// Sets the size of the window in units, which is 0 x 0 at first. See
    /// [`LaidOutView::set_size`](crate::LaidOutView::set_size).
    pub fn set_size(&self, width: f64, height: f64) -> Result<()> {
        let laid_out = self.view.laid_out()?;
        laid_out.reading()?.set_size(width, height)?;
        laid_out.set_window(Window::new(laid_out.options(), Size::new(width, height)));
        Ok(())
    }

    /// Sets the options of the view anew, likewise: see [`LaidOutView::set_options`](crate::LaidOutView::set_options).
    pub fn set_view_options(&self, options: ViewOptions) -> Result<()> {
        let laid_out = self.view.laid_out()?;
        let options = if self.binds_edges { options.bind_edges() } else { options };
        laid_out.reading()?.set_options(options)?;
        laid_out.options.set(options);
        laid_out.set_window(Window::new(options, laid_out.sizes.window.get().size));
        Ok(())
    }

    /// Sets the list's layout in place of the one before: what sections leave out.
    pub fn set_default_layout(&self, layout: Layout) -> Result<()> {
        let laid_out = self.view.laid_out()?;
        let _former = laid_out.layout.replace(layout);
        laid_out.is_stale.set(true);
        Ok(())
    }

    /// Sets sizes that the host knows or has measured, before anybody else is asked: see
    /// [`LaidOutView::set_sizes`](crate::LaidOutView::set_sizes). They hold until the content or the width is another
    /// one.
    ///
    /// ```
    /// use iqlist::kit::{Driver, Layout};
    /// use iqlist::{PlaceFlags, Size};
    ///
    /// /// Measures what asks for it, until nothing does.
    /// fn laid_out(driver: &Driver, measure: impl Fn(&str) -> f64) -> iqlist::Result<()> {
    ///     loop {
    ///         let scene = driver.layout()?;
    ///         let mut sizes = Vec::new();
    ///         for place in scene.places().iter().filter(|place| place.has(PlaceFlags::MEASURE)) {
    ///             let height = scene.with_cell(place, |text: &mut String| measure(text.as_str()))?;
    ///             sizes.extend(height.map(|height| (place.target, Size::new(place.frame.width, height))));
    ///         }
    ///         if sizes.is_empty() {
    ///             return Ok(());
    ///         }
    ///         driver.set_sizes(sizes)?;
    ///     }
    /// }
    /// ```
    pub fn set_sizes(&self, sizes: impl IntoIterator<Item = (Target, Size)>) -> Result<()> {
        let laid_out = self.view.laid_out()?;
        let sizes: Vec<_> = sizes.into_iter().collect();
        laid_out.handle.set_sizes(sizes.iter().copied())?;
        laid_out.sizes.set(&self.list, &sizes, |target| laid_out.room_across(self, target));
        Ok(())
    }

    /// Makes guesses of the sizes of all items and elements, after another font: all who say something are asked again.
    pub fn invalidate_sizes(&self) -> Result<()> {
        let laid_out = self.view.laid_out()?;
        laid_out.sizes.change_font();
        laid_out.is_stale.set(true);
        Ok(())
    }

    /// Lays out the list as it is now: what to draw. It makes and configures cells, asks how large things are, runs
    /// the [features](super::Feature), and tells the coordinator how the view was scrolled, and all who listen what
    /// has become visible. A class of cells that is used for the first time is announced before by a
    /// [`poll`](Self::poll), whose errors come out of it.
    ///
    /// While the view is laid out, in functions of cells and sizes, all that uses the view is
    /// [`Status::Busy`](crate::Status::Busy); but not [`set_sizes`](Self::set_sizes) and [`scroll`](Self::scroll).
    /// Handlers and features are called after that, and may use the driver as ever, also lay it out. The scene is a
    /// copy, and nothing is busy while it is used. `layout` itself is busy too while a cell is lent.
    ///
    /// A panic in a function of cells or sizes comes out of it; the next layout asks again. One of a handler or
    /// feature is resumed when all others were called.
    pub fn layout(&self) -> Result<Scene<'_>> {
        let laid_out = self.view.laid_out()?;
        let drawn = laid_out.scene(self)?;
        laid_out.visible.set(drawn.visible);
        let mut outcome = Outcome::new();
        outcome.run(|| laid_out.sizes.take_refused());
        let drawn = Rc::new(laid_out.run_features(self, drawn, &mut outcome));
        laid_out.tell_scrolling(self, &drawn, &mut outcome);
        laid_out.tell_visibility(self, &drawn, &mut outcome);
        outcome.end().map(|()| Scene::new(self, drawn))
    }
}

impl LaidOut {
    fn set_window(&self, window: Window) {
        let former = self.sizes.window.replace(window);
        if former == window {
            return;
        }
        if !former.keeps_sizes(&window) {
            self.sizes.forget_set();
        }
        self.is_stale.set(true);
    }
}
