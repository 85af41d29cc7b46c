//! What the tests of views share: cells that record what happens to them.

use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use crate::support::{Alive, Counted};
use iqlist::{Cells, Event, EventKind, List, Row, Screen, Target, View};

/// Lists of models that are counted; the number of a model is its item's appearance.
pub type Counts = List<Counted>;

/// What the functions of cells were called for, in order: a cell's serial number and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    Create(usize),
    Bind(usize, u64),
    Unbind(usize, u64),
    Destroy(usize),
}
pub use Call::*;

/// Cells that record what happens to them, and fail when they are told to.
#[derive(Clone, Default)]
pub struct Labels(pub Rc<Recorded>);

#[derive(Default)]
pub struct Recorded {
    pub calls: RefCell<Vec<Call>>,
    pub made: Cell<usize>,
    pub alive: Cell<isize>,
    /// Creating and binding a cell for this number panics.
    pub fails_create: Cell<Option<u64>>,
    pub fails_bind: Cell<Option<u64>>,
    pub fails_unbind: Cell<Option<u64>>,
    pub fails_drop: Cell<bool>,
}

pub struct Label {
    pub serial: usize,
    pub shows: Option<u64>,
    record: Rc<Recorded>,
}

impl Labels {
    /// What was called since the last time.
    pub fn calls(&self) -> Vec<Call> {
        self.0.calls.take()
    }

    fn add(&self, call: Call) {
        self.0.calls.borrow_mut().push(call);
    }

    pub fn alive(&self) -> isize {
        self.0.alive.get()
    }
}

impl Drop for Label {
    fn drop(&mut self) {
        self.record.alive.set(self.record.alive.get() - 1);
        self.record.calls.borrow_mut().push(Destroy(self.serial));
        assert!(!self.record.fails_drop.get(), "drop of cell {}", self.serial);
    }
}

pub fn number(event: &Event<Counted>) -> u64 {
    event.model.as_deref().expect("what is bound has a model").number
}

impl Cells<Counted> for Labels {
    type Cell = Label;

    fn create(&self, event: &Event<Counted>) -> Label {
        assert_eq!((event.kind, event.cell.is_some()), (EventKind::BOUND, true));
        assert!(self.0.fails_create.get() != Some(number(event)), "create for {}", number(event));
        let serial = self.0.made.get() + 1;
        self.0.made.set(serial);
        self.0.alive.set(self.0.alive.get() + 1);
        self.add(Create(serial));
        Label { serial, shows: None, record: self.0.clone() }
    }

    fn bind(&self, cell: &mut Label, event: &Event<Counted>) {
        assert!(self.0.fails_bind.get() != Some(number(event)), "bind of {}", number(event));
        cell.shows = Some(number(event));
        self.add(Bind(cell.serial, number(event)));
    }

    fn unbind(&self, cell: &mut Label, event: &Event<Counted>) {
        assert_eq!(cell.shows.take(), Some(number(event)));
        self.add(Unbind(cell.serial, number(event)));
        assert!(self.0.fails_unbind.get() != Some(number(event)), "unbind of {}", number(event));
    }
}

pub fn rows(alive: &Alive, numbers: impl IntoIterator<Item = u64>) -> Vec<Row<Counted>> {
    numbers.into_iter().map(|number| row(alive, number, number)).collect()
}

/// An item whose content is the number of its model.
pub fn row(alive: &Alive, key: u64, number: u64) -> Row<Counted> {
    Row::new(key).content(number + 1).model(alive.model(number))
}

pub fn list_of(alive: &Alive, numbers: impl IntoIterator<Item = u64>) -> Counts {
    let list = List::new().unwrap();
    list.silently().set_items(&rows(alive, numbers)).unwrap();
    list
}

/// Polls until there is nothing to do.
pub fn settle(screen: &Screen<'_, Counted>) -> Vec<Event<Counted>> {
    screen.events().map(|event| event.unwrap()).collect()
}

pub fn panic_of<R>(body: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(body)).err().expect("it panics");
    let text = payload.downcast_ref::<String>().cloned();
    text.or(payload.downcast_ref::<&str>().map(|text| text.to_string())).expect("a text")
}

pub fn shown_by(view: &View<Counted, Labels>, list: &Counts, index: usize) -> Option<(usize, u64)> {
    let found = view.find_cell(Target::Item(list.item_at(index).unwrap())).unwrap()?;
    let read = |label: &mut Label| (label.serial, label.shows.expect("a bound cell shows something"));
    Some(view.with_cell(found.cell.unwrap(), read).unwrap())
}

/// Cells of another type: the number as text.
pub struct Texts;

impl Cells<Counted> for Texts {
    type Cell = String;

    fn create(&self, _: &Event<Counted>) -> String {
        String::new()
    }

    fn bind(&self, cell: &mut String, event: &Event<Counted>) {
        *cell = format!("number {}", number(event));
    }
}
