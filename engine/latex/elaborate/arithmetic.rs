//! Sums, products, powers and indices, by what their parts stand for.

use super::Elaborator;
use super::beside::{differ, two_in_braces};
use super::scripted::is_degree;
use super::vectors::behind_lines;
use crate::atoms::Shown;
use crate::latex::bold;
use crate::latex::kinds::capital;
use crate::latex::parse::operand::minus_one;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::under_accents;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
use smallvec::SmallVec;

impl Elaborator<'_> {
    #[inline(never)]
    pub(super) fn sum(
        &mut self,
        op: Op,
        signs: &[Option<Op>],
        tree: &Tree,
        expected: Kind,
    ) -> Term {
        let special = self.set_difference(signs, tree);
        if let Some(term) = special.or_else(|| self.run_from_below(signs, tree)) {
            return term;
        }
        if tree.args.len() > 1
            && let Some(parts) = self.associated(&tree.args)
        {
            return self.sum(op, signs, &Tree::over(tree.head.clone(), parts), expected);
        }
        let kind = if self.kinds.of(tree) == Kind::Any {
            expected
        } else {
            Kind::Any
        };
        let mut terms = self.list();
        for (sign, arg) in signs.iter().zip(&tree.args) {
            let term = self.operand(arg, kind);
            terms.push(match sign {
                Some(sign) => {
                    let mut only = self.list();
                    only.push(term);
                    self.node(*sign, only)
                }
                None => term,
            });
        }
        if terms.len() == 1 {
            return terms.remove(0);
        }
        if tree.args.iter().any(|a| self.is_dots(a)) {
            return self.named("addseq", terms);
        }
        self.node(op, terms)
    }

    /// A set without the members listed after a minus: `\mathbb{R} - \{0\}`.
    fn set_difference(&mut self, signs: &[Option<Op>], tree: &Tree) -> Option<Term> {
        let [None, Some(_)] = signs else {
            return None;
        };
        let [set, members] = tree.args.as_slice() else {
            return None;
        };
        let listed = match members.head {
            Head::Braces => !members
                .args
                .iter()
                .any(|t| matches!(t.head, Head::Sum(..) | Head::Product(_))),
            Head::Builder => true,
            _ => false,
        };
        // `\{A, B\} - \{C, D\}` is a difference of brackets.
        if two_in_braces(set) && two_in_braces(members) && differ(&tree.args) {
            return None;
        }
        let of_set = self.kinds.of(set) == Kind::Set || set.root_symbol().is_some_and(capital);
        if !listed || !of_set {
            return None;
        }
        let args = vec![self.term(set, Kind::Set), self.term(members, Kind::Set)];
        Some(self.named("setminus", args))
    }

    #[inline(never)]
    pub(super) fn product(&mut self, joins: &[Join], tree: &Tree) -> Term {
        if let Some(run) = self.led_by_dots(tree) {
            return run;
        }
        if let Some(term) = self.advection(joins, tree) {
            return term;
        }
        if joins.iter().any(|join| *join != Join::Beside) {
            if let Some(term) = self.along(joins, tree) {
                return term;
            }
            if let Some(term) = self.of_vectors(joins, tree) {
                return term;
            }
        }
        if let Some(term) = self.derived_at(joins, tree) {
            return term;
        }
        if let Some(term) = self.sexagesimal(joins, tree) {
            return term;
        }
        if let Some(term) = self.ordered(joins, tree) {
            return term;
        }
        if self.kinds.of_components(tree) {
            return self.factors(joins, tree);
        }
        let linear = |a: &Tree| matches!(self.kinds.of(a), Kind::Mat | Kind::Vec);
        if !joins.contains(&Join::Cross) && !tree.args.iter().any(linear) {
            return self.factors(joins, tree);
        }
        let mut kinds: Vec<Kind> = tree.args.iter().map(|a| self.kinds.of(a)).collect();
        behind_lines(tree, &mut kinds, self.table.usual.expect);
        let has = |k: Kind| kinds.contains(&k);
        if self.kinds.crossed(joins, tree) {
            let args = self.terms(&tree.args, Kind::Set);
            return self.named("cross", args);
        }
        let column = |t: &Tree| {
            t.head == Head::Matrix && t.args.len() > 1 && t.args.iter().all(|r| r.args.len() == 1)
        };
        if joins == [Join::Cross] && tree.args.iter().all(column) {
            let args = self.terms(&tree.args, Kind::Mat);
            return self.named("vecprod", args);
        }
        if has(Kind::Mat) || has(Kind::Vec) {
            return self.linear(tree, &kinds);
        }
        self.factors(joins, tree)
    }

    /// A product of numbers.
    fn factors(&mut self, joins: &[Join], tree: &Tree) -> Term {
        if let Some(factors) = self.with_molecules(joins, tree) {
            return match factors.len() {
                1 => factors
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| self.opaque_span(tree)),
                _ => self.named("mul", factors),
            };
        }
        if let Some(amount) = self
            .molecules(joins, tree)
            .or_else(|| self.measured(joins, tree))
        {
            return amount;
        }
        let dots = tree.args.iter().any(|a| self.is_dots(a));
        let mut factors = self.list();
        for arg in &tree.args {
            factors.push(self.operand(arg, Kind::Num));
        }
        match dots {
            true => self.named("mulseq", factors),
            false => self.named("mul", factors),
        }
    }

    /// A product with matrices or vectors: the numbers in front, the rest in order.
    #[inline(never)]
    pub(super) fn linear(&mut self, tree: &Tree, kinds: &[Kind]) -> Term {
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        let mut acts = false;
        let matrices = kinds.contains(&Kind::Mat);
        // `\mathbf{T} f(x_1) \cdots f(x_n)`: what dots lead to stays where they are.
        let dots = |at: usize| tree.args.get(at).is_some_and(|t| self.is_dots(t));
        let led: SmallVec<[bool; 8]> = (0..tree.args.len())
            .map(|at| dots(at + 1) || at > 0 && dots(at - 1))
            .collect();
        for (at, (arg, kind)) in tree.args.iter().zip(kinds).enumerate() {
            let term = self.operand(arg, *kind);
            let gradient = self.kinds.gradient(arg);
            acts |= *kind == Kind::Mat && arg.head != Head::Matrix
                || *kind == Kind::Vec
                    && (arg.head == Head::Power
                        || self.kinds.rooted(arg).is_some_and(bold::capital));
            // `W_2 \sigma(W_1 x)`
            let of_matrix = arg.head == Head::Call
                && arg.args[1..]
                    .iter()
                    .any(|t| matches!(self.kinds.of(t), Kind::Mat | Kind::Vec));
            let hessian = matches!(arg.head, Head::Apply(op) if self.kinds.is_hessian(op));
            // `A a_1 \mathbf{x}_1`: between a matrix and a vector a small letter is a number.
            let scales = kinds.get(at + 1) == Some(&Kind::Vec)
                && arg.root_symbol().is_some_and(|name| !capital(name));
            // A map beside a matrix is none of the numbers; before a vector, a small letter is a field:
            // `\nabla \cdot (f\vec{F})`.
            let map = *kind == Kind::Fn && arg.symbol().is_some() && !scales;
            if matches!(kind, Kind::Mat | Kind::Vec)
                || matrices && commutator(arg)
                || self.known_linear(arg, *kind)
                || self.stacks_vectors(arg)
                || self.multiplies_matrices(arg)
                || matrices && self.sampled_matrix(arg)
                || between_alike(&tree.args, kinds, at)
                || acts && hessian
                || self.is_dots(arg)
                || led[at]
                || map
                || inverted_around(&tree.args, at)
                || at > 0
                    && kinds[at - 1] == Kind::Mat
                    && (indexed_alike(&tree.args[at - 1], arg) || scripted_matrix(arg))
                || kinds.get(at + 1) == Some(&Kind::Mat) && (of_matrix || self.of_entries(arg))
                || acts
                    && !scales
                    && (of_matrix || acted_on(arg, *kind, gradient, self.table.usual.conj))
            {
                others.push(term)
            } else {
                numbers.push(term)
            }
        }
        let product = match others.len() {
            1 => others.remove(0),
            _ => self.named("matmul", others),
        };
        if numbers.is_empty() {
            return product;
        }
        let number = if numbers.len() == 1 {
            numbers.remove(0)
        } else {
            self.named("mul", numbers)
        };
        self.named("scale", vec![number, product])
    }

    /// Whether a function of numbers is taken of a matrix: `\tanh(X W_1) W_2`.
    fn of_entries(&self, tree: &Tree) -> bool {
        let (Head::Apply(op), [.., argument]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let of_numbers = || {
            let signature = self.vocabulary.operator(*op)?.signatures.first()?;
            signature.args.first().map(|kind| *kind == Kind::Num)
        };
        *op != self.table.div
            && of_numbers() == Some(true)
            && matches!(self.kinds.of(argument), Kind::Mat | Kind::Vec)
    }

    /// Whether a capital letter is taken at a place in brackets: `A P[k] A^T`.
    fn sampled_matrix(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if Some(op) == self.table.bracket_call)
            && tree.args[0].symbol().is_some_and(capital)
    }

    /// Whether matrices or operators are multiplied over a range: `\prod_k A_k U^\dagger`.
    fn multiplies_matrices(&self, tree: &Tree) -> bool {
        let Head::Binder(op, _) = tree.head else {
            return matches!(tree.head, Head::Pair(..))
                && tree.args.iter().all(|t| self.multiplies_matrices(t));
        };
        let acts = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Power, [_, above]) => {
                matches!(&above.head, Head::Mark(m) if m.starts_with(r"\dag"))
            }
            _ => self.kinds.of(t) == Kind::Mat,
        };
        self.table.big_products.contains(&op)
            && tree
                .args
                .last()
                .is_some_and(|body| acts(body) || body.args.iter().any(acts))
    }

    /// Whether this is a factor of a product of matrices in the formula that is said again.
    fn known_linear(&self, tree: &Tree, kind: Kind) -> bool {
        let listed = |name: &str| self.shown_of(name, Shown::LINEAR);
        let base = match (&tree.head, tree.args.as_slice()) {
            // `x^{-1}`, where `\Sigma^{-1}` was written
            (Head::Power, [base, exponent]) if crate::latex::parse::minus_one(exponent) => base,
            _ => tree,
        };
        self.atoms.settled && kind == Kind::Any && base.symbol().is_some_and(listed)
    }

    /// Whether this is in degrees: `60^\circ`.
    pub(super) fn in_degrees(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Power | Head::Upper => {
                matches!(&tree.args[1].head, Head::Mark(m) if is_degree(m))
            }
            Head::Apply(op) => self.op("degrees") == Some(*op),
            _ => false,
        }
    }

    /// An angle with minutes and seconds, `30^\circ 15' 20''`, in degrees.
    fn sexagesimal(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let [whole, parts @ ..] = tree.args.as_slice() else {
            return None;
        };
        let number = |t: &Tree| matches!(t.head, Head::Number(_));
        let degrees = self.in_degrees(whole);
        let part = |(i, t): (usize, &Tree)| {
            let primes = (i + 1).to_string();
            t.head == Head::Prime
                && number(&t.args[0])
                && matches!(&t.args[1].head, Head::Number(n) if *n == primes.as_str())
        };
        let fits = degrees
            && number(&whole.args[0])
            && joins.iter().all(|j| *j == Join::Beside)
            && (1..=2).contains(&parts.len())
            && parts.iter().enumerate().all(part);
        if !fits {
            return None;
        }
        let mut terms = vec![self.term(&whole.args[0], Kind::Num)];
        for (part, size) in parts.iter().zip(["60", "3600"]) {
            let size = Term::leaf(self.number(size)?);
            let part = self.term(&part.args[0], Kind::Num);
            terms.push(self.named("div", vec![part, size]));
        }
        let sum = self.named("add", terms);
        Some(self.named("degrees", vec![sum]))
    }
}

/// Whether two letters have the same letter for their index: `Z_t \alpha_t`.
fn indexed_alike(one: &Tree, other: &Tree) -> bool {
    match (
        &one.head,
        one.args.as_slice(),
        &other.head,
        other.args.as_slice(),
    ) {
        (Head::Index, [_, first], Head::Index, [_, second]) => {
            first.symbol().is_some() && first.symbol() == second.symbol()
        }
        _ => false,
    }
}

/// Whether this is a capital letter with a prime or an index, behind a matrix another one: `P Z' F`.
fn scripted_matrix(tree: &Tree) -> bool {
    let letter = |name: &str| name.len() == 1 && capital(name);
    matches!(tree.head, Head::Prime | Head::Index) && tree.root_symbol().is_some_and(letter)
}

/// Whether what stands after a matrix may be a vector or another matrix, of which nothing is known.
fn acted_on(tree: &Tree, kind: Kind, gradient: bool, line: Option<Op>) -> bool {
    let number = |name: &str| {
        let letter = under_accents(name);
        matches!(
            letter,
            "t" | "n" | "k" | "m" | "c" | r"\lambda" | r"\alpha" | r"\gamma" | r"\sigma" | r"\rho"
        ) || letter.contains('{')
    };
    match &tree.head {
        Head::Symbol(name) => kind == Kind::Any && !number(name),
        // `D^{-1} (b - R x)`
        Head::Sum(..) if tree.closed && kind == Kind::Any => {
            let names = tree.args.iter().filter_map(|term| match term.head {
                Head::Product(_) => term.args.last().and_then(Tree::headed),
                _ => term.headed(),
            });
            // `A(t - s)`
            let passes = tree.args[0].symbol() == Some("t");
            let time = |name: &str| passes && matches!(name, "s" | r"\tau");
            names.into_iter().any(|name| !number(name) && !time(name))
        }
        // `x^T \Sigma^{-1} x`
        Head::Power => tree.args[0]
            .symbol()
            .is_some_and(|name| crate::latex::kinds::capital(name) && !number(name)),
        // `A^T \bar{x}`
        Head::Apply(op) if matches!(kind, Kind::Any | Kind::Num) && Some(*op) == line => {
            matches!(tree.args.as_slice(), [only] if only.symbol().is_some_and(|name| !number(name)))
        }
        // `H^{-1} \nabla f(x)`
        Head::Apply(_) if kind == Kind::Any => gradient,
        // `B u(s)`, where `u` is known to be a function
        Head::Call | Head::Index
            if matches!(kind, Kind::Num | Kind::Fn) || tree.head == Head::Call =>
        {
            let small = |name: &str| name.len() == 1 && !crate::latex::kinds::capital(name);
            matches!(kind, Kind::Any | Kind::Num | Kind::Fn)
                && tree
                    .headed()
                    .is_some_and(|name| small(name) && !number(name))
        }
        Head::Index => kind == Kind::Any && tree.root_symbol().is_some_and(|name| !number(name)),
        _ => false,
    }
}

/// The letters of which a matrix has entries with two indices: `a_{11}`, `a_{1n}`.
pub(super) fn entries(matrix: &Tree) -> Vec<String> {
    let double = |index: &Tree| match &index.head {
        Head::Number(n) => n.len() == 2 && n.bytes().all(|b| b.is_ascii_digit()),
        Head::Product(_) => {
            matches!(&index.args[0].head, Head::Number(n) if n == "1")
                && index.args.len() == 2
                && index.args[1].symbol().is_some()
        }
        _ => false,
    };
    let mut found: Vec<String> = Vec::new();
    for entry in matrix.args.iter().flat_map(|row| &row.args) {
        let name = match (&entry.head, entry.args.as_slice()) {
            (Head::Index, [letter, index]) if double(index) => letter.symbol(),
            _ => None,
        };
        if let Some(name) = name.filter(|name| !found.iter().any(|f| f == name)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Whether a capital letter stands on both sides of matrices or vectors, as nobody writes a number:
/// `G \mathbf{J} G`.
fn between_alike(factors: &[Tree], kinds: &[Kind], at: usize) -> bool {
    let linear = |from: usize, to: usize| {
        let mut inside = kinds[from + 1..to].iter();
        inside.any(|kind| matches!(kind, Kind::Mat | Kind::Vec))
    };
    let letter = factors[at].symbol().filter(|name| capital(name));
    letter.is_some()
        && (at.saturating_sub(CLOSE)..factors.len().min(at + 1 + CLOSE)).any(|other| {
            let (from, to) = (at.min(other), at.max(other));
            other != at && factors[other].symbol() == letter && linear(from, to)
        })
}

/// Whether two things that are no numbers stand in square brackets.
fn commutator(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Pair(open, _), [a, b])
        if open == "[" && !matches!(a.head, Head::Number(_)) && !matches!(b.head, Head::Number(_)))
}

/// As many factors on each side are looked at for what belongs to one of them.
const CLOSE: usize = 16;

/// Whether a letter stands between a matrix and its inverse, which would say nothing of a number:
/// `V^{-1} \sigma V`.
fn inverted_around(factors: &[Tree], at: usize) -> bool {
    let before = &factors[at.saturating_sub(CLOSE)..at];
    let after = &factors[at + 1..factors.len().min(at + 1 + CLOSE)];
    let around = |one: &Tree, other: &Tree| {
        let inverse = matches!(one.head, Head::Power) && minus_one(&one.args[1]);
        inverse && other.symbol().is_some() && one.args[0].symbol() == other.symbol()
    };
    factors[at].root_symbol().is_some()
        && before
            .iter()
            .any(|b| after.iter().any(|a| around(a, b) || around(b, a)))
}
