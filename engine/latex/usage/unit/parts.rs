//! Numbers with a real and an imaginary part: `x + iy`, `2 + 3i`.

use super::{Look, signs};
use crate::latex::token::{Class, Gap, Token};

/// Letters that are the real and the imaginary part of one number.
const PARTS: &[(&str, &str)] = &[
    ("x", "y"),
    ("a", "b"),
    ("c", "d"),
    ("u", "v"),
    ("p", "q"),
    (r"\alpha", r"\beta"),
    (r"\sigma", "t"),
    (r"\sigma", r"\omega"),
];

/// As many tokens of the argument of a function are looked back through.
const ARGUMENT: usize = 12;

impl Look<'_, '_> {
    /// Whether a number with a real and an imaginary part ends here.
    pub(super) fn in_number(&self, at: usize) -> bool {
        self.is_part(at) || self.is_component(at) || self.is_multiple(at) || self.is_value(at)
    }

    /// `x + iy`, `a - bi`, `\frac12 + it`
    fn is_part(&self, at: usize) -> bool {
        let (before, after) = (at.checked_sub(1), Some(at + 1));
        let (sign, other, end) = if signs(self.key(before)) {
            (before, after, at + 2)
        } else {
            (at.checked_sub(2), before, at + 1)
        };
        let first = sign.and_then(|at| at.checked_sub(1));
        let pair = (self.key(first), self.key(other));
        let height = pair.1 == "t" && (self.digit(first) || pair.0 == "}");
        let parts = signs(self.key(sign)) && (PARTS.contains(&pair) || height && self.of_zeta(at));
        parts && self.ends_term(end) && !self.goes_on(first)
    }

    /// `L_x \pm iL_y`
    fn is_component(&self, at: usize) -> bool {
        let before = |n: usize| self.key(at.checked_sub(n));
        let after = |n: usize| self.key(Some(at + n));
        signs(before(1))
            && matches!((before(2), after(3)), ("x", "y") | ("1", "2"))
            && (before(3), after(2)) == ("_", "_")
            && before(4) == after(1)
            && self.ends_term(at + 4)
    }

    /// `u(x, y) + iv(x, y)`
    fn is_value(&self, at: usize) -> bool {
        let Some(close) = at.checked_sub(2) else {
            return false;
        };
        let near = close.saturating_sub(ARGUMENT);
        let open = self.tokens[near..close].iter().rposition(|t| t.key == "(");
        let first = open.and_then(|open| (near + open).checked_sub(1));
        let pair = (self.key(first), self.key(Some(at + 1)));
        signs(self.key(at.checked_sub(1)))
            && self.key(Some(close)) == ")"
            && self.key(Some(at + 2)) == "("
            && PARTS.contains(&pair)
    }

    /// Whether an argument of a zeta function is open here.
    fn of_zeta(&self, at: usize) -> bool {
        let near = at.saturating_sub(ARGUMENT);
        let open = self.tokens[near..at].iter().rposition(|t| t.key == "(");
        let open = open.map(|open| near + open);
        let name = |at: usize| {
            matches!(
                self.key(at.checked_sub(1)),
                r"\zeta" | "L" | r"\Gamma" | r"\xi"
            )
        };
        open.is_some_and(name)
    }

    /// `2 + 3i`, `\pm 2i`, `1 - \sqrt{2}i`
    fn is_multiple(&self, at: usize) -> bool {
        let digits_before = |at: usize| {
            let before = self.tokens[..at].iter().rev();
            before.take_while(|t| t.class == Class::Digit).count()
        };
        let start = at - digits_before(at);
        // `2\sqrt3 i`
        let short = start + 1 == at && self.key(start.checked_sub(1)) == r"\sqrt";
        let start = match self.root_before(start) {
            _ if short => start - 1 - digits_before(start - 1),
            Some(root) if start == at => root - digits_before(root),
            _ => start,
        };
        let sign = start.checked_sub(1);
        let number = sign.and_then(|at| at.checked_sub(1));
        start < at
            && self.ends_term(at + 1)
            && (matches!(self.key(sign), r"\pm" | r"\mp")
                || signs(self.key(sign)) && self.digit(number))
    }

    /// Where the root of a number that ends here begins.
    fn root_before(&self, end: usize) -> Option<usize> {
        let close = end.checked_sub(1)?;
        let inside = self.tokens[..close].iter().rev();
        let digits = inside.take_while(|t| t.class == Class::Digit).count();
        let root = close.checked_sub(digits + 2)?;
        let is_root = self.key(Some(close)) == "}"
            && digits > 0
            && self.key(Some(root + 1)) == "{"
            && self.key(Some(root)) == r"\sqrt";
        is_root.then_some(root)
    }

    /// The sign of `2 + i`, `1 - i`.
    pub(super) fn sign_behind_number(&self, at: usize) -> Option<&str> {
        let sign = at.checked_sub(1)?;
        let key = self.key(Some(sign));
        (signs(key) && self.digit(sign.checked_sub(1)) && self.ends_term(at + 1)).then_some(key)
    }

    /// Whether nothing is multiplied with what stands before.
    pub(super) fn ends_term(&self, at: usize) -> bool {
        let key = self.key(Some(at));
        let apart = |t: &Token<'_>| t.gap == Gap::Wide;
        signs(key)
            || self.tokens.get(at).is_some_and(apart)
            || matches!(
                key,
                "" | ")"
                    | "]"
                    | "}"
                    | r"\}"
                    | "|"
                    | r"\rvert"
                    | "="
                    | ","
                    | "."
                    | ";"
                    | "&"
                    | r"\\"
                    | r"\in"
                    | r"\mid"
                    | r"\neq"
                    | r"\ne"
                    | r"\approx"
                    | r"\to"
                    | r"\implies"
                    | r"\iff"
                    | r"\Rightarrow"
            )
    }

    /// Whether something is multiplied with what stands here, from before it.
    fn goes_on(&self, at: Option<usize>) -> bool {
        let before = at
            .and_then(|at| at.checked_sub(1))
            .and_then(|at| self.tokens.get(at));
        before.is_some_and(|t| t.class == Class::Letter && t.key != "i")
    }
}
