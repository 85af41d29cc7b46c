//! Sort keys as bytes: of two keys of one type, `a < b` exactly if the bytes of `a` are less.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use iqlist_sys::iq_rank;

/// The bytes of a rank.
const RANK: usize = 16;

/// What items are sorted by: see [`Order::by`](crate::Order::by). It is written as bytes whose order, byte by byte, is
/// that of the keys. Numbers of the host's own are made of those that are here.
///
/// | key | bytes |
/// |---|---|
/// | an integer, a `char`, a `bool`, a [`Duration`] | as many as it has, the highest first |
/// | a float | in the order of [`f64::total_cmp`] |
/// | `[u8; N]` | these |
/// | text, by code points, and other bytes | these, with `00` as `01 01` and `01` as `01 02`, and `00` at the end |
/// | an [`Option`] | `00` for `None`, which comes first, or `01` and the value |
/// | a tuple | each part |
/// | [`Reverse`] | those of the value, inverted: the largest comes first |
///
/// ```
/// use iqlist::SortKey;
///
/// struct Version { major: u16, minor: u16 }
///
/// impl SortKey for Version {
///     const LONGEST: usize = <(u16, u16)>::LONGEST;
///
///     fn write(&self, bytes: &mut Vec<u8>) {
///         (self.major, self.minor).write(bytes);
///     }
/// }
///
/// let bytes = |major, minor| {
///     let mut bytes = Vec::new();
///     Version { major, minor }.write(&mut bytes);
///     bytes
/// };
/// assert!(bytes(2, 9) < bytes(2, 10) && bytes(2, 10) < bytes(10, 0));
/// ```
pub trait SortKey {
    /// The number of bytes that a key has at most; [`usize::MAX`] if any. Of keys that may have more than 16, items that
    /// are equal so far are asked about again.
    const LONGEST: usize;

    /// Appends the bytes. Those of no key begin with those of another: so they can be joined and inverted.
    fn write(&self, bytes: &mut Vec<u8>);
}

/// Whether a rank may be too short for keys of a type.
pub(crate) const fn is_deep<K: SortKey + ?Sized>() -> bool {
    K::LONGEST > RANK
}

/// The rank of a key: its bytes from 16 * `depth` on. `bytes` is room for them.
pub(crate) fn rank<K: SortKey + ?Sized>(key: &K, depth: u32, bytes: &mut Vec<u8>) -> iq_rank {
    bytes.clear();
    key.write(bytes);
    if is_deep::<K>() {
        part_zeroes(bytes);
    }
    let mut rank = [0; RANK];
    let from = bytes.len().min(RANK * depth as usize);
    let part = &bytes[from..bytes.len().min(from + RANK)];
    rank[..part.len()].copy_from_slice(part);
    let number = u128::from_be_bytes(rank);
    iq_rank { high: (number >> 64) as u64, low: number as u64 }
}

/// A rank of nothing but zeroes says that a key has ended: a 01 is put behind each 15 zeroes in a row.
fn part_zeroes(bytes: &mut Vec<u8>) {
    let (mut zeroes, mut at) = (0, 0);
    while at < bytes.len() {
        zeroes = if bytes[at] == 0 { zeroes + 1 } else { 0 };
        at += 1;
        if zeroes == RANK - 1 {
            bytes.insert(at, 1);
            (zeroes, at) = (0, at + 1);
        }
    }
}

/// Keys of a fixed number of bytes.
macro_rules! fixed {
    ($($kind:ty: $key:ident => $bytes:expr;)*) => { $(
        impl SortKey for $kind {
            const LONGEST: usize = size_of::<$kind>();

            fn write(&self, bytes: &mut Vec<u8>) {
                let $key = *self;
                bytes.extend_from_slice(&$bytes);
            }
        }
    )* };
}

fixed! {
    u8: key => key.to_be_bytes();
    u16: key => key.to_be_bytes();
    u32: key => key.to_be_bytes();
    u64: key => key.to_be_bytes();
    u128: key => key.to_be_bytes();
    usize: key => key.to_be_bytes();
    i8: key => (key ^ i8::MIN).to_be_bytes();
    i16: key => (key ^ i16::MIN).to_be_bytes();
    i32: key => (key ^ i32::MIN).to_be_bytes();
    i64: key => (key ^ i64::MIN).to_be_bytes();
    i128: key => (key ^ i128::MIN).to_be_bytes();
    isize: key => (key ^ isize::MIN).to_be_bytes();
    bool: key => [key.into()];
    char: key => u32::from(key).to_be_bytes();
    // The bits of a negative number are inverted, others get the highest bit.
    f32: key => { let bits = key.to_bits(); bits ^ ((bits as i32 >> 31) as u32 | 1 << 31) }.to_be_bytes();
    f64: key => { let bits = key.to_bits(); bits ^ ((bits as i64 >> 63) as u64 | 1 << 63) }.to_be_bytes();
}

impl<const N: usize> SortKey for [u8; N] {
    const LONGEST: usize = N;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self);
    }
}

impl SortKey for [u8] {
    const LONGEST: usize = usize::MAX;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(self.len() + 1);
        for byte in self {
            match byte {
                0 | 1 => bytes.extend([1, byte + 1]),
                _ => bytes.push(*byte),
            }
        }
        bytes.push(0);
    }
}

impl SortKey for str {
    const LONGEST: usize = usize::MAX;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.as_bytes().write(bytes);
    }
}

impl SortKey for Duration {
    const LONGEST: usize = <(u64, u32)>::LONGEST;

    fn write(&self, bytes: &mut Vec<u8>) {
        (self.as_secs(), self.subsec_nanos()).write(bytes);
    }
}

/// Keys that are written as what they hold.
macro_rules! as_held {
    ($([$($parameters:tt)*] $kind:ty: $held:ty;)*) => { $(
        impl<$($parameters)*> SortKey for $kind {
            const LONGEST: usize = <$held>::LONGEST;

            fn write(&self, bytes: &mut Vec<u8>) {
                <$held>::write(self, bytes);
            }
        }
    )* };
}

as_held! {
    [] String: str;
    [] Vec<u8>: [u8];
    [] Cow<'_, str>: str;
    [K: SortKey + ?Sized] &K: K;
    [K: SortKey + ?Sized] Box<K>: K;
    [K: SortKey + ?Sized] Rc<K>: K;
    [K: SortKey + ?Sized] Arc<K>: K;
}

impl<K: SortKey> SortKey for Option<K> {
    const LONGEST: usize = K::LONGEST.saturating_add(1);

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.is_some().into());
        if let Some(key) = self {
            key.write(bytes);
        }
    }
}

impl<K: SortKey> SortKey for Reverse<K> {
    const LONGEST: usize = K::LONGEST;

    fn write(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        self.0.write(bytes);
        bytes[start..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => { $(
        #[allow(non_snake_case, unused_variables)]
        impl<$($name: SortKey),*> SortKey for ($($name,)*) {
            const LONGEST: usize = 0usize$(.saturating_add($name::LONGEST))*;

            fn write(&self, bytes: &mut Vec<u8>) {
                let ($($name,)*) = self;
                $($name.write(bytes);)*
            }
        }
    )* };
}

tuples! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

#[cfg(test)]
mod tests {
    use super::*;

    /// All ranks of a key, as the library asks for them, until one is zero.
    fn ranks<K: SortKey>(key: &K) -> Vec<(u64, u64)> {
        let ask = |depth| rank(key, depth, &mut Vec::new());
        let all = (0..if is_deep::<K>() { 4096 } else { 1 }).map(ask);
        all.map(|rank| (rank.high, rank.low)).take_while(|rank| *rank != (0, 0)).collect()
    }

    /// The ranks of keys that rise do too.
    fn rise<K: SortKey>(keys: &[K]) {
        for (at, low) in keys.iter().enumerate() {
            assert!(keys[at + 1..].iter().all(|high| ranks(low) < ranks(high)), "key {at}");
        }
    }

    #[test]
    fn ranks_are_ordered_as_keys() {
        rise(&[0u8, 1, 255]);
        rise(&[i64::MIN, -256, -1, 0, 1, 255, 256, i64::MAX]);
        rise(&[i128::MIN, -1, 0, i128::MAX]);
        rise(&[-f64::NAN, f64::NEG_INFINITY, -1.5, -1e-320, -0.0, 0.0, 1e-320, 2.0, f64::INFINITY, f64::NAN]);
        rise(&[f32::NEG_INFINITY, -1.5, -0.0, 0.0, 2.0, f32::NAN]);
        rise(&[false, true]);
        rise(&["", "\0", "\0\0", "\0\u{1}", "\u{1}", "a", "a\0", "a\u{1}", "ab", "b", "é"]);
        rise(&[None, Some(Reverse("b")), Some(Reverse("ab")), Some(Reverse("a\0")), Some(Reverse("a"))]);
        rise(&[("a", 2u8), ("a", 3), ("a\0", 1), ("ab", 0)]);
        rise(&[(1u8, Reverse(2.5f32)), (1, Reverse(2.0)), (2, Reverse(9.0))]);
        rise(&[Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(1)]);
    }

    #[test]
    fn zeroes_within_a_key_are_no_end() {
        rise(&[(0u128, 0u128, 0u8), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1)]);
        for zeroes in 0..70 {
            let key = |last| (vec![7u8; 3], [0u8; 64], vec![0u8; zeroes], last);
            rise(&[key(0u8), key(1), key(2)]);
        }
        let texts: Vec<_> = (0..70).map(|count| "\0".repeat(count)).collect();
        rise(&texts);
    }

    #[test]
    fn only_keys_that_may_be_longer_are_deep() {
        assert!(!is_deep::<u128>() && !is_deep::<(i64, f64)>() && !is_deep::<(Option<f64>, bool)>());
        assert!(is_deep::<Option<u128>>() && is_deep::<String>() && is_deep::<(u8, &str)>());
        assert!(is_deep::<[u8; 17]>() && !is_deep::<Reverse<[u8; 16]>>());
    }
}
