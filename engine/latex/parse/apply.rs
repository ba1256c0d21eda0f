//! Functions applied to brackets, and expressions taken at a place.

mod again;
mod held;
mod inside;
mod inverted;
mod listed;
mod maps;
mod multiplied;
mod names;

use super::scripted::hankel;
use super::{Parser, minus_one};
use crate::latex::apart::rotates;
use crate::latex::around::{broken_power, simple_argument};
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::Gap;
use crate::latex::tree::{Head, Tree};
use crate::spelling::under_accents;
use maps::counts_members;
use names::soft;
pub(super) use names::{indicates, scripted};
pub(in crate::latex) use names::{multi_letter, names_diagonal};

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
        if !square
            && (self.conjugate_at_time(tree)
                || self.classes_of_bundle(tree)
                || self.of_fraction(tree))
        {
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
                || self.gains(tree)
                || self.raised_matrix_here(tree))
        {
            return false;
        }
        if square && tree.closed && self.torsion_of(tree) {
            return true;
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
            && (self.reaction_here() || self.of_comparison(tree) || self.of_norm(tree))
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
                    || tree.head == Head::Index && (self.samples_twice() || self.correlated(tree))
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
}
