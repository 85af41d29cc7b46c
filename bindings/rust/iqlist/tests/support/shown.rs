//! The slow model of a list: vectors, changed and searched in the obvious way.

use iqlist::{Key, List, Row, SectionEntry, Snapshot};

use super::Random;

pub type Item = (u64, u64);

/// Sections with their keys, and in each the items: key and content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    pub sections: Vec<(u64, Vec<Item>)>,
}

impl Shown {
    /// Some sections, some items. The keys of items are below 1,000, of sections below 10,000.
    pub fn random(random: &mut Random) -> Self {
        let mut shown = Self::default();
        for section in 0..1 + random.below(5) as u64 {
            shown.sections.push((1000 + section, vec![]));
        }
        for key in 0..random.below(40) as u64 {
            let section = random.below(shown.sections.len());
            shown.sections[section].1.push((key, 1 + random.next() % 5));
        }
        shown
    }

    /// Another state, that shares much with this one.
    pub fn changed(&self, random: &mut Random) -> Self {
        let mut shown = self.clone();
        for _ in 0..random.below(12) {
            let section = random.below(shown.sections.len());
            let count = shown.sections[section].1.len();
            match random.below(8) {
                0 => shown.sections.swap(section, 0),
                1 if shown.sections.len() > 1 => drop(shown.sections.remove(section)),
                2 => {
                    let key = 2000 + random.next() % 8000;
                    if shown.sections.iter().all(|(other, _)| *other != key) {
                        shown.sections.insert(section, (key, vec![]));
                    }
                }
                3 if count > 0 => drop(shown.sections[section].1.remove(random.below(count))),
                4 if count > 0 => shown.sections[section].1[random.below(count)].1 = 1 + random.next() % 5,
                5 if count > 0 => {
                    let item = shown.sections[section].1.remove(random.below(count));
                    let target = random.below(shown.sections.len());
                    let index = random.below(shown.sections[target].1.len() + 1);
                    shown.sections[target].1.insert(index, item);
                }
                _ => {
                    let key = random.next() % 1000;
                    if shown.flat().all(|item| item.0 != key) {
                        let index = random.below(count + 1);
                        shown.sections[section].1.insert(index, (key, 1 + random.next() % 5));
                    }
                }
            }
        }
        shown
    }

    pub fn flat(&self) -> impl Iterator<Item = Item> + '_ {
        self.sections.iter().flat_map(|(_, items)| items.iter().copied())
    }

    pub fn rows<M>(&self) -> Vec<Row<M>> {
        self.flat().map(|(key, content)| Row::new(key).content(content)).collect()
    }

    pub fn entries<M>(&self) -> Vec<SectionEntry<'static, M>> {
        let mut first = 0;
        let entry = |(key, items): &(u64, Vec<Item>)| {
            first += items.len();
            SectionEntry::new((*key).into(), first - items.len())
        };
        self.sections.iter().map(entry).collect()
    }

    pub fn snapshot(&self) -> Snapshot<()> {
        let mut snapshot = Snapshot::new().unwrap();
        for (key, items) in &self.sections {
            snapshot.append_sections(&[(*key).into()]).unwrap();
            let rows: Vec<Row> =
                items.iter().map(|(key, content)| Row::new(*key).content(*content)).collect();
            snapshot.append_items(Some((*key).into()), &rows).unwrap();
        }
        snapshot
    }

    /// What a snapshot says.
    pub fn of_snapshot(snapshot: &Snapshot<()>) -> Self {
        let number = |key: Key| u64::from_le_bytes(key.bytes()[..8].try_into().unwrap());
        let rows: Vec<Item> = snapshot.iter().map(|row| (number(row.key), row.content)).collect();
        let section = |position| {
            let info = snapshot.section_at(position).unwrap();
            (number(info.key), rows[info.items()].to_vec())
        };
        Self { sections: (0..snapshot.section_count()).map(section).collect() }
    }

    /// What a list shows.
    pub fn of_list(list: &List<()>) -> Self {
        Self::of_snapshot(&list.snapshot().unwrap())
    }

    /// Where an item is.
    pub fn position(&self, key: u64) -> Option<(usize, usize)> {
        let place = |(section, (_, items)): (usize, &(u64, Vec<Item>))| {
            Some((section, items.iter().position(|item| item.0 == key)?))
        };
        self.sections.iter().enumerate().find_map(place)
    }
}
