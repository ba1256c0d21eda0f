//! Of what nature a statement is, which decides how much points prove of it.

use crate::eval::Value;
use crate::term::Term;
use crate::truth::form::name;
use crate::truth::gather::has_symbols;
use crate::truth::sample::{Sampler, Truth};
use crate::truth::world::indexed_only;
use crate::vocabulary::{Kind, Vocabulary};

/// Whether a statement has equations about free functions, families, vectors, matrices, random variables,
/// or about events, several of either, for which other ones may be solutions.
pub(super) fn unsolved(sampler: &Sampler<'_>) -> bool {
    let form = sampler.form;
    let mut equation = false;
    form.body.walk(&mut |t| {
        equation |= matches!(
            name(t, sampler.vocabulary),
            "eq" | "rel-eq" | "defines" | "rel-defines" | "equiv" | "rel-equiv"
        );
    });
    let listed = |t: &Term| {
        name(t, sampler.vocabulary) == "set" && !crate::truth::solve::occurs(t).is_empty()
    };
    // Sets that are listed are the same for values that are not gone through.
    if name(&form.body, sampler.vocabulary) == "eq" && form.body.args.iter().any(listed) {
        return true;
    }
    let kinds = sampler.draw(0).kinds;
    let mut boundaries = Vec::new();
    crate::truth::equation::boundaries(&form.body, sampler.vocabulary, &mut boundaries);
    let mut chance = false;
    form.body.walk(&mut |t| {
        chance |= matches!(name(t, sampler.vocabulary), "prob" | "condprob");
    });
    let event = |kind: Option<&Kind>| match kind {
        Some(Kind::Event) => true,
        Some(Kind::Set) => chance,
        _ => false,
    };
    let events = form
        .symbols
        .iter()
        .filter(|s| event(kinds.get(**s as usize)));
    let several = boundaries.len() > 1 || events.count() > 1;
    equation
        && !contradicts(sampler)
        && form
            .symbols
            .iter()
            .filter(|s| !form.bound.contains(s))
            .any(|s| {
                let kind = kinds.get(*s as usize);
                matches!(kind, Some(Kind::Fn | Kind::Vec | Kind::Mat | Kind::Rv))
                    || several && event(kind)
                    || indexed_only(&form.term, *s, sampler.vocabulary)
            })
}

/// Whether a term is never below zero, whatever its symbols are.
fn never_below_zero(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("abs" | "norm" | "var" | "prob" | "card", _) => true,
        ("expect", [of]) => never_below_zero(of, vocabulary),
        ("pow", [base, power]) => {
            let even = matches!(power.op.head(), crate::term::Head::Integer(n) if n % 2 == 0);
            let random = matches!(base.op.head(), crate::term::Head::Symbol(_));
            never_below_zero(base, vocabulary) || even && random
        }
        _ => false,
    }
}

/// Whether two sides without symbols are to be equal that are not, or a size or variance to be
/// negative: whatever the symbols are.
fn contradicts(sampler: &Sampler<'_>) -> bool {
    let vocabulary = sampler.vocabulary;
    let said =
        crate::truth::equation::equations(std::slice::from_ref(&sampler.form.body), vocabulary);
    let point = sampler.draw(0);
    let beyond = |a: &Term, b: &Term| {
        !sampler.form.complex
            && never_below_zero(a, vocabulary)
            && !has_symbols(b)
            && matches!(sampler.strictly(|| sampler.value(b, &point)), Value::Number(n)
                if n.sign() == Some(std::cmp::Ordering::Less))
    };
    if said.iter().any(|(a, b)| beyond(a, b) || beyond(b, a)) {
        return true;
    }
    said.into_iter()
        .filter(|(left, right)| !has_symbols(left) && !has_symbols(right))
        .any(|(left, right)| {
            let equal = crate::truth::form::node("eq", vec![left, right], vocabulary);
            sampler.truth(&equal, &point) == Truth::False
        })
}

/// Whether all symbols are propositions.
pub(super) fn propositional(sampler: &Sampler<'_>) -> bool {
    let kinds = sampler.draw(0).kinds;
    let symbols = &sampler.form.symbols;
    let proposition = |s: &u32| kinds.get(*s as usize) == Some(&Kind::Prop);
    !symbols.is_empty() && symbols.iter().all(proposition)
}

/// Whether a statement says of numbers that may be any that they are fractions.
pub(super) fn asks_for_fractions(sampler: &Sampler<'_>) -> bool {
    let form = sampler.form;
    let said = form.said(sampler.vocabulary);
    let any = |s: &u32| {
        let domain = form.domains.get(s);
        domain.is_none_or(|d| d.numbers > crate::eval::Numbers::Rational)
    };
    let mut found = false;
    said.walk(&mut |t| {
        if let ("in" | "notin", [member, set]) = (name(t, sampler.vocabulary), &*t.args) {
            found |= name(set, sampler.vocabulary) == "QQ"
                && crate::truth::solve::occurs(member).iter().any(any);
        }
    });
    found
}

pub(super) fn numeric(sampler: &Sampler<'_>) -> bool {
    let kinds = sampler.draw(0).kinds;
    sampler.form.symbols.iter().any(|s| {
        let kind = kinds.get(*s as usize);
        matches!(kind, Some(Kind::Num | Kind::Any))
    })
}

/// Whether a sequence that may be any is spoken of: none for which a statement holds may have been drawn.
pub(super) fn has_sequences(sampler: &Sampler<'_>) -> bool {
    let form = sampler.form;
    let mut free = form.symbols.iter().filter(|s| !form.bound.contains(s));
    free.any(|s| indexed_only(&form.term, *s, sampler.vocabulary))
}
