//! From tokens to a surface tree: operator precedence over the vocabulary's readings.

mod big;
mod derivative;
mod fence;
mod operand;
mod quantifier;
mod script;

pub(in crate::latex) use operand::minus_one;

use super::matching::Mark;
use super::table::{Role, Table};
use super::token::{Class, Gap, Token};
use super::tree::{Head, Join, Tree};
use super::usage::Usage;
use crate::diagnostic::{Diagnostic, nearest};
use crate::term::Op;
use crate::vocabulary::Assoc;

/// Groups, scripts and prefixes nested deeper than this become one piece that is not understood.
pub(super) const DEEPEST: usize = 200;

/// The strength of a connection: four times the vocabulary's level, with room between levels.
type Strength = u8;

pub(super) struct Parser<'t> {
    pub(super) table: &'t Table,
    pub(super) tokens: &'t [Token<'t>],
    pub(super) marks: &'t [Mark],
    pub(super) usage: &'t Usage,
    pub(super) complaints: Vec<Diagnostic>,
    pub(super) pos: usize,
    /// The end of the group that is being read.
    pub(super) end: usize,
    depth: usize,
    /// Where differentials end the operand: the number of integrals open in this group.
    integrals: usize,
    /// Whether declarations are being read: a set constant is not multiplied.
    declaring: bool,
    /// The token at which the current declaration starts.
    item_start: usize,
    /// What unknown commands may have meant.
    suggestions: std::collections::BTreeMap<String, Option<String>>,
    /// Names bound by the operators with limits around the current place.
    bound: Vec<String>,
    /// The variable of a differential found inside a fraction.
    found: Option<Tree>,
}

/// What joins the operand before to what follows.
enum Next {
    Infix {
        op: Op,
        strength: Strength,
        assoc: Assoc,
        width: usize,
    },
    Signed {
        sign: Option<Op>,
        width: usize,
    },
    /// `\not` before the sign of a relation.
    Negated {
        op: Op,
        strength: Strength,
        width: usize,
    },
    /// `\pmod` after a congruence.
    Modulo {
        width: usize,
    },
    /// `f: A \to B`.
    Maps,
    Comma,
    Beside,
    Stop,
}

impl<'t> Parser<'t> {
    pub(super) fn new(
        table: &'t Table,
        tokens: &'t [Token<'t>],
        marks: &'t [Mark],
        usage: &'t Usage,
    ) -> Self {
        Self {
            table,
            tokens,
            marks,
            usage,
            complaints: Vec::new(),
            pos: 0,
            end: tokens.len(),
            depth: 0,
            integrals: 0,
            declaring: false,
            item_start: 0,
            suggestions: std::collections::BTreeMap::new(),
            bound: Vec::new(),
            found: None,
        }
    }

    /// Reads the whole formula; punctuation at its end is left out, with a warning.
    pub(super) fn formula(&mut self) -> Tree {
        while let Some(last) = self.end.checked_sub(1) {
            let token = &self.tokens[last];
            let ellipsis = last > 1 && self.tokens[last - 2..=last].iter().all(|t| t.key == ".");
            if last == 0
                || ellipsis
                || !matches!(token.key.as_ref(), "." | "," | ";")
                || token.side != super::token::Side::None
            {
                break;
            }
            let span = token.start..token.end;
            self.warn(
                "punctuation",
                "the sign at the end is not part of the formula",
                span,
                "left out",
            );
            self.end = last;
        }
        self.all()
    }

    /// Reads everything up to the end of the group.
    pub(super) fn all(&mut self) -> Tree {
        let mut pieces = Vec::new();
        while self.pos < self.end {
            let before = self.pos;
            if pieces.is_empty() && self.relation_here() {
                let left = self.blank();
                pieces.push(self.continued(left, 0));
            } else if self.starts_operand(self.pos)
                || self.sign_here().is_some()
                || self.prefix_here()
            {
                let piece = self.expression(0);
                match (
                    &piece.head,
                    pieces
                        .last()
                        .is_some_and(|p: &Tree| !matches!(p.head, Head::Words(_))),
                ) {
                    (Head::Declared(op), true) => {
                        // `x^2 \ge 0 \quad \forall x \in \mathbb{R}`
                        let head = Head::Quantified(*op);
                        let mut parts = piece.args;
                        parts.extend(pieces.pop());
                        pieces.push(Tree::over(head, parts));
                    }
                    _ => pieces.push(piece),
                }
            }
            if self.pos < self.end {
                if self.prefix_here() && self.pos > before {
                    continue;
                }
                if let Some(words) = self.words() {
                    pieces.push(words);
                } else if self.pos == before
                    || !self.starts_operand(self.pos) && !self.prefix_here()
                {
                    pieces.push(self.stray());
                }
            }
        }
        match pieces.len() {
            0 => self.missing(),
            1 => pieces.remove(0),
            _ => self.sequence(pieces),
        }
    }

    fn sequence(&mut self, pieces: Vec<Tree>) -> Tree {
        Tree::over(Head::Sequence, pieces)
    }

    /// Reads the group between tokens `from` and `to`, and goes on after `after`.
    pub(super) fn group(&mut self, from: usize, to: usize, after: usize) -> Tree {
        let saved = (self.end, self.integrals, self.declaring);
        (self.pos, self.end, self.integrals, self.declaring) = (from, to, 0, false);
        let tree = if self.depth >= DEEPEST {
            self.too_deep()
        } else {
            self.all()
        };
        (self.end, self.integrals, self.declaring) = saved;
        self.pos = after;
        tree
    }

    fn too_deep(&mut self) -> Tree {
        let (from, to) = (self.pos, self.end);
        let span = self.span(from, to);
        if !self.complaints.iter().any(|c| c.id == "too-deep") {
            self.complain(
                "too-deep",
                format!("nested more than {DEEPEST} levels deep"),
                span,
                "kept as it stands",
            );
        }
        self.pos = to;
        self.opaque(from, to)
    }

    pub(super) fn span(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let last = self.tokens.last().map_or(0, |t| t.end);
        let start = self.tokens.get(from).map_or(last, |t| t.start);
        let end = to
            .checked_sub(1)
            .and_then(|i| self.tokens.get(i))
            .map_or(start, |t| t.end);
        start..end.max(start)
    }

    pub(super) fn opaque(&mut self, from: usize, to: usize) -> Tree {
        let span = self.span(from, to);
        Tree::new(Head::Opaque(from, to), Vec::new(), span.start, span.end).close()
    }

    pub(super) fn complain(
        &mut self,
        id: &'static str,
        message: impl Into<String>,
        span: std::ops::Range<usize>,
        label: &str,
    ) {
        self.complaints
            .push(Diagnostic::error(id, message, span, label));
    }

    pub(super) fn warn(
        &mut self,
        id: &'static str,
        message: &str,
        span: std::ops::Range<usize>,
        label: &str,
    ) {
        self.complaints
            .push(Diagnostic::warning(id, message, span, label));
    }

    /// An operand that is not there.
    fn missing(&mut self) -> Tree {
        let at = self.pos.min(self.end);
        let place = self.span(at, at).start;
        let place = if at == self.end {
            at.checked_sub(1)
                .and_then(|i| self.tokens.get(i))
                .map_or(place, |t| t.end)
        } else {
            place
        };
        self.complain(
            "expected-operand",
            "something is missing here",
            place..place,
            "expected a number, symbol or group",
        );
        Tree::new(Head::Opaque(at, at), Vec::new(), place, place)
    }

    /// A side or entry that the source leaves out.
    fn blank(&mut self) -> Tree {
        let place = self.span(self.pos, self.pos).start;
        match self.table.blank {
            Some(op) => Tree::new(Head::Apply(op), Vec::new(), place, place),
            None => self.missing(),
        }
    }

    /// Whether the sign of a relation or an implication stands here.
    fn relation_here(&self) -> bool {
        self.roles().any(|(role, _)| matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level <= self.table.relation))
            && !self.starts_operand(self.pos)
    }

    fn stray(&mut self) -> Tree {
        let at = self.pos;
        self.pos += 1;
        let token = &self.tokens[at];
        let (key, span) = (token.key.to_string(), token.start..token.end);
        let bracket = matches!(
            token.class,
            Class::Close | Class::Open | Class::Begin | Class::End
        ) || matches!(key.as_str(), "(" | ")" | "[" | "]" | r"\}" | r"\{" | "|")
            || token.side != super::token::Side::None;
        if bracket {
            self.complain(
                "unbalanced",
                format!("`{key}` has no partner"),
                span,
                "kept as it stands",
            );
        } else {
            self.complain(
                "stray-token",
                format!("`{key}` was not expected here"),
                span,
                "kept as it stands",
            );
        }
        self.opaque(at, at + 1)
    }

    /// Whether words stand here: `\text{…}` that names no operator and is not applied.
    fn words_at(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return false;
        };
        let text = [r"\text", r"\mbox", r"\hbox", r"\emph"]
            .iter()
            .any(|font| token.key.starts_with(font));
        let long = || {
            fence::said(token)
                .chars()
                .filter(|c| c.is_alphabetic())
                .count()
                > 1
        };
        let applied = || self.key_at(at + 1) == "(";
        match token.class {
            Class::Words => self.roles_at(at).next().is_none(),
            Class::Name => text && long() && !applied() && self.roles_at(at).next().is_none(),
            _ => false,
        }
    }

    fn words(&mut self) -> Option<Tree> {
        if !self.words_at(self.pos) {
            return None;
        }
        let token = &self.tokens[self.pos];
        let tree = Tree::new(
            Head::Words(token.key.to_string()),
            Vec::new(),
            token.start,
            token.end,
        );
        self.pos += 1;
        Some(tree)
    }

    pub(super) fn roles(&self) -> impl Iterator<Item = (&'t Role, usize)> + use<'t> {
        self.roles_at(self.pos)
    }

    pub(super) fn roles_at(&self, at: usize) -> impl Iterator<Item = (&'t Role, usize)> + use<'t> {
        let run: &'t [Token<'t>] = &self.tokens[at.min(self.end)..self.end];
        self.table.lookup(run)
    }

    /// The sign (none for `+`) at the current place, with its width.
    fn sign_here(&self) -> Option<(Option<Op>, usize)> {
        for (role, width) in self.roles() {
            match role {
                Role::Prefix { op, level } if *level == self.table.sum => {
                    return Some((Some(*op), width));
                }
                Role::Infix { op, .. } if *op == self.table.add => return Some((None, width)),
                _ => {}
            }
        }
        None
    }

    fn sign_of(&self, at: usize) -> Option<Op> {
        self.roles_at(at).find_map(|(role, _)| match role {
            Role::Prefix { op, level } if *level == self.table.sum => Some(*op),
            _ => None,
        })
    }

    fn prefix_here(&self) -> bool {
        self.roles()
            .any(|(role, _)| matches!(role, Role::Prefix { .. }))
    }

    /// Reads an operand and everything joined to it with at least this strength.
    pub(super) fn expression(&mut self, min: Strength) -> Tree {
        if self.depth >= DEEPEST {
            return self.too_deep();
        }
        self.depth += 1;
        let left = self.lead(min);
        let tree = self.continued(left, min);
        self.depth -= 1;
        tree
    }

    /// Goes on after an operand with everything joined to it with at least this strength.
    fn continued(&mut self, mut left: Tree, min: Strength) -> Tree {
        while self.pos < self.end {
            if usize::from(left.height) >= DEEPEST {
                let rest = self.too_deep();
                left = Tree::over(Head::Sequence, vec![left, rest]);
                break;
            }
            match self.next(&left) {
                Next::Infix {
                    op,
                    strength,
                    assoc,
                    width,
                } if strength >= min => {
                    left = self.infix(left, op, strength, assoc, width);
                }
                Next::Signed { sign, width } if self.table.strength.sum >= min => {
                    self.pos += width;
                    let term = self.expression(self.table.strength.sum + 1);
                    left = self.add_term(left, sign, term);
                }
                Next::Negated {
                    op,
                    strength,
                    width,
                } if strength >= min => {
                    self.pos += 1 + width;
                    let right = self.expression(strength + 1);
                    let relation = Tree::over(Head::Chain(vec![op]), vec![left, right]);
                    left = Tree::over(Head::Apply(self.table.not.unwrap_or(op)), vec![relation]);
                }
                Next::Modulo { width } if 4 * self.table.relation >= min => {
                    self.pos += width;
                    let modulus = self.argument();
                    left = self.modulo(left, modulus);
                }
                Next::Maps if 4 * self.table.relation >= min => left = self.maps(left),
                Next::Comma if self.table.strength.comma >= min => left = self.comma(left),
                Next::Beside if self.table.strength.product >= min => {
                    let before = self.pos;
                    let factor = self.expression(self.table.strength.product + 1);
                    if self.pos == before {
                        let stray = self.stray();
                        left = self.sequence(vec![left, stray]);
                    } else {
                        left = self.multiply(left, Join::Beside, factor);
                    }
                }
                _ => break,
            }
        }
        left
    }

    /// The first operand, with its signs.
    fn lead(&mut self, min: Strength) -> Tree {
        let Some((sign, width)) = self.sign_here() else {
            return self.operand(min);
        };
        let at = self.pos;
        self.pos += width;
        let strength = &self.table.strength;
        let within = if min <= strength.sum + 1 {
            strength.sum + 1
        } else {
            strength.product + 1
        };
        let term = self.expression(within);
        let mut tree = Tree::new(
            Head::Sum(self.table.add, vec![sign]),
            vec![term],
            self.tokens[at].start,
            0,
        );
        tree.end = tree.args[0].end;
        tree
    }

    fn next(&self, left: &Tree) -> Next {
        if self.integrals > 0 && self.differential(self.pos).is_some() {
            return Next::Stop;
        }
        let token = &self.tokens[self.pos];
        if (matches!(token.key.as_ref(), "," | ";") || token.class == Class::Row)
            && self.marks[self.pos] == Mark::None
        {
            return Next::Comma;
        }
        if let Some(next) = self.special(left) {
            return next;
        }
        let opens = matches!(self.marks[self.pos], Mark::Open { .. });
        for (role, width) in self.roles() {
            match role {
                _ if opens => {}
                Role::Infix { op, .. }
                    if Some(*op) == self.table.ratio && (self.declaring || left.states()) =>
                {
                    return Next::Stop;
                }
                Role::Infix { op, level, assoc } if *op != self.table.add => {
                    let mut strength = 4 * level;
                    if Some(*op) == self.table.eq
                        && self.usage.boolean
                        && *level == self.table.relation
                    {
                        strength = self.table.strength.boolean;
                    }
                    if Some(*op) == self.table.tends && (left.states() || self.usage.logic) {
                        strength = self.table.strength.implication;
                    }
                    return Next::Infix {
                        op: *op,
                        strength,
                        assoc: *assoc,
                        width,
                    };
                }
                Role::Infix { .. } => return Next::Signed { sign: None, width },
                Role::Prefix { op, level } if *level == self.table.sum => {
                    return Next::Signed {
                        sign: Some(*op),
                        width,
                    };
                }
                _ => {}
            }
        }
        if self.marks[self.pos] == Mark::Separator {
            return Next::Stop;
        }
        let relation = matches!(left.head, Head::Chain(_)) && !left.closed;
        if !relation && self.starts_operand(self.pos) && !self.declaration_ends(left) {
            return Next::Beside;
        }
        Next::Stop
    }

    /// Connections that the vocabulary's shapes do not cover.
    fn special(&self, left: &Tree) -> Option<Next> {
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
        if let Some((Role::Command { op, .. }, width)) = self.roles().next()
            && Some(*op) == self.table.modulo
        {
            return Some(Next::Modulo { width });
        }
        let colon = matches!(key, ":" | r"\colon") && self.key_at(self.pos + 1) != "=";
        let named = left.symbol().is_some() || matches!(left.head, Head::Index | Head::Items);
        let maps = colon && named && !self.declaring;
        (maps && super::usage::maps_follow(&self.tokens[..self.end], self.pos + 1))
            .then_some(Next::Maps)
    }

    fn infix(
        &mut self,
        left: Tree,
        op: Op,
        strength: Strength,
        assoc: Assoc,
        width: usize,
    ) -> Tree {
        let at = self.pos;
        self.pos += width;
        let table = self.table;
        if let Some(join) = table.join(op, &self.tokens[at].key) {
            let factor = self.expression(strength + 1);
            return self.multiply(left, join, factor);
        }
        if op == table.div && strength == table.strength.product {
            return self.divide(left);
        }
        match assoc {
            Assoc::Chain => {
                let right = if self.pos < self.end {
                    self.expression(strength + 1)
                } else {
                    self.blank()
                };
                let mut left = left;
                match &mut left.head {
                    Head::Chain(ops) if !left.closed && table.goes_on(ops, op, strength) => {
                        ops.push(op);
                        left.push(right);
                        left
                    }
                    _ => Tree::over(Head::Chain(vec![op]), vec![left, right]),
                }
            }
            Assoc::Flat => {
                let right = self.expression(strength + 1);
                if left.head == Head::Apply(op) && !left.closed {
                    let mut left = left;
                    left.push(right);
                    return left;
                }
                Tree::over(Head::Apply(op), vec![left, right])
            }
            Assoc::Left => {
                let right = self.expression(strength + 1);
                Tree::over(Head::Apply(op), vec![left, right])
            }
            Assoc::Right => {
                let right = self.expression(strength);
                Tree::over(Head::Apply(op), vec![left, right])
            }
        }
    }

    fn comma(&mut self, left: Tree) -> Tree {
        self.pos += 1;
        if self.pos >= self.end {
            return left;
        }
        let right = self.expression(self.table.strength.comma + 1);
        match left.head {
            Head::Items if !left.closed => {
                let mut left = left;
                left.push(right);
                left
            }
            _ => Tree::over(Head::Items, vec![left, right]),
        }
    }

    /// `a \equiv b \pmod m`.
    fn modulo(&mut self, left: Tree, modulus: Tree) -> Tree {
        let one = matches!(&left.head, Head::Chain(ops) if ops.len() == 1);
        match self.table.congruent.filter(|_| one && !left.closed) {
            Some(op) => {
                let mut args = left.args;
                args.push(modulus);
                Tree::over(Head::Apply(op), args)
            }
            None => match self.table.modulo {
                Some(op) => Tree::over(
                    Head::Sequence,
                    vec![left, Tree::over(Head::Apply(op), vec![modulus])],
                ),
                None => Tree::over(Head::Sequence, vec![left, modulus]),
            },
        }
    }

    /// The rest of `f: A \to B` or `f: x \mapsto y` from the colon on.
    fn maps(&mut self, function: Tree) -> Tree {
        self.pos += 1;
        let right = self.expression(4 * self.table.relation);
        let arrow = matches!(&right.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == self.table.tends);
        match (self.table.maps, self.table.defines) {
            (Some(op), _) if arrow && !right.closed => {
                let mut args = vec![function];
                args.extend(right.args);
                Tree::over(Head::Apply(op), args)
            }
            (_, Some(op)) => Tree::over(Head::Chain(vec![op]), vec![function, right]),
            _ => Tree::over(Head::Sequence, vec![function, right]),
        }
    }

    fn add_term(&mut self, mut left: Tree, sign: Option<Op>, term: Tree) -> Tree {
        if let Head::Sum(_, signs) = &mut left.head
            && !left.closed
        {
            signs.push(sign);
            left.push(term);
            return left;
        }
        Tree::over(
            Head::Sum(self.table.add, vec![None, sign]),
            vec![left, term],
        )
    }

    pub(super) fn multiply(&mut self, mut left: Tree, join: Join, factor: Tree) -> Tree {
        if let Head::Product(joins) = &mut left.head
            && !left.closed
        {
            joins.push(join);
            left.push(factor);
            return left;
        }
        if join == Join::Beside
            && matches!(
                (&left.head, &factor.head),
                (Head::Number(_), Head::Number(_))
            )
        {
            self.warn(
                "numbers-side-by-side",
                "two numbers stand side by side; they are read as a product",
                left.start..factor.end,
                "",
            );
        }
        Tree::over(Head::Product(vec![join]), vec![left, factor])
    }

    /// The denominator after a slash: one factor, and what is written right against it.
    ///
    /// `a/bc` is `a/(bc)`; a blank, a bracket or a postfix sign after the denominator ends it, and
    /// a number before a bracket or a function does too.
    fn divide(&mut self, left: Tree) -> Tree {
        let strength = self.table.strength.product + 1;
        let mut below = self.expression(strength);
        let mut glued = false;
        while self.pos < self.end && self.glues(&below) {
            let before = self.pos;
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            below = self.multiply(below, Join::Beside, factor);
            glued = true;
        }
        if glued {
            self.warn(
                "ambiguous-division",
                "a product without a sign follows a slash; all of it is read as the denominator",
                below.start..below.end,
                "read as the denominator",
            );
        }
        Tree::over(Head::Apply(self.table.div), vec![left, below])
    }

    fn glues(&self, below: &Tree) -> bool {
        let token = &self.tokens[self.pos];
        let command_before = self.tokens[self.pos - 1].class != Class::Close
            && self.tokens[self.pos - 1].key.starts_with('\\')
            && token.gap == Gap::Blank;
        let ended = match &below.head {
            Head::Product(_) => below.args.last().is_some_and(|last| last.closed),
            _ => below.closed,
        };
        if ended || token.gap > Gap::Blank || token.gap == Gap::Blank && !command_before {
            return false;
        }
        if !matches!(self.next(below), Next::Beside) {
            return false;
        }
        let number = matches!(below.head, Head::Number(_));
        match token.class {
            Class::Letter | Class::Name => !self.roles().any(|(role, _)| {
                matches!(
                    role,
                    Role::Function {
                        needs_brackets: false,
                        ..
                    } | Role::Operatorname { letter: false, .. }
                        | Role::Bound { .. }
                )
            }),
            Class::Digit => true,
            Class::Sign => {
                let constant = self
                    .roles()
                    .any(|(role, _)| matches!(role, Role::Constant { .. }));
                let bracket = matches!(self.marks[self.pos], Mark::Open { .. });
                constant || bracket && !number
            }
            _ => false,
        }
    }

    /// Whether an operand may start here.
    pub(super) fn starts_operand(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return false;
        };
        if matches!(self.marks[at], Mark::Open { .. }) {
            return true;
        }
        if matches!(self.marks[at], Mark::Close | Mark::Separator) {
            return false;
        }
        match token.class {
            Class::Letter | Class::Digit => true,
            Class::Name => !self.words_at(at),
            Class::Open
            | Class::Close
            | Class::Begin
            | Class::End
            | Class::Cell
            | Class::Row
            | Class::Words => false,
            Class::Sign => {
                let mut known = false;
                for (role, _) in self.roles_at(at) {
                    known = true;
                    match role {
                        Role::Command { .. }
                        | Role::Function { .. }
                        | Role::Bound { .. }
                        | Role::Constant { .. }
                        | Role::Operatorname { .. } => return true,
                        _ => {}
                    }
                }
                let key = token.key.as_ref();
                !known && key.len() > 1 && key.starts_with('\\') && !self.structural(key)
                    || key == "."
                        && self
                            .tokens
                            .get(at + 1)
                            .is_some_and(|t| t.class == Class::Digit && t.gap == Gap::None)
            }
        }
    }

    /// Commands that are part of a notation and never an operand.
    fn structural(&self, key: &str) -> bool {
        matches!(
            key,
            r"\mid"
                | r"\middle"
                | r"\}"
                | r"\{"
                | r"\|"
                | r"\rangle"
                | r"\rfloor"
                | r"\rceil"
                | r"\rvert"
                | r"\rVert"
                | r"\vert"
                | r"\Vert"
                | r"\of"
                | r"\colon"
                | r"\not"
                | r"\limits"
        )
    }

    /// Complains about a command that nothing is known about.
    pub(super) fn unknown(&mut self, at: usize) {
        let token = &self.tokens[at];
        let key = token.key.to_string();
        let mut complaint = Diagnostic::error(
            "unknown-command",
            format!("`{key}` is not known here"),
            token.start..token.end,
            "kept as it stands, not rewritten",
        );
        let table = self.table;
        let near = self.suggestions.entry(key).or_insert_with_key(|key| {
            nearest(key, table.commands.iter().map(String::as_str)).map(str::to_owned)
        });
        if let Some(near) = near {
            complaint = complaint.with_help(format!("did you mean `{near}`?"));
        }
        self.complaints.push(complaint);
    }
}
