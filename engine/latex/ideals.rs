//! Brackets that say of which element an ideal is: `(a) = (b)`, `R/(a)`, `(f) \subseteq (g)`.

use super::kinds::capital;
use super::kinds::certain;
use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::{Kind, Vocabulary};

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

    /// The spectrum of a ring modulo an ideal: `\operatorname{Spec} k[x, y]/(xy)`.
    fn spectrum(&self, tree: &Tree) -> Option<Tree> {
        let [product, by] = tree.args.as_slice() else {
            return None;
        };
        let [name, rings @ ..] = product.args.as_slice() else {
            return None;
        };
        let word = name.symbol()?.split_once('{')?.1;
        let joined = matches!(&product.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
        if !joined || !matches!(word, "Spec}" | "Proj}" | "Spf}") || product.closed {
            return None;
        }
        let [ring] = rings else { return None };
        let mut quotient = Tree::over(tree.head.clone(), vec![ring.clone(), by.clone()]);
        self.modulo(&mut quotient);
        Some(Tree::over(
            product.head.clone(),
            vec![name.clone(), quotient],
        ))
    }

    /// A ring modulo an ideal.
    fn modulo(&self, tree: &mut Tree) {
        let [ring, by] = tree.args.as_mut_slice() else {
            return;
        };
        let extended = matches!(&ring.head, Head::Apply(op) if Some(*op) == self.adjoin)
            || ring.symbol().is_some_and(|n| n.starts_with(r"\mathbb{"))
            || matches!(ring.head, Head::Apply(op) if ring.args.is_empty() && self.is_set(op));
        // `G/H`, with a slash
        let parts = (ring.symbol(), by.symbol());
        // `G/Z(G)`: a group modulo its centre
        let centre = matches!((&by.head, by.args.as_slice()), (Head::Call, [of, group])
            if of.symbol() == Some("Z") && group.symbol().is_some() && group.symbol() == ring.symbol());
        let known = matches!(
            parts,
            (Some("G"), Some("H" | "N" | "K")) | (Some("R"), Some("I"))
        );
        // `R/\mathfrak{m}`
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        // `\mathcal{O}_{X,x}/\mathfrak{m}_x`
        let germs = ring.head == Head::Index
            && ring
                .root_symbol()
                .is_some_and(|n| n.starts_with(r"\mathcal{O}"));
        let ideal = (large(ring) || germs)
            && by
                .root_symbol()
                .is_some_and(|n| n.starts_with(r"\mathfrak{"));
        // `M/IM`
        let submodule = matches!(&by.head, Head::Product(joins) if joins[..] == [Join::Beside])
            && large(ring)
            && by.args.iter().all(large)
            && by.args[1].symbol() == ring.symbol();
        // `N_G(H)/C_G(H)`, `N_G(H)/H`
        let normaliser = normalised(ring).is_some_and(|group| {
            by.symbol() == group.symbol() || normalised(by).is_some_and(|g| g.says_as(group))
        });
        // `D^n/\partial D^n`
        let edge = matches!((&by.head, by.args.as_slice()), (Head::Apply(op), [whole])
            if Some(*op) == self.boundary && whole.says_as(ring));
        // `K^\times/(K^\times)^2`
        let classes = matches!((&by.head, by.args.as_slice()), (Head::Power, [units, _])
            if matches!(ring.head, Head::Power | Head::Upper)
                && matches!(ring.args[1].head, Head::Mark(_))
                && units.says_as(ring));
        // `\mathfrak{m}/\mathfrak{m}^2`, `I/I^2`: of numbers nobody writes it so.
        let conormal = matches!((&by.head, by.args.as_slice()), (Head::Power, [whole, exponent])
            if matches!(exponent.head, Head::Number(_))
                && (gothic(ring) || matches!(ring.symbol(), Some("I" | "J")))
                && whole.says_as(ring));
        // `A/nA`, `E(K)/mE(K)`
        let multiples = matches!((&by.head, by.args.as_slice()), (Head::Product(joins), [factor, whole])
            if joins[..] == [Join::Beside]
                && matches!(factor.symbol(), Some("n" | "m" | "p" | r"\ell"))
                && ring.headed().is_some_and(capital)
                && matches!(ring.head, Head::Symbol(_) | Head::Call)
                && whole.says_as(ring));
        // `SO(3)/SO(2)`
        let matrices = certain(ring) && !matches!(by.head, Head::Number(_));
        if self.slashed(ring, by)
            && (multiples
                || matrices
                || known
                || centre
                || ideal
                || submodule
                || normaliser
                || edge
                || classes
                || conormal)
        {
            // What is raised is no number, which would be cancelled.
            let raised = self.setpow.filter(|_| classes || conormal);
            if let Some(quotient) = self.quotient {
                tree.head = Head::Apply(quotient);
            }
            if let (Some(power), Some(by)) = (raised, tree.args.last_mut()) {
                by.head = Head::Apply(power);
            }
            return;
        }
        // `R/(p^n)`, `R/(p_i^{e_i})`
        let power = || match (&by.head, by.args.as_slice()) {
            (Head::Power, [base, exponent]) => {
                let letter = match base.head {
                    Head::Index => &base.args[0],
                    _ => base,
                };
                self.whole(by)
                    && letter.head != Head::Power
                    && small(letter)
                    && exponent.root_symbol().is_some()
                    && matches!(ring.symbol(), Some("R" | "A"))
            }
            _ => false,
        };
        let letter = ring.symbol().is_some_and(|n| n.len() == 1 && capital(n))
            && (self.single(by) || power());
        // `k[x, y]/(f, g)`
        if extended
            && matches!(&by.head, Head::Pair(open, close) if open == "(" && close == ")")
            && let Some(quotient) = self.quotient
        {
            self.generated(by);
            tree.head = Head::Apply(quotient);
            return;
        }
        if !(letter || extended && self.whole(by) && by.head != Head::Items) {
            return;
        }
        self.wrap(by);
        if let Some(quotient) = self.quotient {
            tree.head = Head::Apply(quotient);
        }
    }

    /// The quotient of two structures, of which one is isomorphic to another: `M/N \cong M'`.
    fn structures(&self, side: &mut Tree) {
        let (Head::Apply(op), [whole, part]) = (&side.head, side.args.as_slice()) else {
            return;
        };
        let large = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n))
        };
        if *op == self.div
            && self.slashed(whole, part)
            && large(whole)
            && large(part)
            && let Some(quotient) = self.quotient
        {
            side.head = Head::Apply(quotient);
        }
    }

    /// A ring modulo the multiples of an element in brackets, which the ring after them belongs to:
    /// `\mathbb{Z}/(p-1)\mathbb{Z}`.
    fn multiples(&self, tree: &mut Tree) {
        let [quotient, ring] = tree.args.as_slice() else {
            return;
        };
        let [of, by] = quotient.args.as_slice() else {
            return;
        };
        let set = matches!(ring.head, Head::Apply(op) if ring.args.is_empty() && self.is_set(op));
        let whole = matches!(quotient.head, Head::Apply(op) if Some(op) == self.quotient);
        if !set || !whole || quotient.closed || !self.is_ideal(by) || !of.says_as(ring) {
            return;
        }
        let element = by.args[0].clone();
        let of = of.clone();
        let multiples = Tree::over(
            Head::Product([Join::Beside].as_slice().into()),
            vec![element.close(), ring.clone()],
        );
        tree.head = quotient.head.clone();
        tree.args = vec![of, multiples];
    }

    /// What belongs to an extension, or to a space over another: `\operatorname{Tr}_{L/K}`, `\omega_{X/Y}`.
    fn extension(&self, tree: &mut Tree) {
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        if let [_, below] = tree.args.as_mut_slice()
            && below.head == Head::Apply(self.div)
            && let [upper, lower] = below.args.as_slice()
            && large(upper)
            && large(lower)
            && self.slashed(upper, lower)
            && let Some(op) = self.quotient
        {
            below.head = Head::Apply(op);
        }
    }

    /// A vector space modulo another, of which there is a dimension: `\dim(V/W)`.
    fn space(&self, tree: &mut Tree) {
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        for quotient in &mut tree.args {
            if quotient.head == Head::Apply(self.div)
                && let [whole, part] = quotient.args.as_slice()
                && large(whole)
                && large(part)
                && self.slashed(whole, part)
                && let Some(op) = self.quotient
            {
                quotient.head = Head::Apply(op);
            }
        }
    }

    /// Whether nothing but a slash stands between two parts.
    fn slashed(&self, before: &Tree, after: &Tree) -> bool {
        let between = self.source.get(before.end..after.start);
        between.is_some_and(|between| between.trim() == "/")
    }

    /// Whether this is the name of a set: `\mathbb{Z}`.
    fn is_set(&self, op: Op) -> bool {
        let operator = self.vocabulary.operator(op);
        operator.is_some_and(|o| o.signatures.iter().all(|s| s.result == Kind::Set))
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
