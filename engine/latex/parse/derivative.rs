//! Derivatives: `\frac{d}{dx} y`, `\frac{dy}{dx}`, `d/dx y`, and the same with `\partial`.

mod jacobian;
mod quotient;
mod signs;

use super::Parser;
use crate::latex::around::simple_argument;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// What sort of derivative a fraction is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Total,
    Partial,
    /// `\delta F / \delta \phi`
    Variation,
    /// `Du / Dt`
    Material,
}

/// The variable below a slash has no more tokens than this.
const VARIABLE: usize = 12;

impl Parser<'_> {
    /// Reads `{d…}{dx…}` after `\frac`; nothing is consumed when it is no derivative.
    pub(super) fn derivative_fraction(&mut self, at: usize) -> Option<Tree> {
        let above = self.pos;
        let (from, to, below) = match self
            .marks
            .get(above)
            .copied()
            .filter(|_| above < self.end)?
        {
            Mark::Open { partner, .. } if self.tokens[above].class == Class::Open => {
                (above + 1, partner, partner + 1)
            }
            _ => (above, above + 1, above + 1),
        };
        let partial = self.d_at(from)?;
        if let Some(tree) = self.jacobian(at, (from, to), below) {
            return Some(tree);
        }
        let Mark::Open { partner: last, .. } = self
            .marks
            .get(below)
            .copied()
            .filter(|_| below < self.end)?
        else {
            return None;
        };
        let (below, last, after) = self.inside_braces(below, last);
        if let Some(tree) = self.of_measures(at, (from, to), (below + 1, last), after) {
            return Some(tree);
        }
        if let Some(tree) = self.grouped_denominator(at, (from, to), below, last) {
            return Some(tree);
        }
        if self.d_at(below + 1)? != partial
            || !(self.variable_at(below + 2) || self.logarithm_at(below + 2))
            || !self.fits(partial, below + 2)
            || partial == Sort::Variation
                && to == from + 1
                && self.key_at(below + 3) == "("
                && !simple_argument(self.tokens, self.marks, below + 3)
        {
            return None;
        }
        let end = self.end;
        (self.pos, self.end) = (below + 1, last);
        let variables = self.variables(from + 1, true);
        let complete = self.pos == last;
        self.end = end;
        if !complete || variables.is_empty() {
            self.pos = above;
            return None;
        }
        let operand = self.above(from, to, after);
        let start = self.tokens[at].start;
        Some(self.differentiate(partial, operand, variables, start))
    }

    /// The innermost of braces around braces, and the place after the outermost: `{{\partial x}}`.
    fn inside_braces(&self, open: usize, close: usize) -> (usize, usize, usize) {
        let (mut open, mut last) = (open, close);
        while self.key_at(open + 1) == "{"
            && let Some(Mark::Open { partner, .. }) = self.marks.get(open + 1).copied()
            && partner + 1 == last
        {
            (open, last) = (open + 1, partner);
        }
        (open, last, close + 1)
    }

    /// `{d z}^{r}` below the line.
    fn grouped_denominator(
        &mut self,
        at: usize,
        (from, to): (usize, usize),
        below: usize,
        last: usize,
    ) -> Option<Tree> {
        let sort = self.d_at(from)?;
        let Some(Mark::Open { partner, .. }) = self.marks.get(below + 1).copied() else {
            return None;
        };
        let fits = self.key_at(below + 1) == "{"
            && self.d_at(below + 2)? == sort
            && self.letter_at(below + 3)
            && partner == below + 4
            && self.key_at(partner + 1) == "^"
            && self.past(partner + 2) == last
            && self.key_at(from + 1) == "^";
        if !fits {
            return None;
        }
        self.pos = below + 3;
        let variable = self.argument();
        self.pos = partner + 2;
        let order = self.argument();
        let operand = self.above(from, to, last + 1);
        let start = self.tokens[at].start;
        Some(self.differentiate(sort, operand, vec![(variable, Some(order))], start))
    }

    /// What a derivative is taken of.
    fn below_derivative(&mut self, strength: super::Strength) -> Tree {
        let saved = std::mem::replace(&mut self.derived, true);
        let body = self.expression(strength);
        self.derived = saved;
        body
    }

    /// Whether a sign right before a function belongs to what is differentiated: `\frac{d}{dx} -\cos x`.
    /// Any other sign joins operators: `\frac{\partial}{\partial x} - \frac{\partial}{\partial y}`.
    fn signed_operand(&self) -> bool {
        let signed = self.sign_here().is_some_and(|(sign, _)| sign.is_some());
        let next = self
            .tokens
            .get(self.pos + 1)
            .filter(|_| self.pos + 1 < self.end);
        signed
            && self.tokens[self.pos].gap >= Gap::Blank
            && next.is_some_and(|t| t.gap <= Gap::Back && t.key.starts_with('\\'))
            && self
                .roles_at(self.pos + 1)
                .any(|(role, _)| matches!(role, Role::Function { .. }))
    }

    /// Whether the bracket here is all that is differentiated: a factor that is no bracket follows.
    fn bracket_alone(&self) -> bool {
        let Some(Mark::Open { partner, width }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let after = partner + width;
        self.bracket_here()
            && after < self.end
            && self.starts_operand(after)
            && !matches!(self.marks[after], Mark::Open { .. })
    }

    /// Applies a derivative that stands alone in a group to what follows the group.
    pub(super) fn dangling(&mut self, mut tree: Tree) -> Tree {
        let Some((diff, pdiff)) = self.table.derivative else {
            return tree;
        };
        let derivative = |op: &crate::term::Op| *op == diff || *op == pdiff;
        let blank = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank);
        let waits = matches!(&tree.head, Head::Apply(op) if derivative(op))
            && tree.args.len() == 3
            && blank(&tree.args[2]);
        if !waits || !self.operand_after() || self.depth >= super::DEEPEST {
            return tree;
        }
        let body = self.below_derivative(self.table.strength.product + 1);
        let end = body.end;
        tree.args[2] = body;
        let start = tree.start;
        tree = Tree::over(tree.head, tree.args);
        (tree.start, tree.end) = (start, end);
        tree
    }

    /// `dx`, `dx^2`, `\partial x \partial y`: the variables with their orders, up to the end of the
    /// group.
    /// A superscript is an order when the numerator has one, whose sign stands at `sign`; it belongs to
    /// the variable otherwise, and where orders are figures and it is none: `\frac{\partial^2 f}{\partial
    /// x^j\,\partial y^k}`.
    fn variables(&mut self, sign: usize, enclosed: bool) -> Vec<(Tree, Option<Tree>)> {
        let ordered = self.key_at(sign) == "^";
        let braced = usize::from(self.key_at(sign + 1) == "{");
        let order = sign + 1 + braced;
        let figure = ordered
            && self
                .tokens
                .get(order)
                .is_some_and(|t| t.class == Class::Digit)
            && (braced == 0 || self.key_at(order + 1) == "}");
        let own = |sup: &Tree| !ordered || figure && !matches!(sup.head, Head::Number(_));
        let mut variables = Vec::new();
        while self.d_at(self.pos).is_some() {
            // `\frac{\partial L}{\partial \, \partial_\mu \phi}`
            if self.logarithm_at(self.pos + 1) || self.partial_at(self.pos + 1) {
                self.pos += 1;
                let logarithm = self.operand(self.table.strength.product + 1);
                variables.push((logarithm, None));
                continue;
            }
            if !self.variable_at(self.pos + 1) {
                break;
            }
            self.pos += 1;
            let mut variable = self.argument();
            let staggered = self.empty_group();
            let mut scripts = self.read_scripts();
            if scripts
                .sup
                .as_ref()
                .is_some_and(|sup| staggered || own(sup))
            {
                let mut applied = true;
                variable = self.with_scripts(variable, scripts, true, &mut applied);
                variables.push((variable, None));
                continue;
            }
            if staggered || self.empty_group() {
                // `x_a{}^b`: the index below has been read.
                let mut applied = true;
                variable = self.with_scripts(variable, scripts, false, &mut applied);
                let above = self.read_scripts();
                variable = self.with_scripts(variable, above, true, &mut applied);
                variables.push((variable, None));
                continue;
            }
            let mut order = scripts.sup.take();
            if !scripts.is_empty() {
                let mut applied = true;
                variable = self.with_scripts(variable, scripts, false, &mut applied);
            }
            // `\frac{\partial L}{\partial f(x)}`: by the value of a function.
            if enclosed
                && order.is_none()
                && self.key_at(self.pos) == "("
                && variable.root_symbol().is_some()
            {
                variable = self.call(variable);
                order = self.read_scripts().sup;
            }
            variables.push((variable, order));
        }
        variables
    }

    /// The operand written above the line, if there is one; goes on after `after`.
    fn above(&mut self, from: usize, to: usize, after: usize) -> Option<Tree> {
        let end = self.end;
        (self.pos, self.end) = (from + 1, to);
        if self.pos < to && self.tokens[self.pos].key == "^" {
            self.read_scripts();
        }
        let start = self.pos;
        self.end = end;
        if start >= to {
            self.pos = after;
            return None;
        }
        Some(self.group(start, to, after))
    }

    fn differentiate(
        &mut self,
        partial: Sort,
        operand: Option<Tree>,
        variables: Vec<(Tree, Option<Tree>)>,
        start: usize,
    ) -> Tree {
        let written = operand.is_some();
        // `\frac{d\sigma}{d\Omega}(\theta)`: nobody multiplies by a letter in brackets so.
        let listed = operand.is_some() && self.lists_here();
        let function = operand
            .as_ref()
            .and_then(Tree::root_symbol)
            .is_some_and(|name| {
                self.usage.may_be_function(name)
                    || listed
                    || self.key_at(self.pos) == "("
                        && self.marks.get(self.pos)
                            == Some(&Mark::Open {
                                partner: self.pos + 2,
                                width: 1,
                            })
            });
        let mut tree = match operand {
            Some(operand) => operand,
            None if self.pos < self.end && self.signed_operand() => {
                self.below_derivative(self.table.strength.product)
            }
            None if self.pos < self.end && self.starts_operand(self.pos) => {
                let strength = self.table.strength.product;
                self.below_derivative(strength + u8::from(self.bracket_alone()))
            }
            None => self.blank(),
        };
        let Some((diff, pdiff)) = self.table.derivative else {
            return tree;
        };
        let op = match (partial, self.table.variation) {
            (Sort::Partial, _) => pdiff,
            (Sort::Variation, Some((variation, _))) => variation,
            (Sort::Material, Some((_, material))) => material,
            _ => diff,
        };
        for (variable, order) in variables.into_iter().rev() {
            let place = variable.end;
            let order = order
                .unwrap_or_else(|| Tree::new(Head::Number("1".into()), Vec::new(), place, place));
            tree = Tree::over(Head::Apply(op), vec![numbered(variable), order, tree]);
        }
        tree.start = start;
        tree.end = tree.end.max(self.span(self.pos - 1, self.pos).end);
        if written {
            tree.closed = true;
            if function
                && self.bracket_here()
                && (listed || simple_argument(self.tokens, self.marks, self.pos))
            {
                tree = self.call(tree);
            }
            return self.scripts(tree);
        }
        // `\frac{d}{dx} f(x) \Big|_{x=0}`: the derivative is taken first.
        if self.pos < self.end && self.evaluation_bar() {
            self.pos += 1;
            return self.evaluated(tree);
        }
        tree
    }

    /// Whether a list stands in round brackets here, which is a place: `\frac{\partial P}{\partial y}(z, w)`.
    fn lists_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        if self.key_at(self.pos) != "(" {
            return false;
        }
        let mut at = self.pos + 1;
        while at < partner {
            if self.key_at(at) == "," {
                return true;
            }
            at = self.past(at);
        }
        false
    }

    /// The place after the token or group at `at`.
    fn past(&self, at: usize) -> usize {
        match self.marks.get(at).copied() {
            Some(Mark::Open { partner, width }) => partner + width,
            _ => at + 1,
        }
    }
}

/// A coordinate by its number, where that is no power that anybody takes: `\frac{\partial}{\partial x^1}`.
fn numbered(mut variable: Tree) -> Tree {
    let number = |t: &Tree| matches!(&t.head, Head::Number(n) if matches!(n.as_str(), "0" | "1"));
    if let (Head::Power, [base, above]) = (&variable.head, variable.args.as_slice())
        && base.symbol().is_some()
        && number(above)
        && !variable.closed
    {
        variable.head = Head::Upper;
    }
    variable
}
