//! Places: what is drawn where.

use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{BitOr, BitOrAssign};
use std::slice;

use crate::flags::debug_flags;
use crate::model::Models;
use crate::position::known;
use crate::{Class, Item, Position, Rect, Section, States, Target};
use iqlist_sys::*;

/// What is to be known about a [`Place`]: the sum of some.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PlaceFlags(u32);

impl PlaceFlags {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// It was not in the last scene.
    pub const NEW: Self = Self(IQ_PLACE_NEW);
    /// Its cell was bound, or bound again for more than another model: draw it anew.
    pub const BOUND: Self = Self(IQ_PLACE_BOUND);
    /// It is elsewhere in the content, or has another size.
    pub const MOVED: Self = Self(IQ_PLACE_MOVED);
    /// Its size is a guess: measure it, and [set it](crate::LaidOutView::set_sizes).
    pub const MEASURE: Self = Self(IQ_PLACE_MEASURE);
    /// It is sticky, and not where it belongs.
    pub const STUCK: Self = Self(IQ_PLACE_STUCK);
    /// It is not in the window: overscan, or its cell was [taken](crate::View::take_cell).
    pub const OUTSIDE: Self = Self(IQ_PLACE_OUTSIDE);
    /// The first item of its section.
    pub const FIRST: Self = Self(IQ_PLACE_FIRST);
    /// The last item of its section.
    pub const LAST: Self = Self(IQ_PLACE_LAST);
    /// Of a [previous](crate::Scene::previous) place: it is in the list no longer.
    pub const GONE: Self = Self(IQ_PLACE_GONE);

    /// The bits of the C interface.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether it has all of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether it has any of `other`.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

debug_flags! {
    PlaceFlags, NONE,
    NEW BOUND MOVED MEASURE STUCK OUTSIDE FIRST LAST GONE
}

impl BitOr for PlaceFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PlaceFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Where an item or element is drawn. It borrows from the [scene](crate::Scene).
pub struct Place<'a, M: 'static> {
    raw: &'a iq_place,
    /// That the cell holds now: a previous place's cell may have been bound again.
    model: *const M,
    lent: PhantomData<(&'a M, Models<M>)>,
}

impl<'a, M: 'static> Place<'a, M> {
    /// The item or element.
    pub fn target(&self) -> Target {
        Target::of(&self.raw.element)
    }

    /// The item, if it is one.
    pub fn item(&self) -> Option<Item> {
        let id = self.raw.element.item.id;
        (id != 0).then_some(Item(id))
    }

    /// The section of an element; `None` of an item, and of an element of the list itself.
    pub fn section(&self) -> Option<Section> {
        let id = self.raw.element.section.id;
        (id != 0 && self.item().is_none()).then_some(Section(id))
    }

    /// The item's position in the list of the scene's [version](crate::Scene::version).
    pub fn position(&self) -> Option<Position> {
        Position::known(self.raw.position)
    }

    /// The item's index over all sections.
    pub fn index(&self) -> Option<usize> {
        known(self.raw.index)
    }

    /// The item's level.
    pub fn level(&self) -> u16 {
        u16::try_from(self.raw.level).unwrap_or(u16::MAX)
    }

    /// What is to be known about it.
    pub fn flags(&self) -> PlaceFlags {
        PlaceFlags(self.raw.flags)
    }

    /// Whether it has all of these flags.
    pub fn has(&self, flags: PlaceFlags) -> bool {
        self.flags().contains(flags)
    }

    /// The item's states.
    pub fn states(&self) -> States {
        States::of(self.raw.states)
    }

    /// The number of its cell, for [`Scene::with_cell`](crate::Scene::with_cell). `None` if a function of the cells has
    /// panicked, or if the class is new in the view and its event waits.
    pub fn cell(&self) -> Option<u32> {
        (self.raw.cell != IQ_NONE).then_some(self.raw.cell)
    }

    /// The index of the same item or element among the places of the other scene: of a place among the
    /// [previous](crate::Scene::previous) ones, and the other way round.
    pub fn other(&self) -> Option<usize> {
        known(self.raw.other)
    }

    /// Where it is in the window, in units from its upper left corner, without the rule's insets and indent.
    pub fn frame(&self) -> Rect {
        Rect::of(self.raw.frame)
    }

    /// Where it would start in the window along the axis, in units, if it were not stuck.
    pub fn natural(&self) -> f64 {
        self.raw.natural
    }

    /// The model that its cell holds. `None` of a [previous](crate::Scene::previous) place that is not in the scene any
    /// more, or in another cell: what it showed is in [its cell](crate::Scene::with_cell).
    pub fn model(&self) -> Option<&'a M> {
        self.class()?;
        // SAFETY: models of classes of `M` are of that type, and the cell holds it as long as the view is not laid out
        // again, which the scene's lifetime prevents.
        unsafe { self.model.as_ref() }
    }

    /// The class of the cell.
    pub fn class(&self) -> Option<Class<M>> {
        Class::from_raw(self.raw.cell_class)
    }

    pub(crate) fn raw(&self) -> &'a iq_place {
        self.raw
    }
}

impl<M: 'static> Clone for Place<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: 'static> Copy for Place<'_, M> {}

impl<M: 'static> fmt::Debug for Place<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place")
            .field("target", &self.target())
            .field("position", &self.position())
            .field("flags", &self.flags())
            .field("cell", &self.cell())
            .field("frame", &self.frame())
            .finish_non_exhaustive()
    }
}

/// The places of a scene, in the order of drawing: in the list's order; then what is stuck, the list's own last; then
/// elements elsewhere whose cells were taken.
pub struct Places<'a, M: 'static> {
    raw: slice::Iter<'a, iq_place>,
    /// Of previous places: those of now.
    others: Option<&'a [iq_place]>,
    lent: PhantomData<Models<M>>,
}

impl<'a, M: 'static> Places<'a, M> {
    /// `others` are the places of now, if these are the previous ones.
    ///
    /// # Safety
    /// They are of one scene of a list of `M`, and live for `'a`.
    pub(crate) unsafe fn new(raw: &'a [iq_place], others: Option<&'a [iq_place]>) -> Self {
        Self { raw: raw.iter(), others, lent: PhantomData }
    }

    fn place(&self, raw: &'a iq_place) -> Place<'a, M> {
        let model = match self.others {
            None => raw.model,
            // A cell that has been bound again has the model of now. One that is not in the scene may have been unbound
            // already, if it was taken and given back.
            Some(others) => known(raw.other)
                .and_then(|at| others.get(at))
                .filter(|now| now.cell == raw.cell)
                .map_or(std::ptr::null_mut(), |now| now.model),
        };
        Place { raw, model: model.cast_const().cast(), lent: PhantomData }
    }
}

impl<'a, M: 'static> Iterator for Places<'a, M> {
    type Item = Place<'a, M>;

    fn next(&mut self) -> Option<Place<'a, M>> {
        let raw = self.raw.next()?;
        Some(self.place(raw))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.raw.size_hint()
    }

    fn nth(&mut self, count: usize) -> Option<Place<'a, M>> {
        let raw = self.raw.nth(count)?;
        Some(self.place(raw))
    }
}

impl<M: 'static> DoubleEndedIterator for Places<'_, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let raw = self.raw.next_back()?;
        Some(self.place(raw))
    }
}

impl<M: 'static> ExactSizeIterator for Places<'_, M> {}
impl<M: 'static> FusedIterator for Places<'_, M> {}

impl<M: 'static> Clone for Places<'_, M> {
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone(), others: self.others, lent: PhantomData }
    }
}

impl<M: 'static> fmt::Debug for Places<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
