//! Splits: which rows are for training, validation and tests.

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use mamut_engine::choice::Key;

/// One in so many members of a split may be more than its quota.
const SLACK: u64 = 50;

/// What is kept together in one split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Rows that differ by the names of symbols alone
    Row,
    /// All versions of a template, and of templates that say the same
    Template,
    /// All versions of an identity, and of identities that share a name or a statement
    Identity,
}

/// The splits in the order of use, with their shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Splits {
    /// What is kept together.
    pub by: By,
    /// Names and shares, which add up to 1.
    pub shares: Vec<(String, f64)>,
    /// What decides, beside what is decided on.
    pub seed: u64,
}

impl Splits {
    /// Reads shares: `train=0.9,test=0.1`. Without any, 90, 5 and 5 % of rows, 70, 15 and 15 % of
    /// templates, 49, 11 and 11 of 71 identities.
    ///
    /// # Errors
    /// When they do not add up to 1.
    pub fn new(by: By, asked: &[String], seed: u64) -> Result<Self> {
        let mut shares = Vec::new();
        for one in asked {
            let parsed = one.split_once('=').and_then(|(name, share)| {
                let share = share.trim().parse::<f64>().ok()?;
                let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
                (named && (0.0..=1.0).contains(&share)).then(|| (name.to_owned(), share))
            });
            match parsed {
                Some(parsed) => shares.push(parsed),
                None => bail!("`{one}` is no share of a split, such as train=0.9"),
            }
        }
        if shares.is_empty() {
            let usual = match by {
                By::Row => [0.9, 0.05, 0.05],
                By::Template => [0.7, 0.15, 0.15],
                By::Identity => [49.0 / 71.0, 11.0 / 71.0, 11.0 / 71.0],
            };
            let names = ["train", "validation", "test"].map(str::to_owned);
            shares = names.into_iter().zip(usual).collect();
        }
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        ensure!(
            (sum - 1.0).abs() < 1e-6,
            "the shares of the splits add up to {sum}, not to 1"
        );
        Ok(Self { by, shares, seed })
    }

    /// The split of rows of one form.
    pub fn of_form(&self, form: u64) -> usize {
        let mut place = Key::seed(self.seed).named("split").at(form).unit();
        for (at, (_, share)) in self.shares.iter().enumerate() {
            place -= share;
            if place < 0.0 {
                return at;
            }
        }
        self.shares.len() - 1
    }

    /// How many of `total` members of one group go to each split, at most, as long as there are
    /// enough for all: shares are rounded by chance, so that they hold over many groups. Rows alone
    /// have a say in that: who keeps more together than rows takes what comes.
    pub fn quotas(&self, total: u64, key: Key) -> Vec<u64> {
        if self.by != By::Row {
            return vec![u64::MAX; self.shares.len()];
        }
        let mut left = total;
        let mut quotas: Vec<u64> = self.shares[1..]
            .iter()
            .enumerate()
            .map(|(at, (_, share))| {
                let chance = key.named("quota").at(at as u64).unit();
                let quota = ((share * total as f64 + chance) as u64).min(left);
                left -= quota;
                quota
            })
            .collect();
        quotas.insert(0, left);
        // Nothing is waited for that chance brings about.
        for quota in &mut quotas {
            *quota += *quota / SLACK;
        }
        quotas
    }

    /// The splits of groups, each with a key, a number of members and its split if that is known:
    /// in the order of the keys every other group goes where most is missing.
    pub fn of_groups(&self, groups: &[(Key, usize, Option<usize>)]) -> Vec<usize> {
        let all: usize = groups.iter().map(|(_, size, _)| size).sum();
        let mut missing: Vec<f64> = self.shares.iter().map(|(_, s)| s * all as f64).collect();
        let mut order: Vec<usize> = (0..groups.len()).collect();
        // Large groups find room while there is some.
        order.sort_by_key(|at| {
            let (key, size, known) = &groups[*at];
            let late = (known.is_none(), std::cmp::Reverse(*size));
            (late, key.at(self.seed).bits())
        });
        let mut splits = vec![0; groups.len()];
        for at in order {
            let mut most = groups[at].2.unwrap_or(0);
            for split in 1..missing.len() {
                if groups[at].2.is_none() && missing[split] > missing[most] + 1e-9 {
                    most = split;
                }
            }
            missing[most] -= groups[at].1 as f64;
            splits[at] = most;
        }
        splits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_one_are_split_exactly() {
        let splits = Splits::new(By::Identity, &[], 0).expect("usual shares");
        let groups: Vec<_> = (0..71).map(|n| (Key::seed(n), 1, None)).collect();
        let of = splits.of_groups(&groups);
        let count = |split| of.iter().filter(|s| **s == split).count();
        assert_eq!([count(0), count(1), count(2)], [49, 11, 11]);
        // What is known stays, and counts.
        let known: Vec<_> = (0..71)
            .map(|n| (Key::seed(n), 1, (n < 11).then_some(2)))
            .collect();
        let of = splits.of_groups(&known);
        assert!(of[..11].iter().all(|split| *split == 2), "{of:?}");
        assert!(of[11..].iter().all(|split| *split < 2), "{of:?}");
    }

    #[test]
    fn quotas_hold_over_many_groups() {
        let splits = Splits::new(By::Row, &[], 0).expect("usual shares");
        let mut sums = [0; 3];
        for n in 0..1_000 {
            let quotas = splits.quotas(4, Key::seed(n));
            assert_eq!(quotas.iter().sum::<u64>(), 4);
            for (sum, quota) in sums.iter_mut().zip(quotas) {
                *sum += quota;
            }
        }
        assert!(
            (150..250).contains(&sums[1]) && (150..250).contains(&sums[2]),
            "{sums:?}"
        );
        assert_eq!(splits.quotas(1_000, Key::seed(0)), [918, 51, 51]);
    }

    #[test]
    fn forms_are_split_by_share() {
        let asked = ["train=0.8".to_owned(), "test=0.2".to_owned()];
        let splits = Splits::new(By::Row, &asked, 0).expect("shares");
        let tests = (0..10_000)
            .filter(|form| splits.of_form(*form) == 1)
            .count();
        assert!((1_900..2_100).contains(&tests), "{tests}");
        for broken in ["train", "train=x", "=1", "train=0.5"] {
            assert!(
                Splits::new(By::Row, &[broken.to_owned()], 0).is_err(),
                "{broken}"
            );
        }
    }
}
