//! The life of a cell: created, bound, bound again, unbound, kept in a pool, dropped.

use crate::labels::*;
use crate::support::{Alive, Counted};
use iqlist::{Cells, Class, Event, EventKind, Key, List, Status};

#[test]
fn a_cell_is_created_bound_reused_and_dropped() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..10);
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    assert!(settle(&screen).is_empty() && labels.calls().is_empty() && view.visible().unwrap() == (0..0));
    view.set_visible(2..4, 0).unwrap();
    assert!(labels.calls().is_empty());
    settle(&screen);
    assert_eq!(labels.calls(), [Create(1), Bind(1, 2), Create(2), Bind(2, 3)]);
    assert_eq!((view.visible().unwrap(), list.info().unwrap().views), (2..4, 1));
    view.set_visible(3..5, 0).unwrap();
    settle(&screen);
    let calls = labels.calls();
    assert!(calls.contains(&Unbind(1, 2)), "{calls:?}");
    assert!(calls.iter().any(|call| matches!(call, Bind(_, 4))) && !calls.contains(&Unbind(2, 3)));
    assert_eq!(shown_by(&view, &list, 3), Some((2, 3)));
    // A cell waits in the pool: the next one that is needed is that.
    let made = labels.0.made.get();
    view.set_visible(3..3, 0).unwrap();
    settle(&screen);
    view.set_visible(7..9, 0).unwrap();
    settle(&screen);
    assert_eq!((labels.0.made.get(), view.visible().unwrap()), (made, 7..9));
    labels.calls();
    drop(view);
    let calls = labels.calls();
    assert_eq!(calls.iter().filter(|call| matches!(call, Unbind(..))).count(), 2);
    assert_eq!(calls.iter().filter(|call| matches!(call, Destroy(_))).count(), made);
    assert_eq!((labels.alive(), list.info().unwrap().views), (0, 0));
    drop(screen);
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn display_events_report_what_comes_and_goes() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..5);
    let kinds =
        EventKind::CLASS_FIRST_USED | EventKind::BOUND | EventKind::WILL_DISPLAY | EventKind::DID_END_DISPLAY;
    list.set_events(kinds).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..2, 0).unwrap();
    let events = settle(&screen);
    assert!(events.iter().all(|event| event.view == Some(view.id())));
    assert_eq!(events[0].kind, EventKind::CLASS_FIRST_USED);
    assert_eq!(events[0].class, Some(Class::of_models().unwrap()));
    let of = |events: &[Event<Counted>], kind| -> Vec<Option<usize>> {
        events.iter().filter(|it| it.kind == kind && it.item.is_some()).map(|it| it.index).collect()
    };
    assert_eq!(of(&events, EventKind::BOUND), [Some(0), Some(1)]);
    assert_eq!(of(&events, EventKind::WILL_DISPLAY), [Some(0), Some(1)]);
    assert!(events.iter().filter(|event| event.kind == EventKind::BOUND).all(|event| event.is_new()));
    let section = events.iter().filter(|it| it.kind == EventKind::WILL_DISPLAY && it.item.is_none());
    let section: Vec<_> = section.map(|event| (event.section, event.cell)).collect();
    assert_eq!(section, [(Some(list.section_at(0).unwrap()), None)]);
    // The item that goes has its cell and its model until the poll that finds nothing.
    list.silently().set_items(&rows(&alive, 1..5)).unwrap();
    let ended = screen.poll().unwrap().unwrap();
    assert_eq!((ended.kind, ended.position, number(&ended)), (EventKind::DID_END_DISPLAY, None, 0));
    assert_eq!(ended.key, Some(Key::from(0u64)));
    let shows = view.with_cell(ended.cell.unwrap(), |label| label.shows).unwrap();
    assert_eq!(shows, Some(0));
    settle(&screen);
    assert_eq!(view.read_cell(ended.cell.unwrap()).unwrap().map(|event| number(&event)), None);
    let gone = view.with_cell(ended.cell.unwrap(), |_| ()).unwrap_err();
    assert_eq!(gone.status(), Status::NotFound);
}

#[test]
fn a_cell_is_bound_again_with_what_differs() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let class = Class::<Counted>::builder("views.rs: changed")
        .changed(|before, after| before.number ^ after.number)
        .register()
        .unwrap();
    let list = List::new().unwrap();
    let show = |numbers: [u64; 3]| {
        let row = |key: usize| row(&alive, key as u64, numbers[key]).class(class);
        list.silently().set_items(&[row(0), row(1), row(2)]).unwrap();
    };
    show([4, 5, 6]);
    list.set_events(EventKind::BOUND).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..3, 0).unwrap();
    settle(&screen);
    labels.calls();
    show([4, 13, 6]);
    let events = settle(&screen);
    // One has another content; the models of the others are other objects.
    let again: Vec<_> =
        events.iter().map(|event| (event.index, event.is_reconfigured(), event.mask)).collect();
    assert_eq!(again, [(Some(0), true, 0), (Some(1), true, 5 ^ 13), (Some(2), true, 0)]);
    assert_eq!(labels.calls(), [Bind(1, 4), Bind(2, 13), Bind(3, 6)]);
    // A move binds nothing.
    let mut edit = list.edit().unwrap();
    edit.move_item_before(list.item_at(2).unwrap(), list.item_at(1).unwrap()).unwrap();
    edit.commit_silently().unwrap();
    assert!(settle(&screen).is_empty() && labels.calls().is_empty());
    assert_eq!([1, 2].map(|at| shown_by(&view, &list, at)), [Some((3, 6)), Some((2, 13))]);
}

#[test]
fn a_reload_binds_another_cell_before_the_old_one_is_unbound() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let list = list_of(&alive, 0..3);
    list.set_events(EventKind::BOUND).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(1..2, 0).unwrap();
    settle(&screen);
    assert_eq!(labels.calls(), [Create(1), Bind(1, 1)]);
    let mut edit = list.edit().unwrap();
    edit.reload_items(&[list.item_at(1).unwrap()]).unwrap();
    edit.commit_silently().unwrap();
    let events = settle(&screen);
    assert!(events.len() == 1 && events[0].is_reloaded() && !events[0].is_reconfigured());
    assert_eq!(labels.calls(), [Create(2), Bind(2, 1), Unbind(1, 1)]);
    assert_eq!(shown_by(&view, &list, 1), Some((2, 1)));
}

#[test]
fn a_pool_keeps_as_many_cells_as_its_class_says() {
    let (alive, labels) = (Alive::default(), Labels::default());
    let class = Class::<Counted>::builder("views.rs: pool").pool(2).register().unwrap();
    let list = List::new().unwrap();
    let rows: Vec<_> = rows(&alive, 0..20).into_iter().map(|row| row.class(class)).collect();
    list.silently().set_items(&rows).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(labels.clone()).unwrap();
    view.set_visible(0..6, 0).unwrap();
    settle(&screen);
    assert_eq!(labels.alive(), 6);
    view.set_visible(0..0, 0).unwrap();
    settle(&screen);
    assert_eq!(labels.alive(), 2);
    view.set_visible(10..13, 0).unwrap();
    settle(&screen);
    assert_eq!((labels.alive(), labels.0.made.get()), (3, 7));
    drop(rows);
}

#[test]
fn items_without_a_class_have_cells_with_a_number_only() {
    struct Never;
    impl Cells<()> for Never {
        type Cell = ();
        fn create(&self, _: &Event<()>) {
            unreachable!()
        }
        fn bind(&self, _: &mut (), _: &Event<()>) {
            unreachable!()
        }
    }
    let list = List::<()>::new().unwrap();
    list.silently().set_items(&[1u64, 2, 3].map(Key::from)).unwrap();
    list.set_events(EventKind::BOUND).unwrap();
    let screen = list.screen().unwrap();
    let view = screen.view(Never).unwrap();
    view.set_visible(0..2, 0).unwrap();
    let cells: Vec<_> = screen.events().map(|event| event.unwrap().cell).collect();
    assert_eq!(cells, [Some(0), Some(1)]);
    assert_eq!(view.with_cell(0, |_| ()).unwrap_err().status(), Status::NotFound);
    assert_eq!(view.read_cell(1).unwrap().unwrap().key, Some(Key::from(2u64)));
}
