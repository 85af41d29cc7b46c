//! Reads the declarations of this crate from its sources, module by module in the order of `lib.rs`. It
//! relies on the form that rustfmt gives them.

use std::path::Path;

pub fn declarations(package: &Path) -> Vec<String> {
    let library = read(&package.join("src/lib.rs"));
    let modules = library.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let mut text = library.clone();
    for module in modules {
        text += &read(&package.join(format!("src/{module}.rs")));
    }
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut whole = line.trim().to_string();
        let end = if whole.starts_with("pub struct ") { "}" } else { ";" };
        if !["pub struct ", "pub const ", "pub type ", "pub fn ", "opaque!("]
            .iter()
            .any(|it| whole.starts_with(it))
        {
            continue;
        }
        while !whole.ends_with(end) {
            whole = format!("{whole} {}", lines.next().expect("a declaration ends").trim());
        }
        found.push(plain(&whole));
    }
    found
}

fn read(path: &Path) -> String {
    // The macro's own struct is none of ours, and indented.
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.contains("pub struct $name")).map(|line| format!("{line}\n")).collect()
}

/// Without what the header has no word for: `pub`, commas at the end, the types of constants.
fn plain(text: &str) -> String {
    let text = text.trim_end_matches(';').replace("r#", "").replace("pub ", "");
    let text = text
        .replace("( ", "(")
        .replace("< ", "<")
        .replace(", )", ")")
        .replace(", >", ">")
        .replace(", }", " }");
    if let Some(opaque) = text.strip_prefix("opaque!(") {
        return format!("opaque {}", opaque.trim_end_matches(')'));
    }
    match text.split_once(':') {
        Some((name, _)) if text.starts_with("const ") => name.to_string(),
        _ => text,
    }
}
