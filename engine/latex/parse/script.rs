//! Scripts, primes, postfix signs and arguments after an operand.

use super::Parser;
use crate::latex::bars::is_bar;
use crate::latex::closers::innermost;
use crate::latex::evidence;
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use smallvec::smallvec;

/// As many tokens are looked through for the angle of an annuity.
const ANGLE: usize = 32;

/// As many tokens are looked through for a comma or a semicolon between indices.
const DIVIDED: usize = 12;

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

    fn script(&mut self) -> Tree {
        if self.pos >= self.end {
            return self.missing();
        }
        // `x_{{i,j}}` is `x_{i,j}`.
        let outer = self.pos;
        while self.doubly_braced() {
            self.pos += 1;
        }
        if let Some(Mark::Open { partner, .. }) = self.marks.get(outer).copied()
            && self.pos > outer
        {
            let tree = self.script_here();
            self.pos = partner + 1;
            return tree;
        }
        self.script_here()
    }

    /// Whether braces here hold braces and nothing else.
    fn doubly_braced(&self) -> bool {
        let open = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, .. }) if self.key_at(at) == "{" => Some(*partner),
            _ => None,
        };
        open(self.pos).is_some_and(|end| open(self.pos + 1) == end.checked_sub(1))
    }

    fn script_here(&mut self) -> Tree {
        if let Some(tree) = self.loose_script() {
            return tree;
        }
        if let Some(mark) = self.mark_here() {
            return mark;
        }
        if let Some(name) = self.named_script() {
            return name;
        }
        if let Some(angle) = self.annuity() {
            return angle;
        }
        if let Some(divided) = self.divided_script() {
            return divided;
        }
        let raised = self.pos > 0 && self.key_at(self.pos - 1) == "^";
        let marked = self.marked_script();
        let saved = std::mem::replace(&mut self.scripting, true);
        let mut tree = match marked {
            Some(tree) => tree,
            None => self.argument(),
        };
        self.scripting = saved;
        if let Head::Words(text) = &tree.head {
            // `x_{\text{max}}`
            tree.head = Head::Symbol(text.clone());
        }
        self.lowered_once(tree, raised)
    }

    /// The name of an operator without braces: `x_\max`.
    fn named_script(&mut self) -> Option<Tree> {
        let token = &self.tokens[self.pos];
        let named = token.key.len() > 2
            && token.key.starts_with('\\')
            && token.class == Class::Sign
            && self.roles().any(|(role, _)| {
                matches!(
                    role,
                    Role::Function { .. } | Role::Bound { .. } | Role::Operatorname { .. }
                )
            });
        if !named {
            return None;
        }
        self.pos += 1;
        let head = Head::Symbol(token.key.as_ref().into());
        Some(Tree::new(head, Vec::new(), token.start, token.end).close())
    }

    /// The angle of an annuity, which a line and a bar make, `a_{\overline{n}|}`: it stays as it is.
    fn annuity(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let line = |open: usize| {
            matches!(self.tokens[open - 1].key.as_ref(), r"\overline" | r"\bar")
                && matches!(self.marks[open], Mark::Open { partner: close, .. }
                    if close + 1 < partner && is_bar(&self.tokens[close + 1]))
        };
        let short = partner < at + ANGLE && self.tokens[at].key == "{";
        if !short || !(at + 2..partner).any(line) {
            return None;
        }
        self.pos = partner + 1;
        Some(self.opaque(at + 1, partner))
    }

    /// Indices by which a tensor is differentiated, after a semicolon or a comma that nothing or a
    /// group of Greek letters stands before: `A_{\mu;\nu}`, `T^{ab}{}_{;b}`, `\phi_{,\mu}`,
    /// `g_{\mu\nu,\rho}`.
    fn divided_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let inside = self.tokens.get(at + 1..partner)?;
        let short = self.tokens[at].key == "{" && inside.len() < DIVIDED;
        let cut = inside
            .iter()
            .position(|t| matches!(t.key.as_ref(), "," | ";"))
            .filter(|_| short && self.tokens[at - 1].key == "_")?;
        let greek = |t: &Token<'_>| t.class == Class::Letter && t.key.starts_with('\\');
        let comma = inside[cut].key == ",";
        let told = !comma || cut == 0 || cut > 1 && inside[..cut].iter().all(greek);
        let rest = &inside[cut + 1..];
        if !told
            || rest.is_empty()
            || comma && rest.iter().any(|t| !greek(t) && (cut > 0 || !t.short()))
        {
            return None;
        }
        let op = self.table.named(if comma { "list" } else { "semi" })?;
        let blank = self.table.blank?;
        let saved = std::mem::replace(&mut self.scripting, true);
        let first = match cut {
            0 => Tree::over(Head::Apply(blank), Vec::new()),
            _ => self.group(at + 1, at + 1 + cut, at + 1 + cut),
        };
        let last = self.group(at + 2 + cut, partner, partner + 1);
        self.scripting = saved;
        let mut tree = Tree::over(Head::Apply(op), vec![first, last]);
        let span = self.span(at, partner + 1);
        (tree.start, tree.end) = (span.start, span.end);
        Some(tree)
    }

    /// A script of marks and then something else: `x^{*2}`, `\theta^{+\alpha}`.
    fn marked_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return None;
        };
        let first = &self.tokens[at + 1];
        let mark = matches!(
            first.key.as_ref(),
            "*" | r"\ast"
                | r"\star"
                | r"\dagger"
                | r"\dag"
                | r"\prime"
                | "'"
                | r"\sharp"
                | r"\circ"
        );
        if partner <= at + 2 || self.tokens[at].class != Class::Open {
            return None;
        }
        if !mark {
            return self.pushing_script(partner);
        }
        let key = if first.key == "'" {
            r"\prime"
        } else {
            first.key.as_ref()
        };
        let head = Head::Mark(key.into());
        let mark = Tree::new(head, Vec::new(), first.start, first.end);
        let saved = std::mem::replace(&mut self.scripting, true);
        let rest = self.group(at + 2, partner, partner + 1);
        self.scripting = saved;
        Some(Tree::over(Head::Sequence, vec![mark, rest]))
    }

    /// A number and a star below the letter of a map: `p_{2*}`.
    fn pushing_script(&mut self, partner: usize) -> Option<Tree> {
        let at = self.pos;
        let below = at > 0 && self.key_at(at - 1) == "_";
        let star = &self.tokens[partner - 1];
        let index = matches!(self.tokens[at + 1].class, Class::Digit | Class::Letter);
        if !below || partner != at + 3 || !index || !matches!(star.key.as_ref(), "*" | r"\ast") {
            return None;
        }
        let mark = Tree::new(
            Head::Mark(star.key.as_ref().into()),
            Vec::new(),
            star.start,
            star.end,
        );
        let number = self.group(at + 1, partner - 1, partner + 1);
        Some(Tree::over(Head::Sequence, vec![number, mark]))
    }

    /// A sign with a number or letter, or several digits, without braces: `x^-1`, `x^10`. TeX takes
    /// the first token alone; what is meant is clear.
    fn loose_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let near = |i: usize| i < self.end && self.tokens[i].gap <= Gap::Back;
        let digit = |i: usize| i < self.end && self.tokens[i].class == Class::Digit;
        let sign = self.tokens[at].key == "-"
            && near(at + 1)
            && (digit(at + 1) || self.tokens[at + 1].class == Class::Letter)
            && !self.inverse_before_matrix(at);
        let digits = digit(at) && digit(at + 1) && near(at + 1);
        if !sign && (!digits || self.base_and_argument(at)) {
            return None;
        }
        self.pos += usize::from(sign);
        let body = if digit(self.pos) {
            self.number()
        } else {
            self.argument()
        };
        let span = self.span(at, self.pos);
        self.warn(
            "loose-script",
            "braces are missing around the script",
            span,
            "read as one script",
        );
        let minus = if sign { self.sign_of(at) } else { None };
        Some(match minus {
            Some(op) => Tree::over(Head::Sum(self.table.add, smallvec![Some(op)]), vec![body]),
            None => body,
        })
    }

    /// Whether the sign here, above a bracket or a matrix and right before a matrix, is that of a generalized
    /// inverse: `(X'X)^-X'`.
    fn inverse_before_matrix(&self, at: usize) -> bool {
        let large = |key: &str| key.len() == 1 && key.starts_with(char::is_uppercase);
        let base = at.checked_sub(2).map_or("", |at| self.key_at(at));
        (matches!(base, ")" | "]") || large(base)) && large(self.key_at(at + 1))
    }

    /// Whether digits below a logarithm are its base and its argument, as no other one follows:
    /// `\log_28 = 3`.
    fn base_and_argument(&self, at: usize) -> bool {
        let joined = |t: &Token<'_>| t.class == Class::Digit && t.gap <= Gap::Back;
        let digits = 1 + self.tokens[at + 1..self.end]
            .iter()
            .take_while(|t| joined(t))
            .count();
        let ten = digits == 2 && self.key_at(at) == "1" && self.key_at(at + 1) == "0";
        at > 1
            && self.key_at(at - 1) == "_"
            && self.key_at(at - 2) == r"\log"
            && !ten
            && !self.starts_operand(at + digits)
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
            let scripts = self.read_scripts();
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

    /// Whether the braces here hold the argument of a transformation: `\mathcal{L}\{f\}`.
    fn transformed(&self, tree: &Tree) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        let indicator = tree.symbol().is_some_and(super::apply::indicates);
        if self.key_at(self.pos) == r"\{" && indicator {
            return true;
        }
        if self.key_at(self.pos) == r"\{"
            && tree
                .symbol()
                .is_some_and(|name| super::apply::scripted(name) || super::apply::diagonal(name))
            && self.tokens[self.pos].gap <= Gap::Back
        {
            return self.separator(self.pos + 1, *partner).is_none();
        }
        let ordered = || self.pos > 0 && evidence::in_time(self.tokens, self.pos - 1);
        self.key_at(self.pos) == r"\{"
            && self.separator(self.pos + 1, *partner).is_none()
            && tree.root_symbol().is_some_and(|name| {
                (evidence::transformation(name) || tree.symbol().is_some() && ordered())
                    && self.usage.is_function(name)
            })
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
            r"\$" => "dollars",
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
