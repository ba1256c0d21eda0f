//! Vectors that are written out: `\langle 1, 2 \rangle`, `(1, 2, 3)`, columns, `2\hat{i} - \hat{j}`.

use super::Kinds;
use super::crosses::SIDES;
use crate::latex::bold;
use crate::latex::identity::is_basis;
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

/// How a vector is written out, and with how many components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::latex) enum Coordinates {
    Angled(usize),
    Tuple(usize),
    Column(usize),
    Line(usize),
}

/// What the sides of equations tell of brackets with several things in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// Brackets around two letters hold components, and are no inner product.
    components: bool,
    /// Tuples are multiplied component by component: `(a, b) \cdot (c, d) = (ac, bd)`.
    componentwise: bool,
}

impl Coordinates {
    fn count(self) -> usize {
        match self {
            Self::Angled(n) | Self::Tuple(n) | Self::Column(n) | Self::Line(n) => n,
        }
    }
}

impl Kinds<'_> {
    /// Whether angle brackets around two letters hold components, as the formula tells.
    pub(in crate::latex) fn holds_components(&self) -> bool {
        self.brackets.components
    }

    /// How something is written out as a vector; in a sum, one term is and the others are vectors.
    pub(in crate::latex) fn coordinates(&self, tree: &Tree) -> Option<Coordinates> {
        let several = tree.args.len();
        match &tree.head {
            Head::Apply(op) | Head::Fence(op) if several > 1 => {
                let angles = self.table.inner == Some(*op)
                    || self.table.states.is_some_and(|s| s.angled == *op);
                angles.then_some(Coordinates::Angled(several))
            }
            Head::Pair(open, close) if open == "(" && close == ")" && several > 1 => {
                let other = |t: &Tree| t.states() || self.directed(t);
                (!tree.args.iter().any(other)).then_some(Coordinates::Tuple(several))
            }
            // Two numbers in square brackets are an interval.
            Head::Pair(open, close) if open == "[" && close == "]" && several > 2 => {
                let other = |t: &Tree| t.states() || self.directed(t);
                (!tree.args.iter().any(other)).then_some(Coordinates::Tuple(several))
            }
            Head::Matrix if several > 1 && tree.args.iter().all(|row| row.args.len() == 1) => {
                Some(Coordinates::Column(several))
            }
            Head::Matrix if several == 1 && tree.args[0].args.len() > 1 => {
                Some(Coordinates::Line(tree.args[0].args.len()))
            }
            Head::Sum(..) if tree.closed => {
                let found = tree.args.iter().find_map(|t| self.coordinates(t))?;
                let alike = |t: &Tree| self.coordinates(t) == Some(found) || self.directed(t);
                tree.args.iter().all(alike).then_some(found)
            }
            _ => None,
        }
    }

    /// Whether the dots and crosses of a product stand between vectors of which some are written
    /// out, each beside what it can be multiplied with so.
    pub(in crate::latex) fn spelled(&self, joins: &[Join], tree: &Tree) -> bool {
        if joins.iter().all(|j| *j == Join::Beside) {
            return false;
        }
        let mut written = false;
        let mut before: Option<(&Tree, Option<Coordinates>)> = None;
        let mut sign = Join::Beside;
        for (at, factor) in tree.args.iter().enumerate() {
            if at > 0 && joins[at - 1] != Join::Beside {
                sign = joins[at - 1];
            }
            let coordinates = self.coordinates(factor);
            written |= coordinates.is_some();
            if coordinates.is_none() && !self.directed(factor) {
                if self.of(factor) == Kind::Mat {
                    return false;
                }
                continue;
            }
            if let Some(before) = before
                && !self.meet(before, (factor, coordinates), sign)
            {
                return false;
            }
            before = Some((factor, coordinates));
            sign = Join::Beside;
        }
        written
    }

    /// Whether two vectors may be multiplied with a dot or a cross, by how they are written out.
    fn meet(
        &self,
        (one, first): (&Tree, Option<Coordinates>),
        (other, second): (&Tree, Option<Coordinates>),
        sign: Join,
    ) -> bool {
        let inner = |t: &Tree| {
            matches!(t.head, Head::Apply(op) | Head::Fence(op) if self.table.inner == Some(op))
                && !t.args.iter().any(|a| matches!(a.head, Head::Number(_)))
        };
        let (count, vector) = match (first, second) {
            (Some(first), Some(second)) => {
                // `(a, b) \cdot (c, d)` may be anything.
                let letters = |t: &Tree| !t.args.iter().any(|a| matches!(a.head, Head::Number(_)));
                let pairs = first.count() == 2 && letters(one) && letters(other);
                let tuples = matches!(first, Coordinates::Tuple(_))
                    && (self.brackets.componentwise || pairs && !self.brackets.components);
                let products = inner(one) && inner(other) && !self.brackets.components;
                if first != second || tuples || products {
                    return false;
                }
                (first.count(), None)
            }
            (Some(first), None) => (first.count(), Some((other, first))),
            (None, Some(second)) => (second.count(), Some((one, second))),
            (None, None) => return sign != Join::Beside,
        };
        // A bold capital letter may be a matrix before a column.
        let matrix = vector.is_some_and(|(vector, written)| {
            matches!(written, Coordinates::Column(_) | Coordinates::Line(_))
                && self.rooted(vector).is_some_and(bold::capital)
        });
        match sign {
            Join::Dot => !matrix,
            Join::Cross => !matrix && count == 3,
            Join::Beside => false,
        }
    }

    /// Whether tuples are multiplied component by component here.
    pub(super) fn componentwise(&self) -> bool {
        self.brackets.componentwise
    }

    /// Notes what an equation tells of the brackets on its sides.
    pub(super) fn bracketed_sides(&mut self, chain: &Tree) {
        let tuple = |t: &Tree| matches!(self.coordinates(t), Some(Coordinates::Tuple(_)));
        let angled = |t: &Tree| matches!(self.coordinates(t), Some(Coordinates::Angled(2)));
        let pairs = |t: &Tree, fits: &dyn Fn(&Tree) -> bool| {
            matches!(&t.head, Head::Product(joins) if matches!(joins[..], [Join::Dot | Join::Cross]))
                && t.args.iter().all(fits)
        };
        // A vector product does not have the first components in its first one.
        let first = |product: &Tree, value: &Tree| {
            let firsts = product.args.iter().filter_map(|t| t.args.first());
            matches!(&product.head, Head::Product(joins) if joins[..] == [Join::Dot])
                || value.args.len() == 2
                || firsts
                    .filter(|t| !matches!(t.head, Head::Number(_)))
                    .any(|t| value.args.first().is_some_and(|v| contains(v, t)))
        };
        let mut told = self.brackets;
        let sides = &chain.args[..chain.args.len().min(SIDES)];
        for one in sides {
            if pairs(one, &tuple) {
                told.componentwise |= sides.iter().any(|t| tuple(t) && first(one, t));
            }
            if pairs(one, &angled) || pairs(one, &tuple) {
                told.components |= sides.iter().any(|side| multiplied_out(one, side));
            }
            // `|\langle a, b \rangle| = \sqrt{a^2 + b^2}`
            let length =
                |t: &Tree| matches!(t.head, Head::Apply(op) if self.table.root == Some(op));
            if matches!(one.head, Head::Fence(op) if self.table.abs == Some(op))
                && one.args.iter().any(angled)
            {
                told.components |= sides.iter().any(length);
            }
        }
        if (told.components, told.componentwise)
            != (self.brackets.components, self.brackets.componentwise)
        {
            self.brackets = told;
            self.age += 1;
        }
    }

    /// Notes the unit vectors of `3\hat{i} - 2\hat{j}`: two different ones, and nothing else.
    pub(super) fn unit_vectors(&mut self, sum: &Tree) {
        let unit = |t: &Tree| {
            let last = match t.head {
                Head::Product(_) => t.args.last()?,
                _ => t,
            };
            let name = last.symbol()?;
            (is_basis(name) && name.starts_with(r"\hat{")).then(|| name.to_owned())
        };
        let names = sum.args.iter().map(unit).collect::<Option<Vec<_>>>();
        if let Some(names) = names
            && names.iter().any(|name| *name != names[0])
        {
            names.iter().for_each(|name| self.note(name, Kind::Vec));
        }
    }
}

/// Whether something stands in a tree.
fn contains(tree: &Tree, part: &Tree) -> bool {
    tree.says_as(part) || tree.args.iter().any(|t| contains(t, part))
}

/// Whether a side is the sum of the products of the components of two vectors:
/// `\langle a, b \rangle \cdot \langle c, d \rangle = ac + bd`.
fn multiplied_out(product: &Tree, side: &Tree) -> bool {
    let [one, other] = product.args.as_slice() else {
        return false;
    };
    let holds = |term: &Tree, a: &Tree, b: &Tree| {
        matches!(term.head, Head::Product(_))
            && term.args.iter().any(|t| t.says_as(a))
            && term.args.iter().any(|t| t.says_as(b))
    };
    matches!(side.head, Head::Sum(..))
        && side.args.len() == one.args.len()
        && side
            .args
            .iter()
            .zip(one.args.iter().zip(&other.args))
            .all(|(term, (a, b))| holds(term, a, b))
}
