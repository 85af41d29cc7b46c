//! Eight threads on one list, threads that end, and a process that exits, with objects alive.

mod support;

use std::cell::RefCell;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use iqlist::{
    Duplicates, EditOptions, Key, Kind, List, ListOptions, Position, Row, Snapshot, Status, Supplementary,
    UpdateOptions, END,
};
use support::{Alive, Counted, Random};

const THREADS: u64 = 8;
const ROUNDS: usize = 150;

/// Of every model it is known which keys it may stand under.
fn rows(alive: &Alive, random: &mut Random) -> Vec<Row<Counted>> {
    let count = random.below(30);
    (0..count).map(|_| random.next() % 50).map(|key| row(alive, key)).collect()
}

fn row(alive: &Alive, key: u64) -> Row<Counted> {
    Row::new(key).model(alive.model(key))
}

/// Of elements too.
fn check_element(element: &Supplementary<Counted>) {
    assert_eq!(element.row.key, element.row.model.as_ref().unwrap().number.into());
}

#[test]
fn eight_threads_change_and_read_one_list_and_every_model_is_dropped_once() {
    let alive = Alive::default();
    let options = ListOptions::new().duplicates(Duplicates::KeepFirst);
    let list = List::<Counted>::with_options(options).unwrap();
    list.set_items(&rows(&alive, &mut Random(99))).unwrap();
    thread::scope(|scope| {
        for number in 0..THREADS {
            let (list, alive) = (&list, alive.clone());
            scope.spawn(move || {
                let random = &mut Random(number);
                for _ in 0..ROUNDS {
                    turn(list, &alive, random);
                }
            });
        }
    });
    let elements = list.supplementaries(list.section_at(0).unwrap()).unwrap().len();
    assert_eq!(alive.count(), (list.len() + elements) as isize);
    list.snapshot().unwrap().iter().for_each(|row| assert_eq!(row.key, row.model.unwrap().number.into()));
    drop(list);
    assert_eq!(alive.count(), 0);
}

/// What another thread may be in the way of is answered so, and nothing else is.
fn turn(list: &List<Counted>, alive: &Alive, random: &mut Random) {
    let busy = |error: iqlist::Error| assert_eq!(error.status(), Status::Busy);
    match random.below(7) {
        0 => drop(list.set_items(&rows(alive, random)).map_err(busy)),
        1 => drop(list.silently().set_items(&rows(alive, random)).map_err(busy)),
        2 => {
            let Ok(mut edit) = list.edit().map_err(busy) else { return };
            let section = list.section_at(0).unwrap();
            let header = row(alive, random.next() % 50);
            edit.set_supplementary(section, &Supplementary::new(Kind::HEADER, 0, header)).unwrap();
            edit.insert_items(section, END, &rows(alive, random)).unwrap();
            if random.chance(50) {
                edit.commit().unwrap();
            }
        }
        3 => {
            for row in list.rows(..).unwrap() {
                assert_eq!(row.key, row.model.unwrap().number.into());
            }
        }
        4 => {
            // Between the two calls the item may go.
            if let Ok(info) = list.item_at(0).and_then(|item| list.item_info(item)) {
                assert_eq!(info.key, info.model.unwrap().number.into());
            }
        }
        5 => {
            let section = list.section_at(0).unwrap();
            list.supplementaries(section).unwrap().iter().for_each(check_element);
            list.supplementary(section, Kind::HEADER, 0).unwrap().iter().for_each(check_element);
            let shown = list.snapshot().unwrap();
            let key = shown.section_at(0).unwrap().key;
            shown.supplementaries(key).unwrap().iter().for_each(check_element);
            shown.supplementary(key, Kind::HEADER, 0).unwrap().iter().for_each(check_element);
            let first = shown.item_info(Position::new(0, 0));
            first.iter().for_each(|info| assert_eq!(info.key, info.model.as_ref().unwrap().number.into()));
        }
        _ => {
            let shown = list.snapshot().unwrap();
            assert_eq!(shown.iter().map(|row| row.key).collect::<Vec<_>>(), shown.keys(..).unwrap());
        }
    }
}

#[test]
fn a_changeset_is_read_by_all_at_once() {
    let list = List::<()>::new().unwrap();
    let keys: Vec<Key> = (0..500u64).map(Key::from).collect();
    list.set_items(&keys[100..]).unwrap();
    let changes = list.with(UpdateOptions::new().keep_keys()).set_items(&keys[..400]).unwrap();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                assert_eq!(changes.batch().unwrap().len(), 2);
                assert_eq!(changes.splices().unwrap().iter().map(|it| it.added().len()).sum::<usize>(), 100);
                let (before, after) = changes.find_key(Key::from(150u64)).unwrap();
                assert_eq!((before.unwrap().item, after.unwrap().item), (50, 150));
                assert_eq!(changes.find_key(Key::from(5u64)).unwrap().0, None);
            });
        }
    });
}

#[test]
fn objects_move_between_threads() {
    let alive = Alive::default();
    let list = List::new().unwrap();
    let snapshot = Snapshot::of_items(&rows(&alive, &mut Random(3))[..1]).unwrap();
    let list = thread::spawn(move || list.apply(&snapshot).map(|_| list).unwrap()).join().unwrap();
    assert_eq!((list.len(), alive.count()), (1, 1));
    thread::spawn(move || drop(list)).join().unwrap();
    assert_eq!(alive.count(), 0);
}

thread_local! {
    static KEPT: RefCell<Vec<List<Counted>>> = const { RefCell::new(Vec::new()) };
}

#[test]
fn what_a_thread_keeps_goes_with_it() {
    let alive = Alive::default();
    for number in 0..THREADS {
        let counter = alive.clone();
        let ended = thread::spawn(move || {
            let list = List::new().unwrap();
            list.set_items(&[Row::new(number).model(counter.model(number))]).unwrap();
            KEPT.with(|kept| kept.borrow_mut().push(list));
        });
        ended.join().unwrap();
        assert_eq!(alive.count(), 0);
    }
}

#[test]
fn a_process_may_exit_while_objects_live_and_threads_use_them() {
    const INSIDE: &str = "IQLIST_TEST_EXIT";
    if std::env::var_os(INSIDE).is_none() {
        for _ in 0..5 {
            let mut again = Command::new(std::env::current_exe().unwrap());
            again.args(["--exact", "a_process_may_exit_while_objects_live_and_threads_use_them"]);
            let done = again.env(INSIDE, "1").output().unwrap();
            assert_eq!(done.status.code(), Some(7), "{done:?}");
        }
        return;
    }
    static IS_USED: AtomicBool = AtomicBool::new(false);
    let alive = Alive::default();
    let list: &'static List<Counted> = Box::leak(Box::new(List::new().unwrap()));
    for number in 0..3u64 {
        let alive = alive.clone();
        thread::spawn(move || loop {
            list.set_items(&[Row::new(number).model(alive.model(number))]).unwrap();
            IS_USED.store(true, SeqCst);
        });
    }
    while !IS_USED.load(SeqCst) {
        thread::yield_now();
    }
    std::process::exit(7);
}

#[test]
fn edits_that_wait_all_get_their_turn() {
    const EDITS: u64 = 100;
    let list = List::<()>::new().unwrap();
    thread::scope(|scope| {
        for number in 0..THREADS {
            let list = &list;
            scope.spawn(move || {
                for round in 0..EDITS {
                    let mut edit = list.edit_with(EditOptions::new().wait_forever()).unwrap();
                    edit.insert_items(None, END, &[Key::from(number * EDITS + round)]).unwrap();
                    edit.commit_silently().unwrap();
                }
            });
        }
    });
    assert_eq!(list.len() as u64, THREADS * EDITS);
}

#[test]
fn an_edit_waits_as_long_as_it_is_told_and_not_inside_a_callback() {
    let list = List::<()>::new().unwrap();
    let open = list.edit().unwrap();
    let (begun, wait) = (Instant::now(), Duration::from_millis(30));
    let refused = |options| list.edit_with(options).unwrap_err().status();
    assert_eq!(refused(EditOptions::new().wait(wait)), Status::Busy);
    assert!(begun.elapsed() >= wait);
    assert_eq!(refused(EditOptions::new()), Status::Busy);
    drop(open);
    drop(list.edit_with(EditOptions::new().wait(Duration::MAX)).unwrap());

    /// Opens an edit of another list, which is being edited, when it is dropped.
    struct Impatient(Arc<List>, Arc<AtomicBool>);
    impl Drop for Impatient {
        fn drop(&mut self) {
            let refused = self.0.edit_with(EditOptions::new().wait_forever());
            self.1.store(refused.is_err_and(|error| error.status() == Status::Busy), SeqCst);
        }
    }
    let (edited, is_refused) = (Arc::new(list), Arc::new(AtomicBool::new(false)));
    let _open = edited.edit().unwrap();
    let models = List::new().unwrap();
    models.set_items(&[Row::new(1).model(Impatient(edited.clone(), is_refused.clone()))]).unwrap();
    drop(models);
    assert!(is_refused.load(SeqCst));
}
