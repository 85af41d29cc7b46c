//! The calls that the other tests do not make, each by an example.

use std::hash::{Hash, Hasher as _};

use iqlist::{
    content, diff, memory, Change, ChangeKind, Class, Column, Columns, DiffOptions, Duplicates, Hasher,
};
use iqlist::{Key, Kind, List, ListOptions, Position, Reload, Row, SectionEntry, Side, Snapshot};
use iqlist::{SnapshotOptions, Status, Supplementary, END, NONE, UNCOUNTED};
use iqlist_sys as sys;

fn keys(range: std::ops::Range<u64>) -> Vec<Key> {
    range.map(Key::from).collect()
}

fn list_of(range: std::ops::Range<u64>) -> List {
    let list = List::new().unwrap();
    list.silently().set_items(&keys(range)).unwrap();
    list
}

fn kinds(changes: &[Change]) -> Vec<ChangeKind> {
    changes.iter().map(Change::kind).collect()
}

#[test]
fn keys_are_those_of_c() {
    // SAFETY: neither can fail.
    unsafe {
        assert_eq!(Key::from(77u64), sys::iq_key_from_u64(77).into());
        let mut key = sys::iq_key::default();
        sys::iq_key_from_bytes([1u8, 2].as_ptr().cast(), 2, &mut key);
        assert_eq!(Key::from_bytes(&[1, 2]).unwrap(), key.into());
    }
    assert_eq!(Key::from_bytes(&[3; 16]).unwrap(), Key::from([3; 16]));
    assert_eq!(Key::from_digest(&[4; 32]).unwrap(), Key::from([4; 16]));
    assert_eq!(Key::from_bytes(&[]).unwrap_err().status(), Status::Argument);
    assert_eq!(Key::from_digest(&[0; 15]).unwrap_err().status(), Status::Argument);
    assert_eq!(Key::from_bytes(&[1, 2]).unwrap(), Hasher::new().bytes(&[1, 2]).key());
    assert_eq!(Key::from(0xabu64).to_string(), format!("ab{}", "0".repeat(30)));
}

#[test]
fn a_hasher_knows_types_and_takes_whatever_can_be_hashed() {
    let one = Hasher::new().unsigned(1);
    assert_eq!(one.content(), Hasher::new().signed(1).content());
    for other in [
        Hasher::new().string("1"),
        Hasher::new().bytes(b"1"),
        Hasher::new().double(1.0),
        Hasher::new().boolean(true),
        Hasher::new().nothing(),
        Hasher::new().key_field(Key::from(1u64)),
        Hasher::new().signed(-1),
    ] {
        assert_ne!(other.key(), one.key());
    }
    let mut hasher = Hasher::new();
    hasher.write_u8(1);
    assert_eq!(hasher.finish(), one.content());
    #[derive(Hash)]
    struct Look<'a>(&'a str, i8, u128, Option<bool>, [u16; 2]);
    let look = |number| content(&Look("a", -1, number, None, [3, 4]));
    assert_eq!(look(5), look(5));
    assert_ne!(look(5), look(6));
    assert_ne!(Key::of(&("a", "bc")), Key::of(&("ab", "c")));
}

#[test]
fn columns_are_read_where_they_are_and_nothing_else_is() {
    struct Chat {
        unread: u64,
        key: Key,
        _name: &'static str,
        look: Box<u64>,
    }
    let chat = |key: u64| Chat { unread: key * 10, key: key.into(), _name: "", look: Box::new(key) };
    let chats = [chat(1), chat(2), chat(3)];
    let column = Column::field(&chats, |chat| &chat.key).unwrap();
    assert_eq!((column.len(), column.get(1), column.get(3)), (3, Some(&Key::from(2u64)), None));
    let list = List::<()>::new().unwrap();
    let unread = Column::field(&chats, |chat| &chat.unread).unwrap();
    list.set_items(Columns::new(column).contents(unread)).unwrap();
    assert_eq!(list.contents(..).unwrap(), [10, 20, 30]);

    // Not in the rows; not the same field in all of them; rows without a size.
    let elsewhere = Column::field(&chats, |chat| &*chat.look);
    let changing =
        Column::field(&chats[..2], |chat| if chat.unread == 10 { &chat.unread } else { &chats[0].unread });
    let nowhere = Column::field(&[(), ()], |_| &0u64);
    for refused in [elsewhere, changing, nowhere] {
        assert_eq!(refused.unwrap_err().status(), Status::Argument);
    }
    let empty: [Chat; 0] = [];
    assert!(Column::field(&empty, |chat| &chat.key).unwrap().is_empty());

    let error = list.set_items(Columns::new(&keys(0..2)).contents(&[1])).unwrap_err();
    assert_eq!(error.status(), Status::Argument);
    assert_eq!(error.message(), "IQ_ERROR_ARGUMENT: there are 2 keys and 1 contents");
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
fn ranges_beyond_the_end_are_refused() {
    let (list, shown) = (list_of(0..10), Snapshot::<()>::of_items(&keys(0..10)).unwrap());
    #[allow(clippy::reversed_empty_ranges, reason = "that is the point")]
    for range in [0..11, 11..11, 7..3, 0..usize::MAX] {
        assert_eq!(list.keys(range.clone()).unwrap_err().status(), Status::Range, "{range:?}");
        assert_eq!(shown.rows(range.clone()).unwrap_err().status(), Status::Range, "{range:?}");
        let (mut edit, section) = (list.edit().unwrap(), list.section_at(0).unwrap());
        if range != (11..11) {
            assert_eq!(edit.delete_item_range(section, range).unwrap_err().status(), Status::Range);
        }
    }
    assert_eq!(list.keys(3..=4).unwrap(), keys(3..5));
    assert_eq!(list.keys(10..).unwrap(), []);
    assert_eq!(list.keys(11..).unwrap_err().status(), Status::Range);
}

#[test]
fn scoped_keys_want_their_section() {
    let scoped = Duplicates::Scope;
    let list = List::<()>::with_options(ListOptions::new().duplicates(scoped)).unwrap();
    let mut wanted = Snapshot::with_options(SnapshotOptions::new().duplicates(scoped)).unwrap();
    let (one, two, key) = (Key::of("one"), Key::of("two"), Key::from(1u64));
    wanted.append_sections(&[one, two]).unwrap();
    wanted.append_items(Some(one), &keys(0..3)).unwrap();
    wanted.append_items(Some(two), &keys(0..3)).unwrap();
    wanted.move_item_before((two, key), Key::from(0u64)).unwrap();
    wanted.insert_items_after((one, key), &keys(7..8)).unwrap();
    list.apply(&wanted).unwrap();
    assert_eq!(wanted.find_item((two, key)).unwrap(), Some(Position::new(1, 0)));
    assert_eq!(list.find_item(key).unwrap_err().status(), Status::Scope);
    assert_eq!(list.item_info(list.find_item((two, key)).unwrap().unwrap()).unwrap().index, 4);
    assert_eq!(list.apply(&Snapshot::new().unwrap()).unwrap_err().status(), Status::Scope);
    wanted.delete_all_items(Some(one)).unwrap();
    assert_eq!((wanted.len(), wanted.section_count()), (3, 2));
    assert_eq!(wanted.delete_sections(&[one, Key::of("three")]).unwrap(), 1);
    assert_eq!(wanted.find_section(one).unwrap(), None);
}

#[test]
fn marks_ask_for_updates() {
    let before = Snapshot::<()>::of_items(&keys(0..4)).unwrap();
    let mut after = before.copy().unwrap();
    after.reload_items(None, &keys(1..2)).unwrap();
    after.reconfigure_items(None, &keys(3..4)).unwrap();
    let changes = diff(&before, &after, DiffOptions::new()).unwrap();
    let [first, second] = changes.batch().unwrap() else { panic!("{changes:?}") };
    assert!(first.is_reload() && first.is_by_mark() && !first.is_reconfigure());
    assert!(second.is_reconfigure() && second.mask() == u64::MAX);
    assert_eq!(changes.splices_without_updates().unwrap(), []);
    assert_eq!(after.reload_items(None, &keys(3..9)).unwrap_err().status(), Status::NotFound);
    after.clear_marks().unwrap();
    assert!(diff(&before, &after, DiffOptions::new()).unwrap().batch().unwrap().is_empty());
    after.reload_sections(&[Key::default()]).unwrap();
    let changes = diff(&before, &after, DiffOptions::new()).unwrap();
    assert_eq!(kinds(changes.batch().unwrap())[0], ChangeKind::SectionUpdate);
    assert_eq!(changes.summary().unwrap().item_reloads, 4);

    let list = list_of(0..4);
    let mut edit = list.edit().unwrap();
    edit.reload_items(&list.items(..1).unwrap()).unwrap();
    edit.reconfigure_items(&list.items(2..).unwrap()).unwrap();
    edit.reload_sections(&[]).unwrap();
    assert_eq!(edit.commit().unwrap().summary().unwrap().item_reconfigures, 2);
}

#[test]
fn a_changeset_answers_where_things_went_and_why() {
    let list = list_of(0..5);
    let changes = list.with(DiffOptions::new().keep_keys()).set_items(&keys(0..5).split_off(2)).unwrap();
    let at = |item| Position::new(0, item);
    assert_eq!(changes.map_position(Side::Before, at(2)).unwrap(), Some(at(0)));
    assert_eq!(changes.map_position(Side::Before, at(1)).unwrap(), None);
    assert_eq!(
        changes.map_position(Side::After, Position::of_section(0)).unwrap(),
        Some(Position::of_section(0))
    );
    assert_eq!(changes.map(Side::Before).unwrap(), [NONE, NONE, 0, 1, 2]);
    assert_eq!(changes.find_key(Key::from(0u64)).unwrap(), (Some(at(0)), None));
    assert_eq!(changes.map_position(Side::After, at(9)).unwrap_err().status(), Status::Range);
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
    let changes = list.with(DiffOptions::new().reload()).set_items(&keys(0..8)).unwrap();
    assert_eq!((changes.summary().unwrap().reload, changes.batch().unwrap().len()), (Reload::Asked, 0));
    let options = DiffOptions::new().reload_threshold(100);
    assert_eq!(list.with(options).set_items(&keys(0..20)).unwrap().summary().unwrap().reload, Reload::No);
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
fn an_edit_has_all_the_calls_of_c() {
    let list = list_of(0..4);
    let mut edit = list.edit().unwrap();
    let first = list.section_at(0).unwrap();
    edit.insert_sections_after(first, &[Key::of("c"), Key::of("d")]).unwrap();
    edit.insert_sections_before(first, &[Key::of("a")]).unwrap();
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

#[test]
fn duplicates_may_be_numbered() {
    let list = List::<()>::with_options(ListOptions::new().duplicates(Duplicates::Number)).unwrap();
    let key = Key::from(1u64);
    let changes = list.set_items(&[key, key]).unwrap();
    assert_eq!(changes.summary().unwrap().duplicates_numbered, 1);
    assert_eq!(list.keys(1..).unwrap(), [Hasher::new().key_field(key).unsigned(2).key()]);
}

#[test]
fn damaged_bytes_are_refused() {
    let snapshot = Snapshot::<()>::of_items(&keys(0..9)).unwrap();
    let bytes = snapshot.encode().unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let refused = Snapshot::<()>::decode(&damaged, SnapshotOptions::new()).unwrap_err();
        assert_eq!(refused.status(), Status::Format, "byte {at}");
        assert!(iqlist::Changeset::decode(&bytes[..at]).is_err());
    }
    let classless = Class::<u8>::find("calls.rs: nobody's").unwrap();
    assert_eq!((classless, END), (None, usize::MAX));
}
