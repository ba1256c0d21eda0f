//! What a hypothesis says a function, a sequence or a number is, written where it stands in the
//! conclusion: `f(x) = x^3 \Rightarrow f'(x) = 3x^2` is about this function.

use super::form::{name, node};
use super::solve::occurs;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// The term whose implications say of what is defined what it is.
pub(super) fn replaced(term: &Term, vocabulary: &Vocabulary) -> Term {
    match (name(term, vocabulary), &*term.args) {
        ("forall", [declarations @ .., body]) => {
            let mut args = declarations.to_vec();
            args.push(replaced(body, vocabulary));
            Term::new(term.op, args)
        }
        ("implies", [hypothesis, conclusion]) => {
            let mut parts = match (name(hypothesis, vocabulary), &*hypothesis.args) {
                ("comma" | "and", parts) => parts.to_vec(),
                _ => vec![hypothesis.clone()],
            };
            let mut conclusion = conclusion.clone();
            let (mut place, mut told_any) = (0, false);
            while place < parts.len() {
                let told = Definition::of(&parts[place], vocabulary)
                    .filter(|d| d.tells(&conclusion) || told_any && d.way == "call")
                    .and_then(|d| {
                        let said = d.within(&conclusion)?;
                        let others = parts.iter().enumerate().filter(|(i, _)| *i != place);
                        let others: Option<Vec<Term>> = others.map(|(_, p)| d.within(p)).collect();
                        Some((said, others?))
                    });
                match told {
                    Some((said, others)) => {
                        conclusion = said;
                        parts = others;
                        (place, told_any) = (0, true);
                    }
                    None => place += 1,
                }
            }
            // What else is said of functions may be about the same.
            let open = |p: &Term| {
                let mut found = false;
                p.walk(&mut |t| found |= matches!(name(t, vocabulary), "call" | "prime"));
                found
            };
            if parts.iter().any(open) {
                return term.clone();
            }
            match parts.len() {
                0 => conclusion,
                1 => node("implies", vec![parts.remove(0), conclusion], vocabulary),
                _ => {
                    let parts = match name(hypothesis, vocabulary) {
                        "and" => node("and", parts, vocabulary),
                        _ => node("comma", parts, vocabulary),
                    };
                    node("implies", vec![parts, conclusion], vocabulary)
                }
            }
        }
        _ => term.clone(),
    }
}

/// An equation that says what something is for all values of its arguments.
struct Definition<'v> {
    vocabulary: &'v Vocabulary,
    /// `call`, `idx`, or nothing for a letter alone.
    way: &'static str,
    letter: Op,
    arguments: Vec<Op>,
    value: Term,
}

impl<'v> Definition<'v> {
    fn of(statement: &Term, vocabulary: &'v Vocabulary) -> Option<Self> {
        match (name(statement, vocabulary), &*statement.args) {
            // An equation may be turned round: `x^3 = f(x)`.
            ("eq", [a, b]) => Self::as_value(statement, (a, b), vocabulary).or_else(|| {
                Self::as_value(statement, (b, a), vocabulary).filter(|d| !d.way.is_empty())
            }),
            ("defines", [a, b]) => Self::as_value(statement, (a, b), vocabulary),
            _ => None,
        }
    }

    fn as_value(
        statement: &Term,
        (left, value): (&Term, &Term),
        vocabulary: &'v Vocabulary,
    ) -> Option<Self> {
        // `f(x) = 0` says where a function vanishes as often as that it does everywhere.
        if name(statement, vocabulary) == "eq" && matches!(value.op.head(), Head::Integer(0)) {
            return None;
        }
        let symbol = |t: &Term| (t.args.is_empty() && t.op.as_symbol().is_some()).then_some(t.op);
        let (way, letter, arguments) = match (name(left, vocabulary), &*left.args) {
            ("call", [head, args @ ..]) => ("call", symbol(head)?, args),
            ("idx", [head, args @ ..]) => ("idx", symbol(head)?, args),
            _ => ("", symbol(left)?, &[][..]),
        };
        let arguments: Vec<Op> = arguments.iter().map(symbol).collect::<Option<_>>()?;
        let different: BTreeSet<Op> = arguments.iter().copied().collect();
        let circular = letter
            .as_symbol()
            .is_none_or(|s| occurs(value).contains(&s));
        let right = different.len() == arguments.len() && (way.is_empty() || !arguments.is_empty());
        (right && !circular && !different.contains(&letter)).then(|| Self {
            vocabulary,
            way,
            letter,
            arguments,
            value: value.clone(),
        })
    }

    /// Whether a conclusion says something of what is defined that one value does not tell: of a
    /// function elsewhere, or of a slope.
    fn tells(&self, conclusion: &Term) -> bool {
        let mut found = false;
        let own = |t: &Term| t.op == self.letter && t.args.is_empty();
        conclusion.walk(&mut |t| match (name(t, self.vocabulary), &*t.args) {
            ("call" | "idx", [head, args @ ..]) if own(head) => {
                found |= self.way == name(t, self.vocabulary)
                    && args.iter().map(|a| a.op).ne(self.arguments.iter().copied());
            }
            ("call", [head, ..]) => {
                found |= self.way == "call"
                    && name(head, self.vocabulary) == "prime"
                    && head.args.first().is_some_and(own);
            }
            ("prime", [of, ..]) | ("diff" | "pdiff", [_, _, of]) => {
                // `\frac{d}{dx} f(x)` looks at more than one place, too.
                let called =
                    name(of, self.vocabulary) == "call" && of.args.first().is_some_and(own);
                found |= self.way.is_empty() && own(of) || self.way == "call" && called;
            }
            _ => {}
        });
        found
    }

    /// A term in which the definition stands for what is defined; `None` when something of it is
    /// left.
    fn within(&self, term: &Term) -> Option<Term> {
        let own = |t: &Term| t.op == self.letter && t.args.is_empty();
        let vocabulary = self.vocabulary;
        if own(term) {
            return self.way.is_empty().then(|| self.value.clone());
        }
        let inner =
            |args: &[Term]| -> Option<Vec<Term>> { args.iter().map(|a| self.within(a)).collect() };
        match (name(term, vocabulary), &*term.args) {
            (way @ ("call" | "idx"), [head, args @ ..]) if own(head) => {
                if way != self.way || args.len() != self.arguments.len() {
                    return None;
                }
                self.at(&inner(args)?)
            }
            ("call", [head, place])
                if name(head, vocabulary) == "prime" && head.args.first().is_some_and(own) =>
            {
                let [argument] = self.arguments[..] else {
                    return None;
                };
                let argument = Term::leaf(argument);
                let slope = self.slope(&argument, &head.args[1]);
                let place = self.within(place)?;
                if place == argument {
                    return Some(slope);
                }
                let there = node("eq", vec![argument, place], vocabulary);
                Some(node("evalat", vec![slope, there], vocabulary))
            }
            ("prime", [of, order]) if own(of) && self.way.is_empty() => {
                let mut free = occurs(&self.value).into_iter();
                let (Some(only), None) = (free.next(), free.next()) else {
                    return None;
                };
                Some(self.slope(&Term::leaf(Op::symbol(only)), order))
            }
            (_, []) => Some(term.clone()),
            (_, args) => Some(Term::new(term.op, inner(args)?)),
        }
    }

    fn slope(&self, by: &Term, order: &Term) -> Term {
        let args = vec![by.clone(), order.clone(), self.value.clone()];
        node("diff", args, self.vocabulary)
    }

    /// The value at these arguments.
    fn at(&self, places: &[Term]) -> Option<Term> {
        let bare = places
            .iter()
            .all(|p| matches!(p.op.head(), Head::Symbol(_)));
        let mut open = false;
        self.value.walk(&mut |t| {
            let operator = self.vocabulary.operator(t.op);
            open |= operator.is_some_and(|o| o.has_tag("derivative"));
        });
        // `d/dx` is by a letter.
        if open && !bare {
            return None;
        }
        Some(self.value.map(&mut |t| {
            let place = self.arguments.iter().position(|a| *a == t.op);
            match place.filter(|_| t.args.is_empty()) {
                Some(place) => places[place].clone(),
                None => t,
            }
        }))
    }
}
