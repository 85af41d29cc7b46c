//! States, derived lists, a view and pages: a list, an outline and a filter of it, and a filter of the outline.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::OnceLock;

use iqlist::{
    Cells, Class, Derived, Edge, Event, EventKind, Filter, Filtered, Item, Key, Kind, List, Loading,
};
use iqlist::{
    Outline, Page, PageState, Row, Screen, SectionEntry, Selection, SetStates, States, SubmitOptions,
};
use iqlist::{Supplementary, Target, Ticket, View};

use super::{number, position, Counted, Line, Script};

const KEYS: usize = 16;
const TAKEN: usize = 3;
const STEPS: usize = 25;

const FLAGS: [SetStates; 6] =
    [SetStates::ON, SetStates::ON, SetStates::OFF, SetStates::TOGGLE, SetStates::ONLY, SetStates::BY_USER];
const PAGES: [PageState; 5] =
    [PageState::Off, PageState::More, PageState::More, PageState::Failed, PageState::Ended];
const KINDS: [Kind; 4] = [Kind::HEADER, Kind::FOOTER, Kind::EMPTY, Kind::LOADING];

/// In the order of their bits.
const EVENTS: [EventKind; 13] = [
    EventKind::UPDATE,
    EventKind::WILL_UPDATE,
    EventKind::CLASS_FIRST_USED,
    EventKind::BOUND,
    EventKind::WILL_DISPLAY,
    EventKind::DID_END_DISPLAY,
    EventKind::STATES,
    EventKind::ACTION,
    EventKind::PLACEHOLDER,
    EventKind::PAGE,
    EventKind::CHILDREN,
    EventKind::PREFETCH,
    EventKind::REORDER,
];

fn states() -> [States; 4] {
    [States::SELECTED, States::FOCUSED, States::EXPANDED, States::host(0)]
}

fn modes() -> [Selection; 4] {
    let multiple = Selection::MULTIPLE;
    [Selection::SINGLE, multiple, Selection::NONE, multiple.keeping()]
}

fn class() -> Class<Counted> {
    static CLASS: OnceLock<Class<Counted>> = OnceLock::new();
    *CLASS.get_or_init(|| {
        let class = Class::<Counted>::builder("seeds/cells").equal(|before, after| before == after);
        class.changed(|before, after| before.number ^ after.number).register().unwrap()
    })
}

fn number_of(key: Key) -> u64 {
    u64::from_le_bytes(key.bytes()[..8].try_into().unwrap())
}

fn look(event: &Event<Counted>) -> u64 {
    event.model.as_ref().map_or(0, |model| model.number)
}

/// Lines that the script and its cells print.
type Lines = Rc<RefCell<Vec<Line>>>;

fn print(lines: &Lines, name: &'static str, parts: &[u64]) {
    let parts: Vec<String> = parts.iter().map(|part| format!(" {part}")).collect();
    lines.borrow_mut().push(Line { name, whole: format!("{name}{}", parts.concat()) });
}

/// Cells that print what happens to them, counted as they are created.
struct Numbered {
    lines: Lines,
    count: Cell<u64>,
    /// Every fifth time to bind one, and every seventh to create one.
    are_failing: bool,
    creates: Cell<u32>,
    binds: Cell<u32>,
}

impl Numbered {
    fn fails(&self, calls: &Cell<u32>, every: u32) -> bool {
        calls.set(calls.get() + 1);
        self.are_failing && calls.get() % every == 0
    }
}

struct NumberedCell {
    number: u64,
    lines: Lines,
}

impl Drop for NumberedCell {
    fn drop(&mut self) {
        print(&self.lines, "destroy", &[self.number]);
    }
}

impl Cells<Counted> for Numbered {
    type Cell = NumberedCell;

    fn create(&self, _: &Event<Counted>) -> NumberedCell {
        assert!(!self.fails(&self.creates, 7), "no cell is created now and then");
        print(&self.lines, "create", &[]);
        let number = self.count.get();
        self.count.set(number + 1);
        NumberedCell { number, lines: self.lines.clone() }
    }

    fn bind(&self, cell: &mut NumberedCell, event: &Event<Counted>) {
        let kind = event.element.map_or(0, |(kind, _)| kind.0);
        let parts = [cell.number, look(event), event.flags.into(), event.mask, kind.into()];
        print(&self.lines, "bind", &parts);
        assert!(!self.fails(&self.binds, 5), "none is bound now and then");
    }

    fn unbind(&self, cell: &mut NumberedCell, event: &Event<Counted>) {
        print(&self.lines, "unbind", &[cell.number, look(event)]);
    }
}

/// The lists: the source, an outline, a filter, a filter of the outline.
struct Lists {
    source: List<Counted>,
    outline: Derived<Counted>,
    filters: [Derived<Counted>; 2],
}

impl Lists {
    fn new(seed: u64) -> Self {
        let source = List::new().unwrap();
        source.set_undo(1 << 16).unwrap();
        let mut options = match seed % 3 {
            0 => Outline::new().exclusive(),
            1 => Outline::new().expanded(),
            _ => Outline::new(),
        };
        if seed / 3 % 2 == 1 {
            options = options.sections();
        }
        if seed / 6 % 2 == 1 {
            options = options.drop_empty_sections();
        }
        let outline = source.outline(options).unwrap();
        let mut options = Filtered::new();
        if seed % 4 < 2 {
            options = options.keep_parents();
        }
        let filter = source.filtered(options).unwrap();
        let mut options = Filtered::new();
        if seed % 2 == 1 {
            options = options.drop_empty_sections();
        }
        let below = outline.filtered(options).unwrap();
        let lists = Self { source, outline, filters: [filter, below] };
        for at in 0..4 {
            let unwanted = [EventKind::WILL_UPDATE, EventKind::CLASS_FIRST_USED, EventKind::ACTION];
            let wanted = |kind: &&EventKind| !unwanted.contains(kind) && **kind != EventKind::REORDER;
            let kinds = EVENTS.iter().filter(wanted).fold(EventKind::NONE, |all, kind| all | *kind);
            lists.at(at).set_events(kinds).unwrap();
            lists.at(at).set_selection(modes()[(seed as usize / 2 + at) % 4]).unwrap();
        }
        lists
    }

    fn at(&self, at: usize) -> &List<Counted> {
        match at {
            0 => &self.source,
            1 => self.outline.deref(),
            _ => self.filters[at - 2].deref(),
        }
    }
}

/// What the steps go on with.
struct Following<'a> {
    lists: &'a Lists,
    view: View<Counted, Numbered>,
    screen: Screen<'a, Counted>,
    taken: Vec<u32>,
    tickets: Vec<Ticket>,
    /// Of filters by a number: keys below it pass.
    limits: [Option<u64>; 2],
}

impl Script {
    pub fn run_following(&mut self, seed: u64) {
        let lists = Lists::new(seed);
        let screen = lists.source.screen().unwrap();
        let cells = Numbered {
            lines: self.lines.clone(),
            count: Cell::new(0),
            are_failing: seed % 3 == 2,
            creates: Cell::new(0),
            binds: Cell::new(0),
        };
        let view = screen.view(cells).unwrap();
        let mut f =
            Following { lists: &lists, view, screen, taken: vec![], tickets: vec![], limits: [None; 2] };
        for step in 0..STEPS {
            let which = if step == 0 { 0 } else { self.below(25) };
            self.follow_step(&mut f, which);
            loop {
                match catch_unwind(AssertUnwindSafe(|| f.screen.poll().unwrap())) {
                    Ok(Some(event)) => self.print_event(&event),
                    Ok(None) => break,
                    Err(_) => {}
                }
            }
            for at in 1..4 {
                for event in lists.at(at).events() {
                    self.print_event(&event.unwrap());
                }
            }
            assert!(f.tickets.drain(..).all(|ticket| ticket.try_result().is_some()));
            for at in 0..4 {
                self.print_shown(lists.at(at));
            }
        }
    }

    fn follow_step(&mut self, f: &mut Following, which: usize) {
        match which {
            0 => self.follow_set(&f.lists.source),
            1 | 2 => self.follow_edit(&f.lists.source),
            3..=5 => self.set_states(f.lists),
            6 => self.set_range_states(f.lists),
            7..=10 => self.fold(&f.lists.outline),
            11 | 12 => self.set_filter(f),
            13 | 20 => self.set_section_states(f.lists),
            14 | 15 => {
                let (first, count, ahead) = (self.below(20), self.below(8), self.below(3));
                self.status("visible", f.view.set_visible(first..first + count, ahead));
            }
            16 => self.take_or_give(f),
            17 => self.find(f),
            18 => {
                let edge = [Edge::Start, Edge::End][self.below(2)];
                let mut page = Page::new(PAGES[self.below(5)]);
                page.distance = self.below(4) as u32;
                self.status("page", f.lists.source.set_page(None, edge, page));
            }
            19 => {
                let loading = [Loading::No, Loading::Yes, Loading::Failed][self.below(3)];
                self.status("loading", f.lists.source.set_loading(loading));
            }
            21 => {
                let list = f.lists.at(self.below(4));
                let mode = modes()[self.below(4)];
                self.status("selection", list.set_selection(mode));
            }
            22 => self.set_key_states(f.lists),
            23 => self.set_list_element(&f.lists.source),
            _ if self.chance(60) => drop(self.status("undo", f.lists.source.undo())),
            _ => drop(self.status("redo", f.lists.source.redo())),
        }
    }

    fn leveled(&mut self, key: usize) -> Row<Counted> {
        let look = 1 + self.below(3) as u64;
        let level = if self.chance(30) { self.below(4) } else { key % 3 };
        let row = Row::new(key as u64).content(look).level(level as u16);
        row.model(self.looks[look as usize].clone()).class(class())
    }

    fn drawn(&mut self, list: &List<Counted>) -> Item {
        list.item_at(self.below(list.len())).unwrap()
    }

    fn print_event(&mut self, event: &Event<Counted>) {
        let kind = 1 << EVENTS.iter().position(|kind| *kind == event.kind).unwrap();
        let key = |key: Option<Key>| key.map_or("-".to_string(), |key| number_of(key).to_string());
        let mut parts = vec![
            format!("{kind} {} {}", event.flags, event.version),
            key(event.key),
            key(event.section_key),
            position(event.position),
            number(event.index),
            format!("{} {}", event.count, look(event)),
        ];
        if event.view.is_some() {
            parts.push(number(event.cell.map(|cell| cell as usize)));
        }
        let (kind, index) = event.element.map_or((0, 0), |(kind, index)| (kind.0, index));
        parts.push(format!("{kind}.{index} {} {} {}", bits(event.states), event.mask, event.number));
        if let Some(changes) = &event.changeset {
            let splices = changes.splices().unwrap();
            parts.extend(
                splices
                    .iter()
                    .map(|it| format!("{}-{}+{}", it.removed().start, it.removed().len(), it.added().len())),
            );
        }
        self.print("event", parts);
    }

    fn print_shown(&mut self, list: &List<Counted>) {
        let info = list.info().unwrap();
        let mut parts = vec![
            format!("{} {} {}", info.version, info.loading as u32, info.placeholder as u32),
            format!("{} {} {}", info.undo_steps, info.redo_steps, info.selected),
        ];
        let rows = list.rows(..).unwrap();
        let (states_of, children) = (list.states(..).unwrap(), list.have_children(..).unwrap());
        for at in 0..info.sections {
            let section = list.section_info(list.section_at(at).unwrap()).unwrap();
            parts.push(format!("[{} {}", number_of(section.key), bits(section.states)));
            for at in section.items() {
                let (row, states) = (&rows[at], bits(states_of[at]));
                assert_eq!(list.find_item(row.key).unwrap(), Some(list.item_at(at).unwrap()));
                let look = row.model.as_ref().unwrap().number;
                let children = u32::from(children[at]);
                parts.push(format!("{}/{}/{look}/{states}/{children}", number_of(row.key), row.level));
            }
            parts.push("]".into());
        }
        self.print("shown", parts);
        let mut having = vec![];
        for state in states() {
            having.push("|".to_string());
            let keys = list.keys_in_state(state, 0).unwrap();
            having.extend(keys.iter().map(|key| number_of(key.key).to_string()));
        }
        self.print("states", having);
    }

    fn follow_set(&mut self, source: &List<Counted>) {
        let count = 1 + self.below(3);
        let keys: Vec<usize> = (0..KEYS).filter(|_| self.chance(60)).collect();
        let first = self.below(keys.len() + 1);
        let turned: Vec<usize> = keys[first..].iter().chain(&keys[..first]).copied().collect();
        let rows: Vec<_> = turned.into_iter().map(|key| self.leveled(key)).collect();
        let entry = |at| SectionEntry::new(1000 + at as u64, rows.len() * at / count);
        let entries: Vec<_> = (0..count).map(entry).collect();
        self.status("set", source.silently().set(&entries, &rows));
    }

    fn follow_edit(&mut self, source: &List<Counted>) {
        let calls = 1 + self.below(3);
        let mut edit = source.edit().unwrap();
        for _ in 0..calls {
            if source.is_empty() {
                break;
            }
            let (item, other) = (self.drawn(source), self.drawn(source));
            let which = self.below(6);
            let key = KEYS + self.below(50);
            let row = self.leveled(key);
            match which {
                0 => self.status("delete", edit.delete_items(&[item])),
                1 => self.status("insert", edit.insert_children(item, 0, &[row.level(0)])),
                2 => self.status("move", edit.move_item_after(item, other)),
                3 => self.status("update", edit.update_item(item, &row)),
                4 => self.status("reload", edit.reload_items(&[item])),
                _ => self.status("reconfigure", edit.reconfigure_items(&[item])),
            };
        }
        if self.chance(80) {
            self.status("commit", edit.commit_silently());
        }
    }

    fn set_states(&mut self, lists: &Lists) {
        let list = lists.at(self.below(4));
        let (state, flags, count) = (states()[self.below(4)], FLAGS[self.below(6)], 1 + self.below(2));
        if !list.is_empty() {
            let items: Vec<_> = (0..count).map(|_| self.drawn(list)).collect();
            self.status("states", list.set_states(&items, state, flags));
        }
    }

    fn set_range_states(&mut self, lists: &Lists) {
        let list = lists.at(self.below(4));
        let (state, flags) = (states()[self.below(4)], FLAGS[self.below(6)]);
        let (first, count) = (self.below(list.len() + 2), self.below(4));
        self.status("range", list.set_range_states(first..first + count, state, flags));
    }

    fn set_section_states(&mut self, lists: &Lists) {
        let list = lists.at(self.below(4));
        if list.section_count() > 0 {
            let section = list.section_at(self.below(list.section_count())).unwrap();
            let flags = FLAGS[self.below(4)];
            self.status("section", list.set_section_states(section, States::EXPANDED, flags));
        }
    }

    fn fold(&mut self, outline: &Derived<Counted>) {
        if !outline.is_empty() {
            let item = self.drawn(outline);
            let done = if self.chance(80) { outline.expand(item) } else { outline.collapse(item) };
            self.status("fold", done);
        }
    }

    fn set_key_states(&mut self, lists: &Lists) {
        let list = lists.at(self.below(4));
        let (state, flags) = (states()[self.below(4)], FLAGS[self.below(3)]);
        let keys = [self.below(KEYS), self.below(KEYS)].map(|key| Key::from(key as u64));
        let missing = self.status("keys", list.set_key_states(keys, state, flags));
        self.print("missing", [missing.unwrap_or(0)]);
    }

    fn set_filter(&mut self, f: &mut Following) {
        let (which, kind) = (self.below(2), self.below(4));
        let limit = self.below(KEYS + 50) as u64;
        let source = f.lists.at(which);
        let last = f.limits[which].take();
        let filter = match kind {
            0 => Filter::everything(),
            1 => {
                let bits: Vec<bool> = (0..source.len()).map(|_| self.chance(60)).collect();
                Filter::bits(bits, source.info().unwrap().version)
            }
            _ => {
                f.limits[which] = Some(limit);
                let filter = Filter::by(move |key, _: &Counted| number_of(key) < limit);
                match last {
                    None => filter,
                    Some(last) if limit <= last => filter.stricter(),
                    Some(_) => filter.looser(),
                }
            }
        };
        let set = f.lists.filters[which].set_filter_with(filter, SubmitOptions::new().here());
        f.tickets.extend(self.status("filter", set));
    }

    fn take_or_give(&mut self, f: &mut Following) {
        if f.taken.len() == TAKEN || f.lists.source.is_empty() {
            if let Some(cell) = f.taken.pop() {
                self.status("give", f.view.give_cell(cell));
            }
            return;
        }
        let item = self.drawn(&f.lists.source);
        let taken = catch_unwind(AssertUnwindSafe(|| f.view.take_cell(Target::Item(item)).unwrap()));
        self.print(if taken.is_ok() { "take" } else { "take fails" }, [""; 0]);
        let Ok(taken) = taken else { return };
        f.taken.push(taken.cell.unwrap());
        self.print_event(&taken);
    }

    fn find(&mut self, f: &Following) {
        if !f.lists.source.is_empty() {
            let item = self.drawn(&f.lists.source);
            let found = f.view.find_cell(Target::Item(item)).unwrap();
            self.print("found", found.map(|event| event.cell.unwrap()));
        }
    }

    fn set_list_element(&mut self, source: &List<Counted>) {
        let kind = KINDS[self.below(4)];
        let element = Supplementary::new(kind, 0, self.leveled(100).level(0));
        if self.chance(70) {
            self.status("element", source.set_supplementary(&element));
        } else {
            self.status("no element", source.remove_supplementary(kind, 0));
        }
    }
}

/// Those of the script have a name each.
fn bits(given: States) -> u32 {
    let named = [(States::SELECTED, 1), (States::HIGHLIGHTED, 2), (States::FOCUSED, 4)];
    let others = [(States::EXPANDED, 8), (States::host(0), 256)];
    named.iter().chain(&others).filter(|(state, _)| given.contains(*state)).map(|(_, bit)| bit).sum()
}
