//! Keys and contents from fields.

use std::hash::Hash;

use crate::Key;
use iqlist_sys::*;

/// The content of an item that has none: it never updates by itself, unless its class compares models.
pub const CONTENT_NONE: u64 = IQ_CONTENT_NONE;

/// Makes keys and contents from fields, the same in every process, host, language and version.
///
/// Each field is hashed with its type and length, so that 1 is not "1" and ("a", "bc") is not ("ab", "c"). The
/// functions of this type give the same results as the other languages for the same fields. As a
/// [`std::hash::Hasher`] it takes any [`Hash`] value: the result is as stable as that implementation.
///
/// ```
/// use iqlist::{content, Hasher};
///
/// let ada = Hasher::new().string("Ada").unsigned(7).content();
/// assert_ne!(ada, Hasher::new().string("Ada").unsigned(8).content());
/// assert_ne!(content(&("Ada", 7)), content(&("Ada", 8)));
/// ```
#[derive(Clone, Debug)]
pub struct Hasher(iq_hasher);

/// The content of a value's [`Hash`], by a [`Hasher`]: never [`CONTENT_NONE`](crate::CONTENT_NONE).
pub fn content<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Hasher::new();
    value.hash(&mut hasher);
    hasher.content()
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident($value:ident: $of:ty) $add:expr;)*) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $name(mut self, $value: $of) -> Self {
            let add: fn(&mut iq_hasher, $of) -> iq_status = $add;
            self.add(|hasher| add(hasher, $value));
            self
        })*
    };
}

// SAFETY (of the calls below): the hasher is ours, strings and bytes are there with their length.
impl Hasher {
    /// A hasher without fields.
    pub fn new() -> Self {
        let mut hasher = Self(iq_hasher::default());
        hasher.add(|hasher| unsafe { iq_hasher_init(hasher) });
        hasher
    }

    fields! {
        /// An unsigned integer: equal to a signed one of the same value.
        unsigned(value: u64) |hasher, value| unsafe { iq_hasher_add_unsigned(hasher, value) };
        /// A signed integer.
        signed(value: i64) |hasher, value| unsafe { iq_hasher_add_signed(hasher, value) };
        /// A floating-point number; -0.0 equals 0.0, and all NaNs are equal.
        double(value: f64) |hasher, value| unsafe { iq_hasher_add_double(hasher, value) };
        /// Bytes, with their length.
        bytes(value: &[u8]) |hasher, value| unsafe {
            iq_hasher_add_bytes(hasher, value.as_ptr().cast(), value.len())
        };
        /// Text, with its length.
        string(value: &str) |hasher, value| unsafe {
            iq_hasher_add_string(hasher, value.as_ptr().cast(), value.len())
        };
        /// A key.
        key_field(value: Key) |hasher, value| unsafe { iq_hasher_add_key(hasher, value.raw()) };
        /// A truth value.
        boolean(value: bool) |hasher, value| unsafe { iq_hasher_add_bool(hasher, value.into()) };
    }

    /// A field without a value.
    #[must_use]
    pub fn nothing(mut self) -> Self {
        self.add(|hasher| unsafe { iq_hasher_add_nothing(hasher) });
        self
    }

    /// The key of the fields so far. More may be added afterwards.
    pub fn key(&self) -> Key {
        let mut key = iq_key::default();
        let status = unsafe { iq_hasher_get_key(&self.0, &mut key) };
        debug_assert_eq!(status, IQ_OK);
        key.into()
    }

    /// The content of the fields so far: never 0.
    pub fn content(&self) -> u64 {
        let mut content = 0;
        let status = unsafe { iq_hasher_get_content(&self.0, &mut content) };
        debug_assert_eq!(status, IQ_OK);
        content
    }

    /// None of them fails for an initialized hasher.
    fn add(&mut self, add: impl FnOnce(&mut iq_hasher) -> iq_status) {
        let status = add(&mut self.0);
        debug_assert_eq!(status, IQ_OK);
    }

    fn unsigned_field(&mut self, value: u64) {
        self.add(|hasher| unsafe { iq_hasher_add_unsigned(hasher, value) });
    }

    fn signed_field(&mut self, value: i64) {
        self.add(|hasher| unsafe { iq_hasher_add_signed(hasher, value) });
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self::new()
    }
}

/// Integers are hashed by value, not by width.
impl std::hash::Hasher for Hasher {
    fn finish(&self) -> u64 {
        self.content()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.add(|hasher| unsafe { iq_hasher_add_bytes(hasher, bytes.as_ptr().cast(), bytes.len()) });
    }

    fn write_u8(&mut self, value: u8) {
        self.unsigned_field(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.unsigned_field(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.unsigned_field(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.unsigned_field(value);
    }

    fn write_u128(&mut self, value: u128) {
        self.write(&value.to_le_bytes());
    }

    fn write_usize(&mut self, value: usize) {
        self.unsigned_field(value as u64);
    }

    fn write_i8(&mut self, value: i8) {
        self.signed_field(value.into());
    }

    fn write_i16(&mut self, value: i16) {
        self.signed_field(value.into());
    }

    fn write_i32(&mut self, value: i32) {
        self.signed_field(value.into());
    }

    fn write_i64(&mut self, value: i64) {
        self.signed_field(value);
    }

    fn write_i128(&mut self, value: i128) {
        self.write(&value.to_le_bytes());
    }

    fn write_isize(&mut self, value: isize) {
        self.signed_field(value as i64);
    }
}
