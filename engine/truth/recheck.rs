//! A claim about two formulas at a point, checked again from what was written down of it.

use std::cell::OnceCell;
use std::sync::Arc;

use super::derived::{Derived, derived};
use super::form::Form;
use super::gather::Seen;
use super::sample::{Sampler, Truth};
use super::statement::and;
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Value, exact};
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// A point as it was written down.
pub struct Claim<'c> {
    /// The values of symbols, by their index in the atoms.
    pub values: &'c [(u32, Arc<str>)],
    /// The values of parts that are numbers of their own, by what they are called: `y''`, `s_0`.
    pub derived: &'c [(String, Arc<str>)],
    /// What the point leaves open besides: see [`crate::eval::exact::state`].
    pub state: Option<&'c str>,
}

/// What a formula is at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// True, and confirmed by the second way.
    True,
    /// False, and confirmed.
    False,
    /// The value of what is no statement, by bounds that can be argued.
    Value(Value),
    /// It has no value.
    Undefined,
    /// Not known, not confirmed, or the point cannot be made again.
    Unknown,
}

/// How carefully a point is looked at where a statement is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// By bounds, and with many digits.
    Twice,
    /// By bounds, where these are enough: for another form of a statement that was looked at twice.
    Bounds,
}

/// A formula that is ready to be evaluated at points that were written down.
pub struct Ready<'a> {
    term: Term,
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
    form: Form,
    parts: OnceCell<Vec<Derived>>,
}

impl<'a> Ready<'a> {
    /// Takes a formula apart.
    pub fn new(term: Term, atoms: &'a Atoms, vocabulary: &'a Vocabulary) -> Self {
        Self {
            form: Form::of_version(&term, atoms, vocabulary),
            term,
            atoms,
            vocabulary,
            parts: OnceCell::new(),
        }
    }

    /// The same; decimals in it stand for what is rounded to them, when they do in what it is a
    /// version of.
    #[must_use]
    pub const fn rounding(mut self, rounded: bool) -> Self {
        self.form.rounded = rounded;
        self
    }

    /// The leaves it is over.
    pub const fn atoms(&self) -> &'a Atoms {
        self.atoms
    }

    /// The parts of the formula that are numbers of their own.
    pub fn parts(&self) -> &[Derived] {
        let found = || derived(&self.term, self.atoms, &self.form.atoms, self.vocabulary);
        self.parts.get_or_init(found)
    }

    /// What the formula is at a point; a statement by two ways of evaluating that agree: with 80
    /// digits, or, where these find nothing, by bounds in floating point that are wide enough; its
    /// declarations and hypotheses have to hold there.
    pub fn at(&self, claim: &Claim<'_>, care: Care) -> Found {
        let Self {
            atoms,
            vocabulary,
            form,
            ..
        } = self;
        let mut sampler = Sampler::new(form, vocabulary, Key::seed(0).named("recheck"));
        sampler.bounded = true;
        let mut point = sampler.draw(0);
        if let Some(state) = claim.state
            && !exact::restore(&mut point, state)
        {
            return Found::Unknown;
        }
        let mut exactly = !claim.state.is_some_and(|state| state.contains('≈'));
        for (symbol, text) in claim.values {
            let Some(value) = exact::read(text) else {
                return Found::Unknown;
            };
            exactly &= !text.contains('≈');
            if let (Value::Function(_), Some(kind)) =
                (&value, point.kinds.get_mut(*symbol as usize))
            {
                *kind = crate::vocabulary::Kind::Fn;
            }
            point.values.insert(*symbol, value);
        }
        for (name, text) in claim.derived {
            let place = form.atoms.symbols.iter().skip(atoms.symbols.len());
            let Some(place) = place.clone().position(|s| s.name == *name) else {
                continue;
            };
            let Some(value) = exact::read(text) else {
                return Found::Unknown;
            };
            exactly &= !text.contains('≈');
            point
                .values
                .insert((atoms.symbols.len() + place) as u32, value);
        }
        point.moved = !exactly;
        let premise = |premise: &Term| match sampler.truth(premise, &point) {
            // A membership that is not evaluated says of what kind something is.
            Truth::Unknown if super::form::name(premise, vocabulary) == "in" => Truth::True,
            truth => truth,
        };
        let premises = form.premises.iter().map(premise).fold(Truth::True, and);
        if premises != Truth::True {
            return Found::Unknown;
        }
        if !form.is_statement(vocabulary) {
            // The value of an expression is that of the point alone.
            let stated = |symbol: u32| {
                let name = form.atoms.symbols.get(symbol as usize).map(|s| &s.name);
                claim.values.iter().any(|(given, _)| *given == symbol)
                    || claim.derived.iter().any(|(given, _)| Some(given) == name)
            };
            let number = |symbol: &u32| matches!(point.values.get(symbol), Some(Value::Number(_)));
            // `a_{b_1}`: what `b_1` is called is no index any more.
            let made = |t: &Term| matches!(t.op.head(), Head::Symbol(s) if s as usize >= atoms.symbols.len());
            let mut nested = false;
            form.body.walk(&mut |t| {
                let index = super::form::name(t, vocabulary) == "idx";
                nested |= index && t.args.iter().skip(1).any(made);
            });
            if nested || form.symbols.iter().any(|s| number(s) && !stated(*s)) {
                return Found::Unknown;
            }
            return match sampler.strictly(|| sampler.value(&form.body, &point)) {
                Value::Undefined => Found::Undefined,
                value if value.is_known() => Found::Value(value),
                _ => Found::Unknown,
            };
        }
        let truth = match sampler.first_truth(&form.body, &point) {
            Truth::Unknown => sampler.truth(&form.body, &point),
            truth => truth,
        };
        // What was solved for in floating point holds as nearly as that.
        let truth = match truth {
            Truth::Unknown | Truth::False if !exactly => {
                sampler.solved.set(true);
                let nearly = sampler.first_truth(&form.body, &point);
                sampler.solved.set(false);
                if nearly == Truth::True { nearly } else { truth }
            }
            truth => truth,
        };
        let seen = Seen {
            truth,
            point,
            relevant: true,
            generic: false,
            solved: false,
            exact: exactly,
        };
        match seen.truth {
            Truth::True if sampler.confirms(&form.body, Truth::True, &seen) => Found::True,
            Truth::False
                if care == Care::Bounds && sampler.confirms(&form.body, Truth::False, &seen) =>
            {
                Found::False
            }
            Truth::False => match sampler.strictly(|| sampler.truth(&form.body, &seen.point)) {
                Truth::True => Found::Unknown,
                // A point that is written exactly has no errors that could be taken for wider.
                Truth::False if exactly => Found::False,
                _ if sampler.confirms(&form.body, Truth::False, &seen) => Found::False,
                _ => Found::Unknown,
            },
            Truth::Undefined => Found::Undefined,
            _ => Found::Unknown,
        }
    }
}
