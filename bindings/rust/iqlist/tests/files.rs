//! The example `files` tells what happens to a tree between two of its looks.

use std::fs::{create_dir_all, read_dir, remove_dir_all, remove_file, rename, write};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Cargo builds the examples before it runs tests, beside them.
fn files() -> Command {
    let tests = std::env::current_exe().unwrap();
    Command::new(tests.ancestors().nth(2).unwrap().join("examples/files"))
}

fn tree(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = remove_dir_all(&root);
    create_dir_all(root.join("old")).unwrap();
    create_dir_all(root.join("docs")).unwrap();
    for (file, text) in [("a", "1"), ("b", "12"), ("c", "123"), ("old/d", "1234"), ("old/e", "12345")] {
        write(root.join(file), text).unwrap();
    }
    root
}

#[test]
fn it_tells_what_came_went_moved_and_changed() {
    let root = tree("files");
    let mut running = files();
    running.arg(&root).args(["--interval", "3"]).stdout(Stdio::piped());
    let mut running = running.spawn().unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "3 directories, 5 files, 15 bytes");
    remove_file(root.join("a")).unwrap();
    write(root.join("b"), "12345678").unwrap();
    rename(root.join("c"), root.join("docs/c")).unwrap();
    rename(root.join("old"), root.join("older")).unwrap();
    write(root.join("older/f"), "1").unwrap();
    create_dir_all(root.join("new")).unwrap();
    let mut told: Vec<String> = lines.collect();
    assert_eq!(told.pop().unwrap(), "4 directories, 5 files, 21 bytes");
    told.sort();
    let expected = [
        "  came            older/f, 1 byte",
        "  changed         b, 8 bytes (+6 bytes)",
        "  directory came  new/",
        "  directory moved old/ -> older/",
        "  moved           c -> docs/c",
        "  went            a",
    ];
    assert_eq!(told, expected);
    assert!(running.wait().unwrap().success());
}

#[test]
fn it_prints_the_largest_files_of_each_look() {
    let root = tree("files-largest");
    let mut running = files();
    running.arg(&root).args(["--interval", "2", "--largest", "2"]).stdout(Stdio::piped());
    let mut running = running.spawn().unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut largest = || {
        let summary = lines.by_ref().find(|line| line.starts_with("3 directories"));
        assert!(summary.is_some());
        [lines.next().unwrap(), lines.next().unwrap()]
    };
    assert_eq!(largest(), ["  largest         old/e, 5 bytes", "  largest         old/d, 4 bytes"]);
    write(root.join("a"), "12345678").unwrap();
    assert_eq!(largest(), ["  largest         a, 8 bytes", "  largest         old/e, 5 bytes"]);
    assert!(running.wait().unwrap().success());
}

#[test]
fn it_says_what_is_wrong_with_what_it_is_asked() {
    let root = tree("files-asked");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["--nope"], 2, "there is no --nope"),
        (&["--count"], 2, "--count wants a number"),
        (&["--interval", "-1"], 2, "--interval wants a number, not -1"),
        (&[".", ".."], 2, "one directory, and not .. too"),
        (&["a"], 1, "files: a: Not a directory"),
        (&["missing"], 1, "files: missing: No such file"),
    ];
    for (words, status, text) in cases {
        let done = files().args(words).current_dir(&root).output().unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!((done.status.code(), done.stdout), (Some(status), vec![]), "{words:?}");
        assert!(told.contains(text), "{words:?}: {told}");
    }
    assert_eq!(read_dir(&root).unwrap().count(), 5);
    let done = files().arg("--help").output().unwrap();
    assert!(done.status.success() && String::from_utf8(done.stdout).unwrap().contains("--watch"));
}
