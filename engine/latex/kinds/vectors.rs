//! Products of vectors with dots and crosses: what stands on both sides of a sign, and what comes out.

use super::Kinds;
use crate::latex::bold;
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;
use smallvec::SmallVec;

/// What stands between two dots or crosses of a product of vectors, as places of its factors.
#[derive(Clone, Debug, Default)]
pub(in crate::latex) struct Run {
    /// The numbers.
    pub(in crate::latex) numbers: SmallVec<[usize; 4]>,
    /// The vectors and matrices, in their order.
    pub(in crate::latex) vectors: SmallVec<[usize; 2]>,
}

/// Runs with the signs between them, of which there is one less.
pub(in crate::latex) type Runs = (SmallVec<[Run; 3]>, SmallVec<[Join; 2]>);

/// Letters of directions and fields before a dot and a gradient.
const DIRECTIONS: &[&str] = &[
    "a", "b", "d", "h", "n", "v", "w", "x", r"\beta", r"\nu", r"\xi",
];

/// Letters of places and directions.
const PLACES: &[&str] = &["a", "b", "p", "q", "r", "u", "v", "w", "x", "y", "z"];

impl Kinds<'_> {
    /// Whether this is a gradient, of a function or of its value, or one at a place.
    pub(in crate::latex) fn gradient(&self, tree: &Tree) -> bool {
        match tree.head {
            Head::Apply(_) if self.at_place(tree) => {
                tree.args.first().is_some_and(|body| self.gradient(body))
            }
            Head::Apply(op) => {
                self.table.named("grad") == Some(op) || self.table.named("gradby") == Some(op)
            }
            Head::Call => self.gradient(&tree.args[0]),
            _ => false,
        }
    }

    /// Whether something is taken at a place: `\nabla f|_p`.
    fn at_place(&self, tree: &Tree) -> bool {
        let at = self.table.evaluation.map(|(at, _)| Head::Apply(at));
        at.is_some_and(|at| at == tree.head)
    }

    /// Whether a factor is a vector, or written as one: a gradient, a bold letter.
    pub(in crate::latex) fn directed(&self, tree: &Tree) -> bool {
        match tree.head {
            Head::Number(_) => false,
            _ if self.gradient(tree) => true,
            Head::Apply(op) if self.table.named("curl") == Some(op) => {
                tree.args.iter().any(|a| self.directed(a))
            }
            _ => match self.of(tree) {
                Kind::Vec => true,
                Kind::Num | Kind::Set | Kind::Prop | Kind::Event => false,
                _ => self.rooted(tree).is_some_and(bold::directed),
            },
        }
    }

    /// The symbol at the root, also of a value of a function and of one with a number above:
    /// `\mathbf{x}^{(k)}`.
    pub(in crate::latex) fn rooted<'t>(&self, tree: &'t Tree) -> Option<&'t str> {
        match tree.head {
            Head::Apply(op)
                if Some(op) == self.table.usual.numbered
                    || Some(op) == self.table.usual.layered =>
            {
                tree.args.first()?.root_symbol()
            }
            _ => tree.headed(),
        }
    }

    /// The factors of a product between its dots and crosses, when these join vectors; a sign beside
    /// numbers alone multiplies them like all others.
    pub(in crate::latex) fn runs(&self, joins: &[Join], tree: &Tree) -> Option<Runs> {
        if joins.iter().all(|j| *j == Join::Beside) {
            return None;
        }
        let (mut runs, mut signs): Runs = Default::default();
        let mut run = Run::default();
        let spelled = self.spelled(joins, tree);
        let directed = |at: usize| {
            let factor = &tree.args[at];
            self.directed(factor)
                || spelled && self.coordinates(factor).is_some()
                || self.along(joins, tree, at)
                || beside_cross(joins, at) && derives(factor)
        };
        for (at, factor) in tree.args.iter().enumerate() {
            let sign = at
                .checked_sub(1)
                .map_or(Join::Beside, |before| joins[before]);
            if sign != Join::Beside {
                if !run.vectors.is_empty() {
                    runs.push(std::mem::take(&mut run));
                    signs.push(sign);
                } else if let Some(last) = signs.last_mut() {
                    *last = sign;
                }
            }
            match directed(at) || self.of(factor) == Kind::Mat {
                true => run.vectors.push(at),
                false => run.numbers.push(at),
            }
        }
        match runs.last_mut() {
            Some(last) if run.vectors.is_empty() => {
                last.numbers.append(&mut run.numbers);
                signs.pop();
            }
            _ => runs.push(run),
        }
        let meets = |run: &Run| run.vectors.iter().any(|at| directed(*at));
        (runs.len() > 1 && runs.iter().all(meets)).then_some((runs, signs))
    }

    /// Whether a factor is a direction beside a gradient and a dot: `\nabla f(a) \cdot u`, `b \cdot
    /// \nabla u`. Before a gradient may stand a number as well, `\alpha \cdot \nabla f`, and after one in
    /// brackets.
    fn along(&self, joins: &[Join], tree: &Tree, at: usize) -> bool {
        let dot = |at: usize| joins.get(at) == Some(&Join::Dot);
        let after = at.checked_sub(1).is_some_and(|before| {
            let gradient = &tree.args[before];
            dot(before)
                && (!gradient.closed || gradient.head == Head::Call || self.at_place(gradient))
                && self.gradient(gradient)
                && self.of(&tree.args[at]) != Kind::Set
        });
        let letter = || {
            let factor = &tree.args[at];
            let value = factor.headed().filter(|_| factor.head == Head::Call);
            let name = factor.symbol().or(value);
            name.is_some_and(|name| DIRECTIONS.contains(&name))
        };
        let vector = matches!(
            tree.args[at].head,
            Head::Symbol(_) | Head::Index | Head::Upper | Head::Prime | Head::Call | Head::Sum(..)
        );
        after && vector
            || dot(at)
                && tree.args.len() == 2
                && tree.args.get(at + 1).is_some_and(|t| self.gradient(t))
                && letter()
    }

    /// How many directions a product with dots and crosses has, none being a number: `a \cdot b` has
    /// none, `a \times b` one.
    pub(super) fn order(&self, joins: &[Join], tree: &Tree) -> Option<usize> {
        let (runs, signs) = self.runs(joins, tree)?;
        let vectors: usize = runs.iter().map(|run| run.vectors.len()).sum();
        let dots = signs.iter().filter(|sign| **sign == Join::Dot).count();
        Some(vectors.saturating_sub(dots + signs.len()))
    }

    /// Notes that what stands behind a vector and a dot is a vector, `n \cdot (x - p)`: a number stands in front.
    pub(super) fn behind_dots(&mut self, joins: &[Join], tree: &Tree) {
        let ([Join::Dot], [vector, other]) = (joins, tree.args.as_slice()) else {
            return;
        };
        let parts = match other.head {
            Head::Sum(..) => other.args.as_slice(),
            _ => std::slice::from_ref(other),
        };
        let place = |t: &Tree| {
            t.symbol()
                .is_some_and(|name| PLACES.contains(&name) && self.symbol(name) == Kind::Any)
        };
        let plain = vector.symbol().is_some_and(|name| name.len() == 1);
        if plain && self.of(vector) == Kind::Vec && parts.iter().all(place) {
            parts.iter().for_each(|part| self.expect(part, Kind::Vec));
        }
    }

    /// Notes the field of a flux through a surface, and its normal: `\int_S F \cdot n\,dS`.
    pub(super) fn flux(&mut self, integral: &Tree) {
        let surface =
            |t: &Tree| matches!(t.symbol(), Some("S" | "A" | r"\sigma" | r"\Sigma" | "s"));
        let through = integral.args.iter().any(surface);
        let product = integral
            .args
            .iter()
            .find(|t| matches!(&t.head, Head::Product(joins) if joins[..] == [Join::Dot]));
        if let Some([field, normal]) = product.map(|t| t.args.as_slice())
            && through
            && let Some(field) = self
                .unrotated(field)
                .symbol()
                .filter(|n| n.len() == 1 && super::capital(n) || *n == "v")
            && let Some(normal) = normal.symbol().filter(|n| matches!(*n, "n" | "N" | r"\nu"))
        {
            self.note(field, Kind::Vec);
            self.note(normal, Kind::Vec);
        }
    }

    /// The field of which this is the rotation, or itself.
    fn unrotated<'t>(&self, field: &'t Tree) -> &'t Tree {
        match (&field.head, field.args.as_slice()) {
            (Head::Apply(op), [of]) if self.table.named("curl") == Some(*op) => of,
            _ => field,
        }
    }

    /// The kind of what is made of a vector or matrix: its derivative, a sum of such, its mean.
    pub(super) fn lifted(&self, operator: &str, tree: &Tree) -> Option<Kind> {
        let of = match operator {
            "diff" | "pdiff" | "sum" | "sumall" | "sumin" | "sumcond" | "int" | "dint"
            | "intto" | "lim" | "change" => tree.args.last()?,
            // `\prod_k A_k`; a column of brackets may be a coefficient.
            "prod" | "prodall" | "prodin" | "prodcond" => {
                let body = tree.args.last().filter(|t| t.root_symbol().is_some())?;
                return (self.of(body) == Kind::Mat).then_some(Kind::Mat);
            }
            "numbered" | "layered" | "conj" | "differential" | "integral" | "laplacian"
            | "evalat" => tree.args.first()?,
            "expect" | "condexpect" => tree.args.first()?,
            // The covariances of the components of a vector.
            "var" | "cov" | "condvar" | "condcov" => {
                let argument = self.of(tree.args.first()?);
                return (argument == Kind::Vec).then_some(Kind::Mat);
            }
            // `|G/N|`
            "quotient" => {
                let whole = tree.args.first().map(|whole| self.of(whole));
                return whole.filter(|kind| *kind == Kind::Set);
            }
            _ => return None,
        };
        let kind = self.of(of);
        matches!(kind, Kind::Vec | Kind::Mat).then_some(kind)
    }
}

/// Whether a factor has a cross before or after it.
fn beside_cross(joins: &[Join], at: usize) -> bool {
    let cross = |at: usize| joins.get(at) == Some(&Join::Cross);
    cross(at) || at.checked_sub(1).is_some_and(cross)
}

/// Whether this is a nabla that waits for what it derives, by itself or after numbers in brackets:
/// the `-i\hbar\nabla` of `\mathbf{r} \times (-i\hbar\nabla)`.
fn derives(tree: &Tree) -> bool {
    match tree.head {
        Head::Symbol(ref name) => matches!(name.as_str(), r"\nabla" | "∇"),
        Head::Index => derives(&tree.args[0]),
        Head::Sum(..) if tree.closed => matches!(tree.args.as_slice(), [only] if derives(only)),
        Head::Product(_) => tree.args.last().is_some_and(derives),
        _ => false,
    }
}
