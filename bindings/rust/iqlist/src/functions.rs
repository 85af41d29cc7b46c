//! The functions of a thread's layouts, which measure or say where items are, as the library finds them.
//!
//! A layout can be set in several sections and views. The library knows its functions by their context, which is a
//! number here and no address, as the [cells](crate::cells) have: one for each view and layout's functions. A number
//! that is not known, or not to this thread, touches nothing.
//!
//! ```text
//!     set_layout ── number of (view, functions) ──► context ── layout ── measure(context) ──► its function
//!                                                             │         └ extent, range, frame, likewise
//!                                                             └── destroy(context): forgets them, once
//! ```

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::rc::Rc;

use crate::cells::{next_number, ViewId};
use crate::custom::{CustomLayout, Room};
use crate::panics::catching;
use crate::Rect;
use iqlist_sys::*;

/// A function that measures, for models of one type.
pub(crate) trait RawMeasure {
    /// # Safety
    /// The elements are of a list of the function's models, and alive; there are as many sizes.
    unsafe fn measure(&self, elements: &[iq_measured], sizes: &mut [iq_size]);
}

/// The functions of a layout.
#[derive(Clone, Default)]
pub(crate) struct Functions {
    pub(crate) measure: Option<Rc<dyn RawMeasure>>,
    pub(crate) custom: Option<Rc<dyn CustomLayout>>,
}

impl Functions {
    pub(crate) fn is_empty(&self) -> bool {
        self.measure.is_none() && self.custom.is_none()
    }

    fn name(&self, view: ViewId) -> Name {
        let measure = self.measure.as_ref().map_or(ptr::null(), |it| Rc::as_ptr(it).cast());
        let custom = self.custom.as_ref().map_or(ptr::null(), |it| Rc::as_ptr(it).cast());
        (view, measure, custom)
    }
}

type Name = (ViewId, *const (), *const ());

#[derive(Default)]
struct Table {
    functions: HashMap<usize, (Name, Functions)>,
    numbers: HashMap<Name, usize>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// Nothing of the host's is run or dropped by `body`. `None` if the thread's storage was destroyed.
fn with_table<R>(body: impl FnOnce(&mut Table) -> R) -> Option<R> {
    TABLE.try_with(|table| body(&mut table.borrow_mut())).ok()
}

/// The number of functions in a view, and whether they are new there.
pub(crate) fn number_of(view: ViewId, functions: &Functions) -> Option<(usize, bool)> {
    let name = functions.name(view);
    with_table(|table| match table.numbers.get(&name) {
        Some(&number) => (number, false),
        None => {
            let number = next_number().get();
            table.numbers.insert(name, number);
            table.functions.insert(number, (name, functions.clone()));
            (number, true)
        }
    })
}

/// Forgets functions. The library will not call them again, or has not accepted them.
pub(crate) fn forget(number: usize) {
    let removed = with_table(|table| {
        let removed = table.functions.remove(&number);
        if let Some((name, _)) = &removed {
            table.numbers.remove(name);
        }
        removed
    });
    let Some(Some((_, Functions { measure, custom }))) = removed else { return };
    // If one panics, the other is still dropped.
    catching((), || drop(measure));
    catching((), || drop(custom));
}

/// The functions of a context, if this thread has them.
fn functions_of(context: *mut c_void) -> Option<Functions> {
    with_table(|table| table.functions.get(&(context as usize)).map(|(_, it)| it.clone())).flatten()
}

/// Runs `body` with the custom layout of a context. `None` if there is none, or after a panic.
fn with_custom<R>(context: *mut c_void, body: impl FnOnce(&dyn CustomLayout) -> R) -> Option<R> {
    catching(None, || functions_of(context)?.custom.map(|custom| body(&*custom)))
}

/// What the library is given for functions of this number.
pub(crate) fn custom_layout(number: usize) -> iq_custom_layout {
    iq_custom_layout {
        context: number as *mut c_void,
        extent: Some(extent),
        range: Some(range),
        frame: Some(frame),
        ..iq_custom_layout::new()
    }
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
        let Some(Functions { measure: Some(function), .. }) = functions_of(context) else { return FAILED };
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
unsafe extern "C" fn extent(context: *mut c_void, section: iq_section, count: usize, across: f64) -> f64 {
    with_custom(context, |custom| custom.extent(&Room::of(section, count, across))).unwrap_or(f64::NAN)
}

/// # Safety
/// Both outputs can be written.
unsafe extern "C" fn range(
    context: *mut c_void,
    section: iq_section,
    count: usize,
    across: f64,
    start: f64,
    end: f64,
    first: *mut usize,
    shown: *mut usize,
) {
    let items = with_custom(context, |custom| custom.items(&Room::of(section, count, across), start..end));
    let found = items.map_or((IQ_END, 0), |items| (items.start.min(count), items.len()));
    // SAFETY: as promised.
    unsafe { (*first, *shown) = found };
}

/// # Safety
/// The output can be written.
unsafe extern "C" fn frame(
    context: *mut c_void,
    section: iq_section,
    count: usize,
    across: f64,
    index: usize,
    frame: *mut iq_rect,
) {
    let found = with_custom(context, |custom| custom.frame(&Room::of(section, count, across), index));
    // SAFETY: as promised.
    unsafe { *frame = found.unwrap_or(Rect::new(f64::NAN, 0.0, 0.0, 0.0)).raw() };
}

/// # Safety
/// None is needed.
pub(crate) unsafe extern "C" fn destroy(context: *mut c_void) {
    forget(context as usize);
}
