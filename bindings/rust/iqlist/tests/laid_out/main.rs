//! Views that are laid out: where things are, who measures them, what scrolling leads to, and what is refused.

mod custom;
mod endings;
mod geometry;
mod measuring;
mod mistakes;
mod places;
mod rows;
mod scrolling;
