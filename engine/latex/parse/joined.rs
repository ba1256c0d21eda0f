//! An operand joined to the one after it: by an infix sign, a comma, a slash, nothing at all.

use super::join::Next;
use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;
use smallvec::smallvec;

impl Parser<'_> {
    pub(super) fn infix(
        &mut self,
        left: Tree,
        op: Op,
        strength: Strength,
        assoc: Assoc,
        width: usize,
    ) -> Tree {
        // Braces may stand around the sign.
        let at = self.pos + usize::from(self.tokens[self.pos].class == Class::Open);
        self.pos += width;
        let table = self.table;
        if self.scripting && Some(op) == table.named("through") && self.range_ends(self.pos) {
            let right = self.blank();
            return Tree::over(Head::Apply(op), vec![left, right]);
        }
        if matches!(self.tokens[at].key.as_ref(), "*" | r"\ast" | "∗")
            && let Some(op) = self.convolves(&left)
        {
            return self.convolution(op, left, strength);
        }
        if matches!(self.tokens[at].key.as_ref(), "*" | r"\ast" | "∗")
            && self.usage.stars
            && self.other_product(at)
            && let Some(star) = self.table.named("star")
        {
            return self.joined_by(left, star, strength, Assoc::Left);
        }
        if let Some(join) = table.join(op, &self.tokens[at].key) {
            if join != Join::Beside
                && self.integrals > 0
                && (self.vector_ahead() || join == Join::Dot && self.path_ahead(&left))
                && let Some(path) = self.path()
            {
                return self.multiply(left, join, path);
            }
            // `\int_0^R F \cdot dr`
            let differential = join == Join::Dot
                && self.integrals > 0
                && self.differential(self.pos) == Some(1)
                && self.key_at(self.pos + 1) != "d"
                && self.key_at(self.pos + 2) != "(";
            if differential {
                return left;
            }
            let factor = self.expression(strength + 1);
            return self.multiply(left, join, factor);
        }
        if op == table.div && strength == table.strength.product {
            let mut left = left;
            if self.structures(&left)
                && let Some(last) = left.args.pop()
            {
                let quotient = self.divide(last);
                left.end = quotient.end;
                left.push(quotient);
                return left;
            }
            return self.divide(left);
        }
        if Some(op) == table.remainder {
            // `a \bmod 2n`: all of what stands side by side divides.
            let right = self.open_argument();
            return Tree::over(Head::Apply(op), vec![left, right]);
        }
        let op = self.divides_exactly(op, &left, self.pos).unwrap_or(op);
        // `x \bmod n \equiv y \bmod n` speaks of remainders.
        let congruence = matches!(self.tokens[at].key.as_ref(), r"\equiv" | "≡")
            && !table
                .remainder
                .is_some_and(|op| super::modulus::applies(&left, op));
        let outer = self.congruence;
        self.congruence |= congruence;
        let tree = self.joined_by(left, op, strength, assoc);
        self.congruence = outer;
        tree
    }

    /// Exact division where the sign of parallels stands after a number or a power of one, and no
    /// line follows: `2^k \parallel 3^n - 1`.
    pub(super) fn divides_exactly(&self, op: Op, left: &Tree, at: usize) -> Option<Op> {
        let bars = ["parallel", "apart"].map(|name| self.table.named(name) == Some(op));
        if !bars.contains(&true) {
            return None;
        }
        let number = |t: &Tree| match &t.head {
            Head::Number(_) => true,
            Head::Symbol(name) => !crate::latex::kinds::capital(name) && !name.contains('{'),
            _ => false,
        };
        let divisor = match (&left.head, left.args.as_slice()) {
            (Head::Number(_), _) => true,
            (Head::Power, [base, exponent]) => {
                number(base) && !matches!(exponent.head, Head::Mark(_))
            }
            _ => false,
        };
        let next = self.tokens.get(at).filter(|_| at < self.end)?;
        let line = next.class == Class::Name
            || matches!(
                next.key.as_ref(),
                r"\overline" | r"\vec" | r"\overrightarrow"
            )
            || crate::latex::figures::run(&self.tokens[..self.end], at, false) > 1;
        // `D(p^n \parallel q^n)` measures what is between two distributions.
        let same = self.key_at(at + 1) == "^"
            && left.args.get(1).and_then(Tree::symbol) == Some(self.key_at(at + 2));
        if !divisor || line || same {
            return None;
        }
        self.table.named("exactlydivides")
    }

    /// Whether the slash after this divides the last factor alone: it is a group, a ring or a space
    /// after a product sign, `\mathbb{Z}/2\mathbb{Z} \times \mathbb{Z}/3\mathbb{Z}`, `A/I \otimes B/J`.
    fn structures(&self, left: &Tree) -> bool {
        let signed = match &left.head {
            Head::Product(joins) => joins.last() == Some(&Join::Cross),
            Head::Apply(op) => self.table.named("otimes") == Some(*op),
            _ => false,
        };
        let set =
            |t: &Tree| matches!(&t.head, Head::Apply(op) if self.table.set_constants.contains(op));
        let large = |t: &Tree| t.root_symbol().is_some_and(crate::latex::kinds::capital);
        let quotient = |t: &Tree| {
            t.head == Head::Apply(self.table.div)
                && t.args.first().is_some_and(|t| set(t) || large(t))
        };
        let (Some(last), false) = (left.args.last(), left.closed) else {
            return false;
        };
        signed && (set(last) || large(last) && left.args.iter().any(quotient))
    }

    /// The operand before an infix sign, joined to the one after it.
    fn joined_by(&mut self, left: Tree, op: Op, strength: Strength, assoc: Assoc) -> Tree {
        let table = self.table;
        match assoc {
            Assoc::Chain => {
                let saved = std::mem::replace(&mut self.related, strength == 4 * table.relation);
                let right = if self.pos < self.end {
                    self.expression(strength + 1)
                } else {
                    self.blank()
                };
                self.related = saved;
                let (mut left, mut right) = (left, right);
                if self.alternates(&left, op)
                    && let Some(first) = left.args.pop()
                {
                    left.push(self.in_order(first));
                    right = self.in_order(right);
                }
                // `X \overset{d}{=} Y \implies A` is no chain of three.
                let weaker = match left.args.iter().rev().nth(1).map(|sign| &sign.head) {
                    Some(Head::Relation(sign)) => !table.goes_on(&[*sign], op, strength),
                    Some(Head::Apply(sign)) if self.table.usual.relating == Some(*sign) => {
                        strength != 4 * table.relation
                    }
                    _ => false,
                };
                match &mut left.head {
                    Head::Chain(ops)
                        if !left.closed && !weaker && table.goes_on(ops, op, strength) =>
                    {
                        ops.push(op);
                        left.push(right);
                        left
                    }
                    _ => Tree::pair(Head::Chain(smallvec![op]), left, right),
                }
            }
            Assoc::Flat => {
                let mut right = self.expression(strength + 1);
                if table.loose.contains(&op) {
                    right = self.factors(right);
                }
                if left.head == Head::Apply(op) && !left.closed {
                    let mut left = left;
                    left.push(right);
                    return left;
                }
                Tree::over(Head::Apply(op), vec![left, right])
            }
            Assoc::Left => {
                let mut right = self.expression(strength + 1);
                if table.loose.contains(&op) {
                    right = self.factors(right);
                }
                // Of `:\cos\varphi:_Q` the last sign ends what the first one begins.
                let ends = right.args.first().is_some_and(
                    |base| matches!(base.head, Head::Apply(op) if Some(op) == table.blank),
                );
                if Some(op) == table.ratio
                    && !ends
                    && let Some(several) = table.named("ratios")
                    && !left.closed
                    && (left.head == Head::Apply(op) || left.head == Head::Apply(several))
                {
                    let mut left = left;
                    left.head = Head::Apply(several);
                    left.push(right);
                    return left;
                }
                Tree::over(Head::Apply(op), vec![left, right])
            }
            Assoc::Right => {
                let right = self.expression(strength);
                Tree::over(Head::Apply(op), vec![left, right])
            }
        }
    }

    /// The factors that stand beside one after `\otimes` and the like.
    fn factors(&mut self, mut right: Tree) -> Tree {
        while self.pos < self.end && matches!(self.next(&right), Next::Beside) {
            let before = self.pos;
            let factor = self.expression(self.table.strength.product + 1);
            if self.pos == before {
                break;
            }
            right = self.multiply(right, Join::Beside, factor);
        }
        right
    }

    pub(super) fn comma(&mut self, left: Tree) -> Tree {
        let first = self.pos;
        // `\max_{x : \|x\| = 1}`
        let condition = self.key_at(first) == ":";
        let apart = self.statement_ahead() || self.intervals_meet() || self.number_apart();
        self.pos += usize::from(!apart);
        while self.pause_here() || self.conjunction_at(self.pos) {
            let comma = |at: usize| {
                let token = &self.tokens[at];
                token.key == "," && token.class != Class::Row
            };
            if self.pos > first && comma(self.pos) && comma(self.pos - 1) {
                let span = self.span(self.pos, self.pos + 1);
                self.warn(
                    "stray-token",
                    "nothing stands between two commas",
                    span,
                    "left out",
                );
            }
            self.pos += 1;
        }
        if self.pos >= self.end {
            return left;
        }
        // `0 < x,\quad y < 1` are two statements.
        let near = self.tokens[self.pos].gap < Gap::Wide;
        let right = match condition {
            true => self.expression(self.table.strength.implication),
            false if self.residue_ahead(&left) => self.residue(),
            false => self.expression(self.table.strength.comma + 1),
        };
        if let (Head::Declared(op), true) = (&right.head, self.trailing(&left, &right)) {
            return self.quantified_behind(*op, right.args, left);
        }
        let (first, right) = self.listed_through(&left, right);
        let (dots, right) = self.after_dots(right);
        let (right, more) = self.before_dots(right);
        let mut list = match left.head {
            Head::Items if !left.closed => left,
            _ => {
                let (left, dots) = self.before_dots(left);
                let listed = [left].into_iter().chain(dots);
                Tree::over(Head::Items, listed.collect())
            }
        };
        first
            .into_iter()
            .chain(dots)
            .chain([right])
            .chain(more)
            .for_each(|t| list.push(t));
        if near {
            self.bound_alike(&mut list.args);
        }
        list
    }

    /// The statements of their own behind the first one.
    pub(super) fn lines(&mut self, first: Tree) -> Tree {
        let mut lines = Tree::over(Head::Items, vec![first]);
        while self.pos + 1 < self.end && self.line_here() {
            self.pos += 1;
            let line = self.expression(1);
            match line.head {
                Head::Items if !line.closed => line.args.into_iter().for_each(|t| lines.push(t)),
                _ => lines.push(line),
            }
        }
        lines
    }

    pub(super) fn add_term(&mut self, mut left: Tree, sign: Option<Op>, term: Tree) -> Tree {
        let (dots, term) = self.after_dots(term);
        if dots.is_some() || self.goes_through(&left) {
            return self.sum_through(left, sign, dots, term);
        }
        if let Head::Sum(_, signs) = &mut left.head
            && !left.closed
        {
            signs.push(sign);
            left.push(term);
            return left;
        }
        Tree::pair(Head::Sum(self.table.add, smallvec![None, sign]), left, term)
    }

    pub(super) fn multiply(&mut self, mut left: Tree, join: Join, factor: Tree) -> Tree {
        if join == Join::Beside
            && !super::field::waits(&factor)
            && let Some(waiting) = self.derivation_in(&mut left)
        {
            // `(-i\partial_x)\psi` is `-i\partial_x\psi`.
            let sign = std::mem::replace(waiting, Tree::new(Head::Row, Vec::new(), 0, 0));
            *waiting = self.derived(sign, factor);
            return left;
        }
        if self.ends_product(&factor) {
            return self.factor_by_factor(left, join, factor);
        }
        // `\mu \circ T\mu`: what is composed on the right is all of the word.
        if join == Join::Beside
            && matches!(left.head, Head::Apply(op) if Some(op) == self.table.compose)
            && !left.closed
            && map(&factor)
            && let Some(op) = self.table.usual.opmul
            && let Some(last) = left.args.pop()
        {
            left.push(match last.head {
                Head::Apply(own) if own == op && !last.closed => {
                    let mut word = last;
                    word.push(factor);
                    word
                }
                _ => Tree::pair(Head::Apply(op), last, factor),
            });
            return left;
        }
        if let Head::Product(joins) = &mut left.head
            && !left.closed
        {
            joins.push(join);
            left.push(factor);
            return left;
        }
        if join == Join::Beside
            && arrow(&left)
            && column(&factor)
            && let Some(op) = self.table.named("phrase")
        {
            // `\vec{u}\begin{pmatrix} 1 \\ 2 \end{pmatrix}` says the coordinates.
            return Tree::over(Head::Apply(op), vec![left, factor]);
        }
        // `A_{2 2}` has two indices.
        let stray = match (&left.head, &factor.head) {
            (Head::Number(a), Head::Number(b)) => !self.scripting || a.len().max(b.len()) > 1,
            _ => false,
        };
        if join == Join::Beside && !factor.closed && stray {
            self.warn(
                "numbers-side-by-side",
                "two numbers stand side by side, without a sign between them",
                left.start..factor.end,
                "read as a product",
            );
        }
        Tree::pair(Head::Product(smallvec![join]), left, factor)
    }

    /// The denominator after a slash: one factor, and what is written right against it.
    ///
    /// `a/bc` is `a/(bc)`; a blank, a bracket or a postfix sign after the denominator ends it, and
    /// a number before a bracket or a function does too.
    pub(super) fn divide(&mut self, left: Tree) -> Tree {
        if let Some(relation) = self.relation_alone()
            && let Some(op) = self.table.named("quotient")
        {
            return Tree::over(Head::Apply(op), vec![left, relation]);
        }
        let strength = self.table.strength.product + 1;
        let mut below = self.expression(strength);
        let number = matches!(below.head, Head::Number(_)) && !below.closed;
        if number && (measured(&left) || self.in_units_of(&left)) {
            below = self.quantity(below);
        }
        let mut glued = false;
        let slope = self.is_slope(&left, &below);
        while self.pos < self.end && !slope && self.glues(&below) {
            let before = self.pos;
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            below = self.multiply(below, Join::Beside, factor);
            glued = true;
        }
        // `\mathbb{Z}/n\mathbb{Z}` is one thing to everybody, `\mathbb{Z} / n \mathbb{Z}` as well.
        let ring = matches!(&left.head, Head::Apply(op) if self.table.set_constants.contains(op));
        if ring && !glued && self.same_ring(&left, &below) {
            let again = self.expression(strength);
            below = self.multiply(below, Join::Beside, again);
        }
        if glued && !ring {
            self.warn(
                "ambiguous-division",
                "a product without a sign follows a slash; all of it is read as the denominator",
                below.start..below.end,
                "read as the denominator",
            );
        }
        self.quotient(left, below)
    }

    /// Whether a quotient of numbers is the slope of a line, for a letter stands right behind it and a
    /// summand behind that: `y = 3/4x + 2`.
    fn is_slope(&self, above: &Tree, below: &Tree) -> bool {
        let number = |t: &Tree| matches!(t.head, Head::Number(_)) && !t.closed;
        let here = self.tokens.get(self.pos..self.end);
        let Some([letter, sign, ..]) = here.filter(|_| number(above) && number(below)) else {
            return false;
        };
        let adds = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
        let from = self.tokens.partition_point(|t| t.start < above.start);
        let signed = from - usize::from(from > 0 && adds(&self.tokens[from - 1]));
        letter.class == Class::Letter
            && letter.gap == Gap::None
            && adds(sign)
            && signed > 1
            && self.key_at(signed - 1) == "="
            && matches!(self.key_at(signed - 2), "y" | ")")
    }

    /// Whether a letter is divided by a number of units, of which an upright name stands here:
    /// `\log_{10}(d/10\,\mathrm{pc})`.
    fn in_units_of(&self, above: &Tree) -> bool {
        let unit = |t: &Token<'_>| t.class == Class::Name && t.gap == Gap::Thin && measure(&t.key);
        matches!(above.head, Head::Symbol(_) | Head::Index)
            && self.tokens[..self.end].get(self.pos).is_some_and(unit)
    }

    /// A number with the units right after it: what is measured binds tighter than a slash.
    fn quantity(&mut self, number: Tree) -> Tree {
        let mut all = number;
        while self.pos < self.end {
            let token = &self.tokens[self.pos];
            let unit = measure(&token.key)
                && matches!(token.class, Class::Name | Class::Words)
                && token.gap < Gap::Wide;
            if !unit || !matches!(self.next(&all), Next::Beside) {
                break;
            }
            let before = self.pos;
            let unit = self.expression(self.table.strength.product + 1);
            if self.pos == before {
                break;
            }
            all = self.multiply(all, Join::Beside, unit);
        }
        all
    }

    /// The sign of a relation after a slash, with nothing after it: `X/\sim`.
    fn relation_alone(&mut self) -> Option<Tree> {
        let braced = self.tokens.get(self.pos)?.class == Class::Open;
        let at = self.pos + usize::from(braced);
        let after = at + 1 + usize::from(braced);
        if at >= self.end || braced && self.key_at(at + 1) != "}" {
            return None;
        }
        let relation = self.roles_at(at).any(|(role, width)| {
            matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if width == 1 && *level == self.table.relation)
        });
        if !relation || self.starts_operand(after) {
            return None;
        }
        self.pos = after;
        let token = &self.tokens[at];
        let head = Head::Mark(token.key.as_ref().into());
        Some(Tree::new(head, Vec::new(), token.start, token.end))
    }

    pub(super) fn glues(&self, below: &Tree) -> bool {
        let token = &self.tokens[self.pos];
        let command_before = self.tokens[self.pos - 1].class != Class::Close
            && self.tokens[self.pos - 1].key.starts_with('\\')
            && token.gap == Gap::Blank
            || token.gap == Gap::Blank && self.scripting && lettered(below);
        let ended = match &below.head {
            Head::Product(_) => below.args.last().is_some_and(|last| last.closed),
            _ => below.closed,
        };
        // `E / 2 \hbar`: a blank before a command says nothing.
        let turns = matches!(below.head, Head::Number(_))
            && matches!(token.key.as_ref(), r"\hbar" | r"\pi");
        let apart = token.gap == Gap::Blank && !command_before && !turns;
        if ended || token.gap > Gap::Blank || apart {
            return false;
        }
        if !matches!(self.next(below), Next::Beside) {
            return false;
        }
        // `9.8\,\mathrm{m}/\mathrm{s}^2 (2.5\,\mathrm{kg})`
        let number =
            matches!(below.head, Head::Number(_)) || below.root_symbol().is_some_and(measure);
        match token.class {
            Class::Letter | Class::Name => !self.roles().any(|(role, _)| {
                matches!(
                    role,
                    Role::Function {
                        needs_brackets: false,
                        ..
                    } | Role::Operatorname { letter: false, .. }
                        | Role::Bound { .. }
                )
            }),
            Class::Digit => true,
            Class::Sign => {
                let constant = self
                    .roles()
                    .any(|(role, _)| matches!(role, Role::Constant { .. }));
                let bracket = matches!(self.marks[self.pos], Mark::Open { .. });
                constant || bracket && !number
            }
            _ => false,
        }
    }
}

/// Whether a product begins with a letter, perhaps with an index.
fn lettered(tree: &Tree) -> bool {
    let first = match tree.head {
        Head::Product(_) => tree.args.first(),
        _ => Some(tree),
    };
    first.is_some_and(|t| t.root_symbol().is_some_and(|name| !measure(name)))
}

/// Whether a name is set as units are.
pub(super) fn measure(name: &str) -> bool {
    [r"\text{", r"\mathrm{", r"\textrm{", r"\mbox{", r"\mathsf{"]
        .iter()
        .any(|font| name.starts_with(font))
}

/// Whether a unit stands after a number somewhere in a product.
fn measured(tree: &Tree) -> bool {
    let product = matches!(tree.head, Head::Product(_));
    let unit = |t: &Tree| match (&t.head, t.args.first()) {
        (Head::Power, Some(base)) => base.symbol().is_some_and(measure),
        _ => t.symbol().is_some_and(measure),
    };
    let pair = |pair: &[Tree]| matches!(pair[0].head, Head::Number(_)) && unit(&pair[1]);
    product && tree.args.windows(2).any(pair)
}

/// Whether this is a letter with an arrow, or two points with one.
fn arrow(tree: &Tree) -> bool {
    tree.symbol().is_some_and(|name| {
        [r"\vec{", r"\overrightarrow{"]
            .iter()
            .any(|arrow| name.starts_with(arrow))
    })
}

/// Whether this is a matrix of one column.
fn column(tree: &Tree) -> bool {
    tree.head == Head::Matrix
        && tree.args.len() > 1
        && tree.args.iter().all(|row| row.args.len() == 1)
}

/// Whether this is a letter of a map, with what hangs on it.
fn map(tree: &Tree) -> bool {
    matches!(
        tree.head,
        Head::Symbol(_) | Head::Index | Head::Upper | Head::Prime
    ) && tree.root_symbol().is_some()
}
