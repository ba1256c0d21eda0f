//! An operand with its scripts: an index, a power, a derivative, a factorial power.

mod numbered;

use super::Parser;
use super::primed::two_systems;
use super::script::Scripts;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// Whether a letter of this exponent stands above the same name without brackets: `y^n + y^(n-1)`.
    fn raised_beside(&self, name: &str, sup: &Tree) -> bool {
        self.around().windows(3).any(|w| {
            w[0].key == name
                && w[1].key == "^"
                && w[2].class == Class::Letter
                && sup.mentions(&w[2].key)
        })
    }

    /// `\operatorname*{argmax}_{x \in A} f(x)`: a word with a condition below it, applied to what
    /// follows.
    pub(super) fn with_condition(&mut self, tree: Tree) -> Tree {
        let named = tree.head == Head::Index
            && tree
                .args
                .first()
                .and_then(Tree::symbol)
                .is_some_and(|n| n.contains("operatorname"));
        // `\operatorname*{maximize}_{x} f(x)`
        let optimum = || {
            tree.root_symbol().is_some_and(|n| {
                ["maximize", "minimize", "maximise", "minimise"]
                    .iter()
                    .any(|word| n.ends_with(&format!("{{{word}}}")))
            })
        };
        let condition = named
            && tree.args.len() > 1
            && (tree.args[1..].iter().all(|below| below.states()) || optimum());
        let Some(op) = self
            .table
            .under
            .filter(|_| condition && self.starts_operand(self.pos))
        else {
            return tree;
        };
        let start = tree.start;
        let body = self.expression(self.table.strength.product);
        let mut args = tree.args;
        if args.len() > 2 {
            let conditions = args.split_off(1);
            args.push(Tree::over(Head::Items, conditions));
        }
        args.push(body);
        let mut tree = Tree::over(Head::Apply(op), args);
        tree.start = start;
        tree
    }

    pub(super) fn with_scripts(
        &mut self,
        base: Tree,
        scripts: Scripts,
        staggered: bool,
        applied: &mut bool,
    ) -> Tree {
        let accent = matches!(base.head, Head::Apply(op) if Some(op) == self.table.accent);
        let (base, scripts) = match accent {
            true => self.remarked(base, scripts),
            false => (base, scripts),
        };
        let (base, scripts) = match self.indexes(&base, &scripts) {
            true => match self.family(base, scripts) {
                Ok(tree) => return tree,
                Err(parts) => *parts,
            },
            false => (base, scripts),
        };
        let (base, scripts) = self.with_zero(base, scripts);
        let (start, closed) = (base.start, base.closed);
        let end = self.span(self.pos - 1, self.pos).end;
        let mut tree = base;
        let fix = |mut tree: Tree| {
            (tree.start, tree.end, tree.closed) = (start, end, closed);
            tree
        };
        if let Some(sub) = scripts.sub {
            let mut args = Vec::with_capacity(2);
            args.push(tree);
            let braced = matches!(args[0].head, Head::Apply(op) if Some(op) == self.table.accent);
            let given = |ops: &[Op]| {
                let [op] = ops else { return false };
                Some(*op) == self.table.divides
            };
            match (sub.head, self.table.barred) {
                (Head::Items, _) if !sub.closed && !braced => args.extend(sub.args),
                // `x_{\text{no. }a, b}`: words and the indices behind them
                (Head::Sequence, _) if !sub.closed && !braced => {
                    let listed = |t: &Tree| t.head == Head::Items && !t.closed;
                    args.extend(sub.args.into_iter().flat_map(|part| match listed(&part) {
                        true => part.args,
                        false => vec![part],
                    }));
                }
                // `f_{X \mid Y}`
                (Head::Chain(ops), Some(barred)) if given(&ops) => {
                    args.push(Tree::over(Head::Apply(barred), sub.args));
                }
                (head, _) => args.push(Tree { head, ..sub }),
            }
            tree = fix(match self.table.rising {
                Some(op) if args.len() == 2 && scripts.primes == 0 && self.rises(&args) => {
                    let falling = self.table.named("falling");
                    let op = falling.filter(|_| self.falls(&args)).unwrap_or(op);
                    Tree::over(Head::Apply(op), args)
                }
                _ => Tree::over(Head::Index, args),
            });
        }
        let primed = scripts.primes > 0;
        if primed {
            let count = Tree::new(
                Head::Number(scripts.primes.to_string().into()),
                Vec::new(),
                end,
                end,
            );
            tree = fix(Tree::over(Head::Prime, vec![tree, count]));
            *applied = false;
        }
        if let Some((rises, count)) = scripts.steps.map(|steps| *steps)
            && let Some(op) = self.table.named(if rises { "rising" } else { "falling" })
        {
            tree = fix(Tree::over(Head::Apply(op), vec![tree, count]));
        }
        if let Some(mut sup) = scripts.sup {
            let function = tree
                .root_symbol()
                .is_some_and(|name| self.usage.is_function(name))
                && !*applied;
            let counts = |t: &Tree| {
                matches!(&t.head, Head::Number(n) if !n.contains('.'))
                    || matches!(t.symbol(), Some("n" | "m" | "k"))
            };
            // `f^{(n - k)}` beside `g^{(k)}`
            let summed = matches!(sup.head, Head::Sum(..))
                && sup.args.iter().all(counts)
                && matches!(tree.symbol(), Some("f" | "g" | "h" | "y"));
            let small = counts(&sup) || summed;
            let plain = small && (self.function_group(&tree) || tree.symbol() == Some("y"))
                || tree.symbol().is_some_and(|name| {
                    small
                        && (self.usage.usual(name)
                            || name.contains("operatorname")
                            || name.len() > 2 && self.table.is_function(name))
                });
            let power = tree
                .symbol()
                .is_some_and(|name| self.usage.tensors.is_power(name));
            // `x^(n + 1)` has no braces, as plain text has none.
            let typed = self
                .pos
                .checked_sub(1)
                .is_some_and(|at| self.key_at(at) == ")")
                && !function
                && (!plain
                    || tree
                        .symbol()
                        .is_some_and(|name| self.raised_beside(name, &sup)));
            let bracketed = sup.closed && !power && !typed && self.order(&sup);
            let known = tree
                .root_symbol()
                .and_then(|name| self.usage.is_numbered(name));
            let plain_above = tree
                .root_symbol()
                .is_some_and(|n| self.usage.has_no_numbers(n));
            // `x'^{(k)}` has its derivatives in the prime.
            let order = bracketed
                && !plain_above
                && !primed
                && !*applied
                && known.map_or_else(
                    || {
                        (function || plain)
                            && !hankel(&tree, &sup)
                            && !parameter(&tree, &sup)
                            && !self.of_family(&tree, &sup)
                            && !self.of_dimensions(&tree, &sup)
                            && !self.one_of_several(&tree, &sup)
                            && !self.listed_by_number(&tree)
                            && !self.one_matrix(&tree, &sup)
                            && !self.zeroth(&sup)
                            && !self.expanded(&tree, &sup)
                            && !two_systems(&sup)
                    },
                    |numbered| !numbered,
                );
            let head = if order {
                Head::Prime
            } else if let Some(op) = self.table.named("numbered").filter(|_| {
                bracketed
                    && !plain_above
                    && (known == Some(true)
                        || primed
                        || self.zeroth(&sup)
                        || self.expanded(&tree, &sup)
                        || two_systems(&sup)
                        || numbers(&tree, &sup)
                        || self.numbered_elsewhere(&tree, &sup)
                        || self.listed_by_number(&tree)
                        || self.one_matrix(&tree, &sup)
                        || steps(&tree, &sup)
                        || parameter(&tree, &sup)
                        || self.of_dimensions(&tree, &sup))
            }) {
                Head::Apply(op)
            } else if self.layer(&tree, &sup)
                && let Some(op) = self.table.named("layered")
            {
                Head::Apply(op)
            } else if self.upper(
                &tree,
                &sup,
                staggered || self.stagger_here(),
                scripts.up_first,
            ) {
                Head::Upper
            } else {
                Head::Power
            };
            let mut args = Vec::with_capacity(2);
            args.push(tree);
            match sup.head {
                Head::Items | Head::Sequence if head == Head::Upper && !sup.closed => {
                    args.extend(sup.args)
                }
                Head::Apply(op)
                    if Some(op) == self.table.named("bracketed") && head != Head::Power =>
                {
                    args.extend(sup.args)
                }
                _ => {
                    let systems = matches!(head, Head::Apply(_)) && two_systems(&sup);
                    if let Some(op) = self.table.named("opmul").filter(|_| systems) {
                        sup.head = Head::Apply(op);
                    }
                    args.push(sup);
                }
            }
            tree = fix(Tree::over(head, args));
        }
        tree
    }
}

impl Parser<'_> {
    /// The natural numbers with zero, where an exponent stands before the zero: `\mathbb{N}^n_0`.
    fn with_zero(&self, mut base: Tree, mut scripts: Scripts) -> (Tree, Scripts) {
        let zero = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "0");
        let natural =
            |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.named("NN"));
        if scripts.up_first
            && natural(&base)
            && scripts.sub.as_ref().is_some_and(zero)
            && let Some(op) = self.table.named("NN0")
        {
            (base.head, scripts.sub) = (Head::Apply(op), None);
        }
        (base, scripts)
    }
}

/// Whether this is a capital with an index: one of a family of polynomials or functions.
pub(super) fn polynomial(tree: &Tree) -> bool {
    tree.head == Head::Index
        && tree.args.len() == 2
        && tree.args[0]
            .symbol()
            .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_uppercase))
        && !matches!(tree.args[1].head, Head::Number(_))
}

/// Whether a Greek letter in parentheses is the parameter of orthogonal polynomials, and no order of a
/// derivative: `L_n^{(\alpha)}(x)`, `C_n^{(\lambda)}(x)`.
fn parameter(base: &Tree, sup: &Tree) -> bool {
    let family = matches!(
        base.root_symbol(),
        Some("L" | "C" | "P" | "G" | "H" | "J" | "R")
    );
    let greek = matches!(
        sup.args.first().unwrap_or(sup).symbol(),
        Some(r"\alpha" | r"\beta" | r"\lambda" | r"\mu" | r"\nu" | r"\gamma")
    );
    base.head == Head::Index && family && greek
}

/// Whether a number in parentheses above a letter says which of several it is: `x^{(k)}`, `A^{(1)}`.
fn numbers(base: &Tree, sup: &Tree) -> bool {
    fn counts(tree: &Tree, summed: bool) -> bool {
        match &tree.head {
            Head::Number(n) => n.bytes().all(|b| b.is_ascii_digit()),
            // `x^{(new)}`, `x^{(\text{old})}`
            Head::Symbol(name) if name.len() > 1 && !name.starts_with('\\') => true,
            Head::Symbol(name)
                if super::mark::LABELS
                    .iter()
                    .any(|font| name.starts_with(font)) =>
            {
                true
            }
            // Nobody puts a letter that is an exponent in parentheses; sums have them in source code.
            Head::Symbol(name) => match name.as_bytes() {
                [b] if summed => b.is_ascii_uppercase() || b"ijklmnprstab".contains(b),
                [b] => b.is_ascii_alphabetic(),
                _ => matches!(
                    name.as_str(),
                    r"\ell" | r"\nu" | r"\alpha" | r"\beta" | r"\lambda" | r"\mu" | r"\theta"
                ),
            },
            // `y_i^{(m_i)}`
            Head::Index => matches!(tree.args.as_slice(), [name, _] if counts(name, summed)),
            // `x^{(\alpha - 1)}` is a power.
            Head::Sum(_, signs) => {
                let greek = |n: &str| n.starts_with('\\') && n != r"\ell";
                let greek = |t: &Tree| t.symbol().is_some_and(greek);
                tree.args.iter().all(|t| counts(t, true) && !greek(t))
                    && (signs.len() > 1 || signs.first().is_none_or(Option::is_none))
            }
            _ => false,
        }
    }
    let letter = match &base.head {
        Head::Symbol(name) => name != r"\nabla",
        Head::Index | Head::Prime => base.args.first().is_some_and(|t| t.symbol().is_some()),
        _ => false,
    };
    letter && counts(sup, false) || left_out(base, sup)
}

/// Whether an index says what is left out, `n_k^{(-i)}`, `Z^{(-dn)}`: nobody puts such an exponent of
/// what has an index in brackets.
fn left_out(base: &Tree, sup: &Tree) -> bool {
    fn index(tree: &Tree) -> bool {
        match &tree.head {
            Head::Symbol(name) => matches!(name.as_str(), "d" | "i" | "j" | "k" | "l" | "m" | "n"),
            Head::Product(_) => tree.args.iter().all(index),
            _ => false,
        }
    }
    let named = match base.symbol() {
        Some(name) => name.len() > 1 || name.starts_with(|c: char| c.is_ascii_uppercase()),
        None => base.head == Head::Index,
    };
    let negative =
        matches!(&sup.head, Head::Sum(_, signs) if matches!(signs.as_slice(), [Some(_)]));
    named && negative && sup.args.iter().all(index)
}

/// Whether a letter or a number in parentheses stands above an expression with letters: an order or
/// a number of factors, as nobody puts an exponent in brackets.
fn steps(base: &Tree, sup: &Tree) -> bool {
    fn varies(tree: &Tree) -> bool {
        matches!(tree.head, Head::Symbol(_)) || tree.args.iter().any(varies)
    }
    let counts = match &sup.head {
        Head::Number(n) => n.bytes().all(|b| b.is_ascii_digit()),
        Head::Symbol(name) => matches!(name.as_str(), "n" | "k" | "m" | "j"),
        _ => false,
    };
    let whole = matches!(
        base.head,
        Head::Sum(..) | Head::Product(_) | Head::Apply(_) | Head::Power | Head::Call
    );
    counts && whole && base.closed && varies(base)
}

/// Whether a superscript tells which of Hankel's functions it is: `H_0^{(1)}(x)`.
pub(in crate::latex) fn hankel(tree: &Tree, sup: &Tree) -> bool {
    let kind = matches!(&sup.head, Head::Number(n) if matches!(n.as_str(), "1" | "2"));
    kind && tree.head == Head::Index && matches!(tree.args[0].symbol(), Some("H" | "h"))
}
