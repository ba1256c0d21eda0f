//! Letters with marks, indices and lines: `A^T`, `x_{ij}`, `\overline{AB}`.

mod indices;
mod stars;

use super::Elaborator;
use crate::latex::kinds::is_transposition;
use crate::latex::tree::{Head, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
pub(super) use stars::is_degree;
use stars::stands;

impl Elaborator<'_> {
    #[inline(never)]
    pub(super) fn marked(&mut self, base: &Tree, mark: &str, kind: Kind) -> Term {
        let complement = matches!(
            mark,
            r"\complement"
                | "∁"
                | r"\mathsf{c}"
                | r"\mathrm{c}"
                | r"\text{c}"
                | r"\mathcal{C}"
                | r"\mathrm{C}"
        );
        let name = match mark {
            _ if complement && !self.represents(base) => "compl",
            _ if is_transposition(mark) => "transpose",
            mark if is_degree(mark) && kind == Kind::Set && self.op("interior").is_some() => {
                "interior"
            }
            mark if is_degree(mark) && !stands(base) && !self.standard(base) => "degrees",
            "*" | r"\ast"
                if base.root_symbol().is_none()
                    && (self.usage.topic.languages || self.is_regular(base)) =>
            {
                "kleene"
            }
            "*" | r"\ast" | r"\star" if kind == Kind::Mat && !self.extreme() => "adjoint",
            "*" | r"\ast" | r"\star"
                if matches!(kind, Kind::Num | Kind::Any)
                    && (base.root_symbol().is_none()
                        && !self.starred()
                        && !self.overlined(base)
                        || self.usage.complex())
                    && !self.is_space(base) =>
            {
                "conj"
            }
            r"\dagger" | r"\dag" => "adjoint",
            "*" | r"\ast" if self.is_alphabet(base) => "kleene",
            "*" | r"\ast" | r"\times"
                if kind == Kind::Set
                    && base.root_symbol().is_none_or(|name| name == r"\mathbb{F}") =>
            {
                "unitgroup"
            }
            "+" if kind == Kind::Set => "positivepart",
            "-" if kind == Kind::Set => "negativepart",
            r"\perp" | r"\bot" => "orthogonal",
            // `\Delta^{\times}`: a map has no units.
            r"\times" if base.symbol() != Some(r"\Delta") => "unitgroup",
            _ => "",
        };
        let logarithm = |op: Op| self.op("log") == Some(op) || self.op("lg") == Some(op);
        if let ("conj", Head::Apply(op), [argument]) = (name, &base.head, base.args.as_slice())
            && logarithm(*op)
            && !base.closed
        {
            let args = vec![self.term(argument, Kind::Num)];
            return self.named("logstar", args);
        }
        if name == "unitgroup" && mark != r"\times" && self.naturals(base) {
            let zero = self.zero_set();
            let args = vec![self.term(base, kind), zero];
            return self.named("setminus", args);
        }
        if !name.is_empty() {
            let args = vec![self.term(base, kind)];
            return self.named(name, args);
        }
        if let Some(letter) = self.constant_letter(base) {
            return self.symbol(&format!("{letter}^{{{mark}}}"));
        }
        match (base.symbol(), &base.head) {
            (Some(symbol), _) if !self.dependent.iter().any(|name| *name == symbol) => {
                let name = format!("{symbol}^{{{mark}}}");
                self.symbol(&name)
            }
            (None, Head::Index) if base.args[0].symbol().is_some() && !self.in_round(base) => {
                // `u^+_i` and `u_i^+` are one thing: the mark belongs to the letter.
                let mut marked = base.clone();
                if let Head::Symbol(name) = &mut marked.args[0].head {
                    *name = format!("{name}^{{{mark}}}").into();
                }
                self.index("idx", &marked)
            }
            _ => {
                let args = vec![self.held(base, kind), self.mark(mark)];
                self.named("up", args)
            }
        }
    }

    /// Whether these are the natural numbers, of which only the zero has no place in `\mathbb{N}^*`.
    fn naturals(&self, base: &Tree) -> bool {
        matches!(base.head, Head::Apply(op) if Some(op) == self.op("NN") || Some(op) == self.op("NN0"))
    }

    /// The set of the number zero.
    fn zero_set(&mut self) -> Term {
        let zero = self.number("0").map(Term::leaf);
        self.named("set", zero.into_iter().collect())
    }

    /// The base of a mark; the brackets around a letter with an index are part of it: `(M_I)^*` is no
    /// member of `M^*`.
    fn held(&mut self, base: &Tree, kind: Kind) -> Term {
        let term = self.operand(base, kind);
        let letter = || base.head == Head::Index && base.args[0].symbol().is_some();
        match letter() && self.in_round(base) {
            true => self.named("grouped", vec![term]),
            false => term,
        }
    }

    /// Whether round brackets stand around something.
    fn in_round(&self, tree: &Tree) -> bool {
        let written = self.source.get(tree.start..).unwrap_or_default();
        tree.closed && (written.starts_with('(') || written.starts_with(r"\left("))
    }

    /// Whether this is a name in brackets with a basis below: `[T]_B`.
    pub(super) fn represents(&self, tree: &Tree) -> bool {
        tree.head == Head::Index
            && matches!(tree.args[0].head, Head::Apply(op) if self.op("bracketed") == Some(op))
    }

    /// The letter of a constant that is one index among several.
    pub(super) fn constant_letter(&self, tree: &Tree) -> Option<&'static str> {
        let text = self.source.get(tree.start..tree.end)?;
        let inside = text.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
        match (&tree.head, inside.unwrap_or(text).trim()) {
            (Head::Apply(_), "e") => Some("e"),
            (Head::Apply(_), "i") => Some("i"),
            _ => None,
        }
    }

    /// The name of a letter with a line above it, where that is no conjugate: `\bar{x}` is a mean,
    /// `\bar{z}` the conjugate of `z`.
    pub(super) fn line_over(&self, tree: &Tree) -> Option<String> {
        let name = tree.args.first()?.symbol()?;
        let known = [r"\bar", r"\overline"]
            .map(|command| format!("{command}{{{name}}}"))
            .into_iter()
            .find(|name| self.usage.is_known(name));
        if known.is_some() {
            return known;
        }
        // A letter of a formula that is said again has no line there but that of a conjugate.
        let said = self.atoms.settled && self.usage.is_known(name);
        if said || self.usage.complex() || matches!(name, "z" | "w" | "i") {
            return None;
        }
        Some(format!("{}{{{name}}}", self.line_of(tree)?))
    }

    /// A number with a line above it, as one name.
    pub(super) fn numeral_under(&self, tree: &Tree) -> Option<String> {
        let Head::Number(digits) = &tree.args.first()?.head else {
            return None;
        };
        let name = format!("{}{{{digits}}}", self.line_of(tree)?);
        (!self.atoms.settled || self.usage.is_known(&name)).then_some(name)
    }

    /// Whether a formula that is said again has a letter with this line for a name of its own.
    pub(super) fn is_lined_name(&self, tree: &Tree) -> bool {
        self.atoms.settled
            && tree
                .args
                .first()
                .and_then(Tree::symbol)
                .is_some_and(|letter| {
                    let line = self.line_of(tree);
                    line.is_some_and(|line| self.usage.is_known(&format!("{line}{{{letter}}}")))
                })
    }

    /// The command of the line.
    pub(super) fn line_of(&self, tree: &Tree) -> Option<&'static str> {
        Some(match self.source.get(tree.start..)?.starts_with(r"\bar") {
            true => r"\bar",
            false => r"\overline",
        })
    }

    pub(super) fn is_dots(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Apply(op) if Some(*op) == self.table.dots)
    }
}
