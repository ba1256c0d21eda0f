//! What operators say of their values: a closed table by name, and signs from the signs of children.

use super::facts::{Facts, Flags, Knowledge, of_value};
use super::language::Node;
use crate::vocabulary::{Kind, Vocabulary};
use egg::{EGraph, Id, Language};

/// What an operator says about its value. A closed table, resolved by name once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Add,
    Mul,
    Neg,
    Div,
    Pow,
    Root,
    Abs,
    Exp,
    Factorial,
    Positive,
    NonZero,
    NonNegative,
    Natural,
    Integer,
    Real,
    RealIfReal,
    PositiveIfReal,
    PositiveIfPositive,
    NaturalIfInteger,
    AllOf,
    Ln,
    Sum,
    Prod,
    Idx,
    Call,
    Other,
}

impl Role {
    fn of(name: &str) -> Self {
        match name {
            "add" => Self::Add,
            "mul" => Self::Mul,
            "neg" => Self::Neg,
            "div" => Self::Div,
            "pow" => Self::Pow,
            "root" => Self::Root,
            "abs" => Self::Abs,
            "exp" => Self::Exp,
            "factorial" | "dfactorial" => Self::Factorial,
            "pi" | "e" => Self::Positive,
            "i" => Self::NonZero,
            "norm" | "normp" | "prob" | "condprob" | "var" | "probunder" | "condprobunder"
            | "varunder" => Self::NonNegative,
            "card" | "rank" => Self::Natural,
            "sgn" | "floor" | "ceil" => Self::Integer,
            "re" | "im" | "arg" => Self::Real,
            "sin" | "cos" | "arctan" | "sinh" | "tanh" | "arsinh" | "conj" => Self::RealIfReal,
            "cosh" | "sech" => Self::PositiveIfReal,
            "gamma" => Self::PositiveIfPositive,
            "binom" | "gcd" | "lcm" => Self::NaturalIfInteger,
            "max" | "min" => Self::AllOf,
            "ln" | "log" => Self::Ln,
            "sum" | "sumin" | "sumcond" | "sumall" => Self::Sum,
            "prod" | "prodin" | "prodcond" | "prodall" => Self::Prod,
            "idx" => Self::Idx,
            "call" => Self::Call,
            _ => Self::Other,
        }
    }
    /// The roles of all operators of a vocabulary, in its order.
    pub(crate) fn table(vocabulary: &Vocabulary) -> Vec<Self> {
        vocabulary
            .operators
            .iter()
            .map(|o| Self::of(&o.name))
            .collect()
    }
}

/// What is known of a constant.
pub(crate) fn constant(role: Role) -> (Flags, Option<i64>) {
    let flags = match role {
        Role::Positive => Flags::POSITIVE,
        Role::NonZero => Flags::NONZERO,
        _ => Flags::default(),
    };
    (flags, None)
}

/// Signs of a node from the signs of its children.
pub(crate) fn infer(
    egraph: &EGraph<Node, Knowledge<'_>>,
    role: Role,
    kids: &[Id],
) -> (Flags, Option<i64>) {
    let data = |i: usize| &egraph[kids[i]].data;
    let f = |i: usize| {
        kids.get(i)
            .map_or(Flags::default(), |&k| egraph[k].data.flags)
    };
    let v = |i: usize| kids.get(i).and_then(|&k| egraph[k].data.value);
    let all = |from: usize| {
        kids[from..]
            .iter()
            .fold(Flags(0xff), |a, &k| a.both(egraph[k].data.flags))
    };
    let value = |v: Option<i64>| (v.map_or(Flags::default(), of_value), v);
    let (flags, value) = match role {
        Role::Add => {
            let sum = (0..kids.len()).try_fold(0i64, |a, i| a.checked_add(data(i).value?));
            let each = all(0);
            let mut flags = each.only(Flags::EVEN, true);
            if each.has(Flags::NONNEG) {
                flags = flags.and(Flags::NONNEG);
                if (0..kids.len()).any(|i| f(i).has(Flags::POSITIVE)) {
                    flags = flags.and(Flags::POSITIVE);
                }
            }
            flags = flags.and(each.only(Flags::NEGATIVE, each.has(Flags::NEGATIVE)));
            if let (2, Some(sign)) = (kids.len(), ordered(egraph, kids)) {
                flags = flags.and(sign);
            }
            let (more, sum) = value(sum);
            (flags.and(more), sum)
        }
        Role::Mul => {
            let product = (0..kids.len()).try_fold(1i64, |a, i| a.checked_mul(data(i).value?));
            let each = all(0);
            let mut flags = Flags(each.0 & (Flags::INTEGER.0 | Flags::NONZERO.0));
            let signed = |i: usize| f(i).has(Flags::NONNEG) || f(i).has(Flags::NEGATIVE);
            if (0..kids.len()).all(signed) {
                let negative = (0..kids.len())
                    .filter(|&i| f(i).has(Flags::NEGATIVE))
                    .count();
                let strict = each.has(Flags::NONZERO);
                if negative % 2 == 0 {
                    flags = flags.and(Flags::NONNEG);
                } else if strict {
                    flags = flags.and(Flags::NEGATIVE);
                }
            }
            if each.has(Flags::INTEGER) && (0..kids.len()).any(|i| f(i).has(Flags::EVEN)) {
                flags = flags.and(Flags::EVEN);
            }
            let (more, product) = value(product);
            (flags.and(more), product)
        }
        Role::Neg => {
            let mut flags = Flags(f(0).0 & (Flags::EVEN.0 | Flags::NONZERO.0));
            if f(0).has(Flags::POSITIVE) {
                flags = flags.and(Flags::NEGATIVE);
            } else if f(0).has(Flags::NEGATIVE) {
                flags = flags.and(Flags::POSITIVE);
            }
            let (more, negative) = value(v(0).and_then(i64::checked_neg));
            (flags.and(more), negative)
        }
        Role::Div => {
            let mut flags = f(0).both(f(1));
            flags = Flags(flags.0 & (Flags::REAL.0 | Flags::NONZERO.0));
            if f(1).has(Flags::POSITIVE) {
                flags = flags.and(f(0).only(Flags::NONNEG, f(0).has(Flags::NONNEG)));
                flags = flags.and(f(0).only(Flags::NEGATIVE, f(0).has(Flags::NEGATIVE)));
            }
            (flags.and(f(0).only(Flags::NONZERO, true)), None)
        }
        Role::Pow => {
            let natural = f(1).has(Flags::NATURAL);
            let mut flags = Flags::default();
            if f(0).has(Flags::NONZERO) {
                flags = flags.and(Flags::NONZERO);
            }
            if f(0).has(Flags::POSITIVE) && f(1).has(Flags::REAL) {
                flags = flags.and(Flags::POSITIVE);
            } else if f(0).has(Flags::NONNEG) && (natural || f(1).has(Flags::NONNEG)) {
                flags = flags.and(Flags::NONNEG);
            }
            if f(0).has(Flags::REAL)
                && f(1).has(Flags::INTEGER)
                && (natural || f(0).has(Flags::NONZERO))
            {
                flags = flags.and(Flags::REAL);
                if f(1).has(Flags::EVEN) {
                    flags = flags.and(Flags::NONNEG);
                }
            }
            if natural {
                flags = flags.and(f(0).only(Flags::INTEGER, f(0).has(Flags::INTEGER)));
            }
            let power = match (v(0), v(1)) {
                (Some(b), Some(e)) if (1..=62).contains(&e) => b.checked_pow(e as u32),
                _ => None,
            };
            let (more, power) = value(power);
            (flags.and(more), power)
        }
        Role::Root => {
            let mut flags = f(0).only(Flags::NONZERO, true);
            if f(0).has(Flags::NONNEG) && f(1).has(Flags::COUNT) {
                flags = flags.and(f(0).only(Flags::POSITIVE, true));
            }
            (flags, None)
        }
        Role::Abs => {
            let keep = Flags(f(0).0 & (Flags::EVEN.0 | Flags::NONZERO.0));
            (keep.and(Flags::NONNEG), v(0).and_then(i64::checked_abs))
        }
        Role::Exp => {
            let flags = if f(0).has(Flags::REAL) {
                Flags::POSITIVE
            } else {
                Flags::NONZERO
            };
            (flags, None)
        }
        Role::Factorial => (
            Flags::COUNT.only(Flags(0xff), f(0).has(Flags::NATURAL)),
            None,
        ),
        Role::Positive => (Flags::POSITIVE, None),
        Role::NonZero => (Flags::NONZERO, None),
        Role::NonNegative => (Flags::NONNEG, None),
        Role::Natural => (Flags::NATURAL, None),
        Role::Integer => (
            Flags::INTEGER.only(Flags(0xff), f(0).has(Flags::REAL)),
            None,
        ),
        Role::Real => (Flags::REAL, None),
        Role::RealIfReal => (f(0).only(Flags::REAL, true), None),
        Role::PositiveIfReal => (
            Flags::POSITIVE.only(Flags(0xff), f(0).has(Flags::REAL)),
            None,
        ),
        Role::PositiveIfPositive => (
            Flags::POSITIVE.only(Flags(0xff), f(0).has(Flags::POSITIVE)),
            None,
        ),
        Role::NaturalIfInteger => {
            let natural = all(0).has(Flags::NATURAL);
            (Flags::NATURAL.only(Flags(0xff), natural), None)
        }
        Role::AllOf => (all(0).only(Flags::COUNT, data(0).kind != Kind::Set), None),
        Role::Ln => (
            Flags::REAL.only(Flags(0xff), f(0).has(Flags::POSITIVE)),
            None,
        ),
        Role::Sum => {
            let body = f(kids.len() - 1);
            let infinite = kids[..kids.len() - 1]
                .iter()
                .any(|&k| !finite(&egraph[k].data));
            let flags = body.only(Flags::NATURAL, !infinite && kids.len() == 4);
            (
                flags.and(body.only(
                    Flags::NONNEG,
                    kids.len() == 4 && !infinite && body.has(Flags::NONNEG),
                )),
                None,
            )
        }
        Role::Prod => {
            let body = f(kids.len() - 1);
            let infinite = kids[..kids.len() - 1]
                .iter()
                .any(|&k| !finite(&egraph[k].data));
            (body.only(Flags::COUNT, !infinite && kids.len() == 4), None)
        }
        Role::Idx => (f(0).only(Flags(0xff), true), None),
        Role::Call | Role::Other => (Flags::default(), None),
    };
    (flags.closed(), value)
}

/// Whether a bound is surely a number, not infinity.
fn finite(facts: &Facts) -> bool {
    facts.flags.has(Flags::REAL) || facts.value.is_some()
}

/// The sign of `a - b` when the order of `a` and `b` is declared.
fn ordered(egraph: &EGraph<Node, Knowledge<'_>>, kids: &[Id]) -> Option<Flags> {
    if egraph.analysis.order.is_empty() {
        return None;
    }
    let leaf = |id: Id| egraph[id].nodes.iter().find(|n| n.is_leaf()).map(Node::op);
    let negated = |id: Id| {
        let class = &egraph[id];
        class.nodes.iter().find_map(|n| match n {
            Node::Small { op, len: 1, kids } if egraph.analysis.role(*op) == Role::Neg => {
                leaf(kids[0])
            }
            _ => None,
        })
    };
    let pair = |a: Id, b: Id| Some((leaf(a)?, negated(b)?));
    let (high, low) = pair(kids[0], kids[1]).or_else(|| pair(kids[1], kids[0]))?;
    let (_, _, strict) = egraph
        .analysis
        .order
        .iter()
        .find(|(h, l, _)| *h == high && *l == low)?;
    Some(if *strict {
        Flags::POSITIVE
    } else {
        Flags::NONNEG
    })
}
