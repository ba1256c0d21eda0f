//! Scripts, primes, postfix signs and arguments after an operand.

mod one;

use super::Parser;
use crate::latex::closers::innermost;
use crate::latex::evidence;
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// What stands below, above and as primes.
#[derive(Default)]
pub(super) struct Scripts {
    pub(super) sub: Option<Tree>,
    pub(super) sup: Option<Tree>,
    pub(super) primes: u32,
    /// Whether the superscript stands before the subscript.
    pub(super) up_first: bool,
    /// A factorial power, and whether it rises.
    pub(super) steps: Option<Box<(bool, Tree)>>,
}

impl Scripts {
    pub(super) fn is_empty(&self) -> bool {
        self.sub.is_none() && self.sup.is_none() && self.primes == 0 && self.steps.is_none()
    }
}

impl Parser<'_> {
    /// Reads scripts in any order; a second one of a kind is added as the first one's index.
    pub(super) fn read_scripts(&mut self) -> Scripts {
        let mut scripts = Scripts::default();
        while self.pos < self.end {
            let at = self.pos;
            match self.tokens[at].key.as_ref() {
                "'" | "′" | r"\prime" => {
                    scripts.primes += 1;
                    self.pos += 1;
                }
                "″" => {
                    scripts.primes += 2;
                    self.pos += 1;
                }
                "_" if scripts.sub.is_none() => {
                    self.pos += 1;
                    scripts.sub = Some(self.script());
                }
                "^" if scripts.sup.is_none() && scripts.steps.is_none() => {
                    self.pos += 1;
                    scripts.steps = self.factorial_power();
                    if scripts.steps.is_some() {
                        continue;
                    }
                    scripts.up_first = scripts.sub.is_none();
                    match self.primes_here() {
                        Some(count) => scripts.primes += count,
                        None => {
                            let mark = self.primed_mark();
                            scripts.primes += u32::from(mark.is_some());
                            scripts.sup = mark.or_else(|| Some(self.script()));
                        }
                    }
                }
                "*" if scripts.sup.is_none() && self.star_ends(at) => {
                    scripts.up_first = scripts.sub.is_none();
                    scripts.sup = self.mark_here();
                }
                _ => break,
            }
        }
        scripts
    }

    /// `{\underline{n}}`, `{\overline{n}}` above a letter.
    fn factorial_power(&mut self) -> Option<Box<(bool, Tree)>> {
        let at = self.pos;
        let rises = match self.key_at(at + 1) {
            r"\underline" => false,
            r"\overline" => true,
            _ => return None,
        };
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let (from, to) = match self.marks[at + 2] {
            Mark::Open { partner: inner, .. } if inner + 1 == partner => (at + 3, inner),
            _ if at + 3 == partner => (at + 2, partner),
            _ => return None,
        };
        self.table.named("falling")?;
        let first = &self.tokens[from];
        let counts = first.class == Class::Digit
            || to > from + 1
            || matches!(
                first.key.as_ref(),
                "n" | "m" | "k" | "j" | "i" | "l" | "r" | "s" | "t" | "p" | "q" | "N"
            );
        if !counts
            || self.tokens[from..to]
                .iter()
                .any(|t| t.key.starts_with('\\') && t.class == Class::Letter)
        {
            return None;
        }
        Some(Box::new((rises, self.group(from, to, partner + 1))))
    }

    /// `\prime`s as a superscript, perhaps in braces of their own.
    fn primes_here(&mut self) -> Option<u32> {
        let prime = |key: &str| matches!(key, r"\prime" | "'" | "′");
        if self.pos < self.end && prime(&self.tokens[self.pos].key) {
            self.pos += 1;
            return Some(1);
        }
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos).copied() else {
            return None;
        };
        let inside = innermost(&self.tokens[self.pos + 1..partner]);
        if inside.is_empty() || !inside.iter().all(|t| prime(&t.key)) {
            return None;
        }
        self.pos = partner + 1;
        Some(inside.len() as u32)
    }

    /// The sign that stands behind one prime in the braces of a superscript: `X^{\prime\top}`.
    fn primed_mark(&mut self) -> Option<Tree> {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos).copied() else {
            return None;
        };
        let sign = self.pos + 2;
        if partner != sign + 1 || self.key_at(self.pos + 1) != r"\prime" || !self.is_mark(sign) {
            return None;
        }
        self.pos = partner + 1;
        let span = self.span(sign, sign + 1);
        let mark = self.tokens[sign].key.as_ref().into();
        Some(Tree::new(
            Head::Mark(mark),
            Vec::new(),
            span.start,
            span.end,
        ))
    }

    /// The operand with its scripts, postfix signs, arguments and evaluation bars.
    #[inline]
    pub(super) fn scripts(&mut self, base: Tree) -> Tree {
        match self.attached() {
            true => self.scripted(base),
            false => base,
        }
    }

    fn scripted(&mut self, base: Tree) -> Tree {
        let mut tree = base;
        let mut applied = false;
        while self.attached() && usize::from(tree.height) < super::DEEPEST {
            let staggered = self.empty_group();
            let mut scripts = self.read_scripts();
            if applied && !scripts.is_empty() && tree.head == Head::Call {
                match self.value_at_family(tree, scripts) {
                    Ok(value) => {
                        tree = value;
                        continue;
                    }
                    Err(both) => (tree, scripts) = *both,
                }
            }
            if !scripts.is_empty() {
                tree = self.with_scripts(tree, scripts, staggered, &mut applied);
                tree = self.indicated_below(tree);
                tree = self.temperature(tree);
                if self.pos < self.end {
                    tree = self.with_condition(tree);
                }
                continue;
            }
            if let Some(partner) = self.shape_after() {
                let base = tree.clone();
                match self.shaped(Some(tree), partner) {
                    Some(found) => tree = found,
                    None => return base,
                }
                continue;
            }
            if let Some(op) = self.postfix() {
                tree = Tree::new(Head::Apply(op), vec![tree], 0, 0);
                tree.start = tree.args[0].start;
                tree.end = self.span(self.pos - 1, self.pos).end;
                tree.closed = true;
                tree = self.temperature(tree);
                continue;
            }
            if let Some(counted) = self.indicated(&tree) {
                tree = counted;
                continue;
            }
            if let Some((partner, width)) = self.ring_here(&tree) {
                tree = self.adjoined(tree, partner, width);
                continue;
            }
            if self.declaring && (self.body_here() || self.set_ends(&tree)) {
                break;
            }
            let opens = self.bracket_here()
                || evidence::braced(self.tokens, self.marks, self.pos)
                    && tree.root_symbol().is_some()
                || self.transformed(&tree);
            if opens && self.modulus_in_brackets(&tree).is_none() && self.applies(&tree, applied) {
                tree = self.call(tree);
                applied = true;
                continue;
            }
            if self.evaluation_bar() {
                self.pos += 1;
                tree = self.evaluated(tree);
                continue;
            }
            break;
        }
        tree
    }

    /// Whether what stands here may belong to the operand before it.
    fn attached(&self) -> bool {
        if self.pos >= self.end {
            return false;
        }
        let token = &self.tokens[self.pos];
        token.roles.may(Roles::POSTFIX)
            || match token.key.as_bytes() {
                [b'*'] => self.star_ends(self.pos),
                [b] => matches!(b, b'\'' | b'_' | b'^' | b'(' | b'[' | b'{' | b'|'),
                [b'\\', b't', b'e', ..] | [b'\\', b'e', b'u', ..] => matches!(
                    token.key.as_ref(),
                    r"\text{€}" | r"\euro" | r"\text{\$}" | r"\textdollar"
                ),
                // Primes, bars, the sign of the dollar.
                [b'\\', b, ..] => matches!(b, b'p' | b'v' | b'V' | b'|' | b'$' | b'{' | b'l'),
                _ => token.class == Class::Sign,
            }
    }

    /// An empty group before a script, which sets it apart from the script before: `T^a{}_b`.
    pub(super) fn empty_group(&mut self) -> bool {
        let empty = self.stagger_here() && !self.left_script();
        if empty {
            self.pos += 2;
        }
        empty
    }

    pub(super) fn stagger_here(&self) -> bool {
        if self.key_at(self.pos) != "{" {
            return false;
        }
        let (open, close) = (self.key_at(self.pos), self.key_at(self.pos + 1));
        let script = matches!(self.key_at(self.pos + 2), "_" | "^" | "'" | r"\prime");
        let near = self.tokens.get(self.pos).is_some_and(|t| t.gap < Gap::Thin);
        open == "{" && close == "}" && script && near
    }

    /// Whether the script after an empty group belongs to the letter after it: `x\,{}_2F_1`.
    fn left_script(&self) -> bool {
        let at = self.pos + 3;
        let after = match self.marks.get(at) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => at + 1,
        };
        let Some(letter) = self.tokens.get(after).filter(|_| after < self.end) else {
            return false;
        };
        let apart = self.tokens[self.pos].gap > Gap::None;
        apart
            && letter.gap <= Gap::Back
            && matches!(letter.class, Class::Letter | Class::Name | Class::Open)
    }

    /// The currency whose sign stands after a number: `20\$`, `5\,€`.
    fn currency(&self) -> Option<crate::term::Op> {
        let name = match self.key_at(self.pos) {
            r"\$" | r"\text{\$}" | r"\textdollar" => "dollars",
            "€" | r"\euro" | r"\text{€}" => "euros",
            _ => return None,
        };
        let after = self.tokens[self.pos - 1].class == Class::Digit;
        let ends = after && !self.starts_operand(self.pos + 1);
        self.table.named(name).filter(|_| ends)
    }

    fn postfix(&mut self) -> Option<crate::term::Op> {
        if self.marks[self.pos] != Mark::None {
            return None;
        }
        if let Some(currency) = self.currency() {
            self.pos += 1;
            return Some(currency);
        }
        if !self.may(self.pos, Roles::POSTFIX) || self.subfactorial_at(self.pos) {
            return None;
        }
        if self.key_at(self.pos) == r"\#" && self.invented_here().is_some() {
            return None;
        }
        let found = self.roles().find_map(|(role, width)| match role {
            Role::Postfix { op } => Some((*op, width)),
            _ => None,
        });
        let (op, width) = found?;
        self.pos += width;
        Some(op)
    }
}
