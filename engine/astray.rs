//! Where a term goes astray: the parts that keep it from being a member of a class.

use rustc_hash::FxHashMap;

use crate::forest::{ClassId, Forest};
use crate::member::Search;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// As many nodes of a class are compared with a term.
const NODES: usize = 32;

/// A part of a term that no member of the class has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which argument of which argument… it is.
    pub path: Vec<usize>,
    /// How much of it is astray.
    pub extent: Extent,
}

/// How much of a part is astray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// What joins its arguments: they are those of a member.
    Head,
    /// Nothing of it: members have more arguments here.
    Lacking,
}

/// The parts that keep a term from being a member of the root class, as few and as small as a
/// comparison from the top finds them; empty for a member.
pub fn astray(forest: &Forest, term: &Term, vocabulary: &Vocabulary) -> Vec<Part> {
    if forest.classes.is_empty() {
        return Vec::new();
    }
    let mut comparison = Comparison {
        search: Search::new(forest, vocabulary),
        known: FxHashMap::default(),
    };
    comparison.compare(term, forest.root).parts
}

/// Parts, and how many nodes are in them.
#[derive(Clone, Debug, Default)]
struct Stray {
    cost: usize,
    parts: Vec<Part>,
}

impl Stray {
    fn of(cost: usize, extent: Extent) -> Self {
        let path = Vec::new();
        Self {
            cost,
            parts: vec![Part { path, extent }],
        }
    }

    /// Adds what is astray in an argument.
    fn add(&mut self, place: usize, inner: Self) {
        self.cost += inner.cost;
        self.parts.extend(inner.parts.into_iter().map(|mut part| {
            part.path.insert(0, place);
            part
        }));
    }
}

struct Comparison<'f> {
    search: Search<'f>,
    known: FxHashMap<(Term, ClassId), Stray>,
}

impl Comparison<'_> {
    fn compare(&mut self, term: &Term, class: ClassId) -> Stray {
        if self.search.member(term, class) {
            return Stray::default();
        }
        let key = (term.clone(), class);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut best = Stray::of(term.size(), Extent::Whole);
        let forest = self.search.forest;
        let nodes = forest.classes[class as usize].nodes.iter();
        let nodes = nodes.filter(|node| !node.args.is_empty() && !term.args.is_empty());
        for node in nodes.take(NODES) {
            let found = if node.op == term.op {
                self.paired(term, &node.args)
            } else {
                self.joined(term, &node.args)
            };
            if let Some(found) = found.filter(|found| found.cost < best.cost) {
                best = found;
            }
        }
        self.known.insert(key, best.clone());
        best
    }

    /// Whether all arguments are members of the classes, in some order, under another operator.
    fn joined(&mut self, term: &Term, classes: &[ClassId]) -> Option<Stray> {
        if classes.len() != term.args.len() {
            return None;
        }
        let mut rest = classes.to_vec();
        for arg in term.args.iter() {
            let at = rest
                .iter()
                .position(|class| self.search.member(arg, *class))?;
            rest.remove(at);
        }
        Some(Stray::of(1, Extent::Head))
    }

    /// What is astray in the arguments, under the same operator.
    fn paired(&mut self, term: &Term, classes: &[ClassId]) -> Option<Stray> {
        let operator = self.search.operator(term.op);
        let (comm, assoc) = operator.map_or((false, false), |o| (o.comm, o.assoc));
        let mut places: Vec<usize> = (0..term.args.len()).collect();
        let mut left = classes.to_vec();
        let mut stray = Stray::default();
        if !comm && !assoc {
            if places.len() != left.len() {
                return None;
            }
            for (place, class) in places.into_iter().zip(left) {
                let inner = self.compare(&term.args[place], class);
                stray.add(place, inner);
            }
            return Some(stray);
        }
        if comm {
            places.retain(|place| {
                let arg = &term.args[*place];
                let found = left
                    .iter()
                    .position(|class| self.search.member(arg, *class));
                found.map(|at| left.remove(at)).is_none()
            });
        } else {
            let alike = |search: &mut Search<'_>, place: usize, class: Option<&ClassId>| {
                class.is_some_and(|class| search.member(&term.args[place], *class))
            };
            while !places.is_empty() && alike(&mut self.search, places[0], left.first()) {
                places.remove(0);
                left.remove(0);
            }
            while let Some(place) = places.last().copied()
                && alike(&mut self.search, place, left.last())
            {
                places.pop();
                left.pop();
            }
        }
        // The arguments that are most alike belong together.
        while !places.is_empty() && !left.is_empty() {
            let mut best: Option<(usize, usize, Stray)> = None;
            for (i, place) in places.iter().enumerate() {
                for (j, class) in left.iter().enumerate() {
                    let found = self.compare(&term.args[*place], *class);
                    if best
                        .as_ref()
                        .is_none_or(|(.., least)| found.cost < least.cost)
                    {
                        best = Some((i, j, found));
                    }
                }
            }
            let Some((i, j, inner)) = best else { break };
            stray.add(places.remove(i), inner);
            left.remove(j);
        }
        for place in places {
            let size = term.args[place].size();
            stray.add(place, Stray::of(size, Extent::Whole));
        }
        if !left.is_empty() {
            let lacking = Stray::of(left.len(), Extent::Lacking);
            stray.cost += lacking.cost;
            stray.parts.extend(lacking.parts);
        }
        Some(stray)
    }
}
