//! Complex numbers with a bound on their error, at any precision, with principal branches.
//!
//! Every operation adds its rounding to the error that it propagates; that of a function is the
//! error of the argument times a bound of the derivative near it.

use super::complex::Complex;
use super::real::Real;

/// Below it errors are lost.
const TINY: f64 = 1e-300;

/// A midpoint and how far the true value may be from it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ball<R> {
    pub(super) re: R,
    pub(super) im: R,
    pub(super) error: f64,
}

/// The elementary functions that balls know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Exp,
    Ln,
    Sqrt,
    Sin,
    Cos,
    Arcsin,
    Arccos,
    Arctan,
    Sinh,
    Cosh,
    Arsinh,
    Arcosh,
    Artanh,
}

impl<R: Real> Ball<R> {
    /// A number without error.
    pub(super) fn exact(z: Complex, bits: usize) -> Self {
        Self {
            re: R::of(z.re, bits),
            im: R::of(z.im, bits),
            error: 0.0,
        }
    }
    /// A real number that is rounded.
    pub(super) fn rounded(re: R) -> Self {
        let error = re.near().abs() * unit(re.bits());
        Self {
            im: R::of(0.0, re.bits()),
            error,
            re,
        }
    }
    fn bits(&self) -> usize {
        self.re.bits()
    }
    fn unit(&self) -> f64 {
        unit(self.bits())
    }
    /// The midpoint in floating point.
    pub(super) fn near(&self) -> Complex {
        Complex::new(self.re.near(), self.im.near())
    }
    pub(super) fn is_real(&self) -> bool {
        self.im.is_zero()
    }
    fn size(&self) -> f64 {
        if self.is_real() {
            self.re.near().abs()
        } else {
            self.near().abs()
        }
    }
    fn with(re: R, im: R, error: f64) -> Self {
        let mut ball = Self { re, im, error: 0.0 };
        ball.error = error + 2.0 * ball.unit() * ball.size();
        ball
    }
    fn zero(&self) -> R {
        R::of(0.0, self.bits())
    }
    pub(super) fn plus(&self, other: &Self) -> Self {
        let im = if self.is_real() && other.is_real() {
            self.im.clone()
        } else {
            self.im.add(&other.im)
        };
        Self::with(self.re.add(&other.re), im, self.error + other.error)
    }
    pub(super) fn negated(&self) -> Self {
        Self {
            re: self.re.neg(),
            im: self.im.neg(),
            error: self.error,
        }
    }
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    pub(super) fn times(&self, other: &Self) -> Self {
        let error = if self.error == 0.0 && other.error == 0.0 {
            0.0
        } else {
            self.size() * other.error + other.size() * self.error + self.error * other.error
        };
        if self.is_real() && other.is_real() {
            let product = Self::with(self.re.mul(&other.re), self.im.clone(), error);
            return product.within_range(self.size() > 0.0 && other.size() > 0.0);
        }
        let re = self.re.mul(&other.re).sub(&self.im.mul(&other.im));
        let im = self.re.mul(&other.im).add(&self.im.mul(&other.re));
        let rounding = 2.0 * self.unit() * self.size() * other.size();
        Self::with(re, im, error + rounding)
    }
    /// The quotient; `None` when the divisor may be zero.
    pub(super) fn over(&self, other: &Self) -> Option<Self> {
        let size = other.size();
        if size <= other.error || other.re.is_zero() && other.im.is_zero() {
            return None;
        }
        let (re, im) = if other.is_real() {
            let im = if self.is_real() {
                self.im.clone()
            } else {
                self.im.div(&other.re)
            };
            (self.re.div(&other.re), im)
        } else {
            let square = other.re.mul(&other.re).add(&other.im.mul(&other.im));
            if square.is_zero() {
                return None;
            }
            let re = self.re.mul(&other.re).add(&self.im.mul(&other.im));
            let im = self.im.mul(&other.re).sub(&self.re.mul(&other.im));
            (re.div(&square), im.div(&square))
        };
        let quotient = self.size() / size;
        let error = (self.error + quotient * other.error) / (size - other.error)
            + 8.0 * self.unit() * quotient;
        Some(Self::with(re, im, error).within_range(self.size() > 0.0))
    }
    /// The number with an error that says so where it is below the range of errors, which are machine
    /// numbers, though it is not zero.
    fn within_range(mut self, is_nonzero: bool) -> Self {
        if is_nonzero && self.size() < TINY {
            self.error = self.error.max(TINY);
        }
        self
    }
    /// An integer power by squaring.
    pub(super) fn powi(&self, n: u64) -> Self {
        let mut base = self.clone();
        let mut result = Self::exact(Complex::real(1.0), self.bits());
        let mut left = n;
        let mut first = true;
        while left > 0 {
            if left & 1 == 1 {
                result = if first {
                    base.clone()
                } else {
                    result.times(&base)
                };
                first = false;
            }
            left >>= 1;
            if left > 0 {
                base = base.times(&base);
            }
        }
        result
    }
    /// The modulus.
    pub(super) fn modulus(&self) -> Self {
        let re = if self.is_real() {
            if self.re.near() < 0.0 {
                self.re.neg()
            } else {
                self.re.clone()
            }
        } else {
            let square = self.re.mul(&self.re).add(&self.im.mul(&self.im));
            square.sqrt()
        };
        let zero = self.zero();
        if self.is_real() {
            return Self {
                re,
                im: zero,
                error: self.error,
            };
        }
        let extra = 4.0 * self.unit() * self.size();
        Self::with(re, zero, self.error + extra)
    }
    /// The argument in (-π, π], of a number that is not zero; that of a number whose error crosses
    /// the negative axis is not known.
    pub(super) fn argument(&self) -> Self {
        let (re, im) = (self.re.near(), self.im.near());
        let angle = if self.is_real() {
            if re < 0.0 {
                R::pi(self.bits())
            } else {
                self.zero()
            }
        } else {
            self.im.atan2(&self.re)
        };
        let crosses = re < 0.0 && !self.is_real() && im.abs() <= self.error;
        let error = if crosses || self.size() <= self.error {
            4.0
        } else {
            self.error / (self.size() - self.error)
        };
        Self::with(angle, self.zero(), error)
    }
    /// The value of a function; `None` where there is none.
    pub(super) fn apply(&self, function: Function) -> Option<Self> {
        let near = self.near();
        let unbounded = match function {
            Function::Exp => near.re > 700.0,
            Function::Sin | Function::Cos => near.im.abs() > 700.0,
            Function::Sinh | Function::Cosh => near.re.abs() > 700.0,
            Function::Ln => self.size() == 0.0,
            _ => false,
        };
        if unbounded || !near.is_finite() {
            return Some(Self::exact(Complex::real(0.0), self.bits()).lost());
        }
        if function == Function::Exp && near.re < -700.0 {
            // Too small to tell from zero.
            let mut tiny = Self::exact(Complex::real(0.0), self.bits());
            tiny.error = TINY;
            return Some(tiny);
        }
        let (re, im) = if self.is_real() {
            self.real(function)
        } else {
            self.complex(function)
        };
        let mut result = Self { re, im, error: 0.0 };
        let size = result.size();
        let spread = if self.is_real() && result.is_real() {
            size
        } else {
            4.0 * size + 8.0 * inner(function, self.size())
        };
        result.error = self.moved(function, near, size) + 2.0 * self.unit() * spread;
        Some(result)
    }
    fn lost(mut self) -> Self {
        self.error = f64::INFINITY;
        self
    }
    /// How far the value moves within the error of the argument.
    fn moved(&self, function: Function, z: Complex, size: f64) -> f64 {
        let e = self.error;
        if e == 0.0 {
            return 0.0;
        }
        let one = Complex::real(1.0);
        // Near a branch point the derivative is unbounded, but the value moves like a root.
        let root = |square: Complex| {
            let (d, reach) = (square.abs(), 4.0 * e * (1.0 + z.abs()));
            if d > 2.0 * reach {
                e / (d - reach).sqrt()
            } else {
                3.0 * (reach + e * e).sqrt()
            }
        };
        let pole = |d: f64| {
            let reach = 2.0 * e * (1.0 + z.abs()) + e * e;
            if d > reach {
                e / (d - reach)
            } else {
                f64::INFINITY
            }
        };
        match function {
            Function::Exp => (z.re + e).exp() * e,
            Function::Ln if z.abs() > e => e / (z.abs() - e),
            Function::Ln => f64::INFINITY,
            Function::Sqrt if z.abs() > 2.0 * e => e / size,
            Function::Sqrt => 2.0 * (z.abs() + e).sqrt(),
            Function::Sin | Function::Cos => (z.im.abs() + e).cosh() * e,
            Function::Sinh | Function::Cosh => (z.re.abs() + e).cosh() * e,
            Function::Arcsin | Function::Arccos => root(one - z * z),
            Function::Arcosh => root(z * z - one),
            Function::Arsinh => root(z * z + one),
            Function::Arctan => pole((one + z * z).abs()),
            Function::Artanh => pole((one - z * z).abs()),
        }
    }
    fn real(&self, function: Function) -> (R, R) {
        let (x, zero) = (&self.re, self.zero());
        // The nearest number of the machine may be in the domain where the number is not.
        let one = R::of(1.0, self.bits());
        let below_one = x.sub(&one).is_negative();
        let inside = !one.sub(x).is_negative() && !one.add(x).is_negative();
        let value = match function {
            Function::Exp => x.exp(),
            Function::Ln if !x.is_negative() && !x.is_zero() => x.ln(),
            Function::Sqrt if !x.is_negative() => x.sqrt(),
            Function::Sin => x.sin_cos().0,
            Function::Cos => x.sin_cos().1,
            Function::Arcsin if inside => x.asin(),
            Function::Arccos if inside => x.acos(),
            Function::Arctan => x.atan(),
            Function::Sinh => x.sinh_cosh().0,
            Function::Cosh => x.sinh_cosh().1,
            Function::Arsinh => x.asinh(),
            Function::Arcosh if !below_one => x.acosh(),
            Function::Artanh if below_one && x.neg().sub(&one).is_negative() => x.atanh(),
            _ => return self.complex(function),
        };
        (value, zero)
    }
    fn complex(&self, function: Function) -> (R, R) {
        let bits = self.bits();
        let (a, b) = (&self.re, &self.im);
        let one = Self::exact(Complex::real(1.0), bits);
        let half = R::of(0.5, bits);
        match function {
            Function::Exp => {
                let (size, (sin, cos)) = (a.exp(), b.sin_cos());
                (size.mul(&cos), size.mul(&sin))
            }
            Function::Ln => {
                let square = a.mul(a).add(&b.mul(b));
                (square.ln().mul(&half), self.argument().re)
            }
            Function::Sqrt => {
                if self.is_real() {
                    return if a.is_negative() {
                        (self.zero(), a.neg().sqrt())
                    } else {
                        (a.sqrt(), self.zero())
                    };
                }
                // The larger part first: the other one by division, without cancelling.
                let size = a.mul(a).add(&b.mul(b)).sqrt();
                if a.near() >= 0.0 {
                    let re = size.add(a).mul(&half).sqrt();
                    let im = b.mul(&half).div(&re);
                    (re, im)
                } else {
                    let im = size.sub(a).mul(&half).sqrt();
                    let im = if b.near() < 0.0 { im.neg() } else { im };
                    let re = b.mul(&half).div(&im);
                    (re, im)
                }
            }
            Function::Sin => {
                let ((sin, cos), (sinh, cosh)) = (a.sin_cos(), b.sinh_cosh());
                (sin.mul(&cosh), cos.mul(&sinh))
            }
            Function::Cos => {
                let ((sin, cos), (sinh, cosh)) = (a.sin_cos(), b.sinh_cosh());
                (cos.mul(&cosh), sin.mul(&sinh).neg())
            }
            Function::Sinh => {
                let ((sin, cos), (sinh, cosh)) = (b.sin_cos(), a.sinh_cosh());
                (sinh.mul(&cos), cosh.mul(&sin))
            }
            Function::Cosh => {
                let ((sin, cos), (sinh, cosh)) = (b.sin_cos(), a.sinh_cosh());
                (cosh.mul(&cos), sinh.mul(&sin))
            }
            Function::Arcsin => {
                let root = one.minus(&self.times(self)).part(Function::Sqrt);
                let (re, im) = root.plus(&self.turned()).part(Function::Ln).pair();
                (im, re.neg())
            }
            Function::Arccos => {
                let (re, im) = self.complex(Function::Arcsin);
                (R::pi(bits).mul(&half).sub(&re), im.neg())
            }
            Function::Arctan => {
                let turned = self.turned();
                let (up, down) = (one.minus(&turned), one.plus(&turned));
                let (re, im) = up.part(Function::Ln).minus(&down.part(Function::Ln)).pair();
                (im.neg().mul(&half), re.mul(&half))
            }
            Function::Arsinh => {
                let root = one.plus(&self.times(self)).part(Function::Sqrt);
                self.plus(&root).part(Function::Ln).pair()
            }
            Function::Arcosh => {
                let up = self.plus(&one).part(Function::Sqrt);
                let down = self.minus(&one).part(Function::Sqrt);
                self.plus(&up.times(&down)).part(Function::Ln).pair()
            }
            Function::Artanh => {
                let (up, down) = (one.plus(self), one.minus(self));
                let (re, im) = up.part(Function::Ln).minus(&down.part(Function::Ln)).pair();
                (re.mul(&half), im.mul(&half))
            }
        }
    }
    /// A function inside another one, whose error is not followed.
    fn part(&self, function: Function) -> Self {
        if self.size() == 0.0 {
            return self.clone();
        }
        let (re, im) = if self.is_real() {
            self.real(function)
        } else {
            self.complex(function)
        };
        Self { re, im, error: 0.0 }
    }
    fn pair(self) -> (R, R) {
        (self.re, self.im)
    }
    fn turned(&self) -> Self {
        Self {
            re: self.im.neg(),
            im: self.re.clone(),
            error: 0.0,
        }
    }
}

/// What the rounding inside a function of a complex number may be magnified by.
fn inner(function: Function, size: f64) -> f64 {
    match function {
        Function::Exp | Function::Sqrt => 0.0,
        Function::Ln | Function::Sin | Function::Cos | Function::Sinh | Function::Cosh => 1.0,
        _ => (1.0 + size) * (1.0 + size),
    }
}

/// Twice the relative rounding error.
pub(super) fn unit(bits: usize) -> f64 {
    match bits {
        53 => f64::EPSILON,
        bits => 2.0_f64.powi(1 - bits as i32),
    }
}
