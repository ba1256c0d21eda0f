//! Named functions with their arguments.

mod arguments;
mod beside;
mod multiplied;
mod turned;

use super::script::Scripts;
use super::{Parser, minus_one};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, around};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// A named function: scripts, then its argument with or without brackets.
    pub(super) fn function(
        &mut self,
        op: Op,
        inverse: Option<Op>,
        base: Option<Op>,
        brackets: bool,
        width: usize,
    ) -> Option<Tree> {
        let at = self.pos;
        let start = self.tokens[at].start;
        // `Re^x` has two letters where both are known.
        if width > 1 && self.usage.is_settled(self.key_at(at)) {
            return None;
        }
        if width == 1
            && (brackets || self.key_at(at).starts_with(r"\operatorname"))
            && self.usage.is_settled(self.key_at(at))
            && !self.usage.unary.contains(&op)
        {
            return None;
        }
        self.pos += width;
        let scripts = self.read_scripts();
        let braced = self.key_at(self.pos) == "{" && self.key_at(self.pos + 1) == "(";
        // `\Gamma^2(x)`
        let square = matches!(&scripts.sup, Some(sup) if matches!(sup.head, Head::Number(_)))
            && scripts.sub.is_none()
            && scripts.primes == 0
            && self.tokens[at].key == r"\Gamma";
        let applied = (self.bracket_here() || braced) && (scripts.is_empty() || square);
        if brackets && !applied {
            self.pos = at;
            return None;
        }
        let elliptic = self.tokens[at].key == r"\wp" && self.bracket_here() && {
            let inside = self.key_at(self.pos + 1);
            !inside.starts_with(char::is_uppercase) && !inside.starts_with('\\')
        };
        let usual = &self.table.usual;
        let is = |usual: Option<Op>| usual == Some(op);
        let error = || ["erf", "erfc"].map(|name| self.table.named(name));
        let inverted = scripts.sup.as_ref().is_some_and(minus_one) && error().into_iter().any(is);
        if elliptic
            || inverted
            || is(usual.gamma)
                && (self.among_sets(at) || self.law_here() || self.of_field() || self.decays())
            || is(usual.cosh) && self.of_bundle(at)
            || self.table.is_unary(op) && self.groups_here()
            || is(usual.bigo) && self.twists(at)
            || scripts.primes > 0
            || scripts
                .sup
                .as_ref()
                .is_some_and(|sup| self.order(sup) && is_order(sup))
            || scripts.sub.is_some()
                && base.is_none()
                && (self.bracket_here() && !self.over_field(op) || self.table.usual.tr == Some(op))
        {
            return Some(self.function_by_name(op, scripts, at, width));
        }
        if scripts.is_empty()
            && let Some(program) = self.signed_program(op, at)
        {
            return Some(program);
        }
        if is(usual.re) && !self.bracket_here() && self.of_fluids(at) {
            self.pos = at + width;
            let symbol = self.function_symbol(at, width);
            return Some(self.scripts(symbol));
        }
        // `\Re^3 - y`: nothing is applied to what is taken away.
        let bare = scripts.sup.as_ref().is_some_and(|sup| !minus_one(sup))
            && self.pos < self.end
            && matches!(self.key_at(self.pos), "-" | "+");
        if bare || !self.argument_follows() {
            let letters =
                self.tokens[at].class == Class::Letter && !self.key_at(at).starts_with('\\');
            self.pos = at;
            if letters {
                return None;
            }
            self.pos = at + width;
            let symbol = self.function_symbol(at, width);
            return Some(self.scripts(symbol));
        }
        let upright = self.tokens[at].class == Class::Name
            && !self.tokens[at].key.starts_with(r"\operatorname");
        if upright && !braced && !self.starts_operand(self.pos) {
            // `10 \text{ min}`: a unit.
            self.pos = at;
            return None;
        }
        let round = self.bracket_here();
        let amount = self.concentration_here() || self.amount_in_time();
        let line = match self.marks.get(self.pos) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(self.pos) == "[" => {
                // `\operatorname{rank}[B\ AB\ \cdots\ A^{n-1}B]`
                self.spaced_line(self.pos + 1, *partner, *partner + 1)
            }
            _ => None,
        };
        let mut args = if let Some(line) = line {
            vec![line]
        } else {
            match self.table.usual.tr == Some(op) && !brace_follows(self.key_at(self.pos)) {
                true => vec![self.traced()],
                // `\det (a_{ij})_{1 \le i, j \le n}`
                false if self.table.named("det") == Some(op) && self.family_here() => {
                    vec![self.expression(self.table.strength.product + 1).close()]
                }
                false => self.function_arguments(),
            }
        };
        if let (true, [argument], Some(bracketed)) =
            (amount, args.as_mut_slice(), self.table.named("bracketed"))
            && argument.head != Head::Apply(bracketed)
        {
            let species = std::mem::replace(argument, Tree::new(Head::Row, Vec::new(), 0, 0));
            *argument = Tree::over(Head::Apply(bracketed), vec![species]);
            let mut amount = std::mem::replace(argument, Tree::new(Head::Row, Vec::new(), 0, 0));
            amount = self.scripts(amount);
            *argument = amount;
        }
        let kernel = self.table.named("ker") == Some(op);
        if (base.is_some() || kernel)
            && round
            && scripts.sup.is_none()
            && scripts.primes == 0
            && self.key_at(self.pos) == "^"
            && let [argument] = args.as_mut_slice()
        {
            self.power_of_sum(argument);
        }
        if args.len() > 1 && self.table.is_unary(op) && scripts.primes == 0 {
            // More arguments than the function of this name has: another function.
            let mut applied = false;
            let mut function = self.function_symbol(at, width);
            if !scripts.is_empty() {
                function = self.with_scripts(function, scripts, false, &mut applied);
            }
            let mut tree = Tree::over(Head::Call, [vec![function], args].concat()).close();
            tree.start = start;
            tree.end = self.span(self.pos - 1, self.pos).end;
            return Some(self.scripts(tree));
        }
        // `\gcd(a_i : i \in I)` is that of a whole family.
        let family = matches!(args.as_slice(), [only]
            if matches!(only.head, Head::Apply(op) if self.table.named("labelled") == Some(op)));
        if family && scripts.is_empty() {
            let symbol = self.function_symbol(at, width);
            let mut tree = Tree::over(Head::Call, [vec![symbol], args].concat()).close();
            tree.start = start;
            return Some(self.scripts(tree));
        }
        let closed = args.last().is_some_and(|a| a.closed);
        let mut op = op;
        let mut all = Vec::new();
        let mut power = None;
        if let Some(sub) = scripts.sub {
            if let Some(with_base) = base {
                op = with_base;
                all.push(sub);
            } else {
                // `\dim_K V`
                if !self.over_field(op) {
                    let span = (sub.start, sub.end);
                    self.warn(
                        "function-index",
                        "this function has no index here",
                        span.0..span.1,
                        "kept as an index",
                    );
                }
                all.push(sub);
            }
        }
        if let Some(sup) = scripts.sup {
            match inverse {
                Some(inverse) if minus_one(&sup) => op = inverse,
                _ => power = Some(sup),
            }
        }
        all.extend(args);
        let mut tree = Tree::over(Head::Apply(op), all);
        tree.start = start;
        tree.closed = closed;
        if let Some(power) = power {
            tree = Tree::over(Head::Power, vec![tree, power]);
            tree.start = start;
            tree.closed = closed;
        }
        Some(if closed { self.scripts(tree) } else { tree })
    }

    /// Whether this is counted over a field or a ring, which stands below it: `\dim_k (V)`.
    fn over_field(&self, op: Op) -> bool {
        ["dim", "rank"]
            .iter()
            .any(|name| self.table.named(name) == Some(op))
    }

    /// `\ln(x+1)^2`: a sum keeps its brackets for the power that stands right behind them, as in
    /// `\log_3 (x-2)^2 = 4`, and in `\ker (T - \lambda I)^n`. Integrands have logarithms themselves to a power: `\int \ln(1-x)^2 dx`.
    fn power_of_sum(&mut self, argument: &mut Tree) {
        let inverse = self.key_at(self.pos + 1) == "{" && self.key_at(self.pos + 2) == "-";
        if matches!(argument.head, Head::Sum(..)) && self.integrals == 0 && !inverse {
            let sum = std::mem::replace(argument, Tree::new(Head::Row, Vec::new(), 0, 0));
            *argument = self.scripts(sum).close();
        }
    }

    /// Whether something stands here that a function may be applied to.
    fn argument_follows(&self) -> bool {
        self.pos < self.end
            && (self.starts_operand(self.pos)
                || self.prefix_here()
                || self.bracket_here()
                || matches!(self.marks[self.pos], Mark::Open { .. })
                || matches!(self.key_at(self.pos), "_" | "^" | "?"))
    }

    /// Whether the bracket here holds the value of a law and its numbers: `\mathrm{Gamma}(x \mid a, b)`.
    fn law_here(&self) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        self.bracket_here() && self.separator(self.pos + 1, *partner).is_some()
    }

    /// Whether what the name here is applied to gives sets somewhere: `\Gamma(u) \cap \Gamma(v)`.
    fn among_sets(&self, at: usize) -> bool {
        let joins = |at: Option<usize>| {
            matches!(
                at.and_then(|at| self.tokens.get(at))
                    .map_or("", |t| t.key.as_ref()),
                r"\cap" | r"\cup" | r"\setminus" | r"\in" | r"\subseteq" | r"\subset"
            )
        };
        let name = &self.tokens[at].key;
        around(self.tokens, at).any(|at| match self.marks.get(at + 1) {
            Some(Mark::Open { partner, .. }) if self.tokens[at].key == *name => {
                joins(at.checked_sub(1))
                    || joins(Some(partner + 1)) && self.tokens[partner + 1].key != r"\in"
            }
            _ => false,
        })
    }

    /// The name of a function of so many tokens as a symbol.
    fn function_symbol(&self, at: usize, width: usize) -> Tree {
        let name: String = self.tokens[at..at + width]
            .iter()
            .map(|t| t.key.as_ref())
            .collect();
        let name = match name.starts_with('\\') || name.len() < 2 {
            true => name,
            false => format!(r"\operatorname{{{name}}}"),
        };
        let span = self.span(at, at + width);
        Tree::new(Head::Symbol(name.into()), Vec::new(), span.start, span.end)
    }

    /// A named function with primes or an index, `\Gamma'(1)`, `\zeta_K(s)`: its name is applied.
    fn function_by_name(&mut self, op: Op, scripts: Scripts, at: usize, width: usize) -> Tree {
        let symbol = self.function_symbol(at, width);
        let mut applied = false;
        let tree = self.with_scripts(symbol, scripts, false, &mut applied);
        let scaled = self.raised_to_decimal(&tree);
        if self.bracket_here() && !scaled {
            let call = self.call(tree);
            return self.scripts(call);
        }
        if scaled || !self.starts_operand(self.pos) {
            return tree;
        }
        // `\operatorname{Tr}_B |\psi\rangle\langle\psi|`
        let argument = match self.table.usual.tr == Some(op) {
            true => self.traced(),
            false => self.open_argument(),
        };
        Tree::over(Head::Call, vec![tree, argument])
    }

    /// Whether a function with its argument in brackets stands here.
    fn value_follows(&self) -> bool {
        let (after, ..) = crate::latex::around::skip_scripts(self.tokens, self.marks, self.pos + 1);
        self.usage.is_function(self.key_at(self.pos))
            && after < self.end
            && self.key_at(after) == "("
    }
}

/// Whether a bracket begins here that holds all of an argument.
fn brace_follows(key: &str) -> bool {
    matches!(key, "(" | "[" | "{" | r"\{" | r"\left")
}

/// Whether this counts derivatives when it stands in parentheses above a function: `\sin^{(n)}`,
/// `\sin^{(2)}`.
fn is_order(sup: &Tree) -> bool {
    sup.symbol().is_some()
        || matches!(&sup.head, Head::Number(n) if n.bytes().all(|b| b.is_ascii_digit()))
}
