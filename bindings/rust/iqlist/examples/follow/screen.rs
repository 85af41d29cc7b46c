//! The lines of a screen, and which of them are to be drawn anew.

use std::io::{self, Write};

use crate::chat::Chat;
use crate::text::columns;
use crate::{status, Failure};

/// A screen: the window, and the status line below it.
pub struct Screen {
    width: usize,
    height: usize,
    lines: Vec<String>,
    is_new: Vec<bool>,
}

impl Screen {
    /// A screen that shows nothing yet.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, lines: vec![String::new(); height], is_new: vec![true; height] }
    }

    /// Takes over what is to be seen.
    pub fn show(&mut self, chat: &mut Chat) -> Result<(), Failure> {
        chat.resize(self.width, self.height.saturating_sub(1))?;
        let mut frame = chat.frame()?;
        let mut lines = std::mem::take(&mut frame.lines);
        lines.resize(self.height.saturating_sub(1), String::new());
        lines.push(status::line(&chat.name(), &frame, self.width));
        for ((line, is_new), now) in self.lines.iter_mut().zip(&mut self.is_new).zip(lines) {
            *is_new |= *line != now;
            *line = now;
        }
        Ok(())
    }

    /// The bytes for the terminal that draw what is new.
    pub fn flush(&mut self) -> String {
        let mut bytes = String::new();
        for (number, (line, is_new)) in self.lines.iter().zip(&mut self.is_new).enumerate() {
            if !std::mem::take(is_new) {
                continue;
            }
            let look = if number + 1 == self.height { "\x1b[0;7m" } else { "\x1b[0m" };
            // Behind a full line this would erase its end.
            let erase = if columns(line) < self.width { "\x1b[K" } else { "" };
            bytes += &format!("\x1b[{};1H{look}{line}\x1b[0m{erase}", number + 1);
        }
        bytes
    }

    /// Prints all lines; with marks the first one is before lines that are as they were, the other before new ones.
    pub fn print(&mut self, to: &mut dyn Write, marks: Option<[char; 2]>) -> io::Result<()> {
        for (line, is_new) in self.lines.iter().zip(&mut self.is_new) {
            let is_new = std::mem::take(is_new);
            let mark = marks.map_or(String::new(), |marks| marks[usize::from(is_new)].to_string());
            writeln!(to, "{mark}{}", line.trim_end())?;
        }
        Ok(())
    }
}
