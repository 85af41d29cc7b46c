//! What a list or a snapshot shows, read in each of the ways that there are.

use iqlist::{Item, ItemKey, List, Position, Row, SectionInfo, Snapshot, Supplementary};

use super::{hex, hex_of, position, Counted, Script, WATCHED};

impl Script {
    fn print_section(
        &mut self,
        info: &SectionInfo,
        elements: &[Supplementary<Counted>],
        rows: &[Row<Counted>],
    ) {
        assert_eq!(info.supplementary_count, elements.len());
        let head = format!("{} {} {} {}", info.position, hex_of(info.key), info.first, info.count);
        let element = |it: &Supplementary<Counted>| format!("{}.{} {}", it.kind.0, it.index, look(&it.row));
        let parts = elements.iter().map(element).chain(rows.iter().map(look));
        self.print("section", std::iter::once(head).chain(parts));
    }

    pub fn print_list(&mut self, list: &List<Counted>) {
        for at in 0..list.section_count() {
            let section = list.section_at(at).unwrap();
            let info = list.section_info(section).unwrap();
            let elements = list.supplementaries(section).unwrap();
            for element in &elements {
                let same = list.supplementary(section, element.kind, element.index).unwrap();
                assert_eq!(same.as_ref(), Some(element));
            }
            self.print_section(&info, &elements, &list.rows(info.items()).unwrap());
        }
        let items = list.items(..).unwrap();
        self.print("items", items.iter().map(|item| found(list, *item)));
        let watched = self.watched.clone();
        let place = |item: &Item| list.position(*item).map_or("gone".into(), |at| position(Some(at)));
        self.print("watched", watched.iter().map(place));
        if !list.is_empty() && self.chance(30) {
            let (which, index) = (self.below(WATCHED), self.below(list.len()));
            let item = list.item_at(index).unwrap();
            match self.watched.get_mut(which) {
                Some(watched) => *watched = item,
                None => self.watched.push(item),
            }
        }
    }

    pub fn print_snapshot(&mut self, shown: &Snapshot<Counted>) {
        let rows: Vec<Row<Counted>> = shown.iter().collect();
        for at in 0..shown.section_count() {
            let info = shown.section_at(at).unwrap();
            let elements = shown.supplementaries(info.key).unwrap();
            for element in &elements {
                let same = shown.supplementary(info.key, element.kind, element.index).unwrap();
                assert_eq!(same.as_ref(), Some(element));
            }
            for (item, index) in info.items().enumerate() {
                let place = Position::new(at, item);
                let info = shown.item_info(place).unwrap();
                assert_eq!((info.index, info.key, info.section), (index, rows[index].key, None));
                assert_eq!((shown.index_of(place).unwrap(), info.position), (index, place));
            }
            self.print_section(&info, &elements, &rows[info.items()]);
        }
        self.print("bytes", [hex(&shown.encode().unwrap())]);
    }
}

/// An item: found by its key, described by its handle, and asked for by its position.
fn found(list: &List<Counted>, item: Item) -> String {
    let info = list.item_info(item).unwrap();
    let section = list.section_info(info.section.unwrap()).unwrap();
    assert_eq!(list.find_item(ItemKey::in_section(section.key, info.key)).unwrap(), Some(item));
    let place = list.position(item).unwrap();
    assert_eq!(place, info.position);
    format!("{} {} {} {}", info.index, list.index_of(place).unwrap(), section.position, position(Some(place)))
}

fn look(row: &Row<Counted>) -> String {
    let model = row.model.as_ref().map_or(0, |model| model.number);
    let class = row.class.map_or("-", |class| class.name());
    format!("{} {} {model} {class}", hex_of(row.key), row.content)
}
