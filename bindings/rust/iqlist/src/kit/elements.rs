//! The list's own elements: what is set by hand, and the empty view.

use super::action::EMPTY_ACTION;
use super::{AnySupplementaryViewModel, Driver};
use crate::{Kind, Placeholder, Result, Status, Target};

impl Driver {
    /// Sets an element of the list itself: its header, what stands in place of items while they are being loaded. See
    /// [`List::set_supplementary`](crate::List::set_supplementary).
    pub fn set_element(
        &self,
        kind: Kind,
        index: u32,
        element: impl Into<AnySupplementaryViewModel>,
    ) -> Result<()> {
        self.list.set_supplementary(&element.into().supplementary(kind, index)?)
    }

    /// Removes an element of the list itself. [`Status::NotFound`] if there is none.
    pub fn remove_element(&self, kind: Kind, index: u32) -> Result<()> {
        self.list.remove_supplementary(kind, index)
    }

    /// The empty view is asked for each time anew, and none is kept while there are items.
    pub(super) fn follow_placeholder(&self, placeholder: Placeholder) -> Result<()> {
        let is_empty = placeholder == Placeholder::Empty;
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
