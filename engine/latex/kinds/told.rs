//! What the parts of a formula tell of the symbols in them.

use super::{Kinds, capital, names_matrix, point, telling};
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

    /// Notes that a tree stands for something of this kind.
    pub(in crate::latex) fn expect(&mut self, tree: &Tree, kind: Kind) {
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
            // A capital in bold may turn out to be a matrix yet.
            Head::Symbol(name) if kind == Kind::Vec && !self.matrix_signs && bold::large(name) => {
                self.waits = true;
            }
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
            // `x^2` beside a matrix of numbers is that of a number.
            Head::Power
                if kind == Kind::Mat
                    && matches!(tree.args[1].head, Head::Number(_))
                    && tree.args[0]
                        .symbol()
                        .is_some_and(|n| n.len() == 1 && !capital(n)) => {}
            Head::Power if kind == Kind::Mat || kind == Kind::Set => {
                self.expect(&tree.args[0], kind)
            }
            // `f(\bar A) \subset B`: an image is that of a set.
            Head::Call
                if kind == Kind::Set
                    && matches!(tree.args.as_slice(), [map, set]
                        if matches!(map.root_symbol(), Some("f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi"))
                            && (set.symbol().is_some_and(capital)
                                || matches!(set.head, Head::Apply(op) if Some(op) == self.table.usual.conj))) =>
            {
                self.expect(&tree.args[1], kind);
            }
            Head::Apply(op) if matches!(kind, Kind::Set | Kind::Event | Kind::Mat) => {
                let same = self.vocabulary.operator(*op).is_some_and(|o| {
                    o.signatures
                        .iter()
                        .any(|s| s.result == kind && s.args.iter().all(|a| *a == kind))
                });
                let line = Some(*op) == self.table.usual.conj && kind != Kind::Mat;
                let joined =
                    kind == Kind::Event && matches!(self.name(*op), "and" | "or" | "not" | "comma");
                if same || line || joined {
                    tree.args.iter().for_each(|a| self.expect(a, kind));
                }
            }
            // In `(a, b \ge 0)` the letters are no statements.
            Head::Items if kind == Kind::Prop && tree.args.iter().any(Tree::states) => {}
            Head::Items => tree.args.iter().for_each(|a| self.expect(a, kind)),
            _ => {}
        }
    }

    pub(in crate::latex) fn note(&mut self, name: &str, kind: Kind) {
        if !telling(kind) {
            return;
        }
        // `\|Ax\| = \|A'x\|`: a prime alone makes no function of a matrix.
        let function = self.usage.is_function(name) && self.usage.called(name);
        if matches!(kind, Kind::Mat | Kind::Vec) && function {
            return;
        }
        // `P(A \text{ and } B)`: what joins statements joins events, too.
        let known = self.known.get(name);
        let stronger = |known: Kind| match (known, kind) {
            (Kind::Prop, Kind::Event) => true,
            // `P(y = 1 \mid x) = \sigma(w^T x)`: a value that is given, or a mean.
            (Kind::Event | Kind::Rv, Kind::Vec) => !capital(name),
            _ => false,
        };
        if known.is_none_or(|known| stronger(*known)) {
            self.known.insert(name.to_owned(), kind);
            self.age += 1;
        }
    }

    /// Notes a matrix that seems to be applied to what it is multiplied by: `e^{A(t - s)}`.
    pub(in crate::latex) fn note_matrix(&mut self, name: &str) {
        if self.known.get(name).is_none_or(|kind| *kind == Kind::Fn) {
            self.known.insert(name.to_owned(), Kind::Mat);
            self.age += 1;
        }
    }

    /// Notes a curve or a surface: its values and derivatives are vectors.
    pub(in crate::latex) fn note_curve(&mut self, name: &str) {
        if self.valued.insert(name.to_owned()) {
            self.known.entry(name.to_owned()).or_insert(Kind::Vec);
            self.age += 1;
        }
    }

    /// Whether something moves: a curve is known, or a speed.
    pub(in crate::latex) fn moves(&self) -> bool {
        !self.valued.is_empty() || self.known.keys().any(|name| name.starts_with(r"\dot{"))
    }

    /// Whether a curve or a surface has this name.
    pub(in crate::latex) fn is_curve(&self, name: &str) -> bool {
        self.valued.contains(name)
    }

    /// Notes a capital letter that is a number.
    pub(super) fn note_number(&mut self, name: &str) {
        if self.numbers.insert(name.to_owned()) {
            self.age += 1;
        }
    }

    /// Notes a matrix or vector of which a prime says that it is transposed.
    pub(in crate::latex) fn transpose_primes_of(&mut self, name: &str, kind: Kind) {
        if self.primed.insert(name.to_owned()) {
            self.known.insert(name.to_owned(), kind);
            self.age += 1;
        }
    }

    /// Notes the capital letter that a sum or an integral goes up to, `\sum_{t=1}^T`, `\sum_{n=0}^{N-1}`: a
    /// number, also where it is inverted.
    fn counted_to(&mut self, tree: &Tree) {
        let (Head::Binder(..), [_, _, last, _]) = (&tree.head, tree.args.as_slice()) else {
            return;
        };
        let last = match (&last.head, last.args.as_slice()) {
            (Head::Sum(..), [letter, number]) if matches!(number.head, Head::Number(_)) => letter,
            _ => last,
        };
        if let Some(name) = last.symbol().filter(|n| n.len() == 1 && capital(n)) {
            self.note_amount(name);
        }
    }

    /// Notes a number, whatever else it was taken for.
    pub(super) fn note_amount(&mut self, name: &str) {
        if self.known.get(name) != Some(&Kind::Num) {
            self.known.insert(name.to_owned(), Kind::Num);
            self.age += 1;
        }
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

    /// What is differentiated and then applied is a function: `\frac{\partial f}{\partial x}(a, b)`.
    fn derived(&mut self, applied: &Tree) {
        let derivative = |op: Op| {
            let known = self.table.derivative;
            known.is_some_and(|(plain, partial)| op == plain || op == partial)
        };
        if let Head::Apply(op) = applied.head
            && derivative(op)
            && let Some(name) = applied.args.last().and_then(Tree::symbol)
        {
            let name = name.to_owned();
            self.note(&name, Kind::Fn);
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
        if let ("boundary", [region]) = (name, tree.args.as_slice())
            && let Some(region) = region.symbol().filter(|n| capital(n))
        {
            let region = region.to_owned();
            self.note(&region, Kind::Set);
        }
        if name == "indexof" {
            // `[G : H]`: a group and a subgroup have as many elements as their bars say.
            for group in tree.args.iter().filter_map(Tree::symbol) {
                self.note(group, Kind::Set);
            }
        }
        if let ("constrained", [_, _, constraints]) = (name, tree.args.as_slice()) {
            self.systems(constraints);
        }
        if let ("divergence" | "curl", [field]) = (name, tree.args.as_slice())
            && let Some(field) = field.symbol().map(str::to_owned)
        {
            self.note(&field, Kind::Vec);
        }
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
            let initial = |a: &Tree| {
                a.head == Head::Index && matches!(&a.args[1].head, Head::Number(n) if n == "0")
            };
            let kind = match kind {
                Kind::Any | Kind::Num => default,
                // `t = \frac{v_0}{g}` beside `v(t)`: what a function begins with is a number.
                Kind::Fn if tree.args.iter().all(|a| self.of(a) != kind || initial(a)) => default,
                kind => kind,
            };
            // What a matrix is divided by is none.
            let own = operator.signatures.iter().find(|s| s.result == kind);
            for (at, arg) in tree.args.iter().enumerate() {
                let told = own.and_then(|s| s.args.get(at)).is_none_or(|k| *k == kind);
                if told {
                    self.expect(arg, kind);
                }
            }
            return;
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

    /// Notes spaces whose products a map without a name takes: `V_n \times V_m \to V_{n+m}`.
    fn maps_products(&mut self, chain: &Tree) {
        let arrow = matches!(&chain.head, Head::Chain(ops) if ops.as_slice() == self.table.tends.as_slice());
        // `0 \to M' \to M \to M'' \to 0`
        if chain.args.len() > 3
            && matches!(&chain.head, Head::Chain(ops) if ops.iter().all(|op| Some(*op) == self.table.tends))
        {
            let primed = |t: &Tree| t.head == Head::Prime;
            let names = chain.args.iter().filter(|t| primed(t));
            let names = names.filter_map(|t| t.args[0].symbol().filter(|n| capital(n)));
            let names: Vec<String> = names.map(str::to_owned).collect();
            names.iter().for_each(|name| self.note(name, Kind::Set));
        }
        let [from, to] = chain.args.as_slice() else {
            return;
        };
        if arrow {
            self.duals(from);
        }
        let named = |t: &Tree| {
            let name = t.root_symbol().filter(|n| capital(n));
            matches!(t.head, Head::Symbol(_) | Head::Index)
                .then_some(name)
                .flatten()
                .map(str::to_owned)
        };
        let crossed =
            matches!(&from.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Cross));
        if !arrow || !crossed {
            return;
        }
        let names: Option<Vec<String>> = from.args.iter().chain([to]).map(named).collect();
        names
            .iter()
            .flatten()
            .for_each(|name| self.note(name, Kind::Set));
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
}

/// Whether a small letter stands under an arrow: `\vec{x}`.
fn small_arrow(name: &str) -> bool {
    let letter = name
        .strip_prefix(r"\vec{")
        .and_then(|rest| rest.strip_suffix('}'));
    letter.is_some_and(|l| l.len() == 1 && l.starts_with(|c: char| c.is_ascii_lowercase()))
}
