//! What joins two operands by more than its role: bars, colons, moduli, signs with a stroke.

use super::Parser;
use super::join::{Next, beside, composed};
use crate::latex::kinds::capital;
use crate::latex::table::{Role, Roles};
use crate::latex::token::Class;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;

impl Parser<'_> {
    /// Whether the sign of divisors stands behind what an arrow leads to, as nothing divides that: between
    /// the words of a rule of a grammar, `S \to aTb \mid c`.
    pub(super) fn alternates(&self, left: &Tree, op: Op) -> bool {
        let leads = |ops: &[Op]| ops.first().copied() == self.table.tends;
        self.table.named("divides") == Some(op)
            && matches!(&left.head, Head::Chain(ops) if !left.closed && leads(ops))
    }

    /// Letters side by side as a word, whose order nothing changes.
    pub(super) fn in_order(&self, mut word: Tree) -> Tree {
        let side_by_side = matches!(&word.head, Head::Product(joins)
            if joins.iter().all(|join| *join == Join::Beside));
        if side_by_side && let Some(op) = self.table.named("opmul") {
            word.head = Head::Apply(op);
        }
        word
    }

    /// Whether a number ends a sum, of which a remainder is taken: `i + 1 \bmod n`. Of the number
    /// alone nobody takes one.
    fn ends_sum(&self, left: &Tree) -> bool {
        let Some(sign) = self.pos.checked_sub(2) else {
            return false;
        };
        matches!(left.head, Head::Number(_))
            && !left.closed
            && matches!(self.key_at(sign), "+" | "-")
            && self.tokens[self.pos - 1].start == left.start
            && self.ended_before(sign)
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
        if matches!(key, r"\bmod" | r"\mod") && self.ends_sum(left) {
            return Some(Next::Stop);
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
        if matches!(key, "|" | r"\|" | r"\vert" | "‖")
            && let Some((op, width)) = self.beside_bars(left)
        {
            let after = self.pos + width;
            let op = self.divides_exactly(op, left, after).unwrap_or(op);
            let relation = |name| Some(op) == self.table.named(name);
            let parallel = relation("parallel") || relation("exactlydivides");
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
        if colon && self.types() {
            return Some(Next::Typed);
        }
        if colon && self.labels(left) {
            return Some(Next::Label);
        }
        let marked = match left.head {
            Head::Power => {
                // `T^n: X \to X`, `\operatorname{Sq}^i: H^n \to H^{n+i}`
                let repeated = || {
                    let map = |n: &str| self.usage.usual(n) || capital(n) || n.len() > 9;
                    left.args[0].symbol().is_some_and(map) && self.goes_to_arrow()
                };
                matches!(left.args[1].head, Head::Mark(_))
                    || super::minus_one(&left.args[1])
                    || repeated()
            }
            Head::Prime => true,
            _ => false,
        };
        // `\bar f : X \to Y`
        let lined = matches!(left.head, Head::Apply(op) if Some(op) == self.table.usual.conj)
            && left.args.iter().all(|t| t.symbol().is_some());
        // `\pi^{(i)} : X^n \to X`
        let numbered = matches!(left.head, Head::Apply(op) if Some(op) == self.table.usual.numbered)
            && left.root_numbered().is_some();
        // `\mathrm{d}f_p : T_p M \to T_{f(p)} N`
        let derivative =
            matches!(left.head, Head::Apply(op) if Some(op) == self.table.differential_of);
        let named = left.symbol().is_some()
            || derivative
            || matches!(left.head, Head::Mark(_))
            || lined
            || numbered
            || matches!(left.head, Head::Index | Head::Upper | Head::Items)
            || marked && left.root_symbol().is_some();
        let composition = matches!(left.head, Head::Apply(op) if Some(op) == self.table.compose);
        let named = named || placeholder(left);
        let several = || beside(left) && self.goes_to_arrow();
        let declared = || !self.declaring || self.declared_map(left);
        let maps = colon
            && (named || composition || composed(left) || several() || self.maps_alike(left))
            && declared();
        (maps && crate::latex::around::maps_follow(&self.tokens[..self.end], self.pos + 1))
            .then_some(Next::Maps)
    }

    /// Whether two maps are said to be alike, of which follows from where to where they go:
    /// `h = f \circ g : X \to Z`, `f \simeq g : X \to Y`.
    fn maps_alike(&self, left: &Tree) -> bool {
        let map = |t: &Tree| match t.head {
            Head::Apply(op) => Some(op) == self.table.compose,
            Head::Symbol(_) | Head::Index => true,
            _ => false,
        };
        matches!(&left.head, Head::Chain(ops) if ops.len() == 1 && !left.closed)
            && left.args.iter().all(map)
    }

    /// Whether a quantifier is about a function, and says from where to where right here:
    /// `\exists f \colon A \to B\; \forall x \in A`. The arrow behind a variable is a statement.
    fn declared_map(&self, left: &Tree) -> bool {
        let variable = |name: &str| matches!(name.as_bytes(), [b'a'..=b'z']);
        let function = |name: &str| self.usage.usual(name) || !variable(name);
        let own = |name: &str| self.before_arrow().any(|t| t.key == name || t.key == ":");
        left.symbol()
            .is_some_and(|name| function(name) && self.goes_to_arrow() && !own(name))
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
}

/// Whether signs stand in the places of all arguments: `\langle \cdot, \cdot \rangle`, `\|\cdot\|`.
fn placeholder(tree: &Tree) -> bool {
    let place = |t: &Tree| match &t.head {
        Head::Mark(mark) => matches!(mark.as_str(), r"\cdot" | "-"),
        _ => matches!(t.symbol(), Some(r"\cdot" | "-")),
    };
    let fence = matches!(tree.head, Head::Fence(_) | Head::Pair(..) | Head::Apply(_));
    let items = |t: &Tree| t.head == Head::Items && t.args.iter().all(place);
    // `\operatorname{Hom}(-, X)`
    let waits = || tree.head == Head::Call && tree.args[1..].iter().any(place);
    fence && !tree.args.is_empty() && tree.args.iter().all(|t| place(t) || items(t)) || waits()
}
