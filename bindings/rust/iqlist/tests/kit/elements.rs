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
fn the_data_source_is_asked_for_footers_likewise_also_by_other_threads() {
    let driver = Driver::builder()
        .footer_for(|section| (section.items().len() > 1).then(|| "from the source".into()))
        .build([people(&["Ada"]).footer("own")])
        .unwrap();
    assert_eq!(element(&driver, Kind::FOOTER).as_deref(), Some("own"));
    driver.submit([people(&["Ada", "Ben"]).footer("own")]).unwrap();
    driver.wait().unwrap();
    assert_eq!(element(&driver, Kind::FOOTER).as_deref(), Some("from the source"));
    assert_eq!(element(&driver, Kind::HEADER), None);
}

#[test]
fn a_cell_of_an_element_is_told_of_actions_and_when_it_is_reused() {
    #[derive(PartialEq)]
    struct Fold;
    #[derive(Default)]
    struct FoldCell(Option<ActionSender>, u32);
    impl SupplementaryViewModel for Fold {
        type Cell = FoldCell;
        fn configure(&self, _: &mut FoldCell) {}
        fn prepare_for_reuse(&self, cell: &mut FoldCell) {
            cell.1 += 1;
        }
        fn register_action(&self, cell: &mut FoldCell, action: &ActionSender) {
            cell.0 = Some(action.clone());
        }
    }
    let notes = Notes::default();
    let heard = notes.clone();
    let section = people(&["Ada"]).header(Fold).footer(Fold);
    let section = section
        .register_action("fold", Part::Header, move |event| heard.add(format!("fold {}", event.sender())));
    let driver = showing(0..1, [section]);
    let at = |kind| Target::Element(driver.list().section_at(0).unwrap(), kind, 0);
    let button = |kind| cell(&driver, at(kind), |cell: &mut FoldCell| cell.0.clone()).flatten();
    assert!(button(Kind::FOOTER).is_none(), "it was registered for headers");
    button(Kind::HEADER).unwrap().send(7).unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["fold 7"]);
    // They leave, and come back in the same cells.
    show(&driver, 0..0);
    show(&driver, 0..1);
    for kind in [Kind::HEADER, Kind::FOOTER] {
        assert_eq!(cell(&driver, at(kind), |cell: &mut FoldCell| cell.1), Some(1));
    }
}

#[test]
fn an_element_of_a_name_is_of_a_kind_of_its_own() {
    let badges = |text: &str| {
        people(&["Ada"]).element("badge", 0, text).element("badge", 1, "one").element("mark", 0, "*")
    };
    let driver = showing(0..1, [badges("7")]);
    driver.set_element("badge", 0, "all").unwrap();
    let section = driver.list().section_at(0).unwrap();
    let text =
        |target| driver.take_cell(target).unwrap().with(|text: &mut String| text.clone()).unwrap().unwrap();
    let badge = |index| text(Target::Element(section, "badge".into(), index));
    assert_eq!([badge(0), badge(1)], ["7", "one"]);
    assert_eq!(text(Target::Element(section, "mark".into(), 0)), "*");
    assert_eq!(text(Target::ListElement("badge".into(), 0)), "all");
    update(&driver, [badges("8")]);
    assert_eq!(badge(0), "8");
    driver.remove_element("badge", 0).unwrap();
    assert!(Kind::from("badge") > Kind::HOST && Kind::from("badge") != Kind::from("mark"));
}

#[test]
fn the_elements_in_view_are_those_of_the_list_and_of_the_sections_in_view() {
    let titled = |id: &'static str, count: u64, first: u64| {
        let people = (first..first + count).map(|id| person(id, "Ada"));
        Section::new(id, people).header(id).footer("end").element("badge", 0, "1")
    };
    let driver =
        Driver::new([titled("a", 3, 0), titled("b", 0, 0), titled("c", 3, 10), titled("d", 3, 20)]).unwrap();
    driver.set_element(Kind::HEADER, 0, "All").unwrap();
    let visible = |range| {
        show(&driver, range);
        let name = |target: Target| match target {
            Target::ListElement(kind, _) => format!("list {}", kind.0),
            Target::Element(section, kind, _) => {
                format!("{} {}", driver.list().section_info(section).unwrap().position, kind.0)
            }
            _ => panic!("no element"),
        };
        driver.visible_elements().unwrap().into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(visible(0..1), ["list 1", "0 1", "0 2"]);
    // With the section between that has no items.
    assert_eq!(visible(2..4), ["0 1", "0 2", "1 1", "1 2", "2 1", "2 2"]);
    assert_eq!(visible(5..5), [""; 0]);
}

#[test]
fn titles_of_sections_come_with_their_updates() {
    let driver =
        Driver::new([people(&["Ada"]).title("People").index_title("P"), Section::empty("others")]).unwrap();
    let titles = || {
        let titles = driver.index_titles().unwrap().into_iter();
        let key = |section| driver.list().section_info(section).unwrap().key;
        titles.map(|(title, section)| (title, key(section))).collect::<Vec<_>>()
    };
    assert_eq!(driver.section_title("people").unwrap().as_deref(), Some("People"));
    assert_eq!(driver.section_title("others").unwrap(), None);
    assert_eq!(driver.section_title("nobody").unwrap(), None);
    assert_eq!(titles(), [("P".to_string(), "people".into())]);
    update(
        &driver,
        [Section::empty("others").index_title("O"), people(&["Ada"]).title("All").index_title("A")],
    );
    assert_eq!(driver.section_title("people").unwrap().as_deref(), Some("All"));
    assert_eq!(titles(), [("O".to_string(), "others".into()), ("A".to_string(), "people".into())]);
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
