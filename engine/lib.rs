//! Meaning of formulas: terms, vocabulary, reading LaTeX, rule files, e-graphs, explanation.
//!
//! Everything here is a pure function of its input, the rules and the seed: no files, clocks,
//! threads or colour.

pub mod astray;
pub mod atoms;
mod bijection;
pub mod choice;
pub mod corpus;
pub mod definition;
pub mod diagnostic;
pub mod dsl;
pub mod egraph;
pub mod eval;
pub mod examine;
pub mod falsify;
pub mod forest;
pub mod latex;
pub mod member;
pub mod normal;
pub mod nouns;
pub mod pattern;
pub mod phrases;
pub mod readback;
pub mod rules;
mod scope;
pub mod sexpr;
pub mod solve;
pub mod soundness;
mod spelling;
pub mod symbols;
pub mod target;
pub mod term;
pub mod text;
pub mod truth;
mod vectors;
pub mod vocabulary;

#[cfg(test)]
extern crate self as mamut_engine;

#[cfg(test)]
#[path = "tests/common/mod.rs"]
mod common;
