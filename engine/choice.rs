//! Keyed randomness: a draw is a function of the seed, what is decided and where, never of how
//! many draws came before.

use rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};

/// A place in the tree of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    /// The root of a run.
    pub const fn seed(seed: u64) -> Self {
        Self(mix(seed ^ 0x6d61_6d75_7472_7721))
    }
    /// The key as a number, from which [`Key::of_code`] makes it again.
    pub const fn code(self) -> u64 {
        self.0
    }
    /// The key of this number.
    pub const fn of_code(code: u64) -> Self {
        Self(code)
    }
    /// The decision `index` below this one.
    #[must_use]
    pub const fn at(self, index: u64) -> Self {
        Self(mix(
            self.0.rotate_left(17) ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ))
    }
    /// The decision of this name below this one.
    #[must_use]
    pub const fn named(self, name: &str) -> Self {
        self.at(name_hash(name))
    }
    /// One draw of 64 bits.
    pub const fn bits(self) -> u64 {
        mix(self.0)
    }
    /// One draw in [0, 1).
    pub const fn unit(self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// A stream of draws for one decision.
    pub fn draws(self) -> Draws {
        Draws(Xoshiro256PlusPlus::seed_from_u64(self.0))
    }
}

/// A hash of a name (FNV-1a, 64 bits): `key.at(name_hash(n))` is `key.named(n)`.
pub const fn name_hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// SplitMix64's finaliser (Steele, Lea, Flood 2014).
const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A stream of random numbers from a named algorithm, the same on every machine.
#[derive(Clone, Debug)]
pub struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }
    /// Whether an event of this probability happens.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }
    /// An index with a probability proportional to its weight; weights are finite, one positive.
    pub fn weighted(&mut self, weights: impl IntoIterator<Item = f64> + Clone) -> usize {
        let total: f64 = weights.clone().into_iter().sum();
        let mut rest = self.unit() * total;
        let mut last = 0;
        for (i, w) in weights.into_iter().enumerate() {
            if w > 0.0 {
                last = i;
                if rest < w {
                    return i;
                }
                rest -= w;
            }
        }
        last
    }
    /// Shuffles a slice (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
