//! Letters that what stands behind them in a product tells to be operators: `(D - 2)^2 y`, `X(Yf)`.

use super::acted::flows;
use super::{Look, STATES};
use crate::latex::kinds::capital;
use crate::latex::parse::minus_one;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;

/// Letters of functions that are derived.
const DERIVED: &[&str] = &["y", "u", "f", "x", "z", "v", "w"];

/// Calligraphic letters of transforms and other operators.
const TRANSFORMS: &[&str] = &["A", "B", "D", "F", "G", "H", "K", "L", "S", "T", "U", "W"];

impl Look<'_> {
    /// A calligraphic letter right before a function or a vector is an operator: `\mathcal{F}f`,
    /// `y = \mathcal{T}x`.
    fn transforms(&mut self, tree: &Tree) {
        let Head::Product(joins) = &tree.head else {
            return;
        };
        let transform = |name: &&str| {
            let letter = name
                .strip_prefix(r"\mathcal{")
                .or(name.strip_prefix(r"\mathscr{"));
            let letter = letter.and_then(|rest| rest.strip_suffix('}'));
            letter.is_some_and(|letter| TRANSFORMS.contains(&letter))
        };
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let value = pair[1]
                .root_symbol()
                .is_some_and(|n| DERIVED.contains(&n) || matches!(n, "g" | "h"));
            let name = pair[0].symbol().filter(transform);
            if let (Join::Beside, Some(name), true) = (*join, name, value) {
                self.note(name);
            }
            if *join == Join::Beside && flows(&pair[0], &pair[1]) {
                let names = [
                    pair[0].root_symbol(),
                    pair[1].root_symbol().or(pair[1].headed()),
                ];
                names.iter().flatten().for_each(|name| self.note(name));
            }
            if *join == Join::Beside && moves(&pair[0], &pair[1]) {
                let names = [pair[0].headed(), pair[1].symbol()];
                names.iter().flatten().for_each(|name| self.note(name));
            }
            // `T_n f`
            let numbered = matches!((&pair[0].head, pair[0].args.as_slice()),
                (Head::Index, [letter, number]) if letter.symbol() == Some("T")
                    && matches!(number.symbol(), Some("n" | "m" | "p" | "q" | r"\ell")));
            let function = pair[1].symbol().or(pair[1].headed());
            if *join == Join::Beside && numbered && matches!(function, Some("f" | "g")) {
                self.tell("T");
            }
        }
    }

    /// A sum in brackets before a state, or derivatives less numbers before a function.
    pub(super) fn product(&mut self, tree: &Tree) {
        self.transforms(tree);
        self.pulls(tree);
        let Some((last, before)) = tree.args.split_last() else {
            return;
        };
        let Some(name) = last.root_symbol().or(last.headed()) else {
            return;
        };
        // `f_*\mathcal{O}_X`, `i^*\mathcal{F}`, `f^{-1}\mathcal{G}`
        if name.starts_with(r"\mathcal{") || name.starts_with(r"\mathscr{") {
            for map in before.iter().filter(|t| starred(t) || pulled_back(t)) {
                map.root_symbol().into_iter().for_each(|n| self.note(n));
                self.note(name);
            }
        }
        let state = STATES.contains(&name);
        let derived = DERIVED.contains(&name);
        for factor in before {
            // `(D - 2)^2 y`, `(-\Delta)^s u`
            let power = factor.head == Head::Power;
            let sum = if power { &factor.args[0] } else { factor };
            if !matches!(sum.head, Head::Sum(..)) || !sum.closed {
                continue;
            }
            let letters = sum
                .args
                .iter()
                .filter_map(|t| t.root_symbol().filter(|n| capital(n)));
            let mut letters: Vec<&str> = letters.collect();
            let sole = letters
                .iter()
                .all(|n| *n == "D" || power && *n == r"\Delta");
            // `(\lambda - A)^{-1} x`
            let spectral = |t: &Tree| matches!(t.symbol(), Some(r"\lambda" | "z" | r"\mu"));
            let resolvent = power
                && letters.len() == 1
                && minus_one(&factor.args[1])
                && sum.args.iter().any(spectral);
            if !letters.is_empty() && (state && !power || derived && (sole || resolvent)) {
                letters.push(name);
                letters.iter().for_each(|n| self.tell(n));
            }
        }
    }

    /// Maps along which forms are pulled back, one after the other or one before a form: `f^* g^*`,
    /// `\gamma^*\omega`.
    fn pulls(&mut self, tree: &Tree) {
        let map = |t: &Tree| {
            let named = matches!(
                t.root_symbol(),
                Some("f" | "g" | "h" | "F" | "G" | "i" | "j" | "c")
                    | Some(r"\phi" | r"\varphi" | r"\gamma" | r"\iota" | r"\sigma" | r"\pi")
            );
            named && starred(t)
        };
        let form = |t: &Tree| matches!(t.symbol(), Some(r"\omega" | r"\eta"));
        let pulled = match tree.args.as_slice() {
            [one, other] => map(one) && (map(other) || form(other)),
            several => several.iter().all(map),
        };
        if pulled {
            let names = tree.args.iter().filter_map(Tree::root_symbol);
            names.for_each(|name| self.note(name));
        }
    }

    /// `X(Yf)`: fields that a function is derived along, one after the other.
    pub(super) fn derivation(&mut self, tree: &Tree) {
        let [.., outer, bracket] = tree.args.as_slice() else {
            return;
        };
        let field = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let function =
            |t: &Tree| matches!(t.symbol(), Some("f" | "g" | "h" | r"\phi" | r"\varphi"));
        if let (Head::Product(_), [inner, derived]) = (&bracket.head, bracket.args.as_slice())
            && bracket.closed
            && field(outer)
            && field(inner)
            && function(derived)
        {
            let letters = [outer, inner, derived].into_iter().filter_map(Tree::symbol);
            letters.for_each(|name| self.note(name));
        }
    }
}

/// Whether a star or an exclamation mark stands at the letter of a map, as at that which it induces
/// of sheaves.
pub(super) fn starred(tree: &Tree) -> bool {
    let mark = |t: &Tree| match &t.head {
        Head::Mark(mark) => matches!(mark.as_str(), "*" | r"\ast" | "!"),
        Head::Symbol(name) => matches!(name.as_str(), "*" | r"\ast" | "!"),
        _ => false,
    };
    matches!((&tree.head, tree.args.as_slice()),
        (Head::Index | Head::Power | Head::Upper, [map, star]) if map.symbol().is_some() && mark(star))
}

/// Whether this is the inverse of a map, along which sheaves are pulled back.
fn pulled_back(tree: &Tree) -> bool {
    tree.head == Head::Power
        && minus_one(&tree.args[1])
        && matches!(
            tree.args[0].symbol(),
            Some("f" | "g" | "i" | "j" | "p" | "q" | r"\pi" | r"\phi" | r"\varphi")
        )
}

/// Whether a matrix of a place is multiplied by the speed of that place: `M(q)\ddot{q}`.
fn moves(matrix: &Tree, speed: &Tree) -> bool {
    let dotted = |name: &str| name.starts_with(r"\dot{") || name.starts_with(r"\ddot{");
    let Some(name) = speed.symbol().filter(|n| dotted(n)) else {
        return false;
    };
    matrix.head == Head::Call
        && matrix.headed().is_some_and(|n| n.len() == 1 && capital(n))
        && matrix.args[1..]
            .iter()
            .any(|t| t.symbol() == Some(core(name)))
}

impl<'t> Look<'t> {
    /// `L_{-1} \phi`: a mode of the Virasoro algebra, of which the number is below zero, before a state.
    pub(super) fn modes(&mut self, product: &'t Tree) {
        let lowers = |t: &Tree| {
            let number = t.args.get(1);
            t.head == Head::Index
                && t.args[0].symbol() == Some("L")
                && number.is_some_and(|n| {
                    matches!((&n.head, n.args.as_slice()), (Head::Sum(..), [only])
                        if matches!(only.head, Head::Number(_)) || only.symbol() == Some("n"))
                })
        };
        let state = |t: &Tree| {
            matches!(
                t.root_symbol(),
                Some(r"\phi" | r"\varphi" | r"\Phi" | r"\psi" | r"\Psi" | "v" | "V")
            )
        };
        if product
            .args
            .windows(2)
            .any(|w| lowers(&w[0]) && state(&w[1]))
        {
            self.tell("L");
        }
    }
}
