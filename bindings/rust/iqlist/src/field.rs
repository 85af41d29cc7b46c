//! Fields: the values that keys and contents are made of, the same in every language.
//!
//! ```text
//!     ("order", 4711)    string "order", unsigned 4711 ──► key
//!     {3, 1, 2}          of each member a key, sorted, as fields of keys ──► a field of a key
//! ```

use std::collections::{BTreeSet, HashSet};

use crate::{Hasher, Key};

/// A value that is hashed as one field, as C and Python hash it: see [`Hasher::field`].
///
/// | of | is the field |
/// |---|---|
/// | integers up to 64 bits | an integer: its value counts, not its width |
/// | `f64`, `f32` | a floating-point number: -0.0 is 0.0, and all NaNs are one |
/// | `bool` | a truth value |
/// | `str`, `String` | text |
/// | `[u8]`, `Vec<u8>` | bytes |
/// | `[u8; 16]`: a UUID's `as_bytes()`; [`Key`] | a key |
/// | a tuple of fields | the key of its fields, in order |
/// | `HashSet`, `BTreeSet` | the key of its members, in whatever order: see [`Hasher::set`] |
/// | `Option` | that of its value; of `None` a field without a value |
///
/// A struct of your own is hashed as the tuple of what counts in it:
///
/// ```
/// use iqlist::{Field, Hasher, Key};
///
/// struct Order { year: u16, number: u64, printed: bool }
///
/// impl Field for Order {
///     fn add_to(&self, hasher: Hasher) -> Hasher {
///         hasher.field((self.year, self.number))
///     }
/// }
///
/// let order = Order { year: 2024, number: 4711, printed: true };
/// assert_eq!(Key::from(("order", &order)), Key::from(("order", (2024, 4711))));
/// # assert!(order.printed);
/// ```
///
/// What no other language hashes is no field: [`Key::of`] takes it.
///
/// ```compile_fail,E0277
/// let key = iqlist::Key::from(("done", std::time::Duration::ZERO));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no field of a key or a content",
    note = "fields are integers, `f64`, `bool`, text, bytes, keys, and tuples, sets and options of them"
)]
pub trait Field {
    /// Adds it to a hasher, as one field.
    fn add_to(&self, hasher: Hasher) -> Hasher;
}

impl Hasher {
    /// Adds a field of any kind.
    ///
    /// ```
    /// use iqlist::{Hasher, Key};
    ///
    /// let order = Hasher::new().field("order").field(4711).field(Some(1.5));
    /// assert_eq!(order.key(), Key::from(("order", 4711, 1.5)));
    /// assert_eq!(order.key(), Hasher::new().string("order").unsigned(4711).double(1.5).key());
    /// ```
    #[must_use]
    pub fn field(self, value: impl Field) -> Self {
        value.add_to(self)
    }

    /// Adds a set, as one field: neither the order of its members counts, nor how often one is given. The field is a
    /// key, of which the fields are the sorted keys of the members.
    ///
    /// ```
    /// use iqlist::{Hasher, Key};
    /// use std::collections::BTreeSet;
    ///
    /// let tags = Hasher::new().set(["new", "red", "new"]).key();
    /// assert_eq!(tags, Hasher::new().set(["red", "new"]).key());
    /// assert_eq!(tags, Key::from(BTreeSet::from(["new", "red"])));
    /// ```
    #[must_use]
    pub fn set<F: Field>(self, members: impl IntoIterator<Item = F>) -> Self {
        let key = |member| Self::new().field(member).key();
        let mut keys: Vec<Key> = members.into_iter().map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        self.key_field(keys.into_iter().fold(Self::new(), Self::key_field).key())
    }
}

impl<F: Field + ?Sized> Field for &F {
    fn add_to(&self, hasher: Hasher) -> Hasher {
        (**self).add_to(hasher)
    }
}

impl<F: Field> Field for Option<F> {
    fn add_to(&self, hasher: Hasher) -> Hasher {
        match self {
            Some(value) => value.add_to(hasher),
            None => hasher.nothing(),
        }
    }
}

macro_rules! fields {
    ($($of:ty: |$hasher:ident, $value:ident| $add:expr;)*) => {
        $(impl Field for $of {
            fn add_to(&self, $hasher: Hasher) -> Hasher {
                let $value = self;
                $add
            }
        })*
    };
}

fields! {
    u8: |hasher, value| hasher.unsigned((*value).into());
    u16: |hasher, value| hasher.unsigned((*value).into());
    u32: |hasher, value| hasher.unsigned((*value).into());
    u64: |hasher, value| hasher.unsigned(*value);
    usize: |hasher, value| hasher.unsigned(*value as u64);
    i8: |hasher, value| hasher.signed((*value).into());
    i16: |hasher, value| hasher.signed((*value).into());
    i32: |hasher, value| hasher.signed((*value).into());
    i64: |hasher, value| hasher.signed(*value);
    isize: |hasher, value| hasher.signed(*value as i64);
    f32: |hasher, value| hasher.double((*value).into());
    f64: |hasher, value| hasher.double(*value);
    bool: |hasher, value| hasher.boolean(*value);
    str: |hasher, value| hasher.string(value);
    String: |hasher, value| hasher.string(value);
    [u8]: |hasher, value| hasher.bytes(value);
    Vec<u8>: |hasher, value| hasher.bytes(value);
    [u8; 16]: |hasher, value| hasher.key_field((*value).into());
    Key: |hasher, value| hasher.key_field(*value);
}

/// Keys of values that are hashed as one field.
macro_rules! one_field {
    ($($of:ty)*) => {
        $(impl From<$of> for Key {
            fn from(value: $of) -> Self {
                Hasher::new().field(value).key()
            }
        }

        impl From<&$of> for Key {
            fn from(value: &$of) -> Self {
                Hasher::new().field(value).key()
            }
        })*
    };
}

one_field!(f32 f64 bool);

macro_rules! sets {
    ($($of:ident<$member:ident $(, $state:ident)?>)*) => {
        $(impl<$member: Field $(, $state)?> Field for $of<$member $(, $state)?> {
            fn add_to(&self, hasher: Hasher) -> Hasher {
                hasher.set(self)
            }
        }

        /// As that of [`Hasher::set`].
        impl<$member: Field $(, $state)?> From<$of<$member $(, $state)?>> for Key {
            fn from(set: $of<$member $(, $state)?>) -> Self {
                Self::from(&set)
            }
        }

        /// As that of [`Hasher::set`].
        impl<$member: Field $(, $state)?> From<&$of<$member $(, $state)?>> for Key {
            fn from(set: &$of<$member $(, $state)?>) -> Self {
                Hasher::new().set(set).key()
            }
        })*
    };
}

sets!(BTreeSet<F> HashSet<F, S>);

macro_rules! tuples {
    ($($($name:ident)+;)*) => {
        $(/// As one field, it is that of its key.
        impl<$($name: Field),+> Field for ($($name,)+) {
            fn add_to(&self, hasher: Hasher) -> Hasher {
                hasher.key_field(self.into())
            }
        }

        /// The key of its fields, in order.
        impl<$($name: Field),+> From<($($name,)+)> for Key {
            fn from(fields: ($($name,)+)) -> Self {
                Self::from(&fields)
            }
        }

        /// The key of its fields, in order.
        impl<$($name: Field),+> From<&($($name,)+)> for Key {
            #[allow(non_snake_case, reason = "each field is named by its type")]
            fn from(fields: &($($name,)+)) -> Self {
                let ($($name,)+) = fields;
                Hasher::new()$(.field($name))+.key()
            }
        })*
    };
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
