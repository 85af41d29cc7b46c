//! Grouped lists: all items of another list, in sections of their own.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::names::{Names, SharedNames};
use crate::options::options;
use crate::{Derived, GroupedOrder, List, ListRows, Result, Row, SectionName, SubmitOptions, Ticket};
use iqlist_sys::*;

/// Options of [`List::grouped`].
///
/// ```
/// use iqlist::Grouped;
///
/// let grouped = Grouped::new().counts();
/// # let _ = grouped;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grouped(iq_derive_options);

options! {
    Grouped of iq_derive_options;

    /// All defaults: a group is described when it is new, and when its first item is another one or has changed.
    new;

    /// A group is described again whenever the number of its items has changed: for headers that show it.
    counts() { flags |= IQ_DERIVE_COUNTS }
}

/// A list that follows another list, its source, and shows its items in groups: made by [`List::grouped`]. A group is a
/// section, named by its key; it comes with its first item and goes with its last one. An item that changes its group
/// moves: its handle, its states and its cell stay.
///
/// It is a [`Derived`] list, whose orders say in which group an item is:
///
/// ```compile_fail,E0308
/// use iqlist::{Grouped, List, Order};
///
/// let grouped = List::<String>::new()?.grouped(Grouped::new())?;
/// grouped.set_order(Order::by(|name: &String| name.len()))?;
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// It has no tree: all items have level 0. A clone is the same list.
pub struct GroupedList<M: 'static = ()>(Derived<M>);

impl<M: 'static, S: SectionName> List<M, S> {
    /// A list that shows everything in groups, in the [order](GroupedList::set_order) that it is given; empty until the
    /// first one.
    ///
    /// Fails as [`outline`](Self::outline) does, and with [`Status::Scope`](crate::Status::Scope) if keys are scoped by
    /// section.
    pub fn grouped(&self, options: Grouped) -> Result<GroupedList<M>> {
        let names = Arc::new(SharedNames::new(Names::new(false)));
        self.derive(iq_derive_options { kind: IQ_DERIVE_GROUPED, ..options.0 }, names).map(GroupedList)
    }
}

impl<M: 'static> GroupedList<M> {
    /// Gives it another order. It is a submission, as [`Derived::set_filter`] is, and one update with the fewest moves.
    /// What changes in the source is grouped and sorted from then on by the same order.
    ///
    /// ```
    /// use iqlist::{Grouped, Kind, List, Order, Row};
    ///
    /// #[derive(PartialEq)]
    /// struct Plant { name: String, kind: String }
    ///
    /// let plant = |(name, kind): (&str, &str)| {
    ///     Row::new(name).model(Plant { name: name.to_string(), kind: kind.to_string() })
    /// };
    /// let source = List::comparing()?;
    /// source.set_items(&[("cherry", "Fruit"), ("beet", "Roots"), ("apple", "Fruit")].map(plant))?;
    /// let grouped = source.grouped(Grouped::new().counts())?;
    /// let order = Order::by_ref(|plant: &Plant| &plant.name)
    ///     .grouped_by_ref(|plant| plant.kind.as_str())
    ///     .described_by(|group| {
    ///         let kind = group.first().map_or("", |plant| &plant.kind);
    ///         let name = format!("{kind}: {}", group.count());
    ///         group.set_header(Row::new("header").model(Plant { name, kind: kind.to_string() }));
    ///     });
    /// let ticket = grouped.set_order(order)?;
    /// while ticket.try_result().is_none() {
    ///     grouped.poll()?;
    /// }
    /// let mut shown = Vec::new();
    /// for position in 0..grouped.section_count() {
    ///     let section = grouped.section_at(position)?;
    ///     let header = grouped.supplementary(section, Kind::HEADER, 0)?.and_then(|header| header.row.model);
    ///     let plants = grouped.models(grouped.section_info(section)?.items())?;
    ///     shown.extend(header.into_iter().chain(plants.into_iter().flatten()));
    /// }
    /// let shown: Vec<_> = shown.iter().map(|plant| plant.name.as_str()).collect();
    /// assert_eq!(shown, ["Fruit: 2", "apple", "cherry", "Roots: 1", "beet"]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_order(&self, order: GroupedOrder<M>) -> Result<Ticket> {
        self.set_order_with(order, SubmitOptions::new())
    }

    /// Sets an order with options of a submission.
    pub fn set_order_with(&self, order: GroupedOrder<M>, options: SubmitOptions) -> Result<Ticket> {
        self.0.ticket_of(|ended| self.set_order_then(order, options, ended))
    }

    /// Sets an order; `done` is called once when that has ended, as of [`List::submit_then`]. Returns its number, for
    /// [`List::cancel`].
    pub fn set_order_then(
        &self,
        order: GroupedOrder<M>,
        options: SubmitOptions,
        done: impl FnOnce(Result<()>) + Send + 'static,
    ) -> Result<u64> {
        self.0.submit_order(order.0, options, done)
    }
}

impl<M: 'static> Deref for GroupedList<M> {
    type Target = Derived<M>;

    fn deref(&self) -> &Derived<M> {
        &self.0
    }
}

impl<M: 'static> IntoIterator for &GroupedList<M> {
    type Item = Result<Row<M>>;
    type IntoIter = ListRows<M>;

    /// As [`List::iter`].
    fn into_iter(self) -> ListRows<M> {
        self.iter()
    }
}

impl<M: 'static> Clone for GroupedList<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// As [`List::dump`].
impl<M: 'static> fmt::Debug for GroupedList<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
