//! What a text claims: the statements that it is about, and not those that it assumes or mentions on
//! the way. A text is false when one of its claims is.

use mamut_engine::latex::Formula;
use mamut_engine::term::{Head, Term};
use mamut_engine::truth::{Comparison, Settings, compare};
use mamut_engine::vocabulary::Vocabulary;

/// Relations that may say of what kind or how large something is.
const DECLARING: &[&str] = &["in", "subseteq", "subset", "lt", "le", "gt", "ge", "ne"];

/// Whether each of these statements is a claim of their text. Where the text states one of several
/// `known` formulas, what says the same as one of these is; of a text that states them in another way
/// the largest statements are; and of any text all that are more than a declaration.
pub(super) fn claims(
    statements: &[&Formula],
    known: &[Formula],
    vocabulary: &Vocabulary,
) -> Vec<bool> {
    let all = |test: &dyn Fn(&Formula) -> bool| -> Option<Vec<bool>> {
        let found: Vec<bool> = statements.iter().map(|s| test(s)).collect();
        found.contains(&true).then_some(found)
    };
    let states = |s: &Formula| known.iter().any(|k| restates(s, k, vocabulary));
    let largest = statements.iter().map(|s| s.term.size()).max().unwrap_or(0);
    let by_identity = || {
        let largest = |s: &Formula| s.term.size() == largest;
        all(&states).or_else(|| all(&largest))
    };
    let more = |s: &Formula| !declares(&s.term, vocabulary);
    let found = match known {
        [] => all(&more),
        _ => by_identity(),
    };
    found.unwrap_or_else(|| vec![true; statements.len()])
}

/// Whether a statement has the form of another, with or without what is said of its symbols; nothing
/// is evaluated.
fn restates(statement: &Formula, known: &Formula, vocabulary: &Vocabulary) -> bool {
    let settings = Settings::FORM_ALONE;
    let same = |a: &Term, b: &Term| {
        let found = compare(
            (a, &statement.atoms),
            (b, &known.atoms),
            vocabulary,
            settings,
        );
        matches!(found, Comparison::Equivalent { .. })
    };
    let (a, b) = (
        bare(&statement.term, vocabulary),
        bare(&known.term, vocabulary),
    );
    a.size() == b.size() && same(a, b)
}

/// A statement without its declarations.
fn bare<'t>(term: &'t Term, vocabulary: &Vocabulary) -> &'t Term {
    match (name(term, vocabulary), &*term.args) {
        ("forall", [.., body]) | ("when" | "where", [body, ..]) => bare(body, vocabulary),
        _ => term,
    }
}

/// Whether a statement says of letters alone what they are: `0 < x < 1`, and not `\sin x < x < \tan
/// x`; `f\colon X \to Y`.
fn declares(term: &Term, vocabulary: &Vocabulary) -> bool {
    let letters = |t: &Term| match t.op.head() {
        Head::Symbol(_) => true,
        _ => {
            matches!(name(t, vocabulary), "list" | "idx")
                && t.args
                    .iter()
                    .all(|a| matches!(a.op.head(), Head::Symbol(_) | Head::Integer(_)))
        }
    };
    match (name(term, vocabulary), &*term.args) {
        ("comma" | "and", parts) => parts.iter().all(|p| declares(p, vocabulary)),
        ("chain", sides) => {
            let sign = |t: &Term| {
                let sign = name(t, vocabulary);
                DECLARING.contains(&sign.strip_prefix("rel-").unwrap_or(sign))
            };
            let sides = || sides.iter().step_by(2);
            let told = |side: &Term| letters(side) && !sides().any(|t| reckons(t, side));
            term.args.iter().skip(1).step_by(2).all(sign) && sides().any(told)
        }
        ("maps", [map, ..]) => letters(map),
        (sign, [a, b]) => {
            let told = |one: &Term, other: &Term| letters(one) && !reckons(other, one);
            DECLARING.contains(&sign) && (told(a, b) || told(b, a))
        }
        _ => false,
    }
}

/// Whether a side reckons with a letter.
fn reckons(side: &Term, letter: &Term) -> bool {
    let mut found = false;
    side.walk(&mut |t| found |= t == letter);
    found && side != letter
}

fn name<'v>(term: &Term, vocabulary: &'v Vocabulary) -> &'v str {
    vocabulary.name(term.op)
}
