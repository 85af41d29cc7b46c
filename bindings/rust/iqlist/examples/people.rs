//! people - view models that say how they are shown and what happens when they are selected; another thread updates.

use std::panic::resume_unwind;
use std::thread;

use iqlist::kit::{CellViewModel, Coordinator, Driver, EmptyView, Route, RoutedEvent, Section};
use iqlist::{Key, Target};

/// Who it is, and what may change.
#[derive(PartialEq)]
struct Person {
    passport: u64,
    hair: &'static str,
}

#[derive(Default)]
struct PersonCell {
    label: String,
}

impl CellViewModel for Person {
    type Cell = PersonCell;

    fn id(&self) -> Key {
        self.passport.into()
    }

    fn configure(&self, cell: &mut PersonCell) {
        cell.label = format!("{} has {} hair", self.passport, self.hair);
        println!("  configured: {}", cell.label);
    }
}

/// Gets what view models and sections pass on.
struct Pages;

impl Coordinator for Pages {
    fn on_select(&self, event: &RoutedEvent<'_>) -> Route {
        println!("  to the page of {}", event.view_model::<Person>().map_or(0, |person| person.passport));
        Route::Handled
    }
}

fn people(people: &[(u64, &'static str)]) -> [Section; 1] {
    let people = people.iter().map(|&(passport, hair)| Person { passport, hair });
    [Section::new("people", people).header("People")]
}

fn main() -> iqlist::Result<()> {
    println!("Loaded");
    let driver = Driver::builder()
        .coordinator(Pages)
        .empty_view_provider(|| EmptyView::new("Nobody"))
        .build(people(&[(1, "red"), (2, "brown")]))?;
    driver.show(0..10, 0)?;
    driver.poll()?;
    println!("Tapped");
    driver.tap(driver.list().item_at(1)?)?;
    driver.poll()?;
    println!("Updated by a thread");
    let updater = driver.updater();
    let update = move || updater.submit(people(&[(1, "red"), (3, "black"), (2, "grey")]));
    let ticket = thread::spawn(update).join().unwrap_or_else(|panic| resume_unwind(panic))?;
    // An event loop would wait until driver.list().wakeup() is readable.
    while ticket.try_result().is_none() {
        driver.poll()?;
        thread::yield_now();
    }
    println!("Empty");
    driver.update(people(&[]))?;
    driver.poll()?;
    let empty = Target::ListElement(iqlist::Kind::EMPTY, 0);
    let title = driver.with_cell(empty, |view: &mut EmptyView| view.title.clone())?.flatten();
    println!("  {}", title.unwrap_or_default());
    Ok(())
}
