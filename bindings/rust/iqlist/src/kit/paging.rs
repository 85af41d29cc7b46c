//! Paging: a section asks for further items when its end is near.
//!
//! ```text
//!     what is known of the page  ◄── the section, where it says something else than in the collection before
//!                                ◄── the answer of a request
//!                                ◄── set_has_next
//! ```

use std::fmt;
use std::sync::Arc;

use super::section::SectionInfo;
use super::tree::find_section;
use super::{AnySupplementaryViewModel, AnyViewModel, Driver, Updater};
use crate::{Edge, Error, Event, Key, List, Model, Page, PageState, Result, Section, Status};

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
    ///
    /// `has_next` counts where it differs from what the section said in the collection before, and where the section is
    /// new or was [reloaded](Driver::set_data). Otherwise the answers since then count: an update that says the same
    /// again neither asks for a page that could not be loaded, nor for one behind the last. For that there is
    /// [`Driver::set_has_next`].
    pub fn new(has_next: bool, load: impl Fn(PageRequest) + Send + Sync + 'static) -> Self {
        Self { page: Page::new(state_of(has_next)), load: Arc::new(load), loader: None }
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

    /// What the page is to be, given what the section has said before and what is known now.
    fn page_after(&self, before: Option<&Paging>, now: Page) -> Page {
        let says_the_same = before.map_or(true, |before| before.page.state == self.page.state);
        let state = match (now.state, self.page.state) {
            // The section is new, or a reload has ended its request.
            (PageState::Off, state) => state,
            (known, _) if says_the_same => known,
            (known @ (PageState::More | PageState::Loading), PageState::More) => known,
            (_, state) => state,
        };
        let token = now.token.filter(|_| state == PageState::Loading);
        Page { state, token, ..self.page }
    }

    pub(super) fn load(&self, updater: Updater, section: Section, token: u64) {
        (self.load)(PageRequest { updater, section, token, is_answered: false });
    }
}

fn state_of(has_next: bool) -> PageState {
    if has_next {
        PageState::More
    } else {
        PageState::Ended
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
    token: u64,
    is_answered: bool,
}

impl PageRequest {
    /// The page was loaded; `has_next` says whether there is another one.
    pub fn finish(self, has_next: bool) -> Result<()> {
        self.answer(state_of(has_next))
    }

    /// The page could not be loaded. It is asked for again after [`Driver::set_has_next`].
    pub fn fail(self) -> Result<()> {
        self.answer(PageState::Failed)
    }

    fn answer(mut self, state: PageState) -> Result<()> {
        self.is_answered = true;
        self.set(state)
    }

    fn set(&self, state: PageState) -> Result<()> {
        self.updater.with_pages(|list| {
            let page = Page { state, ..list.page(Some(self.section), Edge::End)? };
            list.set_page(Some(self.section), Edge::End, page.answering(self.token))
        })
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

impl Updater {
    /// Says whether there is a next page behind a section, in place of the last collection and of the last answer:
    /// `true` asks for it when the end is near, again after one that could not be loaded. A request under way is void.
    ///
    /// [`Status::NotFound`] if there is no such section, [`Status::State`] if it has no paging.
    ///
    /// ```
    /// use iqlist::kit::{Driver, PageRequest, Paging, Section};
    /// use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    /// use std::sync::Arc;
    ///
    /// let asked = Arc::new(AtomicU32::new(0));
    /// let count = asked.clone();
    /// let fail = move |request: PageRequest| {
    ///     count.fetch_add(1, SeqCst);
    ///     drop(request);
    /// };
    /// let driver = Driver::new([Section::empty("people").paging(Paging::new(true, fail))])?;
    /// driver.show(0..10, 0)?;
    /// driver.poll()?;
    /// driver.poll()?;
    /// assert_eq!(asked.load(SeqCst), 1);
    /// // The user taps on "try again".
    /// driver.set_has_next("people", true)?;
    /// driver.poll()?;
    /// assert_eq!(asked.load(SeqCst), 2);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_has_next(&self, section: impl Into<Key>, has_next: bool) -> Result<()> {
        let section = section.into();
        self.with_list(|list| {
            let section = find_section(list, section)?;
            let info = list.supplementary(section, SectionInfo::KIND, 0)?.and_then(|info| info.row.model);
            let Some(paging) = info.as_ref().and_then(paging_of) else {
                return Err(Error::new(Status::State, "the section has no paging"));
            };
            // What the section has is dropped after the lock is released: its drop is the host's code.
            let _pages = self.pages();
            list.set_page(Some(section), Edge::End, Page { state: state_of(has_next), ..paging.page })
        })
    }

    /// Nobody else sets a page meanwhile: what is known of one may be read before.
    fn with_pages<R>(&self, body: impl FnOnce(&List<AnyViewModel>) -> Result<R>) -> Result<R> {
        self.with_list(|list| {
            let _pages = self.pages();
            body(list)
        })
    }
}

impl Driver {
    /// As [`Updater::set_has_next`].
    pub fn set_has_next(&self, section: impl Into<Key>, has_next: bool) -> Result<()> {
        self.updater.set_has_next(section, has_next)
    }

    /// Sets the pages of sections that say something else than before. What a request was answered since stays.
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
        let info = self.section_info(section).filter(|info| paging_of(info).is_some());
        let former = self.paged.borrow().get(&section).cloned();
        match (former, info) {
            (None, None) => return Ok(()),
            (Some(former), Some(info)) if Model::ptr_eq(&former, &info) => return Ok(()),
            (former, Some(info)) => {
                if let Some(paging) = paging_of(&info) {
                    let before = former.as_ref().and_then(paging_of);
                    gone_is_ok(self.updater.with_pages(|list| {
                        let now = list.page(Some(section), Edge::End)?;
                        let page = paging.page_after(before.as_ref(), now);
                        if page == now {
                            return Ok(());
                        }
                        list.set_page(Some(section), Edge::End, page)
                    }))?;
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
        if let Some(paging) = self.section_info(section).as_ref().and_then(paging_of) {
            paging.load(self.updater(), section, event.number);
        }
        Ok(())
    }
}

fn paging_of(info: &Model<AnyViewModel>) -> Option<Paging> {
    info.as_section()?.paging.clone()
}

/// A section that has gone meanwhile needs nothing, nor does a page whose request the host has ended meanwhile by
/// itself.
fn gone_is_ok(result: Result<()>) -> Result<()> {
    let is_ok = |error: &Error| matches!(error.status(), Status::Handle | Status::State);
    result.or_else(|error| if is_ok(&error) { Ok(()) } else { Err(error) })
}
