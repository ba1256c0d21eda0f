//! Where the variables of a rule stand: under which bound names, and in which places of operators.

use crate::pattern::{Pattern, Var};
use crate::rules::{Condition, Equivalence};
use crate::vocabulary::Vocabulary;

/// What the place of a variable asks of the terms that are put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A bound name of an index, or of something continuous.
    Slot { index: bool },
    /// A limit of a sum.
    Bound,
    /// The name by which a derivative is taken or an integral formed: a symbol.
    Name,
    /// The order of a derivative.
    Order,
    /// The index of a root.
    Index,
    /// An integer: in congruences, powers of matrices, binomial coefficients.
    Whole,
    /// A natural number: under a factorial.
    Count,
    /// The declarations of a quantifier.
    Declarations,
    /// Anything of its kind.
    Free,
}

/// What is known of each variable from where it stands.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The first demanding place.
    pub role: Role,
    /// The bound names under which it stands wherever it stands.
    pub under: Vec<Var>,
    /// The names of derivatives and integrals it may depend on.
    pub names: Vec<Var>,
    /// How many it stands for at least, when it is a rest variable.
    pub least: usize,
    seen: bool,
}

/// The places of all variables.
pub(super) fn of(rule: &Equivalence, vocabulary: &Vocabulary) -> Vec<Place> {
    let empty = Place {
        role: Role::Free,
        under: Vec::new(),
        names: Vec::new(),
        least: 0,
        seen: false,
    };
    let mut places = vec![empty; rule.vars.len()];
    let mut names = Vec::new();
    for side in [&rule.lhs, &rule.rhs] {
        visit(side, vocabulary, &mut Vec::new(), &mut places, &mut names);
    }
    for place in &mut places {
        place.names = names.clone();
    }
    for condition in rule.when.iter().chain(&rule.assume) {
        if let Condition::NotFree(name, body) = condition {
            let place = &mut places[usize::from(*body)];
            place.under.retain(|v| v != name);
            place.names.retain(|v| v != name);
        }
    }
    places
}

fn visit(
    pattern: &Pattern,
    vocabulary: &Vocabulary,
    under: &mut Vec<Var>,
    places: &mut [Place],
    names: &mut Vec<Var>,
) {
    match pattern {
        Pattern::Var(v) | Pattern::Rest(v) => stand(*v, under, places),
        Pattern::Subst(body, slot, by) => {
            let mut inside = under.clone();
            inside.push(*slot);
            stand(*body, &inside, places);
            visit(by, vocabulary, under, places, names);
        }
        Pattern::Node(op, args) => {
            let operator = vocabulary.operator(*op);
            let name = operator.map_or("", |o| o.name.as_str());
            let fixed = args
                .iter()
                .filter(|a| !matches!(a, Pattern::Rest(_)))
                .count();
            for (i, arg) in args.iter().enumerate() {
                if let Pattern::Var(v) | Pattern::Rest(v) = arg {
                    let place = &mut places[usize::from(*v)];
                    let role = role(name, i);
                    if place.role == Role::Free {
                        place.role = role;
                    }
                    if role == Role::Name && !names.contains(v) {
                        names.push(*v);
                    }
                }
                if let Pattern::Rest(v) = arg {
                    let assoc = operator.is_some_and(|o| o.assoc);
                    let least = if assoc {
                        2usize.saturating_sub(fixed)
                    } else {
                        usize::from(fixed == 0)
                    };
                    let place = &mut places[usize::from(*v)];
                    // On the right a single term stands for a node over it.
                    place.least = if place.seen { place.least } else { least };
                }
                let bound = operator
                    .and_then(|o| o.binds.as_ref())
                    .filter(|b| b.scope.contains(&i));
                match bound.and_then(|b| args.get(b.var)) {
                    Some(Pattern::Var(slot)) => {
                        under.push(*slot);
                        visit(arg, vocabulary, under, places, names);
                        under.pop();
                    }
                    _ => visit(arg, vocabulary, under, places, names),
                }
            }
        }
    }
}

fn stand(var: Var, under: &[Var], places: &mut [Place]) {
    let place = &mut places[usize::from(var)];
    if place.seen {
        place.under.retain(|v| under.contains(v));
    } else {
        place.under = under.to_vec();
        place.seen = true;
    }
}

fn role(operator: &str, argument: usize) -> Role {
    match (operator, argument) {
        ("sum" | "prod" | "bigunion" | "biginter", 0) => Role::Slot { index: true },
        ("sum" | "prod" | "bigunion" | "biginter", 1 | 2) => Role::Bound,
        ("sumcond" | "prodcond" | "sumin" | "prodin", 0) => Role::Slot { index: true },
        ("lim" | "dint" | "setof", 0) => Role::Slot { index: false },
        ("diff" | "pdiff" | "int", 0) => Role::Name,
        ("diff" | "pdiff" | "prime", 1) => Role::Order,
        ("root", 1) => Role::Index,
        ("matpow" | "binom", 1) | ("congruent" | "divides" | "gcd" | "lcm" | "mod", _) => {
            Role::Whole
        }
        ("factorial" | "gamma", 0) | ("binom", 0) => Role::Count,
        ("forall" | "exists", 0) => Role::Declarations,
        _ => Role::Free,
    }
}
