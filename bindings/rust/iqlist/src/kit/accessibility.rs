//! Accessibility identifiers: the name by which a test of the user interface finds a cell.

use std::ops::BitOr;

use crate::Position;

/// What is added to the accessibility identifier of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

    /// The identifier of a cell at a position: `user_cell_0_3` with both options.
    ///
    /// ```
    /// use iqlist::{kit::AccessibilityOptions, Position};
    ///
    /// let at = Position::new(0, 3);
    /// assert_eq!(AccessibilityOptions::ROW.identifier("user_cell", at), "user_cell_3");
    /// ```
    pub fn identifier(self, base: &str, position: Position) -> String {
        let mut identifier = base.to_string();
        if self.contains(Self::SECTION) {
            identifier += &format!("_{}", position.section);
        }
        if self.contains(Self::ROW) {
            identifier += &format!("_{}", position.item);
        }
        identifier
    }
}

impl BitOr for AccessibilityOptions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
