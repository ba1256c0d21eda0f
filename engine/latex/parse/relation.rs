//! Signs of relations with something over or under them: `\stackrel{d}{=}`, `\xrightarrow{f}`.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;
use smallvec::smallvec;

/// Arrows that grow with what is written over them, and the signs that they are otherwise.
const ARROWS: &[(&str, &str)] = &[
    (r"\xrightarrow", r"\to"),
    (r"\xlongrightarrow", r"\to"),
    (r"\xleftarrow", r"\leftarrow"),
    (r"\xRightarrow", r"\Rightarrow"),
    (r"\xLeftarrow", r"\Leftarrow"),
    (r"\xleftrightarrow", r"\leftrightarrow"),
    (r"\xLeftrightarrow", r"\Leftrightarrow"),
    (r"\xmapsto", r"\mapsto"),
    (r"\xlongequal", "="),
    (r"\xequal", "="),
    (r"\xhookrightarrow", r"\hookrightarrow"),
    (r"\xhookleftarrow", r"\hookleftarrow"),
    (r"\xtwoheadrightarrow", r"\twoheadrightarrow"),
    (r"\xtwoheadleftarrow", r"\twoheadleftarrow"),
    (r"\xrightharpoonup", r"\rightharpoonup"),
    (r"\xrightharpoondown", r"\rightharpoondown"),
    (r"\xleftharpoonup", r"\leftharpoonup"),
    (r"\xleftharpoondown", r"\leftharpoondown"),
    (r"\xrightleftharpoons", r"\rightleftharpoons"),
    (r"\xleftrightharpoons", r"\leftrightharpoons"),
    (r"\xtofrom", r"\rightleftarrows"),
    (r"\xrightleftarrows", r"\rightleftarrows"),
    (r"\xrightequilibrium", r"\rightleftharpoons"),
    (r"\xleftequilibrium", r"\leftrightharpoons"),
];

/// A sign of a relation with its decoration.
pub(super) struct Decorated {
    op: Op,
    /// The letter that is made a relation, and no sign: `\mathrel{R}`.
    letter: Option<(usize, usize)>,
    level: Strength,
    /// What is written over it and under it, from and to.
    above: Option<(usize, usize)>,
    below: Option<(usize, usize)>,
    /// What it has for an index, and what stands above it on the right: `\to_\beta^*`.
    index: Option<(usize, usize)>,
    power: Option<(usize, usize)>,
    after: usize,
}

impl Decorated {
    /// A sign with nothing around it.
    const fn plain(op: Op, level: Strength, after: usize) -> Self {
        Self {
            op,
            letter: None,
            level,
            above: None,
            below: None,
            index: None,
            power: None,
            after,
        }
    }
}

impl Parser<'_> {
    /// The decorated relation at a place.
    pub(super) fn decorated(&self, at: usize, depth: usize) -> Option<Decorated> {
        let key = self.key_at(at);
        if depth > 2 || !key.starts_with('\\') && !self.equal_in(at) {
            return None;
        }
        if key.starts_with(r"\x")
            && let Some((_, sign)) = ARROWS.iter().find(|(arrow, _)| *arrow == key)
        {
            let (op, level) = self.sign_named(sign)?;
            let mut next = at + 1;
            let mut below = None;
            if self.key_at(next) == "["
                && let Some(Mark::Open { partner, .. }) = self.marks.get(next).copied()
            {
                below = Some((next + 1, partner)).filter(|(a, b)| a < b);
                next = partner + 1;
            }
            let (above, after) = self.piece(next)?;
            return Some(Decorated {
                above: Some(above).filter(|(a, b)| a < b),
                below,
                ..Decorated::plain(op, level, after)
            });
        }
        if key == r"\mathrel" {
            let (op, level) = self.sign_named("=")?;
            let (letter, after) = self.piece(at + 1)?;
            return Some(Decorated {
                letter: Some(letter),
                ..Decorated::plain(op, level, after)
            });
        }
        if !matches!(
            key,
            r"\overset" | r"\stackrel" | r"\underset" | r"\buildrel"
        ) {
            return self.indexed(at);
        }
        let (set, mut next) = self.piece(at + 1)?;
        if key == r"\buildrel" && self.key_at(next) == r"\over" {
            next += 1;
        }
        let ((from, to), after) = self.piece(next)?;
        let mut found = match self.relation_at(from, to) {
            Some((op, level)) => Decorated::plain(op, level, after),
            None => self.decorated(from, depth + 1).filter(|d| d.after == to)?,
        };
        found.after = after;
        let place = if key == r"\underset" {
            &mut found.below
        } else {
            &mut found.above
        };
        *place = Some(set).filter(|(a, b)| a < b);
        Some(found)
    }

    /// Whether a sign of equality stands here and below it what that is taken in, a type or a theory:
    /// `a =_A b`, `s =_\beta t`. Digits would belong to what follows.
    fn equal_in(&self, at: usize) -> bool {
        let inside = at + 2 + usize::from(self.key_at(at + 2) == "{");
        self.key_at(at) == "="
            && self.key_at(at + 1) == "_"
            && self.tokens.get(inside).is_some_and(|t| {
                t.class == Class::Name
                    || t.class == Class::Letter
                        && (crate::latex::figures::point(t) || t.key.starts_with('\\'))
            })
    }

    /// The relation at a place with scripts right after it: `A \le_p B`, `s \to^* t`.
    fn indexed(&self, at: usize) -> Option<Decorated> {
        let script = |at: usize| {
            let token = self.tokens.get(at).filter(|_| at < self.end)?;
            let key = token.key.as_ref();
            let near = token.gap == Gap::None || at > 0 && self.index_apart(at);
            (matches!(key, "_" | "^") && near).then_some(key)
        };
        if self.marks[at] != Mark::None || script(at + 1).is_none() {
            return None;
        }
        self.table.named("subscripted")?;
        self.table.named("superscripted")?;
        let (op, level) = self.relation_at(at, at + 1)?;
        let (mut index, mut power, mut after) = (None, None, at + 1);
        while let Some(key) = script(after) {
            let place = if key == "_" { &mut index } else { &mut power };
            let (piece, next) = self.piece(after + 1)?;
            if place.is_some() || piece.0 >= piece.1 {
                break;
            }
            *place = Some(piece);
            after = next;
        }
        (index.is_some() || power.is_some()).then_some(Decorated {
            index,
            power,
            ..Decorated::plain(op, level, after)
        })
    }

    /// Whether a blank stands between the sign of a relation and its index in braces, `A \leq _{m}B`, and not
    /// before a number below the front of what follows, `m \leq _{n}C_{r}`.
    fn index_apart(&self, at: usize) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(at + 1).copied() else {
            return false;
        };
        self.key_at(at) == "_"
            && self.tokens[at].gap == Gap::Blank
            && self.key_at(at - 1).starts_with('\\')
            && self.key_at(partner + 2) != "_"
    }

    /// The relation that is all that stands between these tokens.
    fn relation_at(&self, from: usize, to: usize) -> Option<(Op, Strength)> {
        self.roles_at(from).find_map(|(role, width)| match role {
            Role::Infix { op, level, assoc } if from + width == to && *assoc == Assoc::Chain => {
                Some((*op, 4 * level))
            }
            _ => None,
        })
    }

    fn sign_named(&self, sign: &str) -> Option<(Op, Strength)> {
        let run = crate::latex::token::tokens(sign);
        self.table.lookup(&run).find_map(|(role, _)| match role {
            Role::Infix { op, level, .. } => Some((*op, 4 * level)),
            _ => None,
        })
    }

    /// The inside of the group at a place, or the one token there, and what comes after.
    fn piece(&self, at: usize) -> Option<((usize, usize), usize)> {
        let token = self.tokens.get(at).filter(|_| at < self.end)?;
        match self.marks[at] {
            Mark::Open { partner, .. } if token.class == Class::Open => {
                Some(((at + 1, partner), partner + 1))
            }
            _ => Some(((at, at + 1), at + 1)),
        }
    }

    /// Whether these tokens are a word over or under a sign: `iid`, `i.i.d.`, `def`.
    fn abbreviates(&self, from: usize, to: usize) -> bool {
        let tokens = &self.tokens[from..to];
        let small = |t: &Token<'_>| matches!(t.key.as_bytes(), [b] if b.is_ascii_lowercase());
        let letters = tokens.iter().filter(|t| small(t)).count();
        // `w.p.1`
        let stopped = letters == 2 && tokens[1].key == ".";
        let fits = |t: &Token<'_>| small(t) || t.key == "." || stopped && t.class == Class::Digit;
        tokens.iter().all(fits) && small(&tokens[0]) && (letters > 2 || stopped)
    }

    /// The strength of the decorated relation here.
    pub(super) fn decorated_here(&self) -> Option<Strength> {
        self.table.stacks?;
        self.decorated(self.pos, 0).map(|d| d.level)
    }

    /// Whether a decorated relation without a left side stands here, before a right side; arrows that
    /// grow are relations without one, too.
    pub(super) fn decorates_right_side(&self) -> bool {
        let key = self.key_at(self.pos);
        if key.starts_with(r"\x") {
            return self.decorated_here().is_some();
        }
        matches!(key, r"\overset" | r"\underset" | r"\stackrel")
            && self.table.stacks.is_some()
            && self
                .decorated(self.pos, 0)
                .is_some_and(|d| d.after < self.end)
    }

    /// Goes on after the left side of a decorated relation.
    pub(super) fn related(&mut self, left: Tree) -> Tree {
        let at = self.pos;
        let Some(found) = self.decorated(at, 0) else {
            return left;
        };
        let mut sign = match found.letter.zip(self.table.usual.relating) {
            Some(((from, to), op)) => {
                Tree::over(Head::Apply(op), vec![self.group(from, to, found.after)])
            }
            None => self.decorated_sign(&found),
        };
        self.pos = found.after;
        let span = self.span(at, found.after);
        (sign.start, sign.end) = (span.start, span.end);
        let right = if self.pos < self.end {
            self.expression(found.level + 1)
        } else {
            self.blank()
        };
        let beside = Op::operator((1 << 28) - 1);
        let mut left = left;
        match &mut left.head {
            Head::Chain(ops) if !left.closed => {
                ops.extend([beside, beside]);
                left.push(sign);
                left.push(right);
                left
            }
            _ => Tree::over(
                Head::Chain(smallvec![beside, beside]),
                vec![left, sign, right],
            ),
        }
    }

    /// The sign of a relation with what stands around it.
    fn decorated_sign(&mut self, found: &Decorated) -> Tree {
        let mut args = Vec::new();
        for piece in [found.above, found.below, found.index, found.power] {
            args.push(match piece {
                Some((from, to))
                    if to == from + 1
                        && (self.is_mark(from)
                            // `\xleftarrow{\$}`: at random.
                            || self.key_at(from) == r"\$" || self.relation_at(from, to).is_some()) =>
                {
                    let token = &self.tokens[from];
                    let head = Head::Mark(crate::latex::name::Name::of(token));
                    Tree::new(head, Vec::new(), token.start, token.end)
                }
                Some((from, to)) if self.abbreviates(from, to) => {
                    let word: String = self.tokens[from..to].iter().map(|t| &*t.key).collect();
                    let (start, end) = (self.tokens[from].start, self.tokens[to - 1].end);
                    Tree::new(Head::Mark(word.into()), Vec::new(), start, end)
                }
                Some((from, to)) => self.group(from, to, to),
                None => self.blank(),
            });
        }
        Tree::new(Head::Relation(found.op), args, 0, 0)
    }
}
