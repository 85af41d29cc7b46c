//! A changeset in every dialect.

use iqlist::{Change, ChangeKind, Changeset, ItemKey, Position, Reload, Result, Side, Splice, Status};

use super::{hex, number, position, Script};

impl Script {
    pub fn print_changeset(&mut self, changes: &Changeset) {
        let sections_after = self.print_summary(changes);
        self.print("batch", changes.batch().unwrap().iter().map(change));
        self.print("steps", changes.steps().unwrap().iter().map(change));
        self.print("flat", changes.flat_steps().unwrap().iter().map(change));
        self.print("single", changes.single_steps().unwrap().iter().map(change));
        self.print("single flat", changes.flat_single_steps().unwrap().iter().map(change));
        self.print("splices", changes.splices().unwrap().iter().map(splice));
        let bare = changes.splices_without_updates().unwrap();
        self.print("splices without updates", bare.iter().map(splice));
        self.print("map before", changes.map(Side::Before).unwrap().iter().map(number));
        self.print("map after", changes.map(Side::After).unwrap().iter().map(number));
        self.print("positions before", positions(changes, Side::Before));
        self.print("positions after", positions(changes, Side::After));
        self.print("keys", found_keys(changes));
        self.print("explained", explanations(changes, sections_after));
        self.print_dump(changes);
        if let Some(bytes) = self.status("encode", changes.encode()) {
            self.print("bytes", [hex(&bytes)]);
            let decoded = Changeset::decode(&bytes).unwrap();
            assert_eq!(decoded.encode().unwrap(), bytes);
            self.print_dump(&decoded);
        }
    }

    fn print_summary(&mut self, changes: &Changeset) -> usize {
        let it = changes.summary().unwrap();
        let reload = match it.reload {
            Reload::No => 0,
            Reload::Asked => 1,
            Reload::Threshold => 2,
            other => panic!("{other:?}"),
        };
        let before_and_after = [it.sections_before, it.sections_after, it.items_before, it.items_after];
        let sections = [it.section_deletes, it.section_inserts, it.section_moves, it.section_updates];
        let items = [it.item_deletes, it.item_inserts, it.item_moves, it.item_reloads, it.item_reconfigures];
        let elements = [it.supplementary_deletes, it.supplementary_inserts, it.supplementary_updates];
        let duplicates = [it.duplicates_dropped, it.duplicates_numbered];
        let parts: [&[usize]; 6] = [&[reload], &before_and_after, &sections, &items, &elements, &duplicates];
        self.print("summary", parts.concat());
        it.sections_after
    }

    fn print_dump(&mut self, changes: &Changeset) {
        self.print("dump", [changes.dump().unwrap().replace('\n', "|")]);
    }
}

/// The number of a kind in the C interface.
fn kind(kind: ChangeKind) -> u32 {
    match kind {
        ChangeKind::ItemDelete => 1,
        ChangeKind::ItemMoveOut => 2,
        ChangeKind::ItemMoveIn => 3,
        ChangeKind::ItemMove => 4,
        ChangeKind::ItemInsert => 5,
        ChangeKind::ItemUpdate => 6,
        ChangeKind::SectionDelete => 7,
        ChangeKind::SectionMove => 8,
        ChangeKind::SectionInsert => 9,
        ChangeKind::SectionUpdate => 10,
        ChangeKind::SupplementaryDelete => 11,
        ChangeKind::SupplementaryInsert => 12,
        ChangeKind::SupplementaryUpdate => 13,
        other => panic!("{other:?}"),
    }
}

fn flags(change: &Change) -> u32 {
    let all = [
        change.is_reload(),
        change.is_reconfigure(),
        change.is_by_content(),
        change.is_by_class(),
        change.is_by_equal(),
        change.is_by_mark(),
        change.is_by_key(),
        change.is_by_level(),
    ];
    all.iter().zip(0..).map(|(is_set, bit)| u32::from(*is_set) << bit).sum()
}

/// Section and first item. A step of the flat list has no section, a change of sections or elements no item.
fn place(section: Option<usize>, at: Option<Position>, range: std::ops::Range<usize>) -> String {
    let item = at.map(|at| at.item).or((section.is_none() && !range.is_empty()).then_some(range.start));
    format!("{} {}", number(section), number(item))
}

fn change(change: &Change) -> String {
    let (element_kind, element_index) = change.element().map_or((0, 0), |(kind, index)| (kind.0, index));
    let mut parts = vec![
        format!("{} {}", kind(change.kind()), flags(change)),
        place(change.before_section(), change.before(), change.before_range()),
        place(change.after_section(), change.after(), change.after_range()),
        place(change.final_section(), change.final_position(), change.final_range()),
        format!("{} {element_kind} {element_index} {}", change.count(), change.mask()),
    ];
    if matches!(change.kind(), ChangeKind::ItemMove | ChangeKind::SectionMove) {
        parts.push(change.destination().unwrap().to_string());
    }
    parts.join(" ")
}

fn splice(splice: &Splice) -> String {
    let (removed, added) = (splice.removed(), splice.added());
    assert_eq!((removed.start, added.start), (splice.position(), splice.position()));
    format!("{} {} {}", splice.position(), removed.len(), added.len())
}

/// None beyond the end.
fn within<T>(mapped: Result<T>) -> Option<T> {
    match mapped {
        Err(error) if error.status() == Status::Range => None,
        mapped => Some(mapped.unwrap()),
    }
}

/// Sections until there are no more, and of each its items until there are no more.
fn positions(changes: &Changeset, side: Side) -> Vec<String> {
    let mut parts = vec![];
    for section in 0.. {
        let Some(other) = within(changes.map_section(side, section)) else { break };
        parts.push(format!("{} -", number(other)));
        let items = (0..).map_while(|item| within(changes.map_position(side, Position::new(section, item))));
        parts.extend(items.map(position));
        parts.push("/".into());
    }
    parts
}

fn found_keys(changes: &Changeset) -> Vec<String> {
    let mut parts = vec![];
    for number in 0..40u64 {
        match changes.find_key(ItemKey::in_section(number % 7, number)) {
            Ok((before, after)) => parts.push(format!("{} {}", position(before), position(after))),
            Err(error) => {
                parts.push(error.status().code().to_string());
                break;
            }
        }
    }
    parts
}

fn explanations(changes: &Changeset, sections: usize) -> Vec<String> {
    let explain = |section, item| within(changes.explain(Side::After, Position::new(section, item)));
    let of_section = |section| (0..).map_while(move |item| explain(section, item));
    (0..sections).flat_map(of_section).map(|text| text + ";").collect()
}
