//! What is at a point, where things are in the content, and to which item a key leads.

use crate::rows::*;
use iqlist::{
    Direction, Insets, Kind, Measured, Position, Rect, Scroll, SectionLayout, Size, Status, Target,
    ViewOptions,
};

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

#[test]
fn a_range_has_the_items_whose_frames_are_in_it() {
    let list = sections_of(&[30, 0, 17]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    // A width and a length of its own for each item.
    let uneven = |asked: &Measured<'_, u64>| {
        let number = asked.model? % 100;
        Some(Size::new((10 + number * 7 % 23) as f64, (3 + number * 5 % 11) as f64))
    };
    let gaps =
        |layout: SectionLayout<u64>| layout.line_spacing(4.0).header(fixed(6.0)).insets(Insets::all(2.0));
    let kinds =
        [SectionLayout::list(), SectionLayout::grid(3), SectionLayout::flow(), SectionLayout::lanes(3)];
    for (kind, layout) in kinds.into_iter().enumerate() {
        view.set_layout(None, Some(&gaps(layout.measured_by(uneven)))).unwrap();
        let content = view.frame(Target::List).unwrap().height;
        for offset in (0..content as u32).step_by(40) {
            view.scroll(f64::from(offset), Scroll::TO).unwrap();
            view.layout().unwrap();
        }
        let frames = list.items(..).unwrap().into_iter().map(|item| view.frame(Target::Item(item)).unwrap());
        let frames: Vec<_> = frames.collect();
        let content = view.frame(Target::List).unwrap().height as i32;
        for (start, length) in (-5..content + 5).step_by(3).flat_map(|start| [1, 9, 70].map(|it| (start, it)))
        {
            let (start, end) = (f64::from(start), f64::from(start + length));
            let shown = (0..frames.len())
                .filter(|&at| frames[at].y < end && frames[at].y + frames[at].height > start);
            // Without any, what follows; in lanes the order says nothing of that.
            let next = frames.iter().position(|frame| frame.y >= end).unwrap_or(frames.len());
            let wanted =
                shown.clone().min().zip(shown.max()).map_or(next..next, |(first, last)| first..last + 1);
            assert_eq!(view.find_range(start..end).unwrap(), wanted, "{start} to {end}, layout {kind}");
        }
    }
    assert!(view.find_range(5.0..5.0).unwrap().is_empty());
    for (start, end) in [(5.0, 4.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        assert_eq!(view.find_range(start..end).unwrap_err().status(), Status::Range);
    }
}

#[test]
fn a_range_is_measured_by_nobody() {
    let list = list_of(0..1_000);
    let screen = list.screen().unwrap();
    let view = view_of(&screen, ViewOptions::new());
    let asks = |_: &Measured<'_, u64>| -> Option<Size> { panic!("it is measured") };
    view.set_layout(None, Some(&SectionLayout::list().measured_by(asks))).unwrap();
    // 44 are assumed.
    assert_eq!(view.find_range(43.0..1e5).unwrap(), 0..1_000);
    assert_eq!(view.find_range(44.0..89.0).unwrap(), 1..3);
}
