//! Swipe actions: asked of a view model when the swipe begins, performed once.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

use super::action::SWIPE_ENDED;
use super::Updater;
use crate::Target;

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
/// swipe, and performed once at most, by [`Driver::perform_swipe_action`](super::Driver::perform_swipe_action).
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
    /// Its color, as the host counts colors.
    pub color: Option<u32>,
    handler: Box<dyn FnOnce(SwipeCompletion)>,
}

impl SwipeAction {
    /// An action. The handler gets the completion, and may keep it.
    pub fn new(title: impl Into<String>, handler: impl FnOnce(SwipeCompletion) + 'static) -> Self {
        let (style, handler) = (SwipeStyle::Normal, Box::new(handler));
        Self { title: title.into(), style, image: None, color: None, handler }
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

    /// Sets its color.
    #[must_use]
    pub fn color(self, color: u32) -> Self {
        Self { color: Some(color), ..self }
    }

    pub(super) fn perform(self, completion: SwipeCompletion) {
        (self.handler)(completion);
    }
}

impl fmt::Debug for SwipeAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SwipeAction").field("title", &self.title).field("style", &self.style).finish()
    }
}

/// The completion of a swipe action, which is reported exactly once: by [`finish`](Self::finish), or as not done when
/// it is dropped, also by a panic. It may be sent to other threads: the next poll of the driver reports it.
#[must_use = "dropping it reports that the action was not done"]
pub struct SwipeCompletion {
    updater: Updater,
    number: usize,
    is_finished: bool,
}

impl SwipeCompletion {
    pub(super) fn new(updater: Updater, number: usize) -> Self {
        Self { updater, number, is_finished: false }
    }

    /// Reports whether the action was done.
    pub fn finish(mut self, is_done: bool) {
        self.end(is_done);
    }

    fn end(&mut self, is_done: bool) {
        if !std::mem::replace(&mut self.is_finished, true) {
            let sender = self.number << 1 | usize::from(is_done);
            // The driver may have gone, and has reported it then.
            let _ = self.updater.with_list(|list| list.emit(Target::List, SWIPE_ENDED, sender));
        }
    }
}

impl Drop for SwipeCompletion {
    fn drop(&mut self) {
        self.end(false);
    }
}

impl fmt::Debug for SwipeCompletion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SwipeCompletion")
    }
}

type Completion = Box<dyn FnOnce(bool)>;

/// The completions of the swipe actions that are under way, by number.
#[derive(Default)]
pub(super) struct Swipes {
    waiting: RefCell<HashMap<usize, Completion>>,
    last: Cell<usize>,
}

impl Swipes {
    pub(super) fn begin(&self, completion: impl FnOnce(bool) + 'static) -> usize {
        self.last.set(self.last.get() + 1);
        self.waiting.borrow_mut().insert(self.last.get(), Box::new(completion));
        self.last.get()
    }

    /// One has ended, as its completion has sent it.
    pub(super) fn end(&self, sender: usize) {
        let completion = self.waiting.borrow_mut().remove(&(sender >> 1));
        if let Some(completion) = completion {
            completion(sender & 1 == 1);
        }
    }

    /// The driver is being dropped: none of them will be done.
    pub(super) fn end_all(&self) {
        let mut first = None;
        for (_, completion) in self.waiting.take() {
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| completion(false))) {
                first.get_or_insert(payload);
            }
        }
        match first {
            Some(payload) if !std::thread::panicking() => resume_unwind(payload),
            _ => {}
        }
    }
}
