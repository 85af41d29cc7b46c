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
        drop(updater.submit([more]).unwrap());
        request.finish(true).unwrap();
    })
    .join()
    .unwrap();
    driver.wait().unwrap();
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
fn a_request_that_is_dropped_has_failed_and_is_asked_for_again_when_that_is_said() {
    let requests = Requests::default();
    let driver = showing(0..2, [section(2, true, &requests)]);
    drop(next(&requests));
    driver.poll().unwrap();
    assert_eq!(state(&driver), PageState::Failed);
    // Another update of the same section is no reason to try again.
    update(&driver, [section(2, true, &requests)]);
    update(&driver, [section(1, true, &requests)]);
    assert_eq!((state(&driver), requests.lock().unwrap().len()), (PageState::Failed, 0));
    driver.set_has_next("people", true).unwrap();
    driver.poll().unwrap();
    next(&requests).fail().unwrap();
    assert_eq!(state(&driver), PageState::Failed);
    // One that says something else counts, and so does the one after it.
    update(&driver, [section(2, false, &requests)]);
    assert_eq!(state(&driver), PageState::Ended);
    update(&driver, [section(2, true, &requests)]);
    next(&requests).finish(true).unwrap();
    update(&driver, [people(&["Ada"])]);
    assert_eq!(state(&driver), PageState::Off);
}

#[test]
fn an_update_that_says_the_same_again_asks_for_nothing_behind_the_last_page() {
    let requests = Requests::default();
    let driver = showing(0..2, [section(2, true, &requests)]);
    next(&requests).finish(false).unwrap();
    for count in 2..6 {
        update(&driver, [section(count, true, &requests)]);
        assert_eq!((state(&driver), requests.lock().unwrap().len()), (PageState::Ended, 0));
    }
    // What differs from the last collection counts, and not what the answer was.
    update(&driver, [section(2, false, &requests)]);
    update(&driver, [section(2, true, &requests)]);
    let request = next(&requests);
    // The request that is under way stays, whatever is said again.
    update(&driver, [section(3, true, &requests)]);
    update(&driver, [Section::new("others", [person(77, "Bob")]), section(3, true, &requests)]);
    assert!(requests.lock().unwrap().is_empty());
    request.finish(false).unwrap();
}

#[test]
fn a_section_that_is_new_or_reloaded_says_it_anew() {
    let requests = Requests::default();
    let driver = showing(0..3, [section(2, true, &requests)]);
    let late = next(&requests);
    driver.set_data([section(2, true, &requests)]).unwrap();
    driver.wait().unwrap();
    assert_eq!(late.finish(false).unwrap_err().status(), Status::State);
    next(&requests).finish(false).unwrap();
    update(&driver, [people(&["Ada"])]);
    update(&driver, [section(2, true, &requests)]);
    assert_eq!((state(&driver), requests.lock().unwrap().len()), (PageState::Loading, 1));
}

#[test]
fn a_distance_that_changes_counts_and_the_answers_stay() {
    let requests = Requests::default();
    let with_distance = |distance| {
        let requests = requests.clone();
        let paging = Paging::new(true, move |request| requests.lock().unwrap().push(request));
        Section::new("people", (1..=9).map(|id| person(id, "Ada"))).paging(paging.distance(distance))
    };
    let page = |driver: &Driver| {
        let section = driver.list().section_at(0).unwrap();
        driver.list().page(Some(section), Edge::End).unwrap()
    };
    let driver = showing(0..3, [with_distance(1)]);
    assert_eq!((page(&driver).state, page(&driver).distance), (PageState::More, 1));
    update(&driver, [with_distance(6)]);
    let request = next(&requests);
    update(&driver, [with_distance(7)]);
    assert_eq!((page(&driver).state, page(&driver).distance), (PageState::Loading, 7));
    assert!(requests.lock().unwrap().is_empty());
    request.finish(false).unwrap();
    assert_eq!((page(&driver).state, page(&driver).distance), (PageState::Ended, 7));
    update(&driver, [with_distance(8)]);
    assert_eq!((page(&driver).state, page(&driver).distance), (PageState::Ended, 8));
}

#[test]
fn whether_there_is_a_next_page_is_said_by_any_thread() {
    let requests = Requests::default();
    let others = || Section::new("others", [person(77, "Bob")]);
    let driver = showing(0..2, [section(2, true, &requests), others()]);
    let updater = driver.updater();
    let say = |id: &'static str, has_next| {
        let updater = updater.clone();
        std::thread::spawn(move || updater.set_has_next(id, has_next)).join().unwrap()
    };
    let late = next(&requests);
    say("people", false).unwrap();
    assert_eq!(state(&driver), PageState::Ended);
    assert_eq!(late.finish(true).unwrap_err().status(), Status::State);
    update(&driver, [section(2, true, &requests), others()]);
    assert_eq!(state(&driver), PageState::Ended);
    say("people", true).unwrap();
    driver.poll().unwrap();
    next(&requests).finish(false).unwrap();
    assert_eq!(say("nobody", true).unwrap_err().status(), Status::NotFound);
    assert_eq!(driver.set_has_next("others", true).unwrap_err().status(), Status::State);
    drop(driver);
    assert_eq!(say("people", true).unwrap_err().status(), Status::Handle);
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

#[test]
fn a_section_has_a_page_at_its_start_beside_the_one_at_its_end() {
    let (older, newer) = (Requests::default(), Requests::default());
    let page = |requests: &Requests, text: &str| {
        let requests = requests.clone();
        Paging::new(true, move |request| requests.lock().unwrap().push(request)).loader(text)
    };
    let section = |first: u64, has_start: bool| {
        let section =
            Section::new("people", (first..9).map(|id| person(id, "Ada"))).paging(page(&newer, "newer"));
        if has_start {
            section.paging(page(&older, "older").edge(Edge::Start).distance(3))
        } else {
            section
        }
    };
    let driver = showing(0..4, [section(0, true)]);
    assert!(newer.lock().unwrap().is_empty(), "the end is not near");
    let request = next(&older);
    driver.poll().unwrap();
    let at = |edge| driver.list().page(Some(driver.list().section_at(0).unwrap()), edge).unwrap().state;
    let loader = |kind| {
        let section = driver.list().section_at(0).unwrap();
        cell(&driver, Target::Element(section, kind, 0), |text: &mut String| text.clone())
    };
    assert_eq!((at(Edge::Start), at(Edge::End)), (PageState::Loading, PageState::More));
    assert_eq!(loader(Kind::PAGE_START).as_deref(), Some("older"));
    request.finish(false).unwrap();
    driver.poll().unwrap();
    assert_eq!((at(Edge::Start), loader(Kind::PAGE_START)), (PageState::Ended, None));
    let page = driver.list().page(Some(driver.list().section_at(0).unwrap()), Edge::Start).unwrap();
    assert_eq!(page.distance, 3, "the answer leaves it as it was");
    // What is said of the one edge is nothing of the other.
    driver.set_has_next_at(Some("people".into()), Edge::Start, true).unwrap();
    assert_eq!((at(Edge::Start), at(Edge::End)), (PageState::More, PageState::More));
    update(&driver, [section(0, false)]);
    assert_eq!((at(Edge::Start), at(Edge::End)), (PageState::Off, PageState::More));
    let refused = driver.set_has_next_at(Some("people".into()), Edge::Start, true);
    assert_eq!(refused.unwrap_err().status(), Status::State);
    show(&driver, 7..9);
    next(&newer).finish(false).unwrap();
}

#[test]
fn the_list_loads_pages_at_both_ends_until_that_is_turned_off() {
    let (driver, notes) = noted([people(&["Ada", "Ben", "Cem"])]);
    let requests = Requests::default();
    let paging = |has_next| {
        let requests = requests.clone();
        Paging::new(has_next, move |request| requests.lock().unwrap().push(request)).loader("...")
    };
    let at = |edge| driver.list().page(None, edge).unwrap().state;
    let loader = |kind| {
        driver.poll().unwrap();
        cell(&driver, Target::ListElement(kind, 0), |text: &mut String| text.clone())
    };
    show(&driver, 0..1);
    driver.set_paging(paging(true)).unwrap();
    driver.poll().unwrap();
    assert!(requests.lock().unwrap().is_empty(), "the end is not near");
    driver.set_paging(paging(true).edge(Edge::Start)).unwrap();
    driver.poll().unwrap();
    let request = next(&requests);
    assert_eq!(loader(Kind::PAGE_START).as_deref(), Some("..."));
    request.finish(false).unwrap();
    assert_eq!((at(Edge::Start), at(Edge::End)), (PageState::Ended, PageState::More));
    // The same again asks for nothing.
    driver.set_paging(paging(true).edge(Edge::Start)).unwrap();
    assert_eq!(at(Edge::Start), PageState::Ended);
    driver.set_has_next_at(None, Edge::Start, true).unwrap();
    driver.poll().unwrap();
    drop(next(&requests));
    assert_eq!(at(Edge::Start), PageState::Failed);
    show(&driver, 1..3);
    let late = next(&requests);
    assert_eq!(loader(Kind::PAGE_END).as_deref(), Some("..."));
    driver.remove_paging(Edge::End).unwrap();
    assert_eq!((late.finish(true).unwrap_err().status(), at(Edge::End)), (Status::State, PageState::Off));
    assert_eq!(loader(Kind::PAGE_END), None);
    assert_eq!(driver.set_has_next_at(None, Edge::End, true).unwrap_err().status(), Status::State);
    assert!(about(notes.take(), Behaviour::Page).is_empty());
    // Without a paging of the kit's it is the coordinator's.
    driver.list().set_page(None, Edge::End, iqlist::Page::new(PageState::More)).unwrap();
    driver.poll().unwrap();
    assert_eq!(about(notes.take(), Behaviour::Page).len(), 1);
}
