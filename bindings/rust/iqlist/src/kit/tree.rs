//! Items below items: a section as a list takes it, in pre-order and with levels.
//!
//! ```text
//!     roots a b, below a: c d, below c: e   ──►   a 0, c 1, e 2, d 1, b 0
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering::SeqCst;

use super::collection::{rows_of, say_sizes};
use super::{AnyCellViewModel, AnyViewModel, Driver, Updater};
use crate::{
    Changeset, Edit, Error, ItemInfo, ItemKey, Key, List, Result, Row, Section, Snapshot, Status,
    UpdateOptions,
};

/// What is directly below each item that has something below it.
pub(super) type Children = HashMap<Key, Vec<Row<AnyViewModel>>>;

/// Roots with their children, and those with theirs, in pre-order.
///
/// The children of an item are those that are `given` for it. Where none are given it keeps those that are `shown`, but
/// for what `is_given` elsewhere. What is left of `given` afterwards has no parent.
pub(super) fn woven(
    roots: Vec<Row<AnyViewModel>>,
    given: &mut Children,
    mut shown: Children,
    is_given: &HashSet<Key>,
) -> Result<Vec<Row<AnyViewModel>>> {
    let mut below = |parent| {
        given.remove(&parent).or_else(|| {
            let mut kept = shown.remove(&parent)?;
            kept.retain(|row| !is_given.contains(&row.key));
            Some(kept)
        })
    };
    // From the root down, what is still to come on each level.
    let (mut rows, mut open) = (Vec::with_capacity(roots.len()), vec![roots.into_iter()]);
    while let Some(siblings) = open.last_mut() {
        let Some(row) = siblings.next() else {
            open.pop();
            continue;
        };
        let level = u16::try_from(open.len() - 1)
            .map_err(|_| Error::new(Status::Argument, "an item would have a level of more than 65,535"))?;
        if let Some(children) = below(row.key) {
            open.push(children.into_iter());
        }
        rows.push(row.level(level));
    }
    Ok(rows)
}

/// The reverse: what is below each of the items that are in pre-order.
pub(super) fn parted(rows: Vec<Row<AnyViewModel>>) -> Children {
    let (mut children, mut path) = (Children::new(), Vec::<(u16, Key)>::new());
    for row in rows {
        while path.last().is_some_and(|(level, _)| *level >= row.level) {
            path.pop();
        }
        let parent = path.last().map(|(_, key)| *key);
        path.push((row.level, row.key));
        if let Some(parent) = parent {
            children.entry(parent).or_default().push(row);
        }
    }
    children
}

/// What is below the items of a section that is shown.
pub(super) fn shown_below(shown: &Snapshot<AnyViewModel>, section: Key) -> Result<Children> {
    match shown.find_section(section)? {
        Some(info) if shown.levels(info.items())?.iter().any(|level| *level > 0) => {
            Ok(parted(shown.rows(info.items())?))
        }
        _ => Ok(Children::new()),
    }
}

/// Rows in place of those of a section, or of an item's children, which keep what was below those that stay.
fn keeping(new: Vec<Row<AnyViewModel>>, old: Vec<Row<AnyViewModel>>) -> Result<Vec<Row<AnyViewModel>>> {
    let is_given = new.iter().map(|row| row.key).collect();
    woven(new, &mut Children::new(), parted(old), &is_given)
}

pub(super) fn find_section(list: &List<AnyViewModel>, section: Key) -> Result<Section> {
    let found = list.find_section(section)?;
    found.ok_or_else(|| Error::new(Status::NotFound, &format!("there is no section {section}")))
}

/// An item of a section, by its key.
fn find_parent(list: &List<AnyViewModel>, section: Key, parent: Key) -> Result<ItemInfo<AnyViewModel>> {
    let of = find_section(list, section)?;
    let item = list.find_item(ItemKey::in_section(section, parent))?;
    let info = item.map(|item| list.item_info(item)).transpose()?;
    info.filter(|info| info.section == Some(of)).ok_or_else(|| no_parent(section, parent))
}

pub(super) fn no_parent(section: Key, parent: Key) -> Error {
    let message = format!("section {section} has no item {parent}, which has children");
    Error::new(Status::NotFound, &message).about(section, parent)
}

/// What is below an item, in pre-order. Reads no more than that, but for one step.
fn rows_below(
    list: &List<AnyViewModel>,
    section: Key,
    parent: &ItemInfo<AnyViewModel>,
) -> Result<Vec<Row<AnyViewModel>>> {
    let end = list.section_info(find_section(list, section)?)?.items().end;
    let (first, mut count, mut step) = (parent.index + 1, 0, 16);
    while first + count < end {
        let until = (first + count + step).min(end);
        let levels = list.levels(first + count..until)?;
        let below = levels.iter().take_while(|level| **level > parent.level).count();
        count += below;
        if below < levels.len() {
            break;
        }
        step *= 2;
    }
    list.rows(first..first + count)
}

/// Of what is below an item, that which is directly below it.
fn parted_below(parent: &ItemInfo<AnyViewModel>, rows: Vec<Row<AnyViewModel>>) -> Vec<Row<AnyViewModel>> {
    let mut all = vec![Row::new(parent.key).level(parent.level)];
    all.extend(rows);
    parted(all).remove(&parent.key).unwrap_or_default()
}

impl Updater {
    /// What is directly below an item of a section.
    ///
    /// [`Status::NotFound`] if there is no such section, or no such item in it, [`Status::Handle`] if the driver was
    /// dropped.
    pub fn children(&self, section: impl Into<Key>, parent: impl Into<Key>) -> Result<Vec<AnyCellViewModel>> {
        let (section, parent) = (section.into(), parent.into());
        self.with_list(|list| {
            let info = find_parent(list, section, parent)?;
            let children = parted_below(&info, rows_below(list, section, &info)?);
            Ok(children.iter().filter_map(|row| AnyCellViewModel::of(row.model.as_ref()?)).collect())
        })
    }

    /// Replaces what is directly below an item of a section, at once and from any thread. What is below the children
    /// that stay stays too; all else of the list is left alone.
    ///
    /// It may be called where an outline asks for the children of an item: see
    /// [`Behaviour::ChildrenNeeded`](super::Behaviour::ChildrenNeeded).
    ///
    /// [`Status::NotFound`] if there is no such section, or no such item in it, [`Status::Busy`] while an edit or a drag
    /// is open, [`Status::Duplicate`] if the list has one of the new children elsewhere, [`Status::Handle`] if the driver
    /// was dropped, [`Status::State`] if it follows another one's list.
    pub fn set_children<M: Into<AnyCellViewModel>>(
        &self,
        section: impl Into<Key>,
        parent: impl Into<Key>,
        items: impl IntoIterator<Item = M>,
    ) -> Result<Changeset> {
        self.set_children_with(section, parent, items, UpdateOptions::new())
    }

    /// The same, with options: [`UpdateOptions::no_step`] for children that were loaded, which are no step to undo.
    pub fn set_children_with<M: Into<AnyCellViewModel>>(
        &self,
        section: impl Into<Key>,
        parent: impl Into<Key>,
        items: impl IntoIterator<Item = M>,
        options: UpdateOptions,
    ) -> Result<Changeset> {
        let (section, parent, new) = (section.into(), parent.into(), self.rows_of(items)?);
        self.edited(options, |edit| {
            let list = edit.list();
            let info = find_parent(list, section, parent)?;
            let old = rows_below(list, section, &info)?;
            let (item, position) = (list.item_at(info.index)?, info.position.item + 1);
            edit.delete_item_range(info.section, position..position + old.len())?;
            edit.insert_children(item, 0, &keeping(new, old)?)
        })
    }

    /// Replaces the items of a section. What was below those that stay stays too.
    pub(super) fn set_items<M: Into<AnyCellViewModel>>(
        &self,
        section: Key,
        items: impl IntoIterator<Item = M>,
    ) -> Result<Changeset> {
        let new = self.rows_of(items)?;
        self.edited(UpdateOptions::new(), |edit| {
            let list = edit.list();
            let section = find_section(list, section)?;
            let old = list.rows(list.section_info(section)?.items())?;
            edit.set_section_items(section, &keeping(new, old)?)
        })
    }

    /// Items that are put into a section by hand.
    fn rows_of<M: Into<AnyCellViewModel>>(
        &self,
        items: impl IntoIterator<Item = M>,
    ) -> Result<Vec<Row<AnyViewModel>>> {
        let rows = rows_of(items)?;
        if say_sizes(&rows) {
            self.registrations().needs().by_hand.store(true, SeqCst);
        }
        Ok(rows)
    }

    /// Nobody else changes the list meanwhile. After a failure nothing has changed.
    fn edited(
        &self,
        options: UpdateOptions,
        body: impl FnOnce(&mut Edit<'_, AnyViewModel>) -> Result<()>,
    ) -> Result<Changeset> {
        self.with_list(|list| {
            let mut edit = list.edit()?;
            body(&mut edit)?;
            edit.commit_with(options)
        })
    }
}

impl Driver {
    /// As [`Updater::children`].
    pub fn children(&self, section: impl Into<Key>, parent: impl Into<Key>) -> Result<Vec<AnyCellViewModel>> {
        self.updater.children(section, parent)
    }

    /// As [`Updater::set_children`].
    ///
    /// ```
    /// use iqlist::kit::{CellViewModel, Driver, Section};
    /// # #[derive(PartialEq)]
    /// # struct File(&'static str);
    /// # impl CellViewModel for File {
    /// #     type Cell = String;
    /// #     fn id(&self) -> iqlist::Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// # }
    ///
    /// let files = Section::new("files", ["home", "tmp"].map(File)).children("home", ["notes"].map(File));
    /// let driver = Driver::new([files])?;
    /// driver.set_children("files", "home", ["letters", "notes"].map(File))?;
    /// driver.set_children("files", "letters", ["june"].map(File))?;
    /// assert_eq!(driver.list().levels(..)?, [0, 1, 2, 1, 0]);
    /// // Other roots: what is below those that stay stays.
    /// driver.set_items("files", ["var", "home"].map(File))?;
    /// assert_eq!(driver.list().levels(..)?, [0, 0, 1, 2, 1]);
    /// assert_eq!(driver.children("files", "home")?.len(), 2);
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn set_children<M: Into<AnyCellViewModel>>(
        &self,
        section: impl Into<Key>,
        parent: impl Into<Key>,
        items: impl IntoIterator<Item = M>,
    ) -> Result<Changeset> {
        self.updater.set_children(section, parent, items)
    }
}
