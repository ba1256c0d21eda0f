//! Values of a homomorphism that are said to be zero, `\varphi(a + b) = \varphi(a) + \varphi(b) = 0`: so are those of all
//! that is made of the same elements.

use super::extension::integer;
use super::form::name;
use super::solve::occurs;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// What a source says of sums or products.
struct Law {
    map: Op,
    /// What is added or multiplied; of products it is not said which factor it is that makes them vanish.
    elements: BTreeSet<u32>,
    product: bool,
}

/// The source itself, where all that a candidate says to be zero is so with it.
pub(super) fn meant(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let law = law(source, vocabulary)?;
    let sides = sides(term, vocabulary)?;
    sides
        .iter()
        .all(|side| law.vanishes(side, vocabulary))
        .then(|| source.clone())
}

/// The sides of an equation, or of a chain of equations.
fn sides<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<Vec<&'t Term>> {
    match name(term, vocabulary) {
        "eq" => Some(term.args.iter().collect()),
        "chain" => {
            let mut signs = term.args.iter().skip(1).step_by(2);
            let equal = signs.all(|sign| name(sign, vocabulary) == "rel-eq");
            equal.then(|| term.args.iter().step_by(2).collect())
        }
        _ => None,
    }
}

fn law(source: &Term, vocabulary: &Vocabulary) -> Option<Law> {
    let sides = sides(source, vocabulary)?;
    if sides.len() < 3
        || !sides
            .iter()
            .any(|side| integer(side, vocabulary) == Some(0))
    {
        return None;
    }
    let value = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("call", [map, of]) if map.op.as_symbol().is_some() => Some((map.op, of.clone())),
        _ => None,
    };
    let kind = |t: &Term| match name(t, vocabulary) {
        "add" => Some(false),
        "mul" | "opmul" => Some(true),
        _ => None,
    };
    sides.iter().find_map(|side| {
        let (map, of) = value(side)?;
        let product = kind(&of)?;
        let element = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
        let elements: Option<BTreeSet<u32>> = of.args.iter().map(element).collect();
        let apart = |t: &&&Term| {
            kind(t) == Some(product)
                && t.args.len() == of.args.len()
                && t.args.iter().zip(of.args.iter()).all(|(part, element)| {
                    value(part).is_some_and(|(own, of)| own == map && of == *element)
                })
        };
        sides.iter().find(apart)?;
        Some(Law {
            map,
            elements: elements?,
            product,
        })
    })
}

impl Law {
    fn vanishes(&self, term: &Term, vocabulary: &Vocabulary) -> bool {
        match (name(term, vocabulary), &*term.args) {
            ("call", [map, of]) => map.op == self.map && self.is_made(of, vocabulary),
            ("neg", [of]) => self.vanishes(of, vocabulary),
            ("div", [of, by]) => occurs(by).is_empty() && self.vanishes(of, vocabulary),
            ("add", parts) => parts.iter().all(|part| self.vanishes(part, vocabulary)),
            ("mul" | "opmul" | "scale", factors) => {
                factors.iter().any(|f| self.vanishes(f, vocabulary))
            }
            _ => integer(term, vocabulary) == Some(0),
        }
    }

    /// Whether something is made of the elements by numbers, or in products by anything.
    fn is_made(&self, of: &Term, vocabulary: &Vocabulary) -> bool {
        let made = |t: &Term| self.is_made(t, vocabulary);
        match (name(of, vocabulary), &*of.args) {
            ("neg", [of]) => made(of),
            ("mul" | "opmul" | "scale", factors) => {
                let number = |f: &Term| self.product || occurs(f).is_empty() || made(f);
                factors.iter().any(made) && factors.iter().all(number)
            }
            ("add", parts) => parts.iter().all(made),
            _ => {
                let element = of.op.as_symbol().filter(|_| of.args.is_empty());
                element.is_some_and(|s| self.elements.contains(&s))
            }
        }
    }
}
