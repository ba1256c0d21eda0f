//! Whether limits exist at a place, as far as the form of what tends to them shows it: a limit is taken term
//! by term, or factor by factor, where those of all parts exist.

use super::conditions::literal;
use super::facts::{Flags, Names};
use super::program::Program;
use super::signs::Role;
use super::snapshot::{Dense, Snapshot};
use crate::term::{Head, Op};
use std::cell::Cell;

/// As deep is looked into terms.
const DEEP: u32 = 6;
/// As many forms of one class are looked at, and of all together.
const FORMS: usize = 8;
const STEPS: u32 = 400;

/// How something tends to its limit, if that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// It does not depend on what moves.
    Constant,
    /// It is made of what is continuous there.
    Continuous,
    /// It is made of functions and sequences that may be any, of which the limits are taken to exist.
    Supposed,
}

impl Way {
    /// The way of what is made of two such parts; none where one may be without a limit and the other tends
    /// to zero.
    fn beside(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Constant, way) | (way, Self::Constant) => Some(way),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// Where something moves to.
#[derive(Clone, Copy)]
enum Place {
    /// A number, if it is known.
    Finite(Option<i64>),
    /// Beyond all numbers.
    Infinite,
}

struct Look<'l, 'r> {
    snapshot: &'l Snapshot,
    program: &'l Program<'r>,
    /// What moves, as a bit.
    moves: Names,
    place: Place,
    /// How many more forms are looked at.
    left: Cell<u32>,
}

/// Whether the limits of all these exist as something moves to a place, so that they may be taken apart.
pub(crate) fn converges(
    (moving, place): (Dense, Dense),
    parts: impl Iterator<Item = Dense>,
    snapshot: &Snapshot,
    program: &Program<'_>,
) -> bool {
    let infinite = |c: Dense| {
        let atom = snapshot.atoms[c as usize];
        atom.is_some() && atom == program.names.infinity
    };
    let negated = |n: u32| {
        program.role(snapshot.nodes[n as usize].op) == Role::Neg
            && snapshot.kids(n).iter().all(|k| infinite(*k))
    };
    let beyond = infinite(place) || snapshot.members(place).any(negated);
    let look = Look {
        snapshot,
        program,
        moves: snapshot.facts[moving as usize].depends,
        left: Cell::new(STEPS),
        place: match beyond {
            true => Place::Infinite,
            false => Place::Finite(literal(snapshot, place)),
        },
    };
    let mut parts = parts.map(|part| look.way(part, DEEP));
    let joint = parts.try_fold(Way::Constant, |way, part| way.beside(part?));
    joint.is_some()
}

impl Look<'_, '_> {
    fn is_constant(&self, class: Dense) -> bool {
        let facts = &self.snapshot.facts[class as usize];
        (facts.depends | facts.varies) & self.moves == 0
    }

    fn is_moving(&self, class: Dense) -> bool {
        let atom = self.snapshot.atoms[class as usize].map(Op::head);
        !self.is_constant(class) && matches!(atom, Some(Head::Slot(_) | Head::Symbol(_)))
    }

    /// How a class tends to its limit.
    fn way(&self, class: Dense, deep: u32) -> Option<Way> {
        if self.is_constant(class) {
            return Some(Way::Constant);
        }
        if self.is_moving(class) {
            return matches!(self.place, Place::Finite(_)).then_some(Way::Continuous);
        }
        let deep = deep.checked_sub(1)?;
        let forms = self.snapshot.members(class).take(FORMS);
        forms.filter_map(|form| self.form(form, deep)).next()
    }

    /// How one form of it does.
    fn form(&self, node: u32, deep: u32) -> Option<Way> {
        self.left.set(self.left.get().checked_sub(1)?);
        let kids = self.snapshot.stored(node);
        let all = |kids: &[Dense]| {
            let mut ways = kids.iter().map(|kid| self.way(*kid, deep));
            ways.try_fold(Way::Constant, |way, kid| way.beside(kid?))
        };
        match (
            self.program.role(self.snapshot.nodes[node as usize].op),
            kids,
        ) {
            (
                Role::Add
                | Role::Mul
                | Role::Neg
                | Role::Abs
                | Role::Exp
                | Role::RealIfReal
                | Role::PositiveIfReal,
                kids,
            ) => all(kids),
            (Role::Call, [head, at @ ..]) => {
                let plain = self.is_constant(*head) && at.iter().all(|a| self.snapshot.is_atom(*a));
                plain.then_some(Way::Supposed)
            }
            (Role::Idx, [head, ..]) => self.is_constant(*head).then_some(Way::Supposed),
            (Role::Pow, [base, exponent]) => {
                match literal(self.snapshot, *exponent) {
                    Some(1..) => return self.way(*base, deep),
                    Some(power) if power < 0 => {
                        return self.away(*base, deep).then_some(Way::Continuous);
                    }
                    _ => {}
                }
                let positive = self.is_constant(*base) && self.has(*base, Flags::POSITIVE);
                positive.then(|| self.way(*exponent, deep)).flatten()
            }
            (Role::Root, [of, index]) => {
                let counted = literal(self.snapshot, *index).is_some_and(|n| n > 0);
                counted.then(|| self.way(*of, deep)).flatten()
            }
            (Role::Ln, [of]) => {
                (self.is_moving(*of) && self.is_positive()).then_some(Way::Continuous)
            }
            (Role::Div, [above, below]) => {
                let above = self.way(*above, deep)?;
                if self.is_constant(*below) {
                    return Some(above);
                }
                self.away(*below, deep)
                    .then(|| above.beside(Way::Continuous))
                    .flatten()
            }
            _ => None,
        }
    }

    fn has(&self, class: Dense, flags: Flags) -> bool {
        self.snapshot.facts[class as usize].flags.has(flags)
    }

    /// Whether the place is known to be a number above zero.
    const fn is_positive(&self) -> bool {
        matches!(self.place, Place::Finite(Some(1..)))
    }

    /// Whether the reciprocal of a class has a limit: it stays away from zero, or grows.
    fn away(&self, class: Dense, deep: u32) -> bool {
        match self.place {
            Place::Infinite => self.grows(class, deep),
            Place::Finite(_) if self.is_moving(class) => self.is_positive(),
            Place::Finite(_) => {
                let mut powers = self.snapshot.members(class).take(FORMS);
                let power = |n: u32| self.power(n).is_some_and(|(base, _)| self.is_moving(base));
                self.is_above(class, deep) && self.way(class, deep) == Some(Way::Continuous)
                    || self.is_positive() && powers.any(power)
            }
        }
    }

    /// The base and the exponent of a power whose exponent is a number above zero.
    fn power(&self, node: u32) -> Option<(Dense, i64)> {
        let power = self.program.role(self.snapshot.nodes[node as usize].op) == Role::Pow;
        match self.snapshot.stored(node) {
            [base, exponent] if power => {
                let exponent = literal(self.snapshot, *exponent)?;
                (exponent > 0).then_some((*base, exponent))
            }
            _ => None,
        }
    }

    /// Whether a class is above zero by its form: `1 + x^2`, `e^x`. What is known of divisors says nothing
    /// of where they tend to.
    fn is_above(&self, class: Dense, deep: u32) -> bool {
        if self.is_constant(class) {
            return literal(self.snapshot, class).is_some_and(|n| n > 0);
        }
        let Some(deep) = deep.checked_sub(1) else {
            return false;
        };
        let even = |class: &Dense| {
            let mut forms = self.snapshot.members(*class).take(FORMS);
            forms.any(|n| self.power(n).is_some_and(|(_, exponent)| exponent % 2 == 0))
        };
        let form = |n: u32| {
            let kids = self.snapshot.stored(n);
            match (self.program.role(self.snapshot.nodes[n as usize].op), kids) {
                (Role::Exp | Role::PositiveIfReal, _) => true,
                (Role::Pow, [base, _]) => literal(self.snapshot, *base).is_some_and(|b| b > 0),
                (Role::Add, kids) => {
                    kids.iter().all(|k| even(k) || self.is_above(*k, deep))
                        && kids.iter().any(|k| self.is_above(*k, deep))
                }
                _ => false,
            }
        };
        self.snapshot.members(class).take(FORMS).any(form)
    }

    /// Whether a class becomes larger than all numbers as what moves does.
    fn grows(&self, class: Dense, deep: u32) -> bool {
        if self.is_constant(class) {
            return false;
        }
        if self.is_moving(class) {
            return true;
        }
        let Some(deep) = deep.checked_sub(1) else {
            return false;
        };
        let moving = |kids: &[Dense]| {
            let mut moving = kids.iter().filter(|k| !self.is_constant(**k));
            moving.next().is_some_and(|k| self.grows(*k, deep)) && moving.next().is_none()
        };
        let form = |n: u32| {
            let kids = self.snapshot.stored(n);
            match (self.program.role(self.snapshot.nodes[n as usize].op), kids) {
                (Role::Add, kids) => moving(kids),
                (Role::Mul, kids) => {
                    let number = |k: &&Dense| self.is_constant(**k);
                    moving(kids)
                        && kids
                            .iter()
                            .filter(number)
                            .all(|k| self.has(*k, Flags::NONZERO))
                }
                _ => self
                    .power(n)
                    .is_some_and(|(base, _)| self.grows(base, deep)),
            }
        };
        self.snapshot.members(class).take(FORMS).any(form)
    }
}
