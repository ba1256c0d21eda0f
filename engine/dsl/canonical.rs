//! When two patterns say the same: up to the order of arguments, and up to names of variables.

use crate::pattern::{Pattern, Var};
use crate::rules::RuleVar;
use crate::term::Op;
use crate::vocabulary::Vocabulary;
use std::fmt::Write;

/// The pattern with the arguments of commutative operators sorted.
pub(super) fn sorted(pattern: &Pattern, vocabulary: &Vocabulary) -> Pattern {
    arranged(pattern, vocabulary, &|a| format!("{a:?}"))
}

/// The pattern with neutral elements left out and nested sums, products … written as one.
pub(super) fn plain(pattern: &Pattern, vocabulary: &Vocabulary) -> Pattern {
    match pattern {
        Pattern::Node(op, args) => {
            let args = args.iter().map(|a| plain(a, vocabulary));
            match vocabulary.operator(*op) {
                Some(operator) if operator.assoc => flat(*op, operator.unit, args),
                _ => Pattern::Node(*op, args.collect()),
            }
        }
        Pattern::Subst(f, i, by) => Pattern::Subst(*f, *i, Box::new(plain(by, vocabulary))),
        leaf => leaf.clone(),
    }
}

/// A flat operator over these, without its unit; one argument alone is that argument.
fn flat(op: Op, unit: Option<Op>, args: impl Iterator<Item = Pattern>) -> Pattern {
    let mut left = Vec::new();
    for arg in args {
        match arg {
            Pattern::Node(inner, more) if inner == op => left.extend(more),
            Pattern::Node(inner, none) if Some(inner) == unit && none.is_empty() => {}
            other => left.push(other),
        }
    }
    match (left.len(), unit) {
        (0, Some(unit)) => Pattern::Node(unit, Vec::new()),
        (1, _) if !matches!(left[0], Pattern::Rest(_)) => left.remove(0),
        _ => Pattern::Node(op, left),
    }
}

fn arranged(
    pattern: &Pattern,
    vocabulary: &Vocabulary,
    key: &impl Fn(&Pattern) -> String,
) -> Pattern {
    match pattern {
        Pattern::Node(op, args) => {
            let mut args: Vec<Pattern> =
                args.iter().map(|a| arranged(a, vocabulary, key)).collect();
            if vocabulary.operator(*op).is_some_and(|o| o.comm) {
                args.sort_by_cached_key(key);
            }
            Pattern::Node(*op, args)
        }
        Pattern::Subst(f, i, by) => Pattern::Subst(*f, *i, Box::new(arranged(by, vocabulary, key))),
        leaf => leaf.clone(),
    }
}

/// A text that two lists of patterns share when they differ in names and order only.
///
/// Also returns the variables in the order in which the text numbers them.
pub(super) fn fingerprint(
    patterns: &[&Pattern],
    vars: &[RuleVar],
    vocabulary: &Vocabulary,
) -> (String, Vec<Var>) {
    let mut text = String::new();
    let mut order = Vec::new();
    for pattern in patterns {
        let arranged = arranged(pattern, vocabulary, &|a| {
            let mut shape = String::new();
            write(a, vars, &mut |_| 0, &mut shape);
            shape
        });
        write(
            &arranged,
            vars,
            &mut |var| number(var, &mut order),
            &mut text,
        );
        text.push('/');
    }
    (text, order)
}

fn number(var: Var, order: &mut Vec<Var>) -> usize {
    order.iter().position(|&v| v == var).unwrap_or_else(|| {
        order.push(var);
        order.len() - 1
    })
}

fn write(
    pattern: &Pattern,
    vars: &[RuleVar],
    number: &mut impl FnMut(Var) -> usize,
    text: &mut String,
) {
    let name = |v: Var| &vars[usize::from(v)];
    let _ = match pattern {
        Pattern::Var(v) => write!(text, "?{}:{:?} ", number(*v), name(*v).kind),
        Pattern::Rest(v) => write!(text, "..{}:{:?} ", number(*v), name(*v).kind),
        Pattern::Node(op, args) => {
            let _ = write!(text, "({} ", op.0);
            for arg in args {
                write(arg, vars, number, text);
            }
            write!(text, ")")
        }
        Pattern::Subst(f, i, by) => {
            let _ = write!(text, "(subst {} {} ", number(*f), number(*i));
            write(by, vars, number, text);
            write!(text, ")")
        }
    };
}
