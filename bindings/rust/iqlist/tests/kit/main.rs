//! The kit layer: who gets which event, what is shown, and that each completion is called exactly once.

mod allowed;
mod automatic;
mod by_hand;
mod elements;
mod equality;
mod estimates;
mod features;
mod following;
mod gestures;
mod layouts;
mod lines;
mod paging;
mod panics;
mod people;
mod placeholders;
mod registration;
mod routing;
mod scenes;
mod session;
mod sizes;
#[path = "../support/mod.rs"]
mod support;
mod trees;
mod updates;
mod visibility;
