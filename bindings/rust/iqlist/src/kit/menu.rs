//! Context menus: asked of a view model at the gesture, nested, with a preview.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::action::{DID_END_MENU, MENU_ACTION, PREVIEW_ACTION};
use super::{Driver, RoutedEvent};
use crate::{Error, Item, Result, Status, Target};

/// An entry of a menu that does something.
pub struct MenuAction {
    /// Its title.
    pub title: String,
    handler: MenuHandler,
}

type MenuHandler = Box<dyn FnOnce(&RoutedEvent<'_>)>;

impl MenuAction {
    /// An entry. The handler is called by the poll after it was chosen, once at most: with an event about the item, of
    /// which [`RoutedEvent::action`] is the title. What takes an [`EmptyView::action`](super::EmptyView::action) will do.
    pub fn new(title: impl Into<String>, handler: impl FnOnce(&RoutedEvent<'_>) + 'static) -> Self {
        Self { title: title.into(), handler: Box::new(handler) }
    }
}

/// A menu within a menu.
#[derive(Debug)]
pub struct Menu {
    /// Its title.
    pub title: String,
    /// Its entries.
    pub children: Vec<MenuElement>,
}

impl Menu {
    /// A menu with these entries.
    pub fn new(title: impl Into<String>, children: impl IntoIterator<Item = MenuElement>) -> Self {
        Self { title: title.into(), children: children.into_iter().collect() }
    }
}

/// An entry of a menu.
#[derive(Debug)]
pub enum MenuElement {
    /// It does something.
    Action(MenuAction),
    /// It opens another menu.
    Menu(Menu),
}

impl From<MenuAction> for MenuElement {
    fn from(action: MenuAction) -> Self {
        Self::Action(action)
    }
}

impl From<Menu> for MenuElement {
    fn from(menu: Menu) -> Self {
        Self::Menu(menu)
    }
}

/// The menu of an item: see [`CellViewModel::context_menu`](super::CellViewModel::context_menu). It is made anew each
/// time it is shown.
///
/// ```
/// use iqlist::kit::{ContextMenu, Menu, MenuAction};
///
/// let share = Menu::new("Share", [MenuAction::new("By mail", |_| println!("mailed")).into()]);
/// let open = MenuAction::new("Open", |event| println!("opened {:?}", event.key));
/// let menu = ContextMenu::new([open.into(), share.into()]);
/// assert_eq!(menu.actions.len(), 2);
/// ```
#[non_exhaustive]
pub struct ContextMenu {
    /// What is shown beside it, of whatever type the host shows there.
    pub preview: Option<Box<dyn Any>>,
    /// Its entries.
    pub actions: Vec<MenuElement>,
}

impl ContextMenu {
    /// A menu with these entries, without a preview.
    pub fn new(actions: impl IntoIterator<Item = MenuElement>) -> Self {
        Self { preview: None, actions: actions.into_iter().collect() }
    }

    /// Sets what is shown beside it.
    #[must_use]
    pub fn preview(self, preview: impl Any) -> Self {
        Self { preview: Some(Box::new(preview)), ..self }
    }
}

/// A menu that is shown: from [`Driver::open_menu`] until it is dropped, which reports
/// [`Behaviour::MenuWillEnd`](super::Behaviour::MenuWillEnd) exactly once.
#[derive(Debug)]
pub struct OpenMenu<'a> {
    /// The menu.
    pub menu: ContextMenu,
    driver: &'a Driver,
    item: Item,
}

impl<'a> OpenMenu<'a> {
    pub(super) fn new(driver: &'a Driver, item: Item, menu: ContextMenu) -> Self {
        Self { menu, driver, item }
    }

    /// The user chooses the entry at a path: its index, within the entry at the index before. The menu ends, and the next
    /// poll calls the handler, unless the item has gone until then.
    ///
    /// [`Status::NotFound`] if there is no such entry, [`Status::Argument`] if it is a menu, [`Status::Handle`] if the
    /// item has gone.
    pub fn choose(mut self, path: &[usize]) -> Result<()> {
        let mut entries = std::mem::take(&mut self.menu.actions);
        let Some((last, menus)) = path.split_last() else {
            return Err(Error::new(Status::Argument, "a path of a menu has an entry"));
        };
        for index in menus {
            entries = match at(entries, *index)? {
                MenuElement::Menu(menu) => menu.children,
                MenuElement::Action(_) => return Err(missing(*index)),
            };
        }
        match at(entries, *last)? {
            MenuElement::Action(action) => self.choice(Choice::Action(action), MENU_ACTION),
            MenuElement::Menu(_) => Err(Error::new(Status::Argument, "the entry is a menu")),
        }
    }

    /// The user chooses the preview. The menu ends, and whoever handles
    /// [`Behaviour::PreviewAction`](super::Behaviour::PreviewAction) gets this preview: [`RoutedEvent::preview`].
    /// [`Status::Handle`] if the item has gone.
    pub fn perform_preview_action(mut self) -> Result<()> {
        let preview = self.menu.preview.take();
        self.choice(Choice::Preview(preview.map(Rc::from)), PREVIEW_ACTION)
    }

    fn choice(&self, choice: Choice, action: u64) -> Result<()> {
        let choices = &self.driver.choices;
        let number = choices.add(choice);
        let emitted = self.driver.list().emit(Target::Item(self.item), action, number);
        if emitted.is_err() {
            drop(choices.take(number));
        }
        emitted
    }
}

/// What the user has chosen of a menu, until the poll that tells of it.
pub(super) enum Choice {
    Action(MenuAction),
    Preview(Option<Rc<dyn Any>>),
}

/// The choices that wait, by number.
#[derive(Default)]
pub(super) struct Choices {
    waiting: RefCell<BTreeMap<usize, Choice>>,
    last: Cell<usize>,
}

impl Choices {
    fn add(&self, choice: Choice) -> usize {
        self.last.set(self.last.get() + 1);
        self.waiting.borrow_mut().insert(self.last.get(), choice);
        self.last.get()
    }

    /// Those before it are of items that have gone.
    pub(super) fn take(&self, number: usize) -> Option<Choice> {
        let mut waiting = self.waiting.borrow_mut();
        let later = waiting.split_off(&(number + 1));
        let mut until = std::mem::replace(&mut *waiting, later);
        drop(waiting);
        until.remove(&number)
    }
}

impl MenuAction {
    pub(super) fn perform(self, event: &RoutedEvent<'_>) {
        (self.handler)(event);
    }
}

fn at(entries: Vec<MenuElement>, index: usize) -> Result<MenuElement> {
    entries.into_iter().nth(index).ok_or_else(|| missing(index))
}

fn missing(index: usize) -> Error {
    Error::new(Status::NotFound, &format!("the menu has no entry {index}"))
}

impl Drop for OpenMenu<'_> {
    fn drop(&mut self) {
        // The item may have gone: then it is reported to nobody.
        let _ = self.driver.list().emit(Target::Item(self.item), DID_END_MENU, 0);
    }
}

impl fmt::Debug for MenuAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MenuAction").field("title", &self.title).finish_non_exhaustive()
    }
}

impl fmt::Debug for ContextMenu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContextMenu").field("actions", &self.actions).finish_non_exhaustive()
    }
}
