//! States of the items of a list: setting and reading them.

use std::ops::{Bound, RangeBounds};

use crate::boundary::call;
use crate::key::pointer;
use crate::read::counted;
use crate::{Item, ItemKey, Key, List, Result, Section, SectionName, Selection, SetStates, States};
use iqlist_sys::*;

// SAFETY (of all calls below): the list is alive, and so are arrays during the call.
impl<M: 'static, S: SectionName> List<M, S> {
    /// Sets states of items. They follow an item through moves, updates and reloads, until it leaves the list.
    ///
    /// [`Status::Handle`](crate::Status::Handle) if an item has gone; [`Status::Refused`](crate::Status::Refused)
    /// if the user does it and a single item does not allow it. A panic in the traits of a class is resumed after
    /// the call has completed.
    ///
    /// ```
    /// use iqlist::{EventKind, Key, List, SetStates, States};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_items(&[1u64, 2, 3].map(Key::from))?;
    /// list.set_events(EventKind::STATES)?;
    /// let last = list.item_at(2)?;
    /// list.set_states(&[last], States::SELECTED, SetStates::ON)?;
    /// list.set_items(&[3u64, 1].map(Key::from))?;
    /// assert!(list.item_info(last)?.states.contains(States::SELECTED));
    /// for event in list.events() {
    ///     let event = event?;
    ///     assert!(event.is_on() && event.states == States::SELECTED && event.item == Some(last));
    /// }
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_states(&self, items: &[Item], states: States, how: SetStates) -> Result<()> {
        call(|| unsafe {
            let (items, count) = (items.as_ptr().cast(), items.len());
            iq_list_set_states(self.as_ptr(), items, count, states.bits(), how.raw())
        })
    }

    /// Sets states of a range of items, counted over all sections. [`Status::Range`](crate::Status::Range) if it
    /// goes beyond the end.
    ///
    /// ```
    /// use iqlist::{Key, List, Selection, SetStates, States};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_items(&[1u64, 2, 3].map(Key::from))?;
    /// list.set_selection(Selection::MULTIPLE)?;
    /// list.set_range_states(.., States::SELECTED, SetStates::ON)?;
    /// list.set_range_states(..1, States::SELECTED, SetStates::TOGGLE)?;
    /// assert_eq!(list.info()?.selected, 2);
    /// assert_eq!(list.states(..2)?, [States::NONE, States::SELECTED]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_range_states(
        &self,
        range: impl RangeBounds<usize>,
        states: States,
        how: SetStates,
    ) -> Result<()> {
        let is_open = range.end_bound() == Bound::Unbounded;
        let (first, count) = counted(range, usize::MAX - 1)?;
        let count = if is_open { IQ_END } else { count };
        call(|| unsafe { iq_list_set_range_states(self.as_ptr(), first, count, states.bits(), how.raw()) })
    }

    /// Sets states of a section itself: focused, expanded, or the host's own. No traits are asked.
    pub fn set_section_states(&self, section: Section, states: States, how: SetStates) -> Result<()> {
        call(|| unsafe { iq_list_set_section_states(self.as_ptr(), section.raw(), states.bits(), how.raw()) })
    }

    /// Sets states of the items of these keys, as [`set_states`](Self::set_states) does, and returns how many of
    /// the keys are not in the list: restores what [`keys_in_state`](Self::keys_in_state) has returned.
    /// [`Status::Scope`](crate::Status::Scope) if keys are scoped and one has no section.
    ///
    /// ```
    /// use iqlist::{Key, List, Selection, SetStates, States};
    ///
    /// let list = List::<()>::new()?;
    /// list.set_items(&[1u64, 2, 3].map(Key::from))?;
    /// list.set_range_states(1.., States::EXPANDED, SetStates::ON)?;
    /// let saved = list.keys_in_state(States::EXPANDED, 0)?;
    ///
    /// let again = List::<()>::new()?;
    /// again.set_items(&[4u64, 3].map(Key::from))?;
    /// let missing = again.set_key_states(saved, States::EXPANDED, SetStates::ON)?;
    /// assert_eq!((missing, again.items_in_state(States::EXPANDED, 0)?), (1, vec![again.item_at(1)?]));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_key_states<K: Into<ItemKey>>(
        &self,
        keys: impl IntoIterator<Item = K>,
        states: States,
        how: SetStates,
    ) -> Result<usize> {
        let full: Vec<ItemKey> = keys.into_iter().map(K::into).collect();
        let keys: Vec<Key> = full.iter().map(|full| full.key).collect();
        let sections: Option<Vec<Key>> = full.iter().map(|full| full.section).collect();
        let sections = sections.as_deref().map_or(std::ptr::null(), pointer);
        let mut missing = 0;
        call(|| unsafe {
            let (keys, count) = (pointer(&keys), keys.len());
            let list = self.as_ptr();
            iq_list_set_key_states(list, sections, keys, count, states.bits(), how.raw(), &mut missing)
        })?;
        Ok(missing)
    }

    /// The items from index `first` on, counted over all sections, that have all of `states`, in order.
    pub fn items_in_state(&self, states: States, first: usize) -> Result<Vec<Item>> {
        let mut items = Vec::<Item>::new();
        loop {
            let (room, mut count) = (items.len(), 0);
            call(|| unsafe {
                let written = items.as_mut_ptr().cast();
                iq_list_find_items_in_state(self.as_ptr(), states.bits(), first, written, room, &mut count)
            })?;
            if count <= room {
                items.truncate(count);
                return Ok(items);
            }
            items.resize(count, Item(0));
        }
    }

    /// The keys of the items from index `first` on that have all of `states`, in order, with those of their
    /// sections: to be saved, and restored by [`set_key_states`](Self::set_key_states). Of a
    /// [`Derived`](crate::Derived) list also those of its source that it hides, and behind them those that only the
    /// first source has.
    pub fn keys_in_state(&self, states: States, first: usize) -> Result<Vec<ItemKey>> {
        let (mut sections, mut keys) = (Vec::<Key>::new(), Vec::<Key>::new());
        loop {
            let (room, mut count) = (keys.len(), 0);
            call(|| unsafe {
                let (sections, keys) = (sections.as_mut_ptr().cast(), keys.as_mut_ptr().cast());
                iq_list_find_keys_in_state(
                    self.as_ptr(),
                    states.bits(),
                    first,
                    sections,
                    keys,
                    room,
                    &mut count,
                )
            })?;
            if count <= room {
                keys.truncate(count);
                return Ok(sections
                    .into_iter()
                    .zip(keys)
                    .map(|(section, key)| ItemKey::in_section(section, key))
                    .collect());
            }
            sections.resize(count, Key::default());
            keys.resize(count, Key::default());
        }
    }

    /// Sets how many items can be selected; at first [`Selection::SINGLE`]. Under a stricter one the first
    /// selected item stays so, with [`Selection::NONE`] none does.
    pub fn set_selection(&self, mode: Selection) -> Result<()> {
        call(|| unsafe { iq_list_set_selection(self.as_ptr(), mode.raw()) })
    }

    /// How many items can be selected.
    pub fn selection(&self) -> Result<Selection> {
        let mut mode = 0;
        call(|| unsafe { iq_list_get_selection(self.as_ptr(), &mut mode) })?;
        Ok(Selection::from_raw(mode))
    }
}
