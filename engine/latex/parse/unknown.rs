//! Commands that the vocabulary does not name: accents over more than a letter, strokes, stacks,
//! braces with a remark, private macros.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// As many groups after a command belong to it.
const GROUPS: usize = 4;

/// Accents, lines, braces and arrows over or under an expression.
const OVER: &[&str] = &[
    r"\hat",
    r"\widehat",
    r"\tilde",
    r"\widetilde",
    r"\vec",
    r"\overrightarrow",
    r"\overleftarrow",
    r"\overleftrightarrow",
    r"\dot",
    r"\ddot",
    r"\dddot",
    r"\ddddot",
    r"\check",
    r"\widecheck",
    r"\breve",
    r"\acute",
    r"\grave",
    r"\mathring",
    r"\overbrace",
    r"\underbrace",
    r"\overbracket",
    r"\underbracket",
    r"\overparen",
    r"\underparen",
    r"\overgroup",
    r"\undergroup",
    r"\overlinesegment",
    r"\underlinesegment",
    r"\underrightarrow",
    r"\underleftarrow",
    r"\underleftrightarrow",
    r"\Overrightarrow",
    r"\overrightharpoon",
    r"\overleftharpoon",
    r"\utilde",
    r"\underbar",
    r"\undertilde",
    r"\wideparen",
    r"\overarc",
    r"\overfrown",
    r"\bar",
    r"\overline",
    // Annuities of a number of years, the angle of a phasor.
    r"\angl",
    r"\phase",
];

impl Parser<'_> {
    /// A command that nothing is known about, with the groups right after it: a symbol when there
    /// are none, something applied to them otherwise.
    pub(super) fn unknown_command(&mut self) -> Tree {
        if self.depth >= super::DEEPEST {
            return self.too_deep();
        }
        self.depth += 1;
        let tree = self.command_or_symbol();
        self.depth -= 1;
        tree
    }

    fn command_or_symbol(&mut self) -> Tree {
        let known = self
            .accented()
            .or_else(|| self.slashed())
            .or_else(|| self.stacked())
            .or_else(|| self.over_expression());
        if let Some(tree) = known {
            return tree;
        }
        let at = self.pos;
        self.unknown(at);
        self.pos += 1;
        let symbol = self.sign_symbol(at);
        let mut args = vec![symbol];
        while args.len() <= GROUPS
            && let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos).copied()
        {
            if self.pos >= self.end || self.tokens[self.pos].class != Class::Open {
                break;
            }
            args.push(self.group(self.pos + 1, partner, partner + 1));
        }
        match self.table.command {
            Some(op) if args.len() > 1 => {
                let span = self.span(at, self.pos);
                let mut tree = Tree::over(Head::Apply(op), args).close();
                (tree.start, tree.end) = (span.start, span.end);
                tree
            }
            // `\softmax(x + y)` may be anything but a sum of two products.
            _ if args.len() == 1 && self.called_here() => {
                let value = self.call(args.remove(0));
                self.scripts(value)
            }
            _ if args.len() == 1 => args.remove(0),
            _ => self.opaque(at, self.pos),
        }
    }

    /// Whether a bracket that holds something stands right here, with no gap before it.
    fn called_here(&self) -> bool {
        self.bracket_here()
            && self.key_at(self.pos) == "("
            && self.tokens[self.pos].gap < Gap::Thin
            && self.key_at(self.pos + 1) != ")"
    }

    /// An accent over an expression.
    fn over_expression(&mut self) -> Option<Tree> {
        let at = self.pos;
        let op = self.table.accent?;
        if !OVER.contains(&self.tokens[at].key.as_ref()) {
            return None;
        }
        let over = self.key_at(at + 1).to_owned();
        let arrow = matches!(self.key_at(at), r"\vec" | r"\overrightarrow");
        if arrow && matches!(over.as_str(), r"\nabla" | "∇") {
            // `\vec\nabla` is `\nabla`; `\tilde\nabla` is another connection.
            self.pos += 1;
            return Some(self.operand(0));
        }
        self.pos += 1;
        // `\underbracket[1pt]{x}`: the width of the line.
        let bracket = matches!(self.key_at(at), r"\underbracket" | r"\overbracket");
        if let Some(Mark::Open { partner, width }) = self.marks.get(self.pos).copied()
            && bracket
            && self.key_at(self.pos) == "["
        {
            self.pos = partner + width;
        }
        if self.pos >= self.end {
            return Some(self.sign_symbol(at));
        }
        let sign = self.sign_symbol(at);
        let operator = matches!(over.as_str(), r"\partial" | "∂" | r"\nabla" | "∇")
            || over == "{"
                && matches!(self.key_at(at + 2), r"\partial" | "∂" | r"\nabla")
                && self.key_at(at + 3) == "}";
        let inside = if operator {
            let place = self.pos + usize::from(over == "{");
            let symbol = self.sign_symbol(place);
            self.pos = place + 1 + usize::from(over == "{");
            symbol
        } else {
            self.argument()
        };
        let span = self.span(at, self.pos);
        let mut tree = Tree::over(Head::Apply(op), vec![sign, inside]).close();
        (tree.start, tree.end) = (span.start, span.end);
        Some(tree)
    }

    /// `\not{D}`, `\slash{p}`.
    pub(super) fn slashed(&mut self) -> Option<Tree> {
        let at = self.pos;
        let op = self.table.slashed?;
        if !matches!(
            self.tokens[at].key.as_ref(),
            r"\not" | r"\slash" | r"\slashed" | r"\Slash" | r"\slashchar" | r"\notslash"
        ) || !self.starts_operand(at + 1)
            || self.key_at(at) == r"\not" && !self.stroke_at(at)
        {
            return None;
        }
        self.pos += 1;
        let operator = matches!(self.key_at(self.pos), r"\partial" | "∂" | r"\nabla")
            || self.key_at(self.pos) == "{"
                && matches!(self.key_at(self.pos + 1), r"\partial" | r"\nabla");
        let inside = if operator {
            let braced = self.key_at(self.pos) == "{";
            let place = self.pos + usize::from(braced);
            let symbol = self.sign_symbol(place);
            self.pos = place + 1 + usize::from(braced);
            symbol
        } else {
            self.argument()
        };
        let span = self.span(at, self.pos);
        let mut tree = Tree::over(Head::Apply(op), vec![inside]).close();
        (tree.start, tree.end) = (span.start, span.end);
        Some(tree)
    }

    /// `\overset{a}{x}`, `\underset{a}{x}`, `\stackrel{a}{x}` over something that is no relation.
    fn stacked(&mut self) -> Option<Tree> {
        let at = self.pos;
        let (above, below) = self.table.stacks?;
        let op = match self.tokens[at].key.as_ref() {
            r"\overset" | r"\stackrel" | r"\buildrel" => above,
            r"\underset" => below,
            _ => return None,
        };
        self.pos += 1;
        let mark = if self.pos < self.end {
            self.mark_here()
        } else {
            None
        };
        let set = match mark {
            Some(mark) => mark,
            None => self.argument(),
        };
        if self.key_at(self.pos) == r"\over" {
            self.pos += 1;
        }
        if self.pos >= self.end {
            return Some(set);
        }
        let base = self.argument();
        if self.scripting && (set.states() || base.states() || matches!(base.head, Head::Items)) {
            // Two lines of limits.
            let mut lines = Vec::new();
            for line in [set, base] {
                match line.head {
                    Head::Items if !line.closed => lines.extend(line.args),
                    _ => lines.push(line),
                }
            }
            return Some(Tree::over(Head::Items, lines));
        }
        let span = self.span(at, self.pos);
        let mut tree = Tree::over(Head::Apply(op), vec![base, set]).close();
        (tree.start, tree.end) = (span.start, span.end);
        Some(tree)
    }
}
