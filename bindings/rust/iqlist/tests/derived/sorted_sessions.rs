//! Random sessions: a sorted list beside a stable sort of its source.

use std::cmp::Ordering;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use crate::support::{seeds, Alive, Counted, Random};
use crate::trees::*;
use iqlist::{Derived, List, Order, Sorted, Status, Ticket};

const KEYS: usize = 24;
const STEPS: usize = 40;
const KINDS: usize = 6;

/// What an order goes by that is not in the models: of each key, until it is marked.
type Outside = Arc<Mutex<Vec<u64>>>;

struct Session {
    random: Random,
    alive: Alive,
    source: List<Counted>,
    list: Derived<Counted>,
    tree: Tree,
    /// The version of the source that the list shows.
    followed: Tree,
    outside: Outside,
    fails: Arc<AtomicBool>,
    kind: usize,
    descending: bool,
    frozen: bool,
    held: bool,
}

/// Long enough for three ranks that are equal.
fn text(number: u64) -> String {
    format!("{}{}", "\0".repeat(45), number % 5)
}

impl Session {
    fn new(seed: u64) -> Self {
        let alive = Alive::default();
        let source = source(&alive, &[]);
        let list = source.sorted(Sorted::new()).unwrap();
        Self {
            random: Random(seed),
            alive,
            source,
            list,
            tree: Tree::new(),
            followed: Tree::new(),
            outside: Arc::new(Mutex::new(vec![0; KEYS])),
            fails: Arc::default(),
            kind: 0,
            descending: false,
            frozen: false,
            held: false,
        }
    }

    /// How the slow model compares.
    fn compare(&self, a: &Node, b: &Node) -> Ordering {
        let by = |key: &dyn Fn(&Node) -> u64| key(a).cmp(&key(b));
        let ordering = match self.kind {
            0 => Ordering::Equal,
            1 => by(&|node| node.number % 7),
            2 => text(a.number).cmp(&text(b.number)),
            3 => by(&|node| node.number % 11),
            4 => by(&|node| node.number % 3).then(by(&|node| node.number % 4)),
            _ => by(&|node| self.outside.lock().unwrap()[node.key as usize]),
        };
        if self.descending {
            ordering.reverse()
        } else {
            ordering
        }
    }

    fn order(&self) -> Order<Counted> {
        let (fails, outside) = (self.fails.clone(), self.outside.clone());
        let check = move || {
            if fails.swap(false, SeqCst) {
                resume_unwind(Box::new(()));
            }
        };
        let told = move |model: &Counted| {
            check();
            model.number
        };
        match self.kind {
            0 => Order::of_source(),
            1 => Order::by(move |model| told(model) % 7),
            2 => Order::by(move |model| text(told(model))),
            3 => Order::comparing(move |a, b| (told(a) % 11).cmp(&(told(b) % 11))),
            4 => Order::by(move |model| told(model) % 3)
                .then_comparing(|a: &Counted, b| (a.number % 4).cmp(&(b.number % 4))),
            _ => Order::by_key(move |key| outside.lock().unwrap()[number_of(key) as usize]),
        }
    }

    fn set_order(&mut self, keeps: bool) -> Ticket {
        self.descending = self.random.chance(50);
        let mut order = self.order().batch([0, 5, 64][self.random.below(3)]);
        if self.descending {
            order = order.descending();
        }
        if keeps && !self.frozen {
            order = order.keep_ranks();
        }
        self.frozen = self.random.chance(20);
        self.list.set_order(if self.frozen { order.frozen() } else { order }).unwrap()
    }

    /// Another order: by the same function, which may keep its ranks, or by another one that may be superseded.
    fn reorder(&mut self) {
        if self.random.chance(40) {
            let ticket = self.set_order(true);
            self.settle();
            ticket.try_result().unwrap().unwrap();
        } else {
            self.kind = self.random.below(KINDS);
            let first = self.set_order(false);
            if self.random.chance(50) {
                self.poll();
            }
            let was_committed = first.try_result().is_some();
            self.kind = self.random.below(KINDS);
            let second = self.set_order(false);
            self.settle();
            let status = first.try_result().unwrap().err().map(|error| error.status());
            assert_eq!(status, (!was_committed).then_some(Status::Superseded));
            second.try_result().unwrap().unwrap();
        }
        self.check_sorted();
    }

    /// Sets the source: items go, come, move and change.
    fn set(&mut self) {
        let mut keys: Vec<u64> = (0..KEYS as u64).collect();
        for at in (1..KEYS).rev() {
            keys.swap(at, self.random.below(at + 1));
        }
        let kept = |key: u64, tree: &Tree| {
            let mut nodes = tree.iter().flat_map(|(_, nodes)| nodes);
            nodes.find(|node| node.key == key).copied()
        };
        let mut tree: Tree = vec![(1, Vec::new()), (2, Vec::new())];
        for key in keys.into_iter().take(self.random.below(KEYS + 1)) {
            let before = kept(key, &self.tree).filter(|_| self.random.chance(80));
            let node = before.unwrap_or(Node { number: self.random.next() % 50, ..node(key, 0) });
            tree[self.random.below(2)].1.push(node);
        }
        show(&self.source, &self.alive, &tree);
        self.tree = tree;
    }

    /// Moves, changes and deletes single items.
    fn edit(&mut self) {
        let section = self.random.below(self.tree.len().max(1));
        let Some((_, nodes)) = self.tree.get_mut(section) else { return };
        if nodes.len() < 3 {
            return;
        }
        let mut edit = self.source.edit().unwrap();
        let item = |node: Node| self.source.find_item(node.key).unwrap().unwrap();
        let moved = nodes.remove(self.random.below(nodes.len()));
        let at = self.random.below(nodes.len());
        edit.move_item_before(item(moved), item(nodes[at])).unwrap();
        nodes.insert(at, moved);
        let changed = self.random.below(nodes.len());
        nodes[changed].number = self.random.next() % 50;
        edit.update_item(item(nodes[changed]), &row(&self.alive, nodes[changed])).unwrap();
        let gone = nodes.remove(self.random.below(nodes.len()));
        edit.delete_items(&[item(gone)]).unwrap();
        edit.commit_silently().unwrap();
    }

    /// Changes what is outside of the models, and marks the items.
    fn mark(&mut self) {
        let mut edit = self.source.edit().unwrap();
        for node in self.tree.iter().flat_map(|(_, nodes)| nodes) {
            if self.random.chance(20) {
                self.outside.lock().unwrap()[node.key as usize] = self.random.next() % 6;
                let item = self.source.find_item(node.key).unwrap().unwrap();
                if self.random.chance(50) {
                    edit.reload_items(&[item]).unwrap();
                } else {
                    edit.reconfigure_items(&[item]).unwrap();
                }
            }
        }
        edit.commit_silently().unwrap();
    }

    fn hold(&mut self) {
        if self.held {
            self.list.resume().unwrap();
        } else {
            self.list.hold().unwrap();
        }
        self.held = !self.held;
    }

    /// Polls once; whether there was an event. After a panic nothing has changed.
    fn poll(&self) -> bool {
        let before = keys(&self.list);
        match catch_unwind(AssertUnwindSafe(|| self.list.poll().unwrap().is_some())) {
            Ok(had_event) => had_event,
            Err(_) => {
                assert_eq!(keys(&self.list), before);
                true
            }
        }
    }

    /// Polls until all is answered: a poll asks at least five times.
    fn settle(&mut self) {
        let mut quiet = 0;
        while quiet < 60 {
            quiet = if self.poll() { 0 } else { quiet + 1 };
        }
        if !self.held {
            self.followed = self.tree.clone();
        }
    }

    fn check_sorted(&self) {
        let sorted = self.followed.iter().flat_map(|(_, nodes)| {
            let mut nodes = nodes.clone();
            nodes.sort_by(|a, b| self.compare(a, b));
            nodes
        });
        let expected: Vec<u64> = sorted.map(|node| node.key).collect();
        assert_eq!(keys(&self.list), expected, "kind {}, descending {}", self.kind, self.descending);
    }

    /// What was shown in a section that stays there has kept its place.
    fn check_frozen(&self, before: &[u64], was: &Tree) {
        let mut start = 0;
        for (section, nodes) in &self.followed {
            let old = was.iter().find(|(key, _)| key == section).map_or(&[][..], |(_, nodes)| nodes);
            let stays =
                |key: &u64| [old, nodes].iter().all(|nodes| nodes.iter().any(|node| node.key == *key));
            let shown = &keys(&self.list)[start..start + nodes.len()];
            assert!(shown.iter().all(|key| nodes.iter().any(|node| node.key == *key)));
            let kept = |keys: &[u64]| keys.iter().copied().filter(|key| stays(key)).collect::<Vec<_>>();
            assert_eq!(kept(shown), kept(before));
            start += nodes.len();
        }
    }

    fn step(&mut self) {
        let (before, was) = (keys(&self.list), self.followed.clone());
        self.fails.store(self.random.chance(20), SeqCst);
        match self.random.below(10) {
            0..=2 => return self.reorder(),
            3..=4 => self.set(),
            5..=6 => self.edit(),
            7 if !self.held => self.mark(),
            _ => self.hold(),
        }
        self.settle();
        if self.frozen {
            self.check_frozen(&before, &was);
        } else {
            self.check_sorted();
        }
    }
}

#[test]
fn a_sorted_list_is_a_stable_sort_of_its_source() {
    seeds(60, |seed| {
        let mut session = Session::new(seed);
        for _ in 0..STEPS {
            session.step();
        }
        let Session { alive, source, list, .. } = session;
        drop((source, list));
        assert_eq!(alive.count(), 0);
    });
}
