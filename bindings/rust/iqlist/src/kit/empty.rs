//! What stands in place of items where there are none.

use super::SupplementaryViewModel;

/// What is shown in place of items: see [`DriverBuilder::empty_view`](super::DriverBuilder::empty_view). Its cell is a
/// copy of it, from which the host draws; for other cells the provider returns a view model of the host's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmptyView {
    /// The name of the image.
    pub image: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The message below it.
    pub message: Option<String>,
    /// The title of the action: [`Driver::perform_empty_action`](super::Driver::perform_empty_action).
    pub action: Option<String>,
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

    /// Sets the title of the action.
    #[must_use]
    pub fn action(self, title: impl Into<String>) -> Self {
        Self { action: Some(title.into()), ..self }
    }
}

impl SupplementaryViewModel for EmptyView {
    type Cell = EmptyView;

    fn configure(&self, cell: &mut EmptyView) {
        cell.clone_from(self);
    }
}
