//! Random sessions: a grouped list beside a stable sort of its source, into a map of groups.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use crate::support::{seeds, Alive, Counted, Random};
use crate::trees::*;
use iqlist::{Grouped, GroupedList, GroupedOrder, Kind, List, Order, Row, Status};

const KEYS: usize = 24;
const STEPS: usize = 40;

/// How items are grouped and sorted, and groups described.
#[derive(Clone, Copy, Debug)]
struct Rules {
    /// 0: the source's order; 1: a key; 2: text, for three ranks; 3: a comparison.
    kind: usize,
    groups: u64,
    /// By what is not in the models: of each key, until it is marked.
    by_outside: bool,
    /// How many ranks groups have: fewer than there are groups.
    places: u64,
    describes: bool,
    descending: bool,
    frozen: bool,
}

fn text(number: u64) -> String {
    format!("{}{}", "\0".repeat(45), number % 5)
}

impl Rules {
    fn random(random: &mut Random) -> Self {
        Self {
            kind: random.below(4),
            groups: 1 + random.below(6) as u64,
            by_outside: random.chance(30),
            places: 1 + random.below(6) as u64,
            describes: random.chance(80),
            descending: random.chance(40),
            frozen: random.chance(20),
        }
    }

    fn compare(&self, a: &Node, b: &Node) -> Ordering {
        let ordering = match self.kind {
            0 => Ordering::Equal,
            1 => (a.number % 7).cmp(&(b.number % 7)),
            2 => text(a.number).cmp(&text(b.number)),
            _ => (a.number % 11).cmp(&(b.number % 11)),
        };
        if self.descending {
            ordering.reverse()
        } else {
            ordering
        }
    }

    fn place(&self, group: u64) -> u64 {
        if self.describes {
            group * 5 % self.places
        } else {
            0
        }
    }
}

/// What a header says: the number of the first item, and how many there are.
fn header_of(first: u64, count: usize) -> u64 {
    first * 1000 + count as u64
}

struct Session {
    random: Random,
    alive: Alive,
    source: List<Counted>,
    list: GroupedList<Counted>,
    counts: bool,
    rows: Vec<Node>,
    outside: Arc<Mutex<Vec<u64>>>,
    fails: Arc<AtomicBool>,
    /// Of the order in effect.
    rules: Option<Rules>,
    /// The groups that are shown, in order.
    shown: Vec<u64>,
}

impl Session {
    fn new(seed: u64) -> Self {
        let (mut random, alive) = (Random(seed), Alive::default());
        let source = source(&alive, &[]);
        let counts = random.chance(50);
        let list = source.grouped(if counts { Grouped::new().counts() } else { Grouped::new() }).unwrap();
        let outside = Arc::new(Mutex::new(vec![0; KEYS]));
        let fails = Arc::default();
        Self { random, alive, source, list, counts, rows: vec![], outside, fails, rules: None, shown: vec![] }
    }

    fn order(&mut self, rules: Rules, keeps: bool) -> GroupedOrder<Counted> {
        let check = |fails: &AtomicBool| {
            if fails.swap(false, SeqCst) {
                resume_unwind(Box::new(()));
            }
        };
        let [by, grouping, describing] = [0; 3].map(|_| self.fails.clone());
        let told = move |model: &Counted| {
            check(&by);
            model.number
        };
        let mut order = match rules.kind {
            0 => Order::of_source(),
            1 => Order::by(move |model| told(model) % 7),
            2 => Order::by(move |model| text(told(model))),
            _ => Order::comparing(move |a, b| (told(a) % 11).cmp(&(told(b) % 11))),
        };
        if rules.descending {
            order = order.descending();
        }
        if rules.frozen {
            order = order.frozen();
        }
        if keeps {
            order = order.keep_ranks();
        }
        order = order.batch([0, 5, 64][self.random.below(3)]);
        let outside = self.outside.clone();
        let order = match rules.by_outside {
            true => order
                .grouped_by_key(move |key| outside.lock().unwrap()[number_of(key) as usize] % rules.groups),
            false => order.grouped_by(move |model| {
                check(&grouping);
                model.number % rules.groups
            }),
        };
        if !rules.describes {
            return order;
        }
        let models = self.alive.clone();
        order.described_by(move |group| {
            group.set_rank(rules.place(number_of(group.key())));
            let says = header_of(group.first().unwrap().number, group.count());
            group.set_header(Row::new(group.first_key()).content(says + 1).model(models.model(says)));
            check(&describing);
        })
    }

    /// Another order: one that keeps its ranks, or another one that may be superseded.
    fn reorder(&mut self) {
        match self.rules {
            Some(former) if !former.frozen && self.random.chance(30) => {
                let Rules { descending, frozen, .. } = Rules::random(&mut self.random);
                self.set(Rules { descending, frozen, ..former }, true);
            }
            _ => {
                let [first, second] = [0; 2].map(|_| Rules::random(&mut self.random));
                let order = self.order(first, false);
                let ticket = self.list.set_order(order).unwrap();
                if self.random.chance(50) {
                    self.poll();
                }
                let was_committed = ticket.try_result().is_some();
                if was_committed {
                    self.follow(first);
                }
                self.set(second, false);
                let status = ticket.try_result().unwrap().err().map(|error| error.status());
                assert_eq!(status, (!was_committed).then_some(Status::Superseded));
            }
        }
    }

    fn set(&mut self, rules: Rules, keeps: bool) {
        let order = self.order(rules, keeps);
        let ticket = self.list.set_order(order).unwrap();
        self.settle();
        ticket.try_result().unwrap().unwrap();
        self.follow(rules);
        self.check();
    }

    /// Sets the source: items go, come, move and change.
    fn change(&mut self) {
        let mut keys: Vec<u64> = (0..KEYS as u64).collect();
        for at in (1..KEYS).rev() {
            keys.swap(at, self.random.below(at + 1));
        }
        let mut rows = Vec::new();
        for key in keys.into_iter().take(self.random.below(KEYS + 1)) {
            let kept = self.rows.iter().find(|row| row.key == key).filter(|_| self.random.chance(80));
            rows.push(kept.copied().unwrap_or(Node { number: self.random.next() % 50, ..node(key, 0) }));
        }
        let all: Vec<_> = rows.iter().map(|node| row(&self.alive, *node)).collect();
        self.source.silently().set_items(&all).unwrap();
        self.rows = rows;
    }

    /// Changes one item, and deletes one.
    fn edit(&mut self) {
        if self.rows.len() < 2 {
            return;
        }
        let mut edit = self.source.edit().unwrap();
        let item = |node: Node| self.source.find_item(node.key).unwrap().unwrap();
        let changed = self.random.below(self.rows.len());
        let changed = &mut self.rows[changed];
        changed.number = self.random.next() % 50;
        edit.update_item(item(*changed), &row(&self.alive, *changed)).unwrap();
        let gone = self.rows.remove(self.random.below(self.rows.len()));
        edit.delete_items(&[item(gone)]).unwrap();
        edit.commit_silently().unwrap();
    }

    /// Changes what is outside of the models, and marks the items.
    fn mark(&mut self) {
        let mut edit = self.source.edit().unwrap();
        for node in &self.rows {
            if self.random.chance(20) {
                self.outside.lock().unwrap()[node.key as usize] = self.random.next() % 6;
                edit.reconfigure_items(&[self.source.find_item(node.key).unwrap().unwrap()]).unwrap();
            }
        }
        edit.commit_silently().unwrap();
    }

    /// Polls once; whether there was an event. After a panic nothing has changed.
    fn poll(&self) -> bool {
        let before = groups(&self.list);
        match catch_unwind(AssertUnwindSafe(|| self.list.poll().unwrap().is_some())) {
            Ok(had_event) => had_event,
            Err(_) => {
                assert_eq!(groups(&self.list), before);
                true
            }
        }
    }

    /// Polls until all is answered: a poll asks at least five times.
    fn settle(&self) {
        let mut quiet = 0;
        while quiet < 60 {
            quiet = if self.poll() { 0 } else { quiet + 1 };
        }
    }

    /// The groups as they are from scratch: each with its items, sorted.
    fn grouped(&self, rules: Rules) -> BTreeMap<u64, Vec<Node>> {
        let mut grouped = BTreeMap::<u64, Vec<Node>>::new();
        for node in &self.rows {
            let number = match rules.by_outside {
                true => self.outside.lock().unwrap()[node.key as usize],
                false => node.number,
            };
            grouped.entry(number % rules.groups).or_default().push(*node);
        }
        grouped.values_mut().for_each(|nodes| nodes.sort_by(|a, b| rules.compare(a, b)));
        grouped
    }

    /// Groups that are there stay before new ones of the same place, which stand as their items come in the source.
    fn follow(&mut self, rules: Rules) {
        let grouped = self.grouped(rules);
        let index = |key: u64| self.rows.iter().position(|node| node.key == key);
        let first = |group: &u64| grouped[group].iter().map(|node| index(node.key)).min();
        self.shown.retain(|group| grouped.contains_key(group));
        let mut new: Vec<u64> = grouped.keys().copied().filter(|group| !self.shown.contains(group)).collect();
        new.sort_by_key(first);
        self.shown.extend(new);
        self.shown.sort_by_key(|group| rules.place(*group));
        self.rules = Some(rules);
    }

    fn check(&self) {
        let Some(rules) = self.rules else { return assert_eq!(groups(&self.list), []) };
        let grouped = self.grouped(rules);
        let keys = |group: u64| grouped[&group].iter().map(|node| node.key).collect::<Vec<_>>();
        let expected: Vec<_> = self.shown.iter().map(|group| (*group, keys(*group))).collect();
        assert_eq!(groups(&self.list), expected, "{rules:?}");
    }

    /// What was shown has kept its group and its place there.
    fn check_frozen(&self, before: &[(u64, Vec<u64>)]) {
        let after = groups(&self.list);
        let kept = |groups: &[(u64, Vec<u64>)], others: &[(u64, Vec<u64>)]| {
            let stays = |key: &u64| others.iter().any(|(_, keys)| keys.contains(key));
            let kept =
                groups.iter().map(|(group, keys)| (*group, keys.iter().copied().filter(stays).collect()));
            kept.filter(|(_, keys): &(u64, Vec<u64>)| !keys.is_empty()).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(kept(&after, before), kept(before, &after));
        let mut all: Vec<u64> = after.into_iter().flat_map(|(_, keys)| keys).collect();
        all.sort_unstable();
        let mut expected: Vec<u64> = self.rows.iter().map(|node| node.key).collect();
        expected.sort_unstable();
        assert_eq!(all, expected);
    }

    fn check_headers(&self) {
        for (position, (_, keys)) in groups(&self.list).into_iter().enumerate() {
            let section = self.list.section_at(position).unwrap();
            let header = self.list.supplementary(section, Kind::HEADER, 0).unwrap();
            assert_eq!(header.is_some(), self.rules.is_some_and(|rules| rules.describes));
            let Some(Row { key, model, content, .. }) = header.map(|header| header.row) else { continue };
            let first = self.rows.iter().find(|node| node.key == keys[0]).unwrap();
            let says = model.unwrap().number;
            assert_eq!((number_of(key), content), (first.key, says + 1));
            // Nobody is asked about what is frozen.
            let is_frozen = self.rules.is_some_and(|rules| rules.frozen);
            assert!(is_frozen || says / 1000 == first.number);
            assert!(!self.counts || says % 1000 == keys.len() as u64);
        }
    }

    fn step(&mut self) {
        let before = groups(&self.list);
        self.fails.store(self.random.chance(30), SeqCst);
        match self.random.below(10) {
            0..=3 => self.reorder(),
            choice => {
                match choice {
                    4..=5 => self.change(),
                    6..=7 => self.edit(),
                    _ => self.mark(),
                }
                self.settle();
                match self.rules {
                    Some(Rules { frozen: true, .. }) => {
                        self.check_frozen(&before);
                        self.shown = groups(&self.list).into_iter().map(|(group, _)| group).collect();
                    }
                    Some(rules) => {
                        self.follow(rules);
                        self.check();
                    }
                    None => self.check(),
                }
            }
        }
        self.check_headers();
    }
}

#[test]
fn a_grouped_list_is_a_stable_sort_of_its_source_into_groups() {
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
