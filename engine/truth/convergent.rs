//! Sequences that converge and functions that do far out: `\lim_{n \to \infty} x_n = c`, `x_n \to c`.
//!
//! Of a sequence that may be any, and of a function, nothing is known far out. Where limits are spoken of,
//! `x_n` is the value of a continuous function at `1/(n + 1)`, which has its value at zero for a limit; where
//! infinitely many terms are added, it is that over `2^n`. `f(x)` is one at `(x + 1)/(x^2 + 1)`. Two
//! statements that are told apart so are different; one that holds so need not hold of all sequences.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::normal;
use crate::term::{Op, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// What a letter stands for that has limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// A sequence that converges.
    Sequence,
    /// One whose terms can be added.
    Summands,
    /// A function that converges far out.
    Function,
}

/// The term with limits for arrows, and functions for what converges.
pub(super) fn meant(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let term = term.map(&mut |t| {
        let limit = limit(&t, vocabulary).or_else(|| single(&t, vocabulary));
        limit.unwrap_or(t)
    });
    let mut found = Found::default();
    found.look(&term, &mut Vec::new(), atoms, vocabulary);
    found.courses.retain(|head, _| !found.others.contains(head));
    if found.courses.is_empty() {
        return term;
    }
    let mut names: BTreeMap<u32, u32> = BTreeMap::new();
    for (head, course) in &found.courses {
        let Some(known) = atoms.symbols.get(*head as usize).cloned() else {
            continue;
        };
        let name = match course {
            Course::Sequence | Course::Summands => format!("{}_{{1/·-1}}", known.name),
            Course::Function => format!("{}(·→∞)", known.name),
        };
        names.insert(*head, atoms.called(&name, Kind::Fn));
    }
    let one = || Term::leaf(Op::integer(1));
    let after = |t: &Term| node("add", vec![t.clone(), one()], vocabulary);
    let power = |a: Term, b: Term| node("pow", vec![a, b], vocabulary);
    let over = |a: Term, b: Term| node("div", vec![a, b], vocabulary);
    term.map(&mut |t| {
        let Some((head, place)) = applied(&t, vocabulary) else {
            return t;
        };
        let (Some(course), Some(symbol)) = (found.courses.get(&head), names.get(&head)) else {
            return t;
        };
        let at = match course {
            Course::Function => {
                let square = power(place.clone(), Term::leaf(Op::integer(2)));
                over(after(place), after(&square))
            }
            _ => over(one(), after(place)),
        };
        let value = node(
            "call",
            vec![Term::leaf(Op::symbol(*symbol)), at],
            vocabulary,
        );
        match course {
            Course::Summands => {
                let two = Term::leaf(Op::integer(2));
                over(value, power(two, place.clone()))
            }
            _ => value,
        }
    })
}

/// The letter and the place of `x_n` and of `f(x)`.
fn applied<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(u32, &'t Term)> {
    match (name(term, vocabulary), &*term.args) {
        ("idx" | "call", [head, place]) if head.args.is_empty() => {
            Some((head.op.as_symbol()?, place))
        }
        _ => None,
    }
}

/// An equation with a limit for an arrow, `x_n \to c`, where one letter alone counts.
fn limit(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    match (name(term, vocabulary), &*term.args) {
        ("tends", [of, towards]) => tending(of, towards, vocabulary),
        _ => None,
    }
}

/// The limit superior or inferior of what converges is its limit.
fn single(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let ("limsup" | "liminf", [.., towards, _]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let far = name(towards, vocabulary) == "infty";
    let op = vocabulary.find("lim").filter(|_| far)?;
    Some(Term::new(op, term.args.to_vec()))
}

/// That what has one letter for an index has this limit where that grows. What it is called says nothing:
/// parts of versions are found under any names.
fn tending(of: &Term, towards: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let mut counting = BTreeSet::new();
    of.walk(&mut |t| {
        match (name(t, vocabulary), &*t.args) {
            ("idx", [_, place]) => counting.extend(occurs(place)),
            // As many members as are added up.
            ("sum", [_, _, high, _]) => counting.extend(high.op.as_symbol()),
            _ => {}
        }
    });
    // `(1 + x/n)^n \to e^x`: what does not count is what the limit depends on.
    let mut small = BTreeSet::new();
    if counting.is_empty() {
        of.walk(&mut |t| {
            if let ("div" | "pow" | "root", [_, by]) = (name(t, vocabulary), &*t.args) {
                small.extend(occurs(by));
            }
        });
        counting = &small - &occurs(towards);
    }
    let [letter] = counting.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    (!occurs(towards).contains(&letter)).then_some(())?;
    let op = vocabulary.find("lim")?;
    let at = |place: Term, sort: SlotSort| {
        let args = vec![Term::leaf(Op::symbol(letter)), place, of.clone()];
        let limit = normal::bind(vocabulary, op, args, Op::symbol(letter), sort);
        node("eq", vec![limit, towards.clone()], vocabulary)
    };
    let infinite = Term::leaf(vocabulary.find("infty")?);
    if !small.is_empty() && swings(of, letter, vocabulary) {
        let zero = Term::leaf(Op::integer(0));
        let both = vec![at(infinite, SlotSort::Real), at(zero, SlotSort::Real)];
        return Some(node("or", both, vocabulary));
    }
    Some(at(infinite, SlotSort::Positive))
}

/// Whether a letter stands in a sine or another such function and in no exponent or root: it may vanish as well as
/// grow, `\frac{\sin x}{x} \to 1`.
fn swings(of: &Term, letter: u32, vocabulary: &Vocabulary) -> bool {
    let (mut swings, mut exponent) = (false, false);
    of.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("sin" | "cos" | "tan" | "arcsin" | "arctan" | "sinh" | "tanh", [of]) => {
            swings |= occurs(of).contains(&letter);
        }
        ("pow" | "root", [_, by]) => exponent |= occurs(by).contains(&letter),
        _ => {}
    });
    swings && !exponent
}

/// What was found of the letters of a term.
#[derive(Default)]
struct Found {
    courses: BTreeMap<u32, Course>,
    /// Those that cannot be looked at so: they have other arguments, or are differentiated.
    others: BTreeSet<u32>,
}

impl Found {
    /// Looks for what is bound far out, `far` being the names that are.
    fn look(
        &mut self,
        term: &Term,
        far: &mut Vec<(Op, bool)>,
        atoms: &Atoms,
        vocabulary: &Vocabulary,
    ) {
        let operator = name(term, vocabulary);
        let before = far.len();
        match (operator, &*term.args) {
            ("lim", [bound, towards, _]) if name(towards, vocabulary) == "infty" => {
                far.push((bound.op, false));
            }
            ("sum", [bound, _, end, _]) if name(end, vocabulary) == "infty" => {
                far.push((bound.op, true));
            }
            _ => {}
        }
        match applied(term, vocabulary) {
            Some((head, place)) => {
                let any = atoms.symbols.get(head as usize);
                let any = any.is_some_and(|s| {
                    !s.protected && matches!(s.kind, Kind::Any | Kind::Num | Kind::Fn)
                });
                let mut summed = None;
                place.walk(&mut |t| {
                    let bound = far.iter().find(|(op, _)| *op == t.op);
                    summed = summed.or(bound.map(|(_, summed)| *summed));
                });
                let course = match (operator, summed) {
                    ("idx", Some(true)) => Some(Course::Summands),
                    ("idx", Some(false)) => Some(Course::Sequence),
                    ("call", Some(false)) => Some(Course::Function),
                    _ => None,
                };
                match course {
                    Some(course) if any => {
                        let known = *self.courses.entry(head).or_insert(course);
                        match (known, course) {
                            (Course::Sequence, Course::Summands) => {
                                self.courses.insert(head, Course::Summands);
                            }
                            (known, course)
                                if (known == Course::Function) != (course == Course::Function) =>
                            {
                                self.others.insert(head);
                            }
                            _ => {}
                        }
                    }
                    Some(_) => {
                        self.others.insert(head);
                    }
                    None => {}
                }
                self.look(place, far, atoms, vocabulary);
            }
            None => {
                let headed = matches!(operator, "idx" | "call" | "prime" | "diff" | "pdiff");
                for (place, arg) in term.args.iter().enumerate() {
                    if headed && let Some(symbol) = arg.op.as_symbol().filter(|_| place == 0) {
                        self.others.insert(symbol);
                    }
                    self.look(arg, far, atoms, vocabulary);
                }
            }
        }
        far.truncate(before);
    }
}
