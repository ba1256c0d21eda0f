//! Whether a witness shows what it is said to show: source and version evaluated at the point that is
//! written, by two ways that agree.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use mamut_engine::atoms::Atoms;
use mamut_engine::eval;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::Names;
use mamut_engine::term::Term;
use mamut_engine::truth::derived::Derived;
use mamut_engine::truth::recheck::{Care, Claim, Found, Ready};
use mamut_engine::truth::{Standing, assuming, under_conditions, under_conditions_of};
use mamut_engine::vocabulary::Vocabulary;

use super::{POINT, SOURCE};
use crate::row::Witness;

/// Why a row is open whose version alone is shown to be false.
const NOT_TRUE: &str = "its version is false at its witness, and its source is not true there";
/// Why a row is open whose source has no value where its version holds.
const NO_VALUE: &str = "its source has no value at its witness, where its version holds";
/// As many points are remembered with what the source is there.
const POINTS: usize = 64;
/// Steps of evaluation after which a version is given up of which others can take the place…
const EFFORT: u64 = 4_000_000;
/// … and one that somebody has, and a source, which is looked at once for many versions.
const PATIENT: u64 = 20_000_000;

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Its label is right, as far as its evidence goes.
    Right,
    /// Its label or its evidence is wrong, and why.
    Wrong(String),
    /// Nothing is known either way, and why.
    Open(String),
}

/// A point of the source as it is written: values by symbol, and what it leaves open besides.
type Written = (Values, Option<Arc<str>>);

/// Values by symbol, and by the names of parts that are numbers of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Values {
    symbols: Vec<(u32, Arc<str>)>,
    derived: Vec<(String, Arc<str>)>,
}

impl Values {
    /// The values that are found for the symbols of a formula, by number, and for those of its parts
    /// that are numbers of their own.
    fn of(
        atoms: &Atoms,
        parts: &[Derived],
        symbol: impl Fn(usize) -> Option<Arc<str>>,
        part: impl Fn(&Derived) -> Option<Arc<str>>,
    ) -> Self {
        let symbols = 0..atoms.symbols.len();
        let parts = parts.iter();
        Self {
            symbols: symbols
                .filter_map(|i| Some((i as u32, symbol(i)?)))
                .collect(),
            derived: parts
                .filter_map(|of| Some((of.name.clone(), part(of)?)))
                .collect(),
        }
    }
}

/// A source beside which witnesses are judged.
pub struct Judge<'v> {
    vocabulary: &'v Vocabulary,
    /// The source under what is declared elsewhere.
    source: Term,
    atoms: Atoms,
    /// The parts of the source that are numbers of their own.
    parts: Vec<Derived>,
    given: Vec<Term>,
    /// How the source is meant, and whether it holds then.
    standing: Standing,
    /// The source as it is written where what stands behind it are conditions.
    conditional: Option<Term>,
    /// Steps after which a version is given up.
    effort: u64,
    /// Falsehoods share their points.
    known: RefCell<BTreeMap<Written, Found>>,
}

impl<'v> Judge<'v> {
    /// Judges witnesses beside a source of which more is declared elsewhere; `standing` says how it
    /// is meant.
    pub fn new(
        term: &Term,
        atoms: &Atoms,
        given: &[Term],
        standing: Standing,
        vocabulary: &'v Vocabulary,
    ) -> Self {
        let conditional = under_conditions(term, vocabulary).filter(|_| standing.valid);
        let source = assuming(given, conditional.as_ref().unwrap_or(term), vocabulary);
        Self {
            vocabulary,
            parts: Ready::new(source.clone(), atoms, vocabulary)
                .parts()
                .to_vec(),
            source,
            conditional: conditional.map(|_| term.clone()),
            atoms: atoms.clone(),
            given: given.to_vec(),
            standing,
            effort: EFFORT,
            known: RefCell::default(),
        }
    }

    /// Whether decimals stand for what is rounded to them.
    pub const fn is_rounded(&self) -> bool {
        self.standing.rounded
    }

    /// The parts of the source that are numbers of their own.
    pub fn parts(&self) -> &[Derived] {
        &self.parts
    }

    /// A version, over the leaves of the source and more, under what is declared elsewhere.
    pub fn version<'a>(&'a self, term: &Term, atoms: &'a Atoms) -> Ready<'a> {
        let theorem = self
            .conditional
            .as_ref()
            .and_then(|source| under_conditions_of(source, term, self.vocabulary));
        let under = theorem.as_ref().unwrap_or(term);
        let under = assuming(&self.given, under, self.vocabulary);
        Ready::new(under, atoms, self.vocabulary).rounding(self.standing.rounded)
    }

    /// Gives versions up as late as sources.
    #[must_use]
    pub fn patient(self) -> Self {
        Self {
            effort: PATIENT,
            ..self
        }
    }

    /// Whether source and version differ at a witness; `names` are those under which it is written.
    pub fn check(&self, version: &Ready<'_>, names: &Names, witness: &Witness) -> Checked {
        self.checked(version, names, witness, Care::Twice)
    }

    /// The same of another form of a version that was checked.
    pub fn check_form(&self, version: &Ready<'_>, names: &Names, witness: &Witness) -> Checked {
        self.checked(version, names, witness, Care::Bounds)
    }

    fn checked(
        &self,
        version: &Ready<'_>,
        names: &Names,
        witness: &Witness,
        care: Care,
    ) -> Checked {
        let atoms = version.atoms();
        let values = values(version, names, witness);
        let text = found(version, &values, witness, self.effort, care);
        // What holds or is not known there shows nothing of a source that holds everywhere.
        if text == Found::Unknown {
            return Checked::Open("its witness is not evaluated again".to_owned());
        }
        let fails = matches!(text, Found::False | Found::Undefined);
        let source = self.source(atoms, names, witness);
        if let Some(checked) = apart(&source, &text) {
            return checked;
        }
        match source {
            Found::True if fails => Checked::Right,
            Found::False if text == Found::True => Checked::Right,
            // A source without a value does not say that the version is wrong.
            Found::Undefined if text == Found::True => Checked::Open(NO_VALUE.to_owned()),
            // Where the source holds everywhere the text need only fail.
            Found::Unknown if fails && self.standing.valid => Checked::Right,
            Found::Unknown => Checked::Open("its witness is not evaluated again".to_owned()),
            // The version is false there, and the source does not speak of that point.
            _ if fails && self.standing.valid => Checked::Open(NOT_TRUE.to_owned()),
            source => Checked::Wrong(format!(
                "at its witness its source is {} and the text is {}",
                said(&source),
                said(&text)
            )),
        }
    }

    fn source(&self, atoms: &Atoms, names: &Names, witness: &Witness) -> Found {
        // What the version has under a name of its own, or the source alone.
        let find = |own: &str, of_version: &str| {
            let own = witness.get(format!("{SOURCE} {own}").as_str());
            own.or_else(|| witness.get(of_version)).cloned()
        };
        let values = Values::of(
            &self.atoms,
            &self.parts,
            |i| find(&self.atoms.symbols[i].name, displayed(i, atoms, names)),
            |part| find(&part.name, &part.under(|i| displayed(i, atoms, names))),
        );
        let written: Written = (values, witness.get(POINT).cloned());
        let mut known = self.known.borrow_mut();
        if let Some(found) = known.get(&written) {
            return found.clone();
        }
        let source = Ready::new(self.source.clone(), &self.atoms, self.vocabulary)
            .rounding(self.standing.rounded);
        let found = found(&source, &written.0, witness, PATIENT, Care::Twice);
        if known.len() == POINTS {
            known.clear();
        }
        known.insert(written, found.clone());
        found
    }
}

/// What a statement is at a witness that is written under its own names.
pub fn at_witness(formula: &Formula, witness: &Witness, vocabulary: &Vocabulary) -> Found {
    let Formula { term, atoms, .. } = formula;
    let ready = Ready::new(term.clone(), atoms, vocabulary);
    let values = values(&ready, &Names::default(), witness);
    found(&ready, &values, witness, PATIENT, Care::Twice)
}

/// What a statement is at a point, as far as that is found with so many steps.
fn found(ready: &Ready<'_>, values: &Values, witness: &Witness, effort: u64, care: Care) -> Found {
    let claim = Claim {
        values: &values.symbols,
        derived: &values.derived,
        state: witness.get(POINT).map(AsRef::as_ref),
    };
    eval::within(effort, || {
        let found = ready.at(&claim, care);
        // What is given up has no value, which shows nothing.
        if eval::is_spent() {
            Found::Unknown
        } else {
            found
        }
    })
}

/// The values that a witness has for the symbols of a version and its parts.
fn values(version: &Ready<'_>, names: &Names, witness: &Witness) -> Values {
    let atoms = version.atoms();
    Values::of(
        atoms,
        version.parts(),
        |i| {
            // What is declared elsewhere may speak of symbols that the source alone has.
            let alone = || witness.get(format!("{SOURCE} {}", atoms.symbols[i].name).as_str());
            let found = witness.get(displayed(i, atoms, names));
            found.or_else(alone).cloned()
        },
        |part| {
            let name = part.under(|i| displayed(i, atoms, names));
            witness.get(name.as_str()).cloned()
        },
    )
}

/// The name of a symbol in the version.
fn displayed<'n>(index: usize, atoms: &'n Atoms, names: &'n Names) -> &'n str {
    let given = names.symbols.get(index);
    given.unwrap_or(&atoms.symbols[index].name)
}

/// Whether expressions have different values; none for statements.
fn apart(source: &Found, text: &Found) -> Option<Checked> {
    let same = match (source, text) {
        (Found::Value(a), Found::Value(b)) => eval::agree(a, b),
        (Found::Value(_), _) | (_, Found::Value(_)) => None,
        _ => return None,
    };
    Some(match same {
        Some(false) => Checked::Right,
        Some(true) => Checked::Wrong("at its witness both have the same value".to_owned()),
        None => Checked::Open("its values at its witness do not tell".to_owned()),
    })
}

const fn said(found: &Found) -> &'static str {
    match found {
        Found::Value(_) => "a value",
        Found::True => "true",
        Found::False => "false",
        Found::Undefined => "without a value",
        Found::Unknown => "not known",
    }
}
