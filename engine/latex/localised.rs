//! Rings and modules of fractions, `S^{-1}R`, `(R \setminus \mathfrak{p})^{-1}M`: nothing is inverted,
//! and no product is meant.

use super::kinds::capital;
use super::parse::minus_one;
use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::term::Op;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// Letters of sets of denominators.
const DENOMINATORS: &[&str] = &["S", "T", "U", "W", r"\Sigma"];

/// Letters of rings and modules that a localisation is told by without company.
const RINGS: &[&str] = &["R", "M"];

/// The operators that are looked for.
struct Signs {
    localised: Op,
    quotient: Option<Op>,
    div: Op,
    setminus: Option<Op>,
    /// What stands between structures.
    arrows: [Option<Op>; 7],
    eq: Option<Op>,
    member: Option<Op>,
}

/// What the formula tells.
#[derive(Default)]
struct Told {
    /// Letters of sets of denominators.
    sets: Vec<String>,
    /// Letters that stand otherwise than inverted before one thing, as those of matrices do.
    others: Vec<String>,
    /// Letters that are kept, because they tell it.
    kept: Vec<String>,
}

/// The formula with its localisations, and the letters that tell them.
pub(super) fn fractions(tree: Tree, table: &Table) -> (Tree, Vec<String>) {
    let Some(localised) = table.named("localised") else {
        return (tree, Vec::new());
    };
    let signs = Signs {
        localised,
        quotient: table.named("quotient"),
        div: table.div,
        setminus: table.named("setminus"),
        arrows: ["cong", "simeq", "tends", "embeds", "onto", "maps", "otimes"]
            .map(|name| table.named(name)),
        eq: table.eq,
        member: table.named("in"),
    };
    let mut told = Told::default();
    signs.look(&tree, true, &mut told);
    let others = std::mem::take(&mut told.others);
    told.sets.retain(|name| !others.contains(name));
    let mut tree = tree;
    signs.within(&mut tree, &mut told);
    (tree, told.kept)
}

impl Signs {
    /// Finds the letters that tell localisations; `side` says whether this is a side of a relation, or
    /// all there is.
    fn look(&self, tree: &Tree, side: bool, told: &mut Told) {
        if tree.height > DEEPEST {
            return;
        }
        if let Some((set, of)) = self.parts(tree) {
            if let Some(name) = set.symbol()
                && (of.closed
                    || tree.head == Head::Call
                    || side && of.symbol().is_some_and(|n| RINGS.contains(&n)))
                && name == "S"
            {
                told.sets.push(name.to_owned());
            }
            return self.look(of, false, told);
        }
        match &tree.head {
            Head::Apply(op) if self.arrows.contains(&Some(*op)) => self.sides(&tree.args, told),
            Head::Chain(ops) => {
                let arrow = |op: &Op| self.arrows.contains(&Some(*op));
                if ops.iter().any(arrow) {
                    self.sides(&tree.args, told);
                } else if ops.iter().all(|op| Some(*op) == self.eq) {
                    self.listed(&tree.args, told);
                } else if ops.iter().all(|op| Some(*op) == self.member) {
                    // `s \in S`
                    return self.look(&tree.args[0], false, told);
                }
                let sides = ops.iter().all(|op| arrow(op) || Some(*op) == self.eq);
                return tree.args.iter().for_each(|arg| self.look(arg, sides, told));
            }
            Head::Symbol(name) if DENOMINATORS.contains(&name.as_ref()) && !side => {
                told.others.push(name.to_string());
            }
            _ => {}
        }
        let side = matches!(tree.head, Head::Items);
        tree.args.iter().for_each(|arg| self.look(arg, side, told));
    }

    /// `S = \{1, f, f^2, \ldots\}`, `S^{-1}R = \{r/s : \ldots\}`
    fn listed(&self, sides: &[Tree], told: &mut Told) {
        let listed = |t: &Tree| matches!(t.head, Head::Builder | Head::Braces);
        if !sides.iter().any(listed) {
            return;
        }
        for side in sides {
            let set = self.parts(side).map_or(side, |(set, _)| set);
            if let Some(name) = set.symbol().filter(|n| DENOMINATORS.contains(n)) {
                told.sets.push(name.to_owned());
            }
        }
    }

    /// What stands on the sides of an arrow, in quotients and products there, too.
    fn sides(&self, sides: &[Tree], told: &mut Told) {
        for side in sides {
            if let Some((set, _)) = self.parts(side) {
                told.sets.extend(set.symbol().map(str::to_owned));
            } else if let Head::Apply(_) = side.head {
                self.sides(&side.args, told);
            }
        }
    }

    /// The set of denominators and what has them.
    fn parts<'t>(&self, tree: &'t Tree) -> Option<(&'t Tree, &'t Tree)> {
        let joined = match &tree.head {
            Head::Product(joins) => joins[..] == [Join::Beside],
            head => *head == Head::Call,
        };
        let (Head::Power, [power, of]) = (&tree.args.first()?.head, tree.args.as_slice()) else {
            return None;
        };
        let set = &power.args[0];
        let named = set.symbol().is_some_and(|n| DENOMINATORS.contains(&n));
        let left_out = matches!(set.head, Head::Apply(op) if Some(op) == self.setminus);
        let structure = match &of.head {
            Head::Symbol(_) | Head::Index => {
                let name = of.root_symbol()?;
                Some(name) != set.symbol() && (capital(name) || name.starts_with(r"\mathfrak{"))
            }
            Head::Apply(_) => {
                (of.closed || tree.head == Head::Call)
                    && of.args.iter().all(|a| a.root_symbol().is_some_and(capital))
            }
            _ => false,
        };
        let fits = joined && (named || left_out) && structure && minus_one(&power.args[1]);
        fits.then_some((set, of))
    }

    /// Makes localisations of the products that are some.
    fn within(&self, tree: &mut Tree, told: &mut Told) {
        if tree.height > DEEPEST {
            return;
        }
        tree.args.iter_mut().for_each(|arg| self.within(arg, told));
        let found = self.parts(tree).filter(|(set, _)| {
            let known = |name: &str| told.sets.iter().any(|known| known == name);
            set.symbol().is_none_or(known)
        });
        if let Some((set, of)) = found {
            let names = [set.symbol(), of.root_symbol()];
            told.kept
                .extend(names.into_iter().flatten().map(str::to_owned));
            let mut of = of.clone();
            self.divided(&mut of);
            let (start, end) = (tree.start, tree.end);
            let mut whole = Tree::over(Head::Apply(self.localised), vec![set.clone(), of]);
            (whole.start, whole.end) = (start, end);
            *tree = whole;
        } else if tree
            .args
            .iter()
            .any(|arg| arg.head == Head::Apply(self.localised))
        {
            // `S^{-1}M/S^{-1}N`
            self.divided(tree);
        }
    }

    /// Makes a quotient of a division.
    fn divided(&self, tree: &mut Tree) {
        if tree.head == Head::Apply(self.div)
            && let Some(op) = self.quotient
        {
            tree.head = Head::Apply(op);
        }
    }
}
