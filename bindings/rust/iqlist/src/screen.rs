//! Screens: the views of a list, and its polls, on one thread.

use std::fmt;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, TryLockError};

use crate::list::{HAS_SCREEN, HAS_VIEWS, NO_SCREEN, VIEWS_ARE_LEFT};
use crate::views::Views;
use crate::{Cells, Error, Event, Key, LaidOutView, List, Result, SectionName, Status, View, ViewOptions};

/// The screen of a list: it makes the list's [`View`]s, and polls it. Made by [`List::screen`]. While it lives no
/// other can be made, and [`List::poll`] is [`Status::Busy`]; everything else of the list can be used by any thread
/// as before. To drop it drops the cells of all its views; these are then of no use. A [`LaidOutView`], from which a
/// scene may be borrowed, keeps its cells until it is dropped itself: only then the list can be polled again, and have
/// another screen.
///
/// ```
/// use iqlist::{Cells, Event, EventKind, List, Row};
///
/// struct Labels;
///
/// impl Cells<&'static str> for Labels {
///     type Cell = String;
///
///     fn create(&self, _: &Event<&'static str>) -> String {
///         String::new()
///     }
///
///     fn bind(&self, cell: &mut String, event: &Event<&'static str>) {
///         *cell = event.model.as_deref().map_or(String::new(), |name| name.to_uppercase());
///     }
/// }
///
/// let list = List::new()?;
/// list.set_items(&[Row::new(1u64).model("Ada"), Row::new(2u64).model("Ben"), Row::new(3u64).model("Cem")])?;
/// list.set_events(EventKind::WILL_DISPLAY)?;
///
/// let screen = list.screen()?;
/// let view = screen.view(Labels)?;
/// view.set_visible(1..3, 0)?;
/// let mut drawn = Vec::new();
/// for event in screen.events() {
///     // The section, which comes into view with its items, has no cell.
///     if let Some(cell) = event?.cell {
///         drawn.push(view.with_cell(cell, |label| label.clone())?);
///     }
/// }
/// assert_eq!(drawn, ["BEN", "CEM"]);
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// A list may be sent and shared, and its cells need not be: so a screen stays on its thread.
///
/// ```compile_fail,E0277
/// fn sent<T: Send>(_: T) {}
/// let list = iqlist::List::<()>::new()?;
/// sent(list.screen()?);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Screen<'a, M: 'static = (), S: SectionName = Key> {
    views: Rc<Views>,
    list: Source<'a, M, S>,
}

/// The list of a screen.
enum Source<'a, M: 'static, S: SectionName> {
    Borrowed(&'a List<M, S>),
    Shared(Arc<List<M, S>>),
}

impl<M: 'static, S: SectionName> Deref for Source<'_, M, S> {
    type Target = List<M, S>;

    fn deref(&self) -> &List<M, S> {
        match self {
            Self::Borrowed(list) => list,
            Self::Shared(list) => list,
        }
    }
}

impl<M: 'static, S: SectionName> List<M, S> {
    /// The screen of the list, for views with cells. [`Status::Busy`] if it has one, also if a [`LaidOutView`] of one
    /// that was dropped still lives, or if a poll is under way.
    ///
    /// ```
    /// use iqlist::{Cells, Event, Key, List, Status, ViewOptions};
    ///
    /// struct Nothing;
    ///
    /// impl Cells<()> for Nothing {
    ///     type Cell = ();
    ///     fn create(&self, _: &Event<()>) {}
    ///     fn bind(&self, _: &mut (), _: &Event<()>) {}
    /// }
    ///
    /// let list = List::new()?;
    /// list.set_items(&[Key::from(1u64)])?;
    /// let screen = list.screen()?;
    /// let view = screen.laid_out_view(Nothing, ViewOptions::new())?;
    /// drop(screen);
    /// assert_eq!(list.screen().map(drop).map_err(|error| error.status()), Err(Status::Busy));
    /// drop(view);
    /// let _screen = list.screen()?;
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn screen(&self) -> Result<Screen<'_, M, S>> {
        Ok(Screen { views: self.begin_screen()?, list: Source::Borrowed(self) })
    }

    /// The same, as a further owner of the list: for a screen that is stored beside it.
    ///
    /// ```
    /// use iqlist::{Key, List, Screen};
    /// use std::sync::Arc;
    ///
    /// struct Window {
    ///     list: Arc<List>,
    ///     screen: Screen<'static>,
    /// }
    ///
    /// let list = Arc::new(List::new()?);
    /// let window = Window { screen: list.shared_screen()?, list };
    /// window.list.set_items(&[Key::from(1u64)])?;
    /// assert!(window.screen.poll()?.is_none());
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn shared_screen(self: &Arc<Self>) -> Result<Screen<'static, M, S>> {
        Ok(Screen { views: self.begin_screen()?, list: Source::Shared(self.clone()) })
    }

    fn begin_screen(&self) -> Result<Rc<Views>> {
        // A poll holds the lock: none is under way when the screen begins.
        let _polled = match self.polled.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Error::new(Status::Busy, "a poll of the list is under way"));
            }
            polled => polled,
        };
        match self.has_screen.compare_exchange(NO_SCREEN, HAS_SCREEN, SeqCst, SeqCst) {
            Err(HAS_VIEWS) => return Err(Error::new(Status::Busy, VIEWS_ARE_LEFT)),
            Err(_) => return Err(Error::new(Status::Busy, "the list has a screen")),
            Ok(_) => {}
        }
        Ok(Rc::new(Views::new(self.has_screen.clone())))
    }
}

impl<M: 'static, S: SectionName> Screen<'_, M, S> {
    /// Creates a view, whose cells are of one type. It shows nothing before [`View::set_visible`].
    /// [`Status::Limit`] if there are 8 already.
    pub fn view<C: Cells<M>>(&self, cells: C) -> Result<View<M, C>> {
        // SAFETY: the list is alive, and its models are of this type.
        unsafe { View::told(self.list.as_ptr(), &self.views, cells, ViewOptions::new()) }
    }

    /// The same, and a cell is bound again when its item becomes, or is no longer, the first or last one of its section:
    /// for separators and rounded groups. See [`Event::is_first`] and [`Event::is_last`].
    pub fn view_with_edges<C: Cells<M>>(&self, cells: C) -> Result<View<M, C>> {
        // SAFETY: as above.
        unsafe { View::told(self.list.as_ptr(), &self.views, cells, ViewOptions::new().bind_edges()) }
    }

    /// Creates a view that is laid out, whose cells are of one type. It shows nothing before
    /// [`set_size`](LaidOutView::set_size) and [`layout`](LaidOutView::layout); polls pass over it. [`Status::Limit`] if
    /// there are 8 views already, [`Status::Argument`] and [`Status::Range`] as of
    /// [`set_options`](LaidOutView::set_options).
    pub fn laid_out_view<C: Cells<M>>(&self, cells: C, options: ViewOptions) -> Result<LaidOutView<M, C>> {
        // SAFETY: as above.
        unsafe { LaidOutView::laid_out(self.list.as_ptr(), &self.views, cells, options) }
    }

    /// The next event, or `None` if there is none now: as [`List::poll`], and it brings the cells of each view in
    /// line with what is visible in it. [`Status::Busy`] inside functions of cells.
    ///
    /// A panic of [`Cells`] comes out of it. No event is lost by that; what could not be bound is tried again by the
    /// next poll.
    pub fn poll(&self) -> Result<Option<Event<M>>> {
        self.views.check_alone()?;
        self.list.poll_inside(true, || self.views.enter())
    }

    /// The events that wait, and those that come while it runs: [`poll`](Self::poll) again and again, until there
    /// is none.
    pub fn events(&self) -> impl Iterator<Item = Result<Event<M>>> + '_ {
        std::iter::from_fn(|| self.poll().transpose())
    }
}

impl<M: 'static, S: SectionName> Drop for Screen<'_, M, S> {
    fn drop(&mut self) {
        self.views.end_all();
    }
}

impl<M: 'static, S: SectionName> fmt::Debug for Screen<'_, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screen").finish_non_exhaustive()
    }
}
