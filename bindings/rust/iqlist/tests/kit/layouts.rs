//! Layouts: what sections and the list say, widths that become columns, sizing objects; with the numbers of the documents.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::Arc;

use crate::scenes::*;
use crate::support::{seeds, Alive, Counted, Random};
use iqlist::kit::*;
use iqlist::{Insets, Kind, Length, PlaceFlags, Scroll, Size, SizeRule, Status, Target, ViewOptions};

const PHONE: (f64, f64) = (320.0, 568.0);

#[test]
fn half_the_width_and_the_full_height_are_two_columns() {
    let half = wide(Length::Relative(0.5), Length::Relative(1.0));
    let driver = laid_out(Layout::new().item(half), PHONE, [tiles(5)]);
    assert_eq!(frames(&driver), [(0.0, 0.0, 160.0, 568.0), (160.0, 0.0, 160.0, 568.0)]);
    assert_eq!(content(&driver), 1704.0);
}

#[test]
fn a_height_of_44_for_each_item_and_headers_and_footers_of_20() {
    let layout = || Layout::new().item(fixed(44.0)).header(fixed(20.0)).footer(fixed(20.0));
    let driver = laid_out(layout(), PHONE, [tiles(7)]);
    assert_eq!(content(&driver), 308.0);
    assert!(frames(&driver).iter().all(|frame| (frame.2, frame.3) == (320.0, 44.0)));
    driver.update([tiles(7).header("header").footer("footer")]).unwrap();
    assert_eq!(content(&driver), 348.0);
    // By the section alone, in a list that says nothing.
    let driver =
        laid_out(Layout::new(), PHONE, [tiles(7).layout(layout()).header("header").footer("footer")]);
    assert_eq!(content(&driver), 348.0);
    assert_eq!(element(&driver, 0, Kind::FOOTER).map(|frame| frame.y), Some(328.0));
}

#[test]
fn a_header_of_30_three_cells_of_100_and_a_footer_of_50() {
    let layout = Layout::new().item(fixed(100.0)).header(fixed(30.0)).footer(fixed(50.0));
    let driver = laid_out(layout, PHONE, [tiles(3).header("header").footer("footer")]);
    assert_eq!(content(&driver), 380.0);
}

#[test]
fn a_grid_has_the_numbers_of_the_document() {
    let sized = |layout: Layout, width| {
        let driver = laid_out(layout, (width, 568.0), [tiles(7)]);
        let first = frames(&driver)[0];
        ((first.0, first.2, first.3), content(&driver))
    };
    assert_eq!(sized(Layout::grid_of(4), 320.0), ((0.0, 80.0, 80.0), 160.0));
    let padded = || Layout::grid_of(4).horizontal_padding(10.0).item_spacing(5.0);
    assert_eq!(sized(padded(), 375.0), ((10.0, 85.0, 85.0), 170.0));
    assert_eq!(sized(padded().additional_height(20.0), 375.0), ((10.0, 85.0, 105.0), 210.0));
    assert_eq!(sized(padded().aspect_ratio(1.5), 375.0).0, (10.0, 85.0, 56.6669921875));
    // In whichever order.
    let both = || Layout::grid_of(4).horizontal_padding(10.0).item_spacing(5.0);
    let heights =
        [both().additional_height(20.0).aspect_ratio(2.0), both().aspect_ratio(2.0).additional_height(20.0)];
    for layout in heights {
        assert_eq!(sized(layout, 375.0).0, (10.0, 85.0, 62.5));
    }
}

#[test]
fn a_width_that_does_not_fill_the_row_leaves_the_rest_between_the_columns() {
    let hundred =
        |spacing| Layout::new().item(wide(Length::Fixed(100.0), Length::Fixed(50.0))).item_spacing(spacing);
    let columns = |layout: Layout, width| {
        let driver = laid_out(layout, (width, 90.0), [tiles(4)]);
        frames(&driver).iter().map(|frame| (frame.0, frame.1, frame.2)).collect::<Vec<_>>()
    };
    let row = [(0.0, 0.0, 100.0), (110.0, 0.0, 100.0), (220.0, 0.0, 100.0), (0.0, 50.0, 100.0)];
    assert_eq!(columns(hundred(0.0), 320.0), row);
    // With 11 between them three do not fit.
    assert_eq!(columns(hundred(11.0), 320.0)[..2], [(0.0, 0.0, 100.0), (220.0, 0.0, 100.0)]);
    assert_eq!(columns(hundred(10.0), 320.0), row);
    // One: it takes that width at the leading side.
    assert_eq!(columns(hundred(0.0), 199.0)[..2], [(0.0, 0.0, 100.0), (0.0, 50.0, 100.0)]);
    assert_eq!(columns(hundred(0.0), 80.0)[0], (0.0, 0.0, 80.0));
    // Columns that are given win.
    assert_eq!(columns(hundred(0.0).columns(2), 320.0)[..2], [(0.0, 0.0, 160.0), (160.0, 0.0, 160.0)]);
    // From right to left the leading side is at the right.
    let builder = Driver::builder().layout(hundred(0.0)).view_options(ViewOptions::new().right_to_left());
    let driver = crate::scenes::sized(builder, (150.0, 90.0), [tiles(1)]);
    assert_eq!(frames(&driver), [(50.0, 0.0, 100.0, 50.0)]);
}

#[test]
fn a_height_by_the_width_follows_the_width_of_the_cell() {
    let photo = |width| Layout::new().item(wide(Length::Fixed(width), Length::Aspect(2.0)));
    assert_eq!(frames(&laid_out(photo(200.0), PHONE, [tiles(1)])), [(0.0, 0.0, 200.0, 100.0)]);
    assert_eq!(frames(&laid_out(photo(160.0), PHONE, [tiles(1)])), [(0.0, 0.0, 160.0, 80.0)]);
    // And a width by the height.
    let tall = Layout::new().item(wide(Length::Aspect(0.5), Length::Fixed(100.0)));
    let driver = laid_out(tall, PHONE, [tiles(7)]);
    assert_eq!(frames(&driver)[1], (54.0, 0.0, 50.0, 100.0));
    assert_eq!(content(&driver), 200.0);
}

#[test]
fn in_a_horizontal_view_the_height_gives_the_rows() {
    let rule = wide(Length::Fixed(60.0), Length::Relative(0.5));
    let builder =
        Driver::builder().layout(Layout::new().item(rule)).view_options(ViewOptions::new().horizontal());
    let driver = sized(builder, (320.0, 200.0), [tiles(5)]);
    assert_eq!(
        frames(&driver)[..3],
        [(0.0, 0.0, 60.0, 100.0), (0.0, 100.0, 60.0, 100.0), (60.0, 0.0, 60.0, 100.0)]
    );
    assert_eq!(driver.layout().unwrap().content().width, 180.0);
}

#[test]
fn columns_by_width_are_those_of_the_formula() {
    seeds(300, |seed| {
        let mut random = Random(seed);
        let whole = |random: &mut Random, most| random.below(most) as f64;
        let (room, width) = (1.0 + whole(&mut random, 600), 1.0 + whole(&mut random, 200));
        let (spacing, padding) = (whole(&mut random, 20), whole(&mut random, 30));
        let layout =
            Layout::new().item(wide(Length::Fixed(width), Length::Fixed(10.0))).item_spacing(spacing);
        let layout = layout.insets(Insets { leading: padding, trailing: padding, ..Insets::NONE });
        let driver = laid_out(layout, (room, 1000.0), [tiles(150)]);
        let inner = (room - 2.0 * padding).max(0.0);
        let expected = ((inner + spacing) / (width + spacing)).floor().clamp(1.0, 64.0) as usize;
        let frames = frames(&driver);
        if inner == 0.0 {
            return;
        }
        let row: Vec<_> = frames.iter().filter(|frame| frame.1 == 0.0).collect();
        assert_eq!(row.len(), expected.min(150), "{room} {width} {spacing} {padding}");
        assert!(row.iter().all(|frame| frame.2 == width.min(inner)), "{row:?}");
        assert_eq!(row[0].0, padding);
        if expected > 1 {
            let end = row[row.len() - 1].0 + width;
            let gap = row[1].0 - row[0].0 - width;
            assert!((room - padding - end).abs() < 64.0 / 1024.0, "{row:?} ends at {end}");
            assert!(gap + 1.0 / 1024.0 >= spacing, "{gap} of {spacing}");
        }
    });
}

#[test]
fn what_a_section_leaves_out_is_the_lists() {
    let list = Layout::new()
        .item(fixed(40.0))
        .header(fixed(30.0))
        .footer(fixed(25.0))
        .insets(Insets::all(4.0))
        .line_spacing(2.0)
        .sticky_header(true);
    let own = Layout::new().item(fixed(10.0)).line_spacing(0.0);
    let sections =
        [tiles(3).header("a").footer("b"), Section::new("own", (10..13).map(Tile)).header("c").layout(own)];
    let driver = laid_out(list, (100.0, 1000.0), sections);
    assert_eq!(content(&driver), (30.0 + 8.0 + 3.0 * 40.0 + 4.0 + 25.0) + (30.0 + 8.0 + 3.0 * 10.0));
    assert_eq!(frames(&driver)[3], (4.0, 221.0, 92.0, 10.0));
    // Another layout of the section comes with an update, and is no change of the list.
    let of = |first: Layout, own: Layout| {
        let own = Section::new("own", (10..13).map(Tile)).header("c").layout(own);
        [tiles(3).header("a").footer("b").layout(first), own]
    };
    driver.update(of(Layout::new(), Layout::new())).unwrap();
    assert_eq!(content(&driver), (30.0 + 8.0 + 3.0 * 40.0 + 4.0 + 25.0) + (30.0 + 8.0 + 3.0 * 40.0 + 4.0));
    let changes = driver.update(of(Layout::new().columns(3), Layout::new())).unwrap();
    assert!(changes.unwrap().batch().unwrap().is_empty());
    assert_eq!(content(&driver), (30.0 + 8.0 + 40.0 + 25.0) + (30.0 + 8.0 + 3.0 * 40.0 + 4.0));
    // And of the list.
    driver.set_default_layout(Layout::new().item(fixed(7.0))).unwrap();
    let sizes = frames(&driver);
    assert!(sizes.iter().all(|frame| frame.3 == 7.0), "{sizes:?}");
}

#[test]
fn a_sizing_object_is_asked_for_each_window() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = asked.clone();
    let halves = move |window: Size| {
        count.fetch_add(1, SeqCst);
        SizeRule { indent: 8.0, ..fixed(window.height / 2.0) }
    };
    let driver = Driver::builder().layout(Layout::new().item(halves)).build([tiles(3)]).unwrap();
    // Without a window.
    driver.layout().unwrap();
    assert!(asked.swap(0, SeqCst) > 0);
    driver.set_size(100.0, 60.0).unwrap();
    assert_eq!(frames(&driver), [(8.0, 0.0, 92.0, 30.0), (8.0, 30.0, 92.0, 30.0)]);
    assert!(asked.swap(0, SeqCst) > 0);
    driver.layout().unwrap();
    driver.set_size(100.0, 60.0).unwrap();
    driver.layout().unwrap();
    assert_eq!(asked.load(SeqCst), 0, "nothing has changed");
    driver.set_size(100.0, 80.0).unwrap();
    assert_eq!(frames(&driver)[1], (8.0, 40.0, 92.0, 40.0));
}

#[test]
fn a_sizing_object_that_panics_is_asked_again() {
    let driver = laid_out(
        Layout::new().item(|window: Size| {
            assert!(window.height > 50.0, "too low");
            fixed(20.0)
        }),
        (100.0, 40.0),
        [tiles(3)],
    );
    for _ in 0..2 {
        assert_eq!(panic_of(|| driver.layout().map(drop)).as_deref(), Some("too low"));
    }
    driver.set_size(100.0, 60.0).unwrap();
    assert_eq!(content(&driver), 60.0);
}

#[test]
fn a_layout_that_the_view_refuses_is_told() {
    for (layout, status) in [
        (Layout::new().columns(65), Status::Argument),
        (Layout::new().line_spacing(-1.0), Status::Range),
        (Layout::new().item(fixed(f64::NAN)), Status::Range),
    ] {
        let driver = laid_out(layout.clone(), PHONE, [tiles(3)]);
        assert_eq!(driver.layout().unwrap_err().status(), status, "{layout:?}");
        driver.set_default_layout(Layout::new().item(fixed(10.0))).unwrap();
        assert_eq!(content(&driver), 30.0);
        driver.update([tiles(3).layout(layout)]).unwrap();
        assert_eq!(driver.layout().unwrap_err().status(), status);
        driver.update([tiles(2)]).unwrap();
        assert_eq!(content(&driver), 20.0);
    }
}

#[test]
fn sticky_headers_are_pushed_out_by_the_next_one() {
    let section = |key: u64| Section::new(key, (0..10).map(|at| Tile(100 * key + at))).header("header");
    let layout = Layout::new().item(fixed(44.0)).header(fixed(30.0)).sticky_header(true);
    let driver = laid_out(layout, PHONE, (0..4).map(section));
    let natural = |at: usize| at as f64 * (30.0 + 440.0);
    for offset in [0.0, 1.0, 200.0, 439.0, 440.0, 455.0, 470.0, 600.0] {
        driver.scroll(offset, Scroll::TO).unwrap();
        let scene = driver.layout().unwrap();
        for at in 0..4 {
            let section = driver.list().section_at(at).unwrap();
            let Some(place) = scene.find(Target::Element(section, Kind::HEADER, 0)) else { continue };
            let expected = natural(at).max(offset.min(natural(at + 1) - 30.0));
            assert_eq!(place.frame.y + offset, expected, "header {at} at {offset}");
            assert_eq!(place.natural + offset, natural(at));
            assert_eq!(place.has(PlaceFlags::STUCK), expected != natural(at));
        }
    }
}

#[test]
fn a_driver_without_a_layout_says_what_to_do() {
    let driver = Driver::new([tiles(3)]).unwrap();
    let errors = [
        driver.layout().map(drop),
        driver.set_size(1.0, 1.0),
        driver.scroll(1.0, Scroll::TO),
        driver.scroll_to(Target::List),
        driver.scroll_position().map(drop),
        driver.set_default_layout(Layout::new()),
        driver.set_sizes([]),
        driver.auto_scroll(0.0, 0.0, 1.0).map(drop),
        driver.frame(Target::List).map(drop),
        driver.invalidate_sizes(),
        driver.set_view_options(ViewOptions::new()),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!(error.status(), Status::State);
        assert!(error.to_string().contains("DriverBuilder::layout"), "{error}");
    }
    let error = laid_out(Layout::new(), PHONE, [tiles(3)]).show(0..2, 0).unwrap_err();
    assert!(error.status() == Status::State && error.to_string().contains("lay it out"), "{error}");
}

#[test]
fn options_of_the_view_alone_lay_it_out_too() {
    let options = ViewOptions::new().grain(1.0).insets(Insets { top: 2.0, ..Insets::NONE });
    let driver = sized(Driver::builder().view_options(options).bind_edges(), (80.0, 24.0), [tiles(3)]);
    driver.set_default_layout(Layout::new().item(fixed(1.25))).unwrap();
    assert_eq!(frames(&driver), [(0.0, 2.0, 80.0, 1.0), (0.0, 3.0, 80.0, 1.0), (0.0, 4.0, 80.0, 1.0)]);
    driver.set_view_options(ViewOptions::new()).unwrap();
    assert_eq!(frames(&driver)[1], (0.0, 1.25, 80.0, 1.25));
}

#[test]
fn with_the_driver_goes_all_that_it_was_given() {
    struct Held(Alive, Counted);
    impl Coordinator for Held {
        fn on_visible_fraction(&self, _: &RoutedEvent<'_>) -> Route {
            assert!(self.0.count() > 0 && self.1.number == 0);
            Route::Handled
        }
    }
    impl Feature for Held {}
    struct Item(Counted);
    impl PartialEq for Item {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl CellViewModel for Item {
        type Cell = Option<Alive>;
        fn id(&self) -> iqlist::Key {
            self.0.number.into()
        }
        fn configure(&self, _: &mut Option<Alive>) {}
        fn size(&self, window: Size) -> Option<SizeRule> {
            (self.0.number % 2 == 0).then(|| fixed(window.height / 5.0))
        }
        fn fitting_size(&self, _: &mut Option<Alive>, room: Size) -> Option<Size> {
            Some(Size::new(room.width, 30.0))
        }
    }
    let alive = Alive::default();
    let held = || Held(alive.clone(), alive.model(0));
    let sizing = |number| {
        let holding = alive.holding(number);
        move |_: Size| fixed(20.0 + holding() as f64)
    };
    let section = |first: u64| {
        let items = (first..first + 8).map(|number| Item(alive.model(number)));
        Section::new("all", items).layout(Layout::new().header(sizing(1)).item(sizing(2))).header("header")
    };
    let builder =
        Driver::builder().layout(Layout::new().footer(sizing(3))).coordinator(held()).feature(held());
    let driver = sized(builder, PHONE, [section(1)]);
    for first in [1, 4, 20] {
        driver.update([section(first)]).unwrap();
        driver.layout().unwrap();
        driver.poll().unwrap();
    }
    driver.set_default_layout(Layout::new().footer(sizing(4))).unwrap();
    driver.set_coordinator(held());
    driver.layout().unwrap();
    driver.poll().unwrap();
    assert!(alive.count() > 10);
    drop(driver);
    assert_eq!(alive.count(), 0);
}
