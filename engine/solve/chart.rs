//! Inequalities: their truth can change only at zeros and at the ends of where they have values.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::relation::Comparison;
use super::search::{Roots, Search};
use super::solution::{Piece, Set};
use super::words::{occurs, symbols};
use crate::eval::Program;
use crate::normal;
use crate::term::{Op, Term};
use std::cmp::Ordering;

/// Where the truth of an inequality is looked at in each gap.
const INSIDE: [f64; 3] = [0.5, 0.171, 0.853];
/// How many more places are looked at along the line.
const CHECKS: i32 = 90;

/// A number at which truth may change.
struct Critical {
    term: Term,
    near: f64,
}

impl Search<'_> {
    /// The set of numbers for which a statement holds whose relations are between these sides.
    pub(super) fn chart(
        &mut self,
        statement: &Term,
        comparisons: &[Comparison],
    ) -> Result<Set, Reason> {
        if let [one] = comparisons
            && symbols(statement).len() > 1
        {
            return self.parametric(statement, one);
        }
        let mut criticals = Vec::new();
        for one in comparisons {
            if let Roots::Some(roots) = self.equation(&one.left, &one.right, 1)? {
                self.add(&mut criticals, roots)?;
            }
        }
        let mut edges = Vec::new();
        self.edges(statement, &mut edges)?;
        let zero = self.words.zero();
        for edge in edges {
            if let Roots::Some(roots) = self.equation(&edge, &zero, 1)? {
                self.add(&mut criticals, roots)?;
            }
        }
        if self.apart.len() > 1 || symbols(statement) != [self.unknown()] {
            return Err(Reason::NoFormula);
        }
        self.sort(&mut criticals)?;
        self.pieces(statement, comparisons, &criticals)
    }

    fn add(&mut self, all: &mut Vec<Critical>, roots: Vec<super::sum::Sum>) -> Result<(), Reason> {
        for root in roots {
            let term = self.term(&root);
            if !symbols(&term).is_empty() {
                return Err(Reason::NoFormula);
            }
            // What has no real value is nowhere on the line.
            if let Some(near) = ground::near(self.words, &self.atoms, &term) {
                all.push(Critical { term, near });
            }
        }
        Ok(())
    }

    /// In order, each once.
    fn sort(&mut self, all: &mut Vec<Critical>) -> Result<(), Reason> {
        all.sort_by(|a, b| a.near.total_cmp(&b.near));
        let mut kept: Vec<Critical> = Vec::new();
        for one in all.drain(..) {
            if let Some(last) = kept.last()
                && one.near - last.near <= 1e-7 * (1.0 + one.near.abs())
            {
                let off = self.reduce(&one.term)?.minus(&self.reduce(&last.term)?);
                match self.sign(&off) {
                    Some(Ordering::Equal) => continue,
                    _ => return Err(Reason::NotVerified),
                }
            }
            kept.push(one);
        }
        *all = kept;
        Ok(())
    }

    /// What must not vanish, or not become negative, for the statement to have a value; and what
    /// stands between bars, whose sign matters where sides are equal on a part of the line.
    fn edges(&self, term: &Term, found: &mut Vec<Term>) -> Result<(), Reason> {
        if !occurs(term, self.unknown()) {
            return Ok(());
        }
        let mut edge = |t: &Term| {
            if occurs(t, self.unknown()) && !found.contains(t) {
                found.push(t.clone());
            }
        };
        match (self.words.name(term), &*term.args) {
            ("div" | "ratio", [_, below]) => edge(below),
            ("root" | "ln" | "lg" | "log" | "abs", [x, ..]) => edge(x),
            ("logb", [base, x]) => {
                if occurs(base, self.unknown()) {
                    return Err(Reason::NoMethod);
                }
                edge(x);
            }
            ("pow", [base, _]) => edge(base),
            ("arcsin" | "arccos", [x]) => {
                let one = Term::leaf(Op::integer(1));
                let minus = self.words.negative(one.clone());
                edge(&self.words.node(self.words.add, vec![x.clone(), one]));
                edge(&self.words.node(self.words.add, vec![x.clone(), minus]));
            }
            ("tan" | "cot" | "sec" | "csc", _) => return Err(Reason::NoMethod),
            _ => {}
        }
        for arg in &term.args {
            self.edges(arg, found)?;
        }
        Ok(())
    }

    fn truth_at(&self, statement: &Term, x: f64) -> Result<bool, Reason> {
        let program = Program::compile(&[statement], self.words.vocabulary, &self.atoms);
        let mut point = ground::point(self.words, &self.atoms, &[statement]);
        ground::set(&mut point, self.unknown(), x);
        decided(ground::truth_of(&program, &point))
    }

    fn pieces(
        &mut self,
        statement: &Term,
        comparisons: &[Comparison],
        criticals: &[Critical],
    ) -> Result<Set, Reason> {
        let mut pieces: Vec<Piece> = Vec::new();
        // The lower end of the piece that is open, if one is.
        let mut open: Option<Option<(Term, bool)>> = None;
        for gap in 0..=criticals.len() {
            let below = gap.checked_sub(1).map(|k| &criticals[k]);
            let above = criticals.get(gap);
            let inside = self.in_gap(statement, below, above)?;
            match (&open, inside) {
                (None, true) => open = Some(below.map(|c| (c.term.clone(), false))),
                (Some(low), false) => {
                    let high = below.map(|c| (c.term.clone(), true));
                    pieces.push(Piece {
                        low: low.clone(),
                        high,
                    });
                    open = None;
                }
                _ => {}
            }
            let Some(end) = above else { break };
            let belongs = self.belongs(comparisons, &end.term)?;
            match (&open, belongs) {
                (None, true) => open = Some(Some((end.term.clone(), true))),
                (Some(low), false) => {
                    let high = Some((end.term.clone(), false));
                    pieces.push(Piece {
                        low: low.clone(),
                        high,
                    });
                    open = None;
                }
                _ => {}
            }
        }
        if let Some(low) = open {
            pieces.push(Piece { low, high: None });
        }
        self.checked(statement, criticals, &pieces)?;
        let point = |piece: &Piece| match (&piece.low, &piece.high) {
            (Some((a, _)), Some((b, _))) if a == b => Some(a.clone()),
            _ => None,
        };
        let points: Option<Vec<Term>> = pieces.iter().map(point).collect();
        Ok(match (&pieces[..], points) {
            ([], _) => Set::Empty,
            (
                [
                    Piece {
                        low: None,
                        high: None,
                    },
                ],
                _,
            ) => Set::All,
            (_, Some(points)) => Set::Points(points),
            _ => Set::Intervals(pieces),
        })
    }

    /// Whether all comparisons hold at a number. Where both sides are equal, the relation alone
    /// decides: numbers that are equal are never told apart by digits.
    fn belongs(&self, comparisons: &[Comparison], x: &Term) -> Result<bool, Reason> {
        let words = self.words;
        for one in comparisons {
            let put = |side: &Term| normal::replace(side, Op::symbol(self.unknown()), x);
            let (left, right) = (put(&one.left), put(&one.right));
            let equal = words.equal(left.clone(), right.clone());
            let holds = match ground::truth_alone(words, &self.atoms, &equal) {
                Truth::True => {
                    let name = words.vocabulary.operator(one.relation).map(|o| &*o.name);
                    matches!(name, Some("eq" | "le" | "ge"))
                }
                _ => {
                    let statement = words.node(one.relation, vec![left, right]);
                    decided(ground::truth_alone(words, &self.atoms, &statement))?
                }
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the statement holds between two numbers; it must be the same in all places.
    fn in_gap(
        &self,
        statement: &Term,
        below: Option<&Critical>,
        above: Option<&Critical>,
    ) -> Result<bool, Reason> {
        let mut found = None;
        for part in INSIDE {
            let x = match (below, above) {
                (Some(a), Some(b)) => a.near + part * (b.near - a.near),
                (Some(a), None) => a.near + 40.0 * part * part,
                (None, Some(b)) => b.near - 40.0 * part * part,
                (None, None) => 9.0 * part - 4.0,
            };
            let truth = self.truth_at(statement, x)?;
            if found.is_some_and(|known| known != truth) {
                return Err(Reason::Incomplete);
            }
            found = Some(truth);
        }
        found.ok_or(Reason::NotVerified)
    }

    /// Looks at places all along the line.
    fn checked(
        &self,
        statement: &Term,
        criticals: &[Critical],
        pieces: &[Piece],
    ) -> Result<(), Reason> {
        let near = |term: &Term| criticals.iter().find(|c| c.term == *term).map(|c| c.near);
        let holds = |x: f64| {
            pieces.iter().any(|piece| {
                let low = piece.low.as_ref().and_then(|(t, _)| near(t));
                let high = piece.high.as_ref().and_then(|(t, _)| near(t));
                low.is_none_or(|low| x > low) && high.is_none_or(|high| x < high)
            })
        };
        let program = Program::compile(&[statement], self.words.vocabulary, &self.atoms);
        let mut point = ground::point(self.words, &self.atoms, &[statement]);
        let far = criticals.iter().map(|c| c.near.abs()).fold(3.0, f64::max);
        for k in -CHECKS..=CHECKS {
            let part = (f64::from(k) + 0.173) / f64::from(CHECKS);
            for x in [1.7 * far * part, 50.0 * far * part.powi(3)] {
                if criticals
                    .iter()
                    .any(|c| (c.near - x).abs() < 1e-9 * (1.0 + x.abs()))
                {
                    continue;
                }
                ground::set(&mut point, self.unknown(), x);
                let truth = decided(ground::truth_of(&program, &point));
                // Far out, numbers may be too large to calculate with.
                if truth.is_ok_and(|truth| truth != holds(x)) {
                    return Err(Reason::Incomplete);
                }
            }
        }
        Ok(())
    }
}

fn decided(truth: Truth) -> Result<bool, Reason> {
    match truth {
        Truth::True => Ok(true),
        Truth::False | Truth::Undefined => Ok(false),
        Truth::Unknown => Err(Reason::NotVerified),
    }
}
