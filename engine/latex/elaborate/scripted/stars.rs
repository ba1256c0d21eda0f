//! What a star or a circle above a letter or a bracket may say.

use crate::latex::around::names_space;
use crate::latex::elaborate::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

/// As many tokens of a choice of letters are looked back through.
const CHOICE: usize = 12;

impl Elaborator<'_> {
    /// Whether these are letters to choose from, of which words are made: `(0 + 1)^*`, `(a + b)^*
    /// abb`.
    pub(in crate::latex::elaborate) fn is_regular(&self, base: &Tree) -> bool {
        let letter = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| matches!(n.as_bytes(), [b'a'..=b'd' | b's'..=b't' | b'x'..=b'y']))
        };
        of_digits(base)
            || matches!(&base.head, Head::Sum(_, signs) if signs.iter().all(Option::is_none))
                && base.args.len() > 1
                && base.args.iter().all(letter)
                && words_beside(self.tokens, base)
    }

    /// Whether this is a space, whose star is that of the dual: one of functions, `L^p(\Omega)`, or one
    /// that is made of others, `V \oplus W`.
    pub(super) fn is_space(&self, tree: &Tree) -> bool {
        let large = |t: &Tree| t.symbol().is_some_and(capital);
        match (&tree.head, tree.args.as_slice()) {
            // `L^2(X)^*`, `H^i(X, F)^*`, `\mathrm{Hom}(V, k)^*`
            (Head::Call, [name, over, ..]) => {
                let plain = name.symbol().is_some();
                let set = large(over) || self.kinds.of(over) == Kind::Set;
                let space = |n: &str| {
                    names_space(n, plain) || crate::latex::elaborate::upright::operates(n)
                };
                set && name.root_symbol().is_some_and(space)
            }
            (Head::Apply(op), parts) => {
                let made = [self.op("oplus"), self.op("otimes")];
                made.contains(&Some(*op)) && parts.iter().all(large)
            }
            _ => false,
        }
    }

    /// Whether a star stands above a letter somewhere: then it is not the sign of a conjugate, and
    /// `(ab)^* = b^* a^*` is written with one sign on both sides.
    pub(super) fn starred(&self) -> bool {
        let star = |t: &Token<'_>| matches!(t.key.as_ref(), "*" | r"\ast" | r"\star");
        let letter = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name);
        self.beginning().windows(4).any(|w| {
            letter(&w[0]) && w[1].key == "^" && (star(&w[2]) || w[2].key == "{" && star(&w[3]))
        }) || matches!(self.tokens, [.., letter_last, above, sign]
                if letter(letter_last) && above.key == "^" && star(sign))
    }

    /// Whether this is a letter with a line above it, which a star tells from others of that name.
    pub(super) fn overlined(&mut self, tree: &Tree) -> bool {
        let line = self.op("conj");
        matches!(tree.head, Head::Apply(op) if line == Some(op))
            && tree.args.iter().all(|t| t.symbol().is_some())
            && Some(self.term(tree, Kind::Any).op) != line
    }

    /// Whether the place of an extreme value is told: a star is the mark of it, `C^* = \arg\min f(C)`.
    pub(super) fn extreme(&self) -> bool {
        self.beginning().iter().any(|t| {
            let key = t.key.as_ref();
            key.starts_with(r"\arg")
                || key
                    .strip_prefix(r"\operatorname")
                    .is_some_and(|rest| rest.trim_start_matches(['*', '{']).starts_with("arg"))
        })
    }

    /// Whether a circle above says which pressure or amount is that of the standard state, since the
    /// same letter stands without one, too, `p / p^\circ`, or which chemical potential is, `\mu_A^\circ`.
    pub(super) fn standard(&self, base: &Tree) -> bool {
        // `\mu_A^\circ`: no angle is called so.
        if base.head == Head::Index && base.root_symbol() == Some(r"\mu") {
            return true;
        }
        let Some(letter) = base.symbol().filter(|n| matches!(*n, "p" | "P" | "c")) else {
            return false;
        };
        let around = self.beginning();
        (0..around.len()).any(|at| {
            let after = around.get(at + 1).map_or("", |t| t.key.as_ref());
            around[at].key == letter && !matches!(after, "^" | "_" | "'")
        })
    }
}

/// Whether a circle above says that this quantity of chemistry is one of the standard state: `E^\circ`,
/// `\Delta G^\circ`.
pub(super) fn stands(base: &Tree) -> bool {
    match (&base.head, base.args.as_slice()) {
        (Head::Apply(_), [sign, quantity]) => sign.symbol() == Some(r"\Delta") && stands(quantity),
        _ => base
            .root_symbol()
            .is_some_and(|n| matches!(n, "E" | "G" | "H" | "S" | "K")),
    }
}

/// Whether a starred choice of letters stands beside two of them, or one before another choice.
fn words_beside(tokens: &[Token<'_>], base: &Tree) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let end = tokens.partition_point(|t| t.start < base.end);
    let Some(close) = (end.saturating_sub(1)..=end).find(|at| key(*at) == ")") else {
        return false;
    };
    let braced = usize::from(key(close + 2) == "{");
    let open = (close.saturating_sub(CHOICE)..close)
        .rev()
        .find(|at| key(*at) == "(");
    let Some(open) = open else { return false };
    let chosen = |at: usize| {
        let here = key(at);
        tokens.get(at).is_some_and(|t| t.class == Class::Letter)
            && tokens[open..close].iter().any(|t| t.key == here)
    };
    let after = close + 3 + 2 * braced;
    let before = (0..open).rev().take(CHOICE).take_while(|at| chosen(*at));
    let behind = (after..tokens.len()).take(CHOICE);
    let behind = behind.take_while(|at| chosen(*at)).count();
    before.count() + behind > 1 || behind > 0 && key(after + behind) == "("
}

/// Whether these are digits to choose from, of which words are made: `(0 + 1)^*`.
fn of_digits(base: &Tree) -> bool {
    let digit = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "0" || n == "1");
    matches!(base.head, Head::Sum(..)) && base.args.len() > 1 && base.args.iter().all(digit)
}

/// Whether this superscript is the sign of degrees.
pub(in crate::latex::elaborate) fn is_degree(mark: &str) -> bool {
    matches!(mark, r"\circ" | "∘" | "°" | r"\degree")
}
