//! The same seeded script gives the same lines in C and in Rust: states, errors, and changesets in every dialect and
//! as bytes. This test compiles `bindings/seeds`. Python has a test of its own.

mod seeded;
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use seeded::lines;

/// Twenty seeds have each policy with and without empty sections twice.
const COUNT: u64 = 100;

/// `bindings/seeds`, with the library that this test was built with.
fn program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds");
    let folder = env!("IQLIST_BUILT_WITH");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let sources = std::fs::read_dir(root.join("bindings/seeds")).unwrap().map(|file| file.unwrap().path());
    let done = Command::new(compiler)
        .arg("-I")
        .arg(root.join("include"))
        .args(sources.filter(|file| file.extension().is_some_and(|extension| extension == "c")))
        .args(["-L", folder, "-liqlist", &format!("-Wl,-rpath,{folder}"), "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    program
}

fn printed(program: &Path, words: &[&str]) -> Vec<String> {
    let run = Command::new(program).args(words).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap().lines().map(String::from).collect()
}

#[test]
fn c_and_rust_print_the_same() {
    let program = program();
    let count = support::scaled(COUNT).max(20);
    let all = printed(&program, &["0", &count.to_string()]);
    let mut theirs = all.split(|line| line.starts_with("seed ")).skip(1);
    for seed in 0..count {
        let ours = lines(seed);
        let compact: Vec<String> = ours.iter().skip(1).map(|line| line.compact()).collect();
        if compact != theirs.next().unwrap() {
            compare(ours, printed(&program, &["--whole-lines", &seed.to_string(), "1"]), seed);
        }
    }
    assert_eq!(theirs.next(), None);
}

/// Fails at the first whole line that differs.
fn compare(ours: Vec<seeded::Line>, theirs: Vec<String>, seed: u64) {
    for (at, (mine, other)) in ours.iter().zip(&theirs).enumerate() {
        let before = theirs[at.saturating_sub(30)..at].join("\n");
        assert_eq!(mine.whole, *other, "seed {seed}, line {}, after\n{before}", at + 1);
    }
    panic!("seed {seed}: {} lines, and {} in C", ours.len(), theirs.len());
}
