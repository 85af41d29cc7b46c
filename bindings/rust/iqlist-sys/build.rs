// Finds libiqlist: the folder that IQLIST_LIB_DIR names, else what pkg-config knows, else what the
// repository that this crate stands in builds.
//
// IQLIST_STATIC=1 links libiqlist.a instead of the shared library. A crate with iqlist-sys among its own
// dependencies is told the folder in its build script, as DEP_IQLIST_LIB_DIR.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const SHARED: &str = "libiqlist.so";
const ARCHIVE: &str = "libiqlist.a";

fn main() {
    for name in ["IQLIST_LIB_DIR", "IQLIST_STATIC", "PKG_CONFIG", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    let is_static = env::var("IQLIST_STATIC").is_ok_and(|value| !value.is_empty() && value != "0");
    let file = if is_static { ARCHIVE } else { SHARED };
    let folder = find(file).unwrap_or_else(|tried| {
        eprintln!("libiqlist was not found; tried");
        tried.iter().for_each(|line| eprintln!("  - {line}"));
        std::process::exit(1);
    });
    println!("cargo:lib_dir={}", folder.display());
    if is_static {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static=iqlist");
    } else {
        println!("cargo:rustc-link-search=native={}", lent(&folder).display());
        println!("cargo:rustc-link-lib=dylib=iqlist");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
}

/// The folder that has the file, or what was tried.
fn find(file: &str) -> Result<PathBuf, Vec<String>> {
    let mut tried = Vec::new();
    // What is named and wrong is not passed over.
    if let Some(named) = env::var_os("IQLIST_LIB_DIR").filter(|value| !value.is_empty()) {
        let folder = std::path::absolute(&named).unwrap_or_else(|_| named.into());
        if folder.join(file).is_file() {
            watch(&folder, file);
            return Ok(folder);
        }
        return Err(vec![format!("IQLIST_LIB_DIR: there is no {file} in {}", folder.display())]);
    }
    tried.push("IQLIST_LIB_DIR: not set".to_string());
    for way in [pkg_config, own_build] {
        match way(file) {
            Ok(folder) => return Ok(folder),
            Err(reason) => tried.push(reason),
        }
    }
    Err(tried)
}

fn pkg_config(file: &str) -> Result<PathBuf, String> {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    // Asked for the flag and not for a variable: a description need not have one.
    let words = ["--libs-only-L", "--keep-system-libs", "iqlist"];
    let text = run(Command::new(program).args(words)).map_err(|reason| format!("pkg-config: {reason}"))?;
    // A path with a space in it has a backslash before each.
    let path = text.trim().replace("\\ ", " ");
    let folder = PathBuf::from(path.strip_prefix("-L").unwrap_or(&path));
    if folder.join(file).is_file() {
        watch(&folder, file);
        Ok(folder)
    } else {
        Err(format!("pkg-config: there is no {file} in {}", folder.display()))
    }
}

fn own_build(file: &str) -> Result<PathBuf, String> {
    let root = repository();
    let script = root.join("bindings/c/build");
    if !script.is_file() {
        return Err(format!("the repository's build: there is no {}", script.display()));
    }
    for source in ["Package.swift", "Sources", "include/iqlist.h", "bindings/c/build"] {
        println!("cargo:rerun-if-changed={}", root.join(source).display());
    }
    run(&mut Command::new(&script)).map_err(|reason| format!("the repository's build: {reason}"))?;
    let folder = root.join(".build/iqlist");
    if folder.join(file).is_file() {
        Ok(folder)
    } else {
        Err(format!("the repository's build: it made no {file}"))
    }
}

/// An archive goes into what is built, a shared library does not. (What the repository's own build writes is
/// not watched but what it is made of: this script would find it changed each time.)
fn watch(folder: &Path, file: &str) {
    if file == ARCHIVE {
        println!("cargo:rerun-if-changed={}", folder.join(file).display());
    }
}

/// Where this crate stands, if it stands in the repository.
fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    root.canonicalize().unwrap_or(root)
}

fn run(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let done = command.output().map_err(|error| format!("{program}: {error}"))?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        Err(format!("{program}: {}", String::from_utf8_lossy(&done.stderr).trim()))
    }
}

/// A folder of links to the library, in the target folder. Cargo tells the loader of those only, when it
/// runs a program, a test or a test in documentation: so they find the library wherever it is.
fn lent(folder: &Path) -> PathBuf {
    let links = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("lib");
    std::fs::create_dir_all(&links).expect("cargo's folder can be written to");
    for name in [SHARED, &soname()] {
        let link = links.join(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(folder.join(SHARED), &link).expect("cargo's folder can be written to");
    }
    links
}

/// The name by which programs ask for the library of this crate's version: until 1.0 with the minor version.
fn soname() -> String {
    match (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")) {
        ("0", minor) => format!("{SHARED}.0.{minor}"),
        (major, _) => format!("{SHARED}.{major}"),
    }
}
