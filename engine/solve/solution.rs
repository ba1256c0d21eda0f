//! Solutions: what they are, and the statements that say so.

use super::search::Step;
use super::words::Words;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// What a relation says of its unknowns, verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The unknowns: letters, or letters with indices.
    pub unknowns: Vec<Term>,
    /// Their values.
    pub set: Set,
    /// What must hold of the parameters; in order.
    pub conditions: Vec<Term>,
    /// Values that the way led to and that are no solutions.
    pub extraneous: Vec<Term>,
    /// The way, in order.
    pub steps: Vec<Step>,
    /// The atoms of all terms here: those of the relation, and what solving added.
    pub atoms: Atoms,
    /// How many of its symbols are those of the relation; the others are integers of families.
    pub given: usize,
}

/// The values of unknowns.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// None.
    Empty,
    /// Every real number.
    All,
    /// These values of the one unknown, in order.
    Points(Vec<Term>),
    /// These values for every integer value of the symbol.
    Families(Vec<Term>, u32),
    /// The union of these, in order.
    Intervals(Vec<Piece>),
    /// One value for each unknown.
    Tuple(Vec<Term>),
    /// Any of several such tuples, in order.
    Tuples(Vec<Vec<Term>>),
}

/// An interval; no end is infinity, and a point has the same two ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The lower end, and whether it belongs to it.
    pub low: Option<(Term, bool)>,
    /// The upper end, and whether it belongs to it.
    pub high: Option<(Term, bool)>,
}

impl Solution {
    /// The statement that the unknowns have these values: equations, inequalities, or that the
    /// unknown lies in no set or in that of all real numbers.
    pub fn statement(&self, vocabulary: &Vocabulary) -> Term {
        statement(&Words::new(vocabulary), &self.unknowns, &self.set)
    }

    /// The numbers in it: values, ends of intervals.
    pub fn values(&self) -> impl Iterator<Item = &Term> {
        let (values, pieces): (Vec<&Term>, &[Piece]) = match &self.set {
            Set::Empty | Set::All => (Vec::new(), &[]),
            Set::Points(values) | Set::Families(values, _) | Set::Tuple(values) => {
                (values.iter().collect(), &[])
            }
            Set::Tuples(tuples) => (tuples.iter().flatten().collect(), &[]),
            Set::Intervals(pieces) => (Vec::new(), pieces),
        };
        let ends = pieces.iter().flat_map(|piece| [&piece.low, &piece.high]);
        values.into_iter().chain(ends.flatten().map(|(end, _)| end))
    }

    /// The relation with the conditions on its parameters.
    pub fn premise(&self, relation: &Term, vocabulary: &Vocabulary) -> Term {
        if self.conditions.is_empty() {
            return relation.clone();
        }
        let words = &Words::new(vocabulary);
        let mut all = vec![relation.clone()];
        all.extend(self.conditions.iter().cloned());
        Term::new(words.comma, all)
    }

    /// That the values follow from the relation: `x^2 = 2 ⇒ x = -√2 or x = √2`.
    pub fn implication(&self, relation: &Term, vocabulary: &Vocabulary) -> Term {
        let premise = self.premise(relation, vocabulary);
        let words = &Words::new(vocabulary);
        words.named("implies", vec![premise, self.statement(vocabulary)])
    }

    /// That the unknown lies in the set of its values, and the atoms of that: see
    /// [`Self::membership`]. The integers of families are bound there, so that it holds.
    pub fn membership_implied(&self, relation: &Term, vocabulary: &Vocabulary) -> (Term, Atoms) {
        let premise = self.premise(relation, vocabulary);
        let (membership, atoms) = self.membership(vocabulary);
        let words = &Words::new(vocabulary);
        (words.named("implies", vec![premise, membership]), atoms)
    }

    /// That the unknown lies in a set: `x ∈ {-√2, √2}`, `x ∈ (-∞, 1) ∪ (2, ∞)`,
    /// `x ∈ {kπ | k ∈ ℤ}`.
    ///
    /// The integers of families are bound names there, which the atoms given back know.
    pub fn membership(&self, vocabulary: &Vocabulary) -> (Term, Atoms) {
        super::membership::of(self, vocabulary)
    }
}

/// The statement that unknowns have these values.
pub(super) fn statement(words: &Words<'_>, unknowns: &[Term], set: &Set) -> Term {
    let unknown = |place: usize| unknowns[place].clone();
    let equal = |value: &Term| words.equal(unknown(0), value.clone());
    let within = |set: &str| words.named("in", vec![unknown(0), words.named(set, Vec::new())]);
    match set {
        Set::Empty if unknowns.len() == 1 => within("emptyset"),
        Set::Empty => {
            let all = (0..unknowns.len()).map(unknown).collect();
            let empty = words.named("emptyset", Vec::new());
            words.named("in", vec![words.named("tuple", all), empty])
        }
        Set::All => within("RR"),
        Set::Points(values) => words.node(words.or, values.iter().map(equal).collect()),
        Set::Families(values, integer) => {
            let each = words.node(words.or, values.iter().map(equal).collect());
            let whole = words.named("ZZ", Vec::new());
            let integer = Term::leaf(Op::symbol(*integer));
            Term::new(
                words.comma,
                vec![each, words.named("in", vec![integer, whole])],
            )
        }
        Set::Intervals(pieces) if let Some(gaps) = gaps(pieces) => {
            let ne = |gap: &Term| words.named("ne", vec![unknown(0), gap.clone()]);
            match &gaps[..] {
                [only] => ne(only),
                several => Term::new(words.comma, several.iter().map(ne).collect()),
            }
        }
        Set::Intervals(pieces) => {
            let each = pieces
                .iter()
                .map(|piece| interval(words, &unknown(0), piece));
            words.node(words.or, each.collect())
        }
        Set::Tuple(values) => Term::new(words.comma, pointwise(words, unknowns, values)),
        Set::Tuples(tuples) => {
            let each = tuples
                .iter()
                .map(|values| words.named("and", pointwise(words, unknowns, values)));
            words.node(words.or, each.collect())
        }
    }
}

/// That each unknown has its value.
fn pointwise(words: &Words<'_>, unknowns: &[Term], values: &[Term]) -> Vec<Term> {
    let each = unknowns.iter().zip(values);
    each.map(|(unknown, value)| words.equal(unknown.clone(), value.clone()))
        .collect()
}

/// What an interval says of a number.
fn interval(words: &Words<'_>, x: &Term, piece: &Piece) -> Term {
    let relation = |name: &str, closed: bool, bound: &Term| {
        let name = match (name, closed) {
            ("below", true) => "le",
            ("below", false) => "lt",
            (_, true) => "ge",
            (_, false) => "gt",
        };
        words.named(name, vec![x.clone(), bound.clone()])
    };
    match (&piece.low, &piece.high) {
        (Some((a, _)), Some((b, _))) if a == b => words.equal(x.clone(), a.clone()),
        (Some((a, p)), Some((b, q))) => {
            let sign =
                |closed: &bool| words.named(if *closed { "rel-le" } else { "rel-lt" }, Vec::new());
            let sides = vec![a.clone(), sign(p), x.clone(), sign(q), b.clone()];
            words.named("chain", sides)
        }
        (Some((a, closed)), None) => relation("above", *closed, a),
        (None, Some((b, closed))) => relation("below", *closed, b),
        (None, None) => words.named("in", vec![x.clone(), words.named("RR", Vec::new())]),
    }
}

/// The numbers that are missing, when all others are there.
fn gaps(pieces: &[Piece]) -> Option<Vec<Term>> {
    let (first, last) = (pieces.first()?, pieces.last()?);
    if first.low.is_some() || last.high.is_some() {
        return None;
    }
    let between = pieces
        .windows(2)
        .map(|two| match (&two[0].high, &two[1].low) {
            (Some((a, false)), Some((b, false))) if a == b => Some(a.clone()),
            _ => None,
        });
    between.collect()
}
