//! Random scripts: whatever a list is told, it shows what the slow model shows, and its changesets lead there
//! in every dialect.

mod support;

use iqlist::{diff, Changeset, DiffOptions, Key, List, Snapshot};
use support::shown::Shown;
use support::{edits, replay, seeds, Random};

/// Few enough for a busy machine; each covers a dozen states.
const SEEDS: u64 = 300;

#[test]
fn a_list_shows_what_it_is_told_and_tells_how_it_got_there() {
    seeds(SEEDS, |seed| {
        let random = &mut Random(seed);
        let (list, mut before) = (List::new().unwrap(), Shown::default());
        let mut after = Shown::random(random);
        for _ in 0..10 {
            let changes = match random.below(3) {
                0 => list.set(&after.entries(), &after.rows()).unwrap(),
                1 => list.apply(&after.snapshot()).unwrap(),
                _ => list.with(DiffOptions::new().verify()).set(&after.entries(), &after.rows()).unwrap(),
            };
            assert_eq!(Shown::of_list(&list), after);
            replay::check(&changes, &before, &after);
            before = after.clone();
            after = after.changed(random);
        }
    });
}

#[test]
fn replacing_one_section_is_setting_all_with_that_one_replaced() {
    seeds(SEEDS, |seed| {
        let random = &mut Random(seed);
        let (list, before) = (List::new().unwrap(), Shown::random(random));
        list.silently().set(&before.entries(), &before.rows()).unwrap();
        let mut after = before.clone();
        let section = random.below(after.sections.len());
        after.sections[section].1.retain(|_| random.chance(70));
        after.sections[section].1.push((random.next() % 1000 + 1000, 3));
        after.sections[section].1.reverse();
        let rows = Shown { sections: vec![after.sections[section].clone()] }.rows();
        let key = Key::from(after.sections[section].0);
        replay::check(&list.set_section_items(key, &rows).unwrap(), &before, &after);
        assert_eq!(Shown::of_list(&list), after);
    });
}

#[test]
fn an_edit_that_is_committed_stays_and_one_that_is_dropped_does_not() {
    seeds(SEEDS, |seed| {
        let random = &mut Random(seed);
        let (list, mut before) = (List::new().unwrap(), Shown::random(random));
        list.set(&before.entries(), &before.rows()).unwrap();
        for _ in 0..5 {
            let mut after = before.clone();
            let mut edit = list.edit().unwrap();
            for _ in 0..random.below(8) {
                edits::random_call(&mut edit, &mut after, random);
                assert_eq!(Shown::of_list(&list), after);
            }
            if random.chance(30) {
                drop(edit);
            } else {
                replay::check(&edit.commit().unwrap(), &before, &after);
                before = after;
            }
            assert_eq!(Shown::of_list(&list), before);
        }
    });
}

#[test]
fn a_payload_carries_changes_there_and_back_and_survives_its_bytes() {
    seeds(SEEDS, |seed| {
        let random = &mut Random(seed);
        let first = Shown::random(random);
        let second = first.changed(random);
        let third = second.changed(random);
        let options = DiffOptions::new().payload();
        let there = diff(&first.snapshot(), &second.snapshot(), options).unwrap();
        let on = diff(&second.snapshot(), &third.snapshot(), options).unwrap();

        let mut carried = first.snapshot();
        there.apply_to(&mut carried).unwrap();
        assert_eq!(Shown::of_snapshot(&carried), second);
        there.invert().unwrap().apply_to(&mut carried).unwrap();
        assert_eq!(Shown::of_snapshot(&carried), first);

        let both = there.compose(&on).unwrap();
        replay::check(&both, &first, &third);
        let bytes = both.encode().unwrap();
        let read = Changeset::decode(&bytes).unwrap();
        assert_eq!(read.encode().unwrap(), bytes);
        assert_eq!(read.dump().unwrap(), both.dump().unwrap());

        let list = List::new().unwrap();
        list.apply(&first.snapshot()).unwrap();
        replay::check(&list.apply_changeset(&read).unwrap(), &first, &third);
        assert_eq!(Shown::of_list(&list), third);
    });
}

#[test]
fn a_snapshot_is_what_was_done_to_it_and_its_copy_is_not() {
    seeds(SEEDS, |seed| {
        let random = &mut Random(seed);
        let mut shown = Shown::random(random);
        let mut snapshot: Snapshot<()> = shown.snapshot();
        for _ in 0..12 {
            let (copy, copied) = (snapshot.copy().unwrap(), shown.clone());
            snapshot_call(&mut snapshot, &mut shown, random);
            assert_eq!(Shown::of_snapshot(&snapshot), shown);
            assert_eq!(Shown::of_snapshot(&copy), copied);
        }
        let bytes = snapshot.encode().unwrap();
        let read = Snapshot::<()>::decode(&bytes, Default::default()).unwrap();
        assert_eq!(Shown::of_snapshot(&read), shown);
    });
}

fn snapshot_call(snapshot: &mut Snapshot<()>, shown: &mut Shown, random: &mut Random) {
    let keys: Vec<u64> = shown.flat().map(|item| item.0).collect();
    let section = random.below(shown.sections.len());
    let new = random.next() % 1000 + 1000;
    if keys.len() < 2 || keys.contains(&new) {
        return;
    }
    let row = [iqlist::Row::new(new).content(4)];
    let (item, anchor) = (keys[random.below(keys.len())], keys[random.below(keys.len())]);
    match random.below(6) {
        0 => {
            snapshot.append_items(Some(shown.sections[section].0.into()), &row).unwrap();
            shown.sections[section].1.push((new, 4));
        }
        1 => {
            snapshot.insert_items_before(Key::from(anchor), &row).unwrap();
            let (section, at) = shown.position(anchor).unwrap();
            shown.sections[section].1.insert(at, (new, 4));
        }
        2 if item != anchor => {
            snapshot.move_item_after(Key::from(item), anchor.into()).unwrap();
            let (from, at) = shown.position(item).unwrap();
            let moved = shown.sections[from].1.remove(at);
            let (to, at) = shown.position(anchor).unwrap();
            shown.sections[to].1.insert(at + 1, moved);
        }
        3 => {
            let missing = snapshot.delete_items(None, &[Key::from(item), Key::from(new)]).unwrap();
            assert_eq!(missing, 1);
            let (from, at) = shown.position(item).unwrap();
            shown.sections[from].1.remove(at);
        }
        4 => {
            snapshot.move_item_to_section(item.into(), shown.sections[section].0.into()).unwrap();
            let (from, at) = shown.position(item).unwrap();
            let moved = shown.sections[from].1.remove(at);
            shown.sections[section].1.push(moved);
        }
        _ if section > 0 => {
            let (moved, anchor) = (shown.sections[section].0, shown.sections[0].0);
            snapshot.move_section_before(moved.into(), anchor.into()).unwrap();
            let moved = shown.sections.remove(section);
            shown.sections.insert(0, moved);
        }
        _ => {}
    }
}
