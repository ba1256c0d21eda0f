//! Names of operators and functors, whose products keep their order: `H\psi = E\psi`,
//! `(D - 1)(D - 2)y = 0`, `FX \to FY`, `AC \otimes BD`.

mod acted;
mod before;
mod equated;
mod groups;

use super::elaborate::commutes;
use super::kinds::capital;
use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::term::Op;
pub(in crate::latex) use acted::related;
use smallvec::SmallVec;

/// As many sides of a chain are compared with each other.
const SIDES: usize = 16;

/// Letters of states, on which operators act.
const STATES: &[&str] = &[r"\psi", r"\Psi", r"\phi", r"\Phi", r"\varphi", r"\chi"];

/// Letters of objects, which functors are applied to.
const OBJECTS: &[&str] = &["X", "Y", "Z", "A", "B", "C"];

/// Letters of functors.
const FUNCTORS: &[&str] = &["F", "G", "H", "T", "U", "L", "R"];

/// What keeps its order.
#[derive(Default)]
pub(super) struct Operated {
    pub(super) names: Vec<String>,
    /// Those among the names that tell it: other letters would be numbers.
    pub(super) telling: Vec<String>,
    /// Those of groups, of which a text says as much.
    pub(super) parted: Vec<String>,
}

/// Whether this is the letter of a state.
pub(super) fn is_state(name: &str) -> bool {
    STATES.contains(&name)
}

struct Look<'t> {
    otimes: Option<Op>,
    tends: Option<Op>,
    eq: Option<Op>,
    quotient: Option<Op>,
    member: Option<Op>,
    /// What joins statements.
    connectives: [Option<Op>; 4],
    integrals: &'t [Op],
    /// Capital letters that have values: `M(\xi^2)`.
    called: SmallVec<[&'t str; 4]>,
    /// Capital letters right before another letter: `M\xi`.
    before: SmallVec<[[&'t str; 2]; 2]>,
    /// Groups before elements, and with them below, that bars stand around.
    orbits: SmallVec<[[&'t str; 2]; 2]>,
    stabilisers: SmallVec<[[&'t str; 2]; 2]>,
    found: Operated,
}

/// The names whose products keep their order.
pub(super) fn names(tree: &Tree, table: &Table) -> Operated {
    let mut look = Look {
        otimes: table.named("otimes"),
        tends: table.tends,
        eq: table.eq,
        quotient: table.named("quotient"),
        member: table.member,
        connectives: [
            table.implies,
            table.named("iff"),
            table.named("and"),
            table.named("or"),
        ],
        integrals: &table.integrals,
        called: SmallVec::new(),
        before: SmallVec::new(),
        orbits: SmallVec::new(),
        stabilisers: SmallVec::new(),
        found: Operated::default(),
    };
    let functors = |name: &str| FUNCTORS.contains(&name);
    if let Some([before @ .., last]) = word(tree)
        && before.len() > 1
        && before.iter().all(|t| t.symbol().is_some_and(functors))
        && last.symbol().is_some_and(|n| OBJECTS.contains(&n))
    {
        look.words(tree);
    }
    look.within(tree);
    // `D(\xi) = M(\xi^2) - (M\xi)^2`
    for [name, of] in std::mem::take(&mut look.before) {
        if look.called.contains(&name) {
            look.note(name);
            look.note(of);
        }
    }
    look.found
}

impl<'t> Look<'t> {
    fn within(&mut self, tree: &'t Tree) {
        self.relates(tree);
        self.acts(tree);
        self.values(tree);
        match &tree.head {
            Head::Product(_) => {
                self.product(tree);
                self.derivation(tree);
                self.modes(tree);
                self.cosets(tree);
                self.bracketed(tree);
            }
            Head::Chain(ops) if ops.iter().all(|op| Some(*op) == self.eq) => {
                self.states(&tree.args);
                let sides = &tree.args[..tree.args.len().min(SIDES)];
                self.linear(sides);
                self.integrated(sides);
                self.represented(&tree.args);
                self.generated(sides);
                self.homomorphic(sides);
                self.invariant(sides);
                self.permuted(sides);
            }
            Head::Fence(_) => self.orbits(tree),
            Head::Index => self.entries(tree),
            Head::Chain(ops) if ops.iter().all(|op| Some(*op) == self.tends) => {
                let large = |t: &Tree| t.symbol().is_some_and(capital) || word(t).is_some();
                if tree.args.iter().all(large) {
                    tree.args.iter().for_each(|side| self.words(side));
                }
            }
            Head::Apply(op) if Some(*op) == self.otimes => {
                for factor in tree
                    .args
                    .iter()
                    .filter(|t| matches!(t.head, Head::Product(_)))
                {
                    self.all(factor);
                }
            }
            // `G/H` is told by its letters.
            Head::Apply(op)
                if Some(*op) == self.quotient
                    && tree.args.iter().all(|t| t.symbol().is_some_and(capital)) =>
            {
                let names = tree.args.iter().filter_map(Tree::symbol);
                self.found.parted.extend(names.map(str::to_owned));
            }
            Head::Pair(open, _) if open == "[" && (commutes(tree) || capitals(tree)) => {
                let named = |t: &Tree| t.root_symbol().map(str::to_owned);
                let factors = |t: &Tree| match t.head {
                    Head::Product(_) => t.args.iter().filter_map(named).collect(),
                    _ => named(t).into_iter().collect::<Vec<_>>(),
                };
                let letters = tree.args.iter().flat_map(factors);
                letters.for_each(|name| self.note(&name));
            }
            Head::Call if tree.headed().is_some_and(of_maps) => {
                tree.args[1..].iter().for_each(|arg| {
                    self.words(arg);
                    self.image(arg);
                });
            }
            _ => {}
        }
        for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
            self.within(arg);
        }
    }

    /// Capital letters that are called, and those that stand right before all of the rest of a
    /// product.
    fn values(&mut self, tree: &'t Tree) {
        let large = |t: &'t Tree| t.symbol().filter(|n| n.len() == 1 && capital(n));
        match (&tree.head, tree.args.as_slice()) {
            (Head::Call, [function, _]) => self.called.extend(large(function)),
            (Head::Product(joins), [function, argument]) if joins[..] == [Join::Beside] => {
                if let (Some(name), Some(of)) = (large(function), argument.symbol())
                    && tree.closed
                {
                    self.before.push([name, of]);
                }
            }
            _ => {}
        }
    }

    /// The letters of a functor and of an object that it is applied to: `\operatorname{Hom}(Fc,
    /// d)`.
    fn image(&mut self, tree: &Tree) {
        if let (Head::Product(joins), [functor, object]) = (&tree.head, tree.args.as_slice())
            && joins[..] == [Join::Beside]
            && let Some(of) = functor.symbol().filter(|n| FUNCTORS.contains(n))
            && let Some(name) = object.symbol().filter(|n| n.len() == 1 && !capital(n))
        {
            self.note(of);
            self.note(name);
        }
    }

    /// The products of capital letters in it.
    fn words(&mut self, tree: &Tree) {
        if word(tree).is_some() {
            let letters = tree.args.iter().filter_map(Tree::root_symbol);
            return letters.for_each(|name| self.tell(name));
        }
        if matches!(tree.head, Head::Items) {
            tree.args.iter().for_each(|item| self.words(item));
        }
    }

    /// The factors of a product beside a sign of tensors.
    fn all(&mut self, product: &Tree) {
        // `id \otimes \pi`
        let letter = |t: &Tree| t.symbol() != Some("i") && t.root_symbol().is_some();
        if product.args.iter().all(letter) {
            let letters = product.args.iter().filter_map(Tree::root_symbol);
            letters.for_each(|name| self.note(name));
        }
    }

    fn note(&mut self, name: &str) {
        if !self.found.names.iter().any(|known| known == name) {
            self.found.names.push(name.to_owned());
        }
    }

    fn tell(&mut self, name: &str) {
        self.note(name);
        if !self.found.telling.iter().any(|known| known == name) {
            self.found.telling.push(name.to_owned());
        }
    }
}

/// Whether morphisms are counted by this name.
fn of_maps(name: &str) -> bool {
    let word = core(name);
    matches!(word, "Hom" | "Nat" | "Mor" | "End")
}

/// The factors of a product of single capital letters.
fn word(tree: &Tree) -> Option<&[Tree]> {
    let letters = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
    match &tree.head {
        Head::Product(joins)
            if joins.iter().all(|j| *j == Join::Beside) && tree.args.iter().all(letters) =>
        {
            Some(&tree.args)
        }
        _ => None,
    }
}

/// Whether capital letters alone stand on both sides of a comma.
pub(super) fn capitals(tree: &Tree) -> bool {
    let large = |t: &Tree| t.root_symbol().is_some_and(capital) || word(t).is_some();
    tree.args.len() == 2 && tree.args.iter().all(large)
}
