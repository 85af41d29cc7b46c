//! The cells of a driver's view: made, configured and taken back by the view models.

use std::any::Any;
use std::rc::Rc;

use super::action::target_of;
use super::erased::{erased, Erased};
use super::section::SectionInfo;
use super::sizes::Sizes;
use super::{ActionSender, AnyViewModel, Part, Updater};
use crate::{Cells, Event, Size, Target};

/// The functions of the view.
pub(super) struct KitCells {
    updater: Updater,
    /// Of the list at the start of the chain, if the driver follows one.
    source: Option<Updater>,
    binds_edges: bool,
    /// Of a view that is laid out.
    sizes: Option<Rc<Sizes>>,
}

/// A cell of the view.
pub(super) struct KitCell {
    /// Of the view model's type; `()` of what has no view model: a host may set such items by hand.
    pub(super) object: Box<dyn Any>,
    /// How many features have set up this object.
    pub(super) set_up: usize,
    /// What it was asked about its size since it was configured, and what it has said.
    pub(super) fitted: Option<((Target, f64, u64), Option<Size>)>,
}

impl KitCell {
    fn new(object: Box<dyn Any>) -> Self {
        Self { object, set_up: 0, fitted: None }
    }
}

impl KitCells {
    pub(super) fn new(
        (updater, source): (Updater, Option<Updater>),
        binds_edges: bool,
        sizes: Option<Rc<Sizes>>,
    ) -> Self {
        Self { updater, source, binds_edges, sizes }
    }

    /// What is as large as its content says so, now that it shows that.
    fn fit(&self, cell: &mut KitCell, event: &Event<AnyViewModel>, erased: &dyn Erased) {
        let target = target_of(event.item, event.section.filter(|_| event.item.is_none()), event.element);
        if let (Some(sizes), Some(target)) = (&self.sizes, target) {
            if let Err(error) = sizes.fit(target, erased, cell) {
                sizes.refuse(error);
            }
        }
    }

    fn made(&self, erased: &dyn Erased) -> Box<dyn Any> {
        let registration = erased.class().ok().and_then(|class| self.updater.registrations().find(class));
        erased.create(&registration.unwrap_or_else(|| erased.registration()))
    }

    /// Tells a cell of the actions that its section has registered.
    fn register_actions(&self, cell: &mut dyn Any, event: &Event<AnyViewModel>, erased: &dyn Erased) {
        let (Some(section), Some(part)) = (event.section, Part::of(event.element)) else { return };
        let Some(target) = target_of(event.item, event.section, event.element) else { return };
        let info = self.updater.with_list(|list| list.supplementary(section, SectionInfo::KIND, 0));
        let info = info.ok().flatten().and_then(|element| element.row.model);
        let of_source = || self.source.as_ref()?.info_around(event.item.and(event.key)?);
        let info = info.or_else(of_source);
        let Some(info) = info.as_ref().and_then(|info| info.as_section()) else { return };
        for (_, name, _) in info.actions.iter().filter(|(of, _, _)| *of == part) {
            let action = ActionSender::new(self.updater.clone(), target, name.clone());
            erased.register_action(cell, &action);
        }
    }
}

/// The cell was bound again only because its view model is another object, which equals the one before.
pub(super) fn is_equal(bound: &Event<AnyViewModel>) -> bool {
    bound.is_reconfigured() && bound.mask == 0
}

impl Cells<AnyViewModel> for KitCells {
    type Cell = KitCell;

    fn create(&self, event: &Event<AnyViewModel>) -> KitCell {
        KitCell::new(erased(&event.model).map_or_else(|| Box::new(()) as _, |erased| self.made(erased)))
    }

    fn bind(&self, cell: &mut KitCell, event: &Event<AnyViewModel>) {
        let Some(erased) = erased(&event.model) else {
            *cell = KitCell::new(Box::new(()));
            return;
        };
        // A host may also give items a class that is not that of their view models.
        let is_fitting = erased.is_cell(&*cell.object);
        if !is_fitting {
            *cell = KitCell::new(self.made(erased));
        }
        self.register_actions(&mut *cell.object, event, erased);
        if !is_fitting || !is_equal(event) {
            if self.binds_edges && event.item.is_some() {
                erased.set_edges(&mut *cell.object, event.is_first(), event.is_last());
            }
            cell.fitted = None;
            erased.configure(&mut *cell.object);
        }
        self.fit(cell, event, erased);
    }

    fn unbind(&self, cell: &mut KitCell, event: &Event<AnyViewModel>) {
        if let Some(erased) = erased(&event.model) {
            erased.prepare_for_reuse(&mut *cell.object);
        }
    }
}
