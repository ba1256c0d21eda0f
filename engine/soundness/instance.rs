//! An instance of a rule: terms for its variables that look as its conditions ask.

use super::kinds;
use super::places::{self, Place, Role};
use super::terms::Maker;
use crate::eval::{Domain, Numbers, Point, Value, evaluate};
use crate::pattern::{Pattern, Var};
use crate::rules::{Condition, Equivalence};
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::Kind;

/// Terms for the variables, and both sides made of them.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub bound: Vec<Vec<Term>>,
    pub left: Term,
    pub right: Term,
}

/// Draws an instance; `None` when the draw does not meet the conditions that terms show.
pub(super) fn draw(rule: &Equivalence, maker: &mut Maker<'_>) -> Option<Instance> {
    let kinds = kinds::draw(rule, maker.vocabulary, maker.draws)?;
    let places = places::of(rule, maker.vocabulary);
    let mut conditions = chosen(rule, maker);
    conditions.extend(literal(rule));
    let mut bound: Vec<Vec<Term>> = vec![Vec::new(); rule.vars.len()];
    let computed: Vec<Var> = rule.lets.iter().map(|(v, _)| *v).collect();
    // Names first: other terms may depend on them.
    let mut order: Vec<usize> = (0..rule.vars.len()).collect();
    order.sort_by_key(|v| !(rule.vars[*v].slot || places[*v].role == Role::Name));
    for v in order {
        if !computed.contains(&(v as Var)) {
            bound[v] = terms(v, rule, kinds[v], &places[v], &conditions, &bound, maker)?;
        }
    }
    for (v, pattern) in &rule.lets {
        let term = build(pattern, &bound, maker.vocabulary)?;
        let point = Point::random(
            &[],
            maker.vocabulary,
            &maker.atoms,
            &maker.domains,
            maker.draws,
        );
        let value = evaluate(&term, maker.vocabulary, &maker.atoms, &point).as_integer()?;
        bound[usize::from(*v)] = vec![maker.integer(value)?];
    }
    if !conditions.iter().all(|c| looks(c, &bound, maker)) {
        return None;
    }
    let left = build(&rule.lhs, &bound, maker.vocabulary)?;
    let right = build(&rule.rhs, &bound, maker.vocabulary)?;
    Some(Instance { bound, left, right })
}

/// That integers are literal where something is computed from them, as it is nowhere else.
fn literal(rule: &Equivalence) -> Vec<Condition> {
    let mut used = Vec::new();
    for (_, pattern) in &rule.lets {
        pattern.walk(&mut |p| match p {
            Pattern::Var(v) if rule.lets.iter().all(|(of, _)| of != v) => used.push(*v),
            _ => {}
        });
    }
    let bounded = |v: Var| {
        let mut all = rule.when.iter().chain(&rule.assume);
        all.any(|c| matches!(c, Condition::IntIn(of, ..) if *of == v))
    };
    used.retain(|v| !bounded(*v));
    used.into_iter()
        .map(|v| Condition::IntIn(v, -4, 9))
        .collect()
}

/// The conditions of a rule, one of each alternative.
pub(super) fn chosen(rule: &Equivalence, maker: &mut Maker<'_>) -> Vec<Condition> {
    let all = rule.when.iter().chain(&rule.assume);
    all.map(|c| match c {
        Condition::AnyOf(several) if !several.is_empty() => {
            several[maker.draws.below(several.len())].clone()
        }
        other => other.clone(),
    })
    .collect()
}

fn terms(
    v: usize,
    rule: &Equivalence,
    kind: Kind,
    place: &Place,
    conditions: &[Condition],
    bound: &[Vec<Term>],
    maker: &mut Maker<'_>,
) -> Option<Vec<Term>> {
    let var = v as Var;
    if rule.vars[v].slot {
        let index = matches!(place.role, Role::Slot { index: true });
        let sort = if index {
            SlotSort::Integer
        } else {
            SlotSort::Real
        };
        let sort = if kind == Kind::Any {
            SlotSort::Any
        } else {
            sort
        };
        return Some(vec![Term::leaf(Op::slot(Slot {
            sort,
            level: v as u8,
        }))]);
    }
    let names = place.under.iter().chain(&place.names);
    let free: Vec<Term> = names
        .filter_map(|n| bound[usize::from(*n)].first().cloned())
        .collect();
    let count = match rule.vars[v].rest {
        true => place.least + maker.draws.below(2),
        false => 1,
    };
    let wishes = Wishes::of(var, conditions);
    let one = |maker: &mut Maker<'_>| one(kind, place.role, &wishes, &free, maker);
    (0..count).map(|_| one(maker)).collect()
}

/// What the conditions ask of one variable.
#[derive(Default)]
struct Wishes {
    domain: Option<Domain>,
    within: Option<(i64, i64)>,
    literal: bool,
    symbol: bool,
    compound: bool,
    simple: bool,
}

impl Wishes {
    fn of(var: Var, conditions: &[Condition]) -> Self {
        let mut wishes = Self::default();
        let mut narrow = |domain: Domain| {
            wishes.domain = Some(wishes.domain.map_or(domain, |d| d.and(domain)));
        };
        let any = Domain::of(Numbers::Complex);
        for condition in conditions {
            match condition {
                Condition::NonZero(v) if *v == var => narrow(Domain {
                    nonzero: true,
                    ..any
                }),
                Condition::Positive(v) if *v == var => narrow(Domain::above(0.0)),
                Condition::NonNegative(v) if *v == var => {
                    narrow(Domain {
                        low: Some((0.0, false)),
                        ..Domain::of(Numbers::Real)
                    });
                }
                Condition::Real(v) if *v == var => narrow(Domain::of(Numbers::Real)),
                Condition::Integer(v) if *v == var => narrow(Domain::of(Numbers::Integer)),
                Condition::Natural(v) if *v == var => narrow(Domain {
                    low: Some((0.0, false)),
                    ..Domain::of(Numbers::Natural)
                }),
                _ => {}
            }
        }
        for condition in conditions {
            match condition {
                Condition::IntIn(v, low, high) if *v == var => wishes.within = Some((*low, *high)),
                Condition::Literal(v) if *v == var => wishes.literal = true,
                Condition::IsSymbol(v) if *v == var => wishes.symbol = true,
                Condition::Compound(v) if *v == var => wishes.compound = true,
                Condition::Not(inner) if **inner == Condition::Compound(var) => {
                    wishes.simple = true
                }
                _ => {}
            }
        }
        wishes
    }
}

fn one(
    kind: Kind,
    role: Role,
    wishes: &Wishes,
    free: &[Term],
    maker: &mut Maker<'_>,
) -> Option<Term> {
    if let Some((low, high)) = wishes.within {
        let high = high.min(low + 20);
        let value = low + maker.draws.below((high - low) as usize + 1) as i64;
        return maker.integer(value);
    }
    let whole = |low: f64, high: f64| Domain {
        low: Some((low, false)),
        high: Some((high, false)),
        ..Domain::of(Numbers::Integer)
    };
    let (low, high) = match role {
        Role::Bound => (-1, 4),
        Role::Order => (1, 2),
        Role::Index => (2, 4),
        Role::Whole => (-2, 5),
        Role::Count => (0, 7),
        Role::Name => {
            return Some(maker.symbol(
                Kind::Num,
                Some(Domain {
                    low: Some((0.5, true)),
                    high: Some((2.5, true)),
                    ..Domain::of(Numbers::Real)
                }),
            ));
        }
        Role::Declarations => {
            let (a, set) = (maker.symbol(Kind::Num, None), maker.symbol(Kind::Set, None));
            return maker.node("in", vec![a, set]);
        }
        Role::Slot { .. } | Role::Free => (0, 0),
    };
    if high > 0 {
        let domain = whole(f64::from(low), f64::from(high));
        let domain = wishes.domain.map_or(domain, |d| d.and(domain));
        let literal = wishes.literal || !wishes.symbol && maker.draws.chance(0.5);
        let point = crate::eval::number(domain, maker.draws).as_integer()?;
        return if literal {
            maker.integer(point)
        } else {
            Some(maker.symbol(Kind::Num, Some(domain)))
        };
    }
    if wishes.literal {
        let value = match wishes.domain {
            Some(domain) => {
                let domain = domain.and(whole(-9.0, 9.0));
                crate::eval::number(domain, maker.draws).as_integer()?
            }
            None => maker.draws.below(9) as i64,
        };
        return maker.integer(value);
    }
    let numeric = matches!(kind, Kind::Num | Kind::Any);
    if let Some(domain) = wishes.domain.filter(|_| numeric) {
        let symbol = maker.symbol(Kind::Num, Some(domain));
        let slot = free
            .iter()
            .find(|t| matches!(t.op.head(), Head::Slot(s) if s.sort != SlotSort::Real));
        return match slot.filter(|_| !wishes.symbol && !wishes.simple) {
            Some(slot) => maker.node("idx", vec![symbol, slot.clone()]),
            None => Some(symbol),
        };
    }
    if wishes.symbol || wishes.simple {
        return Some(maker.symbol(if kind == Kind::Any { Kind::Num } else { kind }, None));
    }
    let depth = if wishes.compound {
        2
    } else {
        maker.draws.below(3) as u32
    };
    maker.term(kind, free, depth)
}

/// Whether the terms look as a condition asks; what it asks of values is left to [`holds`].
fn looks(condition: &Condition, bound: &[Vec<Term>], maker: &Maker<'_>) -> bool {
    let one = |v: &Var| bound[usize::from(*v)].first();
    let literal = |t: &Term| match t.op.head() {
        Head::Integer(n) => Some(i64::from(n)),
        Head::Operator(_)
            if maker
                .vocabulary
                .operator(t.op)
                .is_some_and(|o| o.name == "neg") =>
        {
            match t.args.first().map(|a| a.op.head()) {
                Some(Head::Integer(n)) => Some(-i64::from(n)),
                _ => None,
            }
        }
        _ => None,
    };
    let atom = |t: &Term| t.args.is_empty() && !matches!(t.op.head(), Head::Operator(_));
    match condition {
        Condition::IntIn(v, low, high) => one(v)
            .and_then(literal)
            .is_some_and(|n| (*low..=*high).contains(&n)),
        Condition::Literal(v) => one(v).is_some_and(|t| literal(t).is_some()),
        Condition::IsSymbol(v) => {
            one(v).is_some_and(|t| matches!(t.op.head(), Head::Symbol(_)) && t.args.is_empty())
        }
        Condition::Compound(v) => one(v).is_some_and(|t| !atom(t)),
        Condition::NotFree(name, body) => {
            let Some(name) = one(name) else { return true };
            let mut found = false;
            for term in &bound[usize::from(*body)] {
                term.walk(&mut |t| found |= t.op == name.op);
            }
            !found
        }
        Condition::Differ(v, w) => one(v) != one(w),
        Condition::Not(inner) => needs_values(inner) || !looks(inner, bound, maker),
        Condition::AnyOf(several) => several
            .iter()
            .any(|c| needs_values(c) || looks(c, bound, maker)),
        Condition::IsKind(..) => true,
        _ => true,
    }
}

fn needs_values(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::NonZero(_)
            | Condition::Positive(_)
            | Condition::NonNegative(_)
            | Condition::Real(_)
            | Condition::Integer(_)
            | Condition::Natural(_)
            | Condition::IsKind(..)
    )
}

/// Whether the values at a point meet a condition; terms under bound names were made to.
pub(super) fn holds(
    condition: &Condition,
    instance: &Instance,
    maker: &Maker<'_>,
    point: &Point,
) -> bool {
    let value = |v: &Var| {
        let term = instance.bound[usize::from(*v)].first()?;
        let mut slots = false;
        term.walk(&mut |t| slots |= matches!(t.op.head(), Head::Slot(_)));
        if slots {
            return None;
        }
        Some(evaluate(term, maker.vocabulary, &maker.atoms, point))
    };
    let number = |v: &Var, test: &dyn Fn(&crate::eval::Number) -> bool| match value(v) {
        None => true,
        Some(Value::Number(n)) => test(&n),
        Some(_) => false,
    };
    let real = |n: &crate::eval::Number| n.as_real();
    match condition {
        Condition::NonZero(v) => number(v, &|n| !n.is_zero()),
        Condition::Positive(v) => number(v, &|n| real(n).is_some_and(|r| r > 0.0) && !n.is_zero()),
        Condition::NonNegative(v) => number(v, &|n| real(n).is_some_and(|r| r >= 0.0)),
        Condition::Real(v) => number(v, &|n| real(n).is_some()),
        Condition::Integer(v) => number(v, &|n| n.as_integer().is_some()),
        Condition::Natural(v) => number(v, &|n| n.as_integer().is_some_and(|i| i >= 0)),
        Condition::AnyOf(several) => several.iter().any(|c| holds(c, instance, maker, point)),
        _ => true,
    }
}

/// A pattern with terms for its variables.
fn build(
    pattern: &Pattern,
    bound: &[Vec<Term>],
    vocabulary: &crate::vocabulary::Vocabulary,
) -> Option<Term> {
    match pattern {
        Pattern::Var(v) => bound[usize::from(*v)].first().cloned(),
        Pattern::Rest(_) => None,
        Pattern::Subst(body, slot, by) => {
            let (body, slot) = (
                bound[usize::from(*body)].first()?,
                bound[usize::from(*slot)].first()?,
            );
            let by = build(by, bound, vocabulary)?;
            Some(body.map(&mut |t| if t.op == slot.op { by.clone() } else { t }))
        }
        Pattern::Node(op, args) => {
            let mut built = Vec::new();
            for arg in args {
                match arg {
                    Pattern::Rest(v) => built.extend(bound[usize::from(*v)].iter().cloned()),
                    arg => built.push(build(arg, bound, vocabulary)?),
                }
            }
            let operator = vocabulary.operator(*op);
            match (operator.filter(|o| o.assoc), built.len()) {
                (Some(_), 1) => built.pop(),
                (Some(o), 0) => o.unit.map(Term::leaf),
                _ => Some(Term::new(*op, built)),
            }
        }
    }
}
