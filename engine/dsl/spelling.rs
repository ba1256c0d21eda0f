//! Readings of LaTeX with holes: templates the other way round.

use super::patterns::{Patterns, Side, written};
use super::scalar::{Many, Src};
use super::scopes;
use super::source::Report;
use super::template::{self, PieceSyntax};
use super::tree;
use crate::latex::token_count;
use crate::pattern::{Pattern, Var};
use crate::vocabulary::{ReadForm, ShapePiece, Vocabulary};

/// The longest text of a shape, in tokens.
const LONGEST: usize = 40;

/// Reads `Shape(tex: r"\left(\frac{#a}{#p}\right)", term: "(legendre ?a ?p)")`.
pub(super) fn shape(
    tex: &Many<'_>,
    term: Src<'_>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Option<ReadForm> {
    let tree = tree::expression(term.0, report)?;
    let mut patterns = Patterns::new(vocabulary);
    let read = patterns.read(&tree, Side::Left, report)?;
    let Pattern::Node(op, _) = read.pattern else {
        let message = "what is read is an operator over the holes";
        report.error("shape", term.0, message, "a variable alone");
        return None;
    };
    if !scopes::check(&read, &patterns.vars, vocabulary, report)
        || !patterns.check_kinds(&[&read], &[], report)
    {
        return None;
    }
    let mut spellings = Vec::new();
    for text in &tex.0 {
        spellings.push(spelling(text.0, &patterns, report)?);
    }
    Some(ReadForm::Shape {
        tex: spellings,
        op,
        term: read.pattern,
        vars: patterns.vars,
    })
}

fn spelling(
    text: &str,
    patterns: &Patterns<'_, '_>,
    report: &mut Report<'_, '_>,
) -> Option<Vec<ShapePiece>> {
    let mut pieces = Vec::new();
    let mut holes: Vec<Var> = Vec::new();
    for piece in template::read(text, report)? {
        let piece = match piece {
            PieceSyntax::Text(text) => ShapePiece::Text(text),
            PieceSyntax::Style(name) => {
                let message = "what is read is LaTeX as it stands, without styles";
                report.error("shape", name, message, "").help =
                    Some("give each spelling: `tex: [r\"…\", r\"…\"]`".into());
                return None;
            }
            PieceSyntax::Rows { name, .. } => {
                let message = "holes of a reading are names alone: `#x`";
                report.error("shape", name, message, "");
                return None;
            }
            PieceSyntax::Hole {
                name,
                level,
                kept,
                separator,
            } => {
                if kept || level.is_some() || separator.is_some() {
                    let message = "holes of a reading are names alone: `#x`";
                    report.error("shape", name, message, "");
                    return None;
                }
                let Some(var) = patterns.vars.iter().position(|v| v.name == name) else {
                    let known = patterns.vars.iter().map(|v| v.name.as_str());
                    let message = format!("`{name}` names no variable of the term");
                    report.unknown("template-hole", name, message, known);
                    return None;
                };
                let var = var as Var;
                if holes.contains(&var) {
                    let message = format!("the hole `{name}` occurs twice");
                    report.error("shape", name, message, "again here");
                    return None;
                }
                holes.push(var);
                ShapePiece::Hole(var)
            }
        };
        pieces.push(piece);
    }
    check(text, &pieces, report)?;
    for (index, var) in patterns.vars.iter().enumerate() {
        if !holes.contains(&(index as Var)) {
            let message = format!("`{}` has no hole in this reading", written(var));
            report.error("unused-hole", text, message, "");
            return None;
        }
    }
    Some(pieces)
}

/// Whether it is plain where each hole ends.
fn check(text: &str, pieces: &[ShapePiece], report: &mut Report<'_, '_>) -> Option<()> {
    let mut problem = None;
    let (mut count, mut literal) = (0, false);
    for (i, piece) in pieces.iter().enumerate() {
        match piece {
            ShapePiece::Text(text) => {
                let tokens = token_count(text);
                count += tokens;
                literal |= tokens > 0;
                if tokens == 0 {
                    problem = Some("only a blank stands between two holes");
                }
            }
            ShapePiece::Hole(_) => {
                if matches!(pieces.get(i + 1), Some(ShapePiece::Hole(_))) {
                    problem = Some("nothing stands between two holes");
                }
                let script = i
                    .checked_sub(1)
                    .and_then(|before| pieces.get(before))
                    .is_some_and(
                        |p| matches!(p, ShapePiece::Text(t) if t.trim_end().ends_with(['_', '^'])),
                    );
                if i + 1 == pieces.len() && !script {
                    problem = Some("nothing says where the last hole ends");
                }
            }
        }
    }
    if !literal {
        problem = Some("a reading is not holes alone");
    } else if count > LONGEST {
        problem = Some("this reading is too long");
    }
    let Some(problem) = problem else {
        return Some(());
    };
    let help = "`Infix`, `Prefix` and `Postfix` read signs beside operands";
    report.error("shape", text, problem, "").help = Some(help.into());
    None
}
