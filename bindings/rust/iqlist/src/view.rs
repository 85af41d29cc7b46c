//! Views: what is visible of a list, and the cells there.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;

use crate::boundary::call;
use crate::cells::{cell_of, Host};
use crate::model::Invariant;
use crate::read::text;
use crate::views::{RawView, Views};
use crate::{Error, Event, Result, Status, Target, ViewId, ViewOptions};
use iqlist_sys::*;

/// The cells of one [`View`]: how they are created, and what they show. A cell is what the host keeps for a place
/// on its screen, of whatever type: a widget, a row of a texture, a string. Where classes need different ones, it
/// is an enum.
///
/// The functions are called by [`Screen::poll`](crate::Screen::poll), by [`View::take_cell`] and when the view or
/// its screen is dropped, and for a [view that is laid out](LaidOutView) by its
/// [`layout`](LaidOutView::layout), on the thread of the screen. The event is as one of
/// [`EventKind::BOUND`](crate::EventKind::BOUND): what is shown, with its model, in the event's cell. They may read
/// and change lists, also this one, and drop views; polls and `take_cell` of the screen are
/// [`Status::Busy`](crate::Status::Busy) there.
///
/// A panic in one of them is resumed by the call that called it, after it has completed. What could not be created
/// or bound has no cell, or keeps the one that it had, and the next poll asks again.
///
/// A cell that is not bound waits in a pool of its class, and is dropped if that is
/// [full](crate::ClassBuilder::pool), or with the view. Items and elements without a model and a class have cells
/// with a number only: none of these functions is called for them.
pub trait Cells<M: 'static>: 'static {
    /// A cell. It need not be `Send`: it stays on the thread of its screen.
    type Cell: 'static;

    /// Creates a cell, which is bound to what the event says right afterwards.
    fn create(&self, event: &Event<M>) -> Self::Cell;

    /// Shows the event's item or element in the cell. If it showed the same already
    /// ([`Event::is_reconfigured`]), [`Event::mask`] is what differs.
    fn bind(&self, cell: &mut Self::Cell, event: &Event<M>);

    /// The cell stops showing what it was bound to, with the model that it was bound to last. The item may have
    /// gone.
    fn unbind(&self, cell: &mut Self::Cell, event: &Event<M>) {
        let _ = (cell, event);
    }
}

/// The functions of a view's cells, for cells that are each a `RefCell<C::Cell>`.
struct TypedHost<M, C> {
    cells: C,
    /// It reads models as `M`, and has none.
    models: Invariant<M>,
}

fn typed<C: 'static>(cell: &dyn Any) -> &RefCell<C> {
    cell.downcast_ref().expect("the cells of a view are of its type")
}

impl<M: 'static, C: Cells<M>> Host for TypedHost<M, C> {
    unsafe fn create(&self, event: &iq_event) -> Rc<dyn Any> {
        // SAFETY: as promised, here and below.
        let event = unsafe { Event::of(event, None) };
        Rc::new(RefCell::new(self.cells.create(&event)))
    }

    unsafe fn bind(&self, cell: &dyn Any, event: &iq_event) {
        let event = unsafe { Event::of(event, None) };
        self.cells.bind(&mut typed(cell).borrow_mut(), &event);
    }

    unsafe fn unbind(&self, cell: &dyn Any, event: &iq_event) {
        let event = unsafe { Event::of(event, None) };
        self.cells.unbind(&mut typed(cell).borrow_mut(), &event);
    }
}

/// Of a [`View`] that is told what is visible.
#[derive(Debug)]
pub enum Told {}

/// Of a [`View`] that is laid out: see [`LaidOutView`].
#[derive(Debug)]
pub enum LaidOut {}

/// A view that is laid out: it knows where everything is, and says what is to be drawn, where, in which cell. Made by
/// [`Screen::laid_out_view`](crate::Screen::laid_out_view). It has cells as every [`View`], and is not told what is
/// visible:
///
/// ```compile_fail,E0599
/// # use iqlist::{Cells, LaidOutView};
/// fn told<C: Cells<u64>>(view: &LaidOutView<u64, C>) {
///     let _ = view.set_visible(0..2, 0);
/// }
/// ```
///
/// If its screen is dropped first, all calls but the drop fail with [`Status::Handle`](crate::Status::Handle). Its cells
/// live as long as the view; until it is dropped the list cannot be polled, nor have another screen: both are
/// [`Status::Busy`](crate::Status::Busy).
pub type LaidOutView<M, C> = View<M, C, LaidOut>;

/// A window onto a list: the range of items that the user sees, and the cells there. Made by
/// [`Screen::view`](crate::Screen::view); its cells, and its events, are those of the screen's polls. To drop it
/// unbinds and drops its cells, without events. If its screen is dropped first, all calls but the drop fail with
/// [`Status::Handle`](crate::Status::Handle).
///
/// It stays on the thread of its screen, whatever its cells are:
///
/// ```compile_fail,E0277
/// use iqlist::{Cells, Event, View};
///
/// struct Nothing;
///
/// impl Cells<()> for Nothing {
///     type Cell = ();
///     fn create(&self, _: &Event<()>) {}
///     fn bind(&self, _: &mut (), _: &Event<()>) {}
/// }
///
/// fn sent<T: Send>() {}
/// sent::<View<(), Nothing>>();
/// ```
///
/// A view of this kind is [told](Told) what is visible; a [`LaidOutView`] finds that by itself.
pub struct View<M: 'static, C: Cells<M>, K = Told> {
    view: RawView,
    views: Rc<Views>,
    host: Rc<TypedHost<M, C>>,
    kind: PhantomData<K>,
}

// SAFETY (of all calls below): a view lives as long as its screen, which is checked, and so does the list, whose
// models are of type `M`. Outputs are ours.
impl<M: 'static, C: Cells<M>, K> View<M, C, K> {
    /// # Safety
    /// The list is alive, its models are of type `M`, and the options are those of the kind.
    unsafe fn make(
        list: *mut iq_list,
        views: &Rc<Views>,
        cells: C,
        options: &iq_view_options,
    ) -> Result<Self> {
        let host = Rc::new(TypedHost { cells, models: PhantomData });
        let view = unsafe { views.create(list, host.clone(), options) }?;
        Ok(Self { view, views: views.clone(), host, kind: PhantomData })
    }

    pub(crate) fn raw(&self) -> RawView {
        self.view
    }

    pub(crate) fn views(&self) -> &Rc<Views> {
        &self.views
    }

    /// Identifies it in its events: [`Event::view`].
    pub fn id(&self) -> ViewId {
        self.view.id
    }

    /// What was passed to [`Screen::view`](crate::Screen::view).
    pub fn cells(&self) -> &C {
        &self.host.cells
    }

    /// A bound cell of an item or element: the one that it has, or another, which is bound now. It stays bound
    /// until [`give_cell`](Self::give_cell) was called as often, whether or not it is visible. If what it shows is
    /// reloaded, the cell that replaces it is taken instead.
    ///
    /// The result is as an event of [`EventKind::BOUND`](crate::EventKind::BOUND), and is by hand:
    /// [`Event::is_by_hand`]. [`Status::Handle`](crate::Status::Handle) if the item or section has gone,
    /// [`Status::NotFound`](crate::Status::NotFound) if there is no such element,
    /// [`Status::Argument`](crate::Status::Argument) for a section or the list,
    /// [`Status::Busy`](crate::Status::Busy) inside a function of a cell. A panic of [`Cells`] comes out of it, and
    /// no cell is taken then.
    pub fn take_cell(&self, target: Target) -> Result<Event<M>> {
        self.views.check()?;
        self.views.check_alone()?;
        let _inside = self.views.enter();
        let (element, mut raw) = (target.raw(), iq_event::new());
        call(|| unsafe { iq_view_take_cell(self.view.pointer.as_ptr(), &element, &mut raw) })?;
        Ok(unsafe { Event::of(&raw, None) })
    }

    /// Gives a cell back. If it is not visible, the next poll unbinds it. [`Status::State`](crate::Status::State)
    /// if it was not taken, [`Status::Range`](crate::Status::Range) if there is no such cell.
    pub fn give_cell(&self, cell: u32) -> Result<()> {
        self.views.check()?;
        call(|| unsafe { iq_view_give_cell(self.view.pointer.as_ptr(), cell) })
    }

    /// The cell of an item or element, as an event of [`EventKind::BOUND`](crate::EventKind::BOUND) without
    /// position. `None` if it has none. Also inside the functions of cells, as the two below.
    pub fn find_cell(&self, target: Target) -> Result<Option<Event<M>>> {
        let element = target.raw();
        self.found(IQ_NONE, &element)
    }

    /// What a cell is bound to, likewise. `None` if that is nothing.
    pub fn read_cell(&self, cell: u32) -> Result<Option<Event<M>>> {
        self.found(cell, ptr::null())
    }

    fn found(&self, cell: u32, element: *const iq_element) -> Result<Option<Event<M>>> {
        match self.find(cell, element) {
            Err(error) if error.status() == Status::NotFound => Ok(None),
            found => found.map(|raw| Some(unsafe { Event::of(&raw, None) })),
        }
    }

    fn find(&self, cell: u32, element: *const iq_element) -> Result<iq_event> {
        self.views.check()?;
        let mut raw = iq_event::new();
        call(|| unsafe { iq_view_find_cell(self.view.pointer.as_ptr(), cell, element, &mut raw) })?;
        Ok(raw)
    }

    /// Lends a cell that is bound, by its number: [`Event::cell`]. [`Status::NotFound`](crate::Status::NotFound) if
    /// it is bound to nothing, or to what has no class; [`Status::Busy`](crate::Status::Busy) if it is in use, and
    /// for polls and [`take_cell`](Self::take_cell) meanwhile.
    pub fn with_cell<R>(&self, cell: u32, body: impl FnOnce(&mut C::Cell) -> R) -> Result<R> {
        self.with_object(self.find(cell, ptr::null())?.object, body)
    }

    /// Lends the cell with an object of the library.
    pub(crate) fn with_object<R>(
        &self,
        object: *mut c_void,
        body: impl FnOnce(&mut C::Cell) -> R,
    ) -> Result<R> {
        // Left last: a view that is dropped meanwhile is destroyed when the cell is free again.
        let _inside = self.views.enter();
        let cell = cell_of(object)
            .ok_or_else(|| Error::new(Status::NotFound, "what has no class has no cell of the host's"))?;
        let cell = cell
            .downcast_ref::<RefCell<C::Cell>>()
            .ok_or_else(|| Error::new(Status::NotFound, "the cell is of another view"))?;
        let mut cell = cell.try_borrow_mut().map_err(|_| Error::new(Status::Busy, "the cell is in use"))?;
        Ok(body(&mut cell))
    }

    /// A description for people and tests, one fact a line. The first line has the visible items; of a view that is laid
    /// out the sizes of the window and of the content along the axis, the offset and the number of items, and a line for
    /// each place follows: its item or element, cell and frame, and whether it is stuck, outside or to be measured. The
    /// rest are the cells that are bound, and whether they are displayed or [taken](Self::take_cell).
    pub fn dump(&self) -> Result<String> {
        self.views.check()?;
        text(|buffer, capacity, length| unsafe {
            iq_view_dump(self.view.pointer.as_ptr(), buffer, capacity, length)
        })
    }
}

// SAFETY (of all calls below): as above.
impl<M: 'static, C: Cells<M>> View<M, C> {
    /// # Safety
    /// The list is alive, and its models are of type `M`.
    pub(crate) unsafe fn told(
        list: *mut iq_list,
        views: &Rc<Views>,
        cells: C,
        options: ViewOptions,
    ) -> Result<Self> {
        unsafe { Self::make(list, views, cells, &options.told()) }
    }

    /// Sets what is visible: a range of items, counted over all sections, and the number of items on either side
    /// to be prefetched, which [`EventKind::PREFETCH`](crate::EventKind::PREFETCH) reports. It takes effect with
    /// the next poll, and may go beyond what exists; a range that ends before it starts is empty.
    ///
    /// When the list changes, a range that begins at 0 stays there, unless a [page](crate::List::set_page) may come
    /// before it; any other moves with its items, as far as they stay in order and together.
    pub fn set_visible(&self, range: Range<usize>, ahead: usize) -> Result<()> {
        self.views.check()?;
        call(|| unsafe { iq_view_set_visible(self.view.pointer.as_ptr(), range.start, range.len(), ahead) })
    }

    /// What was visible at the last poll.
    pub fn visible(&self) -> Result<Range<usize>> {
        self.views.check()?;
        let (mut first, mut count) = (0, 0);
        call(|| unsafe { iq_view_get_visible(self.view.pointer.as_ptr(), &mut first, &mut count) })?;
        Ok(first..first + count)
    }
}

impl<M: 'static, C: Cells<M>> LaidOutView<M, C> {
    /// # Safety
    /// The list is alive, and its models are of type `M`.
    pub(crate) unsafe fn laid_out(
        list: *mut iq_list,
        views: &Rc<Views>,
        cells: C,
        options: ViewOptions,
    ) -> Result<Self> {
        unsafe { Self::make(list, views, cells, &options.laid_out()) }
    }
}

impl<M: 'static, C: Cells<M>, K> Drop for View<M, C, K> {
    fn drop(&mut self) {
        self.views.end(self.view.id);
    }
}

impl<M: 'static, C: Cells<M>> fmt::Debug for View<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("id", &self.id()).field("visible", &self.visible().ok()).finish()
    }
}

impl<M: 'static, C: Cells<M>> fmt::Debug for LaidOutView<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LaidOutView").field("id", &self.id()).finish_non_exhaustive()
    }
}
