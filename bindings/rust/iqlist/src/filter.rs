//! What passes a filter, and the host's function as the library calls it.

use std::ffi::{c_int, c_void};
use std::fmt;

use crate::panics::catching;
use crate::Key;
use iqlist_sys::*;

type Function<M> = Box<dyn FnMut(Key, Option<&M>) -> bool + Send>;
type BatchFunction<M> = Box<dyn FnMut(&[Key], &[Option<&M>], &mut [bool]) + Send>;

/// What passes a filter: see [`Derived::set_filter`](crate::Derived::set_filter).
///
/// ```
/// use iqlist::Filter;
///
/// struct Mail { subject: &'static str, unread: bool }
///
/// let unread = Filter::by(|_, mail: &Mail| mail.unread);
/// // What is typed further narrows what was typed before: what does not pass now is not asked.
/// let typed = Filter::by(|_, mail: &Mail| mail.unread && mail.subject.contains("tea")).stricter();
/// let everything = Filter::<Mail>::everything();
/// # let _ = (unread, typed, everything);
/// ```
#[must_use = "it does nothing by itself"]
pub struct Filter<M: 'static = ()> {
    kind: Kind<M>,
    change: u32,
}

/// What a filter goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Passes {
    /// Everything passes.
    All,
    /// What the bits say.
    Bits,
    /// What the function says.
    Function,
}

/// The filter of a derived list: see [`Derived::filter`](crate::Derived::filter).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilterState {
    /// What the one in effect goes by.
    pub passes: Passes,
    /// Its number, as of [`Derived::set_filter_then`](crate::Derived::set_filter_then); 0 before the first one.
    pub ticket: u64,
    /// The number of the one that was given last; 0 if that was committed or has ended.
    pub waiting: u64,
}

enum Kind<M> {
    Everything,
    Bits(Vec<u64>, u64),
    Function(Function<M>),
    Batch(BatchFunction<M>),
}

impl<M: 'static> Filter<M> {
    fn new(kind: Kind<M>) -> Self {
        Self { kind, change: IQ_FILTER_DIFFERENT }
    }

    /// Everything passes.
    pub fn everything() -> Self {
        Self::new(Kind::Everything)
    }

    /// The items of the source pass for which the function is true; those without a model do not pass. Polls of the
    /// derived list call it, for 8,192 items each at most: new and changed items are asked in the poll that follows
    /// the source. It may read and change all lists, but not poll its own.
    ///
    /// If it panics, the item does not pass; the others are asked all the same. The poll resumes the first panic when
    /// it has completed. The function is dropped once it is not called again: by a poll, or with the list.
    pub fn by(mut passes: impl FnMut(Key, &M) -> bool + Send + 'static) -> Self {
        let passes = move |key, model: Option<&M>| model.is_some_and(|model| passes(key, model));
        Self::new(Kind::Function(Box::new(passes)))
    }

    /// The same for items with and without models, by key.
    pub fn by_key(mut passes: impl FnMut(Key) -> bool + Send + 'static) -> Self {
        Self::new(Kind::Function(Box::new(move |key, _| passes(key))))
    }

    /// The same for many items in one call, at most 1,024: for functions that gain by that, as those that work on several
    /// threads. Given are the items' keys and models, and an answer for each, which is false before.
    ///
    /// If it panics, none of these items passes.
    ///
    /// ```
    /// use iqlist::Filter;
    ///
    /// let even = Filter::in_batches(|_, numbers: &[Option<&u32>], passes| {
    ///     for (number, passes) in numbers.iter().zip(passes) {
    ///         *passes = number.is_some_and(|number| number % 2 == 0);
    ///     }
    /// });
    /// # let _ = even;
    /// ```
    pub fn in_batches(passes: impl FnMut(&[Key], &[Option<&M>], &mut [bool]) + Send + 'static) -> Self {
        Self::new(Kind::Batch(Box::new(passes)))
    }

    /// As many of the source's items as there are values, which say whether they pass. `version` is
    /// [`ListInfo::version`](crate::ListInfo::version) of the source when they were found. An item keeps its answer
    /// through moves and updates; a new one does not pass until the next filter.
    pub fn bits(passes: impl IntoIterator<Item = bool>, version: u64) -> Self {
        let mut words = Vec::new();
        for (index, passes) in passes.into_iter().enumerate() {
            if index % 64 == 0 {
                words.push(0);
            }
            words[index / 64] |= u64::from(passes) << (index % 64);
        }
        Self::words(words, version)
    }

    /// The same, as bits: item `i` passes if bit `i % 64` of word `i / 64` is set.
    pub fn words(words: impl Into<Vec<u64>>, version: u64) -> Self {
        Self::new(Kind::Bits(words.into(), version))
    }

    /// Nothing passes that does not pass the filter given before: only what passes is asked. Not for bits.
    pub fn stricter(mut self) -> Self {
        self.change = IQ_FILTER_STRICTER;
        self
    }

    /// All passes that passes the filter given before: only what does not pass is asked. Not for bits.
    pub fn looser(mut self) -> Self {
        self.change = IQ_FILTER_LOOSER;
        self
    }

    /// Bits, and the version of the source that they belong to.
    pub(crate) fn given_bits(&self) -> Option<(&[u64], u64)> {
        match &self.kind {
            Kind::Bits(words, version) => Some((words, *version)),
            _ => None,
        }
    }

    /// Lends the filter to `body`, which passes it to the library, and returns whether that has accepted it.
    ///
    /// Not accepted, what the host has passed is returned, to be dropped outside of the library's call.
    pub(crate) fn lend(self, body: impl FnOnce(&iq_filter) -> bool) -> Option<Self> {
        let mut raw = iq_filter { change: self.change, ..iq_filter::new() };
        let change = self.change;
        match self.kind {
            Kind::Everything => (!body(&raw)).then_some(Self { kind: Kind::Everything, change }),
            Kind::Bits(words, version) => {
                (raw.bits, raw.version) = (words.as_ptr(), version);
                (!body(&raw)).then_some(Self { kind: Kind::Bits(words, version), change })
            }
            Kind::Function(function) => {
                raw.passes = Some(passes::<M>);
                lend_function(function, raw, body)
                    .map(|function| Self { kind: Kind::Function(function), change })
            }
            Kind::Batch(function) => {
                raw.passes_batch = Some(passes_batch::<M>);
                lend_function(function, raw, body)
                    .map(|function| Self { kind: Kind::Batch(function), change })
            }
        }
    }
}

/// Lends a filter that calls `function`, which is its context. Returns the function if it was not accepted.
fn lend_function<F>(function: F, mut raw: iq_filter, body: impl FnOnce(&iq_filter) -> bool) -> Option<F> {
    let context = Box::into_raw(Box::new(function));
    raw.context = context.cast();
    raw.destroy = Some(destroy::<F>);
    // SAFETY: not accepted, it is still ours.
    (!body(&raw)).then(|| *unsafe { Box::from_raw(context) })
}

impl<M: 'static> fmt::Debug for Filter<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.kind {
            Kind::Everything => "everything",
            Kind::Bits(..) => "bits",
            Kind::Function(_) | Kind::Batch(_) => "function",
        };
        f.debug_struct("Filter").field("kind", &kind).field("change", &self.change).finish()
    }
}

/// # Safety
/// The context is a `Function<M>`, which only polls of one list call, one at a time and never inside another; the model
/// is one of type `M` that is alive, or NULL. Its class is not passed and cannot be checked here; it is one of `M`,
/// because the source of a `Derived<M>` is a list of just `M` ([`Models`](crate::model::Models)), and a changeset that
/// gives an item a class of another type takes its model away.
unsafe extern "C" fn passes<M>(context: *mut c_void, key: iq_key, model: *const c_void) -> c_int {
    // SAFETY: as promised.
    catching(false, || unsafe { (*context.cast::<Function<M>>())(key.into(), model.cast::<M>().as_ref()) })
        .into()
}

/// # Safety
/// As of [`passes`], with a `BatchFunction<M>` and `count` keys and models, and as many bits for answers.
unsafe extern "C" fn passes_batch<M>(
    context: *mut c_void,
    count: usize,
    keys: *const iq_key,
    models: *const *const c_void,
    answers: *mut u64,
) {
    catching((), || {
        // SAFETY: as promised; a `Key` is an `iq_key`, and an `Option<&M>` a pointer that may be NULL.
        let (function, keys, models, answers) = unsafe {
            (
                &mut *context.cast::<BatchFunction<M>>(),
                std::slice::from_raw_parts(keys.cast::<Key>(), count),
                std::slice::from_raw_parts(models.cast::<Option<&M>>(), count),
                std::slice::from_raw_parts_mut(answers, count.div_ceil(64)),
            )
        };
        let mut passes = vec![false; count];
        function(keys, models, &mut passes);
        for (word, passes) in answers.iter_mut().zip(passes.chunks(64)) {
            *word = passes.iter().rev().fold(0, |word, &passes| word << 1 | u64::from(passes));
        }
    });
}

/// # Safety
/// The context is an `F` in a box, which nobody else has.
unsafe extern "C" fn destroy<F>(context: *mut c_void) {
    // SAFETY: as promised.
    catching((), || drop(unsafe { Box::from_raw(context.cast::<F>()) }));
}
