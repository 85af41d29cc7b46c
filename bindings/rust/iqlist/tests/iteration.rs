//! Lists are iterated: all items of one moment, whatever happens to the list meanwhile.

mod support;

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use iqlist::{content, Filter, Filtered, Key, List, Result, Row, SectionEntry, END};
use support::{seeds, Alive, Counted, Random};

fn rows(alive: &Alive, keys: impl IntoIterator<Item = u64>) -> Vec<Row<Counted>> {
    keys.into_iter().map(|key| Row::new(key).content(key + 1).model(alive.model(key))).collect()
}

fn number(row: Result<Row<Counted>>) -> u64 {
    row.unwrap().model.unwrap().number
}

#[test]
fn all_items_are_yielded_in_order_whatever_their_number() {
    let alive = Alive::default();
    for count in [0, 1, 2, 255, 256, 257, 511, 512, 513, 1000] {
        let list = List::new().unwrap();
        let sections = [SectionEntry::new("a", 0), SectionEntry::new("b", count as usize / 3)];
        list.set(&sections, &rows(&alive, 0..count)).unwrap();
        let mut iter = list.iter();
        for left in (0..=count as usize).rev() {
            let (least, most) = iter.size_hint();
            assert!(least <= left && most == Some(left), "{least} {most:?} of {left}");
            assert_eq!(iter.next().is_some(), left > 0);
        }
        assert!(iter.next().is_none() && iter.next().is_none());
        let all: Vec<_> = (&list).into_iter().map(|row| row.unwrap()).collect();
        assert_eq!(all, list.rows(..).unwrap());
    }
    assert_eq!(alive.count(), 0);
}

/// Deletes, inserts and moves something.
fn change(list: &List<Counted>, alive: &Alive, random: &mut Random, next: &mut u64) {
    *next += 1;
    if random.chance(20) {
        let mut rows = list.rows(..).unwrap();
        rows.reverse();
        rows.truncate(random.below(rows.len() + 1));
        rows.push(rows_of(alive, *next));
        list.set_items(&rows).unwrap();
        return;
    }
    let mut edit = list.edit().unwrap();
    let first = random.below(list.len());
    let end = (first + random.below(300)).min(list.len());
    edit.delete_item_range(None, first..end).unwrap();
    edit.insert_items(None, random.below(list.len() + 1), &[rows_of(alive, *next)]).unwrap();
    edit.commit_silently().unwrap();
}

fn rows_of(alive: &Alive, key: u64) -> Row<Counted> {
    rows(alive, [key]).remove(0)
}

#[test]
fn what_changes_meanwhile_is_not_seen() {
    seeds(30, |seed| {
        let (random, alive) = (&mut Random(seed), Alive::default());
        let count = 1 + random.below(1200) as u64;
        let list = List::new().unwrap();
        list.set_items(&rows(&alive, 0..count)).unwrap();
        let (mut next, mut seen) = (10_000, Vec::new());
        let every = 1 + random.below(count as usize);
        for row in &list {
            if seen.len() % every == 0 {
                change(&list, &alive, random, &mut next);
            }
            seen.push(number(row));
        }
        assert_eq!(seen, (0..count).collect::<Vec<_>>());
        assert_eq!(alive.count(), list.len() as isize);
        drop(list);
        assert_eq!(alive.count(), 0);
    });
}

#[test]
fn what_another_thread_changes_is_seen_wholly_or_not_at_all() {
    let (list, is_over) = (List::new().unwrap(), AtomicBool::new(false));
    let set = |version: u64| {
        let row = |key| Row::new(key).content(content(&version)).model(version);
        list.silently().set_items(&(0..400 + version % 300).map(row).collect::<Vec<_>>()).unwrap();
    };
    set(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            (1..).take_while(|_| !is_over.load(SeqCst)).for_each(&set);
        });
        for _ in 0..support::scaled(100) {
            let versions: Vec<u64> = list.iter().map(|row| *row.unwrap().model.unwrap()).collect();
            assert!(versions.iter().all(|version| *version == versions[0]));
            assert_eq!(versions.len() as u64, 400 + versions[0] % 300);
        }
        is_over.store(true, SeqCst);
    });
}

#[test]
fn models_live_until_the_end_or_the_drop_and_not_longer() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..600)).unwrap();
    let (mut one, mut other) = (list.iter(), list.iter());
    let kept = one.next().unwrap().unwrap();
    list.set_items(&[] as &[Key; 0]).unwrap();
    assert_eq!(alive.count(), 600);
    // One is dropped midway, the other comes to its end: it has let go then.
    drop(one);
    assert_eq!(other.by_ref().map(number).sum::<u64>(), (0..600).sum());
    assert_eq!(alive.count(), 1);
    assert!(other.next().is_none());
    drop(kept);
    assert_eq!(alive.count(), 0);
}

#[test]
fn rows_outlive_their_list() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..300)).unwrap();
    let rows = list.iter();
    drop(list);
    assert_eq!(rows.map(number).collect::<Vec<_>>(), (0..300).collect::<Vec<_>>());
    assert_eq!(alive.count(), 0);
}

#[test]
fn an_open_edit_is_seen_as_far_as_it_is() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    list.set_items(&rows(&alive, 0..3)).unwrap();
    let mut edit = list.edit().unwrap();
    edit.insert_items(None, END, &rows(&alive, 7..8)).unwrap();
    let (iter, at_once) = (list.iter(), list.iter().map(number).collect::<Vec<_>>());
    drop(edit);
    assert_eq!(at_once, [0, 1, 2, 7]);
    assert_eq!(iter.map(number).collect::<Vec<_>>(), at_once);
    assert_eq!(list.iter().count(), 3);
}

#[test]
fn derived_lists_are_iterated_too() {
    let alive = Alive::default();
    let source = List::new().unwrap();
    source.set_items(&rows(&alive, 0..10)).unwrap();
    let even = source.filtered(Filtered::new()).unwrap();
    let ticket = even.set_filter(Filter::by(|_, model: &Counted| model.number % 2 == 0)).unwrap();
    while ticket.try_result().is_none() {
        even.poll().unwrap();
    }
    let mut seen = Vec::new();
    for row in &even {
        seen.push(number(row));
    }
    assert_eq!(seen, [0, 2, 4, 6, 8]);
}

#[test]
fn one_model_is_read_by_its_index() {
    let list = List::new().unwrap();
    list.set_items(&[Row::new(1).model("Ada"), Row::new(2), Row::new(3).model("Cem")]).unwrap();
    let snapshot = list.snapshot().unwrap();
    for (index, name) in [(0, Some("Ada")), (1, None), (2, Some("Cem")), (3, None), (usize::MAX, None)] {
        assert_eq!(list.get(index).unwrap().as_deref().copied(), name);
        assert_eq!(snapshot.get(index).unwrap().as_deref().copied(), name);
    }
}
