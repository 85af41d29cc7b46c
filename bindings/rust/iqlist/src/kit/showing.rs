//! What is visible, and the cells there.

use std::ops::Range;

use super::erased::erased;
use super::kit_view::KitView;
use super::section::SectionInfo;
use super::{AnyCellViewModel, Driver};
use crate::{Error, Key, Kind, Result, Section, Status, Target};

impl Driver {
    /// Sets what is visible, and how many items on either side are to be prefetched: see
    /// [`View::set_visible`](crate::View::set_visible). When the list changes the range stays at the start, or moves
    /// with its items. [`Status::State`] in a driver with a [layout](super::DriverBuilder::layout), which finds that by
    /// itself.
    pub fn show(&self, range: Range<usize>, ahead: usize) -> Result<()> {
        self.view.told()?.set_visible(range, ahead)
    }

    /// What was visible at the last poll; in a driver with a [layout](super::DriverBuilder::layout), at the last layout.
    pub fn visible(&self) -> Result<Range<usize>> {
        match &self.view {
            KitView::Told(view) => view.visible(),
            KitView::LaidOut(laid_out) => Ok(laid_out.visible()),
        }
    }

    /// The supplementary elements that had a cell at the last poll as they were in view, of the list and of its sections,
    /// from the first to the last: kinds of your own are only shown by [`take_cell`](Self::take_cell), and not among them.
    ///
    /// ```
    /// use iqlist::kit::{Driver, Section};
    /// use iqlist::{Kind, Target};
    /// # use iqlist::kit::CellViewModel;
    /// # #[derive(PartialEq)]
    /// # struct Name(&'static str);
    /// # impl CellViewModel for Name {
    /// #     type Cell = String;
    /// #     fn id(&self) -> iqlist::Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// # }
    ///
    /// let driver = Driver::new([Section::new("names", [Name("Ada")]).header("Names")])?;
    /// driver.show(0..1, 0)?;
    /// driver.poll()?;
    /// let section = driver.list().section_at(0)?;
    /// assert_eq!(driver.visible_elements()?, [Target::Element(section, Kind::HEADER, 0)]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn visible_elements(&self) -> Result<Vec<Target>> {
        let elements = self.list.supplementaries(None)?.into_iter();
        let mut targets: Vec<_> = elements
            .map(|element| (element.kind, Target::ListElement(element.kind, element.index)))
            .collect();
        let visible = self.visible()?;
        if let Some(last) =
            visible.end.min(self.list.len()).checked_sub(1).filter(|last| *last >= visible.start)
        {
            let section_of = |index| Ok(self.list.position(self.list.item_at(index)?)?.section);
            for position in section_of(visible.start)?..=section_of(last)? {
                let section = self.list.section_at(position)?;
                let elements = self.list.supplementaries(section)?.into_iter();
                targets
                    .extend(elements.map(|element| {
                        (element.kind, Target::Element(section, element.kind, element.index))
                    }));
            }
        }
        let mut found = Vec::new();
        for (kind, target) in targets {
            if kind < Kind::HOST && self.view.find_cell(target)?.is_some() {
                found.push(target);
            }
        }
        Ok(found)
    }

    /// The [title](super::Section::title) of a section. `None` too if there is no such section.
    pub fn section_title(&self, section: impl Into<Key>) -> Result<Option<String>> {
        let info = self.list.find_section(section)?.and_then(|section| self.section_info(section));
        Ok(info.and_then(|info| Some(info.as_section()?.title.as_deref()?.to_string())))
    }

    /// The [titles](super::Section::index_title) for an index beside the list, each with the section to jump to. Sections
    /// without one are left out.
    pub fn index_titles(&self) -> Result<Vec<(String, Section)>> {
        let mut titles = Vec::new();
        for position in 0..self.list.section_count() {
            let section = self.list.section_at(position)?;
            let info = self.section_info(section);
            let title = info.as_ref().and_then(|info| info.as_section()?.index_title.as_deref());
            titles.extend(title.map(|title| (title.to_string(), section)));
        }
        Ok(titles)
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
        let lent = self.view.with_cell(cell, |cell| cell.object.downcast_mut().map(body));
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
