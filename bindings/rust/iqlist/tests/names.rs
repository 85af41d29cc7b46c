//! Sections keep what named them, whatever becomes of their list: the table beside the library has a name for
//! every section that has come by name.

mod support;

use std::collections::HashMap;
use std::thread;

use iqlist::{
    Duplicates, Hasher, Key, List, ListOptions, SectionEntry, Snapshot, Status, SubmitOptions, UpdateOptions,
    END,
};
use support::{scaled, seeds, Alive, Counted, Random};

#[derive(Clone, Debug, PartialEq)]
struct Team(u64);

impl From<Team> for Key {
    fn from(team: Team) -> Self {
        Hasher::new().string("team").unsigned(team.0).key()
    }
}

type Teams = List<(), Team>;

fn teams() -> Teams {
    List::new().unwrap().named()
}

fn entries(teams: impl IntoIterator<Item = u64>) -> Vec<SectionEntry<'static, (), Team>> {
    teams.into_iter().map(|number| SectionEntry::new(Team(number), 0)).collect()
}

fn names(list: &Teams) -> Vec<Option<Team>> {
    let name = |at| list.section_info(list.section_at(at).unwrap()).unwrap().name;
    (0..list.section_count()).map(name).collect()
}

fn of_snapshot(snapshot: &Snapshot<(), Team>) -> Vec<Option<Team>> {
    (0..snapshot.section_count()).map(|at| snapshot.section_at(at).unwrap().name).collect()
}

fn some(teams: impl IntoIterator<Item = u64>) -> Vec<Option<Team>> {
    teams.into_iter().map(|number| Some(Team(number))).collect()
}

const NOTHING: [Key; 0] = [];

#[test]
fn sections_without_a_type_of_names_are_named_by_their_keys() {
    let list = List::<()>::new().unwrap();
    list.set(&[SectionEntry::new("a", 0), SectionEntry::new(7, 0)], &NOTHING).unwrap();
    let info = list.section_info(list.section_at(1).unwrap()).unwrap();
    assert_eq!((info.key, info.name), (Key::from(7), Some(Key::from(7))));
    list.set_items(&[Key::from("x")]).unwrap();
    assert_eq!(list.section_info(list.section_at(0).unwrap()).unwrap().name, Some(Key::default()));
}

#[test]
fn every_way_to_make_a_section_keeps_its_name() {
    let list = teams();
    list.set(&entries([1, 2]), &NOTHING).unwrap();
    let mut edit = list.edit().unwrap();
    edit.insert_sections(END, [Team(5)]).unwrap();
    edit.insert_sections_before(list.section_at(0).unwrap(), [Team(0)]).unwrap();
    edit.insert_sections_after(list.find_section(Team(2)).unwrap().unwrap(), [Team(3), Team(4)]).unwrap();
    edit.commit_silently().unwrap();
    assert_eq!(names(&list), some(0..6));

    let mut snapshot = list.snapshot().unwrap();
    snapshot.insert_sections_before(Team(0), [Team(10)]).unwrap();
    snapshot.insert_sections_after(Team(5), [Team(11)]).unwrap();
    snapshot.append_sections([Team(12)]).unwrap();
    let copy = snapshot.copy().unwrap();
    assert_eq!(snapshot.delete_sections([Team(3), Team(99)]).unwrap(), 1);
    assert_eq!(of_snapshot(&copy), some([10, 0, 1, 2, 3, 4, 5, 11, 12]));
    assert_eq!(of_snapshot(&snapshot), some([10, 0, 1, 2, 4, 5, 11, 12]));
    assert_eq!(snapshot.find_section(Team(11)).unwrap().unwrap().name, Some(Team(11)));
    list.apply(&snapshot).unwrap();
    assert_eq!(names(&list), of_snapshot(&snapshot));
    // Bytes have keys only; the list knows better.
    let decoded = Snapshot::<()>::decode(&copy.encode().unwrap(), Default::default()).unwrap().named();
    assert_eq!(of_snapshot(&decoded), vec![None; 9]);
    list.apply(&decoded).unwrap();
    assert_eq!(names(&list), some([10, 0, 1, 2, 3, 4, 5, 11, 12]));
    snapshot.delete_all().unwrap();
    assert_eq!(of_snapshot(&snapshot), []);
}

#[test]
fn what_comes_back_has_its_name_again() {
    let list = teams();
    list.set(&entries([1, 2, 3]), &NOTHING).unwrap();
    let changes = list.with(UpdateOptions::new().payload()).set(&entries([2]), &NOTHING).unwrap();
    list.apply_changeset(&changes.invert().unwrap()).unwrap();
    assert_eq!(names(&list), some([1, 2, 3]));
    // Also after more names than a list keeps, where an edit is given up that deleted the section.
    let mut edit = list.edit().unwrap();
    edit.delete_section_range(..).unwrap();
    edit.insert_sections(0, (10..5000).map(Team)).unwrap();
    assert_eq!(list.set(&entries([9]), &NOTHING).unwrap_err().status(), Status::Busy);
    drop(edit);
    assert_eq!(names(&list), some([1, 2, 3]));
}

#[test]
fn numbered_sections_have_the_name_that_they_were_given() {
    let options = ListOptions::new().duplicates(Duplicates::Number);
    let list: Teams = List::with_options(options).unwrap().named();
    list.set(&entries([1, 2, 1, 1]), &NOTHING).unwrap();
    assert_eq!(names(&list), some([1, 2, 1, 1]));
    let mut edit = list.edit().unwrap();
    edit.insert_sections(0, [Team(2), Team(1)]).unwrap();
    edit.commit_silently().unwrap();
    assert_eq!(names(&list), some([2, 1, 1, 2, 1, 1]));
    let mut snapshot = list.snapshot().unwrap();
    snapshot.append_sections([Team(2)]).unwrap();
    assert_eq!(of_snapshot(&snapshot), some([2, 1, 1, 2, 1, 1, 2]));
}

#[test]
fn names_of_sections_that_went_are_dropped_when_they_are_many() {
    #[derive(Clone)]
    struct Name(u64, #[allow(dead_code)] std::sync::Arc<Counted>);
    impl From<Name> for Key {
        fn from(name: Name) -> Self {
            name.0.into()
        }
    }
    let alive = Alive::default();
    let list = List::<()>::new().unwrap().named::<Name>();
    for round in 0..30 {
        let name = |number| Name(number, alive.model(number).into());
        let entries = (round * 100..round * 100 + 110).map(|number| SectionEntry::new(name(number), 0));
        list.set(&entries.collect::<Vec<_>>(), &NOTHING).unwrap();
        assert!(alive.count() <= 1200, "{}", alive.count());
    }
    assert!(alive.count() >= 110);
    let snapshot = list.snapshot().unwrap();
    drop(list);
    assert!(snapshot.section_at(109).unwrap().name.is_some());
    drop(snapshot);
    assert_eq!(alive.count(), 0);
}

#[test]
fn names_of_submissions_are_dropped_when_they_are_many() {
    const HOUR: std::time::Duration = std::time::Duration::from_secs(3600);
    #[derive(Clone)]
    struct Name(u64, #[allow(dead_code)] std::sync::Arc<Counted>);
    impl From<Name> for Key {
        fn from(name: Name) -> Self {
            name.0.into()
        }
    }
    let alive = Alive::default();
    let list = List::<()>::new().unwrap().named::<Name>();
    for round in 0..30 {
        let name = |number| Name(number, alive.model(number).into());
        let entries = (round * 100..round * 100 + 110).map(|number| SectionEntry::new(name(number), 0));
        let made = List::<()>::new().unwrap().named::<Name>();
        made.set(&entries.collect::<Vec<_>>(), &NOTHING).unwrap();
        drop(list.submit_with(&made.snapshot().unwrap(), SubmitOptions::new().here()).unwrap());
        // There is always one that waits.
        drop(list.submit_with(&made.snapshot().unwrap(), SubmitOptions::new().delay(HOUR)).unwrap());
        drop(made);
        list.poll().unwrap();
        assert_eq!(
            list.section_info(list.section_at(109).unwrap()).unwrap().name.unwrap().0,
            round * 100 + 109
        );
        assert!(alive.count() <= 1400, "{}", alive.count());
    }
    drop(list);
    assert_eq!(alive.count(), 0);
}

#[test]
fn a_random_script_finds_the_names_that_a_map_has() {
    seeds(30, |seed| {
        let random = &mut Random(seed);
        let list = teams();
        let known: HashMap<Key, Team> = (0..3000).map(|number| (Team(number).into(), Team(number))).collect();
        for _ in 0..20 {
            let first = random.below(2000) as u64;
            let given = first..first + random.below(300) as u64;
            match random.below(4) {
                0 => drop(list.set(&entries(given), &NOTHING).unwrap()),
                1 => {
                    let mut snapshot = list.snapshot().unwrap();
                    snapshot.delete_sections(given.clone().map(Team)).unwrap();
                    snapshot.append_sections(given.map(Team)).unwrap();
                    list.silently().apply(&snapshot).unwrap();
                }
                _ => {
                    let mut edit = list.edit().unwrap();
                    if random.chance(50) {
                        edit.delete_section_range(..).unwrap();
                    }
                    let is_new = |team: &Team| list.find_section(team.clone()).unwrap().is_none();
                    let new: Vec<Team> = given.map(Team).filter(is_new).collect();
                    edit.insert_sections(0, new).unwrap();
                    if random.chance(70) {
                        edit.commit_silently().unwrap();
                    }
                }
            }
            for at in 0..list.section_count() {
                let info = list.section_info(list.section_at(at).unwrap()).unwrap();
                assert_eq!(info.name.as_ref(), known.get(&info.key));
            }
        }
    });
}

#[test]
fn threads_that_change_one_list_lose_no_name() {
    let list = teams();
    thread::scope(|scope| {
        for number in 0..4 {
            let list = &list;
            scope.spawn(move || {
                let random = &mut Random(number);
                for _ in 0..scaled(60) {
                    let first = random.below(3000) as u64;
                    drop(list.set(&entries(first..first + 400), &NOTHING));
                    if let Ok(mut edit) = list.edit() {
                        let _ = edit.delete_section_range(..);
                        if random.chance(50) {
                            edit.commit_silently().unwrap();
                        }
                    }
                    let snapshot = list.snapshot().unwrap();
                    assert!(of_snapshot(&snapshot).iter().all(Option::is_some));
                }
            });
        }
    });
    assert!(names(&list).iter().all(Option::is_some));
}
