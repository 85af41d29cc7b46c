//! The description of a driver, before it is made.

use std::cell::{Cell as Slot, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::cells::KitCells;
use super::empty::PlaceholderViews;
use super::kit_view::KitView;
use super::laid_out::LaidOut;
use super::menu::Choices;
use super::registration::{class_of, Registrations};
use super::section::SectionInfo;
use super::sizes::{Coordinating, Sizes};
use super::swipe::Swipes;
use super::updater::ElementFor;
use super::windows::Window;
use super::{
    AnySupplementaryViewModel, AnyViewModel, Collection, Coordinator, Driver, Feature, Layout, Section,
    Updater,
};
use crate::{Derived, Error, EventKind, List, ListOptions, Result, Size, Status, UpdateOptions, ViewOptions};

/// How a driver is laid out at first.
type LaidOutAs = (Layout, ViewOptions, Vec<Rc<dyn Feature>>);

/// Describes a [`Driver`] before it is made.
///
/// ```
/// use iqlist::kit::{Collection, Driver, EmptyView};
/// use iqlist::Kind;
///
/// let driver = Driver::builder().empty_view_provider(|| EmptyView::new("No mail")).build(Collection::default())?;
/// driver.poll()?;
/// let empty = driver.list().supplementary(None, Kind::EMPTY, 0)?.and_then(|element| element.row.model);
/// let view = empty.as_ref().and_then(|model| model.downcast_ref::<EmptyView>());
/// assert_eq!(view.and_then(|view| view.title.as_deref()), Some("No mail"));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[must_use = "a description drives nothing"]
#[derive(Default)]
pub struct DriverBuilder {
    options: ListOptions,
    is_registering: bool,
    binds_edges: bool,
    coordinating: Option<Coordinating>,
    layout: Option<Layout>,
    view_options: Option<ViewOptions>,
    features: Vec<Rc<dyn Feature>>,
    placeholder_views: PlaceholderViews,
    header_for: Option<ElementFor>,
    footer_for: Option<ElementFor>,
}

impl DriverBuilder {
    /// Sets the options of its list: the policy for duplicates, whether empty sections are dropped, thresholds.
    pub fn options(self, options: ListOptions) -> Self {
        Self { options, ..self }
    }

    /// Takes view models only of types that were [registered](Driver::register): an update with others is refused
    /// with [`Status::NotFound`](crate::Status::NotFound). So it is built with an empty collection.
    pub fn registered_only(self) -> Self {
        Self { is_registering: true, ..self }
    }

    /// Cells know whether their item is the first or last one of its section, for separators and rounded groups:
    /// [`CellViewModel::set_edges`](super::CellViewModel::set_edges).
    pub fn bind_edges(self) -> Self {
        Self { binds_edges: true, ..self }
    }

    /// Sets the coordinator. An `Rc` of one stays the host's too.
    pub fn coordinator(self, coordinator: impl Coordinator) -> Self {
        Self { coordinating: Some(Coordinating::new(coordinator)), ..self }
    }

    /// Sets the layout of the list, which holds where sections leave something out. The driver then gets the
    /// [size](Driver::set_size) of the window, scrolls, and [makes scenes](Driver::layout); [`Driver::show`] is for
    /// drivers without a layout.
    ///
    /// ```
    /// use iqlist::kit::{Driver, Layout, Section};
    /// use iqlist::{Kind, Length, SizeRule, Target};
    ///
    /// let layout = Layout::new().header(SizeRule::height(Length::Fixed(30.0)));
    /// let driver = Driver::builder().layout(layout).build([Section::empty("mail").header("Mail")])?;
    /// driver.set_size(320.0, 568.0)?;
    /// let header = Target::Element(driver.list().section_at(0)?, Kind::HEADER, 0);
    /// assert_eq!(driver.layout()?.find(header).map(|place| place.frame.height), Some(30.0));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn layout(self, layout: Layout) -> Self {
        Self { layout: Some(layout), ..self }
    }

    /// Sets the options of the view, which is laid out then too: the axis, the smallest length, what covers the window.
    pub fn view_options(self, options: ViewOptions) -> Self {
        Self { view_options: Some(options), ..self }
    }

    /// Adds a feature behind the others, in a driver with a [layout](Self::layout).
    pub fn feature(mut self, feature: impl Feature) -> Self {
        self.features.push(Rc::new(feature));
        self
    }

    /// Sets what is asked each time that the list becomes empty, for what to show then: an
    /// [`EmptyView`](super::EmptyView), or any other view model.
    pub fn empty_view_provider<M: Into<AnySupplementaryViewModel>>(
        mut self,
        provider: impl Fn() -> M + 'static,
    ) -> Self {
        self.placeholder_views.empty = Some(Rc::new(move || provider().into()));
        self
    }

    /// Sets what is asked likewise while the list [is loading](Driver::set_loading) its first items.
    pub fn loading_view_provider<M: Into<AnySupplementaryViewModel>>(
        mut self,
        provider: impl Fn() -> M + 'static,
    ) -> Self {
        self.placeholder_views.loading = Some(Rc::new(move || provider().into()));
        self
    }

    /// Sets what is asked likewise, with the message, if they [could not be loaded](Driver::set_failed).
    pub fn failed_view_provider<M: Into<AnySupplementaryViewModel>>(
        mut self,
        provider: impl Fn(&str) -> M + 'static,
    ) -> Self {
        self.placeholder_views.failed = Some(Rc::new(move |message| provider(message).into()));
        self
    }

    /// Sets what is asked for the header of each section, before what the section itself has. Called by whoever
    /// updates, on that thread.
    pub fn header_for(
        self,
        provider: impl Fn(&Section) -> Option<AnySupplementaryViewModel> + Send + Sync + 'static,
    ) -> Self {
        Self { header_for: Some(Box::new(provider)), ..self }
    }

    /// Sets what is asked for the footer of each section, likewise.
    pub fn footer_for(
        self,
        provider: impl Fn(&Section) -> Option<AnySupplementaryViewModel> + Send + Sync + 'static,
    ) -> Self {
        Self { footer_for: Some(Box::new(provider)), ..self }
    }

    /// Makes the driver, which shows this at once. Its first update is not animated. Nothing is visible before
    /// [`Driver::show`], or with a layout before [`Driver::set_size`] and [`Driver::layout`].
    pub fn build(self, collection: impl Into<Collection>) -> Result<Driver> {
        let options = if self.is_registering { self.options.registered_classes() } else { self.options };
        let list = Arc::new(List::with_options(options)?);
        if self.is_registering {
            list.register_class(class_of::<SectionInfo>()?)?;
        }
        let registrations = Registrations::default();
        let updater = Updater::new(list.clone(), registrations, self.header_for, self.footer_for);
        let laid_out = match (self.layout, self.view_options) {
            (None, None) if self.features.is_empty() => None,
            (None, None) => {
                let detail = "features are for a driver with a layout: see DriverBuilder::layout";
                return Err(Error::new(Status::State, detail));
            }
            (layout, options) => {
                Some((layout.unwrap_or_default(), options.unwrap_or_default(), self.features))
            }
        };
        let coordinating = self.coordinating.unwrap_or_else(|| Coordinating::new(()));
        let updaters = (updater, None);
        let driver =
            Driver::of(list, updaters, coordinating, laid_out, self.placeholder_views, self.binds_edges)?;
        driver.update_with(collection, UpdateOptions::new().plain())?;
        driver.follow_placeholder(Some(driver.list.info()?.placeholder))?;
        Ok(driver)
    }
}

impl Driver {
    /// A driver of an outline, a filter, a sorted or a grouped list of this one's list: a second view of the same
    /// items, with cells of its own, the same coordinator, and pages that only this one loads. It changes with this
    /// one's list, and is polled by itself. An item in a group responds as its section does; of their own groups have
    /// [headers](crate::Group::set_header_element) alone. Where it follows an outline,
    /// [`Behaviour::ChildrenNeeded`](super::Behaviour::ChildrenNeeded) asks for the children of what is expanded, and
    /// its handler gives them to the [source](super::RoutedEvent::source).
    ///
    /// ```
    /// use iqlist::kit::{AnyViewModel, CellViewModel, Driver, Section};
    /// use iqlist::{Filter, Filtered, Key};
    /// # #[derive(PartialEq)]
    /// # struct Name(&'static str);
    /// # impl CellViewModel for Name {
    /// #     type Cell = String;
    /// #     fn id(&self) -> Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// # }
    ///
    /// let driver = Driver::new([Section::new("names", ["Ada", "Ben", "Abe"].map(Name))])?;
    /// let filtered = driver.list().filtered(Filtered::new())?;
    /// let found = driver.following(&filtered)?;
    /// let starts = |_, name: &AnyViewModel| name.downcast_ref().is_some_and(|name: &Name| name.0.starts_with("A"));
    /// let ticket = filtered.set_filter(Filter::by(starts))?;
    /// while ticket.try_result().is_none() {
    ///     found.poll()?;
    /// }
    /// assert_eq!((driver.list().len(), found.list().len()), (3, 2));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// It is laid out if this one is, with a size, an offset and features of its own, at first with the same list's layout
    /// and options. Its own updates are [`Status::State`].
    pub fn following(&self, derived: &Derived<AnyViewModel>) -> Result<Driver> {
        let list = derived.list().clone();
        let updater = Updater::new(list.clone(), self.updater.registrations().clone(), None, None);
        let source = self.source.as_ref().unwrap_or(&self.updater).clone();
        let laid_out = self.view.laid_out().ok();
        let laid_out = laid_out.map(|laid_out| (laid_out.layout(), laid_out.options(), Vec::new()));
        let (views, updaters) = (self.placeholder_views.clone(), (updater, Some(source)));
        let coordinating = self.coordinating.borrow().clone();
        let driver = Driver::of(list, updaters, coordinating, laid_out, views, self.binds_edges)?;
        driver.follow_placeholder(Some(driver.list.info()?.placeholder))?;
        Ok(driver)
    }

    fn of(
        list: Arc<List<AnyViewModel>>,
        (updater, source): (Updater, Option<Updater>),
        coordinating: Coordinating,
        laid_out: Option<LaidOutAs>,
        placeholder_views: PlaceholderViews,
        binds_edges: bool,
    ) -> Result<Driver> {
        let screen = list.shared_screen()?;
        let updaters = (updater.clone(), source.clone());
        let coordinating = Rc::new(RefCell::new(coordinating));
        let view = match laid_out {
            None => {
                let cells = KitCells::new(updaters, binds_edges, None);
                let view = if binds_edges { screen.view_with_edges(cells) } else { screen.view(cells) };
                KitView::Told(view?)
            }
            Some((layout, options, features)) => {
                let options = if binds_edges { options.bind_edges() } else { options };
                let window = Window::new(options, Size::default());
                let sizes = Sizes::new(updater.clone(), coordinating.clone(), window);
                let cells = KitCells::new(updaters, binds_edges, Some(sizes.clone()));
                let view = screen.laid_out_view(cells, options)?;
                KitView::LaidOut(Box::new(LaidOut::new(view, options, sizes, layout, features)))
            }
        };
        list.set_events(events())?;
        Ok(Driver {
            view,
            screen,
            list,
            updater,
            source,
            binds_edges,
            coordinating,
            placeholder_views,
            placeholder: Slot::new(None),
            failure: RefCell::default(),
            swipes: Swipes::default(),
            choices: Choices::default(),
            list_paging: RefCell::default(),
            paged: RefCell::default(),
        })
    }
}

/// All kinds.
fn events() -> EventKind {
    let kinds = [
        EventKind::WILL_UPDATE,
        EventKind::CLASS_FIRST_USED,
        EventKind::BOUND,
        EventKind::WILL_DISPLAY,
        EventKind::DID_END_DISPLAY,
        EventKind::STATES,
        EventKind::ACTION,
        EventKind::PLACEHOLDER,
        EventKind::PAGE,
        EventKind::CHILDREN,
        EventKind::PREFETCH,
        EventKind::REORDER,
    ];
    kinds.into_iter().fold(EventKind::UPDATE, |all, kind| all | kind)
}

impl fmt::Debug for DriverBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverBuilder").field("options", &self.options).finish_non_exhaustive()
    }
}
