//! Letters whose indices say by what they are differentiated, `u_t = u_{xx}`: renamed, each variable
//! stands for one variable wherever it occurs.

use std::collections::{BTreeMap, BTreeSet};

/// A name in parts: the letter, and the letters of its index.
fn parts(name: &str) -> (&str, Vec<&str>) {
    let Some((base, index)) = name.rsplit_once('_') else {
        return (name, Vec::new());
    };
    let inner = index.strip_prefix('{').and_then(|i| i.strip_suffix('}'));
    let letters: Vec<&str> = inner.unwrap_or(index).split(',').collect();
    let plain = |l: &&str| !l.is_empty() && !l.starts_with(|c: char| c.is_ascii_digit());
    if letters.iter().all(plain) {
        (base, letters)
    } else {
        (name, Vec::new())
    }
}

/// Whether an index names a letter twice, as second derivatives do.
fn repeats(letters: &[&str]) -> bool {
    letters.iter().collect::<BTreeSet<_>>().len() < letters.len()
}

/// The letters with derivatives among these names: one has an index that names a letter twice, and
/// the letter occurs otherwise too.
fn differentiated<'n>(names: &[&'n str]) -> BTreeSet<&'n str> {
    let bases = names.iter().map(|n| parts(n).0);
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for base in bases {
        *uses.entry(base).or_default() += 1;
    }
    let twice = names.iter().map(|n| parts(n)).filter(|p| repeats(&p.1));
    twice.map(|p| p.0).filter(|base| uses[base] > 1).collect()
}

/// Whether a name stands for a derivative by one variable, more than once.
pub(super) fn is_slope(name: &str) -> bool {
    repeats(&parts(name).1)
}

/// Which renamings, pairs of a name of the first and one of the second, keep derivatives.
pub(super) struct Slopes<'n> {
    first: BTreeSet<&'n str>,
    second: BTreeSet<&'n str>,
}

impl<'n> Slopes<'n> {
    pub(super) fn new(first: &[&'n str], second: &[&'n str]) -> Self {
        Self {
            first: differentiated(first),
            second: differentiated(second),
        }
    }

    /// Whether letters go to letters and variables to variables.
    pub(super) fn keeps(&self, pairs: &[(&str, &str)]) -> bool {
        let mut renamed: BTreeMap<(bool, &str), &str> = BTreeMap::new();
        let mut back: BTreeMap<(bool, &str), &str> = BTreeMap::new();
        for (one, other) in pairs {
            let ((a, by), (b, with)) = (parts(one), parts(other));
            let slopes = self.first.contains(a) || self.second.contains(b);
            if !(slopes || repeats(&by) || repeats(&with)) {
                continue;
            }
            // One letter alone may be called anything.
            if !slopes && (by.is_empty() || with.is_empty()) {
                continue;
            }
            if by.len() != with.len() {
                return false;
            }
            let letters = by.iter().zip(&with).map(|(x, y)| (false, *x, *y));
            for (base, x, y) in std::iter::once((true, a, b)).chain(letters) {
                let forth = *renamed.entry((base, x)).or_insert(y) == y;
                if !forth || *back.entry((base, y)).or_insert(x) != x {
                    return false;
                }
            }
        }
        true
    }
}
