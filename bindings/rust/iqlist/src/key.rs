//! Who an item is.

use std::ffi::c_void;
use std::fmt;
use std::hash::Hash;

use crate::boundary::call;
use crate::{Hasher, Result};
use iqlist_sys::*;

/// The content of an item that has none: it never updates by itself, unless its class compares models.
pub const CONTENT_NONE: u64 = IQ_CONTENT_NONE;

/// Who an item or a section is: 16 bytes, compared bit for bit.
///
/// A key never changes while its item lives. Item keys are unique over a whole list, section keys among
/// sections; see [`Duplicates`](crate::Duplicates) for what a second one gets.
///
/// A UUID goes in by its bytes: as an integer it would come out the other way round.
///
/// ```
/// use iqlist::Key;
///
/// let uuid = [0x6b; 16];
/// assert_eq!(Key::from(uuid).bytes(), uuid);
/// // Integers of equal value give equal keys: little-endian bytes, then zeros.
/// assert_eq!(Key::from(7u64), Key::from(7u128));
/// // Anything that can be hashed, the same in every process.
/// assert_ne!(Key::of("chapter 1"), Key::of("chapter 2"));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Key([u8; 16]);

impl Key {
    /// The key of a value's [`Hash`], by the library's own [`Hasher`].
    pub fn of<T: Hash + ?Sized>(value: &T) -> Self {
        let mut hasher = Hasher::new();
        value.hash(&mut hasher);
        hasher.key()
    }

    /// 16 bytes as they are; any other length gives the key of a hasher that was told these bytes, as in the
    /// other languages. None at all are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut key = iq_key::default();
        // SAFETY: so many bytes are there.
        call(|| unsafe { iq_key_from_bytes(bytes.as_ptr().cast::<c_void>(), bytes.len(), &mut key) })?;
        Ok(key.into())
    }

    /// The first 16 of 16 or more bytes: for digests such as SHA-256.
    pub fn from_digest(digest: &[u8]) -> Result<Self> {
        let mut key = iq_key::default();
        // SAFETY: so many bytes are there.
        call(|| unsafe { iq_key_from_digest(digest.as_ptr().cast::<c_void>(), digest.len(), &mut key) })?;
        Ok(key.into())
    }

    /// Its bytes.
    pub const fn bytes(self) -> [u8; 16] {
        self.0
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

impl From<u64> for Key {
    fn from(value: u64) -> Self {
        u128::from(value).into()
    }
}

impl From<u128> for Key {
    fn from(value: u128) -> Self {
        Self(value.to_le_bytes())
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

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// As 32 hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The name of an item: its key, and its section's where keys are scoped by section
/// ([`Duplicates::Scope`](crate::Duplicates::Scope)). Made from a [`Key`], or from a pair of section and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ItemKey {
    /// The key of its section, where keys are scoped.
    pub section: Option<Key>,
    /// Its own.
    pub key: Key,
}

impl From<Key> for ItemKey {
    fn from(key: Key) -> Self {
        Self { section: None, key }
    }
}

impl From<(Key, Key)> for ItemKey {
    fn from((section, key): (Key, Key)) -> Self {
        Self { section: Some(section), key }
    }
}

/// A section's key for a function that takes it or NULL. It lives as long as what it points into.
pub(crate) fn optional(section: &Option<Key>) -> *const iq_key {
    section.as_ref().map_or(std::ptr::null(), |key| pointer(std::slice::from_ref(key)))
}

/// Keys for a function of C.
pub(crate) fn pointer(keys: &[Key]) -> *const iq_key {
    keys.as_ptr().cast()
}
