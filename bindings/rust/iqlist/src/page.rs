//! What a list says of items that are not there yet.

use iqlist_sys::*;

/// Whether the items of a list are being loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Loading {
    /// They are not.
    #[default]
    No,
    /// They are.
    Yes,
    /// They could not be loaded.
    Failed,
}

impl Loading {
    pub(crate) fn of(raw: u32) -> Self {
        match raw {
            IQ_LOADING_YES => Self::Yes,
            IQ_LOADING_FAILED => Self::Failed,
            _ => Self::No,
        }
    }

    pub(crate) fn raw(self) -> u32 {
        match self {
            Self::No => IQ_LOADING_NO,
            Self::Yes => IQ_LOADING_YES,
            Self::Failed => IQ_LOADING_FAILED,
        }
    }
}

/// What is shown in place of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Placeholder {
    /// Nothing: there are items.
    None,
    /// There are none.
    Empty,
    /// There are none yet.
    Loading,
    /// They could not be loaded.
    Failed,
}

impl Placeholder {
    pub(crate) fn of(raw: u32) -> Self {
        match raw {
            IQ_PLACEHOLDER_EMPTY => Self::Empty,
            IQ_PLACEHOLDER_LOADING => Self::Loading,
            IQ_PLACEHOLDER_FAILED => Self::Failed,
            _ => Self::None,
        }
    }
}

/// An end of a list or of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Before the first item.
    Start,
    /// Behind the last item.
    End,
}

impl Edge {
    pub(crate) fn of(raw: iq_edge) -> Self {
        match raw {
            IQ_EDGE_START => Self::Start,
            _ => Self::End,
        }
    }

    pub(crate) fn raw(self) -> iq_edge {
        match self {
            Self::Start => IQ_EDGE_START,
            Self::End => IQ_EDGE_END,
        }
    }
}

/// What is known of the items behind an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageState {
    /// There is no paging here.
    #[default]
    Off,
    /// There are more items.
    More,
    /// They were asked for.
    Loading,
    /// They could not be loaded.
    Failed,
    /// There are none.
    Ended,
}

/// The page behind an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// What is known of it.
    pub state: PageState,
    /// How near, in items, an edge is to what is visible in a view for its page to be asked for.
    pub distance: u32,
    /// Whether the element [`PAGE_START`](crate::Kind::PAGE_START) or [`PAGE_END`](crate::Kind::PAGE_END) is shown
    /// only while the page is being loaded.
    pub shows_loading: bool,
    /// Read: the request under way. Set: the request that is answered, `None`: whatever is under way.
    pub token: Option<u64>,
}

impl Page {
    /// In this state, with all defaults.
    pub fn new(state: PageState) -> Self {
        Self { state, ..Self::default() }
    }

    /// Asks for the page when its edge is so near, in items, to what is visible in a view.
    ///
    /// ```
    /// use iqlist::{Edge, Key, List, Page, PageState};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_items(&[Key::from(1u64)])?;
    /// list.set_page(None, Edge::End, Page::new(PageState::More).distance(20).shows_loading())?;
    /// let page = list.page(None, Edge::End)?;
    /// assert_eq!((page.distance, page.shows_loading), (20, true));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn distance(mut self, items: u32) -> Self {
        self.distance = items;
        self
    }

    /// Shows the element [`PAGE_START`](crate::Kind::PAGE_START) or [`PAGE_END`](crate::Kind::PAGE_END) only while the
    /// page is being loaded.
    ///
    /// ```
    /// use iqlist::{Page, PageState};
    ///
    /// assert!(Page::new(PageState::Loading).shows_loading().shows_loading);
    /// ```
    #[must_use]
    pub fn shows_loading(mut self) -> Self {
        self.shows_loading = true;
        self
    }

    /// As the answer to that request: [`Event::number`](crate::Event::number).
    #[must_use]
    pub fn answering(mut self, token: u64) -> Self {
        self.token = Some(token);
        self
    }

    pub(crate) fn of(raw: iq_page) -> Self {
        let state = match raw.state {
            IQ_PAGE_MORE => PageState::More,
            IQ_PAGE_LOADING => PageState::Loading,
            IQ_PAGE_FAILED => PageState::Failed,
            IQ_PAGE_ENDED => PageState::Ended,
            _ => PageState::Off,
        };
        let token = (raw.token != 0).then_some(raw.token);
        Self { state, distance: raw.distance, shows_loading: raw.flags & IQ_PAGE_SHOW_LOADING != 0, token }
    }

    pub(crate) fn raw(self) -> iq_page {
        let state = match self.state {
            PageState::Off => IQ_PAGE_OFF,
            PageState::More => IQ_PAGE_MORE,
            PageState::Loading => IQ_PAGE_LOADING,
            PageState::Failed => IQ_PAGE_FAILED,
            PageState::Ended => IQ_PAGE_ENDED,
        };
        iq_page {
            state,
            distance: self.distance,
            flags: if self.shows_loading { IQ_PAGE_SHOW_LOADING } else { 0 },
            token: self.token.unwrap_or(0),
            ..iq_page::new()
        }
    }
}

/// What happened to a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reorder {
    /// It has begun.
    Began,
    /// The items were dropped: the edit was committed.
    Dropped,
    /// It was cancelled, and nothing has changed.
    Cancelled,
}

impl Reorder {
    pub(crate) fn of(flags: u32) -> Self {
        match flags {
            IQ_REORDER_BEGAN => Self::Began,
            IQ_REORDER_DROPPED => Self::Dropped,
            _ => Self::Cancelled,
        }
    }
}
