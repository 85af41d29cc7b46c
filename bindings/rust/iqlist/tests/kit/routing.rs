//! The route of an event: view model, section, coordinator, each of which may end it.

use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Selection, SetStates, States, Status, Target};

fn driver(model: &[Behaviour], section: Option<Route>, notes: &Notes) -> Driver {
    let people = [1, 2].map(|id| Person {
        notes: notes.clone(),
        handles: model.to_vec(),
        ..person(id, if id == 1 { "Ada" } else { "Ben" })
    });
    let mut shown = Section::new("people", people);
    if let Some(route) = section {
        let notes = notes.clone();
        shown = shown.on(Behaviour::Select, move |event| {
            notes.add(format!("section {:?}", event.behaviour));
            route
        });
    }
    Driver::builder().coordinator(Last(notes.clone())).build([shown]).unwrap()
}

fn selecting(model: &[Behaviour], section: Option<Route>) -> Vec<String> {
    let notes = Notes::default();
    let driver = driver(model, section, &notes);
    driver.select(item(&driver, 0), By::User).unwrap();
    driver.poll().unwrap();
    about(notes.take(), Behaviour::Select)
}

#[test]
fn an_event_goes_on_until_it_is_handled() {
    let [model, section, last] = ["model Select Ada", "section Select", "coordinator Select"];
    assert_eq!(selecting(&[], Some(Route::PassOn)), [model, section, last]);
    assert_eq!(selecting(&[], Some(Route::Handled)), [model, section]);
    assert_eq!(selecting(&[], None), [model, last]);
    assert_eq!(selecting(&[Behaviour::Select], Some(Route::Handled)), [model]);
    // What it handles of something else does not matter.
    assert_eq!(selecting(&[Behaviour::Deselect], Some(Route::PassOn)), [model, section, last]);
}

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
    let notes = Notes::default();
    let driver = driver(&[Behaviour::Select], None, &notes);
    driver.list().set_selection(Selection::MULTIPLE.keeping()).unwrap();
    driver.list().set_range_states(.., States::SELECTED, SetStates::ON | SetStates::BY_USER).unwrap();
    driver.poll().unwrap();
    let both = ["model Select Ada", "model Select Ben"];
    assert_eq!(about(notes.take(), Behaviour::Select), both);
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
    driver.show(6..8, 0).unwrap();
    driver.poll().unwrap();
    let told = about(notes.take(), Behaviour::CancelPrefetch);
    assert!(told.contains(&"model CancelPrefetch p3".to_string()), "{told:?}");
}

#[test]
fn what_is_not_selectable_is_refused_and_told_to_nobody() {
    let notes = Notes::default();
    let fixed = Person { is_fixed: true, notes: notes.clone(), ..person(1, "Ada") };
    let driver = Driver::new([Section::new("people", [fixed])]).unwrap();
    driver.poll().unwrap();
    assert_eq!(driver.select(item(&driver, 0), By::User).unwrap_err().status(), Status::Refused);
    driver.poll().unwrap();
    assert!(about(notes.take(), Behaviour::Select).is_empty());
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
        event.driver.update([people(&["Ada"])]).unwrap();
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
    driver.show(0..1, 0).unwrap();
    driver.poll().unwrap();
    notes.take();
    let section = driver.list().section_at(0).unwrap();
    let part = |kind| Target::Element(section, kind, 0);
    // The cell has got the callback, and uses it.
    let cell = Target::Item(item(&driver, 0));
    let button =
        driver.with_cell(cell, |cell: &mut PersonCell| cell.button.clone()).unwrap().flatten().unwrap();
    assert_eq!(button.name(), "tap");
    std::thread::spawn(move || button.send(7).unwrap()).join().unwrap();
    driver.emit(part(iqlist::Kind::HEADER), "tap", 8).unwrap();
    driver.emit(part(iqlist::Kind::FOOTER), "hold", 9).unwrap();
    driver.emit(part(iqlist::Kind::FOOTER), "tap", 10).unwrap();
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
        driver.set_element(iqlist::Kind::FOOTER, 0, Header(notes.clone(), route)).unwrap();
        driver.poll().unwrap();
        notes.take();
        let section = driver.list().section_at(0).unwrap();
        driver.emit(Target::Element(section, iqlist::Kind::HEADER, 0), "fold", 0).unwrap();
        driver.emit(Target::ListElement(iqlist::Kind::FOOTER, 0), "more", 0).unwrap();
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
    let driver = Driver::new([people(&["Ada"])]).unwrap();
    struct Numbers(Notes);
    impl Coordinator for Numbers {
        fn on_user_action(&self, event: &RoutedEvent<'_>) -> Route {
            self.0.add(format!("{:#x}", event.event.number));
            Route::Handled
        }
    }
    let notes = Notes::default();
    driver.set_coordinator(Numbers(notes.clone()));
    driver.emit(Target::Item(item(&driver, 0)), "like", 0).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["0x81c3f1bf4e684150"]);
}

#[test]
fn handlers_take_effect_with_the_update_that_they_came_with() {
    let notes = Notes::default();
    let section = |name: &'static str| {
        let notes = notes.clone();
        people(&["Ada"]).on_select(move |_| notes.add(name))
    };
    let driver = Driver::new([section("before")]).unwrap();
    driver.perform_updates([section("after")], |result| result.unwrap()).unwrap();
    driver.select(item(&driver, 0), By::User).unwrap();
    while driver.list().info().unwrap().submissions > 0 {
        driver.poll().unwrap();
    }
    driver.deselect(item(&driver, 0), By::User).ok();
    driver.select(item(&driver, 0), By::User).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["before", "after"]);
}
