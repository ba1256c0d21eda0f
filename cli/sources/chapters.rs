//! TeX and Markdown: whole paragraphs, put together until there are formulas enough for a text.

use std::ops::Range;
use std::path::Path;

use anyhow::Result;
use mamut_engine::latex::Macros;
use mamut_engine::text::{self, Part};

use super::arguments::Format;
use super::columns::digest;
use super::files::{self, Named, files};
use super::{Entry, Found};

/// Formulas that a text of a chapter has, as a rule.
const ENOUGH: usize = 5;

/// Commands that begin a part of a document.
const HEADINGS: [&str; 7] = [
    r"\part",
    r"\chapter",
    r"\section",
    r"\subsection",
    r"\subsubsection",
    r"\paragraph",
    r"\appendix",
];

/// The texts of a file, or of all files of a directory with the extension of the format.
///
/// # Errors
/// When there is nothing at that path.
pub(super) fn records(
    format: Format,
    path: &Path,
) -> Result<impl Iterator<Item = Result<Found>> + Send + use<>> {
    let markdown = format == Format::Markdown;
    let extensions: &[&str] = if markdown {
        &["md", "markdown"]
    } else {
        &["tex", "ltx"]
    };
    Ok(files(path, extensions)?.flat_map(move |file| {
        let found = file.and_then(|file| {
            Ok(match files::text(&file)? {
                Ok(text) => of_file(&file, &text, markdown),
                Err(broken) => vec![broken],
            })
        });
        match found {
            Ok(found) => found.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    }))
}

fn of_file(file: &Named, text: &str, markdown: bool) -> Vec<Found> {
    let mut macros = Macros::default();
    if !markdown {
        // What is of no use is complained about where a formula calls it.
        macros.collect(text);
    }
    let entry = |part: Range<usize>| {
        let line = text[..part.start].matches('\n').count() + 1;
        let mut text = text[part].trim().to_owned();
        if !markdown {
            text = expanded(&uncommented(&text), &macros);
        }
        Found::Entry(Entry {
            key: format!("{}#{}", file.name, digest(&text)),
            group: file.name.clone(),
            text,
            is_formula: false,
            file: file.path.display().to_string(),
            line,
        })
    };
    parts(text, markdown).into_iter().map(entry).collect()
}

/// Places of texts: paragraphs of one section with formulas enough, or what is left of one.
fn parts(text: &str, markdown: bool) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    // Whether the part before belongs to the section at hand, and the part at hand.
    let mut before = false;
    let mut open: Option<(Range<usize>, usize)> = None;
    for block in blocks(text, markdown) {
        let (block, heading) = match block {
            Block::Heading => (0..0, true),
            Block::Paragraph(block) => (block, false),
        };
        if heading {
            close(&mut parts, open.take(), before);
            before = false;
            continue;
        }
        let paragraph = &text[block.clone()];
        let formulas = formulas(paragraph, &text::segments(paragraph).0);
        let (range, all) = match open.take() {
            Some((range, all)) => (range.start..block.end, all + formulas),
            None => (block, formulas),
        };
        if all >= ENOUGH {
            parts.push(range);
            before = true;
        } else {
            open = Some((range, all));
        }
    }
    close(&mut parts, open, before);
    parts
}

/// Joins what is left of a section to the part before it in the section, if there is one.
fn close(parts: &mut Vec<Range<usize>>, open: Option<(Range<usize>, usize)>, before: bool) {
    match (open, parts.last_mut()) {
        (Some((range, _)), Some(last)) if before => last.end = range.end,
        (Some((range, _)), _) => parts.push(range),
        (None, _) => {}
    }
}

/// How many formulas are in a text.
pub(super) fn formulas(text: &str, segments: &[text::Segment]) -> usize {
    let formula = |s: &&text::Segment| {
        matches!(s.part, Part::Formula(_)) && !text[s.inner.clone()].trim().is_empty()
    };
    segments.iter().filter(formula).count()
}

enum Block {
    Heading,
    Paragraph(Range<usize>),
}

/// Headings and paragraphs; empty lines in environments, fences and displays end no paragraph.
fn blocks(text: &str, markdown: bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut start = None;
    let (mut depth, mut fenced, mut display) = (0usize, false, false);
    let body = if markdown { 0..text.len() } else { body(text) };
    let mut at = body.start;
    for line in text[body].split_inclusive('\n') {
        let here = at;
        at += line.len();
        let trimmed = line.trim();
        let inside = depth > 0 || fenced || display;
        let heading = !inside && is_heading(trimmed, markdown);
        if heading || trimmed.is_empty() && !inside {
            if let Some(start) = start.take() {
                blocks.push(Block::Paragraph(start..here));
            }
            if heading {
                blocks.push(Block::Heading);
            }
            continue;
        }
        start.get_or_insert(here);
        if markdown && (trimmed.starts_with("```") || trimmed.starts_with("~~~")) {
            fenced = !fenced;
        }
        depth += trimmed.matches(r"\begin{").count();
        depth = depth.saturating_sub(trimmed.matches(r"\end{").count());
        display ^= trimmed.matches("$$").count() % 2 == 1;
    }
    blocks.extend(start.map(|start| Block::Paragraph(start..at)));
    blocks
}

/// What stands between `\begin{document}` and `\end{document}`, or all.
fn body(text: &str) -> Range<usize> {
    const BEGIN: &str = r"\begin{document}";
    let start = text.find(BEGIN).map_or(0, |at| at + BEGIN.len());
    let end = text[start..].find(r"\end{document}");
    start..end.map_or(text.len(), |end| start + end)
}

fn is_heading(line: &str, markdown: bool) -> bool {
    if markdown {
        let rest = line.trim_start_matches('#');
        return rest.len() < line.len() && (rest.is_empty() || rest.starts_with(' '));
    }
    HEADINGS.iter().any(|heading| {
        let rest = line.strip_prefix(heading);
        rest.is_some_and(|rest| rest.starts_with(['{', '[', '*']) || rest.is_empty())
    })
}

/// TeX without its comments.
fn uncommented(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let blank = |before: &str| before.is_empty() || before.ends_with(char::is_whitespace);
        let comment = line.match_indices('%').find(|(at, _)| blank(&line[..*at]));
        match comment {
            None => out.push_str(line),
            Some((at, _)) if line[..at].trim().is_empty() => {}
            Some((at, _)) => {
                out.push_str(line[..at].trim_end());
                out.push('\n');
            }
        }
    }
    out
}

/// A text whose formulas call no macros of its file.
fn expanded(text: &str, macros: &Macros) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for segment in text::segments(text).0 {
        let formula = matches!(segment.part, Part::Formula(_));
        let inner = segment.inner;
        if let Some(plain) = formula
            .then(|| macros.expand(&text[inner.clone()]))
            .flatten()
        {
            out.push_str(&text[done..inner.start]);
            out.push_str(&plain);
            done = inner.end;
        }
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, markdown: bool, wanted: &[&str]) {
        let found = parts(text, markdown);
        let found: Vec<&str> = found.into_iter().map(|p| text[p].trim()).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn paragraphs_are_put_together_within_sections() {
        check(
            "# One\n\n$a$ $b$\n\n$c$ $d$ $e$\n\n$f$\n\n## Two\n$g$\n```\n\n# no $h$\n```\n$i$\n",
            true,
            &[
                "$a$ $b$\n\n$c$ $d$ $e$\n\n$f$",
                "$g$\n```\n\n# no $h$\n```\n$i$",
            ],
        );
        check(
            "\\newcommand{\\R}{x}\n\\begin{document}\n\\section{A}\n$a$ $b$\n\\begin{proof}\n$c$\n\n$d$ $e$\n\\end{proof}\n\n$f$ $g$ $h$ $i$ $j$\n\\end{document}\n$k$",
            false,
            &[
                "$a$ $b$\n\\begin{proof}\n$c$\n\n$d$ $e$\n\\end{proof}",
                "$f$ $g$ $h$ $i$ $j$",
            ],
        );
    }

    #[test]
    fn texts_call_no_macros_and_have_no_comments() {
        let file = Named {
            path: "a.tex".into(),
            name: "a.tex".to_owned(),
        };
        let tex = "\\newcommand{\\R}{\\mathbb{R}}\n\\begin{document}\n% no\nLet $x \\in \\R$. % no\nOf 5\\% $\\R^2$.\n\\end{document}";
        let found = of_file(&file, tex, false);
        let [Found::Entry(entry)] = &found[..] else {
            panic!("one text: {found:?}");
        };
        assert_eq!(
            entry.text,
            "Let $x \\in \\mathbb{R}$.\nOf 5\\% $\\mathbb{R}^2$."
        );
        assert_eq!(entry.line, 3);
    }
}
