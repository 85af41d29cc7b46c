//! What a user may do with an item: each question of a view model counts, and only that.

use std::sync::Arc;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Item, Key, Outline, Selection, Status};

/// Answers one of the questions in another way than view models do that say nothing.
#[derive(PartialEq)]
struct Asked(u64, &'static str);

impl CellViewModel for Asked {
    unseen!();

    fn is_selectable(&self) -> bool {
        self.1 != "selectable"
    }

    fn is_deselectable(&self) -> bool {
        self.1 != "deselectable"
    }

    fn is_highlightable(&self) -> bool {
        self.1 != "highlightable"
    }

    fn is_focusable(&self) -> bool {
        self.1 != "focusable"
    }

    fn is_activatable(&self) -> bool {
        self.1 != "activatable"
    }

    fn is_movable(&self) -> bool {
        self.1 == "movable"
    }

    fn is_deletable(&self) -> bool {
        self.1 == "deletable"
    }

    fn is_insertable(&self) -> bool {
        self.1 == "insertable"
    }

    fn has_children(&self) -> bool {
        self.1 == "children"
    }
}

const QUESTIONS: [&str; 10] = [
    "",
    "selectable",
    "deselectable",
    "highlightable",
    "focusable",
    "activatable",
    "movable",
    "deletable",
    "insertable",
    "children",
];

/// The items for which the user may not do this.
fn refused(driver: &Driver, what: impl Fn(Item) -> iqlist::Result<()>) -> Vec<&'static str> {
    let is_refused = |index: &usize| match what(item(driver, *index)) {
        Err(error) if error.status() == Status::Refused => true,
        done => {
            done.unwrap();
            false
        }
    };
    (0..QUESTIONS.len()).filter(is_refused).map(|index| QUESTIONS[index]).collect()
}

#[test]
fn each_question_of_a_view_model_counts() {
    let asked = || [Section::new("asked", (0..).zip(QUESTIONS).map(|(id, question)| Asked(id, question)))];
    let driver = Driver::new(asked()).unwrap();
    driver.list().set_selection(Selection::MULTIPLE.keeping()).unwrap();
    let others = |but: &str| QUESTIONS.into_iter().filter(|question| *question != but).collect::<Vec<_>>();
    assert_eq!(refused(&driver, |item| driver.select(item, By::User)), ["selectable"]);
    assert_eq!(refused(&driver, |item| driver.select(item, By::Program)), [""; 0]);
    assert_eq!(refused(&driver, |item| driver.deselect(item, By::User)), ["deselectable"]);
    assert_eq!(refused(&driver, |item| driver.highlight(item, By::User)), ["highlightable"]);
    assert_eq!(refused(&driver, |item| driver.unhighlight(item, By::User)), [""; 0]);
    assert_eq!(refused(&driver, |item| driver.focus(item, By::User)), ["focusable"]);
    assert_eq!(refused(&driver, |item| driver.unfocus(item, By::User)), [""; 0]);
    assert_eq!(refused(&driver, |item| driver.perform_primary_action(item)), ["activatable"]);
    assert_eq!(refused(&driver, |item| driver.delete(&[item])), others("deletable"));
    assert_eq!(refused(&driver, |item| driver.insert(item)), others("insertable"));
    assert_eq!(refused(&driver, |item| driver.drag(&[item]).map(drop)), others("movable"));
    let style = |index| driver.editing_style(item(&driver, index)).unwrap();
    let at = |question| QUESTIONS.iter().position(|other| *other == question).unwrap();
    assert_eq!(style(at("deletable")), EditingStyle::Delete);
    assert_eq!(style(at("insertable")), EditingStyle::Insert);
    assert_eq!(style(at("movable")), EditingStyle::None);
}

#[test]
fn only_an_item_that_may_have_children_asks_for_them() {
    let (driver, notes) = noted([Section::new("asked", [Asked(0, ""), Asked(1, "children")])]);
    let outline = driver.list().outline(Outline::new()).unwrap();
    let shown = driver.following(&outline).unwrap();
    shown.poll().unwrap();
    notes.take();
    for index in 0..2 {
        let row = item(&shown, index);
        assert_eq!(outline.item_info(row).unwrap().has_children, index == 1);
        shown.expand(row, By::User).unwrap();
        shown.poll().unwrap();
        assert_eq!(about(notes.take(), Behaviour::ChildrenNeeded).len(), index);
    }
    shown.collapse(item(&shown, 1), By::User).unwrap();
    shown.poll().unwrap();
    assert_eq!(about(notes.take(), Behaviour::Collapse).len(), 1);
}

#[test]
fn items_are_deleted_all_or_none() {
    let (driver, notes) =
        noted([Section::new("asked", [Asked(0, "deletable"), Asked(1, ""), Asked(2, "deletable")])]);
    let [first, second, third] = [0, 1, 2].map(|index| item(&driver, index));
    assert_eq!(driver.delete(&[first, second]).unwrap_err().status(), Status::Refused);
    driver.poll().unwrap();
    assert!(notes.take().is_empty());
    driver.delete(&[first, third]).unwrap();
    driver.poll().unwrap();
    assert_eq!(about(notes.take(), Behaviour::Delete).len(), 2);
}

/// A model whose cells hold the same as it does, and so are counted.
#[derive(Clone)]
struct Few(u64, Arc<()>);

impl PartialEq for Few {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

#[derive(Default)]
struct FewCell(Option<Arc<()>>);

impl CellViewModel for Few {
    type Cell = FewCell;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut FewCell) {
        cell.0 = Some(self.1.clone());
    }

    fn pool_size() -> u32 {
        2
    }
}

/// The same as a header.
#[derive(PartialEq)]
struct FewHeader(Few);

impl SupplementaryViewModel for FewHeader {
    type Cell = FewCell;

    fn configure(&self, cell: &mut FewCell) {
        self.0.configure(cell);
    }

    fn pool_size() -> u32 {
        3
    }
}

#[test]
fn as_many_cells_wait_for_reuse_as_their_type_says() {
    let (cells, headers) = (Arc::new(()), Arc::new(()));
    let section = |id| {
        let header = FewHeader(Few(0, headers.clone()));
        Section::new(id, [Few(id, cells.clone())]).header(header)
    };
    let driver = Driver::new((0..6).map(section)).unwrap();
    // Each model holds one, and the test.
    let counted = || [&cells, &headers].map(|all| Arc::strong_count(all) - 7);
    show(&driver, 0..6);
    assert_eq!(counted(), [6, 6]);
    show(&driver, 0..0);
    driver.poll().unwrap();
    assert_eq!(counted(), [2, 3]);
    drop(driver);
    assert_eq!([&cells, &headers].map(Arc::strong_count), [1, 1]);
}
