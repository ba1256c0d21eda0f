//! Nablas and what they act on: gradients, divergences, curls; Laplacians and boxes.

use super::Parser;
use super::field::varies_freely;
use super::script::Scripts;
use crate::latex::bold;
use crate::latex::kinds::transposes;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use smallvec::SmallVec;

/// As many tokens before and after are looked through for orders of matrices.
const NEAR: usize = 200;

/// As many tokens are looked through for the vector of which a divergence is taken.
const FACTORS: usize = 16;

impl Parser<'_> {
    /// `\nabla` with a product sign, a script or nothing after it; the gradient is the vocabulary's.
    pub(super) fn nabla(&mut self) -> Option<Tree> {
        let at = self.pos;
        if !matches!(self.tokens[at].key.as_ref(), r"\nabla" | "∇") {
            return None;
        }
        let fields = self.table.fields?;
        let start = self.tokens[at].start;
        self.pos += 1;
        if self.empty_group() {
            // `\nabla{}^\mu`
            self.pos = at + 1;
            let symbol = self.sign_symbol(at);
            return Some(self.scripts(symbol));
        }
        let scripts = self.read_scripts();
        let operator = match self.key_at(self.pos) {
            r"\cdot" | "·" | "⋅" | r"\bullet" => Some(fields.divergence),
            r"\times" | "×" | r"\wedge" => Some(fields.curl),
            _ => None,
        };
        let simple = scripts.is_empty();
        if let Some(op) = operator.filter(|_| simple && self.pos + 1 < self.end) {
            self.pos += 1;
            let body = self.expression(self.table.strength.product + 1);
            let body = self.flux(op, body);
            return Some(self.started(Tree::over(Head::Apply(op), vec![body]), start));
        }
        let Scripts {
            sub, sup, primes, ..
        } = self.half_bracketed(scripts);
        let two = matches!(sup.as_ref().map(|s| &s.head), Some(Head::Number(n)) if n == "2");
        if !self.operand_after() || primes > 0 {
            self.pos = at + 1;
            let symbol = self.sign_symbol(at);
            return Some(self.scripts(symbol));
        }
        let args = match (sub, sup) {
            (None, None) if self.gradient_lies() => {
                let body = self.expression(self.table.strength.product + 1);
                let gradient = self.table.named("grad");
                if let (Head::Power, [_, _], Some(gradient)) =
                    (&body.head, body.args.as_slice(), gradient)
                {
                    let mut args = body.args;
                    let gradient = Tree::over(Head::Apply(gradient), vec![args.remove(0)]);
                    args.insert(0, self.started(gradient, start));
                    return Some(self.started(Tree::over(Head::Power, args), start));
                }
                self.pos = at;
                return None;
            }
            (None, None) => {
                self.pos = at;
                return None;
            }
            (None, Some(_)) if two => {
                let grouped = self.key_at(self.pos) == "(";
                let body = self.expression(self.table.strength.product + 1);
                let second = match self.matrices() {
                    true => fields.hessian,
                    false => fields.laplacian,
                };
                // `\nabla^2 f(x)^{-1}` inverts the matrix.
                if let (Head::Power, [value, exponent]) = (&body.head, body.args.as_slice())
                    && second == fields.hessian
                    && value.head == Head::Call
                    && !grouped
                    && super::minus_one(exponent)
                {
                    let value = Tree::over(Head::Apply(second), vec![value.clone()]);
                    let inverse = vec![self.started(value, start), exponent.clone()];
                    return Some(self.started(Tree::over(Head::Power, inverse), start));
                }
                let tree = Tree::over(Head::Apply(second), vec![body]);
                return Some(self.started(tree, start));
            }
            (Some(sub), None) => vec![sub],
            _ => {
                self.pos = at + 1;
                let symbol = self.sign_symbol(at);
                return Some(self.scripts(symbol));
            }
        };
        // `\nabla_x x^T A x` is the gradient of the whole form.
        let form = args[0].symbol() == Some(self.key_at(self.pos))
            && self.key_at(self.pos + 1) == "^"
            && transposes(self.key_at(self.pos + 2));
        let body = self.expression(self.table.strength.product + u8::from(!form));
        let op = match varies_freely(&args[0], &body) {
            true => fields.gradient_by,
            false => fields.covariant,
        };
        let args = args.into_iter().chain([body]).collect();
        Some(self.started(Tree::over(Head::Apply(op), args), start))
    }

    /// Whether a letter with `T` above it stands here, before another factor, which transposes the
    /// gradient: `\nabla f_k^T p_k`.
    fn gradient_lies(&self) -> bool {
        let letter = self
            .tokens
            .get(self.pos)
            .is_some_and(|t| t.class == Class::Letter && !crate::latex::kinds::capital(&t.key));
        let mut at = self.pos + 1;
        if letter && self.key_at(at) == "_" {
            at += 2;
            if let Some(Mark::Open { partner, width }) = self.marks.get(at - 1) {
                at = partner + width;
            }
        }
        let braced = usize::from(self.key_at(at + 1) == "{");
        letter
            && self.key_at(at) == "^"
            && transposes(self.key_at(at + 1 + braced))
            && (self.starts_operand(at + 2 + 2 * braced) || self.gradient_before())
    }

    /// Whether the gradient of the letter here stands before a sign: `\nabla u + \nabla u^T`.
    fn gradient_before(&self) -> bool {
        let before = |n: usize| self.pos.checked_sub(n).map_or("", |at| self.key_at(at));
        before(2) == "+"
            && before(3) == self.key_at(self.pos)
            && matches!(before(4), r"\nabla" | "∇")
    }

    /// All factors of which a divergence or a curl is taken: a number, which has none, and the vector
    /// behind it: `\nabla \cdot \kappa \nabla u`, `\nabla \cdot \rho \mathbf{u}`.
    fn flux(&mut self, op: Op, body: Tree) -> Tree {
        let field = body.headed().is_some_and(bold::directed);
        let number = match body.head {
            Head::Apply(op) => op == self.table.div,
            Head::Symbol(_) | Head::Index | Head::Call | Head::Power | Head::Number(_) => !field,
            _ => false,
        };
        let bracketed = body.closed && body.head != Head::Call;
        if !number || bracketed || !self.field_ahead(op) {
            return body;
        }
        let rest = self.expression(self.table.strength.product);
        let (joins, factors) = match rest.head {
            Head::Product(joins) if !rest.closed => (joins, rest.args),
            _ => (SmallVec::new(), vec![rest]),
        };
        let joins = std::iter::once(Join::Beside).chain(joins).collect();
        let factors = std::iter::once(body).chain(factors).collect();
        Tree::over(Head::Product(joins), factors)
    }

    /// Whether a vector stands among the factors here: a gradient, a curl where one is taken of it, or
    /// what is set as vectors are.
    fn field_ahead(&self, op: Op) -> bool {
        let curl = self.table.fields.is_some_and(|fields| fields.curl == op);
        let mut at = self.pos;
        let limit = self.end.min(self.pos + FACTORS);
        while at < limit {
            let token = &self.tokens[at];
            if matches!(token.key.as_ref(), r"\nabla" | "∇") {
                return match self.key_at(at + 1) {
                    r"\times" | "×" => curl,
                    r"\cdot" | "·" | "⋅" | "^" => false,
                    _ => true,
                };
            }
            if crate::latex::stops::vector(token) {
                return true;
            }
            match self.marks[at] {
                Mark::Open { partner, width } => at = partner + width,
                _ if matches!(token.class, Class::Letter | Class::Digit)
                    || matches!(token.key.as_ref(), "_" | "^" | r"\frac") =>
                {
                    at += 1;
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether second derivatives are matrices in this formula: an order of matrices stands in it, or
    /// they stand between a transposed vector and another, or are inverted.
    pub(super) fn matrices(&self) -> bool {
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let ordered = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                r"\succeq" | r"\preceq" | r"\succ" | r"\prec" | r"\succcurlyeq" | r"\preccurlyeq"
            )
        };
        // `(y - x)^T (\nabla^2 f(x))`
        let grouped = |at: &usize| !matches!(key(*at), "(" | ")" | "}" | r"\cdot");
        let transposed = |at: usize| {
            let above = (at.saturating_sub(4)..=at)
                .rev()
                .find(grouped)
                .unwrap_or(at);
            transposes(key(above)) && matches!(key(above.saturating_sub(1)), "^" | "{")
        };
        let inverted = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, .. }) if matches!(key(at), "(" | "[") => {
                key(partner + 1) == "^" && key(partner + 2) == "{" && key(partner + 3) == "-"
            }
            _ => false,
        };
        let second = |at: usize| {
            let order = at + 2 + usize::from(key(at + 2) == "{");
            matches!(key(at), r"\nabla" | "∇") && key(at + 1) == "^" && key(order) == "2"
        };
        // `\nabla^2 f(x)^{-1} \nabla f(x)`
        let valued = |at: usize| {
            let open = at + 4 + 2 * usize::from(key(at + 2) == "{");
            matches!(self.marks.get(open), Some(Mark::Open { partner, width: 1 })
                if key(open) == "("
                    && key(partner + 1) == "^"
                    && key(partner + 2) == "{"
                    && key(partner + 3) == "-")
        };
        let from = self.pos.saturating_sub(NEAR);
        let to = self.tokens.len().min(self.pos + NEAR);
        // `\nabla^2 f(x_k) p_k = -\nabla f(x_k)`: the step of Newton.
        let stepped = |at: usize| {
            let open = at + 4 + 2 * usize::from(key(at + 2) == "{");
            let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open) else {
                return false;
            };
            let next = partner + 1 + usize::from(key(partner + 1) == ")");
            let step = self.tokens.get(next).is_some_and(|t| {
                t.class == Class::Letter && matches!(t.key.as_bytes(), [b'a'..=b's' | b'u'..=b'w'])
            });
            key(open) == "(" && step && !matches!(key(next + 1), "(" | "x" | "t")
        };
        let gradient = |at: usize| {
            matches!(key(at), r"\nabla" | "∇")
                && !matches!(key(at + 1), "^" | "_" | r"\cdot" | r"\times")
        };
        let newton = || (from..to).any(|at| second(at) && stepped(at)) && (from..to).any(gradient);
        self.tokens[from..to].iter().any(ordered)
            || newton()
            || (from.max(1)..to)
                .any(|at| second(at) && (transposed(at - 1) || inverted(at - 1) || valued(at)))
    }

    /// Whether a Greek letter stands above something in the bracket here: `\Box(A^\mu)`.
    fn raised_in_bracket(&self, at: usize) -> bool {
        let Some(Mark::Open { partner, .. }) =
            self.marks.get(at).filter(|_| self.key_at(at) == "(")
        else {
            return false;
        };
        let inside = &self.tokens[at + 1..(*partner).min(at + NEAR)];
        let greek = |t: &Token<'_>| {
            t.class == crate::latex::token::Class::Letter && t.key.starts_with('\\')
        };
        let raised = |w: &[Token<'_>]| matches!(w[0].key.as_ref(), "^" | "{") && greek(&w[1]);
        inside.iter().any(|t| t.key == "^") && inside.windows(2).any(raised)
    }

    /// `\Box f`; a box that nothing follows is a symbol.
    pub(super) fn wave(&mut self) -> Option<Tree> {
        let at = self.pos;
        let fields = self.table.fields?;
        let modality = self.tokens[at].key.as_ref();
        let possible = matches!(modality, r"\Diamond" | r"\lozenge" | "◇" | "◊");
        if !possible && !matches!(modality, r"\Box" | r"\square" | "□") {
            return None;
        }
        if self.usage.logic {
            self.pos += 1;
            let symbol = self.sign_symbol(at);
            if !self.operand_after() {
                return Some(self.scripts(symbol));
            }
            let body = self.expression(self.table.strength.product + 1);
            let start = self.tokens[at].start;
            return Some(self.started(Tree::over(Head::Call, vec![symbol, body]), start));
        }
        if possible {
            return None;
        }
        let letter = self.tokens.get(at + 1).filter(|_| at + 1 < self.end);
        let applied = letter.is_some_and(|t| {
            matches!(
                t.class,
                crate::latex::token::Class::Letter | crate::latex::token::Class::Name
            ) && t.key != "x"
                || matches!(t.key.as_ref(), r"\hat" | r"\tilde" | r"\vec")
        });
        let applied = applied || self.raised_in_bracket(at + 1);
        self.pos += 1;
        if !applied {
            let symbol = self.sign_symbol(at);
            return Some(self.scripts(symbol));
        }
        let start = self.tokens[at].start;
        let body = self.expression(self.table.strength.product + 1);
        Some(self.started(Tree::over(Head::Apply(fields.wave), vec![body]), start))
    }
}
