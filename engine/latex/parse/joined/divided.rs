//! What a slash divides by, and what is written right against it.

use super::measure;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::join::Next;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;

impl Parser<'_> {
    /// Exact division where the sign of parallels stands after a number or a power of one, and no
    /// line follows: `2^k \parallel 3^n - 1`.
    pub(in crate::latex::parse) fn divides_exactly(
        &self,
        op: Op,
        left: &Tree,
        at: usize,
    ) -> Option<Op> {
        let bars = ["parallel", "apart"].map(|name| self.table.named(name) == Some(op));
        if !bars.contains(&true) {
            return None;
        }
        let number = |t: &Tree| match &t.head {
            Head::Number(_) => true,
            Head::Symbol(name) => !crate::latex::kinds::capital(name) && !name.contains('{'),
            _ => false,
        };
        let divisor = match (&left.head, left.args.as_slice()) {
            (Head::Number(_), _) => true,
            (Head::Power, [base, exponent]) => {
                number(base) && !matches!(exponent.head, Head::Mark(_))
            }
            _ => false,
        };
        let next = self.tokens.get(at).filter(|_| at < self.end)?;
        let line = next.class == Class::Name
            || matches!(
                next.key.as_ref(),
                r"\overline" | r"\vec" | r"\overrightarrow"
            )
            || crate::latex::figures::run(&self.tokens[..self.end], at, false) > 1;
        // `D(p^n \parallel q^n)` measures what is between two distributions.
        let same = self.key_at(at + 1) == "^"
            && left.args.get(1).and_then(Tree::symbol) == Some(self.key_at(at + 2));
        if !divisor || line || same {
            return None;
        }
        self.table.named("exactlydivides")
    }

    /// Whether the slash after this divides the last factor alone: it is a group, a ring or a space
    /// after a product sign, `\mathbb{Z}/2\mathbb{Z} \times \mathbb{Z}/3\mathbb{Z}`, `A/I \otimes B/J`.
    pub(super) fn structures(&self, left: &Tree) -> bool {
        let signed = match &left.head {
            Head::Product(joins) => joins.last() == Some(&Join::Cross),
            Head::Apply(op) => self.table.named("otimes") == Some(*op),
            _ => false,
        };
        let set =
            |t: &Tree| matches!(&t.head, Head::Apply(op) if self.table.set_constants.contains(op));
        let large = |t: &Tree| t.root_symbol().is_some_and(crate::latex::kinds::capital);
        let quotient = |t: &Tree| {
            t.head == Head::Apply(self.table.div)
                && t.args.first().is_some_and(|t| set(t) || large(t))
        };
        let (Some(last), false) = (left.args.last(), left.closed) else {
            return false;
        };
        signed && (set(last) || large(last) && left.args.iter().any(quotient))
    }

    /// The denominator after a slash: one factor, and what is written right against it.
    ///
    /// `a/bc` is `a/(bc)`; a blank, a bracket or a postfix sign after the denominator ends it, and
    /// a number before a bracket or a function does too.
    pub(super) fn divide(&mut self, left: Tree) -> Tree {
        if let Some(relation) = self.relation_alone()
            && let Some(op) = self.table.named("quotient")
        {
            return Tree::over(Head::Apply(op), vec![left, relation]);
        }
        let strength = self.table.strength.product + 1;
        let mut below = self.expression(strength);
        let number = matches!(below.head, Head::Number(_)) && !below.closed;
        if number && (measured(&left) || self.in_units_of(&left)) {
            below = self.quantity(below);
        }
        let mut glued = false;
        let slope = self.is_slope(&left, &below);
        while self.pos < self.end && !slope && self.glues(&below) {
            let before = self.pos;
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            below = self.multiply(below, Join::Beside, factor);
            glued = true;
        }
        // `\mathbb{Z}/n\mathbb{Z}` is one thing to everybody, `\mathbb{Z} / n \mathbb{Z}` as well.
        let ring = matches!(&left.head, Head::Apply(op) if self.table.set_constants.contains(op));
        if ring && !glued && self.same_ring(&left, &below) {
            let again = self.expression(strength);
            below = self.multiply(below, Join::Beside, again);
        }
        if glued && !ring {
            self.warn(
                "ambiguous-division",
                "a product without a sign follows a slash; all of it is read as the denominator",
                below.start..below.end,
                "read as the denominator",
            );
        }
        self.quotient(left, below)
    }

    /// Whether a quotient of numbers is the slope of a line, for a letter stands right behind it and a
    /// summand behind that: `y = 3/4x + 2`.
    fn is_slope(&self, above: &Tree, below: &Tree) -> bool {
        let number = |t: &Tree| matches!(t.head, Head::Number(_)) && !t.closed;
        let here = self.tokens.get(self.pos..self.end);
        let Some([letter, sign, ..]) = here.filter(|_| number(above) && number(below)) else {
            return false;
        };
        let adds = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
        let from = self.tokens.partition_point(|t| t.start < above.start);
        let signed = from - usize::from(from > 0 && adds(&self.tokens[from - 1]));
        letter.class == Class::Letter
            && letter.gap == Gap::None
            && adds(sign)
            && signed > 1
            && self.key_at(signed - 1) == "="
            && matches!(self.key_at(signed - 2), "y" | ")")
    }

    /// Whether a letter is divided by a number of units, of which an upright name stands here:
    /// `\log_{10}(d/10\,\mathrm{pc})`.
    fn in_units_of(&self, above: &Tree) -> bool {
        let unit = |t: &Token<'_>| t.class == Class::Name && t.gap == Gap::Thin && measure(&t.key);
        matches!(above.head, Head::Symbol(_) | Head::Index)
            && self.tokens[..self.end].get(self.pos).is_some_and(unit)
    }

    /// A number with the units right after it: what is measured binds tighter than a slash.
    fn quantity(&mut self, number: Tree) -> Tree {
        let mut all = number;
        while self.pos < self.end {
            let token = &self.tokens[self.pos];
            let unit = measure(&token.key)
                && matches!(token.class, Class::Name | Class::Words)
                && token.gap < Gap::Wide;
            if !unit || !matches!(self.next(&all), Next::Beside) {
                break;
            }
            let before = self.pos;
            let unit = self.expression(self.table.strength.product + 1);
            if self.pos == before {
                break;
            }
            all = self.multiply(all, Join::Beside, unit);
        }
        all
    }

    /// The sign of a relation after a slash, with nothing after it: `X/\sim`.
    fn relation_alone(&mut self) -> Option<Tree> {
        let braced = self.tokens.get(self.pos)?.class == Class::Open;
        let at = self.pos + usize::from(braced);
        let after = at + 1 + usize::from(braced);
        if at >= self.end || braced && self.key_at(at + 1) != "}" {
            return None;
        }
        let relation = self.roles_at(at).any(|(role, width)| {
            matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if width == 1 && *level == self.table.relation)
        });
        if !relation || self.starts_operand(after) {
            return None;
        }
        self.pos = after;
        let token = &self.tokens[at];
        let head = Head::Mark(token.key.as_ref().into());
        Some(Tree::new(head, Vec::new(), token.start, token.end))
    }

    fn glues(&self, below: &Tree) -> bool {
        let token = &self.tokens[self.pos];
        let command_before = self.tokens[self.pos - 1].class != Class::Close
            && self.tokens[self.pos - 1].key.starts_with('\\')
            && token.gap == Gap::Blank
            || token.gap == Gap::Blank && self.scripting && lettered(below);
        let ended = match &below.head {
            Head::Product(_) => below.args.last().is_some_and(|last| last.closed),
            _ => below.closed,
        };
        // `E / 2 \hbar`: a blank before a command says nothing.
        let turns = matches!(below.head, Head::Number(_))
            && matches!(token.key.as_ref(), r"\hbar" | r"\pi");
        let apart = token.gap == Gap::Blank && !command_before && !turns;
        if ended || token.gap > Gap::Blank || apart {
            return false;
        }
        if !matches!(self.next(below), Next::Beside) {
            return false;
        }
        // `9.8\,\mathrm{m}/\mathrm{s}^2 (2.5\,\mathrm{kg})`
        let number =
            matches!(below.head, Head::Number(_)) || below.root_symbol().is_some_and(measure);
        match token.class {
            Class::Letter | Class::Name => !self.roles().any(|(role, _)| {
                matches!(
                    role,
                    Role::Function {
                        needs_brackets: false,
                        ..
                    } | Role::Operatorname { letter: false, .. }
                        | Role::Bound { .. }
                )
            }),
            Class::Digit => true,
            Class::Sign => {
                let constant = self
                    .roles()
                    .any(|(role, _)| matches!(role, Role::Constant { .. }));
                let bracket = matches!(self.marks[self.pos], Mark::Open { .. });
                constant || bracket && !number
            }
            _ => false,
        }
    }
}

/// Whether a product begins with a letter, perhaps with an index.
fn lettered(tree: &Tree) -> bool {
    let first = match tree.head {
        Head::Product(_) => tree.args.first(),
        _ => Some(tree),
    };
    first.is_some_and(|t| t.root_symbol().is_some_and(|name| !measure(name)))
}

/// Whether a unit stands after a number somewhere in a product.
fn measured(tree: &Tree) -> bool {
    let product = matches!(tree.head, Head::Product(_));
    let unit = |t: &Tree| match (&t.head, t.args.first()) {
        (Head::Power, Some(base)) => base.symbol().is_some_and(measure),
        _ => t.symbol().is_some_and(measure),
    };
    let pair = |pair: &[Tree]| matches!(pair[0].head, Head::Number(_)) && unit(&pair[1]);
    product && tree.args.windows(2).any(pair)
}
