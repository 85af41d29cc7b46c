//! Paging: a section asks for further items when its end is near. Its page is set from what the section says.

use std::fmt;
use std::sync::Arc;

use super::{AnySupplementaryViewModel, AnyViewModel, Driver, Updater};
use crate::{Edge, Event, Model, Page, PageState, Result, Section, Status};

/// Lets a section load further items: see [`super::Section::paging`].
#[derive(Clone)]
pub struct Paging {
    page: Page,
    load: Arc<dyn Fn(PageRequest) + Send + Sync>,
    loader: Option<AnySupplementaryViewModel>,
}

impl Paging {
    /// Calls `load` when the end of the section is near, if there is a next page. `load` answers the request, then or
    /// later, on any thread. It is called on the polling thread, once until the answer.
    pub fn new(has_next: bool, load: impl Fn(PageRequest) + Send + Sync + 'static) -> Self {
        let state = if has_next { PageState::More } else { PageState::Ended };
        Self { page: Page::new(state), load: Arc::new(load), loader: None }
    }

    /// Sets how near, in items, the end is to what is visible for its page to be asked for.
    #[must_use]
    pub fn distance(mut self, items: u32) -> Self {
        self.page.distance = items;
        self
    }

    /// Sets what is shown behind the last item while there is a next page.
    #[must_use]
    pub fn loader(mut self, loader: impl Into<AnySupplementaryViewModel>) -> Self {
        self.loader = Some(loader.into());
        self
    }

    /// Shows the loader only while the page is being loaded.
    #[must_use]
    pub fn only_while_loading(mut self) -> Self {
        self.page.shows_loading = true;
        self
    }

    pub(super) fn loader_element(&self) -> Option<&AnySupplementaryViewModel> {
        self.loader.as_ref()
    }

    /// The page as the section describes it, given what is known of it.
    pub(super) fn page_after(&self, now: PageState) -> Option<Page> {
        match now {
            PageState::More | PageState::Loading if self.page.state == PageState::More => None,
            _ => Some(self.page),
        }
    }

    pub(super) fn load(&self, updater: Updater, section: Section, token: u64) {
        let page = self.page.answering(token);
        (self.load)(PageRequest { updater, section, page, is_answered: false });
    }
}

impl fmt::Debug for Paging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paging").field("page", &self.page).finish_non_exhaustive()
    }
}

/// A request for the next page of a section. It is answered exactly once: by one of its methods, or as failed when it
/// is dropped. The items of the page may come before the answer or after it.
///
/// The methods fail with [`Status::State`](crate::Status::State) if the request has ended otherwise, with
/// [`Status::Handle`](crate::Status::Handle) if the section or the driver has gone.
#[derive(Debug)]
#[must_use = "dropping it reports that the page could not be loaded"]
pub struct PageRequest {
    updater: Updater,
    section: Section,
    page: Page,
    is_answered: bool,
}

impl PageRequest {
    /// The page was loaded; `has_next` says whether there is another one.
    pub fn finish(self, has_next: bool) -> Result<()> {
        self.answer(if has_next { PageState::More } else { PageState::Ended })
    }

    /// The page could not be loaded. It is asked for again when a later update says that there is a next one.
    pub fn fail(self) -> Result<()> {
        self.answer(PageState::Failed)
    }

    fn answer(mut self, state: PageState) -> Result<()> {
        self.is_answered = true;
        self.set(state)
    }

    fn set(&self, state: PageState) -> Result<()> {
        let mut page = self.page;
        page.state = state;
        self.updater.with_list(|list| list.set_page(Some(self.section), Edge::End, page))
    }
}

impl Drop for PageRequest {
    fn drop(&mut self) {
        if !self.is_answered {
            // Section or driver may have gone: then nobody waits for it.
            let _ = self.set(PageState::Failed);
        }
    }
}

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
