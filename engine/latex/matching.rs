//! Which bracket closes which, found before parsing so that a stray one costs one token.

mod kets;

use super::bars::is_bar;
use super::parse::is_angle;
use super::shapes;
use super::table::{Role, Roles, Table};
use super::token::{Class, Side, Token};

/// What a token is in the bracket structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// No bracket, or one without a partner.
    None,
    /// Opens a group of this partner; `width` tokens open it and as many close it (`||x||`).
    Open { partner: usize, width: usize },
    /// Closes a group.
    Close,
    /// A bar between two operands: `P(A|B)`.
    Separator,
}

/// How far a closing bracket looks through open ones of other kinds.
const SEARCH: usize = 60;

/// As many tokens on each side of a wedge are looked through for bars.
const WITHIN: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Brace,
    Environment,
    Bracket,
}

struct Frame {
    open: usize,
    shape: Shape,
    segment: usize,
    /// Whether there is a comma in it.
    listed: bool,
}

/// Memory that is used again.
#[derive(Default)]
pub(super) struct Room {
    marks: Vec<Mark>,
    stack: Vec<Frame>,
    bars: Vec<(usize, usize)>,
}

impl Room {
    /// Gives the marks back.
    pub(super) fn reuse(&mut self, marks: Vec<Mark>) {
        self.marks = marks;
    }
}

/// Marks every token.
pub(super) fn marks(tokens: &[Token<'_>], table: &Table, room: &mut Room) -> Vec<Mark> {
    let mut marks = std::mem::take(&mut room.marks);
    marks.clear();
    marks.resize(tokens.len(), Mark::None);
    let mut matcher = Matcher {
        tokens,
        table,
        marks,
        stack: std::mem::take(&mut room.stack),
        braces: 0,
        environments: 0,
        top: 0,
        segments: 1,
        bars: std::mem::take(&mut room.bars),
        angles: Vec::new(),
    };
    for i in 0..tokens.len() {
        matcher.token(i);
    }
    let unclosed = std::mem::take(&mut matcher.angles);
    for open in unclosed.into_iter().rev().take(SEARCH) {
        if matcher.marks[open] == Mark::None {
            matcher.close_bra(open);
        }
    }
    if !matcher.bars.is_empty() {
        matcher.pair_bars();
    }
    matcher.stack.clear();
    matcher.bars.clear();
    (room.stack, room.bars) = (matcher.stack, matcher.bars);
    matcher.marks
}

pub(super) struct Matcher<'t> {
    pub(super) tokens: &'t [Token<'t>],
    pub(super) table: &'t Table,
    pub(super) marks: Vec<Mark>,
    stack: Vec<Frame>,
    braces: usize,
    environments: usize,
    /// The segment outside all brackets.
    top: usize,
    segments: usize,
    pub(super) bars: Vec<(usize, usize)>,
    /// Angles that open.
    angles: Vec<usize>,
}

/// The family of a bracket: openers first.
const FAMILIES: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    (r"\lbrack", r"\rbrack"),
    (r"\{", r"\}"),
    (r"\lbrace", r"\rbrace"),
    (r"\langle", r"\rangle"),
    ("⟨", "⟩"),
    (r"\lfloor", r"\rfloor"),
    (r"\lceil", r"\rceil"),
    ("⌊", "⌋"),
    ("⌈", "⌉"),
    (r"\lfloor", r"\rceil"),
    (r"\lceil", r"\rfloor"),
    ("⌊", "⌉"),
    (r"\lvert", r"\rvert"),
    (r"\lVert", r"\rVert"),
    (r"\llbracket", r"\rrbracket"),
    (r"\lBrack", r"\rBrack"),
    ("⟦", "⟧"),
    ("⌜", "⌝"),
    (r"\lgroup", r"\rgroup"),
    (r"\ulcorner", r"\urcorner"),
];

/// Whether the spelling may be in a family: most signs are not.
fn may_be_bracket(key: &str) -> bool {
    match key.as_bytes() {
        [b] => matches!(b, b'(' | b')' | b'[' | b']' | b'<' | b'>' | b'/'),
        [b'\\', b, ..] => matches!(b, b'{' | b'}' | b'l' | b'r' | b'u'),
        _ => true,
    }
}

/// Whether this opens brackets that every reader knows.
pub(super) fn opens(key: &str) -> bool {
    if let [b] = key.as_bytes() {
        return matches!(b, b'(' | b'[');
    }
    may_be_bracket(key) && FAMILIES.iter().any(|(open, _)| *open == key)
}

fn closes(key: &str) -> bool {
    if let [b] = key.as_bytes() {
        return matches!(b, b')' | b']');
    }
    may_be_bracket(key) && FAMILIES.iter().any(|(_, close)| *close == key)
}

impl Matcher<'_> {
    fn segment(&mut self) -> usize {
        self.segments += 1;
        self.segments - 1
    }

    fn here(&self) -> usize {
        self.stack.last().map_or(self.top, |f| f.segment)
    }

    fn split(&mut self) {
        let segment = self.segment();
        match self.stack.last_mut() {
            Some(frame) => frame.segment = segment,
            None => self.top = segment,
        }
    }

    fn push(&mut self, open: usize, shape: Shape) {
        let segment = self.segment();
        self.stack.push(Frame {
            open,
            shape,
            segment,
            listed: false,
        });
    }

    fn close(&mut self, depth: usize, at: usize) {
        let open = self.stack[depth].open;
        for frame in self.stack.drain(depth..) {
            match frame.shape {
                Shape::Brace => self.braces -= 1,
                Shape::Environment => self.environments -= 1,
                Shape::Bracket => {}
            }
        }
        self.marks[open] = Mark::Open {
            partner: at,
            width: 1,
        };
        self.marks[at] = Mark::Close;
    }

    fn token(&mut self, i: usize) {
        let token = &self.tokens[i];
        match token.class {
            Class::Open => {
                self.braces += 1;
                self.push(i, Shape::Brace);
            }
            Class::Begin => {
                self.environments += 1;
                self.push(i, Shape::Environment);
            }
            Class::Close if self.braces > 0 => self.close_shape(Shape::Brace, i),
            Class::End if self.environments > 0 => self.close_shape(Shape::Environment, i),
            Class::Cell | Class::Row => self.split(),
            Class::Sign => self.sign(i),
            _ => {}
        }
    }

    #[inline(never)]
    fn close_shape(&mut self, shape: Shape, at: usize) {
        if let Some(depth) = self.stack.iter().rposition(|f| f.shape == shape) {
            self.close(depth, at);
        }
    }

    #[inline(never)]
    fn sign(&mut self, i: usize) {
        let token = &self.tokens[i];
        let key = token.key.as_ref();
        if shapes::opens(key) {
            return self.push(i, Shape::Bracket);
        } else if key == shapes::CLOSE {
            return self.close_bracket(i);
        } else if key == shapes::NEXT {
            self.marks[i] = Mark::Separator;
            return self.split();
        }
        match token.side {
            Side::Left => return self.push(i, Shape::Bracket),
            Side::Right => return self.close_bracket(i),
            Side::Middle => {
                self.marks[i] = Mark::Separator;
                return self.split();
            }
            Side::None => {}
        }
        if token.short() && !may_be_bracket(key) && !matches!(key, "|" | "," | ";") {
            if self.weak_infix(i) {
                self.split();
            }
            return;
        }
        let begins = |i| !self.ends_operand(i) || self.begins_body(i) || self.pair_ahead(i);
        if key == "<" && begins(i) && self.angle_ahead(i) {
            self.angles.push(i);
            self.push(i, Shape::Bracket);
        } else if key == ">" && self.ends_operand(i) && self.top_key() == Some("<") {
            self.close_bracket(i);
        } else if key == ">" && self.ends_ket(i) {
            self.close_ket(i);
        } else if is_bar(token) {
            self.bars.push((self.here(), i));
        } else if key == "]"
            && (!self.ends_operand(i) || self.follows_words(i) && !self.bracket_open())
            && (!self.bracket_open() || self.set_expected(i))
        {
            self.push(i, Shape::Bracket);
        } else if key == "[" && self.ends_operand(i) && self.top_key() == Some("]") {
            self.close_bracket(i);
        } else if key == "["
            && matches!(self.top_key(), Some("[" | "("))
            && self.stack.last().is_some_and(|frame| frame.listed)
            && self.ends_operand(i)
            && !self.starts_operand(i + 1)
        {
            // `[a, b[`, but not `(E[-X])`
            self.close_bracket(i);
        } else if opens(key) {
            if is_angle(key) {
                self.angles.push(i);
            }
            self.push(i, Shape::Bracket);
        } else if closes(key) {
            self.close_bracket(i);
        } else if key == "," || key == ";" {
            self.split();
            if let Some(frame) = self.stack.last_mut() {
                frame.listed = true;
            }
        } else if self.weak_infix(i) {
            self.split();
        }
    }

    fn top_key(&self) -> Option<&str> {
        let frame = self.stack.last().filter(|f| f.shape == Shape::Bracket)?;
        Some(self.tokens[frame.open].key.as_ref())
    }

    /// Whether the sign before asks for a set: `(x \in ]0, 1] \land y = 1)`.
    fn set_expected(&self, i: usize) -> bool {
        let before = i
            .checked_sub(1)
            .map_or("", |at| self.tokens[at].key.as_ref());
        // Nothing that is multiplied ends so: `(x \in i \cdot ]0, 1])`.
        let multiplied =
            || matches!(before, "*" | r"\cdot" | r"\times") && i > 1 && self.ends_operand(i - 1);
        matches!(
            before,
            r"\in" | r"\notin" | r"\subset" | r"\subseteq" | r"\cup" | r"\cap" | r"\setminus" | "∈"
        ) || before == "("
            || multiplied()
    }

    /// Whether words stand before it: `x \text{ in } ]0, 1[`.
    fn follows_words(&self, i: usize) -> bool {
        i > 0 && super::parse::is_text(&self.tokens[i - 1])
    }

    fn bracket_open(&self) -> bool {
        matches!(self.top_key(), Some("[" | "(" | "]"))
    }

    /// Whether a wedge stands between bars, a product of which a norm is taken: `|X \wedge Y|`.
    fn within_bars(&self, i: usize) -> bool {
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        if key(i) != r"\wedge" {
            return false;
        }
        let ends = |at: &usize| matches!(key(*at), "|" | "=" | "," | "+" | r"\vee");
        let before = (i.saturating_sub(WITHIN)..i).rev().find(ends);
        let after = (i + 1..self.tokens.len().min(i + WITHIN)).find(ends);
        let bar = |at: Option<usize>| at.filter(|at| key(*at) == "|");
        let (Some(open), Some(_)) = (bar(before), bar(after)) else {
            return false;
        };
        open == 0 || !self.ends_operand(open)
    }

    fn weak_infix(&self, i: usize) -> bool {
        self.tokens[i].roles.may(Roles::WEAK)
            && !self.within_bars(i)
            && self
                .table
                .lookup(&self.tokens[i..])
                .any(|(role, _)| match role {
                    Role::Infix { level, .. } => *level <= self.table.relation,
                    _ => false,
                })
    }

    fn close_bracket(&mut self, at: usize) {
        let token = &self.tokens[at];
        let fits = |frame: &Frame| {
            let open = &self.tokens[frame.open];
            if token.side == Side::Right && open.side == Side::Left {
                return true;
            }
            let (open, close) = (open.key.as_ref(), token.key.as_ref());
            match close {
                shapes::CLOSE => shapes::opens(open),
                ")" | "]" => matches!(open, "(" | "[" | "]"),
                "[" => matches!(open, "]" | "(" | "["),
                ">" => open == "<",
                _ => FAMILIES.iter().any(|f| f.0 == open && f.1 == close),
            }
        };
        let found = self.stack.iter().enumerate().rev().take(SEARCH);
        let found = found
            .take_while(|(_, f)| f.shape == Shape::Bracket)
            .find(|(_, f)| fits(f));
        if let Some((depth, _)) = found
            && is_angle(&token.key)
            && self.ket_within(depth)
        {
            self.close_ket(at);
        } else if let Some((depth, frame)) = found {
            match self.bra_and_ket(frame.open, at) {
                Some(ket) => {
                    // What opens here begins a bra, which is closed in the end.
                    self.stack.truncate(depth);
                    if let Some(place) = self.bars.iter().rposition(|(_, bar)| *bar == ket) {
                        self.bars.remove(place);
                    }
                    self.marks[ket] = Mark::Open {
                        partner: at,
                        width: 1,
                    };
                    self.marks[at] = Mark::Close;
                }
                None => self.close(depth, at),
            }
        } else if is_angle(&token.key) {
            self.close_ket(at);
        }
    }

    /// Whether the token before `i` ends an operand.
    pub(super) fn ends_operand(&self, i: usize) -> bool {
        let Some(before) = i.checked_sub(1) else {
            return false;
        };
        match self.marks[before] {
            Mark::Open { .. } | Mark::Separator => return false,
            Mark::Close => return true,
            Mark::None => {}
        }
        let token = &self.tokens[before];
        // `P(A^+ | B)`: a sign alone above a letter.
        let script = |n: usize| matches!(self.tokens[n].key.as_ref(), "^" | "_");
        if before > 0
            && script(before - 1)
            && matches!(token.key.as_ref(), "+" | "-" | "*" | r"\ast" | r"\star")
        {
            return true;
        }
        match token.class {
            Class::Open | Class::Begin | Class::Cell | Class::Row => false,
            Class::Close | Class::End | Class::Digit => true,
            Class::Letter | Class::Name | Class::Words | Class::Sign => {
                if matches!(token.key.as_ref(), "'" | "′" | ")" | "]" | r"\}") {
                    return true;
                }
                if is_bar(token)
                    || matches!(
                        token.key.as_ref(),
                        "," | ";" | "^" | "_" | "(" | "[" | r"\{" | r"\mid" | "."
                    )
                {
                    return false;
                }
                let mut roles = self
                    .table
                    .lookup(&self.tokens[before..])
                    .filter(|(_, n)| *n == 1);
                match roles.next() {
                    None => true,
                    Some((role, _)) => match role {
                        Role::Constant { .. } | Role::Postfix { .. } | Role::Close => true,
                        Role::Function { needs_brackets, .. } => *needs_brackets,
                        Role::Operatorname { letter, .. } => *letter || is_bar(&self.tokens[i]),
                        _ => false,
                    },
                }
            }
        }
    }

    /// Whether an operand may start at `i`.
    pub(super) fn starts_operand(&self, i: usize) -> bool {
        let Some(token) = self.tokens.get(i) else {
            return false;
        };
        if matches!(self.marks[i], Mark::Close | Mark::Separator) {
            return false;
        }
        match token.class {
            Class::Close | Class::End | Class::Cell | Class::Row => false,
            Class::Sign if is_bar(token) => true,
            Class::Sign if token.key == ")" => false,
            Class::Sign => {
                !matches!(
                    token.key.as_ref(),
                    "," | ";" | "." | "^" | "_" | "'" | "!" | "′"
                ) && !self.table.lookup(&self.tokens[i..]).any(|(role, _)| {
                    matches!(role, Role::Infix { .. } | Role::Postfix { .. })
                        || matches!(role, Role::Prefix { level, .. } if *level == self.table.sum)
                })
            }
            _ => true,
        }
    }
}
