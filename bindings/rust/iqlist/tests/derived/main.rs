//! Derived lists: what outlines, filters, sorted and grouped lists show, who owns what, and what is left in the end.

mod filters;
mod grouped;
mod grouped_sessions;
mod life;
mod outlines;
mod panics;
mod sorted;
mod sorted_sessions;
#[path = "../support/mod.rs"]
mod support;
mod trees;
