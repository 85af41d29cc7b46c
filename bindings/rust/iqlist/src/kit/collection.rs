//! Collections: all that a list is to show.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::registration::{says_sizes, Needs};
use super::section::row;
use super::{AnyCellViewModel, AnyViewModel, ModelCell, Section};
use crate::{Class, Key, List, Result, Row, SectionEntry, Snapshot, Status, Supplementary};

/// All that a list is to show: sections in order. It is immutable; a clone is the same one. When the data changes, a
/// new one is made, and the driver finds the changes.
///
/// ```
/// use iqlist::kit::{CellViewModel, Collection, Section};
/// use iqlist::Key;
///
/// #[derive(PartialEq)]
/// struct Number(u64);
///
/// impl CellViewModel for Number {
///     type Cell = String;
///
///     fn id(&self) -> Key {
///         self.0.into()
///     }
///
///     fn configure(&self, cell: &mut String) {
///         *cell = self.0.to_string();
///     }
/// }
///
/// let collection = Collection::from([Section::new("even", [2, 4].map(Number)), Section::new("odd", [1].map(Number))]);
/// assert_eq!(collection.item_count(), 3);
/// let odd = collection.section("odd").map_or(&[][..], |section| section.items());
/// assert_eq!(odd[0].downcast_ref(), Some(&Number(1)));
/// # impl std::fmt::Debug for Number {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Collection(Arc<[Section]>);

impl Collection {
    /// A collection of sections.
    pub fn new(sections: impl IntoIterator<Item = Section>) -> Self {
        Self(sections.into_iter().collect())
    }

    /// A collection that a function builds section by section, as some kits do it.
    ///
    /// ```
    /// use iqlist::kit::{Collection, Driver, Section};
    /// # use iqlist::kit::CellViewModel;
    /// # #[derive(PartialEq)]
    /// # struct Number(u64);
    /// # impl CellViewModel for Number {
    /// #     type Cell = String;
    /// #     fn id(&self) -> iqlist::Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// # }
    ///
    /// let driver = Driver::new(Collection::default())?;
    /// let numbers = Collection::build(|builder| {
    ///     builder.append(Section::empty("odd")).append_items([1, 3].map(Number));
    ///     builder.append(Section::empty("even")).append_items([2].map(Number));
    /// });
    /// driver.perform_updates(numbers, |shown| println!("{:?}", shown.map(|changes| changes.is_some())))?;
    /// assert_eq!((driver.list().section_count(), driver.list().len()), (2, 3));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    pub fn build(build: impl FnOnce(&mut Builder)) -> Self {
        let mut builder = Builder(Vec::new());
        build(&mut builder);
        Self::new(builder.0)
    }

    /// Its sections.
    pub fn sections(&self) -> &[Section] {
        &self.0
    }

    /// The section of that id.
    pub fn section(&self, id: impl Into<Key>) -> Option<&Section> {
        let id = id.into();
        self.0.iter().find(|section| section.id() == id)
    }

    /// The number of items in all sections, on all levels.
    pub fn item_count(&self) -> usize {
        self.0.iter().map(Section::item_count).sum()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.item_count() == 0
    }

    /// Whether a section has [children on demand](Section::children_on_demand).
    pub(super) fn keeps_children(&self) -> bool {
        self.0.iter().any(Section::keeps_children)
    }

    /// As a list takes it. `list` is the one that is to show it.
    pub(super) fn described(&self, list: &List<AnyViewModel>, needs: &Needs) -> Result<Described> {
        let (rows, version) = (Vec::with_capacity(self.item_count()), list.info()?.version);
        let mut described = Described { rows, sections: Vec::new(), version };
        let kept = if self.keeps_children() { Some(Kept::new(self, list)?) } else { None };
        for section in self.sections() {
            let first = described.rows.len();
            section.add_rows(kept.as_ref(), &mut described.rows)?;
            let elements = section.supplementaries(&described.rows[first..], needs)?;
            described.sections.push((section.id(), first, elements));
        }
        Ok(described)
    }
}

/// What [`Collection::build`] gives to its function: at first without sections.
#[derive(Debug)]
pub struct Builder(Vec<Section>);

impl Builder {
    /// Adds a section behind the others.
    pub fn append(&mut self, section: Section) -> &mut Self {
        self.0.push(section);
        self
    }

    /// Adds items to the last section, behind its others. If there is none it is added, and its id is 16 zero bytes.
    pub fn append_items<M: Into<AnyCellViewModel>>(
        &mut self,
        items: impl IntoIterator<Item = M>,
    ) -> &mut Self {
        let last = self.0.pop().unwrap_or_else(|| Section::empty(Key::default()));
        self.append(last.append(items))
    }

    /// Adds models to the last section likewise, each shown in a cell of this type.
    pub fn append_models<C: ModelCell>(&mut self, models: impl IntoIterator<Item = C::Model>) -> &mut Self {
        let last = self.0.pop().unwrap_or_else(|| Section::empty(Key::default()));
        self.append(last.append_models::<C>(models))
    }
}

/// What sections keep that have [children on demand](Section::children_on_demand).
pub(super) struct Kept {
    pub(super) shown: Snapshot<AnyViewModel>,
    /// Where keys are scoped each section has its own.
    is_scoped: bool,
    given: HashSet<Key>,
}

impl Kept {
    fn new(collection: &Collection, list: &List<AnyViewModel>) -> Result<Self> {
        let scope = list.find_item(Key::default()).err();
        let is_scoped = scope.is_some_and(|error| error.status() == Status::Scope);
        let given = collection.0.iter().flat_map(Section::keys).collect();
        Ok(Self { shown: list.snapshot()?, is_scoped, given })
    }

    /// Is said by the collection, where a section keeps no other items of the same key.
    pub(super) fn given(&self, section: &Section) -> Cow<'_, HashSet<Key>> {
        if self.is_scoped {
            Cow::Owned(section.keys().collect())
        } else {
            Cow::Borrowed(&self.given)
        }
    }
}

impl Default for Collection {
    fn default() -> Self {
        Self::new([])
    }
}

impl<S: IntoIterator<Item = Section>> From<S> for Collection {
    fn from(sections: S) -> Self {
        Self::new(sections)
    }
}

impl FromIterator<Section> for Collection {
    fn from_iter<S: IntoIterator<Item = Section>>(sections: S) -> Self {
        Self::new(sections)
    }
}

/// Items and sections in the form of the list's own updates.
pub(super) struct Described {
    pub(super) rows: Vec<Row<AnyViewModel>>,
    sections: Vec<(Key, usize, Vec<Supplementary<AnyViewModel>>)>,
    /// The version of the list, before this was described.
    pub(super) version: u64,
}

impl Described {
    pub(super) fn entries(&self) -> Vec<SectionEntry<'_, AnyViewModel>> {
        let sections = self.sections.iter();
        sections
            .map(|(id, first, elements)| SectionEntry::new(*id, *first).supplementaries(elements))
            .collect()
    }

    /// With the policy of the list for duplicates.
    pub(super) fn snapshot(&self, list: &List<AnyViewModel>) -> Result<Snapshot<AnyViewModel>> {
        let mut snapshot = list.snapshot()?;
        snapshot.set(&self.entries(), &self.rows)?;
        Ok(snapshot)
    }
}

/// Items as a list takes them, all of level 0.
pub(super) fn rows_of<M: Into<AnyCellViewModel>>(
    items: impl IntoIterator<Item = M>,
) -> Result<Vec<Row<AnyViewModel>>> {
    let (items, mut rows): (Vec<_>, _) = (items.into_iter().map(M::into).collect(), Vec::new());
    add_rows(&items, &mut rows)?;
    Ok(rows)
}

/// Whether items say something about their sizes. Each class is looked up once.
pub(super) fn say_sizes(rows: &[Row<AnyViewModel>]) -> bool {
    let mut silent = Vec::new();
    rows.iter().filter_map(|row| row.class).any(|class| {
        if silent.contains(&class) {
            return false;
        }
        silent.push(class);
        says_sizes(class)
    })
}

/// Neighbours are mostly of one type, whose class is looked up once.
pub(super) fn add_rows(items: &[AnyCellViewModel], rows: &mut Vec<Row<AnyViewModel>>) -> Result<()> {
    let mut last: Option<(TypeId, Class<AnyViewModel>)> = None;
    for item in items {
        let of = item.0.type_id();
        match last {
            Some((known, class)) if known == of => {
                rows.push(Row::new(item.id()).model(item.0.clone()).class(class));
            }
            _ => {
                rows.push(row(item.id(), &item.0)?);
                last = rows[rows.len() - 1].class.map(|class| (of, class));
            }
        }
    }
    Ok(())
}
