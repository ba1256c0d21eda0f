//! A text that has been read.

mod introduced;
mod protected;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::article;
use super::declare;
use super::drawn;
use super::edges;
use super::entity;
use super::evidence;
use super::explained;
use super::implied;
use super::letters;
use super::manner::{amounts_of, has_rows, is_framed, letters_only, loses_digits, word_letters};
use super::meant;
use super::names;
use super::order;
use super::pinned;
use super::said::said;
use super::segment::{Part, Segment, segments};
use super::sentence::{goes_on, is_spoken_of};
use super::sides::{self, Side};
use super::suppose;
use super::topic;
use crate::atoms::{Atoms, Said, Topic};
use crate::diagnostic::{Diagnostic, Severity};
use crate::latex::{self, Formula, Reader};
use crate::rules::RuleSet;
use crate::term::{Head, Op, Slot, Term};
use crate::vocabulary::{Kind, Vocabulary};
use introduced::{given, introduced};
use protected::protect;

/// A text with what its formulas say, over one symbol table.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The text.
    pub source: String,
    /// Its pieces.
    pub segments: Vec<Segment>,
    /// What stands between delimiters, without the edges; in order.
    pub passages: Vec<Passage>,
    /// The leaves of all formulas. Symbols that must keep their names are protected.
    pub atoms: Atoms,
    /// What was not understood; places are those of the text.
    pub complaints: Vec<Diagnostic>,
    /// What the prose says of symbols.
    pub given: Vec<Term>,
    /// Names that nothing may get and bound names must keep: the prose or a formula that was not
    /// understood has them.
    pub taken: BTreeSet<String>,
    /// Names right after an article, and whether they begin with a vowel when they are spoken.
    pub spoken: BTreeMap<String, bool>,
    /// Whether formulas are written with HTML entities.
    pub encoded: bool,
}

/// A formula of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The segment it belongs to.
    pub segment: usize,
    /// Where it stands in the text.
    pub span: Range<usize>,
    /// The LaTeX.
    pub latex: String,
    /// What it says.
    pub term: Term,
    /// Names that the source gives to its bound names.
    pub slot_names: Vec<(Slot, String)>,
    /// How versions of it are written.
    pub manner: Manner,
}

impl Document {
    /// All formulas side by side as one, whose source is the text.
    pub fn whole(&self, vocabulary: &Vocabulary) -> Formula {
        let terms: Vec<Term> = self.passages.iter().map(|p| p.term.clone()).collect();
        let term = match vocabulary.find("text") {
            Some(beside) if terms.len() != 1 => Term::new(beside, terms),
            _ => {
                let first = terms.into_iter().next();
                first.unwrap_or_else(|| Term::leaf(Op::integer(0)))
            }
        };
        let mut atoms = self.atoms.clone();
        let names = self.passages.iter().flat_map(|p| &p.slot_names);
        for (slot, name) in names {
            if !atoms.slot_names.iter().any(|(s, _)| s == slot) {
                atoms.slot_names.push((*slot, name.clone()));
            }
        }
        Formula {
            source: self.source.clone(),
            term,
            atoms,
            complaints: self.complaints.clone(),
            choices: Vec::new(),
            tail: String::new(),
        }
    }
}

/// How versions of a formula are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// In all its forms.
    Forms,
    /// In the form it has, whatever the notation; sides of relations stay where they are.
    Plain,
    /// As it stands, with other letters: places in the text and symbols, in order.
    Letters(Vec<(Range<usize>, u32)>),
    /// As it stands, but for the sides of its relations, which are written in all their forms, and other
    /// letters elsewhere; both in order, the letters with those of the sides.
    Sides(Vec<Side>, Vec<(Range<usize>, u32)>),
    /// As it stands.
    Kept,
}

/// A formula before it is read.
struct Raw {
    segment: usize,
    start: usize,
    decoded: entity::Decoded,
    core: Range<usize>,
}

impl Raw {
    fn latex(&self) -> &str {
        &self.decoded.text[self.core.clone()]
    }

    /// The place in the text of a place in the core.
    fn place(&self, at: usize) -> usize {
        self.start + self.decoded.place(self.core.start + at)
    }

    fn range(&self, range: Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }
}

/// Reads a text. Never fails: formulas that are not understood are kept as they stand.
pub fn read(source: &str, reader: &Reader<'_>, rules: &RuleSet) -> Document {
    read_for(source, reader, rules, true)
}

/// Reads a text for what its formulas say alone: all of them are to be kept, and no symbol is
/// protected for what the prose says.
pub fn read_terms(source: &str, reader: &Reader<'_>, rules: &RuleSet) -> Document {
    read_for(source, reader, rules, false)
}

/// The formulas of a text, as they are read: without edges and entities, in order.
pub fn formulas(source: &str) -> Vec<String> {
    let (segments, _) = segments(source);
    let (raw, _) = raws(source, &segments);
    raw.iter().map(|raw| raw.latex().to_owned()).collect()
}

/// The formulas of a text before they are read, and whether they are written with entities.
fn raws(source: &str, segments: &[Segment]) -> (Vec<Raw>, bool) {
    let formulas = || {
        let all = segments.iter().enumerate();
        all.filter(|(_, s)| matches!(s.part, Part::Formula(_)))
    };
    let encoded = formulas().any(|(_, s)| entity::encoded(&source[s.inner.clone()]));
    let mut raw = Vec::new();
    for (segment, s) in formulas() {
        let text = &source[s.inner.clone()];
        let decoded = match encoded {
            true => entity::decode(text),
            false if entity::quoted(&source[..s.inner.start], text) => entity::unquoted(text),
            false => entity::plain(text),
        };
        let core = edges::core(&decoded.text);
        if !core.is_empty() {
            raw.push(Raw {
                segment,
                start: s.inner.start,
                decoded,
                core,
            });
        }
    }
    (raw, encoded)
}

/// A text with blanks for the ties in its prose, `the interval~$(0, 1)$`; all else keeps its place.
fn untied<'a>(source: &'a str, segments: &[Segment]) -> Cow<'a, str> {
    if !source.contains('~') {
        return Cow::Borrowed(source);
    }
    let mut bytes = source.as_bytes().to_vec();
    for segment in segments.iter().filter(|s| s.part == Part::Prose) {
        for at in segment.span.clone() {
            let alone = |n: Option<usize>| {
                let byte = n.and_then(|n| source.as_bytes().get(n));
                !matches!(byte, Some(b'~' | b'\\'))
            };
            if bytes[at] == b'~' && alone(at.checked_sub(1)) && alone(Some(at + 1)) {
                bytes[at] = b' ';
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(source), Cow::Owned)
}

/// Reads a text, `writes` when versions are to be written.
fn read_for(source: &str, reader: &Reader<'_>, rules: &RuleSet, writes: bool) -> Document {
    let (segments, mut complaints) = segments(source);
    let (raw, encoded) = raws(source, &segments);
    let macros = reader.macros_of(source);
    let (text, source) = (source, untied(source, &segments));
    let source = source.as_ref();
    let lexicon = &rules.symbols.lexicon;
    let latex = |segment: usize| {
        let at = raw.binary_search_by_key(&segment, |r| r.segment).ok();
        at.map(|at| raw[at].latex())
    };
    let points = drawn::points(source, &segments, &latex, lexicon);
    let mut names = names::names(source, &segments, raw.iter().map(Raw::latex), lexicon);
    names.retain(|name| {
        !name
            .chars()
            .all(|c| points.contains(c.encode_utf8(&mut [0; 4]) as &str))
    });
    let joined = reader.joins(raw.iter().map(Raw::latex));
    let known = || Atoms {
        names: names.clone(),
        topic: Topic {
            joined,
            ..Topic::default()
        },
        ..Atoms::default()
    };
    let alone = |r: &Raw| reader.read_under(r.latex(), known(), &macros);
    let alone: Vec<Formula> = raw.iter().map(alone).collect();
    let of = |segment: usize| {
        let at = raw.binary_search_by_key(&segment, |r| r.segment).ok();
        at.map(|at| &alone[at])
    };
    let mut declared = declare::declared(
        source,
        &segments,
        &rules.symbols,
        &|segment| of(segment).map_or_else(Vec::new, |f| introduced(f, &rules.vocabulary)),
        &|segment| of(segment).map_or_else(Vec::new, |f| suppose::stated(f, &rules.vocabulary)),
    );
    let prose = topic::prose(source, &segments);
    for (name, kind) in implied::implied(&prose, raw.iter().map(Raw::latex), lexicon) {
        let told = declared.kinds.entry(name).or_insert(kind);
        if *told == Kind::Any {
            *told = kind;
        }
    }
    for name in points {
        let kind = declared.kinds.entry(name).or_insert(Kind::Any);
        if *kind == Kind::Any {
            *kind = Kind::Point;
        }
    }
    let functions = &rules.symbols.functions;
    let mut atoms = evidence::shared(&alone, &declared.kinds, functions, &rules.vocabulary);
    atoms.names = names;
    let other = meant::Signs::of(&prose, lexicon);
    let signs = explained::explained(source, &segments, &latex, lexicon);
    let topic = topic::of(&prose, &alone, &declared, rules);
    topic::settle(Topic { joined, ..topic }, &mut atoms);
    atoms.topic.transposing_t = signs.contains(&"t") && prose.contains("transpos");
    let order = order::Order::new(&prose, &declared, rules);
    order.keep(&alone, &mut atoms);
    let given = given(&declared, &mut atoms, &rules.vocabulary);
    let prose_of = |segment: Option<usize>| match segment.and_then(|at| segments.get(at)) {
        Some(s) if s.part == Part::Prose => &source[s.span.clone()],
        _ => "",
    };
    let around = |at: usize| (prose_of(at.checked_sub(1)), prose_of(Some(at + 1)));
    let mut taken = BTreeSet::new();
    let mut amounts = BTreeSet::new();
    if writes {
        amounts = amounts_of(&alone, (&prose, &declared.kinds), rules);
        taken = pinned::pinned(source, &segments, &rules.symbols, &prose, &latex);
        taken.extend(signs.iter().map(|sign| (*sign).to_owned()));
    }
    let mut passages = Vec::with_capacity(raw.len());
    // `$a + b +$ $c$`: neither part is anything by itself.
    let parted: Vec<bool> = raw
        .windows(2)
        .map(|pair| {
            let (one, other) = (pair[0].segment, pair[1].segment);
            one + 2 == other
                && prose_of(Some(one + 1)).trim().is_empty()
                && goes_on(pair[0].latex(), pair[1].latex())
        })
        .collect();
    let is_part = |at: usize| {
        let parted = |at: Option<usize>| at.and_then(|at| parted.get(at)).is_some_and(|p| *p);
        parted(at.checked_sub(1)) || parted(Some(at))
    };
    let mut before = None;
    for (at, raw) in raw.iter().enumerate() {
        atoms.slot_names.clear();
        atoms.said = said(source, &segments, raw.segment, raw.latex(), before, lexicon);
        before = Some((raw.segment, atoms.said));
        let known = atoms.opaques.len();
        let formula = reader.read_under(raw.latex(), std::mem::take(&mut atoms), &macros);
        atoms = formula.atoms;
        let refused = formula
            .complaints
            .iter()
            .any(|c| c.severity == Severity::Error)
            || matches!(formula.term.op.head(), Head::Opaque(_));
        // What may be done to the parts of a formula depends on what its commands say.
        let unknown = formula.complaints.iter().any(|c| c.id == "unknown-command");
        for mut complaint in formula.complaints {
            for label in &mut complaint.labels {
                label.span = raw.place(label.span.start)..raw.place(label.span.end);
            }
            complaints.push(complaint);
        }
        for opaque in &mut atoms.opaques[known..] {
            (opaque.start, opaque.end) = (raw.place(opaque.start), raw.place(opaque.end));
        }
        let slot_names = std::mem::take(&mut atoms.slot_names);
        let words = if writes {
            word_letters(raw.latex())
        } else {
            Vec::new()
        };
        let wordy = !words.is_empty();
        taken.extend(words);
        let manner = if !writes {
            Manner::Kept
        } else if refused {
            taken.extend(
                latex::letters(raw.latex())
                    .into_iter()
                    .map(|(name, _)| name),
            );
            Manner::Kept
        } else if wordy
            || unknown
            || is_part(at)
            || explained::raised(raw.latex(), &signs)
            || other.are_in(raw.latex(), &formula.term, &rules.vocabulary)
            || letters_only(
                raw.latex(),
                &formula.term,
                &atoms,
                around(raw.segment),
                &amounts,
                rules,
            )
        {
            let of = (&formula.term, &slot_names[..]);
            let found = letters::replaced(raw.latex(), of, &mut atoms, &mut taken);
            Manner::Letters(found.into_iter().map(|(r, s)| (raw.range(r), s)).collect())
        } else if has_rows(raw.latex()) || is_framed(raw.latex()) {
            let of = (&formula.term, &slot_names[..]);
            let letters = letters::replaced(raw.latex(), of, &mut atoms, &mut taken);
            let of = (&formula.term, &atoms);
            let found = sides::sides(raw.latex(), of, &rules.vocabulary, &mut |side| {
                let Formula { term, atoms, .. } = reader.read_under(side, atoms.clone(), &macros);
                (!loses_digits(side, &term, &atoms, rules)).then_some(term)
            });
            sides::manner(raw.latex(), found, letters, &|range| raw.range(range))
        } else if is_spoken_of(&formula.term, around(raw.segment), rules) {
            Manner::Plain
        } else {
            Manner::Forms
        };
        passages.push(Passage {
            segment: raw.segment,
            span: raw.place(0)..raw.place(raw.core.len()),
            latex: raw.latex().to_owned(),
            term: formula.term,
            slot_names,
            manner,
        });
    }
    atoms.said = Said::Nothing;
    for symbol in &mut atoms.symbols {
        if symbol.kind == Kind::Any {
            symbol.kind = Kind::Num;
        }
    }
    if writes {
        protect(&mut atoms, &passages, &mut taken, source, &segments, rules);
    }
    complaints.sort_by_key(|c| c.labels.first().map_or(0, |l| l.span.start));
    Document {
        source: text.to_owned(),
        spoken: article::spoken(source, &segments, &latex),
        segments,
        passages,
        atoms,
        complaints,
        given,
        taken,
        encoded,
    }
}
