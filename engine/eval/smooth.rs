//! Generic smooth functions.

use super::ball::Function as Elementary;
use super::number::Number;
use super::rational::Rational;
use crate::choice::Draws;

/// A polynomial plus waves: closed under differentiation and integration, increasing on the real
/// line as drawn. All parameters are exact, so derivatives and antiderivatives are consistent at
/// any precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Smooth {
    /// Coefficients, the constant first.
    pub polynomial: Vec<Number>,
    /// Sine waves.
    pub waves: Vec<Wave>,
}

/// `amplitude frequency^turns sin(frequency x + phase + turns π/2)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Wave {
    /// The amplitude.
    pub amplitude: Number,
    /// The frequency.
    pub frequency: Number,
    /// The phase.
    pub phase: Number,
    /// How often it was differentiated; negative when it was integrated.
    pub turns: i32,
}

fn fraction(value: f64, below: i64) -> Number {
    let top = (value * below as f64).round() as i64;
    Rational::new(top, below).map_or(Number::integer(1), Number::rational)
}

impl Smooth {
    /// A function with waves that increases, or decreases once in three times.
    pub fn random(draws: &mut Draws) -> Self {
        let unit = draws.unit();
        let slope = 0.8 + unit;
        let mut waves = Vec::new();
        for share in [0.4, 0.3] {
            let frequency = 0.5 + 1.5 * draws.unit();
            let amplitude = share * slope / frequency * (0.5 + draws.unit() / 2.0);
            waves.push(Wave {
                amplitude: fraction(amplitude, 64),
                frequency: fraction(frequency, 16),
                phase: fraction(6.0 * draws.unit(), 16),
                turns: 0,
            });
        }
        let start = fraction(2.0 * draws.unit() - 1.0, 32);
        let mut slope = fraction(slope, 32);
        if ((unit * 3e6) as u64).is_multiple_of(3) {
            slope = slope.negated();
            for wave in &mut waves {
                wave.amplitude = wave.amplitude.negated();
            }
        }
        Self {
            polynomial: vec![start, slope],
            waves,
        }
    }
    /// How many simple shapes there are.
    pub const SHAPES: usize = 5;
    /// A function of one of the simple shapes: a constant, a line through the origin, an even one above
    /// zero, an odd one, a parabola.
    pub fn simple(shape: usize, draws: &mut Draws) -> Self {
        let small = |draws: &mut Draws| Number::integer(draws.below(5) as i64 - 2);
        let wave = |turns, draws: &mut Draws| Wave {
            amplitude: fraction(0.25 + draws.unit() / 2.0, 16),
            frequency: fraction(0.5 + draws.unit(), 16),
            phase: Number::integer(0),
            turns,
        };
        let zero = || Number::integer(0);
        // Also the constant has a slope, by which solutions are sought.
        let (polynomial, waves) = match shape % Self::SHAPES {
            0 => (vec![small(draws), zero()], vec![]),
            1 => (vec![zero(), small(draws)], vec![]),
            2 => (vec![Number::integer(2), zero()], vec![wave(1, draws)]),
            3 => (vec![zero(), Number::integer(1)], vec![wave(0, draws)]),
            _ => (vec![small(draws), small(draws), Number::integer(1)], vec![]),
        };
        Self { polynomial, waves }
    }
    /// Whether all values are the same.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let above = self.polynomial.iter().skip(1);
        above.clone().all(Number::is_zero) && self.waves.is_empty()
    }
    /// An antiderivative.
    #[must_use]
    pub fn integral(&self) -> Self {
        let mut polynomial = vec![fraction(0.7, 10)];
        for (i, c) in self.polynomial.iter().enumerate() {
            let share = c.over(&Number::integer(i as i64 + 1));
            polynomial.push(share.unwrap_or(Number::integer(0)));
        }
        let waves = self.waves.iter().map(|w| Wave {
            turns: w.turns - 1,
            ..w.clone()
        });
        Self {
            polynomial,
            waves: waves.collect(),
        }
    }
    /// The value of the derivative of this order.
    pub fn at(&self, x: &Number, order: u32) -> Number {
        super::flags::work(20);
        let mut coefficients = self.polynomial.clone();
        for _ in 0..order.min(coefficients.len() as u32) {
            let rest = coefficients.iter().enumerate().skip(1);
            coefficients = rest
                .map(|(i, c)| c.times(&Number::integer(i as i64)))
                .collect();
        }
        let start = coefficients.iter().rev();
        let mut sum = start.fold(Number::integer(0), |s, c| s.times(x).plus(c));
        for wave in &self.waves {
            let angle = x.times(&wave.frequency).plus(&wave.phase);
            let turns = wave.turns + order as i32;
            let function = if turns.rem_euclid(2) == 0 {
                Elementary::Sin
            } else {
                Elementary::Cos
            };
            let Some(value) = angle.apply(function) else {
                continue;
            };
            let value = if turns.rem_euclid(4) >= 2 {
                value.negated()
            } else {
                value
            };
            let scale = wave.frequency.power(&Number::integer(i64::from(turns)));
            let scale = scale.unwrap_or(Number::integer(1)).times(&wave.amplitude);
            sum = sum.plus(&value.times(&scale));
        }
        sum
    }
}
