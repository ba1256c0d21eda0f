//! What symbols stand for, as far as the formula tells.

use super::known::Known;
use super::signs::Signs;
use super::tree::{Head, Join, Tree};
use super::usage::Usage;
use crate::atoms::Atoms;
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
    matrix_signs: bool,
    /// Whether there is something that only the signs of matrices decide.
    waits: bool,
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
    let known = atoms
        .symbols
        .iter()
        .filter(|s| s.kind != Kind::Any && s.kind != Kind::Num);
    let known = known.map(|s| (s.name.clone(), s.kind)).collect();
    let mut kinds = Kinds {
        vocabulary,
        table,
        usage,
        known,
        matrix_signs: false,
        waits: false,
        age: 1,
    };
    if signs.capitals() {
        super::swapped::note(tree, &mut |name| kinds.note(name, Kind::Mat));
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
        if self.usage.is_function(name) {
            return Kind::Fn;
        }
        if name.starts_with('\\') && (name.starts_with(r"\vec{") || bold(name)) {
            return Kind::Vec;
        }
        Kind::Any
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

    fn find(&self, tree: &Tree) -> Kind {
        match &tree.head {
            Head::Number(_) | Head::Prime => Kind::Num,
            Head::Symbol(name) => self.symbol(name),
            Head::Apply(op) if Some(*op) == self.table.usual.conj => {
                match tree.args.first().map_or(Kind::Any, |a| self.of(a)) {
                    kind @ (Kind::Set | Kind::Event) => kind,
                    _ => self.result(*op, tree),
                }
            }
            Head::Apply(op)
                if *op == self.table.div
                    && tree.args.first().is_some_and(|a| self.of(a) == Kind::Set) =>
            {
                Kind::Set
            }
            Head::Apply(op) | Head::Binder(op, _) => self.result(*op, tree),
            Head::Sum(..) => self.strongest(tree),
            Head::Product(joins) if self.crossed(joins, tree) => Kind::Set,
            Head::Product(joins) => match self.strongest(tree) {
                Kind::Vec if joins.contains(&Join::Dot) && self.vectors(tree) == 2 => Kind::Num,
                Kind::Mat => self.last_in_product(tree),
                kind => kind,
            },
            Head::Power if complements(&tree.args[1]) => Kind::Set,
            Head::Power | Head::Index | Head::Upper | Head::Left(_) => {
                match tree.args.first().map_or(Kind::Any, |a| self.of(a)) {
                    Kind::Any if tree.head == Head::Power => Kind::Num,
                    kind => kind,
                }
            }
            Head::Matrix => Kind::Mat,
            Head::Braces
                if matches!(tree.args.as_slice(), [only] if matches!(only.head, Head::Sum(..)))
                    && matches!(self.of(&tree.args[0]), Kind::Mat | Kind::Vec) =>
            {
                self.of(&tree.args[0])
            }
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

    /// Whether a product with crosses is one of sets: all factors may be, and are capital letters
    /// or known to be.
    pub(super) fn crossed(&self, joins: &[Join], tree: &Tree) -> bool {
        let set = |t: &Tree| match self.of(t) {
            Kind::Set | Kind::Event => true,
            Kind::Any => t
                .symbol()
                .is_some_and(|n| capital(n) && !n.starts_with(r"\mathbf{")),
            _ => false,
        };
        joins.iter().all(|j| *j == Join::Cross) && tree.args.iter().all(set)
    }

    /// The kind of a product with matrices: a matrix times a vector is a vector, and a number when
    /// a vector that lies down stands in front.
    fn last_in_product(&self, tree: &Tree) -> Kind {
        let vector = |t: Option<&Tree>| t.is_some_and(|t| self.of(t) == Kind::Vec);
        let lying = tree.args.first().filter(|t| t.head == Head::Power);
        match (vector(lying), vector(tree.args.last())) {
            (true, true) => Kind::Num,
            (false, true) => Kind::Vec,
            _ => Kind::Mat,
        }
    }

    /// Notes that a small letter right behind a matrix is a vector: a number stands in front.
    fn behind_matrices(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let small = |s: &str| {
                let letter = s
                    .strip_prefix(r"\mathbf{")
                    .map_or(s, |s| s.trim_end_matches('}'));
                letter.len() == 1
                    && letter != "t"
                    && letter.starts_with(|c: char| c.is_ascii_lowercase())
            };
            if *join == Join::Beside
                && self.of(&pair[0]) == Kind::Mat
                && let Some(name) = pair[1].symbol().filter(|s| small(s))
                && self.symbol(name) == Kind::Any
            {
                let name = name.to_owned();
                self.note(&name, Kind::Vec);
            }
        }
    }

    fn vectors(&self, tree: &Tree) -> usize {
        tree.args.iter().filter(|a| self.of(a) == Kind::Vec).count()
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
        for arg in &tree.args {
            // In a list it is named, and nothing is reckoned.
            let named = tree.head == Head::Items && arg.symbol().is_some();
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

    /// Notes that a tree stands for something of this kind.
    fn expect(&mut self, tree: &Tree, kind: Kind) {
        if !telling(kind) {
            return;
        }
        if kind == Kind::Point {
            if let Some(name) = point(tree) {
                self.note(&name, kind);
            }
            return;
        }
        match &tree.head {
            Head::Symbol(name) => self.note(name, kind),
            Head::Index if kind == Kind::Set && !tree.root_symbol().is_some_and(capital) => {}
            Head::Index => {
                if let Some(name) = tree.root_symbol() {
                    self.note(name, kind);
                }
            }
            Head::Sum(..) if matches!(kind, Kind::Mat | Kind::Vec) => {
                tree.args.iter().for_each(|a| self.expect(a, kind));
            }
            // `AB`, and `\lambda I` beside a matrix.
            Head::Product(_) if kind == Kind::Mat => {
                let named = |a: &&Tree| {
                    a.root_symbol().is_some_and(capital) || matches!(a.head, Head::Product(_))
                };
                let matrices: Vec<&Tree> = tree.args.iter().filter(named).collect();
                matrices.into_iter().for_each(|a| self.expect(a, kind));
            }
            Head::Product(_) if kind == Kind::Mat => {
                // `\lambda I`: a number and a matrix.
                let mut large = tree.args.iter().filter(|a| a.symbol().is_some_and(capital));
                if let (Some(only), None) = (large.next(), large.next()) {
                    let only = only.clone();
                    self.expect(&only, kind);
                }
            }
            Head::Power if kind == Kind::Mat || kind == Kind::Set => {
                self.expect(&tree.args[0], kind)
            }
            Head::Apply(op) if matches!(kind, Kind::Set | Kind::Event | Kind::Mat) => {
                let same = self.vocabulary.operator(*op).is_some_and(|o| {
                    o.signatures
                        .iter()
                        .any(|s| s.result == kind && s.args.iter().all(|a| *a == kind))
                });
                let line = Some(*op) == self.table.usual.conj && kind != Kind::Mat;
                if same || line {
                    tree.args.iter().for_each(|a| self.expect(a, kind));
                }
            }
            Head::Items => tree.args.iter().for_each(|a| self.expect(a, kind)),
            _ => {}
        }
    }

    pub(super) fn note(&mut self, name: &str, kind: Kind) {
        if !telling(kind) {
            return;
        }
        if matches!(kind, Kind::Mat | Kind::Vec) && self.usage.is_function(name) {
            return;
        }
        if !self.known.contains_key(name) {
            self.known.insert(name.to_owned(), kind);
            self.age += 1;
        }
    }

    fn visit(&mut self, tree: &Tree) {
        for arg in &tree.args {
            if !arg.args.is_empty() {
                self.visit(arg);
            }
        }
        match &tree.head {
            Head::Chain(_) => {
                self.transposed_beside(tree);
                self.relation(tree);
            }
            Head::Apply(op) | Head::Binder(op, _) => self.applied(*op, tree),
            Head::Product(joins) if self.crossed(joins, tree) => {
                tree.args.iter().for_each(|a| self.expect(a, Kind::Set));
            }
            Head::Power => self.power(tree),
            Head::Fence(op) if Some(*op) == self.table.norm => self.in_norm(tree),
            Head::Pair(..) if super::elaborate::commutes(tree) => {
                for arg in &tree.args {
                    if let Some(name) = arg.symbol().filter(|n| n.len() == 1 && capital(n)) {
                        self.note(name, Kind::Mat);
                    }
                }
            }
            Head::Sum(..) | Head::Product(_) => {
                if let Head::Product(joins) = &tree.head {
                    self.transposed_beside(tree);
                    self.lying(joins, tree);
                }
                let kind = self.strongest(tree);
                if kind == Kind::Vec && matches!(tree.head, Head::Product(_)) {
                    self.before_vectors(tree);
                }
                if kind == Kind::Mat && matches!(tree.head, Head::Sum(..)) {
                    tree.args.iter().for_each(|a| self.expect(a, kind));
                }
                self.waits |= kind == Kind::Mat;
                if let (Head::Product(joins), true) = (&tree.head, self.matrix_signs) {
                    self.behind_matrices(joins, tree);
                }
                if let (Kind::Mat, true) = (kind, self.matrix_signs) {
                    let unknown = |a: &&Tree| {
                        a.symbol()
                            .is_some_and(|s| capital(s) && self.symbol(s) == Kind::Any)
                    };
                    let names: Vec<Tree> = tree.args.iter().filter(unknown).cloned().collect();
                    names.iter().for_each(|a| self.expect(a, Kind::Mat));
                }
            }
            _ => {}
        }
    }

    /// `A\mathbf{x}`: a letter that usually names a matrix, right before a bold vector, does.
    fn before_vectors(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            let bolded = pair[1].root_symbol().is_some_and(bold);
            let letter = match pair[0].head {
                Head::Index => pair[0].args[0].symbol(),
                _ => pair[0].symbol(),
            };
            if let Some(name) = letter.filter(|s| bolded && names_matrix(s)) {
                let name = name.to_owned();
                self.note(&name, Kind::Mat);
            }
        }
    }

    fn relation(&mut self, tree: &Tree) {
        let Head::Chain(ops) = &tree.head else {
            return;
        };
        for (i, op) in ops.iter().enumerate() {
            let (left, right) = (&tree.args[i], &tree.args[i + 1]);
            let vocabulary = self.vocabulary;
            let Some(operator) = vocabulary.operator(*op) else {
                continue;
            };
            let signature = operator.signatures.first();
            let want = |n: usize| {
                signature
                    .and_then(|s| s.args.get(n))
                    .copied()
                    .unwrap_or(Kind::Any)
            };
            let (first, second) = (want(0), want(1));
            self.expect(left, first);
            self.expect(right, second);
            if let (Head::Fence(a), Head::Fence(b)) = (&left.head, &right.head)
                && a == b
            {
                // `|A| = |B|`: both are sets, or both matrices.
                let (inner, other) = (left.args[0].clone(), right.args[0].clone());
                for (one, two) in [(&inner, &other), (&other, &inner)] {
                    let kind = self.of(one);
                    if matches!(kind, Kind::Set | Kind::Mat) && two.symbol().is_some_and(capital) {
                        self.expect(two, kind);
                    }
                }
            }
            if first == Kind::Any && second == Kind::Any {
                let (a, b) = (self.of(left), self.of(right));
                self.expect(left, b);
                self.expect(right, a);
            }
        }
    }

    fn applied(&mut self, op: Op, tree: &Tree) {
        if !self.table.shape(op).tells {
            return;
        }
        let vocabulary = self.vocabulary;
        let Some(operator) = vocabulary.operator(op) else {
            return;
        };
        let name = operator.name.as_str();
        self.mapping(name, tree);
        if matches!(name, "prob" | "condprob") {
            return tree.args.iter().for_each(|a| self.event(a));
        }
        if operator
            .signatures
            .iter()
            .all(|s| s.result == s.args.first().copied().unwrap_or(Kind::Any))
            && operator.signatures.len() > 1
        {
            // The kind of the arguments is that of the result: they agree with each other.
            let kind = self.strongest(tree);
            let default = operator.signatures[0]
                .args
                .first()
                .copied()
                .unwrap_or(Kind::Any);
            let kind = if matches!(kind, Kind::Any | Kind::Num) {
                default
            } else {
                kind
            };
            return tree.args.iter().for_each(|a| self.expect(a, kind));
        }
        let Some(signature) = operator.signatures.first() else {
            return;
        };
        for (i, arg) in tree.args.iter().enumerate() {
            let kind = signature
                .args
                .get(i)
                .or(signature.args.last())
                .copied()
                .unwrap_or(Kind::Any);
            self.expect(arg, kind);
        }
    }

    /// What stands in `P(…)`: events, or relations between random variables and values.
    fn event(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Chain(_) => {
                for side in &tree.args {
                    if let Some(name) = side.root_symbol().filter(|n| capital(n)) {
                        self.note(name, Kind::Rv);
                    }
                }
            }
            Head::Items | Head::Apply(_) => tree.args.iter().for_each(|a| self.event(a)),
            Head::Power => self.event(&tree.args[0]),
            _ => self.expect(tree, Kind::Event),
        }
    }

    fn power(&mut self, tree: &Tree) {
        let group = &tree.args[0];
        let Some(base) = group.root_symbol() else {
            let capitals = |t: &Tree| t.symbol().is_some_and(capital);
            if group.closed
                && matches!(tree.args[1].symbol(), Some("T" | "t"))
                && matches!(group.head, Head::Sum(..) | Head::Product(_))
                && group.args.iter().all(capitals)
            {
                // `(AB)^T`, `(A + B)^T`
                let parts = group.args.clone();
                parts.iter().for_each(|a| self.expect(a, Kind::Mat));
            }
            return;
        };
        let transposed = match &tree.args[1].head {
            Head::Symbol(t) => t == "T",
            Head::Mark(mark) => is_transposition(mark),
            _ => false,
        };
        if transposed && !matches!(tree.args[0].head, Head::Power) {
            let bold = base.starts_with(r"\mathbf{") && base[8..].starts_with(char::is_lowercase)
                || base.starts_with(r"\vec");
            if capital(base) || base.starts_with(r"\mathbf{") {
                self.note(base, if bold { Kind::Vec } else { Kind::Mat });
            }
        }
        if complements(&tree.args[1]) {
            self.note(base, Kind::Set);
        }
        if base.len() == 1
            && capital(base)
            && super::parse::minus_one(&tree.args[1])
            && self.symbol(base) == Kind::Any
            && !self.usage.is_bound(base)
        {
            self.waits = true;
            if self.matrix_signs {
                self.note(base, Kind::Mat);
            }
        }
    }
}

/// Whether something is to be noted of a symbol of this kind.
pub(super) fn telling(kind: Kind) -> bool {
    !matches!(kind, Kind::Any | Kind::Num | Kind::Text | Kind::Tuple)
}

/// The capital letter that names a point, with or without an index or primes.
fn point(tree: &Tree) -> Option<String> {
    let letter = match &tree.head {
        Head::Index | Head::Prime => tree.args.first()?,
        _ => tree,
    };
    let name = letter.symbol()?;
    (name.len() == 1 && capital(name)).then(|| name.to_owned())
}

/// Whether a superscript says that its base is a set.
fn complements(exponent: &Tree) -> bool {
    matches!(&exponent.head, Head::Mark(mark) if matches!(mark.as_str(), r"\complement" | "∁"))
}

/// Whether a letter usually names a matrix.
pub(super) fn names_matrix(name: &str) -> bool {
    matches!(name, "A" | "B" | "C" | "D" | "J" | "L" | "P" | "S" | "U")
}

/// Superscripts that transpose.
pub(super) fn is_transposition(mark: &str) -> bool {
    matches!(
        mark,
        r"\top" | "⊤" | r"\intercal" | r"\mathsf{T}" | r"\mathrm{T}" | r"\mathtt{T}" | r"\text{T}"
    )
}

/// Whether a name is a capital letter.
pub(super) fn capital(name: &str) -> bool {
    let bare = name
        .strip_prefix(r"\mathbf{")
        .or_else(|| name.strip_prefix(r"\mathcal{"))
        .unwrap_or(name);
    bare.strip_prefix('\\')
        .unwrap_or(bare)
        .starts_with(char::is_uppercase)
}

/// Whether a name is a small letter in bold: a vector.
fn bold(name: &str) -> bool {
    [r"\mathbf{", r"\boldsymbol{", r"\textbf{", r"\bm{"]
        .iter()
        .find_map(|font| name.strip_prefix(font))
        .is_some_and(|rest| {
            let letter = rest.trim_end_matches('}');
            letter.chars().count() == 1 && letter.starts_with(char::is_lowercase)
        })
}
