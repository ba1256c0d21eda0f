//! Derivatives beside an equation of both letters: in `x^2 + y^2 = 25, \frac{dy}{dx} = -\frac{x}{y}` and
//! `x^2 + y^2 = 25 \Rightarrow \frac{d}{dx}(x^2 + y^2) = 0` the second letter depends on the first as the equation
//! says.

use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// The statement beside the equation differentiated, with derivatives of such letters as numbers of their own.
pub(super) fn meant(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let (operator, parts) = (name(term, vocabulary), &*term.args);
    let said: Vec<&Term> = match (operator, parts) {
        ("implies", [given, _]) => match name(given, vocabulary) {
            "comma" | "and" => given.args.iter().collect(),
            _ => vec![given],
        },
        ("comma" | "and", parts) => parts.iter().collect(),
        _ => return term.clone(),
    };
    let plain = |t: &&&Term| {
        let mut plain = name(t, vocabulary) == "eq" && t.args.len() == 2;
        t.walk(&mut |t| {
            plain &= !matches!(
                name(t, vocabulary),
                "diff"
                    | "pdiff"
                    | "prime"
                    | "differential"
                    | "call"
                    | "idx"
                    | "int"
                    | "dint"
                    | "intto"
            );
        });
        plain
    };
    let equations: Vec<&Term> = said.iter().filter(plain).copied().collect();
    let Some((moving, dependent)) = depending(term, &equations, atoms, vocabulary) else {
        return term.clone();
    };
    let mut slopes = Vec::new();
    for letter in &dependent {
        let names = [*letter, moving].map(|s| atoms.symbols[s as usize].name.clone());
        let slope = atoms.called(&format!("d {}/d {}", names[0], names[1]), Kind::Num);
        slopes.push((*letter, Term::leaf(Op::symbol(slope))));
    }
    let along = Along {
        moving: Term::leaf(Op::symbol(moving)),
        slopes,
        vocabulary,
    };
    let mut added: Vec<Term> = Vec::new();
    for equation in &equations {
        let letters = occurs(equation);
        if letters.contains(&moving) && dependent.iter().any(|s| letters.contains(s)) {
            let sides = equation.args.iter().map(|side| along.slope(side)).collect();
            added.push(Term::new(equation.op, sides));
        }
    }
    let with = |parts: &[Term], added: Vec<Term>| {
        let parts = parts.iter().map(|p| along.replaced(p));
        node("and", parts.chain(added).collect(), vocabulary)
    };
    match (operator, parts) {
        ("implies", [given, conclusion]) => {
            let given = match name(given, vocabulary) {
                "comma" | "and" => with(&given.args, added),
                _ => with(std::slice::from_ref(given), added),
            };
            Term::new(term.op, vec![given, along.replaced(conclusion)])
        }
        _ => with(parts, added),
    }
}

/// The letter that is differentiated by, and those that depend on it by equations of both.
fn depending(
    term: &Term,
    equations: &[&Term],
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<(u32, BTreeSet<u32>)> {
    let (mut by, mut bodies, mut others) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
    let mut partial = false;
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("diff", [x, _, body]) => {
            by.insert(x.op);
            bodies.push(body.clone());
        }
        ("pdiff" | "prime" | "differential" | "int" | "dint" | "intto", _) => partial = true,
        ("call" | "idx", [head, ..]) => others.extend(head.op.as_symbol()),
        _ => {}
    });
    let [x] = by.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let moving = x.as_symbol().filter(|_| !partial)?;
    let number = |s: &u32| {
        let kind = atoms.symbols.get(*s as usize).map(|s| s.kind);
        matches!(kind, Some(Kind::Num | Kind::Any)) && !others.contains(s)
    };
    let related = |s: &u32| {
        // `y = x^2` says outright what is differentiated.
        let told = |e: &Term| e.args.iter().any(|side| side.op == Op::symbol(*s));
        let both = |e: &&Term| occurs(e).is_superset(&BTreeSet::from([*s, moving])) && !told(e);
        *s != moving && number(s) && equations.iter().any(both)
    };
    let mut found: BTreeSet<u32> = BTreeSet::new();
    for body in &bodies {
        match body.op.as_symbol().filter(|_| body.args.is_empty()) {
            Some(letter) => found.extend(Some(letter).filter(related)),
            // Of several letters some may be constants.
            None => {
                let letters: Vec<u32> = occurs(body).into_iter().filter(|s| *s != moving).collect();
                if let [only] = letters[..] {
                    found.extend(Some(only).filter(related));
                }
            }
        }
    }
    (!found.is_empty()).then_some((moving, found))
}

/// Derivatives along the curve of an equation.
struct Along<'v> {
    moving: Term,
    /// The letters that depend on what moves, with their derivatives.
    slopes: Vec<(u32, Term)>,
    vocabulary: &'v Vocabulary,
}

impl Along<'_> {
    /// The derivative of an expression, by the chain rule.
    fn slope(&self, of: &Term) -> Term {
        let one = || Term::leaf(Op::integer(1));
        let partial = |by: &Term| {
            node(
                "pdiff",
                vec![by.clone(), one(), of.clone()],
                self.vocabulary,
            )
        };
        let letters = occurs(of);
        let mut parts = vec![partial(&self.moving)];
        for (letter, slope) in self.slopes.iter().filter(|(s, _)| letters.contains(s)) {
            let by = Term::leaf(Op::symbol(*letter));
            parts.push(node(
                "mul",
                vec![partial(&by), slope.clone()],
                self.vocabulary,
            ));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => node("add", parts, self.vocabulary),
        }
    }

    /// A term with the derivatives in it taken along; those of higher orders are not known.
    fn replaced(&self, term: &Term) -> Term {
        term.map(&mut |t| {
            let ("diff", [x, order, body]) = (name(&t, self.vocabulary), &*t.args) else {
                return t;
            };
            let letters = occurs(body);
            if *x != self.moving || !self.slopes.iter().any(|(s, _)| letters.contains(s)) {
                return t;
            }
            let own = self.slopes.iter().find(|(s, _)| body.op == Op::symbol(*s));
            match (order.op.head(), own) {
                (Head::Integer(1), Some((_, slope))) => slope.clone(),
                (Head::Integer(1), None) => self.slope(body),
                _ => node("dots", Vec::new(), self.vocabulary),
            }
        })
    }
}
