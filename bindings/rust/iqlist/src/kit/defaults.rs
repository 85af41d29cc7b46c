//! Which questions a type leaves to others: those whose method it does not override.
//!
//! ```text
//!     ask(view model) ──► its own method: an answer, or none this time
//!                    └──► the default method: notes the type; nobody of that type will ever answer
//! ```
//!
//! A section whose items never say how large they are is laid out by its rule alone, and nothing is computed about
//! visibility where nobody listens. What a type overrides is the same for all of its objects, so one question tells it.
//! A method that a type overrides may ask others of any type: then what is noted names another type or question.

use std::any::TypeId;
use std::cell::Cell as Slot;
use std::marker::PhantomData;

use super::Behaviour;

/// What a type may leave to others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Event(Behaviour),
    Size,
    ClassSize,
    EstimatedSize,
    ClassEstimatedSize,
}

/// Names the default `handle` of a type, which calls the method of the event's behaviour.
pub(super) struct Handling<T: ?Sized>(PhantomData<T>);

thread_local! {
    /// The type and the question of the default method that was the last one to run.
    static LEFT: Slot<Option<(TypeId, Question)>> = const { Slot::new(None) };
}

/// The default method of a type has run.
pub(super) fn leave<T: ?Sized + 'static>(question: Question) {
    // Where the thread ends nobody asks any more.
    let _ = LEFT.try_with(|left| left.set(Some((TypeId::of::<T>(), question))));
}

/// Asks something. Returns whether the default method of the type was the last one to run meanwhile.
pub(super) fn asking<R>(of: TypeId, question: Question, ask: impl FnOnce() -> R) -> (R, bool) {
    let _ = LEFT.try_with(|left| left.set(None));
    let answer = ask();
    let left = LEFT.try_with(Slot::take).ok().flatten();
    (answer, left == Some((of, question)))
}

/// Asks what is inside of a wrapper: where that type leaves the question to others, so does the wrapper's.
pub(super) fn wrapping<Outer: 'static, Inner: 'static, R>(question: Question, ask: impl FnOnce() -> R) -> R {
    let (answer, is_left) = asking(TypeId::of::<Inner>(), question, ask);
    if is_left {
        leave::<Outer>(question);
    }
    answer
}

/// Calls the method of an event's behaviour. Where the type leaves that to others, so does its `handle`.
pub(super) fn handling<T: ?Sized + 'static, R>(behaviour: Behaviour, call: impl FnOnce() -> R) -> R {
    let (route, is_left) = asking(TypeId::of::<T>(), Question::Event(behaviour), call);
    if is_left {
        leave::<Handling<T>>(Question::Event(behaviour));
    }
    route
}
