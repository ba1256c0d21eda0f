//! Statements whose hypotheses hold nowhere, so that they hold whatever they conclude:
//! `\forall p, q > 1, \frac{1}{p} + \frac{1}{q} = 2 \Rightarrow \dots`.
//!
//! What the symbols are declared to be bounds both sides of a hypothesis, in exact arithmetic; where the
//! bounds do not meet, it holds for none of their values.

use std::collections::BTreeMap;

use super::form::{Form, hypothesis, name};
use crate::eval::{self, Domain, Rational, Span};
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// The largest exponent whose powers are bounded.
const LARGEST: u32 = 8;

/// Whether the hypotheses of a statement are known to hold nowhere.
pub(super) fn is_vacuous(form: &Form, vocabulary: &Vocabulary) -> bool {
    let hypotheses = || {
        let inner = hypothesis(&form.body, vocabulary);
        let all = form.premises.iter().chain(inner);
        all.filter(|hypothesis| is_plain(hypothesis, vocabulary))
    };
    if hypotheses().next().is_none() {
        return false;
    }
    let mut domains: BTreeMap<u32, Domain> = BTreeMap::new();
    for hypothesis in hypotheses() {
        for (symbol, domain) in eval::declared(hypothesis, vocabulary) {
            let entry = domains.entry(symbol).or_insert(domain);
            *entry = entry.and(domain);
        }
    }
    let bounds = Bounds {
        domains,
        vocabulary,
    };
    let spans = bounds.domains.values().filter_map(Span::of);
    spans.into_iter().any(Span::is_empty) || hypotheses().any(|h| bounds.excludes(h))
}

/// Whether a statement says what it says outright: what a part of it supposes or quantifies need not hold.
fn is_plain(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut plain = true;
    term.walk(&mut |t| {
        plain &= !matches!(
            name(t, vocabulary),
            "implies" | "iff" | "or" | "not" | "forall" | "exists" | "existsunique"
        );
    });
    plain
}

/// What is known of the values of symbols.
struct Bounds<'v> {
    domains: BTreeMap<u32, Domain>,
    vocabulary: &'v Vocabulary,
}

impl Bounds<'_> {
    /// Whether a statement holds for no values of its symbols.
    fn excludes(&self, term: &Term) -> bool {
        match (name(term, self.vocabulary), &*term.args) {
            ("comma" | "and", parts) => parts.iter().any(|part| self.excludes(part)),
            ("chain", sides) => sides.windows(3).step_by(2).any(|link| {
                let sign = name(&link[1], self.vocabulary).trim_start_matches("rel-");
                self.never(sign, &link[0], &link[2])
            }),
            (sign, [left, right]) => self.never(sign, left, right),
            _ => false,
        }
    }

    /// Whether two sides are never related so.
    fn never(&self, sign: &str, left: &Term, right: &Term) -> bool {
        if !matches!(sign, "eq" | "ne" | "lt" | "le" | "gt" | "ge") {
            return false;
        }
        let (Some(a), Some(b)) = (self.span(left), self.span(right)) else {
            return false;
        };
        match sign {
            "eq" => a.is_above(b) || b.is_above(a),
            "ne" => a.is_point() && a == b,
            "lt" => a.is_not_below(b),
            "le" => a.is_above(b),
            "gt" => b.is_not_below(a),
            _ => b.is_above(a),
        }
    }

    /// Between what all values of a term are; none when that is not known, or they are not real.
    fn span(&self, term: &Term) -> Option<Span> {
        match (term.op.head(), name(term, self.vocabulary), &*term.args) {
            (Head::Integer(n), _, _) => Some(Span::point(Rational::integer(i64::from(n)))),
            (Head::Symbol(symbol), _, _) => Span::of(self.domains.get(&symbol)?),
            (_, "neg", [arg]) => Some(self.span(arg)?.negated()),
            (_, "add", parts) => self.folded(parts, Span::plus),
            (_, "mul", parts) => self.folded(parts, Span::times),
            (_, "div", [top, bottom]) => self.span(top)?.times(self.span(bottom)?.inverse()?),
            (_, "pow", [base, exponent]) => {
                let base = self.span(base)?;
                match (exponent.op.head(), name(exponent, self.vocabulary)) {
                    (Head::Integer(n @ 1..=LARGEST), _) => base.power(n),
                    (_, "neg") => match exponent.args.first()?.op.head() {
                        Head::Integer(n @ 1..=LARGEST) => base.power(n)?.inverse(),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn folded(&self, parts: &[Term], with: impl Fn(Span, Span) -> Option<Span>) -> Option<Span> {
        let (first, rest) = parts.split_first()?;
        let first = self.span(first)?;
        rest.iter()
            .try_fold(first, |sum, part| with(sum, self.span(part)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common;
    use crate::latex::Reader;

    #[test]
    fn what_a_hypothesis_supposes_need_not_hold() {
        let rules = common::builtin();
        let reader = Reader::new(&rules);
        for (latex, vacuous) in [
            (r"x > 2 \land x < 1 \Rightarrow x = 0", true),
            (r"\forall p > 1, \frac{1}{p} = 2: p = 0", true),
            (r"(x > 2 \Rightarrow x < 1) \Rightarrow x \le 2", false),
            (r"(x > 2 \lor x < 1) \Rightarrow x \ne 1", false),
            (r"x > 2 \Rightarrow x < 1", false),
        ] {
            let read = reader.read(latex);
            let form = Form::of(&read.term, &read.atoms, &rules.vocabulary);
            assert_eq!(is_vacuous(&form, &rules.vocabulary), vacuous, "{latex}");
        }
    }
}
