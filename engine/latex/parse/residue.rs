//! Brackets that stand for a number: Iverson's `[n = 1]`, Legendre's `\left(\frac{a}{p}\right)`.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::table::Roles;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use smallvec::smallvec;

/// As many tokens of a statement in brackets are counted as one.
const SHORT: usize = 60;

/// What stands before a statement that is counted.
#[derive(Clone, Copy)]
enum Indicator {
    /// A sign of nothing else: `\mathbf{1}`, `\mathbb{I}`.
    Sure,
    /// A letter.
    Letter,
    /// The number one.
    One,
}

fn indicator(tree: &Tree) -> Option<Indicator> {
    match &tree.head {
        Head::Symbol(name) if super::apply::indicates(name) => Some(Indicator::Sure),
        Head::Symbol(name)
            if matches!(name.as_str(), "I" | r"\mathrm{I}" | r"\operatorname{I}") =>
        {
            Some(Indicator::Letter)
        }
        Head::Number(number) if number == "1" && !tree.closed => Some(Indicator::One),
        _ => None,
    }
}

impl Parser<'_> {
    /// The number of the statement in the bracket here, behind the sign of an indicator:
    /// `\mathbf{1}\{X > 0\}`, `1\{x = y\}`, `I[x < 0]`.
    pub(super) fn indicated(&mut self, tree: &Tree) -> Option<Tree> {
        let open = self.pos;
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return None;
        };
        let fits = matches!(
            (indicator(tree)?, self.key_at(open)),
            (_, r"\{") | (Indicator::Sure | Indicator::Letter, "[") | (Indicator::Sure, "(")
        );
        // `1(x = y)`: nobody multiplies a statement.
        let counted = matches!(indicator(tree), Some(Indicator::One))
            && self.key_at(open) == "("
            && self.tokens[open].gap == Gap::None
            && self.starts_operand(open + 1);
        let op = self.table.named("iverson")?;
        let relates = |t: &Token<'_>| t.class == Class::Words || t.roles.may(Roles::WEAK);
        if !(fits || counted)
            || partner > open + SHORT
            || !self.tokens[open + 1..partner].iter().any(relates)
            || self.usage.lacks(Some(op))
        {
            return None;
        }
        let parted = self.separator(open + 1, partner).is_some();
        let complaints = self.complaints.len();
        let inside = self.group(open + 1, partner, partner + 1);
        // `\mathbf{1}\{d \mid n\}`, but `\mathbf{1}\{x \mid x > 0\}` is of a set.
        let whole = !parted
            || matches!(&inside.head, Head::Chain(ops)
            if ops.iter().all(|op| Some(*op) == self.table.divides));
        let Some(statement) = self.stated(inside).filter(|_| whole) else {
            self.pos = open;
            self.complaints.truncate(complaints);
            return None;
        };
        let mut counted = Tree::over(Head::Apply(op), vec![statement]).close();
        (counted.start, counted.end) = (tree.start, self.tokens[partner].end);
        Some(counted)
    }

    /// The number of the statement below the sign of an indicator: `\mathbf{1}_{\{X > 0\}}`,
    /// `1_{x \in A}`.
    pub(super) fn indicated_below(&self, tree: Tree) -> Tree {
        let (Head::Index, [sign, below]) = (&tree.head, tree.args.as_slice()) else {
            return tree;
        };
        let op = self.table.named("iverson");
        let op = op.filter(|op| indicator(sign).is_some() && !self.usage.lacks(Some(*op)));
        let inside = match (&below.head, below.args.as_slice(), self.table.divides) {
            (Head::Braces, [only], _) => only.clone(),
            // `1_{\{d \mid n\}}`: a set has a condition.
            (Head::Builder, [_, whole], Some(divides)) if !self.conditions(whole) => {
                Tree::over(Head::Chain(smallvec![divides]), below.args.clone())
            }
            _ => below.clone(),
        };
        let (Some(op), Some(statement)) = (op, self.stated(inside)) else {
            return tree;
        };
        if self.pos < self.end && self.key_at(self.pos) == "(" {
            return tree;
        }
        let mut counted = Tree::over(Head::Apply(op), vec![statement]).close();
        (counted.start, counted.end) = (tree.start, tree.end);
        counted
    }

    /// What is in a bracket, when it is a statement or several.
    fn stated(&self, inside: Tree) -> Option<Tree> {
        self.conditions(&inside).then_some(inside)
    }

    /// Whether this is a statement, or several.
    fn conditions(&self, tree: &Tree) -> bool {
        let joined = |op: Op| {
            Some(op) == self.table.says
                || Some(op) == self.table.not
                || ["and", "or"]
                    .iter()
                    .any(|name| self.table.named(name) == Some(op))
        };
        match tree.head {
            Head::Apply(op) => joined(op),
            Head::Items => tree.args.iter().all(Tree::states),
            _ => tree.states(),
        }
    }

    /// The statement between these square brackets as the number that it counts as.
    pub(super) fn iverson(&self, inside: &Tree, from: usize, to: usize) -> Option<Tree> {
        let stated = match &inside.head {
            // `[a | b | c]` is a matrix with lines.
            Head::Chain(ops) => {
                ops.len() == 1 || ops.iter().any(|op| Some(*op) != self.table.divides)
            }
            Head::Apply(op) => Some(*op) == self.table.says,
            _ => false,
        };
        if !stated || inside.closed || self.usage.logic || to > from + SHORT {
            return None;
        }
        let op = self.table.named("iverson")?;
        if self.usage.lacks(Some(op)) {
            return None;
        }
        let open = from.checked_sub(1)?;
        let (before, after) = (open.checked_sub(1), to + 1);
        let alone = before.is_none() && after >= self.tokens.len();
        let plain = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Digit) || matches!(t.key.as_ref(), "_" | ".")
        };
        let counts = match alone {
            // `[n = 1]`; an equation in brackets is an equation.
            true => self.tokens[from..to].iter().filter(|t| !plain(t)).count() == 1,
            false if before.is_some_and(|n| self.word_with_limits(n)) => false,
            false => {
                before.is_some_and(|n| number_before(&self.tokens[n]))
                    && self.tokens[open].gap < Gap::Wide
                    || self
                        .tokens
                        .get(after)
                        .filter(|_| after < self.end)
                        .is_some_and(|t| number_after(t) && t.gap < Gap::Wide)
            }
        };
        // `E[[X \le k]]`, where the formula that this one says again counts statements.
        let counts = counts || self.usage.has(Some(op));
        let logical = |t: &Token<'_>| LOGICAL.contains(&t.key.as_ref());
        (counts && !self.around().iter().any(logical))
            .then(|| Tree::over(Head::Apply(op), vec![inside.clone()]))
    }

    /// Whether a word with limits below or above it ends here: `\operatorname*{solutions}_{x \in A}`
    /// is followed by what it is applied to.
    fn word_with_limits(&self, last: usize) -> bool {
        let mut at = last;
        for _ in 0..2 {
            let script = match self.tokens[at].class {
                Class::Close => {
                    let opens = |n: &usize| matches!(self.marks[*n], Mark::Open { partner, .. } if partner == at);
                    match (at.saturating_sub(LIMITS)..at).rev().find(opens) {
                        Some(open) => open,
                        None => return false,
                    }
                }
                _ => at,
            };
            let Some(base) = script.checked_sub(2) else {
                return false;
            };
            if !matches!(self.tokens[script - 1].key.as_ref(), "_" | "^") {
                return false;
            }
            at = base - usize::from(self.tokens[base].key == r"\limits" && base > 0);
            let word =
                |t: &Token<'_>| t.class == Class::Name && super::fence::said(t).chars().count() > 1;
            let named = word(&self.tokens[at])
                || self.tokens[at].class == Class::Close && at > 1 && word(&self.tokens[at - 1]);
            if named {
                return true;
            }
        }
        false
    }

    /// The fraction between these parentheses as Legendre's symbol, when something tells of it.
    pub(super) fn legendre(&self, inside: &Tree, from: usize, to: usize) -> Option<Tree> {
        let fraction = matches!(inside.head, Head::Apply(op) if op == self.table.div)
            && !inside.closed
            && self.key_at(from) == r"\frac";
        if !fraction || inside.args.len() != 2 {
            return None;
        }
        let odd = |n: &str| n.len() < 5 && n.ends_with(['1', '3', '5', '7', '9']) && n != "1";
        let modulus = &inside.args[1];
        let number = matches!(&modulus.head, Head::Number(n) if odd(n.as_str()));
        if self.usage.topic.residues && (number || matches!(modulus.symbol(), Some("p" | "q"))) {
            let op = self.table.named("legendre")?;
            return Some(Tree::over(Head::Apply(op), inside.args.clone()));
        }
        let op = self.table.named("legendre")?;
        let after = to + 1;
        if self.is_side(from.checked_sub(1)?, after) && residual(inside) {
            return Some(Tree::over(Head::Apply(op), inside.args.clone()));
        }
        let below = modulus.symbol()?;
        if self.tokens.get(after).is_some_and(|t| t.key == "^") {
            return None;
        }
        let around = self.around();
        let modulus = |(i, t): (usize, &Token<'_>)| {
            matches!(t.key.as_ref(), r"\pmod" | r"\bmod" | r"\mod" | r"\pod")
                && around.iter().skip(i + 1).take(3).any(|t| t.key == below)
        };
        let residue = around.iter().enumerate().any(modulus);
        let prime = matches!(below, "p" | "q");
        let told = residue
            || prime
                && (self.is_unit_beside(from.checked_sub(1)?, after)
                    || self.sign_power()
                    || self.around().iter().any(speaks_of_primes)
                    || self.turned(inside)
                    || self.multiplied(below)
                    || self.summed(&inside.args[0], below));
        told.then(|| Tree::over(Head::Apply(op), inside.args.clone()))
    }

    /// Whether the parentheses are all of a side, which nobody brackets, and a side is a unit or zero:
    /// `\left(\frac{1001}{9907}\right) = -1`.
    fn is_side(&self, open: usize, after: usize) -> bool {
        let ends = |at: usize| {
            at >= self.end || matches!(self.key_at(at), "=" | "," | "." | "&" | ";" | r"\\")
        };
        let value = |at: usize| {
            let minus = usize::from(self.key_at(at + 1) == "-");
            let digit = self.key_at(at + 1 + minus);
            let unit = digit == "1" || minus == 0 && digit == "0";
            let before = at.checked_sub(1).map_or("", |before| self.key_at(before));
            let first = at < 3 && matches!(before, "0" | "1");
            self.key_at(at) == "=" && (first || unit && ends(at + 2 + minus))
        };
        let begins = open == 0 || matches!(self.key_at(open - 1), "=" | "&");
        let near = open.saturating_sub(LAW)..self.end.min(after + LAW);
        begins && ends(after) && near.into_iter().any(value)
    }

    /// Whether what is above runs up to the prime less one: `\sum_{a=1}^{p-1} \left(\frac{a}{p}\right)`.
    fn summed(&self, above: &Tree, below: &str) -> bool {
        let Some(name) = above.symbol() else {
            return false;
        };
        let around = self.around();
        let keys = |w: &[Token<'_>], keys: [&str; 4]| w.iter().zip(keys).all(|(t, k)| t.key == k);
        around.windows(4).any(|w| keys(w, ["_", "{", name, "="]))
            && around.windows(4).any(|w| keys(w, ["{", below, "-", "1"]))
    }

    /// Whether the formula is a law of products of such fractions, one of which is a side by itself:
    /// nobody brackets such a side.
    fn multiplied(&self, below: &str) -> bool {
        if self.tokens.len() > LAW {
            return false;
        }
        let (mut sides, mut at) = ([0u32; 2], 0);
        let mut side = 0;
        while at < self.tokens.len() {
            if let (Mark::Open { partner, .. }, "(") = (self.marks[at], self.key_at(at)) {
                let last = partner - 1;
                let last = last - usize::from(self.key_at(last) == "}");
                if self.key_at(at + 1) != r"\frac" || self.key_at(last) != below {
                    return false;
                }
                sides[side] += 1;
                at = partner;
            } else if self.key_at(at) == "=" && side == 0 {
                side = 1;
            } else if self.key_at(at) != r"\cdot" {
                return false;
            }
            at += 1;
        }
        sides[0].min(sides[1]) == 1 && sides[0].max(sides[1]) > 1
    }

    /// Whether `= 1`, `= \pm 1` stand after the bracket, or before it.
    fn is_unit_beside(&self, open: usize, after: usize) -> bool {
        let key = |at: Option<usize>| at.map_or("", |at| self.key_at(at));
        let sign = |key: &str| matches!(key, "-" | r"\pm" | "+");
        let one = |at: usize| {
            let at = at + usize::from(sign(key(Some(at))));
            key(Some(at)) == "1"
                && !self
                    .tokens
                    .get(at + 1)
                    .is_some_and(|t| matches!(t.class, Class::Digit | Class::Letter))
        };
        let back = |n: usize| open.checked_sub(n);
        key(Some(after)) == "=" && one(after + 1)
            || key(back(1)) == "="
                && key(back(2)) == "1"
                && back(3).is_none_or(|_| !matches!(self.tokens[open - 3].class, Class::Digit))
    }

    /// Whether a power of `(-1)` occurs.
    fn sign_power(&self) -> bool {
        let keys = ["(", "-", "1", ")", "^"];
        self.around()
            .windows(keys.len())
            .any(|w| w.iter().zip(keys).all(|(t, key)| t.key == key))
    }

    /// Whether the fraction occurs upside down in parentheses too.
    fn turned(&self, inside: &Tree) -> bool {
        let (Some(above), Some(below)) = (inside.args[0].symbol(), inside.args[1].symbol()) else {
            return false;
        };
        let keys = ["{", below, "}", "{", above, "}", ")"];
        above != below
            && self
                .around()
                .windows(keys.len())
                .any(|w| w.iter().zip(keys).all(|(t, key)| t.key == key))
    }
}

/// The longest law of products of residues, in tokens.
const LAW: usize = 120;

/// The longest limit of a word, in tokens.
const LIMITS: usize = 40;

const LOGICAL: &[&str] = &[
    r"\implies",
    r"\Rightarrow",
    r"\Longrightarrow",
    r"\iff",
    r"\Leftrightarrow",
    r"\forall",
    r"\exists",
    r"\to",
    r"\rightarrow",
];

/// Whether a number stands before a bracket after this token: a factor, a sign, a script's end.
fn number_before(token: &Token<'_>) -> bool {
    match token.class {
        Class::Letter => !matches!(token.key.as_ref(), "E" | "P"),
        Class::Digit | Class::Close => true,
        Class::Sign => matches!(
            token.key.as_ref(),
            "=" | "+" | "-" | ")" | "]" | "(" | "*" | r"\cdot" | r"\times" | "!" | r"\le" | r"\leq"
        ),
        _ => false,
    }
}

fn number_after(token: &Token<'_>) -> bool {
    match token.class {
        Class::Letter | Class::Digit => true,
        Class::Sign => matches!(
            token.key.as_ref(),
            "=" | "+" | "-" | "[" | "(" | "*" | r"\cdot" | r"\times" | r"\frac" | r"\le" | r"\leq"
        ),
        _ => false,
    }
}

fn speaks_of_primes(token: &Token<'_>) -> bool {
    matches!(token.class, Class::Words | Class::Name)
        && (token.key.contains("prime") || token.key.contains("residue"))
}

/// Whether a fraction may be a symbol of residues: of whole numbers, or below it a usual letter.
fn residual(fraction: &Tree) -> bool {
    fn whole(tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(n) => n.bytes().all(|b| b.is_ascii_digit()),
            Head::Sum(_, signs) => signs.len() == 1 && tree.args.iter().all(whole),
            _ => false,
        }
    }
    let [upper, lower] = fraction.args.as_slice() else {
        return false;
    };
    let letter = matches!(lower.symbol(), Some("p" | "q" | "n" | "m" | "N"));
    whole(upper) && (whole(lower) || letter) || letter && upper.symbol().is_some()
}
