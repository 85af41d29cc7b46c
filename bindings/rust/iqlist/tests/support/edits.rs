//! A random edit of a list, and the same of the slow model.

use iqlist::{Edit, Row, Section, END};

use super::shown::{Item, Shown};
use super::Random;

/// One call of the edit, chosen and filled in by chance.
pub fn random_call(edit: &mut Edit<'_>, shown: &mut Shown, random: &mut Random) {
    let list = edit.list();
    if shown.sections.is_empty() {
        let key = 1000 + random.next() % 9000;
        edit.insert_sections(END, &[key.into()]).unwrap();
        shown.sections.push((key, vec![]));
        return;
    }
    let at = random.below(shown.sections.len());
    let section: Section = list.section_at(at).unwrap();
    let count = shown.sections[at].1.len();
    let first = random.below(count + 1);
    let range = first..first + random.below(count - first + 1);
    match random.below(9) {
        0 => {
            let rows = newcomers(shown, random);
            edit.insert_items(section, first, &in_rows(&rows)).unwrap();
            shown.sections[at].1.splice(first..first, rows);
        }
        1 => {
            edit.delete_item_range(section, range.clone()).unwrap();
            shown.sections[at].1.drain(range);
        }
        2 => {
            let target = random.below(shown.sections.len());
            let items: Vec<Item> = shown.sections[at].1.drain(range.clone()).collect();
            let index = random.below(shown.sections[target].1.len() + 1);
            edit.move_item_range(section, range, list.section_at(target).unwrap(), index).unwrap();
            shown.sections[target].1.splice(index..index, items);
        }
        3 if count > 0 => {
            let (which, content) = (random.below(count), 1 + random.next() % 5);
            let item = list.item_in_section(section, which).unwrap();
            edit.update_item(item, &Row::new(0u64).content(content)).unwrap();
            shown.sections[at].1[which].1 = content;
        }
        4 => {
            // Some stay, with another look; some come.
            let mut rows: Vec<Item> =
                shown.sections[at].1.iter().filter(|_| random.chance(50)).map(|(key, _)| (*key, 9)).collect();
            rows.extend(newcomers(shown, random));
            edit.set_section_items(section, &in_rows(&rows)).unwrap();
            shown.sections[at].1 = rows;
        }
        5 => {
            let key = 1000 + random.next() % 9000;
            if shown.sections.iter().all(|(other, _)| *other != key) {
                edit.insert_sections_before(section, &[key.into()]).unwrap();
                shown.sections.insert(at, (key, vec![]));
            }
        }
        6 if random.chance(30) => {
            edit.delete_sections(&[section]).unwrap();
            shown.sections.remove(at);
        }
        7 => {
            let moved = shown.sections.remove(at);
            let position = random.below(shown.sections.len() + 1);
            edit.move_section_range(at..=at, position).unwrap();
            shown.sections.insert(position, moved);
        }
        8 if count > 1 => {
            let (which, anchor) = (random.below(count), random.below(count));
            let handles = list.items(list.section_info(section).unwrap().items()).unwrap();
            edit.move_item_after(handles[which], handles[anchor]).unwrap();
            if which != anchor {
                let item = shown.sections[at].1.remove(which);
                let anchor = if anchor > which { anchor - 1 } else { anchor };
                shown.sections[at].1.insert(anchor + 1, item);
            }
        }
        _ => {}
    }
}

/// Items that are not there yet.
fn newcomers(shown: &Shown, random: &mut Random) -> Vec<Item> {
    let mut rows: Vec<Item> = Vec::new();
    for _ in 0..random.below(4) {
        let key = random.next() % 1000;
        if shown.flat().chain(rows.iter().copied()).all(|item| item.0 != key) {
            rows.push((key, 1 + random.next() % 5));
        }
    }
    rows
}

fn in_rows(items: &[Item]) -> Vec<Row> {
    items.iter().map(|(key, content)| Row::new(*key).content(*content)).collect()
}
