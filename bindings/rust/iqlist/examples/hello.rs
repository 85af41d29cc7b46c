//! hello - two states of a list, and what changes from one to the other.

use iqlist::{List, Row};

fn main() -> iqlist::Result<()> {
    let people: List<()> = List::new()?;
    people.set_items(&["Ada", "Ben", "Cem"].map(Row::new))?;
    let changes = people.set_items(&["Cem", "Ada", "Eve"].map(Row::new))?;
    for splice in changes.splices()? {
        println!(
            "at {}: {} removed, {} added",
            splice.position(),
            splice.removed().len(),
            splice.added().len()
        );
    }
    Ok(())
}
