//! Factors that do not change places with others.

use super::{differentiates, word_end};
use crate::latex::bold;
use crate::latex::elaborate::Elaborator;
use crate::latex::elaborate::upright::operates;
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether a derivative has nothing behind it, so that it is an operator: `\frac{d}{dx}`.
    fn waits(&self, tree: &Tree) -> bool {
        let blank = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank);
        matches!((&tree.head, self.table.derivative), (Head::Apply(op), Some((diff, pdiff)))
            if *op == diff || *op == pdiff)
            && tree.args.last().is_some_and(blank)
    }

    /// Whether a sum in brackets has terms that end with such a derivative.
    fn operates(&self, sum: &Tree) -> bool {
        let waits = |t: &Tree| match t.head {
            Head::Product(_) => t.args.last().is_some_and(|last| self.waits(last)),
            _ => self.waits(t),
        };
        sum.closed && sum.args.iter().any(waits)
    }

    /// Whether this is the derivative by conjugates or another connection, perhaps with an index or an
    /// adjoint: `\bar\partial_J^*`, `\tilde\nabla_X`.
    pub(in crate::latex::elaborate) fn derives_conjugates(&self, tree: &Tree) -> bool {
        let sign = |name: &str| matches!(name, r"\partial" | r"\nabla");
        match &tree.head {
            Head::Apply(op) if Some(*op) == self.table.usual.conj => {
                tree.args[0].symbol().is_some_and(sign)
            }
            Head::Apply(op) if Some(*op) == self.table.accent => {
                tree.args.last().and_then(Tree::symbol) == Some(r"\nabla")
            }
            Head::Symbol(name) => {
                let inner = crate::spelling::under_accents(name);
                inner.len() < name.len() && sign(inner)
            }
            Head::Index | Head::Power | Head::Upper => self.derives_conjugates(&tree.args[0]),
            _ => false,
        }
    }

    /// Whether a factor does not change places with others: a cycle, a name that nothing is known of,
    /// the end of a word (`x\text{-axis}`), a sign for what follows (`\operatorname{proj}_v u`).
    pub(in crate::latex::elaborate) fn stays(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Apply(op) | Head::Fence(op) => {
                self.vocabulary.operator(*op).is_some_and(|o| {
                    matches!(
                        o.name.as_str(),
                        "cycle" | "otimes" | "abstraction" | "denoted"
                    )
                }) || self.weights(tree)
                    || self.waits(tree)
            }
            // `\llbracket M \rrbracket_\rho`
            Head::Index
                if matches!(tree.args[0].head, Head::Apply(op) | Head::Fence(op)
                    if self.op("denoted") == Some(op)) =>
            {
                true
            }
            Head::Sum(..) => self.operates(tree),
            // `\operatorname{sn}^2 u`, `\operatorname{Sym}^\bullet V`, `\mathrm{Sym}^2 V`
            Head::Power
                if matches!(
                    tree.args[1].head,
                    Head::Number(_) | Head::Symbol(_) | Head::Mark(_)
                ) && tree.args[0]
                    .symbol()
                    .is_some_and(|n| n.starts_with(r"\operatorname{") || operates(n)) =>
            {
                true
            }
            // `W_f \cdot [h_{t-1}, x_t]`
            Head::Pair(open, _) if open == "[" => {
                matches!(tree.args.as_slice(), [one, other] if self.stacks_in_time(one, other))
            }
            // `W^l a^{l-1}`
            Head::Upper if self.usage.tensors.layered => {
                matches!(tree.root_symbol(), Some("W" | "w" | r"\theta"))
            }
            Head::Symbol(name) => {
                crate::latex::elaborate::word::is_command(name) && !self.table.is_function(name)
                    || word_end(name)
                    || name.starts_with(r"\operatorname{")
                    || operates(name)
            }
            // `\phi(x)^T \phi(y)`
            // `\lambda^T g(x)`, `(W^{(l)})^T \delta`, `(a | b)^* b`
            Head::Power => {
                let transposed = match &tree.args[1].head {
                    Head::Symbol(name) => *name == "T",
                    Head::Mark(mark) => crate::latex::kinds::is_transposition(mark),
                    _ => false,
                };
                let greek = |t: &Tree| {
                    t.symbol().is_some_and(|n| n.starts_with('\\'))
                        && matches!(self.kinds.of(t), Kind::Any | Kind::Num)
                };
                let starred = matches!(&tree.args[1].head, Head::Mark(m) if m.as_str() == "*");
                // `A^+ b`: what stands for an inverse.
                let inverse = matches!(&tree.args[1].head, Head::Mark(m) if m.as_str() == "+")
                    && tree.args[0].symbol() == Some("A");
                let layer = self.usage.tensors.layered && tree.args[0].head == Head::Upper;
                transposed && (tree.args[0].head == Head::Call || layer || greek(&tree.args[0]))
                    || self.weights(&tree.args[0])
                    || self.lies(&tree.args[0], &tree.args[1])
                    || starred && tree.args[0].closed && tree.args[0].states()
                    || inverse
            }
            Head::Upper => {
                let starred = matches!(&tree.args[1].head, Head::Mark(m) if m.as_str() == "*");
                let construction = tree
                    .root_symbol()
                    .is_some_and(|n| n.starts_with(r"\operatorname{") || operates(n));
                construction || starred && tree.args[0].closed && tree.args[0].states()
            }
            // `x^T(t) Q x(t)`, `\psi^\dagger(x) \psi(y)`
            Head::Call => {
                let dagger = |t: &Tree| matches!(&t.args[1].head, Head::Mark(_));
                crate::latex::elaborate::vectors::transposes(&tree.args[0])
                    && (dagger(&tree.args[0])
                        || tree.headed().is_some_and(|n| {
                            crate::latex::linear::names_vector(n) || bold::directed(n)
                        }))
            }
            // `[T]_B [v]_B`: a matrix and a column.
            Head::Index if matches!(tree.args[0].head, Head::Apply(_)) => {
                // `[A]_0 e^{-kt}`: an amount at the beginning.
                let begins = matches!(&tree.args[1].head, Head::Number(n) if n == "0");
                tree.args[0].closed && self.bracketed(&tree.args[0]) && !begins
            }
            Head::Index => tree.args[0].symbol().is_some_and(|name| {
                crate::latex::elaborate::word::is_command(name) && !self.table.is_function(name)
                    || name == "D" && tree.args.len() == 2 && differentiates(&tree.args[1])
                    || tree.args.last().is_some_and(|below| pushes(name, below))
                    || varies(name, &tree.args[1..])
                    || name.starts_with(r"\operatorname{")
                    || operates(name)
            }),
            _ => false,
        }
    }
}

/// Whether a map takes forward what stands behind it: `f_* \omega`, `p_! F`.
fn pushes(name: &str, below: &Tree) -> bool {
    let map = matches!(
        name,
        "f" | "g" | "h" | "i" | "j" | "p" | "q" | r"\pi" | r"\phi" | r"\varphi" | r"\iota"
    );
    map && matches!(&below.head, Head::Mark(mark) if matches!(mark.as_str(), "*" | r"\ast" | "!"))
}

/// Whether a field is varied along a parameter: `\delta_\epsilon \phi`.
fn varies(name: &str, below: &[Tree]) -> bool {
    let parameter = |t: &Tree| {
        matches!(
            t.symbol(),
            Some(r"\epsilon" | r"\varepsilon" | r"\xi" | r"\lambda" | r"\Lambda" | r"\eta")
        )
    };
    name == r"\delta" && matches!(below, [only] if parameter(only))
}
