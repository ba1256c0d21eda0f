//! Derivatives: `\frac{d}{dx} y`, `\frac{dy}{dx}`, `d/dx y`, and the same with `\partial`.

use super::Parser;
use super::integral::is_differential;
use crate::latex::around::simple_argument;
use crate::latex::matching::Mark;
use crate::latex::name::Name;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    fn d_at(&self, at: usize) -> Option<bool> {
        let token = self.tokens.get(at).filter(|_| at < self.end)?;
        let partial = matches!(token.key.as_ref(), r"\partial" | "∂");
        (partial || is_differential(&token.key)).then_some(partial)
    }

    fn letter_at(&self, at: usize) -> bool {
        at < self.end
            && self
                .tokens
                .get(at)
                .is_some_and(|t| matches!(t.class, Class::Letter | Class::Name))
    }

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
        let Mark::Open { partner: last, .. } = self
            .marks
            .get(below)
            .copied()
            .filter(|_| below < self.end)?
        else {
            return None;
        };
        if self.d_at(below + 1)? != partial || !self.letter_at(below + 2) {
            return None;
        }
        let end = self.end;
        (self.pos, self.end) = (below + 1, last);
        let variables = self.variables();
        let complete = self.pos == last;
        self.end = end;
        if !complete || variables.is_empty() {
            self.pos = above;
            return None;
        }
        let operand = self.above(from, to, last + 1);
        let start = self.tokens[at].start;
        Some(self.differentiate(partial, operand, variables, start))
    }

    /// `dx`, `dx^2`, `\partial x \partial y`: the variables with their orders, up to the end of the
    /// group.
    fn variables(&mut self) -> Vec<(Tree, Option<Tree>)> {
        let mut variables = Vec::new();
        while self.d_at(self.pos).is_some() && self.letter_at(self.pos + 1) {
            let token = &self.tokens[self.pos + 1];
            self.pos += 2;
            let mut variable = Tree::new(
                Head::Symbol(Name::of(token)),
                Vec::new(),
                token.start,
                token.end,
            );
            let scripts = self.read_scripts();
            if let Some(sub) = scripts.sub {
                variable = Tree::over(Head::Index, vec![variable, sub]);
            }
            variables.push((variable, scripts.sup));
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
        partial: bool,
        operand: Option<Tree>,
        variables: Vec<(Tree, Option<Tree>)>,
        start: usize,
    ) -> Tree {
        let written = operand.is_some();
        let function = operand
            .as_ref()
            .and_then(Tree::root_symbol)
            .is_some_and(|name| self.usage.may_be_function(name));
        let mut tree = match operand {
            Some(operand) => operand,
            None if self.pos < self.end
                && (self.starts_operand(self.pos) || self.sign_here().is_some()) =>
            {
                self.expression(self.table.strength.product)
            }
            None => self.blank(),
        };
        let Some((diff, pdiff)) = self.table.derivative else {
            return tree;
        };
        let op = if partial { pdiff } else { diff };
        for (variable, order) in variables.into_iter().rev() {
            let place = variable.end;
            let order = order
                .unwrap_or_else(|| Tree::new(Head::Number("1".into()), Vec::new(), place, place));
            tree = Tree::over(Head::Apply(op), vec![variable, order, tree]);
        }
        tree.start = start;
        tree.end = tree.end.max(self.span(self.pos - 1, self.pos).end);
        if written {
            tree.closed = true;
            if function && self.bracket_here() && simple_argument(self.tokens, self.marks, self.pos)
            {
                tree = self.call(tree);
            }
            return self.scripts(tree);
        }
        tree
    }

    /// Reads `d/dx y`, `dy/dx` and the like; nothing is consumed when it is no derivative.
    pub(super) fn derivative_quotient(&mut self) -> Option<Tree> {
        let at = self.pos;
        let partial = self.d_at(at)?;
        let mut slash = at + 1;
        let key = |i: usize| {
            self.tokens
                .get(i)
                .filter(|_| i < self.end)
                .map_or("", |t| t.key.as_ref())
        };
        if key(slash) == "^" {
            slash += 1;
            slash = self.past(slash);
        }
        let above = slash;
        if self.letter_at(slash) {
            slash += 1;
            if key(slash) == "_" {
                slash = self.past(slash + 1);
            }
            if key(slash) == "(" {
                slash = self.past(slash);
            }
        }
        if key(slash) != "/" || self.d_at(slash + 1)? != partial || !self.letter_at(slash + 2) {
            return None;
        }
        self.pos = slash + 1;
        let variables = self.variables();
        let after = self.pos;
        let operand = (above < slash).then(|| self.group(above, slash, after));
        let start = self.tokens[at].start;
        Some(self.differentiate(partial, operand, variables, start))
    }

    /// The place after the token or group at `at`.
    fn past(&self, at: usize) -> usize {
        match self.marks.get(at).copied() {
            Some(Mark::Open { partner, width }) => partner + width,
            _ => at + 1,
        }
    }
}
