//! Registration: by itself when a type is first used, or by hand where the list wants it.

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Key, Status, Target};

/// A cell that cannot be made of nothing.
struct FromFile(String);

impl Cell for FromFile {
    fn create(registration: &Registration) -> Self {
        Self(format!("{:?} {}", registration.kind, registration.name))
    }
}

#[derive(PartialEq)]
struct Badge(u64);

impl CellViewModel for Badge {
    type Cell = FromFile;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, _: &mut FromFile) {}

    fn registration() -> Registration {
        Registration::nib("badge")
    }
}

#[derive(Clone, Default)]
struct FirstUse(Notes);

impl Coordinator for FirstUse {
    fn class_first_used(&self, event: &RoutedEvent<'_>) -> Route {
        let Registration { kind, name } = event.registration().unwrap();
        self.0.add(format!("{kind:?} {name}"));
        Route::Handled
    }

    fn modify_cell(&self, event: &RoutedEvent<'_>) -> Route {
        if event.view_model::<Badge>().is_some() {
            self.0.add("bound");
        }
        Route::Handled
    }
}

fn made(driver: &Driver) -> String {
    driver.with_cell(Target::Item(item(driver, 0)), |cell: &mut FromFile| cell.0.clone()).unwrap().unwrap()
}

#[test]
fn a_type_is_registered_by_itself_and_told_once_before_the_first_cell() {
    let notes = Notes::default();
    let driver = Driver::builder()
        .coordinator(FirstUse(notes.clone()))
        .build([Section::new("badges", [Badge(1), Badge(2)])])
        .unwrap();
    driver.show(0..2, 0).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["Nib badge", "bound", "bound"]);
    assert_eq!(made(&driver), "Nib badge");
    driver.update([Section::new("badges", [Badge(3)])]).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["bound"]);
}

#[test]
fn a_driver_may_register_a_type_otherwise() {
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(FirstUse(notes.clone())).build(Collection::default()).unwrap();
    driver.register::<Badge>(Registration::storyboard("main")).unwrap();
    driver.update([Section::new("badges", [Badge(1)])]).unwrap();
    driver.show(0..1, 0).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["Storyboard main", "bound"]);
    assert_eq!(made(&driver), "Storyboard main");
    // Another driver has what the type itself says.
    let other = Driver::new([Section::new("badges", [Badge(1)])]).unwrap();
    other.show(0..1, 0).unwrap();
    other.poll().unwrap();
    assert_eq!(made(&other), "Nib badge");
}

#[test]
fn a_driver_of_registered_types_refuses_others() {
    let driver = Driver::builder().registered_only().build(Collection::default()).unwrap();
    let refused = |section: Section| driver.update([section]).unwrap_err().status() == Status::NotFound;
    let badges = || Section::new("badges", [Badge(1)]);
    assert!(refused(badges()));
    driver.register::<Badge>(Registration::class::<FromFile>()).unwrap();
    assert!(refused(badges().header("Badges")));
    driver.update([badges().on_select(|_| ())]).unwrap();
    assert!(refused(people(&["Ada"])));
    driver.register_element::<String>(Registration::class::<String>()).unwrap();
    driver.update([badges().header("Badges")]).unwrap();
    assert_eq!(driver.list().len(), 1);
}

#[test]
fn cells_are_reused_by_type() {
    let driver = Driver::new([Section::new("all", [person(1, "Ada")]).append([Animal("cat")])]).unwrap();
    driver.show(0..1, 0).unwrap();
    driver.poll().unwrap();
    driver.show(1..2, 0).unwrap();
    driver.poll().unwrap();
    driver.update([Section::new("all", [person(2, "Ben")]).append([Animal("cat")])]).unwrap();
    driver.show(0..1, 0).unwrap();
    driver.poll().unwrap();
    let cell = |cell: &mut PersonCell| (cell.text.clone(), cell.configured, cell.reused);
    let seen = driver.with_cell(Target::Item(item(&driver, 0)), cell).unwrap().unwrap();
    assert_eq!(seen, ("Ben".to_string(), 2, 1), "the same cell, prepared for reuse once");
}
