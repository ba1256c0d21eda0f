//! Identity matrices, basis vectors and coordinates: what they tell of the letters beside them, and their
//! names, which stay.

use super::kinds::{Kinds, capital, names_matrix};
use super::tree::{Head, Join, Tree};
use crate::atoms::Atoms;
use crate::spelling::{core, opened, under_accents};
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};

/// The font of a unit vector along an axis, and which axis that is.
fn axis(name: &str) -> Option<(&str, usize)> {
    let (command, rest) = opened(name)?;
    let (font, letter) = match (command, rest.strip_prefix(r"\mathbf{")) {
        (r"\hat", Some(letter)) => (&name[..name.len() - letter.len()], letter),
        (r"\mathbf" | r"\hat" | r"\vec" | r"\boldsymbol" | r"\bm" | r"\widehat", _) => {
            (command, rest)
        }
        _ => return None,
    };
    let at = match letter.trim_end_matches('}') {
        "i" | r"\imath" => 0,
        "j" | r"\jmath" => 1,
        "k" => 2,
        _ => return None,
    };
    Some((font, at))
}

/// Whether a name may be that of a unit vector along an axis: `\hat{\imath}`, `\mathbf{k}`.
pub(super) fn is_basis(name: &str) -> bool {
    axis(name).is_some()
}

/// Names of coordinates.
pub(crate) const COORDINATES: [&str; 3] = ["x", "y", "z"];

/// Whether some formula takes a gradient, a divergence or a rotation and some one writes components out, `(-y, x, 0)`, or
/// one is a point in numbers, `(2, 3)`, without a function that says in which order it takes the coordinates, `f(x, y)`:
/// their names tell. So they do where derivatives by them stand beside what `\nabla` does.
pub(crate) fn tells_axes<'t>(
    terms: impl Iterator<Item = &'t Term>,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> bool {
    let coordinate = |t: &Term| {
        let symbol = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        symbol.is_some_and(|s| COORDINATES.contains(&s.name.as_str()))
    };
    let has = |t: &Term| {
        let mut found = false;
        t.walk(&mut |t| found |= coordinate(t));
        found
    };
    let (mut derived, mut written, mut called) = (false, false, false);
    let (mut pointed, mut spread, mut sloped) = (false, false, false);
    for term in terms {
        pointed |= is_point(term, vocabulary);
        term.walk(&mut |t| match vocabulary.name(t.op) {
            "grad" | "divergence" | "curl" => derived = true,
            "laplacian" => spread = true,
            "pdiff" => sloped |= t.args.first().is_some_and(coordinate),
            "tuple" | "angled" => written |= t.args.iter().any(has),
            "call" => called |= t.args.len() > 2 && t.args[1..].iter().all(coordinate),
            _ => {}
        });
    }
    let axes = || atoms.symbols.iter().any(|s| is_basis(&s.name));
    sloped && (spread || derived) || !called && (pointed || derived && (written || axes()))
}

/// Whether a formula is a point in numbers.
fn is_point(term: &Term, vocabulary: &Vocabulary) -> bool {
    let number = |t: &Term| {
        let mut closed = true;
        t.walk(&mut |t| closed &= t.op.as_symbol().is_none());
        closed
    };
    vocabulary.name(term.op) == "tuple" && term.args.iter().all(number)
}

/// Keeps the names of coordinates.
pub(super) fn keep_coordinates(atoms: &mut Atoms) {
    for symbol in &mut atoms.symbols {
        symbol.protected |= COORDINATES.contains(&symbol.name.as_str());
    }
}

/// Keeps the names of identity matrices, and of unit vectors of which two occur.
pub(super) fn keep_names(atoms: &mut Atoms) {
    // `\sum_{cyc} a^2 b` goes through its letters in the order that they have in the alphabet.
    let has = |fits: fn(&str) -> bool| atoms.symbols.iter().any(|s| fits(&s.name));
    let cyclic = has(|name| matches!(name, r"\sum" | r"\prod")) && has(goes_round);
    let axes = atoms.symbols.iter().filter_map(|s| axis(&s.name));
    let mut fonts: Vec<_> = axes.map(|(font, at)| (font.to_owned(), at)).collect();
    fonts.dedup();
    let several = |font: &str| fonts.iter().filter(|(f, _)| f == font).count() > 1;
    for symbol in &mut atoms.symbols {
        let identity = symbol.kind == Kind::Mat
            && matches!(
                symbol.name.as_str(),
                "I" | "E" | r"\mathbf{I}" | r"\boldsymbol{I}" | r"\bm{I}"
            );
        symbol.protected |= cyclic || fixed(&symbol.name);
        symbol.protected |= identity || axis(&symbol.name).is_some_and(|(font, _)| several(font));
    }
}

/// Whether a name below a sign says that letters change places in what follows.
fn goes_round(name: &str) -> bool {
    let word = core(name);
    matches!(word, "cyc" | "sym" | "cyclic" | "symmetric")
}

/// Whether a name stands for one thing by its font: a field `\mathbb{F}_p`, an upright letter.
fn fixed(name: &str) -> bool {
    // `\hat{\mathbb{E}}` is an estimate of it.
    if under_accents(name).starts_with(r"\mathbb{") {
        return true;
    }
    match opened(name).map(|(command, _)| command) {
        Some(r"\text" | r"\mathrm" | r"\mbox" | r"\textrm" | r"\rm") => name.ends_with('}'),
        _ => false,
    }
}

impl Kinds<'_> {
    /// Notes that a product or sum of capital letters with two indices below it is of matrices:
    /// `(AB)_{ij}`.
    pub(super) fn entry(&mut self, tree: &Tree) {
        let [inner, index] = tree.args.as_slice() else {
            return;
        };
        let named = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let both = matches!(index.head, Head::Product(_) | Head::Items | Head::Number(_))
            && !matches!(&index.head, Head::Number(n) if n.len() != 2);
        let index_letter = |t: &Tree| {
            matches!(t.head, Head::Number(_)) || t.root_symbol().is_some_and(|n| !capital(n))
        };
        let both = both && index.args.iter().all(index_letter);
        let composed = matches!(inner.head, Head::Sum(..) | Head::Product(_));
        if inner.closed && composed && both && inner.args.iter().all(named) {
            inner
                .args
                .clone()
                .iter()
                .for_each(|t| self.expect(t, Kind::Mat));
        }
    }

    /// Notes the matrices of a sum with a multiple of the identity: `A^2 - 5A + 6I`, `A - \lambda I`.
    pub(super) fn with_identity(&mut self, tree: &Tree) {
        let factor = |t: &Tree| {
            matches!(t.head, Head::Number(_))
                || matches!(t.symbol(), Some(r"\lambda" | r"\mu" | r"\alpha" | r"\beta"))
        };
        // The letter of a term with its numbers, and whether that is a power.
        let letter = |term: &Tree| -> Option<(String, bool)> {
            let (numbers, last) = match &term.head {
                Head::Product(joins) if !joins.contains(&Join::Cross) => {
                    let (last, before) = term.args.split_last()?;
                    (before, last)
                }
                _ => (&[][..], term),
            };
            let power = last.head == Head::Power && matches!(last.args[1].head, Head::Number(_));
            let base = if power { &last.args[0] } else { last };
            // `A_G - \lambda I`
            let plain = matches!(base.head, Head::Symbol(_) | Head::Index);
            let name = base
                .root_symbol()
                .filter(|n| plain && n.len() == 1 && capital(n))?;
            numbers.iter().all(factor).then(|| (name.to_owned(), power))
        };
        let Some(letters) = tree.args.iter().map(letter).collect::<Option<Vec<_>>>() else {
            return;
        };
        let identity = letters.iter().filter(|(name, _)| name == "I");
        let others: Vec<_> = letters.iter().filter(|(name, _)| name != "I").collect();
        let multiple = tree.args.iter().any(|t| {
            matches!(t.head, Head::Product(_)) && t.args.last().and_then(Tree::symbol) == Some("I")
        });
        let same = others.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let powers = others.iter().any(|(_, power)| *power);
        if identity.count() != 1 || others.is_empty() || !same || !(multiple || powers) {
            return;
        }
        let name = others[0].0.clone();
        self.note(&name, Kind::Mat);
        self.note("I", Kind::Mat);
    }

    /// Notes the matrices of a sum with the identity or a multiple of it that is inverted: `(sI - A)^{-1}`,
    /// `(K + \sigma^2 I)^{-1}`.
    pub(super) fn resolvent(&mut self, tree: &Tree) {
        let [sum, exponent] = tree.args.as_slice() else {
            return;
        };
        let inverse = super::parse::minus_one(exponent);
        if !inverse || !sum.closed || !matches!(sum.head, Head::Sum(..)) {
            return;
        }
        let large = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index | Head::Power)
                && t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n))
        };
        let number = |t: &Tree| {
            matches!(t.head, Head::Number(_)) || t.root_symbol().is_some_and(|n| !capital(n))
        };
        let (mut identities, mut names) = (0, Vec::new());
        for term in &sum.args {
            let factors = match &term.head {
                Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside) => &term.args[..],
                _ => std::slice::from_ref(term),
            };
            let from = factors.iter().take_while(|t| number(t)).count();
            let matrices = &factors[from..];
            if matrices.is_empty() || !matrices.iter().all(large) {
                return;
            }
            identities += usize::from(matches!(matrices, [only] if only.symbol() == Some("I")));
            names.extend(matrices.iter().filter_map(Tree::root_symbol));
        }
        if identities == 1 {
            names
                .into_iter()
                .for_each(|name| self.note(name, Kind::Mat));
        }
    }

    /// Notes the matrix beside an identity of a given size: `A I_n`, `I_n A`.
    pub(super) fn beside_identity(&mut self, joins: &[Join], tree: &Tree) {
        let identity = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [letter, size]) => {
                matches!(letter.symbol(), Some("I" | "E"))
                    && matches!(size.symbol(), Some("n" | "m" | "k" | "p" | "r"))
            }
            _ => false,
        };
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let matrix = other.symbol().filter(|n| names_matrix(n));
                if let (Join::Beside, true, Some(name)) = (join, identity(one), matrix) {
                    let names = [name, one.root_symbol().unwrap_or("I")].map(str::to_owned);
                    names.iter().for_each(|n| self.note(n, Kind::Mat));
                }
            }
        }
    }
}
