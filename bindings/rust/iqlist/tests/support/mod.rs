//! What the tests share. Each uses some of it.
#![allow(dead_code)]

use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};
use std::sync::Arc;

/// splitmix64 (Steele, Lea and Flood, 2014): numbers that are the same on every machine, and in C.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// 0 ..< bound, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True in `percent` of 100 calls.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// So many, or where IQ_TEST_SCALE says how many percent of that, as many; but one.
pub fn scaled(count: u64) -> u64 {
    let percent = std::env::var("IQ_TEST_SCALE").map_or(100, |told| told.parse().expect("a percentage"));
    (count * percent / 100).max(1)
}

/// Runs a test for many seeds, and says which one it was that failed.
pub fn seeds(count: u64, test: impl Fn(u64)) {
    struct Told(u64);
    impl Drop for Told {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("seed {}", self.0);
            }
        }
    }
    for seed in 0..scaled(count) {
        let _told = Told(seed);
        test(seed);
    }
}

/// How many models are alive. Each test has its own.
#[derive(Clone, Default)]
pub struct Alive(Arc<AtomicIsize>);

impl Alive {
    pub fn count(&self) -> isize {
        self.0.load(SeqCst)
    }

    pub fn model(&self, number: u64) -> Counted {
        self.0.fetch_add(1, SeqCst);
        Counted { number, alive: self.clone() }
    }

    /// A function that has a model to itself.
    pub fn holding(&self, number: u64) -> impl Fn() -> u64 + Send + Sync {
        let held = self.model(number);
        // All of it: a closure that names a field takes no more than that.
        move || {
            let all = &held;
            all.number
        }
    }
}

/// A model that is counted while it lives. Its number is how it looks.
pub struct Counted {
    pub number: u64,
    alive: Alive,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let before = self.alive.0.fetch_sub(1, SeqCst);
        assert!(before > 0, "dropped twice");
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl std::fmt::Debug for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number.fmt(f)
    }
}
