//! Scrolling: where a driver that is laid out is scrolled to, and what the coordinator hears of it.
//!
//! ```text
//!     DRAG ──────────► DECELERATE ──────────► IDLE            ANIMATE ──────► IDLE
//!      will_begin_dragging  did_end_dragging  did_end_decelerating    did_end_scroll_animation
//! ```

use super::laid_out::LaidOut;
use super::routing::Outcome;
use super::scene::Drawn;
use super::{AnyViewModel, Behaviour, Driver, RoutedEvent};
use crate::{
    Anchor, Direction, Event, EventKind, Hit, Item, Rect, Result, Scroll, ScrollPosition, ScrollTarget,
    States, Target,
};

/// Who moves the content: see [`Driver::scroll_in`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScrollPhase {
    /// Nobody, or the program at once.
    #[default]
    Idle,
    /// A finger holds it.
    Drag,
    /// It goes on by itself after the finger has left.
    Decelerate,
    /// The program, in an animation.
    Animate,
}

/// How a driver was scrolled: see [`RoutedEvent::scrolled`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scrolled {
    /// The offset of the scene.
    pub offset: f64,
    /// The phase that it is in.
    pub phase: ScrollPhase,
    /// Of [`Behaviour::DidEndDragging`]: the content goes on by itself.
    pub decelerates: bool,
}

/// What the coordinator is to hear of scrolling, and what it has heard last.
#[derive(Default)]
pub(super) struct ScrollState {
    pub(super) phase: ScrollPhase,
    /// What is to be told with the next layout.
    waiting: Vec<(Behaviour, bool)>,
    /// Of the last scene. `None`: there was none.
    last: Option<Last>,
}

#[derive(Clone, Copy)]
struct Last {
    offset: f64,
    is_at_start: bool,
    is_at_end: bool,
}

impl ScrollState {
    /// Each phase that was begun is ended.
    pub(super) fn enter(&mut self, phase: ScrollPhase) {
        if phase == self.phase {
            return;
        }
        match self.phase {
            ScrollPhase::Idle => {}
            ScrollPhase::Drag => {
                self.waiting.push((Behaviour::DidEndDragging, phase == ScrollPhase::Decelerate));
            }
            ScrollPhase::Decelerate => self.waiting.push((Behaviour::DidEndDecelerating, false)),
            ScrollPhase::Animate => self.waiting.push((Behaviour::DidEndScrollAnimation, false)),
        }
        if phase == ScrollPhase::Drag {
            self.waiting.push((Behaviour::WillBeginDragging, false));
        }
        self.phase = phase;
    }

    /// What is to be told of a scene, in order: what has begun, that it was scrolled, what has ended. Without a scene
    /// before it nothing was scrolled.
    fn told(&mut self, drawn: &Drawn) -> Vec<(Behaviour, bool)> {
        let now = Last { offset: drawn.offset, is_at_start: drawn.is_at_start, is_at_end: drawn.is_at_end };
        let last = self.last.replace(now);
        let mut told = std::mem::take(&mut self.waiting);
        if last.is_some_and(|last| last.offset != now.offset) {
            let is_end = |(behaviour, _): &(Behaviour, bool)| *behaviour != Behaviour::WillBeginDragging;
            let at = told.iter().position(is_end).unwrap_or(told.len());
            told.insert(at, (Behaviour::DidScroll, false));
        }
        if now.is_at_start && !last.is_some_and(|last| last.is_at_start) {
            told.push((Behaviour::ReachedStart, false));
        }
        if now.is_at_end && !last.is_some_and(|last| last.is_at_end) {
            told.push((Behaviour::ReachedEnd, false));
        }
        told
    }
}

impl LaidOut {
    /// Tells the coordinator how the view was scrolled since the last scene.
    pub(super) fn tell_scrolling(&self, driver: &Driver, drawn: &Drawn, outcome: &mut Outcome) {
        let (told, phase) = {
            let mut scrolling = self.scrolling.borrow_mut();
            (scrolling.told(drawn), scrolling.phase)
        };
        let event = made_event(drawn.version);
        for (behaviour, decelerates) in told {
            let mut routed = RoutedEvent::new(driver, &event, behaviour);
            routed.scrolled = Some(Scrolled { offset: drawn.offset, phase, decelerates });
            driver.route(&routed, outcome);
        }
    }
}

/// An event that is none of the list's.
pub(super) fn made_event(version: u64) -> Event<AnyViewModel> {
    Event {
        kind: EventKind::NONE,
        flags: 0,
        version,
        item: None,
        section: None,
        key: None,
        section_key: None,
        position: None,
        index: None,
        count: 0,
        model: None,
        states: States::NONE,
        class: None,
        element: None,
        view: None,
        cell: None,
        mask: 0,
        number: 0,
        sender: 0,
        changeset: None,
        failure: None,
        animation: 0,
    }
}

/// How fast a drag near an edge scrolls, in units a second, negative towards the start: 0 between the zones at both
/// edges of a window of this `length`, growing to `fastest` at the edge and beyond it. Where the zones would overlap
/// each is half of the window.
///
/// ```
/// use iqlist::kit::auto_scroll_speed;
///
/// let speed = |position| auto_scroll_speed(position, 568.0, 48.0, 1200.0);
/// assert_eq!([-5.0, 0.0, 24.0, 48.0, 284.0].map(speed), [-1200.0, -1200.0, -600.0, 0.0, 0.0]);
/// assert_eq!([520.0, 544.0, 568.0, 600.0].map(speed), [0.0, 600.0, 1200.0, 1200.0]);
/// ```
pub fn auto_scroll_speed(position: f64, length: f64, zone: f64, fastest: f64) -> f64 {
    let zone = zone.min(length / 2.0);
    if zone <= 0.0 || position.is_nan() {
        return 0.0;
    }
    let depth = |distance: f64| (1.0 - distance / zone).clamp(0.0, 1.0);
    let (to_start, to_end) = (depth(position), depth(length - position));
    (to_end - to_start) * fastest
}

/// The zones of [`Driver::auto_scroll`], in units.
pub const AUTO_SCROLL_ZONE: f64 = 48.0;

/// The speed of [`Driver::auto_scroll`] at the edge, in units a second.
pub const AUTO_SCROLL_FASTEST: f64 = 1200.0;

/// Of a driver with a [layout](super::DriverBuilder::layout); else these are
/// [`Status::State`](crate::Status::State).
impl Driver {
    /// Sets the offset, in units, with the next layout, as [`LaidOutView::scroll`](crate::LaidOutView::scroll) does;
    /// with [`Scroll::HELD`] in the phase of a drag, else in none.
    pub fn scroll(&self, offset: f64, how: Scroll) -> Result<()> {
        let is_held = how | Scroll::HELD == how;
        self.scroll_in(if is_held { ScrollPhase::Drag } else { ScrollPhase::Idle }, offset, how)
    }

    /// The same in a phase. What begins and ends by that is told to the coordinator by the next layout, also if nothing
    /// moves: `scroll_in(ScrollPhase::Idle, 0.0, Scroll::BY)` ends the phase.
    ///
    /// ```
    /// use iqlist::kit::{Coordinator, Driver, Layout, Route, RoutedEvent, ScrollPhase, Section};
    /// use iqlist::Scroll;
    ///
    /// struct Keyboard;
    ///
    /// impl Coordinator for Keyboard {
    ///     fn will_begin_dragging(&self, event: &RoutedEvent<'_>) -> Route {
    ///         println!("hidden at {:?}", event.scrolled().map(|scrolled| scrolled.offset));
    ///         Route::Handled
    ///     }
    /// }
    ///
    /// let driver = Driver::builder().layout(Layout::new()).coordinator(Keyboard).build([Section::empty("all")])?;
    /// driver.set_size(320.0, 568.0)?;
    /// driver.scroll_in(ScrollPhase::Drag, 12.0, Scroll::BY)?;
    /// driver.layout()?;
    /// driver.scroll_in(ScrollPhase::Decelerate, 8.0, Scroll::BY)?;
    /// driver.layout()?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn scroll_in(&self, phase: ScrollPhase, offset: f64, how: Scroll) -> Result<()> {
        let laid_out = self.view.laid_out()?;
        let how = if phase == ScrollPhase::Drag { how | Scroll::HELD } else { how };
        laid_out.handle().scroll(offset, how)?;
        laid_out.scrolling.borrow_mut().enter(phase);
        Ok(())
    }

    /// Scrolls to an item, element or section with the next layout: see
    /// [`LaidOutView::scroll_to`](crate::LaidOutView::scroll_to).
    pub fn scroll_to(&self, target: impl Into<ScrollTarget>) -> Result<()> {
        self.view.laid_out()?.reading()?.scroll_to(target)
    }

    /// The offset that [`scroll_to`](Self::scroll_to) would lead to now.
    pub fn offset_for(&self, target: impl Into<ScrollTarget>) -> Result<f64> {
        self.view.laid_out()?.reading_now(self)?.offset_for(target)
    }

    /// The scroll position of the last scene, by key. `None` if there is no scene yet, or if it shows no item.
    ///
    /// ```
    /// use iqlist::kit::Driver;
    ///
    /// /// The same place in another driver, or in the next run of the program.
    /// fn keep(from: &Driver, to: &Driver) -> iqlist::Result<()> {
    ///     match from.scroll_position()? {
    ///         Some(position) => to.set_scroll_position(&position),
    ///         None => Ok(()),
    ///     }
    /// }
    /// ```
    pub fn scroll_position(&self) -> Result<Option<ScrollPosition>> {
        self.view.laid_out()?.reading()?.scroll_position()
    }

    /// Scrolls there with the first layout that has the item, unless the driver is scrolled before.
    pub fn set_scroll_position(&self, position: &ScrollPosition) -> Result<()> {
        self.view.laid_out()?.reading()?.set_scroll_position(position)
    }

    /// Scrolls while something is dragged near an edge of the window: call it in each frame with the point of the
    /// drag in the window, and the time since the last one. It scrolls by [`auto_scroll_speed`] times that, no
    /// further than there is content, and returns the speed, which is 0 where nothing is to be scrolled.
    ///
    /// Take the cell of what is dragged ([`Driver::take_cell`]): so it stays, wherever it comes to be.
    ///
    /// ```
    /// use iqlist::kit::{Driver, Layout, Section};
    ///
    /// let driver = Driver::builder().layout(Layout::new()).build([Section::empty("all")])?;
    /// driver.set_size(320.0, 568.0)?;
    /// assert_eq!(driver.auto_scroll(160.0, 544.0, 0.016)?, 600.0);
    /// assert_eq!(driver.auto_scroll(160.0, 300.0, 0.016)?, 0.0);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn auto_scroll(&self, x: f64, y: f64, seconds: f64) -> Result<f64> {
        let laid_out = self.view.laid_out()?;
        let window = laid_out.sizes.window.get();
        let (position, length) = (if window.is_horizontal { x } else { y }, window.along(window.size));
        let speed = auto_scroll_speed(position, length, AUTO_SCROLL_ZONE, AUTO_SCROLL_FASTEST);
        // Right to left, the start is at the right.
        let speed = if window.is_mirrored { -speed } else { speed };
        if speed != 0.0 {
            let is_held = laid_out.scrolling.borrow().phase == ScrollPhase::Drag;
            let how = Scroll::BY | Scroll::CLAMP;
            laid_out.handle().scroll(speed * seconds, if is_held { how | Scroll::HELD } else { how })?;
        }
        Ok(speed)
    }

    /// What is at a point of the window in the last scene, before the features: see
    /// [`iqlist::Scene::find_at`](crate::Scene::find_at).
    pub fn find_at(&self, x: f64, y: f64, is_nearest: bool) -> Result<Option<Hit>> {
        self.view.laid_out()?.reading()?.find_at(x, y, is_nearest)
    }

    /// Where an item, element or section is in the content: see [`LaidOutView::frame`](crate::LaidOutView::frame).
    pub fn frame(&self, target: Target) -> Result<Rect> {
        self.view.laid_out()?.reading_now(self)?.frame(target)
    }

    /// The item to which a key leads: see [`LaidOutView::neighbour`](crate::LaidOutView::neighbour).
    pub fn neighbour(&self, item: Item, direction: Direction) -> Result<Option<Item>> {
        self.view.laid_out()?.reading_now(self)?.neighbour(item, direction)
    }

    /// Sets what stays where it is when the list or sizes change: see
    /// [`LaidOutView::set_anchor`](crate::LaidOutView::set_anchor).
    pub fn set_anchor(&self, anchor: Anchor, item: Option<Item>) -> Result<()> {
        self.view.laid_out()?.reading()?.set_anchor(anchor, item)
    }
}
