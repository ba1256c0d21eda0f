//! Functions whose values at numbers stand alone: `y(0) = 1`, `\vec{r}(\pi/8)`.

use super::Parser;
use crate::latex::around::{is_inequality, skip_scripts};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// As many tokens before and after are looked through for a derivative.
const LONGEST: usize = 400;
/// Tokens of a letter with what stands over it, at most.
const NAME: usize = 5;

/// Tokens of the side before that are looked through for the value of a function.
const SIDE: usize = 40;

/// Tokens of an equation that says where a function is taken, at most.
const EQUATION: usize = 20;

impl Parser<'_> {
    /// Whether a vector stands before a number in brackets, which would stand before it if it were a
    /// factor: `\vec r_2(\pi/8)`, `\vec v(2t)`.
    pub(super) fn place_on_curve(&self, tree: &Tree) -> bool {
        let vector = |name: &str| name.starts_with(r"\vec{");
        if !matches!(tree.head, Head::Symbol(_) | Head::Index)
            || !tree.root_symbol().is_some_and(vector)
            || self.tokens[self.pos].gap != Gap::None
        {
            return false;
        }
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let number = |t: &Token<'_>| {
            t.class == Class::Digit
                || t.class == Class::Letter && !vector(&t.key) && !t.key.starts_with(r"\mathbf")
                || matches!(
                    t.key.as_ref(),
                    "/" | r"\frac" | r"\sqrt" | "{" | "}" | "." | r"\pi" | "π"
                )
        };
        !inside.is_empty() && inside.iter().all(number)
    }

    /// Whether the parenthesis here holds one comparison, which nobody multiplies with anything:
    /// `p(z \le 3)`, `y_0(s = t)`; but not what is said of an index, `b_n(n \ge 2)`.
    pub(super) fn of_comparison(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let first = Some(self.key_at(self.pos + 1));
        let of_index = tree.args.iter().skip(1).any(|t| t.symbol() == first);
        let near = partner - self.pos <= EQUATION && self.tokens[self.pos].gap == Gap::None;
        if !near || of_index {
            return false;
        }
        let (mut at, end) = self.bared(self.pos + 1, partner);
        let mut compares = false;
        while at < end {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            match self.key_at(at) {
                "," | ";" | r"\\" => return false,
                key => compares |= key == "=" || is_inequality(key),
            }
            at += 1;
        }
        compares
    }

    /// Whether the parenthesis here holds a norm and nothing else, which nobody brackets to multiply it; of
    /// a Greek letter, an absolute value as well: `\alpha(\|x\|)`, `\gamma(|u|)`.
    pub(super) fn of_norm(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let Some(Mark::Open {
            partner: bar,
            width,
        }) = self.marks.get(self.pos + 1).copied()
        else {
            return false;
        };
        let bars = match self.key_at(self.pos + 1) {
            r"\|" | r"\Vert" | r"\lVert" | "‖" => true,
            "|" | r"\vert" | r"\lvert" => tree.root_symbol().is_some_and(|n| n.starts_with('\\')),
            _ => false,
        };
        bars && self.key_at(self.pos) == "("
            && self.tokens[self.pos].gap == Gap::None
            && skip_scripts(self.tokens, self.marks, bar + width).0 == partner
            && self.key_at(partner + 1) != "^"
    }

    /// Whether the parenthesis here holds what goes over into something else, of which something is
    /// measured: `\sigma(e^+ e^- \to \mu^+ \mu^-)`.
    pub(super) fn reaction_here(&self) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        if self.key_at(self.pos) != "(" || self.tokens[self.pos].gap > Gap::None {
            return false;
        }
        let mut at = self.pos + 1;
        while at < partner {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            if matches!(self.key_at(at), r"\to" | r"\rightarrow") {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether a letter and a number in brackets are all that stands before an equality: `y(0) = 1`.
    pub(super) fn initial_value(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let number = match inside {
            [letter, low, index] => {
                letter.class == Class::Letter && low.key == "_" && index.class == Class::Digit
            }
            _ => false,
        };
        let number = number || inside.iter().all(|t| t.class == Class::Digit) && !inside.is_empty();
        // `\dot{x}` has several tokens.
        let opening = (self.pos.saturating_sub(NAME)..self.pos)
            .rfind(|at| self.tokens[*at].start == tree.start)
            .unwrap_or(self.pos - 1);
        let first = opening.checked_sub(1).is_none_or(|before| {
            let token = &self.tokens[before];
            separates(&token.key)
                || token.class == Class::Row
                || super::is_text(token)
                || self.tokens[opening].gap == Gap::Wide
        });
        let after = partner + 1;
        let last = after >= self.end
            || separates(self.key_at(after))
            || self.tokens[after].class == Class::Row;
        let right = opening > 0 && self.tokens[opening - 1].key == "=";
        let dotted = |n: &str| [r"\dot{", r"\ddot{"].iter().any(|dot| n.starts_with(dot));
        // The search for a derivative comes last: it is the only one that looks far.
        let letter = |n: &str| {
            n.len() == 1 && n.starts_with(char::is_lowercase) || dotted(n) || self.differentiated(n)
        };
        number
            && (first && self.key_at(after) == "=" || right && last)
            && tree.symbol().is_some_and(letter)
            // `l(0) = r(0) = 0`
            || number
                && right
                && self.key_at(after) == "="
                && tree.symbol().is_some_and(|n| self.differentiated(n))
    }

    /// Whether a number or a root begins in the bracket here, which a power multiplies:
    /// `\delta^2(\sqrt{1 + r} - 1)`.
    pub(super) fn scales_here(&self) -> bool {
        let first = self.tokens.get(self.pos + 1);
        first.is_some_and(|t| t.class == Class::Digit || t.key == r"\sqrt")
    }

    /// Whether an operator stands alone in the parenthesis behind a state, and acts on what follows:
    /// `\psi^* (\hat{H})^2 \psi`.
    pub(super) fn acted_on_here(&self, tree: &Tree) -> bool {
        let state = tree.root_symbol().is_some_and(|n| {
            [r"\psi", r"\phi", r"\Psi", r"\Phi"]
                .iter()
                .any(|s| n.starts_with(s))
        });
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        if !state || self.key_at(self.pos + 1) != r"\hat" {
            return false;
        }
        let at = self.pos + 2 + usize::from(self.key_at(self.pos + 2) == "{");
        let alone = self.tokens[at..partner]
            .iter()
            .filter(|t| t.class == Class::Letter)
            .count()
            == 1
            && !self.tokens[at..partner].iter().any(|t| t.key == ",");
        let after = self.tokens.get(partner + 1);
        let goes_on = after.is_some_and(|t| {
            t.key == "^" || matches!(t.class, Class::Letter | Class::Name) && t.gap < Gap::Wide
        });
        alone && self.key_at(at).starts_with(char::is_uppercase) && goes_on
    }

    /// Whether the parenthesis here holds a difference from the letter below, as a factor does:
    /// `w_a(1 - a)`. What is differentiated has that letter below, too: `f_x(x - h, y)`.
    pub(super) fn differs_from_index(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        let letter = tree
            .args
            .get(1)
            .and_then(Tree::symbol)
            .filter(|n| n.len() == 1);
        let inside = &self.tokens[self.pos + 1..partner];
        let ends = matches!(inside, [.., sign, last] if sign.key == "-" && Some(last.key.as_ref()) == letter);
        ends && !inside.iter().any(|t| t.key == ",")
    }

    /// Whether the parenthesis here multiplies the value at the beginning, which alone stands before it on
    /// its side: `T(x) = T_0(1 - x/L)`.
    pub(super) fn scales_first_value(&self, tree: &Tree) -> bool {
        let first = matches!(tree.args.get(1).map(|t| &t.head), Some(Head::Number(n)) if n == "0");
        let begin = self.tokens.partition_point(|t| t.start < tree.start);
        let (Some(before), true) = (begin.checked_sub(2), first) else {
            return false;
        };
        let sides = [before, before + 1].map(|at| self.key_at(at)) == [")", "="];
        // `V_0(1 - t)` may be the value of a function.
        let simple =
            matches!(self.marks[self.pos], Mark::Open { partner, .. } if partner == self.pos + 4);
        let grows = self.key_at(self.pos + 1) == "1"
            && matches!(self.key_at(self.pos + 2), "+" | "-")
            && !simple;
        // `I(\theta) = I_0\left(\frac{\sin a}{a}\right)^2`
        let quotient = self.key_at(self.pos + 1).ends_with("frac")
            && matches!(self.marks[self.pos], Mark::Open { partner, .. } if self.key_at(partner + 1) == "^");
        let own =
            |w: &[Token<'_>]| Some(w[0].key.as_ref()) == tree.args[0].symbol() && w[1].key == "(";
        sides && (grows || quotient) && self.tokens[..before].windows(2).rev().take(SIDE).any(own)
    }

    /// Whether a derivative of this letter occurs near: `P' = kP`, `\frac{dN}{dt}`, `\dot x`.
    pub(super) fn differentiated(&self, name: &str) -> bool {
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let prime = |key: &str| matches!(key, "'" | "′" | r"\prime");
        let derived = |at: usize| {
            let second = key(at + 1);
            let raised =
                || second == "^" && prime(key(at + if key(at + 2) == "{" { 3 } else { 2 }));
            key(at) == name && (prime(second) || raised())
                || second == name
                    && (super::integral::is_differential(key(at))
                        || matches!(key(at), r"\dot" | r"\ddot"))
        };
        let from = self.pos.saturating_sub(LONGEST);
        let to = self.tokens.len().min(self.pos + LONGEST);
        (from..to).any(derived)
    }
}

/// Whether a sign stands between equations.
fn separates(key: &str) -> bool {
    matches!(key, "," | ";" | r"\land" | r"\wedge" | "∧")
}
