//! Going through the items of a list.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::Range;

use crate::{Error, Key, List, Result, Row, SectionName, Snapshot};

/// The items of a list at one moment: see [`List::iter`]. It does not borrow the list, which may be dropped before it.
///
/// It is sent between threads if the models may be:
///
/// ```compile_fail,E0277
/// fn sent<T: Send>() {}
/// sent::<iqlist::ListRows<std::rc::Rc<u8>>>();
/// ```
pub struct ListRows<M: 'static = (), S: SectionName = Key> {
    /// `None` when all are read, or when reading has failed.
    shown: Option<Snapshot<M, S>>,
    /// The snapshot could not be made.
    failed: Option<Error>,
    /// The items that are not read yet. They are read in pieces.
    rest: Range<usize>,
    read: std::vec::IntoIter<Row<M>>,
}

const PIECE: usize = 256;

impl<M: 'static, S: SectionName> List<M, S> {
    /// All items, one after another, over all sections: as they were when this was called. `for row in &list` is the
    /// same.
    ///
    /// It goes through a [`snapshot`](Self::snapshot), of which it reads 256 items at a time, and owns what it yields.
    /// So the list may be changed meanwhile, also by the loop itself: no item is left out or yielded twice, and none of
    /// the changes is seen. In an open [edit](Self::edit) it sees what was edited so far. The models of that moment stay
    /// alive until it is dropped, or has come to its end.
    ///
    /// An item is an error if there is no memory to read it. It is the last one then.
    ///
    /// ```
    /// use iqlist::{List, Row};
    ///
    /// let list = List::new()?;
    /// list.set_items(&["Ada", "Ben", "Cem"].map(|name| Row::new(name).model(name)))?;
    /// let mut edit = list.edit()?;
    /// for row in &list {
    ///     let row = row?;
    ///     if row.model.is_some_and(|name| *name != "Ben") {
    ///         edit.delete_items(&list.find_item(row.key)?.into_iter().collect::<Vec<_>>())?;
    ///     }
    /// }
    /// edit.commit()?;
    /// assert_eq!(list.get(0)?.as_deref(), Some(&"Ben"));
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn iter(&self) -> ListRows<M, S> {
        let (shown, failed) = match self.snapshot() {
            Ok(shown) => (Some(shown), None),
            Err(error) => (None, Some(error)),
        };
        let rest = 0..shown.as_ref().map_or(0, Snapshot::len);
        ListRows { shown, failed, rest, read: Vec::new().into_iter() }
    }
}

impl<M: 'static, S: SectionName> ListRows<M, S> {
    /// Reads the next piece, if there is one.
    fn read_on(&mut self) -> Result<()> {
        let Some(shown) = self.shown.as_ref().filter(|_| !self.rest.is_empty()) else { return Ok(()) };
        let first = self.rest.start;
        let rows = shown.rows(first..self.rest.end.min(first + PIECE));
        // One item may be read where many cannot.
        self.read = rows.or_else(|_| shown.rows(first..first + 1))?.into_iter();
        self.rest.start += self.read.len();
        Ok(())
    }
}

impl<M: 'static, S: SectionName> Iterator for ListRows<M, S> {
    type Item = Result<Row<M>>;

    fn next(&mut self) -> Option<Result<Row<M>>> {
        if self.read.len() == 0 {
            let read = match self.failed.take() {
                Some(error) => Err(error),
                None => self.read_on(),
            };
            if let Err(error) = read {
                (self.shown, self.rest) = (None, 0..0);
                return Some(Err(error));
            }
        }
        let row = self.read.next();
        if row.is_none() {
            self.shown = None;
        }
        row.map(Ok)
    }

    /// The exact number, unless there is no memory to read them all.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let known = self.read.len() + usize::from(self.failed.is_some());
        let left = known + self.rest.len();
        (known + self.rest.len().min(1), Some(left))
    }
}

impl<M: 'static, S: SectionName> FusedIterator for ListRows<M, S> {}

impl<M: 'static, S: SectionName> IntoIterator for &List<M, S> {
    type Item = Result<Row<M>>;
    type IntoIter = ListRows<M, S>;

    /// As [`List::iter`].
    fn into_iter(self) -> ListRows<M, S> {
        self.iter()
    }
}

impl<M: 'static, S: SectionName> fmt::Debug for ListRows<M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListRows").field("left", &(self.read.len() + self.rest.len())).finish_non_exhaustive()
    }
}
