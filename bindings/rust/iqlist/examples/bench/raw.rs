//! The same calls by `iqlist_sys`, as a careful program of C would make them.

use std::ptr;

use iqlist::Key;
use iqlist_sys::*;

pub struct List(*mut iq_list);

fn check(status: iq_status) {
    assert_eq!(status, IQ_OK);
}

// SAFETY (of all): the list is alive, arrays have the lengths that are told.
impl List {
    pub fn new() -> Self {
        let mut list = ptr::null_mut();
        check(unsafe { iq_list_create(ptr::null(), &mut list) });
        Self(list)
    }

    pub fn set_items(&self, keys: &[Key], contents: &[u64]) {
        let columns = iq_columns {
            struct_size: size_of::<iq_columns>(),
            count: keys.len(),
            keys: keys.as_ptr().cast(),
            key_stride: 0,
            contents: contents.as_ptr().cast(),
            content_stride: 0,
            models: ptr::null(),
            model_stride: 0,
            classes: ptr::null(),
            class_stride: 0,
        };
        let mut changes = ptr::null_mut();
        check(unsafe { iq_list_set_items(self.0, &columns, ptr::null(), &mut changes) });
        unsafe { iq_changeset_destroy(changes) };
    }

    pub fn item_at(&self, index: usize) -> iq_item {
        let mut item = iq_item::default();
        check(unsafe { iq_list_item_at(self.0, index, &mut item) });
        item
    }

    pub fn find_item(&self, key: Key) -> iq_item {
        let mut item = iq_item::default();
        check(unsafe { iq_list_item_for_key(self.0, ptr::null(), key.into(), &mut item) });
        item
    }

    pub fn item_info(&self, item: iq_item) -> u64 {
        let mut info = iq_item_info {
            struct_size: size_of::<iq_item_info>(),
            key: iq_key::default(),
            content: 0,
            model: ptr::null_mut(),
            cell_class: iq_class::default(),
            position: iq_position::default(),
            index: 0,
            section: iq_section::default(),
        };
        check(unsafe { iq_list_item_info(self.0, item, &mut info) });
        info.content
    }

    pub fn keys(&self, count: usize) -> Vec<iq_key> {
        let mut keys = vec![iq_key::default(); count];
        let buffers = iq_item_buffers {
            struct_size: size_of::<iq_item_buffers>(),
            keys: keys.as_mut_ptr(),
            contents: ptr::null_mut(),
            models: ptr::null_mut(),
            classes: ptr::null_mut(),
            items: ptr::null_mut(),
        };
        check(unsafe { iq_list_read_items(self.0, 0, count, &buffers) });
        keys
    }
}

impl Drop for List {
    fn drop(&mut self) {
        unsafe { iq_list_destroy(self.0) };
    }
}

pub fn content(text: &str) -> u64 {
    let (mut hasher, mut content) = (iq_hasher::default(), 0);
    unsafe {
        check(iq_hasher_init(&mut hasher));
        check(iq_hasher_add_string(&mut hasher, text.as_ptr().cast(), text.len()));
        check(iq_hasher_content(&hasher, &mut content));
    }
    content
}
