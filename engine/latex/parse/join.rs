//! What joins an operand to what follows: infix signs, commas, nothing at all.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;

/// Brackets of intervals and points have no more tokens.
const PAIR: usize = 24;

/// The value of a letter in front of a colon has no more tokens, with the sign before it.
const VALUE: usize = 6;

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

    /// Whether a number stands far behind what is before it, which nobody multiplies by it:
    /// `1, 2, \dots, n \quad 1 + 2 + \dots + n`.
    pub(super) fn number_apart(&self) -> bool {
        let token = &self.tokens[self.pos];
        // `(A \quad 0)` is a row.
        let row = |at: usize| {
            matches!(self.marks[at], Mark::Open { partner, .. } if partner >= self.pos)
                && matches!(self.key_at(at), "(" | "[")
        };
        token.gap == Gap::Wide
            && token.class == Class::Digit
            && !(self.pos.saturating_sub(PAIR)..self.pos).any(row)
    }

    /// Whether brackets with a comma in them stand on both sides of this place: `[a, b] \quad (a, b)`.
    pub(super) fn intervals_meet(&self) -> bool {
        if self.tokens[self.pos].gap < Gap::Wide {
            return false;
        }
        let holds = |open: usize, close: usize| {
            close < open + PAIR && (open..close).any(|at| self.key_at(at) == ",")
        };
        let before = self
            .pos
            .checked_sub(1)
            .filter(|at| matches!(self.key_at(*at), "]" | ")"));
        let (Some(before), "[" | "(", Mark::Open { partner, .. }) =
            (before, self.key_at(self.pos), self.marks[self.pos])
        else {
            return false;
        };
        let opens =
            |at: &usize| matches!(self.marks[*at], Mark::Open { partner, .. } if partner == before);
        let first = (before.saturating_sub(PAIR)..before).rev().find(opens);
        holds(self.pos, partner) && first.is_some_and(|open| holds(open, before))
    }

    /// Whether nothing is said to be equal between the colon here and the arrow after it.
    pub(super) fn goes_to_arrow(&self) -> bool {
        self.before_arrow()
            .all(|t| !matches!(t.key.as_ref(), "=" | "<" | ">"))
    }

    /// What stands between the colon here and the arrow after it.
    pub(super) fn before_arrow(&self) -> impl Iterator<Item = &Token<'_>> {
        let arrow = |key: &str| {
            matches!(
                key,
                r"\to" | r"\rightarrow" | r"\mapsto" | r"\longrightarrow" | "→"
            )
        };
        let after = self.tokens[self.pos + 1..self.end].iter().take(16);
        after.take_while(move |t| !arrow(&t.key))
    }

    /// Whether the colon here stands behind the value of a letter or behind what is zero, for which
    /// something is said next, and nothing is divided: `t = 0: x = x_0`, `n = k + 1: S_{k+1} = S_k + a`,
    /// `\sum F = 0: N - mg = 0`.
    fn value_before(&self) -> bool {
        let near = self.pos.saturating_sub(VALUE);
        let Some(sign) = (near..self.pos).rfind(|at| self.key_at(*at) == "=") else {
            return false;
        };
        let value = &self.tokens[sign + 1..self.pos];
        let Some(last) = value.last().filter(|t| t.class == Class::Digit) else {
            return false;
        };
        let plain = value.iter().all(|t| {
            matches!(t.class, Class::Digit | Class::Letter) || matches!(&*t.key, "+" | "-")
        });
        let begins = |at: usize| {
            at == 0
                || matches!(self.key_at(at - 1), "," | ";")
                || self.tokens[at].gap == Gap::Wide
                || matches!(self.tokens[at - 1].class, Class::Row | Class::Words)
        };
        let letter = sign > 0 && self.tokens[sign - 1].class == Class::Letter;
        let zero = last.key == "0" && value.len() == 1;
        plain && (zero || letter && begins(sign - 1))
    }

    /// Whether a sign that joins may as well separate what is declared from what is said of it: a
    /// colon, whatever operator it is read as.
    fn colon(&self, op: Op) -> bool {
        Some(op) == self.table.ratio || matches!(self.key_at(self.pos), ":" | r"\colon")
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
