//! Every call that changes a snapshot or looks something up in it.

use iqlist::{diff, Columns, Duplicates, ItemKey, Key, List, Position, Snapshot, SnapshotOptions, END};

use super::{entries, position, Counted, Script};

type Step = fn(&mut Script);

const STEPS: [Step; 32] = [
    Script::set,
    Script::append_sections,
    Script::insert_sections,
    Script::move_section,
    Script::delete_sections,
    Script::delete_all,
    Script::append_items,
    Script::append_items,
    Script::insert_items,
    Script::insert_items,
    Script::move_item,
    Script::move_item,
    Script::delete_items,
    Script::delete_all_items,
    Script::mark_items,
    Script::mark_items,
    Script::mark_sections,
    Script::clear_marks,
    Script::set_element,
    Script::set_element,
    Script::find_item,
    Script::remove_element,
    Script::find_index,
    Script::take_back,
    Script::copy,
    Script::move_section,
    Script::move_item_to_section,
    Script::insert_sections_at,
    Script::insert_items_at,
    Script::insert_children,
    Script::set_section_items,
    Script::update_items,
];

impl Script {
    pub fn run_snapshot(&mut self, list: &List<Counted>) {
        self.snapshot =
            if self.chance(85) { list.snapshot() } else { Snapshot::with_options(self.options) }.unwrap();
        self.first = self.snapshot.copy().unwrap();
        for _ in 0..10 {
            STEPS[self.below(STEPS.len())](self);
            self.print_snapshot(&self.snapshot.copy().unwrap());
        }
        self.end();
        self.print_snapshot(&self.first.copy().unwrap());
    }

    /// A diff of both ways, and the bytes decoded under the same policy.
    fn end(&mut self) {
        let options = self.diff_options();
        if let Some(changes) = self.status("diff", diff(&self.first, &self.snapshot, options)) {
            self.print_changeset(&changes);
        }
        if let Some(changes) = self.status("diff back", diff(&self.snapshot, &self.first, options)) {
            self.print_changeset(&changes);
        }
        let options = SnapshotOptions::new().duplicates(self.policy);
        let bytes = self.snapshot.encode().unwrap();
        if let Some(decoded) = self.status("decode", Snapshot::decode(&bytes, options)) {
            self.print_snapshot(&decoded);
        }
    }

    /// Mostly of a section that is there.
    fn section(&mut self) -> Key {
        let is_there = self.chance(90);
        let at = self.below(self.snapshot.section_count() + 1);
        match self.snapshot.section_at(at) {
            Ok(info) if is_there => info.key,
            _ => self.section_key(),
        }
    }

    /// Mostly of an item that is there. Scoped keys mostly come with their section, others mostly without.
    fn name(&mut self) -> ItemKey {
        let is_there = self.chance(90);
        let index = self.below(self.snapshot.len() + 1);
        let is_usual = self.chance(95);
        let (mut key, mut section) = (Key::from(5000), Key::from(0));
        if is_there && index < self.snapshot.len() {
            let infos = (0..self.snapshot.section_count()).map(|at| self.snapshot.section_at(at).unwrap());
            let info = infos.into_iter().find(|info| info.items().contains(&index)).unwrap();
            let place = Position::new(info.position, index - info.first);
            key = self.snapshot.item_info(place).unwrap().key;
            section = info.key;
        }
        let has_section = is_usual == (self.policy == Duplicates::Scope);
        ItemKey { section: has_section.then_some(section), key }
    }

    fn names(&mut self) -> (Option<Key>, Vec<Key>) {
        let count = self.below(3);
        let section = self.name().section;
        (section, (0..count).map(|_| self.name().key).collect())
    }

    fn missing(&mut self, count: Option<usize>) {
        if let Some(count) = count {
            self.print("missing", [count]);
        }
    }

    fn set(&mut self) {
        let given = self.sections();
        let (entries, rows) = entries(&given);
        let made = self.snapshot.set(&entries, &rows);
        self.status("snapshot set", made);
    }

    fn append_sections(&mut self) {
        let keys = self.section_keys();
        let made = self.snapshot.append_sections(keys);
        self.status("append sections", made);
    }

    fn insert_sections(&mut self) {
        let (anchor, is_after) = (self.section(), self.chance(50));
        let keys = self.section_keys();
        let made = match is_after {
            true => self.snapshot.insert_sections_after(anchor, keys),
            false => self.snapshot.insert_sections_before(anchor, keys),
        };
        self.status("insert sections beside", made);
    }

    fn index(&mut self) -> usize {
        let index = self.below(5);
        if index == 4 {
            END
        } else {
            index
        }
    }

    fn insert_sections_at(&mut self) {
        let (position, keys) = (self.index(), self.section_keys());
        let made = self.snapshot.insert_sections(position, keys);
        self.status("insert sections at", made);
    }

    fn move_section(&mut self) {
        let (section, anchor) = (self.section(), self.section());
        let made = match self.chance(50) {
            true => self.snapshot.move_section_after(section, anchor),
            false => self.snapshot.move_section_before(section, anchor),
        };
        self.status("move section beside", made);
    }

    fn delete_sections(&mut self) {
        let keys = self.section_keys();
        let made = self.snapshot.delete_sections(keys);
        let missing = self.status("delete sections", made);
        self.missing(missing);
    }

    fn delete_all(&mut self) {
        if self.chance(10) {
            let made = self.snapshot.delete_all();
            self.status("delete all", made);
        }
    }

    fn append_items(&mut self) {
        let (section, is_last) = (self.section(), self.chance(30));
        let rows = self.rows(6);
        let made = self.snapshot.append_items((!is_last).then_some(section), &rows);
        self.status("append items", made);
    }

    fn insert_items(&mut self) {
        let (is_after, anchor) = (self.chance(50), self.name());
        let rows = self.rows(4);
        let made = match is_after {
            true => self.snapshot.insert_items_after(anchor, &rows),
            false => self.snapshot.insert_items_before(anchor, &rows),
        };
        self.status("insert items beside", made);
    }

    fn insert_items_at(&mut self) {
        let (section, index) = (self.section(), self.index());
        let rows = self.rows(4);
        let made = self.snapshot.insert_items(section, index, &rows);
        self.status("insert items at", made);
    }

    fn insert_children(&mut self) {
        let (index, parent) = (self.index(), self.name());
        let rows = self.rows(4);
        let made = self.snapshot.insert_children(parent, index, &rows);
        self.status("insert children", made);
    }

    fn set_section_items(&mut self) {
        let (section, rows) = (self.section(), self.rows(8));
        let made = self.snapshot.set_section_items(section, &rows);
        self.status("set section items", made);
    }

    fn update_items(&mut self) {
        let (section, keys) = self.names();
        if !keys.is_empty() {
            let columns = Columns::without_keys(keys.len()).contents(&[6, 7, 8][..keys.len()]);
            let made = self.snapshot.update_items(section, keys, columns);
            self.status("update items", made);
        }
    }

    fn move_item(&mut self) {
        let is_after = self.chance(50);
        let (item, anchor) = (self.name(), self.name().key);
        let made = match is_after {
            true => self.snapshot.move_item_after(item, anchor),
            false => self.snapshot.move_item_before(item, anchor),
        };
        self.status("move item beside", made);
    }

    fn move_item_to_section(&mut self) {
        let (section, item) = (self.section(), self.name().key);
        let made = self.snapshot.move_item_to_section(item, section);
        self.status("move item to section", made);
    }

    fn delete_items(&mut self) {
        let (section, keys) = self.names();
        let made = self.snapshot.delete_items(section, keys);
        let missing = self.status("delete items", made);
        self.missing(missing);
    }

    fn delete_all_items(&mut self) {
        let (section, is_all) = (self.section(), self.chance(10));
        if self.chance(30) {
            let made = self.snapshot.delete_all_items((!is_all).then_some(section));
            self.status("delete all items", made);
        }
    }

    fn mark_items(&mut self) {
        let is_reload = self.chance(50);
        let (section, keys) = self.names();
        let made = match is_reload {
            true => self.snapshot.reload_items(section, keys),
            false => self.snapshot.reconfigure_items(section, keys),
        };
        self.status("mark items", made);
    }

    fn mark_sections(&mut self) {
        let section = self.section();
        let made = self.snapshot.reload_sections([section]);
        self.status("mark sections", made);
    }

    fn clear_marks(&mut self) {
        if self.chance(20) {
            let made = self.snapshot.clear_marks();
            self.status("clear marks", made);
        }
    }

    fn set_element(&mut self) {
        let (section, element) = (self.section(), self.element());
        let made = self.snapshot.set_supplementary(section, &element);
        self.status("set supplementary", made);
    }

    fn remove_element(&mut self) {
        let (section, element) = (self.section(), self.element());
        let made = self.snapshot.remove_supplementary(section, element.kind, element.index);
        self.status("remove supplementary", made);
    }

    fn find_item(&mut self) {
        let name = self.name();
        match self.snapshot.find_item(name) {
            Ok(None) => self.print("find item", ["none"]),
            made => {
                let Some(Some(place)) = self.status("find item", made) else { return };
                let index = self.snapshot.index_of(place).unwrap().to_string();
                self.print("found", [position(Some(place)), index]);
            }
        }
    }

    /// The index of what may be beyond the end.
    fn find_index(&mut self) {
        let section = self.below(self.snapshot.section_count() + 1);
        let place = Position::new(section, self.below(6));
        let made = self.snapshot.index_of(place);
        if let Some(index) = self.status("index of", made) {
            self.print("index", [index]);
        }
    }

    /// The last changeset of the list, undone: it fits a snapshot of it that nothing was done to yet.
    fn take_back(&mut self) {
        if let Some(previous) = &self.previous {
            let made = previous.invert().unwrap().apply_to(&mut self.snapshot);
            self.status("apply to snapshot", made);
        }
    }

    /// A copy goes on in place of the snapshot.
    fn copy(&mut self) {
        self.snapshot = self.snapshot.copy().unwrap();
    }
}
