//! What stands beside items or in place of them: elements of the list, the empty view, pages.

use std::collections::HashMap;

use super::action::EMPTY_ACTION;
use super::{AnySupplementaryViewModel, AnyViewModel, Driver};
use crate::{Edge, Event, Kind, Model, Page, PageState, Placeholder, Result, Status, Target};

impl Driver {
    /// Sets an element of the list itself: its header, what stands in place of items while they are being loaded. See
    /// [`List::set_supplementary`](crate::List::set_supplementary).
    pub fn set_element(
        &self,
        kind: Kind,
        index: u32,
        element: impl Into<AnySupplementaryViewModel>,
    ) -> Result<()> {
        self.list.set_supplementary(&element.into().supplementary(kind, index)?)
    }

    /// Removes an element of the list itself. [`Status::NotFound`] if there is none.
    pub fn remove_element(&self, kind: Kind, index: u32) -> Result<()> {
        self.list.remove_supplementary(kind, index)
    }

    /// The empty view is asked for each time anew, and none is kept while there are items.
    pub(super) fn follow_placeholder(&self, placeholder: Placeholder) -> Result<()> {
        let is_empty = placeholder == Placeholder::Empty;
        if !is_empty && self.has_empty_view.take() {
            return self.list.remove_supplementary(Kind::EMPTY, 0);
        }
        match &self.empty_view {
            Some(provider) if is_empty && !self.has_empty_view.get() => {
                self.set_element(Kind::EMPTY, 0, provider())?;
                self.has_empty_view.set(true);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The action of the empty view was performed: its handler is called by the next poll. If the view has none, the
    /// coordinator gets [`Behaviour::EmptyAction`](super::Behaviour::EmptyAction).
    pub fn perform_empty_action(&self) -> Result<()> {
        self.list.emit(Target::ListElement(Kind::EMPTY, 0), EMPTY_ACTION, 0)
    }

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
