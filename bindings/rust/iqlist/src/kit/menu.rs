//! Context menus: asked of a view model at the gesture, nested, with a preview.

use std::any::Any;
use std::fmt;

use super::action::{DID_END_MENU, PREVIEW_ACTION};
use super::Driver;
use crate::{Error, Item, Result, Status, Target};

/// An entry of a menu that does something.
pub struct MenuAction {
    /// Its title.
    pub title: String,
    handler: Box<dyn FnOnce()>,
}

impl MenuAction {
    /// An entry. The handler is called if it is chosen, once at most.
    pub fn new(title: impl Into<String>, handler: impl FnOnce() + 'static) -> Self {
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
/// let share = Menu::new("Share", [MenuAction::new("By mail", || println!("mailed")).into()]);
/// let menu = ContextMenu::new([MenuAction::new("Open", || println!("opened")).into(), share.into()]);
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

    /// The user chooses the entry at a path: its index, within the entry at the index before. The menu ends.
    ///
    /// [`Status::NotFound`] if there is no such entry, [`Status::Argument`] if it is a menu.
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
            MenuElement::Action(action) => {
                (action.handler)();
                Ok(())
            }
            MenuElement::Menu(_) => Err(Error::new(Status::Argument, "the entry is a menu")),
        }
    }

    /// The user chooses the preview. The menu ends.
    pub fn perform_preview_action(self) -> Result<()> {
        self.driver.list().emit(Target::Item(self.item), PREVIEW_ACTION, 0)
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
