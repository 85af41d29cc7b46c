//! What views show: ranges and cells of their own, cells taken by hand, elements, pages.

use std::collections::BTreeSet;

use crate::labels::*;
use crate::support::Alive;
use iqlist::{Edge, EventKind, Kind, Loading, Page, PageState, SectionEntry, Status, Supplementary, Target};

#[test]
fn two_views_have_ranges_and_types_of_cells_of_their_own() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..100);
    list.set_events(EventKind::WILL_DISPLAY).unwrap();
    let screen = list.screen().unwrap();
    let (left, right) = (screen.view(labels.clone()).unwrap(), screen.view(Texts).unwrap());
    assert!(left.id() != right.id());
    left.set_visible(0..3, 0).unwrap();
    right.set_visible(50..52, 0).unwrap();
    let mut texts = Vec::new();
    for event in settle(&screen).into_iter().filter(|event| event.item.is_some()) {
        if event.view == Some(left.id()) {
            let shows = left.with_cell(event.cell.unwrap(), |label| label.shows).unwrap();
            assert_eq!(shows, event.index.map(|at| at as u64));
        } else {
            assert_eq!(event.view, Some(right.id()));
            texts.push(right.with_cell(event.cell.unwrap(), |text| text.clone()).unwrap());
        }
    }
    assert_eq!(texts, ["number 50", "number 51"]);
    assert_eq!(list.info().unwrap().views, 2);
    drop(left);
    assert_eq!((labels.alive(), list.info().unwrap().views), (0, 1));
    list.silently().set_items(&[row(&alive, 50, 7)]).unwrap();
    settle(&screen);
    let cell = right.find_cell(Target::Item(list.item_at(0).unwrap())).unwrap().unwrap().cell.unwrap();
    assert_eq!(right.with_cell(cell, |text| text.clone()).unwrap(), "number 7");
    let more: Vec<_> = (0..7).map(|_| screen.view(Texts).unwrap()).collect();
    assert_eq!(screen.view(Texts).unwrap_err().status(), Status::Limit);
    assert_eq!(more.len(), 7);
}

#[test]
fn cells_of_a_view_with_edges_say_what_is_first_and_last() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..3);
    let screen = list.screen().unwrap();
    let view = screen.view_with_edges(labels.clone()).unwrap();
    view.set_visible(0..9, 0).unwrap();
    settle(&screen);
    let edges = |at: usize| {
        let bound = view.find_cell(Target::Item(list.item_at(at).unwrap())).unwrap().unwrap();
        (bound.is_first(), bound.is_last())
    };
    assert_eq!([edges(0), edges(1), edges(2)], [(true, false), (false, false), (false, true)]);
    labels.calls();
    list.silently().set_items(&rows(&alive, 0..1)).unwrap();
    settle(&screen);
    assert!(edges(0) == (true, true) && labels.calls().contains(&Bind(1, 0)));
}

#[test]
fn a_cell_that_is_taken_stays_until_it_is_given_back() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..10);
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    let item = list.item_at(5).unwrap();
    let taken = view.take_cell(Target::Item(item)).unwrap();
    assert!(taken.is_by_hand() && taken.is_new() && number(&taken) == 5 && taken.index == Some(5));
    assert_eq!((taken.view, labels.calls()), (Some(view.id()), vec![Create(1), Bind(1, 5)]));
    let cell = taken.cell.unwrap();
    view.set_visible(4..6, 0).unwrap();
    settle(&screen);
    assert_eq!(shown_by(&view, &list, 5), Some((1, 5)));
    assert_eq!(view.take_cell(Target::Item(item)).unwrap().cell, Some(cell));
    view.set_visible(0..1, 0).unwrap();
    settle(&screen);
    assert!(!labels.calls().contains(&Unbind(1, 5)));
    view.give_cell(cell).unwrap();
    settle(&screen);
    // Also if its item goes.
    list.silently().set_items(&rows(&alive, 0..2)).unwrap();
    settle(&screen);
    assert_eq!(number(&view.read_cell(cell).unwrap().unwrap()), 5);
    view.give_cell(cell).unwrap();
    settle(&screen);
    assert!(labels.calls().contains(&Unbind(1, 5)) && view.read_cell(cell).unwrap().is_none());
    let refused = |result: iqlist::Result<()>| result.unwrap_err().status();
    assert_eq!(refused(view.give_cell(cell)), Status::State);
    assert_eq!(refused(view.give_cell(1000)), Status::Range);
    assert_eq!(refused(view.take_cell(Target::Item(item)).map(drop)), Status::Handle);
    assert_eq!(refused(view.take_cell(Target::List).map(drop)), Status::Argument);
    let header = Target::ListElement(Kind::HEADER, 0);
    assert_eq!(refused(view.take_cell(header).map(drop)), Status::NotFound);
    assert!(view.find_cell(header).unwrap().is_none());
    labels.0.fails_bind.set(Some(1));
    let take = || view.take_cell(Target::Item(list.item_at(1).unwrap()));
    assert_eq!(panic_of(take), "bind of 1");
    labels.0.fails_bind.set(None);
    assert_eq!(number(&take().unwrap()), 1);
}

#[test]
fn elements_of_the_list_and_of_sections_have_cells() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = Counts::new().unwrap();
    list.set_events(EventKind::WILL_DISPLAY | EventKind::DID_END_DISPLAY).unwrap();
    let element = |kind, number: u64| {
        let element = Supplementary::new(kind, 0, row(&alive, 1000 + number, number));
        list.set_supplementary(&element).unwrap();
    };
    element(Kind::EMPTY, 101);
    element(Kind::LOADING, 102);
    element(Kind::FAILED, 103);
    element(Kind::HEADER, 104);
    element(Kind::PAGE_END, 105);
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..10, 0).unwrap();
    let shown = || -> BTreeSet<u64> {
        settle(&screen);
        let kinds = [Kind::EMPTY, Kind::LOADING, Kind::FAILED, Kind::HEADER, Kind::PAGE_END];
        let find = |kind| view.find_cell(Target::ListElement(kind, 0)).unwrap();
        kinds.into_iter().filter_map(find).map(|event| number(&event)).collect()
    };
    assert_eq!(shown(), [101, 104].into());
    list.set_loading(Loading::Yes).unwrap();
    assert_eq!(shown(), [102, 104].into());
    list.set_loading(Loading::Failed).unwrap();
    assert_eq!(shown(), [103, 104].into());
    let header = [Supplementary::header(row(&alive, 7, 201))];
    let sections = [SectionEntry::new("a", 0).supplementaries(&header)];
    list.silently().set(&sections, &rows(&alive, 0..3)).unwrap();
    drop(header);
    list.set_page(None, Edge::End, Page::new(PageState::More)).unwrap();
    assert_eq!(shown(), [104, 105].into());
    let section = Target::Element(list.section_at(0).unwrap(), Kind::HEADER, 0);
    let found = view.find_cell(section).unwrap().map(|found| (number(&found), found.element));
    assert_eq!(found, Some((201, Some((Kind::HEADER, 0)))));
    // The same key with another content is bound again, another key is a reload.
    labels.calls();
    let cell = view.find_cell(Target::ListElement(Kind::HEADER, 0)).unwrap().unwrap().cell;
    list.set_supplementary(&Supplementary::header(row(&alive, 1104, 304))).unwrap();
    assert_eq!(shown(), [105, 304].into());
    assert_eq!(view.find_cell(Target::ListElement(Kind::HEADER, 0)).unwrap().unwrap().cell, cell);
    list.set_supplementary(&Supplementary::header(row(&alive, 9, 305))).unwrap();
    assert_eq!(shown(), [105, 305].into());
    assert!(view.find_cell(Target::ListElement(Kind::HEADER, 0)).unwrap().unwrap().cell != cell);
    list.remove_supplementary(Kind::HEADER, 0).unwrap();
    assert_eq!(shown(), [105].into());
    assert_eq!(list.remove_supplementary(Kind::HEADER, 0).unwrap_err().status(), Status::NotFound);
    // Kinds of the host's are shown by hand.
    list.set_supplementary(&Supplementary::new(Kind::HOST, 3, row(&alive, 11, 401))).unwrap();
    settle(&screen);
    assert!(view.find_cell(Target::ListElement(Kind::HOST, 3)).unwrap().is_none());
    assert_eq!(number(&view.take_cell(Target::ListElement(Kind::HOST, 3)).unwrap()), 401);
    let kinds: Vec<Kind> = list.supplementaries(None).unwrap().iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [Kind::EMPTY, Kind::LOADING, Kind::FAILED, Kind::PAGE_END, Kind::HOST]);
    let refused = list.set_supplementary(&Supplementary::new(Kind(9), 0, row(&alive, 12, 1))).unwrap_err();
    assert_eq!(refused.status(), Status::Argument);
    drop((view, screen));
    drop(list);
    assert_eq!((alive.count(), labels.alive()), (0, 0));
}

#[test]
fn what_is_near_is_prefetched_and_pages_are_asked_for() {
    let alive = Alive::default();
    let list = list_of(&alive, 0..100);
    list.set_events(EventKind::PREFETCH | EventKind::PAGE).unwrap();
    let mut page = Page::new(PageState::More);
    page.distance = 5;
    list.set_page(None, Edge::End, page).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(Labels::default()).unwrap();
    view.set_visible(40..50, 10).unwrap();
    let mut near = BTreeSet::new();
    let mut follow = || {
        let mut asked = 0;
        for event in settle(&screen) {
            if event.kind == EventKind::PAGE {
                assert_eq!(event.edge(), Some(Edge::End));
                asked += 1;
                continue;
            }
            assert_eq!((event.kind, event.view), (EventKind::PREFETCH, Some(view.id())));
            for at in event.index.unwrap()..event.index.unwrap() + event.count {
                assert!(if event.is_cancelled() { near.remove(&at) } else { near.insert(at) }, "{at}");
            }
        }
        (near.clone(), asked)
    };
    assert_eq!(follow(), ((30..40).chain(50..60).collect(), 0));
    view.set_visible(90..96, 2).unwrap();
    let (near, asked) = follow();
    assert!(near.is_superset(&[88, 89, 96, 97].into()) && !near.contains(&30), "{near:?}");
    assert_eq!((asked, list.page(None, Edge::End).unwrap().state), (1, PageState::Loading));
}

#[test]
fn a_taken_cell_is_bound_again_also_as_it_leaves_what_is_visible() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..3);
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..3, 0).unwrap();
    settle(&screen);
    let taken = view.take_cell(Target::Item(list.item_at(2).unwrap())).unwrap().cell.unwrap();
    view.set_visible(0..1, 0).unwrap();
    list.silently().set_items(&[row(&alive, 0, 0), row(&alive, 1, 1), row(&alive, 2, 22)]).unwrap();
    settle(&screen);
    settle(&screen);
    assert_eq!(view.with_cell(taken, |label| label.shows).unwrap(), Some(22));
}

#[test]
fn the_end_of_a_taken_cell_is_reported_with_what_it_shows_also_if_that_changes_at_once() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..3);
    list.set_events(EventKind::DID_END_DISPLAY).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..3, 0).unwrap();
    settle(&screen);
    let taken = view.take_cell(Target::Item(list.item_at(2).unwrap())).unwrap().cell;
    view.set_visible(0..1, 0).unwrap();
    list.silently().set_items(&[row(&alive, 0, 0), row(&alive, 1, 1), row(&alive, 2, 22)]).unwrap();
    let mut ended = Vec::new();
    while let Some(event) = screen.poll().unwrap() {
        let shows = view.with_cell(event.cell.unwrap(), |label| label.shows).unwrap();
        assert_eq!(shows, Some(number(&event)));
        ended.push(event.cell);
    }
    settle(&screen);
    assert!(ended.len() == 2 && ended.contains(&taken), "{ended:?}");
    assert_eq!(view.with_cell(taken.unwrap(), |label| label.shows).unwrap(), Some(22));
    assert_eq!(alive.count(), 3);
}
