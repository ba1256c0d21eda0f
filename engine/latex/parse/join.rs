//! What joins an operand to what follows: infix signs, commas, nothing at all.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;

/// As many tokens are looked through for the sign of a relation.
const NEAR: usize = 40;

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
        if self.pause_here() || last && matches!(token.key.as_ref(), ":" | "?") {
            return Next::Comma;
        }
        if token.key == ":" && self.condition_after(left) {
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
        let shaped = !token.short() || matches!(token.key.as_bytes(), b"(" | b":" | b"|");
        if shaped && let Some(next) = self.special(left) {
            return next;
        }
        if shaped
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
                Role::Infix { op, .. } if self.colon(*op) && (self.declaring || left.states()) => {
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
                            && matches!(&left.head, Head::Chain(ops)
                                if ops.first() == Some(op) && ops.last() == Some(op))
                    };
                    if Some(*op) == self.table.tends
                        && (!arrows() || self.usage.logic)
                        && !self.last_tends(left)
                        && (congruence || left.states() || listed() || self.usage.logic)
                    {
                        strength = self.table.strength.implication;
                    }
                    // `A \models p \iff B \models p`
                    if strength == self.table.strength.implication
                        && self.usage.logic
                        && self.entails_after(self.pos + width)
                    {
                        strength = self.table.strength.entailment - 1;
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

    /// Whether the arrow here says where the last side of a chain tends to, and no statement follows:
    /// `a_n \le \frac{1}{n} \to 0`.
    fn last_tends(&self, left: &Tree) -> bool {
        let values = matches!(&left.head, Head::Chain(ops)
            if !ops.iter().any(|op| Some(*op) == self.table.member || Some(*op) == self.table.tends))
            && !left.closed
            && !left.args.iter().any(Tree::states);
        let ends = |at: usize| {
            let token = &self.tokens[at];
            matches!(token.key.as_ref(), "," | ";")
                || matches!(token.class, Class::Row | Class::Words)
        };
        let related = |at: usize| {
            self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, .. } if *level <= self.table.relation)
            })
        };
        if !values || self.usage.logic {
            return false;
        }
        let end = self.end.min(self.pos + NEAR);
        let mut at = self.pos + 1;
        while at < end && !ends(at) {
            if related(at) {
                return false;
            }
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        // What lies farther is not looked at.
        at < end || end == self.end
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

    /// Whether the colon here says of which letters a limit is about: `\max_{x : \|x\| = 1}`.
    fn condition_after(&self, left: &Tree) -> bool {
        let name = match &left.head {
            Head::Chain(ops) => ops.len() == 1 && left.args[0].symbol().is_some(),
            _ => left.symbol().is_some(),
        };
        self.scripting && !self.declaring && name && self.states_ahead()
    }

    /// Whether a sign of entailment comes next on this level, before another implication.
    fn entails_after(&self, from: usize) -> bool {
        let strong = matches!(
            self.key_at(from - 1),
            r"\iff"
                | r"\implies"
                | r"\Rightarrow"
                | r"\Leftrightarrow"
                | r"\Longrightarrow"
                | r"\Longleftrightarrow"
        ) || super::is_text(&self.tokens[from - 1]);
        let mut at = from;
        let end = self.end.min(from + NEAR);
        while strong && at < end {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            for (role, _) in self.roles_at(at) {
                if let Role::Infix { level, .. } = role {
                    match 4 * level {
                        level if level == self.table.strength.entailment => return true,
                        level if level == self.table.strength.implication => return false,
                        _ => {}
                    }
                }
            }
            at += 1;
        }
        false
    }

    /// Whether the sign of a relation stands in the rest of the group.
    fn states_ahead(&self) -> bool {
        let end = self.end.min(self.pos + NEAR);
        (self.pos + 1..end).any(|at| {
            self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level == self.table.relation)
            }) && self.tokens[at].class == Class::Sign
        })
    }

    /// Whether a share stands before the word here, and what it is taken of after it:
    /// `25\% \text{ of } 80`.
    fn part_of(&self, left: &Tree) -> bool {
        let token = &self.tokens[self.pos];
        let word = matches!(token.class, Class::Name | Class::Words)
            && matches!(super::fence::said(token).trim(), "of" | "von" | "de" | "di");
        let share = match left.head {
            Head::Apply(op) => op == self.table.div || Some(op) == self.table.named("percent"),
            _ => false,
        };
        word && share && self.starts_operand(self.pos + 1)
    }

    /// Whether the colon here says through what an index goes: `x_{1:t-1}`.
    fn range_here(&self) -> bool {
        let rest = &self.tokens[self.pos + 1..self.end];
        let length = rest.iter().take_while(|t| t.key != ",").count();
        let rest = &rest[..length];
        let counts = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Digit) || matches!(t.key.as_ref(), "+" | "-")
        };
        self.scripting && !self.declaring && !rest.is_empty() && rest.iter().all(counts)
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
        if self.part_of(left)
            && let Some(op) = self.table.products.first()
        {
            return Some(Next::Infix {
                op: *op,
                strength: self.table.strength.product,
                assoc: Assoc::Flat,
                width: 1,
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
        if let Some(op) = self.base_here() {
            return Some(Next::Based { op });
        }
        if matches!(key, "|" | r"\|" | r"\vert" | r"\Vert" | "‖")
            && let Some((op, width)) = self.beside_bars(left)
        {
            let parallel = Some(op) == self.table.named("parallel");
            let (strength, assoc) = match parallel {
                true => (4 * self.table.relation, Assoc::Chain),
                false => (4 * self.table.sum + 1, Assoc::Flat),
            };
            return Some(Next::Infix {
                op,
                strength,
                assoc,
                width,
            });
        }
        let colon = matches!(key, ":" | r"\colon") && self.key_at(self.pos + 1) != "=";
        if colon && self.labels(left) {
            return Some(Next::Label);
        }
        let marked = match left.head {
            Head::Power => {
                matches!(left.args[1].head, Head::Mark(_)) || super::minus_one(&left.args[1])
            }
            Head::Prime => true,
            _ => false,
        };
        let named = left.symbol().is_some()
            || matches!(left.head, Head::Index | Head::Items)
            || marked && left.root_symbol().is_some();
        let composition = matches!(left.head, Head::Apply(op) if Some(op) == self.table.compose);
        let maps = colon && (named || composition || composed(left)) && !self.declaring;
        (maps && crate::latex::around::maps_follow(&self.tokens[..self.end], self.pos + 1))
            .then_some(Next::Maps)
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
    /// `f: A \to B`.
    Maps,
    /// `X \times_S Y`.
    Based {
        op: Op,
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
