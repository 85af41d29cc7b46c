//! A kit of typed view models on top of [`List`](crate::List) and [`Screen`](crate::Screen): what a program shows, and
//! how that responds, is declared; a driver does the rest.
//!
//! ```text
//!     data ──► CellViewModel … Section … Collection ──► Driver::update, Updater::submit
//!     Driver::poll ──► event ──► view model ──► section ──► coordinator       each may pass it on
//! ```
//!
//! - A [`CellViewModel`] is all that a list needs to know of an item: its identity, its equality, its cell, what the
//!   user may do with it and what happens then. [`AnyCellViewModel`] hides its type. A [`SupplementaryViewModel`] is
//!   the same for headers, footers and other elements. In the other style a type of cells, a [`ModelCell`], says all
//!   that, and the models are plain.
//! - A [`Section`] has items of any types, with items below them, elements, handlers, user actions and [`Paging`]. A
//!   [`Collection`] is all of them: immutable, made anew when the data changes.
//! - A [`Driver`] shows a collection; its [`Updater`] does so from any thread. Cells are made, configured and reused by
//!   themselves, for what is visible.
//! - A [`Coordinator`] gets what nobody else has handled. A [`RoutedEvent`] is what they all get.
//! - A driver with a [`Layout`] knows where everything is: it makes a [`Scene`] of what to draw. [`Feature`]s move what is
//!   drawn, and whoever listens hears what has become visible.
//! - [`SwipeAction`]s and [`ContextMenu`]s are asked of a view model when the gesture begins.
//!
//! ```
//! use iqlist::kit::{By, CellViewModel, Coordinator, Driver, Route, RoutedEvent, Section};
//! use iqlist::Key;
//! use std::cell::Cell;
//! use std::rc::Rc;
//!
//! #[derive(PartialEq)]
//! struct Person { id: u64, name: &'static str }
//!
//! impl CellViewModel for Person {
//!     type Cell = String;
//!
//!     fn id(&self) -> Key {
//!         self.id.into()
//!     }
//!
//!     fn configure(&self, cell: &mut String) {
//!         *cell = self.name.to_string();
//!     }
//! }
//!
//! #[derive(Default)]
//! struct Pages(Cell<Option<Key>>);
//!
//! impl Coordinator for Pages {
//!     fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
//!         self.0.set(event.key);
//!         Route::Handled
//!     }
//! }
//!
//! let pages = Rc::new(Pages::default());
//! let people = [Person { id: 1, name: "Ada" }, Person { id: 2, name: "Ben" }];
//! let driver = Driver::builder().coordinator(pages.clone()).build([Section::new("people", people)])?;
//! driver.select(driver.list().item_at(1)?, By::User)?;
//! driver.poll()?;
//! assert_eq!(pages.0.get(), Some(Key::from(2)));
//! # Ok::<(), iqlist::Error>(())
//! ```
//!
//! The list itself is at hand ([`Driver::list`]) for all else: states of items, undo. The kit is made of what the crate
//! exports, without unsafe code.

mod behaviour;
mod defaults;
mod registration;
mod accessibility;
mod action;
mod swipe;
mod menu;
mod view_model;
mod supplementary;
mod erased;
mod any;
mod empty;
mod paging;
mod layout;
mod tree;
mod section;
mod group;
mod collection;
mod model_cell;
mod updater;
mod ends;
mod updates;
mod event;
mod coordinator;
mod windows;
mod lines;
mod lengths;
mod sizes;
mod cells;
mod kit_view;
mod driver;
mod showing;
mod builder;
mod routing;
mod runs;
mod gesture;
mod scene;
mod visibility;
mod scrolling;
mod features;
mod applied;
mod laid_out;

pub use accessibility::AccessibilityOptions;
pub use action::{ActionSender, Part};
pub use any::{AnyCellViewModel, AnySupplementaryViewModel, AnyViewModel};
pub use behaviour::{Behaviour, Route};
pub use builder::DriverBuilder;
pub use collection::{Builder, Collection};
pub use coordinator::Coordinator;
pub use driver::Driver;
pub use empty::EmptyView;
pub use event::RoutedEvent;
pub use features::{is_at_top, parallax, sticky_progress, stretchy, Feature};
pub use gesture::{By, EditingStyle};
pub use layout::{Layout, Sizing};
pub use menu::{ContextMenu, Menu, MenuAction, MenuElement, OpenMenu};
pub use model_cell::{ModelCell, Shown};
pub use paging::{PageRequest, Paging};
pub use registration::{Cell, Registration, RegistrationKind};
pub use scene::{Place, Scene};
pub use scrolling::{auto_scroll_speed, ScrollPhase, Scrolled, AUTO_SCROLL_FASTEST, AUTO_SCROLL_ZONE};
pub use section::Section;
pub use showing::TakenCell;
pub use sizes::SizeQuestion;
pub use supplementary::SupplementaryViewModel;
pub use swipe::{SwipeAction, SwipeCompletion, SwipeStyle};
pub use updater::Updater;
pub use view_model::CellViewModel;
pub use visibility::Visibility;
