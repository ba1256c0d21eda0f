//! The places of a term: every node with its path, its kind and what stands above it.

use crate::atoms::Atoms;
use crate::forest::Forest;
use crate::term::{Head, Op, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// Which argument of which argument: from the root down.
pub(crate) type Path = Vec<u16>;

/// The most nodes of a term that are looked at.
const MOST: usize = 2_000;

/// A node of the term.
pub(super) struct Node<'t> {
    pub path: Path,
    pub term: &'t Term,
    pub kind: Kind,
    /// The operators above, outermost first, with the argument that leads here.
    pub above: Vec<(Op, u16)>,
    /// Whether it is the place of a name: what a binder binds, what a quantifier declares.
    pub named: bool,
}

/// The part that a node plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A name: what a binder binds, what a quantifier declares.
    Name,
    /// Of a quantifier.
    Declaration,
    Other,
}

/// All nodes, parents first.
pub(super) fn nodes<'t>(term: &'t Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut state = State {
        atoms,
        vocabulary,
        path: Vec::new(),
        above: Vec::new(),
    };
    state.visit(term, Part::Other, &mut found);
    found
}

struct State<'a> {
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
    path: Path,
    above: Vec<(Op, u16)>,
}

impl State<'_> {
    fn visit<'t>(&mut self, term: &'t Term, part: Part, found: &mut Vec<Node<'t>>) {
        if found.len() >= MOST {
            return;
        }
        found.push(Node {
            path: self.path.clone(),
            term,
            kind: kind(term, self.atoms, self.vocabulary),
            above: self.above.clone(),
            named: part == Part::Name,
        });
        // Pieces that were not understood hold their symbols only to be renamed.
        if matches!(term.op.head(), Head::Opaque(_)) {
            return;
        }
        for (place, arg) in term.args.iter().enumerate() {
            let part = self.part(term, place, part);
            self.path.push(place as u16);
            self.above.push((term.op, place as u16));
            self.visit(arg, part, found);
            self.above.pop();
            self.path.pop();
        }
    }

    /// What part an argument plays.
    fn part(&self, term: &Term, place: usize, own: Part) -> Part {
        let Some(operator) = self.vocabulary.operator(term.op) else {
            return Part::Other;
        };
        if let Some(binds) = &operator.binds {
            return if binds.var == place {
                Part::Name
            } else {
                Part::Other
            };
        }
        let leaf = matches!(term.args[place].op.head(), Head::Symbol(_) | Head::Slot(_));
        match (operator.name.as_str(), own) {
            // Declarations say which names they are about.
            _ if operator.has_tag("quantifier") && place + 1 < term.args.len() => {
                if leaf {
                    Part::Name
                } else {
                    Part::Declaration
                }
            }
            ("list" | "comma", own) => match own {
                Part::Declaration if leaf => Part::Name,
                own => own,
            },
            ("idx", Part::Name) if place == 0 => Part::Name,
            ("in", Part::Declaration) if place == 0 => Part::Name,
            (_, Part::Declaration) if operator.has_tag("relation") && leaf => Part::Name,
            _ => Part::Other,
        }
    }
}

/// What a term stands for.
pub(super) fn kind(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Kind {
    match term.op.head() {
        Head::Integer(_) | Head::Literal(_) => Kind::Num,
        Head::Symbol(symbol) => atoms
            .symbols
            .get(symbol as usize)
            .map_or(Kind::Any, |s| s.kind),
        Head::Slot(slot) if slot.sort != SlotSort::Any => Kind::Num,
        Head::Slot(_) | Head::Opaque(_) => Kind::Any,
        Head::Operator(_) => {
            let forest = Forest::of(term, vocabulary, atoms);
            forest.classes[forest.root as usize].kind
        }
    }
}

/// The node at a path.
pub(crate) fn at<'t>(term: &'t Term, path: &[u16]) -> Option<&'t Term> {
    path.iter()
        .try_fold(term, |term, place| term.args.get(usize::from(*place)))
}
