//! Brackets with several things in them, which are arguments.

use crate::latex::bars::is_bar;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::arguments::divides_arguments;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::spelling::under_accents;

/// As many tokens of the bracket are looked at.
const LONGEST: usize = 400;

impl Parser<'_> {
    /// Whether the bracket here holds things separated by commas or bars.
    pub(in crate::latex::parse) fn listed_here(&self) -> bool {
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return false;
        };
        let mut at = self.pos + width;
        for _ in 0..LONGEST {
            if at >= partner {
                return false;
            }
            match self.marks[at] {
                Mark::Open { partner, width } => {
                    at = partner + width;
                    continue;
                }
                Mark::None if matches!(self.key_at(at), "," | ";") => return at + 1 < partner,
                Mark::Separator if is_bar(&self.tokens[at]) => return at + 1 < partner,
                Mark::None if divides_arguments(&self.tokens[at]) => {
                    return at > self.pos + width && at + 1 < partner;
                }
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Whether a bracket with several things in it holds arguments of this operand: a product with
    /// a tuple is only meant after a scalar.
    pub(super) fn takes_list(&self, tree: &Tree) -> bool {
        let square = self.tokens[self.pos].key == "[";
        let marked = match &tree.head {
            Head::Power => matches!(tree.args[1].head, Head::Mark(_)) || !square,
            _ => true,
        };
        let name = tree.root_symbol().or_else(|| self.under_bar(tree));
        let Some(name) = name.filter(|_| marked) else {
            return false;
        };
        if tree.head == Head::Power && self.rises_from() {
            return false;
        }
        let plain = matches!(tree.head, Head::Symbol(_) | Head::Power);
        let digit = self
            .tokens
            .get(self.pos + 1)
            .is_some_and(|t| t.class == Class::Digit || matches!(t.key.as_ref(), "-" | "+"));
        let scalar = digit && name.starts_with(char::is_lowercase)
            || matches!(
                name,
                "a" | "b" | "c" | "k" | "t" | r"\lambda" | r"\alpha" | r"\beta" | "d" | "i"
            );
        let function = self.usage.is_function(name);
        let entry = || tree.head == Head::Index && self.indexes_here();
        (function || !(plain && scalar)) && (!square || capital(under_accents(name)) || entry())
    }

    /// The name under a bar that has scripts: `\bar{T}^{4h}(k_1, k_2)`.
    fn under_bar<'a>(&self, tree: &'a Tree) -> Option<&'a str> {
        let scripted = matches!(tree.head, Head::Power | Head::Index | Head::Upper);
        let base = tree.args.first().filter(|_| scripted)?;
        match base.head {
            Head::Apply(op) if self.table.usual.conj == Some(op) => base.args.first()?.symbol(),
            _ => None,
        }
    }

    /// Whether letters and numbers with commas between them and nothing else stand in the bracket here, as
    /// the places of an entry do: `x_a[k, l]`.
    fn indexes_here(&self) -> bool {
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + width..partner];
        inside.len() < LONGEST
            && inside.iter().enumerate().all(|(at, t)| match at % 2 {
                0 => {
                    t.class == Class::Letter
                        && matches!(t.key.as_bytes(), [b'i'..=b'n' | b'p' | b'q' | b's' | b't'])
                }
                _ => t.key == ",",
            })
    }
}
