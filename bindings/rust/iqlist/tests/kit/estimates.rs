//! What is assumed of what is far from the window: by whom, and when they are asked again.

use crate::people::unseen;
use crate::scenes::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Key, Size, SizeRule};

#[test]
fn an_estimate_is_asked_at_the_same_levels() {
    #[derive(Clone, PartialEq)]
    struct Guess(u64, Option<f64>, Option<f64>);
    impl CellViewModel for Guess {
        unseen!();
        fn estimated_size(&self, _: Size) -> Option<SizeRule> {
            self.1.map(fixed)
        }
        fn class_estimated_size(&self, _: Size) -> Option<SizeRule> {
            self.2.map(fixed)
        }
    }
    struct Source(Option<f64>);
    impl Coordinator for Source {
        fn estimated_size_for(&self, _: &SizeQuestion<'_>, _: Size) -> Option<SizeRule> {
            self.0.map(fixed)
        }
    }
    seeds(200, |seed| {
        let mut random = Random(seed);
        let mut perhaps = || random.chance(40).then(|| 1.0 + random.below(90) as f64);
        let [own, source, section, class, list] = [(); 5].map(|()| perhaps());
        let estimated =
            |estimate: Option<f64>| estimate.map_or(Layout::new(), |it| Layout::new().estimate(it));
        let section_layout = estimated(section);
        let items = (0..10).map(|id| Guess(id, own, class));
        let builder = Driver::builder().layout(estimated(list)).coordinator(Source(source));
        let driver = sized(builder, (100.0, 0.0), [Section::new("all", items).layout(section_layout)]);
        let expected = [own, source, section, class, list].into_iter().flatten().next().unwrap_or(44.0);
        assert_eq!(content(&driver), 10.0 * expected, "{own:?} {source:?} {section:?} {class:?} {list:?}");
    });
}

/// An item that says how high the items of its section may be: the tenth part of the window.
#[derive(Clone, PartialEq)]
struct Tenth(u64);

impl CellViewModel for Tenth {
    unseen!();

    fn estimated_size(&self, window: Size) -> Option<SizeRule> {
        Some(fixed(window.height / 10.0))
    }
}

#[test]
fn an_estimate_is_asked_for_each_window_and_as_soon_as_there_is_an_item() {
    let items = |count: u64| (0..count).map(Tenth);
    let driver = laid_out(Layout::new(), (0.0, 500.0), [Section::new("all", items(10))]);
    assert_eq!(content(&driver), 500.0);
    driver.set_size(0.0, 100.0).unwrap();
    assert_eq!(content(&driver), 100.0);
    // Another first item changes nothing.
    driver.set_items("all", [Tenth(99)].into_iter().chain(items(10))).unwrap();
    assert_eq!(content(&driver), 110.0);
    // No item can be asked for the next window.
    driver.set_items("all", items(0)).unwrap();
    driver.set_size(0.0, 200.0).unwrap();
    assert_eq!(content(&driver), 0.0);
    driver.set_items("all", items(10)).unwrap();
    assert_eq!(content(&driver), 200.0);
}

#[test]
fn headers_far_from_the_window_are_asked_what_is_assumed_of_them() {
    /// Headers are as high as their text is long.
    struct Letters;
    impl Coordinator for Letters {
        fn size_for(&self, asked: &SizeQuestion<'_>, _: Size) -> Option<SizeRule> {
            let text = asked.view_model::<String>()?;
            (asked.part() == Some(Part::Header)).then(|| fixed(10.0 * text.len() as f64))
        }
    }
    let sections = |text: &str| {
        let section = |key: u64| Section::new(key, (0..100).map(move |at| Tile(1000 * key + at)));
        [section(1).header("ab"), section(2).header(text)]
    };
    let builder = Driver::builder().layout(Layout::new().item(fixed(20.0))).coordinator(Letters);
    let driver = sized(builder, (100.0, 200.0), sections("abcd"));
    assert_eq!(content(&driver), 4000.0 + 20.0 + 40.0);
    driver.update(sections("abcdefg")).unwrap();
    assert_eq!(content(&driver), 4000.0 + 20.0 + 70.0);
}
