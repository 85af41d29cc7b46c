//! Carries a changeset out on the slow model, in each dialect, as the header says that it is to be read.

use iqlist::{Change, ChangeKind, Changeset, Position, Side, NONE};

use super::expected::{expected, Going, Updates};
use super::marks::Marks;
use super::shown::{Place, Shown};

/// Panics unless all dialects, and the maps, lead from `before` to `after`, and tell the updates that the
/// looks and `marks` ask for, and no others.
pub fn check(changes: &Changeset, before: &Shown, after: &Shown, marks: &Marks) {
    let places = |(section, of): (usize, &super::shown::Section)| {
        (Some(section), (0..of.items.len()).map(|item| Some((section, item))).collect())
    };
    let begun: Vec<Going> = before.sections.iter().enumerate().map(places).collect();
    let wanted = expected(before, after, marks);
    assert_eq!(batch(changes.batch().unwrap(), &begun), wanted, "batch");
    assert_eq!(steps(changes.steps().unwrap(), &begun), wanted, "steps");
    wanted.1.check_counts(&changes.summary().unwrap());

    let flat: Vec<Option<Place>> = wanted.0.into_iter().flat_map(|(_, items)| items).collect();
    let mut shown: Vec<Option<Place>> = begun.into_iter().flat_map(|(_, items)| items).collect();
    let place = |was| flat.iter().position(|is| is == was).map_or(NONE, |at| at as u32);
    assert_eq!(changes.map(Side::Before).unwrap(), shown.iter().map(place).collect::<Vec<u32>>(), "map");
    for splice in changes.splices().unwrap() {
        shown.splice(splice.removed(), flat[splice.added()].iter().copied());
    }
    assert_eq!(shown, flat, "splices");
}

fn batch(changes: &[Change], before: &[Going]) -> (Vec<Going>, Updates) {
    use ChangeKind::*;
    // What is taken out leaves a hole, so that positions before stay what they are.
    let mut holed: Vec<Vec<Option<Place>>> = before.iter().map(|(_, items)| items.clone()).collect();
    let mut stays = vec![true; before.len()];
    for change in changes {
        let Some(at) = change.before() else { continue };
        match change.kind() {
            ItemDelete | ItemMoveOut => {
                for item in change.before_range() {
                    holed[at.section as usize][item].take().expect("taken out once");
                }
            }
            SectionDelete | SectionMove => {
                let gone = &holed[change.before_range()];
                assert!(change.kind() == SectionMove || gone.iter().flatten().all(Option::is_none), "left");
                stays[change.before_range()].fill(false);
            }
            _ => {}
        }
    }
    let kept = |section: usize| -> Going {
        (before[section].0, holed[section].iter().copied().filter(Option::is_some).collect())
    };
    let mut shown: Vec<Going> = (0..before.len()).filter(|at| stays[*at]).map(kept).collect();
    let mut updates = Updates::default();
    for change in changes {
        let (from, to) = (change.before(), change.after_range());
        match change.kind() {
            SectionInsert => to.for_each(|at| shown.insert(at, (None, vec![]))),
            SectionMove => to.zip(change.before_range()).for_each(|(at, from)| shown.insert(at, kept(from))),
            ItemInsert | ItemMoveIn => {
                let section = change.after().unwrap().section as usize;
                let moved = |offset| before[from?.section as usize].1[from?.item as usize + offset];
                let items = (0..to.len()).map(moved).collect::<Vec<_>>();
                shown[section].1.splice(to.start..to.start, items);
            }
            ItemDelete | ItemMoveOut | SectionDelete => {}
            _ => updates.note(change, before, &shown),
        }
    }
    (shown, updates)
}

fn steps(changes: &[Change], before: &[Going]) -> (Vec<Going>, Updates) {
    use ChangeKind::*;
    let (mut shown, mut updates) = (before.to_vec(), Updates::default());
    let mut finals: Vec<(Position, Vec<Option<Place>>)> = vec![];
    for change in changes {
        let (from, to) = (change.before_range(), change.after_range());
        let section = |at: Option<iqlist::Position>| at.map_or(0, |at| at.section as usize);
        let (source, target) = (section(change.before()), section(change.after()));
        match change.kind() {
            ItemDelete => drop(shown[source].1.drain(from)),
            ItemMove => {
                let items: Vec<Option<Place>> = shown[source].1.drain(from).collect();
                finals.push((change.final_position().unwrap(), items.clone()));
                shown[target].1.splice(to.start..to.start, items);
            }
            ItemInsert => {
                finals.push((change.final_position().unwrap(), vec![None; to.len()]));
                drop(shown[target].1.splice(to.start..to.start, to.map(|_| None)));
            }
            SectionDelete => shown.drain(from).for_each(|(_, items)| assert_eq!(items, [], "deleted empty")),
            SectionMove => {
                let sections: Vec<Going> = shown.drain(from).collect();
                shown.splice(to.start..to.start, sections);
            }
            SectionInsert => to.for_each(|at| shown.insert(at, (None, vec![]))),
            _ => updates.note(change, &shown, &shown),
        }
    }
    for (at, items) in finals {
        let first = at.item as usize;
        assert_eq!(shown[at.section as usize].1[first..first + items.len()], items, "final position");
    }
    (shown, updates)
}
