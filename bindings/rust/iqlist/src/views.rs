//! The views of a screen: who is inside them, and when they are destroyed.
//!
//! The functions of cells may drop the view that they belong to, others, and the screen. A view that is dropped
//! meanwhile is destroyed when the thread has left all of them:
//!
//! ```text
//!     poll ──► bind ──► drop(view) ── dropped ──┐
//!      └ leaves: destroys ◄─────────────────────┘
//! ```

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::sync::Arc;

use crate::boundary::{destroy, make};
use crate::cells::{add_view, remove_view, Host};
use crate::list::{HAS_VIEWS, NO_SCREEN};
use crate::{Error, Result, Status, ViewId};
use iqlist_sys::*;

/// A view of the library.
#[derive(Clone, Copy)]
pub(crate) struct RawView {
    pub(crate) pointer: NonNull<iq_view>,
    pub(crate) id: ViewId,
    /// It lives until its owner is dropped: a scene may be borrowed from it when the screen ends.
    is_laid_out: bool,
}

/// The views of one screen, shared by it and them.
pub(crate) struct Views {
    alive: RefCell<Vec<RawView>>,
    /// Those that were dropped and are not destroyed yet.
    dropped: RefCell<Vec<RawView>>,
    /// How many calls of this thread are inside.
    inside: Cell<usize>,
    is_ended: Cell<bool>,
    /// The list's mark that it has a screen, until this one has ended: the next screen sets it again.
    has_screen: Cell<Option<Arc<AtomicU8>>>,
}

impl Views {
    /// Of a screen that has set the mark.
    pub(crate) fn new(has_screen: Arc<AtomicU8>) -> Self {
        Self {
            alive: RefCell::default(),
            dropped: RefCell::default(),
            inside: Cell::new(0),
            is_ended: Cell::new(false),
            has_screen: Cell::new(Some(has_screen)),
        }
    }

    /// Creates a view of a list, whose cells are the host's.
    ///
    /// # Safety
    /// The list is alive, and its models are of the host's type.
    pub(crate) unsafe fn create(
        &self,
        list: *mut iq_list,
        host: Rc<dyn Host>,
        options: &iq_view_options,
    ) -> Result<RawView> {
        let (id, is_laid_out) = (ViewId::new(), options.flags & IQ_VIEW_LAID_OUT != 0);
        let view = make(
            // SAFETY: as promised.
            |out| unsafe { iq_view_create(list, options, out) },
            |pointer| RawView { pointer, id, is_laid_out },
        )?;
        add_view(view.pointer, id, host);
        self.alive.borrow_mut().push(view);
        Ok(view)
    }

    /// [`Status::Handle`] after the screen was dropped, and the views with it.
    pub(crate) fn check(&self) -> Result<()> {
        match self.is_ended.get() {
            true => Err(Error::new(Status::Handle, "the view's screen was dropped")),
            false => Ok(()),
        }
    }

    /// [`Status::Handle`] also after the view was dropped.
    pub(crate) fn check_alive(&self, id: ViewId) -> Result<()> {
        self.check()?;
        match self.alive.borrow().iter().any(|view| view.id == id) {
            true => Ok(()),
            false => Err(Error::new(Status::Handle, "the view was dropped")),
        }
    }

    /// The thread is inside until the result is dropped.
    pub(crate) fn enter(&self) -> Inside<'_> {
        self.inside.set(self.inside.get() + 1);
        Inside(self)
    }

    /// [`Status::Busy`] if the thread is inside.
    pub(crate) fn check_alone(&self) -> Result<()> {
        match self.inside.get() {
            0 => Ok(()),
            _ => Err(Error::new(Status::Busy, "a poll, or a function of a cell, is under way")),
        }
    }

    /// Destroys a view, once nobody is inside.
    pub(crate) fn end(&self, id: ViewId) {
        self.drop_views(|other| other.id == id);
    }

    /// Destroys all of them, but for those that are laid out and not dropped yet. Without these the list has no screen
    /// any more.
    pub(crate) fn end_all(&self) {
        self.is_ended.set(true);
        self.drop_views(|view| !view.is_laid_out);
    }

    fn drop_views(&self, which: impl Fn(&RawView) -> bool) {
        let (dropped, alive): (Vec<_>, Vec<_>) = self.alive.take().into_iter().partition(which);
        self.alive.replace(alive);
        self.dropped.borrow_mut().extend(dropped);
        drop(self.enter());
    }

    fn destroy_dropped(&self) {
        loop {
            // Functions of their cells may drop more.
            let dropped = self.dropped.take();
            if dropped.is_empty() {
                break;
            }
            for RawView { pointer, id, .. } in dropped {
                // SAFETY: it is ours, and this happens once.
                unsafe { iq_view_destroy(pointer.as_ptr()) };
                remove_view(pointer, id);
            }
        }
        if !self.is_ended.get() {
            return;
        }
        if let Some(has_screen) = self.has_screen.take() {
            if self.alive.borrow().is_empty() {
                has_screen.store(NO_SCREEN, SeqCst);
            } else {
                has_screen.store(HAS_VIEWS, SeqCst);
                self.has_screen.set(Some(has_screen));
            }
        }
    }
}

/// A call that may run functions of cells, or use a cell.
pub(crate) struct Inside<'a>(&'a Views);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        /// Also if a function of a cell has panicked.
        struct Leaving<'a>(&'a Cell<usize>);
        impl Drop for Leaving<'_> {
            fn drop(&mut self) {
                self.0.set(self.0.get() - 1);
            }
        }
        let leaving = Leaving(&self.0.inside);
        if leaving.0.get() == 1 {
            destroy(|| self.0.destroy_dropped());
        }
    }
}
