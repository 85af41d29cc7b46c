//! What a changeset should lead to and tell, found by looking every key up.

use std::collections::{BTreeMap, BTreeSet};

use iqlist::{Change, ChangeKind, Kind, Summary};

use super::looks::Reasons;
use super::marks::Marks;
use super::shown::{Place, Shown};

/// A section on its way: where it and its items were, which is nowhere if they are new.
pub type Going = (Option<usize>, Vec<Option<Place>>);

/// What is updated, by where it was; and what becomes of the elements of sections that stay.
#[derive(Debug, Default, PartialEq)]
pub struct Updates {
    items: BTreeMap<Place, Reasons>,
    sections: BTreeSet<usize>,
    elements: BTreeMap<(usize, Kind, u32), Fate>,
}

#[derive(Debug, PartialEq)]
enum Fate {
    Deleted,
    Inserted,
    Updated(Reasons),
}

pub fn expected(before: &Shown, after: &Shown, marks: &Marks) -> (Vec<Going>, Updates) {
    let (mut ended, mut updates) = (Vec::new(), Updates::default());
    for (at, section) in after.sections.iter().enumerate() {
        let origin = before.find_section(section.key);
        // Where keys are scoped an item of another section is another item.
        let scope = origin.unwrap_or(usize::MAX);
        let origins: Vec<Option<Place>> =
            section.items.iter().map(|item| before.find(scope, item.key)).collect();
        for (index, (item, origin)) in section.items.iter().zip(&origins).enumerate() {
            let Some(origin) = origin else { continue };
            let why = Reasons::of(before.item(*origin), item, marks.of_item((at, index)), true);
            updates.items.extend(why.map(|why| (*origin, why)));
        }
        if let Some(origin) = origin {
            updates.expect_elements(origin, before, at, after, marks.sections.contains(&at));
        }
        ended.push((origin, origins));
    }
    (ended, updates)
}

impl Updates {
    fn expect_elements(&mut self, origin: usize, before: &Shown, at: usize, after: &Shown, is_reload: bool) {
        let (before, after) = (&before.sections[origin], &after.sections[at]);
        self.sections.extend(is_reload.then_some(origin));
        for element in &before.elements {
            let fate = match after.element(element.kind, element.index) {
                None => Some(Fate::Deleted),
                Some(at) => {
                    let (row, mark) = (&after.elements[at].row, is_reload.then_some(true));
                    Reasons::of(&element.row, row, mark, !is_reload).map(Fate::Updated)
                }
            };
            self.elements.extend(fate.map(|fate| ((origin, element.kind, element.index), fate)));
        }
        for element in &after.elements {
            if before.element(element.kind, element.index).is_none() {
                self.elements.insert((origin, element.kind, element.index), Fate::Inserted);
            }
        }
    }

    /// A change that moves nothing. Its positions before are those of `before`, those after of `after`.
    pub fn note(&mut self, change: &Change, before: &[Going], after: &[Going]) {
        use ChangeKind::*;
        let fate = match change.kind() {
            ItemUpdate => {
                let section = &after[change.after_section().unwrap()];
                for at in change.after_range() {
                    let origin = section.1[at].expect("what is new is not updated");
                    assert_eq!(self.items.insert(origin, Reasons::told(change)), None, "{change:?}");
                }
                return;
            }
            SectionUpdate => {
                return self.sections.extend(change.after_range().map(|at| after[at].0.unwrap()));
            }
            SupplementaryDelete => Fate::Deleted,
            SupplementaryInsert => Fate::Inserted,
            SupplementaryUpdate => Fate::Updated(Reasons::told(change)),
            kind => panic!("{kind:?}"),
        };
        let (from, to) = (change.before_section(), change.after_section());
        let section = to.map(|to| &after[to]).or(from.map(|from| &before[from]));
        let (kind, index) = change.element().unwrap();
        let place = (section.unwrap().0.expect("of a section that stays"), kind, index);
        assert_eq!(self.elements.insert(place, fate), None, "{change:?}");
    }

    pub fn check_counts(&self, summary: &Summary) {
        let reloads = self.items.values().filter(|why| why.is_reload).count();
        assert_eq!(summary.item_reloads, reloads);
        assert_eq!(summary.item_reconfigures, self.items.len() - reloads);
        assert_eq!(summary.section_updates, self.sections.len());
        let count = |is_it: fn(&Fate) -> bool| self.elements.values().filter(|fate| is_it(fate)).count();
        assert_eq!(summary.supplementary_deletes, count(|fate| *fate == Fate::Deleted));
        assert_eq!(summary.supplementary_inserts, count(|fate| *fate == Fate::Inserted));
        assert_eq!(summary.supplementary_updates, count(|fate| matches!(fate, Fate::Updated(_))));
    }
}
