//! Who says how large something is: the levels, beside a slow obvious model; estimates; what is never asked.

use std::cell::{Cell as Slot, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::Arc;

use crate::people::unseen;
use crate::scenes::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Key, Kind, Length, PlaceFlags, Scroll, Size, SizeRule, Status, Target};

/// What a view model says at its levels.
#[derive(Clone, Debug, Default, PartialEq)]
struct Says {
    id: u64,
    version: u32,
    size: Option<SizeRule>,
    class_size: Option<SizeRule>,
    fits: Option<f64>,
}

impl CellViewModel for Says {
    type Cell = ();

    fn id(&self) -> Key {
        self.id.into()
    }

    fn configure(&self, _: &mut ()) {}

    fn size(&self, _: Size) -> Option<SizeRule> {
        self.size
    }

    fn class_size(&self, _: Size) -> Option<SizeRule> {
        self.class_size
    }

    fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
        self.fits.map(|height| Size::new(room.width, height))
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Titled(Says);

impl SupplementaryViewModel for Titled {
    type Cell = ();

    fn configure(&self, _: &mut ()) {}

    fn size(&self, _: Size) -> Option<SizeRule> {
        self.0.size
    }

    fn class_size(&self, _: Size) -> Option<SizeRule> {
        self.0.class_size
    }

    fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
        self.0.fits.map(|height| Size::new(room.width, height))
    }
}

/// A coordinator that says something about some keys, and about headers.
#[derive(Default)]
struct Source {
    items: RefCell<HashMap<Key, SizeRule>>,
    headers: Slot<Option<SizeRule>>,
}

impl Coordinator for Source {
    fn size_for(&self, asked: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
        assert!(window.width > 0.0 && asked.section.is_some());
        match asked.part() {
            Some(Part::Cell) => self.items.borrow().get(&asked.key).copied(),
            Some(Part::Header) => self.headers.get(),
            part => panic!("{part:?}"),
        }
    }
}

fn rule(random: &mut Random) -> SizeRule {
    let number = |random: &mut Random| (1 + random.below(60)) as f64;
    let length = match random.below(6) {
        0 => Length::Relative(number(random) / 1024.0),
        1 => Length::Aspect(4.0 + number(random)),
        2 => Length::Auto(0.0),
        _ => Length::Fixed(number(random)),
    };
    let additional = Size::new(0.0, if random.chance(30) { 3.0 } else { 0.0 });
    let additional = if length == Length::Auto(0.0) { Size::default() } else { additional };
    SizeRule { additional, ..SizeRule::height(length) }
}

fn perhaps<T>(random: &mut Random, percent: usize, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
    let is_said = random.chance(percent);
    is_said.then(|| make(random))
}

fn says(random: &mut Random, id: u64, version: u32) -> Says {
    Says {
        id,
        version,
        size: perhaps(random, 30, rule),
        class_size: perhaps(random, 30, rule),
        fits: perhaps(random, 70, |random| (5 + random.below(50)) as f64),
    }
}

/// All that is said, level by level.
struct Model {
    window: (f64, f64),
    list: [Option<SizeRule>; 2],
    sections: Vec<[Option<SizeRule>; 2]>,
    items: Vec<Vec<Says>>,
    erased: Vec<Vec<AnyCellViewModel>>,
    headers: Vec<Says>,
    /// What the host has set, as long as it holds.
    set: HashMap<u64, f64>,
    source: Rc<Source>,
}

const WIDTHS: [f64; 2] = [100.0, 160.0];

impl Model {
    fn layout([item, header]: [Option<SizeRule>; 2]) -> Layout {
        let layout = item.map_or(Layout::new(), |rule| Layout::new().item(rule));
        header.map_or(layout.clone(), |rule| layout.header(rule))
    }

    fn collection(&self) -> Collection {
        let sections = self.erased.iter().zip(&self.sections).zip(&self.headers).enumerate();
        let sections = sections.map(|(at, ((items, rules), header))| {
            let section = Section::new(at as u64, items.clone()).header(Titled(header.clone()));
            if *rules == [None; 2] {
                section
            } else {
                section.layout(Self::layout(*rules))
            }
        });
        Collection::new(sections)
    }

    /// The first level that says something. `None`: it is to be measured.
    fn length(&self, levels: &[Option<SizeRule>], fits: Option<f64>) -> Option<f64> {
        let rule = levels.iter().flatten().next().copied().unwrap_or_default();
        let length = match rule.height {
            Length::Fixed(units) => units,
            Length::Relative(times) => self.window.1 * times,
            Length::Aspect(ratio) => self.window.0 / ratio,
            _ => return fits,
        };
        // In multiples of 1/1024.
        Some(((length + rule.additional.height) * 1024.0 + 0.5).floor() / 1024.0)
    }

    fn item(&self, section: usize, item: &Says) -> Option<f64> {
        if let Some(height) = self.set.get(&item.id) {
            return Some(*height);
        }
        let source = self.source.items.borrow().get(&Key::from(item.id)).copied();
        let [rule, list] = [self.sections[section][0], self.list[0]];
        self.length(&[item.size, source, rule, item.class_size, list], item.fits)
    }

    fn header(&self, section: usize) -> Option<f64> {
        let Says { size, class_size, fits, .. } = self.headers[section];
        let levels = [size, self.source.headers.get(), self.sections[section][1], class_size, self.list[1]];
        self.length(&levels, fits)
    }

    fn check(&self, driver: &Driver, after: &str) {
        let scene = driver.layout().unwrap();
        let mut shown = 0;
        for (at, items) in self.items.iter().enumerate() {
            let section = driver.list().section_at(at).unwrap();
            let header = Target::Element(section, Kind::HEADER, 0);
            let header = [(header, self.header(at), format!("header {at}"))];
            let found = |id: u64| Target::Item(driver.list().find_item(id).unwrap().unwrap());
            let items = items.iter().map(|item| (found(item.id), self.item(at, item), format!("{item:?}")));
            for (target, expected, who) in header.into_iter().chain(items) {
                let Some(place) = scene.find(target) else { continue };
                shown += 1;
                match expected {
                    Some(length) => assert_eq!(place.frame.height, length, "{who} after {after}"),
                    None => assert!(place.has(PlaceFlags::MEASURE), "{who} after {after}"),
                }
                assert!(expected.is_none() || !place.has(PlaceFlags::MEASURE), "{who} after {after}");
            }
        }
        assert!(shown > 0);
    }
}

#[test]
fn the_first_level_that_says_something_counts() {
    seeds(150, |seed| {
        let mut random = Random(seed);
        let source = Rc::new(Source::default());
        let (mut next, mut version) = (0, 0);
        let mut new = |random: &mut Random, version| {
            next += 1;
            says(random, next, version)
        };
        let items: Vec<Vec<Says>> =
            (0..3).map(|_| (0..1 + random.below(4)).map(|_| new(&mut random, 0)).collect()).collect();
        let headers = (0..3).map(|_| says(&mut random, 0, 0)).collect();
        let rules = |random: &mut Random| [perhaps(random, 40, rule), perhaps(random, 40, rule)];
        let mut model = Model {
            window: (WIDTHS[0], 2048.0),
            list: rules(&mut random),
            sections: (0..3).map(|_| rules(&mut random)).collect(),
            erased: items.iter().map(|items| items.iter().cloned().map(Says::erase).collect()).collect(),
            items,
            headers,
            set: HashMap::new(),
            source: source.clone(),
        };
        let builder = Driver::builder().layout(Model::layout(model.list)).coordinator(source.clone());
        let driver = sized(builder, model.window, model.collection());
        model.check(&driver, "the start");
        for _ in 0..25 {
            version += 1;
            let section = random.below(3);
            let step = match random.below(9) {
                0 => {
                    let (width, height) = (WIDTHS[random.below(2)], 1024.0 + random.below(1024) as f64);
                    if width != model.window.0 {
                        model.set.clear();
                    }
                    model.window = (width, height);
                    driver.set_size(width, height).unwrap();
                    format!("a window of {width} x {height}")
                }
                1 => {
                    model.list = rules(&mut random);
                    driver.set_default_layout(Model::layout(model.list)).unwrap();
                    format!("{:?} of the list", model.list)
                }
                2 => {
                    model.sections[section] = rules(&mut random);
                    driver.update(model.collection()).unwrap();
                    format!("{:?} of section {section}", model.sections[section])
                }
                3 | 4 => {
                    let at = random.below(model.items[section].len());
                    let id = model.items[section][at].id;
                    let item = says(&mut random, id, version);
                    model.set.remove(&id);
                    model.erased[section][at] = item.clone().erase();
                    model.items[section][at] = item;
                    driver.update(model.collection()).unwrap();
                    format!("other content of {id}")
                }
                5 => {
                    let item = new(&mut random, version);
                    let at = random.below(model.items[section].len() + 1);
                    model.erased[section].insert(at, item.clone().erase());
                    model.items[section].insert(at, item);
                    driver.update(model.collection()).unwrap();
                    "an insert".to_string()
                }
                6 => {
                    model.headers[section] = says(&mut random, 0, version);
                    driver.update(model.collection()).unwrap();
                    format!("another header of {section}")
                }
                7 => {
                    let id = model.items[section][random.below(model.items[section].len())].id;
                    let height = 1.0 + random.below(40) as f64;
                    let item = driver.list().find_item(id).unwrap().unwrap();
                    driver.set_sizes([(Target::Item(item), Size::new(0.0, height))]).unwrap();
                    model.set.insert(id, height);
                    format!("a height of {height} for {id}")
                }
                _ => {
                    let id = model.items[section][random.below(model.items[section].len())].id;
                    let said = perhaps(&mut random, 60, rule);
                    match said {
                        Some(rule) => drop(source.items.borrow_mut().insert(id.into(), rule)),
                        None => drop(source.items.borrow_mut().remove(&id.into())),
                    }
                    source.headers.set(perhaps(&mut random, 50, rule));
                    // The driver cannot know.
                    driver.set_coordinator(source.clone());
                    format!("{said:?} of the coordinator for {id}")
                }
            };
            model.check(&driver, &step);
        }
    });
}

/// A type that says how high it is where it is asked at all.
#[derive(Clone, PartialEq)]
struct Counted(u64, Arc<Asked>);

#[derive(Default)]
struct Asked(AtomicU32);

impl PartialEq for Asked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl CellViewModel for Counted {
    unseen!();

    fn size(&self, window: Size) -> Option<SizeRule> {
        if window.width > 0.0 {
            self.1 .0.fetch_add(1, SeqCst);
        }
        Some(fixed(10.0 + self.0 as f64 % 3.0))
    }
}

#[test]
fn what_says_nothing_is_laid_out_by_its_rule_alone() {
    let asked = Arc::new(Asked::default());
    let counted = |first: u64| (first..first + 1000).map(|id| Counted(id, asked.clone())).collect::<Vec<_>>();
    let uniform = Section::new("uniform", (0..20_000).map(Tile));
    let sections = || [uniform.clone(), Section::new("counted", counted(100_000))];
    let layout = Layout::new().item(fixed(20.0));
    let driver = laid_out(layout, (100.0, 200.0), sections());
    driver.layout().unwrap();
    // The first item of the second section says what is assumed of the others.
    assert!(asked.0.swap(0, SeqCst) <= 1);
    let first = 10.0 + 100_000_f64 % 3.0;
    assert_eq!(content(&driver), 20_000.0 * 20.0 + 1000.0 * first);
    driver.scroll(20_000.0 * 20.0, Scroll::TO).unwrap();
    driver.layout().unwrap();
    assert!((10..100).contains(&asked.0.swap(0, SeqCst)), "what is near the window");
    driver.layout().unwrap();
    assert_eq!(asked.0.load(SeqCst), 0);
    // The item is not measured in the section that says nothing: its layout has no length to be measured.
    let dump = driver.frame(Target::Item(driver.list().item_at(19_999).unwrap())).unwrap();
    assert_eq!((dump.y, dump.height), (399_980.0, 20.0));
}

#[test]
fn where_nobody_is_asked_a_size_of_the_host_holds_until_it_is_set_again() {
    let asked = Arc::new(Asked::default());
    let counted = || Section::new("counted", [Counted(7, asked.clone())]);
    // A coordinator that says nothing, also where the host shares it.
    struct Silent;
    impl Coordinator for Silent {}
    let builder = Driver::builder().layout(Layout::new().item(fixed(20.0))).coordinator(Rc::new(Silent));
    // A type of cells that says nothing about its models.
    #[derive(Default)]
    struct Plain;
    impl ModelCell for Plain {
        type Model = u64;
        fn id(model: &u64) -> Key {
            (*model).into()
        }
        fn set_model(&mut self, _: &u64) {}
    }
    let plain = Section::empty("plain").append_models::<Plain>([9]);
    // There is nothing to ask about at first.
    let driver = sized(builder, (100.0, 200.0), [tiles(0)]);
    driver.layout().unwrap();
    driver.update([tiles(1), plain, counted()]).unwrap();
    driver.layout().unwrap();
    let item = |at| Target::Item(driver.list().item_at(at).unwrap());
    driver.set_sizes([0, 1, 2].map(|at| (item(at), Size::new(0.0, 33.0)))).unwrap();
    assert_eq!(content(&driver), 99.0);
    // What is asked is asked anew for another width; the rule of a section alone is not.
    driver.set_size(90.0, 200.0).unwrap();
    assert_eq!(content(&driver), 33.0 + 33.0 + 11.0);
}

#[test]
fn what_was_measured_follows_a_rule_that_comes_later() {
    /// As high as its content, which is 50.
    #[derive(PartialEq)]
    struct Fits(u64);
    impl CellViewModel for Fits {
        unseen!();
        fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
            Some(Size::new(room.width, 50.0))
        }
    }
    #[derive(PartialEq)]
    struct Title;
    impl SupplementaryViewModel for Title {
        type Cell = ();
        fn configure(&self, _: &mut ()) {}
        fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
            Some(Size::new(room.width, 40.0))
        }
    }
    let section = |id: &str, first: u64| Section::new(id, [Fits(first), Fits(first + 1)]).header(Title);
    let rules = || Layout::new().item(fixed(10.0)).header(fixed(5.0));
    let driver = laid_out(Layout::new(), (100.0, 1000.0), [section("a", 1), section("b", 3)]);
    assert_eq!(content(&driver), 2.0 * (40.0 + 100.0));
    // Of a section.
    driver.update([section("a", 1), section("b", 3).layout(rules())]).unwrap();
    assert_eq!(content(&driver), (40.0 + 100.0) + (5.0 + 20.0));
    driver.update([section("a", 1), section("b", 3)]).unwrap();
    assert_eq!(content(&driver), 2.0 * (40.0 + 100.0));
    // Of the list.
    driver.set_default_layout(rules()).unwrap();
    assert_eq!(content(&driver), 2.0 * (5.0 + 20.0));
    // And of columns.
    driver.set_default_layout(rules().columns(2)).unwrap();
    assert_eq!(content(&driver), 2.0 * (5.0 + 10.0));
    driver.set_default_layout(rules().item(fixed(12.0))).unwrap();
    assert_eq!(content(&driver), 2.0 * (5.0 + 24.0));
}

#[test]
fn what_is_changed_inside_of_a_sizing_object_is_not_lost() {
    thread_local!(static DRIVER: RefCell<Option<Rc<Driver>>> = const { RefCell::new(None) });
    let first = |_: Size| {
        if let Some(driver) = DRIVER.take() {
            assert_eq!(driver.layout().unwrap_err().status(), Status::Busy);
            driver.set_default_layout(Layout::new().item(fixed(30.0))).unwrap();
        }
        fixed(20.0)
    };
    let driver = Rc::new(laid_out(Layout::new().item(first), (100.0, 200.0), [tiles(2)]));
    DRIVER.set(Some(driver.clone()));
    driver.layout().unwrap();
    assert_eq!(content(&driver), 60.0);
}

#[test]
fn a_size_of_the_host_holds_for_its_width_only() {
    let driver =
        laid_out(Layout::new(), (100.0, 200.0), [Section::new("all", [Says { id: 1, ..Says::default() }])]);
    let item = Target::Item(driver.list().item_at(0).unwrap());
    let is_guess = || driver.layout().unwrap().places()[0].has(PlaceFlags::MEASURE);
    assert!(is_guess());
    driver.set_sizes([(item, Size::new(100.0, 33.0))]).unwrap();
    assert!(!is_guess());
    // What is asked anew meanwhile does not count.
    driver.set_size(100.0, 300.0).unwrap();
    assert!(!is_guess());
    // The section's insets make the row narrower.
    let insets = iqlist::Insets { leading: 10.0, ..iqlist::Insets::NONE };
    driver.set_default_layout(Layout::new().insets(insets)).unwrap();
    assert!(is_guess());
    driver.set_sizes([(item, Size::new(90.0, 44.0)), (item, Size::UNKNOWN)]).unwrap();
    assert!(is_guess());
}

#[test]
fn items_that_are_put_in_by_hand_are_asked_too() {
    let asked = Arc::new(Asked::default());
    let driver = laid_out(Layout::new().item(fixed(20.0)), (100.0, 200.0), [tiles(2)]);
    assert_eq!(content(&driver), 40.0);
    driver.set_items("tiles", (3..5).map(|id| Counted(id, asked.clone()))).unwrap();
    assert_eq!(content(&driver), 10.0 + 11.0);
    driver.set_items("tiles", [Tile(1)]).unwrap();
    assert_eq!(content(&driver), 20.0);
    // In a section that has said something before.
    let own = Layout::new().header(fixed(5.0));
    let driver = laid_out(Layout::new().item(fixed(20.0)), (100.0, 200.0), [tiles(2).layout(own)]);
    assert_eq!(content(&driver), 40.0);
    driver.set_items("tiles", (3..5).map(|id| Counted(id, asked.clone()))).unwrap();
    assert_eq!(content(&driver), 10.0 + 11.0);
}

#[test]
fn a_type_of_cells_says_it_for_its_models_below_the_section() {
    #[derive(Default)]
    struct Line;
    impl ModelCell for Line {
        type Model = u64;
        fn id(model: &u64) -> Key {
            (*model).into()
        }
        fn set_model(&mut self, _: &u64) {}
        fn size(model: &u64, window: Size) -> Option<SizeRule> {
            Some(fixed(window.height / 10.0 + *model as f64))
        }
        fn estimated_size(_: &u64, _: Size) -> Option<SizeRule> {
            Some(fixed(50.0))
        }
    }
    let lines = |layout: Option<Layout>| {
        let section = Section::empty("lines").append_models::<Line>(0..100);
        [layout.map_or(section.clone(), |layout| section.layout(layout))]
    };
    let driver = laid_out(Layout::new().item(fixed(7.0)), (100.0, 20.0), lines(None));
    driver.layout().unwrap();
    let far = driver.list().item_at(99).unwrap();
    assert_eq!(driver.frame(Target::Item(far)).unwrap().height, 50.0, "it is not near the window");
    let heights: Vec<_> = frames(&driver).iter().map(|frame| frame.3).collect();
    assert_eq!(heights, [2.0, 3.0, 4.0, 5.0, 6.0]);
    driver.update(lines(Some(Layout::new().item(fixed(9.0))))).unwrap();
    assert_eq!(frames(&driver)[1].3, 9.0);
}

#[test]
fn a_panic_in_a_function_of_sizes_comes_out_of_the_layout_and_the_next_one_asks_again() {
    thread_local!(static FAILS: Slot<bool> = const { Slot::new(false) });
    #[derive(PartialEq)]
    struct Fragile(u64);
    impl CellViewModel for Fragile {
        unseen!();
        fn size(&self, _: Size) -> Option<SizeRule> {
            assert!(!FAILS.get() || self.0 != 2, "size");
            Some(fixed(10.0 + self.0 as f64))
        }
    }
    let driver = laid_out(Layout::new(), (100.0, 200.0), [Section::new("all", (0..4).map(Fragile))]);
    FAILS.set(true);
    for _ in 0..3 {
        assert_eq!(panic_of(|| driver.layout().map(drop)).as_deref(), Some("size"));
    }
    FAILS.set(false);
    assert_eq!(frames(&driver).iter().map(|frame| frame.3).collect::<Vec<_>>(), [10.0, 11.0, 12.0, 13.0]);
}

#[test]
fn a_wrapper_is_asked_where_what_it_wraps_may_answer() {
    /// Of its two kinds only one says how high it is.
    #[derive(PartialEq)]
    enum Either {
        Silent(Tile),
        Loud(Box<Says>),
    }
    impl CellViewModel for Either {
        type Cell = ();
        fn id(&self) -> Key {
            match self {
                Self::Silent(tile) => tile.id(),
                Self::Loud(says) => CellViewModel::id(&**says),
            }
        }
        fn configure(&self, _: &mut ()) {}
        fn size(&self, window: Size) -> Option<SizeRule> {
            match self {
                Self::Silent(tile) => tile.size(window),
                Self::Loud(says) => CellViewModel::size(&**says, window),
            }
        }
    }
    let loud = Says { id: 2, size: Some(fixed(30.0)), ..Says::default() };
    let items = [Either::Silent(Tile(1)), Either::Loud(Box::new(loud))];
    let driver = laid_out(Layout::new().item(fixed(20.0)), (100.0, 200.0), [Section::new("all", items)]);
    assert_eq!(content(&driver), 50.0);
}

#[test]
fn a_follower_asks_as_its_source_does() {
    let asked = Arc::new(Asked::default());
    let section = Section::new("all", (0..4).map(|id| Counted(id, asked.clone()))).header("header");
    let driver = laid_out(Layout::new().header(fixed(5.0)), (100.0, 200.0), [section]);
    let outline = driver.list().outline(iqlist::Outline::new()).unwrap();
    let follower = driver.following(&outline).unwrap();
    follower.set_size(50.0, 100.0).unwrap();
    follower.poll().unwrap();
    assert_eq!(content(&follower), 5.0 + 10.0 + 11.0 + 12.0 + 10.0);
}
