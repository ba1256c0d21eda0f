//! Keyed permutations of [0, n), without tables.

use mamut_engine::choice::Key;

/// A permutation of [0, n): a Feistel network over the next even power of two, walked along its
/// cycles until it lands inside (Black and Rogaway 2002).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permutation {
    n: u128,
    half: u32,
    keys: [u64; 4],
}

impl Permutation {
    /// A permutation of [0, n) for n below 2^126.
    pub(crate) fn new(n: u128, key: Key) -> Self {
        let bits = 128 - n.saturating_sub(1).leading_zeros();
        let half = bits.div_ceil(2).max(1);
        let keys = [0, 1, 2, 3].map(|i| key.at(i).bits());
        Self { n, half, keys }
    }

    /// The image of `i`, which is below n.
    pub(crate) fn apply(&self, i: u128) -> u128 {
        let mask = (1u128 << self.half) - 1;
        let mut x = i;
        loop {
            let (mut left, mut right) = (x >> self.half, x & mask);
            for key in self.keys {
                let round = u128::from(
                    Key::seed(key ^ right as u64)
                        .at((right >> 64) as u64)
                        .bits(),
                );
                (left, right) = (right, left ^ (round & mask));
            }
            x = left << self.half | right;
            if x < self.n {
                return x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_permutation() {
        for n in [1u128, 2, 3, 7, 64, 1000] {
            let p = Permutation::new(n, Key::seed(n as u64));
            let mut seen: Vec<u128> = (0..n).map(|i| p.apply(i)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..n).collect::<Vec<_>>());
        }
    }
}
