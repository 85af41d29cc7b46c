//! The kit is built on what the crate offers to everyone, and so is the cursor of terminals.

use std::fs;
use std::path::Path;

/// What follows `crate::` in code: the names, also those of a tree.
fn used(code: &str) -> Vec<String> {
    let tails = code.match_indices("crate::").map(|(at, mark)| &code[at + mark.len()..]);
    tails
        .flat_map(|tail| {
            let end = match tail.starts_with('{') {
                true => tail.find('}').unwrap(),
                false => tail.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap(),
            };
            tail[..end]
                .trim_start_matches('{')
                .split(',')
                .map(|name| name.trim().to_string())
                .collect::<Vec<_>>()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn the_kit_and_the_cursor_use_only_what_the_crate_exports_and_no_unsafe_code() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(sources.join("lib.rs")).unwrap();
    let exports: String = lib.lines().filter(|line| line.starts_with("pub use ")).collect();
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let exported: Vec<&str> = exports.split(|letter| !is_of_name(letter)).collect();
    let mut files: Vec<_> =
        fs::read_dir(sources.join("kit")).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 15, "{files:?}");
    files.push(sources.join("terminal.rs"));
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
        let code = code.join("\n");
        for name in used(&code) {
            assert!(exported.contains(&name.as_str()), "{}: crate::{name}", file.display());
        }
        assert!(!code.contains("unsafe") && !code.contains("iqlist_sys"), "{}", file.display());
    }
}
