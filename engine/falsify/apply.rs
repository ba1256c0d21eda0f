//! Edits: a rule at its places, filled in; several may change one term where they do not meet.

use super::matching::{Bound, Match};
use super::places::{Path, at};
use super::rule::{HeadShape, Shape};
use crate::normal;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// One rule, at one place or at several that are alike.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The rule: an index into `RuleSet::falsifications`.
    pub rule: usize,
    /// Where; more than one for occurrences of one symbol.
    pub sites: Vec<Path>,
    pub found: Match,
    /// What each hole is filled with.
    pub holes: Vec<Fill>,
}

/// What a hole is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    Term(Term),
    Operator(Op),
}

/// The term with all edits made; none when a shape cannot be built, or something would be divided by zero
/// that was not, or a quantifier would say nothing of a letter any more.
pub(crate) fn apply(
    term: &Term,
    edits: &[(&Edit, &Shape)],
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let builder = Builder {
        root: term,
        edits,
        vocabulary,
    };
    let changed = builder.at(&mut Vec::new(), None)?;
    let broken = |t: &Term| quotients_by_zero(t, vocabulary);
    let idle = |t: &Term| idle_quantifiers(t, vocabulary);
    (broken(&changed) <= broken(term) && idle(&changed) <= idle(term)).then_some(changed)
}

/// How many numbers stand in sums with the other sign, too: `n - 1 + 1`.
pub(super) fn cancelling(term: &Term, vocabulary: &Vocabulary) -> usize {
    let (add, neg) = (vocabulary.find("add"), vocabulary.find("neg"));
    let number = |t: &Term| matches!(t.op.head(), Head::Integer(_) | Head::Literal(_));
    let mut count = 0;
    term.walk(&mut |t| {
        if Some(t.op) != add {
            return;
        }
        let negative = t.args.iter().filter(|arg| Some(arg.op) == neg);
        let negative = negative.map(|arg| &arg.args[0]);
        count += negative
            .filter(|of| number(of) && t.args.contains(of))
            .count();
    });
    count
}

/// How many quantifiers say nothing of the letter that they declare: `\forall n \in \mathbb{N}: x < 2`, and words behind
/// a statement, `x = 2 \text{ for some } n \in \mathbb{N}`.
fn idle_quantifiers(term: &Term, vocabulary: &Vocabulary) -> usize {
    let mut count = 0;
    term.walk(&mut |t| {
        let quantifier = vocabulary
            .operator(t.op)
            .is_some_and(|o| o.has_tag("quantifier"));
        let spoken = vocabulary.name(t.op) == "text" && t.args.len() == 3;
        let (declared, body) = match &*t.args {
            [body, _, declared] if spoken && !declared.args.is_empty() => (declared, body),
            [declared, .., body] if quantifier => (declared, body),
            _ => return,
        };
        // `x`, `x \in A`, `x > 0`
        let letter = declared.args.first().unwrap_or(declared);
        let mut occurs = !letter.args.is_empty();
        body.walk(&mut |t| occurs |= t == letter);
        count += usize::from(!occurs);
    });
    count
}

/// How often something is divided by zero as it is written, or that is a modulus.
fn quotients_by_zero(term: &Term, vocabulary: &Vocabulary) -> usize {
    let zero = |t: &Term| t.op == Op::integer(0);
    let negative = |t: &Term| vocabulary.operator(t.op).is_some_and(|o| o.name == "neg");
    let mut count = 0;
    term.walk(&mut |t| {
        let named = vocabulary.name(t.op);
        count += usize::from(match (named, &*t.args) {
            ("div", [_, below]) => zero(below),
            ("congruent", [_, _, modulus]) => zero(modulus),
            ("pow", [base, exponent]) => zero(base) && negative(exponent),
            _ => false,
        });
    });
    count
}

/// What one edit alone puts in the place of its first site.
pub(crate) fn result(
    term: &Term,
    edit: &Edit,
    rhs: &Shape,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let builder = Builder {
        root: term,
        edits: &[],
        vocabulary,
    };
    builder.build(rhs, edit)
}

/// What an argument does to the rest of its node.
enum Unit {
    No,
    Plain,
    Negative,
}

struct Builder<'b> {
    root: &'b Term,
    edits: &'b [(&'b Edit, &'b Shape)],
    vocabulary: &'b Vocabulary,
}

impl Builder<'_> {
    /// The changed term at a path; what `inside` matched there stays in its hands.
    fn at(&self, path: &mut Path, inside: Option<&Edit>) -> Option<Term> {
        let own = |edit: &Edit| inside.is_some_and(|inside| std::ptr::eq(inside, edit));
        let here = self
            .edits
            .iter()
            .find(|(edit, _)| edit.sites.contains(path) && !own(edit));
        if let Some((edit, rhs)) = here {
            return self.build(rhs, edit);
        }
        let term = at(self.root, path)?;
        let below = |(edit, _): &(&Edit, &Shape)| edit.sites.iter().any(|s| s.starts_with(path));
        if term.args.is_empty() || !self.edits.iter().any(below) {
            return Some(term.clone());
        }
        let mut args = Vec::with_capacity(term.args.len());
        for (place, old) in term.args.iter().enumerate() {
            path.push(place as u16);
            let new = self.at(path, None)?;
            path.pop();
            let written = new == *old;
            args.push((new, written));
        }
        self.node(term.op, args)
    }

    /// A node of arguments, each with whether it is as the source wrote it. Units that the source
    /// did not write are dropped, as in every rewriting; none when nothing is left.
    fn node(&self, op: Op, args: Vec<(Term, bool)>) -> Option<Term> {
        let several = args.len() > 1;
        let mut left = Vec::with_capacity(args.len());
        let mut negative = false;
        for (place, (arg, written)) in args.into_iter().enumerate() {
            match self.unit(op, place, &arg) {
                Unit::Plain if several && !written => {}
                Unit::Negative if several && !written => negative = !negative,
                _ => left.push(arg),
            }
        }
        let node = match left.pop()? {
            only if left.is_empty() && several => only,
            last => {
                left.push(last);
                normal::node(self.vocabulary, op, left)
            }
        };
        match self.vocabulary.find("neg") {
            Some(neg) if negative => Some(normal::node(self.vocabulary, neg, vec![node])),
            _ => Some(node),
        }
    }

    /// Whether an argument changes nothing, or a sign at most.
    fn unit(&self, op: Op, place: usize, arg: &Term) -> Unit {
        let Some(operator) = self.vocabulary.operator(op) else {
            return Unit::No;
        };
        let one = Op::integer(1);
        let unit = match operator.name.as_str() {
            "pow" | "div" if place == 1 => Some(one),
            _ => operator.unit,
        };
        match unit {
            Some(unit) if arg.op == unit => Unit::Plain,
            Some(unit)
                if matches!(operator.name.as_str(), "mul" | "div")
                    && Some(arg.op) == self.vocabulary.find("neg")
                    && arg.args.first().is_some_and(|arg| arg.op == unit) =>
            {
                Unit::Negative
            }
            _ => Unit::No,
        }
    }

    fn build(&self, shape: &Shape, edit: &Edit) -> Option<Term> {
        match shape {
            Shape::Var(v) => match &edit.found.bound[usize::from(*v)] {
                Bound::One(path) => self.at(&mut path.clone(), Some(edit)),
                _ => None,
            },
            Shape::Hole(h) => match edit.holes.get(usize::from(*h))? {
                Fill::Term(term) => Some(term.clone()),
                Fill::Operator(_) => None,
            },
            Shape::Rest(_) => None,
            Shape::Node(head, shapes) => {
                let op = match head {
                    HeadShape::Op(op) => *op,
                    HeadShape::Var(v) => match edit.found.bound[usize::from(*v)] {
                        Bound::Head(op) => op,
                        _ => return None,
                    },
                    HeadShape::Hole(h) => match edit.holes.get(usize::from(*h))? {
                        Fill::Operator(op) => *op,
                        Fill::Term(_) => return None,
                    },
                };
                let mut args = Vec::new();
                for shape in shapes {
                    let Shape::Rest(v) = shape else {
                        args.push((self.build(shape, edit)?, false));
                        continue;
                    };
                    let Bound::Rest(paths) = &edit.found.bound[usize::from(*v)] else {
                        return None;
                    };
                    for path in paths {
                        let new = self.at(&mut path.clone(), Some(edit))?;
                        let written = at(self.root, path) == Some(&new);
                        args.push((new, written));
                    }
                }
                // An operator without arguments is a constant.
                if shapes.is_empty() {
                    return Some(normal::node(self.vocabulary, op, Vec::new()));
                }
                self.node(op, args)
            }
        }
    }
}

/// Whether two edits change different places, so that neither can undo what the other does.
pub(super) fn apart(a: (&Edit, &Shape), b: (&Edit, &Shape)) -> bool {
    let within = |inner: (&Edit, &Shape), outer: (&Edit, &Shape)| {
        inner.0.sites.iter().any(|site| {
            outer.0.found.taken.contains(site)
                || outer.0.sites.contains(site)
                || moved(outer).iter().any(|path| site.starts_with(path))
        })
    };
    let meet = a.0.found.taken.iter().any(|p| b.0.found.taken.contains(p));
    !(meet || within(a, b) || within(b, a))
}

/// The paths of what an edit drops or writes more than once: nothing may be changed below them.
fn moved((edit, rhs): (&Edit, &Shape)) -> Vec<Path> {
    fn count(shape: &Shape, var: u8) -> usize {
        match shape {
            Shape::Var(v) | Shape::Rest(v) => usize::from(*v == var),
            Shape::Hole(_) => 0,
            Shape::Node(_, args) => args.iter().map(|arg| count(arg, var)).sum(),
        }
    }
    let mut paths = Vec::new();
    for (var, bound) in edit.found.bound.iter().enumerate() {
        if count(rhs, var as u8) == 1 {
            continue;
        }
        match bound {
            Bound::One(path) => paths.push(path.clone()),
            Bound::Rest(rest) => paths.extend(rest.iter().cloned()),
            Bound::Free | Bound::Head(_) => {}
        }
    }
    paths
}
