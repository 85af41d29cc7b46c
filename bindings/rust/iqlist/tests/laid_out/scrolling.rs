//! Scrolling to targets, what is held when the list changes, and positions that are stored.

use crate::rows::*;
use iqlist::{
    Align, Anchor, Length, Measured, Scene, Scroll, ScrollTarget, SectionLayout, Size, SizeRule, Target,
    ViewOptions,
};

#[test]
fn a_target_is_reached_through_items_that_are_measured_on_the_way() {
    let list = list_of(0..1_000);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    let uneven = |asked: &Measured<'_, u64>| Some(Size::new(0.0, 5.0 + (asked.model? % 7) as f64));
    view.set_layout(None, Some(&SectionLayout::list().measured_by(uneven))).unwrap();
    view.layout().unwrap();
    let item = list.item_at(500).unwrap();
    for (align, start) in [(Align::Start, 3.0), (Align::Center, 21.0), (Align::End, 39.0)] {
        view.scroll_to(ScrollTarget::new(Target::Item(item)).align(align).margin(3.0)).unwrap();
        let scene = view.layout().unwrap();
        let place = scene.places().find(|place| place.item() == Some(item)).unwrap();
        // It is 5 + 500 % 7 = 8 high.
        assert_eq!((place.frame().y, place.frame().height), (start, 8.0), "{align:?}");
        assert!(!scene.is_to_be_measured());
    }
    // It is visible: nothing to do.
    let offset = view.layout().unwrap().offset();
    view.scroll_to(item).unwrap();
    assert_eq!(view.layout().unwrap().offset(), offset);
    // What comes in above does not move it.
    view.scroll_to(ScrollTarget::new(Target::Item(item)).align(Align::End).margin(3.0)).unwrap();
    assert_eq!(view.layout().unwrap().offset(), offset);
    list.set_items(&rows((5_000..5_010).chain(0..1_000))).unwrap();
    let scene = view.layout().unwrap();
    let place = scene.places().find(|place| place.item() == Some(item)).unwrap();
    assert_eq!(place.frame().y, 39.0);
    assert_eq!(scene.correction(), scene.offset() - offset);
    view.scroll_to(ScrollTarget::new(Target::List).align(Align::End)).unwrap();
    assert!(view.layout().unwrap().is_at_end());
}

#[test]
fn the_offset_of_a_target_is_told_and_nothing_moves() {
    let list = list_of(0..100);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.layout().unwrap();
    let target = ScrollTarget::from(Target::Item(list.item_at(30).unwrap()));
    assert_eq!(view.offset_for(target).unwrap(), 260.0);
    assert_eq!(view.offset_for(target.align(Align::Start)).unwrap(), 300.0);
    assert_eq!(view.layout().unwrap().offset(), 0.0);
}

#[test]
fn the_anchor_says_what_stays() {
    for (anchor, start, offset) in [
        (Anchor::Visible, 40.0, 140.0),
        (Anchor::Visible, 0.0, 0.0),
        (Anchor::Hold, 0.0, 100.0),
        (Anchor::None, 40.0, 40.0),
    ] {
        let list = list_of(0..100);
        let screen = list.screen().unwrap();
        let mut view = view_of(&screen, ViewOptions::new());
        view.set_anchor(anchor, None).unwrap();
        view.scroll(start, Scroll::TO).unwrap();
        view.layout().unwrap();
        list.set_items(&rows((500..510).chain(0..100))).unwrap();
        let scene = view.layout().unwrap();
        assert_eq!((scene.offset(), scene.correction()), (offset, offset - start), "{anchor:?} at {start}");
    }
    // At the end, the end.
    let list = list_of(0..100);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_anchor(Anchor::End, None).unwrap();
    view.scroll(f64::from(u16::MAX), Scroll::TO | Scroll::CLAMP).unwrap();
    view.layout().unwrap();
    list.set_items(&rows(0..110)).unwrap();
    assert_eq!(view.layout().unwrap().offset(), 1_050.0);
    // While a finger holds the content it stays.
    view.scroll(0.0, Scroll::BY | Scroll::HELD).unwrap();
    view.layout().unwrap();
    list.set_items(&rows(0..120)).unwrap();
    assert_eq!(view.layout().unwrap().offset(), 1_050.0);
}

#[test]
fn the_item_that_is_opened_is_held_instead() {
    let list = list_of(0..100);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.scroll(100.0, Scroll::TO).unwrap();
    view.layout().unwrap();
    let item = list.item_at(13).unwrap();
    view.set_anchor(Anchor::Visible, Some(item)).unwrap();
    // The one above grows by 20 units.
    view.set_sizes([(Target::Item(list.item_at(11).unwrap()), Size::new(0.0, 30.0))]).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(scene.offset(), 120.0);
    assert_eq!(scene.places().find(|place| place.item() == Some(item)).unwrap().frame().y, 30.0);
}

#[test]
fn a_scroll_position_is_by_key_and_waits_for_its_item() {
    let list = list_of(0..100);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    assert_eq!(view.scroll_position().unwrap(), None);
    view.scroll(234.0, Scroll::TO).unwrap();
    view.layout().unwrap();
    let position = view.scroll_position().unwrap().unwrap();
    assert_eq!((position.item, position.within), (23u64.into(), 4.0));
    assert!(!position.at_start && !position.at_end);
    // Another process, where the items come later, and in another order.
    let other = list_of([]);
    let screen = other.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    view.set_scroll_position(&position).unwrap();
    assert_eq!(view.layout().unwrap().offset(), 0.0);
    other.set_items(&rows((0..100).rev())).unwrap();
    assert_eq!(view.layout().unwrap().offset(), 764.0);
}

#[test]
fn with_a_free_origin_the_start_of_the_content_moves_and_not_the_offset() {
    let list = list_of(0..100);
    let screen = list.screen().unwrap();
    let options = ViewOptions::new().grain(1.0);
    let mut view = view_of(&screen, options.free_origin());
    view.scroll(40.0, Scroll::TO).unwrap();
    let before = spans(&view.layout().unwrap());
    list.set_items(&rows((500..510).chain(0..100))).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!((scene.offset(), scene.correction(), spans(&scene)), (40.0, 0.0, before));
    assert_eq!((scene.minimum(), scene.maximum()), (-100.0, 950.0));
    // So are all questions and answers about the content.
    let item = |at| Target::Item(list.item_at(at).unwrap());
    assert_eq!([0, 10].map(|at| view.frame(item(at)).unwrap().y), [-100.0, 0.0]);
    assert_eq!(view.find_range(-95.0..5.0).unwrap(), 0..11);
    assert_eq!(view.offset_for(ScrollTarget::new(item(2)).align(Align::Start)).unwrap(), -80.0);
    view.scroll(-1e9, Scroll::TO | Scroll::CLAMP).unwrap();
    let scene = view.layout().unwrap();
    assert!((scene.offset(), scene.is_at_start()) == (-100.0, true), "{scene:?}");
    // Without it the content begins at 0 again.
    view.set_options(options).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!((scene.minimum(), scene.offset(), scene.maximum()), (0.0, 0.0, 1_050.0));
}

#[test]
fn while_a_bar_is_held_its_range_stands_still_and_its_end_is_the_real_end() {
    let list = list_of(0..1_000);
    let screen = list.screen().unwrap();
    let mut view = view_of(&screen, ViewOptions::new());
    // 10 is assumed, and 5 to 45 it is.
    let uneven = |asked: &Measured<'_, u64>| Some(Size::new(0.0, (5 + asked.model? * 7 % 41) as f64));
    let assumed = SizeRule::height(Length::Auto(10.0));
    view.set_layout(None, Some(&SectionLayout::list().item(assumed).measured_by(uneven))).unwrap();
    let range = |scene: Scene<'_, u64, Numbers>| (scene.minimum(), scene.maximum(), scene.content());
    let held = range(view.layout().unwrap());
    for at in 0..=10 {
        let offset = (held.1 * f64::from(at) / 10.0).floor();
        view.scroll(offset, Scroll::BAR).unwrap();
        let scene = view.layout().unwrap();
        assert_eq!((scene.offset(), range(scene)), (offset, held));
        assert_eq!(scene.is_at_end(), at == 10);
    }
    let end = spans(&view.layout().unwrap());
    assert_eq!(end.last().map(|(number, _, end)| (*number, *end)), Some((999, 50.0)));
    // Nothing jumps when it is let go, and the range is that of what was measured.
    view.scroll(0.0, Scroll::BY).unwrap();
    let scene = view.layout().unwrap();
    assert_eq!(spans(&scene), end);
    assert!(scene.is_at_end() && scene.offset() == scene.maximum() && scene.maximum() > held.1, "{scene:?}");
    assert_eq!(scene.content().height, scene.maximum() + 50.0);
}
