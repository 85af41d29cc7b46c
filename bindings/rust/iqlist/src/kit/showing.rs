//! What is visible, and the cells there.

use std::any::Any;
use std::ops::Range;

use super::erased::erased;
use super::section::SectionInfo;
use super::{AnyCellViewModel, Driver};
use crate::{Error, Result, Status, Target};

impl Driver {
    /// Sets what is visible, and how many items on either side are to be prefetched: see
    /// [`View::set_visible`](crate::View::set_visible). When the list changes the range stays at the start, or moves
    /// with its items.
    pub fn show(&self, range: Range<usize>, ahead: usize) -> Result<()> {
        self.view.set_visible(range, ahead)
    }

    /// What was visible at the last poll.
    pub fn visible(&self) -> Result<Range<usize>> {
        self.view.visible()
    }

    /// Lends the cell of an item or element, if it has one of this type. [`Status::Busy`](crate::Status::Busy) if it
    /// is in use.
    pub fn with_cell<C: 'static, R>(
        &self,
        target: Target,
        body: impl FnOnce(&mut C) -> R,
    ) -> Result<Option<R>> {
        match self.view.find_cell(target)?.and_then(|found| found.cell) {
            Some(cell) => self.with_cell_number(cell, body),
            None => Ok(None),
        }
    }

    pub(super) fn with_cell_number<C: 'static, R>(
        &self,
        cell: u32,
        body: impl FnOnce(&mut C) -> R,
    ) -> Result<Option<R>> {
        let lent = self.view.with_cell(cell, |cell: &mut Box<dyn Any>| (**cell).downcast_mut().map(body));
        match lent {
            // What has no class has a number only.
            Err(error) if error.status() == Status::NotFound => Ok(None),
            lent => lent,
        }
    }

    /// Takes a cell by hand: the one that the item or element has, or another that is bound now, visible or not. It
    /// stays bound until the result is dropped.
    pub fn take_cell(&self, target: Target) -> Result<TakenCell<'_>> {
        TakenCell::take(self, target)
    }

    /// The name by which a test of the user interface finds the cell of an item or element: of where that is now.
    pub fn accessibility_identifier(&self, target: Target) -> Result<Option<String>> {
        let position = |section| Ok(self.list.section_info(section)?.position);
        let (model, section, row) = match target {
            Target::Item(item) => {
                let info = self.list.item_info(item)?;
                (info.model, Some(info.position.section), Some(info.position.item))
            }
            Target::Element(section, kind, index) => {
                let element = self.list.supplementary(section, kind, index)?;
                (element.and_then(|element| element.row.model), Some(position(section)?), None)
            }
            Target::ListElement(kind, index) => {
                let element = self.list.supplementary(None, kind, index)?;
                (element.and_then(|element| element.row.model), None, None)
            }
            Target::List | Target::Section(_) => return Ok(None),
        };
        let Some((Some(base), options)) = erased(&model).map(|erased| erased.accessibility()) else {
            return Ok(None);
        };
        Ok(Some(options.identifier(&base, section, row)))
    }
}

/// A cell that was taken by [`Driver::take_cell`], and is given back when this is dropped.
#[derive(Debug)]
pub struct TakenCell<'a> {
    driver: &'a Driver,
    cell: u32,
}

impl<'a> TakenCell<'a> {
    pub(super) fn take(driver: &'a Driver, target: Target) -> Result<Self> {
        let cell = match target {
            Target::Element(_, SectionInfo::KIND, _) => None,
            _ => driver.view.take_cell(target)?.cell,
        };
        let cell = cell.ok_or_else(|| Error::new(Status::NotFound, "there is no such element"))?;
        Ok(Self { driver, cell })
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
