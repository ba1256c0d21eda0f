//! Operations whose sign has an index, `X \times_S Y`, `A \otimes_R B`, `a +_n b`, and signs that stand
//! for what is left open, `\operatorname{Hom}(-, A)`, `k(\cdot, x)`.

use super::join::Next;
use super::{Parser, Strength};
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;

/// The longest base, in tokens.
const BASE: usize = 24;

/// Signs of operations and relations that a set is given together with: `(G, \circ)`, `(P, \le)`.
const STRUCTURES: &[&str] = &[
    r"\circ",
    r"\ast",
    r"\star",
    r"\times",
    r"\oplus",
    r"\otimes",
    r"\odot",
    r"\cup",
    r"\cap",
    r"\vee",
    r"\wedge",
    r"\lor",
    r"\land",
    "<",
    ">",
    r"\le",
    r"\leq",
    r"\ge",
    r"\geq",
    r"\prec",
    r"\preceq",
    r"\preccurlyeq",
    r"\succeq",
    r"\subset",
    r"\subseteq",
    r"\supseteq",
    r"\sqsubseteq",
    r"\sim",
    r"\in",
];

impl Parser<'_> {
    /// The operation whose sign stands here with an index, and its strength. Limits, as in
    /// `\times_{i=1}^n A_i`, are no index.
    pub(super) fn base_here(&self) -> Option<(Op, Strength)> {
        let at = self.pos;
        if self.key_at(at + 1) != "_" || at + 1 >= self.end {
            return None;
        }
        let after = match self.marks.get(at + 2)? {
            Mark::Open { partner, .. } => partner + 1,
            _ => at + 3,
        };
        if after > at + BASE || after >= self.end || self.key_at(after) == "^" {
            return None;
        }
        let limit =
            |t: &Token<'_>| matches!(t.key.as_ref(), "=" | r"\in" | "∈" | r"\le" | r"\leq" | "<");
        let base = &self.tokens[at + 2..after];
        if base.iter().any(limit) {
            return None;
        }
        let strength = &self.table.strength;
        let product = match self.key_at(at) {
            r"\times" | "×" => Some("fibred"),
            r"\otimes" | "⊗" => Some("tensored"),
            _ => None,
        };
        if let Some(name) = product {
            return self.table.named(name).map(|op| (op, strength.product));
        }
        let sum = self.operation()?;
        let letter = base.iter().find(|t| t.class == Class::Letter);
        let runs = |t: &Token<'_>| letter.is_some_and(|l| l.key == t.key);
        // `V \oplus_i W_i`
        if !self.starts_operand(after) || self.first_index(after).is_some_and(runs) {
            return None;
        }
        match sum {
            true => self.table.named("indexedsum").map(|op| (op, strength.sum)),
            false => self
                .table
                .named("indexedproduct")
                .map(|op| (op, strength.product)),
        }
    }

    /// What `+ \text{c.c.}`, `+ \text{h.c.}` here add to the sum before.
    pub(super) fn abbreviated(&self) -> Option<Op> {
        let words = self.tokens.get(self.pos + 1)?;
        if self.key_at(self.pos) != "+" || !matches!(words.class, Class::Words | Class::Name) {
            return None;
        }
        let name = match super::fence::said(words) {
            "c.c." | "c.c" | "C.c." | "C.C." | "cc" => "withconj",
            "h.c." | "h.c" | "H.c." | "H.C." | "hc" => "withadjoint",
            _ => return None,
        };
        let ends = self.pos + 2 >= self.end || !self.starts_operand(self.pos + 2);
        self.table.named(name).filter(|_| ends)
    }

    /// The sign of an angle between an amplitude and a phase: `V \angle 30^\circ`, `I_0 \angle \theta`.
    /// `2 \angle \alpha` is twice an angle, `m \angle A` its measure.
    pub(super) fn phase(&self, left: &Tree) -> Option<Op> {
        let token = &self.tokens[self.pos];
        if !matches!(token.key.as_ref(), r"\angle" | "∠") || self.pos + 1 >= self.end {
            return None;
        }
        let size = match left.head {
            Head::Symbol(_) => left.symbol().is_some_and(capital),
            Head::Index | Head::Fence(_) => true,
            Head::Number(_) | Head::Apply(_) => false,
            _ => return None,
        };
        let open = usize::from(self.tokens[self.pos + 1].class == Class::Open);
        let at = self.pos + 1 + open;
        let at = at + usize::from(matches!(self.key_at(at), "-" | "+"));
        let signed = at > self.pos + 1 + open;
        let digits = (at..self.end)
            .take_while(|n| self.tokens[*n].class == Class::Digit || self.key_at(*n) == ".");
        let after = at + digits.count();
        let degrees = after > at
            && (self.key_at(after) == "^" || matches!(self.key_at(after), "°" | r"\degree"));
        let name = self.tokens[at.min(self.end - 1)].key.as_ref();
        let letter = self.tokens[at.min(self.end - 1)].class == Class::Letter && !capital(name);
        let number = matches!(left.head, Head::Number(_)) && (degrees || signed);
        let phase = number || size && (degrees || signed || letter);
        self.table.named("phasor").filter(|_| phase)
    }

    /// Whether the sign here is one of addition, or one of multiplication; none when it is neither.
    fn operation(&self) -> Option<bool> {
        let token = &self.tokens[self.pos];
        let sign = token.class == Class::Sign && self.marks[self.pos] == Mark::None;
        if !sign || matches!(token.key.as_ref(), "/" | ":" | "|" | r"\mid" | r"\bmod") {
            return None;
        }
        self.roles().find_map(|(role, width)| match role {
            Role::Infix { level, .. } | Role::Prefix { level, .. }
                if width == 1 && *level == self.table.sum =>
            {
                Some(true)
            }
            Role::Infix { level, .. } if width == 1 && 4 * level == self.table.strength.product => {
                Some(false)
            }
            _ => None,
        })
    }

    /// The index of the letter at a place.
    fn first_index(&self, at: usize) -> Option<&Token<'_>> {
        let braced = usize::from(self.key_at(at + 2) == "{");
        (self.key_at(at + 1) == "_")
            .then(|| self.tokens.get(at + 2 + braced))
            .flatten()
    }

    /// The operand before, joined to the one after by the sign between them, which has an index.
    pub(super) fn based(&mut self, left: Tree, op: Op, strength: Strength) -> Tree {
        let token = &self.tokens[self.pos];
        let head = Head::Mark(token.key.as_ref().into());
        let sign = Tree::new(head, Vec::new(), token.start, token.end);
        self.pos += 1;
        let scripts = self.read_scripts();
        let base = match scripts.sub {
            Some(base) => base,
            None => self.blank(),
        };
        let mut right = self.expression(strength + 1);
        while self.pos < self.end
            && named_operator(&right)
            && matches!(self.next(&right), Next::Beside)
            && let Some(factor) = self.another_factor()
        {
            right = self.multiply(right, Join::Beside, factor);
        }
        let args = match self.table.arity(op) {
            4 => vec![sign, base, left, right],
            _ => vec![left, right, base],
        };
        Tree::over(Head::Apply(op), args)
    }

    /// A sign that is all of an item of a list in brackets: the place of an argument, or a sign
    /// itself, `\operatorname{diag}(-, +, +)`.
    pub(super) fn placeholder(&mut self) -> Option<Tree> {
        if !self.placeholder_here() {
            return None;
        }
        let token = &self.tokens[self.pos];
        self.pos += 1;
        if token.key == ":"
            && let Some(op) = self.table.named("through")
        {
            let mut all = Tree::over(Head::Apply(op), vec![self.blank(), self.blank()]);
            (all.start, all.end) = (token.start, token.end);
            return Some(all);
        }
        let head = Head::Mark(token.key.as_ref().into());
        Some(Tree::new(head, Vec::new(), token.start, token.end))
    }

    /// Whether a square bracket opens or closes beside the item that is this sign.
    fn in_brackets(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.key_at(before) == "[")
            || self.key_at(at + 1) == "]"
    }

    /// Whether the sign of an operation begins here what says from where to where it goes:
    /// `* : G \times G \to G`.
    fn operation_maps(&self, at: usize) -> bool {
        if !matches!(self.key_at(at + 1), ":" | r"\colon") {
            return false;
        }
        let begins = match at.checked_sub(1).map(|before| self.key_at(before)) {
            None | Some("," | ";") => true,
            Some(before) => matches!(before, r"\exists" | r"\\"),
        };
        let sign = matches!(self.key_at(at), "+" | r"\cdot" | "·" | r"\bullet" | "*")
            || STRUCTURES.contains(&self.key_at(at));
        begins && sign && crate::latex::around::maps_follow(&self.tokens[..self.end], at + 2)
    }

    /// Whether the space of one point stands here, at the end behind an arrow or what says that
    /// spaces are alike: `X \simeq *`.
    fn point_at(&self, at: usize) -> bool {
        let alike = |key: &str| {
            matches!(
                key,
                r"\simeq" | r"\cong" | r"\to" | r"\rightarrow" | r"\longrightarrow"
            )
        };
        at + 1 == self.end
            && matches!(self.key_at(at), "*" | r"\ast")
            && at.checked_sub(1).is_some_and(|n| alike(self.key_at(n)))
    }

    /// Whether such a sign stands here.
    pub(super) fn placeholder_here(&self) -> bool {
        let at = self.pos;
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return false;
        };
        let comma = |key: &str| matches!(key, "," | ";");
        let last = at + 1 == self.end;
        if token.class == Class::Sign && (self.operation_maps(at) || self.point_at(at)) {
            return true;
        }
        if token.class != Class::Sign || !(last || comma(self.key_at(at + 1))) {
            return false;
        }
        let sign = match token.key.as_ref() {
            "-" | "+" | r"\cdot" | "·" | r"\bullet" | "*" | r"\uparrow" | r"\downarrow" | "↑"
            | "↓" => self.marks[at] == Mark::None,
            key if STRUCTURES.contains(&key) => self.marks[at] == Mark::None,
            // `\delta_{\parallel,\perp}`
            r"\parallel" | "∥" | r"\perp" | "⟂" | r"\pm" | r"\mp" | "<" | ">" => self.scripting,
            // All of a row: `A_{:,j}`, `A[i, :]`.
            ":" => self.scripting || self.in_brackets(at),
            _ => false,
        };
        let Some(before) = at.checked_sub(1).and_then(|n| self.tokens.get(n)) else {
            return false;
        };
        let row = token.key == ":" && matches!(before.key.as_ref(), "{" | "_" | "[");
        let first = self.scripting && before.class == Class::Open;
        let listed = comma(&before.key)
            || row
            || first && !last
            || !last && matches!(before.key.as_ref(), "(" | "[" | r"\langle" | r"\{");
        // A group that ends here is one in brackets: what is outside of all goes on to the end.
        sign && listed && !(last && self.end >= self.tokens.len())
    }

    /// Whether the bracket here holds nothing but a sign for what is left open.
    pub(super) fn open_here(&self) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        *partner == self.pos + 2
            && matches!(self.key_at(self.pos + 1), "-" | r"\cdot" | "·" | r"\bullet")
            && self.key_at(partner + 1) != "^"
    }
}

/// Whether this is the name of an operator that is not applied to anything yet, a map to pull back
/// along, or what fractions are made with: `X \times_S \operatorname{Spec} k`, `X \times_S f^* Y`,
/// `M \otimes_R S^{-1} R`.
fn named_operator(tree: &Tree) -> bool {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Power, [map, mark]) => {
            let fractions =
                || map.symbol().is_some_and(crate::latex::kinds::capital) && super::minus_one(mark);
            map.root_symbol().is_some()
                && (matches!(&mark.head, Head::Mark(mark) if mark.as_str() == "*") || fractions())
        }
        _ => tree.symbol().is_some_and(|name| {
            name.starts_with(r"\operatorname{")
                || name.starts_with(r"\mathrm{") && super::apply::multi_letter(name)
        }),
    }
}
