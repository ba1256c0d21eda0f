//! From texts to versions: all formulas of a text in one grammar, under one plan of names.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use mamut_engine::choice::Key;
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::egraph::saturate_given;
use mamut_engine::forest::{ClassId, Forest};
use mamut_engine::member::contains;
use mamut_engine::symbols::{Names, Plan, TextNames, resolve};
use mamut_engine::term::{Head, Slot, Term};
use mamut_engine::text::{self, Document, Manner, Passage, Union};
use mamut_printer::{Choice, Grammar, Part, Pen, Versions};

use crate::memo::{Found, Memo};
use crate::pipeline::{Pipeline, Times};

/// As many versions of a text are read back before any is given away.
const PROBES: u32 = 18;
/// As many versions that are given away are read back; all, when one of them is misread.
const FIRST: u64 = 16;

/// How often formulas that read as something else are written more plainly before they are kept.
const ROUNDS: usize = 4;

/// At most this many versions are listed to be counted, out of as many ranks.
const LISTED: u64 = 100_000;

/// A text with all that generating needs.
pub struct Prepared {
    /// As it was read.
    pub document: Document,
    /// All formulas.
    pub forest: Forest,
    /// What each formula may be written as, by number; none where it is kept or only renamed.
    pub forests: Vec<Option<Forest>>,
    /// All ways to write the text.
    pub grammar: Grammar,
    /// All ways to name its symbols.
    pub plan: Plan,
    /// What happened on the way.
    pub notes: Vec<Diagnostic>,
    /// How long reading, saturating and compiling took.
    pub times: Times,
}

/// What became of a text; of no use while there are formulas that no notation writes.
struct Built {
    forest: Forest,
    /// What each formula may be written as, by number; none where it is kept or only renamed.
    forests: Vec<Option<Forest>>,
    grammar: Grammar,
    plan: Plan,
    notes: Vec<Diagnostic>,
    /// Formulas, by number.
    unwritable: BTreeSet<usize>,
    /// When everything was saturated, counted from the beginning.
    saturated: Duration,
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

impl<'r> Pipeline<'r> {
    /// Reads, saturates and compiles a text; gives it back as read when no formula is in it.
    ///
    /// # Errors
    /// The text with its complaints.
    pub fn prepare_text(&self, source: &str) -> Result<Prepared, Box<Document>> {
        self.prepare_text_with(source, PROBES, &Memo::default())
    }

    /// The same for one of many texts that are alike: so many versions are read back, and formulas
    /// that a memo knows are not saturated again.
    ///
    /// # Errors
    /// The text with its complaints.
    pub fn prepare_text_with(
        &self,
        source: &str,
        probes: u32,
        memo: &Memo,
    ) -> Result<Prepared, Box<Document>> {
        let start = Instant::now();
        let mut document = self.read_text(source);
        if document.passages.is_empty() {
            return Err(Box::new(document));
        }
        let read = start.elapsed();
        let built = self.writable(&mut document, start, probes, memo);
        Ok(Prepared {
            document,
            forest: built.forest,
            forests: built.forests,
            grammar: built.grammar,
            plan: built.plan,
            notes: built.notes,
            times: Times {
                read,
                saturate: built.saturated.saturating_sub(read),
                compile: start.elapsed().saturating_sub(built.saturated),
            },
        })
    }

    /// A text in the usual notation, with the names of the source.
    pub fn plain_text(&self, document: &Document) -> String {
        let mut document = document.clone();
        let built = self.writable(&mut document, Instant::now(), 0, &Memo::default());
        if built.grammar.is_empty() {
            return document.source;
        }
        let mut pen = Pen::new(&built.grammar, built.plan.source_names(), false);
        pen.usual(&built.grammar);
        pen.text().to_owned()
    }

    /// Puts a text together, of all its forms; of those it was read in when there are no `probes`.
    /// Formulas that no notation writes are kept as they stand; formulas that read as something
    /// else are written as they were read, or kept.
    fn writable(&self, document: &mut Document, start: Instant, probes: u32, memo: &Memo) -> Built {
        let all = probes > 0;
        let mut plain = BTreeSet::new();
        let mut rounds = 0;
        loop {
            let built = self.build(document, start, all.then_some(&plain), memo);
            for at in &built.unwritable {
                let said = ("no-notation", "no notation writes this formula");
                keep(document, *at, said);
            }
            if !built.unwritable.is_empty() {
                continue;
            }
            let misread = if all {
                self.misread(document, &built, probes)
            } else {
                BTreeSet::new()
            };
            if misread.is_empty() {
                return built;
            }
            for at in misread {
                if rounds >= ROUNDS || !plain.insert(at) {
                    let said = "what is written of this formula reads as something else";
                    keep(document, at, ("reads-otherwise", said));
                }
            }
            rounds += 1;
        }
    }

    /// The formulas, by number, that some versions write such that the text says something else.
    fn misread(&self, document: &Document, built: &Built, probes: u32) -> BTreeSet<usize> {
        let key = Key::seed(0).named("probe").named(&document.source);
        let plan = self.substitute.then_some(&built.plan);
        let names = built.plan.source_names();
        let mut versions = Versions::new(&built.grammar, plan, names, key, Choice::Weighted);
        let mut misread = BTreeSet::new();
        versions.all_pass(probes, |text, names| {
            misread.extend(self.astray(document, &built.forests, text, names));
            true
        });
        misread
    }

    /// The formulas, by number, that a version writes such that the text, read again, says
    /// something else by them.
    pub fn astray(
        &self,
        document: &Document,
        forests: &[Option<Forest>],
        text: &str,
        names: &Names,
    ) -> Vec<usize> {
        let again = self.read_text(text);
        let vocabulary = &self.rules.vocabulary;
        let mut atoms = document.atoms.clone();
        let mut says = |at: usize, forest: &Forest| match again.passages.get(at) {
            Some(passage) => {
                let term = resolve(&passage.term, &again.atoms, names, &mut atoms, vocabulary);
                contains(forest, &term, vocabulary)
            }
            None => false,
        };
        let formulas = forests.iter().enumerate();
        formulas
            .filter_map(|(at, forest)| Some((at, forest.as_ref()?)))
            .filter(|(at, forest)| !says(*at, forest))
            .map(|(at, _)| at)
            .collect()
    }

    fn build(
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
            saturated,
        }
    }

    /// Reads a text.
    pub fn read_text(&self, source: &str) -> Document {
        text::read(source, &self.reader, self.rules)
    }

    /// The distinct versions of a text; the same for the same source, rules and settings.
    pub fn text_versions<'p>(&'p self, prepared: &'p Prepared) -> Versions<'p> {
        let key = Key::seed(self.seed).named(&prepared.document.source);
        let plan = self.substitute.then_some(&prepared.plan);
        let names = prepared.plan.source_names();
        let versions = Versions::new(&prepared.grammar, plan, names, key, self.choice);
        self.text_checked(versions, prepared).with_forms(self.trace)
    }

    /// Leaves out versions that are misread.
    fn text_checked<'p>(&'p self, versions: Versions<'p>, prepared: &'p Prepared) -> Versions<'p> {
        let Prepared {
            document, forests, ..
        } = prepared;
        let check =
            |text: &str, names: &Names| self.astray(document, forests, text, names).is_empty();
        versions.checked(FIRST, Box::new(check))
    }

    /// How many versions of a text there are, when that are few enough to be listed.
    pub fn count_text(&self, prepared: &Prepared) -> Option<u64> {
        let plan = self.substitute.then_some(&prepared.plan);
        let names = prepared.plan.source_names();
        let key = Key::seed(0);
        let listed = Versions::new(&prepared.grammar, plan, names, key, Choice::All);
        let mut versions = self.text_checked(listed, prepared);
        let ranks = versions
            .ranks()
            .filter(|ranks| *ranks <= u128::from(LISTED))?;
        let mut listed = 0;
        while listed <= ranks && versions.next_version().is_some() {
            listed += 1;
        }
        u64::try_from(listed).ok()
    }
}

impl<'p> Builder<'p, '_> {
    fn passage(&mut self, passage: &'p Passage, parts: &mut Vec<Part<'p>>) {
        let source = &self.document.source;
        let kept = Part::Prose(&source[passage.span.clone()]);
        match &passage.manner {
            Manner::Kept => parts.push(kept),
            Manner::Forms => {
                let class = self.forms(passage);
                parts.push(class.map_or(kept, Part::Formula));
            }
            Manner::Letters(places) => {
                if !self.letters(passage) {
                    parts.push(kept);
                    return;
                }
                let mut done = passage.span.start;
                for (place, symbol) in places {
                    let before = &source[done..place.start];
                    self.union.mention(*symbol);
                    parts.push(Part::Prose(before));
                    parts.push(Part::Symbol {
                        index: *symbol,
                        token: before.trim_end().ends_with(['^', '_']),
                    });
                    done = place.end;
                }
                parts.push(Part::Prose(&source[done..passage.span.end]));
            }
        }
    }

    /// The class of a formula with all its forms; none when it must be kept as it stands.
    fn forms(&mut self, passage: &'p Passage) -> Option<ClassId> {
        let at = self.forests.len() - 1;
        let plain = self.plain.is_none_or(|plain| plain.contains(&at));
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
        let is_free = |name: &str| free.contains(name);
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
        let is_free = |name: &str| free.contains(name);
        let added = self
            .union
            .add(&passage.term, &forest, &passage.slot_names, &is_free);
        if added.is_none() {
            self.keep(passage, &free);
        }
        added.is_some()
    }

    fn keep(&mut self, passage: &Passage, free: &BTreeSet<&str>) {
        self.taken
            .extend(free.iter().map(|name| (*name).to_owned()));
        let bound = passage.slot_names.iter().map(|(_, name)| name.clone());
        self.taken.extend(bound);
    }
}

/// Keeps a formula as it stands, for a reason: its id and what it says.
fn keep(document: &mut Document, at: usize, (id, said): (&'static str, &str)) {
    let names: Vec<String> = {
        let passage = &document.passages[at];
        let free = free_names(passage, document);
        let bound = passage.slot_names.iter().map(|(_, name)| name.clone());
        free.into_iter().map(str::to_owned).chain(bound).collect()
    };
    document.taken.extend(names);
    let passage = &mut document.passages[at];
    passage.manner = Manner::Kept;
    document.complaints.push(Diagnostic::warning(
        id,
        said,
        passage.span.clone(),
        "kept as it stands",
    ));
}

/// The names of the free symbols of a formula.
fn free_names<'d>(passage: &Passage, document: &'d Document) -> BTreeSet<&'d str> {
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
