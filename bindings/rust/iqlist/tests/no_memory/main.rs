//! Every allocation of every call fails in turn, once or for good: the call answers so, nothing has changed,
//! no model is lost or dropped twice, and the same call succeeds when there is memory again.

mod calls;
mod edits;
mod failing;
mod laid_out;
mod stage;
#[path = "../support/mod.rs"]
mod support;

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use calls::CALLS;
use edits::{edited, EDITS};
use failing::{failing, install};
use iqlist::{memory, Class, Edit, List, Result, Status};
use stage::{Stage, UPDATE};
use support::{scaled, Alive, Counted};

/// The tests of this file, one after another: the library's memory is the process's.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    static INSTALLED: Once = Once::new();
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    INSTALLED.call_once(|| {
        install();
        drop(List::<()>::new().unwrap());
        assert_eq!(trimmed(), 0);
    });
    guard
}

/// What the library keeps when there are no objects.
fn trimmed() -> usize {
    // SAFETY: no other thread is inside the library.
    unsafe { memory::trim() }.unwrap();
    memory::used()
}

/// Runs `body` with each n-th allocation failing that it can tell of, which it answers; and once with none.
/// It leaves nothing behind.
fn each_allocation(name: &str, body: impl Fn(u64, bool, &Alive) -> bool) {
    let alive = Alive::default();
    // The class that stays is there afterwards.
    body(u64::MAX, false, &alive);
    let used = trimmed();
    // A smaller scale leaves out most of them.
    let stride = 100 / scaled(100).min(100);
    for is_for_good in [false, true] {
        for nth in (0..).step_by(stride as usize) {
            eprintln!("{name}: allocation {nth}, {}", if is_for_good { "for good" } else { "once" });
            let has_failed = body(nth, is_for_good, &alive);
            assert_eq!((trimmed(), alive.count()), (used, 0));
            if !has_failed {
                break;
            }
        }
    }
}

/// Succeeded, or refused for want of memory where there was none.
fn check<T>(result: &Result<T>, has_failed: bool) {
    let status = result.as_ref().err().map(|error| error.status());
    assert_eq!(status, has_failed.then_some(Status::NoMemory));
}

#[test]
fn what_is_half_made_goes() {
    let _alone = alone();
    each_allocation("a stage", |nth, is_for_good, alive| {
        let (made, has_failed) = failing(nth, is_for_good, || Stage::new(alive));
        check(&made, has_failed);
        has_failed
    });
}

#[test]
fn a_call_changes_nothing_or_all() {
    let _alone = alone();
    for (name, call) in CALLS {
        each_allocation(name, |nth, is_for_good, alive| {
            let mut stage = Stage::new(alive).unwrap();
            let before = stage.seen();
            let (result, has_failed) = failing(nth, is_for_good, || call(&mut stage));
            check(&result, has_failed);
            if has_failed {
                assert!(stage.seen() == before, "it has changed something");
                call(&mut stage).unwrap();
            }
            failing(0, true, || drop(stage));
            has_failed
        });
    }
}

#[test]
fn to_go_through_a_list_needs_memory_for_its_snapshot_alone() {
    let _alone = alone();
    let stage = Stage::new(&Alive::default()).unwrap();
    let rows = stage.list.rows(..).unwrap();
    let (refused, has_failed) = failing(0, true, || stage.list.iter());
    let refused: Vec<_> = refused.collect();
    assert!(has_failed && refused.len() == 1);
    assert_eq!(refused[0].as_ref().unwrap_err().status(), Status::NoMemory);
    let begun = stage.list.iter();
    let (read, _) = failing(0, true, || begun.collect::<Result<Vec<_>>>());
    assert_eq!(read.unwrap(), rows);
}

#[test]
fn to_go_through_a_snapshot_needs_no_memory() {
    let _alone = alone();
    let stage = Stage::new(&Alive::default()).unwrap();
    let rows = stage.shown.rows(..).unwrap();
    let (gone_through, has_failed) = failing(0, true, || stage.shown.iter().collect::<Vec<_>>());
    assert!(has_failed, "the snapshot is too small for what is to be seen");
    assert_eq!(gone_through, rows);
}

#[test]
fn a_call_of_an_edit_changes_nothing_or_all_and_leaves_it_open() {
    let _alone = alone();
    for (at, (name, call)) in EDITS.iter().enumerate() {
        each_allocation(name, |nth, is_for_good, alive| {
            let stage = Stage::new(alive).unwrap();
            let begun = stage.seen();
            let mut edit = edited(&stage, at);
            let before = stage.seen();
            let (result, has_failed) = failing(nth, is_for_good, || call(&mut edit, &stage));
            check(&result, has_failed);
            if has_failed {
                assert!(stage.seen() == before, "it has changed something");
                call(&mut edit, &stage).unwrap();
            }
            let (_, takes_memory) = failing(0, true, || drop(edit));
            assert!(!takes_memory && stage.seen() == begun, "it is not abandoned");
            has_failed
        });
    }
}

#[test]
fn a_commit_that_fails_abandons_its_edit() {
    let _alone = alone();
    let ways: [fn(Edit<'_, Counted>) -> Result<()>; 2] =
        [|edit| edit.commit_with(UPDATE).map(drop), |edit| edit.commit_silently()];
    for commit in ways {
        each_allocation("commit", |nth, is_for_good, alive| {
            let stage = Stage::new(alive).unwrap();
            let begun = stage.seen();
            // The calls that take away are left out, or nothing would be left.
            let edit = edited(&stage, EDITS.len() - 2);
            let (result, has_failed) = failing(nth, is_for_good, || commit(edit));
            check(&result, has_failed);
            assert_eq!(stage.seen() == begun, has_failed);
            commit(stage.list.edit().unwrap()).unwrap();
            has_failed
        });
    }
}

#[test]
fn a_view_that_is_laid_out_is_made_or_not() {
    let _alone = alone();
    each_allocation("a view", |nth, is_for_good, alive| {
        let stage = Stage::new(alive).unwrap();
        let screen = stage.list.screen().unwrap();
        let (made, has_failed) = failing(nth, is_for_good, || laid_out::view_of(&screen, alive));
        check(&made, has_failed);
        let mut view = made.or_else(|_| laid_out::view_of(&screen, alive)).unwrap();
        assert!(!laid_out::next_scene(&mut view).is_empty());
        has_failed
    });
}

#[test]
fn a_call_of_a_view_that_is_laid_out_changes_nothing_or_all() {
    let _alone = alone();
    for it in laid_out::CALLS {
        let wanted = RefCell::new(None);
        each_allocation(it.name, |nth, is_for_good, alive| {
            let stage = Stage::new(alive).unwrap();
            let screen = stage.list.screen().unwrap();
            let mut view = laid_out::view_of(&screen, alive).unwrap();
            (it.before)(&mut view, &stage).unwrap();
            let seen = |view: &_| {
                let frames = (!it.lays_out).then(|| (laid_out::frames(view, &stage), stage.seen()));
                (laid_out::last_scene(view), frames)
            };
            let before = seen(&view);
            let (result, has_failed) = failing(nth, is_for_good, || (it.call)(&mut view, &stage));
            check(&result, has_failed);
            if has_failed {
                assert_eq!(seen(&view), before);
                (it.call)(&mut view, &stage).unwrap();
            }
            let shown = laid_out::next_scene(&mut view);
            if it.keeps_sizes {
                shown.iter().for_each(|it| assert_eq!(it.1.height, laid_out::height_of(it.0).height));
            } else {
                assert_eq!(shown, *wanted.borrow_mut().get_or_insert_with(|| shown.clone()));
            }
            failing(0, true, || drop(view));
            has_failed
        });
    }
}

#[test]
fn a_size_that_a_cell_could_not_set_is_refused_and_can_be_set_later() {
    let _alone = alone();
    let wanted = RefCell::new(None);
    each_allocation("sizes that cells set", |nth, is_for_good, alive| {
        let stage = Stage::new(alive).unwrap();
        let screen = stage.list.screen().unwrap();
        let mut view = laid_out::view_of(&screen, alive).unwrap();
        assert!(view.cells().handle.set(view.handle()).is_ok());
        let (result, has_failed) = failing(nth, is_for_good, || view.layout().map(drop));
        let (sizes, errors): (Vec<_>, Vec<_>) = view.cells().refused.take().into_iter().unzip();
        check(&errors.into_iter().map(Err).chain([result]).collect::<Result<()>>(), has_failed);
        view.set_sizes(sizes).unwrap();
        let shown = laid_out::next_scene(&mut view);
        assert_eq!(shown, *wanted.borrow_mut().get_or_insert_with(|| shown.clone()));
        has_failed
    });
}

#[test]
fn a_class_that_could_not_be_registered_can_be_later() {
    let _alone = alone();
    for number in 0..40 {
        let (name, alive) = (format!("no_memory.rs: {number}"), Alive::default());
        for nth in 0.. {
            let held = alive.holding(nth);
            let builder = Class::<u32>::builder(&name).equal(move |one, other| held() == 0 || one == other);
            let (class, has_failed) = failing(nth, number % 2 == 1, || builder.register());
            check(&class, has_failed);
            assert_eq!(Class::find(&name).unwrap(), class.ok());
            assert_eq!(alive.count(), isize::from(!has_failed));
            if !has_failed {
                break;
            }
        }
    }
}
