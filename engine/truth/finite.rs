//! Quantifiers over the whole numbers between two that are known: each of them is looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::form::name;
use super::nearness::{is_exact, real};
use super::sample::{Sampler, Truth};
use super::solve::occurs;
use super::statement::and;
use crate::eval::{Domain, Numbers, Point, Value};
use crate::term::{Op, Term};

/// As many numbers are looked at.
const MANY: i64 = 64;
/// Larger numbers are not told apart from their neighbours.
const LARGE: f64 = 1e12;

/// Which numbers a quantifier is about.
pub(super) enum Span {
    /// All of these.
    Among(RangeInclusive<i64>),
    /// More than are looked at.
    Wide,
}

/// A quantified statement.
#[derive(Clone, Copy)]
pub(super) struct Quantified<'q> {
    /// Whether it is said of all.
    pub all: bool,
    pub symbols: &'q BTreeSet<u32>,
    pub domains: &'q BTreeMap<u32, Domain>,
    pub premises: &'q [Term],
    pub body: &'q Term,
}

impl Sampler<'_> {
    /// Which numbers a quantifier over whole numbers is about, where those at both ends are known; none where
    /// they are not, or several symbols are quantified.
    pub(super) fn span(&self, what: Quantified<'_>, point: &Point) -> Option<Span> {
        let symbol = *what.symbols.first().filter(|_| what.symbols.len() == 1)?;
        let own = what.domains.get(&symbol);
        let domain = own.or_else(|| point.domains.get(&symbol))?;
        (domain.numbers <= Numbers::Integer).then_some(())?;
        let vocabulary = self.vocabulary;
        let said = match (what.all, name(what.body, vocabulary), &*what.body.args) {
            (true, "implies", [given, _]) => Some(given),
            (true, ..) => None,
            (false, ..) => Some(what.body),
        };
        let end = |end: Option<(f64, bool)>, inward: f64| match end {
            Some((x, true)) if x.fract() == 0.0 => Some(x + inward),
            Some((x, _)) if inward > 0.0 => Some(x.ceil()),
            Some((x, _)) => Some(x.floor()),
            None => None,
        };
        let mut ends = (end(domain.low, 1.0), end(domain.high, -1.0));
        for part in what.premises.iter().chain(said) {
            self.narrow(part, symbol, point, &mut ends);
        }
        let (low, high): (f64, f64) = (ends.0?, ends.1?);
        (low.abs() < LARGE && high.abs() < LARGE).then_some(())?;
        let (low, high) = (low as i64, high as i64);
        Some(match high - low < MANY {
            true => Span::Among(low..=high),
            false => Span::Wide,
        })
    }

    /// Narrows the ends by what a statement says of a symbol.
    fn narrow(
        &self,
        said: &Term,
        symbol: u32,
        point: &Point,
        ends: &mut (Option<f64>, Option<f64>),
    ) {
        match (name(said, self.vocabulary), &*said.args) {
            ("and" | "comma", parts) => {
                for part in parts {
                    self.narrow(part, symbol, point, ends);
                }
            }
            ("chain", parts) => {
                for link in parts.windows(3).step_by(2) {
                    let sign = name(&link[1], self.vocabulary).trim_start_matches("rel-");
                    self.end((sign, &link[0], &link[2]), symbol, point, ends);
                }
            }
            (sign, [a, b]) => self.end((sign, a, b), symbol, point, ends),
            _ => {}
        }
    }

    /// The same of one comparison.
    fn end(
        &self,
        (sign, a, b): (&str, &Term, &Term),
        symbol: u32,
        point: &Point,
        (low, high): &mut (Option<f64>, Option<f64>),
    ) {
        let (strict, below) = match sign {
            "lt" => (true, true),
            "le" => (false, true),
            "gt" => (true, false),
            "ge" => (false, false),
            _ => return,
        };
        let own = Op::symbol(symbol);
        let (other, above) = match () {
            () if a.op == own => (b, below),
            () if b.op == own => (a, !below),
            () => return,
        };
        if occurs(other).contains(&symbol) {
            return;
        }
        let value = self.value(other, point);
        let Some(x) = real(&value).filter(|_| is_exact(&value)) else {
            return;
        };
        if above {
            let end = if strict { x.ceil() - 1.0 } else { x.floor() };
            *high = Some(high.map_or(end, |known: f64| known.min(end)));
        } else {
            let end = if strict { x.floor() + 1.0 } else { x.ceil() };
            *low = Some(low.map_or(end, |known: f64| known.max(end)));
        }
    }

    /// What a quantified statement is, as each of these numbers is looked at.
    pub(super) fn each_of(
        &self,
        what: Quantified<'_>,
        span: RangeInclusive<i64>,
        point: &Point,
        depth: u32,
    ) -> Truth {
        let (telling, otherwise) = match what.all {
            true => (Truth::False, Truth::True),
            false => (Truth::True, Truth::False),
        };
        let mut here = point.clone();
        let mut unknown = false;
        for number in span {
            for symbol in what.symbols {
                here.values.insert(*symbol, Value::integer(number));
            }
            let at = |t: &Term| self.inner(t, &here, depth + 1);
            match what.premises.iter().map(at).fold(Truth::True, and) {
                Truth::True => {}
                Truth::False => continue,
                _ => {
                    unknown = true;
                    continue;
                }
            }
            match at(what.body) {
                truth if truth == telling => return telling,
                Truth::Unknown | Truth::Undefined => unknown = true,
                _ => {}
            }
        }
        if unknown { Truth::Unknown } else { otherwise }
    }
}
