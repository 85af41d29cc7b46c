//! The calls of `call.rs` on an edit, which names things by handle and position.

use iqlist::{Edit, Result, END};

use super::call::{Beside, Call};
use super::marks::Marks;
use super::shown::{Place, Shown};
use super::target::Target;
use super::Counted;

impl Target for Edit<'_, Counted> {
    fn make(&mut self, shown: &Shown, call: &Call) -> Option<Result<()>> {
        let list = self.list();
        let section = |at: usize| list.section_at(at).unwrap();
        let item = |(at, index): Place| list.item_in_section(section(at), index).unwrap();
        Some(match call {
            // There are three ways to say where.
            Call::InsertItems((at, index), rows) => match index % 3 {
                0 if *index < shown.sections[*at].items.len() => {
                    self.insert_items_before(item((*at, *index)), rows)
                }
                1 => self.insert_items_after(item((*at, *index - 1)), rows),
                _ => self.insert_items(section(*at), *index, rows),
            },
            Call::SetItems(at, rows) => self.set_section_items(section(*at), rows),
            Call::DeleteItems(at, range) if range.len() == 1 => {
                self.delete_items(&[item((*at, range.start))])
            }
            Call::DeleteItems(at, range) => self.delete_item_range(section(*at), range.clone()),
            Call::MoveItem(Beside { what, anchor, is_behind: true }) => {
                self.move_item_after(item(*what), item(*anchor))
            }
            Call::MoveItem(Beside { what, anchor, .. }) => self.move_item_before(item(*what), item(*anchor)),
            Call::MoveItems(from, range, (to, at)) => {
                self.move_item_range(section(*from), range.clone(), section(*to), *at)
            }
            Call::MoveToSection((from, at), to) => {
                self.move_item_range(section(*from), *at..=*at, section(*to), END)
            }
            Call::UpdateItem(place, look) => self.update_item(item(*place), look),
            Call::InsertSections(at, keys) => match at % 3 {
                0 if *at < shown.sections.len() => self.insert_sections_before(section(*at), keys),
                1 => self.insert_sections_after(section(*at - 1), keys),
                _ => self.insert_sections(*at, keys),
            },
            Call::DeleteSections(range) if range.len() == 1 => self.delete_sections(&[section(range.start)]),
            Call::DeleteSections(range) => self.delete_section_range(range.clone()),
            Call::MoveSection(Beside { what, anchor, is_behind: true }) => {
                self.move_section_after(section(*what), section(*anchor))
            }
            Call::MoveSection(Beside { what, anchor, .. }) => {
                self.move_section_before(section(*what), section(*anchor))
            }
            Call::MoveSections(range, to) => self.move_section_range(range.clone(), *to),
            Call::SetElement(at, element) => self.set_supplementary(section(*at), element),
            Call::RemoveElement(at, kind, index) => self.remove_supplementary(section(*at), *kind, *index),
        })
    }

    fn mark(&mut self, _: &Shown, marks: &Marks) {
        let list = self.list();
        for ((section, item), is_reload) in &marks.items {
            let item = list.item_in_section(list.section_at(*section).unwrap(), *item).unwrap();
            if *is_reload { self.reload_items(&[item]) } else { self.reconfigure_items(&[item]) }.unwrap();
        }
        let sections = marks.sections.iter().map(|at| list.section_at(*at).unwrap());
        self.reload_sections(&sections.collect::<Vec<_>>()).unwrap();
    }
}
