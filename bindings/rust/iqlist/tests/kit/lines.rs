//! Rows of unequal items, flows, lanes, and who says how wide an item is: beside a slow program that fills one line
//! after the other.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::Arc;

use crate::scenes::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Insets, Key, Kind, Length, PlaceFlags, Size, SizeRule, Status, Target, ViewOptions};

/// Who says how large an item is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Teller {
    Model,
    Coordinator,
    Layout,
    Class,
    Cell,
}

const TELLERS: [Teller; 5] =
    [Teller::Model, Teller::Coordinator, Teller::Layout, Teller::Class, Teller::Cell];

#[derive(Clone, Debug, PartialEq)]
struct Word {
    id: u64,
    size: (f64, f64),
    teller: Teller,
}

fn word(id: u64, width: f64, height: f64) -> Word {
    Word { id, size: (width, height), teller: Teller::Class }
}

impl Word {
    fn said_by(&self, teller: Teller) -> Option<SizeRule> {
        let (width, height) = self.size;
        (self.teller == teller).then(|| wide(Length::Fixed(width), Length::Fixed(height)))
    }
}

impl CellViewModel for Word {
    type Cell = ();

    fn id(&self) -> Key {
        self.id.into()
    }

    fn configure(&self, _: &mut ()) {}

    fn size(&self, _: Size) -> Option<SizeRule> {
        self.said_by(Teller::Model)
    }

    fn class_size(&self, _: Size) -> Option<SizeRule> {
        self.said_by(Teller::Class)
    }

    fn fitting_size(&self, _: &mut (), _: Size) -> Option<Size> {
        (self.teller == Teller::Cell).then(|| Size::new(self.size.0, self.size.1))
    }
}

struct Source;

impl Coordinator for Source {
    fn size_for(&self, asked: &SizeQuestion<'_>, _: Size) -> Option<SizeRule> {
        asked.view_model::<Word>()?.said_by(Teller::Coordinator)
    }
}

/// A layout that knows some items.
fn telling(layout: Layout) -> Layout {
    layout.size_for(|asked, _| asked.view_model::<Word>()?.said_by(Teller::Layout))
}

fn words(words: &[Word]) -> [Section; 1] {
    [Section::new("words", words.iter().cloned())]
}

fn shown(layout: Layout, width: f64, items: &[Word]) -> Driver {
    sized(Driver::builder().layout(layout).coordinator(Source), (width, 100_000.0), words(items))
}

/// The frames of all items, of which none is to be measured.
fn known_frames(driver: &Driver) -> Vec<(f64, f64, f64, f64)> {
    let scene = driver.layout().unwrap();
    assert!(scene.places().iter().all(|place| !place.has(PlaceFlags::MEASURE)), "{scene:?}");
    scene.places().iter().map(|place| numbers(place.frame)).collect()
}

fn widths(driver: &Driver) -> Vec<f64> {
    known_frames(driver).iter().map(|frame| frame.2).collect()
}

/// Where items are, one line after the other. 0 columns: a flow.
fn filled(items: &[Word], room: f64, gap: f64, lead: f64, columns: u32) -> Vec<(f64, f64, f64, f64)> {
    let all = f64::from(columns);
    let column = ((room - (all - 1.0) * gap) / all).floor();
    let (mut x, mut y, mut top, mut used) = (0.0, 0.0, 0.0_f64, 0);
    let mut frames = Vec::new();
    for item in items {
        let (mut width, mut taken) = (item.size.0.min(room), 1);
        if columns > 0 {
            while taken < columns && width > (room + gap) / all * f64::from(taken) - gap {
                taken += 1;
            }
            width = f64::from(taken) * (column + gap) - gap;
        }
        let is_full = if columns > 0 { used + taken > columns } else { x + width > room };
        if used > 0 && is_full {
            (x, y, top, used) = (0.0, y + top + lead, 0.0, 0);
        }
        frames.push((x, y, width, item.size.1));
        (x, top, used) = (x + width + gap, top.max(item.size.1), used + taken);
    }
    frames
}

#[test]
fn items_stand_where_a_slow_program_puts_them() {
    seeds(100, |seed| {
        let mut random = Random(seed);
        let number = |random: &mut Random, most| (1 + random.below(most)) as f64;
        let any = |random: &mut Random, id| Word {
            id,
            size: (number(random, 200), number(random, 60)),
            teller: TELLERS[random.below(5)],
        };
        let columns = if random.chance(50) { 0 } else { 2 + random.below(6) as u32 };
        let (gap, lead) = (number(&mut random, 9), number(&mut random, 9));
        let layout = if columns == 0 { Layout::flow() } else { Layout::new().columns(columns) };
        let layout = telling(layout.item_spacing(gap).line_spacing(lead));
        let mut items: Vec<_> = (0..30).map(|id| any(&mut random, id)).collect();
        let mut room = 320.0;
        let driver = shown(layout, room, &items);
        for step in 0..6 {
            assert_eq!(known_frames(&driver), filled(&items, room, gap, lead, columns), "step {step}");
            match random.below(3) {
                0 => {
                    room = 50.0 + number(&mut random, 350);
                    driver.set_size(room, 100_000.0).unwrap();
                }
                1 => {
                    let at = random.below(items.len());
                    items[at] = any(&mut random, items[at].id);
                }
                _ => {
                    let at = random.below(items.len());
                    items.insert(at, any(&mut random, 100 + step));
                    items.rotate_left(random.below(20));
                }
            }
            driver.update(words(&items)).unwrap();
        }
    });
}

/// Where items are, each behind the one before it in its lane. What has none yet gets the shortest, the first of several.
fn stacked(
    items: &[Word],
    room: f64,
    (gap, lead): (f64, f64),
    lanes: usize,
    lane_of: &mut HashMap<u64, usize>,
) -> Vec<(f64, f64, f64, f64)> {
    let width = ((room - (lanes as f64 - 1.0) * gap) / lanes as f64).floor();
    let mut ends = vec![0.0; lanes];
    let place = |item: &Word| {
        let shortest = (1..lanes).fold(0, |first, lane| if ends[lane] < ends[first] { lane } else { first });
        let lane = *lane_of.entry(item.id).or_insert(shortest);
        let frame = (lane as f64 * (width + gap), ends[lane], width, item.size.1);
        ends[lane] += item.size.1 + lead;
        frame
    };
    items.iter().map(place).collect()
}

#[test]
fn items_stand_in_the_lanes_that_a_slow_program_chooses() {
    seeds(100, |seed| {
        let mut random = Random(seed);
        let number = |random: &mut Random, most| (1 + random.below(most)) as f64;
        let any = |random: &mut Random, id| Word {
            id,
            size: (number(random, 400), number(random, 60)),
            teller: TELLERS[random.below(4)],
        };
        let lanes = 1 + random.below(7);
        let spacings = (number(&mut random, 9), number(&mut random, 9));
        let layout = Layout::lanes(lanes as u32).item_spacing(spacings.0).line_spacing(spacings.1);
        let mut items: Vec<_> = (0..30).map(|id| any(&mut random, id)).collect();
        let (mut room, mut lane_of) = (320.0, HashMap::new());
        let driver = shown(telling(layout), room, &items);
        for step in 0..8 {
            let expected = stacked(&items, room, spacings, lanes, &mut lane_of);
            assert_eq!(known_frames(&driver), expected, "step {step}");
            match random.below(3) {
                0 => {
                    // Another window chooses them anew.
                    lane_of.clear();
                    room = 50.0 + number(&mut random, 350);
                    driver.set_size(room, 100_000.0).unwrap();
                }
                1 => {
                    let at = random.below(items.len());
                    items[at] = any(&mut random, items[at].id);
                }
                _ => {
                    let at = random.below(items.len());
                    lane_of.remove(&items.remove(at).id);
                    items.insert(at / 2, any(&mut random, 100 + step));
                    items.rotate_left(random.below(20));
                }
            }
            driver.update(words(&items)).unwrap();
        }
    });
}

#[test]
fn nothing_goes_to_another_lane_when_other_items_and_headers_come_first() {
    /// What the first header says is assumed of all.
    struct Letters;
    impl Coordinator for Letters {
        fn size_for(&self, asked: &SizeQuestion<'_>, _: Size) -> Option<SizeRule> {
            asked.view_model::<String>().map(|text| fixed(text.len() as f64))
        }
    }
    let all = |first: &[u64]| -> Vec<_> {
        first.iter().copied().chain(100..200).map(|id| word(id, 50.0, id as f64)).collect()
    };
    let section = |title: &str, items| Section::new("words", items).header(title);
    let builder = Driver::builder().layout(Layout::lanes(3)).coordinator(Letters);
    let driver = sized(builder, (300.0, 100_000.0), [section("a", all(&[]))]);
    let lanes = || -> HashMap<Key, f64> {
        let scene = driver.layout().unwrap();
        let key = |place: &Place| match place.target {
            Target::Item(item) => Some(driver.list().item_info(item).unwrap().key),
            _ => None,
        };
        scene.places().iter().filter_map(|place| Some((key(place)?, place.frame.x))).collect()
    };
    let before = lanes();
    for (title, first) in [("a header", &[5][..]), ("another header", &[7, 5])] {
        driver.update([section(title, all(first))]).unwrap();
        let now = lanes();
        assert!(before.iter().all(|(key, x)| now[key] == *x), "{first:?}");
    }
}

#[test]
fn a_width_makes_lanes_as_it_makes_columns() {
    let starts = |layout: Layout, items: &[Word]| -> Vec<(f64, f64, f64)> {
        known_frames(&shown(layout, 320.0, items)).iter().map(|frame| (frame.0, frame.1, frame.2)).collect()
    };
    let heights = [20.0, 50.0, 30.0, 10.0];
    let items: Vec<_> = heights.iter().zip(0..).map(|(height, id)| word(id, 100.0, *height)).collect();
    let expected = [(0.0, 0.0, 100.0), (110.0, 0.0, 100.0), (220.0, 0.0, 100.0), (0.0, 20.0, 100.0)];
    assert_eq!(starts(Layout::lanes(0), &items), expected);
    let wide = wide(Length::Fixed(150.0), Length::Auto(0.0));
    assert_eq!(starts(Layout::lanes(0).item(wide), &items)[1], (170.0, 0.0, 150.0));
    assert_eq!(starts(Layout::lanes(2).item(wide), &items)[1], (160.0, 0.0, 160.0));
    let narrow: Vec<_> = (0..33).map(|id| word(id, 5.0, 20.0)).collect();
    assert_eq!(starts(Layout::lanes(0), &narrow)[32], (0.0, 20.0, 5.0));
}

#[test]
fn an_item_that_says_more_is_as_wide_as_its_lane_and_its_height_follows_from_that() {
    let whole = |_: &SizeQuestion<'_>, _| Some(wide(Length::Relative(1.0), Length::Aspect(2.0)));
    let driver = laid_out(Layout::lanes(4).size_for(whole), (320.0, 568.0), [tiles(1)]);
    assert_eq!(known_frames(&driver), [(0.0, 0.0, 80.0, 40.0)]);
}

#[test]
fn each_item_of_a_row_has_its_own_height_and_the_next_row_is_behind_the_longest() {
    // The first item says how wide columns are.
    let items: Vec<_> =
        [35.0, 50.0, 20.0, 30.0].iter().zip(0..).map(|(height, id)| word(id, 40.0, *height)).collect();
    let driver = shown(Layout::new().line_spacing(5.0), 100.0, &items);
    let expected =
        [(0.0, 0.0, 40.0, 35.0), (60.0, 0.0, 40.0, 50.0), (0.0, 55.0, 40.0, 20.0), (60.0, 55.0, 40.0, 30.0)];
    assert_eq!(known_frames(&driver), expected);
}

#[test]
fn the_layout_says_how_wide_columns_are_and_an_item_that_is_wider_takes_several() {
    let hero = |asked: &SizeQuestion<'_>, _: Size| {
        (asked.key == Key::from(0)).then(|| wide(Length::Relative(1.0), Length::Aspect(8.0)))
    };
    let hundred = wide(Length::Fixed(100.0), Length::Fixed(20.0));
    let driver = laid_out(Layout::new().item(hundred).size_for(hero), (320.0, 568.0), [tiles(4)]);
    let expected = [
        (0.0, 0.0, 320.0, 40.0),
        (0.0, 40.0, 100.0, 20.0),
        (110.0, 40.0, 100.0, 20.0),
        (220.0, 40.0, 100.0, 20.0),
    ];
    assert_eq!(frames(&driver), expected);
}

#[test]
fn what_columns_lose_to_whole_units_makes_no_item_wider() {
    for columns in 2..8 {
        let parts = move |asked: &SizeQuestion<'_>, _: Size| {
            let part = asked.view_model::<Tile>()?.0 + 1;
            Some(wide(Length::Relative(part as f64 / f64::from(columns)), Length::Fixed(20.0)))
        };
        let layout = Layout::new().columns(columns).size_for(parts);
        let driver = laid_out(layout, (320.0, 1000.0), [tiles(u64::from(columns))]);
        for room in 200..230 {
            driver.set_size(f64::from(room), 1000.0).unwrap();
            let expected: Vec<_> = (1..=columns).map(|part| f64::from(part * (room / columns))).collect();
            assert_eq!(widths(&driver), expected, "a room of {room}");
        }
    }
}

#[test]
fn a_width_of_whole_columns_takes_no_more_whatever_their_share_is_in_doubles() {
    // 15 of 20 columns in a room of 28 are 21 units.
    let driver = shown(Layout::new().columns(20), 28.0, &[word(0, 21.0, 20.0)]);
    assert_eq!(widths(&driver), [15.0]);
}

#[test]
fn a_width_of_a_layout_is_of_no_account_where_columns_are_given() {
    let layout = || Layout::new().columns(4).item(wide(Length::Fixed(200.0), Length::Fixed(30.0)));
    // Whether somebody is asked or not.
    for layout in [layout(), layout().size_for(|_, _| None)] {
        let driver = laid_out(layout, (320.0, 568.0), [tiles(4)]);
        assert!(frames(&driver).iter().all(|frame| (frame.2, frame.3) == (80.0, 30.0)));
    }
}

#[test]
fn where_there_are_other_columns_that_are_as_wide_all_are_asked_again() {
    let items = [word(0, 100.0, 20.0), word(1, 150.0, 20.0)];
    let driver = shown(Layout::new(), 310.0, &items);
    assert_eq!(widths(&driver), [100.0, 205.0]);
    driver.set_size(304.0, 1000.0).unwrap();
    assert_eq!(widths(&driver), [100.0, 202.0]);
}

#[test]
fn lines_are_centred_or_justified() {
    let items: Vec<_> =
        [100.0, 150.0, 100.0, 60.0].iter().zip(0..).map(|(width, id)| word(id, *width, 20.0)).collect();
    let starts = |layout: Layout| -> Vec<f64> {
        let driver = shown(layout.item_spacing(8.0), 320.0, &items);
        known_frames(&driver).iter().map(|frame| frame.0).collect()
    };
    assert_eq!(starts(Layout::flow()), [0.0, 108.0, 0.0, 108.0]);
    assert_eq!(starts(Layout::flow().centered(true)), [31.0, 139.0, 76.0, 184.0]);
    assert_eq!(starts(Layout::flow().justified(true)), [0.0, 170.0, 0.0, 108.0]);
    assert_eq!(starts(Layout::flow().justified(true).centered(true)), starts(Layout::flow().centered(true)));
    assert_eq!(starts(Layout::flow().centered(true).centered(false)), starts(Layout::flow()));
}

#[test]
fn a_flow_of_one_rule_asks_nobody() {
    let rule = wide(Length::Fixed(90.0), Length::Fixed(30.0));
    let driver = laid_out(Layout::flow().item(rule).item_spacing(10.0), (320.0, 100.0), [tiles(30_000)]);
    assert_eq!(content(&driver), 300_000.0);
}

/// A cell that is as large as it says, in the room that it is given.
#[derive(Clone, PartialEq)]
struct Tag(&'static str);

impl CellViewModel for Tag {
    type Cell = ();

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, _: &mut ()) {}

    fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
        assert!([89.0, 96.0, 50.0].contains(&room.width.max(room.height)), "{room:?}");
        Some(Size::new(self.0.len() as f64 * 8.0, 20.0))
    }
}

#[test]
fn a_cell_has_the_size_that_it_says_within_the_insets_of_its_place() {
    for is_horizontal in [false, true] {
        let insets = Insets { top: 1.0, leading: 2.0, bottom: 3.0, trailing: 4.0 };
        let rule = SizeRule { insets, indent: 5.0, ..SizeRule::default() };
        let options = ViewOptions::new();
        let options = if is_horizontal { options.horizontal() } else { options };
        let builder = Driver::builder().layout(Layout::flow().item(rule)).view_options(options);
        let tags = || Section::new("tags", ["a", "list", "engine"].map(Tag));
        let driver = sized(builder, (100.0, 100.0), [tags()]);
        let sizes: Vec<_> = known_frames(&driver).iter().map(|frame| (frame.2, frame.3)).collect();
        assert_eq!(sizes, [(8.0, 20.0), (32.0, 20.0), (48.0, 20.0)]);
        // What is said of one of both lengths stays.
        let wide = SizeRule { width: Length::Fixed(50.0), ..SizeRule::default() };
        if !is_horizontal {
            driver.update([tags().layout(Layout::new().item(wide))]).unwrap();
            assert!(known_frames(&driver).iter().all(|frame| (frame.2, frame.3) == (50.0, 20.0)));
        }
    }
}

#[test]
fn the_host_sets_widths_too() {
    let driver = laid_out(Layout::flow().item(fixed(20.0)), (320.0, 568.0), [tiles(3)]);
    for room in [310.0, 300.0] {
        let scene = driver.layout().unwrap();
        let sizes = scene.places().iter().map(|place| (place.target, Size::new(100.0, 30.0)));
        driver.set_sizes(sizes.collect::<Vec<_>>()).unwrap();
        assert_eq!(
            known_frames(&driver),
            [(0.0, 0.0, 100.0, 30.0), (100.0, 0.0, 100.0, 30.0), (200.0, 0.0, 100.0, 30.0)]
        );
        // They are guesses in another room.
        driver.set_size(room, 568.0).unwrap();
        assert!(driver.layout().unwrap().is_to_be_measured());
    }
}

#[test]
fn columns_a_flow_and_lanes_are_one_choice() {
    let rule = || wide(Length::Fixed(150.0), Length::Fixed(20.0));
    let first = |list: Layout, own: Layout| {
        let driver = laid_out(list.item(rule()), (320.0, 568.0), [tiles(3).layout(own)]);
        frames(&driver).iter().map(|frame| frame.2).collect::<Vec<_>>()
    };
    assert_eq!(first(Layout::flow(), Layout::new()), [150.0; 3]);
    assert_eq!(first(Layout::flow(), Layout::new().columns(4)), [80.0; 3]);
    assert_eq!(first(Layout::new().columns(4), Layout::flow()), [150.0; 3]);
    assert_eq!(first(Layout::flow(), Layout::grid_of(4).item(rule())), [80.0; 3]);
    assert_eq!(first(Layout::flow(), Layout::lanes(4)), [80.0; 3]);
    assert_eq!(first(Layout::lanes(4), Layout::flow()), [150.0; 3]);
    assert_eq!(first(Layout::new().columns(4), Layout::lanes(0)), [150.0; 3]);
}

// A layout that is asked about each item.

#[test]
fn it_is_asked_in_its_place() {
    let items: Vec<_> = TELLERS
        .iter()
        .zip(0..)
        .map(|(teller, id)| Word { teller: *teller, ..word(id, 100.0 + id as f64, 30.0) })
        .collect();
    let own = |layout: Layout| [Section::new("words", items.clone()).layout(layout)];
    let builder = || Driver::builder().layout(Layout::flow()).coordinator(Source);
    let sizes = |driver: Driver| widths(&driver);
    let all = [100.0, 101.0, 102.0, 103.0, 104.0];
    let window = (400.0, 1000.0);
    assert_eq!(sizes(sized(builder(), window, own(telling(Layout::new())))), all);
    // Behind it the rules of the same layout, before the class and the cell.
    let plain = || wide(Length::Fixed(50.0), Length::Fixed(10.0));
    let both = telling(Layout::new().item(plain()));
    assert_eq!(sizes(sized(builder(), window, own(both))), [100.0, 101.0, 102.0, 50.0, 50.0]);
    // The list's: behind the class.
    let of_list = builder().layout(telling(Layout::flow().item(plain())));
    assert_eq!(sizes(sized(of_list, window, words(&items))), [100.0, 101.0, 102.0, 103.0, 50.0]);
}

#[test]
fn it_is_asked_about_headers_too_and_of_sections_that_come_later() {
    let ask = |asked: &SizeQuestion<'_>, _: Size| {
        asked.element.map(|element| fixed(if element.0 == Kind::HEADER { 12.0 } else { 3.0 }))
    };
    let driver = laid_out(Layout::new().item(fixed(5.0)), (100.0, 568.0), [tiles(1)]);
    assert_eq!(content(&driver), 5.0);
    let later = Section::new("later", [Tile(9)]).header("header").footer("footer");
    driver.update([tiles(1), later.layout(Layout::new().size_for(ask))]).unwrap();
    assert_eq!(content(&driver), 5.0 + 12.0 + 5.0 + 3.0);
}

#[test]
fn what_is_described_again_with_a_function_that_holds_nothing_is_not_asked_again() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    fn ask(_: &SizeQuestion<'_>, _: Size) -> Option<SizeRule> {
        ASKED.fetch_add(1, SeqCst);
        Some(fixed(20.0))
    }
    let items: Vec<_> = (0..5).map(|id| Tile(id).erase()).collect();
    let section = || [Section::new("tiles", items.clone()).layout(Layout::new().size_for(ask))];
    let driver = laid_out(Layout::new(), (100.0, 568.0), section());
    assert_eq!(content(&driver), 100.0);
    let asked = ASKED.load(SeqCst);
    driver.update(section()).unwrap();
    assert_eq!((content(&driver), ASKED.load(SeqCst)), (100.0, asked));
    // Another one that holds something may answer otherwise.
    let held = Arc::new(AtomicU32::new(30));
    let holding = || {
        let held = held.clone();
        let ask = move |_: &SizeQuestion<'_>, _| Some(fixed(f64::from(held.load(SeqCst))));
        [Section::new("tiles", items.clone()).layout(Layout::new().size_for(ask))]
    };
    driver.update(holding()).unwrap();
    assert_eq!(content(&driver), 150.0);
    held.store(40, SeqCst);
    driver.update(holding()).unwrap();
    assert_eq!(content(&driver), 200.0);
}

#[test]
fn a_coordinator_that_is_shared_may_be_asked_in_the_place_of_a_layout() {
    struct Fixed(Rc<std::cell::Cell<f64>>);
    impl Coordinator for Fixed {
        fn size_for(&self, _: &SizeQuestion<'_>, _: Size) -> Option<SizeRule> {
            Some(fixed(self.0.get()))
        }
    }
    let height = Rc::new(std::cell::Cell::new(20.0));
    let builder = Driver::builder().layout(Layout::new().columns(2)).coordinator(Fixed(height.clone()));
    let driver = sized(builder, (100.0, 568.0), [tiles(4)]);
    assert_eq!(content(&driver), 40.0);
    height.set(30.0);
    driver.invalidate_sizes().unwrap();
    assert_eq!(content(&driver), 60.0);
}

#[test]
fn more_columns_and_lanes_than_there_are_is_told() {
    let driver = laid_out(Layout::lanes(33), (100.0, 568.0), [tiles(1)]);
    assert_eq!(driver.layout().unwrap_err().status(), Status::Argument);
    let driver = laid_out(Layout::new().columns(65).size_for(|_, _| None), (100.0, 568.0), [tiles(1)]);
    assert_eq!(driver.layout().unwrap_err().status(), Status::Argument);
}
