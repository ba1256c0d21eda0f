//! From a defining command to an entry of the table.

use std::sync::Arc;

use super::pieces::{Piece, Stack, pieces};
use super::{Macro, Macros, Param};
use crate::diagnostic::Diagnostic;

/// Reads what follows a defining command and enters it; gives the names that are new.
pub(super) fn definition(
    command: &Piece,
    stack: &mut Stack,
    macros: &mut Macros,
) -> Result<Vec<Arc<str>>, Diagnostic> {
    let wrong = |said: &str| {
        let text = format!("{said} after `{}`", command.text);
        let done = "this definition is left out";
        Err(Diagnostic::error(
            "macro-definition",
            text,
            command.start..command.end,
            done,
        ))
    };
    let word = command.text.trim_start_matches('\\');
    let starred = !matches!(word, "def" | "gdef" | "edef" | "xdef" | "let") && stack.take("*");
    let braced = stack.take("{");
    let Some(name) = stack.peek().filter(|p| p.text.starts_with('\\')).cloned() else {
        // What would be the name and the body.
        if braced {
            stack.group("{", "}");
        }
        if stack.peek().is_some_and(|p| &*p.text == "{") {
            stack.argument();
        }
        return wrong("expected the name of a command");
    };
    stack.pop();
    if braced && !stack.take("}") {
        return wrong("expected `}` behind the name");
    }
    let mut made = match word {
        "let" => {
            stack.take("=");
            let Some(target) = stack.peek().cloned() else {
                return wrong("expected the name of a second command");
            };
            stack.pop();
            macros
                .table
                .get(&target.text)
                .cloned()
                .unwrap_or_else(|| Macro {
                    params: Vec::new(),
                    body: Arc::from([target]),
                    alias: true,
                })
        }
        "DeclareMathOperator" => {
            let Some(body) = stack.argument() else {
                return wrong("expected the letters of an operator");
            };
            let before = if starred {
                r"\operatorname*{"
            } else {
                r"\operatorname{"
            };
            let mut all = pieces(before);
            all.extend(body);
            all.extend(pieces("}"));
            Macro {
                params: Vec::new(),
                body: all.into(),
                alias: false,
            }
        }
        "DeclarePairedDelimiter" => {
            let (Some(left), Some(right)) = (stack.argument(), stack.argument()) else {
                return wrong("expected two delimiters");
            };
            let mut body = pieces(r"\left");
            body.extend(left);
            body.extend(pieces(r" #3\right"));
            body.extend(right);
            Macro {
                params: vec![Param::Star, perhaps("[", "]"), Param::One(None)],
                body: body.into(),
                alias: false,
            }
        }
        word => {
            let (params, expected) = match word {
                _ if word.ends_with("DocumentCommand") => (
                    stack.argument().and_then(|spec| specified(&spec)),
                    "expected arguments of the sorts `m`, `o`, `O`, `s`, `d`, `g`",
                ),
                "def" | "gdef" | "edef" | "xdef" => {
                    (pattern(stack), "expected parameters and a body in braces")
                }
                _ => (numbered(stack), "expected the number of arguments, 0 to 9"),
            };
            let Some(params) = params else {
                return wrong(expected);
            };
            let Some(body) = stack.argument() else {
                return wrong("expected a body in braces");
            };
            Macro {
                params,
                body: body.into(),
                alias: false,
            }
        }
    };
    made.body = unexpanded(&made.body);
    let takes = |p: &Param| !matches!(p, Param::Text(_));
    let known = made.params.iter().filter(|p| takes(p)).count();
    let most = made.body.iter().filter_map(Piece::argument).max();
    if !made.alias && most.is_some_and(|most| most >= known) {
        return wrong("the body has more arguments than the macro");
    }
    if matches!(word, "providecommand" | "ProvideDocumentCommand")
        && macros.table.contains_key(&name.text)
    {
        return Ok(Vec::new());
    }
    if made.alias {
        made.body = made
            .body
            .iter()
            .map(|p| Piece {
                fixed: true,
                ..p.clone()
            })
            .collect();
    }
    macros.insert(Arc::clone(&name.text), made);
    Ok(vec![name.text])
}

/// A body in which what stands behind `\noexpand` is not replaced.
fn unexpanded(body: &[Piece]) -> Arc<[Piece]> {
    let mut kept: Vec<Piece> = Vec::with_capacity(body.len());
    let mut fixes = false;
    for piece in body {
        if &*piece.text == r"\noexpand" {
            fixes = true;
            continue;
        }
        kept.push(Piece {
            fixed: piece.fixed || fixes && !piece.is_blank(),
            ..piece.clone()
        });
        fixes &= piece.is_blank();
    }
    kept.into()
}

fn perhaps(open: &str, close: &str) -> Param {
    Param::Perhaps(Arc::from(open), Arc::from(close))
}

/// The arguments that a document command takes: `s o m`, `O{1} m`, `d() g`.
fn specified(spec: &[Piece]) -> Option<Vec<Param>> {
    let mut rest: Vec<Piece> = spec
        .iter()
        .rev()
        .filter(|p| !p.is_blank())
        .cloned()
        .collect();
    let mut params = Vec::new();
    while let Some(sort) = rest.pop() {
        let param = match &*sort.text {
            // Arguments of several paragraphs, and without blanks before them.
            "+" | "!" => continue,
            "m" => Param::One(None),
            "s" => Param::Star,
            "o" => perhaps("[", "]"),
            "g" => perhaps("{", "}"),
            "d" => {
                let (open, close) = (rest.pop()?, rest.pop()?);
                Param::Perhaps(open.text, close.text)
            }
            "O" => {
                let mut stack = Stack { pieces: rest };
                let default = stack.argument()?;
                rest = stack.pieces;
                Param::One(Some(default.into()))
            }
            _ => return None,
        };
        params.push(param);
    }
    (params.len() <= 9).then_some(params)
}

/// `[n]`, then perhaps `[default]`.
fn numbered(stack: &mut Stack) -> Option<Vec<Param>> {
    if !stack.take("[") {
        return Some(Vec::new());
    }
    let count: String = stack
        .group("[", "]")?
        .iter()
        .map(|p| p.text.trim().to_owned())
        .collect();
    let count = count.parse::<usize>().ok().filter(|n| *n <= 9)?;
    let mut params = vec![Param::One(None); count];
    if stack.take("[") {
        let default = stack.group("[", "]")?;
        *params.first_mut()? = Param::One(Some(default.into()));
    }
    Some(params)
}

/// What stands between the name and the body of `\def`.
fn pattern(stack: &mut Stack) -> Option<Vec<Param>> {
    let mut parts: Vec<Piece> = Vec::new();
    while stack.pieces.last()?.text.as_ref() != "{" {
        parts.extend(stack.pop());
    }
    parts.retain(|p| !p.is_blank());
    let mut params = Vec::new();
    let mut rest = parts.iter().peekable();
    let mut number = 0;
    while let Some(part) = rest.next() {
        match part.argument() {
            None => params.push(Param::Text(Arc::clone(&part.text))),
            Some(n) if n == number => {
                number += 1;
                let mut until: Vec<Arc<str>> = Vec::new();
                while let Some(text) = rest.next_if(|p| p.argument().is_none()) {
                    until.push(Arc::clone(&text.text));
                }
                params.push(if until.is_empty() {
                    Param::One(None)
                } else {
                    Param::Until(until.into())
                });
            }
            Some(_) => return None,
        }
    }
    Some(params)
}
