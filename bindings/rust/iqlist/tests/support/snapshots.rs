//! The calls of `call.rs` on a snapshot, which names things by key.

use iqlist::{Duplicates::Scope, ItemKey, Key, Result, Snapshot, Status};

use super::call::{Beside, Call};
use super::marks::Marks;
use super::shown::{Place, Shown};
use super::target::Target;
use super::Counted;

impl Target for Snapshot<Counted> {
    fn make(&mut self, shown: &Shown, call: &Call) -> Option<Result<()>> {
        let section = |at: usize| shown.sections[at].key;
        let key = |place: Place| shown.item(place).key;
        let scope = |at: usize| (shown.policy == Scope).then(|| section(at));
        let name = |place: Place| ItemKey { section: scope(place.0), key: key(place) };
        Some(match call {
            Call::InsertItems((at, index), rows) if *index < shown.sections[*at].items.len() => {
                self.insert_items_before(name((*at, *index)), rows)
            }
            Call::InsertItems((at, index), rows) if index % 2 == 1 => {
                self.insert_items_after(name((*at, *index - 1)), rows)
            }
            Call::InsertItems((at, _), rows) => self.append_items(Some(section(*at)), rows),
            Call::DeleteItems(at, range) if range.len() == shown.sections[*at].items.len() => {
                self.delete_all_items(Some(section(*at)))
            }
            Call::DeleteItems(at, range) => {
                let mut going: Vec<Key> = range.clone().map(|item| key((*at, item))).collect();
                going.push(Key::of("nobody's"));
                self.delete_items(scope(*at), &going).map(|missing| assert_eq!(missing, 1))
            }
            // Both are looked up in one section.
            Call::MoveItem(Beside { what, anchor, .. }) if shown.policy == Scope && what.0 != anchor.0 => {
                return None
            }
            Call::MoveItem(Beside { what, anchor, is_behind: true }) => {
                self.move_item_after(name(*what), key(*anchor))
            }
            Call::MoveItem(Beside { what, anchor, .. }) => self.move_item_before(name(*what), key(*anchor)),
            Call::MoveToSection((from, _), to) if shown.policy == Scope && from == to => return None,
            Call::MoveToSection(place, to) => self.move_item_to_section(key(*place), section(*to)),
            Call::InsertSections(at, keys) => match at % 3 {
                0 if *at < shown.sections.len() => self.insert_sections_before(section(*at), keys),
                _ if *at > 0 => self.insert_sections_after(section(*at - 1), keys),
                _ => self.append_sections(keys),
            },
            Call::DeleteSections(range) => {
                let keys: Vec<Key> = range.clone().map(section).collect();
                self.delete_sections(&keys).map(|missing| assert_eq!(missing, 0))
            }
            Call::MoveSection(Beside { what, anchor, is_behind: true }) => {
                self.move_section_after(section(*what), section(*anchor))
            }
            Call::MoveSection(Beside { what, anchor, .. }) => {
                self.move_section_before(section(*what), section(*anchor))
            }
            Call::SetElement(at, element) => self.set_supplementary(section(*at), element),
            Call::RemoveElement(at, kind, index) => self.remove_supplementary(section(*at), *kind, *index),
            Call::SetItems(..) | Call::MoveItems(..) | Call::UpdateItem(..) | Call::MoveSections(..) => {
                return None
            }
        })
    }

    /// Here it does not matter what was there before, but what stands before: the next look-up by key tells.
    fn wanted(&self, shown: &Shown, call: &Call) -> Result<Shown, Status> {
        let Call::InsertItems((section, at), items) = call else { return call.on(shown) };
        let mut given = shown.clone();
        given.sections[*section].items.splice(*at..*at, items.iter().cloned());
        let wanted = given.resolved();
        self.find_item((Key::default(), Key::default())).unwrap();
        wanted
    }

    fn mark(&mut self, shown: &Shown, marks: &Marks) {
        for ((section, item), is_reload) in &marks.items {
            let key = [shown.item((*section, *item)).key];
            let section = (shown.policy == Scope).then(|| shown.sections[*section].key);
            let mark = if *is_reload { Self::reload_items } else { Self::reconfigure_items };
            mark(self, section, &key).unwrap();
        }
        let sections = marks.sections.iter().map(|at| shown.sections[*at].key);
        self.reload_sections(sections.collect::<Vec<_>>()).unwrap();
    }
}
