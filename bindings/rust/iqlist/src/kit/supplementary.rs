//! The view model of a supplementary element: a header, a footer, what stands in place of items.

use super::behaviour::{behaviour_methods, behaviours_of, for_behaviours};
use super::defaults::{self, Question};
use super::{
    AccessibilityOptions, ActionSender, AnySupplementaryViewModel, Behaviour, Cell, Registration, Route,
    RoutedEvent,
};
use crate::{Key, Size, SizeRule};

/// What a supplementary element shows, and how it responds: as a [`CellViewModel`](super::CellViewModel) of an item.
/// Text is one.
///
/// ```
/// use iqlist::kit::SupplementaryViewModel;
///
/// #[derive(PartialEq)]
/// struct Total(u32);
///
/// impl SupplementaryViewModel for Total {
///     type Cell = String;
///
///     fn configure(&self, cell: &mut String) {
///         *cell = format!("{} in all", self.0);
///     }
/// }
/// assert!(Total(7).erase() != "7 in all".into());
/// ```
pub trait SupplementaryViewModel: PartialEq + Send + Sync + Sized + 'static {
    /// The cell that shows it.
    type Cell: Cell;

    /// Its identity: with another one in its place it is reloaded. An element is found by its kind and index, so that
    /// one id will do for all.
    fn id(&self) -> Key {
        Key::default()
    }

    /// Shows it in a cell: when the cell is bound to it, and when it has changed.
    fn configure(&self, cell: &mut Self::Cell);

    /// The cell shows it no longer, and will show another one or none.
    fn prepare_for_reuse(&self, cell: &mut Self::Cell) {
        let _ = cell;
    }

    /// How its cells are made, of all view models of this type.
    fn registration() -> Registration {
        Registration::class::<Self::Cell>()
    }

    /// How many cells that show nothing are kept for reuse, of all view models of this type; 0: 8, or as many as a
    /// driver has shown at once, if these are more.
    fn pool_size() -> u32 {
        0
    }

    /// Called before [`configure`](Self::configure) for each action that its section has
    /// [registered](super::Section::register_action) for headers, or for footers.
    fn register_action(&self, cell: &mut Self::Cell, action: &ActionSender) {
        let _ = (cell, action);
    }

    /// How large it is in a window of this size, whatever its section says. `None`: the
    /// [coordinator](super::Coordinator::size_for) is asked, then its section. See [`Layout`](super::Layout) for all
    /// who are asked, and what counts of an answer.
    ///
    /// The first one of a type is asked once more, as [`CellViewModel::size`](super::CellViewModel::size) is.
    fn size(&self, window: Size) -> Option<SizeRule> {
        let _ = window;
        defaults::leave::<Self>(Question::Size);
        None
    }

    /// The same for all of its class: asked if neither it nor the coordinator nor its section says anything.
    fn class_size(&self, window: Size) -> Option<SizeRule> {
        let _ = window;
        defaults::leave::<Self>(Question::ClassSize);
        None
    }

    /// As [`CellViewModel::fitting_size`](super::CellViewModel::fitting_size).
    fn fitting_size(&self, cell: &mut Self::Cell, room: Size) -> Option<Size> {
        let _ = (cell, room);
        None
    }

    /// The name by which a test of the user interface finds its cell.
    fn accessibility_identifier(&self) -> Option<String> {
        None
    }

    /// What is added to that name: only [`AccessibilityOptions::SECTION`].
    fn accessibility_options(&self) -> AccessibilityOptions {
        AccessibilityOptions::NONE
    }

    for_behaviours!(element);

    /// Hides its type.
    fn erase(self) -> AnySupplementaryViewModel {
        AnySupplementaryViewModel::new(self)
    }
}

/// A text is the header or footer that shows it.
impl SupplementaryViewModel for String {
    type Cell = String;

    fn configure(&self, cell: &mut String) {
        cell.clone_from(self);
    }
}

impl From<&str> for AnySupplementaryViewModel {
    fn from(text: &str) -> Self {
        text.to_string().erase()
    }
}
