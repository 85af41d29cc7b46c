//! The measuring functions of a thread's views, as the library finds them.
//!
//! A layout can be set in several sections and views. The library knows a function by its context, which is a number
//! here and no address, as the [cells](crate::cells) have: one for each view and function. A number that is not
//! known, or not to this thread, touches nothing.
//!
//! ```text
//!     set_layout ── number of (view, function) ──► context ── layout ── measure(context) ──► its function
//!                                                            └── destroy(context): forgets it, once
//! ```

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::rc::Rc;

use crate::cells::{next_number, ViewId};
use crate::panics::catching;
use iqlist_sys::{iq_measured, iq_size};

/// A function that measures, for models of one type.
pub(crate) trait RawMeasure {
    /// # Safety
    /// The elements are of a list of the function's models, and alive; there are as many sizes.
    unsafe fn measure(&self, elements: &[iq_measured], sizes: &mut [iq_size]);
}

type Name = (ViewId, *const ());

#[derive(Default)]
struct Table {
    functions: HashMap<usize, (Name, Rc<dyn RawMeasure>)>,
    numbers: HashMap<Name, usize>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// Nothing of the host's is run or dropped by `body`. `None` if the thread's storage was destroyed.
fn with_table<R>(body: impl FnOnce(&mut Table) -> R) -> Option<R> {
    TABLE.try_with(|table| body(&mut table.borrow_mut())).ok()
}

/// The number of a function in a view, and whether it is new there.
pub(crate) fn number_of(view: ViewId, function: &Rc<dyn RawMeasure>) -> Option<(usize, bool)> {
    let name = (view, Rc::as_ptr(function).cast::<()>());
    with_table(|table| match table.numbers.get(&name) {
        Some(&number) => (number, false),
        None => {
            let number = next_number().get();
            table.numbers.insert(name, number);
            table.functions.insert(number, (name, function.clone()));
            (number, true)
        }
    })
}

/// Forgets a function. The library will not call it again, or has not accepted it.
pub(crate) fn forget(number: usize) {
    let removed = with_table(|table| {
        let removed = table.functions.remove(&number);
        if let Some((name, _)) = &removed {
            table.numbers.remove(name);
        }
        removed
    });
    catching((), || drop(removed));
}

/// What the function returns if the sizes are not known; the next layout asks again.
const FAILED: c_int = 1;

/// # Safety
/// The library calls it with what [`number_of`] said of a view of the function's models; the arrays live for the call.
pub(crate) unsafe extern "C" fn measure(
    context: *mut c_void,
    elements: *const iq_measured,
    count: usize,
    sizes: *mut iq_size,
) -> c_int {
    catching(FAILED, || {
        let known = with_table(|table| table.functions.get(&(context as usize)).map(|(_, it)| it.clone()));
        let Some(function) = known.flatten() else { return FAILED };
        if count > 0 {
            // SAFETY: as promised.
            unsafe {
                let elements = std::slice::from_raw_parts(elements, count);
                function.measure(elements, std::slice::from_raw_parts_mut(sizes, count));
            }
        }
        0
    })
}

/// # Safety
/// None is needed.
pub(crate) unsafe extern "C" fn destroy(context: *mut c_void) {
    forget(context as usize);
}
