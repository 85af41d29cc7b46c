//! A random session beside a slow model: a source, a filter and an outline of it, and a filter of the outline. What
//! chains remember of states, the sessions of the C interface know.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{seeds, Alive, Counted, Random};
use crate::trees::*;
use iqlist::{Derived, EventKind, Filter, Filtered, Key, List, Outline, States, Status, Ticket};

/// What a filter of numbers lets through.
#[derive(Clone)]
enum Wanted {
    Everything,
    /// The answers, by key.
    Bits(BTreeMap<u64, bool>),
    /// Numbers whose last two digits are less.
    Below(u64),
}

/// The slow model of a filter.
struct Slow {
    keeps_parents: bool,
    drops_empty: bool,
    given: Wanted,
    tickets: Vec<Ticket>,
}

impl Slow {
    fn list(source: &List<Counted>, random: &mut Random) -> (Derived<Counted>, Self) {
        let (keeps_parents, drops_empty) = (random.chance(50), random.chance(50));
        let mut options = Filtered::new();
        if keeps_parents {
            options = options.keep_parents();
        }
        if drops_empty {
            options = options.drop_empty_sections();
        }
        let given = Wanted::Everything;
        (source.filtered(options).unwrap(), Self { keeps_parents, drops_empty, given, tickets: Vec::new() })
    }

    fn give(&mut self, list: &Derived<Counted>, source: &List<Counted>, random: &mut Random) {
        let filter = match random.below(5) {
            0 => {
                self.given = Wanted::Everything;
                Filter::everything()
            }
            1 => {
                let keys = keys(source);
                let bits: Vec<bool> = keys.iter().map(|_| random.chance(60)).collect();
                self.given = Wanted::Bits(keys.into_iter().zip(bits.iter().copied()).collect());
                Filter::bits(bits, source.info().unwrap().version)
            }
            _ => {
                let limit = random.below(110) as u64;
                let last = match self.given {
                    Wanted::Below(last) => Some(last),
                    Wanted::Everything => Some(100),
                    Wanted::Bits(_) => None,
                };
                self.given = Wanted::Below(limit);
                let filter = Filter::by(move |key, model: &Counted| {
                    assert!(key == Key::from(number_of(key)));
                    model.number % 100 < limit
                });
                match last {
                    Some(last) if limit <= last && random.chance(70) => filter.stricter(),
                    Some(last) if limit >= last && random.chance(70) => filter.looser(),
                    _ => filter,
                }
            }
        };
        self.tickets.push(list.set_filter(filter).unwrap());
    }

    /// All filters have ended: the last one took place.
    fn check(&mut self, shown_now: &Tree, source: &Tree) {
        let all = self.tickets.drain(..).map(|ticket| ticket.try_result().unwrap());
        let ends: Vec<_> = all.map(|end| end.map_err(|error| error.status())).collect();
        if let Some((last, before)) = ends.split_last() {
            assert_eq!(*last, Ok(()));
            assert!(before.iter().all(|end| matches!(end, Ok(()) | Err(Status::Superseded))), "{before:?}");
        }
        let nodes = source.iter().flat_map(|(_, nodes)| nodes);
        let passes: BTreeMap<u64, bool> = match &mut self.given {
            Wanted::Everything => nodes.map(|node| (node.key, true)).collect(),
            Wanted::Below(limit) => nodes.map(|node| (node.key, node.number % 100 < *limit)).collect(),
            Wanted::Bits(answers) => {
                // An item that goes takes its answer along.
                let there = keys_of(source);
                answers.retain(|key, _| there.contains(key));
                answers.clone()
            }
        };
        let mut wanted = passed(source, &passes, self.keeps_parents);
        if self.drops_empty {
            wanted.retain(|(_, nodes)| !nodes.is_empty());
        }
        assert_eq!(*shown_now, wanted);
    }
}

/// The slow model of an outline: what is expanded, and what its source had at the last poll.
#[derive(Debug, Default)]
struct Folds {
    is_exclusive: bool,
    expands_new: bool,
    folds_sections: bool,
    drops_empty: bool,
    open: BTreeSet<u64>,
    open_sections: BTreeSet<u64>,
    known: BTreeSet<u64>,
    known_sections: BTreeSet<u64>,
}

impl Folds {
    fn list(source: &List<Counted>, random: &mut Random) -> (Derived<Counted>, Self) {
        let mut options = Outline::new();
        let mut folds = Self {
            folds_sections: random.chance(30),
            drops_empty: random.chance(50),
            is_exclusive: random.chance(20),
            ..Self::default()
        };
        folds.expands_new = !folds.is_exclusive && random.chance(30);
        if folds.is_exclusive {
            options = options.exclusive();
        }
        if folds.expands_new {
            options = options.expanded();
        }
        if folds.folds_sections {
            options = options.sections();
        }
        if folds.drops_empty {
            options = options.drop_empty_sections();
        }
        let list = source.outline(options).unwrap();
        folds.follow(&shown(source));
        (list, folds)
    }

    /// Opens or closes something, now and then all.
    fn fold(&mut self, list: &Derived<Counted>, random: &mut Random) {
        if self.is_exclusive || random.chance(90) {
            if self.folds_sections && random.chance(30) && list.section_count() > 0 {
                let section = list.section_at(random.below(list.section_count())).unwrap();
                let info = list.section_info(section).unwrap();
                let key = number_of(info.key);
                if info.states.contains(States::EXPANDED) {
                    list.collapse_section(section).unwrap();
                    self.open_sections.remove(&key);
                } else {
                    list.expand_section(section).unwrap();
                    self.open_sections.insert(key);
                }
                return;
            }
            if list.is_empty() {
                return;
            }
            let item = list.item_at(random.below(list.len())).unwrap();
            let key = number_of(list.item_info(item).unwrap().key);
            if list.is_expanded(item).unwrap() {
                list.collapse(item).unwrap();
                self.open.remove(&key);
            } else {
                list.expand(item).unwrap();
                self.open.insert(key);
            }
        } else {
            list.collapse_all().unwrap();
            self.open.clear();
            if self.folds_sections {
                for position in 0..list.section_count() {
                    let section = list.section_info(list.section_at(position).unwrap()).unwrap();
                    self.open_sections.remove(&number_of(section.key));
                }
            }
        }
    }

    fn follow(&mut self, source: &Tree) {
        let there = keys_of(source);
        let sections: BTreeSet<u64> = source.iter().map(|(key, _)| *key).collect();
        if self.expands_new {
            for (_, nodes) in source {
                let new = (0..nodes.len()).filter(|at| !self.known.contains(&nodes[*at].key));
                self.open.extend(new.filter(|at| is_parent(nodes, *at)).map(|at| nodes[at].key));
            }
            self.open_sections.extend(sections.difference(&self.known_sections));
        }
        self.open.retain(|key| there.contains(key));
        self.open_sections.retain(|key| sections.contains(key));
        (self.known, self.known_sections) = (there, sections);
    }

    fn check(&mut self, list: &Derived<Counted>, source: &Tree) {
        self.follow(source);
        let now = shown(list);
        if self.is_exclusive {
            // Which one of siblings is left depends on the order of calls: what is shown says it.
            self.take_open(list);
        }
        let is_section_open = |key| !self.folds_sections || self.open_sections.contains(&key);
        let mut wanted = outlined(source, |key| self.open.contains(&key), is_section_open);
        if self.drops_empty {
            let all = wanted.into_iter().zip(source);
            wanted = all.filter(|(_, (_, nodes))| !nodes.is_empty()).map(|(section, _)| section).collect();
        }
        assert_eq!(now, wanted, "{self:?}");
        for (index, item) in list.items(..).unwrap().into_iter().enumerate() {
            let info = list.item_info(item).unwrap();
            let key = number_of(info.key);
            let in_source = source
                .iter()
                .find_map(|(_, nodes)| nodes.iter().position(|node| node.key == key).map(|at| (nodes, at)));
            let (nodes, at) = in_source.unwrap();
            assert_eq!(info.states.contains(States::EXPANDED), self.open.contains(&key), "{key}");
            assert_eq!((info.index, info.has_children), (index, is_parent(nodes, at)), "{key}");
            assert_eq!(list.have_children(index..=index).unwrap(), [info.has_children], "{key}");
        }
    }

    /// Of siblings one at most is open.
    fn take_open(&mut self, list: &Derived<Counted>) {
        for (position, (key, nodes)) in shown(list).into_iter().enumerate() {
            let section = list.section_at(position).unwrap();
            let mut parents = BTreeSet::new();
            for (at, path) in above(&nodes).into_iter().enumerate() {
                let item = list.item_in_section(section, at).unwrap();
                if list.is_expanded(item).unwrap() {
                    assert!(
                        parents.insert(path.last().copied()),
                        "two siblings of {} are open",
                        nodes[at].key
                    );
                    self.open.insert(nodes[at].key);
                } else {
                    self.open.remove(&nodes[at].key);
                }
            }
            if list.section_info(section).unwrap().states.contains(States::EXPANDED) {
                self.open_sections.insert(key);
            } else {
                self.open_sections.remove(&key);
            }
        }
        if self.folds_sections {
            let is_open = |at: &usize| {
                let info = list.section_info(list.section_at(*at).unwrap()).unwrap();
                info.states.contains(States::EXPANDED)
            };
            assert!((0..list.section_count()).filter(is_open).count() <= 1, "two sections are open");
        }
    }
}

/// Changes the source, by an update or by an edit.
fn change(list: &List<Counted>, alive: &Alive, random: &mut Random) {
    let item = |random: &mut Random, list: &List<Counted>| list.item_at(random.below(list.len())).unwrap();
    match random.below(8) {
        0 | 1 => {
            let mut keys: Vec<u64> = (0..40).filter(|_| random.chance(70)).collect();
            let by = random.below(keys.len() + 1);
            if random.chance(30) {
                keys.rotate_left(by);
            }
            let sections = 1 + random.below(3);
            let mut tree: Tree = (0..sections as u64).map(|key| (1000 + key, Vec::new())).collect();
            for (at, key) in keys.iter().enumerate() {
                let changed = if random.chance(20) { random.below(100) as u64 } else { *key };
                let level = if random.chance(20) { random.below(5) as u16 } else { (*key % 4) as u16 };
                tree[at * sections / keys.len()].1.push(Node { key: *key, level, number: changed });
            }
            show(list, alive, &tree);
        }
        _ if list.is_empty() => {}
        2..=4 => {
            let mut edit = list.edit().unwrap();
            for _ in 0..1 + random.below(3) {
                // An edit may have deleted all.
                if list.is_empty() {
                    break;
                }
                let chosen = item(random, list);
                let free = (40..200).find(|key| list.find_item(Key::from(*key)).unwrap().is_none()).unwrap();
                match random.below(5) {
                    0 => edit.delete_items(&[chosen]).unwrap(),
                    1 => {
                        let node = Node { key: free, level: 0, number: random.below(100) as u64 };
                        edit.insert_children(chosen, 0, &[row(alive, node)]).unwrap();
                    }
                    2 => edit.move_item_after(chosen, item(random, list)).unwrap(),
                    3 => {
                        let key = number_of(list.item_info(chosen).unwrap().key);
                        let level = random.below(4) as u16;
                        let changed = Node { key, level, number: random.below(100) as u64 };
                        edit.update_item(chosen, &row(alive, changed)).unwrap();
                    }
                    _ => {
                        let key = number_of(list.item_info(chosen).unwrap().key);
                        let (number, level) =
                            (random.below(100) as u64, list.item_info(chosen).unwrap().level);
                        edit.delete_items(&[chosen]).unwrap();
                        if !list.is_empty() {
                            let again = row(alive, Node { key, level, number });
                            edit.insert_items_after(item(random, list), &[again]).unwrap();
                        }
                    }
                }
            }
            if random.chance(80) {
                edit.commit_silently().unwrap();
            }
        }
        5 => {
            let section = list.section_at(random.below(list.section_count())).unwrap();
            let key = list.section_info(section).unwrap().key;
            let free = (200..300).filter(|_| random.chance(8)).map(|key| node(key, (key % 3) as u16));
            let free: Vec<_> = free
                .filter(|node| {
                    let found = list.find_item(Key::from(node.key)).unwrap();
                    found.map_or(true, |item| list.item_info(item).unwrap().section == Some(section))
                })
                .map(|node| row(alive, node))
                .collect();
            list.silently().set_section_items(key, &free).unwrap();
        }
        6 => {
            let _ = list.undo();
        }
        _ => {
            let _ = list.redo();
        }
    }
}

/// Rows that follow the changesets of a list.
struct Mirror(Vec<Key>);

impl Mirror {
    fn settle(&mut self, list: &Derived<Counted>, ticket: Option<&Ticket>) {
        for event in settle(list, ticket) {
            let Some(changes) = event.changeset else { continue };
            let mut rows: Vec<Option<Key>> = self.0.iter().copied().map(Some).collect();
            for splice in changes.splices().unwrap() {
                rows.splice(splice.removed(), splice.added().map(|_| None));
            }
            self.0 = rows.into_iter().map(|row| row.unwrap_or_default()).collect();
        }
        let now = list.keys(..).unwrap();
        assert_eq!(self.0.len(), now.len());
        for (mirrored, key) in self.0.iter_mut().zip(now) {
            assert!(*mirrored == key || *mirrored == Key::default(), "{mirrored:?} stands for {key:?}");
            *mirrored = key;
        }
    }
}

#[test]
fn a_random_session_shows_what_a_slow_model_shows() {
    seeds(150, |seed| {
        let random = &mut Random(seed);
        let alive = Alive::default();
        {
            let source = source(&alive, &[node(1, 0), node(2, 1), node(3, 2), node(5, 1), node(4, 0)]);
            source.set_undo(1 << 16).unwrap();
            let (first, mut first_slow) = Slow::list(&source, random);
            let (outline, mut folds) = Folds::list(&source, random);
            let (second, mut second_slow) = Slow::list(&outline, random);
            let lists = [&first, &outline, &second];
            let mut mirrors = lists.map(|list| {
                list.set_events(EventKind::UPDATE | EventKind::STATES).unwrap();
                Mirror(list.keys(..).unwrap())
            });
            for _ in 0..60 {
                for _ in 0..1 + random.below(4) {
                    match random.below(6) {
                        0 | 1 => change(&source, &alive, random),
                        2 => first_slow.give(&first, &source, random),
                        3 => second_slow.give(&second, &outline, random),
                        _ => folds.fold(&outline, random),
                    }
                }
                // In any order, and then in that of the chain.
                for _ in 0..random.below(3) {
                    let at = random.below(3);
                    let before = if at < 2 { &source } else { &*outline };
                    let ticket = [first_slow.tickets.last(), None, second_slow.tickets.last()][at];
                    mirrors[at].settle(lists[at], ticket);
                    match at {
                        0 => first_slow.check(&shown(&first), &shown(before)),
                        1 => folds.check(&outline, &shown(before)),
                        _ => second_slow.check(&shown(&second), &shown(before)),
                    }
                }
                mirrors[0].settle(&first, first_slow.tickets.last());
                first_slow.check(&shown(&first), &shown(&source));
                mirrors[1].settle(&outline, None);
                folds.check(&outline, &shown(&source));
                mirrors[2].settle(&second, second_slow.tickets.last());
                second_slow.check(&shown(&second), &shown(&outline));
                for key in keys(&source) {
                    let position = keys(&second).iter().position(|other| *other == key);
                    let found = second.find_item(Key::from(key)).unwrap();
                    assert_eq!(
                        found.map(|item| second.item_info(item).unwrap().index),
                        position,
                        "key {key}"
                    );
                }
            }
        }
        assert_eq!(alive.count(), 0);
    });
}
