//! What a premise is there for: a value, a reason, a kind, what goes through all there is.

use mamut_engine::phrases::Tells;
use mamut_engine::term::{Head, Term};

use super::changed::is_letter;
use super::{Roles, defined};
use crate::falsify::roles::{Role, is_leading};
use crate::falsify::sentence::{Sentence, words};
use crate::falsify::source::{given, speaks_of};

impl<'d> Roles<'d> {
    /// Whether a formula names what goes through all there is, "for all $x, y \in A$", and says no more.
    pub(super) fn goes_through(&self, at: usize) -> bool {
        fn names(term: &Term, name: impl Fn(&Term) -> bool + Copy) -> bool {
            is_letter(term) || name(term) && term.args.iter().all(|t| names(t, name))
        }
        let listed = |t: &Term| matches!(self.name(t), "comma" | "list");
        let term = &self.document.passages[at].term;
        match (self.name(term), &*term.args) {
            ("in", [of, _]) => names(of, listed),
            _ => names(term, listed),
        }
    }

    /// Whether a formula says what value a letter has that stands nowhere before it, or what a function or a sequence
    /// is that no formula before it defines: "the vectors $u = (1, 2)$ and $v = (-2, 1)$ are orthogonal", "$f(x) = x^2$ is
    /// convex, as $f''(x) = 2$".
    pub(super) fn gives_value(&self, at: usize) -> bool {
        let passages = &self.document.passages;
        let term = &passages[at].term;
        let ("eq", [left, value]) = (self.name(term), &*term.args) else {
            return false;
        };
        if self.all[at].0 != Role::Claim {
            return false;
        }
        let mut before = passages[..at].iter();
        if let Some(of) = defined(term, self.vocabulary) {
            let again = |other: &Term| defined(other, self.vocabulary) == Some(of);
            return !speaks_of(value, of) && !before.any(|other| again(&other.term));
        }
        let mut closed = true;
        value.walk(&mut |t| closed &= !matches!(t.op.head(), Head::Symbol(_)));
        is_letter(left) && closed && !before.any(|other| speaks_of(&other.term, left))
    }

    /// The index of the members that a formula says what they are, where its sentence says through what it runs:
    /// "the roots are $z_k = \dots$ for $k = 0, \dots, n - 1$". They may be counted from another number.
    pub(in crate::falsify) fn running(&self, at: usize) -> Option<Term> {
        let member = self.document.passages[at].term.args.first()?;
        let index = match (self.name(member), &*member.args) {
            ("idx" | "call", [_, index]) => index.clone(),
            _ => return None,
        };
        let runs = |other: &usize| {
            let term = &self.document.passages[*other].term;
            match (self.name(term), &*term.args) {
                ("eq" | "in", [letter, range]) => {
                    *letter == index && matches!(self.name(range), "list" | "setseq" | "set")
                }
                _ => false,
            }
        };
        let mut beside = (0..self.all.len()).filter(|other| self.all[*other].1 == self.all[at].1);
        beside.any(|other| runs(&other)).then_some(index)
    }

    /// Whether a formula is given as a reason, and holds by itself or by what is said before it:
    /// "because $(-1)^2 = 1$" claims that, and so does "since $f(0) = -1$" for a function that is
    /// known.
    pub(super) fn is_reason(&self, at: usize) -> bool {
        let reason = self.is_given_as_reason(at);
        let known = || given(self.document, &self.document.passages[at].term);
        let defined = || self.known(at, false).0;
        reason
            && self.states(at)
            && (self.refuter(at, &known()).is_some() || self.refuter(at, &defined()).is_some())
    }

    /// Whether the word that leads to a formula makes a reason of it: "the ball is convex, since".
    pub(super) fn is_given_as_reason(&self, at: usize) -> bool {
        Sentence::around(self.document, at).is_some_and(|sentence| {
            let leading = words(&sentence.before)
                .filter(|word| is_leading(word, self.lexicon))
                .last();
            leading.is_some_and(|word| self.lexicon[Tells::Reason].has(word))
        })
    }

    /// Whether a premise says what something is that an equation behind it speaks of.
    pub(super) fn is_used(&self, premise: usize, mut claims: impl Iterator<Item = usize>) -> bool {
        let equation = |t: &Term| ["eq", "defines", "equiv"].contains(&self.name(t));
        let term = &self.document.passages[premise].term;
        // `k = 0, \dots, n - 1` says through what it runs.
        let defined = match (equation(term), &*term.args) {
            (true, [_, right]) if self.name(right) == "list" => None,
            (true, [left, ..]) => self.defined(left),
            _ => None,
        };
        let speaks = |t: &Term| self.reckons_with(t, defined);
        defined.is_some()
            && !self.is_one_of_a_kind(premise)
            && claims.any(|at| {
                let claim = &self.document.passages[at].term;
                at > premise && equation(claim) && speaks(claim)
            })
    }

    /// Whether a condition tells of what kind something is by a letter that stands nowhere else, "for $n = 2^k$ we
    /// obtain": what holds of all of a kind holds of some of them.
    fn is_one_of_a_kind(&self, premise: usize) -> bool {
        let passages = &self.document.passages;
        let others = || passages.iter().enumerate().filter(|(at, _)| *at != premise);
        let mut alone = false;
        passages[premise].term.walk(&mut |t| {
            let letter = Some(t.op.head()).filter(|head| matches!(head, Head::Symbol(_)));
            alone |= letter.is_some()
                && !others().any(|(_, other)| self.reckons_with(&other.term, letter));
        });
        self.all[premise].0 == Role::Condition && alone
    }

    /// Whether a symbol stands in a term elsewhere than in what is taken whole: many other spaces have the dimension
    /// that `\dim W` is, and other polynomials the degree.
    fn reckons_with(&self, term: &Term, symbol: Option<Head>) -> bool {
        let operator = self.vocabulary.operator(term.op);
        let whole = operator.is_some_and(|o| o.has_tag("whole"));
        let mut parts = term.args.iter();
        Some(term.op.head()) == symbol
            || !whole && parts.any(|part| self.reckons_with(part, symbol))
    }
}
