//! The order of a grouped list.

use std::fmt;

use crate::{Group, Key, Order};

/// What a list is grouped and sorted by: see [`GroupedList::set_order`](crate::GroupedList::set_order). It is made of
/// an [`Order`], in which the items of each group stand, and of a function that says in which group an item is.
///
/// ```
/// use iqlist::{Order, Row};
///
/// struct Mail { sender: String, size: u64, day: u32 }
///
/// let by_sender = Order::by(|mail: &Mail| mail.day).grouped_by_ref(|mail| mail.sender.as_str());
/// let by_day = Order::by(|mail: &Mail| mail.size)
///     .descending()
///     .grouped_by(|mail| mail.day)
///     .described_by(|group| {
///         let Some(day) = group.first().map(|mail| mail.day) else { return };
///         group.set_rank(day);
///         group.set_header(Row::new(day).content(day.into()));
///     });
/// # let _ = (by_sender, by_day);
/// ```
#[must_use = "it does nothing by itself"]
pub struct GroupedOrder<M: 'static = ()>(pub(crate) Order<M>);

impl<M: 'static> Order<M> {
    /// The order of a [grouped list](crate::List::grouped): an item is in the group of the key that the function makes
    /// of its model. Those without a model are a group of their own, of the key `Key::default()`. The function is asked
    /// about the same items as that of [`by`](Self::by), once; its panics are as those.
    pub fn grouped_by<K: Into<Key>>(
        self,
        mut group: impl FnMut(&M) -> K + Send + 'static,
    ) -> GroupedOrder<M> {
        let group = move |_, model: Option<&M>| model.map_or(Key::default(), |model| group(model).into());
        GroupedOrder(self.with_group(Box::new(group)))
    }

    /// The same with a key that is made of a part of the model, such as text.
    pub fn grouped_by_ref<K: ?Sized>(
        self,
        mut group: impl FnMut(&M) -> &K + Send + 'static,
    ) -> GroupedOrder<M>
    where
        for<'k> &'k K: Into<Key>,
    {
        let group = move |_, model: Option<&M>| model.map_or(Key::default(), |model| group(model).into());
        GroupedOrder(self.with_group(Box::new(group)))
    }

    /// The same for items with and without models, by key.
    pub fn grouped_by_key<K: Into<Key>>(
        self,
        mut group: impl FnMut(Key) -> K + Send + 'static,
    ) -> GroupedOrder<M> {
        GroupedOrder(self.with_group(Box::new(move |key, _: Option<&M>| group(key).into())))
    }
}

impl<M: 'static> GroupedOrder<M> {
    /// Gives groups their places and headers. The function is called in polls, for each group that is new, whose
    /// first item is another one or has changed, or, with [`Grouped::counts`](crate::Grouped::counts), whose count
    /// has changed. Each time it says all of it: what it said of the group before does not hold any more. A change of
    /// an item that is [frozen](Order::frozen) describes nothing. Without it groups stand as they came, without
    /// headers. Its panics are those of [`Order::by`].
    pub fn described_by(mut self, describe: impl FnMut(&mut Group<'_, M>) + Send + 'static) -> Self {
        self.0 = self.0.with_description(Box::new(describe));
        self
    }
}

impl<M: 'static> fmt::Debug for GroupedOrder<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GroupedOrder").field(&self.0).finish()
    }
}
