//! What the tests share: lists with levels.

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

/// The sections, in order, each with the keys of its items.
pub fn groups(list: &List<Counted>) -> Vec<(u64, Vec<u64>)> {
    let all = keys(list);
    let group = |position| {
        let info = list.section_info(list.section_at(position).unwrap()).unwrap();
        (number_of(info.name.unwrap()), all[info.items()].to_vec())
    };
    (0..list.section_count()).map(group).collect()
}
