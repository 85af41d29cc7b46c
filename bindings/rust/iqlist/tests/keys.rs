//! Keys and contents are those of C, whatever they are made of.

use std::hash::{Hash, Hasher as _};
use std::path::Path;

use iqlist::{content, Hasher, ItemKey, Key, Status};
use iqlist_sys as sys;

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// A key by every way that there is to it from what the line says.
fn ways(of: &str, value: &str) -> Vec<Key> {
    if of == "int" {
        let number: i128 = value.parse().unwrap();
        let mut ways = vec![];
        macro_rules! ways {
            ($($of:ty)*) => {
                $(ways.extend(<$of>::try_from(number).map(Key::from));)*
            };
        }
        ways!(u8 u16 u32 u64 usize u128 i8 i16 i32 i64 isize);
        return ways;
    }
    let bytes = unhex(&value[1..]);
    if of == "str" {
        let text = String::from_utf8(bytes).unwrap();
        return vec![text.as_str().into(), (&text).into(), text.into()];
    }
    let mut ways = vec![Key::try_from(bytes.as_slice()).unwrap(), Key::from_bytes(&bytes).unwrap()];
    ways.extend(<[u8; 16]>::try_from(bytes.as_slice()).map(Key::from));
    ways.extend(Key::try_from(bytes));
    ways
}

#[test]
fn keys_are_the_golden_ones_of_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../Tests/Boundary/golden/keys.txt");
    let lines = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 20);
    for line in lines {
        let [golden, of, value] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let ways = ways(of, value);
        assert!(ways.len() >= 2 || of == "bytes", "{line}");
        ways.iter().for_each(|key| assert_eq!(key.to_string(), golden, "{line}"));
    }
}

#[test]
fn what_names_an_item_is_a_key_or_a_section_and_a_key() {
    let key = Key::from("Ada");
    assert_eq!(ItemKey::from("Ada"), ItemKey::from(key));
    let scoped = ItemKey { section: Some("friends".into()), key };
    assert_eq!(ItemKey::from(("friends", "Ada")), scoped);
    assert_eq!(ItemKey::from((Key::from("friends"), key)), scoped);
    assert_ne!(Key::of("Ada"), key);
    assert_eq!(Key::of(&7u64), Hasher::new().unsigned(7).key());
}

#[test]
fn keys_are_those_of_c() {
    // SAFETY: neither can fail.
    unsafe {
        assert_eq!(Key::from(77u64), sys::iq_key_from_u64(77).into());
        let mut key = sys::iq_key::default();
        sys::iq_key_from_bytes([1u8, 2].as_ptr().cast(), 2, &mut key);
        assert_eq!(Key::from_bytes(&[1, 2]).unwrap(), key.into());
    }
    assert_eq!(Key::from_bytes(&[3; 16]).unwrap(), Key::from([3; 16]));
    assert_eq!(Key::from_digest(&[4; 32]).unwrap(), Key::from([4; 16]));
    assert_eq!(Key::try_from(&[][..]).unwrap_err().status(), Status::Argument);
    assert_eq!(Key::from_bytes(&[]).unwrap_err().status(), Status::Argument);
    assert_eq!(Key::from_digest(&[0; 15]).unwrap_err().status(), Status::Argument);
    assert_eq!(Key::from_bytes(&[1, 2]).unwrap(), Hasher::new().bytes(&[1, 2]).key());
    assert_eq!(Key::from(0xabu64).to_string(), format!("ab{}", "0".repeat(30)));
}

#[test]
fn a_hasher_knows_types_and_takes_whatever_can_be_hashed() {
    let one = Hasher::new().unsigned(1);
    assert_eq!(one.content(), Hasher::new().signed(1).content());
    for other in [
        Hasher::new().string("1"),
        Hasher::new().bytes(b"1"),
        Hasher::new().double(1.0),
        Hasher::new().boolean(true),
        Hasher::new().nothing(),
        Hasher::new().key_field(Key::from(1u64)),
        Hasher::new().signed(-1),
    ] {
        assert_ne!(other.key(), one.key());
    }
    let mut hasher = Hasher::new();
    hasher.write_u8(1);
    assert_eq!(hasher.finish(), one.content());
    #[derive(Hash)]
    struct Look<'a>(&'a str, i8, u128, Option<bool>, [u16; 2]);
    let look = |number| content(&Look("a", -1, number, None, [3, 4]));
    assert_eq!(look(5), look(5));
    assert_ne!(look(5), look(6));
    assert_ne!(Key::of(&("a", "bc")), Key::of(&("ab", "c")));
}
