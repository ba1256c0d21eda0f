//! What became of the candidates of each strategy.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long the stages of making falsehoods took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Drawing changes.
    pub draw: Duration,
    /// Writing them in the usual notation and reading that.
    pub read: Duration,
    /// Looking for points that refute them.
    pub refute: Duration,
    /// Saturating and compiling those that are false.
    pub compile: Duration,
}

impl Spent {
    /// The stages with their names.
    pub const fn stages(&self) -> [(&'static str, Duration); 4] {
        [
            ("draw", self.draw),
            ("read", self.read),
            ("refute", self.refute),
            ("compile", self.compile),
        ]
    }
    /// Adds what others spent.
    pub fn add(&mut self, other: &Self) {
        self.draw += other.draw;
        self.read += other.read;
        self.refute += other.refute;
        self.compile += other.compile;
    }
}

/// Adds to a stage how long some work takes.
pub(super) fn timed<T>(stage: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    *stage += start.elapsed();
    done
}

/// Counts of candidates. A candidate of several strategies counts for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Candidates that were made and not seen before.
    pub tried: u64,
    /// Those that say the same as their source, or hold as well.
    pub equal: u64,
    /// Those that are false, shown by a point.
    pub refuted: u64,
    /// Those that are not decided.
    pub unknown: u64,
    /// Statements of the corpus of which nothing was evaluated.
    pub stated: u64,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.tried += other.tried;
        self.equal += other.equal;
        self.refuted += other.refuted;
        self.unknown += other.unknown;
        self.stated += other.stated;
    }
}

/// The counts by strategy, and the distances of what was kept.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// By id of the strategy.
    pub strategies: BTreeMap<String, Count>,
    /// All candidates, each once.
    pub all: Count,
    /// How many versions use one strategy, two, three…
    pub sizes: BTreeMap<usize, u64>,
    /// How many versions are at each distance in tokens.
    pub distances: BTreeMap<u32, u64>,
    /// How many versions share this many hundredths of their tokens with their source.
    pub shared: BTreeMap<u32, u64>,
    /// Why candidates are not decided.
    pub reasons: BTreeMap<String, u64>,
    /// How long it took.
    pub spent: Spent,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Equal,
    Refuted,
    Unknown,
    /// The corpus says so.
    Stated,
}

impl Stats {
    /// Counts a candidate.
    pub fn candidate<'s>(&mut self, strategies: impl Iterator<Item = &'s str>, fate: Fate) {
        let one = Count {
            tried: 1,
            equal: u64::from(fate == Fate::Equal),
            refuted: u64::from(fate == Fate::Refuted),
            unknown: u64::from(fate == Fate::Unknown),
            stated: u64::from(fate == Fate::Stated),
        };
        self.all.add(one);
        for strategy in strategies {
            self.strategies
                .entry(strategy.to_owned())
                .or_default()
                .add(one);
        }
    }

    /// Counts a version that was kept.
    pub fn kept(&mut self, strategies: usize, distance: u32, shared: f64) {
        *self.sizes.entry(strategies).or_default() += 1;
        *self.distances.entry(distance).or_default() += 1;
        *self.shared.entry((100.0 * shared) as u32).or_default() += 1;
    }

    /// Adds the counts of another source.
    pub fn add(&mut self, other: &Self) {
        for (strategy, count) in &other.strategies {
            self.strategies
                .entry(strategy.clone())
                .or_default()
                .add(*count);
        }
        self.all.add(other.all);
        self.spent.add(&other.spent);
        let sum = |into: &mut BTreeMap<u32, u64>, from: &BTreeMap<u32, u64>| {
            for (key, count) in from {
                *into.entry(*key).or_default() += count;
            }
        };
        sum(&mut self.distances, &other.distances);
        sum(&mut self.shared, &other.shared);
        for (size, count) in &other.sizes {
            *self.sizes.entry(*size).or_default() += count;
        }
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }

    /// A table for people.
    pub fn table(&self) -> String {
        let mut lines = vec![format!(
            "{:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "strategy", "tried", "equal", "refuted", "unknown", "stated", "decided"
        )];
        let line = |name: &str, c: &Count| {
            let decided = match c.tried - c.stated {
                0 => String::new(),
                tried => format!(
                    "{:.1} %",
                    100.0 * (c.equal + c.refuted) as f64 / tried as f64
                ),
            };
            format!(
                "{name:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {decided:>9}",
                c.tried, c.equal, c.refuted, c.unknown, c.stated
            )
        };
        for (strategy, count) in &self.strategies {
            lines.push(line(strategy, count));
        }
        lines.push(line("all", &self.all));
        let total: u64 = self.sizes.values().sum();
        let share = |count: u64| 100.0 * count as f64 / total.max(1) as f64;
        let sizes: Vec<String> = self
            .sizes
            .iter()
            .map(|(size, count)| format!("{size}: {:.1} %", share(*count)))
            .collect();
        if total > 0 {
            lines.push(format!("strategies of a version: {}", sizes.join(", ")));
            lines.push(format!(
                "distance in tokens: {}",
                quantiles(&self.distances, total, 1.0)
            ));
            lines.push(format!(
                "share of tokens in common: {}",
                quantiles(&self.shared, total, 0.01)
            ));
        }
        let mut reasons: Vec<(&String, &u64)> = self.reasons.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        for (reason, count) in reasons.into_iter().take(8) {
            lines.push(format!("unknown {count}: {reason}"));
        }
        lines.join("\n")
    }

    /// The same as JSON.
    pub fn json(&self) -> serde_json::Value {
        let count = |c: &Count| serde_json::json!({"tried": c.tried, "equal": c.equal, "refuted": c.refuted, "unknown": c.unknown, "stated": c.stated});
        let strategies: serde_json::Map<_, _> = self
            .strategies
            .iter()
            .map(|(name, c)| (name.clone(), count(c)))
            .collect();
        let map = |counts: &BTreeMap<u32, u64>| -> serde_json::Map<String, serde_json::Value> {
            counts
                .iter()
                .map(|(key, count)| (key.to_string(), (*count).into()))
                .collect()
        };
        let sizes: serde_json::Map<_, _> = self
            .sizes
            .iter()
            .map(|(size, count)| (size.to_string(), (*count).into()))
            .collect();
        serde_json::json!({
            "strategies": strategies,
            "all": count(&self.all),
            "strategies_of_a_version": sizes,
            "distance_in_tokens": map(&self.distances),
            "shared_tokens_in_hundredths": map(&self.shared),
            "reasons": self.reasons,
        })
    }
}

fn quantiles(counts: &BTreeMap<u32, u64>, total: u64, unit: f64) -> String {
    let at = |share: f64| {
        let wanted = (share * total as f64).ceil().max(1.0) as u64;
        let mut passed = 0;
        for (value, count) in counts {
            passed += count;
            if passed >= wanted {
                return f64::from(*value) * unit;
            }
        }
        0.0
    };
    let shares = [
        ("least", 0.0),
        ("10 %", 0.1),
        ("median", 0.5),
        ("90 %", 0.9),
        ("most", 1.0),
    ];
    let parts: Vec<String> = shares
        .iter()
        .map(|(name, share)| format!("{name} {}", (at(*share) * 100.0).round() / 100.0))
        .collect();
    parts.join(", ")
}
