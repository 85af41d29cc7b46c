//! The calls of views that are laid out.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;

use iqlist::{
    Align, Anchor, Cells, CustomLayout, Direction, Error, Event, Kind, LaidOutView, LayoutHandle, Length,
    Rect, Result, Room, Screen, Scroll, ScrollTarget, SectionLayout, SetStates, Size, SizeRule, States,
    Target, ViewOptions,
};

use crate::stage::Stage;
use crate::support::{Alive, Counted};

/// Cells that are counted while they live, and have the number of what they show.
pub struct Rows {
    alive: Alive,
    /// With it a cell sets its size when it is bound.
    pub handle: OnceCell<LayoutHandle>,
    /// The sizes that could not be set, and why.
    pub refused: RefCell<Vec<((Target, Size), Error)>>,
}

impl Cells<Counted> for Rows {
    type Cell = Counted;

    fn create(&self, _: &Event<Counted>) -> Counted {
        self.alive.model(u64::MAX)
    }

    fn bind(&self, cell: &mut Counted, event: &Event<Counted>) {
        cell.number = event.model.as_deref().expect("each item has one").number;
        if let (Some(handle), Some(item)) = (self.handle.get(), event.item) {
            let size = (Target::Item(item), height_of(cell.number));
            if let Err(error) = handle.set_sizes([size]) {
                self.refused.borrow_mut().push((size, error));
            }
        }
    }
}

pub type RowView = LaidOutView<Counted, Rows>;

pub fn height_of(number: u64) -> Size {
    Size::new(60.0, 10.0 + (number * 5 % 7) as f64)
}

fn rule(length: Length) -> SizeRule {
    SizeRule::height(length)
}

fn rows() -> SectionLayout<Counted> {
    SectionLayout::list().sticky_header()
}

/// With a function that has a model to itself.
fn measured(alive: &Alive) -> SectionLayout<Counted> {
    let held = alive.holding(0);
    rows().measured_by(move |asked| asked.model.map(|model| height_of(model.number + held())))
}

/// A row of 9 for each item, each 3 further to the side. It has a model to itself.
struct Stairs<F>(F);

impl<F: Fn() -> u64 + 'static> CustomLayout for Stairs<F> {
    fn extent(&self, room: &Room) -> f64 {
        9.0 * (room.count as u64 + self.0()) as f64
    }

    fn items(&self, _: &Room, along: Range<f64>) -> Range<usize> {
        (along.start / 9.0) as usize..(along.end / 9.0).ceil() as usize
    }

    fn frame(&self, _: &Room, index: usize) -> Rect {
        Rect::new(3.0 * index as f64, 9.0 * index as f64, 20.0, 9.0)
    }
}

fn custom(view: &mut RowView, stage: &Stage) -> Result<()> {
    layout(view, stage)?;
    view.set_layout(None, Some(&SectionLayout::custom(Stairs(stage.alive.holding(0)))))
}

/// A view of the list that has no scene.
pub fn view_of(screen: &Screen<'_, Counted>, alive: &Alive) -> Result<RowView> {
    let (handle, refused) = Default::default();
    let cells = Rows { alive: alive.clone(), handle, refused };
    let view = screen.laid_out_view(cells, ViewOptions::new().overscan(10.0).section_spacing(2.0))?;
    view.set_size(60.0, 50.0)?;
    view.set_layout(None, Some(&rows()))?;
    Ok(view)
}

pub struct Call {
    pub name: &'static str,
    /// What comes between the view's creation and the call.
    pub before: fn(&mut RowView, &Stage) -> Result<()>,
    pub call: fn(&mut RowView, &Stage) -> Result<()>,
    /// To ask where things are would make what the call makes.
    pub lays_out: bool,
    /// Where things are may depend on how often the list was laid out: a layout keeps what it has measured.
    pub keeps_sizes: bool,
}

const fn call(
    name: &'static str,
    before: fn(&mut RowView, &Stage) -> Result<()>,
    call: fn(&mut RowView, &Stage) -> Result<()>,
) -> Call {
    Call { name, before, call, lays_out: false, keeps_sizes: false }
}

const fn next_layout(name: &'static str, before: fn(&mut RowView, &Stage) -> Result<()>) -> Call {
    Call { lays_out: true, ..call(name, before, layout) }
}

fn nothing(_: &mut RowView, _: &Stage) -> Result<()> {
    Ok(())
}

fn layout(view: &mut RowView, _: &Stage) -> Result<()> {
    view.layout().map(drop)
}

fn scrolled(view: &mut RowView, stage: &Stage) -> Result<()> {
    layout(view, stage)?;
    view.scroll(30.0, Scroll::TO)?;
    layout(view, stage)
}

fn scrolled_and_measured(view: &mut RowView, stage: &Stage) -> Result<()> {
    view.set_layout(None, Some(&measured(&stage.alive)))?;
    scrolled(view, stage)
}

fn changed(view: &mut RowView, stage: &Stage) -> Result<()> {
    scrolled(view, stage)?;
    set_sizes(view, stage)?;
    stage.list.apply(&stage.wanted).map(drop)
}

fn set_sizes(view: &mut RowView, stage: &Stage) -> Result<()> {
    let items = stage.list.items(..)?.into_iter().map(Target::Item);
    view.set_sizes(items.zip(0..).map(|(target, number)| (target, height_of(number))))
}

fn geometry(view: &mut RowView, stage: &Stage) -> Result<()> {
    view.frame(Target::Section(stage.list.section_at(1)?))?;
    view.offset_for(stage.list.item_at(15)?)?;
    view.neighbour(stage.list.item_at(3)?, Direction::PageDown)?;
    view.find_range(20.0..120.0)?;
    view.find_at(10.0, 10.0, true).map(drop)
}

pub const CALLS: &[Call] = &[
    call("set options", scrolled, |view, _| view.set_options(ViewOptions::new().grain(1.0).overscan(20.0))),
    call("set size", scrolled, |view, _| view.set_size(90.0, 70.0)),
    call("set layout", scrolled, |view, _| view.set_layout(None, Some(&SectionLayout::grid(3)))),
    call("set layout of a section", scrolled, |view, stage| {
        view.set_layout(Some(stage.list.section_at(1)?), Some(&rows().item(rule(Length::Fixed(17.0)))))
    }),
    call("set layout that measures", scrolled, |view, stage| {
        view.set_layout(Some(stage.list.section_at(0)?), Some(&measured(&stage.alive)))
    }),
    call("set no layout", scrolled_and_measured, |view, _| view.set_layout(None, None)),
    call("set sizes", scrolled, set_sizes),
    call("set sizes before a scene", nothing, set_sizes),
    call("set sizes of another list", changed, set_sizes),
    call("set size of a header", scrolled, |view, stage| {
        let header = Target::Element(stage.list.section_at(0)?, Kind::HEADER, 0);
        view.set_sizes([(header, Size::new(60.0, 9.0))])
    }),
    call("set lengths", scrolled, |view, stage| {
        let lengths: Vec<_> = (0..20).map(|number| height_of(number).height).collect();
        view.set_lengths(stage.list.info()?.version, 0, &lengths)
    }),
    call("invalidate", changed, |view, _| view.invalidate(3..12)),
    next_layout("first layout", nothing),
    next_layout("first layout that measures", |view, stage| {
        view.set_layout(None, Some(&measured(&stage.alive)))
    }),
    next_layout("layout that is custom", custom),
    next_layout("layout of another list that is custom", |view, stage| {
        custom(view, stage)?;
        scrolled(view, stage)?;
        stage.list.apply(&stage.wanted).map(drop)
    }),
    next_layout("layout of another list", changed),
    Call {
        keeps_sizes: true,
        ..next_layout("layout of another list that measures", |view, stage| {
            scrolled_and_measured(view, stage)?;
            stage.list.apply(&stage.wanted).map(drop)
        })
    },
    next_layout("layout of states", |view, stage| {
        scrolled(view, stage)?;
        stage.list.set_states(&stage.list.items(..4)?, States::SELECTED, SetStates::ON)
    }),
    next_layout("layout further on", |view, stage| {
        scrolled(view, stage)?;
        view.scroll(150.0, Scroll::TO | Scroll::CLAMP)
    }),
    next_layout("layout of a target", |view, stage| {
        scrolled(view, stage)?;
        let item = Target::Item(stage.list.item_at(15)?);
        view.scroll_to(ScrollTarget::new(item).align(Align::Center))
    }),
    call("set anchor", scrolled, |view, stage| view.set_anchor(Anchor::End, Some(stage.list.item_at(3)?))),
    call("scroll position", scrolled, |view, _| {
        let position = view.scroll_position()?.expect("it has a scene");
        view.set_scroll_position(&position)
    }),
    Call { lays_out: true, ..call("geometry", changed, geometry) },
    Call { lays_out: true, ..call("geometry that is custom", custom, geometry) },
    call("take cell", scrolled, |view, stage| {
        let taken = view.take_cell(Target::Item(stage.list.item_at(17)?))?.cell.expect("is a cell");
        view.give_cell(taken)
    }),
    call("dump", scrolled, |view, _| view.dump().map(drop)),
];

/// What the last scene says: it is there as it was if the next one could not be made.
pub fn last_scene(view: &RowView) -> String {
    let found: Vec<_> = (0..50).step_by(7).map(|y| view.find_at(30.0, f64::from(y), true)).collect();
    format!("{:?} {:?}", view.scroll_position().unwrap(), found)
}

/// Where things are in the content. To ask makes what a layout would have to make.
pub fn frames(view: &RowView, stage: &Stage) -> Vec<Rect> {
    let items = stage.list.items(..).unwrap().into_iter().map(Target::Item);
    let section = |at| Target::Section(stage.list.section_at(at).unwrap());
    let targets = items.chain([section(0), section(1), Target::List]);
    targets.map(|target| view.frame(target).unwrap()).collect()
}

/// The next scene, each cell with what its place shows: the number, where it is, and how high.
pub fn next_scene(view: &mut RowView) -> Vec<(u64, Rect)> {
    let scene = view.layout().unwrap();
    let seen = |place: iqlist::Place<'_, Counted>| {
        let number = place.model().expect("each has one").number;
        assert_eq!(scene.with_cell(&place, |cell| cell.number).unwrap(), number);
        (number, place.frame())
    };
    scene.places().map(seen).collect()
}
