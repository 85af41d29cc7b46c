//! The slow model of a list: vectors, changed and searched in the obvious way. What it may hold of one key is
//! in `duplicates.rs`, how it is changed in `call.rs`.

use iqlist::{
    Duplicates, Key, List, Position, Result, Row, SectionEntry, Snapshot, SnapshotOptions, Supplementary,
};

use super::call::Call;
use super::{looks, Counted, Random};

pub type Item = Row<Counted>;
pub type Element = Supplementary<Counted>;

/// Positions of a section and of an item within it.
pub type Place = (usize, usize);

#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    pub key: Key,
    pub items: Vec<Item>,
    /// Ordered by kind and index.
    pub elements: Vec<Element>,
}

#[derive(Clone, Debug)]
pub struct Shown {
    pub policy: Duplicates,
    pub sections: Vec<Section>,
}

impl Section {
    pub fn new(key: Key) -> Self {
        Self { key, items: vec![], elements: vec![] }
    }

    pub fn element(&self, kind: iqlist::Kind, index: u32) -> Option<usize> {
        self.elements.iter().position(|it| (it.kind, it.index) == (kind, index))
    }
}

impl Shown {
    pub fn new(policy: Duplicates) -> Self {
        Self { policy, sections: vec![] }
    }

    /// Some sections, some items, some elements; no key where it may not be.
    pub fn random(policy: Duplicates, random: &mut Random) -> Self {
        let mut shown = Self::new(policy);
        shown.sections.extend((0..1 + random.below(4) as u64).map(|key| Section::new(Key::from(key))));
        for _ in 0..random.below(30) {
            let section = random.below(shown.sections.len());
            let item = looks::item(random);
            if shown.find(section, item.key).is_none() {
                shown.sections[section].items.push(item);
            }
        }
        shown.changed(random)
    }

    /// Another state, that shares much with this one.
    pub fn changed(&self, random: &mut Random) -> Self {
        let mut shown = self.clone();
        for _ in 0..random.below(12) {
            let call = Call::random(&shown, random);
            shown = call.on(&shown).unwrap_or(shown);
        }
        shown
    }

    /// Where the item of this key is, which counts within `section` only where keys are scoped.
    pub fn find(&self, section: usize, key: Key) -> Option<Place> {
        let is_looked_at = |at: usize| self.policy != Duplicates::Scope || at == section;
        let mut looked_at = (0..self.sections.len()).filter(|at| is_looked_at(*at));
        looked_at.find_map(|at| Some((at, self.sections[at].items.iter().position(|it| it.key == key)?)))
    }

    pub fn find_section(&self, key: Key) -> Option<usize> {
        self.sections.iter().position(|section| section.key == key)
    }

    pub fn item(&self, (section, item): Place) -> &Item {
        &self.sections[section].items[item]
    }

    /// All places of items, in order.
    pub fn places(&self) -> Vec<Place> {
        let of_section = |at: usize| (0..self.sections[at].items.len()).map(move |item| (at, item));
        (0..self.sections.len()).flat_map(of_section).collect()
    }

    pub fn rows(&self) -> Vec<Item> {
        self.sections.iter().flat_map(|section| section.items.clone()).collect()
    }

    pub fn entries(&self) -> Vec<SectionEntry<'_, Counted>> {
        let mut first = 0;
        let mut entries = Vec::new();
        for section in &self.sections {
            entries.push(SectionEntry::new(section.key, first).supplementaries(&section.elements));
            first += section.items.len();
        }
        entries
    }

    pub fn options(&self) -> SnapshotOptions {
        SnapshotOptions::new().duplicates(self.policy)
    }

    /// Each section is appended, then its items to "the last section".
    pub fn snapshot(&self) -> Result<Snapshot<Counted>> {
        let mut snapshot = Snapshot::with_options(self.options())?;
        for section in &self.sections {
            snapshot.append_sections([section.key])?;
            snapshot.append_items(None, &section.items)?;
            let last = snapshot.section_at(snapshot.section_count() - 1)?.key;
            let key = if self.policy == Duplicates::Number { last } else { section.key };
            for element in &section.elements {
                snapshot.set_supplementary(key, element)?;
            }
        }
        Ok(snapshot)
    }
}

/// What a snapshot says.
pub fn of_snapshot(snapshot: &Snapshot<Counted>) -> Vec<Section> {
    let rows: Vec<Item> = snapshot.iter().collect();
    let section = |position| {
        let info = snapshot.section_at(position).unwrap();
        let elements = snapshot.supplementaries(info.key).unwrap();
        for element in &elements {
            let same = snapshot.supplementary(info.key, element.kind, element.index).unwrap();
            assert_eq!(same.as_ref(), Some(element));
        }
        for (item, index) in info.items().enumerate() {
            let at = Position::new(position, item);
            let told = snapshot.item_info(at).unwrap();
            assert_eq!((told.index, told.key, told.section), (index, rows[index].key, None));
            assert_eq!((snapshot.index_of(at).unwrap(), told.position), (index, at));
        }
        Section { key: info.key, items: rows[info.items()].to_vec(), elements }
    };
    (0..snapshot.section_count()).map(section).collect()
}

/// What a list shows.
pub fn of_list(list: &List<Counted>) -> Vec<Section> {
    let section = |position| {
        let handle = list.section_at(position).unwrap();
        let info = list.section_info(handle).unwrap();
        let elements = list.supplementaries(handle).unwrap();
        for element in &elements {
            assert_eq!(
                list.supplementary(handle, element.kind, element.index).unwrap().as_ref(),
                Some(element)
            );
        }
        Section { key: info.key, items: list.rows(info.items()).unwrap(), elements }
    };
    (0..list.section_count()).map(section).collect()
}
