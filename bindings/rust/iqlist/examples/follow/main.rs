//! follow - a file that grows, on the terminal: it stays at the end while you are there, and what you read further up
//! stays where it is.
//!
//! `chat.rs` is the list, which reads as a tutorial; `log.rs` reads the file, `text.rs` wraps lines. The rest is
//! terminal.

mod chat;
mod keys;
mod log;
mod made;
mod screen;
mod script;
mod status;
mod terminal;
mod text;

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, io};

use chat::Chat;
use keys::Input;
use made::Made;
use screen::Screen;
use terminal::{Terminal, Wake};

const USAGE: &str = "\
usage: follow [--block BYTES] FILE                     follow a file on the terminal
       follow [--block BYTES] --once WIDTHxHEIGHT FILE print one frame
       follow --lines N ...                            a made file of N lines instead of FILE
       follow --replay SCRIPT                          play a script, - for standard input";

/// How many bytes are read at once.
const BLOCK: u64 = 64 * 1024;
/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// A message, and the exit status.
pub struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// The program was called in a wrong way.
    fn usage(message: impl Display) -> Self {
        Self { message: format!("{message}\n{USAGE}"), status: 2 }
    }

    /// The same with what it is about before it.
    fn about(self, what: impl Display) -> Self {
        Self { message: format!("{what}: {}", self.message), ..self }
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { message: error.to_string(), status: 1 }
    }
}

/// What was asked for.
#[derive(Default)]
struct Options {
    file: Option<PathBuf>,
    lines: Option<u64>,
    block: Option<u64>,
    once: Option<(usize, usize)>,
    replay: Option<PathBuf>,
}

/// `80x24`.
fn size(text: &str) -> Option<(usize, usize)> {
    let (columns, lines) = text.split_once('x')?;
    let length = |text: &str| text.parse().ok().filter(|length| (1..=1000).contains(length));
    Some((length(columns)?, length(lines)?))
}

fn options() -> Result<Option<Options>, Failure> {
    let mut options = Options::default();
    let mut words = env::args_os().skip(1);
    while let Some(word) = words.next() {
        let option = word.to_string_lossy().into_owned();
        if !option.starts_with("--") {
            if options.file.replace(word.into()).is_some() {
                return Err(Failure::usage("more than one file"));
            }
            continue;
        }
        if option == "--help" {
            return Ok(None);
        }
        let value = words.next().ok_or_else(|| Failure::usage(format!("{option} needs a value")))?;
        let text = value.to_string_lossy().into_owned();
        let wrong = || Failure::usage(format!("{option} {text}: wrong"));
        let number = || text.parse().ok().filter(|&number| (1..=1 << 30).contains(&number));
        match option.as_str() {
            "--once" => options.once = Some(size(&text).ok_or_else(wrong)?),
            "--lines" => options.lines = Some(number().ok_or_else(wrong)?),
            "--block" => options.block = Some(number().ok_or_else(wrong)?),
            "--replay" => options.replay = Some(value.into()),
            _ => return Err(Failure::usage(format!("{option}: unknown"))),
        }
    }
    let sources = [options.file.is_some(), options.lines.is_some(), options.replay.is_some()];
    if sources.iter().filter(|is_given| **is_given).count() != 1 {
        return Err(Failure::usage("one of FILE, --lines and --replay is needed"));
    }
    Ok(Some(options))
}

/// One frame, as lines.
fn print_once(chat: &mut Chat, (columns, lines): (usize, usize)) -> Result<(), Failure> {
    let mut screen = Screen::new(columns, lines);
    screen.show(chat)?;
    Ok(screen.print(&mut io::stdout().lock(), None)?)
}

/// The loop of the terminal: it sleeps until there is a key, or until it is time to look at the file.
fn run(chat: &mut Chat) -> Result<Option<i32>, Failure> {
    let mut terminal = Terminal::open()?;
    let (columns, lines) = terminal.size();
    let mut screen = Screen::new(columns, lines);
    let (mut is_to_draw, mut next) = (true, Instant::now() + INTERVAL);
    loop {
        if is_to_draw {
            screen.show(chat)?;
            terminal.write(&screen.flush())?;
            is_to_draw = false;
        }
        match terminal.wait(next.saturating_duration_since(Instant::now()))? {
            Wake::Input(Input::Quit) => return Ok(None),
            Wake::Input(Input::Move(to)) => {
                chat.scroll(to)?;
                is_to_draw = true;
            }
            Wake::Input(Input::Redraw) | Wake::Resize => {
                let (columns, lines) = terminal.size();
                screen = Screen::new(columns, lines);
                is_to_draw = true;
            }
            Wake::Input(Input::Unknown) => {}
            Wake::End(signal) => return Ok(Some(signal)),
            Wake::Time => {
                is_to_draw = chat.look()?;
                next = Instant::now() + INTERVAL;
            }
        }
    }
}

fn follow() -> Result<Option<i32>, Failure> {
    let Some(options) = options()? else {
        println!("{USAGE}");
        return Ok(None);
    };
    let block = options.block.unwrap_or(BLOCK);
    if let Some(path) = &options.replay {
        return script::replay(path).map(|()| None);
    }
    // It is deleted when it is dropped.
    let made = options.lines.map(Made::with_lines).transpose()?;
    let path = made.as_ref().map(Made::path).or(options.file.as_deref()).unwrap_or_else(|| "".as_ref());
    let mut chat = Chat::open(path, block).map_err(|failure| failure.about(path.display()))?;
    match options.once {
        Some(size) => print_once(&mut chat, size).map(|()| None),
        None => run(&mut chat),
    }
}

fn main() -> ExitCode {
    text::use_utf8();
    match follow() {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(signal)) => terminal::end_by(signal),
        Err(failure) => {
            eprintln!("follow: {}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}
