//! screen - the screen of a list: cells for what is visible, bound again only where something has changed.

use iqlist::{content, Cells, Event, Kind, List, Row, Screen, Supplementary};

struct Chat {
    name: &'static str,
    messages: u32,
}

fn row(name: &'static str, messages: u32) -> Row<Chat> {
    Row::new(name).content(content(&messages)).model(Chat { name, messages })
}

/// The rows of some toolkit.
struct Rows;

impl Cells<Chat> for Rows {
    type Cell = String;

    fn create(&self, _: &Event<Chat>) -> String {
        String::new()
    }

    fn bind(&self, text: &mut String, event: &Event<Chat>) {
        let (Some(Chat { name, messages }), Some(cell)) = (event.model.as_deref(), event.cell) else {
            return;
        };
        *text = format!("{name} {messages}");
        println!("  cell {cell}: {text}");
    }

    fn unbind(&self, text: &mut String, event: &Event<Chat>) {
        let Some(cell) = event.cell else { return };
        println!("  cell {cell} is free of {text}");
    }
}

/// An event loop would wait until list.wakeup() is readable.
fn show(screen: &Screen<'_, Chat>, what: &str) -> iqlist::Result<()> {
    println!("{what}");
    screen.events().try_for_each(|event| event.map(drop))
}

fn main() -> iqlist::Result<()> {
    let list = List::new()?;
    list.set_supplementary(&Supplementary::new(Kind::EMPTY, 0, row("Nobody", 0)))?;
    let screen = list.screen()?;
    let view = screen.view(Rows)?;
    view.set_visible(0..2, 0)?;
    show(&screen, "Empty")?;
    list.set_items(&[row("Ada", 7), row("Ben", 2), row("Cem", 5), row("Dot", 1)])?;
    show(&screen, "Loaded")?;
    view.set_visible(1..3, 0)?;
    show(&screen, "Scrolled")?;
    let mut rows = list.rows(..)?;
    (rows[1], rows[3]) = (row("Ben", 3), row("Dot", 2));
    list.set_items(&rows)?;
    show(&screen, "Ben and Dot have news")?;
    println!("Closed");
    Ok(())
}
