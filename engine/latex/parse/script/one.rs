//! One script: a group, a name, an angle of an annuity, indices in parts, or what has no braces.

use crate::latex::bars::is_bar;
use crate::latex::figures::point;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use smallvec::smallvec;

/// As many tokens are looked through for the angle of an annuity.
const ANGLE: usize = 32;

/// As many tokens are looked through for a comma or a semicolon between indices.
const DIVIDED: usize = 12;

impl Parser<'_> {
    pub(super) fn script(&mut self) -> Tree {
        if self.pos >= self.end {
            return self.missing();
        }
        if let Some(tree) = self.loose_script() {
            return tree;
        }
        if let Some(mark) = self.mark_here() {
            return mark;
        }
        if let Some(name) = self.named_script() {
            return name;
        }
        if let Some(angle) = self.annuity() {
            return angle;
        }
        if let Some(divided) = self.divided_script() {
            return divided;
        }
        if let Some(corners) = self.solid() {
            return corners;
        }
        let raised = self.pos > 0 && self.key_at(self.pos - 1) == "^";
        let marked = self.marked_script();
        let saved = std::mem::replace(&mut self.scripting, true);
        let mut tree = match marked {
            Some(tree) => tree,
            None => self.argument(),
        };
        self.scripting = saved;
        if let Head::Words(text) = &tree.head {
            // `x_{\text{max}}`
            tree.head = Head::Symbol(text.clone());
        }
        self.lowered_once(tree, raised)
    }

    /// The name of an operator without braces: `x_\max`.
    fn named_script(&mut self) -> Option<Tree> {
        let token = &self.tokens[self.pos];
        let named = token.key.len() > 2
            && token.key.starts_with('\\')
            && token.class == Class::Sign
            && self.roles().any(|(role, _)| {
                matches!(
                    role,
                    Role::Function { .. } | Role::Bound { .. } | Role::Operatorname { .. }
                )
            });
        if !named {
            return None;
        }
        self.pos += 1;
        let head = Head::Symbol(token.key.as_ref().into());
        Some(Tree::new(head, Vec::new(), token.start, token.end).close())
    }

    /// The angle of an annuity, which a line and a bar make, `a_{\overline{n}|}`, `a_{\overline{n|}}`,
    /// `A_{x:\overline{n}\rceil}`, `a_{\angl{n}}`, and what is deferred, `{}_{k|}q_x`: they stay as they are.
    fn annuity(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let upright = |at: usize| is_bar(&self.tokens[at]) || self.tokens[at].key == r"\rceil";
        let line = |open: usize| {
            matches!(self.tokens[open - 1].key.as_ref(), r"\overline" | r"\bar")
                && matches!(self.marks[open], Mark::Open { partner: close, .. }
                    if close < partner && (close + 1 < partner && upright(close + 1)
                        || close > open + 1 && upright(close - 1)))
        };
        let short = partner < at + ANGLE && self.tokens[at].key == "{";
        if !short {
            return None;
        }
        // `\angl{n}` alone is a letter with a mark.
        let angled = || {
            let own = match self.marks.get(at + 2) {
                Some(Mark::Open { partner, .. }) => *partner,
                _ => at + 2,
            };
            let first = self.tokens[at + 1].key == r"\angl";
            (at + 2..partner).any(|at| self.tokens[at].key == r"\angl")
                || first && own + 1 < partner
        };
        let below = at > 0 && self.tokens[at - 1].key == "_";
        let mut bars = (at + 1..partner).filter(|at| is_bar(&self.tokens[*at]));
        let deferred = below && partner > at + 2 && bars.next() == Some(partner - 1);
        if !deferred && !(at + 2..partner).any(line) && !angled() {
            return None;
        }
        self.pos = partner + 1;
        Some(self.opaque(at + 1, partner))
    }

    /// The corners of a pyramid or a prism, with a dash between those of two sides: `V_{P-ABC}`.
    fn solid(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let inside = self.tokens.get(at + 1..partner)?;
        let pointed = self.tokens[at].key == "{" && inside.first().is_some_and(point);
        if !pointed || inside.len() > ANGLE {
            return None;
        }
        let dash = inside.iter().position(|t| t.key == "-")?;
        let op = self.table.named("points")?;
        let mut corners = self.points(at + 1, at + 1 + dash, false);
        let first = self.pos == at + 1 + dash;
        let base = self.points(at + 2 + dash, partner, false);
        if !first || base.len() < 3 || self.pos != partner {
            self.pos = at;
            return None;
        }
        self.pos = partner + 1;
        corners.extend(base);
        Some(Tree::over(Head::Apply(op), corners).close())
    }

    /// Indices by which a tensor is differentiated, after a semicolon or a comma that nothing or a
    /// group of Greek letters stands before: `A_{\mu;\nu}`, `T^{ab}{}_{;b}`, `\phi_{,\mu}`,
    /// `g_{\mu\nu,\rho}`.
    fn divided_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let inside = self.tokens.get(at + 1..partner)?;
        let short = self.tokens[at].key == "{" && inside.len() < DIVIDED;
        let cut = inside
            .iter()
            .position(|t| matches!(t.key.as_ref(), "," | ";"))
            .filter(|_| short && self.tokens[at - 1].key == "_")?;
        // `R_{\mu\nu[\rho\sigma;\lambda]}`: what stands in brackets is not divided.
        let within = |open: usize| matches!(self.marks[open], Mark::Open { partner, .. } if partner > at + 1 + cut);
        if (at + 1..at + 1 + cut).any(within) {
            return None;
        }
        let greek = |t: &Token<'_>| t.class == Class::Letter && t.key.starts_with('\\');
        let comma = inside[cut].key == ",";
        let rest = &inside[cut + 1..];
        let summed = comma && self.differentiates_component(&inside[..cut], rest);
        let told = !comma || summed || cut == 0 || cut > 1 && inside[..cut].iter().all(greek);
        if !told
            || rest.is_empty()
            || comma && !summed && rest.iter().any(|t| !greek(t) && (cut > 0 || !t.short()))
        {
            return None;
        }
        let op = self.table.named(if comma { "list" } else { "semi" })?;
        let blank = self.table.blank?;
        let saved = std::mem::replace(&mut self.scripting, true);
        let first = match cut {
            0 => Tree::over(Head::Apply(blank), Vec::new()),
            _ => self.group(at + 1, at + 1 + cut, at + 1 + cut),
        };
        let last = self.group(at + 2 + cut, partner, partner + 1);
        self.scripting = saved;
        let mut tree = Tree::over(Head::Apply(op), vec![first, last]);
        let span = self.span(at, partner + 1);
        (tree.start, tree.end) = (span.start, span.end);
        Some(tree)
    }

    /// Whether a component of a field has the index of its derivative behind a comma, as two letters of
    /// places stand side by side below another letter without one: `\varepsilon_{ij} = u_{i,j}`.
    fn differentiates_component(&self, before: &[Token<'_>], behind: &[Token<'_>]) -> bool {
        let place = |t: &Token<'_>| matches!(t.key.as_ref(), "i" | "j" | "k" | "l");
        let tensor =
            |w: &[Token<'_>]| w[0].key == "_" && w[1].key == "{" && place(&w[2]) && place(&w[3]);
        // `E_{i,j}` is one of several matrices.
        let field = |t: &Token<'_>| match t.class {
            Class::Letter => !crate::latex::kinds::capital(&t.key),
            class => class == Class::Close,
        };
        let base = self.pos.checked_sub(2).and_then(|at| self.tokens.get(at));
        base.is_some_and(field)
            && (1..3).contains(&before.len())
            && before.iter().all(place)
            && matches!(behind, [only] if place(only))
            && self.around().windows(4).any(tensor)
    }

    /// A script of marks and then something else: `x^{*2}`, `\theta^{+\alpha}`.
    fn marked_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let first = &self.tokens[at + 1];
        let mark = matches!(
            first.key.as_ref(),
            "*" | r"\ast"
                | r"\star"
                | r"\dagger"
                | r"\dag"
                | r"\prime"
                | "'"
                | r"\sharp"
                | r"\circ"
        );
        if partner <= at + 2 || self.tokens[at].class != Class::Open {
            return None;
        }
        if !mark {
            return self.pushing_script(partner);
        }
        let key = if first.key == "'" {
            r"\prime"
        } else {
            first.key.as_ref()
        };
        let head = Head::Mark(key.into());
        let mark = Tree::new(head, Vec::new(), first.start, first.end);
        let saved = std::mem::replace(&mut self.scripting, true);
        let rest = self.group(at + 2, partner, partner + 1);
        self.scripting = saved;
        Some(Tree::over(Head::Sequence, vec![mark, rest]))
    }

    /// A number and a star below the letter of a map: `p_{2*}`.
    fn pushing_script(&mut self, partner: usize) -> Option<Tree> {
        let at = self.pos;
        let below = at > 0 && self.key_at(at - 1) == "_";
        let star = &self.tokens[partner - 1];
        let index = matches!(self.tokens[at + 1].class, Class::Digit | Class::Letter);
        if !below || partner != at + 3 || !index || !matches!(star.key.as_ref(), "*" | r"\ast") {
            return None;
        }
        let mark = Tree::new(
            Head::Mark(star.key.as_ref().into()),
            Vec::new(),
            star.start,
            star.end,
        );
        let number = self.group(at + 1, partner - 1, partner + 1);
        Some(Tree::over(Head::Sequence, vec![number, mark]))
    }

    /// A sign with a number or letter, or several digits, without braces: `x^-1`, `x^10`. TeX takes
    /// the first token alone; what is meant is clear.
    fn loose_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let near = |i: usize| i < self.end && self.tokens[i].gap <= Gap::Back;
        let digit = |i: usize| i < self.end && self.tokens[i].class == Class::Digit;
        let sign = self.tokens[at].key == "-"
            && near(at + 1)
            && (digit(at + 1) || self.tokens[at + 1].class == Class::Letter)
            && !self.inverse_before_matrix(at);
        // `x^2.5`
        let decimal = at > 0
            && self.key_at(at - 1) == "^"
            && self.key_at(at + 1) == "."
            && digit(at + 2)
            && near(at + 2);
        let digits = digit(at) && near(at + 1) && (digit(at + 1) || decimal);
        if !sign && (!digits || self.base_and_argument(at) || self.power_and_degrees(at)) {
            return None;
        }
        self.pos += usize::from(sign);
        let body = if digit(self.pos) {
            self.number()
        } else {
            self.argument()
        };
        let span = self.span(at, self.pos);
        self.warn(
            "loose-script",
            "braces are missing around the script",
            span,
            "read as one script",
        );
        let minus = if sign { self.sign_of(at) } else { None };
        Some(match minus {
            Some(op) => Tree::over(Head::Sum(self.table.add, smallvec![Some(op)]), vec![body]),
            None => body,
        })
    }

    /// Whether the sign here, above a bracket or a matrix and right before a matrix, is that of a generalized
    /// inverse: `(X'X)^-X'`.
    fn inverse_before_matrix(&self, at: usize) -> bool {
        let large = |key: &str| key.len() == 1 && key.starts_with(char::is_uppercase);
        let base = at.checked_sub(2).map_or("", |at| self.key_at(at));
        (matches!(base, ")" | "]") || large(base)) && large(self.key_at(at + 1))
    }

    /// Whether digits above a function are its exponent and an angle: `\cos^272^\circ`.
    fn power_and_degrees(&self, at: usize) -> bool {
        let joined = |t: &Token<'_>| t.class == Class::Digit && t.gap <= Gap::Back;
        let after = self.tokens[at + 1..self.end].iter();
        let next = at + 1 + after.take_while(|t| joined(t)).count();
        at > 1
            && self.key_at(at - 1) == "^"
            && self.table.is_function(self.key_at(at - 2))
            && (self.key_at(next) == "^" && self.key_at(next + 1) == r"\circ"
                || self.key_at(next) == "°")
    }

    /// Whether digits below a logarithm are its base and its argument, as no other one follows:
    /// `\log_28 = 3`.
    fn base_and_argument(&self, at: usize) -> bool {
        let joined = |t: &Token<'_>| t.class == Class::Digit && t.gap <= Gap::Back;
        let digits = 1 + self.tokens[at + 1..self.end]
            .iter()
            .take_while(|t| joined(t))
            .count();
        let ten = digits == 2 && self.key_at(at) == "1" && self.key_at(at + 1) == "0";
        at > 1
            && self.key_at(at - 1) == "_"
            && self.key_at(at - 2) == r"\log"
            && !ten
            && !self.starts_operand(at + digits)
    }
}
