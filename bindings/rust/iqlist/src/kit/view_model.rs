//! The view model of an item: how it is identified, compared, shown and responded to.

use super::behaviour::{behaviour_methods, behaviours_of, for_behaviours};
use super::defaults::{self, Question};
use super::{
    AccessibilityOptions, ActionSender, AnyCellViewModel, Behaviour, Cell, ContextMenu, EditingStyle,
    Registration, Route, RoutedEvent, SwipeAction,
};
use crate::{Key, Size, SizeRule, Traits};

/// What an item shows, and how it responds: all that a list needs to know of it.
///
/// Identity is the [`id`](Self::id): with it the item is found again, moved or deleted. Equality is `==`: an item
/// that has the same id and is not equal has changed, and its cell is configured again. A view model whose id is made
/// of all its fields, by [`Key::of`], never changes: it is replaced by another item.
///
/// It is made where the data is, on any thread, and shared with the list. Its methods are called by the thread that
/// polls, but for `==` and the questions of [`traits`](Self::traits), which any thread may ask that changes the list.
///
/// ```
/// use iqlist::kit::{CellViewModel, Route, RoutedEvent};
/// use iqlist::Key;
///
/// #[derive(Default)]
/// struct PersonCell {
///     text: String,
/// }
///
/// #[derive(PartialEq)]
/// struct Person {
///     passport: u64,
///     hair: &'static str,
/// }
///
/// impl CellViewModel for Person {
///     type Cell = PersonCell;
///
///     fn id(&self) -> Key {
///         self.passport.into()
///     }
///
///     fn configure(&self, cell: &mut PersonCell) {
///         cell.text = format!("{} has {} hair", self.passport, self.hair);
///     }
///
///     fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
///         println!("{:?} was selected", event.key);
///         Route::Handled
///     }
/// }
///
/// let (before, after) = (Person { passport: 7, hair: "red" }.erase(), Person { passport: 7, hair: "grey" }.erase());
/// assert!(before.id() == after.id() && before != after);
/// ```
pub trait CellViewModel: PartialEq + Send + Sync + Sized + 'static {
    /// The cell that shows it.
    type Cell: Cell;

    /// Its identity, which never changes.
    fn id(&self) -> Key;

    /// Shows it in a cell: when the cell is bound to it, and when it has changed. Not when it is replaced by an equal
    /// one.
    fn configure(&self, cell: &mut Self::Cell);

    /// Called before [`configure`](Self::configure) in a driver that [binds edges](super::DriverBuilder::bind_edges):
    /// whether its item is the first one of its section, and whether it is the last one. Both are called again when
    /// that changes.
    fn set_edges(&self, cell: &mut Self::Cell, is_first: bool, is_last: bool) {
        let _ = (cell, is_first, is_last);
    }

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
    /// [registered](super::Section::register_action): a cell may keep the callback for its control.
    fn register_action(&self, cell: &mut Self::Cell, action: &ActionSender) {
        let _ = (cell, action);
    }

    /// Whether the user can select it.
    fn is_selectable(&self) -> bool {
        true
    }

    /// Whether the user can deselect it.
    fn is_deselectable(&self) -> bool {
        true
    }

    /// Whether the user can highlight it.
    fn is_highlightable(&self) -> bool {
        true
    }

    /// Whether the user can focus it.
    fn is_focusable(&self) -> bool {
        true
    }

    /// Whether the user can activate it.
    fn is_activatable(&self) -> bool {
        true
    }

    /// Whether the user can drag it elsewhere.
    fn is_movable(&self) -> bool {
        false
    }

    /// Whether the user can delete it.
    fn is_deletable(&self) -> bool {
        false
    }

    /// Whether the user can insert an item beside it.
    fn is_insertable(&self) -> bool {
        false
    }

    /// Whether it has items below it in an [outline](crate::List::outline), or may have.
    fn has_children(&self) -> bool {
        false
    }

    /// What the questions above say, as the list asks for it when the user is about to do something.
    fn traits(&self) -> Traits {
        let questions = [
            (!self.is_selectable(), Traits::NOT_SELECTABLE),
            (!self.is_deselectable(), Traits::NOT_DESELECTABLE),
            (!self.is_highlightable(), Traits::NOT_HIGHLIGHTABLE),
            (!self.is_focusable(), Traits::NOT_FOCUSABLE),
            (!self.is_activatable(), Traits::NOT_ACTIVATABLE),
            (self.is_movable(), Traits::MOVABLE),
            (self.is_deletable(), Traits::DELETABLE),
            (self.is_insertable(), Traits::INSERTABLE),
            (self.has_children(), Traits::HAS_CHILDREN),
        ];
        let given = questions.into_iter().filter(|(is_given, _)| *is_given);
        given.fold(Traits::NONE, |all, (_, one)| all | one)
    }

    /// How it looks while the list is being edited: unless it says otherwise, what the user may do with it.
    fn editing_style(&self) -> EditingStyle {
        let traits = self.traits();
        match (traits.contains(Traits::DELETABLE), traits.contains(Traits::INSERTABLE)) {
            (true, _) => EditingStyle::Delete,
            (false, true) => EditingStyle::Insert,
            (false, false) => EditingStyle::None,
        }
    }

    /// The actions of a swipe from the leading edge, asked when it begins. None: no swipe.
    fn leading_swipe_actions(&self) -> Vec<SwipeAction> {
        Vec::new()
    }

    /// The actions of a swipe from the trailing edge, likewise.
    fn trailing_swipe_actions(&self) -> Vec<SwipeAction> {
        Vec::new()
    }

    /// The menu, asked when it is to be shown.
    fn context_menu(&self) -> Option<ContextMenu> {
        None
    }

    /// How large it is in a window of this size, whatever its section says. `None`: the
    /// [coordinator](super::Coordinator::size_for) is asked, then its section. See [`Layout`](super::Layout) for all
    /// who are asked, and what counts of an answer.
    ///
    /// The first view model of a type is asked once more where it comes into a list, on that thread, for a window of
    /// 0 x 0: a type that does not say anything here is never asked again.
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

    /// How large the items of its section are assumed to be until they are measured. The first item of a section is
    /// asked for all of them.
    fn estimated_size(&self, window: Size) -> Option<SizeRule> {
        let _ = window;
        defaults::leave::<Self>(Question::EstimatedSize);
        None
    }

    /// The same for all of its class: asked if neither it nor the coordinator nor the section's layout says anything.
    fn class_estimated_size(&self, window: Size) -> Option<SizeRule> {
        let _ = window;
        defaults::leave::<Self>(Question::ClassEstimatedSize);
        None
    }

    /// How large it is in its cell, which shows it already, where it is as large as its content ([`Length::Auto`]):
    /// its automatic dimension. Of `room` the length across is what there is, in a [flow](super::Layout::flow) all of a
    /// line, and the other one what is assumed. Of the answer the length along the axis counts, and the width where the
    /// layout has a use for it, unless somebody else has said that one. `None`: its place is to be
    /// [measured](crate::PlaceFlags::MEASURE) by the host.
    ///
    /// It is called by [`Driver::layout`](super::Driver::layout) right after [`configure`](Self::configure), and
    /// again when the content or the width has changed. It is not called where the size is known, as in a cell that
    /// shows it again: wrap a text where it is drawn, by the place's frame.
    ///
    /// [`Length::Auto`]: crate::Length::Auto
    fn fitting_size(&self, cell: &mut Self::Cell, room: Size) -> Option<Size> {
        let _ = (cell, room);
        None
    }

    /// The name by which a test of the user interface finds its cell.
    fn accessibility_identifier(&self) -> Option<String> {
        None
    }

    /// What is added to that name.
    fn accessibility_options(&self) -> AccessibilityOptions {
        AccessibilityOptions::NONE
    }

    for_behaviours!(item);

    /// Hides its type, so that one section can have several. [`Section`](super::Section) does it where all its items
    /// are of one type.
    fn erase(self) -> AnyCellViewModel {
        AnyCellViewModel::new(self)
    }
}
