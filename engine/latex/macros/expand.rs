//! Replacing calls by bodies, with a bound, and places by places of the formula as written.

use std::ops::Range;
use std::sync::Arc;

use super::pieces::{Piece, Stack};
use super::{DEFINING, Macros, PREFIXES, Param, define, defines};
use crate::diagnostic::Diagnostic;

/// Bytes that a formula may grow to, whatever it was before.
const LONGEST: usize = 1 << 20;
/// How many times its length a longer formula may grow to.
const GROWTH: usize = 4;

/// What stands for an argument that is left out.
const MISSING: &str = "-NoValue-";
/// Commands with branches, of which one is taken.
const CHOICES: &[&str] = &[
    r"\IfValueTF",
    r"\IfValueT",
    r"\IfValueF",
    r"\IfNoValueTF",
    r"\IfNoValueT",
    r"\IfNoValueF",
    r"\IfBooleanTF",
    r"\IfBooleanT",
    r"\IfBooleanF",
    r"\IfBlankTF",
    r"\ifblank",
    r"\ifstrequal",
    r"\IfNumber",
];

/// A formula after replacement.
pub(in crate::latex) struct Expanded {
    /// What is to be read.
    pub(in crate::latex) text: String,
    /// What could not be replaced; the places are those of the formula as written.
    pub(in crate::latex) complaints: Vec<Diagnostic>,
    segments: Vec<Segment>,
    length: usize,
}

/// A run of the result and where it comes from.
struct Segment {
    /// Where it begins in the result.
    at: usize,
    start: usize,
    end: usize,
    /// Whether it stands in the formula as it is here, byte for byte.
    own: bool,
}

impl Expanded {
    /// The place in the formula as written.
    pub(in crate::latex) fn place(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.point(span.start, false);
        let end = if span.is_empty() {
            start
        } else {
            self.point(span.end, true)
        };
        start..end.max(start)
    }

    fn point(&self, at: usize, end: bool) -> usize {
        // The end of a place belongs to what stands before it.
        let inside = if end { at.saturating_sub(1) } else { at };
        let after = self.segments.partition_point(|s| s.at <= inside);
        match after.checked_sub(1).map(|i| &self.segments[i]) {
            Some(s) if s.own => (s.start + (at - s.at)).min(self.length),
            Some(_) if at >= self.text.len() && !end => self.length,
            Some(s) => {
                if end {
                    s.end
                } else {
                    s.start
                }
            }
            None => 0,
        }
    }
}

/// Replaces the macros of a formula; none when there is nothing to do.
pub(in crate::latex) fn expand(latex: &str, macros: &Macros) -> Option<Expanded> {
    let own = defines(latex);
    if !own && !macros.called(latex) {
        return None;
    }
    let mut expander = Expander {
        macros: own.then(|| macros.clone()),
        shared: macros,
        stack: Stack::of(latex),
        calls: vec![(Arc::from(""), 0)],
        budget: LONGEST.max(GROWTH * latex.len()),
        word: false,
        result: Expanded {
            text: String::with_capacity(latex.len()),
            complaints: Vec::new(),
            segments: Vec::new(),
            length: latex.len(),
        },
    };
    if let Err(place) = expander.run() {
        let complaint = Diagnostic::error(
            "macro-runaway",
            format!("macros make this formula longer than {LONGEST} bytes"),
            place,
            "read without replacing macros",
        );
        let whole = Segment {
            at: 0,
            start: 0,
            end: latex.len(),
            own: true,
        };
        return Some(Expanded {
            text: latex.to_owned(),
            complaints: vec![complaint],
            segments: vec![whole],
            length: latex.len(),
        });
    }
    let Expanded {
        text, complaints, ..
    } = &expander.result;
    (text != latex || !complaints.is_empty()).then_some(expander.result)
}

struct Expander<'m> {
    /// The macros with those of the formula itself.
    macros: Option<Macros>,
    shared: &'m Macros,
    stack: Stack,
    /// Calls that are being replaced: the name, and the call it comes from.
    calls: Vec<(Arc<str>, usize)>,
    /// Bytes that may still be made.
    budget: usize,
    /// Whether the result ends with a control word.
    word: bool,
    result: Expanded,
}

impl Expander<'_> {
    fn run(&mut self) -> Result<(), Range<usize>> {
        while let Some(piece) = self.stack.pop() {
            self.budget = self.budget.checked_sub(1).ok_or(piece.start..piece.end)?;
            if !piece.text.starts_with('\\') || piece.fixed {
                self.write(&piece);
                continue;
            }
            let name = &*piece.text;
            if PREFIXES.contains(&name) {
                let defined = self.stack.peek().map(|p| Arc::clone(&p.text));
                if defined.is_some_and(|next| DEFINING.contains(&&*next)) {
                    continue;
                }
            }
            if DEFINING.contains(&name)
                && let Some(own) = &mut self.macros
            {
                if let Err(complaint) = define::definition(&piece, &mut self.stack, own) {
                    self.result.complaints.push(complaint);
                }
                continue;
            }
            if CHOICES.contains(&name) {
                self.choose(name);
                continue;
            }
            self.call(&piece)?;
        }
        Ok(())
    }

    /// Goes on with one of the branches behind a condition.
    fn choose(&mut self, name: &str) {
        let mut test = || self.stack.argument().unwrap_or_default();
        let first = test();
        let said = |pieces: &[Piece]| -> String { pieces.iter().map(|p| p.text.trim()).collect() };
        let holds = match name {
            r"\IfBooleanTF" | r"\IfBooleanT" | r"\IfBooleanF" => said(&first) == "*",
            r"\IfBlankTF" | r"\ifblank" => said(&first).is_empty(),
            r"\ifstrequal" => said(&first) == said(&test()),
            r"\IfNumber" => {
                let said = said(&first);
                let unsigned = said.trim_start_matches(['-', '+', '.', ',']);
                unsigned.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => (said(&first) == MISSING) == name.contains("No"),
        };
        let branches = match name.strip_suffix("TF") {
            Some(_) => [test(), test()],
            None if name.ends_with('T') => [test(), Vec::new()],
            None if name.ends_with('F') => [Vec::new(), test()],
            None => [test(), test()],
        };
        let [then, otherwise] = branches;
        let branch = if holds { then } else { otherwise };
        self.stack.pieces.extend(branch.into_iter().rev());
    }

    fn call(&mut self, piece: &Piece) -> Result<(), Range<usize>> {
        let macros = self.macros.as_ref().unwrap_or(self.shared);
        let Some(found) = macros.table.get(&piece.text).cloned() else {
            self.write(piece);
            return Ok(());
        };
        if self.is_called(&piece.text, piece.call) {
            let said = format!("`{}` is replaced by something that calls it", piece.text);
            self.refuse("macro-recursion", said, piece);
            return Ok(());
        }
        let Some((arguments, end)) = self.arguments(piece, &found.params) else {
            let count = found.params.len();
            let said = format!("`{}` takes more than stands here", piece.text);
            self.refuse("macro-arguments", said, piece);
            if let Some(complaint) = self.result.complaints.last_mut() {
                complaint.help = Some(format!("its definition has {count} parameters"));
            }
            return Ok(());
        };
        self.calls.push((Arc::clone(&piece.text), piece.call));
        let call = self.calls.len() - 1;
        let mut made = Vec::with_capacity(found.body.len());
        let mut bytes = 0;
        for part in found.body.iter() {
            match part.argument().and_then(|n| arguments.get(n)) {
                Some(argument) => {
                    bytes += argument.iter().map(|p| p.text.len()).sum::<usize>();
                    if bytes > self.budget {
                        return Err(piece.start..end);
                    }
                    made.extend(argument.iter().cloned());
                }
                None => {
                    bytes += part.text.len();
                    made.push(Piece {
                        text: match &*part.text {
                            "##" => Arc::from("#"),
                            _ => Arc::clone(&part.text),
                        },
                        start: piece.start,
                        end,
                        own: false,
                        call,
                        fixed: part.fixed,
                    });
                }
            }
        }
        // The pieces are counted again as they come.
        self.budget = self.budget.checked_sub(bytes).ok_or(piece.start..end)?;
        self.stack.pieces.extend(made.into_iter().rev());
        Ok(())
    }

    /// Whether a macro is among the calls from which a piece comes.
    fn is_called(&self, name: &Arc<str>, mut call: usize) -> bool {
        while call > 0 {
            let (called, before) = &self.calls[call];
            if called == name {
                return true;
            }
            call = *before;
        }
        false
    }

    fn refuse(&mut self, id: &'static str, said: String, piece: &Piece) {
        let place = piece.start..piece.end;
        self.result
            .complaints
            .push(Diagnostic::error(id, said, place, "kept as it stands"));
        self.write(piece);
    }

    /// The arguments of a call, and where the call ends; nothing is taken when some are missing.
    fn arguments(&mut self, piece: &Piece, params: &[Param]) -> Option<(Vec<Arc<[Piece]>>, usize)> {
        if params.is_empty() {
            return Some((Vec::new(), piece.end));
        }
        let before = self.stack.pieces.len();
        let mut taken: Vec<Piece> = Vec::new();
        let mut arguments: Vec<Arc<[Piece]>> = Vec::new();
        let mut good = true;
        for param in params {
            let argument = match param {
                Param::One(Some(default)) => {
                    if self.stack.peek().is_some_and(|p| &*p.text == "[") {
                        self.within("]", &mut taken)
                    } else {
                        Some(default.to_vec())
                    }
                }
                Param::One(None) => match self.stack.peek().map(|p| Arc::clone(&p.text)) {
                    Some(text) if &*text == "{" => self.within("}", &mut taken),
                    Some(text) if &*text != "}" => {
                        let one = self.stack.pop();
                        taken.extend(one.clone());
                        one.map(|p| vec![p])
                    }
                    _ => None,
                },
                Param::Star => {
                    let star = self.stack.peek().is_some_and(|p| &*p.text == "*");
                    let piece = if star { self.stack.pop() } else { None };
                    taken.extend(piece.clone());
                    Some(piece.into_iter().collect())
                }
                Param::Perhaps(open, close) => {
                    if self.stack.peek().is_some_and(|p| p.text == *open) {
                        self.within(close, &mut taken)
                    } else {
                        let mut missing = piece.clone();
                        missing.text = Arc::from(MISSING);
                        Some(vec![missing])
                    }
                }
                Param::Text(text) => {
                    let next = self.stack.peek().cloned();
                    if next.as_ref().is_some_and(|p| p.text == *text) {
                        self.stack.pop();
                        taken.extend(next);
                        continue;
                    }
                    None
                }
                Param::Until(ending) => self.until(ending, &mut taken),
            };
            match argument {
                Some(argument) => arguments.push(argument.into()),
                None => {
                    good = false;
                    break;
                }
            }
        }
        if !good {
            self.stack.pieces.extend(taken.into_iter().rev());
            debug_assert!(self.stack.pieces.len() <= before);
            return None;
        }
        let last = taken.iter().rev().find(|p| p.own).map(|p| p.end);
        let end = match last {
            Some(end) if piece.own => end.max(piece.end),
            _ => piece.end,
        };
        Some((arguments, end))
    }

    /// A group, which is noted as taken.
    fn within(&mut self, close: &str, taken: &mut Vec<Piece>) -> Option<Vec<Piece>> {
        let first = self.stack.pop()?;
        let start = self.stack.pieces.len();
        let kept: Vec<Piece> = match self.closing(close) {
            Some(length) => self.stack.pieces.split_off(start - length),
            None => {
                taken.push(first);
                return None;
            }
        };
        let mut inside: Vec<Piece> = kept.into_iter().rev().collect();
        taken.push(first);
        taken.extend(inside.iter().cloned());
        inside.pop();
        Some(inside)
    }

    /// How many pieces there are up to the closing bracket, with it.
    fn closing(&mut self, close: &str) -> Option<usize> {
        let mut depth = 0usize;
        let mut found = None;
        let mut seen = 0;
        for piece in self.stack.pieces.iter().rev() {
            seen += 1;
            match &*piece.text {
                text if text == close && depth == 0 => {
                    found = Some(seen);
                    break;
                }
                "{" => depth += 1,
                "}" if depth == 0 => break,
                "}" => depth -= 1,
                _ => {}
            }
        }
        // Looking through arguments again and again is bounded too.
        self.budget = self.budget.saturating_sub(seen);
        found
    }

    /// Everything up to an ending, without the braces of a single group.
    fn until(&mut self, ending: &[Arc<str>], taken: &mut Vec<Piece>) -> Option<Vec<Piece>> {
        let mut inside: Vec<Piece> = Vec::new();
        let mut depth = 0usize;
        while let Some(piece) = self.stack.pop() {
            self.budget = self.budget.saturating_sub(1);
            taken.push(piece.clone());
            match &*piece.text {
                "{" => depth += 1,
                "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            inside.push(piece);
            let tail = inside.len().checked_sub(ending.len());
            let ends = |at: usize| inside[at..].iter().zip(ending).all(|(p, e)| p.text == *e);
            if depth == 0
                && let Some(at) = tail.filter(|at| ends(*at))
            {
                inside.truncate(at);
                return Some(inside);
            }
        }
        None
    }

    fn write(&mut self, piece: &Piece) {
        let result = &mut self.result;
        let letter = piece.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let at = result.text.len();
        let joined = result.segments.last().is_some_and(|last| {
            if piece.own {
                last.own && last.start + (at - last.at) == piece.start
            } else {
                !last.own && (last.start, last.end) == (piece.start, piece.end)
            }
        });
        if self.word && letter {
            // Letters would become a part of the command before them.
            result.text.push(' ');
        }
        if joined {
            if piece.own
                && let Some(last) = result.segments.last_mut()
            {
                last.end = piece.end;
            }
        } else {
            result.segments.push(Segment {
                at: result.text.len(),
                start: piece.start,
                end: piece.end,
                own: piece.own,
            });
        }
        result.text.push_str(&piece.text);
        self.word = piece.is_word();
    }
}
