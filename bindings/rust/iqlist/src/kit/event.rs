//! What happened, as a view model, a section and the coordinator get it.

use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::action::target_of;
use super::{
    AnyCellViewModel, AnyViewModel, Behaviour, Driver, Part, Registration, Scrolled, Updater, Visibility,
};
use crate::{Event, Item, Key, Kind, Model, Result, Section, Status};

/// An event on its route: view model, section, coordinator.
#[non_exhaustive]
pub struct RoutedEvent<'a> {
    /// What happened.
    pub behaviour: Behaviour,
    /// The driver that routes it. It may be used as ever, also to poll.
    pub driver: &'a Driver,
    /// What the list has reported, or, of what [`Driver::layout`] tells, an event of [no kind](crate::EventKind::NONE). Where that is about several items, each of them gets an event of its own.
    pub event: &'a Event<AnyViewModel>,
    /// The item that it is about.
    pub item: Option<Item>,
    /// The section of the item, or the section that it is about.
    pub section: Option<Section>,
    /// The key of the item, or of the section.
    pub key: Option<Key>,
    /// The key of the section.
    pub section_key: Option<Key>,
    /// The index of the item over all sections, in the event's version.
    pub index: Option<usize>,
    /// The supplementary element that it is about, by kind and index.
    pub element: Option<(Kind, u32)>,
    pub(super) model: Option<Model<AnyViewModel>>,
    pub(super) action: Option<Arc<str>>,
    pub(super) preview: Option<Rc<dyn Any>>,
    pub(super) visibility: Option<Visibility>,
    pub(super) scrolled: Option<Scrolled>,
}

impl<'a> RoutedEvent<'a> {
    pub(super) fn new(driver: &'a Driver, event: &'a Event<AnyViewModel>, behaviour: Behaviour) -> Self {
        let Event { item, section, key, section_key, index, element, .. } = *event;
        let (model, action, preview) = (event.model.clone(), None, None);
        Self {
            behaviour,
            driver,
            event,
            item,
            section,
            key,
            section_key,
            index,
            element,
            model,
            action,
            preview,
            visibility: None,
            scrolled: None,
        }
    }

    /// The view model of the item or element, if it is of this type. `None` too if the item has gone meanwhile.
    pub fn view_model<T: 'static>(&self) -> Option<&T> {
        self.model.as_ref()?.downcast_ref()
    }

    /// The view model of the item, of whatever type.
    pub fn any_view_model(&self) -> Option<AnyCellViewModel> {
        AnyCellViewModel::of(self.model.as_ref()?)
    }

    /// Changes what the driver shows: where it [follows](Driver::following) another one's list, the updater of that. So a
    /// handler of [`Behaviour::ChildrenNeeded`] needs no reference of its own:
    ///
    /// ```
    /// use iqlist::kit::{CellViewModel, Driver, Route, RoutedEvent, Section};
    /// use iqlist::{Key, Outline};
    ///
    /// #[derive(PartialEq)]
    /// struct Folder(&'static str);
    ///
    /// impl CellViewModel for Folder {
    ///     type Cell = String;
    ///
    ///     fn id(&self) -> Key {
    ///         self.0.into()
    ///     }
    ///
    ///     fn configure(&self, cell: &mut String) {
    ///         *cell = self.0.to_string();
    ///     }
    ///
    ///     fn has_children(&self) -> bool {
    ///         self.0 == "home"
    ///     }
    ///
    ///     fn on_children_needed(&self, event: &RoutedEvent<'_>) -> Route {
    ///         let loaded = ["notes", "letters"].map(Folder);
    ///         // The section may have gone meanwhile: then nobody waits for them.
    ///         let _ = event.section_key.map(|section| event.source().set_children(section, self.0, loaded));
    ///         Route::Handled
    ///     }
    /// }
    ///
    /// let driver = Driver::new([Section::new("files", [Folder("home")])])?;
    /// let outline = driver.list().outline(Outline::new())?;
    /// let shown = driver.following(&outline)?;
    /// outline.expand(outline.item_at(0)?)?;
    /// shown.poll()?;
    /// assert_eq!(outline.keys(..)?, ["home", "notes", "letters"].map(Key::from));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn source(&self) -> &'a Updater {
        self.driver.source.as_ref().unwrap_or(&self.driver.updater)
    }

    /// Of [`Behaviour::PreviewAction`]: the preview that was shown beside the menu, if it is of this type.
    pub fn preview<T: 'static>(&self) -> Option<&T> {
        self.preview.as_ref()?.downcast_ref()
    }

    /// Of [`Behaviour::Visibility`] and [`Behaviour::VisibleFraction`]: how much of it is visible now.
    pub fn visibility(&self) -> Option<Visibility> {
        self.visibility
    }

    /// Of [`Behaviour::DidScroll`] and the other behaviours about scrolling: how it was scrolled.
    pub fn scrolled(&self) -> Option<Scrolled> {
        self.scrolled
    }

    /// The name of a user action, or the title of the entry of a menu.
    pub fn action(&self) -> Option<&str> {
        self.action.as_deref()
    }

    /// What the sender of a user action has passed.
    pub fn sender(&self) -> usize {
        self.event.sender
    }

    /// The part of its section that it is about. `None` too of an element of the list itself.
    pub fn part(&self) -> Option<Part> {
        match (self.item, self.section, self.element) {
            (None, _, None) | (None, None, _) => None,
            (_, _, element) => Part::of(element),
        }
    }

    /// How the cells of the class that it is about are made.
    pub fn registration(&self) -> Option<Registration> {
        self.driver.updater.registrations().find(self.event.class?)
    }

    /// Lends the cell that the item or element has, if that is one of this type; `None` too if it has gone meanwhile.
    /// [`Status::Busy`] if the cell is in use.
    pub fn with_cell<C: 'static, R>(&self, body: impl FnOnce(&mut C) -> R) -> Result<Option<R>> {
        // An item that has gone may still have its cell; a cell may have gone to another item.
        let is_its = |bound: &Event<AnyViewModel>| match self.item {
            Some(item) => bound.item == Some(item),
            None => (bound.section, bound.element) == (self.section, self.element),
        };
        let view = &self.driver.view;
        let cell = match self.event.cell {
            Some(cell) => view.read_cell(cell)?.filter(is_its).map(|_| cell),
            None => None,
        };
        match (cell, target_of(self.item, self.section, self.element)) {
            (Some(cell), _) => self.driver.with_cell_number(cell, body),
            (None, Some(target)) => match self.driver.with_cell(target, body) {
                Err(error) if error.status() == Status::Handle => Ok(None),
                lent => lent,
            },
            (None, None) => Ok(None),
        }
    }
}

impl fmt::Debug for RoutedEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { behaviour, key, section_key, index, element, model, action, .. } = self;
        f.debug_struct("RoutedEvent")
            .field("behaviour", behaviour)
            .field("key", key)
            .field("section_key", section_key)
            .field("index", index)
            .field("element", element)
            .field("model", model)
            .field("action", action)
            .finish_non_exhaustive()
    }
}
