//! An allocator for the library that fails when it is told to, for the thread that tells it.
//!
//! ```text
//!     [ size ][ the library's bytes ... ]      16 bytes of head keep the alignment
//! ```

use std::alloc::{alloc, dealloc, Layout};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

use iqlist_sys::*;

const HEAD: usize = 16;

thread_local! {
    /// How many more allocations succeed.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
    static IS_FOR_GOOD: Cell<bool> = const { Cell::new(false) };
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
}

/// Hands the library this allocator; the first call of a process.
pub fn install() {
    let allocator = iq_allocator {
        struct_size: size_of::<iq_allocator>(),
        context: ptr::null_mut(),
        allocate: Some(allocate),
        reallocate: Some(reallocate),
        release: Some(release),
    };
    // SAFETY: the functions are as malloc, realloc and free; nobody uses the library yet.
    assert_eq!(unsafe { iq_memory_set_allocator(&allocator) }, IQ_OK);
}

/// Runs `body` with its n-th allocation failing, counted from 0, or all from then on. Also answers whether
/// there was one.
pub fn failing<R>(nth: u64, is_for_good: bool, body: impl FnOnce() -> R) -> (R, bool) {
    // Scratch memory of earlier calls would take the place of allocations.
    // SAFETY: no other test runs meanwhile.
    assert_eq!(unsafe { iq_memory_trim() }, IQ_OK);
    LEFT.set(Some(nth));
    IS_FOR_GOOD.set(is_for_good);
    HAS_FAILED.set(false);
    let result = body();
    LEFT.set(None);
    (result, HAS_FAILED.get())
}

fn fails() -> bool {
    match LEFT.get() {
        None => false,
        Some(0) => {
            HAS_FAILED.set(true);
            LEFT.set(IS_FOR_GOOD.get().then_some(0));
            true
        }
        Some(left) => {
            LEFT.set(Some(left - 1));
            false
        }
    }
}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(HEAD + size, HEAD).expect("a size that there is memory for")
}

unsafe extern "C" fn allocate(_: *mut c_void, size: usize) -> *mut c_void {
    assert!(size > 0, "never asked for nothing");
    if fails() {
        return ptr::null_mut();
    }
    // SAFETY: the layout is not empty, and has room for the head.
    unsafe {
        let head = alloc(layout(size)).cast::<usize>();
        assert!(!head.is_null());
        head.write(size);
        head.byte_add(HEAD).cast()
    }
}

unsafe extern "C" fn reallocate(context: *mut c_void, memory: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: `memory` is NULL or was allocated here, with its size before it.
    unsafe {
        let moved = allocate(context, size);
        if !moved.is_null() && !memory.is_null() {
            let held = memory.byte_sub(HEAD).cast::<usize>().read();
            ptr::copy_nonoverlapping(memory.cast::<u8>(), moved.cast(), held.min(size));
            release(context, memory);
        }
        moved
    }
}

unsafe extern "C" fn release(_: *mut c_void, memory: *mut c_void) {
    if memory.is_null() {
        return;
    }
    // SAFETY: as above.
    unsafe {
        let head = memory.byte_sub(HEAD).cast::<usize>();
        dealloc(head.cast(), layout(head.read()));
    }
}
