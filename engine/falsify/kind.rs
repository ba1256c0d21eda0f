//! What a part of a formula stands for, where its operators alone do not say it: products with
//! vectors, values of curves.

use crate::atoms::Atoms;
use crate::latex::is_bold;
use crate::term::{Head, Term};
use crate::vectors::is_vector;
use crate::vocabulary::{Kind, Vocabulary};

/// The kind of a term; that of a vector also where it is one by what stands in it.
pub(super) fn kind(vocabulary: &Vocabulary, term: &Term, atoms: &Atoms) -> Kind {
    let known = |t: &Term| is_known(vocabulary, t, atoms);
    match vocabulary.kind(term, atoms) {
        Kind::Any if is_sign(vocabulary, term) || is_place(vocabulary, term) => Kind::Text,
        Kind::Any | Kind::Num if is_image(vocabulary, term, atoms) => Kind::Set,
        Kind::Any | Kind::Num if is_vector(term, vocabulary, &known) => Kind::Vec,
        kind => kind,
    }
}

/// Whether a sign between the sides of a chain is meant, which stands for nothing by itself.
fn is_sign(vocabulary: &Vocabulary, term: &Term) -> bool {
    let operator = vocabulary
        .operator(term.op)
        .filter(|_| term.args.is_empty());
    operator.is_some_and(|o| o.name.starts_with("rel-"))
}

/// Whether a term is what an inverse makes of a set, `f^{-1}(A)`, or a function of that.
fn is_image(vocabulary: &Vocabulary, term: &Term, atoms: &Atoms) -> bool {
    let named = |t: &Term| vocabulary.name(t.op);
    let ("call", [head, arg]) = (named(term), &*term.args) else {
        return false;
    };
    let of_set = |t: &Term| match (named(t), &*t.args) {
        ("call", [_, arg]) => vocabulary.kind(arg, atoms) == Kind::Set,
        _ => false,
    };
    is_image(vocabulary, arg, atoms)
        || named(head) == "finv" && (vocabulary.kind(arg, atoms) == Kind::Set || of_set(arg))
}

/// Whether a term says where something is greatest or least: what is added to it would be taken for a part of that,
/// `\arg\min_x f(x) + 1`.
fn is_place(vocabulary: &Vocabulary, term: &Term) -> bool {
    let operator = vocabulary.operator(term.op);
    operator.is_some_and(|o| o.name.starts_with("argm"))
}

/// The kinds of the arguments of a term. An inverse is applied to a set where a set is made of what it is applied
/// to. Beside a vector `b_1` is a vector, and no entry of one, and so is `T(x)`
/// where it is equal to one or added; in a product `W_1` is a matrix, and what it stands before a vector.
pub(super) fn of_args(vocabulary: &Vocabulary, term: &Term, atoms: &Atoms) -> Vec<Kind> {
    let kinds = term.args.iter().map(|arg| kind(vocabulary, arg, atoms));
    let mut kinds: Vec<Kind> = kinds.collect();
    let operator = vocabulary.operator(term.op);
    if is_image(vocabulary, term, atoms)
        && let Some(arg) = kinds.get_mut(1)
    {
        *arg = Kind::Set;
    }
    if operator.is_some_and(|o| o.name == "matmul") {
        let last = kinds.len() - 1;
        for (place, kind) in kinds
            .iter_mut()
            .enumerate()
            .filter(|(_, k)| **k == Kind::Any)
        {
            *kind = if place < last { Kind::Mat } else { Kind::Vec };
        }
    }
    // What stands in an inner product is no number that may be added to it.
    if operator.is_some_and(|o| o.name == "inner") {
        let letter = |arg: &Term| matches!(arg.op.head(), Head::Symbol(_));
        let letters = kinds.iter_mut().zip(&*term.args);
        let unknown =
            letters.filter(|(kind, arg)| matches!(kind, Kind::Any | Kind::Num) && letter(arg));
        unknown.for_each(|(kind, _)| *kind = Kind::Vec);
    }
    let alike = operator.is_some_and(|o| o.name == "add" || o.has_tag("relation"));
    if alike && kinds.contains(&Kind::Vec) {
        let numbered = |arg: &Term| {
            let named = vocabulary.operator(arg.op).map(|o| o.name.as_str());
            match (named, &*arg.args) {
                (Some("idx"), [base, _]) => vocabulary.kind(base, atoms) == Kind::Vec,
                (Some("call"), _) => {
                    operator.is_some_and(|o| matches!(o.name.as_str(), "add" | "eq" | "ne"))
                }
                _ => false,
            }
        };
        for (kind, _) in kinds
            .iter_mut()
            .zip(&*term.args)
            .filter(|(_, arg)| numbered(arg))
        {
            *kind = Kind::Vec;
        }
    }
    kinds
}

/// Whether a term is a vector by its kind or by the letter that it begins with.
fn is_known(vocabulary: &Vocabulary, term: &Term, atoms: &Atoms) -> bool {
    let named = vocabulary.operator(term.op).map(|o| o.name.as_str());
    match (named.unwrap_or_default(), &*term.args) {
        ("call", [head, ..]) => is_curve(vocabulary, head, atoms),
        ("grad" | "curl" | "vecprod", _) => true,
        ("diff" | "pdiff" | "laplacian", [.., of]) => {
            is_vector(of, vocabulary, &|t: &Term| is_known(vocabulary, t, atoms))
        }
        // A matrix stands before vectors more often than before functions with matrices for values.
        ("matmul", [_, .., last])
            if vocabulary
                .operator(last.op)
                .is_some_and(|o| o.name == "call") =>
        {
            true
        }
        // The entries of a letter that is not bold are numbers.
        ("idx" | "numbered", [base, ..]) => match base.op.head() {
            Head::Symbol(symbol) => atoms
                .symbols
                .get(symbol as usize)
                .is_some_and(|s| s.kind == Kind::Vec && is_bold(&s.name)),
            _ => false,
        },
        _ => vocabulary.kind(term, atoms) == Kind::Vec || is_bold_zero(term, atoms),
    }
}

/// `\mathbf{0}`, which no number is added to even where the values of a function are numbers as far as is
/// known.
fn is_bold_zero(term: &Term, atoms: &Atoms) -> bool {
    let Head::Symbol(symbol) = term.op.head() else {
        return false;
    };
    let known = atoms.symbols.get(symbol as usize);
    known.is_some_and(|s| s.name.contains('0') && is_bold(&s.name))
}

/// Whether what is applied is written as a vector: `\vec{r}(t)`, `\vec{r}'(t)`.
fn is_curve(vocabulary: &Vocabulary, head: &Term, atoms: &Atoms) -> bool {
    match head.op.head() {
        Head::Symbol(symbol) => atoms
            .symbols
            .get(symbol as usize)
            .is_some_and(|s| is_bold(&s.name)),
        _ => {
            let derived = vocabulary
                .operator(head.op)
                .is_some_and(|o| o.name == "prime");
            derived
                && head
                    .args
                    .first()
                    .is_some_and(|f| is_curve(vocabulary, f, atoms))
        }
    }
}
