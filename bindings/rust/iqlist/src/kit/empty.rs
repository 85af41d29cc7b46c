//! What stands in place of items where there are none.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::action::EMPTY_ACTION;
use super::{AnySupplementaryViewModel, Behaviour, Driver, Route, RoutedEvent, SupplementaryViewModel};
use crate::{Kind, Loading, Placeholder, Result, Status, Target};

/// What is shown in place of items: see
/// [`DriverBuilder::empty_view_provider`](super::DriverBuilder::empty_view_provider) and those beside it. Its cell is a copy
/// of it, from which the host draws; for other cells the provider returns a view model of the host's own.
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

    /// Sets an action: its title, and what it does in the poll after
    /// [`Driver::perform_empty_action`](super::Driver::perform_empty_action).
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

/// Asked for what is shown in place of items, each time anew; of a list that could not be loaded with the message.
#[derive(Clone, Default)]
pub(super) struct PlaceholderViews {
    pub(super) empty: Option<ViewProvider>,
    pub(super) loading: Option<ViewProvider>,
    pub(super) failed: Option<FailedViewProvider>,
}

type ViewProvider = Rc<dyn Fn() -> AnySupplementaryViewModel>;
type FailedViewProvider = Rc<dyn Fn(&str) -> AnySupplementaryViewModel>;

impl Driver {
    /// What stands in place of items is asked for each time anew, and none is kept afterwards.
    pub(super) fn follow_placeholder(&self, placeholder: Option<Placeholder>) -> Result<()> {
        let kind = match placeholder {
            Some(Placeholder::Empty) => Some(Kind::EMPTY),
            Some(Placeholder::Loading) => Some(Kind::LOADING),
            Some(Placeholder::Failed) => Some(Kind::FAILED),
            _ => None,
        };
        let former = self.placeholder.get();
        if kind == former {
            return Ok(());
        }
        self.placeholder.set(None);
        match former.map(|former| self.remove_element(former, 0)) {
            // The host has removed it by hand.
            Some(Err(error)) if error.status() != Status::NotFound => return Err(error),
            _ => {}
        }
        kind.map_or(Ok(()), |kind| self.show_placeholder(kind))
    }

    fn show_placeholder(&self, kind: Kind) -> Result<()> {
        let PlaceholderViews { empty, loading, failed } = &self.placeholder_views;
        let message = self.failure.borrow().clone();
        let view = match kind {
            Kind::EMPTY => empty.as_ref().map(|provider| provider()),
            Kind::LOADING => loading.as_ref().map(|provider| provider()),
            _ => match failed {
                Some(provider) => Some(provider(message.as_deref().unwrap_or_default())),
                None => message.map(|message| EmptyView::default().message(message).into()),
            },
        };
        if let Some(view) = view {
            self.set_element(kind, 0, view)?;
            self.placeholder.set(Some(kind));
        }
        Ok(())
    }

    /// Sets whether the items are being loaded: without items, what the
    /// [provider](super::DriverBuilder::loading_view_provider) says stands in their place from the next poll on. It ends
    /// with the next update, unless that [keeps it](crate::UpdateOptions::keep_loading).
    ///
    /// ```
    /// use iqlist::kit::{Collection, Driver, EmptyView};
    /// use iqlist::{Kind, Target};
    ///
    /// let builder = Driver::builder().loading_view_provider(|| EmptyView::new("Loading ..."));
    /// let driver = builder.build(Collection::default())?;
    /// driver.show(0..10, 0)?;
    /// let title = |kind| {
    ///     driver.poll()?;
    ///     driver.with_cell(Target::ListElement(kind, 0), |view: &mut EmptyView| view.title.clone())
    /// };
    /// driver.set_loading(true)?;
    /// assert_eq!(title(Kind::LOADING)?.flatten().as_deref(), Some("Loading ..."));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_loading(&self, is_loading: bool) -> Result<()> {
        let _former = self.failure.take();
        self.list.set_loading(if is_loading { Loading::Yes } else { Loading::No })
    }

    /// The items could not be loaded: without items, what the
    /// [provider](super::DriverBuilder::failed_view_provider) says of the message stands in their place from the next poll
    /// on, or else an [`EmptyView`] with the message. It ends as [`set_loading`](Self::set_loading) does.
    pub fn set_failed(&self, message: impl Into<String>) -> Result<()> {
        self.list.set_loading(Loading::Failed)?;
        let _former = self.failure.replace(Some(message.into()));
        match self.placeholder.get() {
            Some(Kind::FAILED) => self.show_placeholder(Kind::FAILED),
            _ => Ok(()),
        }
    }

    /// The action of what stands in place of items was performed: its handler is called by the next poll. If it has none,
    /// the coordinator gets [`Behaviour::EmptyAction`](super::Behaviour::EmptyAction).
    pub fn perform_empty_action(&self) -> Result<()> {
        let kind = self.placeholder.get().unwrap_or(Kind::EMPTY);
        self.list.emit(Target::ListElement(kind, 0), EMPTY_ACTION, 0)
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
