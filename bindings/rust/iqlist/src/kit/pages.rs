//! The pages of sections: set from what sections say, asked for when the list wants one.

use std::collections::HashMap;

use super::{AnyViewModel, Driver};
use crate::{Edge, Event, Model, Page, PageState, Result, Status};

impl Driver {
    /// Sets the pages of sections that have described them anew. What a request was answered since stays.
    pub(super) fn follow_paging(&self) -> Result<()> {
        if !self.updater.is_paged() {
            return Ok(());
        }
        let mut now = HashMap::new();
        for position in 0..self.list.section_count() {
            // Another thread may have changed the list: then another update is to come.
            let Ok(section) = self.list.section_at(position) else { break };
            let Some(info) = self.section_info(section) else { continue };
            let Some(paging) = info.as_section().and_then(|info| info.paging.clone()) else { continue };
            let is_known =
                self.paged.borrow().get(&section).is_some_and(|former| Model::ptr_eq(former, &info));
            if !is_known {
                let page = self.list.page(Some(section), Edge::End);
                if let Some(page) = page.ok().and_then(|page| paging.page_after(page.state)) {
                    gone_is_ok(self.list.set_page(Some(section), Edge::End, page))?;
                }
            }
            now.insert(section, info);
        }
        let former = self.paged.replace(now);
        for section in former.into_keys() {
            if !self.paged.borrow().contains_key(&section) {
                let off = Page::new(PageState::Off);
                gone_is_ok(self.list.set_page(Some(section), Edge::End, off))?;
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
