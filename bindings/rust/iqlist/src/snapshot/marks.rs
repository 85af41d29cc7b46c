//! The marks of a snapshot, and its supplementary elements.

use crate::boundary::call;
use crate::key::{collected, optional, pointer};
use crate::{Key, Kind, Result, SectionName, Snapshot, Supplementary};
use iqlist_sys::*;

// SAFETY (of all calls below): the snapshot is alive; keys and elements are there for the call.
impl<M: 'static, S: SectionName> Snapshot<M, S> {
    /// Marks items for reload: an update with a new cell, even if the contents are equal. Marks apply to the
    /// after side of a diff, and a list does not keep them. [`Status::NotFound`](crate::Status::NotFound), with
    /// nothing marked, if a key does not exist. `section` is required where keys are scoped.
    pub fn reload_items<K: Into<Key>>(
        &mut self,
        section: Option<Key>,
        keys: impl IntoIterator<Item = K>,
    ) -> Result<()> {
        let (section, keys) = (optional(&section), collected(keys));
        call(|| unsafe { iq_snapshot_reload_items(self.as_mut_ptr(), section, pointer(&keys), keys.len()) })
    }

    /// Marks items for reconfigure: an update with the same cell bound again.
    pub fn reconfigure_items<K: Into<Key>>(
        &mut self,
        section: Option<Key>,
        keys: impl IntoIterator<Item = K>,
    ) -> Result<()> {
        let (section, keys) = (optional(&section), collected(keys));
        call(|| unsafe {
            iq_snapshot_reconfigure_items(self.as_mut_ptr(), section, pointer(&keys), keys.len())
        })
    }

    /// Marks sections for reload, with their items and supplementary elements.
    pub fn reload_sections<K: Into<Key>>(&mut self, keys: impl IntoIterator<Item = K>) -> Result<()> {
        let keys = collected(keys);
        call(|| unsafe { iq_snapshot_reload_sections(self.as_mut_ptr(), pointer(&keys), keys.len()) })
    }

    /// Removes all marks.
    pub fn clear_marks(&mut self) -> Result<()> {
        call(|| unsafe { iq_snapshot_clear_marks(self.as_mut_ptr()) })
    }

    /// Sets a supplementary element of a section; it replaces one of the same kind and index.
    pub fn set_supplementary(&mut self, section: impl Into<Key>, element: &Supplementary<M>) -> Result<()> {
        let (section, raw) = (section.into(), element.raw(self.default_class)?);
        call(|| unsafe { iq_snapshot_set_supplementary(self.as_mut_ptr(), section.raw(), &raw) })
    }

    /// Removes a supplementary element. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn remove_supplementary(&mut self, section: impl Into<Key>, kind: Kind, index: u32) -> Result<()> {
        let section = section.into();
        call(|| unsafe { iq_snapshot_remove_supplementary(self.as_mut_ptr(), section.raw(), kind.0, index) })
    }
}
