//! What the tests share: lists with levels, and their slow model.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Alive, Counted};
use iqlist::{Class, Derived, Event, Filter, Key, List, Row, SectionEntry, Ticket};

/// An item: its key, its level, and how it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    pub key: u64,
    pub level: u16,
    pub number: u64,
}

pub fn node(key: u64, level: u16) -> Node {
    Node { key, level, number: key }
}

/// Sections in order, each with its items.
pub type Tree = Vec<(u64, Vec<Node>)>;

pub fn row(alive: &Alive, node: Node) -> Row<Counted> {
    let Node { key, level, number } = node;
    Row::new(key).content(number + 1).model(alive.model(number)).level(level)
}

/// Makes the list show the tree.
pub fn show(list: &List<Counted>, alive: &Alive, tree: &Tree) {
    let (mut entries, mut rows) = (Vec::new(), Vec::new());
    for (key, nodes) in tree {
        entries.push(SectionEntry::new(*key, rows.len()));
        rows.extend(nodes.iter().map(|node| row(alive, *node)));
    }
    list.silently().set(&entries, &rows).unwrap();
}

pub fn number_of(key: Key) -> u64 {
    u64::from_le_bytes(key.bytes()[..8].try_into().unwrap())
}

/// What the list shows.
pub fn shown(list: &List<Counted>) -> Tree {
    let (keys, levels) = (list.keys(..).unwrap(), list.levels(..).unwrap());
    let models = list.models(..).unwrap();
    let section = |position| {
        let info = list.section_info(list.section_at(position).unwrap()).unwrap();
        let node = |at: usize| Node {
            key: number_of(keys[at]),
            level: levels[at],
            number: models[at].as_ref().unwrap().number,
        };
        (number_of(info.key), info.items().map(node).collect())
    };
    (0..list.section_count()).map(section).collect()
}

pub fn keys(list: &List<Counted>) -> Vec<u64> {
    list.keys(..).unwrap().into_iter().map(number_of).collect()
}

/// A source with one section.
pub fn source(alive: &Alive, nodes: &[Node]) -> List<Counted> {
    // A model that looks the same is the same.
    let class = Class::<Counted>::of_models().unwrap();
    let list = List::new().unwrap();
    let rows: Vec<_> = nodes.iter().map(|node| row(alive, *node).class(class)).collect();
    list.silently().set_items(&rows).unwrap();
    list
}

/// Polls until nothing waits and the ticket, if any, has ended; returns the events.
pub fn settle(list: &List<Counted>, ticket: Option<&Ticket>) -> Vec<Event<Counted>> {
    let mut events = Vec::new();
    for _ in 0..100_000 {
        match list.poll().unwrap() {
            Some(event) => events.push(event),
            None if ticket.map_or(true, |ticket| ticket.try_result().is_some()) => return events,
            None => std::thread::yield_now(),
        }
    }
    panic!("it does not settle");
}

/// Sets a filter and waits for it.
pub fn filter(list: &Derived<Counted>, filter: Filter<Counted>) {
    let ticket = list.set_filter(filter).unwrap();
    settle(list, Some(&ticket));
    ticket.try_result().unwrap().unwrap();
}

/// For each item of a section the positions of what is above it, nearest last.
pub fn above(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut path: Vec<usize> = Vec::new();
    let mut all = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        while path.last().is_some_and(|top| nodes[*top].level >= node.level) {
            path.pop();
        }
        all.push(path.clone());
        path.push(at);
    }
    all
}

/// Whether there is something below the item at a position.
pub fn is_parent(nodes: &[Node], at: usize) -> bool {
    nodes.get(at + 1).is_some_and(|next| next.level > nodes[at].level)
}

pub fn keys_of(tree: &Tree) -> BTreeSet<u64> {
    tree.iter().flat_map(|(_, nodes)| nodes).map(|node| node.key).collect()
}

/// What an outline shows.
pub fn outlined(tree: &Tree, is_open: impl Fn(u64) -> bool, is_section_open: impl Fn(u64) -> bool) -> Tree {
    let section = |(key, nodes): &(u64, Vec<Node>)| {
        let visible = above(nodes)
            .into_iter()
            .zip(nodes)
            .filter(|(path, _)| is_section_open(*key) && path.iter().all(|at| is_open(nodes[*at].key)));
        (*key, visible.map(|(_, node)| *node).collect())
    };
    tree.iter().map(section).collect()
}

/// What a filter shows.
pub fn passed(tree: &Tree, passes: &BTreeMap<u64, bool>, keeps_parents: bool) -> Tree {
    let section = |(key, nodes): &(u64, Vec<Node>)| {
        let mut visible = BTreeSet::new();
        for (at, path) in above(nodes).into_iter().enumerate() {
            if passes.get(&nodes[at].key) == Some(&true) {
                visible.insert(at);
                if keeps_parents {
                    visible.extend(path);
                }
            }
        }
        (*key, visible.into_iter().map(|at| nodes[at]).collect())
    };
    tree.iter().map(section).collect()
}
