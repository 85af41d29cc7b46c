//! cursor - lines in a terminal: the selected one and the scroll position go along with the changes.

use iqlist::terminal::{Cursor, Line};
use iqlist::{Changeset, List, Row, SectionEntry};

type Room = (&'static str, &'static [&'static str]);

fn set(list: &List<&'static str>, rooms: &[Room]) -> iqlist::Result<Changeset> {
    let (mut rows, mut sections) = (Vec::new(), Vec::new());
    for &(room, people) in rooms {
        sections.push(SectionEntry::new(room, rows.len()));
        rows.extend(people.iter().map(|&name| Row::new(name).model(name)));
    }
    list.set(&sections, &rows)
}

/// Draws what is visible in five lines.
fn draw(what: &str, list: &List<&'static str>, cursor: &mut Cursor, rooms: &[Room]) -> iqlist::Result<()> {
    println!("{what}");
    let window = cursor.place(list, 5)?;
    for row in window.rows() {
        match cursor.line(list, row)? {
            Line::Header(section) => println!("  | {}", rooms[section].0),
            Line::Item(index) => {
                let mark = if window.selected == Some(row) { '>' } else { ' ' };
                println!("  | {mark} {}", list.get(index)?.map_or("", |name| *name));
            }
        }
    }
    Ok(())
}

fn main() -> iqlist::Result<()> {
    let (list, mut cursor) = (List::new()?, Cursor::with_headers());
    let rooms: &[Room] = &[("Kitchen", &["Ada", "Ben"]), ("Garden", &["Cem", "Dot", "Eve"])];
    cursor.follow(&set(&list, rooms)?)?;
    cursor.select(&list, Some(3))?;
    draw("Dot is selected", &list, &mut cursor, rooms)?;
    let rooms: &[Room] = &[("Kitchen", &["Fay", "Ada", "Ben"]), ("Garden", &["Cem", "Dot", "Eve"])];
    cursor.follow(&set(&list, rooms)?)?;
    draw("Fay comes, above what is visible", &list, &mut cursor, rooms)?;
    let rooms: &[Room] = &[("Kitchen", &["Fay", "Ada", "Ben"]), ("Garden", &["Cem", "Eve"])];
    cursor.follow(&set(&list, rooms)?)?;
    draw("Dot leaves", &list, &mut cursor, rooms)?;
    cursor.move_by(&list, -4)?;
    draw("Four up", &list, &mut cursor, rooms)
}
