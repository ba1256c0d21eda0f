//! What the letters of a product say of its order: sets, groups, spaces, matrices in bold.

use crate::latex::bold;
use crate::latex::elaborate::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;
use smallvec::SmallVec;

/// As many inverses of a product are compared with its other factors.
const INVERSES: usize = 16;

impl Elaborator<'_> {
    /// Whether a transposed letter stands beside a capital with a number above it, which is a matrix
    /// then: `w^\top A^{(k)} w`.
    pub(super) fn turns_numbered(&self, tree: &Tree) -> bool {
        let numbered = |t: &Tree| {
            matches!(t.head, Head::Apply(op) if self.op("numbered") == Some(op))
                && t.root_numbered().is_some_and(capital)
        };
        let inner = |t: &Tree| t.head == Head::Power && numbered(&t.args[0]);
        tree.args.iter().any(|t| numbered(t) || inner(t))
            && tree.args.iter().any(crate::latex::elaborate::transposes)
    }

    /// Whether a space is suspended, or loops in it are taken: `[\Sigma X, Y]`, `\Omega \Sigma X`.
    pub(super) fn suspends(&self, joins: &[Join], tree: &Tree) -> bool {
        let space = |t: &Tree| t.symbol().is_some_and(crate::latex::kinds::capital);
        let [functors @ .., last] = tree.args.as_slice() else {
            return false;
        };
        joins.iter().all(|j| *j == Join::Beside)
            && functors
                .iter()
                .all(|t| matches!(t.root_symbol(), Some(r"\Sigma" | r"\Omega")))
            && space(last)
            && self.signs.spaces(self.tokens)
    }

    /// Whether the space at a place of a manifold stands before the name of the manifold: `T_p M`.
    pub(super) fn tangent(&self, joins: &[Join], tree: &Tree) -> bool {
        let space = |t: &Tree| {
            let named = |t: &Tree| t.symbol().is_some_and(|n| matches!(n, "T" | "N" | "T^{*}"));
            let place = |t: &Tree| match &t.head {
                // `T_n U` counts.
                Head::Symbol(name) => {
                    matches!(
                        name.as_str(),
                        "p" | "q" | "x" | "y" | "z" | "a" | "b" | "g" | "u"
                    )
                }
                Head::Call => true,
                // `T_{(x,y)} S^2`
                Head::Pair(open, _) => open == "(" && t.args.len() > 1,
                _ => false,
            };
            match (&t.head, t.args.as_slice()) {
                (Head::Index, [letter, index]) => named(letter) && place(index),
                _ => false,
            }
        };
        let manifold = |t: &Tree| {
            t.root_symbol()
                .is_some_and(|n| crate::latex::kinds::capital(n) && t.head != Head::Index)
                || matches!(t.head, Head::Power) && self.kinds.of(t) == Kind::Set
        };
        joins == [Join::Beside] && space(&tree.args[0]) && manifold(&tree.args[1])
    }

    /// Whether a product of letters is one of sets or their elements, where a set is wanted:
    /// `g_1 H \cap g_2 H`.
    pub(in crate::latex::elaborate) fn letters_of_sets(&self, joins: &[Join], tree: &Tree) -> bool {
        let letter = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol().is_some_and(|n| n.len() == 1)
        };
        joins.iter().all(|j| *j == Join::Beside)
            && tree.args.iter().all(letter)
            && tree
                .args
                .iter()
                .any(|t| t.root_symbol().is_some_and(crate::latex::kinds::capital))
            && self.op("opmul").is_some()
    }

    /// Whether a matrix or vector is transposed and conjugated, which a dagger says as well: `A^H`.
    pub(super) fn adjoins(&self, tree: &Tree) -> bool {
        tree.head == Head::Power
            && tree.args[1].symbol() == Some("H")
            && matches!(self.kinds.of(&tree.args[0]), Kind::Mat | Kind::Vec)
    }

    /// Whether a word says something of the letters or sums beside it: `M \text{ accepts } w`,
    /// `\text{observe $k$ events}`.
    pub(super) fn says(&self, joins: &[Join], tree: &Tree) -> bool {
        let said = |t: &Tree| {
            let said = t.symbol()?.strip_prefix(r"\text{")?.trim_end_matches('}');
            let lower = said.starts_with(|c: char| c.is_ascii_lowercase());
            (!self.table.names_operator(said.trim())).then_some(lower && said.len() > 1)
        };
        let number = |t: &Tree| matches!(t.head, Head::Number(_));
        let letter = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index | Head::Sum(..)) && said(t).is_none()
        };
        // `5x \text{ dollars}` has a unit.
        let before = |w: &[Tree]| said(&w[0]) == Some(true) && letter(&w[1]);
        let between = |w: &[Tree]| {
            said(&w[1]).is_some()
                && !w.iter().any(number)
                && said(&w[0]).is_none()
                && said(&w[2]).is_none()
        };
        joins.iter().all(|j| *j == Join::Beside)
            && (tree.args.windows(2).any(before) || tree.args.windows(3).any(between))
    }

    pub(super) fn bracketed(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Apply(op) if self
            .vocabulary
            .operator(*op)
            .is_some_and(|o| o.name == "bracketed"))
    }

    /// Whether a letter and its inverse stand with something else in a product: elements of a group,
    /// `g x g^{-1}`.
    pub(super) fn conjugates(&self, tree: &Tree) -> bool {
        // `(g^{-1} x)(g y)` is a product of four.
        let mut factors: SmallVec<[&Tree; 8]> = SmallVec::new();
        for arg in &tree.args {
            match &arg.head {
                Head::Product(_) => factors.extend(&arg.args),
                _ => factors.push(arg),
            }
        }
        let inverse = |a: &&Tree| a.head == Head::Power || self.atoms.settled;
        if factors.len() < 3 || !factors.iter().any(inverse) {
            return false;
        }
        let inverses = factors.iter().filter_map(|a| self.inverted(a));
        let inverses = inverses.take(INVERSES);
        inverses.into_iter().any(|element| {
            let inverse = |a: &Tree| self.inverted(a).is_some_and(|b| b.says_as(element));
            let own = |a: &Tree| a.says_as(element) || inverse(a);
            factors.iter().any(|a| a.says_as(element))
                && factors.iter().any(|a| !own(a) && !self.literal(a))
        })
    }

    /// The element of a group of which this is the inverse: a letter, one of several, or the value of a
    /// representation, `R(\theta)^{-1}`.
    fn inverted<'t>(&self, tree: &'t Tree) -> Option<&'t Tree> {
        let base = match (&tree.head, tree.args.as_slice()) {
            (Head::Power, [base, exponent])
                if crate::latex::parse::minus_one(exponent) && self.kinds.of(base) != Kind::Mat =>
            {
                base
            }
            // `\frac{1}{g} x g`, where `g^{-1}` was written
            (Head::Apply(op), [one, base])
                if self.atoms.settled
                    && *op == self.table.div
                    && matches!(&one.head, Head::Number(n) if n == "1") =>
            {
                base
            }
            _ => return None,
        };
        let element = match base.head {
            Head::Symbol(_) | Head::Index => base.root_symbol().is_some(),
            Head::Call => base.args[0].symbol().is_some_and(capital),
            _ => false,
        };
        element.then_some(base)
    }

    /// Whether bold capital letters that are not known to be matrices stand side by side, or beside a
    /// bold small letter.
    pub(super) fn bolds(&self, joins: &[Join], tree: &Tree) -> bool {
        if joins.iter().any(|j| *j != Join::Beside)
            || tree.args.iter().any(|a| a.head == Head::Matrix)
            || self.kinds.of_components(tree)
        {
            return false;
        }
        let named = |t: &'_ Tree, fits: fn(&str) -> bool| self.kinds.rooted(t).is_some_and(fits);
        let bold = |t: &&Tree| named(t, bold::directed) && !named(t, bold::arrowed);
        let large = |t: &Tree| named(t, bold::capital) && self.kinds.of(t) != Kind::Mat;
        let linear = |t: &&Tree| bold(t) || matches!(self.kinds.of(t), Kind::Mat | Kind::Vec);
        tree.args.iter().any(large) && tree.args.iter().filter(linear).count() > 1
    }
}

/// Whether the trivial representation is carried over to another group: `\operatorname{Ind}_H^G 1`.
pub(super) fn induces(joins: &[Join], tree: &Tree) -> bool {
    let carried = |t: &Tree| {
        t.head == Head::Upper
            && t.root_symbol()
                .is_some_and(|n| n.starts_with(r"\operatorname{"))
    };
    let [first, last] = tree.args.as_slice() else {
        return false;
    };
    // `R^n \Gamma(X, \mathcal{F})`
    let derived = || {
        first.head == Head::Power
            && first.args[0].symbol() == Some("R")
            && last.head == Head::Call
            && last.args[0].symbol() == Some(r"\Gamma")
    };
    joins == [Join::Beside]
        && (carried(first) && matches!(&last.head, Head::Number(n) if n == "1") || derived())
}

/// Whether tuples stand side by side, which have no product: cycles of a permutation with commas,
/// `(1,2)(2,3)`.
pub(super) fn cycles(joins: &[Join], tree: &Tree) -> bool {
    let tuple = |t: &&Tree| {
        matches!(&t.head, Head::Pair(open, close) if open == "(" && close == ")")
            && t.args.len() > 1
    };
    joins.iter().all(|j| *j == Join::Beside) && tree.args.iter().filter(tuple).count() > 1
}

/// Whether words go on with the letter before them: `x\text{-axis}`, `n\text{th term}`.
pub(super) fn word_end(name: &str) -> bool {
    let said = name.strip_prefix(r"\text{").unwrap_or("");
    said.len() > 1 && said.starts_with('-') || said.starts_with("th ") || said == "th}"
}

/// Whether a word goes on with the number before it: `3\text{-SAT}`.
pub(super) fn counts_word(joins: &[Join], tree: &Tree) -> bool {
    matches!(tree.args.as_slice(), [number, word]
        if joins[..] == [Join::Beside]
            && matches!(number.head, Head::Number(_))
            && word.symbol().is_some_and(word_end))
}

/// Letters that index components of space and time.
pub(super) const GREEK: &[&str] = &[
    r"\mu", r"\nu", r"\rho", r"\sigma", r"\lambda", r"\kappa", r"\tau", r"\alpha", r"\beta",
    r"\gamma", r"\delta",
];

/// Whether a commutator is multiplied by what may be an operator: `[A, B]C`.
pub(super) fn beside_commutator(tree: &Tree) -> bool {
    let commutator = |t: &Tree| {
        matches!(&t.head, Head::Pair(open, _) if open == "[")
            && (crate::latex::elaborate::commutes(t) || crate::latex::operated::capitals(t))
    };
    let acted =
        |name: &str| crate::latex::kinds::capital(name) || crate::latex::operated::is_state(name);
    let other = |t: &Tree| t.root_symbol().is_some_and(acted);
    // `[X, Y](f)`
    let applied =
        |pair: &[Tree]| commutator(&pair[0]) && pair[1].symbol().is_some() && pair[1].closed;
    tree.args.iter().any(commutator) && tree.args.iter().any(other)
        || tree.args.windows(2).any(applied)
}
