//! Layouts of the host's own: beside plain arithmetic, what is asked how often, and what becomes of a failure.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use crate::rows::*;
use iqlist::{
    Align, CustomLayout, Direction, Insets, Item, List, Place, Rect, Result, Room, Scene, Screen, Scroll,
    ScrollTarget, SectionLayout, Size, Status, Target, ViewOptions,
};

/// Rows of five and four, 20 x 20 each, those of four between the others; a row begins 15 below the one before it.
fn cell(index: usize) -> Rect {
    let (pair, at) = ((index / 9) as f64, index % 9);
    match at {
        0..5 => Rect::new(20.0 * at as f64, 30.0 * pair, 20.0, 20.0),
        _ => Rect::new(20.0 * at as f64 - 90.0, 30.0 * pair + 15.0, 20.0, 20.0),
    }
}

fn extent(count: usize) -> f64 {
    count.checked_sub(1).map_or(0.0, |last| cell(last).y + 20.0)
}

/// What a function is to do in place of its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fails {
    No,
    Panics(&'static str),
    IsNoNumber(&'static str),
}

/// A layout of such cells, which counts how often it is asked.
#[derive(Clone)]
struct Honeycomb {
    rooms: Rc<RefCell<Vec<Room>>>,
    frames: Rc<Cell<usize>>,
    fails: Rc<Cell<Fails>>,
}

impl Honeycomb {
    fn new() -> Self {
        let (rooms, frames) = Default::default();
        Self { rooms, frames, fails: Rc::new(Cell::new(Fails::No)) }
    }

    fn answer(&self, name: &'static str, number: f64) -> f64 {
        match self.fails.get() {
            Fails::Panics(which) if which == name => panic!("{name} of a honeycomb"),
            Fails::IsNoNumber(which) if which == name => f64::NAN,
            _ => number,
        }
    }
}

impl CustomLayout for Honeycomb {
    fn extent(&self, room: &Room) -> f64 {
        self.rooms.borrow_mut().push(*room);
        self.answer("extent", extent(room.count))
    }

    fn items(&self, _: &Room, along: Range<f64>) -> Range<usize> {
        let row = |at: f64| (at / 15.0).max(0.0) as usize;
        let first = |row: usize| 9 * (row / 2) + 5 * (row % 2);
        self.answer("items", 0.0);
        first(row(along.start - 20.0))..first(row(along.end) + 1)
    }

    fn frame(&self, _: &Room, index: usize) -> Rect {
        self.frames.set(self.frames.get() + 1);
        Rect { y: self.answer("frame", cell(index).y), ..cell(index) }
    }
}

/// Sections with a header of 6, room of 4 above the items, and a footer of 2.
fn honeycombs(layout: &Honeycomb) -> SectionLayout<u64> {
    let insets = Insets { top: 4.0, ..Insets::NONE };
    SectionLayout::custom(layout.clone()).header(fixed(6.0)).footer(fixed(2.0)).insets(insets)
}

/// Where all items are in the content, by number, and where that ends.
fn arithmetic(counts: &[u64]) -> (Vec<(u64, Rect)>, f64) {
    let (mut all, mut end) = (Vec::new(), 0.0);
    for (at, &count) in (0..).zip(counts) {
        let frames = (0..count as usize).map(cell).map(|it| Rect { y: it.y + end + 10.0, ..it });
        all.extend((100 * at..).zip(frames));
        // Around no items there is no room.
        end += 8.0 + if count > 0 { 4.0 + extent(count as usize) } else { 0.0 };
    }
    (all, end)
}

/// The items of a scene, by number, in the content.
fn items(scene: &Scene<'_, u64, Numbers>) -> Vec<(u64, Rect)> {
    let offset = scene.offset();
    let item = |place: Place<'_, u64>| {
        let frame = place.frame();
        place.item().map(|_| (*place.model().unwrap(), Rect { y: frame.y + offset, ..frame }))
    };
    scene.places().filter_map(item).collect()
}

#[test]
fn places_and_frames_are_those_of_plain_arithmetic() {
    let counts = [100, 0, 37];
    let list = sections_of(&counts);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_layout(None, Some(&honeycombs(&Honeycomb::new()))).unwrap();
    let (all, end) = arithmetic(&counts);
    for offset in (0..).step_by(7).map(f64::from).take_while(|offset| *offset <= end - 50.0) {
        view.scroll(offset, Scroll::TO).unwrap();
        let scene = view.layout().unwrap();
        assert_eq!(scene.content(), Size::new(100.0, end));
        let shown = all.iter().filter(|(_, it)| it.y < offset + 50.0 && it.y + it.height > offset);
        assert_eq!(items(&scene), shown.copied().collect::<Vec<_>>(), "at {offset}");
    }
    for (index, (number, frame)) in all.iter().enumerate() {
        let item = list.item_at(index).unwrap();
        assert_eq!(view.frame(Target::Item(item)).unwrap(), *frame, "{number}");
        let target = ScrollTarget::new(Target::Item(item)).align(Align::Start);
        assert_eq!(view.offset_for(target).unwrap(), frame.y.min(end - 50.0), "{number}");
    }
}

#[test]
fn the_side_where_x_begins_is_the_leading_one_and_answers_are_cut() {
    struct Beyond;
    impl CustomLayout for Beyond {
        fn extent(&self, _: &Room) -> f64 {
            40.0
        }

        fn items(&self, _: &Room, _: Range<f64>) -> Range<usize> {
            0..usize::MAX
        }

        fn frame(&self, _: &Room, index: usize) -> Rect {
            match index {
                0 => Rect::new(10.0, 0.0, 30.0, 10.0),
                1 => Rect::new(-10.0, -5.0, 30.0, 20.0),
                2 => Rect::new(80.0, 30.0, 300.0, 300.0),
                _ => Rect::new(0.0, 0.0, 50.0, 0.0),
            }
        }
    }
    let list = list_of(0..4);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_layout(None, Some(&SectionLayout::custom(Beyond))).unwrap();
    let cut = [(10.0, 0.0, 30.0, 10.0), (0.0, 0.0, 20.0, 15.0), (80.0, 30.0, 20.0, 10.0)]
        .map(|(x, y, width, height)| Rect::new(x, y, width, height));
    let frames =
        |view: &mut NumberView| -> Vec<_> { view.layout().unwrap().places().map(|it| it.frame()).collect() };
    assert_eq!(frames(&mut view), cut, "what has no length has no place");
    view.set_options(ViewOptions::new().grain(1.0).right_to_left()).unwrap();
    assert_eq!(frames(&mut view), cut.map(|it| Rect { x: 100.0 - it.x - it.width, ..it }));
}

#[test]
fn functions_see_the_room_and_are_asked_again_when_it_changes_or_the_layout_is_set() {
    let list = sections_of(&[90, 3]);
    let screen = list.screen().unwrap();
    let options = ViewOptions::new().grain(1.0).insets(Insets { leading: 3.0, ..Insets::NONE });
    let mut view = view_of(&screen, options);
    let honeycomb = Honeycomb::new();
    let section = list.section_at(0).unwrap();
    let layout = SectionLayout::custom(honeycomb.clone()).insets(Insets { trailing: 7.0, ..Insets::NONE });
    view.set_layout(Some(section), Some(&layout)).unwrap();
    view.layout().unwrap();
    let room = |count, across| Room { section, count, across };
    assert_eq!(honeycomb.rooms.take(), [room(90, 90.0)]);
    let asked = honeycomb.frames.take();
    assert!((9..40).contains(&asked), "of 90 items, {asked} near the window");
    // What is known is not asked again.
    view.scroll(10.0, Scroll::TO).unwrap();
    view.layout().unwrap();
    view.scroll(0.0, Scroll::TO).unwrap();
    honeycomb.frames.take();
    view.layout().unwrap();
    assert_eq!((honeycomb.rooms.take(), honeycomb.frames.take()), (vec![], 0));
    // Another width, another number of items, and the same layout once more.
    view.set_size(60.0, 50.0).unwrap();
    view.layout().unwrap();
    assert_eq!(honeycomb.rooms.take(), [room(90, 50.0)]);
    let mut edit = list.edit().unwrap();
    edit.delete_items(&[list.item_at(0).unwrap()]).unwrap();
    edit.commit().unwrap();
    view.layout().unwrap();
    assert_eq!(honeycomb.rooms.take(), [room(89, 50.0)]);
    view.set_layout(Some(section), Some(&layout)).unwrap();
    view.layout().unwrap();
    assert_eq!(honeycomb.rooms.take(), [room(89, 50.0)]);
}

/// Twice where the middle of a frame is.
fn middle(frame: Rect) -> (f64, f64) {
    (2.0 * frame.x + frame.width, 2.0 * frame.y + frame.height)
}

/// Of so many cells the next one on a side: down, the first that shares a part of the room, or else the nearest;
/// across, the nearest of those beside it, where what it is off counts twice.
fn nearest(count: usize, from: usize, direction: Direction) -> Option<usize> {
    let ((x, y), here) = (middle(cell(from)), cell(from));
    let distance = |at: usize| {
        let (right, down) = (middle(cell(at)).0 - x, middle(cell(at)).1 - y);
        let is_beside = cell(at).y < here.y + here.height && cell(at).y + cell(at).height > here.y;
        let shares = cell(at).x < here.x + here.width && cell(at).x + cell(at).width > here.x;
        let (ahead, off, is_across) = match direction {
            Direction::Up => (-down, right.abs(), false),
            Direction::Down => (down, right.abs(), false),
            Direction::Left => (-right, down.abs(), true),
            Direction::Right => (right, down.abs(), true),
            other => unreachable!("{other:?}"),
        };
        let key = match (is_across, shares) {
            (true, _) => (0, ahead + 2.0 * off, 0.0),
            (false, true) => (0, ahead, off),
            (false, false) => (1, ahead + off, 0.0),
        };
        (ahead > 0.0 && (!is_across || is_beside)).then_some((key, at))
    };
    let all = (0..count).filter_map(distance);
    all.reduce(|one, other| if other.0 < one.0 { other } else { one }).map(|(_, at)| at)
}

#[test]
fn keys_lead_to_the_item_whose_middle_is_nearest() {
    use Direction::*;
    let list = sections_of(&[14, 5]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_layout(None, Some(&SectionLayout::custom(Honeycomb::new()))).unwrap();
    view.layout().unwrap();
    let from = |index: usize, direction| {
        let found = view.neighbour(list.item_at(index).unwrap(), direction).unwrap();
        found.map(|item| list.item_info(item).unwrap().index)
    };
    //  0   1   2   3   4
    //    5   6   7   8
    //  9  10  11  12  13
    //  then the other section: 14 to 18, as 0 to 4
    for at in 0..14 {
        for direction in [Left, Right, Up, Down] {
            let wanted = nearest(14, at, direction).or((direction == Down).then(|| at + 5));
            assert_eq!(from(at, direction), wanted, "{direction:?} from {at}");
        }
    }
    assert_eq!([Left, Right, Up, Down].map(|it| from(15, it)), [Some(14), Some(16), Some(10), None]);
    // A page is 50: what ends in it with the one that it begins at.
    assert_eq!([PageDown, PageUp].map(|it| from(2, it)), [Some(11), None]);
}

type Call = fn(&mut NumberView, Item) -> Result<()>;

/// The calls that ask functions of the host.
const CALLS: [Call; 5] = [
    |view, _| view.layout().map(drop),
    |view, _| view.find_range(0.0..100.0).map(drop),
    |view, item| view.frame(Target::Item(item)).map(drop),
    |view, item| view.neighbour(item, Direction::Down).map(drop),
    |view, item| view.offset_for(item).map(drop),
];

#[test]
fn a_panic_comes_out_of_the_call_and_the_next_one_asks_again() {
    let list = list_of(0..40);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let item = list.item_at(20).unwrap();
    // The first two need each of the functions, all of them the extent.
    for (function, calls) in [("extent", &CALLS[..]), ("items", &CALLS[..2]), ("frame", &CALLS[..2])] {
        for call in calls {
            let honeycomb = Honeycomb::new();
            view.set_layout(None, Some(&SectionLayout::custom(honeycomb.clone()))).unwrap();
            honeycomb.fails.set(Fails::Panics(function));
            assert_eq!(panic_of(|| call(&mut view, item)), format!("{function} of a honeycomb"));
            assert_eq!(panic_of(|| call(&mut view, item)), format!("{function} of a honeycomb"));
            honeycomb.fails.set(Fails::No);
            call(&mut view, item).unwrap();
            assert_eq!(view.frame(Target::Item(item)).unwrap(), cell(20));
            assert_eq!(items(&view.layout().unwrap())[6], (6, cell(6)));
        }
    }
}

#[test]
fn what_is_no_number_is_an_error_of_the_call_and_the_next_one_asks_again() {
    let list = list_of(0..40);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let item = list.item_at(20).unwrap();
    for (function, call) in
        [("extent", CALLS[0]), ("frame", CALLS[0]), ("extent", CALLS[2]), ("frame", CALLS[2])]
    {
        let honeycomb = Honeycomb::new();
        view.set_layout(None, Some(&SectionLayout::custom(honeycomb.clone()))).unwrap();
        honeycomb.fails.set(Fails::IsNoNumber(function));
        assert_eq!(call(&mut view, item).unwrap_err().status(), Status::Callback, "{function}");
        honeycomb.fails.set(Fails::No);
        call(&mut view, item).unwrap();
        assert_eq!(view.frame(Target::Item(item)).unwrap(), cell(20));
    }
}

#[test]
fn functions_may_change_lists_and_use_other_views_but_not_their_own() {
    /// A row of 10 for each item. Once it changes the list, and it asks the other view.
    struct Curious {
        list: Rc<List<u64>>,
        own: Weak<NumberView>,
        other: Rc<NumberView>,
        is_first: Cell<bool>,
    }
    impl CustomLayout for Curious {
        fn extent(&self, room: &Room) -> f64 {
            let item = Target::Item(self.list.item_at(3).unwrap());
            assert_eq!(self.other.frame(item).unwrap().y, 30.0);
            let own = self.own.upgrade().unwrap();
            assert_eq!(own.frame(item).unwrap_err().status(), Status::Busy);
            assert_eq!(own.set_layout(None, None).unwrap_err().status(), Status::Busy);
            if self.is_first.take() {
                self.list.set_items(&rows(0..7)).unwrap();
            }
            10.0 * room.count as f64
        }

        fn items(&self, _: &Room, along: Range<f64>) -> Range<usize> {
            (along.start / 10.0) as usize..(along.end / 10.0).ceil() as usize
        }

        fn frame(&self, _: &Room, index: usize) -> Rect {
            Rect::new(0.0, 10.0 * index as f64, 50.0, 10.0)
        }
    }
    let list = Rc::new(list_of(0..5));
    let screen = list.screen().unwrap();
    let (own, other) = [(); 2].map(|()| Rc::new(view_of(&screen, ViewOptions::new()))).into();
    let curious = Curious { list: list.clone(), own: Rc::downgrade(&own), other, is_first: Cell::new(true) };
    own.set_layout(None, Some(&SectionLayout::custom(curious))).unwrap();
    assert_eq!(own.frame(Target::List).unwrap().height, 70.0);
    assert_eq!(own.find_range(45.0..65.0).unwrap(), 4..7);
    assert_eq!(
        items(&Rc::into_inner(own).unwrap().layout().unwrap())[4],
        (4, Rect::new(0.0, 40.0, 50.0, 10.0))
    );
}

#[test]
fn a_function_may_drop_the_screen_and_the_list() {
    type Held = (Screen<'static, u64>, Arc<List<u64>>);
    /// Drops what it holds when it is asked for the first time.
    struct Last(Cell<Option<Held>>);
    impl CustomLayout for Last {
        fn extent(&self, room: &Room) -> f64 {
            drop(self.0.take());
            extent(room.count)
        }

        fn items(&self, room: &Room, _: Range<f64>) -> Range<usize> {
            0..room.count
        }

        fn frame(&self, _: &Room, index: usize) -> Rect {
            cell(index)
        }
    }
    for call in CALLS {
        let list = Arc::new(list_of(0..40));
        let screen = list.shared_screen().unwrap();
        let mut view = view_of(&screen, ViewOptions::new());
        let item = list.item_at(20).unwrap();
        let layout = SectionLayout::custom(Last(Cell::new(Some((screen, list)))));
        view.set_layout(None, Some(&layout)).unwrap();
        call(&mut view, item).unwrap();
        assert_eq!(call(&mut view, item).unwrap_err().status(), Status::Handle);
    }
}
