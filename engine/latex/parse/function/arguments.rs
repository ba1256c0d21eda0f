//! Arguments of functions: a group, or the factors that follow.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::join::Next;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};

impl Parser<'_> {
    /// The arguments of a function: a group, or the factors that follow.
    pub(super) fn function_arguments(&mut self) -> Vec<Tree> {
        if self.pos >= self.end {
            return vec![self.missing()];
        }
        let brace =
            self.tokens[self.pos].class == Class::Open || self.tokens[self.pos].key == r"\{";
        if brace
            && self.tokens[self.pos].key == r"\{"
            && let Mark::Open { partner, width } = self.marks[self.pos]
        {
            return vec![self.fence(partner, width)];
        }
        // `\log[\mathrm{H}^+]`
        if self.key_at(self.pos) == "[" && self.ions() {
            return vec![self.open_argument()];
        }
        if brace && self.space_with_mark() {
            return vec![self.open_argument()];
        }
        if (brace || self.bracket_here())
            && let Mark::Open { partner, width } = self.marks[self.pos]
        {
            let inside = self.group(self.pos + width, partner, partner + width);
            let items = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            let mut items: Vec<Tree> = items;
            if let Some(last) = items.last_mut() {
                last.closed = true;
            }
            if self.multiple_of_angle(partner)
                && let [count] = items.as_slice()
            {
                let mut count = count.clone();
                count.closed = true;
                let angle = self.expression(self.table.strength.product + 1);
                return vec![self.multiply(count, Join::Beside, angle)];
            }
            return items;
        }
        vec![self.open_argument()]
    }

    /// Whether the bracket that ends here, behind a function of angles, holds how often the letter
    /// behind it is taken: `\sin(2k + 1)x`, `\cos(n - 1)\theta`.
    fn multiple_of_angle(&self, partner: usize) -> bool {
        let angle = |key: &str| {
            matches!(
                key,
                "x" | "t" | "z" | r"\theta" | r"\phi" | r"\varphi" | r"\vartheta"
            )
        };
        if !angle(self.key_at(self.pos)) || self.pos != partner + 1 {
            return false;
        }
        let Some(open) = (0..partner).rev().take(6).find(
            |at| matches!(self.marks[*at], Mark::Open { partner: end, .. } if end == partner),
        ) else {
            return false;
        };
        let function = open.checked_sub(1).map_or("", |at| self.key_at(at));
        let counts = |t: &Token<'_>| matches!(t.key.as_ref(), "n" | "k" | "m" | "j" | "l" | "N");
        let digit = |t: &Token<'_>| t.class == Class::Digit;
        let inside = match &self.tokens[open + 1..partner] {
            [first, rest @ ..] if digit(first) => rest,
            all => all,
        };
        let counted = matches!(inside, [letter, sign, number]
            if counts(letter) && matches!(sign.key.as_ref(), "+" | "-") && digit(number));
        let after = self.key_at(self.pos + 1);
        matches!(
            function,
            r"\sin" | r"\cos" | r"\tan" | r"\cot" | r"\sinh" | r"\cosh"
        ) && counted
            && !matches!(after, "^" | "_" | "(" | "'")
    }

    /// Whether braces that are not seen hold one space or set, with a mark behind them:
    /// `\dim {\mathbb{R}}^2`.
    fn space_with_mark(&self) -> bool {
        let space = |key: &str| {
            key.starts_with(r"\mathbb") || key.len() == 1 && key.starts_with(char::is_uppercase)
        };
        self.key_at(self.pos) == "{"
            && space(self.key_at(self.pos + 1))
            && self.key_at(self.pos + 2) == "}"
            && matches!(self.key_at(self.pos + 3), "^" | "_")
    }

    /// What a trace without brackets is taken of: all factors up to a sign or another trace or
    /// determinant, also functions and their values: `\operatorname{Tr} \rho \ln \rho`.
    pub(super) fn traced(&mut self) -> Tree {
        let strength = self.table.strength.product + 1;
        let bare = !self.bracket_here();
        let mut argument = self.expression(strength);
        argument.closed = false;
        if bare && let Some(forms) = self.wedged(&mut argument) {
            return forms;
        }
        let ends = ["tr", "det", "rank"].map(|name| self.table.named(name));
        while self.pos < self.end && matches!(self.next(&argument), Next::Beside) {
            let number = self.roles().any(|(role, _)| match role {
                Role::Function { op, .. } => ends.contains(&Some(*op)),
                Role::Bound { .. } => true,
                _ => false,
            });
            let before = self.pos;
            if number || self.tokens[before].gap == Gap::Wide || self.identity_here() {
                break;
            }
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            argument = self.multiply(argument, Join::Beside, factor);
            argument.closed = false;
        }
        argument
    }

    /// The argument of a function without brackets: factors up to the next function, bracket, blank
    /// command or sign.
    pub(in crate::latex::parse) fn open_argument(&mut self) -> Tree {
        let strength = self.table.strength.product + 1;
        let start = self.pos;
        let mut argument = self.expression(strength);
        argument.closed = false;
        while self.pos < self.end && self.tokens[self.pos].gap < Gap::Thin {
            let number = matches!(argument.head, Head::Number(_))
                || matches!(argument.head, Head::Apply(_)) && argument.args.is_empty();
            let bracket = matches!(self.marks[self.pos], Mark::Open { .. })
                && !number
                && !self.multiplies_bracket(&argument, start);
            let big = self.roles().any(|(role, _)| match role {
                Role::Function { needs_brackets, .. } => !needs_brackets,
                Role::Operatorname { letter, .. } => !letter,
                Role::Bound { .. } => true,
                _ => false,
            });
            // `\sin x e^{-x}`
            let exponential = !number
                && self.key_at(self.pos + 1) == "^"
                && crate::latex::around::is_e(self.key_at(self.pos))
                && self.usage.euler();
            // `\cos\theta d\phi`
            let form = crate::latex::parse::integral::is_differential(self.key_at(self.pos))
                && (self.key_at(self.pos) != "d" || self.forms || self.usage.tensors.differentials);
            // `\cos\theta \ket{0}`
            let state = matches!(self.key_at(self.pos), r"\ket" | r"\bra" | r"\Ket" | r"\Bra");
            // `\log f(x) g(x)`, `\sin\theta f(x)`
            let value = (argument.head == Head::Call || self.is_angle(&argument))
                && self.value_follows()
                || self.value_beside_quotient(&argument);
            if bracket
                || self.dots_between_functions()
                || big
                || exponential
                || form
                || state
                || value
                || self.root_beside(&argument)
                || self.beside_half_angle(&argument)
                || self.rate_here(&argument)
                || crate::latex::matter::measures_values(&self.tokens[self.pos])
                || !matches!(self.next(&argument), Next::Beside)
            {
                break;
            }
            let Some(factor) = self.another_factor() else {
                break;
            };
            argument = self.multiply(argument, Join::Beside, factor);
            argument.closed = false;
        }
        argument
    }

    /// Whether dots stand here, and a function or nothing after them, as between the factors of
    /// `\cos x \cos 2x \cdots \cos nx`.
    fn dots_between_functions(&self) -> bool {
        let dots = self.tokens.get(self.pos).is_some_and(Token::is_ellipsis);
        let after = self.pos + 1;
        dots && (after >= self.end
            || self
                .roles_at(after)
                .any(|(role, _)| matches!(role, Role::Function { .. })))
    }

    /// One factor more, when there is one.
    pub(in crate::latex::parse) fn another_factor(&mut self) -> Option<Tree> {
        let before = self.pos;
        let factor = self.expression(self.table.strength.product + 1);
        (self.pos > before).then_some(factor)
    }
}
