//! What the tests of drivers with a layout share: items that are nothing but a number, and where they are drawn.

use iqlist::kit::*;
use iqlist::{Key, Kind, Length, PlaceFlags, Rect, SizeRule, Target};

/// An item that says nothing about its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile(pub u64);

impl CellViewModel for Tile {
    type Cell = String;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut String) {
        *cell = self.0.to_string();
    }
}

pub fn tiles(count: u64) -> Section {
    Section::new("tiles", (0..count).map(Tile))
}

pub fn fixed(height: f64) -> SizeRule {
    SizeRule::height(Length::Fixed(height))
}

pub fn wide(width: Length, height: Length) -> SizeRule {
    SizeRule { width, ..SizeRule::height(height) }
}

/// A driver with this layout in a window of this size.
pub fn laid_out(layout: Layout, (width, height): (f64, f64), collection: impl Into<Collection>) -> Driver {
    sized(Driver::builder().layout(layout), (width, height), collection)
}

pub fn sized(
    builder: DriverBuilder,
    (width, height): (f64, f64),
    collection: impl Into<Collection>,
) -> Driver {
    let driver = builder.build(collection).unwrap();
    driver.set_size(width, height).unwrap();
    driver
}

/// The height of the content.
pub fn content(driver: &Driver) -> f64 {
    driver.layout().unwrap().content().height
}

/// The frames of the items that are in the window.
pub fn frames(driver: &Driver) -> Vec<(f64, f64, f64, f64)> {
    let scene = driver.layout().unwrap();
    let places =
        scene.places().iter().filter(|place| place.item().is_some() && !place.has(PlaceFlags::OUTSIDE));
    places.map(|place| numbers(place.frame)).collect()
}

pub fn numbers(Rect { x, y, width, height, .. }: Rect) -> (f64, f64, f64, f64) {
    (x, y, width, height)
}

/// The frame of the header or footer of a section.
pub fn element(driver: &Driver, section: usize, kind: Kind) -> Option<Rect> {
    let section = driver.list().section_at(section).unwrap();
    driver.layout().unwrap().find(Target::Element(section, kind, 0)).map(|place| place.frame)
}

/// What a panic says.
pub fn panic_of<R>(body: impl FnOnce() -> R) -> Option<String> {
    let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).err()?;
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}
