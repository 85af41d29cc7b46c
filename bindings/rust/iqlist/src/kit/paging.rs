//! Paging: a section asks for further items when its end is near.

use std::fmt;
use std::sync::Arc;

use super::{AnySupplementaryViewModel, Updater};
use crate::{Edge, Page, PageState, Result, Section};

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
