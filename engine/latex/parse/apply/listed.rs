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
    pub(super) fn listed_here(&self) -> bool {
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
        let Some(name) = tree.root_symbol().filter(|_| marked) else {
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
        (function || !(plain && scalar)) && (!square || capital(under_accents(name)))
    }
}
