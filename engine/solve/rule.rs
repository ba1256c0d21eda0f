//! Steps of solving as checked data: rewrites of equations, and of terms in them.

use crate::falsify::Shape;
use crate::rules::{Origin, RuleVar};

/// A rewrite that keeps all solutions; it may add some, which substitution finds out.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Unique over all files.
    pub id: String,
    /// One sentence.
    pub doc: String,
    /// What is matched: a relation, or a term in one.
    pub lhs: Shape,
    /// What takes its place: a relation, several joined by `or`, `false`; or a term.
    pub rhs: Shape,
    /// The variables.
    pub vars: Vec<RuleVar>,
    /// The variables in which the unknown must occur; in all others it must not.
    pub unknown: Vec<u8>,
    /// The variables in which it may occur.
    pub maybe: Vec<u8>,
    /// The names of the integers that the right side introduces.
    pub integers: Vec<String>,
    /// Statements about the variables that must hold; those with parameters are taken as
    /// conditions of the solution.
    pub when: Vec<Shape>,
    /// Pairs of LaTeX: the second is what the rule makes of the first.
    pub examples: Vec<(String, String)>,
    /// LaTeX on which it must not fire.
    pub rejects: Vec<String>,
    /// The rule as it was written.
    pub source: String,
    /// Where.
    pub origin: Origin,
}

/// What rule files say about solving.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solving {
    /// The letters that are unknowns beside others, which are parameters; the first ones first.
    pub unknowns: Vec<String>,
    /// The rules, sorted by id.
    pub rules: Vec<Rule>,
}
