//! Orders of arguments, equal ones being indistinguishable.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// n! / (m₁! m₂! …) for a multiset given by labels.
pub(crate) fn permutations(labels: &[u32]) -> BigUint {
    let mut counts: Vec<(u32, u32)> = Vec::new();
    let mut total = BigUint::one();
    for (placed, label) in labels.iter().enumerate() {
        let seen = match counts.iter_mut().find(|(l, _)| l == label) {
            Some((_, seen)) => {
                *seen += 1;
                *seen
            }
            None => {
                counts.push((*label, 1));
                1
            }
        };
        // Multiplying first keeps the division exact: the product is a multinomial coefficient.
        total = total * (placed as u32 + 1) / seen;
    }
    total
}

/// The permutation of this rank (below [`permutations`]) as indices; equal labels keep their order.
pub(crate) fn unrank(labels: &[u32], rank: &BigUint) -> Vec<usize> {
    let mut rest: Vec<usize> = (0..labels.len()).collect();
    let mut rank = rank.clone();
    let mut order = Vec::with_capacity(labels.len());
    while !rest.is_empty() {
        let mut tried: Vec<u32> = Vec::new();
        for at in 0..rest.len() {
            let label = labels[rest[at]];
            if tried.contains(&label) {
                continue;
            }
            tried.push(label);
            let others: Vec<u32> = rest
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != at)
                .map(|(_, j)| labels[*j])
                .collect();
            let count = permutations(&others);
            if rank < count {
                order.push(rest.remove(at));
                break;
            }
            rank -= count;
        }
    }
    order
}

/// Which gaps of an order are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gaps {
    Any,
    AllSafe,
    NoneSafe,
}

/// The number of orders that end with item `last`, with equal labels indistinguishable; `safe[i]`
/// has bit j when j may follow i.
pub(crate) fn orders_ending(
    labels: &[u32],
    safe: &[u64],
    last: usize,
    gaps: Gaps,
    permute: bool,
) -> BigUint {
    let n = labels.len();
    let fits = |i: usize, j: usize| match gaps {
        Gaps::Any => true,
        Gaps::AllSafe => safe[i] >> (j & 63) & 1 == 1,
        Gaps::NoneSafe => safe[i] >> (j & 63) & 1 == 0,
    };
    if !permute {
        let fixed = last == n - 1 && (1..n).all(|j| fits(j - 1, j));
        return if fixed {
            BigUint::one()
        } else {
            BigUint::zero()
        };
    }
    let others: Vec<u32> = (0..n).filter(|i| *i != last).map(|i| labels[i]).collect();
    let uniform = gaps == Gaps::NoneSafe && safe.iter().all(|s| *s == 0);
    if gaps == Gaps::Any || uniform {
        return permutations(&others);
    }
    if n > MAX_JUXTAPOSED {
        return BigUint::zero();
    }
    // Paths through all items, by the set of items used and the item reached.
    let full = (1usize << n) - 1;
    let mut paths = vec![0u64; (full + 1) * n];
    for i in 0..n {
        paths[(1 << i) * n + i] = 1;
    }
    for set in 1..=full {
        for i in 0..n {
            let here = paths[set * n + i];
            if here == 0 {
                continue;
            }
            for j in 0..n {
                if set >> j & 1 == 0 && fits(i, j) {
                    paths[(set | 1 << j) * n + j] += here;
                }
            }
        }
    }
    // All items labelled like `last` end equally often; equal items were told apart.
    let same = labels.iter().filter(|l| **l == labels[last]).count();
    let labelled = paths[full * n + last] * same as u64;
    let mut told_apart = BigUint::one();
    for (i, label) in labels.iter().enumerate() {
        told_apart *= labels[..=i].iter().filter(|l| *l == label).count() as u32;
    }
    BigUint::from(labelled) / told_apart
}

/// Products of more factors are always written with signs.
pub(crate) const MAX_JUXTAPOSED: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn unranks_every_order_once() {
        for labels in [
            vec![1, 2, 3],
            vec![1, 1, 2],
            vec![5],
            vec![1, 1, 2, 2],
            vec![],
        ] {
            let count: u32 = permutations(&labels).try_into().unwrap();
            let orders: BTreeSet<Vec<u32>> = (0..count)
                .map(|r| {
                    unrank(&labels, &BigUint::from(r))
                        .into_iter()
                        .map(|i| labels[i])
                        .collect()
                })
                .collect();
            assert_eq!(orders.len() as u32, count);
        }
    }

    #[test]
    fn counts_orders_by_their_gaps() {
        // 0 and 1 are equal; 2 may follow anything, nothing may follow 2.
        let (labels, safe) = ([7, 7, 9], [0b111, 0b111, 0]);
        let count =
            |last, gaps| u32::try_from(orders_ending(&labels, &safe, last, gaps, true)).unwrap();
        assert_eq!((count(0, Gaps::Any), count(2, Gaps::Any)), (2, 1));
        assert_eq!((count(0, Gaps::AllSafe), count(2, Gaps::AllSafe)), (0, 1));
        assert_eq!((count(0, Gaps::NoneSafe), count(2, Gaps::NoneSafe)), (0, 0));
    }
}
