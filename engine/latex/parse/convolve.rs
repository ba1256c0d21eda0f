//! Convolutions: `f * g`, `(f * g)(x)`, `f * g(x)`, `x(t) * h(t)`.

use super::{Parser, Strength};
use crate::latex::around::skip_scripts;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;

/// Letters of which a star between two makes a convolution.
pub(in crate::latex) const FUNCTIONS: &[&str] =
    &["f", "g", "h", "F", "G", "H", r"\phi", r"\psi", r"\varphi"];

/// As many tokens before and after a star are looked through, and as many stars.
const STARS: usize = 40;
const FEW: usize = 4;

/// Signs over the name of a transform.
const HATS: &[&str] = &[r"\hat", r"\widehat"];

/// The letter of which a transform is called by a hat.
fn under_hat(name: &str) -> Option<&str> {
    let (hat, letter) = name.split_once('{')?;
    HATS.contains(&hat).then_some(letter.strip_suffix('}')?)
}

impl Parser<'_> {
    /// The operator of a convolution when functions stand before and after the star that has just
    /// been read.
    pub(super) fn convolves(&self, left: &Tree) -> Option<Op> {
        let op = self.table.named("convolve").filter(|_| self.usage.stars)?;
        let joined = left.head == Head::Apply(op);
        let mut next = self.key_at(self.pos);
        let grouped = next == "(";
        // `\hat f * \hat g`
        let mut end = self.pos + 1;
        if left.symbol().is_some_and(|name| under_hat(name).is_some()) && HATS.contains(&next) {
            let braced = usize::from(self.key_at(end) == "{");
            next = self.key_at(end + braced);
            end += 1 + 2 * braced;
        }
        let after = grouped || FUNCTIONS.contains(&next) && self.usage.may_be_function(next);
        // `f * g'` and `f * g_1^2` are products.
        let bare = grouped || !matches!(self.key_at(end), "'" | "^" | "_" | r"\prime");
        let known = left.symbol().map(|name| under_hat(name).unwrap_or(name));
        let other = known != Some(next);
        let named = after && bare && other && (joined || self.names_function(left));
        let free = || self.free_factor(left) && self.begins_group(self.pos);
        let sums_divisors = self.arithmetical(left);
        (named || sums_divisors || self.sampled_after(left) || self.taken_after(left) || free())
            .then_some(op)
    }

    /// Whether an arithmetical function stands before the star and the constant one or the identity behind
    /// it, which is all of a side: `\mu * 1 = \varepsilon`, `\mu * \mathrm{id} = \varphi`.
    fn arithmetical(&self, left: &Tree) -> bool {
        let function = |n: &str| matches!(n, r"\mu" | r"\varphi" | r"\phi" | r"\Lambda" | r"\tau");
        let known = matches!(
            self.key_at(self.pos),
            "1" | r"\mathbf{1}" | r"\mathbb{1}" | r"\mathrm{id}" | r"\operatorname{id}"
        );
        left.symbol().is_some_and(function)
            && known
            && matches!(self.key_at(self.pos + 1), "" | "=" | "," | ")")
    }

    /// Whether this is a group of which a star makes a free product with another: `\mathbb{Z} *
    /// \mathbb{Z}`, `\pi_1(X) * \pi_1(Y)`.
    fn free_factor(&self, tree: &Tree) -> bool {
        let at = self.tokens.partition_point(|t| t.start < tree.start);
        let joined =
            matches!(tree.head, Head::Apply(op) if self.table.named("convolve") == Some(op));
        match joined {
            true => tree.args.iter().all(|factor| self.free_factor(factor)),
            false => self.begins_group(at),
        }
    }

    /// Whether integers or a fundamental group stand here.
    fn begins_group(&self, at: usize) -> bool {
        match self.key_at(at) {
            // `(\pi_1(X)) * (\pi_1(Y))`
            "(" if self.key_at(at + 1) == r"\pi" => self.begins_group(at + 1),
            r"\mathbb{Z}" => true,
            r"\pi" => {
                let (open, ..) = skip_scripts(self.tokens, self.marks, at + 1);
                open > at + 1 && self.key_at(open) == "("
            }
            _ => false,
        }
    }

    /// Whether the star stands between the letters of two signals in a bracket that is taken at a time:
    /// `(h * h_1)[n]`, `(x * h)(t)`, or at a place in a plane: `(I * K)(i, j)`.
    fn taken_after(&self, left: &Tree) -> bool {
        let letter = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol().is_some_and(|n| n.len() == 1)
        };
        let next = self.tokens.get(self.pos);
        if !letter(left) || !next.is_some_and(|t| t.class == Class::Letter && t.short()) {
            return false;
        }
        let after = skip_scripts(self.tokens, self.marks, self.pos + 1).0;
        // The bracket ends what is read here.
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let place = |at: usize| matches!(key(at), "n" | "t" | "k" | "m");
        let spaced =
            |at: usize| matches!(key(at), "x" | "y" | "z" | "s" | "u" | "v" | "w" | r"\tau");
        let small = |at: usize| matches!(key(at).as_bytes(), [b'a'..=b'z']);
        let pixel =
            |at: usize| small(at) && key(at + 1) == "," && small(at + 2) && key(at + 3) == ")";
        match (key(after), key(after + 1)) {
            (")", "(") if pixel(after + 2) => true,
            (")", "(") => key(after + 3) == ")" && place(after + 2),
            (")", "[") => key(after + 3) == "]" && place(after + 2),
            // `[k * g](w_0)`
            ("]", "(") => {
                let end = skip_scripts(self.tokens, self.marks, after + 3).0;
                key(end) == ")" && (place(after + 2) || spaced(after + 2))
            }
            _ => false,
        }
    }

    /// Whether the star here is an operation other than the product of numbers: the product of the same
    /// letters stands beside it, or the star is what is defined: `a * b = a + b - ab`.
    pub(super) fn other_product(&self, at: usize) -> bool {
        if self.defines_star(at) {
            return true;
        }
        let near = &self.tokens[at.saturating_sub(STARS)..self.tokens.len().min(at + STARS)];
        let letter = |t: &Token<'_>| t.class == Class::Letter && t.short();
        let star = |t: &Token<'_>| matches!(t.key.as_ref(), "*" | r"\ast" | "∗");
        let joined = near
            .windows(3)
            .filter(|w| letter(&w[0]) && star(&w[1]) && letter(&w[2]))
            // `dx` would be a differential.
            .filter(|w| w[0].key != "d");
        let mut pairs = joined.take(FEW).map(|w| (&w[0].key, &w[2].key));
        pairs.any(|(one, other)| {
            let pair = |a: &Token<'_>, b: &Token<'_>| {
                a.key == *one && b.key == *other || a.key == *other && b.key == *one
            };
            let beside = |w: &[Token<'_>]| {
                pair(&w[1], &w[2])
                    && w[2].gap <= Gap::Blank
                    && !matches!(w[0].key.as_ref(), "_" | "{")
            };
            let dotted =
                |w: &[Token<'_>]| matches!(w[1].key.as_ref(), r"\cdot" | "·") && pair(&w[0], &w[2]);
            let defined = |w: &[Token<'_>]| {
                letter(&w[0])
                    && star(&w[1])
                    && (matches!(w[3].key.as_ref(), r"\coloneqq" | r"\coloneq" | "≔" | ":="))
            };
            let spelled = |w: &[Token<'_>]| star(&w[0]) && w[2].key == ":" && w[3].key == "=";
            near.windows(3).any(|w| beside(w) || dotted(w))
                || near.windows(4).any(|w| defined(w) || spelled(w))
        })
    }

    /// Whether nothing but two letters and the star between them are on the left side, and the right
    /// side has both without a star: `a * b = \frac{a + b}{2}`.
    fn defines_star(&self, at: usize) -> bool {
        let [one, _, other, equal, right @ ..] = self.tokens else {
            return false;
        };
        let letter = |t: &Token<'_>| t.class == Class::Letter && t.short() && t.key != "d";
        let star = |t: &Token<'_>| matches!(t.key.as_ref(), "*" | r"\ast" | "∗");
        let has = |letter: &Token<'_>| right.iter().any(|t| t.key == letter.key);
        at == 1
            && right.len() <= STARS
            && letter(one)
            && letter(other)
            && equal.key == "="
            && has(one)
            && has(other)
            && !right.iter().any(|t| star(t) || t.key == "=")
    }

    /// Whether values at one place stand before and after the star: `x[n] * h[n]`, `x(t) * h(t)`.
    fn sampled_after(&self, left: &Tree) -> bool {
        let (Some(place), Some(sign)) = (self.place(left), self.sign_of_place(left)) else {
            return false;
        };
        // `x[1] * y[1] + \dots + x[n] * y[n]`: numbers are multiplied.
        let numbers = |w: &[Token<'_>]| {
            w[0].key == "["
                && w[1].class == Class::Digit
                && w[2].key == "]"
                && matches!(w[3].key.as_ref(), "*" | r"\ast" | "∗")
        };
        // `x(t) * \delta(t - t_0)`
        let shifted = || {
            self.key_at(self.pos) == r"\delta"
                && matches!(self.key_at(self.pos + 3), "-" | "+" | "−")
        };
        self.key_at(self.pos + 1) == sign
            && self.key_at(self.pos + 2) == place
            && (matches!(self.key_at(self.pos + 3), ")" | "]") || shifted())
            && !self.around().windows(4).any(numbers)
    }

    /// The letter for time at which a function is taken.
    fn place<'a>(&self, tree: &'a Tree) -> Option<&'a str> {
        self.sign_of_place(tree)?;
        let [_, place] = tree.args.as_slice() else {
            return None;
        };
        place
            .symbol()
            .filter(|p| matches!(*p, "t" | "n" | "k" | "m"))
    }

    /// Whether this is an impulse at another place: `\delta(t - t_0)`.
    fn impulse(&self, tree: &Tree) -> bool {
        let shifted = |place: &Tree| matches!(place.head, Head::Sum(..));
        self.sign_of_place(tree).is_some()
            && matches!(tree.args.as_slice(), [function, place]
                if function.symbol() == Some(r"\delta") && shifted(place))
    }

    fn sign_of_place(&self, tree: &Tree) -> Option<&'static str> {
        match tree.head {
            Head::Call => Some("("),
            Head::Apply(op) if Some(op) == self.table.bracket_call => Some("["),
            _ => None,
        }
    }

    fn names_function(&self, tree: &Tree) -> bool {
        let letter = tree.symbol().map(|name| under_hat(name).unwrap_or(name));
        letter.is_some_and(|n| FUNCTIONS.contains(&n) && self.usage.may_be_function(n))
    }

    /// The convolution of what stands before the star with what follows; an argument after the last
    /// function is that of the whole.
    pub(super) fn convolution(&mut self, op: Op, left: Tree, strength: Strength) -> Tree {
        let taken = self.taken_after(&left) || self.arithmetical(&left);
        let mut right = self.expression(strength + 1);
        let join = |left: Tree, right: Tree| Tree::over(Head::Apply(op), vec![left, right]);
        match &right.head {
            _ if self.place(&left).is_some()
                && (self.place(&left) == self.place(&right) || self.impulse(&right)) =>
            {
                join(left, right)
            }
            _ if taken || self.names_function(&right) => join(left, right),
            _ if self.free_factor(&left) && self.free_factor(&right) => join(left, right),
            Head::Apply(inner) if *inner == op => join(left, right),
            Head::Call if right.args.first().is_some_and(|f| self.names_function(f)) => {
                let (start, end) = (left.start, right.end);
                let function = right.args.remove(0);
                let mut whole = join(left, function);
                whole.closed = true;
                right.args.insert(0, whole);
                (right.start, right.end) = (start, end);
                right
            }
            _ => self.multiply(left, Join::Dot, right),
        }
    }
}
