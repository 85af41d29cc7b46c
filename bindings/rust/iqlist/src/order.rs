//! The order of a sorted or grouped list, and the host's functions as the library calls them.

use std::cmp::Ordering;
use std::ffi::{c_int, c_void};
use std::fmt;

use crate::class::DefaultClass;
use crate::group::Describe;
use crate::panics::catching;
use crate::sort_key::{is_deep, rank};
use crate::{Group, Key, SortKey};
use iqlist_sys::*;

type Ask<M> = Box<dyn FnMut(Key, Option<&M>, u32) -> iq_rank + Send>;
type Compare<M> = Box<dyn FnMut(&M, &M) -> Ordering + Send>;
type GroupOf<M> = Box<dyn FnMut(Key, Option<&M>) -> Key + Send>;

/// The order of a derived list: see [`Derived::order`](crate::Derived::order).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OrderState {
    /// Whether, in the one in effect, the largest comes first.
    pub descending: bool,
    /// Whether what is shown stays where it is.
    pub frozen: bool,
    /// Its number, as of [`Derived::set_order_then`](crate::Derived::set_order_then); 0 before the first one.
    pub ticket: u64,
    /// The number of the one that was given last; 0 if that was committed or has ended.
    pub waiting: u64,
}

/// What a list is sorted by: see [`Derived::set_order`](crate::Derived::set_order). What is equal stays in the source's
/// order.
///
/// ```
/// use iqlist::Order;
/// use std::cmp::Reverse;
///
/// struct Mail { subject: String, size: u64, unread: bool }
///
/// let by_size = Order::by(|mail: &Mail| mail.size).descending();
/// let by_subject = Order::by_ref(|mail: &Mail| mail.subject.as_str());
/// let unread_first = Order::by(|mail: &Mail| (Reverse(mail.unread), mail.size));
/// let as_the_source = Order::<Mail>::of_source();
/// # let _ = (by_size, by_subject, unread_first, as_the_source);
/// ```
#[must_use = "it does nothing by itself"]
pub struct Order<M: 'static = ()> {
    functions: Functions<M>,
    flags: u32,
    batch: u32,
}

/// The context of the library's callbacks.
struct Functions<M: 'static> {
    ask: Option<Ask<M>>,
    compare: Option<Compare<M>>,
    /// Of a grouped list, as what is below.
    group: Option<GroupOf<M>>,
    describe: Option<Describe<M>>,
    header_class: DefaultClass<M>,
}

impl<M: 'static> Order<M> {
    fn new(ask: Option<Ask<M>>, compare: Option<Compare<M>>, is_deep: bool) -> Self {
        let flags = if is_deep { IQ_ORDER_DEEP } else { 0 };
        let header_class = DefaultClass::OF_TYPE;
        let functions = Functions { ask, compare, group: None, describe: None, header_class };
        Self { functions, flags, batch: 0 }
    }

    /// The source's order, as at first.
    pub fn of_source() -> Self {
        Self::new(None, None, false)
    }

    /// The order of the keys that the function makes of models; items without a model come first. Polls of the derived
    /// list call it, once for each item that is new, was changed, or is marked for reload or reconfigure; of keys that
    /// may have more than 16 bytes, as text, again for items that are equal so far: it always gives a model the same
    /// key. It may read and change all lists, but not poll its own.
    ///
    /// If it panics, the poll resumes the panic. Nothing has changed then: the next poll asks again, about what has no
    /// answer yet, until another order is set. The function is dropped once it is not called again: by a poll, or with
    /// the list.
    pub fn by<K: SortKey>(mut key: impl FnMut(&M) -> K + Send + 'static) -> Self {
        let mut bytes = Vec::new();
        let ask = move |_, model: Option<&M>, depth| {
            model.map_or(NONE, |model| rank(&key(model), depth, &mut bytes))
        };
        Self::new(Some(Box::new(ask)), None, is_deep::<K>())
    }

    /// The same with a key that is a part of the model: text need not be copied.
    pub fn by_ref<K: SortKey + ?Sized>(mut key: impl FnMut(&M) -> &K + Send + 'static) -> Self {
        let mut bytes = Vec::new();
        let ask = move |_, model: Option<&M>, depth| {
            model.map_or(NONE, |model| rank(key(model), depth, &mut bytes))
        };
        Self::new(Some(Box::new(ask)), None, is_deep::<K>())
    }

    /// The same for items with and without models, by key.
    pub fn by_key<K: SortKey>(mut key: impl FnMut(Key) -> K + Send + 'static) -> Self {
        let mut bytes = Vec::new();
        let ask = move |of, _: Option<&M>, depth| rank(&key(of), depth, &mut bytes);
        Self::new(Some(Box::new(ask)), None, is_deep::<K>())
    }

    /// The order of a function that compares, for what has no [`SortKey`]; items without a model come first. It is called
    /// for many pairs whenever items change: an order by keys costs less. A function that is no total order gives some
    /// order. Panics are those of [`by`](Self::by).
    ///
    /// ```
    /// use iqlist::Order;
    ///
    /// let by_path = Order::comparing(|a: &std::path::PathBuf, b| a.cmp(b));
    /// # let _ = by_path;
    /// ```
    pub fn comparing(compare: impl FnMut(&M, &M) -> Ordering + Send + 'static) -> Self {
        Self::new(None, Some(Box::new(compare)), false)
    }

    /// Compares what is equal by key.
    pub fn then_comparing(mut self, compare: impl FnMut(&M, &M) -> Ordering + Send + 'static) -> Self {
        self.functions.compare = Some(Box::new(compare));
        self
    }

    /// The largest comes first. What is equal stays in the source's order all the same.
    pub fn descending(mut self) -> Self {
        self.flags |= IQ_ORDER_DESCENDING;
        self
    }

    /// What is shown stays where it is, and nobody is asked about it again, until an order is set again. What is new is
    /// put in by its key, behind what is equal; so is what the source moves to another section or parent.
    pub fn frozen(mut self) -> Self {
        self.flags |= IQ_ORDER_FROZEN;
        self
    }

    /// What the order before was told holds, of items and of groups, and only what it never asked about is asked: for
    /// another direction, or for freezing, with the same functions.
    pub fn keep_ranks(mut self) -> Self {
        self.flags |= IQ_ORDER_KEEP_RANKS;
        self
    }

    /// So many items are asked about in one poll at most, pairs compared, or groups described; 0, as at first: 8,192.
    pub fn batch(mut self, items: u32) -> Self {
        self.batch = items;
        self
    }

    pub(crate) fn with_group(mut self, group: GroupOf<M>) -> Self {
        self.functions.group = Some(group);
        self
    }

    pub(crate) fn with_description(mut self, describe: Describe<M>) -> Self {
        self.functions.describe = Some(describe);
        self
    }

    /// Lends the order to `body`, which passes it to the library, and returns whether that has accepted it. Headers with
    /// a model and without a class have the default class.
    ///
    /// Not accepted, what the host has passed is returned, to be dropped outside of the library's call.
    pub(crate) fn lend(self, default: DefaultClass<M>, body: impl FnOnce(&iq_order) -> bool) -> Option<Self> {
        let Self { mut functions, flags, batch } = self;
        functions.header_class = default;
        let mut raw = iq_order { flags, batch, ..iq_order::new() };
        raw.ask = (functions.ask.is_some() || functions.group.is_some()).then_some(ask::<M> as _);
        raw.compare = functions.compare.as_ref().map(|_| compare::<M> as _);
        raw.describe = functions.describe.as_ref().map(|_| describe::<M> as _);
        raw.destroy = Some(destroy::<M>);
        let context = Box::into_raw(Box::new(functions));
        raw.context = context.cast();
        // SAFETY: not accepted, it is still ours.
        (!body(&raw)).then(|| Self { functions: *unsafe { Box::from_raw(context) }, flags, batch })
    }
}

/// The rank of what has no model, and of all that no key is made of.
const NONE: iq_rank = iq_rank { high: 0, low: 0 };

impl<M: 'static> fmt::Debug for Order<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match (&self.functions.ask, &self.functions.compare) {
            (None, None) => "source",
            (Some(_), None) => "key",
            (None, Some(_)) => "compare",
            (Some(_), Some(_)) => "key, compare",
        };
        f.debug_struct("Order").field("kind", &kind).field("flags", &self.flags).finish()
    }
}

/// # Safety
/// The context is a `Functions<M>`, which only polls of one list call, one at a time and never inside another; the
/// models are of type `M` and alive, or NULL: as of filters. There are `count` items, ranks, and, if any, groups.
unsafe extern "C" fn ask<M: 'static>(
    context: *mut c_void,
    items: *const iq_ranked,
    count: usize,
    depth: u32,
    ranks: *mut iq_rank,
    groups: *mut iq_key,
) -> c_int {
    let asked = || {
        // SAFETY: as promised.
        let Functions { ask, group, .. } = unsafe { &mut *context.cast::<Functions<M>>() };
        for at in 0..count {
            // SAFETY: as promised.
            unsafe {
                let item = &*items.add(at);
                let (key, model) = (item.key.into(), item.model.cast_const().cast::<M>().as_ref());
                ranks.add(at).write(ask.as_mut().map_or(NONE, |ask| ask(key, model, depth)));
                if let (Some(group), false) = (&mut *group, groups.is_null()) {
                    groups.add(at).write(group(key, model).raw());
                }
            }
        }
        0
    };
    catching(1, asked)
}

/// # Safety
/// As of [`ask`], with two items.
unsafe extern "C" fn compare<M: 'static>(
    context: *mut c_void,
    a: *const iq_ranked,
    b: *const iq_ranked,
) -> c_int {
    let compared = || {
        // SAFETY: as promised.
        let (functions, a, b) = unsafe {
            let model = |item: *const iq_ranked| (*item).model.cast_const().cast::<M>().as_ref();
            (&mut *context.cast::<Functions<M>>(), model(a), model(b))
        };
        match (&mut functions.compare, a, b) {
            (Some(compare), Some(a), Some(b)) => compare(a, b) as c_int,
            _ => a.is_some().cmp(&b.is_some()) as c_int,
        }
    };
    catching(c_int::MIN, compared)
}

/// # Safety
/// As of [`ask`], with `count` groups. The size of the first is the distance from one to the next.
unsafe extern "C" fn describe<M: 'static>(
    context: *mut c_void,
    groups: *mut iq_group,
    count: usize,
) -> c_int {
    let described = || {
        // SAFETY: as promised.
        let functions = unsafe { &mut *context.cast::<Functions<M>>() };
        let Some(describe) = &mut functions.describe else { return false };
        (0..count).all(|at| {
            // SAFETY: as promised.
            unsafe {
                let group = groups.byte_add(at * (*groups).struct_size);
                Group::describe(&mut *group, functions.header_class, describe)
            }
        })
    };
    (!catching(false, described)).into()
}

/// # Safety
/// The context is a `Functions<M>` in a box, which nobody else has.
unsafe extern "C" fn destroy<M: 'static>(context: *mut c_void) {
    // SAFETY: as promised.
    catching((), || drop(unsafe { Box::from_raw(context.cast::<Functions<M>>()) }));
}
