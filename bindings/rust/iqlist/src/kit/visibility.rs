//! Visibility: how much of what has a place is in the window, and who is told when that changes.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::Ordering::SeqCst;

use super::laid_out::LaidOut;
use super::registration::hears;
use super::routing::Outcome;
use super::scene::Drawn;
use super::scrolling::made_event;
use super::windows::Window;
use super::{AnyViewModel, Behaviour, Driver, Place, RoutedEvent, Scene};
use crate::{Class, Event, EventKind, PlaceFlags, Rect, Result, Target};

/// How much of an item or element is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Visibility {
    /// The part of its area that is in the window, from 0 to 1.
    pub fraction: f64,
    /// Some of it is.
    pub is_visible: bool,
    /// All of it is.
    pub is_fully_visible: bool,
    /// It covers at least half of the window along the axis; or, if it is smaller than that, it is fully visible.
    pub is_focused: bool,
}

impl Visibility {
    /// Of a frame, in a window that begins at (0, 0).
    pub(super) fn of(frame: Rect, window: &Window) -> Self {
        let Rect { x, y, width, height } = frame;
        let inside = |start: f64, length: f64, window: f64| (start + length).min(window) - start.max(0.0);
        let wide = inside(x, width, window.size.width).max(0.0);
        let high = inside(y, height, window.size.height).max(0.0);
        let area = width * height;
        if area <= 0.0 || wide * high <= 0.0 {
            return Self::default();
        }
        let is_fully_visible = wide >= width && high >= height;
        let fraction = if is_fully_visible { 1.0 } else { (wide * high / area).min(1.0) };
        let (length, shown) = if window.is_horizontal { (width, wide) } else { (height, high) };
        let half = window.along(window.size) / 2.0;
        let is_focused = if length < half { is_fully_visible } else { shown >= half };
        Self { fraction, is_visible: true, is_fully_visible, is_focused }
    }

    fn flags(self) -> (bool, bool, bool) {
        (self.is_visible, self.is_fully_visible, self.is_focused)
    }
}

/// What is visible, and whoever listens was told of.
pub(super) struct Seen {
    place: Place,
    visibility: Visibility,
    /// As its cell was bound.
    event: Event<AnyViewModel>,
}

/// Who may listen.
struct Listening {
    all: bool,
    /// The last class that was looked at.
    last: Option<(Class<AnyViewModel>, bool)>,
}

impl Listening {
    fn has(&mut self, class: Option<Class<AnyViewModel>>) -> bool {
        match (class, self.last) {
            _ if self.all => true,
            (None, _) => false,
            (Some(class), Some((last, is_heard))) if last == class => is_heard,
            (Some(class), _) => {
                let is_heard = hears(class);
                self.last = Some((class, is_heard));
                is_heard
            }
        }
    }
}

impl LaidOut {
    /// Tells what is different from the last scene. First of all what is visible now, in the order of the places.
    pub(super) fn tell_visibility(&self, driver: &Driver, drawn: &Drawn, outcome: &mut Outcome) {
        let window = self.sizes.window.get();
        let mut listening = self.listening(driver);
        let former = self.seen.take();
        let mut known: HashMap<Target, Rc<Seen>> =
            former.iter().map(|seen| (seen.place.target, seen.clone())).collect();
        let (mut now, mut changes) = (Vec::new(), Vec::new());
        for place in &drawn.places {
            let was = known.remove(&place.target);
            if !listening.has(place.class) {
                continue;
            }
            let visibility = Visibility::of(place.frame, &window);
            let before = was.as_ref().map_or_else(Visibility::default, |seen| seen.visibility);
            let seen = match was {
                Some(seen) if before == visibility && !place.has(PlaceFlags::BOUND) => seen,
                None if !visibility.is_visible => continue,
                _ => match outcome.run(|| event_of(driver, place)).flatten() {
                    Some(event) => Rc::new(Seen { place: *place, visibility, event }),
                    None => continue,
                },
            };
            if before != visibility {
                changes.push((seen.clone(), before));
            }
            if visibility.is_visible {
                now.push(seen);
            }
        }
        for seen in former.iter().filter(|seen| known.contains_key(&seen.place.target)) {
            if listening.has(seen.place.class) {
                let Seen { place, visibility, .. } = **seen;
                let Some(event) = outcome.run(|| event_of(driver, &place)) else { continue };
                // Where the cell shows something else already, what it showed is what is told.
                let event = event.unwrap_or_else(|| again(&seen.event));
                changes.push((Rc::new(Seen { place, visibility: Visibility::default(), event }), visibility));
            }
        }
        drop(self.seen.replace(now));
        for (seen, before) in changes {
            let mut routed = RoutedEvent::new(driver, &seen.event, Behaviour::Visibility);
            routed.visibility = Some(seen.visibility);
            if before.flags() != seen.visibility.flags() {
                driver.route(&routed, outcome);
            }
            if before.fraction != seen.visibility.fraction {
                routed.behaviour = Behaviour::VisibleFraction;
                driver.route(&routed, outcome);
            }
        }
        // Those who have left it to others do not listen.
        let mut listening = self.listening(driver);
        let seen = self.seen.take();
        // What goes is dropped with nothing borrowed: models are the host's.
        let (kept, _gone): (Vec<_>, Vec<_>) =
            seen.into_iter().partition(|seen| listening.has(seen.place.class));
        self.seen.replace(kept);
    }

    fn listening(&self, driver: &Driver) -> Listening {
        let needs = driver.updater.registrations().needs();
        let all = self.is_coordinator_hearing() || needs.of_visibility.load(SeqCst);
        Listening { all, last: None }
    }
}

/// What is known of the item or element of a place, by its cell.
fn event_of(driver: &Driver, place: &Place) -> Result<Option<Event<AnyViewModel>>> {
    let bound = Scene::bound_in(driver, place)?;
    Ok(bound.map(|bound| Event {
        kind: EventKind::NONE,
        flags: 0,
        index: place.index,
        position: place.position,
        states: place.states,
        ..bound
    }))
}

/// An event of this module, once more.
fn again(event: &Event<AnyViewModel>) -> Event<AnyViewModel> {
    let Event { item, section, key, section_key, position, index, states, class, element, .. } = *event;
    let model = event.model.clone();
    let made = made_event(event.version);
    Event { item, section, key, section_key, position, index, states, class, element, model, ..made }
}
