//! The symbols that a text introduces, and what it says of them.

use crate::atoms::Atoms;
use crate::latex::Formula;
use crate::sexpr;
use crate::term::{Head, Term};
use crate::text::declare::Declared;
use crate::vocabulary::Vocabulary;

/// The symbols that a formula beside a noun introduces: `x`, `a, b`, `x \in X`, `f(x) = …`. A
/// function is told by a pair of parentheses after the name.
pub(super) fn introduced(formula: &Formula, vocabulary: &Vocabulary) -> Vec<String> {
    let mut found = Vec::new();
    introduce(&formula.term, formula, vocabulary, true, &mut found);
    found
}

fn introduce(
    term: &Term,
    formula: &Formula,
    vocabulary: &Vocabulary,
    lists: bool,
    found: &mut Vec<String>,
) {
    let name = |t: &Term| match t.op.head() {
        Head::Symbol(index) => Some(formula.atoms.symbols[index as usize].name.clone()),
        _ => None,
    };
    if let Some(name) = name(term) {
        found.push(name);
        return;
    }
    let operator = vocabulary.name(term.op);
    match operator {
        "list" | "comma" | "tuple" | "and" if lists => {
            for arg in term.args.iter() {
                introduce(arg, formula, vocabulary, false, found);
            }
        }
        // Constants, unless the prose says something else of them.
        "e" => found.push("e".to_owned()),
        "pi" => found.push(r"\pi".to_owned()),
        "idx" => found.extend(term.args.first().and_then(name)),
        "call" | "maps" => {
            if let Some(name) = term.args.first().and_then(name) {
                found.push(format!("{name}()"));
            }
        }
        "in" | "eq" | "defines" | "lt" | "le" | "gt" | "ge" | "ne" | "chain" | "subseteq"
        | "subset" => {
            if let Some(first) = term.args.first() {
                let before = found.len();
                introduce(first, formula, vocabulary, lists, found);
                if matches!(operator, "eq" | "defines" | "chain") {
                    for name in &mut found[before..] {
                        if !name.ends_with("()") {
                            name.push('=');
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

/// What the prose says as terms.
pub(super) fn given(declared: &Declared, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Vec<Term> {
    let mut given = Vec::new();
    for (name, assumed) in &declared.assumed {
        if !atoms.symbols.iter().any(|s| s.name == *name) {
            continue;
        }
        for pattern in assumed {
            // A name that S-expressions cannot hold is not worth the trouble.
            if let Ok(term) = sexpr::parse(&pattern.replace("?x", name), vocabulary, atoms) {
                given.push(term);
            }
        }
    }
    given
}
