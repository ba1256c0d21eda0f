//! What the parts of a formula tell of the symbols in them.

mod applied;
mod notes;

use super::{Kinds, capital, names_matrix};
use crate::latex::bold;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::term::Op;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes that a small letter right behind a matrix is a vector: a number stands in front.
    fn behind_matrices(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let small = |s: &str| {
                let letter = core(s);
                letter == r"\beta"
                    || letter.len() == 1
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

    fn named(&self, op: Op, name: &str) -> bool {
        self.name(op) == name
    }

    pub(in crate::latex) fn name(&self, op: Op) -> &str {
        self.vocabulary.operator(op).map_or("", |o| &o.name)
    }

    pub(super) fn visit(&mut self, tree: &Tree) {
        // Numbers are told before what stands between crosses is taken for sets.
        match &tree.head {
            Head::Chain(_) => self.reckoned(tree),
            Head::Apply(op) if *op == self.table.div => self.reckoned(tree),
            _ => {}
        }
        for arg in &tree.args {
            if !arg.args.is_empty() {
                self.visit(arg);
            }
        }
        match &tree.head {
            Head::Chain(_) => {
                self.transposed_beside(tree);
                self.sides(tree);
                self.crossed_sides(tree);
                self.perpendicular_sides(tree);
                self.orthogonal(tree);
                self.bracketed_sides(tree);
                self.counted_sides(tree);
                self.parts_of(tree);
                self.maps_products(tree);
                self.relation(tree);
            }
            Head::Apply(op) | Head::Binder(op, _) => {
                if self.named(*op, "otimes") || self.named(*op, "dim") {
                    self.quotients(tree);
                }
                self.modulo(*op, tree);
                if *op == self.table.div {
                    self.counted_alike(tree);
                }
                match self.name(*op) {
                    "inner" if tree.args.len() == 2 => self.in_inner(tree),
                    "norm" => self.in_norm(tree),
                    "labelled" => self.mapped(tree),
                    "maps" => tree.args[1..].iter().for_each(|side| self.duals(side)),
                    "expect" | "condexpect" => self.second_moment(&tree.args[0]),
                    "tr" => self.density(&tree.args[0]),
                    "span" => self.krylov(tree),
                    "tensored" => tree.args[..2]
                        .iter()
                        .for_each(|one| self.of_structures(one)),
                    "intby" | "intmany" => self.flux(tree),
                    "indexedsum" | "indexedproduct" => self.joined_over(tree),
                    _ => {}
                }
                self.applied(*op, tree);
                self.counted_to(tree);
            }
            Head::Product(joins)
                if joins.iter().all(|j| *j == Join::Cross) && self.quotients(tree) => {}
            Head::Product(joins) if self.crossed(joins, tree) => {
                tree.args.iter().for_each(|a| self.expect(a, Kind::Set));
            }
            Head::Power => self.power(tree),
            Head::Fence(op)
                if Some(*op) == self.table.norm
                    || tree.args.len() == 2 && self.named(*op, "inner") =>
            {
                self.in_norm(tree)
            }
            Head::Pair(..) if crate::latex::elaborate::commutes(tree) => {
                for arg in &tree.args {
                    if let Some(name) = arg.symbol().filter(|n| n.len() == 1 && capital(n)) {
                        self.note(name, Kind::Mat);
                    }
                }
            }
            Head::Index => self.entry(tree),
            Head::Call => {
                self.derived(&tree.args[0]);
                self.extension(tree);
                self.inverse_image(tree);
                let name = tree.args[0].root_symbol().map(crate::spelling::core);
                if matches!(
                    name,
                    Some("Spec" | "Spm" | "Specm" | "Proj" | "Max" | "Frac" | "Quot")
                ) {
                    tree.args[1..]
                        .iter()
                        .for_each(|ring| self.of_structures(ring));
                }
                if let [mean, argument] = tree.args.as_slice()
                    && mean.symbol() == Some("E")
                {
                    self.second_moment(argument);
                }
            }
            Head::Sum(..) | Head::Product(_) if self.all_numbers() => {}
            Head::Sum(..) | Head::Product(_) => {
                self.counted_alike(tree);
                if let Head::Sum(..) = &tree.head {
                    self.with_identity(tree);
                    self.summands(tree);
                    self.unit_vectors(tree);
                    self.bold_terms(tree);
                }
                if let Head::Product(joins) = &tree.head {
                    self.bold_factors(joins, tree);
                    self.beside_identity(joins, tree);
                    self.transposed_beside(tree);
                    self.dotted(joins, tree);
                    self.adjoint_factors(joins, tree);
                    self.lying(joins, tree);
                    self.around_matrix(joins, tree);
                    self.outer(joins, tree);
                    self.row_before_inverse(joins, tree);
                    self.propagated(joins, tree);
                    self.spread(tree);
                    self.between_values(tree);
                    self.within(tree);
                    self.data(tree);
                    self.bilinear(tree);
                    self.triple(joins, tree);
                    self.hatted(joins, tree);
                    self.curves(joins, tree);
                    self.projection(tree);
                    self.after_function(joins, tree);
                }
                let kind = self.strongest(tree);
                if kind == Kind::Vec && matches!(tree.head, Head::Product(_)) {
                    self.before_vectors(tree);
                }
                if matches!(tree.head, Head::Sum(..)) && self.of(tree) == Kind::Mat {
                    tree.args.iter().for_each(|a| self.expect(a, kind));
                }
                self.waits |= kind == Kind::Mat;
                if let Head::Product(joins) = &tree.head {
                    self.behind_dots(joins, tree);
                    if self.matrix_signs {
                        self.behind_matrices(joins, tree);
                    }
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

    /// Whether nothing tells so far that there is anything but numbers: no letter but small ones, no
    /// accents, no primes.
    fn all_numbers(&self) -> bool {
        self.plain && self.known.is_empty() && self.valued.is_empty()
    }

    /// `A\mathbf{x}`: a letter that usually names a matrix, right before a bold vector, does.
    fn before_vectors(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            let bolded = self.rooted(&pair[1]).is_some_and(bold::small);
            let bare = |t: &Tree| {
                t.symbol()
                    .filter(|n| n.len() == 1 && capital(n))
                    .map(str::to_owned)
            };
            // `(I - A)\mathbf{x}`
            if bolded
                && pair[0].closed
                && matches!(pair[0].head, Head::Sum(..))
                && let Some(names) = pair[0].args.iter().map(bare).collect::<Option<Vec<_>>>()
                && names.iter().any(|n| names_matrix(n))
            {
                names.iter().for_each(|name| self.note(name, Kind::Mat));
                continue;
            }
            let letter = match pair[0].head {
                Head::Index => pair[0].args[0].symbol(),
                // `e^{At}\mathbf{x}_0`
                Head::Power if self.is_euler(&pair[0].args[0]) => {
                    let exponent = &pair[0].args[1];
                    let factors = match exponent.head {
                        Head::Product(_) => exponent.args.as_slice(),
                        _ => std::slice::from_ref(exponent),
                    };
                    factors
                        .iter()
                        .find_map(|t| t.symbol().filter(|n| capital(n)))
                }
                _ => pair[0].symbol(),
            };
            // In physics most letters before an arrow are numbers.
            let arrow = letter == Some("A") && self.rooted(&pair[1]).is_some_and(small_arrow);
            // `\mathbf{B} = B\mathbf{n}`: what is in bold too is the length of that.
            let length = letter.is_some_and(|s| self.usage.is_bold_too(s));
            if let Some(name) = letter.filter(|s| bolded && names_matrix(s) && !length || arrow) {
                let name = name.to_owned();
                self.note(&name, Kind::Mat);
            }
        }
    }
}

/// Whether a small letter stands under an arrow: `\vec{x}`.
fn small_arrow(name: &str) -> bool {
    let letter = name
        .strip_prefix(r"\vec{")
        .and_then(|rest| rest.strip_suffix('}'));
    letter.is_some_and(|l| l.len() == 1 && l.starts_with(|c: char| c.is_ascii_lowercase()))
}
