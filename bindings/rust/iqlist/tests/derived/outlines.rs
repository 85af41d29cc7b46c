//! Outlines: what is asked of the host, all at once, and by the user.

use crate::support::Alive;
use crate::trees::*;
use iqlist::{
    Class, EventKind, Filtered, Key, List, Outline, Row, SectionEntry, SetStates, States, Status, Traits,
};

const TREE: [(u64, u16); 7] = [(1, 0), (2, 1), (3, 2), (4, 2), (5, 1), (6, 0), (7, 1)];

fn tree() -> Vec<Node> {
    TREE.map(|(key, level)| node(key, level)).to_vec()
}

#[test]
fn all_is_expanded_and_collapsed_at_once_also_what_is_hidden() {
    let alive = Alive::default();
    let source = source(&alive, &tree());
    let outline = source.outline(Outline::new()).unwrap();
    assert_eq!(keys(&outline), [1, 6]);
    outline.expand_all().unwrap();
    assert_eq!(keys(&outline), [1, 6]);
    settle(&outline, None);
    assert_eq!(keys(&outline), [1, 2, 3, 4, 5, 6, 7]);
    // Leaves are not expanded.
    let open = outline.keys_in_state(States::EXPANDED, 0).unwrap();
    assert_eq!(open.iter().map(|full| number_of(full.key)).collect::<Vec<_>>(), [1, 2, 6]);

    outline.collapse(outline.item_at(0).unwrap()).unwrap();
    settle(&outline, None);
    outline.collapse_all().unwrap();
    settle(&outline, None);
    outline.expand(outline.item_at(0).unwrap()).unwrap();
    settle(&outline, None);
    assert_eq!(keys(&outline), [1, 2, 5, 6]);
}

#[test]
fn what_was_expanded_below_something_collapsed_is_so_again() {
    let alive = Alive::default();
    let source = source(&alive, &tree());
    let outline = source.outline(Outline::new().expanded()).unwrap();
    let top = outline.item_at(0).unwrap();
    outline.set_events(EventKind::STATES).unwrap();
    outline.collapse(top).unwrap();
    let gone = settle(&outline, None);
    assert_eq!(keys(&outline), [1, 6, 7]);
    assert!(gone.iter().any(|event| event.is_gone() && event.key == Some(Key::from(2u64))));
    outline.expand(top).unwrap();
    let back = settle(&outline, None);
    assert_eq!(keys(&outline), [1, 2, 3, 4, 5, 6, 7]);
    assert!(back.iter().any(|event| event.is_on() && event.key == Some(Key::from(2u64))));
}

#[test]
fn sections_fold_and_one_at_most_is_open() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    show(&list, &alive, &vec![(10, vec![node(1, 0)]), (20, vec![node(2, 0)]), (30, vec![])]);
    let outline = list.outline(Outline::new().sections().exclusive().drop_empty_sections()).unwrap();
    assert_eq!((outline.section_count(), outline.len()), (2, 0));
    for (position, expected) in [(0, 1), (1, 2)] {
        outline.expand_section(outline.section_at(position).unwrap()).unwrap();
        settle(&outline, None);
        assert_eq!(keys(&outline), [expected]);
    }
    outline.collapse_section(outline.section_at(1).unwrap()).unwrap();
    settle(&outline, None);
    assert!(outline.is_empty());
    let refused = list.outline(Outline::new().expanded().exclusive());
    assert_eq!(refused.unwrap_err().status(), Status::Argument);
}

#[test]
fn children_are_asked_for_once_and_again_after_they_have_come_and_gone() {
    let alive = Alive::default();
    let class = Class::builder("derived/folder").traits(Traits::HAS_CHILDREN).register().unwrap();
    let source = List::new().unwrap();
    source.silently().set_items(&[row(&alive, node(1, 0)).class(class), row(&alive, node(2, 0))]).unwrap();
    let outline = source.outline(Outline::new()).unwrap();
    outline.set_events(EventKind::CHILDREN).unwrap();
    let folder = outline.item_at(0).unwrap();
    let children = |key| outline.item_info(outline.item_at(key).unwrap()).unwrap().has_children;
    assert_eq!((children(0), children(1)), (true, false));
    let asked =
        || settle(&outline, None).into_iter().map(|event| (event.kind, event.item)).collect::<Vec<_>>();
    let once = [(EventKind::CHILDREN, Some(folder))];

    outline.set_states(&[folder], States::EXPANDED, SetStates::ON | SetStates::BY_USER).unwrap();
    assert_eq!(asked(), once);
    outline.collapse(folder).unwrap();
    assert_eq!(asked(), []);
    outline.expand(folder).unwrap();
    assert_eq!(asked(), []);

    let mut edit = source.edit().unwrap();
    let below = source.item_at(0).unwrap();
    edit.insert_children(below, 0, &[row(&alive, node(3, 0))]).unwrap();
    edit.commit_silently().unwrap();
    assert_eq!((asked(), keys(&outline)), (vec![], vec![1, 3, 2]));

    let mut edit = source.edit().unwrap();
    edit.delete_items(&[source.item_at(1).unwrap()]).unwrap();
    edit.commit_silently().unwrap();
    let mut all = asked();
    outline.collapse(folder).unwrap();
    all.extend(asked());
    outline.expand(folder).unwrap();
    all.extend(asked());
    assert_eq!(all, once);
}

#[test]
fn only_the_source_changes_it() {
    let alive = Alive::default();
    let source = source(&alive, &tree());
    for list in [source.outline(Outline::new()).unwrap(), source.filtered(Filtered::new()).unwrap()] {
        let rows = [row(&alive, node(1, 0))];
        let nothing = source.snapshot().unwrap();
        let changes =
            source.with(iqlist::UpdateOptions::new().payload()).set_items(&source.rows(..).unwrap());
        let statuses = [
            list.set_items(&rows).unwrap_err(),
            list.set(&[SectionEntry::new(1, 0)], &rows).unwrap_err(),
            list.set_section_items(Key::default(), &rows).unwrap_err(),
            list.apply(&nothing).unwrap_err(),
            list.submit(&nothing).unwrap_err(),
            list.apply_changeset(&changes.unwrap()).unwrap_err(),
            list.edit().unwrap_err(),
            list.begin_reorder(&[list.item_at(0).unwrap()]).unwrap_err(),
            list.undo().unwrap_err(),
            list.redo().unwrap_err(),
        ];
        assert_eq!(statuses.map(|error| error.status()), [Status::State; 10]);
    }
}

#[test]
fn sections_are_named_as_those_of_the_source_also_many() {
    #[derive(Clone, Debug, PartialEq)]
    struct Team(u64);
    impl From<Team> for Key {
        fn from(team: Team) -> Self {
            Key::from(team.0)
        }
    }
    let source = List::<()>::new().unwrap().named::<Team>();
    let rows = |teams: std::ops::Range<u64>| {
        let entries: Vec<_> =
            teams.clone().enumerate().map(|(at, team)| SectionEntry::new(Team(team), at)).collect();
        source.silently().set(&entries, &teams.map(Row::new).collect::<Vec<_>>()).unwrap();
    };
    rows(0..10);
    let outline = source.outline(Outline::new()).unwrap();
    let filtered = outline.filtered(Filtered::new()).unwrap();
    let names = |list: &List<(), Team>| -> Vec<Option<Team>> {
        let name = |at| list.section_info(list.section_at(at).unwrap()).unwrap().name;
        (0..list.section_count()).map(name).collect()
    };
    let some = |teams: std::ops::Range<u64>| teams.map(|team| Some(Team(team))).collect::<Vec<_>>();
    // Names that no list shows are dropped, those of a list that has not been polled are not.
    for round in 1..40 {
        rows(round * 100..round * 100 + 100);
        if round == 20 {
            outline.poll().unwrap();
        }
        let behind = if round < 20 { 0..10 } else { 2000..2100 };
        assert_eq!(names(&outline), some(behind));
        assert_eq!(names(&filtered), some(0..10));
    }
    drop(source);
    assert!(outline.poll().unwrap().is_none() && filtered.poll().unwrap().is_none());
    assert_eq!(names(&outline), some(2000..2100));
    assert_eq!(names(&filtered), some(2000..2100));
}

#[test]
fn all_is_expanded_also_while_the_source_is_ahead() {
    let alive = Alive::default();
    let source = source(&alive, &tree());
    let outline = source.outline(Outline::new()).unwrap();
    let mut edit = source.edit().unwrap();
    edit.update_item(source.item_at(0).unwrap(), &row(&alive, Node { number: 99, ..node(1, 0) })).unwrap();
    edit.commit_silently().unwrap();
    outline.expand_all().unwrap();
    settle(&outline, None);
    assert_eq!(keys(&outline), [1, 2, 3, 4, 5, 6, 7]);
}
