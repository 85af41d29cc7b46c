//! A model whose last owner has let go is never retained again, whatever is called at random by several threads,
//! and from every callback of theirs.
//!
//! The memory of models is not used again in this program: the count of owners of one that was dropped stays
//! readable, and 0, where `retain` finds it (a debug assertion of the crate).

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};
use std::sync::{Arc, OnceLock, RwLock};
use std::thread;

use iqlist::{
    diff, Class, DiffOptions, Duplicates, Key, List, ListOptions, Row, Snapshot, SnapshotOptions,
    SubmitOptions,
};
use support::{scaled, Random};

struct Quarantine;

#[global_allocator]
static QUARANTINE: Quarantine = Quarantine;

// SAFETY: as the system's, but that it keeps what has the size of a model.
unsafe impl GlobalAlloc for Quarantine {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised to us.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if layout.size() != MODEL {
            // SAFETY: as promised to us.
            unsafe { System.dealloc(memory, layout) }
        }
    }
}

/// With the two counts of an `Arc` before it, of a size that nothing else has.
struct Watched {
    number: u64,
    _room: [u64; 48],
}

const MODEL: usize = size_of::<Watched>() + 16;

static ALIVE: AtomicIsize = AtomicIsize::new(0);

impl Watched {
    fn new(number: u64) -> Self {
        ALIVE.fetch_add(1, SeqCst);
        Self { number, _room: [number; 48] }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, SeqCst);
        nested();
    }
}

struct World {
    lists: Vec<List<Watched>>,
    /// The first reader by key indexes it, and drops duplicates: a change that is hidden in a read.
    shared: RwLock<Arc<Snapshot<Watched>>>,
    class: Class<Watched>,
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let options = ListOptions::new().duplicates(Duplicates::KeepLast);
        let class = Class::<Watched>::builder("revived.rs: nested");
        let class = class.equal(|one, other| {
            nested();
            one.number == other.number
        });
        let class = class.changed(|one, other| {
            nested();
            one.number ^ other.number
        });
        World {
            lists: (0..3).map(|_| List::with_options(options).unwrap()).collect(),
            shared: RwLock::new(Arc::new(Snapshot::new().unwrap())),
            class: class.register().unwrap(),
        }
    })
}

thread_local! {
    static RANDOM: RefCell<Random> = const { RefCell::new(Random(0)) };
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

fn below(bound: usize) -> usize {
    RANDOM.with_borrow_mut(|random| random.below(bound))
}

/// A call out of a callback, now and then.
fn nested() {
    let Ok(depth) = DEPTH.try_with(Cell::get) else { return };
    if depth > 0 && depth < 3 && below(8) == 0 {
        call();
    }
}

fn rows() -> Vec<Row<Watched>> {
    let row = |_| {
        let row = Row::new(below(40)).content(below(3) as u64).model(Watched::new(below(3) as u64));
        if below(2) == 0 {
            row.class(world().class)
        } else {
            row
        }
    };
    (0..below(60)).map(row).collect()
}

fn unordered() -> Snapshot<Watched> {
    let options = SnapshotOptions::new().duplicates(Duplicates::KeepLast);
    let mut made = Snapshot::with_options(options).unwrap();
    made.append_sections([Key::default()]).unwrap();
    made.append_items(None, &rows()).unwrap();
    made
}

/// Any call. What is refused, because another one is under way, is so.
fn call() {
    DEPTH.set(DEPTH.get() + 1);
    let world = world();
    let list = &world.lists[below(world.lists.len())];
    match below(11) {
        0 | 1 => drop(list.set_items(&rows())),
        2 => drop(list.apply(&unordered())),
        3 => drop(list.models(..)),
        4 => {
            if let Ok(mut edit) = list.edit() {
                let _ = edit.insert_items(None, 0, &rows());
                let _ = edit.delete_item_range(None, ..below(10));
                if below(2) == 0 {
                    drop(edit.commit());
                }
            }
        }
        5 => {
            let mut snapshot = list.snapshot().unwrap();
            let _ = snapshot.delete_items(None, (0..20).map(|_| below(40)));
            let _ = snapshot.move_item_after(below(40), below(40));
            drop(list.silently().apply(&snapshot));
        }
        6 => {
            let (before, after) = (list.snapshot().unwrap(), unordered());
            if let Ok(changes) = diff(&before, &after, DiffOptions::new().payload()) {
                drop(list.apply_changeset(&changes));
            }
        }
        7 => {
            let made = Arc::new(unordered());
            let _former = std::mem::replace(&mut *world.shared.write().unwrap(), made);
        }
        8 => {
            let options = SubmitOptions::new();
            let options = if below(2) == 0 { options.here() } else { options.each() };
            list.submit_then(&unordered(), options, |_| nested()).unwrap();
        }
        9 => drop(list.poll()),
        _ => {
            let shared = world.shared.read().unwrap().clone();
            assert!(shared.find_item(below(40)).is_ok_and(|found| found.is_some() || shared.len() < 60));
            drop(shared.models(..));
        }
    }
    DEPTH.set(DEPTH.get() - 1);
}

#[test]
fn no_model_is_retained_after_its_last_owner_has_let_go() {
    thread::scope(|scope| {
        for seed in 1..=4 {
            scope.spawn(move || {
                RANDOM.set(Random(seed));
                (0..scaled(1000)).for_each(|_| call());
            });
        }
    });
    let nothing: [Key; 0] = [];
    for list in &world().lists {
        list.cancel_all().unwrap();
        while list.info().unwrap().submissions > 0 {
            list.poll().unwrap();
        }
        list.silently().set_items(&nothing).unwrap();
        list.events().for_each(|event| drop(event.unwrap()));
    }
    *world().shared.write().unwrap() = Arc::new(Snapshot::new().unwrap());
    assert_eq!(ALIVE.load(SeqCst), 0);
}
