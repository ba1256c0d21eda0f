//! Columns of two entries in parentheses that are binomial coefficients, as they are set by
//! `\left(\begin{array}{c} n \\ k \end{array}\right)`.

use super::table::Table;
use super::tree::{Head, Tree};
use crate::term::Op;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// Letters of what is chosen from, and of how many are chosen.
const FROM: &[&str] = &[
    "n", "m", "N", "M", "p", "q", "r", "s", "t", "k", "j", "i", "l", "K",
];
const CHOSEN: &[&str] = &["k", "r", "j", "i", "l", "m", "s", "t", "p", "q", "n"];

/// Relations of numbers.
const ORDERS: &[&str] = &["lt", "le", "gt", "ge"];

struct Look<'r> {
    source: &'r str,
    eq: Option<Op>,
    div: Op,
    factorial: Option<Op>,
    orders: Vec<Op>,
}

/// The formula with its binomial coefficients, when it shows that they are numbers.
pub(super) fn chosen(mut tree: Tree, source: &str, table: &Table) -> Tree {
    let Some(binom) = table.binom else {
        return tree;
    };
    let look = Look {
        source,
        eq: table.eq,
        div: table.div,
        factorial: table.named("factorial"),
        orders: ORDERS.iter().filter_map(|name| table.named(name)).collect(),
    };
    if look.columns_alone(&tree) && look.numbers(&tree) {
        replace(&mut tree, binom);
    }
    tree
}

fn replace(tree: &mut Tree, binom: Op) {
    if tree.head == Head::Matrix {
        let entries = tree
            .args
            .iter_mut()
            .flat_map(|row| std::mem::take(&mut row.args));
        let mut found = Tree::over(Head::Apply(binom), entries.collect());
        (found.start, found.end, found.closed) = (tree.start, tree.end, true);
        *tree = found;
        return;
    }
    tree.args.iter_mut().for_each(|arg| replace(arg, binom));
}

impl Look<'_> {
    /// Whether every matrix may be a binomial coefficient, and nothing else is a vector.
    fn columns_alone(&self, tree: &Tree) -> bool {
        if tree.height > DEEPEST {
            return false;
        }
        match &tree.head {
            Head::Matrix => self.entries(tree).is_some(),
            Head::Symbol(name) => ![r"\vec{", r"\mathbf{", r"\boldsymbol{"]
                .iter()
                .any(|font| name.starts_with(font)),
            _ => tree.args.iter().all(|arg| self.columns_alone(arg)),
        }
    }

    /// What is chosen from, and how many are chosen.
    fn entries<'t>(&self, tree: &'t Tree) -> Option<(&'t Tree, &'t Tree)> {
        let [above, below] = tree.args.as_slice() else {
            return None;
        };
        let ([above], [below]) = (above.args.as_slice(), below.args.as_slice()) else {
            return None;
        };
        let round = self.source.get(tree.start..).is_some_and(|rest| {
            ["(", r"\left(", r"\left (", r"\begin{pmatrix}"]
                .iter()
                .any(|open| rest.starts_with(open))
        });
        let ordered = match (above.whole_number(), below.whole_number()) {
            (Some(n), Some(k)) => k <= n,
            (None, Some(k)) => k > 0 && counts(above, FROM),
            (Some(n), None) => n > 1 && counts(below, CHOSEN),
            (None, None) => counts(above, FROM) && counts(below, CHOSEN),
        };
        (tree.head == Head::Matrix && round && ordered).then_some((above, below))
    }

    /// Whether a formula says that one of its columns is a number.
    fn numbers(&self, tree: &Tree) -> bool {
        let args = &tree.args;
        let column = |t: &Tree| t.head == Head::Matrix;
        let here = match &tree.head {
            // `n` above `k`, which are often a vector in an environment of matrices
            Head::Matrix => self.entries(tree).is_some_and(|(above, below)| {
                !self.source[tree.start..].starts_with(r"\begin{")
                    && counts(above, &["n", "N", "m"])
                    && (counts(below, &["k", "r", "j", "i", "l"]) || below.whole_number().is_some())
            }),
            Head::Product(_) => args.iter().filter(|t| column(t)).count() > 1,
            Head::Power => column(&args[0]),
            Head::Sum(..) => {
                args.iter().any(within) && args.iter().any(|t| self.number(t)) || self.alike(args)
            }
            Head::Apply(op) if *op == self.div => args.iter().any(|t| column(t) || product_of(t)),
            Head::Chain(ops) => {
                let ordered = ops.iter().any(|op| self.orders.contains(op));
                let equal = ops.iter().all(|op| Some(*op) == self.eq);
                args.iter().any(within)
                    && (ordered || equal && args.iter().any(|side| self.number(side)))
            }
            _ => false,
        };
        here || args.iter().any(|arg| self.numbers(arg))
    }

    /// Whether summands are columns with the same number below, which vectors would lose:
    /// `\left(\begin{array}{c} k \\ 2 \end{array}\right) - \left(\begin{array}{c} l \\ 2 \end{array}\right)`.
    fn alike(&self, summands: &[Tree]) -> bool {
        let below = |t: &Tree| {
            let (_, below) = self.entries(t)?;
            let set = !self.source[t.start..].starts_with(r"\begin{");
            below.whole_number().filter(|_| set)
        };
        let first = summands.first().and_then(below);
        first.is_some() && summands.len() > 1 && summands.iter().all(|t| below(t) == first)
    }

    /// Whether this is a number for certain: no column and no letter is all there is to it.
    fn number(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(_) => true,
            Head::Sum(..) => tree.args.iter().any(|t| self.number(t)),
            Head::Apply(op) if Some(*op) == self.factorial => true,
            Head::Apply(op) if *op == self.div => tree.args.iter().all(|t| !within(t)),
            Head::Product(_) | Head::Power => tree.args.iter().all(|t| self.number(t)),
            _ => false,
        }
    }
}

/// Whether a column is a factor of a product.
fn product_of(tree: &Tree) -> bool {
    matches!(tree.head, Head::Product(_)) && tree.args.iter().any(|t| t.head == Head::Matrix)
}

/// Whether a column stands in it.
fn within(tree: &Tree) -> bool {
    tree.head == Head::Matrix || tree.args.iter().any(within)
}

/// Whether this is made of these letters and of whole numbers, and not of numbers alone.
fn counts(tree: &Tree, letters: &[&str]) -> bool {
    let part = |t: &Tree| t.whole_number().is_some() || counts(t, letters);
    match &tree.head {
        Head::Symbol(name) => letters.contains(&name.as_str()),
        Head::Sum(..) | Head::Product(_) => {
            tree.args.iter().all(part) && tree.args.iter().any(|t| counts(t, letters))
        }
        Head::Index => tree.args.first().is_some_and(|base| counts(base, letters)),
        _ => false,
    }
}
