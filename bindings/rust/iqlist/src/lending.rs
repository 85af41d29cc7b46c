//! What callbacks lend to the library: it lives until the call that invoked them returns.
//!
//! Calls nest, since a callback may use other lists: each has what was lent in it.

use std::any::Any;
use std::cell::Cell;

use crate::panics::catching;

type Lent = Vec<Box<dyn Any>>;

thread_local! {
    static LENT: Cell<Lent> = const { Cell::new(Vec::new()) };
}

/// Replaces what the thread has lent. A thread whose storage was destroyed has lent nothing.
fn replace(lent: Lent) -> Lent {
    LENT.try_with(|all| all.replace(lent)).unwrap_or_default()
}

/// Runs `body`, which calls the library, and drops what was lent in it. A panic of a drop is carried.
pub(crate) fn lending<R>(body: impl FnOnce() -> R) -> R {
    let outer = replace(Vec::new());
    let result = body();
    for value in replace(outer) {
        catching((), || drop(value));
    }
    result
}

/// Keeps a value until the call under way returns. False if the thread's storage was destroyed.
#[must_use]
pub(crate) fn lend(value: impl Any) -> bool {
    let value = Box::new(value);
    LENT.try_with(|all| {
        let mut lent = all.take();
        lent.push(value);
        all.set(lent);
    })
    .is_ok()
}
