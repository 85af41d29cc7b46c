//! The pages of sections: set from what sections say, asked for when the list wants one.

use super::{AnyViewModel, Driver};
use crate::{Edge, Event, Model, Page, PageState, Result, Section, Status};

impl Driver {
    /// Sets the pages of sections that have described them anew. What a request was answered since stays.
    pub(super) fn follow_paging(&self) -> Result<()> {
        if !self.updater.is_paged() {
            return Ok(());
        }
        // Another thread may change the list meanwhile: then another update is to come. A section that is known is
        // asked for by itself, as it may have moved to where this has been.
        let shown = (0..self.list.section_count()).map_while(|position| self.list.section_at(position).ok());
        let known: Vec<Section> = self.paged.borrow().keys().copied().collect();
        shown.chain(known).try_for_each(|section| self.follow_paging_of(section))
    }

    fn follow_paging_of(&self, section: Section) -> Result<()> {
        let paging = |info: &Model<AnyViewModel>| info.as_section()?.paging.clone();
        let info = self.section_info(section).filter(|info| paging(info).is_some());
        let former = self.paged.borrow().get(&section).cloned();
        match (former, info) {
            (None, None) => return Ok(()),
            (Some(former), Some(info)) if Model::ptr_eq(&former, &info) => return Ok(()),
            (_, Some(info)) => {
                let page = self.list.page(Some(section), Edge::End).ok();
                let page = paging(&info).zip(page).and_then(|(paging, now)| paging.page_after(now.state));
                if let Some(page) = page {
                    gone_is_ok(self.list.set_page(Some(section), Edge::End, page))?;
                }
                let _former = self.paged.borrow_mut().insert(section, info);
            }
            (Some(_), None) => {
                let off = Page::new(PageState::Off);
                gone_is_ok(self.list.set_page(Some(section), Edge::End, off))?;
                let _former = self.paged.borrow_mut().remove(&section);
            }
        }
        Ok(())
    }

    /// Asks a section for its next page.
    pub(super) fn load_page(&self, event: &Event<AnyViewModel>) -> Result<()> {
        let Some(section) = event.section else { return Ok(()) };
        let info = self.section_info(section);
        let paging = info.as_ref().and_then(|info| info.as_section()).and_then(|info| info.paging.clone());
        if let Some(paging) = paging {
            paging.load(self.updater(), section, event.number);
        }
        Ok(())
    }
}

/// A section that has gone meanwhile needs nothing.
fn gone_is_ok(result: Result<()>) -> Result<()> {
    result.or_else(|error| if error.status() == Status::Handle { Ok(()) } else { Err(error) })
}
