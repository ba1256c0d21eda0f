//! How many falsehoods use one strategy, two, three…, and which: shares that are kept by count.

use mamut_engine::choice::Key;
use mamut_engine::rules::RuleSet;

use super::neighbours::{Neighbour, Neighbours};
use super::settings::Settings;
use crate::pipeline::Pipeline;
use crate::row::Strategy;

/// How much more or less often than its weight says a strategy is tried to make up for others.
const FAVOUR: f64 = 4.0;
/// How much more often one is tried that is not there at all, when others have been used so often.
const MISSING: f64 = 64.0;
const USED: u64 = 4;
/// Statements of the corpus wait for their turn, and may come this much more often than their share.
const EXCESS: f64 = 1.5;
/// How much more likely than all others together what is certainly to be tried next is.
const CERTAIN: f64 = 1e6;

/// How closely shares are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strictness {
    /// All of them: what cannot be had is waited for.
    All,
    /// Sizes that are used up are passed over.
    Open,
    /// None: there is nothing else to be had.
    None,
}

/// The shares asked for, and what there is so far.
pub struct Quota {
    sizes: Vec<Share>,
    strategies: Vec<Share>,
    /// The strategies whose statements come from the corpus.
    manual: Option<usize>,
    random: Option<usize>,
    /// The share of versions that `random` is to have, where one is asked for.
    share: Option<f64>,
    /// From which part of one on that share is rounded up: another one for each source, as most have
    /// few falsehoods.
    rounding: f64,
}

#[derive(Clone, Copy)]
struct Share {
    weight: f64,
    made: u64,
    /// Whether nothing new is found any more.
    closed: bool,
}

impl Share {
    const fn of(weight: f64) -> Self {
        Self {
            weight,
            made: 0,
            closed: false,
        }
    }
}

impl Quota {
    /// The shares of a source; `applies` says which strategies have rules that apply to it.
    pub fn new(
        settings: &Settings,
        pipeline: &Pipeline<'_>,
        neighbours: &Neighbours,
        applies: impl Fn(usize) -> bool,
        key: Key,
    ) -> Self {
        let named = |id: &str| pipeline.rules.strategies.iter().position(|s| s.id == id);
        let (manual, random) = (named("manual"), named("random"));
        let there = |strategy: usize| match Some(strategy) {
            s if s == manual => !neighbours.manual.is_empty(),
            s if s == random => !neighbours.random.is_empty(),
            _ => applies(strategy),
        };
        let weights = settings.weights.iter().enumerate();
        let strategies: Vec<Share> = weights
            .map(|(s, weight)| Share::of(if there(s) { *weight } else { 0.0 }))
            .collect();
        let usable = |s: usize| strategies[s].weight > 0.0;
        let combined = (0..strategies.len())
            .filter(|s| usable(*s) && Some(*s) != manual && Some(*s) != random)
            .count();
        let sizes = settings.much.weights.iter().enumerate();
        Self {
            sizes: sizes
                .map(|(place, weight)| {
                    let possible = place == 0 || place < combined;
                    Share::of(if possible { *weight } else { 0.0 })
                })
                .collect(),
            strategies,
            manual,
            random,
            share: settings.random,
            rounding: key.named("share").unit(),
        }
    }

    /// How many strategies the next falsehood is to use: what is most behind its share. None when
    /// nothing new of that size is found, or, where that is passed over, of any.
    pub fn wanted(&self, strictness: Strictness) -> Option<usize> {
        // Other identities are falsehoods of one strategy.
        if self.lacks_random() && !self.sizes[0].closed {
            return Some(1);
        }
        let pass = strictness > Strictness::All;
        let open = |share: &Share| share.weight > 0.0 && !(pass && share.closed);
        let all: f64 = self
            .sizes
            .iter()
            .filter(|s| open(s))
            .map(|s| s.weight)
            .sum();
        let made: u64 = self.sizes.iter().filter(|s| open(s)).map(|s| s.made).sum();
        let behind = |share: &Share| share.weight / all * (made + 1) as f64 - share.made as f64;
        let sizes = self.sizes.iter().enumerate().filter(|(_, s)| open(s));
        let (place, share) = sizes.max_by(|(i, a), (j, b)| {
            // Of equals the smaller one.
            behind(a).total_cmp(&behind(b)).then(j.cmp(i))
        })?;
        (!share.closed).then_some(place + 1)
    }

    /// Whether the next falsehood is to be another identity, so that these keep the share asked for.
    fn lacks_random(&self) -> bool {
        let versions: u64 = self.sizes.iter().map(|s| s.made).sum();
        match (self.share, self.random) {
            (Some(share), Some(random)) => {
                let random = &self.strategies[random];
                random.weight > 0.0
                    && random.made as f64 + self.rounding <= share * (versions + 1) as f64
            }
            _ => false,
        }
    }

    /// Says that nothing new of a size is found.
    pub fn close(&mut self, size: usize) {
        self.sizes[size - 1].closed = true;
    }

    /// Counts a falsehood that uses these strategies.
    pub fn count(&mut self, strategies: &[usize]) {
        self.change(strategies, |made| *made += 1);
    }

    /// Takes back that a falsehood was counted: it is not written.
    pub fn uncount(&mut self, strategies: &[usize]) {
        self.change(strategies, |made| *made -= 1);
    }

    fn change(&mut self, strategies: &[usize], by: impl Fn(&mut u64)) {
        if let Some(size) = self.sizes.get_mut(strategies.len().wrapping_sub(1)) {
            by(&mut size.made);
        }
        for strategy in strategies {
            by(&mut self.strategies[*strategy].made);
        }
    }

    /// How often each strategy is to be tried now.
    pub fn weights(&self, strictness: Strictness) -> Vec<f64> {
        let all: f64 = self.strategies.iter().map(|s| s.weight).sum();
        if all <= 0.0 {
            return vec![0.0; self.strategies.len()];
        }
        let all_made: u64 = self.strategies.iter().map(|s| s.made).sum();
        let stated = |place: usize| Some(place) == self.manual || Some(place) == self.random;
        let others = self.strategies.iter().enumerate();
        let alone = !others
            .into_iter()
            .any(|(s, share)| share.weight > 0.0 && !stated(s));
        let weight = |(place, share): (usize, &Share)| {
            let (due, made) = (share.weight / all * all_made as f64, share.made as f64);
            // A share that is asked for is kept by count: nothing keeps a statement of the corpus from
            // being used, while changes often do not work.
            if self.share.is_some() && Some(place) == self.random {
                return if self.lacks_random() {
                    all * CERTAIN
                } else {
                    0.0
                };
            }
            if stated(place) && !alone && strictness < Strictness::None && made >= EXCESS * due {
                return 0.0;
            }
            if share.made == 0 && all_made > USED {
                return share.weight * MISSING;
            }
            share.weight * ((1.0 + due) / (1.0 + made)).clamp(1.0 / FAVOUR, FAVOUR)
        };
        self.strategies.iter().enumerate().map(weight).collect()
    }

    /// A statement of the corpus, as often as its strategies are to be chosen.
    pub fn statement<'n>(
        &self,
        weights: &[f64],
        neighbours: &'n Neighbours,
        key: Key,
    ) -> Option<&'n Neighbour> {
        let weight = |strategy: Option<usize>| strategy.map_or(0.0, |s| weights[s]);
        let (manual, random) = (weight(self.manual), weight(self.random));
        let all: f64 = weights.iter().sum();
        if manual + random <= 0.0 {
            return None;
        }
        let mut draws = key.named("neighbour").draws();
        let one = |of: &'n [Neighbour], at: usize| of.get(at);
        match draws.weighted([manual, random, (all - manual - random).max(0.0)]) {
            0 => one(&neighbours.manual, draws.below(neighbours.manual.len())),
            1 => one(&neighbours.random, draws.below(neighbours.random.len())),
            _ => None,
        }
    }
}

/// The strategies of a falsehood, as indices into `RuleSet::strategies`.
pub fn places(used: &[Strategy], rules: &RuleSet) -> Vec<usize> {
    let place = |used: &Strategy| rules.strategies.iter().position(|s| s.id == used.strategy);
    used.iter().filter_map(place).collect()
}
