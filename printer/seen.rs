//! Which strings were written already, by their fingerprints.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The strings that were written, eight bytes each and as much again for room.
#[derive(Clone, Debug, Default)]
pub struct Seen(HashSet<u64, BuildHasherDefault<Identity>>);

impl Seen {
    /// Adds a string; whether it is new.
    pub fn insert(&mut self, text: &str) -> bool {
        self.0.insert(fingerprint(text.as_bytes()))
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A 64-bit fingerprint of a string; the chance that any two of a million agree is below 1e-7.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15u64 ^ bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        hash = fold(hash ^ u64::from_le_bytes(word));
    }
    let mut word = [0; 8];
    let rest = chunks.remainder();
    word[..rest.len()].copy_from_slice(rest);
    fold(fold(hash ^ u64::from_le_bytes(word)))
}

fn fold(x: u64) -> u64 {
    let wide = u128::from(x ^ 0x2d35_8dcc_aa6c_78a5) * 0xa076_1d64_78bd_642fu128;
    (wide >> 64) as u64 ^ wide as u64
}

/// Fingerprints are hashes already.
#[derive(Clone, Debug, Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        // Only `u64` keys are ever hashed.
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}
