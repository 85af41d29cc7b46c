//! Models are dropped exactly once, on every path: when the last of list, snapshots and readers lets go.

mod support;

use iqlist::{
    diff, Changeset, Class, Column, Columns, DiffOptions, Duplicates, Key, Kind, List, ListOptions,
};
use iqlist::{Model, Row, SectionEntry, Snapshot, Status, Supplementary, END};
use support::{seeds, Alive, Counted, Random};

fn row(alive: &Alive, key: u64) -> Row<Counted> {
    Row::new(key).content(key + 1).model(alive.model(key))
}

fn rows(alive: &Alive, keys: impl IntoIterator<Item = u64>) -> Vec<Row<Counted>> {
    keys.into_iter().map(|key| row(alive, key)).collect()
}

fn numbers(list: &List<Counted>) -> Vec<u64> {
    list.models(..).unwrap().into_iter().map(|model| model.unwrap().number).collect()
}

#[test]
fn a_list_keeps_models_until_their_items_go() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..10)).unwrap();
    assert_eq!((alive.count(), numbers(&list)), (10, (0..10).collect()));
    list.set_items(&rows(&alive, 5..8)).unwrap();
    assert_eq!((alive.count(), numbers(&list)), (3, vec![5, 6, 7]));
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn a_model_that_was_read_outlives_its_list() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..3)).unwrap();
    let item = list.item_at(1).unwrap();
    let read = (list.rows(..1).unwrap(), list.item_info(item).unwrap(), list.models(2..).unwrap());
    drop(list);
    assert_eq!(alive.count(), 3);
    assert_eq!(read.1.model.as_ref().unwrap().number, 1);
    assert_eq!((read.1.key, read.1.index, read.1.class), (Key::from(1u64), 1, None));
    drop(read);
    assert_eq!(alive.count(), 0);
}

#[test]
fn models_are_handed_back_by_identity() {
    let alive = Alive::default();
    let (list, model) = (List::new().unwrap(), Model::new(alive.model(1)));
    list.set_items(&[Row::new(1u64).model(model.clone())]).unwrap();
    let read = list.models(..).unwrap().remove(0).unwrap();
    assert!(Model::ptr_eq(&read, &model));
    let arc = Model::into_arc(read);
    drop((list, model));
    assert_eq!(std::sync::Arc::strong_count(&arc), 1);
}

#[test]
fn snapshots_and_copies_share_models() {
    let alive = Alive::default();
    let mut snapshot = Snapshot::of_items(&rows(&alive, 0..600)).unwrap();
    let copy = snapshot.copy().unwrap();
    let list = List::new().unwrap();
    list.apply(&copy).unwrap();
    snapshot.delete_items(None, [Key::from(3u64)]).unwrap();
    drop(copy);
    let shown = list.snapshot().unwrap();
    drop(list);
    assert_eq!(alive.count(), 600);
    assert_eq!(shown.iter().len(), 600);
    drop(shown);
    assert_eq!(alive.count(), 599);
    snapshot.delete_all().unwrap();
    assert_eq!(alive.count(), 0);
}

#[test]
fn what_is_refused_keeps_nothing() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    let twice = rows(&alive, [1, 2, 1]);
    assert_eq!(list.set_items(&twice).unwrap_err().status(), Status::Duplicate);
    let keys = [Key::from(1u64)];
    let columns = Columns::new(&keys).models(Column::field(&twice, |row| &row.model).unwrap());
    assert_eq!(list.set_items(columns).unwrap_err().status(), Status::Argument);
    list.set_items(&rows(&alive, [7])).unwrap();
    let section = list.section_at(0).unwrap();
    let mut edit = list.edit().unwrap();
    assert_eq!(edit.insert_items(section, 5, &twice).unwrap_err().status(), Status::Range);
    assert_eq!(edit.insert_items(section, END, &twice).unwrap_err().status(), Status::Duplicate);
    drop((edit, twice));
    assert_eq!(alive.count(), 1);
}

#[test]
fn dropped_duplicates_are_dropped() {
    for (policy, expected) in [(Duplicates::KeepFirst, [1, 2]), (Duplicates::KeepLast, [2, 3])] {
        let alive = Alive::default();
        let list = List::with_options(ListOptions::new().duplicates(policy)).unwrap();
        let models = [(1, 1), (2, 2), (1, 3)];
        let rows = models.map(|(key, number)| Row::new(key as u64).model(alive.model(number)));
        list.set_items(&rows).unwrap();
        drop(rows);
        assert_eq!((numbers(&list), alive.count()), (expected.to_vec(), 2));
    }
}

#[test]
fn an_edit_keeps_what_it_may_have_to_bring_back() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..10)).unwrap();
    for is_committed in [false, true] {
        let mut edit = list.edit().unwrap();
        let section = list.section_at(0).unwrap();
        edit.delete_item_range(section, 2..5).unwrap();
        edit.insert_items(section, 0, &rows(&alive, [20, 21])).unwrap();
        edit.update_item(list.item_at(9 - 1).unwrap(), &row(&alive, 30)).unwrap();
        edit.insert_sections(END, [Key::from(1u64)]).unwrap();
        let header = Supplementary::header(row(&alive, 40));
        edit.set_supplementary(list.section_at(1).unwrap(), &header).unwrap();
        drop(header);
        if is_committed {
            edit.commit().unwrap();
            assert_eq!((numbers(&list), alive.count()), (vec![20, 21, 0, 1, 5, 6, 7, 8, 30], 10));
        } else {
            drop(edit);
            assert_eq!((numbers(&list), alive.count()), ((0..10).collect(), 10));
        }
    }
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn an_update_of_many_items_changes_what_is_given_and_keeps_the_rest() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..10)).unwrap();
    let items = list.items(2..5).unwrap();
    let mut edit = list.edit().unwrap();
    edit.update_items(&items, Columns::without_keys(3).contents(&[70, 80, 90])).unwrap();
    assert_eq!((numbers(&list), alive.count()), ((0..10).collect(), 10));
    let models = [20, 21, 22].map(|number| Model::new(alive.model(number))).to_vec();
    edit.update_items(&items, Columns::without_keys(3).models(&models)).unwrap();
    drop(models);
    let wrong = [
        edit.update_items(&items, Columns::without_keys(2).contents(&[1, 2])),
        edit.update_items(&[items[0], items[0]], Columns::without_keys(2).contents(&[1, 2])),
        edit.insert_items(None, END, Columns::without_keys(1)),
    ];
    wrong.into_iter().for_each(|result| assert_eq!(result.unwrap_err().status(), Status::Argument));
    assert_eq!(edit.commit().unwrap().summary().unwrap().item_reconfigures, 3);
    assert_eq!(list.contents(1..6).unwrap(), [2, 70, 80, 90, 6]);
    assert_eq!((numbers(&list), alive.count()), (vec![0, 1, 20, 21, 22, 5, 6, 7, 8, 9], 10));
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn an_edit_that_is_forgotten_is_no_harm_but_to_its_list() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..3)).unwrap();
    std::mem::forget(list.edit().unwrap());
    assert_eq!(list.set_items(&rows(&alive, 0..1)).unwrap_err().status(), Status::Busy);
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn headers_and_footers_have_models_too() {
    let alive = Alive::default();
    let (list, key) = (List::new().unwrap(), Key::of("section"));
    let elements = [
        Supplementary::header(row(&alive, 1)),
        Supplementary::footer(row(&alive, 2)),
        Supplementary::new(Kind::HOST, 5, row(&alive, 3)),
    ];
    list.set(&[SectionEntry::new(key, 0).supplementaries(&elements)], &rows(&alive, [9])).unwrap();
    drop(elements);
    let section = list.section_at(0).unwrap();
    let read = list.supplementaries(section).unwrap();
    let told: Vec<_> =
        read.iter().map(|it| (it.kind, it.index, it.row.model.as_ref().unwrap().number)).collect();
    assert_eq!(told, [(Kind::HEADER, 0, 1), (Kind::FOOTER, 0, 2), (Kind::HOST, 5, 3)]);

    let mut snapshot = list.snapshot().unwrap();
    snapshot.remove_supplementary(key, Kind::FOOTER, 0).unwrap();
    let changes = list.apply(&snapshot).unwrap();
    assert_eq!(changes.summary().unwrap().supplementary_deletes, 1);
    assert_eq!(changes.batch().unwrap()[0].element(), Some((Kind::FOOTER, 0)));
    drop((read, snapshot));
    assert_eq!((list.section_info(section).unwrap().supplementary_count, alive.count()), (2, 3));
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn changesets_carry_no_models_and_leave_those_that_are_there() {
    let alive = Alive::default();
    let before = Snapshot::of_items(&rows(&alive, [1, 2, 3])).unwrap();
    let after = Snapshot::of_items(&rows(&alive, [4, 3, 1])).unwrap();
    let changes = diff(&before, &after, DiffOptions::new().payload()).unwrap();
    let changes = Changeset::decode(&changes.encode().unwrap()).unwrap();
    let mut carried = before.copy().unwrap();
    drop((before, after));
    changes.apply_to(&mut carried).unwrap();
    let told: Vec<_> = carried.iter().map(|row| row.model.map(|model| model.number)).collect();
    assert_eq!((told, alive.count()), (vec![None, Some(3), Some(1)], 2));
    // What was read of bytes has the class of its models, and none of them.
    let decoded = Snapshot::<Counted>::decode(&carried.encode().unwrap(), Default::default()).unwrap();
    assert!(decoded.iter().all(|row| row.model.is_none() && row.class.is_some()));
    drop(carried);
    assert_eq!(alive.count(), 0);
}

#[test]
fn a_class_is_found_for_its_own_type_only() {
    let class = Class::<Counted>::builder("models.rs: counted").register().unwrap();
    assert_eq!(class.name(), "models.rs: counted");
    assert_eq!(Class::<Counted>::find(class.name()).unwrap(), Some(class));
    assert_eq!(Class::<String>::find(class.name()).unwrap(), None);
    assert_eq!(Class::<Counted>::find("nobody's").unwrap(), None);
    let again = Class::<String>::builder("models.rs: counted").register();
    assert_eq!(again.unwrap_err().status(), Status::Duplicate);
    for name in ["", "a\0b", &"x".repeat(256)] {
        assert_eq!(
            Class::<Counted>::builder(name).register().unwrap_err().status(),
            Status::Argument,
            "{name:?}"
        );
    }
    assert_eq!(Class::<u8>::of_models().unwrap(), Class::<u8>::of_models().unwrap());
}

#[test]
fn a_class_that_is_refused_keeps_nothing() {
    let alive = Alive::default();
    for (round, expected) in [(1, 1), (2, 1)] {
        let held = alive.holding(round);
        let class = Class::<Counted>::builder("models.rs: holding").equal(move |_, _| held() == 1);
        assert_eq!(class.register().is_ok(), round == 1);
        assert_eq!(alive.count(), expected);
    }
}

#[test]
fn types_of_one_name_have_classes_of_their_own() {
    fn name_of<M: 'static>(_: &M) -> &'static str {
        Class::<M>::of_models().unwrap().name()
    }
    // Two closures of one function go by the same name.
    let (first, second) = (|| 1, || 2);
    let (first, second) = (name_of(&first), name_of(&second));
    assert!(first.starts_with("rust:models::"), "{first}");
    assert_eq!(format!("{first}#2"), second);
}

#[test]
fn a_model_without_a_class_has_that_of_its_type() {
    let of_type = Class::<u16>::of_models().unwrap();
    let other = Class::<u16>::builder("models.rs: other").register().unwrap();
    let row = |class| Row { class, ..Row::new(1u64).model(7u16) };
    let snapshot = |class| {
        let mut made = Snapshot::new().unwrap();
        made.append_sections([Key::from(1u64)]).unwrap();
        made.append_items(None, &[row(class)]).unwrap();
        made.set_supplementary(1u64, &Supplementary::header(row(class))).unwrap();
        made
    };
    let (list, before) = (List::new().unwrap(), snapshot(None));
    let same = diff(&before, &snapshot(Some(of_type)), DiffOptions::new()).unwrap();
    assert!(same.batch().unwrap().is_empty());
    let changes = diff(&before, &snapshot(Some(other)), DiffOptions::new()).unwrap();
    assert_eq!(changes.batch().unwrap().iter().filter(|it| it.is_by_class() && it.is_reload()).count(), 2);

    list.apply(&before).unwrap();
    for (class, updates) in [(Some(of_type), 0), (None, 0), (Some(other), 2), (None, 2)] {
        let mut edit = list.edit().unwrap();
        edit.update_item(list.item_at(0).unwrap(), &row(class)).unwrap();
        edit.set_supplementary(list.section_at(0).unwrap(), &Supplementary::header(row(class))).unwrap();
        assert_eq!(edit.commit().unwrap().batch().unwrap().len(), updates, "{class:?}");
    }
}

#[test]
fn no_call_of_a_random_script_loses_a_model() {
    seeds(200, |seed| {
        let (random, alive) = (&mut Random(seed), Alive::default());
        let list = List::with_options(ListOptions::new().duplicates(Duplicates::KeepLast)).unwrap();
        let mut kept = Vec::new();
        for _ in 0..20 {
            let some: Vec<u64> = (0..random.below(20)).map(|_| random.next() % 30).collect();
            let rows = rows(&alive, some);
            match random.below(5) {
                0 => drop(list.set_items(&rows).unwrap()),
                1 => list.silently().apply(&Snapshot::of_items(&rows[..rows.len().min(1)]).unwrap()).unwrap(),
                2 if list.section_count() > 0 => {
                    let mut edit = list.edit().unwrap();
                    edit.insert_items(list.section_at(0).unwrap(), 0, &rows).unwrap();
                    if random.chance(50) {
                        edit.commit_silently().unwrap();
                    }
                }
                3 => kept.extend(list.models(..).unwrap()),
                _ => kept.truncate(random.below(kept.len() + 1)),
            }
        }
        let mut owned: Vec<*const Counted> = Vec::new();
        for model in list.models(..).unwrap().iter().chain(&kept) {
            owned.push(&**model.as_ref().unwrap());
        }
        owned.sort();
        owned.dedup();
        assert_eq!(alive.count(), owned.len() as isize);
        drop((list, kept));
        assert_eq!(alive.count(), 0);
    });
}
