//! The calls that may take memory, of lists, snapshots and changesets.

use iqlist::{
    diff, Cells, Changeset, Event, EventKind, Filter, Filtered, ItemKey, Kind, List, Order, Outline,
    Position, Result, SectionEntry, Selection, SetStates, Side, Snapshot, Sorted, States, SubmitOptions,
    Target, END,
};

use crate::stage::{key, Stage, DIFF, UPDATE};
use crate::support::Counted;

/// Cells that are the number of their model.
struct Numbers;

impl Cells<Counted> for Numbers {
    type Cell = u64;

    fn create(&self, _: &Event<Counted>) -> u64 {
        0
    }

    fn bind(&self, cell: &mut u64, event: &Event<Counted>) {
        *cell = event.model.as_deref().expect("each item has one").number;
    }
}

pub type Call = (&'static str, fn(&mut Stage) -> Result<()>);

pub const CALLS: &[Call] = &[
    ("list set", |it| {
        let elements = [it.element.clone()];
        let entries = [SectionEntry::new(key(1), 0).supplementaries(&elements), SectionEntry::new(key(7), 4)];
        it.list.set(&entries, &it.new).map(drop)
    }),
    ("list set silently", |it| it.list.silently().set_items(&it.new)),
    ("list set items", |it| it.list.with(UPDATE.verify()).set_items(&it.new).map(drop)),
    ("list set section items", |it| it.list.set_section_items(key(1), &it.new).map(drop)),
    ("list apply", |it| it.list.apply(&it.wanted).map(drop)),
    ("list apply changeset", |it| it.list.with(UPDATE).apply_changeset(&it.changes).map(drop)),
    ("list snapshot", |it| it.list.snapshot().map(drop)),
    ("list trim", |it| it.list.trim()),
    ("list set undo", |it| it.list.set_undo(1 << 20)),
    ("list undo", |it| it.list.undo().map(drop)),
    ("list set states", |it| {
        let items = it.list.items(2..9)?;
        it.list.set_states(&items, States::EXPANDED, SetStates::ONLY)
    }),
    ("list set states of a range", |it| it.list.set_range_states(3.., States::host(1), SetStates::TOGGLE)),
    ("list set states of a section", |it| {
        it.list.set_section_states(it.list.section_at(1)?, States::FOCUSED, SetStates::ON)
    }),
    ("list set states by key", |it| {
        let missing = it.list.set_key_states([key(4), key(99)], States::FOCUSED, SetStates::BY_USER)?;
        assert_eq!((missing, it.list.info()?.focused), (1, it.list.find_item(key(4))?));
        assert_eq!(it.list.keys_in_state(States::FOCUSED, 0)?, [ItemKey::in_section(key(0), key(4))]);
        it.list.items_in_state(States::FOCUSED, 0).map(drop)
    }),
    ("list set selection", |it| it.list.set_selection(Selection::MULTIPLE.keeping())),
    ("list submit", |it| {
        let ticket = it.list.submit_with(&it.wanted, SubmitOptions::new().here())?;
        loop {
            it.list.poll()?;
            if let Some(result) = ticket.try_result() {
                return result;
            }
        }
    }),
    ("list outline", |it| {
        let outline = it.list.outline(Outline::new().expanded())?;
        outline.set_events(EventKind::UPDATE | EventKind::STATES | EventKind::CHILDREN)?;
        outline.collapse_all()?;
        while outline.poll()?.is_some() {}
        outline.expand_all()?;
        while outline.poll()?.is_some() {}
        assert_eq!(outline.len(), it.list.len());
        Ok(())
    }),
    ("list filtered", |it| {
        let list = it.list.filtered(Filtered::new().keep_parents())?;
        list.set_events(EventKind::UPDATE | EventKind::STATES)?;
        let bits = Filter::bits((0..it.list.len()).map(|at| at % 3 > 0), it.list.info()?.version);
        for filter in [Filter::by(|_, model: &Counted| model.number % 2 == 0), bits, Filter::everything()] {
            let ticket = list.set_filter(filter)?;
            while ticket.try_result().is_none() {
                list.poll()?;
            }
            ticket.try_result().expect("it has ended")?;
        }
        assert_eq!(list.len(), it.list.len());
        Ok(())
    }),
    ("list sorted", |it| {
        let list = it.list.sorted(Sorted::new())?;
        list.set_events(EventKind::UPDATE)?;
        let text = |model: &Counted| format!("a text of many bytes: {}", model.number % 3);
        let compare = |a: &Counted, b: &Counted| b.number.cmp(&a.number);
        for order in [Order::by(text), Order::comparing(compare), Order::of_source()] {
            let ticket = list.set_order(order)?;
            while ticket.try_result().is_none() {
                list.poll()?;
            }
            ticket.try_result().expect("it has ended")?;
        }
        assert_eq!(list.keys(..)?, it.list.keys(..)?);
        Ok(())
    }),
    ("list set supplementary", |it| it.list.set_supplementary(&it.element)),
    ("list remove supplementary", |it| {
        it.list.set_supplementary(&it.element)?;
        it.list.remove_supplementary(Kind::HEADER, 0)
    }),
    ("screen", |it| {
        let screen = it.list.screen()?;
        let view = screen.view(Numbers)?;
        view.set_visible(5..15, 2)?;
        while screen.poll()?.is_some() {}
        view.set_visible(8..18, 2)?;
        let item = Target::Item(it.list.item_at(1)?);
        let taken = view.take_cell(item)?.cell.expect("is a cell");
        while screen.poll()?.is_some() {}
        view.give_cell(taken)?;
        while screen.poll()?.is_some() {}
        assert!(view.find_cell(item)?.is_none());
        let shown = view.find_cell(Target::Item(it.list.item_at(9)?))?.expect("it is visible");
        assert_eq!(view.with_cell(shown.cell.expect("is a cell"), |number| *number)?, 9);
        Ok(())
    }),
    ("list reads", |it| {
        let section = it.list.find_section(key(1))?.expect("is there");
        let info = it.list.item_info(it.list.find_item(key(4))?.expect("is there"))?;
        assert_eq!(it.list.index_of(info.position)?, info.index);
        assert!(it.list.supplementary(section, Kind::HEADER, 0)?.is_some());
        assert_eq!((it.list.rows(..)?.len(), it.list.supplementaries(section)?.len()), (20, 1));
        it.list.statistics()?;
        it.list.dump().map(drop)
    }),
    ("list edit", |it| it.list.edit().map(drop)),
    ("edit of a list without sections", |it| {
        let list = List::new()?;
        let mut edit = list.edit()?;
        let inserted = edit.insert_items(None, END, &it.new);
        assert_eq!(list.len(), if inserted.is_ok() { it.new.len() } else { 0 });
        inserted.and_then(|()| edit.commit_silently())
    }),
    ("snapshot of items", |it| Snapshot::of_items(&it.new).map(drop)),
    ("snapshot copy", |it| it.shown.copy().map(drop)),
    ("snapshot set", |it| {
        let elements = [it.element.clone()];
        let entries = [SectionEntry::new(key(1), 0).supplementaries(&elements), SectionEntry::new(key(7), 4)];
        it.shown.set(&entries, &it.new)
    }),
    ("append sections", |it| it.shown.append_sections([key(8)])),
    ("insert sections", |it| it.shown.insert_sections(1, [key(8)])),
    ("insert sections before", |it| it.shown.insert_sections_before(key(1), [key(8)])),
    ("insert sections after", |it| it.shown.insert_sections_after(key(1), [key(8)])),
    ("move section before", |it| it.shown.move_section_before(key(1), key(0))),
    ("move section after", |it| it.shown.move_section_after(key(0), key(1))),
    ("delete sections", |it| it.shown.delete_sections([key(0), key(8)]).map(drop)),
    ("delete all", |it| it.shown.delete_all()),
    ("append items", |it| it.shown.append_items(Some(key(0)), &it.new)),
    ("insert items", |it| it.wanted.insert_items(key(0), 1, &it.new)),
    ("insert children", |it| it.wanted.insert_children(key(4), END, &it.new)),
    ("set section items", |it| it.shown.set_section_items(key(0), &it.new)),
    ("update items", |it| it.wanted.update_items(None, [key(15), key(4)], &it.new[..2])),
    ("insert items before", |it| it.shown.insert_items_before(key(4), &it.new)),
    ("insert items after", |it| it.wanted.insert_items_after(key(4), &it.new)),
    ("move item before", |it| it.shown.move_item_before(key(4), key(15))),
    ("move item after", |it| it.wanted.move_item_after(key(4), key(15))),
    ("move item to section", |it| it.shown.move_item_to_section(key(4), key(1))),
    ("delete items", |it| it.shown.delete_items(None, [key(4), key(15), key(99)]).map(drop)),
    ("delete all items", |it| it.shown.delete_all_items(None)),
    ("reload items", |it| it.shown.reload_items(None, [key(4)])),
    ("reconfigure items", |it| it.shown.reconfigure_items(None, [key(4)])),
    ("reload sections", |it| it.shown.reload_sections([key(1)])),
    ("clear marks", |it| it.shown.clear_marks()),
    ("set supplementary", |it| it.shown.set_supplementary(key(1), &it.element)),
    ("remove supplementary", |it| it.shown.remove_supplementary(key(1), Kind::HEADER, 0)),
    ("snapshot reads", |it| {
        assert_eq!((it.shown.rows(..)?.len(), it.shown.supplementaries(key(1))?.len()), (20, 1));
        let position = it.shown.find_item(key(4))?.expect("is there");
        assert_eq!(it.shown.item_info(position)?.index, it.shown.index_of(position)?);
        assert!(it.shown.supplementary(key(1), Kind::HEADER, 0)?.is_some());
        it.shown.dump().map(drop)
    }),
    ("snapshot encode", |it| it.shown.encode().map(drop)),
    ("snapshot decode", |it| Snapshot::<Counted>::decode(&it.bytes.0, Default::default()).map(drop)),
    ("diff", |it| diff(&it.shown, &it.wanted, DIFF.verify()).map(drop)),
    ("batch", |it| it.changes.batch().map(drop)),
    ("steps", |it| it.changes.steps().map(drop)),
    ("single_steps", |it| it.changes.single_steps().map(drop)),
    ("flat_steps", |it| it.changes.flat_steps().map(drop)),
    ("flat_single_steps", |it| it.changes.flat_single_steps().map(drop)),
    ("splices", |it| it.changes.splices().map(drop)),
    ("splices without updates", |it| it.changes.splices_without_updates().map(drop)),
    ("map", |it| it.changes.map(Side::After).map(drop)),
    ("map position", |it| it.changes.map_position(Side::Before, Position::new(0, 0)).map(drop)),
    ("find key", |it| it.changes.find_key(key(4)).map(drop)),
    ("apply to", |it| it.changes.apply_to(&mut it.shown)),
    ("invert", |it| it.changes.invert().map(drop)),
    ("compose", |it| it.changes.compose(&it.changes.invert()?).map(drop)),
    ("changeset encode", |it| it.changes.encode().map(drop)),
    ("changeset decode", |it| Changeset::decode(&it.bytes.1).map(drop)),
    ("changeset dump", |it| it.changes.dump().map(drop)),
    ("explain", |it| it.changes.explain(Side::After, Position::new(0, 0)).map(drop)),
];
