//! cursor - a list of lines in a terminal: the selected one and the scroll position go along with the changes.

use iqlist::terminal::{Cursor, Line};
use iqlist::{Key, List, Row, SectionEntry};

const HEIGHT: usize = 5;

type Rooms = [(&'static str, &'static [&'static str])];

fn show(list: &List<&'static str>, rooms: &Rooms) -> iqlist::Result<iqlist::Changeset> {
    let (mut rows, mut sections) = (Vec::new(), Vec::new());
    for &(room, people) in rooms {
        sections.push(SectionEntry::new(room, rows.len()));
        rows.extend(people.iter().map(|name| Row::new(*name).model(*name)));
    }
    list.set(&sections, &rows)
}

/// The lines that are visible, one after another; a terminal would be at the first line of an area.
fn draw(list: &List<&'static str>, cursor: &mut Cursor, rooms: &Rooms) -> iqlist::Result<()> {
    let window = cursor.place(list, HEIGHT)?;
    for row in window.rows() {
        let mark = if window.selected == Some(row) { '>' } else { ' ' };
        match cursor.line(list, row)? {
            Line::Header(section) => println!("{}", rooms[section].0),
            Line::Item(index) => {
                let name = list.models(index..=index)?.remove(0);
                println!("{mark} {}", name.map_or("", |name| *name));
            }
        }
    }
    Ok(())
}

fn main() -> iqlist::Result<()> {
    let (list, mut cursor) = (List::new()?, Cursor::with_headers());
    let rooms: &Rooms = &[("Kitchen", &["Ada", "Ben"]), ("Garden", &["Cem", "Dot", "Eve"])];
    cursor.follow(&show(&list, rooms)?)?;
    let dot = list.find_item(Key::from("Dot"))?.expect("she is there");
    cursor.select(&list, Some(list.item_info(dot)?.index))?;
    println!("Dot is selected");
    draw(&list, &mut cursor, rooms)?;

    println!("\nGus and Hal arrive above, and Dot stays where she was");
    let rooms: &Rooms = &[("Kitchen", &["Gus", "Hal", "Ada", "Ben"]), ("Garden", &["Cem", "Dot", "Eve"])];
    cursor.follow(&show(&list, rooms)?)?;
    draw(&list, &mut cursor, rooms)?;

    println!("\nDot leaves: the next one is selected");
    let rooms: &Rooms = &[("Kitchen", &["Gus", "Hal", "Ada", "Ben"]), ("Garden", &["Cem", "Eve"])];
    cursor.follow(&show(&list, rooms)?)?;
    draw(&list, &mut cursor, rooms)?;

    println!("\nThree up");
    cursor.move_by(&list, -3)?;
    draw(&list, &mut cursor, rooms)
}
