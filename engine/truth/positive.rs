//! Comparisons that hold for all positive numbers and not for all others, such as `\frac{a}{b+c} +
//! \frac{b}{c+a} + \frac{c}{a+b} \ge \frac{3}{2}`: they are meant for positive ones. What holds for these as well
//! is no falsehood; nor is what holds where letters that count are whole numbers, `2^n \ge 1` beside `2^n \ge n + 1`,
//! from some number on, `n < n^n` beside `n! < n^n`. What else is said of letters that count alone is meant for
//! numbers that something is counted by, `\sin n\pi = 0`, and what is said of remainders for primes: `a^p \equiv a \pmod p`.

use super::form::{name, node};
use super::newcomer::Newcomer;
use super::refute::{Refutation, Refuter};
use super::solve::occurs;
use super::statement::assuming;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The first of the numbers that letters count for, the least of them that a comparison holds for.
const FIRST: [u32; 4] = [0, 1, 2, 5];

/// Letters for primes, by custom.
const PRIMES: &[&str] = &["p", "q"];

/// The numbers that letters are meant for.
#[derive(Clone, Copy)]
pub(super) enum Among {
    /// Positive ones, and those that count from this number on.
    From(u32),
    /// Whole ones, and primes.
    Primes,
}

/// The source among the numbers that it is meant for.
pub(super) type Meant<'v> = (Among, Box<Refuter<'v>>);

/// Letters that count, by custom.
const COUNTING: &[&str] = &["i", "j", "k", "l", "m", "n"];

impl<'v> Refuter<'v> {
    /// What becomes of a candidate among the numbers that its source is meant for, where it is not refuted
    /// there.
    pub(super) fn as_meant(
        &self,
        term: &Term,
        atoms: &Atoms,
        newcomers: &[Newcomer],
    ) -> Option<Refutation> {
        let (among, meant) = self.meant.get_or_init(|| self.meant()).as_ref()?;
        let term = under(term, atoms, *among, self.vocabulary)?;
        match meant.looked_at(&term, atoms, newcomers) {
            Refutation::Refuted(_) => None,
            other => Some(other),
        }
    }

    /// The source among the numbers that it is meant for, if it holds there: whole numbers where all letters
    /// count, or positive ones where it does not hold for all others.
    fn meant(&self) -> Option<Meant<'v>> {
        let atoms = &self.form.atoms;
        let symbols = occurs(&self.term);
        let counting = symbols.iter().all(|s| counts(*s, atoms));
        let worth = self.is_contingent() || counting && self.standing().valid;
        if self.is_contingent() && has_primes(&self.term, atoms, self.vocabulary) {
            return self.among(Among::Primes);
        }
        let compared = compares(&self.term, self.vocabulary);
        let counted = counting && !compared;
        (worth && !symbols.is_empty() && (compared || counted)).then_some(())?;
        let first: &[u32] = match (counted, counting) {
            (true, _) => &FIRST[1..2],
            (_, true) if self.is_contingent() => &FIRST,
            _ => &FIRST[..1],
        };
        first
            .iter()
            .find_map(|first| self.among(Among::From(*first)))
    }

    /// The source among some numbers, if it holds there.
    fn among(&self, among: Among) -> Option<Meant<'v>> {
        let atoms = &self.form.atoms;
        let term = under(&self.term, atoms, among, self.vocabulary)?;
        let meant = Self::of(&term, atoms, self.vocabulary).told_but_nearby()?;
        Some((among, Box::new(meant)))
    }
}

/// Whether a statement compares more than letters and numbers by size.
fn compares(term: &Term, vocabulary: &Vocabulary) -> bool {
    let ordered = |sign: &str| matches!(sign, "lt" | "le" | "gt" | "ge");
    let plain = |side: &Term| match (name(side, vocabulary), &*side.args) {
        ("neg", [inner]) => inner.args.is_empty(),
        _ => side.args.is_empty(),
    };
    match (name(term, vocabulary), &*term.args) {
        (sign, sides @ [_, _]) if ordered(sign) => !sides.iter().all(plain),
        ("chain", parts) => {
            let sign = |t: &Term| name(t, vocabulary).trim_start_matches("rel-");
            let mut signs = parts.iter().skip(1).step_by(2).map(sign);
            signs.all(|sign| ordered(sign) || sign == "eq")
                && !parts.iter().step_by(2).all(plain)
                && parts.iter().skip(1).step_by(2).map(sign).any(ordered)
        }
        _ => false,
    }
}

/// Whether something is said of what divides what, and of letters for primes.
fn has_primes(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let mut divides = false;
    term.walk(&mut |t| {
        divides |= matches!(
            name(t, vocabulary),
            "congruent" | "notcongruent" | "divides" | "notdivides"
        );
    });
    divides && occurs(term).iter().any(|s| is_called(*s, PRIMES, atoms))
}

/// Whether a letter is called so.
fn is_called(symbol: u32, names: &[&str], atoms: &Atoms) -> bool {
    let known = atoms.symbols.get(symbol as usize);
    known.is_some_and(|s| names.contains(&s.name.as_str()))
}

/// Whether a letter counts by custom.
fn counts(symbol: u32, atoms: &Atoms) -> bool {
    is_called(symbol, COUNTING, atoms)
}

/// A statement under the condition that its numbers are among these; none where other symbols are in it.
fn under(term: &Term, atoms: &Atoms, among: Among, vocabulary: &Vocabulary) -> Option<Term> {
    let symbols = occurs(term);
    let number = |s: &u32| {
        let known = atoms.symbols.get(*s as usize);
        known.is_some_and(|s| matches!(s.kind, Kind::Num | Kind::Any))
    };
    let member = |letter: Term, set: &str| {
        let set = node(set, Vec::new(), vocabulary);
        node("in", vec![letter, set], vocabulary)
    };
    let above = |letter: Term, sign: &str, least: u32| {
        node(
            sign,
            vec![letter, Term::leaf(Op::integer(least))],
            vocabulary,
        )
    };
    let mut given: Vec<Term> = Vec::new();
    for symbol in &symbols {
        let letter = || Term::leaf(Op::symbol(*symbol));
        match (among, counts(*symbol, atoms)) {
            (Among::Primes, _) if is_called(*symbol, PRIMES, atoms) => {
                given.push(member(letter(), "PP"));
            }
            (Among::Primes, false) => given.push(member(letter(), "ZZ")),
            (Among::From(_), false) => given.push(above(letter(), "gt", 0)),
            (_, true) => given.push(member(letter(), "NN")),
        }
    }
    for symbol in symbols.iter().filter(|s| counts(**s, atoms)) {
        if let Among::From(least @ 1..) = among {
            given.push(above(Term::leaf(Op::symbol(*symbol)), "ge", least));
        }
    }
    let plain = symbols.iter().all(number);
    plain.then(|| assuming(&given, term, vocabulary))
}
