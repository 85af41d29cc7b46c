//! Visibility: how much of what has a place is in the window, beside a model that is computed from frames.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::Arc;

use crate::people::unseen;
use crate::scenes::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Key, Kind, Length, Scroll, Size, SizeRule, Target, ViewOptions};

/// An item with a height of its own, a content that counts up, and no ears.
#[derive(Clone, PartialEq)]
struct Block(u64, u32, u32);

impl CellViewModel for Block {
    unseen!();

    fn size(&self, _: Size) -> Option<SizeRule> {
        Some(fixed(f64::from(self.1)))
    }
}

type Flags = (bool, bool, bool);

/// What has been told of each key: how much is visible, and its flags.
#[derive(Default)]
struct Heard {
    fractions: RefCell<HashMap<Key, f64>>,
    flags: RefCell<HashMap<Key, Flags>>,
    count: RefCell<usize>,
}

fn flags(visibility: Visibility) -> Flags {
    (visibility.is_visible, visibility.is_fully_visible, visibility.is_focused)
}

impl Coordinator for Heard {
    fn on_visibility(&self, event: &RoutedEvent<'_>) -> Route {
        let (key, now) = (event.key.unwrap(), flags(event.visibility().unwrap()));
        let before = self.flags.borrow_mut().insert(key, now).unwrap_or_default();
        assert_ne!(before, now, "{key:?}: only what is different");
        *self.count.borrow_mut() += 1;
        Route::Handled
    }

    fn on_visible_fraction(&self, event: &RoutedEvent<'_>) -> Route {
        let (key, now) = (event.key.unwrap(), event.visibility().unwrap().fraction);
        let before = self.fractions.borrow_mut().insert(key, now).unwrap_or_default();
        assert_ne!(before, now, "{key:?}: only what is different");
        assert!(event.view_model::<Block>().is_some_and(|block| Key::from(block.0) == key));
        Route::Handled
    }
}

/// Along one axis, all of it across.
fn expected(start: f64, length: f64, window: f64) -> (f64, Flags) {
    let shown = (start + length).min(window) - start.max(0.0);
    if shown <= 0.0 || length <= 0.0 {
        return (0.0, (false, false, false));
    }
    let full = shown >= length;
    let focused = if length < window / 2.0 { full } else { shown >= window / 2.0 };
    (if full { 1.0 } else { shown / length }, (true, full, focused))
}

#[test]
fn what_was_told_is_what_the_frames_say() {
    let count = AtomicU32::new(0);
    seeds(100, |seed| {
        let mut random = Random(seed);
        let heard = Rc::new(Heard::default());
        let is_horizontal = random.chance(20);
        let (mut blocks, mut next, mut version) = (Vec::<Block>::new(), 0, 0);
        let options = ViewOptions::new().overscan(random.below(200) as f64);
        let options = if is_horizontal { options.horizontal() } else { options };
        let builder = Driver::builder().view_options(options).coordinator(heard.clone());
        let driver = builder.build([Section::new("blocks", blocks.clone())]).unwrap();
        let mut window = (200.0, 300.0);
        driver.set_size(window.0, window.1).unwrap();
        for _ in 0..40 {
            match random.below(6) {
                0 | 1 => {
                    for _ in 0..1 + random.below(6) {
                        next += 1;
                        let block = Block(next, 10 + random.below(400) as u32, 0);
                        blocks.insert(random.below(blocks.len() + 1), block);
                    }
                }
                2 if !blocks.is_empty() => {
                    version += 1;
                    let at = random.below(blocks.len());
                    (blocks[at].1, blocks[at].2) = (10 + random.below(400) as u32, version);
                }
                3 if !blocks.is_empty() => drop(blocks.remove(random.below(blocks.len()))),
                4 => {
                    window = (100.0 + random.below(200) as f64, 100.0 + random.below(400) as f64);
                    driver.set_size(window.0, window.1).unwrap();
                }
                _ => driver.scroll(random.below(900) as f64 - 100.0, Scroll::BY).unwrap(),
            }
            driver.update([Section::new("blocks", blocks.clone())]).unwrap();
            let scene = driver.layout().unwrap();
            let mut all = HashMap::new();
            for place in scene.places() {
                let key = driver.list().item_info(place.item().unwrap()).unwrap().key;
                let frame = place.frame;
                let (start, length, window) = match is_horizontal {
                    true => (frame.x, frame.width, window.0),
                    false => (frame.y, frame.height, window.1),
                };
                all.insert(key, expected(start, length, window));
            }
            for (key, fraction) in heard.fractions.borrow().iter() {
                let expected = all.get(key).map_or(0.0, |(fraction, _)| *fraction);
                assert!((expected - fraction).abs() < 1e-9, "{key:?}: {expected} and not {fraction}");
            }
            for (key, flags) in heard.flags.borrow().iter() {
                assert_eq!(
                    *flags,
                    all.get(key).map_or((false, false, false), |(_, flags)| *flags),
                    "{key:?}"
                );
            }
            for (key, (fraction, _)) in all.iter().filter(|(_, (fraction, _))| *fraction > 0.0) {
                assert!(heard.fractions.borrow().contains_key(key), "{key:?} of {fraction}");
            }
        }
        count.fetch_add(*heard.count.borrow() as u32, SeqCst);
    });
    assert!(count.load(SeqCst) > 100);
}

/// An item that listens itself.
#[derive(Clone, PartialEq)]
struct Ear(u64, Arc<Count>);

#[derive(Default)]
struct Count(AtomicU32);

impl PartialEq for Count {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl CellViewModel for Ear {
    type Cell = String;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut String) {
        *cell = self.0.to_string();
    }

    fn on_visibility(&self, event: &RoutedEvent<'_>) -> Route {
        self.1 .0.fetch_add(1, SeqCst);
        // The cell is lent, and the driver used, meanwhile.
        let text = event.with_cell(|cell: &mut String| cell.clone()).unwrap();
        assert!(text.map_or(true, |text| text == self.0.to_string()));
        event.driver.layout().unwrap();
        Route::PassOn
    }
}

#[test]
fn it_goes_from_the_view_model_to_the_section_to_the_coordinator() {
    let (own, heard) = (Arc::new(Count::default()), Arc::new(Count::default()));
    let count = heard.clone();
    let section =
        Section::new("all", (0..10).map(|id| Ear(id, own.clone()))).on(Behaviour::Visibility, move |event| {
            assert!(event.key.is_some() && event.section_key == Some("all".into()) && event.index.is_some());
            count.0.fetch_add(1, SeqCst);
            Route::PassOn
        });
    #[derive(Default)]
    struct Last(RefCell<Vec<(Option<usize>, Visibility)>>);
    impl Coordinator for Last {
        fn on_visibility(&self, event: &RoutedEvent<'_>) -> Route {
            self.0.borrow_mut().push((event.index, event.visibility().unwrap()));
            Route::Handled
        }
    }
    let last = Rc::new(Last::default());
    let builder = Driver::builder().layout(Layout::new().item(fixed(50.0))).coordinator(last.clone());
    let driver = sized(builder, (100.0, 120.0), [section]);
    driver.layout().unwrap();
    assert_eq!((own.0.swap(0, SeqCst), heard.0.swap(0, SeqCst)), (3, 3));
    let told: Vec<_> = last.0.take().into_iter().map(|(index, it)| (index, it.fraction, flags(it))).collect();
    let full = |index| (Some(index), 1.0, (true, true, true));
    assert_eq!(told, [full(0), full(1), (Some(2), 0.4, (true, false, false))]);
    // It leaves.
    driver.scroll(60.0, Scroll::TO).unwrap();
    driver.layout().unwrap();
    let told: Vec<_> = last.0.take().into_iter().map(|(index, it)| (index, it.fraction)).collect();
    assert_eq!(told, [(Some(1), 0.8), (Some(2), 1.0), (Some(3), 0.6), (Some(0), 0.0)]);
    // They go altogether, and have their cells for the last time.
    driver.update([Section::empty("all")]).unwrap();
    driver.layout().unwrap();
    let told: Vec<_> = last.0.take().into_iter().map(|(_, it)| (it.fraction, flags(it))).collect();
    assert_eq!(told, [(0.0, (false, false, false)); 3]);
    driver.layout().unwrap();
    assert_eq!(last.0.take(), []);
}

#[test]
fn headers_are_told_of_too() {
    #[derive(Default)]
    struct Last(RefCell<Vec<(bool, f64)>>);
    impl Coordinator for Last {
        fn on_visible_fraction(&self, event: &RoutedEvent<'_>) -> Route {
            let is_header = event.element == Some((Kind::HEADER, 0));
            self.0.borrow_mut().push((is_header, event.visibility().unwrap().fraction));
            Route::Handled
        }
    }
    let last = Rc::new(Last::default());
    let layout = Layout::new().item(fixed(100.0)).header(fixed(40.0));
    let builder = Driver::builder().layout(layout).coordinator(last.clone());
    let driver = sized(builder, (100.0, 100.0), [tiles(1).header("header")]);
    driver.layout().unwrap();
    assert_eq!(last.0.take(), [(true, 1.0), (false, 0.6)]);
    driver.scroll(10.0, Scroll::TO).unwrap();
    driver.layout().unwrap();
    assert_eq!(last.0.take(), [(true, 0.75), (false, 0.7)]);
    driver.layout().unwrap();
    assert_eq!(last.0.take(), []);
}

#[test]
fn who_comes_later_listens_too() {
    struct Deaf;
    impl Coordinator for Deaf {}
    let builder = Driver::builder().layout(Layout::new().item(fixed(50.0))).coordinator(Deaf);
    let driver = sized(builder, (100.0, 100.0), [tiles(4)]);
    driver.layout().unwrap();
    // A coordinator that listens.
    let heard = Rc::new(Numbers::default());
    driver.set_coordinator(heard.clone());
    driver.layout().unwrap();
    assert_eq!(heard.0.take().len(), 2);
    // A section that listens, when nobody else does.
    driver.set_coordinator(Deaf);
    driver.scroll(10.0, Scroll::TO).unwrap();
    driver.layout().unwrap();
    driver.layout().unwrap();
    let count = Arc::new(Count::default());
    let counted = count.clone();
    let section = tiles(4).on(Behaviour::VisibleFraction, move |_| {
        counted.0.fetch_add(1, SeqCst);
        Route::Handled
    });
    driver.update([section]).unwrap();
    driver.layout().unwrap();
    assert_eq!(count.0.swap(0, SeqCst), 3);
    // An item that listens.
    driver.update([Section::new("tiles", [Ear(9, count.clone())])]).unwrap();
    driver.layout().unwrap();
    assert_eq!(count.0.load(SeqCst), 1);
}

#[derive(Default)]
struct Numbers(RefCell<Vec<f64>>);

impl Coordinator for Numbers {
    fn on_visible_fraction(&self, event: &RoutedEvent<'_>) -> Route {
        self.0.borrow_mut().push(event.visibility().unwrap().fraction);
        Route::Handled
    }
}

#[test]
fn a_panic_of_one_who_listens_keeps_nobody_else_from_it() {
    #[derive(Default)]
    struct Fails(RefCell<u32>);
    impl Coordinator for Fails {
        fn on_visibility(&self, event: &RoutedEvent<'_>) -> Route {
            *self.0.borrow_mut() += 1;
            panic!("{:?}", event.index);
        }
    }
    let fails = Rc::new(Fails::default());
    let builder = Driver::builder().layout(Layout::new().item(fixed(50.0))).coordinator(fails.clone());
    let driver = sized(builder, (100.0, 150.0), [tiles(4)]);
    assert_eq!(panic_of(|| driver.layout().map(drop)).as_deref(), Some("Some(0)"));
    assert_eq!(*fails.0.borrow(), 3);
    assert_eq!(panic_of(|| driver.layout().map(drop)), None, "they were told");
}

#[test]
fn a_half_is_of_the_area() {
    let numbers = Rc::new(Numbers::default());
    let rule = SizeRule { width: Length::Fixed(100.0), ..fixed(100.0) };
    let builder =
        Driver::builder().layout(Layout::new().item(rule)).coordinator(numbers.clone()).feature(Aside);
    let driver = sized(builder, (100.0, 100.0), [tiles(1)]);
    driver.layout().unwrap();
    assert_eq!(numbers.0.take(), [0.25]);
    assert!(driver.layout().unwrap().find(Target::List).is_none());
}

/// It moves what is shown by half of it to both sides.
struct Aside;

impl Feature for Aside {
    fn process(&self, place: &Place, _: &Scene<'_>) -> iqlist::Rect {
        iqlist::Rect { x: place.frame.x - 50.0, y: place.frame.y + 50.0, ..place.frame }
    }
}
