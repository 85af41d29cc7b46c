//! Registration: how the cells of a view model's type are made. It happens by itself when the type is first used.

use std::any::{type_name, TypeId};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::AnyViewModel;
use crate::{Class, Result, Status, Traits};

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

/// The classes of all types of view models, which belong to the process.
static CLASSES: Mutex<Option<Classes>> = Mutex::new(None);

#[derive(Default)]
struct Classes {
    types: HashMap<TypeId, Class<AnyViewModel>>,
    registrations: HashMap<Class<AnyViewModel>, fn() -> Registration>,
}

fn with_classes<R>(body: impl FnOnce(&mut Classes) -> R) -> R {
    let mut classes = CLASSES.lock().unwrap_or_else(PoisonError::into_inner);
    body(classes.get_or_insert_with(Classes::default))
}

/// The class of a type of view models, which is registered the first time.
pub(super) fn class_of<T: 'static>(
    name: &str,
    registration: fn() -> Registration,
) -> Result<Class<AnyViewModel>> {
    with_classes(|classes| {
        if let Some(class) = classes.types.get(&TypeId::of::<T>()) {
            return Ok(*class);
        }
        let class = register(name)?;
        classes.types.insert(TypeId::of::<T>(), class);
        classes.registrations.insert(class, registration);
        Ok(class)
    })
}

/// What the view models of a class say themselves.
pub(super) fn registration_of(class: Class<AnyViewModel>) -> Option<Registration> {
    let registration = with_classes(|classes| classes.registrations.get(&class).copied());
    registration.map(|registration| registration())
}

/// Two types may have one name, and a name has its limit.
fn register(name: &str) -> Result<Class<AnyViewModel>> {
    let end = (0..=200.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    let mut number = 1;
    loop {
        let name = match number {
            1 => format!("kit:{}", &name[..end]),
            _ => format!("kit:{}#{number}", &name[..end]),
        };
        let class = Class::builder(&name)
            .equal(|before: &AnyViewModel, after| before == after)
            .traits_of(|model: &AnyViewModel| model.erased().map_or(Traits::NONE, |erased| erased.traits()));
        match class.register() {
            Err(error) if error.status() == Status::Duplicate => number += 1,
            registered => return registered,
        }
    }
}
