//! What stands above a letter: an index, a label, or an exponent.

use super::labels;
use crate::latex::around::names_space;
use crate::latex::kinds::capital;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use smallvec::SmallVec;

impl Parser<'_> {
    /// Whether a zero above this letter with a letter below says where something starts: no other
    /// number stands above such a letter.
    pub(super) fn starts(&self, base: &Tree) -> bool {
        let (Head::Index, [letter, index]) = (&base.head, base.args.as_slice()) else {
            return false;
        };
        let (Some(name), true) = (letter.symbol(), index.symbol().is_some()) else {
            return false;
        };
        let raised = |w: &[Token<'_>]| {
            w[0].key == name
                && w[1].key == "_"
                && w[3].key == "^"
                && (w[4].class == Class::Digit && w[4].key != "0" || w[4].class == Class::Letter)
        };
        let bare = |w: &[Token<'_>]| w[0].key == name && w[1].key == "_" && w[3].key != "^";
        let around = self.around();
        !around.windows(5).any(raised) && around.windows(4).any(bare)
    }

    /// Whether gamma matrices are multiplied here, which look like powers of one letter: three different
    /// ones, or the zeroth and another. `\gamma^1 \gamma^2 \gamma^3`, `\gamma^0 \gamma^5`.
    pub(super) fn numbers_spinors(&self) -> bool {
        let around = self.around();
        let key = |at: usize| around.get(at).map_or("", |t| t.key.as_ref());
        let number = |at: usize| {
            let braced = usize::from(key(at + 2) == "{");
            let digit = key(at + 2 + braced).parse::<u8>().ok().filter(|n| *n < 6);
            let digit = digit.filter(|_| key(at) == r"\gamma" && key(at + 1) == "^");
            digit.map(|n| (n, at + 3 + 2 * braced))
        };
        (0..around.len()).any(|from| {
            let (mut at, mut seen) = (from, 0_u8);
            while let Some((digit, after)) = number(at) {
                (at, seen) = (after, seen | 1 << digit);
            }
            seen.count_ones() > 2 || seen.count_ones() == 2 && seen & 1 != 0
        })
    }

    /// Whether a letter begins the formula as the side of an equation, and no number but zero stands above
    /// it: a zero there says which of its values is meant.
    pub(super) fn related_to(&self, name: &str) -> bool {
        let power = |w: &[Token<'_>]| {
            w[0].key == name && w[1].key == "^" && (w[2].class != Class::Digit || w[2].key != "0")
        };
        let side = matches!(self.tokens, [letter, sign, ..]
            if letter.key == name && sign.key == "=");
        side && !self.around().windows(3).any(power)
    }

    /// Whether the variable of a generating function alone is the base in the bracket of a mean:
    /// `E[s^X]`.
    fn generates(&self, base: &Tree) -> bool {
        let at = self.tokens.partition_point(|t| t.start < base.start);
        let before = |n: usize| at.checked_sub(n).map_or("", |at| self.key_at(at));
        matches!(base.symbol(), Some("s" | "z" | "t" | "q"))
            && matches!(before(1), "(" | "[")
            && matches!(
                before(2),
                "E" | r"\mathbb{E}" | r"\mathrm{E}" | r"\operatorname{E}"
            )
    }

    /// Whether the superscript of this base holds indices. `staggered` says that an empty group
    /// stands before it, `ahead` that a subscript follows it.
    pub(in crate::latex::parse) fn upper(
        &self,
        base: &Tree,
        sup: &Tree,
        staggered: bool,
        ahead: bool,
    ) -> bool {
        match sup.head {
            Head::Sequence => return true,
            // `p_j^0`: nobody writes one for a letter with an index so, unless powers stand beside it.
            Head::Number(ref n) if n == "0" && base.head == Head::Index => {
                // `S_{i,j}^0`, `G_{\mu\nu}^0`
                let letters = |below: &Tree| {
                    matches!(&below.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
                        && below.args.iter().all(|t| t.symbol().is_some())
                };
                let below = base.args.get(1);
                let several = base.args.len() > 2
                    || below.is_some_and(|below| below.head == Head::Items || letters(below));
                return staggered || several || self.starts(base);
            }
            // `E = E^0 - x`
            Head::Number(ref n)
                if n == "0"
                    && base
                        .symbol()
                        .is_some_and(|b| staggered || self.related_to(b)) =>
            {
                return true;
            }
            Head::Number(_) if base.symbol() == Some(r"\gamma") => {
                return staggered || self.numbers_spinors();
            }
            // `\pi^1_\#\gamma`: the first of several projections.
            Head::Number(_) => {
                let pushed = matches!((&base.head, base.args.last()), (Head::Index, Some(below))
                    if matches!(&below.head, Head::Mark(m) if matches!(m.as_str(), r"\#" | r"\sharp")));
                return pushed && base.root_symbol() == Some(r"\pi");
            }
            _ => {}
        }
        if sup.symbol().is_some_and(capital) && self.generates(base) {
            return false;
        }
        // `\sum_{k=1}^\infty \frac{1}{k^s}`: what is counted has no index.
        let counter = |n: &str| matches!(n, "k" | "n" | "m" | "l" | "p" | "d");
        let summed = |n: &str| counter(n) && self.bound.iter().any(|name| name == n);
        if base.symbol().is_some_and(summed) {
            return false;
        }
        // A word in upright letters is a label, unless it is the number of something.
        if sup.symbol().is_some_and(labels) && base.root_symbol().is_some_and(|name| !is_base(name))
        {
            return true;
        }
        if sup.symbol().is_some_and(is_phase)
            && base
                .root_symbol()
                .is_some_and(|name| name.len() == 1 || GREEK.contains(&name))
        {
            return true;
        }
        if self.numbered_above(base, sup) {
            return true;
        }
        // Pauli's matrices and spins: `\sigma_i^z`, `\hat S_i^z`.
        if base.head == Head::Index
            && base
                .root_symbol()
                .is_some_and(|name| matches!(core(name), r"\sigma" | r"\tau" | "S" | "s" | "J"))
            && matches!(sup.symbol(), Some("x" | "y" | "z"))
        {
            return true;
        }
        let letters = self.index_letters(sup);
        let led = |t: &Tree| t.closed && matches!(t.head, Head::Number(_));
        if matches!(&sup.head, Head::Product(_))
            && sup.args.first().is_some_and(led)
            && !letters.is_empty()
        {
            // `\eta^{(2)ij}`
            return true;
        }
        // `r^{2\ell}`: a number of times, as nobody counts components from two on.
        let times =
            |t: &Tree| matches!(&t.head, Head::Number(n) if !matches!(n.as_str(), "0" | "1"));
        if !staggered && sup.args.first().is_some_and(times) {
            return false;
        }
        if staggered {
            return !letters.is_empty()
                || matches!(sup.head, Head::Product(_))
                || counts_steps(sup);
        }
        let Some(name) = base.root_symbol() else {
            // `(\iota_A B)^{i_1 \ldots i_p}`
            return self.usage.raised("") != Some(false) && self.strings_indices(sup);
        };
        if let Some(raised) = self.usage.raised(name) {
            return raised
                && (!letters.is_empty() || matches!(sup.head, Head::Product(_)) || shifted(sup));
        }
        if self.strings_indices(sup) {
            return true;
        }
        // `C_\ell^{TT}`: nobody multiplies capitals in an exponent of what has an index.
        if base.head == Head::Index && crate::latex::parse::primed::capitals(name, base, sup) {
            return true;
        }
        // `R_{ikj}^k` is summed over `k`.
        if let (Head::Index, Some(above)) = (&base.head, sup.symbol())
            && let below = base.args[1..].iter().flat_map(|a| self.index_letters(a))
            && let below = below.collect::<SmallVec<[&str; 4]>>()
            && below.len() > 2
            && below.contains(&above)
        {
            return true;
        }
        if self.usage.tensors.levels.contains(&name) && counts_steps(sup) {
            return true;
        }
        // `\operatorname{Ind}_H^G`: nobody raises a construction to the power of a group.
        if (ahead || base.head == Head::Index)
            && (crate::latex::parse::apply::multi_letter(name)
                || name.starts_with(r"\operatorname{"))
            && sup.symbol().is_some_and(crate::latex::kinds::capital)
        {
            return true;
        }
        // The projections of queries, keys, values and what comes out: `QW_i^Q`.
        if name == "W" && sup.symbol().is_some_and(|above| self.projects(above)) {
            return true;
        }
        // `x_1^{I_1} x_2^{I_2}`: parts of a composition are numbers.
        if sup.head == Head::Index
            && sup.args[0]
                .symbol()
                .is_some_and(crate::latex::kinds::capital)
        {
            return false;
        }
        let sub: Option<Vec<&str>> = match base.head {
            Head::Index if ahead || matches!(name, r"\Gamma" | r"\delta") => {
                let letters = base.args[1..].iter().map(|a| self.index_letters(a));
                Some(letters.flatten().collect())
            }
            _ => None,
        };
        // `\Gamma_{ij}^k` is no power.
        // `\delta_i^j` neither.
        let unit = |letters: &[&str]| {
            let index = |l: &&str| {
                l.starts_with('\\') || matches!(l.as_bytes(), [b'a'..=b'd' | b'i'..=b'n'])
            };
            name == r"\delta" && letters.iter().all(index)
        };
        let sub = sub.filter(|below| {
            ahead || below.len() > 1 && name == r"\Gamma" || unit(below) && unit(&letters)
        });
        self.usage.tensors.is_index(name, &letters, sub.as_deref())
    }

    /// Whether several indices stand above a letter with others below it, `E_t^{i,j+1}`, or the order of a
    /// special function, `Y_\ell^m(\theta, \phi)`. A formula that is said again has them where it had.
    pub(in crate::latex::parse) fn numbered_above(&self, base: &Tree, sup: &Tree) -> bool {
        let Some(name) = base.root_symbol().filter(|_| base.head == Head::Index) else {
            return false;
        };
        let told = self.usage.raised(name);
        if sup.head == Head::Items && !sup.closed {
            return told.unwrap_or_else(|| !names_space(name, false));
        }
        let special = || matches!(crate::spelling::core(name), "P" | "Q" | "Y" | "Z");
        self.key_at(self.pos) == "(" && orders(sup) && told.unwrap_or_else(special)
    }

    /// Whether letters with indices stand around dots on the line, which multiply nothing:
    /// `T^{i_1 \ldots i_p}`.
    pub(super) fn strings_indices(&self, sup: &Tree) -> bool {
        let Head::Product(joins) = &sup.head else {
            return false;
        };
        let on_line = |t: &Tree| {
            let at = self.tokens.partition_point(|token| token.start < t.start);
            self.is_dots(t) && matches!(self.key_at(at), r"\ldots" | r"\dots" | "…")
        };
        let index = |t: &Tree| t.head == Head::Index && t.args[0].symbol().is_some();
        joins.iter().all(|join| *join == Join::Beside)
            && sup.args.iter().any(on_line)
            && sup.args.iter().all(|t| index(t) || on_line(t))
    }

    /// Whether a letter above a weight says what it projects: what comes out, or one of queries, keys and
    /// values beside another or the letter itself.
    pub(super) fn projects(&self, above: &str) -> bool {
        let other = |key: &str| key != above && matches!(key, "Q" | "K" | "V");
        let raised = |w: &[Token<'_>]| w[0].key == "^" && (other(&w[1].key) || other(&w[2].key));
        let itself = |w: &[Token<'_>]| w[0].key == above && w[1].key == "W";
        match above {
            "O" => true,
            "Q" | "K" | "V" => {
                let around = self.around();
                around.windows(3).any(raised) || around.windows(2).any(itself)
            }
            _ => false,
        }
    }
}

/// Greek letters of quantities that have phases and states.
pub(super) const GREEK: &[&str] = &[
    r"\alpha", r"\gamma", r"\eta", r"\kappa", r"\lambda", r"\mu", r"\nu", r"\rho", r"\sigma",
    r"\phi", r"\varphi", r"\chi", r"\psi", r"\Phi", r"\Psi", r"\Omega",
];

/// Whether an upright letter above a quantity says of which part or state it is one: of the
/// residual part, the liquid, the vapour, the gas, the solid, the ideal: `\phi_\delta^{\mathrm{r}}`.
pub(super) fn is_phase(name: &str) -> bool {
    let letter = name
        .strip_prefix(r"\mathrm{")
        .and_then(|rest| rest.strip_suffix('}'));
    matches!(letter, Some("r" | "o" | "l" | "v" | "g" | "s"))
}

/// What numbers are called that something is raised to.
pub(super) const COUNTS: &[&str] = &[
    "power", "degree", "order", "rank", "depth", "dim", "length", "size", "number", "count",
    "steps", "years", "exponent", "rate", "time",
];

/// Whether this is the order of a special function: `m`, `-m`.
pub(super) fn orders(sup: &Tree) -> bool {
    let sup = match (&sup.head, sup.args.as_slice()) {
        (Head::Sum(..), [only]) => only,
        _ => sup,
    };
    matches!(sup.symbol(), Some("m" | r"\mu" | "k"))
}

/// Whether this is the base of an exponential function.
pub(super) fn is_base(name: &str) -> bool {
    matches!(name, "e" | r"\mathrm{e}" | r"\exp")
}

/// Whether a superscript is the number of a step, or of one near it: `n`, `n + 1`, `n + 1/2`.
pub(super) fn counts_steps(sup: &Tree) -> bool {
    let counter = |t: &Tree| {
        matches!(
            t.symbol(),
            Some("n" | "k" | "m" | "t" | "l" | "r" | "i" | "j" | r"\ell")
        )
    };
    match &sup.head {
        // `n + 1`, `1 + n`
        Head::Sum(..) => match sup.args.as_slice() {
            [first, second] if matches!(first.head, Head::Number(_)) => counter(second),
            terms => terms.first().is_some_and(counter),
        },
        _ => counter(sup),
    }
}

/// Whether this is a letter more or less a number: `l - 1`.
fn shifted(sup: &Tree) -> bool {
    matches!((&sup.head, sup.args.as_slice()), (Head::Sum(..), [letter, number])
        if letter.symbol().is_some() && matches!(number.head, Head::Number(_)))
}
