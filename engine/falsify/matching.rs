//! Matching a shape on a node of a term: every way, up to a limit.

use super::places::{Path, at};
use super::rule::{HeadShape, Shape};
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// The most ways to match one node.
const MOST: usize = 64;

/// What a variable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing yet.
    Free,
    /// The node at this path.
    One(Path),
    /// The nodes at these paths, arguments of one node.
    Rest(Vec<Path>),
    /// An operator.
    Head(Op),
}

/// A match: what the variables stand for, and the nodes that the shape itself took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub bound: Vec<Bound>,
    pub taken: Vec<Path>,
}

/// All ways in which a shape matches the node at a path.
pub(crate) fn matches(
    shape: &Shape,
    vars: usize,
    root: &Term,
    path: &[u16],
    vocabulary: &Vocabulary,
) -> Vec<Match> {
    let start = Match {
        bound: vec![Bound::Free; vars],
        taken: Vec::new(),
    };
    let matcher = Matcher { root, vocabulary };
    matcher.node(shape, path, start)
}

struct Matcher<'m> {
    root: &'m Term,
    vocabulary: &'m Vocabulary,
}

impl Matcher<'_> {
    fn node(&self, shape: &Shape, path: &[u16], mut so_far: Match) -> Vec<Match> {
        let Some(term) = at(self.root, path) else {
            return Vec::new();
        };
        match shape {
            Shape::Var(v) => match &so_far.bound[usize::from(*v)] {
                Bound::Free => {
                    so_far.bound[usize::from(*v)] = Bound::One(path.to_vec());
                    vec![so_far]
                }
                Bound::One(other) if at(self.root, other) == Some(term) => {
                    so_far.taken.push(path.to_vec());
                    vec![so_far]
                }
                _ => Vec::new(),
            },
            // Holes stand on right sides alone, rests in lists of arguments.
            Shape::Rest(_) | Shape::Hole(_) | Shape::Node(HeadShape::Hole(_), _) => Vec::new(),
            Shape::Node(head, args) => {
                let op = term.op;
                match head {
                    HeadShape::Op(wanted) if *wanted != op => return Vec::new(),
                    HeadShape::Op(_) => {}
                    HeadShape::Var(v) => {
                        let binds = self.vocabulary.operator(op).map(|o| o.binds.is_some());
                        if binds != Some(false) || term.args.is_empty() {
                            return Vec::new();
                        }
                        match so_far.bound[usize::from(*v)] {
                            Bound::Free => so_far.bound[usize::from(*v)] = Bound::Head(op),
                            Bound::Head(other) if other == op => {}
                            _ => return Vec::new(),
                        }
                    }
                    HeadShape::Hole(_) => return Vec::new(),
                }
                so_far.taken.push(path.to_vec());
                let free: Vec<u16> = (0..term.args.len() as u16).collect();
                let operator = self.vocabulary.operator(op);
                if operator.is_some_and(|o| o.comm) {
                    self.unordered(args, path, &free, so_far)
                } else {
                    self.ordered(args, path, &free, so_far)
                }
            }
        }
    }

    /// Arguments in their order; a rest takes as many as it must.
    fn ordered(&self, shapes: &[Shape], path: &[u16], free: &[u16], so_far: Match) -> Vec<Match> {
        match shapes {
            [] if free.is_empty() => vec![so_far],
            [] => Vec::new(),
            [Shape::Rest(v), others @ ..] => {
                let Some(count) = free.len().checked_sub(others.len()) else {
                    return Vec::new();
                };
                let rest = free[..count].iter().map(|i| child(path, *i)).collect();
                let Some(so_far) = self.rest(*v, rest, so_far) else {
                    return Vec::new();
                };
                self.ordered(others, path, &free[count..], so_far)
            }
            [first, others @ ..] => {
                let Some((place, free)) = free.split_first() else {
                    return Vec::new();
                };
                let mut found = Vec::new();
                for one in self.node(first, &child(path, *place), so_far) {
                    found.extend(self.ordered(others, path, free, one));
                }
                found
            }
        }
    }

    /// Arguments in any order; a rest takes what is left.
    fn unordered(&self, shapes: &[Shape], path: &[u16], free: &[u16], so_far: Match) -> Vec<Match> {
        let rests = |s: &&Shape| matches!(s, Shape::Rest(_));
        let Some(first) = shapes.iter().position(|s| !rests(&s)) else {
            return match shapes {
                [] if free.is_empty() => vec![so_far],
                [Shape::Rest(v)] => {
                    let rest = free.iter().map(|i| child(path, *i)).collect();
                    self.rest(*v, rest, so_far).into_iter().collect()
                }
                _ => Vec::new(),
            };
        };
        let mut others = shapes.to_vec();
        let shape = others.remove(first);
        let mut found = Vec::new();
        for (i, place) in free.iter().enumerate() {
            let mut left = free.to_vec();
            left.remove(i);
            for one in self.node(&shape, &child(path, *place), so_far.clone()) {
                found.extend(self.unordered(&others, path, &left, one));
                if found.len() >= MOST {
                    return found;
                }
            }
        }
        found
    }

    fn rest(&self, var: u8, rest: Vec<Path>, mut so_far: Match) -> Option<Match> {
        let bound = &mut so_far.bound[usize::from(var)];
        if *bound != Bound::Free {
            return None;
        }
        *bound = Bound::Rest(rest);
        Some(so_far)
    }
}

fn child(path: &[u16], place: u16) -> Path {
    let mut path = path.to_vec();
    path.push(place);
    path
}
