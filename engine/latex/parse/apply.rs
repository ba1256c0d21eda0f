//! Functions applied to brackets, and expressions taken at a place.

mod again;
mod held;
mod inverted;
mod listed;
mod multiplied;

use super::angle::is_angle;
use super::scripted::hankel;
use super::{Parser, minus_one};
use crate::atoms::Shown;
use crate::latex::apart::rotates;
use crate::latex::around::{broken_power, interval_of_space, names_space, simple_argument};
use crate::latex::bars::is_bar;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::{Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::spelling::under_accents;

impl Parser<'_> {
    /// Whether the superscript is an order in parentheses: `f^{(n)}`.
    pub(super) fn order(&self, sup: &Tree) -> bool {
        let near = || {
            self.tokens[..self.pos]
                .iter()
                .rev()
                .take(2)
                .any(|t| t.key == ")")
        };
        let at = self.tokens.partition_point(|t| t.start < sup.start);
        sup.closed
            && (near()
                || self
                    .tokens
                    .get(at)
                    .is_some_and(|t| t.key == "(" && t.start == sup.start))
            && !matches!(sup.head, Head::Items | Head::Pair(..))
    }

    /// Whether a capital has an extension of fields below it, from which it goes down.
    fn of_extension(&self, tree: &Tree) -> bool {
        let field = |t: &Tree| {
            t.root_symbol().is_some_and(capital)
                || matches!(t.head, Head::Apply(op) if self.table.set_constants.contains(&op))
        };
        let quotient = |op| op == self.table.div || Some(op) == self.table.named("quotient");
        let extension = tree.args.get(1).is_some_and(|index| {
            matches!(index.head, Head::Apply(op) if quotient(op)) && index.args.iter().all(field)
        });
        extension && tree.root_symbol().is_some_and(capital)
    }

    /// Whether this is a group of functions: `(f + g)`.
    pub(super) fn function_group(&self, tree: &Tree) -> bool {
        let function = |a: &Tree| {
            a.root_symbol()
                .is_some_and(|name| self.usage.may_be_function(name))
        };
        matches!(tree.head, Head::Sum(..) | Head::Product(_))
            && tree.closed
            && (tree.args.iter().all(function) || self.of_operator(tree))
    }

    /// Whether the bracket here holds a ket and a bra and nothing else, which nobody brackets in a
    /// product: `\mathcal{E}(|i\rangle\langle j|)`.
    fn projects_here(&self) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        let ket = self.pos + 1;
        let closes = |open: usize| match self.marks.get(open) {
            Some(Mark::Open { partner, .. }) => Some(*partner),
            _ => None,
        };
        let bar = self.tokens.get(ket).is_some_and(is_bar);
        let bra = closes(ket).filter(|_| bar).map(|end| end + 1);
        bra.is_some_and(|bra| is_angle(self.key_at(bra)) && closes(bra) == Some(partner - 1))
    }

    /// Whether the operand is a function that is applied to the bracket that follows.
    pub(super) fn applies(&self, tree: &Tree, applied: bool) -> bool {
        if applied {
            // `\mathcal{L}\{f\}(s)`
            let transformed = self.of_transformation(tree);
            return transformed && self.key_at(self.pos) == "("
                || self.has_value(tree)
                || self.symbol_of_operator(tree)
                || self.key_at(self.pos) == "[" && self.torsion_of(tree)
                || self.indexes_again(tree)
                || self.evaluates(tree)
                || self.takes_functions(tree)
                || self.key_at(self.pos) == "(" && again::adjoint_power(tree);
        }
        let square = self.tokens[self.pos].key == "[";
        if !square && (self.acted_on_here(tree) || self.propagates(tree)) {
            return false;
        }
        if !square
            && (self.salt_here(tree)
                || self.own_exponent(tree)
                || self.raised_to_decimal(tree)
                || self.scales_bracket(tree)
                || self.scales_form(tree))
        {
            return false;
        }
        if square && (self.amount_here() || self.molecule_at(self.pos)) {
            return false;
        }
        if square && self.capitals_in_square(self.pos) && self.commutes_elsewhere() {
            return false;
        }
        let letter = matches!(
            tree.head,
            Head::Symbol(_) | Head::Index | Head::Power | Head::Upper
        );
        if !square && self.measured_where(tree) {
            return false;
        }
        if !square && (self.inverts(tree) || self.applied_by_name(tree) || self.of_spectrum(tree)) {
            return true;
        }
        // `T_\psi = f(t) \psi^*(t - b)`, where the name with its star is that of a function
        if !square && self.usage.is_said_again() && self.function_with_star(tree) {
            return true;
        }
        if letter
            && tree
                .root_symbol()
                .is_some_and(|name| self.usage.never_applied(name))
        {
            return false;
        }
        // `f(0^-)`: nobody multiplies by what a limit is taken at.
        if !square && letter && !tree.closed && (self.near_zero() || self.boundary_here()) {
            return true;
        }
        // `\hat{R}_y(\frac{\pi}{4})`
        let hatted = |name: &str| name.starts_with(r"\hat{");
        if !square && tree.root_symbol().is_some_and(hatted) && rotates(tree) {
            return true;
        }
        if self.key_at(self.pos) == r"\{" && tree.symbol().is_some_and(names_diagonal) {
            return true;
        }
        // `\mathcal{A}(1^\lambda)`: nobody multiplies by a power of one.
        let unary = || self.key_at(self.pos + 1) == "1" && self.key_at(self.pos + 2) == "^";
        if tree.symbol().is_some_and(scripted)
            && (self.key_at(self.pos) == r"\{" || !square && (self.projects_here() || unary()))
        {
            return true;
        }
        // `V_0\,(\frac{r}{a})^\beta`
        if !square
            && tree.head == Head::Index
            && self.tokens[self.pos].gap >= Gap::Thin
            && self.raised_here()
        {
            return false;
        }
        if !square
            && (self.transposes_here(tree)
                || tree.root_symbol().is_some_and(capital) && self.inverts_matrix_at(self.pos)
                || self.initial_amount(tree)
                || self.applied_to_itself(tree)
                || self.raised_matrix_here(tree))
        {
            return false;
        }
        if square && self.weighs_stacked(tree) {
            return false;
        }
        if tree.head == Head::Prime {
            return !square || tree.root_symbol().is_some();
        }
        // `Nu_0(\frac{a}{b})^{0.3}`, `h_{70}^2(\frac{a}{b})^{8/3}`
        let powered = tree.head == Head::Power
            && matches!(tree.args[1].head, Head::Number(_))
            && self.raised_here();
        if !square
            && (powered
                || tree
                    .root_symbol()
                    .is_some_and(|n| n.starts_with(r"\mathit{")))
            && broken_power(self.tokens, self.marks, self.pos)
        {
            return false;
        }
        if !square
            && matches!(tree.head, Head::Symbol(_) | Head::Index)
            && (self.reaction_here() || self.of_comparison(tree))
        {
            return true;
        }
        if square && (self.space_over_interval(tree) || self.estimated_mean(tree)) {
            return true;
        }
        if self.listed_here() && self.takes_list(tree) {
            return !square || self.table.bracket_call.is_some();
        }
        if !square && self.open_here() && self.tokens[self.pos].key == "(" {
            let letter = matches!(
                tree.head,
                Head::Symbol(_) | Head::Index | Head::Power | Head::Upper
            );
            // `g^{(1)}(\cdot)`
            return letter && tree.root_symbol().is_some() || tree.root_numbered().is_some();
        }
        if matches!(&tree.head, Head::Symbol(name) if indicates(name) || soft(name)) {
            return true;
        }
        if self.key_at(self.pos) == r"\{" && self.transforms(tree) && self.transformed(tree) {
            return true;
        }
        if matches!(tree.head, Head::Index | Head::Upper) && !square && self.of_one_vector() {
            return true;
        }
        if !square && self.field_at_vector(tree) {
            return true;
        }
        if tree.head == Head::Index && !square && self.of_generated(tree) {
            return true;
        }
        if !square && (self.initial_value(tree) || self.place_on_curve(tree) || self.outcome(tree))
        {
            return true;
        }
        match &tree.head {
            Head::Symbol(name) if square && self.table.bracket_call.is_some() => {
                let applied = capital(under_accents(name)) && !self.usage.is_event(name)
                    || matches!(
                        name.as_str(),
                        "f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi"
                    ) && self.set_in_square();
                // `\mathcal{F}[f * g]`
                let transforms = crate::latex::evidence::transformation(name)
                    && self.tokens[self.pos].gap == Gap::None;
                applied && (self.simple_square() || self.part_in_square())
                    || transforms
                    || self.samples(name)
                    || self.shifts(name)
                    || self.entry_of(name)
                    || self.substitutes(name)
                    || self.called_besides(name)
                    || self.functional(name)
                    || self.difference(name)
                    || capital(name) && !self.usage.is_event(name) && self.of_value()
                    || self.named_before_square(name)
                    || self.satisfied(name)
            }
            // `\mathcal{L}^{-1}[F(s)]`
            Head::Power if square && minus_one(&tree.args[1]) => {
                let transforms = crate::latex::evidence::transformation;
                let name = tree.args[0].symbol();
                self.table.bracket_call.is_some()
                    && self.tokens[self.pos].gap == Gap::None
                    && (name.is_some_and(transforms)
                        || name.is_some_and(inverted::projects) && self.set_in_square())
            }
            // `y^*[n - m]`
            Head::Power
                if square
                    && matches!(&tree.args[1].head, Head::Mark(mark) if mark.as_str() == "*")
                    && self.table.bracket_call.is_some() =>
            {
                tree.args[0].symbol().is_some_and(|name| self.samples(name))
            }
            Head::Index | Head::Upper if square && self.table.bracket_call.is_some() => {
                // `P_{C \leftarrow B}[v]_B`
                let coordinates = matches!(self.marks[self.pos], Mark::Open { partner, .. }
                    if self.key_at(partner + 1) == "_");
                tree.root_symbol().is_some_and(capital) && self.simple_square() && !coordinates
                    || tree.root_symbol().is_some_and(|name| self.shifts(name))
                    || tree.head == Head::Index && self.samples_twice()
                    || tree.head == Head::Index
                        && tree
                            .root_symbol()
                            .is_some_and(|name| self.samples(name) && self.indexed_samples(name))
                    || tree.head == Head::Index && self.substitutes_indexed(tree)
            }
            Head::Symbol(name) if name.contains("operatorname") || multi_letter(name) => {
                match square {
                    true => self.table.bracket_call.is_some() && !self.measured(),
                    false => !(self.among_units() || name.starts_with(r"\mathit{") && self.grows()),
                }
            }
            Head::Symbol(name) if self.table.is_function(name) && name.len() > 1 => !square,
            // `\delta_{ij} \delta^3(x - y)`
            Head::Power if tree.args[0].symbol() == Some(r"\delta") && !tree.closed => {
                let small = matches!(&tree.args[1].head,
                    Head::Number(n) if matches!(n.as_str(), "2" | "3" | "4"));
                !square && !self.scales_here() && (small || self.usage.is_function(r"\delta"))
            }
            // `\kappa^2(0)`: nobody multiplies by zero.
            Head::Power
                if !square
                    && tree.args[0].symbol().is_some()
                    && self.key_at(self.pos + 1) == "0"
                    && self.key_at(self.pos + 2) == ")" =>
            {
                true
            }
            // `(\Lambda')^{2n - 1}(a + b)`: nobody composes a function so many times.
            Head::Power
                if tree.args[0].head == Head::Prime
                    && tree.args[0].closed
                    && matches!(tree.args[1].head, Head::Sum(..) | Head::Product(_)) =>
            {
                false
            }
            // `(g \circ f)^{-1}(C)`
            Head::Power if tree.args[0].closed && self.composition(&tree.args[0]) => {
                !square && simple_argument(self.tokens, self.marks, self.pos)
            }
            // `(\det_T^{-1})(A)`
            Head::Power
                if tree.closed && tree.args[0].head == Head::Index && self.function_named(tree) =>
            {
                !square
            }
            Head::Left(_) => !square,
            Head::Apply(_) | Head::Index if !square && self.twisted(tree) => true,
            // `N_{L/K}(a + b)`
            Head::Index if self.of_extension(tree) => !square,
            // `1_A(x)`
            Head::Index if counts_members(tree) => !square,
            Head::Index if !square && self.correlates(tree) => true,
            Head::Index if matches!(tree.args[0].head, Head::Left(_)) => !square,
            // `w_0 + w_a(1 - a)` beside `w(a)`
            Head::Index if self.differs_from_index(tree) || self.scales_first_value(tree) => false,
            Head::Symbol(_) | Head::Index | Head::Power | Head::Upper => {
                tree.root_symbol().is_some_and(|name| {
                    self.usage.is_function(name)
                        || self.pulls_back(tree)
                        || self.of_coordinates(tree)
                        || self.is_space(tree)
                        || (tree.head == Head::Index || self.inverted_name(tree))
                            && (name.contains("operatorname") || multi_letter(name))
                }) && !square
            }
            Head::Apply(_) if tree.args.len() == 2 && hankel(&tree.args[0], &tree.args[1]) => {
                !square
            }
            // `g^{[l]}(z^{[l]})`
            Head::Apply(op) if self.table.named("layered") == Some(*op) => {
                !square
                    && self.tokens[self.pos].gap == Gap::None
                    && tree.args[0]
                        .root_symbol()
                        .is_some_and(|name| matches!(name, "f" | "g" | "h" | r"\sigma" | r"\phi"))
            }
            // `L_n^{(1)}(x)`
            Head::Apply(op) if self.table.named("numbered") == Some(*op) => {
                // `\delta^{(l)} (a^{(l-1)})^T`
                let function = |name| name != r"\delta" && self.usage.is_function(name);
                // `\delta^{(3)}(\mathbf{x})`
                let dimensions = tree.args[0].symbol() == Some(r"\delta")
                    && matches!(tree.args[1].head, Head::Number(_));
                let zeroth = || {
                    self.zeroth(&tree.args[1]) && simple_argument(self.tokens, self.marks, self.pos)
                };
                !square && (dimensions || tree.root_numbered().is_some_and(function) || zeroth())
            }
            // `\underset{x \to 0}{o}(x^2)`
            Head::Apply(op) if self.table.stacks.is_some_and(|(_, below)| below == *op) => {
                let landau = |name: &str| matches!(name, "o" | "O" | r"\mathcal{O}");
                !square
                    && tree.args[0].symbol().is_some_and(landau)
                    && tree.args.get(1).is_some_and(Tree::states)
            }
            Head::Apply(op) if self.derives(*op) => {
                // `(\frac{\partial f}{\partial x})(0, 0)`
                let bracket = self.tokens[self.pos - 1].key == ")";
                !square
                    && bracket
                    && tree.closed
                    && simple_argument(self.tokens, self.marks, self.pos)
            }
            Head::Apply(op) if self.table.evaluation.is_some_and(|(at, _)| at == *op) => {
                // `f|_A(x)`
                !square && tree.closed && tree.args[0].symbol().is_some()
            }
            // `\left(\frac{f}{g}\right)(x)`
            Head::Apply(op) if *op == self.table.div => {
                let function =
                    |a: &Tree| a.symbol().is_some_and(|name| self.usage.is_function(name));
                !square
                    && tree.closed
                    && tree.args.iter().all(function)
                    && simple_argument(self.tokens, self.marks, self.pos)
            }
            // `\sqrt{\det_S}(A)`
            Head::Apply(op) if self.table.named("root") == Some(*op) => {
                let named = |t: &Tree| t.head == Head::Index && self.function_named(t);
                !square && tree.args.first().is_some_and(named)
            }
            // `\overline{\psi'}(x)`, `\overline{\mathrm{AUC}}(a, b)`
            Head::Apply(op) if self.table.usual.conj == Some(*op) => {
                let named = |t: &Tree| {
                    let word = t.symbol().filter(|n| n.starts_with(r"\mathrm{"));
                    // `\bar\sigma(T(j\omega))`
                    let lined = || {
                        let singular = t.symbol() == Some(r"\sigma");
                        singular && self.usage.is_function(r"\bar{\sigma}")
                    };
                    t.head == Head::Prime || word.is_some_and(multi_letter) || lined()
                };
                !square
                    && tree.args.iter().all(named)
                    && (tree.args.iter().all(|t| t.symbol() == Some(r"\sigma"))
                        || simple_argument(self.tokens, self.marks, self.pos))
            }
            // `|f|(x)`, `\|F\|(x)`
            Head::Fence(_) if tree.args.len() == 1 => {
                let name = tree.args[0].symbol();
                !square
                    && (name.is_some_and(|name| self.usage.is_function(name))
                        || self.measures_set(&tree.args[0]))
                    && simple_argument(self.tokens, self.marks, self.pos)
            }
            // `\widehat{f'}(\xi)`
            Head::Apply(op) if Some(*op) == self.table.accent => {
                !square
                    && !tree.args.iter().skip(1).all(Tree::reckoned)
                    && simple_argument(self.tokens, self.marks, self.pos)
            }
            // `(T(f))(x)`, `(\mathcal{L}(f))(s)`
            Head::Call if !square && tree.closed => {
                self.yields_function(tree) || self.evaluates(tree)
            }
            Head::Apply(op) => {
                let joined = Some(*op) == self.table.compose
                    || ["convolve", "star"]
                        .map(|n| self.table.named(n))
                        .contains(&Some(*op));
                joined && tree.closed
                    || !square && tree.closed && self.of_transformation(tree)
                    || !square
                        && tree.closed
                        && self.of_maps(*op, tree)
                        && simple_argument(self.tokens, self.marks, self.pos)
            }
            Head::Sum(..) | Head::Product(_) if !square => {
                (self.function_group(tree) || self.permutes_places(tree))
                    && simple_argument(self.tokens, self.marks, self.pos)
            }
            _ => false,
        }
    }

    /// Whether a word with a capital stands right before two things in a square bracket, which is applied
    /// to them: `\operatorname{Corr}[X, Y]`.
    fn named_before_square(&self, name: &str) -> bool {
        let word = name.split_once('{').map_or("", |(_, word)| word);
        (name.contains("operatorname") || multi_letter(name))
            && word.starts_with(char::is_uppercase)
            && self.tokens[self.pos].gap == Gap::None
            && !self.measured()
    }

    /// Whether this is a formula of logic that a structure satisfies, with elements in square brackets for
    /// its variables: `M \models \varphi[a_1, \ldots, a_n]`.
    fn satisfied(&self, name: &str) -> bool {
        let models = |t: &Token<'_>| matches!(t.key.as_ref(), r"\models" | r"\vDash" | "⊨");
        matches!(name, r"\phi" | r"\varphi" | r"\psi" | r"\theta" | r"\chi")
            && self.tokens[self.pos].gap == Gap::None
            && self.around().iter().any(models)
    }

    /// Whether a side of zero is all that stands in the bracket here: `(0^+)`, `(0^{-})`.
    fn near_zero(&self) -> bool {
        let braces = usize::from(self.key_at(self.pos + 3) == "{");
        self.key_at(self.pos + 1) == "0"
            && self.key_at(self.pos + 2) == "^"
            && matches!(self.key_at(self.pos + 3 + braces), "+" | "-")
            && self.key_at(self.pos + 4 + 2 * braces) == ")"
    }

    /// Whether the boundary of a set is all that stands in the bracket here, and that has no exponent:
    /// `\mathcal{H}^{n - 1}(\partial E)`.
    fn boundary_here(&self) -> bool {
        let star = 2 * usize::from(self.key_at(self.pos + 2) == "^");
        let set = self.key_at(self.pos + 2 + star);
        self.key_at(self.pos + 1) == r"\partial"
            && (star == 0 || self.key_at(self.pos + 3) == "*")
            && (set == r"\Omega" || set.len() == 1 && capital(set))
            && matches!(self.key_at(self.pos + 3 + star), ")" | r"\cap")
            && (star > 0 || self.key_at(self.pos + 4 + star) != "^")
    }

    /// Whether functions are applied one after the other.
    fn composition(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if Some(op) == self.table.compose)
    }

    /// Whether the symbol at the root is the name of a function: `\det`.
    fn function_named(&self, tree: &Tree) -> bool {
        tree.root_symbol()
            .is_some_and(|name| name.len() > 1 && self.table.is_function(name))
    }

    /// Whether this is a mean with an accent: `\hat{\mathbb{E}}_t[X]`.
    fn estimated_mean(&self, tree: &Tree) -> bool {
        let mean = |name: &str| under_accents(name) != name && under_accents(name) == r"\mathbb{E}";
        self.table.bracket_call.is_some()
            && matches!(tree.head, Head::Symbol(_) | Head::Index | Head::Upper)
            && tree.root_symbol().is_some_and(mean)
    }

    /// Whether this is a letter with a star that is known as a function, in a formula that is said again.
    fn function_with_star(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [letter, mark])
        if matches!(&mark.head, Head::Mark(m) if m.as_str() == "*")
            && letter.symbol().is_some_and(|name| {
                let starred = format!("{name}^{{*}}");
                self.usage.is_function(&starred) || self.usage.shows(&starred, Shown::CALLED)
            }))
    }

    /// Whether a map with a star stands before the differential of a form in brackets:
    /// `f^*(d\omega)`.
    fn pulls_back(&self, tree: &Tree) -> bool {
        let sign = self.key_at(self.pos + 1);
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [map, mark])
            if map.symbol().is_some() && matches!(&mark.head, Head::Mark(m) if m.as_str() == "*"))
            && super::integral::is_differential(sign)
            && (sign != "d" || self.usage.tensors.differentials)
    }

    /// Whether this names a space of functions over what is in brackets: `C_c^\infty(M)`,
    /// `W^{1,p}(\Omega)`.
    fn is_space(&self, tree: &Tree) -> bool {
        let infinite = |t: &Tree| {
            t.head == Head::Items
                || matches!(t.head, Head::Apply(op) if self.table.named("infty") == Some(op))
        };
        let named = |name: &str| names_space(name, false);
        matches!((&tree.head, tree.args.as_slice()), (Head::Power | Head::Upper, [_, order])
            if infinite(order))
            && tree.root_symbol().is_some_and(named)
    }

    /// Whether this names a space of functions over the interval right here: `L^2[0, 1]`.
    pub(super) fn space_over_interval(&self, tree: &Tree) -> bool {
        matches!(
            tree.head,
            Head::Symbol(_) | Head::Power | Head::Upper | Head::Index
        ) && self.pos < self.end
            && tree.root_symbol().is_some_and(|name| {
                let plain = tree.symbol().is_some();
                names_space(name, plain) && interval_of_space(self.tokens, self.marks, self.pos)
            })
    }

    pub(super) fn derives(&self, op: crate::term::Op) -> bool {
        self.table
            .derivative
            .is_some_and(|(total, partial)| op == total || op == partial)
    }
}

/// Whether a name is that of the function that is 1 where a statement holds, and 0 elsewhere.
pub(super) fn indicates(name: &str) -> bool {
    let font = [
        r"\mathbf{",
        r"\mathbb{",
        r"\mathbbm{",
        r"\mathds{",
        r"\boldsymbol{",
    ]
    .iter()
    .find_map(|font| name.strip_prefix(font));
    font == Some("1}") || name == r"\mathbb{I}"
}

/// Whether a letter is set in script, as transformations are.
pub(super) fn scripted(name: &str) -> bool {
    name.starts_with(r"\mathcal{") || name.starts_with(r"\mathscr{")
}

/// Whether a name is that of the matrix with given entries in its diagonal, whose brackets are often
/// braces: `\operatorname{diag}\{a, b\}`.
pub(in crate::latex) fn names_diagonal(name: &str) -> bool {
    let word = name.split_once('{').map_or("", |(_, word)| word);
    matches!(word, "diag}" | "Diag}" | "blkdiag}" | "blockdiag}")
}

/// Whether this is a sign of Landau with a tilde, which stands for an order up to logarithms:
/// `\tilde{O}(n)`.
fn soft(name: &str) -> bool {
    let letter = name
        .strip_prefix(r"\tilde{")
        .or_else(|| name.strip_prefix(r"\widetilde{"));
    matches!(
        letter,
        Some("O}" | r"\mathcal{O}}" | r"\Omega}" | r"\Theta}")
    )
}

/// Whether this is a 1 with a set or a statement below it: the function that is 1 there and 0
/// elsewhere.
fn counts_members(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Index, [one, below])
        if matches!(&one.head, Head::Number(n) if n == "1")
            && !matches!(below.head, Head::Number(_)))
}

pub(in crate::latex) fn multi_letter(name: &str) -> bool {
    let inner = under_accents(name);
    if inner.len() < name.len() && (inner.starts_with(r"\mathrm{") || inner.starts_with(r"\text{"))
    {
        return multi_letter(inner);
    }
    let plain = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphabetic());
    plain
        || name.split_once('{').is_some_and(|(font, word)| {
            matches!(
                font,
                r"\mathrm"
                    | r"\text"
                    | r"\mathit"
                    | r"\mathop"
                    | r"\mathsf"
                    | r"\mathfrak"
                    | r"\textrm"
                    | r"\textup"
                    | r"\widehat"
                    | r"\widetilde"
            ) && word.trim_end_matches('}').chars().count() > 1
                && !word.contains(' ')
                && !word.starts_with('\\')
                // `\hat{RZ}(\theta)`
                || font == r"\hat"
                    && word.len() == 3
                    && word[..2].bytes().all(|b| b.is_ascii_uppercase())
        })
}
