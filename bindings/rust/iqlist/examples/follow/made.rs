//! A file for scripts and tests, which is deleted when it is dropped.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{env, process};

/// Line 7 has 7 % 9 of them.
const WORDS: [&str; 8] = ["waits", "for", "the", "next", "train", "to", "the", "coast"];

/// A made file.
pub struct Made {
    folder: PathBuf,
    path: PathBuf,
}

impl Made {
    /// An empty one.
    pub fn new() -> io::Result<Self> {
        let folder = env::temp_dir().join(format!("follow-{}", process::id()));
        fs::create_dir_all(&folder)?;
        let made = Self { path: folder.join("made.log"), folder };
        File::create(&made.path)?;
        Ok(made)
    }

    /// One of so many lines.
    pub fn with_lines(count: u64) -> io::Result<Self> {
        let made = Self::new()?;
        made.write_lines(count)?;
        Ok(made)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes so many lines, and writes them at its end.
    pub fn write_lines(&self, count: u64) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, self.at_end()?);
        let mut line = String::new();
        for number in 1..=count {
            line.clear();
            let _ = write!(line, "line {number}");
            for word in WORDS.iter().cycle().take((number % 9) as usize) {
                line.push(' ');
                line.push_str(word);
            }
            line.push('\n');
            file.write_all(line.as_bytes())?;
        }
        file.flush()
    }

    /// Writes bytes at its end.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.at_end()?.write_all(bytes)
    }

    /// Truncates it, and writes bytes into it.
    pub fn rewrite(&self, bytes: &[u8]) -> io::Result<()> {
        File::create(&self.path)?.write_all(bytes)
    }

    /// Puts another file in its place.
    pub fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let next = self.folder.join("next.log");
        fs::write(&next, bytes)?;
        fs::rename(next, &self.path)
    }

    fn at_end(&self) -> io::Result<File> {
        OpenOptions::new().append(true).open(&self.path)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
