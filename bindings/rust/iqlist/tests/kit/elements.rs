//! Supplementary elements: diffed, provided, and the empty view, which is asked for each time.

use std::cell::Cell as Slot;
use std::rc::Rc;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Kind, Loading, Target};

fn element(driver: &Driver, kind: Kind) -> Option<String> {
    let section = driver.list().section_at(0).unwrap();
    let found = driver.list().supplementary(section, kind, 0).unwrap();
    found.map(|element| element.row.model.unwrap().downcast_ref::<String>().unwrap().clone())
}

#[test]
fn the_data_source_is_asked_before_what_the_section_has() {
    let driver = Driver::builder()
        .header_for(|section| (section.items().len() > 1).then(|| "from the source".into()))
        .build([people(&["Ada"]).header("own")])
        .unwrap();
    assert_eq!(element(&driver, Kind::HEADER).as_deref(), Some("own"));
    driver.update([people(&["Ada", "Ben"]).header("own")]).unwrap();
    assert_eq!(element(&driver, Kind::HEADER).as_deref(), Some("from the source"));
    assert_eq!(element(&driver, Kind::FOOTER), None);
}

#[test]
fn the_empty_view_is_asked_for_each_time_that_the_list_becomes_empty() {
    let asked = Rc::new(Slot::new(0));
    let (asking, notes) = (asked.clone(), Notes::default());
    let driver = Driver::builder()
        .coordinator(Last(notes.clone()))
        .empty_view_provider(move || {
            asking.set(asking.get() + 1);
            EmptyView::new(format!("Nobody, {}", asking.get()))
        })
        .build([people(&[])])
        .unwrap();
    driver.show(0..9, 0).unwrap();
    let empty = |driver: &Driver| {
        driver.poll().unwrap();
        let target = Target::ListElement(Kind::EMPTY, 0);
        cell(driver, target, |view: &mut EmptyView| view.title.clone().unwrap())
    };
    assert_eq!(empty(&driver).as_deref(), Some("Nobody, 1"));
    driver.update([people(&["Ada"])]).unwrap();
    assert_eq!(empty(&driver), None);
    driver.update([people(&["Ben"])]).unwrap();
    assert_eq!((empty(&driver), asked.get()), (None, 1));
    // Empty, however many sections there are.
    driver.update([people(&[]), Section::new("others", [] as [Person; 0])]).unwrap();
    assert_eq!(empty(&driver).as_deref(), Some("Nobody, 2"));
    // While it loads it is not empty; then it is again.
    driver.list().set_loading(Loading::Yes).unwrap();
    assert_eq!(empty(&driver), None);
    driver.update(Collection::default()).unwrap();
    assert_eq!((empty(&driver).as_deref(), asked.get()), (Some("Nobody, 3"), 3));
    notes.take();
    driver.perform_empty_action().unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["coordinator EmptyAction"]);
    // The host may remove it by hand.
    driver.remove_element(Kind::EMPTY, 0).unwrap();
    assert_eq!(empty(&driver), None);
    driver.update([people(&["Ada"])]).unwrap();
    assert_eq!(empty(&driver), None);
}

#[test]
fn the_action_of_the_empty_view_reaches_its_handler() {
    let (notes, heard) = (Notes::default(), Notes::default());
    let hearing = heard.clone();
    let driver = Driver::builder().coordinator(Last(notes.clone())).empty_view_provider(move || {
        let hearing = hearing.clone();
        EmptyView::new("Nobody").action("Reload", move |event| {
            hearing.add("reloads");
            event.driver.update([people(&["Ada"])]).unwrap();
        })
    });
    let driver = driver.build(Collection::default()).unwrap();
    driver.poll().unwrap();
    driver.perform_empty_action().unwrap();
    driver.poll().unwrap();
    assert_eq!((heard.take(), driver.list().len()), (vec!["reloads".to_string()], 1));
    assert!(about(notes.take(), Behaviour::EmptyAction).is_empty());
}
