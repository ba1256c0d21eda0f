//! Terms as names that a person can read: of values of functions, of parts.

use super::form::name;
use crate::atoms::Atoms;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// Longer names are cut.
const LONGEST: usize = 60;

/// A term on one line, roughly as it is written.
pub(super) fn term(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> String {
    let mut spelled = String::new();
    spell(term, atoms, vocabulary, &mut spelled);
    if spelled.chars().count() > LONGEST {
        spelled = spelled.chars().take(LONGEST - 1).collect();
        spelled.push('…');
    }
    spelled
}

/// The same in full; none of what would be longer than that by far.
pub(super) fn whole(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<String> {
    let mut spelled = String::new();
    spell(term, atoms, vocabulary, &mut spelled);
    (spelled.len() <= 4 * LONGEST).then_some(spelled)
}

fn spell(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary, out: &mut String) {
    if out.len() > 8 * LONGEST {
        return;
    }
    let own = match term.op.head() {
        Head::Integer(n) => n.to_string(),
        Head::Symbol(s) => atoms
            .symbols
            .get(s as usize)
            .map_or_else(String::new, |s| s.name.clone()),
        Head::Literal(l) => atoms
            .literals
            .get(l as usize)
            .map_or_else(String::new, |l| l.spelling.clone()),
        // The name that is bound inside a scope is not the one that is bound around it.
        Head::Slot(slot) if slot.level > 0 => format!("·{}", slot.level),
        Head::Slot(_) => "·".to_owned(),
        Head::Opaque(_) => "?".to_owned(),
        Head::Operator(_) => name(term, vocabulary).to_owned(),
    };
    let joined = |args: &[Term], by: &str, out: &mut String| {
        for (k, arg) in args.iter().enumerate() {
            if k > 0 {
                out.push_str(by);
            }
            spell(arg, atoms, vocabulary, out);
        }
    };
    match (own.as_str(), &*term.args) {
        (_, []) => out.push_str(&own),
        ("call", [head, args @ ..]) => {
            joined(std::slice::from_ref(head), "", out);
            out.push('(');
            joined(args, ", ", out);
            out.push(')');
        }
        ("idx", [head, args @ ..]) => {
            joined(std::slice::from_ref(head), "", out);
            out.push_str("_{");
            joined(args, ",", out);
            out.push('}');
        }
        ("prime", [head, order]) => {
            joined(std::slice::from_ref(head), "", out);
            match order.op.head() {
                Head::Integer(n @ 1..=3) => out.push_str(&"'".repeat(n as usize)),
                _ => {
                    out.push_str("^(");
                    joined(std::slice::from_ref(order), "", out);
                    out.push(')');
                }
            }
        }
        ("neg", [arg]) => {
            out.push('-');
            joined(std::slice::from_ref(arg), "", out);
        }
        (sign @ ("add" | "mul" | "div" | "pow"), args) => {
            let sign = match sign {
                "add" => " + ",
                "mul" => "·",
                "div" => "/",
                _ => "^",
            };
            out.push('(');
            joined(args, sign, out);
            out.push(')');
        }
        ("barred", args) => joined(args, " | ", out),
        ("semi", args) => joined(args, "; ", out),
        ("apart", args) => joined(args, " ‖ ", out),
        ("union", args) => joined(args, " ∪ ", out),
        ("inter", args) => joined(args, " ∩ ", out),
        ("indexof", args) => {
            out.push('[');
            joined(args, " : ", out);
            out.push(']');
        }
        (sign @ ("sumall" | "prodall"), [index, of]) => {
            out.push_str(if sign == "sumall" { "∑_" } else { "∏_" });
            joined(std::slice::from_ref(index), "", out);
            out.push(' ');
            joined(std::slice::from_ref(of), "", out);
        }
        ("gradby", [by, of]) => {
            out.push_str("∇_{");
            joined(std::slice::from_ref(by), "", out);
            out.push_str("} ");
            joined(std::slice::from_ref(of), "", out);
        }
        (operator, args) => {
            out.push_str(operator);
            out.push('(');
            joined(args, ", ", out);
            out.push(')');
        }
    }
}
