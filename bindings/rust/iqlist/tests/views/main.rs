//! Screens, views and their cells: who calls what, which cell shows what, and what is left in the end.

mod endings;
mod inside;
mod labels;
mod life;
mod panics;
mod shown;
#[path = "../support/mod.rs"]
mod support;
mod threads;
