//! One call that changes a list or a snapshot, and what it does to the slow model. How an edit is told so is
//! in `edits.rs`, how a snapshot is in `snapshots.rs`.

use std::ops::Range;

use iqlist::{Duplicates, Key, Kind, Status};

use super::shown::{Element, Item, Place, Section, Shown};
use super::{looks, Random};

/// Of a move: item or section, the anchor, and whether it goes behind that.
#[derive(Debug)]
pub struct Beside<T> {
    pub what: T,
    pub anchor: T,
    pub is_behind: bool,
}

#[derive(Debug)]
pub enum Call {
    InsertItems(Place, Vec<Item>),
    SetItems(usize, Vec<Item>),
    DeleteItems(usize, Range<usize>),
    MoveItem(Beside<Place>),
    MoveItems(usize, Range<usize>, Place),
    MoveToSection(Place, usize),
    UpdateItem(Place, Item),
    InsertSections(usize, Vec<Key>),
    DeleteSections(Range<usize>),
    MoveSection(Beside<usize>),
    MoveSections(Range<usize>, usize),
    SetElement(usize, Element),
    RemoveElement(usize, Kind, u32),
}

/// Some neighbours of so many.
fn range(count: usize, random: &mut Random) -> Range<usize> {
    let first = random.below(count + 1);
    first..first + random.below(count - first + 1)
}

impl Call {
    pub fn random(shown: &Shown, random: &mut Random) -> Self {
        let count = shown.sections.len();
        let some_keys =
            |random: &mut Random| (0..random.below(3)).map(|_| (random.next() % 9).into()).collect();
        if count == 0 {
            return Self::InsertSections(0, vec![Key::from(random.next() % 9)]);
        }
        let (section, other) = (random.below(count), random.below(count));
        let (length, places) = (shown.sections[section].items.len(), shown.places());
        let place = (section, random.below(length + 1));
        let is_behind = random.chance(50);
        match random.below(14) {
            0 | 1 => Self::InsertItems(place, newcomers(shown, section, random)),
            2 => {
                let mut items = newcomers(shown, section, random);
                items.extend(shown.sections[section].items.iter().filter(|_| random.chance(50)).cloned());
                Self::SetItems(section, items)
            }
            3 => Self::DeleteItems(section, range(length, random)),
            4 if length > 0 => {
                let what = (section, random.below(length));
                Self::MoveItem(Beside { what, anchor: places[random.below(places.len())], is_behind })
            }
            5 if length > 0 => Self::MoveToSection((section, random.below(length)), other),
            6 => {
                let range = range(length, random);
                let to = if range.is_empty() { section } else { other };
                let room = shown.sections[to].items.len() - if to == section { range.len() } else { 0 };
                Self::MoveItems(section, range, (to, random.below(room + 1)))
            }
            7 if length > 0 => Self::UpdateItem((section, random.below(length)), looks::item(random)),
            8 => Self::InsertSections(random.below(count + 1), some_keys(random)),
            9 if random.chance(30) => Self::DeleteSections(range(count, random)),
            10 => Self::MoveSection(Beside { what: section, anchor: other, is_behind }),
            11 => {
                let range = range(count, random);
                let room = count - range.len();
                Self::MoveSections(range, random.below(room + 1))
            }
            12 => {
                let element = looks::element(random);
                Self::RemoveElement(section, element.kind, element.index)
            }
            _ => Self::SetElement(section, looks::element(random)),
        }
    }

    /// What a list that shows this shows after the call, or why the call is refused.
    pub fn on(&self, shown: &Shown) -> Result<Shown, Status> {
        let mut after = shown.clone();
        self.change_items(&mut after)?;
        self.change_sections(&mut after)?;
        Ok(after)
    }

    fn change_items(&self, after: &mut Shown) -> Result<(), Status> {
        let is_scoped = after.policy == Duplicates::Scope;
        let is_crossing = |from, to| is_scoped && from != to;
        let sections = &mut after.sections;
        match self {
            Self::InsertItems(place, items) => after.put_items(*place, items)?,
            Self::SetItems(section, items) => {
                sections[*section].items.clear();
                after.put_items((*section, 0), items)?;
            }
            Self::DeleteItems(section, range) => drop(sections[*section].items.drain(range.clone())),
            Self::MoveItem(Beside { what, anchor, .. }) if is_crossing(what.0, anchor.0) => {
                return Err(Status::Scope)
            }
            Self::MoveItem(Beside { what, anchor, is_behind }) if what != anchor => {
                let item = sections[what.0].items.remove(what.1);
                let at =
                    anchor.1 + usize::from(*is_behind) - usize::from(what.0 == anchor.0 && what < anchor);
                sections[anchor.0].items.insert(at, item);
            }
            Self::MoveItems(from, _, (to, _)) | Self::MoveToSection((from, _), to)
                if is_crossing(*from, *to) =>
            {
                return Err(Status::Scope)
            }
            Self::MoveItems(from, range, (to, at)) => {
                let items: Vec<Item> = sections[*from].items.drain(range.clone()).collect();
                sections[*to].items.splice(*at..*at, items);
            }
            Self::MoveToSection((from, at), to) => {
                let item = sections[*from].items.remove(*at);
                sections[*to].items.push(item);
            }
            Self::UpdateItem((section, at), look) => {
                let key = sections[*section].items[*at].key;
                sections[*section].items[*at] = Item { key, ..look.clone() };
            }
            // Of sections; and a move next to itself is nothing.
            _ => {}
        }
        Ok(())
    }

    fn change_sections(&self, after: &mut Shown) -> Result<(), Status> {
        let sections = &mut after.sections;
        match self {
            Self::InsertSections(at, keys) => {
                after.put_sections(*at, keys.iter().map(|key| Section::new(*key)).collect())?
            }
            Self::DeleteSections(range) => drop(sections.drain(range.clone())),
            Self::MoveSection(Beside { what, anchor, is_behind }) if what != anchor => {
                let section = sections.remove(*what);
                sections.insert(anchor + usize::from(*is_behind) - usize::from(what < anchor), section);
            }
            Self::MoveSections(range, to) => {
                let moved: Vec<Section> = sections.drain(range.clone()).collect();
                sections.splice(*to..*to, moved);
            }
            Self::SetElement(section, element) => {
                let section = &mut sections[*section];
                section.elements.retain(|it| (it.kind, it.index) != (element.kind, element.index));
                section.elements.push(element.clone());
                section.elements.sort_by_key(|it| (it.kind, it.index));
            }
            Self::RemoveElement(section, kind, index) => {
                let at = sections[*section].element(*kind, *index).ok_or(Status::NotFound)?;
                sections[*section].elements.remove(at);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Items to come: some of them twice or there already, else few calls would be made where that is refused.
fn newcomers(shown: &Shown, section: usize, random: &mut Random) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for _ in 0..random.below(6) {
        let item = looks::item(random);
        let is_new = shown.find(section, item.key).is_none() && items.iter().all(|it| it.key != item.key);
        if is_new || random.chance(20) {
            items.push(item);
        }
    }
    items
}
