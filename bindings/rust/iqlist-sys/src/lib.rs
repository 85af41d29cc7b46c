//! `iqlist.h` for Rust: the same constants, structs, callback types and functions, in its order and with
//! its names.
//!
//! The header is the manual, and in the folder `include` of this crate: its conventions on ownership, threads
//! and callbacks hold here, and words in capitals are its sections. The declarations are generated from it, with
//! their comments. The crate `iqlist` is the layer to write programs with.
//!
//! ```
//! use iqlist_sys::*;
//! use std::ptr;
//!
//! let mut list = ptr::null_mut();
//! let mut items = 0;
//! // SAFETY: the pointers are those that the header requires, and `list` is used only while it lives.
//! unsafe {
//!     assert_eq!(iq_list_create(ptr::null(), &mut list), IQ_OK);
//!     assert_eq!(iq_list_get_count(list, ptr::null_mut(), &mut items), IQ_OK);
//!     iq_list_destroy(list);
//! }
//! assert_eq!(items, 0);
//! ```

// Gives a struct that begins with `struct_size` its first value.
macro_rules! versioned {
    ($name:ident) => {
        impl $name {
            /// Zeroes, which mean all defaults, and in `struct_size` the size.
            pub const fn new() -> Self {
                // SAFETY: each of its fields may be zero.
                let mut made: Self = unsafe { std::mem::zeroed() };
                made.struct_size = size_of::<Self>();
                made
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

mod declarations;

pub use declarations::*;

// The memory that a handle points to. The field makes a handle's type not Send, not Sync and not Unpin.
#[repr(C)]
struct Opaque {
    _data: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}
