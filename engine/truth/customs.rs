//! What a candidate says by customs of its field that are not written: matrices that are called `Q`, `U` or `V` are
//! orthogonal where they stand transposed, `Ce^x` is as general as `2Ce^x`, characteristic polynomials have either
//! sign, powers and images of a neutral element are one, signs of Legendre's are their own inverses,
//! what a graph consists of is told apart, `T` is linear where it is applied to vectors.

use super::along;
use super::decomposed;
use super::extension::integer;
use super::form::{name, node};
use super::homomorphisms;
use super::linear;
use super::orthogonal;
use super::solve::occurs;
use super::waves;
use crate::atoms::Atoms;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// Functions of which general solutions are made.
const FUNCTIONS: [&str; 7] = ["exp", "sin", "cos", "sinh", "cosh", "ln", "log"];

/// What a candidate may say by each of these customs.
pub(super) fn meant(
    source: &Term,
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> [Option<Term>; 16] {
    let [spread, joined] = linear::meant(source, term, atoms, vocabulary);
    let [inverses, turned] = orthogonal::meant(source, term, atoms, vocabulary);
    [
        inverses,
        turned,
        general(source, term, atoms, vocabulary),
        waves::meant(source, term, atoms, vocabulary),
        decomposed::meant(source, term, atoms, vocabulary),
        characteristic(source, term, vocabulary),
        even(source, term, vocabulary),
        neutral(source, term, atoms, vocabulary),
        inverse(source, term, vocabulary),
        disjoint(source, term, atoms, vocabulary),
        cancelled(source, term, atoms, vocabulary),
        homomorphisms::meant(source, term, vocabulary),
        along::bounding(source, term, vocabulary),
        along::vanishing(source, term, atoms, vocabulary),
        spread,
        joined,
    ]
}

/// A candidate with sums in the place of numbers of vertices, edges and faces together, where its source counts these:
/// nothing is two of them.
fn disjoint(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let called = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.filter(|_| t.args.is_empty()).map(|s| s.name.as_str())
    };
    let part = |t: &Term| called(t).is_some_and(|name| matches!(name, "V" | "E" | "F"));
    let counts = |t: &Term| name(t, vocabulary) == "card" && part(&t.args[0]);
    let mut parts = BTreeSet::new();
    source.walk(&mut |t| parts.extend(counts(t).then(|| t.args[0].op.as_symbol()).flatten()));
    if parts.len() < 2 {
        return None;
    }
    let apart = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("card", [all]) if name(all, vocabulary) == "union" && all.args.iter().all(part) => {
            let each = all.args.iter().map(|of| Term::new(t.op, vec![of.clone()]));
            node("add", each.collect(), vocabulary)
        }
        _ => t,
    });
    (apart != *term).then_some(apart)
}

/// A candidate with the opposite exponents beside a sign of Legendre's, `\left(\frac{a}{p}\right) \equiv a^{(1-p)/2}`: it is
/// one or minus one where both have a value.
fn inverse(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let sign = |side: &Term| name(side, vocabulary) == "legendre";
    match (name(source, vocabulary), &*source.args) {
        ("congruent", [a, b, _]) if sign(a) != sign(b) => {}
        _ => return None,
    }
    let turned = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("pow", [base, exponent]) => {
            let exponent = node("neg", vec![exponent.clone()], vocabulary);
            Term::new(t.op, vec![base.clone(), exponent])
        }
        _ => t,
    });
    (turned != *term).then_some(turned)
}

/// A candidate without the exponents of a neutral element, which its source says products and
/// powers to be, `a^{|G|} = e`, or the only member of a set, `\ker\varphi = \{e\}`; powers of what
/// is neutral are so, `(a^{|G|})^2`, `a^{2|G|}`, `a^{|G|^2}`.
fn neutral(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let is_neutral = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.is_some_and(|s| s.name == "e")
    };
    let made = |t: &Term| matches!(name(t, vocabulary), "pow" | "mul" | "opmul");
    let trivial =
        |t: &Term| name(t, vocabulary) == "set" && t.args.len() == 1 && is_neutral(&t.args[0]);
    let trivially = match (name(source, vocabulary), &*source.args) {
        ("eq", [a, b]) if is_neutral(b) && made(a) => Some(a),
        ("eq", [a, b]) if is_neutral(a) && made(b) => Some(b),
        ("eq", sides) if sides.iter().any(trivial) => None,
        _ => return None,
    };
    let has_order = |base: &Term, exponent: &Term| {
        let order = match trivially.map(|t| (name(t, vocabulary), &*t.args)) {
            Some(("pow", [own, order])) if own == base => order,
            _ => return false,
        };
        let factors = match name(exponent, vocabulary) {
            "neg" | "mul" => &*exponent.args,
            "pow" => &exponent.args[..1],
            _ => return false,
        };
        factors.contains(order)
    };
    let mut element = None;
    source.walk(&mut |t| element = element.take().or_else(|| is_neutral(t).then(|| t.clone())));
    let element = element?;
    // With an exponent it reads as the constant.
    let stands = |t: &Term| is_neutral(t) || name(t, vocabulary) == "e";
    let plain = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("pow", [base, exponent])
            if stands(base) || Some(base) == trivially || has_order(base, exponent) =>
        {
            element.clone()
        }
        ("exp", [_]) | ("e", []) => element.clone(),
        _ => t,
    });
    (plain != *term).then_some(plain)
}

/// What a source says of the image of a quotient that is a neutral element, `\varphi(ab^{-1}) = e_H`, where a candidate
/// says it of one in which all is cancelled: homomorphisms have it so.
fn cancelled(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let neutral = |t: &Term| {
        let base = match (name(t, vocabulary), &*t.args) {
            ("idx", [base, _]) => base,
            _ => t,
        };
        let known = base
            .op
            .as_symbol()
            .and_then(|s| atoms.symbols.get(s as usize));
        known.is_some_and(|s| s.name == "e")
    };
    let image = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("eq", [image, value] | [value, image]) if neutral(value) => Some(image.clone()),
        _ => None,
    };
    let of = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("call", [head, of]) => Some((head.clone(), of.clone())),
        _ => None,
    };
    let ((head, _), (own, product)) = (of(&image(source)?)?, of(&image(term)?)?);
    let inverse = |t: &Term, of: &Term| {
        name(t, vocabulary) == "pow"
            && t.args[0] == *of
            && integer(&t.args[1], vocabulary) == Some(-1)
    };
    let cancels = match (name(&product, vocabulary), &*product.args) {
        ("mul" | "opmul", [a, b]) => inverse(a, b) || inverse(b, a),
        _ => false,
    };
    (head == own && cancels).then(|| source.clone())
}

/// A candidate whose free constants stand for themselves, where its source says of a function what it is in general:
/// what they are multiplied with, divided by and added to by numbers alone makes others of them.
fn general(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let constants = constants(source, atoms, vocabulary)?;
    // A letter that stands nowhere else may be any number, as the constant may.
    let known = occurs(source);
    let lone = |t: &Term| {
        let symbol = t.op.as_symbol().filter(|_| t.args.is_empty());
        symbol.is_some_and(|s| !known.contains(&s)) && times(term, t) == 1
    };
    let stripped = term.map(&mut |t| {
        let plain = constants
            .iter()
            .find_map(|c| stripped(&t, c, &lone, vocabulary));
        plain.unwrap_or(t)
    });
    let stripped = unscaled(&stripped, &constants, vocabulary).unwrap_or(stripped);
    (stripped != *term).then_some(stripped)
}

/// An equation of which one side has a free constant in each part, with no number before either side:
/// `-y = c_1x + c_2` is as general as `y = c_1x + c_2`.
pub(super) fn unscaled(term: &Term, constants: &[Term], vocabulary: &Vocabulary) -> Option<Term> {
    let ("eq", [a, b]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let sides = [a, b].map(|side| unsigned(side, vocabulary));
    let solved = sides
        .iter()
        .position(|side| is_free(side, constants, vocabulary))?;
    let mut plain = sides.map(Term::clone);
    let other = &mut plain[1 - solved];
    if let Some(left) = without(other, "mul", &|t| is_number(t, vocabulary), vocabulary) {
        *other = left;
    } else if let ("div", [of, by]) = (name(other, vocabulary), &*other.args)
        && is_number(by, vocabulary)
    {
        *other = of.clone();
    }
    Some(Term::new(term.op, plain.to_vec()))
}

/// Whether each term of a sum has a free constant for a factor, or such a sum.
fn is_free(side: &Term, constants: &[Term], vocabulary: &Vocabulary) -> bool {
    let side = unsigned(side, vocabulary);
    match name(side, vocabulary) {
        "add" => side
            .args
            .iter()
            .all(|part| is_free(part, constants, vocabulary)),
        "mul" => side.args.iter().any(|factor| {
            let sum = name(factor, vocabulary) == "add";
            constants.contains(factor) || sum && is_free(factor, constants, vocabulary)
        }),
        _ => constants.contains(side),
    }
}

/// The factors of the terms of a sum, those of sums among them as well: `e^{-kt}(A\cos t + B\sin t)`.
fn factors<'t>(side: &'t Term, vocabulary: &Vocabulary, found: &mut Vec<&'t Term>) {
    match name(side, vocabulary) {
        "add" => {
            for part in side.args.iter() {
                factors(part, vocabulary, found);
            }
        }
        "mul" => {
            for factor in side.args.iter() {
                match name(factor, vocabulary) {
                    "add" => factors(factor, vocabulary, found),
                    _ => found.push(factor),
                }
            }
        }
        _ => found.push(side),
    }
}

/// What stands behind a sign.
fn unsigned<'t>(term: &'t Term, vocabulary: &Vocabulary) -> &'t Term {
    match (name(term, vocabulary), &*term.args) {
        ("neg", [of]) => of,
        _ => term,
    }
}

/// A candidate with determinants of the negative matrices, where its source says what a characteristic polynomial is:
/// some write `\det(A - tI)` for it and others `\det(tI - A)`.
fn characteristic(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let sums = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("det", [of]) => name(of, vocabulary) == "add" && of.args.len() == 2,
        _ => false,
    };
    let scaled = |t: &Term| {
        let parts = t.args.iter().flat_map(|of| of.args.iter());
        let mut parts = parts.map(|part| name(unsigned(part, vocabulary), vocabulary));
        parts.any(|sign| sign == "scale")
    };
    let polynomial = |t: &Term| name(t, vocabulary) == "call";
    match (name(source, vocabulary), &*source.args) {
        ("eq", [a, b]) if polynomial(a) && sums(b) && scaled(b) => {}
        ("eq", [b, a]) if polynomial(a) && sums(b) && scaled(b) => {}
        _ => return None,
    }
    let turned = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("neg", [of]) => of.clone(),
        _ => node("neg", vec![t.clone()], vocabulary),
    };
    let negative = term.map(&mut |t| match sums(&t) {
        true => {
            let parts = t.args[0].args.iter().map(turned).collect();
            Term::new(t.op, vec![Term::new(t.args[0].op, parts)])
        }
        false => t,
    });
    (negative != *term).then_some(negative)
}

/// Whether a term is a number other than zero.
pub(super) fn is_number(term: &Term, vocabulary: &Vocabulary) -> bool {
    term.op.head() != Head::Integer(0)
        && occurs(term).is_empty()
        && name(term, vocabulary) != "infty"
}

/// A candidate without signs in what a function is applied to, where its source says of a function what it is of a
/// product: of `f(xy) = f(x) + f(y)` nothing but `f(-x) = f(x)` follows where negative numbers have values.
fn even(source: &Term, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let letter = |t: &&Term| t.op.as_symbol().is_some() && t.args.is_empty();
    let (mut product, mut signs) = (false, false);
    source.walk(&mut |t| {
        if let ("call", [_, at]) = (name(t, vocabulary), &*t.args) {
            let letters = at.args.iter().filter(letter).count();
            product |= name(at, vocabulary) == "mul" && letters > 1;
            at.walk(&mut |t| signs |= name(t, vocabulary) == "neg");
        }
    });
    if !product || signs {
        return None;
    }
    let plain = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("call", [head, at]) if name(at, vocabulary) == "neg" => {
            Term::new(t.op, vec![head.clone(), at.args[0].clone()])
        }
        _ => t,
    });
    (plain != *term).then_some(plain)
}

/// The free constants of a general solution, `y = Ce^{kx}`, `y(x) = c_1 \cos x + c_2 \sin x`.
fn constants(source: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Vec<Term>> {
    let ("eq", [a, b]) = (name(source, vocabulary), &*source.args) else {
        return None;
    };
    if let Some(found) = multiplier(a, b, vocabulary) {
        return Some(vec![found]);
    }
    let letter = |t: &Term| {
        let symbol = t.op.as_symbol().filter(|_| t.args.is_empty())?;
        atoms.symbols.get(symbol as usize).map(|s| s.name.as_str())
    };
    // What is solved for has a small letter.
    let small = |t: &Term| {
        let of = match (name(t, vocabulary), &*t.args) {
            ("call", [head, at]) if letter(at).is_some() => head,
            _ => t,
        };
        letter(of).is_some_and(|name| name.len() == 1 && name.to_lowercase() == name)
    };
    let side = match (small(a), small(b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    let mut functions = false;
    side.walk(&mut |t| {
        let power = matches!((name(t, vocabulary), &*t.args), ("pow", [base, exponent])
            if name(base, vocabulary) == "e" && !occurs(exponent).is_empty());
        functions |= power || FUNCTIONS.contains(&name(t, vocabulary));
    });
    let constant = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("idx", [head, index]) => {
            matches!(index.op.head(), Head::Integer(_)) && matches!(letter(head), Some("c" | "C"))
        }
        _ => matches!(letter(t), Some("A" | "B" | "C")),
    };
    let mut parts = Vec::new();
    factors(side, vocabulary, &mut parts);
    let mut found: Vec<Term> = parts.into_iter().filter(|f| constant(f)).cloned().collect();
    // One that stands elsewhere, too, is not free, and `A` alone is an amplitude.
    found.retain(|c| times(source, c) == 1);
    // `u(x) = c_1x + c_2` is as general as what is made of exponentials.
    let numbered = found.len() > 1 && found.iter().all(|c| !c.args.is_empty());
    if !functions && !numbered {
        return None;
    }
    if found.len() == 1 {
        found.retain(|only| !matches!(letter(only), Some("A" | "B")));
    }
    (!found.is_empty()).then_some(found)
}

/// The letter that gradients are multiplied with where they are parallel, `\nabla f = \lambda\nabla g`.
fn multiplier(a: &Term, b: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let slope = |t: &Term| name(t, vocabulary) == "grad";
    let product = match (slope(a), slope(b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    match &*product.args {
        [letter, of] | [of, letter] if slope(of) && letter.args.is_empty() => {
            letter.op.as_symbol().map(|_| letter.clone())
        }
        _ => None,
    }
}

/// How often a part stands in a term.
pub(super) fn times(term: &Term, part: &Term) -> usize {
    let mut times = 0;
    term.walk(&mut |t| times += usize::from(t == part));
    times
}

/// What is left of a term in which a constant has only numbers around it.
pub(super) fn stripped(
    term: &Term,
    constant: &Term,
    lone: &impl Fn(&Term) -> bool,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let number = |t: &Term| is_number(t, vocabulary);
    let is = |t: &Term| t == constant;
    let factor = |t: &Term| is(t) || name(t, vocabulary) == "mul" && t.args.iter().any(is);
    match (name(term, vocabulary), &*term.args) {
        ("neg", [of]) if factor(of) => Some(of.clone()),
        ("div", [of, by]) if factor(of) && number(by) => Some(of.clone()),
        ("div", [of, by]) if is(by) && number(of) => Some(constant.clone()),
        ("div", [of, by]) if is(by) => {
            Some(node("mul", vec![constant.clone(), of.clone()], vocabulary))
        }
        // `e^{kx + 1}` is a multiple of `e^{kx}`.
        ("mul", factors) if factors.iter().any(is) => {
            let moved = |t: &Term| match (name(t, vocabulary), &*t.args) {
                ("pow", [base, exponent]) if number(base) => {
                    let left = without(exponent, "add", &number, vocabulary)?;
                    Some(Term::new(t.op, vec![base.clone(), left]))
                }
                ("exp", [exponent]) => {
                    let left = without(exponent, "add", &number, vocabulary)?;
                    Some(Term::new(t.op, vec![left]))
                }
                _ => None,
            };
            let left: Vec<Term> = factors
                .iter()
                .map(|f| moved(f).unwrap_or_else(|| f.clone()))
                .collect();
            let left = Term::new(term.op, left);
            let plain = without(&left, "mul", &number, vocabulary);
            plain.or_else(|| (left != *term).then_some(left))
        }
        ("add", parts) if parts.iter().any(is) => {
            without(term, "add", &|t: &Term| number(t) || lone(t), vocabulary)
        }
        _ => None,
    }
}

/// A sum or product without the numbers in it; none where there are none, or nothing else.
fn without(
    term: &Term,
    sign: &str,
    number: &impl Fn(&Term) -> bool,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    if name(term, vocabulary) != sign {
        return None;
    }
    let left: Vec<Term> = term.args.iter().filter(|t| !number(t)).cloned().collect();
    match left.len() {
        0 => None,
        n if n == term.args.len() => None,
        1 => left.into_iter().next(),
        _ => Some(Term::new(term.op, left)),
    }
}
