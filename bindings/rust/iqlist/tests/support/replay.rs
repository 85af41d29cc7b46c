//! Carries a changeset out on the slow model, in each dialect, as the header says that it is to be read.

use iqlist::{Change, ChangeKind, Changeset, Position, Side};

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
    assert_eq!(steps(changes.single_steps().unwrap(), &begun), wanted, "single steps");
    wanted.1.check_counts(&changes.summary().unwrap());

    let flat: Vec<Option<Place>> = wanted.0.into_iter().flat_map(|(_, items)| items).collect();
    let mut shown: Vec<Option<Place>> = begun.into_iter().flat_map(|(_, items)| items).collect();
    let place = |was| flat.iter().position(|is| is == was);
    assert!(changes.map(Side::Before).unwrap().iter().eq(shown.iter().map(place)), "map");
    assert_eq!(flat_steps(changes.flat_steps().unwrap(), &shown), flat, "flat steps");
    assert_eq!(flat_steps(changes.flat_single_steps().unwrap(), &shown), flat, "flat single steps");
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
        let Some(section) = change.before_section() else { continue };
        match change.kind() {
            ItemDelete | ItemMoveOut => {
                for item in change.before_range() {
                    holed[section][item].take().expect("taken out once");
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
                let section = change.after_section().unwrap();
                let moved = |offset| before[from?.section].1[from?.item + offset];
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
    let mut final_sections: Vec<(usize, Option<usize>)> = vec![];
    for change in changes {
        let (from, to) = (change.before_range(), change.after_range());
        let (source, target) = (change.before_section().unwrap_or(0), change.after_section().unwrap_or(0));
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
                final_sections.extend(change.final_range().zip(sections.iter().map(|section| section.0)));
                shown.splice(to.start..to.start, sections);
            }
            SectionInsert => {
                final_sections.extend(change.final_range().map(|at| (at, None)));
                to.for_each(|at| shown.insert(at, (None, vec![])));
            }
            _ => updates.note(change, &shown, &shown),
        }
    }
    final_sections.iter().for_each(|(at, origin)| assert_eq!(shown[*at].0, *origin, "final section"));
    for (at, items) in finals {
        let first = at.item;
        assert_eq!(shown[at.section].1[first..first + items.len()], items, "final position");
    }
    (shown, updates)
}

fn flat_steps(changes: &[Change], before: &[Option<Place>]) -> Vec<Option<Place>> {
    let mut shown = before.to_vec();
    for change in changes {
        let (from, to) = (change.before_range(), change.after_range());
        assert_eq!(
            (change.before_section(), change.after_section(), change.final_section()),
            (None, None, None)
        );
        match change.kind() {
            ChangeKind::ItemDelete => drop(shown.drain(from)),
            ChangeKind::ItemMove => {
                let items: Vec<Option<Place>> = shown.drain(from).collect();
                shown.splice(to.start..to.start, items);
            }
            ChangeKind::ItemInsert => drop(shown.splice(to.start..to.start, to.map(|_| None))),
            kind => assert_eq!(kind, ChangeKind::ItemUpdate),
        }
    }
    shown
}
