//! Lines, circles and planes in brackets, by points on them or by a letter: `M \in (ABC)`, `d(A, (SBC))`,
//! `d \perp (P)`.

use super::kinds::capital;
use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Vocabulary;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// As many points are named.
const MOST: usize = 6;

/// What stands between such things, or between them and points.
const BETWEEN: &[&str] = &[
    "perpendicular",
    "parallel",
    "in",
    "notin",
    "subset",
    "subseteq",
    "inter",
    "angle",
];

/// The operators that are looked for.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    enclosed: Op,
    between: [Option<Op>; BETWEEN.len()],
}

impl Signs {
    /// Those of a vocabulary; none when it has no such brackets.
    pub(super) fn of(vocabulary: &Vocabulary) -> Option<Self> {
        Some(Self {
            enclosed: vocabulary.find("enclosed")?,
            between: std::array::from_fn(|at| vocabulary.find(BETWEEN[at])),
        })
    }
}

struct Look<'r> {
    source: &'r str,
    table: &'r Table,
    signs: Signs,
}

/// The formula with the brackets that say so.
pub(super) fn enclosed(mut tree: Tree, source: &str, table: &Table) -> Tree {
    let Some(signs) = table.planes else {
        return tree;
    };
    let look = Look {
        source,
        table,
        signs,
    };
    match look.through(&tree) {
        true => look.wrap(&mut tree),
        false => look.within(&mut tree),
    }
    tree
}

impl Look<'_> {
    fn within(&self, tree: &mut Tree) {
        if tree.height > DEEPEST {
            return;
        }
        let named = |op: &Op| self.signs.between.contains(&Some(*op));
        let related = match &tree.head {
            Head::Chain(ops) => ops.iter().any(named),
            Head::Apply(op) => named(op),
            _ => false,
        };
        let chained = related && matches!(tree.head, Head::Chain(_));
        let listed = matches!(
            tree.head,
            Head::Items | Head::Pair(..) | Head::Sequence | Head::Call
        );
        let mut found = false;
        for part in tree.args.iter_mut() {
            let own = (related || listed) && self.through(part);
            if own || chained && self.lettered(part) && large(part) {
                self.wrap(part);
                found = related;
            } else if !part.args.is_empty() {
                self.within(part);
            }
        }
        if let (true, Some(points)) = (found, self.table.usual.points) {
            // `AB \subset (P)`
            for part in tree.args.iter_mut().filter(|part| !part.closed) {
                if self.beside(part) {
                    part.head = Head::Apply(points);
                }
            }
        }
    }

    fn wrap(&self, tree: &mut Tree) {
        let points = match tree.head {
            Head::Product(_) | Head::Apply(_) => std::mem::take(&mut tree.args),
            _ => {
                let mut letter = tree.clone();
                letter.closed = false;
                vec![letter]
            }
        };
        let mut whole = Tree::over(Head::Apply(self.signs.enclosed), points);
        (whole.start, whole.end, whole.closed) = (tree.start, tree.end, true);
        *tree = whole;
    }

    /// Whether several points stand alone in round brackets.
    fn through(&self, tree: &Tree) -> bool {
        self.beside(tree) && self.bracketed(tree)
    }

    /// Whether several points stand side by side.
    fn beside(&self, tree: &Tree) -> bool {
        let beside = match &tree.head {
            Head::Product(joins) => joins.iter().all(|j| *j == Join::Beside),
            Head::Apply(op) => Some(*op) == self.table.usual.points,
            _ => false,
        };
        beside
            && (2..=MOST).contains(&tree.args.len())
            && tree.args.iter().all(|t| large(t) && !t.closed)
    }

    /// Whether one letter stands alone in round brackets.
    fn lettered(&self, tree: &Tree) -> bool {
        let letter = matches!(tree.head, Head::Index) || tree.symbol().is_some();
        letter
            && tree.root_symbol().is_some_and(|name| {
                name.len() == 1 || name.starts_with('\\') && !name.contains('{')
            })
            && self.bracketed(tree)
    }

    fn bracketed(&self, tree: &Tree) -> bool {
        let spelled = self.source.get(tree.start..tree.end).unwrap_or("");
        tree.closed && spelled.starts_with('(') && spelled.ends_with(')')
    }
}

/// Whether this is a capital or Greek letter, perhaps with an index or primes.
fn large(tree: &Tree) -> bool {
    let letter = match &tree.head {
        Head::Index | Head::Prime => tree.args.first(),
        _ => Some(tree),
    };
    letter.and_then(Tree::symbol).is_some_and(|name| {
        name.len() == 1 && capital(name) || matches!(name, r"\alpha" | r"\beta")
    })
}
