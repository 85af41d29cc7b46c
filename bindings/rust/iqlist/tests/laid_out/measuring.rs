//! Who says how large things are: the host's function, the functions of cells, the host beforehand.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::rows::*;
use iqlist::{
    Column, Length, Measured, PlaceFlags, Row, SectionLayout, Size, SizeRule, Status, Target, ViewOptions,
};

/// An item is as high as its number, but 1 at least.
fn height(asked: &Measured<'_, u64>) -> Size {
    Size::new(asked.assumed.width, asked.model.map_or(1.0, |number| (*number).max(1) as f64))
}

#[test]
fn a_function_measures_what_comes_near_once_for_each_content_and_width() {
    let list = list_of((10..20).chain(21..100));
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let asked = Rc::new(RefCell::new(Vec::new()));
    let asks = asked.clone();
    let layout = SectionLayout::list().measured_by(move |it: &Measured<'_, u64>| {
        let number = *it.model.unwrap();
        assert_eq!((it.key, it.content), (if number == 20 { 11u64 } else { number }.into(), number + 1));
        assert!(matches!(it.target, Target::Item(_)) && it.class.is_some() && it.level == 0);
        asks.borrow_mut().push((number, it.assumed.width));
        Some(height(it))
    });
    view.set_layout(None, Some(&layout)).unwrap();
    let scene = view.layout().unwrap();
    let all = [(10, 0.0, 10.0), (11, 10.0, 21.0), (12, 21.0, 33.0), (13, 33.0, 46.0), (14, 46.0, 60.0)];
    assert_eq!(spans(&scene), all);
    assert!(!scene.is_to_be_measured());
    let mut first = asked.take();
    assert!(first.iter().all(|(_, width)| *width == 100.0));
    first.sort_by_key(|it| it.0);
    first.dedup();
    assert!(first.len() >= 5 && first.len() < 89, "{first:?}");
    view.layout().unwrap();
    assert_eq!(asked.take(), []);
    // Another content, and another width.
    let mut items = rows((10..20).chain(21..100));
    items[1] = Row::new(11u64).content(21).model(20);
    list.set_items(&items).unwrap();
    assert_eq!(spans(&view.layout().unwrap())[1], (20, 10.0, 30.0));
    assert_eq!(asked.take(), [(20, 100.0)]);
    view.set_size(60.0, 50.0).unwrap();
    view.layout().unwrap();
    assert!(asked.take().contains(&(20, 60.0)));
    // After another font.
    view.invalidate(1..2).unwrap();
    view.layout().unwrap();
    assert_eq!(asked.take(), [(20, 60.0)]);
    view.invalidate(..).unwrap();
    view.layout().unwrap();
    assert!(asked.take().len() >= 4);
}

#[test]
fn what_is_not_known_yet_stays_a_guess() {
    let list = list_of(0..5);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let layout = SectionLayout::list().item(SizeRule::height(Length::Auto(8.0)));
    let layout = layout.measured_in_batches(|asked: &[Measured<'_, u64>], sizes| {
        for (asked, size) in asked.iter().zip(sizes) {
            assert_eq!((asked.assumed, *size), (Size::new(100.0, 8.0), None));
            *size = (asked.model != Some(&1)).then(|| Size::new(0.0, 4.0));
        }
    });
    view.set_layout(None, Some(&layout)).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene)[..3], [(0, 0.0, 4.0), (1, 4.0, 12.0), (2, 12.0, 16.0)]);
    let guesses: Vec<_> = scene.places().map(|place| place.has(PlaceFlags::MEASURE)).collect();
    assert_eq!(guesses, [false, true, false, false, false]);
    assert!(scene.is_to_be_measured());
    // Measured while it is drawn.
    let sizes: Vec<_> = scene.places().map(|place| (place.target(), Size::new(100.0, 5.0))).collect();
    view.set_sizes(sizes).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene)[1], (1, 5.0, 10.0));
    assert!(!scene.is_to_be_measured());
    // Forgotten.
    view.set_sizes([(Target::Item(list.item_at(1).unwrap()), Size::UNKNOWN)]).unwrap();
    assert_eq!(spans(&view.layout().unwrap())[1], (1, 5.0, 13.0));
}

#[test]
fn a_cell_sets_its_size_while_it_is_bound() {
    let list = list_of(5..50);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_layout(None, None).unwrap();
    view.cells().times.set(2.0);
    view.cells().view.set(view.handle()).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene)[..3], [(5, 0.0, 10.0), (6, 10.0, 22.0), (7, 22.0, 36.0)]);
    assert!(!scene.is_to_be_measured());
}

#[test]
fn lengths_of_many_items_are_set_in_one_call() {
    let list = list_of(0..6);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let version = list.info().unwrap().version;
    view.set_lengths(version, 1, &[2.0, 3.0, 4.0]).unwrap();
    assert_eq!(spans(&view.layout().unwrap())[1..4], [(1, 10.0, 12.0), (2, 12.0, 15.0), (3, 15.0, 19.0)]);
    struct Line(u8, f64);
    let lines = [Line(0, 6.0), Line(1, 7.0)];
    view.set_lengths(version, 4, Column::field(&lines, |line| &line.1).unwrap()).unwrap();
    view.set_lengths(version, 0, Column::same(&1.0, 2)).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene)[..2], [(0, 0.0, 1.0), (1, 1.0, 2.0)]);
    assert_eq!(spans(&scene)[4..], [(4, 9.0, 15.0), (5, 15.0, 22.0)]);
    assert_eq!(lines[1].0, 1);
    let status = |version, first, lengths: &[f64]| {
        view.set_lengths(version, first, lengths).err().map(|error| error.status())
    };
    assert_eq!(status(version, 4, &[1.0, 1.0, 1.0]), Some(Status::Range));
    assert_eq!(status(version, 0, &[1.0, -1.0]), Some(Status::Range));
    list.set_items(&rows(0..7)).unwrap();
    assert_eq!(status(version, 0, &[1.0]), Some(Status::State));
    assert_eq!(view.frame(Target::Item(list.item_at(1).unwrap())).unwrap().y, 1.0);
}

#[test]
fn a_panic_of_the_function_comes_out_of_the_layout_and_the_next_one_asks_again() {
    let list = list_of(10..15);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let fails = Rc::new(Cell::new(true));
    let is_failing = fails.clone();
    let layout = SectionLayout::list().measured_by(move |asked: &Measured<'_, u64>| {
        assert!(!is_failing.get() || asked.model != Some(&12), "measuring of 12");
        Some(height(asked))
    });
    view.set_layout(None, Some(&layout)).unwrap();
    assert_eq!(panic_of(|| view.layout().map(drop)), "measuring of 12");
    assert_eq!(panic_of(|| view.layout().map(drop)), "measuring of 12");
    fails.set(false);
    assert_eq!(spans(&view.layout().unwrap())[..3], [(10, 0.0, 10.0), (11, 10.0, 21.0), (12, 21.0, 33.0)]);
}

#[test]
fn a_panic_of_a_cell_comes_out_of_the_layout_and_the_next_one_tries_again() {
    let list = list_of(0..5);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.cells().fails.set(Some(3));
    assert_eq!(panic_of(|| view.layout().map(drop)), "bind of 3");
    view.cells().fails.set(None);
    view.cells().bound.take();
    let scene = view.layout().unwrap();
    assert_eq!(numbers(&scene), [0, 1, 2, 3, 4]);
    assert_eq!(view.cells().bound.take(), [3]);
}
