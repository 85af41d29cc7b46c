//! This crate's declarations have the sizes, offsets and values that a C compiler finds in `include/iqlist.h`,
//! of which they are generated.

use std::path::Path;
use std::process::Command;

/// `constants()`: what a C compiler has to find of each.
macro_rules! constants {
    ($($name:ident,)*) => {
        pub fn constants() -> Vec<String> {
            vec![$(equal(stringify!($name), $name as u64)),*]
        }
    };
}

/// `structs()`: likewise.
macro_rules! structs {
    ($($name:ident { $($field:ident),* })*) => {
        pub fn structs() -> Vec<String> {
            let mut all = Vec::new();
            $(
                let name = stringify!($name);
                all.push(equal(&format!("sizeof({name})"), std::mem::size_of::<$name>() as u64));
                all.push(equal(&format!("_Alignof({name})"), std::mem::align_of::<$name>() as u64));
                $(
                    let field = stringify!($field);
                    let offset = std::mem::offset_of!($name, $field);
                    let size = size_of_field(|it: &$name| &it.$field);
                    all.push(equal(&format!("offsetof({name}, {field})"), offset as u64));
                    all.push(equal(&format!("sizeof((({name} *)0)->{field})"), size as u64));
                )*
            )*
            all
        }
    };
}

#[path = "header/layout.rs"]
mod layout;

fn equal(c: &str, value: u64) -> String {
    format!("_Static_assert({c} == {value}ull, \"it is {value} in Rust: {c}\");\n")
}

fn size_of_field<S, F>(_: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

#[test]
fn sizes_offsets_and_values_are_those_of_a_c_compiler() {
    let asserted = [layout::constants(), layout::structs()].concat();
    assert!(asserted.len() > 600, "{} are too few", asserted.len());
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout.c");
    std::fs::write(&source, format!("#include <iqlist.h>\n{}", asserted.concat())).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include");
    let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    let done = compiler.args(["-std=c11", "-fsyntax-only", "-I"]).arg(include).arg(&source).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn the_running_library_is_of_the_headers_version() {
    // SAFETY: the string is static.
    let running = unsafe { std::ffi::CStr::from_ptr(iqlist_sys::iq_version_string()) };
    assert_eq!(running, iqlist_sys::IQ_VERSION_STRING);
    assert_eq!(iqlist_sys::IQ_VERSION_STRING.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
}
