//! Scripts, primes, postfix signs and arguments after an operand.

use super::Parser;
use crate::latex::evidence;
use crate::latex::matching::Mark;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use smallvec::smallvec;

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
                    scripts.sub = Some(match self.word_script() {
                        Some(word) => word,
                        None => self.script(),
                    });
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
                        None => scripts.sup = Some(self.script()),
                    }
                }
                key => {
                    let Some(value) = unicode_superscript(key).filter(|_| scripts.sup.is_none())
                    else {
                        break;
                    };
                    let mut digits = value.to_string();
                    self.pos += 1;
                    while self.pos < self.end {
                        let Some(next) = unicode_superscript(&self.tokens[self.pos].key) else {
                            break;
                        };
                        digits.push(next);
                        self.pos += 1;
                    }
                    let span = self.span(at, self.pos);
                    scripts.sup = Some(Tree::new(
                        Head::Number(digits.into()),
                        Vec::new(),
                        span.start,
                        span.end,
                    ));
                }
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

    /// `\prime`s as a superscript.
    fn primes_here(&mut self) -> Option<u32> {
        let prime = |key: &str| matches!(key, r"\prime" | "'" | "′");
        if self.pos < self.end && prime(&self.tokens[self.pos].key) {
            self.pos += 1;
            return Some(1);
        }
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos).copied() else {
            return None;
        };
        let inside = &self.tokens[self.pos + 1..partner];
        if inside.is_empty() || !inside.iter().all(|t| prime(&t.key)) {
            return None;
        }
        self.pos = partner + 1;
        Some(inside.len() as u32)
    }

    fn script(&mut self) -> Tree {
        if self.pos >= self.end {
            return self.missing();
        }
        if let Some(tree) = self.loose_script() {
            return tree;
        }
        if let Some(mark) = self.mark_here() {
            return mark;
        }
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
        tree
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
        if !mark || partner <= at + 2 || self.tokens[at].class != Class::Open {
            return None;
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

    /// A sign with a number or letter, or several digits, without braces: `x^-1`, `x^10`. TeX takes
    /// the first token alone; what is meant is clear.
    fn loose_script(&mut self) -> Option<Tree> {
        let at = self.pos;
        let near = |i: usize| i < self.end && self.tokens[i].gap <= Gap::Back;
        let digit = |i: usize| i < self.end && self.tokens[i].class == Class::Digit;
        let sign = self.tokens[at].key == "-"
            && near(at + 1)
            && (digit(at + 1) || self.tokens[at + 1].class == Class::Letter);
        let digits = digit(at) && digit(at + 1) && near(at + 1);
        if !sign && !digits {
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
                continue;
            }
            if let Some((partner, width)) = self.ring_here(&tree) {
                tree = self.adjoined(tree, partner, width);
                continue;
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
        self.key_at(self.pos) == r"\{"
            && self.separator(self.pos + 1, *partner).is_none()
            && tree
                .root_symbol()
                .is_some_and(|name| evidence::transformation(name) && self.usage.is_function(name))
    }

    /// Whether what stands here may belong to the operand before it.
    fn attached(&self) -> bool {
        if self.pos >= self.end {
            return false;
        }
        let token = &self.tokens[self.pos];
        token.roles.may(Roles::POSTFIX)
            || match token.key.as_bytes() {
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

    fn stagger_here(&self) -> bool {
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

    fn postfix(&mut self) -> Option<crate::term::Op> {
        if self.marks[self.pos] != Mark::None {
            return None;
        }
        if self.key_at(self.pos) == r"\$"
            && self.tokens[self.pos - 1].class == Class::Digit
            && !self.starts_operand(self.pos + 1)
        {
            // `20\$`
            self.pos += 1;
            return self.table.named("dollars");
        }
        if !self.may(self.pos, Roles::POSTFIX) {
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

    /// Whether this is Pochhammer's symbol: a number in parentheses with a number below.
    fn rises(&self, args: &[Tree]) -> bool {
        let (base, count) = (&args[0], &args[1]);
        if !base.closed {
            return false;
        }
        let at = self.tokens.partition_point(|t| t.start < base.start);
        if self.tokens.get(at).is_none_or(|t| t.key != "(") {
            return false;
        }
        // `n` and `n_1`.
        fn letter(t: &Tree) -> Option<&str> {
            match t.head {
                Head::Index => t.root_symbol(),
                _ => t.symbol(),
            }
        }
        let small = |t: &Tree| {
            letter(t).is_some_and(|n| n.chars().count() == 1 && n.chars().all(char::is_lowercase))
        };
        let counts = |t: &Tree| letter(t).is_some_and(counts);
        let scalar = small(base)
            || matches!(&base.head, Head::Sum(_, signs) if signs.len() == 1 && small(&base.args[0]))
            || matches!(&base.head, Head::Apply(op) if *op == self.table.div)
            || matches!(&base.head, Head::Sum(_, signs) if signs.len() == 1
                && matches!(&base.args[0].head, Head::Apply(op) if *op == self.table.div))
            || matches!(base.head, Head::Sum(..))
                && (base.args.iter().any(|a| matches!(a.head, Head::Number(_)))
                    || counts(count)
                        && base.args.iter().all(small)
                        && base.args.iter().any(counts));
        let number = match &count.head {
            Head::Number(_) => small(base),
            Head::Sum(..) | Head::Product(_) => count.args.iter().any(counts),
            _ => counts(count),
        };
        scalar && number
    }

    /// `\operatorname*{argmax}_{x \in A} f(x)`: a word with a condition below it, applied to what
    /// follows.
    fn with_condition(&mut self, tree: Tree) -> Tree {
        let named = tree.head == Head::Index
            && tree
                .args
                .first()
                .and_then(Tree::symbol)
                .is_some_and(|n| n.contains("operatorname"));
        // `\operatorname*{maximize}_{x} f(x)`
        let optimum = || {
            tree.root_symbol().is_some_and(|n| {
                ["maximize", "minimize", "maximise", "minimise"]
                    .iter()
                    .any(|word| n.ends_with(&format!("{{{word}}}")))
            })
        };
        let condition = named
            && tree.args.len() > 1
            && (tree.args[1..].iter().all(|below| below.states()) || optimum());
        let Some(op) = self
            .table
            .under
            .filter(|_| condition && self.starts_operand(self.pos))
        else {
            return tree;
        };
        let start = tree.start;
        let body = self.expression(self.table.strength.product);
        let mut args = tree.args;
        if args.len() > 2 {
            let conditions = args.split_off(1);
            args.push(Tree::over(Head::Items, conditions));
        }
        args.push(body);
        let mut tree = Tree::over(Head::Apply(op), args);
        tree.start = start;
        tree
    }

    pub(super) fn with_scripts(
        &mut self,
        base: Tree,
        scripts: Scripts,
        staggered: bool,
        applied: &mut bool,
    ) -> Tree {
        let accent = matches!(base.head, Head::Apply(op) if Some(op) == self.table.accent);
        let (base, scripts) = match accent {
            true => self.remarked(base, scripts),
            false => (base, scripts),
        };
        let (base, scripts) = match self.indexes(&base, &scripts) {
            true => match self.family(base, scripts) {
                Ok(tree) => return tree,
                Err(parts) => *parts,
            },
            false => (base, scripts),
        };
        let (start, closed) = (base.start, base.closed);
        let end = self.span(self.pos - 1, self.pos).end;
        let mut tree = base;
        let fix = |mut tree: Tree| {
            (tree.start, tree.end, tree.closed) = (start, end, closed);
            tree
        };
        if let Some(sub) = scripts.sub {
            let mut args = Vec::with_capacity(2);
            args.push(tree);
            let braced = matches!(args[0].head, Head::Apply(op) if Some(op) == self.table.accent);
            let given = |ops: &[Op]| {
                let [op] = ops else { return false };
                Some(*op) == self.table.divides
            };
            match (sub.head, self.table.barred) {
                (Head::Items | Head::Sequence, _) if !sub.closed && !braced => {
                    args.extend(sub.args)
                }
                // `f_{X \mid Y}`
                (Head::Chain(ops), Some(barred)) if given(&ops) => {
                    args.push(Tree::over(Head::Apply(barred), sub.args));
                }
                (head, _) => args.push(Tree { head, ..sub }),
            }
            tree = fix(match self.table.rising {
                Some(op) if args.len() == 2 && scripts.primes == 0 && self.rises(&args) => {
                    Tree::over(Head::Apply(op), args)
                }
                _ => Tree::over(Head::Index, args),
            });
        }
        if scripts.primes > 0 {
            let count = Tree::new(
                Head::Number(scripts.primes.to_string().into()),
                Vec::new(),
                end,
                end,
            );
            tree = fix(Tree::over(Head::Prime, vec![tree, count]));
            *applied = false;
        }
        if let Some((rises, count)) = scripts.steps.map(|steps| *steps)
            && let Some(op) = self
                .table
                .named(if rises { "ascending" } else { "falling" })
        {
            tree = fix(Tree::over(Head::Apply(op), vec![tree, count]));
        }
        if let Some(sup) = scripts.sup {
            let function = tree
                .root_symbol()
                .is_some_and(|name| self.usage.is_function(name))
                && !*applied;
            let small = matches!(&sup.head, Head::Number(n) if !n.contains('.'))
                || matches!(sup.symbol(), Some("n" | "m" | "k"));
            let plain = small && (self.function_group(&tree) || tree.symbol() == Some("y"))
                || tree.symbol().is_some_and(|name| {
                    small
                        && (self.usage.usual(name)
                            || name.contains("operatorname")
                            || name.len() > 2 && self.table.is_function(name))
                });
            let bracketed = sup.closed && self.order(&sup);
            let order = bracketed && (function || plain) && !*applied;
            let head = if order {
                Head::Prime
            } else if let Some(op) = self
                .table
                .named("numbered")
                .filter(|_| bracketed && numbers(&tree, &sup))
            {
                Head::Apply(op)
            } else if self.upper(
                &tree,
                &sup,
                staggered || self.stagger_here(),
                scripts.up_first,
            ) {
                Head::Upper
            } else {
                Head::Power
            };
            let mut args = Vec::with_capacity(2);
            args.push(tree);
            match sup.head {
                Head::Items | Head::Sequence if head == Head::Upper && !sup.closed => {
                    args.extend(sup.args)
                }
                _ => args.push(sup),
            }
            tree = fix(Tree::over(head, args));
        }
        tree
    }
}

/// Whether a number in parentheses above a letter says which of several it is: `x^{(k)}`, `A^{(1)}`.
fn numbers(base: &Tree, sup: &Tree) -> bool {
    fn counts(tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(n) => n.bytes().all(|b| b.is_ascii_digit()),
            Head::Symbol(name) => matches!(
                name.as_str(),
                "i" | "j"
                    | "k"
                    | "l"
                    | "m"
                    | "n"
                    | "p"
                    | "r"
                    | "s"
                    | "t"
                    | "N"
                    | "a"
                    | "b"
                    | r"\ell"
                    | r"\nu"
                    | r"\alpha"
            ),
            Head::Sum(_, signs) => {
                tree.args.iter().all(counts)
                    && (signs.len() > 1 || signs.first().is_none_or(Option::is_none))
            }
            _ => false,
        }
    }
    let letter = match &base.head {
        Head::Symbol(_) => true,
        Head::Index | Head::Prime => base.args.first().is_some_and(|t| t.symbol().is_some()),
        _ => false,
    };
    letter && counts(sup)
}

fn unicode_superscript(key: &str) -> Option<char> {
    if key.len() < 2 || key.starts_with('\\') {
        return None;
    }
    let at = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        .iter()
        .position(|&s| s == key)?;
    char::from_digit(at as u32, 10)
}

/// Whether a letter is one that counts the factors of Pochhammer's symbol.
pub(in crate::latex) fn counts(name: &str) -> bool {
    matches!(name, "n" | "k" | "m" | "N" | "r")
}
