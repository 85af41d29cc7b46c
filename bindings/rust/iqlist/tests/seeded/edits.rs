//! Edits of the list, by every call that there is.

use iqlist::{Edit, Item, List, Row, Section, END};

use super::{Counted, Script, WATCHED};

/// What a step needs.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Nothing,
    Section,
    Item,
}

type Step = fn(&mut Script, &mut Edit<'_, Counted>);

const STEPS: [(Step, Need); 22] = [
    (insert_items, Need::Section),
    (insert_items, Need::Section),
    (insert_items_beside, Need::Item),
    (delete_items, Need::Item),
    (delete_item_range, Need::Section),
    (move_item_range, Need::Section),
    (move_item, Need::Item),
    (move_item, Need::Item),
    (update_items, Need::Section),
    (update_contents, Need::Item),
    (mark_items, Need::Item),
    (set_section_items, Need::Section),
    (insert_sections, Need::Nothing),
    (insert_sections_beside, Need::Section),
    (delete_sections, Need::Section),
    (delete_section_range, Need::Nothing),
    (move_section_range, Need::Nothing),
    (move_section, Need::Section),
    (mark_sections, Need::Section),
    (set_element, Need::Section),
    (set_element, Need::Section),
    (remove_element, Need::Section),
];

impl Script {
    /// Some steps, then a commit, or none: then the list is as it was.
    pub fn run_edit(&mut self, list: &List<Counted>) {
        let options = self.commit_options();
        let before = list.items(..).unwrap();
        let mut edit = list.edit().unwrap();
        for _ in 0..8 {
            let (step, need) = STEPS[self.below(STEPS.len())];
            if need == Need::Section && list.section_count() == 0 || need == Need::Item && list.is_empty() {
                continue;
            }
            step(self, &mut edit);
            self.print_list(list);
        }
        if self.chance(75) {
            let changes = self.status("commit", edit.commit_with(options));
            self.take_changeset(changes);
        } else {
            drop(edit);
            assert_eq!(list.items(..).unwrap(), before);
        }
        self.print_list(list);
    }

    fn shown_section(&mut self, list: &List<Counted>) -> Section {
        list.section_at(self.below(list.section_count())).unwrap()
    }

    /// Mostly an item that is there, else one that was watched and may be gone.
    fn shown_item(&mut self, list: &List<Counted>) -> Item {
        let (index, which) = (self.below(list.len()), self.below(WATCHED));
        let is_watched = self.chance(10);
        match self.watched.get(which) {
            Some(watched) if is_watched => *watched,
            _ => list.item_at(index).unwrap(),
        }
    }

    fn shown_items(&mut self, list: &List<Counted>) -> Vec<Item> {
        (0..self.below(4)).map(|_| self.shown_item(list)).collect()
    }

    fn position(&mut self, count: usize) -> usize {
        let position = self.below(count + 2);
        if self.chance(20) {
            END
        } else {
            position
        }
    }
}

fn length(list: &List<Counted>, section: Section) -> usize {
    list.section_info(section).unwrap().count
}

fn insert_items(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let section = script.shown_section(edit.list());
    let position = script.position(length(edit.list(), section));
    let made = edit.insert_items(section, position, &script.rows(5));
    script.status("insert items", made);
}

fn insert_items_beside(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let (anchor, is_after) = (script.shown_item(edit.list()), script.chance(50));
    let rows = script.rows(5);
    let made = match is_after {
        true => edit.insert_items_after(anchor, &rows),
        false => edit.insert_items_before(anchor, &rows),
    };
    script.status("insert items beside", made);
}

fn delete_items(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let made = edit.delete_items(&script.shown_items(edit.list()));
    script.status("delete items", made);
}

fn delete_item_range(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let section = script.shown_section(edit.list());
    let first = script.below(length(edit.list(), section) + 1);
    let made = edit.delete_item_range(section, first..first + script.below(4));
    script.status("delete item range", made);
}

fn move_item_range(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let list = edit.list();
    let (section, target) = (script.shown_section(list), script.shown_section(list));
    let first = script.below(length(list, section) + 1);
    let range = first..first + script.below(4);
    let made = edit.move_item_range(section, range, target, script.position(length(list, target)));
    script.status("move item range", made);
}

fn move_item(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let (item, anchor) = (script.shown_item(edit.list()), script.shown_item(edit.list()));
    let made = match script.chance(50) {
        true => edit.move_item_after(item, anchor),
        false => edit.move_item_before(item, anchor),
    };
    script.status("move item beside", made);
}

fn update_items(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let list = edit.list();
    let section = script.shown_section(list);
    let rows = script.rows(4);
    let count = length(list, section);
    if count == 0 || rows.is_empty() {
        return;
    }
    let item = |_: &Row<Counted>| list.item_in_section(section, script.below(count)).unwrap();
    let items: Vec<Item> = rows.iter().map(item).collect();
    let made = edit.update_items(&items, &rows);
    script.status("update items", made);
}

fn update_contents(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let item = script.shown_item(edit.list());
    let (keys, contents) = ([iqlist::Key::default()], [script.below(3) as u64]);
    let columns = iqlist::Columns::new(&keys).contents(&contents);
    let made = edit.update_items(&[item], columns);
    script.status("update contents", made);
}

fn mark_items(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let items = script.shown_items(edit.list());
    let made = if script.chance(50) { edit.reload_items(&items) } else { edit.reconfigure_items(&items) };
    script.status("mark items", made);
}

fn set_section_items(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let section = script.shown_section(edit.list());
    let made = edit.set_section_items(section, &script.rows(8));
    script.status("edit section items", made);
}

fn insert_sections(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let position = script.position(edit.list().section_count());
    let made = edit.insert_sections(position, script.section_keys());
    script.status("insert sections", made);
}

fn insert_sections_beside(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let (anchor, is_after) = (script.shown_section(edit.list()), script.chance(50));
    let keys = script.section_keys();
    let made = match is_after {
        true => edit.insert_sections_after(anchor, keys),
        false => edit.insert_sections_before(anchor, keys),
    };
    script.status("insert sections beside", made);
}

fn delete_sections(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let count = script.below(3);
    let sections: Vec<Section> = (0..count).map(|_| script.shown_section(edit.list())).collect();
    let made = edit.delete_sections(&sections);
    script.status("delete sections", made);
}

fn delete_section_range(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let first = script.below(edit.list().section_count() + 1);
    let made = edit.delete_section_range(first..first + script.below(3));
    script.status("delete section range", made);
}

fn move_section_range(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let count = edit.list().section_count();
    let first = script.below(count + 1);
    let range = first..first + script.below(3);
    let made = edit.move_section_range(range, script.position(count));
    script.status("move section range", made);
}

fn move_section(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let (section, anchor) = (script.shown_section(edit.list()), script.shown_section(edit.list()));
    let made = match script.chance(50) {
        true => edit.move_section_after(section, anchor),
        false => edit.move_section_before(section, anchor),
    };
    script.status("move section beside", made);
}

fn mark_sections(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let section = script.shown_section(edit.list());
    let made = edit.reload_sections(&[section]);
    script.status("mark sections", made);
}

fn set_element(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let section = script.shown_section(edit.list());
    let made = edit.set_supplementary(section, &script.element());
    script.status("set supplementary", made);
}

fn remove_element(script: &mut Script, edit: &mut Edit<'_, Counted>) {
    let (section, element) = (script.shown_section(edit.list()), script.element());
    let made = edit.remove_supplementary(section, element.kind, element.index);
    script.status("remove supplementary", made);
}
