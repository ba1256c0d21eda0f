//! Joins and meets: whether `\vee` and `\wedge` stand between elements of a lattice, `a \wedge b \le a`,
//! rather than between statements, `a > 0 \wedge b > 0`.

use super::matching::Mark;
use super::token::{Class, Token};

/// As many tokens are looked through.
const LOOKED: usize = 400;

/// Whether some part of the formula, between commas and implications, has joins or meets of letters
/// and brackets on a side of a relation, one of which has no relation of its own.
pub(super) fn joins(tokens: &[Token<'_>], marks: &[Mark]) -> bool {
    let tokens = &tokens[..tokens.len().min(LOOKED)];
    let opens = (0..tokens.len()).filter_map(|at| match marks[at] {
        Mark::Open { partner, width } if partner < tokens.len() => {
            let below = at > 1 && tokens[at - 1].key == "_" && sums(&tokens[at - 2]);
            Some((at + width, partner, below))
        }
        _ => None,
    });
    std::iter::once((0, tokens.len(), false))
        .chain(opens)
        .any(|(from, to, below)| stands(tokens, marks, from, to, below))
}

/// What has been seen of a clause.
#[derive(Default)]
struct Clause {
    relations: u32,
    connectives: u32,
    /// Whether the operand since the last connective has a relation.
    related: bool,
    /// Whether some operand has none.
    bare: bool,
    /// Whether something stands there that is no element.
    other: bool,
    /// Whether letters stand there that usually name statements, and whether others do: of both
    /// `p \wedge a = b` is made.
    statements: bool,
    elements: bool,
}

impl Clause {
    fn ended(&self) -> bool {
        let bare = self.bare || !self.related;
        let mixed = self.statements && self.elements;
        self.relations > 0 && self.connectives > 0 && bare && !self.other && !mixed
    }

    /// Notes a letter.
    fn letter(&mut self, token: &Token<'_>) {
        if token.class == Class::Letter {
            let stated = matches!(token.key.as_ref(), "p" | "q" | "r" | "s");
            self.statements |= stated;
            self.elements |= !stated;
        }
    }
}

/// Whether a clause of this group is about elements.
///
/// Below a sum capitals are elements too, `_{A \vee B = C}`: nobody sums over alternatives of a letter
/// and a relation.
fn stands(tokens: &[Token<'_>], marks: &[Mark], from: usize, to: usize, below: bool) -> bool {
    let mut clause = Clause::default();
    let mut at = from;
    while at < to {
        let token = &tokens[at];
        match token.key.as_ref() {
            _ if relates(token) || below && includes(token) => {
                (clause.relations, clause.related) = (clause.relations + 1, true);
            }
            r"\land" | r"\wedge" | "∧" | r"\lor" | r"\vee" | "∨" => {
                clause.bare |= !clause.related;
                (clause.connectives, clause.related) = (clause.connectives + 1, false);
            }
            _ if separates(token) => {
                if clause.ended() {
                    return true;
                }
                clause = Clause::default();
            }
            "_" | "^" => {
                at = match marks.get(at + 1) {
                    Some(Mark::Open { partner, .. }) => partner + 1,
                    _ => at + 2,
                };
                continue;
            }
            "'" | "." | "0" | "1" | r"\neg" | r"\lnot" => {}
            _ if token.class == Class::Cell => {}
            _ => {
                clause.other |= !element(token, marks[at], below);
                clause.letter(token);
                if let Mark::Open { partner, .. } = marks[at] {
                    let inside = &tokens[at..partner.min(to)];
                    clause.related |= inside.iter().any(relates);
                    inside.iter().for_each(|t| clause.letter(t));
                }
            }
        }
        at = match marks[at] {
            Mark::Open { partner, width } => partner + width,
            _ => at + 1,
        };
    }
    clause.ended()
}

/// Whether one clause ends here and another one begins.
fn separates(token: &Token<'_>) -> bool {
    matches!(token.class, Class::Row | Class::Words)
        || matches!(
            token.key.as_ref(),
            "," | ";"
                | r"\iff"
                | r"\implies"
                | r"\Rightarrow"
                | r"\Leftrightarrow"
                | r"\Longrightarrow"
                | r"\Longleftrightarrow"
        )
}

/// Whether this is the sign of a relation of elements.
fn relates(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        "=" | r"\ne"
            | r"\neq"
            | "≠"
            | r"\le"
            | r"\leq"
            | r"\ge"
            | r"\geq"
            | "≤"
            | "≥"
            | r"\preceq"
            | r"\sqsubseteq"
    )
}

/// Whether this is the sign of an order of subsets.
fn includes(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\supseteq" | r"\subseteq" | r"\succeq" | r"\supset" | r"\subset"
    )
}

/// Whether this is the sign of a sum or a product.
fn sums(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\sum" | r"\prod" | r"\bigoplus" | r"\bigcup" | r"\bigcap"
    )
}

/// Whether this is a small letter or a bracket; with capitals, where those are elements.
fn element(token: &Token<'_>, mark: Mark, capitals: bool) -> bool {
    let name = token.key.strip_prefix('\\').unwrap_or(&token.key);
    let small = token.class == Class::Letter
        && (capitals && token.key.len() == 1 || name.starts_with(char::is_lowercase));
    small || token.key == "(" && matches!(mark, Mark::Open { .. })
}
