//! Functions of simple shapes among the generic ones, which all have zeros, no bounds and no symmetry:
//! what is said of every function has to hold for constants, parabolas, even and odd functions too.

use super::form::{hypothesis, name};
use super::points::Style;
use super::quantify::has_quantifiers;
use super::sample::Sampler;
use crate::eval::{Break, Function, Number, Point, Smooth, Value};
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The functions of a term that are inverted somewhere: they have to take every value once.
pub(super) fn inverted(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("finv", [function]) = (name(t, vocabulary), &*t.args) {
            // A composition is inverted where each of its functions is.
            let each = match name(function, vocabulary) {
                "compose" => &*function.args,
                _ => std::slice::from_ref(function),
            };
            found.extend(each.iter().filter_map(|f| f.op.as_symbol()));
        }
    });
    found
}

/// The places of limits, where functions may break; none where slopes or areas are spoken of, which
/// makes functions continuous.
pub(super) fn breaks(term: &Term, vocabulary: &Vocabulary) -> Vec<Term> {
    let mut places = Vec::new();
    term.walk(&mut |t| {
        if let ("lim" | "limleft" | "limright", [_, place, ..]) = (name(t, vocabulary), &*t.args) {
            places.push(place.clone());
        }
    });
    if is_smooth(term, vocabulary) {
        places.clear();
    }
    places
}

/// Whether slopes or areas are spoken of, which makes functions continuous.
fn is_smooth(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut smooth = false;
    term.walk(&mut |t| {
        smooth |= matches!(
            name(t, vocabulary),
            "prime"
                | "diff"
                | "pdiff"
                | "grad"
                | "gradby"
                | "hessian"
                | "laplacian"
                | "int"
                | "dint"
                | "integral"
                | "dintegral"
                | "intmany"
                | "dintmany"
                | "intby"
                | "intover"
                | "intto"
        );
    });
    smooth
}

/// Whether a function of which nothing is known is taken at a limit: that of its own values is the
/// same where it is continuous, as all functions are that are tried there, and only there.
pub(super) fn draws_in(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        found |= matches!((name(t, vocabulary), &*t.args), ("call", [f, inner])
            if matches!(f.op.head(), Head::Symbol(_))
                && matches!(name(inner, vocabulary), "lim" | "limleft" | "limright"));
    });
    found && !is_smooth(term, vocabulary)
}

/// A break at a place, of each sort in turn: a jump, a value of its own, both.
fn broken(turn: usize, at: Number) -> Break {
    let (there, beyond) = [(0, 1), (1, 0), (2, 1)][(turn + turn / 3) % 3];
    Break {
        at,
        there: Number::integer(there),
        beyond: Number::integer(beyond),
    }
}

impl Sampler<'_> {
    /// A place at which functions break.
    fn breaking(&self, turn: usize, point: &Point) -> Option<Number> {
        let place = self.breaks.get(turn % self.breaks.len().max(1))?;
        match self.value(place, point) {
            Value::Number(n) => Some(n),
            _ => None,
        }
    }

    /// Gives the functions of some points a simple shape, or a place at which they break.
    pub(super) fn shape(&self, i: u64, point: &mut Point) {
        let hypothesis = hypothesis(&self.form.body, self.vocabulary);
        // Hypotheses about all places hold of hardly any generic function.
        let asked = hypothesis.is_some_and(|h| has_quantifiers(h, self.vocabulary));
        let style = Self::style(i);
        let place = match style {
            Style::Alike | Style::Small | Style::Near => self.breaking(Self::turn(i), point),
            _ => None,
        };
        if place.is_none() && !asked && !matches!(style, Style::Alike | Style::Bounds) {
            return;
        }
        let turn = Self::turn(i) + usize::from(style == Style::Alike) * (Smooth::SHAPES / 2);
        let key = self.key.named("shape").at(i);
        let (mut count, mut shaped) = (0, false);
        for symbol in self
            .form
            .symbols
            .iter()
            .filter(|s| !self.inverted.contains(s))
        {
            let Some(Value::Function(function)) = point.values.get_mut(symbol) else {
                continue;
            };
            let Function::Smooth(smooth) = function else {
                continue;
            };
            if let Some(place) = &place {
                let broken = broken(Self::turn(i), place.clone());
                *function = Function::Broken(smooth.clone(), Arc::new(broken));
            } else {
                let mut draws = key.at(u64::from(*symbol)).draws();
                *smooth = Arc::new(Smooth::simple(turn + 2 * count, &mut draws));
            }
            (count, shaped) = (count + 1, true);
        }
        if shaped {
            point.antiderivatives(&self.form.atoms);
        }
    }
}

/// Whether what is said is the same for all values of these symbols at a point: they stand nowhere
/// but in the arguments of constant functions.
pub(super) fn is_same_for_all(
    said: &Term,
    symbols: &BTreeSet<u32>,
    point: &Point,
    vocabulary: &Vocabulary,
) -> bool {
    if let Head::Symbol(symbol) = said.op.head() {
        return !symbols.contains(&symbol);
    }
    let constant = |head: &Term| {
        let head = match (name(head, vocabulary), &*head.args) {
            ("prime", [function, _]) => function,
            _ => head,
        };
        match head.op.head() {
            Head::Symbol(s) => match point.values.get(&s) {
                Some(Value::Function(Function::Smooth(f))) => f.is_constant(),
                _ => false,
            },
            _ => false,
        }
    };
    if let ("call", [head, _]) = (name(said, vocabulary), &*said.args)
        && constant(head)
    {
        return true;
    }
    let same = |t: &Term| is_same_for_all(t, symbols, point, vocabulary);
    said.args.iter().all(same)
}
