//! What is at a point, where things are in the content, and to which item a key leads.

use crate::rows::*;
use iqlist::{Direction, Kind, Position, Rect, Scroll, SectionLayout, Status, Target, ViewOptions};

#[test]
fn a_point_tells_what_is_there_and_where_a_drop_goes() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_layout(None, Some(&SectionLayout::list().item(fixed(10.0)).line_spacing(4.0))).unwrap();
    let scene = view.layout().unwrap();
    let hit = scene.find_at(50.0, 16.0, false).unwrap().unwrap();
    assert_eq!((hit.place, hit.target), (1, Target::Item(list.item_at(1).unwrap())));
    assert_eq!((hit.insertion, hit.mark), (Position::new(0, 1), Rect::new(0.0, 10.0, 100.0, 4.0)));
    let hit = scene.find_at(50.0, 23.0, false).unwrap().unwrap();
    assert_eq!((hit.place, hit.insertion), (1, Position::new(0, 2)));
    assert_eq!(hit.mark, Rect::new(0.0, 24.0, 100.0, 4.0));
    // Between two, and behind the last one.
    assert_eq!(scene.find_at(50.0, 11.0, false).unwrap(), None);
    assert_eq!(scene.find_at(50.0, 11.0, true).unwrap().map(|hit| hit.place), Some(0));
    let hit = view.find_at(50.0, 49.0, true).unwrap().unwrap();
    assert_eq!((hit.place, hit.insertion), (2, Position::new(0, 3)));
    assert_eq!(hit.mark, Rect::new(0.0, 38.0, 100.0, 0.0));
    assert_eq!(view.find_at(f64::NAN, 0.0, true).unwrap_err().status(), Status::Range);
    let nothing = list_of([]);
    let screen = nothing.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    assert_eq!(view.layout().unwrap().find_at(1.0, 1.0, true).unwrap(), None);
}

#[test]
fn what_is_stuck_is_above_what_is_below_it() {
    let list = sections_of(&[20]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let sticky = SectionLayout::list().item(fixed(10.0)).header(fixed(6.0)).sticky_header();
    view.set_layout(None, Some(&sticky)).unwrap();
    view.scroll(33.0, Scroll::TO).unwrap();
    let scene = view.layout().unwrap();
    let hit = scene.find_at(1.0, 1.0, false).unwrap().unwrap();
    let section = list.section_at(0).unwrap();
    assert_eq!(hit.target, Target::Element(section, Kind::HEADER, 0));
    assert_eq!((scene.place(hit.place).unwrap().model(), hit.insertion), (Some(&1_000), Position::new(0, 3)));
}

#[test]
fn frames_are_of_the_content_in_view_or_not() {
    let list = sections_of(&[3, 4]);
    let screen = list.screen().unwrap();
    let view = view_of(&screen, ViewOptions::new());
    let section = list.section_at(1).unwrap();
    let layout = SectionLayout::list().item(fixed(10.0)).header(fixed(6.0)).footer(fixed(2.0));
    view.set_layout(None, Some(&layout)).unwrap();
    let at = |target| view.frame(target).map(|frame| (frame.y, frame.height));
    assert_eq!(at(Target::List).unwrap(), (0.0, 86.0));
    assert_eq!(at(Target::Section(section)).unwrap(), (38.0, 48.0));
    assert_eq!(at(Target::Element(section, Kind::HEADER, 0)).unwrap(), (38.0, 6.0));
    assert_eq!(at(Target::Item(list.item_at(6).unwrap())).unwrap(), (74.0, 10.0));
    assert_eq!(at(Target::Element(section, Kind::HEADER, 5)).unwrap_err().status(), Status::NotFound);
}

#[test]
fn keys_lead_over_rows_and_sections() {
    use Direction::*;
    let list = sections_of(&[5, 4]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_layout(None, Some(&SectionLayout::grid(3).item(fixed(10.0)))).unwrap();
    view.layout().unwrap();
    // 0 1 2 | 3 4 || 100 101 102 | 103
    let from = |view: &NumberView, index: usize, direction| {
        let found = view.neighbour(list.item_at(index).unwrap(), direction).unwrap();
        found.map(|item| list.item_info(item).unwrap().index)
    };
    assert_eq!([Left, Right, Up, Down].map(|it| from(&view, 1, it)), [Some(0), Some(2), None, Some(4)]);
    assert_eq!([Left, Right, Up, Down].map(|it| from(&view, 3, it)), [None, Some(4), Some(0), Some(5)]);
    assert_eq!([Up, Down].map(|it| from(&view, 2, it)), [None, Some(4)]);
    assert_eq!([Up, Down].map(|it| from(&view, 8, it)), [Some(5), None]);
    view.set_options(ViewOptions::new().right_to_left().grain(1.0)).unwrap();
    assert_eq!([Left, Right].map(|it| from(&view, 1, it)), [Some(2), Some(0)]);
    view.set_options(ViewOptions::new().grain(1.0)).unwrap();
    view.set_layout(None, Some(&SectionLayout::list().item(fixed(10.0)))).unwrap();
    list.set_items(&rows(0..100)).unwrap();
    view.layout().unwrap();
    assert_eq!([PageDown, PageUp].map(|it| from(&view, 20, it)), [Some(24), Some(16)]);
}
