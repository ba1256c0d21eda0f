//! What the prose says of functions that no formula does: which are constant, which are even or odd, and which are
//! defined by words alone, so that nothing is known of them at other places than the text names.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::phrases::{Phrases, Tells};
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Op, Term};
use mamut_engine::text::Document;
use mamut_engine::truth::{Refutation, Refuter};
use mamut_engine::vocabulary::Vocabulary;

use super::alike::letters;
use super::sentence::{FORMULA, Sentence, words};
use super::source::speaks_of;
use super::theorem::STEPS;
use super::values::{is_closed, sides};

/// Steps of evaluation that it may cost to find out whether a statement holds for such functions: integrals are dear.
const MIRRORING: u64 = 6_000_000;

/// As many words beside a letter say of what kind it is.
const BESIDE: usize = 6;

/// What a function is at the other sign of its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
}

/// The functions of a text.
pub(super) struct Functions<'v> {
    vocabulary: &'v Vocabulary,
    /// Those that are constant.
    constant: Vec<Op>,
    /// Those that are even or odd.
    parities: Vec<(Op, Parity)>,
    /// Those of which an equation says what they are at letters.
    defined: Vec<Op>,
    /// Values at numbers that the text speaks of.
    known: Vec<Term>,
}

impl<'v> Functions<'v> {
    /// Looks for what a text says of functions.
    pub(super) fn of(document: &Document, rules: &'v RuleSet) -> Self {
        let vocabulary = &rules.vocabulary;
        let constantly = &rules.symbols.lexicon[Tells::Constant];
        let mut found = Self {
            vocabulary,
            constant: Vec::new(),
            parities: Vec::new(),
            defined: Vec::new(),
            known: Vec::new(),
        };
        let prose = document.source.to_lowercase();
        let constant = constantly.are_in(&prose);
        let parity = prose.contains("even") || prose.contains("odd");
        for (at, passage) in document.passages.iter().enumerate() {
            if constant && says_constant(document, at, constantly) {
                let letters = letters(&passage.term, vocabulary);
                let plain = letters.iter().filter(|t| t.args.is_empty());
                found.constant.extend(plain.map(|t| t.op));
            }
            if parity && matches!(passage.term.op.head(), Head::Symbol(_)) {
                let said = said_parity(document, at);
                found
                    .parities
                    .extend(said.map(|parity| (passage.term.op, parity)));
            }
            let sides = sides(&passage.term, vocabulary).unwrap_or_default();
            let values = sides.iter().filter(|side| found.head(side).is_some());
            // That two values are equal, `s(10n) = s(n)`, says what neither is.
            if values.count() == 1 {
                for side in sides {
                    let of_all = !found.is_of_primes(side, &document.given);
                    found
                        .defined
                        .extend(found.at_letter(side).filter(|_| of_all));
                }
            }
            passage.term.walk(&mut |t| {
                if found.at_number(t).is_some() {
                    found.known.push(t.clone());
                }
            });
        }
        found
    }

    /// Whether a changed statement asks for a value that words alone tell: `d(20) = 6` where $d(n)$ is the number of
    /// divisors of $n$, and `d(12) = 6`.
    pub(super) fn asks_elsewhere(&self, source: &Term, changed: &Term) -> bool {
        let members = self.is_value_of_member(source);
        let mut found = false;
        changed.walk(&mut |t| {
            found |= (members || self.name(t) == "call")
                && self
                    .at_number(t)
                    .is_some_and(|of| !self.defined.contains(&of))
                && !self.known.contains(t);
        });
        found
    }

    /// Whether a changed statement holds or says the same where some functions are constant, even or odd.
    pub(super) fn allows(&self, source: &Formula, changed: &Formula) -> bool {
        self.holds_mirrored(changed) || self.is_same_for_constants(source, changed)
    }

    /// Whether a changed statement holds for functions that are even or odd.
    fn holds_mirrored(&self, changed: &Formula) -> bool {
        if self.parities.is_empty() {
            return false;
        }
        let mirrored = changed.term.map(&mut |t| match (self.name(&t), &*t.args) {
            ("call", [of, place]) => match self.parity(of) {
                Some(parity) => self.mirrored(&t, of, place, parity).unwrap_or(t),
                None => t,
            },
            _ => t,
        });
        let holds = || {
            let refuter = Refuter::new(&mirrored, &changed.atoms, self.vocabulary);
            refuter.standing().valid
        };
        mirrored != changed.term && within(MIRRORING, holds)
    }

    /// Whether a changed statement holds or says the same where some functions are constant.
    fn is_same_for_constants(&self, source: &Formula, changed: &Formula) -> bool {
        if self.constant.is_empty() {
            return false;
        }
        let [own, other] = [source, changed].map(|formula| self.folded(&formula.term));
        let found = || {
            let refuter = Refuter::new(&own, &source.atoms, self.vocabulary);
            refuter.refute(&other, &changed.atoms)
        };
        other != changed.term && matches!(within(STEPS, found), Refutation::Equal(_))
    }

    /// A statement with constant functions at one place alone, and their derivatives zero.
    fn folded(&self, term: &Term) -> Term {
        term.map(&mut |t| match (self.name(&t), &*t.args) {
            ("call", [of, _]) if self.constant.contains(&of.op) => {
                let zero = Term::leaf(Op::integer(0));
                Term::new(t.op, vec![of.clone(), zero])
            }
            ("call", [of, _]) if self.is_slope(of) => Term::leaf(Op::integer(0)),
            _ => t,
        })
    }

    fn is_slope(&self, head: &Term) -> bool {
        match (self.name(head), &*head.args) {
            ("prime", [of, _]) => self.constant.contains(&of.op),
            _ => false,
        }
    }

    /// What a function or its derivative is at the other sign of its argument.
    fn parity(&self, head: &Term) -> Option<Parity> {
        let of = |head: &Term| self.parities.iter().find(|(of, _)| *of == head.op);
        match (self.name(head), &*head.args) {
            ("prime", [of, order]) if order.op.head() == Head::Integer(1) => {
                Some(match self.parity(of)? {
                    Parity::Even => Parity::Odd,
                    Parity::Odd => Parity::Even,
                })
            }
            (_, []) => of(head).map(|(_, parity)| *parity),
            _ => None,
        }
    }

    /// A value and that at the other sign, `f(x) + f(-x)`, `f(x) - f(-x)`: twice the even or odd part of any function.
    fn mirrored(&self, value: &Term, of: &Term, place: &Term, parity: Parity) -> Option<Term> {
        let (add, neg) = (self.vocabulary.find("add")?, self.vocabulary.find("neg")?);
        let negative = |term: Term| Term::new(neg, vec![term]);
        let other = Term::new(value.op, vec![of.clone(), negative(place.clone())]);
        let other = match parity {
            Parity::Even => other,
            Parity::Odd => negative(other),
        };
        Some(Term::new(add, vec![value.clone(), other]))
    }

    /// The function or sequence that a term is a value of.
    fn head(&self, term: &Term) -> Option<Op> {
        let ("call" | "idx", [head, ..]) = (self.name(term), &*term.args) else {
            return None;
        };
        let head = match (self.name(head), &*head.args) {
            ("prime", [of, _]) => of,
            _ => head,
        };
        matches!(head.op.head(), Head::Symbol(_)).then_some(head.op)
    }

    /// The function that a term is the value of at numbers.
    fn at_number(&self, term: &Term) -> Option<Op> {
        let closed = || term.args[1..].iter().all(|t| is_closed(t) && !has_slots(t));
        self.head(term).filter(|_| closed())
    }

    /// The function that a term is the value of at a letter.
    fn at_letter(&self, term: &Term) -> Option<Op> {
        self.head(term).filter(|_| self.at_number(term).is_none())
    }

    /// Whether a letter in a term stands for primes: `d(p) = 2` says little of `d`.
    fn is_of_primes(&self, term: &Term, given: &[Term]) -> bool {
        let prime = |said: &&Term| match (self.name(said), &*said.args) {
            ("in", [_, set]) => self.name(set) == "PP" && speaks_of(said, term),
            _ => false,
        };
        given.iter().any(|said| prime(&said))
    }

    /// Whether a statement says what number one member of a sequence is, `F_5 = 5`.
    fn is_value_of_member(&self, term: &Term) -> bool {
        let member = |side: &&Term| self.name(side) == "idx" && self.at_number(side).is_some();
        let sides = sides(term, self.vocabulary).unwrap_or_default();
        let of = sides.iter().filter(|side| member(side)).count();
        of == 1 && sides.iter().all(|side| member(side) || is_closed(side))
    }

    fn name(&self, term: &Term) -> &str {
        self.vocabulary.name(term.op)
    }
}

/// What letters stand in that are something else than numbers.
const APPLIED: [&str; 5] = ["call", "vecprod", "dot", "matmul", "opmul"];

/// How often a term has what is applied, or multiplied as something else than numbers. Frames around sides and
/// brackets come and go; this stays.
pub(super) fn applied(term: &Term, vocabulary: &Vocabulary) -> [usize; APPLIED.len()] {
    let mut told = [0; APPLIED.len()];
    term.walk(&mut |t| {
        let of = APPLIED.iter().position(|of| *of == vocabulary.name(t.op));
        told[of.unwrap_or(0)] += usize::from(of.is_some());
    });
    told
}

/// Whether the sentence of a passage says that its functions are constant.
fn says_constant(document: &Document, at: usize, constantly: &Phrases) -> bool {
    Sentence::around(document, at).is_some_and(|Sentence { before, behind, .. }| {
        constantly.are_in(&before) || constantly.are_in(&behind)
    })
}

/// What the words beside a letter say of it, where it is a function: "$f$ is odd", "an even function $f$".
fn said_parity(document: &Document, at: usize) -> Option<Parity> {
    let sentence = Sentence::around(document, at)?;
    let formula = FORMULA.to_string();
    let joined = |word: &&str| *word == "and" || *word == "," || *word == formula;
    let behind = words(&sentence.behind).skip_while(joined);
    let behind = behind.take_while(|word| *word != formula).take(BESIDE);
    let before: Vec<&str> = words(&sentence.before).collect();
    let before = match before.split_last() {
        Some((&("function" | "functions"), rest)) => rest,
        _ => &[],
    };
    let before = before.iter().rev().take(2).copied();
    let mut said = behind.chain(before);
    let parity = said.find_map(|word| match word {
        "even" => Some(Some(Parity::Even)),
        "odd" => Some(Some(Parity::Odd)),
        // Neither, or of numbers.
        "not" | "neither" | "if" => Some(None),
        _ => None,
    });
    parity.flatten()
}

fn has_slots(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t.op.head(), Head::Slot(_)));
    found
}
