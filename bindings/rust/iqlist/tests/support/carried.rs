//! What becomes of a state that travels, as bytes or as a changeset: keys, contents and classes come along,
//! models do not.

use super::looks::{class, comparing, plain};
use super::shown::{Item, Shown};

impl Shown {
    /// All items and elements.
    fn all_rows(&mut self) -> impl Iterator<Item = &mut Item> {
        self.sections.iter_mut().flat_map(|section| {
            let elements = section.elements.iter_mut().map(|element| &mut element.row);
            section.items.iter_mut().chain(elements)
        })
    }
}

/// The same in classes that compare no models.
pub fn without_comparing(mut shown: Shown) -> Shown {
    shown.all_rows().for_each(|row| row.class = row.class.map(|_| plain()));
    shown
}

/// What is read of bytes that say `shown`, or where a changeset that leads there is applied to `before`: what
/// stays keeps its model as long as its class stays, and no model comes.
pub fn without_models(shown: &Shown, before: &Shown) -> Shown {
    let mut carried = shown.clone();
    for section in &mut carried.sections {
        let origin = before.find_section(section.key);
        for row in &mut section.items {
            let there = before.find(origin.unwrap_or(usize::MAX), row.key);
            carry(row, there.map(|place| before.item(place)));
        }
        for element in &mut section.elements {
            let before = origin.map(|at| &before.sections[at]);
            let there = before.and_then(|it| it.elements.get(it.element(element.kind, element.index)?));
            carry(&mut element.row, there.map(|it| &it.row));
        }
    }
    carried
}

fn carry(row: &mut Item, there: Option<&Item>) {
    row.class = class(row);
    let stays = there.filter(|it| it.key == row.key && class(it) == row.class);
    row.model = stays.and_then(|it| it.model.clone());
    // As it is read: beside a model, a class that is only that of its type is not told.
    row.class = row.class.filter(|class| row.model.is_none() || [plain(), comparing()].contains(class));
}
