//! Falsification rules as checked data.

use crate::rules::{Origin, RuleVar};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

/// A family of falsifications, by which rows are selected and counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// Unique over all files.
    pub id: String,
    /// One sentence.
    pub doc: String,
    /// How often it is chosen among those that apply.
    pub weight: f64,
    /// Where.
    pub origin: Origin,
}

/// A rewrite that is not sound, applied once.
#[derive(Clone, Debug, PartialEq)]
pub struct Falsification {
    /// Unique over all files.
    pub id: String,
    /// One sentence.
    pub doc: String,
    /// The strategy it belongs to: an index into `RuleSet::strategies`.
    pub strategy: u32,
    /// How often it is chosen among the rules of its strategy that apply.
    pub weight: f64,
    /// What is matched.
    pub lhs: Shape,
    /// What takes its place.
    pub rhs: Shape,
    /// The variables, then those for operators.
    pub vars: Vec<RuleVar>,
    /// The names of the holes, and what they are filled with.
    pub holes: Vec<(String, Hole)>,
    /// Where it may be applied.
    pub site: Site,
    /// What must hold of what was matched and filled in.
    pub when: Vec<Guard>,
    /// Words of a text of which each says that the rule is sound there: variables are `independent`.
    pub sound_where: Vec<String>,
    /// Pairs of LaTeX: the second is among the results of the rule on the first.
    pub examples: Vec<(String, String)>,
    /// LaTeX on which it must not fire.
    pub rejects: Vec<String>,
    /// The rule as it was written.
    pub source: String,
    /// Where.
    pub origin: Origin,
}

/// A term with variables, holes and open operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `?x`: any term.
    Var(u8),
    /// `..r`: the remaining arguments.
    Rest(u8),
    /// `!k`: filled in after matching.
    Hole(u8),
    /// An operator, number or constant over shapes.
    Node(HeadShape, Vec<Self>),
}

/// What stands at the head of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadShape {
    /// This operator or number.
    Op(Op),
    /// `(?f …)`: any operator that binds nothing, the same wherever it stands.
    Var(u8),
    /// `(!g …)`: an operator filled in after matching.
    Hole(u8),
}

/// Where a rule may be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// At every node.
    Anywhere,
    /// At the whole formula alone.
    Root,
    /// At nodes below one of these operators.
    Below(Vec<Op>),
    /// At nodes below one of the first operators that are no argument of one of the second.
    BelowBut(Vec<Op>, Vec<Op>),
    /// At the argument of this number of one of these operators.
    Argument(Vec<Op>, usize),
    /// At some, but not all, of the places where the same symbol or bound name stands; where each stands once,
    /// and what takes its place is another of the formula, at one of them.
    Occurrences,
}

/// What a hole is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum Hole {
    /// An integer between these, inclusive.
    Number(i64, i64),
    /// The number that a variable stands for, one or two more or less, not below zero; what is no small
    /// integer has another digit, or its point elsewhere.
    Near(u8),
    /// A symbol that the formula does not have, of the kind of a variable or a number.
    NewSymbol(Option<u8>),
    /// Another symbol of the formula, of the kind of a variable or a number.
    OtherSymbol(Option<u8>),
    /// A number-valued part of the formula of at most this many nodes.
    Subterm(usize),
    /// One of these terms, which have no symbols.
    One(Vec<Term>),
    /// Another operator with this label that takes as many arguments.
    Operator(String),
    /// One of several, by weight.
    Mixed(Vec<(f64, Hole)>),
}

/// What must hold of a variable or a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Of this kind, as far as it is known.
    IsKind(Place, Kind),
    /// A symbol or a bound name.
    IsSymbol(Place),
    /// A number as it is written.
    Literal(Place),
    /// Neither a number nor a symbol nor a constant.
    Compound(Place),
    /// With a symbol or a bound name in it.
    Varies(Place),
    /// At most this many nodes.
    Small(Place, usize),
    /// One of these terms.
    Among(Place, Vec<Term>),
    /// Not the same term (or operator).
    Differ(Place, Place),
    /// An operator with this label.
    Tagged(Place, String),
    /// One of these operators.
    HeadIn(Place, Vec<Op>),
    /// Not this.
    Not(Box<Guard>),
    /// At least one of these.
    AnyOf(Vec<Guard>),
}

/// A variable or a hole of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A variable, for a term or an operator.
    Var(u8),
    /// A hole.
    Hole(u8),
}
