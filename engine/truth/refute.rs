//! Whether a changed statement is false: points at which it says something else than its source,
//! whatever its symbols are called.

use super::check::{certain, judge};
use super::compare::{Settings, compare};
use super::form::Form;
use super::gather::{Seen, gather};
use super::pairing::{Map, pairings};
use super::reason;
use super::sample::{Sampler, Truth};
use super::verdict::{Comparison, Difference, Reason, Verdict, Witness};
use super::world::{World, sides, witness, witness_beside};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::Point;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// Points of the source that are kept: solutions of it.
const KEPT: usize = 24;
/// About how many points of a candidate are looked at, one stage after the other.
const STAGES: [usize; 3] = [6, 24, 64];
/// Steps after which a candidate is given up: there are others.
const EFFORT: u64 = 400_000;
/// More renamings than this are left to the general comparison.
const MAPS: usize = 720;

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Refutation {
    /// It says something else, shown at a point.
    Refuted(Box<Difference>),
    /// It says the same, or it holds as well.
    Equal(&'static str),
    /// Not known.
    Unknown(Reason),
}

/// A source, ready to have candidates compared with it.
pub struct Refuter<'v> {
    vocabulary: &'v Vocabulary,
    term: Term,
    form: Form,
    class: Class,
    /// Points at which the source is true, by the second way too.
    held: Vec<Seen>,
}

/// What the source is worth.
#[derive(Clone, Debug, PartialEq)]
enum Class {
    /// It holds wherever its hypotheses do: what does not is something else.
    Valid,
    /// It holds at some points.
    Contingent,
    /// An expression, or a statement that holds nowhere.
    Other,
    /// Nothing is known of it, so nothing can be told apart from it.
    Unknown(Reason),
}

const SEED: &str = "truth";

impl<'v> Refuter<'v> {
    /// Finds out what a source is worth.
    pub fn new(term: &Term, atoms: &Atoms, vocabulary: &'v Vocabulary) -> Self {
        let form = Form::of(term, atoms, vocabulary);
        let (mut held, mut class) = (Vec::new(), Class::Other);
        if let Some(reason) = reason::hopeless(&form, vocabulary) {
            class = Class::Unknown(reason);
        } else if form.is_statement(vocabulary) {
            let sampler = Sampler::new(&form, vocabulary, Key::seed(0).named(SEED));
            let mut seen = gather(&sampler, 64);
            class = match judge(&sampler, &seen) {
                Verdict::Valid { .. } => Class::Valid,
                Verdict::Contingent { .. } => Class::Contingent,
                Verdict::Undecided(reason) => Class::Unknown(reason),
                Verdict::Invalid { .. } | Verdict::NoStatement => Class::Other,
            };
            seen.retain(|s| s.relevant && s.truth == Truth::True);
            // Exact solutions alone show what they show.
            seen.sort_by_key(|s| !s.exact);
            seen.truncate(KEPT);
            if class == Class::Contingent {
                seen.retain(|s| sampler.confirms(&form.body, Truth::True, s));
            }
            held = seen;
        }
        Self {
            vocabulary,
            term: term.clone(),
            form,
            class,
            held,
        }
    }

    /// Why nothing can be told apart from the source, when that is so.
    pub const fn hopeless(&self) -> Option<&Reason> {
        match &self.class {
            Class::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// Looks for a point at which a candidate, over the leaves of the source and more, says
    /// something else than the source. Symbols are placeholders: every renaming is excluded.
    pub fn refute(&self, term: &Term, atoms: &Atoms) -> Refutation {
        if let Class::Unknown(reason) = &self.class {
            return Refutation::Unknown(reason.clone());
        }
        let form = Form::of(term, atoms, self.vocabulary);
        if let Some(reason) = reason::hopeless(&form, self.vocabulary) {
            return Refutation::Unknown(reason);
        }
        let statement = form.is_statement(self.vocabulary);
        match self.class {
            Class::Valid if statement => self.fails(&form, term, atoms),
            Class::Contingent if statement => self
                .excludes(&form)
                .map_or_else(|| self.compared(term, atoms), refuted),
            _ => self.compared(term, atoms),
        }
    }

    /// Whether a statement is the source under another order or other names; nothing is evaluated.
    pub fn restates(&self, term: &Term, atoms: &Atoms) -> bool {
        let settings = Settings { points: 0, seed: 0 };
        let (a, b) = ((&self.term, &self.form.atoms), (term, atoms));
        matches!(
            compare(a, b, self.vocabulary, settings),
            Comparison::Equivalent { .. }
        )
    }

    /// A point at which a candidate fails, where the source holds everywhere.
    fn fails(&self, form: &Form, term: &Term, atoms: &Atoms) -> Refutation {
        let sampler = Sampler::new(form, self.vocabulary, Key::seed(0).named(SEED));
        let mut last = Vec::new();
        for count in STAGES {
            if sampler.effort() > EFFORT {
                return Refutation::Unknown(Reason::plain("too-slow"));
            }
            let seen = gather(&sampler, count);
            let failed: Vec<&Seen> = seen
                .iter()
                .filter(|s| s.relevant && s.truth == Truth::False)
                .collect();
            if let Some(fails) = sampler.confirmed(&certain(failed), Truth::False) {
                return refuted(self.beside(&sampler, fails));
            }
            last = seen;
        }
        if let Some(nowhere) = self.nowhere(&sampler, &last) {
            return refuted(nowhere);
        }
        match judge(&sampler, &last) {
            Verdict::Valid { .. } => Refutation::Equal("it holds as well"),
            Verdict::Undecided(reason) => Refutation::Unknown(reason),
            Verdict::Invalid { fails, .. } | Verdict::Contingent { fails, .. } => {
                refuted(Difference {
                    witness: fails.clone(),
                    first: "true".to_owned(),
                    second: "false".to_owned(),
                    second_sides: fails.sides,
                    whatever: Some(EVERYWHERE),
                    ..Difference::default()
                })
            }
            Verdict::NoStatement => self.compared(term, atoms),
        }
    }

    /// A point that shows that a candidate has no value where its hypotheses hold, if it has none
    /// at any.
    fn nowhere(&self, sampler: &Sampler<'_>, seen: &[Seen]) -> Option<Difference> {
        let relevant: Vec<&Seen> = seen.iter().filter(|s| s.relevant).collect();
        let none = |s: &&Seen| s.truth == Truth::Undefined;
        let enough = if sampler.form.symbols.is_empty() {
            1
        } else {
            8
        };
        if relevant.len() < enough || !relevant.iter().all(none) {
            return None;
        }
        let sure = relevant
            .iter()
            .filter(|s| s.exact || sampler.form.symbols.is_empty())
            .take(3)
            .filter(|s| sampler.confirms(&sampler.form.body, Truth::Undefined, s));
        let sure: Vec<&&Seen> = sure.collect();
        (sure.len() >= enough.min(3)).then(|| Difference {
            second: "undefined".to_owned(),
            ..self.beside(sampler, sure[0])
        })
    }

    /// What the source is where a candidate fails.
    fn beside(&self, sampler: &Sampler<'_>, fails: &Seen) -> Difference {
        let found = witness(sampler, &fails.point, &sampler.form.body);
        let known =
            |s: &u32| fails.point.values.contains_key(s) && sampler.form.symbols.contains(s);
        let own = Form {
            atoms: sampler.form.atoms.clone(),
            ..self.form.clone()
        };
        let source = if self.shares(sampler.form) && self.form.symbols.iter().all(known) {
            let own = Sampler::new(&own, self.vocabulary, sampler.key);
            sides(&own, &fails.point, &self.form.body)
        } else {
            Vec::new()
        };
        Difference {
            witness: Witness {
                values: found.values,
                sides: source,
                point: found.point,
                approximate: found.approximate,
            },
            first: "true".to_owned(),
            second: "false".to_owned(),
            second_sides: found.sides,
            whatever: Some(EVERYWHERE),
            ..Difference::default()
        }
    }

    /// For every renaming a solution of the source that is none of the candidate; the one for the
    /// likeliest renaming. None when some renaming is left.
    fn excludes(&self, form: &Form) -> Option<Difference> {
        let key = Key::seed(0).named(SEED);
        if !self.shares(form) {
            return None;
        }
        let host = Form {
            atoms: form.atoms.clone(),
            ..self.form.clone()
        };
        let sampler = Sampler::new(&host, self.vocabulary, key);
        let guest = World::new(Sampler::new(form, self.vocabulary, key), 0);
        let pairs = {
            let own = World::new(Sampler::new(&host, self.vocabulary, key), 0);
            pairings(&own, &guest)
        };
        if !pairs.complete || pairs.maps.is_empty() || pairs.maps.len() > MAPS {
            return None;
        }
        let drawn = guest.sampler.draw(1);
        let held: Vec<Seen> = self
            .held
            .iter()
            .map(|s| Seen {
                point: widened(&s.point, &drawn, form, &self.form),
                ..*s
            })
            .collect();
        let world = World {
            sampler,
            seen: held,
            kinds: Vec::new(),
        };
        let (first, others) = pairs.maps.split_first()?;
        let found = self.excluded(&world, form, first)?;
        others
            .iter()
            .all(|map| differs(&world, &guest, form, map))
            .then_some(Difference {
                excluded: pairs.maps.len(),
                ..found
            })
    }

    /// Whether the leaves of the candidate are those of the source, then its own.
    fn shares(&self, form: &Form) -> bool {
        let own = &self.form.atoms;
        own.symbols.len() <= form.atoms.symbols.len()
            && own.literals.len() <= form.atoms.literals.len()
            && own.opaques.len() <= form.atoms.opaques.len()
            && own
                .symbols
                .iter()
                .zip(&form.atoms.symbols)
                .all(|(a, b)| a.name == b.name)
            && own
                .literals
                .iter()
                .zip(&form.atoms.literals)
                .all(|(a, b)| a.value == b.value)
    }

    /// A solution of the source that is none of the candidate under a renaming.
    fn excluded(&self, world: &World<'_>, form: &Form, map: &Map) -> Option<Difference> {
        let sampler = &world.sampler;
        let brought = renamed(&form.term, map);
        let mut loose: Vec<&Seen> = Vec::new();
        for seen in world
            .seen
            .iter()
            .filter(|s| world.suits(&s.point, form, map))
        {
            if sampler.truth(&brought, &seen.point) != Truth::False
                || !sampler.confirms(&brought, Truth::False, seen)
            {
                continue;
            }
            loose.push(seen);
            if seen.exact || loose.len() == 2 {
                break;
            }
        }
        let shown = match loose.as_slice() {
            [.., last] if last.exact => last,
            [first, _] => first,
            _ => return None,
        };
        let found = witness_beside(sampler, &shown.point, &sampler.form.body, &brought);
        Some(Difference {
            witness: found,
            first: "true".to_owned(),
            second: "false".to_owned(),
            second_sides: sides(sampler, &shown.point, &brought),
            of_first: true,
            bijection: map
                .iter()
                .map(|(b, a)| (self.symbol(form, *b), self.symbol(form, *a)))
                .collect(),
            ..Difference::default()
        })
    }

    fn symbol(&self, form: &Form, index: u32) -> String {
        let known = form.atoms.symbols.get(index as usize);
        known.map_or_else(String::new, |s| s.name.clone())
    }

    /// The general comparison.
    fn compared(&self, term: &Term, atoms: &Atoms) -> Refutation {
        let settings = Settings::default();
        let (a, b) = ((&self.term, &self.form.atoms), (term, atoms));
        match compare(a, b, self.vocabulary, settings) {
            Comparison::Different(found) if found.witness.values.is_empty() && !closed(&found) => {
                Refutation::Unknown(Reason::plain("nothing-tells"))
            }
            Comparison::Different(found) => Refutation::Refuted(found),
            Comparison::Equivalent { .. } => Refutation::Equal("it says the same"),
            Comparison::Alike { valid: true } => Refutation::Equal("it holds as well"),
            Comparison::Alike { valid: false } => Refutation::Equal("neither holds anywhere"),
            Comparison::Undecided(reason) => Refutation::Unknown(reason),
        }
    }
}

/// Whether solutions of the source are none of the candidate under a renaming: an exact one, or two.
fn differs(world: &World<'_>, guest: &World<'_>, form: &Form, map: &Map) -> bool {
    let mut found = 0;
    for seen in world
        .seen
        .iter()
        .filter(|s| world.suits(&s.point, form, map))
    {
        let mut point = seen.point.clone();
        for (own, theirs) in map {
            if let Some(value) = seen.point.values.get(theirs) {
                point.values.insert(*own, value.clone());
            }
        }
        if guest.sampler.truth(&form.term, &point) == Truth::False {
            found += if seen.exact { 2 } else { 1 };
        }
        if found >= 2 {
            return true;
        }
    }
    false
}

const EVERYWHERE: &str = "the first holds everywhere";

/// Whether a difference without symbols shows what the two are.
fn closed(found: &Difference) -> bool {
    !found.first.is_empty() && found.first != found.second
}

fn refuted(found: Difference) -> Refutation {
    Refutation::Refuted(Box::new(found))
}

/// A point of the source with values for the symbols that the candidate has besides.
fn widened(point: &Point, drawn: &Point, form: &Form, own: &Form) -> Point {
    let mut point = point.clone();
    for (place, kind) in drawn.kinds.iter().enumerate() {
        if place >= point.kinds.len() {
            point.kinds.push(*kind);
        }
    }
    for symbol in form.symbols.iter().filter(|s| !own.symbols.contains(s)) {
        if let Some(value) = drawn.values.get(symbol) {
            point.values.insert(*symbol, value.clone());
        }
        if let Some(kind) = drawn.kinds.get(*symbol as usize)
            && let Some(place) = point.kinds.get_mut(*symbol as usize)
        {
            *place = *kind;
        }
    }
    point
}

/// The term under pairs (from, to).
fn renamed(term: &Term, map: &[(u32, u32)]) -> Term {
    if map.iter().all(|(from, to)| from == to) {
        return term.clone();
    }
    term.map(&mut |t| {
        let to =
            t.op.as_symbol()
                .and_then(|i| map.iter().find(|(from, _)| *from == i));
        Term {
            op: to.map_or(t.op, |(_, to)| Op::symbol(*to)),
            args: t.args,
        }
    })
}
