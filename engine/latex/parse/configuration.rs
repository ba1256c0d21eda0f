//! Electron configurations: `1s^2 2s^2 2p^6`, `[\mathrm{Ar}]\,3d^{10} 4s^2`. Subshells stand in order,
//! and how many electrons they hold is no power.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};

/// Elements whose configuration others begin with.
const NOBLE: &[&str] = &["He", "Ne", "Ar", "Kr", "Xe", "Rn"];

/// Kinds of subshells.
const SUBSHELLS: &[&str] = &["s", "p", "d", "f"];

/// A subshell: its name, what is above it, and the place after that.
struct Subshell {
    name: String,
    count: (usize, usize),
    after: usize,
}

impl Parser<'_> {
    /// Whether a configuration may begin with this token and the next.
    pub(super) fn shells_here(&self) -> bool {
        let token = &self.tokens[self.pos];
        match token.class {
            Class::Digit => {
                let next = self.tokens.get(self.pos + 1);
                next.is_some_and(|t| t.start == token.end && subshell(t).is_some())
            }
            Class::Name => named(token).is_some(),
            _ => token.key == "[",
        }
    }

    /// Several subshells, or one after an element in square brackets.
    pub(super) fn configuration(&mut self) -> Option<Tree> {
        let from = self.pos;
        let core = self.core(from);
        let mut at = core.map_or(from, |(_, after)| after);
        let mut shells = Vec::new();
        while let Some(shell) = self.shell(at) {
            at = shell.after;
            shells.push((shell, at));
        }
        let (whole, part) = (
            self.table.named("configuration")?,
            self.table.named("subshell")?,
        );
        if shells.len() + usize::from(core.is_some()) < 2 || shells.is_empty() {
            return None;
        }
        let mut args = Vec::new();
        if let Some((name, after)) = core {
            let bracketed = self.table.named("bracketed")?;
            let element = self.group(name, name + 1, after);
            args.push(Tree::over(Head::Apply(bracketed), vec![element]).close());
        }
        let mut start = core.map_or(from, |(_, after)| after);
        for (shell, end) in shells {
            let span = self.span(start, end);
            let name = Head::Symbol(shell.name.into());
            let name = Tree::new(name, Vec::new(), span.start, span.start + 1);
            let count = self.group(shell.count.0, shell.count.1, end);
            args.push(Tree::over(Head::Apply(part), vec![name, count]));
            start = end;
        }
        self.pos = at;
        let mut tree = Tree::over(Head::Apply(whole), args).close();
        tree.start = self.tokens[from].start;
        Some(tree)
    }

    /// The place of the element in square brackets here, and the place after them.
    fn core(&self, at: usize) -> Option<(usize, usize)> {
        let Some([open, element, close]) = self.tokens.get(at..at + 3) else {
            return None;
        };
        let noble = NOBLE.contains(&super::fence::said(element)) && element.class == Class::Name;
        (open.key == "[" && close.key == "]" && noble).then_some((at + 1, at + 3))
    }

    /// The subshell that begins here.
    fn shell(&self, at: usize) -> Option<Subshell> {
        let first = self.tokens.get(at).filter(|_| at < self.end)?;
        let (name, above) = match first.class {
            Class::Digit if ("1"..="7").contains(&first.key.as_ref()) => {
                let letter = self.tokens.get(at + 1).filter(|t| t.start == first.end)?;
                let name = format!(r"\mathrm{{{}{}}}", first.key, subshell(letter)?);
                (name, at + 2)
            }
            _ => (named(first)?.to_owned(), at + 1),
        };
        if self.key_at(above) != "^" {
            return None;
        }
        let (count, after) = match self.marks.get(above + 1)? {
            Mark::Open { partner, .. } => ((above + 2, *partner), partner + 1),
            _ => ((above + 1, above + 2), above + 2),
        };
        let digits = self.tokens.get(count.0..count.1)?;
        let number = digits.len() < 3 && digits.iter().all(|t| t.class == Class::Digit);
        (number && !digits.is_empty() && after <= self.end).then_some(Subshell {
            name,
            count,
            after,
        })
    }
}

/// The letter of a subshell, in italics or upright.
fn subshell<'t>(token: &'t Token<'_>) -> Option<&'t str> {
    let letter = match token.class {
        Class::Letter => token.key.as_ref(),
        Class::Name => token.key.strip_prefix(r"\mathrm{")?.strip_suffix('}')?,
        _ => return None,
    };
    SUBSHELLS.contains(&letter).then_some(letter)
}

/// The name of a subshell in one font: `\mathrm{3d}`.
fn named<'t>(token: &'t Token<'_>) -> Option<&'t str> {
    let inside = token.key.strip_prefix(r"\mathrm{")?.strip_suffix('}')?;
    let (number, letter) = inside.split_at_checked(1)?;
    (("1"..="7").contains(&number) && SUBSHELLS.contains(&letter)).then_some(&token.key)
}
