//! Where things are in a scene, and what is different from the one before.

use crate::rows::*;
use iqlist::{
    EventKind, Insets, Key, Kind, Length, List, PlaceFlags, Position, Rect, Row, Scroll, SectionLayout, Size,
    SizeRule, States, Supplementary, Target, ViewOptions,
};

#[test]
fn a_list_has_its_items_one_below_the_other() {
    let list = list_of(0..100);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene)[..2], [(0, 0.0, 10.0), (1, 10.0, 20.0)]);
    assert_eq!((numbers(&scene).len(), scene.visible(), scene.items()), (5, 0..5, 100));
    assert_eq!(scene.content(), Size::new(100.0, 1_000.0));
    assert_eq!((scene.minimum(), scene.maximum(), scene.offset()), (0.0, 950.0, 0.0));
    assert!(scene.is_at_start() && !scene.is_at_end() && scene.is_changed() && !scene.is_to_be_measured());
    assert_eq!(scene.version(), list.info().unwrap().version);
    let first = scene.place(0).unwrap();
    assert_eq!(first.target(), Target::Item(list.item_at(0).unwrap()));
    assert_eq!((first.position(), first.index(), first.level()), (Some(Position::new(0, 0)), Some(0), 0));
    assert_eq!((first.frame(), first.natural()), (Rect::new(0.0, 0.0, 100.0, 10.0), 0.0));
    assert_eq!((first.item(), first.section(), first.other()), (list.item_at(0).ok(), None, None));
    assert_eq!(first.flags(), PlaceFlags::NEW | PlaceFlags::BOUND | PlaceFlags::FIRST);
    assert_eq!(scene.with_cell(&first, |shown| *shown).unwrap(), 0);
    assert!(first.class().is_some() && scene.place(5).is_none());
    // From both ends, and as often as one likes.
    let mut places = scene.places();
    assert_eq!((places.next_back().unwrap().index(), places.len()), (Some(4), 4));
    assert_eq!(places.clone().count(), 4);
    view.scroll(1e9, Scroll::TO | Scroll::CLAMP).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!((scene.offset(), scene.visible()), (950.0, 95..100));
    assert!(scene.is_scrolled() && scene.is_at_end());
    assert!(scene.places().last().unwrap().has(PlaceFlags::LAST));
}

#[test]
fn a_grid_has_columns_and_rows_as_high_as_their_highest_item() {
    let list = list_of(0..7);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let grid = SectionLayout::grid(3)
        .item(SizeRule::height(Length::Aspect(2.0)))
        .insets(Insets { top: 3.0, leading: 4.0, bottom: 0.0, trailing: 5.0 })
        .line_spacing(1.0)
        .item_spacing(2.0);
    view.set_layout(None, Some(&grid)).unwrap();
    // A column is floor((100 - 9 - 4) / 3) = 29 wide, and 14.5, rounded 15, high.
    let frames = |view: &mut NumberView| -> Vec<Rect> {
        view.layout().unwrap().places().map(|place| place.frame()).collect()
    };
    let at = |x: f64, y: f64| Rect::new(x, y, 29.0, 15.0);
    let lines = [at(4.0, 3.0), at(35.0, 3.0), at(66.0, 3.0), at(4.0, 19.0), at(35.0, 19.0), at(66.0, 19.0)];
    assert_eq!(frames(&mut view), [&lines[..], &[at(4.0, 35.0)]].concat());
    // A row is as high as its highest item, and an item that is wider than a column takes two.
    view.set_sizes([(Target::Item(list.item_at(0).unwrap()), Size::new(1.0, 40.0))]).unwrap();
    assert_eq!(frames(&mut view)[0], Rect::new(4.0, 3.0, 29.0, 40.0));
    assert_eq!(frames(&mut view)[3], at(4.0, 44.0));
    view.set_sizes([(Target::Item(list.item_at(3).unwrap()), Size::new(30.0, 15.0))]).unwrap();
    assert_eq!(frames(&mut view)[3..5], [Rect::new(4.0, 44.0, 60.0, 15.0), at(66.0, 44.0)]);
    view.set_layout(None, None).unwrap();
    assert_eq!(frames(&mut view)[1].y, 40.0);
}

#[test]
fn as_many_columns_or_lanes_as_fit() {
    let list = list_of(0..20);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let rule = |width| SizeRule { width, ..SizeRule::height(Length::Fixed(10.0)) };
    // Where the items of the first row begin, and how wide they are.
    let mut row = |layout: SectionLayout<u64>, width| -> Vec<(f64, f64)> {
        let layout = layout.item(rule(width)).item_spacing(5.0).fit();
        view.set_layout(None, Some(&layout)).unwrap();
        let frames: Vec<_> = view.layout().unwrap().places().map(|place| place.frame()).collect();
        frames.iter().filter(|frame| frame.y == 0.0).map(|frame| (frame.x, frame.width)).collect()
    };
    // 3 x 30 and 2 x 5 are 100.
    let three = [(0.0, 30.0), (35.0, 30.0), (70.0, 30.0)];
    for layout in
        [SectionLayout::grid(0), SectionLayout::grid(5), SectionLayout::lanes(0), SectionLayout::lanes(5)]
    {
        assert_eq!(row(layout, Length::Fixed(30.0)), three);
    }
    assert_eq!(row(SectionLayout::grid(0), Length::Auto(22.0)), three);
    assert_eq!(row(SectionLayout::grid(0), Length::Relative(0.31)), [(0.0, 47.0), (52.0, 47.0)]);
    assert_eq!(row(SectionLayout::grid(2), Length::Fixed(30.0)), [(0.0, 47.0), (52.0, 47.0)]);
    assert_eq!(row(SectionLayout::lanes(0), Length::Fixed(300.0)), [(0.0, 100.0)]);
}

#[test]
fn a_flow_has_as_many_items_in_a_line_as_fit() {
    let list = list_of(0..4);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let rule = SizeRule { width: Length::Fixed(30.0), ..SizeRule::height(Length::Fixed(10.0)) };
    let flow = || SectionLayout::flow().item(rule).line_spacing(2.0).item_spacing(10.0);
    let lefts = |view: &mut NumberView, layout| -> Vec<(f64, f64)> {
        view.set_layout(None, Some(&layout)).unwrap();
        view.layout().unwrap().places().map(|place| (place.frame().x, place.frame().y)).collect()
    };
    view.set_sizes([(Target::Item(list.item_at(2).unwrap()), Size::new(1.0, 1.0))]).unwrap();
    assert_eq!(lefts(&mut view, flow()), [(0.0, 0.0), (40.0, 0.0), (0.0, 12.0), (40.0, 12.0)]);
    assert_eq!(lefts(&mut view, flow().centered()), [(15.0, 0.0), (55.0, 0.0), (15.0, 12.0), (55.0, 12.0)]);
    assert_eq!(lefts(&mut view, flow().justified()), [(0.0, 0.0), (70.0, 0.0), (0.0, 12.0), (40.0, 12.0)]);
    view.set_sizes([(Target::Item(list.item_at(2).unwrap()), Size::new(80.0, 20.0))]).unwrap();
    assert_eq!(lefts(&mut view, flow()), [(0.0, 0.0), (40.0, 0.0), (0.0, 12.0), (0.0, 34.0)]);
}

#[test]
fn headers_stick_while_their_section_is_in_view() {
    let list = sections_of(&[5, 5]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let sticky =
        SectionLayout::list().item(fixed(10.0)).header(fixed(6.0)).footer(fixed(4.0)).sticky_header();
    view.set_layout(None, Some(&sticky)).unwrap();
    assert_eq!(spans(&view.layout().unwrap())[0], (1_000, 0.0, 6.0));
    view.scroll(30.0, Scroll::TO).unwrap();
    let scene = view.layout().unwrap();
    let header = scene.places().last().unwrap();
    assert_eq!((header.model(), header.frame().y, header.natural()), (Some(&1_000), 0.0, -30.0));
    assert!(header.has(PlaceFlags::STUCK) && header.position().is_none() && header.index().is_none());
    let section = list.section_at(0).unwrap();
    assert_eq!(header.target(), Target::Element(section, Kind::HEADER, 0));
    assert_eq!((header.item(), header.section()), (None, Some(section)));
    // The end of its section pushes it out: that is at 60.
    view.scroll(58.0, Scroll::TO).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene).last(), Some(&(1_000, -4.0, 2.0)));
    assert!(scene.places().any(|place| place.model() == Some(&1_001) && !place.has(PlaceFlags::STUCK)));
    // A section of its own layout, and then like all again.
    view.set_layout(Some(section), Some(&SectionLayout::list().item(fixed(7.0)).header(fixed(6.0)))).unwrap();
    view.scroll(30.0, Scroll::TO).unwrap();
    let scene = view.layout().unwrap();
    assert!(!scene.places().any(|place| place.has(PlaceFlags::STUCK)));
    assert!(spans(&scene).contains(&(4, 4.0, 11.0)), "{:?}", spans(&scene));
    view.set_layout(Some(section), None).unwrap();
    assert_eq!(view.frame(Target::Section(section)).unwrap(), Rect::new(0.0, 0.0, 100.0, 60.0));
}

#[test]
fn footers_stick_at_the_end_and_elements_of_the_list_where_options_say() {
    let list = sections_of(&[20]);
    let element = |kind, number: u64| Supplementary::new(kind, 0, Row::new(number).model(number));
    list.set_supplementary(&element(Kind::HEADER, 3_000)).unwrap();
    list.set_supplementary(&element(Kind::FOOTER, 4_000)).unwrap();
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new().sticky_header().sticky_footer());
    let layout =
        SectionLayout::list().item(fixed(10.0)).header(fixed(5.0)).footer(fixed(4.0)).sticky_footer();
    view.set_layout(None, Some(&layout)).unwrap();
    view.scroll(60.0, Scroll::TO).unwrap();
    let scene = view.layout().unwrap();
    let stuck = scene.places().filter(|place| place.has(PlaceFlags::STUCK));
    let stuck: Vec<_> = stuck.map(|place| (*place.model().unwrap(), place.frame().y)).collect();
    assert_eq!(stuck, [(2_000, 42.0), (4_000, 46.0), (3_000, 0.0)]);
    assert_eq!(scene.places().last().unwrap().target(), Target::ListElement(Kind::HEADER, 0));
}

#[test]
fn what_comes_near_is_prefetched() {
    let list = list_of(0..100);
    list.set_events(EventKind::PREFETCH | EventKind::WILL_DISPLAY).unwrap();
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new().prefetch(20.0));
    view.layout().unwrap();
    let events: Vec<_> = screen.events().map(|event| event.unwrap()).collect();
    assert!(events.iter().all(|event| event.view == Some(view.id())));
    let near = events.iter().filter(|event| event.kind == EventKind::PREFETCH);
    assert_eq!(near.map(|event| (event.index, event.count)).collect::<Vec<_>>(), [(Some(5), 2)]);
    let shown = events.iter().filter(|event| event.kind == EventKind::WILL_DISPLAY && event.item.is_some());
    assert_eq!(shown.count(), 5);
}

#[test]
fn a_cell_of_a_view_of_another_type_is_not_lent() {
    struct Texts;
    impl iqlist::Cells<u64> for Texts {
        type Cell = String;
        fn create(&self, _: &iqlist::Event<u64>) -> String {
            String::new()
        }
        fn bind(&self, _: &mut String, _: &iqlist::Event<u64>) {}
    }
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let mut other = screen.laid_out_view(Texts, ViewOptions::new()).unwrap();
    let (scene, texts) = (view.layout().unwrap(), other.layout().unwrap());
    let lent = texts.with_cell(&scene.place(0).unwrap(), |text| text.len());
    assert_eq!(lent.unwrap_err().status(), iqlist::Status::NotFound);
}

#[test]
fn from_right_to_left_x_is_mirrored() {
    let list = list_of(0..4);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new().right_to_left());
    let rule = SizeRule { indent: 6.0, ..fixed(10.0) };
    view.set_layout(None, Some(&SectionLayout::grid(2).item(rule).item_spacing(10.0))).unwrap();
    let scene = view.layout().unwrap();
    let frames: Vec<_> = scene.places().map(|place| (place.frame().x, place.frame().width)).collect();
    // Columns are 45 wide; the indent is at the right.
    assert_eq!(frames[..2], [(55.0, 39.0), (0.0, 39.0)]);
    assert_eq!(scene.find_at(90.0, 5.0, false).unwrap().map(|hit| hit.place), Some(0));
}

#[test]
fn a_horizontal_view_scrolls_from_side_to_side() {
    let list = list_of(0..10);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new().horizontal());
    let rule = SizeRule::width(Length::Relative(0.25));
    view.set_layout(None, Some(&SectionLayout::list().item(rule))).unwrap();
    view.scroll(30.0, Scroll::BY).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(scene.content(), Size::new(250.0, 50.0));
    assert_eq!(scene.place(0).unwrap().frame(), Rect::new(-5.0, 0.0, 25.0, 50.0));
    view.set_options(ViewOptions::new().horizontal().right_to_left().grain(1.0)).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(scene.place(0).unwrap().frame(), Rect::new(80.0, 0.0, 25.0, 50.0));
}

#[test]
fn options_are_those_that_are_given() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new().gravity_end());
    assert_eq!(spans(&view.layout().unwrap())[0], (0, 20.0, 30.0));
    let insets = Insets { top: 1.0, leading: 2.0, bottom: 3.0, trailing: 4.0 };
    view.set_options(ViewOptions::new().grain(1.0).insets(insets)).unwrap();
    assert_eq!(view.layout().unwrap().place(0).unwrap().frame(), Rect::new(2.0, 1.0, 94.0, 10.0));
    list.set_items(&rows(0..100)).unwrap();
    view.set_options(ViewOptions::new().grain(1.0).overscan(20.0).end_threshold(30.0)).unwrap();
    view.scroll(925.0, Scroll::TO).unwrap();
    let scene = view.layout().unwrap();
    assert!(scene.is_at_end() && scene.offset() < scene.maximum());
    let outside = scene.places().filter(|place| place.has(PlaceFlags::OUTSIDE)).count();
    assert_eq!((scene.places().len(), outside, scene.visible()), (10, 4, 92..98));
}

#[test]
fn a_dump_says_what_its_documentation_promises() {
    let list = sections_of(&[30, 70]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new().overscan(10.0));
    let sticky = SectionLayout::list().item(fixed(10.0)).header(fixed(8.0)).sticky_header();
    view.set_layout(None, Some(&sticky)).unwrap();
    let second = SectionLayout::list().header(fixed(8.0)).sticky_header();
    view.set_layout(Some(list.section_at(1).unwrap()), Some(&second)).unwrap();
    view.scroll(280.0, Scroll::TO).unwrap();
    view.layout().unwrap();
    let taken = view.take_cell(Target::Item(list.item_at(90).unwrap())).unwrap().cell.unwrap();
    let scene = view.layout().unwrap();
    let mut lines = vec![format!(
        "view: laid out, window 100 x 50, offset {}, content {}, items {}",
        scene.offset(),
        scene.content().height,
        scene.items(),
    )];
    for (number, place) in scene.places().enumerate() {
        let about = match (place.target(), place.position()) {
            (Target::Element(section, kind, index), _) => {
                let at = (0..2).position(|at| list.section_at(at).unwrap() == section).unwrap();
                format!("element {}:{index} of section {at}", if kind == Kind::HEADER { 1 } else { 2 })
            }
            (_, Some(at)) => format!("item {}:{}", at.section, at.item),
            other => panic!("{other:?}"),
        };
        let (cell, frame) = (place.cell().unwrap(), place.frame());
        let mut line = format!("place {number}: {about}, cell {cell}");
        line += &format!(", {} {} {} {}", frame.x, frame.y, frame.width, frame.height);
        let (stuck, outside) = ((PlaceFlags::STUCK, ", stuck"), (PlaceFlags::OUTSIDE, ", outside"));
        for (flag, word) in [stuck, outside, (PlaceFlags::MEASURE, ", to be measured")] {
            line += if place.has(flag) { word } else { "" };
        }
        lines.push(line);
    }
    for word in ["stuck", "outside", "to be measured"] {
        assert!(lines.iter().any(|line| line.contains(word)), "none is {word}");
    }
    let dump = view.dump().unwrap();
    let said: Vec<_> = dump.lines().take(lines.len()).collect();
    assert_eq!(said, lines);
    assert!(dump.lines().skip(lines.len()).all(|line| line.starts_with("cell ")), "{dump}");
    assert!(dump.contains(&format!("cell {taken}: bound, taken")) && dump.contains(": displayed"), "{dump}");
    view.give_cell(taken).unwrap();
}

#[test]
fn a_grid_of_no_columns_is_a_list() {
    let list = list_of(0..4);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    for columns in [0, 1, 2] {
        view.set_layout(None, Some(&SectionLayout::grid(columns).item(fixed(10.0)))).unwrap();
        let (rows, width) = (4.0 / f64::from(columns.max(1)), 100.0 / f64::from(columns.max(1)));
        let scene = view.layout().unwrap();
        assert_eq!(scene.content().height, rows * 10.0, "{columns}");
        assert_eq!(scene.place(0).unwrap().frame().width, width, "{columns}");
    }
    assert!(format!("{:?}", SectionLayout::<u64>::grid(0)).contains("columns: 1"));
    let refused = view.set_layout(None, Some(&SectionLayout::grid(65))).unwrap_err();
    assert_eq!(refused.status(), iqlist::Status::Argument);
}

#[test]
fn each_place_knows_its_counterpart_in_the_other_scene() {
    let list = list_of(0..4);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.layout().unwrap();
    // 1 has gone, 3 comes first, 9 is new, 2 looks different.
    let changed = iqlist::Row::new(2u64).content(77).model(222);
    list.set_items(&[row(3), row(0), changed, row(9)]).unwrap();
    let scene = view.layout().unwrap();
    let now: Vec<_> = scene.places().map(|it| (*it.model().unwrap(), it.other())).collect();
    assert_eq!(now, [(3, Some(3)), (0, Some(0)), (222, Some(2)), (9, None)]);
    // A cell that is bound again has the model of now.
    let before: Vec<_> = scene.previous().map(|it| (it.model().copied(), it.other())).collect();
    assert_eq!(before, [(Some(0), Some(1)), (None, None), (Some(222), Some(2)), (Some(3), Some(0))]);
    let gone = scene.previous().nth(1).unwrap();
    assert!(gone.has(PlaceFlags::GONE) && scene.with_cell(&gone, |shown| *shown).unwrap() == 1);
    let flags: Vec<_> = scene.places().map(|place| place.flags()).collect();
    assert!(
        flags[0].contains(PlaceFlags::MOVED | PlaceFlags::FIRST) && !flags[0].contains(PlaceFlags::BOUND)
    );
    assert!(
        flags[2].contains(PlaceFlags::BOUND) && !flags[2].intersects(PlaceFlags::MOVED | PlaceFlags::NEW)
    );
    assert!(flags[3].contains(PlaceFlags::NEW | PlaceFlags::BOUND | PlaceFlags::LAST));
    // Nothing has changed.
    let scene = view.layout().unwrap();
    assert!(!scene.is_changed() && scene.previous().len() == 4);
    let mut flags = PlaceFlags::NONE;
    scene.places().for_each(|place| flags |= place.flags());
    assert_eq!(flags, PlaceFlags::FIRST | PlaceFlags::LAST);
    // States are of now.
    list.set_states(&[list.item_at(1).unwrap()], States::SELECTED, iqlist::SetStates::ON).unwrap();
    assert_eq!(view.layout().unwrap().place(1).unwrap().states(), States::SELECTED);
}

#[test]
fn what_has_no_class_has_a_place_and_a_number() {
    struct Nothing;
    impl iqlist::Cells<()> for Nothing {
        type Cell = ();
        fn create(&self, _: &iqlist::Event<()>) {}
        fn bind(&self, (): &mut (), _: &iqlist::Event<()>) {}
    }
    let list = List::<()>::new().unwrap();
    list.set_items(&[Key::from(1u64), Key::from(2u64)]).unwrap();
    let screen = list.screen().unwrap();
    let mut view = screen.laid_out_view(Nothing, ViewOptions::new()).unwrap();
    view.set_size(10.0, 100.0).unwrap();
    let scene = view.layout().unwrap();
    let place = scene.place(1).unwrap();
    assert_eq!((place.cell(), place.model(), place.frame().y), (Some(1), None, 44.0));
    assert_eq!(scene.with_cell(&place, |()| ()).unwrap_err().status(), iqlist::Status::NotFound);
}
