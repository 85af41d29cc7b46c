//! The status line: what matters most has room in any window.

use crate::chat::Frame;
use crate::text::{columns, fit};

/// `1234567` as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The status line of a frame, as wide as the window.
pub fn line(name: &str, frame: &Frame, width: usize) -> String {
    let (first, last) = (grouped(frame.visible.0), grouped(frame.visible.1));
    let loaded = grouped(frame.loaded);
    let state = match (frame.is_following, frame.new) {
        (true, _) => String::from("following"),
        (false, 0) => String::from("End follows"),
        (false, new) => format!("+{} new, End follows", grouped(new)),
    };
    let of = if frame.is_all { format!("of {loaded}") } else { format!("of {loaded} loaded") };
    let lines = if frame.loaded == 0 { String::from("empty") } else { format!("lines {first}-{last} {of}") };
    let short = if frame.is_all { format!("/{loaded}") } else { format!("/{loaded}+") };
    let percent = format!("{} %", frame.percent);
    // From the most to the least: what fits is taken.
    let left = [
        format!(" {name}  {lines}  {percent}"),
        format!(" {lines}  {percent}"),
        format!(" {first}-{last}{short} {percent}"),
        format!(" {percent}"),
    ];
    let right = [format!("{state}  q quit "), format!("{state} ")];
    for left in &left {
        for right in &right {
            if let Some(room) = width.checked_sub(columns(left) + columns(right) + 2) {
                return format!("{}{}{right}", fit(left, width), " ".repeat(room + 2));
            }
        }
    }
    let text = fit(&state, width);
    let room = width.saturating_sub(columns(&text));
    text + &" ".repeat(room)
}
