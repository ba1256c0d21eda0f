//! What stands in square brackets after a name: places, points, sets: `x[n]`, `f[x_0, x_1]`, `f[A]`.

use super::Parser;
use crate::latex::around::simple_argument;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token, around};
use crate::latex::tree::{Head, Tree};

/// As many tokens of a place in an array are looked through.
const PLACE: usize = 40;

/// The fonts of names in programs.
const PROGRAM: &[&str] = &[r"\mathit{", r"\mathtt{", r"\textit{", r"\texttt{"];

impl Parser<'_> {
    /// Whether the square bracket here, right after this name, holds a place in a sequence of samples:
    /// `x[n-1]`.
    pub(super) fn samples(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let place = |key: &str| matches!(key, "n" | "k" | "m" | "l" | "i" | "j");
        let inside = &self.tokens[self.pos + 1..partner];
        let counts = |t: &Token<'_>| match t.class {
            Class::Letter => place(&t.key) || t.key == "N" || t.key == "M",
            Class::Digit => true,
            _ => matches!(t.key.as_ref(), "+" | "-" | "," | "'" | r"\prime"),
        };
        // `d[v] > d[u] + w(u, v)`: what is noted of a vertex
        let vertex = matches!(inside, [only] if matches!(only.key.as_ref(), "u" | "v" | "s"))
            && matches!(name, "d" | "c" | "p" | "h" | "w" | "r");
        let time = vertex || matches!(inside, [only] if only.key == "t");
        // Nobody puts a number or a letter alone in square brackets to multiply by it; `n[5]_q` is that
        // of quanta.
        let numbered = self.key_at(self.pos) == "["
            && matches!(inside, [only] if matches!(only.class, Class::Digit | Class::Letter))
            && !matches!(self.key_at(partner + 1), "_" | "!");
        self.tokens[self.pos].gap == Gap::None
            && (numbered
                || !place(name)
                    && (time || inside.iter().all(counts) && inside.iter().any(|t| place(&t.key))))
    }

    /// Whether a whole number is all that the square bracket right behind a capital or a letter of a
    /// script font holds, or an infinite power: a complex that is shifted, `F[1]`, `\mathcal{O}_X[-2]`, a place in a list,
    /// torsion, `E[p^\infty]`.
    pub(super) fn shifts(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let script = [r"\mathcal{", r"\mathscr{", r"\mathbb{"];
        let inside = &self.tokens[self.pos + 1..partner];
        let number = match inside {
            [sign, rest @ ..] if sign.key == "-" => rest,
            all => all,
        };
        self.tokens[self.pos].gap == Gap::None
            && (capital(name) || script.iter().any(|font| name.starts_with(font)))
            && match number {
                [only] => only.class == Class::Digit,
                // `E[p^\infty]`: the torsion of a group.
                [_, sign, power] => sign.key == "^" && power.key == r"\infty",
                _ => false,
            }
    }

    /// Whether a group of an upright name is followed by what annihilates its elements, or a ring by what is
    /// inverted: `\mathrm{Br}(X)[2]`, `W(k)[1/p]`.
    pub(super) fn torsion_of(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let upright = |n: &str| {
            n.starts_with(r"\mathrm{")
                || n.starts_with(r"\operatorname{")
                || matches!(n, r"\Sha" | "Ш")
                // `H^1(K, E)[n]`
                || n == "H" && tree.args[0].head != Head::Symbol("H".into())
        };
        let inside = &self.tokens[self.pos + 1..partner];
        tree.head == Head::Call
            && self.tokens[self.pos].gap == Gap::None
            && match inside {
                [number] => {
                    let letter = matches!(number.key.as_ref(), "n" | "m" | "p" | r"\ell");
                    tree.headed().is_some_and(upright) && (letter || number.class == Class::Digit)
                }
                [one, slash, _] => one.key == "1" && slash.key == "/",
                _ => false,
            }
    }

    /// Whether numbers are twisted by what is all that stands in the bracket here: `\mathbb{Q}_\ell(1)`,
    /// `\mathbb{Z}_p(n)`.
    pub(super) fn twisted(&self, tree: &Tree) -> bool {
        let numbers =
            |t: &Tree| matches!(t.head, Head::Apply(op) if self.table.set_constants.contains(&op));
        let indexed = tree.head == Head::Index && numbers(&tree.args[0]);
        if !indexed && !numbers(tree) {
            return false;
        }
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let twist = match &self.tokens[self.pos + 1..partner] {
            [sign, twist] if sign.key == "-" => twist,
            [twist] => twist,
            _ => return false,
        };
        twist.class == Class::Digit
            || indexed && matches!(twist.key.as_ref(), "n" | "m" | "i" | "j" | "r" | "d")
    }

    /// Whether the square bracket right here holds points of one letter: the divided difference
    /// `f[x_0, x_1]`.
    pub(super) fn difference(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        matches!(name, "f" | "g" | "h")
            && self.tokens[self.pos].gap == Gap::None
            && matches!(inside, [letter, low, ..] if letter.class == Class::Letter && low.key == "_")
            && inside
                .windows(2)
                .any(|w| w[0].key == "," && w[1].key == inside[0].key)
    }

    /// Whether this letter stands more than once with an index and a place behind it: `x_e[n + 1] = A x_e[n]`.
    pub(super) fn indexed_samples(&self, name: &str) -> bool {
        let placed = |w: &&[Token<'_>]| {
            w[0].key == name && w[1].key == "_" && w[3].key == "[" && w[3].gap == Gap::None
        };
        self.around().windows(4).filter(placed).count() > 1
    }

    /// Whether one index is all that square brackets right behind this letter hold: the exponents
    /// `e[i]` of `v[i]^{e[i]}`.
    pub(super) fn exponent_entry(&self) -> bool {
        self.key_at(self.pos + 1) == "["
            && self.tokens[self.pos + 1].gap == Gap::None
            && matches!(self.key_at(self.pos + 2), "i" | "j" | "k" | "n" | "t")
            && self.key_at(self.pos + 3) == "]"
    }

    /// Whether a capital is all that the square bracket right here holds: the image `f[A]` of a set.
    pub(super) fn set_in_square(&self) -> bool {
        let set = self.tokens.get(self.pos + 1);
        self.tokens[self.pos].gap == Gap::None
            && self.key_at(self.pos + 2) == "]"
            && set.is_some_and(|t| t.class == Class::Letter && capital(&t.key))
    }

    /// Whether two small letters of indices stand in the square bracket here: a place in an array,
    /// `x_a[k, l]`.
    pub(super) fn samples_twice(&self) -> bool {
        let index = |key: &str| matches!(key, "i" | "j" | "k" | "l" | "m" | "n" | "p" | "q");
        self.tokens[self.pos].gap == Gap::None
            && index(self.key_at(self.pos + 1))
            && self.key_at(self.pos + 2) == ","
            && index(self.key_at(self.pos + 3))
            && self.key_at(self.pos + 4) == "]"
    }

    /// Whether a correlation of two signals stands before the lag that is all the square bracket holds,
    /// and the first has values in such brackets elsewhere: `r_{xy}[l]` beside `x[n]`.
    pub(super) fn correlated(&self, tree: &Tree) -> bool {
        let (Some("r" | "R" | r"\phi" | "c"), Some(pair)) = (tree.root_symbol(), tree.args.get(1))
        else {
            return false;
        };
        let first = match pair.head {
            Head::Product(_) => pair.args.first(),
            _ => Some(pair),
        };
        let Some(signal) = first.and_then(Tree::symbol) else {
            return false;
        };
        let sampled = |w: &[Token<'_>]| w[0].key == signal && w[1].key == "[";
        matches!(self.key_at(self.pos + 1), "l" | "m" | "k" | "n")
            && self.key_at(self.pos + 2) == "]"
            && self.around().windows(2).any(sampled)
    }

    /// Whether the first and the last place of a part of an array stand in the square bracket right
    /// here: `S[i:j]`.
    pub(super) fn part_in_square(&self) -> bool {
        let place = |at: usize| {
            let digit = self.tokens.get(at).is_some_and(|t| t.class == Class::Digit);
            digit || matches!(self.key_at(at), "i" | "j" | "k" | "l" | "m" | "n")
        };
        let [open, colon, close] = [0, 2, 4].map(|n| self.key_at(self.pos + n));
        self.tokens[self.pos].gap == Gap::None
            && (open, colon, close) == ("[", ":", "]")
            && place(self.pos + 1)
            && place(self.pos + 3)
    }

    /// Whether the square bracket holds one symbol, as in `S[\phi]` and `K[x]`.
    pub(super) fn simple_square(&self) -> bool {
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        !inside
            .iter()
            .any(|t| t.class == crate::latex::token::Class::Digit && inside.len() == 1)
            && simple_argument(self.tokens, self.marks, self.pos)
            && !inside.is_empty()
    }

    /// Whether the bracket here holds a place in an array with a name of several small letters:
    /// `dist[v]`.
    pub(super) fn entry_of(&self, name: &str) -> bool {
        let named = |font: &str| {
            let word = name.strip_prefix(font).and_then(|n| n.strip_suffix('}'));
            word.is_some_and(|n| n.len() > 2 && n.bytes().all(|b| b.is_ascii_alphanumeric()))
        };
        let place = matches!(self.marks[self.pos], Mark::Open { partner, .. }
            if partner > self.pos + 1
                && self.tokens[self.pos + 1..partner]
                    .iter()
                    .take(PLACE)
                    .all(|t| !matches!(t.key.as_ref(), "," | "=" | ";")));
        self.tokens[self.pos].gap == Gap::None
            && (name.len() > 1
                && name.bytes().all(|b| b.is_ascii_lowercase())
                && self.simple_square()
                || place && PROGRAM.iter().any(|font| named(font)))
    }

    /// Whether the square brackets that end here have a basis for an index, or the same index as others
    /// around a letter: `[Tv]_{\mathcal{B}}`, `[u + v]_B`, `[n - k]_q` beside `[n]_q`.
    pub(super) fn in_basis(&self) -> bool {
        if self.key_at(self.pos) != "_" {
            return false;
        }
        let below = self.pos + 1 + usize::from(self.key_at(self.pos + 1) == "{");
        let basis = self.key_at(below);
        if basis.starts_with(r"\mathcal{") || matches!(basis, "B" | "C" | "E" | "S") {
            return true;
        }
        let letter = |t: &Token<'_>| t.class == Class::Letter;
        self.around().windows(5).any(|w| {
            w[0].key == "["
                && letter(&w[1])
                && w[2].key == "]"
                && w[3].key == "_"
                && letter(&w[4])
                && w[4].key == self.key_at(self.pos + 1)
        })
    }

    /// Whether capital letters stand in the square brackets that open here, on both sides of a comma.
    pub(super) fn capitals_in_square(&self, at: usize) -> bool {
        let Mark::Open { partner, .. } = self.marks[at] else {
            return false;
        };
        let inside = &self.tokens[at + 1..partner];
        let large = |t: &Token<'_>| t.class == Class::Letter && capital(&t.key);
        inside.iter().filter(|t| t.key == ",").count() == 1
            && inside.iter().all(|t| large(t) || t.key == ",")
            && inside.first().is_some_and(large)
            && inside.last().is_some_and(large)
    }

    /// Whether such brackets stand elsewhere where nothing is applied: `[A, BC] = B[A, C]`.
    pub(super) fn commutes_elsewhere(&self) -> bool {
        let applied = |at: usize| {
            at.checked_sub(1).is_some_and(|before| {
                matches!(
                    self.tokens[before].class,
                    Class::Letter | Class::Name | Class::Close | Class::Digit
                )
            })
        };
        around(self.tokens, self.pos)
            .any(|at| self.tokens[at].key == "[" && !applied(at) && self.capitals_in_square(at))
    }
}
