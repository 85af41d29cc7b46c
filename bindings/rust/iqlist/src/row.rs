//! Items and supplementary elements, one value each.

use crate::class::DefaultClass;
use crate::columns::raw_class;
use crate::{Class, Column, Columns, Key, Model, Result, CONTENT_NONE};
use iqlist_sys::*;

/// The values of an item, as it is passed to a list and read from one: key, content, model, class and level.
///
/// ```
/// use iqlist::{content, Key, List, Row};
///
/// let names = ["Ada", "Ben"];
/// let rows: Vec<Row<String>> =
///     names.iter().map(|name| Row::new(*name).content(content(name)).model(name.to_string())).collect();
/// let list = List::new()?;
/// list.set_items(&rows)?;
/// assert_eq!(list.rows(1..)?, rows[1..]);
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Debug)]
pub struct Row<M: 'static = ()> {
    /// Its key.
    pub key: Key,
    /// Its content; [`CONTENT_NONE`] if it has none.
    pub content: u64,
    /// Its model.
    pub model: Option<Model<M>>,
    /// Its class. `None`: the [default class](crate::List::with_default_class) of the list, if it has a model.
    pub class: Option<Class<M>>,
    /// Its level: see [`Columns::levels`](crate::Columns::levels). Not of a supplementary element.
    pub level: u16,
}

impl<M> Row<M> {
    /// An item with this key, without content, model, class and level.
    pub fn new(key: impl Into<Key>) -> Self {
        Self { key: key.into(), content: CONTENT_NONE, model: None, class: None, level: 0 }
    }

    /// Sets its content.
    #[must_use]
    pub fn content(mut self, content: u64) -> Self {
        self.content = content;
        self
    }

    /// Sets its model.
    #[must_use]
    pub fn model(mut self, model: impl Into<Model<M>>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Sets its class.
    #[must_use]
    pub fn class(mut self, class: Class<M>) -> Self {
        self.class = Some(class);
        self
    }

    /// Sets its level.
    #[must_use]
    pub fn level(mut self, level: u16) -> Self {
        self.level = level;
        self
    }

    pub(crate) fn columns(rows: &[Self]) -> Columns<'_, M> {
        fn field<R, T>(rows: &[R], field: impl Fn(&R) -> &T) -> Column<'_, T> {
            Column::field(rows, field).expect("it is a field")
        }
        Columns::new(field(rows, |row| &row.key))
            .contents(field(rows, |row| &row.content))
            .models(field(rows, |row| &row.model))
            .classes(field(rows, |row| &row.class))
            .levels(field(rows, |row| &row.level))
    }

    /// Content, model and class as C takes them: without a class it has the default one. The row owns the model.
    pub(crate) fn raw_values(
        &self,
        default: DefaultClass<M>,
    ) -> Result<(u64, *mut std::ffi::c_void, iq_class)> {
        let class = match (self.class, &self.model) {
            (None, Some(_)) => Some(default.class()?),
            (class, _) => class,
        };
        let model = self.model.as_ref().map_or(std::ptr::null(), Model::as_ptr);
        Ok((self.content, model.cast_mut().cast(), raw_class(class)))
    }
}

impl<M> Clone for Row<M> {
    fn clone(&self) -> Self {
        Self { model: self.model.clone(), ..*self }
    }
}

impl<M: PartialEq> PartialEq for Row<M> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.content == other.content
            && self.model == other.model
            && self.class == other.class
            && self.level == other.level
    }
}

impl<'a, M: 'static> From<&'a [Row<M>]> for Columns<'a, M> {
    fn from(rows: &'a [Row<M>]) -> Self {
        Row::columns(rows)
    }
}

impl<'a, M: 'static> From<&'a Vec<Row<M>>> for Columns<'a, M> {
    fn from(rows: &'a Vec<Row<M>>) -> Self {
        Row::columns(rows)
    }
}

impl<'a, M: 'static, const N: usize> From<&'a [Row<M>; N]> for Columns<'a, M> {
    fn from(rows: &'a [Row<M>; N]) -> Self {
        Row::columns(rows)
    }
}

/// The kind of a supplementary element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u32);

impl Kind {
    /// A header, of a section or of the list itself.
    pub const HEADER: Self = Self(IQ_KIND_HEADER);
    /// A footer, of a section or of the list itself.
    pub const FOOTER: Self = Self(IQ_KIND_FOOTER);
    /// Of a list: shown in place of items if there are none.
    pub const EMPTY: Self = Self(IQ_KIND_EMPTY);
    /// Of a list: shown in place of items while they are being loaded.
    pub const LOADING: Self = Self(IQ_KIND_LOADING);
    /// Of a list: shown in place of items that could not be loaded.
    pub const FAILED: Self = Self(IQ_KIND_FAILED);
    /// Of a section or a list: stands for the page before the first item.
    pub const PAGE_START: Self = Self(IQ_KIND_PAGE_START);
    /// Of a section or a list: stands for the page behind the last item.
    pub const PAGE_END: Self = Self(IQ_KIND_PAGE_END);
    /// The first number for your own kinds.
    pub const HOST: Self = Self(IQ_KIND_HOST);
}

/// A supplementary element, shown beside a section's items: its header, its footer, in place of a page, or a kind
/// of your own. A section has at most one of each kind and index, and so has the
/// [list itself](crate::List::set_supplementary).
///
/// ```
/// use iqlist::{Key, Kind, List, Row, SectionEntry, Supplementary};
///
/// let header = [Supplementary::header(Row::<()>::new("friends").content(1))];
/// let list = List::new()?;
/// list.set(&[SectionEntry::new("friends", 0).supplementaries(&header)], &[Key::from("Ada")])?;
/// assert_eq!(list.supplementaries(list.section_at(0)?)?, header);
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Debug)]
pub struct Supplementary<M: 'static = ()> {
    /// Its kind.
    pub kind: Kind,
    /// Its index among those of its kind; 0 but for kinds of your own.
    pub index: u32,
    /// Its key, content, model and class. Another key for the same kind and index is a reload.
    pub row: Row<M>,
}

impl<M> Supplementary<M> {
    /// An element of any kind.
    pub fn new(kind: Kind, index: u32, row: Row<M>) -> Self {
        Self { kind, index, row }
    }

    /// A section's header.
    pub fn header(row: Row<M>) -> Self {
        Self::new(Kind::HEADER, 0, row)
    }

    /// A section's footer.
    pub fn footer(row: Row<M>) -> Self {
        Self::new(Kind::FOOTER, 0, row)
    }

    /// As C takes it. The element owns the model.
    pub(crate) fn raw(&self, default: DefaultClass<M>) -> Result<iq_supplementary> {
        let (content, model, cell_class) = self.row.raw_values(default)?;
        let (kind, key) = (self.kind.0, self.row.key.raw());
        let struct_size = size_of::<iq_supplementary>();
        Ok(iq_supplementary { struct_size, kind, index: self.index, key, content, model, cell_class })
    }
}

impl<M> Clone for Supplementary<M> {
    fn clone(&self) -> Self {
        Self::new(self.kind, self.index, self.row.clone())
    }
}

impl<M: PartialEq> PartialEq for Supplementary<M> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.index == other.index && self.row == other.row
    }
}
