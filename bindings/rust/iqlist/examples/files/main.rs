//! files - what happens to the files of a directory tree.
//!
//! Reads the tree, reads it again, and prints what changed in between: a list whose sections are directories and
//! whose items are files. A file is identified by its number on the disk, so that one that was renamed or moved
//! to another directory is the same file. If asked, it prints the largest ones too: a list that is sorted by size,
//! and follows the other.

mod changes;
mod largest;
mod options;
mod tree;

use std::io::{self, Write};
use std::process::ExitCode;

use iqlist::{Duplicates, List, ListOptions};
use largest::Largest;
use options::Options;
use tree::{Entry, Tree};

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(text) => return text.print(),
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe.
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("files: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    // A file with two names has one number: the second name gets a key of its own.
    let list = List::<Entry>::with_options(ListOptions::new().duplicates(Duplicates::Number))?;
    let tree = Tree::look(&options.directory)?;
    list.silently().set(&tree.sections(), &tree.files)?;
    let largest = match options.largest {
        0 => None,
        count => Some(Largest::of(&list, count)?),
    };
    print(&tree, &largest)?;
    for _ in 1..options.looks {
        std::thread::sleep(options.interval);
        // Costs nothing per file, and names what went.
        let before = list.snapshot()?;
        let tree = Tree::look(&options.directory)?;
        let changes = list.set(&tree.sections(), &tree.files)?;
        for line in changes::in_words(&changes, &before, &list.snapshot()?)? {
            writeln!(io::stdout(), "{line}")?;
        }
        print(&tree, &largest)?;
    }
    Ok(())
}

fn print(tree: &Tree, largest: &Option<Largest>) -> Result<(), Box<dyn std::error::Error>> {
    writeln!(io::stdout(), "{tree}")?;
    if let Some(largest) = largest {
        for line in largest.in_words()? {
            writeln!(io::stdout(), "{line}")?;
        }
    }
    Ok(())
}
