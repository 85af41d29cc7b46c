//! What becomes of keys that are there already, said the slow way.
//!
//! ```text
//!     A[1 2 3] B[4 5]     2 9 9 come into the gap before 4
//!
//!     Refuse              refused
//!     KeepFirst           A[1 2 3] B[9 4 5]              2 and the second 9 are passed over
//!     KeepLast            A[1 3] B[2 9 4 5]              2 has moved, and looks new
//!     Number              A[1 2 3] B[2#2 9 9#2 4 5]
//!     Scope               refused, for 9 is there twice
//! ```

use std::collections::HashMap;

use iqlist::{Duplicates, Hasher, Key, Status};

use super::shown::{Item, Place, Section, Shown};
use super::Random;

pub const POLICIES: [Duplicates; 5] =
    [Duplicates::Refuse, Duplicates::KeepFirst, Duplicates::KeepLast, Duplicates::Number, Duplicates::Scope];

fn numbered(key: Key, number: u64) -> Key {
    Hasher::new().key_field(key).unsigned(number).key()
}

/// The key that something comes in under; None if it is passed over.
fn admitted(policy: Duplicates, key: Key, is_there: impl Fn(Key) -> bool) -> Result<Option<Key>, Status> {
    if !is_there(key) {
        return Ok(Some(key));
    }
    match policy {
        Duplicates::KeepFirst => Ok(None),
        Duplicates::KeepLast => Ok(Some(key)),
        Duplicates::Number => Ok((2..).map(|number| numbered(key, number)).find(|key| !is_there(*key))),
        _ => Err(Status::Duplicate),
    }
}

impl Shown {
    /// Puts items into a section. After an error it is half done.
    pub fn put_items(&mut self, (section, mut at): Place, items: &[Item]) -> Result<(), Status> {
        for item in items {
            let is_there = |key| self.find(section, key).is_some();
            let Some(key) = admitted(self.policy, item.key, is_there)? else { continue };
            if let Some(there) = self.find(section, key) {
                self.sections[there.0].items.remove(there.1);
                at -= usize::from(there.0 == section && there.1 < at);
            }
            self.sections[section].items.insert(at, Item { key, ..item.clone() });
            at += 1;
        }
        Ok(())
    }

    /// Puts sections in. The items of one that is there already go to the one that stays.
    pub fn put_sections(&mut self, mut at: usize, sections: Vec<Section>) -> Result<(), Status> {
        for mut section in sections {
            let is_there = |key| self.find_section(key).is_some();
            let admitted = admitted(self.policy, section.key, is_there)?;
            match (admitted, self.find_section(section.key)) {
                (None, Some(there)) => {
                    self.sections[there].items.append(&mut section.items);
                    continue;
                }
                (Some(key), Some(there)) if key == section.key => {
                    let mut moved = self.sections.remove(there);
                    moved.items.append(&mut section.items);
                    section = moved;
                    at -= usize::from(there < at);
                }
                (key, _) => section.key = key.unwrap(),
            }
            self.sections.insert(at, section);
            at += 1;
        }
        Ok(())
    }

    /// What is shown of sections and items in which keys may stand twice: sections come first, items count as
    /// they stand.
    pub fn resolved(&self) -> Result<Self, Status> {
        let mut shown = Self::new(self.policy);
        shown.put_sections(0, self.sections.clone())?;
        while self.policy == Duplicates::Number && shown.number_items() {}
        let given = |section: &mut Section| std::mem::take(&mut section.items);
        let given: Vec<Vec<Item>> = shown.sections.iter_mut().map(given).collect();
        for (section, items) in given.iter().enumerate() {
            shown.put_items((section, shown.sections[section].items.len()), items)?;
        }
        Ok(shown)
    }

    /// Each n-th of a key gets its number. True if there were any: that key may be there already.
    fn number_items(&mut self) -> bool {
        let mut counts: HashMap<Key, u64> = HashMap::new();
        for item in self.sections.iter_mut().flat_map(|section| &mut section.items) {
            let count = counts.entry(item.key).or_default();
            *count += 1;
            if *count > 1 {
                item.key = numbered(item.key, *count);
            }
        }
        counts.values().any(|count| *count > 1)
    }

    /// The same with some items and sections of these keys once more, elsewhere.
    pub fn with_duplicates(&self, random: &mut Random) -> Self {
        let mut shown = self.clone();
        if shown.sections.is_empty() {
            return shown;
        }
        for _ in 0..random.below(3) {
            let at = random.below(shown.sections.len());
            // It does not matter then of which one the elements are.
            let again = Section { items: vec![], ..shown.sections[at].clone() };
            shown.sections.insert(at + 1 + random.below(shown.sections.len() - at), again);
        }
        let places = self.places();
        for _ in 0..random.below(6).min(places.len()) {
            let again = super::looks::item(random);
            let key = self.item(places[random.below(places.len())]).key;
            let section = random.below(shown.sections.len());
            let items = &mut shown.sections[section].items;
            items.insert(random.below(items.len() + 1), Item { key, ..again });
        }
        shown
    }
}
