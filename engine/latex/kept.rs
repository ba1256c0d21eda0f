//! Letters that say something by themselves beside others, and so keep their names: time under dots,
//! components, labels in pairs, constants of nature and of analysis, hypotheses, families of groups, distributions.

mod spaces;

use super::signs::{Signs, Sorts};
use super::token::{Class, Token};
use crate::atoms::Atoms;
use crate::nouns::Nouns;
use smallvec::SmallVec;
use std::cell::LazyCell;

pub(super) use spaces::keep_spaces;

/// Letters with an index that name one thing: constants, null and alternative hypotheses, divergences,
/// sets, algebras.
const NAMED: &[(&str, &[&str])] = &[
    ("k", &["B"]),
    (r"\varepsilon", &["0"]),
    (r"\epsilon", &["0"]),
    (r"\mu", &["0", "B"]),
    ("N", &["A"]),
    ("H", &["0", "1", "a", "A"]),
    ("D", &["KL"]),
    ("R", &["H"]),
    // Countable intersections of open sets, and unions of closed ones
    ("G", &[r"\delta"]),
    ("F", &[r"\sigma"]),
    // Exceptional Lie algebras
    (r"\mathfrak{e}", &["6", "7", "8"]),
    (r"\mathfrak{f}", &["4"]),
];

/// Labels below one letter that say by two of them what they are: initial and final values, image and
/// object or input and output, cold and hot, at constant pressure and volume.
const PAIRS: &[[&str; 2]] = &[
    ["i", "f"],
    ["i", "o"],
    ["c", "h"],
    ["C", "H"],
    ["p", "v"],
    ["P", "V"],
];

/// The longest index that is looked at, in tokens.
const LONGEST: usize = 60;

/// As many labels are compared with the others.
const FEW: usize = 16;

/// As many letters are gathered before those that are there twice are left out.
const MOST: usize = 1000;

/// Components along the axes.
const AXES: &[&str] = &["x", "y", "z"];

/// Families of groups, by their letters.
const GROUPS: &[&str] = &["A", "C", "D", "Q", "S", "V", "Z"];

/// Families of graphs: complete ones, cycles, paths, wheels and cubes.
const GRAPHS: &[&str] = &["C", "K", "P", "Q", "W"];

/// Signs between groups.
const BETWEEN: &[&str] = &[
    r"\cong",
    r"\ncong",
    r"\trianglelefteq",
    r"\triangleleft",
    r"\unlhd",
    r"\rtimes",
    r"\ltimes",
];

/// Protects letters that make a name with the words behind their hyphen, as the rules say of these:
/// `p\text{-value}`, `\sigma\text{-algebra}`.
pub(super) fn keep_before_nouns(tokens: &[Token<'_>], nouns: &Nouns, atoms: &mut Atoms) {
    for pair in tokens.windows(2) {
        let said = pair[1].key.strip_prefix(r"\text{-");
        let (Class::Letter, Some(said)) = (pair[0].class, said) else {
            continue;
        };
        let words: Vec<String> = said
            .trim_end_matches('}')
            .split_whitespace()
            .map(str::to_lowercase)
            .collect();
        if nouns.name(&pair[0].key, &words) {
            for symbol in atoms.symbols.iter_mut().filter(|s| s.name == pair[0].key) {
                symbol.protected = true;
            }
        }
    }
}

/// Protects the points that vectors and segments with names of their own go from and to:
/// `\overrightarrow{AB} \cdot \overrightarrow{AC} = 0 \iff AB \perp AC`.
pub(super) fn keep_ends(atoms: &mut Atoms) {
    let ends = |name: &str| {
        // Most names are letters.
        let (font, points) = name.starts_with('\\').then(|| name.split_once('{'))??;
        let points = points.strip_suffix('}')?;
        let drawn = matches!(
            font,
            r"\vec" | r"\overrightarrow" | r"\overleftrightarrow" | r"\overline"
        );
        let named = points.len() > 1 && points.bytes().all(|b| b.is_ascii_uppercase());
        (drawn && named).then(|| points.to_owned())
    };
    let points: String = atoms.symbols.iter().filter_map(|s| ends(&s.name)).collect();
    if points.is_empty() {
        return;
    }
    for symbol in &mut atoms.symbols {
        let mut letters = symbol.name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            symbol.protected |= points.contains(letter);
        }
    }
}

/// Protects such letters.
pub(super) fn keep_names(tokens: &[Token<'_>], signs: Signs, atoms: &mut Atoms) {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let dot = |t: &Token<'_>| matches!(t.key.as_ref(), r"\dot" | r"\ddot");
    let dotted = signs.may(Sorts::ACCENT) && tokens.iter().any(dot);
    // `(1\ 2) \in S_3`
    let cycle =
        |w: &[Token<'_>]| w[0].key == "(" && w[1..3].iter().all(|t| t.class == Class::Digit);
    let between = |t: &Token<'_>| BETWEEN.contains(&t.key.as_ref());
    // All tokens are looked through for it, once at most.
    let grouped = LazyCell::new(|| tokens.iter().any(between) || tokens.windows(3).any(cycle));
    let residues = LazyCell::new(|| {
        let whole = |t: &Token<'_>| matches!(t.key.as_ref(), r"\mathbb{Z}" | r"\Z");
        (tokens.windows(2)).any(|pair| whole(&pair[0]) && matches!(&*pair[1].key, "_" | "/"))
    });
    // `\sum_{\sigma \in S_n} \operatorname{sgn}(\sigma)`
    let permutes = LazyCell::new(|| {
        let permutation =
            |t: &Token<'_>| matches!(t.key.as_ref(), r"\sigma" | r"\pi" | r"\tau" | r"\rho");
        let member = |w: &[Token<'_>]| {
            permutation(&w[0]) && matches!(&*w[1].key, r"\in" | "∈") && w[3].key == "_"
        };
        tokens.windows(4).any(member)
    });
    let mut kept: Vec<&str> = Vec::new();
    let mut labels: SmallVec<[[&str; 2]; 8]> = SmallVec::new();
    let mut below = [false; AXES.len()];
    if dotted {
        kept.push("t");
    }
    // `SU(2) \times U(1)`
    let unitary = |at: &usize| {
        matches!(key(*at), "U" | "O")
            && key(at + 1) == "("
            && key(at + 3) == ")"
            && (matches!(key(at + 4), r"\times" | "_") || *at > 0 && key(at - 1) == r"\times")
    };
    // `X \sim U(0, 1)`; `F(x) \sim G(x)` compares functions.
    let law = |at: &usize| {
        matches!(key(*at).as_bytes(), [b] if b.is_ascii_uppercase())
            && key(at + 1) == "("
            && matches!(key(at - 1), r"\sim" | "∼")
            && key(at - 2) != ")"
    };
    if signs.has(b'(') && signs.capitals() {
        kept.extend((0..tokens.len()).find(unitary).map(key));
        kept.extend((2..tokens.len()).find(law).map(key));
    }
    let hats = match signs.has(b'_') {
        true => 1..tokens.len(),
        false => 0..0,
    };
    for hat in hats.filter(|at| key(*at) == "_") {
        let base = key(hat - 1);
        let parts = index(tokens, hat + 1);
        if let Some((_, labels)) = NAMED.iter().find(|(name, _)| *name == base)
            && labels.contains(&spelt(parts).as_str())
        {
            kept.push(base);
            kept.extend(parts.iter().map(|t| t.key.as_ref()));
        }
        if let Some(label) = parts.last().map(|t| t.key.as_ref())
            && PAIRS.iter().flatten().any(|name| *name == label)
        {
            labels.push([base, label]);
        }
        let counted =
            |t: &Token<'_>| t.class == Class::Digit || matches!(t.key.as_ref(), "n" | "m" | ",");
        // `S_3 \times \mathbb{Z}_2`
        let beside = |at: &usize| key(*at) == r"\times";
        let crossed = || [hat.wrapping_sub(2), hat + 2, hat + 4].iter().any(beside) && *residues;
        let permuted = || matches!(base, "S" | "A") && *permutes;
        let named = atoms.topic.groups || *grouped || crossed() || permuted();
        let group = parts.len() == 1 && GROUPS.contains(&base) && named;
        let graph = atoms.topic.families && GRAPHS.contains(&base);
        if (group || graph) && parts.iter().all(counted) {
            kept.push(base);
        }
        // `\|f\|_{L^2}`
        if matches!(base, r"\|" | r"\rVert" | "|") && spelt(parts).starts_with("L^") {
            kept.extend(parts.iter().map(|t| t.key.as_ref()));
        }
        if let [axis] = parts
            && let Some(place) = AXES.iter().position(|name| *name == axis.key)
        {
            below[place] = true;
        }
        if kept.len() > MOST {
            kept.sort_unstable();
            kept.dedup();
        }
    }
    if labels.len() > 1 {
        let has = |name: &str| labels.iter().any(|[_, label]| *label == name);
        let alone = |name: &str| {
            let labelled = labels.iter().filter(|[_, label]| *label == name).count();
            labelled == tokens.iter().filter(|t| t.key == name).count()
        };
        let told = |[one, other]: &&[&str; 2]| {
            let both =
                |base: &str| labels.contains(&[base, one]) && labels.contains(&[base, other]);
            has(one) && has(other) && labels.iter().take(FEW).any(|[base, _]| both(base))
        };
        let pairs = PAIRS.iter().filter(|pair| told(pair));
        kept.extend(
            pairs
                .filter(|pair| pair.iter().all(|name| alone(name)))
                .flatten(),
        );
    }
    let axes = AXES.iter().zip(below).filter(|(_, below)| *below);
    kept.extend(
        axes.map(|(axis, _)| *axis)
            .filter(|axis| below_alone(tokens, axis)),
    );
    for symbol in &mut atoms.symbols {
        symbol.protected |= kept.contains(&symbol.name.as_str());
    }
}

/// Protects Euler's number gamma, beside what it is told by.
pub(super) fn keep_constants(tokens: &[Token<'_>], atoms: &mut Atoms) {
    let gamma = atoms.symbols.iter_mut().find(|s| s.name == r"\gamma");
    if let Some(gamma) = gamma.filter(|s| !s.protected) {
        gamma.protected = is_eulers(tokens);
    }
}

/// Whether a gamma that nothing is written at is Euler's number: beside the digamma function, a derivative of the
/// gamma function, or a logarithm and harmonic numbers or a sum.
fn is_eulers(tokens: &[Token<'_>]) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let (mut bare, mut logarithm, mut sum) = (true, false, false);
    let mut digamma = false;
    for at in 0..tokens.len() {
        match key(at) {
            r"\gamma" => bare &= !matches!(key(at + 1), "_" | "^" | "(" | "'"),
            r"\psi" => digamma |= key(at + 1) == "(" || key(at + 4) == "(" && key(at + 1) == "^",
            r"\Gamma" => digamma |= key(at + 1) == "'",
            r"\digamma" => digamma = true,
            r"\ln" | r"\log" => logarithm = true,
            r"\sum" | r"\zeta" => sum = true,
            "H" => sum |= key(at + 1) == "_",
            _ => {}
        }
    }
    bare && (digamma || logarithm && sum)
}

/// What tokens spell.
fn spelt(tokens: &[Token<'_>]) -> String {
    tokens.iter().map(|t| t.key.as_ref()).collect()
}

/// The tokens of an index.
fn index<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> &'a [Token<'t>] {
    let braced = tokens.get(at).is_some_and(|t| t.class == Class::Open);
    let length = match braced {
        true => tokens[at + 1..]
            .iter()
            .take(LONGEST)
            .take_while(|t| t.class != Class::Close)
            .count(),
        false => 1,
    };
    let from = at + usize::from(braced);
    tokens.get(from..from + length).unwrap_or(&[])
}

/// Whether a letter stands below others only, by itself.
fn below_alone(tokens: &[Token<'_>], letter: &str) -> bool {
    let key = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .map_or("", |t| t.key.as_ref())
    };
    (0..tokens.len())
        .filter(|at| tokens[*at].key == letter)
        .all(|at| {
            let before = at.checked_sub(1);
            let braced = key(before) == "{" && key(Some(at + 1)) == "}";
            key(before) == "_" || braced && key(at.checked_sub(2)) == "_"
        })
}
