//! Loading and paging of a list, the elements of the list itself, and drags by a user.

use crate::boundary::{call, make};
use crate::{
    Edge, Edit, Item, Kind, List, Loading, Page, PageState, Result, Section, SectionName, Supplementary,
};
use iqlist_sys::*;

// SAFETY (of all calls below): the list is alive, and the outputs are ours.
impl<M: 'static, S: SectionName> List<M, S> {
    /// Sets whether the items are being loaded. It ends with the next update that describes the list anew, unless
    /// that is to [keep it](crate::UpdateOptions::keep_loading).
    ///
    /// ```
    /// use iqlist::{EventKind, Key, List, Loading, Placeholder};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_events(EventKind::PLACEHOLDER)?;
    /// list.set_loading(Loading::Yes)?;
    /// let placeholder = || Ok(list.poll()?.and_then(|event| event.placeholder()));
    /// assert_eq!(placeholder()?, Some(Placeholder::Loading));
    /// list.set_items(&[Key::from(1u64)])?;
    /// assert_eq!(list.info()?.loading, Loading::No);
    /// assert_eq!(placeholder()?, Some(Placeholder::None));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_loading(&self, loading: Loading) -> Result<()> {
        call(|| unsafe { iq_list_set_loading(self.as_ptr(), loading.raw()) })
    }

    /// Sets an element of the list itself, one for each kind and index, in place of the one before. Each
    /// [`View`](crate::View) shows it in a cell of its own: a header with the first item, a footer with the last one,
    /// [`Kind::EMPTY`], [`Kind::LOADING`] and [`Kind::FAILED`] in place of items,
    /// [`Kind::PAGE_START`] and [`Kind::PAGE_END`] where there is a [page](Self::set_page), kinds of your own by
    /// [`take_cell`](crate::View::take_cell) only. It is no change of the list, and makes no update. With another key
    /// it is a reload. [`Status::Argument`](crate::Status::Argument) if a list has no such kind, or if the index of one
    /// that is not your own is not 0.
    ///
    /// ```
    /// use iqlist::{Kind, List, Row, Supplementary};
    ///
    /// let list = List::new()?;
    /// list.set_supplementary(&Supplementary::new(Kind::EMPTY, 0, Row::new("empty").model("No mail")))?;
    /// let empty = list.supplementary(None, Kind::EMPTY, 0)?.and_then(|element| element.row.model);
    /// assert_eq!(empty.as_deref(), Some(&"No mail"));
    /// list.remove_supplementary(Kind::EMPTY, 0)?;
    /// assert!(list.supplementaries(None)?.is_empty());
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_supplementary(&self, element: &Supplementary<M>) -> Result<()> {
        let raw = element.raw(self.default_class)?;
        call(|| unsafe { iq_list_set_supplementary(self.as_ptr(), &raw) })
    }

    /// Removes an element of the list itself. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn remove_supplementary(&self, kind: Kind, index: u32) -> Result<()> {
        call(|| unsafe { iq_list_remove_supplementary(self.as_ptr(), kind.0, index) })
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
    /// if let Some(asked) = list.poll()?.filter(|event| event.kind == EventKind::PAGE) {
    ///     assert_eq!((asked.edge(), list.page(None, Edge::End)?.state), (Some(Edge::End), PageState::Loading));
    ///     list.silently().set_items(&[Key::from(1u64)])?;
    ///     list.set_page(None, Edge::End, Page::new(PageState::Ended).answering(asked.number))?;
    /// }
    /// assert_eq!(list.page(None, Edge::End)?.state, PageState::Ended);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_page(&self, section: Option<Section>, edge: Edge, page: Page) -> Result<()> {
        let raw = page.raw();
        call(|| unsafe { iq_list_set_page(self.as_ptr(), Section::optional(section), edge.raw(), &raw) })
    }

    /// The page behind an edge of a section, or with `None` of the list.
    pub fn page(&self, section: Option<Section>, edge: Edge) -> Result<Page> {
        let mut raw = Page::new(PageState::Off).raw();
        call(|| unsafe {
            iq_list_get_page(self.as_ptr(), Section::optional(section), edge.raw(), &mut raw)
        })?;
        Ok(Page::of(raw))
    }

    /// An edge is near: if its page is `More`, the next poll asks for it, with an event of
    /// [`EventKind::PAGE`](crate::EventKind::PAGE).
    pub fn reach_edge(&self, section: Option<Section>, edge: Edge) -> Result<()> {
        call(|| unsafe { iq_list_reach_edge(self.as_ptr(), Section::optional(section), edge.raw()) })
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
    /// let seen = list.events().map(|event| Ok(event?.reorder())).collect::<iqlist::Result<Vec<_>>>()?;
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
