//! What the calls are made on.

use iqlist::{diff, Changeset, DiffOptions, Key, List, Result, Row, Snapshot, Supplementary, UpdateOptions};

use crate::support::{Alive, Counted};

pub struct Stage {
    pub alive: Alive,
    pub list: List<Counted>,
    /// What the list shows: 20 items in two sections with a header each.
    pub shown: Snapshot<Counted>,
    pub wanted: Snapshot<Counted>,
    pub changes: Changeset,
    pub bytes: (Vec<u8>, Vec<u8>),
    pub new: Vec<Row<Counted>>,
    pub element: Supplementary<Counted>,
}

pub const DIFF: DiffOptions = DiffOptions::new().payload().keep_keys();
pub const UPDATE: UpdateOptions = UpdateOptions::new().payload().keep_keys();

pub fn key(number: u64) -> Key {
    Key::from(number)
}

fn rows(alive: &Alive, keys: std::ops::Range<u64>) -> Vec<Row<Counted>> {
    keys.map(|key| Row::new(key).content(key + 1).model(alive.model(key))).collect()
}

impl Stage {
    pub fn new(alive: &Alive) -> Result<Self> {
        let element = |key| Supplementary::header(Row::new(key).model(alive.model(key)));
        let mut shown = Snapshot::new()?;
        for section in 0..2 {
            shown.append_sections([key(section)])?;
            shown.append_items(None, &rows(alive, section * 10..section * 10 + 10))?;
            shown.set_supplementary(key(section), &element(section))?;
        }
        let mut wanted = shown.copy()?;
        wanted.delete_items(None, [key(3), key(14)])?;
        wanted.append_items(None, &rows(alive, 20..24))?;
        wanted.move_item_after(key(0), key(5))?;
        wanted.set_supplementary(key(1), &element(9))?;
        let list = List::new()?;
        list.set_undo(1 << 20)?;
        list.apply(&shown)?;
        let changes = diff(&shown, &wanted, DIFF)?;
        let bytes = (shown.encode()?, changes.encode()?);
        let (new, element, alive) = (rows(alive, 30..40), element(5), alive.clone());
        Ok(Self { alive, list, shown, wanted, changes, bytes, new, element })
    }

    pub fn seen(&self) -> (String, String, String, isize) {
        let dumps = (self.list.dump().unwrap(), self.shown.dump().unwrap(), self.wanted.dump().unwrap());
        (dumps.0, dumps.1, dumps.2, self.alive.count())
    }
}
