//! quickstart - set what a list shows, set it again, print the changes.

use iqlist::{content, ChangeKind, Edit, List, Row, END};

struct Chat {
    id: u64,
    name: &'static str,
    messages: u32,
}

fn rows(chats: &[(u64, &'static str, u32)]) -> Vec<Row<Chat>> {
    let chats = chats.iter().map(|&(id, name, messages)| Chat { id, name, messages });
    chats.map(|chat| Row::new(chat.id).content(content(&chat.messages)).model(chat)).collect()
}

fn show(list: &List<Chat>, chats: &[(u64, &'static str, u32)]) -> iqlist::Result<()> {
    let before = list.snapshot()?.models(..)?;
    let changes = list.set_items(&rows(chats))?;
    // A change is a range of consecutive items.
    for change in changes.batch()? {
        let was = || change.before_range().zip(before[change.before_range()].iter().flatten());
        let is = list.models(change.after_range())?;
        let is = change.after_range().zip(is.iter().flatten());
        match change.kind() {
            ChangeKind::ItemDelete => was().for_each(|(at, chat)| println!("  {} leaves {at}", chat.name)),
            ChangeKind::ItemInsert => is.for_each(|(at, chat)| println!("  {} appears at {at}", chat.name)),
            ChangeKind::ItemMoveIn => is.for_each(|(at, chat)| println!("  {} moves to {at}", chat.name)),
            ChangeKind::ItemUpdate => was().zip(is).for_each(|((_, was), (_, is))| {
                println!("  {} has {} new", is.name, is.messages - was.messages);
            }),
            _ => {}
        }
    }
    Ok(())
}

fn main() -> iqlist::Result<()> {
    let list = List::new()?;
    println!("Morning");
    show(&list, &[(1, "Ada", 7), (2, "Ben", 2), (3, "Cem", 5), (4, "Dot", 1)])?;
    println!("Noon");
    show(&list, &[(5, "Eve", 1), (3, "Cem", 8), (1, "Ada", 9), (2, "Ben", 2)])?;

    // An edit passes only the changes.
    let mut edit: Edit<Chat> = list.edit()?;
    edit.delete_items(&[list.item_at(0)?])?;
    edit.insert_items(None, END, &rows(&[(6, "Fay", 3)]))?;
    for splice in edit.commit()?.splices()? {
        println!(
            "At {}: {} removed, {} added",
            splice.position(),
            splice.removed().len(),
            splice.added().len()
        );
    }
    Ok(())
}
