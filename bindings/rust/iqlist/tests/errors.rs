//! Messages say what the caller gave, where it is known, and speak of nothing that only C has.

use iqlist::{diff, Class, DiffOptions, Key, Kind, List, Position, Result, Row, SectionEntry};
use iqlist::{SetStates, Side, Snapshot, States, Status, Supplementary, END};

fn keys(keys: &[u64]) -> Vec<Key> {
    keys.iter().map(Key::from).collect()
}

fn list_of(items: &[u64]) -> List {
    let list = List::new().unwrap();
    list.silently().set_items(&keys(items)).unwrap();
    list
}

#[track_caller]
fn check<T: std::fmt::Debug>(result: Result<T>, status: Status, expected: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.status(), error.message()), (status, expected));
    assert_eq!(error.to_string(), expected);
    assert!(!expected.contains("parameter") && !expected.contains("NULL"));
}

#[test]
fn a_message_shows_the_index_the_range_or_the_number_that_was_given() {
    use Status::*;
    let list = list_of(&[1, 2, 3]);
    let section = list.section_at(0).unwrap();
    check(list.item_at(7), Range, "IQ_ERROR_RANGE: index is 7, beyond the end at 3");
    let expected = "IQ_ERROR_RANGE: position 7 is beyond the last section: the number of sections is 1";
    check(list.section_at(7), Range, expected);
    let expected = "IQ_ERROR_RANGE: position is 7, beyond the end at 3";
    check(list.item_in_section(section, 7), Range, expected);
    check(list.rows(2..9), Range, "IQ_ERROR_RANGE: items 2 to 9 of 3");
    let twice = list.set_items(&keys(&[5, 7, 7]));
    check(twice, Duplicate, "IQ_ERROR_DUPLICATE: key 7 at 0:2 occurs first at 0:1");
    let entries = [3, 4, 3].map(|name| SectionEntry::new(name, 0));
    let expected = "IQ_ERROR_DUPLICATE: section 3 at 2 occurs first at 0";
    check(list.set(&entries, &keys(&[])), Duplicate, expected);

    let mut edit = list.edit().unwrap();
    let expected = "IQ_ERROR_RANGE: position is 9, beyond the end at 3";
    check(edit.insert_items(section, 9, &keys(&[9])), Range, expected);
    let expected = "IQ_ERROR_RANGE: count is 8, more than the rest, 2";
    check(edit.delete_item_range(section, 1..9), Range, expected);
    let beyond = edit.move_item_range(section, ..1, section, 9);
    check(beyond, Range, "IQ_ERROR_RANGE: position is 9, beyond the end at 2");
    let expected = "IQ_ERROR_RANGE: count is 7, more than the rest, 1";
    check(edit.move_item_range(section, 2..9, section, END), Range, expected);
    let expected = "IQ_ERROR_RANGE: position 9 is beyond the last section: the number of sections is 1";
    check(edit.insert_sections(9, [9]), Range, expected);
    let wrong = Supplementary::new(Kind(7), 3, Row::new(1));
    let expected = "IQ_ERROR_ARGUMENT: element.index is 3, which no such element has";
    check(edit.set_supplementary(section, &wrong), Argument, expected);
    drop(edit);

    let changes = list.set_items(&keys(&[3])).unwrap();
    let beyond = changes.map_position(Side::Before, Position::new(0, 9));
    let expected = "IQ_ERROR_RANGE: position 0:9 is beyond the end of its section: the number of items is 3";
    check(beyond, Range, expected);
    let none = changes.batch().unwrap()[0].destination();
    check(none, Argument, "IQ_ERROR_ARGUMENT: only a move has a destination");
}

#[test]
fn a_message_speaks_of_options_and_values_as_rust_has_them() {
    use Status::*;
    let (list, other) = (list_of(&[1]), list_of(&[1]));
    let expected = "IQ_ERROR_HANDLE: item is zero, was deleted, or is of another list";
    check(list.position(other.item_at(0).unwrap()), Handle, expected);
    let changes = list.set_items(&keys(&[2])).unwrap();
    let expected = "IQ_ERROR_NO_PAYLOAD: the changeset was made without `payload` in its options";
    check(changes.invert(), NoPayload, expected);
    let expected = "IQ_ERROR_NO_KEYS: the changeset was made without `keep_keys` in its options";
    check(changes.find_key(3), NoKeys, expected);
    check(Key::from_bytes(&[]), Argument, "IQ_ERROR_ARGUMENT: a key is not made of no bytes");
    check(Key::from_digest(&[1]), Argument, "IQ_ERROR_ARGUMENT: a digest has 16 bytes or more, not 1");
    let expected = "IQ_ERROR_ARGUMENT: name is not a UTF-8 text of 1 to 255 bytes";
    check(Class::<()>::builder("").register(), Argument, expected);
    let no_section = list.set(&[], &keys(&[1]));
    check(no_section, NoSection, "IQ_ERROR_NO_SECTION: the items have no section to go to");
    // Text has become a key: what it was made of is for the caller to know, and to compare.
    let error = list.set_section_items("Nowhere", &keys(&[1])).unwrap_err();
    assert_eq!((error.status(), error.section()), (NotFound, Some("Nowhere".into())));
    let twice = Snapshot::<()>::of_items(&keys(&[1, 1])).unwrap();
    let error = diff(&twice, &twice, DiffOptions::new()).unwrap_err();
    assert_eq!((error.key(), error.position()), (Some(1.into()), Some(Position::new(0, 1))));
    assert_eq!(format!("{:?}, {:?}", Key::from(7), Key::from("Ada")).len(), "Key(7), Key()".len() + 32);
    let (gone, there) = (other.item_at(0).unwrap(), list.item_at(0).unwrap());
    let error = list.set_states(&[there, gone, there], States::SELECTED, SetStates::default()).unwrap_err();
    assert_eq!(error.element(), Some(1));
}
