//! Probability and expected values, with the laws that stand below or above their signs.

mod laws;
mod named;

use super::Parser;
use super::integral::is_differential;
use super::script::Scripts;
use crate::latex::around::{conditioned, skip_scripts};
use crate::latex::bars::is_bar;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

/// As many tokens of a bracket are looked through for a random variable.
pub(super) const EVENT: usize = 40;

impl Parser<'_> {
    /// `E[X]`, `P(A \mid B)`, `\mathbb{E}_{x \sim p}[f(x)]`.
    pub(super) fn operator_name(
        &mut self,
        op: Op,
        given: Option<Op>,
        letter: bool,
        width: usize,
    ) -> Option<Tree> {
        let at = self.pos;
        let after = at + width;
        if self.measures_element(after) {
            self.pos = after;
            return Some(self.indexed_operator(Scripts::default(), at, after));
        }
        if self.vanishes(at, after) {
            return None;
        }
        // A version of a formula has no other names than its own.
        let letter = letter && !self.usage.is_no_name(self.key_at(at));
        if letter {
            if self.rational_points(at, after) {
                return None;
            }
            if self.coordinates(after)
                || self.energy_at(after)
                || self.polynomial(at)
                || self.inverts_matrix_at(after)
            {
                return None;
            }
            if self.table.named("expect") == Some(op) && self.means_what_follows(at) {
                self.pos = after;
                let argument = self.random_factors();
                return Some(self.started(
                    Tree::over(Head::Apply(op), vec![argument]),
                    self.tokens[at].start,
                ));
            }
            if self.powers_set(at, after)
                && let Some(op) = self.table.named("powerset")
            {
                let set = self.group(after + 1, after + 2, after + 3);
                let tree = Tree::over(Head::Apply(op), vec![set]);
                return Some(self.started(tree, self.tokens[at].start).close());
            }
            if !self.names_operator(at, after) {
                return None;
            }
        }
        self.pos = after;
        let staggered = self.empty_group() && self.key_at(self.pos) == "^";
        if !staggered {
            self.pos = after;
        }
        let scripts = self.read_scripts();
        let bracket = self.bracket_here()
            || self.pos < self.end && matches!(self.tokens[self.pos].key.as_ref(), r"\{" | "{");
        let Some(Mark::Open { partner, width }) =
            self.marks.get(self.pos).copied().filter(|_| bracket)
        else {
            return self.without_brackets(op, letter, scripts, at);
        };
        // `E_K(P \oplus C)` is a cipher.
        let blocks = || {
            let inside = &self.tokens[self.pos..partner.min(self.pos + EVENT)];
            inside.iter().any(|t| t.key == r"\oplus")
        };
        let number = || super::fluids::has_no_dimension(self.key_at(at), self.around());
        if letter && !scripts.is_empty() && blocks() || scripts.sup.is_some() && number() {
            self.pos = at;
            return None;
        }
        if letter && after == self.pos && self.chance(op) && self.samples(self.key_at(at)) {
            // `P[k+1] = A P[k] A^T`: nothing happens that is a number.
            self.pos = at;
            return None;
        }
        if letter && !scripts.is_empty() && self.key_at(after) != "[" {
            let square = self.key_at(self.pos) == "[";
            if square && !self.averages(&scripts) {
                self.pos = at;
                return None;
            }
        }
        let lower = scripts.sub.as_ref();
        // `P_x^{-1}(Q)`: nobody inverts a probability or a mean.
        if letter && lower.is_some() && scripts.sup.as_ref().is_some_and(super::minus_one) {
            self.pos = at;
            return None;
        }
        let upper = scripts.sup.as_ref().filter(|_| lower.is_none());
        let law = match lower {
            Some(sub) => self.names_law(op, sub, letter),
            None => upper.is_some_and(|sup| self.upper_law(op, sup)),
        };
        if lower.is_some() && !law {
            // `P_1(X)`: one of several functions.
            return Some(self.indexed_operator(scripts, at, after));
        }
        let over_numbers = self.key_at(self.pos + 1).starts_with(r"\mathbb{");
        if let Some(op) = self
            .projective(&scripts)
            .filter(|_| !letter || over_numbers)
        {
            let field = self.group(self.pos + width, partner, partner + width);
            let args = scripts.sup.into_iter().chain([field]).collect();
            let tree = self
                .started(Tree::over(Head::Apply(op), args), self.tokens[at].start)
                .close();
            return Some(self.scripts(tree));
        }
        let power = match lower {
            None if law => None,
            _ => scripts.sup.clone(),
        };
        let law = lower.or(upper).filter(|_| law).cloned();
        let mut args = self.event(self.pos + width, partner, partner + width);
        let op = match given {
            Some(given) if args.len() == 2 && args[1].1 => given,
            _ => op,
        };
        let mut args: Vec<Tree> = args.drain(..).map(|(tree, _)| tree).collect();
        if self.table.named("condcov") == Some(op) {
            // `\operatorname{Cov}(X, Y \mid Z)`
            match args.remove(0) {
                Tree {
                    head: Head::Items,
                    args: two,
                    ..
                } => drop(args.splice(0..0, two)),
                one => args.insert(0, one),
            }
        }
        let mut op = op;
        if self.table.named("condcov") == Some(op) && args.len() != 3 {
            // `\operatorname{Cov}(X \mid Z)`
            op = self.table.named("cov").unwrap_or(op);
            args = match self.table.named("barred") {
                Some(barred) => vec![Tree::over(Head::Apply(barred), args)],
                None => args,
            };
        }
        if args.len() > 1
            && self.table.named("prob") == Some(op)
            && (!letter
                || self.of_one_event()
                || self.given_something() && args.iter().all(|a| happens(a) || self.is_dots(a)))
        {
            // `P(A, B)`: that both happen.
            args = vec![Tree::over(Head::Items, args).close()];
        }
        let mut tree = match law {
            Some(law) => self.under_law(op, law, args),
            None => Tree::over(Head::Apply(op), args),
        };
        tree = self.started(tree, self.tokens[at].start);
        tree.end = self.tokens[partner].end;
        tree = tree.close();
        if let Some(sup) = power {
            tree = Tree::over(Head::Power, vec![tree, sup]).close();
        }
        Some(self.scripts(tree))
    }

    /// Whether a sign is all that stands between two places, as the result of a test:
    /// `P(+ \mid D)`.
    fn is_result(&self, from: usize, to: usize) -> bool {
        to == from + 1 && matches!(self.key_at(from), "+" | "-")
    }

    /// Whether probabilities of single events stand near: `P(A, B) = P(A) P(B)`.
    fn of_one_event(&self) -> bool {
        self.around().windows(4).any(|w| {
            w[0].key == "P"
                && w[1].key == "("
                && w[2].class == Class::Letter
                && capital(&w[2].key)
                && matches!(w[3].key.as_ref(), ")" | "|" | r"\mid")
        })
    }

    /// Whether conditional probabilities stand near: `P(x_1, x_2) = P(x_1) P(x_2 \mid x_1)`.
    fn given_something(&self) -> bool {
        let near = crate::latex::token::around(self.tokens, self.pos);
        near.into_iter().any(|at| {
            self.key_at(at) == "P"
                && self.tokens.get(at + 1).is_some_and(|t| t.key == "(")
                && conditioned(self.tokens, self.marks, at + 1)
        })
    }

    /// Whether a measure of a small part of what is integrated over stands here: `P(d\omega)`.
    fn measures_element(&self, open: usize) -> bool {
        self.integrals > 0
            && self.key_at(open) == "("
            && is_differential(self.key_at(open + 1))
            && self.key_at(open + 3) == ")"
    }

    /// A name with a bracket after it that is no law: `P_1(X)` is one of several functions.
    fn indexed_operator(&mut self, scripts: Scripts, at: usize, after: usize) -> Tree {
        let span = self.span(at, after);
        let head = Head::Symbol(self.key_at(at).into());
        let symbol = Tree::new(head, Vec::new(), span.start, span.end);
        let mut applied = false;
        let below = Scripts {
            sub: scripts.sub,
            ..Scripts::default()
        };
        let mut function = self.with_scripts(symbol, below, false, &mut applied);
        // `\mathsf{P}_l^m(x)`
        let mut above = scripts.sup;
        let after = self.pos;
        if above.is_none() && self.empty_group() && self.key_at(self.pos) == "^" {
            above = self.read_scripts().sup;
        } else {
            self.pos = after;
        }
        if let Some(order) = above.take_if(|sup| self.numbered_above(&function, sup)) {
            function = Tree::over(Head::Upper, vec![function, order]);
        }
        let tree = self.call(function);
        let mut tree = self.started(tree, self.tokens[at].start);
        if let Some(sup) = above {
            tree = Tree::over(Head::Power, vec![tree, sup]).close();
        }
        self.scripts(tree)
    }

    /// An operator before what has no brackets: `\mathbb{E} X`, `\mathbb{E}_\mu f`.
    fn without_brackets(
        &mut self,
        op: Op,
        letter: bool,
        scripts: Scripts,
        at: usize,
    ) -> Option<Tree> {
        // `\mathrm{Pr}^{0.4} x` is a power of the number of Prandtl.
        let law = match (&scripts.sub, &scripts.sup) {
            (Some(script), _) | (None, Some(script)) => {
                self.chance(op) || matches!(script.head, Head::Number(_))
            }
            (None, None) => false,
        };
        let letter = letter && !self.takes_mean_again(at);
        if letter || law || !self.starts_operand(self.pos) {
            self.pos = at;
            return None;
        }
        let argument = self.open_argument();
        // `\mathbb{E}^Q X`
        let tree = match scripts.sub.or(scripts.sup) {
            Some(law) => self.under_law(op, law, vec![argument]),
            None => Tree::over(Head::Apply(op), vec![argument]),
        };
        Some(self.started(tree, self.tokens[at].start))
    }

    fn chance(&self, op: Op) -> bool {
        self.table.named("prob") == Some(op) || self.table.named("condprob") == Some(op)
    }

    /// The operator, where a space over a field stands here, and no event: `\mathbb{P}^1(\mathbb{C})`.
    fn projective(&self, scripts: &Scripts) -> Option<Op> {
        let field = self.key_at(self.pos + 1);
        let counts = |t: &Tree| {
            matches!(t.head, Head::Number(_))
                || t.symbol()
                    .is_some_and(|n| matches!(n, "n" | "m" | "N" | "r" | "d"))
        };
        let dimension =
            |t: &Tree| counts(t) || matches!(t.head, Head::Sum(..)) && t.args.iter().any(counts);
        let after = match self.key_at(self.pos + 2) {
            "_" => skip_scripts(self.tokens, self.marks, self.pos + 2).0,
            _ => self.pos + 2,
        };
        // `\mathbb{P}^1(\mathbb{Z}/N\mathbb{Z})`
        let modulo = field == r"\mathbb{Z}" || field == r"\ZZ";
        let space = scripts.sub.is_none()
            && scripts.sup.as_ref().is_some_and(dimension)
            && self.key_at(self.pos) == "("
            && (self.key_at(after) == ")" || self.key_at(after) == "/" && modulo)
            && (field.starts_with(r"\mathbb{")
                || matches!(
                    field,
                    "k" | "K" | "F" | r"\QQ" | r"\RR" | r"\CC" | r"\FF" | r"\Q" | r"\R" | r"\C"
                ));
        self.table.named("projective").filter(|_| space)
    }

    /// The arguments inside the brackets of `P(…)`, each with whether a bar stands before it.
    pub(super) fn event(&mut self, from: usize, to: usize, after: usize) -> Vec<(Tree, bool)> {
        // `P(\cdot|s, a)`: a bar behind a place is no sign of division.
        let place = || {
            let free = matches!(self.key_at(from), r"\cdot" | "·");
            (free && from + 2 < to && is_bar(&self.tokens[from + 1])).then_some(from + 1)
        };
        let bar = self.separator(from, to).or_else(place);
        match bar {
            Some(bar) => {
                let left = self.event_or_result(from, bar, bar);
                let right = self.event_or_result(bar + 1, to, after);
                vec![(left, false), (right, true)]
            }
            None if self.is_result(from, to) => {
                vec![(self.event_or_result(from, to, after), false)]
            }
            None => {
                // `E[X; A]`
                let inside = self
                    .grouped(from, to, after)
                    .unwrap_or_else(|| self.group(from, to, after));
                match inside.head {
                    Head::Items if !inside.closed && !inside.args.iter().any(Tree::states) => {
                        inside.args.into_iter().map(|a| (a, false)).collect()
                    }
                    _ => vec![(inside, false)],
                }
            }
        }
    }

    /// What stands between two places, which may be a sign alone.
    fn event_or_result(&mut self, from: usize, to: usize, after: usize) -> Tree {
        if !self.is_result(from, to) {
            return self.group(from, to, after);
        }
        let span = self.span(from, to);
        let head = Head::Mark(self.key_at(from).into());
        self.pos = after;
        Tree::new(head, Vec::new(), span.start, span.end)
    }
}

/// Whether this may be one of several values or events: a letter, with indices or not, or a statement
/// about it.
fn happens(tree: &Tree) -> bool {
    tree.states() || tree.root_symbol().is_some()
}
