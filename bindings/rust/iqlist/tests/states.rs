//! States of items and sections: who may set them, which items lose them, and what their events report.

mod support;

use std::panic::{catch_unwind, AssertUnwindSafe};

use iqlist::{
    Class, Duplicates, Event, EventKind, ItemKey, Key, List, ListOptions, Row, SectionEntry, Selection,
    SetStates, States, Status, Traits,
};
use support::{seeds, Random};

const SELECTED: States = States::SELECTED;
const ON: SetStates = SetStates::ON;

fn keys(range: std::ops::Range<u64>) -> Vec<Key> {
    range.map(Key::from).collect()
}

fn list_of(count: u64, mode: Selection) -> List {
    let list = List::new().unwrap();
    list.set_items(&keys(0..count)).unwrap();
    list.set_selection(mode).unwrap();
    list.set_events(EventKind::STATES).unwrap();
    list
}

fn selected<M: 'static>(list: &List<M>) -> Vec<usize> {
    let states = list.states(..).unwrap();
    (0..states.len()).filter(|at| states[*at].contains(SELECTED)).collect()
}

/// Index, count, and whether the items got the states.
fn runs(list: &List) -> Vec<(Option<usize>, usize, bool)> {
    let run = |event: Event<()>| {
        assert_eq!((event.kind, event.states), (EventKind::STATES, SELECTED));
        (event.index, event.count, event.is_on())
    };
    list.events().map(|event| run(event.unwrap())).collect()
}

#[test]
fn a_run_of_neighbours_is_one_event_and_what_left_the_list_is_gone() {
    let list = list_of(10, Selection::MULTIPLE);
    list.set_range_states(2..5, SELECTED, ON).unwrap();
    list.set_range_states(4.., SELECTED, SetStates::TOGGLE).unwrap();
    assert_eq!(selected(&list), [2, 3, 5, 6, 7, 8, 9]);
    assert_eq!(runs(&list), [(Some(2), 3, true), (Some(4), 1, false), (Some(5), 5, true)]);
    list.set_range_states(..=2, SELECTED, SetStates::ONLY).unwrap();
    assert_eq!((selected(&list), list.info().unwrap().selected), (vec![0, 1, 2], 3));
    let _ = runs(&list);
    list.set_items(&keys(1..10)).unwrap();
    let gone = list.poll().unwrap().unwrap();
    assert!(gone.is_gone() && !gone.is_on() && gone.index == Some(0) && gone.key == Some(Key::from(0u64)));
    assert_eq!(selected(&list), [0, 1]);
    let beyond = list.set_range_states(5..20, SELECTED, ON).unwrap_err();
    assert_eq!(beyond.to_string(), "IQ_ERROR_RANGE: count is 15, more than the rest, 4");
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = list.set_range_states(5..3, SELECTED, ON).unwrap_err();
    assert_eq!(reversed.status(), Status::Range);
    assert_eq!(list.items_in_state(SELECTED, 99).unwrap_err().status(), Status::Range);
    assert_eq!(list.set_range_states(.., States::NONE, ON).unwrap_err().status(), Status::Argument);
}

#[test]
fn the_selection_decides_how_many_and_whether_they_stay() {
    let list = list_of(4, Selection::SINGLE);
    let items = list.items(..).unwrap();
    list.set_states(&items, SELECTED, ON).unwrap();
    assert_eq!(selected(&list), [3]);
    list.set_states(&items[..1], SELECTED, SetStates::BY_USER).unwrap();
    assert!(list.events().map(|event| event.unwrap()).last().unwrap().is_cleared());
    list.set_selection(Selection::MULTIPLE.keeping()).unwrap();
    list.set_states(&items[1..3], SELECTED, SetStates::BY_USER).unwrap();
    let by_user: Vec<_> = list.events().map(|event| event.unwrap().is_by_user()).collect();
    assert!(!by_user.is_empty() && by_user.iter().all(|by_user| *by_user));
    assert_eq!(selected(&list), [1, 2]);
    list.set_selection(Selection::NONE).unwrap();
    let refused = list.set_states(&items[..1], SELECTED, SetStates::BY_USER).unwrap_err();
    assert_eq!((refused.status(), selected(&list).len()), (Status::Refused, 0));
}

#[test]
fn the_user_cannot_do_what_traits_refuse_and_a_panic_in_them_comes_out() {
    let class = Class::<u64>::builder("states.rs: traits").traits_of(|number| match *number {
        0 => Traits::NOT_SELECTABLE,
        9 => panic!("traits of 9"),
        _ => Traits::NONE,
    });
    let class = class.register().unwrap();
    let row = |number: u64| Row::new(number).model(number).class(class);
    let list = List::new().unwrap();
    list.set_items(&[row(0), row(1), row(9)]).unwrap();
    list.set_selection(Selection::MULTIPLE.keeping()).unwrap();
    let items = list.items(..).unwrap();
    let refused = list.set_states(&items[..1], SELECTED, SetStates::BY_USER).unwrap_err();
    assert_eq!((refused.status(), refused.key()), (Status::Refused, Some(Key::from(0u64))));
    list.set_states(&items[..2], SELECTED, SetStates::BY_USER).unwrap();
    assert_eq!(selected(&list), [1]);
    list.set_states(&items[..1], SELECTED, ON).unwrap();
    let set = || list.set_states(&items[2..], SELECTED, SetStates::BY_USER);
    let payload = catch_unwind(AssertUnwindSafe(set)).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"traits of 9"));
    // The call has completed, with the traits of the class.
    assert_eq!(selected(&list), [0, 1, 2]);
}

#[test]
fn sections_have_states_and_one_element_is_focused() {
    let list = List::<()>::new().unwrap();
    list.set(&[SectionEntry::new("a", 0), SectionEntry::new("b", 1)], &keys(0..3)).unwrap();
    list.set_events(EventKind::STATES).unwrap();
    let (section, item) = (list.section_at(1).unwrap(), list.item_at(0).unwrap());
    list.set_states(&[item], States::FOCUSED, ON).unwrap();
    assert_eq!(list.info().unwrap().focused, Some(item));
    list.set_section_states(section, States::FOCUSED | States::host(7), ON).unwrap();
    let info = list.info().unwrap();
    assert_eq!((info.focused, info.focused_section), (None, Some(section)));
    assert_eq!(list.section_info(section).unwrap().states, States::FOCUSED | States::host(7));
    assert!(list.item_info(item).unwrap().states.is_empty());
    let last = list.events().map(|event| event.unwrap()).last().unwrap();
    assert_eq!((last.item, last.section), (None, Some(section)));
    let refused = list.set_section_states(section, States::SELECTED, ON).unwrap_err();
    assert_eq!(refused.status(), Status::Argument);
    assert!(list.snapshot().unwrap().section_at(1).unwrap().states.is_empty());
}

#[test]
fn states_are_restored_by_key_also_where_keys_are_scoped() {
    let options = ListOptions::new().duplicates(Duplicates::Scope);
    let list = List::<()>::with_options(options).unwrap();
    let show = |list: &List| {
        list.set(&[SectionEntry::new("a", 0), SectionEntry::new("b", 2)], &[1u64, 2, 1].map(Key::from))
    };
    show(&list).unwrap();
    list.set_states(&[list.item_at(2).unwrap()], States::EXPANDED, ON).unwrap();
    let saved = list.keys_in_state(States::EXPANDED, 0).unwrap();
    assert_eq!(saved, [ItemKey::in_section("b", 1)]);
    let again = List::<()>::with_options(options).unwrap();
    show(&again).unwrap();
    assert_eq!(again.set_key_states([1u64], States::EXPANDED, ON).unwrap_err().status(), Status::Scope);
    let more = saved.into_iter().chain([ItemKey::in_section("b", 7)]);
    assert_eq!(again.set_key_states(more, States::EXPANDED, ON).unwrap(), 1);
    assert_eq!(again.items_in_state(States::EXPANDED, 0).unwrap(), [again.item_at(2).unwrap()]);
    assert!(again.keys_in_state(States::FOCUSED, 0).unwrap().is_empty());
}

#[test]
fn a_mirror_made_of_events_has_the_states_of_the_list() {
    seeds(50, |seed| {
        let (random, list) = (&mut Random(seed), list_of(0, Selection::MULTIPLE.keeping()));
        let mut mirror = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let (count, keys_before) = (list.len(), list.keys(..).unwrap());
            match random.below(4) {
                0 => {
                    let mut numbers: Vec<u64> = (0..40).filter(|_| random.chance(60)).collect();
                    let at = random.below(numbers.len() + 1);
                    numbers.rotate_left(at);
                    list.set_items(&numbers.into_iter().map(Key::from).collect::<Vec<_>>()).unwrap();
                }
                1 => {
                    let first = random.below(count + 1);
                    let end = first + random.below(count - first + 1);
                    list.set_range_states(first..end, SELECTED, SetStates::TOGGLE).unwrap();
                }
                2 => {
                    let some = (0..5).map(|_| random.next() % 50);
                    list.set_key_states(some, SELECTED, SetStates::BY_USER).unwrap();
                }
                _ if count > 0 => {
                    let item = list.item_at(random.below(count)).unwrap();
                    list.set_states(&[item], SELECTED, SetStates::ONLY).unwrap();
                }
                _ => {}
            }
            let keys_now = list.keys(..).unwrap();
            for event in list.events().map(|event| event.unwrap()) {
                let range = event.index.unwrap()..event.index.unwrap() + event.count;
                match (event.is_gone(), event.is_on()) {
                    (true, _) => mirror.retain(|key| !keys_before[range.clone()].contains(key)),
                    (_, true) => mirror.extend(keys_now[range].iter().copied()),
                    _ => mirror.retain(|key| !keys_now[range.clone()].contains(key)),
                }
            }
            let shown: std::collections::BTreeSet<Key> =
                list.keys_in_state(SELECTED, 0).unwrap().into_iter().map(|full| full.key).collect();
            assert_eq!(mirror, shown);
        }
    });
}
