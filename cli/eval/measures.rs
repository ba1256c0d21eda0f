//! Measures of one ranking, where equal scores stand for every order of them.
//!
//! A measure is its expectation over the orders of equal scores (McSherry and Najork, Computing
//! information retrieval performance measures efficiently in the presence of tied scores, ECIR
//! 2008). In a group of `n` candidates with `r` relevant ones, each place holds a relevant one with
//! probability `r/n`; given that, each place before it in the group does with `(r-1)/(n-1)`.

/// The names of the measures, as `ir_measures` writes them.
pub const NAMES: [&str; 5] = ["P@1", "P@10", "Rprec", "AP", "nDCG"];

/// One value each of [`NAMES`].
pub type Measures = [f64; 5];

/// The measures of candidates in order: for each its score and its gain, 0 when it is not
/// relevant. `missing` are the gains of relevant documents that are not ranked. Without a relevant
/// document there is none. With `tied`, equal scores stand for all their orders.
pub fn measure(ranked: &[(f64, u32)], missing: &[u32], tied: bool) -> Option<Measures> {
    let gains = ranked.iter().map(|c| c.1).chain(missing.iter().copied());
    let mut gains: Vec<u32> = gains.filter(|gain| *gain > 0).collect();
    gains.sort_unstable_by(|a, b| b.cmp(a));
    let relevant = gains.len();
    if relevant == 0 {
        return None;
    }
    let ideal: f64 = gains
        .iter()
        .zip(1..)
        .map(|(&gain, rank)| f64::from(gain) * discount(rank))
        .sum();
    let cuts = [1, 10, relevant];
    let mut hits_at = [0.0; 3];
    let (mut ap, mut dcg) = (0.0, 0.0);
    let (mut before, mut hits) = (0, 0);
    let same = |a: &(f64, u32), b: &(f64, u32)| tied && a.0 == b.0;
    for group in ranked.chunk_by(same) {
        let n = group.len();
        let found = group.iter().filter(|c| c.1 > 0).count();
        let gain = group.iter().map(|c| f64::from(c.1)).sum::<f64>() / n as f64;
        let share = found as f64 / n as f64;
        let others = if n > 1 {
            (found as f64 - 1.0) / (n as f64 - 1.0)
        } else {
            0.0
        };
        for (cut, hits_at) in cuts.iter().zip(&mut hits_at) {
            let places = cut.saturating_sub(before).min(n);
            *hits_at += share * places as f64;
        }
        if found > 0 {
            for j in 0..n {
                let rank = before + j + 1;
                ap += share * (hits as f64 + 1.0 + others * j as f64) / rank as f64;
                dcg += gain * discount(rank);
            }
        }
        before += n;
        hits += found;
    }
    let [first, ten, all] = hits_at;
    let relevant = relevant as f64;
    Some([
        first,
        ten / 10.0,
        all / relevant,
        ap / relevant,
        dcg / ideal,
    ])
}

fn discount(rank: usize) -> f64 {
    1.0 / (rank as f64 + 1.0).log2()
}

/// How many candidates share a score with one of the other sort.
pub fn ties(ranked: &[(f64, u32)]) -> u64 {
    let mixed = |group: &&[(f64, u32)]| {
        let found = group.iter().filter(|c| c.1 > 0).count();
        found > 0 && found < group.len()
    };
    let groups = ranked.chunk_by(|a, b| a.0 == b.0).filter(mixed);
    groups.map(|group| group.len() as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mamut_engine::choice::Key;

    /// The measures of one order, from their definitions.
    fn defined(gains: &[u32], missing: &[u32]) -> Measures {
        let relevant = gains.iter().chain(missing).filter(|g| **g > 0).count() as f64;
        let hits = |k: usize| gains.iter().take(k).filter(|g| **g > 0).count() as f64;
        let ap: f64 = (0..gains.len())
            .filter(|&i| gains[i] > 0)
            .map(|i| hits(i + 1) / (i + 1) as f64)
            .sum();
        let dcg = |gains: &[u32]| -> f64 {
            let gain = |(i, g): (usize, &u32)| f64::from(*g) / (i as f64 + 2.0).log2();
            gains.iter().enumerate().map(gain).sum()
        };
        let mut ideal: Vec<u32> = gains.iter().chain(missing).copied().collect();
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        let r = relevant as usize;
        [
            hits(1),
            hits(10) / 10.0,
            hits(r) / relevant,
            ap / relevant,
            dcg(gains) / dcg(&ideal),
        ]
    }

    /// All orders of candidates that keep their scores falling.
    fn orders(ranked: &[(f64, u32)]) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for group in ranked.chunk_by(|a, b| a.0 == b.0) {
            let mut permutations = Vec::new();
            permute(
                &mut group.iter().map(|c| c.1).collect::<Vec<_>>(),
                0,
                &mut permutations,
            );
            let longer = |before: &Vec<u32>| {
                let join = |p: &Vec<u32>| [before.as_slice(), p.as_slice()].concat();
                permutations.iter().map(join).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn permute(items: &mut Vec<u32>, from: usize, out: &mut Vec<Vec<u32>>) {
        if from == items.len() {
            out.push(items.clone());
        }
        for n in from..items.len() {
            items.swap(from, n);
            permute(items, from + 1, out);
            items.swap(from, n);
        }
    }

    #[test]
    fn ties_are_the_mean_over_all_orders() {
        let mut compared = 0;
        for case in 0..400 {
            let mut draws = Key::seed(case).draws();
            let length = 1 + draws.below(7);
            let levels = 1 + draws.below(4);
            let candidate = |_| (draws.below(levels) as f64, draws.below(3) as u32);
            let mut ranked: Vec<(f64, u32)> = (0..length).map(candidate).collect();
            ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
            let missing = [2, 1, 0][..case as usize % 3].to_vec();
            let Some(found) = measure(&ranked, &missing, true) else {
                continue;
            };
            let orders = orders(&ranked);
            for (n, name) in NAMES.iter().enumerate() {
                let all = orders.iter().map(|order| defined(order, &missing)[n]);
                let mean = all.sum::<f64>() / orders.len() as f64;
                assert!(
                    (found[n] - mean).abs() < 1e-12,
                    "{name} of {ranked:?}: {} {mean}",
                    found[n]
                );
            }
            compared += 1;
        }
        assert!(compared > 300, "{compared}");
    }

    #[test]
    fn nothing_relevant_is_no_measure() {
        assert_eq!(measure(&[(1.0, 0), (0.5, 0)], &[], true), None);
        assert_eq!(measure(&[], &[], true), None);
        assert_eq!(measure(&[], &[1], true), Some([0.0; 5]));
    }

    #[test]
    fn ties_between_the_sorts_are_counted() {
        assert_eq!(ties(&[(1.0, 1), (1.0, 0), (0.5, 0), (0.5, 0), (0.2, 1)]), 2);
    }
}
