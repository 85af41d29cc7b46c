//! Nothing is read or written beyond what the host has given, or has asked for.

use iqlist::{Column, Columns, Key, List, Snapshot, Status};

fn keys(range: std::ops::Range<u64>) -> Vec<Key> {
    range.map(Key::from).collect()
}

#[test]
fn columns_are_read_where_they_are_and_nothing_else_is() {
    struct Chat {
        unread: u64,
        key: Key,
        _name: &'static str,
        look: Box<u64>,
    }
    let chat = |key: u64| Chat { unread: key * 10, key: key.into(), _name: "", look: Box::new(key) };
    let chats = [chat(1), chat(2), chat(3)];
    let column = Column::field(&chats, |chat| &chat.key).unwrap();
    assert_eq!((column.len(), column.get(1), column.get(3)), (3, Some(&Key::from(2u64)), None));
    let list = List::<()>::new().unwrap();
    let unread = Column::field(&chats, |chat| &chat.unread).unwrap();
    list.set_items(Columns::new(column).contents(unread)).unwrap();
    assert_eq!(list.contents(..).unwrap(), [10, 20, 30]);

    // Not in the rows; not the same field in all of them; rows without a size.
    let elsewhere = Column::field(&chats, |chat| &*chat.look);
    let changing =
        Column::field(&chats[..2], |chat| if chat.unread == 10 { &chat.unread } else { &chats[0].unread });
    let nowhere = Column::field(&[(), ()], |_| &0u64);
    for refused in [elsewhere, changing, nowhere] {
        assert_eq!(refused.unwrap_err().status(), Status::Argument);
    }
    let empty: [Chat; 0] = [];
    assert!(Column::field(&empty, |chat| &chat.key).unwrap().is_empty());

    let error = list.set_items(Columns::new(&keys(0..2)).contents(&[1])).unwrap_err();
    assert_eq!(error.status(), Status::Argument);
    assert_eq!(error.message(), "IQ_ERROR_ARGUMENT: there are 2 keys and 1 contents");
}

#[test]
fn ranges_beyond_the_end_are_refused() {
    let (list, shown) = (List::<()>::new().unwrap(), Snapshot::<()>::of_items(&keys(0..10)).unwrap());
    list.apply(&shown).unwrap();
    #[allow(clippy::reversed_empty_ranges, reason = "that is the point")]
    for range in [0..11, 11..11, 7..3, 0..usize::MAX] {
        assert_eq!(list.keys(range.clone()).unwrap_err().status(), Status::Range, "{range:?}");
        assert_eq!(shown.rows(range.clone()).unwrap_err().status(), Status::Range, "{range:?}");
        let (mut edit, section) = (list.edit().unwrap(), list.section_at(0).unwrap());
        if range != (11..11) {
            assert_eq!(edit.delete_item_range(section, range).unwrap_err().status(), Status::Range);
        }
    }
    assert_eq!(list.keys(3..=4).unwrap(), keys(3..5));
    assert_eq!(list.keys(10..).unwrap(), []);
    assert_eq!(list.keys(11..).unwrap_err().status(), Status::Range);
}
