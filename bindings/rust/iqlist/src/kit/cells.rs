//! The cells of a driver's view: made, configured and taken back by the view models.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::section::SectionInfo;
use super::{ActionSender, AnyViewModel, Part, Registration, Updater};
use crate::{Cells, Class, Event, Model, Target};

/// How the cells of classes are made: what was registered, else what the view models say.
#[derive(Clone, Default)]
pub(super) struct Registrations(Rc<RefCell<HashMap<Class<AnyViewModel>, Registration>>>);

impl Registrations {
    pub(super) fn set(&self, class: Class<AnyViewModel>, registration: Registration) {
        self.0.borrow_mut().insert(class, registration);
    }

    pub(super) fn find(&self, class: Class<AnyViewModel>) -> Option<Registration> {
        self.0.borrow().get(&class).cloned()
    }
}

/// The functions of the view.
pub(super) struct KitCells {
    updater: Updater,
    registrations: Registrations,
}

impl KitCells {
    pub(super) fn new(updater: Updater, registrations: Registrations) -> Self {
        Self { updater, registrations }
    }

    /// Tells a cell of the actions that its section has registered.
    fn register_actions(&self, cell: &mut dyn Any, event: &Event<AnyViewModel>, model: &AnyViewModel) {
        let (Some(section), Some(part)) = (event.section, Part::of(event.element)) else { return };
        let target = match (event.item, event.element) {
            (Some(item), _) => Target::Item(item),
            (None, Some((kind, index))) => Target::Element(section, kind, index),
            (None, None) => return,
        };
        let info = self.updater.with_list(|list| list.supplementary(section, SectionInfo::KIND, 0));
        let info = info.ok().flatten().and_then(|element| element.row.model);
        let (Some(info), Some(erased)) = (info.as_ref().and_then(|info| info.as_section()), model.erased())
        else {
            return;
        };
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

/// The model that a class of the kit's always has.
fn bound(event: &Event<AnyViewModel>) -> &Model<AnyViewModel> {
    event.model.as_ref().expect("items and elements of a driver have view models")
}

impl Cells<AnyViewModel> for KitCells {
    type Cell = Box<dyn Any>;

    fn create(&self, event: &Event<AnyViewModel>) -> Box<dyn Any> {
        let erased = bound(event).erased().expect("no view shows what a section has beside its items");
        let registration = event.class.and_then(|class| self.registrations.find(class));
        erased.create(&registration.unwrap_or_else(|| erased.registration()))
    }

    fn bind(&self, cell: &mut Box<dyn Any>, event: &Event<AnyViewModel>) {
        let model = bound(event);
        if let Some(erased) = model.erased() {
            self.register_actions(&mut **cell, event, model);
            if !is_equal(event) {
                erased.configure(&mut **cell);
            }
        }
    }

    fn unbind(&self, cell: &mut Box<dyn Any>, event: &Event<AnyViewModel>) {
        if let Some(erased) = event.model.as_ref().and_then(|model| model.erased()) {
            erased.prepare_for_reuse(&mut **cell);
        }
    }
}
