//! Operands: numbers, symbols, groups, commands, functions.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::name::{Bytes, Name};
use crate::latex::table::{Role, Roles};
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// One operand with its scripts and postfix signs.
    pub(super) fn operand(&mut self, min: Strength) -> Tree {
        if self.pos >= self.end {
            return self.missing();
        }
        let opens = self.tokens[self.pos].class == Class::Sign
            && matches!(self.tokens[self.pos].key.as_ref(), "(" | "[" | "|");
        if self.shells_here()
            && let Some(tree) = self.configuration()
        {
            return self.scripts(tree);
        }
        if !opens
            && !self.ordinary()
            && self.remarkable()
            && let Some(tree) = self.within_notation()
        {
            return tree;
        }
        debug_assert!(
            opens || self.ordinary() || self.remarkable() || self.notation().is_none(),
            "a command of a notation is not in SHAPED"
        );
        if self.may(self.pos, Roles::OPERAND) || self.may(self.pos, Roles::PREFIX) {
            for (role, width) in self.roles() {
                if let Some(tree) = self.known(role, width, min) {
                    return tree;
                }
            }
        }
        let named = self.numbered_letter().or_else(|| self.group_name());
        let base = match named {
            Some(name) => name,
            None => self.primary(),
        };
        self.scripts(base)
    }

    /// A notation, which may read the next operand by itself: `\triangle \triangle \cdots`.
    fn within_notation(&mut self) -> Option<Tree> {
        if self.depth >= super::DEEPEST {
            return Some(self.too_deep());
        }
        self.depth += 1;
        let tree = self.notation();
        self.depth -= 1;
        tree
    }

    /// `B1`: a capital letter right before digits is one name, as nobody writes a product so.
    fn numbered_letter(&mut self) -> Option<Tree> {
        let at = self.pos;
        let token = &self.tokens[at];
        let capital = token.class == Class::Letter
            && matches!(token.key.as_bytes(), [b] if b.is_ascii_uppercase());
        let digit = |i: usize| {
            i < self.end
                && self.tokens[i].class == Class::Digit
                && self.tokens[i].start == self.tokens[i - 1].end
        };
        if !capital || !digit(at + 1) || !self.ended_before_letter(at) {
            return None;
        }
        let digits = (at + 1..self.end).take_while(|&i| digit(i)).take(4).count();
        if digits > 3 || self.key_at(at + 1 + digits) == "." {
            return None;
        }
        let name: String = self.tokens[at..=at + digits]
            .iter()
            .map(|t| t.key.as_ref())
            .collect();
        let span = self.span(at, at + digits + 1);
        self.pos = at + digits + 1;
        Some(Tree::new(
            Head::Symbol(name.into()),
            Vec::new(),
            span.start,
            span.end,
        ))
    }

    /// Whether no letter or digit stands right before this one, with which it would be a word.
    fn ended_before_letter(&self, at: usize) -> bool {
        at.checked_sub(1).is_none_or(|before| {
            let token = &self.tokens[before];
            !matches!(token.class, Class::Letter | Class::Digit)
                || self.tokens[at].start > token.end
        })
    }

    /// Whether none of the notations with a shape of their own starts here: a digit, or a letter
    /// that is no differential, no measure and no point.
    pub(super) fn ordinary(&self) -> bool {
        let token = &self.tokens[self.pos];
        match (token.class, token.key.as_bytes()) {
            (Class::Digit, _) => true,
            (Class::Letter, [b]) => b.is_ascii_lowercase() && !matches!(b, b'd' | b'm'),
            _ => false,
        }
    }

    /// Whether a digit or letter stands here that is nothing else.
    pub(super) fn plain_here(&self) -> bool {
        self.pos < self.end
            && !self.tokens[self.pos].roles.may(Roles::READ)
            && self.ordinary()
            && !self.shells_here()
    }

    /// Whether a notation of [`Self::notation`] may start here, by the first bytes of the token.
    fn remarkable(&self) -> bool {
        let token = &self.tokens[self.pos];
        match (token.class, token.key.as_bytes()) {
            (Class::Sign, [b]) => matches!(b, b':' | b'_' | b'^'),
            (Class::Letter | Class::Sign, [b'\\', b, ..]) => SHAPED.has(*b),
            _ => true,
        }
    }

    /// An operand whose shape no reading of the vocabulary covers; its first token is in
    /// [`SHAPED`].
    fn notation(&mut self) -> Option<Tree> {
        self.figure()
            .or_else(|| self.derivative_quotient())
            .or_else(|| self.partial())
            .or_else(|| self.nabla())
            .or_else(|| self.wave())
            .or_else(|| self.differential_form())
            .or_else(|| self.change())
            .or_else(|| self.ordered())
            .or_else(|| self.before())
            .or_else(|| self.arc())
            .or_else(|| self.abstraction())
            .or_else(|| self.derivative_of_map())
    }

    /// An abstraction of the lambda calculus: `\lambda x.\,xy`, `\lambda xy.\,x`.
    fn abstraction(&mut self) -> Option<Tree> {
        let at = self.pos;
        if self.key_at(at) != r"\lambda" {
            return None;
        }
        let op = self.table.named("abstraction")?;
        if let Some((variable, dot)) = self.typed_variable(at + 1) {
            // `\lambda x : A.\,t`
            self.pos = dot + 1;
            let body = self.abstracted();
            let mut tree = Tree::over(Head::Apply(op), vec![variable, body]);
            tree.start = self.tokens[at].start;
            return Some(tree);
        }
        let letter = |i: usize| {
            let token = &self.tokens[i];
            i < self.end && token.class == Class::Letter && token.short()
        };
        let names = (at + 1..self.end).take_while(|&i| letter(i)).count();
        let dot = at + 1 + names;
        let body = dot + 1;
        if !(1..5).contains(&names) || body >= self.end || self.key_at(dot) != "." {
            return None;
        }
        // `A x = \lambda x. 2` ends a sentence.
        let begins = at == 0 || self.key_at(at - 1) == "(";
        if !self.starts_operand(body) || !begins && self.tokens[body].class == Class::Digit {
            return None;
        }
        let name = |i: usize| {
            let token = &self.tokens[i];
            let head = Head::Symbol(token.key.as_ref().into());
            Tree::new(head, Vec::new(), token.start, token.end)
        };
        let mut args: Vec<Tree> = (at + 1..dot).map(name).collect();
        self.pos = body;
        args.push(self.abstracted());
        let mut tree = Tree::over(Head::Apply(op), args);
        tree.start = self.tokens[at].start;
        Some(tree)
    }

    /// An operand that the vocabulary names.
    fn known(&mut self, role: &Role, width: usize, min: Strength) -> Option<Tree> {
        let at = self.pos;
        match role {
            Role::Prefix { op, level } if *level != self.table.sum => {
                self.pos += width;
                if self.table.quantifiers.contains(op) {
                    return Some(self.quantified(*op, at));
                }
                if Some(*op) == self.table.named("dollars") && self.pauses_at(self.pos) {
                    // `costs 5 \$, but`: a sign behind what it says, or one that is spoken of.
                    let nothing = self.missing();
                    return Some(self.prefixed(*op, nothing, self.tokens[at].start));
                }
                let strength = (4 * level).max(min.min(4 * level + 1));
                if let Some(difference) = self.relative_complement(at, strength) {
                    return Some(difference);
                }
                let mut body = self.expression(strength);
                if Some(*op) == self.table.named("not") {
                    body = self.governed_closely(body);
                    if let Some(statement) = self.denied_first(*op, &mut body, at) {
                        return Some(statement);
                    }
                }
                Some(self.prefixed(*op, body, self.tokens[at].start))
            }
            Role::Command { op, args, optional } => {
                self.pos += width;
                Some(self.command(*op, *args, optional.as_deref(), at))
            }
            Role::Function {
                op,
                inverse,
                base,
                needs_brackets,
            } => self.function(*op, *inverse, *base, *needs_brackets, width),
            Role::Bound {
                op,
                over,
                cond,
                bare,
            } => {
                let limits = super::big::Big {
                    op: *op,
                    over: *over,
                    cond: *cond,
                    bare: *bare,
                };
                self.big(&limits, width)
            }
            Role::Constant { op } => {
                if width == 1 && !self.constant_here() {
                    return None;
                }
                self.pos += width;
                let span = self.span(at, self.pos);
                let tree = Tree::new(Head::Apply(*op), Vec::new(), span.start, span.end);
                Some(self.scripts(tree))
            }
            Role::Operatorname { op, given, letter } => {
                self.operator_name(*op, *given, *letter, width)
            }
            _ => None,
        }
    }

    /// Whether a comma or a relation stands here.
    fn pauses_at(&self, at: usize) -> bool {
        matches!(self.key_at(at), "," | ";") || self.is_relation(at)
    }

    /// A number, symbol, group or piece that is not understood.
    pub(super) fn primary(&mut self) -> Tree {
        let at = self.pos;
        let token = &self.tokens[at];
        match token.class {
            Class::Digit => {
                let number = self.number();
                match self.goes_on(&number) {
                    Some(op) => Tree::over(Head::Apply(op), vec![number]).close(),
                    None => {
                        let number = self.lettered_digits(number);
                        self.mixed(number)
                    }
                }
            }
            Class::Words
                if crate::latex::phrases::leads(super::fence::said(token), &self.table.lexicon) =>
            {
                self.phrase()
            }
            Class::Words | Class::Name if self.names_next(at) => self.phrase(),
            Class::Words | Class::Name
                if super::program::begins_program(token, &self.table.lexicon) =>
            {
                match self.told_program() {
                    Some(program) => program,
                    None => self.name_alone(),
                }
            }
            Class::Letter | Class::Name | Class::Words => self.name_alone(),
            Class::Open => match self.marks[at] {
                Mark::Open { partner, .. } => {
                    if let Some(pair) = self.stacked_pair(at + 1, partner, partner + 1) {
                        return pair;
                    }
                    let mut tree = self.group(at + 1, partner, partner + 1);
                    tree.closed = true;
                    self.dangling(tree)
                }
                _ => self.stray(),
            },
            Class::Begin => self.environment(),
            Class::Sign => match self.marks[at] {
                Mark::Open { partner, width } => self.fence(partner, width),
                _ if token.key == "." && self.starts_operand(at) => self.number(),
                _ if token.key == "?" => {
                    self.pos += 1;
                    Tree::new(Head::Symbol("?".into()), Vec::new(), token.start, token.end)
                }
                _ if token.key == r"\root" => self.root(),
                _ if self.subfactorial_at(at) => self.subfactorial(),
                _ if token.key.starts_with('\\') && self.starts_operand(at) => {
                    self.unknown_command()
                }
                // `F \wedge \star F`: the dual of a form.
                _ if token.key == r"\star"
                    && self.starts_operand(at + 1)
                    && let Some(op) = self.table.named("opmul") =>
                {
                    let sign = self.sign_symbol(at);
                    self.pos += 1;
                    let form = self.expression(self.table.strength.product + 1);
                    Tree::over(Head::Apply(op), vec![sign, form])
                }
                // `\text{iff } \vdash A`
                _ if self.entails_at(at) => self.blank(),
                _ if self
                    .roles()
                    .any(|(role, _)| matches!(role, Role::Infix { .. })) =>
                {
                    self.missing()
                }
                _ => self.stray(),
            },
            _ => self.stray(),
        }
    }

    /// The token here as a name.
    fn name_alone(&mut self) -> Tree {
        let token = &self.tokens[self.pos];
        self.pos += 1;
        Tree::new(
            Head::Symbol(Name::of(token)),
            Vec::new(),
            token.start,
            token.end,
        )
    }

    /// One argument of a command: a group, or a single token.
    pub(super) fn argument(&mut self) -> Tree {
        if self.pos >= self.end {
            return self.missing();
        }
        let at = self.pos;
        let token = &self.tokens[at];
        match (token.class, self.marks[at]) {
            (Class::Open, Mark::Open { partner, .. }) => self.group(at + 1, partner, partner + 1),
            (Class::Digit, _) => {
                self.pos += 1;
                Tree::new(
                    Head::Number(Name::of(token)),
                    Vec::new(),
                    token.start,
                    token.end,
                )
            }
            _ => {
                for (role, width) in self.roles() {
                    match role {
                        Role::Command { op, args, optional } => {
                            self.pos += width;
                            if self.depth >= super::DEEPEST {
                                return self.too_deep();
                            }
                            self.depth += 1;
                            // What follows is a script of what this is an argument of.
                            let tree = self.command_alone(*op, *args, optional.as_deref(), at);
                            self.depth -= 1;
                            return tree;
                        }
                        Role::Constant { op } if width > 1 || self.constant_here() => {
                            self.pos += width;
                            let span = self.span(at, self.pos);
                            return Tree::new(Head::Apply(*op), Vec::new(), span.start, span.end);
                        }
                        _ => {}
                    }
                }
                // `\bar\partial`, `\bar\nabla`
                if matches!(self.key_at(at), r"\partial" | "∂" | r"\nabla" | "∇") {
                    self.pos += 1;
                    return self.sign_symbol(at);
                }
                self.primary()
            }
        }
    }

    /// The arguments of a command whose name has been read.
    fn command(&mut self, op: Op, args: usize, optional: Option<&str>, at: usize) -> Tree {
        let tree = self.command_alone(op, args, optional, at);
        self.scripts(tree)
    }

    fn command_alone(&mut self, op: Op, args: usize, optional: Option<&str>, at: usize) -> Tree {
        if op == self.table.div
            && let Some(tree) = self.derivative_fraction(at).or_else(|| self.rule(at))
        {
            return tree;
        }
        if Some(op) == self.table.usual.conj
            && let Some(tree) = self.overlined(at)
        {
            return tree;
        }
        if Some(op) == self.table.usual.conj
            && let Some(name) = self.lined_function(at)
        {
            return self.scripts(name);
        }
        let mut extra = None;
        if let Some(default) = optional {
            let open = self.pos;
            let bracket = self.tokens.get(open).is_some_and(|t| t.key == "[") && open < self.end;
            extra = Some(match self.marks.get(open).copied() {
                Some(Mark::Open { partner, .. }) if bracket && partner > open + 1 => {
                    self.group(open + 1, partner, partner + 1)
                }
                mark => {
                    // `\sqrt[]{x}`
                    if bracket && matches!(mark, Some(Mark::Open { .. })) {
                        self.pos = open + 2;
                    }
                    let place = self.span(at, at + 1).end;
                    Tree::new(Head::Number(default.into()), Vec::new(), place, place)
                }
            });
        }
        let first = if op == self.table.div && self.integrals > 0 {
            self.numerator()
        } else {
            self.argument()
        };
        let mut parts = Vec::with_capacity(args + usize::from(extra.is_some()));
        parts.push(first);
        parts.extend((1..args).map(|_| self.argument()));
        parts.extend(extra);
        let mut tree = Tree::over(Head::Apply(op), parts);
        tree.start = self.tokens[at].start;
        tree
    }
}

/// The letters that commands begin with which begin a notation: figures, arcs, derivatives,
/// differentials, changes.
const SHAPED: Bytes = Bytes::of(b"%abdlmnopstvwBD");

/// Whether the exponent is `-T`.
pub(in crate::latex) fn minus_transposed(tree: &Tree) -> bool {
    matches!(&tree.head, Head::Sum(_, signs) if matches!(signs.as_slice(), [Some(_)]))
        && matches!(tree.args[0].symbol(), Some("T" | "H"))
}

/// Whether the exponent is `-1`.
pub(in crate::latex) fn minus_one(tree: &Tree) -> bool {
    matches!(&tree.head, Head::Sum(_, signs) if matches!(signs.as_slice(), [Some(_)]))
        && matches!(&tree.args[0].head, Head::Number(n) if n == "1")
}
