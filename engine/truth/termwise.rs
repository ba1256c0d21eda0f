//! Derivatives of what is made of letters that depend on what it is differentiated by, term by term and by
//! the chain rule: `\frac{d(N + 1)}{dt}` is `\frac{dN}{dt}`, `\frac{d(mv)}{dt}` is `m \frac{dv}{dt}`,
//! `\frac{d}{dx} \sin y` is `\cos y \frac{dy}{dx}`.

use super::fields::CONSTANTS;
use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// As often something is differentiated that is no sum of letters.
const MOST: u32 = 4;

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

/// The term in which letters alone are differentiated, where sums, products, quotients, powers and elementary
/// functions of numbers were in which nothing stands that they are differentiated by. Other functions of such
/// letters are left, and nothing is known of their derivatives.
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
        let mut inside = false;
        of.walk(&mut |l| inside |= l.op.as_symbol() == Some(letter));
        if inside || !by.is_made(of) || !by.depends(of) {
            return t;
        }
        match by.derivative(of) {
            Some(found) => found,
            None if by.is_open(of) => by.again(of).unwrap_or_else(|| {
                // The derivative of no function: it has no value.
                node("prime", vec![of.clone(), order.clone()], vocabulary)
            }),
            None => t.clone(),
        }
    })
}

/// Functions of one number.
fn is_function(term: &Term, vocabulary: &Vocabulary) -> bool {
    let unary = |tag: &str| {
        let operator = vocabulary.operator(term.op);
        operator.is_some_and(|o| o.has_tag("unary") && o.has_tag(tag))
    };
    unary("trig")
        || unary("hyperbolic")
        || matches!(
            name(term, vocabulary),
            "exp" | "ln" | "log" | "lg" | "logb" | "root" | "abs"
        )
}

impl By<'_> {
    /// Whether this is made of letters by what is known to be differentiated.
    fn is_made(&self, term: &Term) -> bool {
        matches!(
            name(term, self.vocabulary),
            "add" | "neg" | "mul" | "div" | "pow"
        ) || is_function(term, self.vocabulary)
            || self.applied(term).is_some()
    }

    /// The function of one number that is applied here, and to what.
    fn applied<'t>(&self, term: &'t Term) -> Option<(&'t Term, &'t Term)> {
        let ("call", [head, at]) = (name(term, self.vocabulary), &*term.args) else {
            return None;
        };
        let symbol = self.atoms.symbols.get(head.op.as_symbol()? as usize)?;
        let any = !symbol.protected && matches!(symbol.kind, Kind::Fn | Kind::Any);
        (any && self.is_open(at)).then_some((head, at))
    }

    /// Whether this is made of numbers alone, and of letters for them that it is not differentiated by.
    fn is_open(&self, term: &Term) -> bool {
        match term.op.head() {
            Head::Symbol(letter) => {
                let symbol = self.atoms.symbols.get(letter as usize);
                letter != self.letter
                    && symbol.is_some_and(|s| matches!(s.kind, Kind::Any | Kind::Num))
            }
            Head::Integer(_) | Head::Literal(_) => true,
            _ if term.args.is_empty() => self.vocabulary.kind(term, self.atoms) == Kind::Num,
            _ => self.is_made(term) && term.args.iter().all(|arg| self.is_open(arg)),
        }
    }

    /// The derivative of a term one at a time, of what is no sum of its letters.
    fn again(&self, term: &Term) -> Option<Term> {
        (self.order > 1 && self.order <= MOST).then_some(())?;
        let once = |of: &Term| {
            let one = || Term::leaf(Op::integer(1));
            let x = || Term::leaf(Op::symbol(self.letter));
            match (name(of, self.vocabulary), &*of.args) {
                ("diff" | "pdiff", [x, order, of]) => {
                    let Head::Integer(times) = order.op.head() else {
                        return of.clone();
                    };
                    let more = Term::leaf(Op::integer(times + 1));
                    node("diff", vec![x.clone(), more, of.clone()], self.vocabulary)
                }
                _ => node("diff", vec![x(), one(), of.clone()], self.vocabulary),
            }
        };
        let by = By {
            order: 1,
            of: &once,
            ..*self
        };
        (0..self.order).try_fold(term.clone(), |made, _| by.derivative(&made))
    }

    /// The derivative of a function, elementary ones alone, where it is `at`.
    fn outer(&self, function: &str, at: &Term) -> Option<Term> {
        let node = |name: &str, args: Vec<Term>| node(name, args, self.vocabulary);
        let number = |n: u32| Term::leaf(Op::integer(n));
        let of = |name: &str| node(name, vec![at.clone()]);
        let square = |base: Term| node("pow", vec![base, number(2)]);
        let less = |a: Term, b: Term| node("add", vec![a, node("neg", vec![b])]);
        let over = |below: Term| node("div", vec![number(1), below]);
        let rooted = |inside: Term| node("root", vec![inside, number(2)]);
        Some(match function {
            "exp" => of("exp"),
            "ln" => over(at.clone()),
            "sin" => of("cos"),
            "cos" => node("neg", vec![of("sin")]),
            "tan" => over(square(of("cos"))),
            "cot" => node("neg", vec![over(square(of("sin")))]),
            "sinh" => of("cosh"),
            "cosh" => of("sinh"),
            "tanh" => over(square(of("cosh"))),
            "arcsin" => over(rooted(less(number(1), square(at.clone())))),
            "arccos" => node(
                "neg",
                vec![over(rooted(less(number(1), square(at.clone()))))],
            ),
            "arctan" => over(node("add", vec![number(1), square(at.clone())])),
            _ => return None,
        })
    }
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
            _ if !self.depends(term) => Some(Term::leaf(Op::integer(0))),
            // What is a derivative already, `y'` in `(y^2)'' = (2yy')'`.
            ("diff" | "pdiff", [x, _, of])
                if of.args.is_empty() && x.op.as_symbol() == Some(self.letter) =>
            {
                Some((self.of)(term))
            }
            ("root", [of, index]) if self.order == 1 && !self.depends(index) => {
                // `u^{1/n}` is differentiated to `u' u^{1/n} / (n u)`.
                let below = node("mul", vec![index.clone(), of.clone()]);
                let outer = node("div", vec![term.clone(), below]);
                Some(node("mul", vec![outer, self.derivative(of)?]))
            }
            (function, [of]) if self.order == 1 && is_function(term, self.vocabulary) => {
                let outer = self.outer(function, of)?;
                Some(node("mul", vec![outer, self.derivative(of)?]))
            }
            ("call", _) if self.order == 1 => {
                let (head, at) = self.applied(term)?;
                let one = Term::leaf(Op::integer(1));
                let head = node("prime", vec![head.clone(), one]);
                let outer = node("call", vec![head, at.clone()]);
                Some(node("mul", vec![outer, self.derivative(at)?]))
            }
            ("pow", [base, exponent]) if self.order == 1 && !self.depends(base) => {
                let ln = node("ln", vec![base.clone()]);
                Some(node(
                    "mul",
                    vec![term.clone(), ln, self.derivative(exponent)?],
                ))
            }
            ("div", [above, below]) if self.order == 1 && self.depends(below) => {
                let product = |a: &Term, b: Term| node("mul", vec![a.clone(), b]);
                let first = product(below, self.derivative(above)?);
                let second = node("neg", vec![product(above, self.derivative(below)?)]);
                let square = node("pow", vec![below.clone(), Term::leaf(Op::integer(2))]);
                Some(node("div", vec![node("add", vec![first, second]), square]))
            }
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
            ("pow", [base, exponent]) if self.order == 1 && !self.depends(exponent) => {
                let less = match exponent.op.head() {
                    Head::Integer(n @ 1..) => Term::leaf(Op::integer(n - 1)),
                    _ => {
                        let one = Term::leaf(Op::integer(1));
                        node("add", vec![exponent.clone(), node("neg", vec![one])])
                    }
                };
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
