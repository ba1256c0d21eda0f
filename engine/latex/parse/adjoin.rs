//! What is adjoined to a ring or a field: `\mathbb{Z}[x]`, `\mathbb{Q}(\sqrt 2)`.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// Letters of roots, which are adjoined to fields.
const ADJOINED: &[&str] = &[
    r"\alpha", r"\beta", r"\gamma", r"\theta", r"\zeta", r"\omega", r"\xi", "a", "b", "u",
];

/// As many tokens on both sides are looked through for the field itself.
const NEAR: usize = 40;

impl Parser<'_> {
    /// Whether the bracket after this ring or field holds what is adjoined: `\mathbb{Z}[x]`.
    pub(super) fn ring_here(&self, tree: &Tree) -> Option<(usize, usize)> {
        if !matches!(self.key_at(self.pos), "[" | "(") {
            return None;
        }
        let functional = || tree.symbol().is_some_and(|name| self.functional(name));
        if self.key_at(self.pos) == "[" && (functional() || self.amount_here()) {
            return None;
        }
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return None;
        };
        let round = self.key_at(self.pos) == "(";
        let ring = match &tree.head {
            _ if round => self.is_field(tree) || self.extends(tree, partner),
            // `(\mathbb{Z}/n\mathbb{Z})[x]`
            Head::Apply(op) => {
                self.table.set_constants.contains(op)
                    || self.quotient_of_numbers(tree)
                    || ["adjoinfield", "adjoin"]
                        .map(|name| self.table.named(name))
                        .contains(&Some(*op))
            }
            // `\mathbb{Z}_p[x]`
            Head::Index if self.is_set_constant(&tree.args[0]) => true,
            _ => tree.root_symbol().is_some_and(|name| {
                name.starts_with(r"\mathbb{") && !matches!(name, r"\mathbb{E}" | r"\mathbb{P}")
                    || matches!(name, "K" | "k" | "F" | "R")
                        && self.tokens[self.pos].gap == Gap::None
            }),
        };
        let mut inside = &self.tokens[self.pos + 1..partner];
        if let [open, series @ .., close] = inside
            && open.key == "["
            && close.key == "]"
        {
            // `K[[x]]`: power series.
            inside = series;
        }
        // `R_{xy}[m]` is the value of a correlation.
        let lag = matches!(inside, [only] if matches!(&*only.key, "k" | "l" | "m" | "n"));
        if lag && tree.head == Head::Index && tree.root_symbol() == Some("R") {
            return None;
        }
        // `\mathbb{Q}({\sqrt{2}})`
        let mut bare = inside.iter().skip_while(|t| t.class == Class::Open);
        let first = bare.next().is_some_and(|t| {
            t.class == Class::Letter
                || matches!(t.key.as_ref(), r"\sqrt" | r"\zeta" | r"\omega")
                || ADJOINED.contains(&t.key.as_ref())
        });
        // `\mathbb{Z}[1/p]`, `\mathbb{Z}[\frac{1 + \sqrt 5}{2}]`
        let fraction = |t: &Token<'_>| {
            let stroke = t.key == r"\frac";
            stroke || matches!(t.key.as_ref(), "/" | "+" | r"\pm")
        };
        let numbers = match &tree.head {
            Head::Apply(op) => self.table.set_constants.contains(op),
            _ => round,
        } && inside.iter().any(fraction);
        let first = first
            || numbers
                && inside
                    .first()
                    .is_some_and(|t| t.class == Class::Digit || fraction(t));
        // `\mathbb{Q}(\sqrt[3]{2})`
        let rooted = inside
            .windows(2)
            .any(|w| w[0].key == r"\sqrt" && w[1].key == "[");
        let plain = inside.iter().all(|t| {
            numbers && fraction(t)
                || rooted && matches!(t.key.as_ref(), "[" | "]")
                || matches!(
                    t.class,
                    Class::Letter | Class::Digit | Class::Name | Class::Open | Class::Close
                )
                || matches!(
                    t.key.as_ref(),
                    "," | "."
                        | "_"
                        | "^"
                        | r"\sqrt"
                        | r"\omega"
                        | r"\zeta"
                        | r"\ldots"
                        | r"\dots"
                        | r"\cdots"
                        | r"\dotsc"
                        | r"\dotsm"
                        | r"\dotsb"
                        | r"\dotso"
                        | "…"
                        | "⋯"
                        | "-"
                )
        });
        // `\mathbb{Q}((-1)^{1/2})`: nobody multiplies by all rational numbers.
        let root = round && self.is_field(tree) && self.key_at(self.pos + 1) == "(";
        (ring && (first && plain || root) && inside.len() < 40).then_some((partner, width))
    }

    fn is_set_constant(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if self.table.set_constants.contains(&op))
    }

    /// Whether integers modulo something stand in brackets.
    fn quotient_of_numbers(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op)
            if op == self.table.div || self.table.named("quotient") == Some(op))
            && self.pos > 0
            && self.key_at(self.pos - 1) == ")"
            && self.key_at(self.pos) == "["
            && (tree
                .args
                .first()
                .is_some_and(|whole| self.is_set_constant(whole))
                || self.polynomials_over(tree))
    }

    /// Whether a ring by an ideal stands before the bracket with one variable: `(R/I)[T]`.
    fn polynomials_over(&self, quotient: &Tree) -> bool {
        let large = |t: &Tree, fits: &[&str]| t.symbol().is_some_and(|n| fits.contains(&n));
        let ring = |t: &Tree| large(t, &["A", "B", "R", "S"]);
        let ideal = |t: &Tree| {
            large(t, &["I", "J", "P", "M"])
                || t.symbol().is_some_and(|n| n.starts_with(r"\mathfrak{"))
        };
        matches!(quotient.args.as_slice(), [one, other] if ring(one) && ideal(other))
            && matches!(self.key_at(self.pos + 1), "x" | "t" | "X" | "T")
            && self.key_at(self.pos + 2) == "]"
    }

    /// Whether a letter of fields stands before what is adjoined to it, as the formula tells: roots
    /// alone stand in the bracket, and the field by itself beside a sign of extensions,
    /// `[F(\alpha) : F]`, `F \subset F(\alpha)`, or a ring over it, `F[x]`.
    fn extends(&self, field: &Tree, partner: usize) -> bool {
        let Some(name) = field
            .symbol()
            .filter(|n| matches!(*n, "F" | "K" | "k" | "E" | "L"))
        else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let root = |t: &Token<'_>| {
            ADJOINED.contains(&t.key.as_ref())
                || t.class == Class::Digit
                || matches!(
                    t.key.as_ref(),
                    "," | "_" | "{" | "}" | r"\sqrt" | r"\ldots" | r"\dots"
                )
        };
        let from = self.pos.saturating_sub(NEAR);
        let to = self.tokens.len().min(partner + NEAR);
        let sign = |at: usize| {
            matches!(
                self.tokens.get(at).map_or("", |t| t.key.as_ref()),
                ":" | "/" | r"\subset" | r"\subseteq" | r"\subsetneq" | r"\supset" | r"\supseteq"
            )
        };
        let alone = |at: usize| {
            let ring = self
                .tokens
                .get(at + 1)
                .is_some_and(|t| t.key == "[" && t.gap == Gap::None);
            let bare = !matches!(
                self.tokens.get(at + 1).map_or("", |t| t.key.as_ref()),
                "(" | "_" | "^"
            );
            ring && self.tokens[from..to]
                .iter()
                .any(|t| matches!(t.key.as_ref(), r"\cong" | "≅" | r"\simeq"))
                || bare && (at > 0 && sign(at - 1) || sign(at + 1))
        };
        !inside.is_empty()
            && inside.iter().all(root)
            && (from..to).any(|at| self.tokens[at].key == name && alone(at))
    }

    /// Whether this is a field of numbers, or a finite one.
    pub(super) fn is_field(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Apply(op) => ["QQ", "RR", "CC"]
                .iter()
                .any(|name| self.table.named(name) == Some(*op)),
            // `\mathbb{Q}_p(\zeta)`
            Head::Index if matches!(tree.args[0].head, Head::Apply(_)) => {
                self.is_field(&tree.args[0])
            }
            Head::Index => tree.args[0].symbol().is_some_and(|name| {
                matches!(
                    name,
                    r"\mathbb{F}"
                        | r"\mathbb{K}"
                        | r"\mathbb{k}"
                        | r"\mathbb{Q}"
                        | r"\mathbb{R}"
                        | r"\mathbb{C}"
                )
            }),
            _ => false,
        }
    }

    /// The ring or field with what is adjoined to it.
    pub(super) fn adjoined(&mut self, ring: Tree, partner: usize, width: usize) -> Tree {
        let start = ring.start;
        let name = match self.key_at(self.pos) {
            "(" => "adjoinfield",
            _ => "adjoin",
        };
        let inside = self.group(self.pos + width, partner, partner + width);
        let mut args = vec![ring];
        match inside.head {
            Head::Items if !inside.closed => args.extend(inside.args),
            _ => args.push(inside),
        }
        let head = match self.table.named(name) {
            Some(op) => Head::Apply(op),
            None => Head::Sequence,
        };
        let mut tree = Tree::over(head, args).close();
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        tree
    }
}
