//! Reading what C copies: items, supplementary elements, text and bytes; and what lists and snapshots are read by
//! alike.

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};

use crate::boundary::call;
use crate::class::DefaultClass;
use crate::{
    Class, Error, Item, ItemInfo, Key, Kind, Model, Position, Result, Row, Section, States, Status,
    Supplementary,
};
use iqlist_sys::*;

/// Where items are copied to. The wanted columns have room for all. The models are retained for us; those that
/// are not taken are released.
pub(crate) struct Buffers<M: 'static> {
    pub(crate) keys: Vec<Key>,
    pub(crate) contents: Vec<u64>,
    pub(crate) items: Vec<Item>,
    pub(crate) states: Vec<States>,
    pub(crate) levels: Vec<u16>,
    /// 1 of items that have children, 0 of others.
    pub(crate) children: Vec<u8>,
    models: Vec<*mut c_void>,
    classes: Vec<iq_class>,
    default: DefaultClass<M>,
    /// The addresses are those of owned models.
    of: PhantomData<Model<M>>,
}

/// The columns that are wanted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    pub(crate) keys: bool,
    pub(crate) contents: bool,
    pub(crate) models: bool,
    pub(crate) items: bool,
    pub(crate) states: bool,
    pub(crate) levels: bool,
    pub(crate) children: bool,
}

impl Wanted {
    pub(crate) const NONE: Self = Self {
        keys: false,
        contents: false,
        models: false,
        items: false,
        states: false,
        levels: false,
        children: false,
    };
    pub(crate) const ROWS: Self =
        Self { keys: true, contents: true, models: true, levels: true, ..Self::NONE };
}

impl<M: 'static> Buffers<M> {
    /// Reads the items `range` of `length`: `body` is the library's function.
    ///
    /// # Safety
    /// It is that of a list or snapshot of `M`.
    pub(crate) unsafe fn read(
        wanted: Wanted,
        range: Range<usize>,
        length: usize,
        default: DefaultClass<M>,
        body: impl FnOnce(usize, usize, *const iq_item_buffers) -> iq_status,
    ) -> Result<Self> {
        if range.start > range.end || range.end > length {
            let message = format!("items {} to {} of {length}", range.start, range.end);
            return Err(Error::new(Status::Range, &message));
        }
        let room = |is_wanted| if is_wanted { range.len() } else { 0 };
        let mut buffers = Self {
            keys: vec![Key::from(iq_key::default()); room(wanted.keys)],
            contents: vec![0; room(wanted.contents)],
            items: vec![Item(0); room(wanted.items)],
            states: vec![States::NONE; room(wanted.states)],
            levels: vec![0; room(wanted.levels)],
            children: vec![0; room(wanted.children)],
            models: vec![std::ptr::null_mut(); room(wanted.models)],
            classes: vec![iq_class::default(); room(wanted.models)],
            default,
            of: PhantomData,
        };
        let raw = iq_item_buffers {
            flags: IQ_READ_RETAIN,
            keys: start(&mut buffers.keys).cast(),
            contents: start(&mut buffers.contents),
            models: start(&mut buffers.models),
            classes: start(&mut buffers.classes),
            items: start(&mut buffers.items).cast(),
            states: start(&mut buffers.states).cast(),
            levels: start(&mut buffers.levels),
            children: start(&mut buffers.children),
            ..iq_item_buffers::new()
        };
        call(|| body(range.start, range.len(), &raw))?;
        Ok(buffers)
    }

    /// Takes the models, with the classes that are not just the default one.
    pub(crate) fn take_models(&mut self) -> Vec<ClassedModel<M>> {
        let mut reader = ModelReader::new(self.default);
        // SAFETY: as promised to `read`, and each is taken once.
        let take = |(model, class): (&mut *mut c_void, &iq_class)| unsafe { reader.take(model, *class) };
        self.models.iter_mut().zip(&self.classes).map(take).collect()
    }

    /// As `take_models`, whole rows.
    pub(crate) fn rows(mut self) -> Vec<Row<M>> {
        let models = self.take_models();
        let values = self.keys.iter().zip(&self.contents).zip(&self.levels);
        values
            .zip(models)
            .map(|(((&key, &content), &level), (model, class))| Row { key, content, model, class, level })
            .collect()
    }
}

impl<M: 'static> Drop for Buffers<M> {
    fn drop(&mut self) {
        drop(self.take_models());
    }
}

/// The address of a column; NULL if it is not wanted.
fn start<T>(column: &mut [T]) -> *mut T {
    if column.is_empty() {
        return std::ptr::null_mut();
    }
    column.as_mut_ptr()
}

/// A struct with a model that the library has written, and retained for us.
pub(crate) trait HasModel {
    fn model(&mut self) -> (&mut *mut c_void, iq_class);
}

impl HasModel for iq_supplementary {
    fn model(&mut self) -> (&mut *mut c_void, iq_class) {
        (&mut self.model, self.cell_class)
    }
}

impl HasModel for iq_item_info {
    fn model(&mut self) -> (&mut *mut c_void, iq_class) {
        (&mut self.model, self.cell_class)
    }
}

/// Several such structs. They own their models: those that are not taken are released.
pub(crate) struct Retained<M: 'static, T: HasModel>(
    pub(crate) Vec<T>,
    DefaultClass<M>,
    PhantomData<Model<M>>,
);

impl<M: 'static, T: HasModel> Retained<M, T> {
    /// Structs for the library to write.
    ///
    /// # Safety
    /// It is that of a list or snapshot of `M`, and is called with `IQ_READ_RETAIN`.
    pub(crate) unsafe fn new(empty: Vec<T>, default: DefaultClass<M>) -> Self {
        Self(empty, default, PhantomData)
    }

    pub(crate) fn take_models(&mut self) -> Vec<ClassedModel<M>> {
        let mut reader = ModelReader::new(self.1);
        let take = |written: &mut T| {
            let (model, class) = written.model();
            // SAFETY: as promised to `new`, and each is taken once.
            unsafe { reader.take(model, class) }
        };
        self.0.iter_mut().map(take).collect()
    }
}

impl<M: 'static, T: HasModel> Drop for Retained<M, T> {
    fn drop(&mut self) {
        drop(self.take_models());
    }
}

/// A model and a class, as in a row.
pub(crate) type ClassedModel<M> = (Option<Model<M>>, Option<Class<M>>);

/// Converts models and classes that the library has written. It caches the last class: many neighbours have
/// the same.
pub(crate) struct ModelReader<M> {
    last: iq_class,
    class: Option<Class<M>>,
    default: DefaultClass<M>,
    /// The last class is just the default one.
    is_default: bool,
}

impl<M: 'static> ModelReader<M> {
    pub(crate) fn new(default: DefaultClass<M>) -> Self {
        Self { last: iq_class { id: 0 }, class: None, default, is_default: false }
    }

    /// A class that is just the default one is left out. Without a class of this type there is no
    /// model: its address would not be retained. The address is replaced by NULL.
    ///
    /// # Safety
    /// They are those of an item or element of a list or snapshot of `M`, and the model was retained for us.
    unsafe fn take(&mut self, model: &mut *mut c_void, class: iq_class) -> ClassedModel<M> {
        let model = std::mem::replace(model, std::ptr::null_mut());
        if class != self.last {
            self.last = class;
            self.class = Class::from_raw(class);
            self.is_default = self.class.is_some_and(|class| self.default.is(class));
        }
        let Some(class) = self.class else { return (None, None) };
        // SAFETY: a list or snapshot of `M` is given such models only, with classes of their type.
        match unsafe { Model::retained(model.cast_const().cast()) } {
            Some(model) if self.is_default => (Some(model), None),
            model => (model, Some(class)),
        }
    }
}

/// The model and class of an event, which has a reference of its own until the next poll.
///
/// # Safety
/// They are those of an event of a list of `M`, before the next poll.
pub(crate) unsafe fn event_model<M: 'static>(model: *mut c_void, class: iq_class) -> ClassedModel<M> {
    let Some(known) = Class::<M>::from_raw(class) else { return (None, None) };
    if model.is_null() {
        return (None, Some(known));
    }
    // SAFETY: models of classes of `M` are those of an Arc.
    unsafe { std::sync::Arc::increment_strong_count(model.cast_const().cast::<M>()) };
    let (mut model, mut reader) = (model, ModelReader::new(DefaultClass::OF_TYPE));
    // SAFETY: it was retained just now.
    unsafe { reader.take(&mut model, class) }
}

/// Reads supplementary elements: `body` is the library's function, which takes flags, elements, capacity and
/// count.
///
/// # Safety
/// It is of a list or snapshot of `M`.
pub(crate) unsafe fn supplementaries<M: 'static>(
    default: DefaultClass<M>,
    body: impl Fn(u32, *mut iq_supplementary, usize, *mut usize) -> iq_status,
) -> Result<Vec<Supplementary<M>>> {
    let mut capacity = 2;
    loop {
        let mut count = 0;
        // SAFETY: as promised.
        let mut written = unsafe { Retained::new(vec![iq_supplementary::new(); capacity], default) };
        call(|| body(IQ_READ_RETAIN, written.0.as_mut_ptr(), capacity, &mut count))?;
        if count <= capacity {
            written.0.truncate(count);
            return Ok(elements(written));
        }
        capacity = count;
    }
}

/// Reads one supplementary element: `body` is the library's function, as above.
///
/// # Safety
/// As above.
pub(crate) unsafe fn supplementary<M: 'static>(
    default: DefaultClass<M>,
    body: impl FnOnce(u32, *mut iq_supplementary) -> iq_status,
) -> Result<Supplementary<M>> {
    // SAFETY: as promised.
    let mut written = unsafe { Retained::new(vec![iq_supplementary::new()], default) };
    call(|| body(IQ_READ_RETAIN, written.0.as_mut_ptr()))?;
    Ok(elements(written).remove(0))
}

fn elements<M: 'static>(mut written: Retained<M, iq_supplementary>) -> Vec<Supplementary<M>> {
    let models = written.take_models();
    let element = |(raw, (model, class)): (&iq_supplementary, ClassedModel<M>)| {
        let row = Row { key: raw.key.into(), content: raw.content, model, class, level: 0 };
        Supplementary::new(Kind(raw.kind), raw.index, row)
    };
    written.0.iter().zip(models).map(element).collect()
}

/// Reads an item: `body` is the library's function, which takes flags and an output.
///
/// # Safety
/// It is of a list or snapshot of `M`.
pub(crate) unsafe fn item_info<M: 'static>(
    default: DefaultClass<M>,
    body: impl FnOnce(u32, *mut iq_item_info) -> iq_status,
) -> Result<ItemInfo<M>> {
    // SAFETY: as promised.
    let mut written = unsafe { Retained::new(vec![iq_item_info::new()], default) };
    call(|| body(IQ_READ_RETAIN, written.0.as_mut_ptr()))?;
    let (model, class) = written.take_models().remove(0);
    let raw = &written.0[0];
    Ok(ItemInfo {
        key: raw.key.into(),
        content: raw.content,
        model,
        class,
        position: Position::of_item(raw.position),
        index: raw.index as usize,
        section: (raw.section.id != 0).then_some(Section(raw.section.id)),
        states: States::of(raw.states),
        level: raw.level,
        has_children: raw.children != 0,
    })
}

/// The bytes that a function writes, which is called for their length first. They may grow in between.
pub(crate) fn bytes(
    terminator: usize,
    body: impl Fn(*mut c_void, usize, *mut usize) -> iq_status,
) -> Result<Vec<u8>> {
    let mut length = 0;
    call(|| body(std::ptr::null_mut(), 0, &mut length))?;
    loop {
        let mut written: Vec<u8> = Vec::with_capacity(length + terminator);
        let room = written.capacity();
        call(|| body(written.as_mut_ptr().cast(), room, &mut length))?;
        if length + terminator <= room {
            // SAFETY: the call has written so many.
            unsafe { written.set_len(length) };
            return Ok(written);
        }
    }
}

/// Text, which ends with a NUL in C.
pub(crate) fn text(body: impl Fn(*mut c_char, usize, *mut usize) -> iq_status) -> Result<String> {
    let written = bytes(1, |buffer, capacity, length| body(buffer.cast(), capacity, length))?;
    Ok(String::from_utf8_lossy(&written).into_owned())
}

/// A range of `length` items as first and end.
pub(crate) fn resolved(range: impl RangeBounds<usize>, length: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => length,
    };
    start..end
}

/// A range as first and count; one without an end goes to `length`.
pub(crate) fn counted(range: impl RangeBounds<usize>, length: usize) -> Result<(usize, usize)> {
    let range = resolved(range, length);
    let Some(count) = range.end.checked_sub(range.start) else {
        let message = format!("a range from {} to {}", range.start, range.end);
        return Err(Error::new(Status::Range, &message));
    };
    // To the library that is the count of all that follow; a range that says so has no end.
    if count == IQ_END {
        return Err(Error::new(Status::Range, "a range of more than there can be"));
    }
    Ok((range.start, count))
}

/// Gives a list or snapshot the methods that read both alike. It has a method `read`, which copies items.
macro_rules! reads {
    ($of:ident: $count:ident, $index_of:ident, $dump:ident) => {
        // SAFETY (of all calls below): the object is alive, its models are of type `M`, the outputs are ours.
        impl<M: 'static, S: SectionName> $of<M, S> {
            /// Counts sections and items.
            fn counted(&self) -> Result<(usize, usize)> {
                let (mut sections, mut items) = (0, 0);
                call(|| unsafe { $count(self.as_ptr(), &mut sections, &mut items) })?;
                Ok((sections, items))
            }

            fn count(&self) -> (usize, usize) {
                let counted = self.counted();
                debug_assert!(counted.is_ok(), "a list or snapshot can be counted");
                counted.unwrap_or_default()
            }

            /// The number of items.
            pub fn len(&self) -> usize {
                self.count().1
            }

            /// Whether there are no items.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The number of sections.
            pub fn section_count(&self) -> usize {
                self.count().0
            }

            /// The index of the item at a position, counted over all sections.
            pub fn index_of(&self, position: Position) -> Result<usize> {
                let mut index = 0;
                call(|| unsafe { $index_of(self.as_ptr(), position.raw(), &mut index) })?;
                Ok(index)
            }

            /// The keys of items, counted over all sections. [`Status::Range`] if the range goes beyond the end,
            /// here and below.
            pub fn keys(&self, range: impl RangeBounds<usize>) -> Result<Vec<Key>> {
                let mut read = self.read(Wanted { keys: true, ..Wanted::NONE }, range)?;
                Ok(std::mem::take(&mut read.keys))
            }

            /// The contents of items.
            pub fn contents(&self, range: impl RangeBounds<usize>) -> Result<Vec<u64>> {
                let mut read = self.read(Wanted { contents: true, ..Wanted::NONE }, range)?;
                Ok(std::mem::take(&mut read.contents))
            }

            /// The levels of items.
            pub fn levels(&self, range: impl RangeBounds<usize>) -> Result<Vec<u16>> {
                let mut read = self.read(Wanted { levels: true, ..Wanted::NONE }, range)?;
                Ok(std::mem::take(&mut read.levels))
            }

            /// The models of items.
            pub fn models(&self, range: impl RangeBounds<usize>) -> Result<Vec<Option<Model<M>>>> {
                let mut read = self.read(Wanted { models: true, ..Wanted::NONE }, range)?;
                Ok(read.take_models().into_iter().map(|(model, _)| model).collect())
            }

            /// The model of the item at an index, counted over all sections. `None` if it has none, or if there is no
            /// such item.
            pub fn get(&self, index: usize) -> Result<Option<Model<M>>> {
                match self.models(index..index.saturating_add(1)) {
                    Err(error) if error.status() == Status::Range => Ok(None),
                    models => Ok(models?.pop().flatten()),
                }
            }

            /// A description for people and tests: one fact a line.
            pub fn dump(&self) -> Result<String> {
                text(|buffer, capacity, length| unsafe { $dump(self.as_ptr(), buffer, capacity, length) })
            }
        }

        /// As its `dump`.
        impl<M: 'static, S: SectionName> fmt::Debug for $of<M, S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.dump().map_err(|_| fmt::Error)?.trim_end())
            }
        }
    };
}
pub(crate) use reads;
