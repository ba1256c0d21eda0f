//! What is said of pieces that are not understood, and the trees that keep them.

use super::{DEEPEST, Parser};
use crate::diagnostic::Diagnostic;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Side};
use crate::latex::tree::{Head, Tree};

/// As many groups, operands or parts are read of so many tokens, at most: some are read in two ways.
pub(in crate::latex) fn most_work(tokens: usize) -> usize {
    16 * tokens + 1000
}

impl Parser<'_> {
    /// An operand that is not there.
    pub(super) fn missing(&mut self) -> Tree {
        let at = self.pos.min(self.end);
        let place = self.span(at, at).start;
        let place = if at == self.end {
            at.checked_sub(1)
                .and_then(|i| self.tokens.get(i))
                .map_or(place, |t| t.end)
        } else {
            place
        };
        match self.table.blank {
            Some(op) => {
                self.warn(
                    "expected-operand",
                    "something is missing here",
                    place..place,
                    "expected a number, symbol or group; read as a blank",
                );
                Tree::new(Head::Apply(op), Vec::new(), place, place)
            }
            None => {
                self.complain(
                    "expected-operand",
                    "something is missing here",
                    place..place,
                    "expected a number, symbol or group",
                );
                Tree::new(Head::Opaque(at, at), Vec::new(), place, place)
            }
        }
    }

    /// Whether the formula is one sign that is spoken of, `\int_a^b`, or an environment without lines: nothing is
    /// missing there.
    pub(super) fn speaks_of_sign(&self) -> bool {
        let (mut at, mut signs, mut lines) = (0, 0, false);
        while at < self.end {
            match (self.tokens[at].class, self.marks[at]) {
                (Class::Open | Class::Close, _) => at += 1,
                (Class::Begin | Class::End, _) => (at, lines) = (at + 1, true),
                _ if matches!(self.key_at(at), "_" | "^") => {
                    at = match self.marks.get(at + 1) {
                        Some(Mark::Open { partner, .. }) => partner + 1,
                        _ => at + 2,
                    };
                }
                (Class::Sign, Mark::None) => {
                    signs += 1;
                    let command = |(role, _): (&Role, usize)| matches!(role, Role::Command { .. });
                    if signs > 1 || self.roles_at(at).any(command) {
                        return false;
                    }
                    at += 1;
                }
                _ => return false,
            }
        }
        signs > 0 || lines
    }

    /// A side or entry that the source leaves out.
    pub(super) fn blank(&mut self) -> Tree {
        let place = self.span(self.pos, self.pos).start;
        match self.table.blank {
            Some(op) => Tree::new(Head::Apply(op), Vec::new(), place, place),
            None => Tree::new(Head::Opaque(self.pos, self.pos), Vec::new(), place, place),
        }
    }

    pub(super) fn stray(&mut self) -> Tree {
        if let Some(bracket) = self.single_bracket() {
            return bracket;
        }
        let at = self.pos;
        self.pos += 1;
        let token = &self.tokens[at];
        let (key, span) = (token.key.to_string(), token.start..token.end);
        // `\text{share}\ (\%)`
        let beside = [at.checked_sub(1), Some(at + 1)];
        let beside = beside.map(|at| self.tokens.get(at?).map(|t| t.key.as_ref()));
        if matches!(key.as_str(), r"\%" | "%") && beside == [Some("("), Some(")")] {
            return Tree::new(Head::Mark(key.into()), Vec::new(), span.start, span.end);
        }
        let bracket = matches!(
            token.class,
            Class::Close | Class::Open | Class::Begin | Class::End
        ) || matches!(key.as_str(), "(" | ")" | "[" | "]" | r"\}" | r"\{" | "|")
            || token.side != Side::None;
        if bracket && matches!(key.as_str(), "(" | ")" | "[" | "]" | r"\{" | r"\}") {
            self.complaints.push(Diagnostic::error(
                "unbalanced",
                format!("`{key}` has no partner"),
                span.clone(),
                "kept as a sign of its own",
            ));
            return Tree::new(Head::Mark(key.into()), Vec::new(), span.start, span.end);
        }
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
                "expected a number, symbol, sign or bracket; kept as it stands",
            );
        }
        self.opaque(at, at + 1)
    }

    /// What follows an opening bracket without a partner, beside it.
    pub(super) fn after_bracket(&mut self, left: &Tree) -> Option<Tree> {
        if !matches!(left.head, Head::Mark(_)) {
            return None;
        }
        let rest = self.expression(0);
        Some(Tree::over(Head::Sequence, vec![left.clone(), rest]))
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

    /// Complains about a command that nothing is known about.
    pub(super) fn unknown(&mut self, at: usize) {
        let token = &self.tokens[at];
        let key = token.key.to_string();
        let mut complaint = Diagnostic::error(
            "unknown-command",
            format!("`{key}` is not known here"),
            token.start..token.end,
            "read as a name of its own, not renamed",
        );
        let near = self.table.suggestion(&key);
        if let Some(near) = near {
            complaint = complaint.with_help(format!("did you mean `{near}`?"));
        }
        self.complaints.push(complaint);
    }

    /// Counts one more group or operand. Whether no more are read: they are nested too deep, or so many
    /// were read again within what was read again that it would take more than linear time.
    pub(super) fn spent(&mut self) -> bool {
        self.work += 1;
        self.depth >= DEEPEST || self.work > most_work(self.tokens.len())
    }

    pub(super) fn too_deep(&mut self) -> Tree {
        let (from, to) = (self.pos, self.end);
        let span = self.span(from, to);
        if !self.complaints.iter().any(|c| c.id == "too-deep") {
            let message = match self.work > most_work(self.tokens.len()) {
                true => "nested in too many ways".to_owned(),
                false => format!("nested more than {DEEPEST} levels deep"),
            };
            self.complain("too-deep", message, span, "kept as it stands");
        }
        self.pos = to;
        self.opaque(from, to)
    }
}
