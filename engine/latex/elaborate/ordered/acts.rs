//! Factors that act on what stands behind them: operators of quantum mechanics, derivations.

use super::covariant;
use crate::latex::elaborate::Elaborator;
use crate::latex::elaborate::advection::directed;
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether a factor may be an operator, or a vector that operators act on.
    pub(in crate::latex::elaborate) fn acts(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Symbol(name) => self.operator_letter(name),
            Head::Power => {
                let mark = match &tree.args[1].head {
                    Head::Mark(mark) => mark.as_str(),
                    _ => "",
                };
                mark.contains(r"\dag")
                    || matches!(mark, "*" | r"\ast")
                        && (self.is_regular(&tree.args[0])
                            || tree.args[0]
                                .root_symbol()
                                .is_some_and(crate::latex::kinds::capital))
                    || self.acts(&tree.args[0])
                    // `\bar\psi \gamma^5 \psi`
                    || tree.args[0].symbol() == Some(r"\gamma")
                        && matches!(&tree.args[1].head, Head::Number(n) if n == "5")
            }
            Head::Index | Head::Upper => self.acts(&tree.args[0]) || self.indexed(tree),
            // `(u \cdot \nabla) u` and `(D_\mu \phi)` are no operators: they have what they act on;
            // nor is a product of vectors.
            Head::Product(joins) if self.crosses(joins, tree) => false,
            Head::Product(_) => {
                let last = tree.args.len() - 1;
                let mut factors = tree.args.iter().enumerate();
                factors.any(|(at, a)| {
                    (at == last || directed(a).is_none() && !covariant(a)) && self.acts(a)
                })
            }
            // `\bar\psi \gamma^\mu \psi - \bar\psi \psi` is a number, whatever stands in the middle.
            Head::Sum(..) if tree.closed && tree.args.iter().all(bilinear) => false,
            Head::Prime | Head::Sum(..) => tree.args.iter().any(|a| self.acts(a)),
            // Braces around a sum only group.
            Head::Braces => matches!(tree.args.as_slice(), [only]
                if matches!(only.head, Head::Sum(..)) && self.acts(only)),
            Head::Apply(op) => {
                let name = self.vocabulary.name(*op);
                let waits = || {
                    tree.args.last().is_some_and(
                        |t| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank),
                    )
                };
                match name {
                    "bra" | "ket" | "slashed" | "commutator" | "anticommutator" => true,
                    // `-\frac{\nabla^2}{2} + V`
                    "div" => self.acts(&tree.args[0]),
                    "diff" | "pdiff" | "variation" | "material" => waits(),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether words are chosen here, `(0 + 1)^* 01`: digits beside them are no numbers.
    pub(in crate::latex::elaborate) fn spells(&self, tree: &Tree) -> bool {
        let starred = |t: &Tree| {
            t.head == Head::Power
                && matches!(&t.args[1].head, Head::Mark(m) if matches!(m.as_str(), "*" | r"\ast"))
        };
        tree.args
            .iter()
            .any(|t| starred(t) && self.is_regular(&t.args[0]))
    }

    /// Whether an element of a group follows the bar of a form of some weight: `f|_k \gamma`.
    pub(in crate::latex::elaborate) fn slashes(&self, joins: &[Join], tree: &Tree) -> bool {
        let form = |t: &Tree| {
            matches!(t.head, Head::Apply(op) if self.table.evaluation.is_some_and(|(at, _)| at == op))
                && matches!(t.args.as_slice(), [f, weight]
                    if f.symbol().is_some() && matches!(weight.symbol(), Some("k" | "m" | "w")))
        };
        joins.first() == Some(&Join::Beside)
            && matches!(
                tree.args[1].symbol(),
                Some(r"\gamma" | r"\sigma" | "g" | "T" | "S" | "M")
            )
            && form(&tree.args[0])
    }

    /// Whether a prime transposes errors before the same errors: `e'e`, as nobody takes derivatives of
    /// Euler's number.
    pub(in crate::latex::elaborate) fn squares_errors(&self, tree: &Tree) -> bool {
        let errors = |t: &Tree| {
            let constant = matches!(t.head, Head::Apply(op) if self.op("e") == Some(op));
            constant || t.symbol() == Some("e")
        };
        tree.args
            .windows(2)
            .any(|pair| pair[0].head == Head::Prime && errors(&pair[0].args[0]) && errors(&pair[1]))
    }

    fn operator_letter(&self, name: &str) -> bool {
        matches!(name, r"\partial" | r"\nabla" | r"\Box" | "∂" | "∇")
            || name.strip_prefix(r"\hat{").is_some_and(|rest| {
                self.hatted || rest.starts_with(char::is_uppercase) || rest.starts_with(r"\mathcal")
            })
    }
}

/// Whether a product begins with a letter under a line and ends with the letter: `\bar\psi M \psi`.
fn bilinear(product: &Tree) -> bool {
    let [first, .., last] = product.args.as_slice() else {
        return false;
    };
    let adjoint = match (&first.head, first.args.as_slice()) {
        // A line is read as that of a conjugate at first.
        (Head::Apply(_), [only]) if first.start < only.start => only.symbol(),
        (Head::Symbol(name), _) => {
            let lined = name
                .strip_prefix(r"\bar{")
                .or(name.strip_prefix(r"\overline{"));
            lined.and_then(|rest| rest.strip_suffix('}'))
        }
        _ => None,
    };
    matches!(product.head, Head::Product(_)) && adjoint.is_some() && last.symbol() == adjoint
}

/// Whether a field under a line, something with an index above it and the field stand in this order among
/// factors: `\bar\psi(x) \beta^\mu \psi(x)`.
pub(super) fn encloses(factors: &[Tree]) -> bool {
    fn field(tree: &Tree) -> Option<&str> {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Call, [field, ..]) => field_of(field),
            _ => None,
        }
    }
    let Some(last) = factors.last().and_then(field) else {
        return false;
    };
    let own = |t: &Tree| t.head == Head::Call && lined(&t.args[0]) == Some(last);
    let Some(first) = factors.iter().position(own) else {
        return false;
    };
    factors[first..].iter().any(|t| t.head == Head::Upper)
}

/// The letter under the line of a field, which may be numbered.
fn lined(tree: &Tree) -> Option<&str> {
    match (&tree.head, tree.args.as_slice()) {
        // A line is read as that of a conjugate at first.
        (Head::Apply(_), [only]) if tree.start < only.start => only.symbol(),
        (Head::Apply(_) | Head::Power, [field, _]) => lined(field),
        (Head::Symbol(name), _) => {
            let inside = name
                .strip_prefix(r"\bar{")
                .or(name.strip_prefix(r"\overline{"));
            inside?.strip_suffix('}')
        }
        _ => None,
    }
}

/// The letter of a field, which may be numbered.
fn field_of(tree: &Tree) -> Option<&str> {
    match tree.head {
        Head::Apply(_) => tree.root_numbered(),
        _ => tree.root_symbol(),
    }
}

impl Elaborator<'_> {
    /// Whether the first factor is a word in upright letters, perhaps with an index, or the sign of a derived
    /// functor, right before what it is taken of: `\mathrm{ord}_p n`, `R\Gamma(X, F)`.
    pub(super) fn leads(&self, joins: &[Join], tree: &Tree) -> bool {
        let ([Join::Beside, ..], [first, next, ..]) = (joins, tree.args.as_slice()) else {
            return false;
        };
        let upright = |name: &str| {
            let word = name
                .strip_prefix(r"\mathrm{")
                .and_then(|n| n.strip_suffix('}'));
            word.is_some_and(|w| {
                w.len() > 1
                    && w.bytes().all(|b| b.is_ascii_alphabetic())
                    && !crate::latex::phrases::conjunction(w, &self.table.lexicon)
            })
        };
        let word = match first.head {
            Head::Symbol(_) | Head::Index => first.root_symbol().is_some_and(upright),
            _ => false,
        };
        let derived = || {
            matches!(
                first.symbol(),
                Some("R" | "L" | r"\mathbf{R}" | r"\mathbf{L}")
            ) && next.head == Head::Call
                && next.headed().is_some_and(|n| n == r"\Gamma" || upright(n))
        };
        let named = |n: &str| !n.starts_with(r"\mathrm{");
        let taken = || {
            (!next.closed || next.head == Head::Call)
                && next.headed().or(next.root_symbol()).is_some_and(named)
        };
        // `T\exp(-i\int H\,dt)`
        let ordering = || {
            let exponential = |op| self.op("exp") == Some(op);
            matches!(
                first.symbol(),
                Some("T" | "P" | r"\mathcal{T}" | r"\mathcal{P}")
            ) && matches!(next.head, Head::Apply(op) if exponential(op))
                && self.signs.integrates(self.tokens)
        };
        // `\pi(g)v`: how an element is represented.
        let represents = || {
            let element = |t: &Tree| t.symbol().is_some();
            first.head == Head::Call
                && first.headed() == Some(r"\pi")
                && first.args[1..].iter().all(element)
        };
        // `\mathcal{D}[L]\rho`: a map of operators.
        let maps = || {
            matches!(first.head, Head::Apply(op) if self.table.bracket_call == Some(op))
                && first.args[0]
                    .symbol()
                    .is_some_and(|n| n.starts_with(r"\mathcal{"))
                && next.symbol().is_some()
        };
        // `f(x, u, Du)`
        let gradient = || {
            first.symbol() == Some("D")
                && matches!(next.symbol(), Some("u" | "v" | "w"))
                && self.kinds.of(first) != Kind::Mat
        };
        (word || represents() || maps()) && taken() || derived() || ordering() || gradient()
    }
}

/// Whether a state is moved in time: `U(t)\psi(0)`.
pub(super) fn evolves(joins: &[Join], tree: &Tree) -> bool {
    let mover = |t: &Tree| t.head == Head::Call && matches!(t.headed(), Some("U" | r"\hat{U}"));
    let state = |t: &Tree| {
        matches!(t.head, Head::Call | Head::Symbol(_))
            && matches!(t.headed().or(t.symbol()), Some(r"\psi" | r"\Psi"))
    };
    let mut pairs = joins.iter().zip(tree.args.windows(2));
    pairs.any(|(join, pair)| *join == Join::Beside && mover(&pair[0]) && state(&pair[1]))
}
