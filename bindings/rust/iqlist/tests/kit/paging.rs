//! Paging: a page is asked for once, answered once, and the loader is shown meanwhile.

use std::sync::{Arc, Mutex};

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Edge, Kind, PageState, Status, Target};

type Requests = Arc<Mutex<Vec<PageRequest>>>;

fn section(count: u64, has_next: bool, requests: &Requests) -> Section {
    let requests = requests.clone();
    let paging = Paging::new(has_next, move |request| requests.lock().unwrap().push(request));
    let people = (1..=count).map(|id| person(id, "Ada"));
    Section::new("people", people).paging(paging.loader("loading ..."))
}

fn state(driver: &Driver) -> PageState {
    let section = driver.list().section_at(0).unwrap();
    driver.list().page(Some(section), Edge::End).unwrap().state
}

fn loader(driver: &Driver) -> Option<String> {
    let section = driver.list().section_at(0).unwrap();
    cell(driver, Target::Element(section, Kind::PAGE_END, 0), |text: &mut String| text.clone())
}

fn next(requests: &Requests) -> PageRequest {
    let mut requests = std::mem::take(&mut *requests.lock().unwrap());
    assert_eq!(requests.len(), 1, "a page is asked for once");
    requests.remove(0)
}

#[test]
fn a_section_loads_page_after_page_until_there_is_none() {
    let requests = Requests::default();
    let driver = showing(0..3, [section(5, true, &requests)]);
    assert!(requests.lock().unwrap().is_empty(), "the end is not near");
    show(&driver, 2..5);
    let request = next(&requests);
    driver.poll().unwrap();
    assert_eq!((state(&driver), loader(&driver).as_deref()), (PageState::Loading, Some("loading ...")));
    // The answer comes from another thread, as do the items.
    let (updater, more) = (driver.updater(), section(8, true, &requests));
    std::thread::spawn(move || {
        updater.perform_updates([more], |result| result.unwrap()).unwrap();
        request.finish(true).unwrap();
    })
    .join()
    .unwrap();
    settle(&driver);
    show(&driver, 5..8);
    let request = next(&requests);
    driver.set_items("people", (1..=9).map(|id| person(id, "Ada"))).unwrap();
    request.finish(false).unwrap();
    driver.poll().unwrap();
    show(&driver, 6..9);
    assert!(requests.lock().unwrap().is_empty());
    assert_eq!((state(&driver), loader(&driver)), (PageState::Ended, None));
}

#[test]
fn a_request_that_is_dropped_has_failed_and_a_later_update_asks_again() {
    let requests = Requests::default();
    let driver = showing(0..2, [section(2, true, &requests)]);
    drop(next(&requests));
    driver.poll().unwrap();
    assert_eq!(state(&driver), PageState::Failed);
    update(&driver, [section(2, true, &requests)]);
    next(&requests).fail().unwrap();
    assert_eq!(state(&driver), PageState::Failed);
    update(&driver, [section(2, false, &requests)]);
    assert_eq!(state(&driver), PageState::Ended);
    update(&driver, [people(&["Ada"])]);
    assert_eq!(state(&driver), PageState::Off);
}

#[test]
fn a_late_answer_is_refused() {
    let requests = Requests::default();
    let driver = showing(0..2, [section(2, true, &requests)]);
    let late = next(&requests);
    update(&driver, [Section::new("others", [person(1, "Ada")])]);
    assert_eq!(late.finish(true).unwrap_err().status(), Status::Handle);
    update(&driver, [section(2, true, &requests)]);
    let late = next(&requests);
    drop(driver);
    assert_eq!(late.finish(true).unwrap_err().status(), Status::Handle);
}
