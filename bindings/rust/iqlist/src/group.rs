//! A group of a grouped list, as its host describes it.

use std::fmt;
use std::marker::PhantomData;

use crate::class::DefaultClass;
use crate::lending::lend;
use crate::model::Invariant;
use crate::sort_key::{is_deep, rank};
use crate::{Key, Row, SortKey, Supplementary};
use iqlist_sys::*;

/// A group that is described: see [`GroupedOrder::described_by`](crate::GroupedOrder::described_by).
pub struct Group<'a, M: 'static = ()> {
    raw: &'a mut iq_group,
    header: Option<Row<M>>,
    models: PhantomData<(&'a M, Invariant<M>)>,
}

impl<'a, M: 'static> Group<'a, M> {
    /// Its key, which is that of its section.
    pub fn key(&self) -> Key {
        self.raw.key.into()
    }

    /// How many items it has. When that changes it is described again only with [`Grouped::counts`].
    ///
    /// [`Grouped::counts`]: crate::Grouped::counts
    pub fn count(&self) -> usize {
        self.raw.count
    }

    /// The key of its first item.
    pub fn first_key(&self) -> Key {
        self.raw.first.key.into()
    }

    /// The model of its first item.
    pub fn first(&self) -> Option<&'a M> {
        // SAFETY: it is one of type `M`, or NULL, and lives for the call, which 'a is a part of.
        unsafe { self.raw.first.model.cast_const().cast::<M>().as_ref() }
    }

    /// Its place among the groups: they stand in the order of these keys, also where the largest item of each comes
    /// first. Equal ones stand as they came; one that is given none has the least. A key has 16 bytes at most: a
    /// number, an `Option` of one, a tuple of some.
    ///
    /// ```compile_fail,E0080
    /// use iqlist::Order;
    ///
    /// let _ = Order::by(|name: &String| name.len())
    ///     .grouped_by(|name| name.len())
    ///     .described_by(|group| group.set_rank("texts are longer"));
    /// ```
    pub fn set_rank<K: SortKey>(&mut self, key: K) {
        const { assert!(!is_deep::<K>(), "the rank of a group has 16 bytes at most") };
        self.raw.rank = rank(&key, 0, &mut Vec::new());
    }

    /// Its header: a [`Supplementary::header`] of its section. Without one it has none. With another key in its place
    /// it is reloaded; else it is an update if its content differs, or its model as its class compares.
    pub fn set_header(&mut self, header: Row<M>) {
        self.header = Some(header);
    }

    /// Has a group described, of an order whose headers have this default class. Returns whether that went well.
    ///
    /// # Safety
    /// Its first model is one of type `M` that is alive, or NULL.
    pub(crate) unsafe fn describe(
        raw: &'a mut iq_group,
        default: DefaultClass<M>,
        describe: &mut Describe<M>,
    ) -> bool {
        let mut group = Self { raw, header: None, models: PhantomData };
        describe(&mut group);
        let Self { raw, header, .. } = group;
        let Some(header) = header.map(Supplementary::header) else { return true };
        let Ok(answer) = header.raw(default) else { return false };
        raw.header = iq_supplementary { struct_size: raw.header.struct_size, ..answer };
        // The library becomes an owner of the model before the poll returns.
        lend(header)
    }
}

/// A function that describes groups.
pub(crate) type Describe<M> = Box<dyn FnMut(&mut Group<'_, M>) + Send>;

impl<M: 'static> fmt::Debug for Group<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("key", &self.key())
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}
