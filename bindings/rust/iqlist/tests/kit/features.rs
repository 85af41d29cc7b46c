//! Features, scroll events and drags near an edge.

use std::any::Any;
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;

use crate::people::Notes;
use crate::scenes::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{
    Align, Edge, Kind, PlaceFlags, Rect, Scroll, ScrollTarget, Size, SizeRule, Status, Target, ViewOptions,
};

#[derive(Default)]
struct Noting {
    setups: RefCell<Vec<String>>,
    offsets: RefCell<Vec<f64>>,
    processed: Slot<usize>,
    by: f64,
}

impl Feature for Noting {
    fn setup(&self, cell: &mut dyn Any, place: &Place) {
        let text = cell.downcast_mut::<String>().expect("it is a label");
        assert_eq!(place.index.map(|index| index.to_string()).as_deref(), Some(text.as_str()));
        self.setups.borrow_mut().push(text.clone());
    }

    fn did_scroll(&self, offset: f64) {
        self.offsets.borrow_mut().push(offset);
    }

    fn process(&self, place: &Place, scene: &Scene<'_>) -> Rect {
        self.processed.set(self.processed.get() + 1);
        let raw = scene.find(place.target).expect("it is of the scene");
        assert_eq!(raw.frame, place.laid_out);
        Rect { y: place.frame.y * 2.0 + self.by, ..place.frame }
    }
}

fn rows() -> Layout {
    Layout::new().item(fixed(50.0))
}

#[test]
fn a_feature_is_set_up_once_with_each_cell_and_told_how_far_the_list_has_scrolled() {
    let noting = Rc::new(Noting::default());
    let builder = Driver::builder().layout(rows()).feature(noting.clone());
    let driver = sized(builder, (100.0, 100.0), [tiles(20)]);
    driver.layout().unwrap();
    assert_eq!(noting.setups.take(), ["0", "1"]);
    assert_eq!((noting.offsets.take(), noting.processed.take()), (vec![], 2));
    driver.scroll(25.0, Scroll::TO).unwrap();
    driver.layout().unwrap();
    driver.layout().unwrap();
    assert_eq!(noting.setups.take(), ["2"]);
    assert_eq!((noting.offsets.take(), noting.processed.take()), (vec![25.0], 6));
    // Cells that are used again were set up before.
    for offset in 2..10 {
        driver.scroll(f64::from(offset) * 50.0, Scroll::TO).unwrap();
        driver.layout().unwrap();
        driver.poll().unwrap();
    }
    let later = noting.setups.take();
    assert!(later.len() < 5, "{later:?}");
    // One that comes later is set up with the cells that there are.
    let other = Rc::new(Noting::default());
    driver.add_feature(other.clone()).unwrap();
    driver.layout().unwrap();
    assert_eq!(other.setups.take(), ["9", "10"]);
    assert_eq!(noting.setups.take(), [] as [&str; 0]);
}

#[test]
fn each_feature_gets_the_frame_of_the_one_before() {
    let [first, second] = [1.0, 100.0].map(|by| Rc::new(Noting { by, ..Noting::default() }));
    let builder = Driver::builder().layout(rows()).feature(first).feature(second);
    let driver = sized(builder, (100.0, 100.0), [tiles(2)]);
    let scene = driver.layout().unwrap();
    let found: Vec<_> = scene.places().iter().map(|place| (place.laid_out.y, place.frame.y)).collect();
    assert_eq!(found, [(0.0, 102.0), (50.0, 302.0)]);
}

#[test]
fn a_panic_of_a_feature_keeps_no_other_one_from_its_turn() {
    struct Fails;
    impl Feature for Fails {
        fn process(&self, place: &Place, _: &Scene<'_>) -> Rect {
            panic!("process {:?}", place.index);
        }
    }
    let noting = Rc::new(Noting::default());
    let builder = Driver::builder().layout(rows()).feature(Fails).feature(noting.clone());
    let driver = sized(builder, (100.0, 100.0), [tiles(20)]);
    assert_eq!(panic_of(|| driver.layout().map(drop)).as_deref(), Some("process Some(0)"));
    assert_eq!((noting.setups.take().len(), noting.processed.get()), (2, 2));
}

#[test]
fn features_are_for_drivers_with_a_layout() {
    let built = Driver::builder().feature(Noting::default()).build([tiles(1)]);
    assert_eq!(built.err().map(|error| error.status()), Some(Status::State));
    let driver = Driver::new([tiles(1)]).unwrap();
    assert_eq!(driver.add_feature(Noting::default()).unwrap_err().status(), Status::State);
}

/// The list's own header: a picture that grows, and moves half as fast.
struct Picture;

impl Feature for Picture {
    fn process(&self, place: &Place, scene: &Scene<'_>) -> Rect {
        match place.target {
            Target::ListElement(Kind::HEADER, _) => {
                stretchy(parallax(place.frame, scene.offset(), 0.5), scene.offset())
            }
            _ => place.frame,
        }
    }
}

#[test]
fn a_picture_grows_above_the_start_and_moves_half_as_fast_below_it() {
    let layout = rows().header(fixed(200.0));
    let driver = sized(Driver::builder().layout(layout).feature(Picture), (320.0, 568.0), [tiles(100)]);
    driver.set_element(Kind::HEADER, 0, "Picture").unwrap();
    for (offset, y, height) in
        [(0.0, 0.0, 200.0), (-60.0, 0.0, 260.0), (100.0, -50.0, 200.0), (180.0, -90.0, 200.0)]
    {
        driver.scroll(offset, Scroll::TO).unwrap();
        let scene = driver.layout().unwrap();
        let header = scene.find(Target::ListElement(Kind::HEADER, 0)).unwrap();
        assert_eq!((header.frame.y, header.frame.height), (y, height), "at {offset}");
        assert_eq!(header.laid_out.y, -offset);
    }
}

#[test]
fn progress_grows_from_0_to_1_over_the_threshold() {
    assert_eq!([136.0, 200.0].map(|offset| sticky_progress(200.0, offset, 64.0)), [0.0, 1.0]);
    seeds(300, |seed| {
        let mut random = Random(seed);
        let mut number = |most| random.below(most) as f64;
        let (natural, offset, threshold) = (number(1000), number(1000), 1.0 + number(100));
        let progress = sticky_progress(natural, offset, threshold);
        assert!((0.0..=1.0).contains(&progress));
        let further = sticky_progress(natural, offset + 1.0, threshold);
        assert!(further >= progress);
        assert_eq!(progress == 0.0, offset <= natural - threshold);
        assert_eq!(progress == 1.0, offset >= natural);
    });
    assert_eq!([199.0, 200.0].map(|offset| sticky_progress(200.0, offset, 0.0)), [0.0, 1.0]);
}

#[test]
fn the_speed_near_an_edge_grows_with_the_depth_and_mirrors() {
    seeds(300, |seed| {
        let mut random = Random(seed);
        let (length, zone) = (1.0 + random.below(800) as f64, random.below(100) as f64);
        let position = random.below(1000) as f64 - 100.0;
        let speed = |position| auto_scroll_speed(position, length, zone, 1200.0);
        let (here, mirrored) = (speed(position), speed(length - position));
        assert!((here + mirrored).abs() < 1e-9 && here.abs() <= 1200.0);
        assert!(speed(position + 1.0) >= here, "it never falls towards the end");
        let inner = zone.min(length / 2.0);
        if inner > 0.0 {
            let expected = -(1.0 - position / inner).clamp(0.0, 1.0)
                + (1.0 - (length - position) / inner).clamp(0.0, 1.0);
            assert!((here - 1200.0 * expected).abs() < 1e-6);
        }
        assert_eq!(here == 0.0, position >= inner && position <= length - inner || inner == 0.0);
    });
}

/// A coordinator that notes what it hears of scrolling.
#[derive(Clone, Default)]
struct Hears(Notes);

impl Coordinator for Hears {
    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        if let Some(Scrolled { offset, decelerates, .. }) = event.scrolled() {
            let more = if decelerates { " on" } else { "" };
            self.0.add(format!("{:?} {offset}{more}", event.behaviour));
        }
        Route::Handled
    }
}

fn hearing(count: u64) -> (Driver, Notes) {
    let hears = Hears::default();
    let driver =
        sized(Driver::builder().layout(rows()).coordinator(hears.clone()), (100.0, 100.0), [tiles(count)]);
    (driver, hears.0)
}

#[test]
fn phases_begin_and_end_in_order() {
    let (driver, notes) = hearing(20);
    let next = || {
        driver.layout().unwrap();
        notes.take()
    };
    assert_eq!(next(), ["ReachedStart 0"]);
    driver.scroll_in(ScrollPhase::Drag, 30.0, Scroll::BY).unwrap();
    assert_eq!(next(), ["WillBeginDragging 30", "DidScroll 30"]);
    driver.scroll_in(ScrollPhase::Drag, 10.0, Scroll::BY).unwrap();
    assert_eq!(next(), ["DidScroll 40"]);
    driver.scroll_in(ScrollPhase::Decelerate, 5.0, Scroll::BY).unwrap();
    assert_eq!(next(), ["DidScroll 45", "DidEndDragging 45 on"]);
    // Caught again: what has begun ends.
    driver.scroll_in(ScrollPhase::Drag, 0.0, Scroll::BY).unwrap();
    assert_eq!(next(), ["DidEndDecelerating 45", "WillBeginDragging 45"]);
    driver.scroll_in(ScrollPhase::Idle, 0.0, Scroll::BY).unwrap();
    assert_eq!(next(), ["DidEndDragging 45"]);
    driver.scroll_in(ScrollPhase::Animate, 100.0, Scroll::TO).unwrap();
    assert_eq!(next(), ["DidScroll 100"]);
    driver.scroll(100.0, Scroll::TO).unwrap();
    assert_eq!(next(), ["DidEndScrollAnimation 100"]);
    // All of it between two layouts.
    driver.scroll_in(ScrollPhase::Drag, 10.0, Scroll::BY).unwrap();
    driver.scroll_in(ScrollPhase::Decelerate, 10.0, Scroll::BY).unwrap();
    driver.scroll(0.0, Scroll::BY).unwrap();
    let all = ["WillBeginDragging 120", "DidScroll 120", "DidEndDragging 120 on", "DidEndDecelerating 120"];
    assert_eq!(next(), all);
    driver.scroll(0.0, Scroll::BY | Scroll::HELD).unwrap();
    assert_eq!(next(), ["WillBeginDragging 120"]);
    assert_eq!(next(), [] as [&str; 0]);
}

#[test]
fn the_start_and_the_end_are_told_when_a_scene_comes_there() {
    let (driver, notes) = hearing(20);
    driver.layout().unwrap();
    assert_eq!(notes.take(), ["ReachedStart 0"]);
    for (offset, told) in [
        (10.0, vec!["DidScroll 10"]),
        (900.0, vec!["DidScroll 900", "ReachedEnd 900"]),
        (950.0, vec!["DidScroll 950"]),
        (20.0, vec!["DidScroll 20"]),
        (0.0, vec!["DidScroll 0", "ReachedStart 0"]),
    ] {
        driver.scroll(offset, Scroll::TO).unwrap();
        driver.layout().unwrap();
        assert_eq!(notes.take(), told);
    }
}

#[test]
fn what_is_scrolled_to_is_there() {
    let (driver, _) = hearing(20);
    let item = driver.list().item_at(10).unwrap();
    assert_eq!(driver.offset_for(ScrollTarget::new(Target::Item(item)).align(Align::Start)).unwrap(), 500.0);
    driver.scroll_to(ScrollTarget::new(Target::Item(item)).align(Align::Start).margin(5.0)).unwrap();
    let scene = driver.layout().unwrap();
    assert_eq!((scene.offset(), scene.find(Target::Item(item)).unwrap().frame.y), (495.0, 5.0));
    assert_eq!(driver.visible().unwrap(), scene.visible());
    let hit = driver.find_at(50.0, 30.0, false).unwrap().unwrap();
    assert_eq!(hit.target, Target::Item(item));
    // Its position is kept, also by another driver.
    let position = driver.scroll_position().unwrap().unwrap();
    let (other, _) = hearing(15);
    other.set_scroll_position(&position).unwrap();
    assert_eq!(other.layout().unwrap().offset(), 495.0);
}

#[test]
fn a_drag_near_the_edge_scrolls_and_what_is_dragged_stays() {
    let (driver, _) = hearing(100);
    driver.set_size(100.0, 568.0).unwrap();
    driver.layout().unwrap();
    let dragged = Target::Item(driver.list().item_at(1).unwrap());
    let taken = driver.take_cell(dragged).unwrap();
    for frame in 1..=100 {
        assert_eq!(driver.auto_scroll(50.0, 560.0, 0.0625).unwrap(), 1000.0);
        let scene = driver.layout().unwrap();
        assert_eq!(scene.offset(), (62.5 * f64::from(frame)).min(100.0 * 50.0 - 568.0));
        let place = scene.find(dragged).expect("its cell was taken");
        assert_eq!(place.cell, Some(taken.number()));
    }
    assert_eq!(driver.auto_scroll(50.0, 300.0, 0.1).unwrap(), 0.0);
    drop(taken);
    assert_eq!(driver.auto_scroll(50.0, 0.0, 100.0).unwrap(), -1200.0);
    assert_eq!(driver.layout().unwrap().offset(), 0.0);
    // The start of a horizontal view from right to left is at its right.
    driver.set_view_options(ViewOptions::new().horizontal().right_to_left()).unwrap();
    assert_eq!(driver.auto_scroll(100.0, 0.0, 0.1).unwrap(), -1200.0);
}

#[test]
fn a_scene_is_a_copy_and_nothing_is_busy_while_it_is_used() {
    let (driver, _) = hearing(4);
    let scene = driver.layout().unwrap();
    let first = scene.places()[0];
    scene
        .with_cell(&first, |text: &mut String| {
            text.push('!');
            assert_eq!(driver.layout().unwrap_err().status(), Status::Busy, "a cell is lent");
        })
        .unwrap()
        .unwrap();
    driver.scroll(50.0, Scroll::TO).unwrap();
    let next = driver.layout().unwrap();
    assert_eq!(next.places()[0].target, scene.places()[1].target);
    assert_eq!(next.previous()[next.places()[0].other.unwrap()].target, next.places()[0].target);
    assert_eq!(scene.with_cell(&first, |text: &mut String| text.clone()).unwrap().as_deref(), Some("0!"));
    assert!(next.view_model(&next.places()[0]).unwrap().unwrap().downcast_ref() == Some(&Tile(1)));
    // Of another type.
    assert_eq!(scene.with_cell(&first, |_: &mut u32| ()).unwrap(), None);
    // Its cell shows something else by now, or nothing.
    driver.update([Section::new("others", (100..200).map(Tile))]).unwrap();
    for _ in 0..4 {
        driver.poll().unwrap();
        driver.layout().unwrap();
    }
    assert_eq!(scene.with_cell(&first, |_: &mut String| ()).unwrap(), None);
}

#[test]
fn the_first_scene_is_whole_and_tells_what_is_new() {
    let (driver, notes) = hearing(4);
    let scene = driver.layout().unwrap();
    assert!(scene.is_changed() && scene.previous().is_empty());
    for place in scene.places() {
        assert!(place.has(PlaceFlags::NEW | PlaceFlags::BOUND) && place.cell.is_some(), "{place:?}");
    }
    notes.take();
    let scene = driver.layout().unwrap();
    assert!(!scene.is_changed() && scene.places().iter().all(|place| !place.has(PlaceFlags::NEW)));
    // A further class of cells, which is announced in between.
    let mixed = tiles(1).append([crate::people::person(9, "Ada")]).append((1..4).map(Tile));
    driver.update([mixed]).unwrap();
    let scene = driver.layout().unwrap();
    let flags: Vec<_> =
        scene.places().iter().map(|place| (place.has(PlaceFlags::NEW), place.other)).collect();
    assert_eq!(flags, [(false, Some(0)), (true, None)]);
    let gone: Vec<_> =
        scene.previous().iter().map(|place| (place.has(PlaceFlags::GONE), place.other)).collect();
    assert_eq!(gone, [(false, Some(0)), (false, None)]);
    assert!(scene.places()[1].cell.is_some());
}

#[test]
fn a_layout_inside_of_a_handler_works_and_inside_of_a_cell_is_busy() {
    thread_local!(static DRIVER: RefCell<Option<Rc<Driver>>> = const { RefCell::new(None) });
    #[derive(PartialEq)]
    struct Curious;
    impl CellViewModel for Curious {
        type Cell = ();
        fn id(&self) -> iqlist::Key {
            "curious".into()
        }
        fn configure(&self, _: &mut ()) {
            let driver = DRIVER.with_borrow(|driver| driver.clone());
            let Some(driver) = driver else { return };
            assert_eq!(driver.layout().unwrap_err().status(), Status::Busy);
            assert_eq!(driver.scroll_to(Target::List).unwrap_err().status(), Status::Busy);
            assert_eq!(driver.find_at(0.0, 0.0, true).unwrap_err().status(), Status::Busy);
            assert_eq!(driver.poll().unwrap_err().status(), Status::Busy);
            driver.scroll(0.0, Scroll::BY).unwrap();
            driver.set_sizes([]).unwrap();
        }
        fn size(&self, window: Size) -> Option<SizeRule> {
            let driver = DRIVER.with_borrow(|driver| driver.clone()).filter(|_| window.width > 0.0)?;
            assert_eq!(driver.layout().unwrap_err().status(), Status::Busy);
            let item = Target::Item(driver.list().item_at(0).unwrap());
            driver.set_sizes([(item, Size::new(0.0, 10.0))]).unwrap();
            driver.scroll(0.0, Scroll::BY).unwrap();
            None
        }
        fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
            assert_eq!(event.driver.layout().unwrap().places().len(), 1);
            Route::Handled
        }
    }
    let driver = Rc::new(laid_out(rows(), (100.0, 100.0), [Section::new("all", [Curious])]));
    DRIVER.set(Some(driver.clone()));
    assert_eq!(driver.layout().unwrap().places().len(), 1);
    driver.select(driver.list().item_at(0).unwrap(), By::User).unwrap();
    driver.poll().unwrap();
    DRIVER.set(None);
}

#[test]
fn pages_are_asked_for_and_their_loaders_have_places() {
    let asked = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = asked.clone();
    let paging = Paging::new(true, move |request| kept.lock().unwrap().push(request)).loader("loading");
    let layout = rows().page(fixed(30.0));
    let driver = laid_out(layout, (100.0, 200.0), [tiles(2).paging(paging.edge(Edge::End))]);
    driver.layout().unwrap();
    driver.poll().unwrap();
    assert_eq!(asked.lock().unwrap().len(), 1);
    assert_eq!(content(&driver), 130.0);
    asked.lock().unwrap().pop().unwrap().finish(false).unwrap();
    driver.poll().unwrap();
    assert_eq!(content(&driver), 100.0);
}
