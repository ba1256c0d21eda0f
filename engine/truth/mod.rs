//! What statements are worth: true everywhere, somewhere or nowhere, and whether two say the same.
//!
//! A verdict is found by evaluating at points: small integers, bounds and the numbers that the
//! statement writes, real numbers of both signs, large ones, all symbols alike, complex ones where
//! they are spoken of, and points at which hypotheses and equations hold, which are solved for.
//! "False at a point" counts only where the values are further apart than their errors; what cannot
//! be decided says why.

mod about;
mod apart;
mod argument;
mod arithmetic;
mod arrows;
mod asymptotic;
mod brackets;
mod check;
mod compare;
mod concerns;
mod conditions;
mod confirm;
mod continued;
mod convergent;
mod critical;
mod depends;
pub mod derived;
mod difference;
mod dots;
mod dress;
mod each;
mod equation;
mod everywhere;
mod excludes;
mod extension;
mod fails;
mod families;
mod fields;
mod finite;
mod form;
mod functional;
mod gather;
mod generic;
mod given;
mod idle;
mod law;
mod levels;
mod logarithm;
mod meaning;
mod members;
mod named;
mod names;
mod nearness;
mod newcomer;
mod notations;
mod operators;
mod order;
mod outside;
mod pairing;
mod parts;
mod place;
mod plain;
mod plane;
mod points;
mod pointwise;
mod positive;
mod predicates;
mod quantify;
mod reason;
pub mod recheck;
mod refute;
mod relations;
mod roots;
mod running;
mod sample;
mod shapes;
mod share;
mod shifted;
mod show;
mod sides;
mod slopes;
mod small;
mod solve;
mod spell;
mod statement;
mod switching;
mod system;
#[cfg(test)]
mod tests;
mod tied;
mod universal;
mod vacuous;
mod verdict;
mod verify;
mod whole;
mod words;
mod world;

pub(crate) use arithmetic::number_functions;
pub use check::check;
pub use compare::{Settings, compare};
pub(crate) use concerns::Table;
pub use conditions::{under_conditions, under_conditions_of};
pub use names::is_rewritten;
pub use newcomer::Newcomer;
pub use refute::{Refutation, Refuter, Standing};
pub use sample::Truth;
pub use show::show;
pub use statement::{assuming, is_statement};
pub use verdict::{Bijection, Comparison, Difference, Reason, Verdict, Witness};
pub use verify::Verifier;
