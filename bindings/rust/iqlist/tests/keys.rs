//! Keys and contents are those of C, whatever they are made of.

use std::hash::{Hash, Hasher as _};

use iqlist::{content, Hasher, Key, Status};
use iqlist_sys as sys;

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
