//! What a terminal sends: keys and the wheel of the mouse.

use crate::chat::Move;

/// How far the wheel scrolls.
const WHEEL: i32 = 3;

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// To scroll.
    Move(Move),
    /// To see everything drawn anew.
    Redraw,
    /// To leave.
    Quit,
    /// Nothing that is known here.
    Unknown,
}

/// The names of scripts, and what terminals send.
const KEYS: [(&str, &[&str], Input); 11] = [
    ("up", &["\x1b[A", "\x1bOA", "k"], Input::Move(Move::Lines(-1))),
    ("down", &["\x1b[B", "\x1bOB", "j", "\r", "\n"], Input::Move(Move::Lines(1))),
    ("pageup", &["\x1b[5~", "b"], Input::Move(Move::Pages(-1))),
    ("pagedown", &["\x1b[6~", " ", "f"], Input::Move(Move::Pages(1))),
    ("home", &["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "g"], Input::Move(Move::Start)),
    ("end", &["\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "G", "F"], Input::Move(Move::End)),
    ("wheelup", &[], Input::Move(Move::Lines(-WHEEL))),
    ("wheeldown", &[], Input::Move(Move::Lines(WHEEL))),
    ("redraw", &["\x0c"], Input::Redraw),
    ("q", &["q", "Q"], Input::Quit),
    ("unknown", &[], Input::Unknown),
];

/// The input of a name.
pub fn named(name: &str) -> Option<Input> {
    KEYS.iter().find(|(known, _, _)| *known == name).map(|(_, _, input)| *input)
}

/// The first input of what was read, and how many bytes it took. `None` if more of it may come; with `is_all` none
/// will.
pub fn first(bytes: &[u8], is_all: bool) -> Option<(Input, usize)> {
    let known = |(_, sent, input): &(&str, &[&str], Input)| {
        let sent = sent.iter().find(|sent| bytes.starts_with(sent.as_bytes()))?;
        Some((*input, sent.len()))
    };
    match bytes {
        [] => None,
        // The mouse: ESC [ < button ; column ; line M. A key: ESC [ numbers, and a letter or ~.
        [0x1b, b'[', rest @ ..] => match rest.iter().position(|byte| (0x40..=0x7e).contains(byte)) {
            Some(end) => {
                let button = rest.strip_prefix(b"<").unwrap_or_default();
                let wheel = match button {
                    [b'6', b'4', b';', ..] => named("wheelup"),
                    [b'6', b'5', b';', ..] => named("wheeldown"),
                    _ => None,
                };
                let found = wheel.or_else(|| Some(KEYS.iter().find_map(known)?.0));
                Some((found.unwrap_or(Input::Unknown), end + 3))
            }
            None => is_all.then_some((Input::Unknown, bytes.len())),
        },
        [0x1b] | [0x1b, b'O'] if !is_all => None,
        [0x1b, b'O', _, ..] => Some((KEYS.iter().find_map(known).map_or(Input::Unknown, |found| found.0), 3)),
        _ => KEYS.iter().find_map(known).or(Some((Input::Unknown, 1))),
    }
}
