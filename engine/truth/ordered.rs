//! Products that keep their order as products of matrices: of operators and kets, of what has an adjoint, of
//! members of groups, `(xy)^{-1} = y^{-1} x^{-1}`.

use std::collections::BTreeSet;

use super::extension::integer;
use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};

/// The term with products of numbers, matrices and vectors for those of operators and kets, `\hat{H}
/// |\psi\rangle`: capital letters are matrices there.
pub(super) fn of_kets(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let ket = |t: &Term| name(t, vocabulary) == "ket";
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("opmul", [factors @ .., last]) if ket(last) => {
            let mut product = last.clone();
            for factor in factors.iter().rev() {
                let large = factor.op.as_symbol().filter(|_| factor.args.is_empty());
                let large = large.and_then(|s| atoms.symbols.get_mut(s as usize));
                let large = large.filter(|s| {
                    s.kind == Kind::Mat
                        || matches!(s.kind, Kind::Any | Kind::Num)
                            && s.name.contains(|c: char| c.is_uppercase())
                });
                let operator = match large {
                    Some(symbol) => {
                        symbol.kind = Kind::Mat;
                        "matmul"
                    }
                    None => "mul",
                };
                product = node(operator, vec![factor.clone(), product], vocabulary);
            }
            product
        }
        _ => t,
    })
}

/// The term with products of matrices for those of capital letters that have an adjoint among them, `U^\dagger
/// H U`; what is set equal to one is a matrix.
pub(super) fn of_adjoints(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut found = false;
    let product = |t: &Term| matches!(name(t, vocabulary), "matmul" | "scale");
    let known = |t: &Term, atoms: &Atoms| {
        matrix(t, atoms, vocabulary).is_some_and(|s| atoms.symbols[s as usize].kind == Kind::Mat)
    };
    let term = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        // `T^* y` beside `Tx`
        ("opmul", [factor, vector])
            if name(factor, vocabulary) == "adjoint"
                && known(factor, atoms)
                && vector.args.is_empty()
                && matrix(vector, atoms, vocabulary).is_none() =>
        {
            node("matmul", t.args.to_vec(), vocabulary)
        }
        ("opmul", factors) if has_adjoint(factors, vocabulary) => {
            let number = |f: &&Term| integer(f, vocabulary).is_some();
            let (numbers, factors): (Vec<&Term>, Vec<&Term>) = factors.iter().partition(number);
            let letters: Option<Vec<u32>> = factors
                .iter()
                .map(|f| matrix(f, atoms, vocabulary))
                .collect();
            let Some(letters) = letters else {
                return t;
            };
            found = true;
            letters.into_iter().for_each(|s| set_matrix(s, atoms));
            let inverses = factors
                .iter()
                .map(|f| match (name(f, vocabulary), &*f.args) {
                    ("pow", [base, _]) => node("matinv", vec![base.clone()], vocabulary),
                    _ => (*f).clone(),
                });
            let product = node("matmul", inverses.collect(), vocabulary);
            numbers.into_iter().fold(product, |product, number| {
                node("scale", vec![number.clone(), product], vocabulary)
            })
        }
        _ => t,
    });
    if found && let ("eq", [a, b]) = (name(&term, vocabulary), &*term.args) {
        for (one, other) in [(a, b), (b, a)] {
            let base = match (name(one, vocabulary), &*one.args) {
                ("prime", [base, _]) => base,
                _ => one,
            };
            if product(other)
                && let Some(letter) = matrix(base, atoms, vocabulary)
            {
                set_matrix(letter, atoms);
            }
        }
    }
    term
}

fn has_adjoint(factors: &[Term], vocabulary: &Vocabulary) -> bool {
    factors.iter().any(|f| name(f, vocabulary) == "adjoint")
}

/// The capital letter of a matrix, its adjoint or its inverse.
fn matrix(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<u32> {
    match (name(term, vocabulary), &*term.args) {
        ("adjoint" | "matinv" | "transpose", [inner]) => matrix(inner, atoms, vocabulary),
        ("pow", [base, n]) if integer(n, vocabulary) == Some(-1) => matrix(base, atoms, vocabulary),
        (_, []) => {
            let letter = term.op.as_symbol()?;
            let known = atoms.symbols.get(letter as usize)?;
            let kinds = matches!(known.kind, Kind::Any | Kind::Num | Kind::Mat | Kind::Fn);
            let large = known.name.contains(|c: char| c.is_uppercase());
            (kinds && large && !known.protected).then_some(letter)
        }
        _ => None,
    }
}

fn set_matrix(letter: u32, atoms: &mut Atoms) {
    if let Some(symbol) = atoms.symbols.get_mut(letter as usize) {
        symbol.kind = Kind::Mat;
    }
}

/// The term with products of matrices for those of members of groups: where something is inverted and nothing
/// else is done than to multiply. What holds in all groups holds of matrices that can be inverted.
pub(super) fn of_groups(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut members = Members {
        letters: BTreeSet::new(),
        inverted: false,
        atoms,
        vocabulary,
    };
    if !members.said(term) || !members.inverted {
        return term.clone();
    }
    let letters = members.letters;
    for letter in &letters {
        set_matrix(*letter, atoms);
    }
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("opmul", factors) => node("matmul", factors.to_vec(), vocabulary),
        ("pow", [base, n]) => match integer(n, vocabulary) {
            Some(-1) => node("matinv", vec![base.clone()], vocabulary),
            _ => node("matpow", vec![base.clone(), n.clone()], vocabulary),
        },
        _ => t,
    })
}

/// The letters of a statement about members of groups.
struct Members<'a> {
    letters: BTreeSet<u32>,
    inverted: bool,
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
}

impl Members<'_> {
    /// Whether equations of products are all that is said.
    fn said(&mut self, term: &Term) -> bool {
        match (name(term, self.vocabulary), &*term.args) {
            ("eq" | "ne", sides) => sides.iter().all(|side| self.multiplied(side)),
            ("and" | "comma" | "implies" | "iff", parts) => parts.iter().all(|p| self.said(p)),
            ("chain", parts) => {
                let equal = |t: &Term| name(t, self.vocabulary) == "rel-eq";
                parts.iter().skip(1).step_by(2).all(equal)
                    && parts.iter().step_by(2).all(|side| self.multiplied(side))
            }
            _ => false,
        }
    }

    fn multiplied(&mut self, term: &Term) -> bool {
        match (name(term, self.vocabulary), &*term.args) {
            ("opmul", factors) => factors.iter().all(|f| self.multiplied(f)),
            ("pow", [base, n]) => {
                let power = integer(n, self.vocabulary);
                self.inverted |= power == Some(-1);
                power.is_some() && self.multiplied(base)
            }
            (_, []) => {
                let letter = term.op.as_symbol();
                let known = letter.and_then(|s| self.atoms.symbols.get(s as usize));
                let free = known.is_some_and(|s| {
                    !s.protected && matches!(s.kind, Kind::Any | Kind::Num | Kind::Mat | Kind::Fn)
                });
                self.letters.extend(letter);
                free
            }
            _ => false,
        }
    }
}
