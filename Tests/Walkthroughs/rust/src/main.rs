//! The document of ReactiveCollectionsKit, paragraph by paragraph, with `iqlist::kit`, and what goes beyond it: a line a
//! step.

mod beyond;
mod diffing;
mod erasure;
mod features;
mod overview;
mod people;
mod start;
mod view_models;

/// Runs the steps and prints a line for each. A step that fails panics, and ends the program with a failure.
#[derive(Default)]
pub struct Steps {
    count: usize,
}

impl Steps {
    pub fn step(&mut self, name: &str, body: impl FnOnce() -> iqlist::Result<()>) {
        if let Err(error) = body() {
            eprintln!("{name}: {error}");
            std::process::exit(1);
        }
        self.count += 1;
        println!("ok {name}");
    }
}

fn main() {
    // An assertion that fails has said on the standard error what is wrong.
    let run = std::panic::catch_unwind(|| {
        let mut steps = Steps::default();
        features::walk(&mut steps);
        start::walk(&mut steps);
        overview::walk(&mut steps);
        diffing::walk(&mut steps);
        view_models::walk(&mut steps);
        erasure::walk(&mut steps);
        beyond::walk(&mut steps);
        steps
    });
    match run {
        Ok(steps) => println!("{} steps", steps.count),
        Err(_) => std::process::exit(1),
    }
}
