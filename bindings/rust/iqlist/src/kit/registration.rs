//! Registration: how the cells of a view model's type are made. It happens by itself when the type is first used.

use std::any::{type_name, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{AnyViewModel, CellViewModel};
use crate::{Class, Result, Status};

/// What the cells of a view model are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegistrationKind {
    /// A type of cells.
    #[default]
    Class,
    /// A description of a cell in a file of its own.
    Nib,
    /// A cell that is described with the screen that it belongs to.
    Storyboard,
    /// A plain view, which is put into a cell.
    View,
}

/// How the cells of a view model's type are made: [`Cell::create`] gets it, and the coordinator when the type is
/// first used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Registration {
    /// What they are made of.
    pub kind: RegistrationKind,
    /// The name of the file, or of the type.
    pub name: String,
}

impl Registration {
    /// By the type of the cells: what a view model has if it says nothing else.
    pub fn class<C>() -> Self {
        Self { kind: RegistrationKind::Class, name: type_name::<C>().to_string() }
    }

    /// By a file that describes the cell.
    pub fn nib(name: impl Into<String>) -> Self {
        Self { kind: RegistrationKind::Nib, name: name.into() }
    }

    /// By a cell of that name in the description of a screen.
    pub fn storyboard(name: impl Into<String>) -> Self {
        Self { kind: RegistrationKind::Storyboard, name: name.into() }
    }

    /// By a plain view of that name.
    pub fn view(name: impl Into<String>) -> Self {
        Self { kind: RegistrationKind::View, name: name.into() }
    }
}

/// A cell: whatever the host keeps for a place on its screen. It need not be `Send`. Each type with a [`Default`] is
/// one; others say how they are made.
///
/// ```
/// use iqlist::kit::{Cell, Registration};
///
/// /// A widget that cannot be made of nothing.
/// struct Widget {
///     file: String,
/// }
///
/// impl Cell for Widget {
///     fn create(registration: &Registration) -> Self {
///         Self { file: format!("{}.ui", registration.name) }
///     }
/// }
/// assert_eq!(Widget::create(&Registration::nib("user")).file, "user.ui");
/// ```
pub trait Cell: Sized + 'static {
    /// Makes a cell, which is configured right afterwards.
    fn create(registration: &Registration) -> Self;
}

impl<C: Default + 'static> Cell for C {
    fn create(_: &Registration) -> Self {
        Self::default()
    }
}

/// The classes of all types of view models, which belong to the process, and what the types say themselves.
static CLASSES: Mutex<Option<HashMap<TypeId, OfType>>> = Mutex::new(None);

type OfType = (Class<AnyViewModel>, fn() -> Registration);

/// No code of the host's runs in `body`.
fn with_classes<R>(body: impl FnOnce(&mut HashMap<TypeId, OfType>) -> R) -> R {
    body(CLASSES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(HashMap::new))
}

/// The class of a type of view models, which is registered the first time.
pub(super) fn class_of<T: CellViewModel>() -> Result<Class<AnyViewModel>> {
    let of = TypeId::of::<T>();
    if let Some((class, _)) = with_classes(|classes| classes.get(&of).copied()) {
        return Ok(class);
    }
    // Of two threads the first one counts: the library may log meanwhile, which is the host's code.
    let registered = (register(type_name::<T>(), T::pool_size())?, T::registration as fn() -> Registration);
    Ok(with_classes(|classes| classes.entry(of).or_insert(registered).0))
}

/// How the cells of classes are made, of one driver and those that follow it: by hand for some.
#[derive(Clone, Default)]
pub(super) struct Registrations(Arc<Mutex<HashMap<Class<AnyViewModel>, Registration>>>);

impl Registrations {
    fn by_hand(&self) -> MutexGuard<'_, HashMap<Class<AnyViewModel>, Registration>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, class: Class<AnyViewModel>, registration: Registration) {
        self.by_hand().insert(class, registration);
    }

    /// What was registered by hand, else what the view models of the class say.
    pub(super) fn find(&self, class: Class<AnyViewModel>) -> Option<Registration> {
        let by_hand = self.by_hand().get(&class).cloned();
        by_hand.or_else(|| {
            let of_type = with_classes(|types| types.values().find(|(other, _)| *other == class).copied());
            of_type.map(|(_, registration)| registration())
        })
    }
}

/// Two types may have one name, and a name has its limit.
fn register(name: &str, pool: u32) -> Result<Class<AnyViewModel>> {
    let end = (0..=200.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    let mut number = 1;
    loop {
        let name = match number {
            1 => format!("kit:{}", &name[..end]),
            _ => format!("kit:{}#{number}", &name[..end]),
        };
        let class = Class::builder(&name)
            .pool(pool)
            .equal(|before: &AnyViewModel, after| before == after)
            .traits_of(|model: &AnyViewModel| model.erased().traits());
        match class.register() {
            Err(error) if error.status() == Status::Duplicate => number += 1,
            registered => return registered,
        }
    }
}
