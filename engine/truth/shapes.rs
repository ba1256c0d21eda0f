//! Functions of simple shapes among the generic ones, which all have zeros, no bounds and no symmetry:
//! what is said of every function has to hold for constants, parabolas, even and odd functions too.

use super::form::{hypothesis, name};
use super::points::Style;
use super::quantify::has_quantifiers;
use super::sample::Sampler;
use crate::eval::{Function, Point, Smooth, Value};
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The functions of a term that are inverted somewhere: they have to take every value once.
pub(super) fn inverted(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("finv", [function]) = (name(t, vocabulary), &*t.args)
            && let Head::Symbol(symbol) = function.op.head()
        {
            found.insert(symbol);
        }
    });
    found
}

impl Sampler<'_> {
    /// Gives the functions of some points a simple shape.
    pub(super) fn shape(&self, i: u64, point: &mut Point) {
        let hypothesis = hypothesis(&self.form.body, self.vocabulary);
        // Hypotheses about all places hold of hardly any generic function.
        let asked = hypothesis.is_some_and(|h| has_quantifiers(h, self.vocabulary));
        if !asked && !matches!(Self::style(i), Style::Alike | Style::Bounds) {
            return;
        }
        let mut shaped = false;
        for symbol in &self.form.symbols {
            if self.inverted.contains(symbol) {
                continue;
            }
            if let Some(Value::Function(Function::Smooth(f))) = point.values.get_mut(symbol) {
                let key = self.key.named("shape").at(u64::from(*symbol));
                *f = Arc::new(Smooth::simple(&mut key.at(i).draws()));
                shaped = true;
            }
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
