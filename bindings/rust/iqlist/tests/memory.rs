//! A thousand rounds of all objects leave no memory behind. One test, for the figures are the process's.

mod support;

use iqlist::{diff, memory, Changeset, DiffOptions, Key, List, Row, Snapshot, Status, UpdateOptions, END};

fn round() {
    let rows: Vec<Row<String>> = (0..100u64).map(|key| Row::new(key).model(key.to_string())).collect();
    let list = List::new().unwrap();
    list.set_items(&rows[..50]).unwrap();
    let before = list.snapshot().unwrap();
    let changes = list.with(UpdateOptions::new().payload()).set_items(&rows[25..]).unwrap();
    let carried = diff(&before, &list.snapshot().unwrap(), DiffOptions::new().payload()).unwrap();
    carried.compose(&changes.invert().unwrap()).unwrap().apply_to(&mut before.copy().unwrap()).unwrap();
    Changeset::decode(&changes.encode().unwrap()).unwrap().steps().unwrap();
    Snapshot::<String>::decode(&before.encode().unwrap(), Default::default()).unwrap();
    let mut edit = list.edit().unwrap();
    edit.insert_items(list.section_at(0).unwrap(), END, &rows[..25]).unwrap();
    let refused = edit.insert_sections(0, [Key::default()]).unwrap_err();
    assert_eq!(refused.status(), Status::Duplicate);
    drop(edit);
    list.edit().unwrap().commit().unwrap();
}

#[test]
fn a_thousand_rounds_leave_nothing_behind() {
    // The first round registers the class, which stays.
    round();
    let used = memory::used();
    for _ in 0..support::scaled(1000) {
        round();
    }
    assert_eq!(memory::used(), used);
    // SAFETY: no other thread uses the library.
    unsafe { memory::trim() }.unwrap();
    assert!(memory::used() < 100_000, "{}", memory::used());
}
