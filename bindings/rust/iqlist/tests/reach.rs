//! All of the header can be reached from this crate, but for what Rust has in another way.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const OTHERWISE: [(&str, &str); 7] = [
    ("iq_hash_records", "for callers to whom each call costs much: the Hasher hashes the same"),
    ("iq_key_from_u64", "From<u64> makes the same bytes itself, as keys.rs checks"),
    ("iq_memory_set_allocator", "unsafe by nature, and of the process: a program calls it in iqlist_sys"),
    ("iq_rank_from_bytes", "a SortKey makes the bytes of a rank, for keys of all types, and parts of keys"),
    ("iq_rank_from_double", "a SortKey: floats are in the order of total_cmp"),
    ("iq_rank_from_signed", "a SortKey"),
    ("iq_rank_from_unsigned", "a SortKey"),
];

/// The text of all sources of a crate of the workspace, without comments.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let code = fs::read_to_string(&path).unwrap();
            code.lines().for_each(|line| {
                text += line.split("//").next().unwrap();
                text.push('\n');
            });
        }
    }
    text
}

/// The names that begin with `iq_` and follow `before`.
fn names(text: &str, before: &str) -> BTreeSet<String> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let starts = text.match_indices("iq_").map(|(at, _)| (&text[..at], &text[at..]));
    let whole = starts.filter(|(head, _)| head.ends_with(before) && !head.ends_with(is_of_name));
    whole.map(|(_, rest)| rest.split(|letter| !is_of_name(letter)).next().unwrap().to_string()).collect()
}

#[test]
fn each_function_of_the_header_is_called_but_the_listed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let declared = names(&sources(&crates.join("../iqlist-sys/src")), "pub fn ");
    let used = names(&sources(&crates.join("src")), "");
    assert!(declared.len() > 150 && declared.contains("iq_list_submit"), "{declared:?}");
    let missing: BTreeSet<&str> = declared.difference(&used).map(String::as_str).collect();
    assert_eq!(missing, OTHERWISE.map(|(name, _)| name).into());
}
