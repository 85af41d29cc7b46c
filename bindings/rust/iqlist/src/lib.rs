//! A headless list engine. A program describes what its list should show: items, in sections if it has any,
//! each with a key (its identity) and a content (its appearance). The result is the fewest changes that turn
//! what is shown into that, in the form that the toolkit needs.
//!
//! ```
//! use iqlist::{ChangeKind, List, Row};
//!
//! #[derive(PartialEq)]
//! struct Chat { id: u64, name: &'static str, unread: u32 }
//!
//! let list = List::comparing()?;
//! let show = |chats: Vec<Chat>| {
//!     let rows: Vec<_> = chats.into_iter().map(|chat| Row::new(chat.id).model(chat)).collect();
//!     list.set_items(&rows)
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
//! let top = list.get(0)?;
//! assert_eq!(top.map(|chat| (chat.name, chat.unread)), Some(("Cem", 5)));
//! # Ok::<(), iqlist::Error>(())
//! ```
//!
//! # Overview
//!
//! - A [`List`] is what is shown. An [`Update`] replaces it as a whole, an [`Edit`] changes it in place. `for row in &list`
//!   [goes through it](List::iter), and [`get`](List::get) reads one model.
//! - A [`Snapshot`] is a description of a list; [`diff`] compares two.
//! - A [`Changeset`] has the changes, in three dialects; with a payload it can be applied elsewhere, inverted,
//!   composed with the next one, and encoded as bytes.
//! - Items are passed in as [`Row`]s, or as [`Columns`] of slices that are read in place. An item can have a
//!   [`Model`]; [`Class`]es compare models, and a list has a [default one](List::with_default_class). An [`Item`] is the handle of an item of a list.
//! - Any thread may submit an update ([`List::submit`]): it is prepared beforehand, and a poll commits it. A
//!   [`Ticket`] is the future of its end.
//! - [`List::events`] are what happened to a list, oldest first: an [`Event`] each.
//! - A [`Screen`] has the [`View`]s of a list on one thread: ranges that are visible, and the [`Cells`] there. A
//!   [`LaidOutView`] knows where everything is: it is told a size and a [`SectionLayout`], which may be a
//!   [`CustomLayout`], scrolls, and makes a [`Scene`] of places to draw.
//! - A [`Derived`] list follows a list and shows a part of it: an [outline](List::outline), whose items fold, or what
//!   passes a [`Filter`]; or all of it, sorted in an [`Order`] by a [`SortKey`]. A [`GroupedList`] shows all of it in
//!   groups, in a [`GroupedOrder`].
//! - [`States`] are what the user has selected, focused or expanded: [`List::set_states`].
//! - The module [`terminal`] has a [`Cursor`](terminal::Cursor) for lists of text lines, as ratatui shows them, and
//!   [`Lines`](terminal::Lines) for rows of several lines and headers that stick.
//! - The module [`kit`] is built on these: typed view models that say how they are shown and how they respond, and a
//!   [`Driver`](kit::Driver) that does the rest.
//! - [`Key`]s and contents are made of anything that can be hashed, or field by field with the [`Hasher`]: a [`Field`]
//!   has the same hash in every language.
//!
//! `include/iqlist.h` is the manual of the engine; its functions are all in the crate `iqlist_sys`.
//!
//! # Numbers
//!
//! Positions, indexes and counts are `usize` throughout, as in slices; no position is `None`. Kinds of
//! supplementary elements, the index of an element among those of its kind, and cells of a view are `u32`: they
//! identify, and are no positions.
//!
//! # Linking
//!
//! `libiqlist.so` is linked shared, unless `IQLIST_STATIC=1` is set for the build. It is searched in the folder
//! `IQLIST_LIB_DIR`, then by pkg-config, else the repository of this crate builds it. With the feature `bundled` the
//! archive `libiqlist.a` is linked, of that folder or built. With `DOCS_RS=1` documentation is made without it.
//! Programs that cargo runs find it. For a program that is installed elsewhere, add `iqlist-sys` to your dependencies:
//! then your build script gets the folder as `DEP_IQLIST_LIB_DIR`, that of `iqlist.h` as `DEP_IQLIST_INCLUDE`, and the
//! version as `DEP_IQLIST_VERSION`.
//!
//! ```ignore
//! // build.rs: the program searches the library in the folder where it was found by this build.
//! fn main() -> Result<(), std::env::VarError> {
//!     let folder = std::env::var("DEP_IQLIST_LIB_DIR")?;
//!     println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
//!     Ok(())
//! }
//! ```
//!
//! With `-Wl,-rpath,$ORIGIN/../lib` instead it searches `lib` beside the program's `bin` for `libiqlist.so.0.N` of its
//! version 0.N, which you copy from that folder.
//!
//! # Errors and panics
//!
//! A call that fails returns an [`Error`] with the detail, and has changed nothing. A panic in a class's
//! function, in one of a view's [`Cells`], in a function that measures or lays out, in a [`Filter`] or an [`Order`], in the drop of a model, at the end of a submission or in a log callback
//! never unwinds into the library: the call in which it happened completes its work, then resumes the panic. If that call is a
//! `drop` during another panic, the second panic is dropped, so that the process lives.
//!
//! # Threads
//!
//! All objects but screens, views and a kit's driver may be used, sent and shared between threads, as long as their
//! models may. A model that is read is a further owner of the same object: it stays valid, whatever happens to the list.

#![deny(missing_docs, missing_debug_implementations)]

// In layers: each module uses only those above it. tests/layers.rs checks it.
mod flags;
mod key;
mod position;
mod error;
mod panics;
mod lending;
mod reporting;
mod boundary;
mod log;
mod version;
mod statistics;
mod hasher;
mod keys;
mod field;
mod names;
mod geometry;
mod options;
mod model;
mod traits;
mod states;
mod cells;
mod callbacks;
mod classes;
mod class;
mod column;
mod columns;
mod row;
mod entry;
mod handle;
mod read;
mod snapshot;
mod page;
mod change;
mod map;
mod changeset;
mod replay;
mod ticket;
mod list;
mod update;
mod edit;
mod submission;
mod filter;
mod sort_key;
mod group;
mod order;
mod grouped_order;
mod derived;
mod grouped;
mod event;
mod poll;
mod interact;
mod custom;
mod functions;
mod rules;
mod layout;
mod scroll;
mod place;
mod views;
mod view;
mod scene;
mod laid_out;
mod screen;

pub mod kit;
pub mod terminal;

pub use cells::ViewId;
pub use change::{Change, ChangeKind, Splice};
pub use changeset::{diff, Changeset};
pub use class::{Class, ClassBuilder};
pub use column::Column;
pub use columns::Columns;
pub use custom::{CustomLayout, Room};
pub use derived::{Derived, Filtered, Outline, Sorted};
pub use edit::{Edit, END};
pub use entry::SectionEntry;
pub use error::{Error, Result, Status};
pub use event::{Event, EventKind, Target};
pub use field::Field;
pub use filter::{Filter, FilterState, Passes};
pub use geometry::{Insets, Rect, Size};
pub use group::Group;
pub use grouped::{Grouped, GroupedList};
pub use grouped_order::GroupedOrder;
pub use handle::{Item, ItemInfo, Section, SectionInfo};
pub use hasher::{content, Hasher, CONTENT_NONE};
pub use key::{ItemKey, Key};
pub use laid_out::LayoutHandle;
pub use layout::{Measured, SectionLayout};
pub use list::{List, ListRows};
pub use log::log_to;
pub use map::PositionMap;
pub use model::Model;
pub use names::SectionName;
pub use options::{DecodeOptions, DiffOptions, Duplicates, EditOptions};
pub use options::{ListOptions, SnapshotOptions, UpdateOptions, ViewOptions};
pub use order::{Order, OrderState};
pub use page::{Edge, Loading, Page, PageState, Placeholder, Reorder};
pub use place::{Place, PlaceFlags, Places};
pub use poll::{Events, ListInfo};
pub use position::{Position, Side};
pub use replay::{Dialect, Replay};
pub use reporting::LogLevel;
pub use row::{Kind, Row, Supplementary};
pub use rules::{Length, SizeRule};
pub use scene::{Hit, Scene};
pub use screen::Screen;
pub use scroll::{Align, Anchor, Direction, Scroll, ScrollPosition, ScrollTarget};
pub use snapshot::{Rows, Snapshot};
pub use sort_key::SortKey;
pub use states::{Selection, SetStates, States};
pub use statistics::{memory, Reload, Statistics, Summary, UndoBytes, UNCOUNTED};
pub use submission::{Held, SubmitOptions};
pub use ticket::Ticket;
pub use traits::Traits;
pub use update::{Update, UpdateOutput};
pub use version::{build_info, version};
pub use view::{Cells, LaidOut, LaidOutView, Told, View};

/// The page that the crate's archive has: its program is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
