//! What joins an operand to what follows: infix signs, commas, nothing at all.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;
use smallvec::smallvec;

impl Parser<'_> {
    #[inline]
    pub(super) fn next(&self, left: &Tree) -> Next {
        if self.integrals > 0 && self.differential(self.pos).is_some() {
            return Next::Stop;
        }
        let token = &self.tokens[self.pos];
        let plain = matches!(token.class, Class::Letter | Class::Digit)
            && token.short()
            && token.gap < Gap::Wide
            && self.marks[self.pos] == Mark::None
            && !token.roles.may(Roles::INFIX)
            && !token.roles.may(Roles::PREFIX);
        if plain {
            let relation = matches!(left.head, Head::Chain(_)) && !left.closed;
            return match relation || self.declaration_ends(left) {
                true => Next::Stop,
                false => Next::Beside,
            };
        }
        self.joint(left)
    }

    /// What joins when it is no plain letter or digit that follows.
    #[inline(never)]
    fn joint(&self, left: &Tree) -> Next {
        let token = &self.tokens[self.pos];
        let last = self.pos + 1 == self.end;
        if last && self.words_at(self.pos) {
            return Next::Stop;
        }
        if self.pause_here() || last && matches!(token.key.as_ref(), ":" | "?") {
            return Next::Comma;
        }
        if token.key == "("
            && let Some((partner, width)) = self.index_condition(left)
        {
            return Next::Condition { partner, width };
        }
        if token.gap == Gap::Wide {
            if let Some((partner, width)) = self.condition_here() {
                return Next::Condition { partner, width };
            }
            if self.statement_ahead() {
                return Next::Comma;
            }
        }
        let shaped = !token.short() || matches!(token.key.as_bytes(), b"(" | b":");
        if shaped && let Some(next) = self.special(left) {
            return next;
        }
        if shaped
            && token.class == Class::Sign
            && let Some(strength) = self.decorated_here()
        {
            return Next::Decorated { strength };
        }
        let opens = matches!(self.marks[self.pos], Mark::Open { .. });
        if opens && let Some(next) = self.braced_sign() {
            return next;
        }
        for (role, width) in self.roles() {
            match role {
                _ if opens => {}
                Role::Infix { op, .. }
                    if Some(*op) == self.table.ratio && (self.declaring || left.states()) =>
                {
                    return Next::Stop;
                }
                Role::Infix { .. }
                    if self.usage.tensors.wedges
                        && matches!(token.key.as_ref(), r"\wedge" | "∧")
                        && self.table.wedge.is_some() =>
                {
                    return Next::Infix {
                        op: self.table.wedge.unwrap_or(self.table.add),
                        strength: self.table.strength.product,
                        assoc: Assoc::Flat,
                        width,
                    };
                }
                Role::Infix { op, level, assoc } if *op != self.table.add => {
                    let mut strength = 4 * level;
                    if Some(*op) == self.table.eq
                        && self.usage.boolean
                        && *level == self.table.relation
                    {
                        strength = self.table.strength.boolean;
                    }
                    let listed =
                        || left.head == Head::Items && left.args.last().is_some_and(Tree::states);
                    let congruence = !left.closed
                        && self
                            .table
                            .congruent
                            .is_some_and(|op| left.head == Head::Apply(op));
                    if Some(*op) == self.table.tends
                        && (congruence || left.states() || listed() || self.usage.logic)
                    {
                        strength = self.table.strength.implication;
                    }
                    let mut op = *op;
                    if let (Some(number), Some(statement)) = self.table.identical
                        && op == number
                        && self.usage.logic
                        && !self.modulus_ahead()
                    {
                        (op, strength) = (statement, self.table.strength.entailment);
                    }
                    return Next::Infix {
                        op,
                        strength,
                        assoc: *assoc,
                        width,
                    };
                }
                Role::Infix { .. } => return Next::Signed { sign: None, width },
                Role::Prefix { op, level } if *level == self.table.sum => {
                    return Next::Signed {
                        sign: Some(*op),
                        width,
                    };
                }
                _ => {}
            }
        }
        if self.marks[self.pos] == Mark::Separator {
            return Next::Stop;
        }
        let relation = matches!(left.head, Head::Chain(_)) && !left.closed;
        if self.related && token.gap == Gap::Wide && self.integrals == 0 && self.relation_ahead() {
            return Next::Stop;
        }
        let begins = self.starts_operand(self.pos) || self.operator_here();
        if token.gap == Gap::Wide && super::is_text(token) && self.integrals == 0 {
            return Next::Stop;
        }
        if !relation && begins && !self.declaration_ends(left) {
            return Next::Beside;
        }
        Next::Stop
    }

    /// Whether a modulus follows, as after a congruence.
    fn modulus_ahead(&self) -> bool {
        self.tokens[self.pos..self.end].iter().take(60).any(|t| {
            matches!(
                t.key.as_ref(),
                r"\pmod" | r"\bmod" | r"\mod" | r"\pod" | r"\text{mod}" | r"\operatorname{mod}"
            )
        })
    }

    /// Whether the sign of a relation follows before the next comma of this group.
    fn relation_ahead(&self) -> bool {
        let mut at = self.pos;
        for _ in 0..200 {
            if at >= self.end || matches!(self.key_at(at), "," | ";") {
                return false;
            }
            match self.marks[at] {
                Mark::Open { partner, width } => {
                    at = partner + width;
                    continue;
                }
                Mark::None if at > self.pos && self.is_relation(at) => return true,
                _ => at += 1,
            }
        }
        false
    }

    fn is_relation(&self, at: usize) -> bool {
        self.roles_at(at).any(|(role, _)| {
            matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level == self.table.relation)
        })
    }

    /// The sign alone in braces here: `a {=} b`, `\mathbin{\operatorname{and}}`.
    fn braced_sign(&self) -> Option<Next> {
        if self.tokens[self.pos].class != Class::Open {
            return None;
        }
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return None;
        };
        if partner > self.pos + 4 || partner >= self.end {
            return None;
        }
        let inside = partner - self.pos - 1;
        self.roles_at(self.pos + 1)
            .find_map(|(role, width)| match role {
                Role::Infix { op, level, assoc } if width == inside && *op != self.table.add => {
                    Some(Next::Infix {
                        op: *op,
                        strength: 4 * level,
                        assoc: *assoc,
                        width: width + 2,
                    })
                }
                _ => None,
            })
    }

    /// Connections that the vocabulary's shapes do not cover.
    pub(super) fn special(&self, left: &Tree) -> Option<Next> {
        let key = self.tokens[self.pos].key.as_ref();
        if key == r"\not" && self.roles().next().is_none() && self.table.not.is_some() {
            return self
                .roles_at(self.pos + 1)
                .find_map(|(role, width)| match role {
                    Role::Infix { op, level, .. } => Some(Next::Negated {
                        op: *op,
                        strength: 4 * level,
                        width,
                    }),
                    _ => None,
                });
        }
        if self.may(self.pos, Roles::COMMAND)
            && let Some((Role::Command { op, .. }, width)) = self.roles().next()
            && Some(*op) == self.table.modulo
        {
            return Some(match self.table.remainder {
                _ if key == r"\mod" && self.congruence => Next::Stop,
                Some(op) if key == r"\mod" && !matches!(left.head, Head::Chain(_)) => Next::Infix {
                    op,
                    strength: self.table.strength.product,
                    assoc: Assoc::Left,
                    width,
                },
                _ => Next::Modulo { width },
            });
        }
        if let Some((from, partner)) = self.modulus_in_brackets(left) {
            return Some(Next::ModuloIn { from, partner });
        }
        if matches!(key, r"\Delta" | "Δ")
            && self.usage.figures.sets
            && self.starts_operand(self.pos + 1)
            && let Some(op) = self.table.named("symdiff")
        {
            // `A \Delta B` beside `\cup` and `\setminus`.
            return Some(Next::Infix {
                op,
                strength: self.table.strength.product,
                assoc: Assoc::Flat,
                width: 1,
            });
        }
        let colon = matches!(key, ":" | r"\colon") && self.key_at(self.pos + 1) != "=";
        if colon && self.labels(left) {
            return Some(Next::Label);
        }
        let named = left.symbol().is_some() || matches!(left.head, Head::Index | Head::Items);
        let maps = colon && named && !self.declaring;
        (maps && crate::latex::around::maps_follow(&self.tokens[..self.end], self.pos + 1))
            .then_some(Next::Maps)
    }

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
        if matches!(self.tokens[at].key.as_ref(), "*" | r"\ast" | "∗")
            && let Some(op) = self.convolves(&left)
        {
            return self.convolution(op, left, strength);
        }
        if let Some(join) = table.join(op, &self.tokens[at].key) {
            if join != Join::Beside
                && self.integrals > 0
                && self.vector_ahead()
                && let Some(path) = self.path()
            {
                return self.multiply(left, join, path);
            }
            let factor = self.expression(strength + 1);
            return self.multiply(left, join, factor);
        }
        if op == table.div && strength == table.strength.product {
            return self.divide(left);
        }
        if Some(op) == table.remainder {
            // `a \bmod 2n`: all of what stands side by side divides.
            let right = self.open_argument();
            return Tree::over(Head::Apply(op), vec![left, right]);
        }
        let congruence = matches!(self.tokens[at].key.as_ref(), r"\equiv" | "≡");
        let outer = self.congruence;
        self.congruence |= congruence;
        let tree = self.joined_by(left, op, strength, assoc);
        self.congruence = outer;
        tree
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
                let mut left = left;
                match &mut left.head {
                    Head::Chain(ops) if !left.closed && table.goes_on(ops, op, strength) => {
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
                let right = self.expression(strength + 1);
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
        self.pos += usize::from(!self.statement_ahead());
        while self.pause_here() || self.conjunction_at(self.pos) {
            if self.pos > first
                && self.tokens[self.pos].key == ","
                && self.tokens[self.pos - 1].key == ","
            {
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
        let right = self.expression(self.table.strength.comma + 1);
        match left.head {
            Head::Items if !left.closed => {
                let mut left = left;
                left.push(right);
                left
            }
            _ => Tree::over(Head::Items, vec![left, right]),
        }
    }

    /// `a \equiv b \pmod m`.
    pub(super) fn modulo(&mut self, mut left: Tree, modulus: Tree) -> Tree {
        let negated = !left.closed
            && self
                .table
                .not
                .is_some_and(|op| left.head == Head::Apply(op))
            && matches!(left.args.as_slice(), [only] if !only.closed && matches!(only.head, Head::Chain(_)));
        if negated && let Some(only) = left.args.pop() {
            // `a \not\equiv b \pmod m`
            let congruence = self.modulo(only, modulus);
            left.end = congruence.end;
            left.push(congruence);
            return left;
        }
        let one = matches!(&left.head, Head::Chain(ops) if ops.len() == 1);
        match self.table.congruent.filter(|_| one && !left.closed) {
            Some(op) => {
                let mut args = left.args;
                args.push(modulus);
                Tree::over(Head::Apply(op), args)
            }
            None => match self.table.modulo {
                Some(op) => Tree::over(
                    Head::Sequence,
                    vec![left, Tree::over(Head::Apply(op), vec![modulus])],
                ),
                None => Tree::over(Head::Sequence, vec![left, modulus]),
            },
        }
    }

    /// The rest of `f: A \to B` or `f: x \mapsto y` from the colon on.
    pub(super) fn maps(&mut self, function: Tree) -> Tree {
        self.pos += 1;
        let right = self.expression(4 * self.table.relation);
        let arrow = matches!(&right.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == self.table.tends);
        match (self.table.maps, self.table.defines) {
            (Some(op), _) if arrow && !right.closed => {
                let mut args = vec![function];
                args.extend(right.args);
                Tree::over(Head::Apply(op), args)
            }
            (_, Some(op)) => Tree::over(Head::Chain(smallvec![op]), vec![function, right]),
            _ => Tree::over(Head::Sequence, vec![function, right]),
        }
    }

    pub(super) fn add_term(&mut self, mut left: Tree, sign: Option<Op>, term: Tree) -> Tree {
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
        if let Head::Product(joins) = &mut left.head
            && !left.closed
        {
            joins.push(join);
            left.push(factor);
            return left;
        }
        if join == Join::Beside
            && !factor.closed
            && matches!(
                (&left.head, &factor.head),
                (Head::Number(_), Head::Number(_))
            )
        {
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
        let strength = self.table.strength.product + 1;
        let mut below = self.expression(strength);
        let mut glued = false;
        while self.pos < self.end && self.glues(&below) {
            let before = self.pos;
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            below = self.multiply(below, Join::Beside, factor);
            glued = true;
        }
        // `\mathbb{Z}/n\mathbb{Z}` is one thing to everybody.
        let ring = matches!(&left.head, Head::Apply(op) if self.table.set_constants.contains(op));
        if glued && !ring {
            self.warn(
                "ambiguous-division",
                "a product without a sign follows a slash; all of it is read as the denominator",
                below.start..below.end,
                "read as the denominator",
            );
        }
        Tree::over(Head::Apply(self.table.div), vec![left, below])
    }

    pub(super) fn glues(&self, below: &Tree) -> bool {
        let token = &self.tokens[self.pos];
        let command_before = self.tokens[self.pos - 1].class != Class::Close
            && self.tokens[self.pos - 1].key.starts_with('\\')
            && token.gap == Gap::Blank;
        let ended = match &below.head {
            Head::Product(_) => below.args.last().is_some_and(|last| last.closed),
            _ => below.closed,
        };
        if ended || token.gap > Gap::Blank || token.gap == Gap::Blank && !command_before {
            return false;
        }
        if !matches!(self.next(below), Next::Beside) {
            return false;
        }
        let number = matches!(below.head, Head::Number(_));
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

/// What joins the operand before to what follows.
pub(super) enum Next {
    Infix {
        op: Op,
        strength: Strength,
        assoc: Assoc,
        width: usize,
    },
    Signed {
        sign: Option<Op>,
        width: usize,
    },
    /// `\not` before the sign of a relation.
    Negated {
        op: Op,
        strength: Strength,
        width: usize,
    },
    /// `\pmod` after a congruence.
    Modulo {
        width: usize,
    },
    /// `(\bmod m)` after a congruence: where the modulus begins, where it ends.
    ModuloIn {
        from: usize,
        partner: usize,
    },
    /// `H_0: \mu = 5`.
    Label,
    /// `f: A \to B`.
    Maps,
    /// The sign of a relation with something over or under it.
    Decorated {
        strength: Strength,
    },
    Comma,
    /// A condition in brackets.
    Condition {
        partner: usize,
        width: usize,
    },
    Beside,
    Stop,
}
