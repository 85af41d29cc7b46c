//! Accessibility identifiers: the name by which a test of the user interface finds a cell.

use std::fmt;
use std::ops::BitOr;

/// What is added to the accessibility identifier of a cell.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AccessibilityOptions(u8);

impl AccessibilityOptions {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// The position of the section.
    pub const SECTION: Self = Self(1);
    /// The position of the item within its section.
    pub const ROW: Self = Self(2);

    /// Whether it has all of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The identifier of a cell in a section, at a row there: `user_cell_0_3` with both options. What it has not is
    /// left out: an element has no row, the list itself no section.
    ///
    /// ```
    /// use iqlist::kit::AccessibilityOptions;
    ///
    /// assert_eq!(AccessibilityOptions::ROW.identifier("user_cell", Some(0), Some(3)), "user_cell_3");
    /// ```
    pub fn identifier(self, base: &str, section: Option<usize>, row: Option<usize>) -> String {
        let parts = [(Self::SECTION, section), (Self::ROW, row)];
        let numbers =
            parts.into_iter().filter_map(|(option, number)| number.filter(|_| self.contains(option)));
        numbers.fold(base.to_string(), |identifier, number| format!("{identifier}_{number}"))
    }
}

impl fmt::Debug for AccessibilityOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["NONE", "SECTION", "ROW", "SECTION | ROW"];
        f.debug_tuple("AccessibilityOptions").field(&format_args!("{}", names[usize::from(self.0)])).finish()
    }
}

impl BitOr for AccessibilityOptions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
