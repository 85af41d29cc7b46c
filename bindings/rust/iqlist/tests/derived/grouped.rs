//! Grouped lists: their groups and headers, whom they ask, their ends, and their functions.

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;

use crate::support::{Alive, Counted};
use crate::trees::*;
use iqlist::{
    Class, Duplicates, Filter, Filtered, Grouped, GroupedList, GroupedOrder, Key, Kind, List, ListOptions,
    Order, Outline, Row, Sorted, States, Status, SubmitOptions,
};

fn numbers(alive: &Alive, numbers: &[u64]) -> List<Counted> {
    source(alive, &numbers.iter().map(|number| node(*number, 0)).collect::<Vec<_>>())
}

/// Sets an order and waits for it.
fn group(list: &GroupedList<Counted>, order: GroupedOrder<Counted>) {
    let ticket = list.set_order(order).unwrap();
    settle(list, Some(&ticket));
    ticket.try_result().unwrap().unwrap();
}

/// The number in the header of each group.
fn headers(list: &List<Counted>) -> Vec<Option<u64>> {
    let number = |position| {
        let section = list.section_at(position).unwrap();
        let header = list.supplementary(section, Kind::HEADER, 0).unwrap();
        header.map(|header| header.row.model.unwrap().number)
    };
    (0..list.section_count()).map(number).collect()
}

fn tens() -> GroupedOrder<Counted> {
    Order::by(|model: &Counted| model.number).grouped_by(|model| model.number / 10)
}

#[test]
fn items_are_in_their_groups_and_groups_in_their_order() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 4, 15, 9, 36, 5]);
    let list = source.grouped(Grouped::new()).unwrap();
    assert_eq!((groups(&list), headers(&list)), (vec![], vec![]));
    group(&list, tens());
    assert_eq!(groups(&list), [(3, vec![31, 36]), (0, vec![4, 5, 9]), (1, vec![15])]);
    let tens = |order: Order<Counted>| order.grouped_by(|model| model.number / 10);
    group(&list, tens(Order::by(|model: &Counted| model.number).descending()));
    assert_eq!(groups(&list), [(3, vec![36, 31]), (0, vec![9, 5, 4]), (1, vec![15])]);
    // In a place of their own, which no direction reverses.
    let by_size = tens(Order::of_source().descending()).described_by(|group| group.set_rank(group.count()));
    group(&list, by_size);
    assert_eq!(groups(&list), [(1, vec![15]), (3, vec![31, 36]), (0, vec![4, 9, 5])]);
    group(&list, tens(Order::comparing(|a: &Counted, b| (a.number % 10).cmp(&(b.number % 10)))));
    assert_eq!(groups(&list), [(1, vec![15]), (3, vec![31, 36]), (0, vec![4, 5, 9])]);
    let odd = Order::by_key(|key| std::cmp::Reverse(number_of(key)))
        .grouped_by_key(|key| number_of(key) % 2)
        .described_by(|group| group.set_rank((0u8, number_of(group.first_key()) as i64, Some(true))));
    group(&list, odd);
    assert_eq!(groups(&list), [(1, vec![31, 15, 9, 5]), (0, vec![36, 4])]);
    assert_eq!(headers(&list), [None, None]);
}

#[test]
fn an_item_that_changes_its_group_moves_and_an_empty_group_goes() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 15]);
    let list = source.grouped(Grouped::new()).unwrap();
    group(&list, tens());
    let item = list.find_item(Key::from(15u64)).unwrap().unwrap();
    list.set_states(&[item], States::SELECTED, iqlist::SetStates::ON).unwrap();
    let mut edit = source.edit().unwrap();
    edit.update_item(source.item_at(1).unwrap(), &row(&alive, Node { number: 39, ..node(15, 0) })).unwrap();
    edit.commit_silently().unwrap();
    settle(&list, None);
    assert_eq!(groups(&list), [(3, vec![31, 15])]);
    assert_eq!(list.find_item(Key::from(15u64)).unwrap(), Some(item));
    assert!(list.item_info(item).unwrap().states.contains(States::SELECTED));
}

#[test]
fn a_group_is_described_when_its_first_item_or_if_that_is_wanted_its_count_changes() {
    for counts in [false, true] {
        let alive = Alive::default();
        let source = numbers(&alive, &[11, 21, 12]);
        let list = source.grouped(if counts { Grouped::new().counts() } else { Grouped::new() }).unwrap();
        let described = Arc::new(AtomicUsize::new(0));
        let (told, models) = (described.clone(), alive.clone());
        group(
            &list,
            tens().described_by(move |group| {
                told.fetch_add(1, SeqCst);
                let first = group.first().unwrap().number;
                assert_eq!(Key::from(first / 10), group.key());
                let model = models.model(100 * first + group.count() as u64);
                group.set_header(Row::new(group.first_key()).model(model));
            }),
        );
        let check = |calls, expected: &[u64]| {
            settle(&list, None);
            assert_eq!(described.swap(0, SeqCst), calls);
            assert_eq!(headers(&list), expected.iter().map(|number| Some(*number)).collect::<Vec<_>>());
        };
        check(2, &[1102, 2101]);
        let insert = |number| {
            let mut edit = source.edit().unwrap();
            edit.insert_items(None, iqlist::END, &[row(&alive, node(number, 0))]).unwrap();
            edit.commit_silently().unwrap();
        };
        insert(13);
        check(counts.into(), &[if counts { 1103 } else { 1102 }, 2101]);
        insert(10);
        check(1, &[1004, 2101]);
        let mut edit = source.edit().unwrap();
        let gone = [11u64, 12, 13, 21].map(|key| source.find_item(key).unwrap().unwrap());
        edit.delete_items(&gone).unwrap();
        edit.commit_silently().unwrap();
        insert(30);
        check(if counts { 2 } else { 1 }, &[if counts { 1001 } else { 1004 }, 3001]);
    }
}

#[test]
fn only_what_is_new_or_has_changed_is_asked_about() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 11, 22]);
    let list = source.grouped(Grouped::new()).unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let order = |descending: bool| {
        let asked = asked.clone();
        let order = Order::by(|model: &Counted| model.number);
        if descending { order.descending().keep_ranks() } else { order }.grouped_by(move |model| {
            asked.fetch_add(1, SeqCst);
            model.number % 2
        })
    };
    group(&list, order(false));
    assert_eq!((asked.swap(0, SeqCst), groups(&list)), (3, vec![(1, vec![11, 31]), (0, vec![22])]));
    group(&list, order(true));
    assert_eq!((asked.swap(0, SeqCst), groups(&list)), (0, vec![(1, vec![31, 11]), (0, vec![22])]));
    let mut edit = source.edit().unwrap();
    edit.insert_items(None, 0, &[row(&alive, node(13, 0))]).unwrap();
    edit.commit_silently().unwrap();
    settle(&list, None);
    assert_eq!((asked.swap(0, SeqCst), groups(&list)), (1, vec![(1, vec![31, 13, 11]), (0, vec![22])]));
}

#[test]
fn items_without_a_model_are_a_group_of_their_own() {
    let source = List::<u64>::new().unwrap();
    source.set_items(&[Row::new(1u64).model(7), Row::new(2u64), Row::new(3u64).model(7)]).unwrap();
    let list = source.grouped(Grouped::new()).unwrap();
    let ticket = list.set_order(Order::of_source().grouped_by_ref(|number: &u64| number)).unwrap();
    while ticket.try_result().is_none() {
        list.poll().unwrap();
    }
    let sections = [0, 1].map(|at| list.section_info(list.section_at(at).unwrap()).unwrap());
    assert_eq!(sections.map(|info| (info.key, info.count)), [(Key::from(7u64), 2), (Key::default(), 1)]);
}

#[test]
fn a_header_is_updated_by_its_class_or_content_and_has_the_default_class() {
    let class = Class::<u64>::builder("grouped/header").equal(|a, b| a / 10 == b / 10).register().unwrap();
    let source = List::new().unwrap().with_default_class(class);
    source.set_items(&[Row::new(1u64).model(7)]).unwrap();
    let list = source.grouped(Grouped::new().counts()).unwrap();
    list.set_events(iqlist::EventKind::UPDATE).unwrap();
    let order = Order::of_source()
        .grouped_by(|_: &u64| "all")
        .described_by(|group| group.set_header(Row::new(0u64).model(group.count() as u64)));
    let _ticket = list.set_order(order).unwrap();
    let update = |count: u64| {
        let rows: Vec<_> = (1..=count).map(|key| Row::new(key).model(key)).collect();
        source.silently().set_items(&rows).unwrap();
        let events = list.events().map(Result::unwrap);
        let changes: Vec<_> = events.filter_map(|event| event.changeset).collect();
        changes.iter().map(|changes| changes.summary().unwrap().supplementary_updates).sum::<usize>()
    };
    assert_eq!([update(1), update(9), update(11), update(12)], [0, 0, 1, 0]);
    let header = list.supplementary(list.section_at(0).unwrap(), Kind::HEADER, 0).unwrap().unwrap();
    assert_eq!((header.row.model.as_deref(), header.row.class), (Some(&12), None));
}

#[test]
fn a_header_lives_as_long_as_it_is_shown_and_is_dropped_once() {
    let alive = Alive::default();
    let headers_alive = Alive::default();
    let source = numbers(&alive, &[11, 21, 12]);
    let list = source.grouped(Grouped::new().counts()).unwrap();
    let models = headers_alive.clone();
    let described = move |order: GroupedOrder<Counted>| {
        let models = models.clone();
        order.described_by(move |group| {
            group.set_header(Row::new(0u64).model(models.model(0)));
            // The one that was set last is that of the group.
            group.set_header(Row::new(0u64).content(group.count() as u64).model(models.model(1)));
        })
    };
    group(&list, described(tens()));
    assert_eq!((headers(&list), headers_alive.count()), (vec![Some(1), Some(1)], 2));
    source.silently().set_items(&[row(&alive, node(11, 0))]).unwrap();
    settle(&list, None);
    assert_eq!((headers(&list), headers_alive.count()), (vec![Some(1)], 1));
    // Without a description there is none.
    group(&list, tens());
    assert_eq!((headers(&list), headers_alive.count()), (vec![None], 0));
    group(&list, described(tens()));
    assert_eq!(headers_alive.count(), 1);
    let snapshot = list.snapshot().unwrap();
    drop((list, source));
    assert_eq!(headers_alive.count(), 1);
    drop(snapshot);
    assert_eq!((headers_alive.count(), alive.count()), (0, 0));
}

#[test]
fn a_panic_comes_out_of_the_poll_and_nothing_has_changed() {
    let alive = Alive::default();
    let headers_alive = Alive::default();
    let source = numbers(&alive, &[31, 11, 21]);
    let list = source.grouped(Grouped::new()).unwrap();
    group(&list, Order::of_source().grouped_by(|_| 0u64));
    // The grouping of the third item, then the description of each group in turn.
    for fails_at in 1..=3 {
        let calls = [0, 0].map(|_| Arc::new(AtomicUsize::new(0)));
        let [grouping, describing] = calls.clone();
        let models = headers_alive.clone();
        let check = |calls: &AtomicUsize, at| {
            if calls.fetch_add(1, SeqCst) + 1 == at {
                resume_unwind(Box::new("a group"));
            }
        };
        let order = Order::of_source().grouped_by(move |model: &Counted| {
            check(&grouping, 3);
            model.number / 10 * fails_at as u64
        });
        let order = order.described_by(move |group| {
            group.set_header(Row::new(0u64).model(models.model(fails_at as u64)));
            check(&describing, fails_at);
        });
        let before = (groups(&list), headers(&list), headers_alive.count());
        let ticket = list.set_order(order).unwrap();
        for _ in 0..2 {
            let payload = catch_unwind(AssertUnwindSafe(|| settle(&list, Some(&ticket)))).err().unwrap();
            assert_eq!(payload.downcast_ref::<&str>(), Some(&"a group"));
            assert_eq!((groups(&list), headers(&list), headers_alive.count()), before);
        }
        settle(&list, Some(&ticket));
        ticket.try_result().unwrap().unwrap();
        let expected = [3, 1, 2].map(|ten| (ten * fails_at as u64, vec![ten * 10 + 1]));
        assert_eq!((groups(&list), headers_alive.count()), (expected.to_vec(), 3));
        group(&list, Order::of_source().grouped_by(|_| 0u64));
    }
}

#[test]
fn a_description_may_poll_another_grouped_list() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 11]);
    let [outer, inner] = [0, 1].map(|_| source.grouped(Grouped::new()).unwrap());
    let described = |order: GroupedOrder<Counted>, and: Option<GroupedList<Counted>>| {
        let models = alive.clone();
        order.described_by(move |group| {
            group.set_header(Row::new(0u64).model(models.model(number_of(group.key()))));
            and.iter().for_each(|list| while list.poll().unwrap().is_some() {});
        })
    };
    let _ticket = inner.set_order(described(tens(), None)).unwrap();
    group(&outer, described(tens(), Some(inner.clone())));
    assert_eq!([headers(&outer), headers(&inner)], [[Some(3), Some(1)], [Some(3), Some(1)]]);
    drop((outer, inner, source));
    assert_eq!(alive.count(), 0);
}

#[test]
fn an_order_is_superseded_can_be_cancelled_and_is_dropped_once() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1, 2]);
    let list = source.grouped(Grouped::new()).unwrap();
    let order = || {
        let held = [0; 3].map(|number| alive.holding(number));
        let [by, grouped, described] = held;
        let order = Order::by(move |model: &Counted| model.number + by()).batch(1);
        let order = order.grouped_by(move |model| model.number % 2 + grouped());
        order.described_by(move |group| group.set_rank(described()))
    };
    let before = alive.count();
    let first = list.set_order(order()).unwrap();
    list.poll().unwrap();
    let second = list.set_order(order()).unwrap();
    settle(&list, Some(&second));
    assert_eq!(first.try_result().unwrap().unwrap_err().status(), Status::Superseded);
    settle(&list, None);
    assert_eq!((groups(&list), alive.count()), (vec![(1, vec![1, 3]), (0, vec![2])], before + 3));
    let ended = Arc::new(AtomicUsize::new(0));
    let told = ended.clone();
    list.set_order_then(order(), SubmitOptions::new(), move |result| {
        assert_eq!(result.unwrap_err().status(), Status::Cancelled);
        told.fetch_add(1, SeqCst);
    })
    .unwrap();
    list.cancel_all().unwrap();
    settle(&list, None);
    assert_eq!((ended.load(SeqCst), alive.count()), (1, before + 3));
    drop(list);
    assert_eq!(alive.count(), before);
}

#[test]
fn what_has_no_groups_is_refused() {
    let alive = Alive::default();
    let source = numbers(&alive, &[3, 1]);
    let list = source.grouped(Grouped::new()).unwrap();
    let held = alive.holding(0);
    let before = alive.count();
    let order = Order::by(move |model: &Counted| model.number + held());
    // As the derived list that it is.
    assert_eq!((*list).set_order(order).unwrap_err().status(), Status::Argument);
    assert_eq!(list.set_filter(Filter::everything()).unwrap_err().status(), Status::State);
    assert_eq!(alive.count(), before - 1);
    let scoped = ListOptions::new().duplicates(Duplicates::Scope);
    let scoped = List::<Counted>::with_options(scoped).unwrap();
    assert_eq!(scoped.grouped(Grouped::new()).unwrap_err().status(), Status::Scope);
}

#[test]
fn chains_follow_and_a_list_goes_on_after_its_source_was_dropped() {
    let alive = Alive::default();
    let source = numbers(&alive, &[31, 4, 15, 9, 36]);
    let sorted = source.sorted(Sorted::new()).unwrap();
    let list = sorted.grouped(Grouped::new()).unwrap();
    let found = list.filtered(Filtered::new().drop_empty_sections()).unwrap();
    let outline = list.outline(Outline::new()).unwrap();
    group(&list, tens());
    filter(&found, Filter::by(|_, model: &Counted| model.number > 9));
    settle(&outline, None);
    assert_eq!(groups(&found), [(3, vec![31, 36]), (1, vec![15])]);
    assert_eq!(groups(&outline), groups(&list));
    drop((source, sorted));
    group(&list, Order::of_source().grouped_by(|model: &Counted| model.number % 2));
    settle(&found, None);
    // Both were there already.
    assert_eq!(groups(&found), [(0, vec![36]), (1, vec![31, 15])]);
    let clone = list.clone();
    drop(list);
    assert_eq!((&clone).into_iter().count(), 5);
    drop((clone, found, outline));
    assert_eq!(alive.count(), 0);
}
