//! Whether what begins an argument multiplies the bracket behind it: `\sin \frac{1}{2}(A + B)`,
//! `\exp i(kx - \omega t)`, `\cos k(x - ct)`.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};

/// As many tokens of a bracket are looked through.
const NEAR: usize = 32;

impl Parser<'_> {
    /// Whether the argument of the function whose name ends before `start` goes on with the bracket here:
    /// nobody takes a sine of a constant and multiplies by what varies, nor one of a frequency.
    pub(super) fn multiplies_bracket(&self, argument: &Tree, start: usize) -> bool {
        if argument.closed || !matches!(self.key_at(self.pos), "(" | "[" | r"\{") {
            return false;
        }
        let function = start.checked_sub(1).map_or("", |at| self.key_at(at));
        let waves = matches!(
            function,
            r"\sin" | r"\cos" | r"\tan" | r"\cot" | r"\sec" | r"\csc" | r"\exp"
        );
        waves
            && (self.is_constant(argument)
                || self.rate(argument).is_some_and(|letter| {
                    !self.usage.is_settled(letter) && self.varies_within(letter)
                }))
    }

    /// Whether this is made of numbers alone, and of the imaginary unit.
    fn is_constant(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(_) => true,
            Head::Symbol(name) => matches!(&**name, "i" | r"\mathrm{i}" | r"\imath"),
            Head::Apply(_) if tree.args.is_empty() => true,
            Head::Apply(op) if *op == self.table.div => {
                tree.args.iter().all(|t| self.is_constant(t))
            }
            Head::Product(_) => tree.args.iter().all(|t| self.is_constant(t)),
            Head::Sum(..) => tree.args.len() == 1 && self.is_constant(&tree.args[0]),
            _ => false,
        }
    }

    /// The letter that counts or says how fast something turns, with numbers before it.
    fn rate<'t>(&self, tree: &'t Tree) -> Option<&'t str> {
        let rate = |name: &&str| matches!(*name, "k" | "n" | "m" | r"\omega" | r"\nu" | r"\beta");
        match &tree.head {
            Head::Symbol(name) => Some(&**name).filter(rate),
            Head::Product(_) | Head::Sum(..) => {
                let (last, numbers) = tree.args.split_last()?;
                let numbers = numbers.iter().all(|t| self.is_constant(t));
                self.rate(last).filter(|_| numbers)
            }
            _ => None,
        }
    }

    /// Whether the bracket here holds a sum in which another letter varies.
    fn varies_within(&self, rate: &str) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner.min(self.pos + NEAR)];
        let same = |t: &Token<'_>| t.key == rate;
        let varies = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                "x" | "y"
                    | "z"
                    | "t"
                    | "r"
                    | "s"
                    | "u"
                    | "E"
                    | r"\theta"
                    | r"\phi"
                    | r"\varphi"
                    | r"\mu"
                    | r"\tau"
                    | r"\alpha"
            )
        };
        let sum = |t: &Token<'_>| t.class == Class::Sign && matches!(t.key.as_ref(), "+" | "-");
        inside.iter().any(sum) && inside.iter().any(varies) && !inside.iter().any(same)
    }
}
