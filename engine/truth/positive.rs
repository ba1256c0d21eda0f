//! Comparisons that hold for all positive numbers and not for all others, such as `\frac{a}{b+c} +
//! \frac{b}{c+a} + \frac{c}{a+b} \ge \frac{3}{2}`: they are meant for positive ones. What holds for these as well
//! is no falsehood; nor is what holds where letters that count are whole numbers, `2^n \ge 1` beside `2^n \ge n + 1`,
//! from some number on, `n < n^n` beside `n! < n^n`. What else is said of letters that count alone is meant for
//! numbers that something is counted by, `\sin n\pi = 0`, and what is said of remainders for primes: `a^p \equiv a \pmod p`.
//! What is said of a function of two places that holds for the distance of numbers is meant for distances: `d(x, z)
//! \le d(x, y) + d(y, z)`; what holds for some models of its functions and matrices for these, and what is said of
//! `\pi(n)` that holds for the number of primes for that.

use super::arithmetic::primes_counted;
use super::conditions::{under_conditions, under_conditions_of};
use super::continued::SEQUENCES;
use super::form::{name, node};
use super::models;
use super::newcomer::Newcomer;
use super::refute::{Refutation, Refuter};
use super::solve::occurs;
use super::statement::assuming;
use crate::atoms::Atoms;
use crate::eval;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// The first of the numbers that letters count for, the least of them that a comparison holds for.
const FIRST: [u32; 4] = [0, 1, 2, 5];

/// The numbers that approximations hold from, the first that one does: far out what is added to a side is small,
/// `n! + 2 \approx \sqrt{2\pi n}\left(\frac{n}{e}\right)^n`.
const FAR: [u32; 2] = [30, 1];

/// Steps that it may cost to look at the source among all that it may be meant for.
const PREPARING: u64 = 8_000_000;

/// Letters for primes, by custom.
const PRIMES: &[&str] = &["p", "q"];

/// The numbers that letters are meant for.
#[derive(Clone, Copy)]
pub(super) enum Among {
    /// Positive ones, and those that count from this number on.
    From(u32),
    /// Whole ones where they count, under what is said of them behind the comparison or before it.
    Counted,
    /// Whole ones, and primes.
    Primes,
    /// Any, and the one function of two places is their distance.
    Apart,
    /// Any, and functions of sets are measures.
    Measures,
    /// Any, and matrices are never below zero.
    Densities,
    /// Any, and all places of functions.
    Everywhere,
    /// Positive ones, as are values of functions and members of sequences.
    Sizes,
    /// Any, and `\pi(n)` is the number of primes up to `n`.
    PrimesUpTo,
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
        let meant = self
            .meant
            .get_or_init(|| eval::apart(PREPARING, || self.all_meant()));
        let mut others = meant.iter().filter_map(|(among, meant)| {
            let term = self.under(term, atoms, *among)?;
            match meant.looked_at(&term, atoms, newcomers) {
                Refutation::Refuted(_) => None,
                other => Some(other),
            }
        });
        others.next()
    }

    /// The source among all that it may be meant for.
    fn all_meant(&self) -> Vec<Meant<'v>> {
        let mut all: Vec<Meant<'v>> = self.meant().into_iter().collect();
        if self.is_contingent() && compares(self.form.said(self.vocabulary), self.vocabulary) {
            let models = [Among::Measures, Among::Densities, Among::PrimesUpTo];
            all.extend(models.into_iter().filter_map(|among| self.among(among)));
            if !self.functional && !all.iter().any(|(among, _)| matches!(among, Among::Apart)) {
                all.extend(self.everywhere());
            }
        }
        all
    }

    /// A comparison of functions for which it holds at all places, if there are any.
    fn everywhere(&self) -> Option<Meant<'v>> {
        let atoms = &self.form.atoms;
        let term = under(&self.term, atoms, Among::Everywhere, self.vocabulary)?;
        let meant = Self::of(&term, atoms, self.vocabulary);
        let known = meant.functional && !meant.held.is_empty();
        known.then(|| (Among::Everywhere, Box::new(meant)))
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
        if let Some(apart) = (self.is_contingent() && compares(&self.form.body, self.vocabulary))
            .then(|| self.among(Among::Apart))
            .flatten()
        {
            return Some(apart);
        }
        let counted = counting && !compared;
        if !compared
            && self.compares_under_conditions()
            && symbols.iter().any(|s| counts(*s, atoms))
            && let Some(whole) = self.among(Among::Counted)
        {
            return Some(whole);
        }
        if !compared && !counted && symbols.len() > 1 && is_ordered(&self.term, self.vocabulary) {
            return self.among_sizes();
        }
        (worth && !symbols.is_empty() && (compared || counted)).then_some(())?;
        let first: &[u32] = match (counted, counting) {
            (true, _) if name(self.form.said(self.vocabulary), self.vocabulary) == "approx" => &FAR,
            (true, _) => &FIRST[1..2],
            (_, true) if self.is_contingent() => &FIRST,
            _ => &FIRST[..1],
        };
        first
            .iter()
            .find_map(|first| self.among(Among::From(*first)))
            .or_else(|| self.among_sizes())
    }

    /// A comparison that holds at some points among positive numbers: these are sizes for some readers.
    fn among_sizes(&self) -> Option<Meant<'v>> {
        (self.is_contingent() && !self.functional).then_some(())?;
        let atoms = &self.form.atoms;
        let term = under(&self.term, atoms, Among::Sizes, self.vocabulary)?;
        let meant = Self::of(&term, atoms, self.vocabulary);
        let holds = meant.is_contingent() || meant.standing().valid;
        (holds && !meant.held.is_empty()).then(|| (Among::Sizes, Box::new(meant)))
    }

    /// The source among some numbers, if it holds there.
    fn among(&self, among: Among) -> Option<Meant<'v>> {
        let atoms = &self.form.atoms;
        let term = self.under(&self.term, atoms, among)?;
        let meant = Self::of(&term, atoms, self.vocabulary).told_but_nearby()?;
        Some((among, Box::new(meant)))
    }

    /// Whether a comparison is said to hold where something else does: `(1 + x)^n \ge 1 + nx, \quad x \ge -1`.
    fn compares_under_conditions(&self) -> bool {
        let (term, vocabulary) = (&self.term, self.vocabulary);
        let said = match (
            under_conditions(term, vocabulary),
            name(term, vocabulary),
            &*term.args,
        ) {
            (Some(theorem), ..) => theorem.args.first().cloned(),
            (None, "implies", [_, said]) => Some(said.clone()),
            _ => None,
        };
        self.is_contingent() && said.is_some_and(|said| compares(&said, vocabulary))
    }

    /// A statement under the condition that its numbers are among these.
    fn under(&self, term: &Term, atoms: &Atoms, among: Among) -> Option<Term> {
        let theorem = match among {
            Among::Counted => under_conditions_of(&self.term, term, self.vocabulary),
            _ => None,
        };
        under(
            theorem.as_ref().unwrap_or(term),
            atoms,
            among,
            self.vocabulary,
        )
    }
}

/// Whether a statement compares more than letters and numbers by size.
pub(super) fn compares(term: &Term, vocabulary: &Vocabulary) -> bool {
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

/// Whether a statement compares by size.
fn is_ordered(term: &Term, vocabulary: &Vocabulary) -> bool {
    let sign = name(term, vocabulary);
    matches!(sign, "lt" | "le" | "gt" | "ge") || compares(term, vocabulary)
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

/// A statement and that its letters are whole numbers from zero on, where all of them count by custom.
pub fn among_counts(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let symbols = occurs(term);
    if symbols.is_empty() || !symbols.iter().all(|s| counts(*s, atoms)) {
        return term.clone();
    }
    let whole = |symbol: &u32| {
        let letter = Term::leaf(Op::symbol(*symbol));
        node(
            "in",
            vec![letter, node("NN0", Vec::new(), vocabulary)],
            vocabulary,
        )
    };
    let mut parts: Vec<Term> = symbols.iter().map(whole).collect();
    parts.push(term.clone());
    node("and", parts, vocabulary)
}

/// A statement under the condition that its numbers are among these; none where other symbols are in it.
fn under(term: &Term, atoms: &Atoms, among: Among, vocabulary: &Vocabulary) -> Option<Term> {
    match among {
        Among::Apart => return apart(term, vocabulary),
        Among::Sizes => return sizes(term, atoms, vocabulary),
        Among::Measures => return models::measures(term, atoms, vocabulary),
        Among::Densities => return models::densities(term, atoms, vocabulary),
        Among::Everywhere => return models::everywhere(term, atoms, vocabulary),
        Among::PrimesUpTo => return primes_counted(term, atoms, vocabulary),
        Among::From(_) | Among::Counted | Among::Primes => {}
    }
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
    // What is said of all natural numbers is said of those from the first on; other letters that are
    // declared are what they are declared to be.
    let declared = match (name(term, vocabulary), term.args.split_last()) {
        ("forall", Some((_, declared))) => declared,
        _ => &[],
    };
    let declares = |s: &u32| declared.iter().any(|d| occurs(d).contains(s));
    let (mut given, mut inner) = (Vec::new(), declared.to_vec());
    for symbol in symbols.iter().filter(|s| !declares(s)) {
        let letter = || Term::leaf(Op::symbol(*symbol));
        match (among, counts(*symbol, atoms)) {
            (Among::Primes, _) if is_called(*symbol, PRIMES, atoms) => {
                given.push(member(letter(), "PP"));
            }
            (Among::Primes, false) => given.push(member(letter(), "ZZ")),
            (Among::From(_), false) => given.push(above(letter(), "gt", 0)),
            (_, true) => given.push(member(letter(), "NN")),
            _ => {}
        }
    }
    if let Among::From(least @ 1..) = among {
        for symbol in &symbols {
            let from_first = || above(Term::leaf(Op::symbol(*symbol)), "ge", least);
            match declares(symbol) {
                true if is_natural(*symbol, declared, vocabulary) => inner.push(from_first()),
                false if counts(*symbol, atoms) => given.push(from_first()),
                _ => {}
            }
        }
    }
    let said = match term.args.last() {
        Some(said) if !declared.is_empty() => {
            inner.push(said.clone());
            Term::new(term.op, inner)
        }
        _ => term.clone(),
    };
    let plain = symbols.iter().all(number);
    plain.then(|| assuming(&given, &said, vocabulary))
}

/// Whether declarations say that a letter is a natural number: `n \in \mathbb{N}`, `n, k \in \mathbb{N}`.
fn is_natural(symbol: u32, declared: &[Term], vocabulary: &Vocabulary) -> bool {
    let letter = |t: &Term| t.op.as_symbol() == Some(symbol) && t.args.is_empty();
    declared.iter().any(|declaration| {
        let parts = match name(declaration, vocabulary) {
            "comma" => &*declaration.args,
            _ => std::slice::from_ref(declaration),
        };
        parts
            .iter()
            .any(|part| match (name(part, vocabulary), &*part.args) {
                ("in", [of, set]) => {
                    let several = name(of, vocabulary) == "list" && of.args.iter().any(letter);
                    name(set, vocabulary) == "NN" && (letter(of) || several)
                }
                _ => false,
            })
    })
}

/// A statement whose function of two places is the distance of these; none where it has no such function, or
/// several.
fn apart(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let mut functions = BTreeSet::new();
    let mut plain = true;
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("call", [of, _, _]) => {
            functions.insert(of.op);
            plain &= matches!(of.op.head(), Head::Symbol(_));
        }
        ("call", _) => plain = false,
        _ => {}
    });
    (plain && functions.len() == 1).then_some(())?;
    Some(term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("call", [_, a, b]) => {
            let back = node("neg", vec![b.clone()], vocabulary);
            let between = node("add", vec![a.clone(), back], vocabulary);
            node("abs", vec![between], vocabulary)
        }
        _ => t,
    }))
}

/// A statement under the condition that its letters, and values of functions and members of sequences in it,
/// are positive; none where it has other symbols.
fn sizes(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let mut found = BTreeSet::new();
    measured(term, atoms, vocabulary, &mut found)?;
    let above = |of: Term| node("gt", vec![of, Term::leaf(Op::integer(0))], vocabulary);
    let given: Vec<Term> = found.into_iter().map(above).collect();
    (!given.is_empty()).then(|| assuming(&given, term, vocabulary))
}

/// Gathers what is measured in a term; none where something in it is no number.
fn measured(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
    found: &mut BTreeSet<Term>,
) -> Option<()> {
    let kind = |t: &Term| match t.op.head() {
        Head::Symbol(index) => Some(atoms.symbols.get(index as usize)?.kind),
        _ => None,
    };
    match (term.op.head(), name(term, vocabulary), &*term.args) {
        (Head::Symbol(_), ..) => {
            matches!(kind(term), Some(Kind::Num | Kind::Any)).then_some(())?;
            found.insert(term.clone());
        }
        (Head::Slot(_) | Head::Opaque(_), ..) => return None,
        (_, "call" | "idx", [of, places @ ..]) => {
            kind(of)?;
            found.insert(term.clone());
            let mut inner = BTreeSet::new();
            for place in places {
                measured(place, atoms, vocabulary, &mut inner)?;
            }
            if name(term, vocabulary) == "call" {
                found.append(&mut inner);
            }
        }
        // Sizes themselves.
        (_, "norm" | "normp" | "card" | "rank" | "dim", _) => {}
        (_, "sum" | "prod", [slot, low, high, body]) => {
            measured(low, atoms, vocabulary, found)?;
            measured(high, atoms, vocabulary, found)?;
            let (members, free) = summed(slot, [low, high], body, vocabulary);
            found.extend(members);
            measured(&free, atoms, vocabulary, found)?;
        }
        (_, sequence, parts) if SEQUENCES.contains(&sequence) => {
            found.extend(listed(parts, vocabulary));
            for part in parts {
                measured(part, atoms, vocabulary, found)?;
            }
        }
        (_, _, args) => {
            for arg in args {
                measured(arg, atoms, vocabulary, found)?;
            }
        }
    }
    Some(())
}

/// The members of sequences in terms with an ellipsis among them, all of each.
fn listed(parts: &[Term], vocabulary: &Vocabulary) -> Vec<Term> {
    let members = |part: &Term| {
        let mut found = Vec::new();
        part.walk(&mut |t| {
            if let ("idx", [_, _]) = (name(t, vocabulary), &*t.args) {
                found.push(t.clone());
            }
        });
        found
    };
    let heads: BTreeSet<Op> = parts
        .iter()
        .flat_map(members)
        .map(|m| m.args[0].op)
        .collect();
    let all = heads.into_iter().map(|head| {
        let shown = parts.iter().filter_map(|part| {
            let dots = name(part, vocabulary) == "dots";
            let own = || members(part).into_iter().find(|m| m.args[0].op == head);
            if dots { Some(part.clone()) } else { own() }
        });
        node("list", shown.collect(), vocabulary)
    });
    all.collect()
}

/// The members of sequences that a sum goes over, all of each, and its body without them.
fn summed(
    slot: &Term,
    [low, high]: [&Term; 2],
    body: &Term,
    vocabulary: &Vocabulary,
) -> (Vec<Term>, Term) {
    let mut members = Vec::new();
    let free = body.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("idx", [head, index]) if index == slot => {
            let member = |at: &Term| node("idx", vec![head.clone(), at.clone()], vocabulary);
            let dots = node("dots", Vec::new(), vocabulary);
            members.push(node(
                "list",
                vec![member(low), dots, member(high)],
                vocabulary,
            ));
            Term::leaf(Op::integer(1))
        }
        _ => t,
    });
    // The counter itself is a number from the first on.
    let free = free.map(&mut |t| if t == *slot { low.clone() } else { t });
    (members, free)
}
