//! Statements whose sides say the same: each side in an e-graph of its own, joined in one forest.

use super::assumptions::Assumptions;
use super::limits::{Limits, Stats};
use super::program::Program;
use super::run::{Run, sides};
use super::saturate::Saturated;
use crate::atoms::Atoms;
use crate::diagnostic::Diagnostic;
use crate::forest::{Class, ClassId, Forest, Node};
use crate::rules::Tier;
use crate::term::Term;
use crate::vocabulary::Kind;

struct Joiner<'a> {
    program: &'a Program<'a>,
    atoms: &'a Atoms,
    assumptions: &'a Assumptions,
    limits: &'a Limits,
    forest: Forest,
    stats: Stats,
    assumed: Vec<u32>,
}

/// Saturates the parts of a term that hold no relation on their own, with notation rules; what is
/// above them stays as it is written.
pub(crate) fn saturate(
    program: &Program<'_>,
    term: &Term,
    atoms: &Atoms,
    assumptions: &Assumptions,
    limits: &Limits,
    notes: Vec<Diagnostic>,
) -> Saturated {
    let stats = Stats {
        saturated: true,
        ..Stats::default()
    };
    let mut joiner = Joiner {
        program,
        atoms,
        assumptions,
        limits,
        forest: Forest::default(),
        stats,
        assumed: Vec::new(),
    };
    joiner.forest.root = joiner.part(term);
    joiner.assumed.sort_unstable();
    joiner.assumed.dedup();
    Saturated {
        forest: joiner.forest,
        stats: joiner.stats,
        tier: Tier::Notation,
        assumed: joiner.assumed,
        notes,
        laws: program.laws.clone(),
    }
}

impl Joiner<'_> {
    fn part(&mut self, term: &Term) -> ClassId {
        let mut relations = false;
        sides(term, self.program.vocabulary(), &mut |_, _| {
            relations = true
        });
        if !relations {
            return self.whole(term);
        }
        let args = term.args.iter().map(|t| self.part(t)).collect();
        let result = self
            .program
            .vocabulary()
            .operator(term.op)
            .and_then(|o| o.signatures.first());
        let kind = result.map_or(Kind::Any, |s| s.result);
        self.forest.classes.push(Class {
            nodes: vec![Node {
                op: term.op,
                args,
                source: true,
                rule: None,
            }],
            kind,
        });
        (self.forest.classes.len() - 1) as ClassId
    }

    fn whole(&mut self, term: &Term) -> ClassId {
        let fresh = || Run::new(self.program, term, self.atoms, self.assumptions);
        let mut run = fresh();
        let mut stats = run.tiers(Tier::Notation, self.limits);
        if run.trouble().is_some() {
            (run, stats) = (fresh(), Stats::default());
        }
        let part = run.finish(stats, Tier::Notation, Vec::new());
        let offset = self.forest.classes.len() as ClassId;
        for mut class in part.forest.classes {
            for node in &mut class.nodes {
                node.args.iter_mut().for_each(|arg| *arg += offset);
            }
            self.forest.classes.push(class);
        }
        self.stats.iterations += part.stats.iterations;
        self.stats.nodes += part.stats.nodes;
        self.stats.classes += part.stats.classes;
        self.stats.matches += part.stats.matches;
        self.stats.saturated &= part.stats.saturated;
        self.assumed.extend(part.assumed);
        offset + part.forest.root
    }
}
