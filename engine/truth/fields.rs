//! Gradient, divergence, rotation and Laplacian, in Cartesian coordinates: fields become functions of
//! a place, and what `\nabla` does to them partial derivatives.

use super::form::{is_prop, name, node};
use crate::atoms::{Atoms, Shown, Symbol};
use crate::latex::COORDINATES;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The term in coordinates, when it speaks of fields and says nothing that coordinates cannot say;
/// otherwise as it is.
pub(super) fn placed(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut found = false;
    term.walk(&mut |t| found |= is_nabla(t, vocabulary));
    if !found {
        return term.clone();
    }
    let written = written_out(term, atoms, vocabulary);
    let term = written.as_ref().unwrap_or(term);
    let mut known = atoms.clone();
    let mut fields = Fields::of(term, &mut known, vocabulary);
    match fields.statement(term) {
        Some(said) => {
            *atoms = known;
            said
        }
        None => term.clone(),
    }
}

fn is_nabla(term: &Term, vocabulary: &Vocabulary) -> bool {
    matches!(
        name(term, vocabulary),
        "grad" | "divergence" | "curl" | "laplacian"
    )
}

/// The conclusion of an implication with what its hypothesis says that a field is, in the coordinates: `f(x, y) = x^2y
/// \Rightarrow \nabla f = (2xy, x^2)`, `F = (-y, x, 0) \Rightarrow \nabla \times F = (0, 0, 2)`.
fn written_out(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let ("implies", [hypothesis, conclusion]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let ("eq", [field, value]) = (name(hypothesis, vocabulary), &*hypothesis.args) else {
        return None;
    };
    let called = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.map(|s| s.name.as_str())
    };
    let letter = match (name(field, vocabulary), &*field.args) {
        ("call", [function, places @ ..]) => {
            let axes = places
                .iter()
                .map(called)
                .eq(COORDINATES[..places.len().min(3)]
                    .iter()
                    .map(|axis| Some(*axis)));
            (axes && places.len() > 1).then_some(function)?
        }
        (_, []) if matches!(name(value, vocabulary), "tuple" | "angled") => field,
        _ => return None,
    };
    letter.op.as_symbol()?;
    let is_field = |t: &Term| t == letter || t == field;
    let written = conclusion.map(
        &mut |t| match is_nabla(&t, vocabulary) && is_field(&t.args[0]) {
            true => Term::new(t.op, vec![value.clone()]),
            false => t,
        },
    );
    // What else is said of it is not at the coordinates.
    let mut left = written == *conclusion;
    for part in [&written, value] {
        part.walk(&mut |t| left |= t == letter);
    }
    (!left).then_some(written)
}

/// A comparison with gradients of functions at letters, `f(y) \ge f(x) + \nabla f(x)^T (y - x)`, along a line:
/// gradients are slopes there, and vectors numbers. What fails on a line is no law of spaces.
pub(super) fn along_a_line(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut plain = matches!(name(term, vocabulary), "lt" | "le" | "gt" | "ge");
    let mut places = BTreeSet::new();
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("grad", [of]) => match (name(of, vocabulary), &*of.args) {
            ("call", [function, place]) if function.op.as_symbol().is_some() => {
                plain &= place.op.as_symbol().is_some();
                places.extend(place.op.as_symbol());
            }
            _ => plain = false,
        },
        ("divergence" | "curl" | "laplacian" | "covariant" | "vecprod" | "tuple" | "matrix", _) => {
            plain = false;
        }
        (_, []) => {
            let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
            plain &= known.is_none_or(|s| s.kind != Kind::Mat);
        }
        _ => {}
    });
    if !plain || places.is_empty() {
        return term.clone();
    }
    for symbol in &mut atoms.symbols {
        if symbol.kind == Kind::Vec {
            symbol.kind = Kind::Num;
        }
    }
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("grad", [of]) => {
            let once = Term::leaf(Op::integer(1));
            let slope = node("prime", vec![of.args[0].clone(), once], vocabulary);
            node("call", vec![slope, of.args[1].clone()], vocabulary)
        }
        ("transpose", [of]) => of.clone(),
        ("matmul" | "scale" | "inner" | "dot", parts) => node("mul", parts.to_vec(), vocabulary),
        ("norm", [of]) => node("abs", vec![of.clone()], vocabulary),
        _ => t,
    })
}

/// Letters that stand for numbers beside fields and functions.
pub(super) const CONSTANTS: &[&str] = &[
    "a", "b", "c", "d", "k", "m", "n", "\\alpha", "\\beta", "\\gamma", "\\kappa", "\\lambda",
    "\\mu", "\\nu",
];

struct Fields<'a> {
    vocabulary: &'a Vocabulary,
    /// The coordinates.
    axes: Vec<Term>,
    /// Functions of the place that are numbers.
    scalars: BTreeSet<u32>,
    /// Functions of the place that are vectors, by their components.
    vectors: BTreeMap<u32, Vec<Term>>,
}

impl<'a> Fields<'a> {
    fn of(term: &Term, atoms: &mut Atoms, vocabulary: &'a Vocabulary) -> Self {
        let (mut inside, mut alone, mut plane) = (BTreeSet::new(), BTreeSet::new(), false);
        let (mut called, mut turned) = (BTreeSet::new(), BTreeSet::new());
        term.walk(&mut |t| {
            if let "divergence" | "curl" | "vecprod" = name(t, vocabulary) {
                turned.extend(t.args.iter().filter_map(|a| a.op.as_symbol()));
            }
        });
        term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
            ("grad" | "divergence" | "curl" | "laplacian", [of]) => {
                of.walk(&mut |t| inside.extend(t.op.as_symbol()));
                alone.extend(of.op.as_symbol());
            }
            ("tuple" | "angled", [_, _]) => plane = true,
            ("call", [head, ..]) => called.extend(head.op.as_symbol()),
            _ => {}
        });
        let written = COORDINATES.map(|axis| atoms.symbols.iter().position(|s| s.name == axis));
        let plane = plane && written[2].is_none();
        let mut axes = Vec::new();
        for (axis, place) in COORDINATES.iter().zip(written) {
            let place = place.unwrap_or_else(|| fresh(atoms, axis, Kind::Num));
            axes.push(Term::leaf(Op::symbol(place as u32)));
        }
        axes.truncate(if plane { 2 } else { 3 });
        let axis = |s: u32| axes.iter().any(|a| a.op == Op::symbol(s));
        let (mut scalars, mut vectors) = (BTreeSet::new(), BTreeMap::new());
        for symbol in inside {
            let Some(known) = atoms.symbols.get_mut(symbol as usize) else {
                continue;
            };
            let constant = CONSTANTS.contains(&known.name.as_str()) && !alone.contains(&symbol);
            if axis(symbol) || called.contains(&symbol) || constant {
                continue;
            }
            let bold = known.name.starts_with(r"\mathbf") || known.name.starts_with(r"\vec");
            let kind = match turned.contains(&symbol) || bold {
                true => Kind::Vec,
                false => known.kind,
            };
            match kind {
                Kind::Vec => {
                    let label = known.name.clone();
                    let components = (1..=axes.len()).map(|i| {
                        let function = fresh(atoms, &format!("{label}_{i}"), Kind::Fn);
                        at_place(function as u32, &axes, vocabulary)
                    });
                    vectors.insert(symbol, components.collect());
                }
                Kind::Num | Kind::Any | Kind::Fn => {
                    known.kind = Kind::Fn;
                    scalars.insert(symbol);
                }
                _ => {}
            }
        }
        Self {
            vocabulary,
            axes,
            scalars,
            vectors,
        }
    }

    /// A statement in coordinates: an equation of vectors holds for all components.
    fn statement(&mut self, term: &Term) -> Option<Term> {
        match (name(term, self.vocabulary), &*term.args) {
            ("eq" | "equiv", [a, b]) => self.equation(a, b),
            ("chain", sides) => {
                let equal = |s: &Term| name(s, self.vocabulary) == "rel-eq";
                if !sides.iter().skip(1).step_by(2).all(equal) {
                    return None;
                }
                let links = sides.windows(3).step_by(2);
                let links: Option<Vec<Term>> = links.map(|w| self.equation(&w[0], &w[2])).collect();
                Some(self.node("and", links?))
            }
            _ if is_prop(term, self.vocabulary) && !term.args.is_empty() => {
                let parts: Option<Vec<Term>> = term
                    .args
                    .iter()
                    .map(|a| match is_prop(a, self.vocabulary) {
                        true => self.statement(a),
                        false => self.scalar(a),
                    })
                    .collect();
                Some(Term::new(term.op, parts?))
            }
            _ => Some(term.clone()),
        }
    }

    fn equation(&mut self, a: &Term, b: &Term) -> Option<Term> {
        let zero = |t: &Term| t.op == Op::integer(0);
        if !self.is_vector(a) && !self.is_vector(b) {
            return Some(self.node("eq", vec![self.scalar(a)?, self.scalar(b)?]));
        }
        let side = |t: &Term| match zero(t) {
            true => Some(vec![Term::leaf(Op::integer(0)); self.axes.len()]),
            false => self.vector(t),
        };
        let (left, right) = (side(a)?, side(b)?);
        let equal = left.into_iter().zip(right);
        let equal = equal.map(|(x, y)| self.node("eq", vec![x, y])).collect();
        Some(self.node("and", equal))
    }

    fn is_vector(&self, term: &Term) -> bool {
        match (name(term, self.vocabulary), &*term.args) {
            ("grad" | "curl" | "vecprod" | "tuple" | "angled" | "scale", _) => true,
            ("laplacian" | "neg", [of]) => self.is_vector(of),
            ("change", [_, of]) => self.is_vector(of),
            ("div", [top, _]) => self.is_vector(top),
            ("add", parts) => parts.iter().any(|p| self.is_vector(p)),
            ("mul", parts) => parts.iter().filter(|p| self.is_vector(p)).count() % 2 == 1,
            _ => term
                .op
                .as_symbol()
                .is_some_and(|s| self.vectors.contains_key(&s)),
        }
    }

    /// The components of a vector.
    fn vector(&self, term: &Term) -> Option<Vec<Term>> {
        let each = |parts: &[Term], make: &dyn Fn(Vec<Term>) -> Term| {
            let parts: Option<Vec<Vec<Term>>> = parts.iter().map(|p| self.vector(p)).collect();
            let parts = parts?;
            let along = |i: usize| parts.iter().map(|p| p[i].clone()).collect();
            Some((0..self.axes.len()).map(|i| make(along(i))).collect())
        };
        match (name(term, self.vocabulary), &*term.args) {
            ("grad", [of]) => {
                let of = self.scalar(of)?;
                Some((0..self.axes.len()).map(|i| self.slope(i, &of)).collect())
            }
            ("curl", [of]) => {
                let of = self.vector(of).filter(|v| v.len() == 3)?;
                self.turned(|i, j| self.slope(i, &of[j]))
            }
            ("vecprod", [a, b]) => {
                let (a, b) = (self.vector(a)?, self.vector(b)?);
                self.turned(|i, j| self.node("mul", vec![a[i].clone(), b[j].clone()]))
            }
            ("laplacian", [of]) | ("change", [_, of]) => {
                let of = self.vector(of)?;
                Some(of.iter().map(|c| self.curvature(c)).collect())
            }
            ("tuple" | "angled", parts) if parts.len() == self.axes.len() => {
                parts.iter().map(|p| self.scalar(p)).collect()
            }
            ("add", parts) => each(parts, &|parts| self.node("add", parts)),
            ("neg", parts) => each(parts, &|parts| self.node("neg", parts)),
            ("div", [top, below]) => {
                let below = self.scalar(below)?;
                each(std::slice::from_ref(top), &|mut parts| {
                    parts.push(below.clone());
                    self.node("div", parts)
                })
            }
            ("mul" | "scale", parts) => {
                let (vectors, scalars): (Vec<&Term>, Vec<&Term>) =
                    parts.iter().partition(|p| self.is_vector(p));
                let [vector] = vectors[..] else { return None };
                let scalars: Option<Vec<Term>> = scalars.iter().map(|s| self.scalar(s)).collect();
                let scalars = scalars?;
                each(std::slice::from_ref(vector), &|mut parts| {
                    parts.extend(scalars.iter().cloned());
                    self.node("mul", parts)
                })
            }
            _ => self.vectors.get(&term.op.as_symbol()?).cloned(),
        }
    }

    /// What a number is at the place.
    fn scalar(&self, term: &Term) -> Option<Term> {
        if self.is_vector(term) {
            return None;
        }
        match (name(term, self.vocabulary), &*term.args) {
            ("divergence", [of]) => {
                let of = self.vector(of)?;
                let parts = of.iter().enumerate().map(|(i, c)| self.slope(i, c));
                Some(self.node("add", parts.collect()))
            }
            ("laplacian", [of]) | ("change", [_, of]) => Some(self.curvature(&self.scalar(of)?)),
            ("dot" | "inner" | "mul", parts) if parts.iter().any(|p| self.is_vector(p)) => {
                let (vectors, scalars): (Vec<&Term>, Vec<&Term>) =
                    parts.iter().partition(|p| self.is_vector(p));
                let [a, b] = vectors[..] else { return None };
                let (a, b) = (self.vector(a)?, self.vector(b)?);
                let products = a.into_iter().zip(b);
                let products = products.map(|(x, y)| self.node("mul", vec![x, y]));
                let product = self.node("add", products.collect());
                let scalars: Option<Vec<Term>> = scalars.iter().map(|s| self.scalar(s)).collect();
                let mut factors = scalars?;
                factors.push(product);
                Some(match &factors[..] {
                    [one] => one.clone(),
                    _ => self.node("mul", factors),
                })
            }
            ("call", [head, args @ ..]) => {
                let args: Option<Vec<Term>> = args.iter().map(|a| self.scalar(a)).collect();
                let mut all = vec![head.clone()];
                all.extend(args?);
                Some(Term::new(term.op, all))
            }
            _ if term.args.is_empty() => Some(match term.op.head() {
                Head::Symbol(s) if self.scalars.contains(&s) => {
                    at_place(s, &self.axes, self.vocabulary)
                }
                _ => term.clone(),
            }),
            _ => {
                let args: Option<Vec<Term>> = term.args.iter().map(|a| self.scalar(a)).collect();
                Some(Term::new(term.op, args?))
            }
        }
    }

    /// The three components of what turns: each the difference of two, of the other axes.
    fn turned(&self, part: impl Fn(usize, usize) -> Term) -> Option<Vec<Term>> {
        let component = |i: usize| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let back = self.node("neg", vec![part(k, j)]);
            self.node("add", vec![part(j, k), back])
        };
        (self.axes.len() == 3).then(|| (0..3).map(component).collect())
    }

    fn slope(&self, axis: usize, of: &Term) -> Term {
        let once = Term::leaf(Op::integer(1));
        self.node("pdiff", vec![self.axes[axis].clone(), once, of.clone()])
    }

    fn curvature(&self, of: &Term) -> Term {
        let twice = |axis: &Term| {
            let order = Term::leaf(Op::integer(2));
            self.node("pdiff", vec![axis.clone(), order, of.clone()])
        };
        self.node("add", self.axes.iter().map(twice).collect())
    }

    fn node(&self, op: &str, args: Vec<Term>) -> Term {
        node(op, args, self.vocabulary)
    }
}

fn at_place(function: u32, axes: &[Term], vocabulary: &Vocabulary) -> Term {
    let mut args = vec![Term::leaf(Op::symbol(function))];
    args.extend(axes.iter().cloned());
    node("call", args, vocabulary)
}

/// A symbol that the formula does not write.
fn fresh(atoms: &mut Atoms, name: &str, kind: Kind) -> usize {
    atoms.symbols.push(Symbol {
        name: name.to_owned(),
        kind,
        protected: false,
        shown: Shown::default(),
    });
    atoms.symbols.len() - 1
}
