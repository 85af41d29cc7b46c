//! The identity of an item. `keys.rs` makes keys of text, bytes and numbers.

use std::fmt;

use iqlist_sys::*;

/// The identity of an item or a section: 16 bytes, compared bit for bit.
///
/// A key never changes while its item lives. Item keys are unique over a whole list, section keys among
/// sections; see [`Duplicates`](crate::Duplicates) for the policy for those that are not.
///
/// Text, numbers and bytes give the same keys in all languages, so that programs can share a list or encoded
/// snapshots. Wherever this crate takes a key, it takes `impl Into<Key>`.
///
/// | from | key | in C |
/// |---|---|---|
/// | `&str`, `String`: also empty | the hasher's, of this one string | `iq_hasher_add_string` |
/// | `u8` to `u64`, `usize`; other integers from 0 on | 8 little-endian bytes, 8 zeros | `iq_key_from_u64` |
/// | negative integers | the hasher's, of this one integer | `iq_hasher_add_signed` |
/// | `u128` | 16 little-endian bytes | `iq_key_from_bytes` |
/// | `f64`, `f32` | the hasher's, of this one number | `iq_hasher_add_double` |
/// | `bool` | the hasher's, of this one truth value | `iq_hasher_add_bool` |
/// | `[u8; 16]`: a UUID's `as_bytes()` | as they are | `iq_key_from_bytes` |
/// | a tuple of up to 8 [fields](crate::Field) | the hasher's, of these fields in order | a call for each |
/// | `HashSet`, `BTreeSet` of fields | the hasher's, of [this one set](crate::Hasher::set) | `iq_hasher_add_key` |
/// | `&[u8]`, by `try_from`: not empty | 16 as they are, else the hasher's | `iq_key_from_bytes` |
/// | a longer digest, by [`from_digest`](Self::from_digest) | the first 16 | `iq_key_from_digest` |
/// | anything that is `Hash`, by [`of`](Self::of) | of Rust's own | none |
///
/// ```
/// use iqlist::{Hasher, Key};
///
/// assert_eq!(Key::from("Ada"), Hasher::new().string("Ada").key());
/// assert_eq!(Key::from(7), Key::from(7u64));
/// assert_eq!(Key::from(("order", 4711)), Hasher::new().string("order").unsigned(4711).key());
/// assert_eq!(Key::try_from(b"xy".as_slice())?, Hasher::new().bytes(b"xy").key());
/// // A UUID is passed by its bytes: as an integer their order would be reversed.
/// let uuid = [0x6b; 16];
/// assert_eq!(Key::from(uuid).bytes(), uuid);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// Types of your own that name items or sections implement `From<YourType> for Key`:
///
/// ```
/// use iqlist::Key;
///
/// enum Team { Red, Blue }
///
/// impl From<Team> for Key {
///     fn from(team: Team) -> Self {
///         match team {
///             Team::Red => "red".into(),
///             Team::Blue => "blue".into(),
///         }
///     }
/// }
/// assert_ne!(Key::from(Team::Red), Key::from(Team::Blue));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Key([u8; 16]);

impl Key {
    pub(crate) const ZERO: Self = Self([0; 16]);

    /// Its bytes.
    pub const fn bytes(self) -> [u8; 16] {
        self.0
    }

    /// The integer that it is made of, if its bytes are those of one.
    pub(crate) fn integer(self) -> Option<u64> {
        u64::try_from(u128::from_le_bytes(self.0)).ok()
    }

    pub(crate) const fn raw(self) -> iq_key {
        iq_key { bytes: self.0 }
    }
}

impl From<[u8; 16]> for Key {
    fn from(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

impl From<&[u8; 16]> for Key {
    fn from(bytes: &[u8; 16]) -> Self {
        Self(*bytes)
    }
}

impl From<u128> for Key {
    fn from(value: u128) -> Self {
        Self(value.to_le_bytes())
    }
}

impl From<&Key> for Key {
    fn from(key: &Key) -> Self {
        *key
    }
}

impl From<iq_key> for Key {
    fn from(key: iq_key) -> Self {
        Self(key.bytes)
    }
}

impl From<Key> for iq_key {
    fn from(key: Key) -> Self {
        key.raw()
    }
}

impl AsRef<[u8]> for Key {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// `Key(7)` for an integer from 0 on, else with 32 hexadecimal digits.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.integer() {
            Some(number) => write!(f, "Key({number})"),
            None => write!(f, "Key({self})"),
        }
    }
}

/// As 32 hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The full key of an item: its key, and its section's where keys are scoped by section
/// ([`Duplicates::Scope`](crate::Duplicates::Scope)). Made from a key, or [in](Self::in_section) a section.
///
/// ```
/// use iqlist::{ItemKey, Key};
///
/// assert_eq!(ItemKey::from("Ada").section, None);
/// assert_eq!(ItemKey::in_section("friends", 7).section, Some(Key::from("friends")));
/// // A tuple is one key.
/// assert_eq!(ItemKey::from(("friends", 7)).section, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ItemKey {
    /// The key of its section, where keys are scoped.
    pub section: Option<Key>,
    /// Its own.
    pub key: Key,
}

impl<K: Into<Key>> From<K> for ItemKey {
    fn from(key: K) -> Self {
        Self { section: None, key: key.into() }
    }
}

impl ItemKey {
    /// The key of an item in the section of a key.
    pub fn in_section(section: impl Into<Key>, key: impl Into<Key>) -> Self {
        Self { section: Some(section.into()), key: key.into() }
    }
}

/// A section's key for a function that takes it or NULL. It lives as long as what it points into.
pub(crate) fn optional(section: &Option<Key>) -> *const iq_key {
    section.as_ref().map_or(std::ptr::null(), |key| pointer(std::slice::from_ref(key)))
}

/// Collects keys.
pub(crate) fn collected<K: Into<Key>>(keys: impl IntoIterator<Item = K>) -> Vec<Key> {
    keys.into_iter().map(K::into).collect()
}

/// Keys for a function of C.
pub(crate) fn pointer(keys: &[Key]) -> *const iq_key {
    keys.as_ptr().cast()
}
