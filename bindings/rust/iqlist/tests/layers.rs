//! The modules stand in layers: lib.rs declares them in an order, and each uses only those before it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Code without comments and tests, whose words may name anything.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The paths that a tree of `use` stands for: `a::{b, c::{d, e}}` is a::b, a::c::d, a::c::e.
fn paths(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else { return vec![tree.trim().to_string()] };
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in rest.rsplit_once('}').expect("it is closed").0.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(letter),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| paths(part)).map(|path| format!("{}{path}", prefix.trim())).collect()
}

/// What follows `crate::`: in a `use` up to its semicolon, elsewhere as long as it is a path.
fn used(code: &str) -> Vec<String> {
    let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let starts = code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with("pub("));
    let rests = starts.map(|(at, mark)| (&code[..at], &code[at + mark.len()..]));
    rests
        .flat_map(|(before, rest)| match before.ends_with("use ") {
            true => paths(rest.split(';').next().unwrap()),
            false => vec![rest.split(|letter| !is_of_path(letter)).next().unwrap().to_string()],
        })
        .collect()
}

/// The files of a module: its own, and those in its folder.
fn files(module: &str) -> Vec<PathBuf> {
    let own = sources().join(format!("{module}.rs"));
    let mut files: Vec<_> = own.exists().then_some(own).into_iter().collect();
    if let Ok(folder) = fs::read_dir(sources().join(module)) {
        files.extend(folder.map(|file| file.unwrap().path()));
    }
    assert!(!files.is_empty(), "{module}");
    files
}

/// The statements of lib.rs that start like this, without that.
fn statements(start: &str) -> Vec<String> {
    let lib = code(&sources().join("lib.rs"));
    let lib = lib.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    lib.split(';').filter_map(|line| line.trim().strip_prefix(start)).map(str::to_string).collect()
}

/// The names that the crate exports, and the modules that they are of.
fn exports() -> HashMap<String, String> {
    let paths = statements("pub use ").into_iter().flat_map(|tree| paths(&tree));
    let split = |path: String| path.split_once("::").map(|(module, name)| (name.into(), module.into()));
    paths.map(|path| split(path).unwrap()).collect()
}

#[test]
fn each_module_uses_only_those_before_it() {
    let modules = statements("mod ");
    assert!(modules.len() > 20, "{modules:?}");
    let exported = exports();
    let mut wrong = Vec::new();
    for (layer, module) in modules.iter().enumerate() {
        for path in files(module).iter().flat_map(|file| used(&code(file))) {
            let name = path.split("::").next().unwrap();
            let used = exported.get(name).map_or(name, String::as_str);
            let at = modules.iter().position(|other| other == used);
            let at = at.unwrap_or_else(|| panic!("{module}: what is crate::{path}?"));
            if at > layer {
                wrong.push(format!("{module} uses {path} of {used}, which comes later"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_kit_and_the_cursor_use_only_what_the_crate_exports_and_no_unsafe_code() {
    let (exported, kit) = (exports(), files("kit"));
    assert!(kit.len() > 15, "{kit:?}");
    for file in kit.into_iter().chain(files("terminal")) {
        let code = code(&file);
        for path in used(&code) {
            let name = path.split("::").next().unwrap();
            assert!(exported.contains_key(name), "{}: crate::{path}", file.display());
        }
        assert!(!code.contains("unsafe") && !code.contains("iqlist_sys"), "{}", file.display());
    }
}

#[test]
fn the_paths_of_a_tree_are_told() {
    assert_eq!(paths("a::{b, c::{d, e}, f}"), ["a::b", "a::c::d", "a::c::e", "a::f"]);
    assert_eq!(
        used("use crate::a::{b, C};\nfn f(x: crate::D) -> crate::e::F<X> {}"),
        ["a::b", "a::C", "D", "e::F"]
    );
}
