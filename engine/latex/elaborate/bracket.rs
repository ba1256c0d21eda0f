//! Brackets with two operators in them, braces that only group.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// The term of a factor, summand or base: `[a, b]` and `\{a, b\}` are no sets here, and braces
    /// around one thing only group.
    pub(super) fn operand(&mut self, tree: &Tree, kind: Kind) -> Term {
        let op = match (&tree.head, tree.args.as_slice()) {
            (Head::Braces, [_]) if self.usage.floors && self.remains(tree, kind) => {
                return self.term(tree, kind);
            }
            // `\{{n \atop k}\}` is no group: the brackets are part of its name.
            (Head::Braces, [only])
                if !matches!(only.head, Head::Items)
                    && !matches!(only.head, Head::Apply(op) if Some(op) == self.table.named("stacked")) =>
            {
                return self.term(only, kind);
            }
            (Head::Pair(open, close), [a, b]) if open == "[" && close == "]" => {
                // `f([a, b])`: an interval that something is applied to.
                let text = self.source.get(tree.start..).unwrap_or("");
                let bracket = text.find('[').unwrap_or(0);
                let argument = text[..bracket].contains('(') && !commutes(tree);
                if is_number(a) || is_number(b) || argument {
                    return self.term(tree, kind);
                }
                "commutator"
            }
            (Head::Braces, [a, b]) if !is_number(a) && !is_number(b) => "anticommutator",
            _ => return self.term(tree, kind),
        };
        self.bracket(op, tree)
    }

    pub(super) fn bracket(&mut self, op: &str, tree: &Tree) -> Term {
        let args: Vec<Term> = tree
            .args
            .iter()
            .map(|a| self.operand(a, Kind::Any))
            .collect();
        self.named(op, args)
    }

    /// Whether a derivative is taken somewhere in a tree.
    fn differentiates(&self, tree: &Tree) -> bool {
        let derivative = |op| {
            self.table
                .derivative
                .is_some_and(|(plain, partial)| op == plain || op == partial)
        };
        matches!(tree.head, Head::Apply(op) if derivative(op))
            || tree.args.iter().any(|t| self.differentiates(t))
    }

    /// A side of an equality: brackets beside an expression are operators, beside a name a set.
    pub(super) fn side(&mut self, tree: &Tree, others: &[&Tree], expected: Kind) -> Term {
        let bracket = match (&tree.head, tree.args.len()) {
            (Head::Pair(open, close), 2) => open == "[" && close == "]",
            (Head::Braces, 2) => true,
            _ => false,
        };
        let expression = |t: &&&Tree| match &t.head {
            Head::Sum(..) | Head::Product(_) | Head::Number(_) | Head::Upper => true,
            Head::Index => !t.root_symbol().is_some_and(capital),
            // `[x, y] = z`: sets have capital letters.
            Head::Symbol(name) => name.len() == 1 && !capital(name),
            Head::Power => {
                self.kinds.of(t) != Kind::Set
                    && t.args[0].head != Head::Pair("(".into(), ")".into())
            }
            Head::Apply(op) => self.kinds.of(t) != Kind::Set && Some(*op) != self.table.blank,
            Head::Binder(..) => self.differentiates(t),
            _ => false,
        };
        // A set has no sign: `\{f, g\} = -\{g, f\}`.
        let sets = others.iter().any(|t| {
            self.kinds.of(t) == Kind::Set
                && !matches!(t.head, Head::Pair(..))
                && !(matches!(t.head, Head::Sum(..)) && t.args.len() == 1)
        });
        let expected_set = expected == Kind::Set && tree.head != Head::Braces;
        if bracket && !sets && !expected_set && others.iter().any(|t| expression(&t)) {
            return self.operand(tree, expected);
        }
        self.term(tree, expected)
    }
}

fn is_number(tree: &Tree) -> bool {
    match &tree.head {
        Head::Number(_) => true,
        Head::Sum(..) => tree.args.iter().any(is_number) || tree.args.len() == 1,
        Head::Apply(_) => tree.args.is_empty(),
        _ => false,
    }
}

/// Whether a pair in square brackets holds operators: capital letters, adjoints, derivatives.
pub(in crate::latex) fn commutes(tree: &Tree) -> bool {
    let [a, b] = tree.args.as_slice() else {
        return false;
    };
    let square = matches!(&tree.head, Head::Pair(open, close) if open == "[" && close == "]");
    square && (operator(a) && !is_number(b) || operator(b) && !is_number(a))
}

fn operator(tree: &Tree) -> bool {
    match &tree.head {
        Head::Power => {
            matches!(&tree.args[1].head, Head::Mark(m) if m.contains("dag"))
                || operator(&tree.args[0])
        }
        Head::Index | Head::Upper | Head::Prime | Head::Call => operator(&tree.args[0]),
        Head::Symbol(name) => {
            capital(name) && !names_end(name)
                || name.starts_with(r"\hat{")
                || matches!(name.as_str(), r"\partial" | r"\nabla")
                || name.starts_with(r"\mathcal{")
        }
        _ => false,
    }
}

/// Whether a capital letter may be an end of an interval.
pub(in crate::latex) fn names_end(name: &str) -> bool {
    matches!(name, "A" | "B" | "N" | "T" | "R" | "M")
}
