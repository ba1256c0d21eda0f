//! Scripts that are no expressions: signs that mark their base, indices with single brackets.

mod above;

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};
use above::COUNTS;
use smallvec::{SmallVec, smallvec};

/// Signs that may stand for a mark although an operand may start with them.
const MARKS: &[&str] = &[
    "*",
    "+",
    "-",
    "<",
    ">",
    "=",
    "?",
    "!",
    "/",
    "∘",
    "°",
    "∁",
    "⊤",
    r"\ast",
    r"\star",
    r"\dagger",
    r"\dag",
    r"\ddag",
    r"\ddagger",
    r"\pm",
    r"\mp",
    r"\perp",
    "⟂",
    "∥",
    r"\circ",
    r"\complement",
    r"\top",
    r"\intercal",
    r"\times",
    r"\bot",
    r"\degree",
    r"\#",
    r"\sharp",
    r"\flat",
    r"\natural",
    r"\mathsf{T}",
    r"\mathrm{T}",
    r"\mathtt{T}",
    r"\text{T}",
    r"\textsf{T}",
    r"\textrm{T}",
    r"\mathsf{c}",
    r"\mathrm{c}",
    r"\text{c}",
    r"\mathcal{C}",
    r"\mathrm{C}",
    r"\wedge",
    r"\vee",
    r"\bullet",
    r"\diamond",
    r"\Diamond",
    r"\triangle",
    r"\Box",
    r"\square",
    r"\blacksquare",
    r"\parallel",
    r"\cdot",
    r"\cap",
    r"\cup",
    r"\otimes",
    r"\oplus",
    r"\odot",
    r"\ominus",
    r"\in",
    r"\sim",
    r"\surd",
    r"\vdash",
    r"\dashv",
    r"\heartsuit",
    r"\spadesuit",
    r"\clubsuit",
    r"\diamondsuit",
];

impl Parser<'_> {
    /// What is lowered or raised once more, `x_{{}_2}`, `x^{^2}`, is lowered or raised.
    pub(super) fn lowered_once(&self, mut tree: Tree, raised: bool) -> Tree {
        let nothing = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank);
        let again = match tree.head {
            Head::Index => !raised,
            Head::Power => raised,
            _ => false,
        };
        if again && tree.args.len() == 2 && nothing(&tree.args[0]) {
            tree = tree.args.swap_remove(1);
        }
        tree
    }

    /// Whether a star right behind an operand is a mark on it, as nothing follows that it could be a
    /// sign of a product before: `(x*, y*)`, `x* = 3`.
    pub(super) fn star_ends(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|n| self.tokens.get(n)) else {
            return false;
        };
        let star = &self.tokens[at];
        let index = before.class == Class::Digit && at > 1 && self.key_at(at - 2) == "_";
        let letter = index || matches!(before.class, Class::Letter | Class::Name | Class::Close);
        if !letter || before.end != star.start || self.marks[at] != Mark::None {
            return false;
        }
        let next = self.tokens.get(at + 1).filter(|_| at + 1 < self.end);
        next.is_none_or(|t| {
            matches!(t.key.as_ref(), "," | ";" | ")" | "]" | r"\}" | r"\rangle")
                || matches!(t.class, Class::Cell | Class::Row)
                || self.is_relation(at + 1)
                // `V* \otimes W*`, `x* + y*`, but not `x*-y`.
                || t.gap != Gap::None
                    && self.tokens.get(at + 2).is_some_and(|t| t.gap != Gap::None)
                    && !self.starts_operand(at + 1)
                    && self.roles_at(at + 1).any(|(r, _)| matches!(r, Role::Infix { .. }))
        })
    }

    /// The mark that the script at the current place is; none when it is an expression.
    pub(super) fn mark_here(&mut self) -> Option<Tree> {
        let at = self.pos;
        let (from, to, after) = match self.marks[at] {
            Mark::Open { partner, .. } if self.tokens[at].class == Class::Open => {
                (at + 1, partner, partner + 1)
            }
            _ => (at, at + 1, at + 1),
        };
        if from == to || to > from + 8 {
            return None;
        }
        let paren = |key: &str| matches!(key, "(" | ")");
        let inside = &self.tokens[from..to];
        let sign = |i: usize| {
            let key = self.tokens[i].key.as_ref();
            paren(key) && inside.len() > 1 || self.is_mark(i)
        };
        // `Fe^{3+}`
        let charge = |(digits, last): (&[Token<'_>], &Token<'_>)| {
            let digit = |t: &Token<'_>| t.class == Class::Digit;
            !digits.is_empty() && digits.iter().all(digit) && matches!(last.key.as_ref(), "+" | "-")
        };
        let charged = from > at && inside.split_last().is_some_and(|(l, d)| charge((d, l)));
        let alone = inside.len() == 1 && self.joins_nothing(from);
        if !charged && !alone && (!(from..to).all(sign) || inside.iter().all(|t| paren(&t.key))) {
            return None;
        }
        let mark: String = inside.iter().map(|t| t.key.as_ref()).collect();
        self.pos = after;
        let span = self.span(at, after);
        Some(Tree::new(
            Head::Mark(mark.into()),
            Vec::new(),
            span.start,
            span.end,
        ))
    }

    /// Whether a sign that stands between two things is all that a script holds: `h_{\leftarrow}`.
    fn joins_nothing(&self, at: usize) -> bool {
        self.tokens[at].class == Class::Sign
            && self
                .roles_at(at)
                .any(|(role, width)| width == 1 && matches!(role, Role::Infix { .. }))
    }

    pub(super) fn is_mark(&self, at: usize) -> bool {
        let key = self.tokens[at].key.as_ref();
        if matches!(self.tokens[at].class, Class::Letter | Class::Digit) && self.tokens[at].short()
        {
            return false;
        }
        MARKS.contains(&key)
            || matches!(self.tokens[at].class, Class::Sign)
                && self.roles_at(at).any(|(role, width)| {
                    width == 1
                        && matches!(role, Role::Infix { op, .. } if Some(*op) == self.table.tends
                            || Some(*op) == self.table.from_above
                            || Some(*op) == self.table.from_below)
                })
    }

    /// The letters of a superscript that may be indices.
    pub(super) fn index_letters<'a>(&self, tree: &'a Tree) -> SmallVec<[&'a str; 4]> {
        fn letter(tree: &Tree) -> Option<&str> {
            match &tree.head {
                Head::Symbol(name) => Some(name.as_str()),
                Head::Prime | Head::Index => letter(tree.args.first()?),
                Head::Apply(_) if tree.args.len() == 1 => letter(&tree.args[0]),
                _ => None,
            }
        }
        let items: SmallVec<[&Tree; 4]> = match &tree.head {
            Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside) => {
                tree.args.iter().collect()
            }
            Head::Items | Head::Sequence if !tree.closed => tree
                .args
                .iter()
                .flat_map(|a| match &a.head {
                    Head::Product(_) => a.args.iter().collect(),
                    _ => vec![a],
                })
                .collect(),
            _ => smallvec![tree],
        };
        let mut letters = SmallVec::new();
        for item in items {
            match letter(item) {
                Some(name) => letters.push(name),
                None if matches!(item.head, Head::Number(_) | Head::Mark(_)) => {}
                None => return SmallVec::new(),
            }
        }
        letters
    }

    /// A bracket without a partner among indices: `T_{[ab}`.
    pub(super) fn single_bracket(&mut self) -> Option<Tree> {
        let token = &self.tokens[self.pos];
        let bracket = matches!(
            token.key.as_ref(),
            "(" | ")" | "[" | "]" | "|" | r"\{" | r"\}"
        );
        if !self.scripting || !bracket || self.marks[self.pos] != Mark::None {
            return None;
        }
        let (start, end) = (token.start, token.end);
        self.pos += 1;
        Some(Tree::new(
            Head::Mark(token.key.as_ref().into()),
            Vec::new(),
            start,
            end,
        ))
    }
}

/// The fonts of labels above a letter.
pub(super) const LABELS: &[&str] = &[
    r"\text{",
    r"\mathrm{",
    r"\textrm{",
    r"\textnormal{",
    r"\textit{",
    r"\mathsf{",
    r"\mathit{",
];

/// Whether this is a word in upright letters that counts nothing: `w^{\text{old}}`.
fn labels(name: &str) -> bool {
    let word = LABELS
        .iter()
        .find_map(|font| name.strip_prefix(font)?.strip_suffix('}'));
    // `w^{\max}`; `x^{new}` is a name by what it says.
    let plain = (name.len() > 2 || matches!(name, "in" | "ig"))
        && name.bytes().all(|b| b.is_ascii_lowercase());
    let word = word.or((plain || name == "OPT").then_some(name));
    matches!(name, r"\max" | r"\min")
        || word.is_some_and(|word| {
            word.len() > 1
                && word.bytes().all(|b| b.is_ascii_alphabetic())
                && !COUNTS.contains(&word)
                && !matches!(word, "th" | "st" | "nd" | "rd" | "op" | "tr" | "ab" | "sh")
        })
}
