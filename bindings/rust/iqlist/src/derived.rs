//! Derived lists: outlines, filters and sorted lists of another list.

use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::boundary::{call, make};
use crate::names::SharedNames;
use crate::options::options;
use crate::ticket::{Outcome, Submitter};
use crate::{
    Error, Filter, FilterState, Item, ItemKey, Key, List, ListRows, Order, OrderState, Passes, Result, Row,
    Section, SectionName, SetStates, Snapshot, States, Status, SubmitOptions, Ticket,
};
use iqlist_sys::*;

/// Options of [`List::outline`].
///
/// ```
/// use iqlist::Outline;
///
/// let accordion = Outline::new().sections().exclusive();
/// # let _ = accordion;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outline(iq_derive_options);

options! {
    Outline of iq_derive_options;

    /// All defaults: nothing is expanded at first, any number of siblings can be, and sections do not fold.
    new;

    /// Of siblings one at most is expanded, and of sections too: expanding one collapses the others in the same
    /// update. Siblings have the same parent.
    exclusive() { flags |= IQ_DERIVE_EXCLUSIVE }

    /// What is new and has items below it is expanded, and so are new sections. Not with
    /// [`exclusive`](Self::exclusive).
    expanded() { flags |= IQ_DERIVE_EXPANDED }

    /// Sections fold as well: one that is not expanded shows no items.
    sections() { flags |= IQ_DERIVE_SECTIONS }

    /// Sections without a visible item are not shown; collapsed ones are, if they have items.
    drop_empty_sections() { flags |= IQ_DERIVE_DROP_EMPTY_SECTIONS }
}

/// Options of [`List::filtered`].
///
/// ```
/// use iqlist::Filtered;
///
/// let found = Filtered::new().keep_parents().drop_empty_sections();
/// # let _ = found;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Filtered(iq_derive_options);

options! {
    Filtered of iq_derive_options;

    /// All defaults: just what passes is shown, and all sections.
    new;

    /// What is above an item that passes is shown too.
    keep_parents() { flags |= IQ_DERIVE_KEEP_PARENTS }

    /// Sections without a visible item are not shown.
    drop_empty_sections() { flags |= IQ_DERIVE_DROP_EMPTY_SECTIONS }
}

/// Options of [`List::sorted`].
///
/// ```
/// use iqlist::Sorted;
///
/// let sorted = Sorted::new().drop_empty_sections();
/// # let _ = sorted;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sorted(iq_derive_options);

options! {
    Sorted of iq_derive_options;

    /// All defaults: all sections are shown.
    new;

    /// Sections without an item are not shown.
    drop_empty_sections() { flags |= IQ_DERIVE_DROP_EMPTY_SECTIONS }
}

/// A list that follows another list, its source, and shows a part of it: made by [`List::outline`], which shows what
/// is not below something collapsed, by [`List::filtered`], which shows what passes, by [`List::sorted`], which
/// shows everything in an order of its own, and by [`List::grouped`], which shows it in sections of its own.
///
/// It is used as a [`List`]: it has events, states, a screen, changesets, positions and handles of its own, and can be
/// derived from again. Only its source and the functions here change it: what else changes lists is
/// [`Status::State`]. A commit of the source makes work for the next [`poll`](List::poll) of this one, which takes in
/// all commits since its last poll, as one update. It remembers its states of what it hides, and of what lists hide
/// that it is derived from, as long as the first of them has it.
///
/// A clone is the same list, which is dropped with the last of them, before its source or after it. After the source
/// was dropped it goes on with what it knows of that: it shows, folds and filters it, and cannot be changed otherwise.
/// What the source got since the last poll is lost then.
///
/// ```
/// use iqlist::{Columns, Filter, Filtered, Key, List, Outline, Status};
///
/// let keys = [1u64, 2, 3, 4, 5].map(Key::from);
/// let levels = [0, 1, 2, 1, 0];
/// let source = List::<()>::new()?;
/// source.set_items(Columns::new(&keys).levels(&levels))?;
///
/// let outline = source.outline(Outline::new())?;
/// assert_eq!(outline.keys(..)?, [1u64, 5].map(Key::from));
/// outline.expand(outline.item_at(0)?)?;
/// outline.poll()?;
/// assert_eq!(outline.keys(..)?, [1u64, 2, 4, 5].map(Key::from));
///
/// let even = source.filtered(Filtered::new())?;
/// let ticket = even.set_filter(Filter::bits([false, true, false, true, false], source.info()?.version))?;
/// while ticket.try_result().is_none() {
///     even.poll()?;
/// }
/// assert_eq!(even.keys(..)?, [2u64, 4].map(Key::from));
/// assert_eq!(even.set_items(&keys).err().map(|error| error.status()), Some(Status::State));
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Derived<M: 'static = (), S: SectionName = Key> {
    list: Arc<List<M, S>>,
    source: Arc<Submitter>,
    options: iq_derive_options,
}

// SAFETY (of all calls below): the list is alive, its models are of type `M`, the outputs are ours.
impl<M: 'static, S: SectionName> List<M, S> {
    /// A list that shows what is not below something collapsed: levels of items ([`Columns::levels`]) say what is
    /// below what, and [`States::EXPANDED`] of its items what is expanded. An item that may have items below it later
    /// ([`Traits::HAS_CHILDREN`]) asks for them by [`EventKind::CHILDREN`] when it is expanded. O(n).
    ///
    /// [`Columns::levels`]: crate::Columns::levels
    /// [`Traits::HAS_CHILDREN`]: crate::Traits::HAS_CHILDREN
    /// [`EventKind::CHILDREN`]: crate::EventKind::CHILDREN
    ///
    /// ```
    /// use iqlist::{Class, EventKind, List, Outline, Row, Traits};
    ///
    /// let folder = Class::<String>::builder("outline/folder").traits(Traits::HAS_CHILDREN).register()?;
    /// let source = List::new()?;
    /// source.set_items(&[Row::new(1u64).model("home".to_string()).class(folder)])?;
    /// let outline = source.outline(Outline::new())?;
    /// outline.set_events(EventKind::CHILDREN)?;
    ///
    /// let home = outline.item_at(0)?;
    /// assert!(outline.item_info(home)?.has_children);
    /// outline.expand(home)?;
    /// for asked in outline.events() {
    ///     let Some(folder) = asked?.key else { continue };
    ///     // The event is the outline's; its item is that of the source with the same key, if it is still there.
    ///     let Some(folder) = source.find_item(folder)? else { continue };
    ///     let mut edit = source.edit()?;
    ///     edit.insert_children(folder, 0, &[Row::new(2u64).model("notes".to_string())])?;
    ///     edit.commit()?;
    /// }
    /// assert_eq!(outline.len(), 2);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// Fails with [`Status::Argument`] for options that do not belong together, with [`Status::Busy`] while an edit is
    /// open, with [`Status::Limit`] if this list is 8 derivations deep.
    pub fn outline(&self, options: Outline) -> Result<Derived<M, S>> {
        self.derive(options.0, self.names.clone())
    }

    /// A list that shows what passes its [filter](Derived::set_filter); at first everything passes. O(n).
    ///
    /// Fails as [`outline`](Self::outline) does.
    pub fn filtered(&self, options: Filtered) -> Result<Derived<M, S>> {
        self.derive(iq_derive_options { kind: IQ_DERIVE_FILTER, ..options.0 }, self.names.clone())
    }

    /// A list that shows everything, each section in the [order](Derived::set_order) that it is given; at first in the
    /// source's. Siblings are sorted, each with what is below it; levels of the list are depths, whatever numbers the
    /// source uses. O(n).
    ///
    /// Fails as [`outline`](Self::outline) does.
    pub fn sorted(&self, options: Sorted) -> Result<Derived<M, S>> {
        self.derive(iq_derive_options { kind: IQ_DERIVE_SORTED, ..options.0 }, self.names.clone())
    }

    /// `names` are those of its sections.
    pub(crate) fn derive<T: SectionName>(
        &self,
        options: iq_derive_options,
        names: Arc<SharedNames<T>>,
    ) -> Result<Derived<M, T>> {
        // No name of a section that it shows is dropped until it is among the lists with these names.
        let _changing = self.names.changing();
        let list = make(
            |out| unsafe { iq_list_derive(self.as_ptr(), &options, out) },
            |list| List::own(list, names, self.default_class),
        )?;
        Ok(Derived { list: Arc::new(list), source: self.submitter.clone(), options })
    }
}

impl<M: 'static, S: SectionName> Derived<M, S> {
    /// The list, for what takes a shared one: [`List::shared_screen`].
    pub fn list(&self) -> &Arc<List<M, S>> {
        &self.list
    }

    /// Gives a list made by [`List::filtered`] another filter. It is a submission, as by [`List::submit`]: it takes
    /// place in a [`poll`](List::poll), as one update of deletes and inserts, can be cancelled, and is superseded by
    /// the next one until it is committed.
    ///
    /// ```
    /// use iqlist::{Filter, Filtered, List, Row};
    ///
    /// let source = List::new()?;
    /// source.set_items(&[Row::new(1u64).model("Ada"), Row::new(2u64).model("Ben"), Row::new(3u64).model("Abe")])?;
    /// let found = source.filtered(Filtered::new())?;
    /// for typed in ["A", "Ab"] {
    ///     // What is typed further finds less.
    ///     let filter = Filter::by(move |_, name: &&str| name.starts_with(typed)).stricter();
    ///     let ticket = found.set_filter(filter)?;
    ///     while ticket.try_result().is_none() {
    ///         found.poll()?;
    ///     }
    /// }
    /// assert_eq!(found.get(0)?.as_deref(), Some(&"Abe"));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// Fails with [`Status::State`] if it has no filter; with bits also if its source was dropped or has changed since
    /// they were found, with [`Status::Busy`] while an edit of the source is open, and with [`Status::Argument`] if they
    /// are not as many as its items.
    pub fn set_filter(&self, filter: Filter<M>) -> Result<Ticket> {
        self.set_filter_with(filter, SubmitOptions::new())
    }

    /// Sets a filter with options of a submission.
    pub fn set_filter_with(&self, filter: Filter<M>, options: SubmitOptions) -> Result<Ticket> {
        self.ticket_of(|ended| self.set_filter_then(filter, options, ended))
    }

    /// The ticket of what `submit` submits, which calls the function that it gets when that has ended.
    pub(crate) fn ticket_of(
        &self,
        submit: impl FnOnce(Box<dyn FnOnce(Result<()>) + Send>) -> Result<u64>,
    ) -> Result<Ticket> {
        let outcome = Arc::new(Outcome::default());
        let ended = outcome.clone();
        let number = submit(Box::new(move |result| ended.end(result)))?;
        Ok(Ticket::new(number, self.list.submitter.clone(), outcome))
    }

    /// Sets a filter; `done` is called once when that has ended, as of [`List::submit_then`]. Returns its number, for
    /// [`List::cancel`].
    pub fn set_filter_then(
        &self,
        filter: Filter<M>,
        options: SubmitOptions,
        done: impl FnOnce(Result<()>) + Send + 'static,
    ) -> Result<u64> {
        if let Some((words, version)) = filter.given_bits() {
            self.check_bits(words.len(), version)?;
        }
        let mut refused = None;
        let set = options.submit(Box::new(|_, result| done(result)), |options, ticket| {
            let mut status = IQ_OK;
            refused = filter.lend(|filter| {
                status = unsafe { iq_list_set_filter(self.as_ptr(), filter, options, ticket) };
                status == IQ_OK
            });
            status
        });
        drop(refused);
        set
    }

    /// The filter in effect, and whether one waits. Fails with [`Status::State`] if the list has no filter.
    pub fn filter(&self) -> Result<FilterState> {
        let (mut kind, mut ticket, mut waiting) = (0, 0, 0);
        call(|| unsafe { iq_list_get_filter(self.as_ptr(), &mut kind, &mut ticket, &mut waiting) })?;
        let passes = match kind {
            IQ_PASSES_BITS => Passes::Bits,
            IQ_PASSES_FUNCTION => Passes::Function,
            _ => Passes::All,
        };
        Ok(FilterState { passes, ticket, waiting })
    }

    /// Gives a list made by [`List::sorted`] another order. It is a submission, as [`set_filter`](Self::set_filter) is,
    /// and one update with the fewest moves. What changes in the source is sorted from then on by the same order.
    ///
    /// ```
    /// use iqlist::{List, Order, Row, Sorted};
    ///
    /// let source = List::new()?;
    /// source.set_items(&[Row::new(1u64).model(("Ben", 2)), Row::new(2u64).model(("Ada", 31))])?;
    /// let sorted = source.sorted(Sorted::new())?;
    /// let ticket = sorted.set_order(Order::by(|(name, _): &(&str, i32)| *name))?;
    /// while ticket.try_result().is_none() {
    ///     sorted.poll()?;
    /// }
    /// assert_eq!(sorted.get(0)?.as_deref(), Some(&("Ada", 31)));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// Fails with [`Status::State`] if the list is not sorted. A grouped one has
    /// [orders of its own](crate::GroupedList::set_order); this function is [`Status::Argument`] there.
    pub fn set_order(&self, order: Order<M>) -> Result<Ticket> {
        self.set_order_with(order, SubmitOptions::new())
    }

    /// Sets an order with options of a submission.
    pub fn set_order_with(&self, order: Order<M>, options: SubmitOptions) -> Result<Ticket> {
        self.ticket_of(|ended| self.set_order_then(order, options, ended))
    }

    /// Sets an order; `done` is called once when that has ended, as of [`List::submit_then`]. Returns its number, for
    /// [`List::cancel`].
    pub fn set_order_then(
        &self,
        order: Order<M>,
        options: SubmitOptions,
        done: impl FnOnce(Result<()>) + Send + 'static,
    ) -> Result<u64> {
        if self.options.kind == IQ_DERIVE_GROUPED {
            return Err(Error::new(Status::Argument, "a grouped list is given an order with groups"));
        }
        self.submit_order(order, options, done)
    }

    /// The order in effect, and whether one waits. Fails with [`Status::State`] if the list is neither sorted nor
    /// grouped.
    pub fn order(&self) -> Result<OrderState> {
        let (mut flags, mut ticket, mut waiting) = (0, 0, 0);
        call(|| unsafe { iq_list_get_order(self.as_ptr(), &mut flags, &mut ticket, &mut waiting) })?;
        let (descending, frozen) = (flags & IQ_ORDER_DESCENDING != 0, flags & IQ_ORDER_FROZEN != 0);
        Ok(OrderState { descending, frozen, ticket, waiting })
    }

    pub(crate) fn submit_order(
        &self,
        order: Order<M>,
        options: SubmitOptions,
        done: impl FnOnce(Result<()>) + Send + 'static,
    ) -> Result<u64> {
        let mut refused = None;
        let set = options.submit(Box::new(|_, result| done(result)), |options, ticket| {
            let mut status = IQ_OK;
            refused = order.lend(self.default_class, |order| {
                status = unsafe { iq_list_set_order(self.as_ptr(), order, options, ticket) };
                status == IQ_OK
            });
            status
        });
        drop(refused);
        set
    }

    /// The library reads as many bits as the source has items, if it is still of that version.
    fn check_bits(&self, words: usize, version: u64) -> Result<()> {
        let mut info = iq_list_info::new();
        self.source.call("the source was dropped", |source| unsafe {
            iq_list_get_info(source.as_ptr(), &mut info)
        })?;
        if info.version != version {
            return Err(Error::new(Status::State, "the source has changed since the bits were found"));
        }
        if info.items.div_ceil(64) != words {
            let message = format!("{words} words of bits for {} items", info.items);
            return Err(Error::new(Status::Argument, &message));
        }
        Ok(())
    }

    /// Expands an item: what is directly below it is shown from the next [`poll`](List::poll) on. The user does it by
    /// [`List::set_states`] with [`States::EXPANDED`] and [`SetStates::BY_USER`].
    pub fn expand(&self, item: Item) -> Result<()> {
        self.set_states(&[item], States::EXPANDED, SetStates::ON)
    }

    /// Collapses an item: nothing below it is shown from the next poll on. It remembers which of that was expanded.
    pub fn collapse(&self, item: Item) -> Result<()> {
        self.set_states(&[item], States::EXPANDED, SetStates::OFF)
    }

    /// Whether an item is expanded.
    pub fn is_expanded(&self, item: Item) -> Result<bool> {
        Ok(self.item_info(item)?.states.contains(States::EXPANDED))
    }

    /// Expands a section, of an outline whose [sections fold](Outline::sections).
    pub fn expand_section(&self, section: Section) -> Result<()> {
        self.set_section_states(section, States::EXPANDED, SetStates::ON)
    }

    /// Collapses a section likewise.
    pub fn collapse_section(&self, section: Section) -> Result<()> {
        self.set_section_states(section, States::EXPANDED, SetStates::OFF)
    }

    /// Expands all items that have items below them, also what is hidden now, and the sections that are shown, if they
    /// fold. What the source got since the last poll stays collapsed; if it was dropped, so does what is hidden. O(n).
    pub fn expand_all(&self) -> Result<()> {
        match self.source_snapshot()? {
            Some(source) => {
                self.set_key_states(parents(&source)?, States::EXPANDED, SetStates::ON)?;
            }
            None => self.set_states(&self.shown_parents()?, States::EXPANDED, SetStates::ON)?,
        }
        self.fold_sections(SetStates::ON)
    }

    /// The items that have some below them.
    fn shown_parents(&self) -> Result<Vec<Item>> {
        let mut parents = Vec::new();
        for item in (0..self.len()).map(|index| self.item_at(index)) {
            let item = item?;
            if self.item_info(item)?.has_children {
                parents.push(item);
            }
        }
        Ok(parents)
    }

    /// Collapses all items, also what is hidden, and the sections that are shown, if they fold.
    pub fn collapse_all(&self) -> Result<()> {
        // All but none lose the state.
        self.set_range_states(0..0, States::EXPANDED, SetStates::ONLY)?;
        self.fold_sections(SetStates::OFF)
    }

    fn fold_sections(&self, how: SetStates) -> Result<()> {
        if self.options.flags & IQ_DERIVE_SECTIONS == 0 {
            return Ok(());
        }
        (0..self.section_count()).try_for_each(|position| {
            self.set_section_states(self.section_at(position)?, States::EXPANDED, how)
        })
    }

    /// What the source shows, if it was not dropped.
    fn source_snapshot(&self) -> Result<Option<Snapshot<M, S>>> {
        let mut snapshot = std::ptr::null_mut();
        let made = self.source.call("the source was dropped", |source| unsafe {
            iq_list_snapshot(source.as_ptr(), &mut snapshot)
        });
        match made {
            Err(error) if error.status() == Status::State => Ok(None),
            made => made.map(|()| {
                let own = |snapshot| Snapshot::own(snapshot, self.names.get(), self.default_class);
                NonNull::new(snapshot).map(own)
            }),
        }
    }
}

/// The items with an item below them.
fn parents<M: 'static, S: SectionName>(shown: &Snapshot<M, S>) -> Result<Vec<ItemKey>> {
    let (keys, levels) = (shown.keys(..)?, shown.levels(..)?);
    let mut parents = Vec::new();
    for position in 0..shown.section_count() {
        let section = shown.section_at(position)?;
        let with_next = section.items().filter(|item| item + 1 < section.items().end);
        let is_parent = |item: &usize| levels[*item] < levels[item + 1];
        parents.extend(with_next.filter(is_parent).map(|item| ItemKey::in_section(section.key, keys[item])));
    }
    Ok(parents)
}

impl<M: 'static, S: SectionName> Deref for Derived<M, S> {
    type Target = List<M, S>;

    fn deref(&self) -> &List<M, S> {
        &self.list
    }
}

impl<M: 'static, S: SectionName> IntoIterator for &Derived<M, S> {
    type Item = Result<Row<M>>;
    type IntoIter = ListRows<M, S>;

    /// As [`List::iter`].
    fn into_iter(self) -> ListRows<M, S> {
        self.iter()
    }
}

impl<M: 'static, S: SectionName> Clone for Derived<M, S> {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), source: self.source.clone(), options: self.options }
    }
}

/// As [`List::dump`].
impl<M: 'static, S: SectionName> fmt::Debug for Derived<M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}
