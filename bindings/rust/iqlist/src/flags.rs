//! The text of flags: their names, as in `States(SELECTED | FOCUSED)`.

use std::fmt;

/// The names of bits, for `{:?}`.
pub(crate) struct Names<'a> {
    pub(crate) bits: u32,
    /// What no bits at all are called.
    pub(crate) none: &'a str,
    pub(crate) known: &'a [(u32, &'a str)],
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bits == 0 {
            return f.write_str(self.none);
        }
        let (mut left, mut between) = (self.bits, "");
        for (bits, name) in self.known.iter().filter(|(bits, _)| self.bits & bits != 0) {
            write!(f, "{between}{name}")?;
            (left, between) = (left & !bits, " | ");
        }
        match left {
            0 => Ok(()),
            unknown => write!(f, "{between}{unknown:#x}"),
        }
    }
}

/// `{:?}` of flags: their names joined by ` | `, and what has none in hexadecimal.
macro_rules! debug_flags {
    ($kind:ident, $none:ident, $($name:ident)*) => {
        impl std::fmt::Debug for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let known = [$((Self::$name.0, stringify!($name))),*];
                let (bits, none) = (self.0, stringify!($none));
                let names = crate::flags::Names { bits, none, known: &known };
                f.debug_tuple(stringify!($kind)).field(&names).finish()
            }
        }
    };
}

pub(crate) use debug_flags;

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn bits_without_a_name_are_hexadecimal() {
        let shown = |bits| format!("{:?}", Names { bits, none: "NONE", known: &[(1, "ONE"), (4, "FOUR")] });
        assert_eq!([0, 1, 5].map(shown), ["NONE", "ONE", "ONE | FOUR"]);
        assert_eq!([2, 7, 0x8000_0004].map(shown), ["0x2", "ONE | FOUR | 0x2", "FOUR | 0x80000000"]);
    }
}
