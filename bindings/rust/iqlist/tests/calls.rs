//! Calls of lists, edits and changesets that the random scripts do not make, each by an example.

use iqlist::{
    memory, ChangeKind, Class, Columns, Edge, EventKind, Key, Kind, List, ListOptions, Loading, Page,
    UpdateOptions,
};
use iqlist::{
    PageState, Placeholder, Position, Reload, Reorder, Row, SectionEntry, Selection, Side, Status,
    Supplementary,
};
use iqlist::{Traits, UndoBytes, END, UNCOUNTED};

fn keys(range: std::ops::Range<u64>) -> Vec<Key> {
    range.map(Key::from).collect()
}

fn list_of(range: std::ops::Range<u64>) -> List {
    let list = List::new().unwrap();
    list.silently().set_items(&keys(range)).unwrap();
    list
}

#[test]
fn items_have_levels_and_children() {
    let rows = [("a", 0), ("b", 1), ("c", 0)].map(|(key, level)| Row::<()>::new(key).level(level));
    let list = List::new().unwrap();
    list.set_items(&rows).unwrap();
    assert_eq!(list.rows(..).unwrap(), rows);
    assert_eq!(list.levels(..).unwrap(), [0, 1, 0]);
    let (a, b) = (list.item_at(0).unwrap(), list.item_at(1).unwrap());
    let mut edit = list.edit().unwrap();
    assert_eq!(edit.insert_children(a, 2, &keys(1..2)).unwrap_err().status(), Status::Range);
    let highest = [Row::<()>::new("d").level(u16::MAX)];
    assert_eq!(edit.insert_children(a, 0, &highest).unwrap_err().status(), Status::Argument);
    assert_eq!(edit.delete_items(&[b, a, a]).unwrap_err().status(), Status::Argument);
    edit.insert_children(a, 1, &keys(1..3)).unwrap();
    edit.insert_children(b, END, &[Row::new("e").level(1)]).unwrap();
    edit.update_items(&[a], Columns::without_keys(1).levels(&[3])).unwrap();
    let changes = edit.commit().unwrap();
    assert_eq!(list.levels(..).unwrap(), [3, 1, 3, 1, 1, 0]);
    assert_eq!(list.item_info(b).unwrap().level, 1);
    let batch = changes.batch().unwrap();
    let updates: Vec<_> = batch.iter().filter(|change| change.kind() == ChangeKind::ItemUpdate).collect();
    assert!(updates.len() == 1 && updates[0].is_by_level() && !updates[0].is_by_content());
    let snapshot = list.snapshot().unwrap();
    assert_eq!(snapshot.levels(2..4).unwrap(), [3, 1]);
    let bytes = snapshot.encode().unwrap();
    assert_eq!(bytes[4], 3);
    let wrong = list.set_items(Columns::new(&[Key::of("a")]).levels(&[0, 1])).unwrap_err();
    assert_eq!(wrong.status(), Status::Argument);
}

#[test]
fn handles_stay_and_foreign_ones_are_refused() {
    let (list, other) = (list_of(0..10), list_of(0..10));
    let item = list.find_item(Key::from(4u64)).unwrap().unwrap();
    assert_eq!(list.find_item(Key::from(44u64)).unwrap(), None);
    list.set_items(&keys(3..20)).unwrap();
    assert_eq!(list.position(item).unwrap(), Position::new(0, 1));
    assert_eq!(list.items(1..2).unwrap(), [item]);
    assert_eq!(other.position(item).unwrap_err().status(), Status::Handle);
    list.set_items(&keys(5..20)).unwrap();
    assert_eq!(list.position(item).unwrap_err().status(), Status::Handle);
    let section = list.section_at(0).unwrap();
    assert_eq!(list.find_section(Key::default()).unwrap(), Some(section));
    assert_eq!(list.item_in_section(section, 2).unwrap(), list.item_at(2).unwrap());
    assert_eq!(list.section_at(1).unwrap_err().status(), Status::Range);
}

#[test]
fn a_changeset_answers_where_things_went_and_why() {
    let list = list_of(0..5);
    let changes = list.with(UpdateOptions::new().keep_keys()).set_items(&keys(0..5).split_off(2)).unwrap();
    let at = |item| Position::new(0, item);
    assert_eq!(changes.map_position(Side::Before, at(2)).unwrap(), Some(at(0)));
    assert_eq!(changes.map_position(Side::Before, at(1)).unwrap(), None);
    assert_eq!(changes.map_section(Side::After, 0).unwrap(), Some(0));
    assert_eq!(changes.map_section(Side::After, usize::MAX).unwrap_err().status(), Status::Range);
    assert!(changes.map(Side::Before).unwrap().iter().eq([None, None, Some(0), Some(1), Some(2)]));
    assert_eq!(changes.find_key(Key::from(0u64)).unwrap(), (Some(at(0)), None));
    for beyond in [9, u32::MAX as usize, usize::MAX] {
        assert_eq!(changes.map_position(Side::After, at(beyond)).unwrap_err().status(), Status::Range);
    }
    assert!(changes.explain(Side::Before, at(1)).unwrap().contains("deleted"));
    assert!(changes.dump().unwrap().lines().count() > 1);
    assert_eq!(format!("{changes:?}"), changes.dump().unwrap().trim_end());
    let plain = list.set_items(&keys(0..5)).unwrap();
    assert_eq!(plain.find_key(Key::from(0u64)).unwrap_err().status(), Status::NoKeys);
    assert_eq!(plain.invert().unwrap_err().status(), Status::NoPayload);

    let moved = [1u64, 2, 3, 4, 0].map(Key::from);
    let changes = list.set_items(&moved).unwrap();
    let [step] = changes.steps().unwrap() else { panic!("{changes:?}") };
    assert_eq!(
        (step.kind(), step.after().unwrap().item, step.destination().unwrap()),
        (ChangeKind::ItemMove, 4, 5)
    );
}

#[test]
fn a_changeset_may_say_reload_everything() {
    let list = List::<()>::with_options(ListOptions::new().reload_threshold(3)).unwrap();
    assert_eq!(list.set_items(&keys(0..9)).unwrap().summary().unwrap().reload, Reload::Threshold);
    let changes = list.with(UpdateOptions::new().reload()).set_items(&keys(0..8)).unwrap();
    assert_eq!((changes.summary().unwrap().reload, changes.batch().unwrap().len()), (Reload::Asked, 0));
    let options = UpdateOptions::new().reload_threshold(100);
    assert_eq!(list.with(options).set_items(&keys(0..20)).unwrap().summary().unwrap().reload, Reload::No);
}

#[test]
fn undo_and_redo_go_to_each_state() {
    let list = List::<()>::new().unwrap();
    assert_eq!(list.undo().unwrap_err().status(), Status::NotFound);
    list.set_undo(1 << 20).unwrap();
    for end in [3, 5, 2] {
        list.silently().set_items(&keys(0..end)).unwrap();
    }
    let bytes = list.undo_bytes().unwrap();
    assert!(bytes.limit == 1 << 20 && bytes.used > 0 && bytes.used < bytes.limit);
    assert_eq!(list.undo().unwrap().summary().unwrap().item_inserts, 3);
    list.silently().undo().unwrap();
    assert_eq!(list.keys(..).unwrap(), keys(0..3));
    let mut edit = list.edit().unwrap();
    assert_eq!(list.redo().unwrap_err().status(), Status::Busy);
    assert_eq!(list.set_undo(0).unwrap_err().status(), Status::Busy);
    edit.delete_item_range(None, ..1).unwrap();
    edit.commit_silently().unwrap();
    assert_eq!(list.redo().unwrap_err().status(), Status::NotFound);
    assert_eq!(list.with(UpdateOptions::new().verify()).undo().unwrap().batch().unwrap().len(), 1);
    list.redo().unwrap();
    list.set_undo(0).unwrap();
    assert_eq!(list.undo_bytes().unwrap(), UndoBytes::default());
    assert_eq!(list.undo().unwrap_err().status(), Status::NotFound);
}

#[test]
fn what_was_set_can_be_read() {
    let list = List::<()>::new().unwrap();
    assert_eq!(list.event_kinds().unwrap(), EventKind::default());
    list.set_events(EventKind::UPDATE | EventKind::STATES).unwrap();
    assert_eq!(list.event_kinds().unwrap(), EventKind::UPDATE | EventKind::STATES);
    assert_eq!(list.selection().unwrap(), Selection::SINGLE);
    list.set_selection(Selection::MULTIPLE.keeping()).unwrap();
    assert_eq!(list.selection().unwrap(), Selection::MULTIPLE.keeping());
}

#[test]
fn events_say_which_way_an_update_went() {
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    list.set_undo(1 << 20).unwrap();
    list.silently().set_items(&keys(0..3)).unwrap();
    list.silently().undo().unwrap();
    list.silently().redo().unwrap();
    let info = list.info().unwrap();
    assert_eq!((info.undo_steps, info.redo_steps), (1, 0));
    let went: Vec<_> = list
        .events()
        .map(|event| event.unwrap())
        .map(|event| (event.is_undone(), event.is_redone()))
        .collect();
    assert_eq!(went, [(false, false), (true, false), (false, true)]);
    list.with(UpdateOptions::new().no_step()).set_items(&keys(0..2)).unwrap();
    assert_eq!(list.info().unwrap().undo_steps, 0);
}

#[test]
fn loading_ends_unless_it_is_kept() {
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::PLACEHOLDER).unwrap();
    let placeholder = || list.poll().unwrap().and_then(|event| event.placeholder());
    assert_eq!(placeholder(), Some(Placeholder::Empty));
    for loading in [Loading::Failed, Loading::Yes] {
        list.set_loading(loading).unwrap();
        list.with(UpdateOptions::new().keep_loading()).set_items(&keys(0..0)).unwrap();
        assert_eq!(list.info().unwrap().loading, loading);
    }
    assert_eq!(placeholder(), Some(Placeholder::Loading));
    list.set_items(&keys(0..0)).unwrap();
    assert_eq!((placeholder(), placeholder()), (Some(Placeholder::Empty), None));
}

#[test]
fn pages_are_answered_by_token() {
    let list = list_of(0..3);
    let section = Some(list.section_at(0).unwrap());
    list.set_events(EventKind::PAGE).unwrap();
    let mut page = Page::new(PageState::More).distance(7).shows_loading();
    assert_eq!((page.state, page.distance, page.shows_loading, page.token), (PageState::More, 7, true, None));
    list.set_page(section, Edge::Start, page).unwrap();
    list.reach_edge(section, Edge::Start).unwrap();
    let asked = list.poll().unwrap().unwrap();
    assert_eq!((asked.edge(), asked.section), (Some(Edge::Start), section));
    page.state = PageState::Loading;
    assert_eq!(list.page(section, Edge::Start).unwrap(), page.answering(asked.number));
    assert_eq!(list.page(None, Edge::Start).unwrap(), Page::default());
    let failed = Page::new(PageState::Failed).answering(asked.number);
    list.set_page(section, Edge::Start, failed).unwrap();
    assert_eq!(list.set_page(section, Edge::Start, failed).unwrap_err().status(), Status::State);
    list.set_items(&keys(0..0)).unwrap();
    list.set(&[], &keys(0..0)).unwrap();
    assert_eq!(list.reach_edge(section, Edge::Start).unwrap_err().status(), Status::Handle);
}

#[test]
fn a_drag_is_dropped_or_cancelled() {
    let movable = Class::<u32>::builder("calls.movable").traits_of(traits_of).register().unwrap();
    let list = List::new().unwrap();
    let row = |number: u64| Row::new(number).model(number as u32).class(movable);
    list.set_items(&[row(1), row(2), row(3)]).unwrap();
    list.set_events(EventKind::REORDER | EventKind::UPDATE).unwrap();
    let items = list.items(..).unwrap();
    let refused = list.begin_reorder(&items).unwrap_err();
    assert_eq!((refused.status(), refused.key()), (Status::Refused, Some(Key::from(2u64))));
    drop(list.begin_reorder(&[items[0]]).unwrap());
    let mut drag = list.begin_reorder(&[items[2], items[0]]).unwrap();
    drag.move_item_before(items[2], items[0]).unwrap();
    drag.commit_silently().unwrap();
    let events: Vec<_> = list.events().map(|event| event.unwrap()).collect();
    let seen: Vec<_> = events.iter().map(|event| event.reorder()).collect();
    let (began, dropped) = (Some(Reorder::Began), Some(Reorder::Dropped));
    assert_eq!(seen, [began, Some(Reorder::Cancelled), began, dropped, None]);
    assert!(events[4].is_reordered() && events[3].index == Some(0) && events[2].count == 2);
}

/// Odd numbers move.
fn traits_of(model: &u32) -> Traits {
    match model % 2 {
        0 => Traits::NONE,
        _ => Traits::MOVABLE,
    }
}

#[test]
fn lists_have_limits_statistics_and_dumps() {
    let options = ListOptions::new().max_items(5).max_sections(1).drop_empty_sections();
    let list = List::<()>::with_options(options).unwrap();
    assert_eq!(list.set_items(&keys(0..6)).unwrap_err().status(), Status::Limit);
    let entries = [SectionEntry::new(Key::from(1u64), 0), SectionEntry::new(Key::from(2u64), 3)];
    assert_eq!(list.set(&entries, &keys(0..5)).unwrap_err().status(), Status::Limit);
    list.silently().set(&entries, &keys(0..3)).unwrap();
    let statistics = list.statistics().unwrap();
    assert_eq!((list.section_count(), statistics.changes.item_inserts), (1, 3));
    assert_eq!(statistics.changes.item_moves, UNCOUNTED);
    list.trim().unwrap();
    assert!(list.statistics().unwrap().scratch_bytes <= statistics.scratch_bytes);
    assert!(memory::used() > 0 && memory::peak() >= memory::used());
    assert_eq!(format!("{list:?}"), list.dump().unwrap().trim_end());
    assert_eq!(
        list.snapshot().unwrap().dump().unwrap().lines().count(),
        list.dump().unwrap().lines().count()
    );
    assert_eq!(iqlist::version(), env!("CARGO_PKG_VERSION"));
    assert!(iqlist::build_info().contains(iqlist::version()));
}

#[test]
fn no_section_named_is_the_only_one_of_a_flat_list() {
    let list = List::<()>::new().unwrap();
    let mut edit = list.edit().unwrap();
    assert_eq!(edit.delete_item_range(None, ..).unwrap_err().status(), Status::NoSection);
    assert_eq!(edit.insert_items(None, 1, &keys(0..3)).unwrap_err().status(), Status::Range);
    assert_eq!(list.section_count(), 0);
    edit.insert_items(None, END, &keys(0..3)).unwrap();
    edit.insert_items(None, 0, &keys(3..5)).unwrap();
    edit.move_item_range(None, ..1, None, 4).unwrap();
    edit.commit_silently().unwrap();
    assert_eq!(list.keys(..).unwrap(), [4, 0, 1, 2, 3].map(Key::from));
    // It is the section that set_items has.
    assert!(list.set_items(&[4, 0, 1, 2, 3].map(Key::from)).unwrap().batch().unwrap().is_empty());
    let mut edit = list.edit().unwrap();
    edit.set_section_items(None, &keys(7..9)).unwrap();
    edit.insert_sections(END, ["another"]).unwrap();
    assert_eq!(edit.insert_items(None, END, &keys(9..10)).unwrap_err().status(), Status::NoSection);
    assert_eq!(list.keys(..).unwrap(), keys(7..9));
}

#[test]
fn an_edit_has_all_the_calls_of_c() {
    let list = list_of(0..4);
    let mut edit = list.edit().unwrap();
    let first = list.section_at(0).unwrap();
    edit.insert_sections_after(first, [Key::of("c"), Key::of("d")]).unwrap();
    edit.insert_sections_before(first, [Key::of("a")]).unwrap();
    let at = |position| list.section_at(position).unwrap();
    edit.move_section_after(at(0), at(3)).unwrap();
    edit.move_section_before(at(2), at(0)).unwrap();
    edit.delete_section_range(3..).unwrap();
    edit.move_section_range(..1, 1).unwrap();
    let item = |index| list.item_at(index).unwrap();
    edit.insert_items_before(item(0), &keys(10..11)).unwrap();
    edit.insert_items_after(item(4), &keys(11..12)).unwrap();
    edit.move_item_before(item(5), item(0)).unwrap();
    edit.move_item_range(first, 1..3, at(2), 0).unwrap();
    edit.delete_item_range(first, 2..).unwrap();
    let header = Supplementary::header(Row::new(1u64));
    edit.set_supplementary(first, &header).unwrap();
    edit.remove_supplementary(first, Kind::HEADER, 0).unwrap();
    assert_eq!(edit.remove_supplementary(first, Kind::HEADER, 0).unwrap_err().status(), Status::NotFound);
    assert_eq!(list.edit().unwrap_err().status(), Status::Busy);
    edit.commit_silently().unwrap();
    let section = |position| {
        let info = list.section_info(at(position)).unwrap();
        (info.key, list.keys(info.items()).unwrap())
    };
    let numbers = |numbers: &[u64]| numbers.iter().map(|number| Key::from(*number)).collect::<Vec<_>>();
    assert_eq!(section(0), (Key::default(), numbers(&[11, 1])));
    assert_eq!(section(1), (Key::of("d"), vec![]));
    assert_eq!(section(2), (Key::of("c"), numbers(&[10, 0])));
    assert_eq!(list.section_count(), 3);
}
