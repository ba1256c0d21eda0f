//! What a changed formula says beside its source: of other places, counted otherwise, less, more.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::normal::canonical;
use mamut_engine::term::{Head, Op, Term};
use mamut_engine::truth::{Refutation, Refuter, among_counts, assuming};
use mamut_engine::vocabulary::Vocabulary;

use super::{STEPS, defined};
use crate::falsify::values::Values;

/// Whether a changed formula says of other places what its source says the values of a function
/// or a sequence are at all of them: `M(y) = \frac{y}{2}(L - y)` in place of `M(x) = \frac{x}{2}(L - x)`.
pub(in crate::falsify) fn is_elsewhere(
    changed: &Term,
    source: &Term,
    vocabulary: &Vocabulary,
) -> bool {
    let (Some(_), "eq", [left, _], [value, _]) = (
        defined(source, vocabulary),
        vocabulary.name(changed.op),
        &*source.args,
        &*changed.args,
    ) else {
        return false;
    };
    let places = left.args[1..]
        .iter()
        .zip(&value.args[1.min(value.args.len())..]);
    let alike = value.op == left.op
        && value.args.len() == left.args.len()
        && value.args[0] == left.args[0]
        && places.clone().any(|(place, other)| place != other);
    let put = |t: Term| {
        let put = places.clone().find(|(place, _)| **place == t);
        put.map_or(t, |(_, other)| other.clone())
    };
    alike && canonical(vocabulary, &source.map(&mut { put })) == canonical(vocabulary, changed)
}

pub(super) fn is_letter(term: &Term) -> bool {
    term.args.is_empty() && matches!(term.op.head(), Head::Symbol(_) | Head::Slot(_))
}

/// What a changed formula says of its members where these are counted from one more, from one less, or backwards:
/// their index stays as it is in what they are called.
pub(in crate::falsify) fn recounted(
    term: &Term,
    index: &Term,
    vocabulary: &Vocabulary,
) -> Vec<Term> {
    let name = |t: &Term| vocabulary.name(t.op);
    let (Some(add), Some(neg)) = (vocabulary.find("add"), vocabulary.find("neg")) else {
        return Vec::new();
    };
    let one = Term::leaf(Op::integer(1));
    let less = Term::new(neg, vec![one.clone()]);
    let with = |other: Term| {
        let sides = term.args.iter().map(|side| match name(side) {
            "idx" | "call" => side.clone(),
            _ => side.map(&mut |t| if t == *index { other.clone() } else { t }),
        });
        Term::new(term.op, sides.collect())
    };
    let by = |step: Term| with(Term::new(add, vec![index.clone(), step]));
    vec![by(one), by(less), with(Term::new(neg, vec![index.clone()]))]
}

/// Whether a claim holds wherever its source does, and so claims less: `\angle B = \angle B = 60^\circ` in place of
/// `\angle A = \angle B = 60^\circ`.
pub(in crate::falsify) fn is_weaker(
    changed: &Formula,
    source: &Term,
    vocabulary: &Vocabulary,
) -> bool {
    let holds = |term: &Term| {
        let refuter = within(STEPS, || Refuter::new(term, &changed.atoms, vocabulary));
        refuter.standing().valid
    };
    let valued = Values::of(std::iter::once(source), vocabulary).put(&changed.term);
    let theorem = assuming(std::slice::from_ref(source), &changed.term, vocabulary);
    valued != changed.term && holds(&valued) || holds(&theorem)
}

/// Whether a changed premise lets something through that the premise does not; letters that count are whole numbers.
pub(in crate::falsify) fn is_wider(
    changed: &Formula,
    premise: &Formula,
    vocabulary: &Vocabulary,
) -> bool {
    let found = within(STEPS, || {
        let term = among_counts(&changed.term, &changed.atoms, vocabulary);
        let refuter = Refuter::new(&term, &changed.atoms, vocabulary);
        refuter.refute(&premise.term, &changed.atoms)
    });
    matches!(found, Refutation::Refuted(found) if found.first == "true")
}
