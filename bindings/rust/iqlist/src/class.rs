//! Cell classes: what the items of one appearance have in common.

use std::any::type_name;
use std::ffi::{CStr, CString};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;

use crate::boundary::call;
use crate::callbacks::{Callbacks, Changed, Equal, TraitsOf};
use crate::classes::{self, Standard};
use crate::model::Invariant;
use crate::{Error, Result, Status, Traits};
use iqlist_sys::*;

/// A cell class: how the models of its items are compared. Classes are immutable, identified by name, and
/// belong to the process; models of type `M` have classes of their own.
///
/// Without a registered class, each type of model has one that compares nothing: items then update when their
/// contents differ. Another one can be the [default](crate::List::with_default_class) of a list. Snapshots and changesets are encoded with the names of classes: if another program decodes
/// them, register classes with names of your own.
///
/// ```
/// use iqlist::{Class, Key, List, Row};
///
/// struct Chat { name: &'static str, unread: u32 }
///
/// let class = Class::<Chat>::builder("chat")
///     .equal(|before, after| before.name == after.name && before.unread == after.unread)
///     .changed(|before, after| u64::from(before.unread != after.unread))
///     .register()?;
/// let row = |unread| [Row::new(Key::from(1u64)).model(Chat { name: "Ada", unread }).class(class)];
///
/// let list = List::new()?;
/// list.set_items(&row(7))?;
/// assert!(list.set_items(&row(7))?.batch()?.is_empty());
/// assert_eq!(list.set_items(&row(8))?.batch()?[0].mask(), 1);
/// # Ok::<(), iqlist::Error>(())
/// ```
// It has no model; but an item with this class is read as one whose model is just of this type.
#[repr(transparent)]
pub struct Class<M = ()>(NonZeroU32, Invariant<M>);

impl<M: 'static> Class<M> {
    /// Starts the description of a class, to be registered.
    pub fn builder(name: &str) -> ClassBuilder<M> {
        ClassBuilder { name: name.to_string(), callbacks: Callbacks::new() }
    }

    /// Finds the class of that name, if it was registered for this type of model.
    pub fn find(name: &str) -> Result<Option<Self>> {
        let name = in_c(name)?;
        let mut class = iq_class { id: 0 };
        // SAFETY: the name ends with a NUL.
        match call(|| unsafe { iq_class_find(name.as_ptr(), &mut class) }) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|()| Self::from_raw(class)),
        }
    }

    /// The class of items that have a model of this type and no class of their own, unless their list has another
    /// [default class](crate::List::with_default_class). It compares nothing.
    pub fn of_models() -> Result<Self> {
        Self::standard(Standard::Plain, "", Callbacks::new)
    }

    /// A class that compares models by `==`, for items without a content: of each type of model there is one. With it
    /// as default class items need neither a content nor a class: [`List::comparing`](crate::List::comparing).
    ///
    /// ```
    /// use iqlist::{Class, List, Row};
    ///
    /// let list = List::new()?;
    /// let rows = |names: [&'static str; 2]| -> iqlist::Result<Vec<_>> {
    ///     let class = Class::comparing()?;
    ///     Ok((0..).zip(names).map(|(key, name)| Row::new(key).model(name).class(class)).collect())
    /// };
    /// list.set_items(&rows(["Ada", "Ben"])?)?;
    /// assert_eq!(list.set_items(&rows(["Ada", "Bob"])?)?.summary()?.item_reconfigures, 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn comparing() -> Result<Self>
    where
        M: PartialEq,
    {
        let callbacks = || {
            let equal: Equal<M> = Box::new(|before, after| before == after);
            Callbacks { equal: Some(equal), ..Callbacks::new() }
        };
        Self::standard(Standard::Comparing, " ==", callbacks)
    }

    /// The class of this kind, whose name is the type's and an ending.
    fn standard(which: Standard, ending: &str, callbacks: impl Fn() -> Callbacks<M>) -> Result<Self> {
        let mut name = format!("rust:{}", type_name::<M>().replace('\0', ""));
        // A name has its limit; and two types may have one name.
        let end = (0..=200.min(name.len())).rev().find(|end| name.is_char_boundary(*end));
        name.truncate(end.unwrap_or(0));
        name += ending;
        let numbered = |number| if number == 1 { name.clone() } else { format!("{name}#{number}") };
        let is_taken =
            |made: &Result<NonZeroU32>| made.as_ref().is_err_and(|error| error.status() == Status::Duplicate);
        classes::standard_of::<M>(which, || {
            let create = |number| create(&numbered(number), callbacks());
            let mut made = (1..).map(create).map(|made| made.map_err(|(error, _)| error));
            made.find(|made| !is_taken(made)).expect("there are at most 65,535 classes")
        })
        .map(|id| Self(id, PhantomData))
    }

    /// The one that compares nothing, if a model has used it already.
    pub(crate) fn known_of_models() -> Option<Self> {
        classes::known_standard_of::<M>(Standard::Plain).map(|id| Self(id, PhantomData))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut name = std::ptr::null();
        // SAFETY: the name is static once the call has succeeded, as it does for classes that are registered.
        unsafe {
            let status = iq_class_get_name(self.raw(), &mut name);
            debug_assert_eq!(status, IQ_OK);
            CStr::from_ptr(name).to_str().unwrap_or_default()
        }
    }

    /// The class of the library's id, if it is one of this type.
    pub(crate) fn from_raw(class: iq_class) -> Option<Self> {
        let id = NonZeroU32::new(class.id)?;
        classes::is_of::<M>(id).then_some(Self(id, PhantomData))
    }
}

impl<M> Class<M> {
    pub(crate) fn raw(self) -> iq_class {
        iq_class { id: self.0.get() }
    }
}

/// The class of items of a list, or of a snapshot, that have a model and were given no class.
pub(crate) struct DefaultClass<M>(Option<Class<M>>);

impl<M: 'static> DefaultClass<M> {
    /// That of the models' type.
    pub(crate) const OF_TYPE: Self = Self(None);

    pub(crate) fn of(class: Class<M>) -> Self {
        Self(Some(class))
    }

    /// The class; that of the models' type is registered when it is first used.
    pub(crate) fn class(self) -> Result<Class<M>> {
        self.0.map_or_else(Class::of_models, Ok)
    }

    pub(crate) fn is(self, class: Class<M>) -> bool {
        self.0.or_else(Class::known_of_models) == Some(class)
    }
}

impl<M> Clone for DefaultClass<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for DefaultClass<M> {}

/// Describes a [`Class`] before it is registered.
#[must_use = "a class that is not registered is none"]
pub struct ClassBuilder<M> {
    name: String,
    callbacks: Callbacks<M>,
}

impl<M: 'static> ClassBuilder<M> {
    /// Sets the function that returns whether two models of one key have the same appearance. Called only where
    /// neither item has a content, and they are not the same object. Without it they are equal. A panic counts as
    /// a difference, and is resumed by the update, after it has completed.
    pub fn equal(mut self, equal: impl Fn(&M, &M) -> bool + Send + Sync + 'static) -> Self {
        let equal: Equal<M> = Box::new(equal);
        self.callbacks.equal = Some(equal);
        self
    }

    /// Sets the function that returns what differs, as bits of your own: the [`mask`](crate::Change::mask) of
    /// the update. Without it, and where it panics, all bits are set.
    pub fn changed(mut self, changed: impl Fn(&M, &M) -> u64 + Send + Sync + 'static) -> Self {
        let changed: Changed<M> = Box::new(changed);
        self.callbacks.changed = Some(changed);
        self
    }

    /// Sets the traits of all items of the class.
    pub fn traits(mut self, traits: Traits) -> Self {
        self.callbacks.traits = traits;
        self
    }

    /// Sets the function that returns the traits of one item: they replace those of the class. Called when the
    /// user is about to do something with the item. An item without a model has the traits of the class, and so
    /// have all items after a panic, which is resumed when the call that asks has completed.
    pub fn traits_of(mut self, traits_of: impl Fn(&M) -> Traits + Send + Sync + 'static) -> Self {
        let traits_of: TraitsOf<M> = Box::new(traits_of);
        self.callbacks.traits_of = Some(traits_of);
        self
    }

    /// Sets how many unused cells of the class a [view](crate::View) keeps at most; 0, as without it: 8, or as many as
    /// the view has shown at once, if these are more.
    pub fn pool(mut self, cells: u32) -> Self {
        self.callbacks.pool = cells;
        self
    }

    /// Registers the class, permanently. [`Status::Duplicate`] if a class of this name exists; a name has 1 to
    /// 255 bytes.
    pub fn register(self) -> Result<Class<M>> {
        let mut unused = None;
        let registered = classes::registering::<M>(|| {
            create(&self.name, self.callbacks).map_err(|(error, callbacks)| {
                unused = Some(callbacks);
                error
            })
        });
        // The host's functions are dropped here, where no lock is held.
        drop(unused);
        registered.map(|id| Class(id, PhantomData))
    }
}

/// Creates a class of the library. If that fails it returns the callbacks.
fn create<M>(name: &str, callbacks: Callbacks<M>) -> Result<NonZeroU32, (Error, Callbacks<M>)> {
    let name = match in_c(name) {
        Ok(name) => name,
        Err(error) => return Err((error, callbacks)),
    };
    let context = Box::into_raw(Box::new(callbacks));
    let mut class = iq_class { id: 0 };
    // SAFETY: the callbacks are those of this type, and live as long as the process if the class is created.
    let registered = call(|| unsafe { iq_class_create(&(*context).options(&name, context), &mut class) });
    match registered {
        Ok(()) => Ok(NonZeroU32::new(class.id).expect("a class has an id")),
        // SAFETY: it was ours, and nobody else has it.
        Err(error) => Err((error, *unsafe { Box::from_raw(context) })),
    }
}

impl<M> fmt::Debug for ClassBuilder<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}

fn in_c(name: &str) -> Result<CString> {
    CString::new(name).map_err(|_| Error::new(Status::Argument, "a class's name has no NUL in it"))
}

impl<M> Clone for Class<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Class<M> {}

impl<M> PartialEq for Class<M> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M> Eq for Class<M> {}

impl<M> Hash for Class<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<M: 'static> fmt::Debug for Class<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Class({:?})", self.name())
    }
}
