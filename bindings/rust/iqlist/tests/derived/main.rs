//! Derived lists: what outlines and filters show, who owns what, and what is left in the end.

mod filters;
mod life;
mod outlines;
mod panics;
#[path = "../support/mod.rs"]
mod support;
mod trees;
