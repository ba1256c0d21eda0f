//! Whether versions of a formula are at its points what the formula is there.

use super::check::simplest;
use super::form::{Form, name};
use super::gather::{Seen, gather};
use super::reason;
use super::sample::{Sampler, Truth};
use super::show::show;
use super::statement::and;
use super::verdict::Difference;
use super::world::{sides, witness};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Point, Value};
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Points of each sort that are kept.
const KEPT: usize = 5;

/// What versions of a formula are at its points.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// They are what the formula is, wherever both have a value.
    Agrees,
    /// They have a value at none of the points.
    Silent,
    /// They are something else at a point.
    Differs(Box<Difference>),
}

/// A formula with points and what it is there.
pub struct Verifier<'v> {
    vocabulary: &'v Vocabulary,
    form: Form,
    /// The leaves of the form, of which those of the formula are what they were read as.
    atoms: Atoms,
    key: Key,
    statement: bool,
    points: Vec<(Point, Found)>,
}

/// What a formula is at a point.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    Truth(Truth, bool),
    Value(Value, bool),
}

impl<'v> Verifier<'v> {
    /// Looks for points that tell something about a formula: where it is true and where it is false,
    /// or, when it is no statement, where it has a value.
    pub fn new(term: &Term, atoms: &Atoms, vocabulary: &'v Vocabulary, seed: u64) -> Self {
        Self::given(term, atoms, &[], vocabulary, seed)
    }

    /// The same for a formula of which more is known: statements over the same leaves hold at all of
    /// its points.
    pub fn given(
        term: &Term,
        atoms: &Atoms,
        given: &[Term],
        vocabulary: &'v Vocabulary,
        seed: u64,
    ) -> Self {
        let mut form = Form::of(term, atoms, vocabulary);
        form.assume(given, vocabulary);
        let mut told = form.atoms.clone();
        for (told, read) in told.symbols.iter_mut().zip(&atoms.symbols) {
            told.kind = read.kind;
        }
        let key = Key::seed(seed).named("verify");
        let statement = form.is_statement(vocabulary);
        let mut points = Vec::new();
        if reason::hopeless(&form, vocabulary).is_none() {
            let sampler = Sampler::new(&form, vocabulary, key);
            let seen = gather(&sampler, 40);
            if statement {
                for truth in [Truth::True, Truth::False] {
                    let mut sort: Vec<&Seen> = seen
                        .iter()
                        .filter(|s| s.relevant && s.truth == truth)
                        .collect();
                    sort.sort_by_key(|s| (!s.exact, !s.generic));
                    let found = sort.iter().take(KEPT);
                    points.extend(found.map(|s| (s.point.clone(), Found::Truth(truth, s.exact))));
                    if sort.len() > KEPT {
                        let simple = simplest(&sort[KEPT..]);
                        points.push((simple.point.clone(), Found::Truth(truth, simple.exact)));
                    }
                }
            } else {
                let values = seen
                    .iter()
                    .map(|s| (s, sampler.value(&form.body, &s.point)));
                let known = values.filter(|(_, v)| v.is_known()).take(2 * KEPT);
                points.extend(known.map(|(s, v)| (s.point.clone(), Found::Value(v, s.exact))));
            }
        }
        Self {
            vocabulary,
            form,
            atoms: told,
            key,
            statement,
            points,
        }
    }

    /// The leaves that versions are to be over.
    pub const fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// How many points tell something.
    pub const fn points(&self) -> usize {
        self.points.len()
    }

    /// Whether a version, over [`Verifier::atoms`] and more, is what the formula is at its points.
    /// Where only one of them has a value nothing is said, as rules hold wherever both sides do.
    pub fn agreement(&self, term: &Term, atoms: &Atoms) -> Agreement {
        let version = Form::of(term, atoms, self.vocabulary);
        // Points are about the first symbols of the version, which are those of the formula.
        let sampler = Sampler::new(&version, self.vocabulary, self.key);
        let mut loose = Vec::new();
        let mut silent = true;
        for (point, found) in &self.points {
            let (mine, exact, differs) = match found {
                Found::Truth(truth, exact) => {
                    let given = |premise: &Term| match sampler.truth(premise, point) {
                        Truth::Unknown if name(premise, self.vocabulary) == "in" => Truth::True,
                        other => other,
                    };
                    let holds = version.premises.iter().map(given).fold(Truth::True, and);
                    let other = match holds {
                        Truth::True => sampler.truth(&version.body, point),
                        // The formula speaks of this point and the version does not.
                        Truth::False => not(*truth),
                        other => other,
                    };
                    silent &= !decided(other);
                    (said(other), *exact, decided(other) && other != *truth)
                }
                Found::Value(value, exact) => {
                    let other = sampler.value(&version.body, point);
                    silent &= !other.is_known();
                    let differs = sampler.agree((&self.form.body, value), (&version.body, &other))
                        == Some(false);
                    (show(&other), *exact, differs)
                }
            };
            if !differs {
                continue;
            }
            let own = Sampler::new(&self.form, self.vocabulary, self.key);
            // Both are found again by another way before a row is blamed.
            let again = match found {
                Found::Truth(truth, _) => {
                    let version = sampler.strictly(|| sampler.truth(&version.body, point));
                    decided(version)
                        && version != *truth
                        && own.strictly(|| own.truth(&self.form.body, point)) == *truth
                }
                Found::Value(..) => sampler.confirms_apart(&self.form.body, &version.body, point),
            };
            if !again {
                continue;
            }
            let difference = Difference {
                witness: witness(&own, point, &self.form.body),
                first: match found {
                    Found::Truth(truth, _) => said(*truth),
                    Found::Value(value, _) => show(value),
                },
                second: mine,
                second_sides: if self.statement {
                    sides(&sampler, point, &version.body)
                } else {
                    Vec::new()
                },
                excluded: 1,
                ..Difference::default()
            };
            if exact || self.form.symbols.is_empty() {
                return Agreement::Differs(Box::new(difference));
            }
            loose.push(difference);
        }
        // Of points with errors one alone proves nothing.
        let enough = loose.len() >= 2;
        match loose.into_iter().next().filter(|_| enough) {
            Some(difference) => Agreement::Differs(Box::new(difference)),
            None if silent => Agreement::Silent,
            None => Agreement::Agrees,
        }
    }
}

const fn decided(truth: Truth) -> bool {
    matches!(truth, Truth::True | Truth::False)
}

const fn not(truth: Truth) -> Truth {
    match truth {
        Truth::True => Truth::False,
        _ => Truth::True,
    }
}

fn said(truth: Truth) -> String {
    match truth {
        Truth::True => "true",
        Truth::False => "false",
        Truth::Undefined => "undefined",
        Truth::Unknown => "unknown",
    }
    .to_owned()
}
