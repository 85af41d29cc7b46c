//! Random scripts, under each policy for duplicates: whatever a list is told, it shows what the slow model
//! shows, models, classes and elements too; and its changesets lead there in every dialect, with the updates
//! that looks and marks ask for.

mod support;

use iqlist::{diff, Changeset, DiffOptions, Duplicates, Key, List, ListOptions, Snapshot};
use support::call::Call;
use support::carried::{without_comparing, without_models};
use support::duplicates::POLICIES;
use support::looks::alive;
use support::marks::Marks;
use support::shown::{of_list, of_snapshot, Shown};
use support::target::{agreed, random_call, Target};
use support::{replay, seeds, Counted, Random};

/// Few enough for a busy machine; each covers a dozen states.
const SEEDS: u64 = 300;

/// Runs a test for many seeds and all policies; it leaves no model behind.
fn scripts(test: impl Fn(Duplicates, &mut Random)) {
    seeds(SEEDS, |seed| {
        test(POLICIES[seed as usize % POLICIES.len()], &mut Random(seed));
        assert_eq!(alive().count(), 0, "models are left");
    });
}

fn list_of(policy: Duplicates) -> List<Counted> {
    List::with_options(ListOptions::new().duplicates(policy)).unwrap()
}

#[test]
fn a_list_shows_what_it_is_told_and_tells_how_it_got_there() {
    scripts(|policy, random| {
        let (list, mut before) = (list_of(policy), Shown::new(policy));
        let mut given = Shown::random(policy, random);
        for _ in 0..10 {
            if random.chance(40) {
                given = given.with_duplicates(random);
            }
            let (after, mut marks) = (given.resolved(), Marks::default());
            let changes = match random.below(3) {
                0 => list.set(&given.entries(), &given.rows()),
                1 => list.with(DiffOptions::new().verify()).set(&given.entries(), &given.rows()),
                _ => given.snapshot().and_then(|mut snapshot| {
                    if let Ok(after) = &after {
                        marks = Marks::random(after, random);
                        snapshot.mark(after, &marks);
                    }
                    list.apply(&snapshot)
                }),
            };
            if let Some((changes, after)) = agreed(changes, after, &given) {
                replay::check(&changes, &before, &after, &marks);
                let count = |shown: &Shown| shown.sections.len() + shown.places().len();
                assert_eq!(changes.summary().unwrap().duplicates_dropped, count(&given) - count(&after));
                before = after;
            }
            given = before.changed(random);
            assert_eq!(of_list(&list), before.sections);
        }
    });
}

#[test]
fn replacing_one_section_is_setting_all_with_that_one_replaced() {
    scripts(|policy, random| {
        let (list, before) = (list_of(policy), Shown::random(policy, random));
        list.silently().set(&before.entries(), &before.rows()).unwrap();
        for _ in 0..20 {
            let call = Call::random(&before, random);
            let Call::SetItems(section, rows) = &call else { continue };
            let told = list.set_section_items(before.sections[*section].key, rows);
            let mut given = before.clone();
            given.sections[*section].items.clone_from(rows);
            if let Some((changes, after)) = agreed(told, given.resolved(), &given) {
                replay::check(&changes, &before, &after, &Marks::default());
                return assert_eq!(of_list(&list), after.sections);
            }
        }
    });
}

#[test]
fn an_edit_that_is_committed_stays_and_one_that_is_dropped_does_not() {
    scripts(|policy, random| {
        let (list, mut before) = (list_of(policy), Shown::random(policy, random));
        list.set(&before.entries(), &before.rows()).unwrap();
        for _ in 0..5 {
            let mut after = before.clone();
            let mut edit = list.edit().unwrap();
            for _ in 0..random.below(8) {
                random_call(&mut edit, &mut after, random);
                assert_eq!(of_list(&list), after.sections);
            }
            let marks = Marks::random(&after, random);
            edit.mark(&after, &marks);
            if random.chance(30) {
                drop(edit);
            } else {
                replay::check(&edit.commit().unwrap(), &before, &after, &marks);
                before = after;
            }
            assert_eq!(of_list(&list), before.sections);
        }
    });
}

#[test]
fn a_snapshot_is_what_was_done_to_it_and_its_copy_is_not() {
    scripts(|policy, random| {
        let mut shown = Shown::random(policy, random);
        let (mut snapshot, begun) = (shown.snapshot().unwrap(), shown.clone());
        // Duplicates are told at once from the first call by key on.
        snapshot.find_item((Key::default(), Key::default())).unwrap();
        let first = snapshot.copy().unwrap();
        for _ in 0..12 {
            let (copy, copied) = (snapshot.copy().unwrap(), shown.clone());
            random_call(&mut snapshot, &mut shown, random);
            assert_eq!(of_snapshot(&snapshot), shown.sections);
            assert_eq!(of_snapshot(&copy), copied.sections);
        }
        let marks = Marks::random(&shown, random);
        snapshot.mark(&shown, &marks);
        let changes = diff(&first, &snapshot.copy().unwrap(), DiffOptions::new()).unwrap();
        replay::check(&changes, &begun, &shown, &marks);

        let read = Snapshot::<Counted>::decode(&snapshot.encode().unwrap(), shown.options()).unwrap();
        let told = diff(&snapshot, &read, DiffOptions::new()).unwrap();
        replay::check(&told, &shown, &without_models(&shown, &Shown::new(policy)), &marks);
    });
}

#[test]
fn a_payload_carries_changes_there_and_back_and_survives_its_bytes() {
    scripts(|policy, random| {
        // Contents alone decide: else what two changesets say together is not what a diff of the ends says.
        let first = without_comparing(Shown::random(policy, random));
        let second = without_comparing(first.changed(random));
        let third = without_comparing(second.changed(random));
        let options = DiffOptions::new().payload();
        let snapshots = [&first, &second, &third].map(|shown| shown.snapshot().unwrap());
        let there = diff(&snapshots[0], &snapshots[1], options).unwrap();
        let on = diff(&snapshots[1], &snapshots[2], options).unwrap();

        let mut carried = snapshots[0].copy().unwrap();
        there.apply_to(&mut carried).unwrap();
        let after = without_models(&second, &first);
        assert_eq!(of_snapshot(&carried), after.sections);
        there.invert().unwrap().apply_to(&mut carried).unwrap();
        assert_eq!(of_snapshot(&carried), without_models(&first, &after).sections);

        let both = there.compose(&on).unwrap();
        replay::check(&both, &first, &third, &Marks::default());
        let bytes = both.encode().unwrap();
        let read = Changeset::decode(&bytes).unwrap();
        assert_eq!(read.encode().unwrap(), bytes);
        assert_eq!(read.dump().unwrap(), both.dump().unwrap());

        let list = list_of(policy);
        list.apply(&snapshots[0]).unwrap();
        let after = without_models(&third, &first);
        replay::check(&list.apply_changeset(&read).unwrap(), &first, &after, &Marks::default());
        assert_eq!(of_list(&list), after.sections);
    });
}
