//! Drawing falsified terms: which strategies, which rules, where, and with what.

mod sites;

use super::apply::{Edit, Fill, apart, apply, cancelling, result};
use super::fill::Stock;
use super::guard::Ground;
use super::indices::{Indices, calculated, is_index, is_within};
use super::manner::Manner;
use super::matching::Match;
use super::parallel::{Parallel, alike, everywhere};
use super::places::{Node, Path, SIGNED, at, leaves, node_at, nodes};
use super::rule::{Falsification, Hole, Shape};
use crate::atoms::Atoms;
use crate::choice::{Draws, Key};
use crate::rules::RuleSet;
use crate::scope::is_closed;
use crate::term::Term;
use crate::truth::Newcomer;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;
/// How often a strategy is tried before it is passed over.
const TRIES: usize = 12;
/// How often a change of a term beside an ellipsis is one of all terms that are shown: of one alone it
/// breaks what goes on.
const PARALLEL: f64 = 0.97;

/// How many strategies a falsified version uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Much {
    /// The weights of one, two, three…
    pub weights: Vec<f64>,
}

impl Default for Much {
    /// One for half of the versions, more for the others.
    fn default() -> Self {
        Self {
            weights: vec![0.5, 0.27, 0.14, 0.06, 0.03],
        }
    }
}

impl Much {
    /// How many strategies a version uses.
    pub fn draw(&self, key: Key) -> usize {
        1 + key.draws().weighted(self.weights.iter().copied())
    }
    /// Any number between these, with the same probability.
    pub fn between(least: usize, most: usize) -> Self {
        let weight = |n: usize| if n >= least { 1.0 } else { 0.0 };
        Self {
            weights: (1..=most.max(least).max(1)).map(weight).collect(),
        }
    }
}

/// One place that was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The rule: an index into `RuleSet::falsifications`.
    pub rule: usize,
    /// What stood there.
    pub before: Term,
    /// What stands there now.
    pub after: Term,
}

/// A term that was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Falsified {
    /// The whole.
    pub term: Term,
    /// Its leaves: those of the source and new symbols.
    pub atoms: Atoms,
    /// What was changed, in the order of the strategies that were drawn.
    pub parts: Vec<Part>,
    /// The new symbols, and what they stand in for.
    pub newcomers: Vec<Newcomer>,
}

/// A term with all places at which rules apply.
pub struct Falsifier<'t> {
    rules: &'t RuleSet,
    term: &'t Term,
    atoms: &'t Atoms,
    /// The same leaves with what their places say of their kinds.
    leaves: Atoms,
    nodes: Vec<Node<'t>>,
    indices: Indices,
    manner: Manner,
    /// By rule.
    places: Vec<Vec<Found>>,
}

/// A place at which a rule applies.
#[derive(Clone, Debug)]
struct Found {
    sites: Vec<Path>,
    /// How many of the sites may be changed at once; all where a rule has one.
    most: usize,
    found: Match,
}

/// Whether two terms have as many signs that do something to what follows, `\Delta \frac{x}{2}`
/// reads as a product, and as many that letters tell: `\left(\frac{a}{s}\right)` reads as a fraction, and what
/// stands there is no longer a sign.
pub fn keeps_signs(a: &Term, b: &Term, vocabulary: &Vocabulary) -> bool {
    let signs = |term: &Term| {
        let mut count = 0;
        term.walk(&mut |t| {
            let operator = vocabulary.operator(t.op);
            let sign = operator.is_some_and(|o| o.has_tag(SIGNED) || o.has_tag("lettered"));
            count += usize::from(sign);
        });
        count
    };
    signs(a) == signs(b)
}

impl<'t> Falsifier<'t> {
    /// Looks for the places of a term.
    pub fn new(term: &'t Term, atoms: &'t Atoms, rules: &'t RuleSet) -> Self {
        let leaves = leaves(term, atoms, &rules.vocabulary);
        let nodes = nodes(term, &leaves, &rules.vocabulary);
        let mut falsifier = Self {
            rules,
            term,
            atoms,
            indices: Indices::of(&nodes, &rules.vocabulary),
            manner: Manner::of(term, &rules.vocabulary),
            nodes,
            leaves,
            places: Vec::new(),
        };
        let each = rules.falsifications.iter();
        falsifier.places = each.map(|rule| falsifier.of(rule)).collect();
        falsifier
    }

    /// Leaves these parts as they are: what is changed inside them is not known.
    pub fn leave(&mut self, parts: &BTreeSet<Term>) {
        if parts.is_empty() {
            return;
        }
        let within = |path: &Path| {
            let above = (0..path.len()).filter_map(|depth| at(self.term, &path[..depth]));
            above.into_iter().any(|t| parts.contains(t))
        };
        for found in self.places.iter_mut().flatten() {
            found.sites.retain(|site| !within(site));
            found.most = found.most.min(found.sites.len());
        }
        for places in &mut self.places {
            places.retain(|found| !found.sites.is_empty());
        }
    }

    /// At how many places a rule applies.
    pub fn count(&self, rule: usize) -> usize {
        self.places.get(rule).map_or(0, Vec::len)
    }

    fn vocabulary(&self) -> &'t Vocabulary {
        &self.rules.vocabulary
    }

    fn allowed(&self, rule: &Falsification, edit: &Edit, atoms: &Atoms) -> bool {
        let ground = Ground {
            root: self.term,
            nodes: &self.nodes,
            atoms,
            vocabulary: self.vocabulary(),
        };
        rule.when.iter().all(|guard| ground.holds(guard, edit))
    }

    /// Draws a change by this many strategies, whose `weights` are in the order of the rule set;
    /// none when nothing was found that changes the term.
    pub fn draw(&self, key: Key, wanted: usize, weights: &[f64]) -> Option<Falsified> {
        let mut draws = key.draws();
        let mut left: Vec<(usize, f64)> = weights
            .iter()
            .copied()
            .enumerate()
            .filter(|(strategy, weight)| *weight > 0.0 && self.applies(*strategy))
            .collect();
        let mut atoms = self.leaves.clone();
        let mut edits: Vec<Vec<Edit>> = Vec::new();
        let parallel = key.named("parallel").draws().chance(PARALLEL);
        while edits.len() < wanted && !left.is_empty() {
            let chosen = draws.weighted(left.iter().map(|(_, w)| *w));
            let (strategy, _) = left.remove(chosen);
            for _ in 0..TRIES {
                if let Some(edit) = self.edit((strategy, parallel), &edits, &mut atoms, &mut draws)
                {
                    edits.push(edit);
                    break;
                }
            }
        }
        if edits.len() < wanted {
            return None;
        }
        self.finish(edits, atoms)
    }

    /// Draws a change by one rule.
    pub fn draw_rule(&self, rule: usize, key: Key) -> Option<Falsified> {
        let mut draws = key.draws();
        let parallel = key.named("parallel").draws().chance(PARALLEL);
        let mut atoms = self.leaves.clone();
        let edits =
            (0..TRIES).find_map(|_| self.place((rule, parallel), &[], &mut atoms, &mut draws))?;
        self.finish(vec![edits], atoms)
    }

    /// Whether some rule of a strategy, an index into `RuleSet::strategies`, applies somewhere.
    pub fn applies(&self, strategy: usize) -> bool {
        let rules = self.rules.falsifications.iter().zip(&self.places);
        let own = |rule: &Falsification| rule.strategy as usize == strategy;
        rules
            .into_iter()
            .any(|(rule, places)| own(rule) && !places.is_empty())
    }

    /// The term with these changes, each at its places.
    fn finish(&self, edits: Vec<Vec<Edit>>, mut atoms: Atoms) -> Option<Falsified> {
        if edits.is_empty() {
            return None;
        }
        let shape = |edit: &Edit| &self.rules.falsifications[edit.rule].rhs;
        let pairs: Vec<(&Edit, &Shape)> = edits.iter().flatten().map(|e| (e, shape(e))).collect();
        let term = apply(self.term, &pairs, self.vocabulary())?;
        let term = calculated(&term, self.vocabulary())?;
        let undone = cancelling(&term, self.vocabulary());
        if undone > 0 && undone > cancelling(self.term, self.vocabulary()) {
            return None;
        }
        if term == *self.term
            || !is_closed(&term, self.vocabulary())
            || !self.manner.keeps(&term, self.vocabulary())
        {
            return None;
        }
        let part = |edit: &Edit| {
            Some(Part {
                rule: edit.rule,
                before: at(self.term, edit.sites.first()?)?.clone(),
                after: result(self.term, edit, shape(edit), self.vocabulary())?,
            })
        };
        let leading = || edits.iter().filter_map(|group| group.first());
        let parts: Option<Vec<Part>> = leading().map(part).collect();
        let newcomers = leading().flat_map(|edit| self.newcomers(edit)).collect();
        for (symbol, own) in atoms.symbols.iter_mut().zip(&self.atoms.symbols) {
            symbol.kind = own.kind;
        }
        Some(Falsified {
            term,
            atoms,
            parts: parts?,
            newcomers,
        })
    }

    /// The new symbols of an edit, and what they stand in for.
    fn newcomers(&self, edit: &Edit) -> Vec<Newcomer> {
        let holes = &self.rules.falsifications[edit.rule].holes;
        let filled = holes.iter().zip(&edit.holes);
        let new = |((_, hole), fill): (&(_, Hole), &Fill)| {
            let Fill::Term(term) = fill else { return None };
            let known = self.atoms.symbols.len() as u32;
            let symbol = term.op.as_symbol().filter(|s| *s >= known)?;
            Some((symbol, hole.stands_in(self.term, edit)?))
        };
        filled.filter_map(new).collect()
    }

    fn edit(
        &self,
        (strategy, parallel): (usize, bool),
        others: &[Vec<Edit>],
        atoms: &mut Atoms,
        draws: &mut Draws,
    ) -> Option<Vec<Edit>> {
        let rules = &self.rules.falsifications;
        let weight = |i: usize| {
            let own = rules[i].strategy as usize == strategy && !self.places[i].is_empty();
            if own { rules[i].weight } else { 0.0 }
        };
        let rule = draws.weighted((0..rules.len()).map(weight));
        self.place((rule, parallel), others, atoms, draws)
    }

    /// A rule at one of its places, or at several that are alike; in all terms beside an ellipsis where
    /// changes are `parallel`.
    fn place(
        &self,
        (rule, parallel): (usize, bool),
        others: &[Vec<Edit>],
        atoms: &mut Atoms,
        draws: &mut Draws,
    ) -> Option<Vec<Edit>> {
        let places = &self.places[rule];
        if places.is_empty() {
            return None;
        }
        let found = &places[draws.below(places.len())];
        let mut sites = found.sites.clone();
        if found.most < sites.len() || found.most > 1 {
            draws.shuffle(&mut sites);
            // One place is the smallest change.
            let size = if draws.chance(0.6) {
                1
            } else {
                1 + draws.below(found.most)
            };
            sites.truncate(size);
            if parallel {
                let alike = |site: &Path| alike(site, self.term, self.vocabulary());
                let more: Vec<Path> = sites.iter().flat_map(alike).collect();
                let mut all = [&*sites, &*more].concat();
                all.sort();
                all.dedup();
                if all.len() > found.most || !all.iter().all(|site| found.sites.contains(site)) {
                    return None;
                }
                sites = all;
            }
        }
        let stock = Stock {
            root: self.term,
            vocabulary: self.vocabulary(),
            symbols: &self.rules.symbols,
            nodes: &self.nodes,
        };
        let entry = &self.rules.falsifications[rule];
        let mut edit = Edit {
            rule,
            sites,
            found: found.found.clone(),
            holes: Vec::new(),
        };
        let before = atoms.symbols.len();
        for (_, hole) in &entry.holes {
            match stock.fill(hole, &edit, atoms, draws) {
                Some(fill) => edit.holes.push(fill),
                None => {
                    atoms.symbols.truncate(before);
                    return None;
                }
            }
        }
        let shape = &entry.rhs;
        let fits = |site: &Path, after: &Term| {
            let Some(node) = node_at(&self.nodes, site) else {
                return true;
            };
            let (known, vocabulary) = (self.atoms.symbols.len(), self.vocabulary());
            let whole = is_index(node, vocabulary);
            !is_within(node, vocabulary) || self.indices.admit(after, known, whole)
        };
        let changes = || {
            let Some(after) = result(self.term, &edit, shape, self.vocabulary()) else {
                return false;
            };
            let before = edit.sites.first().and_then(|site| at(self.term, site));
            Some(&after) != before && edit.sites.iter().all(|site| fits(site, &after))
        };
        if self.allowed(entry, &edit, atoms) && changes() {
            let made = match parallel {
                true => everywhere(edit, entry, self.term, self.vocabulary()),
                false => Parallel::Alone(edit),
            };
            let edits = match made {
                Parallel::Alone(edit) => vec![edit],
                Parallel::Everywhere(edits) => edits,
                Parallel::Broken => Vec::new(),
            };
            let rhs = |other: &Edit| &self.rules.falsifications[other.rule].rhs;
            let free = |own: &Edit| {
                let mut others = others.iter().flatten();
                others.all(|other| apart((own, shape), (other, rhs(other))))
            };
            if !edits.is_empty() && edits.iter().all(free) {
                return Some(edits);
            }
        }
        atoms.symbols.truncate(before);
        None
    }
}
