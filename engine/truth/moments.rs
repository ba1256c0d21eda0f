//! Means and variances of what is distributed by a law, by its moments: `X \sim N(\mu, \sigma^2) \Rightarrow E[X^2] =
//! \mu^2 + \sigma^2`. What is linear in normal variables is normal itself.

use super::form::{name, node};
use super::law;
use crate::atoms::Atoms;
use crate::spelling::core;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// The highest power of variables that is looked at.
const DEGREE: u32 = 4;
/// As many terms are multiplied out.
const TERMS: usize = 64;

/// A sum of products: what each is besides variables, and their powers.
type Polynomial = Vec<(Term, BTreeMap<Op, u32>)>;

/// What variables are distributed by.
#[derive(Clone, Debug)]
pub struct Moments<'v> {
    vocabulary: &'v Vocabulary,
    /// The means of the powers of each, the first power first.
    of: BTreeMap<Op, Vec<Term>>,
    /// Those that are normal.
    normal: Vec<Op>,
    /// Whether they are independent.
    independent: bool,
}

/// The laws whose moments are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    Normal,
    Bernoulli,
    Binomial,
    Poisson,
    Exponential,
    Uniform,
}

impl Law {
    /// The law of a letter or a word with so many parameters.
    fn called(symbol: &str, parameters: usize) -> Option<Self> {
        Some(match (core(symbol), parameters) {
            ("N" | "Normal", 2) => Self::Normal,
            ("Bernoulli" | "Bern" | "Ber", 1) => Self::Bernoulli,
            ("Bin" | "Binom" | "Binomial" | "B", 2) => Self::Binomial,
            ("Poisson" | "Pois" | "Poi", 1) => Self::Poisson,
            ("Exp" | "Exponential", 1) => Self::Exponential,
            ("U" | "Unif" | "Uniform", 2) => Self::Uniform,
            _ => return None,
        })
    }
}

impl<'v> Moments<'v> {
    /// Of no variable yet.
    pub const fn new(vocabulary: &'v Vocabulary, independent: bool) -> Self {
        Self {
            vocabulary,
            of: BTreeMap::new(),
            normal: Vec::new(),
            independent,
        }
    }

    /// Whether no law is known.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Takes a letter for a standard normal variable.
    pub fn take_standard_normal(&mut self, letter: Op) {
        let number = |n| Term::leaf(Op::integer(n));
        self.take(letter, Law::Normal, &[number(0), number(1)]);
    }

    /// Takes in what a statement says of the laws of letters; whether it says that and nothing else.
    pub fn learn(&mut self, statement: &Term, atoms: &Atoms) -> bool {
        let ("sim", [what, law]) = (name(statement, self.vocabulary), &*statement.args) else {
            return false;
        };
        let letters = match name(what, self.vocabulary) {
            "list" => &what.args[..],
            _ => std::slice::from_ref(what),
        };
        let plain = letters
            .iter()
            .all(|t| t.op.as_symbol().is_some() && t.args.is_empty());
        let Some((law, parameters)) = law_of(law, atoms, self.vocabulary).filter(|_| plain) else {
            return false;
        };
        for letter in letters {
            self.take(letter.op, law, &parameters);
        }
        true
    }

    fn take(&mut self, letter: Op, law: Law, parameters: &[Term]) {
        self.of.insert(letter, self.moments(law, parameters));
        if law == Law::Normal {
            self.normal.push(letter);
        }
    }

    /// The means of the powers of a variable.
    fn moments(&self, law: Law, parameters: &[Term]) -> Vec<Term> {
        let number = |n| Term::leaf(Op::integer(n));
        let power = |of: &Term, n| self.node("pow", vec![of.clone(), number(n)]);
        let times = |factors: Vec<Term>| self.node("mul", factors);
        let plus = |terms: Vec<Term>| self.node("add", terms);
        let over = |above: Term, below: Term| self.node("div", vec![above, below]);
        match (law, parameters) {
            (Law::Normal, [m, v]) => vec![
                m.clone(),
                plus(vec![power(m, 2), v.clone()]),
                plus(vec![
                    power(m, 3),
                    times(vec![number(3), m.clone(), v.clone()]),
                ]),
                plus(vec![
                    power(m, 4),
                    times(vec![number(6), power(m, 2), v.clone()]),
                    times(vec![number(3), power(v, 2)]),
                ]),
            ],
            (Law::Bernoulli, [p]) => vec![p.clone(); DEGREE as usize],
            (Law::Binomial, [n, p]) => {
                let mean = times(vec![n.clone(), p.clone()]);
                let fails = plus(vec![number(1), self.node("neg", vec![p.clone()])]);
                let variance = times(vec![n.clone(), p.clone(), fails]);
                let square = plus(vec![power(&mean, 2), variance]);
                vec![mean, square]
            }
            (Law::Poisson, [rate]) => {
                vec![rate.clone(), plus(vec![power(rate, 2), rate.clone()])]
            }
            (Law::Exponential, [rate]) => (1..=DEGREE)
                .map(|k| over(number((1..=k).product()), power(rate, k)))
                .collect(),
            (Law::Uniform, [a, b]) => {
                let mean = over(plus(vec![a.clone(), b.clone()]), number(2));
                let mixed = times(vec![a.clone(), b.clone()]);
                let square = plus(vec![power(a, 2), mixed, power(b, 2)]);
                vec![mean, over(square, number(3))]
            }
            _ => Vec::new(),
        }
    }

    /// A statement in which means, variances and covariances of these variables are what they are, and what is said of
    /// the law of a normal one is said of its parameters.
    pub fn put(&self, term: &Term, atoms: &Atoms) -> Term {
        term.map(&mut |t| {
            let told = match (name(&t, self.vocabulary), &*t.args) {
                ("expect", [of]) => self.mean_of(of, atoms),
                ("var", [of]) => self.covariance(of, of, atoms),
                ("cov", [a, b]) => self.covariance(a, b, atoms),
                ("sim", [of, law]) => self.distribution(of, law, atoms),
                _ => None,
            };
            told.unwrap_or(t)
        })
    }

    fn mean_of(&self, of: &Term, atoms: &Atoms) -> Option<Term> {
        self.speaks_of(of).then_some(())?;
        self.mean(&self.polynomial(of, atoms)?)
    }

    fn covariance(&self, a: &Term, b: &Term, atoms: &Atoms) -> Option<Term> {
        (self.speaks_of(a) || self.speaks_of(b)).then_some(())?;
        let [a, b] = [self.polynomial(a, atoms)?, self.polynomial(b, atoms)?];
        let both = self.mean(&product(&a, &b, self.vocabulary)?)?;
        let apart = self.node("mul", vec![self.mean(&a)?, self.mean(&b)?]);
        let less = self.node("neg", vec![apart]);
        Some(self.node("add", vec![both, less]))
    }

    /// That what is linear in normal variables has a normal law says what its mean and its variance are.
    fn distribution(&self, of: &Term, law: &Term, atoms: &Atoms) -> Option<Term> {
        let (Law::Normal, parameters) = law_of(law, atoms, self.vocabulary)? else {
            return None;
        };
        let [mean, variance] = &parameters[..] else {
            return None;
        };
        let linear = self.polynomial(of, atoms)?;
        let normal = |(_, powers): &(Term, BTreeMap<Op, u32>)| match powers.iter().next() {
            None => true,
            Some((letter, power)) => {
                powers.len() == 1 && *power == 1 && self.normal.contains(letter)
            }
        };
        (self.speaks_of(of) && linear.iter().all(normal)).then_some(())?;
        let equal = |a: Term, b: &Term| self.node("eq", vec![a, b.clone()]);
        let told = [
            equal(self.mean(&linear)?, mean),
            equal(self.covariance(of, of, atoms)?, variance),
        ];
        Some(self.node("and", told.to_vec()))
    }

    fn mean(&self, polynomial: &Polynomial) -> Option<Term> {
        let each = polynomial.iter().map(|(factor, powers)| {
            (self.independent || powers.len() < 2).then_some(())?;
            let mut factors = vec![factor.clone()];
            for (letter, power) in powers {
                let moments = self.of.get(letter)?;
                factors.push(moments.get(*power as usize - 1)?.clone());
            }
            Some(self.several("mul", factors))
        });
        Some(self.several("add", each.collect::<Option<_>>()?))
    }

    /// A term multiplied out by variables; none where it is no polynomial, or has variables of which nothing is known.
    fn polynomial(&self, term: &Term, atoms: &Atoms) -> Option<Polynomial> {
        if !self.speaks_of(term) {
            let mut known = true;
            term.walk(&mut |t| known &= !may_vary(t, atoms));
            return known.then(|| vec![(term.clone(), BTreeMap::new())]);
        }
        let one = || Term::leaf(Op::integer(1));
        let scaled = |of: &Term, scale: &dyn Fn(Term) -> Term| {
            let of = self.polynomial(of, atoms)?;
            Some(
                of.into_iter()
                    .map(|(f, powers)| (scale(f), powers))
                    .collect(),
            )
        };
        match (name(term, self.vocabulary), &*term.args) {
            (_, []) => Some(vec![(one(), BTreeMap::from([(term.op, 1)]))]),
            ("add", terms) => {
                let each: Option<Vec<Polynomial>> =
                    terms.iter().map(|t| self.polynomial(t, atoms)).collect();
                each.map(|each| each.concat())
            }
            ("neg", [of]) => scaled(of, &|f| self.node("neg", vec![f])),
            ("div", [of, by]) if !self.speaks_of(by) => {
                scaled(of, &|f| self.node("div", vec![f, by.clone()]))
            }
            ("mul", factors) => factors
                .iter()
                .try_fold(vec![(one(), BTreeMap::new())], |done, factor| {
                    product(&done, &self.polynomial(factor, atoms)?, self.vocabulary)
                }),
            ("pow", [base, exponent]) => match exponent.op.head() {
                Head::Integer(n) if n <= DEGREE => {
                    let base = self.polynomial(base, atoms)?;
                    let first = vec![(one(), BTreeMap::new())];
                    (0..n).try_fold(first, |done, _| product(&done, &base, self.vocabulary))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn speaks_of(&self, term: &Term) -> bool {
        let mut found = false;
        term.walk(&mut |t| found |= self.of.contains_key(&t.op));
        found
    }

    fn node(&self, of: &str, args: Vec<Term>) -> Term {
        node(of, args, self.vocabulary)
    }

    /// A sum or a product, of one as well.
    fn several(&self, of: &str, mut args: Vec<Term>) -> Term {
        match args.len() {
            1 => args.remove(0),
            _ => self.node(of, args),
        }
    }
}

/// The term whose implications say of variables with a law what their means are.
pub(super) fn told(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let ("implies", [hypothesis, conclusion]) = (name(term, vocabulary), &*term.args) else {
        return term.clone();
    };
    let parts = match name(hypothesis, vocabulary) {
        "comma" | "and" => &hypothesis.args[..],
        _ => std::slice::from_ref(hypothesis),
    };
    let mut moments = Moments::new(vocabulary, false);
    let others = parts.iter().filter(|part| !moments.learn(part, atoms));
    let others: Vec<Term> = others.cloned().collect();
    if moments.is_empty() {
        return term.clone();
    }
    let known = moments.put(conclusion, atoms);
    let open = moments.speaks_of(&known) || others.iter().any(|part| moments.speaks_of(part));
    match open {
        true => term.clone(),
        false => super::statement::assuming(&others, &known, vocabulary),
    }
}

/// A law, with its parameters; the second one of a normal law is its variance. Some write the root of that, `\sigma`.
fn law_of(law: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<(Law, Vec<Term>)> {
    let (head, parameters) = law::of(law, vocabulary)?;
    let called = |op: Op| Some(atoms.symbols.get(op.as_symbol()? as usize)?.name.as_str());
    let law = Law::called(called(head.op)?, parameters.len())?;
    let mut parameters = parameters.to_vec();
    if law == Law::Normal && called(parameters[1].op) == Some(r"\sigma") {
        let two = Term::leaf(Op::integer(2));
        parameters[1] = node("pow", vec![parameters[1].clone(), two], vocabulary);
    }
    Some((law, parameters))
}

/// Whether a leaf may be a variable that has no law here.
fn may_vary(leaf: &Term, atoms: &Atoms) -> bool {
    let symbol = leaf
        .op
        .as_symbol()
        .and_then(|s| atoms.symbols.get(s as usize));
    symbol.is_some_and(|s| s.kind == Kind::Rv || core(&s.name).starts_with(char::is_uppercase))
}

fn product(a: &Polynomial, b: &Polynomial, vocabulary: &Vocabulary) -> Option<Polynomial> {
    (a.len() * b.len() <= TERMS).then_some(())?;
    let mut found = Polynomial::new();
    for (factor, powers) in a {
        for (other, more) in b {
            let mut powers = powers.clone();
            for (letter, power) in more {
                *powers.entry(*letter).or_default() += power;
            }
            let factors = vec![factor.clone(), other.clone()];
            found.push((node("mul", factors, vocabulary), powers));
        }
    }
    Some(found)
}
