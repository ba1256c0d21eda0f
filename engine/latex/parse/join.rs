//! What joins an operand to what follows: infix signs, commas, nothing at all.

mod apart;
mod braced;
mod colon;

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;

/// Whether this is a number, a letter or what is made of such, which would be multiplied by a number
/// behind it.
fn factor(tree: &Tree) -> bool {
    let letter = |name: &str| name.len() == 1 || name.starts_with('\\') && !name.contains('{');
    match &tree.head {
        Head::Number(_) => true,
        Head::Symbol(name) => letter(name),
        Head::Index | Head::Power | Head::Product(_) => tree.args.iter().all(factor),
        Head::Items => !tree.closed,
        _ => false,
    }
}

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
        if let Some(strength) = self.says(left) {
            return Next::Says { strength };
        }
        if last && self.words_at(self.pos) {
            return Next::Stop;
        }
        let pauses = last && matches!(token.key.as_ref(), ":" | "?");
        if self.pause_here() || pauses && !self.range_here() {
            return Next::Comma;
        }
        // `\{a_n\}: a_1 = 2`
        let set = || self.key_at(self.pos - 1) == r"\}";
        if token.key == ":"
            && (self.condition_after(left) || self.pos > 0 && set() && self.states_ahead())
        {
            return Next::Comma;
        }
        // `x = 0: \quad y = 3`
        if token.key == ":"
            && !self.declaring
            && (self.related || matches!(left.head, Head::Chain(_)) && !left.closed)
            && self.marks[self.pos] == Mark::None
            && self.tokens.get(self.pos + 1).is_some_and(|t| {
                t.gap == Gap::Wide
                    || t.class != Class::Digit && self.value_before() && !self.goes_to_arrow()
            })
            && self.states_ahead()
        {
            return Next::Comma;
        }
        if token.key == "("
            && let Some((partner, width)) = self
                .index_condition(left)
                .or_else(|| self.member_condition(left))
        {
            return Next::Condition { partner, width };
        }
        if token.key == r"\star" && left.symbol() == Some("d") {
            return Next::Beside;
        }
        if self.intervals_meet() {
            return Next::Comma;
        }
        if token.gap == Gap::Wide {
            // `f = 0 \quad \mu\text{-a.e.}`
            if self.key_at(self.pos + 1).starts_with(r"\text{-") {
                return Next::Stop;
            }
            if self.number_apart() && factor(left) {
                return Next::Comma;
            }
            if let Some((partner, width)) = self.condition_here() {
                return Next::Condition { partner, width };
            }
            if self.statement_ahead() {
                // `\text{Mean} \quad \mu = np`
                let said = self.pos.checked_sub(1).map(|at| &self.tokens[at]);
                let headed = said.is_some_and(|t| super::is_text(t) && t.start == left.start);
                return match headed {
                    true => Next::Stop,
                    false => Next::Comma,
                };
            }
        }
        if let Some(op) = self.abbreviated() {
            return Next::Abbreviated { op };
        }
        if let Some(op) = self.phase(left) {
            return Next::Infix {
                op,
                strength: self.table.strength.product,
                assoc: Assoc::Left,
                width: 1,
            };
        }
        if let Some((op, strength)) = self.base_here() {
            return Next::Based { op, strength };
        }
        let shaped = !token.short() || matches!(token.key.as_bytes(), b"(" | b"[" | b":" | b"|");
        if shaped && let Some(next) = self.special(left) {
            return next;
        }
        if (shaped || token.key == "@")
            && let Some(next) = self.invented(left)
        {
            return next;
        }
        if (shaped || token.key == "=" && self.key_at(self.pos + 1) == "_")
            && token.class == Class::Sign
            && let Some(strength) = self.decorated_here()
        {
            return Next::Decorated { strength };
        }
        if self.inches(self.pos) {
            return Next::Beside;
        }
        let opens = matches!(self.marks[self.pos], Mark::Open { .. });
        if opens && let Some(next) = self.braced_sign() {
            return next;
        }
        for (role, width) in self.roles() {
            match role {
                _ if opens => {}
                Role::Infix { op, .. } if self.colon(*op) && self.range_here() => {
                    return Next::Infix {
                        op: self.table.named("through").unwrap_or(*op),
                        strength: 4 * self.table.relation,
                        assoc: Assoc::Left,
                        width,
                    };
                }
                Role::Infix { op, assoc, .. }
                    if self.usage.lattice
                        && (*op == self.table.junctions.0 || *op == self.table.junctions.1) =>
                {
                    return Next::Infix {
                        op: *op,
                        strength: match *op == self.table.junctions.0 {
                            true => self.table.strength.product,
                            false => self.table.strength.sum,
                        },
                        assoc: *assoc,
                        width,
                    };
                }
                // `a \equiv b \bmod n`
                Role::Infix { op, .. } if Some(*op) == self.table.remainder && self.congruence => {
                    return Next::Stop;
                }
                Role::Infix { op, .. }
                    if Some(*op) == self.table.remainder && self.residues(left) =>
                {
                    return Next::Modulo { width };
                }
                // `f(x) = g(x) := h` goes on.
                Role::Infix { op, .. }
                    if self.colon(*op) && width == 1 && (self.declaring || left.states()) =>
                {
                    return Next::Stop;
                }
                Role::Infix { .. }
                    if self.usage.tensors.pointed
                        && matches!(token.key.as_ref(), r"\vee" | "∨")
                        && let Some(op) = self.table.named("wedgesum") =>
                {
                    return Next::Infix {
                        op,
                        strength: self.table.strength.product,
                        assoc: Assoc::Flat,
                        width,
                    };
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
                    // `0 \to A \to B \to 0` is one chain of arrows.
                    // What stands before the last arrow was looked at when that was read.
                    let arrows = || {
                        !left.closed
                            && !left
                                .args
                                .iter()
                                .take(1)
                                .chain(left.args.last())
                                .any(Tree::states)
                            && left.first_sign() == Some(*op)
                            && left.last_sign() == Some(*op)
                    };
                    if Some(*op) == self.table.tends
                        && !self.usage.typings
                        && (!arrows() || self.usage.implies_by_arrows())
                        && !self.last_tends(left)
                        && (congruence
                            || left.states()
                            || self.quantifier_at(self.pos + width)
                            || listed()
                            || self.usage.implies_by_arrows())
                    {
                        strength = self.table.strength.implication;
                    }
                    // `p \to q, p \vdash q`
                    let implies = strength == self.table.strength.implication;
                    if let Some(weaker) = self.between_entailments(width, implies) {
                        strength = weaker;
                    } else if implies && self.usage.logic && self.premise(self.pos + width) {
                        strength = self.table.strength.comma + 1;
                    }
                    let mut op = *op;
                    if let (Some(number), Some(statement)) = self.table.identical
                        && op == number
                        && self.usage.logic
                        && !self.modulus_ahead()
                        && !self.reckons(left, self.pos + width)
                    {
                        (op, strength) = (statement, self.table.strength.entailment);
                    }
                    // `x = 1 \text{ and} \\ y = 2`
                    let after = self.pos + width;
                    let row = after + 1 < self.end && self.tokens[after].class == Class::Row;
                    let broken = row && super::is_text(&self.tokens[self.pos]);
                    return Next::Infix {
                        op,
                        strength,
                        assoc: *assoc,
                        width: width + usize::from(broken),
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
        let wide = token.gap == Gap::Wide && self.integrals == 0;
        if wide && (self.related && self.relation_ahead() || self.property_ahead()) {
            return Next::Stop;
        }
        let begins = self.starts_operand(self.pos) || self.operator_here();
        // `y = 2x (x > 0)\text{的图象}`
        let conditional =
            || matches!(left.head, Head::Apply(op) if self.table.named("when") == Some(op));
        let apart = || token.gap == Gap::Wide || conditional() || super::words::closes(token);
        if self.integrals == 0 && super::is_text(token) && apart() {
            return Next::Stop;
        }
        if !relation && begins && !self.declaration_ends(left) {
            return Next::Beside;
        }
        Next::Stop
    }
}

/// Whether these are functors or maps side by side: `GF`.
pub(super) fn composed(tree: &Tree) -> bool {
    let large = |t: &Tree| {
        t.symbol()
            .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_uppercase))
    };
    matches!(&tree.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
        && tree.args.iter().all(large)
}

/// Whether these are two maps side by side, or a sign before one: `gf`, `df_p`, `D_x f`.
pub(super) fn beside(tree: &Tree) -> bool {
    let letter = |t: &Tree| {
        matches!(t.head, Head::Symbol(_) | Head::Index | Head::Upper) && t.root_symbol().is_some()
    };
    matches!(&tree.head, Head::Product(joins) if joins[..] == [Join::Beside])
        && !tree.closed
        && tree.args.iter().all(letter)
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
    /// `n \text{ is even}`.
    Says {
        strength: Strength,
    },
    /// `H_0: \mu = 5`.
    Label,
    /// `t : A` beside `\vdash`.
    Typed,
    /// `f: A \to B`.
    Maps,
    /// `+ \text{c.c.}` after a sum.
    Abbreviated {
        op: Op,
    },
    /// `X \times_S Y`.
    Based {
        op: Op,
        strength: Strength,
    },
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
