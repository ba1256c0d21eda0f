//! A point: values for the symbols of a statement, and what else a statement leaves open.

use super::asked::{Sizes, counts, kinds, sizes};
use super::complex::Complex;
use super::curves::curves;
use super::domain::{self, Domain};
use super::function::Function;
use super::maps;
use super::number::Number;
use super::rational::Rational;
use super::set::{Numbers, Set, UNIVERSE};
use super::smooth::Smooth;
use super::value::{Reason, Value};
use crate::atoms::Atoms;
use crate::choice::{Draws, Key, name_hash};
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An interpretation of the symbols of a statement.
#[derive(Clone, Debug)]
pub struct Point {
    /// The value of each symbol, by its index.
    pub values: BTreeMap<u32, Value>,
    /// The domains that values were drawn from, where one is known.
    pub domains: BTreeMap<u32, Domain>,
    /// What each symbol stands for.
    pub kinds: Vec<Kind>,
    /// The sign that `\pm` stands for.
    pub plus: bool,
    /// The base of logarithms without one.
    pub log_base: f64,
    /// The probabilities of the outcomes.
    pub weights: Vec<Number>,
    /// Whether symbols without a domain may be complex.
    pub complex: bool,
    /// What is added to every number of a family `x_1, x_2, …`.
    pub lifts: BTreeMap<u32, Number>,
    /// What is added to all members of a family of vectors.
    pub shifts: BTreeMap<u32, Vec<Number>>,
    /// Members of families that have values of their own, by their indices.
    pub members: BTreeMap<(u32, Vec<i64>), Number>,
    /// What tells the families of symbols apart, and what an interpretation that was written down calls
    /// them: hashes of their names, as their numbers depend on what else a statement speaks of.
    labels: Vec<u64>,
    /// Whether functions, vectors or families were moved to solve an equation, within rounding.
    pub moved: bool,
    /// How many entries vectors have, and how many rows and columns matrices.
    size: Sizes,
    /// Functions whose values are vectors.
    curves: BTreeSet<u32>,
    /// Functions that map members of sets to members of sets.
    maps: BTreeSet<u32>,
    /// Whether random variables count: their values are summed over.
    counting: bool,
    key: Key,
}

impl Point {
    /// Draws values for all symbols: by kind (as it is known or follows from where the symbol
    /// stands), and from the domains that the statements declare together with those of `assumed`.
    ///
    /// Numbers are complex only when a statement speaks of complex numbers.
    pub fn random(
        statements: &[&Term],
        vocabulary: &Vocabulary,
        atoms: &Atoms,
        assumed: &BTreeMap<u32, Domain>,
        draws: &mut Draws,
    ) -> Self {
        let mut domains = assumed.clone();
        for statement in statements {
            for (symbol, domain) in domain::declared(statement, vocabulary) {
                let entry = domains.entry(symbol).or_insert(domain);
                *entry = entry.and(domain);
            }
        }
        let complex = statements.iter().any(|s| domain::is_complex(s, vocabulary));
        let kinds = kinds(statements, vocabulary, atoms);
        let curves = curves(statements, vocabulary, &kinds);
        let maps = maps::maps(statements, vocabulary, &kinds, atoms);
        let mut point = Self {
            values: BTreeMap::new(),
            domains,
            kinds,
            plus: draws.chance(0.5),
            log_base: match draws.below(4) {
                // Of numbers that are not real the natural logarithm is taken.
                _ if complex => std::f64::consts::E,
                at => [2.0, 10.0, std::f64::consts::E, 3.5][at],
            },
            weights: weights(draws),
            complex,
            lifts: BTreeMap::new(),
            shifts: BTreeMap::new(),
            members: BTreeMap::new(),
            labels: atoms.symbols.iter().map(|s| name_hash(&s.name)).collect(),
            moved: false,
            size: sizes(statements, vocabulary),
            curves,
            maps,
            counting: statements.iter().any(|s| counts(s, vocabulary)),
            key: Key::seed(draws.bits()),
        };
        // What holds of matrices with two rows need not hold of larger ones.
        if point.size.free && point.key.named("size").draws().chance(0.4) {
            (point.size.rows, point.size.columns) = (3, 3);
            if point.size.entries == 2 {
                point.size.entries = 3;
            }
        }
        for index in 0..atoms.symbols.len() as u32 {
            let value = point.draw(index, draws);
            point.values.insert(index, value);
        }
        point.antiderivatives(atoms);
        point
    }

    /// How many entries vectors have, how many rows and columns matrices, and the key of what is
    /// drawn on demand.
    pub(super) const fn hidden(&self) -> ([usize; 3], Key) {
        let Sizes {
            entries,
            rows,
            columns,
            ..
        } = self.size;
        ([entries, rows, columns], self.key)
    }

    pub(super) const fn hide(&mut self, [entries, rows, columns]: [usize; 3], key: Key) {
        self.size = Sizes {
            entries,
            rows,
            columns,
            free: false,
        };
        self.key = key;
    }

    /// What an interpretation that is written down calls a symbol.
    pub(super) fn label(&self, symbol: u32) -> u64 {
        let label = self.labels.get(symbol as usize).copied();
        label.unwrap_or_else(|| u64::from(symbol))
    }

    /// The symbol that is called so.
    pub(super) fn labelled(&self, label: u64) -> Option<u32> {
        let place = self.labels.iter().position(|l| *l == label)?;
        Some(place as u32)
    }

    /// Takes over symbols that another point has besides.
    pub fn extend(&mut self, other: &Self) {
        let more = other.kinds.iter().skip(self.kinds.len());
        self.kinds.extend(more.copied());
        let more = other.labels.iter().skip(self.labels.len());
        self.labels.extend(more.copied());
    }

    /// The point in which symbols have what others have here: pairs (symbol, other).
    #[must_use]
    pub fn renamed(&self, pairs: &[(u32, u32)]) -> Self {
        let mut point = self.clone();
        for (symbol, other) in pairs.iter().filter(|(symbol, other)| symbol != other) {
            moved(&mut point.values, &self.values, *symbol, *other);
            moved(&mut point.domains, &self.domains, *symbol, *other);
            moved(&mut point.lifts, &self.lifts, *symbol, *other);
            moved(&mut point.shifts, &self.shifts, *symbol, *other);
            point.members.retain(|(family, _), _| family != symbol);
            let members = self
                .members
                .iter()
                .filter(|((family, _), _)| family == other);
            let there = members.map(|((_, at), value)| ((*symbol, at.clone()), value.clone()));
            point.members.extend(there);
            if let (Some(place), Some(label)) = (
                point.labels.get_mut(*symbol as usize),
                self.labels.get(*other as usize),
            ) {
                *place = *label;
            }
            if let (Some(place), Some(kind)) = (
                point.kinds.get_mut(*symbol as usize),
                self.kinds.get(*other as usize),
            ) {
                *place = *kind;
            }
        }
        point
    }

    /// Draws one more value for a symbol.
    pub fn draw(&self, symbol: u32, draws: &mut Draws) -> Value {
        let kind = self
            .kinds
            .get(symbol as usize)
            .copied()
            .unwrap_or(Kind::Any);
        if self.maps.contains(&symbol) {
            return Value::Function(Function::Map(maps::random(draws)));
        }
        if self.curves.contains(&symbol) {
            let one = |_| Function::Smooth(Arc::new(Smooth::random(draws)));
            let entries = (0..self.size.entries).map(one).collect();
            return Value::Function(Function::Curve(entries));
        }
        self.of_kind(kind, self.domains.get(&symbol).copied(), draws)
    }

    /// The value of a symbol with indices: the same for the same indices.
    pub fn indexed(&self, symbol: u32, indices: &[i64]) -> Value {
        let key = self.key.named("indexed").at(self.label(symbol));
        if let (Some(Value::Matrix(rows)), [i, j]) = (self.values.get(&symbol), indices) {
            return super::geometry::entry(rows, &Value::integer(*i), &Value::integer(*j));
        }
        if !self.members.is_empty()
            && let Some(own) = self.members.get(&(symbol, indices.to_vec()))
        {
            return Value::Number(own.clone());
        }
        let key = indices.iter().fold(key, |k, i| k.at(*i as u64));
        let drawn = self.draw(symbol, &mut key.draws());
        if let (Value::Vector(entries), Some(shift)) = (&drawn, self.shifts.get(&symbol))
            && entries.len() == shift.len()
        {
            let moved = entries.iter().zip(shift).map(|(x, by)| x.plus(by));
            return Value::Vector(moved.collect());
        }
        match (drawn, self.lifts.get(&symbol)) {
            (Value::Number(n), Some(lift)) => Value::Number(n.plus(lift)),
            (Value::Function(f), Some(lift)) => {
                Value::Function(Function::Sum(vec![f, Function::Constant(lift.clone())]))
            }
            (value, _) => value,
        }
    }

    /// The function that an operator without a meaning stands for: the same wherever it stands.
    pub(super) fn free(&self, operator: u32) -> Function {
        let mut draws = self.key.named("operator").at(u64::from(operator)).draws();
        let mut smooth = Smooth::random(&mut draws);
        // Neither increasing nor decreasing, as that would be knowledge.
        if let Some(slope) = smooth.polynomial.get_mut(1) {
            *slope = rounded((draws.unit() - 0.5) / 2.0, 64);
        }
        Function::Smooth(Arc::new(smooth))
    }

    fn of_kind(&self, kind: Kind, domain: Option<Domain>, draws: &mut Draws) -> Value {
        let default = Domain::of(if self.complex {
            Numbers::Complex
        } else {
            Numbers::Real
        });
        let domain = domain.unwrap_or(default);
        let mut one = |domain| Value::Number(number(domain, draws));
        match kind {
            Kind::Any | Kind::Num => one(domain),
            Kind::Prop => Value::Bool(draws.chance(0.5)),
            Kind::Set => Value::Set(Set::Subset(draws.below(1 << UNIVERSE) as u64)),
            Kind::Event => Value::Set(Set::Subset(1 + draws.below((1 << UNIVERSE) - 1) as u64)),
            Kind::Mat => {
                let domain = Domain::of(Numbers::Real);
                let Sizes { rows, columns, .. } = self.size;
                let mut row = || (0..columns).map(|_| number(domain, draws)).collect();
                let mut rows: Vec<Vec<Number>> = (0..rows).map(|_| row()).collect();
                match draws.below(12) {
                    0 if rows.len() == columns => nilpotent(&mut rows),
                    1 if rows.len() > 1 => {
                        let last = rows.len() - 1;
                        rows[last] = rows[0].clone();
                    }
                    _ => {}
                }
                Value::Matrix(rows)
            }
            Kind::Vec => {
                let domain = Domain::of(Numbers::Real);
                Value::Vector(
                    (0..self.size.entries)
                        .map(|_| number(domain, draws))
                        .collect(),
                )
            }
            Kind::Fn => Value::Function(Function::Smooth(Arc::new(Smooth::random(draws)))),
            Kind::Rv => {
                let sort = if self.counting { 0 } else { draws.below(3) };
                let value = |n: i64| match sort {
                    0 => Some(Number::integer(n)),
                    1 => Some(Number::integer(n - 2)),
                    // Below one, squares are smaller.
                    _ => Rational::new(2 * n + 1, 8).map(Number::rational),
                };
                let values = (0..UNIVERSE).map(|_| value(draws.below(4) as i64));
                match values.collect::<Option<Vec<Number>>>() {
                    Some(values) => Value::Random(values),
                    None => Value::Unknown(Reason::Unbound),
                }
            }
            Kind::Tuple => Value::Tuple(vec![one(domain), Value::integer(1)]),
            Kind::Point => {
                let domain = Domain::of(Numbers::Real);
                Value::Vector((0..2).map(|_| number(domain, draws)).collect())
            }
            Kind::Text => Value::Unknown(Reason::Unbound),
        }
    }

    /// A capital letter is an antiderivative of the small one, when both are functions.
    pub fn antiderivatives(&mut self, atoms: &Atoms) {
        for (capital, symbol) in atoms.symbols.iter().enumerate() {
            let small = symbol.name.to_lowercase();
            if small == symbol.name {
                continue;
            }
            let found = atoms.symbols.iter().position(|s| s.name == small);
            let Some(Value::Function(Function::Smooth(f))) =
                found.and_then(|i| self.values.get(&(i as u32)))
            else {
                continue;
            };
            let integral = Value::Function(Function::Smooth(Arc::new(f.integral())));
            if let Some(value @ Value::Function(_)) = self.values.get_mut(&(capital as u32)) {
                *value = integral;
            }
        }
    }
}

/// Leaves what stands above the diagonal.
fn nilpotent(rows: &mut [Vec<Number>]) {
    for (i, row) in rows.iter_mut().enumerate() {
        for entry in row.iter_mut().take(i + 1) {
            *entry = Number::integer(0);
        }
    }
}

/// Gives a symbol what another has.
fn moved<T: Clone>(to: &mut BTreeMap<u32, T>, from: &BTreeMap<u32, T>, symbol: u32, other: u32) {
    match from.get(&other) {
        Some(value) => to.insert(symbol, value.clone()),
        None => to.remove(&symbol),
    };
}

/// A random member of a domain: mostly fractions with small denominators, with which arithmetic is
/// exact.
pub fn number(domain: Domain, draws: &mut Draws) -> Number {
    for attempt in 0..64 {
        let n = candidate(domain, attempt < 32, draws);
        let z = n.near();
        let real = z.im == 0.0;
        if real && domain.admits(z.re) || !real && domain.low.is_none() && domain.high.is_none() {
            return n;
        }
    }
    Number::integer(domain.low.map_or(1, |(l, _)| l as i64 + 1))
}

/// The fraction with this denominator that is nearest to a number.
fn rounded(x: f64, below: i64) -> Number {
    let top = (x * below as f64).round();
    match Rational::new(top as i64, below) {
        Some(r) if top.abs() < 1e15 => Number::rational(r),
        _ => Number::exact(x),
    }
}

fn candidate(domain: Domain, coarse: bool, draws: &mut Draws) -> Number {
    let low = domain.low.map(|(l, _)| l);
    let high = domain.high.map(|(h, _)| h);
    match domain.numbers {
        Numbers::Prime | Numbers::Natural | Numbers::NaturalWithZero | Numbers::Integer => {
            let natural = domain.numbers != Numbers::Integer;
            let start = low.or(high.map(|h| h - 7.0)).unwrap_or(-4.0);
            let start = if natural { start.max(0.0) } else { start }.ceil();
            let end = high.unwrap_or(start + 7.0).min(start + 12.0);
            let count = (end - start).max(0.0) as usize + 1;
            Number::integer(start as i64 + draws.below(count) as i64)
        }
        Numbers::Complex if low.is_none() && high.is_none() && draws.chance(0.4) => {
            let mut part = || (32.0 * (4.0 * draws.unit() - 2.0)).round() / 32.0;
            let re = part();
            Number::complex(Complex::new(re, part()))
        }
        _ => {
            let start = low.or(high.map(|h| h - 4.0)).unwrap_or(-3.0);
            let end = high.unwrap_or(start.max(-1.5) + 4.5).min(start + 8.0);
            if draws.chance(0.2) {
                let count = (end - start.ceil()).max(0.0) as usize + 1;
                return Number::exact(start.ceil() + draws.below(count) as f64);
            }
            let x = start + (end - start) * draws.unit();
            if !coarse {
                return Number::exact(x);
            }
            let below = [2, 3, 4, 5, 7, 8, 12, 16, 24, 30, 64][draws.below(11)];
            rounded(x, below)
        }
    }
}

fn weights(draws: &mut Draws) -> Vec<Number> {
    let raw: Vec<i64> = (0..UNIVERSE).map(|_| 4 + draws.below(20) as i64).collect();
    let total: i64 = raw.iter().sum();
    let share = |w: &i64| Rational::new(*w, total).map(Number::rational);
    raw.iter()
        .map(|w| share(w).unwrap_or(Number::integer(0)))
        .collect()
}
