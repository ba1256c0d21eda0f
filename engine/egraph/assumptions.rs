//! What a statement takes for granted: its declarations, and that its parts are defined.
//!
//! A declaration is a membership in a number set or an interval, or a comparison of a symbol with
//! a literal or a declared symbol. Declarations are gathered where they hold for all of the rest:
//! before the statement of a quantifier, among statements that are separated by commas or `and`,
//! and in the hypothesis of an implication; and only along the path of these from the root.
//! Rewriting another part under a declaration is sound there; rewriting a declaration is not, so
//! declarations and hypotheses are [`Assumptions::frozen`]: rules with conditions leave them alone.
//! Nothing is gathered from conclusions, alternatives, cases and equivalences.

use super::facts::Flags;
use super::varying::{Unsaid, Varying, varying};
use crate::term::{Head, Op, Slot, Term};
use crate::vocabulary::Vocabulary;

/// What was gathered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assumptions {
    /// Terms and what is declared of them.
    pub facts: Vec<(Term, Flags)>,
    /// Terms and what must hold of them for the statement to be defined.
    pub required: Vec<(Term, Flags)>,
    /// Pairs of atoms, the first at least (`true`: more than) the second.
    pub order: Vec<(Op, Op, bool)>,
    /// Statements that rules with conditions must not touch.
    pub frozen: Vec<Term>,
    /// What symbols vary with though it is not written.
    pub varying: Varying,
    /// Letters that stand where what they may vary with is not written.
    pub unsaid: Vec<Unsaid>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Differs,
    In,
}

struct Gatherer<'a> {
    vocabulary: &'a Vocabulary,
    found: Assumptions,
    /// Comparisons of two atoms: the first is larger (`true`: strictly).
    compared: Vec<(Term, Term, bool)>,
    /// Whether numbers may be complex.
    complex: bool,
    /// Headers of binders by slot.
    headers: Vec<(Slot, Term)>,
    /// Slots bound with different headers.
    shared: Vec<Slot>,
}

/// Gathers the assumptions of a statement.
pub(crate) fn gather(term: &Term, vocabulary: &Vocabulary) -> Assumptions {
    gather_given(term, &[], vocabulary)
}

/// Gathers the assumptions of a statement under declarations that were made elsewhere.
pub(crate) fn gather_given(term: &Term, given: &[Term], vocabulary: &Vocabulary) -> Assumptions {
    let mut complex = false;
    term.walk(&mut |t| {
        complex |= vocabulary
            .operator(t.op)
            .is_some_and(|o| matches!(o.name.as_str(), "i" | "CC" | "conj" | "re" | "im" | "arg"));
    });
    let mut gatherer = Gatherer {
        vocabulary,
        found: Assumptions::default(),
        compared: Vec::new(),
        complex,
        headers: Vec::new(),
        shared: Vec::new(),
    };
    gatherer.scopes(term);
    given.iter().for_each(|g| gatherer.declaration(g));
    gatherer.statement(term);
    for _ in 0..2 {
        for (high, low, strict) in gatherer.compared.clone() {
            gatherer.inherit(&high, &low, strict);
        }
    }
    gatherer.defined(term);
    (gatherer.found.varying, gatherer.found.unsaid) = varying(term, vocabulary);
    gatherer.found
}

impl Gatherer<'_> {
    fn name(&self, op: Op) -> &str {
        self.vocabulary.name(op)
    }

    fn scopes(&mut self, term: &Term) {
        if let Some(binder) = self
            .vocabulary
            .operator(term.op)
            .and_then(|o| o.binds.as_ref())
            && let Some(Head::Slot(slot)) = term.args.get(binder.var).map(|t| t.op.head())
        {
            let outer = term
                .args
                .iter()
                .enumerate()
                .filter(|(i, _)| !binder.scope.contains(i));
            let header = Term::new(term.op, outer.map(|(_, t)| t.clone()).collect());
            match self.headers.iter().find(|(s, _)| *s == slot) {
                Some((_, known)) if *known != header => self.shared.push(slot),
                Some(_) => {}
                None => self.headers.push((slot, header)),
            }
        }
        for arg in term.args.iter() {
            self.scopes(arg);
        }
    }

    /// Walks the path on which declarations hold for all of the rest.
    fn statement(&mut self, term: &Term) {
        match self.name(term.op) {
            "forall" | "exists" | "existsunique" => {
                if let Some((last, declared)) = term.args.split_last() {
                    declared.iter().for_each(|d| self.declaration(d));
                    self.statement(last);
                }
            }
            "comma" | "and" => {
                for part in term.args.iter() {
                    match self.name(part.op) {
                        "forall" | "exists" | "existsunique" | "implies" => {}
                        _ => self.declaration(part),
                    }
                }
            }
            "implies" => {
                if let Some(hypothesis) = term.args.first() {
                    self.found.frozen.push(hypothesis.clone());
                    match self.name(hypothesis.op) {
                        "comma" | "and" => hypothesis.args.iter().for_each(|h| {
                            self.found.frozen.push(h.clone());
                            self.declaration(h);
                        }),
                        _ => self.declaration(hypothesis),
                    }
                }
            }
            _ => {}
        }
    }

    fn declaration(&mut self, term: &Term) {
        let before = (self.found.facts.len(), self.compared.len());
        match (self.name(term.op), &*term.args) {
            ("lt", [a, b]) => self.relate(a, Relation::Less, b),
            ("le", [a, b]) => self.relate(a, Relation::AtMost, b),
            ("gt", [a, b]) => self.relate(a, Relation::More, b),
            ("ge", [a, b]) => self.relate(a, Relation::AtLeast, b),
            ("ne", [a, b]) => self.relate(a, Relation::Differs, b),
            ("in", [a, b]) => self.relate(a, Relation::In, b),
            ("chain", sides) => {
                for three in sides.windows(3).step_by(2) {
                    let relation = match self.name(three[1].op) {
                        "rel-lt" => Relation::Less,
                        "rel-le" => Relation::AtMost,
                        "rel-gt" => Relation::More,
                        "rel-ge" => Relation::AtLeast,
                        "rel-ne" => Relation::Differs,
                        "rel-in" => Relation::In,
                        _ => continue,
                    };
                    self.relate(&three[0], relation, &three[2]);
                }
            }
            _ => {}
        }
        if before != (self.found.facts.len(), self.compared.len()) {
            self.found.frozen.push(term.clone());
        }
    }

    fn relate(&mut self, left: &Term, relation: Relation, right: &Term) {
        if self.name(left.op) == "list" {
            for part in left.args.iter() {
                self.relate(part, relation, right);
            }
            return;
        }
        if relation == Relation::In {
            if self.atomic(left) {
                let flags = self.members(right);
                self.fact(left, flags);
            }
            return;
        }
        let (left_atom, right_atom) = (self.atomic(left), self.atomic(right));
        match (
            left_atom,
            integer(self.vocabulary, left),
            right_atom,
            integer(self.vocabulary, right),
        ) {
            (true, _, _, Some(bound)) => self.bound(left, relation, bound),
            (_, Some(bound), true, _) => self.bound(right, flipped(relation), bound),
            (true, _, true, _) => match relation {
                Relation::Less | Relation::AtMost => {
                    self.compared
                        .push((right.clone(), left.clone(), relation == Relation::Less));
                }
                Relation::More | Relation::AtLeast => {
                    self.compared
                        .push((left.clone(), right.clone(), relation == Relation::More));
                }
                Relation::Differs | Relation::In => {}
            },
            _ => {}
        }
    }

    fn bound(&mut self, term: &Term, relation: Relation, bound: i64) {
        let flags = match relation {
            Relation::More if bound >= 0 => Flags::POSITIVE,
            Relation::AtLeast if bound > 0 => Flags::POSITIVE,
            Relation::AtLeast if bound == 0 => Flags::NONNEG,
            Relation::Less if bound <= 0 => Flags::NEGATIVE,
            Relation::AtMost if bound < 0 => Flags::NEGATIVE,
            Relation::Differs if bound == 0 => Flags::NONZERO,
            Relation::Differs | Relation::In => return,
            _ => Flags::REAL,
        };
        self.fact(term, flags);
        if let Ok(value) = u32::try_from(bound)
            && value < 1 << 28
            && term.args.is_empty()
        {
            let literal = Op::integer(value);
            match relation {
                Relation::More | Relation::AtLeast => {
                    self.found
                        .order
                        .push((term.op, literal, relation == Relation::More));
                }
                Relation::Less | Relation::AtMost => {
                    self.found
                        .order
                        .push((literal, term.op, relation == Relation::Less));
                }
                Relation::Differs | Relation::In => {}
            }
        }
    }

    /// What a comparison with a symbol says, once something is known of that symbol.
    fn inherit(&mut self, high: &Term, low: &Term, strict: bool) {
        let known = |t: &Term| {
            let facts = self.found.facts.iter().filter(|(u, _)| u == t);
            facts.fold(Flags::default(), |a, (_, f)| a.and(*f))
        };
        let (above, below) = (known(high), known(low));
        let mut up = Flags::REAL;
        if below.has(Flags::POSITIVE) || below.has(Flags::NONNEG) && strict {
            up = Flags::POSITIVE;
        } else if below.has(Flags::NONNEG) {
            up = Flags::NONNEG;
        }
        let down = if above.has(Flags::NEGATIVE) {
            Flags::NEGATIVE
        } else {
            Flags::REAL
        };
        self.fact(high, up);
        self.fact(low, down);
        let pair = (high.op, low.op, strict);
        if high.args.is_empty() && low.args.is_empty() && !self.found.order.contains(&pair) {
            self.found.order.push(pair);
        }
    }

    fn fact(&mut self, term: &Term, flags: Flags) {
        record(&mut self.found.facts, term, flags);
    }

    /// What the members of a set are.
    fn members(&self, set: &Term) -> Flags {
        let low = || set.args.first().and_then(|t| integer(self.vocabulary, t));
        match self.name(set.op) {
            "NN" | "NN0" => Flags::NATURAL,
            "ZZ" => Flags::INTEGER,
            "QQ" | "RR" => Flags::REAL,
            "interval-oo" | "interval-oc" if low().is_some_and(|l| l >= 0) => Flags::POSITIVE,
            "interval-cc" | "interval-co" if low().is_some_and(|l| l > 0) => Flags::POSITIVE,
            "interval-cc" | "interval-co" if low() == Some(0) => Flags::NONNEG,
            "interval-oo" | "interval-oc" | "interval-cc" | "interval-co" => Flags::REAL,
            _ => Flags::default(),
        }
    }

    /// A symbol, or a symbol with indices.
    fn atomic(&self, term: &Term) -> bool {
        matches!(term.op.head(), Head::Symbol(_)) && term.args.is_empty()
            || self.name(term.op) == "idx"
    }

    /// Collects what must hold for the parts of a statement to be defined.
    fn defined(&mut self, term: &Term) {
        let name = self.name(term.op);
        match name {
            "or" | "xor" | "not" | "cases" | "sumcond" | "prodcond" | "setof" | "imageset"
            | "imageswhere" | "imagesof" => {
                return;
            }
            _ => {}
        }
        let real = !self.complex;
        match (name, &*term.args) {
            ("div", [_, below]) => self.required(below, Flags::NONZERO),
            ("pow", [base, exponent])
                if integer(self.vocabulary, exponent).is_some_and(|e| e < 0) =>
            {
                self.required(base, Flags::NONZERO);
            }
            ("root", [radicand, index])
                if real && integer(self.vocabulary, index).is_some_and(|i| i > 0 && i % 2 == 0) =>
            {
                self.required(radicand, Flags::NONNEG);
            }
            ("ln" | "log", [argument]) if real => self.required(argument, Flags::POSITIVE),
            ("logb", [base, argument]) if real => {
                self.required(base, Flags::POSITIVE);
                self.required(argument, Flags::POSITIVE);
            }
            ("lt" | "le" | "gt" | "ge", [a, b]) => {
                for side in [a, b] {
                    if self.atomic(side) {
                        self.required(side, Flags::REAL);
                    }
                }
            }
            _ => {}
        }
        for arg in term.args.iter() {
            self.defined(arg);
        }
    }

    fn required(&mut self, term: &Term, flags: Flags) {
        let mut several = false;
        term.walk(&mut |t| {
            if let Head::Slot(slot) = t.op.head() {
                several |= self.shared.contains(&slot);
            }
        });
        let value = integer(self.vocabulary, term);
        let wrong = value.is_some_and(|v| v < 0 || v == 0 && flags.has(Flags::NONZERO));
        if !several && !wrong {
            record(&mut self.found.required, term, flags);
        }
    }
}

fn record(facts: &mut Vec<(Term, Flags)>, term: &Term, flags: Flags) {
    if flags != Flags::default() {
        match facts.iter_mut().find(|(t, _)| t == term) {
            Some((_, known)) => *known = known.and(flags),
            None => facts.push((term.clone(), flags)),
        }
    }
}

impl Assumptions {
    /// Everything that is known of terms.
    pub(crate) fn known(&self) -> impl Iterator<Item = &(Term, Flags)> {
        self.facts.iter().chain(&self.required)
    }
    /// What may be used to prove two statements equal: what both declare, and what either needs
    /// to be defined.
    pub(crate) fn shared(&self, other: &Self) -> Self {
        let mut facts = Vec::new();
        for (term, flags) in &self.facts {
            if let Some((_, more)) = other.facts.iter().find(|(t, _)| t == term) {
                record(&mut facts, term, Flags(flags.0 & more.0));
            }
        }
        let mut shared = Self {
            facts,
            ..self.clone()
        };
        for (term, flags) in &other.required {
            record(&mut shared.required, term, *flags);
        }
        shared.order.retain(|pair| other.order.contains(pair));
        shared.frozen.extend(other.frozen.iter().cloned());
        shared
    }
}

/// The value of `3` and `(neg 3)`.
pub(crate) fn integer(vocabulary: &Vocabulary, term: &Term) -> Option<i64> {
    match term.op.head() {
        Head::Integer(v) => Some(i64::from(v)),
        Head::Operator(i) if vocabulary.operators.get(i as usize)?.name == "neg" => {
            integer(vocabulary, term.args.first()?).map(|v| -v)
        }
        _ => None,
    }
}

fn flipped(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::More,
        Relation::AtMost => Relation::AtLeast,
        Relation::More => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
        Relation::Differs | Relation::In => relation,
    }
}
