//! The callbacks of classes: one set of functions for each type of model, and for the cells of all types those
//! of `cells.rs`. No panic leaves them.

use std::ffi::{c_int, c_void, CStr};
use std::mem::ManuallyDrop;
use std::sync::Arc;

use crate::cells;
use crate::panics::{catching, is_carrying};
use crate::Traits;
use iqlist_sys::iq_class_options;

pub(crate) type Equal<M> = Box<dyn Fn(&M, &M) -> bool + Send + Sync>;
pub(crate) type Changed<M> = Box<dyn Fn(&M, &M) -> u64 + Send + Sync>;
pub(crate) type TraitsOf<M> = Box<dyn Fn(&M) -> Traits + Send + Sync>;

/// The functions of a class of models of type `M`: the context of its callbacks.
pub(crate) struct Callbacks<M> {
    pub(crate) equal: Option<Equal<M>>,
    pub(crate) changed: Option<Changed<M>>,
    pub(crate) traits: Traits,
    pub(crate) traits_of: Option<TraitsOf<M>>,
    pub(crate) pool: u32,
}

impl<M> Callbacks<M> {
    pub(crate) fn new() -> Self {
        Callbacks { equal: None, changed: None, traits: Traits::NONE, traits_of: None, pool: 0 }
    }

    /// `context` is the address of these functions.
    pub(crate) fn options(&self, name: &CStr, context: *mut Self) -> iq_class_options {
        iq_class_options {
            struct_size: size_of::<iq_class_options>(),
            name: name.as_ptr(),
            context: context.cast(),
            retain: Some(retain::<M>),
            release: Some(release::<M>),
            equal: self.equal.as_ref().map(|_| equal::<M> as _),
            changed: self.changed.as_ref().map(|_| changed::<M> as _),
            traits: self.traits.bits(),
            pool: self.pool,
            traits_of: self.traits_of.as_ref().map(|_| traits_of::<M> as _),
            create_cell: Some(cells::create),
            bind_cell: Some(cells::bind),
            unbind_cell: Some(cells::unbind),
            destroy_cell: Some(cells::destroy),
        }
    }
}

/// # Safety
/// The addresses are those of models of type `M` that are alive, or NULL, as in all of these: a class of `M` is given
/// to models of `M` alone, and its functions are called for no others.
unsafe fn models<'a, M>(models: *const *mut c_void, count: usize) -> impl Iterator<Item = *const M> + 'a
where
    M: 'a,
{
    // SAFETY: as promised; for 0 models any address is valid.
    let models = if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(models, count) } };
    models.iter().map(|model| model.cast_const().cast::<M>()).filter(|model| !model.is_null())
}

unsafe extern "C" fn retain<M>(_: *mut c_void, addresses: *const *mut c_void, count: usize) {
    // SAFETY: the caller who passed them to the library is an owner.
    unsafe { models::<M>(addresses, count) }.for_each(|model| unsafe {
        if cfg!(debug_assertions) && Arc::strong_count(&ManuallyDrop::new(Arc::from_raw(model))) == 0 {
            eprintln!("iqlist: a model is retained that was dropped: a bug in libiqlist");
            std::process::abort();
        }
        Arc::increment_strong_count(model);
    });
}

unsafe extern "C" fn release<M>(_: *mut c_void, addresses: *const *mut c_void, count: usize) {
    // SAFETY: each was retained as often as it is released. If one panics, the others are still dropped.
    unsafe { models::<M>(addresses, count) }
        .for_each(|model| catching((), || drop(unsafe { Arc::from_raw(model) })));
}

/// A missing model equals none. After a panic no more models of the call are compared.
unsafe extern "C" fn equal<M>(context: *mut c_void, before: *const c_void, after: *const c_void) -> c_int {
    // SAFETY: the context is the class's, the models live for the call.
    let parts = unsafe {
        (&*context.cast::<Callbacks<M>>(), before.cast::<M>().as_ref(), after.cast::<M>().as_ref())
    };
    let (Callbacks { equal: Some(equal), .. }, Some(before), Some(after)) = parts else { return 0 };
    (!is_carrying() && catching(false, || equal(before, after))).into()
}

unsafe extern "C" fn changed<M>(context: *mut c_void, before: *const c_void, after: *const c_void) -> u64 {
    // SAFETY: as above.
    let parts = unsafe {
        (&*context.cast::<Callbacks<M>>(), before.cast::<M>().as_ref(), after.cast::<M>().as_ref())
    };
    let (Callbacks { changed: Some(changed), .. }, Some(before), Some(after)) = parts else {
        return u64::MAX;
    };
    if is_carrying() {
        return u64::MAX;
    }
    catching(u64::MAX, || changed(before, after))
}

/// An item without a model has the traits of its class. So have all others of the call after a panic.
unsafe extern "C" fn traits_of<M>(context: *mut c_void, model: *const c_void) -> u32 {
    // SAFETY: the context is the class's, the model lives for the call.
    let (callbacks, model) = unsafe { (&*context.cast::<Callbacks<M>>(), model.cast::<M>().as_ref()) };
    let (Some(traits_of), Some(model)) = (&callbacks.traits_of, model) else {
        return callbacks.traits.bits();
    };
    if is_carrying() {
        return callbacks.traits.bits();
    }
    catching(callbacks.traits, || traits_of(model)).bits()
}
