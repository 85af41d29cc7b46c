//! Cell classes: how models are kept alive and compared.

use std::ffi::{c_char, c_int, c_void};

use crate::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_class {
    pub id: u32,
}

pub const IQ_TRAIT_NOT_SELECTABLE: u32 = 1;
pub const IQ_TRAIT_NOT_DESELECTABLE: u32 = 2;
pub const IQ_TRAIT_NOT_HIGHLIGHTABLE: u32 = 4;
pub const IQ_TRAIT_NOT_ACTIVATABLE: u32 = 8;
pub const IQ_TRAIT_NOT_FOCUSABLE: u32 = 16;
pub const IQ_TRAIT_MOVABLE: u32 = 32;
pub const IQ_TRAIT_DELETABLE: u32 = 64;
pub const IQ_TRAIT_INSERTABLE: u32 = 128;
pub const IQ_TRAIT_HAS_CHILDREN: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_class_options {
    pub struct_size: usize,
    pub name: *const c_char,
    pub context: *mut c_void,
    pub retain: Option<unsafe extern "C" fn(context: *mut c_void, models: *const *mut c_void, count: usize)>,
    pub release: Option<unsafe extern "C" fn(context: *mut c_void, models: *const *mut c_void, count: usize)>,
    pub equal: Option<
        unsafe extern "C" fn(context: *mut c_void, before: *const c_void, after: *const c_void) -> c_int,
    >,
    pub changed: Option<
        unsafe extern "C" fn(context: *mut c_void, before: *const c_void, after: *const c_void) -> u64,
    >,
    pub traits: u32,
    pub pool: u32,
    pub traits_of: Option<unsafe extern "C" fn(context: *mut c_void, model: *const c_void) -> u32>,
    pub create_cell: Option<
        unsafe extern "C" fn(context: *mut c_void, event: *const iq_event, object: *mut *mut c_void) -> c_int,
    >,
    pub bind_cell: Option<unsafe extern "C" fn(context: *mut c_void, event: *const iq_event) -> c_int>,
    pub unbind_cell: Option<unsafe extern "C" fn(context: *mut c_void, event: *const iq_event)>,
    pub destroy_cell: Option<unsafe extern "C" fn(context: *mut c_void, object: *mut c_void)>,
}

extern "C" {
    pub fn iq_class_create(options: *const iq_class_options, cell_class: *mut iq_class) -> iq_status;
    pub fn iq_class_find(name: *const c_char, cell_class: *mut iq_class) -> iq_status;
    pub fn iq_class_name(cell_class: iq_class, name: *mut *const c_char) -> iq_status;
}
