//! One field of many items: a slice, or a field of the structs in a slice, read in place.

use std::fmt;
use std::marker::PhantomData;
use std::mem::size_of;

use crate::{Class, Error, Model, Result, Status};
use iqlist_sys::IQ_SAME;

/// One field of each of many items: a borrowed slice, or a field of the structs in one.
///
/// ```
/// use iqlist::{Column, Columns, Key, List};
///
/// struct File { name: String, key: Key, changed: u64 }
/// let files = [File { name: "a".into(), key: "a".into(), changed: 1 }];
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
    /// The field is borrowed from the rows.
    lent: PhantomData<&'a [T]>,
}

// SAFETY: it is a borrowed slice, or one field of each of its structs; no other field is read.
unsafe impl<T: Sync> Send for Column<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Column<'_, T> {}

impl<'a, T> Column<'a, T> {
    /// The field that `field` returns of each struct. It is called for all of them and must return the same
    /// field of each, else [`Status::Argument`]; for a plain field access the compiler removes these calls.
    pub fn field<R>(rows: &'a [R], field: impl Fn(&'a R) -> &'a T) -> Result<Self> {
        let offset = |row: &'a R| (field(row) as *const T as usize).wrapping_sub(row as *const R as usize);
        let at = rows.first().map_or(0, offset);
        let ends = at.saturating_add(size_of::<T>());
        let is_inside = ends <= size_of::<R>() && size_of::<R>() > 0;
        let is_one = rows.iter().all(|row| is_inside && offset(row) == at);
        if !is_one {
            return Err(Error::new(Status::Argument, "a column is one field, inside of each row"));
        }
        let first = rows.as_ptr().cast::<u8>().wrapping_add(at).cast::<T>();
        Ok(Self { first, stride: size_of::<R>(), count: rows.len(), lent: PhantomData })
    }

    /// The same value for each of `count` items. Not for keys, which are unique.
    ///
    /// ```
    /// use iqlist::{Class, Column, Columns, Key, List};
    ///
    /// let plain = Class::<()>::builder("plain").register()?;
    /// let keys = [1u64, 2, 3].map(Key::from);
    /// let list = List::<()>::new()?;
    /// list.set_items(Columns::new(&keys).classes(Column::same(&plain, 3)))?;
    /// assert!(list.rows(..)?.iter().all(|row| row.class == Some(plain)));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn same(value: &'a T, count: usize) -> Self {
        Self { first: value, stride: 0, count, lent: PhantomData }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The field of one item.
    pub fn get(&self, index: usize) -> Option<&'a T> {
        // SAFETY: each item has one: `field` has checked that, or it is a slice.
        (index < self.count)
            .then(|| unsafe { &*self.first.cast::<u8>().add(index * self.stride).cast::<T>() })
    }

    /// As a type of the same representation.
    fn cast<U>(self) -> Column<'a, U> {
        const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
        Column { first: self.first.cast(), stride: self.stride, count: self.count, lent: PhantomData }
    }

    /// Address and stride, for C.
    pub(crate) fn raw(&self) -> (*const std::ffi::c_void, usize) {
        (self.first.cast(), if self.stride == 0 { IQ_SAME } else { self.stride })
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

/// For columns in which every item has a model, or a class. Neither is ever NULL or 0 in memory, which is `None`.
macro_rules! every {
    ($of:ident) => {
        impl<'a, M> From<Column<'a, $of<M>>> for Column<'a, Option<$of<M>>> {
            fn from(column: Column<'a, $of<M>>) -> Self {
                column.cast()
            }
        }

        impl<'a, M> From<&'a [$of<M>]> for Column<'a, Option<$of<M>>> {
            fn from(slice: &'a [$of<M>]) -> Self {
                Column::<$of<M>>::from(slice).cast()
            }
        }

        impl<'a, M> From<&'a Vec<$of<M>>> for Column<'a, Option<$of<M>>> {
            fn from(vector: &'a Vec<$of<M>>) -> Self {
                Column::<$of<M>>::from(vector).cast()
            }
        }
    };
}

every!(Model);
every!(Class);
