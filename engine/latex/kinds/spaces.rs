//! Letters of points of a space beside dots: `|x \cdot y|` with `x, y \in \mathbb{R}^n`, the phase
//! `x \cdot \xi` of what is integrated over `\mathbb{R}^n`.

use super::Kinds;
use crate::latex::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;
use smallvec::SmallVec;

/// Letters that may stand on the other side of the dot; others would be numbers.
const OTHERS: &[&str] = &[
    "a", "b", "k", "n", "p", "q", "u", "v", "w", "x", "y", "z", r"\xi", r"\eta", r"\zeta", r"\nu",
    r"\omega", r"\theta",
];

/// As many letters are gathered.
const MOST: usize = 16;

type Names = SmallVec<[String; 4]>;

impl Kinds<'_> {
    /// Notes the vectors on both sides of a dot, one of which is said to be a point of a real space.
    pub(super) fn dotted_points(&mut self, tree: &Tree) {
        let (mut points, mut found) = (Names::new(), Names::new());
        self.points(tree, &mut points);
        if !points.is_empty() {
            dotted(tree, &points, &mut found);
        }
        found.iter().for_each(|name| self.note(name, Kind::Vec));
    }

    /// Gathers letters that are in a real space or over which is integrated there.
    fn points(&self, tree: &Tree, found: &mut Names) {
        let fits = match &tree.head {
            Head::Chain(ops) => ops.iter().any(|op| Some(*op) == self.table.member),
            Head::Binder(..) => true,
            _ => false,
        };
        if fits && tree.args.iter().any(|part| self.real_space(part)) {
            for part in &tree.args {
                let letters = match part.head {
                    Head::Items if !part.closed => part.args.as_slice(),
                    _ => std::slice::from_ref(part),
                };
                let room = MOST.saturating_sub(found.len());
                let letters = letters.iter().filter_map(Tree::symbol).take(room);
                found.extend(letters.map(str::to_owned));
            }
        }
        for part in tree.args.iter().filter(|part| !part.args.is_empty()) {
            self.points(part, found);
        }
    }

    /// Whether this is the space of lists of several real numbers.
    fn real_space(&self, tree: &Tree) -> bool {
        let (Head::Power, [numbers, size]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let several = match &size.head {
            Head::Number(n) => n != "1",
            Head::Symbol(name) => matches!(name.as_str(), "n" | "d" | "m" | "N" | "k" | "p"),
            _ => false,
        };
        several && matches!(numbers.head, Head::Apply(op) if self.name(op) == "RR")
    }
}

/// Gathers the letters on both sides of a dot, one of which is among these.
fn dotted(tree: &Tree, points: &Names, found: &mut Names) {
    if let Head::Product(joins) = &tree.head {
        let pairs = tree.args.windows(2).zip(joins);
        for (pair, _) in pairs.filter(|(_, join)| **join == Join::Dot) {
            if let (Some(one), Some(other)) = (pair[0].symbol(), pair[1].symbol()) {
                let point = |name: &str| points.iter().any(|known| known == name);
                let fits = |name: &str| point(name) || OTHERS.contains(&name);
                if (point(one) || point(other)) && fits(one) && fits(other) && found.len() < MOST {
                    found.extend([one, other].map(str::to_owned));
                }
            }
        }
    }
    for part in tree.args.iter().filter(|part| !part.args.is_empty()) {
        dotted(part, points, found);
    }
}
