//! What a host does by hand, past what the kit does for it: the kit panics at none of it, and holds no lock meanwhile.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::people::*;
use crate::support::scaled;
use iqlist::kit::*;
use iqlist::{
    log_to, Class, Edge, Key, Kind, LogLevel, PageState, Row, SectionEntry, Status, SubmitOptions,
    Supplementary, Target,
};

fn class_of(driver: &Driver, index: usize) -> Class<AnyViewModel> {
    driver.list().rows(index..=index).unwrap()[0].class.unwrap()
}

fn name_of(driver: &Driver, index: usize) -> Option<&'static str> {
    cell(driver, Target::Item(item(driver, index)), |cell: &mut AnimalCell| cell.0)
}

/// Runs this on a thread of its own, which must come to its end.
fn comes_to_an_end<T: Send + 'static>(why: &str, body: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, is_done) = channel();
    thread::spawn(move || done.send(body()).unwrap());
    is_done.recv_timeout(Duration::from_secs(60)).expect(why)
}

#[test]
fn items_without_a_model_have_no_cell_of_the_hosts_and_get_one_with_the_model() {
    let all = [Section::new("all", [person(1, "Ada")]).append([Animal("cat")])];
    let driver = Driver::new(all.clone()).unwrap();
    let (people, animals) = (class_of(&driver, 0), class_of(&driver, 1));
    let [ada, cat] = [0, 1].map(|index| driver.list().rows(index..=index).unwrap().remove(0));
    // Of a kit's class, and of none.
    let rows = [Row::new(7u64).class(people), Row::new(8u64)];
    driver.list().set_items(&rows).unwrap();
    show(&driver, 0..2);
    assert_eq!([0, 1].map(|index| text(&driver, index)), [None, None]);
    for index in 0..2 {
        let taken = driver.take_cell(Target::Item(item(&driver, index))).unwrap();
        assert_eq!(taken.with(|_: &mut PersonCell| ()).unwrap(), None);
        assert!(taken.view_model().unwrap().is_none());
    }
    // The same cells serve view models afterwards, also those of another type than the class is for.
    update(&driver, all);
    assert_eq!((text(&driver, 0).as_deref(), name_of(&driver, 1)), (Some("Ada"), Some("cat")));
    driver.list().set_items(&[ada.clone().class(animals), cat.clone().class(people)]).unwrap();
    driver.poll().unwrap();
    assert_eq!((text(&driver, 0).as_deref(), name_of(&driver, 1)), (Some("Ada"), Some("cat")));
    // Without a class of their own, both have that of hidden view models.
    for rows in [[ada.clone(), cat.clone()], [cat, ada]] {
        driver.list().set_items(&rows.map(|row| Row { class: None, ..row })).unwrap();
        show(&driver, 0..2);
    }
    assert_eq!((name_of(&driver, 0), text(&driver, 1).as_deref()), (Some("cat"), Some("Ada")));
}

#[test]
fn an_item_that_loses_its_model_loses_its_cell_and_gets_another_with_the_next_model() {
    let driver = showing(0..1, [people(&["Ada"])]);
    let row = Row::new(1u64).class(class_of(&driver, 0)).content(1);
    driver.list().set(&[SectionEntry::new("people", 0)], &[row]).unwrap();
    driver.poll().unwrap();
    assert_eq!(text(&driver, 0), None);
    update(&driver, [people(&["Ada"])]);
    assert_eq!(text(&driver, 0).as_deref(), Some("Ada"));
}

#[test]
fn what_a_section_has_beside_its_items_is_no_element_that_can_be_taken() {
    let driver = showing(0..1, [people(&["Ada"]).on_select(|_| ())]);
    let section = driver.list().section_at(0).unwrap();
    for element in driver.list().supplementaries(section).unwrap() {
        let target = Target::Element(section, element.kind, element.index);
        assert_eq!(driver.take_cell(target).unwrap_err().status(), Status::NotFound);
        assert_eq!(cell(&driver, target, |_: &mut String| ()), None);
    }
    // An element by hand has a number only.
    driver.list().set_supplementary(&Supplementary::new(Kind::HEADER, 0, Row::new(1u64))).unwrap();
    let taken = driver.take_cell(Target::ListElement(Kind::HEADER, 0)).unwrap();
    assert_eq!(taken.with(|_: &mut String| ()).unwrap(), None);
}

#[test]
fn an_event_lends_the_cell_of_the_element_that_it_is_about_and_knows_its_part() {
    let shown = people(&["Ada"]).header("People").footer("1 in all");
    let (driver, notes) = hearing([shown], |event, notes| {
        if event.behaviour == Behaviour::UserAction {
            let text = event.with_cell(|text: &mut String| text.clone()).unwrap();
            let person = event.with_cell(|cell: &mut PersonCell| cell.text.clone()).unwrap();
            notes.add(format!("{:?} {:?}", event.part(), text.or(person)));
        }
    });
    driver.set_element(Kind::HEADER, 0, "All").unwrap();
    show(&driver, 0..1);
    let section = driver.list().section_at(0).unwrap();
    let targets = [
        Target::Item(item(&driver, 0)),
        Target::Element(section, Kind::HEADER, 0),
        Target::Element(section, Kind::FOOTER, 0),
        Target::ListElement(Kind::HEADER, 0),
        Target::Section(section),
        Target::List,
    ];
    for target in targets {
        driver.emit(target, "look", 0).unwrap();
    }
    driver.poll().unwrap();
    let expected = [
        r#"Some(Cell) Some("Ada")"#,
        r#"Some(Header) Some("People")"#,
        r#"Some(Footer) Some("1 in all")"#,
        // It is of no section, and so no part of one.
        r#"None Some("All")"#,
        "None None",
        "None None",
    ];
    assert_eq!(notes.take(), expected);
    // What has gone meanwhile has no cell.
    for target in &targets[..3] {
        driver.emit(*target, "look", 0).unwrap();
    }
    update(&driver, Collection::default());
    assert!(notes.take().iter().all(|note| note.ends_with(" None")));
}

#[test]
fn an_event_that_is_kept_waiting_lends_no_cell_of_another_item() {
    let (driver, notes) = hearing([people(&["Ada", "Ben", "Cem"])], |event, notes| {
        let is_ada = || event.view_model::<Person>().unwrap().name == "Ada";
        if event.behaviour == Behaviour::DidEndDisplay && is_ada() {
            // Her cell goes to Cem meanwhile.
            show(event.driver, 2..3);
            event.driver.poll().unwrap();
            notes.add(format!("{:?}", event.with_cell(|cell: &mut PersonCell| cell.text.clone()).unwrap()));
        }
    });
    show(&driver, 0..1);
    show(&driver, 1..2);
    assert_eq!(text(&driver, 2).as_deref(), Some("Cem"));
    assert_eq!(notes.take(), ["None"]);
}

/// Calls back while the message is made that its type is not registered.
static CALLED_BACK: Mutex<Option<Updater>> = Mutex::new(None);

#[derive(PartialEq)]
struct Calling;

impl SupplementaryViewModel for Calling {
    type Cell = ();

    fn id(&self) -> Key {
        let updater = CALLED_BACK.lock().unwrap().clone();
        if let Some(updater) = updater {
            // It is refused when it is committed.
            drop(updater.submit([Section::empty("other").header("text")]).unwrap());
        }
        Key::default()
    }

    fn configure(&self, _: &mut ()) {}
}

#[test]
fn a_view_model_that_is_refused_may_call_back() {
    comes_to_an_end("no lock is held meanwhile", || {
        let driver = Driver::builder().registered_only().build(Collection::default()).unwrap();
        let section = || Section::empty("all").header(Calling);
        *CALLED_BACK.lock().unwrap() = Some(driver.updater());
        // Its id is asked for its row.
        assert_eq!(driver.update([section()]).unwrap_err().status(), Status::NotFound);
    });
}

#[test]
fn a_log_callback_may_use_the_kit_while_a_type_is_registered() {
    macro_rules! view_model {
        () => {{
            #[derive(PartialEq)]
            struct OfOneName(u64);
            impl CellViewModel for OfOneName {
                unseen!();
            }
            Section::new("all", [OfOneName(1)])
        }};
    }
    let lines = comes_to_an_end("no lock is held meanwhile", || {
        let driver = Driver::new(Collection::default()).unwrap();
        driver.update([view_model!()]).unwrap();
        let (updater, thread) = (driver.updater(), thread::current().id());
        let (logged, lines) = channel();
        log_to(LogLevel::Error, move |_, line| {
            if thread::current().id() == thread {
                // Calls of the library are refused there, and never wait.
                let refused = updater.submit([Section::new("other", [person(1, "Ada")])]).unwrap_err();
                logged.send((line.to_string(), refused.status())).unwrap();
            }
        })
        .unwrap();
        // The name is taken: that is logged, and the next one tried.
        driver.update([view_model!()]).unwrap();
        log_to(LogLevel::Off, |_, _| ()).unwrap();
        lines.try_iter().collect::<Vec<_>>()
    });
    let [(line, Status::State)] = &lines[..] else { panic!("{lines:?}") };
    assert!(line.starts_with("IQ_ERROR_DUPLICATE"), "{line}");
}

/// A model whose drop is the host's code: it uses the updater, or drops the driver.
struct Dropped(u64, Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl Dropped {
    fn then(call: impl FnOnce() + Send + 'static) -> Section {
        Section::new("all", [Self(1, Mutex::new(Some(Box::new(call))))])
    }
}

impl PartialEq for Dropped {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Drop for Dropped {
    fn drop(&mut self) {
        let call = self.1.lock().unwrap().take();
        call.into_iter().for_each(|call| call());
    }
}

impl CellViewModel for Dropped {
    unseen!();
}

#[test]
fn a_model_that_is_dropped_inside_a_call_may_use_the_updater_beside_the_drop_of_the_driver() {
    let refused = comes_to_an_end("nobody waits for himself", || {
        let driver = Driver::new(Collection::default()).unwrap();
        let (updater, (begun, has_begun), (told, is_told)) = (driver.updater(), channel(), channel());
        let other = thread::spawn(move || {
            let here = thread::current().id();
            loop {
                let (again, begun, told) = (updater.clone(), begun.clone(), told.clone());
                // It waits until the next one replaces it, unless it is committed before that.
                let replaced = Dropped::then(move || {
                    if thread::current().id() != here {
                        return;
                    }
                    let _ = begun.send(());
                    // Now the driver is being dropped, and waits for the call that this is inside of.
                    let refused = loop {
                        if let Err(error) = again.submit([people(&["Ben"])]) {
                            break error.status();
                        }
                    };
                    told.send(refused).unwrap();
                });
                let submitted = updater.submit([replaced]).and_then(|_| updater.submit([people(&["Ada"])]));
                if submitted.is_err() {
                    break;
                }
            }
        });
        while has_begun.try_recv().is_err() {
            driver.poll().unwrap();
        }
        drop(driver);
        other.join().unwrap();
        is_told.recv().unwrap()
    });
    assert_eq!(refused, Status::Handle);
}

thread_local!(static DRIVER: RefCell<Option<Driver>> = const { RefCell::new(None) });

#[test]
fn a_model_that_is_dropped_inside_a_call_may_drop_the_driver() {
    let completed = comes_to_an_end("nobody waits for himself", || {
        let driver = Driver::new(Collection::default()).unwrap();
        let (updater, completed) = (driver.updater(), Notes::default());
        let here = thread::current().id();
        DRIVER.set(Some(driver));
        // Not inside of a poll, which borrows it.
        let ends = || {
            let driver =
                DRIVER.with(|driver| driver.try_borrow_mut().ok().and_then(|mut driver| driver.take()));
            drop(driver);
        };
        // It waits for an hour, and those after it until the next one replaces them.
        let (notes, waiting) =
            (completed.clone(), SubmitOptions::new().each().delay(Duration::from_secs(3600)));
        let noted = move |_| notes.add(format!("{}", thread::current().id() == here));
        let perform = || updater.perform_updates_with([people(&["Ada"])], waiting, noted).map(drop);
        thread::scope(|scope| scope.spawn(perform).join().unwrap()).unwrap();
        loop {
            let _ = updater.submit([Dropped::then(ends)]);
            let _ = updater.submit([people(&["Ada"])]);
            let polled = DRIVER.with_borrow(|driver| driver.as_ref().map(|driver| driver.poll().unwrap()));
            if polled.is_none() {
                break;
            }
        }
        assert_eq!(updater.submit([people(&["Ada"])]).unwrap_err().status(), Status::Handle);
        completed.take()
    });
    assert_eq!(completed, ["true"], "on the thread of the driver");
}

#[test]
fn the_pages_of_a_section_stay_while_another_thread_changes_the_sections_before_it() {
    let is_asked = AtomicBool::new(false);
    let paging = Paging::new(true, move |request| {
        // A second one is dropped, and so reported as failed.
        if !is_asked.swap(true, SeqCst) {
            request.finish(false).unwrap();
        }
    });
    let plain = (0u64..100).map(Section::empty);
    let last = Section::new("last", [person(1, "Ada")]).paging(paging);
    let driver = showing(0..1, plain.chain([last]));
    let (list, is_over) = (driver.list(), AtomicBool::new(false));
    let section = list.find_section("last").unwrap().unwrap();
    let state = || list.page(Some(section), Edge::End).unwrap().state;
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..scaled(400) {
                let mut edit = list.edit().unwrap();
                edit.delete_section_range(..50).unwrap();
                edit.commit().unwrap();
                let mut edit = list.edit().unwrap();
                edit.insert_sections_before(list.section_at(0).unwrap(), (0u64..50).map(Key::from)).unwrap();
                edit.commit().unwrap();
            }
            is_over.store(true, SeqCst);
        });
        while !is_over.load(SeqCst) {
            driver.poll().unwrap();
            assert_eq!(state(), PageState::Ended);
        }
    });
    driver.poll().unwrap();
    assert_eq!(state(), PageState::Ended, "as the request was answered");
}
