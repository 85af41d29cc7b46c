//! User actions: what a control in a cell, header or footer does, by name.

use std::fmt;
use std::sync::Arc;

use super::Updater;
use crate::{Hasher, Item, Kind, Result, Section, Target};

/// A part of a section that has controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The cells of its items.
    Cell,
    /// Its header.
    Header,
    /// Its footer.
    Footer,
}

impl Part {
    /// The part of an element, or with `None` of an item.
    pub(super) fn of(element: Option<(Kind, u32)>) -> Option<Self> {
        match element {
            None => Some(Self::Cell),
            Some((Kind::HEADER, _)) => Some(Self::Header),
            Some((Kind::FOOTER, _)) => Some(Self::Footer),
            Some(_) => None,
        }
    }
}

/// The item or element that an event is about.
pub(super) fn target_of(
    item: Option<Item>,
    section: Option<Section>,
    element: Option<(Kind, u32)>,
) -> Option<Target> {
    Some(match (item, section, element) {
        (Some(item), ..) => Target::Item(item),
        (None, Some(section), Some((kind, index))) => Target::Element(section, kind, index),
        (None, None, Some((kind, index))) => Target::ListElement(kind, index),
        (None, _, None) => return None,
    })
}

/// The library's actions.
pub(super) const PRIMARY: u64 = 1;
pub(super) const DELETE: u64 = 2;
pub(super) const INSERT: u64 = 3;

/// The kit's own actions, among the host's.
pub(super) const DID_SWIPE: u64 = 1 << 62;
pub(super) const WILL_DISPLAY_MENU: u64 = DID_SWIPE + 1;
pub(super) const DID_END_MENU: u64 = DID_SWIPE + 2;
pub(super) const PREVIEW_ACTION: u64 = DID_SWIPE + 3;
pub(super) const EMPTY_ACTION: u64 = DID_SWIPE + 4;
pub(super) const SWIPE_ENDED: u64 = DID_SWIPE + 5;
pub(super) const MENU_ACTION: u64 = DID_SWIPE + 6;
pub(super) const BEGAN_SELECTION: u64 = DID_SWIPE + 7;
pub(super) const ENDED_SELECTION: u64 = DID_SWIPE + 8;

/// The number of a name, as [`List::emit`](crate::List::emit) takes it: the same in all languages.
pub(super) fn number_of(name: &str) -> u64 {
    let number = Hasher::new().string(name).content();
    // Those below are the library's.
    if number < 256 {
        number + 256
    } else {
        number
    }
}

/// The first number for kinds that have a name. Those before it are for kinds by number.
const NAMED_KINDS: u64 = Kind::HOST.0 as u64 + 0x2_0000;

/// A kind of the host's own by its name, the same in each run: `"badge".into()`. With a number of its own each name is
/// distinct, but for one in 2,147,483,648.
impl From<&str> for Kind {
    fn from(name: &str) -> Self {
        let number = NAMED_KINDS + (number_of(name) & 0x7fff_ffff);
        Self(number as u32)
    }
}

/// The callback of an action, to be kept by a cell and used by its control. It belongs to what the cell is bound to.
///
/// It may be sent to other threads; the action is handled by the poll of the driver.
#[derive(Clone)]
pub struct ActionSender {
    updater: Updater,
    target: Target,
    name: Arc<str>,
}

impl ActionSender {
    pub(super) fn new(updater: Updater, target: Target, name: Arc<str>) -> Self {
        Self { updater, target, name }
    }

    /// The name of the action.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The action was performed. `sender` says by what: any number of the host's.
    ///
    /// [`Status::Handle`](crate::Status::Handle) if the item, the section or the driver has gone.
    pub fn send(&self, sender: usize) -> Result<()> {
        self.updater.emit(self.target, &self.name, sender)
    }
}

impl fmt::Debug for ActionSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ActionSender").field("name", &self.name).field("target", &self.target).finish()
    }
}
