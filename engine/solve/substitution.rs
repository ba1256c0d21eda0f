//! Systems of two equations of which one says what an unknown is: it is put into the other.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::search::{Search, Step};
use super::solution::{Set, Solution};
use super::words::{Words, occurs, symbols};
use crate::atoms::Atoms;
use crate::normal;
use crate::rules::RuleSet;
use crate::term::{Op, Term};

/// The most pairs of values.
const PAIRS: usize = 12;

/// Two equations for two unknowns.
pub(super) struct Substitution<'a> {
    pub(super) words: &'a Words<'a>,
    pub(super) rules: &'a RuleSet,
    pub(super) equations: &'a [(Term, Term)],
    pub(super) unknowns: [u32; 2],
    pub(super) atoms: Atoms,
    pub(super) steps: Vec<Step>,
}

impl Substitution<'_> {
    /// All pairs of values, in order.
    ///
    /// # Errors
    /// When no equation says what an unknown is, or what follows is not solved.
    pub(super) fn solve(&mut self) -> Result<Set, Reason> {
        let each: Vec<Term> = self
            .equations
            .iter()
            .map(|(a, b)| self.words.equal(a.clone(), b.clone()))
            .collect();
        let [first, second] = &each[..] else {
            return Err(Reason::NoMethod);
        };
        let known = |t: &Term| symbols(t).iter().all(|s| self.unknowns.contains(s));
        if !each.iter().all(known) {
            return Err(Reason::NoMethod);
        }
        // One value without conditions first, then any.
        let mut ways: Vec<(usize, Solution, &Term, &Term, usize)> = Vec::new();
        for (one, other) in [(first, second), (second, first)] {
            for place in 0..2 {
                if !occurs(one, self.unknowns[place]) {
                    continue;
                }
                if let Ok(found) = self.values(one, place)
                    && let Set::Points(values) = &found.set
                {
                    let cost = 4 * (values.len() - 1) + found.conditions.len();
                    ways.push((cost, found, one, other, place));
                }
            }
        }
        ways.sort_by_key(|way| way.0);
        let mut reason = Reason::NoMethod;
        for (_, found, one, other, place) in ways {
            let start = (self.atoms.clone(), self.steps.clone());
            match self.along(&found, one, other, place) {
                Ok(set) => return Ok(set),
                Err(why) => reason = why,
            }
            (self.atoms, self.steps) = start;
        }
        Err(reason)
    }

    /// The values of the unknown of this place in an equation.
    fn values(&self, equation: &Term, place: usize) -> Result<Solution, Reason> {
        let name = self.atoms.symbols[self.unknowns[place] as usize]
            .name
            .clone();
        let bare = |(a, b): (&Term, &Term)| {
            a.op == Op::symbol(self.unknowns[place]) && !occurs(b, self.unknowns[place])
        };
        let [left, right] = &*equation.args else {
            return Err(Reason::NoMethod);
        };
        // What says so already needs no solving.
        for (own, value) in [(left, right), (right, left)] {
            if bare((own, value)) {
                return Ok(Solution {
                    unknowns: vec![own.clone()],
                    set: Set::Points(vec![value.clone()]),
                    conditions: Vec::new(),
                    extraneous: Vec::new(),
                    steps: Vec::new(),
                    atoms: self.atoms.clone(),
                    given: self.atoms.symbols.len(),
                });
            }
        }
        super::one_reading(equation, &self.atoms, self.rules, Some(&name))
    }

    /// Goes on with the values that one equation gives an unknown.
    fn along(
        &mut self,
        found: &Solution,
        one: &Term,
        other: &Term,
        place: usize,
    ) -> Result<Set, Reason> {
        let (unknown, rest) = (self.unknowns[place], self.unknowns[1 - place]);
        let Set::Points(values) = &found.set else {
            return Err(Reason::NoMethod);
        };
        self.atoms.clone_from(&found.atoms);
        self.steps.extend(found.steps.iter().cloned());
        let mut pairs: Vec<[Term; 2]> = Vec::new();
        for value in values {
            let put = normal::replace(other, Op::symbol(unknown), value);
            self.note(other, &put);
            for y in self.points(&put, 1 - place)? {
                let x = normal::replace(value, Op::symbol(rest), &y);
                pairs.push(self.pair(place, x, y));
            }
        }
        // Where a condition fails, what the equation says is looked at by itself.
        for condition in &found.conditions {
            match (self.words.name(condition), &*condition.args) {
                ("ne", [a, b]) => {
                    let apart = self.words.equal(a.clone(), b.clone());
                    for y in self.points(&apart, 1 - place)? {
                        let put = normal::replace(one, Op::symbol(rest), &y);
                        if occurs(&put, unknown) {
                            for x in self.points(&put, place)? {
                                pairs.push(self.pair(place, x, y.clone()));
                            }
                        } else if ground::truth_alone(self.words, &self.atoms, &put) != Truth::False
                            && ground::truth_alone(self.words, &self.atoms, &put)
                                != Truth::Undefined
                        {
                            return Err(Reason::Incomplete);
                        }
                    }
                }
                // Where it fails there is no real value.
                ("ge" | "gt", _) => {}
                _ => return Err(Reason::NoMethod),
            }
        }
        self.settled(pairs)
    }

    /// The values of an unknown in an equation with no other one.
    fn points(&mut self, equation: &Term, place: usize) -> Result<Vec<Term>, Reason> {
        if !occurs(equation, self.unknowns[place]) {
            return match ground::truth_alone(self.words, &self.atoms, equation) {
                Truth::False | Truth::Undefined => Ok(Vec::new()),
                _ => Err(Reason::NoFormula),
            };
        }
        let found = self.values(equation, place)?;
        if !found.conditions.is_empty() {
            return Err(Reason::NoMethod);
        }
        self.atoms.clone_from(&found.atoms);
        self.steps.extend(found.steps.iter().cloned());
        match found.set {
            Set::Empty => Ok(Vec::new()),
            Set::Points(values) => Ok(values),
            _ => Err(Reason::NoFormula),
        }
    }

    fn pair(&self, place: usize, own: Term, other: Term) -> [Term; 2] {
        match place {
            0 => [own, other],
            _ => [other, own],
        }
    }

    fn note(&mut self, before: &Term, after: &Term) {
        self.steps.push(Step {
            rule: "solve/substitute".to_owned(),
            before: before.clone(),
            after: after.clone(),
        });
    }

    /// Those pairs that make both equations true, each once, in order.
    fn settled(&mut self, pairs: Vec<[Term; 2]>) -> Result<Set, Reason> {
        let mut kept: Vec<([f64; 2], Vec<Term>)> = Vec::new();
        for pair in pairs {
            let pair = pair.map(|value| self.calculated(&value));
            let put = |t: &Term| {
                let first = normal::replace(t, Op::symbol(self.unknowns[0]), &pair[0]);
                normal::replace(&first, Op::symbol(self.unknowns[1]), &pair[1])
            };
            let mut holds = true;
            for (a, b) in self.equations {
                let said = self.words.equal(put(a), put(b));
                match ground::truth_alone(self.words, &self.atoms, &said) {
                    Truth::True => {}
                    Truth::False | Truth::Undefined => holds = false,
                    Truth::Unknown => return Err(Reason::NotVerified),
                }
            }
            if !holds {
                continue;
            }
            let near = |t: &Term| ground::near(self.words, &self.atoms, t);
            let (Some(x), Some(y)) = (near(&pair[0]), near(&pair[1])) else {
                return Err(Reason::NotVerified);
            };
            let same = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + a.abs());
            if !kept.iter().any(|(p, _)| same(p[0], x) && same(p[1], y)) {
                kept.push(([x, y], pair.to_vec()));
            }
        }
        if kept.len() > PAIRS {
            return Err(Reason::TooLong);
        }
        kept.sort_by(|(p, _), (q, _)| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        let mut pairs: Vec<Vec<Term>> = kept.into_iter().map(|(_, pair)| pair).collect();
        Ok(match pairs.len() {
            0 => Set::Empty,
            1 => Set::Tuple(pairs.remove(0)),
            _ => Set::Tuples(pairs),
        })
    }

    /// The value of a number, as it is written by hand.
    fn calculated(&mut self, value: &Term) -> Term {
        let atoms = self.atoms.clone();
        let mut search = Search::new(self.words, &[], atoms, self.unknowns[0]);
        let Ok(sum) = search.reduce(value) else {
            return value.clone();
        };
        let plain = search.term(&sum);
        self.atoms = search.atoms;
        plain
    }
}
