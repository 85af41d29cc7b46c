//! Registration: how the cells of a view model's type are made. It happens by itself when the type is first used.

use std::any::{type_name, TypeId};
use std::collections::HashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::defaults::{self, Question};
use super::{AnyViewModel, Behaviour, CellViewModel};
use crate::{Class, Result, Size, Status};

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

#[derive(Clone, Copy)]
struct OfType {
    class: Class<AnyViewModel>,
    registration: fn() -> Registration,
    /// Whether it says something about sizes. `None`: none was asked yet.
    says_sizes: Option<bool>,
    /// Whether it may respond to changes of visibility, and of the fraction.
    hears: [bool; 2],
}

/// No code of the host's runs in `body`.
fn with_classes<R>(body: impl FnOnce(&mut HashMap<TypeId, OfType>) -> R) -> R {
    body(CLASSES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(HashMap::new))
}

fn find(class: Class<AnyViewModel>) -> Option<OfType> {
    with_classes(|types| types.values().find(|of| of.class == class).copied())
}

fn of_type<T: CellViewModel>() -> Result<OfType> {
    let of = TypeId::of::<T>();
    if let Some(known) = with_classes(|classes| classes.get(&of).copied()) {
        return Ok(known);
    }
    // Of two threads the first one counts: the library may log meanwhile, which is the host's code.
    let class = register(type_name::<T>(), T::pool_size())?;
    let registered = OfType { class, registration: T::registration, says_sizes: None, hears: [true; 2] };
    Ok(with_classes(|classes| *classes.entry(of).or_insert(registered)))
}

/// The class of a type of view models, which is registered the first time.
pub(super) fn class_of<T: CellViewModel>() -> Result<Class<AnyViewModel>> {
    of_type::<T>().map(|of| of.class)
}

/// The same for a view model, which is asked about its size if it is the first one of its type.
pub(super) fn class_of_one<T: CellViewModel>(one: &T) -> Result<Class<AnyViewModel>> {
    let known = of_type::<T>()?;
    if known.says_sizes.is_none() {
        let says =
            [Question::Size, Question::ClassSize, Question::EstimatedSize, Question::ClassEstimatedSize]
                .into_iter()
                .any(|question| says_size(one, question));
        with_classes(|classes| {
            classes.entry(TypeId::of::<T>()).and_modify(|of| of.says_sizes = Some(says));
        });
    }
    Ok(known.class)
}

fn says_size<T: CellViewModel>(one: &T, question: Question) -> bool {
    let ask = || match question {
        Question::Size => one.size(Size::default()),
        Question::ClassSize => one.class_size(Size::default()),
        Question::ClassEstimatedSize => one.class_estimated_size(Size::default()),
        _ => one.estimated_size(Size::default()),
    };
    // The default does not panic. A layout asks again, and tells.
    let asked = catch_unwind(AssertUnwindSafe(|| defaults::asking(TypeId::of::<T>(), question, ask)));
    asked.map_or(true, |(_, is_left)| !is_left)
}

/// Whether view models of a class say something about sizes.
pub(super) fn says_sizes(class: Class<AnyViewModel>) -> bool {
    find(class).map_or(true, |of| of.says_sizes.unwrap_or(true))
}

const HEARD: [Behaviour; 2] = [Behaviour::Visibility, Behaviour::VisibleFraction];

/// A type does not respond to a behaviour.
pub(super) fn hears_nothing<T: CellViewModel>(behaviour: Behaviour) {
    if let Some(at) = HEARD.iter().position(|heard| *heard == behaviour) {
        with_classes(|types| {
            types.entry(TypeId::of::<T>()).and_modify(|of| of.hears[at] = false);
        });
    }
}

/// Whether view models of a class may respond to changes of visibility, or of the fraction.
pub(super) fn hears(class: Class<AnyViewModel>) -> bool {
    find(class).map_or(true, |of| of.hears.contains(&true))
}

/// Who describes groups knows no driver: what headers of groups need, all drivers are asked for.
static OF_GROUPS: AtomicBool = AtomicBool::new(false);

/// A header of a group has this class.
pub(super) fn use_in_groups(class: Class<AnyViewModel>) {
    if says_sizes(class) {
        OF_GROUPS.store(true, SeqCst);
    }
}

/// What the driver and those that follow it are asked for by what they show. What is set stays set.
#[derive(Default)]
pub(super) struct Needs {
    /// A section has a layout of its own, or items that say how large they are.
    pub(super) of_sections: AtomicBool,
    /// Such items were put into a section by hand.
    pub(super) by_hand: AtomicBool,
    /// An element says how large it is.
    pub(super) of_elements: AtomicBool,
    /// A section listens to visibility.
    pub(super) of_visibility: AtomicBool,
}

impl Needs {
    /// An element, or a header of a group, says how large it is.
    pub(super) fn are_of_elements(&self) -> bool {
        self.of_elements.load(SeqCst) || OF_GROUPS.load(SeqCst)
    }
}

/// How the cells of classes are made, of one driver and those that follow it: by hand for some.
#[derive(Clone, Default)]
pub(super) struct Registrations(Arc<Shared>);

#[derive(Default)]
struct Shared {
    by_hand: Mutex<HashMap<Class<AnyViewModel>, Registration>>,
    needs: Needs,
}

impl Registrations {
    fn by_hand(&self) -> MutexGuard<'_, HashMap<Class<AnyViewModel>, Registration>> {
        self.0.by_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn needs(&self) -> &Needs {
        &self.0.needs
    }

    pub(super) fn set(&self, class: Class<AnyViewModel>, registration: Registration) {
        self.by_hand().insert(class, registration);
    }

    /// What was registered by hand, else what the view models of the class say.
    pub(super) fn find(&self, class: Class<AnyViewModel>) -> Option<Registration> {
        let by_hand = self.by_hand().get(&class).cloned();
        by_hand.or_else(|| find(class).map(|of| (of.registration)()))
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
