//! Text as a terminal shows it: the columns of a character, and lines that wrap.

use std::ffi::{c_char, c_int};

/// Tabs lead to multiples of it.
const TAB: usize = 8;

extern "C" {
    fn setlocale(category: c_int, locale: *const c_char) -> *mut c_char;
    fn wcwidth(character: u32) -> c_int;
}

/// Tells C's table of widths that text is UTF-8. Call it first of all, while there is one thread.
pub fn use_utf8() {
    const CTYPE: c_int = if cfg!(target_os = "linux") { 0 } else { 2 };
    for locale in [c"C.UTF-8", c"en_US.UTF-8", c""] {
        // SAFETY: the name ends with a zero, and no other thread reads the locale yet.
        if !unsafe { setlocale(CTYPE, locale.as_ptr()) }.is_null() {
            return;
        }
    }
}

/// How a character is shown, and in how many columns. What is no text does no harm to the terminal: it is a question
/// mark. So are marks that would turn around the rest of the line.
fn shown(character: char) -> (char, usize) {
    match character {
        ' '..='~' => (character, 1),
        '\0'..='\u{9f}' | '\u{fffd}' => ('?', 1),
        '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => ('?', 1),
        // SAFETY: it takes any character. Those that the table does not know are new: most have one column.
        _ => (character, usize::try_from(unsafe { wcwidth(u32::from(character)) }).unwrap_or(1)),
    }
}

/// The number of columns of a text without tabs and colours.
pub fn columns(text: &str) -> usize {
    text.chars().map(|character| shown(character).1).sum()
}

/// The text up to so many columns; an ellipsis stands for the rest.
pub fn fit(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.chars().map(|character| shown(character).0).collect();
    }
    let (mut fitted, mut used) = (String::new(), 0);
    for (character, columns) in text.chars().map(shown) {
        if used + columns + 1 > width {
            break;
        }
        used += columns;
        fitted.push(character);
    }
    if width > 0 {
        fitted.push('…');
    }
    fitted
}

/// Leaves out the escape sequences that colour text: `ESC [ 1 ; 31 m`.
fn without_colours(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("\x1b[") {
        let (before, sequence) = rest.split_at(at);
        plain.push_str(before);
        let numbers = sequence[2..].find(|c: char| !c.is_ascii_digit() && c != ';').map(|end| end + 2);
        match numbers {
            Some(end) if sequence[end..].starts_with('m') => rest = &sequence[end + 1..],
            _ => {
                plain.push('?');
                rest = &sequence[1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// The lines that a text takes in a window of so many columns: at least one. A line ends behind the last space that
/// fits, which is left out then; a word that is longer than a line is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    // Where the last word of the line begins: in bytes, and in columns.
    let mut word = (0, 0);
    for character in without_colours(text).chars() {
        let (shown, columns) = match character {
            '\t' => (' ', TAB - used % TAB),
            _ => shown(character),
        };
        if shown == ' ' {
            // Spaces at the end of a line need no room.
            let count = columns.min(width.saturating_sub(used));
            line.extend(std::iter::repeat(' ').take(count));
            used += count;
            word = (line.len(), used);
            continue;
        }
        // A wide character does not fit into one column.
        let (shown, columns) = if columns > width { ('?', 1) } else { (shown, columns) };
        if used + columns > width {
            let rest = if word.0 > 0 && word.0 < line.len() || used == word.1 {
                line.split_off(word.0)
            } else {
                String::new()
            };
            used = if rest.is_empty() { 0 } else { used - word.1 };
            lines.push(line.trim_end_matches(' ').to_string());
            line = rest;
            word = (0, 0);
        }
        line.push(shown);
        used += columns;
    }
    lines.push(line.trim_end_matches(' ').to_string());
    lines
}
