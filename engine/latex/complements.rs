//! Which formulas show that a line over a set is its complement, where it may be its closure as well.

use super::apart::same;
use super::table::Table;
use super::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Vocabulary;

/// As many sets that are joined are compared with each other.
const SETS: usize = 40;

/// Looks at trees with what their operators are called.
struct Look<'r> {
    vocabulary: &'r Vocabulary,
    line: Op,
}

/// Whether a formula has lines over sets that only complements make sense of, or would with lines.
pub(super) fn shown(tree: &Tree, vocabulary: &Vocabulary, table: &Table) -> bool {
    let Some(line) = table.named("conj") else {
        return false;
    };
    Look { vocabulary, line }.within(tree)
}

impl<'r> Look<'r> {
    fn within(&self, tree: &Tree) -> bool {
        let args = &tree.args;
        let here = match &tree.head {
            Head::Chain(ops) => args.windows(2).zip(ops).any(|(sides, op)| {
                let (one, other) = (&sides[0], &sides[1]);
                match self.called(*op) {
                    "iff" => self.turned(one, other) || self.turned(other, one),
                    "implies" => self.reversed(one, other),
                    _ => self.related(one, other) || self.related(other, one),
                }
            }),
            _ => match self.name(tree) {
                "iff" => args
                    .windows(2)
                    .any(|s| self.turned(&s[0], &s[1]) || self.turned(&s[1], &s[0])),
                "implies" => args.windows(2).any(|s| self.reversed(&s[0], &s[1])),
                "union" | "inter" => self.split(args, self.name(tree)),
                "card" | "abs" => args.iter().any(|a| self.counted(a)),
                "prob" | "condprob" => args.iter().any(|a| self.is_event(a)),
                _ => false,
            },
        };
        here || args.iter().any(|arg| self.within(arg))
    }

    /// What the operator of a node is called.
    fn name(&self, tree: &Tree) -> &'r str {
        match &tree.head {
            Head::Apply(op) | Head::Fence(op) | Head::Binder(op, _) => self.called(*op),
            _ => "",
        }
    }

    fn called(&self, op: Op) -> &'r str {
        self.vocabulary.name(op)
    }

    /// What a line stands over, or what has a sign of complements in its place.
    fn under<'t>(&self, tree: &'t Tree) -> Option<&'t Tree> {
        tree.args
            .first()
            .filter(|_| tree.head == Head::Apply(self.line))
            .or_else(|| marked(tree))
    }

    fn lined_within(&self, tree: &Tree) -> bool {
        self.under(tree).is_some() || tree.args.iter().any(|a| self.lined_within(a))
    }

    /// Whether a line over one thing stands among others.
    fn lines(&self, among: &[Tree], one: &Tree) -> bool {
        among
            .iter()
            .any(|t| self.under(t).is_some_and(|inner| same(inner, one)))
    }

    /// Whether two sides of a relation show it.
    fn related(&self, one: &Tree, other: &Tree) -> bool {
        let universe = matches!(
            one.symbol(),
            Some("U" | r"\Omega" | r"\mathcal{U}" | r"\mathbb{U}" | r"\mathscr{U}")
        );
        if universe && self.name(other) == "union" && self.lined_within(other) {
            return true;
        }
        if let Some((_, taken)) = self.difference(one) {
            // `X \setminus A = \overline{A}`, `A \setminus B = A \cap \overline{B}`
            let all = self.under(other).is_some_and(|inner| same(inner, taken));
            return all || self.name(other) == "inter" && self.lines(&other.args, taken);
        }
        let Some(inner) = self.under(one) else {
            return false;
        };
        // `\overline{A} = \{x : x \notin A\}`
        let rest = other.head == Head::Builder
            && other
                .args
                .iter()
                .any(|said| self.outside(said).is_some_and(|set| same(set, inner)));
        // `\overline{A \cup B} = \overline{A} \cap \overline{B}`
        let dual = match self.name(inner) {
            "union" => "inter",
            "inter" => "union",
            name if name.starts_with("bigunion") => "biginter",
            name if name.starts_with("biginter") => "bigunion",
            _ => "",
        };
        let negated = !dual.is_empty() && self.name(other).starts_with(dual);
        let twice = self.under(inner).is_some_and(|inner| same(inner, other));
        let marked = marked(other).is_some_and(|base| same(base, inner));
        negated && self.lined_within(other) || twice || marked || rest
    }

    /// A difference of two sets.
    fn difference<'t>(&self, tree: &'t Tree) -> Option<(&'t Tree, &'t Tree)> {
        let [from, taken] = tree.args.as_slice() else {
            return None;
        };
        let minus =
            matches!(&tree.head, Head::Sum(_, signs) if signs.get(1).is_some_and(Option::is_some));
        (minus || self.name(tree) == "setminus").then_some((from, taken))
    }

    /// Whether something is joined to what the line over it leaves out: `A \cup \overline{A}`,
    /// `(A \cap B) \cup (A \cap \overline{B})`.
    fn split(&self, args: &[Tree], name: &str) -> bool {
        let args = &args[..args.len().min(SETS)];
        let dual = if name == "union" { "inter" } else { "union" };
        args.iter().any(|a| self.lines(args, a))
            || args.iter().any(|a| {
                self.name(a) == dual
                    && args.iter().any(|b| {
                        self.name(b) == dual && a.args.iter().any(|t| self.lines(&b.args, t))
                    })
            })
    }

    /// The set that something is said not to be in.
    fn outside<'t>(&self, tree: &'t Tree) -> Option<&'t Tree> {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Chain(ops), [_, set]) if self.called(ops[0]) == "notin" => Some(set),
            (Head::Apply(op), [said]) if self.called(*op) == "not" => {
                match (&said.head, said.args.as_slice()) {
                    (Head::Chain(ops), [_, set]) if self.called(ops[0]) == "in" => Some(set),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether two statements are the same because of it: `x \in \overline{A} \iff x \notin A`.
    fn turned(&self, one: &Tree, other: &Tree) -> bool {
        let without = match (&one.head, one.args.as_slice()) {
            (Head::Chain(ops), [_, set]) if self.called(ops[0]) == "in" => self.under(set),
            _ => None,
        };
        without
            .zip(self.outside(other))
            .is_some_and(|(a, b)| same(a, b))
            || self.reversed(one, other)
    }

    /// Whether lines turn an inclusion: `A \subseteq B \iff \overline{B} \subseteq \overline{A}`.
    fn reversed(&self, one: &Tree, other: &Tree) -> bool {
        let inclusion = |t: &Tree| matches!(&t.head, Head::Chain(ops) if ops.len() == 1 && self.called(ops[0]).starts_with("subset"));
        let over = |lined: &Tree, plain: &Tree| self.under(lined).is_some_and(|t| same(t, plain));
        inclusion(one)
            && inclusion(other)
            && over(&other.args[0], &one.args[1])
            && over(&other.args[1], &one.args[0])
    }

    /// Whether what is likely has a line, or is made of sets with one: `P(\overline{A \cup B})`.
    fn is_event(&self, tree: &Tree) -> bool {
        self.under(tree).is_some()
            || matches!(self.name(tree), "union" | "inter") && self.lined_within(tree)
    }

    /// Whether members are counted of sets with a line: `|\overline{A} \cap B|`.
    fn counted(&self, tree: &Tree) -> bool {
        matches!(self.name(tree), "union" | "inter")
            && tree.args.iter().any(|a| self.under(a).is_some())
    }
}

/// What has the sign of complements above it: `A^c`, `A^\complement`.
fn marked(tree: &Tree) -> Option<&Tree> {
    let (Head::Power | Head::Upper, [base, mark]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let sign = |name: &str| matches!(name, "c" | "C" | r"\complement" | "∁");
    let complement = match &mark.head {
        Head::Mark(mark) => sign(mark.as_str()),
        _ => mark.symbol().is_some_and(sign),
    };
    complement.then_some(base)
}
