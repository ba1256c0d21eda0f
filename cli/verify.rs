//! Rows beside their source: every version is read again and evaluated at points of the source, a
//! text formula by formula.

use std::borrow::Cow;
use std::collections::BTreeSet;

use anyhow::{Error, anyhow};
use mamut_engine::egraph::Explanation;
use mamut_engine::latex::Formula;
use mamut_engine::normal;
use mamut_engine::symbols::{Names, resolve};
use mamut_engine::term::Term;
use mamut_engine::truth::{Agreement, Difference, Verifier};

use crate::pipeline::Pipeline;
use crate::texts::Prepared;

/// The check of the versions of one source.
pub enum Verification<'p> {
    /// Of a formula.
    Formula(Box<Check<'p>>),
    /// Of a text.
    Text(TextCheck<'p>),
}

impl Verification<'_> {
    /// Evaluates a version beside its source.
    ///
    /// # Errors
    /// When they differ: the version, the rules that led to it, the point.
    pub fn check(&mut self, text: &str, names: &Names, rules: &[&str]) -> Result<(), Error> {
        match self {
            Self::Formula(check) => check.check(text, names, rules),
            Self::Text(check) => check.check(text, names, rules),
        }
    }
}

/// The check of the versions of one formula.
pub struct Check<'p> {
    pipeline: &'p Pipeline<'p>,
    source: Cow<'p, Formula>,
    verifier: Verifier<'p>,
    /// Terms that were found alike: other versions differ from them in notation only.
    known: BTreeSet<Term>,
}

/// The check of the versions of one text.
pub struct TextCheck<'p> {
    pipeline: &'p Pipeline<'p>,
    /// What is checked, with its number among the formulas of the text.
    formulas: Vec<(usize, Check<'p>)>,
}

impl<'p> TextCheck<'p> {
    /// Finds points for the formulas of a text that have other forms.
    pub fn new(pipeline: &'p Pipeline<'p>, prepared: &'p Prepared) -> Self {
        let document = &prepared.document;
        let vocabulary = &pipeline.rules.vocabulary;
        let passages = document.passages.iter().enumerate();
        let formulas = passages.filter(|(at, passage)| {
            let written = prepared.forests.get(*at).is_some_and(Option::is_some);
            written && !passage.term.args.is_empty()
        });
        let formulas = formulas.map(|(at, passage)| {
            let mut atoms = document.atoms.clone();
            atoms.slot_names.clone_from(&passage.slot_names);
            let term = passage.term.clone();
            let given = &document.given;
            let verifier = Verifier::given(&term, &atoms, given, vocabulary, pipeline.seed);
            let source = Formula {
                source: passage.latex.clone(),
                term,
                atoms,
                complaints: Vec::new(),
                choices: Vec::new(),
                tail: String::new(),
            };
            let check = Check {
                pipeline,
                source: Cow::Owned(source),
                verifier,
                known: BTreeSet::new(),
            };
            (at, check)
        });
        Self {
            pipeline,
            formulas: formulas.collect(),
        }
    }

    fn check(&mut self, text: &str, names: &Names, rules: &[&str]) -> Result<(), Error> {
        if self.formulas.iter().all(|(_, c)| c.verifier.points() == 0) {
            return Ok(());
        }
        let again = self.pipeline.read_text(text);
        for (at, check) in &mut self.formulas {
            let Some(passage) = again.passages.get(*at) else {
                let latex = &check.source.source;
                return Err(anyhow!(
                    "a version of a text lost a formula\n  source   {latex}\n  version  {text}"
                ));
            };
            let mut atoms = again.atoms.clone();
            atoms.slot_names.clone_from(&passage.slot_names);
            let read = Formula {
                source: passage.latex.clone(),
                term: passage.term.clone(),
                atoms,
                complaints: Vec::new(),
                choices: Vec::new(),
                tail: String::new(),
            };
            check.read(&read, names, rules).map_err(|error| {
                let row = text.trim_end();
                anyhow!("{error}\n  text     {row}")
            })?;
        }
        Ok(())
    }
}

impl<'p> Check<'p> {
    /// Finds points for a formula.
    pub fn new(pipeline: &'p Pipeline<'p>, source: &'p Formula) -> Self {
        let vocabulary = &pipeline.rules.vocabulary;
        Self {
            pipeline,
            source: Cow::Borrowed(source),
            verifier: Verifier::new(&source.term, &source.atoms, vocabulary, pipeline.seed),
            known: BTreeSet::new(),
        }
    }

    fn check(&mut self, text: &str, names: &Names, rules: &[&str]) -> Result<(), Error> {
        if self.verifier.points() == 0 {
            return Ok(());
        }
        let read = self.pipeline.read(text);
        self.read(&read, names, rules)
    }

    fn read(&mut self, read: &Formula, names: &Names, rules: &[&str]) -> Result<(), Error> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let mut atoms = self.verifier.atoms().clone();
        let term = resolve(&read.term, &read.atoms, names, &mut atoms, vocabulary);
        let canonical = normal::canonical(vocabulary, &term);
        if self.known.contains(&canonical) {
            return Ok(());
        }
        match self.verifier.agreement(&term, &atoms) {
            Agreement::Agrees | Agreement::Silent => {
                self.known.insert(canonical);
                Ok(())
            }
            Agreement::Differs(difference) => Err(self.report(read, rules, &difference)),
        }
    }

    fn report(&self, read: &Formula, rules: &[&str], difference: &Difference) -> Error {
        let mut said = format!(
            "a version is not what its source is: a rule is unsound, or writing or reading is wrong\n  source   {}\n  version  {}\n",
            self.source.source, read.source
        );
        let values = difference
            .witness
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let values: Vec<String> = values.collect();
        if !values.is_empty() {
            said += &format!("  at       {}\n", values.join(", "));
        }
        let sides = |sides: &[String]| {
            if sides.is_empty() {
                String::new()
            } else {
                format!(" ({})", sides.join(" and "))
            }
        };
        said += &format!(
            "  source   {}{}\n",
            difference.first,
            sides(&difference.witness.sides)
        );
        said += &format!(
            "  version  {}{}\n",
            difference.second,
            sides(&difference.second_sides)
        );
        if !rules.is_empty() {
            said += &format!("  rules    {}\n", rules.join(", "));
        }
        if let Explanation::Derived { steps, atoms, .. } = self.pipeline.explain(&self.source, read)
        {
            for step in steps {
                let plain = |term| self.pipeline.plain(term, &atoms);
                said += &format!(
                    "  step     {}: {} becomes {}\n",
                    step.rule,
                    plain(&step.before),
                    plain(&step.after)
                );
            }
        }
        anyhow!("{}", said.trim_end().to_owned())
    }
}
