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
    "tends",
];

/// Operators whose values are numbers that are not negative, linear up to the sign in what they are
/// about.
const SIZES: &[&str] = &["abs", "norm", "normp"];

/// Operators whose values have the sign of what they are about.
const SIGNED: &[&str] = &[
    "lim", "liminf", "limleft", "limright", "limsup", "sum", "sumin", "sup",
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
    "intto",
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
    pub(super) vocabulary: &'a Vocabulary,
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
        // What stands in the way, or else what it is part of, or else what a letter is a name of.
        let chosen = self.chosen(&path, &form);
        let part = chosen.or_else(|| self.named(&path, &form))?.clone();
        let kind = self.kind(&part, &form);
        if kind == Kind::Set && self.holds_number(&part, &form.term, &form.atoms) {
            return None;
        }
        let size = self.is_size(&part, &self.own(&part, &form));
        let label = spell::term(&part, &form.atoms, self.vocabulary);
        self.atoms = form.atoms.clone();
        part.walk(&mut |t| {
            if let Head::Symbol(s) = t.op.head() {
                self.spent.insert(s);
            }
        });
        let symbol = fresh(&mut self.atoms, label, kind);
        let counts = COUNTS.contains(&name(&part, self.vocabulary));
        if counts || size && kind == Kind::Num {
            let numbers = if counts {
                Numbers::Natural
            } else {
                Numbers::Real
            };
            let domain = Domain {
                low: Some((0.0, false)),
                ..Domain::of(numbers)
            };
            self.domains.insert(symbol, domain);
        }
        let symbol = Term::leaf(Op::symbol(symbol));
        Some(
            form.term
                .map(&mut |t| if t == part { symbol.clone() } else { t }),
        )
    }

    /// The innermost part of a path that may be replaced.
    fn chosen<'t>(&self, path: &[&'t Term], form: &Form) -> Option<&'t Term> {
        let last = path.last()?;
        let unknown = |set: &&Term| !set.args.is_empty() && !self.own(set, form).is_empty();
        let number = |set: &&Term| !has_value(name(set, self.vocabulary)) && unknown(set);
        if let Some(set) = sets(last, self.vocabulary).into_iter().find(number) {
            return Some(set);
        }
        let mut around = path.iter().rev().skip(1);
        for part in path.iter().rev() {
            let relation = around.next().map(|t| sets(t, self.vocabulary));
            if relation.is_some_and(|sets| sets.contains(part)) && unknown(part) {
                return Some(part);
            }
            match self.fate(part, form) {
                Fate::Replaced => return Some(part),
                Fate::Passed => {}
                Fate::Kept => return None,
            }
        }
        None
    }

    /// Whether a part may be any number that is not negative, as one of these symbols may be any.
    fn is_size(&self, part: &Term, own: &[u32]) -> bool {
        let operator = name(part, self.vocabulary);
        match &*part.args {
            [of] | [of, _] if SIZES.contains(&operator) => {
                own.iter().any(|s| self.is_linear(of, *s))
            }
            [.., of] if SIGNED.contains(&operator) => self.is_size(of, own),
            _ => false,
        }
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
        if self.is_size(part, &own) {
            return Fate::Replaced;
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
        let (mut beside, mut set) = (None, false);
        form.term.walk(&mut |t| {
            set |= sets(t, self.vocabulary).contains(&part);
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
        if set {
            return Kind::Set;
        }
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

/// Whether nothing is known of a relation that has no meaning of its own.
pub(super) fn is_unknown(relation: &str) -> bool {
    RELATIONS.contains(&relation)
}

/// What a relation says to be sets: what is on the right of `\in`, both sides of `\subset`.
pub(super) fn sets<'t>(relation: &'t Term, vocabulary: &Vocabulary) -> Vec<&'t Term> {
    let inside = |sign: &str| matches!(sign, "in" | "notin");
    let between = |sign: &str| {
        matches!(
            sign,
            "notsubseteq" | "subset" | "subseteq" | "supset" | "supseteq"
        )
    };
    match (name(relation, vocabulary), &*relation.args) {
        (sign, [_, set]) if inside(sign) => vec![set],
        (sign, [a, b]) if between(sign) => vec![a, b],
        ("chain", sides) => {
            let links = sides.windows(3).step_by(2);
            let of = |link: &'t [Term]| {
                let sign = name(&link[1], vocabulary).trim_start_matches("rel-");
                match sign {
                    _ if inside(sign) => vec![&link[2]],
                    _ if between(sign) => vec![&link[0], &link[2]],
                    _ => Vec::new(),
                }
            };
            links.flat_map(of).collect()
        }
        _ => Vec::new(),
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
