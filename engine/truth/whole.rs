//! Parts that are taken whole, as numbers or vectors of their own: information `I(X; Y)`, densities
//! `p(y | x)`, dimensions `\dim V`, degrees `[L : K]`, gradients `\nabla_\theta L`, sums over what is not
//! named `\sum_x p(x)`.
//!
//! What is written differently may have another value. Parts with numbers in them are not taken so where
//! numbers tell their value, as in `\dim \mathbb{R}^3`.

use std::collections::BTreeSet;

use super::concerns;
use super::extension::integer;
use super::form::name;
use super::parts::sets;
use super::solve::occurs;
use super::{spell, unvalued};
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::normal::canonical;
use crate::scope::is_closed;
use crate::term::{Head, Op, Term};
use crate::vectors::is_vector;
use crate::vocabulary::{Kind, Vocabulary};

/// Which parts are taken whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wholes {
    /// None.
    None,
    /// The values of functions that may be any.
    Placeholders,
    /// The one count that there is.
    Count,
    /// Others too, which have a meaning of their own.
    All,
}

/// A part that is taken whole.
pub(super) struct Taken {
    /// Its name.
    pub label: String,
    pub kind: Kind,
    /// The numbers that it may be, where it counts something or is a square.
    pub domain: Option<Domain>,
}

/// Whether something is said to be less or more than something, or another such thing: what stands below sums
/// only says what is added.
pub(super) fn is_unequal(term: &Term, vocabulary: &Vocabulary) -> bool {
    let said = match (name(term, vocabulary), &*term.args) {
        ("sumcond" | "prodcond", [_, _, of]) => std::slice::from_ref(of),
        // `X \le 3` is an event in `P(X \le 3) = 0.7`.
        ("prob" | "condprob", _) => &[],
        (_, parts) => parts,
    };
    concerns::is_unequal(term.op, vocabulary)
        || said.iter().any(|part| is_unequal(part, vocabulary))
}

/// Whether one thing alone is counted in a term, and what is counted stands nowhere else: nothing else is
/// known of the count than that it is one.
pub(super) fn counts_once(term: &Term, vocabulary: &Vocabulary) -> bool {
    fn look<'t>(
        term: &'t Term,
        vocabulary: &Vocabulary,
        counts: &mut Vec<&'t Term>,
        outside: &mut BTreeSet<u32>,
    ) {
        match name(term, vocabulary) {
            "dim" | "deg" | "indexof" | "braket" => counts.push(term),
            "card" if name(&term.args[0], vocabulary) == "call" => counts.push(term),
            "call"
                if term
                    .args
                    .last()
                    .is_some_and(|arg| is_divided(arg, vocabulary)) =>
            {
                counts.push(term);
            }
            _ => {
                outside.extend(term.op.as_symbol());
                for arg in term.args.iter() {
                    look(arg, vocabulary, counts, outside);
                }
            }
        }
    }
    let (mut counts, mut outside) = (Vec::new(), BTreeSet::new());
    look(term, vocabulary, &mut counts, &mut outside);
    let alike = counts.windows(2).all(|two| two[0] == two[1]);
    alike
        && counts
            .first()
            .is_some_and(|count| occurs(count).is_disjoint(&outside))
}

/// What a part is taken for; none when it is not taken whole.
pub(super) fn taken(
    term: &Term,
    atoms: &Atoms,
    (wholes, functionals): (Wholes, &BTreeSet<Op>),
    vocabulary: &Vocabulary,
) -> Option<Taken> {
    let mut least = None;
    let counts = |from: f64| {
        Some(Domain {
            low: Some((from, false)),
            ..Domain::of(Numbers::Natural)
        })
    };
    let all = wholes == Wholes::All;
    let kind = match (name(term, vocabulary), &*term.args) {
        ("call", [_, arg]) if is_divided(arg, vocabulary) && wholes != Wholes::None => Kind::Num,
        ("indexof", [_, _]) if all || wholes == Wholes::Count => {
            least = counts(1.0);
            Kind::Num
        }
        ("dim" | "deg", [space]) if all || wholes == Wholes::Count => {
            let tells =
                has_numbers(space) || space.args.is_empty() && space.op.as_symbol().is_none();
            (!tells).then_some(())?;
            least = counts(0.0);
            Kind::Num
        }
        // How many edges a graph has, `|E(G)|`, products two subgroups, `|HK|`, and cosets one, `|G/N|`.
        ("card", [of])
            if (all || wholes == Wholes::Count) && is_of_parts(of, atoms, vocabulary) =>
        {
            least = counts(0.0);
            Kind::Num
        }
        // The character of a representation: `\operatorname{tr}\rho(g)`.
        ("tr", [of]) if all && name(of, vocabulary) == "call" => Kind::Num,
        ("grad", [of]) if all && by_vector(of, atoms, vocabulary) => Kind::Vec,
        // The slope of a function of one number, as `\nabla L(\theta_t)` is beside `\theta_t`.
        ("grad", [of]) if all && by_letter(of, vocabulary) => Kind::Num,
        // A vector that is differentiated is no constant.
        ("diff" | "pdiff", [_, _, of])
            if (all || wholes == Wholes::Placeholders)
                && of.args.is_empty()
                && is_bold(of, atoms, vocabulary) =>
        {
            Kind::Vec
        }
        ("gradby", [by, _]) if all => match is_bold(by, atoms, vocabulary) {
            true => Kind::Vec,
            false => Kind::Num,
        },
        // `(f * g)(t)` beside the integral that it is.
        ("call", [head, ..]) if all && name(head, vocabulary) == "convolve" => Kind::Num,
        // `\widehat{f'}(\xi)`, `\mathcal{L}\{f'\}(s)`
        ("call", [head, _]) if all && is_transformed(head, atoms, vocabulary) => Kind::Num,
        // `\operatorname{Res}_{z = i} \frac{1}{z^2 + 1}`
        ("under", [_, _, _]) if all => Kind::Num,
        // A norm of a matrix that is told by its index.
        ("normp", [of, _]) if all && vocabulary.kind(of, atoms) == Kind::Mat => {
            least = Some(Domain {
                low: Some((0.0, false)),
                ..Domain::of(Numbers::Real)
            });
            Kind::Num
        }
        ("call", [head, ..]) if all && functionals.contains(&head.op) => Kind::Num,
        // What a function of sets is at one that is listed: `P(\{1, 2\})`.
        ("call", [_, set]) if all && is_listed(set, vocabulary) => Kind::Num,
        // `\frac{\partial f}{\partial x}(x_0, y_0)`
        ("call", [head, _, ..]) if all && is_slope(head, vocabulary) => Kind::Num,
        // An integral over what has a name alone, `\iint_D f(x, y) \,dx\,dy`.
        ("intmany", [_, over, _]) if all && over.op.as_symbol().is_some() => Kind::Num,
        // `\int_S f`, `\sum_S f`: no name is bound.
        ("limited", [.., of]) if all && is_summed(of, atoms, vocabulary) => Kind::Num,
        ("inner", [a, b]) if all && ![a, b].iter().any(|t| is_bold(t, atoms, vocabulary)) => {
            Kind::Num
        }
        ("braket", [a, between @ .., b])
            if (all || wholes == Wholes::Count)
                && ![a, b].iter().any(|t| is_bold(t, atoms, vocabulary)) =>
        {
            // What a vector is with itself is its square.
            let square = a == b && between.is_empty();
            least = square.then(|| Domain {
                low: Some((0.0, true)),
                ..Domain::of(Numbers::Real)
            });
            Kind::Num
        }
        ("ket", [_]) if all => Kind::Vec,
        // How much there is of something: `[\mathrm{H}^+]`.
        ("bracketed", [of]) if all && of.args.is_empty() => {
            least = Some(Domain {
                low: Some((0.0, true)),
                ..Domain::of(Numbers::Real)
            });
            Kind::Num
        }
        // The places of extremes that are not looked at in a few numbers.
        ("argmaxall" | "argminall", [_, _]) if all => Kind::Num,
        // The value of a state under what is done, `V^\pi(s)`.
        ("call", [head, ..]) if all && is_under(head, atoms, vocabulary) => Kind::Num,
        // The right side of `y'(t) = f(t, y)`, where the place of y is not said.
        ("call", [head, args @ ..])
            if all
                && args.len() > 1
                && head.op.as_symbol().is_some_and(|s| {
                    atoms.symbols.get(s as usize).is_some_and(|s| !s.protected)
                })
                && args
                    .iter()
                    .any(|a| a.args.is_empty() && is_function(a, atoms, vocabulary)) =>
        {
            Kind::Num
        }
        // Of a function that may be any it is not known that it vanishes far out.
        ("dint", [_, low, high, of])
            if all
                && [low, high].iter().any(|end| is_infinite(end, vocabulary))
                && has_values(of, vocabulary) =>
        {
            Kind::Num
        }
        // How far apart functions are, `\|f\|_{L^2}`.
        ("normp", [_, space])
            if all && !space.args.is_empty() && integer(space, vocabulary).is_none() =>
        {
            least = Some(Domain {
                low: Some((0.0, false)),
                ..Domain::of(Numbers::Real)
            });
            Kind::Num
        }
        ("sumin", [_, set, of])
            if all && is_endless(set, vocabulary) && has_values(of, vocabulary) =>
        {
            Kind::Num
        }
        // `\sup(A + B)`
        ("sup" | "inf", [set])
            if all && matches!(name(set, vocabulary), "add" | "mul" | "neg" | "scale") =>
        {
            Kind::Num
        }
        _ if all => told(term, vocabulary).or_else(|| unvalued::bound(term, vocabulary))?,
        _ => return None,
    };
    is_closed(term, vocabulary).then_some(())?;
    Some(Taken {
        label: label(term, atoms, vocabulary)?,
        kind,
        domain: least,
    })
}

/// The term with letters for what `\nabla` does to fields of which it is not known in what place they are,
/// and the names of these parts.
pub(super) fn of_fields(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let mut names = BTreeSet::new();
    let term = term.map(&mut |t| {
        let kind = match (name(&t, vocabulary), &*t.args) {
            ("grad" | "curl", [_]) => Kind::Vec,
            ("laplacian", [of]) if is_bold(of, atoms, vocabulary) => Kind::Vec,
            ("laplacian" | "divergence", [_]) | ("covariant", _) => Kind::Num,
            _ => return t,
        };
        let Some(label) = label(&t, atoms, vocabulary).filter(|_| is_closed(&t, vocabulary)) else {
            return t;
        };
        let symbol = atoms.called(&label, kind);
        names.insert(label);
        Term::leaf(Op::symbol(symbol))
    });
    (term, names)
}

/// Whether a set is one that belongs to something which is none, or is multiplied of sets.
fn is_of_parts(set: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let letter = |t: &Term| t.args.is_empty() && t.op.as_symbol().is_some();
    match (name(set, vocabulary), &*set.args) {
        ("call", [head, parts @ ..]) => {
            let of_sets = |t: &Term| vocabulary.kind(t, atoms) == Kind::Set;
            // `|E(K_n)|`
            let numbered = |t: &Term| name(t, vocabulary) == "idx" && t.args.iter().all(letter);
            let whole = |t: &Term| letter(t) || numbered(t);
            letter(head) && parts.iter().all(whole) && !parts.iter().any(of_sets)
        }
        ("opmul" | "quotient", parts) => parts.iter().all(letter),
        _ => false,
    }
}

fn is_function(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    vocabulary.kind(term, atoms) == Kind::Fn
}

/// Whether a set is listed by numbers.
fn is_listed(set: &Term, vocabulary: &Vocabulary) -> bool {
    name(set, vocabulary) == "set"
        && !set.args.is_empty()
        && set.args.iter().all(|m| integer(m, vocabulary).is_some())
}

/// The letters that are applied to nothing but functions, as `H` is in `H(p) = -\sum_x p(x) \log p(x)`:
/// their values are numbers.
pub(super) fn functionals(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> BTreeSet<Op> {
    let function = |t: &Term| vocabulary.kind(t, atoms) == Kind::Fn;
    let (mut of_functions, mut of_others) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| {
        if let ("call", [head, args @ ..]) = (name(t, vocabulary), &*t.args)
            && head.op.as_symbol().is_some()
        {
            match args.iter().all(function) {
                true => of_functions.insert(head.op),
                false => of_others.insert(head.op),
            };
        }
        // What is applied again is no number: `\mathcal{L}\{f'\}(s)`.
        if let ("call", [head, ..]) = (name(t, vocabulary), &*t.args)
            && let ("call", [by, ..]) = (name(head, vocabulary), &*head.args)
        {
            of_others.insert(by.op);
        }
    });
    &of_functions - &of_others
}

/// What a part stands for whose operator says that it is taken whole.
fn told(term: &Term, vocabulary: &Vocabulary) -> Option<Kind> {
    let operator = vocabulary.operator(term.op)?;
    // What stands between bars or semicolons is taken whole with the function before it.
    let whole = operator.has_tag("whole") && !operator.has_tag("divided");
    let result = operator.signatures.first().map(|s| s.result)?;
    match result {
        // What has a boundary is a set, whatever it is called.
        Kind::Any if whole && operator.name == "boundary" => Some(Kind::Set),
        Kind::Num | Kind::Any if whole => Some(Kind::Num),
        kind if whole => Some(kind),
        _ => None,
    }
}

/// Whether a set of numbers has no end.
fn is_endless(set: &Term, vocabulary: &Vocabulary) -> bool {
    matches!(name(set, vocabulary), "NN" | "ZZ")
}

/// The name of a family of values: `\mathrm{softmax}(z)` of `\mathrm{softmax}(z)_i`.
pub(super) fn family(head: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<String> {
    match (name(head, vocabulary), &*head.args) {
        ("call", [function, ..])
            if function.op.as_symbol().is_some() && is_closed(head, vocabulary) =>
        {
            label(head, atoms, vocabulary)
        }
        _ => None,
    }
}

/// The name of a part, the same in whatever order it is written.
pub(super) fn label(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<String> {
    spell::whole(&canonical(vocabulary, term), atoms, vocabulary)
}

/// Whether arguments have bars or semicolons between them.
fn is_divided(arg: &Term, vocabulary: &Vocabulary) -> bool {
    let operator = vocabulary.operator(arg.op);
    operator.is_some_and(|o| o.has_tag("divided"))
}

/// Whether a function of a vector is meant.
fn by_vector(of: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    match (name(of, vocabulary), &*of.args) {
        ("call", [_, arg]) => is_bold(arg, atoms, vocabulary),
        _ => false,
    }
}

/// Whether a function of one letter is meant.
fn by_letter(of: &Term, vocabulary: &Vocabulary) -> bool {
    let letter = |t: &Term| t.args.is_empty() && t.op.as_symbol().is_some();
    match (name(of, vocabulary), &*of.args) {
        ("call", [function, arg]) if letter(function) => {
            match (name(arg, vocabulary), &*arg.args) {
                ("idx", [base, _]) => letter(base),
                _ => letter(arg),
            }
        }
        _ => false,
    }
}

/// Whether a function of several numbers is meant that is differentiated.
fn is_slope(head: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(head, vocabulary), &*head.args) {
        ("pdiff", [_, _, of]) => of.op.as_symbol().is_some() || is_slope(of, vocabulary),
        _ => false,
    }
}

/// Whether names in square brackets stand for sets in a term, `i \in [n]`.
pub(super) fn brackets_are_sets(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        let mut sets = sets(t, vocabulary).into_iter();
        found |= sets.any(|set| name(set, vocabulary) == "bracketed");
    });
    found
}

/// Whether a function has another one above it that says under what its values are: `V^\pi`.
fn is_under(head: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    match (name(head, vocabulary), &*head.args) {
        ("fpow", [function, mark]) => {
            function.op.as_symbol().is_some()
                && mark.args.is_empty()
                && is_function(mark, atoms, vocabulary)
        }
        _ => false,
    }
}

/// Whether an end is at infinity.
pub(super) fn is_infinite(end: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(end, vocabulary), &*end.args) {
        ("infty", _) => true,
        ("neg", [end]) => is_infinite(end, vocabulary),
        _ => false,
    }
}

/// Whether a function is made of another one by a line or hat over it or by what is applied to it.
fn is_transformed(head: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let symbol = |t: &Term| t.args.is_empty() && t.op.as_symbol().is_some();
    let of_function = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("prime", [of, _]) => symbol(of),
        _ => symbol(t) && is_function(t, atoms, vocabulary),
    };
    match (name(head, vocabulary), &*head.args) {
        ("accent", [_, of]) => {
            of_function(of) || matches!(name(of, vocabulary), "mul" | "opmul" | "convolve")
        }
        // Transforms are called by letters in script.
        ("call" | "callsquare", [by, of]) => {
            let script = by.op.as_symbol().filter(|_| by.args.is_empty());
            let script = script.and_then(|s| atoms.symbols.get(s as usize));
            let script = script.is_some_and(|s| {
                [r"\mathcal", r"\mathscr"]
                    .iter()
                    .any(|font| s.name.starts_with(font))
            });
            script || symbol(by) && of_function(of)
        }
        _ => false,
    }
}

/// Whether there are values of letters in a term.
fn has_values(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        found |= name(t, vocabulary) == "call" && t.args[0].op.as_symbol().is_some();
    });
    found
}

/// Whether what a sign stands before can be added.
fn is_summed(of: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    matches!(
        vocabulary.kind(of, atoms),
        Kind::Num | Kind::Any | Kind::Fn | Kind::Rv
    )
}

pub(super) fn is_bold(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    is_vector(term, vocabulary, &|t| match t.op.head() {
        Head::Symbol(s) => atoms
            .symbols
            .get(s as usize)
            .is_some_and(|s| s.kind == Kind::Vec),
        _ => false,
    })
}

fn has_numbers(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t.op.head(), Head::Integer(_) | Head::Literal(_)));
    found
}
