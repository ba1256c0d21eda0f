//! Saturation of a formula with sound rules, and proofs that two formulas are equal.

mod assumptions;
mod conditions;
mod extract;
mod facts;
mod graph;
mod language;
mod matching;
mod program;
mod rewrite;
mod saturate;
mod snapshot;
mod split;

pub use program::Program;
pub use saturate::{Limits, Saturated, Stats, saturate, saturate_with};

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
