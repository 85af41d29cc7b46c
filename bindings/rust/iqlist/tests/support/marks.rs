//! Updates that were asked for.

use std::collections::{BTreeMap, BTreeSet};

use super::shown::{Place, Shown};
use super::Random;

#[derive(Default)]
pub struct Marks {
    /// True asks for a reload, false for a reconfigure.
    pub items: BTreeMap<Place, bool>,
    /// Reloads.
    pub sections: BTreeSet<usize>,
}

impl Marks {
    pub fn random(shown: &Shown, random: &mut Random) -> Self {
        let mut marks = Self::default();
        for place in shown.places() {
            if random.chance(15) {
                marks.items.insert(place, random.chance(50));
            }
        }
        marks.sections.extend((0..shown.sections.len()).filter(|_| random.chance(15)));
        marks
    }

    /// Of an item: as in `items`, if any.
    pub fn of_item(&self, place: Place) -> Option<bool> {
        if self.sections.contains(&place.0) {
            return Some(true);
        }
        self.items.get(&place).copied()
    }
}
