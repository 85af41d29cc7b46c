//! What these tests share: lists of numbers, cells that record what they show, and places in short.

use std::cell::{Cell, OnceCell, RefCell};
use std::panic::{catch_unwind, AssertUnwindSafe};

use iqlist::{
    Cells, Event, Kind, LaidOutView, LayoutHandle, Length, List, Row, Scene, Screen, SectionEntry,
    SectionLayout, Size, SizeRule, Supplementary, Target, ViewOptions,
};

/// Cells that hold the number that they show.
#[derive(Default)]
pub struct Numbers {
    pub bound: RefCell<Vec<u64>>,
    pub view: OnceCell<LayoutHandle>,
    /// The height that an item is set to have when it is bound: so many times its number.
    pub times: Cell<f64>,
    /// Binding a cell for this number panics.
    pub fails: Cell<Option<u64>>,
}

impl Cells<u64> for Numbers {
    type Cell = u64;

    fn create(&self, _: &Event<u64>) -> u64 {
        0
    }

    fn bind(&self, cell: &mut u64, event: &Event<u64>) {
        *cell = event.model.as_deref().copied().expect("what is bound has a model");
        assert!(self.fails.get() != Some(*cell), "bind of {cell}");
        self.bound.borrow_mut().push(*cell);
        if let (Some(view), Some(item)) = (self.view.get(), event.item) {
            view.set_sizes([(Target::Item(item), Size::new(0.0, *cell as f64 * self.times.get()))]).unwrap();
        }
    }
}

pub type NumberView = LaidOutView<u64, Numbers>;

pub fn row(number: u64) -> Row<u64> {
    Row::new(number).content(number + 1).model(number)
}

pub fn rows(numbers: impl IntoIterator<Item = u64>) -> Vec<Row<u64>> {
    numbers.into_iter().map(row).collect()
}

pub fn list_of(numbers: impl IntoIterator<Item = u64>) -> List<u64> {
    let list = List::new().unwrap();
    list.set_items(&rows(numbers)).unwrap();
    list
}

/// Sections of so many items each, with a header and a footer: item 2 of section 1 is 102, its header 1,000.
pub fn sections_of(counts: &[u64]) -> List<u64> {
    let list = List::new().unwrap();
    let element = |kind, number: u64| Supplementary::new(kind, 0, Row::new(number).model(number));
    let elements: Vec<_> = (0..counts.len() as u64)
        .map(|at| [element(Kind::HEADER, 1_000 + at), element(Kind::FOOTER, 2_000 + at)])
        .collect();
    let mut items = Vec::new();
    let mut sections = Vec::new();
    for (at, &count) in counts.iter().enumerate() {
        let first = at as u64 * 100;
        sections.push(SectionEntry::new(at as u64, items.len()).supplementaries(&elements[at]));
        items.extend(rows(first..first + count));
    }
    list.set(&sections, &items).unwrap();
    list
}

pub fn fixed(height: f64) -> SizeRule {
    SizeRule::height(Length::Fixed(height))
}

/// Of integral units; 100 wide and 50 high, with items of 10 units.
pub fn view_of(screen: &Screen<'_, u64>, options: ViewOptions) -> NumberView {
    let view = screen.laid_out_view(Numbers::default(), options.grain(1.0)).unwrap();
    view.set_size(100.0, 50.0).unwrap();
    view.set_layout(None, Some(&SectionLayout::list().item(fixed(10.0)))).unwrap();
    view
}

/// The numbers of the places, and where they start and end along the axis.
pub fn spans(scene: &Scene<'_, u64, Numbers>) -> Vec<(u64, f64, f64)> {
    let span = |place: iqlist::Place<'_, u64>| {
        let frame = place.frame();
        (*place.model().expect("it has a model"), frame.y, frame.y + frame.height)
    };
    scene.places().map(span).collect()
}

pub fn numbers(scene: &Scene<'_, u64, Numbers>) -> Vec<u64> {
    scene.places().map(|place| *place.model().expect("it has a model")).collect()
}

pub fn panic_of<R>(body: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(body)).err().expect("it panics");
    let text = payload.downcast_ref::<String>().cloned();
    text.or(payload.downcast_ref::<&str>().map(|text| text.to_string())).expect("a text")
}
