//! Carries a changeset out on the slow model, in each dialect, as the header says that it is to be read.

use iqlist::{Change, ChangeKind, Changeset, Side, NONE};

use super::shown::{Item, Shown};

/// A section on its way: its key, which is not known while it is new, and its items.
type Going = (Option<u64>, Vec<Item>);

/// Panics unless all dialects, and the maps, lead from `before` to `after`.
pub fn check(changes: &Changeset, before: &Shown, after: &Shown) {
    assert_eq!(batch(changes.batch().unwrap(), before, after), going(after), "batch");
    let stepped = steps(changes.steps().unwrap(), before, after);
    for ((key, items), (expected, expected_items)) in stepped.iter().zip(&after.sections) {
        assert!(key.map_or(true, |key| key == *expected), "steps: a section");
        assert_eq!(items, expected_items, "steps");
    }
    assert_eq!(stepped.len(), after.sections.len(), "steps: sections");

    let (flat, mut shown): (Vec<Item>, Vec<Item>) = (after.flat().collect(), before.flat().collect());
    for splice in changes.splices().unwrap() {
        shown.splice(splice.removed(), flat[splice.added()].iter().copied());
    }
    assert_eq!(shown, flat, "splices");

    let place = |item: &Item| flat.iter().position(|other| other.0 == item.0).map_or(NONE, |at| at as u32);
    let places: Vec<u32> = before.flat().map(|item| place(&item)).collect();
    assert_eq!(changes.map(Side::Before).unwrap(), places, "map");
}

fn going(shown: &Shown) -> Vec<Going> {
    shown.sections.iter().map(|(key, items)| (Some(*key), items.clone())).collect()
}

fn batch(changes: &[Change], before: &Shown, after: &Shown) -> Vec<Going> {
    use ChangeKind::*;
    // Items and sections that are taken out leave a hole, so that positions before stay what they are.
    let mut items: Vec<Vec<Option<Item>>> =
        before.sections.iter().map(|(_, items)| items.iter().copied().map(Some).collect()).collect();
    let mut sections: Vec<Option<usize>> = (0..before.sections.len()).map(Some).collect();
    let mut taken = std::collections::HashMap::new();
    for change in changes {
        let Some(at) = change.before() else { continue };
        match change.kind() {
            ItemDelete | ItemMoveOut => {
                for item in change.before_range() {
                    let gone = items[at.section as usize][item].take().expect("taken out once");
                    taken.insert((at.section, item), gone);
                }
            }
            SectionDelete | SectionMove => change.before_range().for_each(|section| sections[section] = None),
            _ => {}
        }
    }
    let kept = |section: usize| -> Going {
        (Some(before.sections[section].0), items[section].iter().copied().flatten().collect())
    };
    let mut shown: Vec<Going> = sections.iter().copied().flatten().map(kept).collect();
    for change in changes {
        let after_range = change.after_range();
        match change.kind() {
            SectionInsert => {
                after_range.for_each(|at| shown.insert(at, (Some(after.sections[at].0), vec![])))
            }
            SectionMove => {
                after_range.zip(change.before_range()).for_each(|(at, from)| shown.insert(at, kept(from)))
            }
            ItemInsert | ItemMoveIn | ItemUpdate => {
                let section = change.after().unwrap().section as usize;
                for (offset, at) in after_range.enumerate() {
                    let told = after.sections[section].1[at];
                    match (change.kind(), change.before()) {
                        (ItemInsert, _) => shown[section].1.insert(at, told),
                        (ItemMoveIn, Some(from)) => {
                            let item = taken[&(from.section, from.item as usize + offset)];
                            shown[section].1.insert(at, item);
                        }
                        _ => update(&mut shown[section].1[at], told),
                    }
                }
            }
            _ => {}
        }
    }
    shown
}

fn steps(changes: &[Change], before: &Shown, after: &Shown) -> Vec<Going> {
    use ChangeKind::*;
    let mut shown = going(before);
    for change in changes {
        let (from, to) = (change.before_range(), change.after_range());
        let section = |at: Option<iqlist::Position>| at.map_or(0, |at| at.section as usize);
        let (source, target) = (section(change.before()), section(change.after()));
        match change.kind() {
            ItemDelete => drop(shown[source].1.drain(from)),
            ItemMove => {
                let items: Vec<Item> = shown[source].1.drain(from).collect();
                shown[target].1.splice(to.start..to.start, items);
            }
            ItemInsert => {
                let items = after.sections[target].1[to.clone()].to_vec();
                shown[target].1.splice(to.start..to.start, items);
            }
            ItemUpdate => to.for_each(|at| update(&mut shown[target].1[at], after.sections[target].1[at])),
            SectionDelete => shown.drain(from).for_each(|(_, items)| assert_eq!(items, [], "deleted empty")),
            SectionMove => {
                let sections: Vec<Going> = shown.drain(from).collect();
                shown.splice(to.start..to.start, sections);
            }
            SectionInsert => to.for_each(|at| shown.insert(at, (None, vec![]))),
            kind => panic!("{kind:?} among the steps"),
        }
    }
    shown
}

fn update(item: &mut Item, told: Item) {
    assert_eq!(item.0, told.0, "an update is of the item that it names");
    assert_ne!(item.1, told.1, "an update has a reason");
    *item = told;
}
