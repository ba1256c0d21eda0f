//! Points of several styles: as domains have them, small, large, at the bounds.

use super::nearness::{admits, with_error};
use super::sample::Sampler;
use crate::choice::Draws;
use crate::eval::{Domain, Number, Numbers, Point, Set, UNIVERSE, Value};
use crate::vocabulary::Kind;
use std::collections::BTreeMap;

/// How the numbers of a point are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As the domains have it.
    Usual,
    /// From -3 to 4.
    Small,
    /// 0, 1, -1 and what the statement writes.
    Bounds,
    /// Below zero.
    Negative,
    /// Above zero.
    Positive,
    /// Up to a million.
    Large,
    /// The same small integer for all.
    Alike,
    /// Near the numbers that the statement writes.
    Near,
}

const STYLES: [Style; 8] = [
    Style::Usual,
    Style::Small,
    Style::Bounds,
    Style::Positive,
    Style::Alike,
    Style::Negative,
    Style::Near,
    Style::Large,
];

/// A vector or matrix with entries that are so many times as large.
fn scaled(value: Value, factor: &Number) -> Value {
    let times = |row: Vec<Number>| row.iter().map(|n| n.times(factor)).collect();
    match value {
        Value::Vector(entries) => Value::Vector(times(entries)),
        Value::Matrix(rows) => Value::Matrix(rows.into_iter().map(times).collect()),
        other => other,
    }
}

impl Sampler<'_> {
    /// The draws of one point.
    pub(super) fn draws(&self, i: u64) -> Draws {
        self.key.at(i).draws()
    }

    /// Whether the point of this number is drawn from the whole domain, so that what happens there
    /// is no exception.
    pub(super) fn is_generic(i: u64) -> bool {
        matches!(
            Self::style(i),
            Style::Usual | Style::Positive | Style::Negative
        )
    }

    pub(super) fn style(i: u64) -> Style {
        STYLES[i as usize % STYLES.len()]
    }

    /// The integer that all are, where all are the same.
    pub(super) fn alike(i: u64) -> f64 {
        [0.0, 1.0, 2.0, -1.0, 3.0, -2.0, 4.0][Self::turn(i) % 7]
    }

    /// How many points of this style there are before that of this number.
    pub(super) const fn turn(i: u64) -> usize {
        i as usize / STYLES.len()
    }

    /// The point of this number.
    pub(super) fn draw(&self, i: u64) -> Point {
        let form = self.form;
        let mut draws = self.draws(i);
        let none = BTreeMap::new();
        let mut point = Point::random(
            &[&form.term],
            self.vocabulary,
            &form.atoms,
            &none,
            &mut draws,
        );
        point.domains.clone_from(&form.domains);
        point.complex = form.complex;
        if form.complex {
            point.log_base = std::f64::consts::E;
        }
        let style = Self::style(i);
        let alike = Self::alike(i);
        for &symbol in &form.symbols {
            self.redraw(symbol, style, alike, &mut point, &mut draws);
        }
        let turn = Self::turn(i);
        match style {
            // `(x^a)^b` is what it seems above zero, or where no root is even.
            Style::Small | Style::Negative if turn > 0 && turn.is_multiple_of(3) => {
                self.even_roots(i, &mut point);
            }
            Style::Large | Style::Near if turn > 0 => self.far_out(i, &mut point),
            Style::Alike if self.crossed => self.make_parallel(turn, &mut point),
            _ => {}
        }
        self.shape(i, &mut point);
        point
    }

    /// Gives exponents even values and halves in turn, and negative ones to what else there is.
    fn even_roots(&self, i: u64, point: &mut Point) {
        if self.exponents.is_empty() {
            return;
        }
        let mut draws = self.key.named("even").at(i).draws();
        let mut even = draws.chance(0.5);
        for symbol in &self.form.symbols {
            let values = match (self.exponents.contains(symbol), even) {
                (true, true) => [2.0, 4.0],
                (true, false) => [0.5, 1.5],
                (false, _) => [-1.0, -4.0],
            };
            even ^= self.exponents.contains(symbol);
            self.put(*symbol, values[draws.below(2)], point);
        }
    }

    /// Makes all vectors multiples of the first one.
    fn make_parallel(&self, turn: usize, point: &mut Point) {
        let vector = |s: &&u32| matches!(point.values.get(s), Some(Value::Vector(_)));
        let vectors: Vec<u32> = self.form.symbols.iter().filter(vector).copied().collect();
        let Some(first) = vectors.first().and_then(|s| point.values.get(s)).cloned() else {
            return;
        };
        for (place, symbol) in vectors.into_iter().enumerate().skip(1) {
            let factor = [2, -1, 3, -2][(turn + place) % 4];
            let value = scaled(first.clone(), &Number::integer(factor));
            point.values.insert(symbol, value);
        }
    }

    /// Takes one symbol further out than the numbers of the statement.
    fn far_out(&self, i: u64, point: &mut Point) {
        if self.far.is_empty() || self.form.symbols.is_empty() {
            return;
        }
        let mut draws = self.key.named("far").at(i).draws();
        let symbol = self.form.symbols[draws.below(self.form.symbols.len())];
        let size = self.far[draws.below(self.far.len())];
        let sign = if draws.chance(0.2) { -1.0 } else { 1.0 };
        self.put(symbol, sign * size, point);
    }

    /// Gives a number this value if it may have it.
    fn put(&self, symbol: u32, x: f64, point: &mut Point) {
        let kind = point.kinds.get(symbol as usize);
        let domain = point.domains.get(&symbol);
        if matches!(kind, Some(Kind::Num | Kind::Any)) && domain.is_none_or(|d| admits(*d, x)) {
            point.values.insert(symbol, Value::Number(Number::exact(x)));
        }
    }

    /// Draws the value of one symbol again.
    pub(super) fn redraw(
        &self,
        symbol: u32,
        style: Style,
        alike: f64,
        point: &mut Point,
        draws: &mut Draws,
    ) {
        let kind = point
            .kinds
            .get(symbol as usize)
            .copied()
            .unwrap_or(Kind::Any);
        let value = match kind {
            Kind::Num | Kind::Any => {
                let domain = point.domains.get(&symbol).copied();
                if self.angles && matches!(style, Style::Near | Style::Bounds) && draws.chance(0.4)
                {
                    let part = [1.0, 2.0, 3.0, 4.0, 6.0][draws.below(5)];
                    let angle = std::f64::consts::PI * (draws.below(9) as f64 - 4.0) / part;
                    if angle != 0.0 && domain.is_none_or(|d| admits(d, angle)) {
                        let value = with_error(angle, f64::EPSILON * angle.abs());
                        point.values.insert(symbol, value);
                        return;
                    }
                }
                // A number with parts is often none that lies on the real line.
                let whole = domain.is_some_and(|d| d == Domain::of(Numbers::Complex));
                let parts = whole && !matches!(style, Style::Bounds | Style::Alike);
                if parts && draws.chance(0.6) {
                    point.values.insert(symbol, point.draw(symbol, draws));
                    return;
                }
                match self.number(style, alike, domain, draws) {
                    Some(x) => Value::Number(Number::exact(x)),
                    None => point.draw(symbol, draws),
                }
            }
            // Functions keep theirs: antiderivatives depend on each other.
            Kind::Fn => return,
            Kind::Set | Kind::Event => match style {
                Style::Bounds if draws.chance(0.4) && kind == Kind::Set => {
                    Value::Set(Set::Subset(0))
                }
                Style::Bounds if draws.chance(0.5) => Value::Set(Set::universe()),
                Style::Alike => Value::Set(Set::Subset(
                    1 + (alike + 2.0) as u64 * 7 % ((1 << UNIVERSE) - 1),
                )),
                _ => point.draw(symbol, draws),
            },
            Kind::Rv if style == Style::Alike => {
                Value::Random(vec![Number::integer(alike as i64); UNIVERSE])
            }
            Kind::Vec | Kind::Mat if style == Style::Large => {
                let factor = Number::integer(10_i64.pow(1 + draws.below(3) as u32));
                scaled(point.draw(symbol, draws), &factor)
            }
            _ => point.draw(symbol, draws),
        };
        point.values.insert(symbol, value);
    }

    fn number(
        &self,
        style: Style,
        alike: f64,
        domain: Option<Domain>,
        draws: &mut Draws,
    ) -> Option<f64> {
        for _ in 0..12 {
            let x = match style {
                Style::Usual => return None,
                Style::Small => draws.below(8) as f64 - 3.0,
                Style::Bounds => self.written[draws.below(self.written.len())],
                Style::Negative => -0.05 - 3.0 * draws.unit(),
                Style::Positive => 0.05 + 3.0 * draws.unit(),
                Style::Large => {
                    let low = self.reach.min(1.0);
                    // What is bounded by a large number fails only as far out as one goes.
                    let far = match self.bounding && draws.chance(0.35) {
                        true => 1.0,
                        false => draws.unit(),
                    };
                    let size = 10_f64.powf(low + (self.reach - low) * far).round();
                    if draws.chance(0.3) { -size } else { size }
                }
                Style::Alike => alike,
                Style::Near => {
                    let near = self.written[draws.below(self.written.len())];
                    near + [0.25, -0.25, 1.0, -1.0, 0.5][draws.below(5)]
                }
            };
            if domain.is_none_or(|d| admits(d, x)) {
                return Some(x);
            }
        }
        None
    }
}
