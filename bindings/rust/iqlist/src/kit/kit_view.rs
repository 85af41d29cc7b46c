//! The view of a driver, of one of the two kinds: with a visible range that the host sets, or laid out.

use std::cell::{Ref, RefCell};

use super::cells::{KitCell, KitCells};
use super::laid_out::LaidOut;
use super::AnyViewModel;
use crate::{Error, Event, LaidOutView, Result, Status, Target, View};

/// Of the two kinds, the first is what a driver has that was not given a layout.
pub(super) enum KitView {
    Told(View<AnyViewModel, KitCells>),
    LaidOut(Box<LaidOut>),
}

/// A view that is laid out: changed by a layout, and only read by all else.
pub(super) type Shared = RefCell<LaidOutView<AnyViewModel, KitCells>>;

/// [`Status::Busy`] while the view is being laid out.
pub(super) fn reading(view: &Shared) -> Result<Ref<'_, LaidOutView<AnyViewModel, KitCells>>> {
    view.try_borrow().map_err(|_| busy())
}

pub(super) fn busy() -> Error {
    Error::new(Status::Busy, "a layout of the driver is under way")
}

/// The same call of either kind.
macro_rules! either {
    ($view:expr, $call:ident($($given:expr),*)) => {
        match $view {
            KitView::Told(view) => view.$call($($given),*),
            KitView::LaidOut(laid_out) => reading(laid_out.view())?.$call($($given),*),
        }
    };
}

impl KitView {
    pub(super) fn told(&self) -> Result<&View<AnyViewModel, KitCells>> {
        match self {
            Self::Told(view) => Ok(view),
            Self::LaidOut(_) => {
                let detail = "the driver has a layout, which finds what is visible: scroll, and lay it out";
                Err(Error::new(Status::State, detail))
            }
        }
    }

    pub(super) fn laid_out(&self) -> Result<&LaidOut> {
        match self {
            Self::LaidOut(laid_out) => Ok(laid_out),
            Self::Told(_) => {
                let detail = "the driver has no layout: build it with DriverBuilder::layout or view_options";
                Err(Error::new(Status::State, detail))
            }
        }
    }

    pub(super) fn find_cell(&self, target: Target) -> Result<Option<Event<AnyViewModel>>> {
        either!(self, find_cell(target))
    }

    pub(super) fn read_cell(&self, cell: u32) -> Result<Option<Event<AnyViewModel>>> {
        either!(self, read_cell(cell))
    }

    pub(super) fn take_cell(&self, target: Target) -> Result<Event<AnyViewModel>> {
        either!(self, take_cell(target))
    }

    pub(super) fn give_cell(&self, cell: u32) -> Result<()> {
        either!(self, give_cell(cell))
    }

    pub(super) fn with_cell<R>(&self, cell: u32, body: impl FnOnce(&mut KitCell) -> R) -> Result<R> {
        either!(self, with_cell(cell, body))
    }
}
