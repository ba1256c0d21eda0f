//! Products of vectors with dots and crosses: `q \mathbf{v} \times \mathbf{B}`, `\frac{1}{2}
//! (\mathbf{a} \times \mathbf{b}) \cdot \mathbf{c}`.

use super::Elaborator;
use super::ordered::spatial;
use crate::latex::bold;
use crate::latex::kinds::{Coordinates, is_transposition};
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

/// As many signs of products stand between vectors that are multiplied.
const CROSSES: usize = 64;

impl Elaborator<'_> {
    /// The covariances of the components of a vector, `\operatorname{Var}(X)`, of which no law of
    /// numbers holds.
    pub(super) fn spread(&mut self, operator: &str, tree: &Tree) -> Option<Term> {
        let key = self.name_at(tree.start).filter(|_| tree.closed)?;
        let mut args = self.terms(&tree.args, Kind::Any);
        if operator.starts_with("cond") {
            let given = args.pop()?;
            let of = match args.len() {
                1 => args.remove(0),
                _ => self.named("list", args),
            };
            args = vec![self.named("barred", vec![of, given])];
        }
        args.insert(0, self.symbol(&key));
        Some(self.named("call", args))
    }

    /// The scalar or vector product with the differential of a path, with all that stands before it.
    pub(super) fn along(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let (join, last) = (*joins.last()?, tree.args.last()?);
        let name = match join {
            Join::Dot => "dot",
            Join::Cross => "vecprod",
            Join::Beside => return None,
        };
        // `\int_C F \cdot dr`
        let plain = |t: &Tree| {
            let field = &tree.args[tree.args.len() - 2];
            join == Join::Dot
                && t.symbol().is_some_and(crate::latex::parse::names_path)
                && crate::latex::parse::names_field(field, self.table.named("curl"))
        };
        let path = matches!(last.head, Head::Apply(op) if Some(op) == self.table.differential_of)
            && last.args.first().is_some_and(|t| spatial(t) || plain(t));
        if !path {
            return None;
        }
        self.op(name)?;
        let before = &tree.args[..tree.args.len() - 1];
        let field = match before {
            [only] => self.operand(only, self.kinds.of(only)),
            several => {
                let joins = joins[..joins.len() - 1].to_vec();
                let product = Tree::over(Head::Product(joins.into()), several.to_vec());
                self.term(&product, Kind::Any)
            }
        };
        let other = self.operand(last, self.kinds.of(last));
        Some(self.named(name, vec![field, other]))
    }

    /// The product of vectors with the dots and crosses between them, and the numbers before it.
    pub(super) fn of_vectors(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let (runs, signs) = self.kinds.runs(joins, tree)?;
        if tree.args.iter().any(|t| self.is_dots(t)) {
            return None;
        }
        if signs.len() > CROSSES {
            // Each product would stand within the next one.
            let factors = self.terms(&tree.args, Kind::Any);
            return Some(self.named("opmul", factors));
        }
        let last = runs.len() - 1;
        let (mut outside, mut operands) = (Vec::new(), Vec::new());
        for (at, run) in runs.iter().enumerate() {
            let vectors = run.vectors.as_slice();
            let (from, to) = match at {
                0 => (self.tail(vectors, tree), vectors.len()),
                _ if at == last => (0, self.head(vectors, tree)),
                _ => (0, vectors.len()),
            };
            let (before, rest) = vectors.split_at(from);
            let (operand, after) = rest.split_at(to - from);
            outside.extend(before.iter().chain(after).copied());
            operands.push(operand);
        }
        if !outside.is_empty() && signs.contains(&Join::Cross) {
            return None;
        }
        let turned = operands.iter().any(|o| self.turned(o, tree));
        let product = self.signed(&operands, &signs, turned, tree);
        let numbers: Vec<usize> = runs.iter().flat_map(|r| r.numbers.to_vec()).collect();
        self.multiplied(product, &numbers, &outside, tree)
    }

    /// The value of a vector or matrix that is transposed before its argument: `\mathbf{w}^T(n)`,
    /// `x^T(t)`, `\mathbf{x}^H(n)`.
    pub(super) fn turned_value(&mut self, call: &Tree) -> Option<Term> {
        let (power, arguments) = call.args.split_first()?;
        if !transposes(power) {
            return None;
        }
        let [base, sign] = power.args.as_slice() else {
            return None;
        };
        // `\theta^\dagger(x)` is an operator at a place.
        if matches!(&sign.head, Head::Mark(mark) if !is_transposition(mark)) {
            return None;
        }
        let conjugated = sign.symbol() == Some("H");
        // `f^T(n)` is one of several functions, `x^T(t) Q x(t)` a product.
        let after = self.tokens.partition_point(|t| t.start < call.end);
        let multiplied = || {
            matches!(self.tokens.get(after), Some(t) if t.gap < Gap::Wide
                && (matches!(t.class, Class::Letter | Class::Name) || crate::latex::parse::ACCENTS.contains(&t.key.as_ref())))
        };
        let named = |n: &str| {
            bold::directed(n)
                || !conjugated && crate::latex::linear::names_vector(n) && multiplied()
        };
        base.root_symbol().filter(|n| named(n))?;
        let mut args = vec![base.clone()];
        args.extend_from_slice(arguments);
        let value = Tree::over(Head::Call, args);
        let value = self.term(&value, Kind::Any);
        let name = if conjugated { "adjoint" } else { "transpose" };
        Some(self.named(name, vec![value]))
    }

    /// The number of primes that transpose: those after matrices that are written out, and one after
    /// a sum or product of letters, of which two primes are a derivative.
    pub(super) fn transposes(&self, tree: &Tree) -> u32 {
        fn written(tree: &Tree) -> bool {
            let sum = matches!(tree.head, Head::Sum(..) | Head::Product(_));
            tree.head == Head::Matrix || sum && tree.args.iter().all(written)
        }
        let (base, primes) = (&tree.args[0], &tree.args[1]);
        let letter = base.symbol().is_none_or(|name| self.kinds.is_primed(name));
        let primed = |t: &Tree| {
            t.root_symbol()
                .is_some_and(|name| self.kinds.is_primed(name))
        };
        let matrix = letter
            && match self.kinds.of(base) {
                Kind::Mat => true,
                Kind::Vec if matches!(base.head, Head::Sum(..) | Head::Product(_)) => {
                    base.args.iter().any(primed)
                }
                Kind::Vec => primed(base),
                _ => false,
            };
        let most = if written(base) { 3 } else { 1 };
        match &primes.head {
            Head::Number(n) if matrix => n.parse().ok().filter(|n| *n <= most).unwrap_or(0),
            _ => 0,
        }
    }

    /// Where the matrices with a vector begin that stand before a sign: `\mathbf{A}\mathbf{x} \cdot`.
    fn tail(&self, vectors: &[usize], tree: &Tree) -> usize {
        let mut from = vectors.len().saturating_sub(1);
        while from > 0 && self.maps(&tree.args[vectors[from - 1]]) {
            from -= 1;
        }
        from
    }

    /// Where those end that stand behind a sign.
    fn head(&self, vectors: &[usize], tree: &Tree) -> usize {
        let maps = |at: &&usize| self.maps(&tree.args[**at]);
        let matrices = vectors.iter().take_while(maps).count();
        (matrices + 1).min(vectors.len())
    }

    /// Whether a factor may be a matrix that is applied to what stands behind it.
    fn maps(&self, tree: &Tree) -> bool {
        self.kinds.of(tree) == Kind::Mat || self.kinds.rooted(tree).is_some_and(bold::capital)
    }

    /// Whether the order of an operand of a dot says something: it is a matrix, a transposed vector,
    /// or an operator.
    fn turned(&self, operand: &[usize], tree: &Tree) -> bool {
        let [only] = operand else {
            return false;
        };
        let factor = &tree.args[*only];
        let acts = self.quantum && self.acts(factor) && !self.is_op(factor, "grad");
        let matrix = self.kinds.of(factor) == Kind::Mat && self.kinds.coordinates(factor).is_none();
        transposes(factor) || acts || matrix
    }

    fn is_op(&self, tree: &Tree, name: &str) -> bool {
        matches!(tree.head, Head::Apply(op) if self.op(name) == Some(op))
    }

    /// The operands with the signs between them: crosses bind more tightly than dots.
    fn signed(&mut self, operands: &[&[usize]], signs: &[Join], turned: bool, tree: &Tree) -> Term {
        let mut dotted: Vec<Term> = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            let term = self.side_by_side(operand, tree);
            let crossed = at > 0 && signs[at - 1] == Join::Cross;
            let before = if crossed { dotted.pop() } else { None };
            dotted.push(match before {
                Some(before) => self.named("vecprod", vec![before, term]),
                None => term,
            });
        }
        match dotted.len() {
            1 => dotted.remove(0),
            2 if !turned => self.named("dot", dotted),
            _ => self.named("dotmul", dotted),
        }
    }

    /// Matrices and a vector side by side.
    fn side_by_side(&mut self, factors: &[usize], tree: &Tree) -> Term {
        match factors {
            [only] => {
                let factor = &tree.args[*only];
                if let Some(Coordinates::Angled(_)) = self.kinds.coordinates(factor) {
                    return self.term(&self.as_components(factor), Kind::Any);
                }
                self.operand(factor, self.kinds.of(factor))
            }
            several => {
                let joins = vec![Join::Beside; several.len() - 1];
                let factors = several.iter().map(|at| tree.args[*at].clone()).collect();
                let product = Tree::over(Head::Product(joins.into()), factors);
                self.term(&product, Kind::Any)
            }
        }
    }

    /// A product of vectors with numbers and, when it is a number itself, vectors that it multiplies.
    fn multiplied(
        &mut self,
        product: Term,
        numbers: &[usize],
        outside: &[usize],
        tree: &Tree,
    ) -> Option<Term> {
        if numbers.is_empty() && outside.is_empty() {
            return Some(product);
        }
        let mut factors = Vec::new();
        for at in numbers {
            factors.push(self.operand(&tree.args[*at], Kind::Num));
        }
        let operators = |at: &usize| {
            let factor = &tree.args[*at];
            self.stays(factor) || self.quantum && self.acts(factor)
        };
        let ordered = numbers.iter().any(operators);
        let many = if ordered { "opmul" } else { "mul" };
        let number = self.kinds.of(tree) == Kind::Num || !outside.is_empty();
        if ordered || number {
            factors.push(product);
            let number = match factors.len() {
                1 => factors.remove(0),
                _ => self.named(many, factors),
            };
            if outside.is_empty() {
                return Some(number);
            }
            let vector = self.side_by_side(outside, tree);
            return Some(self.named("scale", vec![number, vector]));
        }
        let number = match factors.len() {
            1 => factors.remove(0),
            _ => self.named("mul", factors),
        };
        Some(self.named("scale", vec![number, product]))
    }
}

/// Whether this is something that is transposed, by a letter or a sign above.
pub(in crate::latex) fn transposes(tree: &Tree) -> bool {
    let (Head::Power, [_, sign]) = (&tree.head, tree.args.as_slice()) else {
        return false;
    };
    match &sign.head {
        Head::Symbol(name) => matches!(name.as_str(), "T" | "t" | "H"),
        Head::Mark(mark) => is_transposition(mark) || matches!(mark.as_str(), r"\dagger" | r"\dag"),
        _ => false,
    }
}

/// What stands behind a vector that is transposed is one, too, where nothing else says what it is: a
/// value of a function, `w^T \phi(x)`; behind a gradient anything, `\nabla f(x)^T (y - x)`. So are
/// values and means behind a matrix that is transposed, `K^T \mathbb{E}[x]`.
pub(super) fn behind_lines(product: &Tree, kinds: &mut [Kind], mean: Option<Op>) {
    for (at, pair) in product.args.windows(2).enumerate() {
        if !matches!(kinds[at], Kind::Vec | Kind::Mat) || !transposes(&pair[0]) {
            continue;
        }
        if kinds[at] == Kind::Mat {
            let open = match pair[1].head {
                Head::Call => true,
                Head::Apply(op) => Some(op) == mean,
                _ => false,
            };
            if open && kinds[at + 1] != Kind::Mat {
                kinds[at + 1] = Kind::Vec;
            }
            continue;
        }
        let gradient = matches!(pair[0].args[0].head, Head::Apply(_));
        let follows = match &pair[1].head {
            Head::Call => true,
            Head::Sum(..) | Head::Symbol(_) | Head::Index => gradient,
            _ => false,
        };
        if follows {
            kinds[at + 1] = Kind::Vec;
        }
    }
}
