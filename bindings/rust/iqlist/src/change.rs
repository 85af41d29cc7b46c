//! The records of a changeset's dialects, borrowed from it.

use std::fmt;
use std::ops::Range;

use crate::boundary::call;
use crate::position::known;
use crate::{Error, Kind, Position, Result, Status};
use iqlist_sys::*;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// Items are deleted.
    ItemDelete,
    /// In a batch: items that move are taken out. Has both positions.
    ItemMoveOut,
    /// In a batch: items that move are put in. Has both positions.
    ItemMoveIn,
    /// In steps: items move.
    ItemMove,
    /// Items are inserted.
    ItemInsert,
    /// Items are updated.
    ItemUpdate,
    /// Sections are deleted.
    SectionDelete,
    /// Sections move.
    SectionMove,
    /// Sections are inserted, empty at first.
    SectionInsert,
    /// Sections were marked for reload.
    SectionUpdate,
    /// A supplementary element is deleted.
    SupplementaryDelete,
    /// A supplementary element is inserted.
    SupplementaryInsert,
    /// A supplementary element is updated.
    SupplementaryUpdate,
    /// A number that this crate does not know: the library is newer.
    Unknown(u32),
}

/// One change: a range of consecutive items (or sections) that never crosses a section. See
/// [`Changeset::batch`](crate::Changeset::batch) and [`steps`](crate::Changeset::steps) for the meaning of its
/// positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Change(iq_change);

impl Change {
    /// Its kind.
    pub fn kind(&self) -> ChangeKind {
        match self.0.kind {
            IQ_ITEM_DELETE => ChangeKind::ItemDelete,
            IQ_ITEM_MOVE_OUT => ChangeKind::ItemMoveOut,
            IQ_ITEM_MOVE_IN => ChangeKind::ItemMoveIn,
            IQ_ITEM_MOVE => ChangeKind::ItemMove,
            IQ_ITEM_INSERT => ChangeKind::ItemInsert,
            IQ_ITEM_UPDATE => ChangeKind::ItemUpdate,
            IQ_SECTION_DELETE => ChangeKind::SectionDelete,
            IQ_SECTION_MOVE => ChangeKind::SectionMove,
            IQ_SECTION_INSERT => ChangeKind::SectionInsert,
            IQ_SECTION_UPDATE => ChangeKind::SectionUpdate,
            IQ_SUPPLEMENTARY_DELETE => ChangeKind::SupplementaryDelete,
            IQ_SUPPLEMENTARY_INSERT => ChangeKind::SupplementaryInsert,
            IQ_SUPPLEMENTARY_UPDATE => ChangeKind::SupplementaryUpdate,
            unknown => ChangeKind::Unknown(unknown),
        }
    }

    /// The first item's position before. An insert has none, nor has a change of sections or elements.
    pub fn before(&self) -> Option<Position> {
        Some(Position::new(self.before_section()?, known(self.0.before_item)?))
    }

    /// The first item's position after. A delete has none, nor has a change of sections or elements.
    pub fn after(&self) -> Option<Position> {
        Some(Position::new(self.after_section()?, known(self.0.after_item)?))
    }

    /// The section before: that of the items or the element, or the first of the sections. An insert has none.
    pub fn before_section(&self) -> Option<usize> {
        known(self.0.before_section)
    }

    /// The section after: that of the items or the element, or the first of the sections. A delete has none.
    pub fn after_section(&self) -> Option<usize> {
        known(self.0.after_section)
    }

    /// For a step that moves or inserts items: the first one's position when all steps are done.
    pub fn final_position(&self) -> Option<Position> {
        Some(Position::new(self.final_section()?, known(self.0.final_item)?))
    }

    /// For a step that moves or inserts: the section when all steps are done, that of the items or the first of
    /// the sections.
    pub fn final_section(&self) -> Option<usize> {
        known(self.0.final_section)
    }

    /// For a step that moves or inserts: the items within their section (for a section's step: the sections)
    /// when all steps are done. Empty for others.
    pub fn final_range(&self) -> Range<usize> {
        self.range(self.0.final_section, self.0.final_item)
    }

    /// The number of items (or sections); the positions of the others follow the first one's.
    pub fn count(&self) -> usize {
        self.0.count as usize
    }

    /// The items (for a section's change: the sections) within the section before. Empty for an insert.
    pub fn before_range(&self) -> Range<usize> {
        self.range(self.0.before_section, self.0.before_item)
    }

    /// The items (for a section's change: the sections) within the section after. Empty for a delete.
    pub fn after_range(&self) -> Range<usize> {
        self.range(self.0.after_section, self.0.after_item)
    }

    fn range(&self, section: u32, item: u32) -> Range<usize> {
        known(item).or(known(section)).map_or(0..0, |first| first..first + self.count())
    }

    /// For an update: whether it wants a new cell. If not, it wants the same cell bound again.
    pub fn is_reload(&self) -> bool {
        self.has(IQ_CHANGE_RELOAD)
    }

    /// For an update: whether it wants the same cell bound again.
    pub fn is_reconfigure(&self) -> bool {
        self.has(IQ_CHANGE_RECONFIGURE)
    }

    /// For an update: whether the contents differ.
    pub fn is_by_content(&self) -> bool {
        self.has(IQ_CHANGE_BY_CONTENT)
    }

    /// For an update: whether the classes differ.
    pub fn is_by_class(&self) -> bool {
        self.has(IQ_CHANGE_BY_CLASS)
    }

    /// For an update: whether the class's `equal` found a difference.
    pub fn is_by_equal(&self) -> bool {
        self.has(IQ_CHANGE_BY_EQUAL)
    }

    /// For an update: whether it was marked.
    pub fn is_by_mark(&self) -> bool {
        self.has(IQ_CHANGE_BY_MARK)
    }

    /// For an update: whether the levels differ.
    pub fn is_by_level(&self) -> bool {
        self.has(IQ_CHANGE_BY_LEVEL)
    }

    /// For an update of a supplementary element: whether the keys differ.
    pub fn is_by_key(&self) -> bool {
        self.has(IQ_CHANGE_BY_KEY)
    }

    fn has(&self, flag: u32) -> bool {
        self.0.flags & flag != 0
    }

    /// For a reconfigure: what differs, as returned by the class's `changed`; else all bits.
    pub fn mask(&self) -> u64 {
        self.0.mask
    }

    /// For a supplementary element's change: the kind and index of the element.
    pub fn element(&self) -> Option<(Kind, u32)> {
        (self.0.element_kind != 0).then_some((Kind(self.0.element_kind), self.0.element_index))
    }

    /// For a step that is a move: Qt's `destinationChild`, which counts before the removal.
    pub fn destination(&self) -> Result<usize> {
        if !matches!(self.kind(), ChangeKind::ItemMove | ChangeKind::SectionMove) {
            return Err(Error::new(Status::Argument, "only a move has a destination"));
        }
        let mut destination = 0;
        // SAFETY: both are there.
        call(|| unsafe { iq_change_get_destination(&self.0, &mut destination) })?;
        Ok(destination as usize)
    }
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |section: Option<usize>, item| match (section, item) {
            (_, Some(position)) => format!("{position}"),
            (Some(section), None) => format!("{section}"),
            _ => "-".to_string(),
        };
        let (before, after) =
            (at(self.before_section(), self.before()), at(self.after_section(), self.after()));
        write!(f, "{:?} {before} -> {after} x {}", self.kind(), self.count())
    }
}

/// A change of one flat list: at a position, items are removed, then others added.
///
/// ```
/// use iqlist::{Key, List};
///
/// let (before, after) = ([1, 2, 3], [1, 4, 5, 3]);
/// let list = List::<()>::new()?;
/// list.set_items(&before.map(|it: u64| Key::from(it)))?;
/// let changes = list.set_items(&after.map(|it: u64| Key::from(it)))?;
///
/// let mut shown = before.to_vec();
/// for splice in changes.splices()? {
///     shown.splice(splice.removed(), after[splice.added()].iter().copied());
/// }
/// assert_eq!(shown, after);
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Splice(iq_splice);

impl Splice {
    /// Its position.
    pub fn position(&self) -> usize {
        self.0.position as usize
    }

    /// The items that are removed: their positions after the splices before this one.
    pub fn removed(&self) -> Range<usize> {
        self.position()..self.position() + self.0.removed as usize
    }

    /// The items that are added: their positions in the list after.
    pub fn added(&self) -> Range<usize> {
        self.position()..self.position() + self.0.added as usize
    }
}
