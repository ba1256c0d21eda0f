//! What one thing is meant by wherever it stands so: letters that keep their names, alphabets.

use super::Elaborator;
use crate::latex::around::names_space;
use crate::latex::kinds::capital;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::{self, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Keeps the names of Kronecker's and Levi-Civita's symbols, given a letter and its indices:
    /// `\delta_{ij}`, `\delta^i_j`, `\epsilon_{ijk}`.
    pub(super) fn keep_unit_tensor(&mut self, args: &[Term]) {
        let Some((letter, above)) = args.split_first() else {
            return;
        };
        let (letter, below) = match letter.args.split_first() {
            Some((inner, below)) => (inner, below.len()),
            None => (letter, 0),
        };
        let count = above.len() + below;
        if count < 2 {
            return;
        }
        let term::Head::Symbol(index) = letter.op.head() else {
            return;
        };
        let symbol = &mut self.atoms.symbols[index as usize];
        symbol.protected |= match symbol.name.as_str() {
            r"\delta" => count == 2,
            r"\epsilon" | r"\varepsilon" => count > 2,
            _ => false,
        };
    }

    /// A change, the sign of which keeps its name: `\Delta x`, `\Delta^2 y`, `\Delta_h f(x)`.
    pub(super) fn changed(&mut self, tree: &Tree) -> Term {
        let args: Vec<Term> = tree
            .args
            .iter()
            .map(|arg| match self.mean_under(arg) {
                Some(name) => self.symbol(&name),
                None => self.term(arg, Kind::Any),
            })
            .collect();
        let mut sign = args.first();
        while let Some(inner) = sign.and_then(|s| s.args.first()) {
            sign = Some(inner);
        }
        if let Some(term::Head::Symbol(sign)) = sign.map(|a| a.op.head()) {
            self.atoms.symbols[sign as usize].protected = true;
        }
        self.named("change", args)
    }

    /// A letter of which a change is taken, with a line above it, as one name: nobody takes the change of a
    /// conjugate where nothing else is complex, `\Delta \bar{w}`.
    pub(super) fn mean_under(&self, tree: &Tree) -> Option<String> {
        let Head::Apply(op) = tree.head else {
            return None;
        };
        let name = tree.args.first()?.symbol()?;
        let said = self.atoms.settled && self.usage.is_known(name);
        let free = self.table.usual.conj == Some(op) && !said && !self.usage.complex();
        Some(format!(
            "{}{{{name}}}",
            self.line_of(tree).filter(|_| free)?
        ))
    }

    /// Notes that what an integral is taken over is a set: `\oint_C P\,dx`.
    pub(super) fn take_domain(&mut self, tree: &Tree) {
        let [sign, below, ..] = tree.args.as_slice() else {
            return;
        };
        let integral = sign
            .symbol()
            .is_some_and(|n| n.ends_with("int") || n == "∫");
        if let Some(name) = below.symbol().filter(|n| integral && capital(n)) {
            let index = self.symbol_index(name);
            let symbol = &mut self.atoms.symbols[index as usize];
            if matches!(symbol.kind, Kind::Any | Kind::Num) {
                symbol.kind = Kind::Set;
            }
        }
    }

    /// Notes that a space of functions is one over a set, and keeps its letter: `L^2(\Omega)`,
    /// `H^1_0(U)`, `C^\infty(M)`.
    pub(super) fn take_space(&mut self, tree: &Tree) {
        let [space, over] = tree.args.as_slice() else {
            return;
        };
        let name = space
            .root_symbol()
            .filter(|n| names_space(n, space.symbol().is_some()));
        let Some((name, set)) = name.zip(over.symbol()) else {
            return;
        };
        if space.symbol().is_none() && capital(set) && !self.powers_multiplied(set) {
            self.keep(name);
            let index = self.symbol_index(set);
            let symbol = &mut self.atoms.symbols[index as usize];
            if matches!(symbol.kind, Kind::Any | Kind::Num) {
                symbol.kind = Kind::Set;
            }
        }
    }

    /// Whether powers of a letter stand behind coefficients: `C_p^o(T) = a + bT + cT^2`.
    fn powers_multiplied(&self, letter: &str) -> bool {
        let near = self.beginning();
        let factor = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Digit | Class::Close) && t.key != letter
        };
        near.windows(4).any(|w| {
            let power = w[1].key == letter && w[2].key == "^" && w[3].class == Class::Digit;
            power && factor(&w[0])
        })
    }

    /// Whether this is a projective space over a field that is written out: `P^1(\mathbb{Q})`.
    pub(super) fn projects(&self, call: &Tree) -> bool {
        let [space, field] = call.args.as_slice() else {
            return false;
        };
        let (Head::Power, [letter, dimension]) = (&space.head, space.args.as_slice()) else {
            return false;
        };
        let counts = matches!(dimension.head, Head::Number(_))
            || matches!(dimension.symbol(), Some("n" | "m" | "N" | "r" | "d"));
        let written = self.tokens.partition_point(|t| t.start < field.start);
        let field = self.tokens.get(written).is_some_and(|t| {
            matches!(
                t.key.as_ref(),
                r"\mathbb{Q}" | r"\mathbb{R}" | r"\mathbb{C}"
            )
        });
        letter.symbol() == Some("P") && counts && field && self.op("projective").is_some()
    }

    /// Keeps a letter's name in the whole formula.
    pub(super) fn keep(&mut self, name: &str) {
        let index = self.symbol_index(name);
        self.atoms.symbols[index as usize].protected = true;
    }

    /// Whether `\gamma` is Euler's constant: the digamma function stands beside it, a derivative of the
    /// gamma function, a logarithm and harmonic numbers, a sum or a zeta function, or its first digits.
    pub(super) fn has_eulers_constant(&self) -> bool {
        let tokens = self.beginning();
        let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
        let is_digits = |at: usize| {
            let digits = ["0", ".", "5", "7", "7"];
            digits.iter().zip(at..).all(|(digit, at)| key(at) == *digit)
        };
        let (mut gamma, mut bare, mut told) = (false, true, false);
        let (mut logarithm, mut summed) = (false, false);
        for at in 0..tokens.len() {
            match key(at) {
                r"\gamma" => {
                    gamma = true;
                    bare &= !matches!(key(at + 1), "_" | "^" | "(" | "'");
                }
                r"\psi" => told |= key(at + 1) == "(" || key(at + 1) == "^" && key(at + 4) == "(",
                r"\Gamma" => told |= key(at + 1) == "'",
                r"\zeta" => {
                    summed = true;
                    told |= key(at + 1) == "(";
                }
                r"\digamma" => told = true,
                r"\ln" | r"\log" => logarithm = true,
                r"\sum" => summed = true,
                "H" => summed |= key(at + 1) == "_",
                "0" => told |= is_digits(at),
                _ => {}
            }
        }
        gamma && bare && (told || logarithm && summed)
    }

    /// Keeps the letter of Frobenius's norm, `\|A\|_F`, and of hypergeometric functions,
    /// `{}_2F_1(a, b; c; z)`.
    pub(super) fn keep_capital_f(&mut self, tree: &Tree) {
        if tree.root_symbol() == Some("F") {
            self.keep("F");
        }
    }

    /// Keeps the letter of Hankel's functions, `H_0^{(1)}(x)`, `h_n^{(1)}(z)`.
    pub(super) fn keep_hankel(&mut self, numbered: &Tree) {
        if let [base, order] = numbered.args.as_slice()
            && crate::latex::parse::hankel(base, order)
            && let Some(name) = base.root_symbol()
        {
            self.keep(name);
        }
    }

    /// Keeps the sign of a derivative before the value of a map, `Df(x)`, and the letter of a function
    /// of which slopes are taken, `\partial f(x)`.
    pub(super) fn keep_map(&mut self, tree: &Tree) {
        let Some((value, signs)) = tree.args.split_last() else {
            return;
        };
        let derived = signs.is_empty() || matches!(signs, [sign] if sign.symbol() == Some("D"));
        if let (true, Head::Call) = (derived, &value.head) {
            let names = signs.iter().chain(value.args.first());
            names
                .filter_map(Tree::root_symbol)
                .for_each(|name| self.keep(name));
        }
    }

    /// Keeps the letters that tell that one factor acts on the next.
    pub(super) fn keep_acting(&mut self, tree: &Tree) {
        for pair in tree
            .args
            .windows(2)
            .filter(|pair| super::acting::acts_on(pair))
        {
            let arguments = pair.iter().flat_map(|t| t.args.iter().chain([t]));
            arguments
                .filter_map(Tree::root_symbol)
                .for_each(|name| self.keep(name));
        }
    }

    /// Whether words are made of what a set holds, written out or as a union: `\{0, 1\}^*`.
    pub(super) fn is_alphabet(&self, set: &Tree) -> bool {
        match set.head {
            Head::Braces => true,
            Head::Apply(op) => self.op("union") == Some(op),
            _ => false,
        }
    }

    /// Keeps the letter of a space of dimension or order one, as nobody writes a first power, `S^1`,
    /// `C^1`, and that of the statistic `\chi^2`.
    pub(super) fn keep_power(&mut self, base: &Tree, exponent: &Tree) {
        let (Head::Number(order), Some(name)) = (&exponent.head, base.symbol()) else {
            return;
        };
        let kept = match order.as_str() {
            "1" => name.len() == 1 && capital(name),
            "2" => name == r"\chi",
            _ => false,
        };
        if kept {
            self.keep(name);
        }
    }
}
