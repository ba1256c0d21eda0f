//! `rules fmt`: lines of rule files set in by their brackets; comments and strings stay as they are.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use crate::Outcome;
use crate::output::Output;
use crate::rule_args::Fmt;
use crate::rules;

/// Runs the command.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(args: &Fmt) -> Result<Outcome> {
    let mut output = Output::new(None)?;
    let mut changed = 0;
    for path in rules::find(&args.paths)? {
        let name = path.display();
        let before =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        let after = format(&before);
        if before == after {
            continue;
        }
        changed += 1;
        if args.check {
            output.write(format!("{name} would change\n").as_bytes())?;
        } else {
            std::fs::write(&path, after).with_context(|| format!("cannot write {name}"))?;
            output.write(format!("{name} changed\n").as_bytes())?;
        }
    }
    output.finish()?;
    Ok(if args.check && changed > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// What the text between two lines is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Code,
    Text,
    /// A raw string with this many signs before its quotation mark.
    Raw(usize),
    /// A comment that spans lines, nested so deep.
    Comment(usize),
}

struct Scan {
    within: Within,
    /// The lines of the brackets that are open.
    open: Vec<usize>,
    /// Whether a comment stands on the line at hand.
    comment: bool,
}

/// The text with every line set in by four spaces for each line whose brackets are open, without
/// spaces at the ends of lines, with a comma before a closing bracket on a line of its own, and
/// with no more than one empty line at a time.
pub fn format(text: &str) -> String {
    let mut scan = Scan {
        within: Within::Code,
        open: Vec::new(),
        comment: false,
    };
    let mut lines: Vec<String> = Vec::new();
    // Whether the line before ends in code to which a comma may be added.
    let mut plain = false;
    for (n, line) in text.lines().enumerate() {
        let inside = scan.within != Within::Code;
        let body = if inside { line } else { line.trim_start() };
        let closers = body.chars().take_while(|c| ")]}".contains(*c)).count();
        let left = scan.open.len().saturating_sub(closers);
        let depth = scan.open[..left].iter().collect::<BTreeSet<_>>().len();
        scan.comment = inside;
        scan.line(body, n);
        let verbatim = scan.comment || scan.within != Within::Code;
        let body = if verbatim { body } else { body.trim_end() };
        if !inside && closers > 0 && plain {
            let last = lines.last_mut();
            if let Some(last) = last.filter(|l| !l.ends_with([',', '(', '[', '{', ':'])) {
                last.push(',');
            }
        }
        plain = !inside && !verbatim && !body.is_empty();
        if inside {
            lines.push(body.to_owned());
        } else if !body.is_empty() {
            lines.push("    ".repeat(depth) + body);
        } else if lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(String::new());
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.join("\n") + "\n"
}

impl Scan {
    fn line(&mut self, body: &str, number: usize) {
        let mut rest = body;
        while let Some(c) = rest.chars().next() {
            let mut taken = c.len_utf8();
            match self.within {
                Within::Code => {
                    // `r`, or its signs, before the quotation mark of a raw string.
                    let after = rest.strip_prefix('r').unwrap_or_default();
                    let signs = after.bytes().take_while(|b| *b == b'#').count();
                    if rest.starts_with("//") {
                        self.comment = true;
                        return;
                    } else if rest.starts_with("/*") {
                        self.comment = true;
                        self.within = Within::Comment(1);
                        taken = 2;
                    } else if after[signs..].starts_with('"') {
                        self.within = Within::Raw(signs);
                        taken = 2 + signs;
                    } else if c == '"' {
                        self.within = Within::Text;
                    } else if "([{".contains(c) {
                        self.open.push(number);
                    } else if ")]}".contains(c) {
                        self.open.pop();
                    } else if c.is_alphanumeric() || c == '_' {
                        // The end of a word is no sign of a raw string.
                        let word = |c: char| c.is_alphanumeric() || c == '_';
                        taken = rest.find(|c| !word(c)).unwrap_or(rest.len());
                    }
                }
                Within::Text => match c {
                    '\\' => taken += rest[1..].chars().next().map_or(0, char::len_utf8),
                    '"' => self.within = Within::Code,
                    _ => {}
                },
                Within::Raw(signs) => {
                    if c == '"' && rest[1..].starts_with(&"#".repeat(signs)) {
                        self.within = Within::Code;
                        taken = 1 + signs;
                    }
                }
                Within::Comment(depth) => {
                    if rest.starts_with("*/") {
                        taken = 2;
                        self.within = match depth {
                            1 => Within::Code,
                            _ => Within::Comment(depth - 1),
                        };
                    } else if rest.starts_with("/*") {
                        taken = 2;
                        self.within = Within::Comment(depth + 1);
                    }
                }
            }
            rest = &rest[taken..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_set_lines_in() {
        let text = "Styles(  // all\n  styles: [\n(\n\tid: \"a\", forms: [(1, r\"\\(\"),   \n(2, \"x ( \")]\n   )\n\n\n  // the end  \n  ]\n  )\n\n";
        let wanted = "Styles(  // all\n    styles: [\n        (\n            id: \"a\", forms: [(1, r\"\\(\"),\n                (2, \"x ( \")],\n        )\n\n        // the end  \n    ],\n)\n";
        assert_eq!(format(text), wanted);
        assert_eq!(format(wanted), wanted);
    }

    #[test]
    fn strings_and_comments_over_lines_stay() {
        let text =
            "A(\n    about: \"one\n  two  \",\n    /* b\n  c  */\n    x: r#\"a\"\n )\"#,\n)\n";
        assert_eq!(format(text), text);
    }

    #[test]
    fn built_in_rules_say_the_same() {
        let files = crate::rules::built_in();
        let mut formatted = files.clone();
        for file in &mut formatted {
            file.text = format(&file.text);
            assert_eq!(format(&file.text), file.text, "{}", file.name);
        }
        let hash = |files| crate::rules::hash(&crate::rules::load_files(files).rules);
        assert_eq!(hash(files), hash(formatted));
    }
}
