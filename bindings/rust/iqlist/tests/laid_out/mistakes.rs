//! What is refused, with which status; and that nothing has changed then.

use std::cell::{Cell, OnceCell, RefCell};

use crate::rows::*;
use iqlist::{
    Anchor, Cells, Event, Insets, Kind, LaidOutView, Length, Result, Scroll, SectionLayout, Size, SizeRule,
    Status, Target, ViewOptions,
};

fn status<T: std::fmt::Debug>(result: Result<T>) -> Status {
    result.unwrap_err().status()
}

#[test]
fn options_and_sizes_out_of_their_ranges() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let view = view_of(&screen, ViewOptions::new());
    let options = |options: ViewOptions| status(view.set_options(options));
    assert_eq!(options(ViewOptions::new().grain(0.3)), Status::Argument);
    assert_eq!(options(ViewOptions::new().overscan(-1.0)), Status::Range);
    assert_eq!(options(ViewOptions::new().insets(Insets::all(f64::NAN))), Status::Range);
    assert_eq!(options(ViewOptions::new().section_spacing(2e6)), Status::Range);
    assert_eq!(options(ViewOptions::new().prefetch(f64::INFINITY)), Status::Range);
    assert_eq!(
        status(screen.laid_out_view(Numbers::default(), ViewOptions::new().grain(3.0))),
        Status::Argument
    );
    assert_eq!(status(view.set_size(-1.0, 5.0)), Status::Range);
    assert_eq!(status(view.set_size(1.0, f64::NAN)), Status::Range);
    let item = Target::Item(list.item_at(0).unwrap());
    let section = Target::Section(list.section_at(0).unwrap());
    let size = Size::new(1.0, 1.0);
    assert_eq!(status(view.set_sizes([(item, size), (item, Size::new(1.0, -2.0))])), Status::Range);
    assert_eq!(status(view.set_sizes([(item, size), (section, size)])), Status::Argument);
    assert_eq!(status(view.set_sizes([(Target::List, size)])), Status::Argument);
    assert_eq!(view.frame(item).unwrap().height, 10.0);
    assert_eq!(status(view.invalidate(2..5)), Status::Range);
    assert_eq!(status(view.invalidate(4..)), Status::Range);
    view.invalidate(1..=2).unwrap();
    view.set_sizes([]).unwrap();
}

#[test]
fn layouts_out_of_their_ranges() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let refused = |layout: SectionLayout<u64>| status(view.set_layout(None, Some(&layout)));
    assert_eq!(refused(SectionLayout::grid(65)), Status::Argument);
    assert_eq!(refused(SectionLayout::list().line_spacing(-1.0)), Status::Range);
    assert_eq!(refused(SectionLayout::list().item_spacing(f64::NAN)), Status::Range);
    for length in [Length::Fixed(-1.0), Length::Relative(f64::NAN), Length::Auto(3e6), Length::Aspect(-2.0)] {
        let rule = SizeRule::height(length);
        assert_eq!(refused(SectionLayout::list().item(rule)), Status::Range, "{length:?}");
        assert_eq!(refused(SectionLayout::list().header(rule)), Status::Range, "{length:?}");
        assert_eq!(refused(SectionLayout::list().footer(rule)), Status::Range, "{length:?}");
        assert_eq!(refused(SectionLayout::list().page(rule)), Status::Range, "{length:?}");
    }
    assert_eq!(spans(&view.layout().unwrap())[1], (1, 10.0, 20.0));
}

#[test]
fn targets_that_are_not_there() {
    let list = sections_of(&[2, 2]);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.layout().unwrap();
    let (gone, section) = (list.item_at(2).unwrap(), list.section_at(1).unwrap());
    let kept = list.section_at(0).unwrap();
    let mut edit = list.edit().unwrap();
    edit.delete_sections(&[section]).unwrap();
    edit.commit().unwrap();
    let layout = SectionLayout::list();
    assert_eq!(status(view.set_layout(Some(section), Some(&layout))), Status::Handle);
    assert_eq!(status(view.scroll_to(gone)), Status::Handle);
    assert_eq!(status(view.scroll_to(Target::Section(section))), Status::Handle);
    let missing = Target::Element(kept, Kind::HEADER, 7);
    assert_eq!(status(view.scroll_to(missing)), Status::NotFound);
    assert_eq!(status(view.offset_for(missing)), Status::NotFound);
    assert_eq!(status(view.offset_for(gone)), Status::Handle);
    assert_eq!(status(view.frame(Target::Item(gone))), Status::Handle);
    assert_eq!(status(view.neighbour(gone, iqlist::Direction::Up)), Status::Handle);
    assert_eq!(status(view.set_anchor(Anchor::Hold, Some(gone))), Status::Handle);
    assert_eq!(status(view.scroll(f64::NAN, Scroll::TO)), Status::Range);
    assert_eq!(status(view.scroll(f64::INFINITY, Scroll::BY)), Status::Range);
    // Sizes of what has gone are passed over.
    view.set_sizes([(Target::Item(gone), Size::new(1.0, 1.0))]).unwrap();
}

/// Cells that lay out another view while they are bound.
#[derive(Default)]
struct Calling {
    other: OnceCell<RefCell<CallingView>>,
    found: Cell<Option<Status>>,
}

type CallingView = LaidOutView<u64, Calling>;

impl Cells<u64> for Calling {
    type Cell = ();

    fn create(&self, _: &Event<u64>) {}

    fn bind(&self, (): &mut (), _: &Event<u64>) {
        if let Some(other) = self.other.get() {
            self.found.set(other.borrow_mut().layout().err().map(|error| error.status()));
        }
    }
}

#[test]
fn a_layout_inside_of_a_layout_or_a_poll_is_refused() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let calling = || {
        let other = screen.laid_out_view(Calling::default(), ViewOptions::new()).unwrap();
        let cells = Calling::default();
        assert!(cells.other.set(RefCell::new(other)).is_ok());
        cells
    };
    let mut view = screen.laid_out_view(calling(), ViewOptions::new()).unwrap();
    view.set_size(10.0, 100.0).unwrap();
    assert_eq!(view.layout().unwrap().places().len(), 3);
    assert_eq!(view.cells().found.get(), Some(Status::Busy));
    let told = screen.view(calling()).unwrap();
    told.set_visible(0..3, 0).unwrap();
    assert!(screen.events().all(|event| event.is_ok()));
    assert_eq!(told.cells().found.get(), Some(Status::Busy));
    // Outside of both it is laid out.
    let other = told.cells().other.get().unwrap();
    other.borrow().set_size(10.0, 100.0).unwrap();
    assert_eq!(other.borrow_mut().layout().unwrap().places().len(), 3);
}

#[test]
fn the_ninth_view_is_refused() {
    let list = list_of(0..3);
    let screen = list.screen().unwrap();
    let views: Vec<_> = (0..8).map(|_| view_of(&screen, ViewOptions::new())).collect();
    assert_eq!(status(screen.laid_out_view(Numbers::default(), ViewOptions::new())), Status::Limit);
    drop(views);
    view_of(&screen, ViewOptions::new());
}
