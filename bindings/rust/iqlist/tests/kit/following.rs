//! A driver that follows another one's list.

use crate::people::*;
use crate::scenes::{element, fixed, laid_out};
use iqlist::kit::*;
use iqlist::{Filter, Filtered, Grouped, GroupedOrder, Kind, Order, Size, SizeRule, Sorted, Status, Target};

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

/// A header of a group, which is 30 units tall.
#[derive(Debug, PartialEq)]
struct Heading(String);

impl SupplementaryViewModel for Heading {
    type Cell = String;

    fn configure(&self, cell: &mut String) {
        cell.clone_from(&self.0);
    }

    fn size(&self, _: Size) -> Option<SizeRule> {
        Some(fixed(30.0))
    }
}

/// People by the first letters of their names, from Z to A.
fn letters() -> GroupedOrder<AnyViewModel> {
    fn name(model: &AnyViewModel) -> &str {
        &model.downcast_ref::<Person>().unwrap().name
    }
    Order::by_ref(name).grouped_by(|model| name(model).as_bytes()[0]).described_by(|group| {
        let letter = name(group.first().unwrap()).chars().next().unwrap();
        group.set_rank(std::cmp::Reverse(letter));
        group.set_header_element(Heading(format!("{letter}: {}", group.count())));
    })
}

#[test]
fn a_grouped_list_is_followed_with_headers_that_are_view_models() {
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Last(notes.clone()));
    let responding = |names: &[&str]| {
        let (heard, acted) = (notes.clone(), notes.clone());
        let section = people(names).header("People").on_select(move |_| heard.add("section"));
        section
            .register_action("call", Part::Cell, move |event| acted.add(format!("call {}", event.sender())))
    };
    let driver = driver.build([responding(&["Ben", "Ada", "Abe"])]).unwrap();
    let grouped = driver.list().grouped(Grouped::new().counts()).unwrap();
    let following = driver.following(&grouped).unwrap();
    following.show(0..9, 0).unwrap();
    grouped.set_order(letters()).map(drop).unwrap();
    following.wait().unwrap();
    let shown = || {
        let header = |position| {
            let section = Target::Element(grouped.section_at(position).unwrap(), Kind::HEADER, 0);
            cell(&following, section, |text: &mut String| text.clone())
        };
        let headers = (0..grouped.section_count()).filter_map(header);
        headers.chain((0..grouped.len()).filter_map(|at| text(&following, at))).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(), "B: 1 A: 2 Ben Abe Ada");
    // An item moves, and headers are configured again.
    driver.update([responding(&["Ben", "Bea", "Abe"])]).unwrap();
    following.wait().unwrap();
    assert_eq!(shown(), "B: 2 A: 1 Bea Ben Abe");
    // An item in a group responds as its section does, a group as the coordinator.
    notes.take();
    let first = Target::Item(item(&following, 0));
    following.select(item(&following, 0), By::User).unwrap();
    cell(&following, first, |cell: &mut PersonCell| cell.button.clone()).flatten().unwrap().send(7).unwrap();
    following.poll().unwrap();
    assert_eq!(notes.take(), ["section", "call 7"]);
    let header = Target::Element(grouped.section_at(0).unwrap(), Kind::HEADER, 0);
    following.emit(header, "fold", 0).unwrap();
    following.poll().unwrap();
    assert_eq!(notes.take(), ["coordinator UserAction"]);
    drop(driver);
    grouped.set_order(Order::of_source().grouped_by(|_| "all")).map(drop).unwrap();
    following.wait().unwrap();
    assert_eq!(shown(), "Ben Bea Abe");
}

#[test]
fn headers_of_groups_say_how_large_they_are() {
    let ten = fixed(10.0);
    let layout = Layout::new().item(ten).header(ten).footer(ten).page(ten);
    let driver = laid_out(layout, (100.0, 400.0), [people(&["Ben", "Ada", "Abe"])]);
    let grouped = driver.list().grouped(Grouped::new()).unwrap();
    let following = driver.following(&grouped).unwrap();
    following.set_size(100.0, 400.0).unwrap();
    // Nobody who is shown at first says anything about sizes.
    let plain = Order::of_source().grouped_by(|_| "all");
    let plain = plain.described_by(|group| group.set_header_element("all"));
    grouped.set_order(plain).map(drop).unwrap();
    following.wait().unwrap();
    assert_eq!(element(&following, 0, Kind::HEADER).unwrap().height, 10.0);
    grouped.set_order(letters()).map(drop).unwrap();
    following.wait().unwrap();
    let heights = [0, 1].map(|section| element(&following, section, Kind::HEADER).unwrap().height);
    assert_eq!(heights, [30.0, 30.0]);
}
