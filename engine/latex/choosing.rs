//! Numbers of choices and orders in letters with two indices, `C_n^k`, `A_n^k`, where factorials, a
//! law or whole numbers show them; `nCr` and `nPr` beside factorials.

use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::term::Op;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// Constants have no greater numbers.
const MANY: u64 = 3;

/// Letters that count.
const COUNTS: &[&str] = &[
    "n", "m", "k", "r", "p", "q", "s", "t", "i", "j", "l", "N", "M",
];

/// The operators that may be meant.
struct Known {
    binom: Op,
    falling: Option<Op>,
    factorial: Option<Op>,
    div: Op,
}

impl Known {
    fn is_factorial(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if Some(op) == self.factorial)
    }
}

/// What a formula shows of its letters with two indices.
#[derive(Default)]
struct Seen {
    /// The letters with an index below and one above, each with both.
    choices: Vec<(String, Tree, Tree)>,
    /// What the differences of which factorials are taken begin with.
    from: Vec<String>,
    /// What stands above in fractions of factorials.
    over: Vec<Tree>,
    factorials: bool,
    /// How often `C` or `A` stands, how often upright, and whether other letters do.
    letters: usize,
    upright: usize,
    /// The differences that are exponents.
    rests: Vec<Tree>,
    others: bool,
    /// Whether each number of orders that is a side stands beside its value: `A_5^2 = 20`.
    values: Vec<bool>,
}

/// The formula with its choices, when it shows that they are numbers.
pub(super) fn counted(mut tree: Tree, table: &Table) -> Tree {
    let Some(binom) = table.binom.filter(|_| tree.height <= DEEPEST) else {
        return tree;
    };
    let known = Known {
        binom,
        falling: table.named("falling"),
        factorial: table.named("factorial"),
        div: table.div,
    };
    let mut seen = Seen::default();
    seen.look(&tree, &known);
    if seen.factorials {
        spelled(&mut tree, &known);
    }
    if !seen.choices.is_empty() && (seen.factorials || seen.told(&tree)) {
        let turned = seen.turned();
        let ordered =
            seen.ordered(turned) || seen.upright() || seen.numbers() || seen.values.contains(&true);
        replace(&mut tree, &known, ordered, turned);
    }
    tree
}

impl Seen {
    fn look(&mut self, tree: &Tree, known: &Known) {
        if let Some((name, below, above)) = parts(tree) {
            self.choices
                .push((name.to_owned(), below.clone(), above.clone()));
        }
        match &tree.head {
            Head::Chain(_) => self.values.extend(valued(&tree.args)),
            Head::Apply(_) if known.is_factorial(tree) => {
                self.factorials = true;
                let sum = tree
                    .args
                    .first()
                    .filter(|t| matches!(t.head, Head::Sum(..)));
                let first = sum.and_then(|sum| sum.args.first()).and_then(Tree::symbol);
                self.from.extend(first.map(str::to_owned));
            }
            Head::Apply(op) if *op == known.div => {
                let above = tree.args.first().filter(|t| known.is_factorial(t));
                self.over.extend(above.map(|t| t.args[0].clone()));
            }
            Head::Symbol(name) if plain(name) == "C" => {
                self.letters += 1;
                self.upright += usize::from(name != "C");
            }
            // The arrangements beside combinations.
            Head::Symbol(name) if name == "A" || name == r"\mathrm{A}" => {
                self.letters += 1;
                self.upright += usize::from(name != "A");
            }
            Head::Symbol(_) => self.others = true,
            Head::Power | Head::Upper => self.rests.extend(tree.args.get(1).cloned()),
            _ => {}
        }
        tree.args.iter().for_each(|arg| self.look(arg, known));
    }

    fn told(&self, tree: &Tree) -> bool {
        self.lawful()
            || self.numbers()
            || self.drawn()
            || self.upright()
            || self.expands()
            || self.plain(tree)
            || self.values.contains(&true)
    }

    /// Whether all is whole numbers, none greater than what it is chosen from.
    fn numbers(&self) -> bool {
        let chosen = self.choices.iter().any(|(name, ..)| name == "C");
        !self.others
            && self.letters == self.choices.len()
            && chosen
            && self.choices.iter().all(fits)
    }

    /// Whether several choices are whole numbers, of many things somewhere, whatever they are the
    /// number of: `P(A) = \frac{C_4^2}{C_{10}^2}`. Few constants have such numbers.
    fn drawn(&self) -> bool {
        let chosen = |(name, ..): &(String, Tree, Tree)| name == "C";
        let many = |(_, below, _): &(String, Tree, Tree)| below.whole_number() > Some(MANY);
        self.choices.len() > 1
            && self.choices.iter().all(|c| chosen(c) && fits(c))
            && self.choices.iter().any(many)
    }

    /// Whether all letters are upright, as nobody writes what is raised to a power.
    fn upright(&self) -> bool {
        self.upright > 0 && self.upright == self.choices.len() && self.letters == self.upright
    }

    /// Whether none or one is chosen somewhere, as nobody writes what is raised to such a power:
    /// `C_n^0 + C_n^1 x`. A quantity may have such a number, but is then the only one, beside others:
    /// `C_m^0 / R`.
    fn plain(&self, tree: &Tree) -> bool {
        let chosen = |(name, below, _): &(String, Tree, Tree)| {
            name == "C" && !matches!(below.whole_number(), Some(0))
        };
        let [first, others @ ..] = self.choices.as_slice() else {
            return false;
        };
        let other = |(_, below, above): &(String, Tree, Tree)| {
            !(below.says_as(&first.1) && above.says_as(&first.2))
        };
        self.letters == self.choices.len()
            && self.choices.iter().all(chosen)
            && (others.iter().any(other) || !speaks_of_others(tree, &first.1))
            && self
                .choices
                .iter()
                .any(|(_, _, above)| above.whole_number().is_some_and(|k| k < 2))
    }

    /// Whether the rest is an exponent beside a single choice: `C_n^k p^k (1-p)^{n-k}`.
    fn expands(&self) -> bool {
        let [(name, below, above)] = self.choices.as_slice() else {
            return false;
        };
        let rest = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Sum(_, signs), [n, k]) => {
                let first = match below.symbol() {
                    Some(_) => n.symbol() == below.symbol(),
                    None => n.whole_number().is_some() && n.whole_number() == below.whole_number(),
                };
                let counted = k.symbol().is_some() && k.symbol() == above.symbol();
                matches!(signs.as_slice(), [None, Some(_)]) && first && counted
            }
            _ => match (t.whole_number(), below.whole_number(), above.whole_number()) {
                (Some(rest), Some(n), Some(k)) => k < n && rest == n - k,
                _ => false,
            },
        };
        name == "C" && self.letters == 1 && self.rests.iter().any(rest)
    }

    /// Whether several letters `C` stand in a formula about them, and numbers are added in their
    /// indices: `C_n^k = C_n^{n-k}`.
    fn lawful(&self) -> bool {
        let counts = |(name, below, above): &(String, Tree, Tree)| {
            name == "C" && counts(below) && counts(above)
        };
        // `C_2^{-1}` is an inverse.
        let sum = |t: &Tree| matches!(t.head, Head::Sum(..)) && t.args.len() > 1;
        self.letters == self.choices.len()
            && self.choices.len() > 1
            && self.choices.iter().all(counts)
            && self.choices.iter().any(|(_, n, k)| sum(n) || sum(k))
    }

    /// Whether the factorial of what is put in order stands above a fraction, too.
    fn ordered(&self, turned: bool) -> bool {
        self.choices.iter().any(|(_, below, above)| {
            let from = if turned { above } else { below };
            let same = |t: &Tree| match (t.symbol(), from.symbol()) {
                (Some(a), Some(b)) => a == b,
                (None, None) => {
                    t.whole_number().is_some() && t.whole_number() == from.whole_number()
                }
                _ => false,
            };
            self.over.iter().any(same)
        })
    }

    /// Whether what is chosen from stands above: `C^n_k`.
    fn turned(&self) -> bool {
        let [(_, below, above), ..] = self.choices.as_slice() else {
            return false;
        };
        let first = |t: &Tree| {
            t.symbol()
                .is_some_and(|name| self.from.iter().any(|f| f == name))
        };
        first(above) && !first(below)
    }
}

/// Whether a tree has letters other than those that count choices and those of a number.
fn speaks_of_others(tree: &Tree, number: &Tree) -> bool {
    match &tree.head {
        Head::Symbol(name) => {
            !matches!(plain(name), "C" | "A" | "P" | "V") && !number.mentions(name)
        }
        _ => tree.args.iter().any(|arg| speaks_of_others(arg, number)),
    }
}

/// Of each side that is a number of orders, whether another side is its value.
fn valued(sides: &[Tree]) -> impl Iterator<Item = bool> + '_ {
    let orders = sides.iter().filter_map(parts);
    orders.filter_map(|(name, below, above)| {
        let (n, k) = (below.whole_number()?, above.whole_number()?);
        let ordered = matches!(name, "A" | "P" | "V") && (2..=n).contains(&k);
        let value = (n.saturating_sub(k) + 1..=n).try_fold(1u64, u64::checked_mul);
        let found = |t: &Tree| t.whole_number().is_some() && t.whole_number() == value;
        ordered.then(|| sides.iter().any(found))
    })
}

/// Whether a whole number of things is chosen from no fewer.
fn fits((_, below, above): &(String, Tree, Tree)) -> bool {
    let pair = (below.whole_number(), above.whole_number());
    matches!(pair, (Some(n), Some(k)) if k <= n && n > 1)
}

/// A letter that counts choices or orders, with the index below it and that above.
fn parts(tree: &Tree) -> Option<(&str, &Tree, &Tree)> {
    let ([low, above], Head::Power | Head::Upper) = (tree.args.as_slice(), &tree.head) else {
        return None;
    };
    let ([letter, below], Head::Index) = (low.args.as_slice(), &low.head) else {
        return None;
    };
    let name = letter
        .symbol()
        .map(plain)
        .filter(|n| matches!(*n, "C" | "A" | "P" | "V"))?;
    // `C_p^0` is a heat capacity, and nobody chooses nothing from an unknown number of them alone.
    let heat =
        matches!(below.symbol(), Some("p" | "v" | "P" | "V")) && above.whole_number() == Some(0);
    (!heat && counts(below) && counts(above)).then_some((name, below, above))
}

/// The letter of an upright one.
fn plain(name: &str) -> &str {
    let upright = name
        .strip_prefix(r"\mathrm{")
        .or_else(|| name.strip_prefix(r"\text{"));
    upright.and_then(|n| n.strip_suffix('}')).unwrap_or(name)
}

/// Puts operators in place of the letters; those that count orders only where that is certain.
fn replace(tree: &mut Tree, known: &Known, ordered: bool, turned: bool) {
    if let Some((name, below, above)) = parts(tree)
        && let Some(op) = match name {
            "C" => Some(known.binom),
            _ => known.falling.filter(|_| ordered),
        }
    {
        let args = match turned {
            true => vec![above.clone(), below.clone()],
            false => vec![below.clone(), above.clone()],
        };
        let (start, end) = (tree.start, tree.end);
        *tree = Tree::over(Head::Apply(op), args).close();
        (tree.start, tree.end) = (start, end);
        return;
    }
    for arg in &mut tree.args {
        replace(arg, known, ordered, turned);
    }
}

/// Puts operators in place of `nCr` and `nPr`, which are sides of equations.
fn spelled(tree: &mut Tree, known: &Known) {
    let Head::Chain(_) = tree.head else {
        return;
    };
    for side in &mut tree.args {
        let (Head::Product(joins), [n, letter, k]) = (&side.head, side.args.as_slice()) else {
            continue;
        };
        let op = match letter.symbol() {
            Some("C") => Some(known.binom),
            Some("P") => known.falling,
            _ => None,
        };
        if let Some(op) = op
            && joins.iter().all(|j| *j == Join::Beside)
            && counts(n)
            && counts(k)
        {
            let (start, end) = (side.start, side.end);
            *side = Tree::over(Head::Apply(op), vec![n.clone(), k.clone()]).close();
            (side.start, side.end) = (start, end);
        }
    }
}

/// Whether this is made of letters that count and whole numbers.
fn counts(tree: &Tree) -> bool {
    match &tree.head {
        Head::Number(_) => tree.whole_number().is_some(),
        Head::Symbol(name) => COUNTS.contains(&name.as_str()),
        Head::Sum(..) | Head::Product(_) => tree.args.iter().all(counts),
        _ => false,
    }
}
