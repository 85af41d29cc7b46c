// Lets tests and examples find the shared library where iqlist-sys has found it, also when they are run by
// hand.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = std::env::var_os("DEP_IQLIST_LIB_DIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.to_string_lossy());
        println!("cargo:rustc-env=IQLIST_BUILT_WITH={}", folder.to_string_lossy());
    }
}
