//! What the tests show: people, and animals of another type. Each notes what it is told.

use std::sync::{Arc, Mutex};

use iqlist::kit::*;
use iqlist::{Item, Key, Target};

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
    /// What it handles itself.
    pub handles: Vec<Behaviour>,
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
        if self.handles.contains(&event.behaviour) {
            Route::Handled
        } else {
            Route::PassOn
        }
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

/// The text of an item's cell, if it has one.
pub fn text(driver: &Driver, index: usize) -> Option<String> {
    driver.with_cell(Target::Item(item(driver, index)), |cell: &mut PersonCell| cell.text.clone()).unwrap()
}

/// The notes about one behaviour.
pub fn about(notes: Vec<String>, behaviour: Behaviour) -> Vec<String> {
    let name = format!("{behaviour:?}");
    notes.into_iter().filter(|note| note.split(' ').any(|word| word == name)).collect()
}
