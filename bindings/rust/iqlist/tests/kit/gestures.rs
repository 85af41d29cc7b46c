//! Swipes, menus, cells taken by hand, accessibility identifiers.

use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use crate::people::*;
use iqlist::kit::*;
use iqlist::{Key, Kind, Status, Target};

thread_local! {
    /// A swipe's completion that its handler keeps.
    static KEPT: RefCell<Option<SwipeCompletion>> = const { RefCell::new(None) };
    static CHOSEN: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn choose(what: &'static str) -> impl FnOnce(&RoutedEvent<'_>) {
    move |_| CHOSEN.with_borrow_mut(|chosen| chosen.push(what))
}

#[derive(PartialEq)]
struct Mail(u64);

impl CellViewModel for Mail {
    unseen!();

    fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
        vec![
            SwipeAction::new("Delete", |completion| completion.finish(true)).style(SwipeStyle::Destructive),
            SwipeAction::new("Forget", drop),
            SwipeAction::new("Later", |completion| KEPT.set(Some(completion))),
            SwipeAction::new("Panic", |_completion| panic!("no")),
        ]
    }

    fn context_menu(&self) -> Option<ContextMenu> {
        let deep = Menu::new("More", [MenuAction::new("Print", choose("print")).into()]);
        let share = Menu::new("Share", [MenuAction::new("Mail", choose("mail")).into(), deep.into()]);
        let open = MenuAction::new("Open", choose("open"));
        (self.0 != 2).then(|| ContextMenu::new([open.into(), share.into()]).preview("a picture"))
    }
}

fn mails() -> [Section; 1] {
    [Section::new("mail", [Mail(1), Mail(2)])]
}

/// As the coordinator of [`noted`] notes them.
fn coordinator(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("coordinator {name}")).collect()
}

/// Performs the action of that title: whether the handler has returned, and what the completion will be called with.
fn perform(driver: &Driver, title: &str) -> (bool, Rc<RefCell<Vec<bool>>>) {
    let (mail, done) = (item(driver, 0), Rc::new(RefCell::new(Vec::new())));
    let mut actions = driver.trailing_swipe_actions(mail).unwrap();
    let at = actions.iter().position(|action| action.title == title).unwrap();
    let (heard, action) = (done.clone(), actions.swap_remove(at));
    let completion = move |is_done| heard.borrow_mut().push(is_done);
    let performed = catch_unwind(AssertUnwindSafe(|| driver.perform_swipe_action(mail, action, completion)));
    (performed.is_ok(), done)
}

#[test]
fn the_completion_of_a_swipe_is_called_exactly_once_by_a_poll() {
    let (driver, notes) = noted(mails());
    for (title, returns, reported) in
        [("Delete", true, true), ("Forget", true, false), ("Panic", false, false)]
    {
        let (is_ok, done) = perform(&driver, title);
        assert_eq!((is_ok, done.borrow().len()), (returns, 0), "{title}");
        driver.poll().unwrap();
        assert_eq!(*done.borrow(), [reported], "{title}");
    }
    let (_, later) = perform(&driver, "Later");
    driver.poll().unwrap();
    assert!(later.borrow().is_empty());
    let completion = KEPT.take().unwrap();
    std::thread::spawn(move || completion.finish(true)).join().unwrap();
    driver.poll().unwrap();
    driver.poll().unwrap();
    assert_eq!(*later.borrow(), [true]);
    assert_eq!(notes.take(), coordinator(&["Swipe"; 4]));
}

#[test]
fn the_drop_of_the_driver_ends_the_swipes_that_are_under_way() {
    let driver = Driver::new(mails()).unwrap();
    let (_, deleted) = perform(&driver, "Delete");
    let (_, later) = perform(&driver, "Later");
    drop(driver);
    assert_eq!((deleted.take(), later.borrow().clone()), (vec![false], vec![false]));
    KEPT.take().unwrap().finish(true);
    assert_eq!(*later.borrow(), [false]);
}

#[test]
fn the_coordinator_is_asked_for_what_a_view_model_has_not() {
    struct Asked;
    impl Coordinator for Asked {
        fn leading_swipe_actions(&self, model: &AnyCellViewModel) -> Vec<SwipeAction> {
            vec![SwipeAction::new(format!("for {:?}", model.id()), drop)]
        }

        fn trailing_swipe_actions(&self, _: &AnyCellViewModel) -> Vec<SwipeAction> {
            panic!("the view model has some")
        }

        fn context_menu(&self, _: &AnyCellViewModel) -> Option<ContextMenu> {
            Some(ContextMenu::new([]))
        }
    }
    let driver = Driver::builder().coordinator(Rc::new(Asked)).build(mails()).unwrap();
    let [one, two] = [0, 1].map(|index| item(&driver, index));
    assert_eq!(driver.leading_swipe_actions(two).unwrap()[0].title, "for Key(2)");
    assert_eq!(driver.trailing_swipe_actions(two).unwrap().len(), 4);
    let menus = [one, two].map(|item| driver.open_menu(item).unwrap().unwrap().menu.actions.len());
    assert_eq!(menus, [2, 0]);
}

#[test]
fn a_tap_is_a_highlight_a_selection_and_the_primary_action_as_far_as_allowed() {
    let fixed = Person { is_fixed: true, ..person(2, "Ben") };
    let (driver, notes) = noted([Section::new("people", [person(1, "Ada"), fixed])]);
    for (index, told) in [
        (0, &["Highlight", "Unhighlight", "Select", "PrimaryAction"] as &[&str]),
        (1, &["Highlight", "Unhighlight", "PrimaryAction"]),
    ] {
        driver.tap(item(&driver, index)).unwrap();
        driver.poll().unwrap();
        assert_eq!(notes.take(), coordinator(told));
    }
}

#[test]
fn a_menu_is_told_when_it_comes_and_when_it_goes_and_its_entries_nest() {
    let (driver, notes) = noted(mails());
    let mail = item(&driver, 0);
    assert!(driver.open_menu(item(&driver, 1)).unwrap().is_none());
    let choose = |path: &[usize]| driver.open_menu(mail).unwrap().unwrap().choose(path);
    for path in [&[0usize] as &[usize], &[1, 0], &[1, 1, 0]] {
        choose(path).unwrap();
    }
    assert!(CHOSEN.take().is_empty(), "it is the poll that calls the handlers");
    driver.poll().unwrap();
    assert_eq!(CHOSEN.take(), ["open", "mail", "print"]);
    assert_eq!(notes.take(), coordinator(&["MenuWillDisplay", "MenuWillEnd"].repeat(3)));
    for (path, status) in
        [(&[1usize] as &[usize], Status::Argument), (&[0, 0], Status::NotFound), (&[], Status::Argument)]
    {
        assert_eq!(choose(path).unwrap_err().status(), status, "{path:?}");
    }
    driver.poll().unwrap();
    assert!(CHOSEN.take().is_empty());
    assert_eq!(notes.take(), coordinator(&["MenuWillDisplay", "MenuWillEnd"].repeat(3)));

    let menu = driver.open_menu(mail).unwrap().unwrap();
    assert_eq!(menu.menu.preview.as_ref().unwrap().downcast_ref(), Some(&"a picture"));
    menu.perform_preview_action().unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), coordinator(&["MenuWillDisplay", "PreviewAction", "MenuWillEnd"]));
}

#[test]
fn the_preview_that_was_shown_is_the_one_that_is_opened() {
    /// Its menu has another preview each time.
    #[derive(PartialEq)]
    struct Picture(u64);
    thread_local!(static MADE: RefCell<u32> = const { RefCell::new(0) });
    impl CellViewModel for Picture {
        unseen!();
        fn context_menu(&self) -> Option<ContextMenu> {
            let made = MADE.with_borrow_mut(|made| {
                *made += 1;
                *made
            });
            Some(ContextMenu::new([]).preview(made))
        }
    }
    let (driver, notes) =
        hearing([Section::new("pictures", [1, 2].map(Picture))], |event, notes| match event.behaviour {
            Behaviour::PreviewAction => notes.add(format!("{:?}", event.preview::<u32>())),
            _ => assert!(event.preview::<u32>().is_none()),
        });
    driver.poll().unwrap();
    let open = |index| driver.open_menu(item(&driver, index)).unwrap().unwrap();
    let shown = open(0);
    // Another menu meanwhile, and one whose item goes.
    open(1).perform_preview_action().unwrap();
    shown.perform_preview_action().unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), ["Some(2)", "Some(1)"]);
    open(0).perform_preview_action().unwrap();
    let late = open(1);
    update(&driver, [Section::new("pictures", [Picture(3)])]);
    assert_eq!(late.perform_preview_action().unwrap_err().status(), Status::Handle);
    assert!(notes.take().is_empty());
}

#[test]
fn the_action_of_an_empty_view_and_the_entry_of_a_menu_take_the_same_closure() {
    let notes = Notes::default();
    let heard = notes.clone();
    let reload = move |event: &RoutedEvent<'_>| heard.add(format!("{:?} {:?}", event.key, event.action()));
    #[derive(PartialEq)]
    struct Row(u64);
    impl CellViewModel for Row {
        unseen!();
    }
    struct Menus<F>(F);
    impl<F: Fn(&RoutedEvent<'_>) + Clone + 'static> Coordinator for Menus<F> {
        fn context_menu(&self, _: &AnyCellViewModel) -> Option<ContextMenu> {
            Some(ContextMenu::new([MenuAction::new("Reload", self.0.clone()).into()]))
        }
    }
    let action = reload.clone();
    let driver = Driver::builder()
        .coordinator(Menus(reload))
        .empty_view_provider(move || EmptyView::new("Nothing").action("Reload", action.clone()))
        .build([Section::new("rows", [Row(1)])])
        .unwrap();
    driver.open_menu(item(&driver, 0)).unwrap().unwrap().choose(&[0]).unwrap();
    driver.poll().unwrap();
    update(&driver, Collection::default());
    driver.perform_empty_action().unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), [r#"Some(Key(1)) Some("Reload")"#, "None None"]);
}

#[test]
fn the_begin_and_the_end_of_a_multiple_selection_are_told() {
    let (driver, notes) = noted(mails());
    driver.begin_multiple_selection().unwrap();
    driver.end_multiple_selection().unwrap();
    driver.poll().unwrap();
    assert_eq!(notes.take(), coordinator(&["MultipleSelectionBegan", "MultipleSelectionEnded"]));
}

#[test]
fn objects_that_were_changed_in_place_are_shown_again_and_sections_removed() {
    let driver = showing(0..2, [people(&["Ada", "Ben"]), Section::new("others", [person(7, "Cem")])]);
    let [ada, ben] = [0, 1].map(|index| item(&driver, index));
    let configured =
        |item| cell(&driver, Target::Item(item), |cell: &mut PersonCell| (cell.configured, cell.reused));
    let changes = driver.reconfigure(&[ada]).unwrap().summary().unwrap();
    assert_eq!((changes.item_reconfigures, changes.item_reloads), (1, 0));
    driver.poll().unwrap();
    assert_eq!([configured(ada), configured(ben)], [Some((2, 0)), Some((1, 0))]);
    let changes = driver.reload(&[ben]).unwrap().summary().unwrap();
    assert_eq!((changes.item_reconfigures, changes.item_reloads), (0, 1));
    driver.remove_section("people").unwrap();
    assert_eq!(driver.reload(&[ben]).unwrap_err().status(), Status::Handle);
    assert_eq!(driver.remove_section("people").unwrap_err().status(), Status::NotFound);
    assert_eq!((driver.list().section_count(), driver.list().len()), (1, 1));
}

#[test]
fn a_cell_taken_by_hand_is_bound_until_it_is_given_back() {
    let driver = Driver::new([people(&["Ada", "Ben", "Cem"])]).unwrap();
    driver.poll().unwrap();
    assert_eq!(text(&driver, 2), None);
    let taken = driver.take_cell(Target::Item(item(&driver, 2))).unwrap();
    assert_eq!(taken.with(|cell: &mut PersonCell| cell.text.clone()).unwrap().as_deref(), Some("Cem"));
    assert_eq!(taken.view_model().unwrap().unwrap().id(), Key::from(3));
    assert!(taken.with(|_: &mut AnimalCell| ()).unwrap().is_none());
    driver.poll().unwrap();
    assert_eq!(text(&driver, 2).as_deref(), Some("Cem"));
    drop(taken);
    driver.poll().unwrap();
    assert_eq!(text(&driver, 2), None);
}

#[test]
fn an_accessibility_identifier_is_right_after_moves() {
    let driver = Driver::new([people(&[]), Section::new("b", [person(7, "Ada"), person(8, "Ben")])]).unwrap();
    let ada = item(&driver, 0);
    let identifier = || driver.accessibility_identifier(Target::Item(ada)).unwrap();
    assert_eq!(identifier().as_deref(), Some("person_1_0"));
    driver.update([Section::new("b", [person(8, "Ben"), person(7, "Ada")])]).unwrap();
    assert_eq!(identifier().as_deref(), Some("person_0_1"));
    driver.update([Section::new("b", [Person { is_fixed: true, ..person(7, "A.") }])]).unwrap();
    assert_eq!(identifier(), None);
    #[derive(PartialEq)]
    struct Title;
    impl SupplementaryViewModel for Title {
        type Cell = String;
        fn configure(&self, _: &mut String) {}
        fn accessibility_identifier(&self) -> Option<String> {
            Some("title".to_string())
        }
        fn accessibility_options(&self) -> AccessibilityOptions {
            AccessibilityOptions::SECTION | AccessibilityOptions::ROW
        }
    }
    driver.update([people(&[]), Section::new("b", [person(7, "Ada")]).header(Title)]).unwrap();
    driver.set_element(Kind::HEADER, 0, Title).unwrap();
    let section = driver.list().section_at(1).unwrap();
    let targets =
        [Target::Element(section, Kind::HEADER, 0), Target::ListElement(Kind::HEADER, 0), Target::List];
    let identifiers = targets.map(|target| driver.accessibility_identifier(target).unwrap());
    assert_eq!(identifiers.each_ref().map(Option::as_deref), [Some("title_1"), Some("title"), None]);
}

#[test]
fn the_actions_of_the_library_need_the_view_models_leave() {
    #[derive(PartialEq)]
    struct Row(u64);
    impl CellViewModel for Row {
        unseen!();
        fn is_activatable(&self) -> bool {
            self.0 != 1
        }
        fn is_deletable(&self) -> bool {
            self.0 == 1
        }
        fn is_movable(&self) -> bool {
            self.0 == 1
        }
    }
    let (driver, notes) = noted([Section::new("rows", [Row(1), Row(2)])]);
    let [one, two] = [0, 1].map(|index| item(&driver, index));
    for refused in [
        driver.perform_primary_action(one),
        driver.delete(&[two]),
        driver.insert(one),
        driver.list().begin_reorder(&[two]).map(drop),
    ] {
        assert_eq!(refused.unwrap_err().status(), Status::Refused);
    }
    driver.perform_primary_action(two).unwrap();
    driver.delete(&[one]).unwrap();
    drop(driver.list().begin_reorder(&[one]).unwrap());
    driver.poll().unwrap();
    assert_eq!(notes.take(), coordinator(&["PrimaryAction", "Delete", "ReorderBegan", "ReorderCancelled"]));
}
