// Finds libiqlist: the folder that IQLIST_LIB_DIR names, else what pkg-config knows, else what the
// repository that this crate stands in builds.
//
// IQLIST_STATIC=1 links libiqlist.a instead of the shared library; so does the feature `bundled`, which does
// not ask pkg-config, and takes the one of a release archive if IQLIST_ARCHIVE names it. With DOCS_RS nothing is looked for: documentation needs no library. A crate with
// iqlist-sys among its own dependencies is told in its build script: DEP_IQLIST_INCLUDE is the folder of
// iqlist.h, DEP_IQLIST_VERSION the version of the interface, DEP_IQLIST_LIB_DIR the folder of the library.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "build/release_archive.rs"]
mod release_archive;

const SHARED: &str = "libiqlist.so";
const ARCHIVE: &str = "libiqlist.a";

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() {
    let own = ["IQLIST_LIB_DIR", "IQLIST_STATIC", release_archive::NAMED, release_archive::SUM];
    for name in own.into_iter().chain(["DOCS_RS", "PKG_CONFIG", "PKG_CONFIG_PATH"]) {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:include={}", own_folder().join("include").display());
    println!("cargo:version={VERSION}");
    if is_set("DOCS_RS") {
        return;
    }
    let is_bundled = env::var_os("CARGO_FEATURE_BUNDLED").is_some();
    let is_static = is_bundled || is_set("IQLIST_STATIC");
    let file = if is_static { ARCHIVE } else { SHARED };
    let archive = if is_bundled { from_archive() } else { Ok(None) };
    let archive = archive.unwrap_or_else(|refusal| {
        eprintln!("{}: {refusal}.", release_archive::NAMED);
        std::process::exit(1);
    });
    let found = archive.map_or_else(|| find(file, is_bundled), Ok);
    let folder = found.unwrap_or_else(|tried| {
        eprintln!("libiqlist {VERSION} was not found; tried");
        tried.iter().for_each(|line| eprintln!("  - {line}"));
        eprintln!("Build it in its repository with `bindings/c/build`, and set IQLIST_LIB_DIR to the folder");
        eprintln!("`.build/iqlist` there, which has {file}. For `cargo doc` alone set DOCS_RS=1.");
        eprintln!("Or turn on the feature `bundled`, and set IQLIST_ARCHIVE to a release archive.");
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

fn is_set(name: &str) -> bool {
    env::var(name).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// What a variable names, if it is set and not empty: an absolute path.
fn named(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name).filter(|value| !value.is_empty())?;
    Some(std::path::absolute(&value).unwrap_or_else(|_| value.into()))
}

/// The folder of libiqlist.a in a release archive, if one is named; or why it is refused.
fn from_archive() -> Result<Option<PathBuf>, String> {
    let Some(archive) = named(release_archive::NAMED) else {
        return match named(release_archive::SUM) {
            Some(_) => Err(format!("{} is set, and no archive is named; name it", release_archive::SUM)),
            None => Ok(None),
        };
    };
    if let Some(folder) = named("IQLIST_LIB_DIR") {
        return Err(format!(
            "IQLIST_LIB_DIR names another library, in {}; unset one of them",
            folder.display()
        ));
    }
    let header = own_folder().join("include/iqlist.h");
    let target = env::var("TARGET").expect("cargo sets it");
    release_archive::unpack(&archive, ARCHIVE, &header, &out(), &target).map(Some)
}

/// The folder that has the file, or what was tried.
fn find(file: &str, is_bundled: bool) -> Result<PathBuf, Vec<String>> {
    let mut tried = Vec::new();
    // What is named and wrong is not passed over.
    if let Some(folder) = named("IQLIST_LIB_DIR") {
        if folder.join(file).is_file() {
            watch(&folder, file);
            return Ok(folder);
        }
        return Err(vec![format!("IQLIST_LIB_DIR: there is no {file} in {}", folder.display())]);
    }
    tried.push("IQLIST_LIB_DIR: not set".to_string());
    if named(release_archive::NAMED).is_some() {
        tried.push(format!("{}: only the feature `bundled` takes it", release_archive::NAMED));
    }
    let ways = [pkg_config, own_build];
    for way in &ways[usize::from(is_bundled)..] {
        match way(file) {
            Ok(folder) => return Ok(folder),
            Err(reason) => tried.push(reason),
        }
    }
    Err(tried)
}

fn pkg_config(file: &str) -> Result<PathBuf, String> {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let ask = |words: &[&str]| {
        let asked = run(Command::new(&program).args(words).arg("iqlist"));
        asked.map_err(|reason| format!("pkg-config: {reason}"))
    };
    let found = ask(&["--modversion"])?;
    let found = found.trim();
    let wanted = series(VERSION);
    if ask(&[&format!("--atleast-version={VERSION}")]).is_err() || series(found) != wanted {
        return Err(format!("pkg-config: iqlist {found} was found; {VERSION} or a later {wanted} is needed"));
    }
    // Asked for the flag and not for a variable: a description need not have one.
    let text = ask(&["--libs-only-L", "--keep-system-libs"])?;
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

/// The part of a version within which programs need not be built anew: until 1.0 with the minor version.
fn series(version: &str) -> String {
    let numbers = if version.starts_with("0.") { 2 } else { 1 };
    version.split('.').take(numbers).collect::<Vec<_>>().join(".")
}

fn own_build(file: &str) -> Result<PathBuf, String> {
    let root = repository().map_err(|reason| format!("the repository's build: {reason}"))?;
    let script = root.join("bindings/c/build");
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

/// The folder of cargo's that this script may write to.
fn out() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"))
}

/// The folder of this crate. (Not that of the time when this was compiled: two copies may share a target folder.)
fn own_folder() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
}

/// The repository that this crate stands in. Elsewhere, as where it is vendored, the folder three levels up is
/// another project's, and nothing of that is run: it has to have the library's name, and this crate's header, which
/// says the version.
fn repository() -> Result<PathBuf, String> {
    let root = own_folder().join("../../..");
    let root = root.canonicalize().unwrap_or(root);
    let read =
        |path: PathBuf| std::fs::read_to_string(&path).map_err(|_| format!("there is no {}", path.display()));
    let package = read(root.join("Package.swift"))?;
    let header = read(root.join("include/iqlist.h"))?;
    read(root.join("bindings/c/build"))?;
    if !package.contains("name: \"iqlist\"") {
        return Err(format!("{} is another project", root.display()));
    }
    if header != read(own_folder().join("include/iqlist.h"))? {
        return Err(format!("the header in {} is not that of {VERSION}", root.display()));
    }
    Ok(root)
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
    let links = out().join("lib");
    std::fs::create_dir_all(&links).expect("cargo's folder can be written to");
    // The second one is how programs ask for the library of this version.
    for name in [SHARED, &format!("{SHARED}.{}", series(VERSION))] {
        let link = links.join(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(folder.join(SHARED), &link).expect("cargo's folder can be written to");
    }
    links
}
