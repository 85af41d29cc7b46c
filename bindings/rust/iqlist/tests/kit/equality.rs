//! Identity and equality: which item it is, and whether it has changed. Items of several types.

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Key, Status, Target, Traits};

#[test]
fn an_item_that_is_equal_is_left_alone_and_one_that_is_not_is_configured_again() {
    let driver = Driver::new([people(&["Ada", "Ben"])]).unwrap();
    driver.show(0..2, 0).unwrap();
    driver.poll().unwrap();
    let configured = |index| {
        let cell = Target::Item(item(&driver, index));
        driver.with_cell(cell, |cell: &mut PersonCell| cell.configured).unwrap().unwrap()
    };
    let before = [configured(0), configured(1)];
    let changes = driver.update([people(&["Ada", "Ben B."])]).unwrap().summary().unwrap();
    assert_eq!((changes.item_reconfigures, changes.item_inserts, changes.item_deletes), (1, 0, 0));
    driver.poll().unwrap();
    assert_eq!((text(&driver, 0).unwrap(), text(&driver, 1).unwrap()), ("Ada".into(), "Ben B.".into()));
    // The cells are the same ones.
    assert_eq!([configured(0), configured(1)], [before[0], before[1] + 1]);
    // What the host has marked is configured again, though it is equal.
    let mut edit = driver.list().edit().unwrap();
    edit.reconfigure_items(&[item(&driver, 0)]).unwrap();
    edit.commit_silently().unwrap();
    driver.poll().unwrap();
    assert_eq!([configured(0), configured(1)], [before[0] + 1, before[1] + 1]);
}

#[test]
fn the_same_erased_view_models_are_not_compared() {
    #[derive(Default)]
    struct Counting(u64, Notes);
    impl PartialEq for Counting {
        fn eq(&self, other: &Self) -> bool {
            self.1.add("compared");
            self.0 == other.0
        }
    }
    impl CellViewModel for Counting {
        type Cell = ();
        fn id(&self) -> Key {
            self.0.into()
        }
        fn configure(&self, _: &mut ()) {}
    }
    let notes = Notes::default();
    let make = || -> Vec<AnyCellViewModel> { (0..3).map(|id| Counting(id, notes.clone()).erase()).collect() };
    let (first, others) = (make(), make());
    let driver = Driver::new([Section::new("all", first.clone())]).unwrap();
    driver.update([Section::new("all", first.iter().rev().cloned())]).unwrap();
    assert!(notes.take().is_empty());
    assert_eq!(driver.update([Section::new("all", others)]).unwrap().summary().unwrap().item_reconfigures, 0);
    assert_eq!(notes.take().len(), 3);
}

/// A view model whose identity is all of it.
#[derive(PartialEq, Hash)]
struct Hashed(u64, &'static str);

impl CellViewModel for Hashed {
    type Cell = String;

    fn id(&self) -> Key {
        Key::of(self)
    }

    fn configure(&self, cell: &mut String) {
        *cell = self.1.to_string();
    }
}

#[test]
fn an_identity_of_all_fields_makes_a_change_a_deletion_and_an_insertion() {
    let driver = Driver::new([Section::new("all", [Hashed(1, "Ada"), Hashed(2, "Ben")])]).unwrap();
    let changed = [Hashed(1, "Ada"), Hashed(2, "Ben B.")];
    let changes = driver.update([Section::new("all", changed)]).unwrap().summary().unwrap();
    assert_eq!((changes.item_deletes, changes.item_inserts, changes.item_reconfigures), (1, 1, 0));
}

#[test]
fn a_section_has_items_of_several_types_each_with_its_own_cells() {
    let items = [person(1, "Ada").erase(), Animal("cat").erase(), person(2, "Ben").erase()];
    let driver = Driver::new([Section::new("mixed", items).append([Animal("dog")])]).unwrap();
    driver.show(0..4, 0).unwrap();
    driver.poll().unwrap();
    let animal =
        |index| driver.with_cell(Target::Item(item(&driver, index)), |cell: &mut AnimalCell| cell.0).unwrap();
    assert_eq!((text(&driver, 0), text(&driver, 2)), (Some("Ada".into()), Some("Ben".into())));
    assert_eq!([animal(0), animal(1), animal(3)], [None, Some("cat"), Some("dog")]);
    // An item of the same identity and another type gets another cell.
    #[derive(PartialEq)]
    struct Robot(u64);
    impl CellViewModel for Robot {
        type Cell = u64;
        fn id(&self) -> Key {
            self.0.into()
        }
        fn configure(&self, cell: &mut u64) {
            *cell = self.0;
        }
    }
    let before = item(&driver, 0);
    driver.set_items("mixed", [Robot(1)]).unwrap();
    driver.poll().unwrap();
    assert_eq!(item(&driver, 0), before);
    let robot = driver.with_cell(Target::Item(before), |cell: &mut u64| *cell).unwrap();
    assert_eq!(robot, Some(1));
}

#[test]
fn erased_view_models_are_equal_if_type_and_value_are() {
    let (ada, same) = (person(1, "Ada").erase(), person(1, "Ada").erase());
    assert!(ada == same && ada != person(1, "Ada L.").erase());
    assert!(Animal("1").erase() != Hashed(1, "1").erase());
    assert_eq!(ada.downcast_ref::<Person>().unwrap().name, "Ada");
    assert!(ada.downcast_ref::<Animal>().is_none());
    assert!(format!("{ada:?}").contains("Person"), "{ada:?}");
}

#[derive(Default)]
struct NameCell(String, u32);

impl ModelCell for NameCell {
    type Model = (u64, String);

    fn id(model: &(u64, String)) -> Key {
        model.0.into()
    }

    fn set_model(&mut self, model: &(u64, String)) {
        *self = Self(model.1.clone(), self.1 + 1);
    }

    fn traits(model: &(u64, String)) -> Traits {
        if model.0 == 1 {
            Traits::NOT_SELECTABLE
        } else {
            Traits::NONE
        }
    }

    fn handle(model: &(u64, String), event: &RoutedEvent<'_>) -> Route {
        if event.behaviour == Behaviour::Select {
            assert_eq!(event.view_model::<Shown<Self>>().unwrap().model, *model);
            return Route::Handled;
        }
        Route::PassOn
    }
}

#[test]
fn a_type_of_cells_shows_plain_models_beside_view_models() {
    let notes = Notes::default();
    let models = |name: &str| [(1, "Ada".to_string()), (2, name.to_string())];
    let section = |name: &str| Section::new("mixed", [Animal("cat")]).append_models::<NameCell>(models(name));
    let driver = Driver::builder().coordinator(Last(notes.clone()));
    let driver = driver.build([section("Ben")]).unwrap();
    driver.show(0..3, 0).unwrap();
    driver.poll().unwrap();
    let changes = driver.update([section("Ben B.")]).unwrap().summary().unwrap();
    assert_eq!(changes.item_reconfigures, 1);
    driver.poll().unwrap();
    let ben = item(&driver, 2);
    let shown = driver.with_cell(Target::Item(ben), |cell: &mut NameCell| (cell.0.clone(), cell.1)).unwrap();
    assert_eq!(shown, Some(("Ben B.".to_string(), 2)));
    assert_eq!(driver.select(item(&driver, 1), By::User).unwrap_err().status(), Status::Refused);
    notes.take();
    driver.select(ben, By::User).unwrap();
    driver.poll().unwrap();
    assert!(notes.take().is_empty());
}
