//! Keys and contents are those of C, whatever they are made of.

use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher as _};
use std::path::Path;

use iqlist::{
    content, Duplicates, Field, Hasher, ItemKey, Key, List, ListOptions, Row, SectionEntry, Status,
};
use iqlist_sys as sys;

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// A value of the golden keys, TYPE:VALUE. It has a hash and an order only to be a member of sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Told(String);

impl Told {
    fn parts(&self) -> (&str, &str) {
        self.0.split_once(':').unwrap()
    }

    /// What stands in the brackets of a tuple or a set.
    fn members(&self) -> Vec<Told> {
        let (_, value) = self.parts();
        let (mut depth, mut members) = (0, vec![String::new()]);
        for letter in value[1..value.len() - 1].chars() {
            depth += i32::from("({".contains(letter)) - i32::from(")}".contains(letter));
            match letter {
                ',' if depth == 0 => members.push(String::new()),
                _ => members.last_mut().unwrap().push(letter),
            }
        }
        members.into_iter().filter(|member| !member.is_empty()).map(Told).collect()
    }
}

impl Field for Told {
    fn add_to(&self, hasher: Hasher) -> Hasher {
        match self.parts() {
            ("str", value) => hasher.field(String::from_utf8(unhex(&value[1..])).unwrap()),
            ("bytes", value) => hasher.field(unhex(&value[1..])),
            ("UUID", value) => hasher.field(<[u8; 16]>::try_from(unhex(&value[1..])).unwrap()),
            ("int", value) if value.starts_with('-') => hasher.field(value.parse::<i64>().unwrap()),
            ("int", value) => hasher.field(value.parse::<u64>().unwrap()),
            ("float", value) => hasher.field(value.parse::<f64>().unwrap()),
            ("bool", value) => hasher.field(value == "True"),
            ("NoneType", _) => hasher.field(None::<u8>),
            ("set", _) => hasher.field(self.members().into_iter().collect::<BTreeSet<_>>()),
            // One field: that of its key.
            ("tuple", _) => hasher.field(key_of_tuple(&self.members())),
            (of, _) => panic!("what is {of}?"),
        }
    }
}

fn key_of_tuple(fields: &[Told]) -> Key {
    match fields {
        [a] => Key::from((a,)),
        [a, b] => Key::from((a, b)),
        [a, b, c] => Key::from((a, b, c)),
        [a, b, c, d] => Key::from(&(a, b, c, d)),
        [a, b, c, d, e] => Key::from((a, b, c, d, e)),
        [a, b, c, d, e, f] => Key::from((a, b, c, d, e, f)),
        [a, b, c, d, e, f, g] => Key::from((a, b, c, d, e, f, g)),
        [a, b, c, d, e, f, g, h] => Key::from((a, b, c, d, e, f, g, h)),
        _ => panic!("{} fields", fields.len()),
    }
}

/// A key by every way that there is to it from what the line says.
fn ways(of: &str, value: &str) -> Vec<Key> {
    let told = Told(format!("{of}:{value}"));
    let in_order = |hasher: Hasher, field: &Told| hasher.field(field);
    match of {
        "int" => {
            let number: i128 = value.parse().unwrap();
            let mut ways = vec![];
            macro_rules! ways {
                ($($of:ty)*) => {
                    $(ways.extend(<$of>::try_from(number).map(Key::from));)*
                };
            }
            ways!(u8 u16 u32 u64 usize u128 i8 i16 i32 i64 isize);
            ways
        }
        "str" => {
            let text = String::from_utf8(unhex(&value[1..])).unwrap();
            vec![text.as_str().into(), (&text).into(), text.into()]
        }
        "float" => {
            let number: f64 = value.parse().unwrap();
            let single = number as f32;
            let mut ways = vec![number.into(), (&number).into(), Hasher::new().double(number).key()];
            ways.extend((f64::from(single) == number).then(|| Key::from(single)));
            ways
        }
        "bool" => {
            let value = value == "True";
            vec![value.into(), (&value).into(), Hasher::new().boolean(value).key()]
        }
        "tuple" => {
            let fields = told.members();
            vec![key_of_tuple(&fields), fields.iter().fold(Hasher::new(), in_order).key()]
        }
        "set" => {
            let (members, backwards) = (told.members(), told.members().into_iter().rev());
            let sets: (BTreeSet<Told>, HashSet<Told>) =
                (members.iter().cloned().collect(), members.iter().cloned().collect());
            let hashed = |members: &[Told]| Hasher::new().set(members).key();
            let twice = [members.clone(), members.clone()].concat();
            let mut ways = vec![(&sets.0).into(), sets.0.into(), (&sets.1).into(), sets.1.into()];
            ways.extend([hashed(&members), hashed(&twice), hashed(&backwards.collect::<Vec<_>>())]);
            ways
        }
        _ => {
            let bytes = unhex(&value[1..]);
            let mut ways = vec![Key::try_from(bytes.as_slice()).unwrap(), Key::from_bytes(&bytes).unwrap()];
            ways.extend(<[u8; 16]>::try_from(bytes.as_slice()).map(Key::from));
            ways.extend(<&[u8; 16]>::try_from(bytes.as_slice()).map(Key::from));
            ways.extend(Key::try_from(bytes));
            ways
        }
    }
}

#[test]
fn keys_are_the_golden_ones_of_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../Tests/Boundary/golden/keys.txt");
    let lines = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    let mut kinds = BTreeSet::new();
    for line in lines {
        let [golden, of, value] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let ways = ways(of, value);
        assert!(ways.len() >= 2 || of == "bytes", "{line}");
        ways.iter().for_each(|key| assert_eq!(key.to_string(), golden, "{line}"));
        kinds.insert(of);
    }
    let all = ["str", "bytes", "int", "float", "bool", "UUID", "tuple", "set"];
    assert_eq!(kinds, BTreeSet::from(all));
}

#[test]
fn a_tuple_is_the_key_of_an_item_wherever_one_is_taken() {
    let list = List::<()>::new().unwrap();
    list.set_items(&[Row::new(("order", 4711)), Row::new(1.5), Row::new(true), Row::new([7; 16])]).unwrap();
    let index = |key: Key| list.find_item(key).unwrap().map(|item| list.item_info(item).unwrap().index);
    assert_eq!(index(("order", 4711u64).into()), Some(0));
    assert_eq!(index(1.5f32.into()), Some(1));
    assert_eq!(index(true.into()), Some(2));
    assert_eq!(index((&[7; 16]).into()), Some(3));
    assert_eq!(index(("order", "4711").into()), None);
    assert!(list.find_item(("order", 4711)).unwrap().is_some());
    // A pair is no section and key: where keys are scoped the section is missing.
    let scoped = List::<()>::with_options(ListOptions::new().duplicates(Duplicates::Scope)).unwrap();
    scoped.set(&[SectionEntry::new("friends", 0)], &[Key::from("Ada")]).unwrap();
    assert_eq!(scoped.find_item(("friends", "Ada")).unwrap_err().status(), Status::Scope);
    assert!(scoped.find_item(ItemKey::in_section("friends", "Ada")).unwrap().is_some());
}

#[test]
fn what_names_an_item_is_a_key_or_a_section_and_a_key() {
    let key = Key::from("Ada");
    assert_eq!(ItemKey::from("Ada"), ItemKey::from(key));
    let scoped = ItemKey { section: Some("friends".into()), key };
    assert_eq!(ItemKey::in_section("friends", "Ada"), scoped);
    assert_eq!(ItemKey::in_section(Key::from("friends"), key), scoped);
    let pair = ItemKey { section: None, key: ("friends", "Ada").into() };
    assert_eq!(ItemKey::from(("friends", "Ada")), pair);
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
