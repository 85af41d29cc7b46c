//! Columns: how items are passed in and read.

use std::ffi::c_void;

use crate::*;

pub const IQ_SAME: usize = usize::MAX;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_columns {
    pub struct_size: usize,
    pub count: usize,
    pub keys: *const c_void,
    pub key_stride: usize,
    pub contents: *const c_void,
    pub content_stride: usize,
    pub models: *const c_void,
    pub model_stride: usize,
    pub classes: *const c_void,
    pub class_stride: usize,
    pub levels: *const c_void,
    pub level_stride: usize,
}

pub const IQ_READ_RETAIN: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_item {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_section {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_item_buffers {
    pub struct_size: usize,
    pub flags: u32,
    pub reserved: u32,
    pub keys: *mut iq_key,
    pub contents: *mut u64,
    pub models: *mut *mut c_void,
    pub classes: *mut iq_class,
    pub items: *mut iq_item,
    pub states: *mut u32,
    pub levels: *mut u16,
    pub children: *mut u8,
}

pub const IQ_KIND_HEADER: u32 = 1;
pub const IQ_KIND_FOOTER: u32 = 2;
pub const IQ_KIND_PAGE_START: u32 = 6;
pub const IQ_KIND_PAGE_END: u32 = 7;
pub const IQ_KIND_HOST: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_supplementary {
    pub struct_size: usize,
    pub kind: u32,
    pub index: u32,
    pub key: iq_key,
    pub content: u64,
    pub model: *mut c_void,
    pub cell_class: iq_class,
}
