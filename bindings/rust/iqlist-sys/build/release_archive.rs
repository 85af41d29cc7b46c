//! libiqlist.a of a release archive: the file `libiqlist-V-T.tar.gz` that IQLIST_ARCHIVE names, or the one for this
//! target in the folder that it names.
//!
//! It is taken if all that can be known of it is right: its name, its sum, what is in it, and the header. It is
//! copied into cargo's folder first, so that what is checked is what is unpacked. There are no crates here: `tar` and
//! `sha256sum` do the work.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const NAMED: &str = "IQLIST_ARCHIVE";
pub const SUM: &str = "IQLIST_ARCHIVE_SHA256";

const VERSION: &str = env!("CARGO_PKG_VERSION");
const SUMS: &str = "SHA256SUMS";

/// Cargo's targets, and those of the archives.
const TARGETS: [(&str, &str); 3] = [
    ("x86_64-unknown-linux-gnu", "x86_64-linux-gnu"),
    ("aarch64-unknown-linux-gnu", "aarch64-linux-gnu"),
    ("x86_64-unknown-linux-musl", "x86_64-linux-musl"),
];

/// Unpacks what a program is linked with below a folder of cargo's; answers the folder that has `file`. A refusal
/// says what to do, and leaves nothing unpacked.
pub fn unpack(named: &Path, file: &str, header: &Path, out: &Path, target: &str) -> Result<PathBuf, String> {
    let folder = folder(target)?;
    let archive = find(named, &folder)?;
    println!("cargo:rerun-if-changed={}", archive.display());
    let own = out.join("archive");
    emptied(&own)?;
    unpack_into(&own, &archive, &folder, file, header).inspect_err(|_| drop(emptied(&own)))
}

fn emptied(own: &Path) -> Result<(), String> {
    let removed = if own.exists() { fs::remove_dir_all(own) } else { Ok(()) };
    removed.and_then(|()| fs::create_dir_all(own)).map_err(|error| format!("{}: {error}", own.display()))
}

fn unpack_into(
    own: &Path,
    archive: &Path,
    folder: &str,
    file: &str,
    header: &Path,
) -> Result<PathBuf, String> {
    let shown = archive.display();
    let copy = own.join("copy.tar.gz");
    fs::copy(archive, &copy)
        .map_err(|error| format!("{shown} cannot be copied to {}: {error}", own.display()))?;
    check_sums(archive, &sha256(&copy)?)?;
    check_members(&copy, folder).map_err(|reason| format!("{shown}: {reason}; take it anew"))?;

    let members = [format!("{folder}/include/iqlist.h"), format!("{folder}/lib/{file}")];
    run(tar("-xzf", &copy)?.arg("-C").arg(own).args(&members))
        .map_err(|reason| format!("{shown}: {reason}; take it anew"))?;
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    if read(&own.join(&members[0]))? != read(header)? {
        return Err(format!(
            "{shown}: the iqlist.h in it is not that of iqlist-sys {VERSION}; take the archive that was released \
             with this crate"
        ));
    }
    Ok(own.join(folder).join("lib"))
}

/// The folder in the archive for one of cargo's targets.
fn folder(target: &str) -> Result<String, String> {
    match TARGETS.iter().find(|(cargos, _)| *cargos == target) {
        Some((_, ours)) => Ok(format!("libiqlist-{VERSION}-{ours}")),
        None => Err(format!(
            "there is no release archive for {target}, but for {}; build libiqlist for it, and let IQLIST_LIB_DIR \
             name the folder instead",
            TARGETS.map(|(cargos, _)| cargos).join(", ")
        )),
    }
}

/// The archive itself. Its name has to be that of the crate's version and of the target.
fn find(named: &Path, folder: &str) -> Result<PathBuf, String> {
    let wanted = format!("{folder}.tar.gz");
    let shown = named.display();
    if named.is_dir() {
        let archive = named.join(&wanted);
        if archive.is_file() {
            return Ok(archive);
        }
        return Err(format!("there is no {wanted} in {shown}; put it there, and {SUMS} beside it"));
    }
    if !named.is_file() {
        return Err(format!("there is no {shown}; name {wanted}, or the folder that it is in"));
    }
    if named.file_name().is_some_and(|name| name == wanted.as_str()) {
        return Ok(named.to_path_buf());
    }
    Err(format!("{shown} is not {wanted}, the archive of this version and target; name that one"))
}

/// The sum has to be that of SHA256SUMS, where there is one beside the archive, and that of IQLIST_ARCHIVE_SHA256,
/// where it is set.
fn check_sums(archive: &Path, sum: &str) -> Result<(), String> {
    let shown = archive.display();
    let is_another = |wanted: &str, source: &str| {
        format!("{shown} has the SHA-256 sum {sum}, and {source} says {wanted}; take the archive anew")
    };
    let list = archive.with_file_name(SUMS);
    if list.exists() {
        println!("cargo:rerun-if-changed={}", list.display());
        let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        let name = archive.file_name().unwrap_or_default().to_string_lossy();
        // A star before a name says that the file was read as binary.
        let listed: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(_, rest)| rest.strip_prefix([' ', '*']) == Some(&*name))
            .map(|(wanted, _)| wanted)
            .collect();
        if listed.is_empty() {
            return Err(format!("{} does not list {name}; take both from one release", list.display()));
        }
        if let Some(other) = listed.iter().find(|wanted| !wanted.eq_ignore_ascii_case(sum)) {
            return Err(is_another(other, &list.display().to_string()));
        }
    }
    match std::env::var(SUM) {
        Ok(wanted) if !wanted.is_empty() && !wanted.eq_ignore_ascii_case(sum) => {
            Err(is_another(&wanted, SUM))
        }
        Err(std::env::VarError::NotUnicode(_)) => Err(format!("{SUM} is no sum; set it to that of {shown}")),
        _ => Ok(()),
    }
}

/// All members have to be files, folders and links in the one folder, each there once and with a plain name.
fn check_members(archive: &Path, folder: &str) -> Result<(), String> {
    let names = run(&mut tar("-tzf", archive)?)?;
    let described = run(&mut tar("-tvzf", archive)?)?;
    if names.lines().count() != described.lines().count() {
        return Err("tar lists its members in two ways".to_string());
    }
    let mut seen = BTreeSet::new();
    for (name, line) in names.lines().zip(described.lines()) {
        let is_inside = is_plain(name) && (name.trim_end_matches('/') == folder || is_below(name, folder));
        if !is_inside {
            return Err(format!("the member {name} is outside of the folder {folder}"));
        }
        if !seen.insert(name.trim_end_matches('/')) {
            return Err(format!("the member {name} is in it twice"));
        }
        let is_right = match line.as_bytes().first() {
            Some(b'-' | b'd') => line.ends_with(&format!(" {name}")),
            // A link leads to a file beside it.
            Some(b'l') => line
                .split_once(&format!(" {name} -> "))
                .is_some_and(|(_, end)| is_plain(end) && !end.contains('/')),
            _ => false,
        };
        if !is_right {
            return Err(format!("the member {name} is no file, folder or link to a file beside it"));
        }
    }
    Ok(())
}

/// Whether a name has nothing that tar or a file system could read in another way, and does not lead upwards.
fn is_plain(name: &str) -> bool {
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-/".contains(&byte);
    !name.is_empty() && name.bytes().all(is_usual) && name.split('/').all(|part| part != "..")
}

fn is_below(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The archive is its input: a name with a colon would be that of another machine.
fn tar(option: &str, archive: &Path) -> Result<Command, String> {
    let mut command = Command::new("tar");
    command.env("LC_ALL", "C").env_remove("TAR_OPTIONS").args([option, "-"]).stdin(open(archive)?);
    Ok(command)
}

fn open(archive: &Path) -> Result<Stdio, String> {
    File::open(archive).map(Stdio::from).map_err(|error| format!("{}: {error}", archive.display()))
}

fn sha256(archive: &Path) -> Result<String, String> {
    let printed = run(Command::new("sha256sum").stdin(open(archive)?))?;
    Ok(printed.split_whitespace().next().unwrap_or_default().to_string())
}

fn run(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    super::run(command).map_err(|reason| {
        if is_on_the_path(&program) {
            reason
        } else {
            format!("the command `{program}` is needed and is not on the PATH; install it")
        }
    })
}

fn is_on_the_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
