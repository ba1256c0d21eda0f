//! From LaTeX to versions: the stages in their order.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::diagnostic::Severity;
use mamut_engine::egraph::{Explanation, Limits, Program, Saturated, explain_with, saturate_with};
use mamut_engine::forest::Forest;
use mamut_engine::latex::{Formula, Macros, Reader};
use mamut_engine::normal;
use mamut_engine::readback::Original;
use mamut_engine::rules::{RuleSet, Tier};
use mamut_engine::symbols::{Names, Plan, Plans};
use mamut_engine::term::{Head, Slot, Term};
use mamut_printer::{Choice, Grammar, Options, Pen, Printer, Trace, Versions};
use num_bigint::BigUint;

use crate::args;
use crate::row::{Id, Setup};
use crate::rules;
use crate::subject::Subject;

/// At most this many versions are listed to be counted.
const LISTED: u32 = 100_000;

/// As many forms of every formula are read back before any is given away…
const PROBES: u32 = 48;
/// … and as many of those that are given away; all, when one of them reads as something else.
const FIRST: u64 = 64;
/// As many forms of a formula with indices above are read by themselves.
const ALONE: u32 = 12;
/// As many forms of a falsehood that is misread at times are read back to see how often.
const SAMPLE: u32 = 12;

/// Rules and settings, arranged for many formulas.
pub struct Pipeline<'r> {
    /// The rules.
    pub rules: &'r RuleSet,
    /// How far rules are applied.
    pub limits: Limits,
    /// How large forms may be.
    pub options: Options,
    /// How versions are chosen.
    pub choice: Choice,
    /// Whether symbols are renamed.
    pub substitute: bool,
    /// The seed.
    pub seed: u64,
    /// Whether notations are recorded.
    pub trace: bool,
    pub(crate) reader: Reader<'r>,
    pub(crate) program: Program<'r>,
    pub(crate) printer: Printer<'r>,
}

/// A formula with all that generating needs.
pub struct Prepared {
    /// As it was read.
    pub formula: Formula,
    /// What is changed into falsehoods, where that is another term.
    pub changed: Option<Formula>,
    /// Its classes.
    pub saturated: Saturated,
    /// All ways to write it.
    pub grammar: Grammar,
    /// All ways to name its symbols.
    pub plan: Arc<Plan>,
    /// Whether some forms read as something else, so that every one is read back.
    pub doubtful: bool,
    /// How long reading, saturating and compiling took.
    pub times: Times,
}

/// How long the stages took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Reading.
    pub read: Duration,
    /// Saturating.
    pub saturate: Duration,
    /// Compiling the grammar, planning the names and reading some forms back.
    pub compile: Duration,
}

impl Prepared {
    /// What forms are compared with.
    const fn original(&self) -> Original<'_> {
        Original {
            forest: &self.saturated.forest,
            atoms: &self.formula.atoms,
            term: Some(&self.formula.term),
        }
    }
}

impl<'r> Pipeline<'r> {
    /// The stages with the default choices: weighted, symbols renamed, seed 0.
    pub fn new(rules: &'r RuleSet, search: &args::Search) -> Self {
        Self {
            rules,
            limits: Limits {
                tier: Tier::from(search.tier),
                ..Limits::default()
            },
            options: Options {
                max_size: search.max_size,
            },
            choice: Choice::Weighted,
            substitute: true,
            seed: 0,
            trace: false,
            reader: Reader::new(rules),
            program: Program::new(rules),
            printer: Printer::new(rules),
        }
    }

    /// The same, and formulas tell which of several readings was taken.
    #[must_use]
    pub fn explaining(mut self) -> Self {
        self.reader = self.reader.explaining();
        self
    }

    /// The same, and the calls of these macros are replaced before reading.
    #[must_use]
    pub fn with_macros(mut self, macros: Macros) -> Self {
        self.reader = self.reader.with_macros(macros);
        self
    }

    /// The reader.
    pub const fn reader(&self) -> &Reader<'r> {
        &self.reader
    }

    /// Reads a formula.
    pub fn read(&self, latex: &str) -> Formula {
        self.reader.read(latex)
    }

    /// Reads, saturates and compiles a formula; gives it back as read when it cannot be read.
    ///
    /// # Errors
    /// The formula with its complaints.
    pub fn prepare(&self, latex: &str) -> Result<Prepared, Box<Formula>> {
        let start = Instant::now();
        let formula = self.read(latex);
        if unvaried(&formula).is_some() {
            return Err(Box::new(formula));
        }
        let read = start.elapsed();
        let mut prepared = self.compile(formula, &Plans::default());
        prepared.doubtful = !self.reads_back(&prepared, PROBES);
        prepared.changed = ungrouped(&prepared.formula, self.rules);
        prepared.times = Times {
            read,
            compile: start.elapsed() - read - prepared.times.saturate,
            ..prepared.times
        };
        Ok(prepared)
    }

    /// Saturates and compiles a formula that was read; only forms with indices above are read back, to
    /// see how these may be written. Formulas that have most in common share `plans`.
    pub fn compile(&self, mut formula: Formula, plans: &Plans) -> Prepared {
        let start = Instant::now();
        let saturated = saturate_with(&self.program, &formula.term, &formula.atoms, &self.limits);
        let saturate = start.elapsed();
        let mut grammar = self.grammar(&saturated, &formula.atoms);
        let plan = plans.of(&formula.term, &formula.atoms, &saturated.forest, self.rules);
        if formula.atoms.raises && self.rules.target.is_none() {
            self.set_apart(&mut formula, &saturated, &plan, &mut grammar);
        }
        Prepared {
            formula,
            changed: None,
            saturated,
            grammar,
            plan,
            doubtful: false,
            times: Times {
                saturate,
                compile: start.elapsed() - saturate,
                ..Times::default()
            },
        }
    }

    /// What may be written of a saturated formula.
    fn grammar(&self, saturated: &Saturated, atoms: &Atoms) -> Grammar {
        self.printer
            .compile(&saturated.forest, atoms, &self.options)
    }

    /// Sets indices above apart from exponents where a reader who knows nothing of the formula would
    /// take them for such, as they may with other letters, and one who does reads what is so written.
    fn set_apart(
        &self,
        formula: &mut Formula,
        saturated: &Saturated,
        plan: &Plan,
        grammar: &mut Grammar,
    ) {
        let vocabulary = &self.rules.vocabulary;
        let original = Original {
            forest: &saturated.forest,
            atoms: &formula.atoms,
            term: None,
        };
        let all = |grammar: &Grammar, reads: &dyn Fn(&str, &Names) -> bool| {
            let key = Key::seed(0).named("alone").named(&formula.source);
            let used = self.substitute.then_some(plan);
            let names = plan.source_names();
            Versions::new(grammar, used, names, key, Choice::Weighted).all_pass(ALONE, reads)
        };
        let alone = |text: &str, names: &Names| {
            original.is_meant_by(&self.reader.read(text), names, vocabulary)
        };
        if all(grammar, &alone) {
            return;
        }
        let mut atoms = formula.atoms.clone();
        atoms.topic.staggered = true;
        let apart = self.grammar(saturated, &atoms);
        let knowing =
            |text: &str, names: &Names| original.is_said_by(text, names, &self.reader, vocabulary);
        if all(&apart, &knowing) {
            (formula.atoms, *grammar) = (atoms, apart);
        }
    }

    /// Saturates and compiles a formula; none when no notation writes it.
    pub fn written(&self, formula: Formula, plans: &Plans) -> Option<Subject> {
        let prepared = self.compile(formula, plans);
        (!prepared.grammar.is_empty()).then(|| prepared.into())
    }

    /// Whether a sample of this many forms reads back; the same for every seed. Nothing reads other
    /// targets than LaTeX.
    pub fn reads_back(&self, prepared: &Prepared, number: u32) -> bool {
        if self.rules.target.is_some() {
            return true;
        }
        let key = Key::seed(0).named("probe").named(&prepared.formula.source);
        let plan = self.substitute.then_some(&*prepared.plan);
        let names = prepared.plan.source_names();
        Versions::new(&prepared.grammar, plan, names, key, Choice::Weighted)
            .all_pass(number, self.reading_back(prepared))
    }

    /// Whether at least half of a sample of the forms reads back.
    pub fn mostly_reads_back(&self, prepared: &Prepared) -> bool {
        let key = Key::seed(0).named("sample").named(&prepared.formula.source);
        let plan = self.substitute.then_some(&*prepared.plan);
        let names = prepared.plan.source_names();
        let reads = self.reading_back(prepared);
        let mut right = 0;
        Versions::new(&prepared.grammar, plan, names, key, Choice::Weighted).all_pass(
            SAMPLE,
            |text, names| {
                right += u32::from(reads(text, names));
                true
            },
        );
        2 * right >= SAMPLE
    }

    /// Whether a form reads back as the formula.
    pub(crate) fn reading_back<'p>(
        &'p self,
        prepared: &'p Prepared,
    ) -> impl Fn(&str, &Names) -> bool + 'p {
        let original = prepared.original();
        let vocabulary = &self.rules.vocabulary;
        move |text, names| original.is_said_by(text, names, &self.reader, vocabulary)
    }

    /// Whether a form that was read says the formula.
    pub(crate) fn is_meant_by(&self, prepared: &Prepared, read: &Formula, names: &Names) -> bool {
        let original = prepared.original();
        original.is_meant_by(read, names, &self.rules.vocabulary)
    }

    /// Leaves out what reads as something else.
    fn checked<'p>(&'p self, versions: Versions<'p>, prepared: &'p Prepared) -> Versions<'p> {
        // Nothing reads other targets.
        if self.rules.target.is_some() {
            return versions;
        }
        let number = if prepared.doubtful { u64::MAX } else { FIRST };
        versions.checked(number, Box::new(self.reading_back(prepared)))
    }

    /// The distinct versions of a formula; the same for the same source, rules and settings.
    pub fn versions<'p>(&'p self, prepared: &'p Prepared) -> Versions<'p> {
        let key = Key::seed(self.seed).named(&prepared.formula.source);
        let plan = self.substitute.then_some(&*prepared.plan);
        let names = prepared.plan.source_names();
        let versions = Versions::new(&prepared.grammar, plan, names, key, self.choice);
        self.checked(versions, prepared).with_forms(self.trace)
    }

    /// The ids of the rules that a form uses, each once.
    pub fn used(&self, trace: &Trace) -> Vec<&'r str> {
        let rules = &self.rules.equivalences;
        let ids = trace
            .rules
            .iter()
            .map(|rule| rules[*rule as usize].id.as_str());
        let mut used: Vec<&str> = ids.collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// A term as LaTeX in its usual notation, with the names of the source.
    pub fn plain(&self, term: &Term, atoms: &Atoms) -> String {
        let forest = Forest::of(term, &self.rules.vocabulary, atoms);
        let grammar = self.printer.compile(&forest, atoms, &self.options);
        let names = self.names(term, atoms, &forest);
        let mut pen = Pen::new(&grammar, names, false);
        if !grammar.is_empty() {
            pen.usual(&grammar);
        }
        pen.text().to_owned()
    }

    /// The names of the source where it has all; otherwise those of a plan.
    fn names(&self, term: &Term, atoms: &Atoms, forest: &Forest) -> Names {
        own_names(term, atoms)
            .unwrap_or_else(|| Plan::of(term, atoms, Some(forest), self.rules).source_names())
    }

    /// Looks for a proof that the second formula follows from the first.
    pub fn explain(&self, from: &Formula, to: &Formula) -> Explanation {
        let (a, b) = ((&from.term, &from.atoms), (&to.term, &to.atoms));
        explain_with(&self.program, a, b, &self.limits)
    }

    /// How many versions there are: forms times names, less what exchanging symbols repeats. Few
    /// enough versions are listed, so that forms that different derivations write alike count once.
    ///
    /// False comes with a number that is only known not to be too small: too many exchanges of
    /// symbols would have to be tried, or some forms read as something else.
    pub fn count(&self, prepared: &Prepared) -> (BigUint, bool) {
        let mut count = prepared.grammar.count();
        let mut exact = true;
        if self.substitute {
            let forest = &prepared.saturated.forest;
            let same = prepared.plan.symmetries(forest, &self.rules.vocabulary);
            exact = same.is_some();
            count = count * prepared.plan.count() / same.unwrap_or(1);
        }
        if count > BigUint::from(LISTED) {
            return (count, exact && !prepared.doubtful);
        }
        let plan = self.substitute.then_some(&*prepared.plan);
        let names = prepared.plan.source_names();
        let listed = Versions::new(&prepared.grammar, plan, names, Key::seed(0), Choice::All);
        let mut versions = self.checked(listed, prepared);
        let mut listed = 0u32;
        while versions.next_version().is_some() {
            listed += 1;
        }
        (BigUint::from(listed), true)
    }

    /// Takes seed, choice and names from the id of a row.
    pub fn resume(&mut self, id: &Id) {
        self.seed = id.seed;
        self.substitute = id.setup.substitute;
        self.choice = match id.setup.choice {
            'u' => Choice::Uniform,
            'l' => Choice::All,
            _ => Choice::Weighted,
        };
    }

    /// What decides a row besides source, seed and index.
    pub fn setup(&self) -> Setup {
        Setup {
            rules: rules::hash(self.rules),
            tier: match self.limits.tier {
                Tier::Notation => 'n',
                Tier::Structure => 's',
                Tier::Algebra => 'a',
            },
            choice: match self.choice {
                Choice::Weighted => 'w',
                Choice::Uniform => 'u',
                Choice::All => 'l',
            },
            substitute: self.substitute,
            size: (self.options.max_size * 100.0).round() as u32,
        }
    }
}

/// The names of the source, where it names all that is bound and no name means two things.
fn own_names(term: &Term, atoms: &Atoms) -> Option<Names> {
    let mut slots: Vec<(Slot, String)> = Vec::new();
    let mut clear = true;
    term.walk(&mut |t| {
        let Head::Slot(slot) = t.op.head() else {
            return;
        };
        if slots.iter().any(|(known, _)| *known == slot) {
            return;
        }
        let named = atoms.slot_names.iter().find(|(known, _)| *known == slot);
        match named {
            Some((_, name))
                if atoms.symbols.iter().all(|s| s.name != *name)
                    && slots.iter().all(|(_, other)| other != name) =>
            {
                slots.push((slot, name.clone()));
            }
            _ => clear = false,
        }
    });
    clear.then(|| Names {
        slots,
        ..Names::of(atoms)
    })
}

/// Larger formulas are not varied: what is looked for in them grows with the square of their size.
pub const LARGEST: usize = 2_000;

/// A law of grouping without the brackets that it is about.
pub fn ungrouped(formula: &Formula, rules: &RuleSet) -> Option<Formula> {
    let term = normal::ungrouped(&rules.vocabulary, &formula.term)?;
    Some(Formula {
        term,
        ..formula.clone()
    })
}

/// Why no versions are made of a formula, if none are.
pub fn unvaried(formula: &Formula) -> Option<String> {
    refusal(formula).or_else(|| {
        let size = formula.term.size();
        (size > LARGEST).then(|| format!("larger than {LARGEST} nodes"))
    })
}

/// Why nothing can be made of a formula: that there is none, its first error, or that all of it is opaque.
pub fn refusal(formula: &Formula) -> Option<String> {
    if formula.source.trim().is_empty() {
        return Some("there is nothing to read".to_owned());
    }
    let error = formula
        .complaints
        .iter()
        .find(|d| d.severity == Severity::Error);
    let opaque = matches!(formula.term.op.head(), Head::Opaque(_));
    error
        .map(|d| d.message.clone())
        .or_else(|| opaque.then(|| "nothing of it is understood".to_owned()))
}
