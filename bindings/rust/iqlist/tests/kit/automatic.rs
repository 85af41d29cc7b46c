//! Automatic dimension: what is as large as its content says so in its cell.

use std::cell::Cell as Slot;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::people::unseen;
use crate::scenes::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Insets, Key, Length, PlaceFlags, Scroll, Size, SizeRule, Status, Target};

/// Text that is wrapped, in lines of 10.
#[derive(Clone, Default)]
struct Text {
    id: u64,
    text: String,
    /// For which rooms it was asked.
    asked: Arc<Mutex<Vec<(u64, Size)>>>,
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Letters are 1 wide.
fn height(text: &str, width: f64) -> f64 {
    10.0 * (text.len() as f64 / width.max(1.0)).ceil().max(1.0)
}

thread_local!(static FAILS: Slot<bool> = const { Slot::new(false) });

impl CellViewModel for Text {
    type Cell = String;

    fn id(&self) -> Key {
        self.id.into()
    }

    fn configure(&self, cell: &mut String) {
        cell.clone_from(&self.text);
    }

    fn fitting_size(&self, cell: &mut String, room: Size) -> Option<Size> {
        assert_eq!(*cell, self.text, "it is configured before");
        assert!(!FAILS.get() || self.id != 2, "fitting");
        self.asked.lock().unwrap().push((self.id, room));
        (self.text != "unknown").then(|| Size::new(room.width, height(cell, room.width)))
    }
}

#[derive(Default)]
struct Texts(Arc<Mutex<Vec<(u64, Size)>>>);

impl Texts {
    fn text(&self, id: u64, length: usize) -> Text {
        Text { id, text: "x".repeat(length), asked: self.0.clone() }
    }

    fn section(&self, lengths: &[usize]) -> Section {
        Section::new("texts", (1..).zip(lengths).map(|(id, length)| self.text(id, *length)))
    }

    /// Who was asked since the last time.
    fn asked(&self) -> Vec<u64> {
        std::mem::take(&mut *self.0.lock().unwrap()).into_iter().map(|(id, _)| id).collect()
    }
}

fn heights(driver: &Driver) -> Vec<f64> {
    frames(driver).into_iter().map(|frame| frame.3).collect()
}

#[test]
fn cells_say_how_high_they_are_within_one_layout() {
    let texts = Texts::default();
    let driver = laid_out(Layout::new(), (100.0, 200.0), [texts.section(&[50, 150, 250])]);
    let scene = driver.layout().unwrap();
    assert!(!scene.is_to_be_measured());
    assert_eq!(scene.content().height, 60.0);
    assert_eq!(heights(&driver), [10.0, 20.0, 30.0]);
    assert_eq!(texts.asked(), [1, 2, 3], "each once");
    // The content of one is another one.
    driver.update([texts.section(&[50, 350, 250])]).unwrap();
    assert_eq!(heights(&driver), [10.0, 40.0, 30.0]);
    assert_eq!(texts.asked(), [2]);
    // The width: the cells show what they have shown.
    driver.set_size(50.0, 200.0).unwrap();
    assert_eq!(heights(&driver), [10.0, 70.0, 50.0]);
    assert_eq!(texts.asked(), [1, 2, 3]);
    driver.layout().unwrap();
    driver.poll().unwrap();
    assert_eq!(texts.asked(), [] as [u64; 0]);
    // Another font.
    driver.invalidate_sizes().unwrap();
    driver.layout().unwrap();
    assert_eq!(texts.asked(), [1, 2, 3]);
}

#[test]
fn only_what_comes_near_the_window_is_asked() {
    let texts = Texts::default();
    let driver = laid_out(Layout::new().estimate(20.0), (100.0, 100.0), [texts.section(&[150; 1000])]);
    assert_eq!(content(&driver), 20_000.0);
    let first = texts.asked();
    assert!((5..30).contains(&first.len()), "{first:?}");
    driver.scroll(10_000.0, Scroll::TO).unwrap();
    driver.layout().unwrap();
    assert!(texts.asked().contains(&502));
    driver.scroll(0.0, Scroll::TO).unwrap();
    assert_eq!(heights(&driver), [20.0; 5]);
    assert_eq!(texts.asked(), [] as [u64; 0], "their sizes are known");
}

#[test]
fn the_room_is_that_of_the_cell_and_the_place_has_what_is_around_it() {
    let texts = Texts::default();
    let insets = Insets { top: 3.0, leading: 5.0, bottom: 4.0, trailing: 15.0 };
    let rule = SizeRule { insets, indent: 10.0, level_indent: 20.0, ..SizeRule::default() };
    let section = texts.section(&[70]).children(1, [texts.text(9, 100)]);
    let driver = laid_out(Layout::new().item(rule), (100.0, 200.0), [section]);
    // 100 - 20 - 10 = 70, and 20 less on the next level.
    assert_eq!(frames(&driver), [(15.0, 3.0, 70.0, 10.0), (35.0, 20.0, 50.0, 20.0)]);
    assert_eq!(content(&driver), 17.0 + 27.0);
    let rooms: Vec<_> = texts.0.lock().unwrap().iter().map(|(_, room)| room.width).collect();
    assert_eq!(rooms, [70.0, 50.0]);
}

#[test]
fn what_does_not_know_is_measured_by_the_host() {
    let texts = Texts::default();
    let unknown = Text { id: 2, text: "unknown".to_string(), asked: texts.0.clone() };
    let section = || Section::new("texts", [texts.text(1, 150), unknown.clone()]);
    let driver = laid_out(Layout::new(), (100.0, 200.0), [section()]);
    let scene = driver.layout().unwrap();
    let flags: Vec<_> = scene.places().iter().map(|place| place.has(PlaceFlags::MEASURE)).collect();
    assert_eq!((flags, scene.is_to_be_measured()), (vec![false, true], true));
    assert_eq!(heights(&driver), [20.0, 44.0]);
    let target = Target::Item(driver.list().item_at(1).unwrap());
    driver.set_sizes([(target, Size::new(100.0, 33.0))]).unwrap();
    let scene = driver.layout().unwrap();
    assert!(!scene.is_to_be_measured());
    assert_eq!(heights(&driver), [20.0, 33.0]);
    assert_eq!(texts.asked(), [1, 2], "for one content and width once");
    // What the host has set holds for another height of the window too.
    driver.set_size(100.0, 300.0).unwrap();
    assert_eq!(heights(&driver), [20.0, 33.0]);
    assert!(!driver.layout().unwrap().is_to_be_measured());
    // Another width makes a guess of it.
    driver.set_size(90.0, 300.0).unwrap();
    assert!(driver.layout().unwrap().is_to_be_measured());
    assert_eq!(heights(&driver), [20.0, 33.0]);
}

#[test]
fn a_panic_comes_out_of_the_layout_and_the_next_one_asks_again() {
    let texts = Texts::default();
    let driver = laid_out(Layout::new(), (100.0, 200.0), [texts.section(&[50, 150, 250])]);
    FAILS.set(true);
    for _ in 0..3 {
        assert_eq!(panic_of(|| driver.layout().map(drop)).as_deref(), Some("fitting"));
    }
    FAILS.set(false);
    assert_eq!(heights(&driver), [10.0, 20.0, 30.0]);
    // Where its cell stays the same.
    driver.set_size(50.0, 200.0).unwrap();
    FAILS.set(true);
    for _ in 0..3 {
        assert_eq!(panic_of(|| driver.layout().map(drop)).as_deref(), Some("fitting"));
    }
    FAILS.set(false);
    assert_eq!(heights(&driver), [10.0, 30.0, 50.0]);
}

#[test]
fn a_size_that_the_view_refuses_is_told() {
    #[derive(PartialEq)]
    struct Odd(u64);
    impl CellViewModel for Odd {
        unseen!();
        fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
            Some(Size::new(room.width, if self.0 == 1 { -5.0 } else { 5.0 }))
        }
    }
    let driver = laid_out(Layout::new(), (100.0, 200.0), [Section::new("all", (0..3).map(Odd))]);
    assert_eq!(driver.layout().unwrap_err().status(), Status::Range);
    let scene = driver.layout().unwrap();
    let sizes: Vec<_> = scene.places().iter().map(|place| place.frame.height).collect();
    assert_eq!(sizes, [5.0, 44.0, 5.0]);
    assert!(scene.places()[1].has(PlaceFlags::MEASURE));
}

#[test]
fn headers_and_cells_of_models_fit_likewise() {
    #[derive(PartialEq)]
    struct Title(&'static str);
    impl SupplementaryViewModel for Title {
        type Cell = String;
        fn configure(&self, cell: &mut String) {
            *cell = self.0.to_string();
        }
        fn fitting_size(&self, cell: &mut String, room: Size) -> Option<Size> {
            Some(Size::new(room.width, height(cell, room.width)))
        }
    }
    #[derive(Default)]
    struct Line(String);
    impl ModelCell for Line {
        type Model = String;
        fn id(model: &String) -> Key {
            model.as_str().into()
        }
        fn set_model(&mut self, model: &String) {
            self.0.clone_from(model);
        }
        fn fitting_size(&mut self, room: Size) -> Option<Size> {
            Some(Size::new(room.width, height(&self.0, room.width)))
        }
    }
    let lines = Section::empty("lines")
        .header(Title("fifteen letters"))
        .append_models::<Line>(["abcdefghijkl".into()]);
    let driver = laid_out(Layout::new(), (10.0, 100.0), [lines]);
    let header = element(&driver, 0, iqlist::Kind::HEADER).unwrap();
    assert_eq!((header.height, frames(&driver)), (20.0, vec![(0.0, 20.0, 10.0, 20.0)]));
}

#[test]
fn an_answer_that_is_as_large_as_its_content_is_asked_of_the_cell() {
    #[derive(PartialEq)]
    struct Own(Text);
    impl CellViewModel for Own {
        type Cell = String;
        fn id(&self) -> Key {
            CellViewModel::id(&self.0)
        }
        fn configure(&self, cell: &mut String) {
            self.0.configure(cell);
        }
        fn size(&self, _: Size) -> Option<SizeRule> {
            Some(SizeRule::height(Length::Auto(0.0)))
        }
        fn fitting_size(&self, cell: &mut String, room: Size) -> Option<Size> {
            self.0.fitting_size(cell, room)
        }
    }
    let texts = Texts::default();
    let layout = Layout::new().item(fixed(7.0));
    let section = Section::new("all", [Own(texts.text(1, 150))]).append([texts.text(2, 150)]);
    let driver = laid_out(layout, (100.0, 100.0), [section]);
    assert_eq!(heights(&driver), [20.0, 7.0]);
    assert_eq!(texts.asked(), [1]);
}

#[test]
fn what_is_drawn_has_always_the_height_of_its_content() {
    seeds(120, |seed| {
        let mut random = Random(seed);
        let texts = Texts::default();
        let (mut lengths, mut next) = (Vec::<(u64, usize)>::new(), 0);
        let mut width = 100.0;
        let collection = |lengths: &[(u64, usize)]| {
            [Section::new("texts", lengths.iter().map(|(id, length)| texts.text(*id, *length)))]
        };
        let driver = laid_out(Layout::new(), (width, 300.0), collection(&lengths));
        for _ in 0..40 {
            match random.below(5) {
                0 | 1 => {
                    for _ in 0..1 + random.below(8) {
                        next += 1;
                        lengths.insert(random.below(lengths.len() + 1), (next, random.below(900)));
                    }
                }
                2 if !lengths.is_empty() => {
                    let at = random.below(lengths.len());
                    lengths[at].1 = random.below(900);
                }
                3 if !lengths.is_empty() => drop(lengths.remove(random.below(lengths.len()))),
                _ => {
                    width = [60.0, 100.0, 140.0][random.below(3)];
                    driver.set_size(width, 300.0).unwrap();
                }
            }
            driver.update(collection(&lengths)).unwrap();
            driver.scroll(random.below(2000) as f64, Scroll::TO | Scroll::CLAMP).unwrap();
            let scene = driver.layout().unwrap();
            let expected: HashMap<Key, f64> = lengths
                .iter()
                .map(|(id, length)| ((*id).into(), height(&"x".repeat(*length), width)))
                .collect();
            for place in scene.places() {
                let key = driver.list().item_info(place.item().unwrap()).unwrap().key;
                assert_eq!(place.frame.height, expected[&key]);
                assert!(!place.has(PlaceFlags::MEASURE));
            }
            assert_eq!(scene.places().is_empty(), lengths.is_empty());
        }
    });
}

/// An item of a class of its own, which says in its cell how high it is.
#[derive(Clone, PartialEq)]
struct Odd<const CLASS: u32>(u64, u32);

impl<const CLASS: u32> CellViewModel for Odd<CLASS> {
    unseen!();

    fn fitting_size(&self, _: &mut (), room: Size) -> Option<Size> {
        Some(Size::new(room.width, f64::from(10 * CLASS + self.1)))
    }
}

fn odd(random: &mut Random, id: u64) -> AnyCellViewModel {
    let version = random.below(40) as u32;
    match random.below(3) {
        0 => Odd::<1>(id, version).erase(),
        1 => Odd::<2>(id, version).erase(),
        _ => Odd::<3>(id, version).erase(),
    }
}

#[test]
fn scenes_follow_one_another_however_often_the_view_was_laid_out() {
    seeds(150, |seed| {
        let mut random = Random(seed);
        let (mut items, mut next) = (Vec::<AnyCellViewModel>::new(), 0);
        let driver = laid_out(Layout::new(), (100.0, 200.0), [Section::new("all", items.clone())]);
        let mut last: Vec<(Target, f64, f64)> = Vec::new();
        for _ in 0..30 {
            for _ in 0..random.below(4) {
                match random.below(4) {
                    0 | 1 => {
                        next += 1;
                        let item = odd(&mut random, next);
                        items.insert(random.below(items.len() + 1), item);
                    }
                    2 if !items.is_empty() => drop(items.remove(random.below(items.len()))),
                    _ if !items.is_empty() => {
                        // The same item with another content, or of another class.
                        let (at, mut id) = (random.below(items.len()), 0);
                        while Key::from(id) != items[at].id() {
                            id += 1;
                        }
                        items[at] = odd(&mut random, id);
                    }
                    _ => {}
                }
            }
            driver.update([Section::new("all", items.clone())]).unwrap();
            driver.scroll(random.below(100) as f64 - 50.0, Scroll::BY | Scroll::CLAMP).unwrap();
            if random.chance(20) {
                driver.set_size([60.0, 100.0][random.below(2)], 200.0).unwrap();
            }
            let scene = driver.layout().unwrap();
            let previous: Vec<_> = scene.previous().iter().map(|place| place.target).collect();
            assert_eq!(previous, last.iter().map(|(target, ..)| *target).collect::<Vec<_>>());
            for (at, place) in scene.places().iter().enumerate() {
                let before = last.iter().position(|(target, ..)| *target == place.target);
                assert_eq!(place.other, before);
                assert_eq!(place.has(PlaceFlags::NEW), before.is_none());
                assert!(place.cell.is_some() && !place.has(PlaceFlags::MEASURE));
                if let Some(before) = before {
                    assert_eq!(scene.previous()[before].other, Some(at));
                    let (_, start, length) = last[before];
                    let is_moved = (start, length) != (place.natural + scene.offset(), place.frame.height);
                    assert!(!is_moved || place.has(PlaceFlags::MOVED), "{place:?}");
                    assert!(!is_moved || scene.is_changed());
                }
            }
            for place in scene.previous() {
                let is_gone = driver.list().item_info(place.item().unwrap()).is_err();
                assert_eq!(place.has(PlaceFlags::GONE), is_gone);
                assert_eq!(place.other.is_none(), scene.find(place.target).is_none());
            }
            let now = |place: &Place| (place.target, place.natural + scene.offset(), place.frame.height);
            last = scene.places().iter().map(now).collect();
            if random.chance(30) {
                driver.poll().unwrap();
            }
        }
    });
}
