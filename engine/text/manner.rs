//! How versions of a formula are written: in all forms, with other letters only, or as it stands.

use super::sentence::{is_in_word, leans};
use crate::atoms::Atoms;
use crate::latex::{self, Formula};
use crate::nouns::Nouns;
use crate::phrases::{Lexicon, Tells};
use crate::rules::RuleSet;
use crate::term::{Head, Term};
use crate::vocabulary::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Whether only letters of a formula are replaced: it is a part of a word of the prose (`$m \times n$ matrix`, `$30-60-90$ triangle`); letters of points stand side by
/// side in it (`AB = CD`); a side of a relation is missing (`$= 5$`); it is a time of day; the
/// sentence leans on how it is written. The prose stands `around` it, before and after.
pub(super) fn letters_only(
    latex: &str,
    term: &Term,
    atoms: &Atoms,
    around: (&str, &str),
    amounts: &BTreeSet<String>,
    rules: &RuleSet,
) -> bool {
    let lexicon = &rules.symbols.lexicon;
    is_time(latex)
        || is_classified(latex)
        || has_blank(term, rules)
        || ranges(latex)
        // What stands outside of sides stays.
        || !(has_rows(latex) || is_framed(latex)) && loses_digits(latex, term, atoms, rules)
        || points(latex, term, atoms, amounts)
        || indexed_points(term, atoms, rules)
        || leans(latex, around, lexicon)
        || !term.args.is_empty()
            && (is_in_word(around.1)
                || attributive(around.1, &rules.symbols.nouns)
                || placed(around.1, lexicon))
}

/// Whether a part of a formula has a frame, as results have: no notation writes it.
pub(super) fn is_framed(latex: &str) -> bool {
    [r"\boxed", r"\fbox", r"\framebox"]
        .iter()
        .any(|frame| latex.contains(frame))
}

/// Whether something is missing in a formula.
fn has_blank(term: &Term, rules: &RuleSet) -> bool {
    let blank = rules.vocabulary.find("blank");
    let mut found = false;
    term.walk(&mut |node| found |= Some(node.op) == blank);
    found
}

/// Whether a bracket has a range below it, as in `\{x_n\}_{n=1}^\infty`, or one side of a pair of
/// brackets is not written: what that says is known to people alone.
fn ranges(latex: &str) -> bool {
    let below = latex.match_indices("_{").any(|(at, _)| {
        let bracket = latex[..at].trim_end().ends_with([')', '}']);
        let inner = &latex[at + 2..];
        let inner = &inner[..inner.find('}').unwrap_or(inner.len())];
        bracket && inner.contains('=') && !latex[..at].trim_end().ends_with("limits}")
    });
    below || latex.contains(r"\left.") && !latex.contains(r"\right|_")
}

/// Whether digits of the source are missing in the term: an index that the reader took for a mark.
pub(super) fn loses_digits(latex: &str, term: &Term, atoms: &Atoms, rules: &RuleSet) -> bool {
    // Their exponent says what they are.
    let inverses = ["matinv", "finv"].map(|name| rules.vocabulary.find(name));
    let mut left = [0i32; 10];
    let mut count = |text: &str, by: i32| {
        for digit in text.bytes().filter(u8::is_ascii_digit) {
            left[usize::from(digit - b'0')] += by;
        }
    };
    count(latex, 1);
    term.walk(&mut |node| match node.op.head() {
        Head::Integer(value) => count(&value.to_string(), -1),
        Head::Literal(index) => count(&atoms.literals[index as usize].spelling, -1),
        Head::Symbol(index) => count(&atoms.symbols[index as usize].name, -1),
        Head::Opaque(index) => {
            for piece in &atoms.opaques[index as usize].pieces {
                count(piece, -1);
            }
        }
        Head::Operator(_) if inverses.contains(&Some(node.op)) => count("1", -1),
        Head::Operator(_) | Head::Slot(_) => {}
    });
    left.iter().any(|n| *n > 0)
}

/// `12:30`
fn is_time(latex: &str) -> bool {
    let Some((hours, minutes)) = latex.split_once(':') else {
        return false;
    };
    let hours = hours.trim_end();
    let minutes = minutes.trim_start();
    let digits = minutes.bytes().take_while(u8::is_ascii_digit).count();
    let before = hours.bytes().rev().take_while(u8::is_ascii_digit).count();
    digits == 2 && (before == 1 || before == 2) && before == hours.len()
}

/// Whether single letters and numbers stand between several strokes, as in the name of a kind of
/// queue: `M/M/1`.
pub(super) fn is_classified(latex: &str) -> bool {
    let single = |part: &str| {
        let part = part.trim();
        let mut chars = part.chars();
        let first = chars.next();
        first.is_some_and(|c| c.is_ascii_alphanumeric()) && chars.next().is_none()
            || part == r"\infty"
    };
    latex.starts_with(|c: char| c.is_ascii_uppercase())
        && latex.split('/').count() > 2
        && latex.split('/').all(single)
}

/// Letters of words in subscripts: `R_{adj}`, `x_{\max}` has none.
pub(super) fn word_letters(latex: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in latex.match_indices("_{") {
        let rest = &latex[at + 2..];
        let word = &rest[..rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len())];
        let index = |c: char| ('i'..='n').contains(&c) || c.is_ascii_uppercase();
        if word.len() > 1 && !word.chars().all(index) {
            found.extend(word.chars().map(String::from));
        }
    }
    found
}

/// Whether a noun follows at once.
fn attributive(after: &str, nouns: &Nouns) -> bool {
    let Some(rest) = after.strip_prefix(['-', '–', ' ', '\n', '~', '\u{a0}']) else {
        return false;
    };
    let words: Vec<String> = rest
        .trim_start()
        .split(|c: char| c.is_whitespace() || c == '-')
        .take(4)
        .map(|w| {
            w.trim_end_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        })
        .collect();
    // `$2 \times 2$ real matrices`: an array may have an adjective.
    (0..words.len().min(3)).any(|from| {
        let mut kinds = nouns.beginning(&words[from..]).filter_map(|(n, _)| n.kind);
        kinds.any(|kind| from == 0 || kind == Kind::Mat)
    })
}

/// Whether what a place is of follows at once: `$ij$-th entry`, `$(i, j)$ minor`.
fn placed(after: &str, lexicon: &Lexicon) -> bool {
    let rest = after.trim_start_matches(['-', '–', ' ', '\n', '~', '\u{a0}']);
    let rest = rest.strip_prefix("th").unwrap_or(rest);
    let word = rest.trim_start_matches(['-', ' ', '\n']);
    lexicon[Tells::Placed].begin(word)
}

/// The capital letters that formulas of a text use as numbers: `R = 10`, `V(t)`, `\frac{Q^2}{2C}`, `GMm`; and those that
/// the prose declares to be such, where it speaks of no figure. No point stands like that.
pub(super) fn amounts_of(
    formulas: &[Formula],
    (prose, declared): (&str, &BTreeMap<String, Kind>),
    rules: &RuleSet,
) -> BTreeSet<String> {
    let vocabulary = &rules.vocabulary;
    let mut found = BTreeSet::new();
    if !rules.symbols.lexicon[Tells::Figure].are_in(prose) {
        let numbers = declared.iter().filter(|(_, kind)| **kind == Kind::Num);
        found.extend(numbers.map(|(name, _)| name.clone()));
        for formula in formulas {
            found.extend(mixed(&formula.source));
        }
    }
    let name = |t: &Term| vocabulary.name(t.op);
    for formula in formulas {
        let capital = |t: &Term| {
            let base = match name(t) {
                "pow" => &t.args[0],
                _ => t,
            };
            let symbol = formula.atoms.symbols.get(base.op.as_symbol()? as usize)?;
            let one = symbol.name.len() == 1 && symbol.name.starts_with(char::is_uppercase);
            one.then_some(symbol.name.as_str())
        };
        let pointed = |t: &Term| {
            let mut found = false;
            t.walk(&mut |t| found |= capital(t).is_some());
            found
        };
        let value = |t: &Term| {
            matches!(t.op.head(), Head::Integer(_) | Head::Literal(_))
                || matches!(name(t), "quantity" | "percent")
        };
        formula.term.walk(&mut |t| {
            let mut capitals = t.args.iter().filter_map(capital);
            let amount = match name(t) {
                "mul" if t.args.iter().filter(|arg| pointed(arg)).count() == 1 => capitals.next(),
                "eq" | "lt" | "le" | "gt" | "ge" | "ne" | "chain" if t.args.iter().any(value) => {
                    capitals.next()
                }
                "call" if t.args.len() == 2 => capital(&t.args[0]),
                "div" => return found.extend(capitals.map(str::to_owned)),
                _ => None,
            };
            found.extend(amount.map(str::to_owned));
        });
    }
    found
}

/// The capital letters in runs of letters that have small ones among them: `nRT`, `GMm`.
fn mixed(latex: &str) -> Vec<String> {
    let letters = latex::letters(latex);
    let single = |(name, _): &(String, Range<usize>)| name.len() == 1;
    let runs = letters.chunk_by(|one, other| {
        single(one) && single(other) && latex[one.1.end..other.1.start].trim().is_empty()
    });
    let capital = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
    let mixed = runs.filter(|run| {
        run.iter().any(|(name, _)| !capital(name)) && run.iter().any(|(name, _)| capital(name))
    });
    let found = mixed.flatten().filter(|(name, _)| capital(name));
    found.map(|(name, _)| name.clone()).collect()
}

/// Whether capital letters that are no matrices, sets or events stand side by side, and neither is used
/// as a number; those with primes may have been read as derivatives.
fn points(latex: &str, term: &Term, atoms: &Atoms, amounts: &BTreeSet<String>) -> bool {
    let (mut numbers, mut points) = (Vec::new(), false);
    term.walk(&mut |node| {
        if let Head::Symbol(index) = node.op.head() {
            let symbol = &atoms.symbols[index as usize];
            let capital = symbol.name.len() == 1 && symbol.name.starts_with(char::is_uppercase);
            if capital
                && matches!(symbol.kind, Kind::Num | Kind::Any | Kind::Fn | Kind::Point)
                && !numbers.contains(&symbol.name.as_str())
            {
                points |= symbol.kind == Kind::Point;
                numbers.push(symbol.name.as_str());
            }
        }
    });
    if numbers.len() < 2 {
        return false;
    }
    let letters = latex::letters(latex);
    letters.windows(2).any(|pair| {
        // `P^{\prime} Q^{\prime}` are two points, too.
        let between = latex[pair[0].1.end..pair[1].1.start].replace(r"\prime", "'");
        // Points without primes are read as what they are.
        (!points || between.contains('\''))
            && between
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, '\'' | '^' | '{' | '}'))
                .is_empty()
            && pair
                .iter()
                .all(|(name, _)| numbers.contains(&name.as_str()) && !amounts.contains(name))
    })
}

/// Whether capital letters with numbers below stand side by side and nowhere else: the corners of
/// a polygon, `A_1A_2 = A_2A_3`.
fn indexed_points(term: &Term, atoms: &Atoms, rules: &RuleSet) -> bool {
    let find = |name| rules.vocabulary.find(name);
    let (idx, products) = (find("idx"), [find("mul"), find("mulseq")]);
    let corner = |t: &Term| {
        let [base, index] = &*t.args else {
            return false;
        };
        let (Head::Symbol(symbol), Head::Integer(_)) = (base.op.head(), index.op.head()) else {
            return false;
        };
        let symbol = &atoms.symbols[symbol as usize];
        Some(t.op) == idx
            && symbol.name.len() == 1
            && symbol.name.starts_with(char::is_uppercase)
            && matches!(symbol.kind, Kind::Num | Kind::Any | Kind::Point)
    };
    let (mut beside, mut all) = (0, 0);
    term.walk(&mut |t| {
        all += usize::from(corner(t));
        let side = t.args.iter().filter(|a| corner(a)).count();
        let side_by_side = products.contains(&Some(t.op))
            && side > 1
            && t.args.iter().all(|a| corner(a) || a.args.is_empty());
        beside += if side_by_side { side } else { 0 };
    });
    beside > 1 && beside == all
}

/// Whether some LaTeX has lines or cells that the page shows one below or beside the other.
pub(super) fn has_rows(latex: &str) -> bool {
    const PARTS: &[&str] = &["matrix", "cases", "array", "vmatrix", "smallmatrix"];
    let rows = latex.contains(r"\\") || latex.replace(r"\&", "").contains('&');
    let begins = latex.matches(r"\begin{").count();
    let inner = latex
        .match_indices(r"\begin{")
        .filter(|(at, _)| {
            let name = &latex[at + 7..];
            let name = &name[..name.find('}').unwrap_or(0)];
            let name = name.trim_end_matches('*');
            name != "eqnarray" && PARTS.iter().any(|part| name.ends_with(part))
        })
        .count();
    rows && (begins == 0 || inner < begins || outside(latex))
}

/// Whether a line break or cell stands outside of all environments.
fn outside(latex: &str) -> bool {
    let mut depth = 0i32;
    let bytes = latex.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        match bytes[at] {
            b'\\' if rest.starts_with(br"\begin{") => depth += 1,
            b'\\' if rest.starts_with(br"\end{") => depth -= 1,
            b'\\' if rest.starts_with(br"\\") && depth == 0 => return true,
            b'\\' => at += 1,
            b'&' if depth == 0 => return true,
            _ => {}
        }
        at += 1;
    }
    false
}
