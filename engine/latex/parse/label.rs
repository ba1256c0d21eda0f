//! Statements with a name before them, and moduli in brackets.

use super::Parser;
use super::fence::said;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::phrases::predicate;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Assoc;

/// How far ahead a sign is looked for, in tokens.
const AHEAD: usize = 200;

/// A modulus in square brackets has no more tokens.
const MODULUS: usize = 6;

impl Parser<'_> {
    /// The modulus in `(\bmod m)`, `(\text{mod } m)`, `[m]` after a congruence.
    pub(super) fn modulus_in_brackets(&self, left: &Tree) -> Option<(usize, usize)> {
        let square = self.key_at(self.pos) == "[";
        if !square && self.key_at(self.pos) != "(" {
            return None;
        }
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return None;
        };
        if square {
            return self
                .modulus_in_square(partner)
                .then_some((self.pos + 1, partner));
        }
        let word = self.tokens.get(self.pos + 1)?;
        let spelled = |i: usize| self.key_at(i);
        let letters = spelled(self.pos + 1) == "m"
            && spelled(self.pos + 2) == "o"
            && spelled(self.pos + 3) == "d";
        if self.modulus_alone(partner) {
            return Some((self.pos + 1, partner));
        }
        let named = matches!(word.key.as_ref(), r"\bmod" | r"\mod")
            || matches!(word.class, Class::Name | Class::Words)
                && super::fence::said(word) == "mod";
        let from = self.pos + if letters { 4 } else { 2 };
        let states = matches!(left.head, Head::Chain(_)) || self.congruent_before();
        ((named || letters) && from < partner && states).then_some((from, partner))
    }

    /// Whether a square bracket holds the modulus of a congruence that ends here: `a \equiv b\ [n]`,
    /// `\theta \equiv \frac{\pi}{4}\ [2\pi]`.
    fn modulus_in_square(&self, partner: usize) -> bool {
        let inside = &self.tokens[self.pos + 1..partner];
        let part = |t: &Token<'_>| {
            matches!(
                t.class,
                Class::Digit | Class::Letter | Class::Open | Class::Close
            ) || matches!(t.key.as_ref(), r"\pi" | "^" | "+" | "-" | r"\cdot")
        };
        let simple = (1..=MODULUS).contains(&inside.len()) && inside.iter().all(part);
        let number = inside.first().is_some_and(|t| t.class == Class::Digit);
        // `f \equiv g[x]`
        let apart = self.tokens[self.pos].gap >= Gap::Blank || number;
        let follows = matches!(
            self.key_at(partner + 1),
            r"\Rightarrow" | r"\implies" | r"\iff" | r"\Leftrightarrow" | r"\Longrightarrow"
        );
        // `S \equiv T = L[x]` defines.
        let congruence = || self.congruence_since(&[",", ";", "=", "<", ">"]);
        // `\theta = \frac{\pi}{3}\ [2\pi]`: angles are equal up to whole turns.
        let turns = || {
            let turn = matches!(inside, [turn] | [_, turn] if turn.key == r"\pi");
            turn && self.tokens[self.pos].gap >= Gap::Blank && self.congruent_before()
        };
        simple && apart && (follows || self.ends_at(partner + 1)) && (congruence() || turns())
    }

    /// Whether the bracket, apart from a congruence and at its end, holds the modulus alone:
    /// `a \equiv b \ (n)`.
    fn modulus_alone(&self, partner: usize) -> bool {
        let congruence = self.congruence_since(&[",", ";"]);
        let ends = self.ends_at(partner + 1);
        let inside = &self.tokens[self.pos + 1..partner];
        let ideal = |t: &Token<'_>| t.class == Class::Name && t.key.starts_with(r"\mathfrak");
        let single = matches!(inside, [only] if only.class == Class::Letter || ideal(only))
            || !inside.is_empty() && inside.iter().all(|t| t.class == Class::Digit);
        // `p \equiv 1(4)`: nobody multiplies numbers so, nor by an ideal.
        let apart = self.tokens[self.pos].gap > Gap::Blank
            || self.tokens[self.pos - 1].class == Class::Digit
                && !matches!(self.key_at(self.pos.saturating_sub(2)), "_" | "^")
                && inside.len() == 1
            || inside.iter().all(ideal);
        congruence && single && ends && apart
    }

    /// Whether the sign of a congruence stands before, since the last row or one of these signs.
    fn congruence_since(&self, signs: &[&str]) -> bool {
        self.tokens[self.pos.saturating_sub(AHEAD)..self.pos]
            .iter()
            .rev()
            .take_while(|t| !signs.contains(&t.key.as_ref()) && t.class != Class::Row)
            .any(|t| matches!(t.key.as_ref(), r"\equiv" | "≡" | r"\not\equiv"))
    }

    /// Whether a statement ends before this place.
    fn ends_at(&self, at: usize) -> bool {
        at >= self.end
            || matches!(self.key_at(at), "," | ";" | ".")
            || self.tokens[at].class == Class::Row
    }

    /// Whether the sign of a congruence stands before, near.
    fn congruent_before(&self) -> bool {
        self.tokens[self.pos.saturating_sub(AHEAD)..self.pos]
            .iter()
            .any(|t| {
                matches!(
                    t.key.as_ref(),
                    r"\equiv" | "≡" | "=" | r"\not\equiv" | r"\cong"
                )
            })
    }

    /// Whether the operand before a colon is the name of the statement after it: `H_0: \mu = 5`,
    /// `C: y = x^2`, and no term of a ratio.
    pub(super) fn labels(&self, left: &Tree) -> bool {
        // `n\text{-th term}: a + (n - 1)d`
        let counted = |t: &Token<'_>| t.class == Class::Words && said(t).starts_with('-');
        if !self.declaring && matches!(left.head, Head::Product(_)) {
            let bracketed = usize::from(left.closed);
            let last = self.pos.checked_sub(1 + bracketed);
            if last.is_some_and(|last| counted(&self.tokens[last])) {
                return true;
            }
        }
        // `H_0: \mu = 5`, `H0: \mu = 5`
        let index = matches!(left.head, Head::Index) || left.symbol().is_some_and(numbered);
        let name = left.root_symbol().is_some_and(|name| {
            capital(name)
                // `\mathscr{C}_f: y = x^2`
                || index && [r"\mathscr{", r"\mathcal{"].iter().any(|font| name.starts_with(font))
                || name == r"\ell"
                || name.len() == 1 && (self.equation_of_line() || self.general_line(name))
        });
        // `(a_i : i \in I)`
        let family = index
            && left
                .args
                .iter()
                .skip(1)
                .any(|t| t.symbol() == Some(self.key_at(self.pos + 1)));
        let proposition = self.proposition(left) || self.assertion(left);
        let figure =
            matches!(left.head, Head::Apply(op) if Some(op) == self.table.named("triangle"));
        let named = name || family || proposition || figure;
        let whole = index || proposition || figure || left.symbol().is_some();
        if self.declaring || !named || !whole {
            return false;
        }
        let first = self.tokens.get(self.pos + 1);
        let large = first.is_some_and(|t| t.class == Class::Digit || capital(&t.key));
        // Behind a wide gap begins no second number of a ratio.
        let wide = first.is_some_and(|t| t.gap == Gap::Wide);
        if large && !wide && !index && !proposition && !figure && !self.coordinate_at(self.pos + 2)
        {
            return false;
        }
        // `H_1: \text{some differ}`
        if index && first.is_some_and(super::is_text) && left.root_symbol().is_some_and(capital) {
            return true;
        }
        let denied = matches!(self.key_at(self.pos + 1), r"\lnot" | r"\neg" | "¬");
        let mut related = proposition && self.quantifier_at(self.pos + 1) || denied;
        let mut at = self.pos + 1;
        let limit = self.end.min(self.pos + AHEAD);
        while at < limit {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            let token = &self.tokens[at];
            let named = index && left.root_symbol().is_some_and(capital);
            if (proposition || named)
                && super::is_text(token)
                && predicate(said(token), &self.table.lexicon).is_some()
            {
                return true;
            }
            // `H_0: 5\text{ years} \ne \mu`
            let words = super::is_text(token) && self.tokens[at - 1].class != Class::Digit;
            // `H_0: \mu = 0 \text{ vs } H_1: \mu \ne 0`
            let against = super::is_text(token)
                && matches!(
                    said(token).trim(),
                    "vs" | "vs." | "versus" | "against" | "and" | "or"
                );
            let apart = at > self.pos + 1 && (token.gap == Gap::Wide || words || against);
            if apart || matches!(token.key.as_ref(), "," | ";") || token.class == Class::Row {
                break;
            }
            if matches!(token.key.as_ref(), ":" | r"\colon") {
                return false;
            }
            related |= self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { op, level, assoc: Assoc::Chain, .. }
                    if *level == self.table.relation && Some(*op) != self.table.tends)
            });
            at += 1;
        }
        related
    }

    /// Whether the letter of a proposition stands before the colon, negated or before a quantifier:
    /// `\neg p: \exists x \in \mathbb{R}, x^2 < 0`.
    fn proposition(&self, left: &Tree) -> bool {
        let letter = |t: &Tree| matches!(t.symbol(), Some("p" | "q" | "r" | "s"));
        let negated = matches!(left.head, Head::Apply(op) if Some(op) == self.table.not);
        negated && letter(&left.args[0]) || letter(left) && self.quantifier_at(self.pos + 1)
    }

    /// Whether what is asserted of some values stands before the colon: `P(n): 2^n > n`, `P(x, y): f(x +
    /// y) = f(x) + f(y)`. Nobody divides it by something else.
    fn assertion(&self, left: &Tree) -> bool {
        let next = self.key_at(self.pos + 1);
        let asserts = |name: &str| match name {
            "P" | "Q" | "R" | "S" => next != name,
            _ => capital(name) && !capital(next),
        };
        left.head == Head::Call && left.args[0].symbol().is_some_and(asserts)
    }

    /// Whether the statement after the colon begins with what the points of a line are:
    /// `g: \vec{x} = \vec{a} + t\vec{b}`, `h: y = 2x + 1`, `k: 3x - y = 4`.
    fn equation_of_line(&self) -> bool {
        let first = self.pos + 1;
        match self.key_at(first) {
            r"\vec" | r"\overrightarrow" => true,
            "x" | "y" | "z" => self.key_at(first + 1) == "=",
            _ => {
                self.tokens
                    .get(first)
                    .is_some_and(|t| t.class == Class::Digit)
                    && self.coordinate_at(first + 1)
            }
        }
    }

    /// Whether the letter before the colon is one of lines, and a sum of two coordinates begins after it:
    /// `l: ax + by + c = 0`, `d_1: x + y = 2`.
    fn general_line(&self, name: &str) -> bool {
        let lines = matches!(name, "d" | "g" | "h" | "k" | "l" | "m" | "r" | "s" | "t");
        let first = self.pos + 1;
        let letter = |at: usize| {
            let token = self.tokens.get(at);
            token.is_some_and(|t| t.class == Class::Letter)
        };
        let x = first + usize::from(letter(first) && self.key_at(first) != "x");
        lines
            && self.key_at(x) == "x"
            && matches!(self.key_at(x + 1), "+" | "-")
            && (x + 2..x + 5).any(|at| self.key_at(at) == "y")
    }

    /// Whether a coordinate stands here right after a number: the `x` of `2x`.
    fn coordinate_at(&self, at: usize) -> bool {
        matches!(self.key_at(at), "x" | "y" | "z") && self.tokens[at].gap == Gap::None
    }

    /// The rest of a statement with a name, from the colon on.
    pub(super) fn labelled(&mut self, name: Tree) -> Tree {
        self.pos += 1;
        // `P(1, 1): f(1)^2 = 1 \Rightarrow f(1) = 1`
        let statement = self.expression(match name.head {
            Head::Call => self.table.strength.implication,
            _ => 4 * self.table.relation,
        });
        let head = match self.table.named("labelled") {
            Some(op) => Head::Apply(op),
            None => Head::Sequence,
        };
        let (statement, others) = named_alone(statement, &head);
        let own = Tree::over(head, vec![name, statement]);
        match others.is_empty() {
            true => own,
            false => Tree::over(Head::Items, [own].into_iter().chain(others).collect()),
        }
    }
}

/// Whether this is a capital with a number right behind it: `H0`.
fn numbered(name: &str) -> bool {
    let number = name.strip_prefix(|c: char| c.is_ascii_uppercase());
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// What a name is given to, and the other statements with names of their own in a list behind it:
/// `P(n): a = b, P(1): c = d`.
fn named_alone(mut statement: Tree, label: &Head) -> (Tree, Vec<Tree>) {
    let named = |t: &Tree| {
        t.head == *label
            || t.head == Head::Items && t.args.first().is_some_and(|first| first.head == *label)
    };
    let next = match statement.head {
        Head::Items if !statement.closed => statement.args.iter().position(named),
        _ => None,
    };
    let Some(next) = next.filter(|at| *at > 0) else {
        return (statement, Vec::new());
    };
    let rest = statement.args.split_off(next).into_iter();
    let others = rest.flat_map(|t| match named(&t) && t.head == Head::Items {
        true => t.args,
        false => vec![t],
    });
    let others = others.collect();
    let statement = match statement.args.len() {
        1 => statement.args.remove(0),
        _ => Tree::over(Head::Items, statement.args),
    };
    (statement, others)
}
