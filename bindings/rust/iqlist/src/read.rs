//! Reading what C copies out: items, supplementary elements, text and bytes.

use std::ffi::{c_char, c_void};
use std::ops::{Bound, Range, RangeBounds};

use crate::boundary::call;
use crate::{Class, Error, Item, Key, Kind, Model, Result, Row, Status, Supplementary};
use iqlist_sys::*;

/// Where items are copied out to. What is wanted has room for as many.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) keys: Vec<Key>,
    pub(crate) contents: Vec<u64>,
    pub(crate) models: Vec<*mut c_void>,
    pub(crate) classes: Vec<iq_class>,
    pub(crate) items: Vec<Item>,
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

impl Buffers {
    /// Reads the items `range` of so many that there are: `body` is the library's function.
    pub(crate) fn read(
        wanted: Wanted,
        range: Range<usize>,
        there_are: usize,
        body: impl FnOnce(usize, usize, *const iq_item_buffers) -> iq_status,
    ) -> Result<Self> {
        if range.start > range.end || range.end > there_are {
            let message = format!("items {} to {} of {there_are}", range.start, range.end);
            return Err(Error::new(Status::Range, &message));
        }
        let count = range.len();
        let mut buffers = Self::default();
        let raw = iq_item_buffers {
            struct_size: size_of::<iq_item_buffers>(),
            keys: room(&mut buffers.keys, wanted.keys, count).cast(),
            contents: room(&mut buffers.contents, wanted.contents, count),
            models: room(&mut buffers.models, wanted.models, count),
            classes: room(&mut buffers.classes, wanted.models, count),
            items: room(&mut buffers.items, wanted.items, count).cast(),
        };
        call(|| body(range.start, count, &raw))?;
        // SAFETY: the call has written as many of each as there is room for.
        unsafe {
            buffers.keys.set_len(if wanted.keys { count } else { 0 });
            buffers.contents.set_len(if wanted.contents { count } else { 0 });
            buffers.models.set_len(if wanted.models { count } else { 0 });
            buffers.classes.set_len(if wanted.models { count } else { 0 });
            buffers.items.set_len(if wanted.items { count } else { 0 });
        }
        Ok(buffers)
    }

    /// The models, retained, with the classes that are not just those of their type.
    ///
    /// # Safety
    /// They were read of a list or snapshot of `M`, and what holds them there still does.
    pub(crate) unsafe fn looks<M: 'static>(&self) -> Vec<Look<M>> {
        let mut reader = LookReader::new();
        // SAFETY: as promised.
        let look = |(model, class): (&*mut c_void, &iq_class)| unsafe { reader.look(*model, *class) };
        self.models.iter().zip(&self.classes).map(look).collect()
    }

    /// As `looks`, whole rows.
    ///
    /// # Safety
    /// As of `looks`.
    pub(crate) unsafe fn rows<M: 'static>(&self) -> Vec<Row<M>> {
        // SAFETY: as promised.
        let looks = unsafe { self.looks() };
        let named = self.keys.iter().zip(&self.contents).zip(looks);
        named
            .map(|((key, content), (model, class))| Row { key: *key, content: *content, model, class })
            .collect()
    }
}

/// Room for as many, if they are wanted; else NULL.
fn room<T>(buffer: &mut Vec<T>, is_wanted: bool, count: usize) -> *mut T {
    if !is_wanted {
        return std::ptr::null_mut();
    }
    buffer.reserve_exact(count);
    buffer.as_mut_ptr()
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
    /// model: it would be an address that nobody looks after.
    ///
    /// # Safety
    /// They are those of something in a list or snapshot of `M`, which holds it until this returns.
    pub(crate) unsafe fn look(&mut self, model: *mut c_void, class: iq_class) -> Look<M> {
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

/// Supplementary elements: `body` is the library's function.
///
/// # Safety
/// It is of a list or snapshot of `M` that holds them until this returns.
pub(crate) unsafe fn supplementaries<M: 'static>(
    body: impl Fn(*mut iq_supplementary, usize, *mut usize) -> iq_status,
) -> Result<Vec<Supplementary<M>>> {
    let empty = iq_supplementary {
        struct_size: size_of::<iq_supplementary>(),
        kind: 0,
        index: 0,
        key: iq_key::default(),
        content: 0,
        model: std::ptr::null_mut(),
        cell_class: iq_class::default(),
    };
    let mut elements = vec![empty; 2];
    loop {
        let mut count = 0;
        call(|| body(elements.as_mut_ptr(), elements.len(), &mut count))?;
        if count <= elements.len() {
            elements.truncate(count);
            break;
        }
        elements.resize(count, empty);
    }
    let mut reader = LookReader::new();
    let element = |raw: &iq_supplementary| {
        // SAFETY: as promised.
        let (model, class) = unsafe { reader.look(raw.model, raw.cell_class) };
        let row = Row { key: raw.key.into(), content: raw.content, model, class };
        Supplementary::new(Kind(raw.kind), raw.index, row)
    };
    Ok(elements.iter().map(element).collect())
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
