//! Keys of text, bytes and numbers: the same that C and Python make of them.

use std::ffi::c_void;
use std::hash::Hash;

use crate::boundary::call;
use crate::{Error, Hasher, Key, Result, Status};
use iqlist_sys::*;

impl Key {
    /// The key of a value's [`Hash`], by the library's own [`Hasher`]: for types without another conversion, such
    /// as structs of other crates.
    ///
    /// It is as stable as that implementation of `Hash`, and specific to Rust: a `str` hashes with a terminator,
    /// so `Key::of("Ada")` is not `Key::from("Ada")`, and no other language computes it.
    ///
    /// ```
    /// use iqlist::Key;
    ///
    /// assert_eq!(Key::of(&("Ada", 7)), Key::of(&("Ada", 7)));
    /// assert_ne!(Key::of(&("a", "bc")), Key::of(&("ab", "c")));
    /// assert_ne!(Key::of("Ada"), Key::from("Ada"));
    /// ```
    pub fn of<T: Hash + ?Sized>(value: &T) -> Self {
        let mut hasher = Hasher::new();
        value.hash(&mut hasher);
        hasher.key()
    }

    /// 16 bytes as they are; any other length gives the key of a hasher to which they were added, as in the other
    /// languages. [`Status::Argument`](crate::Status::Argument) for 0 bytes. Also by `try_from`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.is_empty() {
            return Err(Error::new(Status::Argument, "a key is not made of no bytes"));
        }
        let mut key = iq_key::default();
        // SAFETY: so many bytes are there.
        call(|| unsafe { iq_key_from_bytes(bytes.as_ptr().cast::<c_void>(), bytes.len(), &mut key) })?;
        Ok(key.into())
    }

    /// The first 16 of 16 or more bytes: for digests such as SHA-256.
    /// [`Status::Argument`](crate::Status::Argument) for fewer.
    pub fn from_digest(digest: &[u8]) -> Result<Self> {
        if digest.len() < size_of::<Self>() {
            let message = format!("a digest has 16 bytes or more, not {}", digest.len());
            return Err(Error::new(Status::Argument, &message));
        }
        let mut key = iq_key::default();
        // SAFETY: so many bytes are there.
        call(|| unsafe { iq_key_from_digest(digest.as_ptr().cast::<c_void>(), digest.len(), &mut key) })?;
        Ok(key.into())
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Hasher::new().string(text).key()
    }
}

impl From<&String> for Key {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

/// As [`Key::from_bytes`].
impl TryFrom<&[u8]> for Key {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_bytes(bytes)
    }
}

/// As [`Key::from_bytes`].
impl TryFrom<Vec<u8>> for Key {
    type Error = Error;

    fn try_from(bytes: Vec<u8>) -> Result<Self> {
        Self::from_bytes(&bytes)
    }
}

macro_rules! integers {
    ($($of:ty)*) => {
        $(impl From<$of> for Key {
            #[allow(unused_comparisons, reason = "some of them are unsigned")]
            fn from(value: $of) -> Self {
                if value < 0 {
                    Hasher::new().signed(value as i64).key()
                } else {
                    (value as u128).into()
                }
            }
        }

        impl From<&$of> for Key {
            fn from(value: &$of) -> Self {
                (*value).into()
            }
        })*
    };
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
