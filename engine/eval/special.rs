//! The gamma and zeta functions.

use super::complex::{Complex, ONE, ZERO};
use std::f64::consts::PI;

/// Euler's gamma function (Lanczos, g = 7, nine coefficients).
pub(super) fn gamma(z: Complex) -> Option<Complex> {
    const COEFFICIENTS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if z.im.abs() < 1e-12 && z.re <= 0.0 && (z.re - z.re.round()).abs() < 1e-12 {
        return None;
    }
    if z.re < 0.5 {
        let sine = (z * Complex::real(PI)).sin();
        return Some(Complex::real(PI) / (sine * gamma(ONE - z)?));
    }
    let z = z - ONE;
    let mut sum = Complex::real(COEFFICIENTS[0]);
    for (i, c) in COEFFICIENTS.iter().enumerate().skip(1) {
        sum = sum + Complex::real(*c) / (z + Complex::real(i as f64));
    }
    let t = z + Complex::real(7.5);
    let power = ((z + Complex::real(0.5)) * t.ln() - t).exp();
    Some(Complex::real((2.0 * PI).sqrt()) * power * sum)
}

/// Riemann's zeta function where the real part is positive (Borwein 2000, second algorithm).
pub(super) fn zeta(s: Complex) -> Option<Complex> {
    const N: usize = 40;
    if s.re <= 0.0 || (s - ONE).abs() < 1e-9 {
        return None;
    }
    let mut partial = [0.0; N + 1];
    let (mut term, mut sum) = (1.0 / N as f64, 0.0);
    for (i, place) in partial.iter_mut().enumerate() {
        sum += term;
        *place = N as f64 * sum;
        let (n, k) = (N as f64, i as f64);
        term *= 4.0 * (n + k) * (n - k) / ((2.0 * k + 1.0) * (2.0 * k + 2.0));
    }
    let mut result = ZERO;
    for k in 0..N {
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        let weight = Complex::real(sign * (partial[k] - partial[N]));
        result = result + weight / (s * Complex::real(((k + 1) as f64).ln())).exp();
    }
    let two = ((ONE - s) * Complex::real(2.0_f64.ln())).exp();
    Some(-(result / (Complex::real(partial[N]) * (ONE - two))))
}
