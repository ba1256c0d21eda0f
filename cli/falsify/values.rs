//! What a text says that something is, `P(A) = \frac{1}{2}` or `y = 2x`, and changed claims that hold with that.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::normal::canonical;
use mamut_engine::term::{Head, Term};
use mamut_engine::truth::{Refutation, Refuter, assuming};
use mamut_engine::vocabulary::Vocabulary;

use super::source::speaks_of;
use super::theorem::{PREMISES, STEPS};

/// As many times one value is put into another.
const ROUNDS: usize = 3;

/// Comparisons by size.
const BOUNDS: &[&str] = &["lt", "le", "gt", "ge"];

/// What stands for what, and between what numbers letters are.
pub(super) struct Values {
    given: Vec<(Term, Term)>,
    bounds: Vec<Term>,
    functions: Vec<Function>,
}

/// What the values of a function are, `F(x) = x^2`.
struct Function {
    /// Its value at a letter.
    at_letter: Term,
    value: Term,
}

/// A claim into which the values are put that the text gives.
pub(super) struct Valued<'v> {
    values: Values,
    /// The claim itself, with the values.
    claim: Term,
    refuter: Refuter<'v>,
    vocabulary: &'v Vocabulary,
}

impl Values {
    /// The values that statements give: numbers for anything, other terms for letters. What has several is left out.
    pub(super) fn of<'t>(
        statements: impl Iterator<Item = &'t Term>,
        vocabulary: &Vocabulary,
    ) -> Self {
        let mut given: Vec<(Term, Term)> = Vec::new();
        let (mut bounds, mut functions) = (Vec::new(), Vec::new());
        for statement in statements {
            functions.extend(function(statement, vocabulary));
            if is_bound(statement, vocabulary) {
                bounds.push(statement.clone());
            }
            given.extend(included(statement, vocabulary));
            given.extend(members(statement, vocabulary));
            let Some((value, sides)) = sides(statement, vocabulary).and_then(|s| {
                let (value, sides) = s.split_last()?;
                Some((*value, sides.to_vec()))
            }) else {
                continue;
            };
            let letter = |t: &Term| matches!(t.op.head(), Head::Symbol(_));
            let fits = |side: &&Term| match is_closed(value) {
                true => !is_closed(side),
                false => letter(side) && !has(value, side),
            };
            given.extend(
                sides
                    .into_iter()
                    .filter(fits)
                    .map(|side| (side.clone(), value.clone())),
            );
        }
        let several = |of: &Term| given.iter().filter(|(other, _)| other == of).count() > 1;
        let clear = given.iter().filter(|(of, _)| !several(of));
        let given = clear.cloned().collect();
        let once = |at: usize| {
            let own = |f: &&Function| f.at_letter.args[0] == functions[at].at_letter.args[0];
            functions.iter().filter(own).count() == 1
        };
        let clear: Vec<bool> = (0..functions.len()).map(once).collect();
        let mut clear = clear.into_iter();
        functions.retain(|_| clear.next().unwrap_or(false));
        Self {
            given,
            bounds,
            functions,
        }
    }

    /// A statement with the values put in.
    pub(super) fn put(&self, term: &Term) -> Term {
        let mut value = |t: Term| {
            let known = self.given.iter().find(|(of, _)| *of == t);
            let known = known.map(|(_, value)| value.clone());
            known.or_else(|| self.applied(&t)).unwrap_or(t)
        };
        (0..ROUNDS).fold(term.clone(), |term, _| term.map(&mut value))
    }
}

impl Values {
    /// The value of a function at a place.
    fn applied(&self, term: &Term) -> Option<Term> {
        let of = |f: &&Function| f.at_letter.op == term.op && f.at_letter.args[0] == term.args[0];
        let known = match &*term.args {
            [_, _] => self.functions.iter().find(of)?,
            _ => return None,
        };
        let (letter, place) = (&known.at_letter.args[1], &term.args[1]);
        let put = &mut |t: Term| if t == *letter { place.clone() } else { t };
        Some(known.value.map(put))
    }
}

impl<'v> Valued<'v> {
    /// A claim with values; none where none of them is of its letters.
    pub(super) fn of(
        claim: &Formula,
        mut values: Values,
        vocabulary: &'v Vocabulary,
    ) -> Option<Self> {
        values.given.retain(|(of, _)| speaks_of(of, &claim.term));
        values.bounds.retain(|bound| speaks_of(bound, &claim.term));
        values
            .functions
            .retain(|f| has(&claim.term, &f.at_letter.args[0]));
        let put = values.put(&claim.term);
        let any = !values.given.is_empty() || !values.bounds.is_empty();
        (any || !values.functions.is_empty()).then(|| Self {
            values,
            claim: canonical(vocabulary, &put),
            refuter: within(STEPS, || Refuter::new(&put, &claim.atoms, vocabulary)),
            vocabulary,
        })
    }

    /// Whether a changed claim holds with the values, or says the same: `x^2 = 3x` where `x = 3`.
    pub(super) fn allows(&self, changed: &Formula) -> bool {
        let term = self.values.put(&changed.term);
        let found = || within(STEPS, || self.refuter.refute(&term, &changed.atoms));
        canonical(self.vocabulary, &term) == self.claim
            || matches!(found(), Refutation::Equal(_))
            || self.follows(changed)
    }

    /// Whether a changed claim holds wherever the equations do that give the values, and between the bounds:
    /// `\mathrm{E}[X + X] = 7` where `\mathrm{E}[X] = \frac{7}{2}`, `y^2 > 6` where `y > 3`.
    fn follows(&self, changed: &Formula) -> bool {
        let Some(eq) = self.vocabulary.find("eq") else {
            return false;
        };
        let of_letters = |(of, _): &&(Term, Term)| !of.args.is_empty();
        let given = self.values.given.iter().filter(of_letters).take(PREMISES);
        let given: Vec<Term> = given
            .map(|(of, value)| Term::new(eq, vec![of.clone(), value.clone()]))
            .chain(self.values.bounds.iter().take(PREMISES).cloned())
            .collect();
        let theorem = assuming(&given, &changed.term, self.vocabulary);
        let holds = || {
            within(STEPS, || {
                Refuter::new(&theorem, &changed.atoms, self.vocabulary)
            })
        };
        !given.is_empty() && holds().standing().valid
    }
}

/// What the union and the intersection are of a set and a part of it.
fn included(statement: &Term, vocabulary: &Vocabulary) -> Vec<(Term, Term)> {
    let letter = |t: &Term| matches!(t.op.head(), Head::Symbol(_)) && t.args.is_empty();
    let (part, all) = match (vocabulary.name(statement.op), &*statement.args) {
        ("subset" | "subseteq", [part, all]) | ("supset" | "supseteq", [all, part]) => (part, all),
        _ => return Vec::new(),
    };
    if !letter(part) || !letter(all) {
        return Vec::new();
    }
    let both = |sign: &str, value: &Term| {
        let op = vocabulary.find(sign)?;
        let orders = [[part, all], [all, part]];
        Some(orders.map(|sides| {
            (
                Term::new(op, sides.map(Clone::clone).to_vec()),
                value.clone(),
            )
        }))
    };
    let found = [both("union", all), both("inter", part)];
    found.into_iter().flatten().flatten().collect()
}

/// The families of which each member is that of another one: `a_i = b_i`.
fn members(statement: &Term, vocabulary: &Vocabulary) -> Option<(Term, Term)> {
    let letter = |t: &Term| matches!(t.op.head(), Head::Symbol(_)) && t.args.is_empty();
    let member = |t: &Term| match (vocabulary.name(t.op), &*t.args) {
        ("idx", [family, index]) if letter(family) && letter(index) => {
            Some((family.clone(), index.clone()))
        }
        _ => None,
    };
    let [left, right] = &*sides(statement, vocabulary)? else {
        return None;
    };
    let ((a, i), (b, j)) = (member(left)?, member(right)?);
    (i == j && a != b).then_some((a, b))
}

/// What a statement says of the values of a function at a letter.
fn function(statement: &Term, vocabulary: &Vocabulary) -> Option<Function> {
    let ("eq" | "defines", [left, value]) = (vocabulary.name(statement.op), &*statement.args)
    else {
        return None;
    };
    let letter = |t: &Term| t.args.is_empty() && matches!(t.op.head(), Head::Symbol(_));
    match (vocabulary.name(left.op), &*left.args) {
        ("call", [head, place]) if letter(head) && letter(place) && !has(value, head) => {
            Some(Function {
                at_letter: left.clone(),
                value: value.clone(),
            })
        }
        _ => None,
    }
}

/// Whether a statement says of a letter that a number is above or below it.
fn is_bound(statement: &Term, vocabulary: &Vocabulary) -> bool {
    let letter = |t: &Term| matches!(t.op.head(), Head::Symbol(_));
    match &*statement.args {
        [a, b] if BOUNDS.contains(&vocabulary.name(statement.op)) => {
            letter(a) && is_closed(b) || letter(b) && is_closed(a)
        }
        _ => false,
    }
}

/// The sides of an equation, or of a chain of them.
pub(super) fn sides<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<Vec<&'t Term>> {
    let name = |t: &Term| vocabulary.name(t.op);
    match name(term) {
        "eq" => Some(term.args.iter().collect()),
        "chain" => {
            let mut signs = term.args.iter().skip(1).step_by(2);
            let equal = signs.all(|sign| name(sign) == "rel-eq");
            equal.then(|| term.args.iter().step_by(2).collect())
        }
        _ => None,
    }
}

pub(super) fn is_closed(term: &Term) -> bool {
    let mut closed = true;
    term.walk(&mut |t| closed &= !matches!(t.op.head(), Head::Symbol(_)));
    closed
}

fn has(term: &Term, part: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= t == part);
    found
}
