//! The document's example: a person has a passport, and changes hair and clothes.

use std::cell::RefCell;
use std::rc::Rc;

use iqlist::kit::*;
use iqlist::{Key, Kind, Target};

/// The data.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub passport: &'static str,
    pub hair: &'static str,
    pub clothes: &'static str,
}

pub fn person(passport: &'static str, hair: &'static str) -> Person {
    Person { passport, hair, clothes: "a coat" }
}

pub const ADA: &str = "GB 1";
pub const BEN: &str = "FR 2";
pub const CEM: &str = "TR 3";

/// How a person is shown: equal if the person is.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonCellModel(pub Person);

#[derive(Default)]
pub struct PersonCell {
    pub label: String,
    pub configured: usize,
}

impl CellViewModel for PersonCellModel {
    type Cell = PersonCell;

    fn id(&self) -> Key {
        self.0.passport.into()
    }

    fn configure(&self, cell: &mut PersonCell) {
        cell.label = format!("{}, {} hair, {}", self.0.passport, self.0.hair, self.0.clothes);
        cell.configured += 1;
    }
}

/// A view model of another type, with another cell.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvertModel(pub u32);

#[derive(Default)]
pub struct AdvertCell(pub u32);

impl CellViewModel for AdvertModel {
    type Cell = AdvertCell;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut AdvertCell) {
        cell.0 = self.0;
    }

    fn on_select(&self, _: &RoutedEvent<'_>) -> Route {
        // It opens its page by itself: nobody else has to know.
        Route::Handled
    }
}

/// Notes what it gets.
#[derive(Clone, Default)]
pub struct Notes(Rc<RefCell<Vec<String>>>);

impl Notes {
    pub fn add(&self, note: String) {
        self.0.borrow_mut().push(note);
    }

    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }
}

/// The coordinator of the walk: selections, classes and updates.
impl Coordinator for Notes {
    fn update_failed(&self, error: &iqlist::Error, ticket: u64) -> Route {
        self.add(format!("update {ticket} has failed: {:?}", error.status()));
        Route::Handled
    }

    fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
        let person = event.view_model::<PersonCellModel>().expect("an advert handles it itself");
        self.add(format!("selected {}", person.0.passport));
        Route::Handled
    }

    fn class_first_used(&self, event: &RoutedEvent<'_>) -> Route {
        let registration = event.registration().expect("the class is one of the kit's");
        self.add(format!("registered {}", registration.name.rsplit("::").next().unwrap_or_default()));
        Route::Handled
    }

    fn did_update(&self, event: &RoutedEvent<'_>) -> Route {
        let how = if event.event.is_plain() { "plain" } else { "animated" };
        self.add(format!("{how} update"));
        Route::Handled
    }
}

pub fn cells(people: &[Person]) -> Vec<PersonCellModel> {
    people.iter().cloned().map(PersonCellModel).collect()
}

pub fn section(people: &[Person]) -> Section {
    Section::new("people", cells(people))
}

/// A driver on a screen that has room for ten rows.
pub fn driver(collection: impl Into<Collection>) -> iqlist::Result<(Driver, Notes)> {
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(notes.clone()).build(collection)?;
    driver.show(0..10, 0)?;
    driver.poll()?;
    Ok((driver, notes))
}

pub fn label(driver: &Driver, index: usize) -> Option<String> {
    let item = driver.list().item_at(index).ok()?;
    driver.with_cell(Target::Item(item), |cell: &mut PersonCell| cell.label.clone()).ok()?
}

/// What a header or footer shows.
pub fn text(driver: &Driver, kind: Kind) -> Option<String> {
    let section = driver.list().section_at(0).ok()?;
    driver.with_cell(Target::Element(section, kind, 0), |text: &mut String| text.clone()).ok()?
}
