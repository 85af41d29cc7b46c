//! The lines of a laid-out view on a screen, and the cursor there, beside a model that has all lines of the content.

mod support;

use std::collections::HashMap;

use iqlist::terminal::{Cursor, Lines};
use iqlist::{
    Anchor, Cells, Direction, Event, EventKind, Key, Kind, LaidOutView, Length, List, Row, Scroll,
    SectionEntry, SectionLayout, Size, SizeRule, Status, Supplementary, Target, ViewOptions,
};
use support::{seeds, Random};

struct NoCells;

impl Cells<()> for NoCells {
    type Cell = ();

    fn create(&self, _: &Event<()>) {}

    fn bind(&self, _: &mut (), _: &Event<()>) {}
}

type Plain = Vec<(u64, Vec<u64>)>;

/// A line of the content: whether of a header, of which row or section, and which of its lines.
type Line = (bool, u64, usize);

/// What is to be seen.
struct Model {
    sections: Plain,
    /// Of rows and of headers.
    heights: HashMap<(bool, u64), usize>,
    is_sticky: bool,
    height: usize,
    top: usize,
    selected: Option<u64>,
}

impl Model {
    fn keys(&self) -> Vec<u64> {
        self.sections.iter().flat_map(|(_, items)| items.iter().copied()).collect()
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut add = |is_header, key| {
            lines.extend((0..self.heights[&(is_header, key)]).map(|line| (is_header, key, line)));
        };
        for (section, items) in &self.sections {
            add(true, *section);
            items.iter().for_each(|item| add(false, *item));
        }
        lines
    }

    fn screen(&self) -> Vec<Option<Line>> {
        let lines = self.lines();
        let mut screen: Vec<_> = (0..self.height).map(|y| lines.get(self.top + y).copied()).collect();
        if self.is_sticky && self.top < lines.len() {
            let header = |from: &Line| from.0 && from.2 == 0;
            let first = (0..=self.top).rev().find(|&at| header(&lines[at])).unwrap();
            let end = (self.top + 1..lines.len()).find(|&at| header(&lines[at])).unwrap_or(lines.len());
            let key = lines[first].1;
            let length = self.heights[&(true, key)];
            let hidden = (self.top + length).saturating_sub(end);
            if first < self.top {
                for line in hidden..length {
                    if let Some(shown) = screen.get_mut(line - hidden) {
                        *shown = Some((true, key, line));
                    }
                }
            }
        }
        screen
    }

    fn scroll(&mut self, top: isize) {
        let last = self.lines().len().saturating_sub(self.height);
        self.top = top.clamp(0, last as isize) as usize;
    }

    fn span(&self, key: u64) -> (isize, isize) {
        let first = self.lines().iter().position(|line| *line == (false, key, 0)).unwrap();
        (first as isize, (first + self.heights[&(false, key)]) as isize)
    }

    fn stuck(&self, key: u64) -> isize {
        let (section, _) = self.sections.iter().find(|(_, items)| items.contains(&key)).unwrap();
        if self.is_sticky {
            self.heights[&(true, *section)] as isize
        } else {
            0
        }
    }

    /// A key: to another row, or to what is left of one that is larger than the screen.
    fn step(&mut self, direction: Direction) {
        let (height, top, keys) = (self.height as isize, self.top as isize, self.keys());
        let is_back = matches!(direction, Direction::Up | Direction::PageUp);
        let is_page = matches!(direction, Direction::PageUp | Direction::PageDown);
        let Some(selected) = self.selected else {
            self.selected = if is_back { keys.last() } else { keys.first() }.copied();
            if let Some(key) = self.selected {
                self.reveal(key, false, false);
            }
            return;
        };
        let ((first, end), stuck) = (self.span(selected), self.stuck(selected));
        let lines = if is_page { (height - 1).max(1) } else { 1 };
        if end - first > height - stuck && first < top + height && end > top {
            if is_back && top > first - stuck {
                return self.scroll((top - lines).max(first - stuck));
            }
            if !is_back && top < end - height {
                return self.scroll((top + lines).min(end - height));
            }
        }
        let at = keys.iter().position(|key| *key == selected).unwrap();
        let next: Vec<u64> = match is_back {
            true => keys[..at].iter().rev().copied().collect(),
            false => keys[at + 1..].to_vec(),
        };
        let is_near = |key: &&u64| match is_back {
            true => end - self.span(**key).0 <= height - stuck,
            false => self.span(**key).1 - first <= height - stuck,
        };
        let near = if is_page { next.iter().take_while(is_near).last() } else { None };
        self.selected = near.or(next.first()).copied().or(Some(selected));
        self.reveal(self.selected.unwrap(), is_back, true);
    }

    fn reveal(&mut self, key: u64, is_back: bool, is_step: bool) {
        let ((first, end), stuck, height) = (self.span(key), self.stuck(key), self.height as isize);
        let (upper, lower, top) = (first - stuck, end - height, self.top as isize);
        if lower <= upper {
            self.scroll(top.min(upper).max(lower));
        } else if is_step {
            self.scroll(if is_back { lower } else { upper });
        } else if top < upper || top > lower {
            self.scroll(upper);
        }
    }
}

fn set(model: &Model, list: &List<()>, view: &LaidOutView<(), NoCells>) {
    let headers: Vec<_> =
        model.sections.iter().map(|(key, _)| [Supplementary::header(Row::<()>::new(*key))]).collect();
    let (mut entries, mut keys) = (Vec::new(), Vec::new());
    for ((section, items), header) in model.sections.iter().zip(&headers) {
        entries.push(SectionEntry::new(*section, keys.len()).supplementaries(header));
        keys.extend(items.iter().map(|item| Key::from(*item)));
    }
    list.set(&entries, &keys).unwrap();
    let size = |is_header, key| Size::new(80.0, model.heights[&(is_header, key)] as f64);
    let items = model.keys().into_iter().enumerate();
    let items = items.map(|(at, key)| (Target::Item(list.item_at(at).unwrap()), size(false, key)));
    let headers = model.sections.iter().enumerate().map(|(at, (key, _))| {
        (Target::Element(list.section_at(at).unwrap(), Kind::HEADER, 0), size(true, *key))
    });
    view.set_sizes(items.chain(headers)).unwrap();
}

fn change(model: &mut Model, random: &mut Random, next: &mut u64) {
    model.sections.retain(|_| !random.chance(10));
    if random.chance(30) || model.sections.is_empty() {
        *next += 1;
        model.sections.insert(random.below(model.sections.len() + 1), (*next, vec![]));
    }
    for (_, items) in &mut model.sections {
        items.retain(|_| !random.chance(15));
        for _ in 0..random.below(4) {
            *next += 1;
            items.insert(random.below(items.len() + 1), *next);
        }
    }
    for key in model.keys() {
        if random.chance(10) || !model.heights.contains_key(&(false, key)) {
            model.heights.insert((false, key), [1, 1, 2, 3, 5, 14][random.below(6)]);
        }
    }
    for (key, _) in &model.sections {
        model.heights.entry((true, *key)).or_insert(1 + random.below(2));
    }
}

fn a_session(seed: u64, is_sticky: bool) {
    let random = &mut Random(seed);
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    let screen = list.screen().unwrap();
    let mut view = screen.laid_out_view(NoCells, ViewOptions::new().grain(1.0)).unwrap();
    let one = SizeRule::height(Length::Auto(1.0));
    let layout = SectionLayout::list().item(one).header(one);
    let layout = if is_sticky { layout.sticky_header() } else { layout };
    view.set_layout(None, Some(&layout)).unwrap();
    view.set_anchor(Anchor::None, None).unwrap();
    let mut cursor = Cursor::new();
    let mut model =
        Model { sections: vec![], heights: HashMap::new(), is_sticky, height: 8, top: 0, selected: None };
    let mut next = 0;
    for step in 0..60 {
        match random.below(if step == 0 { 1 } else { 6 }) {
            0 => {
                change(&mut model, random, &mut next);
                set(&model, &list, &view);
                while let Some(event) = screen.poll().unwrap() {
                    event.changeset.iter().for_each(|changes| cursor.follow(changes).unwrap());
                }
                let index = cursor.index(&list).unwrap();
                model.selected = index.map(|index| model.keys()[index]);
            }
            1 => model.height = 1 + random.below(12),
            2 => model.top = random.below(model.lines().len() + 1),
            _ => {
                let keys = [Direction::Up, Direction::Down, Direction::PageUp, Direction::PageDown];
                let direction = keys[random.below(4)];
                let window = model.top as f64..(model.top + model.height) as f64;
                cursor.step(&list, &view, direction, window).unwrap();
                model.step(direction);
                assert_eq!(view.layout().unwrap().offset(), model.top as f64, "step {step}, {direction:?}");
            }
        }
        view.set_size(80.0, model.height as f64).unwrap();
        model.scroll(model.top as isize);
        view.scroll(model.top as f64, Scroll::TO).unwrap();
        let scene = view.layout().unwrap();
        assert_eq!(scene.offset(), model.top as f64, "step {step}");
        check(&model, &list, &Lines::of(&scene, model.height), step);
        let selected = cursor.index(&list).unwrap().map(|index| model.keys()[index]);
        assert_eq!(selected, model.selected, "step {step}");
    }
}

/// Each line of the screen, and the runs of them.
fn check(model: &Model, list: &List<()>, lines: &Lines<'_, ()>, step: usize) {
    let (shown, keys) = (model.screen(), model.keys());
    let name = |place: iqlist::Place<'_, ()>| match place.index() {
        Some(index) => (false, keys[index]),
        None => {
            let at = (0..model.sections.len()).find(|&at| list.section_at(at).ok() == place.section());
            (true, model.sections[at.unwrap()].0)
        }
    };
    let read: Vec<Option<Line>> = (0..model.height)
        .map(|y| lines.get(y).map(|(place, line)| (name(place).0, name(place).1, line)))
        .collect();
    assert_eq!(read, shown, "step {step}");
    assert_eq!((lines.height(), lines.get(model.height).is_none()), (model.height, true));
    let mut drawn = vec![None; model.height];
    let mut last = 0;
    for run in lines.runs() {
        assert!(run.screen.start >= last && run.screen.len() == run.lines.len(), "step {step}");
        last = run.screen.end;
        for (y, line) in run.screen.zip(run.lines) {
            drawn[y] = Some((name(run.place).0, name(run.place).1, line));
        }
    }
    assert_eq!(drawn, shown, "step {step}");
    for (index, key) in keys.iter().enumerate() {
        let has = |line: &Option<Line>| line.is_some_and(|(is_header, of, _)| !is_header && of == *key);
        let expected: Vec<_> = (0..model.height).filter(|&y| has(&shown[y])).collect();
        assert_eq!(lines.of_item(index).collect::<Vec<_>>(), expected, "step {step}");
    }
}

#[test]
fn each_line_shows_what_is_there_and_keys_scroll_no_further_than_necessary() {
    seeds(150, |seed| a_session(seed, false));
}

#[test]
fn headers_stick_over_what_is_below_them_until_they_are_pushed_out() {
    seeds(150, |seed| a_session(seed, true));
}

#[test]
fn a_cursor_without_items_selects_none_and_one_that_has_not_followed_is_refused() {
    let list = List::<()>::new().unwrap();
    let screen = list.screen().unwrap();
    let mut view = screen.laid_out_view(NoCells, ViewOptions::new().grain(1.0)).unwrap();
    view.set_size(80.0, 5.0).unwrap();
    let mut cursor = Cursor::new();
    cursor.step(&list, &view, Direction::Down, 0.0..5.0).unwrap();
    assert_eq!((cursor.selected(), cursor.item(&list).unwrap()), (None, None));
    let lines = Lines::of(&view.layout().unwrap(), 5);
    assert_eq!((lines.runs().count(), lines.of_item(0)), (0, 0..0));

    cursor.follow(&list.set_items(&[1u64, 2].map(Key::from)).unwrap()).unwrap();
    cursor.step(&list, &view, Direction::PageUp, 0.0..5.0).unwrap();
    assert_eq!(cursor.item(&list).unwrap(), Some(list.item_at(1).unwrap()));
    list.set_items(&[1u64].map(Key::from)).unwrap();
    let refused = cursor.step(&list, &view, Direction::Down, 0.0..5.0).unwrap_err();
    assert_eq!(refused.status(), Status::Range);
}
