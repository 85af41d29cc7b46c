//! Reading what C copies out: items, supplementary elements, text and bytes.

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};

use crate::boundary::call;
use crate::{
    Class, Error, Item, ItemInfo, Key, Kind, Model, Position, Result, Row, Section, Status, Supplementary,
};
use iqlist_sys::*;

/// Where items are copied out to. What is wanted has room for as many. The models are retained for us; those
/// that nobody has taken are let go.
pub(crate) struct Buffers<M: 'static> {
    pub(crate) keys: Vec<Key>,
    pub(crate) contents: Vec<u64>,
    pub(crate) items: Vec<Item>,
    models: Vec<*mut c_void>,
    classes: Vec<iq_class>,
    of: PhantomData<M>,
}

/// Which columns are wanted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    pub(crate) keys: bool,
    pub(crate) contents: bool,
    pub(crate) models: bool,
    pub(crate) items: bool,
}

impl Wanted {
    pub(crate) const ROWS: Self = Self { keys: true, contents: true, models: true, items: false };
}

impl<M: 'static> Buffers<M> {
    /// Reads the items `range` of so many that there are: `body` is the library's function.
    ///
    /// # Safety
    /// It is that of a list or snapshot of `M`.
    pub(crate) unsafe fn read(
        wanted: Wanted,
        range: Range<usize>,
        there_are: usize,
        body: impl FnOnce(usize, usize, *const iq_item_buffers) -> iq_status,
    ) -> Result<Self> {
        if range.start > range.end || range.end > there_are {
            let message = format!("items {} to {} of {there_are}", range.start, range.end);
            return Err(Error::new(Status::Range, &message));
        }
        let room = |is_wanted| if is_wanted { range.len() } else { 0 };
        let mut buffers = Self {
            keys: vec![Key::from(iq_key::default()); room(wanted.keys)],
            contents: vec![0; room(wanted.contents)],
            items: vec![Item(0); room(wanted.items)],
            models: vec![std::ptr::null_mut(); room(wanted.models)],
            classes: vec![iq_class::default(); room(wanted.models)],
            of: PhantomData,
        };
        let raw = iq_item_buffers {
            struct_size: size_of::<iq_item_buffers>(),
            flags: IQ_READ_RETAIN,
            reserved: 0,
            keys: start(&mut buffers.keys).cast(),
            contents: start(&mut buffers.contents),
            models: start(&mut buffers.models),
            classes: start(&mut buffers.classes),
            items: start(&mut buffers.items).cast(),
        };
        call(|| body(range.start, range.len(), &raw))?;
        Ok(buffers)
    }

    /// The models, with the classes that are not just those of their type.
    pub(crate) fn looks(&mut self) -> Vec<Look<M>> {
        let mut reader = LookReader::new();
        // SAFETY: as promised to `read`, and each is taken once.
        let look = |(model, class): (&mut *mut c_void, &iq_class)| unsafe { reader.take(model, *class) };
        self.models.iter_mut().zip(&self.classes).map(look).collect()
    }

    /// As `looks`, whole rows.
    pub(crate) fn rows(mut self) -> Vec<Row<M>> {
        let looks = self.looks();
        let named = self.keys.iter().zip(&self.contents).zip(looks);
        named
            .map(|((key, content), (model, class))| Row { key: *key, content: *content, model, class })
            .collect()
    }
}

impl<M: 'static> Drop for Buffers<M> {
    fn drop(&mut self) {
        drop(self.looks());
    }
}

/// Where a column starts; NULL if it is not wanted.
fn start<T>(column: &mut [T]) -> *mut T {
    if column.is_empty() {
        return std::ptr::null_mut();
    }
    column.as_mut_ptr()
}

/// Something with a model that the library wrote, and retained for us.
pub(crate) trait Looks {
    fn look(&mut self) -> (&mut *mut c_void, iq_class);
}

impl Looks for iq_supplementary {
    fn look(&mut self) -> (&mut *mut c_void, iq_class) {
        (&mut self.model, self.cell_class)
    }
}

impl Looks for iq_item_info {
    fn look(&mut self) -> (&mut *mut c_void, iq_class) {
        (&mut self.model, self.cell_class)
    }
}

/// Some of them. The models that nobody has taken are let go.
pub(crate) struct Retained<M: 'static, T: Looks>(pub(crate) Vec<T>, PhantomData<M>);

impl<M: 'static, T: Looks> Retained<M, T> {
    /// What the library is going to write over.
    ///
    /// # Safety
    /// It is that of a list or snapshot of `M`, and is called with `IQ_READ_RETAIN`.
    pub(crate) unsafe fn new(empty: Vec<T>) -> Self {
        Self(empty, PhantomData)
    }

    pub(crate) fn looks(&mut self) -> Vec<Look<M>> {
        let mut reader = LookReader::new();
        let look = |told: &mut T| {
            let (model, class) = told.look();
            // SAFETY: as promised to `new`, and each is taken once.
            unsafe { reader.take(model, class) }
        };
        self.0.iter_mut().map(look).collect()
    }
}

impl<M: 'static, T: Looks> Drop for Retained<M, T> {
    fn drop(&mut self) {
        drop(self.looks());
    }
}

/// A model and a class, as they stand in a row.
pub(crate) type Look<M> = (Option<Model<M>>, Option<Class<M>>);

/// Turns models and classes as the library tells them into ours. It remembers the class it saw last: many
/// neighbours have the same.
pub(crate) struct LookReader<M> {
    last: iq_class,
    class: Option<Class<M>>,
    /// The last one is only that of the models' type.
    is_default: bool,
}

impl<M: 'static> LookReader<M> {
    pub(crate) fn new() -> Self {
        Self { last: iq_class { id: 0 }, class: None, is_default: false }
    }

    /// A class that is only that of the model's type is not told. Without a class of this type there is no
    /// model: it would be an address that nobody looks after. Afterwards there is none to take.
    ///
    /// # Safety
    /// They are those of something in a list or snapshot of `M`, and the model was retained for us.
    unsafe fn take(&mut self, model: &mut *mut c_void, class: iq_class) -> Look<M> {
        let model = std::mem::replace(model, std::ptr::null_mut());
        if class != self.last {
            self.last = class;
            self.class = Class::from_raw(class);
            self.is_default = self.class.is_some() && self.class == Class::known_of_models();
        }
        let Some(class) = self.class else { return (None, None) };
        // SAFETY: a list or snapshot of `M` is given such models only, with classes of their type.
        match unsafe { Model::retained(model.cast_const().cast()) } {
            Some(model) if self.is_default => (Some(model), None),
            model => (model, Some(class)),
        }
    }
}

const NO_ELEMENT: iq_supplementary = iq_supplementary {
    struct_size: size_of::<iq_supplementary>(),
    kind: 0,
    index: 0,
    key: iq_key { bytes: [0; 16] },
    content: 0,
    model: std::ptr::null_mut(),
    cell_class: iq_class { id: 0 },
};

/// Supplementary elements: `body` is the library's function, which is given flags, room and where to count.
///
/// # Safety
/// It is of a list or snapshot of `M`.
pub(crate) unsafe fn supplementaries<M: 'static>(
    body: impl Fn(u32, *mut iq_supplementary, usize, *mut usize) -> iq_status,
) -> Result<Vec<Supplementary<M>>> {
    let mut room = 2;
    loop {
        let mut count = 0;
        // SAFETY: as promised.
        let mut told = unsafe { Retained::new(vec![NO_ELEMENT; room]) };
        call(|| body(IQ_READ_RETAIN, told.0.as_mut_ptr(), room, &mut count))?;
        if count <= room {
            told.0.truncate(count);
            return Ok(elements(told));
        }
        room = count;
    }
}

/// One of them, if it is there: `body` is the library's function, as above.
///
/// # Safety
/// As above.
pub(crate) unsafe fn supplementary<M: 'static>(
    body: impl FnOnce(u32, *mut iq_supplementary) -> iq_status,
) -> Result<Supplementary<M>> {
    // SAFETY: as promised.
    let mut told = unsafe { Retained::new(vec![NO_ELEMENT]) };
    call(|| body(IQ_READ_RETAIN, told.0.as_mut_ptr()))?;
    Ok(elements(told).remove(0))
}

fn elements<M: 'static>(mut told: Retained<M, iq_supplementary>) -> Vec<Supplementary<M>> {
    let looks = told.looks();
    let element = |(raw, (model, class)): (&iq_supplementary, Look<M>)| {
        let row = Row { key: raw.key.into(), content: raw.content, model, class };
        Supplementary::new(Kind(raw.kind), raw.index, row)
    };
    told.0.iter().zip(looks).map(element).collect()
}

/// All about an item: `body` is the library's function, which is given flags and where to write.
///
/// # Safety
/// It is of a list or snapshot of `M`.
pub(crate) unsafe fn item_info<M: 'static>(
    body: impl FnOnce(u32, *mut iq_item_info) -> iq_status,
) -> Result<ItemInfo<M>> {
    let empty = iq_item_info {
        struct_size: size_of::<iq_item_info>(),
        key: iq_key::default(),
        content: 0,
        model: std::ptr::null_mut(),
        cell_class: iq_class::default(),
        position: iq_position::default(),
        index: 0,
        section: iq_section::default(),
    };
    // SAFETY: as promised.
    let mut told = unsafe { Retained::new(vec![empty]) };
    call(|| body(IQ_READ_RETAIN, told.0.as_mut_ptr()))?;
    let (model, class) = told.looks().remove(0);
    let raw = &told.0[0];
    Ok(ItemInfo {
        key: raw.key.into(),
        content: raw.content,
        model,
        class,
        position: Position::of_item(raw.position),
        index: raw.index as usize,
        section: (raw.section.id != 0).then_some(Section(raw.section.id)),
    })
}

/// All that a function writes which is called for the length first. It may have grown in between.
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

/// A range of items as first and end, of so many that there are.
pub(crate) fn resolved(range: impl RangeBounds<usize>, there_are: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => there_are,
    };
    start..end
}
