//! Operands: numbers, symbols, groups, commands, functions.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// One operand with its scripts and postfix signs.
    pub(super) fn operand(&mut self, min: Strength) -> Tree {
        if self.pos >= self.end {
            return self.missing();
        }
        if let Some(tree) = self.derivative_quotient().or_else(|| self.partial()) {
            return tree;
        }
        let roles: Vec<(&Role, usize)> = self.roles().collect();
        for (role, width) in roles {
            if let Some(tree) = self.known(role, width, min) {
                return tree;
            }
        }
        let base = self.primary();
        self.scripts(base)
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
                let strength = (4 * level).max(min.min(4 * level + 1));
                let body = self.expression(strength);
                let mut tree = Tree::over(Head::Apply(*op), vec![body]);
                tree.start = self.tokens[at].start;
                Some(tree)
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

    /// Whether a letter that is the name of a constant is it here.
    fn constant_here(&self) -> bool {
        match self.tokens[self.pos].key.as_ref() {
            "e" => self.usage.euler(),
            "i" | "j" => {
                self.usage.imaginary(&self.tokens[self.pos].key)
                    == crate::latex::usage::Imaginary::Unit
            }
            _ => true,
        }
    }

    /// A number, symbol, group or piece that is not understood.
    fn primary(&mut self) -> Tree {
        let at = self.pos;
        let token = &self.tokens[at];
        match token.class {
            Class::Digit => self.number(),
            Class::Letter | Class::Name => {
                self.pos += 1;
                Tree::new(
                    Head::Symbol(token.key.to_string()),
                    Vec::new(),
                    token.start,
                    token.end,
                )
            }
            Class::Open => match self.marks[at] {
                Mark::Open { partner, .. } => {
                    let mut tree = self.group(at + 1, partner, partner + 1);
                    tree.closed = true;
                    tree
                }
                _ => self.stray(),
            },
            Class::Begin => self.environment(),
            Class::Sign => match self.marks[at] {
                Mark::Open { partner, width } => self.fence(partner, width),
                _ if token.key == "." && self.starts_operand(at) => self.number(),
                _ if token.key == r"\root" => self.root(),
                _ if token.key.starts_with('\\') && self.starts_operand(at) => {
                    self.unknown_command()
                }
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

    /// Digits with a decimal point and grouped thousands.
    pub(super) fn number(&mut self) -> Tree {
        let from = self.pos;
        let digit = |p: &Self, n: usize| n < p.end && p.tokens[n].class == Class::Digit;
        let near = |p: &Self, n: usize| n < p.end && p.tokens[n].gap == Gap::None;
        let mut spelling = String::new();
        let mut point = false;
        loop {
            let n = self.pos;
            if digit(self, n) && (n == from || near(self, n)) {
                spelling.push_str(&self.tokens[n].key);
                self.pos += 1;
            } else if !point
                && self.key_at(n) == "."
                && (n == from || near(self, n))
                && digit(self, n + 1)
                && near(self, n + 1)
            {
                point = true;
                spelling.push('.');
                self.pos += 1;
            } else if self.key_at(n) == "{"
                && self.key_at(n + 1) == ","
                && self.key_at(n + 2) == "}"
                && digit(self, n + 3)
            {
                spelling.push_str("{,}");
                self.pos += 3;
            } else if self.thousands(n, &spelling) {
                spelling.push_str(r"\,");
                spelling.push_str(&self.tokens[n].key);
                self.pos += 1;
            } else {
                break;
            }
        }
        let span = self.span(from, self.pos);
        Tree::new(Head::Number(spelling), Vec::new(), span.start, span.end)
    }

    /// Whether a thin space and three digits follow at most three digits.
    fn thousands(&self, n: usize, before: &str) -> bool {
        let digit = |i: usize| i < self.end && self.tokens[i].class == Class::Digit;
        let tail = before.rsplit(r"\,").next().unwrap_or("");
        let first = !before.contains(r"\,");
        digit(n)
            && self.tokens[n].gap == Gap::Thin
            && (tail.len() == 3 || first && tail.len() <= 3)
            && !tail.is_empty()
            && (1..3).all(|i| digit(n + i) && self.tokens[n + i].gap == Gap::None)
            && !digit(n + 3)
    }

    /// The spelling of a token of this group; empty past its end.
    pub(super) fn key_at(&self, at: usize) -> &str {
        self.tokens
            .get(at)
            .filter(|_| at < self.end)
            .map_or("", |t| t.key.as_ref())
    }

    /// `\partial_x f`, or the boundary of what follows.
    fn partial(&mut self) -> Option<Tree> {
        let at = self.pos;
        if !matches!(self.tokens[at].key.as_ref(), r"\partial" | "∂") {
            return None;
        }
        let start = self.tokens[at].start;
        self.pos += 1;
        let scripts = self.read_scripts();
        let (Some((_, pdiff)), Some(boundary)) = (self.table.derivative, self.table.boundary)
        else {
            return None;
        };
        let body = self.expression(self.table.strength.product + 1);
        let mut tree = match scripts.sub {
            Some(variable) => {
                let place = variable.end;
                let one = Tree::new(Head::Number("1".to_owned()), Vec::new(), place, place);
                let order = scripts.sup.unwrap_or(one);
                Tree::over(Head::Apply(pdiff), vec![variable, order, body])
            }
            None => Tree::over(Head::Apply(boundary), vec![body]),
        };
        tree.start = start;
        Some(tree)
    }

    /// A letter under an accent is a symbol of its own; over anything else the accent is a command.
    fn accented(&mut self) -> Option<Tree> {
        let at = self.pos;
        let accent = self.tokens[at].key.to_string();
        if !ACCENTS.contains(&accent.as_str()) {
            return None;
        }
        let over = at + 1;
        let (token, after) = match self.marks.get(over).copied().filter(|_| over < self.end)? {
            Mark::Open { partner, .. }
                if self.tokens[over].class == Class::Open && partner == over + 2 =>
            {
                (over + 1, partner + 1)
            }
            _ => (over, over + 1),
        };
        let letter = &self.tokens[token];
        let single = matches!(letter.class, Class::Letter | Class::Name);
        let name = if single {
            format!("{accent}{{{}}}", letter.key)
        } else {
            // Several letters, as in `\vec{AB}`, are one name too.
            let Some(Mark::Open { partner, .. }) = self.marks.get(over).copied() else {
                return None;
            };
            let inside = &self.tokens[over + 1..partner];
            if inside.is_empty()
                || !inside
                    .iter()
                    .all(|t| matches!(t.class, Class::Letter | Class::Digit))
            {
                return None;
            }
            let letters: String = inside.iter().map(|t| t.key.as_ref()).collect();
            self.pos = partner + 1;
            let span = self.span(at, self.pos);
            return Some(Tree::new(
                Head::Symbol(format!("{accent}{{{letters}}}")),
                Vec::new(),
                span.start,
                span.end,
            ));
        };
        self.pos = after;
        let span = self.span(at, after);
        Some(Tree::new(
            Head::Symbol(name),
            Vec::new(),
            span.start,
            span.end,
        ))
    }

    /// `\root n \of x`.
    fn root(&mut self) -> Tree {
        let at = self.pos;
        let found = (at + 1..self.end.min(at + 60)).find(|&i| self.tokens[i].key == r"\of");
        let (Some(of), Some(op)) = (found, self.table.root) else {
            self.pos += 1;
            self.unknown(at);
            return self.opaque(at, at + 1);
        };
        let index = self.group(at + 1, of, of + 1);
        let radicand = self.argument();
        let mut tree = Tree::over(Head::Apply(op), vec![radicand, index]);
        tree.start = self.tokens[at].start;
        tree
    }

    /// A command that nothing is known about, with the groups right after it.
    fn unknown_command(&mut self) -> Tree {
        if let Some(tree) = self.accented() {
            return tree;
        }
        let at = self.pos;
        self.unknown(at);
        self.pos += 1;
        while let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos).copied() {
            if self.pos >= self.end || self.tokens[self.pos].class != Class::Open {
                break;
            }
            self.pos = partner + 1;
        }
        self.opaque(at, self.pos)
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
                    Head::Number(token.key.to_string()),
                    Vec::new(),
                    token.start,
                    token.end,
                )
            }
            _ => {
                let roles: Vec<(&Role, usize)> = self.roles().collect();
                for (role, width) in roles {
                    match role {
                        Role::Command { op, args, optional } => {
                            self.pos += width;
                            if self.depth >= super::DEEPEST {
                                return self.too_deep();
                            }
                            self.depth += 1;
                            let tree = self.command(*op, *args, optional.as_deref(), at);
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
                self.primary()
            }
        }
    }

    /// The arguments of a command whose name has been read.
    fn command(&mut self, op: Op, args: usize, optional: Option<&str>, at: usize) -> Tree {
        if op == self.table.div
            && let Some(tree) = self.derivative_fraction(at)
        {
            return tree;
        }
        let mut extra = None;
        if let Some(default) = optional {
            let open = self.pos;
            let bracket = self.tokens.get(open).is_some_and(|t| t.key == "[") && open < self.end;
            extra = Some(match self.marks.get(open).copied() {
                Some(Mark::Open { partner, .. }) if bracket => {
                    self.group(open + 1, partner, partner + 1)
                }
                _ => {
                    let place = self.span(at, at + 1).end;
                    Tree::new(Head::Number(default.to_owned()), Vec::new(), place, place)
                }
            });
        }
        let first = if op == self.table.div && self.integrals > 0 {
            self.numerator()
        } else {
            self.argument()
        };
        let mut parts = vec![first];
        parts.extend((1..args).map(|_| self.argument()));
        parts.extend(extra);
        let mut tree = Tree::over(Head::Apply(op), parts);
        tree.start = self.tokens[at].start;
        self.scripts(tree)
    }

    /// A named function: scripts, then its argument with or without brackets.
    fn function(
        &mut self,
        op: Op,
        inverse: Option<Op>,
        base: Option<Op>,
        brackets: bool,
        width: usize,
    ) -> Option<Tree> {
        let at = self.pos;
        let start = self.tokens[at].start;
        self.pos += width;
        let scripts = self.read_scripts();
        let braced = self.key_at(self.pos) == "{" && self.key_at(self.pos + 1) == "(";
        if brackets && !((self.bracket_here() || braced) && scripts.is_empty()) {
            self.pos = at;
            return None;
        }
        let args = self.function_arguments();
        let closed = args.last().is_some_and(|a| a.closed);
        let mut op = op;
        let mut all = Vec::new();
        let mut power = None;
        if let Some(sub) = scripts.sub {
            if let Some(with_base) = base {
                op = with_base;
                all.push(sub);
            } else {
                let span = (sub.start, sub.end);
                self.warn(
                    "function-index",
                    "an index of a function is kept as it stands",
                    span.0..span.1,
                    "",
                );
                all.push(sub);
            }
        }
        if let Some(sup) = scripts.sup {
            match inverse {
                Some(inverse) if minus_one(&sup) => op = inverse,
                _ => power = Some(sup),
            }
        }
        all.extend(args);
        let mut tree = Tree::over(Head::Apply(op), all);
        tree.start = start;
        tree.closed = closed;
        if let Some(power) = power {
            tree = Tree::over(Head::Power, vec![tree, power]);
            tree.start = start;
            tree.closed = closed;
        }
        Some(if closed { self.scripts(tree) } else { tree })
    }

    /// Whether a parenthesis or square bracket opens here.
    pub(super) fn bracket_here(&self) -> bool {
        self.pos < self.end
            && matches!(self.tokens[self.pos].key.as_ref(), "(" | "[")
            && matches!(self.marks[self.pos], Mark::Open { .. })
    }

    /// The arguments of a function: a group, or the factors that follow.
    fn function_arguments(&mut self) -> Vec<Tree> {
        if self.pos >= self.end {
            return vec![self.missing()];
        }
        let brace =
            self.tokens[self.pos].class == Class::Open || self.tokens[self.pos].key == r"\{";
        if brace
            && self.tokens[self.pos].key == r"\{"
            && let Mark::Open { partner, width } = self.marks[self.pos]
        {
            return vec![self.fence(partner, width)];
        }
        if (brace || self.bracket_here())
            && let Mark::Open { partner, width } = self.marks[self.pos]
        {
            let inside = self.group(self.pos + width, partner, partner + width);
            let items = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            let mut items: Vec<Tree> = items;
            if let Some(last) = items.last_mut() {
                last.closed = true;
            }
            return items;
        }
        vec![self.open_argument()]
    }

    /// The argument of a function without brackets: factors up to the next function, bracket, blank
    /// command or sign.
    fn open_argument(&mut self) -> Tree {
        let strength = self.table.strength.product + 1;
        let mut argument = self.expression(strength);
        argument.closed = false;
        while self.pos < self.end && self.tokens[self.pos].gap < Gap::Thin {
            let number = matches!(argument.head, Head::Number(_));
            let bracket = matches!(self.marks[self.pos], Mark::Open { .. }) && !number;
            let big = self.roles().any(|(role, _)| match role {
                Role::Function { needs_brackets, .. } => !needs_brackets,
                Role::Operatorname { letter, .. } => !letter,
                Role::Bound { .. } => true,
                _ => false,
            });
            if bracket || big || !matches!(self.next(&argument), super::Next::Beside) {
                break;
            }
            let before = self.pos;
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            argument = self.multiply(argument, Join::Beside, factor);
            argument.closed = false;
        }
        argument
    }

    /// `E[X]`, `P(A \mid B)`.
    fn operator_name(
        &mut self,
        op: Op,
        given: Option<Op>,
        letter: bool,
        width: usize,
    ) -> Option<Tree> {
        let at = self.pos;
        let name = self.tokens[at].key.clone();
        let start = self.tokens[at].start;
        let after = at + width;
        let open = self.tokens.get(after).filter(|_| after < self.end);
        let square = open.is_some_and(|t| t.key == "[");
        if letter && !(square && self.usage_square(&name) || self.usage.is_operator(&name)) {
            return None;
        }
        self.pos = after;
        let scripts = self.read_scripts();
        let bracket = self.bracket_here()
            || self.pos < self.end
                && matches!(self.tokens[self.pos].key.as_ref(), r"\{" | r"\lbrace" | "{");
        let Some(Mark::Open { partner, width }) =
            self.marks.get(self.pos).copied().filter(|_| bracket)
        else {
            if letter || !self.starts_operand(self.pos) || scripts.sub.is_some() {
                self.pos = at;
                return None;
            }
            let argument = self.open_argument();
            let mut tree = Tree::over(Head::Apply(op), vec![argument]);
            tree.start = start;
            return Some(tree);
        };
        let mut args = self.event(self.pos + width, partner, partner + width);
        let op = match given {
            Some(given) if args.len() == 2 && args[1].1 => given,
            _ => op,
        };
        let args = args.drain(..).map(|(tree, _)| tree).collect();
        let mut tree = Tree::over(Head::Apply(op), args);
        tree.start = start;
        tree.end = self.tokens[partner].end;
        tree = tree.close();
        if let Some(sup) = scripts.sup {
            tree = Tree::over(Head::Power, vec![tree, sup]).close();
        }
        Some(self.scripts(tree))
    }

    fn usage_square(&self, name: &str) -> bool {
        matches!(name, "E" | "P")
    }

    /// The arguments inside the brackets of `P(…)`, each with whether a bar stands before it.
    fn event(&mut self, from: usize, to: usize, after: usize) -> Vec<(Tree, bool)> {
        let bar = self.separator(from, to);
        match bar {
            Some(bar) => {
                let left = self.group(from, bar, bar);
                let right = self.group(bar + 1, to, after);
                vec![(left, false), (right, true)]
            }
            None => {
                let inside = self.group(from, to, after);
                match inside.head {
                    Head::Items if !inside.closed && !inside.args.iter().any(Tree::states) => {
                        inside.args.into_iter().map(|a| (a, false)).collect()
                    }
                    _ => vec![(inside, false)],
                }
            }
        }
    }
}

/// Accents that make another symbol of a letter.
const ACCENTS: &[&str] = &[
    r"\hat",
    r"\widehat",
    r"\tilde",
    r"\widetilde",
    r"\vec",
    r"\overrightarrow",
    r"\dot",
    r"\ddot",
    r"\dddot",
    r"\check",
    r"\breve",
    r"\acute",
    r"\grave",
    r"\mathring",
    r"\vv",
    r"\underline",
    r"\overleftarrow",
    r"\overleftrightarrow",
    r"\mathbf",
    r"\boldsymbol",
];

/// Whether the exponent is `-1`.
pub(in crate::latex) fn minus_one(tree: &Tree) -> bool {
    matches!(&tree.head, Head::Sum(_, signs) if matches!(signs.as_slice(), [Some(_)]))
        && matches!(&tree.args[0].head, Head::Number(n) if n == "1")
}
