//! A headless list engine. A program says what its list should show: items, in sections if it has any, each
//! with a key (who it is) and a content (what it looks like). The answer is the fewest changes that turn what
//! is shown into that, in the form that the toolkit at hand wants.
//!
//! ```
//! use iqlist::{content, ChangeKind, Key, List, Row};
//!
//! struct Chat { id: u64, name: &'static str, unread: u32 }
//!
//! let list = List::new()?;
//! let show = |chats: Vec<Chat>| {
//!     let row = |chat: Chat| Row::new(chat.id).content(content(&chat.unread)).model(chat);
//!     list.set_items(&chats.into_iter().map(row).collect::<Vec<_>>())
//! };
//! show(vec![
//!     Chat { id: 1, name: "Ada", unread: 7 },
//!     Chat { id: 2, name: "Ben", unread: 2 },
//!     Chat { id: 3, name: "Cem", unread: 5 },
//! ])?;
//! let changes = show(vec![
//!     Chat { id: 3, name: "Cem", unread: 5 },
//!     Chat { id: 1, name: "Ada", unread: 9 },
//! ])?;
//!
//! let kinds: Vec<_> = changes.batch()?.iter().map(|change| change.kind()).collect();
//! use ChangeKind::*;
//! assert_eq!(kinds, [ItemMoveOut, ItemDelete, ItemMoveIn, ItemUpdate]);
//! let top = list.models(..1)?.remove(0).unwrap();
//! assert_eq!((top.name, top.unread), ("Cem", 5));
//! # Ok::<(), iqlist::Error>(())
//! ```
//!
//! # What there is
//!
//! - A [`List`] is what is shown. It is told what to show next, or changed in place by an [`Edit`].
//! - A [`Snapshot`] is a description of a list; [`diff`] compares two.
//! - A [`Changeset`] says what changed, in three dialects; with a payload it can be applied elsewhere, undone,
//!   put together with the next one, and sent as bytes.
//! - Items come in as [`Row`]s, or as [`Columns`] of slices that are read in place. [`Model`]s are kept with
//!   them; [`Class`]es compare those.
//! - [`Key`]s and contents are made of anything that can be hashed, or field by field with the [`Hasher`].
//!
//! `include/iqlist.h` is the manual of the engine; its functions are all in the crate `iqlist_sys`.
//!
//! # Errors and panics
//!
//! What fails answers an [`Error`] with the detail, and has changed nothing. A panic in a class's function, in
//! the drop of a model or in a log callback never crosses into the library: the call that it happened in does
//! its work to the end, then resumes it. Where such a panic comes out of a `drop` during another panic it is
//! passed over, so that the process lives.
//!
//! # Threads
//!
//! All objects may be used, sent and shared between threads, as long as their models may. Models are read as
//! further owners of the same object: what a thread has read stays, whatever becomes of the list.

#![deny(missing_docs, missing_debug_implementations)]

mod boundary;
mod callbacks;
mod change;
mod changeset;
mod class;
mod classes;
mod column;
mod columns;
mod edit;
mod error;
mod hasher;
mod handle;
mod key;
mod keys;
mod list;
mod log;
mod map;
mod model;
mod names;
mod options;
mod position;
mod read;
mod row;
mod snapshot;
mod statistics;
mod update;
mod version;

pub use change::{Change, ChangeKind, Splice};
pub use changeset::{diff, Changeset};
pub use class::{Class, ClassBuilder};
pub use column::Column;
pub use columns::Columns;
pub use edit::{Edit, END};
pub use error::{Error, Result, Status};
pub use handle::{Item, ItemInfo, Section, SectionInfo};
pub use hasher::{content, Hasher, CONTENT_NONE};
pub use key::{ItemKey, Key};
pub use list::List;
pub use log::{log_to, LogLevel};
pub use map::PositionMap;
pub use model::Model;
pub use names::SectionName;
pub use options::{DiffOptions, Duplicates, ListOptions, SnapshotOptions};
pub use position::{Position, Side};
pub use row::{Kind, Row, Supplementary};
pub use snapshot::{Rows, Snapshot};
pub use statistics::{memory, Reload, Statistics, Summary, UNCOUNTED};
pub use update::{SectionEntry, Told, Update};
pub use version::{build_info, version};
