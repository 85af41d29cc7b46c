//! A file that grows, read in blocks from its end: where its lines are, and their text.
//!
//! ```text
//!     0                first            end           the size of the file
//!     |  not read yet  |  lines known   |  appended   |
//!       <--- older()                      appended() --->
//! ```
//!
//! Only the places of lines are kept, not their text.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The longest text of a line that is read: what is behind it is not shown.
const LONGEST: usize = 64 * 1024;
/// How many bytes before the end tell that the file is still the same.
const REMEMBERED: u64 = 64;

/// A line of the file. Its end is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The offset of its first byte.
    pub start: u64,
    /// Its number of bytes.
    pub length: u64,
}

/// What has come to a file.
pub enum News {
    /// Nothing.
    None,
    /// The last line has become longer, unless it is `None`, and these lines follow it.
    Lines(Option<Line>, Vec<Line>),
    /// It was truncated or replaced: all that was known of it is void.
    Anew,
}

/// The file.
pub struct Log {
    path: PathBuf,
    file: File,
    block: u64,
    first: u64,
    end: u64,
    /// The last line, if nothing has ended it yet.
    open: Option<Line>,
    /// The bytes before `end`.
    remembered: Vec<u8>,
}

impl Log {
    /// Opens a file, and reads nothing yet: all of it is [`older`](Self::older).
    pub fn open(path: &Path, block: u64) -> io::Result<Self> {
        let file = File::open(path)?;
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
        }
        let size = data.len();
        let path = path.to_path_buf();
        let mut log = Self { path, file, block, first: size, end: size, open: None, remembered: Vec::new() };
        log.remember()?;
        Ok(log)
    }

    /// The name to show.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The number of bytes up to which it was read.
    pub fn size(&self) -> u64 {
        self.end
    }

    /// Whether no line is older than those that were read.
    pub fn is_all_read(&self) -> bool {
        self.first == 0
    }

    /// The text of a line. What is no UTF-8 is replaced.
    pub fn text(&self, line: Line) -> io::Result<String> {
        let length = usize::try_from(line.length).unwrap_or(LONGEST).min(LONGEST);
        let bytes = self.read(line.start, length)?;
        let text = String::from_utf8_lossy(bytes.strip_suffix(b"\r").unwrap_or(&bytes)).into_owned();
        Ok(if line.length > LONGEST as u64 { text + "…" } else { text })
    }

    /// Reads back from the first known line: one block, or more if no line begins in it; with `is_all` up to the
    /// start of the file. Returns the lines in order.
    pub fn older(&mut self, is_all: bool) -> io::Result<Vec<Line>> {
        // Where lines begin, from the last one to the first.
        let mut starts = Vec::new();
        let (before, mut at) = (self.first, self.first);
        while at > 0 && (is_all || starts.is_empty()) {
            let from = at.saturating_sub(self.block);
            let bytes = self.read(from, (at - from) as usize)?;
            for (index, _) in bytes.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n') {
                let start = from + index as u64 + 1;
                // The end of the last line is followed by no line.
                if start < before {
                    starts.push(start);
                }
            }
            at = from;
        }
        if at == 0 && before > 0 {
            starts.push(0);
        }
        starts.reverse();
        let Some(&first) = starts.first() else { return Ok(Vec::new()) };
        let is_ended = before < self.end || self.remembered.last() == Some(&b'\n');
        let last = if is_ended { before } else { before + 1 };
        let ends = starts.iter().skip(1).copied().chain([last]);
        let lines: Vec<Line> =
            starts.iter().zip(ends).map(|(&start, end)| Line { start, length: end - 1 - start }).collect();
        if !is_ended {
            self.open = lines.last().copied();
        }
        self.first = first;
        Ok(lines)
    }

    /// Reads what has come since the last look.
    pub fn appended(&mut self) -> io::Result<News> {
        let there = match fs::metadata(&self.path) {
            // Between two files of a name the old one is shown.
            Err(error) if error.kind() == ErrorKind::NotFound => self.file.metadata()?,
            there => there?,
        };
        let now = self.file.metadata()?;
        let is_same = (there.dev(), there.ino()) == (now.dev(), now.ino());
        if !is_same || now.len() < self.end || !self.is_remembered()? {
            *self = Self::open(&self.path, self.block)?;
            return Ok(News::Anew);
        }
        if now.len() == self.end {
            return Ok(News::None);
        }
        let (was_open, mut lines) = (self.open.is_some(), Vec::new());
        let mut line = self.open.unwrap_or(Line { start: self.end, length: 0 });
        while self.end < now.len() {
            let count = (now.len() - self.end).min(self.block) as usize;
            for byte in self.read(self.end, count)? {
                self.end += 1;
                if byte == b'\n' {
                    lines.push(line);
                    line = Line { start: self.end, length: 0 };
                } else {
                    line.length += 1;
                }
            }
        }
        self.open = (line.length > 0).then_some(line);
        lines.extend(self.open);
        self.remember()?;
        let mut lines = lines.into_iter();
        let longer = if was_open { lines.next() } else { None };
        Ok(News::Lines(longer, lines.collect()))
    }

    /// Reads so many bytes. A file that has become shorter meanwhile is an error.
    fn read(&self, from: u64, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.file.read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }

    fn remember(&mut self) -> io::Result<()> {
        let count = self.end.min(REMEMBERED);
        self.remembered = self.read(self.end - count, count as usize)?;
        Ok(())
    }

    fn is_remembered(&self) -> io::Result<bool> {
        let count = self.remembered.len();
        Ok(self.read(self.end - count as u64, count)? == self.remembered)
    }
}
