//! A driver that is laid out: its layouts, and what a layout does.
//!
//! ```text
//!     layout    prepare    what sections and the list say, for the window, is set in the view
//!               lay out    the view measures (sizes.rs) and binds cells; what fits its cell is set
//!               copy       places, so that nothing is borrowed any more
//!               features   set cells up, move frames
//!               tell       scrolling, visibility
//! ```

use std::cell::{Cell as Slot, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::Ordering::SeqCst;

use super::cells::KitCells;
use super::erased::erased;
use super::kit_view::{busy, reading, Shared};
use super::lengths::{Asks, Levels, Resolved, Window};
use super::routing::Outcome;
use super::scene::Drawn;
use super::scrolling::ScrollState;
use super::sizes::{about_element, about_first, Sizes};
use super::visibility::Seen;
use super::{AnyViewModel, Behaviour, Driver, Feature, Layout, Scene};
use crate::{
    Kind, LaidOutView, LayoutHandle, PlaceFlags, Result, Section, SectionLayout, Size, Status, Target,
    ViewOptions,
};

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
    applied: RefCell<Applied>,
    /// What is asked has changed in a way that the list does not tell: the window, the list's layout, the coordinator.
    is_stale: Slot<bool>,
    /// The coordinator was not asked yet whether it says something about sizes.
    is_coordinator_new: Slot<bool>,
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
    has_scene: Slot<bool>,
}

/// What was set in the view.
#[derive(Default)]
struct Applied {
    /// Of the list.
    version: Option<u64>,
    needs: [bool; 4],
    list: Option<Resolved>,
    sections: HashMap<Section, Resolved>,
}

/// What is under way ends, also by a panic.
struct Ending<'a>(&'a Slot<bool>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// What was to be set, and could not, is to be set again.
struct Stale<'a>(Option<&'a Slot<bool>>);

impl Drop for Stale<'_> {
    fn drop(&mut self) {
        if let Some(stale) = self.0 {
            stale.set(true);
        }
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

    // Layouts.

    /// Sets in the view what the layouts of the list and of its sections say, as far as that is different.
    fn prepare(&self, driver: &Driver) -> Result<()> {
        self.meet_coordinator(driver);
        let is_coordinator_asked = self.sizes.is_coordinator_asked.get();
        let needs = driver.updater.registrations().needs();
        let needs = [
            needs.of_sections.load(SeqCst),
            needs.by_hand.load(SeqCst),
            needs.of_elements.load(SeqCst),
            is_coordinator_asked,
        ];
        let version = driver.list.info()?.version;
        // What changes meanwhile is not lost.
        let is_stale = self.is_stale.replace(false);
        let mut stale = Stale(is_stale.then_some(&self.is_stale));
        {
            let applied = self.applied.borrow();
            if !is_stale && applied.version == Some(version) && applied.needs == needs {
                return Ok(());
            }
        }
        stale.0 = Some(&self.is_stale);
        let [of_sections, by_hand, of_elements, _] = needs;
        let all = by_hand || is_coordinator_asked;
        let asks = Asks { items: all, elements: of_elements || is_coordinator_asked };
        let mut is_different = self.apply_to_list(asks)?;
        if of_sections || all || !self.applied.borrow().sections.is_empty() {
            is_different |= self.apply_to_sections(driver, asks, is_stale)?;
        }
        if (is_different || is_stale) && self.has_scene.get() {
            // Sizes that were asked for are asked for again.
            self.reading()?.invalidate(..)?;
        }
        let mut applied = self.applied.borrow_mut();
        (applied.version, applied.needs) = (Some(version), needs);
        if is_different {
            self.sizes.keep_layouts(applied.list.iter().chain(applied.sections.values()));
        }
        stale.0 = None;
        Ok(())
    }

    /// Asks a new coordinator whether it says something about sizes, as soon as there is an item to ask about.
    fn meet_coordinator(&self, driver: &Driver) {
        if !self.is_coordinator_new.get() {
            return;
        }
        let section = driver.list.item_at(0).and_then(|item| driver.list.item_info(item));
        let section = section.ok().and_then(|info| info.section);
        let asked = section.and_then(|section| {
            about_first(&driver.list, section, |question| self.sizes.meet_coordinator(question))
        });
        if asked.is_some() {
            self.is_coordinator_new.set(false);
        }
    }

    fn apply_to_list(&self, asks: Asks) -> Result<bool> {
        let former = self.applied.borrow().list.clone();
        let resolved =
            Resolved::new(None, &self.layout(), self.sizes.window.get(), asks.since(former.as_ref()));
        if former.as_ref() == Some(&resolved) {
            return Ok(false);
        }
        self.reading()?.set_layout(None, Some(&self.sizes.layout(&resolved)))?;
        self.applied.borrow_mut().list = Some(resolved);
        Ok(true)
    }

    fn apply_to_sections(&self, driver: &Driver, asks: Asks, is_stale: bool) -> Result<bool> {
        let (mut is_different, mut kept) = (false, HashMap::new());
        for position in 0..driver.list.section_count() {
            // Another thread may change the list meanwhile: then another version is to come.
            let Ok(section) = driver.list.section_at(position) else { break };
            let former = self.applied.borrow().sections.get(&section).cloned();
            let resolved = self.resolved(driver, section, asks, former.as_ref(), is_stale);
            if former != resolved {
                is_different = true;
                let layout = resolved.as_ref().map(|resolved| self.sizes.layout(resolved));
                self.set_layout(section, layout.as_ref())?;
            }
            kept.extend(resolved.map(|resolved| (section, resolved)));
        }
        self.applied.borrow_mut().sections = kept;
        Ok(is_different)
    }

    /// A section that has gone needs none.
    fn set_layout(&self, section: Section, layout: Option<&SectionLayout<AnyViewModel>>) -> Result<()> {
        match self.reading()?.set_layout(Some(section), layout) {
            Err(error) if error.status() == Status::Handle => Ok(()),
            set => set,
        }
    }

    /// The layout of a section. `None`: it is as the list's.
    fn resolved(
        &self,
        driver: &Driver,
        section: Section,
        asks: Asks,
        former: Option<&Resolved>,
        is_stale: bool,
    ) -> Option<Resolved> {
        let info = driver.section_info(section);
        let info = info.as_ref().and_then(|info| info.as_section());
        let own = info.and_then(|info| info.layout.as_ref());
        let says_sizes = info.is_some_and(|info| info.says_sizes);
        if own.is_none() && !says_sizes && !asks.items && former.is_none() {
            return None;
        }
        // It was as the list's until now.
        let before = former.cloned().or_else(|| self.applied.borrow().list.clone());
        let asks = Asks { items: asks.items || says_sizes, ..asks }.since(before.as_ref());
        let mut resolved = Resolved::new(own, &self.layout(), self.sizes.window.get(), asks);
        self.assume(driver, section, &mut resolved, asks, former.filter(|_| !is_stale));
        Some(resolved)
    }

    /// What is assumed of what is asked: by the first item, the first header and the first footer. It stays as it is while
    /// the layouts say the same, so that the content does not change its length with each new first item.
    fn assume(
        &self,
        driver: &Driver,
        section: Section,
        resolved: &mut Resolved,
        asks: Asks,
        former: Option<&Resolved>,
    ) {
        let is_same =
            |before: &Levels, now: &Levels| (before.section, before.list) == (now.section, now.list);
        if asks.items && resolved.columns == 1 {
            match former.filter(|former| former.is_assumed && is_same(&former.item, &resolved.item)) {
                Some(former) => (resolved.item, resolved.is_assumed) = (former.item, true),
                None => {
                    let (levels, across) = (resolved.item, resolved.inner);
                    let assumed = about_first(&driver.list, section, |question| {
                        self.sizes.assumed(&levels, resolved.estimates, question, across)
                    });
                    resolved.is_assumed = assumed.is_some();
                    resolved.item.assume(&resolved.window, assumed.flatten());
                }
            }
        }
        if asks.elements {
            let window = resolved.window;
            for (kind, levels) in [(Kind::HEADER, &mut resolved.header), (Kind::FOOTER, &mut resolved.footer)]
            {
                let said =
                    about_element(&driver.list, section, kind, |question| self.sizes.said(levels, question));
                let assumed = said.and_then(|rule| window.length(&rule, window.room()));
                levels.assume(&window, assumed);
            }
        }
    }

    /// The room across of an item or element, as far as layouts were set.
    fn room_across(&self, driver: &Driver, target: Target) -> Option<f64> {
        let applied = self.applied.borrow();
        let of_list = applied.list.as_ref()?;
        let Target::Item(item) = target else { return Some(of_list.window.room()) };
        let section = driver.list.item_info(item).ok()?.section?;
        Some(applied.sections.get(&section).unwrap_or(of_list).inner)
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

    /// Brings the view's layouts in line with what the list shows. [`Status::Busy`] while that is under way, or a layout,
    /// which begins with it and ends with the result.
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
    /// [`LaidOutView::set_sizes`](crate::LaidOutView::set_sizes). They hold until the content or the width is another one.
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

    /// Lays out the list as it is now: what to draw. It makes and configures cells, asks how large things are, runs the
    /// [features](super::Feature), and tells the coordinator how the view was scrolled, and all who listen what has become
    /// visible. A class of cells that is used for the first time is announced before by a [`poll`](Self::poll).
    ///
    /// While the view is laid out, in functions of cells and sizes, all that uses the view is
    /// [`Status::Busy`]; but not [`set_sizes`](Self::set_sizes) and [`scroll`](Self::scroll). Handlers and features
    /// are called after that, and may use the driver as ever, also lay it out. The scene is a copy, and nothing is busy while
    /// it is used. `layout` itself is busy too while a cell is lent.
    ///
    /// A panic in a function of cells or sizes comes out of it; the next layout asks again. One of a handler or feature is
    /// resumed when all others were called.
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
