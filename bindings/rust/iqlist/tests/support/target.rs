//! What the calls of `call.rs` are made of: an edit (`edits.rs`) or a snapshot (`snapshots.rs`).

use std::fmt::Debug;

use iqlist::{Result, Status};

use super::call::Call;
use super::marks::Marks;
use super::shown::Shown;
use super::Random;

pub trait Target {
    /// Makes the call of something that shows this. None if it has no such call.
    fn make(&mut self, shown: &Shown, call: &Call) -> Option<Result<()>>;

    /// What is to be shown afterwards, or why the call is refused.
    fn wanted(&self, shown: &Shown, call: &Call) -> Result<Shown, Status> {
        call.on(shown)
    }

    /// Asks for updates.
    fn mark(&mut self, shown: &Shown, marks: &Marks);
}

/// A random call, of the target and of the model: either both change or both refuse.
pub fn random_call(target: &mut impl Target, shown: &mut Shown, random: &mut Random) {
    let call = Call::random(shown, random);
    let Some(made) = target.make(shown, &call) else { return };
    let wanted = target.wanted(shown, &call);
    if let Some(((), after)) = agreed(made, wanted, &call) {
        *shown = after;
    }
}

/// What the library and the model answer, if both succeed; None if both refuse it for one reason.
pub fn agreed<T: Debug>(
    told: Result<T>,
    wanted: Result<Shown, Status>,
    to: &impl Debug,
) -> Option<(T, Shown)> {
    match (told, wanted) {
        (Ok(told), Ok(wanted)) => Some((told, wanted)),
        (Err(error), Err(status)) if error.status() == status => None,
        (told, wanted) => panic!("{told:?}, not {:?}, to {to:?}", wanted.map(|_| ())),
    }
}
