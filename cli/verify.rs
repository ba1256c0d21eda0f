//! Rows beside their source: every version is read again and evaluated at points of the source.

use std::collections::BTreeSet;

use anyhow::{Error, anyhow};
use mamut_engine::egraph::Explanation;
use mamut_engine::latex::Formula;
use mamut_engine::normal;
use mamut_engine::symbols::{Names, resolve};
use mamut_engine::term::Term;
use mamut_engine::truth::{Difference, Verifier};

use crate::pipeline::Pipeline;

/// The check of the versions of one formula.
pub struct Verification<'p> {
    pipeline: &'p Pipeline<'p>,
    source: &'p Formula,
    verifier: Verifier<'p>,
    /// Terms that were found alike: other versions differ from them in notation only.
    known: BTreeSet<Term>,
}

impl<'p> Verification<'p> {
    /// Finds points for a formula.
    pub fn new(pipeline: &'p Pipeline<'p>, source: &'p Formula) -> Self {
        let vocabulary = &pipeline.rules.vocabulary;
        Self {
            pipeline,
            source,
            verifier: Verifier::new(&source.term, &source.atoms, vocabulary, pipeline.seed),
            known: BTreeSet::new(),
        }
    }

    /// Evaluates a version beside its source.
    ///
    /// # Errors
    /// When they differ: the version, the rules that led to it, the point.
    pub fn check(&mut self, text: &str, names: &Names, rules: &[&str]) -> Result<(), Error> {
        if self.verifier.points() == 0 {
            return Ok(());
        }
        let vocabulary = &self.pipeline.rules.vocabulary;
        let read = self.pipeline.read(text);
        let mut atoms = self.verifier.atoms().clone();
        let term = resolve(&read.term, &read.atoms, names, &mut atoms, vocabulary);
        let canonical = normal::canonical(vocabulary, &term);
        if self.known.contains(&canonical) {
            return Ok(());
        }
        match self.verifier.disagreement(&term, &atoms) {
            None => {
                self.known.insert(canonical);
                Ok(())
            }
            Some(difference) => Err(self.report(text, &read, rules, &difference)),
        }
    }

    fn report(&self, text: &str, read: &Formula, rules: &[&str], difference: &Difference) -> Error {
        let mut said = format!(
            "a version is not what its source is: a rule is unsound, or writing or reading is wrong\n  source   {}\n  version  {text}\n",
            self.source.source
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
        if let Explanation::Derived { steps, atoms, .. } = self.pipeline.explain(self.source, read)
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
