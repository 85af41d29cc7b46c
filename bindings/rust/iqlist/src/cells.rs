//! The cells of a thread's views, as the functions of cell classes find them.
//!
//! Classes belong to the process and are immutable, cells to a view and the thread that polls. So the functions
//! of all classes are those below, and the view of an event says whose cell is meant:
//!
//! ```text
//!     poll ── library ── bind(event) ── event.view ───► views: host ── its function
//!                                   └── event.object ─► cells: cell ──────┘
//! ```
//!
//! The object of a cell is its number here and no address: another thread, or one whose storage was destroyed,
//! finds nothing and touches no cell. No panic leaves these functions.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::num::NonZeroUsize;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::panics::catching;
use iqlist_sys::{iq_event, iq_view};

/// Identifies a [`View`](crate::View) in its [events](crate::Event::view). No two of the process are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(NonZeroUsize);

impl ViewId {
    pub(crate) fn new() -> Self {
        Self(next_number())
    }
}

/// Numbers of views, cells and measuring functions count from 1.
pub(crate) fn next_number() -> NonZeroUsize {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    NonZeroUsize::new(LAST.fetch_add(1, Relaxed) + 1).expect("a process does not count so far")
}

/// The functions of one view, for cells that are values of one type.
pub(crate) trait Host {
    /// # Safety
    /// The event is of a list of the host's models, and alive, as in all of these.
    unsafe fn create(&self, event: &iq_event) -> Rc<dyn Any>;
    /// # Safety
    /// As above.
    unsafe fn bind(&self, cell: &dyn Any, event: &iq_event);
    /// # Safety
    /// As above.
    unsafe fn unbind(&self, cell: &dyn Any, event: &iq_event);
}

#[derive(Default)]
struct Table {
    views: HashMap<*mut iq_view, (ViewId, Rc<dyn Host>)>,
    cells: HashMap<usize, Rc<dyn Any>>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// Nothing of the host's is run or dropped by `body`. `None` if the thread's storage was destroyed.
fn with_table<R>(body: impl FnOnce(&mut Table) -> R) -> Option<R> {
    TABLE.try_with(|table| body(&mut table.borrow_mut())).ok()
}

/// Makes the functions of a view known to this thread.
pub(crate) fn add_view(view: NonNull<iq_view>, id: ViewId, host: Rc<dyn Host>) {
    let _former = with_table(|table| table.views.insert(view.as_ptr(), (id, host)));
}

/// Forgets them, after the view was destroyed. Its address may be another view's already.
pub(crate) fn remove_view(view: NonNull<iq_view>, id: ViewId) {
    let removed = with_table(|table| match table.views.get(&view.as_ptr()) {
        Some((known, _)) if *known == id => table.views.remove(&view.as_ptr()),
        _ => None,
    });
    catching((), || drop(removed));
}

/// The view at an address of the library, if this thread has it.
pub(crate) fn view_at(view: *mut iq_view) -> Option<ViewId> {
    with_table(|table| table.views.get(&view).map(|(id, _)| *id)).flatten()
}

/// The cell of an object, if this thread has it.
pub(crate) fn cell_of(object: *mut c_void) -> Option<Rc<dyn Any>> {
    with_table(|table| table.cells.get(&(object as usize)).cloned()).flatten()
}

fn host_of(event: &iq_event) -> Option<Rc<dyn Host>> {
    with_table(|table| table.views.get(&event.view).map(|(_, host)| host.clone())).flatten()
}

/// What the functions return if there is no cell, and what `otherwise` says after a panic.
const FAILED: c_int = 1;

/// # Safety
/// The library calls it about a view of a list of the host's models; both pointers live for the call.
pub(crate) unsafe extern "C" fn create(
    _: *mut c_void,
    event: *const iq_event,
    object: *mut *mut c_void,
) -> c_int {
    catching(FAILED, || {
        // SAFETY: as promised.
        let event = unsafe { &*event };
        let Some(host) = host_of(event) else { return FAILED };
        // SAFETY: as promised.
        let (cell, number) = (unsafe { host.create(event) }, next_number().get());
        if with_table(|table| table.cells.insert(number, cell)).is_none() {
            return FAILED;
        }
        // SAFETY: as promised.
        unsafe { *object = number as *mut c_void };
        0
    })
}

/// # Safety
/// As above.
pub(crate) unsafe extern "C" fn bind(_: *mut c_void, event: *const iq_event) -> c_int {
    catching(FAILED, || {
        // SAFETY: as promised.
        let event = unsafe { &*event };
        let (Some(host), Some(cell)) = (host_of(event), cell_of(event.object)) else { return FAILED };
        // SAFETY: as promised.
        unsafe { host.bind(&*cell, event) };
        0
    })
}

/// # Safety
/// As above.
pub(crate) unsafe extern "C" fn unbind(_: *mut c_void, event: *const iq_event) {
    catching((), || {
        // SAFETY: as promised.
        let event = unsafe { &*event };
        if let (Some(host), Some(cell)) = (host_of(event), cell_of(event.object)) {
            // SAFETY: as promised.
            unsafe { host.unbind(&*cell, event) };
        }
    });
}

/// # Safety
/// None is needed: an object that is no cell of this thread is left alone.
pub(crate) unsafe extern "C" fn destroy(_: *mut c_void, object: *mut c_void) {
    let removed = with_table(|table| table.cells.remove(&(object as usize)));
    catching((), || drop(removed));
}
