//! The real line searched for solutions that are missing.

use super::ground;
use super::reason::Reason;
use crate::eval::{Point, Precision, Program};

/// Steps of the search for other solutions, over each of its ranges.
const STEPS: i32 = 240;

/// A solution, or a family of them.
pub(super) struct Known {
    pub(super) start: f64,
    pub(super) period: Option<f64>,
}

impl Known {
    /// Whether it is one of the values, up to a relative error.
    pub(super) fn is_near(&self, x: f64, within: f64) -> bool {
        let mut off = x - self.start;
        if let Some(period) = self.period {
            off -= period * (off / period).round();
        }
        off.abs() <= within * (1.0 + x.abs())
    }
}

/// The difference of two sides along the real line.
pub(super) struct Scan<'a> {
    /// The two sides, and their difference.
    pub(super) program: &'a Program,
    pub(super) unknown: u32,
    pub(super) point: Point,
}

impl Scan<'_> {
    /// The difference of the sides and their size.
    fn at(&mut self, x: f64) -> Option<(f64, f64)> {
        ground::set(&mut self.point, self.unknown, x);
        let left = ground::real(&self.program.value(0, &self.point, Precision::Fast))?;
        let right = ground::real(&self.program.value(1, &self.point, Precision::Fast))?;
        let size = left.abs().max(right.abs());
        // Below this, numbers are no longer told from zero.
        Some((left - right, if size < 1e-280 { 0.0 } else { size }))
    }

    /// Looks for changes of sign, for places where the sides touch, and at the ends of where they
    /// have values.
    ///
    /// # Errors
    /// When there is a solution that is not known.
    pub(super) fn others(&mut self, known: &[Known]) -> Result<(), Reason> {
        let mut grid = Vec::new();
        let far = known
            .iter()
            .map(|k| k.start.abs())
            .fold(10.0, f64::max)
            .min(1e6);
        let periodic = known.iter().any(|k| k.period.is_some());
        for k in -STEPS..=STEPS {
            // An odd part of the step keeps off the places where poles and roots usually are.
            let part = (f64::from(k) + 0.137) / f64::from(STEPS);
            grid.push(1.3 * far * part);
            grid.push(2.1 * part);
            if k % 4 == 0 && !periodic {
                grid.push(part.signum() * 10_f64.powf(5.0 * part.abs()) * far / 10.0);
            }
        }
        grid.sort_by(f64::total_cmp);
        let values: Vec<_> = grid.iter().map(|x| (*x, self.at(*x))).collect();
        for two in values.windows(2) {
            let [(a, fa), (b, fb)] = two else { continue };
            let found = match (fa, fb) {
                (Some((fa, p)), Some((fb, q))) if (*fa < 0.0) != (*fb < 0.0) => {
                    if p.min(*q) == 0.0 {
                        continue;
                    }
                    self.crossing(*a, *b, *fa, p.max(*q))
                }
                (Some(_), None) => self.edge(*a, *b),
                (None, Some(_)) => self.edge(*b, *a),
                _ => None,
            };
            refuse(found, known, 1e-6)?;
        }
        for three in values.windows(3) {
            let [(a, Some((fa, p))), (b, Some((fb, q))), (c, Some((fc, r)))] = three else {
                continue;
            };
            let least = fb.abs() <= fa.abs() && fb.abs() <= fc.abs();
            if q.min(p.min(*r)) == 0.0 {
                continue;
            }
            if least && (*fa < 0.0) == (*fb < 0.0) && (*fb < 0.0) == (*fc < 0.0) {
                let found = self.touching([*a, *b, *c], p.max(*r));
                refuse(found, known, 1e-3)?;
            }
        }
        Ok(())
    }

    /// Where the difference changes its sign, unless it does so at a pole or a jump.
    fn crossing(&mut self, mut low: f64, mut high: f64, at_low: f64, scale: f64) -> Option<f64> {
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            let (f, _) = self.at(middle)?;
            if (f < 0.0) == (at_low < 0.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let ((f, _), (g, _)) = (self.at(low)?, self.at(high)?);
        if f.abs().min(g.abs()) > 1e-7 * scale {
            return None;
        }
        // Between large sides a sign may come from rounding alone.
        let (a, b) = self.around(low, high);
        let (f, g) = (self.exactly(a)?, self.exactly(b)?);
        ((f < 0.0) != (g < 0.0) || f == 0.0).then_some(low)
    }

    /// The end of where both sides have values, when they are equal there.
    fn edge(&mut self, mut inside: f64, mut outside: f64) -> Option<f64> {
        for _ in 0..80 {
            let middle = 0.5 * (inside + outside);
            if self.at(middle).is_some() {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        // What is undefined at the end itself is no solution.
        let end = [inside, inside.round(), outside];
        end.into_iter().find(|x| {
            (x - inside).abs() < 1e-9
                && self
                    .at(*x)
                    .is_some_and(|(f, size)| f.abs() <= 1e-9 * (1.0 + size))
        })
    }

    /// Where the difference comes down to zero without a change of sign.
    fn touching(&mut self, [mut low, mut middle, mut high]: [f64; 3], scale: f64) -> Option<f64> {
        let (mut least, _) = self.at(middle)?;
        for _ in 0..90 {
            let next = if high - middle > middle - low {
                0.5 * (middle + high)
            } else {
                0.5 * (low + middle)
            };
            let (f, _) = self.at(next)?;
            if f.abs() < least.abs() {
                if next > middle {
                    low = middle;
                } else {
                    high = middle;
                }
                (middle, least) = (next, f);
            } else if next > middle {
                high = next;
            } else {
                low = next;
            }
        }
        if least.abs() > 1e-13 * scale {
            return None;
        }
        let (a, b) = self.around(middle, middle);
        let (ends, least) = (self.exactly(a)?.abs(), self.exactly(middle)?.abs());
        let other = self.exactly(b)?.abs();
        (least <= 1e-3 * ends.min(other)).then_some(middle)
    }

    /// Places a little below and above.
    fn around(&self, low: f64, high: f64) -> (f64, f64) {
        let step = 1e-6 * (1.0 + low.abs());
        (low - step, high + step)
    }

    /// The difference of the sides, calculated with many digits.
    fn exactly(&mut self, x: f64) -> Option<f64> {
        ground::set(&mut self.point, self.unknown, x);
        ground::real(&self.program.value(2, &self.point, Precision::Digits40))
    }
}

fn refuse(found: Option<f64>, known: &[Known], within: f64) -> Result<(), Reason> {
    match found {
        Some(x) if !known.iter().any(|k| k.is_near(x, within)) => Err(Reason::Incomplete),
        _ => Ok(()),
    }
}
