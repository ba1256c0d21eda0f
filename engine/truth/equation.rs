//! Equations that must hold for statements to hold, and the boundaries of statements.

use super::form::name;
use super::solve::occurs;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Two sides that are to be equal.
pub(super) type Equation = (Term, Term);

/// The equations that must hold for all of these statements to hold.
pub(super) fn equations(statements: &[Term], vocabulary: &Vocabulary) -> Vec<Equation> {
    let mut found = Vec::new();
    for statement in statements {
        match (name(statement, vocabulary), &*statement.args) {
            ("eq" | "equiv", [a, b]) => found.push((a.clone(), b.clone())),
            ("chain", sides) if is_known(sides, vocabulary) => {
                let [known @ .., last] = sides else {
                    continue;
                };
                let known = known.iter().step_by(2);
                found.extend(known.map(|side| (side.clone(), last.clone())));
            }
            ("chain", sides) => {
                for three in sides.windows(3).step_by(2) {
                    if matches!(
                        name(&three[1], vocabulary),
                        "rel-eq" | "rel-equiv" | "rel-defines" | "rel-definesback"
                    ) {
                        found.push((three[0].clone(), three[2].clone()));
                    }
                }
            }
            ("and" | "comma", parts) => found.extend(equations(parts, vocabulary)),
            _ => {}
        }
    }
    // What holds of numbers alone asks for nothing.
    found.retain(|(a, b)| !(occurs(a).is_empty() && occurs(b).is_empty()));
    found
}

/// Whether members of sequences are said to be equal to a number, `F_0 = F_1 = 1`: each of them is that
/// number.
fn is_known(sides: &[Term], vocabulary: &Vocabulary) -> bool {
    let [members @ .., last] = sides else {
        return false;
    };
    let (mut equal, mut member) = (members.iter().skip(1).step_by(2), members.iter().step_by(2));
    occurs(last).is_empty()
        && equal.all(|sign| name(sign, vocabulary) == "rel-eq")
        && member.all(|side| name(side, vocabulary) == "idx")
}

/// The statements of which one is enough.
pub(super) fn alternatives<'t>(statement: &'t Term, vocabulary: &Vocabulary) -> &'t [Term] {
    match (name(statement, vocabulary), &*statement.args) {
        ("or", parts) => parts,
        _ => std::slice::from_ref(statement),
    }
}

/// The two sides of every relation in a statement, whatever it says of them: its boundary.
pub(super) fn boundaries(statement: &Term, vocabulary: &Vocabulary, found: &mut Vec<Equation>) {
    match (name(statement, vocabulary), &*statement.args) {
        ("chain", sides) => {
            for three in sides.windows(3).step_by(2) {
                found.push((three[0].clone(), three[2].clone()));
            }
        }
        (
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "equiv" | "subset" | "subseteq" | "supset"
            | "supseteq",
            [a, b],
        ) => found.push((a.clone(), b.clone())),
        ("and" | "or" | "not" | "comma" | "implies" | "iff" | "xor", parts) => {
            for part in parts {
                boundaries(part, vocabulary, found);
            }
        }
        ("forall" | "exists", [.., body]) => boundaries(body, vocabulary, found),
        _ => {}
    }
}
