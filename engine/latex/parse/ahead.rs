//! What comes after the place that is read: a relation, a modulus, a range, an entailment.

use super::Parser;
use crate::latex::clauses;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Assoc;

/// As many tokens are looked through for the sign of a relation.
const NEAR: usize = 40;

/// As many tokens are looked through for a model and a place in it.
const POINTED: usize = 12;

impl Parser<'_> {
    /// Whether a modulus follows, as after a congruence.
    pub(super) fn modulus_ahead(&self) -> bool {
        self.tokens[self.pos..self.end].iter().take(60).any(|t| {
            matches!(
                t.key.as_ref(),
                r"\pmod" | r"\bmod" | r"\mod" | r"\pod" | r"\text{mod}" | r"\operatorname{mod}"
            )
        })
    }

    /// Whether one of the sides that a sign of identity joins is no statement: a sum, a quotient, a
    /// power stands there, `x \equiv \frac{a}{b} \land y \equiv c^2`.
    pub(super) fn reckons(&self, left: &Tree, from: usize) -> bool {
        if matches!(left.head, Head::Sum(..) | Head::Power | Head::Number(_)) && !self.usage.boolean
        {
            return true;
        }
        let quotient = |key: &str| matches!(key, r"\frac" | r"\int" | r"\sqrt");
        let first = self.tokens.partition_point(|t| t.start < left.start);
        if quotient(self.key_at(first)) {
            return true;
        }
        let others = (self.tokens.len() < 200)
            .then(|| (0..self.tokens.len()).filter(|at| self.key_at(*at) == r"\equiv"));
        let others = others.into_iter().flatten().map(|at| at + 1);
        others
            .chain(std::iter::once(from))
            .any(|from| self.reckons_from(from, quotient))
    }

    /// Whether no statement begins here, up to the next sign that joins some.
    fn reckons_from(&self, from: usize, quotient: impl Fn(&str) -> bool) -> bool {
        let mut at = from;
        for _ in 0..60 {
            let key = self.key_at(at);
            if at >= self.tokens.len() || at > from && self.is_relation(at) {
                return false;
            }
            if matches!(
                key,
                "," | ";" | r"\land" | r"\wedge" | r"\lor" | r"\vee" | "∧" | "∨"
            ) {
                return false;
            }
            if quotient(key) || key == "e" && self.key_at(at + 1) == "^" {
                return true;
            }
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        false
    }

    /// Whether the sign of a relation follows before the next comma of this group.
    pub(super) fn relation_ahead(&self) -> bool {
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

    pub(super) fn is_relation(&self, at: usize) -> bool {
        self.roles_at(at).any(|(role, _)| {
            matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level == self.table.relation)
        })
    }

    /// Whether the arrow here says where the last side of a chain tends to, and no statement follows, as
    /// one with a quantifier: `a_n \le \frac{1}{n} \to 0`. A comparison of numbers alone follows from
    /// nothing: `\frac{a_{n + 1}}{a_n} = \frac{n}{2n + 1} \to \frac{1}{2} < 1`.
    pub(super) fn last_tends(&self, left: &Tree) -> bool {
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
        if !values || self.usage.logic || self.quantifier_at(self.pos + 1) {
            return false;
        }
        let end = self.end.min(self.pos + NEAR);
        let number = |at: usize| {
            let token = &self.tokens[at];
            match token.class {
                Class::Letter => matches!(token.key.as_ref(), "e" | r"\pi"),
                class => !matches!(class, Class::Name | Class::Words | Class::Begin),
            }
        };
        let mut at = self.pos + 1;
        let mut compared = false;
        while at < end && !ends(at) {
            if related(at) {
                let equal = self.key_at(at) == "=";
                let compares = self.is_relation(at) && !equal && !compared;
                if !compares || !(self.pos + 1..at).all(number) {
                    return false;
                }
                compared = true;
            }
            let next = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
            if compared && !(at..next.min(self.end)).all(number) {
                return false;
            }
            at = next;
        }
        // What lies farther is not looked at.
        at < end || end == self.end
    }

    /// Whether the colon here says of which letters a limit is about: `\max_{x : \|x\| = 1}`.
    pub(super) fn condition_after(&self, left: &Tree) -> bool {
        let name = match &left.head {
            Head::Chain(ops) => ops.len() == 1 && left.args[0].symbol().is_some(),
            _ => left.symbol().is_some(),
        };
        self.scripting && !self.declaring && name && self.states_ahead()
    }

    /// Whether an implication with its end here is one of several premises: a comma and then a sign of
    /// entailment come on this level, or the braces around a list close, `\{p \to q, p\}`.
    pub(super) fn premise(&self, from: usize) -> bool {
        let (mut at, mut comma) = (from, false);
        let end = self.end.min(from + NEAR);
        while at < end {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            match self.key_at(at) {
                _ if clauses::parts_statements(&self.tokens[at]) => return false,
                "," => comma = true,
                r"\vdash" | r"\models" | r"\vDash" | "⊢" | "⊨" | r"\therefore" | "∴" => {
                    return comma;
                }
                _ => {}
            }
            at += 1;
        }
        comma && at == self.end && self.in_braces(from)
    }

    /// Whether the group that ends here is a list in braces without a condition before this place.
    fn in_braces(&self, from: usize) -> bool {
        let closes = self.tokens.get(self.end).is_some_and(|t| t.key == r"\}");
        let open = |at: &usize| matches!(self.marks[*at], Mark::Open { partner, .. } if partner >= self.end);
        let before = (from.saturating_sub(NEAR)..from).rev();
        closes
            && before
                .take_while(|at| !open(at))
                .all(|at| self.marks[at] != Mark::Separator && self.key_at(at) != ":")
    }

    /// The strength of a sign so wide that joins statements of entailment, which is less than theirs:
    /// `A \models p \iff B \models p`, `M, w \models p \text{ and } M, w \models q`.
    pub(super) fn between_entailments(&self, width: usize, implies: bool) -> Option<u8> {
        let worded = || super::is_text(&self.tokens[self.pos]) && self.entailed_before().is_some();
        if !self.usage.logic || !(implies || worded()) {
            return None;
        }
        let after = self.pos + width;
        let between = self.entailed_before().is_some() || !self.premise(after);
        let joins = between && self.entails_after(after) || self.pointed_after(after);
        joins.then(|| self.table.strength.entailment - 2 + u8::from(!implies))
    }

    /// The last sign of entailment before this place in the group.
    fn entailed_before(&self) -> Option<usize> {
        let near = (self.pos.saturating_sub(NEAR)..self.pos).rev();
        let open = |at: &usize| matches!(self.marks[*at], Mark::Open { partner, .. } if partner >= self.pos);
        let mut level = near.take_while(|at| !open(at) && self.key_at(*at) != ",");
        level.find(|at| self.entails_at(*at))
    }

    /// Whether the token may be one of the name of a model, or of a place in it.
    fn names_model(&self, at: usize) -> bool {
        let letter = matches!(
            self.tokens[at].class,
            Class::Letter | Class::Name | Class::Digit | Class::Open | Class::Close
        );
        letter || matches!(self.key_at(at), "_" | "'")
    }

    /// Whether a model that is named before, too, and a place in it stand here before a sign of entailment:
    /// `M, w \models p`.
    fn pointed_after(&self, from: usize) -> bool {
        let end = self.end.min(from + POINTED);
        let names = |from: usize| (from..end).take_while(|at| self.names_model(*at)).count();
        let comma = from + names(from);
        let sign = comma + 1 + names(comma + 1);
        let pointed = comma > from && self.key_at(comma) == "," && sign > comma + 1;
        let model = || self.tokens[from..=comma].iter().map(|t| &t.key);
        let again = |w: &[Token<'_>]| w.iter().map(|t| &t.key).eq(model());
        pointed
            && self.entails_at(sign)
            && self.tokens[from.saturating_sub(4 * NEAR)..from]
                .windows(comma + 1 - from)
                .any(again)
    }

    /// Whether a sign of entailment stands here.
    pub(super) fn entails_at(&self, at: usize) -> bool {
        self.roles_at(at).any(|(role, _)| {
            matches!(role, Role::Infix { level, .. } if 4 * level == self.table.strength.entailment)
        })
    }

    /// Whether a sign of entailment comes next on this level, before another implication, or in a bracket
    /// where one came before.
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
        let entailed = self.entailed_before().is_some();
        while strong && at < end {
            if let Mark::Open { partner, width } = self.marks[at] {
                if entailed && (at..partner.min(end)).any(|at| self.entails_at(at)) {
                    return true;
                }
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
    pub(super) fn states_ahead(&self) -> bool {
        let end = self.end.min(self.pos + NEAR);
        (self.pos + 1..end).any(|at| {
            self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level == self.table.relation)
            }) && self.tokens[at].class == Class::Sign
        })
    }

    /// Whether nothing stands here that an index could go through to.
    pub(super) fn range_ends(&self, at: usize) -> bool {
        at >= self.end || self.key_at(at) == ","
    }

    /// Whether the colon here says through what an index goes: `x_{1:t-1}`.
    pub(super) fn range_here(&self) -> bool {
        if !self.scripting || self.declaring {
            return false;
        }
        let rest = &self.tokens[self.pos + 1..self.end.min(self.pos + 1 + NEAR)];
        let length = rest.iter().take_while(|t| t.key != ",").count();
        let rest = &rest[..length];
        let counts = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Digit) || matches!(t.key.as_ref(), "+" | "-")
        };
        // `x_{1:}` goes on to the last one.
        rest.iter().all(counts) && (!rest.is_empty() || self.range_ends(self.pos + 1))
    }
}
