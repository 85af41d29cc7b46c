//! Sections: items with a header and a footer, and what they respond to.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::Arc;

use super::collection::{add_rows, say_sizes, Kept};
use super::paging::Pagings;
use super::registration::{says_sizes, Needs};
use super::tree::{no_parent, shown_below, woven, Children};
use super::{
    AnyCellViewModel, AnySupplementaryViewModel, AnyViewModel, Behaviour, CellViewModel, Layout, Paging,
    Part, Route, RoutedEvent,
};
use crate::{Error, Key, Kind, Model, Result, Row, Supplementary};

type Handler = Arc<dyn Fn(&RoutedEvent<'_>) -> Route + Send + Sync>;

/// Hears of an update that has failed, by the number of its ticket.
pub(super) type FailureHandler = Arc<dyn Fn(&Error, u64) -> Route + Send + Sync>;

/// What a section has beside its items and elements.
#[derive(Clone, Default)]
pub(super) struct SectionInfo {
    handlers: Vec<(Behaviour, Handler)>,
    pub(super) actions: Vec<(Part, Arc<str>, Handler)>,
    pub(super) paging: Pagings,
    pub(super) title: Option<Arc<str>>,
    pub(super) index_title: Option<Arc<str>>,
    pub(super) layout: Option<Layout>,
    /// Its items say something about their sizes.
    pub(super) says_sizes: bool,
}

impl SectionInfo {
    /// A kind of the host's own, of which no view shows anything by itself.
    pub(super) const KIND: Kind = Kind(u32::MAX);

    fn is_needed(&self) -> bool {
        let has_title = self.title.is_some() || self.index_title.is_some();
        has_title
            || self.lays_out()
            || !self.handlers.is_empty()
            || !self.actions.is_empty()
            || self.paging.iter().any(Option::is_some)
    }

    /// Whether the list's layout alone does not say how its items are laid out.
    fn lays_out(&self) -> bool {
        self.layout.is_some() || self.says_sizes
    }

    /// Whether it listens to visibility.
    fn hears_visibility(&self) -> bool {
        let is_heard = |behaviour| matches!(behaviour, Behaviour::Visibility | Behaviour::VisibleFraction);
        self.handlers.iter().any(|(behaviour, _)| is_heard(*behaviour))
    }

    /// The handlers of the event, one after another, until one has handled it.
    pub(super) fn handle(&self, event: &RoutedEvent<'_>) -> Route {
        let (part, action) = (event.part(), event.action());
        let actions = self.actions.iter().filter(|(of, name, _)| {
            event.behaviour == Behaviour::UserAction && Some(*of) == part && Some(&**name) == action
        });
        let handlers = self.handlers.iter().filter(|(behaviour, _)| *behaviour == event.behaviour);
        let mut all = actions.map(|(_, _, call)| call).chain(handlers.map(|(_, call)| call));
        all.find(|call| call(event) == Route::Handled).map_or(Route::PassOn, |_| Route::Handled)
    }
}

/// What a section has beside its items travels in the list, and so takes effect with its update. It is never a change.
impl PartialEq for SectionInfo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The model of an element that no view shows.
impl CellViewModel for SectionInfo {
    type Cell = ();

    fn id(&self) -> Key {
        Key::default()
    }

    fn configure(&self, (): &mut ()) {}
}

/// A section as a [`Collection`](super::Collection) has it: an id, items, a header and a footer, and what it responds
/// to. A clone shares all of it.
///
/// ```
/// use iqlist::kit::{CellViewModel, Section};
/// use iqlist::Key;
///
/// #[derive(PartialEq)]
/// struct Colour(&'static str);
///
/// impl CellViewModel for Colour {
///     type Cell = String;
///
///     fn id(&self) -> Key {
///         self.0.into()
///     }
///
///     fn configure(&self, cell: &mut String) {
///         *cell = self.0.to_string();
///     }
/// }
///
/// let section = Section::new("colours", ["Blue", "Red"].map(Colour))
///     .header("Colours")
///     .on_select(|event| println!("{:?}", event.view_model::<Colour>().map(|colour| colour.0)))
///     .register_action("button", iqlist::kit::Part::Cell, |event| println!("{}", event.event.sender));
/// assert_eq!(section.items().len(), 2);
/// ```
#[derive(Clone)]
pub struct Section {
    id: Key,
    items: Vec<AnyCellViewModel>,
    children: HashMap<Key, Vec<AnyCellViewModel>>,
    keeps_children: bool,
    elements: Vec<(Kind, u32, AnySupplementaryViewModel)>,
    pub(super) info: SectionInfo,
    failure_handlers: Vec<FailureHandler>,
}

impl Section {
    /// A section with these items. Those of one type need not be [erased](super::CellViewModel::erase) before.
    pub fn new<M: Into<AnyCellViewModel>>(id: impl Into<Key>, items: impl IntoIterator<Item = M>) -> Self {
        let items = items.into_iter().map(M::into).collect();
        Self {
            id: id.into(),
            items,
            children: HashMap::new(),
            keeps_children: false,
            elements: Vec::new(),
            info: SectionInfo::default(),
            failure_handlers: Vec::new(),
        }
    }

    /// A section without items.
    pub fn empty(id: impl Into<Key>) -> Self {
        Self::new(id, [] as [AnyCellViewModel; 0])
    }

    /// Its identity.
    pub fn id(&self) -> Key {
        self.id
    }

    /// Its items: those that are below no other.
    pub fn items(&self) -> &[AnyCellViewModel] {
        &self.items
    }

    /// Adds items behind the others, of any type.
    #[must_use]
    pub fn append<M: Into<AnyCellViewModel>>(mut self, items: impl IntoIterator<Item = M>) -> Self {
        self.items.extend(items.into_iter().map(M::into));
        self
    }

    /// Sets what is directly below an item of the section, in place of what was said before: it has a level more, and
    /// may have children in turn. An [outline](crate::List::outline) of the list folds it. The order in which parents
    /// are given does not matter; where the section has two items of one key the children are the first one's.
    ///
    /// An update with a parent that is no item of the section is [`Status::NotFound`](crate::Status::NotFound).
    ///
    /// ```
    /// use iqlist::kit::{Driver, Section};
    /// # use iqlist::kit::CellViewModel;
    /// # #[derive(PartialEq)]
    /// # struct File(&'static str);
    /// # impl CellViewModel for File {
    /// #     type Cell = String;
    /// #     fn id(&self) -> iqlist::Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// # }
    ///
    /// let files = Section::new("files", ["home", "tmp"].map(File));
    /// let files = files.children("home", ["notes", "letters"].map(File)).children("letters", [File("june")]);
    /// let driver = Driver::new([files])?;
    /// assert_eq!(driver.list().levels(..)?, [0, 1, 1, 2, 0]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn children<M: Into<AnyCellViewModel>>(
        mut self,
        parent: impl Into<Key>,
        items: impl IntoIterator<Item = M>,
    ) -> Self {
        self.children.insert(parent.into(), items.into_iter().map(M::into).collect());
        self
    }

    /// Lets items keep the children that [`Driver::set_children`](super::Driver::set_children), or an edit of the list,
    /// has put below them: an update with this section replaces only those that it gives itself, also by an empty list.
    /// An item that it gives elsewhere is not kept. What counts is what the list shows when the update takes
    /// place.
    #[must_use]
    pub fn children_on_demand(mut self) -> Self {
        self.keeps_children = true;
        self
    }

    pub(super) fn keeps_children(&self) -> bool {
        self.keeps_children
    }

    /// The number of its items on all levels.
    pub(super) fn item_count(&self) -> usize {
        self.items.len() + self.children.values().map(Vec::len).sum::<usize>()
    }

    /// The keys of its items on all levels.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.items.iter().chain(self.children.values().flatten()).map(AnyCellViewModel::id)
    }

    /// Adds its items as a list takes them.
    pub(super) fn add_rows(&self, kept: Option<&Kept>, rows: &mut Vec<Row<AnyViewModel>>) -> Result<()> {
        let kept = kept.filter(|_| self.keeps_children);
        let shown = kept.map_or(Ok(Children::new()), |kept| shown_below(&kept.shown, self.id))?;
        if self.children.is_empty() && shown.is_empty() {
            return add_rows(&self.items, rows);
        }
        let rows_of = |items: &[AnyCellViewModel]| {
            let mut rows = Vec::with_capacity(items.len());
            add_rows(items, &mut rows).map(|()| rows)
        };
        let given = self.children.iter().map(|(parent, items)| Ok((*parent, rows_of(items)?)));
        let mut given = given.collect::<Result<Children>>()?;
        let is_given = kept.map(|kept| kept.given(self)).unwrap_or_default();
        rows.extend(woven(rows_of(&self.items)?, &mut given, shown, &is_given)?);
        match given.into_keys().min_by_key(|key| key.bytes()) {
            Some(parent) => Err(no_parent(self.id, parent)),
            None => Ok(()),
        }
    }

    /// Its header: text, or any [`SupplementaryViewModel`](super::SupplementaryViewModel).
    #[must_use]
    pub fn header(self, header: impl Into<AnySupplementaryViewModel>) -> Self {
        self.element(Kind::HEADER, 0, header)
    }

    /// Its footer, likewise.
    #[must_use]
    pub fn footer(self, footer: impl Into<AnySupplementaryViewModel>) -> Self {
        self.element(Kind::FOOTER, 0, footer)
    }

    /// A supplementary element of any kind, in place of the one before of that kind and index. A name is a kind of your
    /// own.
    ///
    /// ```
    /// use iqlist::kit::{Driver, Section};
    /// use iqlist::Target;
    ///
    /// let driver = Driver::new([Section::empty("mail").element("badge", 0, "7 unread")])?;
    /// let badge = Target::Element(driver.list().section_at(0)?, "badge".into(), 0);
    /// let text = driver.take_cell(badge)?.with(|cell: &mut String| cell.clone())?;
    /// assert_eq!(text.as_deref(), Some("7 unread"));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn element(
        mut self,
        kind: impl Into<Kind>,
        index: u32,
        element: impl Into<AnySupplementaryViewModel>,
    ) -> Self {
        let kind = kind.into();
        self.elements.retain(|(of, at, _)| (*of, *at) != (kind, index));
        self.elements.push((kind, index, element.into()));
        self
    }

    /// Sets its title, for hosts that name sections elsewhere than in a header: [`Driver::section_title`]. A title by
    /// itself is no change of the list.
    ///
    /// [`Driver::section_title`]: super::Driver::section_title
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Sets its title in the index beside the list: [`Driver::index_titles`], likewise.
    ///
    /// [`Driver::index_titles`]: super::Driver::index_titles
    #[must_use]
    pub fn index_title(mut self, title: &str) -> Self {
        self.info.index_title = Some(title.into());
        self
    }

    /// Calls a function for a behaviour that the view model has passed on.
    #[must_use]
    pub fn on(
        mut self,
        behaviour: Behaviour,
        call: impl Fn(&RoutedEvent<'_>) -> Route + Send + Sync + 'static,
    ) -> Self {
        self.info.handlers.push((behaviour, Arc::new(call)));
        self
    }

    /// Calls a function when the user has selected an item: the coordinator is not asked then.
    #[must_use]
    pub fn on_select(self, call: impl Fn(&RoutedEvent<'_>) + Send + Sync + 'static) -> Self {
        self.on(Behaviour::Select, handling(call))
    }

    /// Calls a function when an update with this section was submitted, has failed, and its error
    /// [names](crate::Error::section) this section: with the error and the number of the ticket. It may pass that on to
    /// the coordinator: see [`Coordinator::update_failed`](super::Coordinator::update_failed).
    #[must_use]
    pub fn update_failed(mut self, call: impl Fn(&Error, u64) -> Route + Send + Sync + 'static) -> Self {
        self.failure_handlers.push(Arc::new(call));
        self
    }

    pub(super) fn failure_handlers(&self) -> &[FailureHandler] {
        &self.failure_handlers
    }

    /// Calls a function when a control in a cell, header or footer is used: see [`ActionSender`](super::ActionSender)
    /// and [`Driver::emit`](super::Driver::emit). Cells that are bound afterwards are told of the action.
    #[must_use]
    pub fn register_action(
        mut self,
        name: &str,
        part: Part,
        call: impl Fn(&RoutedEvent<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.info.actions.push((part, name.into(), Arc::new(handling(call))));
        self
    }

    /// Lets the section load further items when its end is near, or its [start](Paging::edge): one for each.
    #[must_use]
    pub fn paging(mut self, paging: Paging) -> Self {
        let edge = paging.at();
        self.info.paging[edge as usize] = Some(paging);
        self
    }

    pub(super) fn is_paged(&self) -> bool {
        self.info.paging.iter().any(Option::is_some)
    }

    /// Its elements as a list takes them, given its items as a list takes them.
    pub(super) fn supplementaries(
        &self,
        rows: &[Row<AnyViewModel>],
        needs: &Needs,
    ) -> Result<Vec<Supplementary<AnyViewModel>>> {
        let mut elements = Vec::with_capacity(self.elements.len() + 2);
        for (kind, index, element) in &self.elements {
            elements.push(element.supplementary(*kind, *index)?);
        }
        for (kind, loader) in self.info.paging.iter().flatten().filter_map(Paging::loader_element) {
            elements.push(loader.supplementary(kind, 0)?);
        }
        if elements.iter().filter_map(|element| element.row.class).any(says_sizes) {
            needs.of_elements.store(true, SeqCst);
        }
        let info = SectionInfo { says_sizes: say_sizes(rows), ..self.info.clone() };
        if info.lays_out() {
            needs.of_sections.store(true, SeqCst);
        }
        if info.hears_visibility() {
            needs.of_visibility.store(true, SeqCst);
        }
        if info.is_needed() {
            let model = AnyViewModel::new(false, info);
            elements.push(Supplementary::new(SectionInfo::KIND, 0, row(model.erased().id(), &model)?));
        }
        Ok(elements)
    }
}

/// A function that handles what it gets.
fn handling(call: impl Fn(&RoutedEvent<'_>)) -> impl Fn(&RoutedEvent<'_>) -> Route {
    move |event| {
        call(event);
        Route::Handled
    }
}

impl AnySupplementaryViewModel {
    pub(super) fn supplementary(&self, kind: Kind, index: u32) -> Result<Supplementary<AnyViewModel>> {
        Ok(Supplementary::new(kind, index, row(self.id(), &self.0)?))
    }
}

pub(super) fn row(key: Key, model: &Model<AnyViewModel>) -> Result<Row<AnyViewModel>> {
    Ok(Row::new(key).model(model.clone()).class(model.class()?))
}

impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, items, children, elements, .. } = self;
        f.debug_struct("Section")
            .field("id", id)
            .field("items", items)
            .field("children", children)
            .field("elements", elements)
            .finish_non_exhaustive()
    }
}
