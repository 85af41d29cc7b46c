//! Models: the host's objects that items have.

use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

/// The host's object of an item, shared: a clone is the same object, which is dropped with the last of its
/// owners. Lists and snapshots that have the item are among them.
///
/// It is an [`Arc`] and converts into one; it is a type of its own because the library reads columns of it in
/// place.
///
/// ```
/// use iqlist::{Key, List, Model, Row};
///
/// let list = List::new()?;
/// let ada = Model::new("Ada".to_string());
/// list.set_items(&[Row::new(Key::from(1u64)).model(ada.clone())])?;
/// let shown = list.get(0)?;
/// assert_eq!(shown.as_deref().map(String::as_str), Some("Ada"));
/// assert!(shown.is_some_and(|shown| Model::ptr_eq(&shown, &ada)));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[repr(transparent)]
pub struct Model<M>(NonNull<M>, PhantomData<Arc<M>>);

// SAFETY: it is an Arc, so these are what hold for one, and so is its variance.
unsafe impl<M: Send + Sync> Send for Model<M> {}
// SAFETY: as above.
unsafe impl<M: Send + Sync> Sync for Model<M> {}

/// What a list, or another owner of models in the library, tells the compiler: it owns `Model<M>`s, and is invariant
/// in `M`.
///
/// The library stores the addresses of models, and passes them to functions that cast them to the type of the list: a
/// filter, and those of the model's class. A subtype of `M` is another type there, with classes of its own. So a list
/// of the one is not used as a list of the other:
///
/// ```
/// type Any = for<'a> fn(&'a str);
/// type Static = fn(&'static str);
///
/// // A function that takes any text takes what is static: the compiler lets the one be the other.
/// fn weaker(function: Box<Any>) -> Box<Static> {
///     function
/// }
/// ```
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn weaker(list: &iqlist::List<Any>) -> &iqlist::List<Static> {
///     list
/// }
/// ```
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn weaker(snapshot: iqlist::Snapshot<Any>) -> iqlist::Snapshot<Static> {
///     snapshot
/// }
/// ```
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn weaker(derived: iqlist::Derived<Any>) -> iqlist::Derived<Static> {
///     derived
/// }
/// ```
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn weaker(edit: iqlist::Edit<'_, Any>) -> iqlist::Edit<'_, Static> {
///     edit
/// }
/// ```
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn weaker(replay: iqlist::Replay<Any>) -> iqlist::Replay<Static> {
///     replay
/// }
/// ```
///
/// Nor is a class, or a filter, the other way:
///
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn stronger(class: iqlist::Class<Static>) -> iqlist::Class<Any> {
///     class
/// }
/// ```
/// ```compile_fail,E0308
/// # type Any = for<'a> fn(&'a str);
/// # type Static = fn(&'static str);
/// fn stronger(filter: iqlist::Filter<Static>) -> iqlist::Filter<Any> {
///     filter
/// }
/// ```
pub(crate) type Models<M> = PhantomData<(Model<M>, Invariant<M>)>;

/// Makes a type invariant in `M`, without owning one.
pub(crate) type Invariant<M> = PhantomData<fn(M) -> M>;

impl<M> Model<M> {
    /// Takes a value.
    pub fn new(value: M) -> Self {
        Arc::new(value).into()
    }

    /// The same object as an [`Arc`].
    pub fn into_arc(this: Self) -> Arc<M> {
        // SAFETY: the pointer is that of an Arc whose count is ours to give.
        unsafe { Arc::from_raw(ManuallyDrop::new(this).0.as_ptr()) }
    }

    /// Whether both are the same object.
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.0 == other.0
    }

    pub(crate) fn as_ptr(&self) -> *const M {
        self.0.as_ptr()
    }

    /// The model at an address that the library has returned, and retained for us.
    ///
    /// # Safety
    /// It is NULL, or that of a `Model<M>` of which one reference is ours to take.
    pub(crate) unsafe fn retained(address: *const M) -> Option<Self> {
        NonNull::new(address.cast_mut()).map(|address| Self(address, PhantomData))
    }
}

impl<M> From<Arc<M>> for Model<M> {
    fn from(value: Arc<M>) -> Self {
        let address = NonNull::new(Arc::into_raw(value).cast_mut());
        Self(address.expect("an Arc has an address"), PhantomData)
    }
}

impl<M> From<M> for Model<M> {
    fn from(value: M) -> Self {
        Self::new(value)
    }
}

impl<M> Clone for Model<M> {
    fn clone(&self) -> Self {
        // SAFETY: we are an owner.
        unsafe { Arc::increment_strong_count(self.as_ptr()) };
        Self(self.0, PhantomData)
    }
}

impl<M> Drop for Model<M> {
    fn drop(&mut self) {
        // SAFETY: we are an owner, and no more.
        unsafe { Arc::decrement_strong_count(self.as_ptr()) };
    }
}

impl<M> Deref for Model<M> {
    type Target = M;

    fn deref(&self) -> &M {
        // SAFETY: we are an owner.
        unsafe { self.0.as_ref() }
    }
}

impl<M: fmt::Debug> fmt::Debug for Model<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<M: PartialEq> PartialEq for Model<M> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<M: Eq> Eq for Model<M> {}
