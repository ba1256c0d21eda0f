//! Braces with a remark: `\underbrace{a + \dots + a}_{n \text{ times}}`; names of groups of matrices.

use super::Parser;
use super::script::Scripts;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// Groups that are named by letters without a font.
const GROUPS: &[&str] = &["PGL", "PSL", "PSU", "GL", "SL", "SO", "SU", "Sp"];

impl Parser<'_> {
    /// The expression over or under a brace, which is an accent, with the remark that its script is.
    pub(super) fn remarked(&self, base: Tree, mut scripts: Scripts) -> (Tree, Scripts) {
        let (name, remark) = match base.args.first().and_then(Tree::symbol) {
            Some(r"\underbrace" | r"\underbracket") => ("underbraced", scripts.sub.take()),
            Some(r"\overbrace" | r"\overbracket") => ("overbraced", scripts.sup.take()),
            _ => return (base, scripts),
        };
        let (Some(remark), Some(op)) = (remark, self.table.named(name)) else {
            return (base, scripts);
        };
        let (start, end) = (base.start, remark.end);
        let mut args = base.args;
        args.remove(0);
        args.push(remark);
        let mut tree = Tree::over(Head::Apply(op), args).close();
        (tree.start, tree.end) = (start, end);
        (tree, scripts)
    }

    /// `SL_2(\mathbb{Z})`, `GL(n, F)`: the letters before a size are a name.
    pub(super) fn group_name(&mut self) -> Option<Tree> {
        let at = self.pos;
        if !matches!(self.tokens[at].key.as_bytes(), b"G" | b"S" | b"P") {
            return None;
        }
        let spelled = |word: &&&str| {
            word.char_indices().all(|(i, c)| {
                let token = self.tokens.get(at + i).filter(|_| at + i < self.end);
                token.is_some_and(|t| {
                    t.class == Class::Letter
                        && t.key.starts_with(c)
                        && t.short()
                        && (i == 0 || t.gap == Gap::None)
                })
            })
        };
        let word = GROUPS.iter().find(spelled)?;
        let after = at + word.len();
        let argument = match self.key_at(after) {
            "_" => {
                let size = after + 1;
                let end = match self.marks.get(size) {
                    Some(crate::latex::matching::Mark::Open { partner, .. }) => partner + 1,
                    _ => size + 1,
                };
                self.key_at(end) == "("
            }
            "(" => self.key_at(after + 2) == ",",
            _ => false,
        };
        let apart = at.checked_sub(1).is_none_or(|n| {
            self.tokens[n].class != Class::Letter || self.tokens[at].gap > Gap::None
        });
        if !argument || !apart {
            return None;
        }
        let span = self.span(at, after);
        self.pos = after;
        let name = format!(r"\operatorname{{{word}}}");
        Some(Tree::new(
            Head::Symbol(name.into()),
            Vec::new(),
            span.start,
            span.end,
        ))
    }
}
