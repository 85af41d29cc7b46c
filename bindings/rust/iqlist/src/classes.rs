//! The classes that are registered for each type of model. The library has only their names, and a model must
//! never be read as one of another type.

use std::any::TypeId;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::boundary::locked;
use crate::Result;

#[derive(Default)]
struct Classes {
    types: HashMap<NonZeroU32, TypeId>,
    standard: HashMap<(TypeId, Standard), NonZeroU32>,
}

/// A class that each type of model may have, which is registered when it is first used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standard {
    /// It compares nothing.
    Plain,
    /// It compares by `==`.
    Comparing,
}

static CLASSES: RwLock<Option<Classes>> = RwLock::new(None);

fn read() -> RwLockReadGuard<'static, Option<Classes>> {
    CLASSES.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Option<Classes>> {
    CLASSES.write().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a class was registered for this type.
pub(crate) fn is_of<M: 'static>(id: NonZeroU32) -> bool {
    read().as_ref().is_some_and(|classes| classes.types.get(&id) == Some(&TypeId::of::<M>()))
}

/// Records the class that `register` creates. Nobody finds it by name before it is recorded.
pub(crate) fn registering<M: 'static>(register: impl FnOnce() -> Result<NonZeroU32>) -> Result<NonZeroU32> {
    locked(write, |classes| {
        let id = register()?;
        classes.get_or_insert_with(Classes::default).types.insert(id, TypeId::of::<M>());
        Ok(id)
    })
}

fn known<M: 'static>(classes: &Option<Classes>, which: Standard) -> Option<NonZeroU32> {
    classes.as_ref()?.standard.get(&(TypeId::of::<M>(), which)).copied()
}

/// The class that `standard_of` has created, if it has.
pub(crate) fn known_standard_of<M: 'static>(which: Standard) -> Option<NonZeroU32> {
    known::<M>(&read(), which)
}

/// A standard class of models of this type; `register` creates it the first time.
pub(crate) fn standard_of<M: 'static>(
    which: Standard,
    register: impl FnOnce() -> Result<NonZeroU32>,
) -> Result<NonZeroU32> {
    if let Some(id) = known_standard_of::<M>(which) {
        return Ok(id);
    }
    locked(write, |classes| {
        if let Some(id) = known::<M>(classes, which) {
            return Ok(id);
        }
        let id = register()?;
        let classes = classes.get_or_insert_with(Classes::default);
        classes.types.insert(id, TypeId::of::<M>());
        classes.standard.insert((TypeId::of::<M>(), which), id);
        Ok(id)
    })
}
