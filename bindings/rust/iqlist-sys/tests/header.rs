//! This crate says what `include/iqlist.h` says: the same declarations in the same order, which as a C
//! compiler reads them have the sizes, offsets and values that they have here.

#[path = "header/c.rs"]
mod c;
#[path = "header/layout.rs"]
mod layout;
#[path = "header/rust.rs"]
mod rust;

use std::path::{Path, PathBuf};
use std::process::Command;

fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include")
}

fn header() -> Vec<c::Declaration> {
    c::declarations(&std::fs::read_to_string(include().join("iqlist.h")).unwrap())
}

#[test]
fn declarations_are_the_headers_in_its_order() {
    let expected: Vec<String> = header().iter().map(c::Declaration::in_rust).collect();
    let found = rust::declarations(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(expected.len() > 200, "the header was not understood: {} declarations", expected.len());
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len(), "one has more at the end");
}

#[test]
fn sizes_offsets_and_values_are_those_of_a_c_compiler() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (folder.join("layout.c"), folder.join("layout"));
    std::fs::write(&source, c::layout_program(&header())).unwrap();
    let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    let done = compiler.arg("-I").arg(include()).arg(&source).arg("-o").arg(&program).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told = String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap();
    let (expected, found): (Vec<&str>, Vec<String>) = (told.lines().collect(), layout::lines());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len(), "one has more at the end");
}

#[test]
fn the_running_library_is_of_the_headers_version() {
    // SAFETY: the string is static.
    let running = unsafe { std::ffi::CStr::from_ptr(iqlist_sys::iq_version_string()) };
    assert_eq!(running, iqlist_sys::IQ_VERSION_STRING);
    assert_eq!(iqlist_sys::IQ_VERSION_STRING.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
}
