//! A changed statement of a text that is written where it stands: only the sides and signs that are others
//! are written anew.

use std::ops::Range;

use mamut_engine::term::Term;
use mamut_engine::text::Side;
use mamut_engine::vocabulary::Vocabulary;

/// How signs between sides are written, the usual way first; of an operator or, in a chain, after `rel-`.
const SPELLED: &[(&str, &[&str])] = &[
    ("eq", &["="]),
    ("ne", &[r"\ne", r"\neq", "≠"]),
    ("lt", &["<", r"\lt"]),
    ("le", &[r"\le", r"\leq", r"\leqslant", "≤"]),
    ("gt", &[">", r"\gt"]),
    ("ge", &[r"\ge", r"\geq", r"\geqslant", "≥"]),
    ("in", &[r"\in", "∈"]),
    ("notin", &[r"\notin", "∉"]),
    ("subset", &[r"\subset", "⊂"]),
    ("subseteq", &[r"\subseteq", "⊆"]),
    ("supset", &[r"\supset", "⊃"]),
    ("supseteq", &[r"\supseteq", "⊇"]),
];

/// What a version writes in another way than its source.
pub(super) enum Other<'t> {
    /// A side, by number, which is another term.
    Side(usize, &'t Term),
    /// The sign between a side, by number, and the next one: which it was, and which it is.
    Sign(usize, &'static str, &'static str),
}

/// What is other in a version of a statement; none where that is more than sides and signs between them.
pub(super) fn others<'t>(
    (old, new): (&Term, &'t Term),
    sides: &[Side],
    vocabulary: &Vocabulary,
) -> Option<Vec<Other<'t>>> {
    let mut comparison = Comparison {
        sides,
        vocabulary,
        passed: 0,
        found: Vec::new(),
    };
    comparison
        .compare(old, new, &mut Vec::new())
        .then_some(comparison.found)
}

struct Comparison<'c, 't> {
    sides: &'c [Side],
    vocabulary: &'c Vocabulary,
    /// As many sides stand before.
    passed: usize,
    found: Vec<Other<'t>>,
}

impl<'t> Comparison<'_, 't> {
    fn compare(&mut self, old: &Term, new: &'t Term, path: &mut Vec<usize>) -> bool {
        if self.sides.get(self.passed).is_some_and(|s| s.path == *path) {
            if old != new {
                self.found.push(Other::Side(self.passed, new));
            }
            self.passed += 1;
            return true;
        }
        if old.args.len() != new.args.len() {
            return false;
        }
        let (was, is) = (self.sign(old), self.sign(new));
        if old.op != new.op && (was.is_none() || is.is_none()) {
            return false;
        }
        let changed = was.zip(is).filter(|(was, is)| was != is);
        // The sign of a chain stands as a leaf between its sides.
        if let (Some((was, is)), true) = (changed, old.args.is_empty()) {
            let Some(before) = self.passed.checked_sub(1) else {
                return false;
            };
            self.found.push(Other::Sign(before, was, is));
        }
        for (at, (old, new)) in old.args.iter().zip(&new.args).enumerate() {
            path.push(at);
            let alike = self.compare(old, new, path);
            path.pop();
            if !alike {
                return false;
            }
            if let (Some((was, is)), 0, Some(before)) = (changed, at, self.passed.checked_sub(1)) {
                self.found.push(Other::Sign(before, was, is));
            }
        }
        true
    }

    /// The sign that a relation is written with.
    fn sign(&self, term: &Term) -> Option<&'static str> {
        let name = self.vocabulary.operator(term.op)?.name.as_str();
        let name = match term.args.len() {
            0 => name.strip_prefix("rel-")?,
            2 => name,
            _ => return None,
        };
        let mut signs = SPELLED.iter().map(|(sign, _)| *sign);
        signs.find(|sign| *sign == name)
    }
}

/// Where a sign stands between two sides of a text, and what stands there for another one, in the spelling that
/// the text has for it; none where several signs stand there, or it is written in another way.
pub(super) fn resigned(
    source: &str,
    between: Range<usize>,
    (was, is): (&str, &str),
) -> Option<(Range<usize>, String)> {
    let spelled = |sign: &str| {
        let mut all = SPELLED.iter().filter(move |(name, _)| *name == sign);
        all.next().map_or(&[][..], |(_, all)| *all)
    };
    let mut signs = tokens(source, between).filter(|token| {
        let latex = &source[token.clone()];
        SPELLED.iter().any(|(_, all)| all.contains(&latex))
    });
    let place = signs.next()?;
    if signs.next().is_some() || !spelled(was).contains(&&source[place.clone()]) {
        return None;
    }
    let told = |latex: &&&str| tokens(source, 0..source.len()).any(|t| source[t] == ***latex);
    let usual = spelled(is).first()?;
    let mut latex = (*spelled(is).iter().find(told).unwrap_or(usual)).to_owned();
    if latex.starts_with('\\') && source[place.end..].starts_with(|c: char| c.is_ascii_alphabetic())
    {
        latex.push(' ');
    }
    Some((place, latex))
}

/// The commands and single characters of LaTeX.
fn tokens(source: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let first = source[at..range.end].chars().next()?;
        let from = at;
        at += first.len_utf8();
        if first == '\\' {
            let rest = &source[at..range.end];
            let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
            let one = rest.chars().next().map_or(0, char::len_utf8);
            at += if name == 0 { one } else { name };
        }
        Some(from..at)
    })
}
