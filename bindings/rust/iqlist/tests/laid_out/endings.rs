//! Ends: of functions of layouts, views, screens and lists; each function is dropped once.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use crate::rows::*;
use iqlist::{CustomLayout, List, Measured, Rect, Room, SectionLayout, Size, Status, Target, ViewOptions};

/// Counts its drops.
struct Dropped(Rc<Cell<usize>>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

/// A layout whose function is counted.
fn counted() -> (SectionLayout<u64>, Rc<Cell<usize>>) {
    let drops = Rc::new(Cell::new(0));
    let held = Dropped(drops.clone());
    let measure = move |_: &Measured<'_, u64>| {
        let _ = &held;
        Some(Size::new(0.0, 9.0))
    };
    (SectionLayout::list().measured_by(measure), drops)
}

#[test]
fn a_function_is_dropped_once_when_no_section_has_it_any_more() {
    let list = sections_of(&[2, 2, 2]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let sections = [0, 1, 2].map(|at| list.section_at(at).unwrap());
    let (layout, drops) = counted();
    for section in sections {
        view.set_layout(Some(section), Some(&layout)).unwrap();
    }
    view.set_layout(Some(sections[0]), Some(&layout.clone().line_spacing(1.0))).unwrap();
    drop(layout);
    view.layout().unwrap();
    assert_eq!(view.frame(Target::Item(list.item_at(1).unwrap())).unwrap().height, 9.0);
    view.set_layout(Some(sections[1]), None).unwrap();
    view.set_layout(Some(sections[0]), None).unwrap();
    assert_eq!(drops.get(), 0);
    view.set_layout(Some(sections[2]), Some(&SectionLayout::list())).unwrap();
    assert_eq!(drops.get(), 1);
    // As the layout of all.
    let (layout, drops) = counted();
    view.set_layout(None, Some(&layout)).unwrap();
    view.set_layout(None, Some(&layout)).unwrap();
    drop(layout);
    assert_eq!(drops.get(), 0);
    view.set_layout(None, None).unwrap();
    assert_eq!(drops.get(), 1);
    view.layout().unwrap();
}

/// A custom layout without items, which is counted.
struct Nowhere(Dropped);

impl CustomLayout for Nowhere {
    fn extent(&self, _: &Room) -> f64 {
        let _ = &self.0;
        0.0
    }

    fn items(&self, _: &Room, _: Range<f64>) -> Range<usize> {
        0..0
    }

    fn frame(&self, _: &Room, _: usize) -> Rect {
        Rect::default()
    }
}

#[test]
fn a_custom_layout_is_dropped_once_whether_or_not_it_is_measured() {
    let list = sections_of(&[2, 2]);
    let screen = list.screen().unwrap();
    let mut views = [(); 2].map(|()| view_of(&screen, ViewOptions::new()));
    let sections = [0, 1].map(|at| list.section_at(at).unwrap());
    let drops = [(); 2].map(|()| Rc::new(Cell::new(0)));
    let count = || drops.each_ref().map(|drops| drops.get());
    let measured = Dropped(drops[1].clone());
    let plain = SectionLayout::custom(Nowhere(Dropped(drops[0].clone())));
    let layout = plain.clone().measured_by(move |_| {
        let _ = &measured;
        Some(Size::new(0.0, 9.0))
    });
    views[0].set_layout(Some(sections[0]), Some(&plain)).unwrap();
    for view in &views {
        view.set_layout(Some(sections[1]), Some(&layout)).unwrap();
    }
    drop((plain, layout));
    for view in &mut views {
        view.set_size(100.0, 100.0).unwrap();
        view.layout().unwrap();
    }
    assert_eq!(views[0].frame(Target::List).unwrap().height, 22.0 + 22.0 + 9.0 + 9.0);
    views[1].set_layout(Some(sections[1]), None).unwrap();
    assert_eq!(count(), [0, 0]);
    views[0].set_layout(Some(sections[1]), None).unwrap();
    assert_eq!(count(), [0, 1]);
    drop(views);
    assert_eq!(count(), [1, 1]);
}

#[test]
fn a_function_of_two_views_lives_as_long_as_both() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let (one, two) = (view_of(&screen, ViewOptions::new()), view_of(&screen, ViewOptions::new()));
    let (layout, drops) = counted();
    one.set_layout(None, Some(&layout)).unwrap();
    two.set_layout(None, Some(&layout)).unwrap();
    drop((layout, one));
    assert_eq!(drops.get(), 0);
    let mut two = two;
    assert_eq!(spans(&two.layout().unwrap())[1], (1, 9.0, 18.0));
    drop(two);
    assert_eq!(drops.get(), 1);
}

#[test]
fn a_function_that_was_refused_is_dropped_with_its_layout() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let view = view_of(&screen, ViewOptions::new());
    let (layout, drops) = counted();
    let layout = layout.line_spacing(-1.0);
    assert!(view.set_layout(None, Some(&layout)).is_err());
    assert_eq!(drops.get(), 0);
    drop(layout);
    assert_eq!(drops.get(), 1);
    drop(view);
    assert_eq!(drops.get(), 1);
}

#[test]
fn a_function_of_a_section_that_has_gone_is_dropped_once() {
    let list = sections_of(&[2, 2]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let section = list.section_at(1).unwrap();
    let (layout, drops) = counted();
    view.set_layout(Some(section), Some(&layout)).unwrap();
    drop(layout);
    view.layout().unwrap();
    let mut edit = list.edit().unwrap();
    edit.delete_sections(&[section]).unwrap();
    edit.commit().unwrap();
    view.layout().unwrap();
    drop(view);
    assert_eq!(drops.get(), 1);
}

#[test]
fn a_function_that_panics_when_it_is_dropped_comes_out_of_the_call() {
    struct Grenade;
    impl Drop for Grenade {
        fn drop(&mut self) {
            panic!("drop of a function");
        }
    }
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let grenade = Grenade;
    let measure = move |_: &Measured<'_, u64>| {
        let _ = &grenade;
        None
    };
    view.set_layout(None, Some(&SectionLayout::list().measured_by(measure))).unwrap();
    let other = SectionLayout::list().item(fixed(10.0));
    assert_eq!(panic_of(|| view.set_layout(None, Some(&other))), "drop of a function");
    assert_eq!(spans(&view.layout().unwrap())[1], (1, 10.0, 20.0));
}

#[test]
fn a_scene_outlives_its_screen_and_its_list() {
    let list = list_of(7..9);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let handle = view.handle();
    let (layout, drops) = counted();
    view.set_layout(None, Some(&layout)).unwrap();
    drop(layout);
    let scene = view.layout().unwrap();
    drop(screen);
    // The view is in the way of another screen.
    assert_eq!(list.screen().unwrap_err().status(), Status::Busy);
    drop(list);
    assert_eq!(numbers(&scene), [7, 8]);
    assert_eq!(scene.with_cell(&scene.place(1).unwrap(), |shown| *shown).unwrap(), 8);
    assert_eq!(scene.find_at(1.0, 1.0, false).unwrap_err().status(), Status::Handle);
    assert_eq!(view.layout().unwrap_err().status(), Status::Handle);
    assert_eq!(view.set_size(1.0, 1.0).unwrap_err().status(), Status::Handle);
    assert_eq!(handle.set_sizes([]).unwrap_err().status(), Status::Handle);
    assert_eq!(drops.get(), 0);
    drop(view);
    assert_eq!(drops.get(), 1);
}

#[test]
fn the_list_has_another_screen_once_the_views_have_gone() {
    let list: List<u64> = list_of(0..3);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let handle = view.handle();
    view.layout().unwrap();
    drop(view);
    assert_eq!(handle.scroll(1.0, iqlist::Scroll::BY).unwrap_err().status(), Status::Handle);
    let view = view_of(&screen, ViewOptions::new());
    drop(screen);
    drop(view);
    let screen = list.screen().unwrap();
    assert_eq!(numbers(&view_of(&screen, ViewOptions::new()).layout().unwrap()), [0, 1, 2]);
    assert_eq!(list.info().unwrap().views, 0);
}

#[test]
fn previous_places_lend_no_models_of_cells_that_were_given_back() {
    for polls in [false, true] {
        let list = list_of(0..100);
        let screen = list.screen().unwrap();
        let mut view = view_of(&screen, ViewOptions::new());
        view.layout().unwrap();
        let item = list.item_at(0).unwrap();
        let cell = view.take_cell(Target::Item(item)).unwrap().cell.unwrap();
        for offset in [300.0, 600.0, 900.0] {
            view.scroll(offset, iqlist::Scroll::TO).unwrap();
            view.layout().unwrap();
        }
        list.silently().set_items(&rows(1..100)).unwrap();
        view.give_cell(cell).unwrap();
        if polls {
            assert!(screen.events().all(|event| event.is_ok()));
        }
        let scene = view.layout().unwrap();
        assert!(screen.events().all(|event| event.is_ok()));
        assert!(
            scene.previous().len() > 5
                && scene.previous().all(|place| place.model().is_none() == place.other().is_none())
        );
        for place in scene.previous().filter(|place| place.other().is_none()) {
            assert!(scene.with_cell(&place, |shown| *shown).is_ok_and(|shown| shown < 100));
        }
    }
}

#[test]
fn a_list_has_no_other_screen_before_the_views_of_the_last_one_are_dropped() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let (mut first, second) = (view_of(&screen, ViewOptions::new()), view_of(&screen, ViewOptions::new()));
    first.layout().unwrap();
    let taken = list.screen().map(drop).unwrap_err();
    assert_eq!((taken.status(), taken.to_string().contains("has a screen")), (Status::Busy, true), "{taken}");
    drop(screen);
    let says_why = |error: iqlist::Error| {
        let why = error.to_string();
        assert_eq!((error.status(), why.contains("drop these first")), (Status::Busy, true), "{why}");
    };
    for view in [first, second] {
        says_why(list.screen().map(drop).unwrap_err());
        says_why(list.poll().map(drop).unwrap_err());
        assert_eq!(view.dump().unwrap_err().status(), Status::Handle);
        drop(view);
    }
    assert!(list.poll().unwrap().is_none());
    let screen = list.screen().unwrap();
    assert_eq!(view_of(&screen, ViewOptions::new()).layout().unwrap().places().len(), 3);
}
