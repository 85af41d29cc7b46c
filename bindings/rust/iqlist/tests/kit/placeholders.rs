//! What stands in place of items: while they are loaded, and if they could not be.

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Kind, SubmitOptions, Target, UpdateOptions};

/// What stands in place of items, and its message.
fn shown(driver: &Driver) -> Vec<String> {
    driver.poll().unwrap();
    let kinds = [(Kind::EMPTY, "empty"), (Kind::LOADING, "loading"), (Kind::FAILED, "failed")];
    let text = |(kind, name)| {
        let view = |view: &mut EmptyView| view.message.clone().or(view.title.clone()).unwrap_or_default();
        cell(driver, Target::ListElement(kind, 0), view).map(|text| format!("{name} {text}"))
    };
    kinds.into_iter().filter_map(text).collect()
}

fn builder() -> DriverBuilder {
    Driver::builder()
        .empty_view_provider(|| EmptyView::new("Nobody"))
        .loading_view_provider(|| EmptyView::new("Wait"))
        .failed_view_provider(|message| EmptyView::new("Failed").message(message))
}

#[test]
fn each_state_of_a_list_without_items_has_its_view_and_no_other() {
    let driver = builder().build([people(&[])]).unwrap();
    driver.show(0..9, 0).unwrap();
    assert_eq!(shown(&driver), ["empty Nobody"]);
    driver.set_loading(true).unwrap();
    assert_eq!(shown(&driver), ["loading Wait"]);
    driver.set_failed("no network").unwrap();
    assert_eq!(shown(&driver), ["failed no network"]);
    driver.set_failed("no server").unwrap();
    assert_eq!(shown(&driver), ["failed no server"]);
    driver.set_loading(false).unwrap();
    assert_eq!(shown(&driver), ["empty Nobody"]);
    // An update ends it, unless it keeps it.
    driver.set_loading(true).unwrap();
    driver.update_with([people(&[])], UpdateOptions::new().keep_loading()).unwrap();
    assert_eq!(shown(&driver), ["loading Wait"]);
    let keeping = SubmitOptions::new().update(UpdateOptions::new().keep_loading());
    let ticket = driver.updater().submit_with([people(&[])], keeping).unwrap();
    driver.wait_for(&ticket).unwrap();
    assert_eq!(shown(&driver), ["loading Wait"]);
    driver.update([people(&[])]).unwrap();
    assert_eq!(shown(&driver), ["empty Nobody"]);
    // Items stand there themselves.
    driver.set_failed("no network").unwrap();
    driver.update([people(&["Ada"])]).unwrap();
    assert_eq!(shown(&driver), [""; 0]);
    assert!(driver.list().supplementaries(None).unwrap().is_empty());
}

#[test]
fn a_message_is_shown_also_without_a_provider_and_not_again_with_another_failure() {
    let driver = Driver::new([people(&[])]).unwrap();
    driver.show(0..9, 0).unwrap();
    driver.set_failed("no network").unwrap();
    assert_eq!(shown(&driver), ["failed no network"]);
    driver.set_loading(true).unwrap();
    assert_eq!(shown(&driver), [""; 0]);
    driver.list().set_loading(iqlist::Loading::Failed).unwrap();
    assert_eq!(shown(&driver), [""; 0]);
}

#[test]
fn the_action_of_a_failed_view_reaches_its_handler() {
    let notes = Notes::default();
    let heard = notes.clone();
    let driver = Driver::builder()
        .failed_view_provider(move |message| {
            let heard = heard.clone();
            EmptyView::new(message).action("Again", move |event| {
                heard.add("again");
                event.driver.set_loading(true).unwrap();
            })
        })
        .build(Collection::default())
        .unwrap();
    driver.set_failed("no network").unwrap();
    driver.poll().unwrap();
    driver.perform_empty_action().unwrap();
    driver.poll().unwrap();
    assert_eq!((notes.take(), shown(&driver)), (vec!["again".to_string()], vec![]));
}
