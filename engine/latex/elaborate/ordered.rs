//! Products in which a factor may be an operator: nothing commutes.

mod acts;
mod apart;
mod around;
mod digits;
mod fields;
mod inverses;
mod lags;
mod letters;
mod stays;

use super::Elaborator;
use crate::atoms::{Shown, Symbol};
use crate::latex::bold;
use crate::latex::tree::{Head, Join, Tree};
use crate::latex::usage::Imaginary;
use crate::term::Term;
use crate::vocabulary::Kind;
use letters::{GREEK, beside_commutator, counts_word, cycles, induces, word_end};
use smallvec::SmallVec;

impl Elaborator<'_> {
    /// The product in its order, when one of several factors that are no numbers may be an operator.
    pub(super) fn ordered(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        if fields::symmetrised(tree) && !tree.args.iter().any(|a| self.is_dots(a)) {
            let args = self.terms(&tree.args, Kind::Any);
            return self.op("opmul").map(|op| self.node(op, args));
        }
        if self.atoms.settled && self.is_settled(tree) {
            return None;
        }
        if self.atoms.settled && self.of_operators_alone(joins, tree) {
            let args = self.terms(&tree.args, Kind::Any);
            return Some(self.named("opmul", args));
        }
        // Matrices keep their order anyway; spaces are suspended, `[\Sigma X, Y]`.
        let matrices = tree.args.iter().all(|t| self.kinds.of(t) == Kind::Mat);
        if matrices && !self.suspends(joins, tree) {
            return None;
        }
        let bolds = self.bolds(joins, tree);
        let conjugated = self.conjugates(tree);
        let apart = self.apart(tree)
            || self.tangent(joins, tree)
            || self.on_forms(tree)
            || tree.args.iter().any(|a| self.stays(a))
            || tree.args.iter().any(|a| self.adjoins(a))
            || beside_commutator(tree)
            || cycles(joins, tree)
            || around::surrounds(joins, tree, self.op("exp"))
            || induces(joins, tree)
            || fields::derives(joins, tree)
            || fields::spinors(tree)
            || fields::bilinear(joins, tree) && self.has_slashes()
            || lags::act(tree, self.lagged())
            || tree.args.iter().any(|a| self.derives_conjugates(a))
            || self.leads(joins, tree)
            || acts::evolves(joins, tree)
            || self.suspends(joins, tree)
            || unfinished(tree)
            || self.of_digits(joins, tree)
            || self.says(joins, tree)
            || self.spells(tree)
            || counts_word(joins, tree)
            || self.slashes(joins, tree)
            || self.squares_errors(tree)
            || self.turns_numbered(tree)
            || inverses::of_ideals(joins, tree)
            || inverses::of_values(joins, tree)
            || fields::spin_sum(tree) && self.has_slashes()
            || self.inverts_sums(tree);
        if !self.quantum && !bolds && !conjugated && !apart {
            return None;
        }
        self.op("opmul")?;
        if self.crosses(joins, tree) || tree.args.iter().any(|a| self.is_dots(a)) {
            return None;
        }
        let number = |a: &Tree| self.literal(a) || !apart && a.symbol() == Some("i");
        let several = tree.args.iter().filter(|a| !number(a)).count() > 1
            || induces(joins, tree)
            || self.of_digits(joins, tree)
            || self.spells(tree)
            || self.squares_errors(tree)
            || counts_word(joins, tree);
        let acts = conjugated || apart || tree.args.iter().any(|a| self.acts(a)) || bolds;
        if !several || !acts {
            return None;
        }
        self.keep_acting(tree);
        if self.tangent(joins, tree) {
            // Other letters would be numbers: `T_p S^2`.
            let names = tree.args.iter().flat_map(|t| &t.args);
            let names = names.filter_map(Tree::symbol).filter(|n| n.len() == 1);
            let names: SmallVec<[String; 4]> = names.map(str::to_owned).collect();
            names.iter().for_each(|name| self.keep(name));
        }
        let mut args = self.list();
        for arg in &tree.args {
            let kind = self.kinds.of(arg);
            args.push(self.operand(arg, kind));
        }
        // The sign of the order of time is no name: `T \phi(x) \phi(y)`.
        if tree.args.len() > 2
            && tree.args[0].symbol() == Some("T")
            && tree.args[1..].iter().all(|t| t.head == Head::Call)
        {
            self.keep("T");
        }
        Some(self.named("opmul", args))
    }

    /// Whether the formula that this one says again has an operator of lags.
    fn lagged(&self) -> bool {
        let acts = |name: &&str| self.shown_of(name, Shown::OPERATOR);
        self.atoms.settled && ["L", "B"].iter().any(acts)
    }

    /// Whether several different factors are names that are operators in the formula that this one says
    /// again, and no numbers.
    fn of_operators_alone(&self, joins: &[Join], tree: &Tree) -> bool {
        let operator = |name: &&str| {
            self.shown_of(name, Shown::OPERATOR) && !self.shown_of(name, Shown::FACTOR)
        };
        let names: Option<Vec<&str>> = tree
            .args
            .iter()
            .filter(|t| !self.literal(t))
            .map(|t| {
                let letter = matches!(t.head, Head::Symbol(_) | Head::Index | Head::Power);
                t.root_symbol().filter(|_| letter).filter(operator)
            })
            .collect();
        let plain = |t: &Tree| self.kinds.of(t) != Kind::Mat && self.kinds.of(t) != Kind::Vec;
        joins.iter().all(|j| *j != Join::Cross)
            && tree.args.iter().all(plain)
            && self.op("opmul").is_some()
            && names.is_some_and(|names| names.iter().any(|n| *n != names[0]))
    }

    /// Whether the formula that this one says again has all these names, and none of an operator.
    pub(super) fn is_settled(&self, tree: &Tree) -> bool {
        let mut named = false;
        self.numbers(tree, &mut named) && named
    }

    /// Whether no name here may be that of an operator; `named` says whether there is one.
    fn numbers(&self, tree: &Tree, named: &mut bool) -> bool {
        let Some(name) = tree.symbol() else {
            return tree.args.iter().all(|t| self.numbers(t, named));
        };
        *named = true;
        // `A_1` may stand for `A`.
        let numbered = |n: &str| n.split_once('_').is_some_and(|(letter, _)| letter == name);
        let known = |s: &Symbol| s.name == name || numbered(&s.name);
        // `\overline{a}` is a name of its own.
        let shaped = |n: &str| n == name || numbered(n) || n.len() > 1 && n.contains(name);
        let operator = |s: &Symbol| s.shown.has(Shown::OPERATOR) && shaped(&s.name);
        self.atoms.symbols.iter().any(known) && !self.atoms.symbols.iter().any(operator)
    }

    /// Whether the formula that this one says again shows this of a name.
    pub(super) fn shown_of(&self, name: &str, what: Shown) -> bool {
        let shown = |s: &Symbol| s.shown.has(what) && s.name == name;
        self.atoms.symbols.iter().any(shown)
    }

    /// Whether a cross stands between two factors neither of which is a number written out.
    fn crosses(&self, joins: &[Join], tree: &Tree) -> bool {
        let mut pairs = joins.iter().zip(tree.args.windows(2));
        pairs.any(|(j, pair)| *j == Join::Cross && !pair.iter().any(|t| self.literal(t)))
    }

    /// An expression of operators: products of letters, also within sums, keep their order.
    pub(super) fn in_order(&self, tree: &Tree) -> Tree {
        let ordered = match &tree.head {
            Head::Product(joins) => {
                let several = tree.args.iter().filter(|a| !self.literal(a)).count() > 1;
                let plain = self.kinds.runs(joins, tree).is_none() && !joins.contains(&Join::Cross);
                let dots = tree.args.iter().any(|a| self.is_dots(a));
                self.op("opmul")
                    .filter(|_| several && plain && !dots)
                    .map(Head::Apply)
            }
            Head::Sum(..) => Some(tree.head.clone()),
            _ => None,
        };
        let Some(head) = ordered else {
            return tree.clone();
        };
        let args = tree.args.iter().map(|a| self.in_order(a)).collect();
        let mut whole = Tree::over(head, args);
        (whole.start, whole.end, whole.closed) = (tree.start, tree.end, tree.closed);
        whole
    }

    /// Whether a factor is the value of a function, `\ln \rho`, and no number written out.
    pub(super) fn valued(&self, tree: &Tree) -> bool {
        // `e^X` is that of the exponential function.
        let euler = |t: &Tree| matches!(t.head, Head::Apply(op) if self.op("e") == Some(op));
        let exponential = tree.head == Head::Power && euler(&tree.args[0]);
        (matches!(tree.head, Head::Apply(_) | Head::Call) || exponential)
            && !tree.args.is_empty()
            && !self.literal(tree)
            && self.kinds.of(tree) != Kind::Mat
    }

    /// What a derivative at a place is taken of stands after it: `\left.\frac{d}{dt}\right|_{t=0} f(t)`.
    pub(super) fn derived_at(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let (first, rest) = tree.args.split_first()?;
        let (at, _) = self.table.evaluation?;
        let (plain, partial) = self.table.derivative?;
        let [derivative, place] = first.args.as_slice() else {
            return None;
        };
        let derives = matches!(derivative.head, Head::Apply(op) if op == plain || op == partial);
        let open = derivative
            .args
            .last()
            .is_some_and(|t| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank));
        if first.head != Head::Apply(at) || !derives || !open || rest.is_empty() {
            return None;
        }
        let body = match rest {
            [only] => only.clone(),
            several => Tree::over(Head::Product(joins[1..].into()), several.to_vec()),
        };
        let mut derivative = derivative.clone();
        *derivative.args.last_mut()? = body;
        let whole = Tree::over(Head::Apply(at), vec![derivative, place.clone()]);
        Some(self.term(&whole, Kind::Any))
    }

    /// Whether a factor is a number whatever the rest is.
    pub(super) fn literal(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(_) => true,
            // `j \frac{\partial}{\partial t}`
            Head::Symbol(name) => {
                let unit = self.usage.imaginary(name);
                // The unit of a formula that is said again may be written otherwise.
                let other =
                    || self.atoms.settled && !self.usage.is_known(name) && unit != Imaginary::Index;
                matches!(name.as_str(), "i" | "j") && (unit == Imaginary::Unit || other())
            }
            Head::Apply(op) => {
                let name = self.vocabulary.name(*op);
                matches!(
                    name,
                    "pi" | "e" | "i" | "div" | "root" | "factorial" | "infty"
                ) && tree.args.iter().all(|a| self.literal(a))
            }
            Head::Sum(..) | Head::Product(_) | Head::Power => {
                tree.args.iter().all(|a| self.literal(a))
            }
            _ => false,
        }
    }

    /// `D_\mu`, `\gamma^\mu`, `\gamma_5`: covariant derivatives and the matrices of spinors.
    fn indexed(&self, tree: &Tree) -> bool {
        // Which letter counts components is known of a formula that is said again.
        let greek = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| self.atoms.settled || n.starts_with('\\') && GREEK.contains(&n))
        };
        match tree.args[0].symbol() {
            Some(r"\nabla") if tree.head == Head::Upper => tree.args.len() == 2,
            Some("D" | r"\mathcal{D}" | r"\nabla" | r"\partial") => {
                tree.args.len() == 2 && greek(&tree.args[1])
            }
            Some(r"\gamma" | r"\Gamma" | r"\sigma" | r"\bar{\sigma}") => {
                let five = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "5");
                // `\gamma_{\mp}\gamma_{\pm}`
                let either = |t: &Tree| {
                    let sign = match &t.head {
                        Head::Mark(sign) => Some(sign.as_str()),
                        _ => t.symbol(),
                    };
                    matches!(sign, Some(r"\pm" | r"\mp"))
                };
                tree.args.len() == 2
                    && (tree.head == Head::Upper
                        && (greek(&tree.args[1]) || matches!(tree.args[1].head, Head::Number(_)))
                        || tree.args[0].symbol() == Some(r"\gamma")
                            && (five(&tree.args[1])
                                || greek(&tree.args[1])
                                || either(&tree.args[1])))
            }
            _ => false,
        }
    }
}

/// Whether this is a derivative with an index: `D_\mu`, `\nabla^\mu`.
fn covariant(tree: &Tree) -> bool {
    matches!(tree.head, Head::Index | Head::Upper)
        && matches!(
            tree.args[0].symbol(),
            Some("D" | r"\mathcal{D}" | r"\nabla" | r"\partial")
        )
}

/// Whether the sign of a differential ends the product, of which the letter is missing: before
/// another factor it would be that of this one.
fn unfinished(tree: &Tree) -> bool {
    let sign = |name: &str| name.len() > 1 && crate::latex::parse::is_differential(name);
    tree.args.last().and_then(Tree::symbol).is_some_and(sign)
}

/// Whether this index of a `D` says by what it differentiates: `D_x f`, `D_{\mathbf{u}} f`.
fn differentiates(index: &Tree) -> bool {
    spatial(index)
        || matches!(
            index.symbol(),
            Some("x" | "y" | "z" | "t" | "s" | "u" | "v" | "w")
        )
}

/// Whether a letter is written as a vector.
pub(super) fn spatial(tree: &Tree) -> bool {
    tree.headed().is_some_and(bold::directed)
}
