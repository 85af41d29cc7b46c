//! What is asked for.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Looks at a directory tree, looks again, and prints what happened to its files.

    files [DIRECTORY]       the directory is the current one unless given

    --interval SECONDS      between two looks; 2 unless given
    --count LOOKS           how many looks; 2 unless given
    --largest FILES         print so many of the largest files at each look; none unless given
    --watch                 go on until interrupted
    --help                  this text";

pub struct Options {
    pub directory: PathBuf,
    pub interval: Duration,
    pub looks: usize,
    pub largest: usize,
}

/// Why there is nothing to do.
pub enum Ended {
    Helped,
    Wrong(String),
}

impl Ended {
    pub fn print(&self) -> ExitCode {
        match self {
            Self::Helped => {
                println!("{HELP}");
                ExitCode::SUCCESS
            }
            Self::Wrong(text) => {
                eprintln!("files: {text}; files --help says more");
                ExitCode::from(2)
            }
        }
    }
}

impl Options {
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Ended> {
        let mut options =
            Self { directory: ".".into(), interval: Duration::from_secs(2), looks: 2, largest: 0 };
        let mut is_named = false;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--help" => return Err(Ended::Helped),
                "--watch" => options.looks = usize::MAX,
                "--count" => options.looks = value(&word, words.next(), |text| text.parse().ok())?,
                "--largest" => options.largest = value(&word, words.next(), |text| text.parse().ok())?,
                "--interval" => {
                    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
                    options.interval = value(&word, words.next(), seconds)?;
                }
                _ if word.starts_with('-') => return Err(Ended::Wrong(format!("there is no {word}"))),
                _ if is_named => return Err(Ended::Wrong(format!("one directory, and not {word} too"))),
                _ => (options.directory, is_named) = (word.into(), true),
            }
        }
        Ok(options)
    }
}

fn value<T>(option: &str, text: Option<String>, read: impl Fn(&str) -> Option<T>) -> Result<T, Ended> {
    let Some(text) = text else { return Err(Ended::Wrong(format!("{option} wants a number"))) };
    read(&text).ok_or_else(|| Ended::Wrong(format!("{option} wants a number, not {text}")))
}
