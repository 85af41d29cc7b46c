//! The cursor of lists of lines, beside a slow model that knows lines by key.

mod support;

use iqlist::terminal::{Cursor, Line, Window};
use iqlist::{
    Changeset, Columns, EventKind, Key, List, Outline, Position, SectionEntry, Status, UpdateOptions,
};
use support::{seeds, Random};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shown {
    Header(u64),
    Item(u64),
}

/// Sections with a key and items.
#[derive(Clone, Default, Debug)]
struct Plain(Vec<(u64, Vec<u64>)>);

impl Plain {
    fn lines(&self, has_headers: bool) -> Vec<Shown> {
        let sections = self.0.iter();
        let lines = sections.flat_map(|(key, items)| {
            let header = has_headers.then_some(Shown::Header(*key));
            header.into_iter().chain(items.iter().map(|item| Shown::Item(*item)))
        });
        lines.collect()
    }

    fn items(&self) -> Vec<Shown> {
        self.lines(false)
    }

    /// What comes of it by a few changes, or by many.
    fn changed(&self, random: &mut Random, is_flat: bool, next: &mut u64) -> Self {
        let mut sections = self.0.clone();
        let extent = [2, 10, 60, 100][random.below(4)];
        if !is_flat {
            sections.retain(|_| !random.chance(extent / 3));
            for _ in 0..random.below(1 + extent / 15) {
                *next += 1;
                sections.insert(random.below(sections.len() + 1), (*next, vec![]));
            }
            if sections.len() > 1 && random.chance(extent) {
                let (from, to) = (random.below(sections.len()), random.below(sections.len()));
                let moved = sections.remove(from);
                sections.insert(to, moved);
            }
        }
        if sections.is_empty() {
            sections.push((0, vec![]));
        }
        let mut kept: Vec<u64> = Vec::new();
        for (_, items) in &mut sections {
            items.retain(|item| {
                let stays = !random.chance(extent / 2);
                if stays && random.chance(extent / 4) {
                    kept.push(*item);
                    return false;
                }
                stays
            });
            // A run goes at once.
            if !items.is_empty() && random.chance(extent) {
                let (first, count) = (random.below(items.len()), random.below(8));
                items.drain(first..(first + count).min(items.len()));
            }
        }
        // What moves, anywhere, and also out of sections that have gone.
        let gone = self.items().into_iter().filter_map(|shown| match shown {
            Shown::Item(item) if random.chance(10) => Some(item),
            _ => None,
        });
        for item in gone {
            if !sections.iter().any(|(_, items)| items.contains(&item)) && !kept.contains(&item) {
                kept.push(item);
            }
        }
        let new = 1 + extent / 10;
        for _ in 0..random.below(new) {
            *next += 1;
            kept.push(*next);
        }
        for item in kept {
            let at = random.below(sections.len());
            let items = &mut sections[at].1;
            items.insert(random.below(items.len() + 1), item);
        }
        Self(sections)
    }

    fn show(&self, list: &List<()>, options: UpdateOptions) -> Changeset {
        let (mut entries, mut keys) = (Vec::new(), Vec::new());
        for (section, items) in &self.0 {
            entries.push(SectionEntry::new(*section, keys.len()));
            keys.extend(items.iter().map(|item| Key::from(*item)));
        }
        list.with(options).set(&entries, &keys).unwrap()
    }
}

/// What a cursor is to say.
#[derive(Default, Debug)]
struct Model {
    has_headers: bool,
    selected: Option<Shown>,
    /// `None`: the first line of all.
    top: Option<Shown>,
}

fn nearest(line: Shown, before: &[Shown], after: &[Shown]) -> Option<Shown> {
    let at = before.iter().position(|other| *other == line).unwrap();
    let next = before[at..].iter().find(|line| after.contains(line));
    next.or_else(|| before[..at].iter().rev().find(|line| after.contains(line))).copied()
}

impl Model {
    fn follow(&mut self, before: &Plain, after: &Plain) {
        self.selected = self.selected.and_then(|line| nearest(line, &before.items(), &after.items()));
        let (before, after) = (before.lines(self.has_headers), after.lines(self.has_headers));
        let top = self.top.or(before.first().copied());
        self.top = top.and_then(|line| nearest(line, &before, &after));
    }

    /// Line by line, as a user would scroll: up while there are empty lines, then until what is selected is in view.
    fn place(&mut self, plain: &Plain, height: usize) -> (usize, Option<usize>) {
        let lines = plain.lines(self.has_headers);
        let row = |line: Shown| lines.iter().position(|other| *other == line).unwrap();
        let mut offset = self.top.map_or(0, row);
        while offset > 0 && offset + height > lines.len() {
            offset -= 1;
        }
        let selected = self.selected.map(row);
        if let Some(row) = selected.filter(|_| height > 0) {
            let is_below_header = row > 0 && matches!(lines[row - 1], Shown::Header(_)) && height > 1;
            while offset > row || (is_below_header && offset == row) {
                offset -= 1;
            }
            while offset + height <= row {
                offset += 1;
            }
        }
        self.top = lines.get(offset).copied();
        (offset, selected)
    }

    fn select(&mut self, plain: &Plain, index: Option<usize>) {
        let items = plain.items();
        self.selected = index.and_then(|index| items.get(index).or(items.last())).copied();
    }

    fn move_by(&mut self, plain: &Plain, by: isize) {
        let items = plain.items();
        let at = self.selected.and_then(|line| items.iter().position(|other| *other == line));
        let index = match at {
            Some(at) => (at as isize + by).max(0) as usize,
            None if by < 0 => items.len(),
            None => 0,
        };
        self.select(plain, Some(index));
    }
}

fn a_session(seed: u64, has_headers: bool, is_flat: bool) {
    let random = &mut Random(seed);
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    let mut cursor = if has_headers { Cursor::with_headers() } else { Cursor::new() };
    let mut model = Model { has_headers, ..Model::default() };
    let (mut plain, mut next) = (Plain::default(), 100);
    for step in 0..40 {
        match random.below(6) {
            0 => {
                let index = random.chance(90).then(|| random.below(plain.items().len() + 2));
                cursor.select(&list, index).unwrap();
                model.select(&plain, index);
            }
            1 => {
                let by = random.below(9) as isize - 4;
                cursor.move_by(&list, by).unwrap();
                model.move_by(&plain, by);
            }
            2 => {
                let lines = plain.lines(has_headers);
                let row = random.below(lines.len() + 2);
                cursor.scroll_to(&list, row).unwrap();
                model.top = lines.get(row).or(lines.last()).copied();
            }
            _ => {}
        }
        for _ in 0..random.below(3) {
            let after = plain.changed(random, is_flat, &mut next);
            let options =
                if random.chance(10) { UpdateOptions::new().reload() } else { UpdateOptions::new() };
            after.show(&list, options);
            model.follow(&plain, &after);
            plain = after;
        }
        // As events bring them, of which several may have come.
        for event in list.events() {
            cursor.follow(event.unwrap().changeset.as_ref().unwrap()).unwrap();
        }
        let height = [0, 1, 2, 3, 5, 12, 40][random.below(7)];
        let (offset, selected) = model.place(&plain, height);
        let window = match random.chance(50) {
            true => cursor.place(&list, height).unwrap(),
            false => cursor.place(&list.snapshot().unwrap(), height).unwrap(),
        };
        assert_eq!(
            (window.offset, window.selected),
            (offset, selected),
            "step {step}, {height} lines: {plain:?}"
        );
        let lines = plain.lines(has_headers);
        assert_eq!(window.count, height.min(lines.len() - offset));
        check_lines(&cursor, window, &list, &lines, &plain);
        let index = model.selected.and_then(|line| plain.items().iter().position(|other| *other == line));
        assert_eq!(cursor.index(&list).unwrap(), index);
        let position = cursor.selected().map(|position| list.index_of(position).unwrap());
        assert_eq!(position, index);
    }
}

/// The visible rows are as many as there are, and show what they are to show.
fn check_lines(cursor: &Cursor, window: Window, list: &List<()>, lines: &[Shown], plain: &Plain) {
    let items = plain.items();
    for row in window.rows() {
        let shown = match cursor.line(list, row).unwrap() {
            Line::Header(section) => Shown::Header(plain.0[section].0),
            Line::Item(index) => items[index],
        };
        assert_eq!(shown, lines[row]);
    }
    let line = window.selected.filter(|_| window.count > 0).map(|row| row - window.offset);
    assert_eq!(window.selected_line(), line);
    assert_eq!(cursor.line(list, lines.len()).unwrap_err().status(), Status::Range);
}

#[test]
fn it_stays_with_its_item_and_its_first_line_in_a_flat_list() {
    seeds(150, |seed| a_session(seed, false, true));
}

#[test]
fn it_stays_with_its_item_and_its_first_line_in_sections_with_headers() {
    seeds(150, |seed| a_session(seed, true, false));
}

#[test]
fn it_stays_with_its_item_and_its_first_line_in_sections_without_headers() {
    seeds(150, |seed| a_session(seed, false, false));
}

fn numbers(range: std::ops::Range<u64>) -> Vec<Key> {
    range.map(Key::from).collect()
}

#[test]
fn a_large_section_that_goes_leaves_the_nearest_item_selected() {
    let list = List::<()>::new().unwrap();
    let mut cursor = Cursor::with_headers();
    let entries = [SectionEntry::new("a", 0), SectionEntry::new("b", 10), SectionEntry::new("c", 1_000_010)];
    cursor.follow(&list.set(&entries, &numbers(0..1_000_010)).unwrap()).unwrap();
    cursor.select(&list, Some(20)).unwrap();
    assert_eq!(cursor.place(&list, 10).unwrap().selected, Some(22));
    // No item comes behind it: the section before is searched for its last one.
    let entries = [SectionEntry::new("a", 0), SectionEntry::new("c", 10)];
    cursor.follow(&list.set(&entries, &numbers(0..10)).unwrap()).unwrap();
    assert_eq!(cursor.selected(), Some(Position::new(0, 9)));
    let window = cursor.place(&list, 4).unwrap();
    assert_eq!((window.offset, window.selected), (8, Some(10)));
}

#[test]
fn an_arrangement_that_was_not_followed_is_refused() {
    let list = List::<()>::new().unwrap();
    let mut cursor = Cursor::new();
    cursor.follow(&list.set_items(&numbers(0..10)).unwrap()).unwrap();
    cursor.select(&list, Some(9)).unwrap();
    let changes = list.set_items(&numbers(0..5)).unwrap();
    assert_eq!(cursor.place(&list, 4).unwrap_err().status(), Status::Range);
    cursor.follow(&changes).unwrap();
    assert_eq!(cursor.place(&list, 4).unwrap().selected, Some(4));
}

#[test]
fn it_stands_in_a_derived_list_and_in_a_shared_one() {
    let source = List::<()>::new().unwrap();
    source.set_items(Columns::new(&numbers(0..6)).levels(&[0, 1, 1, 0, 1, 0])).unwrap();
    let outline = source.outline(Outline::new()).unwrap();
    outline.set_events(EventKind::UPDATE).unwrap();
    // It shows 0, 3 and 5.
    let mut cursor = Cursor::new();
    cursor.select(&outline, Some(1)).unwrap();
    assert_eq!(cursor.place(&outline, 2).unwrap().selected, Some(1));
    outline.expand(outline.item_at(0).unwrap()).unwrap();
    for event in outline.events() {
        event.unwrap().changeset.iter().for_each(|changes| cursor.follow(changes).unwrap());
    }
    // It shows 0, 1, 2, 3 and 5, of which 3 is selected still.
    let window = cursor.place(&outline, 2).unwrap();
    assert_eq!((window.offset, window.selected, cursor.index(&outline).unwrap()), (2, Some(3), Some(3)));
    assert_eq!(cursor.line(&outline, 3).unwrap(), Line::Item(3));
    assert_eq!(outline.keys(3..4).unwrap(), [Key::from(3)]);
    cursor.move_by(outline.list(), 9).unwrap();
    assert_eq!(cursor.place(outline.list(), 2).unwrap().selected, Some(4));
    cursor.scroll_to(&outline.clone(), 0).unwrap();
}
