//! Saturation in tiers, within limits that do not depend on the machine.

use super::assumptions::{Assumptions, gather};
use super::contains::contains;
use super::flatten::{FLATTEN, flatten};
use super::graph::Graph;
use super::language::Node;
use super::matching::{Matches, Terms, search};
use super::program::{Laws, Program};
use super::rewrite::{Builder, size};
use super::{extract, split};
use crate::atoms::Atoms;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::forest::Forest;
use crate::rules::{RuleSet, Tier};
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use std::sync::Arc;

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

/// A saturated formula.
#[derive(Clone, Debug)]
pub struct Saturated {
    /// All forms, in canonical order.
    pub forest: Forest,
    /// What it took.
    pub stats: Stats,
    /// The tier that was used; lower than asked for when that made two sides of a relation one.
    pub tier: Tier,
    /// Rules that were used on the strength of their `assume`: indices, ascending.
    pub assumed: Vec<u32>,
    /// What happened on the way.
    pub notes: Vec<Diagnostic>,
    /// The laws of the vocabulary's operators.
    pub(crate) laws: Arc<[Laws]>,
}

impl Saturated {
    /// Whether a term over the same atoms is one of the forms, up to the order of the arguments
    /// of commutative operators and the levels of bound names.
    pub fn contains(&self, term: &Term) -> bool {
        contains(&self.forest, &self.laws, term)
    }
}

/// Applies the rules to a term until nothing is new or a limit is met.
///
/// The sides of every relation of the source stay apart. `Program::new` and [`saturate_with`] save
/// the preparation of the rules when there are many formulas.
pub fn saturate(term: &Term, atoms: &Atoms, rules: &RuleSet, limits: &Limits) -> Saturated {
    saturate_with(&Program::new(rules), term, atoms, limits)
}

/// [`saturate`] with prepared rules.
pub fn saturate_with(
    program: &Program<'_>,
    term: &Term,
    atoms: &Atoms,
    limits: &Limits,
) -> Saturated {
    let assumptions = gather(term, program.vocabulary());
    let mut notes = Vec::new();
    let mut tier = limits.tier;
    let merged = loop {
        let mut run = Run::new(program, term, atoms, &assumptions);
        let stats = run.tiers(tier, limits);
        let Some(trouble) = run.trouble() else {
            return run.finish(stats, tier, notes);
        };
        let (lower, next) = match tier {
            Tier::Algebra => (Tier::Structure, "rules of structure are used"),
            Tier::Structure => (Tier::Notation, "rules of notation are used"),
            Tier::Notation => break trouble == Trouble::Merged,
        };
        notes.push(trouble.note(tier, next));
        tier = lower;
    };
    if !merged {
        notes.push(Trouble::Lost.note(tier, "no rules are used"));
        return Run::new(program, term, atoms, &assumptions).finish(Stats::default(), tier, notes);
    }
    let mut run = Run::new(program, term, atoms, &assumptions);
    run.graph.apart.clone_from(&run.pairs);
    let stats = run.tiers(tier, limits);
    if run.trouble().is_none() {
        let rules = &program.rules.equivalences;
        let held: Vec<&str> = run
            .graph
            .held
            .iter()
            .map(|&r| rules[r as usize].id.as_str())
            .collect();
        let next = format!("{} may not", held.join(", "));
        notes.push(Trouble::Merged.note(tier, &next));
        return run.finish(stats, tier, notes);
    }
    notes.push(Trouble::Merged.note(tier, "each side is rewritten on its own"));
    split::saturate(program, term, atoms, &assumptions, limits, notes)
}

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

impl Trouble {
    fn note(self, tier: Tier, next: &str) -> Diagnostic {
        let tier = match tier {
            Tier::Notation => "notation",
            Tier::Structure => "structure",
            Tier::Algebra => "algebra",
        };
        let (id, what) = match self {
            Self::Merged => ("sides-merged", "make two sides of a relation one"),
            Self::Lost => (
                "source-lost",
                "make a part of the formula one with what it holds",
            ),
            Self::Contradiction => ("contradiction", "make different numbers one"),
        };
        note(id, format!("rules of {tier} {what}; {next}"))
    }
}

fn note(id: &'static str, message: String) -> Diagnostic {
    Diagnostic {
        id,
        severity: Severity::Warning,
        message,
        file: String::new(),
        labels: Vec::<Label>::new(),
        help: None,
    }
}

/// One run over one term.
pub(crate) struct Run<'p> {
    pub graph: Graph<'p>,
    pub root: Id,
    /// Sides of relations of the source that the source itself does not make one.
    pub pairs: Vec<(Id, Id)>,
    seen: FxHashSet<u64>,
    matches: Matches,
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
        let mut whole = true;
        for (index, entry) in program.entries.iter().enumerate() {
            if program.tier(entry) > tier {
                continue;
            }
            let mut terms = Terms {
                seen: &mut self.seen,
                limit: program.rule(entry).matches.min(limits.matches),
                conditions: true,
                frozen: &frozen,
                leaves: self.graph.protect,
            };
            whole &= !search(
                &self.graph.snapshot,
                program,
                index,
                None,
                &mut terms,
                &mut self.matches,
            );
        }
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
        self.graph.settle();
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
