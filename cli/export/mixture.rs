//! Rows of many files in one order that mixes them, the same on every run.

use anyhow::Result;
use mamut_engine::choice::Key;

use crate::table::{Reader, Value};

/// The rows of files whose lengths are known. Each next row comes from a file with a probability
/// proportional to what is left of it.
pub fn mixed(files: Vec<(Reader, u64)>, key: Key) -> impl Iterator<Item = Result<Vec<Value>>> {
    let mut draws = key.draws();
    let (mut readers, mut left): (Vec<_>, Vec<_>) = files.into_iter().unzip();
    std::iter::from_fn(move || {
        while left.iter().any(|n| *n > 0) {
            let n = draws.weighted(left.iter().map(|n| *n as f64));
            left[n] -= 1;
            if let Some(row) = readers[n].next() {
                return Some(row);
            }
            left[n] = 0;
        }
        None
    })
}
