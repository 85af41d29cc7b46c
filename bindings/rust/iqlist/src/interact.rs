//! Loading and paging of a list, and drags by a user.

use crate::boundary::{call, make};
use crate::{Edge, Edit, Item, List, Loading, Page, PageState, Result, Section, SectionName};
use iqlist_sys::*;

// SAFETY (of all calls below): the list is alive, and the outputs are ours.
impl<M: 'static, S: SectionName> List<M, S> {
    /// Sets whether the items are being loaded. It ends with the next update that describes the list anew, unless
    /// that is to [keep it](crate::DiffOptions::keep_loading).
    ///
    /// ```
    /// use iqlist::{EventKind, Key, List, Loading, Placeholder};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_events(EventKind::PLACEHOLDER)?;
    /// list.set_loading(Loading::Yes)?;
    /// assert_eq!(list.poll()?.unwrap().placeholder(), Some(Placeholder::Loading));
    /// list.set_items(&[Key::from(1u64)])?;
    /// assert_eq!(list.info()?.loading, Loading::No);
    /// assert_eq!(list.poll()?.unwrap().placeholder(), Some(Placeholder::None));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_loading(&self, loading: Loading) -> Result<()> {
        call(|| unsafe { iq_list_set_loading(self.as_ptr(), loading.raw()) })
    }

    /// Sets the page behind an edge of a section, or with `None` of the list. With a token it answers that
    /// request: [`Status::State`](crate::Status::State) if that has ended.
    ///
    /// ```
    /// use iqlist::{Edge, EventKind, Key, List, Page, PageState};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_events(EventKind::PAGE)?;
    /// list.set_page(None, Edge::End, Page::new(PageState::More))?;
    /// list.reach_edge(None, Edge::End)?;
    /// let asked = list.poll()?.unwrap();
    /// assert_eq!((asked.edge(), list.page(None, Edge::End)?.state), (Some(Edge::End), PageState::Loading));
    /// list.silently().set_items(&[Key::from(1u64)])?;
    /// list.set_page(None, Edge::End, Page::new(PageState::Ended).answering(asked.number))?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_page(&self, section: Option<Section>, edge: Edge, page: Page) -> Result<()> {
        let raw = page.raw();
        call(|| unsafe { iq_list_set_page(self.as_ptr(), raw_section(section), edge.raw(), &raw) })
    }

    /// The page behind an edge of a section, or with `None` of the list.
    pub fn page(&self, section: Option<Section>, edge: Edge) -> Result<Page> {
        let mut raw = Page::new(PageState::Off).raw();
        call(|| unsafe { iq_list_page(self.as_ptr(), raw_section(section), edge.raw(), &mut raw) })?;
        Ok(Page::of(raw))
    }

    /// An edge is near: if its page is `More`, the next poll asks for it, with an event of
    /// [`EventKind::PAGE`](crate::EventKind::PAGE).
    pub fn reach_edge(&self, section: Option<Section>, edge: Edge) -> Result<()> {
        call(|| unsafe { iq_list_reach_edge(self.as_ptr(), raw_section(section), edge.raw()) })
    }

    /// Opens an edit for a user who drags these items. [`Status::Refused`](crate::Status::Refused) unless all of
    /// them are [movable](crate::Traits::MOVABLE), [`Status::Busy`](crate::Status::Busy) if an edit is open.
    ///
    /// ```
    /// use iqlist::{Class, EventKind, List, Reorder, Row, Traits};
    ///
    /// let movable = Class::builder("example.movable").traits(Traits::MOVABLE).register()?;
    /// let row = |key: u64, model: &'static str| Row::new(key).model(model).class(movable);
    /// let list = List::new()?;
    /// list.set_items(&[row(1, "Ada"), row(2, "Ben")])?;
    /// list.set_events(EventKind::REORDER)?;
    /// let (ada, ben) = (list.item_at(0)?, list.item_at(1)?);
    /// let mut drag = list.begin_reorder(&[ada])?;
    /// drag.move_item_after(ada, ben)?;
    /// drag.commit()?;
    /// let seen: Vec<_> = list.events().map(|event| event.unwrap().reorder()).collect();
    /// assert_eq!(seen, [Some(Reorder::Began), Some(Reorder::Dropped)]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn begin_reorder(&self, items: &[Item]) -> Result<Edit<'_, M, S>> {
        let raw: Vec<iq_item> = items.iter().map(|item| item.raw()).collect();
        let names = self.names.changing();
        make(
            |out| unsafe { iq_list_begin_reorder(self.as_ptr(), raw.as_ptr(), raw.len(), out) },
            |edit| Edit::own(self, edit, names),
        )
    }
}

fn raw_section(section: Option<Section>) -> iq_section {
    section.map_or(iq_section { id: 0 }, Section::raw)
}
