//! Saturation of a formula with sound rules, and proofs that two formulas are equal.

mod assumptions;
mod binding;
mod conditions;
mod contains;
mod converges;
mod explain;
mod extract;
mod facts;
mod flatten;
mod graph;
mod language;
mod limits;
mod matching;
mod program;
mod renaming;
mod replay;
mod rewrite;
mod run;
mod saturate;
mod signs;
mod snapshot;
mod split;
mod substitute;
mod tidy;
mod trial;
mod unnest;
mod varying;

pub use explain::{Explanation, Step, explain, explain_with};
pub use limits::{Limits, Stats};
pub use program::Program;
pub use replay::replay;
pub use saturate::{Saturated, saturate, saturate_given, saturate_with};

#[cfg(test)]
mod tests;
