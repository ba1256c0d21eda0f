//! Signs of changes and variations: `\Delta x`, `\delta S`; differentials outside of integrals.

mod form;
mod grouped;
mod letters;

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// `\Delta x`, `\delta\phi`: what changes is one letter with its indices, or a function's value.
    pub(super) fn change(&mut self) -> Option<Tree> {
        let at = self.pos;
        let key = self.tokens[at].key.as_ref();
        if !matches!(key, r"\Delta" | r"\delta" | "Δ" | "δ" | r"\%\Delta") || self.usage.stands(key)
        {
            return None;
        }
        // `\Delta^{it} x`, `\Delta^{1/2} \xi`: nobody takes such a number of differences.
        let raised = self.key_at(at + 1) == "^"
            && self.key_at(at + 2) == "{"
            && (matches!(self.key_at(at + 3), "i") && self.key_at(at + 5) == "}"
                || self.key_at(at + 4) == "/");
        if self.among_indices(at)
            || self.squared(key)
            || self.derives_by(key)
            || self.coefficient(key)
            || self.decays_with(at)
            || raised
        {
            return None;
        }
        if let Some(laplacian) = self.laplacian() {
            return Some(laplacian);
        }
        if self.regresses(at) {
            return None;
        }
        let op = self.table.named("change")?;
        if let Some(difference) = self.difference_of(op) {
            return Some(difference);
        }
        if let Some(close) = self.changing_group(at) {
            let sign = self.sign_symbol(at);
            let body = self.group(at + 2, close, close + 1).close();
            return Some(Tree::over(Head::Apply(op), vec![sign, body]));
        }
        let next = self.tokens.get(at + 1).filter(|_| at + 1 < self.end)?;
        let bracketed = || next.key == "(" && self.key_at(at + 2) == r"\int";
        let quotient = key == r"\Delta" && next.key == r"\frac";
        let logarithm = key == r"\Delta" && matches!(&*next.key, r"\log" | r"\ln");
        if varies(key) && (next.key == r"\int" || bracketed()) || quotient || logarithm {
            // `\delta \int L\,dt`, `\delta (\int L\,dt)`, `\Delta\frac{p}{\rho}`, `\Delta \ln P`
            let sign = self.sign_symbol(at);
            self.pos = at + 1;
            let body = self.expression(self.table.strength.product + 1);
            return Some(Tree::over(Head::Apply(op), vec![sign, body]));
        }
        let letter = matches!(next.class, Class::Letter | Class::Name)
            && !matches!(
                next.key.as_ref(),
                r"\Delta" | r"\delta" | r"\pi" | "e" | "i"
            )
            && !super::words::is_text(next)
            || self.accent(at + 1);
        // `\Delta \mathrm{E}` is no expected value.
        let upright = next.key.starts_with(r"\mathrm{") && next.key.len() == r"\mathrm{E}".len();
        let joins = next.class != Class::Letter
            && self.roles_at(at + 1).next().is_some()
            && !upright
            && !self.accent(at + 1);
        let held = next.key == "{"
            && matches!(self.marks[at + 1], Mark::Open { partner, .. }
                if crate::latex::evidence::thing(self.tokens, self.marks, at + 2, partner, 0));
        if !(letter || held) || joins || next.gap > Gap::Thin {
            return None;
        }
        let sign = self.sign_symbol(at);
        Some(self.before_letter(at, |letter| Tree::over(Head::Apply(op), vec![sign, letter])))
    }

    /// Whether the letter here is a coefficient of a regression: it stands in a sum before what has the
    /// same index as the error that is added, `\alpha_i + \delta D_{it} + \varepsilon_{it}`.
    fn regresses(&self, at: usize) -> bool {
        let key = |n: usize| self.tokens.get(n).map_or("", |t| t.key.as_ref());
        if at == 0
            || key(at) != r"\delta"
            || !matches!(key(at - 1), "+" | "=")
            || key(at + 2) != "_"
        {
            return false;
        }
        let end = match self.marks.get(at + 3) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => at + 4,
        };
        let index = self.tokens.get(at + 2..end).unwrap_or_default();
        let same = |from: usize| {
            let other = self.tokens.get(from..from + index.len());
            other.is_some_and(|other| other.iter().zip(index).all(|(a, b)| a.key == b.key))
        };
        let error = |n: &usize| {
            matches!(key(*n), r"\varepsilon" | r"\epsilon" | "u" | "e")
                && key(n - 1) == "+"
                && same(n + 1)
        };
        (end..self.tokens.len().min(end + GROUP)).any(|n| error(&n))
    }

    /// Differences of some order, or with a step: `\Delta^2 f(x)`, `\Delta_h f(x)`.
    fn difference_of(&mut self, op: crate::term::Op) -> Option<Tree> {
        let at = self.pos;
        let script = self.key_at(at + 1);
        if !matches!(self.key_at(at), r"\Delta" | "Δ") || !matches!(script, "^" | "_") {
            return None;
        }
        let (after, above, order) =
            crate::latex::around::skip_scripts(self.tokens, self.marks, at + 1);
        let next = self.tokens.get(after).filter(|_| after < self.end)?;
        let letter = next.class == Class::Letter
            && next.gap <= Gap::Thin
            && !matches!(next.key.as_ref(), "e" | "i" | "d" | r"\pi" | r"\Delta");
        let stepped = script == "_";
        // `\Delta_{vap} E`: below stands what it is a change by.
        let labelled = || {
            let sub = &self.tokens[at + 2..after];
            let plain = |t: &Token<'_>| t.key.len() > 1 && !t.key.starts_with('\\');
            let word = |t: &Token<'_>| plain(t) || super::fence::said(t).len() > 1;
            sub.iter()
                .any(|t| t.class == Class::Words || t.class == Class::Name && word(t))
        };
        let function = self.usage.may_be_function(&next.key) || labelled();
        let order_key = self.key_at(at + 2);
        let counted = !stepped
            && above
            && !order
            && (self.tokens[at + 2].class == Class::Digit
                || matches!(order_key, "n" | "k" | "m" | "{"));
        if !letter || !(counted || stepped && function) {
            return None;
        }
        let sign = self.sign_symbol(at);
        self.pos = at + 1;
        let scripts = self.read_scripts();
        let mut sign = sign;
        if let Some(step) = scripts.sub {
            sign = Tree::over(Head::Index, vec![sign, step]);
        }
        if let Some(order) = scripts.sup {
            sign = Tree::over(Head::Upper, vec![sign, order]);
        }
        let start = self.tokens[at].start;
        let before = self.pos - 1;
        let mut tree = self.before_letter(before, |letter| {
            Tree::over(Head::Apply(op), vec![sign, letter])
        });
        tree.start = start;
        Some(tree)
    }

    /// Whether a value of a layer stands here, `z^{[l]}`: a `d` before it is a sign.
    fn of_layer(&self, at: usize) -> bool {
        let above = [1, 2, 3].map(|width| self.key_at(at + width));
        above == ["^", "{", "["] && self.tokens[at].gap == Gap::None
    }

    /// Whether angles stand here, around a process: the `\langle X \rangle` of
    /// `d\langle X\rangle_t`.
    pub(super) fn varies(&self, at: usize) -> bool {
        at < self.end
            && (self.key_at(at) == r"\langle" || crate::latex::forms::covaries(self.tokens, at))
            && matches!(self.marks[at], Mark::Open { partner, .. } if partner < at + GROUP)
    }

    /// The covariation of two processes, `[X, Y]_t`, which is no commutator: small changes of one of them
    /// stand near. What is no such pair is given back.
    pub(super) fn covariation(&self, pair: Tree, open: usize) -> Tree {
        let (Some(bracketed), Some(list)) =
            (self.table.named("bracketed"), self.table.named("list"))
        else {
            return pair;
        };
        let process = |key: &str| key == self.key_at(open + 1) || key == self.key_at(open + 3);
        let changes = || {
            let mut near = self.around().windows(3);
            near.any(|w| w[0].key == "d" && process(&w[1].key) && w[2].key == "_")
        };
        let two = matches!(pair.head, Head::Pair(..)) && pair.args.len() == 2;
        if !two || !crate::latex::forms::covaries(self.tokens, open) || !changes() {
            return pair;
        }
        let listed = Tree::over(Head::Apply(list), pair.args);
        Tree::over(Head::Apply(bracketed), vec![listed])
    }

    /// Whether what stands above a differential counts coordinates, `dx^0`, `dx^1 \wedge dx^2`: nobody
    /// writes a first power, nor multiplies forms by themselves.
    fn counts_coordinate(&self, variable: &Tree, sup: &Tree) -> bool {
        let low = |key: &str| matches!(key, "0" | "1");
        let wedges = self.usage.tensors.wedges;
        variable.symbol().is_some()
            && match &sup.head {
                Head::Number(n) => {
                    let others = || {
                        self.around().windows(5).any(|w| {
                            let at = 3 + usize::from(w[3].key == "{");
                            let own = Some(w[1].key.as_ref()) == variable.symbol();
                            let sign = matches!(w[0].key.as_ref(), "d" | r"\mathrm{d}" | r"\delta");
                            sign && own && w[2].key == "^" && low(&w[at].key)
                        })
                    };
                    low(n) || wedges || others()
                }
                Head::Symbol(name) => wedges && name.len() == 1,
                _ => false,
            }
    }

    /// Reads the letter after a sign that is made one thing with it; an exponent is that of both.
    fn before_letter(&mut self, at: usize, build: impl FnOnce(Tree) -> Tree) -> Tree {
        self.pos = at + 1;
        let held = self.key_at(self.pos) == "{";
        let mut variable = match self.accented() {
            Some(tree) => tree,
            None if self.varies(self.pos) => self.primary(),
            None => self.argument(),
        };
        let staggered = self.empty_group();
        let staggered = self.empty_group() || staggered;
        let layer = self.key_at(self.pos + 1) == "{" && self.key_at(self.pos + 2) == "[";
        let mut scripts = self.read_scripts();
        let power = match scripts.sup.take() {
            Some(sup)
                if scripts.sub.is_none()
                    && (self.counts_coordinate(&variable, &sup)
                        || staggered && matches!(sup.head, Head::Number(_))) =>
            {
                variable = Tree::over(Head::Upper, vec![variable, sup]);
                None
            }
            // The exponent in braces is another one.
            Some(sup)
                if held
                    || layer
                    || names_with(&sup)
                    || scripts.sub.is_some()
                        && !matches!(&sup.head, Head::Number(n) if n == "2")
                    || self.upper(&variable, &sup, true, false) =>
            {
                scripts.sup = Some(sup);
                None
            }
            sup => sup,
        };
        let mut applied = true;
        if !scripts.is_empty() {
            variable = self.with_scripts(variable, scripts, staggered, &mut applied);
        }
        // `\Delta S_M{}^{\mathrm{new}}`
        let figure = self.pos + 3 + usize::from(self.key_at(self.pos + 3) == "{");
        let number = self
            .tokens
            .get(figure)
            .is_some_and(|t| t.class == Class::Digit);
        if !number && power.is_none() && self.stagger_here() && self.empty_group() {
            let more = self.read_scripts();
            variable = self.with_scripts(variable, more, true, &mut applied);
        }
        let function = variable
            .root_symbol()
            .is_some_and(|name| self.usage.is_function(name));
        if power.is_none() && function && self.bracket_here() && self.key_at(self.pos) == "(" {
            variable = self.call(variable);
        }
        let mut tree = build(variable);
        tree.start = self.tokens[at].start;
        if let Some(power) = power {
            tree = Tree::over(Head::Power, vec![tree, power]);
        }
        self.scripts(tree)
    }
}

/// What changes in parentheses, or a variable there after a `\mathrm{d}`, has no more tokens.
const GROUP: usize = 60;

/// Whether a mark above a letter makes another name of it: the change of `f^*` is `\Delta f^*`, that of
/// a standard state `\Delta G^\circ`.
fn names_with(above: &Tree) -> bool {
    matches!(&above.head, Head::Mark(mark)
    if matches!(
        mark.as_str(),
        "*" | r"\ast" | r"\star" | r"\dagger" | r"\dag" | r"\circ" | "∘" | "°" | r"\ominus"
    ))
}

/// Whether a letter before an integral is the sign of its variation.
pub(in crate::latex) fn varies(key: &str) -> bool {
    matches!(key, r"\delta" | "δ")
}

/// A coordinate with the index above it, where that was read as a power: `\sum_i a_i\,dx^i`, `dx^{i_1}`. A
/// power whose differential is taken has brackets or another exponent.
fn coordinate(mut letter: Tree) -> Tree {
    let index = |t: &Tree| {
        let name = match t.head {
            Head::Index => t.args[0].symbol(),
            _ => t.symbol(),
        };
        name.is_some_and(crate::latex::forms::is_index)
    };
    if letter.head == Head::Power && !letter.closed && letter.args.last().is_some_and(index) {
        letter.head = Head::Upper;
    }
    letter
}
