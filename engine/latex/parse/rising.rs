//! Pochhammer's symbols: numbers below a parenthesis that count factors, `(a)_n`.

use super::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};

impl Parser<'_> {
    /// Whether this is Pochhammer's symbol: a number in parentheses with a number below.
    pub(super) fn rises(&self, args: &[Tree]) -> bool {
        let (base, count) = (&args[0], &args[1]);
        // `(a_{ij})_{m \times n}` has a size.
        let size = matches!(&count.head, Head::Product(joins) if joins.contains(&Join::Cross));
        if !base.closed || size {
            return false;
        }
        let at = self.tokens.partition_point(|t| t.start < base.start);
        if self.tokens.get(at).is_none_or(|t| t.key != "(") {
            return false;
        }
        // `n` and `n_1`.
        fn letter(t: &Tree) -> Option<&str> {
            match t.head {
                Head::Index => t.root_symbol(),
                _ => t.symbol(),
            }
        }
        let small = |t: &Tree| {
            letter(t).is_some_and(|n| n.chars().count() == 1 && n.chars().all(char::is_lowercase))
        };
        let counts = |t: &Tree| letter(t).is_some_and(counts);
        let scalar = small(base)
            || matches!(&base.head, Head::Sum(_, signs) if signs.len() == 1 && small(&base.args[0]))
            || matches!(&base.head, Head::Apply(op) if *op == self.table.div)
            || matches!(&base.head, Head::Sum(_, signs) if signs.len() == 1
                && matches!(&base.args[0].head, Head::Apply(op) if *op == self.table.div))
            || matches!(base.head, Head::Sum(..))
                && (base.args.iter().any(|a| matches!(a.head, Head::Number(_)))
                    || counts(count)
                        && base.args.iter().all(small)
                        && base.args.iter().any(counts));
        let number = match &count.head {
            Head::Number(_) => small(base),
            Head::Sum(..) => count.args.iter().any(counts),
            // Letters side by side are a label: `(\frac{p}{q})_{kl}`.
            Head::Product(_) => {
                let number = |t: &Tree| matches!(t.head, Head::Number(_));
                count.args.iter().any(counts) && count.args.iter().any(number)
            }
            _ => counts(count),
        };
        scalar && number
    }

    /// Whether the formula counts down from what is in parentheses: `(n)_k = n!/(n-k)!`,
    /// `(x)_n = x(x-1)\cdots(x-n+1)`.
    pub(super) fn falls(&self, args: &[Tree]) -> bool {
        let (Some(base), Some(count)) = (args[0].symbol(), args[1].symbol()) else {
            return false;
        };
        let around = self.around();
        let key = |at: Option<usize>| at.and_then(|at| around.get(at)).map_or("", |t| &t.key);
        // Numbers of partitions count down from it: `\sum_k {n \brace k} (x)_k = x^n`.
        if self.partitions(count) {
            return true;
        }
        // `c - n` in `-c - n` counts down from something else.
        let led = |at: usize| matches!(key(at.checked_sub(2)), "-" | "+");
        let (mut down, mut up) = (false, false);
        for (at, token) in around.iter().enumerate() {
            let sides = || (key(at.checked_sub(1)), key(Some(at + 1)));
            match token.key.as_bytes() {
                b"-" => {
                    let (before, after) = sides();
                    down |= before == base && (after == count || after == "1") && !led(at);
                }
                b"+" => {
                    let (before, after) = sides();
                    up |= after == count || after == base || before == base && after == "1";
                }
                _ => {}
            }
        }
        down && !up
    }

    /// Whether a number of partitions into so many parts stands near, which is written in braces.
    fn partitions(&self, count: &str) -> bool {
        let around = self.around();
        let key = |at: usize| around.get(at).map_or("", |t| t.key.as_ref());
        let behind = |at: usize| around.iter().skip(at).find(|t| t.key != "}");
        let over = || {
            around
                .iter()
                .any(|t| t.class == Class::Row || t.key == r"\atop")
        };
        let braces = |t: &Token<'_>| match t.class {
            Class::End => t.key == "Bmatrix",
            _ => t.key == r"\}",
        };
        around.iter().any(braces)
            && over()
            && (0..around.len()).any(|at| key(at) == count && behind(at + 1).is_some_and(braces))
    }
}

/// Whether a letter is one that counts the factors of Pochhammer's symbol.
pub(in crate::latex) fn counts(name: &str) -> bool {
    matches!(name, "n" | "k" | "m" | "N" | "r" | "s")
}
