//! What belongs to an integral around its differential: the argument of a measure, braces that only
//! group, factors after the differential that speak of its variable.

use super::Parser;
use super::angle::is_angle;
use super::integral::is_differential;
use crate::latex::bars::is_bar;
use crate::latex::evidence::thing;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};

/// An argument of a measure has no more tokens, and neither has what is looked through after a
/// differential.
const NEAR: usize = 80;

/// Letters of measures and distributions, which may be taken of a sum: `d\mu(x - y)`.
const MEASURES: &[&str] = &[
    r"\mu", r"\nu", r"\lambda", r"\pi", r"\rho", "F", "G", "P", "Q", "B", "W", "N",
];

/// Letters of measures and of functions that something is integrated against: `\int_a^b f\,d\alpha`.
const INTEGRATORS: &[&str] = &[r"\mu", r"\nu", r"\alpha", r"\lambda", "g", "F", "G", "P"];

/// Letters of functions that are integrated.
fn names_integrand(name: &str) -> bool {
    matches!(name, "f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi")
}

impl Parser<'_> {
    /// Whether the bracket here, right after the letter of a differential, holds what a measure or a
    /// distribution is taken of: `d\mu(x)`, `dF(x, y)`.
    pub(super) fn argument_of(&self, variable: &Tree) -> bool {
        let Some(token) = self.tokens.get(self.pos).filter(|_| self.pos < self.end) else {
            return false;
        };
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let Some(name) = variable.root_symbol() else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let own = |key: &str| key == name;
        if token.key != "("
            || token.gap > Gap::Back && !inside.iter().any(|t| t.key == ",")
            || token.gap >= Gap::Wide
            || inside.is_empty()
            || inside.len() > NEAR
            || inside.iter().any(|t| own(&t.key))
        {
            return false;
        }
        let mut from = self.pos + 1;
        let parts = (from..=partner).all(|at| {
            let ends = at == partner || self.key_at(at) == "," || is_bar(&self.tokens[at]);
            if !ends {
                return true;
            }
            let part = thing(self.tokens, self.marks, from, at, 0);
            from = at + 1;
            part
        });
        let letters = || {
            inside.iter().all(|t| {
                matches!(t.class, Class::Letter | Class::Name | Class::Digit)
                    || matches!(t.key.as_ref(), "+" | "-" | "_" | "^" | "{" | "}")
            })
        };
        parts || MEASURES.contains(&name) && inside[0].class != Class::Digit && letters()
    }

    /// The end of the braces here when they hold all that is integrated, with its differential:
    /// `\int_a^b {f(x)\,dx}`.
    pub(super) fn integrand_in_braces(&self) -> Option<usize> {
        let Mark::Open { partner, .. } = *self.marks.get(self.pos)? else {
            return None;
        };
        let braces = self.pos < self.end && self.tokens[self.pos].key == "{";
        if !braces
            || matches!(self.key_at(partner + 1), "^" | "_")
            || self.differential(self.pos).is_some()
        {
            return None;
        }
        let before = partner.checked_sub(1).filter(|at| *at > self.pos + 1)?;
        // The last differential ends where the braces do.
        let from = (self.pos + 1).max(partner.saturating_sub(NEAR));
        let mut last = None;
        let mut at = from;
        while at < partner {
            if is_differential(self.key_at(at)) && self.differential(at).is_some() {
                last = Some(at);
            }
            at = match self.marks[at] {
                Mark::Open { partner, width } if self.differential(at).is_none() => partner + width,
                _ => at + 1,
            };
        }
        let fraction = self.key_at(self.pos + 1) == r"\frac";
        let above = self.pos + 3;
        let only = fraction
            && matches!(self.marks[self.pos + 2], Mark::Open { partner: end, .. }
                if matches!(self.marks[end + 1], Mark::Open { partner: last, .. } if last == before)
                    && (above..end).take(NEAR).any(|at| self.differential(at).is_some()));
        (last.is_some_and(|at| self.ends_with(at, partner)) || only).then_some(partner)
    }

    /// Whether nothing but the differential here is left before this place.
    fn ends_with(&self, at: usize, end: usize) -> bool {
        let variable = at + self.differential(at).unwrap_or(0);
        let letter = match (self.accent(variable), self.marks.get(variable + 1)) {
            (true, Some(Mark::Open { partner, .. })) => *partner,
            (true, _) => variable + 1,
            (false, _) => variable,
        };
        let mut after = crate::latex::around::skip_scripts(self.tokens, self.marks, letter + 1).0;
        while after < end && self.tokens[after].class == Class::Close {
            after += 1;
        }
        after == end
            || matches!(self.marks.get(after), Some(Mark::Open { partner, .. }) if partner + 1 == end)
    }

    /// Reads the factors after a differential that speak of its variable and makes them part of the
    /// integrand: `\int_0^1 K(x, y)\,dy\,f(y)`.
    pub(super) fn factors_after(&mut self, variables: &[Tree], definite: bool, body: Tree) -> Tree {
        if !self.speaks_ahead(variables, definite) {
            return body;
        }
        let factor = self.expression(self.table.strength.product);
        let one = matches!(&body.head, Head::Number(n) if n == "1") && body.start == body.end;
        if one {
            return factor;
        }
        let mut factors = match body.head {
            Head::Product(_) if !body.closed => body,
            _ => Tree::over(Head::Product([].as_slice().into()), vec![body]),
        };
        if let Head::Product(joins) = &mut factors.head {
            joins.push(Join::Beside);
        }
        factors.push(factor);
        factors
    }

    /// Reads dots after a differential and the one they lead to: `dx_1 \cdots dx_n`.
    pub(super) fn elements_through(&mut self, variables: &mut Vec<Tree>) {
        let Some(name) = variables.last().and_then(Tree::root_symbol) else {
            return;
        };
        let indexed = variables.last().is_some_and(|t| t.head == Head::Index);
        let dots = self.roles().find_map(|(role, width)| match role {
            Role::Constant { op } if Some(*op) == self.table.dots => Some((*op, width)),
            _ => None,
        });
        let Some((op, width)) = dots.filter(|_| indexed && self.pos < self.end) else {
            return;
        };
        let next = self.pos + width;
        let same = self
            .differential(next)
            .is_some_and(|n| self.key_at(next + n) == name);
        if !same {
            return;
        }
        let span = self.span(self.pos, next);
        self.pos = next;
        variables.push(Tree::new(Head::Apply(op), Vec::new(), span.start, span.end));
        variables.extend(self.read_differential());
    }

    /// The variables with dots between them as one run; none without dots.
    pub(super) fn through(&self, before: &[Tree], last: &Tree) -> Option<Tree> {
        let run = self.table.named("run")?;
        let dots = before.last().is_some_and(|t| self.is_dots(t));
        dots.then(|| {
            let all = before.iter().chain([last]).cloned().collect();
            Tree::over(Head::Apply(run), all)
        })
    }

    /// Whether one of these letters occurs before the sign of a sum or relation, and nothing else
    /// binds it there. What follows an integral without limits is only looked at when it is one, too.
    fn speaks_ahead(&self, variables: &[Tree], definite: bool) -> bool {
        // `\int dx :\phi(x)^2:`
        let starts = self.starts_operand(self.pos) || self.ordered_end(self.pos).is_some();
        if self.pos >= self.end || !starts {
            return false;
        }
        let names: Vec<&str> = variables.iter().filter_map(Tree::headed).collect();
        // `\int c(x)\,dx\,|x\rangle`
        let state = matches!(self.marks[self.pos], Mark::Open { partner, .. }
            if is_bar(&self.tokens[self.pos]) && is_angle(self.key_at(partner)));
        let (mut inside, mut known, mut spoken) = (self.pos, definite || state, false);
        for at in self.pos..self.end.min(self.pos + NEAR) {
            if let Mark::Open { partner, .. } = self.marks[at] {
                inside = inside.max(partner);
            }
            let outside = at >= inside && matches!(self.marks[at], Mark::None);
            let key = self.key_at(at);
            let pause = matches!(key, "," | ";" | ".")
                || matches!(
                    self.tokens[at].class,
                    Class::Row | Class::Cell | Class::Words
                );
            let weak = |(role, _): (&Role, usize)| {
                matches!(role,
                Role::Infix { level, .. } | Role::Prefix { level, .. } if *level <= self.table.sum)
            };
            // `\int_a^b f(t)\,dt \stackrel{t = x}{=} c`
            let related = || key.len() > 8 && self.decorated(at, 0).is_some();
            if outside && (pause || self.roles_at(at).any(weak) || related()) {
                break;
            }
            if is_differential(key)
                && let Some(width) = self.differential(at)
            {
                if names.contains(&self.key_at(at + width)) {
                    return false;
                }
                continue;
            }
            // `\int k^2\,dk\,P(k)`: a function of the variable.
            let applied = || {
                matches!((self.key_at(at), self.key_at(at + 2)), ("(", ")"))
                    && names.contains(&self.key_at(at + 1))
                    && self.tokens[at - 1].class == Class::Letter
            };
            known |= matches!(key, r"\int" | r"\iint" | "∫") || applied();
            if known && names.contains(&key) {
                let bound = match self.key_at(at - 1) {
                    "_" => true,
                    "{" => self.key_at(at - 2) == "_",
                    _ => false,
                };
                if bound || is_differential(self.key_at(at - 1)) {
                    return false;
                }
                spoken = true;
            }
        }
        spoken
    }

    /// Whether the variable of a definite integral names something else in the formula: it does not
    /// occur under the sign, its only differential is the one here, and yet it stands elsewhere, as
    /// `v` does in `\int_a^b u\,dv = [uv]_a^b - \int_a^b v\,du`.
    pub(super) fn is_integrator(&self, variable: &Tree, body: &Tree) -> bool {
        let Some(name) = variable.symbol() else {
            return false;
        };
        let letter = |t: &Tree| t.root_symbol().is_some() || !t.args.is_empty();
        if !letter(body) || body.mentions(name) {
            return false;
        }
        if INTEGRATORS.contains(&name) && body.root_symbol().is_some_and(names_integrand) {
            return true;
        }
        let (mut elements, mut others) = (0, 0);
        let from = self.pos.saturating_sub(5 * NEAR);
        let to = self.tokens.len().min(self.pos + 5 * NEAR);
        for at in from..to {
            if self.tokens[at].key == name {
                match at > 0 && is_differential(&self.tokens[at - 1].key) {
                    true => elements += 1,
                    false => others += 1,
                }
            }
        }
        elements == 1 && others > 0
    }
}
