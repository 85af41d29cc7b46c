//! bench - what the safe layer costs: each call beside the same call of `iqlist_sys`, in one run.
//!
//! Not part of the tests: `cargo run --release --example bench`, on a machine that does nothing else. The two
//! are measured in turns, and the least of each counts.

mod raw;

use std::hint::black_box;
use std::time::{Duration, Instant};

use iqlist::{Columns, Hasher, Key, List, Model};

const ITEMS: usize = 100_000;
const ROUNDS: usize = 15;

fn time(body: &mut dyn FnMut()) -> Duration {
    let began = Instant::now();
    body();
    began.elapsed()
}

fn compare(name: &str, calls: usize, mut ours: impl FnMut(), mut raw: impl FnMut()) {
    let mut least = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        least[0] = least[0].min(time(&mut ours));
        least[1] = least[1].min(time(&mut raw));
    }
    let [ours, raw] = least.map(|time| time.as_nanos() as f64 / calls as f64);
    println!("{name:<44}{raw:>14.1}{ours:>14.1}{:>8.2}", ours / raw);
}

/// The same for a short call, made for many items one after another.
fn compare_often<A, B>(name: &str, ours: impl Fn(usize) -> A, raw: impl Fn(usize) -> B) {
    compare(
        name,
        ITEMS,
        || (0..ITEMS).for_each(|at| _ = black_box(ours(at))),
        || (0..ITEMS).for_each(|at| _ = black_box(raw(at))),
    );
}

fn main() -> iqlist::Result<()> {
    let keys: Vec<Key> = (0..ITEMS as u64).map(Key::from).collect();
    let contents: Vec<u64> = (1..=ITEMS as u64).collect();
    // One item in a hundred looks different.
    let others: Vec<u64> = contents.iter().map(|at| at + u64::from(at % 100 == 0)).collect();
    let names: Vec<String> = keys.iter().map(Key::to_string).collect();
    let (list, raw) = (List::<()>::new()?, raw::List::new());
    let mut ours = [&contents, &others].into_iter().cycle();
    let mut theirs = ours.clone();

    println!("{:<44}{:>14}{:>14}{:>8}", "", "iqlist_sys, ns", "iqlist, ns", "ratio");
    compare(
        "100,000 items set from columns, 1 % updated",
        1,
        || drop(list.set_items(Columns::new(&keys).contents(ours.next().unwrap())).unwrap()),
        || raw.set_items(&keys, theirs.next().unwrap()),
    );
    compare("100,000 keys read", 1, || drop(list.keys(..).unwrap()), || drop(raw.keys(ITEMS)));
    compare_often("the item at an index", |at| list.item_at(at).unwrap(), |at| raw.item_at(at));
    compare_often("the item of a key", |at| list.find_item(keys[at]).unwrap(), |at| raw.find_item(keys[at]));
    let (item, raw_item) = (list.item_at(5)?, raw.item_at(5));
    compare_often("all about an item", |_| list.item_info(item).unwrap(), |_| raw.item_info(raw_item));
    let hashed = |at: usize| Hasher::new().string(&names[at]).content();
    compare_often("the content of a string", hashed, |at| raw::content(&names[at]));

    let models: Vec<Model<String>> = names.iter().cloned().map(Model::new).collect();
    let addresses: Vec<*const String> = models.iter().map(|model| &**model as *const String).collect();
    let classes = vec![raw::class_of_strings(); ITEMS];
    let (shown, raw_shown) = (List::<String>::new()?, raw::List::new());
    compare(
        "100,000 models, set in place of others",
        1,
        || {
            shown.silently().set_items(&[] as &[Key]).unwrap();
            shown.silently().set_items(Columns::new(&keys).contents(&contents).models(&models)).unwrap();
        },
        || {
            raw_shown.set_items(&[], &[]);
            raw_shown.set(&keys, &contents, &addresses, &classes);
        },
    );
    Ok(())
}
