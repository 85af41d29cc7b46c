//! What stands in place of items where there are none.

use std::fmt;
use std::sync::Arc;

use super::action::EMPTY_ACTION;
use super::{Behaviour, Driver, Route, RoutedEvent, SupplementaryViewModel};
use crate::{Kind, Placeholder, Result, Status, Target};

/// What is shown in place of items: see [`DriverBuilder::empty_view_provider`](super::DriverBuilder::empty_view_provider). Its cell is a
/// copy of it, from which the host draws; for other cells the provider returns a view model of the host's own.
///
/// ```
/// use iqlist::kit::EmptyView;
///
/// let empty = EmptyView::new("No mail").message("You have read it all.").action("Reload", |_| println!("reloading"));
/// assert_eq!(empty.action_title(), Some("Reload"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmptyView {
    /// The name of the image.
    pub image: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The message below it.
    pub message: Option<String>,
    action: Option<Action>,
}

#[derive(Clone)]
struct Action {
    title: String,
    handler: Arc<dyn Fn(&RoutedEvent<'_>) + Send + Sync>,
}

impl EmptyView {
    /// Nothing but a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..Self::default() }
    }

    /// Sets the name of the image.
    #[must_use]
    pub fn image(self, name: impl Into<String>) -> Self {
        Self { image: Some(name.into()), ..self }
    }

    /// Sets the message.
    #[must_use]
    pub fn message(self, message: impl Into<String>) -> Self {
        Self { message: Some(message.into()), ..self }
    }

    /// Sets an action: its title, and what it does when
    /// [`Driver::perform_empty_action`](super::Driver::perform_empty_action) is called.
    #[must_use]
    pub fn action(
        self,
        title: impl Into<String>,
        handler: impl Fn(&RoutedEvent<'_>) + Send + Sync + 'static,
    ) -> Self {
        Self { action: Some(Action { title: title.into(), handler: Arc::new(handler) }), ..self }
    }

    /// The title of the action, if there is one.
    pub fn action_title(&self) -> Option<&str> {
        self.action.as_ref().map(|action| &*action.title)
    }
}

impl SupplementaryViewModel for EmptyView {
    type Cell = EmptyView;

    fn configure(&self, cell: &mut EmptyView) {
        cell.clone_from(self);
    }

    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        match &self.action {
            Some(action) if event.behaviour == Behaviour::EmptyAction => {
                (action.handler)(event);
                Route::Handled
            }
            _ => Route::PassOn,
        }
    }
}

impl Driver {
    /// The empty view is asked for each time anew, and none is kept while there are items.
    pub(super) fn follow_placeholder(&self, placeholder: Option<Placeholder>) -> Result<()> {
        let is_empty = placeholder == Some(Placeholder::Empty);
        if !is_empty && self.has_empty_view.take() {
            return match self.list.remove_supplementary(Kind::EMPTY, 0) {
                // The host has removed it by hand.
                Err(error) if error.status() == Status::NotFound => Ok(()),
                removed => removed,
            };
        }
        match &self.empty_view {
            Some(provider) if is_empty && !self.has_empty_view.get() => {
                self.set_element(Kind::EMPTY, 0, provider())?;
                self.has_empty_view.set(true);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The action of the empty view was performed: its handler is called by the next poll. If the view has none, the
    /// coordinator gets [`Behaviour::EmptyAction`](super::Behaviour::EmptyAction).
    pub fn perform_empty_action(&self) -> Result<()> {
        self.list.emit(Target::ListElement(Kind::EMPTY, 0), EMPTY_ACTION, 0)
    }
}

/// Actions are equal if they look the same.
impl PartialEq for Action {
    fn eq(&self, other: &Self) -> bool {
        self.title == other.title
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.title.fmt(f)
    }
}
