//! bench - what the safe layer costs: each call beside the same call of `iqlist_sys`, in one run.
//!
//! Not part of the tests: `cargo run --release --example bench`, on a machine that does nothing else. The two
//! are measured in turns, and the least of each counts.

mod raw;

use std::hint::black_box;
use std::time::{Duration, Instant};

use iqlist::{Columns, Hasher, Key, List, Model, Result};

const ITEMS: usize = 100_000;
const ROUNDS: usize = 15;

fn time(body: &mut dyn FnMut() -> Result<()>) -> Result<Duration> {
    let began = Instant::now();
    body()?;
    Ok(began.elapsed())
}

fn compare(
    name: &str,
    calls: usize,
    mut ours: impl FnMut() -> Result<()>,
    mut raw: impl FnMut(),
) -> Result<()> {
    let mut raw = || {
        raw();
        Ok(())
    };
    let mut least = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        least[0] = least[0].min(time(&mut ours)?);
        least[1] = least[1].min(time(&mut raw)?);
    }
    let [ours, raw] = least.map(|time| time.as_nanos() as f64 / calls as f64);
    println!("{name:<44}{raw:>14.1}{ours:>14.1}{:>8.2}", ours / raw);
    Ok(())
}

/// The same for a short call, made for many items one after another.
fn compare_often<A, B>(
    name: &str,
    ours: impl Fn(usize) -> Result<A>,
    raw: impl Fn(usize) -> B,
) -> Result<()> {
    compare(
        name,
        ITEMS,
        || (0..ITEMS).try_for_each(|at| black_box(ours(at)).map(drop)),
        || (0..ITEMS).for_each(|at| _ = black_box(raw(at))),
    )
}

fn main() -> Result<()> {
    let keys: Vec<Key> = (0..ITEMS as u64).map(Key::from).collect();
    let contents: Vec<u64> = (1..=ITEMS as u64).collect();
    // One item in a hundred looks different.
    let others: Vec<u64> = contents.iter().map(|at| at + u64::from(at % 100 == 0)).collect();
    let names: Vec<String> = keys.iter().map(Key::to_string).collect();
    let (list, raw) = (List::<()>::new()?, raw::List::new());
    let of_turn = |turn: usize| if turn % 2 == 0 { &contents } else { &others };
    let (mut ours, mut theirs) = (0, 0);

    println!("{:<44}{:>14}{:>14}{:>8}", "", "iqlist_sys, ns", "iqlist, ns", "ratio");
    compare(
        "100,000 items set from columns, 1 % updated",
        1,
        || {
            ours += 1;
            list.set_items(Columns::new(&keys).contents(of_turn(ours))).map(drop)
        },
        || {
            theirs += 1;
            raw.set_items(&keys, of_turn(theirs));
        },
    )?;
    compare("100,000 keys read", 1, || list.keys(..).map(drop), || drop(raw.keys(ITEMS)))?;
    compare_often("the item at an index", |at| list.item_at(at), |at| raw.item_at(at))?;
    compare_often("the item of a key", |at| list.find_item(keys[at]), |at| raw.find_item(keys[at]))?;
    let (item, raw_item) = (list.item_at(5)?, raw.item_at(5));
    compare_often("all about an item", |_| list.item_info(item), |_| raw.item_info(raw_item))?;
    let hashed = |at: usize| Ok(Hasher::new().string(&names[at]).content());
    compare_often("the content of a string", hashed, |at| raw::content(&names[at]))?;

    let models: Vec<Model<String>> = names.iter().cloned().map(Model::new).collect();
    let addresses: Vec<*const String> = models.iter().map(|model| &**model as *const String).collect();
    let classes = vec![raw::class_of_strings(); ITEMS];
    let (shown, raw_shown) = (List::<String>::new()?, raw::List::new());
    compare(
        "100,000 models, set in place of others",
        1,
        || {
            shown.silently().set_items(&[] as &[Key])?;
            shown.silently().set_items(Columns::new(&keys).contents(&contents).models(&models))
        },
        || {
            raw_shown.set_items(&[], &[]);
            raw_shown.set(&keys, &contents, &addresses, &classes);
        },
    )
}
