//! The coordinator: the last one on the route of an event.

use super::behaviour::{behaviour_methods, behaviours_of, for_behaviours};
use super::defaults::{self, Handling, Question};
use super::{
    AnyCellViewModel, AnyViewModel, Behaviour, ContextMenu, Route, RoutedEvent, SizeQuestion, SwipeAction,
};
use crate::{Error, Event, Size, SizeRule};

/// Gets what neither a view model nor a section has handled, and what is about the list. It lives on the thread of
/// its [`Driver`](super::Driver), and need not be `Send`. `()` is one that does nothing.
///
/// ```
/// use iqlist::kit::{Coordinator, Route, RoutedEvent};
///
/// struct Navigation;
///
/// impl Coordinator for Navigation {
///     fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
///         println!("to the page of {:?}", event.key);
///         Route::Handled
///     }
/// }
/// # let _ = Navigation;
/// ```
pub trait Coordinator: 'static {
    /// Gets every event of the list before it is routed, also those that are not of the user: of states that the
    /// program has set, say.
    fn observe(&self, event: &Event<AnyViewModel>) {
        let _ = event;
    }

    /// An update that was submitted has failed, by a handler's [`Driver::update`](super::Driver::update) too: with its
    /// error and the number of its [`Ticket`](crate::Ticket). Its section was asked before, if the error names one; its
    /// completion is called as well. One that was cancelled or superseded has not failed.
    ///
    /// If it has neither a ticket nor a completion and all pass it on, the poll returns the error.
    fn update_failed(&self, error: &Error, ticket: u64) -> Route {
        let _ = (error, ticket);
        Route::PassOn
    }

    /// The actions of a swipe from the leading edge over an item whose view model has none.
    fn leading_swipe_actions(&self, model: &AnyCellViewModel) -> Vec<SwipeAction> {
        let _ = model;
        Vec::new()
    }

    /// The actions of a swipe from the trailing edge, likewise.
    fn trailing_swipe_actions(&self, model: &AnyCellViewModel) -> Vec<SwipeAction> {
        let _ = model;
        Vec::new()
    }

    /// The menu of an item whose view model has none.
    fn context_menu(&self, model: &AnyCellViewModel) -> Option<ContextMenu> {
        let _ = model;
        None
    }

    /// How large an item, header, footer or loader is whose view model does not say that itself, in a window of this
    /// size: before its section's [`Layout`](super::Layout) is asked. `None`: the next one is asked. See
    /// [`Layout`](super::Layout) for all who are asked, and what counts of an answer.
    ///
    /// ```
    /// use iqlist::kit::{Coordinator, Part, SizeQuestion};
    /// use iqlist::{Length, Size, SizeRule};
    ///
    /// struct Sizes;
    ///
    /// impl Coordinator for Sizes {
    ///     fn size_for(&self, asked: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
    ///         let height = if window.height < 400.0 { 20.0 } else { 30.0 };
    ///         (asked.part() == Some(Part::Header)).then(|| SizeRule::height(Length::Fixed(height)))
    ///     }
    /// }
    /// # let _ = Sizes;
    /// ```
    fn size_for(&self, asked: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
        let _ = (asked, window);
        defaults::leave::<Self>(Question::Size);
        None
    }

    /// How large the items of a section are assumed to be until they are measured, likewise: it is asked about the first
    /// one.
    fn estimated_size_for(&self, asked: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
        let _ = (asked, window);
        defaults::leave::<Self>(Question::EstimatedSize);
        None
    }

    for_behaviours!(list);
}

impl Coordinator for () {}

/// Shared with the host.
impl<C: Coordinator> Coordinator for std::rc::Rc<C> {
    fn observe(&self, event: &Event<AnyViewModel>) {
        (**self).observe(event);
    }

    fn update_failed(&self, error: &Error, ticket: u64) -> Route {
        (**self).update_failed(error, ticket)
    }

    fn leading_swipe_actions(&self, model: &AnyCellViewModel) -> Vec<SwipeAction> {
        (**self).leading_swipe_actions(model)
    }

    fn trailing_swipe_actions(&self, model: &AnyCellViewModel) -> Vec<SwipeAction> {
        (**self).trailing_swipe_actions(model)
    }

    fn context_menu(&self, model: &AnyCellViewModel) -> Option<ContextMenu> {
        (**self).context_menu(model)
    }

    fn size_for(&self, asked: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
        defaults::wrapping::<Self, C, _>(Question::Size, || (**self).size_for(asked, window))
    }

    fn estimated_size_for(&self, asked: &SizeQuestion<'_>, window: Size) -> Option<SizeRule> {
        defaults::wrapping::<Self, C, _>(Question::EstimatedSize, || {
            (**self).estimated_size_for(asked, window)
        })
    }

    fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        let question = Question::Event(event.behaviour);
        defaults::wrapping::<Handling<Self>, Handling<C>, _>(question, || (**self).handle(event))
    }
}
