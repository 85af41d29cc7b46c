//! What functions of cells may do: use lists, drop views and screens, and not poll.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use crate::labels::*;
use crate::support::{Alive, Counted};
use iqlist::{Cells, Event, EventKind, Screen, Status, Target, View};

/// What a function of a cell tries to do.
type Attempt = Rc<RefCell<Option<Box<dyn FnOnce()>>>>;

/// Cells that run it once, when one is bound or unbound. They show the number of their model.
struct Curious {
    on_bind: Attempt,
    on_unbind: Attempt,
}

impl Cells<Counted> for Curious {
    type Cell = u64;

    fn create(&self, _: &Event<Counted>) -> u64 {
        0
    }

    fn bind(&self, cell: &mut u64, event: &Event<Counted>) {
        *cell = number(event);
        if let Some(attempt) = self.on_bind.take() {
            attempt();
        }
    }

    fn unbind(&self, _: &mut u64, _: &Event<Counted>) {
        if let Some(attempt) = self.on_unbind.take() {
            attempt();
        }
    }
}

/// A list with a screen that functions of cells can have too, and a view of it with such cells.
struct Stage {
    alive: Alive,
    list: Arc<Counts>,
    screen: Rc<RefCell<Option<Screen<'static, Counted>>>>,
    view: Rc<RefCell<Option<View<Counted, Curious>>>>,
    on_bind: Attempt,
    on_unbind: Attempt,
    attempts: Rc<Cell<usize>>,
}

impl Stage {
    fn new() -> Self {
        let alive = Alive::default();
        let list = Arc::new(list_of(&alive, 0..5));
        let screen = list.shared_screen().unwrap();
        let (on_bind, on_unbind) = (Attempt::default(), Attempt::default());
        let view = screen.view(Curious { on_bind: on_bind.clone(), on_unbind: on_unbind.clone() }).unwrap();
        view.set_visible(0..2, 0).unwrap();
        let (screen, view) = (Rc::new(RefCell::new(Some(screen))), Rc::new(RefCell::new(Some(view))));
        Self { alive, list, screen, view, on_bind, on_unbind, attempts: Rc::default() }
    }

    /// The first cell that is bound or unbound runs `body`.
    fn attempt(&self, when: &Attempt, body: impl FnOnce() + 'static) {
        let attempts = self.attempts.clone();
        *when.borrow_mut() = Some(Box::new(move || {
            body();
            attempts.set(attempts.get() + 1);
        }));
    }

    fn settle(&self) {
        settle(self.screen.borrow().as_ref().unwrap());
    }

    /// What the cells of the items show.
    fn shown(&self) -> Vec<u64> {
        let view = self.view.borrow();
        let view = view.as_ref().unwrap();
        let items = self.list.items(..).unwrap();
        let cells = items.into_iter().filter_map(|item| view.find_cell(Target::Item(item)).unwrap());
        cells.map(|found| view.with_cell(found.cell.unwrap(), |shows| *shows).unwrap()).collect()
    }
}

#[test]
fn a_function_may_use_its_list_and_not_poll() {
    let stage = Stage::new();
    let (list, screen, view) = (stage.list.clone(), stage.screen.clone(), stage.view.clone());
    let alive = stage.alive.clone();
    stage.attempt(&stage.on_bind, move || {
        let (screen, view) = (screen.borrow(), view.borrow());
        let view = view.as_ref().unwrap();
        assert_eq!(screen.as_ref().unwrap().poll().unwrap_err().status(), Status::Busy);
        assert_eq!(list.poll().unwrap_err().status(), Status::Busy);
        let item = Target::Item(list.item_at(1).unwrap());
        assert_eq!(view.take_cell(item).unwrap_err().status(), Status::Busy);
        view.set_visible(0..3, 0).unwrap();
        list.silently().set_items(&rows(&alive, 0..4)).unwrap();
    });
    stage.settle();
    assert_eq!((stage.attempts.get(), stage.list.len()), (1, 4));
    // What it has set takes effect with the next poll.
    stage.settle();
    assert_eq!(stage.shown(), [0, 1, 2]);
    // The cell that is bound again is in use.
    let (list, view) = (stage.list.clone(), stage.view.clone());
    stage.attempt(&stage.on_bind, move || {
        let view = view.borrow();
        let view = view.as_ref().unwrap();
        let first = view.find_cell(Target::Item(list.item_at(0).unwrap())).unwrap().unwrap();
        assert_eq!(number(&first), 0);
        assert_eq!(view.with_cell(first.cell.unwrap(), |_| ()).unwrap_err().status(), Status::Busy);
        let other = view.find_cell(Target::Item(list.item_at(2).unwrap())).unwrap().unwrap();
        assert_eq!(view.with_cell(other.cell.unwrap(), |shows| *shows).unwrap(), 2);
    });
    let mut edit = stage.list.edit().unwrap();
    edit.reconfigure_items(&[stage.list.item_at(0).unwrap()]).unwrap();
    edit.commit_silently().unwrap();
    stage.settle();
    assert_eq!((stage.attempts.get(), stage.shown()), (2, vec![0, 1, 2]));
}

#[test]
fn while_a_cell_is_lent_polls_and_the_ends_of_views_wait() {
    let stage = Stage::new();
    stage.settle();
    let labels = Labels::default();
    let (screen, view) = (stage.screen.borrow(), stage.view.borrow());
    let (screen, view) = (screen.as_ref().unwrap(), view.as_ref().unwrap());
    let other = screen.view(labels.clone()).unwrap();
    other.set_visible(0..2, 0).unwrap();
    stage.settle();
    assert_eq!((labels.alive(), stage.list.info().unwrap().views), (2, 2));
    let first = Target::Item(stage.list.item_at(0).unwrap());
    let cell = view.find_cell(first).unwrap().unwrap().cell.unwrap();
    let lent = view.with_cell(cell, |_| {
        assert_eq!(screen.poll().unwrap_err().status(), Status::Busy);
        assert_eq!(view.with_cell(cell, |_| ()).unwrap_err().status(), Status::Busy);
        drop(other);
        (labels.alive(), stage.list.info().unwrap().views)
    });
    assert_eq!(lent.unwrap(), (2, 2));
    assert_eq!((labels.alive(), stage.list.info().unwrap().views), (0, 1));
}

#[test]
fn a_view_may_be_dropped_by_functions_of_its_own_and_of_others() {
    let (stage, labels) = (Stage::new(), Labels::default());
    let other = stage.screen.borrow().as_ref().unwrap().view(labels.clone()).unwrap();
    other.set_visible(0..2, 0).unwrap();
    stage.settle();
    assert_eq!((stage.shown(), labels.alive()), (vec![0, 1], 2));
    let view = stage.view.clone();
    stage.attempt(&stage.on_unbind, move || {
        drop(other);
        drop(view.take());
    });
    stage.list.silently().set_items(&rows(&stage.alive, 3..5)).unwrap();
    stage.settle();
    assert_eq!((stage.attempts.get(), labels.alive(), stage.list.info().unwrap().views), (1, 0, 0));
    assert_eq!(stage.screen.borrow().as_ref().unwrap().view(Texts).unwrap().visible().unwrap(), 0..0);
}

#[test]
fn a_view_that_panics_as_it_is_dropped_inside_a_poll_takes_no_event_along() {
    let (stage, labels) = (Stage::new(), Labels::default());
    stage.list.set_events(EventKind::BOUND).unwrap();
    let other = stage.screen.borrow().as_ref().unwrap().view(labels.clone()).unwrap();
    other.take_cell(Target::Item(stage.list.item_at(4).unwrap())).unwrap();
    labels.0.fails_drop.set(true);
    stage.attempt(&stage.on_bind, move || drop(other));
    let screen = stage.screen.borrow();
    let screen = screen.as_ref().unwrap();
    assert!(panic_of(|| screen.poll()).starts_with("drop of cell "));
    let bound: Vec<_> = settle(screen).iter().map(|event| event.index).collect();
    assert_eq!((bound, stage.attempts.get(), labels.alive()), (vec![Some(0), Some(1)], 1, 0));
}

#[test]
fn a_screen_and_its_list_may_be_dropped_by_a_function_of_a_cell() {
    for is_last in [false, true] {
        let stage = Stage::new();
        let target = Target::Item(stage.list.item_at(3).unwrap());
        let view = stage.view.take().unwrap();
        let (screen, kept) = (stage.screen.clone(), (!is_last).then(|| stage.list.clone()));
        let list = Cell::new(Some(stage.list));
        *stage.on_bind.borrow_mut() = Some(Box::new(move || {
            let list = list.take().unwrap();
            drop(screen.take());
            // It ends with the call.
            assert_eq!(list.screen().unwrap_err().status(), Status::Busy);
        }));
        let taken = view.take_cell(target).map(|event| number(&event));
        assert_eq!(view.give_cell(0).unwrap_err().status(), Status::Handle);
        if let Some(list) = kept {
            assert_eq!((taken.unwrap(), list.info().unwrap().views), (3, 0));
            assert!(list.screen().unwrap().poll().unwrap().is_none());
        }
        drop(view);
        assert_eq!(stage.alive.count(), 0);
    }
}
