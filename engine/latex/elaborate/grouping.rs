//! Laws of grouping: `(ab)c = a(bc)`, where brackets are all that is said.

use super::Elaborator;
use crate::latex::apart::same;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

/// The longest side that is looked at, in parts.
const LONGEST: usize = 8;

/// As many sides and summands with brackets are compared with each other.
const MOST: usize = 24;

/// What brackets are put into: sums, products, repeated signs like those of unions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Sum,
    Product,
    Sign(Op),
}

impl Elaborator<'_> {
    /// The sides of a relation with their brackets kept, when they differ in nothing else than
    /// brackets, and in the order of terms.
    pub(super) fn regrouped(&self, tree: &Tree) -> Option<Tree> {
        let [one, other] = tree.args.as_slice() else {
            return None;
        };
        let whole = self.composed(one)?;
        let grouped = self.op("grouped")?;
        let inside = |side: &Tree| side.args.iter().any(|t| self.part_of(whole, t));
        if self.composed(other) != Some(whole) || !(inside(one) || inside(other)) {
            return None;
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.parts(one, whole, &mut left);
        self.parts(other, whole, &mut right);
        if left.len() < 3 || left.len() > LONGEST || !same_parts(&left, &right) {
            return None;
        }
        // Both sides may be grouped alike: `(a + b) + c = (b + a) + c`.
        let in_order = left.iter().zip(&right).all(|(a, b)| same(a, b));
        let numbers = left
            .iter()
            .all(|t| matches!(self.kinds.of(t), Kind::Any | Kind::Num));
        let keeps = whole == Whole::Product && in_order && numbers;
        let factors = self.op("opmul").filter(|_| keeps);
        let sides = [one, other].map(|side| self.kept(side, whole, grouped, factors));
        Some(Tree::over(tree.head.clone(), sides.into()))
    }

    /// Sides or summands with their brackets kept, where some two of them differ in nothing else:
    /// `(xy)z - x(yz)`, `(a * b) * c = a * (b * c) + a * (c * b)`.
    pub(super) fn associated(&self, trees: &[Tree]) -> Option<Vec<Tree>> {
        let mut bracketed: Vec<(Whole, &Tree, Vec<&Tree>)> = Vec::new();
        for summand in trees.iter().flat_map(summands) {
            if bracketed.len() == MOST {
                break;
            }
            if !summand.args.iter().any(|t| t.closed) {
                continue;
            }
            let Some(whole) = self.composed(summand).filter(|whole| *whole != Whole::Sum) else {
                continue;
            };
            if !summand.args.iter().any(|t| self.part_of(whole, t)) {
                continue;
            }
            let mut parts = Vec::new();
            self.parts(summand, whole, &mut parts);
            // Numbers before a vector change places, and are grouped anew with each other.
            let linear = |t: &&&Tree| matches!(self.kinds.of(t), Kind::Mat | Kind::Vec);
            let linear = parts.iter().filter(linear).count();
            let alike = linear == 0 || linear == parts.len();
            if (3..=LONGEST).contains(&parts.len()) && alike {
                bracketed.push((whole, summand, parts));
            }
        }
        if bracketed.len() < 2 {
            return None;
        }
        let differ = |(whole, one, parts): &(Whole, &Tree, Vec<&Tree>)| {
            let told = bracketed.iter().any(|(of, other, others)| {
                of == whole
                    && parts.len() == others.len()
                    && parts.iter().zip(others).all(|(a, b)| same(a, b))
                    && !self.bracketed_alike(*whole, one, other)
            });
            told.then_some(*whole)
        };
        let whole = bracketed.iter().find_map(differ)?;
        let grouped = self.op("grouped")?;
        let letters = |t: &&Tree| matches!(self.kinds.of(t), Kind::Any | Kind::Num);
        let keeps = whole == Whole::Product
            && bracketed
                .iter()
                .all(|(_, _, parts)| parts.iter().all(letters));
        let factors = self.op("opmul").filter(|_| keeps);
        let kept = |t: &Tree| match self.composed(t) == Some(whole) {
            true => self.kept(t, whole, grouped, factors),
            false => t.clone(),
        };
        let sides = trees.iter().map(|tree| match tree.head {
            Head::Sum(..) if !tree.closed => {
                let args = tree.args.iter().map(kept).collect();
                Tree::over(tree.head.clone(), args)
            }
            _ => kept(tree),
        });
        Some(sides.collect())
    }

    /// Whether brackets stand around the same parts of two trees.
    fn bracketed_alike(&self, whole: Whole, one: &Tree, other: &Tree) -> bool {
        one.args.len() == other.args.len()
            && one.args.iter().zip(&other.args).all(|(a, b)| {
                match (self.part_of(whole, a), self.part_of(whole, b)) {
                    (true, true) => self.bracketed_alike(whole, a, b),
                    (false, false) => true,
                    _ => false,
                }
            })
    }

    fn composed(&self, tree: &Tree) -> Option<Whole> {
        match &tree.head {
            Head::Sum(_, signs) if signs.len() > 1 && signs.iter().all(Option::is_none) => {
                Some(Whole::Sum)
            }
            Head::Product(joins)
                if !joins.contains(&Join::Cross)
                    || tree.args.iter().all(|t| self.kinds.of(t) == Kind::Num) =>
            {
                Some(Whole::Product)
            }
            Head::Apply(op) if tree.args.len() > 1 => {
                let operator = self.vocabulary.operator(*op)?;
                operator.assoc.then_some(Whole::Sign(*op))
            }
            _ => None,
        }
    }

    /// Whether this stands in brackets and is composed like what is around it.
    fn part_of(&self, whole: Whole, tree: &Tree) -> bool {
        tree.closed && self.composed(tree) == Some(whole)
    }

    fn parts<'t>(&self, tree: &'t Tree, whole: Whole, found: &mut Vec<&'t Tree>) {
        for arg in &tree.args {
            match self.part_of(whole, arg) {
                true => self.parts(arg, whole, found),
                false => found.push(arg),
            }
        }
    }

    /// A side in which brackets are something of their own; its factors have an order when there is
    /// an operator for that.
    fn kept(&self, tree: &Tree, whole: Whole, grouped: Op, factors: Option<Op>) -> Tree {
        let args = tree.args.iter().map(|arg| match self.part_of(whole, arg) {
            true => {
                let inner = self.kept(arg, whole, grouped, factors);
                Tree::over(Head::Apply(grouped), vec![inner])
            }
            false => arg.clone(),
        });
        let head = factors.map_or_else(|| tree.head.clone(), Head::Apply);
        Tree::over(head, args.collect())
    }
}

/// The summands of a sum that is not in brackets, or what stands there alone.
fn summands(tree: &Tree) -> &[Tree] {
    match tree.head {
        Head::Sum(..) if !tree.closed => &tree.args,
        _ => std::slice::from_ref(tree),
    }
}

/// Whether these are the same parts, in whatever order, written differently.
fn same_parts(one: &[&Tree], other: &[&Tree]) -> bool {
    let mut rest: Vec<&Tree> = other.to_vec();
    let found = one.iter().all(|part| {
        let at = rest.iter().position(|t| same(t, part));
        at.map(|at| rest.swap_remove(at)).is_some()
    });
    found && rest.is_empty()
}
