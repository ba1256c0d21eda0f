//! Rules at work: one on a whole equation, or several on the terms in it until fewer functions of
//! the unknown are left.

use super::equation::Open;
use super::reason::Reason;
use super::rule::Rule;
use super::search::{Roots, Search};
use super::sum::{Base, Sum};
use super::words::occurs;
use crate::falsify::{Bound, Edit, Fill, HeadShape, Match, Shape, apply, at, matches, result};
use crate::term::{Op, Term};
use num_rational::BigRational;
use num_traits::Signed;

/// How often an identity is used in one equation.
const USES: usize = 12;
/// How many identities are used one after the other.
const ROUNDS: usize = 3;
/// How many forms of an equation are looked at.
const FORMS: usize = 40;

impl Search<'_> {
    /// Solves an equation by the first rule that matches it and leads to an end.
    pub(super) fn by_rule(
        &mut self,
        written: &Term,
        depth: usize,
    ) -> Result<Option<Roots>, Reason> {
        let rules = self.rules;
        let mut refused = None;
        for rule in rules.iter().filter(|r| head(&r.lhs) == Some(written.op)) {
            let found = matches(
                &rule.lhs,
                rule.vars.len(),
                written,
                &[],
                self.words.vocabulary,
            );
            for found in found {
                let (steps, assumed) = (self.steps.len(), self.assumed.len());
                let Some(after) = self.rewritten(rule, written, &[], found) else {
                    self.assumed.truncate(assumed);
                    continue;
                };
                self.note(&format!("solve/{}", rule.id), written, &after);
                match self.relation(&after, depth + 1) {
                    Ok(roots) => return Ok(Some(roots)),
                    Err(reason) => {
                        refused = Some(reason);
                        self.steps.truncate(steps);
                        self.assumed.truncate(assumed);
                    }
                }
            }
        }
        match refused {
            Some(reason @ (Reason::TooLong | Reason::TooLarge)) => Err(reason),
            _ => Ok(None),
        }
    }

    /// What a rule makes of an equation, at each place and in each way.
    pub(super) fn everything(&mut self, rule: &Rule, relation: &Term) -> Vec<Term> {
        let mut sites = Vec::new();
        match head(&rule.lhs) {
            Some(op) if self.is_term(op) => places(relation, op, &mut Vec::new(), &mut sites),
            _ => sites.push(Vec::new()),
        }
        let mut results = Vec::new();
        let given = self.atoms.symbols.len();
        let mut most = (self.atoms.symbols.clone(), self.apart.clone());
        for site in sites {
            let vocabulary = self.words.vocabulary;
            for found in matches(&rule.lhs, rule.vars.len(), relation, &site, vocabulary) {
                // Each result begins anew with the first integer.
                self.atoms.symbols.truncate(given);
                self.apart.retain(|s| (*s as usize) < given);
                results.extend(self.rewritten(rule, relation, &site, found));
                if self.atoms.symbols.len() > most.0.len() {
                    most = (self.atoms.symbols.clone(), self.apart.clone());
                }
            }
        }
        (self.atoms.symbols, self.apart) = most;
        results
    }

    /// What a rule makes of a match, when its conditions hold.
    fn rewritten(&mut self, rule: &Rule, root: &Term, site: &[u16], found: Match) -> Option<Term> {
        if !self.fits(rule, root, &found) {
            return None;
        }
        let mut edit = Edit {
            rule: 0,
            sites: vec![site.to_vec()],
            found,
            holes: Vec::new(),
        };
        for condition in &rule.when {
            let statement = result(root, &edit, condition, self.words.vocabulary)?;
            // That there is no solution is not said of some values of the parameters.
            let never = self.words.vocabulary.find("false") == head(&rule.rhs);
            if never && self.decided(&statement) != Some(true) || !self.granted(&statement) {
                return None;
            }
        }
        for _ in &rule.integers {
            edit.holes.push(Fill::Term(self.integer()?));
        }
        if !site.is_empty() {
            return apply(root, &[(&edit, &rule.rhs)], self.words.vocabulary);
        }
        let after = result(root, &edit, &rule.rhs, self.words.vocabulary)?;
        Some(self.tidied(&after))
    }

    /// Whether the unknown occurs where it must and nowhere else.
    fn fits(&self, rule: &Rule, root: &Term, found: &Match) -> bool {
        found.bound.iter().enumerate().all(|(var, bound)| {
            let var = var as u8;
            let holds = |path: &Vec<u16>| at(root, path).is_some_and(|t| occurs(t, self.unknown()));
            match bound {
                Bound::One(path) => {
                    rule.maybe.contains(&var) || holds(path) == rule.unknown.contains(&var)
                }
                Bound::Rest(_) | Bound::Free | Bound::Head(_) => true,
            }
        })
    }

    /// The sides of relations in which the unknown does not occur, as they are written by hand.
    fn tidied(&mut self, term: &Term) -> Term {
        if self.words.name(term) == "or" {
            let mut parts: Vec<Term> = term.args.iter().map(|part| self.tidied(part)).collect();
            // Zero has one root of either sign.
            parts.dedup();
            return match &parts[..] {
                [only] => only.clone(),
                _ => self.words.node(term.op, parts),
            };
        }
        let mut sides = Vec::new();
        for side in &term.args {
            let value = (!occurs(side, self.unknown())).then(|| self.reduce(side));
            sides.push(match value {
                Some(Ok(value)) => self.term(&value),
                _ => side.clone(),
            });
        }
        Term::new(term.op, sides)
    }

    /// Uses identities until fewer functions of the unknown are left, or a factor of all terms.
    pub(super) fn by_identities(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let rules: Vec<&Rule> = self
            .rules
            .iter()
            .filter(|r| head(&r.lhs).is_some_and(|op| self.is_term(op)))
            .collect();
        let mut forms: Vec<(Sum, Vec<(String, Term)>)> = vec![(open.sum.clone(), Vec::new())];
        let mut from = 0;
        for _ in 0..ROUNDS {
            let upto = forms.len();
            for place in from..upto {
                for rule in &rules {
                    let (form, way) = forms[place].clone();
                    let Some(next) = self.everywhere(rule, &form) else {
                        continue;
                    };
                    if forms.iter().any(|(known, _)| *known == next) {
                        continue;
                    }
                    let mut way = way;
                    way.push((format!("solve/{}", rule.id), self.vanishing(&next)));
                    if self.is_simpler(&next, open.bases.len()) {
                        let mut before = open.written.clone();
                        for (rule, after) in way {
                            self.note(&rule, &before, &after);
                            before = after;
                        }
                        return self
                            .collected_or_constant(&next, &before, open.depth + 1)
                            .map(Some);
                    }
                    forms.push((next, way));
                    if forms.len() > FORMS {
                        return Ok(None);
                    }
                }
            }
            from = upto;
        }
        Ok(None)
    }

    fn collected_or_constant(
        &mut self,
        sum: &Sum,
        written: &Term,
        depth: usize,
    ) -> Result<Roots, Reason> {
        if sum.holds(self.unknown()) {
            self.collected(sum, written, depth)
        } else {
            let zero = self.words.zero();
            let side = self.term(sum);
            self.equation(&side, &zero, depth)
        }
    }

    fn is_term(&self, op: Op) -> bool {
        let operator = self.words.vocabulary.operator(op);
        operator.is_some_and(|o| !o.has_tag("relation") && o.name != "or")
    }

    /// Whether fewer functions of the unknown are left, or all terms have a factor.
    fn is_simpler(&self, sum: &Sum, bases: usize) -> bool {
        let left = sum.bases(self.unknown());
        let shared = |base: &Base| {
            let least = sum.0.keys().map(|p| p.exponent(base)).min();
            least.is_some_and(|e: BigRational| e.is_positive())
        };
        left.len() < bases || left.iter().any(shared)
    }

    /// An identity at all places of a sum.
    fn everywhere(&mut self, rule: &Rule, sum: &Sum) -> Option<Sum> {
        let mut term = self.term(sum);
        let mut changed = false;
        for _ in 0..USES {
            let Some(next) = self.once(rule, &term) else {
                break;
            };
            term = next;
            changed = true;
        }
        let sum = changed.then(|| self.reduce(&term).ok()).flatten()?;
        Some(self.without_denominators(&sum).ok()?.unwrap_or(sum))
    }

    /// An identity at the first place where it matches.
    fn once(&mut self, rule: &Rule, term: &Term) -> Option<Term> {
        let wanted = head(&rule.lhs)?;
        let mut sites = Vec::new();
        places(term, wanted, &mut Vec::new(), &mut sites);
        for site in sites {
            let vocabulary = self.words.vocabulary;
            for found in matches(&rule.lhs, rule.vars.len(), term, &site, vocabulary) {
                let after = self.rewritten(rule, term, &site, found);
                if let Some(after) = after.filter(|after| after != term) {
                    return Some(after);
                }
            }
        }
        None
    }
}

/// The operator at the head of a shape.
fn head(shape: &Shape) -> Option<Op> {
    match shape {
        Shape::Node(HeadShape::Op(op), _) => Some(*op),
        _ => None,
    }
}

/// The places where an operator stands, outer ones first.
fn places(term: &Term, op: Op, path: &mut Vec<u16>, found: &mut Vec<Vec<u16>>) {
    if term.op == op {
        found.push(path.clone());
    }
    for (place, arg) in term.args.iter().enumerate() {
        path.push(place as u16);
        places(arg, op, path, found);
        path.pop();
    }
}
