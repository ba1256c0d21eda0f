//! What formulas of declarations say of symbols: `let $n \ge 1$`, `for all $x \in (0, 1)$`.

use std::collections::{BTreeMap, BTreeSet};

use crate::latex::Formula;
use crate::phrases::{Lexicon, Tells};
use crate::sexpr;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// As far back is looked for them.
const SENTENCE: usize = 400;

/// Sets of numbers, besides intervals.
const SETS: &[&str] = &["NN", "NN0", "ZZ", "QQ", "RR"];

/// Whether a formula after this prose declares what it says.
pub(super) fn opens(before: &str, lexicon: &Lexicon) -> bool {
    let word = before.split_whitespace().next_back().unwrap_or("");
    before.ends_with(char::is_whitespace) && lexicon[Tells::Opening].has(&word.to_lowercase())
}

/// Whether chances or means are spoken of before a formula that they are given by: "the probability
/// that the first roll is $6$ given $X \ge 11$" assumes nothing of `X` elsewhere.
pub(super) fn is_conditioned(before: &str, lexicon: &Lexicon) -> bool {
    let before = before.trim_end();
    if !before.ends_with("given") {
        return false;
    }
    let mut start = before.len().saturating_sub(SENTENCE);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let near = &before[start..];
    let said = near.rsplit(['.', '?', '!', ';']).next().unwrap_or(near);
    lexicon[Tells::Chance].are_in(&said.to_lowercase())
}

/// What a formula says of single symbols, as patterns with `?x`: comparisons with numbers,
/// membership in sets of numbers. Nothing when it says anything else.
pub(super) fn stated(formula: &Formula, vocabulary: &Vocabulary) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let reading = Reading {
        formula,
        vocabulary,
    };
    match reading.statement(&formula.term, &mut found) {
        Some(()) => found,
        None => Vec::new(),
    }
}

struct Reading<'a> {
    formula: &'a Formula,
    vocabulary: &'a Vocabulary,
}

impl Reading<'_> {
    fn name(&self, term: &Term) -> &str {
        self.vocabulary.name(term.op)
    }

    fn statement(&self, term: &Term, found: &mut Vec<(String, String)>) -> Option<()> {
        match (self.name(term), &*term.args) {
            ("comma" | "and", parts) => parts.iter().try_for_each(|p| self.statement(p, found)),
            ("chain", [low, left, middle, right, high]) => {
                let sign = |t| self.name(t).strip_prefix("rel-").unwrap_or("");
                let symbols = self.symbols(middle)?;
                self.compare(&symbols, turned(sign(left))?, low, found)?;
                self.compare(&symbols, sign(right), high, found)
            }
            ("in", [left, set]) => {
                let known = SETS.contains(&self.name(set))
                    || self.name(set).starts_with("interval-") && self.closed(set, 0);
                let pattern = known.then(|| format!("(in ?x {})", self.write(set)))?;
                for symbol in self.symbols(left)? {
                    found.push((symbol, pattern.clone()));
                }
                Some(())
            }
            (sign, [left, right]) => match self.symbols(left) {
                Some(symbols) => self.compare(&symbols, sign, right, found),
                None => self.compare(&self.symbols(right)?, turned(sign)?, left, found),
            },
            _ => None,
        }
    }

    fn compare(
        &self,
        symbols: &[String],
        sign: &str,
        bound: &Term,
        found: &mut Vec<(String, String)>,
    ) -> Option<()> {
        let compares = matches!(sign, "lt" | "le" | "gt" | "ge" | "ne");
        if !compares || !self.closed(bound, 0) {
            return None;
        }
        let pattern = format!("({sign} ?x {})", self.write(bound));
        found.extend(symbols.iter().map(|s| (s.clone(), pattern.clone())));
        Some(())
    }

    /// The symbols of `x` and `x, y`.
    fn symbols(&self, term: &Term) -> Option<Vec<String>> {
        match term.op.head() {
            Head::Symbol(index) if term.args.is_empty() => Some(vec![
                self.formula.atoms.symbols[index as usize].name.clone(),
            ]),
            _ if self.name(term) == "list" => {
                let each = term.args.iter().map(|a| match a.op.head() {
                    Head::Symbol(_) => self.symbols(a).map(|mut s| s.remove(0)),
                    _ => None,
                });
                each.collect()
            }
            _ => None,
        }
    }

    /// Whether a term is made of numbers alone.
    fn closed(&self, term: &Term, depth: usize) -> bool {
        let plain = match term.op.head() {
            Head::Integer(_) | Head::Literal(_) => true,
            Head::Operator(_) => {
                let name = self.name(term);
                matches!(
                    name,
                    "neg" | "div" | "add" | "mul" | "pow" | "root" | "pi" | "e" | "infty"
                ) || depth == 0 && name.starts_with("interval-")
            }
            Head::Symbol(_) | Head::Slot(_) | Head::Opaque(_) => false,
        };
        plain && depth < 6 && term.args.iter().all(|a| self.closed(a, depth + 1))
    }

    fn write(&self, term: &Term) -> String {
        sexpr::write(term, self.vocabulary, &self.formula.atoms)
    }
}

/// A comparison seen from its right side.
fn turned(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "lt" => "gt",
        "le" => "ge",
        "gt" => "lt",
        "ge" => "le",
        "ne" => "ne",
        _ => return None,
    })
}

/// The statements of formulas about each symbol, in the order of the text.
#[derive(Default)]
pub(super) struct Supposed {
    /// Segment, pattern, whether it stands in a declaration.
    said: BTreeMap<String, Vec<(usize, String, bool)>>,
    /// Segments in which nouns introduce the symbol.
    introduced: BTreeMap<String, Vec<usize>>,
}

impl Supposed {
    /// Notes what the formula of a segment says.
    pub(super) fn say(&mut self, segment: usize, stated: Vec<(String, String)>, declares: bool) {
        for (name, pattern) in stated {
            let said = self.said.entry(name).or_default();
            said.push((segment, pattern, declares));
        }
    }

    /// Notes that a noun introduces symbols in a segment.
    pub(super) fn introduce(&mut self, segment: usize, names: &[String]) {
        for name in names {
            let bare = name.trim_end_matches("()").trim_end_matches('=');
            self.introduced
                .entry(bare.to_owned())
                .or_default()
                .push(segment);
        }
    }

    /// What holds of each symbol all over the text: what its first declaration says, unless
    /// another formula says something else or it is introduced anew.
    pub(super) fn settled(self) -> BTreeMap<String, BTreeSet<String>> {
        let mut settled = BTreeMap::new();
        for (name, said) in &self.said {
            let Some(first) = said.iter().find(|(.., declares)| *declares).map(|s| s.0) else {
                continue;
            };
            let claims: BTreeSet<&String> =
                said.iter().filter(|s| s.0 == first).map(|s| &s.1).collect();
            let again = self.introduced.get(name);
            let anew = again.is_some_and(|at| at.iter().any(|segment| *segment > first));
            if !anew && said.iter().all(|(_, pattern, _)| claims.contains(pattern)) {
                settled.insert(name.clone(), claims.into_iter().cloned().collect());
            }
        }
        settled
    }
}
