//! Cells that are taken by hand.

use super::{AnyCellViewModel, Driver};
use crate::{Result, Target};

/// A cell that was taken by [`Driver::take_cell`], and is given back when this is dropped.
#[derive(Debug)]
pub struct TakenCell<'a> {
    driver: &'a Driver,
    cell: u32,
}

impl<'a> TakenCell<'a> {
    pub(super) fn take(driver: &'a Driver, target: Target) -> Result<Self> {
        let bound = driver.view.take_cell(target)?;
        Ok(Self { driver, cell: bound.cell.expect("a cell that was taken has a number") })
    }

    /// The number of the cell in the view.
    pub fn number(&self) -> u32 {
        self.cell
    }

    /// The view model that it shows, if that is of an item.
    pub fn view_model(&self) -> Result<Option<AnyCellViewModel>> {
        let bound = self.driver.view.read_cell(self.cell)?;
        Ok(bound.and_then(|bound| bound.model).and_then(|model| AnyCellViewModel::of(&model)))
    }

    /// Lends the cell, if it is of this type. [`Status::Busy`](crate::Status::Busy) if it is in use.
    pub fn with<C: 'static, R>(&self, body: impl FnOnce(&mut C) -> R) -> Result<Option<R>> {
        self.driver.with_cell_number(self.cell, body)
    }
}

impl Drop for TakenCell<'_> {
    fn drop(&mut self) {
        // If it was reloaded and is not taken any more there is nothing to give back.
        let _ = self.driver.view.give_cell(self.cell);
    }
}
