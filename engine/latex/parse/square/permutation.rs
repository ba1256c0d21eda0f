//! Permutations by their cycles: `(1\ 2)(3\ 4)`, `(a_1\, a_2 \ldots a_k)`.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// A formula of permutations has no more tokens.
const PERMUTATIONS: usize = 60;

impl Parser<'_> {
    /// The cycle of a permutation: numbers of one or two digits, set apart by space: `(1\ 2\ 3)`.
    pub(in crate::latex::parse) fn cycle(
        &mut self,
        from: usize,
        to: usize,
        after: usize,
    ) -> Option<Tree> {
        let op = self.table.named("cycle")?;
        let inside = &self.tokens[from..to];
        if inside.len() < 2 || !inside.iter().all(|t| t.class == Class::Digit && t.short()) {
            return None;
        }
        let mut numbers: Vec<Tree> = Vec::new();
        for token in inside {
            let apart = token.gap > Gap::Back;
            match numbers.last_mut().filter(|_| !apart) {
                Some(number) => {
                    let Head::Number(digits) = &number.head else {
                        return None;
                    };
                    let head = Head::Number(format!("{digits}{}", token.key).into());
                    *number = Tree::new(head, Vec::new(), number.start, token.end);
                }
                None => {
                    let head = Head::Number(token.key.as_ref().into());
                    numbers.push(Tree::new(head, Vec::new(), token.start, token.end));
                }
            }
        }
        let short = |t: &Tree| matches!(&t.head, Head::Number(n) if n.len() < 3);
        if numbers.len() == 1 && self.permutes() {
            // `(12)(23) = (123)`
            let digit = |t: &Token<'_>| {
                let head = Head::Number(t.key.as_ref().into());
                Tree::new(head, Vec::new(), t.start, t.end)
            };
            numbers = inside.iter().map(digit).collect();
        }
        if numbers.len() < 2 || !numbers.iter().all(short) {
            return None;
        }
        self.pos = after;
        Some(Tree::over(Head::Apply(op), numbers))
    }

    /// Whether the formula says of permutations what they are: all its digits stand in parentheses,
    /// different ones in each, on both sides of an equality, beside a letter of a permutation or a
    /// group of such, or in a set with the identity.
    fn permutes(&self) -> bool {
        if self.tokens.len() > PERMUTATIONS {
            return false;
        }
        let (mut groups, mut sides, mut letters) = (0, 0, 0);
        let (mut identity, mut listed) = (false, false);
        let mut at = 0;
        while at < self.tokens.len() {
            let token = &self.tokens[at];
            if let (Mark::Open { partner, .. }, "(") = (self.marks[at], token.key.as_ref()) {
                let inside = &self.tokens[at + 1..partner];
                let digit = |t: &Token<'_>| {
                    t.class == Class::Digit && t.short() && t.key != "0" && t.gap == Gap::None
                };
                let twice = |i: usize| inside[..i].iter().any(|t| t.key == inside[i].key);
                if inside.len() < 2 || !inside.iter().all(digit) || (0..inside.len()).any(twice) {
                    return false;
                }
                groups += 1;
                at = partner + 1;
                continue;
            }
            match token.key.as_ref() {
                "=" | r"\ne" | r"\neq" => sides += 1,
                r"\sigma" | r"\tau" | r"\pi" | r"\rho" => letters += 1,
                "e" => identity = true,
                r"\circ" | "," | r"\in" | r"\notin" | r"\subset" | r"\le" | r"\leq" | r"\cong"
                | r"\langle" | r"\rangle" | r"\}" => {}
                r"\{" => listed = true,
                "S" | "A" if self.key_at(at + 1) == "_" => {
                    letters += 1;
                    at = match self.marks.get(at + 2) {
                        Some(Mark::Open { partner, .. }) => *partner,
                        _ => at + 2,
                    };
                }
                "G" | "H" | "K" | "N" | "V" => {}
                _ => return false,
            }
            at += 1;
        }
        letters > 0 && groups > 0
            || sides == 1 && !listed && groups > 2
            || listed && identity && groups > 0
    }
}
