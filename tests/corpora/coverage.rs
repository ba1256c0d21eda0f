//! How much of the formulas is read, and that nothing of them is left out.
//!
//! Left out is defined from outside: a token counts when the formula reads otherwise (another term,
//! other complaints) with a command in its place that nobody knows. Letters and digits must also be
//! missed when they are taken away. Blanks, comments and the arguments of layout commands say nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mamut_engine::diagnostic::Severity;
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::sexpr;
use mamut_engine::term::{Head, Term};

use crate::common::rules;
use crate::{Corpus, corpora, parallel, said};

/// The least share without an opaque leaf, over all formulas.
const READ: f64 = 0.99;
/// The least share without an opaque leaf in each file.
const READ_IN_FILE: f64 = 0.97;
/// The least share without an opaque leaf or a complaint, over all formulas.
const WHOLE: f64 = 0.95;
/// At most this many formulas may have a token left out or a place outside.
const FAULTS: usize = 1;
/// At most this many tokens of a formula are replaced and taken away.
const TOKENS: usize = 16;

/// What reading one formula showed.
#[derive(Default)]
struct Found {
    opaque: bool,
    complained: bool,
    /// What must not be.
    faults: Vec<String>,
}

#[test]
fn formulas_are_read_and_nothing_is_left_out() {
    let Some(corpora) = corpora() else { return };
    let reader = Reader::new(rules());
    let mut faults = Vec::new();
    let (mut all, mut read, mut whole) = (0, 0, 0);
    let mut low = Vec::new();
    println!(
        "{:<16} {:>8} {:>8} {:>8}",
        "source", "formulas", "read", "whole"
    );
    let row = |name: &str, n: usize, read: usize, whole: usize| {
        let share = |k: usize| k as f64 / n.max(1) as f64;
        println!(
            "{name:<16} {n:>8} {:>7.1}% {:>7.1}%",
            100.0 * share(read),
            100.0 * share(whole)
        );
        (share(read), share(whole))
    };
    for Corpus { name, formulas } in &corpora {
        let found = parallel(formulas, |(id, latex)| examine(&reader, id, latex));
        let clear = found.iter().filter(|f| !f.opaque).count();
        let clean = found.iter().filter(|f| !f.opaque && !f.complained).count();
        let (share, _) = row(name, found.len(), clear, clean);
        if share < READ_IN_FILE {
            low.push(name.as_str());
        }
        (all, read, whole) = (all + found.len(), read + clear, whole + clean);
        faults.extend(found.into_iter().flat_map(|f| f.faults));
    }
    let (share, clean) = row("all", all, read, whole);
    for fault in faults.iter().take(60) {
        println!("{fault}");
    }
    assert!(
        faults.len() <= FAULTS,
        "{} faults, the first ones above",
        faults.len()
    );
    assert!(
        share >= READ && clean >= WHOLE,
        "less is read than {READ} or {WHOLE}"
    );
    assert!(
        low.is_empty(),
        "less than {READ_IN_FILE} is read in {low:?}"
    );
}

fn examine(reader: &Reader<'_>, id: &str, latex: &str) -> Found {
    let work = || {
        let formula = reader.read(latex);
        let mut found = Found {
            opaque: opaque(&formula.term),
            complained: formula.complaints.iter().any(counts),
            faults: Vec::new(),
        };
        if let Some(span) = outside(&formula) {
            found
                .faults
                .push(format!("{id}: {span:?} is no place in {latex}"));
        }
        if let Some(token) = left_out(reader, &formula) {
            found
                .faults
                .push(format!("{id}: `{token}` is left out of {latex}"));
        }
        found
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Found {
        opaque: true,
        complained: true,
        faults: vec![format!("{id}: panic, {}: {latex}", said(&*panic))],
    })
}

/// Whether some leaf was not understood.
pub(crate) fn opaque(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t.op.head(), Head::Opaque(_)));
    found
}

/// Whether a complaint is one: a choice among readings that is only noted is none.
fn counts(complaint: &mamut_engine::diagnostic::Diagnostic) -> bool {
    complaint.severity >= Severity::Warning
}

/// A span of a complaint or an opaque leaf that is not one of the source.
fn outside(formula: &Formula) -> Option<std::ops::Range<usize>> {
    let labels = formula.complaints.iter().flat_map(|c| &c.labels);
    let opaques = formula.atoms.opaques.iter().map(|o| o.start..o.end);
    labels
        .map(|label| label.span.clone())
        .chain(opaques)
        .find(|span| span.start > span.end || formula.source.get(span.clone()).is_none())
}

/// A token without which the formula would be read the same.
fn left_out<'f>(reader: &Reader<'_>, formula: &'f Formula) -> Option<&'f str> {
    let source = formula.source.as_str();
    let tokens = tokens(source);
    let step = tokens.len().div_ceil(TOKENS).max(1);
    let own = fingerprint(formula);
    for (start, end) in tokens.iter().skip(source.len() % step).step_by(step) {
        let (before, token, after) = (&source[..*start], &source[*start..*end], &source[*end..]);
        let same = |with: &str| fingerprint(&reader.read(&format!("{before}{with}{after}"))) == own;
        let alone =
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        // A factor 1 may be missed by nobody, nor the 2 of a square root.
        let usual = token == "1" || token == "2" && before.ends_with(r"\sqrt[");
        let content = alone && !usual && token.chars().all(char::is_alphanumeric);
        if same(r"\zzqq ") || content && same(" ") {
            return Some(token);
        }
    }
    None
}

/// The term and the complaints, without places.
fn fingerprint(formula: &Formula) -> (String, Vec<(&'static str, String)>) {
    let term = sexpr::write(&formula.term, &rules().vocabulary, &formula.atoms);
    let opaques: Vec<String> = formula
        .atoms
        .opaques
        .iter()
        .map(|o| o.pieces.join("□"))
        .collect();
    let complaints = formula.complaints.iter().map(|c| (c.id, c.message.clone()));
    (term + &opaques.join("■"), complaints.collect())
}

/// Commands of which the arguments in braces say nothing.
const LAYOUT: &[&str] = &[
    "label",
    "tag",
    "hspace",
    "vspace",
    "phantom",
    "hphantom",
    "vphantom",
    "color",
    "textcolor",
    "colorbox",
    "begin",
    "end",
    "hskip",
    "kern",
    "mkern",
    "rule",
    "raisebox",
    "fcolorbox",
    "href",
    "htmlClass",
    "htmlData",
    "htmlId",
    "htmlStyle",
    "message",
    "errmessage",
    "TextOrMath",
    "ref",
    "eqref",
    "require",
    "vskip",
    "mskip",
    "hspace*",
    "vspace*",
    "tag*",
    "style",
    "definecolor",
];

/// The tokens that say something, with their places.
fn tokens(source: &str) -> Vec<(usize, usize)> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let c = rest.chars().next().unwrap();
        let mut end = at + c.len_utf8();
        if c == '%' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if c == '\\' {
            let word = bytes[end..]
                .iter()
                .take_while(|b| b.is_ascii_alphabetic())
                .count();
            let symbol = source[end..].chars().next().map_or(0, char::len_utf8);
            end += if word > 0 { word } else { symbol };
            let name = &source[at + 1..end];
            if LAYOUT.contains(&name) {
                at = layout(source, name, end);
                continue;
            }
            if matches!(
                name,
                "," | ";" | ":" | "!" | ">" | " " | "/" | "quad" | "qquad"
            ) {
                at = end;
                continue;
            }
            if name == "genfrac" {
                // Its first four arguments say how it looks: brackets, the bar, the size.
                at = (0..4).fold(end, |at, _| at + argument(&source[at..]));
                continue;
            }
            if matches!(name, "left" | "right" | "middle") || name.to_lowercase().starts_with("big")
            {
                // With its delimiter it is one thing.
                end += delimiter(&source[end..]);
            }
            if name == "\\" {
                found.push((at, end));
                at = distance(source, end);
                continue;
            }
        }
        if !c.is_whitespace() && c != '~' {
            found.push((at, end));
        }
        at = end;
    }
    found
}

/// The length of an argument: a group, or what a delimiter is.
fn argument(rest: &str) -> usize {
    let blank = rest.len() - rest.trim_start().len();
    match rest[blank..].strip_prefix('{').and_then(|r| r.find('}')) {
        Some(inside) => blank + inside + 2,
        None => delimiter(rest),
    }
}

/// The length of the delimiter that `\left` and the like take.
fn delimiter(rest: &str) -> usize {
    let blank = rest.len() - rest.trim_start().len();
    let mut chars = rest[blank..].chars();
    let length = match chars.next() {
        Some('\\') => {
            let word = chars
                .as_str()
                .bytes()
                .take_while(u8::is_ascii_alphabetic)
                .count();
            1 + word.max(chars.next().map_or(0, char::len_utf8))
        }
        Some(c) => c.len_utf8(),
        None => 0,
    };
    blank + length
}

/// The end of the arguments of a layout command.
fn layout(source: &str, name: &str, mut at: usize) -> usize {
    if matches!(name, "hskip" | "kern" | "mkern" | "mskip" | "vskip") {
        let length = |c: char| c.is_ascii_alphanumeric() || "+-. ".contains(c);
        return at
            + source[at..]
                .find(|c| !length(c))
                .unwrap_or(source.len() - at);
    }
    let environment = name == "begin";
    // A model of colours stands before the colour: `\color[rgb]{0,0,0}`.
    let mut model = false;
    for n in 0.. {
        let rest = &source[at..];
        let open = rest.len() - rest.trim_start_matches([' ', '*']).len();
        let (first, close) = match rest[open..].chars().next() {
            Some('{') if n == 0 || model || environment || name == "rule" => ('{', '}'),
            // The colours of the frame and of what is within.
            Some('{') if n == 1 && name == "fcolorbox" => ('{', '}'),
            // One letter without braces.
            Some(c) if n == 0 && name.ends_with("phantom") && c.is_alphanumeric() => {
                return at + open + c.len_utf8();
            }
            Some('[') if environment || matches!(name, "color" | "textcolor" | "rule") => {
                ('[', ']')
            }
            _ => break,
        };
        let mut depth = 0usize;
        let length = rest[open..].find(|c| {
            depth += usize::from(c == first);
            depth -= usize::from(c == close && depth > 0);
            depth == 0
        });
        // An environment takes the columns only where it has some.
        let columns = environment && n > 0;
        let inside = length.map_or("", |l| &rest[open + 1..open + l]);
        if columns
            && !inside
                .chars()
                .all(|c| "lcr|@{}*.pbtm 0123456789!<>,\\;:".contains(c))
        {
            break;
        }
        at += open + length.map_or(1, |l| l + 1);
        model = first == '[' && name != "rule";
        if name == "end" {
            break;
        }
    }
    at
}

/// The end of the distance after a line break.
fn distance(source: &str, at: usize) -> usize {
    let rest = &source[at..];
    let inside = rest.strip_prefix('[').and_then(|r| r.split_once(']'));
    match inside {
        Some((length, _)) if length.ends_with(|c: char| c.is_ascii_lowercase()) => {
            at + length.len() + 2
        }
        _ => at,
    }
}
