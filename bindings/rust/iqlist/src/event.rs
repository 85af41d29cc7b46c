//! Events: what happened to a list. `poll.rs` reads them from its queue.

use crate::cells::view_at;
use crate::flags::debug_flags;
use crate::position::known;
use crate::read::event_model;
use crate::{
    Changeset, Class, Edge, Item, Key, Kind, Model, Placeholder, Position, Reorder, Section, States, Status,
    ViewId,
};
use iqlist_sys::*;

/// Kinds of events, for [`List::set_events`](crate::List::set_events).
///
/// ```
/// use iqlist::EventKind;
///
/// let both = EventKind::UPDATE | EventKind::ACTION;
/// assert!(both.contains(EventKind::ACTION));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EventKind(u32);

impl EventKind {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// The list was updated, or a [submission](crate::List::submit) has failed: see [`Event::failure`].
    pub const UPDATE: Self = Self(IQ_EVENT_UPDATE);
    /// A submission is committed with the next poll: [`Event::number`] is that of its ticket. If it is cancelled
    /// after all, no update follows.
    pub const WILL_UPDATE: Self = Self(IQ_EVENT_WILL_UPDATE);
    /// A cell class is used in a [view](crate::View) for the first time. The next poll creates and binds cells there.
    pub const CLASS_FIRST_USED: Self = Self(IQ_EVENT_CLASS_FIRST_USED);
    /// A cell was bound to an item or element.
    pub const BOUND: Self = Self(IQ_EVENT_BOUND);
    /// An item, element or section has come into view. A section has no cell, and is in view while one of its items
    /// is.
    pub const WILL_DISPLAY: Self = Self(IQ_EVENT_WILL_DISPLAY);
    /// It is in view no longer: with the cell that it had, which is unbound by the next poll that finds no events.
    pub const DID_END_DISPLAY: Self = Self(IQ_EVENT_DID_END_DISPLAY);
    /// Items or a section got or lost states: see [`Event::states`].
    pub const STATES: Self = Self(IQ_EVENT_STATES);
    /// The host has [emitted](crate::List::emit) an action.
    pub const ACTION: Self = Self(IQ_EVENT_ACTION);
    /// What is shown in place of items has changed: see [`Event::placeholder`].
    pub const PLACEHOLDER: Self = Self(IQ_EVENT_PLACEHOLDER);
    /// A page is to be loaded: see [`Event::edge`].
    pub const PAGE: Self = Self(IQ_EVENT_PAGE);
    /// An item of a [`Derived`](crate::Derived) list was expanded whose children the source does not have yet: insert
    /// them there. It is asked again once items have come and have gone.
    pub const CHILDREN: Self = Self(IQ_EVENT_CHILDREN);
    /// Items near what is visible in a view should be prepared, or are neither near nor visible any more: see
    /// [`Event::is_cancelled`].
    pub const PREFETCH: Self = Self(IQ_EVENT_PREFETCH);
    /// A user drags items: see [`Event::reorder`].
    pub const REORDER: Self = Self(IQ_EVENT_REORDER);

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Whether all of `other` are among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

debug_flags! {
    EventKind, NONE,
    UPDATE WILL_UPDATE CLASS_FIRST_USED BOUND WILL_DISPLAY DID_END_DISPLAY STATES ACTION PLACEHOLDER PAGE
    CHILDREN PREFETCH REORDER
}

impl std::ops::BitOr for EventKind {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A part of a list, that an action is about or that has a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    pub(crate) fn of(raw: &iq_element) -> Self {
        let section = (raw.section.id != 0).then_some(Section(raw.section.id));
        match (raw.item.id, raw.kind, section) {
            (0, 0, None) => Self::List,
            (0, 0, Some(section)) => Self::Section(section),
            (0, kind, None) => Self::ListElement(Kind(kind), raw.index),
            (0, kind, Some(section)) => Self::Element(section, Kind(kind), raw.index),
            (item, ..) => Self::Item(Item(item)),
        }
    }

    pub(crate) fn raw(self) -> iq_element {
        let none = iq_element::new();
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
    /// The list's version: see [`ListInfo::version`](crate::ListInfo::version).
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
    /// The item's model; `None` if it has gone meanwhile. With a cell: the model that it is bound to.
    pub model: Option<Model<M>>,
    /// Of states: those that the items, or the section, got or lost. With a cell: those that its item has.
    pub states: States,
    /// The model's class, if it is not that of the type.
    pub class: Option<Class<M>>,
    /// The supplementary element that it is about, by kind and index.
    pub element: Option<(Kind, u32)>,
    /// The view that it is about: of [`BOUND`](EventKind::BOUND) and the other kinds about what is visible.
    pub view: Option<ViewId>,
    /// The number of the cell in that view, for [`View::with_cell`](crate::View::with_cell). A new cell gets the
    /// lowest free number and keeps it until it is dropped.
    pub cell: Option<u32>,
    /// Of a cell that was bound again: what [`ClassBuilder::changed`](crate::ClassBuilder::changed) returned, 0 if
    /// only the model is another object.
    pub mask: u64,
    /// The number of an action, of a page's request, or of the [ticket](crate::Ticket) of an update that was
    /// submitted; 0 of other updates.
    pub number: u64,
    /// What [`List::emit`](crate::List::emit) was given.
    pub sender: usize,
    /// The changes of an update.
    pub changeset: Option<Changeset>,
    /// Of an update that was submitted: why it has failed. Its ticket has the detail.
    pub failure: Option<Status>,
    /// What [`UpdateOptions::animation`](crate::UpdateOptions::animation) said.
    pub animation: u32,
}

impl<M: 'static> Event<M> {
    /// What the library has written. The event is an owner of its model.
    ///
    /// # Safety
    /// It is an event of a list of `M`, before the next poll.
    pub(crate) unsafe fn of(raw: &iq_event, changeset: Option<Changeset>) -> Self {
        // SAFETY: as promised.
        let (model, class) = unsafe { event_model(raw.model, raw.cell_class) };
        let has_section = raw.section.id != 0;
        Self {
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
            view: view_at(raw.view),
            cell: (raw.cell != IQ_NONE && !raw.view.is_null()).then_some(raw.cell),
            mask: raw.mask,
            number: raw.number,
            sender: raw.sender as usize,
            changeset,
            failure: (raw.status != IQ_OK).then(|| Status::from_code(raw.status)),
            animation: raw.animation,
        }
    }

    /// Of an update: it is not to be animated, see [`UpdateOptions::plain`](crate::UpdateOptions::plain).
    pub fn is_plain(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_COMMIT_PLAIN != 0
    }

    /// Of an update: nothing has changed.
    pub fn is_unchanged(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_COMMIT_UNCHANGED != 0
    }

    /// Of an update: by [`List::undo`](crate::List::undo).
    pub fn is_undone(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_COMMIT_UNDONE != 0
    }

    /// Of an update: by [`List::redo`](crate::List::redo).
    pub fn is_redone(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_COMMIT_REDONE != 0
    }

    /// Of an update: the commit of a drag, see [`List::begin_reorder`](crate::List::begin_reorder).
    pub fn is_reordered(&self) -> bool {
        self.kind == EventKind::UPDATE && self.flags & IQ_COMMIT_REORDERED != 0
    }

    /// Of states: the items got them. Otherwise they lost them.
    pub fn is_on(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_SWITCHED_ON != 0
    }

    /// Of states: the user did it, see [`SetStates::BY_USER`](crate::SetStates::BY_USER).
    pub fn is_by_user(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_SWITCHED_BY_USER != 0
    }

    /// Of states: the user selected the item, which is not selected afterwards, see
    /// [`Selection::keeping`](crate::Selection::keeping).
    pub fn is_cleared(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_SWITCHED_CLEARED != 0
    }

    /// Of states: the items lost them as they left the list.
    pub fn is_gone(&self) -> bool {
        self.kind == EventKind::STATES && self.flags & IQ_SWITCHED_GONE != 0
    }

    /// Of a cell that was bound: it was created for this.
    pub fn is_new(&self) -> bool {
        self.kind == EventKind::BOUND && self.flags & IQ_CELL_NEW != 0
    }

    /// Of a cell that was bound: it was bound to the same item or element before, see [`mask`](Self::mask).
    pub fn is_reconfigured(&self) -> bool {
        self.kind == EventKind::BOUND && self.flags & IQ_CELL_RECONFIGURED != 0
    }

    /// Of a cell that was bound: it replaces another cell of the same item or element.
    pub fn is_reloaded(&self) -> bool {
        self.kind == EventKind::BOUND && self.flags & IQ_CELL_RELOADED != 0
    }

    /// Of a cell that was bound: by [`View::take_cell`](crate::View::take_cell).
    pub fn is_by_hand(&self) -> bool {
        self.kind == EventKind::BOUND && self.flags & IQ_CELL_BY_HAND != 0
    }

    /// Of a cell that was bound, in a view that [binds edges](crate::ViewOptions::bind_edges): the item is the first one of
    /// its section.
    pub fn is_first(&self) -> bool {
        self.kind == EventKind::BOUND && self.flags & IQ_CELL_FIRST != 0
    }

    /// Of a cell that was bound, in a view that [binds edges](crate::ViewOptions::bind_edges): the item is the last one of
    /// its section.
    pub fn is_last(&self) -> bool {
        self.kind == EventKind::BOUND && self.flags & IQ_CELL_LAST != 0
    }

    /// Of a prefetch: the items need not be prepared any more.
    pub fn is_cancelled(&self) -> bool {
        self.kind == EventKind::PREFETCH && self.flags & IQ_PREFETCH_CANCEL != 0
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
