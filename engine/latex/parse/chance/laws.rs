//! Laws that means and probabilities are taken under: `\mathbb{E}_{x \sim p}`, `E^Q`.

use super::EVENT;
use crate::latex::around::event_argument;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::script::Scripts;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::{Op, SlotSort};

/// Letters below the sign of a mean that are those of laws or of what laws depend on.
const LAWS: &[&str] = &["p", "q", r"\theta", r"\pi", r"\phi", r"\mu", r"\nu"];

impl Parser<'_> {
    /// An operator under a law, or over what is distributed as is said.
    pub(super) fn under_law(&mut self, op: Op, law: Tree, mut args: Vec<Tree>) -> Tree {
        let law = self.given(law);
        let Some(&(_, laws)) = self.table.laws.iter().find(|(plain, _)| *plain == op) else {
            args.insert(0, law);
            return Tree::over(Head::Sequence, args);
        };
        let Some(((over, all), mut names)) = laws.over.zip(self.drawn(&law)) else {
            args.insert(0, law);
            return Tree::over(Head::Apply(laws.under), args);
        };
        let last = names.pop().unwrap_or_else(|| self.blank());
        let binder = |op, args| Tree::over(Head::Binder(op, SlotSort::Any), args);
        args.splice(0..0, [last, law]);
        let outer = names.into_iter().rev();
        outer.fold(binder(over, args), |tree, name| {
            binder(all, vec![name, tree])
        })
    }

    /// Whether one thing given others stands below a sign: `Z \mid X`, `Z \mid X, \theta`.
    fn under_condition(&self, below: &Tree) -> bool {
        let bar = |t: &Tree| matches!(&t.head, Head::Chain(ops) if ops.len() == 1 && ops.first().copied() == self.table.divides);
        let first = match below.head {
            Head::Items => below.args.first(),
            _ => Some(below),
        };
        first.is_some_and(|t| bar(t) && t.args[0].root_symbol().is_some())
    }

    /// The law that is conditional on several things as one bar before all of them.
    fn given(&self, law: Tree) -> Tree {
        let Some(barred) = self.table.barred.filter(|_| self.under_condition(&law)) else {
            return law;
        };
        let mut all = match law.head {
            Head::Items => law.args,
            _ => vec![law],
        };
        let mut parts = std::mem::take(&mut all[0].args);
        let Some(given) = parts.pop() else {
            return Tree::over(Head::Items, all);
        };
        all[0] = given;
        let given = match all.len() {
            1 => all.remove(0),
            _ => Tree::over(Head::Items, all),
        };
        parts.push(given);
        Tree::over(Head::Apply(barred), parts)
    }

    /// The names that are distributed as is said below a sign: `x \sim p`, `(x, y) \sim D`,
    /// `x \sim p, z \sim q`.
    pub(super) fn drawn(&self, law: &Tree) -> Option<Vec<Tree>> {
        let names = |tree: &Tree| match &tree.head {
            Head::Symbol(_) => Some(vec![tree.clone()]),
            Head::Pair(..) | Head::Items if tree.args.iter().all(|t| t.symbol().is_some()) => {
                Some(tree.args.clone())
            }
            _ => None,
        };
        match &law.head {
            Head::Chain(ops) if ops.len() == 1 && self.table.named("sim") == Some(ops[0]) => {
                names(&law.args[0])
            }
            Head::Items if law.args.last()?.symbol().is_none() => {
                let part = |t: &Tree| names(t).or_else(|| self.drawn(t));
                let all: Option<Vec<Vec<Tree>>> = law.args.iter().map(part).collect();
                all.map(|all| all.concat())
            }
            _ => None,
        }
    }

    /// Whether the sign of a relation stands in the bracket right here.
    pub(super) fn states_relation(&self) -> bool {
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        let sign = |at: usize| {
            self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, .. } if *level == self.table.relation)
            })
        };
        (self.pos + 1..partner.min(self.pos + EVENT)).any(sign)
    }

    /// Whether what stands below the sign says under which law something is, and does not number
    /// functions; the bracket stands here.
    pub(super) fn names_law(&self, op: Op, below: &Tree, letter: bool) -> bool {
        let index = |n: &str| matches!(n, "i" | "j" | "k" | "l" | "m" | "n");
        let counted = matches!(below.head, Head::Number(_)) || below.symbol().is_some_and(index);
        let event = || event_argument(self.tokens, self.marks, self.pos);
        let said = matches!(below.head, Head::Chain(_));
        let given = || self.under_condition(below);
        if letter && (counted || !said && below.symbol().is_none() && !densities(below) && !given())
        {
            return false;
        }
        if !self.chance(op) {
            // `\mathbb{E}_x(\tau)`, but not a field `\mathbf{E}_\pm(t)`.
            let bold = |t: &Token<'_>| t.key.starts_with(r"\mathbf") || t.key.starts_with(r"\bold");
            let sign = matches!(below.head, Head::Mark(_)) || self.around().iter().any(bold);
            let law = !letter && !counted && !sign;
            return said || law || self.key_at(self.pos) != "(" || event();
        }
        let projects = letter && below.symbol().is_some_and(capital);
        said || self.states_relation() || !counted && !projects && event()
    }

    /// Whether the set of the zeros of an ideal stands here, which is that of a set or of which one is:
    /// `\mathbb{V}(I(X))`, `I(\mathbb{V}(J))`.
    pub(super) fn vanishes(&self, at: usize, open: usize) -> bool {
        if self.key_at(at) != r"\mathbb{V}" || self.key_at(open) != "(" {
            return false;
        }
        let ideal =
            |key: &str| matches!(key, "I" | r"\mathbb{I}" | r"\mathcal{I}" | r"\mathfrak{I}");
        let within = ideal(self.key_at(open + 1)) && self.key_at(open + 2) == "(";
        within || at > 1 && self.key_at(at - 1) == "(" && ideal(self.key_at(at - 2))
    }

    /// Whether the set of the subsets of a letter stands here: its elements are counted, it is a part of
    /// something, or something is an element of it: `|P(A)| = 2^{|A|}`, `P(A) \subseteq P(B)`.
    pub(super) fn powers_set(&self, at: usize, open: usize) -> bool {
        let alone = self.key_at(at) == "P"
            && self.key_at(open) == "("
            && self.key_at(open + 2) == ")"
            && capital(self.key_at(open + 1));
        let before = at.checked_sub(1).map_or("", |n| self.key_at(n));
        let within =
            |key: &str| matches!(key, r"\subset" | r"\subseteq" | "⊂" | "⊆" | r"\in" | "∈");
        let bar = |key: &str| matches!(key, "|" | r"\vert" | r"\lvert" | r"\rvert");
        let after = self.tokens.get(open + 3).map_or("", |t| t.key.as_ref());
        alone && (within(before) || bar(before) && bar(after) || within(after) && after != r"\in")
    }

    /// Whether what stands above the sign is a measure, or where a process starts: `E^Q[X]`,
    /// `\mathbb{P}^x(X_t \in A)`.
    pub(super) fn upper_law(&self, op: Op, above: &Tree) -> bool {
        let start = |n: &str| {
            matches!(
                n,
                "x" | "y" | "z" | r"\mu" | r"\nu" | r"\pi" | r"\theta" | r"\xi"
            )
        };
        let square = self.key_at(self.pos) == "[" && !self.chance(op);
        square && names_measure(above)
            || above.symbol().is_some_and(start) && (square || self.states_relation())
    }

    /// Whether this is a mean, as what stands below or above its sign says, with the square bracket
    /// here: `E_X[f(X)]`, `E_x[f(x)]`, `E_x[f(X_t)]`, `E^Q[X]`.
    pub(super) fn averages(&self, scripts: &Scripts) -> bool {
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner.min(self.pos + EVENT)];
        let random = |t: &Token<'_>| t.class == Class::Letter && capital(&t.key);
        let Some(below) = &scripts.sub else {
            return scripts.sup.as_ref().is_some_and(|above| {
                names_measure(above) || above.symbol().is_some() && inside.iter().any(random)
            });
        };
        let variable = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| capital(n) && !n.starts_with('\\'))
        };
        let met = |n: &str| inside.iter().any(|t| t.key == n);
        let index = |n: &str| matches!(n, "i" | "j" | "k" | "l" | "m" | "n");
        let over = match &below.head {
            Head::Symbol(n) => {
                variable(below)
                    || LAWS.contains(&n.as_str())
                    || met(n)
                    || !index(n) && inside.iter().any(random)
            }
            Head::Items | Head::Index => {
                below.args.iter().all(variable) || self.under_condition(below)
            }
            Head::Chain(_) if self.under_condition(below) => true,
            Head::Chain(ops) => ops.len() == 1 && self.table.named("sim") == Some(ops[0]),
            _ => densities(below),
        };
        over && self.tokens[self.pos].gap <= Gap::Back
    }
}

/// Whether what stands above the sign of a mean names a measure.
pub(super) fn names_measure(above: &Tree) -> bool {
    match &above.head {
        Head::Symbol(name) => {
            name.len() == 1 && name.starts_with(char::is_uppercase) || name.starts_with(r"\mathbb{")
        }
        Head::Apply(_) => above.args.is_empty(),
        _ => false,
    }
}

/// Whether this is a density or a product of such, under which a mean is taken: `p(x)`, `p(x) q(y)`.
pub(super) fn densities(below: &Tree) -> bool {
    match below.head {
        Head::Call => true,
        Head::Product(_) => below.args.iter().all(|t| t.head == Head::Call),
        _ => false,
    }
}
