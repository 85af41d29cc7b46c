//! The same calls by `iqlist_sys`, as a careful program of C would make them.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

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
        self.set(keys, contents, &[], &[]);
    }

    /// With models, all of one class; or none.
    pub fn set(&self, keys: &[Key], contents: &[u64], models: &[*const String], classes: &[iq_class]) {
        let models = if models.is_empty() { ptr::null() } else { models.as_ptr() };
        let classes = if classes.is_empty() { ptr::null() } else { classes.as_ptr() };
        let columns = iq_columns {
            count: keys.len(),
            keys: keys.as_ptr().cast(),
            contents: contents.as_ptr().cast(),
            models: models.cast(),
            classes: classes.cast(),
            ..iq_columns::new()
        };
        let mut changes = ptr::null_mut();
        check(unsafe { iq_list_set_items(self.0, &columns, ptr::null(), &mut changes) });
        unsafe { iq_changeset_destroy(changes) };
    }

    pub fn item_at(&self, index: usize) -> iq_item {
        let mut item = iq_item::default();
        check(unsafe { iq_list_find_item_at(self.0, index, &mut item) });
        item
    }

    pub fn find_item(&self, key: Key) -> iq_item {
        let mut item = iq_item::default();
        check(unsafe { iq_list_find_item(self.0, ptr::null(), key.into(), &mut item) });
        item
    }

    pub fn item_info(&self, item: iq_item) -> u64 {
        let mut info = iq_item_info::new();
        check(unsafe { iq_list_get_item_info(self.0, item, 0, &mut info) });
        info.content
    }

    pub fn keys(&self, count: usize) -> Vec<iq_key> {
        let mut keys = vec![iq_key::default(); count];
        let buffers = iq_item_buffers { keys: keys.as_mut_ptr(), ..iq_item_buffers::new() };
        check(unsafe { iq_list_get_items(self.0, 0, count, &buffers) });
        keys
    }
}

/// A class whose models are strings that are counted.
pub fn class_of_strings() -> iq_class {
    unsafe extern "C" fn retain(_: *mut c_void, models: *const *mut c_void, count: usize) {
        for at in 0..count {
            unsafe { Arc::increment_strong_count((*models.add(at)).cast::<String>()) };
        }
    }
    unsafe extern "C" fn release(_: *mut c_void, models: *const *mut c_void, count: usize) {
        for at in 0..count {
            unsafe { Arc::decrement_strong_count((*models.add(at)).cast::<String>()) };
        }
    }
    let options = iq_class_options {
        name: c"bench/string".as_ptr(),
        retain: Some(retain),
        release: Some(release),
        ..iq_class_options::new()
    };
    let mut class = iq_class::default();
    check(unsafe { iq_class_create(&options, &mut class) });
    class
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
        check(iq_hasher_get_content(&hasher, &mut content));
    }
    content
}
