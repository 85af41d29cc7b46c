//! The calls of an edit. They can be made one after another.

use iqlist::{Columns, Edit, Kind, Result, Row, END};

use crate::stage::{key, Stage};
use crate::support::Counted;

pub type EditCall = (&'static str, fn(&mut Edit<'_, Counted>, &Stage) -> Result<()>);

pub const EDITS: &[EditCall] = &[
    ("insert items", |edit, it| edit.insert_items(edit.list().section_at(0)?, END, &it.new[..3])),
    ("insert items before", |edit, it| edit.insert_items_before(edit.list().item_at(4)?, &it.new[3..5])),
    ("insert items after", |edit, it| edit.insert_items_after(edit.list().item_at(4)?, &it.new[5..6])),
    ("insert children", |edit, _| {
        edit.insert_children(edit.list().item_at(4)?, 0, &[Row::new(90u64).level(2)])
    }),
    ("delete items", |edit, _| edit.delete_items(&edit.list().items(7..9)?)),
    ("delete item range", |edit, _| edit.delete_item_range(edit.list().section_at(1)?, 2..4)),
    ("move item range", |edit, _| {
        edit.move_item_range(edit.list().section_at(0)?, 1..3, edit.list().section_at(1)?, 1)
    }),
    ("move item before", |edit, _| edit.move_item_before(edit.list().item_at(6)?, edit.list().item_at(0)?)),
    ("move item after", |edit, _| edit.move_item_after(edit.list().item_at(0)?, edit.list().item_at(9)?)),
    ("update item", |edit, it| edit.update_item(edit.list().item_at(1)?, &it.new[9])),
    ("update items", |edit, it| edit.update_items(&edit.list().items(2..5)?, &it.new[5..8])),
    ("update contents", |edit, _| {
        edit.update_items(&edit.list().items(3..5)?, Columns::without_keys(2).contents(&[7, 8]))
    }),
    ("reload items", |edit, _| edit.reload_items(&edit.list().items(..2)?)),
    ("reconfigure items", |edit, _| edit.reconfigure_items(&edit.list().items(2..4)?)),
    ("insert sections", |edit, _| edit.insert_sections(0, [key(10), key(11)])),
    ("insert sections before", |edit, _| edit.insert_sections_before(edit.list().section_at(1)?, [key(12)])),
    ("insert sections after", |edit, _| edit.insert_sections_after(edit.list().section_at(1)?, [key(13)])),
    ("set section items", |edit, it| {
        let last = edit.list().section_count() - 1;
        edit.set_section_items(edit.list().section_at(last)?, &it.new[6..])
    }),
    ("set supplementary", |edit, it| edit.set_supplementary(edit.list().section_at(0)?, &it.element)),
    ("remove supplementary", |edit, _| {
        let last = edit.list().section_count() - 1;
        edit.remove_supplementary(edit.list().section_at(last)?, Kind::HEADER, 0)
    }),
    ("move section range", |edit, _| edit.move_section_range(..1, 1)),
    ("move section before", |edit, _| {
        edit.move_section_before(edit.list().section_at(1)?, edit.list().section_at(0)?)
    }),
    ("move section after", |edit, _| {
        edit.move_section_after(edit.list().section_at(0)?, edit.list().section_at(1)?)
    }),
    ("reload sections", |edit, _| edit.reload_sections(&[edit.list().section_at(0)?])),
    ("delete sections", |edit, _| edit.delete_sections(&[edit.list().section_at(1)?])),
    ("delete section range", |edit, _| edit.delete_section_range(..1)),
];

/// An edit of the list that has made the first so many of these.
pub fn edited(stage: &Stage, count: usize) -> Edit<'_, Counted> {
    let mut edit = stage.list.edit().unwrap();
    EDITS[..count].iter().for_each(|(_, call)| call(&mut edit, stage).unwrap());
    edit
}
