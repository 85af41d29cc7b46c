//! Events: what happened to a list, read from one queue.

use std::ptr::NonNull;
use std::sync::TryLockError;

use crate::boundary::{call, make};
use crate::position::known;
use crate::read::event_model;
use crate::{
    Changeset, Class, Edge, Error, Item, Key, Kind, List, Loading, Model, Placeholder, Position, Reorder,
    Result, Section, SectionName, States, Status,
};
use iqlist_sys::*;

/// Kinds of events, for [`List::set_events`].
///
/// ```
/// use iqlist::EventKind;
///
/// let both = EventKind::UPDATE | EventKind::ACTION;
/// assert!(both.contains(EventKind::ACTION));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EventKind(u32);

impl EventKind {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// The list was updated, or a [submission](List::submit) has failed: see [`Event::failure`].
    pub const UPDATE: Self = Self(IQ_EVENT_UPDATE);
    /// A submission takes place with the next poll: [`Event::number`] is that of its ticket. If it is cancelled
    /// after all, no update follows.
    pub const WILL_UPDATE: Self = Self(IQ_EVENT_WILL_UPDATE);
    /// Items or a section got or lost states: see [`Event::states`].
    pub const STATES: Self = Self(IQ_EVENT_STATES);
    /// The host has [emitted](List::emit) an action.
    pub const ACTION: Self = Self(IQ_EVENT_ACTION);
    /// What is shown in place of items has changed: see [`Event::placeholder`].
    pub const PLACEHOLDER: Self = Self(IQ_EVENT_PLACEHOLDER);
    /// A page is to be loaded: see [`Event::edge`].
    pub const PAGE: Self = Self(IQ_EVENT_PAGE);
    /// A user drags items: see [`Event::reorder`].
    pub const REORDER: Self = Self(IQ_EVENT_REORDER);

    /// Whether all of `other` are among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for EventKind {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A part of a list that an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// The list itself.
    List,
    /// A supplementary element of the list itself, by kind and index.
    ListElement(Kind, u32),
    /// An item.
    Item(Item),
    /// A section.
    Section(Section),
    /// A supplementary element of a section, by kind and index.
    Element(Section, Kind, u32),
}

impl Target {
    fn raw(self) -> iq_element {
        let none = iq_element { item: iq_item { id: 0 }, section: iq_section { id: 0 }, kind: 0, index: 0 };
        match self {
            Self::List => none,
            Self::ListElement(kind, index) => iq_element { kind: kind.0, index, ..none },
            Self::Item(item) => iq_element { item: item.raw(), ..none },
            Self::Section(section) => iq_element { section: section.raw(), ..none },
            Self::Element(section, kind, index) => {
                iq_element { section: section.raw(), kind: kind.0, index, ..none }
            }
        }
    }
}

/// Something that happened to a list. Positions are those of the list in the event's version.
#[derive(Debug)]
#[non_exhaustive]
pub struct Event<M: 'static> {
    /// What happened: one kind.
    pub kind: EventKind,
    /// Bits that belong to the kind: see iqlist.h.
    pub flags: u32,
    /// The list's version: see [`ListInfo::version`].
    pub version: u64,
    /// The item that it is about.
    pub item: Option<Item>,
    /// The section of the item, or the section that it is about.
    pub section: Option<Section>,
    /// The key of the item, or of the section.
    pub key: Option<Key>,
    /// The key of the section.
    pub section_key: Option<Key>,
    /// The item's position.
    pub position: Option<Position>,
    /// The item's index over all sections.
    pub index: Option<usize>,
    /// The number of items from `index` on.
    pub count: usize,
    /// The item's model; `None` if it has gone meanwhile.
    pub model: Option<Model<M>>,
    /// Of states: those that the items, or the section, got or lost.
    pub states: States,
    /// The model's class, if it is not that of the type.
    pub class: Option<Class<M>>,
    /// The supplementary element that it is about, by kind and index.
    pub element: Option<(Kind, u32)>,
    /// The number of an action, of a page's request, or of the [ticket](crate::Ticket) of an update that was
    /// submitted; 0 of other updates.
    pub number: u64,
    /// What [`List::emit`] was given.
    pub sender: usize,
    /// The changes of an update.
    pub changeset: Option<Changeset>,
    /// Of an update that was submitted: why it has failed. Its ticket has the detail.
    pub failure: Option<Status>,
    /// What [`DiffOptions::animation`](crate::DiffOptions::animation) said.
    pub animation: u32,
}

impl<M: 'static> Event<M> {
    /// Of an update: it is not to be animated, see [`DiffOptions::plain`](crate::DiffOptions::plain).
    pub fn is_plain(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_UPDATE_PLAIN != 0
    }

    /// Of an update: nothing has changed.
    pub fn is_unchanged(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_UPDATE_UNCHANGED != 0
    }

    /// Of an update: by [`List::undo`].
    pub fn is_undone(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_UPDATE_UNDONE != 0
    }

    /// Of an update: by [`List::redo`].
    pub fn is_redone(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_UPDATE_REDONE != 0
    }

    /// Of an update: the commit of a drag, see [`List::begin_reorder`].
    pub fn is_reordered(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_UPDATE_REORDERED != 0
    }

    /// Of states: the items got them. Otherwise they lost them.
    pub fn is_on(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_STATES_ON != 0
    }

    /// Of states: the user did it, see [`SetStates::BY_USER`](crate::SetStates::BY_USER).
    pub fn is_by_user(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_STATES_BY_USER != 0
    }

    /// Of states: the user selected the item, which is not selected afterwards, see
    /// [`Selection::keeping`](crate::Selection::keeping).
    pub fn is_cleared(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_STATES_CLEARED != 0
    }

    /// Of states: the items lost them as they left the list.
    pub fn is_gone(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_STATES_GONE != 0
    }

    /// What is to be shown in place of items, if the event says so.
    pub fn placeholder(&self) -> Option<Placeholder> {
        (self.kind == EventKind::PLACEHOLDER).then(|| Placeholder::of(self.number as u32))
    }

    /// The edge whose page is to be loaded, if the event asks for one: of `section`, or of the list. `number` is
    /// the request's token.
    pub fn edge(&self) -> Option<Edge> {
        (self.kind == EventKind::PAGE).then(|| Edge::of(self.flags))
    }

    /// What happened to a drag, if the event is about one.
    pub fn reorder(&self) -> Option<Reorder> {
        (self.kind == EventKind::REORDER).then(|| Reorder::of(self.flags))
    }
}

/// The state of a list at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListInfo {
    /// Counts what readers can see change: updates that changed something, each call of an open edit, and its
    /// commit or abandonment.
    pub version: u64,
    /// The number of sections.
    pub sections: usize,
    /// The number of items.
    pub items: usize,
    /// Whether its items are being loaded.
    pub loading: Loading,
    /// What is to be shown in place of items.
    pub placeholder: Placeholder,
    /// How many steps can be undone.
    pub undo_steps: usize,
    /// How many steps can be redone.
    pub redo_steps: usize,
    /// How many items are selected.
    pub selected: usize,
    /// The item that is focused.
    pub focused: Option<Item>,
    /// The section that is focused.
    pub focused_section: Option<Section>,
    /// How many submissions have neither taken place nor ended.
    pub submissions: usize,
}

/// The events of a list, one after another: see [`List::events`].
#[derive(Debug)]
pub struct Events<'a, M: 'static, S: SectionName = Key> {
    list: &'a List<M, S>,
}

impl<M: 'static, S: SectionName> Iterator for Events<'_, M, S> {
    type Item = Result<Event<M>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.list.poll().transpose()
    }
}

// SAFETY (of all calls below): the list is alive, its models are of type `M`, the outputs are ours.
impl<M: 'static, S: SectionName> List<M, S> {
    /// Sets which kinds of event are made from now on; at first none. With [`EventKind::UPDATE`] every update
    /// makes its changeset, also a silent one. Events that wait stay.
    pub fn set_events(&self, kinds: EventKind) -> Result<()> {
        call(|| unsafe { iq_list_set_events(self.as_ptr(), kinds.0) })
    }

    /// The next event, or `None` if there is none now. It also lets the next [submission](Self::submit) take
    /// place, and ends those that have: their futures are woken, their functions called. One thread at a time: the
    /// others get [`Status::Busy`](crate::Status::Busy).
    ///
    /// ```
    /// use iqlist::{EventKind, List, Row, Target};
    ///
    /// let list = List::new()?;
    /// list.set_events(EventKind::UPDATE | EventKind::ACTION)?;
    /// list.silently().set_items(&[Row::new(1u64).model("Ada"), Row::new(2u64).model("Ben")])?;
    /// list.emit(Target::Item(list.item_at(1)?), 256, 7)?;
    /// let update = list.poll()?.unwrap();
    /// assert_eq!(update.changeset.unwrap().summary()?.item_inserts, 2);
    /// let action = list.poll()?.unwrap();
    /// assert_eq!((action.number, action.sender, action.index), (256, 7, Some(1)));
    /// assert_eq!(*action.model.unwrap(), "Ben");
    /// assert!(list.poll()?.is_none());
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn poll(&self) -> Result<Option<Event<M>>> {
        if self.names.take_ended() {
            let _changing = self.names.changing();
            self.drop_names();
        }
        let mut polled = match self.polled.try_lock() {
            Ok(polled) => polled,
            Err(TryLockError::Poisoned(polled)) => polled.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::new(Status::Busy, "another poll of the list is under way"));
            }
        };
        // An event stays there until all of it is copied, so that a failure or a panic loses none.
        if polled.0.is_none() {
            call(|| {
                let (mut raw, mut count) = (EMPTY, 0);
                let status = unsafe { iq_list_poll(self.as_ptr(), &mut raw, 1, &mut count) };
                polled.0 = (status == IQ_OK && count == 1).then_some(raw);
                status
            })?;
        }
        let Some(raw) = polled.0 else { return Ok(None) };
        let changeset = match raw.changeset.is_null() {
            true => None,
            false => {
                let own = |copy: NonNull<iq_changeset>| Changeset::own(copy);
                Some(make(|out| unsafe { iq_changeset_copy(raw.changeset, out) }, own)?)
            }
        };
        let (model, class) = unsafe { event_model(raw.model, raw.cell_class) };
        let has_section = raw.section.id != 0;
        polled.0 = None;
        Ok(Some(Event {
            kind: EventKind(raw.kind),
            flags: raw.flags,
            version: raw.version,
            item: (raw.item.id != 0).then_some(Item(raw.item.id)),
            section: has_section.then_some(Section(raw.section.id)),
            key: has_section.then(|| raw.key.into()),
            section_key: has_section.then(|| raw.section_key.into()),
            position: Position::known(raw.position),
            index: known(raw.index),
            count: raw.count,
            model,
            states: States::of(raw.states),
            class,
            element: (raw.element_kind != 0).then_some((Kind(raw.element_kind), raw.element_index)),
            number: raw.number,
            sender: raw.sender as usize,
            changeset,
            failure: (raw.status != IQ_OK).then(|| Status::from_code(raw.status)),
            animation: raw.animation,
        }))
    }

    /// The events that wait, and those that come while it runs: [`poll`](Self::poll) again and again, until
    /// there is none.
    pub fn events(&self) -> Events<'_, M, S> {
        Events { list: self }
    }

    /// Puts an action into the queue: a button was pressed, a menu entry chosen. Actions 1 to 3 are the
    /// library's (primary, delete, insert), those from 256 on the host's. `sender` is passed on.
    ///
    /// Fails with [`Status::Handle`](crate::Status::Handle) if the item or section has gone, with
    /// [`Status::Refused`](crate::Status::Refused) if the item's [traits](crate::Traits) forbid one of the library's
    /// actions, with [`Status::Argument`](crate::Status::Argument) for another number.
    pub fn emit(&self, target: Target, action: u64, sender: usize) -> Result<()> {
        let element = target.raw();
        call(|| unsafe { iq_list_emit(self.as_ptr(), &element, action, sender as *mut _) })
    }

    /// The state of the list at this moment.
    pub fn info(&self) -> Result<ListInfo> {
        let mut info = iq_list_info { struct_size: size_of::<iq_list_info>(), ..Default::default() };
        call(|| unsafe { iq_list_read_info(self.as_ptr(), &mut info) })?;
        Ok(ListInfo {
            version: info.version,
            sections: info.sections,
            items: info.items,
            loading: Loading::of(info.loading),
            placeholder: Placeholder::of(info.placeholder),
            undo_steps: info.undo_steps,
            redo_steps: info.redo_steps,
            selected: info.selected,
            focused: (info.focused.id != 0).then_some(Item(info.focused.id)),
            focused_section: (info.focused_section.id != 0).then_some(Section(info.focused_section.id)),
            submissions: info.submissions,
        })
    }
}

const EMPTY: iq_event = iq_event {
    struct_size: size_of::<iq_event>(),
    kind: 0,
    flags: 0,
    version: 0,
    item: iq_item { id: 0 },
    section: iq_section { id: 0 },
    key: iq_key { bytes: [0; 16] },
    section_key: iq_key { bytes: [0; 16] },
    position: iq_position { section: 0, item: 0 },
    index: 0,
    element_kind: 0,
    element_index: 0,
    cell: 0,
    object: std::ptr::null_mut(),
    model: std::ptr::null_mut(),
    cell_class: iq_class { id: 0 },
    states: 0,
    mask: 0,
    number: 0,
    count: 0,
    sender: std::ptr::null_mut(),
    view: std::ptr::null_mut(),
    changeset: std::ptr::null(),
    status: IQ_OK,
    animation: 0,
};
