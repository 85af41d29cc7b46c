//! The route of an event: view model, section, coordinator, each of which may end it.

use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Kind, Selection, SetStates, States, Target};

#[test]
fn what_the_program_selects_is_routed_to_nobody_and_observed() {
    #[derive(Default)]
    struct Observer(Notes);
    impl Coordinator for Observer {
        fn observe(&self, event: &iqlist::Event<AnyViewModel>) {
            if event.is_on() {
                self.0.add("observed");
            }
        }

        fn on_select(&self, _: &RoutedEvent<'_>) -> Route {
            self.0.add("selected");
            Route::Handled
        }
    }
    let notes = Notes::default();
    let driver =
        Driver::builder().coordinator(Observer(notes.clone())).build([people(&["Ada", "Ben"])]).unwrap();
    driver.list().set_selection(Selection::SINGLE.keeping()).unwrap();
    driver.list().set_states(&[item(&driver, 0)], States::SELECTED, SetStates::ON).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["observed"]);
    driver.select(item(&driver, 1), By::User).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["observed", "selected"]);
}

#[test]
fn a_run_of_items_is_routed_item_by_item() {
    let (driver, notes) = hearing([people(&["Ada", "Ben"])], |event, notes| {
        if event.behaviour == Behaviour::Select {
            notes.add(&event.view_model::<Person>().unwrap().name);
        }
    });
    driver.list().set_selection(Selection::MULTIPLE.keeping()).unwrap();
    driver.list().set_range_states(.., States::SELECTED, SetStates::ON | SetStates::BY_USER).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["Ada", "Ben"]);
}

#[test]
fn items_to_be_prefetched_are_told_one_by_one() {
    let notes = Notes::default();
    let person = |id| Person { notes: notes.clone(), ..person(id, &format!("p{id}")) };
    let driver = Driver::new([Section::new("people", (0..10).map(person))]).unwrap();
    driver.show(0..3, 2).unwrap();
    driver.poll().unwrap();
    let told = about(notes.take(), Behaviour::Prefetch);
    assert_eq!(told, ["model Prefetch p3", "model Prefetch p4"]);
    show(&driver, 6..8);
    let told = about(notes.take(), Behaviour::CancelPrefetch);
    assert!(told.contains(&"model CancelPrefetch p3".to_string()), "{told:?}");
}

#[test]
fn a_panic_in_a_handler_comes_out_of_the_poll_after_all_other_events() {
    let notes = Notes::default();
    let heard = notes.clone();
    let section = people(&["Ada", "Ben", "Cem"]).on_select(move |event| {
        let name = &event.view_model::<Person>().unwrap().name;
        heard.add(name);
        assert!(name == "Ben", "I do not like {name}");
    });
    let driver = Driver::new([section]).unwrap();
    driver.poll().unwrap();
    (0..3).for_each(|index| driver.select(item(&driver, index), By::User).unwrap());
    let payload = catch_unwind(AssertUnwindSafe(|| driver.poll())).unwrap_err();
    // The first one; and no event was lost.
    assert_eq!(*payload.downcast::<String>().unwrap(), "I do not like Ada");
    assert_eq!(notes.take(), ["Ada", "Ben", "Cem"]);
    assert_eq!(driver.poll().unwrap(), 0);
}

#[test]
fn a_handler_may_update_and_poll() {
    let notes = Notes::default();
    let heard = notes.clone();
    let section = people(&["Ada", "Ben"]).on_select(move |event| {
        assert!(event.driver.update([people(&["Ada"])]).unwrap().is_none());
        assert_eq!(event.driver.list().len(), 2);
        let polled = event.driver.poll().unwrap();
        heard.add(format!("{} items after {polled} events", event.driver.list().len()));
    });
    let driver = Driver::new([section]).unwrap();
    driver.poll().unwrap();
    driver.select(item(&driver, 0), By::User).unwrap();
    driver.poll().unwrap();
    let [told] = &notes.take()[..] else { panic!("it is told once") };
    assert!(told.starts_with("1 items after"), "{told}");
}

#[test]
fn a_user_action_reaches_the_part_that_it_is_about() {
    let notes = Notes::default();
    let handler = |what: &'static str| {
        let notes = notes.clone();
        move |event: &RoutedEvent<'_>| {
            notes.add(format!("{what} {} {}", event.action().unwrap(), event.sender()))
        }
    };
    let section = people(&["Ada"])
        .header("People")
        .footer("1 in all")
        .register_action("tap", Part::Cell, handler("cell"))
        .register_action("tap", Part::Header, handler("header"))
        .register_action("hold", Part::Footer, handler("footer"));
    let driver = Driver::builder().coordinator(Last(notes.clone())).build([section]).unwrap();
    show(&driver, 0..1);
    notes.take();
    let section = driver.list().section_at(0).unwrap();
    let part = |kind| Target::Element(section, kind, 0);
    // The cell has got the callback, and uses it.
    let ada = Target::Item(item(&driver, 0));
    let button = cell(&driver, ada, |cell: &mut PersonCell| cell.button.clone()).flatten().unwrap();
    assert_eq!(button.name(), "tap");
    std::thread::spawn(move || button.send(7).unwrap()).join().unwrap();
    driver.emit(part(Kind::HEADER), "tap", 8).unwrap();
    driver.emit(part(Kind::FOOTER), "hold", 9).unwrap();
    driver.emit(part(Kind::FOOTER), "tap", 10).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["cell tap 7", "header tap 8", "footer hold 9", "coordinator UserAction"]);
}

#[test]
fn an_element_gets_its_own_actions_first() {
    #[derive(Clone)]
    struct Header(Notes, Route);
    impl PartialEq for Header {
        fn eq(&self, other: &Self) -> bool {
            self.1 == other.1
        }
    }
    impl SupplementaryViewModel for Header {
        type Cell = ();
        fn configure(&self, _: &mut ()) {}
        fn on_user_action(&self, event: &RoutedEvent<'_>) -> Route {
            self.0.add(format!("header {}", event.action().unwrap()));
            self.1
        }
    }
    let notes = Notes::default();
    let driver = Driver::builder().coordinator(Last(notes.clone())).build(Collection::default()).unwrap();
    for route in [Route::Handled, Route::PassOn] {
        driver.update([people(&["Ada"]).header(Header(notes.clone(), route))]).unwrap();
        driver.set_element(Kind::FOOTER, 0, Header(notes.clone(), route)).unwrap();
        driver.poll().unwrap();
        notes.take();
        let section = driver.list().section_at(0).unwrap();
        driver.emit(Target::Element(section, Kind::HEADER, 0), "fold", 0).unwrap();
        driver.emit(Target::ListElement(Kind::FOOTER, 0), "more", 0).unwrap();
        driver.poll().unwrap();
        let last = "coordinator UserAction";
        match route {
            Route::Handled => assert_eq!(notes.take(), ["header fold", "header more"]),
            Route::PassOn => assert_eq!(notes.take(), ["header fold", last, "header more", last]),
        }
    }
}

#[test]
fn the_number_of_an_action_is_that_of_the_other_languages() {
    let (driver, notes) = hearing([people(&["Ada"])], |event, notes| {
        if event.behaviour == Behaviour::UserAction {
            notes.add(format!("{:#x}", event.event.number));
        }
    });
    driver.emit(Target::Item(item(&driver, 0)), "like", 0).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["0x81c3f1bf4e684150"]);
    // A kind with a name as well.
    assert_eq!(Kind::from("like").0, 0x4e6a_4160);
}

#[test]
fn handlers_take_effect_with_the_update_that_they_came_with() {
    let notes = Notes::default();
    let section = |name: &'static str| {
        let notes = notes.clone();
        people(&["Ada"]).on_select(move |_| notes.add(name))
    };
    let driver = Driver::new([section("before")]).unwrap();
    driver.submit([section("after")]).unwrap();
    driver.select(item(&driver, 0), By::User).unwrap();
    driver.wait().unwrap();
    driver.deselect(item(&driver, 0), By::User).ok();
    driver.select(item(&driver, 0), By::User).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["before", "after"]);
}
