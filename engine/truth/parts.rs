//! Parts without a meaning in numbers, as symbols: those whose value may be any, as something in them
//! stands nowhere else.

use super::form::{Form, is_prop, name};
use super::generic::{fresh, is_any};
use super::sample::Sampler;
use super::{spell, words};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Domain, Numbers, Reason, has_value};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// As many parts are made symbols.
const PARTS: usize = 10;

/// Relations of which nothing is known where they have no meaning of their own.
const RELATIONS: &[&str] = &[
    "asymp",
    "cong",
    "embeds",
    "gtrsim",
    "lesssim",
    "models",
    "normalin",
    "notcong",
    "notparallel",
    "parallel",
    "perpendicular",
    "prec",
    "preceq",
    "propto",
    "sim",
    "simeq",
    "sqsubset",
    "sqsubseteq",
    "sqsupset",
    "sqsupseteq",
    "succeeds",
    "succeq",
];

/// Operators that are linear in what they are about, the last argument: it may be anything, so may
/// they.
const LINEAR: &[&str] = &[
    "contour",
    "contourbetween",
    "contourover",
    "diff",
    "dint",
    "dintegral",
    "dintmany",
    "expect",
    "inf",
    "infall",
    "infcond",
    "infin",
    "int",
    "integral",
    "intmany",
    "intover",
    "lim",
    "liminf",
    "limited",
    "limleft",
    "limright",
    "limsup",
    "partialdown",
    "partialup",
    "pdiff",
    "sum",
    "sumall",
    "sumcond",
    "sumin",
    "sumof",
    "sup",
    "supall",
    "supcond",
    "supin",
    "volume",
];

/// Operators that are linear in each argument.
const MULTILINEAR: &[&str] = &[
    "add",
    "addseq",
    "angled",
    "anticommutator",
    "call",
    "commutator",
    "conj",
    "dot",
    "idx",
    "inner",
    "list",
    "matmul",
    "mul",
    "mulseq",
    "neg",
    "opmul",
    "prime",
    "scale",
    "set",
    "setseq",
    "tuple",
    "wedge",
];

/// Operators whose values are natural numbers.
const COUNTS: &[&str] = &["card", "deg", "dim", "rank", "size"];

/// Operators that tell something of their values: signs, sizes, what is always in a set.
const BOUNDED: &[&str] = &[
    "abs",
    "arg",
    "braket",
    "intby",
    "norm",
    "normp",
    "prob",
    "quotient",
    "star",
    "text",
    "under",
    "variation",
];

/// What is to be done with a part that is in the way.
enum Fate {
    /// It becomes a symbol.
    Replaced,
    /// What it stands in may.
    Passed,
    /// Nothing may.
    Kept,
}

/// Replacement under way.
pub(super) struct Parts<'a> {
    /// The leaves, with the new symbols.
    pub atoms: Atoms,
    /// What is known of the new symbols.
    pub domains: BTreeMap<u32, Domain>,
    vocabulary: &'a Vocabulary,
    /// Symbols of parts that were replaced.
    spent: BTreeSet<u32>,
}

impl<'a> Parts<'a> {
    /// With symbols that have already been spent on other parts.
    pub(super) fn new(atoms: Atoms, vocabulary: &'a Vocabulary, spent: BTreeSet<u32>) -> Self {
        Self {
            atoms,
            domains: BTreeMap::new(),
            vocabulary,
            spent,
        }
    }

    /// A term without the parts that are in the way of its value, as far as they may be replaced.
    pub(super) fn replace(&mut self, mut term: Term, key: Key) -> Term {
        for _ in 0..PARTS {
            match self.next(&term, key) {
                Some(freer) => term = freer,
                None => break,
            }
        }
        term
    }

    fn next(&mut self, term: &Term, key: Key) -> Option<Term> {
        let form = Form::of(term, &self.atoms, self.vocabulary);
        let sampler = Sampler::new(&form, self.vocabulary, key);
        let path = (0..2).find_map(|i| failing(&sampler, &form.term, i))?;
        // What stands in the way, or else what it is part of.
        let mut chosen = None;
        for part in path.iter().rev() {
            match self.fate(part, &form) {
                Fate::Replaced => {
                    chosen = Some((*part).clone());
                    break;
                }
                Fate::Passed => {}
                Fate::Kept => return None,
            }
        }
        let part = chosen?;
        let kind = self.kind(&part, &form);
        if kind == Kind::Set && self.holds_number(&part, &form.term, &form.atoms) {
            return None;
        }
        let label = spell::term(&part, &form.atoms, self.vocabulary);
        self.atoms = form.atoms.clone();
        part.walk(&mut |t| {
            if let Head::Symbol(s) = t.op.head() {
                self.spent.insert(s);
            }
        });
        let symbol = fresh(&mut self.atoms, label, kind);
        if COUNTS.contains(&name(&part, self.vocabulary)) {
            let count = Domain {
                low: Some((0.0, false)),
                ..Domain::of(Numbers::Natural)
            };
            self.domains.insert(symbol, count);
        }
        let symbol = Term::leaf(Op::symbol(symbol));
        Some(
            form.term
                .map(&mut |t| if t == part { symbol.clone() } else { t }),
        )
    }

    fn fate(&self, part: &Term, form: &Form) -> Fate {
        let operator = name(part, self.vocabulary);
        let own = self.own(part, form);
        if part.args.is_empty() {
            return Fate::Passed;
        }
        if is_prop(part, self.vocabulary) {
            return if RELATIONS.contains(&operator) && !own.is_empty() {
                Fate::Replaced
            } else {
                Fate::Kept
            };
        }
        if BOUNDED.contains(&operator) {
            return Fate::Kept;
        }
        let linear = LINEAR.contains(&operator) || MULTILINEAR.contains(&operator);
        if operator == "list" {
            return Fate::Passed;
        }
        let arithmetic = matches!(operator, "add" | "mul" | "neg" | "scale");
        if has_value(operator) && !linear && !COUNTS.contains(&operator) || arithmetic {
            return Fate::Kept;
        }
        let listed = matches!(operator, "set" | "setseq" | "tuple");
        let free = if linear && !listed {
            own.iter().any(|s| self.is_linear(part, *s))
        } else {
            !own.is_empty()
        };
        if free { Fate::Replaced } else { Fate::Passed }
    }

    /// The symbols of a part that stand nowhere else. A sequence `x_n` is not its limit `x`.
    fn own(&self, part: &Term, form: &Form) -> Vec<u32> {
        let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
        let mut strange = false;
        part.walk(&mut |t| {
            strange |= matches!(t.op.head(), Head::Opaque(_)) || words::worded(t, self.vocabulary);
        });
        if strange {
            return Vec::new();
        }
        self.symbols(part, None, &mut inside);
        self.symbols(&form.term, Some(part), &mut outside);
        let own = inside.difference(&outside).filter(|(s, _)| {
            let known = form.atoms.symbols.get(*s as usize);
            !self.spent.contains(s) && known.is_some_and(is_any)
        });
        own.map(|(s, _)| *s).collect()
    }

    /// The symbols of a term outside all occurrences of a part, and whether they have indices.
    fn symbols(&self, term: &Term, part: Option<&Term>, found: &mut BTreeSet<(u32, bool)>) {
        if part == Some(term) {
            return;
        }
        if let Head::Symbol(s) = term.op.head() {
            found.insert((s, false));
        }
        let mut rest = &*term.args;
        if let ("idx", [base, indices @ ..]) = (name(term, self.vocabulary), rest)
            && let Head::Symbol(s) = base.op.head()
        {
            found.insert((s, true));
            rest = indices;
        }
        for arg in rest {
            self.symbols(arg, part, found);
        }
    }

    /// Whether a part is multiplied by `c`, or an odd power of it, when the values of a symbol are:
    /// then it may be any number, unless it is always zero.
    fn is_linear(&self, part: &Term, symbol: u32) -> bool {
        self.degree(part, symbol).is_some_and(|d| d % 2 == 1)
    }

    /// The power of `c` by which a part is multiplied when the values of a symbol are by `c`.
    fn degree(&self, part: &Term, symbol: u32) -> Option<u32> {
        if part.op.head() == Head::Symbol(symbol) {
            return Some(1);
        }
        let mut inside = 0;
        part.walk(&mut |t| inside += usize::from(t.op.head() == Head::Symbol(symbol)));
        if inside == 0 {
            return Some(0);
        }
        let free = |args: &[Term]| args.iter().all(|a| self.degree(a, symbol) == Some(0));
        let operator = name(part, self.vocabulary);
        match (operator, &*part.args) {
            // What is added to a multiple moves it.
            ("add" | "addseq" | "angled", parts) => {
                let shown = parts.iter().filter(|p| name(p, self.vocabulary) != "dots");
                let degrees: Option<Vec<u32>> = shown.map(|p| self.degree(p, symbol)).collect();
                let degrees = degrees?;
                let most = degrees.iter().copied().max()?;
                let alike = degrees.iter().all(|d| *d == most);
                (alike || most == 1).then_some(most)
            }
            ("div", [top, below]) if free(std::slice::from_ref(below)) => self.degree(top, symbol),
            ("idx" | "call" | "prime", [head, args @ ..]) if free(args) => {
                self.degree(head, symbol)
            }
            // A function of any argument.
            ("call", [head, _]) if free(std::slice::from_ref(head)) => (inside == 1).then_some(1),
            (_, [args @ .., body]) if LINEAR.contains(&operator) && free(args) => {
                self.degree(body, symbol)
            }
            (_, factors) if MULTILINEAR.contains(&operator) && operator != "mulseq" => {
                factors.iter().map(|f| self.degree(f, symbol)).sum()
            }
            _ if has_value(operator) || BOUNDED.contains(&operator) => None,
            _ => (inside == 1).then_some(1),
        }
    }

    /// Of what kind the value of a part is: that of a letter it is equal to, or as its operator says.
    fn kind(&self, part: &Term, form: &Form) -> Kind {
        let mut beside = None;
        form.term.walk(&mut |t| {
            let sides: Vec<&Term> = match name(t, self.vocabulary) {
                "eq" | "defines" | "ne" | "equiv" | "approx" => t.args.iter().collect(),
                "chain" => t.args.iter().step_by(2).collect(),
                _ => return,
            };
            for two in sides.windows(2) {
                for (one, other) in [(two[0], two[1]), (two[1], two[0])] {
                    if let (true, Head::Symbol(s)) = (one == part, other.op.head()) {
                        beside = form.atoms.symbols.get(s as usize).map(|s| s.kind);
                    }
                }
            }
        });
        let operator = self.vocabulary.operator(part.op);
        let result = operator.and_then(|o| o.signatures.first());
        match beside.unwrap_or(result.map_or(Kind::Any, |s| s.result)) {
            kind @ (Kind::Prop | Kind::Set | Kind::Event | Kind::Vec | Kind::Mat) => kind,
            _ => Kind::Num,
        }
    }

    /// Whether a set is said to have a member that is no letter: zero is in every space.
    fn holds_number(&self, set: &Term, term: &Term, atoms: &Atoms) -> bool {
        let mut found = false;
        let letter = |t: &Term| match t.op.head() {
            Head::Symbol(s) => atoms
                .symbols
                .get(s as usize)
                .is_some_and(|s| !s.name.contains(|c: char| c.is_ascii_digit())),
            _ => false,
        };
        term.walk(&mut |t| {
            if let ("in" | "notin", [member, of]) = (name(t, self.vocabulary), &*t.args) {
                found |= of == set && !letter(member);
            }
        });
        found
    }
}

/// From the whole statement to the innermost part that has no value that was found, at a point;
/// `None` when there is none.
fn failing<'t>(sampler: &Sampler<'_>, term: &'t Term, i: u64) -> Option<Vec<&'t Term>> {
    let point = sampler.draw(i);
    let vocabulary = sampler.vocabulary;
    let fails = |t: &Term| {
        !name(t, vocabulary).starts_with("rel-")
            && sampler
                .value(t, &point)
                .reason()
                .is_some_and(|r| !matches!(r, Reason::Close | Reason::TooLarge | Reason::Budget))
    };
    if !fails(term) {
        return None;
    }
    let mut path = vec![term];
    let mut here = term;
    while vocabulary
        .operator(here.op)
        .is_some_and(|o| o.binds.is_none())
    {
        match here.args.iter().find(|a| fails(a)) {
            Some(inner) => {
                path.push(inner);
                here = inner;
            }
            None => break,
        }
    }
    Some(path)
}
