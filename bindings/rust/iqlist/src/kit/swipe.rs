//! Swipe actions: asked of a view model when the swipe begins, performed once.

use std::fmt;

/// How a swipe action looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SwipeStyle {
    /// As most do.
    #[default]
    Normal,
    /// As one that deletes.
    Destructive,
}

/// An action of a swipe over an item: see
/// [`CellViewModel::leading_swipe_actions`](super::CellViewModel::leading_swipe_actions). It is made anew for each
/// swipe, and performed once at most, by [`Driver::perform_swipe`](super::Driver::perform_swipe).
///
/// ```
/// use iqlist::kit::{SwipeAction, SwipeStyle};
///
/// let delete = SwipeAction::new("Delete", |completion| completion.finish(true)).style(SwipeStyle::Destructive);
/// assert_eq!(delete.title, "Delete");
/// ```
#[non_exhaustive]
pub struct SwipeAction {
    /// Its title.
    pub title: String,
    /// How it looks.
    pub style: SwipeStyle,
    /// The name of its image.
    pub image: Option<String>,
    /// Its colour, as the host counts colours.
    pub colour: Option<u32>,
    handler: Box<dyn FnOnce(SwipeCompletion)>,
}

impl SwipeAction {
    /// An action. The handler gets the completion, and may keep it.
    pub fn new(title: impl Into<String>, handler: impl FnOnce(SwipeCompletion) + 'static) -> Self {
        let (style, handler) = (SwipeStyle::Normal, Box::new(handler));
        Self { title: title.into(), style, image: None, colour: None, handler }
    }

    /// Sets how it looks.
    #[must_use]
    pub fn style(self, style: SwipeStyle) -> Self {
        Self { style, ..self }
    }

    /// Sets the name of its image.
    #[must_use]
    pub fn image(self, name: impl Into<String>) -> Self {
        Self { image: Some(name.into()), ..self }
    }

    /// Sets its colour.
    #[must_use]
    pub fn colour(self, colour: u32) -> Self {
        Self { colour: Some(colour), ..self }
    }

    /// Performs it; `done` is called exactly once.
    pub(super) fn perform(self, done: impl FnOnce(bool) + 'static) {
        (self.handler)(SwipeCompletion(Some(Box::new(done))));
    }
}

impl fmt::Debug for SwipeAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SwipeAction").field("title", &self.title).field("style", &self.style).finish()
    }
}

/// The completion of a swipe action, which is reported exactly once: by [`finish`](Self::finish), or as not done when
/// it is dropped, also by a panic.
#[must_use = "dropping it reports that the action was not done"]
pub struct SwipeCompletion(Option<Box<dyn FnOnce(bool)>>);

impl SwipeCompletion {
    /// Reports whether the action was done.
    pub fn finish(mut self, is_done: bool) {
        if let Some(done) = self.0.take() {
            done(is_done);
        }
    }
}

impl Drop for SwipeCompletion {
    fn drop(&mut self) {
        if let Some(done) = self.0.take() {
            done(false);
        }
    }
}

impl fmt::Debug for SwipeCompletion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SwipeCompletion")
    }
}
