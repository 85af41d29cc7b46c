//! What people copy passes errors on: the programs of the documentation, the examples, READMEs and guides.

use std::fs;
use std::path::{Path, PathBuf};

/// What panics where a program would have an error, or nothing.
const PANICS: [&str; 7] =
    [".unwrap()", ".unwrap_err()", ".expect(", ".expect_err(", ".remove(0)", "panic!(", "unreachable!("];

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path, ending)),
            false if path.to_str().unwrap().ends_with(ending) => found.push(path),
            false => {}
        }
    }
    found
}

/// The lines of the blocks of Rust in Markdown, with their numbers.
fn blocks(text: &str) -> Vec<(usize, &str)> {
    let (mut is_inside, mut is_rust, mut lines) = (false, false, Vec::new());
    for (number, line) in text.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            is_inside = !is_inside;
            is_rust = is_inside && language.starts_with("rust");
        } else if is_rust {
            lines.push((number + 1, line));
        }
    }
    lines
}

/// The lines of the comments that are documentation.
fn documentation(text: &str) -> Vec<(usize, &str)> {
    let is_documentation = |line: &str| ["///", "//!"].iter().any(|mark| line.trim_start().starts_with(mark));
    let lines = text.lines().enumerate().filter(|(_, line)| is_documentation(line));
    lines.map(|(number, line)| (number + 1, line)).collect()
}

fn whole(text: &str) -> Vec<(usize, &str)> {
    text.lines().enumerate().map(|(number, line)| (number + 1, line)).collect()
}

#[test]
fn nothing_that_people_copy_unwraps() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = own.parent().unwrap();
    let guides = workspace.parent().unwrap().join("guides");
    let root = workspace.parent().unwrap().parent().unwrap();
    let readmes = [own, workspace, root].map(|folder| folder.join("README.md")).to_vec();
    type Lines = for<'a> fn(&'a str) -> Vec<(usize, &'a str)>;
    let all: [(Vec<PathBuf>, Lines); 4] = [
        (files(&own.join("src"), ".rs"), documentation),
        (files(&own.join("examples"), ".rs"), whole),
        (readmes, blocks),
        (files(&guides, ".md"), blocks),
    ];
    let mut wrong = Vec::new();
    for (paths, lines) in all {
        let mut count = 0;
        for path in &paths {
            let text = fs::read_to_string(path).unwrap();
            for (number, line) in lines(&text) {
                count += 1;
                if PANICS.iter().any(|word| line.contains(word)) {
                    wrong.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
            }
        }
        assert!(count > 50, "what is read of {paths:?}?");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
