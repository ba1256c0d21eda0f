//! Whether a quantity before a bracket is multiplied by it, `V_0(1 - e^{-t/RC})`, `PV(1 + i)^n`,
//! `W_f[h_{t-1}, x_t]`, or has a value: `Y_i(1) - Y_i(0)`.

use crate::latex::elaborate::chemical;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};

/// Stacked values have no more tokens.
const STACKED: usize = 20;

/// As many tokens below a root are looked through.
const ROOT: usize = 60;

/// An exponent that is looked through has no more tokens.
const SHORT: usize = 12;

impl Parser<'_> {
    /// Whether the letter stands in the exponent of the bracket here as well, which makes it a number:
    /// `n(g(x))^{n-1}`.
    pub(super) fn own_exponent(&self, tree: &Tree) -> bool {
        let (Some(letter), Some(Mark::Open { partner, .. })) =
            (tree.symbol(), self.marks.get(self.pos).copied())
        else {
            return false;
        };
        let Some(Mark::Open { partner: end, .. }) = self.marks.get(partner + 2).copied() else {
            return false;
        };
        let taken = |at: usize| matches!(self.key_at(at), "(" | "'" | "′" | r"\prime" | "^" | "_");
        let alone = |at: usize| self.key_at(at) == letter && !taken(at + 1);
        self.key_at(partner + 1) == "^" && (partner + 3..end.min(partner + SHORT)).any(alone)
    }

    /// Whether a name is raised to a decimal number, as no function is: `\text{Re}^{-0.1}(1 + x)`.
    pub(in crate::latex::parse) fn raised_to_decimal(&self, tree: &Tree) -> bool {
        let (Head::Power, [base, above]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let one = self.tokens.get(self.pos + 2).is_some_and(|t| t.key == ")");
        let function = |name: &str| one && self.usage.is_function(name);
        above.is_decimal() && !base.root_symbol().is_some_and(function)
    }

    /// Whether a constant multiplies the bracket here: Newton's behind `\pi` or before masses, that of an
    /// estimate before a sum of norms, a component of a metric before a sum of differentials, a value
    /// before the share of it that is reached, a conductance before the voltage that drives:
    /// `8\pi G(T - S)`, `G(M + m)`, `C(\|f\| + \|g\|)`, `h_{ij}(dx^i + N^i dt)`, `V(1 - e^{-t})`,
    /// `g(V - E_L)`.
    pub(super) fn scales_bracket(&self, tree: &Tree) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let near = partner.min(self.pos + ROOT);
        let inside = || (self.pos + 1..near).map(|at| self.key_at(at));
        let sum = || inside().any(|key| matches!(key, "+" | "-"));
        // `V(1 - e^{-t/RC})`
        let saturates = || {
            let power = self.key_at(self.pos + 3) == "e" && self.key_at(self.pos + 4) == "^";
            self.key_at(self.pos + 1) == "1"
                && self.key_at(self.pos + 2) == "-"
                && (power || self.key_at(self.pos + 3) == r"\exp")
        };
        // `g_L(V - E_L)`, `m^3 h(V - V_K)`
        let drives = || {
            self.key_at(self.pos + 1) == "V"
                && self.key_at(self.pos + 2) == "-"
                && matches!(self.key_at(self.pos + 3), "E" | "V")
                && self.key_at(self.pos + 4) == "_"
        };
        match tree.symbol() {
            Some("g" | "h" | "n") if drives() => true,
            None if tree.head == Head::Index && tree.root_symbol() == Some("g") && drives() => true,
            Some("V" | "U" | "E" | "I" | "A" | "v") if saturates() => true,
            Some("G") => {
                let at = self.tokens.partition_point(|t| t.start < tree.start);
                let masses = || {
                    let sign = |key: &str| matches!(key, "M" | "m" | "+" | "_" | "1" | "2");
                    let mass = |key: &&str| matches!(*key, "M" | "m");
                    matches!(self.key_at(self.pos + 1), "M" | "m")
                        && sum()
                        && inside().all(sign)
                        && inside().filter(mass).count() > 1
                };
                let behind = at.checked_sub(1).map(|at| self.key_at(at));
                behind == Some(r"\pi") || masses()
            }
            Some("C" | "c" | "K" | "M") => {
                inside().any(|key| matches!(key, r"\|" | r"\lVert")) && sum()
            }
            _ => {
                tree.head == Head::Index
                    && self.usage.tensors.differentials
                    && crate::latex::parse::is_differential(self.key_at(self.pos + 1))
                    && sum()
            }
        }
    }

    /// Whether a group of atoms with its number stands in the bracket behind others:
    /// `\mathrm{Hg}(\mathrm{NO}_3)_2`.
    pub(super) fn salt_here(&self, tree: &Tree) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        let number = || self.tokens.get(partner + 2).map(|t| t.class);
        tree.root_symbol().is_some_and(chemical)
            && chemical(self.key_at(self.pos + 1))
            && self.key_at(partner + 1) == "_"
            && matches!(number(), Some(Class::Digit | Class::Open))
    }

    /// Whether the bracket here has an exponent.
    pub(super) fn raised_here(&self) -> bool {
        matches!(self.marks[self.pos], Mark::Open { partner, width }
            if self.key_at(partner + width) == "^")
    }

    /// Whether a number and a sign begin the bracket here, which is a factor by which values grow:
    /// `PV(1 + i)^n`.
    pub(super) fn grows(&self) -> bool {
        let number = self.tokens.get(self.pos + 1);
        number.is_some_and(|t| t.class == Class::Digit)
            && matches!(self.key_at(self.pos + 2), "+" | "-")
    }

    /// Whether this is a quantity at the beginning, which a bracket with a number and an exponential or a
    /// coefficient multiplies, or the power of one that holds a number: `V_0(1 - e^{-t/RC})`,
    /// `T_0(1 + \alpha t)`, `N(t) = N_0\left(\frac{1}{2}\right)^{t/h}`, `y(t) = y_0(1 + r)^t`.
    pub(super) fn initial_amount(&self, tree: &Tree) -> bool {
        let zero = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "0");
        let own = matches!((&tree.head, tree.args.as_slice()), (Head::Index, [letter, index])
            if zero(index) && letter.symbol() == Some(self.key_at(0)));
        if own && self.key_at(1) == "(" && self.raised_number() {
            return true;
        }
        let next = self.pos + 3;
        let rate = matches!(
            self.key_at(next),
            r"\exp" | r"\alpha" | r"\beta" | r"\gamma" | r"\mathrm{e}"
        ) || self.key_at(next) == "e" && self.key_at(next + 1) == "^";
        rate && self.grows()
            && tree.head == Head::Index
            && matches!(tree.args.as_slice(), [_, index] if zero(index))
            && tree
                .root_symbol()
                .is_some_and(|n| capital(n) && !matches!(n, "F" | "G" | "H"))
    }

    /// Whether this is the product of two permutations or functions, a letter each, with a dot between them,
    /// and an index alone is in the bracket here, which nobody brackets in a product: `(p \cdot q)(i)`.
    pub(super) fn permutes_places(&self, tree: &Tree) -> bool {
        let map = |t: &Tree| {
            matches!(
                t.symbol(),
                Some("p" | "q" | "f" | "g" | "h" | r"\sigma" | r"\tau" | r"\pi" | r"\rho")
            )
        };
        tree.closed
            && tree.args.len() == 2
            && matches!(&tree.head, Head::Product(joins) if joins.as_slice() == [Join::Dot])
            && tree.args.iter().all(map)
            && matches!(self.key_at(self.pos + 1), "i" | "j" | "k" | "n" | "x" | "t")
            && self.key_at(self.pos + 2) == ")"
    }

    /// Whether what is observed with and without a treatment stands here, and the other of both
    /// elsewhere, which are values: `Y_i(1) - Y_i(0)`.
    pub(super) fn outcome(&self, tree: &Tree) -> bool {
        let (Head::Index, [letter, index]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let (Some(letter), Some(index)) = (letter.symbol(), index.symbol()) else {
            return false;
        };
        let other = match self.key_at(self.pos + 1) {
            "0" => "1",
            "1" => "0",
            _ => return false,
        };
        let whole = [letter, "_", index, "(", other, ")"];
        let same = |w: &[Token<'_>]| w.iter().zip(whole).all(|(t, key)| t.key == key);
        self.key_at(self.pos + 2) == ")" && self.around().windows(whole.len()).any(same)
    }

    /// Whether a capital letter alone stands before a time that goes by, and both are the exponent of `e`:
    /// `e^{A(t - t_0)}`.
    pub(super) fn propagates(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let capital = tree
            .symbol()
            .is_some_and(|n| capital(n) && !matches!(n, "F" | "G" | "H"));
        let closes = self.tokens.get(partner + 1).is_some_and(|t| t.key == "}");
        if !capital || !closes {
            return false;
        }
        let time = |key: &str| matches!(key, "t" | "s" | "T" | r"\tau");
        let difference = match &self.tokens[self.pos + 1..partner] {
            [one, minus, other] => minus.key == "-" && time(&one.key) && time(&other.key),
            [one, minus, other, below, _] => {
                minus.key == "-" && time(&one.key) && time(&other.key) && below.key == "_"
            }
            _ => false,
        };
        let letter = self.tokens.partition_point(|t| t.start < tree.start);
        let minus = usize::from(letter > 0 && self.key_at(letter - 1) == "-");
        let before = |n: usize| {
            let at = letter.checked_sub(n + minus);
            at.and_then(|at| self.tokens.get(at))
        };
        let open = before(1).is_some_and(|t| t.key == "{");
        let above = before(2).is_some_and(|t| t.key == "^");
        difference && open && above && before(3).is_some_and(|t| crate::latex::around::is_e(&t.key))
    }

    /// Whether the bracket here has an exponent, and a number or a fraction begins it.
    fn raised_number(&self) -> bool {
        let first = self.tokens.get(self.pos + 1);
        let raised = matches!(self.marks[self.pos], Mark::Open { partner, .. }
            if self.key_at(partner + 1) == "^");
        raised && first.is_some_and(|t| t.class == Class::Digit || t.key == r"\frac")
    }

    /// Whether the weights of a gate stand before two small letters at times, one right before the other,
    /// which are stacked: `W_f[h_{t-1}, x_t]`.
    pub(super) fn weighs_stacked(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let small = |key: &str| key.len() == 1 && !capital(key);
        let at_time = |w: &[Token<'_>]| {
            small(&w[0].key) && w[1].key == "_" && (w[2].key == "t" || w[3].key == "t")
        };
        matches!(tree.root_symbol(), Some("W" | "U"))
            && inside.len() < STACKED
            && inside.iter().filter(|t| t.key == ",").count() == 1
            && inside.iter().any(|t| t.key == "-")
            && inside.windows(4).any(at_time)
    }

    /// Whether the root of a sum stands here, right behind an angle or a variable alone, of which the
    /// function is taken: `\sin\theta \sqrt{1 + x^2}`, `x \ln x \sqrt{x + 1}`.
    pub(in crate::latex::parse) fn root_beside(&self, argument: &Tree) -> bool {
        let taken = |name: &str| {
            matches!(
                name,
                "x" | "y"
                    | "z"
                    | "u"
                    | "v"
                    | r"\theta"
                    | r"\phi"
                    | r"\varphi"
                    | r"\psi"
                    | r"\alpha"
                    | r"\beta"
                    | r"\gamma"
                    | r"\sigma"
                    | r"\chi"
                    | r"\omega"
                    | "t"
            )
        };
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos + 1).copied() else {
            return false;
        };
        self.key_at(self.pos) == r"\sqrt"
            && self.key_at(self.pos + 1) == "{"
            && argument.symbol().is_some_and(taken)
            && self.tokens[self.pos + 2..partner]
                .iter()
                .take(ROOT)
                .any(|t| matches!(t.key.as_ref(), "+" | "-"))
    }
}
