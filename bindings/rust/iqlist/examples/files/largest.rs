//! The largest files of all directories: a list of the same files, in one group, sorted by size.

use iqlist::{Grouped, GroupedList, List, Order, Result, Ticket};

use crate::changes::{line, shown};
use crate::tree::{Entry, Size};

pub struct Largest {
    list: GroupedList<Entry>,
    count: usize,
    _order: Ticket,
}

impl Largest {
    pub fn of(files: &List<Entry>, count: usize) -> Result<Self> {
        let list = files.grouped(Grouped::new())?;
        // One poll asks about all files: nobody waits for a screen.
        let by_size = Order::by(|file: &Entry| file.size).descending().batch(u32::MAX);
        let order = list.set_order(by_size.grouped_by(|_| 0u64))?;
        Ok(Self { list, count, _order: order })
    }

    /// Sizes are asked for of files that are new or have changed.
    pub fn in_words(&self) -> Result<Vec<String>> {
        while self.list.poll()?.is_some() {}
        let files = self.list.models(..self.count.min(self.list.len()))?;
        let said = |file: &Entry| line("largest", &format!("{}, {}", shown(&file.path), Size(file.size)));
        Ok(files.iter().flatten().map(|file| said(file)).collect())
    }
}
