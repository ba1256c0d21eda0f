//! Functions that are written without their argument beside the variable of a derivative or an
//! integral: `\int u v'\,dx`, `\int u\,dv`.

use super::form::{name, node};
use super::generic::fresh;
use super::solve::occurs;
use super::whole::label;
use crate::atoms::Atoms;
use crate::scope::is_closed;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// The term in which such functions are applied, as far as it is clear to what.
pub(super) fn given(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut known = atoms.clone();
    let term = along_curve(term, &mut known, vocabulary).unwrap_or_else(|| term.clone());
    let functions = primed(&term, &known, vocabulary);
    let applied = Applied {
        functions: &functions,
        vocabulary,
    };
    let found = match functions.is_empty() {
        true => None,
        false => variable(&term, &functions, vocabulary)
            .and_then(|variable| applied.term(&term, variable.as_ref())),
    };
    match found {
        Some(found) => {
            for symbol in &functions {
                known.symbols[*symbol as usize].kind = Kind::Fn;
            }
            *atoms = known;
            found
        }
        None => {
            *atoms = known;
            term
        }
    }
}

/// The term with letters for the values of functions at numbers, where these stand without their argument
/// otherwise: `y' = 2y, y(0) = 3`. What follows from the one about the other is not known.
pub(super) fn initial(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let function = |head: &Term| match (name(head, vocabulary), &*head.args) {
        ("prime", [of, _]) => of.op.as_symbol(),
        (_, []) => head.op.as_symbol(),
        _ => None,
    };
    fn bare(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<u32>) {
        match (name(term, vocabulary), &*term.args) {
            ("call", [_, args @ ..]) => args.iter().for_each(|t| bare(t, vocabulary, found)),
            ("prime", [of, _]) => found.extend(of.op.as_symbol()),
            (_, args) => args.iter().for_each(|t| bare(t, vocabulary, found)),
        }
    }
    let (mut primed, mut applied) = (BTreeSet::new(), BTreeSet::new());
    bare(term, vocabulary, &mut primed);
    term.walk(&mut |t| {
        if let ("call", [head, args @ ..]) = (name(t, vocabulary), &*t.args) {
            let constant = args
                .iter()
                .all(|a| occurs(a).is_empty() && is_closed(a, vocabulary));
            applied.extend(function(head).filter(|_| !constant));
        }
    });
    let functions = &primed - &applied;
    let mut names = BTreeSet::new();
    let term = term.map(&mut |t| {
        let ("call", [head, ..]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        match (function(head), label(&t, atoms, vocabulary)) {
            (Some(of), Some(label)) if functions.contains(&of) => {
                atoms.symbols[of as usize].kind = Kind::Num;
                let symbol = atoms.called(&label, Kind::Num);
                names.insert(label);
                Term::leaf(Op::symbol(symbol))
            }
            _ => t,
        }
    });
    (term, names)
}

/// The letters that have a prime and are applied to nothing.
fn primed(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let (mut found, mut called) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("call" | "idx" | "compose" | "finv", [head, ..]) => {
            head.walk(&mut |h| called.extend(h.op.as_symbol()));
        }
        ("prime", [of, _]) => found.extend(of.op.as_symbol()),
        _ => {}
    });
    let plain = |s: &u32| {
        let kind = atoms.symbols.get(*s as usize).map(|s| s.kind);
        !called.contains(s) && matches!(kind, Some(Kind::Fn | Kind::Num | Kind::Any))
    };
    found.into_iter().filter(plain).collect()
}

/// By what is differentiated or integrated: one letter, or the bound name of each integral alone.
fn variable(
    term: &Term,
    functions: &BTreeSet<u32>,
    vocabulary: &Vocabulary,
) -> Option<Option<Term>> {
    let (mut letters, mut bound) = (BTreeSet::new(), false);
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("int" | "diff" | "pdiff", [x, ..]) => {
            letters.insert(x.op);
        }
        ("dint", _) => bound = true,
        _ => {}
    });
    let mut letters = letters.into_iter();
    match (letters.next(), letters.next()) {
        (None, _) => bound.then_some(None),
        (Some(x), None) => {
            let own = x.as_symbol().is_some_and(|s| functions.contains(&s));
            (!own && x.as_symbol().is_some()).then(|| Some(Term::leaf(x)))
        }
        _ => None,
    }
}

struct Applied<'a> {
    functions: &'a BTreeSet<u32>,
    vocabulary: &'a Vocabulary,
}

impl Applied<'_> {
    /// The term with its functions at a place; `None` where one has none.
    fn term(&self, term: &Term, place: Option<&Term>) -> Option<Term> {
        let is_function = |t: &Term| {
            t.op.as_symbol()
                .is_some_and(|s| self.functions.contains(&s))
        };
        if is_function(term) {
            return Some(node(
                "call",
                vec![term.clone(), place?.clone()],
                self.vocabulary,
            ));
        }
        match (name(term, self.vocabulary), &*term.args) {
            ("prime", [of, _]) if is_function(of) => Some(node(
                "call",
                vec![term.clone(), place?.clone()],
                self.vocabulary,
            )),
            // The square of a function is that of its value.
            ("fpow", [of, power]) if is_function(of) => {
                let value = self.term(of, place)?;
                Some(node("pow", vec![value, power.clone()], self.vocabulary))
            }
            ("dint", [bound, low, high, body]) => Some(Term::new(
                term.op,
                vec![
                    bound.clone(),
                    self.term(low, place)?,
                    self.term(high, place)?,
                    self.term(body, Some(bound))?,
                ],
            )),
            ("evalbetween", [body, low, high]) if self.speaks(body) => {
                let upper = self.term(body, Some(high))?;
                let lower = self.term(body, Some(low))?;
                let lower = node("neg", vec![lower], self.vocabulary);
                Some(node("add", vec![upper, lower], self.vocabulary))
            }
            _ => {
                let args = term.args.iter().map(|a| self.term(a, place));
                Some(Term::new(term.op, args.collect::<Option<Vec<_>>>()?))
            }
        }
    }

    fn speaks(&self, term: &Term) -> bool {
        let mut found = false;
        term.walk(&mut |t| {
            found |=
                t.op.as_symbol()
                    .is_some_and(|s| self.functions.contains(&s));
        });
        found
    }
}

/// Letters of which each is integrated by the other are functions of one number, by which is
/// integrated: `\int u\,dv + \int v\,du = uv`.
fn along_curve(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let mut integrals: Vec<(u32, BTreeSet<u32>)> = Vec::new();
    let (mut primed, mut levels) = (false, false);
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("int", [by, of]) => {
            if let Some(by) = by.op.as_symbol() {
                integrals.push((by, super::solve::occurs(of)));
            }
        }
        ("prime" | "diff" | "pdiff", _) => primed = true,
        ("dint", _) => levels = true,
        _ => {}
    });
    let mut letters = BTreeSet::new();
    for (u, beside) in &integrals {
        for (v, other) in &integrals {
            if u != v && beside.contains(v) && other.contains(u) {
                letters.insert(*u);
            }
        }
    }
    if letters.is_empty() || primed || levels || integrals.iter().any(|(u, _)| !letters.contains(u))
    {
        return None;
    }
    let place = Term::leaf(Op::symbol(fresh(atoms, "t".to_owned(), Kind::Num)));
    for letter in &letters {
        atoms.symbols[*letter as usize].kind = Kind::Fn;
    }
    Some(replaced(term, &letters, &place, vocabulary))
}

fn replaced(term: &Term, letters: &BTreeSet<u32>, place: &Term, vocabulary: &Vocabulary) -> Term {
    let call = |head: Term| node("call", vec![head, place.clone()], vocabulary);
    match (name(term, vocabulary), &*term.args) {
        ("int", [by, of]) => {
            let order = Term::leaf(Op::integer(1));
            let slope = call(node("prime", vec![by.clone(), order], vocabulary));
            let of = replaced(of, letters, place, vocabulary);
            let product = node("mul", vec![of, slope], vocabulary);
            Term::new(term.op, vec![place.clone(), product])
        }
        _ => match term.op.head() {
            Head::Symbol(s) if letters.contains(&s) => call(term.clone()),
            _ => {
                let args = term.args.iter();
                let args = args.map(|a| replaced(a, letters, place, vocabulary));
                Term::new(term.op, args.collect::<Vec<_>>())
            }
        },
    }
}
