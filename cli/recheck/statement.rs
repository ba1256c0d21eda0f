//! A statement whose versions are checked again.

use std::cell::OnceCell;

use mamut_engine::atoms::Atoms;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::{Names, Resolver};
use mamut_engine::term::Term;
use mamut_engine::truth::{self, Agreement, Comparison, Refuter, Settings, Verifier, assuming};

use crate::pipeline::Pipeline;
use crate::row::Row;
use crate::witness::{Checked, Judge};

/// The seed of the points at which statements are compared again.
const SEED: u64 = 7;

/// A statement with what is known of it.
pub struct Statement<'p> {
    pub(super) pipeline: &'p Pipeline<'p>,
    pub(super) formula: Formula,
    /// What is declared elsewhere.
    given: Vec<Term>,
    /// Whether it is part of a text, whose letters stand in its other formulas too.
    in_text: bool,
    /// For false versions, once there is one.
    judge: OnceCell<Judge<'p>>,
    /// For equivalent versions, once there is one.
    verifier: OnceCell<Verifier<'p>>,
}

impl<'p> Statement<'p> {
    /// A statement of which more is declared elsewhere.
    pub fn new(pipeline: &'p Pipeline<'p>, formula: Formula, given: &[Term]) -> Self {
        Self {
            pipeline,
            formula,
            given: given.to_vec(),
            in_text: false,
            judge: OnceCell::new(),
            verifier: OnceCell::new(),
        }
    }

    /// The same as part of a text.
    pub fn in_text(self) -> Self {
        Self {
            in_text: true,
            ..self
        }
    }

    fn judge(&self) -> &Judge<'p> {
        self.judge.get_or_init(|| {
            let vocabulary = &self.pipeline.rules.vocabulary;
            let Formula { term, atoms, .. } = &self.formula;
            let whole = assuming(&self.given, term, vocabulary);
            let standing = Refuter::new(&whole, atoms, vocabulary).standing();
            Judge::new(term, atoms, &self.given, standing, vocabulary).patient()
        })
    }

    fn verifier(&self) -> &Verifier<'p> {
        self.verifier.get_or_init(|| {
            let vocabulary = &self.pipeline.rules.vocabulary;
            let Formula { term, atoms, .. } = &self.formula;
            Verifier::given(term, atoms, &self.given, vocabulary, SEED)
        })
    }

    /// Checks what a row says in the place of this statement, `own` being its leaves and more, under
    /// the names of the row.
    pub fn check(
        &self,
        read: &Formula,
        row: &Row,
        own: &Atoms,
        names: &Names,
        thorough: bool,
    ) -> Checked {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let over = |mut atoms: Atoms| {
            // Symbols that only the version has are what they are read as.
            let alone = self.formula.atoms.symbols.len();
            for (symbol, name) in atoms.symbols.iter_mut().zip(&names.symbols).skip(alone) {
                let seen = read.atoms.symbols.iter().find(|s| s.name == *name);
                symbol.kind = seen.map_or(symbol.kind, |seen| seen.kind);
            }
            let mut resolver = Resolver::new(&read.atoms, names, &mut atoms, vocabulary);
            if self.in_text {
                resolver.keep_apart();
            }
            let term = resolver.resolve(&read.term);
            (term, atoms)
        };
        let Some(witness) = row.witness.as_ref().filter(|_| !row.label) else {
            let own = self.verifier().atoms();
            let (term, atoms) = over(own.clone());
            if let Some(foreign) = atoms.symbols.get(own.symbols.len()) {
                return Checked::Wrong(format!(
                    "its source has no symbol that is `{}` under its substitution",
                    foreign.name
                ));
            }
            return self.agrees(&term, &atoms);
        };
        let (term, atoms) = over(own.clone());
        let judge = self.judge();
        let shown = judge.check(&judge.version(&term, &atoms), names, witness);
        if shown == Checked::Right && thorough && !judge.is_rounded() {
            return self.compared(&term, &atoms);
        }
        shown
    }

    /// Whether an equivalent version is what this is, at points of this.
    fn agrees(&self, term: &Term, atoms: &Atoms) -> Checked {
        if self.verifier().points() == 0 {
            return Checked::Open("no point tells anything about its source".to_owned());
        }
        match self.verifier().agreement(term, atoms) {
            Agreement::Agrees => Checked::Right,
            Agreement::Silent => {
                Checked::Open("it has a value at no point where its source has one".to_owned())
            }
            Agreement::Differs(found) => Checked::Wrong(format!(
                "its source is {} at a point where it is {}",
                found.first, found.second
            )),
        }
    }

    /// Whether no renaming makes the two the same; the version is false at a point where this holds, so
    /// that both do not hold everywhere, nor nowhere.
    fn compared(&self, term: &Term, atoms: &Atoms) -> Checked {
        let settings = Settings {
            seed: SEED,
            versions: true,
            ..Settings::default()
        };
        let source = (&self.formula.term, &self.formula.atoms);
        let vocabulary = &self.pipeline.rules.vocabulary;
        let open = |why: &str| Checked::Open(format!("as a whole it is not decided: {why}"));
        match truth::compare(source, (term, atoms), vocabulary, settings) {
            Comparison::Different(_) | Comparison::Alike { .. } => Checked::Right,
            Comparison::Undecided(why) => open(&why.text()),
            Comparison::Equivalent { .. } => {
                open("under some names no point tells it from its source")
            }
        }
    }
}
