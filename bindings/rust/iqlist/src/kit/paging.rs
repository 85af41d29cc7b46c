//! Paging: a section, or the list, asks for further items when its end is near, or its start.
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
use crate::{Edge, Error, Event, Key, Kind, List, Model, Page, PageState, Result, Section, Status};

/// Lets a section load further items, or the list: see [`super::Section::paging`] and [`Driver::set_paging`].
#[derive(Clone)]
pub struct Paging {
    edge: Edge,
    page: Page,
    load: Arc<dyn Fn(PageRequest) + Send + Sync>,
    loader: Option<AnySupplementaryViewModel>,
}

impl Paging {
    /// Calls `load` when the end is near, if there is a next page. `load` answers the request, then or
    /// later, on any thread. It is called on the polling thread, once until the answer.
    ///
    /// `has_next` counts where it differs from what the section said in the collection before, and where the section is
    /// new or was [reloaded](Driver::set_data). Otherwise the answers since then count: an update that says the same
    /// again neither asks for a page that could not be loaded, nor for one behind the last. For that there is
    /// [`Driver::set_has_next`].
    pub fn new(has_next: bool, load: impl Fn(PageRequest) + Send + Sync + 'static) -> Self {
        Self { edge: Edge::End, page: Page::new(state_of(has_next)), load: Arc::new(load), loader: None }
    }

    /// Sets at which edge it is: at the start, further items come before the first one. What begins with a page at its
    /// start stays in view when that comes. An empty section, or list, is asked for at its end only.
    #[must_use]
    pub fn edge(mut self, edge: Edge) -> Self {
        self.edge = edge;
        self
    }

    /// Sets how near, in items, the edge is to what is visible for its page to be asked for.
    #[must_use]
    pub fn distance(mut self, items: u32) -> Self {
        self.page.distance = items;
        self
    }

    /// Sets what is shown beyond the edge while there is a next page.
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

    pub(super) fn at(&self) -> Edge {
        self.edge
    }

    /// Its loader, and the kind of that.
    pub(super) fn loader_element(&self) -> Option<(Kind, &AnySupplementaryViewModel)> {
        Some((kind_at(self.edge), self.loader.as_ref()?))
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

    fn load(&self, updater: Updater, section: Option<Section>, token: u64) {
        (self.load)(PageRequest { updater, section, edge: self.edge, token, is_answered: false });
    }
}

/// Of a section or the list: at most one for each edge.
pub(super) type Pagings = [Option<Paging>; 2];

const EDGES: [Edge; 2] = [Edge::Start, Edge::End];

fn kind_at(edge: Edge) -> Kind {
    match edge {
        Edge::Start => Kind::PAGE_START,
        Edge::End => Kind::PAGE_END,
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

/// A request for the next page of a section or of the list. It is answered exactly once: by one of its methods, or as failed when it
/// is dropped. The items of the page may come before the answer or after it.
///
/// The methods fail with [`Status::State`](crate::Status::State) if the request has ended otherwise, with
/// [`Status::Handle`](crate::Status::Handle) if the section or the driver has gone.
#[derive(Debug)]
#[must_use = "dropping it reports that the page could not be loaded"]
pub struct PageRequest {
    updater: Updater,
    section: Option<Section>,
    edge: Edge,
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
            let page = Page { state, ..list.page(self.section, self.edge)? };
            list.set_page(self.section, self.edge, page.answering(self.token))
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
        self.set_has_next_at(Some(section.into()), Edge::End, has_next)
    }

    /// The same at an edge of a section, or with `None` of the list.
    pub fn set_has_next_at(&self, section: Option<Key>, edge: Edge, has_next: bool) -> Result<()> {
        let none = || Error::new(Status::State, "there is no paging at that edge");
        self.with_list(|list| {
            let section = section.map(|section| find_section(list, section)).transpose()?;
            // What a section says counts also before a poll has set it in the list.
            let info =
                section.map(|section| list.supplementary(section, SectionInfo::KIND, 0)).transpose()?;
            let info = info.flatten().and_then(|info| info.row.model);
            let said = info.as_ref().map(|info| paging_of(info, edge).map(|paging| paging.page));
            // What the section has is dropped after the lock is released: its drop is the host's code.
            let _pages = self.pages();
            let page = match (section, said) {
                (Some(_), said) => said.flatten(),
                (None, _) => Some(list.page(None, edge)?).filter(|page| page.state != PageState::Off),
            };
            let page = Page { state: state_of(has_next), token: None, ..page.ok_or_else(none)? };
            list.set_page(section, edge, page)
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

    /// As [`Updater::set_has_next_at`].
    pub fn set_has_next_at(&self, section: Option<Key>, edge: Edge, has_next: bool) -> Result<()> {
        self.updater.set_has_next_at(section, edge, has_next)
    }

    /// Lets the list itself load further items when its edge is near, in place of what loaded them there before. Whether
    /// there is a next page counts as [`Paging::new`] says: an equal paging again changes nothing but what loads.
    ///
    /// Without one the coordinator gets [`Behaviour::Page`](super::Behaviour::Page), if the list has a page all the same.
    ///
    /// ```
    /// use iqlist::kit::{Driver, Paging, Section};
    /// use iqlist::Edge;
    ///
    /// let driver = Driver::new([Section::empty("messages")])?;
    /// let older = Paging::new(true, |request| drop(request.finish(false))).edge(Edge::Start).loader("Loading ...");
    /// driver.set_paging(older)?;
    /// driver.remove_paging(Edge::Start)?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_paging(&self, paging: Paging) -> Result<()> {
        let (edge, slot) = (paging.edge, paging.edge as usize);
        let former = self.list_paging.borrow()[slot].clone();
        match paging.loader_element() {
            Some((kind, loader)) => self.set_element(kind, 0, loader.clone())?,
            None => self.remove_loader(former.as_ref())?,
        }
        self.updater.with_pages(|list| {
            let page = paging.page_after(former.as_ref(), list.page(None, edge)?);
            list.set_page(None, edge, page)
        })?;
        let _former = self.list_paging.borrow_mut()[slot].replace(paging);
        Ok(())
    }

    /// Turns paging at an edge of the list off. A request under way is void. Of a section, an update turns it off in which
    /// the section has none.
    pub fn remove_paging(&self, edge: Edge) -> Result<()> {
        let former = self.list_paging.borrow_mut()[edge as usize].take();
        self.remove_loader(former.as_ref())?;
        self.list.set_page(None, edge, Page::new(PageState::Off))
    }

    fn remove_loader(&self, paging: Option<&Paging>) -> Result<()> {
        let Some((kind, _)) = paging.and_then(Paging::loader_element) else { return Ok(()) };
        match self.remove_element(kind, 0) {
            // The host has removed it by hand.
            Err(error) if error.status() == Status::NotFound => Ok(()),
            removed => removed,
        }
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
        let is_paged = |info: &Model<AnyViewModel>| EDGES.iter().any(|edge| paging_of(info, *edge).is_some());
        let info = self.section_info(section).filter(is_paged);
        let former = self.paged.borrow().get(&section).cloned();
        let is_same = match (&former, &info) {
            (Some(former), Some(info)) => Model::ptr_eq(former, info),
            (former, info) => former.is_none() && info.is_none(),
        };
        if is_same {
            return Ok(());
        }
        for edge in EDGES {
            let before = former.as_ref().and_then(|info| paging_of(info, edge));
            let paging = info.as_ref().and_then(|info| paging_of(info, edge));
            if before.is_none() && paging.is_none() {
                continue;
            }
            gone_is_ok(self.updater.with_pages(|list| {
                let now = list.page(Some(section), edge)?;
                let page = match paging {
                    Some(paging) => paging.page_after(before, now),
                    None => Page::new(PageState::Off),
                };
                if page == now {
                    return Ok(());
                }
                list.set_page(Some(section), edge, page)
            }))?;
        }
        let mut paged = self.paged.borrow_mut();
        let _former = match info {
            Some(info) => paged.insert(section, info),
            None => paged.remove(&section),
        };
        drop(paged);
        Ok(())
    }

    /// Asks a section, or the list, for its next page. Whether there was somebody to ask.
    pub(super) fn load_page(&self, event: &Event<AnyViewModel>) -> Result<bool> {
        let Some(edge) = event.edge() else { return Ok(false) };
        let paging = match event.section {
            Some(section) => self.section_info(section).and_then(|info| paging_of(&info, edge).cloned()),
            None => self.list_paging.borrow()[edge as usize].clone(),
        };
        if let Some(paging) = &paging {
            paging.load(self.updater(), event.section, event.number);
        }
        Ok(paging.is_some())
    }
}

fn paging_of(info: &Model<AnyViewModel>, edge: Edge) -> Option<&Paging> {
    info.as_section()?.paging[edge as usize].as_ref()
}

/// A section that has gone meanwhile needs nothing, nor does a page whose request the host has ended meanwhile by
/// itself.
fn gone_is_ok(result: Result<()>) -> Result<()> {
    let is_ok = |error: &Error| matches!(error.status(), Status::Handle | Status::State);
    result.or_else(|error| if is_ok(&error) { Ok(()) } else { Err(error) })
}
