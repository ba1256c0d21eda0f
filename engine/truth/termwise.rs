//! Derivatives of what is made of letters that depend on what it is differentiated by, term by term:
//! `\frac{d(N + 1)}{dt}` is `\frac{dN}{dt}`, `\frac{d(mv)}{dt}` is `m \frac{dv}{dt}`.

use super::fields::CONSTANTS;
use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// What is differentiated by a letter that does not stand in it.
struct By<'a> {
    letter: u32,
    /// How often.
    order: u32,
    /// A derivative of what is in it, which is put in.
    of: &'a dyn Fn(&Term) -> Term,
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
}

/// The term in which letters alone are differentiated, where sums, products, quotients and powers of numbers
/// were in which nothing stands that they are differentiated by.
pub(super) fn differentiated(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        let ("diff" | "pdiff", [x, order, of]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        let (Head::Symbol(letter), Head::Integer(times @ 1..)) = (x.op.head(), order.op.head())
        else {
            return t;
        };
        let slope = |of: &Term| Term::new(t.op, vec![x.clone(), order.clone(), of.clone()]);
        let by = By {
            letter,
            order: times,
            of: &slope,
            atoms,
            vocabulary,
        };
        let made = matches!(name(of, vocabulary), "add" | "neg" | "mul" | "div" | "pow");
        match made && by.depends(of) {
            true => by.derivative(of).unwrap_or_else(|| t.clone()),
            false => t,
        }
    })
}

impl By<'_> {
    /// Whether some letter here is no constant by custom.
    fn depends(&self, term: &Term) -> bool {
        let mut found = false;
        term.walk(&mut |t| {
            let symbol =
                t.op.as_symbol()
                    .and_then(|s| self.atoms.symbols.get(s as usize));
            found |= symbol.is_some_and(|s| !CONSTANTS.contains(&s.name.as_str()));
        });
        found
    }

    /// The derivative of a term; none where it cannot be told.
    fn derivative(&self, term: &Term) -> Option<Term> {
        let node = |name: &str, args: Vec<Term>| node(name, args, self.vocabulary);
        let each = |parts: &[Term]| {
            parts
                .iter()
                .map(|p| self.derivative(p))
                .collect::<Option<Vec<_>>>()
        };
        match (name(term, self.vocabulary), &*term.args) {
            (_, []) => self.leaf(term),
            ("add", parts) => Some(node("add", each(parts)?)),
            ("neg", [part]) => Some(node("neg", vec![self.derivative(part)?])),
            ("mul", parts) => {
                let slopes = each(parts)?;
                let with = |at: usize| {
                    let mut factors = parts.to_vec();
                    factors[at] = slopes[at].clone();
                    node("mul", factors)
                };
                let changing = (0..parts.len()).filter(|at| self.depends(&parts[*at]));
                let terms: Vec<Term> = changing.map(with).collect();
                Some(match terms.as_slice() {
                    [_, _, ..] if self.order > 1 => return None,
                    [] => Term::leaf(Op::integer(0)),
                    [only] => only.clone(),
                    _ => node("add", terms),
                })
            }
            ("div", [above, below]) if !self.depends(below) => {
                self.derivative(below)?;
                Some(node("div", vec![self.derivative(above)?, below.clone()]))
            }
            ("pow", [base, exponent])
                if self.order == 1 && matches!(exponent.op.head(), Head::Integer(2..=9)) =>
            {
                let Head::Integer(n) = exponent.op.head() else {
                    return None;
                };
                let less = Term::leaf(Op::integer(n - 1));
                let power = node("pow", vec![base.clone(), less]);
                Some(node(
                    "mul",
                    vec![exponent.clone(), power, self.derivative(base)?],
                ))
            }
            _ => None,
        }
    }

    fn leaf(&self, term: &Term) -> Option<Term> {
        let zero = || Term::leaf(Op::integer(0));
        match term.op.head() {
            Head::Symbol(letter) if letter == self.letter => None,
            Head::Symbol(letter) => {
                let symbol = self.atoms.symbols.get(letter as usize)?;
                let number = matches!(symbol.kind, Kind::Any | Kind::Num);
                match CONSTANTS.contains(&symbol.name.as_str()) {
                    true => Some(zero()),
                    false => number.then(|| (self.of)(term)),
                }
            }
            Head::Integer(_) | Head::Literal(_) => Some(zero()),
            _ => None,
        }
    }
}
