//! Brackets that say of which element an ideal is: `(a) = (b)`, `R/(a)`, `(f) \subseteq (g)`.

mod quotients;

use super::kinds::capital;
use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Vocabulary;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// The operators that are looked for.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    ideal: Op,
    eq: Option<Op>,
    member: Option<Op>,
    inter: Option<Op>,
    quotient: Option<Op>,
    setpow: Option<Op>,
    adjoin: Option<Op>,
    div: Op,
    dim: Option<Op>,
    boundary: Option<Op>,
    cong: Option<Op>,
    inclusions: [Option<Op>; 5],
}

impl Signs {
    /// Those of a vocabulary; none when it has no ideals.
    pub(super) fn of(vocabulary: &Vocabulary) -> Option<Self> {
        let named = |name: &str| vocabulary.find(name);
        Some(Self {
            ideal: named("ideal")?,
            eq: named("eq"),
            member: named("in"),
            cong: named("cong"),
            inter: named("inter"),
            quotient: named("quotient"),
            setpow: named("setpow"),
            adjoin: named("adjoin"),
            div: named("div")?,
            dim: named("dim"),
            boundary: named("boundary"),
            inclusions: ["subset", "subseteq", "supset", "supseteq", "subsetneq"].map(named),
        })
    }
}

struct Look<'r> {
    source: &'r str,
    vocabulary: &'r Vocabulary,
    signs: Signs,
    /// Whether the text around is about ideals.
    told: bool,
}

impl std::ops::Deref for Look<'_> {
    type Target = Signs;
    fn deref(&self) -> &Signs {
        &self.signs
    }
}

/// The formula with its ideals, when it has any.
/// Where the text around is about ideals, brackets that a capital letter is equal to are one.
pub(super) fn bracketed(
    tree: Tree,
    source: &str,
    vocabulary: &Vocabulary,
    table: &Table,
    told: bool,
) -> Tree {
    let Some(signs) = table.ideals else {
        return tree;
    };
    let look = Look {
        source,
        vocabulary,
        signs,
        told,
    };
    let mut tree = tree;
    look.within(&mut tree);
    tree
}

impl Look<'_> {
    fn within(&self, tree: &mut Tree) {
        if tree.height > DEEPEST {
            return;
        }
        // Factors with a slash may be a product of spaces, which is told elsewhere.
        let product = matches!(tree.head, Head::Product(_));
        let slashed =
            |arg: &Tree| product && !self.whole(arg) && arg.args.iter().all(|a| a.args.is_empty());
        for arg in tree.args.iter_mut() {
            if !slashed(arg) {
                self.within(arg);
            }
        }
        match &tree.head {
            Head::Chain(ops) => {
                let ops = ops.clone();
                self.sides(&ops, &mut tree.args);
            }
            Head::Apply(op)
                if Some(*op) == self.inter && tree.args.iter().all(|a| self.generates(a)) =>
            {
                tree.args.iter_mut().for_each(|a| self.wrap(a));
            }
            Head::Apply(op) if *op == self.div || Some(*op) == self.quotient => {
                match self.spectrum(tree) {
                    Some(spectrum) => *tree = spectrum,
                    None => self.modulo(tree),
                }
            }
            Head::Product(joins) if joins[..] == [Join::Beside] => self.multiples(tree),
            Head::Apply(op) if Some(*op) == self.dim => self.space(tree),
            Head::Index => self.extension(tree),
            _ => {}
        }
    }

    /// The sides of relations.
    fn sides(&self, ops: &[Op], sides: &mut [Tree]) {
        let includes = |op: &Op| self.inclusions.contains(&Some(*op));
        let joined = |t: &Tree| match &t.head {
            Head::Apply(op) if *op == self.ideal => true,
            // `\mathfrak{p} \cap \mathbb{Z} = (p)`
            Head::Apply(op) => {
                Some(*op) == self.inter && t.args.iter().any(|a| self.is_ideal(a) || gothic(a))
            }
            // `(p) = \mathfrak{p}_1 \mathfrak{p}_2`
            Head::Product(_) => {
                let dots = |t: &Tree| matches!(t.head, Head::Apply(_)) && t.args.is_empty();
                t.args.first().is_some_and(gothic) && t.args.iter().all(|a| gothic(a) || dots(a))
            }
            _ => gothic(t),
        };
        if let [op] = ops
            && Some(*op) == self.member
            && self.generates(&sides[1])
        {
            return self.wrap(&mut sides[1]);
        }
        if ops.iter().all(|op| Some(*op) == self.cong) {
            return sides.iter_mut().for_each(|side| self.structures(side));
        }
        if !ops.iter().all(|op| Some(*op) == self.eq || includes(op)) {
            return;
        }
        if self.told && sides.iter().any(names_ideal) {
            for side in sides.iter_mut() {
                match &side.head {
                    Head::Pair(open, close) if open == "(" && close == ")" => self.generated(side),
                    _ if self.whole(side) => self.wrap(side),
                    _ => {}
                }
            }
            return;
        }
        // `(a) + (b) = (d)`
        let letter = |t: &Tree| self.single(t) && !matches!(t.head, Head::Number(_));
        let summed = |t: &Tree| {
            matches!(&t.head, Head::Sum(_, signs) if signs.len() == t.args.len())
                && !t.closed
                && t.args.len() > 1
                && t.args.iter().all(letter)
        };
        // `(a)(b) = (ab)`
        let multiplied = |t: &Tree| {
            matches!(&t.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
                && !t.closed
                && t.args.len() > 1
                && t.args.iter().all(letter)
        };
        if let [one, other] = sides
            && (summed(one) && (self.single(other) || self.encloses(other))
                || multiplied(one) && self.generates(other))
        {
            one.args.iter_mut().for_each(|part| self.wrap(part));
            return self.wrap(other);
        }
        // `(a) = aR`
        let multiples = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Product(joins), [one, ring]) if joins[..] == [Join::Beside] => ring
                .symbol()
                .filter(|n| n.len() == 1 && capital(n))
                .and_then(|_| one.symbol().map(str::to_owned)),
            _ => None,
        };
        if let [one, other] = sides
            && self.single(one)
            && one.symbol().is_some()
            && multiples(other).as_deref() == one.symbol()
        {
            return self.wrap(one);
        }
        // `I = (x^2 + 1) \subset R[x]`
        let ring = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.adjoin);
        if ops.iter().any(includes) && sides.iter().any(ring) {
            for side in sides.iter_mut() {
                match &side.head {
                    Head::Pair(open, close) if open == "(" && close == ")" => self.generated(side),
                    Head::Sum(..) if side.closed => self.wrap(side),
                    _ if self.generates(side) => self.wrap(side),
                    _ => {}
                }
            }
            return;
        }
        let all = sides.iter().all(|side| self.generates(side));
        let single = sides.iter().any(|side| self.single(side));
        let several = all && sides.len() > 1 && single;
        if ops.iter().any(includes) || several || sides.iter().any(joined) {
            let generates = |side: &&mut Tree| self.generates(side) || self.encloses(side);
            for side in sides.iter_mut().filter(generates) {
                self.wrap(side);
            }
        }
    }

    fn is_ideal(&self, tree: &Tree) -> bool {
        tree.head == Head::Apply(self.ideal)
    }

    /// Makes an ideal of a pair in brackets.
    fn generated(&self, tree: &mut Tree) {
        let items = Tree::over(
            Head::Items,
            std::mem::take(&mut tree.args).into_iter().collect(),
        );
        let mut whole = Tree::over(Head::Apply(self.ideal), vec![items]);
        (whole.start, whole.end, whole.closed) = (tree.start, tree.end, true);
        *tree = whole;
    }

    fn wrap(&self, tree: &mut Tree) {
        let mut inner = tree.clone();
        inner.closed = false;
        let mut whole = Tree::over(Head::Apply(self.ideal), vec![inner]);
        (whole.start, whole.end, whole.closed) = (tree.start, tree.end, true);
        *tree = whole;
    }

    /// Whether round brackets stand around all of it.
    fn whole(&self, tree: &Tree) -> bool {
        let spelled = self.source.get(tree.start..tree.end).unwrap_or("");
        tree.closed
            && spelled.starts_with('(')
            && spelled.ends_with(')')
            && !matches!(
                tree.head,
                Head::Pair(..) | Head::Chain(_) | Head::Quantified(_) | Head::Apply(_)
            )
    }

    /// Whether brackets stand around what an operation is done to two things: `(\gcd(a, b))`.
    fn encloses(&self, tree: &Tree) -> bool {
        let spelled = self.source.get(tree.start..tree.end).unwrap_or("");
        matches!(tree.head, Head::Apply(_))
            && tree.args.len() == 2
            && tree.closed
            && spelled.starts_with(r"(\")
            && spelled.ends_with("))")
    }

    /// Whether a letter or a number alone stands in brackets.
    fn single(&self, tree: &Tree) -> bool {
        self.whole(tree)
            && (matches!(tree.head, Head::Number(_)) || small(tree) && tree.head != Head::Power)
    }

    /// Whether brackets stand around a product of small letters and numbers.
    fn generates(&self, tree: &Tree) -> bool {
        let factor = |t: &Tree| matches!(t.head, Head::Number(_)) || small(t);
        self.whole(tree)
            && match &tree.head {
                Head::Product(joins) => {
                    joins.iter().all(|j| *j == Join::Beside) && tree.args.iter().all(factor)
                }
                _ => factor(tree),
            }
    }
}

/// The subgroup of which this is the normaliser or the centraliser in a group: `N_G(H)`.
fn normalised(tree: &Tree) -> Option<&Tree> {
    let (Head::Call, [of, subgroup]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let group = |t: &Tree| t.symbol().is_some_and(capital);
    let named = of.head == Head::Index
        && matches!(of.root_symbol(), Some("N" | "C"))
        && of.args[1..].iter().all(group);
    (named && group(subgroup)).then_some(subgroup)
}

/// Whether this is a small letter or a power of one; `(x_n) \subset X` is a sequence.
fn small(tree: &Tree) -> bool {
    matches!(tree.head, Head::Symbol(_) | Head::Power)
        && tree.root_symbol().is_some_and(|name| {
            !capital(name)
                && !name.contains('{')
                && name != "e"
                && (name.len() == 1 || name.starts_with('\\'))
        })
}

/// Whether this is a capital letter, one with an index or a power, or a product of such: `I`, `I^2`, `IJ`.
fn names_ideal(tree: &Tree) -> bool {
    match &tree.head {
        Head::Symbol(_) | Head::Index => tree.root_symbol().is_some_and(capital),
        Head::Power => names_ideal(&tree.args[0]),
        Head::Product(joins) => {
            joins.iter().all(|j| *j == Join::Beside) && tree.args.iter().all(names_ideal)
        }
        _ => gothic(tree),
    }
}

/// Whether this has the letter of an ideal.
fn gothic(tree: &Tree) -> bool {
    tree.root_symbol()
        .is_some_and(|name| name.starts_with(r"\mathfrak{"))
}
