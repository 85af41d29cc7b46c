//! Identity and equality: which item it is, and whether it has changed. Items of several types.

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Key, Status, Target, Traits};

#[test]
fn an_equal_item_that_the_host_has_marked_is_configured_again() {
    let driver = showing(0..2, [people(&["Ada", "Ben"])]);
    let configured = |index| {
        cell(&driver, Target::Item(item(&driver, index)), |cell: &mut PersonCell| cell.configured).unwrap()
    };
    let before = [configured(0), configured(1)];
    let mut edit = driver.list().edit().unwrap();
    edit.reconfigure_items(&[item(&driver, 0)]).unwrap();
    edit.commit_silently().unwrap();
    driver.poll().unwrap();
    assert_eq!([configured(0), configured(1)], [before[0] + 1, before[1]]);
}

/// A row of a group: `(1-` is the first one, `-1)` the last.
#[derive(PartialEq)]
struct Row(u64);

impl CellViewModel for Row {
    type Cell = String;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn set_edges(&self, cell: &mut String, is_first: bool, is_last: bool) {
        *cell = format!("{}{}", if is_first { "(" } else { "-" }, if is_last { ")" } else { "-" });
    }

    fn configure(&self, cell: &mut String) {
        cell.push_str(&self.0.to_string());
    }
}

/// A cell of numbers that shows the same.
#[derive(Default)]
struct NumberCell(String);

impl ModelCell for NumberCell {
    type Model = u64;

    fn id(model: &u64) -> Key {
        (*model).into()
    }

    fn set_edges(&mut self, is_first: bool, is_last: bool) {
        self.0 = format!("{is_first} {is_last}");
    }

    fn set_model(&mut self, model: &u64) {
        self.0 = format!("{model} {}", self.0);
    }
}

#[test]
fn cells_know_whether_their_item_is_the_first_or_last_of_its_section() {
    let sections = |first: &[u64], second: &[u64]| {
        [("first", first), ("second", second)]
            .map(|(id, rows)| Section::new(id, rows.iter().copied().map(Row)))
    };
    let driver = Driver::builder().bind_edges().build(sections(&[1, 2], &[3])).unwrap();
    show(&driver, 0..9);
    let rows = || -> Vec<String> {
        (0..driver.list().len())
            .map(|index| {
                cell(&driver, Target::Item(item(&driver, index)), |row: &mut String| row.clone()).unwrap()
            })
            .collect()
    };
    assert_eq!(rows(), ["(-1", "-)2", "()3"]);
    update(&driver, sections(&[2, 1, 4], &[]));
    assert_eq!(rows(), ["(-2", "--1", "-)4"]);
    // What stays where it is keeps its cell as it is.
    update(&driver, sections(&[2, 1], &[4, 5]));
    assert_eq!(rows(), ["(-2", "-)1", "(-4", "-)5"]);
    // Other drivers do not call `set_edges`.
    let plain = showing(0..9, sections(&[1], &[]));
    assert_eq!(cell(&plain, Target::Item(item(&plain, 0)), |row: &mut String| row.clone()).unwrap(), "1");
}

#[test]
fn cells_of_plain_models_know_it_too() {
    let collection = [Section::empty("all").append_models::<NumberCell>([7, 8])];
    let driver = Driver::builder().bind_edges().build(collection).unwrap();
    show(&driver, 0..9);
    let shown = |index| {
        cell(&driver, Target::Item(item(&driver, index)), |cell: &mut NumberCell| cell.0.clone()).unwrap()
    };
    assert_eq!([shown(0), shown(1)], ["7 true false", "8 false true"]);
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
        unseen!();
    }
    let notes = Notes::default();
    let make = || -> Vec<AnyCellViewModel> { (0..3).map(|id| Counting(id, notes.clone()).erase()).collect() };
    let (first, others) = (make(), make());
    let driver = Driver::new([Section::new("all", first.clone())]).unwrap();
    driver.update([Section::new("all", first.iter().rev().cloned())]).unwrap();
    assert!(notes.take().is_empty());
    let changes = update(&driver, [Section::new("all", others)]);
    assert_eq!(changes.summary().unwrap().item_reconfigures, 0);
    assert_eq!(notes.take().len(), 3);
}

#[test]
fn an_item_of_the_same_identity_and_another_type_gets_another_cell() {
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
    let driver = showing(0..1, [people(&["Ada"])]);
    let before = item(&driver, 0);
    driver.set_items("people", [Robot(1)]).unwrap();
    driver.poll().unwrap();
    assert_eq!(item(&driver, 0), before);
    assert_eq!(cell(&driver, Target::Item(before), |cell: &mut u64| *cell), Some(1));
}

#[test]
fn an_erased_view_model_is_of_one_type_and_says_which() {
    let ada = person(1, "Ada").erase();
    assert!(ada != Animal("Ada").erase());
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
    let models = |name: &str| [(1, "Ada".to_string()), (2, name.to_string())];
    let section = |name: &str| Section::new("mixed", [Animal("cat")]).append_models::<NameCell>(models(name));
    let (driver, notes) = noted([section("Ben")]);
    show(&driver, 0..3);
    assert_eq!(update(&driver, [section("Ben B.")]).summary().unwrap().item_reconfigures, 1);
    let ben = item(&driver, 2);
    let shown = cell(&driver, Target::Item(ben), |cell: &mut NameCell| (cell.0.clone(), cell.1));
    assert_eq!(shown, Some(("Ben B.".to_string(), 2)));
    assert_eq!(driver.select(item(&driver, 1), By::User).unwrap_err().status(), Status::Refused);
    notes.take();
    driver.select(ben, By::User).unwrap();
    driver.poll().unwrap();
    assert!(notes.take().is_empty());
}
