//! What snapshots say beside their items: policies for keys, marks, and bytes that are sound or refused.

use iqlist::{diff, ChangeKind, Changeset, Columns, DiffOptions, Duplicates, Hasher};
use iqlist::{ItemKey, Key, List, ListOptions, Position, Row, Snapshot, SnapshotOptions, Status, END};

fn keys(range: std::ops::Range<u64>) -> Vec<Key> {
    range.map(Key::from).collect()
}

#[test]
fn scoped_keys_want_their_section() {
    let scoped = Duplicates::Scope;
    let list = List::<()>::with_options(ListOptions::new().duplicates(scoped)).unwrap();
    let mut wanted = Snapshot::with_options(SnapshotOptions::new().duplicates(scoped)).unwrap();
    let (one, two, key) = (Key::of("one"), Key::of("two"), Key::from(1u64));
    wanted.append_sections([one, two]).unwrap();
    wanted.append_items(Some(one), &keys(0..3)).unwrap();
    wanted.append_items(Some(two), &keys(0..3)).unwrap();
    wanted.move_item_before(ItemKey::in_section(two, key), Key::from(0u64)).unwrap();
    wanted.insert_items_after(ItemKey::in_section(one, key), &keys(7..8)).unwrap();
    list.apply(&wanted).unwrap();
    assert_eq!(wanted.find_item(ItemKey::in_section(two, key)).unwrap(), Some(Position::new(1, 0)));
    assert_eq!(list.find_item(key).unwrap_err().status(), Status::Scope);
    assert_eq!(
        list.item_info(list.find_item(ItemKey::in_section(two, key)).unwrap().unwrap()).unwrap().index,
        4
    );
    assert_eq!(list.apply(&Snapshot::new().unwrap()).unwrap_err().status(), Status::Scope);
    wanted.delete_all_items(Some(one)).unwrap();
    assert_eq!((wanted.len(), wanted.section_count()), (3, 2));
    assert_eq!(wanted.delete_sections([one, Key::of("three")]).unwrap(), 1);
    assert_eq!(wanted.find_section(one).unwrap(), None);
}

#[test]
fn items_are_put_and_updated_where_they_are() {
    let refused = |result: iqlist::Result<()>| result.unwrap_err().status();
    let mut wanted = Snapshot::<()>::new().unwrap();
    wanted.insert_sections(END, ["two"]).unwrap();
    wanted.insert_sections(0, ["one"]).unwrap();
    assert_eq!(wanted.find_section("two").unwrap().unwrap().position, 1);
    assert_eq!(refused(wanted.insert_sections(3, ["three"])), Status::Range);
    wanted.insert_items("two", 0, &keys(1..3)).unwrap();
    wanted.insert_items("two", 1, &keys(5..6)).unwrap();
    assert_eq!(wanted.keys(..).unwrap(), [1, 5, 2].map(|key: u64| Key::from(key)));
    assert_eq!(refused(wanted.insert_items("two", 4, &keys(9..10))), Status::Range);
    assert_eq!(refused(wanted.insert_items("three", 0, &keys(9..10))), Status::NotFound);
    wanted.insert_children(5u64, 0, &keys(6..8)).unwrap();
    wanted.insert_children(ItemKey::in_section("two", 6u64), END, &keys(8..9)).unwrap();
    assert_eq!(wanted.levels(..).unwrap(), [0, 0, 1, 2, 1, 0]);
    assert_eq!(refused(wanted.insert_children(5u64, 3, &keys(9..10))), Status::Range);
    let contents = || Columns::without_keys(2).contents(&[7, 8]);
    wanted.update_items(None, [8u64, 1], contents()).unwrap();
    assert_eq!(wanted.contents(..).unwrap(), [8, 0, 0, 7, 0, 0]);
    assert_eq!(refused(wanted.update_items(None, [8u64, 8], contents())), Status::Argument);
    assert_eq!(refused(wanted.update_items(None, [8u64, 99], contents())), Status::NotFound);
    assert_eq!(refused(wanted.update_items(None, [8u64], contents())), Status::Argument);
    wanted.set_section_items("one", &keys(20..22)).unwrap();
    wanted.set_section_items("two", &keys(2..4)).unwrap();
    assert_eq!(wanted.keys(..).unwrap(), [20, 21, 2, 3].map(|key: u64| Key::from(key)));
    assert_eq!(refused(wanted.set_section_items("two", &keys(21..23))), Status::Duplicate);
}

#[test]
fn an_item_that_would_keep_its_model_keeps_a_class() {
    let row = [Row::new("a").model("open"), Row::new("b")];
    let mut wanted = Snapshot::of_items(&row).unwrap();
    let none = || Columns::without_keys(1).classes(&[None]);
    let refused = wanted.update_items(None, ["a"], none()).unwrap_err();
    assert_eq!(refused.status(), Status::Argument);
    wanted.update_items(None, ["b"], none()).unwrap();
    assert_eq!(wanted.update_items(None, ["c"], none()).unwrap_err().status(), Status::NotFound);
}

#[test]
fn marks_ask_for_updates() {
    let before = Snapshot::<()>::of_items(&keys(0..4)).unwrap();
    let mut after = before.copy().unwrap();
    after.reload_items(None, keys(1..2)).unwrap();
    after.reconfigure_items(None, keys(3..4)).unwrap();
    let changes = diff(&before, &after, DiffOptions::new()).unwrap();
    let [first, second] = changes.batch().unwrap() else { panic!("{changes:?}") };
    assert!(first.is_reload() && first.is_by_mark() && !first.is_reconfigure());
    assert!(second.is_reconfigure() && second.mask() == u64::MAX);
    assert_eq!(changes.splices_without_updates().unwrap(), []);
    assert_eq!(after.reload_items(None, keys(3..9)).unwrap_err().status(), Status::NotFound);
    after.clear_marks().unwrap();
    assert!(diff(&before, &after, DiffOptions::new()).unwrap().batch().unwrap().is_empty());
    after.reload_sections([Key::default()]).unwrap();
    let changes = diff(&before, &after, DiffOptions::new()).unwrap();
    assert_eq!(changes.batch().unwrap()[0].kind(), ChangeKind::SectionUpdate);
    assert_eq!(changes.summary().unwrap().item_reloads, 4);

    let list = List::<()>::new().unwrap();
    list.apply(&before).unwrap();
    let mut edit = list.edit().unwrap();
    edit.reload_items(&list.items(..1).unwrap()).unwrap();
    edit.reconfigure_items(&list.items(2..).unwrap()).unwrap();
    edit.reload_sections(&[]).unwrap();
    assert_eq!(edit.commit().unwrap().summary().unwrap().item_reconfigures, 2);
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
        assert!(Changeset::decode(&bytes[..at]).is_err());
    }
}
