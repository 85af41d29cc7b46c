//! Scripts: what is written to a made file, keys, sizes of the window, and the frames that they lead to.
//!
//! ```text
//!     size 40 10              the window
//!     block 256               how many bytes are read at once, before the file is opened
//!     lines 1000              makes lines
//!     write one\ntwo          writes, with \n, \t, \e, \\ and \xff
//!     append one              writes a line
//!     truncate one\n          truncates the file, and writes
//!     replace one\n           puts another file in its place
//!     keys up pageup          presses keys, and draws after each
//!     frame                   looks at the file, and prints the window
//! ```
//!
//! What is printed is the script with its frames: `+` is before lines that were drawn anew, `|` before the others.
//! Those of the script itself are skipped, so that what is printed is a script again.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::chat::Chat;
use crate::keys::{self, Input};
use crate::made::Made;
use crate::screen::Screen;
use crate::{Failure, BLOCK};

struct Player {
    made: Made,
    block: u64,
    size: (usize, usize),
    screen: Screen,
    chat: Option<Chat>,
}

/// Bytes with escapes.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    loop {
        rest = match rest {
            [] => return Some(bytes),
            [b'\\', b'n', rest @ ..] => (bytes.push(b'\n'), rest).1,
            [b'\\', b't', rest @ ..] => (bytes.push(b'\t'), rest).1,
            [b'\\', b'r', rest @ ..] => (bytes.push(b'\r'), rest).1,
            [b'\\', b'e', rest @ ..] => (bytes.push(0x1b), rest).1,
            [b'\\', b'\\', rest @ ..] => (bytes.push(b'\\'), rest).1,
            [b'\\', b'x', high, low, rest @ ..] => {
                let digit = |digit: &u8| char::from(*digit).to_digit(16);
                bytes.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
                rest
            }
            [b'\\', ..] => return None,
            [byte, rest @ ..] => (bytes.push(*byte), rest).1,
        };
    }
}

impl Player {
    fn new() -> Result<Self, Failure> {
        let size = (80, 24);
        Ok(Self { made: Made::new()?, block: BLOCK, size, screen: Screen::new(size.0, size.1), chat: None })
    }

    /// The file is opened when it is first needed.
    fn chat(&mut self) -> Result<&mut Chat, Failure> {
        let chat = match self.chat.take() {
            Some(chat) => chat,
            None => Chat::open(self.made.path(), self.block)?,
        };
        Ok(self.chat.insert(chat))
    }

    fn show(&mut self) -> Result<(), Failure> {
        self.chat()?;
        let Some(chat) = &mut self.chat else { return Ok(()) };
        self.screen.show(chat)
    }

    /// A user presses a key when there is something to be seen.
    fn press(&mut self, input: Input) -> Result<(), Failure> {
        self.show()?;
        match input {
            Input::Move(to) => self.chat()?.scroll(to)?,
            Input::Redraw => self.screen = Screen::new(self.size.0, self.size.1),
            Input::Quit | Input::Unknown => {}
        }
        self.show()
    }

    /// Plays a line. `None` if it is no command.
    fn play(&mut self, line: &str, to: &mut dyn Write) -> Result<Option<()>, Failure> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = || rest.parse().ok().filter(|number| (1..=10_000_000).contains(number));
        let bytes = unescaped(rest);
        match (command, bytes) {
            ("size", _) => {
                let Some(size) = crate::size(&rest.replace(' ', "x")) else { return Ok(None) };
                self.size = size;
                self.screen = Screen::new(size.0, size.1);
            }
            ("block", _) if self.chat.is_none() => match number() {
                Some(block) => self.block = block,
                None => return Ok(None),
            },
            ("lines", _) => match number() {
                Some(count) => self.made.write_lines(count)?,
                None => return Ok(None),
            },
            ("write", Some(bytes)) => self.made.write(&bytes)?,
            ("append", Some(bytes)) => self.made.write(&[&bytes, &b"\n"[..]].concat())?,
            ("truncate", Some(bytes)) => self.made.rewrite(&bytes)?,
            ("replace", Some(bytes)) => self.made.replace(&bytes)?,
            ("keys", _) => {
                for name in rest.split(' ') {
                    let Some(input) = keys::named(name) else { return Ok(None) };
                    self.press(input)?;
                }
            }
            ("frame", _) if rest.is_empty() => {
                self.chat()?.look()?;
                self.show()?;
                self.screen.print(to, Some(['|', '+']))?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

/// Plays a script, and prints it with its frames.
pub fn replay(path: &Path) -> Result<(), Failure> {
    let mut script = String::new();
    let read = match path.to_str() {
        Some("-") => io::stdin().read_to_string(&mut script).map(drop),
        _ => fs::read_to_string(path).map(|text| script = text),
    };
    read.map_err(|error| Failure::from(error).about(path.display()))?;
    let mut player = Player::new()?;
    let mut to = io::stdout().lock();
    for (number, line) in (1..).zip(script.lines()) {
        if line.starts_with(['+', '|']) {
            continue;
        }
        writeln!(to, "{line}")?;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{}:{number}", path.display());
        match player.play(line, &mut to) {
            Ok(Some(())) => {}
            Ok(None) => return Err(Failure { message: format!("{place}: {line}: wrong"), status: 2 }),
            Err(failure) => return Err(failure.about(place)),
        }
    }
    Ok(())
}
