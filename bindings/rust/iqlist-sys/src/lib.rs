//! `iqlist.h` for Rust: the same constants, structs, callback types and functions, in its order and with
//! its names.
//!
//! The header is the manual: what each function does, costs and returns, ownership, and threading are
//! documented there and hold here. `tests/header.rs` compares the two, declaration by declaration, with the
//! sizes, offsets and values that a C compiler computes. The crate `iqlist` is the layer to write programs
//! with.
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
//!     assert_eq!(iq_list_count(list, ptr::null_mut(), &mut items), IQ_OK);
//!     iq_list_destroy(list);
//! }
//! assert_eq!(items, 0);
//! ```

// A type that exists only behind pointers. It is not Send, not Sync and not Unpin by itself.
macro_rules! opaque {
    ($name:ident) => {
        #[repr(C)]
        pub struct $name {
            _data: [u8; 0],
            _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
        }
    };
}

pub const IQ_NONE: u32 = u32::MAX;

mod version;
mod status;
mod memory;
mod keys;
mod classes;
mod columns;
mod snapshots;
mod changesets;
mod replays;
mod payloads;
mod lists;
mod edits;
mod submissions;
mod events;
mod loading;
mod paging;
mod views;
mod reorder;
mod undo;
mod states;
mod derived;
mod encoding;
mod inside;

pub use changesets::*;
pub use classes::*;
pub use columns::*;
pub use derived::*;
pub use edits::*;
pub use encoding::*;
pub use events::*;
pub use inside::*;
pub use keys::*;
pub use lists::*;
pub use loading::*;
pub use memory::*;
pub use paging::*;
pub use payloads::*;
pub use reorder::*;
pub use replays::*;
pub use snapshots::*;
pub use states::*;
pub use status::*;
pub use submissions::*;
pub use undo::*;
pub use version::*;
pub use views::*;
