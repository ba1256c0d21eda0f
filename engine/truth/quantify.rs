//! Quantifiers inside a statement: examples and counterexamples are tried.

use super::equation::{self, equations};
use super::finite::{Quantified, Span};
use super::form;
use super::nearness::{admits, real};
use super::sample::{Sampler, Truth};
use super::statement::and;
use super::{critical, shapes, solve};
use crate::choice::Draws;
use crate::eval::{self, Domain, Number, Point, Value};
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::{BTreeMap, BTreeSet};

/// Steps after which no values are looked for that tell.
const EFFORT: u64 = 3_000_000;
/// Steps after which quantifiers below so many others are no longer followed.
const DEEP: u32 = 1;
const NESTED: u64 = 1_200_000;
/// Bounds that exist may be far out, or close to zero: `\exists N \forall n \ge N: 1/n < 1/100`.
const FAR: [f64; 10] = [
    2.0,
    10.0,
    100.0,
    1e3,
    1e4,
    1e6,
    0.25,
    1.0 / 32.0,
    1.0 / 1024.0,
    1.0 / 1_048_576.0,
];

impl Sampler<'_> {
    /// The point with new values for some symbols, which a declaration is about.
    pub(super) fn again(
        &self,
        symbols: &BTreeSet<u32>,
        declared: &BTreeMap<u32, Domain>,
        i: u64,
        point: &Point,
        draws: &mut Draws,
    ) -> Point {
        let mut other = point.clone();
        for (symbol, domain) in declared {
            if symbols.contains(symbol) {
                other.domains.insert(*symbol, *domain);
            }
        }
        let alike = draws.below(7) as f64 - 2.0;
        for symbol in symbols {
            self.redraw(*symbol, Self::style(i), alike, &mut other, draws);
        }
        other
    }

    /// Whether there is exactly one: as many as are found where what is said may turn.
    pub(super) fn unique(
        &self,
        declarations: &[Term],
        body: &Term,
        point: &Point,
        depth: u32,
    ) -> Truth {
        let scope = self.scope(declarations);
        let (Some(symbol), 1) = (scope.symbols.first(), scope.symbols.len()) else {
            return Truth::Unknown;
        };
        let mut draws = self.key.named("unique").at(u64::from(depth)).draws();
        let mut here = self.again(&scope.symbols, &scope.domains, 0, point, &mut draws);
        let mut said = scope.premises.clone();
        said.push(body.clone());
        let Some(places) = critical::values(self, &said, *symbol, &here) else {
            return Truth::Unknown;
        };
        let mut tally = Tally::new(self, &scope.premises, body, depth + 1);
        let mut found: Vec<f64> = Vec::new();
        for place in places.places {
            let Some(x) = real(&place.value) else {
                continue;
            };
            here.values.insert(*symbol, place.value);
            let apart = |y: &f64| (x - y).abs() > 1e-9 * (1.0 + x.abs());
            if tally.add_near(&here, place.solved) == Truth::True && found.iter().all(apart) {
                found.push(x);
            }
        }
        match (found.len(), tally.unknown) {
            (2.., _) => Truth::False,
            (_, true) => Truth::Unknown,
            (1, _) => Truth::True,
            _ => Truth::False,
        }
    }

    /// What declarations are about, and what they say.
    fn scope(&self, declarations: &[Term]) -> Scope {
        let mut scope = Scope::default();
        for declaration in declarations {
            declared(declaration, self.vocabulary, &mut scope.symbols);
            if !form::is_name(declaration, self.vocabulary) {
                scope.premises.push(declaration.clone());
                let domains = eval::declared(declaration, self.vocabulary);
                scope.domains.extend(domains);
            }
        }
        scope
    }

    pub(super) fn quantified(
        &self,
        all: bool,
        declarations: &[Term],
        body: &Term,
        point: &Point,
        depth: u32,
    ) -> Truth {
        if depth >= DEEP && self.effort() > NESTED {
            return Truth::Unknown;
        }
        let tries = [40, 12, 4].get(depth as usize).copied().unwrap_or(2);
        let Scope {
            symbols,
            premises,
            domains,
        } = self.scope(declarations);
        let mut draws = self.key.named("quantified").at(u64::from(depth)).draws();
        if shapes::is_same_for_all(body, &symbols, point, self.vocabulary) {
            let mut once = Tally::new(self, &premises, body, depth + 1);
            for i in 0..tries {
                let here = self.again(&symbols, &domains, i, point, &mut draws);
                match once.add(&here) {
                    Truth::Undefined => {}
                    truth => return truth,
                }
            }
            return Truth::Unknown;
        }
        let what = Quantified {
            all,
            symbols: &symbols,
            domains: &domains,
            premises: &premises,
            body,
        };
        let span = self.span(what, point);
        if let Some(Span::Among(numbers)) = span {
            return self.each_of(what, numbers, point, depth);
        }
        let alternatives = equation::alternatives(body, self.vocabulary);
        let mut tally = Tally::new(self, &premises, body, depth + 1);
        let telling = if all { Truth::False } else { Truth::True };
        let mut charted = false;
        if let (Some(symbol), 1, true) = (symbols.first(), symbols.len(), self.effort() < EFFORT) {
            let mut said = premises.clone();
            said.push(body.clone());
            let mut here = self.again(&symbols, &domains, 0, point, &mut draws);
            if let Some(found) = critical::values(self, &said, *symbol, &here) {
                charted = true;
                for place in found.places {
                    let before = tally.unknown;
                    here.values.insert(*symbol, place.value);
                    if tally.add_near(&here, place.solved) == telling {
                        return telling;
                    }
                    if place.far {
                        tally.unknown = before;
                    }
                }
                // An example may lie further out.
                tally.unknown |= found.open && !all;
            }
        }
        let nested = has_quantifiers(body, self.vocabulary);
        if let (false, true, Some(symbol), 1) = (all, nested, symbols.first(), symbols.len()) {
            let mut here = self.again(&symbols, &domains, 0, point, &mut draws);
            let domain = here.domains.get(symbol).copied();
            let admitted = |x: &f64| domain.is_none_or(|domain| admits(domain, *x));
            for x in FAR.into_iter().filter(admitted) {
                here.values.insert(*symbol, Value::Number(Number::exact(x)));
                if tally.add(&here) == telling {
                    return telling;
                }
            }
            // That no bound was found is no evidence that there is none.
            tally.unknown = true;
        }
        // Where it may turn is known then: a few more values are enough.
        let tries = if charted { tries / 4 } else { tries };
        for i in 0..tries {
            let mut here = self.again(&symbols, &domains, i, point, &mut draws);
            let mut targets = equations(&premises, self.vocabulary);
            if !all && i % 2 == 1 {
                let one = &alternatives[i as usize / 2 % alternatives.len()];
                targets.extend(equations(std::slice::from_ref(one), self.vocabulary));
            }
            if !targets.is_empty() {
                solve::impose(self, &targets, &symbols, &mut here, &mut draws);
            }
            if tally.add(&here) == telling {
                return telling;
            }
        }
        // Among more numbers than are looked at, others may tell.
        tally.unknown |= span.is_some() && !charted;
        let Tally { seen, unknown, .. } = tally;
        // That nothing was found is no evidence where values are drawn alone.
        if self.strict.get().is_some() && !charted {
            return Truth::Unknown;
        }
        match (unknown, seen) {
            (true, _) | (_, 0) => Truth::Unknown,
            // Many values and none that tells otherwise.
            _ if all => Truth::True,
            _ if seen >= 10 => Truth::False,
            _ => Truth::Unknown,
        }
    }
}

/// The symbols that a declaration inside a statement is about: of two names the first, since the other
/// is one of those outside, as in `\exists N \forall n \ge N`.
fn declared(declaration: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<u32>) {
    let sides = matches!(
        form::name(declaration, vocabulary),
        "lt" | "le" | "gt" | "ge" | "ne"
    );
    match &*declaration.args {
        [name, other]
            if sides
                && form::is_name(name, vocabulary)
                && matches!(other.op.head(), Head::Symbol(_)) =>
        {
            form::declared(name, vocabulary, found);
        }
        _ => form::declared(declaration, vocabulary, found),
    }
}

/// Whether something is quantified in a statement.
pub(super) fn has_quantifiers(statement: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    statement.walk(&mut |t| {
        found |= matches!(
            form::name(t, vocabulary),
            "forall" | "exists" | "existsunique"
        );
    });
    found
}

/// The symbols of a quantifier, and what is said of them.
#[derive(Default)]
struct Scope {
    symbols: BTreeSet<u32>,
    premises: Vec<Term>,
    domains: BTreeMap<u32, Domain>,
}

/// What a quantified statement is for values of its symbols, one after the other.
struct Tally<'s, 'a> {
    sampler: &'s Sampler<'a>,
    premises: &'s [Term],
    body: &'s Term,
    depth: u32,
    /// Values for which it is known.
    seen: usize,
    /// Whether there are values for which it is not known.
    unknown: bool,
}

impl<'s, 'a> Tally<'s, 'a> {
    const fn new(
        sampler: &'s Sampler<'a>,
        premises: &'s [Term],
        body: &'s Term,
        depth: u32,
    ) -> Self {
        Self {
            sampler,
            premises,
            body,
            depth,
            seen: 0,
            unknown: false,
        }
    }

    /// What it is at a point, as nearly as the point is a solution.
    fn add_near(&mut self, here: &Point, solved: bool) -> Truth {
        let before = self.sampler.solved.get();
        self.sampler.solved.set(before || solved);
        let truth = self.add(here);
        self.sampler.solved.set(before);
        truth
    }

    /// What it is at a point; undefined where the values are none that are meant.
    fn add(&mut self, here: &Point) -> Truth {
        let at = |t: &Term| self.sampler.inner(t, here, self.depth);
        if self.premises.iter().map(at).fold(Truth::True, and) != Truth::True {
            return Truth::Undefined;
        }
        let truth = at(self.body);
        match truth {
            Truth::Unknown => self.unknown = true,
            Truth::Undefined => {}
            Truth::True | Truth::False => self.seen += 1,
        }
        truth
    }
}
