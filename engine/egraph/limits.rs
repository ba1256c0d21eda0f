//! How far saturation goes, and how far it went.

use crate::rules::Tier;

/// How far saturation goes. Arrays are by tier: notation, structure, algebra.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The strongest rules that are used.
    pub tier: Tier,
    /// Iterations.
    pub iterations: [usize; 3],
    /// Nodes, counted over the whole graph.
    pub nodes: [usize; 3],
    /// Matches of one rule in one iteration; a rule may ask for fewer.
    pub matches: usize,
    /// How many nodes larger than one and a half times the smallest term of its class the result
    /// of a rule may be.
    pub growth: u32,
}

impl Limits {
    /// The largest result of a rule in a class whose smallest term has this size.
    pub(crate) fn most(&self, size: u32) -> u32 {
        size.saturating_add(size / 2).saturating_add(self.growth)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tier: Tier::Structure,
            iterations: [30, 6, 6],
            nodes: [2_000, 3_000, 10_000],
            matches: 1_000,
            growth: 8,
        }
    }
}

/// All tiers, weakest first.
pub(crate) const TIERS: [Tier; 3] = [Tier::Notation, Tier::Structure, Tier::Algebra];

/// What saturation took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Iterations, over all tiers.
    pub iterations: usize,
    /// Nodes of the e-graph.
    pub nodes: usize,
    /// Classes of the e-graph.
    pub classes: usize,
    /// Matches that were applied.
    pub matches: usize,
    /// Whether no rule of the tier had anything to add.
    pub saturated: bool,
}
