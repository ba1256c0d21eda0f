//! What integrals run over: `dx`, `d^4x`, `dx'`, `\mathcal{D}\phi`, `[d\phi]`.

use super::Parser;
use super::integral::is_differential;
use crate::latex::matching::Mark;
use crate::latex::role::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};

/// The parts of a differential: where its variable stands, and its order.
struct Element {
    variable: usize,
    order: Option<usize>,
    path: bool,
    /// Whether it is the value of a function.
    function: bool,
    /// The bracket around it.
    closes: Option<usize>,
}

impl Parser<'_> {
    fn element(&self, at: usize) -> Option<Element> {
        if at + 1 >= self.end {
            return None;
        }
        let key = self.tokens[at].key.as_ref();
        // The `d` of `V_{ds}` is a letter of a label.
        if self.scripting && key == "d" && self.integrals == 0 {
            return None;
        }
        // The `d` of `\int_d^b` is a bound.
        if at > 0 && matches!(self.key_at(at - 1), "_" | "^") {
            return None;
        }
        // `{dx}`: the braces only group.
        let grouped = key == "{";
        if (key == "[" || grouped)
            && let Mark::Open { partner, .. } = self.marks[at]
            && partner <= at + 8
        {
            let mut inner = self.element(at + 1)?;
            let letter = inner.variable + usize::from(self.accent(inner.variable));
            let letter = match self.marks.get(letter) {
                Some(Mark::Open { partner, .. }) => *partner,
                _ => letter,
            };
            let after = self.past_scripts(letter + 1);
            inner.path |= !grouped;
            inner.closes = Some(partner);
            let scripted = matches!(self.key_at(partner + 1), "^" | "_");
            return (after == partner && !(grouped && scripted)).then_some(inner);
        }
        let path = matches!(key, r"\mathcal{D}" | r"\mathscr{D}")
            || key == "D"
                && self.leading
                && self.tokens[at + 1].class == Class::Letter
                && self.tokens[at + 1].key.starts_with('\\')
                && !matches!(self.tokens[at + 1].key.as_ref(), r"\mu" | r"\nu");
        if !path && !is_differential(key) {
            return None;
        }
        let mut next = at + 1;
        let mut order = None;
        if self.key_at(next) == "^" && !path {
            order = Some(next + 1);
            next = match self.marks.get(next + 1) {
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => next + 2,
            };
            // `d^2 = …` is no element.
            self.tokens.get(next).filter(|_| next < self.end)?;
        }
        let token = self.tokens.get(next).filter(|_| next < self.end)?;
        let group = token.class == Class::Open
            && matches!(self.marks[next], Mark::Open { partner, .. } if partner <= next + 6)
            && (self
                .tokens
                .get(next + 1)
                .is_some_and(|t| matches!(t.class, Class::Letter | Class::Name))
                || self.accent(next + 1));
        let plan = token.key == r"\pi" && self.key_at(next + 1) == "(";
        let letter =
            matches!(token.class, Class::Letter | Class::Name) && (token.key != r"\pi" || plan);
        // `d(x^2)`
        let compound = order.is_none()
            && !path
            && (crate::latex::forms::compound(&self.tokens[..self.end], next)
                || key != "d" && crate::latex::forms::pair(&self.tokens[..self.end], next))
            && matches!(self.marks[next], Mark::Open { .. })
            && self.integrals > 0
            && self.ends_integral(next);
        let variable = letter
            || self.accent(next)
            || self.varies(next)
            || group && (order.is_some() || path || key != "d");
        if self.crossed(next) || order.is_none() && letter && self.by_differential(next) {
            return None;
        }
        // `d\ln p`
        let function = order.is_none() && !path && self.integrals > 0 && self.ends_function(next);
        (variable || compound || function).then_some(Element {
            variable: next,
            order,
            path,
            function,
            closes: None,
        })
    }

    /// Whether the vector here is multiplied by another, so that the element is a factor of what is
    /// integrated: `\int_C \frac{d\vec{l} \times \vec{r}}{r^3}`.
    fn crossed(&self, at: usize) -> bool {
        let behind = match self.marks.get(at + 1) {
            Some(Mark::Open { partner, width }) if self.accent(at) => partner + width,
            _ => at + 1 + usize::from(self.accent(at)),
        };
        self.integrals > 0
            && self.key_at(behind) == r"\times"
            && (self.accent(at) || crate::latex::bold::spatial(self.key_at(at)))
            && self.starts_operand(behind + 1)
    }

    /// Whether the letter here, with its argument, is divided by a differential, so that both are a
    /// derivative: `\int \frac{dA(x)/dx}{A(x)} dx`.
    fn by_differential(&self, at: usize) -> bool {
        let mut after = self.past_scripts(at + 1);
        if self.key_at(after) == "("
            && let Some(Mark::Open { partner, .. }) = self.marks.get(after)
        {
            after = partner + 1;
        }
        after + 2 < self.end
            && self.key_at(after) == "/"
            && is_differential(self.key_at(after + 1))
            && self.tokens[after + 2].class == Class::Letter
            && self.tokens[after + 2].gap == Gap::None
    }

    /// Whether a function of one letter stands here and ends what is integrated.
    fn ends_function(&self, at: usize) -> bool {
        let mut roles = self.roles_at(at);
        let letter = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name);
        at + 1 < self.end
            && roles.any(|(role, width)| matches!(role, Role::Function { .. }) && width == 1)
            && letter(&self.tokens[at + 1])
            && (at + 2 >= self.end || !self.starts_operand(at + 2))
    }

    /// Whether nothing that is multiplied stands after the bracket here, as after a differential.
    fn ends_integral(&self, open: usize) -> bool {
        let Mark::Open { partner, width } = self.marks[open] else {
            return false;
        };
        let after = partner + width;
        after >= self.end
            || !self.starts_operand(after) && !matches!(self.key_at(after), "^" | "_" | "'")
            || is_differential(self.key_at(after))
    }

    /// The number of tokens before the variable when a differential starts here.
    pub(super) fn differential(&self, at: usize) -> Option<usize> {
        self.element(at).map(|e| e.variable - at)
    }

    /// `d` and the variable after it.
    pub(super) fn read_differential(&mut self) -> Option<Tree> {
        let element = self.element(self.pos)?;
        let saved = std::mem::take(&mut self.integrals);
        let order = element.order.map(|at| {
            self.pos = at;
            self.argument()
        });
        self.pos = element.variable;
        let mut variable = match self.varies(self.pos) {
            _ if element.function => self.expression(self.table.strength.product + 1),
            true => self.primary(),
            false => self.argument(),
        };
        // `d(\mu \times \nu)`: the product of measures is none of numbers.
        if let (Head::Product(joins), Some(cross)) = (&variable.head, self.table.named("cross"))
            && joins.iter().all(|join| *join == Join::Cross)
        {
            variable.head = Head::Apply(cross);
        }
        let script = |key: &str| matches!(key, "_" | "^" | "'" | "′" | r"\prime");
        let staggered = self.empty_group();
        if self.pos < self.end && script(self.key_at(self.pos)) {
            let mut applied = true;
            let scripts = self.read_scripts();
            variable = self.with_scripts(variable, scripts, staggered, &mut applied);
        }
        if element.closes.is_none() && self.argument_of(&variable) {
            variable = self.call(variable);
        }
        self.integrals = saved;
        if let Some(close) = element.closes {
            self.pos = close + 1;
        }
        Some(match (order, self.table.elements) {
            (Some(order), Some((volume, _))) => {
                Tree::over(Head::Apply(volume), vec![variable, order])
            }
            (None, Some((_, functional))) if element.path => {
                Tree::over(Head::Apply(functional), vec![variable])
            }
            _ => variable,
        })
    }

    /// The place after the scripts that follow a letter.
    fn past_scripts(&self, at: usize) -> usize {
        crate::latex::around::skip_scripts(self.tokens, self.marks, at).0
    }
}
