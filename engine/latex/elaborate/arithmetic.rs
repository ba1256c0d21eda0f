//! Sums, products, powers and indices, by what their parts stand for.

use super::Elaborator;
use super::scripted::is_degree;
use super::vectors::behind_lines;
use crate::latex::bold;
use crate::latex::kinds::capital;
use crate::latex::parse::operand::minus_one;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::under_accents;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    #[inline(never)]
    pub(super) fn sum(
        &mut self,
        op: Op,
        signs: &[Option<Op>],
        tree: &Tree,
        expected: Kind,
    ) -> Term {
        if let Some(term) = self.set_difference(signs, tree) {
            return term;
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
        behind_lines(tree, &mut kinds);
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
        if let Some(measured) = self.measured(joins, tree) {
            return measured;
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
        for (at, (arg, kind)) in tree.args.iter().zip(kinds).enumerate() {
            let term = self.operand(arg, *kind);
            let gradient = self.kinds.gradient(arg);
            acts |= *kind == Kind::Mat && arg.head != Head::Matrix
                || *kind == Kind::Vec
                    && (arg.head == Head::Power
                        || self.kinds.rooted(arg).is_some_and(bold::capital));
            // A map beside a matrix is none of the numbers.
            let map = *kind == Kind::Fn && arg.symbol().is_some();
            // `W_2 \sigma(W_1 x)`
            let of_matrix = arg.head == Head::Call
                && arg.args[1..]
                    .iter()
                    .any(|t| matches!(self.kinds.of(t), Kind::Mat | Kind::Vec));
            let hessian = matches!(arg.head, Head::Apply(op) if self.kinds.is_hessian(op));
            // `A a_1 \mathbf{x}_1`: between a matrix and a vector a small letter is a number.
            let scales = kinds.get(at + 1) == Some(&Kind::Vec)
                && arg.root_symbol().is_some_and(|name| !capital(name));
            if matches!(kind, Kind::Mat | Kind::Vec)
                || acts && hessian
                || self.is_dots(arg)
                || map
                || inverted_around(&tree.args, at)
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

    /// An angle with minutes and seconds, `30^\circ 15' 20''`, in degrees.
    fn sexagesimal(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let [whole, parts @ ..] = tree.args.as_slice() else {
            return None;
        };
        let number = |t: &Tree| matches!(t.head, Head::Number(_));
        let degrees = match &whole.head {
            Head::Power | Head::Upper => {
                matches!(&whole.args[1].head, Head::Mark(m) if is_degree(m))
            }
            Head::Apply(op) => self.op("degrees") == Some(*op),
            _ => false,
        };
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

    #[inline(never)]
    pub(super) fn power(&mut self, tree: &Tree) -> Term {
        let (base, exponent) = (&tree.args[0], &tree.args[1]);
        let kind = match self.kinds.groups_quotient(base) {
            true => Kind::Num,
            false => self.kinds.of(base),
        };
        let inverse = crate::latex::parse::minus_one(exponent);
        let letter = exponent.symbol();
        self.keep_power(base, exponent);
        if super::bracket::is_line(base, exponent) {
            let entries = self.terms(&base.args, Kind::Any);
            let line = self.named("tuple", entries);
            return self.named("transpose", vec![line]);
        }
        if let Head::Mark(mark) = &exponent.head {
            let mark = mark.clone();
            return self.marked(base, &mark, kind);
        }
        if self.usage.topic.languages && letter == Some("R") {
            // A word backwards: `(uv)^R = v^R u^R`.
            let args = vec![self.term(base, kind), self.mark("R")];
            return self.named("pow", args);
        }
        if let Some(ending) = ordinal(base, exponent) {
            let mut args = vec![self.term(base, kind)];
            if ending != "th" {
                args.push(self.symbol(&format!(r"\text{{{ending}}}")));
            }
            return self.named("ordinal", args);
        }
        if matches!(letter, Some("T" | "t"))
            && let Some(member) = self.by_member(base)
        {
            return self.named("transpose", vec![member]);
        }
        if named_space(tree) {
            // The plane over a field is no product of lines: `\mathbb{P}^2`.
            let args = vec![self.term(base, Kind::Any), self.term(exponent, Kind::Num)];
            return self.named("space", args);
        }
        if let Some(layer) = self.turned_layer(base, exponent) {
            return layer;
        }
        let name = match kind {
            Kind::Set | Kind::Event if matches!(letter, Some("c" | "C")) => {
                let args = vec![self.term(base, kind)];
                return self.named("compl", args);
            }
            Kind::Mat | Kind::Vec if letter == Some("H") => {
                let args = vec![self.term(base, kind)];
                return self.named("adjoint", args);
            }
            Kind::Mat | Kind::Vec | Kind::Tuple
                if matches!(letter, Some("T" | "t" | r"\mathit{T}")) =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            _ if matches!(base.head, Head::Apply(_))
                && self.kinds.of(tree) == Kind::Vec
                && letter == Some("T") =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            _ if base.head == Head::Call && letter == Some("T")
                || crate::latex::linear::ones(tree)
                || self.lies(base, exponent) =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            Kind::Mat if crate::latex::parse::minus_transposed(exponent) => {
                let args = vec![self.term(base, kind)];
                let inverse = self.named("matinv", args);
                return self.named("transpose", vec![inverse]);
            }
            Kind::Mat | Kind::Vec if inverse => {
                let args = vec![self.term(base, kind)];
                return self.named("matinv", args);
            }
            Kind::Mat => "matpow",
            Kind::Set => "setpow",
            Kind::Fn if inverse => {
                let args = vec![self.term(base, kind)];
                return self.named("finv", args);
            }
            Kind::Fn if base.head != Head::Call && !self.is_value(tree) => "fpow",
            // `\delta_{ij} \delta^3(x - y)`
            _ if base.symbol() == Some(r"\delta") && !tree.closed && self.applied_after(tree) => {
                "fpow"
            }
            _ => {
                let mut args = self.list();
                args.push(self.operand(base, kind));
                args.push(self.term(exponent, Kind::Num));
                return self.named("pow", args);
            }
        };
        // Nothing else is above a set with a cross: `\mathbb{R}^{2 \times 3}`.
        let size = match &exponent.head {
            Head::Product(joins) if kind == Kind::Set => self.crossed(joins, &exponent.args),
            _ => None,
        };
        let mut args = self.list();
        args.push(self.operand(base, kind));
        args.push(match size {
            Some(size) => size,
            None => self.term(exponent, Kind::Num),
        });
        self.named(name, args)
    }

    /// Whether a function that only a prime makes one stands for its value: `y'^2 + y^2 = 1`.
    fn is_value(&self, power: &Tree) -> bool {
        let Some(name) = power.args[0].symbol() else {
            return false;
        };
        // `\eta^8(x)`
        let after = self.tokens.partition_point(|t| t.start < power.args[1].end);
        let mut following = self.tokens[after..].iter().filter(|t| t.key != "}");
        following.next().is_none_or(|t| t.key != "(")
            && !self.usage.called(name)
            && !self.signs.composes(self.tokens)
            && (!self.usage.is_told(name) || self.signs.derives(self.tokens))
    }

    /// Whether a parenthesis stands right behind this power.
    fn applied_after(&self, power: &Tree) -> bool {
        let after = self.tokens.partition_point(|t| t.start < power.end);
        self.tokens.get(after).is_some_and(|t| t.key == "(")
    }

    /// `m \times n` as the size of a matrix.
    pub(in crate::latex) fn size(&mut self, tree: &Tree) -> Option<Term> {
        let Head::Product(joins) = &tree.head else {
            return None;
        };
        // The product of a number and a letter may be written with a cross too.
        let count = |t: &Tree| {
            t.symbol().is_some()
                || matches!(t.head, Head::Number(_))
                || matches!(t.head, Head::Sum(..)) && t.closed
        };
        let letters = tree.args.iter().any(|t| t.symbol().is_some());
        let numbers =
            tree.args.len() == 2 && tree.args.iter().all(|t| matches!(t.head, Head::Number(_)));
        if !tree.args.iter().all(count) || !letters && !numbers {
            return None;
        }
        self.crossed(joins, &tree.args)
    }

    /// Factors with crosses between them as a size.
    fn crossed(&mut self, joins: &[Join], factors: &[Tree]) -> Option<Term> {
        if !joins.iter().all(|j| *j == Join::Cross) {
            return None;
        }
        self.op("size")?;
        let args = self.terms(factors, Kind::Num);
        Some(self.named("size", args))
    }
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
            let mut names = tree.args.iter().filter_map(|term| match term.head {
                Head::Product(_) => term.args.last().and_then(Tree::headed),
                _ => term.headed(),
            });
            names.any(|name| !number(name))
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
        Head::Index | Head::Call => {
            kind == Kind::Any && tree.root_symbol().is_some_and(|name| !number(name))
        }
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

/// Whether this is the name of a space with its dimension above it.
pub(in crate::latex) fn named_space(tree: &Tree) -> bool {
    const SPACES: &[&str] = &[
        r"\mathbb{RP}",
        r"\mathbb{CP}",
        r"\mathbb{HP}",
        r"\mathbb{P}",
        r"\mathbb{A}",
        r"\mathbb{S}",
        r"\mathbb{T}",
        r"\mathbb{H}",
        r"\mathbb{D}",
        r"\mathbb{B}",
    ];
    matches!((&tree.head, tree.args.as_slice()), (Head::Power, [base, above])
        if base.symbol().is_some_and(|name| SPACES.contains(&name))
            && (matches!(above.head, Head::Number(_)) || above.symbol().is_some_and(|n| n.len() == 1)))
}

/// The ending of an ordinal number in an exponent: `n^{th}`, `1^{st}`.
fn ordinal(base: &Tree, exponent: &Tree) -> Option<&'static str> {
    let ending = |word: &str| {
        let endings = ["th", "st", "nd", "rd"];
        endings.into_iter().find(|ending| *ending == word)
    };
    let counted = matches!(base.head, Head::Number(_));
    match &exponent.head {
        Head::Symbol(name) => name
            .split_once('{')
            .and_then(|(_, rest)| ending(rest.trim_end_matches('}'))),
        Head::Product(joins) if joins.as_slice() == [Join::Beside] => {
            let letters: String = exponent.args.iter().filter_map(Tree::symbol).collect();
            ending(&letters).filter(|found| *found == "th" || counted)
        }
        _ => None,
    }
}

/// Whether a letter stands between a matrix and its inverse, which would say nothing of a number:
/// `V^{-1} \sigma V`.
fn inverted_around(factors: &[Tree], at: usize) -> bool {
    let (before, after) = (&factors[..at], &factors[at + 1..]);
    let around = |one: &Tree, other: &Tree| {
        let inverse = matches!(one.head, Head::Power) && minus_one(&one.args[1]);
        inverse && other.symbol().is_some() && one.args[0].symbol() == other.symbol()
    };
    factors[at].root_symbol().is_some()
        && before
            .iter()
            .any(|b| after.iter().any(|a| around(a, b) || around(b, a)))
}
