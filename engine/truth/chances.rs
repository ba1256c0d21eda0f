//! How likely events are, where numbers are given for it: one alone may be any number from 0 to 1, and those of two
//! events, or of a few values of one variable, follow from numbers that may be any.

use std::collections::BTreeSet;

use super::form::{name, node};
use super::solve::occurs;
use super::spell;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// As many events have 2^n - 1 numbers from which all others follow.
const LETTERS: usize = 2;
/// As many values of a variable.
const VALUES: usize = 3;

/// Whether something is said of how likely an event is.
pub(super) fn has_chances(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= name(t, vocabulary) == "prob");
    found
}

/// The probabilities that something is said of, and the symbols beside them; none where others are told by how likely
/// things are, which may say something of these.
fn apart<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(Vec<&'t Term>, BTreeSet<u32>)> {
    fn look<'t>(
        term: &'t Term,
        vocabulary: &Vocabulary,
        (chances, outside): (&mut Vec<&'t Term>, &mut BTreeSet<u32>),
    ) -> Option<()> {
        if is_chance(term, vocabulary) {
            chances.push(term);
            return Some(());
        }
        let operator = vocabulary.operator(term.op);
        if operator.is_some_and(|o| o.has_tag("chance")) {
            return None;
        }
        outside.extend(term.op.as_symbol());
        let mut parts = term.args.iter();
        parts.try_for_each(|part| look(part, vocabulary, (chances, outside)))
    }
    let (mut chances, mut outside) = (Vec::new(), BTreeSet::new());
    look(term, vocabulary, (&mut chances, &mut outside))?;
    Some((chances, outside))
}

fn is_chance(term: &Term, vocabulary: &Vocabulary) -> bool {
    matches!(name(term, vocabulary), "prob" | "condprob")
}

/// The one probability that something is said of, where its event is no letter and stands nowhere else:
/// `P(X = 2)` in `P(X = 2) = \frac{3}{8}`. It may be any number from 0 to 1.
pub(super) fn sole(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let (chances, outside) = apart(term, vocabulary)?;
    let (first, others) = chances.split_first()?;
    let [event] = &*first.args else {
        return None;
    };
    let own = occurs(first);
    let free = !event.args.is_empty() && !own.is_empty() && own.is_disjoint(&outside);
    (free && others.iter().all(|other| other == first)).then(|| (*first).clone())
}

/// Events that are made of a few basic ones.
pub(super) struct Events {
    /// Letters, or what says that a variable has a value.
    basic: Vec<Term>,
    /// Whether only one of them happens.
    exclusive: bool,
}

impl Events {
    /// The events of a statement that gives a fraction or a decimal for how likely several of them are:
    /// `P(A \cup B) = P(A) + P(B) - P(A \cap B) = \frac{1}{2} + \frac{1}{3} - \frac{1}{6}`.
    pub(super) fn of(term: &Term, vocabulary: &Vocabulary) -> Option<Self> {
        let (chances, outside) = apart(term, vocabulary)?;
        let several = chances.windows(2).any(|two| two[0] != two[1]);
        if !several || !gives_number(term, vocabulary) {
            return None;
        }
        let mut basic = Vec::new();
        for event in chances.iter().flat_map(|chance| chance.args.iter()) {
            collect(event, vocabulary, &mut basic)?;
        }
        basic.sort();
        basic.dedup();
        let symbols: BTreeSet<u32> = basic.iter().flat_map(occurs).collect();
        let letters = basic.iter().all(|event| event.args.is_empty());
        let values = basic.iter().all(|event| !event.args.is_empty());
        let fit = match basic.len() {
            2..=LETTERS if letters => true,
            2..=VALUES if values => symbols.len() == 1,
            _ => false,
        };
        (fit && symbols.is_disjoint(&outside)).then_some(Self {
            basic,
            exclusive: values,
        })
    }

    /// The labels of the numbers from which all others follow: how likely each basic event is once it is known which
    /// of those before it happen.
    fn labels(&self, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Vec<String>> {
        let said = |event: &Term| match event.op.as_symbol() {
            Some(symbol) => Some(atoms.symbols.get(symbol as usize)?.name.clone()),
            None => spell::whole(event, atoms, vocabulary),
        };
        let mut labels = Vec::new();
        let mut before = vec![String::new()];
        for event in &self.basic {
            let event = said(event)?;
            labels.extend(before.iter().map(|known| match known.is_empty() {
                true => format!("P({event})"),
                false => format!("P({event} | {known})"),
            }));
            let joined = |known: &String, sign: &str| match known.is_empty() {
                true => format!("{sign}{event}"),
                false => format!("{known}, {sign}{event}"),
            };
            let signs: &[&str] = match self.exclusive {
                true => &["not "],
                false => &["", "not "],
            };
            let next = before
                .iter()
                .flat_map(|k| signs.iter().map(|s| joined(k, s)));
            before = next.collect();
        }
        Some(labels)
    }

    /// The symbols of these numbers.
    pub(super) fn numbers(&self, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Option<Vec<u32>> {
        let labels = self.labels(atoms, vocabulary)?;
        let symbols = labels.iter().map(|label| atoms.called(label, Kind::Num));
        Some(symbols.collect())
    }

    /// How likely something is, in these numbers.
    pub(super) fn value(
        &self,
        chance: &Term,
        numbers: &[u32],
        vocabulary: &Vocabulary,
    ) -> Option<Term> {
        let of = |event: &dyn Fn(&[bool]) -> Option<bool>| {
            self.along(&mut Vec::new(), 0, event, numbers, vocabulary)
        };
        let holds = |event: &Term, known: &[bool]| self.holds(event, known, vocabulary);
        match (name(chance, vocabulary), &*chance.args) {
            ("prob", [event]) => of(&|known| holds(event, known)),
            ("condprob", [event, given]) => {
                let both = of(&|known| Some(holds(event, known)? && holds(given, known)?))?;
                let given = of(&|known| holds(given, known))?;
                Some(node("div", vec![both, given], vocabulary))
            }
            _ => None,
        }
    }

    /// How likely an event is once it is known which basic events happen of the first; `place` counts what may be
    /// known of these.
    fn along(
        &self,
        known: &mut Vec<bool>,
        place: usize,
        event: &dyn Fn(&[bool]) -> Option<bool>,
        numbers: &[u32],
        vocabulary: &Vocabulary,
    ) -> Option<Term> {
        let depth = known.len();
        let done = depth == self.basic.len() || self.exclusive && known.last() == Some(&true);
        if done {
            let holds = event(known)?;
            return Some(Term::leaf(Op::integer(u32::from(holds))));
        }
        let before = match self.exclusive {
            true => depth,
            false => (1 << depth) - 1,
        };
        let number = Term::leaf(Op::symbol(*numbers.get(before + place)?));
        let mut branch = |happens: bool| {
            let next = match self.exclusive {
                true => 0,
                false => 2 * place + usize::from(!happens),
            };
            known.push(happens);
            let found = self.along(known, next, event, numbers, vocabulary);
            known.pop();
            found
        };
        let [yes, no] = [branch(true)?, branch(false)?];
        let make = |sign: &str, parts: Vec<Term>| node(sign, parts, vocabulary);
        let one = Term::leaf(Op::integer(1));
        let other = make("neg", vec![number.clone()]);
        let other = make("add", vec![one.clone(), other]);
        let zero = Term::leaf(Op::integer(0));
        let part = |by: Term, of: Term| match of == one {
            true => by,
            false => make("mul", vec![by, of]),
        };
        Some(match (yes == zero, no == zero) {
            _ if yes == no => yes,
            (_, true) => part(number, yes),
            (true, _) => part(other, no),
            _ => make("add", vec![part(number, yes), part(other, no)]),
        })
    }

    /// Whether an event happens where it is known which of the first basic ones do, and none of the others.
    fn holds(&self, event: &Term, known: &[bool], vocabulary: &Vocabulary) -> Option<bool> {
        if let Some(place) = self.basic.iter().position(|basic| basic == event) {
            return Some(known.get(place).copied().unwrap_or(false));
        }
        let parts = event.args.iter();
        let parts = parts.map(|part| self.holds(part, known, vocabulary));
        let parts: Vec<bool> = parts.collect::<Option<_>>()?;
        match (name(event, vocabulary), &*parts) {
            ("union" | "or", _) => Some(parts.contains(&true)),
            ("inter" | "and" | "mul", _) => Some(!parts.contains(&false)),
            ("compl" | "not", [of]) => Some(!of),
            ("setminus", [of, without]) => Some(*of && !without),
            ("symdiff", _) => Some(parts.iter().filter(|p| **p).count() % 2 == 1),
            _ => None,
        }
    }
}

/// A candidate whose two events have each other's letters, where numbers are given for how likely such are: it is
/// the same whichever of them is called `A`.
pub(super) fn exchanged(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let events = Events::of(term, vocabulary).filter(|events| !events.exclusive)?;
    let [a, b] = &*events.basic else {
        return None;
    };
    let other = |t: Term| match &t {
        t if t == a => b.clone(),
        t if t == b => a.clone(),
        _ => t,
    };
    Some(term.map(&mut |t| other(t)))
}

/// Whether a side of an equation is a number that is written with a fraction or with decimals.
fn gives_number(term: &Term, vocabulary: &Vocabulary) -> bool {
    let number = |side: &Term| {
        let mut broken = false;
        side.walk(&mut |t| {
            broken |= name(t, vocabulary) == "div" || matches!(t.op.head(), Head::Literal(_));
        });
        broken && occurs(side).is_empty() && !has_chances(side, vocabulary)
    };
    match name(term, vocabulary) {
        "eq" => term.args.iter().any(number),
        "chain" => term.args.iter().step_by(2).any(number),
        "comma" | "and" => term.args.iter().any(|t| gives_number(t, vocabulary)),
        _ => false,
    }
}

/// The basic events of one; none where it is made of others.
fn collect(event: &Term, vocabulary: &Vocabulary, basic: &mut Vec<Term>) -> Option<()> {
    match (name(event, vocabulary), &*event.args) {
        (_, []) => event.op.as_symbol().map(|_| basic.push(event.clone())),
        ("eq", [variable, value]) => {
            let fit =
                variable.op.as_symbol().is_some() && matches!(value.op.head(), Head::Integer(_));
            fit.then(|| basic.push(event.clone()))
        }
        (
            "union" | "or" | "inter" | "and" | "mul" | "compl" | "not" | "setminus" | "symdiff",
            _,
        ) => {
            let mut parts = event.args.iter();
            parts.try_for_each(|part| collect(part, vocabulary, basic))
        }
        _ => None,
    }
}
