//! Letters of changes that are names of something else.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};

/// As many tokens of an exponent are looked through for a sign of a sum.
const EXPONENT: usize = 8;

impl Parser<'_> {
    /// Whether this is one of several Greek indices, with those of others: `\epsilon^{\delta\gamma\alpha_1}`.
    pub(super) fn among_indices(&self, at: usize) -> bool {
        let greek = |key: &str| {
            matches!(
                key,
                r"\alpha"
                    | r"\beta"
                    | r"\gamma"
                    | r"\delta"
                    | r"\epsilon"
                    | r"\theta"
                    | r"\vartheta"
                    | r"\kappa"
                    | r"\lambda"
                    | r"\mu"
                    | r"\nu"
                    | r"\rho"
                    | r"\sigma"
                    | r"\tau"
            )
        };
        let open = (0..at)
            .rev()
            .take(12)
            .find(|i| matches!(self.marks[*i], Mark::Open { partner, .. } if partner > at));
        let Some(open) = open.filter(|open| self.key_at(*open) == "{" && *open > 1) else {
            return false;
        };
        let Mark::Open { partner, .. } = self.marks[open] else {
            return false;
        };
        let script = |key: &str| {
            matches!(key, "_" | "{" | "}") || key.bytes().all(|b| b.is_ascii_alphanumeric())
        };
        // `\epsilon^{\delta\theta x_1 z_1}`
        let index = |at: usize| {
            let letter = matches!(self.key_at(at).as_bytes(), [b] if b.is_ascii_alphabetic());
            greek(self.key_at(at)) || letter && self.key_at(at + 1) == "_"
        };
        matches!(self.key_at(open - 1), "^" | "_")
            && self.key_at(open - 2) != "e"
            && (open + 1..partner).all(|i| greek(self.key_at(i)) || script(self.key_at(i)))
            && (open + 1..partner).filter(|i| index(*i)).count() > 2
    }

    /// Whether the sign stands below a letter by itself, as the variable that a function is derived by:
    /// `1 + \delta\phi_\delta`.
    pub(super) fn derives_by(&self, key: &str) -> bool {
        let around = self.around();
        let below = |w: &[Token<'_>]| {
            let alone = w[1].key == key && w[2].key != "_";
            w[0].key == "_" && (alone || w[1].key == "{" && w[2].key == key && w[3].key == "}")
        };
        key == r"\delta" && around.windows(4).any(below)
    }

    /// Whether a power of this sign ends a term or a factor somewhere, as one of a number does:
    /// `|X - \mu| \ge \delta\mu` beside `\mu\delta^2/3`.
    pub(super) fn squared(&self, key: &str) -> bool {
        let ends = |at: Option<&Token<'_>>| {
            at.is_none_or(|t| {
                t.class == Class::Close || matches!(t.key.as_ref(), "/" | "+" | "-" | ")" | "=")
            })
        };
        let around = self.around();
        // `\delta^{d - 1} \tau`
        let reckoned = |at: usize| {
            let inside = around.get(at + 3..).unwrap_or_default();
            let mut inside = inside.iter().take(EXPONENT).take_while(|t| t.key != "}");
            inside.any(|t| matches!(&*t.key, "+" | "-"))
        };
        let power = |(at, w): (usize, &[Token<'_>])| {
            w[0].key == key
                && w[1].key == "^"
                && (w[2].key == "2" && ends(around.get(at + 3)) || w[2].key == "{" && reckoned(at))
        };
        key == r"\delta" && around.windows(3).enumerate().any(power)
    }

    /// Whether this is the fourth of the coefficients that stand before letters on the line:
    /// `\dot x = \alpha x - \beta xy`, `\dot y = \delta xy - \gamma y`.
    pub(super) fn coefficient(&self, key: &str) -> bool {
        let around = self.around();
        // `\dot x = x(\alpha - \beta y)`
        let before_letter = |name: &str| {
            around.windows(3).any(|w| {
                let factor = w[2].class == Class::Letter || matches!(&*w[2].key, "-" | "+");
                w[1].key == name && factor && !matches!(&*w[0].key, "_" | "^")
            })
        };
        key == r"\delta"
            && [r"\alpha", r"\beta", r"\gamma"]
                .into_iter()
                .all(before_letter)
    }

    /// Whether the rate of a discount or a decay stands before a time, alone in an exponent:
    /// `e^{-\delta t}`.
    pub(super) fn decays_with(&self, at: usize) -> bool {
        let before = |n: usize| at.checked_sub(n).map_or("", |at| self.key_at(at));
        let minus = usize::from(before(1) == "-");
        self.key_at(at) == r"\delta"
            && (before(minus + 1), before(minus + 2)) == ("{", "^")
            && crate::latex::around::is_e(before(minus + 3))
            && matches!(self.key_at(at + 1), "t" | "n" | "s" | "T")
            && self.tokens.get(at + 2).is_some_and(|t| t.key == "}")
    }
}
