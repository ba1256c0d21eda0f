//! One run of rules over one graph: rounds of matching, building and uniting.

use super::assumptions::Assumptions;
use super::binding::Matches;
use super::extract;
use super::flatten::{FLATTEN, flatten};
use super::graph::Graph;
use super::language::Node;
use super::limits::{Limits, Stats, TIERS};
use super::matching::{Terms, search};
use super::program::Program;
use super::rewrite::{Builder, size};
use super::saturate::Saturated;
use super::snapshot::Before;
use crate::atoms::Atoms;
use crate::diagnostic::Diagnostic;
use crate::rules::Tier;
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use egg::{Id, Language};
use rustc_hash::FxHashSet;

/// Why the result of a run is of no use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Two sides of a relation are one.
    Merged,
    /// A part of the source is one with a leaf or with a part of itself.
    Lost,
    /// Different numbers are one.
    Contradiction,
}

/// One run over one term.
pub(crate) struct Run<'p> {
    pub graph: Graph<'p>,
    pub root: Id,
    /// Sides of relations of the source that the source itself does not make one.
    pub pairs: Vec<(Id, Id)>,
    seen: FxHashSet<u64>,
    matches: Matches,
    before: Before,
    /// The tier up to which rules have been matched.
    matched: Option<Tier>,
    /// Rules of which a limit cut the matches short: those that are left are in classes that may not
    /// change again.
    cut: FxHashSet<usize>,
}

impl<'p> Run<'p> {
    pub(crate) fn new(
        program: &'p Program<'p>,
        term: &Term,
        atoms: &Atoms,
        assumptions: &Assumptions,
    ) -> Self {
        let mut graph = Graph::new(program, atoms, assumptions, false);
        let root = graph.add_source(term);
        graph.assume(assumptions);
        graph.settle();
        let mut pairs = Vec::new();
        sides(term, program.vocabulary(), &mut |a, b| {
            if let (Some(a), Some(b)) = (graph.lookup(a), graph.lookup(b))
                && a != b
            {
                pairs.push((a, b));
            }
        });
        Self {
            graph,
            root,
            pairs,
            seen: FxHashSet::default(),
            matches: Matches::default(),
            before: Before::default(),
            matched: None,
            cut: FxHashSet::default(),
        }
    }

    /// A run over a graph that was filled elsewhere and is settled; it ends when a pair is one.
    pub(crate) fn over(graph: Graph<'p>, root: Id, pairs: Vec<(Id, Id)>) -> Self {
        Self {
            graph,
            root,
            pairs,
            seen: FxHashSet::default(),
            matches: Matches::default(),
            before: Before::default(),
            matched: None,
            cut: FxHashSet::default(),
        }
    }

    pub(crate) fn merged(&self) -> bool {
        self.pairs
            .iter()
            .any(|(a, b)| self.graph.egraph.find(*a) == self.graph.egraph.find(*b))
    }

    /// Whether the result is of no use, and why.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        let graph = &self.graph;
        let lost = |(id, node): &(Id, Node)| {
            let class = graph.egraph.find(*id);
            let leaf = graph.egraph[class].nodes.iter().any(Language::is_leaf);
            !node.is_leaf()
                && (leaf
                    || node
                        .children()
                        .iter()
                        .any(|k| graph.egraph.find(*k) == class))
        };
        if graph.egraph.analysis.conflict {
            Some(Trouble::Contradiction)
        } else if self.merged() {
            Some(Trouble::Merged)
        } else if graph.source.iter().any(lost) {
            Some(Trouble::Lost)
        } else {
            None
        }
    }

    /// Runs all tiers up to one.
    pub(crate) fn tiers(&mut self, tier: Tier, limits: &Limits) -> Stats {
        let mut stats = Stats::default();
        for now in TIERS {
            if now > tier {
                break;
            }
            self.tier(now, limits, &mut stats);
            if self.merged() {
                break;
            }
        }
        stats
    }

    /// Runs the rules up to a tier within limits.
    pub(crate) fn tier(&mut self, tier: Tier, limits: &Limits, stats: &mut Stats) {
        stats.saturated = false;
        for _ in 0..limits.iterations[tier as usize] {
            if self.graph.snapshot.len() >= limits.nodes[tier as usize] {
                break;
            }
            stats.iterations += 1;
            let (changed, whole) = self.round(tier, limits, &mut stats.matches);
            if !changed {
                stats.saturated = whole;
                break;
            }
            if self.merged() {
                break;
            }
        }
        stats.nodes = self.graph.snapshot.len();
        stats.classes = self.graph.snapshot.ids.len();
    }

    /// One iteration: all matches first, then all right sides, then all unions. Returns whether
    /// anything changed and whether no limit interfered.
    fn round(&mut self, tier: Tier, limits: &Limits, applied: &mut usize) -> (bool, bool) {
        let program = self.graph.program;
        self.matches.clear();
        let dense = |id: &Id| self.graph.snapshot.dense(self.graph.egraph.find(*id));
        let frozen: Vec<u32> = self.graph.frozen.iter().map(dense).collect();
        let changed = self.before.changed(&self.graph.snapshot);
        let mut whole = true;
        let roots = program.roots.iter();
        let present = roots.filter(|(root, _)| self.graph.snapshot.has(*root));
        for index in present.flat_map(|(_, entries)| entries.clone()) {
            let entry = &program.entries[index];
            if program.tier(entry) > tier {
                continue;
            }
            let again = self.matched.is_some_and(|t| program.tier(entry) <= t);
            let cut = self.cut.remove(&index);
            let mut terms = Terms {
                seen: &mut self.seen,
                limit: program.rule(entry).matches.min(limits.matches),
                conditions: true,
                frozen: &frozen,
                leaves: self.graph.protect,
                changed: (again && !cut).then_some(&changed[..]),
            };
            let short = search(
                &self.graph.snapshot,
                program,
                index,
                None,
                &mut terms,
                &mut self.matches,
            );
            if short {
                self.cut.insert(index);
            }
            whole &= !short;
        }
        self.matched = self.matched.max(Some(tier));
        let (live, start) = (self.graph.snapshot.len(), self.graph.egraph.total_size());
        let mut unions = Vec::with_capacity(self.matches.found.len());
        for &found in &self.matches.found {
            if live + self.graph.egraph.total_size() - start > limits.nodes[tier as usize] {
                whole = false;
                break;
            }
            let entry = &program.entries[found.entry as usize];
            let rule = program.rule(entry);
            let bound = self.matches.bound(found, rule.vars.len());
            let class = self.graph.snapshot.ids[self.graph.snapshot.class(found.node) as usize];
            let explain = self.graph.explain;
            let now = self
                .graph
                .snapshot
                .size(self.graph.snapshot.class(found.node));
            if size(&rule.rhs, bound, &self.graph.snapshot) > limits.most(now) {
                continue;
            }
            let mut builder = Builder::new(&mut self.graph, bound, entry.rule, &rule.rhs);
            let left = if explain {
                builder.left(&rule.lhs)
            } else {
                Some(class)
            };
            if let (Some(left), Some(right)) = (left, builder.right(&rule.rhs)) {
                unions.push((left, right, entry.rule, entry.conditional));
                if !rule.assume.is_empty() {
                    self.graph.assumed.insert(entry.rule);
                }
            }
        }
        let flats = if tier == Tier::Notation {
            Vec::new()
        } else {
            flatten(&mut self.graph, limits, &mut self.seen)
        };
        let mut changed = false;
        for (left, right) in flats {
            changed |= self.graph.join(left, right, FLATTEN);
        }
        for (left, right, rule, conditional) in unions {
            if self.graph.rewrite(left, right, rule, conditional) {
                *applied += 1;
                changed = true;
            }
        }
        if changed || self.graph.egraph.total_size() != start {
            self.graph.settle();
        }
        (changed, whole)
    }

    pub(crate) fn finish(self, stats: Stats, tier: Tier, notes: Vec<Diagnostic>) -> Saturated {
        Saturated {
            forest: extract::forest(&self.graph, self.root),
            stats,
            tier,
            assumed: self.graph.assumed.iter().copied().collect(),
            notes,
            laws: self.graph.program.laws.clone(),
        }
    }
}

/// Calls `visit` on the sides of every relation, equivalence and implication, neighbours in chains.
pub(crate) fn sides<'t>(
    term: &'t Term,
    vocabulary: &Vocabulary,
    visit: &mut impl FnMut(&'t Term, &'t Term),
) {
    if let Some(operator) = vocabulary.operator(term.op) {
        match (operator.name.as_str(), &*term.args) {
            ("chain", parts) => {
                for three in parts.windows(3).step_by(2) {
                    visit(&three[0], &three[2]);
                }
            }
            (name, [a, b])
                if operator.tags.iter().any(|t| t == "relation")
                    || name == "iff"
                    || name == "implies" =>
            {
                visit(a, b);
            }
            _ => {}
        }
    }
    for arg in term.args.iter() {
        sides(arg, vocabulary, visit);
    }
}
