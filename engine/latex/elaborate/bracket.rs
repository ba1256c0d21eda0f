//! Brackets with two operators in them, braces that only group.

mod contents;

pub(in crate::latex) use contents::{brackets_value, commutes, names_end};
pub(super) use contents::{is_line, is_turned};

use self::contents::{component, derived, is_group, is_number, plain, structured, weight};
use super::Elaborator;
use crate::latex::bold::arrowed;
use crate::latex::kinds::capital;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

/// As many tokens are looked through for the adjoint representation.
const LOOKED: usize = 60;

/// A name has no more letters.
const NAME: usize = 24;

/// A weight before a comma has no more tokens.
const WEIGHT: usize = 12;

impl Elaborator<'_> {
    /// Whether this is the centre of a group of which the elements are counted, a centralizer or a
    /// normalizer: `|Z(G)|`, `|C_G(g)|`.
    fn is_subgroup(&self, tree: &Tree) -> bool {
        let set = |t: &Tree| t.symbol().is_some() && self.kinds.of(t) == Kind::Set;
        let [map, of] = tree.args.as_slice() else {
            return false;
        };
        tree.head == Head::Call
            && match (&map.head, map.args.as_slice()) {
                (Head::Index, [letter, group]) => {
                    matches!(letter.symbol(), Some("C" | "N" | "Z")) && set(group)
                }
                _ => matches!(map.symbol(), Some("C" | "N" | "Z")) && set(of),
            }
    }

    /// The term of a factor, summand or base: `[a, b]` and `\{a, b\}` are no sets here, and braces
    /// around one thing only group.
    pub(super) fn operand(&mut self, tree: &Tree, kind: Kind) -> Term {
        let op = match (&tree.head, tree.args.as_slice()) {
            (Head::Braces, [_]) if self.usage.floors && self.remains(tree, kind) => {
                return self.term(tree, kind);
            }
            // `\{{n \atop k}\}` is no group: the brackets are part of its name.
            // Nobody groups a single letter.
            (
                Head::Braces,
                [
                    Tree {
                        head: Head::Symbol(_) | Head::Index | Head::Pair(..),
                        ..
                    },
                ],
            ) if kind != Kind::Num => {
                return self.term(tree, kind);
            }
            (
                Head::Braces,
                [
                    Tree {
                        head: Head::Number(_),
                        ..
                    },
                ],
            ) => {
                return self.term(tree, Kind::Set);
            }
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
                let figures = self.literal(a) && self.literal(b);
                if is_number(a) || is_number(b) || figures || argument {
                    return self.term(tree, kind);
                }
                if self.joined_by_semicolon(a, b) {
                    let parts = self.terms(&tree.args, Kind::Any);
                    let parts = self.named("semi", parts);
                    return self.named("bracketed", vec![parts]);
                }
                if self.stacks_in_time(a, b) || self.stacks_vectors(tree) {
                    let parts = self.terms(&tree.args, Kind::Any);
                    let list = self.named("list", parts);
                    return self.named("bracketed", vec![list]);
                }
                "commutator"
            }
            // `\frac{2(\lambda, \alpha)}{(\alpha, \alpha)}`
            (Head::Pair(open, close), [a, b])
                if open == "(" && close == ")" && weight(a) && weight(b) && self.squares(tree) =>
            {
                "inner"
            }
            (Head::Braces, [a, b]) if !is_number(a) && !is_number(b) => "anticommutator",
            (Head::Chain(_), [_, _]) => match self.form(tree) {
                Some(form) => return form,
                None => return self.term(tree, kind),
            },
            _ => return self.term(tree, kind),
        };
        self.bracket(op, tree)
    }

    /// Whether a semicolon stands between these, of which one is set below the other then: nothing
    /// commutes in `[u; v]`.
    fn joined_by_semicolon(&self, one: &Tree, other: &Tree) -> bool {
        let after = self.tokens.partition_point(|t| t.start < one.end);
        let mut between = self.tokens[after..]
            .iter()
            .take_while(|t| t.start < other.start);
        between.any(|t| t.key == ";")
    }

    /// Whether vectors stand in square brackets, one below the other: `\mathbf{w}^\top [\mathbf{x}, \mathbf{y}]`.
    pub(super) fn stacks_vectors(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Pair(open, _) if open == "[")
            && tree.args.len() > 1
            && tree
                .args
                .iter()
                .all(|t| self.kinds.of(t) == Kind::Vec || self.is_dots(t))
    }

    /// Whether values of two small letters at times stand in brackets, one right before the other, which
    /// are one vector: `W \cdot [h_{t-1}, x_t]`.
    pub(super) fn stacks_in_time(&self, one: &Tree, other: &Tree) -> bool {
        let small = |t: &Tree| {
            let letter = t.root_symbol();
            t.head == Head::Index
                && t.args.len() == 2
                && letter.is_some_and(|n| n.len() == 1 && !capital(n))
        };
        let now = |t: &Tree| t.args[1].symbol() == Some("t");
        let before = |t: &Tree| {
            matches!(t.args[1].head, Head::Sum(..)) && t.args[1].args[0].symbol() == Some("t")
        };
        small(one)
            && small(other)
            && (before(one) && now(other) || now(one) && before(other))
            && one.root_symbol() != other.root_symbol()
    }

    /// The two lines of a matrix of one column without brackets of its own.
    pub(super) fn column<'t>(&self, tree: &'t Tree) -> Option<[&'t Tree; 2]> {
        self.op("stacked")?;
        let text = self.source.get(tree.start..)?;
        let bare = [r"\begin{matrix}", r"\begin{smallmatrix}", r"\begin{array}"];
        if !bare.iter().any(|begin| text.starts_with(begin)) {
            return None;
        }
        match (&tree.head, tree.args.as_slice()) {
            (Head::Matrix, [upper, lower]) => {
                match (upper.args.as_slice(), lower.args.as_slice()) {
                    ([upper], [lower])
                        if !self.is_statement(upper) && !self.is_statement(lower) =>
                    {
                        Some([upper, lower])
                    }
                    _ => None,
                }
            }
            _ => None,
        }
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
    pub(super) fn differentiates(&self, tree: &Tree) -> bool {
        let derivative = |op| {
            self.table
                .derivative
                .is_some_and(|(plain, partial)| op == plain || op == partial)
        };
        matches!(tree.head, Head::Apply(op) if derivative(op))
            || tree.args.iter().any(|t| self.differentiates(t))
    }

    /// Whether braces only group: a sum in them stands where a number is expected, and is no
    /// fractional part.
    pub(super) fn groups(&self, tree: &Tree) -> bool {
        matches!(tree.args.as_slice(), [only] if matches!(only.head, Head::Sum(..))
            || self.kinds.groups_numbers(tree))
            && !self.usage.floors
    }

    /// Whether braces hold a number of which they mean the fractional part: floors occur, which such
    /// a part does without, or a number is expected.
    pub(super) fn remains(&self, tree: &Tree, expected: Kind) -> bool {
        let floor = |t: &Tree| matches!(t.head, Head::Fence(op) if self.op("floor") == Some(op));
        let number = |t: &Tree| {
            let stacked = matches!(t.head, Head::Apply(op) if self.op("stacked") == Some(op));
            !matches!(t.head, Head::Number(_) | Head::Items | Head::Braces)
                && !stacked
                && matches!(self.kinds.of(t), Kind::Num | Kind::Any)
                && !self.is_statement(t)
                && !floor(t)
        };
        matches!(tree.args.as_slice(), [only] if number(only))
            && !matches!(expected, Kind::Set | Kind::Event | Kind::Mat | Kind::Prop)
            && (expected == Kind::Num || self.usage.floors)
            && self.op("fracpart").is_some()
    }

    /// Whether a number and how far from it others may be stand in square brackets: `x \in [m \pm r]`.
    pub(super) fn is_ball(&self, tree: &Tree) -> bool {
        let from = self.tokens.partition_point(|t| t.start < tree.start);
        let inside = self.tokens[from..]
            .iter()
            .take_while(|t| t.start < tree.end);
        let mut inside = inside.take(LOOKED);
        tree.closed
            && self.tokens.get(from).is_some_and(|t| t.key == "[")
            && inside.any(|t| matches!(t.key.as_ref(), r"\pm" | "±"))
    }

    /// The spelling of the token that starts at a byte of the source.
    pub(super) fn key_at(&self, start: usize) -> Option<String> {
        let at = self.tokens.partition_point(|t| t.start < start);
        let token = self.tokens.get(at).filter(|t| t.start == start)?;
        Some(token.key.to_string())
    }

    /// The name before the brackets of a function that starts at a place, also when it is written with
    /// single letters: `Var(X)`.
    pub(super) fn name_at(&self, start: usize) -> Option<String> {
        let at = self.tokens.partition_point(|t| t.start < start);
        let own = |t: &&Token<'_>| t.class == Class::Letter;
        let letters: String = self.tokens[at..]
            .iter()
            .take_while(own)
            .take(NAME)
            .map(|t| t.key.as_ref())
            .collect();
        match letters.len() {
            2.. => Some(format!(r"\operatorname{{{letters}}}")),
            _ => self.key_at(start),
        }
    }

    #[inline(never)]
    pub(super) fn fence(&mut self, op: Op, tree: &Tree) -> Term {
        let kind = tree.args.first().map_or(Kind::Any, |a| self.kinds.of(a));
        if Some(op) == self.table.abs
            && let Some(vector) = self.measured_components(tree)
        {
            let args = vec![self.term(&vector, Kind::Any)];
            return self.named("norm", args);
        }
        let mut args = self.terms(&tree.args, kind);
        if Some(op) == self.table.abs {
            if self.of_graph(tree) {
                return self.named("card", args);
            }
            if args.len() > 1 {
                args = vec![self.named("list", args)];
            }
            return match kind {
                Kind::Set | Kind::Event => self.named("card", args),
                _ if tree
                    .args
                    .first()
                    .is_some_and(|t| is_group(t) || self.is_subgroup(t)) =>
                {
                    self.named("card", args)
                }
                // A formula that is said again has no other bars than its own.
                _ if self.usage.lacks(Some(op)) && self.usage.has(self.op("card")) => {
                    self.named("card", args)
                }
                // `\vec{a} = \begin{pmatrix} 3 \\ 4 \end{pmatrix}, |\vec{a}| = 5`
                Kind::Mat if tree.args[0].symbol().is_some_and(arrowed) => self.named("norm", args),
                Kind::Mat => self.named("det", args),
                // A function whose norm is an integral has values, a plain letter components.
                Kind::Vec
                    if !self.holds_function(tree)
                        && !self.signs.integrates(self.tokens)
                        && !tree.args.first().is_some_and(component) =>
                {
                    self.named("norm", args)
                }
                _ => self.node(op, args),
            };
        }
        let fits = self
            .vocabulary
            .operator(op)
            .is_some_and(|o| o.signatures.iter().any(|s| s.takes(args.len())));
        if fits {
            self.node(op, args)
        } else {
            self.opaque_span(tree)
        }
    }

    /// Whether a plain letter stands in the bars beside derivatives: a function, which has values.
    fn holds_function(&self, tree: &Tree) -> bool {
        tree.args.first().is_some_and(plain) && self.signs.derives(self.tokens)
    }

    /// Whether an end of the pair is infinite: it is no point.
    pub(super) fn endless(&self, tree: &Tree) -> bool {
        let infinite =
            |t: &Tree| matches!(&t.head, Head::Apply(op) if Some(*op) == self.table.infinity);
        tree.args.iter().any(|t| {
            infinite(t)
                || matches!(t.head, Head::Sum(..)) && t.args.len() == 1 && infinite(&t.args[0])
        })
    }

    /// Brackets of operators within each other, of which some are left out:
    /// `[x_1, \ldots, [x_{n-1}, x_n]]`.
    fn nested_brackets(&mut self, open: &str, tree: &Tree) -> Option<Term> {
        let square = |t: &Tree| {
            let first = match t.head {
                Head::Product(_) => &t.args[0],
                _ => t,
            };
            matches!(&first.head, Head::Pair(open, _) if open == "[")
        };
        let nested = open == "["
            && tree.args.len() > 2
            && tree.args.iter().any(|t| self.is_dots(t))
            && tree.args.iter().any(square);
        let bracketed = self.op("bracketed").filter(|_| nested)?;
        let args: Vec<Term> = tree
            .args
            .iter()
            .map(|t| self.operand(t, Kind::Any))
            .collect();
        let list = self.named("list", args);
        Some(self.node(bracketed, vec![list]))
    }

    /// Whether a letter stands twice in round brackets near a pair: `(\alpha, \alpha)` is the square of a length,
    /// while `2(\alpha, \beta) = (2\alpha, 2\beta)` multiplies a pair.
    fn squares(&self, pair: &Tree) -> bool {
        let tokens = super::measure::near(self.tokens, pair);
        let twice = |open: usize| {
            let inside = &tokens[open + 1..];
            let comma = inside.iter().take(WEIGHT).position(|t| t.key == ",");
            comma.is_some_and(|comma| {
                let (first, rest) = (&inside[..comma], &inside[comma + 1..]);
                let again = rest.iter().zip(first).all(|(a, b)| a.key == b.key);
                comma > 0 && again && rest.get(comma).is_some_and(|t| t.key == ")")
            })
        };
        (0..tokens.len()).any(|at| tokens[at].key == "(" && twice(at))
    }

    /// Three vectors in square brackets, of which the triple product is taken,
    /// `[\vec{a}, \vec{b}, \vec{c}]`, or places that are left open: `[\cdot, \cdot]`.
    fn square(&mut self, open: &str, close: &str, tree: &Tree) -> Option<Term> {
        let vector = |t: &Tree| t.root_symbol().is_some_and(arrowed);
        let place = |t: &Tree| matches!(t.head, Head::Mark(_));
        // `[v_0, \ldots, \hat{v}_i, \ldots, v_n]`: a simplex with its vertices.
        let vertex = |t: &Tree| {
            let letter = t.head == Head::Index && matches!(t.root_symbol(), Some("v" | r"\hat{v}"));
            letter || self.is_dots(t)
        };
        let simplex = || tree.args.len() > 2 && tree.args.iter().all(vertex);
        let listed = (open, close) == ("[", "]")
            && !tree.args.is_empty()
            && (tree.args.len() == 3 && tree.args.iter().all(vector)
                || tree.args.iter().all(place)
                || simplex());
        let bracketed = self.op("bracketed").filter(|_| listed)?;
        let args = self.terms(&tree.args, Kind::Any);
        let list = self.named("list", args);
        Some(self.node(bracketed, vec![list]))
    }

    /// Whether values of two capital letters stand in square brackets right behind an angle, of which the
    /// mean is taken: `\langle [A(t), B(0)] \rangle`.
    fn averaged(&self, tree: &Tree) -> bool {
        let value = |t: &Tree| t.head == Head::Call && t.headed().is_some_and(capital);
        let at = self.tokens.partition_point(|t| t.start < tree.start);
        let before = at.checked_sub(1).map(|at| &self.tokens[at].key);
        before.is_some_and(|key| crate::latex::parse::is_angle(key))
            && tree.args.len() == 2
            && tree.args.iter().all(value)
    }

    #[inline(never)]
    pub(super) fn pair(&mut self, open: &str, close: &str, tree: &Tree, expected: Kind) -> Term {
        let adjoint = || {
            let ad =
                |t: &Token<'_>| matches!(t.key.as_ref(), r"\operatorname{ad}" | r"\mathrm{ad}");
            open == "["
                && close == "]"
                && tree.args.len() == 2
                && self.tokens.iter().take(LOOKED).any(ad)
        };
        if expected != Kind::Set && (commutes(tree) || adjoint() || self.averaged(tree))
            || derived(tree)
        {
            return self.bracket("commutator", tree);
        }
        let stated = !tree.args.is_empty() && tree.args.iter().all(|a| self.is_statement(a));
        if (open, close) == ("(", ")") && stated {
            // `(x > 0, y > 0)`: statements in brackets are no tuple.
            return self.items(&tree.args, Kind::Prop);
        }
        let listed = self.nested_brackets(open, tree);
        if let Some(listed) = listed.or_else(|| self.square(open, close, tree)) {
            return listed;
        }
        let args = self.terms(&tree.args, Kind::Any);
        if (open, close) == ("[", "]") && encodes(&tree.args) {
            let list = vec![self.named("list", args)];
            return self.named("bracketed", list);
        }
        let interval = match (open, close) {
            ("(", ")") if structured(tree) => "tuple",
            ("(", ")") if expected == Kind::Set || self.endless(tree) => "interval-oo",
            ("[", "]") => "interval-cc",
            ("]", "[") => "interval-oo",
            ("[", ")") | ("[", "[") => "interval-co",
            ("(", "]") | ("]", "]") => "interval-oc",
            _ => "tuple",
        };
        if args.len() == 2 {
            self.named(interval, args)
        } else {
            self.named("tuple", args)
        }
    }
}

/// Whether these are the parameters of a linear code, `[n, k, d]`, which other brackets would not mean.
fn encodes(parameters: &[Tree]) -> bool {
    matches!(parameters, [length, dimension, _]
        if length.symbol() == Some("n") && dimension.symbol() == Some("k"))
}
