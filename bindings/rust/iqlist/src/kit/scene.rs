//! What to draw: the places of a driver that is laid out, and the cells there.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use super::action::target_of;
use super::{AnyCellViewModel, AnyViewModel, Driver};
use crate::{
    Cells, Class, Event, Hit, Item, PlaceFlags, Position, Rect, Result, Section, Size, States, Status, Target,
};

/// Where an item or element is drawn.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Place {
    /// The item or element.
    pub target: Target,
    /// The item's position in the list of the scene's [version](Scene::version).
    pub position: Option<Position>,
    /// The item's index over all sections.
    pub index: Option<usize>,
    /// The item's level.
    pub level: u16,
    /// What is to be known about it.
    pub flags: PlaceFlags,
    /// The item's states.
    pub states: States,
    /// The number of its cell. `None` if a function of its view model has panicked.
    pub cell: Option<u32>,
    /// The index of the same item or element among the places of the other scene: of a place among the
    /// [previous](Scene::previous) ones, and the other way round.
    pub other: Option<usize>,
    /// Where it is in the window, in units from its upper left corner, as the [features](super::Feature) of the driver
    /// have left it; without the rule's insets and indent.
    pub frame: Rect,
    /// The same before the features.
    pub laid_out: Rect,
    /// Where it would start in the window along the axis, in units, if it were not stuck.
    pub natural: f64,
    pub(super) class: Option<Class<AnyViewModel>>,
}

impl Place {
    /// The item, if it is one.
    pub fn item(&self) -> Option<Item> {
        match self.target {
            Target::Item(item) => Some(item),
            _ => None,
        }
    }

    /// The section of an element.
    pub fn section(&self) -> Option<Section> {
        match self.target {
            Target::Element(section, ..) => Some(section),
            _ => None,
        }
    }

    /// Whether it has all of these flags.
    pub fn has(&self, flags: PlaceFlags) -> bool {
        self.flags.contains(flags)
    }
}

/// What a layout has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub(super) places: Vec<Place>,
    pub(super) previous: Vec<Place>,
    pub(super) is_changed: bool,
    pub(super) is_scrolled: bool,
    pub(super) is_to_be_measured: bool,
    pub(super) is_at_start: bool,
    pub(super) is_at_end: bool,
    pub(super) version: u64,
    pub(super) content: Size,
    pub(super) offset: f64,
    pub(super) correction: f64,
    pub(super) minimum: f64,
    pub(super) maximum: f64,
    pub(super) visible: (usize, usize),
    pub(super) items: usize,
    /// A class of cells is used for the first time: its cells are made after the poll that reports it.
    pub(super) has_new_class: bool,
}

/// What to draw now: see [`Driver::layout`]. It is a copy: it stays as it is, and the driver may be used meanwhile,
/// also laid out again.
///
/// ```
/// use iqlist::kit::{Driver, Layout, Section};
/// use iqlist::{Length, SizeRule};
/// # use iqlist::kit::CellViewModel;
/// # #[derive(PartialEq)]
/// # struct Name(&'static str);
/// # impl CellViewModel for Name {
/// #     type Cell = String;
/// #     fn id(&self) -> iqlist::Key { self.0.into() }
/// #     fn configure(&self, cell: &mut String) { *cell = self.0.to_uppercase(); }
/// # }
///
/// let layout = Layout::new().item(SizeRule::height(Length::Fixed(20.0)));
/// let driver = Driver::builder().layout(layout).build([Section::new("names", ["Ada", "Ben"].map(Name))])?;
/// driver.set_size(80.0, 24.0)?;
/// let scene = driver.layout()?;
/// let mut drawn = Vec::new();
/// for place in scene.places() {
///     drawn.extend(scene.with_cell(place, |text: &mut String| format!("{text} at {}", place.frame.y))?);
/// }
/// assert_eq!(drawn, ["ADA at 0", "BEN at 20"]);
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone)]
pub struct Scene<'a> {
    driver: &'a Driver,
    drawn: Rc<Drawn>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(driver: &'a Driver, drawn: Rc<Drawn>) -> Self {
        Self { driver, drawn }
    }

    /// What is drawn, in the order of drawing: in the list's order; then what is stuck, the list's own last; then
    /// elements elsewhere whose cells were taken.
    pub fn places(&self) -> &[Place] {
        &self.drawn.places
    }

    /// The places of the last scene, which have moved with the offset if nothing else [has changed](Self::is_changed).
    pub fn previous(&self) -> &[Place] {
        &self.drawn.previous
    }

    /// The place of an item or element, if it has one.
    pub fn find(&self, target: Target) -> Option<&Place> {
        self.drawn.places.iter().find(|place| place.target == target)
    }

    /// Lends the cell of a place, also of a previous one, if it has one of this type. `None` too if the cell shows
    /// something else by now. [`Status::Busy`] if the cell is in use.
    pub fn with_cell<C: 'static, R>(
        &self,
        place: &Place,
        body: impl FnOnce(&mut C) -> R,
    ) -> Result<Option<R>> {
        match Self::bound_in(self.driver, place)?.and_then(|bound| bound.cell) {
            Some(cell) => self.driver.with_cell_number(cell, body),
            None => Ok(None),
        }
    }

    /// The view model that the cell of a place shows, if it is of an item.
    pub fn view_model(&self, place: &Place) -> Result<Option<AnyCellViewModel>> {
        let model = Self::bound_in(self.driver, place)?.and_then(|bound| bound.model);
        Ok(model.as_ref().and_then(AnyCellViewModel::of))
    }

    /// What the cell of a place is bound to, if that is still what the place is about.
    pub(super) fn bound_in(driver: &Driver, place: &Place) -> Result<Option<Event<AnyViewModel>>> {
        let Some(cell) = place.cell else { return Ok(None) };
        let is_its = |bound: &Event<_>| {
            let section = bound.section.filter(|_| bound.item.is_none());
            target_of(bound.item, section, bound.element) == Some(place.target)
        };
        match driver.view.read_cell(cell) {
            // There are fewer cells by now.
            Err(error) if error.status() == Status::Range => Ok(None),
            bound => Ok(bound?.filter(is_its)),
        }
    }

    /// What is at a point of the window in the last scene of the driver, before its features: see
    /// [`iqlist::Scene::find_at`](crate::Scene::find_at).
    pub fn find_at(&self, x: f64, y: f64, is_nearest: bool) -> Result<Option<Hit>> {
        self.driver.find_at(x, y, is_nearest)
    }

    /// Something but the offset is different. Otherwise no place is new, bound or moved.
    pub fn is_changed(&self) -> bool {
        self.drawn.is_changed
    }

    /// The offset is different.
    pub fn is_scrolled(&self) -> bool {
        self.drawn.is_scrolled
    }

    /// A place asks to be [measured](PlaceFlags::MEASURE).
    pub fn is_to_be_measured(&self) -> bool {
        self.drawn.is_to_be_measured
    }

    /// The offset is the minimum, or less.
    pub fn is_at_start(&self) -> bool {
        self.drawn.is_at_start
    }

    /// The offset is the maximum, but for the [threshold](crate::ViewOptions::end_threshold), or more.
    pub fn is_at_end(&self) -> bool {
        self.drawn.is_at_end
    }

    /// The list's version, which positions belong to.
    pub fn version(&self) -> u64 {
        self.drawn.version
    }

    /// The size of all content, in units.
    pub fn content(&self) -> Size {
        self.drawn.content
    }

    /// Where the window starts in the content, in units, as corrected.
    pub fn offset(&self) -> f64 {
        self.drawn.offset
    }

    /// By how many units the offset was corrected since the last scene, so that what is visible stays.
    pub fn correction(&self) -> f64 {
        self.drawn.correction
    }

    /// The smallest offset that shows content only.
    pub fn minimum(&self) -> f64 {
        self.drawn.minimum
    }

    /// The largest offset that shows content only.
    pub fn maximum(&self) -> f64 {
        self.drawn.maximum
    }

    /// The items in the window, without overscan, counted over all sections.
    pub fn visible(&self) -> Range<usize> {
        self.drawn.visible.0..self.drawn.visible.1
    }

    /// The number of items in the list.
    pub fn items(&self) -> usize {
        self.drawn.items
    }
}

impl fmt::Debug for Scene<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scene")
            .field("offset", &self.offset())
            .field("content", &self.content())
            .field("visible", &self.visible())
            .field("places", &self.places())
            .finish_non_exhaustive()
    }
}

impl Drawn {
    /// What the library has found. It is copied.
    pub(super) fn of<C: Cells<AnyViewModel>>(scene: &crate::Scene<'_, AnyViewModel, C>) -> Self {
        let place = |place: crate::Place<'_, AnyViewModel>| Place {
            target: place.target(),
            position: place.position(),
            index: place.index(),
            level: place.level(),
            flags: place.flags(),
            states: place.states(),
            cell: place.cell(),
            other: place.other(),
            frame: place.frame(),
            laid_out: place.frame(),
            natural: place.natural(),
            class: place.class(),
        };
        let visible = scene.visible();
        Self {
            places: scene.places().map(place).collect(),
            previous: scene.previous().map(place).collect(),
            is_changed: scene.is_changed(),
            is_scrolled: scene.is_scrolled(),
            is_to_be_measured: scene.is_to_be_measured(),
            is_at_start: scene.is_at_start(),
            is_at_end: scene.is_at_end(),
            version: scene.version(),
            content: scene.content(),
            offset: scene.offset(),
            correction: scene.correction(),
            minimum: scene.minimum(),
            maximum: scene.maximum(),
            visible: (visible.start, visible.end),
            items: scene.items(),
            has_new_class: scene.places().any(|place| place.cell().is_none()),
        }
    }

    /// Merges the scene with the former one, so that two layouts in a row count as one.
    pub(super) fn after(mut self, mut former: Self) -> Self {
        let or = |one: &mut bool, other: bool| *one = *one || other;
        or(&mut self.is_changed, former.is_changed);
        or(&mut self.is_scrolled, former.is_scrolled);
        self.correction += former.correction;
        let between =
            |target: Target, places: &[Place]| places.iter().find(|it| it.target == target).copied();
        for place in &mut former.previous {
            let now = self.places.iter().position(|now| now.target == place.target);
            // The places between are the previous ones of now.
            if between(place.target, &self.previous).is_some_and(|it| it.has(PlaceFlags::GONE)) {
                place.flags |= PlaceFlags::GONE;
            }
            place.other = now;
        }
        for place in &mut self.places {
            let was = between(place.target, &former.places);
            place.other = former.previous.iter().position(|it| it.target == place.target);
            let has = |flag, is_same: bool| is_same && was.is_some_and(|was| was.has(flag));
            let is_bound = has(PlaceFlags::BOUND, was.is_some_and(|was| was.cell == place.cell));
            // Where it had no place between, nobody has compared the two.
            let is_moved = has(PlaceFlags::MOVED, true) || (was.is_none() && place.other.is_some());
            place.flags = with(place.flags, PlaceFlags::BOUND, is_bound || place.has(PlaceFlags::BOUND));
            place.flags = with(place.flags, PlaceFlags::MOVED, is_moved || place.has(PlaceFlags::MOVED));
            place.flags = with(place.flags, PlaceFlags::NEW, place.other.is_none());
        }
        self.previous = former.previous;
        self
    }
}

/// Flags with one of them set, or not.
fn with(flags: PlaceFlags, flag: PlaceFlags, is_set: bool) -> PlaceFlags {
    let all = [
        PlaceFlags::NEW,
        PlaceFlags::BOUND,
        PlaceFlags::MOVED,
        PlaceFlags::MEASURE,
        PlaceFlags::STUCK,
        PlaceFlags::OUTSIDE,
        PlaceFlags::FIRST,
        PlaceFlags::LAST,
        PlaceFlags::GONE,
    ];
    let kept = all.into_iter().filter(|one| *one != flag && flags.contains(*one));
    kept.fold(if is_set { flag } else { PlaceFlags::NONE }, |all, one| all | one)
}
