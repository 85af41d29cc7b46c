//! What comes into a list with a model and without a class has the list's default class, whatever way it comes in.

mod support;

use iqlist::{
    Class, Columns, DiffOptions, Filtered, Key, Kind, List, ListOptions, Model, Row, SectionEntry, Snapshot,
    Status, Supplementary, END,
};
use support::{Alive, Counted};

type Names = List<&'static str>;

fn class(name: &str) -> Class<&'static str> {
    Class::find(name).unwrap().unwrap_or_else(|| Class::builder(name).register().unwrap())
}

fn list(name: &str) -> Names {
    List::new().unwrap().with_default_class(class(name))
}

/// The classes of the items and of the elements of sections, of whatever list they are.
fn classes(list: &Names) -> Vec<Option<Class<&'static str>>> {
    // This one's default class is another.
    let plain = Names::new().unwrap();
    plain.apply(&list.snapshot().unwrap()).unwrap();
    let mut classes: Vec<_> = plain.rows(..).unwrap().iter().map(|row| row.class).collect();
    for position in 0..plain.section_count() {
        let elements = plain.supplementaries(plain.section_at(position).unwrap()).unwrap();
        classes.extend(elements.iter().map(|element| element.row.class));
    }
    classes
}

fn row(key: u64) -> Row<&'static str> {
    Row::new(key).model("a")
}

#[test]
fn rows_and_elements_have_it_whatever_way_they_come_in() {
    let (list, own) = (list("default/ways"), Some(class("default/ways")));
    list.set_items(&[row(1), row(2)]).unwrap();
    assert_eq!(classes(&list), [own; 2]);
    let header = [Supplementary::header(row(9))];
    list.set(&[SectionEntry::new("a", 0).supplementaries(&header)], &[row(1)]).unwrap();
    assert_eq!(classes(&list), [own; 2]);
    list.set_section_items("a", &[row(3), row(4)]).unwrap();
    let mut edit = list.edit().unwrap();
    edit.insert_items(None, END, &[row(5)]).unwrap();
    let anchor = list.item_at(0).unwrap();
    edit.insert_items_before(anchor, &[row(6)]).unwrap();
    edit.insert_items_after(anchor, &[row(7)]).unwrap();
    edit.insert_children(anchor, 0, &[row(8)]).unwrap();
    edit.insert_sections(1, ["b"]).unwrap();
    let section = list.section_at(1).unwrap();
    edit.set_section_items(section, &[row(10), Row::new(11)]).unwrap();
    edit.set_supplementary(section, &Supplementary::header(row(12))).unwrap();
    edit.update_item(list.find_item(11).unwrap().unwrap(), &row(11)).unwrap();
    edit.commit().unwrap();
    assert_eq!(classes(&list), [own; 10]);
    assert!(list.rows(..).unwrap().iter().all(|row| row.class.is_none() && row.model.is_some()));
    list.set_supplementary(&Supplementary::new(Kind::EMPTY, 0, row(13))).unwrap();
    assert_eq!(list.supplementary(None, Kind::EMPTY, 0).unwrap().unwrap().row.class, None);
    let models = [Model::new("a"), Model::new("b")].to_vec();
    list.set_items(Columns::new(&[1, 2].map(Key::from)).models(&models)).unwrap();
    assert_eq!(classes(&list), [own; 2]);
}

#[test]
fn a_class_of_its_own_and_no_model_stay_as_they_are() {
    let (list, other) = (list("default/own"), class("default/other"));
    let of_type = Class::of_models().unwrap();
    let rows = [row(1).class(other), row(2).class(of_type), Row::new(3), row(4)];
    list.set_items(&rows).unwrap();
    // As the rows said, so that they mean the same when they come in again.
    let read = list.rows(..).unwrap();
    assert_eq!(read, rows);
    assert!(list.set_items(&read).unwrap().batch().unwrap().is_empty());
    let info = |key: u64| list.item_info(list.find_item(key).unwrap().unwrap()).unwrap();
    assert_eq!([1, 2, 3, 4].map(|key| info(key).class), [Some(other), Some(of_type), None, None]);
    assert_eq!(classes(&list), [Some(other), None, None, Some(class("default/own"))]);
}

#[test]
fn snapshots_and_derived_lists_have_that_of_their_list() {
    let (list, own) = (list("default/snapshots"), class("default/snapshots"));
    let of_type = Class::of_models().unwrap();
    list.set_items(&[row(1)]).unwrap();
    let mut snapshot = list.snapshot().unwrap();
    snapshot.append_items(None, &[row(2)]).unwrap();
    assert_eq!(snapshot.copy().unwrap().default_class().unwrap(), own);
    let (_, since) = list.changes_since(None, DiffOptions::new()).unwrap().unwrap();
    let found = list.filtered(Filtered::new()).unwrap();
    for class in [since.default_class(), found.default_class(), found.snapshot().unwrap().default_class()] {
        assert_eq!(class.unwrap(), own);
    }
    assert!(found.rows(..).unwrap().iter().all(|row| row.class.is_none()));
    list.apply(&snapshot).unwrap();
    assert_eq!(classes(&list), [Some(own); 2]);
    // One that is made by itself does not know the list.
    let apart = Snapshot::of_items(&[row(1)]).unwrap();
    assert_eq!(apart.default_class().unwrap(), of_type);
    list.apply(&apart).unwrap();
    assert_eq!(list.rows(..).unwrap()[0].class, Some(of_type));
    let named = Names::new().unwrap().with_default_class(own).named::<String>();
    assert_eq!(named.default_class().unwrap(), own);
    let named = Snapshot::new().unwrap().with_default_class(own).named::<String>();
    assert_eq!(named.default_class().unwrap(), own);
}

#[test]
fn a_list_that_takes_registered_classes_wants_it_registered() {
    let options = ListOptions::new().registered_classes();
    let list = Names::with_options(options).unwrap().with_default_class(class("default/registered"));
    assert_eq!(list.set_items(&[row(1)]).unwrap_err().status(), Status::NotFound);
    list.register_class(list.default_class().unwrap()).unwrap();
    list.set_items(&[row(1)]).unwrap();
}

#[test]
fn a_list_that_compares_updates_what_is_not_equal() {
    let alive = Alive::default();
    let list = List::<Counted>::comparing().unwrap();
    let show = |numbers: &[u64]| {
        let row = |(key, number): (u64, &u64)| Row::new(key).model(alive.model(*number));
        let rows: Vec<_> = (0..).zip(numbers).map(row).collect();
        list.set_items(&rows).unwrap().summary().unwrap().item_reconfigures
    };
    show(&[1, 2, 3]);
    assert_eq!([show(&[1, 2, 3]), show(&[1, 5, 4]), show(&[1, 5, 4, 9])], [0, 2, 0]);
    assert_eq!(alive.count(), 4);
    assert_eq!(Class::<Counted>::comparing().unwrap(), list.default_class().unwrap());
    assert_ne!(Class::<Counted>::comparing().unwrap(), Class::of_models().unwrap());
    // A content decides, where there is one.
    let rows = |number| [Row::new(1).content(7).model(alive.model(number))];
    list.set_items(&rows(1)).unwrap();
    assert_eq!(list.set_items(&rows(2)).unwrap().summary().unwrap().item_reconfigures, 0);
    drop(list);
    assert_eq!(alive.count(), 0);
}
