//! A driver that follows another one's list.

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Filter, Filtered, Order, Sorted, Status};

#[test]
fn a_filter_has_cells_of_its_own_and_the_same_handlers() {
    let notes = Notes::default();
    let (heard, section) = (notes.clone(), people(&["Ada", "Ben", "Abe"]));
    let section = section.on_select(move |event| {
        let person = event.view_model::<Person>().unwrap();
        heard.add(format!("section {}", person.name));
    });
    let driver =
        Driver::builder().coordinator(Last(notes.clone())).build([section.header("People")]).unwrap();
    show(&driver, 0..1);
    let filtered = driver.list().filtered(Filtered::new()).unwrap();
    let found = driver.following(&filtered).unwrap();
    found.show(0..9, 0).unwrap();
    let starts = |_, model: &AnyViewModel| model.downcast_ref::<Person>().unwrap().name.starts_with('A');
    filtered.set_filter(Filter::by(starts)).map(drop).unwrap();
    found.wait().unwrap();
    let shown = |driver: &Driver| (0..driver.list().len()).map(|at| text(driver, at)).collect::<Vec<_>>();
    assert_eq!(shown(&found), [Some("Ada".to_string()), Some("Abe".to_string())]);
    assert_eq!(shown(&driver), [Some("Ada".to_string()), None, None]);
    notes.take();
    found.select(item(&found, 1), By::User).unwrap();
    found.poll().unwrap();
    found.perform_primary_action(item(&found, 1)).unwrap();
    found.poll().unwrap();
    assert_eq!(notes.take(), ["section Abe", "coordinator PrimaryAction"]);
    // An update of the one is an update of both.
    driver.update([people(&["Ada", "Alf", "Ben"])]).unwrap();
    found.wait().unwrap();
    assert_eq!(shown(&found), [Some("Ada".to_string()), Some("Alf".to_string())]);
    assert_eq!(found.update([people(&["Ada"])]).unwrap_err().status(), Status::State);
    // Each goes by itself.
    drop(driver);
    found.poll().unwrap();
    assert_eq!(text(&found, 0).as_deref(), Some("Ada"));
}

#[test]
fn a_sorted_list_is_followed_and_stays_sorted() {
    let driver = Driver::new([people(&["Cem", "Ada", "Ben"])]).unwrap();
    let sorted = driver.list().sorted(Sorted::new()).unwrap();
    let following = driver.following(&sorted).unwrap();
    following.show(0..9, 0).unwrap();
    let name = |model: &AnyViewModel| model.downcast_ref::<Person>().unwrap().name.to_string();
    sorted.set_order(Order::by(name)).map(drop).unwrap();
    following.wait().unwrap();
    let shown = || (0..following.list().len()).filter_map(|at| text(&following, at)).collect::<Vec<_>>();
    assert_eq!(shown(), ["Ada", "Ben", "Cem"]);
    driver.update([people(&["Cem", "Ben", "Abe"])]).unwrap();
    following.wait().unwrap();
    assert_eq!(shown(), ["Abe", "Ben", "Cem"]);
    // A cell follows its item.
    sorted.set_order(Order::by(name).descending().keep_ranks()).map(drop).unwrap();
    following.wait().unwrap();
    assert_eq!(shown(), ["Cem", "Ben", "Abe"]);
}
