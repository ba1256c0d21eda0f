//! A text put together: each formula saturated, all in one grammar.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::{Duration, Instant};

use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::egraph::saturate_given;
use mamut_engine::forest::{ClassId, Forest};
use mamut_engine::symbols::{Plan, TextNames};
use mamut_engine::term::{Head, Op, Slot, Term};
use mamut_engine::text::{Document, Manner, Passage, Union};
use mamut_engine::vocabulary::Vocabulary;
use mamut_printer::{Grammar, Part};

use crate::memo::{Found, Memo};
use crate::pipeline::Pipeline;

/// What became of a text; of no use while there are formulas that no notation writes.
pub(super) struct Built {
    pub(super) forest: Forest,
    /// What each formula may be written as, by number; none where it is kept or only renamed.
    pub(super) forests: Vec<Option<Forest>>,
    pub(super) grammar: Grammar,
    pub(super) plan: Plan,
    pub(super) notes: Vec<Diagnostic>,
    /// Some versions say something else.
    pub(super) doubtful: bool,
    /// Formulas, by number.
    pub(super) unwritable: BTreeSet<usize>,
    /// When everything was saturated, counted from the beginning.
    pub(super) saturated: Duration,
}

/// A term and the names of what it binds.
type Written<'p> = (&'p Term, &'p [(Slot, String)]);

/// A text whose formulas are being put together.
struct Builder<'p, 'r> {
    pipeline: &'p Pipeline<'r>,
    memo: &'p Memo,
    document: &'p Document,
    union: Union,
    /// Classes of formulas that occur again.
    known: BTreeMap<(Written<'p>, bool), (ClassId, usize)>,
    notes: Vec<Diagnostic>,
    /// Formulas that are written as they were read; none stands for all.
    plain: Option<&'p BTreeSet<usize>>,
    forests: Vec<Option<Forest>>,
    /// Names of formulas that are kept although they were read.
    taken: BTreeSet<String>,
}

impl Pipeline<'_> {
    /// Puts a text together; formulas in `plain` are written as they were read, without it all.
    pub(super) fn build(
        &self,
        document: &Document,
        start: Instant,
        plain: Option<&BTreeSet<usize>>,
        memo: &Memo,
    ) -> Built {
        let mut builder = Builder {
            pipeline: self,
            memo,
            plain,
            forests: Vec::new(),
            document,
            union: Union::default(),
            known: BTreeMap::new(),
            notes: Vec::new(),
            taken: document.taken.clone(),
        };
        let (mut parts, mut owners) = (Vec::new(), Vec::new());
        let mut done = 0;
        for (at, passage) in document.passages.iter().enumerate() {
            parts.push(Part::Prose(&document.source[done..passage.span.start]));
            builder.forests.push(None);
            builder.passage(passage, &mut parts);
            owners.resize(parts.len(), at);
            done = passage.span.end;
        }
        parts.push(Part::Prose(&document.source[done..]));
        let Builder {
            mut union,
            notes,
            taken,
            forests,
            ..
        } = builder;
        let term = union.close(&self.rules.vocabulary);
        let mut atoms = document.atoms.clone();
        atoms.slot_names = union.slot_names;
        for symbol in &mut atoms.symbols {
            symbol.protected |= taken.contains(&symbol.name);
        }
        let saturated = start.elapsed();
        let (encoded, forest) = (document.encoded, union.forest);
        let grammar = self
            .printer
            .compile_text(&parts, encoded, &forest, &atoms, &self.options);
        let names = TextNames {
            taken: &taken,
            apart: &union.apart,
            spoken: &document.spoken,
        };
        let plan = Plan::of_text(&term, &atoms, &forest, self.rules, names);
        let unwritable = grammar.unwritable().iter().map(|part| owners[*part]);
        Built {
            unwritable: unwritable.collect(),
            forest,
            forests,
            grammar,
            plan,
            notes,
            doubtful: false,
            saturated,
        }
    }
}

impl<'p> Builder<'p, '_> {
    fn passage(&mut self, passage: &'p Passage, parts: &mut Vec<Part<'p>>) {
        let source = &self.document.source;
        let kept = Part::Kept(&source[passage.span.clone()]);
        match &passage.manner {
            Manner::Kept => parts.push(kept),
            Manner::Forms | Manner::Plain => {
                let class = self.forms(passage);
                let vocabulary = &self.pipeline.rules.vocabulary;
                let stay = passage.manner == Manner::Plain;
                let part = match stay || names_left(&passage.term, vocabulary) {
                    true => Part::Sides,
                    false => Part::Formula,
                };
                parts.push(class.map_or(kept, part));
            }
            Manner::Letters(places) => {
                if !self.letters(passage) {
                    parts.push(kept);
                    return;
                }
                self.among(&[], places, &passage.span, parts);
            }
            Manner::Sides(sides, letters) => {
                let class = self.forms(passage);
                let written = sides.iter().filter(|side| !side.stays());
                let found = class.and_then(|class| {
                    let each = written.map(|side| {
                        let class = self.union.part(class, &passage.term, &side.path)?;
                        Some((side.place.clone(), class))
                    });
                    each.collect::<Option<Vec<_>>>()
                });
                match found {
                    Some(written) => self.among(&written, letters, &passage.span, parts),
                    None if self.letters(passage) => {
                        self.among(&[], letters, &passage.span, parts);
                    }
                    None => parts.push(kept),
                }
            }
        }
    }

    /// A formula as it stands, with classes in some places and letters to be replaced in others.
    fn among(
        &mut self,
        classes: &[(Range<usize>, ClassId)],
        letters: &[(Range<usize>, u32)],
        span: &Range<usize>,
        parts: &mut Vec<Part<'p>>,
    ) {
        let source = &self.document.source;
        let mut places: Vec<(&Range<usize>, Part<'p>)> = Vec::new();
        for (place, class) in classes {
            places.push((place, Part::Formula(*class)));
        }
        let elsewhere = |letter: &Range<usize>| {
            let mut within = classes.iter().map(|(place, _)| place);
            !within.any(|place| place.start <= letter.start && letter.end <= place.end)
        };
        for (place, symbol) in letters.iter().filter(|(place, _)| elsewhere(place)) {
            self.union.mention(*symbol);
            let token = source[..place.start].trim_end().ends_with(['^', '_']);
            let index = *symbol;
            places.push((place, Part::Symbol { index, token }));
        }
        places.sort_by_key(|(place, _)| place.start);
        let mut done = span.start;
        for (place, part) in places {
            parts.push(Part::Kept(&source[done..place.start]));
            parts.push(part);
            done = place.end;
        }
        parts.push(Part::Kept(&source[done..span.end]));
    }

    /// The class of a formula with all its forms; none when it must be kept as it stands.
    fn forms(&mut self, passage: &'p Passage) -> Option<ClassId> {
        let at = self.forests.len() - 1;
        let plain = passage.manner == Manner::Plain
            || self.plain.is_none_or(|plain| plain.contains(&at))
            || is_reckoned(&passage.term, &self.pipeline.rules.vocabulary)
            || is_power(&passage.term, &self.pipeline.rules.vocabulary);
        let key = ((&passage.term, &passage.slot_names[..]), plain);
        if let Some((class, first)) = self.known.get(&key) {
            self.forests[at] = self.forests[*first].clone();
            return Some(*class);
        }
        let Pipeline {
            rules,
            program,
            limits,
            ..
        } = self.pipeline;
        let atoms = &self.document.atoms;
        let free = free_names(passage, self.document);
        let leaf = passage.term.args.is_empty();
        let forest = if leaf || plain {
            Forest::of(&passage.term, &rules.vocabulary, atoms)
        } else {
            let given: Vec<Term> = self
                .document
                .given
                .iter()
                .filter(|given| mentions(given, &free, self.document))
                .cloned()
                .collect();
            let found = self.memo.saturated(&passage.term, &given, atoms, || {
                let saturated = saturate_given(program, &passage.term, atoms, &given, limits);
                Found {
                    forest: saturated.forest,
                    notes: saturated.notes,
                }
            });
            self.notes.extend(found.notes);
            found.forest
        };
        let met = self.names_met(passage);
        let is_free = |name: &str| met.contains(name);
        let class = self
            .union
            .add(&passage.term, &forest, &passage.slot_names, &is_free);
        match class {
            Some(class) => {
                self.known.insert(key, (class, at));
                self.forests[at] = Some(forest);
            }
            None => self.keep(passage, &free),
        }
        class
    }

    /// Whether letters of a formula may be replaced.
    fn letters(&mut self, passage: &Passage) -> bool {
        let rules = self.pipeline.rules;
        let free = free_names(passage, self.document);
        let forest = Forest::of(&passage.term, &rules.vocabulary, &self.document.atoms);
        let met = self.names_met(passage);
        let is_free = |name: &str| met.contains(name);
        let added = self
            .union
            .add(&passage.term, &forest, &passage.slot_names, &is_free);
        if added.is_none() {
            self.keep(passage, &free);
        }
        added.is_some()
    }

    /// The names of the free symbols of a formula. What is taken between two places has the variable of the
    /// integral beside it: `\int_0^1 x^2 \,dx = [\frac{x^3}{3}]_0^1`.
    fn names_met(&self, passage: &Passage) -> BTreeSet<&'p str> {
        fn walk(term: &Term, evaluations: [Option<Op>; 2], found: &mut BTreeSet<u32>) {
            if evaluations.contains(&Some(term.op)) {
                return;
            }
            if let Head::Symbol(index) = term.op.head() {
                found.insert(index);
            }
            for arg in &*term.args {
                walk(arg, evaluations, found);
            }
        }
        let vocabulary = &self.pipeline.rules.vocabulary;
        let evaluations = ["evalbetween", "evalat"].map(|name| vocabulary.find(name));
        let mut found = BTreeSet::new();
        walk(&passage.term, evaluations, &mut found);
        let document = self.document;
        let symbols = &document.atoms.symbols;
        let names = found.into_iter();
        names.map(|at| symbols[at as usize].name.as_str()).collect()
    }

    fn keep(&mut self, passage: &Passage, free: &BTreeSet<&str>) {
        self.taken
            .extend(free.iter().map(|name| (*name).to_owned()));
        let bound = passage.slot_names.iter().map(|(_, name)| name.clone());
        self.taken.extend(bound);
    }
}

/// Whether numbers alone are calculated with, `96 - 30 = 66`: the prose speaks of what comes out, which stays on its
/// side.
fn is_reckoned(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut plain = true;
    term.walk(&mut |t| {
        let number = matches!(t.op.head(), Head::Integer(_) | Head::Literal(_));
        let name = vocabulary.name(t.op);
        plain &= number
            || matches!(
                name,
                "eq" | "chain" | "rel-eq" | "add" | "neg" | "mul" | "div"
            );
    });
    plain && matches!(vocabulary.name(term.op), "eq" | "chain")
}

/// Whether a power of a letter is all, which names something as often as it multiplies: the `L^2` norm, the
/// torus `T^2`.
fn is_power(term: &Term, vocabulary: &Vocabulary) -> bool {
    let [base, exponent] = &*term.args else {
        return false;
    };
    let letter = matches!(base.op.head(), Head::Symbol(_)) && base.args.is_empty();
    letter
        && matches!(exponent.op.head(), Head::Integer(_))
        && matches!(vocabulary.name(term.op), "pow" | "setpow")
}

/// Whether an equation says of something named what it is, or one of several does: `y = 12`,
/// `f(x) = x^2`, `(x, y) = (1, 2)`. The prose around it speaks of the left side.
fn names_left(term: &Term, vocabulary: &Vocabulary) -> bool {
    let name = |t: &Term| vocabulary.name(t.op);
    match (name(term), &*term.args) {
        ("eq", [left, _]) => is_named(left, vocabulary),
        ("comma" | "list" | "and", parts) => parts.iter().any(|p| names_left(p, vocabulary)),
        _ => false,
    }
}

/// Whether it is a letter, one with an index or arguments, or a tuple of such.
fn is_named(term: &Term, vocabulary: &Vocabulary) -> bool {
    let is_symbol = |t: &Term| matches!(t.op.head(), Head::Symbol(_));
    let name = vocabulary.operator(term.op).map(|o| o.name.as_str());
    match name {
        Some("call" | "idx") => term.args.first().is_some_and(is_symbol),
        Some("tuple") => term.args.iter().all(|t| is_named(t, vocabulary)),
        _ => is_symbol(term),
    }
}

/// The names of the free symbols of a formula.
pub(super) fn free_names<'d>(passage: &Passage, document: &'d Document) -> BTreeSet<&'d str> {
    let mut free = BTreeSet::new();
    passage.term.walk(&mut |node| {
        if let Head::Symbol(index) = node.op.head() {
            free.insert(document.atoms.symbols[index as usize].name.as_str());
        }
    });
    free
}

/// Whether a declaration is about one of these symbols.
fn mentions(given: &Term, names: &BTreeSet<&str>, document: &Document) -> bool {
    let mut found = false;
    given.walk(&mut |node| {
        if let Head::Symbol(index) = node.op.head() {
            found |= names.contains(document.atoms.symbols[index as usize].name.as_str());
        }
    });
    found
}
