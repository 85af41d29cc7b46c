//! Columns: items as slices, or as fields of structs in a slice, without a copy.

use std::fmt;
use std::marker::PhantomData;
use std::mem::size_of;

use crate::{Class, Error, Key, Model, Result, Row, Status};
use iqlist_sys::*;

/// One field of each of many items: a borrowed slice, or a field of the structs in one.
///
/// ```
/// use iqlist::{Column, Columns, Key, List};
///
/// struct File { name: String, key: Key, changed: u64 }
/// let files = [File { name: "a".into(), key: Key::of("a"), changed: 1 }];
///
/// let columns = Columns::<()>::new(Column::field(&files, |file| &file.key)?)
///     .contents(Column::field(&files, |file| &file.changed)?);
/// List::new()?.set_items(columns)?;
/// # assert_eq!(files[0].name, "a");
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Column<'a, T> {
    first: *const T,
    stride: usize,
    count: usize,
    lent: PhantomData<&'a [T]>,
}

// SAFETY: it is a borrowed slice.
unsafe impl<T: Sync> Send for Column<'_, T> {}
unsafe impl<T: Sync> Sync for Column<'_, T> {}

impl<'a, T> Column<'a, T> {
    /// The field that `field` points out of each struct. It is asked of all of them and must point out the
    /// same place inside of each, else [`Status::Argument`]; where it plainly names a field, the compiler
    /// makes nothing of that.
    pub fn field<R>(rows: &'a [R], field: impl Fn(&'a R) -> &'a T) -> Result<Self> {
        let offset = |row: &'a R| (field(row) as *const T as usize).wrapping_sub(row as *const R as usize);
        let at = rows.first().map_or(0, offset);
        let ends = at.saturating_add(size_of::<T>());
        let is_inside = ends <= size_of::<R>() && size_of::<R>() > 0;
        let is_one = rows.iter().all(|row| is_inside && offset(row) == at);
        if !is_one {
            return Err(Error::new(Status::Argument, 2, "a column is one field, inside of each row"));
        }
        let first = rows.as_ptr().cast::<u8>().wrapping_add(at).cast::<T>();
        Ok(Self { first, stride: size_of::<R>(), count: rows.len(), lent: PhantomData })
    }

    /// How many items.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The field of one item.
    pub fn get(&self, index: usize) -> Option<&'a T> {
        // SAFETY: each item has one, as `field` has seen or a slice is.
        (index < self.count)
            .then(|| unsafe { &*self.first.cast::<u8>().add(index * self.stride).cast::<T>() })
    }

    /// As a type of the same representation.
    fn cast<U>(self) -> Column<'a, U> {
        const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
        Column { first: self.first.cast(), stride: self.stride, count: self.count, lent: PhantomData }
    }

    /// Start and stride, for C.
    fn raw(&self) -> (*const std::ffi::c_void, usize) {
        (self.first.cast(), self.stride)
    }
}

impl<T> Clone for Column<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Column<'_, T> {}

impl<T> fmt::Debug for Column<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("count", &self.count).field("stride", &self.stride).finish()
    }
}

impl<'a, T> From<&'a [T]> for Column<'a, T> {
    fn from(slice: &'a [T]) -> Self {
        Self { first: slice.as_ptr(), stride: size_of::<T>(), count: slice.len(), lent: PhantomData }
    }
}

impl<'a, T> From<&'a Vec<T>> for Column<'a, T> {
    fn from(vector: &'a Vec<T>) -> Self {
        vector.as_slice().into()
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for Column<'a, T> {
    fn from(array: &'a [T; N]) -> Self {
        array.as_slice().into()
    }
}

/// Every item has a model.
impl<'a, M> From<Column<'a, Model<M>>> for Column<'a, Option<Model<M>>> {
    fn from(column: Column<'a, Model<M>>) -> Self {
        // A model is never NULL, and NULL is None.
        column.cast()
    }
}

/// Every item has a class.
impl<'a, M> From<Column<'a, Class<M>>> for Column<'a, Option<Class<M>>> {
    fn from(column: Column<'a, Class<M>>) -> Self {
        // A class is never 0, and 0 is None.
        column.cast()
    }
}

/// Items as columns, borrowed for a call: keys, and where wanted contents, models and classes. Also made from
/// a slice of [`Row`]s or of [`Key`]s.
///
/// ```
/// use iqlist::{Columns, Key, List};
///
/// let keys: Vec<Key> = (0..1000u64).map(Key::from).collect();
/// let contents: Vec<u64> = (1..1001).collect();
/// let list = List::<()>::new()?;
/// list.set_items(Columns::new(&keys).contents(&contents))?;
/// assert_eq!(list.contents(5..7)?, [6, 7]);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Columns<'a, M = ()> {
    keys: Column<'a, Key>,
    contents: Option<Column<'a, u64>>,
    models: Option<Column<'a, Option<Model<M>>>>,
    classes: Option<Column<'a, Option<Class<M>>>>,
}

impl<'a, M: 'static> Columns<'a, M> {
    /// Items of these keys, without contents, models and classes.
    pub fn new(keys: impl Into<Column<'a, Key>>) -> Self {
        Self { keys: keys.into(), contents: None, models: None, classes: None }
    }

    /// What they look like. Columns that differ in length are refused by the call that takes them.
    #[must_use]
    pub fn contents(mut self, contents: impl Into<Column<'a, u64>>) -> Self {
        self.contents = Some(contents.into());
        self
    }

    /// What is kept with them. Models without a class get that of their type, [`Class::of_models`].
    #[must_use]
    pub fn models(mut self, models: impl Into<Column<'a, Option<Model<M>>>>) -> Self {
        self.models = Some(models.into());
        self
    }

    /// Their classes.
    #[must_use]
    pub fn classes(mut self, classes: impl Into<Column<'a, Option<Class<M>>>>) -> Self {
        self.classes = Some(classes.into());
        self
    }

    /// How many items.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Calls `body` with what C takes.
    pub(crate) fn lend<R>(self, body: impl FnOnce(*const iq_columns) -> Result<R>) -> Result<R> {
        let count = self.keys.len();
        let contents = same_length(count, "contents", self.contents)?;
        let models = same_length(count, "models", self.models)?;
        let mut classes = same_length(count, "classes", self.classes)?;
        let completed = self.completed_classes()?;
        if let Some(completed) = &completed {
            classes = Column::from(completed).raw();
        }
        body(&iq_columns {
            struct_size: size_of::<iq_columns>(),
            count,
            keys: self.keys.raw().0,
            key_stride: self.keys.stride,
            contents: contents.0,
            content_stride: contents.1,
            models: models.0,
            model_stride: models.1,
            classes: classes.0,
            class_stride: classes.1,
        })
    }

    /// All classes, where a model has none: a model must have one, or nobody would keep it.
    fn completed_classes(&self) -> Result<Option<Vec<iq_class>>> {
        let Some(models) = self.models else { return Ok(None) };
        let given = |index| self.classes.and_then(|classes| *classes.get(index)?);
        let lacks = |index| given(index).is_none() && models.get(index).is_some_and(Option::is_some);
        if !(0..models.len()).any(lacks) {
            return Ok(None);
        }
        let default = Class::of_models()?;
        let class = |index| if lacks(index) { Some(default) } else { given(index) };
        Ok(Some((0..models.len()).map(|index| raw_class(class(index))).collect()))
    }
}

/// A class or none, for C.
pub(crate) fn raw_class<M>(class: Option<Class<M>>) -> iq_class {
    class.map_or(iq_class { id: 0 }, Class::raw)
}

fn same_length<T>(
    count: usize,
    name: &str,
    column: Option<Column<T>>,
) -> Result<(*const std::ffi::c_void, usize)> {
    match column {
        None => Ok((std::ptr::null(), 0)),
        Some(column) if column.len() == count => Ok(column.raw()),
        Some(column) => {
            let message = format!("there are {count} keys and {} {name}", column.len());
            Err(Error::new(Status::Argument, 0, &message))
        }
    }
}

impl<M> Clone for Columns<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Columns<'_, M> {}

impl<M> fmt::Debug for Columns<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Columns").field("count", &self.keys.len()).finish_non_exhaustive()
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

impl<'a, M: 'static> From<&'a [Key]> for Columns<'a, M> {
    fn from(keys: &'a [Key]) -> Self {
        Self::new(keys)
    }
}

impl<'a, M: 'static> From<&'a Vec<Key>> for Columns<'a, M> {
    fn from(keys: &'a Vec<Key>) -> Self {
        Self::new(keys)
    }
}

impl<'a, M: 'static, const N: usize> From<&'a [Key; N]> for Columns<'a, M> {
    fn from(keys: &'a [Key; N]) -> Self {
        Self::new(keys)
    }
}
