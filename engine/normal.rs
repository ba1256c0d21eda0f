//! The normal form in which terms are built: flat nodes, one sign a product, canonical bound names.

use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::Vocabulary;

/// The node `op` over `args`, in source normal form: nested applications of an associative operator
/// are flattened, one argument of such an operator stands for itself, and the signs of the factors
/// of a product become one sign in front of it. A product that goes on, `(-1)(-2) \cdots (-n)`, keeps
/// them, as nobody knows how many there are.
///
/// Nothing else is simplified: units and double signs that the source writes stay.
pub fn node(vocabulary: &Vocabulary, op: Op, args: Vec<Term>) -> Term {
    let Head::Operator(index) = op.head() else {
        return Term::new(op, args);
    };
    let Some(operator) = vocabulary.operators.get(index as usize) else {
        return Term::new(op, args);
    };
    if operator.binds.is_none()
        && matches!(operator.name.as_str(), "mul" | "matmul")
        && let Some(neg) = vocabulary.find("neg")
    {
        return signed_product(op, neg, args);
    }
    if operator.assoc {
        return flat(op, args);
    }
    Term::new(op, args)
}

/// The flat node of an associative operator.
pub(crate) fn flat(op: Op, args: Vec<Term>) -> Term {
    if args.len() > 1 && args.iter().all(|arg| arg.op != op) {
        return Term::new(op, args);
    }
    let mut all = Vec::with_capacity(args.len());
    for arg in args {
        if arg.op == op {
            all.extend(arg.args.iter().cloned());
        } else {
            all.push(arg);
        }
    }
    match all.pop() {
        Some(only) if all.is_empty() => only,
        Some(last) => {
            all.push(last);
            Term::new(op, all)
        }
        None => Term::leaf(op),
    }
}

/// The flat product, with the signs of its factors in front.
pub(crate) fn signed_product(op: Op, neg: Op, args: Vec<Term>) -> Term {
    if args.len() > 1 && args.iter().all(|arg| arg.op != op && arg.op != neg) {
        return Term::new(op, args);
    }
    let mut negative = false;
    let mut factors = Vec::with_capacity(args.len());
    for mut arg in args {
        while arg.op == neg && arg.args.len() == 1 {
            negative = !negative;
            arg = arg.args[0].clone();
        }
        if arg.op == op {
            factors.extend(arg.args.iter().cloned());
        } else {
            factors.push(arg);
        }
    }
    let product = match factors.pop() {
        Some(only) if factors.is_empty() => only,
        Some(last) => {
            factors.push(last);
            Term::new(op, factors)
        }
        None => Term::leaf(op),
    };
    if negative {
        Term::new(neg, vec![product])
    } else {
        product
    }
}

/// A law of grouping, `(ab)c = a(bc)`, without the brackets that it is about; none where there are none.
/// Whatever is changed in it is no such law, and says nothing of brackets.
pub fn ungrouped(vocabulary: &Vocabulary, term: &Term) -> Option<Term> {
    let grouped = vocabulary.find("grouped")?;
    let alike = |whole: Op, part: &Term| match &*part.args {
        [inner] if part.op == grouped && inner.op == whole => Some(inner.clone()),
        _ => None,
    };
    let mut groups = false;
    term.walk(&mut |t| groups |= t.args.iter().any(|part| alike(t.op, part).is_some()));
    groups.then(|| {
        term.map(&mut |t| {
            let parts = t.args.iter();
            let parts = parts.map(|part| alike(t.op, part).unwrap_or_else(|| part.clone()));
            node(vocabulary, t.op, parts.collect())
        })
    })
}

/// The binder `op` over `args`, in whose scope the symbol `name` becomes a bound name of this sort.
///
/// `args` holds anything in the place of the bound name. The level of the slot is one more than the
/// highest level bound in the scope. An operator that binds nothing gives its node.
pub fn bind(
    vocabulary: &Vocabulary,
    op: Op,
    mut args: Vec<Term>,
    name: Op,
    sort: SlotSort,
) -> Term {
    let Some(binder) = binder(vocabulary, op) else {
        return node(vocabulary, op, args);
    };
    let inside = binder
        .scope
        .iter()
        .filter_map(|&i| args.get(i))
        .filter_map(highest_level)
        .max();
    let level = inside.map_or(0, |level| level.saturating_add(1));
    let slot = Term::leaf(Op::slot(Slot { sort, level }));
    for &i in &binder.scope {
        if let Some(arg) = args.get_mut(i) {
            *arg = replace(arg, name, &slot);
        }
    }
    if let Some(var) = args.get_mut(binder.var) {
        *var = slot;
    }
    Term::new(op, args)
}

fn binder(vocabulary: &Vocabulary, op: Op) -> Option<&crate::vocabulary::Binder> {
    match op.head() {
        Head::Operator(index) => vocabulary.operators.get(index as usize)?.binds.as_ref(),
        _ => None,
    }
}

/// The highest level of a bound name in it.
pub(crate) fn highest_level(term: &Term) -> Option<u8> {
    let own = match term.op.head() {
        Head::Slot(slot) => Some(slot.level),
        _ => None,
    };
    term.args.iter().filter_map(highest_level).chain(own).max()
}

/// The term with every leaf `name` replaced.
pub(crate) fn replace(term: &Term, name: Op, by: &Term) -> Term {
    let altered = term.alter(&mut |t| (t.op == name && t.args.is_empty()).then(|| by.clone()));
    altered.unwrap_or_else(|| term.clone())
}

/// The term with the arguments of commutative operators sorted, so that terms that differ in order
/// alone are equal.
pub fn canonical(vocabulary: &Vocabulary, term: &Term) -> Term {
    let mut args: Vec<Term> = term
        .args
        .iter()
        .map(|arg| canonical(vocabulary, arg))
        .collect();
    if let Head::Operator(index) = term.op.head() {
        let operator = &vocabulary.operators[index as usize];
        if operator.comm {
            args.sort();
        }
        if operator.assoc || matches!(operator.name.as_str(), "mul") {
            let built = node(vocabulary, term.op, args);
            return if operator.comm && built.op == term.op {
                let mut args = built.args.to_vec();
                args.sort();
                Term::new(term.op, args)
            } else {
                built
            };
        }
    }
    Term::new(term.op, args)
}
