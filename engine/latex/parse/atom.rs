//! Accented letters and roots.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// A letter under an accent is a symbol of its own; over anything else the accent is a command.
    pub(super) fn accented(&mut self) -> Option<Tree> {
        let at = self.pos;
        let accent = self.tokens[at].key.as_ref();
        if !ACCENTS.contains(&accent) {
            return None;
        }
        let over = at + 1;
        let nested = |t: usize| {
            let key = self.key_at(t);
            ACCENTS.contains(&key) || matches!(key, r"\bar" | r"\overline")
        };
        if matches!(accent, r"\vec" | r"\overrightarrow") && self.key_at(over) == "d" {
            // `\vec dF`: the arrow is meant for both.
            let next = self.tokens.get(over + 1).filter(|_| over + 1 < self.end);
            let of = next.filter(|t| {
                t.class == Class::Letter
                    && t.gap == Gap::None
                    && t.key.starts_with(char::is_uppercase)
            });
            if let Some(of) = of {
                let name = format!("{accent}{{d{}}}", of.key);
                self.pos = over + 2;
                let span = self.span(at, self.pos);
                let head = Head::Symbol(name.into());
                return Some(Tree::new(head, Vec::new(), span.start, span.end));
            }
        }
        let (token, after) = match self.marks.get(over).copied().filter(|_| over < self.end)? {
            Mark::Open { partner, .. }
                if self.tokens[over].class == Class::Open && partner == over + 2 =>
            {
                (over + 1, partner + 1)
            }
            Mark::Open { partner, .. } if nested(over + 1) => (over + 1, partner + 1),
            _ => (over, over + 1),
        };
        if ACCENTS.contains(&self.tokens[token].key.as_ref())
            || matches!(self.tokens[token].key.as_ref(), r"\bar" | r"\overline")
        {
            // `\dot{\bar{z}}`
            let (name, end) = self.accents(token, 0)?;
            let closed = token > over;
            if closed
                && self.marks[over]
                    != (Mark::Open {
                        partner: end,
                        width: 1,
                    })
            {
                return None;
            }
            self.pos = end + usize::from(closed);
            let span = self.span(at, self.pos);
            let head = Head::Symbol(format!("{accent}{{{name}}}").into());
            return Some(Tree::new(head, Vec::new(), span.start, span.end));
        }
        let letter = &self.tokens[token];
        let single = matches!(letter.class, Class::Letter | Class::Name) || letter.key == r"\infty";
        if accent == r"\mathring"
            && crate::latex::kinds::capital(&letter.key)
            && let Some(op) = self.table.named("interior")
        {
            let mut tree = Tree::over(Head::Apply(op), vec![self.sign_symbol(token)]);
            self.pos = after;
            tree.start = self.tokens[at].start;
            return Some(tree);
        }
        let name = if single {
            format!("{accent}{{{}}}", letter.key)
        } else {
            // Several letters, as in `\vec{AB}`, are one name too.
            let bare = matches!(self.tokens[over].class, Class::Digit);
            let Some(Mark::Open { partner, .. }) = self.marks.get(over).copied() else {
                if !bare {
                    return None;
                }
                // `\vec 0`
                let name = format!("{accent}{{{}}}", self.tokens[over].key);
                self.pos = over + 1;
                let span = self.span(at, self.pos);
                let head = Head::Symbol(name.into());
                return Some(Tree::new(head, Vec::new(), span.start, span.end));
            };
            let inside = &self.tokens[over + 1..partner];
            if inside.is_empty()
                || !inside
                    .iter()
                    .all(|t| matches!(t.class, Class::Letter | Class::Digit))
            {
                return None;
            }
            // A small letter twice is a square, and no two points.
            if let [one, other] = inside
                && one.key == other.key
                && one.key.starts_with(char::is_lowercase)
            {
                return None;
            }
            let letters: String = inside.iter().map(|t| t.key.as_ref()).collect();
            self.pos = partner + 1;
            let span = self.span(at, self.pos);
            return Some(Tree::new(
                Head::Symbol(format!("{accent}{{{letters}}}").into()),
                Vec::new(),
                span.start,
                span.end,
            ));
        };
        self.pos = after;
        let span = self.span(at, after);
        Some(Tree::new(
            Head::Symbol(name.into()),
            Vec::new(),
            span.start,
            span.end,
        ))
    }

    /// The name under accents over accents, and the place after it.
    fn accents(&self, at: usize, depth: usize) -> Option<(String, usize)> {
        if depth > 4 {
            return None;
        }
        let accent = self.key_at(at);
        let braced = self.key_at(at + 1) == "{";
        let over = at + 1 + usize::from(braced);
        let token = self.tokens.get(over).filter(|_| over < self.end)?;
        let (name, end) = match token.class {
            Class::Letter | Class::Name => (token.key.to_string(), over + 1),
            _ if ACCENTS.contains(&token.key.as_ref()) => self.accents(over, depth + 1)?,
            _ => return None,
        };
        if braced && self.key_at(end) != "}" {
            return None;
        }
        Some((format!("{accent}{{{name}}}"), end + usize::from(braced)))
    }

    /// The name of a function under a line, which is applied: `\bar{f}(x)`.
    pub(super) fn lined_function(&mut self, at: usize) -> Option<Tree> {
        let braced = self.key_at(self.pos) == "{";
        let letter = self.pos + usize::from(braced);
        let token = self.tokens.get(letter).filter(|_| letter < self.end)?;
        let line = self.key_at(at);
        if token.class != Class::Letter
            || braced && self.key_at(letter + 1) != "}"
            || !super::super::around::LINES.contains(&line)
            || self.usage.complex()
                && !self.usage.is_function(&token.key)
                && (!self.usage.usual(&token.key) || self.usage.stands(&token.key))
            || self.usage.figures.sets && !self.usage.usual(&token.key)
        {
            return None;
        }
        let name = format!("{line}{{{}}}", token.key);
        // A formula that is said again and has conjugates has no other names with a line.
        let conjugate = self.usage.has(self.table.usual.conj) && !self.usage.is_known(&name);
        if !self.usage.is_function(&name) || conjugate {
            return None;
        }
        self.pos = letter + 1 + usize::from(braced);
        let span = self.span(at, self.pos);
        let head = Head::Symbol(name.into());
        Some(Tree::new(head, Vec::new(), span.start, span.end))
    }

    /// `\root n \of x`.
    pub(super) fn root(&mut self) -> Tree {
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
}

/// Accents that make another symbol of a letter.
pub(in crate::latex) const ACCENTS: &[&str] = &[
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
