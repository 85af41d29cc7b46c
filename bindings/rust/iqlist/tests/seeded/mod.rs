//! The seeded script of `bindings/seeds`, made through the crate: the lines that it prints, and what goes into its
//! steps. The order in which a step draws its arguments is part of the script.

mod changes;
mod edits;
mod follow;
mod lists;
mod shown;
mod snapshots;

use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;
use std::sync::OnceLock;

use iqlist::{
    Changeset, Class, DiffOptions, Duplicates, Error, Hasher, Item, Key, Kind, List, ListOptions,
    UpdateOptions,
};
use iqlist::{
    Model, Position, Result, Row, SectionEntry, Snapshot, SnapshotOptions, Supplementary, CONTENT_NONE,
};

use crate::support::{Alive, Counted, Random};

const ITEM_KEYS: usize = 40;
const SECTION_KEYS: usize = 7;
const WATCHED: usize = 4;

/// A longer line is compared as its name, its length and its hash.
const LONG: usize = 100;

const POLICIES: [Duplicates; 5] =
    [Duplicates::Refuse, Duplicates::KeepFirst, Duplicates::KeepLast, Duplicates::Number, Duplicates::Scope];

/// Kind and index of supplementary elements.
const PLACES: [(Kind, u32); 4] = [(Kind::HEADER, 0), (Kind::FOOTER, 0), (Kind::HOST, 0), (Kind::HOST, 1)];

/// A line, and its name, which is its beginning.
pub struct Line {
    name: &'static str,
    pub whole: String,
}

impl Line {
    pub fn compact(&self) -> String {
        if self.whole.len() <= LONG {
            return self.whole.clone();
        }
        let hash = Hasher::new().string(&self.whole).content();
        format!("{}... {} {hash:016x}", self.name, self.whole.len())
    }
}

/// The lines of a seed. No model is left in the end.
pub fn lines(seed: u64) -> Vec<Line> {
    let alive = Alive::default();
    let lines = {
        let (list, mut script) = (list(seed), Script::new(seed, &alive));
        for _ in 0..3 {
            script.run_list(&list);
            script.run_edit(&list);
            script.run_snapshot(&list);
        }
        script.run_following(seed);
        script.lines.take()
    };
    assert_eq!(alive.count(), 0, "models are left");
    lines
}

fn is_dropping_empty_sections(seed: u64) -> bool {
    seed / 5 % 2 == 1
}

fn policy(seed: u64) -> Duplicates {
    POLICIES[(seed % 5) as usize]
}

fn list(seed: u64) -> List<Counted> {
    let mut options = ListOptions::new().duplicates(policy(seed));
    if is_dropping_empty_sections(seed) {
        options = options.drop_empty_sections();
    }
    if seed % 7 == 0 {
        options = options.max_items(12);
    }
    if seed % 11 == 0 {
        options = options.max_sections(3);
    }
    if seed % 13 == 0 {
        options = options.reload_threshold(9);
    }
    List::with_options(options).unwrap()
}

/// None, one without `equal`, one with it, and one with `changed`, too.
fn classes() -> [Option<Class<Counted>>; 4] {
    static CLASSES: OnceLock<[Class<Counted>; 3]> = OnceLock::new();
    let [plain, equal, changed] = CLASSES.get_or_init(|| {
        let builder = Class::<Counted>::builder;
        let equal = builder("seeds/equal").equal(|before, after| before == after);
        let changed = builder("seeds/changed").equal(|before, after| before == after);
        let changed = changed.changed(|before, after| before.number ^ after.number);
        [builder("seeds/plain"), equal, changed].map(|builder| builder.register().unwrap())
    });
    [None, Some(*plain), Some(*equal), Some(*changed)]
}

/// A section on its way in.
struct Entry {
    key: Key,
    rows: Vec<Row<Counted>>,
    elements: Vec<Supplementary<Counted>>,
}

/// Sections on their way in, as the calls that replace everything take them.
fn entries(sections: &[Entry]) -> (Vec<SectionEntry<'_, Counted>>, Vec<Row<Counted>>) {
    let mut rows = Vec::new();
    let mut entries = Vec::new();
    for section in sections {
        entries.push(SectionEntry::new(section.key, rows.len()).supplementaries(&section.elements));
        rows.extend(section.rows.iter().cloned());
    }
    (entries, rows)
}

/// The state of a script, and what its steps draw.
struct Script {
    random: Random,
    /// Cells print as well.
    lines: Rc<RefCell<Vec<Line>>>,
    alive: Alive,
    policy: Duplicates,
    options: SnapshotOptions,
    snapshot: Snapshot<Counted>,
    first: Snapshot<Counted>,
    previous: Option<Changeset>,
    watched: Vec<Item>,
    /// One model for each look, as C and Python have it: what has the same is not bound again.
    looks: Vec<Model<Counted>>,
}

/// Options that diffs and updates both have, of either type.
macro_rules! draw_options {
    ($script:expr, $options:ident) => {{
        let mut options = $options::new();
        if $script.chance(80) {
            options = options.payload();
        }
        if $script.chance(50) {
            options = options.verify();
        }
        if $script.chance(50) {
            options = options.keep_keys();
        }
        if $script.chance(5) {
            options = options.reload();
        }
        if $script.chance(10) {
            options = options.reload_threshold(1 + $script.below(6));
        }
        options
    }};
}

impl Script {
    fn new(seed: u64, alive: &Alive) -> Self {
        let mut options = SnapshotOptions::new().duplicates(policy(seed));
        if is_dropping_empty_sections(seed) {
            options = options.drop_empty_sections();
        }
        let new = || Snapshot::with_options(options).unwrap();
        let mut script = Self {
            random: Random(seed),
            lines: Rc::default(),
            alive: alive.clone(),
            policy: policy(seed),
            options,
            snapshot: new(),
            first: new(),
            previous: None,
            watched: vec![],
            looks: (0..4).map(|look| alive.model(look).into()).collect(),
        };
        script.print("seed", [seed]);
        script
    }

    fn print(&mut self, name: &'static str, parts: impl IntoIterator<Item = impl Display>) {
        let mut whole = name.to_string();
        for part in parts {
            whole += &format!(" {part}");
        }
        self.lines.borrow_mut().push(Line { name, whole });
    }

    /// Prints the status of a call, with the detail of a failure; returns its result.
    fn status<T>(&mut self, step: &'static str, made: Result<T>) -> Option<T> {
        match made {
            Ok(result) => {
                self.print(step, [0]);
                Some(result)
            }
            Err(error) => {
                self.print(step, [detail(&error)]);
                None
            }
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.chance(percent)
    }

    /// Only an item that has a class has a model.
    fn appearance(&mut self, number: usize) -> Row<Counted> {
        let number = number as u64;
        let content = match self.below(3) {
            0 => CONTENT_NONE,
            1 => Hasher::new().unsigned(number).string("one").content(),
            _ => 7,
        };
        let mut row = Row::new(number).content(content);
        row.class = classes()[self.below(4)];
        if row.class.is_some() {
            let model = self.below(4) as u64;
            row.model = (model > 0).then(|| self.alive.model(model).into());
        }
        row
    }

    fn section_key(&mut self) -> Key {
        Key::from(self.below(SECTION_KEYS))
    }

    fn section_keys(&mut self) -> Vec<Key> {
        (0..self.below(3)).map(|_| self.section_key()).collect()
    }

    fn rows(&mut self, bound: usize) -> Vec<Row<Counted>> {
        (0..self.below(bound)).map(|_| self.row()).collect()
    }

    /// Half of the keys are among the few, the others hardly ever recur.
    fn row(&mut self) -> Row<Counted> {
        let number = if self.chance(50) { ITEM_KEYS + self.below(1000) } else { self.below(ITEM_KEYS) };
        self.appearance(number)
    }

    fn element(&mut self) -> Supplementary<Counted> {
        let (kind, index) = PLACES[self.below(4)];
        let number = self.below(2);
        Supplementary::new(kind, index, self.appearance(number))
    }

    /// Whole sections. Where keys are unique one that was drawn before is left out.
    fn sections(&mut self) -> Vec<Entry> {
        let is_unique = self.chance(70);
        let (mut has_section, mut has_item) = ([false; SECTION_KEYS], [false; ITEM_KEYS]);
        let mut made = vec![];
        for _ in 0..self.below(8) {
            let key = self.below(SECTION_KEYS);
            if is_unique && has_section[key] {
                continue;
            }
            has_section[key] = true;
            let (items, elements) = (self.below(11), self.below(3));
            let mut rows = vec![];
            for _ in 0..items {
                let item = self.below(ITEM_KEYS);
                if !(is_unique && has_item[item]) {
                    has_item[item] = true;
                    rows.push(self.appearance(item));
                }
            }
            let elements = (0..elements).map(|_| self.element()).collect();
            made.push(Entry { key: key.into(), rows, elements });
        }
        made
    }

    fn commit_options(&mut self) -> UpdateOptions {
        draw_options!(self, UpdateOptions)
    }

    fn diff_options(&mut self) -> DiffOptions {
        draw_options!(self, DiffOptions)
    }
}

fn detail(error: &Error) -> String {
    let key = |key: Option<Key>| key.map_or("-".to_string(), hex_of);
    let item = |position: Option<Position>| number(position.map(|position| position.item));
    format!(
        "{} {} {} {} {} {} {}",
        error.status().code(),
        key(error.key()),
        key(error.section()),
        number(error.section_position()),
        item(error.position()),
        number(error.other_section_position()),
        item(error.other_position()),
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hex_of(key: Key) -> String {
    hex(&key.bytes())
}

fn number(number: Option<usize>) -> String {
    number.map_or("-".into(), |number| number.to_string())
}

fn position(position: Option<Position>) -> String {
    format!("{} {}", number(position.map(|it| it.section)), number(position.map(|it| it.item)))
}
