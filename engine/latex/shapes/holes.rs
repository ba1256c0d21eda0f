//! Where a shape stands among tokens, and what fills its holes.

use super::{Literal, Piece, Shape, Want};
use crate::latex::closers::{balanced, bracket, is_bracket};
use crate::latex::table::{Role, Roles, Table};
use crate::latex::token::{Class, Gap, Token};
use crate::pattern::Var;

/// The longest hole, in tokens; it keeps reading linear.
const LONGEST: usize = 400;

impl Shape {
    /// The holes of the shape when it begins at `at`, and the place after it.
    pub(super) fn found(
        &self,
        tokens: &[Token<'_>],
        at: usize,
        table: &Table,
    ) -> Option<(Vec<Part>, usize)> {
        let mut parts = Vec::new();
        let mut pos = at;
        let pieces = &self.pieces[usize::from(self.follows)..];
        let ends = self.ends();
        // Whether the hole is one token of a script without braces: `T_n` as `T_{#n}`.
        let mut bare = false;
        for (i, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Literal(run) => {
                    let run = &run[usize::from(bare)..];
                    let rest = &tokens[pos.min(tokens.len())..];
                    bare = opens_script(run)
                        && rest
                            .get(run.len() - 1)
                            .is_some_and(|t| t.class != Class::Open);
                    let run = &run[..run.len() - usize::from(bare)];
                    if !fits(run, rest) {
                        return None;
                    }
                    pos += run.len();
                }
                Piece::Hole(var) => {
                    let part = match pieces.get(i + 1) {
                        Some(Piece::Literal(run)) if bare => {
                            (run.first()?.key == "}").then_some(())?;
                            Part {
                                from: pos,
                                to: pos + 1,
                                after: pos + 1,
                            }
                        }
                        Some(Piece::Literal(run)) => hole(tokens, pos, run, ends)?,
                        _ => script(tokens, pos)?,
                    };
                    if part.from == part.to
                        || !self.admits(*var, &tokens[part.from..part.to], table)
                    {
                        return None;
                    }
                    pos = part.after;
                    parts.push(part);
                }
            }
        }
        Some((parts, pos))
    }

    /// What the shape begins and ends with, when these are like brackets.
    fn ends(&self) -> Option<(&[Literal], &[Literal])> {
        let [Piece::Literal(first), .., Piece::Literal(last)] = self.pieces.as_slice() else {
            return None;
        };
        let plain = |run: &[Literal]| run.iter().all(|l| !is_bracket(&l.key));
        let same = first.iter().map(|l| &l.key).eq(last.iter().map(|l| &l.key));
        (!same && plain(first) && plain(last)).then_some((first, last))
    }

    /// Whether what stands in a hole may be what is wanted there, as far as its signs tell.
    fn admits(&self, var: Var, inside: &[Token<'_>], table: &Table) -> bool {
        let want = self.wants.get(usize::from(var)).copied();
        let look = Look::at(inside, table);
        match want.unwrap_or(Want::Anything) {
            Want::Statement => look.states || inside.len() == 1 && look.word,
            Want::Value => !look.states && !look.listed,
            Want::Name => inside.len() == 1 && look.word,
            Want::List => true,
            Want::Anything => !look.listed,
        }
    }
}

/// Whether the braces of a script open at the end of these.
fn opens_script(run: &[Literal]) -> bool {
    matches!(run, [.., script, open] if open.key == "{" && matches!(script.key.as_str(), "^" | "_"))
}

/// A hole: its tokens, and the place after it.
pub(super) struct Part {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) after: usize,
}

/// What the signs outside of brackets say.
struct Look {
    states: bool,
    listed: bool,
    word: bool,
}

impl Look {
    fn at(mut inside: &[Token<'_>], table: &Table) -> Self {
        // A statement in brackets is one.
        while let [first, within @ .., last] = inside
            && matches!(
                (first.key.as_ref(), last.key.as_ref()),
                ("(", ")") | ("{", "}")
            )
            && balanced(within)
        {
            inside = within;
        }
        let mut look = Self {
            states: false,
            listed: false,
            word: inside.first().is_some_and(|t| {
                matches!(t.class, Class::Letter | Class::Name) || t.key.starts_with('\\')
            }),
        };
        let mut closers = Vec::new();
        for (i, token) in inside.iter().enumerate() {
            if bracket(token, &mut closers).is_none() {
                break;
            }
            if !closers.is_empty() {
                continue;
            }
            look.listed |= matches!(token.key.as_ref(), "," | ";");
            if token.roles.may(Roles::WEAK) || token.roles.may(Roles::PREFIX) {
                look.states |= table.lookup(&inside[i..]).any(|(role, _)| match role {
                    Role::Infix { level, .. } => *level <= table.relation,
                    Role::Prefix { op, .. } => table.shapes.statements.contains(op),
                    _ => false,
                });
            }
        }
        look
    }
}

fn fits(run: &[Literal], tokens: &[Token<'_>]) -> bool {
    tokens.len() >= run.len()
        && run
            .iter()
            .zip(tokens)
            .all(|(l, t)| l.key == t.key && !(l.joined && t.gap > Gap::Back))
}

/// What stands up to this run, outside of brackets.
fn hole(
    tokens: &[Token<'_>],
    from: usize,
    run: &[Literal],
    ends: Option<(&[Literal], &[Literal])>,
) -> Option<Part> {
    let mut closers = Vec::new();
    // Shapes of the same kind that are open.
    let mut open = 0;
    for at in from..tokens.len().min(from + LONGEST) {
        let rest = &tokens[at..];
        if closers.is_empty() && open == 0 && at > from && fits(run, rest) {
            return Some(Part {
                from,
                to: at,
                after: at,
            });
        }
        if let Some((first, last)) = ends.filter(|_| closers.is_empty()) {
            if fits(first, rest) {
                open += 1;
            } else if open > 0 && fits(last, rest) {
                open -= 1;
            }
        }
        bracket(&tokens[at], &mut closers)?;
    }
    None
}

/// A group in braces, or one token.
fn script(tokens: &[Token<'_>], from: usize) -> Option<Part> {
    let first = tokens.get(from)?;
    if first.class != Class::Open {
        let single = matches!(first.class, Class::Letter | Class::Digit | Class::Name);
        return single.then_some(Part {
            from,
            to: from + 1,
            after: from + 1,
        });
    }
    let mut closers = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(from).take(LONGEST) {
        bracket(token, &mut closers)?;
        if closers.is_empty() {
            return Some(Part {
                from: from + 1,
                to: at,
                after: at + 1,
            });
        }
    }
    None
}
