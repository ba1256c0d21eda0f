//! Smart constructors and canonical order on terms: what rewriting leaves open in a proof step.

use super::program::Program;
use crate::term::{Op, Term};

/// Sorts the children of commutative nodes, at every depth.
pub(crate) fn sorted(program: &Program<'_>, term: &Term) -> Term {
    term.map(&mut |t| if program.laws(t.op).comm { sort(t) } else { t })
}

fn sort(term: Term) -> Term {
    let mut args = term.args.to_vec();
    args.sort();
    Term::new(term.op, args)
}

/// Flattens, drops units and repeated members, pulls signs out of products and cancels double
/// signs, at every depth, then sorts.
pub(crate) fn tidy(program: &Program<'_>, term: &Term) -> Term {
    term.map(&mut |t| node(program, t))
}

fn node(program: &Program<'_>, term: Term) -> Term {
    let names = program.names;
    let laws = program.laws(term.op);
    let is = |name: Option<Op>| name == Some(term.op);
    match &*term.args {
        [kid] if is(names.neg) => return negative(program, kid.clone()),
        [base, one] if (is(names.pow) || is(names.div)) && one.op == Op::integer(1) => {
            return base.clone();
        }
        _ => {}
    }
    if !laws.assoc {
        return if laws.comm { sort(term) } else { term };
    }
    let mut parts: Vec<Term> = Vec::with_capacity(term.args.len());
    let mut minus = false;
    for arg in term.args.iter() {
        let mut arg = arg.clone();
        if is(names.mul) && Some(arg.op) == names.neg && arg.args.len() == 1 {
            minus = !minus;
            arg = arg.args[0].clone();
        }
        if arg.op == term.op && !arg.args.is_empty() {
            parts.extend(arg.args.iter().cloned());
        } else {
            parts.push(arg);
        }
    }
    if let Some(unit) = laws.unit {
        parts.retain(|p| p.op != unit || !p.args.is_empty());
    }
    if laws.comm {
        parts.sort();
        if laws.idem {
            parts.dedup();
        }
    }
    let made = match (parts.len(), laws.unit) {
        (0, Some(unit)) => Term::leaf(unit),
        (1, _) => parts.swap_remove(0),
        _ => Term::new(term.op, parts),
    };
    if minus { negative(program, made) } else { made }
}

fn negative(program: &Program<'_>, term: Term) -> Term {
    let Some(neg) = program.names.neg else {
        return term;
    };
    if term.op == neg && term.args.len() == 1 {
        term.args[0].clone()
    } else if term.op == Op::integer(0) {
        term
    } else {
        Term::new(neg, vec![term])
    }
}
