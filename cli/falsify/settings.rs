//! What falsified versions are to be made of.

use anyhow::{Result, bail, ensure};
use mamut_engine::diagnostic::nearest;
use mamut_engine::falsify::Much;
use mamut_engine::rules::RuleSet;

use crate::args;
use crate::rules::{Fnv, hash_of_falsifications};

/// Which strategies, how many, and what is kept.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How often each strategy is chosen, in the order of the rule set; 0 for never.
    pub weights: Vec<f64>,
    /// How many strategies a version uses.
    pub much: Much,
    /// Whether versions are kept that could not be decided.
    pub keep_unknown: bool,
    /// Whether the nearest versions come first.
    pub nearest: bool,
    /// The largest distance in tokens.
    pub most: Option<u32>,
    /// The share of versions whose symbols are renamed, where any are.
    pub renamed: f64,
    /// The share of other identities drawn at random; none for what their weight gives.
    pub random: Option<f64>,
    rules: u64,
}

impl Settings {
    /// What is made when nothing is asked for: all strategies by their weights, one for half of the
    /// versions, and only what is known to be false.
    pub fn standard(rules: &RuleSet) -> Self {
        Self {
            weights: rules.strategies.iter().map(|s| s.weight).collect(),
            much: Much::default(),
            keep_unknown: false,
            nearest: false,
            most: None,
            renamed: 1.0,
            random: None,
            rules: hash_of_falsifications(rules),
        }
    }

    /// What the arguments ask for.
    ///
    /// # Errors
    /// Strategies that do not exist, with the nearest one that does.
    pub fn new(args: &args::Falsification, rules: &RuleSet) -> Result<Self> {
        let mut weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
        if !args.strategy.is_empty() {
            weights.fill(0.0);
        }
        for asked in &args.strategy {
            let (name, weight) = match asked.split_once('=') {
                Some((name, weight)) => match weight.parse::<f64>() {
                    Ok(weight) if weight.is_finite() && weight >= 0.0 => (name, weight),
                    _ => bail!("`{weight}` is no weight of the strategy `{name}`"),
                },
                None => (asked.as_str(), 0.0),
            };
            let ids = || rules.strategies.iter().map(|s| s.id.as_str());
            let Some(place) = ids().position(|id| id == name) else {
                let near = nearest(name, ids());
                let near = near.map_or_else(
                    || format!("one of {}", ids().collect::<Vec<_>>().join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                bail!("there is no strategy `{name}`: {near}");
            };
            weights[place] = if asked.contains('=') {
                weight
            } else {
                rules.strategies[place].weight
            };
        }
        if weights.iter().all(|w| *w <= 0.0) {
            bail!("no strategy has a weight above 0");
        }
        let several = weights.iter().filter(|w| **w > 0.0).count();
        if let Some((least, _)) = args.strategies {
            ensure!(
                least <= several,
                "a version cannot use {least} strategies: there are {several} to choose from"
            );
        }
        let much = match args.strategies {
            Some((least, most)) => Much::between(least, most),
            None => Much::default(),
        };
        Ok(Self {
            weights,
            much,
            keep_unknown: args.keep_unknown,
            nearest: args.near.is_some(),
            most: args.near.flatten(),
            renamed: 1.0,
            random: None,
            rules: hash_of_falsifications(rules),
        })
    }

    /// Weighs the strategy `random` so that this share of all versions are its own, as long as
    /// other identities are known.
    ///
    /// # Errors
    /// When so many cannot be: versions by several strategies are never other identities.
    pub fn weigh_random(&mut self, share: f64, rules: &RuleSet) -> Result<()> {
        let alone = self.much.weights[0] / self.much.weights.iter().sum::<f64>();
        ensure!(
            share >= 0.0 && share < alone.min(1.0) || share <= alone && alone == 1.0,
            "a share of {share} cannot be random: {alone} of the versions use one strategy alone (--strategies)"
        );
        let Some(place) = rules.strategies.iter().position(|s| s.id == "random") else {
            bail!("the rules have no strategy `random`");
        };
        self.weights[place] = 0.0;
        let others: f64 = self.weights.iter().sum();
        self.weights[place] = others * share / (alone - share).max(f64::MIN_POSITIVE);
        self.random = Some(share);
        Ok(())
    }

    /// A hash of all of it: rows are other rows under other settings.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv(self.rules);
        for weight in self.weights.iter().chain(&self.much.weights) {
            hash.add(&weight.to_le_bytes());
        }
        hash.add(&[u8::from(self.keep_unknown), u8::from(self.nearest)]);
        hash.add(&self.most.unwrap_or(u32::MAX).to_le_bytes());
        hash.add(&self.renamed.to_le_bytes());
        hash.add(&self.random.unwrap_or(-1.0).to_le_bytes());
        hash.0
    }
}
