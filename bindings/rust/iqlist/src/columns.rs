//! Items as columns, borrowed for a call.

use std::ffi::c_void;
use std::fmt;

use crate::class::DefaultClass;
use crate::{Class, Column, Error, Key, Model, Result, Status};
use iqlist_sys::*;

/// Items as columns, borrowed for a call: keys, and optionally contents, models, classes and levels. Also made from a
/// slice of [`Row`](crate::Row)s or of [`Key`]s.
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
    levels: Option<Column<'a, u16>>,
}

impl<'a, M: 'static> Columns<'a, M> {
    /// Items with these keys, without contents, models, classes and levels.
    pub fn new(keys: impl Into<Column<'a, Key>>) -> Self {
        Self { keys: keys.into(), contents: None, models: None, classes: None, levels: None }
    }

    /// `count` items without keys, for [`Edit::update_items`](crate::Edit::update_items) and
    /// [`Snapshot::update_items`](crate::Snapshot::update_items), which read none.
    /// [`Status::Argument`] in calls that need keys.
    pub fn without_keys(count: usize) -> Self {
        static NO_KEY: Key = Key::ZERO;
        Self::new(Column::same(&NO_KEY, count))
    }

    /// Sets their contents. Columns that differ in length are refused by the call that takes them.
    #[must_use]
    pub fn contents(mut self, contents: impl Into<Column<'a, u64>>) -> Self {
        self.contents = Some(contents.into());
        self
    }

    /// Sets their models: a slice of [`Model`]s, or of models and `None`. Models without a class get the
    /// [default class](crate::List::with_default_class) of the list.
    ///
    /// ```
    /// use iqlist::{Columns, Key, List, Model};
    ///
    /// let models = ["Ada", "Ben"].map(Model::new).to_vec();
    /// let list = List::new()?;
    /// list.set_items(Columns::new(&["Ada", "Ben"].map(Key::from)).models(&models))?;
    /// assert!(list.get(1)?.is_some_and(|ben| Model::ptr_eq(&ben, &models[1])));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn models(mut self, models: impl Into<Column<'a, Option<Model<M>>>>) -> Self {
        self.models = Some(models.into());
        self
    }

    /// Sets their classes.
    #[must_use]
    pub fn classes(mut self, classes: impl Into<Column<'a, Option<Class<M>>>>) -> Self {
        self.classes = Some(classes.into());
        self
    }

    /// Sets their levels, which make a section's items a tree in pre-order: those that follow an item with a higher
    /// level, up to the next one without, are below it. Without levels every item has level 0.
    ///
    /// ```
    /// use iqlist::{Columns, Key, List};
    ///
    /// let names = ["src", "main.rs", "README.md"].map(Key::from);
    /// let list = List::<()>::new()?;
    /// list.set_items(Columns::new(&names).levels(&[0, 1, 0]))?;
    /// assert_eq!(list.levels(..)?, [0, 1, 0]);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    #[must_use]
    pub fn levels(mut self, levels: impl Into<Column<'a, u16>>) -> Self {
        self.levels = Some(levels.into());
        self
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The columns that an update reads, as `IQ_COLUMN_*`: models require classes.
    pub(crate) fn flags(&self) -> u32 {
        let content = if self.contents.is_some() { IQ_COLUMN_CONTENT } else { 0 };
        let model = if self.models.is_some() { IQ_COLUMN_MODEL | IQ_COLUMN_CLASS } else { 0 };
        let class = if self.classes.is_some() { IQ_COLUMN_CLASS } else { 0 };
        let level = if self.levels.is_some() { IQ_COLUMN_LEVEL } else { 0 };
        content | model | class | level
    }

    /// Refuses an update of another number of items, and one that takes the class from a model that stays: `has_model`
    /// says whether the item of that number has one.
    pub(crate) fn check_updates(
        &self,
        items: usize,
        has_model: impl Fn(usize) -> Result<bool>,
    ) -> Result<()> {
        if self.len() != items {
            let message = format!("there are {items} items and {} rows", self.len());
            return Err(Error::new(Status::Argument, &message));
        }
        for index in self.without_class() {
            if has_model(index)? {
                return Err(Error::new(Status::Argument, "a model that stays needs a class"));
            }
        }
        Ok(())
    }

    /// The items that get no class, if the columns have classes and no models.
    fn without_class(&self) -> impl Iterator<Item = usize> + 'a {
        let classes = self.classes.filter(|_| self.models.is_none());
        let count = classes.map_or(0, |classes| classes.len());
        (0..count).filter(move |&index| classes.is_some_and(|all| matches!(all.get(index), Some(None))))
    }

    /// Calls `body` with the columns as C takes them. Models without a class have the default one.
    pub(crate) fn lend<R>(
        self,
        default: DefaultClass<M>,
        body: impl FnOnce(*const iq_columns) -> Result<R>,
    ) -> Result<R> {
        let count = self.keys.len();
        let contents = same_length(count, "contents", self.contents)?;
        let models = same_length(count, "models", self.models)?;
        let mut classes = same_length(count, "classes", self.classes)?;
        let levels = same_length(count, "levels", self.levels)?;
        let completed = self.completed_classes(default)?;
        if let Some(completed) = &completed {
            classes = Column::from(completed).raw();
        }
        body(&iq_columns {
            struct_size: size_of::<iq_columns>(),
            count,
            keys: self.keys.raw().0,
            key_stride: self.keys.raw().1,
            contents: contents.0,
            content_stride: contents.1,
            models: models.0,
            model_stride: models.1,
            classes: classes.0,
            class_stride: classes.1,
            levels: levels.0,
            level_stride: levels.1,
        })
    }

    /// All classes, if a model has none: a model without a class would not be retained.
    fn completed_classes(&self, default: DefaultClass<M>) -> Result<Option<Vec<iq_class>>> {
        let Some(models) = self.models else { return Ok(None) };
        let given = |index| self.classes.and_then(|classes| *classes.get(index)?);
        let lacks = |index| given(index).is_none() && models.get(index).is_some_and(Option::is_some);
        if !(0..models.len()).any(lacks) {
            return Ok(None);
        }
        let default = default.class()?;
        let class = |index| if lacks(index) { Some(default) } else { given(index) };
        Ok(Some((0..models.len()).map(|index| raw_class(class(index))).collect()))
    }
}

/// A class or none, for C.
pub(crate) fn raw_class<M>(class: Option<Class<M>>) -> iq_class {
    class.map_or(iq_class { id: 0 }, Class::raw)
}

fn same_length<T>(count: usize, name: &str, column: Option<Column<T>>) -> Result<(*const c_void, usize)> {
    match column {
        None => Ok((std::ptr::null(), 0)),
        Some(column) if column.len() == count => Ok(column.raw()),
        Some(column) => {
            let message = format!("there are {count} keys and {} {name}", column.len());
            Err(Error::new(Status::Argument, &message))
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
