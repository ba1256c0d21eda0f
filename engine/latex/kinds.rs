//! What symbols stand for, as far as the formula tells.

mod classical;
mod coordinates;
mod crosses;
mod grouped;
mod groups;
mod names;
mod products;
mod raised;
mod sets;
mod sides;
mod spaces;
mod spread;
mod structures;
mod told;
mod vectors;

pub(super) use classical::certain;
pub(super) use coordinates::Coordinates;
pub(super) use names::diagonal;
use names::{adjugate, by_entries, complements, point};
pub(super) use names::{capital, is_transposition, names_matrix, transposes};

use super::bold;
use super::known::Known;
use super::signs::{Signs, Sorts};
use super::token::Class;
use super::tree::{Head, Join, Tree};
use super::usage::Usage;
use crate::atoms::{Atoms, Shown};
use crate::term::Op;
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Evidence travels across relations this many times.
const ROUNDS: usize = 3;

pub(super) struct Kinds<'r> {
    vocabulary: &'r Vocabulary,
    table: &'r Known,
    usage: &'r Usage<'r>,
    known: BTreeMap<String, Kind>,
    /// Matrices that a prime transposes.
    primed: BTreeSet<String>,
    /// Curves and surfaces: functions whose values are vectors.
    valued: BTreeSet<String>,
    /// Capital letters that are numbers where crosses stand between them.
    numbers: BTreeSet<String>,
    /// What the sides of equations tell of brackets with several things in them.
    brackets: coordinates::Told,
    matrix_signs: bool,
    /// Whether there is something that only the signs of matrices decide.
    waits: bool,
    /// Whether some names are letters with numbers: `A_1`.
    numbered: bool,
    /// Whether all letters are small ones without accents and primes.
    plain: bool,
    /// Grows with what is known; kinds found before are found anew then.
    age: u32,
}

/// Finds the kinds of the symbols of a formula.
pub(super) fn infer<'r>(
    tree: &Tree,
    vocabulary: &'r Vocabulary,
    table: &'r Known,
    usage: &'r Usage<'r>,
    atoms: &Atoms,
    signs: Signs,
) -> Kinds<'r> {
    let known = atoms.symbols.iter().filter(|s| match s.kind {
        Kind::Any => false,
        Kind::Num => atoms.settled && !s.shown.has(Shown::LINEAR) && !s.shown.has(Shown::OPERATOR),
        _ => true,
    });
    let bound = atoms.bound.iter().filter(|_| atoms.settled).cloned();
    let known: BTreeMap<String, Kind> = bound
        .chain(known.map(|s| (s.name.clone(), s.kind)))
        .collect();
    let numbered = atoms.settled && known.keys().any(|name| name.contains('_'));
    let mut kinds = Kinds {
        vocabulary,
        table,
        usage,
        known,
        primed: BTreeSet::new(),
        valued: BTreeSet::new(),
        numbers: BTreeSet::new(),
        brackets: coordinates::Told::default(),
        matrix_signs: false,
        waits: false,
        numbered,
        plain: !signs.capitals()
            && ![Class::Name, Class::Begin]
                .iter()
                .any(|class| signs.holds(*class))
            && !signs.has(b'\'')
            && !signs.may(Sorts::ACCENT)
            && !signs.may(Sorts::RESPELT)
            && !signs.may(Sorts::LINEAR)
            && !signs.may(Sorts::DOT),
        age: 1,
    };
    if signs.capitals() {
        let norm = table.named("norm");
        super::swapped::note(tree, norm, &mut |name, kind| kinds.note(name, kind));
        kinds.whole_complement(tree);
    }
    if signs.may(Sorts::DOT) && signs.has(b'^') && signs.may(Sorts::SETS) {
        kinds.dotted_points(tree);
    }
    for round in 0..ROUNDS {
        kinds.matrix_signs = round > 0;
        let before = kinds.age;
        kinds.visit(tree);
        if kinds.age == before && (round > 0 || !kinds.waits) {
            break;
        }
    }
    // A letter of a figure that is reckoned with is no mere point: `\triangle ABC`, `\sin A`.
    let points = kinds.known.values().any(|k| *k == Kind::Point);
    if points {
        let mut standing = BTreeSet::new();
        kinds.standing(tree, &mut standing);
        let given = |name: &str| {
            atoms
                .symbols
                .iter()
                .any(|s| s.name == name && s.kind == Kind::Point)
        };
        kinds
            .known
            .retain(|name, kind| *kind != Kind::Point || given(name) || !standing.contains(name));
        kinds.age += 1;
    }
    kinds
}

impl Kinds<'_> {
    /// The kind of a symbol.
    pub(super) fn symbol(&self, name: &str) -> Kind {
        if let Some(kind) = self.known.get(name) {
            return *kind;
        }
        let vector = name.starts_with('\\') && (bold::spatial(name) || bold::large(name));
        // `\mathbf{x}' = A\mathbf{x}`: a derivative alone makes no function of a vector, nor do values of
        // one that stands by itself, too: `\mathbf{x}(0) = \mathbf{x}_0`.
        let valued = || {
            let alone = || bold::spatial(name) && self.usage.is_bare_itself(name);
            !vector || self.usage.called(name) && !alone()
        };
        if self.usage.is_function(name) && valued() {
            return Kind::Fn;
        }
        match name {
            _ if vector => Kind::Vec,
            r"\mathbb{F}" => Kind::Set,
            _ => Kind::Any,
        }
    }

    /// Whether a letter above a matrix or vector transposes it.
    pub(super) fn transposes(&self, letter: &str) -> bool {
        letter == "T" || letter == "t" && self.usage.topic.transposing_t
    }

    pub(super) fn bracket_call(&self) -> Option<Op> {
        self.table.bracket_call
    }

    pub(super) fn fields(&self) -> Option<&'_ super::known::Fields> {
        self.table.fields.as_ref()
    }

    /// Whether the factors of a product are components of vectors, and perhaps numbers: `v_i w_i`
    /// beside `v^T w`, `A_{ij}x_i` beside `x^T A x`. Columns are not multiplied with each other.
    pub(super) fn of_components(&self, tree: &Tree) -> bool {
        let component =
            |t: &Tree| t.head == Head::Index && !t.args[0].symbol().is_none_or(bold::directed);
        let linear = |t: &&Tree| matches!(self.of(t), Kind::Mat | Kind::Vec);
        let mut vectors = tree.args.iter().filter(linear);
        matches!(&tree.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
            && tree.args.iter().filter(linear).count() > 1
            && vectors.all(|t| component(t) && self.of(t) == Kind::Vec || raised::entry(t))
    }

    /// Whether a prime transposes the matrix of this name.
    pub(super) fn is_primed(&self, name: &str) -> bool {
        self.primed.contains(name)
    }

    /// The kind of what a tree stands for.
    pub(super) fn of(&self, tree: &Tree) -> Kind {
        let (age, kind) = tree.kind.get();
        if age == self.age {
            return kind;
        }
        let kind = self.find(tree);
        tree.kind.set((self.age, kind));
        kind
    }

    /// The kind of a letter with a number, where it is one name: `A_1` for `A`.
    fn numbered(&self, tree: &Tree) -> Option<Kind> {
        let [letter, index] = tree.args.as_slice() else {
            return None;
        };
        let (Some(letter), Head::Number(number)) = (letter.symbol(), &index.head) else {
            return None;
        };
        let short = self.known.get(&format!("{letter}_{number}"));
        let braced = || self.known.get(&format!("{letter}_{{{number}}}"));
        // A vector with a number is one anyway where it is added and crossed with others.
        let kind = short.or_else(braced).copied();
        kind.filter(|kind| *kind != Kind::Vec)
    }

    fn find(&self, tree: &Tree) -> Kind {
        if self.numbered
            && tree.head == Head::Index
            && let Some(kind) = self.numbered(tree)
        {
            return kind;
        }
        match &tree.head {
            Head::Number(_) => Kind::Num,
            Head::Symbol(name) => self.symbol(name),
            Head::Apply(op) if Some(*op) == self.table.usual.conj => {
                match tree.args.first().map_or(Kind::Any, |a| self.of(a)) {
                    kind @ (Kind::Set | Kind::Event) => kind,
                    _ if tree.args.first().is_some_and(Tree::paired) => Kind::Set,
                    _ => self.result(*op, tree),
                }
            }
            Head::Apply(op)
                if Some(*op) == self.table.boundary
                    && tree
                        .args
                        .iter()
                        .any(|a| self.of(a) == Kind::Set || a.symbol().is_some_and(capital)) =>
            {
                Kind::Set
            }
            Head::Apply(op)
                if (*op == self.table.div || self.table.named("quotient") == Some(*op))
                    && tree.args.first().is_some_and(|a| self.of(a) == Kind::Set) =>
            {
                Kind::Set
            }
            // `x[n + 1] = Ax[n] + Bu[n]`
            Head::Apply(op)
                if Some(*op) == self.table.bracket_call
                    && tree.args[0]
                        .symbol()
                        .is_some_and(|n| self.valued.contains(n)) =>
            {
                Kind::Vec
            }
            // `\exp(At)`
            Head::Apply(op)
                if tree.args.len() == 1
                    && self.name(*op) == "exp"
                    && self.of(&tree.args[0]) == Kind::Mat =>
            {
                Kind::Mat
            }
            Head::Apply(op) | Head::Binder(op, _) => self.result(*op, tree),
            // Beside a vector `W f(x)` is no matrix.
            // `\mathbf{D}^2 + \mathbf{H}^2`: the squares of two fields.
            Head::Sum(..) if tree.args.iter().all(|t| self.square_of_field(t)) => Kind::Num,
            Head::Sum(..) => match self.strongest(tree) {
                Kind::Mat if tree.args.iter().any(|a| self.of(a) == Kind::Vec) => Kind::Vec,
                kind => kind,
            },
            Head::Product(joins) if self.crossed(joins, tree) => Kind::Set,
            Head::Product(_) if self.scales_group(tree) => Kind::Num,
            Head::Product(_) if self.of_components(tree) => Kind::Num,
            Head::Product(_) if self.lies_before(tree) => Kind::Num,
            Head::Product(joins) => match (self.order(joins, tree), self.strongest(tree)) {
                (_, Kind::Mat) if !self.spelled(joins, tree) => self.last_in_product(tree),
                (Some(0), _) => Kind::Num,
                (Some(_), _) => Kind::Vec,
                (None, kind) => kind,
            },
            Head::Power if complements(&tree.args[1]) => Kind::Set,
            Head::Power if super::elaborate::named_space(tree) => Kind::Set,
            Head::Power if super::linear::column(tree) => Kind::Vec,
            Head::Power if self.raised_to_numbers(tree) => Kind::Set,
            // `e^{At}`
            Head::Power if self.is_euler(&tree.args[0]) && self.of(&tree.args[1]) == Kind::Mat => {
                Kind::Mat
            }
            // `\left\{\frac{a}{b}\right\}^2`
            Head::Power if self.groups_quotient(&tree.args[0]) => Kind::Num,
            Head::Power if self.raises_number(&tree.args[0], &tree.args[1]) => Kind::Num,
            Head::Power if super::linear::ones(tree) => Kind::Vec,
            // `(\mathbf{p}^2 + m^2)^{1/2}`: nobody takes the root of a vector.
            Head::Power
                if matches!(tree.args[1].head, Head::Apply(op) if op == self.table.div)
                    && matches!(tree.args[0].head, Head::Sum(..))
                    && self.of(&tree.args[0]) == Kind::Vec =>
            {
                Kind::Num
            }
            // `\nabla f(x)^T`
            Head::Power
                if matches!(tree.args[0].head, Head::Apply(_))
                    && super::elaborate::transposes(tree)
                    && self.directed(&tree.args[0]) =>
            {
                Kind::Vec
            }
            Head::Index if super::swapped::ones(tree) => Kind::Mat,
            // `\mathbf{r}(t) = (1 - t)\mathbf{r}_0 + t\mathbf{r}_1`
            Head::Index
                if matches!(tree.args[1].head, Head::Number(_))
                    && tree.args[0].symbol().is_some_and(bold::spatial)
                    && self.of(&tree.args[0]) == Kind::Fn =>
            {
                Kind::Vec
            }
            Head::Power | Head::Index | Head::Upper | Head::Left(_) => {
                match tree.args.first().map_or(Kind::Any, |a| self.of(a)) {
                    Kind::Any if tree.head == Head::Power => Kind::Num,
                    Kind::Vec if raised::squared(tree) => Kind::Num,
                    kind => kind,
                }
            }
            Head::Matrix => Kind::Mat,
            Head::Braces
                if matches!(tree.args.as_slice(), [only] if matches!(only.head, Head::Sum(..))
                    || grouped(only))
                    && matches!(self.of(&tree.args[0]), Kind::Mat | Kind::Vec) =>
            {
                self.of(&tree.args[0])
            }
            Head::Call
                if tree
                    .headed()
                    .is_some_and(|n| bold::spatial(n) || self.valued.contains(n)) =>
            {
                Kind::Vec
            }
            Head::Call if adjugate(tree) || diagonal(tree) => Kind::Mat,
            Head::Call if by_entries(tree) => match self.of(&tree.args[1]) {
                kind @ (Kind::Vec | Kind::Mat) => kind,
                _ => Kind::Num,
            },
            Head::Call if groups::made(tree) => Kind::Set,
            // `f^{-1}(B)`
            Head::Call
                if tree.args.len() == 2
                    && tree.args[0].head == Head::Power
                    && crate::latex::parse::minus_one(&tree.args[0].args[1])
                    && self.of(&tree.args[1]) == Kind::Set =>
            {
                Kind::Set
            }
            Head::Prime if tree.root_symbol().is_some_and(|n| self.is_primed(n)) => {
                tree.root_symbol().map_or(Kind::Any, |n| self.symbol(n))
            }
            // `x'` is another vector beside `x`.
            Head::Prime => {
                let base = tree.args.first().map_or(Kind::Any, |base| self.of(base));
                match base {
                    _ if tree.headed().is_some_and(bold::spatial) => Kind::Vec,
                    // So is `A'` another matrix.
                    Kind::Vec | Kind::Mat => base,
                    _ => Kind::Num,
                }
            }
            // `\{x\} = x - \lfloor x \rfloor`
            Head::Braces
                if self.usage.floors
                    && matches!(tree.args.as_slice(), [only] if !matches!(only.head, Head::Number(_) | Head::Items | Head::Fence(_))) =>
            {
                Kind::Num
            }
            Head::Braces if self.groups_numbers(tree) => Kind::Num,
            Head::Braces | Head::Builder => Kind::Set,
            Head::Pair(..) if super::elaborate::commutes(tree) => Kind::Any,
            Head::Pair(open, close) => {
                let components = open == "[" && close == "]" && tree.args.len() > 2;
                if open == "(" && close == ")" || components {
                    Kind::Tuple
                } else {
                    Kind::Set
                }
            }
            Head::Chain(_) | Head::Quantified(_) | Head::Declared(_) => Kind::Prop,
            Head::Fence(_) => Kind::Num,
            Head::Words(_) => Kind::Text,
            _ => Kind::Any,
        }
    }

    fn strongest(&self, tree: &Tree) -> Kind {
        let kinds = tree.args.iter().map(|a| self.of(a));
        let rank = |k: &Kind| match k {
            Kind::Mat => 6,
            Kind::Vec => 5,
            Kind::Set => 4,
            Kind::Event => 3,
            Kind::Fn => 2,
            Kind::Rv => 2,
            Kind::Num => 1,
            _ => 0,
        };
        kinds.max_by_key(rank).unwrap_or(Kind::Any)
    }

    fn result(&self, op: Op, tree: &Tree) -> Kind {
        let Some(operator) = self.vocabulary.operator(op) else {
            return Kind::Any;
        };
        let first = operator.signatures.first().map_or(Kind::Any, |s| s.result);
        if matches!(first, Kind::Num | Kind::Any)
            && let Some(kind) = self.lifted(&operator.name, tree)
        {
            return kind;
        }
        if operator.signatures.len() < 2 {
            return first;
        }
        let given = tree.args.first().map_or(Kind::Any, |a| self.of(a));
        let fits = operator
            .signatures
            .iter()
            .find(|s| s.args.first() == Some(&given));
        fits.map_or(first, |s| s.result)
    }

    /// Adds the names that stand somewhere else than at the corners of figures.
    fn standing(&self, tree: &Tree, names: &mut BTreeSet<String>) {
        let figure = matches!(&tree.head, Head::Apply(op) if self.figure(*op));
        for (at, arg) in tree.args.iter().enumerate() {
            // In a list it is named, and nothing is reckoned.
            let named = matches!(tree.head, Head::Items | Head::Braces) && arg.symbol().is_some();
            // `x_A`: below a coordinate it says of which point that is.
            let named = named || tree.head == Head::Index && at > 0 && point(arg).is_some();
            if !(figure && point(arg).is_some() || named) {
                self.standing(arg, names);
            }
        }
        if let Head::Symbol(name) = &tree.head {
            names.insert(name.to_string());
        }
    }

    /// Whether an operator is applied to points.
    fn figure(&self, op: Op) -> bool {
        self.vocabulary.operator(op).is_some_and(|o| {
            o.signatures
                .first()
                .is_some_and(|s| s.args.first() == Some(&Kind::Point))
        })
    }
}

/// Whether brackets stand side by side: braces around these are the outer ones, `\{[A][B, C]\}D`.
fn grouped(product: &Tree) -> bool {
    let bracket = |t: &&Tree| t.closed || matches!(t.head, Head::Pair(..));
    matches!(product.head, Head::Product(_)) && product.args.iter().filter(bracket).count() > 1
}

/// Whether something is to be noted of a symbol of this kind.
pub(super) fn telling(kind: Kind) -> bool {
    !matches!(kind, Kind::Any | Kind::Num | Kind::Text | Kind::Tuple)
}
