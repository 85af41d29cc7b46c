//! What the tests show: people, and animals of another type. Each notes what it is told.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use iqlist::kit::*;
use iqlist::{Changeset, Item, Key, Target};

/// What was told, in order, by whoever was told it.
#[derive(Clone, Default)]
pub struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    pub fn add(&self, note: impl Into<String>) {
        self.0.lock().unwrap().push(note.into());
    }

    /// How many hold them.
    pub fn owners(&self) -> usize {
        Arc::strong_count(&self.0)
    }

    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Two are equal if they look the same, whoever notes what they are told.
#[derive(Clone, Default)]
pub struct Person {
    pub id: u64,
    pub name: String,
    pub notes: Notes,
    pub is_fixed: bool,
}

impl PartialEq for Person {
    fn eq(&self, other: &Self) -> bool {
        (self.id, &self.name) == (other.id, &other.name)
    }
}

pub fn person(id: u64, name: &str) -> Person {
    Person { id, name: name.to_string(), ..Person::default() }
}

#[derive(Default)]
pub struct PersonCell {
    pub text: String,
    pub configured: u32,
    pub reused: u32,
    pub button: Option<ActionSender>,
}

impl CellViewModel for Person {
    type Cell = PersonCell;

    fn id(&self) -> Key {
        self.id.into()
    }

    fn configure(&self, cell: &mut PersonCell) {
        cell.text.clone_from(&self.name);
        cell.configured += 1;
    }

    fn prepare_for_reuse(&self, cell: &mut PersonCell) {
        (cell.text, cell.reused) = (String::new(), cell.reused + 1);
    }

    fn register_action(&self, cell: &mut PersonCell, action: &ActionSender) {
        cell.button = Some(action.clone());
    }

    fn is_selectable(&self) -> bool {
        !self.is_fixed
    }

    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        self.notes.add(format!("model {:?} {}", event.behaviour, self.name));
        Route::PassOn
    }

    fn accessibility_identifier(&self) -> Option<String> {
        (!self.is_fixed).then(|| "person".to_string())
    }

    fn accessibility_options(&self) -> AccessibilityOptions {
        AccessibilityOptions::SECTION | AccessibilityOptions::ROW
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Animal(pub &'static str);

#[derive(Default)]
pub struct AnimalCell(pub &'static str);

impl CellViewModel for Animal {
    type Cell = AnimalCell;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut AnimalCell) {
        cell.0 = self.0;
    }
}

/// A view model whose cells show nothing, and whose id is its first field.
macro_rules! unseen {
    () => {
        type Cell = ();
        fn id(&self) -> Key {
            self.0.into()
        }
        fn configure(&self, _: &mut ()) {}
    };
}
pub(crate) use unseen;

/// A coordinator that notes what it gets.
#[derive(Clone, Default)]
pub struct Last(pub Notes);

impl Coordinator for Last {
    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        self.0.add(format!("coordinator {:?}", event.behaviour));
        Route::Handled
    }
}

pub fn people(names: &[&str]) -> Section {
    Section::new("people", (1..).zip(names).map(|(id, name)| person(id, name)))
}

pub fn item(driver: &Driver, index: usize) -> Item {
    driver.list().item_at(index).unwrap()
}

/// A driver on a screen that shows this range.
pub fn showing(range: Range<usize>, collection: impl Into<Collection>) -> Driver {
    let driver = Driver::new(collection).unwrap();
    show(&driver, range);
    driver
}

/// A driver whose coordinator notes what it gets from now on.
pub fn noted(collection: impl Into<Collection>) -> (Driver, Notes) {
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Last(notes.clone())).build(collection).unwrap();
    driver.poll().unwrap();
    notes.take();
    (driver, notes)
}

/// A driver with a coordinator that is this function, and the notes that it takes.
pub fn hearing(
    collection: impl Into<Collection>,
    hear: impl Fn(&RoutedEvent<'_>, &Notes) + 'static,
) -> (Driver, Notes) {
    struct Hearing<F>(Notes, F);
    impl<F: Fn(&RoutedEvent<'_>, &Notes) + 'static> Coordinator for Hearing<F> {
        fn handle(&self, event: &RoutedEvent<'_>) -> Route {
            (self.1)(event, &self.0);
            Route::Handled
        }
    }
    let notes = Notes::default();
    (Driver::builder().coordinator(Hearing(notes.clone(), hear)).build(collection).unwrap(), notes)
}

pub fn show(driver: &Driver, range: Range<usize>) {
    driver.show(range, 0).unwrap();
    driver.poll().unwrap();
}

/// An update that is seen.
pub fn update(driver: &Driver, collection: impl Into<Collection>) -> Changeset {
    let changes = driver.update(collection).unwrap().expect("it is shown at once");
    driver.poll().unwrap();
    changes
}

/// What a cell of that type, which an item or element may have, says.
pub fn cell<C: 'static, R>(driver: &Driver, target: Target, read: impl FnOnce(&mut C) -> R) -> Option<R> {
    driver.with_cell(target, read).unwrap()
}

/// The text of an item's cell, if it has one.
pub fn text(driver: &Driver, index: usize) -> Option<String> {
    cell(driver, Target::Item(item(driver, index)), |cell: &mut PersonCell| cell.text.clone())
}

/// The notes about one behaviour.
pub fn about(notes: Vec<String>, behaviour: Behaviour) -> Vec<String> {
    let name = format!("{behaviour:?}");
    notes.into_iter().filter(|note| note.split(' ').any(|word| word == name)).collect()
}
