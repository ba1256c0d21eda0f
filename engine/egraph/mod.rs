//! Saturation of a formula with sound rules, and proofs that two formulas are equal.

mod assumptions;
mod conditions;
mod contains;
mod explain;
mod extract;
mod facts;
mod flatten;
mod graph;
mod language;
mod matching;
mod program;
mod renaming;
mod replay;
mod rewrite;
mod saturate;
mod snapshot;
mod split;
mod tidy;
mod unnest;

pub use explain::{Explanation, Step, explain, explain_with};
pub use program::Program;
pub use replay::replay;
pub use saturate::{Limits, Saturated, Stats, saturate, saturate_with};

#[cfg(test)]
mod tests;
