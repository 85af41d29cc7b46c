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

fn made(driver: &Driver) -> String {
    cell(driver, Target::Item(item(driver, 0)), |cell: &mut FromFile| cell.0.clone()).unwrap()
}

#[test]
fn a_driver_may_register_a_type_otherwise() {
    let (driver, notes) = hearing(Collection::default(), |event, notes| match event.behaviour {
        Behaviour::ClassFirstUsed => {
            let Registration { kind, name } = event.registration().unwrap();
            notes.add(format!("{kind:?} {name}"));
        }
        Behaviour::ModifyCell => notes.add(format!("bound {}", event.view_model::<Badge>().unwrap().0)),
        _ => {}
    });
    driver.register::<Badge>(Registration::storyboard("main")).unwrap();
    driver.update([Section::new("badges", [Badge(1), Badge(2)])]).unwrap();
    show(&driver, 0..2);
    assert_eq!(notes.take(), ["Storyboard main", "bound 1", "bound 2"]);
    assert_eq!(made(&driver), "Storyboard main");
    // Another driver has what the type itself says.
    assert_eq!(made(&showing(0..1, [Section::new("badges", [Badge(1)])])), "Nib badge");
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
    let shown = |person| [Section::new("all", [person]).append([Animal("cat")])];
    let driver = showing(0..1, shown(person(1, "Ada")));
    show(&driver, 1..2);
    driver.update(shown(person(2, "Ben"))).unwrap();
    show(&driver, 0..1);
    let read = |cell: &mut PersonCell| (cell.text.clone(), cell.configured, cell.reused);
    let seen = cell(&driver, Target::Item(item(&driver, 0)), read).unwrap();
    assert_eq!(seen, ("Ben".to_string(), 2, 1), "the same cell, prepared for reuse once");
}
