//! The driver: one list, one view of it, and the route of its events.

use std::cell::{Cell as Slot, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::Arc;

use super::any::AnyViewModel;
use super::empty::PlaceholderViews;
use super::kit_view::KitView;
use super::menu::Choices;
use super::paging::Pagings;
use super::registration::says_sizes;
use super::sizes::Coordinating;
use super::swipe::Swipes;
use super::{
    AnyCellViewModel, AnySupplementaryViewModel, CellViewModel, Collection, Coordinator, DriverBuilder,
    Registration, SupplementaryViewModel, Updater,
};
use crate::{Changeset, Class, Key, Kind, List, Model, Result, Screen, Section, Target};

/// Drives one list and one view of it: it shows a [`Collection`], keeps the cells of what is visible, and hands what
/// happens to the view models, the sections and the coordinator.
///
/// It stays on its thread, which polls it, and where its [updates](Self::update) are shown at once. Other threads use its
/// [`updater`](Self::updater). To drop it ends all updates that were not committed, and calls their completions.
///
/// ```
/// use iqlist::kit::{CellViewModel, Driver, Section};
/// use iqlist::{Key, Target};
///
/// #[derive(PartialEq)]
/// struct Person(u64, &'static str);
///
/// impl CellViewModel for Person {
///     type Cell = String;
///
///     fn id(&self) -> Key {
///         self.0.into()
///     }
///
///     fn configure(&self, cell: &mut String) {
///         *cell = self.1.to_uppercase();
///     }
/// }
///
/// let driver = Driver::new([Section::new("people", [Person(1, "Ada"), Person(2, "Ben")])])?;
/// driver.show(0..10, 0)?;
/// driver.poll()?;
/// let shown = |index| {
///     let item = driver.list().item_at(index)?;
///     driver.with_cell(Target::Item(item), |text: &mut String| text.clone())
/// };
/// assert_eq!(shown(1)?.as_deref(), Some("BEN"));
///
/// let changes = driver.update([Section::new("people", [Person(2, "Ben"), Person(1, "Ada L.")])])?;
/// let summary = changes.map(|changes| changes.summary()).transpose()?;
/// assert_eq!(summary.map(|changes| (changes.item_moves, changes.item_reconfigures)), Some((1, 1)));
/// driver.poll()?;
/// assert_eq!(shown(1)?.as_deref(), Some("ADA L."));
/// # Ok::<(), iqlist::Error>(())
/// ```
///
/// What it shows, and its updater, may be sent:
///
/// ```
/// fn sent<T: Send + Sync>() {}
/// sent::<iqlist::kit::Collection>();
/// sent::<iqlist::kit::Updater>();
/// ```
/// ```compile_fail,E0277
/// fn sent<T: Send>() {}
/// sent::<iqlist::kit::Driver>();
/// ```
pub struct Driver {
    // In the order in which they are dropped.
    pub(super) view: KitView,
    pub(super) screen: Screen<'static, AnyViewModel>,
    pub(super) list: Arc<List<AnyViewModel>>,
    pub(super) updater: Updater,
    /// Of the list at the start of the chain, if it follows one.
    pub(super) source: Option<Updater>,
    pub(super) binds_edges: bool,
    /// Also of the sizes of a view that is laid out.
    pub(super) coordinating: Rc<RefCell<Coordinating>>,
    pub(super) placeholder_views: PlaceholderViews,
    /// What the driver has put in place of items.
    pub(super) placeholder: Slot<Option<Kind>>,
    /// Why the items could not be loaded.
    pub(super) failure: RefCell<Option<String>>,
    pub(super) swipes: Swipes,
    pub(super) choices: Choices,
    pub(super) list_paging: RefCell<Pagings>,
    /// The sections whose paging the list knows, and what they have said of it.
    pub(super) paged: RefCell<HashMap<Section, Model<AnyViewModel>>>,
}

impl Driver {
    /// Starts the description of a driver.
    pub fn builder() -> DriverBuilder {
        DriverBuilder::default()
    }

    /// A driver that shows this, without a coordinator.
    pub fn new(collection: impl Into<Collection>) -> Result<Self> {
        Self::builder().build(collection)
    }

    /// Replaces the items of one section. What is [below](Updater::set_children) those that stay stays too.
    /// [`Status::NotFound`](crate::Status::NotFound) if there is none of that id, [`Status::Busy`](crate::Status::Busy)
    /// while an edit or a drag is open.
    pub fn set_items<M: Into<AnyCellViewModel>>(
        &self,
        section: impl Into<Key>,
        items: impl IntoIterator<Item = M>,
    ) -> Result<Changeset> {
        self.updater.set_items(section.into(), items)
    }

    /// The part of it that any thread may use.
    pub fn updater(&self) -> Updater {
        self.updater.clone()
    }

    /// Its list, for all that the kit does not say: states, drags, undo. [`List::poll`] is
    /// [`Status::Busy`](crate::Status::Busy) there: [`poll`](Self::poll) polls it.
    pub fn list(&self) -> &List<AnyViewModel> {
        &self.list
    }

    pub(super) fn coordinator(&self) -> Rc<dyn Coordinator> {
        self.coordinating.borrow().coordinator.clone()
    }

    /// Sets the coordinator in place of the one before.
    pub fn set_coordinator(&self, coordinator: impl Coordinator) {
        let former = self.coordinating.replace(Coordinating::new(coordinator));
        if let Ok(laid_out) = self.view.laid_out() {
            laid_out.meet_coordinator_again();
        }
        drop(former);
    }

    /// Registers a type of view models, and says how their cells are made. Needed only where the driver takes
    /// [registered types alone](DriverBuilder::registered_only): else a type is registered by itself when it is first
    /// used.
    pub fn register<M: CellViewModel>(&self, registration: Registration) -> Result<()> {
        self.register_class(AnyCellViewModel::class_of::<M>()?, registration)
    }

    /// The same for headers, footers and other elements.
    pub fn register_element<M: SupplementaryViewModel>(&self, registration: Registration) -> Result<()> {
        self.register_class(AnySupplementaryViewModel::class_of::<M>()?, registration)
    }

    fn register_class(&self, class: Class<AnyViewModel>, registration: Registration) -> Result<()> {
        self.list.register_class(class)?;
        self.updater.registrations().set(class, registration);
        Ok(())
    }

    /// Sets an element of the list itself, by kind or by the name of a kind of your own: its header, what stands in place
    /// of items while they are being loaded. See [`List::set_supplementary`](crate::List::set_supplementary).
    pub fn set_element(
        &self,
        kind: impl Into<Kind>,
        index: u32,
        element: impl Into<AnySupplementaryViewModel>,
    ) -> Result<()> {
        let element = element.into().supplementary(kind.into(), index)?;
        if element.row.class.is_some_and(says_sizes) {
            self.updater.registrations().needs().of_elements.store(true, SeqCst);
        }
        self.list.set_supplementary(&element)
    }

    /// Removes an element of the list itself. [`Status::NotFound`](crate::Status::NotFound) if there is none.
    pub fn remove_element(&self, kind: impl Into<Kind>, index: u32) -> Result<()> {
        self.list.remove_supplementary(kind.into(), index)
    }

    /// A user action was performed, as [`Updater::emit`].
    pub fn emit(&self, target: Target, name: &str, sender: usize) -> Result<()> {
        self.updater.emit(target, name, sender)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // From here on no other thread owns the list: it is destroyed here, with the fields.
        self.updater.end();
        self.swipes.end_all();
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Driver");
        match &self.view {
            KitView::Told(view) => fields.field("view", view),
            KitView::LaidOut(laid_out) => fields.field("layout", &laid_out.layout()),
        };
        fields.finish_non_exhaustive()
    }
}
