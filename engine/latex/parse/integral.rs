//! Integrals and their differentials.

mod differentials;
mod elements;

use super::Parser;
use super::big::{Big, two};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::SlotSort;
use smallvec::smallvec;

impl Parser<'_> {
    pub(super) fn integral(
        &mut self,
        big: &Big,
        sub: Option<Tree>,
        sup: Option<Tree>,
        count: usize,
    ) -> Tree {
        let Some(partner) = self.integrand_in_braces() else {
            return self.integral_here(big, sub, sup, count);
        };
        let end = std::mem::replace(&mut self.end, partner);
        self.pos += 1;
        let mut tree = self.integral_here(big, sub, sup, count);
        if self.pos < partner {
            let rest = self.all();
            tree = Tree::over(Head::Sequence, vec![tree, rest]);
        }
        (self.pos, self.end) = (partner + 1, end);
        tree
    }

    /// Whether what stands after the only `d` is a form that is integrated over a boundary elsewhere,
    /// and no variable.
    fn of_form(&self, variables: &[Tree]) -> bool {
        let [only] = variables else {
            return false;
        };
        let form = matches!(
            only.symbol(),
            Some(r"\omega" | r"\eta" | r"\alpha" | r"\beta" | r"\theta")
        );
        let boundary = |w: &[crate::latex::token::Token<'_>]| {
            matches!(w[0].key.as_ref(), r"\int" | r"\oint")
                && w[1].key == "_"
                && (w[2].key == r"\partial" || w[3].key == r"\partial")
        };
        form && self.around().windows(4).any(boundary)
    }

    fn integral_here(
        &mut self,
        big: &Big,
        sub: Option<Tree>,
        sup: Option<Tree>,
        count: usize,
    ) -> Tree {
        let at = self.sign_before();
        let outer = (self.integrals, std::mem::take(&mut self.found));
        self.integrals += 1;
        let ahead = self.differential_ahead();
        let mut variables = Vec::new();
        self.leading = true;
        while self.pos < self.end && variables.len() < MOST && self.differential(self.pos).is_some()
        {
            variables.extend(self.read_differential());
        }
        self.leading = false;
        self.pass_on(&mut variables, count);
        let unbound = self.unbound;
        self.unbound += count.saturating_sub(variables.len());
        let (first, complained) = (self.pos, self.complaints.len());
        let plain = variables.is_empty() && count == 1 && sup.is_none();
        // `\int_0^1 dx + 1`
        let empty = self.pos >= self.end
            || self.differential(self.pos).is_some()
            || !self.operand_follows() && self.ordered_end(self.pos).is_none()
            || !variables.is_empty() && self.sign_here().is_some();
        let body = if empty && !variables.is_empty() {
            let place = self.span(self.pos, self.pos).start;
            Tree::new(Head::Number("1".into()), Vec::new(), place, place)
        } else if ahead && variables.is_empty() {
            self.expression(self.table.strength.sum)
        } else {
            self.expression(self.table.strength.product)
        };
        self.unbound = unbound;
        let passed = self.passed.len().min(count.saturating_sub(variables.len()));
        variables.extend(self.passed.drain(..passed));
        variables.append(&mut self.found);
        self.pass_on(&mut variables, count);
        let alone = outer.0 == 0;
        while (variables.len() < count || alone && !variables.is_empty())
            && variables.len() < MOST
            && self.pos < self.end
            && self.differential(self.pos).is_some()
        {
            variables.extend(self.read_differential());
        }
        self.elements_through(&mut variables);
        let mut body = body;
        if empty && count == 1 && sup.is_none() && sub.is_some() && self.of_form(&variables) {
            // `\int_M d\omega = \int_{\partial M} \omega`
            let form = std::mem::take(&mut variables);
            body = Tree::over(
                self.table
                    .differential_of
                    .map_or(Head::Sequence, Head::Apply),
                form,
            );
        }
        if !variables.is_empty() {
            body = self.factors_after(&variables, sub.is_some() || sup.is_some(), body);
        }
        (self.integrals, self.found) = outer;
        if plain && alone && variables.len() == 1 && self.form_goes_on() && self.again(first) {
            // `\int_C P\,dx + Q\,dy`: the sum is integrated as one form.
            self.pos = first;
            self.complaints.truncate(complained);
            variables.clear();
            let saved = (
                std::mem::replace(&mut self.forms, true),
                std::mem::take(&mut self.integrals),
            );
            let ends = self.next_integral().unwrap_or(self.end);
            let end = std::mem::replace(&mut self.end, ends);
            body = self.expression(self.table.strength.sum);
            self.end = end;
            (self.forms, self.integrals) = saved;
            if sub.is_none() && self.table.limited.is_some() && Some(big.op) != self.table.contour {
                return Tree::over(
                    Head::Apply(self.table.integral.unwrap_or(big.op)),
                    vec![body],
                );
            }
        }
        // `\underline{\int_a^b}` is no integral that rules of integrals hold of.
        let darboux = Some(big.op) == self.table.limited;
        let mut tree = match self.table.differential_of.filter(|_| darboux) {
            Some(differential) => {
                let steps = variables
                    .into_iter()
                    .map(|v| Tree::over(Head::Apply(differential), vec![v]));
                let factors: Vec<Tree> = [body].into_iter().chain(steps).collect();
                let body = match factors.len() {
                    1 => factors.into_iter().next().unwrap_or_else(|| self.blank()),
                    n => Tree::over(Head::Product(vec![Join::Beside; n - 1].into()), factors),
                };
                self.limited(sub, sup, body)
            }
            None => self.integrated((big, count), sub, sup, variables, body),
        };
        if let (Head::Apply(op), Some(sign)) = (&tree.head, tree.args.first_mut())
            && Some(*op) == self.table.limited
            && let Head::Symbol(name) = &mut sign.head
        {
            *name = match self.tokens[at].key.as_ref() {
                r"\lowint" => r"\underline{\int}".into(),
                r"\upint" => r"\overline{\int}".into(),
                sign => sign.into(),
            };
        }
        tree
    }

    /// Gives the variables that are more than the signs here to the integrals around that have none yet:
    /// `\int_0^1 \int_0^x dy\,dx`.
    fn pass_on(&mut self, variables: &mut Vec<Tree>, count: usize) {
        let surplus = variables.len().saturating_sub(count);
        if surplus > 0 && self.unbound > 0 {
            let from = variables.len() - surplus.min(self.unbound);
            let rest = variables.split_off(from);
            self.passed.splice(0..0, rest);
        }
    }

    /// An integral of a sign with so many strokes.
    fn integrated(
        &mut self,
        (big, count): (&Big, usize),
        sub: Option<Tree>,
        sup: Option<Tree>,
        mut variables: Vec<Tree>,
        body: Tree,
    ) -> Tree {
        // `\int^{ }_{ }`: bounds that are left out.
        let written = |t: &Tree| !matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank);
        let (sub, sup) = (sub.filter(written), sup.filter(written));
        let Some(variable) = variables.pop() else {
            let (plain, definite) = (self.table.integral, self.table.definite);
            let closed = Some(big.op) == self.table.contour;
            let body = match self.by_measures(closed || sup.is_some(), &sub, body) {
                Ok(tree) => return tree,
                Err(body) => body,
            };
            if closed && plain.is_some() || sub.is_some() != sup.is_some() {
                return self.limited(sub, sup, body);
            }
            return match (sub, sup, plain, definite) {
                (Some(low), Some(high), _, Some(op)) => {
                    Tree::over(Head::Apply(op), vec![low, high, body])
                }
                (_, _, Some(op), _) => Tree::over(Head::Apply(op), vec![body]),
                _ => Tree::over(Head::Sequence, vec![body]),
            };
        };
        let Some(plain) = big.bare else {
            return Tree::over(Head::Sequence, vec![body]);
        };
        if let (Some(through), Some(many)) = (self.through(&variables, &variable), self.table.many)
        {
            let row = Tree::over(Head::Row, vec![through]);
            let between = self.table.between;
            return match (sub, sup, between) {
                (Some(low), Some(high), Some(between)) => {
                    Tree::over(Head::Apply(between), vec![row, low, high, body])
                }
                (sub, _, _) => {
                    let domain = sub.unwrap_or_else(|| self.blank());
                    Tree::over(Head::Apply(many), vec![row, domain, body])
                }
            };
        }
        let names = |t: &Tree| t.symbol().is_some();
        let free = sub.is_some()
            && sup.is_some()
            && variables.is_empty()
            && self.is_integrator(&variable, &body);
        if free || !(names(&variable) && variables.iter().all(names)) {
            variables.push(variable);
            return self.over_elements(plain, sub, sup, variables, body);
        }
        if let (Some(domain), None, false, Some(many)) =
            (&sub, &sup, variables.is_empty(), self.table.many)
        {
            variables.push(variable);
            let list = Tree::over(Head::Row, variables);
            return Tree::over(Head::Apply(many), vec![list, domain.clone(), body]);
        }
        let (sub, sup) = (
            sub.map(|sub| self.value_of(&variable, sub)),
            sup.map(|sup| self.value_of(&variable, sup)),
        );
        let mut inner = body;
        let each = sub
            .as_ref()
            .zip(sup.as_ref())
            .filter(|_| count == variables.len() + 1);
        for name in variables {
            inner = match each {
                // `\iint_{-\infty}^{\infty}`: the limits are those of both.
                Some((low, high)) => Tree::over(
                    Head::Binder(big.op, SlotSort::Real),
                    vec![name, low.clone(), high.clone(), inner],
                ),
                None => Tree::over(Head::Apply(plain), vec![name, inner]),
            };
        }
        match (sub, sup) {
            (Some(low), Some(high)) => Tree::over(
                Head::Binder(big.op, SlotSort::Real),
                vec![variable, low, high, inner],
            ),
            (Some(domain), None) => {
                let domain = match domain.head {
                    Head::Chain(ref ops) if ops.as_slice() == self.table.member.as_slice() => {
                        two(domain.args)[1].clone()
                    }
                    _ => domain,
                };
                let free = variable
                    .root_symbol()
                    .is_some_and(|name| !inner.mentions(name) || self.densities(name, &inner));
                let said = big.cond.filter(|_| {
                    domain.states() && variable.symbol().is_some_and(|v| domain.mentions(v))
                });
                if let Some(cond) = said {
                    return Tree::over(
                        Head::Binder(cond, SlotSort::Any),
                        vec![variable, domain, inner],
                    );
                }
                match (big.over, self.table.by.filter(|_| free)) {
                    (Some(_), Some(by)) => {
                        Tree::over(Head::Apply(by), vec![domain, inner, variable])
                    }
                    (Some(over), None) => Tree::over(
                        Head::Binder(over, SlotSort::Real),
                        vec![variable, domain, inner],
                    ),
                    (None, _) => Tree::over(Head::Sequence, vec![domain, inner]),
                }
            }
            (None, high) => match self.table.upto.zip(high) {
                Some((upto, high)) => Tree::over(
                    Head::Binder(upto, SlotSort::Real),
                    vec![variable, high, inner],
                ),
                None => Tree::over(Head::Apply(plain), vec![variable, inner]),
            },
        }
    }

    /// The value at a limit that says of which variable it is: `\int_{x=0}^{1}`.
    pub(super) fn value_of(&self, variable: &Tree, limit: Tree) -> Tree {
        let equated = self
            .table
            .eq
            .is_some_and(|eq| limit.head == Head::Chain(smallvec![eq]));
        let named = equated
            && limit.args.len() == 2
            && variable.symbol().is_some()
            && limit.args[0].symbol() == variable.symbol();
        if !named {
            return limit;
        }
        let [_, value] = two(limit.args);
        value
    }

    /// A sign with limits that bind nothing; the sign itself is filled in by the caller.
    pub(super) fn limited(&mut self, sub: Option<Tree>, sup: Option<Tree>, body: Tree) -> Tree {
        let Some(op) = self.table.limited else {
            return Tree::over(Head::Sequence, vec![body]);
        };
        let place = body.start;
        let sign = Tree::new(Head::Symbol("".into()), Vec::new(), place, place);
        // The parentheses of `\sum_{(c)}` say what it is about.
        let low = match (sub, self.table.named("grouped")) {
            (Some(low), Some(op)) if low.closed && matches!(low.head, Head::Symbol(_)) => {
                Tree::over(Head::Apply(op), vec![low])
            }
            (low, _) => low.unwrap_or_else(|| self.blank()),
        };
        let high = sup.unwrap_or_else(|| self.blank());
        Tree::over(Head::Apply(op), vec![sign, low, high, body])
    }

    /// The place of the sign of which the scripts have just been read.
    fn sign_before(&self) -> usize {
        self.big_sign
    }
}

/// As many variables of one integral are read.
const MOST: usize = 40;

/// Whether a letter names a path or a surface along which a field is integrated.
pub(in crate::latex) fn names_path(name: &str) -> bool {
    matches!(name, "r" | "s" | "S" | "l" | r"\ell" | r"\gamma")
}

/// Whether the token is the `d` of a differential.
pub(in crate::latex) fn is_differential(key: &str) -> bool {
    matches!(
        key,
        "d" | r"\mathrm{d}"
            | r"\text{d}"
            | r"\mathit{d}"
            | r"\operatorname{d}"
            | r"\dd"
            | r"\textrm{d}"
            | r"\mathsf{d}"
            | r"\mbox{d}"
            | r"\hbox{d}"
            | "ⅆ"
    )
}
